"""The value of positions of Pickets."""
