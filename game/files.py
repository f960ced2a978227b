"""The program's folders, and safe access to files named by the user: only regular files of limited size are opened, and
every refusal is a sentence.

Devices, pipes and folders are refused before anything is read, so that reading can neither hang nor grow without limit.
"""

from __future__ import annotations

import glob
import os
import re
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from platformdirs import user_data_path

from game.core.message import MessageError, Text, plural, say

PACKAGE = Path(__file__).resolve().parent
"""The folder of the program's package."""
DATA = "_data"
"""In an installed package: the folder inside it that holds the folders without code, such as ``assets``."""
OPEN_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""The flags for opening any file: line ends unchanged, and not inherited by child processes."""
_NONBLOCKING = getattr(os, "O_NONBLOCK", 0)
"""A flag not to wait for the other end of a pipe, in case a pipe has replaced the file since it was checked."""
TEMPORARY_AGE = 60.0
"""Seconds after its last modification from which a temporary file counts as abandoned by a killed program, whatever its
process id; chosen by hand."""
_PROCESS_ID = re.compile(r"[.-](\d{1,10})\.new(?:\.\w+)?$")
"""The process id in the name of a temporary file: after a dot, as in ``temporary_path``, or after a hyphen, as in
``match.copies``."""
_KINDS = {
    stat.S_IFDIR: say("a folder"), stat.S_IFIFO: say("a pipe"), stat.S_IFCHR: say("a device"),
    stat.S_IFBLK: say("a device"), stat.S_IFSOCK: say("a socket"),
}
"""Kind of file, as in its mode -> its name in refusals."""
_CHUNK_BYTES = 2**20
"""The most bytes that are read at once; chosen by hand."""


class FileRefused(MessageError, ValueError):
    """A path that does not name a usable file; ``text`` says why, without the path."""

    def __init__(self, path: Path, text: Text) -> None:
        super().__init__(say("{path}: {text}", path=path, text=text))
        self.path = path
        self.text = text


@dataclass(frozen=True, slots=True)
class Ends:
    """The beginning and the end of a file."""

    head: bytes
    """The first bytes; the whole content if it has ``size`` bytes."""
    tail: bytes
    """The last bytes; empty if ``head`` is the whole content or no last bytes were asked for."""
    size: int
    """The size of the whole file in bytes."""
    modified: float
    """The time of the last modification, in seconds since 1970."""


def shipped(name: str) -> Path:
    """The path of a folder that comes with the program, such as ``assets``: inside an installed package, beside the
    package in the source tree."""
    inside = PACKAGE / DATA
    return (inside if inside.is_dir() else PACKAGE.parent) / name


def data_folder() -> Path:
    """The user's folder for saved games and own files: ``DRUMHEAD_DATA``, or the platform's usual one."""
    folder = os.environ.get("DRUMHEAD_DATA")
    return Path(folder) if folder else user_data_path("drumhead", appauthor=False)


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a regular file and return its descriptor; with ``O_CREAT`` in the flags a missing file is created.

    :raises FileRefused: if the path does not name a regular file, or it cannot be opened with these flags.
    """
    try:
        if path.exists():
            _check_regular(path, os.stat(path).st_mode)
        descriptor = os.open(path, flags | OPEN_FLAGS | _NONBLOCKING, 0o644)
        try:
            _check_regular(path, os.fstat(descriptor).st_mode)
        except FileRefused:
            os.close(descriptor)
            raise
    except FileRefused:
        raise
    except OSError as error:
        why = (say("cannot be read: {error}", error=os_error_text(error)) if flags == os.O_RDONLY
               else say("cannot be written: {error}", error=os_error_text(error)))
        raise FileRefused(path, why) from error
    except ValueError as error:
        raise _invalid_name(path, error) from error
    return descriptor


def read(path: Path, largest: int) -> bytes:
    """The content of a regular file.

    :param largest: the maximum size in bytes.
    :raises FileRefused: if it is larger, not a regular file, or cannot be read.
    """
    found = ends(path, largest, 0)
    if found.size > largest:
        raise FileRefused(path, plural("has {count} byte; the limit is {largest}",
                                       "has {count} bytes; the limit is {largest}", found.size,
                                       largest=largest))
    return found.head


