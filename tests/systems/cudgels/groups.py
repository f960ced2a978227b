"""The bases that can move, and the groups they can form (3.3 and 3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by
from game.board.measuring import distance
from game.core.pose import BASE, Pose
from game.core.verdict import LEGAL, Illegal, Verdict

from .state import MOVED, State
from .units import INDEX, OF_SEAT, TYPES
from .words import refused

NEAR = 4
"""The tolerance in units for touching edges, because of rounding."""


def held(state: State, index: int) -> bool:
    """Whether a base is in contact with an enemy (3.6)."""
    return any(index in (one.unit, one.enemy) for one in state.contacts)


def mates(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """The bases that could join a group: those that touch one of it, face the same way and can move (3.3)."""
    found = []
    for index in OF_SEAT[state.seat]:
        name = TYPES[index].id
        if name not in names and idle(state, name) is None and any(_joined(state, name, mate) for mate in names):
            found.append(name)
    return tuple(found)


def _joined(state: State, one: str, other: str) -> bool:
    a, b = state.placed_base(one), state.placed_base(other)
    return a.pose.angle == b.pose.angle and distance(a.pose.spot, b.pose.spot) < 2 * BASE and _touch(a, b)


def _touch(a: PlacedBase, b: PlacedBase) -> bool:
    """Whether two bases that face the same way touch along their edges, not at a corner alone."""
    (left, front, right, rear), (left2, front2, right2, rear2) = (_span(one, a.pose.angle) for one in (a, b))
    across, along = min(right, right2) - max(left, left2), min(rear, rear2) - max(front, front2)
    return (abs(across) <= NEAR and along > 5 * NEAR) or (abs(along) <= NEAR and across > 5 * NEAR)


def _span(one: PlacedBase, angle: int) -> tuple[int, int, int, int]:
    """The extent of a base across and along an angle: left, front, right, rear."""
    at = Pose(0, 0, angle)
    across = [beside_by(at, spot) for spot in one.corners]
    back = [-ahead_by(at, spot) for spot in one.corners]
    return min(across), min(back), max(across), max(back)


def idle(state: State, name: str) -> Illegal | None:
    """The reason why a base cannot move, whatever the path."""
    unit, index = state.unit(name), INDEX[name]
    if unit.pose is None:
        return refused("6.1", "{unit} is lost", unit=TYPES[index].name)
    if TYPES[index].seat != state.seat:
        return refused("2.2", "It is not the turn of {unit}", unit=TYPES[index].name)
    if MOVED in unit.marks:
        return refused("3.1", "{unit} has moved this turn", unit=TYPES[index].name)
    if held(state, index):
        return refused("3.6", "{unit} is in contact with the enemy", unit=TYPES[index].name)
    return refused("2.1", "No PIPs are left") if not state.pips else None


def bound(state: State, names: Sequence[str]) -> Verdict:
    """Whether some bases can move as one."""
    for name in names:
        why = idle(state, name)
        if why is not None:
            return why
    if len(set(names)) < len(names):
        return refused("3.3", "A base is named twice")
    body, rest = [names[0]], list(names[1:])
    while rest:
        near = [name for name in rest if any(_joined(state, name, mate) for mate in body)]
        if not near:
            return refused("3.3", "{unit} does not touch the others, facing the same way",
                           unit=TYPES[INDEX[rest[0]]].name)
        body += near
        rest = [name for name in rest if name not in near]
    return LEGAL


def group(state: State, name: str) -> tuple[str, ...]:
    """A base and all bases that could move with it, those in the order of the roster."""
    found: tuple[str, ...] = (name,)
    while more := mates(state, found):
        found += more
    return (name, *sorted(found[1:], key=lambda mate: INDEX[mate]))
