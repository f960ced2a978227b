"""What an action is called: by itself, and on the button of the unit that does it."""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Text, say
from game.rules.africa.actions import Enter, Phrases
from game.rules.africa.phases import decision
from game.rules.africa.state import AfricaState, filled

HELPED = Phrases(say("{unit} fires at {area} with {leader}"), say("Fires at {area} with {leader}"),
                 say("Fires with {leader}"))
ARRIVES = Phrases(say("{unit} arrives in {area}"), say("Arrives in {area}"), say("Arrives"))


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
    """One of the phrases of an action. An action without any is called by the label of the main button."""
    setting, frame = state.setting, state.frame
    phrases: Phrases | None = getattr(action, "phrases", None)
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
