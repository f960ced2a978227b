"""Plans for a whole battle on the table, and what they do with a base."""

from __future__ import annotations

from game.core.pose import Pose
from game.rules.renaissance.ai.scripts import PLANS
from tests.rules.renaissance.board import RULES, pose, table
from tests.rules.table import Table


def moved(at: Table, name: str) -> Table:
    """The table after the moves of a bound by a plan."""
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
