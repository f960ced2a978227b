"""The presentation of Renaissance on the screen."""
