"""The position of Pickets as a stranger writes it: what may be left out, what statuses are called."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import BadPosition
from tests.referee.talk import Talk
from tests.systems.pickets_table import Table, rules, table

pytestmark = pytest.mark.rule("1.1")
PAIR = [{"id": "bf07", "place": "3021", "facing": "n"}, {"id": "gf07", "place": "3020", "facing": "s"}]


def begun(**position: Any) -> Talk:
    """A talk with the referee about a position of the ford."""
    talk = Talk()
    talk.ask("new", seed=4, position={"system": "pickets", "scenario": "ford", **position})
    return talk


def test_what_is_left_out_is_as_in_the_scenario() -> None:
    """Nothing but the scenario is its beginning; nothing at all is that of the first."""
    system = rules()
    for scenario in ("ford", "patrol", "example"):
        assert system.initial(scenario) == system.from_position({"scenario": scenario})
    assert system.initial("ford") == system.from_position({})
    units = begun(units=[{"id": "bf07"}, {"id": "bh12"}]).ask("position")["position"]["units"]
    set_up = {row["id"]: row for row in system.position(system.initial("ford"))["units"]}
    assert [set_up["bf07"], set_up["bh12"]] == units
    assert "blue-arrivals" == units[1]["place"]


def test_who_is_not_listed_is_out_of_the_game() -> None:
    """Also after a loss; the order of the list means nothing."""
    talk = begun(turn=3, phase="combat", to_act="blue", units=[*reversed(PAIR), {"id": "bf08", "place": "3121"}])
    found = talk.ask("position")["position"]
    assert [("bf07", "3021"), ("bf08", "3121"), ("gf07", "3020")] == [(u["id"], u["place"]) for u in found["units"]]
    game = Table(table("bf07 3021/n", "gf07 3020/n 1", phase="combat")).play("fire bf07 3020", "begin", "resolve bf07")
    assert ["bf07"] == [row["id"] for row in rules().position(game.roll(9).state)["units"]]


@pytest.mark.parametrize("seat", ["blue", "grey"])
@pytest.mark.parametrize("phase", ["orders", "combat"])
def test_who_is_to_act_has_the_player_turn(seat: str, phase: str) -> None:
    """The five keys that every position has are enough; all orders are to be given yet."""
    talk = begun(turn=2, phase=phase, to_act=seat, units=PAIR)
    found = talk.ask("position")["position"]
    assert (seat, phase, 2) == (found["to_act"], found["phase"], found["turn"])
    assert 5 * (phase == "orders") == found["orders"]
    own = {"blue": "bf07", "grey": "gf07"}[seat]
    assert talk.ask("check", action=f"order {own}" if phase == "orders" else f"assault {own} {place(own)}")["legal"]


def place(unit: str) -> str:
    """Where the enemy of one of the pair is."""
    return {"bf07": "3020", "gf07": "3021"}[unit]


def test_steps_lost_and_statuses_have_the_names_of_the_rulebook() -> None:
    """Every one of them comes back; what is not so is not said, or said to be false."""
    units = [{"id": "bf07", "place": "3021", "facing": "n", "lost": 1, "order": True, "fired": False, "shaken": True},
             {"id": "bg01", "place": "3022", "facing": "n", "low-ammo": True},
             {"id": "gf07", "place": "3018", "facing": "s", "fired": True}]
    found = begun(phase="orders", to_act="blue", units=units).ask("position")["position"]["units"]
    assert found == [
        {"id": "bf07", "place": "3021", "facing": "n", "lost": 1, "order": True, "shaken": True},
        {"id": "bg01", "place": "3022", "facing": "n", "lost": 0, "low-ammo": True},
        {"id": "gf07", "place": "3018", "facing": "s", "lost": 0, "fired": True}]
    talk = begun(phase="combat", to_act="blue", units=units)
    assert talk.ask("check", action="volley bg01 10@3018")["legal"]
    assert not talk.ask("check", action="volley bg01 20@3018")["legal"]


def test_who_has_an_order_has_it_until_the_player_turn_is_over() -> None:
    """While it is carried out and afterwards; nobody has two."""
    game = Table(table("bf01 3021/n", "bf02 2921/n")).play("order bf01")
    assert (["order"], []) == (game.statuses("bf01"), game.statuses("bf02"))
    game.play("move bf01 3020/n", "done")
    assert ["order"] == game.statuses("bf01")
    again = Table(rules().from_position(rules().position(game.state)))
    assert ("2.3", "") == (again.refused("order bf01"), again.refused("order bf02"))
    assert [] == game.play("end", "end").statuses("bf01")


@pytest.mark.parametrize(("row", "said"), [
    ({"id": "bf07", "steps": 1}, "units"), ({"id": "bf07", "marks": ["done"]}, "units"),
    ({"id": "bf07", "low": True}, "units"), ({"id": "bf07", "lost": 2}, "bf07 lost"),
    ({"id": "bf07", "place": None}, "bf07"), ({"id": "bf07", "shaken": "yes"}, "bf07 shaken"),
    ({"place": "3021"}, "units"), ({"id": "bf99"}, "units")])
def test_what_cannot_be_is_refused_by_name(row: dict[str, Any], said: str) -> None:
    """A key nobody knows, a step too many, no place, a status that is neither true nor false, nobody."""
    with pytest.raises(BadPosition) as refused:
        rules().from_position({"scenario": "ford", "units": [row]})
    assert str(refused.value).startswith(f"{said}: expected")


def test_an_order_under_way_is_that_of_who_has_one() -> None:
    """A frame of a counter without an order is refused."""
    position = rules().position(Table(table("bf01 3021/n")).play("order bf01").state)
    assert rules().position(rules().from_position(position)) == position
    with pytest.raises(BadPosition, match="bf01: expected an order"):
        rules().from_position({**position, "units": [{**position["units"][0], "order": False}]})
