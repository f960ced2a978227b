"""The sides of Adua, the kinds of pieces, and citations of its rulebook."""

from __future__ import annotations

from typing import NewType

from game.core.indices import Seat
from game.core.message import Message, say
from game.core.verdict import Illegal, Reason, RuleRef

SYSTEM = "adua"
SEATS = ("italian", "abyssinian")
ITALIANS, ABYSSINIANS = Seat(0), Seat(1)
SIDES = (say("Italians"), say("Abyssinians"))
"""Seat -> the name of its side on screen."""

Kind = NewType("Kind", int)
"""A kind of piece, as an index of ``KINDS``."""
KIND_NAMES = ("ascari", "infantry", "bersaglieri", "alpini", "field-guns", "ascari-guns", "mountain-guns", "guard",
              "veterans", "warriors", "light", "cavalry", "battery", "commander", "mules")
"""The names of the kinds of pieces in tables: rows of the terrain chart (9.0) and of Figure 1."""
(ASCARI, INFANTRY, BERSAGLIERI, ALPINI, FIELD_GUNS, ASCARI_GUNS, MOUNTAIN_GUNS, GUARD, VETERANS, WARRIORS, LIGHT,
 CAVALRY, BATTERY, COMMANDER, MULES) = (Kind(n) for n in range(len(KIND_NAMES)))
KINDS = (
    say("Ascari"), say("infantry"), say("Bersaglieri"), say("Alpini"), say("artillery"), say("Ascari artillery"),
    say("mountain artillery"), say("Royal Guard"), say("veteran infantry"), say("infantry"), say("light infantry"),
    say("Galla cavalry"), say("artillery"), say("commander"), say("mules"),
)
"""Kind -> its name on screen."""
ARTILLERY = frozenset((FIELD_GUNS, ASCARI_GUNS, MOUNTAIN_GUNS, BATTERY))
MACHINE_GUN_KINDS = frozenset((INFANTRY, ASCARI, ALPINI))
"""Kinds that may have a machine gun (5.1)."""


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of the rulebook.

    :param ruling: the number of a ruling on the rule.
    """
    return RuleRef(SYSTEM, number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None, **values: object) -> Illegal:
    """A refusal with one reason.

    :param number: the number of the rule, e.g. ``9.0``.
    :param text: one sentence, without the rule's number.
    :param ruling: the number of a ruling on the rule.
    :param values: the reason's values for programs, e.g. ``unit`` or ``place`` (``Reason.values``).
    """
    return Illegal((Reason(rule(number, ruling), text, values),))
