"""During long thinking of a computer player: its elapsed time, and a button that lets it move now."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from game import catalog
from game.ai import player_process, players
from game.ai.player_process import Advice, PlayerProcess
from game.core.message import say
from game.levels import LEVELS, LevelInfo
from game.match.start import Start
from game.ui.play import turn_driver
from game.ui.play.commands import NOBODY_THINKS
from game.ui.screens import game_contents as contents
from tests.ai.ponderer import PONDERER
from tests.ui.hand import Hand
from tests.ui.pictures import digest
from tests.ui.workers import Puppet, Workers

Sit = Callable[..., Hand]


@dataclass
class Seconds:
    """A clock set by the test."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def workers() -> Workers:
    """The processes of computer players, and their messages."""
    return Workers()


@pytest.fixture
def ponder(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, workers: Workers) -> Callable[..., tuple[Hand, Seconds]]:
    """Opens a game whose computer player thinks until hurried, with the test's clock."""
    monkeypatch.setattr(player_process, "WORKER_COMMAND", (sys.executable, "-c", PONDERER))

    def sit(system: str, *, size: tuple[int, int] = (1280, 720), **seated: str) -> tuple[Hand, Seconds]:
        scenario = "castillejos" if system == "africa" else None
        clock = Seconds()
        monkeypatch.setattr(turn_driver, "PlayerProcess", lambda: PlayerProcess(clock, workers))
        hand = sit_down(Start("play", system, scenario, seed=3, players=seated), size=size)
        if seated:
            hand.until(lambda: hand.game.flow.players.thinking)
        return hand, clock

    return sit


Ponder = Callable[..., tuple[Hand, Seconds]]


def later(hand: Hand, clock: Seconds, seconds: float) -> None:
    """Let time pass for the computer player and for the screen."""
    clock.now += seconds
    hand.wait()
    hand.wait()


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_bar_fills_and_a_button_makes_the_computer_move_now(ponder: Ponder, size: tuple[int, int]) -> None:
    """Nothing appears at first; later a bar and a button, for which the cards keep room; the bar grows; a click on the
    button and the computer player moves."""
    hand, clock = ponder("africa", size=size, spanish="veteran")
    screen, game = hand.screen, hand.game
    later(hand, clock, 0.2)
    assert not screen.widgets.move_now.visible
    lie = screen.column.prompt.rect.copy(), screen.column.log_rect.copy()
    later(hand, clock, 0.2)
    assert screen.widgets.move_now.visible
    assert lie == (screen.column.prompt.rect, screen.column.log_rect)
    bar = screen.waiting_slot("bar")
    assert bar is not None
    assert screen.column.prompt.rect.contains(bar)
    filled = []
    for seconds in (0.0, 0.2, 0.2, 5.0):
        later(hand, clock, seconds)
        row = [hand.app.window.get_at((x, bar.centery - 2)) for x in range(bar.left, bar.right)]
        filled.append(sum(pixel.r > 150 for pixel in row) / len(row))
    assert filled == sorted(set(filled))
    assert filled[0] == pytest.approx(0.4, abs=0.04)
    assert filled[-1] > 0.95
    assert not game.match.plies
    hand.press(screen.widgets.move_now)
    hand.until(lambda: bool(game.match.plies))
    hand.wait()
    assert not screen.widgets.move_now.visible


def test_a_quick_answer_has_no_bar(ponder: Ponder) -> None:
    """Kassala gives half a second: a bar appears only if it takes far longer. X still lets it move."""
    hand, clock = ponder("kassala", moslem="veteran")
    before = digest(hand.screen.app.window)
    later(hand, clock, 0.45)
    assert not hand.screen.widgets.move_now.visible
    later(hand, clock, 0.6)
    assert hand.screen.widgets.move_now.visible
    assert digest(hand.screen.app.window) != before
    hand.key("x")
    hand.until(lambda: bool(hand.game.match.plies))


def test_the_slip_says_that_a_slow_hint_is_pending(ponder: Ponder) -> None:
    """The bar is in the hint's place; X shows the best result so far; without thinking X says so."""
    hand, clock = ponder("africa")
    hand.key("x")
    assert hand.game.view.notice.text == NOBODY_THINKS
    assert hand.game.selection.refusal is None
    hand.key("h")
    assert hand.screen.waiting_slot("bar") is None
    later(hand, clock, 0.5)
    bar = hand.screen.waiting_slot("bar")
    assert bar is not None
    assert hand.screen.slip.rect.contains(bar)
    assert hand.screen.widgets.move_now.visible
    hand.key("enter")
    assert "hint" in str(hand.game.view.notice.text)
    hand.key("x")
    hand.until(lambda: hand.game.hint is not None)
    hand.wait()
    assert not hand.screen.widgets.move_now.visible
    assert not hand.game.match.plies


