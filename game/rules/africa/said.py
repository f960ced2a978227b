"""What an action is called: by itself, and on the button of the unit that does it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

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
from game.rules.africa.state import AfricaState, filled


class Phrases(NamedTuple):
    """How ``describe``, ``words`` and ``deed`` say an action; what is missing is said as the one before."""

    told: Message
    words: Message | None = None
    deed: Message | None = None


FIRES = Phrases(say("{unit} fires at {area}"), say("Fires at {area}"), say("Fires"))
HELPED = Phrases(say("{unit} fires at {area} with {leader}"), say("Fires at {area} with {leader}"),
                 say("Fires with {leader}"))
ARRIVES = Phrases(say("{unit} arrives in {area}"), say("Arrives in {area}"), say("Arrives"))
PHRASES: Mapping[type[Action], Phrases] = {
    AfricaFire: FIRES, AfricaBombard: FIRES, AfricaMove: Phrases(say("{unit} to {area}"), say("To {area}")),
    AfricaActivate: Phrases(say("Activate {unit}")), Top: Phrases(say("Put {unit} on top of its stack")),
    Land: Phrases(say("{unit} lands in {area}"), say("Lands in {area}"), say("Lands")),
    Enter: Phrases(say("{unit} is set up in {area}"), say("Is set up in {area}"), say("Is set up")),
    AfricaRetreat: Phrases(say("{unit} retreats to {area}"), say("Retreats to {area}")),
    Shock: Phrases(say("Shock combat in {area}"), None, say("Shock combat")),
    AfricaLose: Phrases(say("Lose {unit}")), LoseSteps: Phrases(say("Each unit loses a step")),
}


def describe(state: AfricaState, action: Action) -> Text:
    """An action as people say it."""
    return _said(state, action, 0)


def words(state: AfricaState, action: Action) -> Text:
    """With where it is done, e.g. ``Fires at Ar-Rahim with Prim``; the unit is not named."""
    return _said(state, action, 1)


def deed(state: AfricaState, action: Action) -> Text:
    """Without where it is done, e.g. ``Fires with Prim``."""
    return _said(state, action, 2)


def _said(state: AfricaState, action: Action, form: int) -> Text:
    """One of the phrases of an action; what has none is called by the main button."""
    setting, frame, phrases = state.setting, state.frame, PHRASES.get(type(action))
    if len(action.units) > 1 and action.units[1] in setting.slot:
        phrases = HELPED
    elif isinstance(action, Enter) and frame is not None and frame.sets_up and frame.closes:
        phrases = ARRIVES
    if phrases is None:
        asked = decision(state)
        return (asked.main(state) or ("", asked.button(state)))[1]
    ground, slots = setting.ground, setting.slot
    unit, leader = [*(setting.units[slots[name]].name if name in slots else name for name in action.units), "", ""][:2]
    areas = [ground.titles[ground.index[name]] if name in ground.index else name for name in action.places]
    phrase = next(phrase for phrase in phrases[form::-1] if phrase is not None)
    return filled(phrase, unit=unit, leader=leader, area=areas[-1] if areas else "")
