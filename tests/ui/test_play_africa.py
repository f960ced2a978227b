"""Africa on screen through the real loop: by mouse only, by keyboard only, interrupts, stacks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.action import Action
from game.core.capability import capability
from game.core.interrupts import Interrupts, acting_seat
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.play.cursor import ARROW_KEYS, area_in_direction
from game.ui.screens.victory import Victory
from tests.rules.table import units
from tests.ui.hand import Hand

NAMES = {
    way: name for name, way in ARROW_KEYS.items()
}


@pytest.fixture(scope="module")
def africa() -> Africa:
    """The rules of Africa on the boards of ``maps/``."""
    return Africa(catalog.board)


@pytest.fixture
def late(africa: Africa) -> dict[str, Any]:
    """The Castillejos in its last turn, with both sides in contact."""
    line = (
        "s-husares a, s-2-bateria a, s-caz-vergara a, s-principe a reduced, s-prim b, s-cuenca b reduced, "
        "s-luchana b reduced, m-gk-anyera casa-de-la-condesa, m-gum-uagit casa-de-la-condesa, "
        "m-bujari-1 playa-del-tarajal, m-gk-haus casa-del-morabito, m-seyyid-2 ar-rahim, m-abbas al-malik"
    )
    position = {"scenario": "castillejos", "options": [], "turn": 15, "phase": "fire", "phasing": "spanish"}
    state = africa.from_position({**position, "units": units(line)})
    return africa.position(state)


def by_mouse(hand: Hand, action: Action) -> None:
    """Do an action of the seat to act, or an interrupt, by mouse; a fanned-out stack is left first."""
    game = hand.game
    screen = hand.screen
    seat = acting_seat(game.rules, game.match.state, action)
    if seat != game.match.to_act:
        hand.press(screen.widgets.interrupt)
    if game.situation.prompt.main == action or (game.situation.composing and game.selection.forced):
        hand.press(screen.widgets.main)
        if game.end_phase_warning.text:
            hand.press(screen.widgets.main)
        return
    if action in _offered(hand):
        hand.press(screen.widgets.choices[_number(hand, action)])
        return
    unit = _unit(hand, action)
    if game.selection.selected not in (None, unit):
        _put_down(hand)
    if game.selection.selected != unit:
        hand.point((screen.layout.map.left + 3, screen.layout.map.bottom - 3))
        hand.click_unit(unit)
    place = _place(hand, action)
    if place is not None and game.selection.focus != place:
        before = len(game.match.plies)
        hand.point((screen.layout.map.left + 3, screen.layout.map.bottom - 3))
        hand.click_place(place)
        if len(game.match.plies) > before or game.interruption.moment is not None:
            return
    if not screen.widgets.choices[_number(hand, action)].visible:  # a forecast of what the pointer rests on lies there
        hand.point((screen.layout.map.left + 3, screen.layout.map.bottom - 3))
        hand.rest()
    hand.press(screen.widgets.choices[_number(hand, action)])


def _put_down(hand: Hand) -> None:
    """Deselect by a right click on the map."""
    pos = hand.screen.layout.map.center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=pos, button=3))
        hand.wait()


def by_keyboard(hand: Hand, action: Action) -> None:
    """Do the same by keyboard."""
    game = hand.game
    if acting_seat(game.rules, game.match.state, action) != game.match.to_act:
        hand.key("b")
    if game.situation.prompt.main == action:
        hand.end_phase()
        return
    if action not in _offered(hand):
        unit = _unit(hand, action)
        for _ in range(60):
            if game.selection.selected == unit and (not game.situation.composing or hand.game.pointing.keyboard):
                break
            hand.key("tab")
        assert game.selection.selected == unit, f"Tab never came to {unit}"
        if game.situation.composing:
            hand.key("enter")
        place = _place(hand, action)
        if place is not None:
            _steer(hand, place)
            before = len(game.match.plies)
            hand.key("enter")
            if len(game.match.plies) > before or game.interruption.moment is not None:
                return
    hand.key(str(1 + _number(hand, action)))


def _number(hand: Hand, action: Action) -> int:
    return _offered(hand).index(action)


def _offered(hand: Hand) -> list[Action | None]:
    """The action of each numbered button; None for those with several actions."""
    proposals = hand.game.selection.proposals
    return [None if proposal.offer.follow_ups or proposal.offer.for_all else proposal.action for proposal in proposals]


def _unit(hand: Hand, action: Action) -> str:
    """The unit to select for an action."""
    controller, selection = hand.game.controller, hand.game.selection
    word = action.notation.split()[1]
    if word in controller.situation.counters:
        return word
    return next(unit for unit in reversed(controller.situation.stacks[word]) if unit in selection.eligible)


def _place(hand: Hand, action: Action) -> str | None:
    """The place to click for an action, unless it is on a button."""
    selection = hand.game.selection
    if action in _offered(hand):
        return None
    places = selection.choices.proposals_at.items()
    return next(place for place, found in places if (action,) in [p.actions for p in found])


def _steer(hand: Hand, place: str) -> None:
    """Strike arrows until the cursor is on a place."""
    board = hand.game.rules.board(hand.game.match.state)
    start = hand.game.selection.cursor
    if start is None:
        hand.key("up")
        start = hand.game.selection.cursor
    assert start is not None
    paths: dict[str, list[str]] = {start: []}
    edge = deque([start])
    while edge and place not in paths:
        here = edge.popleft()
        for way, name in NAMES.items():
            there = area_in_direction(board, here, way)
            if there is not None and there not in paths:
                paths[there] = [*paths[here], name]
                edge.append(there)
    for name in paths[place]:
        hand.key(name)
    assert hand.game.selection.cursor == place


def wanted(hand: Hand, rng: Random) -> Action:
    """The test's next action: any, rarely the end of a phase, sometimes an interrupt."""
    rules, state = hand.game.rules, hand.game.match.state
    for seat in capability(rules, Interrupts).may_interrupt(state):
        if rng.random() < 0.2:
            return rng.choice(list(capability(rules, Interrupts).interrupts(state, seat)))
    found = list(rules.candidates(state))
    fighting = [a for a in found if a.notation.split()[0] in ("fire", "bombard", "shock", "activate", "lose")]
    if fighting and rng.random() < 0.6:
        return rng.choice(fighting)
    moves = [a for a in found if a.notation != "done"]
    return rng.choice(moves) if moves and rng.random() < 0.55 else rng.choice(found[-1:] or found)


