"""Player turns that follow directly upon another one of the same side, because the order of the turns has changed."""

from __future__ import annotations

from typing import Any

from game.core.contract import System
from game.core.event import PhaseBegan
from game.core.message import Message, say
from game.core.theme import SeatInfo, Theme
from game.match.history import Ply


class InARow:
    """Follows whose player turns a game has, step by step from its start."""

    def __init__(self, rules: System[Any], first: Any) -> None:
        """:param first: the state in which the game begins."""
        self._rules = rules
        self._turn: tuple[int, str, tuple[tuple[str, str], ...]] | None = None
        """The turn in which a side's own phase began last, that side, and the order of that turn."""
        asked, order = rules.prompt(first), tuple(rules.phases(first))
        if asked.place in order and asked.place[0]:
            self._turn = asked.turn, asked.place[0], order

    def note(self, ply: Ply[Any]) -> str:
        """Follow one more step: the side whose player turn begins with it directly after another of its own, if any."""
        twice = ""
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                twice = self._follow(ply, event) or twice
        return twice

    def _follow(self, ply: Ply[Any], event: PhaseBegan) -> str:
        order = tuple(self._rules.phases(ply.state))
        if not event.seat or (event.seat, event.phase) not in order:
            return ""
        last, self._turn = self._turn, (event.turn, event.seat, order)
        again = last is not None and last[0] != event.turn and last[1] == event.seat and last[2] != order
        return event.seat if again else ""


def told(theme: Theme, seat: str) -> tuple[Message, SeatInfo] | None:
    """That a side has two player turns in a row, and the side; None where it is none."""
    side = next((info for info in theme.seats if info.name == seat), None)
    return (say("{side}: two player turns in a row", side=side.title), side) if side is not None else None
