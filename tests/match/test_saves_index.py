"""The index of saved games: an unchanged record is not reopened, and the list never depends on the index."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest

from game import files
from game.core.contract import System
from game.match import index
from game.match.errors import RecordError
from game.match.loading import load, resume
from game.match.match import Match
from game.match.store import HEAD_BYTES, TAIL_BYTES, Listing, SavedFile, Store
from tests.match.playing import cut_off, gone_process
from tests.match.toy import State

COUNT = 40


@pytest.fixture
def store(tmp_path: Path, rules: System[State]) -> Store:
    """Forty saved games, written a second apart."""
    store = Store(tmp_path / "games")
    first = store.begin(rules, seed=1)
    first.play("take 1 0101")
    assert first.record is not None
    record = first.record
    first.close()
    first.release()
    for number in range(COUNT):
        path = store.folder / f"20260101-{number:06d}-pebbles.jsonl"
        shutil.copy(record, path)
        os.utime(path, ns=(10**18 + number * 10**9 + 1,) * 2)
    record.unlink()
    return store


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Records every file that is opened."""
    paths: list[Path] = []
    real: Callable[[Path, int], int] = files.open_regular

    def counting(path: Path, flags: int = os.O_RDONLY) -> int:
        paths.append(path)
        return real(path, flags)

    monkeypatch.setattr(files, "open_regular", counting)
    return paths


def records(opened: list[Path]) -> list[Path]:
    return [path for path in opened if path.suffix == ".jsonl"]


def test_an_unchanged_record_is_not_reopened(store: Store, opened: list[Path]) -> None:
    """At first all are opened; then only the index; then the index and the changed record."""
    before = store.saves()
    assert len(set(records(opened))) == COUNT == len(before)
    opened.clear()
    assert store.saves() == before
    assert [index.path_of(store.folder)] == opened
    changed = resume(before[3].path).match
    changed.play("take 1 0102")
    changed.close()
    changed.release()
    opened.clear()
    after = store.saves()
    assert {before[3].path} == set(records(opened))
    assert (before[3].path, 2) == (after[0].path, after[0].actions)


def test_a_record_with_another_time_is_reread(store: Store, opened: list[Path]) -> None:
    """A rewritten record of the same size is reread, even if its time differs by a nanosecond."""
    path = store.saves()[5].path
    about = path.stat()
    data = path.read_bytes()
    path.write_bytes(data[:-30] + b"x" + data[-29:])
    os.utime(path, ns=(about.st_mtime_ns + 1,) * 2)
    opened.clear()
    (damaged,) = [save for save in store.saves() if save.fault]
    assert damaged.path == path
    assert {path} == set(records(opened))
    opened.clear()
    assert [save.fault for save in store.saves() if save.fault] == [damaged.fault]
    assert [path for path in records(opened) if path != damaged.path] == []


@pytest.mark.parametrize("spoil", ["empty", "noise", "cut", "bit", "other", "folder", "pipe"])
def test_a_damaged_index_is_rebuilt(store: Store, opened: list[Path], spoil: str) -> None:
    """Whatever replaces the index, the list is the same, and the index works again unless it cannot be written."""
    before = store.saves()
    path = index.path_of(store.folder)
    data = path.read_bytes()
    spoilt = {"empty": b"", "noise": os.urandom(5000), "cut": data[:-40], "other": b"{}",
              "bit": data[:-200] + bytes([data[-200] ^ 4]) + data[-199:]}
    path.unlink()
    if spoil == "folder":
        path.mkdir()
    elif spoil == "pipe":
        os.mkfifo(path)
    else:
        path.write_bytes(spoilt[spoil])
    assert store.saves() == before
    opened.clear()
    assert store.saves() == before
    assert bool(records(opened)) == (spoil == "folder")


