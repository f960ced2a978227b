"""What computer players know about Tours."""
