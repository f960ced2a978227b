"""What is left to be done without a choice: fire unit by unit, throw by throw, and what it came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.event import Declared, Event, Flipped, Removed
from game.rules.africa import fire, screening
from game.rules.africa.actions import Fire
from game.rules.africa.events import Marked
from game.rules.africa.forecast import hit_chance
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.state import Activation, Clash, Muster, Rally, Shot, State
from game.rules.africa.throws import DEMORALIZED, DESTROYED, RETREAT


def remaining(state: State) -> tuple[str, Action | None] | None:
    """All fire that is left: each unit, where it is likeliest to hit; all coins of a rally; in movement the foot that
    goes on top where troops have arrived; see ``Rules.remaining``.
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
    if isinstance(frame, Clash) or not _may_go_on(state):
        return None
    best = best_fire(state)
    return None if best is None else (_label(state), best)


def _may_go_on(state: State) -> bool:
    """Whether units fire one by one now; riders who were announced choose what they do."""
    frame = state.frame
    return frame.stage == 1 if isinstance(frame, Activation) else frame is None


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
    """How many fires or rallies there were and what became of those they were for."""
    results = Counter(event.result for event in events if isinstance(event, Flipped))
    fires = sum(isinstance(event, Declared) for event in events)
    rallied, shaken = results["rallied"], results["-"]
    parts = []
    if fires:
        hits = results[DESTROYED] + results[DEMORALIZED] + results[RETREAT]
        gone = sum(isinstance(event, Removed) for event in events)
        steps = sum(isinstance(event, Marked) and event.mark == "reduced" for event in events)
        found = [
            _counted(hits, "hit") if hits else "no hit",
            f"{gone} destroyed" if gone else "",
            _counted(steps, "step") + " lost" if steps else "",
            f"{results[DEMORALIZED]} demoralized" if results[DEMORALIZED] else "",
            f"{results[RETREAT]} driven back" if results[RETREAT] else "",
        ]
        parts.append(f"{_counted(fires, 'shot')}: {', '.join(word for word in found if word)}")
    if rallied or shaken:
        parts.append(f"{_counted(rallied + shaken, 'unit')} tried to rally: {rallied} did")
    return "; ".join(parts)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
