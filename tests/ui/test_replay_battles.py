"""A replay shows the arithmetic of every battle as it was shown in play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import catalog
from game.core.action import Faces
from game.core.event import PhaseBegan
from game.match.lesson_frames import frames
from game.match.loading import branch
from game.match.match import Match
from game.ui.screens import game_contents
from game.ui.screens.game import GameScreen
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.replay import ReplayScreen
from tests.lessons import lesson
from tests.rules.adua.board import RULES, table
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture(params=["kassala", "africa"])
def played(request: pytest.FixtureRequest) -> Match[object]:
    """The actions of an example of play with its rolls, as a game."""
    rules = catalog.rules(request.param)
    match = Match.begin(rules, "example-b", (), seed=1)
    for frame in frames(rules, lesson(rules.name, "example-b")):
        if frame.last_action is not None:
            match.play(frame.last_action)
    return match


def _rolls(match: Match[object]) -> list[int]:
    return [at for at, step in enumerate(match.plies, 1) if isinstance(step.action, Faces)]


@pytest.mark.every(2)
def test_a_pending_roll_of_a_replay_has_the_card_of_the_game(sit_down: Sit, played: Match[object]) -> None:
    """Before every roll the replay's card equals that of a game at the same point."""
    hand = sit_down()
    screen = ReplayScreen(hand.app, played)
    hand.app.push(screen)
    for at in _rolls(played):
        screen.go(at - 1)
        hand.wait()
        shown = screen.battle()
        game = GameScreen(hand.app, branch(played, at - 1))
        hand.app.push(game)
        hand.wait()
        assert shown is not None
        assert shown.key == game_contents.middle_card(game.game).key
        hand.app.pop()


@pytest.mark.every(2)
def test_a_roll_lights_its_result(sit_down: Sit, played: Match[object]) -> None:
    """Jumped to, or played: the card stays with the roll, and its result is highlighted when the dice are still."""
    hand = sit_down()
    screen = ReplayScreen(hand.app, played)
    hand.app.push(screen)
    at = _rolls(played)[-1]
    screen.go(at)
    hand.wait()
    jumped = screen.battle()
    assert jumped is not None
    screen.go(at - 1)
    hand.wait()
    due = screen.battle()
    hand.key("right")
    assert screen.stage.busy
    falling = screen.battle()
    assert due is not None
    assert due.key != jumped.key
    assert falling is not None
    assert falling.key[3:] == due.key[3:]
    hand.wait_in_steps(60, 0.1)
    lit = screen.battle()
    assert lit is not None
    assert lit.key == jumped.key


@pytest.mark.every(2)
def test_steps_without_dice_say_what_was_done(sit_down: Sit, played: Match[object]) -> None:
    """The set-up has no battle; L opens the whole log as in play."""
    hand = sit_down()
    screen = ReplayScreen(hand.app, played)
    hand.app.push(screen)
    hand.wait()
    assert screen.battle() is None
    hand.key("l")
    assert isinstance(hand.top, FullLog)


def test_the_ribbon_shows_the_phase_that_began_last(sit_down: Sit) -> None:
    """This holds if a step has ended several phases at once, because they have no actions."""
    at = table("i-ascari 3010, menelik 0510, menelik-f1 0510", phase="move", turn=3)
    match = Match.begin(RULES, "adua", seed=1, position=RULES.position(at.state))
    began = [event for event in match.play("end").events if isinstance(event, PhaseBegan)]
    assert len(began) > 1
    hand = sit_down()
    hand.app.push(ReplayScreen(hand.app, match))
    hand.top.go(1)
    hand.wait()
    assert hand.top.phase() == (began[-1].seat, began[-1].phase) == ("abyssinian", "move")
