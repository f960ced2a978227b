"""The position of Pickets as other programs write it: optional keys, and names of statuses."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import BadPosition
from tests.referee.talk import Talk
from tests.systems.pickets_table import Table, rules, table

pytestmark = pytest.mark.rule("1.1")
PAIR = [{"id": "bf07", "place": "3021", "facing": "n"}, {"id": "gf07", "place": "3020", "facing": "s"}]


def begun(**position: Any) -> Talk:
    """A conversation with the referee with a position of the ford."""
    talk = Talk()
    talk.ask("new", seed=4, position={"system": "pickets", "scenario": "ford", **position})
    return talk


def test_missing_keys_are_as_in_the_scenario() -> None:
    """A position with only the scenario is its start; an empty one is the start of the first scenario."""
    system = rules()
    for scenario in ("ford", "patrol", "example"):
        assert system.initial(scenario) == system.from_position({"scenario": scenario})
    assert system.initial("ford") == system.from_position({})
    units = begun(units=[{"id": "bf07"}, {"id": "bh12"}]).ask("position")["position"]["units"]
    set_up = {row["id"]: row for row in system.position(system.initial("ford"))["units"]}
    assert [set_up["bf07"], set_up["bh12"]] == units
    assert "blue-arrivals" == units[1]["place"]


def test_unlisted_counters_are_out_of_the_game() -> None:
    """This also holds after a loss; the order of the list does not matter."""
    talk = begun(turn=3, phase="combat", to_act="blue", units=[*reversed(PAIR), {"id": "bf08", "place": "3121"}])
    found = talk.ask("position")["position"]
    assert [("bf07", "3021"), ("bf08", "3121"), ("gf07", "3020")] == [(u["id"], u["place"]) for u in found["units"]]
    game = Table(table("bf07 3021/n", "gf07 3020/n 1", phase="combat")).play("fire bf07 3020", "begin", "resolve bf07")
    assert ["bf07"] == [row["id"] for row in rules().position(game.roll(9).state)["units"]]


@pytest.mark.parametrize("seat", ["blue", "grey"])
@pytest.mark.parametrize("phase", ["orders", "combat"])
def test_the_seat_to_act_has_the_player_turn(seat: str, phase: str) -> None:
    """The five keys of every position are enough; all orders are then unused."""
    talk = begun(turn=2, phase=phase, to_act=seat, units=PAIR)
    found = talk.ask("position")["position"]
    assert (seat, phase, 2) == (found["to_act"], found["phase"], found["turn"])
    assert 5 * (phase == "orders") == found["orders"]
    own = {"blue": "bf07", "grey": "gf07"}[seat]
    assert talk.ask("check", action=f"order {own}" if phase == "orders" else f"assault {own} {place(own)}")["legal"]


def place(unit: str) -> str:
    """The place of the enemy of one counter of the pair."""
    return {"bf07": "3020", "gf07": "3021"}[unit]


def test_lost_steps_and_statuses_have_the_rulebooks_names() -> None:
    """Each reads back; absent statuses are left out, or may be given as false."""
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


def test_an_order_lasts_until_the_end_of_the_player_turn() -> None:
    """A counter has it during and after its execution; no counter has two."""
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
def test_impossible_values_are_refused_by_name(row: dict[str, Any], said: str) -> None:
    """An unknown key, too many lost steps, an invalid place, a status that is not a boolean, an unknown counter."""
    with pytest.raises(BadPosition) as refused:
        rules().from_position({"scenario": "ford", "units": [row]})
    assert str(refused.value).startswith(f"{said}: expected")


def test_an_order_in_progress_belongs_to_its_counter() -> None:
    """A frame for a counter without an order is refused."""
    position = rules().position(Table(table("bf01 3021/n")).play("order bf01").state)
    assert rules().position(rules().from_position(position)) == position
    with pytest.raises(BadPosition, match="bf01: expected an order"):
        rules().from_position({**position, "units": [{**position["units"][0], "order": False}]})
