"""Dice, coins and markers, and the tray they fall into."""
