"""No command that only changes the view ends the program: every key on every screen with a map, in every system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.core.event import Declared, Event, Rolled
from game.core.message import say
from game.core.verdict import RuleRef
from game.match.loading import branch, load
from game.match.match import Match
from game.ui.app.screen import Screen
from game.ui.board.view import BoardView
from game.ui.screens.demo import DemoScreen
from game.ui.screens.game import GameScreen
from game.ui.screens.replay import ReplayScreen
from tests.lessons import lesson
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

RECORDS = Path(__file__).parents[1] / "records"
SYSTEMS = sorted(folder.name for folder in RECORDS.iterdir() if (folder / "endings.txt").is_file())
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WATCHING = (*LETTERS, "f", "f", "+", "-", "=", "[", "]", "?", "tab", "left", "right", "up", "down", "home", "end")
"""Every key with a function on a screen without play; F goes to the next melee."""
LOOKING = ("f", "f", "f", "+", "f", "-", "z", "j", "n", "d", "k", "u", "f", "u", "k", "o", "o", "m", "l", "r", "?",
           "tab", "left", "right", "up", "down", "w", "e", "s", "a", "q", "c", "g", "t", "escape")
"""Keys of a game that change the view, select or point, but take no action."""
SHARES = 0.0, 0.5, 1.0, 0.2, 0.4, 0.6, 0.8
"""Positions within a record at which it is shown, as shares of its length."""


def looked_at(first: int, each: int, *shares: float) -> pytest.MarkDecorator:
    """Parametrize over systems and shares. Every third system, counted from ``first``, runs at one of the first
    ``each`` shares; the others are soak tests."""
    return pytest.mark.parametrize(("system", "share"), [
        pytest.param(system, share, marks=() if number // 2 % each == at and number % 3 == first else pytest.mark.soak)
        for number, system in enumerate(SYSTEMS) for at, share in enumerate(shares)])


def _strike(hand: Hand, screen: Screen, keys: tuple[str, ...]) -> None:
    """Press keys one after another, and close every screen that a key opens."""
    for name in keys:
        hand.key(name)
        while hand.top is not screen:
            assert screen in hand.app.stack, f"{name} closed the screen"
            hand.app.pop()
            hand.wait()


def _wheel_over_map(hand: Hand, view: BoardView) -> None:
    """Zoom in and out, and click the corner of the map that has the small map."""
    hand.point(view.rect.center)
    for notches in (6, -3, -6):
        hand.wheel(notches)
    hand.key("+")
    hand.key("+")
    hand.click((view.rect.left + 40, view.rect.bottom - 40))


def _played(system: str) -> Match[Any]:
    """A system's longest golden record."""
    longest = max((RECORDS / system).glob("*.jsonl"), key=lambda file: file.stat().st_size)
    return load(longest).match


@looked_at(1, 3, *SHARES)
def test_every_key_in_a_replay(sit_down: Sit, system: str, share: float) -> None:
    """At the beginning, at the end and between, and during the animation of a step."""
    hand = sit_down(size=(1280, 720))
    screen = ReplayScreen(hand.app, _played(system))
    hand.app.push(screen)
    screen.go(round(share * len(screen.replay)))
    _strike(hand, screen, WATCHING)
    screen.running = False
    screen.go(round(share * len(screen.replay)))
    screen.forward()
    _strike(hand, screen, ("f", "f", "u", "f"))
    _wheel_over_map(hand, screen.view)


@pytest.mark.every(2)
@pytest.mark.parametrize("number", [0, pytest.param(-1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_key_in_an_example(sit_down: Sit, system: str, number: int) -> None:
    """In the first frame of a system's first and last example every key, in the others F."""
    rules = catalog.rules(system)
    name = [info.name for info in rules.scenarios if info.example][number]
    hand = sit_down(size=(1280, 720))
    screen = DemoScreen(hand.app, rules, lesson(system, name))
    hand.app.push(screen)
    _strike(hand, screen, WATCHING)
    _wheel_over_map(hand, screen.view)
    while screen.at + 1 < len(screen.frames):
        screen.running = False
        screen.forward()
        _strike(hand, screen, ("f",))
        screen.stage.skip()


@looked_at(2, 2, *(share for share in SHARES if share < 1))
def test_every_view_key_in_a_game(sit_down: Sit, system: str, share: float) -> None:
    """A game between people, begun at a step of a record."""
    played = _played(system)
    hand = sit_down(size=(1280, 720), hand_over=False, reduced_motion=True)
    people = dict.fromkeys(played.rules.seats, "human")
    screen = GameScreen(hand.app, branch(played, round(share * len(played.plies)), players=people))
    hand.app.push(screen)
    hand.wait()
    _strike(hand, screen, LOOKING)
    _wheel_over_map(hand, screen.view)


RULE = RuleRef("adua", "9.0")
FIGHTS: tuple[Event, ...] = (
    Declared(RULE, ("off",), ("on",), say("an attack")),
    Declared(RULE, ("on",), ("off",), say("an attack")),
    Rolled(RULE, (), (), "AR", say("a retreat"), places=("to-come",)),
    Rolled(RULE, (), (), "AR", say("a retreat"), places=("out", "2611")),
)


@pytest.mark.every(2)
@pytest.mark.parametrize("event", FIGHTS, ids=lambda event: f"{event.type}-{FIGHTS.index(event)}")
def test_a_combat_with_units_off_the_map(sit_down: Sit, event: Event) -> None:
    """Only the part on the map is animated; a place off the map has no position."""
    hand = sit_down(size=(1280, 720))
    screen = ReplayScreen(hand.app, load(RECORDS / "adua" / "adua.jsonl").match)
    hand.app.push(screen)
    hand.wait()
    units = {screen.view.geometry.knows(each.place): each.unit for each in screen.view.counters.values() if each.place}
    assert units.keys() == {True, False}, "some units wait off the map"
    if isinstance(event, Declared):
        named = {"off": units[False], "on": units[True]}
        event = replace(event, attackers=(named[event.attackers[0]],), defenders=(named[event.defenders[0]],))
    screen.view.play([event])
    assert screen.view.busy
    hand.wait_in_steps(40, 0.1)
    assert not screen.view.busy
