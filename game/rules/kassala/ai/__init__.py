"""What positions of Kassala are worth to computer players."""
