"""The sequence of play (II.B): the set-up with free deployment (IV.B), then four phases in each turn."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from game.core.indices import Seat
from game.core.message import Message, say
from game.core.verdict import RuleRef
from game.rules.kassala.units import CHRISTIAN, MOSLEM, rule


class KassalaPhase(StrEnum):
    """The phases by their names in positions and prompts."""

    SETUP = "setup"
    MOVEMENT = "movement"
    COMBAT = "combat"
    OVER = "over"


class KassalaPhaseEntry(NamedTuple):
    """One phase of the sequence: its kind, phasing seat, rule and text."""

    phase: KassalaPhase
    seat: Seat
    rule: RuleRef
    sentence: Message
    clause: Message
    """The sentence in a form for use inside another."""


SEQUENCE = (
    KassalaPhaseEntry(KassalaPhase.SETUP, CHRISTIAN, rule("IV.B.1"),
                      say("The Christian player deploys south of the dotted line"),
                      say("the Christian player deploys south of the dotted line")),
    KassalaPhaseEntry(KassalaPhase.SETUP, MOSLEM, rule("IV.B.2"),
                      say("The Moslem player deploys north of the dotted line"),
                      say("the Moslem player deploys north of the dotted line")),
    KassalaPhaseEntry(KassalaPhase.MOVEMENT, MOSLEM, rule("II.B.1"), say("The Moslem player moves"),
                      say("the Moslem player moves")),
    KassalaPhaseEntry(KassalaPhase.COMBAT, MOSLEM, rule("II.B.2"), say("The Moslem combat phase begins"),
                      say("the Moslem player attacks")),
    KassalaPhaseEntry(KassalaPhase.MOVEMENT, CHRISTIAN, rule("II.B.3"), say("The Christian player moves"),
                      say("the Christian player moves")),
    KassalaPhaseEntry(KassalaPhase.COMBAT, CHRISTIAN, rule("II.B.4"), say("The Christian combat phase begins"),
                      say("the Christian player attacks")),
    KassalaPhaseEntry(KassalaPhase.OVER, MOSLEM, rule("II.B.6"), say("The game is over"),
                      say("the game is over")),
)
FIRST_SETUP, FIRST_MOVE, LAST_OF_TURN, GAME_END = 0, 2, 5, 6
"""Indices of ``SEQUENCE``: the first set-up phase, the first and last phases of a turn, and the end of the game."""


def index_of(phase: str, seat: Seat) -> int:
    """The index in ``SEQUENCE`` of a seat's phase; the end of the game belongs to both seats.

    :raises KeyError: if there is none.
    """
    for index, entry in enumerate(SEQUENCE):
        if entry.phase == phase and (entry.seat == seat or phase == KassalaPhase.OVER):
            return index
    raise KeyError(phase)