def ends(path: Path, head_size: int, tail_size: int) -> Ends:
    """The first and the last bytes of a regular file. If the file is at most ``head_size + tail_size`` bytes long,
    ``head`` holds all of it. If it grows while being read, ``head`` and ``size`` are one byte above that sum, so that
    ``read`` refuses it.

    :param head_size: the number of first bytes.
    :param tail_size: the number of last bytes.
    :raises FileRefused: if it is not a regular file or cannot be read.
    """
    descriptor = open_regular(path)
    try:
        status = os.fstat(descriptor)
        if status.st_size > head_size + tail_size:
            head = _read(descriptor, head_size)
            os.lseek(descriptor, -tail_size, os.SEEK_END)
            return Ends(head, _read(descriptor, tail_size), status.st_size, status.st_mtime)
        # One byte more, so that a file that grows meanwhile, or whose size is unknown, exceeds the limit of read().
        content = _read(descriptor, head_size + tail_size + 1)
        return Ends(content, b"", len(content), status.st_mtime)
    except OSError as error:
        raise FileRefused(path, say("cannot be read: {error}", error=os_error_text(error))) from error
    finally:
        os.close(descriptor)


def temporary_path(path: Path, suffix: str = "") -> Path:
    """The temporary path to which a file is written before it replaces another; hidden, and named after this process.

    :param suffix: a required ending of the name, if that determines the format.
    """
    return path.with_name(f".{path.name}.{os.getpid()}.new{suffix}")


def write(path: Path, content: bytes) -> None:
    """Write a file atomically; create its folder if missing.

    :raises FileRefused: if the path names something other than a regular file, or the file cannot be written.
    """
    try:
        if path.exists():
            _check_regular(path, os.stat(path).st_mode)
        temporary = temporary_path(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(content)
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()
            raise
    except FileRefused:
        raise
    except OSError as error:
        raise FileRefused(path, say("cannot be written: {error}", error=os_error_text(error))) from error
    except ValueError as error:
        raise _invalid_name(path, error) from error


def abandoned_files(folder: Path, *patterns: str) -> list[Path]:
    """The temporary files in a folder whose process has ended, or that were last modified more than ``TEMPORARY_AGE``
    ago.

    :param patterns: glob patterns of their names.
    """
    abandoned = []
    for path in chain.from_iterable(folder.glob(pattern) for pattern in patterns):
        with suppress(OSError):
            process_id = _PROCESS_ID.search(path.name)
            if path.is_file() and (time.time() - path.lstat().st_mtime > TEMPORARY_AGE
                                   or (process_id is not None and _has_ended(int(process_id[1])))):
                abandoned.append(path)
    return abandoned


def delete_abandoned(path: Path, *patterns: str) -> None:
    """Delete the temporary files that killed programs have left beside a file; what cannot be deleted is kept.

    :param patterns: further glob patterns of their names.
    """
    for abandoned in abandoned_files(path.parent, f".{glob.escape(path.name)}.*.new", *patterns):
        with suppress(OSError):
            abandoned.unlink()


def _has_ended(process_id: int) -> bool:
    """Whether no process with this id is running; False if that cannot be checked safely on this platform."""
    if os.name != "posix" or not 0 < process_id < 2**31:
        return False
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def os_error_text(error: OSError) -> str:
    """The operating system's error message, without the path."""
    return error.strerror or str(error)


def _read(descriptor: int, limit: int) -> bytes:
    """Read at most a number of bytes from the current position of an open file."""
    parts, remaining = [], limit
    while remaining and (part := os.read(descriptor, min(remaining, _CHUNK_BYTES))):
        parts.append(part)
        remaining -= len(part)
    return b"".join(parts)


def _invalid_name(path: Path, error: ValueError) -> FileRefused:
    """The refusal of a path that no file can have, such as one with a null character."""
    return FileRefused(path, say("is not a valid file name: {error}", error=error))


def _check_regular(path: Path, mode: int) -> None:
    """Check that a file mode is that of a regular file.

    :raises FileRefused: if it is not.
    """
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), say("something else"))
        raise FileRefused(path, say("is {kind}, not a file; name a file", kind=kind))
