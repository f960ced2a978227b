"""What computer players know of Tours."""
