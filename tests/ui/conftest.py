"""Folders of their own, no screen and no sound for every test of the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.match.start import Start
from tests.ui.hand import Hand


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where settings (``config``) and saved games (``data``) go in this test."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DRUMHEAD_CONFIG", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture
def sit_down(folders: Path) -> Iterator[Callable[..., Hand]]:
    """Opens the program; everything is closed afterwards."""
    hands: list[Hand] = []

    def open_it(start: Start | None = None, **more: Any) -> Hand:
        hands.append(Hand(start, **more))
        return hands[-1]

    yield open_it
    for hand in hands:
        if hand.app.stack:
            hand.close()
