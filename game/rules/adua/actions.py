"""What can be done in Adua, and its notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from game.core.action import Action, BadNotation, NamesNothing, NamesPlace, NamesUnit, NamesUnitAndPlace, parse_faces
from game.core.message import say
from game.rules.adua.units import SLOT

ORDERS = ("offensive", "hold", "resupply", "rally", "move", "fire", "melee", "entrench")
OFFENSIVE, HOLD, RESUPPLY, RALLY, MARCH, SHOOT, ASSAULT, ENTRENCH = range(8)
"""What may be ordered (8.0): the eight actions, ``fire`` being small arms."""
Deed = Literal["gun", "no-gun", "cancel", "withdraw", "resolve", "initiative", "lose", "stay"]
REST = -1
"""In a share of dice: all that are left."""


@dataclass(frozen=True, slots=True)
class Word(NamesNothing):
    """Something that names nothing: ``end`` a phase, or ``begin`` to resolve."""

    notation: str


END, BEGIN = Word("end"), Word("begin")
WORDS = {word.notation: word for word in (END, BEGIN)}


@dataclass(frozen=True, slots=True)
class AtPlace(NamesUnitAndPlace):
    """What one piece does at a place: it is set up there, retreats from a melee, or disengages."""

    deed: Literal["place", "retreat", "disengage"]
    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Order:
    """A commander orders something of a unit or of a colonel (8.0)."""

    giver: str
    target: str
    kind: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.giver, self.target)

    @property
    def places(self) -> tuple[str, ...]:
        return ()

    @property
    def notation(self) -> str:
        return f"order {self.giver} {self.target} {self.kind}"


@dataclass(frozen=True, slots=True)
class Move(NamesUnit):
    """A piece moves hex by hex; by initiative into a melee; ``off`` the map by a pass at the end (9.0, 12.0, 13.0)."""

    unit: str
    path: tuple[str, ...]
    """The hexes it enters; with a single one that is not beside it, the cheapest way there."""
    off: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        return self.path

    @property
    def notation(self) -> str:
        words = ("move", self.unit, *(["-".join(self.path)] if self.path else []), *(["off"] if self.off else []))
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Against:
    """What one unit does to an enemy: ``declare`` an attack during movement, or ``charge`` into his hex."""

    deed: Literal["declare", "charge"]
    unit: str
    target: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    @property
    def places(self) -> tuple[str, ...]:
        return ()

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit} {self.target}"


@dataclass(frozen=True, slots=True)
class Attack:
    """A unit's small-arms attack: how many dice at whom; ``REST`` for what is left, which the last one takes (10.1)."""

    unit: str
    shares: tuple[tuple[str, int], ...]

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, *(target for target, _ in self.shares))

    @property
    def places(self) -> tuple[str, ...]:
        return ()

    @property
    def notation(self) -> str:
        return f"attack {self.unit} " + ",".join(
            target if dice == REST else f"{target}:{dice}" for target, dice in self.shares)


@dataclass(frozen=True, slots=True)
class Distribute:
    """Points of damage fall on units (10.1)."""

    shares: tuple[tuple[str, int], ...]

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(unit for unit, _ in self.shares)

    @property
    def places(self) -> tuple[str, ...]:
        return ()

    @property
    def notation(self) -> str:
        return "damage " + ",".join(f"{unit}:{points}" for unit, points in self.shares)


@dataclass(frozen=True, slots=True)
class Clash(NamesPlace):
    """A melee is rolled (10.2)."""

    place: str

    @property
    def notation(self) -> str:
        return f"melee {self.place}"


@dataclass(frozen=True, slots=True)
class Single(NamesUnit):
    """What one piece does without more: it has a machine ``gun`` or ``no-gun``, the order to it is ``cancel``-led, its
    attack is ``withdraw``-n, the attack on it is ``resolve``-d, a commander tries his ``initiative``, a unit is the one
    to ``lose`` a step, or to ``stay`` in the hex of a melee.
    """

    deed: Deed
    unit: str

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit}"


_SINGLE: dict[str, Deed] = {deed: deed for deed in get_args(Deed)}


def parse(text: str) -> Action:
    """The action of a notation.

    :raises BadNotation: saying what was found and what was expected.
    """
    match text.split():
        case ["roll", *words]:
            return parse_faces(words)
        case [word] if word in WORDS:
            return WORDS[word]
        case [("place" | "retreat" | "disengage") as deed, unit, place] if unit in SLOT:
            return AtPlace(deed, unit, place)
        case ["order", giver, target, kind] if giver in SLOT and target in SLOT and kind in ORDERS:
            return Order(giver, target, kind)
        case ["move", unit, "off"] if unit in SLOT:
            return Move(unit, (), True)
        case ["move", unit, path] if unit in SLOT:
            return Move(unit, tuple(path.split("-")))
        case ["move", unit, path, "off"] if unit in SLOT:
            return Move(unit, tuple(path.split("-")), True)
        case [("declare" | "charge") as deed, unit, target] if unit in SLOT and target in SLOT:
            return Against(deed, unit, target)
        case ["attack", unit, shares] if unit in SLOT and (found := _shares(shares, True)):
            return Attack(unit, found)
        case ["damage", shares] if found := _shares(shares, False):
            return Distribute(found)
        case ["melee", place]:
            return Clash(place)
        case [deed, unit] if deed in _SINGLE and unit in SLOT:
            return Single(_SINGLE[deed], unit)
    raise BadNotation(say("expected a word ({words}), 'roll N' or a deed with the pieces it names, such as 'order "
                          "dabormida ragni offensive', 'move iii-infantry 2305-2205' or 'attack i-guns menelik-f1', "
                          "not {text!r}", words=', '.join(WORDS), text=text))


def _shares(text: str, rest: bool) -> tuple[tuple[str, int], ...]:
    """Shares of dice or of points; nothing where they cannot be read."""
    found: list[tuple[str, int]] = []
    for part in text.split(","):
        unit, colon, number = part.partition(":")
        if unit not in SLOT or unit in (known for known, _ in found):
            return ()
        if not colon and rest:
            found.append((unit, REST))
        elif number.isascii() and number.isdigit() and len(number) <= 2 and str(int(number)) == number:
            found.append((unit, int(number)))
        else:
            return ()
    return tuple(found)
