"""What an action is called: by itself, and on the button of the unit that does it."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.action import Action
from game.core.message import Message, Text, say
from game.rules.africa.actions import (
    AfricaActivate,
    AfricaBombard,
    AfricaFire,
    AfricaLose,
    AfricaMove,
    AfricaRetreat,
    Enter,
    Land,
    LoseSteps,
    Shock,
    Top,
)
from game.rules.africa.phases import decision
from game.rules.africa.state import AfricaState
from game.rules.africa.units import NOBODY

TOLD: Mapping[type[Action], Message] = {
    AfricaFire: say("{unit} fires at {area}"), AfricaBombard: say("{unit} fires at {area}"),
    AfricaMove: say("{unit} to {area}"), AfricaActivate: say("Activate {unit}"),
    Top: say("Put {unit} on top of its stack"), Land: say("{unit} lands in {area}"),
    Enter: say("{unit} is set up in {area}"), AfricaRetreat: say("{unit} retreats to {area}"),
    Shock: say("Shock combat in {area}"), AfricaLose: say("Lose {unit}"), LoseSteps: say("Each unit loses a step"),
}
WORDS: Mapping[type[Action], Message] = {
    AfricaFire: say("Fires at {area}"), AfricaBombard: say("Fires at {area}"), AfricaMove: say("To {area}"),
    Land: say("Lands in {area}"), Enter: say("Is set up in {area}"), AfricaRetreat: say("Retreats to {area}"),
}
DEEDS: Mapping[type[Action], Message] = {
    AfricaFire: say("Fires"), AfricaBombard: say("Fires"), Land: say("Lands"), Enter: say("Is set up"),
    Shock: say("Shock combat"),
}


def describe(state: AfricaState, action: Action) -> Text:
    """An action as people say it."""
    units, ground = state.setting.units, state.setting.ground
    slot = state.setting.slot_of(action.units[0]) if action.units else NOBODY
    values: dict[str, Text] = {"unit": units[slot].name if slot >= 0 else "".join(action.units[:1])}
    if action.places:
        end = action.places[-1]
        values["area"] = ground.titles[ground.index[end]] if end in ground.index else end
    match action:
        case AfricaFire() | AfricaBombard() if leader := _leader(state, action):
            return say("{unit} fires at {area} with {leader}", leader=leader, **values)
        case Enter() if _arrives(state):
            return say("{unit} arrives in {area}", **values)
    told = TOLD.get(type(action))
    return told.given(**values) if told is not None else decision(state).label(state)


def words(state: AfricaState, action: Action) -> Text:
    """With where it is done, e.g. ``Fires at Ar-Rahim with Prim``; the unit is not named."""
    ground = state.setting.ground
    area = ground.titles[ground.index[action.places[-1]]] if action.places else ""
    match action:
        case AfricaFire() | AfricaBombard() if leader := _leader(state, action):
            return say("Fires at {area} with {leader}", area=area, leader=leader)
        case Enter() if _arrives(state):
            return say("Arrives in {area}", area=area)
    told = WORDS.get(type(action))
    return told.given(area=area) if told is not None else describe(state, action)


def deed(state: AfricaState, action: Action) -> Text:
    """Without where it is done, e.g. ``Fires with Prim``."""
    match action:
        case AfricaFire() | AfricaBombard() if leader := _leader(state, action):
            return say("Fires with {leader}", leader=leader)
        case Enter() if _arrives(state):
            return say("Arrives")
    return DEEDS.get(type(action)) or words(state, action)


def _leader(state: AfricaState, action: AfricaFire | AfricaBombard) -> str:
    """The name of the officer who helps; empty where none does."""
    slot = state.setting.slot.get(action.leader)
    return state.setting.units[slot].name if slot is not None else ""


def _arrives(state: AfricaState) -> bool:
    """Whether a unit that enters is a reinforcement; else it is set up."""
    return state.frame is not None and state.frame.sets_up and state.frame.closes
