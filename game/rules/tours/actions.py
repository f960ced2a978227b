"""What can be done in Tours, and its notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from game.core.action import Action, BadNotation, NamesNothing, NamesUnit, NamesUnitAndPlace, parse_faces
from game.core.message import say
from game.rules.tours.units import CONTINGENTS, SEATS, SLOT

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
Deed = Literal["react", "withdraw", "resolve", "reform", "stand", "eliminate"]


@dataclass(frozen=True, slots=True)
class Word(NamesNothing):
    """Something that names nothing: ``end`` a phase or what a contingent does, ``begin`` to resolve, ``decline``."""

    notation: str


END, BEGIN, DECLINE = Word("end"), Word("begin"), Word("decline")
WORDS = {word.notation: word for word in (END, BEGIN, DECLINE)}


@dataclass(frozen=True, slots=True)
class Go(NamesNothing):
    """Who won the initiative says who goes first (4.1)."""

    first: str
    """A seat."""

    @property
    def notation(self) -> str:
        return f"first {self.first}"


@dataclass(frozen=True, slots=True)
class Order(NamesNothing):
    """A contingent's order; ``none`` takes its marker back (5.2.1)."""

    contingent: str
    order: str

    @property
    def notation(self) -> str:
        return f"order {self.contingent} {self.order}"


@dataclass(frozen=True, slots=True)
class Activate(NamesNothing):
    """A contingent's turn to carry its order out: it rolls where it must (5.2.2)."""

    contingent: str

    @property
    def notation(self) -> str:
        return f"activate {self.contingent}"


@dataclass(frozen=True, slots=True)
class Place(NamesUnitAndPlace):
    """A piece is set up elsewhere (13.0)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"place {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Move(NamesUnit):
    """A piece goes from hex to hex (6.0)."""

    unit: str
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

    unit: str
    vertex: int

    @property
    def notation(self) -> str:
        return f"face {self.unit} {VERTICES[self.vertex]}"


@dataclass(frozen=True, slots=True)
class Fire(NamesNothing):
    """Archers fire at a unit (7.0)."""

    unit: str
    target: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    @property
    def notation(self) -> str:
        return f"fire {self.unit} {self.target}"


@dataclass(frozen=True, slots=True)
class Attack(NamesNothing):
    """A unit announces a shock attack on one unit or two; with others on the same (8.2)."""

    unit: str
    targets: tuple[str, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, *self.targets)

    @property
    def notation(self) -> str:
        return f"attack {self.unit} {','.join(self.targets)}"


@dataclass(frozen=True, slots=True)
class Again(NamesNothing):
    """Units attack within a combat: a continued attack, or a counter-attack (9.0)."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return (*self.attackers, *self.targets)

    @property
    def notation(self) -> str:
        return f"again {','.join(self.attackers)} {','.join(self.targets)}"


@dataclass(frozen=True, slots=True)
class Retreat(NamesUnitAndPlace):
    """A unit retreats before shock (8.1)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"retreat {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Advance(NamesUnitAndPlace):
    """A unit advances into a hex that the enemy has left or lost (8.1, 8.5)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"advance {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Rescue(NamesUnitAndPlace):
    """A leader is placed with a friendly unit (12.2)."""

    unit: str
    place: str

    @property
    def notation(self) -> str:
        return f"rescue {self.unit} {self.place}"


@dataclass(frozen=True, slots=True)
class Single(NamesUnit):
    """What one unit does without more: ``react`` with fire, ``withdraw`` from a combat that is announced, ``resolve``
    the combat it attacks in, ``reform``, ``stand`` against shock, or be the one that is ``eliminate``-d.
    """

    deed: Deed
    unit: str

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit}"


_AT_PLACE: dict[str, type[Place | Retreat | Advance | Rescue]] = {
    "place": Place, "retreat": Retreat, "advance": Advance, "rescue": Rescue}
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
        case ["first", seat] if seat in SEATS:
            return Go(seat)
        case ["order", contingent, order] if contingent in CONTINGENTS and order in ORDERS:
            return Order(contingent, order)
        case ["activate", contingent] if contingent in CONTINGENTS:
            return Activate(contingent)
        case [("place" | "retreat" | "advance" | "rescue") as deed, unit, place] if unit in SLOT:
            return _AT_PLACE[deed](unit, place)
        case ["move", unit, path] if unit in SLOT:
            return Move(unit, tuple(path.split("-")))
        case ["move", unit, path, "led"] if unit in SLOT:
            return Move(unit, tuple(path.split("-")), True)
        case ["face", unit, vertex] if unit in SLOT and vertex in VERTICES:
            return Face(unit, VERTICES.index(vertex))
        case ["fire", unit, target] if unit in SLOT and target in SLOT:
            return Fire(unit, target)
        case ["attack", unit, targets] if unit in SLOT and _known(targets):
            return Attack(unit, tuple(targets.split(",")))
        case ["again", units, targets] if _known(units) and _known(targets):
            return Again(tuple(units.split(",")), tuple(targets.split(",")))
        case [deed, unit] if deed in _SINGLE and unit in SLOT:
            return Single(_SINGLE[deed], unit)
    raise BadNotation(say("expected a word ({words}), 'roll N' or a deed with the units it names, such as 'move hi1 "
                          "1706', 'face hi1 e' or 'attack hc1 red-li1', not {text!r}", words=', '.join(WORDS),
                          text=text))


def _known(names: str) -> bool:
    return all(name in SLOT for name in names.split(","))
