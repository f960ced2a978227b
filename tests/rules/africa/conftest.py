"""Positions of Africa as tests write them: a line of units and areas, set up through ``from_position`` only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from game import catalog
from game.core.action import Faces
from game.core.event import Event
from game.core.preview import Preview
from game.core.verdict import Illegal, Verdict
from game.rules.africa.state import State
from game.rules.africa.system import Africa


@dataclass
class Table:
    """A position and the verbs of a rule test. Playing makes a new table; the old one stays as it was."""

    rules: Africa
    state: State
    events: tuple[Event, ...] = field(default=())
    """Everything that happened since the position was set up."""

    def check(self, notation: str) -> Verdict:
        """The verdict on an action."""
        return self.rules.check(self.state, self.rules.parse(notation))

    def refusal(self, notation: str) -> str:
        """Rule and ruling that forbid an action, e.g. ``8.1 (ruling 9)``."""
        verdict = self.check(notation)
        assert isinstance(verdict, Illegal), f"{notation} is legal"
        return str(verdict.reasons[0].rule)

    def play(self, *notations: str | int | tuple[int, ...]) -> Table:
        """The table after these actions; numbers are faces: heads of coins, or a die."""
        state, events = self.state, self.events
        for notation in notations:
            if isinstance(notation, str):
                action: Any = self.rules.parse(notation)
            else:
                action = Faces(notation if isinstance(notation, tuple) else (notation,))
            state, new = self.rules.apply(state, action)
            events += new
        return Table(self.rules, state, events)

    def preview(self, notation: str) -> Preview:
        """The arithmetic of a fire or a shock."""
        preview = self.rules.preview(self.state, self.rules.parse(notation))
        assert preview is not None
        return preview

    def mods(self, notation: str) -> list[tuple[int, str, str]]:
        """Value, name and rule of every modifier of a fire or a shock."""
        return [(m.value, m.name, m.rule.number) for m in self.preview(notation).modifiers]

    def legal(self, verb: str = "") -> set[str]:
        """The notations of all legal actions that begin with a word."""
        return {a.notation for a in self.rules.candidates(self.state) if a.notation.startswith(verb)}

    @property
    def position(self) -> dict[str, Any]:
        return self.rules.position(self.state)

    @property
    def units(self) -> dict[str, str | None]:
        """Where every unit stands that is in the game."""
        return {u["id"]: u["place"] for u in self.position["units"]}

    def marked(self, flag: str) -> set[str]:
        """The units with a flag, e.g. ``demoralized``."""
        return {u["id"] for u in self.position["units"] if u.get(flag)}

    @property
    def now(self) -> tuple[int, str, str | None]:
        """Turn, phase and who must act."""
        prompt = self.rules.prompt(self.state)
        return prompt.turn, prompt.phase, prompt.to_act

    @property
    def dice(self) -> list[tuple[int, int]]:
        """Lowest and highest face of everything that is thrown next."""
        roll = self.rules.pending_roll(self.state)
        return [(min(die.faces), max(die.faces)) for die in roll.dice] if roll else []

    def removed(self) -> list[str]:
        """The units eliminated since the position was set up, in order."""
        return [event.unit for event in self.events if event.type == "removed"]  # type: ignore[attr-defined]

    def rules_of(self, kind: str) -> list[str]:
        """The rules that events of a type cite."""
        return [str(event.rule) for event in self.events if event.type == kind]


def units(line: str) -> list[dict[str, Any]]:
    """``s-cuenca b reduced, m-seyyid-1 b came=as-salam`` as entries of a position, from the top of stacks down."""
    entries = []
    for words in (part.split() for part in line.split(",")):
        entry: dict[str, Any] = {"id": words[0], "place": None if words[1] == "waiting" else words[1]}
        for word in words[2:]:
            key, _, value = word.partition("=")
            entry[key] = value or True
        entries.append(entry)
    return entries


Scene = Callable[..., Table]


@pytest.fixture(scope="session")
def africa() -> Africa:
    """The rules of Africa on the boards of ``maps/``."""
    return Africa(catalog.board)


@pytest.fixture
def scene(africa: Africa) -> Scene:
    """Sets up a phase: units, phase, whose player turn, battle, options, turn and further keys of a position.

    Factors are those of the roster, before the battles were balanced.
    """

    def make(line: str, phase: str = "fire", phasing: str = "spanish", scenario: str = "castillejos",
             options: Sequence[str] = (), turn: int = 1, **more: Any) -> Table:
        position = {"scenario": scenario, "options": [*options, "facts-values"], "turn": turn, "phase": phase}
        given = {**position, "phasing": phasing, "units": units(line), **more}
        return Table(africa, africa.from_position(given))

    return make


@pytest.fixture
def battle(africa: Africa) -> Scene:
    """A battle as it begins."""

    def make(scenario: str, options: Sequence[str] = ()) -> Table:
        return Table(africa, africa.initial(scenario, options))

    return make
