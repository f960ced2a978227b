"""Positions as tests write them: a line of units and hexes, set up through ``from_position`` only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.core.action import Faces
from game.core.event import Event
from game.core.preview import Preview
from game.core.verdict import Illegal, Legal, Verdict
from game.rules.kassala.state import State
from game.rules.kassala.system import Kassala


@dataclass
class Table:
    """A position and the verbs of a rule test. Playing makes a new table; the old one stays as it was."""

    rules: Kassala
    state: State
    events: tuple[Event, ...] = field(default=())
    """Everything that happened since the position was set up."""

    def check(self, notation: str) -> Verdict:
        """The verdict on an action."""
        return self.rules.check(self.state, self.rules.parse(notation))

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

    def cost(self, notation: str) -> int | None:
        """The movement points of a legal move."""
        verdict = self.check(notation)
        assert isinstance(verdict, Legal), str(verdict)
        return verdict.cost

    def play(self, *notations: str | int) -> Table:
        """The table after these actions; a whole number is the die's face."""
        state, events = self.state, self.events
        for notation in notations:
            action = Faces((notation,)) if isinstance(notation, int) else self.rules.parse(notation)
            state, new = self.rules.apply(state, action)
            events += new
        return Table(self.rules, state, events)

    def preview(self, notation: str) -> Preview:
        """The arithmetic of an attack."""
        preview = self.rules.preview(self.state, self.rules.parse(notation))
        assert preview is not None
        return preview

    def legal(self, verb: str = "") -> set[str]:
        """The notations of all legal actions that begin with a word."""
        return {a.notation for a in self.rules.candidates(self.state) if a.notation.startswith(verb)}

    @property
    def units(self) -> dict[str, str | None]:
        """Where every unit in the game stands."""
        return {u["id"]: u["place"] for u in self.position["units"]}

    @property
    def position(self) -> dict[str, Any]:
        return self.rules.position(self.state)

    @property
    def now(self) -> tuple[int, str, str | None]:
        """Turn, phase and who must act."""
        prompt = self.rules.prompt(self.state)
        return prompt.turn, prompt.phase, prompt.to_act

    def removed(self) -> list[str]:
        """The units eliminated since the position was set up, in order."""
        return [event.unit for event in self.events if event.type == "removed"]  # type: ignore[attr-defined]


def units(line: str) -> list[dict[str, Any]]:
    """``m-nub1 0203, c-port1 0204 moved`` as entries of a position."""
    entries = []
    for words in (part.split() for part in line.split(",")):
        entry: dict[str, Any] = {"id": words[0], "place": None if words[1] == "waiting" else words[1]}
        if words[2:] == ["moved"]:
            entry["moved"] = True
        entries.append(entry)
    return entries


SetUp = Callable[..., Table]


@pytest.fixture
def movement(kassala: Kassala) -> SetUp:
    """Sets up a movement portion: units, who moves, options, turn."""

    def make(line: str, phasing: str = "moslem", options: Sequence[str] = (), turn: int = 1) -> Table:
        position = {"options": list(options), "turn": turn, "phase": "movement", "phasing": phasing}
        return Table(kassala, kassala.from_position({**position, "units": units(line)}))

    return make


@pytest.fixture
def combat(kassala: Kassala) -> SetUp:
    """Sets up a combat portion as it begins: units, who attacks, options, turn."""

    def make(line: str, phasing: str = "moslem", options: Sequence[str] = (), turn: int = 1) -> Table:
        position = {"options": list(options), "turn": turn, "phase": "combat", "phasing": phasing}
        return Table(kassala, kassala.from_position({**position, "units": units(line)}))

    return make


@pytest.fixture
def battle(kassala: Kassala) -> SetUp:
    """The printed battle, or its free deployment."""

    def make(options: Sequence[str] = ()) -> Table:
        return Table(kassala, kassala.initial("kassala", options))

    return make
