"""What the turn track shows of a game in play: the phases of the turn, and which of them is on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.core.chance import CHANCE
from game.core.event import PhaseBegan
from game.match.history import Ply
from game.ui.play import in_a_row
from game.ui.play.in_a_row import InARow
from game.ui.play.session import Session
from game.ui.play.turn_end import TurnEnd


class PhaseTrack:
    """Follows the phases of a game as its steps begin them. A phase is given as (seat, phase)."""

    def __init__(self, game: Session, turn_end: TurnEnd) -> None:
        self.game, self.turn_end = game, turn_end
        self._began: tuple[str, str] | None = None
        """The one that began last."""
        self._in_a_row = InARow(game.rules, game.match.history.first)
        self.twice = ""
        """The side whose player turn has just begun directly after another of its own: the order has changed."""

    def read(self, steps: Iterable[Ply[Any]]) -> None:
        """Follow the steps of a game again from its start."""
        self._began, self._in_a_row = None, InARow(self.game.rules, self.game.match.history.first)
        for ply in steps:
            self.note(ply)

    def note(self, ply: Ply[Any]) -> None:
        """Follow one more step."""
        self.twice = self._in_a_row.note(ply)
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                self._began = (event.seat, event.phase)

    def announce(self) -> None:
        """Say it where a side that went last goes first now: in a banner and in the log."""
        text = in_a_row.told(self.game.theme, self.twice)
        if text is not None:
            self.game.view.notice.say(*text)
            self.game.game_log.mention(text[0])

    @property
    def current(self) -> tuple[str, str]:
        """The phase that is on in what is shown."""
        shown, flow = self.game.situation, self.game.flow
        if self.turn_end.prompt is not None and self.turn_end.stands:
            return self.turn_end.prompt.place
        prompt = shown.prompt
        if self._began is not None and self._began[1] == prompt.phase:
            return self._began
        if prompt.whose is not None:
            return prompt.place
        acting = prompt.to_act if shown.interrupting is None else flow.seat
        seat = flow.roller_in(shown.state) if acting == CHANCE else acting
        return seat or "", prompt.phase

    @property
    def phases(self) -> tuple[tuple[str, str], ...]:
        """The phases of the turn that is shown."""
        if self.turn_end.stands:
            return tuple(self.game.rules.phases(self.turn_end.before))
        return self.game.situation.phases

    @property
    def turns(self) -> int | None:
        """Turns the scenario lasts; None where it has no last one."""
        match = self.game.match
        return next(info.turns for info in self.game.rules.scenarios if info.name == match.header.scenario)
