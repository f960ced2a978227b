"""Pictures of dice, coins and markers, and the tray they are rolled in."""
