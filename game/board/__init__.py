"""Boards: places, and what lies between them. They know nothing of units."""
