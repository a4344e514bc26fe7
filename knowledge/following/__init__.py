"""Readers who want to be told when a rule changes: by mail, once a day, or by a feed."""
