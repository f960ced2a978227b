"""Interrupts through the protocol, and whole games of areas and coins."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import catalog
from tests.referee.talk import Talk, check_spoilt_position

SEATS = re.compile("spanish|moroccan")
SCENARIOS = [info.name for info in catalog.rules("africa").scenarios if not info.example]


def positions(scenario: str, options: list[str], seed: int, turns: int = 2) -> list[dict[str, Any]]:
    """Every fortieth position of the first turns of a random game in which either side interrupts when it can."""
    talk, chooser, found = Talk(), random.Random(seed), []
    asked = talk.ask("new", system="africa", scenario=scenario, options=options, seed=seed)
    plies = 0
    while asked["to_act"] is not None and asked["turn"] <= turns:
        if plies % 40 == 0:
            found.append(talk.ask("position")["position"])
        if asked["to_act"] == "chance":
            asked = talk.ask("roll")
        else:
            seat = chooser.choice([asked["to_act"], *asked["may_interject"]]) if plies % 5 == 0 else asked["to_act"]
            actions = talk.ask("legal", seat=seat)["actions"]
            assert actions
            asked = talk.ask("play", action=chooser.choice(actions), seat=seat)
        plies += 1
    return found


@pytest.fixture
def opening() -> Talk:
    """The start of the battle of Castillejos: the Spanish fire first."""
    talk = Talk()
    asked = talk.ask("new", system="africa", scenario="castillejos", seed=1)
    while not asked["may_interject"]:
        asked = talk.ask("play", action="done")
    assert asked["to_act"] == "spanish"
    return talk


def test_a_seat_that_may_interrupt_has_its_own_actions(opening: Talk) -> None:
    """``prompt`` names the seat that may interrupt, ``legal`` lists its announcements, and after ``play`` it must
    act."""
    assert opening.ask("prompt")["may_interject"] == ["moroccan"]
    announced = opening.ask("legal", seat="moroccan")
    assert announced["complete"] is True
    assert {notation.split()[0] for notation in announced["actions"]} == {"activate"}
    assert not set(announced["actions"]) & set(opening.ask("legal")["actions"])
    assert opening.ask("check", action=announced["actions"][0])["legal"] is True
    asked = opening.ask("play", action=announced["actions"][0], seat="moroccan")
    assert (asked["to_act"], asked["may_interject"]) == ("moroccan", [])
    assert asked["events"][0]["rule"] in ("8", "9")


@pytest.mark.parametrize("action", [
    "fire s-cuenca castillejos", "fire s-cuenca ar-rahim", "fire s-ceres castillejos", "bombard s-ceres castillejos",
    "shock castillejos", "fire m-gum-hamsa playa-del-tarajal"])
def test_a_preview_of_an_illegal_action_is_refused(action: str) -> None:
    """Too few coins, out of range, not activated, no pending shock, not this side's turn: the reasons are those of
    ``check``."""
    talk, here = Talk(), "playa-del-tarajal"
    talk.ask("new", position={
        "system": "africa", "scenario": "castillejos", "turn": 1, "phase": "fire", "phasing": "spanish", "units": [
            {"id": "s-cuenca", "place": here, "reduced": True}, {"id": "s-prim", "place": here},
            {"id": "s-ceres", "place": "mar-de-los-castillejos"}, {"id": "m-gum-hamsa", "place": "castillejos"}]})
    assert talk.ask("preview", action="fire s-cuenca castillejos with s-prim")["outcomes"]
    assert talk.ask("check", action=action)["reasons"] == talk.refused("illegal", "preview", action=action)["reasons"]


def test_the_seat_need_not_be_named(opening: Talk) -> None:
    """An interrupt is an ordinary action whose seat follows from it."""
    action = opening.ask("legal", seat="moroccan")["actions"][0]
    assert opening.ask("play", action=action)["to_act"] == "moroccan"


def test_a_seat_cannot_do_the_other_sides_actions(opening: Talk) -> None:
    """Actions of one side in the other's name are refused, and nothing changes."""
    before = opening.ask("hash")
    said = opening.refused("not-now", "play", action="done", seat="moroccan")["message"]
    assert SEATS.findall(said) == ["moroccan", "spanish"]
    action = opening.ask("legal", seat="moroccan")["actions"][0]
    opening.refused("not-now", "play", action=action, seat="spanish")
    assert before == opening.ask("hash")


