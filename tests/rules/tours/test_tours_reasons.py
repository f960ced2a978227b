"""Reasons of the veteran: each names the purpose of an action with its values."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from game.core.action import Faces
from game.core.chance import CHANCE
from game.core.message import Message, Text
from game.rules.tours.ai.reasons import COULD_ATTACK, OUT_OF_REACH, first_names
from game.rules.tours.units import SLOT, name_of_id
from game.selfplay.simulate import make_players
from tests.rules.table import Table
from tests.rules.tours.board import RULES, acting, table
from tests.rules.tours.shock_board import begun, shock

FIELD = "red-hc1 1515 w, red-li1 1514 w, red-ma1 1615 w, hi1 1413 e, hi5 1606 e, charles 1606, abd-ar-rahman 2019"


def told(at: Table, *notations: str) -> Text:
    """The reason of the first of some actions done in order; empty if there is none."""
    judge = RULES.evaluator()
    assert judge is not None
    first, *then = map(RULES.parse, notations)
    return judge.why(at.state, first, then)


def why(at: Table, *notations: str) -> Message:
    """The same, for an action that must have a reason."""
    reason = told(at, *notations)
    assert isinstance(reason, Message)
    return reason


def values(reason: Message) -> dict[str, Any]:
    """The values of a reason; a sum and a chance only as such, since the odds determine them."""
    found = dict(reason.values or {})
    for name, form in (("sum", r"[+-]\d"), ("chance", r"\d+ %")):
        if re.fullmatch(form, str(found.get(name, ""))):
            found[name] = form
    return found


ODDS = {"sum": r"[+-]\d", "chance": r"\d+ %"}


def test_the_enemy_to_be_attacked_with_the_chance() -> None:
    """A march that ends in front of an enemy, and a facing that has one in front."""
    at = acting(FIELD, "red")
    flank = why(at, "move red-hc1 1312", "face red-hc1 e")
    assert {"targets": name_of_id("hi1"), **ODDS} == values(flank)
    joint = why(at.play("move red-li1 1513", "face red-li1 w"), "move red-hc1 1312", "face red-hc1 e")
    assert {"targets": name_of_id("hi1"), "count": 1, **ODDS} == values(joint)


def test_the_target_to_be_shot_at_with_the_chance() -> None:
    """The shot is planned as part of the move."""
    at = acting(FIELD, "red")
    rides = why(at, "move red-ma1 1514-1513", "fire red-ma1 hi1", "move red-ma1 1714")
    stays = why(at, "move red-ma1 1514-1513", "fire red-ma1 hi1")
    assert {"target": name_of_id("hi1"), "chance": "40 %"} == rides.values == stays.values
    assert rides.template != stays.template


def test_the_enemies_whose_reach_it_leaves() -> None:
    """A march away from units that could attack it in place."""
    at = acting("lc1 1413 e, hc1 1304 e, red-hc1 1514 w, charles 1304", "lc")
    assert OUT_OF_REACH.with_values(enemies=name_of_id("red-hc1")) == why(at, "move lc1 1403")


def test_as_many_enemies_in_reach_are_not_a_reason_for_a_move() -> None:
    """A march from the reach of one enemy into that of another names those that could still attack it."""
    at = acting("lc1 1015 w, charles 1015, red-li1 1711 nw, blue-li1 1210 w, red-li2 1610 e, blue-li2 1311 ne, "
                "red-hc1 1617 e", "lc")
    assert "enemies" in values(why(at, "move lc1 1014-1013-1012"))


def test_closer_to_the_camp_and_to_the_enemy() -> None:
    """The reason has the final distance."""
    at = acting("lc1 2112 e, charles 2112, red-hc1 1108 w, wagon1 2717", "lc")
    assert {"count": 6} == why(at, "move lc1 2413").values
    at = acting("red-hc1 1920 w, red-li1 2020 w, hi1 1413 e", "red")
    assert {"enemy": name_of_id("hi1"), "away": 6} == why(at, "move red-hc1 1717").values


def test_the_enemies_that_a_facing_is_against() -> None:
    """Those in front; or those that could move there."""
    at = acting("hi1 1413 e, lc1 1306 e, red-hc1 1514 w, charles 1306", "hi")
    assert COULD_ATTACK.with_values(enemies=name_of_id("red-hc1")) == why(at, "face hi1 ne")


def test_the_attack_that_the_defender_answers() -> None:
    """The reasons to stand and to retreat have the attackers' sum."""
    at = shock("red-li1 1513 w, lc1 1413 e, hi1 1606 e", "red").play("attack red-li1 lc1", "begin")
    assert {"enemies": name_of_id("red-li1"), "sum": ODDS["sum"]} == values(why(at, "stand lc1"))


