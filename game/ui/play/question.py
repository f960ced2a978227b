"""The question whether a person interrupts, in words: who does what, and who could act first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from game.core.capability import capability
from game.core.contract import System
from game.core.interrupts import Interrupts, MomentInfo
from game.core.message import Text, either, say, several
from game.core.offer import Picked
from game.core.prompt import Prompt

NAMED = 3
"""Units that are named; where there are more they are counted."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked at a moment, and the words on the two buttons that answer."""

    prompt: Prompt
    callers: tuple[str, ...]
    """The units that may act."""
    refrain: Text
    act: Text


def question(rules: System[Any], state: Any, seat: str, moment: MomentInfo, about: tuple[str, Text]) -> Question:
    """Put the question.

    :param seat: who is asked.
    :param about: the seat whose action brings the moment, and that action in words.
    """
    (actor, what), own = about, about[0] == seat
    titles = {info.name: info.title for info in rules.theme.seats}
    mine = [counter for counter in rules.counters(state) if counter.seat == seat]
    ready = {unit for offer in rules.offers(state, Picked(seat=seat)) if offer.verdict for unit in offer.units}
    callers = [counter for counter in mine if counter.unit in ready]
    values = {"what": what, "told": moment.told, "units": _named([c.name for c in callers])}
    text = (say("{what}. {told}. First act with {units}?", **values) if own
            else say("{side}: {what}. {told}. Interrupt with {units}?", side=titles[actor], **values))
    asked = capability(rules, Interrupts).interrupt_prompt(state, seat)
    assert asked is not None
    now = rules.prompt(state)
    prompt = replace(now, to_act=seat, text=text, rule=asked.rule, duties=(), main=None, mode="move",
                     whose=now.place[0])
    words = (say("Go on with it"), say("Act first")) if own else (say("Let it pass"), say("Interrupt"))
    return Question(prompt, tuple(counter.unit for counter in callers), *words)


def _named(names: list[str]) -> Text:
    """Some of a few, by name; one of many, by number."""
    if len(names) > NAMED:
        return several("your unit that can", "one of your {count} units that can", len(names))
    return either(names)
