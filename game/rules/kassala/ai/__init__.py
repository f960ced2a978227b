"""The values of positions of Kassala to computer players."""
