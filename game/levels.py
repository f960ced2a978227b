"""Those who can take a seat: people, and the computer levels by the names that records, commands and programs use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.core.message import Message, say

HUMAN = "human"
"""The player's name in a seat that a person takes; every other name is a computer level."""


@dataclass(frozen=True, slots=True)
class LevelInfo:
    """A level as people choose it. One that stands in ``LEVELS`` is offered everywhere."""

    name: str
    title: Message
    description: Message
    patience: float = 1.0
    """How many times as long as usual (``Traits.turn_seconds``) it may think about a player turn. One that takes more
    is nobody's opponent or adviser unless asked for."""


LEVELS: Mapping[str, LevelInfo] = {
    info.name: info
    for info in (
        LevelInfo("random", say("Random"), say("Any legal action, all equally likely; for comparison")),
        LevelInfo("recruit", say("Recruit"), say("Plays at random but never absurdly: a gentle first opponent")),
        LevelInfo("veteran", say("Veteran"),
                  say("Weighs every action by its exact odds, objectives, losses, threats and time")),
    )
}
"""The levels by name, the weakest first."""


def everyone() -> tuple[str, ...]:
    """The names of all who can take a seat, people first."""
    return HUMAN, *LEVELS
