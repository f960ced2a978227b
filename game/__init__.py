"""Drumhead: historical wargames on one table. Layers: ui > match, ai, maps > rules > board > core."""

VERSION = "0.1.0"
"""As in ``pyproject.toml``."""
