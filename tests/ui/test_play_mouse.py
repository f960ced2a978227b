"""Whole games by mouse only and by keyboard only, through the real loop."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.core.action import Action
from game.match.start import Start
from game.rules.kassala.actions import (
    EndMovement,
    EndSetup,
    KassalaAdvance,
    KassalaAttack,
    KassalaBombard,
    KassalaLose,
    KassalaMove,
    KassalaPlace,
    NoAdvance,
)
from game.rules.kassala.system import Kassala
from game.ui.app.dialogs import HandOver
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand
from tests.ui.lesson_hand import steer_to, tab_to


@pytest.fixture
def late(kassala: Kassala) -> dict[str, object]:
    """The battle's set-up in its last turn."""
    return {**kassala.position(kassala.initial("kassala")), "turn": 10}


@pytest.fixture
def hand(sit_down: Callable[..., Hand], late: dict[str, object]) -> Hand:
    """Two people at one screen, in the last turn."""
    return sit_down(Start("play", "kassala", seed=11, position=late))


def _wanted(hand: Hand, rng: Random) -> Action:
    """The test's next action: a few moves towards the enemy, then any that fights."""
    game = hand.game
    found = game.rules.candidates(game.match.state)
    moves = [action for action in found if isinstance(action, KassalaMove)]
    if moves and rng.random() < 0.75:
        south = game.match.to_act == "moslem"
        return max(moves, key=lambda move: (int(move.path[-1][2:]) * (1 if south else -1), rng.random()))
    return EndMovement() if moves else rng.choice(list(found))


def _by_mouse(hand: Hand, action: Action) -> None:
    """Do an action with the mouse."""
    screen = hand.screen
    match action:
        case KassalaMove(unit, path):
            hand.click_unit(unit)
            hand.click_place(path[-1])
        case KassalaAdvance(unit, place) | KassalaPlace(unit, place):
            hand.click_unit(unit)
            hand.click_place(place)
        case KassalaAttack(attackers, defenders):
            for unit in (*attackers, *defenders):
                hand.click_unit(unit)
            hand.press(screen.widgets.choices[0])
        case KassalaLose(units):
            for unit in units:
                hand.click_unit(unit)
            hand.press(screen.widgets.choices[0])
        case EndMovement() | NoAdvance() | EndSetup():
            hand.press(screen.widgets.main)
            if hand.game.end_phase_warning.text:
                hand.press(screen.widgets.main)
        case _:
            raise AssertionError(action)


def _by_keyboard(hand: Hand, action: Action) -> None:
    """Do an action with the keyboard."""
    match action:
        case KassalaMove(unit, path):
            tab_to(hand, unit)
            steer_to(hand, path[-1])
            hand.key("enter")
        case KassalaAdvance(unit, place) | KassalaPlace(unit, place):
            tab_to(hand, unit)
            steer_to(hand, place)
            hand.key("enter")
        case KassalaAttack() | KassalaBombard():
            chosen = action.attackers if isinstance(action, KassalaAttack) else (action.unit,)
            for unit in (*chosen, *action.defenders):
                tab_to(hand, unit)
                hand.key("enter")
            offered = [proposal.action for proposal in hand.game.selection.proposals]
            hand.key(str(1 + offered.index(action)))
        case KassalaLose(units):
            for unit in units:
                tab_to(hand, unit)
                hand.key("enter")
            hand.key("1")
        case EndMovement() | NoAdvance() | EndSetup():
            hand.end_phase()
        case _:
            raise AssertionError(action)


def _play_through(hand: Hand, do: object, roll: object, go_on: object) -> int:
    rng = Random(3)
    for count in range(300):
        hand.settle()
        if isinstance(hand.top, HandOver):
            go_on(hand)  # type: ignore[operator]
            continue
        if isinstance(hand.top, Victory):
            return count
        if hand.game.turn_end.holds:
            roll(hand)  # type: ignore[operator]
            continue
        before = len(hand.game.match.plies)
        if hand.rolling:
            roll(hand)  # type: ignore[operator]
        else:
            do(hand, _wanted(hand, rng))  # type: ignore[operator]
        assert len(hand.game.match.plies) == before + 1
    raise AssertionError("the game never ended")


def test_a_whole_game_by_mouse(hand: Hand) -> None:
    """From the opening to the victory screen with clicks only."""
    _play_through(hand, _by_mouse, lambda h: h.press(h.screen.widgets.main), lambda h: h.press(h.button("Ready")))
    assert hand.game.match.result is not None
    assert hand.top.result == hand.game.match.result


@pytest.mark.soak
def test_a_whole_game_by_keyboard(hand: Hand) -> None:
    """From the opening to the victory screen with keys only."""
    _play_through(hand, _by_keyboard, lambda h: h.key("space"), Hand.take_over)
    assert hand.game.match.result is not None
    hand.wait(1.0)  # keys meant for the game do not leave the result at once
    hand.key("enter")
    assert type(hand.top).__name__ == "Title"


@pytest.mark.soak
def test_a_game_by_keyboard_with_every_option(sit_down: Callable[..., Hand]) -> None:
    """With cannon, mixed attacks and free deployment, both sides set up, then play a turn with keys only."""
    hand = sit_down(Start("play", "kassala", options=("cannon", "mixed-attacks", "free-deployment"), seed=11))
    rng, done, fights = Random(3), set[str](), 0
    for _ in range(400):
        hand.settle()
        if isinstance(hand.top, HandOver):
            hand.take_over()
            continue
        if isinstance(hand.top, Victory) or hand.game.situation.prompt.turn > 1:
            break
        if hand.game.turn_end.holds:
            hand.key("space")
            continue
        before = len(hand.game.match.plies)
        if hand.rolling:
            hand.key("space")
        elif hand.game.situation.prompt.mode == "place":
            _set_up_next(hand)
        else:
            action = _wanted(hand, rng)
            fights += isinstance(action, KassalaAttack | KassalaBombard)
            _by_keyboard(hand, action)
        assert len(hand.game.match.plies) == before + 1
        done.add(hand.game.match.plies[-1].action.notation.split()[0])
    assert hand.game.situation.prompt.turn > 1 or hand.game.match.result is not None
    assert {"place", "move"} <= done
    assert fights > 0


def _set_up_next(hand: Hand) -> None:
    """Place the first waiting counter in the southernmost or northernmost open hex, or end the set-up."""
    game = hand.game
    if not game.selection.waiting:
        hand.key("space")
        return
    south = game.match.to_act == "moslem"
    unit = game.selection.waiting[0]
    found = [a for a in game.rules.candidates(game.match.state) if isinstance(a, KassalaPlace) and a.unit == unit]
    _by_keyboard(hand, (max if south else min)(found, key=lambda place: (int(place.place[2:]), place.place)))
