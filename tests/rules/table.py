"""Positions in the rule tests' notation: a line of units and places, set up through ``from_position`` only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

from game.core.action import Faces
from game.core.event import Event
from game.core.message import Text, values_in
from game.core.preview import Preview
from game.core.verdict import Illegal, Legal, Reason, RuleRef, Verdict


@dataclass
class Table:
    """A position and the steps of a rule test. Playing makes a new table; the old one stays unchanged."""

    rules: Any
    """A system with its capabilities."""
    state: Any
    events: tuple[Event, ...] = field(default=())
    """All events since the position was set up."""

    def check(self, notation: str) -> Verdict:
        """The verdict on an action."""
        verdict: Verdict = self.rules.check(self.state, self.rules.parse(notation))
        return verdict

    def refusal(self, notation: str) -> str:
        """Rule and ruling that forbid an action, e.g. ``II.E.3 (ruling 1)``."""
        verdict = self.check(notation)
        assert isinstance(verdict, Illegal), f"{notation} is legal"
        return str(verdict.reasons[0].rule)

    def why(self, notation: str) -> str:
        """The sentence of a refusal with its rule."""
        verdict = self.check(notation)
        assert isinstance(verdict, Illegal), f"{notation} is legal"
        return str(verdict)

    def reason(self, notation: str) -> tuple[Any, ...]:
        """Rule and ruling that forbid an action, and the refusal's units, places and numbers."""
        return cited(self.check(notation))

    def cost(self, notation: str) -> int | None:
        """The cost of a legal move."""
        verdict = self.check(notation)
        assert isinstance(verdict, Legal), str(verdict)
        return verdict.cost

    def play(self, *notations: str | int | tuple[int, ...]) -> Self:
        """The table after these actions; numbers are faces of dice, or numbers of heads."""
        state, events = self.state, self.events
        for notation in notations:
            if isinstance(notation, str):
                action: Any = self.rules.parse(notation)
            else:
                action = Faces(notation if isinstance(notation, tuple) else (notation,))
            state, new = self.rules.apply(state, action)
            events += new
        return replace(self, state=state, events=events)

    def preview(self, notation: str) -> Preview:
        """The arithmetic of an action that leads to a roll."""
        preview: Preview | None = self.rules.preview(self.state, self.rules.parse(notation))
        assert preview is not None
        return preview

    def legal(self, verb: str = "") -> set[str]:
        """The notations of all legal actions that begin with a word."""
        return {a.notation for a in self.rules.candidates(self.state) if a.notation.startswith(verb)}

    @property
    def position(self) -> dict[str, Any]:
        position: dict[str, Any] = self.rules.position(self.state)
        return position

    @property
    def units(self) -> dict[str, str | None]:
        """The place of every unit in the game."""
        return {u["id"]: u["place"] for u in self.position["units"]}

    @property
    def now(self) -> tuple[int, str, str | None]:
        """Turn, phase and seat to act."""
        prompt = self.rules.prompt(self.state)
        return prompt.turn, prompt.phase, prompt.to_act

    def removed(self) -> list[str]:
        """The units eliminated since the position was set up, in order."""
        return [event.unit for event in self.events if event.type == "removed"]  # type: ignore[attr-defined]


def cited(refusal: Verdict | Reason) -> tuple[Any, ...]:
    """The rule of a refusal and its sentence's units, places and numbers."""
    assert not isinstance(refusal, Legal), "it is legal"
    reason = refusal.reasons[0] if isinstance(refusal, Illegal) else refusal
    return str(reason.rule), *facts(reason.text)


def facts(text: Text) -> tuple[Any, ...]:
    """The units, places, numbers and rules in a text."""
    return tuple(str(value) if isinstance(value, RuleRef) else value for value in values_in(text))


def units(line: str) -> list[dict[str, Any]]:
    """``m-nub1 0203, s-cuenca b reduced, m-seyyid-1 b came=as-salam`` as entries of a position, stacks from the top."""
    entries = []
    for words in (part.split() for part in line.split(",")):
        entry: dict[str, Any] = {"id": words[0], "place": None if words[1] == "waiting" else words[1]}
        for word in words[2:]:
            key, _, value = word.partition("=")
            entry[key] = value or True
        entries.append(entry)
    return entries
