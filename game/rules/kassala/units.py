"""The units of Kassala (I.B): their printed values, and masks of them. A mask has one bit for each unit's slot."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from game.core.field_types import Between, Members
from game.core.fields import Fields
from game.core.indices import Seat, Slot, slots_in
from game.core.message import Message, Name, Text, and_list, in_context, say
from game.core.verdict import Reason, RuleRef

SYSTEM = "kassala"
MOSLEM, CHRISTIAN = Seat(0), Seat(1)
SeatName = Literal["moslem", "christian"]
SEATS: tuple[SeatName, SeatName] = ("moslem", "christian")
SEAT = dict(zip(SEATS, (MOSLEM, CHRISTIAN), strict=True))
"""Name of a seat -> seat."""
SIDES = (say("Moslems"), say("Christians"))
ADJECTIVES = (in_context("adjective", "Moslem"), in_context("adjective", "Christian"))
"""The sides as adjectives, e.g. before ``player``."""
INFANTRY, CAVALRY, CANNON = "infantry", "cavalry", "cannon"


@cache
def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of Kassala's rulebook."""
    return RuleRef(SYSTEM, number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None, **values: Any) -> Reason:
    """The refusal of an action, with its rule of Kassala's rulebook.

    :param values: the offending values by name, e.g. ``place="0304"``.
    """
    return Reason(rule(number, ruling), text, values)


@dataclass(frozen=True, slots=True)
class KassalaUnit:
    """One counter."""

    id: str
    seat: Seat
    name: Text
    """Name for sentences, e.g. ``Turkish cavalry``."""
    abbr: str
    arm: str
    strength: int
    """Printed combat strength (I.B.5)."""
    movement: int
    """Movement factor in movement points (I.B.6)."""
    slot: Slot
    """Index in ``ROSTER`` and in ``KassalaState.at``."""
    title: Text
    """Name, with a number if several units share it, e.g. ``Nubian infantry 2``."""

    @property
    def bit(self) -> int:
        """The mask of this unit alone."""
        return 1 << self.slot


class CounterKind(NamedTuple):
    """A kind of identical counters, as a row of ``roster.toml``."""

    seat: SeatName
    name: Message
    abbr: str
    arm: Literal["infantry", "cavalry", "cannon"]
    strength: Annotated[int, Between(1, 9)]
    movement: Annotated[int, Between(0, 9)]
    copies: Annotated[int, Between(1, 9)]


def _roster() -> tuple[KassalaUnit, ...]:
    file = Path(__file__).with_name("roster.toml")
    rows: Mapping[str, CounterKind] = Fields().read(
        Mapping[str, CounterKind], tomllib.loads(file.read_text("utf-8")), file.name)
    copies = [(f"{stem}{number}", row, number) for stem, row in rows.items() for number in range(1, row.copies + 1)]
    return tuple(KassalaUnit(id_, SEAT[row.seat], Name.of(row.name), row.abbr, row.arm, row.strength, row.movement,
                             Slot(slot), Name.of(row.name if row.copies == 1 else
                                                 say("{name} {number}", name=row.name, number=number)))
                 for slot, (id_, row, number) in enumerate(copies))


ROSTER = _roster()
NOBODY = say("nobody")
SLOT = {unit.id: unit.slot for unit in ROSTER}
"""Unit id -> slot."""
Units = Annotated[int, Members(tuple(SLOT))]
"""A mask of units; positions write it as a list of ids."""
SIDE_UNITS = tuple(sum(u.bit for u in ROSTER if u.seat == seat) for seat in (MOSLEM, CHRISTIAN))
"""For each seat the mask of its units."""
ARM_UNITS = {arm: sum(u.bit for u in ROSTER if u.arm == arm) for arm in (INFANTRY, CAVALRY, CANNON)}
"""Arm -> the mask of its units."""
CANNONS = ARM_UNITS[CANNON]


@cache
def ids(mask: int) -> tuple[str, ...]:
    """The unit ids of a mask, in roster order."""
    return tuple(ROSTER[i].id for i in slots_in(mask))


@cache
def strength(mask: int) -> int:
    """The total printed strength of a mask of units."""
    return sum(ROSTER[i].strength for i in slots_in(mask))


@lru_cache(1 << 14)
def mask_of_ids(unit_ids: tuple[str, ...]) -> int:
    """The mask of the units with these ids."""
    mask = 0
    for unit in unit_ids:
        mask |= 1 << SLOT[unit]
    return mask


def in_roster_order(unit_ids: tuple[str, ...]) -> tuple[str, ...]:
    """The same unit ids in roster order."""
    return ids(mask_of_ids(unit_ids))


@cache
def titles(mask: int) -> Text:
    """Names for a sentence: ``Turkish cavalry and Arab cavalry 1``."""
    return and_list((ROSTER[i].title for i in slots_in(mask)), NOBODY)
