"""OpenSpiel's own simulation tests, and further tests."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

from game import catalog
from game.adapters.nodes import PASS, CannotBeNumbered, Tree
from tests.adapters.needed import skip_without
from tests.adapters.walking import walk
from tests.match.levies import Levies

skip_without("open_spiel")

import pyspiel  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from game.adapters import openspiel  # noqa: E402

GAMES: list[tuple[str, str | None, tuple[str, ...]]] = [
    ("kassala", None, ()), ("kassala", None, ("cannon", "free-deployment")), ("africa", "example-d", ()),
    ("africa", "castillejos", ()),
]
OTHERS = [
    (name, info.name, options) for name in catalog.names() if catalog.rules(name).traits.enumerable
    for info in catalog.rules(name).scenarios
    for options in [(), *((option.name,) for option in catalog.rules(name).options if not info.example)]
]


@pytest.mark.every(4)
@pytest.mark.parametrize("chosen", GAMES, ids=str)
def test_openspiel_simulation_test(chosen: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """A whole random game: players, legal actions, masks, chances, observations, clones, copies from text."""
    pyspiel.random_sim_test(openspiel.load(*chosen), num_sims=1, serialize=True, verbose=False)


@pytest.mark.every(2)
@pytest.mark.parametrize("chosen", GAMES, ids=str)
def test_openspiel_simulation_test_for_python_games(chosen: Any) -> None:
    """A random game, with pickles too."""
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(openspiel.load(*chosen))


@pytest.mark.soak
@pytest.mark.parametrize("chosen", [each for each in OTHERS if each not in GAMES], ids=str)
def test_openspiel_simulation_test_of_all_scenarios(chosen: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """Every other scenario, and every battle with each option."""
    pyspiel.random_sim_test(openspiel.load(*chosen), num_sims=1, serialize=True, verbose=False)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), [("kassala", "kassala"), ("africa", "castillejos")])
def test_it_is_the_same_tree(system: str, scenario: str) -> None:
    """The same numbers lead through the same nodes; numbers are ordered by notation, chance by branches."""
    state = openspiel.load(system, scenario).new_initial_state()
    passes = 0
    for node, number in walk(Tree(system, scenario), 2):
        if node.branches:
            assert state.is_chance_node()
            assert [float(branch.chance) for branch in node.branches] == [p for _, p in state.chance_outcomes()]
        else:
            assert node.seat == node.tree.seats[state.current_player()]
            assert list(range(len(node.actions))) == state.legal_actions()
            assert number == state.string_to_action(node.actions[number].notation)
            passes += PASS in node.actions
        assert node.choices[number].notation == state.action_to_string(state.current_player(), number)
        state.apply_action(number)
    assert state.is_terminal()
    assert list(state.node.returns().values()) == state.returns()
    assert bool(passes) == (system == "africa")


def test_a_state_is_copied_by_its_text_and_by_pickle() -> None:
    """In the middle of a battle, when a seat may interrupt, the copies continue the same way."""
    game = openspiel.load("africa", "example-d")
    state = game.new_initial_state()
    for node, number in walk(game.tree, 5):
        if node.interrupting:
            break
        state.apply_action(number)
    assert state.node.interrupting
    _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (copy, pickle.loads(pickle.dumps(state)), state.clone(), game.deserialize_state(state.serialize())):
        assert (str(state), state.history()) == (str(other), other.history())
        assert str(state.child(1)) == str(other.child(1))
        other.apply_action(0)
        assert str(state) != str(other)


def test_a_game_is_loaded_by_its_text() -> None:
    """The text has every parameter; missing ones take their defaults."""
    game = openspiel.load("kassala", options=("mixed-attacks", "cannon"), action_numbers=200, max_nodes=90)
    copy = pyspiel.load_game(str(game))
    assert game.get_parameters() == copy.get_parameters()
    assert ("cannon", "mixed-attacks") == copy.tree.options
    assert (200, 90) == (copy.num_distinct_actions(), copy.max_game_length())
    pickled = pickle.loads(pickle.dumps(game))
    assert (game.get_parameters(), game.layout.units) == (pickled.get_parameters(), pickled.layout.units)
    assert str(game.new_initial_state()) == str(pickled.new_initial_state())
    assert "kassala" == pyspiel.load_game("drumhead(system=kassala)").tree.scenario.name


def test_a_choice_is_a_parameter_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of a choice has a character that parameters may not have."""
    monkeypatch.setattr(catalog, "rules", lambda name: Levies())
    game = pyspiel.load_game(str(openspiel.load("levies", options=("army-red=swiss", "rain"))))
    assert ("rain", "army-red=swiss") == game.tree.options


def test_what_is_hidden_stays_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's strings and numbers have its own side's powder only; the game declares imperfect information."""
    monkeypatch.setattr(catalog, "rules", lambda name: Levies())
    game = openspiel.load("levies")
    state = game.new_initial_state()
    assert pyspiel.GameType.Information.IMPERFECT_INFORMATION == game.get_type().information
    assert not game.get_type().provides_information_state_string
    for player, powder in enumerate(([7300, -1], [-1, 7300])):
        assert powder == json.loads(state.observation_string(player))["position"]["powder"]
        told = game.layout.parts(np.array(state.observation_tensor(player)))["units"][:, 3]
        assert [max(0, grains) for grains in powder] == list(told)
    for private, powder in (("NONE", [-1, -1]), ("ALL_PLAYERS", [7300, 7300])):
        kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=getattr(pyspiel.PrivateInfoType, private))
        assert powder == json.loads(make_observation(game, kind).string_from(state, 0))["position"]["powder"]
    with pytest.raises(ValueError, match="perfect recall"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))


def test_openspiel_environment_for_learners_works() -> None:
    """``rl_environment`` gets arrays for each player, legal numbers, and rewards at the end."""
    environment = rl_environment.Environment(openspiel.load("kassala"), include_full_state=False)
    environment.seed(1)
    step = environment.reset()
    rng = np.random.default_rng(1)
    while not step.last():
        player = step.observations["current_player"]
        assert environment.game.layout.size == len(step.observations["info_state"][player])
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert [1.0, -1.0] == sorted(step.rewards, reverse=True)


def test_a_game_that_is_too_long_has_no_winner() -> None:
    """The limit is the declared length, chance nodes included."""
    game = openspiel.load("africa", "castillejos", max_nodes=60)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert (60, [0.0, 0.0]) == (len(state.history()), state.returns())


@pytest.mark.parametrize("system", [name for name in catalog.names() if not catalog.rules(name).traits.enumerable])
def test_a_system_with_too_many_actions_is_refused_on_loading(system: str) -> None:
    """Both ways of loading give the reason, with the system and where it can be played."""
    for load in (lambda: openspiel.load(system), lambda: pyspiel.load_game(f"drumhead(system={system})")):
        with pytest.raises(CannotBeNumbered, match=rf"{system} does not list every .* the referee plays it"):
            load()


def test_wrong_words_are_told_as_they_are_elsewhere() -> None:
    """Unknown systems and options, and too few numbers, are refused with the usual errors."""
    with pytest.raises(catalog.UnknownName, match="did you mean 'kassala'"):
        openspiel.load("kasala")
    with pytest.raises(catalog.UnknownName, match="did you mean 'cannon'"):
        pyspiel.load_game("drumhead(system=kassala,options=canon)")
    with pytest.raises(catalog.UnknownName, match="which system"):
        pyspiel.load_game("drumhead")
    with pytest.raises(CannotBeNumbered, match="action_numbers="):
        openspiel.load("kassala", action_numbers=10).new_initial_state().legal_actions()
