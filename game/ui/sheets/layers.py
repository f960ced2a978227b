"""The order in which ink is laid on: lower layers are printed first."""

FIELD = 0
LEVEL = 20
"""Each level takes three: its shade, its tint, its light."""
SLOPE = 60
HILL, WATER = 80, 100
TINT, PATTERN = 120, 130
RELIEF = 132
"""A hill's steps on a tabletop, two each, at most four; then its hachures."""
GRID = 150
COAST = 160
HEXSIDE = 170
RIVER, ROAD = 190, 200
BORDER = 210
WALLED = 220
"""Walled towns and what stands in them."""
WALLS = 240
SYMBOLS = 250
"""Scattered symbols: stamps, which keep off all lines."""
LINES = 251
"""Hex lines over dense symbols."""
ZONE = 260
WORK = 280
FRAME = 300