def test_an_illegal_interrupt_is_refused_with_its_rule(opening: Talk) -> None:
    """A unit that cannot be announced is refused with the rule, with or without a seat in the request."""
    for keys in ({}, {"seat": "moroccan"}):
        (reason,) = opening.refused("illegal", "play", action="activate m-gk-anyera", **keys)["reasons"]
        assert reason["rule"] == "8"


def test_a_refusal_names_the_seat_to_act(opening: Talk) -> None:
    """During the other side's activation, during a pending flip, and after a wrong seat."""
    opening.ask("play", action=opening.ask("legal", seat="moroccan")["actions"][0])
    for do, keys in (("legal", {}), ("suggest", {"player": "random"})):
        said = opening.refused("not-now", do, seat="spanish", **keys)["message"]
        assert SEATS.findall(said) == ["spanish", "moroccan"]
    said = opening.refused("bad-request", "legal", seat="spanisch")["message"]
    assert "did you mean 'spanish'" in said
    opening.refused("bad-request", "play", action="done", seat="nobody")
    opening.refused("bad-request", "suggest", player="random", seat="nobody")


def test_neither_seat_acts_during_a_pending_flip() -> None:
    """Neither seat has actions; the faces are listed without a seat."""
    talk = Talk()
    talk.ask("new", system="africa", scenario="tetuan", seed=2)
    while not (fires := [a for a in talk.ask("legal")["actions"] if a.startswith(("fire", "bombard"))]):
        talk.ask("play", action=talk.ask("legal")["actions"][-1])
        while talk.ask("prompt")["to_act"] == "chance":
            talk.ask("roll")
    asked = talk.ask("play", action=fires[0])
    assert (asked["to_act"], asked["may_interject"]) == ("chance", [])
    assert all(notation.startswith("roll ") for notation in talk.ask("legal")["actions"])
    for seat in ("spanish", "moroccan"):
        said = talk.refused("not-now", "legal", seat=seat)["message"]
        assert SEATS.findall(said) == [seat], "no other seat may act: dice are due"


def test_advice_to_a_seat_that_may_interrupt(opening: Talk) -> None:
    """Advice to a seat that may interrupt is an announcement, or not to interrupt; advice to the seat to act is
    unaffected."""
    advised = opening.ask("suggest", player="random", seat="moroccan")
    assert advised["why"]
    assert advised["action"] is None or advised["action"] in opening.ask("legal", seat="moroccan")["actions"]
    assert opening.ask("suggest", player="random", seat="spanish")["action"] in opening.ask("legal")["actions"]


def test_undo_of_an_interrupt_needs_no_consent(opening: Talk) -> None:
    """No coin has been flipped, so undo needs no consent."""
    before = opening.ask("hash")["hash"]
    opening.ask("play", action=opening.ask("legal", seat="moroccan")["actions"][0])
    opening.ask("undo")
    assert before == opening.ask("hash")["hash"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_board_of_areas(scenario: str) -> None:
    """Units are in areas of the board; adjacency is mutual; terrain, flags and objectives are listed."""
    talk = Talk()
    talk.ask("new", system="africa", scenario=scenario)
    places = talk.ask("board")["places"]
    for unit in talk.ask("position")["position"]["units"]:
        assert unit["place"] is None or unit["place"] in places
    for place, about in places.items():
        assert about["name"]
        assert len(about["terrain"]) == 1
        assert all(place in places[other]["neighbours"] for other in about["neighbours"])
    assert any(about["objective"] for about in places.values())


@pytest.mark.every(3)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_can_start_from_each_position(scenario: str) -> None:
    """A game from each position along the way has the same position, and can be played on."""
    for position in positions(scenario, ["marker-cup"], 3)[::3]:
        talk = Talk()
        asked = talk.ask("new", position=position, seed=1)
        assert position == talk.ask("position")["position"]
        talk.ask("roll") if asked["to_act"] == "chance" else talk.ask("play", action=talk.ask("legal")["actions"][0])


SAMPLE = positions("tetuan", [], 7, 1)[::2] + positions("wad-ras", [], 8, 1)[::3]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_spoilt_positions(data: st.DataObject) -> None:
    """A damaged position is refused or gives a game; nothing else happens."""
    check_spoilt_position(SAMPLE, data)
