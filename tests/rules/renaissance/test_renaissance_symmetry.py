"""A battle mirrored, rotated by a quarter or shifted plays identically: moves, contacts, zones, overlaps
(ruling 27)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from game.core.pose import FULL_TURN, Pose, Spot
from game.rules.renaissance.ai.features import features
from game.rules.renaissance.engine.actions import March, StepKind
from game.rules.renaissance.engine.bases import contacts, overlaps
from game.rules.renaissance.engine.moves import ComputedMove, compute_move
from game.rules.renaissance.engine.state import BLUE, RED, RenaissanceState
from game.rules.renaissance.engine.zones import zone, zone_owners_at
from tests.rules.renaissance.board import RULES, SIDE
from tests.rules.renaissance.sampled import Tried, open_position, states, tries

SWAPPED: dict[StepKind, StepKind] = {
    "left": "right", "right": "left", "shift-left": "shift-right", "shift-right": "shift-left"}


class Way(NamedTuple):
    """A transformation of a battle."""

    spot: Callable[[int, int], Spot]
    angle: Callable[[int], int]
    edges: dict[str, str]
    flips: bool = False

    def pose(self, pose: Pose) -> Pose:
        return Pose(*self.spot(pose.x, pose.y), self.angle(pose.angle) % FULL_TURN)

    def action(self, action: Tried) -> Tried:
        if isinstance(action, March):
            swapped = SWAPPED if self.flips else {}
            return replace(action, steps=tuple(step._replace(kind=swapped.get(step.kind, step.kind))
                                               for step in action.steps))
        return replace(action, legs=tuple(self.pose(leg) for leg in action.legs))

    def state(self, state: RenaissanceState) -> RenaissanceState:
        position = open_position(state)
        rows = [*position["units"], *position["camps"]]
        for row in rows:
            row["x"], row["y"], row["angle"] = self.pose(Pose(row["x"], row["y"], row["angle"]))
        for piece in position["terrain"]:
            piece["points"] = [list(self.spot(*point)) for point in piece["points"]]
        position["edges"] = [self.edges.get(edge, edge) for edge in state.base_edges]
        found: RenaissanceState = RULES.from_position(position)
        return found


MIRROR = Way(lambda x, y: (SIDE - x, y), lambda angle: -angle, {"east": "west", "west": "east"}, flips=True)
QUARTER = Way(lambda x, y: (SIDE - y, x), lambda angle: angle + FULL_TURN // 4,
              {"north": "east", "east": "south", "south": "west", "west": "north"})


def shifts(state: RenaissanceState) -> Way:
    """A shift sideways, as far as the bases have room."""
    room = SIDE - max(x for outline in (*(o for o in state.outlines if o), *(c.outline for c in state.camps if c))
                      for x, _ in outline)
    by = min(room, 137)
    return Way(lambda x, y: (x + by, y), lambda angle: angle, {})


def told(state: RenaissanceState, done: ComputedMove, way: Way | None = None) -> Any:
    """Everything relevant of a move, transformed."""
    def pose(one: Pose) -> Pose:
        return way.pose(one) if way is not None else one

    why = done.why
    return (why and (str(why.rule), str(why.text)), done.length, done.allowance, done.price, done.into_river,
            tuple(map(pose, done.ends)), done.contacts, tuple((slot, pose(one)) for slot, one in done.moved_enemies))


def compared(state: RenaissanceState, action: Tried, way: Way, other: RenaissanceState, done: ComputedMove) -> None:
    there = compute_move(other, way.action(action))
    off = "14.3.6"
    if way is not MIRROR and way is not QUARTER and off in (str(each.why.rule) for each in (done, there) if each.why):
        return
    assert told(other, there) == told(state, done, way), action.notation


def around(state: RenaissanceState, way: Way, other: RenaissanceState) -> None:
    """Check that contacts, zones and overlaps are the same."""
    flip: Any = {"left": "right", "right": "left"} if way.flips else {}
    assert {(one.slot, one.enemy, flip.get(one.side, one.side)) for one in contacts(state)} == {
        tuple(one) for one in contacts(other)}
    for slot in (*state.bases_on_table(RED), *state.bases_on_table(BLUE)):
        assert {flip.get(side, side): enemy for side, enemy in overlaps(state, slot)} == dict(overlaps(other, slot))
        assert sorted(way.spot(*spot) for spot in zone(state, slot)) == sorted(zone(other, slot))
        assert zone_owners_at(state, (slot,)) == zone_owners_at(other, (slot,))


def sample(number: int, count: int) -> int:
    """Compare this many moves of a battle; return the number of legal ones."""
    legal = 0
    for state, random in states(number, count // 10):
        here = RULES.from_position(open_position(state))
        ways = [(way, way.state(state)) for way in (MIRROR, QUARTER, shifts(state))]
        for way, other in ways:
            around(here, way, other)
        for action in tries(here, random, 10):
            done = compute_move(here, action)
            legal += done.why is None
            for way, other in ways:
                compared(here, action, way, other, done)
    return legal


@pytest.mark.every(3)
@pytest.mark.rule("14.1.5")
@pytest.mark.parametrize("number", [1, 4, 6])
def test_a_transformed_battle_plays_identically(number: int) -> None:
    """Mirrored, rotated by a quarter or shifted (ruling 27)."""
    assert sample(number, 60)


@pytest.mark.parametrize("way", [MIRROR, QUARTER], ids=["mirrored", "rotated"])
def test_a_transformed_battle_has_the_same_odds(way: Way) -> None:
    """Whichever edges are the base edges: what is measured along the line follows them."""
    for state, _ in states(4, 3):
        here, there = RULES.from_position(open_position(state)), way.state(state)
        assert features(there) == pytest.approx(features(here))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(60))
def test_many_battles_laid_elsewhere(number: int) -> None:
    assert sample(200 + number, 400)
