"""The main button's label names what it ends, and the player turn only if nothing is left to do (4.0)."""

from __future__ import annotations

import pytest

from game.core.verdict import Illegal
from tests.rules.table import Table, facts
from tests.rules.tours.board import RULES, table
from tests.rules.tours.shock_board import reforming, shock

END_TURN = "End your player turn"
LINE = "red-hc1 2015 w, red-ma1 2017 w, abd-ar-rahman 2015, hi1 1606 e, charles 1606"


def label(at: Table) -> str:
    """The main button's label."""
    return str(at.rules.prompt(at.state).main_label)


def whole_turn(at: Table) -> bool:
    """Whether the main button's action ends the player turn."""
    main = at.rules.prompt(at.state).main
    assert main is not None
    after = at.play(main.notation)
    return (at.now[0], at.position["second"]) != (after.now[0], after.position["second"])


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("at", "says"), [
    (table(LINE, phase="orders"), "End orders"),
    (table(LINE, phase="leaders", orders={"red": "move"}), "End leader move"),
    (table(LINE, phase="leaders"), END_TURN),
    (table(LINE.replace("abd-ar-rahman 2015, ", ""), phase="orders"), END_TURN),
    (table(LINE, orders={"red": "move"}), "End movement: skip 1 contingent"),
    (table(LINE.replace("2017 w", "2017 w disordered").replace("red-hc1", "blue-hc1"),
           orders={"red": "reform", "blue": "move"}), "End movement: skip 1 contingent"),
    (table(LINE, orders={"red": "move"}, tried=["red"], active=["red"], acting="red"), "End the red contingent's move"),
    (table(LINE.replace("2015 w", "2015 w moved").replace("2017 w", "2017 w moved"), orders={"red": "move"},
           tried=["red"], active=["red"], acting="red"), END_TURN),
    (table(LINE + ", red-li1 1706 w", orders={"red": "move"}, tried=["red"], active=["red"], acting="red"),
     "End the red contingent's move"),
    (table(LINE.replace("1606 e", "1806 e") + ", red-li1 1906 w", phase="action", first="frankish",
           orders={"hi": "move"}, tried=["hi"], active=["hi"], acting="hi"), "End the heavy infantry's move"),
    (shock(LINE + ", red-li1 1706 w", "red"), END_TURN),
    (shock(LINE.replace("2017 w", "2017 w disordered") + ", blue-li1 1706 w", "blue",
           orders={"blue": "move", "red": "reform"}), "End shock combat"),
    (reforming(LINE.replace("2017 w", "2017 w disordered"), "red"), END_TURN),
])
def test_a_button_names_what_it_ends(at: Table, says: str) -> None:
    """The label names the phase or the contingent's move; the turn only if all later phases would be skipped. If the
    button ends the turn without saying so, the turn stays the player's until the next press."""
    assert says == label(at)
    assert says != END_TURN or whole_turn(at)
    main = at.rules.prompt(at.state).main
    assert main is not None
    held = at.rules.turn_ended_for(at.state, main, at.play(main.notation).state)
    assert (whole_turn(at) and says != END_TURN) == (held is not None)


@pytest.mark.rule("13.0")
def test_the_set_up_is_accepted() -> None:
    """Both sides have the same label, though a turn follows the second."""
    at = Table(RULES, RULES.initial("tours"))
    assert ["Accept set-up"] * 2 == [label(at), label(at.play("end"))]


@pytest.mark.rule("5.2.2")
@pytest.mark.parametrize(("first", "options", "sum_", "die"), [
    ("muslim", [], 4, "d10"), ("frankish", [], 5, "d10"), ("muslim", ["chits"], 4, "1 chit")])
def test_turn_1_says_why_contingents_do_nothing(first: str, options: list[str], sum_: int, die: str) -> None:
    """The reason appears while orders are given and carried out; later turns do not repeat it."""
    line = LINE + ", li1 1505 e"
    told = {"first": first, "options": options}
    orders = {"li" if first == "frankish" else "red": "move"}
    for turn, expected in ((1, True), (2, False)):
        for at in (table(line, phase="orders", turn=turn, **told), table(line, turn=turn, orders=orders, **told)):
            given = at.rules.prompt(at.state).text.values or {}
            assert expected == ("sum" in given)
            assert not expected or ((sum_,), die) == (facts(given["sum"]), str(given["die"]))


@pytest.mark.rule("8.0")
def test_refusal_and_duty_are_the_same_sentence() -> None:
    """The card then prints it once; any unit may make the missing attack."""
    at = shock("red-hc1 1513 w engaged, hi1 1413 e engaged, hi2 1414 e, blue-li1 2015 w", "red")
    duties = at.rules.prompt(at.state).duties
    verdict = at.rules.check(at.state, at.rules.parse("end"))
    assert duties
    assert isinstance(verdict, Illegal)
    assert [str(reason.text) for reason in verdict.reasons] == [str(duties[0].text)]
    assert (1, 1, 2) == facts(duties[0].text)
