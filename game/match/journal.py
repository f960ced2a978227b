"""The record of a game in progress: appended and flushed line by line, never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from game import files
from game.core.message import plural, say
from game.match import lock
from game.match.errors import JournalError
from game.match.record import why_full

_open_here: set[str] = set()
"""Paths of the records this process has open."""
LOCK_WAIT = 0.5
"""Seconds to wait for a record that is locked only briefly, as by a list of saves, which locks each for less than a
millisecond; chosen by hand."""


class Journal:
    """An open record. Each line is with the operating system before ``write`` returns, so killing the program loses
    none; all lines up to the last ``write`` with ``sync`` are on the disk, so a power cut loses none of those.

    The file is locked while open: no two programs append to one record.
    """

    def __init__(self, path: Path, handle: int, size: int) -> None:
        """:param handle: the descriptor of the locked file."""
        self.path = path
        self._handle = handle
        self._size = size
        """The bytes of the file that are completely written."""
        self._pending: list[bytes] = []
        """The lines that could not be written yet."""

    @classmethod
    def create(cls, path: Path, lines: Iterable[bytes]) -> Journal:
        """Create a record, synced to the disk. An empty file may already be there.

        :raises JournalError: if the file is not empty, or cannot be written.
        """
        is_new = not os.path.lexists(path)
        journal = cls._open(path, os.O_CREAT, 0)
        try:
            journal.write(*lines, sync=True)
        except JournalError:
            journal.close()
            if is_new:
                with suppress(OSError):
                    path.unlink()
            raise
        sync_folder(path)
        return journal

    @classmethod
    def append(cls, path: Path, size: int) -> Journal:
        """Open a record to continue it.

        :param size: its length in bytes when it was read.
        :raises JournalError: if it has changed since, is open elsewhere or cannot be written.
        """
        return cls._open(path, 0, size)

    @classmethod
    def _open(cls, path: Path, flags: int, size: int) -> Journal:
        """Open and lock a record.

        :param flags: further flags of ``os.open``.
        :param size: the size that the file must have, in bytes.
        :raises JournalError: if it has another, is locked or cannot be opened.
        """
        try:
            handle = files.open_regular(path, os.O_RDWR | flags)
        except files.FileRefused as error:
            raise JournalError(path, error.text) from error
        try:
            if not lock.take(handle, LOCK_WAIT):
                raise JournalError(path, say("is open in another game or window"))
            if (length := os.fstat(handle).st_size) != size:
                raise JournalError(path, say("exists already; name a new file") if not size else plural(
                    "has {count} byte, not the {size} read", "has {count} bytes, not the {size} read", length,
                    size=size))
            os.lseek(handle, size, os.SEEK_SET)
        except OSError as error:
            os.close(handle)
            raise JournalError(path, say("cannot be used: {error}", error=files.os_error_text(error))) from error
        except JournalError:
            os.close(handle)
            raise
        _open_here.add(os.path.abspath(path))
        return cls(path, handle, size)

    def write(self, *lines: bytes, sync: bool = False) -> None:
        """Append lines. After a failure the next call cuts off the incomplete rest and writes all missing lines first.

        :param sync: whether to wait until everything is on the disk.
        :raises JournalError: naming the file; the lines are kept for the next attempt.
        """
        self._pending += lines
        data = b"".join(line + b"\n" for line in self._pending)
        if why := why_full(self._size + len(data)):
            raise JournalError(self.path, why)
        try:
            if os.lseek(self._handle, 0, os.SEEK_CUR) != self._size:
                os.ftruncate(self._handle, self._size)
                os.lseek(self._handle, self._size, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            if sync:
                os.fsync(self._handle)
        except OSError as error:
            why = say("cannot be written: {error}", error=files.os_error_text(error))
            raise JournalError(self.path, why) from error
        self._size += len(data)
        self._pending.clear()

    def close(self) -> None:
        """Unlock and close the file."""
        if self._handle >= 0:
            lock.release(self._handle)
            os.close(self._handle)
            self._handle = -1
            _open_here.discard(os.path.abspath(self.path))


def opened_here(path: Path) -> bool:
    """Whether this process has the record open."""
    return os.path.abspath(path) in _open_here


def busy(path: Path) -> bool:
    """Whether a running program has the record open. The check does not block others from opening it."""
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
    """Sync a file's folder entry to the disk, on systems that support it."""
    with suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
