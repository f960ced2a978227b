"""No legal contact is refused because of rounding, at any angle, and no bases overlap afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.manoeuvre import PlacedBase, lined_up, moved_ahead, point_at
from game.board.measuring import Base
from game.core.field_types import UnitName
from game.core.pose import FULL_TURN, Pose
from game.rules.renaissance.engine.actions import March, Step
from game.rules.renaissance.engine.bases import contacts
from game.rules.renaissance.engine.moves import apply_move, compute_move
from game.rules.renaissance.engine.sampling import room_ahead
from tests.rules.renaissance.board import computed_move, deepest_overlap, table

ANGLES = st.integers(0, FULL_TURN - 1)
PLACES = st.integers(8000, 9000)


def line(names: list[str], first: Pose) -> str:
    """Bases side by side, from the left."""
    return ", ".join(f"{name} {Pose(*point_at(first, 1000 * n, 0), first.angle).text}" for n, name in enumerate(names))


@pytest.mark.rule("14.7.1")
@settings(max_examples=120, deadline=None)
@given(ANGLES, PLACES, PLACES, st.integers(0, 3), st.integers(10, 2000))
def test_a_base_comes_straight_into_contact(angle: int, x: int, y: int, edge: int, far: int) -> None:
    """Front, flank and rear work alike (ruling 26)."""
    enemy = PlacedBase(Base(1000, 500), Pose(x, y, angle))
    target = lined_up(Base(1000, 750), enemy, edge)
    start = moved_ahead(target, -far)
    board = table(f"red-lh1 {start.text}, blue-pk1 {enemy.pose.text}")
    done = computed_move(board, f"move red-lh1 {target.text}")
    assert done.why is None, (str(done.why), start, target)
    after = apply_move(board.state, done)
    side = ("front", "right", "rear", "left")[edge]
    assert (board.state.slots["red-lh1"], board.state.slots["blue-pk1"], side) in contacts(after)
    assert deepest_overlap(after) <= 3


@pytest.mark.rule("14.7.3")
@settings(max_examples=80, deadline=None)
@given(ANGLES, PLACES, PLACES, st.integers(10, 1490))
def test_a_line_comes_straight_into_contact_with_a_line(angle: int, x: int, y: int, far: int) -> None:
    """All three touch if the first is just ahead (ruling 26)."""
    red = Pose(x, y, angle)
    front = moved_ahead(red, far)
    blue = Pose(*point_at(front, 2000, 0), (angle + FULL_TURN // 2) % FULL_TURN)
    names = ["red-pk1", "red-pk2", "red-sh1"]
    board = table(f"{line(names, red)}, {line(['blue-pk1', 'blue-pk2', 'blue-sh1'], blue)}")
    slots = [board.state.slots[name] for name in names]
    room = room_ahead(board.state, slots)
    assert abs((room or 0) - far) <= 3
    action = March(tuple(map(UnitName, names)), (Step("ahead", room or 0),))
    done = compute_move(board.state, action)
    assert done.why is None, str(done.why)
    assert len(done.contacts) == 3
    assert deepest_overlap(apply_move(board.state, done)) <= 3


@pytest.mark.rule("14.7.2")
@settings(max_examples=120, deadline=None)
@given(ANGLES, st.integers(-2640, 2640), st.integers(-350, 350), st.integers(50, 1500))
def test_a_base_that_touches_at_an_angle_conforms(angle: int, turn: int, aside: int, far: int) -> None:
    """It goes straight ahead until it touches, then lines up; what its corners touch does not matter (ruling 49)."""
    blue = Pose(9000, 9000, angle)
    start = point_at(Pose(*point_at(blue, aside, 0), blue.angle), 0, far + 600)
    red = Pose(*start, (angle + FULL_TURN // 2 + turn) % FULL_TURN)
    board = table(f"red-lh1 {red.text}, blue-pk1 {blue.text}")
    room = room_ahead(board.state, [board.state.slots["red-lh1"]])
    if room is None or room < 1 or room > 4000:
        return
    done = computed_move(board, f"move red-lh1 {moved_ahead(red, room).text}")
    if done.why is not None:
        assert str(done.why.rule) in ("14.7.2 (ruling 49)", "14.6.10 (ruling 45)"), str(done.why)
        return
    if done.contacts:
        after = apply_move(board.state, done)
        assert deepest_overlap(after) <= 3
        assert any(one.slot == board.state.slots["red-lh1"] for one in contacts(after))
