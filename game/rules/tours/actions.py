"""What can be done in Tours, and its notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NewType, get_args

from game.core.action import Action, BadNotation, NamesNothing, NamesUnit, NamesUnitAndPlace, parse_faces
from game.core.fields import UnitName
from game.core.message import say
from game.core.notation import Deed
from game.rules.tours.units import CONTINGENTS, SEATS, SLOT

Vertex = NewType("Vertex", int)
"""A way to face, by its number in ``VERTICES``."""
OrderNumber = NewType("OrderNumber", int)
"""An order, by its number in ``ORDERS``."""
VERTICES = ("nw", "ne", "e", "se", "sw", "w")
"""The six ways to face, clockwise: vertex k lies between sides k - 1 and k of the hex (3.3)."""
ANGLES = (330, 30, 90, 150, 210, 270)
"""The same in degrees clockwise from the top of the sheet."""
COMPASS = (say("north-north-west"), say("north-north-east"), say("east"), say("south-south-east"),
           say("south-south-west"), say("west"))
"""The same in words, north being the top of the sheet."""
ORDERS = ("none", "move", "reform", "wall")
NO_ORDER, MOVE, REFORM, WALL = range(4)
"""What a contingent may be told (5.2)."""
Deeds = Literal["react", "withdraw", "resolve", "reform", "stand", "eliminate"]


@dataclass(frozen=True, slots=True)
class Word(NamesNothing):
    """Something that names nothing: ``end`` a phase or what a contingent does, ``begin`` to resolve, ``decline``."""

    notation: str


END, BEGIN, DECLINE = Word("end"), Word("begin"), Word("decline")
WORDS = {word.notation: word for word in (END, BEGIN, DECLINE)}


class Go(Deed, example="first frankish"):
    """Who won the initiative says who goes first (4.1)."""

    first: str
    """A seat."""


class Order(Deed, example="order hi wall"):
    """A contingent's order; ``none`` takes its marker back (5.2.1)."""

    contingent: str
    order: str


class Activate(Deed, example="activate red"):
    """A contingent's turn to carry its order out: it rolls where it must (5.2.2)."""

    contingent: str


@dataclass(frozen=True, slots=True)
class Move(NamesUnit):
    """A piece goes from hex to hex (6.0)."""

    unit: UnitName
    path: tuple[str, ...]
    led: bool = False
    """Whether the leader in its hex goes along (3.1.1)."""

    @property
    def places(self) -> tuple[str, ...]:
        return self.path

    @property
    def notation(self) -> str:
        return f"move {self.unit} {'-'.join(self.path)}{' led' if self.led else ''}"


@dataclass(frozen=True, slots=True)
class Face(NamesUnit):
    """A unit faces a vertex (3.3)."""

    unit: UnitName
    vertex: int

    @property
    def notation(self) -> str:
        return f"face {self.unit} {VERTICES[self.vertex]}"


class Fire(Deed, example="fire red-ma1 hi1"):
    """Archers fire at a unit (7.0)."""

    unit: UnitName
    target: UnitName


class Attack(Deed, example="attack hc1 red-li1"):
    """A unit announces a shock attack on one unit or two; with others on the same (8.2)."""

    unit: UnitName
    targets: tuple[UnitName, ...]


class Again(Deed, example="again hc1,hc2 red-li1"):
    """Units attack within a combat: a continued attack, or a counter-attack (9.0)."""

    attackers: tuple[UnitName, ...]
    targets: tuple[UnitName, ...]


@dataclass(frozen=True, slots=True)
class HexAction(NamesUnitAndPlace):
    """A piece is brought into a hex."""

    verb: ClassVar[str]
    unit: UnitName
    place: str

    @property
    def notation(self) -> str:
        return f"{self.verb} {self.unit} {self.place}"


class Place(HexAction):
    """A piece is set up elsewhere (13.0)."""

    verb = "place"


class Retreat(HexAction):
    """A unit retreats before shock (8.1)."""

    verb = "retreat"


class Advance(HexAction):
    """A unit advances into a hex that the enemy has left or lost (8.1, 8.5)."""

    verb = "advance"


class Rescue(HexAction):
    """A leader is placed with a friendly unit (12.2)."""

    verb = "rescue"


@dataclass(frozen=True, slots=True)
class Single(NamesUnit):
    """What one unit does without more: ``react`` with fire, ``withdraw`` from a combat that is announced, ``resolve``
    the combat it attacks in, ``reform``, ``stand`` against shock, or be the one that is ``eliminate``-d.
    """

    deed: Deeds
    unit: UnitName

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit}"


_AT_PLACE = {each.verb: each for each in (Place, Retreat, Advance, Rescue)}
_SINGLE: dict[str, Deeds] = {deed: deed for deed in get_args(Deeds)}


def parse(text: str) -> Action:
    """The action of a notation.

    :raises BadNotation: saying what was found and what was expected.
    """
    match text.split():
        case ["roll", *words]:
            return parse_faces(words)
        case [word] if word in WORDS:
            return WORDS[word]
        case ["first", seat] if seat in SEATS:
            return Go(seat)
        case ["order", contingent, order] if contingent in CONTINGENTS and order in ORDERS:
            return Order(contingent, order)
        case ["activate", contingent] if contingent in CONTINGENTS:
            return Activate(contingent)
        case [deed, unit, place] if deed in _AT_PLACE and unit in SLOT:
            return _AT_PLACE[deed](UnitName(unit), place)
        case ["move", unit, path, *led] if unit in SLOT and led in ([], ["led"]):
            return Move(UnitName(unit), tuple(path.split("-")), bool(led))
        case ["face", unit, vertex] if unit in SLOT and vertex in VERTICES:
            return Face(UnitName(unit), VERTICES.index(vertex))
        case ["fire", unit, target] if unit in SLOT and target in SLOT:
            return Fire(UnitName(unit), UnitName(target))
        case ["attack", unit, targets] if unit in SLOT and (found := _units(targets)):
            return Attack(UnitName(unit), found)
        case ["again", units, targets] if (found := _units(units)) and (met := _units(targets)):
            return Again(found, met)
        case [deed, unit] if deed in _SINGLE and unit in SLOT:
            return Single(_SINGLE[deed], UnitName(unit))
    raise BadNotation(say("expected a word ({words}), 'roll N' or a deed with the units it names, such as 'move hi1 "
                          "1706', 'face hi1 e' or 'attack hc1 red-li1', not {text!r}", words=', '.join(WORDS),
                          text=text))


def _units(names: str) -> tuple[UnitName, ...]:
    """The units of a list; empty if it names others."""
    found = tuple(map(UnitName, names.split(",")))
    return found if all(name in SLOT for name in found) else ()
