"""Full disks and missing folders: the game continues."""

import errno
import os
from pathlib import Path

import pytest

from game.core.contract import System
from game.match.errors import JournalError
from game.match.journal import Journal
from game.match.loading import load
from game.match.match import Match
from tests.match.toy import State


def full(handle: int, data: object) -> int:
    """A full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_does_not_stop_the_game(
    rules: System[State], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file, play continues in memory, and once there is room nothing is missing."""
    match = Match.begin(rules, seed=3, record=path)
    match.play("take 1 0101")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        match.play("take 1 0102")
    assert match.trouble is not None
    assert str(path) in str(match.trouble)
    assert "No space left" in str(match.trouble)
    assert (3, 3, 4) == match.state.cups
    match.play("take 1 0201")
    assert match.trouble is None
    match.release()
    assert (3, 3, 3) == load(path).match.state.cups


def test_a_half_written_line_is_repaired(rules: System[State], path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fills up within a line, the fragment is cut off before the next attempt."""
    match = Match.begin(rules, seed=3, record=path)
    real = os.write

    def half(handle: int, data: bytes) -> int:
        if len(data) < 40:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(handle, bytes(data)[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        match.play("take 1 0101")
    assert match.trouble is not None
    match.play("take 1 0102")
    match.release()
    assert load(path).fault is None


def test_save_as_after_a_full_disk(rules: System[State], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game is saved to another file and continues there."""
    match = Match.begin(rules, seed=3, record=tmp_path / "full.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        match.play("take 1 0102")
    match.continue_in(tmp_path / "roomy.jsonl")
    assert match.trouble is None
    match.play("take 1 0101")
    match.release()
    assert (3, 3, 4) == load(tmp_path / "roomy.jsonl").match.state.cups


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_is_no_record(rules: System[State]) -> None:
    """A record or a copy on a device is refused with the device's name, and nothing replaces the device."""
    for device in ("/dev/full", "/dev/null"):
        with pytest.raises(JournalError, match=f"{device}: is a device, not a file"):
            Match.begin(rules, seed=3, record=Path(device))
        with pytest.raises(JournalError, match=f"{device}: is a device, not a file"):
            Match.begin(rules, seed=3).save(Path(device), replace=True)
        assert Path(device).is_char_device()


def test_a_record_that_cannot_be_written_begins_no_game(
    rules: System[State], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk is full at the header, the error does not mention a continuing game, and no file stays behind."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(JournalError, match=r"cannot be written: No space left on device$"):
            Match.begin(rules, seed=3, record=path)
    assert not path.exists()


def test_a_missing_folder(rules: System[State], tmp_path: Path) -> None:
    """The error names the path."""
    with pytest.raises(JournalError, match="nowhere"):
        Match.begin(rules, seed=3, record=tmp_path / "nowhere" / "game.jsonl")
    with pytest.raises(JournalError, match="nowhere"):
        Match.begin(rules, seed=3).save(tmp_path / "nowhere" / "game.jsonl")


def test_a_file_changed_by_another_program(rules: System[State], path: Path) -> None:
    """A record whose length has changed is not appended to."""
    Match.begin(rules, seed=3, record=path).release()
    with pytest.raises(JournalError, match="bytes"):
        Journal.append(path, 5)


def test_the_disk_has_every_turn_that_ended(
    rules: System[State], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program waits for the disk at the end of each turn, so that a power cut loses at most one."""
    synced: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        if os.path.sameopenfile(handle, os.open(path, os.O_RDONLY)):
            synced.append(path.read_bytes().count(b"\n"))

    monkeypatch.setattr(os, "fsync", fsync)
    match = Match.begin(rules, seed=3, record=path)
    turns = []
    for action in ("take 1 0101", "take 1 0102", "take 1 0201", "take 1 0101"):
        before = match.prompt.turn
        match.play(action)
        if match.prompt.turn != before:
            turns.append(len(match.lines))
    assert turns
    assert synced == [1, *turns]
    match.release()
    assert synced[-1] == len(match.lines)
