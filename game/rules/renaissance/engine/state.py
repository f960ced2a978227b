"""The state of a battle. Frozen values; a change makes a new state that shares the rest.

A seat is 0 for red and 1 for blue. A base is named by its id, e.g. ``red-pi1``, and its number (``slot``) is its
place in the roster. Lengths and angles are those of ``game.board.measuring``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

from game.board.manoeuvre import Standing
from game.board.measuring import Base, Box, Outline, box_of
from game.board.plane import Terrain
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, by_seat, by_slot
from game.core.message import Message, say
from game.core.pose import Pose
from game.rules.renaissance.engine.armies import ArmyList
from game.rules.renaissance.engine.ground import RenaissanceGround
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS, Element
from game.rules.renaissance.engine.words import MU, NAMES, Edge, Kind

SEATS = ("red", "blue")
RED, BLUE = Seat(0), Seat(1)
SEAT = {"red": RED, "blue": BLUE}
NOBODY = Slot(-1)
SIDES = (say("Red"), say("Blue"))

Phase = Literal["muster", "aggression", "terrain", "modification", "edges", "camp", "deployment", "swap", "pips",
                "moves", "facing", "shooting", "combat", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
River = Literal["unrolled", "paltry", "normal"]


class RosterPiece(NamedTuple):
    """A base of an army as it was listed."""

    id: UnitName
    """Side, type and number, e.g. ``red-pi1``."""
    seat: Seat
    kind: Kind
    """Its row of the tables, e.g. ``pi``."""
    number: int

    @property
    def name(self) -> Message:
        """What people call it, e.g. ``Red pistols 1``."""
        return say("{side} {element} {number}", side=SIDES[self.seat], element=NAMES[self.kind][0], number=self.number)

    @property
    def element(self) -> Element:
        """What the tables say of it."""
        return ELEMENTS[self.kind]


class RenaissanceUnit(NamedTuple):
    """A base: its pose, and what it has done in this bound."""

    pose: Pose | None = None
    """None: not deployed, in its camp, or lost."""
    lost: bool = False
    moved: int = 0
    """Tactical moves made in this bound."""
    broke_off: bool = False
    """Whether it broke off in this bound: it may not be contacted again until the bound ends."""
    shot: bool = False
    """Whether it has shot, or aided, in this bound."""
    fought: bool = False
    """Whether it has fought in this bound."""
    plunders: int = 0
    """The bound of its own side in which it plunders a camp and may not move; 0: none."""


class Camp(NamedTuple):
    """A camp, 3 by 2 MU, whose pose is the middle of its side that looks away from the base edge."""

    pose: Pose
    garrison: str = ""
    """The id of the base in it; empty: none."""
    sacked: bool = False

    @property
    def outline(self) -> Outline:
        """Its corners."""
        return CAMP.corners(self.pose)


CAMP = Base(3 * MU, 2 * MU)
"""The size of a camp."""


@dataclass(frozen=True)
class RenaissanceState:
    """Everything there is to know."""

    scenario: str
    options: tuple[str, ...]
    armies: tuple[ArmyList, ArmyList]
    """The lists as they were when the battle began."""
    roster: tuple[RosterPiece, ...]
    """Red's bases, then blue's."""
    ground: RenaissanceGround = field(compare=False)
    units: tuple[RenaissanceUnit, ...]
    """In the order of the roster."""
    camps: tuple[Camp | None, Camp | None] = (None, None)
    phase: Phase = "pips"
    seat: Seat = RED
    """The side whose bound it is; before the battle, the side to decide."""
    defender: Seat = BLUE
    bound: int = 1
    """Bounds of both sides, counted from 1."""
    pips: int = 0
    """PIPs left."""
    rolled: int = 0
    """The face of the PIP die; 0: not rolled."""
    river: River = "unrolled"
    quiet: int = 0
    """Bounds in a row without a loss, before this one; -1: something was lost in this bound."""
    pieces: tuple[Terrain, ...] | None = None
    """The terrain laid in an open battle; None: that of the ready-made table."""
    numbered: tuple[Edge, ...] = ()
    """The edges as the defender has numbered them."""
    shifting: tuple[int, ...] = ()
    """Pieces of terrain, from 0, for which the attacker is still to roll."""
    edges: tuple[Edge, Edge] = ("south", "north")
    """The base edge of each side."""
    contacted: tuple[tuple[str, str, int], ...] = ()
    """Contacts by a front edge, in order, as long as they last: mover, enemy, number of the move."""
    aims: tuple[tuple[str, str], ...] = ()
    """The enemy that an owner has chosen for a base in this bound: among equally near targets, or to turn to."""
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The options of its army list that each side has taken."""
    swapped: tuple[str, ...] = ()
    """The bases that the defender has let change places, pair by pair."""
    stack: tuple[Any, ...] = ()
    """Pending decisions; the last is the next to decide."""
    ending: str = ""
    last: int | None = None
    """The bound with whose end an example of play is over; None in a battle."""

    @property
    def side(self) -> str:
        """The seat's name."""
        return SEATS[self.seat]

    @property
    def laid(self) -> tuple[Terrain, ...]:
        """The terrain laid in an open battle so far."""
        return self.pieces or ()

    @cached_property
    def slots(self) -> dict[str, Slot]:
        """Id -> number in the roster."""
        return {piece.id: slot for slot, piece in by_slot(self.roster)}

    @cached_property
    def standings(self) -> tuple[Standing | None, ...]:
        """Every base with its pose, in the order of the roster; None: not on the table."""
        return tuple(Standing(piece.element.base, unit.pose) if unit.pose is not None else None
                     for piece, unit in zip(self.roster, self.units, strict=True))

    @cached_property
    def outlines(self) -> tuple[Outline | None, ...]:
        """The corners of every base, in the order of the roster."""
        return tuple(one.corners if one is not None else None for one in self.standings)

    @cached_property
    def boxes(self) -> tuple[Box | None, ...]:
        """The box around every base, in the order of the roster."""
        return tuple(box_of(outline) if outline is not None else None for outline in self.outlines)

    @cached_property
    def placed(self) -> tuple[tuple[Slot, int, int, int, int], ...]:
        """Every base on the table, with the left, right, top and bottom of the box around it."""
        return tuple((slot, *box) for slot, box in by_slot(self.boxes) if box is not None)

    @cached_property
    def camp_outlines(self) -> tuple[Outline, ...]:
        """The corners of the camps that have been set down."""
        return tuple(camp.outline for camp in self.camps if camp is not None)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Answers about this state that are asked for often, by question."""
        return {}

    def there(self, seat: Seat) -> tuple[Slot, ...]:
        """The bases of a side on the table, without those in camps."""
        return self._there[seat]

    @cached_property
    def _there(self) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
        red, blue = (tuple(slot for slot, unit in by_slot(self.units)
                           if unit.pose is not None and self.roster[slot].seat == seat) for seat in (RED, BLUE))
        return red, blue

    def standing(self, slot: Slot) -> Standing:
        """A base on the table, with its pose."""
        found = self.standings[slot]
        assert found is not None
        return found

    def place(self, slot: Slot) -> str | None:
        """The text of a base's pose; None: not on the table."""
        pose = self.units[slot].pose
        return pose.text if pose is not None else None

    def camp_of(self, slot: Slot) -> Camp | None:
        """The camp whose garrison a base is; None: it is no garrison."""
        camp = self.camps[self.roster[slot].seat]
        return camp if camp is not None and camp.garrison == self.roster[slot].id else None

    def outline(self, slot: Slot) -> Outline | None:
        """The corners of a base, or of the camp that it holds; None: not on the table."""
        camp = self.camp_of(slot)
        return self.outlines[slot] if camp is None else camp.outline

    def id(self, slot: Slot) -> UnitName:
        """The id of a base."""
        return self.roster[slot].id

    def kind(self, slot: Slot) -> Kind:
        """The type of a base."""
        return self.roster[slot].kind

    def name(self, slot: Slot) -> Message:
        """What people call a base."""
        return self.roster[slot].name

    def at(self, slot: Slot, pose: Pose) -> Standing:
        """A base at a pose, wherever it is."""
        return Standing(self.roster[slot].element.base, pose)

    def way(self, slot: Slot, end: Pose) -> tuple[UnitName, Message, tuple[str, str]]:
        """Of a base that goes to a pose: its id, its name, the places where it was and will be."""
        return self.roster[slot].id, self.roster[slot].name, (self.standing(slot).pose.text, end.text)

    def element(self, slot: Slot) -> Element:
        """What the tables say of a base."""
        return self.roster[slot].element

    def put(self, slot: Slot, **changes: Any) -> RenaissanceState:
        """The state with a base changed."""
        return self.put_all({slot: changes})

    def put_all(self, changes: dict[Slot, dict[str, Any]]) -> RenaissanceState:
        """The state with several bases changed."""
        units = list(self.units)
        for slot, change in changes.items():
            units[slot] = units[slot]._replace(**change)
        after = replace(self, units=tuple(units))
        if "boxes" in vars(self):  # where bases lie is known here, and there but for those that have gone elsewhere
            standings, outlines, boxes = list(self.standings), list(self.outlines), list(self.boxes)
            for slot in changes:
                if units[slot].pose != self.units[slot].pose:
                    standings[slot], outlines[slot], boxes[slot] = _lying(self.roster[slot], units[slot])
            vars(after).update(standings=tuple(standings), outlines=tuple(outlines), boxes=tuple(boxes))
        return after

    def with_contacts(self, pairs: Iterable[tuple[int, int]]) -> RenaissanceState:
        """The state in which some bases have come to touch enemies with their fronts, all in one move."""
        number = 1 + max((n for *_, n in self.contacted), default=0)
        new = ((self.roster[mover].id, self.roster[enemy].id, number) for mover, enemy in pairs)
        return replace(self, contacted=(*self.contacted, *new))

    def camp(self, seat: Seat) -> Camp:
        """The camp of a side, which has been set down."""
        found = self.camps[seat]
        assert found is not None
        return found

    def with_camp(self, seat: Seat, **changes: Any) -> RenaissanceState:
        """The state with the camp of a side changed."""
        return self.put_camp(seat, self.camp(seat)._replace(**changes))

    def put_camp(self, seat: Seat, camp: Camp) -> RenaissanceState:
        """The state with a camp for a side."""
        return replace(self, camps=(self.camps[0], camp) if seat else (camp, self.camps[1]))

    def pushed(self, *decisions: Any) -> RenaissanceState:
        """The state with decisions on the stack; the last is decided first."""
        return replace(self, stack=(*self.stack, *decisions))

    def popped(self) -> RenaissanceState:
        """The state without the decision that is pending."""
        return replace(self, stack=self.stack[:-1])

    def losses(self, seat: Seat) -> int:
        """Elements that a side has lost, camp followers left out; a sacked camp counts as two (14.11)."""
        camp = self.camps[seat]
        lost = sum(unit.lost and piece.seat == seat and piece.kind != "cf"
                   for piece, unit in zip(self.roster, self.units, strict=True))
        return lost + (2 if camp is not None and camp.sacked else 0)

    def general(self, seat: Seat) -> Slot:
        """The slot of a side's general."""
        return next(slot for slot, piece in by_slot(self.roster) if piece.seat == seat and piece.kind in GENERALS)


def _lying(piece: RosterPiece, unit: RenaissanceUnit) -> tuple[Standing | None, Outline | None, Box | None]:
    """A base with its pose, its corners, the box around them; None: not on the table."""
    if unit.pose is None:
        return None, None, None
    standing = Standing(piece.element.base, unit.pose)
    return standing, standing.corners, box_of(standing.corners)


def roster_of(armies: Iterable[Iterable[Kind]]) -> tuple[RosterPiece, ...]:
    """The bases of two armies, with their ids.

    :param armies: the elements of red's bases, then those of blue's.
    """
    found: list[RosterPiece] = []
    for seat, army in by_seat(armies):
        numbers: dict[str, int] = {}
        for kind in army:
            numbers[kind] = numbers.get(kind, 0) + 1
            told = "gn" if kind in GENERALS else kind
            found.append(RosterPiece(UnitName(f"{SEATS[seat]}-{told}{numbers[kind]}"), seat, kind, numbers[kind]))
    return tuple(found)