def test_the_die_of_an_attack() -> None:
    """The desired result comes with the sum."""
    at = begun(shock("red-hc1 1513 w, hi1 1413 e", "red"), "red-hc1 hi1")
    assert ODDS == values(why(at, "resolve red-hc1"))


def test_units_that_stay() -> None:
    """Units that could still act when their contingent's move ends; none if all have moved."""
    at = acting("red-hc1 1920 w, red-li1 2020 w, hi1 1413 e", "red")
    assert {"count": 2, "units": first_names([SLOT["red-hc1"], SLOT["red-li1"]])} == why(at, "end").values
    moved = at.play("move red-hc1 1919", "face red-hc1 w", "move red-li1 2019", "face red-li1 w").state
    judge = RULES.evaluator()
    assert judge is not None
    assert "" == judge.why(moved, RULES.parse("end"), ())


def test_a_leader_that_stays() -> None:
    """He is with the unit whose contingent he helps."""
    at = table("red-hc1 2013 w, hi1 1413 e, abd-ar-rahman 2013", phase="leaders", orders={"red": "move"})
    found = why(at, "end").values
    assert found is not None
    assert name_of_id("red-hc1") == found["unit"]


def test_friends_that_a_march_joins() -> None:
    """This is the reason if a march brings it no closer to an enemy."""
    at = acting("red-ma1 2011 w, red-li1 2014 w, hi1 1413 e", "red")
    assert {"friends": name_of_id("red-li1")} == why(at, "move red-ma1 2013").values


def test_a_march_away_from_an_enemy_is_not_for_an_attack_on_it() -> None:
    """Checked for a better place that is farther from the nearest enemy than before, and for one that is closer."""
    at = acting("li15 1519 e, li1 1410 e, hi1 1412 e, charles 1412, red-ma1 1719 w, red-hc1 1913 w, "
                "abd-ar-rahman 1913", "li")
    assert {"3", "nearest"} <= {*str(why(at, "move li15 1817")).split()}


def test_a_shot_names_firer_and_target() -> None:
    """The chance of a hit makes clear that it is no result."""
    at = acting("red-ma1 1615 w, hi1 1414 e", "red")
    assert "30 % chance that Arab mounted archers 1 hit Frankish heavy infantry 1" == str(why(at, "fire red-ma1 hi1"))


def test_an_order_far_from_the_enemy_has_its_purpose() -> None:
    """The reason is the purpose of the first march, or none; near the enemy it is the distance."""
    far = table("guard-ma1 2710 w, red-hc1 1515 w, hi1 1413 e, abd-ar-rahman 1515", phase="orders")
    assert {"enemy": name_of_id("hi1"), "away": 6} == why(far, "order guard move").values
    still = table("guard-ma1 2710 w, red-hc1 1515 w, hi1 1413 e, abd-ar-rahman 1515, wagon1 2711, wagon2 2709",
                  phase="orders")
    assert "enemy" not in str(told(still, "order guard move"))
    assert {"count": 3} == why(far, "order red move").values


def test_the_set_up_is_accepted_for_a_reason() -> None:
    """The pieces of the side are where it wants them."""
    judge = RULES.evaluator()
    assert judge is not None
    assert judge.why(RULES.initial("tours"), RULES.parse("end"), ())


def test_a_contingent_has_its_distance_and_its_chance() -> None:
    """The nearest to the enemy is tried first."""
    at = table("red-hc1 1513 w, yellow-hc1 2014 w, hi1 1413 e, abd-ar-rahman 2014",
               orders={"red": "move", "yellow": "move"})
    assert {"count": 1, "enemy": name_of_id("hi1"), "chance": "50 %"} == why(at, "activate red").values


@pytest.mark.every(2)
@pytest.mark.parametrize("level", ["veteran", "recruit"])
def test_different_marches_have_different_reasons(level: str) -> None:
    """Of a game's first marches, facings and shots no sentence is used more than a few times."""
    state, dice = RULES.initial("tours"), Random(4)
    players = make_players(RULES, "tours", dict.fromkeys(RULES.seats, level), 4, 0.1)
    told: list[str] = []
    for _ in range(700):
        actor = RULES.to_act(state)
        if actor is None:
            break
        if actor == CHANCE:
            state = RULES.apply(state, Faces(dice.choice(RULES.branches(state)).faces))[0]
            continue
        choice = players[actor].choose(state)
        if choice.action.notation.split()[0] in ("move", "face"):
            told.append(str(choice.why))
        state = RULES.apply(state, choice.action)[0]
    assert len(told) > 50
    assert 6 * max(map(told.count, told)) < len(told)
