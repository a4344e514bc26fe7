"""Metadata of many documents at once: by a form, or by a sheet that goes out and comes back."""
