"""A game being played: seats, dice, undo, record, replay."""
