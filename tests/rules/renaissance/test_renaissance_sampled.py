"""Random moves in battles of all fifteen armies: no overlaps, and distances measured by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from math import cos, dist, hypot, pi, sin
from random import Random

import pytest

from game.board.measuring import Outline, box_of, inside
from game.core.indices import Slot, by_slot
from game.core.pose import Pose
from game.rules.renaissance.engine.actions import March, MoveColumn, RenaissanceMove
from game.rules.renaissance.engine.bases import contacts
from game.rules.renaissance.engine.moves import ComputedMove, apply_move, compute_move
from game.rules.renaissance.engine.routes import may_pass
from game.rules.renaissance.engine.state import RenaissanceState
from tests.rules.renaissance.board import RULES, deepest_overlap
from tests.rules.renaissance.sampled import Tried, battle, states, tries

ROUNDING = 6
"""The error of whole numbers, in units, along a move of three legs."""


def point(pose: Pose, right: float, forward: float) -> tuple[float, float]:
    """A point beside and ahead of a pose, in floating point."""
    a = pose.angle * pi / 10800
    return pose.x + right * cos(a) + forward * sin(a), pose.y + right * sin(a) - forward * cos(a)


def measured(state: RenaissanceState, action: Tried, done: ComputedMove) -> float:
    """The distance of the front corner that moves farthest, computed independently."""
    if isinstance(action, March):
        rank = [point(state.placed_base(slot).pose, side, 0) for slot in done.slots for side in (-500, 500)]
        long = 0.0
        for step in action.steps:
            if step.kind in ("left", "right"):
                long += max(dist(a, b) for a in rank for b in rank) * step.amount * pi / 10800
            else:
                long += step.amount
        return long
    poses = [state.placed_base(done.slots[0]).pose, *action.legs]
    return sum(max(dist(point(a, side, 0), point(b, side, 0)) for side in (-500, 500)) for a, b in pairwise(poses))


def crossed(state: RenaissanceState, slot: Slot, legs: tuple[Pose, ...]) -> set[Slot]:
    """The bases in the corridor of a single base, by sampling points along it."""
    found = set()
    start = state.placed_base(slot).pose
    for end in legs:
        long = hypot(end.x - start.x, end.y - start.y)
        for k in range(1, int(long // 40)):
            share = k * 40 / long
            x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
            for across in (-480, -240, 0, 240, 480):
                spot = (round(x - across * (end.y - start.y) / long), round(y + across * (end.x - start.x) / long))
                a = end.angle * pi / 10800
                past = (spot[0] - end.x) * sin(a) - (spot[1] - end.y) * cos(a)
                if past < -8:
                    found |= {other for other, outline in by_slot(state.outlines)
                              if outline is not None and other != slot and deep(spot, outline)}
        start = end
    return found


def marched(state: RenaissanceState, action: March, done: ComputedMove) -> Iterator[list[list[tuple[float, float]]]]:
    """The corners of a group's bases along its path, in floating point."""
    bodies = [[(float(x), float(y)) for x, y in state.placed_base(slot).corners] for slot in done.slots]
    heading = state.placed_base(done.slots[0]).pose.angle * pi / 10800
    for step in action.steps:
        if step.kind in ("left", "right"):
            fronts = [spot for body in bodies for spot in body[:2]]
            sign = -1 if step.kind == "left" else 1
            px, py = max(fronts, key=lambda spot: (round(sign * (spot[0] * cos(heading) + spot[1] * sin(heading))),
                                                   spot[0] * sin(heading) - spot[1] * cos(heading)))
            start = bodies
            for angle in (*range(60, step.amount, 60), step.amount):
                a = sign * angle * pi / 10800
                bodies = [[(px + (x - px) * cos(a) - (y - py) * sin(a), py + (x - px) * sin(a) + (y - py) * cos(a))
                           for x, y in body] for body in start]
                yield bodies
            heading += sign * step.amount * pi / 10800
            continue
        way = heading + {"ahead": 0, "back": pi, "shift-left": -pi / 2, "shift-right": pi / 2}[step.kind]
        start = bodies
        for k in range(1, 21):
            gone = step.amount * k / 20
            bodies = [[(x + gone * sin(way), y - gone * cos(way)) for x, y in body] for body in start]
            yield bodies


