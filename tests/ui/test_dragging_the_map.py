"""While a map is dragged only newly visible parts are drawn, and the picture equals a complete drawing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.match.start import Start
from game.ui.board.pointer import KEEP_SECONDS
from tests.ui.corners import crossed
from tests.ui.hand import Hand
from tests.ui.pictures import digest

BATTLES = [
    Start("play", "kassala", seed=3), Start("play", "africa", scenario="tetuan", seed=3),
    Start("play", "pickets", scenario="ford", seed=3),
]
DRAGS = ((40, 0), (0, -30), (-17, 23), (300, 200), (-900, -700), (1, 0), (0, 0))
"""Drags in pixels; the large ones reach the edges of the sheet."""


def pulled(hand: Hand, way: tuple[int, int]) -> None:
    """Drag the map with the middle button, in three movements."""
    x, y = hand.game.view.rect.center
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=2))
    for part in (1, 2, 3):
        pos = x + way[0] * part // 3, y + way[1] * part // 3
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=way, buttons=(0, 1, 0)))
        hand.wait()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=2))
    hand.wait()


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up systems are on the search path."""
    monkeypatch.setenv("DRUMHEAD_SYSTEMS", str(Path(__file__).resolve().parents[1] / "systems"))


def let_notice_go(hand: Hand) -> None:
    """Wait until the notice about missing zones is gone, and the small map may move."""
    hand.wait(KEEP_SECONDS)
    for _ in range(40):
        if not hand.game.view.notice.text:
            return
        hand.wait(0.5)
    raise AssertionError("the notice stayed")


@pytest.mark.every(3)
@pytest.mark.parametrize(("battle", "nearer"), crossed(BATTLES, [1, 5]),
                         ids=lambda value: getattr(value, "system", value))
def test_a_dragged_map_is_as_if_drawn_anew(sit_down: Callable[..., Hand], battle: Start, nearer: int) -> None:
    """To the last pixel: beside the table's edge and far from it, with layers, names and numbers."""
    hand = sit_down(battle)
    hand.key("z")
    hand.point((3, 3))
    for _ in range(nearer):
        hand.key("+")
    hand.wait_for_print()
    seen = set()
    for way in DRAGS:
        pulled(hand, way)
        hand.point((3, 3))  # off the map, where no sign has a tip
        let_notice_go(hand)
        hand.wait_for_print()
        dragged = digest(hand.app.window, "RGB")
        hand.key("z")
        hand.key("z")
        let_notice_go(hand)
        hand.wait_for_print()
        assert digest(hand.app.window, "RGB") == dragged, way
        seen.add(dragged)
    assert len(seen) > 3
