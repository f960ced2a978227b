"""Replaying the lines of a record: as written, or translated from an older edition of a system's rules.

An older edition may differ only in words, and only if the system says so (``Migration.migrates``). Its actions and
faces are replayed in the current words; hashes are computed again, since they depend on the words. The result becomes a
new record; the old file is unchanged.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.core.capability import Migration, capability
from game.core.contract import System
from game.core.message import Text, say
from game.levels import player_names
from game.match import agreements
from game.match.hashing import hash_state
from game.match.match import Match
from game.match.record import (
    AUTHORS_SINCE,
    FORMAT,
    PROGRAM_VERSION,
    REMARKS_SINCE,
    BadLine,
    Do,
    Header,
    Line,
    Named,
    Undo,
    plain_title,
    remark,
)
from game.match.setup import recordable_position

MAX_QUOTED = 40
"""The most characters of a line's remark or author that an error message quotes; chosen by hand."""


def replay_line(match: Match[Any], line: Line) -> None:
    """Replay a line with an action or an undo; other lines change nothing. The game is unchanged if that fails.

    :raises BadLine: if the line does not fit the game, or the rules give another outcome than it states.
    :raises game.core.action.BadNotation: if its action cannot be read. As ``Match.play``, also ``IllegalAction``,
        ``NotNow`` and ``BadRoll``.
    """
    history = match.history
    _check_number_and_turn(match, line)
    if isinstance(line, Do):
        if line.why and (match.header.drumhead < REMARKS_SINCE or line.why != remark(line.why)):
            raise BadLine(say("'why' should be one printable line in a record of format {remarks}, not {why!r}",
                              remarks=REMARKS_SINCE, why=line.why[:MAX_QUOTED]))
        if line.by and (match.header.drumhead < AUTHORS_SINCE or line.by not in player_names()):
            raise BadLine(say("'by' should be a player in a record of format {since}, not {by!r}",
                              since=AUTHORS_SINCE, by=remark(line.by)[:MAX_QUOTED]))
        match.enact(match.parse(line.action), line.why, line.by)
        if history.hash != line.hash:
            history.undo(len(history) - 1, consent=True)
            raise BadLine(say("after {action!r} the position differs from the recorded one: the rules have changed, "
                              "or the line was altered", action=line.action))
        if mismatch := turn_mismatch(match, line):
            history.undo(len(history) - 1, consent=True)
            raise BadLine(say("after {action!r} {wrong}", action=line.action, wrong=mismatch))
    elif isinstance(line, Undo):
        if line.hash != history.hash_at(line.n):
            raise BadLine(say("expected hash {expected} after undo, found {hash}",
                              expected=history.hash_at(line.n), hash=line.hash))
        history.undo(line.n, consent=line.consent)


def _check_number_and_turn(match: Match[Any], line: Line) -> None:
    """Check the number of actions that a line with an action or undo states, and the turn after an undo. The turn after
    an action is known only once it has been played.

    :raises BadLine: if one does not fit the game.
    """
    number = len(match.history)
    if isinstance(line, Do) and line.n != number + 1:
        raise BadLine(say("expected action {number}, found action {n}", number=number + 1, n=line.n))
    if isinstance(line, Undo):
        if line.n >= number:
            raise BadLine(say("undo should leave {n} of {number} actions", n=line.n, number=number))
        if mismatch := turn_mismatch(match, line):
            raise BadLine(say("after undo {wrong}", wrong=mismatch))


def turn_mismatch(match: Match[Any], line: Do | Undo) -> Text:
    """What is wrong with a line's turn; empty if nothing is.

    The turn of a line is the one after its last action; the first versions of the program wrote the turn of that action
    itself.
    """
    history = match.history
    if line.n and line.turn == history.ply_at(line.n).turn:
        return ""
    turn = history.turn_at(line.n)
    if line.turn == turn:
        return ""
    return say("the record has turn {turn}, the rules give turn {now}", turn=line.turn, now=turn)


def modern_header(rules: System[Any], header: Header) -> Header:
    """An older edition's header in the current words; its hash is still that of the old words."""
    old_edition, migration = header.edition, capability(rules, Migration)
    return msgspec.structs.replace(
        header,
        drumhead=FORMAT,
        program=PROGRAM_VERSION,
        edition=rules.edition,
        scenario=migration.modern(old_edition, header.scenario),
        options=tuple(migration.modern(old_edition, name) for name in header.options),
        position=None if header.position is None else dict(migration.modern_position(old_edition, header.position)),
    )


def with_current_hash(rules: System[Any], header: Header, first_state: Any) -> Header:
    """A header with the hash of the first state, and the position in its current form.

    :raises BadPosition: for a position that could not be read back.
    """
    position = None if header.position is None else recordable_position(rules, first_state)
    return msgspec.structs.replace(header, hash=hash_state(rules, first_state), position=position)


def migrate_line(match: Match[Any], edition: int, line: Line) -> None:
    """Replay a line of an older edition, writing it as a new line of the match's own record.

    :param edition: the edition of the system's rules in which the line is written.
    :raises BadLine: if it does not fit the game. Other errors are those of ``replay_line``.
    """
    _check_number_and_turn(match, line)
    if isinstance(line, Do):
        agreement = agreements.parse(match.rules, line.action)
        action = agreement or capability(match.rules, Migration).modern(edition, line.action)
        match.play(action, remark(line.why), line.by)
        if mismatch := turn_mismatch(match, line):
            match.undo(consent=True)
            raise BadLine(say("after {action!r} {wrong}", action=line.action, wrong=mismatch))
    elif isinstance(line, Undo):
        match.undo(line.n, consent=line.consent)
    elif isinstance(line, Named):
        match.set_title(plain_title(line.title))
