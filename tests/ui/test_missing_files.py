"""Without a display, font or picture, one sentence names what is missing, with an exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import files, systems
from game.art import AssetError
from game.core.theme import SeatInfo
from game.match.start import Start
from game.match.store import Store
from game.ui import program
from game.ui.app import settings as stored
from game.ui.app.application import App
from game.ui.app.dialogs import MessageSheet
from game.ui.app.window import NoDisplay, open_display, open_window
from game.ui.counters import cardboard
from game.ui.kit import fonts, pictures
from game.ui.kit import paper as sheet_paper
from game.ui.play.playback import write_picture
from game.ui.screens.rulepages import read_articles
from tests.ui.hand import Hand

ROOT = Path(__file__).parents[2]
SIDE = SeatInfo("left", "Left", "#ffffff", "#000000", "solid")


@pytest.fixture
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folders: Path) -> Path:
    """A folder of assets in which every file exists with invalid content."""
    for file in ("common/felt.jpg", "common/paper.jpg", "counters/body.svg", "counters/gun.svg", "sounds/die.wav"):
        path = tmp_path / "assets" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("nothing of the kind")
    monkeypatch.setattr(systems, "ASSETS", tmp_path / "assets")
    for module in (cardboard, sheet_paper):
        for name in ("symbol_svg", "symbol_picture", "blank_counter", "texture"):
            if hasattr(module, name):
                getattr(module, name).cache_clear()
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    return tmp_path / "assets"


def test_every_reader_names_the_file(spoilt: Path) -> None:
    """Counter pictures, bodies, felt and paper are damaged or missing."""
    for missing in (False, True):
        if missing:
            for path in spoilt.rglob("*.*"):
                path.unlink()
            cardboard.symbol_svg.cache_clear()
        with pytest.raises(AssetError, match=r"gun\.svg"):
            cardboard.symbol_picture("gun", "#000000", 20, 20)
        with pytest.raises(AssetError, match=r"body\.svg"):
            cardboard.blank_counter(SIDE, 40)
        for name in ("felt.jpg", "paper.jpg"):
            with pytest.raises(AssetError, match=name):
                sheet_paper.texture(name)


def test_a_folder_instead_of_a_file_is_named(tmp_path: Path) -> None:
    """This holds for pictures and texts."""
    with pytest.raises(AssetError, match=tmp_path.name):
        pictures.load_picture(tmp_path)
    with pytest.raises(AssetError, match=tmp_path.name):
        pictures.read_text(tmp_path, "anything")
    with pytest.raises(AssetError, match=r"rulebook\.md"):
        read_articles("nowhere")


@pytest.mark.parametrize("content", [b"", b"no typeface" * 40])
def test_a_spoiled_typeface_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """It is named before anything is printed with it."""
    path = tmp_path / "Face.ttf"
    path.write_bytes(content)
    monkeypatch.setattr(fonts, "font_path", lambda role: path)
    fonts.font.cache_clear()
    try:
        with pytest.raises(fonts.FontMissing, match=r"Face\.ttf"):
            fonts.check_all()
    finally:
        fonts.font.cache_clear()


def test_a_picture_missing_during_a_game_ends_it_with_a_message(
    folders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named on standard error, the status is 1, and the game is on record, properly closed."""

    def missing(*_: object) -> None:
        raise AssetError("assets/counters/gun.svg: missing")

    def step(self: App, dt: float = 0.0) -> None:
        monkeypatch.setattr(type(self.stack[-1]), "draw", missing)
        self.draw(self.window)

    monkeypatch.setattr(App, "step", step)
    assert program.run(Start("play", "kassala", scenario="kassala", seed=3)) == 1
    assert capsys.readouterr().err == "drumhead: assets/counters/gun.svg: missing\n"
    (save,) = Store().saves()
    assert not save.interrupted
    assert not save.fault


