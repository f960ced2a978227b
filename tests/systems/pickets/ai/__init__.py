"""What positions of Pickets are worth."""
