"""The strip above the map: which phases of the turn it shows, and which of them is lit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import catalog
from game.match.start import Start
from game.ui.cards.turntrack import excerpt, phases_shown
from tests.rules.africa.conftest import units
from tests.ui.hand import Hand


@pytest.mark.parametrize(
    ("phases", "current", "room", "shown"),
    [(9, 0, 9, (0, 9)), (9, 0, 6, (0, 6)), (9, 4, 6, (3, 9)), (9, 8, 6, (3, 9)), (9, 3, 3, (2, 5)), (9, 3, 1, (3, 4)),
     (4, 2, 0, (2, 3))],
)
def test_as_many_phases_as_fit_are_shown(phases: int, current: int, room: int, shown: tuple[int, int]) -> None:
    """The current phase is always among them, the one before it where there is room."""
    assert shown == excerpt(phases, current, room)


def test_a_throw_that_is_due_belongs_to_its_phase(sit_down: Callable[..., Hand]) -> None:
    """Opened where coins are due, the strip lights the phase they are flipped in."""
    rules, phase = catalog.rules("africa"), ("moroccan", "fire")
    line = "s-cuenca a, m-gk-haus playa-del-tarajal, s-prim b, m-abbas al-malik"
    start = {"scenario": "castillejos", "options": [], "turn": 3, "phase": "fire", "phasing": "moroccan"}
    state = rules.from_position({**start, "units": units(line)})
    fire = next(action for action in rules.candidates(state) if action.notation.startswith("fire"))
    state, _ = rules.apply(state, fire)
    assert phase == rules.prompt(state).place
    hand = sit_down(Start("play", "africa", "castillejos", seed=1, position=rules.position(state)))
    assert phase == hand.game.current_phase
    assert phase in rules.theme.phases


def test_both_sides_set_up_on_the_strip_and_neither_once_the_game_runs(sit_down: Callable[..., Hand]) -> None:
    """Free deployment: while the Christians place their units the Moslem set-up stands beside it."""
    hand = sit_down(Start("play", "kassala", seed=1, options=("free-deployment",)))
    game = hand.game
    assert game.current_phase == ("christian", "setup")
    shown = phases_shown(game.theme, game.current_phase)
    assert shown[:2] == (("christian", "setup"), ("moslem", "setup"))
    assert shown[2:] == game.theme.phases
    assert phases_shown(game.theme, ("moslem", "combat")) == game.theme.phases
