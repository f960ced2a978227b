"""The board on screen: sheet, counters, signs and animations."""
