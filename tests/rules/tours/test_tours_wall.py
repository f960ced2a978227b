"""Case 5.2.6: the shield wall of the Frankish heavy infantry."""

from __future__ import annotations

import pytest

from game.core.message import Message
from game.core.verdict import Legal
from game.match.asking import ask
from game.rules.tours.orders import FORM_WALL, LEAVE_WALL
from tests.rules.table import Table
from tests.rules.tours.board import marked, table

LINE = "hi1 1414 e, hi2 1614 e disordered, hi3 1120 w, li1 1214 e, red-hc1 2214 w, red-li1 2314 w"


def franks(line: str = LINE, **keys: object) -> Table:
    """Phase III of the Franks with the order Shield Wall, or another."""
    return table(line, **{"first": "frankish", "orders": {"hi": "wall", "li": "move"}, **keys})


@pytest.mark.rule("5.2.6")
def test_only_the_frankish_heavy_infantry() -> None:
    """No other contingent may have the order."""
    at = table(LINE, phase="orders", first="frankish")
    assert at.check("order hi wall")
    assert "5.2.6" == at.refusal("order li wall")
    assert "5.2.6" == table(LINE, phase="orders").refusal("order red wall")


@pytest.mark.rule("5.2.6")
def test_it_is_formed_without_a_roll_by_all_at_once() -> None:
    """Disordered and distant units join; no die is rolled."""
    at = franks().play("activate hi")
    assert at.position["wall"]
    assert "chance" != at.now[2]
    for unit, place in (("hi1", "1514"), ("hi2", "1714"), ("hi3", "1121")):
        assert not at.check(f"move {unit} {place}")
        assert not at.check(f"face {unit} ne")


@pytest.mark.rule("5.2.6")
def test_the_order_is_carried_out_in_phase_iii() -> None:
    """The wall is formed when the contingent is activated, not when the order is given (ruling 3)."""
    at = table(LINE, phase="orders", first="frankish").play("order hi wall")
    assert not at.position["wall"]
    while at.now[1] != "action":
        at = at.play("end")
    assert not at.position["wall"]
    assert at.play("activate hi").position["wall"]


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize("wall", [False, True])
def test_an_order_that_is_not_carried_out_changes_nothing(wall: bool) -> None:
    """If the contingent is not activated the wall stays as it was (ruling 3)."""
    at = franks(wall=wall).play("end")
    assert wall == at.position["wall"]


@pytest.mark.rule("5.2.6")
@pytest.mark.rule("6.1.3")
def test_units_in_the_wall_get_no_order_to_move() -> None:
    """They neither move nor turn."""
    at = table(LINE, phase="orders", first="frankish", wall=True)
    assert "5.2.6 (ruling 3)" == at.refusal("order hi move")
    assert at.check("order hi reform")
    assert at.check("order hi wall")


@pytest.mark.rule("5.2.6")
def test_leaving_the_wall_activates_without_a_roll() -> None:
    """It activates all units of the contingent at once (ruling 3)."""
    at = franks(wall=True).play("activate hi")
    assert not at.position["wall"]
    assert "chance" != at.now[2]
    at = at.play("move hi1 1514", "face hi3 e")
    assert "1514" == at.units["hi1"]
    assert at.check("move hi2 1714")


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize(("wall", "order"), [(True, LEAVE_WALL), (False, FORM_WALL)])
def test_carrying_out_the_order_is_not_called_a_roll(wall: bool, order: Message) -> None:
    """The text of the activation is that of the order."""
    at = franks(wall=wall)
    assert order == at.rules.describe(at.state, at.rules.parse("activate hi")).values["order"]


@pytest.mark.rule("5.2.6")
def test_the_rules_answer_that_units_in_the_wall_do_not_move() -> None:
    """Asked in the other side's turn: as if the contingent were active, but still in its wall."""
    for wall, told in ((True, [(False, "5.2.6 (ruling 3)"), (False, "5.2.6")]), (False, [(True, "")])):
        at = table(LINE, phase="orders", wall=wall)
        answers = ask(at.rules, at.state, "hi1", "1415")
        assert told == [(one.legal, "" if isinstance(one.offer.verdict, Legal) else str(
            one.offer.verdict.reasons[0].rule)) for one in answers]


@pytest.mark.rule("5.2.6")
def test_units_that_leave_the_wall_may_attack() -> None:
    """Shock is possible in the same turn."""
    line = LINE.replace("red-hc1 2214", "red-hc1 1714")
    at = franks(line, wall=True, orders={"hi": "wall"}).play("activate hi", "end")
    assert (2, "shock", "frankish") == at.now
    assert at.check("attack hi2 red-hc1")


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize("engaged", ["", " engaged"])
def test_units_in_the_wall_do_not_attack(engaged: str) -> None:
    """They attack neither on the turn of forming it, nor if engaged."""
    line = LINE.replace("red-hc1 2214 w", f"red-hc1 1514 w{engaged}").replace("hi1 1414 e", f"hi1 1414 e{engaged}")
    line += ", li2 1513 se, li3 1021 e"
    at = franks(line, orders={"hi": "wall", "li": "move"}).play("activate hi", "activate li", 0, "end")
    assert (2, "shock", "frankish") == at.now
    assert at.check("attack li2 red-hc1")
    assert not at.check("attack hi1 red-hc1")
    assert at.check("end")


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize("wall", [False, True])
def test_units_reform_on_the_turn_of_forming_or_leaving_it(wall: bool) -> None:
    """A disordered unit tries in phase V, whether the wall was formed or left; without Charles a 2 counts as 4."""
    at = franks(wall=wall, orders={"hi": "wall"}).play("activate hi")
    while at.now[1] != "reform":
        at = at.play("end")
    assert wall != at.position["wall"]
    assert {"reform hi2"} == at.legal("reform")
    assert "hi2" not in marked(at.play("reform hi2", 2), "disordered")


