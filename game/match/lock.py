"""Locks on open files, on every operating system: other programs can test for one, and reading is not blocked."""

from __future__ import annotations

import os
from time import monotonic, sleep

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # not Windows
    msvcrt = None  # type: ignore[assignment]

LOCK_OFFSET = 2**30
"""The offset of the byte to lock on Windows: past the end of every record, because other programs cannot read a locked
byte."""
RETRY_PAUSE = 0.01
"""Seconds between two attempts; chosen by hand."""


def take(handle: int, patience: float = 0.0) -> bool:
    """Lock an open file until it is closed; return whether that worked. The position in the file may change.

    :param patience: seconds to keep trying, since the lock may only be a brief ``look``.
    :raises OSError: if the file cannot be locked at all.
    """
    until = monotonic() + patience
    while not _lock(handle, shared=False):
        if monotonic() >= until:
            return False
        sleep(RETRY_PAUSE)
    return True


def look(handle: int) -> bool:
    """Whether no other program has locked an open file. If so it is locked by this call: call ``release`` at once.

    Where the system has shared locks, this one is shared: any number of programs may look at the same time.

    :raises OSError: if the file cannot be locked at all.
    """
    return _lock(handle, shared=True)


def release(handle: int) -> None:
    """Unlock a file locked by ``take`` or ``look``. Closing it does so too, but with a delay on Windows."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)
    elif msvcrt is not None:
        os.lseek(handle, LOCK_OFFSET, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined, unused-ignore]


def _lock(handle: int, *, shared: bool) -> bool:
    """Try once to lock an open file; return whether that worked. On a system without locks it always does."""
    try:
        if fcntl is not None:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        elif msvcrt is not None:
            os.lseek(handle, LOCK_OFFSET, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except (BlockingIOError, PermissionError):
        return False
    return True
