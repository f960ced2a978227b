"""A leader is dead: a banner over the map in the colours of his side."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.event import Event, Fell
from game.core.message import say
from game.ui.play.session import Session


def announce(game: Session, events: Iterable[Event]) -> None:
    """Say which leader has died with some events."""
    for event in events:
        if isinstance(event, Fell):
            seat = game.controller.counters[event.unit].seat
            side = next(info for info in game.theme.seats if info.name == seat)
            game.view.notice.say(say("{leader} is dead", leader=event.name), side)
