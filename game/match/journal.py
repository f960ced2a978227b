"""The file a game is written to while it is played: appended and flushed line by line, never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from game import files
from game.core.message import say, several
from game.match import lock
from game.match.errors import JournalError
from game.match.record import full

_open_here: set[str] = set()
"""Records this program has open."""
PATIENCE = 0.5
"""Seconds to wait for a record that somebody only looks at: a list of saves holds each for less than a millisecond."""


class Journal:
    """An open record. The operating system has every line before ``write`` returns, so killing the program loses none;
    the disk has those up to the last ``sync``, so a power cut loses none of them.

    The file is locked while open: no two programs append to one record.
    """

    def __init__(self, path: Path, handle: int, size: int) -> None:
        self.path = path
        self._handle = handle
        self._good = size
        self._pending: list[bytes] = []

    @classmethod
    def create(cls, path: Path, lines: Iterable[bytes]) -> Journal:
        """A new record, safe on the disk. An empty file may already be there.

        :raises JournalError: where the file holds something, or cannot be written.
        """
        fresh = not os.path.lexists(path)
        journal = cls._open(path, os.O_CREAT, 0)
        try:
            journal.write(*lines, sync=True)
        except JournalError:
            journal.close()
            if fresh:
                with suppress(OSError):
                    path.unlink()
            raise
        sync_folder(path)
        return journal

    @classmethod
    def append(cls, path: Path, size: int) -> Journal:
        """A record that is continued.

        :param size: its length in bytes when it was read.
        :raises JournalError: where it has changed since, is open elsewhere or cannot be written.
        """
        return cls._open(path, 0, size)

    @classmethod
    def _open(cls, path: Path, flags: int, size: int) -> Journal:
        try:
            handle = files.open_regular(path, os.O_RDWR | flags)
        except files.FileRefused as error:
            raise JournalError(path, error.text) from error
        try:
            if not lock.take(handle, PATIENCE):
                raise JournalError(path, say("is open in another game or window"))
            if (found := os.fstat(handle).st_size) != size:
                raise JournalError(path, say("exists already; name a new file") if not size else several(
                    "has {count} byte, not the {size} read", "has {count} bytes, not the {size} read", found,
                    size=size))
            os.lseek(handle, size, os.SEEK_SET)
        except OSError as error:
            os.close(handle)
            raise JournalError(path, say("cannot be used: {error}", error=files.told(error))) from error
        except JournalError:
            os.close(handle)
            raise
        _open_here.add(os.path.abspath(path))
        return cls(path, handle, size)

    def write(self, *lines: bytes, sync: bool = False) -> None:
        """Append lines. After a failure the torn rest is cut off and everything missing goes with the next line.

        :param sync: whether to wait until the disk has everything.
        :raises JournalError: naming the file; the lines are kept for the next attempt.
        """
        self._pending += lines
        data = b"".join(line + b"\n" for line in self._pending)
        if why := full(self._good + len(data)):
            raise JournalError(self.path, why)
        try:
            if os.lseek(self._handle, 0, os.SEEK_CUR) != self._good:
                os.ftruncate(self._handle, self._good)
                os.lseek(self._handle, self._good, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            if sync:
                os.fsync(self._handle)
        except OSError as error:
            raise JournalError(self.path, say("cannot be written: {error}", error=files.told(error))) from error
        self._good += len(data)
        self._pending.clear()

    def close(self) -> None:
        """Let go of the file."""
        if self._handle >= 0:
            lock.release(self._handle)
            os.close(self._handle)
            self._handle = -1
            _open_here.discard(os.path.abspath(self.path))


def opened_here(path: Path) -> bool:
    """Whether this program has the record open."""
    return os.path.abspath(path) in _open_here


def busy(path: Path) -> bool:
    """Whether a running program has the record open. Asking keeps nobody else from opening it."""
    try:
        handle = files.open_regular(path)
    except files.FileRefused:
        return False
    try:
        if not lock.look(handle):
            return True
        lock.release(handle)
    except OSError:
        return False
    finally:
        os.close(handle)
    return False


def sync_folder(path: Path) -> None:
    """Wait until the disk has a file's entry in its folder, where the system lets folders be waited for."""
    with suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
