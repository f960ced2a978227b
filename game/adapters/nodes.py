"""A game as a tree for other programs: at each node a seat, or chance, picks one of several numbered choices."""

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
from game.core.chance import CHANCE, MAX_ENUMERATED
from game.core.contract import DRAW, ScenarioInfo, System
from game.core.interrupts import Interrupts

ACTION_NUMBERS = 1024
"""The default number of action numbers.

Measured over random play of every battle, option and example of Kassala, Africa and Tours, and for the first two also
over play that keeps as many choices open as it can. At most: Tours 650 actions, Kassala 367 (the first unit of a free
deployment), Africa 207 (Tetuan).
"""

MAX_NODES = 10_000
"""The default number of nodes after which a game is called off.

No rule bounds a game: an announcement may be withdrawn and made again. Measured over random play, and over play that
ends no phase before it must and declines no interrupt. At most: Tours 2601 nodes (random play alone), Kassala 180,
Africa 2459 (Tetuan).
"""

MAX_OUTCOMES = MAX_ENUMERATED
"""The maximum number of chance outcomes: a roll with more is grouped. Measured: 11 (Africa)."""


class CannotBeNumbered(ValueError):
    """The choices of a game cannot be numbered; the message says why."""


class NoSuchChoice(ValueError):
    """No choice of the node has this number; the message gives the valid range."""


@dataclass(frozen=True, slots=True)
class Pass(NamesNothing):
    """Declining an interrupt: choice 0 at each node at which a seat may interrupt. Not an action of the rules."""

    @property
    def notation(self) -> str:
        return "pass"


PASS = Pass()
"""The choice to decline an interrupt."""


class Tree:
    """A scenario with options, and the limits of its numbering."""

    def __init__(
        self, system: str | System[Any], scenario: str | None = None, options: Iterable[str] = (),
        action_numbers: int = ACTION_NUMBERS, max_nodes: int = MAX_NODES,
    ) -> None:
        """Look up the names; nothing is played yet.

        :param system: its short name, or the rules themselves.
        :param scenario: its name; None for a system's only battle.
        :param options: texts of options, e.g. ``cannon``.
        :param action_numbers: how many action numbers there are: the most actions that a node may have.
        :param max_nodes: the number of nodes after which a game is called off with no winner.
        :raises game.catalog.UnusableName: for an unknown system or scenario, or an unknown or unusable option.
        :raises CannotBeNumbered: if the system does not list every legal action.
        """
        self._system = system
        self.rules = catalog.rules(system) if isinstance(system, str) else system
        if not self.rules.traits.enumerable:
            raise CannotBeNumbered(
                f"{self.rules.name} does not list every legal action in every position, so its actions have no numbers "
                f"and it cannot be played here; the referee plays it (docs/bots.md)")
        self.scenario: ScenarioInfo = catalog.scenario(self.rules, scenario)
        self.options = catalog.options(self.rules, options)
        self.action_numbers = action_numbers
        self.max_nodes = max_nodes

    def __reduce__(self) -> tuple[type[Tree], tuple[Any, ...]]:
        """Pickle scenario and options by name; the system, too, if it was given by name: another process then loads its
        own rules."""
        return Tree, (self._system, self.scenario.name, self.options, self.action_numbers, self.max_nodes)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.rules.seats

    @cached_property
    def start(self) -> Node:
        """The first node: the set-up."""
        return Node(self, catalog.set_up(self.rules, self.scenario.name, self.options))


