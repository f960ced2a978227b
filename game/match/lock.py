"""Marking an open file as in use, on every system: programs that ask see it, programs that read are not held up."""

from __future__ import annotations

import os

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # not Windows
    msvcrt = None  # type: ignore[assignment]

BEYOND = 2**30
"""Where the byte lies that Windows locks, for it lets nobody read a locked byte: past the end of every record."""


def take(handle: int) -> bool:
    """Lock an open file until it is closed; whether nobody else has. The position in the file may change.

    :raises OSError: where the file cannot be locked at all.
    """
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            os.lseek(handle, BEYOND, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except (BlockingIOError, PermissionError):
        return False
    return True


def release(handle: int) -> None:
    """Let go of a file that ``take`` locked; closing does so too, but Windows takes its time."""
    if fcntl is None and msvcrt is not None:
        os.lseek(handle, BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined, unused-ignore]
