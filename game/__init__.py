"""Drumhead: historical wargames on one table. Layers: ui > match, ai, maps > rules > board > core."""

VERSION = "0.1.0"
"""The program's version; the package build reads it from here."""
