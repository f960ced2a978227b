"""The sequence of play (3) as a table: the phases of each player turn."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from game.core.event import PhaseBegan
from game.core.indices import Seat, other
from game.core.message import Message, say
from game.core.verdict import RuleRef
from game.rules.africa.units import MOROCCAN, SEATS, SPANISH, rule


class AfricaPhase(StrEnum):
    """A phase of a player turn, the end of the turn, and the end of the battle."""

    FIRE = "fire"
    MOVEMENT = "movement"
    DEFENCE = "defensive-fire"
    SHOCK = "shock"
    END = "end"
    OVER = "over"
    SETUP = "setup"
    """Phase key of the prompt while a camp is set up, before the first turn (ruling 18); the state is already at the
    first phase."""


FIRE, MOVEMENT, DEFENCE, SHOCK, END, OVER, SETUP = AfricaPhase
TITLES = {
    FIRE: (say("Spanish offensive fire"), say("Moroccan offensive fire")),
    MOVEMENT: (say("Spanish movement"), say("Moroccan movement")),
    DEFENCE: (say("Spanish defensive fire"), say("Moroccan defensive fire")),
    SHOCK: (say("Spanish shock combat"), say("Moroccan shock combat")),
}
"""Phase -> its name for the Spanish and for the Moroccan side as the acting side."""


class AfricaPhaseEntry(NamedTuple):
    """One phase of the sequence."""

    phase: AfricaPhase
    phasing: Seat
    """The seat that has the player turn; Spanish at the end of a turn or of the battle, when no seat has it."""
    seat: Seat
    """The seat that acts in the phase; Spanish likewise when no seat acts."""
    rule: RuleRef

    @property
    def title(self) -> Message:
        """The name of the phase with its side, e.g. ``Spanish movement``.

        :raises KeyError: for the end of a turn or of the battle, which have no name.
        """
        return TITLES[self.phase][self.seat]


PLAYER_TURN = (FIRE, MOVEMENT, DEFENCE, SHOCK)
"""The phases of a player turn in order."""
SEQUENCE: tuple[AfricaPhaseEntry, ...] = (
    *(
        # Ruling 1: in the Moroccan player turn the printed list calls the Spanish defensive fire offensive.
        AfricaPhaseEntry(phase, phasing, other(phasing) if phase == DEFENCE else phasing,
                         rule("3", 1 if phase == DEFENCE and phasing == MOROCCAN else None))
        for phasing in (SPANISH, MOROCCAN)
        for phase in PLAYER_TURN
    ),
    AfricaPhaseEntry(END, SPANISH, SPANISH, rule("3")),
    AfricaPhaseEntry(OVER, SPANISH, SPANISH, rule("3")),
)
"""The phases of a turn in order; Player A is Spanish in all three battles (11)."""
TURN_END, GAME_OVER = len(SEQUENCE) - 2, len(SEQUENCE) - 1
"""Indices into ``SEQUENCE`` of the end of a turn, and of the end of the battle."""


def phase_began(turn: int, step: int) -> PhaseBegan:
    """The event that a phase of a player turn began. With the first phase of a player turn its text names the turn.

    :param step: the index of the phase in ``SEQUENCE``.
    """
    now = SEQUENCE[step]
    begins_player_turn = step % len(PLAYER_TURN) == 0
    text = say("Turn {turn}: {phase}", turn=turn, phase=now.title) if begins_player_turn else now.title
    return PhaseBegan(now.rule, turn, now.phase.value, SEATS[now.seat], text)


def step_of(phase: str, phasing: Seat) -> int:
    """The index in ``SEQUENCE`` of a phase in a side's player turn, or of the end of a turn or of the battle.

    :param phasing: the side; for the end of a turn or of the battle it makes no difference.
    :raises KeyError: for a phase that does not exist.
    """
    for i, entry in enumerate(SEQUENCE):
        if entry.phase == phase and (entry.phasing == phasing or phase in (END, OVER)):
            return i
    raise KeyError(phase)
