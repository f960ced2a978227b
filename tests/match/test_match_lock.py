"""A record that is in use is marked as busy, also on systems without ``fcntl``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.match import lock
from game.match.errors import JournalError
from game.match.journal import Journal, busy


class Windows:
    """Byte locks as on Windows: one handle locks a byte of a file, and a second lock on it is refused."""

    LK_NBLCK, LK_UNLCK = 2, 0

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, handle: int, mode: int, count: int) -> None:
        byte = os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR)
        assert count == 1
        if mode == self.LK_UNLCK:
            assert self.held.pop(byte) == handle
        elif byte in self.held:
            raise PermissionError(13, "Permission denied")
        else:
            self.held[byte] = handle


@pytest.fixture(params=["posix", "windows"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The locks of this system and those of Windows."""
    if request.param == "windows":
        monkeypatch.setattr(lock, "fcntl", None)
        monkeypatch.setattr(lock, "msvcrt", Windows())
    elif os.name != "posix":
        pytest.skip("not a POSIX system")
    return str(request.param)


@pytest.mark.usefixtures("system")
def test_a_record_is_busy_while_it_is_open(tmp_path: Path) -> None:
    """A record is busy from its first line until it is closed; it can always be read."""
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, [b"first"])
    assert busy(path)
    journal.write(b"second")
    assert path.read_bytes() == b"first\nsecond\n"
    with pytest.raises(JournalError, match="is open in another game or window"):
        Journal.append(path, 13)
    journal.close()
    assert not busy(path)
    assert not busy(path)
    Journal.append(path, 13).close()


@pytest.mark.usefixtures("system")
def test_the_byte_that_is_locked_lies_past_every_record(tmp_path: Path) -> None:
    """The lock neither moves later lines nor makes the file longer."""
    path = tmp_path / "game.jsonl"
    with_lock = Journal.create(path, [b"a"])
    assert busy(path)
    with_lock.write(b"b")
    with_lock.close()
    assert path.read_bytes() == b"a\nb\n"
