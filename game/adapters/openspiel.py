"""Every scenario as a game of OpenSpiel (the extra ``openspiel``): ``load("kassala")``, or, after importing this
module, ``pyspiel.load_game`` with ``drumhead(system=africa,scenario=tetuan)``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from game.adapters.arrays import Layout
from game.adapters.nodes import ACTION_NUMBERS, MAX_NODES, MAX_OUTCOMES, Node, Tree
from game.core.capability import SPECTATOR, HiddenInformation
from game.core.chance import CHANCE

NAME = "drumhead"
"""The name of the game in OpenSpiel's registry."""
SEPARATOR = "+"
"""Separates options in the single parameter that holds them; a choice is written there as ``NAME:CHOICE``."""
PARAMETERS = {"system": "", "scenario": "", "options": "", "action_numbers": ACTION_NUMBERS,
              "max_nodes": MAX_NODES}
"""Default parameters of a game: texts as on the command line, options joined, and the numbers of ``nodes.Tree``."""


def _game_type(seats: int, has_hidden_information: bool) -> pyspiel.GameType:
    """The description of the game for OpenSpiel."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Drumhead",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(pyspiel.GameType.Information.IMPERFECT_INFORMATION if has_hidden_information
                     else pyspiel.GameType.Information.PERFECT_INFORMATION),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        # The information state is the history, which with hidden information would show what a player may not see.
        provides_information_state_string=not has_hidden_information,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


def _tree(params: Mapping[str, Any]) -> Tree:
    """The tree of a game with some of the ``PARAMETERS``; those left out have their defaults."""
    parameters = {**PARAMETERS, **params}
    options = [text.replace(":", "=") for text in parameters["options"].split(SEPARATOR) if text]
    return Tree(parameters["system"], parameters["scenario"] or None, options, parameters["action_numbers"],
                parameters["max_nodes"])


class DrumheadGame(pyspiel.Game):
    """A scenario with options."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        tree = _tree(params or {})
        seats = len(tree.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=tree.action_numbers, max_chance_outcomes=MAX_OUTCOMES, num_players=seats,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=tree.max_nodes,
        )
        super().__init__(_game_type(seats, isinstance(tree.rules, HiddenInformation)), info, params or {})

    # Computed when first used: a game restored from a pickle has not run __init__.

    @cached_property
    def tree(self) -> Tree:
        """The game tree of the adapters."""
        return _tree(self.get_parameters())

    @cached_property
    def layout(self) -> Layout:
        """The layout of an observation's array."""
        return Layout(self.tree)

    def new_initial_state(self) -> DrumheadState:
        """The state of the set-up."""
        return DrumheadState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound: the maximum number of nodes of any kind."""
        return self.tree.max_nodes

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """Create an observer of positions and arrays as a seat sees them; with perfect recall, of the history as text
        only."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params or {})


class DrumheadState(pyspiel.State):
    """A node of the game. Players are seats, counted from 0."""

    def __init__(self, game: DrumheadGame) -> None:
        super().__init__(game)
        self.node: Node = game.tree.start
        """The node reached so far."""

    def current_player(self) -> int:
        """The player to decide, or OpenSpiel's number for chance or the end."""
        seat = self.node.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else self.node.tree.seats.index(seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.node.actions)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Number and probability of each outcome of the pending roll."""
        return [(number, float(branch.chance)) for number, branch in enumerate(self.node.branches)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.choices[action].notation

    def is_terminal(self) -> bool:
        """Whether the game is over or called off."""
        return self.node.seat is None

    def returns(self) -> list[float]:
        """The payoff of each player (``Node.returns``)."""
        return list(self.node.returns().values())

    def __str__(self) -> str:
        return self.node.text()


class Observer:
    """A player's observation. ``dict`` has the parts of ``arrays.Layout`` as views into ``tensor``."""

    def __init__(self, game: DrumheadGame, kind: pyspiel.IIGObservationType, params: Mapping[str, Any]) -> None:
        if params:
            raise ValueError(f"an observer takes no parameters, not {dict(params)}")
        if kind.perfect_recall and isinstance(game.tree.rules, HiddenInformation):
            raise ValueError(f"no observer with perfect recall for {game.tree.rules.name}: the history shows what a "
                             "player may not see")
        self._layout = game.layout
        self._kind = kind
        self.tensor = None if kind.perfect_recall else np.zeros(self._layout.size, np.float32)
        self.dict = {} if self.tensor is None else self._layout.parts(self.tensor)

    def set_from(self, state: DrumheadState, player: int) -> None:
        """Fill ``tensor`` with what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = self._layout.array(state.node, self._viewer(state, player))

    def string_from(self, state: DrumheadState, player: int) -> str:
        """What a player sees as JSON; with perfect recall, the numbers of all choices so far."""
        if self._kind.perfect_recall:
            return str(state.history_str())
        return state.node.text(self._viewer(state, player))

    def _viewer(self, state: DrumheadState, player: int) -> str | None:
        """The viewer as in ``Layout.array``, from the private information that the observer may see."""
        private_info = self._kind.private_info
        if private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return SPECTATOR if private_info == pyspiel.PrivateInfoType.NONE else state.node.tree.seats[player]


def load(
    system: str, scenario: str | None = None, options: Iterable[str] = (), action_numbers: int = ACTION_NUMBERS,
    max_nodes: int = MAX_NODES
) -> DrumheadGame:
    """Load a game with the parameters of ``nodes.Tree``.

    :raises game.catalog.UnusableName: for an unknown system or scenario, or an unknown or unusable option.
    :raises game.adapters.nodes.CannotBeNumbered: if the system does not list every legal action.
    """
    tree = Tree(system, scenario, tuple(options), action_numbers, max_nodes)
    names = SEPARATOR.join(text.replace("=", ":") for text in tree.options)
    game: DrumheadGame = pyspiel.load_game(NAME, {
        "system": system, "scenario": tree.scenario.name, "options": names, "action_numbers": action_numbers,
        "max_nodes": max_nodes,
    })
    return game


# A placeholder: each loaded game has a type of its own, with its number of seats and its kind of information.
pyspiel.register_game(_game_type(2, False), DrumheadGame)
