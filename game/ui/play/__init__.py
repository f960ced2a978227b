"""A game in play: its course, its players, what is picked up and what that can do."""
