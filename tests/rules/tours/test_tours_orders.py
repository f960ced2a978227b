"""Module 5: contingents, their orders and activation."""

from __future__ import annotations

import pytest

from game.core.event import first_roll
from game.core.message import values_in
from game.core.offer import Picked
from game.core.verdict import Illegal
from tests.rules.tours.board import FRANKISH, MUSLIM, named, table

LINE = ("hi1 1414 e, hi2 1415 e, li1 1214 e, hc1 1012 e, lc1 1014 e, charles 1214, red-hc1 2014 w, red-li1 2114 w, "
        "yellow-hc1 2016 w, blue-hc1 2018 w, grey-hc1 2020 w, guard-li1 2616 w, abd-ar-rahman 2014")


def obeyed(unit: str, contingent: str, first: str, die: int, line: str = LINE) -> bool:
    """Whether a contingent whose roll is this face may move one of its units."""
    at = table(line, first=first, orders={contingent: "move"}).play(f"activate {contingent}", die)
    return contingent in at.position["active"] and bool(at.check(f"face {unit} ne"))


@pytest.mark.rule("5.0")
@pytest.mark.rule("5.1")
def test_only_an_activated_contingent_moves() -> None:
    """A unit of another contingent neither moves nor turns."""
    at = table(LINE, orders={"red": "move", "blue": "move"})
    assert "5.2.2" == at.refusal("move red-hc1 1914")
    at = at.play("activate red", 0)
    assert at.check("move red-hc1 1914")
    assert at.check("move red-li1 2115")
    assert "5.2.2" == at.refusal("move blue-hc1 1918")
    assert "5.2.2" == at.refusal("face blue-hc1 ne")
    assert "5.2.2" == at.refusal("move yellow-hc1 1916")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("first", "own", "other"), [("frankish", FRANKISH, MUSLIM), ("muslim", MUSLIM, FRANKISH)])
def test_the_contingents(first: str, own: tuple[str, ...], other: tuple[str, ...]) -> None:
    """The Franks have four by kind, the Muslims four by stripe and the guard; the other side's get no orders."""
    at = table(LINE, phase="orders", first=first)
    assert {f"order {contingent} move" for contingent in own} == {
        notation for notation in at.legal("order") if notation.endswith("move")}
    assert {"5.1"} == {at.refusal(f"order {contingent} move") for contingent in other}


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("contingent", ["red", "yellow", "blue", "grey", "guard"])
def test_a_tribe_moves_as_one(contingent: str) -> None:
    """All kinds of units with one stripe act together, and no others; the guard is a fifth contingent (ruling 4)."""
    kinds = ("ma1", "li1") if contingent == "guard" else ("hc1", "ma1", "li1")
    line = ", ".join(f"{tribe}-{kind} {column}{row:02} w" for row, tribe in enumerate(MUSLIM, 14)
                     for column, kind in ((20, "hc1"), (22, "ma1"), (24, "li1")) if (tribe, kind) != ("guard", "hc1"))
    at = table(f"hi1 1014 e, {line}", orders={contingent: "move"}).play(f"activate {contingent}", 0)
    assert {f"{contingent}-{kind}" for kind in kinds} == {notation.split()[1] for notation in at.legal("face")}


@pytest.mark.rule("5.1")
def test_leaders_move_without_activation() -> None:
    """A leader belongs to no contingent; he moves even if no contingent has an order."""
    at = table(LINE, phase="orders").play("end")
    assert (2, "leaders", "muslim") == at.now
    assert "1914" == at.play("move abd-ar-rahman 1914").units["abd-ar-rahman"]


@pytest.mark.rule("5.2")
def test_any_number_of_contingents_gets_one_order_each() -> None:
    """All, some or none may get one; a second order replaces the first."""
    at = table(LINE, phase="orders", first="frankish")
    at = at.play("order hi wall", "order li reform", "order hc move", "order lc move")
    assert {"hi": "wall", "li": "reform", "hc": "move", "lc": "move"} == at.position["orders"]
    at = at.play("order li move")
    assert "move" == at.position["orders"]["li"]
    assert {} == table(LINE, phase="orders").play("end").position["orders"]


