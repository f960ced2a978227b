"""Tours on the screen: buttons that act with both or all units of a question act with every one of them; cards with
more buttons or reasons than they have room for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.event import Noted
from game.match.start import Start
from game.rules.tours.units import name_of_id
from game.ui.cards.overview import line_spot
from tests.rules.table import Table
from tests.rules.tours.board import MUSLIM, RULES, acting
from tests.rules.tours.shock_board import reforming, shock
from tests.ui.hand import Hand, run_out

ATTACKED = ("hi1 1810 e, hi2 1814 e, hi3 1817 e, red-hc1 1910 w, yellow-hc1 1914 w, grey-hc1 1917 w", "hi")
"""Three cavalry units, each in front of infantry."""


@pytest.fixture
def table(sit_down: Callable[..., Hand]) -> Callable[[Table], Hand]:
    """Two people at a position of Tours."""

    def open_it(at: Table) -> Hand:
        start = Start("play", "tours", "tours", position=RULES.position(at.state))
        hand = sit_down(start, speed=8.0, hand_over=False)
        hand.settle()
        return hand

    return open_it


def done(hand: Hand, kind: str) -> list[str]:
    """The units of the actions of a kind, in order."""
    played = [ply.action.notation.split() for ply in hand.game.match.plies]
    return [unit for word, *units in played if word == kind for unit in units]


def press_for_all(hand: Hand) -> None:
    """Click the button that acts with all units, and let the actions be shown."""
    hand.press(hand.screen.widgets.quick_play)
    run_out(hand)


def test_all_attacked_units_stand_and_the_log_names_them(table: Callable[[Table], Hand]) -> None:
    """No question is left for the last one; the summary names them once more."""
    attacks = ("hi1 red-hc1", "hi2 yellow-hc1", "hi3 grey-hc1")
    hand = table(shock(*ATTACKED).play(*(f"attack {attack}" for attack in attacks), "begin"))
    assert [3] == hand.in_one_go[1]
    press_for_all(hand)
    assert ["red-hc1", "yellow-hc1", "grey-hc1"] == done(hand, "stand")
    assert ("frankish", False) == (hand.to_act, hand.game.quick_play.running)
    told = [(event.text.values or {})["unit"] for event in hand.told(Noted)]
    names = [name_of_id(unit) for unit in done(hand, "stand")]
    assert names == told
    assert all(str(name) in hand.game.quick_play.summary_line for name in names)
    assert hand.game.quick_play.summary_line in {str(entry.text) for entry in hand.game.game_log.log.entries}


def test_the_last_attacked_unit_has_only_its_own_buttons(table: Callable[[Table], Hand]) -> None:
    """After the others have decided, nothing is left to do in one go."""
    hand = table(shock(*ATTACKED).play("attack hi1 red-hc1", "attack hi2 yellow-hc1", "begin", "stand red-hc1"))
    assert not hand.screen.widgets.quick_play.visible
    assert any(proposal.action.notation == "stand yellow-hc1" for proposal in hand.game.selection.proposals)


def test_both_archers_fire_in_reaction(table: Callable[[Table], Hand]) -> None:
    hand = table(acting("lc1 1404 e, red-ma1 1806 w, red-ma2 1805 w", "lc").play("move lc1 1705"))
    press_for_all(hand)
    assert ["red-ma1", "red-ma2"] == done(hand, "react")


def test_both_units_roll_to_reform(table: Callable[[Table], Hand]) -> None:
    hand = table(reforming("red-hc1 2019 w disordered, red-hc2 2014 w disordered, hi1 1606 e", "red"))
    press_for_all(hand)
    assert ["red-hc1", "red-hc2"] == done(hand, "reform")


def test_the_card_of_archers_with_many_targets_opens_with_their_name(sit_down: Callable[..., Hand]) -> None:
    """The buttons of all five shots have room below it, as short ones share a row."""
    whole = RULES.position(RULES.initial("tours"))
    del whole["to_act"]
    orders = dict.fromkeys(MUSLIM, "move")
    position = {**whole, "phase": "action", "first": "muslim", "second": False, "orders": orders,
                "tried": ["yellow"], "active": ["yellow"], "acting": "yellow"}
    at = Table(RULES, RULES.from_position(position)).play("move yellow-ma2 1818")
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(at.state)), hand_over=False)
    hand.settle()
    assert "yellow-ma2" == hand.game.selection.selected
    card = hand.screen.column.middle
    name = next(area for area, text in card.texts if "mounted archers 2" in text)
    assert card.window_rect(name) is not None
    assert all(button.visible for button in hand.screen.widgets.choices[:5])


def test_a_contingent_shows_its_odds_and_no_buttons_in_the_leader_phase(sit_down: Callable[..., Hand]) -> None:
    """A click on its line lists the chances of its activation roll; its order can no longer be changed."""
    whole = RULES.position(RULES.initial("tours"))
    del whole["to_act"]
    position = {**whole, "phase": "leaders", "first": "muslim", "orders": dict.fromkeys(MUSLIM, "move")}
    hand = sit_down(Start("play", "tours", "tours", position=RULES.position(RULES.from_position(position))),
                    hand_over=False)
    hand.settle()
    contingents = hand.screen.column.overview
    line = next(contingents.window_rect(spot.rect) for spot in contingents.spots if spot.name == line_spot("yellow"))
    assert line is not None
    hand.click((line.left + line.height * 2, line.centery))
    assert () == hand.game.selection.proposals
    assert "battle" == hand.screen.middle_card().key[0]
    assert not any(button.visible for button in hand.screen.widgets.choices)