class Node:
    """A state and the seat to decide in it. Immutable: a choice leads to another node.

    Before the seat to act decides, every seat that may interrupt is asked, in the order of the rules: it interrupts or
    passes. After an interrupt all of them are asked again. No seat may interrupt while a roll is pending.
    """

    def __init__(self, tree: Tree, state: Any, passed: int = 0, depth: int = 0) -> None:
        """Create a node.

        :param passed: how many seats have declined to interrupt in this state.
        :param depth: how many nodes precede this one.
        """
        self.tree = tree
        self.state = state
        self.passed = passed
        self.depth = depth

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[Any, ...]]:
        """Pickle the state as its position."""
        return _node_at, (self.tree, self.tree.rules.position(self.state), self.passed, self.depth)

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    @cached_property
    def seat(self) -> str | None:
        """The name of the seat to decide, ``chance`` for a roll, or None if the game is over or called off."""
        if self.called_off:
            return None
        return self._interrupting_seat if self._interrupting_seat is not None else self.tree.rules.to_act(self.state)

    @property
    def interrupting(self) -> bool:
        """Whether the decision is about an interrupt."""
        return self.seat is not None and self._interrupting_seat is not None

    @property
    def called_off(self) -> bool:
        """Whether the game ends here only because it is too long; no rule says so."""
        return self.depth >= self.tree.max_nodes and self.tree.rules.to_act(self.state) is not None

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The choices of the seat to decide, sorted by notation; at an interrupt, ``PASS`` comes first. An action's
        number is its index. Empty at a chance node and at the end.

        :raises CannotBeNumbered: if there are more than the tree has numbers for.
        """
        if self.seat is None or self.seat == CHANCE:
            return ()
        rules = self.tree.rules
        if self.interrupting:
            actions = (PASS, *_in_order(capability(rules, Interrupts).interrupts(self.state, self.seat)))
        else:
            actions = _in_order(rules.candidates(self.state))
        if len(actions) > self.tree.action_numbers:
            raise CannotBeNumbered(f"{len(actions)} legal actions, but only {self.tree.action_numbers} action numbers: "
                                   f"ask for more with action_numbers={len(actions)} or above")
        return actions

    @cached_property
    def branches(self) -> tuple[Branch, ...]:
        """The outcomes at a chance node; an outcome's number is its index. The chances sum to 1. Empty elsewhere."""
        return tuple(self.tree.rules.branches(self.state)) if self.seat == CHANCE else ()

    @property
    def choices(self) -> Sequence[Action]:
        """The choices of the seat to decide or the outcomes of chance, each at its number."""
        return [Faces(branch.faces) for branch in self.branches] if self.seat == CHANCE else self.actions

    def after(self, number: int) -> Node:
        """The node after a choice.

        :param number: the index of the choice in ``choices``.
        :raises NoSuchChoice: if no choice has the number.
        """
        choices = self.choices
        if not 0 <= number < len(choices):
            raise NoSuchChoice(f"no choice has the number {number}: there are {len(choices)}, counted from 0")
        action = choices[number]
        if action == PASS:
            return Node(self.tree, self.state, self.passed + 1, self.depth + 1)
        return Node(self.tree, self.tree.rules.apply(self.state, action)[0], 0, self.depth + 1)

    def seen_by(self, seat: str) -> Any:
        """The state as a seat may see it; for ``core.capability.SPECTATOR`` its public part."""
        return seen_by(self.tree.rules, self.state, seat)

    def text(self, seat: str | None = None) -> str:
        """The position and the seat to decide, as JSON on one line.

        :param seat: the viewer; None for the full state.
        """
        state = self.state if seat is None else self.seen_by(seat)
        fields = {"decides": self.seat, "interrupting": self.interrupting, "position": self.tree.rules.position(state)}
        return json.dumps(fields, ensure_ascii=False, sort_keys=True)

    def returns(self) -> dict[str, float]:
        """Seat -> its payoff: 1 for the winner, the others share -1; 0 each for a draw, for a game called off, and
        before the end."""
        result = self.tree.rules.result(self.state)
        seats = self.tree.seats
        if result is None or result.winner == DRAW:
            return dict.fromkeys(seats, 0.0)
        return {seat: 1.0 if seat == result.winner else -1.0 / (len(seats) - 1) for seat in seats}

    @cached_property
    def _interrupting_seat(self) -> str | None:
        """The seat that must now decide whether to interrupt; None if there is none."""
        seats = capability(self.tree.rules, Interrupts).may_interrupt(self.state)
        return seats[self.passed] if self.passed < len(seats) else None


def _node_at(tree: Tree, position: Mapping[str, Any], passed: int, depth: int) -> Node:
    """The node that was pickled with these values."""
    return Node(tree, tree.rules.from_position(position), passed, depth)


def _in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Actions sorted by notation."""
    return tuple(sorted(actions, key=lambda action: action.notation))
