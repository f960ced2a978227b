"""Kassala through the protocol: whole games, valid and invalid positions."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import catalog
from tests.referee.talk import Talk, check_spoilt_position

OPTIONS = ["cannon", "free-deployment", "mixed-attacks"]


def positions(seed: int, options: list[str]) -> list[dict[str, Any]]:
    """Every fourth position of a random game, as JSON."""
    talk, chooser, found = Talk(), random.Random(seed), []
    asked = talk.ask("new", system="kassala", options=options, seed=seed)
    plies = 0
    while asked["to_act"] is not None:
        if plies % 4 == 0:
            found.append(talk.ask("position")["position"])
        if asked["to_act"] == "chance":
            asked = talk.ask("roll")
        else:
            asked = talk.ask("play", action=chooser.choice(talk.ask("legal")["actions"]))
        plies += 1
    found.append(talk.ask("position")["position"])
    return found


@pytest.mark.parametrize("options", [[], OPTIONS, ["cannon"], ["free-deployment"]])
def test_a_whole_game(options: list[str]) -> None:
    """From the first request to the result; every position on the way starts a game with the same hash."""
    for position in positions(3, options):
        talk = Talk()
        talk.ask("new", position=position)
        assert position == talk.ask("position")["position"]
        assert talk.ask("legal")["complete"] is True


def test_a_game_can_be_played_on_from_any_position() -> None:
    """A game started from a position continues like the original."""
    for position in positions(5, ["cannon"])[::6]:
        talk = Talk()
        asked = talk.ask("new", position=position, seed=1)
        while asked["to_act"] is not None:
            done = talk.ask("roll") if asked["to_act"] == "chance" else talk.ask(
                "play", action=talk.ask("legal")["actions"][0]
            )
            assert done["events"] or done["phase"]
            asked = done
        assert asked["result"]["winner"] in ("moslem", "christian", "draw")


@pytest.mark.parametrize("name", [info.name for info in catalog.rules("kassala").scenarios])
def test_every_scenario_starts(name: str) -> None:
    """Each scenario name from ``systems`` starts a game, and its board has the units' places."""
    talk = Talk()
    talk.ask("new", system="kassala", scenario=name)
    places = talk.ask("board")["places"]
    for unit in talk.ask("position")["position"]["units"]:
        assert unit["place"] in places
    for place, about in places.items():
        for other in about["neighbours"]:
            assert place in places[other]["neighbours"]


def test_outcomes_are_exact_fractions() -> None:
    """Three against three use the 1-1 column, with chances in sixths (V.B)."""
    talk = Talk()
    talk.ask("new", system="kassala", scenario="example-b")
    position = talk.ask("position")["position"]
    ids = {unit["id"].split("-")[0]: unit["id"] for unit in position["units"]}
    reply = talk.ask("preview", action=f"attack {ids['m']} > {ids['c']}")
    assert (reply["attack"], reply["defence"], reply["column"]) == (3, 3, "1-1")
    assert {term["rule"] for term in reply["modifiers"]} == {"II.E.8", "II.E.9"}
    from fractions import Fraction

    assert sum(map(Fraction, reply["outcomes"].values())) == 1


def test_duties_name_the_units_that_must_fight() -> None:
    """In combat the prompt lists the units that must still attack or be attacked, with the rule."""
    talk = Talk()
    duties = talk.ask("new", system="kassala", scenario="example-c")["duties"]
    assert duties
    assert all(duty["units"] and duty["rule"] for duty in duties)


SAMPLE = positions(7, OPTIONS)[::3] + positions(8, [])[::5]


@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_spoilt_positions(data: st.DataObject) -> None:
    """A damaged position is refused or gives a game; nothing else happens."""
    check_spoilt_position(SAMPLE, data)


@pytest.mark.soak
def test_a_suggestion_is_repeated_after_an_undo_and_in_a_new_game() -> None:
    """The suggestion is the same when repeated, in a new game with the same seed, and after an action and its undo."""
    talk, found = Talk(), []
    for _ in range(2):
        talk.ask("new", system="kassala", seed=11)
        found += [talk.ask("suggest", player="veteran") for _ in range(2)]
        talk.ask("play", action=found[0]["action"])
        talk.ask("suggest", player="veteran")
        talk.ask("undo")
        found.append(talk.ask("suggest", player="veteran"))
    assert all(reply == found[0] for reply in found)
