"""Paths of any kind: a regular file is used, everything else is refused in words without waiting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game import files
from game.core.contract import System
from game.match.errors import JournalError, RecordError
from game.match.loading import load
from game.match.match import Match
from game.match.store import HEAD_BYTES, TAIL_BYTES, Store, describe
from tests.match.toy import State

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


@pytest.fixture
def strange(tmp_path: Path) -> list[Path]:
    """Everything that is not a regular file: folders, pipes, devices, invalid names."""
    pipe = tmp_path / "pipe.jsonl"
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    found = [Path(name) for name in ("/", "//", ".", "./", "..", "/dev/zero", "/dev/null", "/dev/tty")]
    return [*found, pipe, tmp_path / "folder.jsonl", tmp_path / "loop.jsonl", tmp_path / "a\0b", Path("x" * 5000)]


@posix
def test_no_strange_path_is_read_or_written(rules: System[State], strange: list[Path]) -> None:
    """Reading, recording, copying and listing answer with the path's name and never hang."""
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
def test_a_strange_path_is_refused_when_a_file_is_written(strange: list[Path], tmp_path: Path) -> None:
    """The refusal names the path, even one with a null character; nothing is left behind."""
    before = set(tmp_path.iterdir())
    refused_paths = [path for path in strange if path.name != "loop.jsonl"]  # a link that leads nowhere is replaced
    for path in (*refused_paths, tmp_path / "a\0b" / "c"):
        with pytest.raises(files.FileRefused) as refused:
            files.write(path, b"content")
        assert path == refused.value.path
    assert before == set(tmp_path.iterdir())


@posix
def test_a_read_only_record_is_not_replaced(rules: System[State], path: Path) -> None:
    """A read-only record is not replaced, with or without consent."""
    Match.begin(rules, seed=3).save(path)
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("nothing is closed to this user")
    with pytest.raises(JournalError, match="read-only"):
        Match.begin(rules, seed=4).save(path, replace=True)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    """The size is checked first, so that even a terabyte costs no time."""
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(RecordError, match="1099511627776 bytes"):
        load(path)
    assert describe(path).fault


def test_reading_an_endless_file_stops_at_the_limit(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Some system files report no size and never end: reading stops at the limit."""
    path.write_bytes(b"")
    monkeypatch.setattr(os, "read", lambda handle, size: b"x" * size)
    with pytest.raises(files.FileRefused, match="the limit"):
        files.read(path, 1000)


def test_the_list_reads_the_beginning_and_the_end(
    rules: System[State], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list still shows turn, name and result of a longer record."""
    path = tmp_path / "long.jsonl"
    match = Match.begin(rules, seed=1)
    match.play("take 1 0101")
    while sum(map(len, match.lines)) < 2 * (HEAD_BYTES + TAIL_BYTES):
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
    assert sum(taken) <= HEAD_BYTES + TAIL_BYTES + 1
    assert (save.fault, save.title, save.turn, save.actions) == ("", "A long evening", match.prompt.turn, 2)
    path.write_bytes(path.read_bytes()[:-30])
    assert str(describe(path).fault).startswith("near its end")


def test_a_folder_of_saves_with_strange_things_in_it(rules: System[State], tmp_path: Path) -> None:
    """The list shows each odd file with its fault, and all games."""
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
