"""Counters as pictures."""
