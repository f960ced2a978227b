"""Separate folders, no screen and no sound for every test of the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.message import Text
from game.i18n.words import set_language
from game.match.start import Start
from game.rules.kassala.system import Kassala
from game.ui.kit.fonts import Typeface
from tests.ui.hand import Hand, Program
from tests.ui.kept import keep_pure, tidy_up, tidy_up_after_module


@pytest.fixture(scope="session", autouse=True)
def _pure() -> Iterator[None]:
    """Make sheets of boards and themes of widgets once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        keep_pure(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def _all_frames_in_soak(pytestconfig: pytest.Config) -> None:
    """Draw all frames in ``make soak``."""
    Program.draws_all = pytestconfig.getoption("markexpr") == "soak"


@pytest.fixture(scope="module", autouse=True)
def _pictures_of_a_module() -> Iterator[None]:
    """Drop the pictures that tests have kept for each other once they take much memory; those of all modules take
    gigabytes."""
    yield
    tidy_up_after_module()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that the test has printed so far as a line of its own."""
    texts: list[str] = []
    drawn = Typeface.line_picture

    def noted(self: Typeface, text: Text, colour: str) -> pygame.Surface:
        texts.append(str(text))
        return drawn(self, text, colour)

    monkeypatch.setattr(Typeface, "line_picture", noted)
    return texts


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folders of settings (``config``) and saved games (``data``) in this test; every record is read without a
    progress bar, however slow the machine."""
    monkeypatch.setattr("game.ui.screens.save_details.QUIET_SECONDS", 600.0)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("DRUMHEAD_CONFIG", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture
def sit_down(folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hand]]:
    """Opens the program; everything is closed afterwards, except the sound device, which is slow to close, and the
    language is English again. The pictures of games left open are drawn but not written."""
    hands: list[Hand] = []
    monkeypatch.setattr(pygame.mixer, "quit", pygame.mixer.stop)

    def open_it(start: Start | None = None, **more: Any) -> Hand:
        hands.append(Hand(start, **more))
        return hands[-1]

    yield open_it
    monkeypatch.setattr(pygame.image, "save", lambda _, path: path.touch())
    for hand in hands:
        if hand.app.stack:
            hand.close()
    hands.clear()
    set_language("en")
    tidy_up()


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is laid out and recorded, but neither screens, buttons, paper nor maps are painted: for tests of many
    sizes."""
    from pygame_gui.core.drawable_shapes import RoundedRectangleShape

    from game.ui.app.application import App
    from game.ui.cards import card, log
    from game.ui.sheets.sheet import Sheet

    monkeypatch.setattr(App, "draw", lambda *_: None)
    monkeypatch.setattr(Sheet, "print_part", lambda _, part, __: pygame.Surface(part.size))
    monkeypatch.setattr(RoundedRectangleShape, "redraw_state", lambda *_, **__: None)
    for module in (card, log):
        monkeypatch.setattr(module, "draw_sheet", lambda *_: None)


@pytest.fixture
def dropping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawings for a size are dropped with it, as in the program; other tests keep them for each other."""
    from game.ui.app import application
    from game.ui.kit import pictures

    for name in ("drop_pictures", "release_memory"):
        monkeypatch.setattr(application, name, getattr(pictures, name))


def _combat(kassala: Kassala, **places: str) -> dict[str, Any]:
    """The battle of Kassala with some units in other places, in the Moslem player's combat."""
    position = kassala.position(kassala.initial("kassala"))
    for unit in position["units"]:
        unit["place"] = places.get(unit["id"].replace("-", "_"), unit["place"])
    return {**position, "phase": "combat", "phasing": "moslem", "to_act": "moslem"}


@pytest.fixture
def udaka_fight(kassala: Kassala) -> dict[str, Any]:
    """Two Moslem units below the wadi are next to Udaka, in the Moslem combat."""
    return _combat(kassala, m_nub1="0205", m_tinf1="0303")


@pytest.fixture
def arab_fight(kassala: Kassala) -> dict[str, Any]:
    """Galla infantry is next to the Arabs, in the Moslem player's combat."""
    return _combat(kassala, c_galla1="0703")


@pytest.fixture
def last_fight(kassala: Kassala) -> dict[str, Any]:
    """Four Moslem cavalry units surround Galla infantry in the Moslem player's combat, the only one possible."""
    return _combat(kassala, c_galla1="0703", m_tcav1="0603", m_mam1="0803", m_mam2="0604")
