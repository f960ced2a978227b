"""What computer players know of Adua."""
