"""What positions of Africa are worth to computer players."""
