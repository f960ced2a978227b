"""A key whose function is not available says so with the reason; a key without a meaning says nothing."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.core.message import Message
from game.match.start import Start
from game.ui.kit.strokes import MISSING_FEATURES, NOT_AVAILABLE
from game.ui.screens.map_commands import SMALL_MAP_OFF, WHOLE_MAP
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def _told(hand: Hand, key: str) -> Message | None:
    """The reason in the notice after a key."""
    notice = hand.top.view.notice
    notice.dismiss()
    hand.key(key)
    text = notice.text
    if not text:
        return None
    assert isinstance(text, Message)
    why = (text.values or {}).get("why")
    assert why is None or isinstance(why, Message)
    return why


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle", "key", "why"), [
    ("kassala", "", "b", MISSING_FEATURES["moments"]), ("kassala", "", "c", MISSING_FEATURES["facings"]),
    ("kassala", "", "t", MISSING_FEATURES["area"]), ("kassala", "", "y", NOT_AVAILABLE["dice-pad"]),
    ("africa", "tetuan", "n", MISSING_FEATURES["hex"]), ("tours", "", "c", NOT_AVAILABLE["plan"]),
    ("renaissance", "quick-battle", "t", NOT_AVAILABLE["type-pose"]),
])
def test_a_key_says_why_it_does_nothing(sit_down: Sit, system: str, battle: str, key: str, why: Message) -> None:
    hand = sit_down(Start("play", system, battle or None, seed=3), hand_over=False)
    hand.settle()
    assert _told(hand, key) == why


@pytest.mark.parametrize(("start", "key"), [
    (Start("play", "kassala"), ";"), (Start("edit", "kassala"), "y"), (Start("edit", "kassala"), "c")])
def test_a_key_without_a_meaning_says_nothing(sit_down: Sit, start: Start, key: str) -> None:
    hand = sit_down(start, hand_over=False)
    hand.wait(1.0)
    hand.top.view.notice.dismiss()
    hand.key(key)
    assert not hand.top.view.notice.text


def test_the_editor_says_why_a_key_does_nothing(sit_down: Sit) -> None:
    hand = sit_down(Start("edit", "kassala"))
    assert _told(hand, "b") == MISSING_FEATURES["plane"]


@pytest.mark.parametrize(("key", "mod", "said"), [
    ("f", 0, WHOLE_MAP), ("left", pygame.KMOD_SHIFT, WHOLE_MAP), ("j", 0, SMALL_MAP_OFF)])
def test_a_key_about_the_view_says_that_the_whole_map_is_in_view(sit_down: Sit, key: str, mod: int,
                                                                 said: Message) -> None:
    hand = sit_down(Start("play", "tours", seed=3), hand_over=False)
    hand.settle()
    hand.game.view.camera.fit()
    hand.game.view.notice.dismiss()
    hand.key(key, mod)
    assert hand.game.view.notice.text == said


def test_switching_the_sound_shows_its_new_state(sit_down: Sit) -> None:
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    hand.settle()
    notice = hand.game.view.notice
    hand.key("m")
    off = notice.text
    hand.key("m")
    assert off
    assert notice.text
    assert off != notice.text