def test_an_index_that_cannot_be_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a writable index the list is still complete."""
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert len(store.saves()) == COUNT == len(store.saves())
    assert not index.path_of(store.folder).exists()


def test_deleted_records_leave_the_index(store: Store) -> None:
    """Entries of deleted records are dropped; without records the list is empty."""
    for save in store.saves()[:30]:
        save.path.unlink()
    assert len(store.saves()) == COUNT - 30 == len(index.load(store.folder))
    for save in store.saves():
        store.delete(save)
    assert store.saves() == []


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes on POSIX only")
def test_names_that_are_not_utf_8(store: Store, opened: list[Path]) -> None:
    """A file whose name is not UTF-8 has its entry."""
    odd = Path(os.fsdecode(os.fsencode(store.folder) + b"/\xff\xfe-pebbles.jsonl"))
    store.saves()[0].path.rename(odd)
    assert odd in {save.path for save in store.saves()}
    opened.clear()
    assert odd in {save.path for save in store.saves()}
    assert not records(opened)


def test_two_programs_write_the_index(store: Store) -> None:
    """Each writes its own findings; records that the last index lacks are reread."""
    one, other = store.listing(), store.listing()
    first = store.saves()[0]
    first.path.unlink()
    other.read()
    one.read()
    assert len(store.saves()) == COUNT - 1


def test_the_last_game_is_read_first(store: Store, opened: list[Path]) -> None:
    """With no time left, only the latest record is read."""
    listing = store.listing()
    assert not records(opened)
    listing.read(0)
    assert (1, False) == (listing.read_count, listing.complete)
    latest = listing.latest()
    assert latest is not None
    assert f"20260101-{COUNT - 1:06d}-pebbles.jsonl" == latest.path.name
    while not listing.complete:
        listing.read(0)
    assert list(listing.saves()) == store.saves()


def test_a_long_record_names_the_one_that_it_continues(tmp_path: Path, rules: System[State]) -> None:
    """The name is found at the beginning of a record, even if only both ends of it are read."""
    path = tmp_path / "new.jsonl"
    match: Match[State] = Match.begin(rules, seed=1)
    match.play("take 1 0101")
    match.continue_in(path, continues="old.jsonl")
    for _ in range(10):
        match.play("take 1 0101")
        match.undo()
    match.release()
    head, tail = (sum(len(line) + 1 for line in lines) + 5 for lines in (match.lines[:4], match.lines[-4:]))
    assert head + tail < path.stat().st_size
    entry = index.examine(index.record_file(path), head, tail)
    assert ("old.jsonl", 1, "") == (entry.continues, entry.actions, entry.fault)


def test_a_long_record_with_a_damaged_end_has_the_actions_of_its_beginning(
    tmp_path: Path, rules: System[State]
) -> None:
    """Turn and actions are those of the last action that can be read, as the title is."""
    path = tmp_path / "new.jsonl"
    match: Match[State] = Match.begin(rules, seed=1, record=path)
    match.play("take 1 0101")
    match.play("take 1 0102")
    beginning, turn = path.stat().st_size + 5, match.history.turn_at(2)
    for _ in range(10):
        match.play("take 1 0101")
        match.undo()
    match.release()
    lines = path.read_bytes().split(b"\n")
    lines[-3] = lines[-3].replace(b"undo", b"back")
    path.write_bytes(b"\n".join(lines))
    entry = index.examine(index.record_file(path), beginning, len(b"\n".join(lines[-5:])))
    assert entry.fault
    assert (2, turn) == (entry.actions, entry.turn)


def test_a_record_that_is_too_large_has_no_faulty_line(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault names the size of the file, not its first line, which is valid."""
    path = store.folder / "20260101-000000-pebbles.jsonl"
    monkeypatch.setattr(index, "MAX_RECORD_BYTES", path.stat().st_size - 1)
    entry = index.examine(index.record_file(path), HEAD_BYTES, TAIL_BYTES)
    assert entry.fault["values"] is None
    assert entry.closed


def test_a_finished_game_on_screen_counts_as_in_use(store: Store, rules: System[State]) -> None:
    """A finished game counts as in use while this program has its record open; an interrupted one is recognised from
    the index."""
    match: Match[State] = store.begin(rules, seed=3)
    match.play("take 1 0101")
    match.close()
    assert match.record is not None
    store.saves()

    def state() -> SavedFile:
        return next(save for save in store.saves() if save.path == match.record)

    assert state().playing
    match.release()
    assert match.record is None
    assert not any(save.playing for save in store.saves())
    again: Match[State] = store.begin(rules, seed=4)
    again.play("take 1 0101")
    path = again.record
    cut_off(again)
    for _ in range(2):
        assert [path] == [save.path for save in store.unfinished()]


def test_only_both_ends_of_a_long_record_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the start and end of a long record are read, and none of it is kept."""
    path = tmp_path / "games" / "long.jsonl"
    path.parent.mkdir()
    path.write_bytes(b'{"drumhead":3}\n' + b"x" * (4 * (HEAD_BYTES + TAIL_BYTES)))
    read = 0
    real = os.read

    def counting(handle: int, most: int) -> bytes:
        nonlocal read
        data = real(handle, most)
        read += len(data)
        return data

    monkeypatch.setattr(os, "read", counting)
    listing = Listing(path.parent)
    listing.read()
    assert HEAD_BYTES + TAIL_BYTES >= read
    assert listing.complete


@pytest.mark.parametrize(("place", "name"), [(0, "drumhead"), (0, "edition"), (0, "seed"), (1, "n"), (2, "n")])
@pytest.mark.parametrize("number", [2**63, 10**30, -(10**30)])
def test_numbers_that_no_index_could_keep(
    store: Store, rules: System[State], place: int, name: str, number: int
) -> None:
    """A record with a valid checksum and such a number has a fault; the list and the index still work."""
    match = store.begin(rules, seed=1)
    match.play("take 1 0101")
    match.undo(consent=True)
    path = match.record
    assert path is not None
    match.release()
    lines, total = path.read_bytes().split(b"\n")[:-1], ""
    with path.open("wb") as file:
        for at, line in enumerate(lines):
            found = json.loads(line)
            del found["sum"]
            if at == place:
                found[name] = number
            raw = json.dumps(found, separators=(",", ":")).encode()[:-1]
            total = blake2b(total.encode() + raw, digest_size=8, person=b"record").hexdigest()
            file.write(raw + f',"sum":"{total}"}}\n'.encode())
    if place:
        assert load(path).fault is not None
    else:
        with pytest.raises(RecordError):
            load(path)
    assert COUNT + 1 == len(list(store.saves()))
    assert COUNT + 1 == len(index.load(store.folder))


def test_temporary_files_of_the_index_are_deleted(tmp_path: Path) -> None:
    """A name that is a pattern of names, with brackets, is taken literally."""
    folder, other = tmp_path / "games [1-9]", tmp_path / f".games 1.index.{gone_process()}.new"
    left = index.path_of(folder).with_name(f".games [1-9].index.{gone_process()}.new")
    for path in (left, other):
        path.write_bytes(b"")
    index.store(folder, {})
    assert sorted(tmp_path.iterdir()) == sorted((other, index.path_of(folder)))
