"""PettingZoo's own tests of an environment, and further tests."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from game import catalog
from game.adapters.nodes import CannotBeNumbered, Node, NoSuchChoice, Tree
from tests.adapters.needed import TOP, skip_without
from tests.adapters.walking import walk
from tests.match.levies import Levies

skip_without("pettingzoo")

from game.adapters import pettingzoo  # noqa: E402

# isort: split
from pettingzoo.test import api_test, seed_test  # noqa: E402

GAMES = [("kassala", None, 120), ("africa", "example-d", 20), ("africa", "castillejos", 120)]
"""System, scenario, and the number of each agent's decisions to play; the first two end before that."""


@pytest.mark.filterwarnings("ignore:We recommend agents|Observation space for each agent|Observation is not a NumPy")
@pytest.mark.parametrize(("system", "scenario", "cycles"), GAMES)
def test_pettingzoo_api_test(system: str, scenario: str | None, cycles: int) -> None:
    """Its warnings are intended: agents are named after seats, and an observation has three arrays."""
    env = pettingzoo.env(system, scenario, render_mode="ansi")
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    api_test(env, num_cycles=cycles)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario", "cycles"), GAMES)
def test_pettingzoo_seed_test(system: str, scenario: str | None, cycles: int) -> None:
    """The same seed and choices give the same game."""
    seed_test(lambda: pettingzoo.env(system, scenario), num_cycles=cycles)


def play(env: pettingzoo.DrumheadEnv, seed: int, dice: int) -> dict[str, float]:
    """Agent -> its total reward in a random game."""
    rng = np.random.default_rng(seed)
    env.reset(seed=dice)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        rewards[agent] += reward
        if over or cut:
            env.step(None)
            continue
        numbers = np.flatnonzero(observation["action_mask"])
        assert len(numbers) == len(info["notations"])
        env.step(int(rng.choice(numbers)))
    return rewards


def test_the_winner_is_rewarded_once_at_the_end() -> None:
    """The reward goes to the winner by the rules."""
    env = pettingzoo.env("kassala")
    rewards = play(env, 4, 4)
    result = env.tree.rules.result(env.node.state)
    assert result is not None
    assert {seat: 1.0 if seat == result.winner else -1.0 for seat in env.tree.seats} == rewards
    assert [] == env.agents


@pytest.mark.soak
def test_dice_depend_on_the_seed() -> None:
    """Another seed gives other dice for the same choices; without a seed the generator continues."""
    env = pettingzoo.env("africa", "castillejos", max_nodes=400)
    ends = []
    for dice in (1, 2, 1):
        play(env, 0, dice)
        ends.append(env.node.text())
    assert ends[0] == ends[2]
    assert ends[0] != ends[1]


def test_dice_have_exact_probabilities() -> None:
    """One roll is repeated many times from one generator and compared with its exact chances; the resulting state tells
    the faces."""
    env = pettingzoo.env("africa", "castillejos")
    node = next(node for node, _ in walk(env.tree, 1) if len(set(node.branches)) > 2 and _told_apart(node))
    due = {node.after(number).text(): float(branch.chance) for number, branch in enumerate(node.branches)}
    assert max(due.values()) - min(due.values()) > 0.2
    env.reset(seed=1)
    env.tree.start = node
    fell = dict.fromkeys(due, 0)
    for _ in range(600):
        env.reset()
        fell[env.node.text()] += 1
    for text, chance in due.items():
        assert abs(fell[text] - 600 * chance) < 60


def _told_apart(node: Node) -> bool:
    """Whether each outcome leads to a different state, with a decision."""
    after = [node.after(number) for number in range(len(node.branches))]
    return len(after) == len({each.text() for each in after}) and all(each.seat in each.tree.seats for each in after)


def test_an_agent_without_a_decision_has_no_actions() -> None:
    """Its mask and actions are empty, and it sees the board."""
    env = pettingzoo.env("kassala")
    env.reset(seed=1)
    assert "moslem" == env.agent_selection
    mine, theirs = env.observe("moslem"), env.observe("christian")
    assert len(env.node.actions) == mine["action_mask"].sum()
    assert mine["actions"].any()
    assert not theirs["action_mask"].any()
    assert not theirs["actions"].any()
    assert (mine["observation"] == theirs["observation"]).all()


def test_an_illegal_number_changes_nothing() -> None:
    """It is refused with the number of legal ones."""
    env = pettingzoo.env("kassala")
    env.reset(seed=1)
    before = env.node
    with pytest.raises(NoSuchChoice, match=f"there are {len(before.actions)},"):
        env.step(len(before.actions))
    with pytest.raises(ValueError, match="must choose"):
        env.step(None)
    assert before is env.node


def test_a_game_that_is_too_long_is_truncated() -> None:
    """The game is truncated for both, without a reward; it has not ended by rule."""
    env = pettingzoo.env("kassala", max_nodes=12)
    rewards = {"moslem": 0.0, "christian": 0.0}
    env.reset(seed=1)
    ends: list[tuple[bool, bool]] = []
    for agent in env.agent_iter():
        _, reward, over, cut, _ = env.last()
        rewards[agent] += reward
        if over or cut:
            ends.append((over, cut))
        env.step(None if over or cut else 0)
    assert [(False, True)] * 2 == ends
    assert {"moslem": 0.0, "christian": 0.0} == rewards


def test_no_agent_sees_hidden_information() -> None:
    """Each side sees its own powder only; the true state has both."""
    env = pettingzoo.DrumheadEnv(Tree(Levies(), "post"), "ansi")
    env.reset(seed=1)
    powder = [list(env.layout.parts(env.observe(agent)["observation"])["units"][:, 3]) for agent in env.agents]
    assert [[7300, 0], [0, 7300]] == powder
    assert '"powder": [7300, 7300]' in (env.render() or "")


@pytest.mark.parametrize("system", [name for name in catalog.names() if not catalog.rules(name).traits.enumerable])
def test_a_system_with_too_many_actions_is_refused_when_it_is_made(system: str) -> None:
    """The reason names the system and where it can be played."""
    with pytest.raises(CannotBeNumbered, match=rf"{system} does not list every legal action .* the referee plays it"):
        pettingzoo.env(system)


def test_wrong_words_are_told_as_they_are_elsewhere() -> None:
    """Unknown systems, scenarios and options are refused with the usual errors."""
    with pytest.raises(catalog.UnknownName, match="did you mean 'africa'"):
        pettingzoo.env("afrika", "tetuan")
    with pytest.raises(catalog.UnknownName, match="which scenario"):
        pettingzoo.env("africa")


@pytest.mark.parametrize("driver", [None, "dummy"])
def test_the_programs_sound_still_works(driver: str | None) -> None:
    """The adapter's package would otherwise turn off SDL's sound for the whole process."""
    path = os.pathsep.join((str(TOP), os.environ.get("PYTHONPATH", "")))
    given = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    program = "import os, game.adapters.pettingzoo; print(os.environ.get('SDL_AUDIODRIVER'))"
    chosen = {"SDL_AUDIODRIVER": driver} if driver else {}
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300,
                          env={**given, **chosen, "PYTHONPATH": path})
    assert str(driver) == said.stdout.strip()