def test_an_error_of_the_program_is_shown_and_kept(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message box names the file that keeps the details, and the game is on record."""
    boxes: list[str] = []
    monkeypatch.setattr(pygame.display, "message_box", lambda title, text, kind: boxes.append(text))
    monkeypatch.setattr(program, "HIDDEN_DRIVERS", ())

    def step(self: App, dt: float = 0.0) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(App, "step", step)
    with pytest.raises(ZeroDivisionError):
        program.run(Start("play", "kassala", scenario="kassala", seed=3))
    report = files.data_folder() / program.ERROR_REPORT
    assert "ZeroDivisionError" in report.read_text()
    (box,) = boxes
    assert str(report) in box
    (save,) = Store().saves()
    assert not save.fault


def _start(**env: str) -> subprocess.CompletedProcess[str]:
    """Run the program without arguments, without a display in its environment."""
    bare = {key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    words = [sys.executable, "main.py"]
    return subprocess.run(words, cwd=ROOT, env=bare | env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
@pytest.mark.parametrize(("driver", "said"), [("", "there is no display"), ("nonsense", "'nonsense'"), ("x11", "x11")])
def test_without_a_display_the_program_says_so(tmp_path: Path, driver: str, said: str) -> None:
    """There is neither an invisible window nor a traceback."""
    ended = _start(DRUMHEAD_DATA=str(tmp_path), **({"SDL_VIDEODRIVER": driver} if driver else {}))
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_dummy_display_is_used_where_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be in a list; a window that cannot be opened is reported."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    open_display()
    assert pygame.display.get_driver() == "dummy"
    with pytest.raises(NoDisplay, match="no window"):
        open_window((-5, -5), 0)


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    """A folder has the name of the picture beside a record; the text names it."""
    (tmp_path / "game.png").mkdir()
    told = write_picture(lambda: pygame.Surface((4, 4)), tmp_path / "game.jsonl")
    assert "game.png" in str(told)
    assert ["game.png"] == [path.name for path in tmp_path.iterdir()]


def test_settings_that_cannot_be_read_are_kept_and_the_message_says_so(folders: Path) -> None:
    """One that is too large is renamed, as one that holds something else is; a failed write leaves nothing behind."""
    path = folders / "config" / "settings.json"
    path.parent.mkdir()
    path.write_bytes(b" " * (stored.MAX_SETTINGS_BYTES + 1))
    with pytest.raises(stored.SettingsError, match=r"kept as settings\.damaged-1\.json"):
        stored.load()
    stored.save(stored.Settings())
    path.unlink()
    path.mkdir()
    with pytest.raises(stored.SettingsError):
        stored.save(stored.Settings())
    assert {"settings.json", "settings.damaged-1.json"} == {found.name for found in path.parent.iterdir()}


def test_damaged_settings_are_kept_beside_the_new_ones(sit_down: Callable[..., Hand], folders: Path) -> None:
    """Storing new ones renames the damaged file; a second one does not replace the first."""
    path = folders / "config" / "settings.json"
    path.parent.mkdir()
    for number, text in enumerate(('{"volume": "loud"}', "[" * 5000, "\udcff"), 1):
        path.write_bytes(text.encode(errors="surrogateescape"))
        with pytest.raises(stored.SettingsError, match=f"kept as settings.damaged-{number}.json"):
            stored.load()
        stored.save(stored.Settings(volume=0.5))
        assert stored.load().volume == 0.5
        kept = path.with_name(f"settings.damaged-{number}.json")
        assert kept.read_bytes() == text.encode(errors="surrogateescape")
    path.unlink()
    path.mkdir()
    with pytest.raises(stored.SettingsError, match="a folder"):
        stored.load()
    with pytest.raises(stored.SettingsError):
        stored.save(stored.Settings())


def test_settings_in_a_place_that_cannot_be_reached_are_reported(sit_down: Callable[..., Hand], folders: Path) -> None:
    """The file is a link to a name that the system refuses: neither reading nor storing crashes, and both are reported,
    storing only once."""
    path = folders / "config" / "settings.json"
    path.parent.mkdir()
    path.symlink_to("x" * 300)
    for use in (stored.load, lambda: stored.save(stored.Settings())):
        with pytest.raises(stored.SettingsError, match=r"settings\.json"):
            use()
    assert path.is_symlink()
    hand = sit_down(Start("play", "kassala", seed=3))
    assert hand.app.trouble
    hand.key("escape")
    reports = []
    for _ in range(2):
        hand.key("m")
        reports.append(isinstance(hand.top, MessageSheet))
        hand.key("escape")
    assert [True, False] == reports
