"""The application: its window, loop and settings, and the stack of screens."""
