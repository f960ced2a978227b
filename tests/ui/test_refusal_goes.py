"""A refusal on the slip stays until the next input, and offers the nearest legal alternative."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.message import Message
from game.core.offer import Picked
from game.match.loading import load
from game.match.start import Start
from game.ui.play.proposals import ShownRefusal
from game.ui.play.quick_play import DECIDE_KEYS
from game.ui.play.refusal_message import nearest_click
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture(params=["kassala", "africa"])
def refused(request: pytest.FixtureRequest, sit_down: Sit) -> Hand:
    """A refusal on screen: V was pressed in a phase in which nothing can be automated."""
    scenario = "kassala" if request.param == "kassala" else "castillejos"
    hand = sit_down(Start("play", request.param, scenario, seed=3))
    if request.param == "africa":
        hand.game.play(hand.game.rules.parse("done"))
        hand.settle()
    hand.key("v")
    assert hand.game.selection.refusal is not None
    assert hand.screen.slip.rect.height > 0
    return hand


def test_a_refusal_of_what_the_player_decides_names_the_keys_that_help(refused: Hand) -> None:
    """It names what is left and how to go through it; H then answers."""
    refusal = refused.game.selection.refusal
    assert refusal is not None
    text = refusal.reasons[0].text
    assert isinstance(text, Message)
    assert DECIDE_KEYS in (text.values or {}).values()
    refused.key("tab")
    assert refused.game.selection.selected is not None


def test_a_refusal_stays_until_dismissed(refused: Hand) -> None:
    """Without any input it is still there after twenty seconds."""
    for _ in range(80):
        refused.wait(0.25)
    assert refused.screen.slip.rect.height > 0
    assert refused.game.selection.refusal is not None


@pytest.mark.every(4)
@pytest.mark.parametrize("how", ["f", "escape", "tab", "click"])
def test_a_refusal_disappears_with_the_next_input(refused: Hand, how: str) -> None:
    """A key or a click removes it, also a click beside the map; pointer movement or Shift alone does not."""
    game = refused.game
    screen = refused.screen
    refused.point(screen.layout.map.center)
    refused.point(screen.layout.track.center)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode=""))
    refused.wait()
    assert game.selection.refusal is not None
    refused.click(screen.layout.track.center) if how == "click" else refused.key(how)
    assert game.selection.refusal is None
    assert screen.slip.rect.height == 0
    assert refused.top is refused.screen


def test_another_refusal_replaces_a_refusal(refused: Hand) -> None:
    """The next refusal is shown instead of the first."""
    first = refused.game.selection.refusal
    refused.key("v")
    assert refused.game.selection.refusal is not None
    assert refused.game.selection.refusal is not first


def _far(hand: Hand, unit: str) -> str:
    """The empty place farthest from a unit at which a click is refused."""
    game = hand.game
    board, start = game.rules.board(game.match.state), game.situation.counters[unit].place
    empty = [place for place in game.selection.choices.survey if not game.selection.choices.survey[place]
             and board.knows(place) and place not in game.situation.stacks]
    return max(empty, key=lambda place: board.distance(start, place) or 0)


def _line_of_battle() -> dict[str, Any]:
    """A position of a recorded battle of Tours in which the light infantry stands behind a line of its own."""
    match = load(Path("tools/games/tours.jsonl")).match
    return dict(match.rules.position(match.plies[52].state))


def _moving(sit_down: Sit, system: str, scenario: str) -> Hand:
    """A battle in a movement phase."""
    hand = sit_down(Start("play", system, scenario, seed=3), size=(1280, 720))
    if system == "africa":
        hand.game.play(hand.game.rules.parse("done"))
    hand.settle()
    return hand


WHO_MOVES = pytest.mark.parametrize(("system", "scenario", "unit"), [
    ("kassala", "kassala", "m-tcav1"), ("tours", "example-a", "red-hc1"), ("africa", "castillejos", "s-principe"),
])


@pytest.mark.every(3)
@WHO_MOVES
def test_the_nearest_place_is_offered_and_taken(sit_down: Sit, system: str, scenario: str, unit: str) -> None:
    """A place out of reach is refused; one click on the button below goes to the nearest legal place."""
    hand = _moving(sit_down, system, scenario)
    game = hand.game
    game.selection.select(unit)
    place = _far(hand, unit)
    game.view.show(place)
    hand.wait()
    hand.click_place(place)
    instead = game.refusal_message.alternative
    assert instead is not None
    board = game.rules.board(game.match.state)
    legal = [one for one, verdict in game.selection.choices.survey.items() if verdict and board.knows(one)
             and one not in game.selection.choices.target_places]
    assert board.distance(place, instead.place) == min(board.distance(place, one) or 0 for one in legal)
    hand.press(hand.screen.widgets.alternative)
    hand.settle()
    assert game.selection.refusal is None
    assert game.situation.counters[unit].place == instead.place


def test_no_place_is_offered_that_leads_away(sit_down: Sit) -> None:
    """From wherever a unit in the thick of a battle is refused, it may go nearer, or nothing is offered."""
    hand = sit_down(Start("play", "tours", position=_line_of_battle()), size=(1280, 720))
    hand.settle()
    selection = hand.game.selection
    board, offered = hand.game.rules.board(hand.game.match.state), set()
    for unit in selection.eligible[:3]:
        selection.select(unit)
        start = selection.place_after_route or ""
        for place in board.index:
            selection.refusal = ShownRefusal(place, ())
            instead = None if selection.choices.survey.get(place) else nearest_click(selection)
            if instead is not None and instead.place not in selection.choices.target_places:
                assert (board.distance(place, instead.place) or 0) < (board.distance(place, start) or 0)
            offered.add(instead is not None)
    assert offered == {True, False}


@pytest.mark.every(3)
@WHO_MOVES
def test_a_refused_drag_goes_back_and_stays_selected(sit_down: Sit, system: str, scenario: str, unit: str) -> None:
    """The counter returns to its place and stays selected, and the reason is shown."""
    hand = _moving(sit_down, system, scenario)
    game = hand.game
    game.selection.select(unit)
    place = _far(hand, unit)
    game.selection.select(None)
    hand.wait_for_print()
    start, before = hand.spot(unit), game.match.state
    hand.drag(start, game.view.point_of(place))
    hand.settle()
    assert game.match.state is before
    assert game.selection.selected == unit
    assert game.selection.refusal is not None
    assert not game.view.carry.held
    hand.point(start)
    assert game.selection.selected == unit


def test_a_counter_with_nothing_to_do_offers_the_nearest_that_has(sit_down: Sit) -> None:
    """A click on an enemy is refused; the button selects the nearest counter that can act."""
    hand = sit_down(Start("play", "kassala", "kassala", seed=3), size=(1280, 720))
    hand.settle()
    hand.click_unit("c-port1")
    instead = hand.game.refusal_message.alternative
    assert instead is not None
    hand.press(hand.screen.widgets.alternative)
    assert hand.game.selection.selected == instead.unit


def test_an_enemy_out_of_reach_offers_the_nearest_target(sit_down: Sit) -> None:
    """An attacker is selected; an enemy that no unit can attack is refused, and the button adds the nearest target."""
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    rules = match.rules
    state = next(ply.state for ply in match.plies if rules.prompt(ply.state).mode == "compose" and len(
        {counter.place for counter in rules.counters(ply.state) if counter.place}) > 8)
    hand = sit_down(Start("play", "kassala", position=rules.position(state)), size=(1280, 720))
    hand.settle()
    controller, selection = hand.game.controller, hand.game.selection
    seat, board = controller.situation.prompt.to_act, rules.board(state)
    unit = next(one for one in selection.eligible if any(rules.check(state, offer.action) for enemy in selection.targets
                for offer in rules.offers(state, Picked((one, enemy))) if offer.action is not None))
    controller.click(controller.situation.counters[unit].place, unit)
    asked = controller.situation
    far = next(one for one in asked.counters.values() if one.seat != seat and one.unit not in selection.targets
               and board.knows(one.place or "") and asked.stacks[one.place or ""][-1] == one.unit)
    controller.click(far.place, far.unit)
    hand.game.dirty = True
    hand.wait()
    instead = hand.game.refusal_message.alternative
    assert instead is not None
    assert controller.situation.counters[instead.unit or ""].seat != seat
    hand.press(hand.screen.widgets.alternative)
    assert (unit, instead.unit) == selection.participants
