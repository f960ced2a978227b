"""An announced attack is changed in one step: more enemies, others, more attackers; a single undo reverts it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from tests.rules.table import Table
from tests.rules.tours.board import RULES
from tests.rules.tours.shock_board import shock
from tests.ui.hand import Hand

PAIR = "red-hc1 1513 w, red-hc2 1514 w, hi1 1413 e, hi2 1414 e"
"""The first cavalry unit has both enemies in front, the second 1414 only."""
OPPOSITE = "red-hc1 1513 w, red-hc2 1313 e, hi1 1413 e, hi2 1414 e"
"""Both have both enemies in front."""

Sit = Callable[..., Hand]


@pytest.fixture
def at_the_screen(sit_down: Sit) -> Callable[[Table], Hand]:
    def sit(at: Table) -> Hand:
        start = Start("play", "tours", "tours", position=RULES.position(at.state))
        return sit_down(start, speed=8.0, hand_over=False)

    return sit


def announced(hand: Hand) -> list[dict[str, object]]:
    return list(RULES.position(hand.game.match.state)["combats"])


def pick(hand: Hand, *units: str) -> None:
    for unit in units:
        hand.click_unit(unit)


def test_another_enemy_is_added_to_an_attack_by_one_click(at_the_screen: Callable[[Table], Hand]) -> None:
    """Select the attacker again and the other enemy: both are attacked, and one undo leaves the first."""
    hand = at_the_screen(shock(PAIR, "red").play("attack red-hc1 hi1"))
    before = announced(hand)
    pick(hand, "red-hc1", "hi2")
    hand.key("space")
    hand.settle()
    assert [{"attackers": ["red-hc1"], "defenders": ["hi1", "hi2"]}] == announced(hand)
    hand.key("backspace")
    hand.settle()
    assert before == announced(hand)


def test_an_attack_is_moved_to_another_enemy(at_the_screen: Callable[[Table], Hand]) -> None:
    """The second button, or its digit, drops the first enemy."""
    hand = at_the_screen(shock(PAIR, "red").play("attack red-hc1 hi1"))
    pick(hand, "red-hc1", "hi2")
    assert ["attack red-hc1 hi1,hi2", "attack red-hc1 hi2", "withdraw red-hc1"] == [
        proposal.actions[-1].notation for proposal in hand.game.selection.proposals]
    hand.key("2")
    hand.settle()
    assert [{"attackers": ["red-hc1"], "defenders": ["hi2"]}] == announced(hand)


@pytest.mark.parametrize("enemy", ["hi1", "hi2"])
def test_an_attacker_joins_an_attack(at_the_screen: Callable[[Table], Hand], enemy: str) -> None:
    """A unit selected with an enemy that is already attacked with another attacks both, with the other attackers."""
    hand = at_the_screen(shock(OPPOSITE, "red").play("attack red-hc1 hi1,hi2"))
    pick(hand, "red-hc2", enemy)
    hand.key("space")
    hand.settle()
    assert [{"attackers": ["red-hc1", "red-hc2"], "defenders": ["hi1", "hi2"]}] == announced(hand)


def test_another_enemy_is_added_for_two_attackers(at_the_screen: Callable[[Table], Hand]) -> None:
    """All attackers of one combat attack the same enemies: the other attacker is included, and one undo reverts it."""
    hand = at_the_screen(shock(OPPOSITE, "red").play("attack red-hc1 hi1", "attack red-hc2 hi1"))
    before = announced(hand)
    pick(hand, "red-hc1", "hi2")
    hand.key("space")
    hand.settle()
    assert [{"attackers": ["red-hc1", "red-hc2"], "defenders": ["hi1", "hi2"]}] == announced(hand)
    hand.key("backspace")
    hand.settle()
    assert before == announced(hand)


def test_an_attacker_that_cannot_reach_the_new_enemy_keeps_its_own(at_the_screen: Callable[[Table], Hand]) -> None:
    """The new enemy is not in front of the other attacker: only the selected one attacks it."""
    hand = at_the_screen(shock(PAIR, "red").play("attack red-hc1 hi2", "attack red-hc2 hi2"))
    pick(hand, "red-hc1", "hi1")
    hand.key("space")
    hand.settle()
    assert [{"attackers": ["red-hc2"], "defenders": ["hi2"]}, {"attackers": ["red-hc1"], "defenders": ["hi1"]}
            ] == announced(hand)


def test_repeating_an_attack_says_that_it_is_already_announced(at_the_screen: Callable[[Table], Hand]) -> None:
    """It can only be cancelled, or another enemy added."""
    hand = at_the_screen(shock(PAIR, "red").play("attack red-hc1 hi1"))
    pick(hand, "red-hc1", "hi1")
    first, *others = hand.game.selection.proposals
    assert "already announced" in str(first.reason)
    assert ["withdraw red-hc1"] == [proposal.action.notation for proposal in others]


def test_one_button_is_the_main_one(at_the_screen: Callable[[Table], Hand]) -> None:
    """With an attack selected it is the button of Space; the button that ends the phase keeps its action."""
    hand = at_the_screen(shock(PAIR, "red").play("attack red-hc1 hi1,hi2"))
    assert [hand.command] == gold(hand) == ["begin"]
    pick(hand, "red-hc2", "hi2")
    assert not hand.game.selection.proposals[0].verdict
    assert [hand.command] == gold(hand) == ["begin"]
    hand.key("escape")
    assert [hand.command] == gold(hand) == ["begin"]
    pick(hand, "red-hc1")
    assert ["withdraw red-hc1"] == gold(hand)
    hand.press(hand.screen.widgets.main)
    hand.settle()
    assert hand.game.match.state.resolving


def gold(hand: Hand) -> list[str]:
    """The actions of highlighted buttons, in notation."""
    widgets, proposals = hand.screen.widgets, hand.game.selection.proposals
    buttons = [(widgets.main, hand.command), *(
        (button, each.action.notation) for button, each in zip(widgets.choices, proposals, strict=False))]
    return [does for button, does in buttons
            if button.visible and button.is_enabled and button.object_ids[-1] == "#main"]
