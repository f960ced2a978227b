"""What a run of combats or melees came to, in a line."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.event import Event, Removed, Rolled
from game.core.message import NOTHING, Brief, joined, several
from game.rules.adua.events import Marked


def summary(events: Sequence[Event]) -> Brief:
    """How many fights there were, and what became of those who fought; nothing where there was none."""
    combats, melees = _fights(events, "10.1"), _fights(events, "10.2")
    if not combats + melees:
        return NOTHING
    steps = sum(event.steps for event in events if isinstance(event, Marked))
    gone = sum(isinstance(event, Removed) for event in events)
    repulsed, upset, short = (_marked(events, mark) for mark in ("repulsed", "disorganized", "low-ammo"))
    return Brief(joined((
        several("{count} combat", "{count} combats", combats) if combats else "",
        several("{count} melee", "{count} melees", melees) if melees else "",
    )), joined((
        several("{count} eliminated", "{count} eliminated", gone) if gone else "",
        several("{count} step lost", "{count} steps lost", steps) if steps else "",
        several("{count} repulsed", "{count} repulsed", repulsed) if repulsed else "",
        several("{count} disorganized", "{count} disorganized", upset) if upset else "",
        several("{count} low on ammunition", "{count} low on ammunition", short) if short else "",
    )))


def _fights(events: Sequence[Event], number: str) -> int:
    """Rolls on the table of a rule."""
    return sum(isinstance(event, Rolled) and event.rule.number == number and bool(event.column) for event in events)


def _marked(events: Sequence[Event], mark: str) -> int:
    """Units that got a mark."""
    return len({event.unit for event in events if isinstance(event, Marked) and event.mark == mark})
