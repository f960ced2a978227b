"""The saved games in the user's data folder. Every game begun on screen is recorded there from its first action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import repeat
from math import inf
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Any

from game.core.contract import System
from game.core.message import Text, say, unpacked
from game.files import data_folder
from game.match import index
from game.match.copies import delete_abandoned_copies
from game.match.errors import JournalError
from game.match.journal import busy, opened_here
from game.match.loading import why_other_edition
from game.match.match import Match
from game.match.record import file_name

SUFFIX = ".jsonl"
"""The suffix of records."""
HEAD_BYTES = 2**18
"""The maximum number of bytes that the list of saves reads at the beginning of a record. Most records are smaller."""
TAIL_BYTES = 2**17
"""The maximum number of bytes that the list of saves reads at the end of a record."""

MAX_DATE = 2**33
"""The latest date the list shows, in seconds since 1970, within the range of the system's calendar functions."""


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A record as an entry of the list of saves."""

    path: Path
    date: datetime
    """When it was last written; UTC."""
    system: str = ""
    scenario: str = ""
    options: tuple[str, ...] = ()
    players: Mapping[str, str] | None = None
    """Seat -> ``human`` or a computer level."""
    title: str = ""
    """The title the players gave it."""
    turn: int = 0
    """The turn after the last action; 0 before the first, unless the set-up states it."""
    actions: int = 0
    """The number of actions that have not been undone."""
    result: str = ""
    """The result of the game, if it is over."""
    winner: str = ""
    """The seat that won, or ``draw``; empty also if an older version wrote the record."""
    interrupted: bool = False
    """Whether the program that wrote it ended without closing it."""
    playing: bool = False
    """Whether its game is being played now, in this program or another."""
    continues: str = ""
    """The name of the record that this one continues: a damaged one, a copy, or one with other players."""
    copy: bool = False
    """Whether it is a copy of a game: playing on from it starts a new record."""
    fault: Text = ""
    """Why the record, or its end, cannot be read; its valid prefix can still be resumed if it has a system."""
    barred: bool = False
    """Whether it is valid, but of another edition of the rules that cannot be resumed."""
    edition: int = 0
    """The edition of its system's rules when it was begun; 0 if unknown."""

    @property
    def untouched(self) -> bool:
        """Whether it has no actions and no title, so that there is nothing to resume."""
        return not (self.actions or self.title or self.result or self.fault or self.copy or self.playing)

    @property
    def thumbnail(self) -> Path:
        """The path of its thumbnail, which may not exist."""
        return self.path.with_suffix(".png")


