"""Renaissance on the real screen: bases and groups held over the table, columns, ways, layers, the opening by Space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from game import catalog
from game.board.plane import PlaneBoard
from game.core.offer import Offer, Picked
from game.core.pose import Pose
from game.match.start import Start
from game.rules.renaissance import build
from game.systems import UNFINISHED
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RULES = build(catalog.board)
BATTLE = "swedish-imperial"


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unfinished systems are found, too."""
    monkeypatch.setenv(UNFINISHED, "1")


@cache
def at_moves(scenario: str = BATTLE) -> Any:
    """The first tactical moves of a battle in which everybody did what was proposed."""
    state = RULES.initial(scenario)
    while state.phase != "moves":
        main = RULES.prompt(state).main
        legal = main is not None and RULES.check(state, main)
        state, _ = RULES.apply(state, main if legal and main is not None else next(iter(RULES.candidates(state))))
    return state


def moved(state: Any, unit: str, pose: Pose) -> Any:
    """The state with a base elsewhere and PIPs to spend."""
    return replace(state.put(state.slots[unit], pose=pose), pips=6, rolled=6)


def held(state: Any, *units: str, pose: Pose, past: tuple[Pose, ...] = ()) -> list[Offer]:
    """What the rules say to bases held at a pose."""
    return [offer for offer in RULES.offers(state, Picked(units, pose=pose, past=past)) if offer.poses]


def pose_of(state: Any, unit: str) -> Pose:
    """Where a base is."""
    return state.standing(state.slots[unit]).pose  # type: ignore[no-any-return]


def test_a_hand_over_an_enemy_means_contact() -> None:
    """Held over its front, a base comes to lie flush upon it, and the fight that follows is worked out."""
    state = moved(at_moves(), "blue-pk1", Pose(8300, 12700, 10800))
    start = pose_of(state, "red-pk1")
    for across, ahead in ((-200, 1640), (100, 1900), (-300, 1350)):
        offer = held(state, "red-pk1", pose=start._replace(x=start.x + across, y=start.y - ahead))[0]
        assert (True, "move red-pk1 8300,12700,0") == (bool(offer.verdict), offer.action and offer.action.notation)
        assert offer.preview is not None
        assert Pose(8300, 12700, 0) in offer.snaps


def test_a_hand_too_far_ahead_goes_as_far_as_it_may() -> None:
    """Three MU of pikes, straight, though the hand is a little aside."""
    state = at_moves()
    start = pose_of(state, "red-pk1")
    offer = held(state, "red-pk1", pose=start._replace(x=start.x + 400, y=start.y - 2500))[0]
    assert "move red-pk1 8500,12500,0" == (offer.action and offer.action.notation)
    assert offer.stick is not None
    assert (1500, 1500) == (offer.stick.length, offer.stick.most)


def test_a_group_goes_in_line_or_in_column() -> None:
    """Held at a pose, a group is offered both, through a bend as well."""
    state = replace(at_moves(), pips=6, rolled=6)
    group = ("red-pk1", "red-pk2")
    end = pose_of(state, "red-pk1")._replace(y=12900)
    line, column = held(state, *group, pose=end)
    assert ("march red-pk1,red-pk2 ahead:1100", "") == (line.action and line.action.notation, str(line.words))
    assert ("column red-pk1,red-pk2 8500,12900,0", "Form column") == (
        column.action and column.action.notation, str(column.words))
    bend = end._replace(y=13500)
    assert ["march red-pk1,red-pk2 ahead:500>ahead:600", "column red-pk1,red-pk2 8500,13500,0>8500,12900,0"] == [
        offer.action and offer.action.notation for offer in held(state, *group, pose=end, past=(bend,))]


def test_a_base_goes_through_the_bends_of_its_way() -> None:
    """Two legs, each straight to its pose."""
    state = replace(at_moves(), pips=6, rolled=6)
    start = pose_of(state, "red-pi1")
    bend = start._replace(y=start.y - 400)
    end = bend._replace(y=bend.y - 300)
    offer = held(state, "red-pi1", pose=end, past=(bend,))[0]
    assert f"move red-pi1 {bend.text}>{end.text}" == (offer.action and offer.action.notation)


def test_layers_over_the_table() -> None:
    """Zones of both sides; of a shooter its arc; of the general 8 and 16 MU."""
    state = at_moves()
    assert {"zone-red", "zone-blue"} == {layer.name for layer in RULES.layers(state)}
    zone = next(layer for layer in RULES.layers(state, "red-sh1") if layer.name == "zone-blue")
    assert zone.in_hand
    arc = next(layer for layer in RULES.layers(state, "red-sh1") if layer.name == "arc").outlines[0]
    x, y = pose_of(state, "red-sh1").spot
    assert (x - 1500, x + 1500, y - 1500, y) == (
        min(a for a, _ in arc), max(a for a, _ in arc), min(b for _, b in arc), max(b for _, b in arc))
    general = pose_of(state, "red-gn1")
    reach = [min(b for _, b in layer.outlines[0]) for layer in RULES.layers(state, "red-gn1")
             if layer.name.startswith("command")]
    assert [general.y - 4000, general.y - 8000] == reach


def test_a_card_says_who_destroys_whom() -> None:
    """Pikes fear knights, pistols and warbands."""
    pikes = next(one for one in RULES.counters(at_moves()) if one.unit == "red-pk1")
    told = {str(label): str(value) for label, value in pikes.lines}
    assert ("guns and cannon", "knights, pistols and warbands") == (told["Destroys"], told["Destroyed by"])


@pytest.mark.parametrize("scenario", [BATTLE, "open-battle"])
def test_space_alone_leads_to_the_first_pip_roll(sit_down: Sit, scenario: str) -> None:
    """And the sheet shows the terrain that was laid on the way; the log prints no coordinates."""
    hand = sit_down(Start("play", "renaissance", scenario, seed=7), hand_over=False)
    presses = 0
    while hand.game.controller.state.phase != "moves":
        hand.key("space")
        hand.settle()
        presses += 1
        assert presses < 40
    game = hand.game
    assert RULES.board(game.match.state) == game.view.board
    board = game.view.board
    assert isinstance(board, PlaneBoard)
    assert board.terrain
    told = [str(event.text) for ply in game.match.plies for event in ply.events]
    assert not [text for text in told if "00," in text]
    assert "Red pikes 1 deploys in the centre" in told or scenario != BATTLE


def test_column_by_key_and_base_by_nudge(sit_down: Sit) -> None:
    """C takes the column and back; an arrow pushes by a tenth of an MU; S snaps; B shows unit symbols."""
    state = moved(at_moves(), "blue-pk1", Pose(8300, 12700, 10800))
    hand = sit_down(Start("play", "renaissance", BATTLE, seed=7, position=RULES.position(state)), hand_over=False)
    hand.click(hand.spot("red-pk1"))
    game = hand.game
    hand.key("up")
    assert Pose(8500, 13950, 0) == game.hand.pose
    for _ in range(20):
        hand.key("up")
    hand.key("s")
    assert Pose(8300, 12700, 0) == game.hand.pose
    hand.key("enter")
    hand.settle()
    assert "move red-pk1 8300,12700,0" == game.match.plies[-1].action.notation
    hand.click(hand.spot("red-pk2"))
    game.controller.join("red-sh2")
    before = game.hand.offer
    hand.key("c")
    assert before is not None
    assert game.hand.offer is not None
    assert ("", "Form column") == (str(before.words), str(game.hand.offer.words))
    hand.key("c")
    assert "" == str(game.hand.offer.words)
    hand.key("b")
    hand.settle()
    assert game.view.theme.symbols
