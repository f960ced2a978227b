"""Titles of players."""

from __future__ import annotations

from game.core.message import Text, say
from game.levels import HUMAN, computer_player


def player_title(player: str) -> Text:
    """A player's title; an unknown name is returned as it is."""
    if player == HUMAN:
        return say("Human")
    found_player = computer_player(player)
    if found_player is None:
        return player
    level, personality = found_player
    if not personality.name:
        return level.title
    return say("{level} ({personality})", level=level.title, personality=personality.title)
