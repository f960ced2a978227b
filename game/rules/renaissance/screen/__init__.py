"""What the screen shows of Renaissance."""