def struck(state: RenaissanceState, action: March, done: ComputedMove) -> set[tuple[int, Slot]]:
    """The bases that a group passes over, each with the number of the member, by points inside its bases."""
    found: set[tuple[int, Slot]] = set()
    others = [(slot, outline) for slot, outline in by_slot(state.outlines)
              if outline is not None and slot not in done.slots]
    for bodies in marched(state, action, done):
        for n, body in enumerate(bodies):
            mx, my = sum(x for x, _ in body) / 4, sum(y for _, y in body) / 4
            spots = [*body, *(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(body))]
            inner = [(round(x + (mx - x) * 0.03), round(y + (my - y) * 0.03)) for x, y in spots]
            found |= {(n, slot) for slot, outline in others if any(deep(spot, outline) for spot in inner)}
    return found


def deep(spot: tuple[int, int], outline: Outline) -> bool:
    """Whether a point is more than a few units inside an outline."""
    left, right, top, bottom = box_of(outline)
    return left < spot[0] < right and top < spot[1] < bottom and all(
        inside((spot[0] + dx, spot[1] + dy), outline) for dx in (-8, 8) for dy in (-8, 8))


def holds(state: RenaissanceState, action: Tried, done: ComputedMove) -> None:
    """Check every invariant of a legal move."""
    after = apply_move(state, done)
    told = f"{action.notation} in {[(p.id, u.pose) for p, u in zip(state.roster, state.units, strict=True)]}"
    assert deepest_overlap(after) <= max(3, deepest_overlap(state)), told
    assert done.length <= done.allowance, told
    assert done.length <= measured(state, action, done) + ROUNDING, told
    if not isinstance(action, March):
        assert done.length >= measured(state, action, done) - ROUNDING, told
    pairs = {(one.slot, one.enemy) for one in contacts(after) if one.side == "front"}
    assert pairs == {(b, a) for a, b in pairs}, told
    assert all((one.slot, one.enemy) in done.contacts or one.slot not in done.slots for one in contacts(after)), told
    if isinstance(action, RenaissanceMove):
        others = crossed(state, done.slots[0], action.legs)
        assert all(may_pass(state, done.slots[0], action.legs[-1], other) or (len(action.legs) > 1 and state.roster[
            other].seat == state.seat) for other in others), told
    if isinstance(action, March):
        assert all(may_pass(state, done.slots[n], state.placed_base(done.slots[n]).pose, other)
                   for n, other in struck(state, action, done)), told
    if isinstance(action, MoveColumn):
        assert len(done.ends) == len(action.group), told
    far = measured(state, action, done) + 2 * 500 + 1000 + ROUNDING
    if not done.contacts and isinstance(action, RenaissanceMove):
        far = measured(state, action, done) + ROUNDING
    for slot, end in zip(done.slots, done.ends, strict=True):
        base = state.element(slot).base
        if isinstance(action, RenaissanceMove):
            fronts = zip(state.placed_base(slot).corners[:2], base.corners(end)[:2], strict=True)
            assert max(dist(a, b) for a, b in fronts) <= far, told


def stands(state: RenaissanceState) -> None:
    """Check every invariant of a state."""
    told = RULES.position(state)
    assert deepest_overlap(state) <= 3, told
    pairs = {(one.slot, one.enemy) for one in contacts(state) if one.side == "front"}
    assert pairs == {(b, a) for a, b in pairs}, told
    assert RULES.position(RULES.from_position(told)) == told


def sample(number: int, count: int) -> int:
    """Check this many moves of a battle; return the number of legal ones."""
    legal = 0
    for state, random in states(number, count // 20):
        for action in tries(state, random, 20):
            done = compute_move(state, action)
            if done.why is None:
                legal += 1
                holds(state, action, done)
    return legal


@pytest.mark.every(3)
@pytest.mark.rule("14.1.5")
@pytest.mark.rule("14.6.1")
@pytest.mark.parametrize("number", range(5))
def test_random_moves_keep_the_rules_of_space_and_distance(number: int) -> None:
    """No base overlaps another (ruling 26); no corner goes farther than paid for (ruling 35)."""
    assert sample(number, 80)


@pytest.mark.every(3)
@pytest.mark.rule("14.1.5")
@pytest.mark.parametrize("number", range(3))
def test_no_state_of_a_battle_has_overlapping_bases(number: int) -> None:
    """This includes outcome moves (ruling 26), and every state's position reads back."""
    for state in islice(battle(number, Random(number)), 25):
        stands(state)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(60))
def test_many_states_of_battles(number: int) -> None:
    for state in islice(battle(100 + number, Random(number)), 800):
        stands(state)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(60))
def test_many_sampled_moves(number: int) -> None:
    assert sample(100 + number, 1700) > 50
