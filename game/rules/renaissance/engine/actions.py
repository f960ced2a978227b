"""The actions of a battle and their notation. A unit is named by its id, a pose by its text."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple, cast, get_args

from game.core.field_types import Between, UnitName
from game.core.notation import DeclaredAction, Notation
from game.core.pose import Pose, Spot
from game.rules.renaissance.engine.words import Edge

MAX_POINTS = 24
"""The most points of a river or road; chosen, more than a drawn course needs."""
MAX_LENGTH = 99_999
"""The greatest length in an action, in units of distance; chosen, more than the side of any table."""
Length = Annotated[int, Between(1, MAX_LENGTH)]
"""A length in units of distance: thousandths of a base width."""
StepKind = Literal["ahead", "back", "left", "right", "shift-left", "shift-right"]


class Step(NamedTuple):
    """A part of a group's move: straight ahead or back, a wheel on the left or right front corner, or a shift
    sideways."""

    kind: StepKind
    amount: int
    """Units of distance, or sixtieths of a degree for a wheel."""

    @property
    def text(self) -> str:
        """The step in notation, e.g. ``ahead:1500``."""
        return f"{self.kind}:{self.amount}"


def read_step(text: str) -> Step | None:
    """The step written in a text; None if the text is not a step."""
    match = re.fullmatch(rf"({'|'.join(get_args(StepKind))}):([1-9]\d{{0,4}})", text, re.ASCII)
    return Step(cast(StepKind, match[1]), int(match[2])) if match is not None else None


class RenaissanceMove(DeclaredAction, example="move red-pi1 6200,9000,0>6200,7000,600"):
    """Move a base by one to three legs, each straight to a pose."""

    unit: UnitName
    legs: tuple[Pose, ...]
    against: UnitName | None = None
    """The enemy that the move contacts or whose zone of control it answers; None for neither."""


class March(DeclaredAction, example="march red-pk1,red-pk2 left:900>ahead:1000"):
    """Move a group as one: straight, by wheels on a front corner, or sideways to line up."""

    group: tuple[UnitName, ...]
    steps: tuple[Step, ...]
    against: UnitName | None = None
    """The enemy that the move contacts or whose zone of control it answers; None for neither."""


class MoveColumn(DeclaredAction, example="column red-pk2,red-pk1 6200,7000,0"):
    """Form or move a column: the leader, named first, moves by legs; the others follow in order."""

    group: tuple[UnitName, ...]
    legs: tuple[Pose, ...]
    against: UnitName | None = None
    """The enemy that the move contacts or whose zone of control it answers; None for neither."""


class BreakOff(DeclaredAction, example="break-off red-lh1"):
    """Break off with a base from the enemy to its front, straight back."""

    unit: UnitName


class EnterCamp(DeclaredAction, example="enter red-sh1"):
    """Move a foot base into its own camp by a single move."""

    unit: UnitName


class LeaveCamp(DeclaredAction, example="leave red-sh1 6200,9000,0"):
    """Move a garrison out of its camp to an adjacent pose: by a single move, or when driven out."""

    unit: UnitName
    pose: Pose


class RenaissanceEnd(DeclaredAction, example="end"):
    """End the phase."""


END = RenaissanceEnd()


class Face(DeclaredAction, example="face blue-pk1 red-cv2"):
    """Turn a base, touched only on flank or rear, to face one of the enemies that touched it in the same move."""

    unit: UnitName
    enemy: UnitName


class Shoot(DeclaredAction, example="shoot blue-pk1"):
    """Name the next target, of either side; chosen by the phasing side."""

    target: UnitName


class Aim(DeclaredAction, example="aim red-ca1 blue-pk1"):
    """Choose between equally near targets of a shooter; chosen by its owner."""

    unit: UnitName
    target: UnitName


class Lead(DeclaredAction, example="lead red-sh2"):
    """Name the base that leads, among equal shooters or several attackers of a camp; chosen by their owner."""

    unit: UnitName


class Fight(DeclaredAction, example="fight red-pk1 blue-pi2"):
    """Name the next close combat by a base of the phasing side in it, and its enemy."""

    unit: UnitName
    enemy: UnitName


class Flee(DeclaredAction, example="flee red-cv1 6200,9000,10800"):
    """Choose between two equally good directions in which a fleeing base may swerve; chosen by its owner."""

    unit: UnitName
    pose: Pose
    """The pose in which the flight ends; if the base leaves the table, that from which it flees."""


class ChooseOption(DeclaredAction, example="choose dragoons"):
    """Take an option of the army list, or give it back."""

    option: str


class SetCamp(DeclaredAction, example="camp red-camp 9000,17000,0"):
    """Set down a side's camp."""

    unit: UnitName
    pose: Pose


class TakeFollowers(DeclaredAction, example="followers yes"):
    """Put followers into the camp, or leave it empty."""

    answer: Literal["yes", "no"]


class RenaissancePlace(DeclaredAction, example="place red-pi1 6200,13200,0"):
    """Deploy a base, or move it within the zone."""

    unit: UnitName
    pose: Pose


