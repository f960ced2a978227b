"""The marines aboard the gunboat: where and when they go ashore (11.C.3, 11.T.3)."""

from __future__ import annotations

from game.board.areas import Area
from game.core.indices import Slot, slots_in
from game.core.message import say
from game.core.verdict import Reason
from game.rules.africa.actions import Land
from game.rules.africa.movement import making_room
from game.rules.africa.sequence import DEFENCE, MOVEMENT
from game.rules.africa.stacking import why_full
from game.rules.africa.state import AfricaState
from game.rules.africa.units import MOROCCAN, SPANISH, rule
from game.rules.africa.victory import cite


def landings(state: AfricaState) -> list[Land]:
    """Where the marines may go ashore now."""
    setting = state.setting
    if not state.aboard or state.frames or state.now.phase not in (MOVEMENT, DEFENCE):
        return []
    return [
        Land(setting.units[slot].id, setting.ground.ids[area])
        for slot in slots_in(state.aboard)
        for area in _shores(state, slot)
        if why_no_landing(state, slot, area) is None
    ]


def _shores(state: AfricaState, slot: Slot) -> tuple[Area, ...]:
    here = state.at[slot]
    return (here, *state.setting.ground.neighbours[here]) if here >= 0 else ()


def why_no_landing(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """Why the marines may not land in an area, or None."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    special = rule(cite(state, 3))
    if not state.aboard >> slot & 1:
        return Reason(special, say("{unit} is not aboard", unit=unit.name))
    if state.frames:
        return Reason(rule("8", 9), say("What has begun must be finished first"))
    if area not in _shores(state, slot):
        return Reason(special, say("{area} is not next to the ship", area=ground.titles[area]))
    now = state.now
    if setting.anchored:
        if area != state.at[slot] or not state.held[MOROCCAN] >> area & 1:
            return Reason(rule("11.T.3"), say("The marines land only where the enemy has come to the ship's own area"))
        if not (now.phase == DEFENCE or now.phase == MOVEMENT) or now.seat != SPANISH:
            return Reason(rule("11.T.3", 12), say("The marines land in the Spanish movement or defensive fire phase"))
    else:
        if now.phase != MOVEMENT or now.seat != SPANISH:
            return Reason(rule("11.C.3"), say("The marines land in the Spanish movement phase"))
        if not ground.coast >> area & 1:
            return Reason(rule("11.C.3"), say("{area} is no coast", area=ground.titles[area]))
    return why_full(state, slot, area, making_room(state, SPANISH))