def test_x_in_a_persons_turn_says_why_it_does_nothing(ponder: Ponder) -> None:
    """This holds even while a computer player decides whether to interrupt."""
    hand, _ = ponder("africa", moroccan="veteran")
    assert hand.game.flow.players.thinking
    assert hand.game.may_act
    hand.key("x")
    assert hand.game.view.notice.text == NOBODY_THINKS


def test_no_bar_while_the_computers_pause(ponder: Ponder) -> None:
    """After P thinking continues without a bar; there is nothing to hurry."""
    hand, clock = ponder("africa", spanish="veteran")
    later(hand, clock, 0.5)
    hand.key("p")
    assert not hand.screen.widgets.move_now.visible
    hand.key("p")
    assert hand.screen.widgets.move_now.visible


def test_the_time_of_a_player_turn_is_shared_by_its_answers() -> None:
    """The time of an answer is subtracted from the next one's in that player turn; a new turn, a separate question and
    an undo restore all of it."""
    clock, worker = Seconds(), Puppet()
    thinkers = PlayerProcess(clock, worker.start)

    def ask(turn: object, took: float) -> float:
        number = thinkers.ask({}, "veteran", "moslem", 1, 1.0, turn=turn)
        clock.now += took / 2
        halfway = thinkers.share
        clock.now += took / 2
        worker.answer(Advice(number, "end", ""))
        clock.now += 60.0
        assert thinkers.answer() is not None
        return halfway

    assert ask((1, "moslem"), 0.4) == pytest.approx(0.2)
    assert ask((1, "moslem"), 0.2) == pytest.approx(0.5)
    assert ask(None, 0.8) == pytest.approx(0.4)
    assert ask((1, "moslem"), 9.0) == 1.0
    ask((1, "moslem"), 0.0)
    ask((2, "moslem"), 0.5)
    thinkers.forget_turns()
    ask((2, "moslem"), 0.0)
    asked = [line["limit"] for line in worker.sent]
    assert asked == pytest.approx([1.0, 0.6, 1.0, 0.4, 0.02, 1.0, 1.0])


def test_a_late_player_is_told_once_to_answer_at_once() -> None:
    """It is hurried some seconds after its limit, long before it is stopped, and its answer still counts."""
    clock, worker = Seconds(), Puppet()
    thinkers = PlayerProcess(clock, worker.start)
    number = thinkers.ask({}, "veteran", "moslem", 1, 1.0)
    for late in (0.5, 3.0, 3.0, 20.0):
        clock.now += late
        assert thinkers.answer() is None
    assert [{"now": number, "dropped": False}] == worker.sent[1:]
    worker.answer(Advice(number, "end", ""))
    answer = thinkers.answer()
    assert answer is not None
    assert answer.action == "end"


@pytest.mark.parametrize(("system", "level", "seconds"), [
    ("kassala", "veteran", 0.5), ("africa", "veteran", 1.0), ("africa", "nobody", 1.0), ("kassala", "slow", 5.0),
])
def test_the_system_says_how_long_a_player_turn_may_take(
    monkeypatch: pytest.MonkeyPatch, system: str, level: str, seconds: float
) -> None:
    """It is multiplied by the level's patience."""
    info = LevelInfo("slow", say("Slow"), say("Takes its time"), 10.0)
    monkeypatch.setitem(LEVELS, "slow", info)
    assert players.limit_for(level, catalog.rules(system)) == seconds


def test_the_worker_is_given_the_player_turns_time(ponder: Ponder, workers: Workers) -> None:
    """The second answer in a turn may use the rest of the first one's time."""
    def sent() -> list[float]:
        return [line["limit"] for line in workers.sent if "limit" in line]

    hand, clock = ponder("kassala", moslem="veteran")
    clock.now += 0.3
    hand.key("x")
    hand.until(lambda: len(sent()) > 1)
    assert hand.game.match.plies
    assert sent() == pytest.approx([0.5, 0.2])


def test_the_strip_says_which_computer_plays(ponder: Ponder) -> None:
    """With the cards hidden nothing on it asks the person to choose."""
    hand, _ = ponder("kassala", moslem="veteran")
    side, texts, rule = contents.strip_contents(hand.game, ())
    seat = hand.game.prompt_shown.to_act
    assert side is not None
    assert (side.name, rule) == (seat, None)
    assert texts == (say("{side}: {text}", side=side.title, text=hand.game.flow.status(seat)),)
