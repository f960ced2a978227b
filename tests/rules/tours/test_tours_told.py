"""What people are told: states on cards, orders that have been carried out, what ending a phase gives up."""

from __future__ import annotations

from game.core.message import Message
from tests.rules.tours.board import acting, table
from tests.rules.tours.shock_board import begun, shock


def lines(at: object, unit: str) -> dict[str, str]:
    """The card of a unit."""
    counters = at.rules.counters(at.state)  # type: ignore[attr-defined]
    found = next(counter for counter in counters if counter.unit == unit)
    assert all(isinstance(words, str | Message) for line in found.lines for words in line)
    return {str(label): str(words) for label, words in found.lines}


def test_two_states_are_one_text() -> None:
    """A unit that is disordered, engaged and in the wall says so in a list."""
    at = table("hi1 1606 e disordered engaged, red-li1 1706 w", phase="orders", first="franks", wall=True)
    assert "disordered, engaged, in the shield wall" == lines(at, "hi1")["State"]


def test_the_order_of_the_wall_is_told_as_it_was_given() -> None:
    """Also when it has been carried out."""
    at = table("hi1 1606 e, red-li1 2007 w, charles 1606", phase="orders", first="franks", wall=True)
    at = at.play("order hi wall")
    assert "Leave the shield wall" == lines(at, "hi1")["Order"]
    at = at.play("end", "end", "activate hi")
    assert "Leave the shield wall" == lines(at, "hi1")["Order"]


def test_ending_a_contingent_early_says_what_it_gives_up() -> None:
    """Units that have not moved are counted."""
    at = acting("red-hc1 2019 w, red-hc2 2020 w, hi1 1606 e", "red")
    assert ["2 units can still move"] == list(map(str, at.rules.undone(at.state)))
    at = at.play("face red-hc1 sw")
    assert ["1 unit can still move"] == list(map(str, at.rules.undone(at.state)))


def test_the_main_button_takes_the_first_combat() -> None:
    """Once attacks are announced Space resolves them one after the other."""
    at = begun(shock("red-hc1 1513 w, li1 1413 w, red-hc2 1518 w, li2 1418 w", "red"), "red-hc1 li1", "red-hc2 li2")
    prompt = at.rules.prompt(at.state)
    assert prompt.main is not None
    assert "resolve red-hc1" == prompt.main.notation


def test_cavalry_is_told_that_attacking_disorders_it() -> None:
    """The odds say it; those of infantry do not."""
    horse = shock("red-hc1 1513 w, li1 1413 w", "red").preview("attack red-hc1 li1")
    foot = shock("red-li1 1513 w, li1 1413 w", "red").preview("attack red-li1 li1")
    assert ("8.6" in str(horse.note), "") == (True, str(foot.note))
