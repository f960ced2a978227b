"""The actions of a game in words, those of its rules and agreements: as sentences, and as captions with their side."""

from __future__ import annotations

from typing import Any

from game.core.action import Action
from game.core.contract import System
from game.core.message import Text, say
from game.match.agreements import Agreement, sentence


def describe(rules: System[Any], before: Any, action: Action) -> Text:
    """Describe any action of a game in words.

    :param before: the state before the action.
    """
    return sentence(rules, action) if isinstance(action, Agreement) else rules.describe(before, action)


def ends_phase(rules: System[Any], before: Any, action: Action, after: Any) -> bool:
    """Whether an action is that of the main button and ends the phase.

    :param before: the state before the action.
    :param after: the state after it.
    """
    prompt = rules.prompt(before)
    return action == prompt.main and rules.prompt(after).phase_key != prompt.phase_key


def caption(rules: System[Any], before: Any, action: Action, after: Any, seat: str) -> Text:
    """The caption of any action of a game, with its side. An action that only ends a phase reads *end of the ...
    phase*; another action of the main button whose label says everything is that label in quotes.

    :param before: the state before the action.
    :param after: the state after it.
    :param seat: the seat that acts.
    """
    side, prompt = next((info.title for info in rules.theme.seats if info.name == seat), seat), rules.prompt(before)
    # The label says everything unless the notation has a second word: the name of something acted on.
    if action != prompt.main or " " in action.notation:
        text = describe(rules, before, action)
        names_side = str(text).startswith(str(side))
        return text if names_side else say("{side}: {action}", side=side, action=text)
    if prompt.mode != "advance" and ends_phase(rules, before, action, after):
        return say("{side}: end of the {phase} phase", side=side, phase=rules.theme.name_of(prompt.phase))
    return say("{side}: \"{button}\"", side=side, button=prompt.main_label or describe(rules, before, action))
