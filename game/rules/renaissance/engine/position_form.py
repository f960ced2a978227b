"""Fields of the position editor for Renaissance: bases, camps, PIPs, edges, terrain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.board.measuring import Outline
from game.board.plane import Terrain
from game.core.message import Message, Text, say
from game.core.pose import DEGREE, Pose, Spot, read_pose
from game.core.position_fields import (
    ChoiceField,
    FieldGroup,
    NumberField,
    PositionField,
    SwitchField,
    with_value,
)
from game.core.position_form import OffMapPlace, PoseForm
from game.rules.renaissance.engine import bound, edges
from game.rules.renaissance.engine.actions import LayArea, Size
from game.rules.renaissance.engine.state import BLUE, RED, SEATS, SIDES, RenaissanceState
from game.rules.renaissance.engine.terrain_shapes import (
    LINE_KINDS,
    adjusted,
    box_middle,
    nearest_on_table,
    piece_of,
    resized,
    size_of_piece,
)
from game.rules.renaissance.engine.words import MU, TERRAIN_NAMES, Edge

NEW_PIECE_SIZE = Size(6 * MU, 4 * MU)
"""Size of a newly laid piece. Chosen by hand."""
NEW_LINE_WIDTHS: Mapping[str, int] = {"river": MU, "road": MU // 2}
"""Width of a newly laid line. Chosen by hand."""
NEW_WATERWAY_DEPTH = 4 * MU
"""Depth of a newly laid waterway. Chosen by hand."""
SIZE_STEP = MU // 2
"""Units of the board by which one step makes a piece larger or smaller (for a line a quarter of it). Chosen by hand."""
MIN_PIECE_SIZE = MU // 4
"""The smallest size of a piece, in units of the board. Chosen by hand."""
TURN_STEP = 15 * DEGREE
"""Angle of one turning step. Chosen by hand."""


class TerrainEditor:
    """The terrain tools of the position editor, for an open battle. Pieces have shapes that the rules allow; ends of
    lines stay on the table's edges."""

    kinds: tuple[tuple[str, Message], ...] = tuple(TERRAIN_NAMES.items())
    """Every kind of terrain that can be laid, with its displayed name."""

    def why_none(self, position: Mapping[str, Any]) -> Text:
        """Why no terrain can be laid; empty if it can."""
        return say("The table of this battle is ready-made; choose the quick battle for terrain of your own"
                   ) if position.get("terrain") is None else ""

    def outlines(self, position: Mapping[str, Any]) -> Sequence[tuple[Message, Outline, int]]:
        """For each piece: title, outline or course, and the width of a course."""
        return [(TERRAIN_NAMES[piece.kind], piece.points, piece.width) for piece in _pieces(position)]

    def add_piece(self, state: RenaissanceState, position: Mapping[str, Any], kind: str, spot: Spot) -> dict[str, Any]:
        """The position with a new piece: an oval, a line from edge to edge, or a shore."""
        width, _ = state.ground.board.size
        if kind in LINE_KINDS:
            piece = Terrain(kind, ((0, spot[1]), (width, spot[1])), NEW_LINE_WIDTHS[kind])
        elif kind == "waterway":
            depth = NEW_WATERWAY_DEPTH
            shore = Terrain(kind, ((0, 0), (width, 0), (width, depth), (0, depth)))
            piece = resized(state, adjusted(state, shore, Pose(*spot, 0)), 0, depth)
        else:
            piece = piece_of(state, LayArea(kind, Pose(*spot, 0), NEW_PIECE_SIZE))
        return _with_terrain(position, [*_pieces(position), piece])

    def move_piece(self, state: RenaissanceState, position: Mapping[str, Any], number: int, by: Spot) -> dict[str, Any]:
        """The position with a piece moved, within the table.

        :param by: the move in units to the east and south.
        """
        piece = _pieces(position)[number]
        x, y = box_middle(piece)
        left, right, top, bottom = piece.box
        if piece.kind not in LINE_KINDS:  # keep the whole piece on the table
            width, height = state.ground.board.size
            by = (max(-left, min(by[0], width - right)), max(-top, min(by[1], height - bottom)))
        middle = nearest_on_table(state, (x + by[0], y + by[1]))
        return _with_piece(position, number, adjusted(state, piece, Pose(*middle, 0)))

    def rotate_piece(self, state: RenaissanceState, position: Mapping[str, Any], number: int,
                     steps: int) -> dict[str, Any]:
        """The position with a piece turned about its middle by steps of ``TURN_STEP``; negative anticlockwise."""
        piece = _pieces(position)[number]
        return _with_piece(position, number, adjusted(state, piece, Pose(*box_middle(piece), steps * TURN_STEP)))

    def resize_piece(self, state: RenaissanceState, position: Mapping[str, Any], number: int,
                     steps: int) -> dict[str, Any]:
        """The position with a piece larger by some steps, or smaller if they are negative: area terrain in both
        dimensions, a line in width, a waterway in depth."""
        piece = _pieces(position)[number]
        by = steps * (SIZE_STEP // 4 if piece.kind in LINE_KINDS else SIZE_STEP)
        length, width = (max(MIN_PIECE_SIZE, value + by) for value in size_of_piece(piece))
        return _with_piece(position, number, resized(state, piece, length, width))

    def remove_piece(self, position: Mapping[str, Any], number: int) -> dict[str, Any]:
        """The position without a piece."""
        return _with_terrain(position, [piece for n, piece in enumerate(_pieces(position)) if n != number])


def _pieces(position: Mapping[str, Any]) -> list[Terrain]:
    """The terrain of a position."""
    return [Terrain(row["kind"], tuple((x, y) for x, y in row["points"]), row.get("width", 0), row.get("name", ""))
            for row in position.get("terrain") or ()]


def _with_piece(position: Mapping[str, Any], number: int, piece: Terrain) -> dict[str, Any]:
    """The position with a piece in the place of another."""
    return _with_terrain(position, [piece if n == number else each for n, each in enumerate(_pieces(position))])


def _with_terrain(position: Mapping[str, Any], pieces: Sequence[Terrain]) -> dict[str, Any]:
    """The position with other terrain; negative coordinates, which positions cannot hold, become 0."""
    rows = [{"kind": piece.kind, "points": [[max(0, x), max(0, y)] for x, y in piece.points],
             **({"width": piece.width} if piece.width else {}), **({"name": piece.name} if piece.name else {})}
            for piece in pieces]
    return {**position, "terrain": rows, "shifting": []}


IN_CAMP = "camp"
"""The place of a garrison in the form."""
CAMPS: Mapping[str, int] = {edges.camp_name(seat): seat for seat in (RED, BLUE)}
"""Id of a camp -> its seat."""
GARRISON_MARKS = ("moved", "shot", "fought")
"""The marks that a garrison can have."""


@dataclass(frozen=True, slots=True)
class RenaissanceForm(PoseForm):
    """The form of a position. A camp is set up like a base, but the position has a key of its own for camps."""

    def entry(self, position: Mapping[str, Any], unit: str) -> Mapping[str, Any] | None:
        if unit not in CAMPS:
            return PoseForm.entry(self, position, unit)
        camp: Mapping[str, Any] | None = (position.get("camps") or (None, None))[CAMPS[unit]]
        return camp

    def place(self, position: Mapping[str, Any], unit: str) -> str | None:
        in_camp = unit in [camp.get("garrison") for camp in position.get("camps", ()) if camp is not None]
        return IN_CAMP if in_camp else PoseForm.place(self, position, unit)

    def put(self, position: Mapping[str, Any], unit: str, place: str | None) -> dict[str, Any]:
        camps, pose = list(position.get("camps") or (None, None)), read_pose(place or "")
        if unit in CAMPS:
            seat = CAMPS[unit]
            camps[seat] = None if pose is None else {**(camps[seat] or {}), "x": pose.x, "y": pose.y,
                                                     "angle": pose.angle}
            return {**self.fresh(position), "camps": camps}
        camps = [{key: value for key, value in camp.items() if key in ("x", "y", "angle", "sacked")}
                 if camp is not None and camp.get("garrison") == unit else camp for camp in camps]
        if place == IN_CAMP:  # the camp of its own side, if set down
            camps = [{**camp, "garrison": unit} if camp is not None and unit.startswith(f"{side}-") else camp
                     for side, camp in zip(SEATS, camps, strict=True)]
        return {**PoseForm.put(self, position, unit, place), "camps": camps}

    def allows(self, field: PositionField, position: Mapping[str, Any], unit: str) -> bool:
        """Whether a base or camp can have a field; the marks of a garrison are those of its camp."""
        if unit in CAMPS and not field.units:
            camp = self.entry(position, unit) or {}
            return field.key in GARRISON_MARKS and bool(camp.get("garrison"))
        return PoseForm.allows(self, field, position, unit)

    def phased(self, position: Mapping[str, Any], seat: str, phase: str) -> dict[str, Any]:
        """The position at the start of a phase, with a PIP die of 6 if the phase follows its roll (14.4)."""
        fields = {key: value for key, value in PoseForm.phased(self, position, seat, phase).items()
                  if key not in ("pips", "rolled")}
        is_rolled = phase in ("moves", "facing", "shooting", "combat")
        return {**fields, **({"rolled": 6} if is_rolled else {}), **({"pips": 6} if phase == "moves" else {})}

    def changed(self, position: Mapping[str, Any], unit: str, key: str, value: Any) -> dict[str, Any]:
        if unit not in CAMPS:
            return PoseForm.changed(self, position, unit, key, value)
        camps, seat = list(position["camps"]), CAMPS[unit]
        camps[seat] = with_value(camps[seat], key, value)
        return {**self.fresh(position), "camps": camps}


_EDGES: tuple[tuple[Edge, Message], ...] = (
    ("south", say("Red south, Blue north")), ("north", say("Red north, Blue south")),
    ("west", say("Red west, Blue east")), ("east", say("Red east, Blue west")))
"""Red's base edge -> text for both edges."""
FORM = RenaissanceForm(
    marks=(NumberField("moved", say("moves made"), most=2), SwitchField("broke_off", say("has broken off")),
           SwitchField("shot", say("has shot")), SwitchField("fought", say("has fought"))),
    details=(SwitchField("sacked", say("camp sacked"), frozenset(CAMPS)),
             NumberField("plunders", say("bound in which it plunders a camp"), most=bound.BOUND_LIMIT)),
    groups=(
        FieldGroup(say("Bound"), (
            NumberField("rolled", say("face of the PIP die"), most=6), NumberField("pips", say("PIPs left"), most=6),
            NumberField("quiet", say("bounds in a row without a loss"), most=bound.QUIET_LIMIT, least=-1),
            ChoiceField("river", say("river"), choices=(
                ("unrolled", say("not rolled for")), ("paltry", say("paltry")), ("normal", say("normal")))))),
        FieldGroup(say("Battle"), (
            ChoiceField("defender", say("defender"), choices=tuple(zip(SEATS, SIDES, strict=True))[::-1]),
            ChoiceField("edges", say("base edges"), choices=tuple(
                ([edge, edges.OPPOSITE_EDGE[edge]], title) for edge, title in _EDGES))))),
    terrain=TerrainEditor(),
    off_map=(OffMapPlace("waiting", say("To be deployed")), OffMapPlace(IN_CAMP, say("In the camp"))), side="side",
    in_progress=("pending", "contacted", "aims", "ending"))


