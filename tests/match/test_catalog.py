"""Systems are found by their folders, and errors in their files name the file."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from game import catalog, systems
from game.maps import MapError
from game.match.errors import RecordError
from game.match.loading import load
from game.match.match import Match
from game.systems import SYSTEMS_VARIABLE
from game.ui.sheets.style import load_style
from tests.copies import copy_template
from tests.match.install import remove


def test_systems_are_folders() -> None:
    """A folder makes a system, and without it the name is unknown; there is no other list of systems."""
    assert {"africa", "kassala", "pebbles"} <= set(catalog.names())
    remove()
    assert "pebbles" not in catalog.names()
    catalog.rules.cache_clear()
    with pytest.raises(catalog.UnknownName, match="unknown system 'pebbles'"):
        catalog.rules("pebbles")


def test_rules_and_boards_are_made_once() -> None:
    """A second request returns the same objects."""
    assert catalog.rules("kassala") is catalog.rules("kassala")
    assert catalog.board("kassala/kassala.tmx") is catalog.board("kassala/kassala.tmx")


def test_an_unknown_name_suggests_the_nearest() -> None:
    """The message has the most similar name, and all names."""
    message = r"did you mean 'kassala'\? \(available: adua, africa, .*kassala, .*pebbles"
    with pytest.raises(catalog.UnknownName, match=message):
        catalog.rules("kasala")


def test_options_come_in_the_systems_order() -> None:
    """Options come in the system's order, each once, in whatever order they are given."""
    rules = catalog.rules("kassala")
    assert catalog.options(rules, ["mixed-attacks", "cannon", "cannon"]) == ("cannon", "mixed-attacks")


def package(files: Path, build: Callable[[object], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """A system's folder with this ``build``."""
    import sys

    (files / "broken").mkdir()
    (files / "broken" / "__init__.py").write_text("")
    module = ModuleType("game.rules.broken")
    module.build = build  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "game.rules.broken", module)
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(files))


def test_a_system_with_a_missing_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the system and the file."""

    def build(boards: object) -> object:
        return (tmp_path / "setup.toml").read_text()

    package(tmp_path, build, monkeypatch)
    with pytest.raises(catalog.BrokenSystem, match=r"system broken cannot be used: .*setup\.toml"):
        catalog.rules("broken")


def test_a_system_written_for_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import error in a system's package is reported with its name; the other systems are available."""
    with (copy_template(tmp_path, "elder", "Elder") / "theme.py").open("a") as file:
        file.write("Theme(no_such_thing=1)\n")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path))
    with pytest.raises(catalog.BrokenSystem, match=r"system elder cannot be used: TypeError: .*no_such_thing"):
        catalog.rules("elder")
    assert "kassala" == catalog.rules("kassala").name


def test_a_map_that_is_missing(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing map is named, also by a record that needs it; the command line exits with status 1 and without a
    traceback."""
    from game.cli.program import command_line
    from game.rules.kassala import build

    Match.begin(catalog.rules("kassala"), seed=1, record=path).release()
    catalog.board.cache_clear()
    monkeypatch.setattr(systems, "MAPS", tmp_path)
    monkeypatch.setattr(catalog, "rules", lambda name: build(catalog.board))
    with pytest.raises(MapError, match=r"kassala\.tmx"):
        Match.begin(catalog.rules("kassala"), seed=1)
    with pytest.raises(RecordError, match=r"line 1: .*kassala\.tmx"):
        load(path)
    assert command_line(["simulate", "kassala", "--games", "1", "--jobs", "1"]) == 1
    assert "kassala.tmx" in capsys.readouterr().err


def test_art_is_found_by_the_systems_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its title, a system's style is read from its own folder, unless it borrows another system's."""
    copy_template(tmp_path, "plains", "Hussars & Lancers, 1809")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path))
    theme = catalog.rules("plains").theme
    assert "Hussars & Lancers, 1809" == theme.title
    assert tmp_path / "plains" / "assets" / "style.toml" == load_style(theme).path
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(Path(__file__).parent / "systems"))
    assert "kassala" == load_style(catalog.rules("sentries").theme).name
