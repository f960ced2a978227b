"""What results do to units: steps, markers, removal (6.1, 6.2, 9, 11.W.3)."""

from __future__ import annotations

from game.core.event import Event
from game.core.indices import Slot, slots_in
from game.core.verdict import RuleRef
from game.rules.africa.events import Captured, Lost, Marked
from game.rules.africa.state import OUT, AfricaState, Applied, put
from game.rules.africa.units import MOROCCAN, SPANISH, rule


def remove(state: AfricaState, slot: Slot, cited: RuleRef, told: type[Lost] = Lost) -> Applied:
    """Take a unit off the map, eliminated unless ``told`` otherwise."""
    unit = state.setting.units[slot]
    ground, here = state.setting.ground, state.at[slot]
    gone = put(state, slot, OUT)
    gone = gone._replace(
        demoralized=gone.demoralized & ~(1 << slot), came=tuple(pair for pair in gone.came if pair[0] != slot)
    )
    return gone, (told(cited, unit.id, unit.name, ground.ids[here], ground.titles[here]),)


def strike(state: AfricaState, slot: Slot, cited: RuleRef) -> Applied:
    """Destroyed: a regular at full strength loses a step, any other unit is eliminated (6.1)."""
    unit, bit = state.setting.units[slot], 1 << slot
    if unit.steps == 2 and not state.reduced & bit:
        return state._replace(reduced=state.reduced | bit), (Marked(cited, unit.id, unit.name, "reduced", True),)
    return remove(state, slot, cited)


def demoralize(state: AfricaState, slot: Slot, cited: RuleRef) -> Applied:
    """Put a demoralization marker on a unit; officers among troops never get one (ruling 11)."""
    unit, bit = state.setting.units[slot], 1 << slot
    if state.demoralized & bit:
        return state, ()
    return state._replace(demoralized=state.demoralized | bit), (
        Marked(cited, unit.id, unit.name, "demoralized", True),)


def capture(state: AfricaState) -> Applied:
    """Convoys alone with the enemy are captured (11.W.3, ruling 27)."""
    setting = state.setting
    events: list[Event] = []
    for slot in slots_in(setting.convoys):
        area = state.at[slot]
        if area < 0 or not state.held[MOROCCAN] >> area & 1:
            continue
        if any(not setting.convoys >> i & 1 for i in state.own(area, SPANISH)):
            continue
        state, more = remove(state, slot, rule("11.W.3", 27), Captured)
        events += more
        state = state._replace(captured=state.captured | 1 << slot)
    return state, tuple(events)
