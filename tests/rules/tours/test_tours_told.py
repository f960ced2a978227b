"""Texts for players: states on cards, executed orders, and what ending a phase gives up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.contract import BadPosition
from game.core.message import Message
from game.core.offer import Picked
from game.rules.tours.actions import ToursMove
from game.rules.tours.orders import LEAVE_WALL
from game.rules.tours.units import name_of_id
from tests.rules.table import Table
from tests.rules.tours.board import acting, table
from tests.rules.tours.shock_board import begun, shock


def lines(at: object, unit: str) -> dict[str, str]:
    """The lines on the card of a unit."""
    counters = at.rules.counters(at.state)  # type: ignore[attr-defined]
    found = next(counter for counter in counters if counter.unit == unit)
    assert all(isinstance(words, str | Message) for line in found.lines for words in line)
    return {str(label): str(words) for label, words in found.lines}


@pytest.mark.rule("2.2.3")
def test_two_states_are_one_text() -> None:
    """A unit that is disordered, engaged and in the wall has a list."""
    def state(marks: str, *, wall: bool) -> str:
        line = f"hi1 1606 e {marks}, red-li1 1706 w"
        return lines(table(line, phase="orders", first="frankish", wall=wall), "hi1")["State"]

    each = [state("disordered", wall=False), state("engaged", wall=False), state("", wall=True)]
    assert ", ".join(each) == state("disordered engaged", wall=True)
    assert 3 == len(set(each))


def test_the_order_of_the_wall_is_told_as_it_was_given() -> None:
    """This holds after it has been carried out, too."""
    at = table("hi1 1606 e, red-li1 2007 w, charles 1606", phase="orders", first="frankish", wall=True)
    at = at.play("order hi wall")
    assert LEAVE_WALL == lines(at, "hi1")["Order"]
    at = at.play("end", "end", "activate hi")
    assert LEAVE_WALL == lines(at, "hi1")["Order"]


def given_up(at: Table) -> list[tuple[tuple[str, ...], int | None]]:
    """What ending the phase gives up: groups or units, and their number if shown."""
    return [(one.groups or one.units, (one.text.values or {}).get("count")) for one in at.rules.still_to_do(at.state)]


def test_ending_a_contingent_early_says_what_it_gives_up() -> None:
    """Units that have not moved are counted."""
    at = acting("red-hc1 2019 w, red-hc2 2020 w, hi1 1606 e", "red")
    assert [(("red-hc1", "red-hc2"), 2)] == given_up(at)
    assert [(("red-hc2",), 1)] == given_up(at.play("face red-hc1 sw"))


def test_the_main_button_takes_the_first_combat() -> None:
    """Once attacks are announced Space resolves them in order."""
    at = begun(shock("red-hc1 1513 w, li1 1413 w, red-hc2 1518 w, li2 1418 w", "red"), "red-hc1 li1", "red-hc2 li2")
    prompt = at.rules.prompt(at.state)
    assert prompt.main is not None
    assert "resolve red-hc1" == prompt.main.notation


def test_cavalry_is_told_that_attacking_disorders_it() -> None:
    """Those of infantry do not."""
    horse = shock("red-hc1 1513 w, li1 1413 w", "red").preview("attack red-hc1 li1")
    foot = shock("red-li1 1513 w, li1 1413 w", "red").preview("attack red-li1 li1")
    assert ("8.6" in str(horse.note), "") == (True, str(foot.note))


def awaited(at: Table, unit: str, place: str) -> list[tuple[dict[str, object], dict[str, object]]]:
    """The values in title and text of the hazards for a unit in a hex."""
    return [(one.title.values, one.details.values) for one in at.rules.hazards_on(at.state, (unit,), place)]


@pytest.mark.rule("7.1")
def test_the_best_shot_from_a_hex_and_the_points_left() -> None:
    """Of 8 points, 2 are for the move and 1 for the shot; disordered infantry in the open is a better target than a
    wall."""
    at = acting("blue-ma1 2510 w, hi1 2110 e, li1 2111 e, charles 2110", "blue")
    met = {"unit": name_of_id("li1")}
    assert [(met, {**met, "chance": "40 %", "count": 5})] == awaited(at, "blue-ma1", "2310")
    assert 0 == awaited(at, "blue-ma1", "2210")[0][1]["count"]


@pytest.mark.rule("7.1")
def test_every_hex_of_the_reach_has_the_chance_of_its_best_shot() -> None:
    """Only hexes with a target within range and a point left have one; the chances equal those on the targets'
    cards."""
    at = acting("blue-ma1 2510 w, hi1 2110 e, li1 2111 e, charles 2110", "blue")
    moves = {str(o.place): o.hit_chance for o in at.rules.offers(at.state, Picked(("blue-ma1",)))
             if isinstance(o.action, ToursMove)}
    assert (Fraction(4, 10), None) == (moves["2310"], moves["2610"])
    for place, hits in moves.items():
        shown = [one.preview for one in at.rules.hazards_on(at.state, ("blue-ma1",), place) if one.preview is not None]
        assert [hits] * (hits is not None) == [preview.hope("muslim")[1] for preview in shown]
    at = at.play("move blue-ma1 2310", "fire blue-ma1 li1", 0)
    assert {None} == {offer.hit_chance for offer in at.rules.offers(at.state, Picked(("blue-ma1",)))}


@pytest.mark.rule("6.1.3")
def test_units_that_cannot_move_have_no_hazards() -> None:
    """An engaged unit, one that has finished its move, and one off the map; another unit would attack from there."""
    at = acting("hi1 1712 e, hi2 1814 e engaged, hi3 1711 e moved, red-li1 1813 w", "hi")
    assert [1, 0, 0, 0] == [len(at.rules.hazards_on(at.state, (unit,), "1713"))
                            for unit in ("hi1", "hi2", "hi3", "hi4")]


@pytest.mark.rule("7.2")
def test_reaction_fire_on_the_way_is_foretold_where_it_comes() -> None:
    """Two archers face the same hex: two shots, their places, and the combined chances."""
    at = acting("hi1 1813 e, blue-ma1 2013 w, blue-ma2 2014 nw, red-ma1 2614 w", "hi")
    found = [one for one in at.rules.hazards_on(at.state, ("hi1",), "1913") if one.sign]
    assert [("1913", "bow", Fraction(4, 10))] * 2 == [(one.place, one.sign, one.chance) for one in found]
    assert [{"count": 2, "chance": "64 %"}, None] == [one.details.values if one.details else None for one in found]
    assert [] == [one for one in at.rules.hazards_on(at.state, ("hi1",), "1713") if one.sign]


def test_ending_a_phase_says_what_it_gives_up() -> None:
    """Contingents without an order, a leader that has not moved, units that could attack."""
    camp = "red-hc1 2019 w, yellow-hc1 2014 w, hi1 1606 e, abd-ar-rahman 2019"
    at = table(camp, phase="orders")
    assert [(("red", "yellow"), None)] == given_up(at)
    at = at.play("order red move")
    assert [(("yellow",), 1)] == given_up(at)
    at = at.play("order yellow reform")
    assert () == at.rules.still_to_do(at.state)
    at = at.play("end")
    assert [(("abd-ar-rahman",), None)] == given_up(at)
    at = shock("red-hc1 1513 w, li1 1413 w, red-hc2 1518 w, li2 1418 w", "red")
    assert [(("red-hc1", "red-hc2"), 2)] == given_up(at)
    assert [(("red-hc2",), 1)] == given_up(at.play("attack red-hc1 li1"))


def test_how_many_have_not_moved_is_told_while_a_contingent_acts() -> None:
    """The number is in the contingent's prompt, before its end."""
    at = acting("red-hc1 2019 w, red-hc2 2020 w, hi1 1606 e", "red").play("face red-hc1 sw")
    budgets = at.rules.prompt(at.state).budgets
    assert [(1, 2)] == [(one.left, one.whole) for one in budgets]


