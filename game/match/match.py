"""A game being played, with its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from secrets import randbelow
from typing import Any

from game import catalog
from game.core.action import Action, Faces
from game.core.contract import State, System
from game.core.message import Text, say
from game.levels import HUMAN, player_names
from game.match import agreements
from game.match.agreements import AcceptDraw, DeclineDraw, OfferDraw, Resign
from game.match.copies import write_whole
from game.match.dice import SEEDS, derive
from game.match.errors import JournalError, NotNow
from game.match.game import Game
from game.match.hashing import hash_state
from game.match.history import History, Ply
from game.match.journal import Journal
from game.match.record import (
    FORMAT,
    PROGRAM_VERSION,
    REMARKS_SINCE,
    WINNERS_SINCE,
    Closed,
    Do,
    Header,
    Line,
    Named,
    Opened,
    Undo,
    plain_title,
    remark,
    seal,
)
from game.match.setup import check_agrees, recordable_position


class Match(Game[State]):
    """One game: its state, history, dice and record.

    A failure to write the record never stops the game: ``trouble`` then holds the error, the lines are kept, and every
    later action tries again; ``save`` and ``continue_in`` write everything elsewhere.
    """

    def __init__(self, rules: System[State], header: Header, first_state: State) -> None:
        """A game from its header; use ``begin`` or ``loading.load`` to get one."""
        super().__init__(rules, History(rules, header.scenario, header.options, header.seed, first_state))
        self.header = header
        self.title = ""
        """The title that the players gave the game; empty if none."""
        self.trouble: JournalError | None = None
        """Why the record could not be written the last time; None if it was."""
        self.closed = False
        """Whether the last line of the record says that the game was closed properly."""
        self._journal: Journal | None = None
        line, self._checksum = seal(header, "")
        self._lines = [line]

    @classmethod
    def begin(
        cls,
        rules: System[State],
        scenario: str | None = None,
        options: Sequence[str] = (),
        *,
        seed: int | None = None,
        players: Mapping[str, str] | None = None,
        position: Mapping[str, Any] | None = None,
        record: Path | None = None,
        replace: bool = False,
        now: datetime | None = None,
    ) -> Match[State]:
        """Begin a new game.

        :param scenario: by default the system's only battle.
        :param seed: the seed of the program's dice; random by default.
        :param players: seat -> ``human`` or a computer level; ``human`` by default.
        :param position: the first position, instead of the scenario's set-up.
        :param record: the file to write, new or empty.
        :param replace: whether another record in that file may be overwritten.
        :raises game.catalog.UnknownName: for an unknown scenario, option, seat or player.
        :raises game.core.contract.BadPosition: for a position that is invalid, or could not be read back.
        :raises ValueError: for a seed out of range.
        :raises JournalError: if the record cannot be written.
        """
        info = catalog.scenario(rules, scenario)
        option_names = catalog.options(rules, options, position=position is not None)
        for seat in players or ():
            if seat not in rules.seats:
                raise catalog.UnknownName(say("seat"), seat, rules.seats)
        for player in (players or {}).values():
            if player not in player_names():
                raise catalog.UnknownName(say("player"), player, player_names())
        if seed is not None and seed not in SEEDS:
            raise ValueError(f"a seed is a whole number from 0 to {SEEDS[-1]}, not {seed}")
        if position is None:
            first_state = catalog.set_up(rules, info.name, option_names)
        else:
            first_state = rules.from_position(position)
            check_agrees(position, info.name, option_names)
        header = Header(
            drumhead=FORMAT,
            system=rules.name,
            scenario=info.name,
            options=option_names,
            players={seat: (players or {}).get(seat, HUMAN) for seat in rules.seats},
            seed=randbelow(SEEDS[-1] + 1) if seed is None else seed,
            date=_stamp(now),
            program=PROGRAM_VERSION,
            hash=hash_state(rules, first_state),
            position=recordable_position(rules, first_state) if (
                position is not None or rules.traits.records_first_position) else None,
            edition=rules.edition,
        )
        match = cls(rules, header, first_state)
        if record is not None:
            match.continue_in(record, replace=replace)
        return match

    @property
    def record(self) -> Path | None:
        """The file of the record; None if there is none."""
        return self._journal.path if self._journal else None

    @property
    def lines(self) -> tuple[bytes, ...]:
        """The lines of the record so far, without newlines."""
        return tuple(self._lines)

    def player(self, seat: str) -> str:
        """The player of a seat: ``human`` or a computer level."""
        return self.header.players[seat]

    def player_seed(self, seat: str, level: str) -> int:
        """The seed for a computer player of a seat, unrelated to the dice: the same for the whole game, so that it
        keeps to its plans. ``random``, created again for each choice, gets another each time."""
        return derive(self.header.seed, "player", seat, len(self.history) if level == "random" else 0)

    def play(self, action: Action | str, why: Text = "", by: str = "") -> Ply[State]:
        """Do an action and record it.

        :param why: the explanation of the computer player that takes it; recorded with it.
        :param by: the player that gave the explanation, if it is not the one that has the seat.
        :raises game.core.action.BadNotation: for a text that is no action.
        :raises game.core.verdict.IllegalAction: if the rules refuse it.
        :raises NotNow: if the game is over, if a roll is pending and the action is neither a roll nor an agreement, or
            for a roll while none is pending.
        :raises BadRoll: for faces the dice cannot show.
        """
        ply = self.enact(self.parse(action) if isinstance(action, str) else action, why, by)
        explanation = remark(str(ply.why)) if self.header.drumhead >= REMARKS_SINCE else ""
        turn = self.prompt.turn
        self._note(Do(len(self.history), turn, ply.action.notation, ply.hash, explanation, by), sync=turn != ply.turn)
        if self.result is not None:
            self.close()
        return ply

    def resign(self, seat: str) -> Ply[State]:
        """Resign for a side; the other side wins.

        :raises NotNow: if the game is over.
        """
        return self.play(Resign(seat))

    def offer_draw(self, seat: str) -> Ply[State]:
        """Offer a draw. The offer is open until the other side answers it or takes a game action.

        :raises game.core.verdict.IllegalAction: if an offer is open, or the side has taken no action since its last
            one.
        :raises NotNow: if the game is over.
        """
        return self.play(OfferDraw(seat))

    def answer_draw(self, *, accept: bool, why: Text = "") -> Ply[State]:
        """Accept or decline the open draw offer.

        :param why: the explanation of the computer player that answers.
        :raises NotNow: if no offer is open, or the game is over.
        """
        offering_seat = self.draw_offer
        if offering_seat is None:
            raise NotNow(say("no draw is offered"))
        seat = agreements.other_seat(self.rules, offering_seat)
        return self.play(AcceptDraw(seat) if accept else DeclineDraw(seat), why)

    def roll(self, faces: Sequence[int] | None = None) -> Ply[State]:
        """Resolve the pending roll: with the program's dice, or with real ones that showed ``faces``.

        :raises NotNow: if no roll is pending.
        :raises BadRoll: for faces the dice cannot show.
        """
        return self.play(self.history.faces() if faces is None else Faces(tuple(faces)))

    def undo(self, to: int | None = None, *, consent: bool = False) -> None:
        """Undo the last action, or several.

        :param to: the number of actions that remain; by default all but the last.
        :param consent: whether the other side consents, which undoing a roll or a reveal needs.
        :raises NotNow: if there is none, or consent is needed and missing.
        """
        self.history.undo(len(self.history) - 1 if to is None else to, consent=consent)
        self._note(Undo(len(self.history), self.prompt.turn, self.hash, consent))

    def save(self, path: Path, title: str = "", *, replace: bool = False) -> None:
        """Write a copy of the record; the game continues in its own.

        :param title: the copy's title in the list of saves; the game's own title is unchanged.
        :param replace: whether another game's record, or a damaged one, in that file may be overwritten.
        :raises game.match.copies.Occupied: if the file holds one and ``replace`` is not set.
        :raises JournalError: naming the file, which is then unchanged.
        """
        lines, checksum = list(self._lines), self._checksum
        last_lines: list[Line] = [Named(plain_title(title))] if title else []
        for line in (*last_lines, self._closing("copy")):
            sealed, checksum = seal(line, checksum)
            lines.append(sealed)
        write_whole(path, lines, replace=replace)

    def continue_in(self, path: Path, *, replace: bool = False, continues: str | None = None) -> None:
        """Write the record so far to a new file and continue there.

        :param replace: whether another record in the file may be overwritten.
        :param continues: the name of the record that the new file continues, noted in it; None to note none.
        :raises JournalError: naming the file; the game then continues in the old one.
        """
        if replace:
            write_whole(path, self._lines, replace=True)
            journal = Journal.append(path, self._size)
        else:
            journal = Journal.create(path, self._lines)
        if self._journal:
            self._journal.close()
        self._journal = journal
        self.trouble = None
        if continues is not None:
            self._note(Opened(_stamp(None), continues))

    def set_title(self, title: str) -> None:
        """Set the game's title in the list of saves; if empty, the title of its battle is shown."""
        self.title = plain_title(title)
        self._note(Named(self.title))

    def close(self) -> None:
        """Record that the players stopped, or that the game is over. Play can still continue."""
        if not self.closed:
            self._note(self._closing("over" if self.result else "left"))

    def release(self) -> None:
        """Close the record, and its file."""
        self.close()
        if self._journal:
            self._journal.close()
            self._journal = None

    def adopt(self, lines: Sequence[bytes], checksum: str, *, title: str, closed: bool) -> None:
        """Take over the lines of the file from which this game was read as the record so far.

        :param checksum: the checksum of the last line.
        """
        self._lines, self._checksum, self.title, self.closed = list(lines), checksum, title, closed

    def reopen(self, path: Path, *, continues: str | None = None, now: datetime | None = None) -> None:
        """Continue in the file this game was read from, or in a new one if that is damaged or a copy.

        :param continues: the name of the file that was read, if play continues in a new one.
        :raises JournalError: if the file has changed since, is open elsewhere or cannot be written.
        """
        if continues is None:
            self._journal = Journal.append(path, self._size)
        else:
            self._journal = Journal.create(path, self._lines)
        self._note(Opened(_stamp(now), continues))

    @property
    def _size(self) -> int:
        """The size of the record so far, in bytes."""
        return sum(len(line) + 1 for line in self._lines)

    def _closing(self, why: str) -> Closed:
        """The last line of the record, with the result if the game is over.

        :param why: see ``Closed.why``.
        """
        result = self.result
        if result is None:
            return Closed(why)
        return Closed(why, str(result.text), result.winner if self.header.drumhead >= WINNERS_SINCE else "")

    def _note(self, line: Line, *, sync: bool = False) -> None:
        """Append a line to the record.

        :param sync: whether to wait until it is on the disk: at the end of a turn.
        """
        sealed, self._checksum = seal(line, self._checksum)
        self._lines.append(sealed)
        self.closed = isinstance(line, Closed)
        if self._journal is None:
            return
        try:
            self._journal.write(sealed, sync=sync or self.closed)
        except JournalError as error:
            self.trouble = JournalError(error.path, say("{text}; the game continues unsaved", text=error.text))
        else:
            self.trouble = None


def _stamp(now: datetime | None) -> str:
    """A time, by default the present, as ISO 8601 in UTC."""
    return (now or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
