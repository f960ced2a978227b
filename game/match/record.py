"""The lines of a record, which is save file, autosave, crash recovery and replay in one.

Each line is a JSON object. The first is the header; then one line for every action, undo, title, opening and closing,
in order, only ever appended. Each line ends with ``sum``, a hash of the line's own bytes and of the previous line, so
that any change is detected at its line; lines about the game also carry the hash of the state after them.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any
from unicodedata import category

import msgspec

from game.core.message import Message, MessageError, error_text, say

FORMAT = 5
"""The version of this format. Raise it when a line's meaning changes; ``why_unreadable`` explains refused versions."""

READABLE_FORMATS = (1, 2, 3, 4, FORMAT)
"""Formats that are read without conversion. Files of formats 1 and 2 have no winner (``Closed.winner``), those of
format 1 no remarks (``Do.why``) either; none are added when play continues in them, so that the version that wrote them
can still read them. Format 4 added the actions of ``agreements``. These may be added to an older file, too: the version
that wrote it then reads it up to that line. Format 5 added the author of a remark (``Do.by``)."""

REMARKS_SINCE = 2
"""The first format with remarks."""

AUTHORS_SINCE = 5
"""The first format with the author of a remark, if another player has taken the seat since."""

WINNERS_SINCE = 3
"""The first format with the winner."""

MAX_REMARK_LENGTH = 300
"""The maximum length of a remark in characters."""

PROGRAM_VERSION = "0.1.0"
"""The program's version; must agree with ``pyproject.toml``."""

MAX_RECORD_BYTES = 64 * 2**20
"""The maximum size of a record in bytes. No game is that long, so a larger file is something else."""

MAX_TITLE_LENGTH = 60
"""The maximum length of a title in characters."""

READ_FACTOR = 20
"""``one_line`` reads this many times as many characters as it may return, since a text may be mostly spaces; chosen by
hand."""

_SUM = b',"sum":"'
"""What separates the content of a line from its checksum."""
_SUM_CHARACTERS = 16
"""The length of a checksum, in hexadecimal digits."""
_END = b'"}'
"""What follows the checksum and ends the line."""
_TAIL_LENGTH = len(_SUM) + _SUM_CHARACTERS + len(_END)
"""The length of the checksum with what is before and after it, in bytes."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The header: how the game was set up."""

    drumhead: int
    """The format's version."""
    system: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    """Seat -> ``human`` or a computer level."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
    date: str
    """When the game began: ISO 8601, UTC."""
    program: str
    """The version of the program that began the game."""
    hash: str
    """The hash of the first state."""
    position: dict[str, Any] | None = None
    """The first position, if it is not the scenario's set-up."""
    edition: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1
    """The edition of the system's rules under which the game began (``Rules.edition``)."""


Turn = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
"""A turn number; a greater one is taken for damage."""


class Do(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="line", tag="do"):
    """An action; rolls carry their faces."""

    n: Annotated[int, msgspec.Meta(ge=1, le=MAX_RECORD_BYTES)]
    """The number of actions up to and including this one, without undone ones."""
    turn: Turn
    """The turn after this action."""
    action: str
    """Its notation."""
    hash: str
    """The hash of the state after it."""
    why: str = ""
    """The remark: the computer player's explanation in one line; not part of the game and its hashes."""
    by: str = ""
    """The author of the remark, if another player has the seat now; else empty."""


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="undo"):
    """Undone actions. Their lines are kept."""

    n: Annotated[int, msgspec.Meta(ge=0, le=MAX_RECORD_BYTES)]
    """The number of actions that remain."""
    turn: Turn
    """The turn after the last remaining action."""
    hash: str
    """The hash of the state after the last remaining action."""
    consent: bool = False
    """Whether the other side consented."""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="named"):
    """A title given by the players."""

    title: str


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="opened"):
    """The record was opened again."""

    date: str
    continues: str | None = None
    """The name of the file that this one continues: a damaged one, a copy, or one with other players; None if
    this file was reopened."""


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="line",
             tag="closed"):
    """The program closed the record properly. A record that ends with any other line was interrupted."""

    why: str
    """``over``: the game ended; ``left``: the players stopped; ``copy``: this file is a copy, which is read-only."""
    text: str = ""
    """The result, if any."""
    winner: str = ""
    """The seat that won, or ``draw``; empty if the game is not over."""


Line = Do | Undo | Named | Opened | Closed
"""Any line after the header."""


