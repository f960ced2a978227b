"""The state of a battle. Frozen values; a change makes a new state that shares the rest.

A seat is 0 for red and 1 for blue. A base is named by its id, e.g. ``red-pi1``, and its number (``slot``) is its
place in the roster. Lengths and angles are those of ``game.board.measuring``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args

from game.board.manoeuvre import PlacedBase
from game.board.measuring import Base, Box, Outline, box_of
from game.board.plane import Terrain
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, by_seat, by_slot
from game.core.message import Message, say
from game.core.pose import Pose
from game.rules.renaissance.engine.armies import ArmyList
from game.rules.renaissance.engine.ground import RenaissanceGround
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS, Element
from game.rules.renaissance.engine.words import MU, TYPE_NAMES, Edge, Kind

SEATS = ("red", "blue")
"""The names of the seats in records and positions."""
RED, BLUE = Seat(0), Seat(1)
SEAT_OF_NAME = {"red": RED, "blue": BLUE}
NOBODY = Slot(-1)
"""Stands for a base that there is not."""
SIDES = (say("Red"), say("Blue"))
"""The displayed names of the seats."""

Phase = Literal["muster", "aggression", "terrain", "modification", "edges", "camp", "deployment", "swap", "pips",
                "moves", "facing", "shooting", "combat", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
River = Literal["unrolled", "paltry", "normal"]


class RenaissanceBase(NamedTuple):
    """A base of an army, apart from its pose and what it has done."""

    id: UnitName
    """Side, type and number, e.g. ``red-pi1``."""
    seat: Seat
    kind: Kind
    """Its row of the tables, e.g. ``pi``."""
    number: int

    @property
    def name(self) -> Message:
        """The displayed name, e.g. ``Red pistols 1``."""
        return say("{side} {element} {number}", side=SIDES[self.seat], element=TYPE_NAMES[self.kind][0],
                   number=self.number)

    @property
    def element(self) -> Element:
        """Its row in the tables."""
        return ELEMENTS[self.kind]


class BaseState(NamedTuple):
    """A base's pose, and what it has done in this bound."""

    pose: Pose | None = None
    """None if not deployed, in its camp, or lost."""
    lost: bool = False
    moves_made: int = 0
    """Tactical moves made in this bound."""
    broke_off: bool = False
    """Whether it has broken off in this bound, so that it may not be contacted until the bound ends."""
    shot: bool = False
    """Whether it has shot, or aided, in this bound."""
    fought: bool = False
    """Whether it has fought in this bound."""
    plunder_bound: int = 0
    """The bound of its own side in which it plunders a camp and may not move; 0 for none."""


class Camp(NamedTuple):
    """A camp of 3 by 2 MU; its pose is the middle of the side that faces away from the base edge."""

    pose: Pose
    garrison: str = ""
    """Id of the base in it; empty for none."""
    sacked: bool = False

    @property
    def outline(self) -> Outline:
        """The corners of the camp."""
        return CAMP_SIZE.corners(self.pose)


CAMP_SIZE = Base(3 * MU, 2 * MU)
"""The size of a camp."""


