"""The file a game is written to while it is played: appended and flushed line by line, never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from game.match import lock
from game.match.errors import JournalError

PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""How a record is opened: line ends as written, and not handed down to other programs."""


class Journal:
    """An open record. The operating system has every line before ``write`` returns, so killing the program loses none.

    The file is locked while open: no two programs append to one record.
    """

    def __init__(self, path: Path, handle: int, size: int, fsync: bool) -> None:
        self.path = path
        self._handle = handle
        self._good = size
        self._pending: list[bytes] = []
        self._fsync = fsync

    @classmethod
    def create(cls, path: Path, lines: Iterable[bytes], *, fsync: bool = False) -> Journal:
        """A new record. An empty file may already be there.

        :raises JournalError: where the file holds something, or cannot be written.
        """
        try:
            journal = cls._open(path, os.O_CREAT, 0, fsync)
        except OSError as error:
            raise JournalError(path, f"cannot be created: {error.strerror}") from error
        try:
            journal.write(*lines)
        except JournalError:
            journal.close()
            if path.is_file():
                path.unlink()
            raise
        return journal

    @classmethod
    def append(cls, path: Path, size: int, *, fsync: bool = False) -> Journal:
        """A record that is continued.

        :param size: its length in bytes when it was read.
        :raises JournalError: where it has changed since, is open elsewhere or cannot be written.
        """
        try:
            return cls._open(path, 0, size, fsync)
        except OSError as error:
            raise JournalError(path, f"cannot be continued: {error.strerror}") from error

    @classmethod
    def _open(cls, path: Path, flags: int, size: int, fsync: bool) -> Journal:
        handle = os.open(path, os.O_RDWR | flags | PLAIN, 0o644)
        try:
            if not lock.take(handle):
                raise JournalError(path, "is open in another game or window")
            if (found := os.fstat(handle).st_size) != size:
                told = "exists already; name a new file" if not size else f"has {found} bytes, not the {size} read"
                raise JournalError(path, told)
            os.lseek(handle, size, os.SEEK_SET)
        except (OSError, JournalError):
            os.close(handle)
            raise
        return cls(path, handle, size, fsync)

    def write(self, *lines: bytes) -> None:
        """Append lines. After a failure the torn rest is cut off and everything missing goes with the next line.

        :raises JournalError: naming the file; the lines are kept for the next attempt.
        """
        self._pending += lines
        data = b"".join(line + b"\n" for line in self._pending)
        try:
            if os.lseek(self._handle, 0, os.SEEK_CUR) != self._good:
                os.ftruncate(self._handle, self._good)
                os.lseek(self._handle, self._good, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            if self._fsync:
                os.fsync(self._handle)
        except OSError as error:
            raise JournalError(self.path, f"cannot be written: {error.strerror}; the game goes on unsaved") from error
        self._good += len(data)
        self._pending.clear()

    def close(self) -> None:
        """Let go of the file."""
        if self._handle >= 0:
            lock.release(self._handle)
            os.close(self._handle)
            self._handle = -1


def busy(path: Path) -> bool:
    """Whether a running program has the record open."""
    try:
        handle = os.open(path, os.O_RDONLY | PLAIN)
    except OSError:
        return False
    try:
        if not lock.take(handle):
            return True
        lock.release(handle)
    finally:
        os.close(handle)
    return False


def write_whole(path: Path, lines: Sequence[bytes]) -> None:
    """Write a complete record at once: the file holds all of it or is as it was.

    :raises JournalError: where it cannot be written, or where another kind of file stands there.
    """
    fresh = path.with_name(f".drumhead-{os.getpid()}.new")
    try:
        if path.exists() and not path.is_file():
            raise JournalError(path, "is no file; name a file")
        if path.exists() and path.stat().st_size and not path.read_bytes().startswith(b'{"drumhead":'):
            raise JournalError(path, "is no Drumhead record and is not overwritten")
        if busy(path):
            raise JournalError(path, "is the record of a game being played; name another file")
        with fresh.open("wb") as file:
            file.write(b"".join(line + b"\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        if os.path.exists(fresh):
            fresh.unlink()
        raise JournalError(path, f"cannot be written: {error.strerror}") from error
