"""Reading a record back: every line is checked, and play goes on from the last one that holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from game import catalog, files
from game.core.action import BadNotation
from game.core.contract import BadPosition, System
from game.core.message import say
from game.core.verdict import IllegalAction
from game.maps import MapError
from game.match.errors import BadRoll, NotNow, RecordError
from game.match.match import Match
from game.match.record import (
    LARGEST,
    PLAYERS,
    REMARKS,
    TITLE,
    BadLine,
    Closed,
    Do,
    Header,
    Line,
    Named,
    Undo,
    one_line,
    plain_title,
    read_header,
    read_line,
    remark,
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A record as far as it holds."""

    match: Match[Any]
    """The game after the last good line; not yet written anywhere."""
    fault: RecordError | None
    """The first line that does not hold, where there is one."""
    copy: bool = False
    """Whether the file is a copy of a game: it is read, never written to."""


def load(path: Path) -> Loaded:
    """Read a record and play it through. The file is not touched.

    :raises RecordError: where not even the first line holds, or the file cannot be read.
    """
    data = _read(path)
    lines = data.split(b"\n")
    cut = lines.pop()
    if cut:
        lines.append(cut)
    if not lines:
        raise RecordError(path, 0, say("the file is empty; a record begins with its header"))
    try:
        header, total = read_header(lines[0])
        barred = other_edition(header)
        if barred:
            raise RecordError(path, 0, barred)
        match = _begin(header)
    except (BadLine, BadPosition, MapError, catalog.UnknownName, catalog.BrokenSystem) as error:
        raise RecordError(path, 1, str(error)) from None
    good, title = 1, ""
    last: Line | None = None
    fault: RecordError | None = None
    try:
        for raw in lines[1:]:
            line, following = read_line(raw, total)
            _follow(match, line)
            good, last, total = good + 1, line, following
            title = plain_title(line.title) if isinstance(line, Named) else title
        if cut:
            fault = RecordError(path, good, "the file breaks off at the end of this line; a line break should follow")
    except (BadLine, BadNotation, IllegalAction, NotNow, BadRoll) as error:
        fault = RecordError(path, good + 1, str(error))
    match.adopt(lines[:good], total, title=title, closed=isinstance(last, Closed))
    return Loaded(match, fault, isinstance(last, Closed) and last.why == "copy")


def other_edition(header: Header) -> str:
    """Why a game that began under another edition of its system's rules is not taken up; empty where it can be."""
    if header.system not in catalog.names():
        return ""
    rules: System[Any] = catalog.rules(header.system)
    if header.edition == rules.edition:
        return ""
    age = "an older" if header.edition < rules.edition else "a newer"
    return (f"begun under {age} edition of the rules of {rules.theme.title} ({header.edition}, here {rules.edition}): "
            "it cannot go on here, and the file stays as it is")


def resume(path: Path, *, now: datetime | None = None) -> Loaded:
    """Read a record and go on writing to it. A copy and a damaged one stay as they are: play goes on in a new file.

    :raises RecordError: where not even the first line holds, or the file cannot be read.
    :raises JournalError: where it is open elsewhere or cannot be written.
    """
    loaded = load(path)
    if loaded.fault or loaded.copy:
        loaded.match.reopen(_fresh(path), continues=path.name, now=now)
    else:
        loaded.match.reopen(path, now=now)
    return loaded


def branch(
    match: Match[Any],
    actions: int,
    record: Path | None = None,
    *,
    players: Mapping[str, str] | None = None,
    new_dice: bool = False,
    now: datetime | None = None,
) -> Match[Any]:
    """A new game that shares the first actions of another, from there on its own.

    :param players: who plays on in each seat; those of the other game where left out.
    :param new_dice: whether rolls to come are others than those the same play would meet in the other game.
    :raises ValueError: for more actions than the game has.
    :raises JournalError: where the new record cannot be written.
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
        new.play(ply.action, ply.why)
    if record is not None:
        new.continue_in(record)
    return new


def _read(path: Path) -> bytes:
    try:
        return files.read(path, LARGEST)
    except files.FileRefused as error:
        raise RecordError(path, 0, error.text) from error


def _begin(header: Header) -> Match[Any]:
    """The game of a header.

    :raises BadLine: where the set-up is not what it was.
    """
    rules: System[Any] = catalog.rules(header.system)
    scenario = catalog.scenario(rules, header.scenario)
    options = catalog.options(rules, header.options)
    if tuple(header.players) != rules.seats:
        raise BadLine(f"players should have the seats {', '.join(rules.seats)}, not {', '.join(header.players)}")
    for seat, player in header.players.items():
        if player not in PLAYERS:
            raise BadLine(f"the player of {seat} should be {' or '.join(PLAYERS)}, not {one_line(player, TITLE)!r}")
    if header.position is None:
        first = rules.initial(scenario.name, options)
    else:
        first = rules.from_position(header.position)
    match: Match[Any] = Match(rules, header, first)
    if match.hash != header.hash:
        raise BadLine(f"scenario {scenario.name} is set up differently now: hash {header.hash}, here {match.hash}")
    return match


def _follow(match: Match[Any], line: Line) -> None:
    """Do again what a line says; the game stays as it was where that fails.

    :raises BadLine: where the outcome is another.
    """
    history = match.history
    if isinstance(line, Do):
        if line.n != len(history) + 1:
            raise BadLine(f"expected action {len(history) + 1}, found action {line.n}")
        if line.why and (match.header.drumhead < REMARKS or line.why != remark(line.why)):
            raise BadLine(f"'why' should be one line of print in a record of format {REMARKS}, not {line.why[:40]!r}")
        history.play(match.rules.parse(line.action), line.why)
        if history.hash != line.hash:
            found = history.hash
            history.take_back(len(history) - 1, consent=True)
            raise BadLine(f"after {line.action!r} the record has hash {line.hash}, the rules come to {found}")
        if wrong := _wrong_turn(match, line):
            history.take_back(len(history) - 1, consent=True)
            raise BadLine(f"after {line.action!r} {wrong}")
    elif isinstance(line, Undo):
        if line.n >= len(history):
            raise BadLine(f"{line.n} actions should stay of {len(history)}; nothing is taken back")
        if line.hash != history.hash_at(line.n):
            raise BadLine(f"expected hash {history.hash_at(line.n)} after taking back, found {line.hash}")
        if wrong := _wrong_turn(match, line):
            raise BadLine(f"after taking back {wrong}")
        history.take_back(line.n, consent=line.consent)


def _wrong_turn(match: Match[Any], line: Do | Undo) -> str:
    """What is wrong with a line's turn, empty where nothing is.

    It is the turn after the line's last action; records of the first programs have the turn in which that was done.
    """
    history = match.history
    if line.n and line.turn == history.plies[line.n - 1].turn:
        return ""
    now = match.rules.prompt(history.state_at(line.n)).turn
    return "" if line.turn == now else f"the record has turn {line.turn}, the rules come to turn {now}"


def _fresh(path: Path) -> Path:
    """A name beside a record that nothing has yet."""
    number = 2
    while (name := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return name