@pytest.mark.rule("5.2")
def test_a_contingent_without_an_order_does_nothing() -> None:
    """It cannot be activated, and none of its units moves."""
    at = table(LINE, orders={"red": "move"})
    assert not at.check("activate blue")
    assert not at.check("move blue-hc1 1918")


@pytest.mark.rule("5.2.1")
def test_orders_can_be_changed_until_the_first_activation() -> None:
    """Markers may be changed and removed before the first activation, not after."""
    at = table(LINE, phase="orders").play("order red move", "order red reform")
    assert {"red": "reform"} == at.position["orders"]
    at = at.play("order red none", "order blue move")
    assert {"blue": "move"} == at.position["orders"]
    at = at.play("end")
    assert "5.2.1" == at.refusal("order red move").split()[0]
    at = at.play("end")
    assert "5.2.1" == at.refusal("order blue none").split()[0]


@pytest.mark.rule("5.2.2")
@pytest.mark.parametrize("die", range(10))
def test_activation_numbers(die: int) -> None:
    """The Franks activate on 5 or less, the Muslims on 4 or less."""
    assert (die <= 5) == obeyed("hi1", "hi", "frankish", die)
    assert (die <= 5) == obeyed("lc1", "lc", "frankish", die)
    assert (die <= 4) == obeyed("blue-hc1", "blue", "muslim", die)
    assert (die <= 4) == obeyed("guard-li1", "guard", "muslim", die)


@pytest.mark.rule("5.2.2")
def test_contingents_act_one_after_the_other() -> None:
    """An activated one finishes before the next rolls; any may be first, and each rolls once."""
    at = table(LINE, orders={"red": "move", "yellow": "move", "blue": "move"})
    assert {"activate red", "activate yellow", "activate blue"} == at.legal("activate")
    at = at.play("activate blue", 3)
    assert {"5.2.2"} == {at.refusal("activate red"), at.refusal("activate blue"), at.refusal("move red-hc1 1914")}
    assert at.why("activate red") != at.why("activate blue")
    at = at.play("move blue-hc1 1918", "end")
    assert {"activate red", "activate yellow"} == at.legal("activate")
    assert "5.2.2" == at.refusal("activate blue")
    at = at.play("activate red", 3)
    assert "5.2.2" == at.refusal("move blue-hc1 1818")


STACKS = [("1414", "hi", True), ("1214", "hi", False), ("1413", "hi", False), ("1214", "li", True),
          ("1415", "hi", True), ("1012", "li", False)]


@pytest.mark.rule("5.2.3")
@pytest.mark.parametrize(("place", "contingent", "helps"), STACKS)
def test_charles_subtracts_one_from_the_die(place: str, contingent: str, helps: bool) -> None:
    """In the hex of one of its units, not adjacent or with another contingent's, a 6 counts as 5."""
    line = LINE.replace("charles 1214", f"charles {place}")
    unit = f"{contingent}1"
    assert helps == obeyed(unit, contingent, "frankish", 6, line)
    assert obeyed(unit, contingent, "frankish", 5, line)
    assert not obeyed(unit, contingent, "frankish", 7, line)


@pytest.mark.rule("5.2.3")
@pytest.mark.parametrize(("ride", "obeys"), [("1413", False), ("1413-1414", True)])
def test_a_leader_moves_to_the_contingent_he_helps(ride: str, obeys: bool) -> None:
    """His place at the roll counts: he moves before, in phase II."""
    line = LINE.replace("charles 1214", "charles 1412")
    at = table(line, phase="leaders", first="frankish", orders={"hi": "move"}).play(f"move charles {ride}")
    while at.now[1] == "leaders":
        at = at.play("end")
    assert obeys == ("hi" in at.play("activate hi", 6).position["active"])


