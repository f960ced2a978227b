"""What computer players say about their plans: not before these are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.event import Event, GameOver, PhaseBegan, TurnOver
from game.core.message import Text, joined, say
from game.ui.play.computer_players import Advice


class Reasons:
    """Keeps the reasons of plans of several actions back until nothing of them is left, or their phase is over."""

    def __init__(self) -> None:
        self._kept: dict[str, list[Text]] = {}
        """Seat -> the reasons of its plans since it last told any."""
        self._rest: dict[str, Sequence[str]] = {}
        """Seat -> what was to follow what it did last."""

    def said(self, seat: str, advice: Advice, what: Text) -> Text:
        """What is said with an action: with the last step of a plan the reasons that were kept; its own reason with an
        action by itself, also one between two steps, e.g. an answer to an interrupt; else nothing.

        A reason is that of all that is to follow, so that of the first step counts for the others; it is told later
        than that step, and names it.

        :param what: the action in words.
        """
        plan, kept = advice.plan, self._kept.setdefault(seat, [])
        goes_on = bool(plan and kept) and tuple(plan) == tuple(self._rest.get(seat, ()))
        if len(plan) < 2:
            return self._told(seat) if goes_on else advice.why
        self._rest[seat] = plan[1:]
        if not goes_on:
            kept.append(say("{action}: {why}", action=what, why=advice.why))
        return ""

    def left(self, events: Sequence[Event]) -> list[tuple[str, Text]]:
        """Seats and what is still to be told of their plans when a step has ended a phase; nothing while it goes on."""
        if not any(isinstance(event, PhaseBegan | TurnOver | GameOver) for event in events):
            return []
        return [(seat, text) for seat in tuple(self._kept) if (text := self._told(seat))]

    def forget(self) -> None:
        """Forget what was planned: actions were taken back."""
        self._kept.clear()
        self._rest.clear()

    def _told(self, seat: str) -> Text:
        self._rest.pop(seat, None)
        return joined(self._kept.pop(seat, ()), "; ")