def play_through(hand: Hand, do: Callable[[Hand, Action], None], roll: Callable[[Hand], None]) -> set[str]:
    """Play to the end; return the kinds of action done by hand."""
    rng, done = Random(7), set[str]()
    for _ in range(500):
        hand.settle()
        if isinstance(hand.top, Victory):
            return done
        if hand.game.halted:
            hand.key("space") if do is by_keyboard else hand.press(hand.screen.widgets.main)
            continue
        before = len(hand.game.match.plies)
        if hand.rolling:
            roll(hand)
        else:
            action = wanted(hand, rng)
            do(hand, action)
            if hand.game.interruption.moment is not None:
                continue
            done.add(action.notation.split()[0])
        assert len(hand.game.match.plies) == before + 1, f"nothing came of {action.notation if not hand.rolling else 0}"
    raise AssertionError("the game never ended")


def test_the_last_turn_by_mouse(sit_down: Callable[..., Hand], late: dict[str, Any]) -> None:
    """From fire to the victory screen with clicks only."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=11, position=late), speed=8.0,
                    hand_over=False)
    done = play_through(hand, by_mouse, lambda h: h.press(h.screen.widgets.main))
    assert hand.game.match.result is not None
    assert {"fire", "move", "activate", "done"} <= done


@pytest.mark.soak
def test_the_last_turn_by_keyboard(sit_down: Callable[..., Hand], late: dict[str, Any]) -> None:
    """From fire to the victory screen with keys only."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=11, position=late), speed=8.0,
                    hand_over=False)
    done = play_through(hand, by_keyboard, lambda h: h.key("space"))
    assert hand.game.match.result is not None
    assert {"fire", "move", "activate", "done"} <= done
