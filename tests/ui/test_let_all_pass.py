"""At an interrupt question a player can decline everything until the phase ends, and is asked again after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.play.commands import NO_COMPUTER
from tests.rules.table import units
from tests.ui.hand import Hand

LINE = ("s-cuenca b, s-luchana b, s-prim a, s-caz-vergara a, s-husares a, m-gk-haus casa-del-morabito, "
        "m-gum-uagit castillejos, m-bujari-1 campamento-de-abbas")


@pytest.fixture
def asked(sit_down: Callable[..., Hand]) -> Callable[..., Hand]:
    """The Moroccan player is asked about every move next to their units, and Cuenca has made the first."""
    rules = catalog.rules("africa")

    def make(**more: Any) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "movement", "phasing": "spanish"}
        full = rules.position(rules.from_position({**position, "units": units(LINE)}))
        hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=full), speed=8.0, hand_over=False,
                        **more)
        hand.game.interruption.toggle_moment("moroccan", "near")
        go(hand, "s-cuenca", "casa-de-la-condesa")
        assert hand.game.interruption.moment is not None
        return hand

    return make


def go(hand: Hand, unit: str, place: str) -> None:
    hand.click_unit(unit)
    hand.click_place(place)
    hand.settle()


@pytest.mark.every(2)
@pytest.mark.parametrize("mouse", [False, True])
def test_after_let_all_pass_the_phase_has_no_more_questions(asked: Callable[..., Hand], mouse: bool) -> None:
    """By key and by button; the notice has the time limit and the remaining possibilities; the next phase asks as
    before."""
    hand = asked()
    game = hand.game
    screen = hand.screen
    assert "this phase" in screen.widgets.pass_phase.text
    if mouse:
        hand.press(screen.widgets.pass_phase)
    else:
        hand.key("space", pygame.KMOD_SHIFT)
    assert game.interruption.moment is None
    assert not game.flow.paused
    assert "phase ends" in str(game.view.notice.text)
    assert screen.widgets.interrupt is not None
    assert "after all" in screen.widgets.interrupt.text
    go(hand, "s-luchana", "casa-de-la-condesa")
    assert game.interruption.moment is None
    hand.end_phase()
    hand.settle()
    assert not game.interruption.passes("moroccan")
    assert "phase ends" not in str(game.view.notice.text)
    assert [step.action.notation for step in game.match.plies][-1] == "done"
    assert "after all" not in screen.widgets.interrupt.text


def test_an_interrupt_after_let_all_pass_asks_again(asked: Callable[..., Hand]) -> None:
    """B interrupts anyway; leaving that again restores the question for the next move."""
    hand = asked()
    game = hand.game
    hand.key("space", pygame.KMOD_SHIFT)
    hand.key("b")
    assert game.situation.interrupting == "moroccan"
    hand.key("escape")
    go(hand, "s-luchana", "casa-de-la-condesa")
    assert game.interruption.moment is not None


def test_undo_cancels_let_all_pass(asked: Callable[..., Hand]) -> None:
    """The undone and repeated move is asked about again."""
    hand = asked()
    hand.key("space", pygame.KMOD_SHIFT)
    hand.key("backspace")
    hand.settle()
    assert hand.game.match.plies == ()
    go(hand, "s-cuenca", "casa-de-la-condesa")
    assert hand.game.interruption.moment is not None


def test_no_key_both_passes_and_pauses(asked: Callable[..., Hand]) -> None:
    """P pauses also during a question, and between people alone it says that there is no computer player; the declining
    key does nothing without a question, not even its action without Shift."""
    hand = asked()
    hand.key("p")
    assert hand.game.interruption.moment is not None
    assert NO_COMPUTER == hand.game.view.notice.text
    hand.key("enter")
    plies = hand.game.match.plies
    for name in ("space", "p"):
        hand.key(name, pygame.KMOD_SHIFT)
        hand.settle()
    assert not hand.game.flow.paused
    assert hand.game.match.plies == plies
    assert not hand.game.interruption.passes("moroccan")


def test_the_key_pauses_computers(sit_down: Callable[..., Hand]) -> None:
    """It also resumes them."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3, players={"moroccan": "recruit"}))
    for paused in (True, False):
        hand.key("p")
        assert paused is hand.game.flow.paused


def test_let_all_pass_counts_only_after_the_question_was_drawn(asked: Callable[..., Hand]) -> None:
    """The key in the same iteration as the move it would answer is ignored."""
    hand = asked()
    hand.key("enter")
    game = hand.game
    screen = hand.screen
    hand.click_unit("s-luchana")
    game.stage.speed = screen.app.settings.speed = 1000.0
    hand.point(game.view.point_of("casa-de-la-condesa"))
    spot = game.view.point_of("casa-de-la-condesa")
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=spot, button=1))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=pygame.KMOD_SHIFT, unicode=" "))
    hand.wait()
    hand.settle()
    assert game.interruption.moment is not None
    assert not game.flow.paused


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1280, 720), 150), ((1920, 1080), 200)])
def test_the_button_is_on_the_card_at_every_size(
    asked: Callable[..., Hand], size: tuple[int, int], scale: int
) -> None:
    """It is whole, below the other two answers; these are below the map if the cards are a drawer."""
    hand = asked(size=size, interface_scale=scale)
    hand.resize(size, scale)
    hand.show_cards()
    widgets, card = hand.screen.widgets, hand.screen.column.prompt.rect
    assert widgets.pass_phase.visible
    assert card.contains(widgets.pass_phase.rect)
    if hand.app.metrics.has_drawer:
        assert not widgets.main.rect.colliderect(card)
        assert not widgets.answer.rect.colliderect(card)
    else:
        assert widgets.main.rect.bottom < widgets.answer.rect.top
        assert widgets.answer.rect.bottom < widgets.pass_phase.rect.top
