"""Module 4: player turns and their phases, and the order of the sides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table
from tests.rules.tours.board import RULES, table


def battle(**keys: Any) -> Table:
    """Both armies in their set-up, at another point of the game."""
    start = RULES.position(RULES.initial("tours"))
    given = {"units": start["units"], "wall": True, "turn": 2, "scenario": "tours"}
    return Table(RULES, RULES.from_position({**given, **{key.replace("_", "-"): keys[key] for key in keys}}))


def phases(at: Table) -> list[str]:
    """The phases with a decision if both sides only end them, through both player turns."""
    found = []
    while at.now[1] not in ("initiative", "over"):
        found.append(f"{at.now[2]} {at.now[1]}")
        at = at.play("end")
    return [*found, at.now[1]]


LINE = ("hi1 1414 e disordered, hi2 1714 e, li1 1510 e, red-hc1 1814 w, red-li1 2010 w disordered, blue-li1 2014 w, "
        "charles 1414, abd-ar-rahman 2010")


@pytest.mark.rule("4.0")
def test_a_player_turn() -> None:
    """The phases are orders, leader, contingents, shock, reforming."""
    at = table(LINE, phase="orders").play("order red move", "order blue reform")
    assert (2, "orders", "muslim") == at.now
    at = at.play("end")
    assert (2, "leaders", "muslim") == at.now
    at = at.play("end")
    assert (2, "action", "muslim") == at.now
    at = at.play("activate red", 4, "face red-hc1 sw", "face red-li1 e", "end")
    assert (2, "shock", "muslim") == at.now
    at = at.play("end")
    assert (2, "orders", "frankish") == at.now


@pytest.mark.rule("4.0")
def test_shock_comes_after_every_contingent_has_moved() -> None:
    """A contingent that has moved up attacks only in phase IV, when all contingents have moved."""
    at = table(LINE, phase="action", orders={"red": "move", "blue": "move"}).play("activate red", 0)
    assert not at.check("attack red-hc1 hi2")
    at = at.play("end")
    assert not at.check("attack red-hc1 hi2")
    at = at.play("activate blue", 0, "end")
    assert "shock" == at.now[1]
    assert at.check("attack red-hc1 hi2")


@pytest.mark.rule("4.0")
def test_reforming_comes_last() -> None:
    """Units reform in phase V, before the other player turn."""
    at = table(LINE, orders={"red": "reform", "blue": "move"})
    assert not at.check("reform red-li1")
    at = at.play("activate blue", 9)
    assert (2, "reform", "muslim") == at.now
    assert at.check("reform red-li1")
    at = at.play("end")
    assert (2, "orders", "frankish") == at.now


@pytest.mark.rule("4.0")
def test_two_player_turns_make_a_game_turn() -> None:
    """After both player turns a new game turn begins with a roll for the initiative."""
    at = battle(phase="orders", first="muslim")
    assert ["muslim", "frankish", "initiative"] == list(dict.fromkeys(step.split()[0] for step in phases(at)))
    while at.now[1] != "initiative":
        at = at.play("end")
    assert (3, "initiative", "chance") == at.now


@pytest.mark.rule("4.0")
def test_the_first_side_does_not_play_twice() -> None:
    """With the Franks first, the Muslims' player turn ends the game turn."""
    at = battle(phase="orders", first="frankish")
    assert ["frankish", "muslim", "initiative"] == list(dict.fromkeys(step.split()[0] for step in phases(at)))


@pytest.mark.rule("4.0")
def test_the_leader_moves_in_phase_ii_only() -> None:
    """He moves neither while orders are given, nor when contingents are activated (ruling 1)."""
    at = table(LINE, phase="orders").play("order red move")
    assert "4.0 (ruling 1)" == at.refusal("move abd-ar-rahman 2009")
    at = at.play("end")
    assert at.check("move abd-ar-rahman 2009")
    at = at.play("end")
    assert "4.0 (ruling 1)" == at.refusal("move abd-ar-rahman 2009")


@pytest.mark.rule("4.0")
def test_contingents_are_activated_in_phase_iii() -> None:
    """Orders are given in phase I, and no activation is rolled before phase III (ruling 1)."""
    at = table(LINE, phase="orders").play("order red move")
    assert "4.0 (ruling 1)" == at.refusal("activate red")
    assert "4.0 (ruling 1)" == at.refusal("move red-li1 2009")
    at = at.play("end")
    assert "4.0 (ruling 1)" == at.refusal("activate red")
    assert at.play("end").check("activate red")


