"""Chits drawn instead of the die: the same numbers with the same odds, described as drawn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.action import Faces
from game.core.chance import D10
from game.core.event import Rolled, RolledOnTable
from game.core.message import Message
from tests.pointing import why_idle
from tests.rules.tours.board import acting, table

CAMP = "red-hc1 2019 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019"


@pytest.mark.rule("2.0")
def test_a_chit_is_one_of_ten_at_each_draw() -> None:
    """A drawn chit goes back before the next draw, so the second of the initiative may be the same number
    (ruling 23)."""
    at = table(CAMP, phase="initiative", options=["chits"])
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    assert all(die.drawn and die.faces == D10.faces for die in roll.dice)
    assert roll.fits((7, 7))
    assert {Fraction(1, 100)} == {branch.chance for branch in at.rules.branches(at.state)}


@pytest.mark.rule("2.0")
def test_the_odds_are_those_of_the_die() -> None:
    """The odds are compared for an activation roll."""
    at = [table(CAMP, orders={"red": "move"}, options=options) for options in ([], ["chits"])]
    shown = [one.preview("activate red") for one in at]
    assert [one.chance for one in shown[0].outcomes] == [one.chance for one in shown[1].outcomes]
    assert ["die", "chit"] == [str((one.reading.values or {})["noun"]) for one in shown
                               if isinstance(one.reading, Message)]


@pytest.mark.rule("7.3")
def test_a_shot_is_read_with_the_die_or_with_the_draw() -> None:
    """The card of the shot has the word for the die or the chit."""
    for options, noun in (([], "die"), (["chits"], "draw")):
        at = acting("red-ma1 1513 w, li1 1413 e, hi1 1606 e", "red", options=options)
        assert f" {noun};" in str(at.preview("fire red-ma1 li1").reading)


@pytest.mark.rule("4.1")
def test_a_tie_is_drawn_again() -> None:
    """The card of the initiative and the log have the word for the die or the chits (ruling 37)."""
    for options, verb in (([], "roll"), (["chits"], "draw")):
        at = table(CAMP, phase="initiative", options=options)
        shown = at.rules.preview(at.state, Faces((0, 0)))
        assert shown is not None
        (tie,) = [one.text for one in shown.outcomes if one.result == "again"]
        (rolled,) = [event for event in at.play((4, 5)).events if isinstance(event, Rolled)]
        texts = [str(text) for text in (shown.reading, tie, rolled.meaning)]
        assert [True] * 3 == [verb in text for text in texts]
        assert not any({"roll": "draw", "draw": "roll"}[verb] in text for text in texts)


@pytest.mark.rule("2.0")
def test_before_anything_else_the_chits_are_drawn() -> None:
    """The refusals of a pending roll have the verb of the die or of the chits."""
    for options, verb in (([], "roll"), (["chits"], "draw")):
        at = table(CAMP, orders={"red": "move"}, options=options).play("activate red")
        told = [at.why("end"), str(why_idle(at.rules, at.state, "red-hc1"))]
        assert [True] * 2 == [verb in text.casefold() for text in told]


def test_the_log_says_that_a_chit_was_drawn() -> None:
    """The log does not mention a die, and the button says that it draws."""
    line = "li1 1505 e disordered, red-li1 2007 w, charles 1505, abd-ar-rahman 2007"
    at = table(line, phase="reform", first="frankish", orders={"li": "reform"}, options=["chits"]).play("reform li1")
    assert "Draw" == str(at.rules.prompt(at.state).main_label)
    at = at.play(3)
    (event,) = [event for event in at.events if isinstance(event, RolledOnTable)]
    assert (True, (3,), "Reform") == (event.drawn, event.faces, event.column)


@pytest.mark.rule("7.3")
def test_the_log_has_the_total_of_a_draw_as_of_a_die() -> None:
    """Fire at a disordered unit has a modifier: the table is read at the total, which the sentence states."""
    for options in ([], ["chits"]):
        at = acting("red-ma1 1513 w, li1 1413 e disordered, hi1 1606 e", "red", options=options)
        (rolled,) = [event for event in at.play("fire red-ma1 li1", 8).events if isinstance(event, RolledOnTable)]
        assert rolled.row is not None
        assert rolled.row != 8
        assert rolled.row == (rolled.text.values or {})["sum"]
