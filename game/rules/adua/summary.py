"""What a run of actions came to, in a line: orders, moves, attacks announced, combats and melees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core.event import Advanced, Declared, Event, LeaderFell, Moved, Placed, Removed, Rolled
from game.core.message import NOTHING, Brief, joined, named, say, several
from game.rules.adua import commands
from game.rules.adua.actions import NUMBER_OF, ORDERS
from game.rules.adua.events import Ordered, UnitMarked


def summary(events: Sequence[Event]) -> Brief:
    """How many fights there were, and what became of those who fought; without any, what was ordered or done."""
    combats, melees = _fights(events, "10.1"), _fights(events, "10.2")
    if not combats + melees:
        return _prepared(events)
    steps = sum(event.steps for event in events if isinstance(event, UnitMarked))
    fallen = [event.name for event in events if isinstance(event, LeaderFell)]
    gone = sum(isinstance(event, Removed) for event in events) - len(fallen)
    repulsed, upset, short = (_marked(events, mark) for mark in ("repulsed", "disorganized", "low-ammo"))
    return Brief(joined((
        several("{count} combat", "{count} combats", combats) if combats else "",
        several("{count} melee", "{count} melees", melees) if melees else "",
    )), joined((
        several("{leaders} killed", "{leaders} killed", len(fallen), leaders=named(fallen)) if fallen else "",
        several("{count} eliminated", "{count} eliminated", gone) if gone else "",
        several("{count} step lost", "{count} steps lost", steps) if steps else "",
        several("{count} repulsed", "{count} repulsed", repulsed) if repulsed else "",
        several("{count} disorganized", "{count} disorganized", upset) if upset else "",
        several("{count} low on ammunition", "{count} low on ammunition", short) if short else "",
    )) or say("nothing came of it"))


def _prepared(events: Sequence[Event]) -> Brief:
    """Orders given, pieces moved, attacks announced, units that have gone into melee; nothing where there are none."""
    orders = Counter(event.order for event in events if isinstance(event, Ordered))
    if orders:
        each = (say("{order}: {count}", order=commands.told(NUMBER_OF[name]), count=orders[name])
                for name in ORDERS if name in orders)
        return Brief(several("{count} order given", "{count} orders given", orders.total()), joined(each, ", "))
    moved, gone_in = (sum(isinstance(event, kinds) for event in events) for kinds in ((Moved, Placed), Advanced))
    last = {event.attackers: event.defenders for event in events if isinstance(event, Declared)}
    declared = len({unit for defenders in last.values() for unit in defenders})  # as the list of attacks counts them
    if moved:
        return Brief(several("{count} move", "{count} moves", moved))
    if declared:
        return Brief(several("{count} attack announced", "{count} attacks announced", declared))
    if gone_in:
        return Brief(several("{count} unit enters melee", "{count} units enter melee", gone_in))
    return NOTHING


def _fights(events: Sequence[Event], number: str) -> int:
    """Rolls on the table of a rule."""
    return sum(isinstance(event, Rolled) and event.rule.number == number and bool(event.column) for event in events)


def _marked(events: Sequence[Event], mark: str) -> int:
    """Units that got a mark."""
    return len({event.unit for event in events if isinstance(event, UnitMarked) and event.mark == mark})
