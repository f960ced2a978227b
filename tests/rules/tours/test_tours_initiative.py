"""The initiative's arithmetic: both command ranges, the exact chances, a dead leader."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.action import Faces
from game.core.event import PhaseBegan, Rolled
from game.core.message import Message
from tests.rules.tours.board import table

CAMP = "red-hc1 2019 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019"


@pytest.mark.rule("4.1")
def test_the_card_of_the_initiative() -> None:
    """It has die and command range of both; nine times in a hundred both roll again."""
    at = table(CAMP, phase="initiative")
    shown = at.rules.preview(at.state, Faces((0, 0)))
    assert shown is not None
    assert [("charles", 5), ("abd-ar-rahman", 4)] == [(one.unit, one.value) for one in shown.modifiers]
    assert "+5 against +4" == str(shown.total)
    found = {one.result: one.chance for one in shown.outcomes}
    assert {"frankish": Fraction(55, 100), "muslim": Fraction(36, 100), "again": Fraction(9, 100)} == found


@pytest.mark.rule("4.1")
def test_a_dead_leader_adds_nothing() -> None:
    """And the card says why (ruling 19)."""
    at = table("red-hc1 2019 w, hi1 1606 e, charles 1606", phase="initiative")
    shown = at.rules.preview(at.state, Faces((0, 0)))
    assert shown is not None
    assert [5, 0] == [one.value for one in shown.modifiers]
    assert [None, 19] == [one.rule.ruling for one in shown.modifiers]
    assert shown.modifiers[0].name != shown.modifiers[1].name


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("dice", "side"), [((9, 0), "Franks"), ((0, 9), "Muslims")])
def test_the_winner_chooses(dice: tuple[int, int], side: str) -> None:
    """The prompt cites the initiative's rule; no side goes first before the choice."""
    at = table(CAMP, phase="initiative").play(dice)
    began = [event for event in at.events if isinstance(event, PhaseBegan)]
    assert [("4.1", side, "")] == [(str(one.rule), str((one.text.values or {})["side"]), one.seat) for one in began]
    assert (2, "who-first") == at.now[:2]


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("dice", "cited"), [((4, 5), "4.1 (ruling 37)"), ((5, 5), "4.1")])
def test_ruling_37_equal_sums_roll_again(dice: tuple[int, int], cited: str) -> None:
    """The ruling is ours, and cited when it happens and on the card before the roll; that the higher sum wins is the
    rulebook's."""
    at = table(CAMP, phase="initiative")
    shown = at.rules.preview(at.state, Faces((0, 0)))
    assert shown is not None
    assert {"frankish": "4.1", "muslim": "4.1", "again": "4.1 (ruling 37)"} == {
        one.result: str(one.rule) for one in shown.outcomes}
    after = at.play(dice)
    assert [cited] == [str(event.rule) for event in after.events if isinstance(event, Rolled)]
    assert (after.now[1] == "initiative") == (dice == (4, 5))


@pytest.mark.rule("4.1")
def test_the_sums_name_their_sides() -> None:
    """Each sum follows its side's name."""
    (rolled,) = [event for event in table(CAMP, phase="initiative").play((4, 5)).events if isinstance(event, Rolled)]
    values = rolled.meaning.values or {} if isinstance(rolled.meaning, Message) else {}
    assert ("Franks", 9, "Muslims", 9) == (str(values["first"]), values["sum"], str(values["second"]), values["other"])