@pytest.mark.rule("5.2.6")
def test_units_in_the_wall_reform() -> None:
    """They may have the order Reform, which keeps the wall."""
    at = table(LINE, phase="orders", first="frankish", wall=True).play("order hi reform")
    while at.now[1] != "reform":
        at = at.play("end")
    at = at.play("reform hi2", 0)
    assert "hi2" not in marked(at, "disordered")
    assert at.position["wall"]


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize("deed", ["move hi2 1714", "face hi2 ne"])
def test_a_unit_that_left_it_and_acted_does_not_reform(deed: str) -> None:
    """A unit that moved or turned on the turn of leaving does not; another does (ruling 3)."""
    line = LINE.replace("hi3 1120 w", "hi3 1120 w disordered")
    at = franks(line, wall=True, orders={"hi": "wall"}).play("activate hi", deed)
    while at.now[1] != "reform":
        at = at.play("end")
    assert {"reform hi3"} == at.legal("reform")


@pytest.mark.rule("5.2.6")
def test_a_unit_that_left_it_next_to_an_enemy_does_not_reform() -> None:
    """No unit reforms next to an enemy (ruling 3)."""
    line = LINE.replace("red-li1 2314 w", "red-li1 1714 e").replace("hi3 1120 w", "hi3 1120 w disordered")
    at = franks(line, wall=True, orders={"hi": "wall"}).play("activate hi")
    while at.now[1] != "reform":
        at = at.play("end")
    assert {"reform hi3"} == at.legal("reform")


WALLED = [("hi1 1914 e", "red-hc1 2014 w", -2), ("hi1 1914 e disordered", "red-hc1 2014 w", -1),
          ("hi1 1914 ne", "red-hc1 2015 w", 2), ("hi1 1914 w", "red-hc1 2014 w", 3)]


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize(("frank", "muslim", "total"), WALLED)
def test_shock_against_the_wall(frank: str, muslim: str, total: int) -> None:
    """It is -2 through the front, -1 against disordered units, nothing through a flank or the rear (ruling 3)."""
    at = table(f"{frank}, {muslim}, hi2 1010 e", phase="shock", wall=True, orders={"red": "move"}, tried=["red"],
               active=["red"])
    assert total == sum(m.value for m in at.preview("attack red-hc1 hi1").modifiers)
    open_field = table(f"{frank}, {muslim}, hi2 1010 e", phase="shock", orders={"red": "move"}, tried=["red"],
                       active=["red"])
    assert max(total, 0) == sum(m.value for m in open_field.preview("attack red-hc1 hi1").modifiers)


@pytest.mark.rule("5.2.6")
def test_one_attacker_through_the_flank_cancels_the_wall() -> None:
    """With one in front and one at the flank: +1 for numbers and +4 for two sides, and no -2 (ruling 3)."""
    at = table("hi1 1914 e, red-hc1 2014 w, red-hc2 1915 ne, hi2 1010 e", phase="shock", wall=True,
               orders={"red": "move"}, tried=["red"], active=["red"]).play("attack red-hc1 hi1")
    assert 5 == sum(m.value for m in at.preview("attack red-hc2 hi1").modifiers)


@pytest.mark.rule("5.2.6")
@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("wall", "total"), [(False, 0), (True, -1)])
def test_arrows_against_the_wall(wall: bool, total: int) -> None:
    """Fire at a unit in the wall has -1; other Franks do not benefit (ruling 3)."""
    at = table("hi1 1814 e, li1 1816 e, red-ma1 2015 w", wall=wall, orders={"red": "move"}, tried=["red"],
               active=["red"], acting="red")
    assert total == sum(m.value for m in at.preview("fire red-ma1 hi1").modifiers)
    assert 0 == sum(m.value for m in at.preview("fire red-ma1 li1").modifiers)


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize("wall", [False, True])
def test_units_in_the_wall_do_not_counter_attack(wall: bool) -> None:
    """After a natural 1 a defender in the wall may not; outside it may."""
    at = table("hi1 1914 e, red-hc1 2014 w, hi2 1010 e, red-hc3 2120 w", phase="shock", wall=wall,
               orders={"red": "move"}, tried=["red"], active=["red"]).play("attack red-hc1 hi1", "begin")
    at = at.play("resolve red-hc1") if at.legal("resolve") else at
    at = at.play(1)
    assert wall != any(notation.startswith("again") for notation in at.legal())
