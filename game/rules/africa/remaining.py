"""What is left to be done without a choice: fire unit by unit, shocks, roll by roll, and what it came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.event import Declared, Event, Removed, Rolled
from game.core.message import NOTHING, Brief, Message, Text, joined, say, several
from game.rules.africa import fire, fire_coins, screening
from game.rules.africa import shock as melee
from game.rules.africa.actions import Fire, Shock
from game.rules.africa.coin_tables import ALL_DEMORALIZED, ALL_RETREAT, ALL_STRUCK, DEMORALIZED, DESTROYED, RETREAT
from game.rules.africa.events import Marked
from game.rules.africa.forecast import hit_chance
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.state import Activation, Clash, Muster, Rally, Shot, State
from game.rules.africa.units import SIDES


def remaining(state: State) -> tuple[Message, Action | None] | None:
    """All fire that is left: each unit, where it is likeliest to hit; all shocks; all coins of a rally; in movement
    the foot that goes on top where troops have arrived (see ``Bulk``).
    """
    frame = state.frame
    if frame is None and state.now.phase == MOVEMENT:
        return screening.next_on_top(state)
    if isinstance(frame, Muster):
        count = len(frame.queue)
        return (several("Roll for the tribe", "Roll for all {count} tribes", count), None) if count > 1 else None
    if isinstance(frame, Rally):
        units = state.setting.units
        count = sum(units[slot].seat == units[frame.queue[0]].seat for slot in frame.queue)
        words = several("Flip for the unit that rallies", "Flip for all {count} who rally", count)
        return (words, None) if count > 1 else None
    if isinstance(frame, Shot):
        below = state._replace(frames=state.frames[:-1])
        return (_label(below), None) if _may_go_on(below) and fire.any_fire(below) else None
    if isinstance(frame, Clash):
        return _shock_label(len(melee.clash_areas(state._replace(frames=state.frames[:-1])))), None
    if clashes := melee.clash_areas(state):
        return _shock_label(len(clashes)), Shock(state.setting.ground.ids[clashes[0]])
    if not _may_go_on(state):
        return None
    best = best_fire(state)
    return None if best is None else (_label(state), best)


def _may_go_on(state: State) -> bool:
    """Whether units fire one by one now; riders who were announced choose what they do."""
    frame = state.frame
    return frame.stage == 1 if isinstance(frame, Activation) else frame is None


def _shock_label(count: int) -> Message:
    return several("Resolve the shock, every roll", "Resolve all {count} shock combats, every roll", count)


def _label(state: State) -> Message:
    count = shots_left(state)
    if fire.is_defensive(state):
        return several("Resolve all remaining defensive fire ({count} shot)",
                       "Resolve all remaining defensive fire (up to {count} shots)", count)
    return several("Resolve all remaining fire ({count} shot)", "Resolve all remaining fire (up to {count} shots)",
                   count)


def shots_left(state: State) -> int:
    """How often ``best_fire`` fires if nobody is hit: an officer helps once, whoever cannot hit without him."""
    count, slots = 0, state.setting.slot
    while (shot := best_fire(state)) is not None:
        leader = slots[shot.leader] if shot.leader else fire_coins.NOBODY
        state, count = fire.marked(state, slots[shot.unit], leader), count + 1
    return count


def best_fire(state: State) -> Fire | None:
    """The fire that is likeliest to hit now, officers' help counted; of equals the one at the bigger stack."""
    setting = state.setting
    slots, areas = setting.slot, setting.ground.index
    defensive = fire.is_defensive(state)

    def promise(shot: Fire) -> tuple[Fraction, int, bool, int]:
        slot, area = slots[shot.unit], areas[shot.place]
        enemy = 1 - setting.units[slot].seat
        leader = slots[shot.leader] if shot.leader else -1
        chance = hit_chance(state, Shot(slot, area, state.target(area, enemy), leader, defensive))
        return chance, state.points(area, enemy), not shot.leader, -slot

    return max(fire.all_fires(state), key=promise, default=None)


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
    wins = Counter(melee.winner_of(name) for name in results.elements())
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
