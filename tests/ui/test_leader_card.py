"""A leader's death stops the game with a card: the leader, the rule, the consequences; a banner in replays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.event import LeaderFell
from game.i18n.words import translate
from game.match.start import Start
from game.ui.screens.game import GameScreen
from game.ui.screens.game_sheets import LeaderCard
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.victory import Victory
from tests.rules.adua.board import table
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
COLONEL = "ragni 1413, dabormida 1213, iii-infantry 1213, menelik-f1 1414"
MENELIK = "menelik 2010, iii-infantry 1911, dabormida 1911, menelik-f1 1505"


def ended(sit_down: Sit, line: str, phasing: str, **more: object) -> Hand:
    """The end of a movement phase that leaves a commander cut off."""
    at = table(line, phase="move", phasing=phasing, turn=3)
    start = Start("play", "adua", "adua", seed=5, players={}, position=dict(at.rules.position(at.state)))
    hand = sit_down(start, speed=8.0, hand_over=False, **more)
    hand.settle()
    hand.end_phase()
    for _ in range(400):
        hand.wait(0.1)
        if isinstance(hand.top, LeaderCard):
            break
    return hand


def fell(hand: Hand) -> LeaderFell:
    """The only death of a leader in the game, with its consequences."""
    (found,) = (event for screen in hand.app.stack if isinstance(screen, GameScreen)
                for ply in screen.game.match.plies for event in ply.events if isinstance(event, LeaderFell))
    assert found.outcome
    return found


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_colonel_is_cut_off(sit_down: Sit, size: tuple[int, int]) -> None:
    """The keys of play do not dismiss the card; Enter does."""
    hand = ended(sit_down, COLONEL, "italian", size=size)
    card = hand.on(LeaderCard)
    (death,) = card.deaths
    assert "Ragni" in str(card.title)
    assert not hand.game.view.notice.text, "the banner would say the same below the card"
    assert ("10.2", 21) == (death.rule.number, death.rule.ruling)
    assert translate(death.cause).startswith("Cut off")
    assert fell(hand).outcome == death.outcome
    before = len(hand.game.match.plies)
    for key in ("space", "pagedown", "tab", "v"):
        hand.key(key)
    hand.wait(1.0)
    assert hand.top is card
    assert before == len(hand.game.match.plies)
    hand.key("enter")
    hand.on(GameScreen)
    assert not hand.game.new_deaths


def test_menelik_ends_the_battle(sit_down: Sit) -> None:
    """His card comes first, dismissed by its button; then the result."""
    hand = ended(sit_down, MENELIK, "abyssinian")
    card = hand.on(LeaderCard)
    assert fell(hand).outcome == card.deaths[0].outcome
    assert hand.game.match.result is not None
    assert "italian" == hand.game.match.result.winner
    hand.press(card.buttons[0])
    hand.wait_in_steps(5)
    hand.on(Victory)


def test_a_replay_reports_the_death_and_continues(sit_down: Sit) -> None:
    """The banner has the cause with its rule and the consequences; the replay runs to its end."""
    hand = ended(sit_down, COLONEL, "italian")
    hand.key("enter")
    match = hand.game.match
    hand.app.push(ReplayScreen(hand.app, match))
    replay = hand.on(ReplayScreen)
    replay.toggle()
    told = ""
    for _ in range(400):
        hand.wait(0.1)
        told = told or translate(replay.view.notice.detail)
        if not replay.running:
            break
    assert hand.top is replay
    assert len(match.plies) == replay.replay.actions_shown
    assert "(10.2)" in told
    assert str(fell(hand).outcome) in told


def test_an_undone_death_is_not_reported(sit_down: Sit) -> None:
    hand = ended(sit_down, COLONEL, "italian")
    hand.key("enter")
    hand.key("backspace")
    hand.key("enter")
    hand.settle()
    hand.on(GameScreen)
    assert not hand.game.match.plies
    assert not hand.game.new_deaths
