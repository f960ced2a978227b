"""The language is chosen in the settings or on the command line, and takes effect at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.cli.program import command_line
from game.core.message import plural, say
from game.i18n import words
from game.match.start import Start
from game.ui.app import settings as stored
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.conftest import _pure, folders, sit_down
from tests.ui.hand import Hand
from tests.words.catalogs import marked, write_catalog

__all__ = ["_pure", "folders", "sit_down"]
Sit = Callable[..., Hand]
MOVE = say("Move any number of your units, once each")


def test_english_is_always_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English is available even if the catalogs' folders are empty or missing."""
    monkeypatch.setattr(words, "FOLDER", tmp_path / "none")
    monkeypatch.delenv(words.FOLDERS_VARIABLE, raising=False)
    assert words.languages() == (words.ENGLISH,)


def test_a_language_calls_itself_by_its_own_name(pseudo: str) -> None:
    """The name is in the catalog; English comes first."""
    assert [language.title for language in words.languages()] == ["English", marked("Pseudo")]
    assert [language.code for language in words.languages()] == ["en", pseudo]


def test_a_language_without_a_catalog_is_not_used(pseudo: str) -> None:
    """The environment's language is used, or English."""
    words.set_language("zz")
    assert words.language_code() == "en"
    assert words.translate(MOVE) == str(MOVE)
    words.set_language(pseudo)
    assert words.language_code() == pseudo
    assert words.translate(MOVE) == marked(str(MOVE))


@pytest.mark.every(2)
@pytest.mark.parametrize(("listed", "code"), [
    ("xx", "xx"), ("zz:xx", "xx"), ("xx:en", "xx"), ("en:xx", "en"), ("en_GB.UTF-8:xx", "en"), ("C:xx", "en"),
])
def test_the_first_language_of_the_environments_list_counts(
    pseudo: str, monkeypatch: pytest.MonkeyPatch, listed: str, code: str
) -> None:
    """English counts although it has no catalog; languages that the program lacks are skipped."""
    assert pseudo == "xx"
    monkeypatch.setenv("LANGUAGE", listed)
    words.set_language()
    assert code == words.language_code()
    assert words.translate(MOVE) == (str(MOVE) if code == "en" else marked(str(MOVE)))


def test_plurals_follow_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pseudo: str) -> None:
    """A language with three forms uses the one that its rule selects."""
    polish = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    write_catalog(tmp_path / "more", "pl", "Polski", {
        "{count} unit can move\0{count} units can move": "{count} oddział\0{count} oddziały\0{count} oddziałów",
    }, polish)
    monkeypatch.setenv(words.FOLDERS_VARIABLE, str(tmp_path / "more"))
    words.set_language("pl")
    said = [words.translate(plural("{count} unit can move", "{count} units can move", n)) for n in (1, 3, 5, 12, 22)]
    assert said == ["1 oddział", "3 oddziały", "5 oddziałów", "12 oddziałów", "22 oddziały"]


def test_a_users_own_catalog_takes_precedence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It overrides the program's own for the same language, which fills its gaps."""
    write_catalog(tmp_path, "es", "Mío", {"Undo": "Atrás"})
    monkeypatch.setenv(words.FOLDERS_VARIABLE, str(tmp_path))
    assert [language.title for language in words.languages()] == ["English", "Mío"]
    words.set_language("es")
    assert words.translate(say("Undo")) == "Atrás"
    assert words.translate(say("Settings")) == "Ajustes"
    words.set_language("en")


@pytest.mark.every(4)
@pytest.mark.parametrize("start", [
    Start(), Start("play", "kassala", seed=3), Start("play", "africa", "wad-ras", seed=3),
    Start("demo", "kassala", "example-b"),
], ids=["title", "kassala", "africa", "example"])
def test_visible_screens_change_at_once(sit_down: Sit, folders: Path, pseudo: str, start: Start) -> None:
    """After a choice over any screen, the screen looks as if opened in that language; so does changing back."""
    hand = sit_down(start, size=(1280, 720), hand_over=False)
    hand.point((1, 1))
    hand.wait_for_print()
    english = _seen(hand)
    _choose(hand, "›")
    assert stored.load(folders / "config").language == pseudo
    hand.wait_for_print()
    switched = _seen(hand)
    assert not _alike(switched, english)
    _choose(hand, "‹")
    hand.wait_for_print()
    assert _alike(_seen(hand), english)
    _choose(hand, "›")
    hand.close()
    again = sit_down(start, size=(1280, 720), hand_over=False)
    again.point((1, 1))
    again.wait_for_print()
    assert words.language_code() == pseudo
    assert _alike(_seen(again), switched)


def _seen(hand: Hand) -> Any:
    return pygame.surfarray.array3d(hand.app.window)


def _alike(one: Any, other: Any) -> bool:
    """Whether two pictures are equal except for a row of pixels at the cut foot of a sheet, or a few at the rim of the
    compass, which lies over the shadow of the sheet."""
    differ = (one != other).any(axis=2)
    return int(differ.any(axis=0).sum()) <= 1 or int(differ.sum()) <= 20


def _choose(hand: Hand, sign: str) -> None:
    """Open the settings over the current screen, press the first arrow of a list, which is the language's, and close
    them."""
    page = SettingsSheet(hand.app)
    hand.app.push(page)
    hand.wait()
    language, *_ = (button for button in page.buttons if button.text == sign and button.visible)
    hand.press(language)
    hand.key("escape")
    hand.point((1, 1))


def test_the_command_line_uses_a_language(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its lists are translated; a language that is not installed is refused with the installed ones."""
    assert command_line(["--language", "zz", "list"]) == 2
    assert capsys.readouterr().err == f"drumhead: unknown language 'zz' (available: en, {pseudo})\n"
    assert command_line(["--language", pseudo, "list"]) == 0
    assert marked("computer players:") in capsys.readouterr().out
