"""Every button of a shot has the target and the chance to hit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.batch import BatchActions
from game.core.capability import capability
from game.core.chance import per_cent
from game.core.message import values_in
from game.core.offer import Picked
from game.match.start import Start
from game.ui.play.proposals import proposal_for
from game.ui.play.situation import Situation
from tests.rules.tours.board import RULES, acting
from tests.ui.hand import Hand
from tests.ui.test_facing_tours import at_table

Sit = Callable[..., Hand]
THREE = "blue-ma1 1513 w, blue-ma2 1612 w, hi1 1413 e, hc1 1214 e, hi3 1314 e"


@pytest.mark.parametrize(("line", "labels"), [
    (THREE, ["Fire at HC 1 · hit: 10 %", "Fire at HI 3 · hit: 30 %", "Fire at HI 1 · hit: 40 %"]),
    ("blue-ma1 1513 w, blue-ma2 1612 w, hi1 1413 e", ["Fire at HI 1 · hit: 40 %"]),
])
def test_a_shot_names_target_and_chance(sit_down: Sit, line: str, labels: list[str]) -> None:
    """With one target and with several."""
    hand = at_table(sit_down, line)
    hand.click_unit("blue-ma1")
    assert labels == [each.label for each in hand.game.selection.proposals if each.preview is not None]


def test_reaction_fire_does_too(sit_down: Sit) -> None:
    """The target is the unit that has moved in front of the archers."""
    at = acting("lc1 1404 e, red-ma1 1806 w", "lc")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), speed=8.0, hand_over=False)
    hand.game.play(RULES.parse("move lc1 1705"))
    for _ in range(4):
        hand.settle()
    assert [("react red-ma1", "40 %")] == [
        (each.action.notation, per_cent(each.chance)) for each in hand.game.selection.proposals]
    assert all(told in str(hand.game.selection.proposals[0].label) for told in ("LC 1", "40 %"))


def test_one_prompt_asks_all_archers() -> None:
    """The chance that at least one hits is shown, at 40 % each."""
    at = acting("lc1 1404 e, red-ma1 1806 w, red-ma2 1805 w", "lc").play("move lc1 1705")
    left = capability(RULES, BatchActions).autoplay_step(at.state)
    assert left is not None
    assert ["LC 1", "64 %"] == list(values_in(left[0]))


def test_a_shot_that_cannot_hit_says_so() -> None:
    """Disordered archers at heavy cavalry three hexes away: 9 less 2 is 7, which disorders none."""
    at = acting("blue-ma1 1513 w disordered, hc1 1214 e", "blue")
    offer = next(each for each in RULES.offers(at.state, Picked(("blue-ma1",))) if each.preview is not None)
    shot = proposal_for(Situation(RULES, at.state), offer)
    assert not shot.chance
    assert (True, False) == ("HC 1" in str(shot.label), "%" in str(shot.label))
