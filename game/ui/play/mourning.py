"""Leaders are dead: a banner over the map in the colours of his side."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.event import Event, Fell
from game.core.message import named, several
from game.ui.play.session import Session


def announce(game: Session, events: Iterable[Event]) -> None:
    """Say which leaders of a side have died with some events."""
    fallen: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, Fell):
            fallen.setdefault(game.controller.counters[event.unit].seat, []).append(event.name)
    for seat, names in fallen.items():
        side = next(info for info in game.theme.seats if info.name == seat)
        game.view.notice.say(several("{leaders} is dead", "{leaders} are dead", len(names), leaders=named(names)), side)