@pytest.mark.parametrize(("phase", "line", "keys", "told"), [
    ("shock", "red-hc1 1513 w, hi1 1013 e", {},
     "phase: nothing to decide in 'shock': it would end by itself, and play would continue with "
     "'orders' of the Franks"),
    ("action", "red-hc1 1513 w, hi1 1013 e", {},
     "phase: nothing to decide in 'action': it would end by itself, and play would continue with "
     "'orders' of the Franks"),
    ("orders", "red-hc1 1513 w engaged, hi1 1013 e", {}, "red-hc1: engaged, but no enemy is next to it"),
    ("reform", "red-hc1 1513 w disordered, hi1 1013 e",
     {"orders": {"red": "reform"}, "under_way": [{"kind": "peril", "unit": "charles", "cause": "alone"}]},
     "under-way: nothing to decide or to roll: it would be settled by itself"),
])
def test_a_position_that_would_go_on_by_itself_says_why(phase: str, line: str, keys: dict[str, object], told: str
                                                        ) -> None:
    """The phase that would end, the marker that would be removed, or the automatic decision."""
    with pytest.raises(BadPosition) as found:
        table(line, phase=phase, **keys)
    assert told == str(found.value)


def test_a_position_keeps_the_order_of_a_contingent_that_is_lost() -> None:
    """The contingent's last unit is eliminated in its own attack, with another combat pending: the position reads
    back."""
    line = "red-li1 1513 w disordered, hi1 1413 e, blue-li1 1517 w, li1 1417 e"
    at = begun(shock(line, "red", "blue"), "red-li1 hi1", "blue-li1 li1").play("resolve red-li1", 0)
    assert (["red-li1"], "shock", "move") == (at.removed(), at.now[1], at.position["orders"]["red"])
    assert at.position == at.rules.position(at.rules.from_position(at.position))


@pytest.mark.rule("3.5")
def test_nothing_is_hidden() -> None:
    """The pieces and states of both sides show, whichever side acts."""
    line = "hi1 1606 e, charles 1606, red-li1 2107 w disordered, abd-ar-rahman 2107"
    muslims, franks = (table(line, phase="orders", first=first) for first in ("muslim", "frankish"))
    assert "State" in lines(muslims, "red-li1")
    for unit in muslims.units:
        assert lines(muslims, unit) == lines(franks, unit)
