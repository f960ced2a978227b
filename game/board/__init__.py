"""Boards: places and what lies between them. Knows no units."""