@pytest.mark.rule("4.0")
def test_the_other_side_does_not_act_in_a_player_turn() -> None:
    """Only the phasing side gives orders and moves its leader and units."""
    at = table(LINE, phase="orders")
    assert not at.check("order hi move")
    at = at.play("end")
    assert not at.check("move charles 1415")
    assert not table(LINE, orders={"red": "move"}).play("activate red", 0).check("move hi1 1415")


@pytest.mark.rule("4.1")
def test_on_turn_1_the_muslims_go_first() -> None:
    """No initiative is rolled on the first turn."""
    at = Table(RULES, RULES.initial("tours")).play("end", "end")
    assert (1, "orders", "muslim") == at.now


@pytest.mark.rule("4.1")
def test_ruling_38_an_example_or_a_position_begins_as_its_maker_wants() -> None:
    """The Franks go first in an example of turn 1, and a position of turn 1 may begin with a roll."""
    assert (1, "shock", "frankish") == Table(RULES, RULES.initial("example-g")).now
    at = battle(phase="initiative", turn=1).play((9, 0))
    assert (1, "who-first", "frankish") == at.now


WINNERS = [((4, 4), "frankish"), ((0, 9), "muslim"), ((3, 5), "muslim"), ((5, 5), "frankish"), ((9, 9), "frankish"),
           ((4, 6), "muslim"), ((1, 1), "frankish")]


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("dice", "winner"), WINNERS)
def test_the_higher_sum_chooses(dice: tuple[int, int], winner: str) -> None:
    """The Franks add five, the Muslims four; the higher sum chooses the order."""
    at = battle(phase="initiative").play(dice)
    assert (2, "who-first", winner) == at.now


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("dice", [(0, 1), (4, 5), (8, 9)])
def test_equal_sums_roll_again(dice: tuple[int, int]) -> None:
    """Neither side wins; both roll again."""
    at = battle(phase="initiative").play(dice)
    assert (2, "initiative", "chance") == at.now
    assert (2, "who-first", "frankish") == at.play((9, 0)).now


@pytest.mark.rule("4.1")
@pytest.mark.parametrize("winner", ["frankish", "muslim"])
@pytest.mark.parametrize("choice", ["frankish", "muslim"])
def test_the_winner_goes_first_or_last(winner: str, choice: str) -> None:
    """The winner may go first or leave it to the other side."""
    at = battle(phase="initiative").play((9, 0) if winner == "frankish" else (0, 9)).play(f"first {choice}")
    assert (2, "orders", choice) == at.now


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("alive", "dice", "winner"), [
    ("abd-ar-rahman", (4, 0), None), ("abd-ar-rahman", (5, 0), "frankish"), ("abd-ar-rahman", (3, 0), "muslim"),
    ("charles", (0, 5), None), ("charles", (0, 6), "muslim"), ("charles", (0, 4), "frankish"),
])
def test_a_dead_leader_adds_nothing(alive: str, dice: tuple[int, int], winner: str | None) -> None:
    """Without its leader a side has only the die (ruling 19)."""
    units = [u for u in RULES.position(RULES.initial("tours"))["units"]
             if u["id"] not in ("charles", "abd-ar-rahman") or u["id"] == alive]
    dead = ({"charles", "abd-ar-rahman"} - {alive}).pop()
    at = battle(phase="initiative", units=units, dead=[dead]).play(dice)
    expected = (2, "initiative", "chance") if winner is None else (2, "who-first", winner)
    assert expected == at.now


@pytest.mark.rule("4.1")
def test_the_order_is_rolled_each_turn() -> None:
    """Every game turn but the first has a new roll."""
    at = battle(phase="orders", first="frankish")
    while at.now[1] != "initiative":
        at = at.play("end")
    at = at.play((0, 9), "first muslim")
    assert (3, "orders", "muslim") == at.now


@pytest.mark.rule("4.0")
def test_no_roll_without_a_pending_one() -> None:
    """A roll is refused during a decision, and a decision during a pending roll."""
    assert "4.0" == battle(phase="orders").refusal("roll 4")
    assert "4.0" == battle(phase="initiative").refusal("first frankish")