class Store:
    """The records in a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use a folder, which is created when first needed.

        :param folder: by default ``data_folder() / "games"``.
        """
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
        """Begin a new game with its record here, as ``Match.begin``.

        If the folder cannot be written the game starts all the same; its ``trouble`` says why.
        """
        match: Match[Any] = Match.begin(
            rules, scenario, options, seed=seed, players=players, position=position, now=now
        )
        self.keep(match, now=now)
        return match

    def keep(self, match: Match[Any], *, now: datetime | None = None, continues: str | None = None) -> None:
        """Record a game here from now on; if that fails, its ``trouble`` says why.

        :param continues: the name of the record that the new one continues, which is then no longer offered for play;
            None if there is none.
        """
        path = self.new_path(match.rules.name, now)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            match.continue_in(path, continues=continues)
        except JournalError as error:
            match.trouble = JournalError(path, say("{text}; the game continues unsaved", text=error.text))
        except OSError as error:
            match.trouble = JournalError(path,
                                         say("cannot be created: {error}; the game continues unsaved",
                                             error=error.strerror))

    def tidy(self) -> None:
        """Delete temporary files that killed programs left here."""
        delete_abandoned_copies(self.folder)

    def new_path(self, system: str, now: datetime | None = None) -> Path:
        """An unused file name."""
        stamp = (now or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S")
        paths = (self.folder / f"{stamp}-{system}-{token_hex(2)}{SUFFIX}" for _ in repeat(None))
        return next(path for path in paths if not path.exists())

    def listing(self) -> Listing:
        """The records of this folder; those not in its index have still to be read."""
        return Listing(self.folder)

    def saves(self) -> list[SavedFile]:
        """All records, most recently written first; unreadable ones state the reason."""
        listing = self.listing()
        listing.read()
        return list(listing.saves())

    def unfinished(self) -> list[SavedFile]:
        """Games whose program was killed, as ``Listing.unfinished``."""
        listing = self.listing()
        listing.read()
        return list(listing.unfinished())

    def delete(self, save: SavedFile) -> None:
        """Delete a record and its thumbnail.

        :raises JournalError: if it is in use, or cannot be deleted.
        """
        if busy(save.path):
            raise JournalError(save.path, say("is the record of a game being played"))
        try:
            save.path.unlink(missing_ok=True)
            save.thumbnail.unlink(missing_ok=True)
        except OSError as error:
            raise JournalError(save.path, say("cannot be deleted: {error}", error=error.strerror)) from error


class Listing:
    """The records of a folder, most recently written first. Those not in the index are read in time slices."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = index.record_files(folder, SUFFIX)
        self._indexed = index.load(folder) if self._files else {}
        """File name -> its entry in the index, current or not."""
        self._entries: list[index.SavedEntry] = []
        """Entries of the first files, as far as read."""
        self._why_barred = cache(why_other_edition)
        self._opened = 0
        """The number of files that had to be opened."""
        self._skip_indexed()

    def __len__(self) -> int:
        """The number of records."""
        return len(self._files)

    @property
    def read_count(self) -> int:
        """The number of records read so far, counted from the most recent."""
        return len(self._entries)

    @property
    def complete(self) -> bool:
        """Whether all of them have been read."""
        return self.read_count == len(self)

    def read(self, seconds: float = inf) -> None:
        """Read on for about this many seconds, but at least one record. The index is written when all have been
        read."""
        until = monotonic() + seconds
        while not self.complete:
            file = self._files[self.read_count]
            self._entries.append(index.examine(file, HEAD_BYTES, TAIL_BYTES))
            self._opened += 1
            self._skip_indexed()
            if monotonic() >= until:
                break
        if self.complete and (self._opened or len(self._indexed) > len(self._files)):
            index.store(self._folder, {file.path.name: entry for file, entry in
                                       zip(self._files, self._entries, strict=True) if entry.modified != index.UNREAD})
            self._opened, self._indexed = 0, {}

    def _skip_indexed(self) -> None:
        """Take records from the index up to the next one that is not in it or has changed."""
        while not self.complete:
            file = self._files[self.read_count]
            entry = self._indexed.get(file.path.name)
            if entry is None or (entry.size, entry.modified) != (file.size, file.modified):
                return
            self._entries.append(entry)

    def saves(self) -> Iterator[SavedFile]:
        """The records read so far, most recently written first."""
        for file, entry in zip(self._files, self._entries, strict=False):
            yield _saved_file(file, entry, self._why_barred)

    def latest(self) -> SavedFile | None:
        """The latest game that is not over and can be resumed; copies, and games continued in another record, do not
        count."""
        continued = self._continued
        return next((save for save in self.saves() if save.system and save.actions and not save.barred
                     and not save.result and not save.copy and file_name(save.path) not in continued), None)

    def unfinished(self) -> Iterator[SavedFile]:
        """Games whose program was killed, most recently written first; without those being played now, or continued in
        another record."""
        continued = self._continued
        return (save for save in self.saves() if save.interrupted and file_name(save.path) not in continued)

    @property
    def _continued(self) -> set[str]:
        """The names of the records that others continue."""
        return {entry.continues for entry in self._entries}


def describe(path: Path) -> SavedFile:
    """A record's entry in the list, without replaying it. Of a long one only the beginning and the end are read, so
    damage between them is found only when it is opened."""
    file = index.record_file(path)
    return _saved_file(file, index.examine(file, HEAD_BYTES, TAIL_BYTES), why_other_edition)


def _saved_file(
    file: index.RecordFile, entry: index.SavedEntry, why_barred: Callable[[str, int], Text]
) -> SavedFile:
    """A record's entry in the list.

    :param why_barred: returns why a game of a system and an edition cannot be resumed; empty if it can.
    """
    barred = why_barred(entry.system, entry.edition) if entry.system else ""
    playing = (not entry.closed or opened_here(file.path)) and busy(file.path)
    return SavedFile(
        file.path,
        datetime.fromtimestamp(min(max(file.modified / 10**9, 0), MAX_DATE), UTC),
        entry.system,
        entry.scenario,
        entry.options,
        entry.players if entry.system else None,
        entry.title,
        entry.turn,
        entry.actions,
        entry.result,
        entry.winner,
        edition=entry.edition,
        interrupted=not playing and ((entry.torn and not barred) or not (barred or entry.fault or entry.closed)),
        playing=playing,
        continues=entry.continues,
        copy=entry.copy,
        fault=barred or unpacked(entry.fault),
        barred=bool(barred),
    )
