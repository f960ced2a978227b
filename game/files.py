"""Where the program's own folders are, and files that a user names: only regular ones of a sane size are opened, and
every refusal is a sentence.

Devices, pipes and folders are refused before anything is read, so that nothing hangs on them or grows without end.
"""

from __future__ import annotations

import os
import re
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from platformdirs import user_data_path

from game.core.message import MessageError, Text, say, several

PACKAGE = Path(__file__).resolve().parent
"""The folder of the program's package."""
DATA = "_data"
"""The folder inside the package where an installation keeps the folders that are not code."""
PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags of every opening: line ends as written, and not handed down to other programs."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""Never wait for the other end of a pipe, should one have taken the file's place meanwhile."""
AGE = 60.0
"""Seconds after which an unfinished file is one that a killed program left behind, whatever its process."""
_PROCESS = re.compile(r"[.-](\d{1,10})\.new(?:\.\w+)?$")
"""The number of the process that an unfinished file names."""
_KINDS = {
    stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


class FileRefused(MessageError, ValueError):
    """A path that does not name a file to use; ``text`` says why without the path."""

    def __init__(self, path: Path, text: Text) -> None:
        super().__init__(say("{path}: {text}", path=path, text=text))
        self.path = path
        self.text = text


@dataclass(frozen=True, slots=True)
class Ends:
    """The beginning and the end of a file."""

    head: bytes
    tail: bytes
    """Empty where the head is all there is."""
    size: int
    """Bytes of the whole file."""
    modified: float
    """When it was last written, in seconds since 1970."""


def shipped(name: str) -> Path:
    """A folder that comes with the program, such as ``assets``: inside an installed package, beside the package in the
    source tree."""
    inside = PACKAGE / DATA
    return (inside if inside.is_dir() else PACKAGE.parent) / name


def data_folder() -> Path:
    """The user's folder for saved games and own files: ``DRUMHEAD_DATA``, or where the platform keeps such things."""
    named = os.environ.get("DRUMHEAD_DATA")
    return Path(named) if named else user_data_path("drumhead", appauthor=False)


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """A handle of a regular file; with ``O_CREAT`` among the flags a missing one is made.

    :raises FileRefused: where the path names no regular file, or it cannot be opened so.
    """
    try:
        if path.exists():
            _regular(path, os.stat(path).st_mode)
        handle = os.open(path, flags | PLAIN | _AT_ONCE, 0o644)
        try:
            _regular(path, os.fstat(handle).st_mode)
        except FileRefused:
            os.close(handle)
            raise
    except OSError as error:
        why = (say("cannot be read: {error}", error=told(error)) if flags == os.O_RDONLY
               else say("cannot be written: {error}", error=told(error)))
        raise FileRefused(path, why) from error
    except ValueError as error:
        if isinstance(error, FileRefused):
            raise
        raise FileRefused(path, say("is not a valid file name: {error}", error=error)) from error
    return handle


def read(path: Path, largest: int) -> bytes:
    """The content of a regular file.

    :param largest: the bytes it may have at most.
    :raises FileRefused: where it is larger, no regular file or cannot be read.
    """
    found = ends(path, largest, 0)
    if found.size > largest:
        raise FileRefused(path, several("has {count} byte; the limit is {largest}",
                                        "has {count} bytes; the limit is {largest}", found.size,
                                        largest=largest))
    return found.head


def ends(path: Path, head: int, tail: int) -> Ends:
    """The first and the last bytes of a regular file; everything where it is no longer than both together.

    :raises FileRefused: where it is no regular file or cannot be read.
    """
    handle = open_regular(path)
    try:
        about = os.fstat(handle)
        if about.st_size > head + tail:
            first = _read(handle, head)
            os.lseek(handle, -tail, os.SEEK_END)
            return Ends(first, _read(handle, tail), about.st_size, about.st_mtime)
        whole = _read(handle, head + tail + 1)
        return Ends(whole, b"", len(whole), about.st_mtime)
    except OSError as error:
        raise FileRefused(path, say("cannot be read: {error}", error=told(error))) from error
    finally:
        os.close(handle)


def beside(path: Path, suffix: str = "") -> Path:
    """Where a file is written before it takes the place of another; hidden, and named after this process.

    :param suffix: what its name has to end with, where that says the format.
    """
    return path.with_name(f".{path.name}.{os.getpid()}.new{suffix}")


def write(path: Path, content: bytes) -> None:
    """Write a file, the whole of it or nothing; its folder is made where it is missing.

    :raises FileRefused: where it is no regular file or cannot be written.
    """
    new = beside(path)
    try:
        if path.exists():
            _regular(path, os.stat(path).st_mode)
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise FileRefused(path, say("cannot be written: {error}", error=told(error))) from error


def left_behind(folder: Path, *patterns: str) -> list[Path]:
    """Unfinished files in a folder whose process is gone, or that nobody has written to for long.

    :param patterns: of their names.
    """
    found = []
    for path in chain.from_iterable(folder.glob(pattern) for pattern in patterns):
        with suppress(OSError):
            process = _PROCESS.search(path.name)
            if path.is_file() and (time.time() - path.lstat().st_mtime > AGE
                                   or (process is not None and _is_gone(int(process[1])))):
                found.append(path)
    return found


def _is_gone(process: int) -> bool:
    """Whether no process has a number; unknown, so not, where the system cannot be asked without harm."""
    if os.name != "posix" or not 0 < process < 2**31:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def told(error: OSError) -> str:
    """What the system says is wrong, without the path."""
    return error.strerror or str(error)


def _read(handle: int, most: int) -> bytes:
    """At most so many bytes from where the file stands."""
    parts = []
    while most and (part := os.read(handle, min(most, 2**20))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _regular(path: Path, mode: int) -> None:
    """:raises FileRefused: for anything that is no regular file."""
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "something else")
        raise FileRefused(path, say("is {kind}, not a file; name a file", kind=kind))
