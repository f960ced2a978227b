"""Giving a record a title without replaying it: its other lines are unchanged."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from game import files
from game.core.message import say
from game.match.errors import JournalError
from game.match.journal import Journal
from game.match.record import MAX_RECORD_BYTES, BadLine, Closed, Line, Named, plain_title, read_header, read_line, seal


def rename(path: Path, title: str) -> None:
    """Append a title line to a record or a copy; its date in the list is unchanged.

    :param title: the new title; if empty, that of its battle is shown.
    :raises JournalError: if the record is damaged, in use, or cannot be written; it is then unchanged.
    """
    try:
        data = files.read(path, MAX_RECORD_BYTES)
        stat_before = path.stat()
    except files.FileRefused as error:
        raise JournalError(path, error.text) from error
    except OSError as error:
        raise JournalError(path, say("cannot be read: {error}", error=files.os_error_text(error))) from error
    *whole_lines, torn_end = data.split(b"\n")
    last: Line | None = None
    try:
        if torn_end or not whole_lines:
            raise BadLine(say("the file is incomplete"))
        _, checksum = read_header(whole_lines[0])
        for raw in whole_lines[1:]:
            last, checksum = read_line(raw, checksum)
    except BadLine as error:
        raise JournalError(path, say("is damaged and keeps its name ({error})", error=error)) from error
    lines: list[bytes] = []
    new_lines: list[Line] = [Named(plain_title(title)), *([last] if isinstance(last, Closed) else [])]
    for line in new_lines:
        sealed, checksum = seal(line, checksum)
        lines.append(sealed)
    journal = Journal.append(path, len(data))
    try:
        journal.write(*lines, sync=True)
    finally:
        journal.close()
    with suppress(OSError):
        os.utime(path, ns=(stat_before.st_atime_ns, stat_before.st_mtime_ns))
