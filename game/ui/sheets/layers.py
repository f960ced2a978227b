"""The order in which ink is laid on: lower layers are printed first."""

FIELD = 0
LEVEL = 20
"""Each level takes three: its shade, its tint, its light."""
SLOPE = 60
HILL, WATER = 80, 100
TINT, PATTERN = 120, 130
SYMBOLS = 140
"""Shapes of scattered symbols, ``ENTRY`` layers for each entry of a terrain."""
ENTRY = 12
GRID = 300
COAST = 310
HEXSIDE = 320
RIVER, ROAD = 340, 350
BORDER = 360
WALLED = 400
"""Walled towns and what stands in them."""
ZONE = 640
WORK = 660
FRAME = 800
