"""The saved games in the user's data folder. Every game started on screen is one, from its first action on."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from typing import Any

from platformdirs import user_data_path

from game import catalog, files
from game.core.contract import System
from game.core.message import Text, say, told
from game.match.copies import sweep
from game.match.errors import JournalError
from game.match.journal import busy
from game.match.loading import other_edition
from game.match.match import Match
from game.match.record import (
    LARGEST,
    TITLE,
    BadLine,
    Closed,
    Do,
    Header,
    Line,
    Named,
    Opened,
    Undo,
    file_name,
    one_line,
    plain_title,
    read_header,
    read_line,
    told_sum,
)

SUFFIX = ".jsonl"
HEAD, TAIL = 2**18, 2**17
"""Bytes of a record that the list of saves reads at most: from its beginning, and from its end. Most are smaller."""

MOST = 12
"""Options and players that are shown of a record."""
LATEST = 2**33
"""The latest moment the list shows, in seconds since 1970; calendars of computers end some time later."""


@dataclass(frozen=True, slots=True)
class Save:
    """A record as the list shows it."""

    path: Path
    date: datetime
    """When it was last written; UTC."""
    system: str = ""
    scenario: str = ""
    options: tuple[str, ...] = ()
    players: Mapping[str, str] | None = None
    """Seat -> ``human`` or a computer level."""
    title: str = ""
    """The name the players gave it."""
    turn: int = 0
    """The turn it is after the last action; 0 before the first, unless the set-up says it."""
    actions: int = 0
    """Actions in force."""
    result: str = ""
    """How the game ended, where it has."""
    winner: str = ""
    """The seat that won, or ``draw``; empty also where an older program wrote the record."""
    interrupted: bool = False
    """Whether the program that wrote it ended without closing it."""
    playing: bool = False
    """Whether it is the record of a game that is being played now, in this program or another."""
    continues: str = ""
    """The name of the record, a damaged one or a copy, whose good part this one took over."""
    copy: bool = False
    """Whether it is a copy of a game: playing on from it begins a new record."""
    fault: Text = ""
    """Why the record, or its end, cannot be read; its good part can still be taken up, if it has a system."""
    barred: bool = False
    """Whether it is sound, but of another edition of the rules and not taken up."""

    @property
    def untouched(self) -> bool:
        """Whether nothing has been done in it and nobody gave it a name: there is nothing to come back to."""
        return not (self.actions or self.title or self.result or self.fault or self.copy or self.playing)

    @property
    def thumbnail(self) -> Path:
        """Where its little picture is, if there is one."""
        return self.path.with_suffix(".png")


def data_folder() -> Path:
    """The user's folder for saved games: ``DRUMHEAD_DATA``, or where the platform keeps such things."""
    named = os.environ.get("DRUMHEAD_DATA")
    return Path(named) if named else user_data_path("drumhead", appauthor=False)


