"""A made-up system of two sentries with armies chosen from lists, and powder that only its own side can count.

Each side takes one of fifteen armies; Gothic sentries have either horses or more powder. Rain reduces the powder. Every
shot uses powder; only its own side knows how much is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from game.core.action import Action
from game.core.capability import HiddenInformation
from game.core.contract import Alternative, Counter, OptionInfo, ScenarioInfo, Traits
from game.core.event import Event
from game.core.message import say
from game.core.prompt import Prompt
from game.core.verdict import LEGAL, Illegal, Reason, RuleRef, Verdict
from tests.match.sentries import SEATS, Sentries, State

ARMIES = ("feudal", "gothic", "swiss", "burgundian", "venetian", "ottoman", "hussite", "polish", "hungarian", "mamluk",
          "aztec", "english", "irish", "scots", "timurid")
TITLES = {name: f"{name.title()} army of {1300 + 10 * number}" for number, name in enumerate(ARMIES)}
UNKNOWN = -1
POWDER, DAMP, MUCH = 7300, 4300, 9300
"""Grains at the start: normally, in rain, and the surplus of an army with more powder."""


def rule(number: str) -> RuleRef:
    return RuleRef("levies", number)


def armies(seat: str) -> OptionInfo:
    choices = tuple(Alternative(name, TITLES[name], say("{name} and its sentry", name=TITLES[name])) for name in ARMIES)
    return OptionInfo(f"army-{seat}", say("Army of {seat}", seat=seat.title()), rule("1"), "", choices, seat=seat)


def mounts(seat: str) -> OptionInfo:
    choices = (Alternative("horse", say("Horses")), Alternative("powder", say("More powder")))
    return OptionInfo(f"gothic-{seat}", say("Gothic {seat}", seat=seat.title()), rule("1"), say("One or the other"),
                      choices, needs=f"army-{seat}=gothic", seat=seat)


@dataclass(frozen=True, slots=True)
class Levy(State):
    options: tuple[str, ...] = ()
    powder: tuple[int, int] = (POWDER, POWDER)


class Levies(HiddenInformation[State], Sentries):
    """The rules of levies."""

    name = "levies"
    traits = Traits("hex", enumerable=True)
    scenarios = (ScenarioInfo("post", "The post", "levies/post.tmx", say("Two sentries"), 3),)
    options = (
        OptionInfo("rain", say("Rain"), rule("1"), say("Less powder on both sides")),
        *(info for seat in SEATS for info in (armies(seat), mounts(seat))),
    )

    def initial(self, scenario: str, options: Sequence[str] = ()) -> Levy:
        known = {info.name for info in self.options}
        if scenario != "post" or any(text.partition("=")[0] not in known for text in options):
            raise KeyError(f"no scenario {scenario!r}, or no option among {options}")
        chosen = {info.name: info.chosen(options) for info in self.options}
        powder = [MUCH if (chosen[f"army-{seat}"], chosen[f"gothic-{seat}"]) == ("gothic", "powder")
                  else DAMP if chosen["rain"] else POWDER for seat in SEATS]
        return Levy(options=tuple(options), powder=(powder[0], powder[1]))

    def view(self, state: State, seat: str) -> State:
        """A seat does not see the other side's powder; onlookers see neither's."""
        assert isinstance(state, Levy)
        red, white = (own if seat == side else UNKNOWN for side, own in zip(SEATS, state.powder, strict=True))
        return replace(state, powder=(red, white))

    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        acting = self.to_act(state)
        if acting is None:
            return prompt
        return replace(prompt, text=say("{text}; {powder} grains left", text=prompt.text, powder=_own(state, acting)))

    def check(self, state: State, action: Action) -> Verdict:
        verdict = super().check(state, action)
        acting = self.to_act(state)
        if not verdict or acting is None or "shoot" not in action.notation or _own(state, acting) > 0:
            return verdict
        return Illegal((Reason(rule("1"), say("No powder is left")),)) if _own(state, acting) == 0 else LEGAL

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        acting = self.to_act(state)
        after, told = super().apply(state, action)
        assert isinstance(after, Levy)
        if acting is None or "shoot" not in action.notation:
            return after, told
        powder = [each - 100 * (side == acting) for side, each in zip(SEATS, after.powder, strict=True)]
        return replace(after, powder=(powder[0], powder[1])), told

    def describe(self, state: State, action: Action) -> str:
        acting = self.to_act(state)
        left = "" if acting is None else f", {shown(_own(state, acting))} grains"
        return f"{action.notation}{left}"

    def counters(self, state: State) -> tuple[Counter, ...]:
        assert isinstance(state, Levy)
        return tuple(
            replace(counter, name=f"{counter.name} with {shown(left)} grains", numbers=shown(left),
                    lines=((say("Powder"), shown(left)),))
            for counter, left in zip(super().counters(state), state.powder, strict=True))

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Levy)
        return {"system": self.name, "scenario": "post", "options": list(state.options), **super().position(state),
                "powder": list(state.powder)}

    def from_position(self, position: Mapping[str, Any]) -> State:
        plain = super().from_position(position)
        first = self.initial("post", tuple(position.get("options", ())))
        powder = tuple(position.get("powder", first.powder))
        kept = {field.name: getattr(plain, field.name) for field in fields(State)}
        return Levy(**kept, options=first.options, powder=(powder[0], powder[1]))


def shown(grains: int) -> str:
    return "?" if grains == UNKNOWN else str(grains)


def _own(state: State, seat: str) -> int:
    assert isinstance(state, Levy)
    return state.powder[SEATS.index(seat)]
