"""PettingZoo's own tests of an environment, and what they do not ask."""

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
"""System, scenario, and how many of each agent's decisions are played; the first two are over before."""


@pytest.mark.filterwarnings("ignore:We recommend agents|Observation space for each agent|Observation is not a NumPy")
@pytest.mark.parametrize(("system", "scenario", "cycles"), GAMES)
def test_its_api_test(system: str, scenario: str | None, cycles: int) -> None:
    """What it warns of is as it is meant: agents are called as seats are, and an observation has three arrays."""
    env = pettingzoo.env(system, scenario, render_mode="ansi")
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    api_test(env, num_cycles=cycles)


@pytest.mark.parametrize(("system", "scenario", "cycles"), GAMES)
def test_its_seed_test(system: str, scenario: str | None, cycles: int) -> None:
    """The same seed and the same choices, the same game."""
    seed_test(lambda: pettingzoo.env(system, scenario), num_cycles=cycles)


def play(env: pettingzoo.DrumheadEnv, seed: int, dice: int) -> dict[str, float]:
    """Agent -> what it is rewarded with in all; each chooses at random."""
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
    """As the rules name the winner."""
    env = pettingzoo.env("kassala")
    rewards = play(env, 4, 4)
    result = env.tree.rules.result(env.node.state)
    assert result is not None
    assert {seat: 1.0 if seat == result.winner else -1.0 for seat in env.tree.seats} == rewards
    assert [] == env.agents


def test_dice_are_those_of_the_seed() -> None:
    """Another seed, other dice for the same choices; no seed goes on with the dice there are."""
    env = pettingzoo.env("africa", "castillejos", length=400)
    ends = []
    for dice in (1, 2, 1):
        play(env, 0, dice)
        ends.append(env.node.text())
    assert ends[0] == ends[2]
    assert ends[0] != ends[1]


def test_dice_fall_as_often_as_they_should() -> None:
    """One roll many times over, from one generator, against its exact chances; what comes of it tells the faces."""
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
    """Whether each outcome leads somewhere else, and to a decision."""
    after = [node.after(number) for number in range(len(node.branches))]
    return len(after) == len({each.text() for each in after}) and all(each.seat in each.tree.seats for each in after)


def test_who_does_not_decide_can_choose_nothing() -> None:
    """Its mask and its actions are empty, and it sees the board."""
    env = pettingzoo.env("kassala")
    env.reset(seed=1)
    assert "moslem" == env.agent_selection
    mine, theirs = env.observe("moslem"), env.observe("christian")
    assert len(env.node.actions) == mine["action_mask"].sum()
    assert mine["actions"].any()
    assert not theirs["action_mask"].any()
    assert not theirs["actions"].any()
    assert (mine["observation"] == theirs["observation"]).all()


def test_a_number_that_is_not_legal_changes_nothing() -> None:
    """It is refused with how many there are."""
    env = pettingzoo.env("kassala")
    env.reset(seed=1)
    before = env.node
    with pytest.raises(NoSuchChoice, match=f"there are {len(before.actions)},"):
        env.step(len(before.actions))
    with pytest.raises(ValueError, match="must choose"):
        env.step(None)
    assert before is env.node


def test_a_game_that_is_too_long_is_truncated() -> None:
    """For both, without a reward; that is no end by rule."""
    env = pettingzoo.env("kassala", length=12)
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


def test_no_agent_sees_what_is_hidden_from_it() -> None:
    """Each side's own powder alone; the referee at the table sees both."""
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
    """Names of systems, scenarios and options."""
    with pytest.raises(catalog.UnknownName, match="did you mean 'africa'"):
        pettingzoo.env("afrika", "tetuan")
    with pytest.raises(catalog.UnknownName, match="which scenario"):
        pettingzoo.env("africa")


@pytest.mark.parametrize("driver", [None, "dummy"])
def test_the_sound_of_the_program_stays_as_it_is(driver: str | None) -> None:
    """Its package would take all of SDL's sound away from whoever has it in the same process."""
    path = os.pathsep.join((str(TOP), os.environ.get("PYTHONPATH", "")))
    given = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    program = "import os, game.adapters.pettingzoo; print(os.environ.get('SDL_AUDIODRIVER'))"
    chosen = {"SDL_AUDIODRIVER": driver} if driver else {}
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300,
                          env={**given, **chosen, "PYTHONPATH": path})
    assert str(driver) == said.stdout.strip()
