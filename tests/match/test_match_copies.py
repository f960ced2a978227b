"""Copies of records: another game is never replaced without consent, and no temporary files stay behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.core.contract import System
from game.files import TEMPORARY_AGE
from game.match import lock
from game.match.copies import Occupied, delete_abandoned_copies
from game.match.errors import JournalError
from game.match.journal import Journal, busy
from game.match.loading import load, resume
from game.match.match import Match
from game.match.record import Line, read_line
from game.match.store import Store
from tests.match.playing import gone_process
from tests.match.toy import State

ROOT = Path(__file__).parents[2]


def test_a_later_copy_replaces_an_earlier_one_of_the_same_game(rules: System[State], path: Path) -> None:
    """A later copy replaces an earlier one without asking, also after an undo, because the later one contains all
    earlier lines."""
    match = Match.begin(rules, seed=3)
    match.play("take 1 0101")
    match.save(path, "first")
    match.undo()
    match.play("take 1 0102")
    match.save(path, "second")
    loaded = load(path).match
    assert (match.hash, "second") == (loaded.hash, loaded.title)


def test_another_game_is_replaced_only_when_asked_for(rules: System[State], path: Path) -> None:
    """The refusal names the game of the existing record; ``replace`` overwrites it."""
    other = Match.begin(rules, seed=4)
    other.save(path)
    there = path.read_bytes()
    match = Match.begin(rules, seed=3)
    with pytest.raises(Occupied, match=r"holds another game \(pebbles, ring, begun 2"):
        match.save(path)
    assert there == path.read_bytes()
    match.save(path, replace=True)
    assert match.hash == load(path).match.hash


def test_a_diverged_copy_does_not_replace_a_longer_game(rules: System[State], path: Path) -> None:
    """An old copy that was played on differently does not replace the longer game without asking."""
    match = Match.begin(rules, seed=3)
    match.save(path.with_name("early.jsonl"))
    match.play("take 1 0101")
    match.save(path)
    early = load(path.with_name("early.jsonl")).match
    early.play("take 1 0102")
    with pytest.raises(Occupied, match="another version of this game"):
        early.save(path)


def test_a_long_record_is_replaced_without_reading_it_again(
    rules: System[State], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the difference is read if the record starts like the new one, and only the header if it is another game."""
    read: list[bytes] = []

    def counting(raw: bytes, before: str) -> tuple[Line, str]:
        read.append(raw)
        return read_line(raw, before)

    monkeypatch.setattr("game.match.copies.read_line", counting)
    match = Match.begin(rules, seed=3)
    for _ in range(200):
        match.play("take 1 0101")
        match.undo()
    match.save(path, "first")
    match.play("take 1 0101")
    match.save(path, "second")
    assert 2 == len(read)  # the name and the end of the first copy
    with pytest.raises(Occupied, match="another game"):
        Match.begin(rules, seed=4).save(path)
    match.undo()
    match.save(path.with_name("branch.jsonl"))
    match.play("take 1 0102")
    match.save(path)
    with pytest.raises(Occupied, match="another version of this game"):
        load(path.with_name("branch.jsonl")).match.save(path)
    assert 8 > len(read)


def test_a_long_record_that_is_damaged_at_its_end_is_named(rules: System[State], path: Path) -> None:
    """A long record damaged near its end is refused; its lines up to the damage are those of the game."""
    match = Match.begin(rules, seed=3)
    for _ in range(20):
        match.play("take 1 0101")
        match.undo()
    match.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-4] + (b"1" if whole[-4:-3] == b"0" else b"0") + whole[-3:])
    with pytest.raises(Occupied, match="a damaged record"):
        match.save(path)


@pytest.mark.parametrize("cut", [-1, -20, 40])
def test_a_damaged_record_is_replaced_only_when_asked_for(rules: System[State], path: Path, cut: int) -> None:
    """A damaged record is replaced only on request, even one of the same game, so that it can be repaired."""
    match = Match.begin(rules, seed=3)
    match.play("take 1 0101")
    match.save(path)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(Occupied, match="a damaged record"):
        match.save(path)
    match.save(path, replace=True)
    assert load(path).fault is None


def test_a_file_that_is_no_record_is_never_replaced(rules: System[State], path: Path) -> None:
    """A file that is not a record is not replaced even on request."""
    path.write_text("my thesis")
    with pytest.raises(JournalError, match="not a Drumhead record"):
        Match.begin(rules, seed=3).save(path, replace=True)
    assert path.read_text() == "my thesis"


def test_what_a_killed_program_left_is_swept(rules: System[State], path: Path) -> None:
    """A copy removes unfinished files that are old or whose process has ended; recent files of running programs, files
    being written and all other files stay."""
    folder, gone = path.parent, gone_process()
    names = [".drumhead-1.new", ".game.new.png", f".game.png.{gone}.new.png", f".drumhead-{os.getppid()}.new",
             f".drumhead-{gone}.new", "mine.new"]
    left = [folder / name for name in names]
    for file in left:
        file.write_bytes(b"x")
    long_ago = time.time() - 2 * TEMPORARY_AGE
    for file in (*left[:2], left[-1]):
        os.utime(file, (long_ago, long_ago))
    with left[4].open("rb") as held:
        lock.take(held.fileno())
        Match.begin(rules, seed=3).save(path)
    assert [file.name for file in left if file.exists()] == names[3:]
    delete_abandoned_copies(folder / "nowhere")


def test_listing_does_not_block_opening(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Listing locks a record for a moment: opening waits for it, and no program reports the record as busy."""
    Journal.create(path, [b"first"]).close()
    handle = os.open(path, os.O_RDONLY)
    try:
        assert lock.look(handle)
        if os.name == "posix":
            assert not busy(path)
        monkeypatch.setattr(lock, "sleep", lambda seconds: lock.release(handle))
        Journal.append(path, 6).close()
    finally:
        os.close(handle)


LISTING = """
import sys
from pathlib import Path
from game.match.store import Store
store = Store(Path(sys.argv[1]))
print("listing", flush=True)
while True:
    store.saves()
"""


@pytest.mark.soak
def test_constant_listing_does_not_block_resuming(rules: System[State], tmp_path: Path) -> None:
    """Two programs list without a pause while one reopens the only record again and again."""
    store = Store(tmp_path / "games")
    match = store.begin(rules, seed=1)
    path = match.record
    assert path is not None
    match.release()
    words = [sys.executable, "-c", LISTING, str(store.folder)]
    with (
        subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as one,
        subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as other,
    ):
        try:
            for listing in (one, other):
                assert listing.stdout is not None
                listing.stdout.readline()
            for _ in range(300):
                resume(path).match.release()
                assert not store.saves()[0].playing
        finally:
            one.kill()
            other.kill()
