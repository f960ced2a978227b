"""What those who work on the program need beside it."""
