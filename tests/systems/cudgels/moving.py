"""Moves of bases and groups: how far, where to, what is in the way, and lining up with the enemy (3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from game.board.manoeuvre import (
    PlacedBase,
    WheeledMove,
    carried,
    overlapping,
    path_meets,
    pivots,
    pose_after,
    swept,
    wheeled_move_between,
    wheeled_move_length,
)
from game.board.measuring import Outline, box_of, boxes_touch, distance, distance_moved
from game.core.pose import BASE, Pose, Spot, Stick
from game.core.verdict import LEGAL, Verdict

from .actions import Move
from .ground import Ground
from .groups import bound
from .lining import MOST, Target, lies_ahead, target_of, targets
from .state import MOVE, MOVED, State
from .units import INDEX, TYPES
from .units import MOVE as ALLOWANCE
from .words import refused, widths

LONG_STICKS = "long-sticks"
REACH = 7 * BASE
"""The largest possible move, between the middles of two front edges."""


class ComputedMove(NamedTuple):
    """A computed move: the final poses, the length of the path and its limit, and the line along which it is
    measured."""

    ends: tuple[Pose, ...]
    way: WheeledMove | None
    """None if the bases are lined up as no wheel and move ahead could do."""
    length: int
    most: int
    start: Spot
    end: Spot
    verdict: Verdict
    rough: bool = False
    """Whether rough ground on the way halves the move (3.2)."""

    @property
    def stick(self) -> Stick:
        """The measuring stick along it."""
        return Stick(self.start, self.end, self.length, self.most)


def allowance(state: State, names: Sequence[str]) -> int:
    """The distance in units that some bases can move over open ground (3.2)."""
    least = min(ALLOWANCE[TYPES[INDEX[name]].kind] for name in names)
    return least + (BASE if LONG_STICKS in state.options else 0)


def check(ground: Ground, state: State, action: Move) -> Verdict:
    """The verdict on a move."""
    return computed_move(ground, state, action.units, action.pose).verdict


def computed_move(ground: Ground, state: State, names: Sequence[str], end: Pose) -> ComputedMove:
    """The move that brings the first of some bases to a pose, legal or not."""
    if state.phase != MOVE:
        return _nowhere(end, refused("2.2", "This is not the time to move"))
    able = bound(state, names)
    if not able:
        return _nowhere(end, able)
    body = [state.placed_base(name) for name in names]
    start = body[0].pose
    if distance(start.spot, end.spot) > REACH:
        return _nowhere(end, refused("3.2", "It is much too far"))
    corners = pivots(body)
    target = target_of(state, end, body[0])
    if target is not None:
        end = target.pose
    way = wheeled_move_between(start, end, corners)
    if way is not None and target is not None and pose_after(start, corners, way) != end:
        way = None
    if way is not None and abs(way.turn) > MOST:
        way = None
    if way is not None:
        ends = tuple(pose_after(one.pose, corners, way) for one in body)
        end, length = ends[0], wheeled_move_length(body, way)
    else:
        ends = tuple(carried(one.pose, start, end) for one in body)
        length = max(distance_moved(one.base, one.pose, pose) for one, pose in zip(body, ends, strict=True))
    worst, corner = _outer(body, ends)
    trial = ComputedMove(ends, way, length, allowance(state, names), body[worst].corners[corner],
                 body[worst].base.corners(ends[worst])[corner], LEGAL)
    if end == start:
        return trial._replace(verdict=refused("3.1", "It stands there"))
    if target is None and way is None:
        return trial._replace(verdict=refused("3.1", "It only wheels and goes straight ahead"))
    if target is not None and not lies_ahead(body[0], target):
        return trial._replace(verdict=refused("3.5", "The edge does not lie ahead"))
    return _bounded(ground, state, names, body, trial, target)


def _bounded(ground: Ground, state: State, names: Sequence[str], body: Sequence[PlacedBase], trial: ComputedMove,
             target: Target | None) -> ComputedMove:
    """A path with its verdict: the table's edge, obstacles, the distance limit, and contacts."""
    after = [one.base.corners(pose) for one, pose in zip(body, trial.ends, strict=True)]
    if not all(map(ground.board.on_table, after)):
        return trial._replace(verdict=refused("1.2", "It would leave the table"))
    spots = [spot for outline in (*(one.corners for one in body), *after) for spot in outline]
    room = box_of(tuple(spots), 3 * trial.length // 2)  # nobody leaves it on the way
    for index, outline in enumerate(state.outlines):
        if (outline is not None and TYPES[index].id not in names and boxes_touch(room, box_of(outline))
                and _over(body, after, trial.way, partial(_meet, outline))):
            return trial._replace(verdict=refused("3.4", "{unit} is in the way", unit=TYPES[index].name))
    if _over(body, after, trial.way, ground.is_in_rough):
        trial = trial._replace(most=trial.most // 2, rough=True)
    if trial.length > trial.most:
        text = ("It is {length} BW, and through rough ground it may go {most}" if trial.rough
                else "It is {length} BW, and it may go {most}")
        return trial._replace(verdict=refused("3.2", text,
                                              length=widths(trial.length), most=widths(trial.most)))
    if target is None:
        for one, pose in zip(body, trial.ends, strict=True):
            near = next(targets(state, one, pose), None)
            if near is not None:
                text = "So near it must be lined up with {unit}"
                return trial._replace(verdict=refused("3.5", text, unit=TYPES[near.enemy].name))
    return trial


def _over(body: Sequence[PlacedBase], after: Sequence[Outline], way: WheeledMove | None,
          meets: Callable[[Outline], bool]) -> bool:
    """Whether any of some bases hits an obstacle on the way; a lined-up base sweeps the ground from its start to its
    end."""
    if way is None:
        return any(meets(swept(one.corners, end)) for one, end in zip(body, after, strict=True))
    corners = pivots(body)
    return any(path_meets(one.corners, end, corners, way, meets) for one, end in zip(body, after, strict=True))


def _nowhere(end: Pose, why: Verdict) -> ComputedMove:
    return ComputedMove((end,), None, 0, 0, end.spot, end.spot, why)


def _outer(body: Sequence[PlacedBase], ends: Sequence[Pose]) -> tuple[int, int]:
    """The front corner that moves farthest: the number of its base, and 0 for left or 1 for right."""
    far = {(k, c): distance(one.corners[c], one.base.corners(pose)[c])
           for k, (one, pose) in enumerate(zip(body, ends, strict=True)) for c in (0, 1)}
    return max(far, key=lambda each: far[each])


def _meet(one: Outline, other: Outline) -> bool:
    """Like ``overlapping``, but quick for outlines far apart."""
    return boxes_touch(box_of(one), box_of(other)) and overlapping(one, other)


def apply(ground: Ground, state: State, action: Move) -> tuple[State, ComputedMove]:
    """The state after a legal move, and the path of each base."""
    done = computed_move(ground, state, action.units, action.pose)
    after = state
    for name, pose in zip(action.units, done.ends, strict=True):
        unit = after.unit(name)
        after = after.put(name, unit._replace(pose=pose, marks=unit.marks | {MOVED}))
    return after, done
