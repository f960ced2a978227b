"""Descriptions of actions: full sentences, and labels for the buttons of a unit."""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Text, say
from game.rules.africa.actions import Enter, Phrases
from game.rules.africa.phases import decision
from game.rules.africa.state import AfricaState, fill_in
from game.rules.africa.units import name_of

FIRES_WITH_OFFICER = Phrases(say("{unit} with {officer} fires at {area}"), say("Fire at {area} with {officer}"),
                             say("Fire with {officer}"))
ARRIVES = Phrases(say("{unit} arrives in {area}"), say("Arrives in {area}"), say("Arrives"))


SENTENCE, LABEL, SHORT_LABEL = range(3)
"""The forms of an action's text: indices into ``Phrases``."""


def describe(state: AfricaState, action: Action) -> Text:
    """The description of an action, with its unit."""
    return _text(state, action, SENTENCE)


def label(state: AfricaState, action: Action) -> Text:
    """The label of an action with its area but without the unit, e.g. ``Fire at Ar Rahim with Prim``."""
    return _text(state, action, LABEL)


def short_label(state: AfricaState, action: Action) -> Text:
    """The label of an action without unit and area, e.g. ``Fire with Prim``."""
    return _text(state, action, SHORT_LABEL)


def _text(state: AfricaState, action: Action, form: int) -> Text:
    """The text of an action in one of its forms. For an action without texts it is the label of the main button."""
    setting, frame = state.setting, state.frame
    phrases: Phrases | None = getattr(action, "phrases", None)
    if len(action.units) > 1:
        phrases = FIRES_WITH_OFFICER
    elif isinstance(action, Enter) and frame is not None and frame.sets_up and frame.closes:
        phrases = ARRIVES
    if phrases is None:
        pending = decision(state)
        return (pending.main(state) or ("", pending.button(state)))[1]
    ground = setting.ground
    unit, officer = [*map(name_of, action.units), "", ""][:2]
    areas = [ground.titles[ground.index[name]] if name in ground.index else name for name in action.places]
    phrase = next(phrase for phrase in phrases[form::-1] if phrase is not None)
    return fill_in(phrase, unit=unit, officer=officer, area=areas[-1] if areas else "")
