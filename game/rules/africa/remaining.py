"""What is left to be done without a choice: fire unit by unit, shocks, throw by throw, and what it came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.event import Declared, Event, Removed, Rolled
from game.rules.africa import fire, screening
from game.rules.africa import shock as melee
from game.rules.africa.actions import Fire, Shock
from game.rules.africa.events import Marked
from game.rules.africa.forecast import hit_chance
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.state import Activation, Clash, Muster, Rally, Shot, State
from game.rules.africa.throws import ALL_DEMORALIZED, ALL_RETREAT, ALL_STRUCK, DEMORALIZED, DESTROYED, RETREAT


def remaining(state: State) -> tuple[str, Action | None] | None:
    """All fire that is left: each unit, where it is likeliest to hit; all shocks; all coins of a rally; in movement
    the foot that goes on top where troops have arrived (see ``Bulk``).
    """
    frame = state.frame
    if frame is None and state.now.phase == MOVEMENT:
        return screening.next_on_top(state)
    if isinstance(frame, Muster):
        count = len(frame.queue)
        return (f"Throw for all {count} tribes", None) if count > 1 else None
    if isinstance(frame, Rally):
        units = state.setting.units
        count = sum(units[slot].seat == units[frame.queue[0]].seat for slot in frame.queue)
        return (f"Flip for all {count} who rally", None) if count > 1 else None
    if isinstance(frame, Shot):
        below = state._replace(frames=state.frames[:-1])
        return (_label(below), None) if _may_go_on(below) and fire.any_fire(below) else None
    if isinstance(frame, Clash):
        more = melee.clash_areas(state._replace(frames=state.frames[:-1]))
        drawn = melee.unknown(state, frame.area, frame.thrown)
        return (_shock_label(len(more)), None) if len(more) > 1 or drawn else None
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


def _shock_label(count: int) -> str:
    return "Resolve the shock, every throw" if count == 1 else f"Resolve all {count} shock combats, every throw"


def _label(state: State) -> str:
    count = shots_left(state)
    kind = "defensive fire" if fire.is_defensive(state) else "fire"
    return f"Resolve all remaining {kind} ({_counted(count, 'shot') if count == 1 else f'up to {count} shots'})"


def shots_left(state: State) -> int:
    """How often ``best_fire`` fires if nobody is hit: an officer helps once, whoever cannot hit without him."""
    count, slots = 0, state.setting.slot
    while (shot := best_fire(state)) is not None:
        leader = slots[shot.leader] if shot.leader else fire.NOBODY
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


def summary(events: Sequence[Event]) -> str:
    """How many fires, shocks or rallies there were and what became of those they were for."""
    parts = (_fires(events), _barrages(events), _shocks(events), _rallies(events))
    return "; ".join(part for part in parts if part)


def _results(events: Sequence[Event], number: str) -> Counter[str]:
    """How often each result fell under a rule."""
    return Counter(event.result for event in events if isinstance(event, Rolled) and event.rule.number == number)


def _lost(events: Sequence[Event], number: str) -> list[str]:
    """What was destroyed and reduced under a rule."""
    gone = sum(isinstance(event, Removed) and event.rule.number == number for event in events)
    steps = sum(
        isinstance(event, Marked) and event.mark == "reduced" and event.rule.number == number for event in events
    )
    return [f"{gone} destroyed" if gone else "", _counted(steps, "step") + " lost" if steps else ""]


def _joined(heading: str, found: Sequence[str]) -> str:
    return f"{heading}: {', '.join(word for word in found if word)}"


def _fires(events: Sequence[Event]) -> str:
    results = _results(events, "6.1")
    hits = results[DESTROYED] + results[DEMORALIZED] + results[RETREAT]
    fires = sum(isinstance(event, Declared) and event.rule.number == "6.1" for event in events)
    found = [
        _counted(hits, "hit") if hits else "no hit",
        *_lost(events, "6.1"),
        f"{results[DEMORALIZED]} demoralized" if results[DEMORALIZED] else "",
        f"{results[RETREAT]} driven back" if results[RETREAT] else "",
    ]
    return _joined(_counted(fires, "shot"), found) if fires else ""


def _barrages(events: Sequence[Event]) -> str:
    results = _results(events, "9")
    words = ((ALL_STRUCK, "struck"), (ALL_DEMORALIZED, "demoralized"), (ALL_RETREAT, "driven back"))
    found = [f"{_counted(results[name], 'area')} {word}" for name, word in words if results[name]]
    lost = _lost(events, "9")
    return _joined(_counted(results.total(), "shot"), [*(found or ["no effect"]), *lost]) if results else ""


def _shocks(events: Sequence[Event]) -> str:
    results = _results(events, "6.2")
    wins = Counter(name.split()[0].title() for name in results.elements())
    found = [f"{who} wins {count}" if who != "Tie" else _counted(count, "tie") for who, count in wins.items()]
    return _joined(_counted(results.total(), "shock combat"), [*found, *_lost(events, "6.2")]) if results else ""


def _rallies(events: Sequence[Event]) -> str:
    results = _results(events, "7")
    return f"{_counted(results.total(), 'unit')} tried to rally: {results['rallied']} did" if results else ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
