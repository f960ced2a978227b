"""The actions of a battle and their notation. A unit is named by its id, a pose by its text."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple, cast, get_args

from game.core.field_types import Between, UnitName
from game.core.notation import Deed, Notation
from game.core.pose import Pose, Spot
from game.rules.renaissance.engine.words import Edge

MOST_POINTS = 24
"""Points of a river or road."""
StepKind = Literal["ahead", "back", "left", "right", "shift-left", "shift-right"]


class Step(NamedTuple):
    """A part of a group's way: straight ahead or back, a wheel on its left or right front corner, a shift sideways."""

    kind: StepKind
    amount: int
    """Units ahead, or sixtieths of a degree."""

    @property
    def text(self) -> str:
        """E.g. ``ahead:1500``."""
        return f"{self.kind}:{self.amount}"


def read_step(text: str) -> Step | None:
    """The step of a text; None if the text is not a step."""
    found = re.fullmatch(rf"({'|'.join(get_args(StepKind))}):([1-9]\d{{0,4}})", text, re.ASCII)
    return Step(cast(StepKind, found[1]), int(found[2])) if found is not None else None


class RenaissanceMove(Deed, example="move red-pi1 6200,9000,0>6200,7000,600"):
    """A base moves by one to three legs, each straight to a pose; ``against`` is the enemy whose zone is answered."""

    unit: UnitName
    legs: tuple[Pose, ...]
    against: UnitName | None = None


class March(Deed, example="march red-pk1,red-pk2 left:900>ahead:1000"):
    """A group moves as one: straight, by wheels on a front corner, or sideways to line up."""

    group: tuple[UnitName, ...]
    steps: tuple[Step, ...]
    against: UnitName | None = None


class Column(Deed, example="column red-pk2,red-pk1 6200,7000,0"):
    """A group forms a column, or moves in one: the leader, named first, by legs; the others follow in their order."""

    group: tuple[UnitName, ...]
    legs: tuple[Pose, ...]
    against: UnitName | None = None


class BreakOff(Deed, example="break-off red-lh1"):
    """A base breaks off from the enemy to its front, straight back."""

    unit: UnitName


class EnterCamp(Deed, example="enter red-sh1"):
    """A foot base enters its own camp by a single move."""

    unit: UnitName


class LeaveCamp(Deed, example="leave red-sh1 6200,9000,0"):
    """A garrison leaves its camp: by a single move, or driven out of it; to a pose beside the camp."""

    unit: UnitName
    pose: Pose


class RenaissanceEnd(Deed, example="end"):
    """End the phase."""


END = RenaissanceEnd()


class Face(Deed, example="face blue-pk1 red-cv2"):
    """A base touched only on flank or rear turns to face one of the enemies that touched it in the same move."""

    unit: UnitName
    enemy: UnitName


class Shoot(Deed, example="shoot blue-pk1"):
    """The player whose bound it is names the next target, of either side."""

    target: UnitName


class Aim(Deed, example="aim red-ca1 blue-pk1"):
    """The owner of a shooter chooses between equally near targets."""

    unit: UnitName
    target: UnitName


class Lead(Deed, example="lead red-sh2"):
    """The owner of equal shooters names the one that leads."""

    unit: UnitName


class Fight(Deed, example="fight red-pk1 blue-pi2"):
    """The player whose bound it is names the next close combat, by one of his bases in it."""

    unit: UnitName
    enemy: UnitName


class Flee(Deed, example="flee red-cv1 6200,9000,10800"):
    """The owner of a base that flees chooses between two equally good ways to swerve."""

    unit: UnitName
    pose: Pose


class Choose(Deed, example="choose dragoons"):
    """A side takes an option of its army list, or gives it back."""

    option: str


class SetCamp(Deed, example="camp red-camp 9000,17000,0"):
    """A side sets its camp down."""

    unit: UnitName
    pose: Pose


class Followers(Deed, example="followers yes"):
    """A side puts followers into its camp, or leaves it empty."""

    answer: Literal["yes", "no"]


class RenaissancePlace(Deed, example="place red-pi1 6200,13200,0"):
    """A base is deployed, or put elsewhere in the zone."""

    unit: UnitName
    pose: Pose


class Swap(Deed, example="swap red-pi1 red-cv1"):
    """The defender lets two bases change places."""

    unit: UnitName
    other: UnitName


class Size(NamedTuple):
    """Length and width of a piece of terrain."""

    length: int
    width: int

    @property
    def text(self) -> str:
        """E.g. ``3000x2000``."""
        return f"{self.length}x{self.width}"


