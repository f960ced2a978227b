"""Scripts for a whole battle on the table, and their use of a base."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.pose import Pose
from game.rules.renaissance.ai.scene import TableScene
from game.rules.renaissance.ai.scripts import PLANS
from game.rules.renaissance.ai.worth import (
    NO_INTENTIONS,
    PLAIN_MANNER,
    Manner,
    combats_to_come,
    intention_value,
    victory_and_defeat_chances,
    worth,
)
from game.rules.renaissance.engine.state import BLUE, RED
from tests.rules.renaissance.board import RULES, pose, table
from tests.rules.table import Table


def moved(at: Table, name: str) -> Table:
    """The table after a script's moves of a bound."""
    script = next(each for each in RULES.evaluator().scripts("open-battle", "red") if each.name == name)
    while at.state.phase == "moves" and at.state.side == "red":
        at = at.play(script.choose(at.state).notation)
    return at


def test_both_sides_have_all_plans() -> None:
    assert [plan.name for plan in PLANS] == [each.name for each in RULES.evaluator().scripts("open-battle", "blue")]


def test_the_ride_goes_round_the_flank_to_the_camp() -> None:
    at = table("red-lh1 14000,9000,0, red-sh1 9000,12000,0, blue-pk1 9000,6000,10800, blue-pk2 8000,6000,10800", pips=2)
    before, after = Pose(14000, 9000, 0), pose(moved(at, "ride"), "red-lh1")
    assert after.y < before.y - 2000
    assert after.x > 12_000


def test_who_refuses_battle_draws_back() -> None:
    at = table("red-sh1 9000,9000,0, blue-pi1 8500,7400,10800, blue-pi2 9500,7400,10800", pips=2)
    assert pose(moved(at, "refuse"), "red-sh1").y > 9000


def test_the_stand_is_on_the_hill() -> None:
    at = table("red-pk1 5000,14000,0, blue-pk1 9000,3000,10800", pips=3,
               terrain="gentle-hill 11000,11000 14000,11000 14000,13000 11000,13000")
    assert pose(moved(at, "hold"), "red-pk1").x > 5000


def test_own_losses_count_for_less_to_a_bold_player() -> None:
    at = table("red-pi1 9000,8500,0, blue-sh1 9000,8500,10800")
    usual, bold = (worth(at.state, RED, manner=Manner(losses=losses)) for losses in (1.0, 0.5))
    assert bold > usual


def test_a_place_in_the_arc_of_a_gun_costs_more_than_the_next_shot() -> None:
    in_range, out_of_range = (table(f"red-sh1 9000,{y},0, blue-ca1 9000,4000,10800") for y in (9000, 11_000))
    (shot,) = combats_to_come(in_range.state, RED, TableScene(in_range.state))
    assert not combats_to_come(out_of_range.state, RED, TableScene(out_of_range.state))
    assert worth(out_of_range.state, RED) - worth(in_range.state, RED) > 2 * shot.odds.lost > 0


@pytest.mark.parametrize("turn", [3, 30])
def test_intentions_can_be_left_out_of_a_value_at_any_time(turn: int) -> None:
    state = table("red-sh1 9000,14000,0, blue-pk1 9000,3000,10800", turn=turn).state
    intentions = intention_value(state, RED, PLAIN_MANNER)
    assert intentions < 0
    assert worth(state, RED) - intentions == pytest.approx(worth(state, RED, manner=NO_INTENTIONS))


def test_the_chance_that_a_side_breaks_is_exact() -> None:
    """Pistols against shot in the open: 15 of 36 rolls destroy the shot; only a doubled score destroys the pistols."""
    at = table("red-pi1 9000,8500,0, blue-sh1 9000,8500,10800", phase="combat", pips=0)
    scene = TableScene(at.state)
    (fight,) = combats_to_come(at.state, RED, scene)
    assert fight.odds.kills == pytest.approx(15 / 36)
    for lost, decides in ((0, False), (3, True)):
        gone = {slot for seat in (RED, BLUE) for slot in [
            slot for slot, piece in enumerate(at.state.roster)
            if piece.seat == seat and piece.kind in ("pk", "sh") and slot != fight.enemy][:lost]}
        units = tuple(unit._replace(lost=slot in gone) for slot, unit in enumerate(at.state.units))
        found = victory_and_defeat_chances(replace(at.state, units=units), RED, [fight])
        assert found == pytest.approx((fight.odds.kills, fight.odds.falls) if decides else (0.0, 0.0))
