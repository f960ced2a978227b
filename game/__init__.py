"""Drumhead: historical wargames on one table. Layers: ui > match, ai, maps > rules > board > core."""
