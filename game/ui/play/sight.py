"""What those at the screen may see: a system's questions, answered from the view of who looks.

Where nothing is hidden everything is as it is. Where something is, counters, offers, cards, layers and words all come
from ``HiddenInformation.view`` for the person who looks; where nobody in particular does, from the view of ``NOBODY``.
Events are no part of this: they tell what happens for all to see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import isfunction, signature
from typing import Any, cast

from game.core.capability import NOBODY, HiddenInformation, seen_by
from game.core.chance import CHANCE
from game.core.contract import System
from game.levels import HUMAN
from game.match.match import Match

STATES = ("state", "before", "after", "chosen")
"""What a method of a system calls the states it is asked about."""
TRUE = ("apply", "view")
"""Methods that get the states as they are."""
KEPT = 4
"""Views that are remembered: an animation looks at two states, an interrupt at another."""


@cache
def _about(system: type[Any]) -> dict[str, tuple[int, ...]]:
    """The methods of a system that are asked about states, and where these stand among their arguments.

    The contract and the capabilities that it has say so, whatever the system itself calls its arguments.
    """
    found: dict[str, tuple[int, ...]] = {}
    for part in (part for part in system.__mro__ if part.__module__.startswith("game.core.")):
        for name, method in vars(part).items():
            if isfunction(method) and name not in TRUE:
                names = list(signature(method).parameters)[1:]
                places = tuple(at for at, argument in enumerate(names) if argument in STATES)
                if places:
                    found.setdefault(name, places)
    return found


class _Shown:
    """A system that answers from what somebody sees; not a system of its own, so that it never falls behind them."""

    def __init__(self, rules: System[Any], who: Callable[[], str]) -> None:
        self._rules, self._who = rules, who
        self._seen: list[tuple[Any, str, Any]] = []

    def _type(self) -> type[Any]:
        return type(self._rules)

    __class__ = property(_type)
    """That of the system: it has the same capabilities."""

    def _view(self, state: Any) -> Any:
        """The view of a state; the same value as long as it is asked for."""
        seat = self._who()
        for known, looking, view in self._seen:
            if known is state and looking == seat:
                return view
        view = seen_by(self._rules, state, seat)
        self._seen = [(state, seat, view), *self._seen[:KEPT - 1]]
        return view

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._rules, name)
        places = _about(type(self._rules)).get(name)
        if places is None:
            return found

        def ask(*given: Any, **named: Any) -> Any:
            seen = [self._view(value) if at in places else value for at, value in enumerate(given)]
            return found(*seen, **{key: self._view(value) if key in STATES else value for key, value in named.items()})

        return ask


def shown_to(rules: System[Any], who: Callable[[], str]) -> System[Any]:
    """The rules as somebody sees them: ``who`` says which seat looks, or ``NOBODY``."""
    return cast("System[Any]", _Shown(rules, who)) if isinstance(rules, HiddenInformation) else rules


def people_of(match: Match[Any]) -> tuple[str, ...]:
    """The seats that people take."""
    return tuple(seat for seat in match.rules.seats if match.player(seat) == HUMAN)


def onlooker(match: Match[Any]) -> str:
    """Who looks at a game as a whole, e.g. at its replay: the only person in it; else nobody."""
    people = people_of(match)
    return people[0] if len(people) == 1 else NOBODY


def tells_why(match: Match[Any], seat: str) -> bool:
    """Whether the reason a player gave for an action may be read: it may name what only he knows."""
    return not isinstance(match.rules, HiddenInformation) or seat == onlooker(match)


class Sight:
    """Who looks at a game in play: the only person in it; of several the one who is asked, or is to act."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self.shown: Any = match.state
        """The state that is shown."""
        self.asked: Callable[[], str | None] = lambda: None
        """Whom something is asked out of turn, or who interrupts."""
        self.rules = shown_to(match.rules, lambda: self.seat)
        self._last = self.seat

    @property
    def seat(self) -> str:
        """Who looks now."""
        people = people_of(self._match)
        if len(people) < 2:
            return onlooker(self._match)
        asked = self.asked()
        if asked in people:
            return asked
        rules, acting = self._match.rules, self._match.rules.to_act(self.shown)
        if acting == CHANCE and (roll := rules.pending_roll(self.shown)) is not None:
            acting = roll.seat
        return acting if acting in people else NOBODY

    def changed(self) -> bool:
        """Whether somebody else looks than when this was last asked, and sees something else."""
        if not isinstance(self._match.rules, HiddenInformation):
            return False
        last, self._last = self._last, self.seat
        return last != self._last
