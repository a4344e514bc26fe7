"""Attacks on a running site, seeded and bounded: what its visitors notice of them."""