def why_full(size: int) -> Message | None:
    """The reason not to write a record of this many bytes, if it would be too large to be read again."""
    return say("is full: a record has at most {largest} bytes",
               largest=MAX_RECORD_BYTES) if size > MAX_RECORD_BYTES else None


class BadLine(MessageError, ValueError):
    """An invalid line; the message says what was found and what was expected."""


def seal(line: Header | Line, before: str) -> tuple[bytes, str]:
    """The bytes of a line, without the newline, and its checksum.

    :param before: the checksum of the previous line; empty for the header.
    """
    body = msgspec.json.encode(line)[:-1]
    checksum = _checksum(body, before)
    return body + _SUM + checksum.encode() + _END, checksum


def unseal(raw: bytes, before: str) -> tuple[bytes, str]:
    """The JSON of a line without its checksum, and the checksum.

    :raises BadLine: if the checksum is missing or wrong.
    """
    body, end = raw[:-_TAIL_LENGTH], raw[-_TAIL_LENGTH:]
    if not (end.startswith(_SUM) and end.endswith(_END)):
        raise BadLine(say("the line is incomplete or not part of a record; it should be JSON that ends with its "
                          "checksum"))
    checksum = _checksum(body, before)
    stated = stated_checksum(raw)
    if stated != checksum:
        raise BadLine(say("the line, or its place in the file, was changed: its checksum is {found}, expected {total}",
                          found=stated, total=checksum))
    return body + b"}", checksum


def stated_checksum(raw: bytes) -> str:
    """The checksum that a line states, unverified; empty if it has none."""
    end = raw[-_TAIL_LENGTH:]
    return end[len(_SUM) : -len(_END)].decode(errors="replace") if end.startswith(_SUM) else ""


def read_header(raw: bytes) -> tuple[Header, str]:
    """Decode the header; return it and its checksum.

    :raises BadLine: if it is invalid, or of a format this program does not read.
    """
    version = _version(raw)
    if version not in READABLE_FORMATS:
        raise BadLine(why_unreadable(version))
    body, checksum = unseal(raw, "")
    return _decode(body, Header), checksum


def read_line(raw: bytes, before: str) -> tuple[Line, str]:
    """Decode a later line; return it and its checksum.

    :raises BadLine: if it is invalid.
    """
    body, checksum = unseal(raw, before)
    return _decode(body, Line), checksum


def remark(text: str) -> str:
    """A remark in the form a record holds it: one printable line, cut if too long."""
    return one_line(text, MAX_REMARK_LENGTH)


def plain_title(text: str) -> str:
    """A title in the form it is shown: one printable line, cut if too long; empty if nothing of it is visible, e.g.
    combining marks without a letter."""
    line = one_line(text, MAX_TITLE_LENGTH)
    return line if any(category(character)[0] in "LNPS" for character in line) else ""


def file_name(path: Path) -> str:
    """A file's name in the form a record holds it: bytes that are not UTF-8 are escaped."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def one_line(text: str, max_length: int) -> str:
    """The printable characters of a text in one line, cut if too long; of a very long text only the first
    ``READ_FACTOR * max_length`` characters are read.

    :param max_length: the maximum length of the line, in characters.
    """
    printable = (character if character.isprintable() else " " for character in text[: READ_FACTOR * max_length])
    line = " ".join("".join(printable).split())
    return line if len(line) <= max_length else line[: max_length - 1].rstrip() + "…"


def why_unreadable(version: int) -> Message:
    """The reason why a file of another format is refused."""
    if version > FORMAT:
        return say("written by a newer Drumhead (format {version}); this one reads formats 1 to {here}",
                   version=version, here=FORMAT)
    return say("format {version} was never released; this program reads formats 1 to {here}", version=version,
               here=FORMAT)


class _Version(msgspec.Struct):
    """The part of a header that every format has."""

    drumhead: int


def _version(raw: bytes) -> int:
    """The format's version, read before anything else, so that an old file is never misread."""
    try:
        return msgspec.json.decode(raw, type=_Version).drumhead
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadLine(say('not a Drumhead record: its first line should begin {"drumhead":')) from None


def _decode(body: bytes, kind: Any) -> Any:
    """A line of a kind from its JSON.

    :raises BadLine: if it is none.
    """
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadLine(say("the line cannot be read: {error}", error=error_text(error))) from None


def _checksum(body: bytes, before: str) -> str:
    """The checksum of a line, from its content and the checksum of the line before it."""
    return blake2b(before.encode() + body, digest_size=_SUM_CHARACTERS // 2, person=b"record").hexdigest()
