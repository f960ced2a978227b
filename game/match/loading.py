"""Reading a record: every line is checked, and play can continue from the last valid one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from game import catalog, files
from game.board.fault import MapError
from game.core.action import BadNotation
from game.core.capability import Migration, capability
from game.core.contract import BadPosition, System
from game.core.message import Text, error_text, or_list, say
from game.core.verdict import IllegalAction
from game.levels import player_names
from game.match.errors import BadRoll, NotNow, RecordError
from game.match.match import Match
from game.match.migration import migrate_line, modern_header, replay_line, with_current_hash
from game.match.record import (
    MAX_RECORD_BYTES,
    MAX_TITLE_LENGTH,
    BadLine,
    Closed,
    Header,
    Line,
    Named,
    file_name,
    one_line,
    plain_title,
    read_header,
    read_line,
)

LINES_BETWEEN_PAUSES = 8
"""Lines read between two calls of ``pause``; most take less than a millisecond. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The valid prefix of a record."""

    match: Match[Any]
    """The game after the last valid line; not yet recorded anywhere."""
    fault: RecordError | None
    """The first invalid line, if any."""
    copy: bool = False
    """Whether the file is a copy of a game, which is never written to."""
    migrated: bool = False
    """Whether the file is from an older edition of the rules: the match then has a new record in the current words."""


class RecordReading:
    """A record being read and replayed, in as many steps as the caller likes. The file is not changed."""

    def __init__(self, path: Path) -> None:
        """Read the file, and parse its first line.

        :raises RecordError: if the first line is invalid, or the file cannot be read.
        """
        self.path = path
        self._lines = _read(path).split(b"\n")
        self._unfinished_line = self._lines.pop()
        if self._unfinished_line:
            self._lines.append(self._unfinished_line)
        if not self._lines:
            raise RecordError(path, 0, say("the file is empty; a record begins with its header"))
        try:
            self.header, self._checksum = read_header(self._lines[0])
            why_barred = why_other_edition(self.header.system, self.header.edition)
            if why_barred:
                raise RecordError(path, 0, why_barred)
            self.match = _begin_match(self.header)
        except (BadLine, BadPosition, MapError, catalog.UnusableName, catalog.BrokenSystem) as error:
            raise RecordError(path, 1, error_text(error)) from None
        self._migrated = self.match.header.edition != self.header.edition
        self.lines_read, self._title = 1, ""
        """The number of lines read so far, and the title that they give."""
        self._last: Line | None = None
        self.fault: RecordError | None = None
        """The first invalid line, once it has been reached."""

    @property
    def lines(self) -> int:
        """The number of lines in the file."""
        return len(self._lines)

    def read_on(self, pause: Callable[[], bool] = lambda: False) -> Loaded | None:
        """Continue to the end of the record; return None if paused before that.

        :param pause: called after every few lines; whether to stop for now.
        """
        try:
            while self.fault is None and self.lines_read < len(self._lines):
                for raw in self._lines[self.lines_read : self.lines_read + LINES_BETWEEN_PAUSES]:
                    self._take(raw)
                if pause():
                    return None
            if self._unfinished_line and self.fault is None:
                self.fault = RecordError(self.path, self.lines_read,
                                         say("the file breaks off at the end of this line; a line break should "
                                             "follow"))
        except (BadLine, BadNotation, IllegalAction, NotNow, BadRoll) as error:
            self.fault = RecordError(self.path, self.lines_read + 1, error_text(error))
        if self._migrated:
            return Loaded(self.match, self.fault, migrated=True)
        closed = isinstance(self._last, Closed)
        self.match.adopt(self._lines[: self.lines_read], self._checksum, title=self._title, closed=closed)
        return Loaded(self.match, self.fault, isinstance(self._last, Closed) and self._last.why == "copy")

    def _take(self, raw: bytes) -> None:
        """Read the next line and replay it.

        :raises BadLine: if it is invalid.
        """
        line, checksum = read_line(raw, self._checksum)
        if self._migrated:
            migrate_line(self.match, self.header.edition, line)
        else:
            replay_line(self.match, line)
        self.lines_read, self._last, self._checksum = self.lines_read + 1, line, checksum
        if isinstance(line, Named):
            self._title = plain_title(line.title)


def load(path: Path) -> Loaded:
    """Read a record and replay it. The file is not changed.

    :raises RecordError: if the first line is invalid, or the file cannot be read.
    """
    loaded = RecordReading(path).read_on()
    assert loaded is not None, "a reading without pauses reads the whole record"
    return loaded


def why_other_edition(system: str, edition: int) -> Text:
    """Why a game of another edition of its system's rules cannot continue; empty if it can."""
    try:
        rules: System[Any] = catalog.rules(system)
    except (catalog.UnusableName, catalog.BrokenSystem):
        return ""
    if edition == rules.edition or edition in capability(rules, Migration).migrates:
        return ""
    values = {"title": rules.theme.title, "edition": edition, "here": rules.edition}
    if edition < rules.edition:
        return say("begun under an older edition of the rules of {title} ({edition}; this program has {here}): it "
                   "cannot be resumed, and the file is unchanged", **values)
    return say("begun under a newer edition of the rules of {title} ({edition}; this program has {here}): it cannot "
               "be resumed, and the file is unchanged", **values)


