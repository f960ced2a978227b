"""What an action is called on the button of the unit that does it."""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Text, say
from game.rules.africa import prompts
from game.rules.africa.actions import Bombard, Enter, Fire, Land, Move, Retreat, Shock
from game.rules.africa.state import Entry, State


def words(state: State, action: Action) -> Text:
    """With where it is done, e.g. ``Fires at Ar-Rahim with Prim``; the unit is not named."""
    ground = state.setting.ground
    area = ground.titles[ground.index[action.places[-1]]] if action.places else ""
    match action:
        case Fire() | Bombard():
            leader = _leader(state, action)
            return say("Fires at {area} with {leader}", area=area, leader=leader) if leader else say(
                "Fires at {area}", area=area)
        case Move():
            return say("To {area}", area=area)
        case Land():
            return say("Lands in {area}", area=area)
        case Enter() if isinstance(state.frame, Entry):
            return say("Arrives in {area}", area=area)
        case Enter():
            return say("Is set up in {area}", area=area)
        case Retreat():
            return say("Retreats to {area}", area=area)
    return prompts.describe(state, action)


def deed(state: State, action: Action) -> Text:
    """Without where it is done, e.g. ``Fires with Prim``."""
    match action:
        case Fire() | Bombard():
            leader = _leader(state, action)
            return say("Fires with {leader}", leader=leader) if leader else say("Fires")
        case Land():
            return say("Lands")
        case Enter():
            return say("Arrives") if isinstance(state.frame, Entry) else say("Is set up")
        case Shock():
            return say("Shock combat")
    return words(state, action)


def _leader(state: State, action: Fire | Bombard) -> str:
    """The name of the officer who helps; empty where none does."""
    slot = state.setting.slot.get(action.leader)
    return state.setting.units[slot].name if slot is not None else ""
