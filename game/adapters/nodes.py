"""A game as other people's tools know games: a tree in which one seat decides, or chance, among numbered choices."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game import catalog
from game.core.action import Action, Faces, NamesNothing
from game.core.branches import Branch
from game.core.capability import capability, seen_by
from game.core.chance import CHANCE, EVERY_OUTCOME
from game.core.contract import DRAW, ScenarioInfo, System
from game.core.interrupts import Interrupts

ACTIONS = 1024
"""Numbers there are for actions unless a program asks for more.

Measured over random play of every battle, option and example of Kassala, Africa and Tours, and for the first two over
play that keeps as many choices open as it can: 650 (Tours), 367 (the first unit of a free deployment at Kassala), 207
(Tetuan).
"""

LENGTH = 10_000
"""Nodes after which a game is called off unless a program asks for another number.

No rule bounds a game: what has been declared may be withdrawn and declared again. Measured over random play, and over
play that ends no phase before it must and lets no interrupt pass: 2601 nodes (Tours, random play alone), 2459 (Tetuan),
180 (Kassala).
"""

OUTCOMES = EVERY_OUTCOME
"""Numbers there are for what chance does: a roll with more outcomes than this is grouped. Measured: 11 (Africa)."""


class CannotBeNumbered(ValueError):
    """A game whose choices cannot be numbered; says why."""


class NoSuchChoice(ValueError):
    """A number that none of a node's choices has; says which there are."""


@dataclass(frozen=True, slots=True)
class Pass(NamesNothing):
    """Letting an interrupt pass: number 0 of each node at which a seat may interrupt. No action of the rules."""

    @property
    def notation(self) -> str:
        return "pass"


PASS = Pass()


class Tree:
    """A scenario with options, and how much of it has numbers."""

    def __init__(
        self, system: str | System[Any], scenario: str | None = None, options: Iterable[str] = (),
        actions: int = ACTIONS, length: int = LENGTH,
    ) -> None:
        """Nothing is played yet.

        :param system: its short name, or the rules themselves.
        :param scenario: its name; None for a system's only battle.
        :param options: texts of options, e.g. ``cannon``.
        :param actions: numbers there are for actions.
        :param length: nodes after which a game is called off: nobody wins.
        :raises game.catalog.UnknownName: for a system, scenario or option that is not there.
        :raises CannotBeNumbered: where the system does not list every legal action.
        """
        self._system = system
        self.rules = catalog.rules(system) if isinstance(system, str) else system
        if not self.rules.traits.enumerable:
            raise CannotBeNumbered(
                f"{self.rules.name} does not list every legal action in every position, so its actions have no numbers "
                f"and it cannot be played here; the referee plays it (docs/bots.md)")
        self.scenario: ScenarioInfo = catalog.scenario(self.rules, scenario)
        self.options = catalog.options(self.rules, options)
        self.actions = actions
        self.length = length

    def __reduce__(self) -> tuple[type[Tree], tuple[Any, ...]]:
        """Pickled by its names, so that another process has it with its own rules."""
        return Tree, (self._system, self.scenario.name, self.options, self.actions, self.length)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.rules.seats

    @cached_property
    def start(self) -> Node:
        """The set-up."""
        return Node(self, catalog.set_up(self.rules, self.scenario.name, self.options))


class Node:
    """A state, and who of those that it asks is asked now. A value: what can be done leads to another node.

    Before who must act does, every seat that may interrupt is asked, in the order the rules name them: it interrupts or
    lets it pass. After an interrupt all of them are asked again. The rules name nobody while dice are due.
    """

    def __init__(self, tree: Tree, state: Any, passed: int = 0, depth: int = 0) -> None:
        """A node.

        :param passed: seats that have let it pass in this state.
        :param depth: nodes before this one.
        """
        self.tree = tree
        self.state = state
        self.passed = passed
        self.depth = depth

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[Any, ...]]:
        """Pickled by its position."""
        return _node_at, (self.tree, self.tree.rules.position(self.state), self.passed, self.depth)

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    @cached_property
    def seat(self) -> str | None:
        """Who decides: a seat, ``chance``, or None where the game is over or called off."""
        if self.called_off:
            return None
        return self._asked if self._asked is not None else self.tree.rules.to_act(self.state)

    @property
    def interrupting(self) -> bool:
        """Whether the seat decides whether it interrupts."""
        return self.seat is not None and self._asked is not None

    @property
    def called_off(self) -> bool:
        """Whether the game ends here only because it has become too long; no rule says so."""
        return self.depth >= self.tree.length and self.tree.rules.to_act(self.state) is not None

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """What the seat that decides can do, sorted by notation; an action's number is its index.

        :raises CannotBeNumbered: where there are more than the tree has numbers for.
        """
        if self.seat is None or self.seat == CHANCE:
            return ()
        rules = self.tree.rules
        if self.interrupting:
            listed = (PASS, *_in_order(capability(rules, Interrupts).interrupts(self.state, self.seat)))
        else:
            listed = _in_order(rules.candidates(self.state))
        if len(listed) > self.tree.actions:
            raise CannotBeNumbered(f"{len(listed)} legal actions, and numbers for {self.tree.actions} only: "
                                   f"ask for more with actions={len(listed)} or above")
        return listed

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """What chance can do where it decides; an outcome's number is its index. The chances sum to 1."""
        return tuple(self.tree.rules.branches(self.state)) if self.seat == CHANCE else ()

    @property
    def choices(self) -> Sequence[Action]:
        """What can be done by whoever decides, chance among them, each at its number."""
        return [Faces(branch.faces) for branch in self.branches] if self.seat == CHANCE else self.actions

    def after(self, number: int) -> Node:
        """The node after one of the choices.

        :raises NoSuchChoice: where none has the number.
        """
        choices = self.choices
        if not 0 <= number < len(choices):
            raise NoSuchChoice(f"no choice has the number {number}: there are {len(choices)}, counted from 0")
        action = choices[number]
        if action == PASS:
            return Node(self.tree, self.state, self.passed + 1, self.depth + 1)
        return Node(self.tree, self.tree.rules.apply(self.state, action)[0], 0, self.depth + 1)

    def seen_by(self, seat: str) -> Any:
        """The state as a seat may see it; for ``core.capability.NOBODY`` as everybody may."""
        return seen_by(self.tree.rules, self.state, seat)

    def text(self, seat: str | None = None) -> str:
        """The position and who is asked for what, as JSON on one line.

        :param seat: who reads it; None for the whole truth.
        """
        state = self.state if seat is None else self.seen_by(seat)
        told = {"decides": self.seat, "interrupting": self.interrupting, "position": self.tree.rules.position(state)}
        return json.dumps(told, ensure_ascii=False, sort_keys=True)

    def returns(self) -> dict[str, float]:
        """Seat -> what it has won: 1 for the winner, -1 shared by the others; 0 each before the end and for a draw."""
        result = self.tree.rules.result(self.state)
        seats = self.tree.seats
        if result is None or result.winner == DRAW:
            return dict.fromkeys(seats, 0.0)
        return {seat: 1.0 if seat == result.winner else -1.0 / (len(seats) - 1) for seat in seats}

    @cached_property
    def _asked(self) -> str | None:
        """The seat that is asked whether it interrupts."""
        asked = capability(self.tree.rules, Interrupts).may_interrupt(self.state)
        return asked[self.passed] if self.passed < len(asked) else None


def _node_at(tree: Tree, position: Mapping[str, Any], passed: int, depth: int) -> Node:
    return Node(tree, tree.rules.from_position(position), passed, depth)


def _in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(sorted(actions, key=lambda action: action.notation))
