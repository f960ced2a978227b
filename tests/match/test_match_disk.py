"""Disks that are full and folders that are not there: the game goes on."""

import errno
import os
from pathlib import Path

import pytest

from game.core.contract import Rules
from game.match.errors import JournalError
from game.match.journal import Journal
from game.match.loading import load
from game.match.match import Match
from tests.match.toy import State


def full(handle: int, data: object) -> int:
    """A disk without room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_does_not_stop_the_game(
    rules: Rules[State], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file, play goes on in memory, and when there is room again nothing is missing."""
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


def test_a_half_written_line_is_mended(rules: Rules[State], path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills in the middle of a line: the torn piece is cut off before the next attempt."""
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


def test_save_as_after_a_full_disk(rules: Rules[State], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole game goes to another file, and on from there."""
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
def test_a_device_without_room(rules: Rules[State]) -> None:
    """The real thing: a record on /dev/full is refused with its name, a copy never replaces a device."""
    with pytest.raises(JournalError, match="/dev/full: cannot be written: No space left"):
        Match.begin(rules, seed=3, record=Path("/dev/full"))
    with pytest.raises(JournalError, match="no file"):
        Match.begin(rules, seed=3).save(Path("/dev/full"))
    assert Path("/dev/full").is_char_device()


def test_a_folder_that_is_not_there(rules: Rules[State], tmp_path: Path) -> None:
    """The path is named."""
    with pytest.raises(JournalError, match="nowhere"):
        Match.begin(rules, seed=3, record=tmp_path / "nowhere" / "game.jsonl")
    with pytest.raises(JournalError, match="nowhere"):
        Match.begin(rules, seed=3).save(tmp_path / "nowhere" / "game.jsonl")


def test_a_file_changed_behind_our_back(rules: Rules[State], path: Path) -> None:
    """Nothing is appended to a file of another length than was read."""
    Match.begin(rules, seed=3, record=path).release()
    with pytest.raises(JournalError, match="bytes"):
        Journal.append(path, 5)
