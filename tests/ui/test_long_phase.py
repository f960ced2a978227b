"""A computer player's turn is shown faster and faster, with its rolls, and its marches run in parallel; people's
actions are not accelerated."""

from __future__ import annotations

from typing import Any

import pytest

from game import catalog
from game.core.chance import CHANCE
from game.core.event import Event, Moved, Noted
from game.core.message import say
from game.core.verdict import RuleRef
from game.match.history import Ply
from game.ui.board.animation import Animator
from game.ui.play.pace import MAX_SPEED_UP, UNHURRIED_STEPS, ComputerTurnPace, only_moves, shows_nothing

RULE = RuleRef("", "1.0")


def moved(unit: str, *path: str) -> Moved:
    return Moved(RULE, unit, unit, path, 1)


def ply(actor: str, *events: Event) -> Ply[Any]:
    rules = catalog.rules("kassala")
    return Ply(actor, rules.parse("end-movement"), events, None, "", 1)


def test_the_first_actions_have_normal_speed_and_later_ones_are_faster() -> None:
    """Rolls of the same turn count, and are as fast."""
    phase, paces = ComputerTurnPace(), []
    for k in range(60):
        actor = CHANCE if k % 3 == 2 else "moslem"
        phase.note(ply(actor, moved("a", "1", "2")), computer=actor != CHANCE)
        paces.append(phase.pace)
    assert [1.0] * UNHURRIED_STEPS == paces[:UNHURRIED_STEPS]
    assert paces == sorted(paces)
    assert paces[UNHURRIED_STEPS] > 1
    assert MAX_SPEED_UP == paces[-1]


def test_another_seat_or_a_person_starts_at_the_usual_speed() -> None:
    for actor, computer in (("christian", True), ("moslem", False)):
        phase = ComputerTurnPace()
        for _ in range(60):
            phase.note(ply("moslem", moved("a", "1", "2")), computer=True)
        phase.note(ply(actor, moved("b", "1", "2")), computer=computer)
        assert 1.0 == phase.pace


def test_a_roll_after_a_persons_action_is_shown_as_usual() -> None:
    phase = ComputerTurnPace()
    for _ in range(60):
        phase.note(ply("moslem"), computer=False)
        phase.note(ply(CHANCE, moved("a", "1", "2")), computer=False)
    assert 1.0 == phase.pace


def test_orders_show_nothing_on_the_map_and_are_not_counted() -> None:
    phase, order = ComputerTurnPace(), ply("moslem", Noted(RULE, say("An order")))
    assert shows_nothing(order)
    assert not only_moves(order)
    assert only_moves(ply("moslem", moved("a", "1", "2")))
    for _ in range(60):
        phase.note(order, computer=True)
    assert 1.0 == phase.pace


@pytest.mark.parametrize("beside", [False, True])
def test_moves_are_animated_at_the_same_time(beside: bool) -> None:
    """Both counters move at once, and each arrives in its time."""
    animator = Animator(lambda unit, place: (float(place), 0.0))
    animator.play([moved("a", "1", "2", "3")])
    animator.update(0.1)
    animator.play([moved("b", "1", "2")], in_parallel=beside)
    animator.update(0.1)
    assert ({"a", "b"} if beside else {"a"}) == set(animator.poses())
    assert {"a", "b"} == animator.moving
    animator.update(0.3)
    assert ({"a": "1", "b": "2"} if beside else {"a": "1", "b": "1"}) == animator.held
    animator.update(5.0)
    assert not animator.busy
    assert {} == animator.held