@pytest.mark.rule("5.2.3")
def test_abd_ar_rahman_subtracts_one_from_the_die() -> None:
    """A 5 counts as 4 for the tribe in his hex only."""
    assert obeyed("red-hc1", "red", "muslim", 5)
    assert not obeyed("red-hc1", "red", "muslim", 6)
    assert not obeyed("blue-hc1", "blue", "muslim", 5)
    assert [-1] == [m.value for m in table(LINE, orders={"red": "move"}).preview("activate red").modifiers]


@pytest.mark.rule("5.2.4")
def test_a_contingent_that_refuses_does_nothing() -> None:
    """It neither moves, turns nor fires, and does not roll again."""
    line = LINE + ", blue-ma1 1614 w"
    at = table(line, orders={"red": "move", "blue": "move"}).play("activate blue", 5)
    assert "activate red" in at.legal()
    assert not at.legal("move")
    failed = ("5.2.4", {"contingent": "blue"})
    tried = ("activate blue", "move blue-hc1 1918", "fire blue-ma1 hi1", "face blue-hc1 ne")
    assert [failed] * 4 == [named(at, notation) for notation in tried]
    assert failed == named(at.play("activate red", 0), "move blue-hc1 1918")


SHOCK = "hi1 1914 e, red-hc1 2014 w, red-li1 2214 w, grey-hc1 2020 w, hi2 1010 e"


@pytest.mark.rule("5.2.4")
@pytest.mark.parametrize(("die", "attacks"), [(4, True), (5, False)])
def test_a_contingent_that_refuses_does_not_attack(die: int, attacks: bool) -> None:
    """It attacks no enemy in phase IV; an activated one may."""
    at = table(SHOCK, orders={"red": "move"}).play("activate red", die)
    if attacks:
        at = at.play("end")
    assert attacks == (at.now[1] == "shock" and bool(at.check("attack red-hc1 hi1")))


@pytest.mark.rule("5.2.4")
def test_engaged_units_attack_although_their_contingent_refused() -> None:
    """They must attack in phase IV, which cannot end before."""
    line = SHOCK.replace("hi1 1914 e", "hi1 1914 e engaged").replace("red-hc1 2014 w", "red-hc1 2014 w engaged")
    at = table(line, orders={"red": "move"}).play("activate red", 9)
    assert (2, "shock", "muslim") == at.now
    assert "8.0" == at.refusal("end")
    assert at.check("attack red-hc1 hi1")


@pytest.mark.rule("5.2.5")
def test_reform_needs_no_activation_roll() -> None:
    """A contingent with this order is not activated; its disordered units try to reform in phase V."""
    line = LINE.replace("red-hc1 2014 w", "red-hc1 2014 w disordered")
    at = table(line, phase="orders").play("order red reform", "order blue move", "end", "end")
    assert {"activate blue"} == at.legal("activate")
    assert "5.2.5" == at.refusal("activate red")
    assert not at.check("move red-hc1 1914")
    at = at.play("activate blue", 9)
    assert (2, "reform", "muslim") == at.now
    assert at.check("reform red-hc1")


@pytest.mark.rule("5.2.5")
def test_units_without_a_reform_order_do_not_reform() -> None:
    """Disordered units of a contingent with an order to move, or without one, stay disordered."""
    line = LINE.replace("blue-hc1 2018 w", "blue-hc1 2018 w disordered").replace(
        "grey-hc1 2020 w", "grey-hc1 2020 w disordered").replace("red-li1 2114 w", "red-li1 2114 w disordered")
    at = table(line, orders={"red": "reform", "blue": "move"}).play("activate blue", 9)
    assert {"reform red-li1"} == at.legal("reform")