def resume(path: Path, *, now: datetime | None = None) -> Loaded:
    """Read a record and continue writing to it. A copy, a damaged record and one of an older edition are left
    unchanged: play continues in a new file.

    :raises RecordError: if the first line is invalid, or the file cannot be read.
    :raises JournalError: if it is open elsewhere or cannot be written.
    """
    loaded = load(path)
    continue_record(loaded, path, now=now)
    return loaded


def continue_record(loaded: Loaded, path: Path, *, now: datetime | None = None) -> None:
    """Continue writing to a record that was read, or to a new file, as ``resume`` does.

    :raises JournalError: if it is open elsewhere, has changed since or cannot be written.
    """
    if loaded.fault or loaded.copy or loaded.migrated:
        loaded.match.reopen(_unused_path(path), continues=file_name(path), now=now)
    else:
        loaded.match.reopen(path, now=now)


def branch(
    match: Match[Any],
    actions: int,
    record: Path | None = None,
    *,
    players: Mapping[str, str] | None = None,
    new_dice: bool = False,
    now: datetime | None = None,
) -> Match[Any]:
    """Create a new game that begins with the first actions of another.

    :param players: seat -> its player from now on; by default those of the other game. Explanations keep the player
        that gave them.
    :param new_dice: whether to draw a new seed, so that the same moves give other rolls than in the other game.
    :raises ValueError: for more actions than the game has.
    :raises JournalError: if the new record cannot be written.
    """
    if not 0 <= actions <= len(match.plies):
        raise ValueError(f"the game has {len(match.plies)} actions, not {actions}")
    old = match.header
    new: Match[Any] = Match.begin(
        match.rules,
        old.scenario,
        old.options,
        seed=None if new_dice else old.seed,
        players=players or old.players,
        position=old.position,
        now=now,
    )
    for ply in match.plies[:actions]:
        speaker = ply.by or old.players.get(ply.actor, "")
        new.play(ply.action, ply.why, speaker if ply.why and speaker != new.header.players.get(ply.actor) else "")
    if record is not None:
        new.continue_in(record)
    return new


def _read(path: Path) -> bytes:
    """The content of a record.

    :raises RecordError: if it cannot be read.
    """
    try:
        return files.read(path, MAX_RECORD_BYTES)
    except files.FileRefused as error:
        raise RecordError(path, 0, error.text) from error


def _begin_match(header: Header) -> Match[Any]:
    """Set up the game of a header.

    :raises BadLine: if a seat or player is wrong, or the set-up has changed since.
    """
    rules: System[Any] = catalog.rules(header.system)
    migrated = header.edition != rules.edition
    if migrated:
        header = modern_header(rules, header)
    scenario = catalog.scenario(rules, header.scenario)
    options = catalog.options(rules, header.options, position=header.position is not None)
    if tuple(header.players) != rules.seats:
        raise BadLine(say("players should have the seats {names}, not {found}", names=', '.join(rules.seats),
                          found=', '.join(header.players)))
    for seat, player in header.players.items():
        if player not in player_names():
            raise BadLine(say("the player of {seat} should be {names}, not {player!r}", seat=seat,
                              names=or_list(player_names()), player=one_line(player, MAX_TITLE_LENGTH)))
    if header.position is None:
        first_state = catalog.set_up(rules, scenario.name, options)
    else:
        first_state = rules.from_position(header.position)
    if migrated:
        header = with_current_hash(rules, header, first_state)
    match: Match[Any] = Match(rules, header, first_state)
    if match.hash != header.hash:
        raise BadLine(say("scenario {name} is set up differently now: its hash was {hash}, and is {here}",
                          name=scenario.name, hash=header.hash, here=match.hash))
    return match


def _unused_path(path: Path) -> Path:
    """An unused file name beside a record."""
    number = 2
    while (name := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return name
