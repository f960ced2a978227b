"""An index of the records in a folder: a summary of each, keyed by its size and time of last change.

It is a file beside the folder. If that is damaged, from another version, or cannot be written, only time is lost:
records are then read again. Several programs may write it at once; the last one wins.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from game import files
from game.core.message import Packed, Text, error_text, packed, say
from game.match.record import (
    MAX_RECORD_BYTES,
    MAX_TITLE_LENGTH,
    BadLine,
    Closed,
    Do,
    Header,
    Line,
    Named,
    Opened,
    Undo,
    one_line,
    plain_title,
    read_header,
    read_line,
    stated_checksum,
    unseal,
)

SUFFIX = ".index"
"""What the name of the index file adds to that of the folder."""
MAX_INDEX_BYTES = 2**26
"""The maximum size of the file in bytes; an entry has about 300."""
VERSION = b"drumhead index 4\n"
"""The first bytes of the file. Raise the number when the fields of entries change, or the way they are filled."""
_CHECKSUM_BYTES = 16
"""The length of the checksum that follows ``VERSION``."""
UNREAD = -1
"""The time of last change of an entry for a file that could not be read, so that it is always tried again."""
MAX_NAMES = 12
"""The maximum number of options and players of a record that its entry has; chosen by hand."""
MAX_RESULT = 4 * MAX_TITLE_LENGTH
"""The maximum length of a result in characters; chosen by hand."""
MAX_FIRST_TURN = 999
"""The highest turn of a header's own position that is believed; chosen by hand."""
ACTION_LINES = (b'{"line":"do"', b'{"line":"undo"')
"""The first bytes of lines with actions."""


class SavedEntry(msgspec.Struct, frozen=True, array_like=True):
    """The summary of a record, the same for every viewer."""

    size: int
    """The size of the record in bytes when it was read."""
    modified: int
    """The time of its last change then: nanoseconds since 1970."""
    system: str = ""
    edition: int = 1
    """The edition of the rules it was begun under."""
    scenario: str = ""
    options: tuple[str, ...] = ()
    players: dict[str, str] = {}
    title: str = ""
    turn: int = 0
    """The turn after the last action. If the end of a long record holds no valid one, this and ``actions`` are those of
    its beginning."""
    actions: int = 0
    """The number of actions that have not been undone."""
    result: str = ""
    """The result in English; empty if the game is not over."""
    winner: str = ""
    """The seat that has won, ``draw``, or empty."""
    continues: str = ""
    """The name of the record that this one continues, as the last line about it says; empty if none does."""
    copy: bool = False
    """Whether it is a copy that was saved of a game in progress."""
    torn: bool = False
    """Whether the last line is incomplete."""
    closed: bool = False
    """Whether the last line says that the game was closed properly. Also true of a file that is no readable record, as
    no program plays in it."""
    fault: Packed = ""
    """Why the record, or its end, cannot be read, as a packed text."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file in the folder."""

    path: Path
    size: int
    modified: int
    """Nanoseconds since 1970."""


