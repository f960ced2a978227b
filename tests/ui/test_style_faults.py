"""A fault of a style or a symbol's drawing is reported with file, table and key."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game import systems
from game.art import AssetError
from game.board.hexgrid import HexBoard
from game.core.theme import Theme
from game.ui.sheets.sheet import Sheet
from game.ui.sheets.symbols import read_symbol
from tests.ui.marches_map import FOLDER, load, theme


@pytest.fixture(scope="module")
def board() -> HexBoard:
    """The made-up map."""
    return load()


def spoilt(tmp_path: Path, old: str, new: str) -> Theme:
    """The style with one change."""
    text = (FOLDER / "style.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "style.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return theme(tmp_path)


@pytest.mark.parametrize(("old", "new", "named"), [
    ('file = "tuft.svg"', 'file = "thistle.svg"', ("[[terrain.open.symbols]]", "'thistle.svg'")),
    ('file = "tuft.svg"', "file = 3", ("[[terrain.open.symbols]]", "'file'", "3")),
    ("size = 0.24\n", "", ("[[terrain.open.symbols]]", "'size'")),
    ("size = 0.24", 'size = "big"', ("[[terrain.open.symbols]]", "'size'", "'big'")),
    ("apart = 0.27", "aprat = 0.27", ("[[terrain.woods.symbols]]", "'aprat'", "along, apart")),
    ('tint = "#b3be82"', 'tint = "green"', ("[terrain.woods]", "'tint'", "'green'")),
    ("broken = 0.45", "broken = 1.5", ("[terrain.marsh.pattern]", "'broken'", "1.5", "0.95")),
    ('tints = ["#dcc48c", "#cda66b"]', 'tints = ["#dcc48c"]', ("[level]", "2")),
    ('draw = "ribbon"', 'draw = "wave"', ("[hexside.river]", "'wave'", "hachure, ribbon, sawtooth")),
    ("[road.track]", "[road.path]", ("[road.track]",)),
    ("width = 0.17\n", "", ("[road] [road]", "'width'")),
    ('symbol = "bridge.svg"', 'symbol = "ford.svg"', ("[work.bridge]", "'ford.svg'")),
])
def test_a_fault_in_a_style_is_named(
    board: HexBoard, tmp_path: Path, old: str, new: str, named: tuple[str, ...]
) -> None:
    """The error has the file, the table and the key."""
    with pytest.raises(AssetError) as caught:
        Sheet(board, spoilt(tmp_path, old, new))
    assert all(told in str(caught.value) for told in (str(tmp_path / "style.toml"), *named))


@pytest.mark.parametrize(("content", "named"), [
    ("no drawing", ()),
    ('<svg viewBox="0 0 9"/>', ("viewBox", "'0 0 9'")),
    ('<svg viewBox="0 0 9 9"/>', ()),
    ('<svg viewBox="0 0 9 9"><text>x</text></svg>', ("<text>",)),
    ('<svg viewBox="0 0 9 9"><g transform="scale(2)"/></svg>', ("<g>",)),
    ('<svg viewBox="0 0 9 9"><path d="M0 0A1 1 0 0 1 2 2"/></svg>', ("A",)),
    ('<svg viewBox="0 0 9 9"><path d="M0 0L1"/></svg>', ("'L'",)),
    ('<svg viewBox="0 0 9 9"><path d=""/></svg>', ()),
    ('<svg viewBox="0 0 9 9"><path d="L1 1"/></svg>', ("'L'",)),
    ('<svg viewBox="0 0 9 9"><path d="C0 0 1 1 2 2"/></svg>', ("'C'",)),
    ('<svg viewBox="0 0 9 9"><path d="Z"/></svg>', ("'Z'",)),
    ('<svg viewBox="0 0 9 9"><path d="1 1L2 2"/></svg>', ("'1'",)),
    ('<svg viewBox="0 0 9 9"><circle r="x"/></svg>', ("r ", "'x'")),
    ('<svg viewBox="0 0 9 9"><rect width="2" height="2" rx="1"/></svg>', ("<rect>", "rx")),
    ('<svg viewBox="0 0 9 9"><polyline points="0,0 1,1 2"/></svg>', ("<polyline>", "odd")),
])
def test_a_fault_in_a_symbol_is_named(
    board: HexBoard, tmp_path: Path, content: str, named: tuple[str, ...]
) -> None:
    """The error has the file and its content; a system's own drawing takes precedence over the common one."""
    shutil.copy(FOLDER / "style.toml", tmp_path)
    (tmp_path / "terrain").mkdir()
    path = tmp_path / "terrain" / "tuft.svg"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(AssetError) as caught:
        Sheet(board, theme(tmp_path))
    assert all(told in str(caught.value) for told in (str(path), *named))


def test_every_symbol_of_the_program_can_be_read() -> None:
    """Those of all systems and of each are valid."""
    files = [*systems.ASSETS.glob("terrain/*.svg"), *systems.ASSETS.glob("*/terrain/*.svg")]
    assert len(files) > 25
    for path in files:
        assert 0.1 < read_symbol(path).reach < 3, path
