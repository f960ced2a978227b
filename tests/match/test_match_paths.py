"""Whatever a path names: a regular file is used, everything else is refused in words, at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game import files
from game.core.contract import System
from game.match.errors import JournalError, RecordError
from game.match.loading import load
from game.match.match import Match
from game.match.store import HEAD, TAIL, Store, describe
from tests.match.toy import State

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


@pytest.fixture
def strange(tmp_path: Path) -> list[Path]:
    """Everything that is no file: folders, pipes, devices, names no system takes."""
    pipe = tmp_path / "pipe.jsonl"
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    found = [Path(name) for name in ("/", "//", ".", "./", "..", "/dev/zero", "/dev/null", "/dev/tty")]
    return [*found, pipe, tmp_path / "folder.jsonl", tmp_path / "loop.jsonl", tmp_path / "a\0b", Path("x" * 5000)]


@posix
def test_no_strange_path_is_read_or_written(rules: System[State], strange: list[Path]) -> None:
    """Reading, recording, copying and listing answer with the path's name and hang on nothing."""
    match = Match.begin(rules, seed=3)
    for path in strange:
        with pytest.raises(RecordError):
            load(path)
        with pytest.raises(JournalError):
            match.continue_in(path)
        with pytest.raises(JournalError):
            match.save(path, replace=True)
        assert describe(path).fault


@posix
def test_a_record_that_may_only_be_read_is_not_replaced(rules: System[State], path: Path) -> None:
    """Neither asked nor unasked; the file stays."""
    Match.begin(rules, seed=3).save(path)
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("nothing is closed to this user")
    with pytest.raises(JournalError, match="read-only"):
        Match.begin(rules, seed=4).save(path, replace=True)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    """Its size is looked at first: a file of a terabyte costs nothing."""
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(RecordError, match="1099511627776 bytes"):
        load(path)
    assert describe(path).fault


def test_a_file_without_an_end_is_not_read_for_ever(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Files of the system claim no size and go on: reading stops at the limit."""
    path.write_bytes(b"")
    monkeypatch.setattr(os, "read", lambda handle, size: b"x" * size)
    with pytest.raises(files.FileRefused, match="the limit"):
        files.read(path, 1000)


def test_the_list_reads_the_beginning_and_the_end(
    rules: System[State], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a record longer than both, no more; turn, name and result are known all the same."""
    path = tmp_path / "long.jsonl"
    match = Match.begin(rules, seed=1)
    match.play("take 1 0101")
    while sum(map(len, match.lines)) < 2 * (HEAD + TAIL):
        for _ in range(200):
            match.play("take 1 0101")
            match.undo()
    match.play("take 1 0101")
    match.save(path, "A long evening")
    real, taken = os.read, []

    def counted(handle: int, size: int) -> bytes:
        taken.append(len(found := real(handle, size)))
        return found

    monkeypatch.setattr(os, "read", counted)
    save = describe(path)
    assert sum(taken) <= HEAD + TAIL + 1
    assert (save.fault, save.title, save.turn, save.actions) == ("", "A long evening", match.prompt.turn, 2)
    path.write_bytes(path.read_bytes()[:-30])
    assert str(describe(path).fault).startswith("near its end")


def test_a_folder_of_saves_with_strange_things_in_it(rules: System[State], tmp_path: Path) -> None:
    """The list shows each with its fault; games are not hidden by them."""
    store = Store(tmp_path / "games")
    store.begin(rules, seed=1).release()
    (store.folder / "folder.jsonl").mkdir()
    (store.folder / "lost.jsonl").symlink_to(tmp_path / "nowhere")
    if hasattr(os, "mkfifo"):
        os.mkfifo(store.folder / "pipe.jsonl")
        (store.folder / "endless.jsonl").symlink_to("/dev/zero")
    late = store.folder / "late.jsonl"
    late.write_bytes(b"")
    os.utime(late, (2**40, 2**40))
    saves = store.saves()
    assert sum(not save.fault for save in saves) == 1
    assert all(save.date.astimezone() for save in saves)
