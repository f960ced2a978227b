"""Every scenario as an AEC environment of PettingZoo (the extra ``pettingzoo``): ``env("kassala")``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from game.adapters.arrays import ACTION_COLUMNS, Layout
from game.adapters.nodes import ACTION_NUMBERS, MAX_NODES, Node, Tree
from game.core.chance import CHANCE


@contextmanager
def _sound_driver_kept() -> Iterator[None]:
    """Restore the sound driver of the process, because importing PettingZoo sets one."""
    driver = os.environ.get("SDL_AUDIODRIVER")
    try:
        yield
    finally:
        os.environ.pop("SDL_AUDIODRIVER", None)
        if driver is not None:
            os.environ["SDL_AUDIODRIVER"] = driver


with _sound_driver_kept():
    from pettingzoo import AECEnv


class DrumheadEnv(AECEnv):
    """A scenario with options. The agents are the seats; dice are rolled internally, from the seed of ``reset``.

    An observation has three arrays. ``observation`` is flat, with the parts of ``layout``. ``action_mask`` has a 1 for
    each number the agent may choose now, and only zeros while another agent decides. ``actions`` holds the units and
    places that each action names (``Layout.units_and_places``). The info of the agent to decide has the list
    ``notations``, indexed by number.

    At the end the winner's reward is 1, the others share -1, and a draw is 0. A game that becomes too long is
    truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "drumhead_v0", "render_modes": ["ansi"], "is_parallelizable": False,
    }

    def __init__(self, tree: Tree, render_mode: str | None = None) -> None:
        super().__init__()
        self.tree = tree
        self.layout = Layout(tree)
        self.render_mode = render_mode
        self.possible_agents = list(tree.seats)
        self.agents: list[str] = []
        self.node: Node = tree.start
        rows = (tree.action_numbers, ACTION_COLUMNS)
        highest = np.broadcast_to([len(self.layout.units), len(self.layout.units), len(self.layout.places)], rows)
        self._observations = {agent: spaces.Dict({
            "observation": spaces.Box(0, self.layout.highest(), dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (tree.action_numbers,), np.int8),
            "actions": spaces.Box(0, highest.astype(np.int32), dtype=np.int32),
        }) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(tree.action_numbers) for agent in self.possible_agents}
        self._dice: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation space, the same object each time."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action space, the same object each time."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Set up a new game.

        :param seed: of the dice; None keeps the current generator.
        :param options: ignored; the options of the rules belong to the tree.
        """
        if seed is not None or self._dice is None:
            self._dice = seeding.np_random(seed)[0]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.node = self.tree.start
        self.agent_selection = self.agents[0]
        self._go_to_decision()

    def step(self, action: int | None) -> None:
        """Make the choice with this number for the agent to decide.

        :raises game.adapters.nodes.NoSuchChoice: if none of its choices has the number.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent must choose a number while its game is not over")
        self.node = self.node.after(int(action))
        self._go_to_decision()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's observation of the current node."""
        mask = np.zeros(self.tree.action_numbers, np.int8)
        actions = np.zeros((self.tree.action_numbers, ACTION_COLUMNS), np.int32)
        if agent == self.node.seat:
            mask[:len(self.node.actions)] = 1
            actions = self.layout.units_and_places(self.node)
        return {"observation": self.layout.array(self.node, agent), "action_mask": mask, "actions": actions}

    def render(self) -> str | None:
        """The full position as JSON if ``render_mode`` is ``ansi``."""
        return self.node.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: no resource is open."""

    def _go_to_decision(self) -> None:
        """Roll dice until a seat has to decide or the game is over, and publish that node: rewards, ends, and the seat
        to decide with its actions."""
        assert self._dice is not None, "reset makes the generator of the dice"
        while self.node.seat == CHANCE:
            chances = [float(branch.chance) for branch in self.node.branches]
            self.node = self.node.after(int(self._dice.choice(len(chances), p=chances)))
        is_over = self.node.seat is None
        is_called_off = self.node.called_off
        self.rewards = self.node.returns()
        self.terminations = dict.fromkeys(self.agents, is_over and not is_called_off)
        self.truncations = dict.fromkeys(self.agents, is_called_off)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.node.seat is not None:
            self.agent_selection = self.node.seat
            self.infos[self.node.seat] = {"notations": [action.notation for action in self.node.actions]}


def env(
    system: str, scenario: str | None = None, options: Iterable[str] = (), action_numbers: int = ACTION_NUMBERS,
    max_nodes: int = MAX_NODES, render_mode: str | None = None,
) -> DrumheadEnv:
    """Create an environment with the parameters of ``nodes.Tree``.

    :raises game.catalog.UnusableName: for an unknown system or scenario, or an unknown or unusable option.
    :raises game.adapters.nodes.CannotBeNumbered: if the system does not list every legal action.
    """
    return DrumheadEnv(Tree(system, scenario, options, action_numbers, max_nodes), render_mode)