@dataclass(frozen=True)
class RenaissanceState:
    """The whole state of a battle."""

    scenario: str
    options: tuple[str, ...]
    armies: tuple[ArmyList, ArmyList]
    """The army lists as they were when the battle began."""
    roster: tuple[RenaissanceBase, ...]
    """Red's bases, then blue's."""
    ground: RenaissanceGround = field(compare=False)
    units: tuple[BaseState, ...]
    """The states of the bases, in the order of the roster."""
    camps: tuple[Camp | None, Camp | None] = (None, None)
    phase: Phase = "pips"
    seat: Seat = RED
    """The phasing side; before the battle, the side to decide."""
    defender: Seat = BLUE
    """The side that lays the terrain and deploys first."""
    bound: int = 1
    """Bounds of both sides, counted from 1."""
    pips: int = 0
    """PIPs left."""
    pip_die: int = 0
    """The face of the PIP die; 0 if not rolled."""
    river: River = "unrolled"
    """The state of the river: not rolled for, without effect, or normal."""
    bounds_without_loss: int = 0
    """Bounds in a row without a loss, this one excluded; -1 if a base or camp was lost in this bound."""
    terrain_pieces: tuple[Terrain, ...] | None = None
    """The terrain laid in an open battle; None for a ready-made table."""
    edges_by_number: tuple[Edge, ...] = ()
    """The edges in the order of the numbers that the defender has given them; empty before."""
    pieces_to_modify: tuple[int, ...] = ()
    """Indices of the pieces of terrain for which the attacker has still to roll."""
    base_edges: tuple[Edge, Edge] = ("south", "north")
    """The base edge of each side."""
    contacts_made: tuple[tuple[str, str, int], ...] = ()
    """Contacts made by a front edge, in order, while they last, as (mover, enemy, number of the move)."""
    chosen_enemies: tuple[tuple[str, str], ...] = ()
    """Pairs (base, enemy) chosen by owners in this bound: one of several equally near targets, or the enemy to face."""
    army_options: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The options of its army list that each side has taken."""
    swapped_bases: tuple[str, ...] = ()
    """The bases that the defender has swapped, pair by pair."""
    stack: tuple[Any, ...] = ()
    """Pending decisions; the last is the next to decide."""
    ending: str = ""
    """The ending in the result, e.g. ``losses``; empty before the end."""
    last_bound: int | None = None
    """The bound that ends an example of play; None in a battle."""

    @property
    def side(self) -> str:
        """The name of the seat."""
        return SEATS[self.seat]

    @property
    def laid_pieces(self) -> tuple[Terrain, ...]:
        """The terrain laid in an open battle so far."""
        return self.terrain_pieces or ()

    @cached_property
    def slots(self) -> dict[str, Slot]:
        """Id -> number in the roster."""
        return {base.id: slot for slot, base in by_slot(self.roster)}

    @cached_property
    def placed_bases(self) -> tuple[PlacedBase | None, ...]:
        """Every base with its pose, in the order of the roster; None if not on the table."""
        return tuple(PlacedBase(base.element.base, unit.pose) if unit.pose is not None else None
                     for base, unit in zip(self.roster, self.units, strict=True))

    @cached_property
    def outlines(self) -> tuple[Outline | None, ...]:
        """The corners of every base, in the order of the roster; None if not on the table."""
        return tuple(base.corners if base is not None else None for base in self.placed_bases)

    @cached_property
    def boxes(self) -> tuple[Box | None, ...]:
        """The bounding box of every base, in the order of the roster; None if not on the table."""
        return tuple(box_of(outline) if outline is not None else None for outline in self.outlines)

    @cached_property
    def placed_boxes(self) -> tuple[tuple[Slot, int, int, int, int], ...]:
        """Every base on the table, with the left, right, top and bottom of its bounding box."""
        return tuple((slot, *box) for slot, box in by_slot(self.boxes) if box is not None)

    @cached_property
    def camp_outlines(self) -> tuple[Outline, ...]:
        """The corners of the camps that have been set down."""
        return tuple(camp.outline for camp in self.camps if camp is not None)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Cache of computed facts about this state."""
        return {}

    def bases_on_table(self, seat: Seat) -> tuple[Slot, ...]:
        """The bases of a side on the table, without those in camps."""
        return self._bases_on_table[seat]

    @cached_property
    def _bases_on_table(self) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
        red, blue = (tuple(slot for slot, unit in by_slot(self.units)
                           if unit.pose is not None and self.roster[slot].seat == seat) for seat in (RED, BLUE))
        return red, blue

    def placed_base(self, slot: Slot) -> PlacedBase:
        """A base on the table, with its pose."""
        base = self.placed_bases[slot]
        assert base is not None
        return base

    def place(self, slot: Slot) -> str | None:
        """The text of a base's pose; None if not on the table."""
        pose = self.units[slot].pose
        return pose.text if pose is not None else None

    def camp_of(self, slot: Slot) -> Camp | None:
        """The camp of which a base is the garrison; None for any other base."""
        camp = self.camps[self.roster[slot].seat]
        return camp if camp is not None and camp.garrison == self.roster[slot].id else None

    def outline(self, slot: Slot) -> Outline | None:
        """The corners of a base, or of its camp if it is the garrison; None if not on the table."""
        camp = self.camp_of(slot)
        return self.outlines[slot] if camp is None else camp.outline

    def id(self, slot: Slot) -> UnitName:
        """The id of a base."""
        return self.roster[slot].id

    def kind(self, slot: Slot) -> Kind:
        """The type of a base."""
        return self.roster[slot].kind

    def name(self, slot: Slot) -> Message:
        """The displayed name of a base."""
        return self.roster[slot].name

    def base_at(self, slot: Slot, pose: Pose) -> PlacedBase:
        """A base if it were at a pose."""
        return PlacedBase(self.roster[slot].element.base, pose)

    def move_arguments(self, slot: Slot, end: Pose) -> tuple[UnitName, Message, tuple[str, str]]:
        """Arguments for an event of a base that moves to a pose: id, name, and the texts of its old and new pose."""
        return self.roster[slot].id, self.roster[slot].name, (self.placed_base(slot).pose.text, end.text)

    def element(self, slot: Slot) -> Element:
        """The row of a base in the tables."""
        return self.roster[slot].element

    def with_base(self, slot: Slot, **changes: Any) -> RenaissanceState:
        """The state with a base changed."""
        return self.with_bases({slot: changes})

    def with_bases(self, changes: dict[Slot, dict[str, Any]]) -> RenaissanceState:
        """The state with several bases changed."""
        units = list(self.units)
        for slot, change in changes.items():
            units[slot] = units[slot]._replace(**change)
        after = replace(self, units=tuple(units))
        if "boxes" in vars(self):  # reuse the cached geometry of all bases that have not moved
            bases, outlines, boxes = list(self.placed_bases), list(self.outlines), list(self.boxes)
            for slot in changes:
                if units[slot].pose != self.units[slot].pose:
                    bases[slot], outlines[slot], boxes[slot] = _geometry(self.roster[slot], units[slot])
            vars(after).update(placed_bases=tuple(bases), outlines=tuple(outlines), boxes=tuple(boxes))
        return after

    def with_contacts(self, pairs: Iterable[tuple[int, int]]) -> RenaissanceState:
        """The state with new front contacts, all made in one move.

        :param pairs: mover and enemy of each contact.
        """
        number = 1 + max((n for *_, n in self.contacts_made), default=0)
        new = ((self.roster[mover].id, self.roster[enemy].id, number) for mover, enemy in pairs)
        return replace(self, contacts_made=(*self.contacts_made, *new))

    def camp(self, seat: Seat) -> Camp:
        """The camp of a side, which must have been set down."""
        camp = self.camps[seat]
        assert camp is not None
        return camp

    def with_camp(self, seat: Seat, **changes: Any) -> RenaissanceState:
        """The state with the camp of a side changed."""
        return self.with_new_camp(seat, self.camp(seat)._replace(**changes))

    def with_new_camp(self, seat: Seat, camp: Camp) -> RenaissanceState:
        """The state with a camp for a side."""
        return replace(self, camps=(self.camps[0], camp) if seat else (camp, self.camps[1]))

    def pushed(self, *decisions: Any) -> RenaissanceState:
        """The state with decisions on the stack; the last is decided first."""
        return replace(self, stack=(*self.stack, *decisions))

    def popped(self) -> RenaissanceState:
        """The state without the pending decision."""
        return replace(self, stack=self.stack[:-1])

    def losses(self, seat: Seat) -> int:
        """Number of elements that a side has lost, camp followers excepted; a sacked camp counts as two (14.11)."""
        camp = self.camps[seat]
        lost = sum(unit.lost and base.seat == seat and base.kind != "cf"
                   for base, unit in zip(self.roster, self.units, strict=True))
        return lost + (2 if camp is not None and camp.sacked else 0)

    def general(self, seat: Seat) -> Slot:
        """The slot of a side's general."""
        return next(slot for slot, base in by_slot(self.roster) if base.seat == seat and base.kind in GENERALS)


def _geometry(base: RenaissanceBase, unit: BaseState) -> tuple[PlacedBase | None, Outline | None, Box | None]:
    """A base with its pose, its corners and its bounding box; all None if not on the table."""
    if unit.pose is None:
        return None, None, None
    placed = PlacedBase(base.element.base, unit.pose)
    return placed, placed.corners, box_of(placed.corners)


def roster_of(armies: Iterable[Iterable[Kind]]) -> tuple[RenaissanceBase, ...]:
    """The bases of two armies, with their ids.

    :param armies: the elements of red's bases, then those of blue's.
    """
    bases: list[RenaissanceBase] = []
    for seat, army in by_seat(armies):
        numbers: dict[str, int] = {}
        for kind in army:
            numbers[kind] = numbers.get(kind, 0) + 1
            name = UnitName(f"{SEATS[seat]}-{'gn' if kind in GENERALS else kind}{numbers[kind]}")
            bases.append(RenaissanceBase(name, seat, kind, numbers[kind]))
    return tuple(bases)
