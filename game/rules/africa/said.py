"""What an action is called: by itself, and on the button of the unit that does it."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.action import Action
from game.core.message import Message, Text, say
from game.rules.africa.actions import (
    Activate,
    Bombard,
    Enter,
    Fire,
    Land,
    Lose,
    LoseSteps,
    Move,
    Retreat,
    Shock,
    Top,
)
from game.rules.africa.phases import decision
from game.rules.africa.state import State

WORDS: Mapping[type[Action], Message] = {
    Fire: say("Fires at {area}"), Bombard: say("Fires at {area}"), Move: say("To {area}"), Land: say("Lands in {area}"),
    Enter: say("Is set up in {area}"), Retreat: say("Retreats to {area}"),
}
DEEDS: Mapping[type[Action], Message] = {
    Fire: say("Fires"), Bombard: say("Fires"), Land: say("Lands"), Enter: say("Is set up"), Shock: say("Shock combat"),
}


def describe(state: State, action: Action) -> Text:
    """An action as people say it."""
    units, ground = state.setting.units, state.setting.ground
    slot_of = state.setting.slot

    def name(unit: str) -> str:
        return units[slot_of[unit]].name if unit in slot_of else unit

    def area(place: str) -> Text:
        return ground.titles[ground.index[place]] if place in ground.index else place

    match action:
        case Fire(unit, place, leader) | Bombard(unit, place, leader):
            if leader:
                return say("{unit} fires at {area} with {leader}", unit=name(unit), area=area(place),
                           leader=name(leader))
            return say("{unit} fires at {area}", unit=name(unit), area=area(place))
        case Move(unit, path):
            return say("{unit} to {area}", unit=name(unit), area=area(path[-1]))
        case Activate(unit):
            return say("Activate {unit}", unit=name(unit))
        case Top(unit):
            return say("Put {unit} on top of its stack", unit=name(unit))
        case Land(unit, place):
            return say("{unit} lands in {area}", unit=name(unit), area=area(place))
        case Enter(unit, place):
            if _arrives(state):
                return say("{unit} arrives in {area}", unit=name(unit), area=area(place))
            return say("{unit} is set up in {area}", unit=name(unit), area=area(place))
        case Retreat(unit, place):
            return say("{unit} retreats to {area}", unit=name(unit), area=area(place))
        case Shock(place):
            return say("Shock combat in {area}", area=area(place))
        case Lose(unit):
            return say("Lose {unit}", unit=name(unit))
        case LoseSteps():
            return say("Each unit loses a step")
    return decision(state).label(state)


def words(state: State, action: Action) -> Text:
    """With where it is done, e.g. ``Fires at Ar-Rahim with Prim``; the unit is not named."""
    ground = state.setting.ground
    area = ground.titles[ground.index[action.places[-1]]] if action.places else ""
    match action:
        case Fire() | Bombard() if leader := _leader(state, action):
            return say("Fires at {area} with {leader}", area=area, leader=leader)
        case Enter() if _arrives(state):
            return say("Arrives in {area}", area=area)
    told = WORDS.get(type(action))
    return told.given(area=area) if told is not None else describe(state, action)


def deed(state: State, action: Action) -> Text:
    """Without where it is done, e.g. ``Fires with Prim``."""
    match action:
        case Fire() | Bombard() if leader := _leader(state, action):
            return say("Fires with {leader}", leader=leader)
        case Enter() if _arrives(state):
            return say("Arrives")
    return DEEDS.get(type(action)) or words(state, action)


def _leader(state: State, action: Fire | Bombard) -> str:
    """The name of the officer who helps; empty where none does."""
    slot = state.setting.slot.get(action.leader)
    return state.setting.units[slot].name if slot is not None else ""


def _arrives(state: State) -> bool:
    """Whether a unit that enters is a reinforcement; else it is set up."""
    return state.frame is not None and state.frame.sets_up and state.frame.closes
