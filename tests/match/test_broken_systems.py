"""A system's folder that cannot be used is reported with its fault; every other system still works."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.match.match import Match
from game.match.store import Store
from game.referee import converse
from game.systems import SYSTEMS_VARIABLE
from game.ui.app.dialogs import MessageSheet
from game.ui.screens.title import Title
from tests.ui.conftest import _pure, folders, sit_down
from tests.ui.corners import thinned
from tests.ui.hand import Hand

__all__ = ["_pure", "folders", "sit_down"]

KASSALA = ("from dataclasses import replace\nfrom game.rules.kassala import build as whole\n"
           "def build(boards):\n    built = whole(boards)\n")
BUILT = "    return built\n"
FAULTS = {
    "syntax": ("def build(:\n", "SyntaxError"),
    "bytes": ("\0\0", "SyntaxError"),
    "import": ("import nothing_of_that_name\n", "ModuleNotFoundError"),
    "other version": ("from game.core.contract import NoSuchThing\n", "ImportError"),
    "runs into something": ("1 / 0\n", "ZeroDivisionError"),
    "leaves": ("import sys\nsys.exit(3)\n", "SystemExit"),
    "raises Ctrl+C": ("raise KeyboardInterrupt\n", "KeyboardInterrupt"),
    "raises no Exception": ("class Odd(BaseException):\n    pass\nraise Odd('no')\n", "Odd: no"),
    "cannot say what": ("class Mute(ValueError):\n    def __str__(self):\n        return 1 / 0\nraise Mute\n", "Mute"),
    "another's name": (KASSALA + "    return built\n", "its name is 'kassala', expected that of its folder"),
    "title": (KASSALA + "    built.theme = replace(built.theme, title=None)\n" + BUILT, "theme.title"),
    "a scenario's name": (KASSALA + "    built.scenarios = (replace(built.scenarios[0], name=None),)\n" + BUILT,
                          "scenarios.name is NoneType"),
    "twice": (KASSALA + "    built.scenarios *= 2\n" + BUILT, "scenarios should have different names"),
    "alternatives": (KASSALA + "    built.options = (replace(built.options[0], alternatives=None),)\n" + BUILT,
                     "options.alternatives is NoneType"),
    "rule": (KASSALA + "    built.options = (replace(built.options[0], rule=None),)\n" + BUILT, "options.rule"),
    "one seat": (KASSALA + "    built.seats = built.seats[:1]\n" + BUILT, "theme.seats should be those of seats"),
    "edition": (KASSALA + "    built.edition = 'first'\n" + BUILT, "edition should be an int"),
    "empty": ("", "AttributeError"),
    "nothing built": ("def build(boards):\n    return None\n", "NoneType, expected a System"),
    "no function": ("build = 7\n", "TypeError"),
    "no parameter": ("def build():\n    return None\n", "TypeError"),
    "no map": ("def build(boards):\n    return boards('broken/none.tmx')\n", "none.tmx"),
    "key": ("def build(boards):\n    raise KeyError('to-come')\n", "KeyError: 'to-come'"),
    "without words": ("def build(boards):\n    raise ValueError\n", "ValueError"),
    "no scenarios": (KASSALA + "    built.scenarios = ()\n    return built\n", "scenarios should have at least one"),
    "seats": (KASSALA + "    built.seats = ['one', 2]\n    return built\n", "seats should be a tuple of str"),
    "theme": (KASSALA + "    built.theme = None\n    return built\n", "AttributeError"),
}


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Puts a folder with this fault on the search path; returns the expected complaint."""
    source, words = FAULTS[request.param]
    name = f"broken{list(FAULTS).index(request.param)}"
    (tmp_path / "systems" / name).mkdir(parents=True)
    (tmp_path / "systems" / name / "__init__.py").write_text(source)
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path / "systems"))
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    return words


def test_list_names_it_with_its_fault(fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``list`` names the broken system and lists the others; requesting it by name is refused with the same words."""
    assert command_line(["list"]) == 0
    out = capsys.readouterr().out
    assert "kassala: " in out
    assert "africa: " in out
    broken = next(line for line in out.splitlines() if line.startswith("system broken"))
    assert "cannot be used: " in broken
    assert fault in broken
    name = broken.split()[1]
    assert command_line(["simulate", name]) == 1
    assert capsys.readouterr().err.startswith(f"drumhead: {broken.rstrip()}")


@pytest.mark.parametrize("fault", thinned(FAULTS, 8), indirect=True)
def test_the_title_shows_the_others(sit_down: Callable[..., Hand], fault: str) -> None:
    """The title shows the other systems, and reports the fault once."""
    hand = sit_down()
    for _ in range(40):
        hand.wait()
    if isinstance(hand.top, MessageSheet):
        hand.key("escape")
    title = hand.on(Title)
    assert {"kassala", "africa", "tours", "adua"} <= {rules.name for rules in title.systems}
    assert not any(rules.name.startswith("broken") for rules in title.systems)


def test_the_referee_lists_the_others(fault: str) -> None:
    """The referee lists the other systems, with the faults beside them."""
    replies = BytesIO()
    converse(BytesIO(b'{"do":"systems"}\n'), replies)
    reply = json.loads(replies.getvalue())
    assert "kassala" in {each["name"] for each in reply["systems"]}
    assert any(fault in each for each in reply["faults"])


def test_a_saved_game_of_it_is_listed(fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A saved game from before the fault is still listed."""
    name = next((tmp_path / "systems").iterdir()).name
    store = Store()
    store.folder.mkdir(parents=True, exist_ok=True)
    Match.begin(catalog.rules("kassala"), seed=1, record=store.folder / "old.jsonl").release()
    record = store.folder / "old.jsonl"
    record.write_bytes(record.read_bytes().replace(b'"system":"kassala"', f'"system":"{name}"'.encode()))
    assert command_line(["list"]) == 0
    assert "old.jsonl" in capsys.readouterr().out


@pytest.mark.parametrize("folder", ["x" * 5000, "/nothing/here", "/dev/null"])
def test_a_folder_that_cannot_be_listed_has_no_systems(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    """A folder that cannot be listed has no systems; the others are available."""
    monkeypatch.setenv(SYSTEMS_VARIABLE, folder)
    assert "kassala" in catalog.names()


def test_ctrl_c_while_a_system_is_read_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a system is loading ends the command and is not reported as a fault of the system."""
    folder = tmp_path / "systems" / "pressed"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\nfor _ in range(9): pass\n")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(folder.parent))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background
    try:
        assert command_line(["list"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("part", ["initial", "counters", "board"])
def test_the_title_goes_on_where_one_cannot_be_shown(
    part: str, sit_down: Callable[..., Hand], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error while drawing a system's small map is reported, and the other cards have their maps."""
    folder = tmp_path / "systems" / f"unseen{part}"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(
        f"{KASSALA}    built.name = 'unseen{part}'\n    built.theme = replace(built.theme, art='kassala')\n"
        f"    built.{part} = lambda *_: 1 // 0\n{BUILT}")
    (folder / "shelf.toml").write_text("difficulty = 0.5\n")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(folder.parent))
    hand = sit_down(size=(1920, 1080))
    for _ in range(40):
        hand.app.step()
    assert f"unseen{part}" in str(hand.on(MessageSheet).text)
    assert "ZeroDivisionError" in str(hand.on(MessageSheet).text)
    hand.key("escape")
    assert "kassala" in {name for name, _ in hand.on(Title).pictures.drawn}
