"""A scenario that cannot be set up on its map is reported as a fault of the map or the system, and nothing crashes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game import catalog, systems
from game.cli.program import command_line
from game.match.match import Match
from game.ui.app.dialogs import MessageSheet
from game.ui.screens.newgame import NewGame
from game.ui.screens.title import Title
from tests.ui.conftest import _pure, folders, sit_down
from tests.ui.hand import Hand

__all__ = ["_pure", "folders", "sit_down"]

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the program's maps, used by the systems."""
    shutil.copytree(ROOT / "maps", tmp_path / "maps")
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(systems, "MAPS", tmp_path / "maps")
    for cache in (catalog.board, catalog.rules):
        cache.cache_clear()
    yield tmp_path
    for cache in (catalog.board, catalog.rules):
        cache.cache_clear()


@pytest.fixture
def holed(top: Path) -> Path:
    """Kassala's example C without hex 0102, in which a unit is set up."""
    path = top / "maps" / "kassala" / "example-c.tmx"
    lines = path.read_text("utf-8").split("\n")
    row = next(at for at, line in enumerate(lines) if 'encoding="csv"' in line) + 2
    lines[row] = "0" + lines[row][1:]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_check_tries_the_scenarios_of_a_map(holed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A valid map that lacks a hex of a set-up fails; another file with the same content belongs to no system."""
    assert command_line(["check", str(holed)]) == 1
    assert f"{holed}: system kassala cannot set up example-c: KeyError: '0102'" in capsys.readouterr().out
    other = shutil.copy(holed, holed.with_name("other.tmx"))
    assert command_line(["check", str(other), str(holed.with_name("example-a.tmx"))]) == 0


def test_check_names_a_missing_area(top: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``check`` names every scenario that needs the area."""
    path = top / "maps" / "africa" / "castillejos.tmx"
    path.write_text(path.read_text("utf-8").replace('"Río Castillejos"', '"Another River"'), "utf-8")
    assert command_line(["check", str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out
    assert all(line.startswith(f"{path}: ") for line in out)
    assert any("'rio-castillejos'" in line for line in out)


@pytest.mark.usefixtures("holed")
def test_simulate_reports_it(capsys: pytest.CaptureFixture[str]) -> None:
    """``simulate`` prints one sentence and exits with status 1."""
    assert command_line(["simulate", "kassala", "example-c", "--games", "2", "--jobs", "1"]) == 1
    assert capsys.readouterr().err == "drumhead: system kassala cannot set up example-c: KeyError: '0102'\n"


@pytest.mark.usefixtures("holed")
def test_a_game_of_it_does_not_start() -> None:
    """The game does not start, and no record is written."""
    with pytest.raises(catalog.BrokenSystem, match="cannot set up example-c"):
        Match.begin(catalog.rules("kassala"), "example-c")


@pytest.mark.usefixtures("holed")
def test_the_screen_still_works(sit_down: Callable[..., Hand]) -> None:
    """Title, examples and the new game page work; starting the scenario opens a dialog."""
    hand = sit_down()
    rules = catalog.rules("kassala")
    hand.app.navigator.demo(rules, "example-c")
    assert "example-c" in str(hand.on(MessageSheet).text)
    hand.key("escape")
    hand.app.push(NewGame(hand.app, rules, catalog.scenario(rules, "example-c")))
    hand.wait()
    hand.key("escape")
    hand.app.navigator.begin(rules, "example-c", (), {})
    assert "example-c" in str(hand.on(MessageSheet).text)
    hand.key("escape")
    hand.wait()
    assert hand.on(Title)