class Store:
    """The records of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """:param folder: ``data_folder() / "games"`` when left out; made when first needed."""
        self.folder = folder or data_folder() / "games"

    def begin(
        self,
        rules: System[Any],
        scenario: str | None = None,
        options: Sequence[str] = (),
        *,
        seed: int | None = None,
        players: Mapping[str, str] | None = None,
        position: Mapping[str, Any] | None = None,
        now: datetime | None = None,
    ) -> Match[Any]:
        """A new game with its record here; as ``Match.begin``.

        Where the folder cannot be written the game starts all the same; its ``trouble`` says why.
        """
        match: Match[Any] = Match.begin(
            rules, scenario, options, seed=seed, players=players, position=position, now=now
        )
        self.keep(match, now=now)
        return match

    def keep(self, match: Match[Any], *, now: datetime | None = None) -> None:
        """Write a game's record here from now on; where that fails, its ``trouble`` says why."""
        path = self.new_path(match.rules.name, now)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            match.continue_in(path)
        except JournalError as error:
            match.trouble = JournalError(path, say("{text}; the game goes on unsaved", text=error.text))
        except OSError as error:
            match.trouble = JournalError(path,
                                         say("cannot be created: {error}; the game goes on unsaved",
                                             error=error.strerror))

    def tidy(self) -> None:
        """Remove what programs that were killed while writing left here."""
        sweep(self.folder)

    def new_path(self, system: str, now: datetime | None = None) -> Path:
        """A file name that nothing has yet."""
        stamp = (now or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S")
        return self.folder / f"{stamp}-{system}-{token_hex(2)}{SUFFIX}"

    def saves(self) -> list[Save]:
        """Every record, the last written first; those that cannot be read say why."""
        if not self.folder.is_dir():
            return []
        found = [describe(path) for path in self.folder.glob(f"*{SUFFIX}")]
        return sorted(found, key=lambda save: (save.date, save.path.name), reverse=True)

    def unfinished(self) -> list[Save]:
        """Games whose program was killed, the last written first; not those being played somewhere now."""
        saves = self.saves()
        taken_over = {save.continues for save in saves}
        return [save for save in saves if save.interrupted and file_name(save.path) not in taken_over]

    def delete(self, save: Save) -> None:
        """Remove a record and its picture.

        :raises JournalError: where it is being played, or cannot be removed.
        """
        if busy(save.path):
            raise JournalError(save.path, say("is the record of a game being played"))
        try:
            save.path.unlink(missing_ok=True)
            save.thumbnail.unlink(missing_ok=True)
        except OSError as error:
            raise JournalError(save.path, say("cannot be deleted: {error}", error=error.strerror)) from error


def describe(path: Path) -> Save:
    """A record's entry in the list, without playing it through; of a long one only the beginning and the end are read,
    so that damage between them is found when it is opened."""
    date = datetime.fromtimestamp(0, UTC)
    try:
        found = files.ends(path, HEAD, TAIL)
    except files.FileRefused as error:
        return Save(path, date, fault=error.text)
    date = datetime.fromtimestamp(min(max(found.modified, 0), LATEST), UTC)
    first, *raw = found.head.split(b"\n")
    try:
        header, total = read_header(first)
        if found.size > LARGEST:
            raise BadLine(say("too large for a record of a game"))
    except BadLine as error:
        return Save(path, date, fault=say("line {line}: {error}", line=1, error=told(error)))
    number = 2
    if found.tail:
        before, *raw = found.tail.split(b"\n")[1:] or [b""]
        total, number = told_sum(before), 0
    lines: list[Line] = []
    fault: Text = ""
    torn = bool(raw and raw[-1])
    whole = raw if torn else raw[:-1]
    for each in whole:
        try:
            line, total = read_line(each, total)
        except BadLine as error:
            fault = (say("line {line}: {error}", line=number, error=told(error)) if number
                     else say("near its end: {error}", error=told(error)))
            torn = torn and each is raw[-1]
            break
        lines.append(line)
        number += bool(number)
    barred = _barred(header)
    early = _sound(found.head.split(b"\n")) if found.tail else []
    entry = _entry(path, date, header, lines, barred or fault, torn and not barred)
    around = [*early, *lines, *(_sound(whole[len(lines):]) if fault else ())]
    return replace(
        entry,
        barred=bool(barred),
        title=plain_title(next((line.title for line in reversed(around) if isinstance(line, Named)), "")),
        copy=bool(around) and isinstance(around[-1], Closed) and around[-1].why == "copy",
    )


def _sound(raw: Sequence[bytes]) -> list[Line]:
    """The lines that hold, each for itself, after the line that stands before it: a name outlives damage elsewhere."""
    lines: list[Line] = []
    for before, each in pairwise(raw):
        with suppress(BadLine):
            lines.append(read_line(each, told_sum(before))[0])
    return lines


def _barred(header: Header) -> Text:
    """Why a game is not taken up under the rules as they are; nothing where the system itself cannot be used."""
    try:
        return other_edition(header)
    except catalog.BrokenSystem:
        return ""


def _entry(path: Path, date: datetime, header: Header, lines: list[Line], fault: Text, torn: bool) -> Save:
    played = [line for line in lines if isinstance(line, Do | Undo)]
    last = lines[-1] if lines else None
    playing = busy(path)
    return Save(
        path,
        date,
        one_line(header.system, TITLE),
        one_line(header.scenario, TITLE),
        tuple(one_line(option, TITLE) for option in header.options[:MOST]),
        {one_line(seat, TITLE): one_line(player, TITLE) for seat, player in list(header.players.items())[:MOST]},
        turn=played[-1].turn if played else _first_turn(header),
        actions=played[-1].n if played else 0,
        result=one_line(last.text, 4 * TITLE) if isinstance(last, Closed) else "",
        winner=one_line(last.winner, TITLE) if isinstance(last, Closed) else "",
        interrupted=not playing and (torn or not (fault or isinstance(last, Closed))),
        playing=playing,
        continues=next((line.continues for line in lines if isinstance(line, Opened) and line.continues), ""),
        fault=fault,
    )


def _first_turn(header: Header) -> int:
    """The turn a set-up of its own begins with, where it says so."""
    turn = (header.position or {}).get("turn", 0)
    return turn if isinstance(turn, int) and 0 <= turn < 1000 else 0
