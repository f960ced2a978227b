"""What a run of fires, shocks and rallies came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core.event import Declared, Event, Removed, Rolled
from game.core.message import NOTHING, Brief, Text, joined, say, several
from game.rules.africa import shock as melee
from game.rules.africa.coin_tables import ALL_DEMORALIZED, ALL_RETREAT, ALL_STRUCK, DEMORALIZED, DESTROYED, RETREAT
from game.rules.africa.events import Marked
from game.rules.africa.units import SIDES


def summary(events: Sequence[Event]) -> Brief:
    """How many fires, shocks or rallies there were and what became of those they were for."""
    found = [brief for brief in (_fires(events), _barrages(events), _shocks(events), _rallies(events)) if brief.head]
    if not found:
        return NOTHING
    first, *others = found
    return Brief(first.head, joined((first.more, *(brief.text for brief in others)), "; "))


def _results(events: Sequence[Event], number: str) -> Counter[str]:
    """How often each result fell under a rule."""
    return Counter(event.result for event in events if isinstance(event, Rolled) and event.rule.number == number)


def _lost(events: Sequence[Event], number: str) -> list[Text]:
    """What was destroyed and reduced under a rule."""
    gone = sum(isinstance(event, Removed) and event.rule.number == number for event in events)
    steps = sum(
        isinstance(event, Marked) and event.mark == "reduced" and event.rule.number == number for event in events
    )
    return [several("{count} destroyed", "{count} destroyed", gone) if gone else "",
            several("{count} step lost", "{count} steps lost", steps) if steps else ""]


def _fires(events: Sequence[Event]) -> Brief:
    results = _results(events, "6.1")
    hits = results[DESTROYED] + results[DEMORALIZED] + results[RETREAT]
    fires = sum(isinstance(event, Declared) and event.rule.number == "6.1" for event in events)
    if not fires:
        return NOTHING
    found = joined((
        several("{count} hit", "{count} hits", hits) if hits else say("no hit"),
        *_lost(events, "6.1"),
        several("{count} demoralized", "{count} demoralized", results[DEMORALIZED]) if results[DEMORALIZED] else "",
        several("{count} driven back", "{count} driven back", results[RETREAT]) if results[RETREAT] else "",
    ))
    return Brief(several("{count} shot", "{count} shots", fires), found)


def _barrages(events: Sequence[Event]) -> Brief:
    results = _results(events, "9")
    if not results:
        return NOTHING
    words = (
        (ALL_STRUCK, several("{count} area struck", "{count} areas struck", results[ALL_STRUCK])),
        (ALL_DEMORALIZED, several("{count} area demoralized", "{count} areas demoralized", results[ALL_DEMORALIZED])),
        (ALL_RETREAT, several("{count} area driven back", "{count} areas driven back", results[ALL_RETREAT])),
    )
    found = [word for name, word in words if results[name]] or [say("no effect")]
    return Brief(several("{count} shot", "{count} shots", results.total()), joined((*found, *_lost(events, "9"))))


def _shocks(events: Sequence[Event]) -> Brief:
    results = _results(events, "6.2")
    if not results:
        return NOTHING
    wins = Counter(melee.WINNERS[name] for name in results.elements())
    found = [several("{count} tie", "{count} ties", count) if seat is None
             else say("{side} wins {count}", side=SIDES[seat], count=count) for seat, count in wins.items()]
    return Brief(several("{count} shock combat", "{count} shock combats", results.total()),
                 joined((*found, *_lost(events, "6.2"))))


def _rallies(events: Sequence[Event]) -> Brief:
    results = _results(events, "7")
    if not results:
        return NOTHING
    return Brief(several("{count} unit tried to rally", "{count} units tried to rally", results.total()),
                 several("{count} did", "{count} did", results["rallied"]))
