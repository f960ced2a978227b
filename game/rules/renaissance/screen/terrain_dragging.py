"""Dragging pieces of terrain while terrain is laid or modified: their counters, and the change that a drag means."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.manoeuvre import facing_of
from game.board.measuring import Outline, box_of, distance, rounded
from game.board.plane import Terrain
from game.core.message import Message, Text, say
from game.core.offer import Offer, Picked, TableOffer
from game.core.pose import DEGREE, FULL_TURN, Pose, Spot, read_pose
from game.core.presenter import Counter
from game.core.verdict import LEGAL, Illegal
from game.rules.renaissance.engine import terrain, terrain_shapes
from game.rules.renaissance.engine.actions import Adjust, RemovePiece, Resize, Rotate, Shift
from game.rules.renaissance.engine.opening import TerrainDecision
from game.rules.renaissance.engine.state import SEATS, RenaissanceState
from game.rules.renaissance.engine.words import MU, TERRAIN_NAMES, in_mu, refuse

PIECE_PREFIX = "piece-"
"""Prefix of the unit name of a terrain piece; its number from 1 follows."""
SIZE_UNIT = MU // 10
"""Units to which sizes are rounded before a button changes them (chosen by hand)."""

SHIFT_TIP = say("Drag it in any direction, even diagonally: it moves exactly 4 MU; or turn it 45°")
"""What dragging or turning a piece means while terrain is modified (3.2)."""


def piece_number(unit: str) -> int:
    """The piece number in a unit name; 0 for a base."""
    return int(unit.removeprefix(PIECE_PREFIX)) if unit.startswith(PIECE_PREFIX) else 0


def piece_counters(state: RenaissanceState, decision: object) -> Iterator[Counter]:
    """The pieces that the side to decide may select, as counters for the screen."""
    movable_numbers = decision.movable_pieces(state) if isinstance(decision, TerrainDecision) else ()
    for number, piece in enumerate(state.laid_pieces, 1):
        if number in movable_numbers:
            outline = outline_of(state, piece)
            left, right, top, bottom = box_of(outline)
            length, width = terrain_shapes.size_of_piece(piece)
            size: Text = say("{long} by {wide} MU", long=in_mu(length), wide=in_mu(width)) if length else say(
                "{wide} MU wide", wide=in_mu(width))
            yield Counter(
                f"{PIECE_PREFIX}{number}", SEATS[state.seat],
                say("Piece {number}: {kind}", number=number, kind=TERRAIN_NAMES[piece.kind]), str(number),
                "renaissance/terrain", "", Pose((left + right) // 2, top, 0).text, (), ((say("Size"), size),),
                size=(right - left, bottom - top), outline=outline)


def outline_of(state: RenaissanceState, piece: Terrain) -> Outline:
    """The outline of a piece; for a line, such as a river, along its two sides."""
    if not piece.width:
        return piece.points
    left, right = [], []
    for number, spot in enumerate(piece.points):
        a, b = piece.points[max(0, number - 1)], piece.points[min(len(piece.points) - 1, number + 1)]
        length = max(1, distance(a, b))
        offset = (rounded((b[1] - a[1]) * piece.width, 2 * length), -rounded((b[0] - a[0]) * piece.width, 2 * length))
        left.append((spot[0] + offset[0], spot[1] + offset[1]))
        right.append((spot[0] - offset[0], spot[1] - offset[1]))
    return tuple(terrain_shapes.nearest_on_table(state, spot) for spot in (*left, *reversed(right)))


def terrain_offers(state: RenaissanceState, picked: Picked, decision: TerrainDecision) -> Iterator[Offer]:
    """The offers for pieces of terrain. With none selected, these are the pieces that may be selected, and the
    decision's other offers; else the change that a drag means, and buttons."""
    number = piece_number(picked.units[0]) if picked.units else 0
    counters = {counter.unit: counter for counter in piece_counters(state, decision)}
    if not picked.units:
        yield from (Offer(units=(unit,)) for unit in counters)
        for answer in decision.answers(state):
            if answer.label:
                yield Offer(LEGAL, answer.action, label=answer.label, is_default=answer.is_default)
        return
    if not number:
        yield Offer(Illegal((refuse("14.2.2", decision.question(state)),)), units=picked.units[:1])
        return
    unit = picked.units[0]
    counter = counters.get(unit)
    if counter is None:
        yield Offer(Illegal((refuse("3.2", decision.question(state)),)), units=(unit,))
        return
    piece, may_adjust = state.laid_pieces[number - 1], decision.name == "terrain"
    counter_pose = read_pose(counter.place or "")
    assert counter_pose is not None, "every piece has a pose"
    pose = picked.pose or counter_pose
    by = pose.x - counter_pose.x, pose.y - counter_pose.y
    x, y = terrain_shapes.box_middle(piece)
    middle = terrain_shapes.nearest_on_table(state, (x + by[0], y + by[1]))
    action = Adjust(number, Pose(*middle, pose.angle)) if may_adjust else _shift(number, by, pose.angle)
    why = terrain.why_no_change(state, action)
    yield TableOffer(Illegal((why,)) if why is not None else LEGAL, action, (unit,), pose.text, poses=((unit, pose),),
                     cost="" if may_adjust else SHIFT_TIP,
                     outlines=(outline_of(state, terrain_shapes.piece_of(state, action)),))
    if may_adjust:
        yield from _size_offers(state, number, piece, decision)
        return
    for answer in decision.answers(state):
        if answer.label:
            yield Offer(LEGAL, answer.action, (unit,), label=answer.label, is_default=answer.is_default)


def _shift(number: int, by: Spot, angle: int) -> Shift | Rotate:
    """The shift, to the nearest degree, or the turn that a drag means (3.2).

    :param by: the drag in units to the east and south.
    :param angle: the turn of the drag, clockwise; 0 for none.
    """
    if angle:
        return Rotate(number, "right" if angle < FULL_TURN // 2 else "left")
    return Shift(number, rounded(facing_of((0, 0), by), DEGREE) % 360 if any(by) else 0)


def _size_offers(state: RenaissanceState, number: int, piece: Terrain, decision: TerrainDecision) -> Iterator[Offer]:
    """Buttons that resize a piece by 1 MU (a line by a quarter of that), or remove it; sizes are rounded."""
    length, width = (rounded(each, SIZE_UNIT) * SIZE_UNIT for each in terrain_shapes.size_of_piece(piece))
    step = MU if piece.kind not in terrain_shapes.LINE_KINDS else MU // 4
    sizes = [(say("Wider"), 0, step), (say("Narrower"), 0, -step)]
    if length:
        sizes = [(say("Longer"), step, 0), (say("Shorter"), -step, 0), *sizes]
    unit = f"{PIECE_PREFIX}{number}"
    actions: list[tuple[Message, Resize | RemovePiece]] = [
        (label, Resize(number, length + added_length, max(1, width + added_width)))
        for label, added_length, added_width in sizes]
    for label, action in (*actions, (say("Remove"), RemovePiece(number))):
        if decision.why_not(state, action) is None:
            yield Offer(LEGAL, action, (unit,), label=label)