def record_file(path: Path) -> RecordFile:
    """The size and time of a file; size 0 and time ``UNREAD`` if they cannot be read."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return RecordFile(path, 0, UNREAD)
    return RecordFile(path, stat.st_size, stat.st_mtime_ns)


def record_files(folder: Path, suffix: str) -> list[RecordFile]:
    """The files of a folder with a suffix, most recently written first; empty if there is no folder."""
    found_files = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(suffix):
                with suppress(OSError):
                    stat = entry.stat()
                    found_files.append(RecordFile(folder / entry.name, stat.st_size, stat.st_mtime_ns))
    return sorted(found_files, key=lambda file: (file.modified, file.path.name), reverse=True)


def examine(file: RecordFile, head: int, tail: int) -> SavedEntry:
    """Summarise a record without replaying it. Of a long one only the beginning and the end are read, so damage between
    them is found only when it is opened.

    :param head: the maximum number of bytes to read from its beginning.
    :param tail: the same for its end.
    """
    entry = SavedEntry(file.size, file.modified)
    try:
        ends = files.ends(file.path, head, tail)
    except files.FileRefused as error:
        return msgspec.structs.replace(entry, modified=UNREAD, fault=packed(error.text), closed=True)
    if ends.size > MAX_RECORD_BYTES:
        return msgspec.structs.replace(entry, fault=packed(say("too large for a game record")), closed=True)
    first, *raw_lines = ends.head.split(b"\n")
    try:
        header, checksum = read_header(first)
    except BadLine as error:
        return msgspec.structs.replace(entry, closed=True,
                                       fault=packed(say("line {line}: {error}", line=1, error=error_text(error))))
    number = 2
    """The number of the first line to read; 0 if unknown, because lines between the beginning and the end are left
    out."""
    if ends.tail:
        before, *raw_lines = ends.tail.split(b"\n")[1:] or [b""]  # the first line of the tail is cut
        checksum, number = stated_checksum(before), 0
    torn = bool(raw_lines and raw_lines[-1])
    if not torn:
        raw_lines = raw_lines[:-1]  # what follows the last line break is empty
    prefix = _valid_prefix(raw_lines, checksum, number)
    fault, last = prefix.fault, prefix.last
    if fault:
        torn = torn and prefix.length == len(raw_lines) - 1
    head_lines = _valid_lines(ends.head.split(b"\n")) if ends.tail else []
    played = next((line for line in reversed(head_lines) if isinstance(line, Do | Undo)), None)
    if prefix.last_action is not None:
        try:
            last_action = read_line(*prefix.last_action)[0]
            assert isinstance(last_action, Do | Undo)
            played = last_action
        except BadLine as error:
            fault = fault or say("near its end: {error}", error=error_text(error))
    lines_after_fault = _valid_lines(raw_lines[prefix.length:]) if fault else []
    final: Line | None = (lines_after_fault[-1] if lines_after_fault else last if prefix.length
                          else head_lines[-1] if head_lines else None)
    """The last valid line, even after damage; it only matters if it says that the record is a copy."""
    titles = (line.title for line in reversed([*head_lines, *prefix.others, *lines_after_fault])
              if isinstance(line, Named))
    return SavedEntry(
        file.size,
        file.modified,
        one_line(header.system, MAX_TITLE_LENGTH),
        header.edition,
        one_line(header.scenario, MAX_TITLE_LENGTH),
        tuple(one_line(option, MAX_TITLE_LENGTH) for option in header.options[:MAX_NAMES]),
        {one_line(seat, MAX_TITLE_LENGTH): one_line(player, MAX_TITLE_LENGTH)
         for seat, player in list(header.players.items())[:MAX_NAMES]},
        plain_title(next(titles, "")),
        turn=played.turn if played is not None else _first_turn(header),
        actions=played.n if played is not None else 0,
        result=one_line(last.text, MAX_RESULT) if isinstance(last, Closed) else "",
        winner=one_line(last.winner, MAX_TITLE_LENGTH) if isinstance(last, Closed) else "",
        continues=next((line.continues for line in reversed([*head_lines, *prefix.others])
                        if isinstance(line, Opened) and line.continues), ""),
        copy=isinstance(final, Closed) and final.why == "copy",
        torn=torn,
        closed=isinstance(last, Closed),
        fault=packed(fault),
    )


class _ValidPrefix(NamedTuple):
    """The lines of a record up to the first invalid one. Actions are verified but not decoded, as only the last of them
    matters."""

    length: int
    """The number of these lines."""
    others: list[Line]
    """Those that are no actions."""
    last: Line | None
    """The last of these lines; None if it is an action, or there is none."""
    last_action: tuple[bytes, str] | None
    """The last line with an action, and the checksum before it."""
    fault: Text
    """What is wrong with the line that follows; empty if there is none."""


def _valid_prefix(raw_lines: Sequence[bytes], checksum: str, number: int) -> _ValidPrefix:
    """Read lines up to the first invalid one.

    :param checksum: that of the line before them.
    :param number: the number of the first of them in the record; 0 if unknown.
    """
    others: list[Line] = []
    last: Line | None = None
    last_action: tuple[bytes, str] | None = None
    for index, each in enumerate(raw_lines):
        try:
            if each.startswith(ACTION_LINES):
                next_checksum = unseal(each, checksum)[1]
                last_action, last = (each, checksum), None
            else:
                last, next_checksum = read_line(each, checksum)
                others.append(last)
        except BadLine as error:
            fault = (say("line {line}: {error}", line=number + index, error=error_text(error)) if number
                     else say("near its end: {error}", error=error_text(error)))
            return _ValidPrefix(index, others, last, last_action, fault)
        checksum = next_checksum
    return _ValidPrefix(len(raw_lines), others, last, last_action, "")


def _valid_lines(raw: Sequence[bytes]) -> list[Line]:
    """The lines whose checksum fits the one that the line before them states, even if that line is damaged, so that a
    title survives damage elsewhere. The first of ``raw`` is never among them."""
    lines: list[Line] = []
    for before, each in pairwise(raw):
        with suppress(BadLine):
            lines.append(read_line(each, stated_checksum(before))[0])
    return lines


def _first_turn(header: Header) -> int:
    """The turn of a header's own position, or 0 if it has none."""
    turn = (header.position or {}).get("turn", 0)
    return turn if isinstance(turn, int) and 0 <= turn <= MAX_FIRST_TURN else 0


def path_of(folder: Path) -> Path:
    """The index file of a folder."""
    return folder.with_name(folder.name + SUFFIX)


def load(folder: Path) -> dict[str, SavedEntry]:
    """The index of a folder, by file name; empty if it cannot be read."""
    try:
        data = files.read(path_of(folder), MAX_INDEX_BYTES)
        start = len(VERSION) + _CHECKSUM_BYTES
        if data[:start] != VERSION + _checksum(data[start:]):
            return {}
        entries = msgspec.msgpack.decode(data[start:], type=dict[bytes, SavedEntry])
        return {os.fsdecode(name): entry for name, entry in entries.items()}
    except (files.FileRefused, msgspec.MsgspecError, ValueError, RecursionError):
        return {}


def store(folder: Path, entries: dict[str, SavedEntry]) -> None:
    """Write the index of a folder; failure to write is ignored."""
    data = msgspec.msgpack.encode({os.fsencode(name): entry for name, entry in entries.items()})
    path = path_of(folder)
    temporary = files.temporary_path(path)
    files.delete_abandoned(path)
    try:  # not files.write: a pipe or device in its place is replaced, too
        temporary.write_bytes(VERSION + _checksum(data) + data)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()


def _checksum(data: bytes) -> bytes:
    return blake2b(data, digest_size=_CHECKSUM_BYTES).digest()
