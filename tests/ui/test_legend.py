"""The sheet's legend folds away for a larger map; hex numbers are legible or not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui import settings as stored
from game.ui import sheet_numbers
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

BATTLES = (("kassala", "kassala", 1.16), ("africa", "castillejos", 1.06), ("africa", "tetuan", 1.18),
           ("africa", "wad-ras", 1.18))


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("system", "battle", "larger"), BATTLES)
def test_without_its_legend_the_map_is_larger(
    sit_down: Sit, system: str, battle: str, larger: float, size: tuple[int, int]
) -> None:
    """Nearly a fifth, and all of it in view; a map that is high and narrow gains only what lay above and below it."""
    hand = sit_down(Start("play", system, battle, seed=7), size=size)
    view = hand.game.view
    before = view.camera.scale
    hand.key("k")
    assert view.camera.fitted
    assert view.camera.scale / before >= larger
    board = catalog.rules(system).board(hand.game.match.state)
    assert all(view.rect.collidepoint(view.point_of(place)) for place in board.index)
    hand.press(hand.button("Legend"))
    assert view.camera.scale == before


def test_what_is_folded_is_neither_seen_nor_forgotten(sit_down: Sit, folders: Path) -> None:
    """Beside the smaller sheet is table, zoomed in one looks at the same hex, and the next game begins like that."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.wait_for_print()
    view = hand.game.view
    spot = view.rect.x + view.rect.w // 8 + 30, view.rect.centery
    with_legend = hand.app.window.get_at(spot)
    hand.key("k")
    hand.wait_for_print()
    assert sum(hand.app.window.get_at(spot)[:3]) < sum(with_legend[:3]) // 2
    view.zoom(2.5, view.point_of("0405"))
    at = view.point_of("0405")
    hand.key("k")
    assert view.point_of("0405") == at
    hand.key("k")
    hand.close()
    assert not stored.load(folders / "config").legend
    assert not sit_down(Start("play", "kassala", seed=8)).app.settings.legend


def test_hex_numbers_are_legible_or_left_out(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve pixels at least, at every zoom."""
    printed: list[int] = []
    number = sheet_numbers._number

    def spy(name: str, px: int, *more: Any) -> pygame.Surface:
        printed.append(px)
        return number(name, px, *more)

    monkeypatch.setattr(sheet_numbers, "_number", spy)
    hand = sit_down(Start("play", "kassala", seed=7), size=(1024, 768))
    hand.wait_for_print()
    assert min(printed, default=12) >= 12
    for _ in range(6):
        hand.key("+")
        hand.wait_for_print()
    assert printed
    assert min(printed) >= 12