class Swap(DeclaredAction, example="swap red-pi1 red-cv1"):
    """Swap two bases of the defender."""

    unit: UnitName
    other: UnitName


class Size(NamedTuple):
    """Length and width of a piece of terrain, in units."""

    length: int
    width: int

    @property
    def text(self) -> str:
        """The size in notation, e.g. ``3000x2000``."""
        return f"{self.length}x{self.width}"


class RenaissanceCourse(NamedTuple):
    """The points of a river or road, in order, from one end to the other."""

    points: tuple[Spot, ...]

    @property
    def text(self) -> str:
        """The course in notation, e.g. ``0,5000/9000,8000/18000,7000``."""
        return "/".join(f"{x},{y}" for x, y in self.points)


def read_size(text: str) -> Size | None:
    """The size written in a text; None if the text is not a size."""
    match = re.fullmatch(r"([1-9]\d{0,5})x([1-9]\d{0,5})", text, re.ASCII)
    return Size(int(match[1]), int(match[2])) if match is not None else None


def read_course(text: str) -> RenaissanceCourse | None:
    """The course written in a text; None if the text is not a course."""
    matches = [re.fullmatch(r"(\d{1,6}),(\d{1,6})", part, re.ASCII) for part in text.split("/")]
    spots = tuple((int(match[1]), int(match[2])) for match in matches if match is not None)
    return RenaissanceCourse(spots) if len(matches) == len(spots) > 1 and len(spots) <= MAX_POINTS else None


class TakeTable(DeclaredAction, example="table forest 3"):
    """Take a ready-made table as the defender."""

    name: str
    orientation: Annotated[int, Between(0, 7)]
    """0 as drawn, 1 to 3 turned clockwise by so many quarters; 4 to 7 mirrored from left to right first, then turned by
    0 to 3 quarters."""


class LayArea(DeclaredAction, example="lay woods 6000,7000,600 3000x2000"):
    """Lay a piece of area terrain as the defender: middle and axis of an oval, its length and width."""

    kind: str
    pose: Pose
    size: Size


class LayLine(DeclaredAction, example="draw river 600 0,5000/9000,8000/18000,7000"):
    """Lay a river or a road from edge to edge as the defender."""

    kind: Literal["river", "road"]
    width: Length
    course: RenaissanceCourse


class LayWaterway(DeclaredAction, example="shore north 2000"):
    """Lay the waterway along an edge as the defender."""

    edge: Edge
    depth: Length


class Adjust(DeclaredAction, example="adjust 2 6000,7000,600"):
    """Move a piece of terrain (numbered from 1) as the defender: the middle of its bounding box goes to a point, and
    the piece is turned clockwise by an angle. A river or road keeps its ends on the edges; a waterway goes to the
    nearest edge."""

    piece: int
    pose: Pose


class Resize(DeclaredAction, example="resize 2 3000 2000"):
    """Change length and width of a piece of terrain as the defender; a river, road or waterway has length 0."""

    piece: int
    length: Annotated[int, Between(0, MAX_LENGTH)]
    width: Length


class RemovePiece(DeclaredAction, example="lift 2"):
    """Remove a piece of terrain (numbered from 1) as the defender."""

    piece: int


class Shift(DeclaredAction, example="shift 2 90"):
    """Shift a piece of terrain 4 MU as the attacker; the direction is in degrees clockwise from north."""

    piece: int
    towards: Annotated[int, Between(0, 359)]


class Rotate(DeclaredAction, example="rotate 2 left"):
    """Turn a piece of terrain by 45 degrees as the attacker."""

    piece: int
    side: Literal["left", "right"]


class LayAtCentre(DeclaredAction, example="centre woods 2000x2000"):
    """Lay a new piece of bad going at the centre as the attacker."""

    kind: str
    size: Size


class MoveToCentre(DeclaredAction, example="bring 2"):
    """Move a piece of bad going on the table to the centre as the attacker."""

    piece: int


PieceAddition = LayArea | LayLine | LayWaterway | LayAtCentre
"""Actions that add a piece of terrain."""
PieceChange = Adjust | Resize | Shift | Rotate | MoveToCentre
"""Actions that move, turn or resize a piece of terrain."""


class NumberEdges(DeclaredAction, example="number north east south west"):
    """Number the edges 1 to 4 as the defender."""

    first: Edge
    second: Edge
    third: Edge
    fourth: Edge


class ChooseEdge(DeclaredAction, example="edge north"):
    """Choose the attacker's base edge."""

    edge: Edge


NOTATION = Notation(
    (TakeTable, LayArea, LayLine, LayWaterway, Adjust, Resize, RemovePiece, Shift, Rotate, LayAtCentre, MoveToCentre,
     NumberEdges, ChooseEdge, RenaissanceMove, March, MoveColumn, BreakOff, EnterCamp, LeaveCamp, RenaissanceEnd, Face,
     Shoot, Aim, Lead, Fight, Flee, ChooseOption, SetCamp, TakeFollowers, RenaissancePlace, Swap),
    {Step: read_step, Size: read_size, RenaissanceCourse: read_course})
