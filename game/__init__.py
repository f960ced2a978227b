"""Drumhead: historical wargames on one table. Layers: ui > match, ai, maps > rules > board > core."""

VERSION = "0.1.0"
"""The installed package takes it from here."""
