"""What people call those who can take a seat."""

from __future__ import annotations

from game.core.message import Text, say
from game.levels import HUMAN, LEVELS


def player_title(player: str) -> Text:
    """A player's title; the name in a record where it is nobody we know."""
    if player == HUMAN:
        return say("Human")
    info = LEVELS.get(player)
    return info.title if info is not None else player
