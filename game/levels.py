"""The players that can take a seat: people, and the computer levels, with the names used in records and commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from game.core.evaluator import NEUTRAL, Personality
from game.core.message import Message, say

HUMAN = "human"
"""The name of a human player; every other name is that of a computer player."""


@dataclass(frozen=True, slots=True)
class LevelInfo:
    """A computer level as offered to players. Every level in ``LEVELS`` is offered everywhere."""

    name: str
    """The name in records and commands."""
    title: Message
    description: Message
    """What it is for, in one line."""
    patience: float = 1.0
    """The factor on the usual thinking time for a player turn (``Traits.turn_seconds``). A level with more than 1 is an
    opponent or adviser only on request."""
    evaluates: bool = True
    """Whether it evaluates its actions; only then can a personality change its play."""
    opponent: bool = True
    """Whether it is meant as an opponent; otherwise it is last in lists to choose from."""


LEVELS: Mapping[str, LevelInfo] = {
    info.name: info
    for info in (
        LevelInfo("random", say("Random"), say("For experiments: any legal action, all equally likely"),
                  evaluates=False, opponent=False),
        LevelInfo("recruit", say("Recruit"), say("For a first game: has no plan, but avoids absurd moves"),
                  evaluates=False),
        LevelInfo("regular", say("Regular"),
                  say("For players who know the rules: plans as the veteran does, but neglects some units each turn")),
        LevelInfo("veteran", say("Veteran"),
                  say("The strongest: weighs every action by its exact odds, objectives, losses, threats and time")),
    )
}
"""The levels by name, the weakest first."""


PERSONALITIES: Mapping[str, Personality] = {
    personality.name: personality
    for personality in (
        Personality("bold", say("bold"), say("Accepts losses and likes gambles"), losses=0.6, risk=0.5),
        Personality("careful", say("careful"), say("Spares its units and avoids gambles"), losses=1.6, risk=-0.5),
        Personality("stubborn", say("stubborn"), say("Keeps to its plan longer than others"), persistence=3.0),
    )
}
"""The personalities by name, except the neutral one; their numbers are chosen."""


class ComputerPlayer(NamedTuple):
    """A level with a personality."""

    level: LevelInfo
    personality: Personality = NEUTRAL

    @property
    def name(self) -> str:
        """The name in records and commands: the level, followed by a colon and the personality unless that is neutral,
        e.g. ``veteran:bold``."""
        return f"{self.level.name}:{self.personality.name}" if self.personality.name else self.level.name


def computer_players() -> Mapping[str, ComputerPlayer]:
    """All computer players by name, the weakest level first, each level without a personality first.

    A level that evaluates nothing has no personalities.
    """
    players: list[ComputerPlayer] = []
    for level in LEVELS.values():
        players.append(ComputerPlayer(level))
        if level.evaluates:
            players += [ComputerPlayer(level, personality) for personality in PERSONALITIES.values()]
    return {player.name: player for player in players}


def computer_player(name: str) -> ComputerPlayer | None:
    """The computer player of a name such as ``veteran`` or ``veteran:bold``; None if there is none."""
    return computer_players().get(name)


def player_names() -> tuple[str, ...]:
    """The names of all players that can take a seat, people first."""
    return HUMAN, *computer_players()
