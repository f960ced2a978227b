"""What the turn track shows of a game in play: the phases of the turn, and which of them is on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.core.chance import CHANCE
from game.core.event import PhaseBegan
from game.core.message import say
from game.match.history import Ply
from game.ui.play.session import Session
from game.ui.play.turn_end import TurnEnd


class PhaseTrack:
    """Follows the phases of a game as its steps begin them. A phase is given as (seat, phase)."""

    def __init__(self, game: Session, turn_end: TurnEnd) -> None:
        self.game, self.turn_end = game, turn_end
        self._began: tuple[str, str] | None = None
        """The one that began last."""
        self._turn: tuple[int, str, tuple[tuple[str, str], ...]] | None = None
        """The turn in which a side's own phase began last, that side, and the order of that turn."""
        self.twice = ""
        """The side whose player turn has just begun directly after another of its own: the order has changed."""

    def read(self, steps: Iterable[Ply[Any]]) -> None:
        """Follow the steps of a game anew from its start."""
        self._began = self._turn = None
        first, rules = self.game.match.history.first, self.game.rules
        asked, order = rules.prompt(first), tuple(rules.phases(first))
        if asked.place in order and asked.place[0]:
            self._turn = asked.turn, asked.place[0], order
        for ply in steps:
            self.note(ply)

    def note(self, ply: Ply[Any]) -> None:
        """Follow one more step."""
        self.twice = ""
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                self._began = (event.seat, event.phase)
                self._follow(ply, event)

    def _follow(self, ply: Ply[Any], event: PhaseBegan) -> None:
        """Note whose player turn is on, and whether it follows another of the same side."""
        order = tuple(self.game.rules.phases(ply.state))
        if not event.seat or self._began not in order:
            return
        last, self._turn = self._turn, (event.turn, event.seat, order)
        if last is not None and last[0] != event.turn and last[1] == event.seat and last[2] != order:
            self.twice = event.seat

    def announce(self) -> None:
        """Say it where a side that went last goes first now: in a banner and in the log."""
        side = next((info for info in self.game.theme.seats if info.name == self.twice), None)
        if side is not None:
            text = say("{side}: two player turns in a row", side=side.title)
            self.game.view.notice.say(text, side)
            self.game.game_log.remark(text)

    @property
    def current(self) -> tuple[str, str]:
        """The phase that is on in what is shown."""
        shown, flow = self.game.controller, self.game.flow
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
        return tuple(self.game.rules.phases(self.turn_end.before if self.turn_end.stands
                                            else self.game.controller.state))

    @property
    def turns(self) -> int | None:
        """Turns the scenario lasts; None where it has no last one."""
        match = self.game.match
        return next(info.turns for info in self.game.rules.scenarios if info.name == match.header.scenario)