@pytest.mark.rule("5.2.3")
def test_a_leader_helps_one_contingent_in_a_player_turn() -> None:
    """He moves with the light cavalry that he has helped, loses it to fire, and joins the heavy infantry."""
    line = "lc1 1412 e disordered, hi1 1313 e, red-ma1 1612 w, charles 1412, abd-ar-rahman 2015, red-hc1 2015 w"
    given = {"first": "frankish", "orders": {"lc": "move", "hi": "move"}}
    at = table(line, **given).play("activate lc", 6, "move lc1 1512 led", "react red-ma1", 7, 0, 9)
    assert ("1313", ["lc1"], "lc") == (at.units["charles"], at.removed(), at.position["leader-helped"])
    preview = at.preview("activate hi")
    assert ([], "5 or less", True) == (list(preview.modifiers), str(preview.needed), "5.2.3" in str(preview.note))
    assert "hi" not in at.play("activate hi", 6).position["active"]
    fresh = table("hi1 1313 e, red-ma1 1612 w, charles 1313, abd-ar-rahman 2015", **{**given, "orders": {"hi": "move"}})
    assert "leader-helped" not in fresh.position
    assert "hi" in fresh.play("activate hi", 6).position["active"]


@pytest.mark.rule("5.2.3")
def test_a_leader_may_help_again_in_the_next_player_turn() -> None:
    """His help in this one is forgotten."""
    at = table("hi1 1313 e, red-hc1 2015 w, abd-ar-rahman 2015, charles 1313", orders={"red": "move"})
    at = at.play("activate red", 9)
    assert ("orders", True) == (at.now[1], "leader-helped" not in at.position)


@pytest.mark.rule("5.2.2")
@pytest.mark.parametrize("die", [3, 9])
def test_ruling_29_an_order_may_lapse(die: int) -> None:
    """It may also lapse after another contingent's roll; the question cites the ruling."""
    at = table(LINE, orders={"red": "move", "blue": "move"}).play("activate red", die)
    if die == 3:
        at = at.play("end")
    assert {"activate blue", "end"} == at.legal()
    assert "5.2.2 (ruling 29)" == str(at.rules.prompt(at.state).rule)
    assert {"red"} == set(at.position["tried"])
    assert "action" != at.play("end").now[1]


@pytest.mark.rule("5.1")
@pytest.mark.rule("5.2.2")
def test_why_a_contingent_cannot_be_activated() -> None:
    """It has no order, no unit or another side; orders are refused in the same words."""
    at = table("hi1 1414 e, hc1 1012 e, li1 1214 e, red-hc1 2014 w", first="frankish", orders={"li": "move"})
    assert "5.2.2" == at.refusal("activate hc")
    before = table("hi1 1414 e, red-hc1 2014 w", phase="orders", first="frankish")
    for contingent in ("lc", "red"):
        assert before.why(f"order {contingent} move") == at.why(f"activate {contingent}")
        assert "5.1" == at.refusal(f"activate {contingent}")


@pytest.mark.rule("4.0")
def test_why_a_piece_of_the_other_side_is_idle_names_it() -> None:
    """Like every other reason why a piece cannot act, it has the piece as a value."""
    at = table("hi1 1606 e, red-hc1 1709 w", phase="orders", first="muslim")
    verdict = at.rules.offers(at.state, Picked(("hi1",)))[0].verdict
    assert isinstance(verdict, Illegal)
    assert ("4.0", "hi1") == (str(verdict.reasons[0].rule), verdict.reasons[0].values["unit"])


@pytest.mark.rule("5.2.3")
def test_a_card_counts_only_on_the_die_of_an_activation() -> None:
    """With a leader -1 the faces 0 to 6 of the Franks activate, in the sum, in the chances and in the result; the log
    has the sum, too."""
    at = table(LINE, first="frankish", orders={"li": "move"}).play("activate li")
    shown = at.rules.preview(at.state, at.rules.parse("roll 7"))
    assert shown is not None
    faces = [list(values_in(each.text))[-2:] for each in shown.outcomes]
    assert faces[0] == list(values_in(shown.reading))[-2:] == [0, 6]
    rolled = first_roll(at.rules.apply(at.state, at.rules.parse("roll 7"))[1])
    assert rolled is not None
    assert [7] == list(values_in(rolled.sum))
    assert {7, 1, 6} <= set(values_in(rolled.text))


@pytest.mark.rule("5.2.2")
def test_the_active_contingent_is_not_told_to_wait_for_itself() -> None:
    at = table(LINE, first="frankish", orders={"li": "move", "hc": "move"}).play("activate li", 0)
    assert at.why("activate li") != at.why("activate hc")
