"""A game in play: its control flow, its players, the selection and what it can do."""
