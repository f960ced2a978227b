"""Marking an open file as in use, on every system: programs that ask see it, programs that read are not held up."""

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

BEYOND = 2**30
"""Where the byte lies that Windows locks, for it lets nobody read a locked byte: past the end of every record."""
PAUSE = 0.01
"""Seconds between two attempts."""


def take(handle: int, patience: float = 0.0) -> bool:
    """Lock an open file until it is closed; whether nobody else has. The position in the file may change.

    :param patience: seconds to go on trying, since somebody may only be looking.
    :raises OSError: where the file cannot be locked at all.
    """
    until = monotonic() + patience
    while not _lock(handle, shared=False):
        if monotonic() >= until:
            return False
        sleep(PAUSE)
    return True


def look(handle: int) -> bool:
    """Lock an open file for as long as it takes to see that nobody has it, to be released at once; whether so.

    Where the system has shared locks, any number of programs may look at the same moment.

    :raises OSError: where the file cannot be locked at all.
    """
    return _lock(handle, shared=True)


def release(handle: int) -> None:
    """Let go of a file that ``take`` or ``look`` locked; closing does so too, but Windows takes its time."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)
    elif msvcrt is not None:
        os.lseek(handle, BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined, unused-ignore]


def _lock(handle: int, *, shared: bool) -> bool:
    try:
        if fcntl is not None:
            fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        elif msvcrt is not None:
            os.lseek(handle, BEYOND, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
    except (BlockingIOError, PermissionError):
        return False
    return True
