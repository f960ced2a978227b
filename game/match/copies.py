"""Writing a complete record at once. Another game in the file is replaced only if the caller allows it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from game import files
from game.core.message import Text, say
from game.match import lock
from game.match.errors import JournalError
from game.match.journal import busy, sync_folder
from game.match.record import (
    MAX_RECORD_BYTES,
    BadLine,
    Closed,
    Header,
    Named,
    read_header,
    read_line,
    stated_checksum,
    why_full,
)

RECORD_START = b'{"drumhead":'
"""The first bytes of every record. A file with other content is never overwritten."""
TEMPORARY_FILES = (".drumhead-*.new", ".*.new.png")
"""Name patterns of temporary files, which are renamed when a record or picture is complete."""


class Occupied(JournalError):
    """The file holds another game or a damaged record. Nothing was written; with ``replace`` it would be
    overwritten."""

    def __init__(self, path: Path, content: Text) -> None:
        super().__init__(path,
                         say("holds {held}, which would be lost; name another file, or allow it to be replaced",
                             held=content))
        self.content = content
        """A description of what the file holds."""


def write_whole(path: Path, lines: Sequence[bytes], *, replace: bool = False) -> None:
    """Write a complete record: the file then holds all of it, or is unchanged.

    :param replace: whether a record of another game, or a damaged one, may be overwritten.
    :raises Occupied: if the file holds one and ``replace`` is not set.
    :raises JournalError: if the path cannot name a file, if the file is no record or belongs to a game being played, if
        the record is too large, or if it cannot be written.
    """
    if path.name in ("", ".."):
        raise JournalError(path, say("is a folder, not a file; name a file"))
    if "\0" in str(path):
        raise JournalError(path, say("is not a valid file name"))
    if why := why_full(sum(len(line) + 1 for line in lines)):
        raise JournalError(path, why)
    if os.path.lexists(path):
        _check_replaceable(path, lines, replace)
    delete_abandoned_copies(path.parent)
    # Not ``files.temporary_path``: only the program's own files in a folder of the user's may match TEMPORARY_FILES.
    temporary = path.with_name(f".drumhead-{os.getpid()}.new")
    try:
        with temporary.open("wb") as file:
            lock.take(file.fileno())
            file.write(b"".join(line + b"\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink()
        raise JournalError(path, say("cannot be written: {error}", error=files.os_error_text(error))) from error
    sync_folder(path)


def delete_abandoned_copies(folder: Path) -> None:
    """Delete temporary files that killed programs left in a folder, except those being written now."""
    with suppress(OSError):
        for path in files.abandoned_files(folder, *TEMPORARY_FILES):
            if not busy(path):
                path.unlink()


def _check_replaceable(path: Path, lines: Sequence[bytes], replace: bool) -> None:
    """Check that a file may be overwritten.

    :raises JournalError: if it may not.
    """
    try:
        content = files.read(path, MAX_RECORD_BYTES)
    except files.FileRefused as error:
        raise JournalError(path, error.text) from error
    if content and not content.startswith(RECORD_START):
        raise JournalError(path, say("is not a Drumhead record and is not overwritten"))
    if not os.access(path, os.W_OK):
        raise JournalError(path, say("cannot be written: it is read-only"))
    if busy(path):
        raise JournalError(path, say("is the record of a game being played; name another file"))
    if content and not replace and (lost_content := _lost_content(content, lines)):
        raise Occupied(path, lost_content)


def _lost_content(content: bytes, lines: Sequence[bytes]) -> Text:
    """The play that would be lost if a record were overwritten with these lines; empty for none. Lines that close or
    name a game are no play."""
    *old_lines, torn_end = content.split(b"\n")
    if torn_end:
        return say("a damaged record")
    try:
        header, _ = read_header(old_lines[0])
        if old_lines[0] != lines[0]:
            return say("another game ({game})", game=_game(header))
        # Identical lines are valid, as the new ones are: only the others are read.
        equal_count = next((number for number, (old, new) in enumerate(zip(old_lines, lines, strict=False))
                            if old != new), min(len(old_lines), len(lines)))
        checksum = stated_checksum(old_lines[equal_count - 1])
        for raw_line in old_lines[equal_count:]:
            line, checksum = read_line(raw_line, checksum)
            if not isinstance(line, Closed | Named):
                return say("another version of this game")
    except BadLine:
        return say("a damaged record")
    return ""


def _game(header: Header) -> Text:
    """The system, scenario and date of a game, for a message."""
    return say("{system}, {scenario}, begun {date}", system=header.system, scenario=header.scenario,
               date=header.date[:10])
