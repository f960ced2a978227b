"""The command line with paths that are not files, and on terminals that cannot print everything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.match.store import Store

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("words", [["check"], ["replay"], ["play", "pebbles", "--position"]])
def test_paths_that_name_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folders, devices, pipes and endless files are refused with their name and status 1."""
    monkeypatch.setattr("game.ui.program.run", lambda start: pytest.fail("nothing should be opened"))
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**40)
    for path in ("/", ".", "/dev/zero", "/dev/null", str(tmp_path / "pipe"), str(tmp_path / "huge"), "x" * 5000):
        assert command_line([*words, path]) == 1
        told = capsys.readouterr()
        assert str(Path(path)) in told.out + told.err


@pytest.mark.every(3)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_that_cannot_print_everything(tmp_path: Path, encoding: str) -> None:
    """Unprintable characters are written as codes, without a traceback."""
    name = b"\xff\xc3\xa9\xe2\x98\x83.tmx".decode(errors="surrogateescape")
    env = {**os.environ, "PYTHONIOENCODING": encoding, "DRUMHEAD_DATA": str(tmp_path), "LC_ALL": "C"}
    match = Store(tmp_path / "games").begin(catalog.rules("kassala"), seed=1)
    assert match.record is not None
    match.save(match.record.with_name("copy.jsonl"), "Snow \N{SNOWMAN} in Tetu\N{LATIN SMALL LETTER A WITH ACUTE}n")
    match.release()
    for words, status in ((["list"], 0), (["check", "maps/kassala/kassala.tmx", name], 1), (["replay", name], 1)):
        ended = subprocess.run(
            [sys.executable, "main.py", *words], cwd=ROOT, env=env, capture_output=True, timeout=60, check=False
        )
        assert ended.returncode == status
        assert b"Traceback" not in ended.stderr
