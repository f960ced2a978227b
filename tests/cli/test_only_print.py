"""Other people's files cannot control the terminal: control characters are printed as codes."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game import catalog
from game.cli.control_characters import escape_control_characters, terminal
from game.cli.program import command_line
from game.core.message import and_list, joined, plain, plural, say
from game.files import data_folder
from game.i18n.words import translate
from game.match.match import Match
from game.match.record import Closed, Do, Header, Line, Named, Opened, Undo, seal
from game.match.start import Start

ROOT = Path(__file__).parents[2]
EVIL = "\x1b]0;PWN\x07\x1b[2J\x9b31m\u202egnp.\u2066x\u2069\nno faults\r\x08\x7f\u2028\u200f"
COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def fields(line: Header | Line) -> list[str]:
    """The names of a line's fields with text, or tables of texts."""
    return [name for name in line.__struct_fields__ if isinstance(getattr(line, name), str | dict | tuple)]


def forged(line: Header | Line, name: str) -> Header | Line:
    """A line with control codes in one of its fields."""
    old = getattr(line, name)
    new: Any = EVIL if isinstance(old, str) else (EVIL,) if isinstance(old, tuple) else {**old, EVIL: EVIL}
    return msgspec.structs.replace(line, **{name: new})


def lines() -> list[Header | Line]:
    """A line of each kind, with every possible text."""
    rules = catalog.rules("kassala")
    match = Match.begin(rules, seed=1, position=rules.position(rules.initial("kassala")))
    ply = match.play(rules.candidates(match.state)[0])
    return [match.header, Do(1, 1, ply.action.notation, ply.hash, "because"), Undo(0, 1, match.header.hash),
            Named("name"), Opened("2026-11-25T15:59:46Z", "old.jsonl"), Closed("left", "text", "moslem")]


CASES = [(number, name) for number, line in enumerate(lines()) for name in fields(line)]


@pytest.mark.parametrize(("number", "field"), CASES, ids=lambda value: str(value))
def test_every_field_of_a_record(
    number: int, field: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the header and in every kind of line, ``check``, ``replay`` and ``list`` print codes, and no text from the
    file starts a new line."""
    whole = lines()
    whole[number] = forged(whole[number], field)
    path = data_folder() / "games" / "evil.jsonl"
    path.parent.mkdir(parents=True)
    total, raw = "", []
    for line in whole:
        sealed, total = seal(line, total)
        raw.append(sealed + b"\n")
    path.write_bytes(b"".join(raw))
    started: list[Start] = []
    monkeypatch.setattr("game.ui.program.run", started.append)
    for words in (["check", str(path)], ["replay", str(path)], ["list"]):
        command_line(words)
        told = capfd.readouterr()
        assert not COMMANDS.search(told.out + told.err), (told.out, told.err)
        assert not re.search("^no faults", told.out + told.err, re.MULTILINE)


@pytest.mark.parametrize("place", ["sum", "end", "junk"])
def test_lines_that_are_not_of_a_record(place: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In checksums, after the end and instead of a record, control characters are printed as codes."""
    path = tmp_path / "evil.jsonl"
    sealed = seal(lines()[0], "")[0]
    path.write_bytes({"sum": sealed[:-18] + b"\x1b]0;PWN\x07\x1b[2Jx" + sealed[-2:], "junk": EVIL.encode(),
                      "end": sealed + b"\n" + EVIL.encode() + b"\n"}[place])
    assert 1 == command_line(["check", str(path)])
    told = capfd.readouterr()
    assert not COMMANDS.search(told.out + told.err)
    assert 1 == told.out.count("\n")


def test_positions_and_file_names(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In keys and values of a position, file names and typed arguments, control characters are printed as codes."""
    path = tmp_path / "place.json"
    for place in ({EVIL: 1}, {"phase": EVIL}, {"scenario": EVIL}, {"options": [EVIL]}, {"units": [{"id": EVIL}]}):
        path.write_text(json.dumps(place))
        assert command_line(["play", "kassala", "--position", str(path)])
        told = capfd.readouterr()
        assert told.err
        assert not COMMANDS.search(told.out + told.err), told.err
    name = EVIL.replace("/", "")
    for words in (["check", name], ["check", f"{name}.tmx"], ["replay", name], [name], [f"--{name}"], ["list", name],
                  ["simulate", name], ["simulate", "kassala", "--moslem", name], ["simulate", "--cluster", name]):
        assert command_line(words)
        told = capfd.readouterr()
        assert told.out + told.err
        assert not COMMANDS.search(told.out + told.err), (words, told)


def test_maps(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In names and properties of a map they are printed as codes; XML itself allows C1 characters and marks that
    reverse the text direction."""
    text = (ROOT / "maps" / "kassala" / "kassala.tmx").read_text("utf-8")
    path = tmp_path / "evil.tmx"
    for old in ('name="Terrain"', 'name="', 'type="', 'value="'):
        path.write_text(text.replace(old, f"{old[:-1]}\x9b31m\u202eevil\"" if old[-2] == "n" else f"{old}\x9b\u202e"),
                        "utf-8")
        command_line(["check", str(path)])
        told = capfd.readouterr()
        assert not COMMANDS.search(told.out + told.err), told.out[:300]


def test_a_message_prints_its_values_safely() -> None:
    """Texts, paths and errors are made safe, alone, in lists and in other messages; the template's own text stays."""
    shown = plain(EVIL)
    assert not COMMANDS.search(shown)
    assert "\\x1b]0;PWN\\x07" in shown
    assert "\n" not in shown
    inner = say("{one}\n{two}", one=EVIL, two=ValueError(EVIL))
    for message in (inner, say("{a}", a=(EVIL, inner)), joined((EVIL, inner)), and_list((EVIL, "b", inner)),
                    plural("{x}", "{x} {count}", 2, x=Path(EVIL))):
        for text in (str(message), translate(message)):
            assert shown in text
            assert not COMMANDS.search(text)
    assert f"{shown}\n{shown}" == str(inner)
    harmless = "Tetuán, Βελισάριος, نیم\u200cفاصله, 10\u00a0%"
    assert harmless == plain(harmless)


def test_the_guard_applies_to_the_command_line_only() -> None:
    """Everything printed through it shows codes; bars are drawn on the stream itself; the guard is removed
    afterwards."""
    found = io.StringIO()
    with redirect_stdout(found):
        with escape_control_characters():
            print("x\x1by\tz")
            print("\x1b[1m", end="", file=terminal(sys.stdout))
        assert sys.stdout is found
    assert "x\\x1by\tz\n\x1b[1m" == found.getvalue()


@pytest.mark.skipif(os.name != "posix", reason="streams are closed so there only")
def test_without_standard_output() -> None:
    """A closed stream is left alone, and the status reports that nothing could be printed."""
    words = f"cd {ROOT} && exec {sys.executable} main.py list >&- 2>&-"
    assert 1 == subprocess.run(["sh", "-c", words], check=False, timeout=60).returncode
