"""After a roll of Tours the card shows the roll and its meaning, also while a planned path goes on."""

from __future__ import annotations

import re
from collections.abc import Callable

from game.core.event import Rolled
from game.core.message import Text
from game.i18n.words import translate
from game.match.start import Start
from game.rules.tours.orders import RESULT_TEXTS
from game.ui.play.rolling import result_title
from tests.rules.table import Table
from tests.rules.tours.board import RULES, table
from tests.rules.tours.shock_board import fought, shock
from tests.ui.hand import Hand, run_out
from tests.ui.test_facing_tours import at_table, notations
from tests.ui.test_route_of_archers import add_by_key

Sit = Callable[..., Hand]
TWO = "red-hc1 1513 w, hi1 1413 e, hi2 1414 e"
CAMP = "red-hc1 2019 w, yellow-hc1 2014 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019"


def fallen(at: Table) -> Rolled:
    return next(event for event in at.events if isinstance(event, Rolled))


def title(at: Table, *, brief: bool = False) -> Text:
    return translate(result_title(fallen(at), brief=brief))


def obeying(contingent: str, face: int) -> Table:
    at = table(CAMP, orders=dict.fromkeys(("red", "yellow"), "move"))
    return at.play(f"activate {contingent}", face)


def test_the_sum_of_a_shock_attack() -> None:
    """8 − 1 for one against two; with little room only the die."""
    after = fought(shock(TWO, "red"), "red-hc1 hi1,hi2", face=8)
    assert "Die 8 \N{MINUS SIGN} 1 = 7: defenders disordered" == title(after)
    assert "Result: die 8 \N{MINUS SIGN} 1 = 7" == title(after, brief=True)


def test_a_roll_without_a_table_shows_its_die() -> None:
    """An activation is told by the die alone, as its chances are; the sum with a leader's modifier is in the log."""
    assert f"Die 5: {RESULT_TEXTS['obeys']}" == title(obeying("red", 5))
    assert f"Die 5: {RESULT_TEXTS['fails']}" == title(obeying("yellow", 5))


def test_the_log_names_the_modifiers_of_an_activation_roll() -> None:
    """The die, each modifier by name, the sum, the number needed, and the result."""
    red, yellow = (fallen(obeying(name, 5)) for name in ("red", "yellow"))
    assert ["5", "1", "4", "4"] == re.findall(r"\d+", str(red.text))
    assert all(told in str(red.text) for told in ("Red (Arabs)", "(Abd ar-Rahman)", str(RESULT_TEXTS["obeys"])))
    assert ["5", "4"] == re.findall(r"\d+", str(yellow.text))
    assert all(told in str(yellow.text) for told in ("Yellow (Syrians)", str(RESULT_TEXTS["fails"])))


def test_the_chances_of_an_activation_roll_name_the_faces() -> None:
    """They are the faces before the modifiers."""
    at = table(CAMP, orders=dict.fromkeys(("red", "yellow"), "move"))
    shown = at.preview("activate red")
    assert [("obeys", ["0", "5"]), ("fails", ["6", "9"])] == [
        (one.result, re.findall(r"\d+", translate(one.text))) for one in shown.outcomes]


def test_the_result_of_a_shot_stays_while_the_rider_moves_on(sit_down: Sit) -> None:
    """The die stays until the rider arrives; the card stays until the pointer moves to something else."""
    hand = at_table(sit_down)
    hand.click_unit("blue-ma1")
    for place in ("2310", "2110", "2509"):
        add_by_key(hand, place)
    hand.key("space")
    hand.settle()
    hand.game.roll((9,))
    while len(notations(hand)) < 4:
        hand.wait(0.1)
    assert hand.game.tray_shown
    run_out(hand)
    key = hand.screen.column.middle.key
    assert "battle" == key[0]
    assert "9" in str(key[4])
    hand.click_place("2309")
    hand.settle()
    assert hand.game.stage.rolled is None


def test_a_result_disappears_with_the_next_action(sit_down: Sit) -> None:
    """A new roll does not show the result of the roll before."""
    at = table(CAMP, orders=dict.fromkeys(("red", "yellow"), "move"))
    start = Start("play", "tours", "tours", position=RULES.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.game.play(RULES.parse("activate yellow"))
    hand.settle()
    hand.game.roll((9,))
    hand.settle()
    assert hand.game.stage.rolled is not None
    hand.game.play(RULES.parse("activate red"))
    hand.settle()
    assert hand.game.stage.rolled is None