class RenaissanceCourse(NamedTuple):
    """The points of a river or road, in order."""

    points: tuple[Spot, ...]

    @property
    def text(self) -> str:
        """E.g. ``0,5000/9000,8000/18000,7000``."""
        return "/".join(f"{x},{y}" for x, y in self.points)


def read_size(text: str) -> Size | None:
    """The size of a text; None if the text is not a size."""
    found = re.fullmatch(r"([1-9]\d{0,5})x([1-9]\d{0,5})", text, re.ASCII)
    return Size(int(found[1]), int(found[2])) if found is not None else None


def read_course(text: str) -> RenaissanceCourse | None:
    """The course of a text; None if the text is not a course."""
    points = [re.fullmatch(r"(\d{1,6}),(\d{1,6})", part, re.ASCII) for part in text.split("/")]
    spots = tuple((int(found[1]), int(found[2])) for found in points if found is not None)
    return RenaissanceCourse(spots) if len(points) == len(spots) > 1 and len(spots) <= MOST_POINTS else None


class Table(Deed, example="table forest 3"):
    """The defender takes a ready-made table, mirrored or turned: 0 as it is, 1 to 3 by quarters, 4 to 7 mirrored."""

    name: str
    way: Annotated[int, Between(0, 7)]


class Lay(Deed, example="lay woods 6000,7000,600 3000x2000"):
    """The defender lays a piece of area terrain: the middle and axis of an oval, its length and width."""

    kind: str
    pose: Pose
    size: Size


class Draw(Deed, example="draw river 600 0,5000/9000,8000/18000,7000"):
    """The defender lays a river or a road from edge to edge; the number is its width."""

    kind: Literal["river", "road"]
    width: int
    course: RenaissanceCourse


class Shore(Deed, example="shore north 2000"):
    """The defender lays the waterway along an edge; the number is its depth."""

    edge: Edge
    depth: int


class Adjust(Deed, example="adjust 2 6000,7000,600"):
    """The defender moves a piece of terrain, by its number from 1: the middle of the box around it goes to a spot, and
    it is turned clockwise by an angle. A river or road keeps its ends on the edges, a waterway goes to the nearest."""

    piece: int
    pose: Pose


class Resize(Deed, example="resize 2 3000 2000"):
    """The defender gives a piece of terrain another length and width; a river, road or waterway has length 0."""

    piece: int
    length: Annotated[int, Between(0, 99_999)]
    width: Annotated[int, Between(1, 99_999)]


class Lift(Deed, example="lift 2"):
    """The defender takes a piece of terrain away again, by its number from 1."""

    piece: int


class Shift(Deed, example="shift 2 90"):
    """The attacker shifts a piece of terrain 4 MU in a direction, in degrees clockwise from north."""

    piece: int
    towards: Annotated[int, Between(0, 359)]


class Rotate(Deed, example="rotate 2 left"):
    """The attacker turns a piece of terrain by 45 degrees."""

    piece: int
    side: Literal["left", "right"]


class Centre(Deed, example="centre woods 2000x2000"):
    """The attacker brings bad going to the centre: a piece from the table, or a new one of a kind."""

    kind: str
    size: Size


class MoveToCentre(Deed, example="bring 2"):
    """The attacker brings a piece of bad going from the table to the centre."""

    piece: int


LaysPiece = Lay | Draw | Shore | Centre
"""Actions that bring a new piece of terrain."""
ChangesPiece = Adjust | Resize | Shift | Rotate | MoveToCentre
"""Actions that move, turn or size a piece that has been laid."""


class NumberEdges(Deed, example="number north east south west"):
    """The defender numbers the edges 1 to 4."""

    first: Edge
    second: Edge
    third: Edge
    fourth: Edge


class ChooseEdge(Deed, example="edge north"):
    """The attacker chooses his base edge."""

    edge: Edge


NOTATION = Notation(
    (Table, Lay, Draw, Shore, Adjust, Resize, Lift, Shift, Rotate, Centre, MoveToCentre, NumberEdges, ChooseEdge,
     RenaissanceMove, March, Column, BreakOff, EnterCamp, LeaveCamp, RenaissanceEnd, Face, Shoot, Aim, Lead, Fight,
     Flee, Choose, SetCamp, Followers, RenaissancePlace, Swap),
    {Step: read_step, Size: read_size, RenaissanceCourse: read_course})
