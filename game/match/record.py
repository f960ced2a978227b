"""A record's lines: save file, autosave, crash recovery and replay in one.

One JSON object a line. The first is the header; then one line for everything that happened, in order, only ever
appended. Every line ends with ``sum``, a hash of the line's own bytes and of the line before, so a change anywhere
is found at the line where it stands; lines about the game also carry the hash of the state after them.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any
from unicodedata import category

import msgspec

from game.core.message import Message, MessageError, say, told

FORMAT = 5
"""The version of this format. Raise it when a line's meaning changes; ``outdated`` says what becomes of old files."""

READABLE = (1, 2, 3, 4, FORMAT)
"""Formats that are read as they are. Files of formats 1 and 2 have no winner (``Closed.winner``), those of format 1 no
remarks (``Do.why``) either; they get none when play goes on in them: the program that wrote them can still read them.
Since format 4 there are the actions of ``agreements``. A game that goes on in an older file can end by them, too: the
program that wrote the file then reads it up to there. Since format 5 a remark keeps who made it (``Do.by``).
"""

REMARKS = 2
"""The first format with remarks."""

SPEAKERS = 5
"""The first format in which a remark keeps the player that made it, after another has taken the seat."""

WINNERS = 3
"""The first format that says who won."""

LONGEST_REMARK = 300
"""Characters."""

PROGRAM = "0.1.0"
"""The program's version; must agree with ``pyproject.toml``."""

LARGEST = 64 * 2**20
"""Bytes; no game fills that, so a larger file is something else. No record is written beyond it."""

TITLE = 60
"""Characters of a game's name, at most."""

_SUM = b',"sum":"'
_SUM_CHARACTERS = 16


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was set up before the first action."""

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
    hash: str
    """The hash of the first state."""
    position: dict[str, Any] | None = None
    """The first position, where it is not the scenario's."""
    edition: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 1
    """The edition of the system's rules under which the game began (``Rules.edition``)."""


Turn = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Do(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="line", tag="do"):
    """An action; chance's carry the faces."""

    n: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    """Actions in force after this one."""
    turn: Turn
    """The turn it is after this one."""
    action: str
    hash: str
    why: str = ""
    """What the computer player that did it said about it, in one line; no part of the game and of its hashes."""
    by: str = ""
    """Who made that remark, where somebody else has the seat now."""


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="undo"):
    """Actions taken back. Their lines stay."""

    n: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    """Actions still in force."""
    turn: Turn
    hash: str
    consent: bool = False


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="named"):
    """The players gave the game a name."""

    title: str


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="opened"):
    """The record was taken up again."""

    date: str
    continues: str | None = None
    """The name of the file, a damaged one or a copy, whose good part this one took over."""


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="line",
             tag="closed"):
    """The program left the game in good order. A record whose last line is another was interrupted."""

    why: str
    """``over``: the game ended; ``left``: the players stopped; ``copy``: this file is a copy, which is only read."""
    text: str = ""
    """The result, where there is one."""
    winner: str = ""
    """The seat that won, or ``draw``; empty where the game is not over."""


Line = Do | Undo | Named | Opened | Closed


def full(size: int) -> Message | None:
    """Why a record of so many bytes is not written, where it is too large to be read again."""
    return say("is full: a record has at most {largest} bytes", largest=LARGEST) if size > LARGEST else None


class BadLine(MessageError, ValueError):
    """A line that does not hold. Says what was found and what was expected."""


def seal(line: Header | Line, before: str) -> tuple[bytes, str]:
    """A line's bytes, without the newline, and its sum.

    :param before: the sum of the line before; empty for the header.
    """
    body = msgspec.json.encode(line)[:-1]
    total = _sum(body, before)
    return body + _SUM + total.encode() + b'"}', total


def unseal(raw: bytes, before: str) -> tuple[bytes, str]:
    """The JSON of a line without its sum, and the sum.

    :raises BadLine: where the sum is missing or another.
    """
    tail = len(_SUM) + _SUM_CHARACTERS + 2
    body, end = raw[:-tail], raw[-tail:]
    if not (end.startswith(_SUM) and end.endswith(b'"}')):
        raise BadLine(say("the line is incomplete or not part of a record; it should be JSON that ends with its "
                          "checksum"))
    total = _sum(body, before)
    if end[len(_SUM) : -2] != total.encode():
        found = end[len(_SUM) : -2].decode(errors="replace")
        raise BadLine(say("the line, or its place in the file, was changed: its checksum is {found}, expected {total}",
                          found=found, total=total))
    return body + b"}", total


def told_sum(raw: bytes) -> str:
    """The sum a line claims to have, without looking at the rest of it; empty where it ends with none."""
    end = raw[-(len(_SUM) + _SUM_CHARACTERS + 2) :]
    return end[len(_SUM) : -2].decode(errors="replace") if end.startswith(_SUM) else ""


def read_header(raw: bytes) -> tuple[Header, str]:
    """The header and its sum.

    :raises BadLine: where it is none, or of a format this program does not read.
    """
    version = _version(raw)
    if version not in READABLE:
        raise BadLine(outdated(version))
    body, total = unseal(raw, "")
    return _decode(body, Header), total


def read_line(raw: bytes, before: str) -> tuple[Line, str]:
    """A later line and its sum.

    :raises BadLine: where it does not hold.
    """
    body, total = unseal(raw, before)
    return _decode(body, Line), total


def remark(text: str) -> str:
    """What a player said, as a record holds it: one line of print, cut where it is too long."""
    return one_line(text, LONGEST_REMARK)


def plain_title(text: str) -> str:
    """A game's name as it is shown: one line of print, cut where it is too long; empty where nothing of it is seen, as
    of marks without a letter."""
    line = one_line(text, TITLE)
    return line if any(category(mark)[0] in "LNPS" for mark in line) else ""


def file_name(path: Path) -> str:
    """A file's name as a record holds it: bytes that are no UTF-8 are written as escapes."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def one_line(text: str, most: int) -> str:
    """The printable characters of a text, of a very long one only of its beginning, in one line."""
    marks = (mark if mark.isprintable() else " " for mark in text[: 20 * most])
    line = " ".join("".join(marks).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def outdated(version: int) -> Message:
    """Why a file of another format is refused."""
    if version > FORMAT:
        return say("written by a newer Drumhead (format {version}); this one reads format {here}", version=version,
                   here=FORMAT)
    return say("format {version} was never released; this program reads format {here}", version=version, here=FORMAT)


class _Version(msgspec.Struct):
    drumhead: int


def _version(raw: bytes) -> int:
    """The format's version, read before anything else so that an old file is never misread."""
    try:
        return msgspec.json.decode(raw, type=_Version).drumhead
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadLine(say('not a Drumhead record: its first line should begin {"drumhead":')) from None


def _decode(body: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadLine(say("the line cannot be read: {error}", error=told(error))) from None


def _sum(body: bytes, before: str) -> str:
    return blake2b(before.encode() + body, digest_size=_SUM_CHARACTERS // 2, person=b"record").hexdigest()
