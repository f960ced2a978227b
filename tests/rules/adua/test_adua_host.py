"""The veteran's play of the Abyssinian host, in small positions."""

from __future__ import annotations

from typing import Any

import pytest

from game import catalog
from game.core.evaluator import never
from game.core.field_types import UnitName
from game.rules.adua.actions import END_PHASE, ChargeUnit
from game.rules.adua.ai import abyssinian
from game.rules.adua.ai.scene import AduaScene
from tests.rules.adua.board import table
from tests.rules.adua.test_adua_melee import charging

RULES: Any = catalog.rules("adua")


@pytest.mark.parametrize(("turn", "losses", "charges"), [(2, 1.0, True), (2, 3.0, False), (15, 3.0, True)])
def test_a_charge_is_weighed_with_the_worth_of_own_steps(turn: int, losses: float, charges: bool) -> None:
    """A weak unit does not charge for a player who spares its units; in the last turn steps are worth nothing."""
    state = charging("iii-infantry 2813, gabeiehu-f1 2812", "gabeiehu-f1 iii-infantry", phasing="abyssinian",
                     turn=turn).state
    (course,) = abyssinian.choose(AduaScene(state, state.seat, loss_factor=losses))
    charge = ChargeUnit(UnitName("gabeiehu-f1"), UnitName("iii-infantry"))
    assert course.actions == ((charge,) if charges else (END_PHASE,))


@pytest.mark.parametrize("turn", [2, 14])
def test_a_gain_in_points_is_shown_as_a_score(turn: int) -> None:
    """A point early in the battle is a small part of the score; no course is a certain win for the points alone."""
    state = charging("iii-infantry 2813, gabeiehu-f1 2812", "gabeiehu-f1 iii-infantry", phasing="abyssinian",
                     turn=turn).state
    (course,) = abyssinian.choose(AduaScene(state, state.seat))
    judge = RULES.evaluator()
    (shown,) = judge.proposed_courses(state, 0, never)
    score = judge.worth(state, "abyssinian")
    assert shown.actions == course.actions
    assert score < shown.value < min(1.0, score + course.value / 2)


def test_a_move_that_cuts_menelik_off_is_a_certain_win() -> None:
    state = table("iii-infantry 2813, menelik 2812, gabeiehu-f1 2612", turn=2).state
    (shown,) = RULES.evaluator().proposed_courses(state, 0, never)
    assert 1.0 == shown.value


def test_help_by_initiative_is_worth_a_part_of_a_step() -> None:
    """The roll is worth its chance of the better column of the melee, not its chance alone."""
    state = table("iii-infantry 2813 lost=2 engaged, gabeiehu-f1 2813 engaged, gabeiehu-f2 2810, gabeiehu 2810",
                  phase="initiative", phasing="abyssinian", turn=2).state
    (course,) = abyssinian.choose(AduaScene(state, state.seat))
    assert "initiative gabeiehu" == course.actions[0].notation
    assert 0.0 < course.value < 0.25
