"""The 23 counters of Kassala: printed values and stable ids (I.B; facts read off Fig. 4-2 to 4-14)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from game.core.fields import Members
from game.core.message import Message, Text, named, say
from game.core.verdict import Reason, RuleRef

SYSTEM = "kassala"
MOSLEM, CHRISTIAN = 0, 1
Seat = Literal["moslem", "christian"]
SEATS: tuple[Seat, Seat] = ("moslem", "christian")
SIDES = (say("Moslem"), say("Christian"))
INFANTRY, CAVALRY, CANNON = "infantry", "cavalry", "cannon"


@cache
def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of Kassala's rulebook."""
    return RuleRef(SYSTEM, number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None, **values: Any) -> Reason:
    """A reason with its rule."""
    return Reason(rule(number, ruling), text, values)


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter."""

    id: str
    seat: int
    name: str
    """Name for sentences, e.g. ``Turkish cavalry``."""
    abbr: str
    arm: str
    strength: int
    """Face value of combat strength (I.B.5)."""
    movement: int
    """Movement factor in movement points (I.B.6)."""
    slot: int
    """Index in ``ROSTER`` and in a state's places."""
    title: str
    """Name with a number where several units share it, e.g. ``Nubian infantry 2``."""

    @property
    def bit(self) -> int:
        return 1 << self.slot


_LISTS = (
    (MOSLEM, "m-tcav", "Turkish cavalry", "T", CAVALRY, 4, 3, 1),
    (MOSLEM, "m-mam", "Mamluk cavalry", "M", CAVALRY, 3, 3, 2),
    (MOSLEM, "m-arab", "Arab cavalry", "A", CAVALRY, 3, 3, 2),
    (MOSLEM, "m-tinf", "Turkish infantry", "T", INFANTRY, 4, 2, 1),
    (MOSLEM, "m-egy", "Egyptian/Sudanese infantry", "E/S", INFANTRY, 4, 2, 1),
    (MOSLEM, "m-nub", "Nubian infantry", "N", INFANTRY, 3, 2, 3),
    (MOSLEM, "m-can", "Moslem cannon", "MOS.", CANNON, 1, 0, 3),
    (CHRISTIAN, "c-port", "Portuguese infantry", "P", INFANTRY, 4, 2, 2),
    (CHRISTIAN, "c-musk", "Portuguese musket infantry", "P", INFANTRY, 2, 2, 1),
    (CHRISTIAN, "c-galla", "Galla-Ethiopian infantry", "G/E", INFANTRY, 4, 2, 2),
    (CHRISTIAN, "c-eth", "Ethiopian infantry", "E", INFANTRY, 4, 2, 2),
    (CHRISTIAN, "c-res", "Reserve cavalry", "RES.", CAVALRY, 2, 3, 1),
    (CHRISTIAN, "c-can", "Christian cannon", "CHR.", CANNON, 1, 0, 2),
)


def _roster() -> tuple[Unit, ...]:
    units: list[Unit] = []
    for seat, stem, name, abbr, arm, strength, movement, count in _LISTS:
        for number in range(1, count + 1):
            title = name if count == 1 else f"{name} {number}"
            units.append(Unit(f"{stem}{number}", seat, name, abbr, arm, strength, movement, len(units), title))
    return tuple(units)


ROSTER = _roster()
NOBODY = say("nobody")
SLOT = {unit.id: unit.slot for unit in ROSTER}
Units = Annotated[int, Members(tuple(SLOT))]
"""A mask of units, which positions write as a list of ids."""
SIDE = tuple(sum(u.bit for u in ROSTER if u.seat == seat) for seat in (MOSLEM, CHRISTIAN))
"""For each seat the mask of its units."""
ARM = {arm: sum(u.bit for u in ROSTER if u.arm == arm) for arm in (INFANTRY, CAVALRY, CANNON)}
CANNONS = ARM[CANNON]


@cache
def slots(mask: int) -> tuple[int, ...]:
    """The slots of a mask of units, ascending."""
    return tuple(i for i in range(len(ROSTER)) if mask >> i & 1)


@cache
def ids(mask: int) -> tuple[str, ...]:
    """The unit ids of a mask, in roster order."""
    return tuple(ROSTER[i].id for i in slots(mask))


@cache
def strength(mask: int) -> int:
    """The total face value of a mask of units."""
    return sum(ROSTER[i].strength for i in slots(mask))


def mask_of(names: tuple[str, ...]) -> int:
    """The mask of unit ids."""
    mask = 0
    for name in names:
        mask |= 1 << SLOT[name]
    return mask


def in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """Unit ids in roster order."""
    return ids(mask_of(names))


@cache
def titles(mask: int) -> Text:
    """Names for a sentence: ``Turkish cavalry and Arab cavalry 1``."""
    return named((ROSTER[i].title for i in slots(mask)), NOBODY)
