"""Options that are choices: their text form, refusals, and their use in records, referee and command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.core.message import Message
from game.core.option import title_of
from game.match.loading import load
from game.match.match import Match
from game.match.replay import Replay
from tests.contract import checkers, reach
from tests.contract.option_sets import option_sets, options_are_sound
from tests.match.levies import ARMIES, DAMP, MUCH, POWDER, Levies
from tests.match.playing import play_out
from tests.referee.talk import Talk

CHOSEN = ("rain", "army-red=gothic", "gothic-red=powder", "army-white=swiss")


def test_the_text_form_is_canonical() -> None:
    """Choices come in the system's order, each once; default choices are left out."""
    rules = catalog.rules("levies")
    asked = ["army-white=swiss", "gothic-red=powder", "rain", "army-red=gothic", "rain", "army-white=swiss"]
    assert CHOSEN == catalog.options(rules, asked)
    assert () == catalog.options(rules, ["army-red=feudal", "army-white=feudal"])
    assert ("army-red=gothic",) == catalog.options(rules, ["army-red=gothic", "gothic-red=horse"])
    assert ["feudal", "gothic"] == [rules.options[1].chosen(options) for options in ((), CHOSEN)]
    title = title_of("army-red=gothic", rules.options)
    assert isinstance(title, Message)
    gothic = next(army.title for army in rules.options[1].alternatives if army.name == "gothic")
    assert {"option": rules.options[1].title, "choice": gothic} == title.values
    assert "elephants" == title_of("elephants", rules.options)


@pytest.mark.parametrize(("asked", "told"), [
    (["army-red=gotic"], r"unknown army-red 'gotic'; did you mean 'gothic'\? \(available: feudal, gothic, .*timurid\)"),
    (["army-red"], r"which army-red\? \(available: feudal, gothic"),
    (["rain=heavy"], r"'rain' is a switch .*leave out '=heavy'"),
    (["army-red=gothic", "army-red=swiss"], "'army-red' is given twice: army-red=gothic and army-red=swiss"),
    (["gothic-red=powder"], "'gothic-red=powder' needs army-red=gothic"),
    (["army-red=swiss", "gothic-red=powder"], "'gothic-red=powder' needs army-red=gothic"),
    (["armi-red=gothic"], r"unknown option 'armi-red'; did you mean 'army-red'"),
])
def test_unknown_choices_are_refused_with_the_known_ones(asked: list[str], told: str) -> None:
    """The catalog, the command line (status 2) and the referee refuse them with a list."""
    rules = catalog.rules("levies")
    with pytest.raises(catalog.UnusableName, match=told):
        catalog.options(rules, asked)


def test_a_record_carries_the_choice(path: Path) -> None:
    """Header, position and state contain the choice; the record loads, and a branch of it has the same armies."""
    rules = catalog.rules("levies")
    match = Match.begin(rules, "post", CHOSEN[::-1], seed=3, record=path)
    play_out(match, 5)
    match.release()
    loaded = load(path)
    assert loaded.fault is None
    assert CHOSEN == loaded.match.header.options
    start = Replay(loaded.match).state
    assert (MUCH, DAMP) == start.powder
    again = Match.begin(rules, "post", CHOSEN, position=rules.position(start))
    assert again.hash == loaded.match.history.first_hash


def test_the_referee_offers_and_takes_choices() -> None:
    """The referee lists choices, starts a game with them, and returns them with the position; an invalid one is an
    error."""
    talk = Talk()
    listed = next(each for each in talk.ask("systems")["systems"] if each["name"] == "levies")
    options = {each["name"]: each for each in listed["options"]}
    assert {"name", "title", "rule", "summary"} == set(options["rain"])
    assert list(ARMIES) == [each["name"] for each in options["army-red"]["choices"]]
    assert ("feudal", "red") == (options["army-red"]["default"], options["army-red"]["seat"])
    assert "army-red=gothic" == options["gothic-red"]["needs"]
    talk.ask("new", system="levies", options=["army-red=gothic", "army-white=feudal"])
    position = talk.ask("position")["position"]
    assert ["army-red=gothic"] == position["options"]
    talk.ask("new", position=position, options=["army-red=gothic", "gothic-red=horse"])
    talk.refused("bad-request", "new", position=position, options=["army-red=swiss"])
    refused = talk.refused("bad-request", "new", system="levies", options=["army-red=goth"])
    assert {"army-red", "feudal", "gothic"} <= set(re.findall(r"[\w-]+", refused["message"]))


def test_the_command_line_takes_choices(capsys: pytest.CaptureFixture[str]) -> None:
    """Choices may follow ``--options`` or ``--option``, once or repeatedly; the list shows the alternatives."""
    words = ["simulate", "levies", "--games", "1", "--jobs", "1", "--json"]
    assert 0 == command_line([*words, "--option", "army-red=gothic", "--options", "rain,army-white=swiss"])
    assert 1 == json.loads(capsys.readouterr().out)["games"]
    assert 2 == command_line([*words, "--option", "army-red=goth"])
    assert "did you mean 'gothic'" in capsys.readouterr().err
    assert 0 == command_line(["list"])
    listing = capsys.readouterr().out
    assert all(f"={army}" in listing for army in ARMIES)


@pytest.mark.parametrize("options", option_sets(Levies()))
def test_random_play(options: tuple[str, ...]) -> None:
    """Random games are played with every alternative, and their positions read back."""
    rules = Levies()
    for state, choices, _ in checkers.random_game(rules, rules.initial("post", options), len(options)):
        checkers.position_round_trips(rules, state, choices)
        checkers.screen_is_told_the_truth(rules, state)
        reach.offers_are_legal(rules, state)


def test_default_choices_are_those_of_older_games() -> None:
    """A game without a choice uses the default armies, so that a new option does not change older games."""
    rules = Levies()
    options_are_sound(rules)
    assert rules.position(rules.initial("post")) == rules.position(rules.initial("post", ("army-red=feudal",))) | {
        "options": []}
    assert (POWDER, POWDER) == rules.initial("post").powder
    assert 1 + 1 + 2 * (14 + 1) == len(option_sets(rules))
