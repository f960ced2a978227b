"""A damaged or malicious catalog never crashes the program: unusable entries are shown in English."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from game.cli.program import command_line
from game.core.message import plural, say
from game.i18n import words
from game.i18n.translations import CatalogFault, fits, read
from game.match.start import Start
from game.ui.kit.fonts import font
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.conftest import _pure, folders, sit_down
from tests.ui.hand import Hand
from tests.words.catalogs import PLURALS, write_catalog, write_pseudo

__all__ = ["_pure", "folders", "sit_down"]
Sit = Callable[..., Hand]

PLAIN, FILLED = "computer players:", "{unit} moves {path} ({cost} MP)"
COUNTED = "{count} unit can move\0{count} units can move"
MESSAGES = (
    (PLAIN, say("computer players:")),
    (FILLED, say("{unit} moves {path} ({cost} MP)", unit="Guard", path="0101-0102", cost=2)),
)
BROKEN = ("{}", "{", "}", "{0}", "[0] {", "{unit[0]}", "{unit.text}", "{unit!r}", "{unit:99999999}", "{unit:{path}}",
          "{other}", "{unit} {other}", "a\0b", "\x1b[2J", "{unit", "unit}", "{ unit }", "\ud800", "x" * 100_000)
USABLE = ("{unit}", "{path} {unit}", "", "gar nichts", "{{unit}}", "ходит {unit}", "{unit}\N{NO-BREAK SPACE}!")


@pytest.fixture(autouse=True)
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of this test's catalogs, besides English, which is restored afterwards."""
    monkeypatch.setattr(words, "FOLDER", tmp_path / "none")
    monkeypatch.setenv(words.FOLDERS_VARIABLE, str(tmp_path / "locale"))
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.delenv(words.LANGUAGE_VARIABLE, raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    yield tmp_path / "locale"
    words.set_language("en")


def _file(folder: Path, code: str = "zz") -> Path:
    path = folder / code / "LC_MESSAGES" / "drumhead.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _good(folder: Path) -> bytes:
    write_pseudo(folder / "good")
    return (folder / "good" / "xx" / "LC_MESSAGES" / "drumhead.mo").read_bytes()


def _said(locale: Path, translation: str, plurals: str = PLURALS) -> list[str]:
    """Every message in a language whose translations are all the same text."""
    text = translation.encode(errors="replace").decode()
    write_catalog(locale, "zz", "Z", {PLAIN: text, FILLED: text, COUNTED: f"{text}\0{text}"}, plurals)
    words.set_language("zz")
    counted = [plural("{count} unit can move", "{count} units can move", n) for n in (0, 1, 2, 5, 10**9, -1)]
    return [words.translate(message) for message in (*(each for _, each in MESSAGES), *counted)]


@pytest.mark.parametrize("translation", [text for text in BROKEN if text != "\ud800"], ids=lambda text: repr(text)[:20])
def test_an_unusable_translation_is_english(locale: Path, translation: str) -> None:
    """Unknown placeholders, placeholders that are not plain names, and unprintable characters fall back to English."""
    assert not fits(translation, FILLED)
    if "\0" not in translation:
        said = _said(locale, translation)
        assert said[1] == "Guard moves 0101-0102 (2 MP)"
        assert words.languages()[1].unusable >= 2


@pytest.mark.parametrize("translation", USABLE)
def test_a_translation_may_leave_a_name_out(locale: Path, translation: str) -> None:
    """It may have other words, another order, and fewer placeholders."""
    assert fits(translation, FILLED)


def test_a_placeholder_keeps_its_format() -> None:
    """A placeholder may have the template's format and conversion, but no other."""
    assert fits("{name!r} kennt niemand", "unknown {name!r}")
    assert fits("{name} kennt niemand", "unknown {name!r}")
    assert not fits("{name!a} kennt niemand", "unknown {name!r}")
    assert not fits("{share:.9f}", "{share:g}")


def test_a_template_that_is_never_filled_in_may_hold_braces() -> None:
    """Braces in the translation of a template without placeholders stay as they are."""
    template = 'not a Drumhead record: its first line should begin {"drumhead":'
    assert fits('kein Spiel: die erste Zeile beginnt {"drumhead":', template)
    assert not fits("{", "computer players:")


def test_the_list_counts_the_entries_in_english(locale: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A counted entry is one, however many forms it has."""
    write_catalog(locale, "zz", "Zett", {PLAIN: "{oops}", FILLED: "{unit} {cost}", COUNTED: "{count}\0{}"})
    write_catalog(locale, "yy", "Ypsilon", {PLAIN: "gut"})
    assert [(each.code, each.unusable) for each in words.languages()] == [("en", 0), ("yy", 0), ("zz", 2)]
    assert command_line(["list"]) == 0
    out = capsys.readouterr().out
    assert "Zett (2 entries of its catalog cannot be used and stay English)" in out
    assert "    yy                       Ypsilon\n" in out


def test_the_help_page_shows_a_translation_with_a_per_cent_sign(
    locale: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the list of commands as well as in that of options."""
    write_catalog(locale, "zz", "Zett", {"Play a game on screen.": "Spiel 100 %s", "Show this help.": "Hilfe 100 %"})
    assert command_line(["--language", "zz", "--help"]) == 0
    out = capsys.readouterr().out
    assert "Spiel 100 %s\n" in out
    assert "Hilfe 100 %\n" in out


@pytest.mark.parametrize("rule", [
    "nplurals=2; plural=n/0;", "nplurals=2; plural=n%(n-7);", "nplurals=2; plural=5;", "nplurals=2; plural=0-1;",
    "nplurals=2; plural=n;",
])
def test_a_failing_plural_rule_falls_back_to_english(locale: Path, rule: str) -> None:
    """A rule that divides by zero, or leads to a missing form, is not used."""
    said = _said(locale, "{count} Einheiten", rule)
    assert said[2:6] == ["0 units can move", "1 unit can move", "2 units can move", "5 units can move"]
    assert words.languages()[1].unusable == 3


def test_a_counted_translation_without_one_of_its_forms_is_english(locale: Path) -> None:
    """A form that is empty would show nothing."""
    write_catalog(locale, "zz", "Zett", {COUNTED: "eine Einheit\0"})
    words.set_language("zz")
    for text in (plural("{count} unit can move", "{count} units can move", count) for count in (1, 2)):
        assert str(text) == words.translate(text)
    assert 1 == words.languages()[1].unusable


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "short": lambda good: good[:3],
    "head only": lambda good: good[:20],
    "cut in the tables": lambda good: good[:400],
    "cut in the texts": lambda good: good[: len(good) // 2],
    "last byte": lambda good: good[:-1],
    "no catalog": lambda _: b"PK\x03\x04" + bytes(200),
    "version": lambda good: good[:4] + b"\x09\0\x09\0" + good[8:],
    "count": lambda good: good[:8] + b"\xff\xff\xff\x7f" + good[12:],
    "tables on one another": lambda good: good[:16] + good[12:16] + good[20:],
    "no such charset": lambda good: good.replace(b"UTF-8", b"UTF-0"),
    "wrong charset": lambda good: good.replace(b"UTF-8", b"ASCII"),
    "no text charset": lambda good: good.replace(b"UTF-8", b"hex\n "),
    "no charset": lambda good: good.replace(b"charset=UTF-8", b"charsetXUTF-8"),
    "no rule": lambda good: good.replace(b"plural=(n != 1)", b"plurax=(n != 1)"),
    "rule of words": lambda good: good.replace(b"(n != 1)", b"import x"),
    "rule cut": lambda good: good.replace(b"(n != 1)", b"((((((n "),
    "other bytes": lambda good: good[:28] + bytes(reversed(good[28:])),
}


@pytest.mark.every(2)
@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_catalog_is_named_and_ends_nothing(
    locale: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """Chosen or not, ``list`` works and names the file; choosing the language is refused with the file."""
    _file(locale).write_bytes(DAMAGE[kind](_good(tmp_path)))
    assert command_line(["list"]) == 0
    out = capsys.readouterr().out
    assert "computer players:" in out
    with pytest.raises(CatalogFault, match=r"drumhead\.mo"):
        read(_file(locale))
    assert "zz                       cannot be used" in out
    assert str(_file(locale)) in out
    words.set_language("zz")
    assert words.language_code() == "en"
    assert command_line(["--language", "zz", "list"]) == 2
    assert str(_file(locale)) in capsys.readouterr().err


@pytest.mark.parametrize("make", [
    lambda path: path.mkdir(), lambda path: path.symlink_to(path), lambda path: path.symlink_to("/dev/zero"),
], ids=["folder", "loop", "device"])
def test_a_path_that_is_no_file_is_no_catalog(locale: Path, make: Callable[[Path], None]) -> None:
    """The program neither waits for it nor reads it endlessly."""
    make(_file(locale))
    assert [each.code for each in words.languages()] == ["en"]
    words.set_language("zz")
    assert words.language_code() == "en"


@pytest.mark.parametrize("folder", ["x" * 5000, "/root/nothing/here", "/dev/null"])
def test_an_unlistable_folder_has_no_catalogs(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    """An invalid folder name has none either."""
    monkeypatch.setenv(words.FOLDERS_VARIABLE, folder)
    assert words.languages() == (words.ENGLISH,)
    words.set_language("de")
    assert words.language_code() == "en"


@pytest.mark.parametrize("code", ["x" * 5000, "\0", "..", "../..", "zz\0", "\udcff", "de/../de", "日本"])
def test_an_invalid_language_code_means_english(locale: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """In the settings and, if possible, in the environment."""
    write_catalog(locale, "zz", "Z", {PLAIN: "gut"})
    words.set_language(code)
    assert words.language_code() == "en"
    if "\0" not in code:
        monkeypatch.setenv(words.LANGUAGE_VARIABLE, code)
        words.set_language()
        assert words.translate(say("computer players:")) == "computer players:"


def test_a_language_has_a_printable_name(locale: Path) -> None:
    """Control characters are removed, and an overlong name is cut."""
    write_catalog(locale, "zz", "\x1b[31m" + "Z" * 5000, {PLAIN: "gut"})
    title = words.languages()[1].title
    assert title.isprintable()
    assert len(title) <= 40


PIECES = ("{", "}", "unit", "count", "path", ":", "!r", "[0]", ".x", "9", "\0", "\n", " ")
RULES = (PLURALS, "nplurals=1; plural=0;", "nplurals=3; plural=n%5;", "nplurals=2; plural=n%n;")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.lists(st.sampled_from(PIECES), max_size=12
                                                                                 ).map("".join), st.sampled_from(RULES))
@example("{count:>999999999}", PLURALS)
def test_no_translation_can_crash_the_program(locale: Path, translation: str, rule: str) -> None:
    """Whatever the translation, every message can be formatted and printed."""
    for said in _said(locale, translation, rule):
        assert isinstance(said, str)
        assert "\0" not in said
        font("ui", 16).render(said, True, "black")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_catalog_can_crash_the_program(locale: Path, tmp_path: Path, data: st.DataObject) -> None:
    """Arbitrary bytes, and a valid catalog with changed bytes, are tried."""
    write_catalog(tmp_path / "small", "zz", "Z", {PLAIN: "gut", FILLED: "{unit}", COUNTED: "{count}\0{count}"})
    small = _file(tmp_path / "small").read_bytes()
    cut = st.integers(0, len(small)).map(lambda end: small[:end])
    found = bytearray(data.draw(st.binary(max_size=99) | st.just(small) | cut))
    for _ in range(data.draw(st.integers(0, 4)) if found else 0):
        found[data.draw(st.integers(0, len(found) - 1))] = data.draw(st.integers(0, 255))
    _file(locale).write_bytes(bytes(found))
    words.languages(), words.unreadable_languages()
    words.set_language("zz")
    for _, message in MESSAGES:
        assert words.translate(message)
    assert words.translate(plural("{count} unit can move", "{count} units can move", 3))


@pytest.mark.every(6)
@pytest.mark.parametrize("text", ["{}", "{", "[0]", "{x.y}", "{count!r:>9}", "a\x01b", "", " ", "W" * 400])
@pytest.mark.parametrize("start", [Start(language="xx"), Start("play", "kassala", seed=3, language="xx")],
                         ids=["title", "game"])
def test_screens_open_in_any_language(sit_down: Sit, locale: Path, start: Start, text: str) -> None:
    """Screens open even if every translation is a text that cannot be formatted, or is too long."""
    write_pseudo(locale, lambda _: text)
    hand = sit_down(start, size=(1024, 768))
    assert words.language_code() == "xx"
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    hand.app.pop()
    hand.key("?")
    hand.key("escape")
    hand.wait()


def test_the_settings_page_counts_the_entries_in_english(sit_down: Sit, locale: Path) -> None:
    """The number is beside the language; a damaged one is not offered."""
    write_catalog(locale, "zz", "Zett", {PLAIN: "{oops}", FILLED: "{unit.text}"})
    _file(locale, "yy").write_bytes(b"spoiled")
    hand = sit_down(Start(language="zz"), size=(1280, 720))
    page = SettingsSheet(hand.app)
    hand.app.push(page)
    hand.wait()
    (note,) = (note for label, note, _ in page.labels if label == "Language")
    assert str(note).split()[0] == "2"
    for _ in range(2):
        hand.press(next(button for button in page.buttons if button.text == "+" and button.visible))
    assert words.language_code() == "zz"


def test_the_program_itself_starts(locale: Path) -> None:
    """The real program starts with a damaged catalog for the environment's language."""
    _file(locale, "de").write_bytes(b"\xde\x12\x04\x95spoiled")
    found = subprocess.run([sys.executable, "main.py", "list"], capture_output=True, text=True, check=False,
                           env={**os.environ, "LANGUAGE": "de", "DRUMHEAD_LANGUAGE": "de"})
    assert found.returncode == 0
    assert "Traceback" not in found.stderr
