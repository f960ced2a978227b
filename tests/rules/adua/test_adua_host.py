"""The veteran's play of the Abyssinian host, in small positions."""

from __future__ import annotations

from typing import Any

import pytest

from game import catalog
from game.core.evaluator import never
from game.core.field_types import UnitName
from game.rules.adua.actions import END_PHASE, ChargeUnit
from game.rules.adua.ai import abyssinian, answers
from game.rules.adua.ai.reasons import NO_BETTER
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.units import SLOT
from tests.rules.adua.board import table
from tests.rules.adua.test_adua_melee import charging
from tests.rules.table import facts

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


@pytest.mark.parametrize(("line", "action"), [
    ("gabeiehu-fv1 2810, gabeiehu 2810", "initiative gabeiehu"),
    ("gabeiehu-f2 2810", "end"),
])
def test_the_commander_that_can_help_rolls_for_initiative(line: str, action: str) -> None:
    """Alula has the same initiative, but its units reach only a melee that needs no help; if no other commander can
    help, the phase ends."""
    at = table("iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged, vi-infantry 2009 lost=3 engaged, "
               f"alula-f1 2009 engaged, alula-fv1 2009 engaged, alula-fv2 2006, alula 2006, {line}",
               phase="initiative", phasing="abyssinian", turn=6)
    assert at.check("initiative alula")
    (course,) = abyssinian.choose(AduaScene(at.state, at.state.seat))
    assert [action] == [one.notation for one in course.actions]


def test_help_by_initiative_counts_all_units_that_come() -> None:
    """One of them would not change the column of the melee table, all three do."""
    state = table("iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged, gabeiehu-f2 2810, gabeiehu-f3 2710, "
                  "gabeiehu-f4 2910, gabeiehu 2810", phase="initiative", phasing="abyssinian", turn=2).state
    (course,) = abyssinian.choose(AduaScene(state, state.seat))
    assert course.value > 0.0


def test_a_unit_brought_in_by_initiative_joins_the_melee() -> None:
    """The reason names the hex of the melee, not an Italian unit beside it. The end does not claim that no commander
    can help."""
    at = table("iii-infantry 2813 engaged, iv-infantry 2914, gabeiehu-f1 2813 engaged, gabeiehu-f2 2810, gabeiehu 2810",
               phase="initiative", phasing="abyssinian", turn=2).play("initiative gabeiehu", 1)
    (move,) = at.legal("move")
    assert ("2813",) == facts(RULES.evaluator().why(at.state, RULES.parse(move)))
    assert NO_BETTER == RULES.evaluator().why(at.state, END_PHASE)


def test_a_unit_repulsed_before_does_not_count_as_charging_after_the_damage() -> None:
    """Its other attack has repulsed the veterans: of the others one takes the damage, so that the rest can charge."""
    line = "iii-infantry 2813 lost=3, gabeiehu-f1 2812, gabeiehu-f2 2713, gabeiehu-f3 2814, gabeiehu-fv1 2914"
    chosen = []
    for flag in ("", " repulsed"):
        state = table(line + flag, phase="fire", phasing="abyssinian", turn=2, resolving=True, resolved=[
            {"unit": f"gabeiehu-{unit}", "target": "iii-infantry", "dice": 1} for unit in ("f1", "f2", "f3", "fv1")],
            under_way=[{"kind": "damage", "points": 3,
                        "units": [f"gabeiehu-{unit}" for unit in ("fv1", "f1", "f2", "f3")]}]).state
        chosen.append(len(answers.best_damage(state, state.top).shares))
    assert [3, 1] == chosen


def test_the_reason_of_damage_that_costs_no_step_is_its_own() -> None:
    """It is that no unit loses a step, whether or not all units bear a point; few units bear it only if some lose
    steps for others."""
    units = ["gabeiehu-f1", "gabeiehu-f2", "gabeiehu-f3"]
    state = table("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2713, gabeiehu-f3 2814", phase="fire",
                  phasing="abyssinian", turn=2, resolving=True, under_way=[
                      {"kind": "damage", "points": 3, "units": units}],
                  resolved=[{"unit": unit, "target": "iii-infantry", "dice": 2} for unit in units]).state
    why = {shares: str(RULES.evaluator().why(state, RULES.parse(f"damage {shares}"))) for shares in (
        "gabeiehu-f1:1,gabeiehu-f2:1,gabeiehu-f3:1", "gabeiehu-f1:1,gabeiehu-f2:1", "gabeiehu-f1:2,gabeiehu-f2:1",
        "gabeiehu-f1:2,gabeiehu-f2:1,gabeiehu-f3:1")}
    spared, spared_too, few, each = why.values()
    assert spared == spared_too
    assert 3 == len({spared, few, each})


@pytest.mark.parametrize(("beside", "is_worth"), [("iv-infantry 2612", False), ("iv-infantry 3401", True)])
def test_a_unit_that_nobody_can_reach_is_not_worth_attacking(beside: str, is_worth: bool) -> None:
    """Units of its own are in all hexes next to it, until one of them has gone; many enemies are near."""
    ring = "v-infantry 2614, vi-infantry 2513, ii-infantry 2514, i-ascari 2713, iv-ascari 2714"
    host = ", ".join(f"menelik-fv{n} 2{4 + n}10" for n in range(1, 5))
    state = table(f"iii-infantry 2613 lost=3, {ring}, {beside}, menelik-c1 2511, {host}", phasing="abyssinian",
                  turn=8).state
    assert is_worth is abyssinian.worth_attacking(AduaScene(state, state.seat), SLOT["iii-infantry"])


@pytest.mark.rule("6.0")
@pytest.mark.parametrize("target", ["1009", "1010"])
def test_cavalry_is_counted_on_only_where_it_can_charge(target: str) -> None:
    """Not against a unit on ground closed to cavalry, such as Monte Belah (ruling 23)."""
    gains = [abyssinian.choose(AduaScene(state, state.seat))[0].value for state in (
        table(f"iii-infantry {target} lost=3, menelik-f1 0910, menelik-c1 {place}", phase="fire", turn=8,
              phasing="abyssinian").state for place in ("1110", "3401"))]
    assert (target == "1010") is (gains[0] > gains[1])
