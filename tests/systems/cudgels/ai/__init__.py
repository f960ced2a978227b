"""What positions of Cudgels are worth."""
