"""An answer counts only after its question has been seen: keys struck before its frame have no effect."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.app.application import App
from game.ui.app.dialogs import HandOver
from game.ui.screens.map_sheets import FullLog
from tests.rules.table import units
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
BOTH_MOVE = "s-cuenca b, s-luchana b, m-gk-haus al-wahhab"
THEN_ASKED = "s-cuenca b, s-husares a, m-gk-haus al-wahhab"


@pytest.fixture
def scene(sit_down: Sit) -> Callable[..., Hand]:
    """A movement phase of Castillejos between two people after a move; or the fire phase before it."""
    rules = catalog.rules("africa")

    def make(line: str, phasing: str, move: str) -> Hand:
        phase = "movement" if move else "fire"
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": phase, "phasing": phasing}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=full), speed=8.0)
        if move:
            hand.game.flow.play(move)
        hand.settle()
        return hand

    return make


def strokes(key: int, times: int = 1) -> None:
    """Post several key presses and releases before the loop runs."""
    for _ in range(times):
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))


def late(monkeypatch: pytest.MonkeyPatch, until: Callable[[], bool], key: int = pygame.K_SPACE) -> list[bool]:
    """Strike a key once while the first frame with a condition is drawn."""
    struck: list[bool] = []
    draw = App.draw

    def drawn(app: App, target: pygame.Surface) -> None:
        draw(app, target)
        if not struck and until():
            struck.append(True)
            strokes(key)

    monkeypatch.setattr(App, "draw", drawn)
    return struck


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def test_two_key_presses_in_one_frame_end_one_phase(scene: Callable[..., Hand]) -> None:
    """With Space five times before the loop runs after the warning, the Spanish movement is over, the Moroccan one is
    not."""
    hand = scene(BOTH_MOVE, "spanish", "move s-cuenca as-salam")
    hand.key("space")
    hand.read_warning()
    strokes(pygame.K_SPACE, 5)
    hand.wait()
    hand.settle()
    assert done(hand) == ["move s-cuenca as-salam", "done"]
    assert hand.game.match.to_act == "moroccan"


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_RETURN, pygame.K_b])
def test_keys_pressed_before_a_question_do_not_answer_it(scene: Callable[..., Hand], key: int) -> None:
    """The key arrives in the same iteration as the Space that opens the question; later it answers."""
    hand = scene(THEN_ASKED, "moroccan", "move m-gk-haus campamento-de-abbas")
    strokes(pygame.K_SPACE)
    strokes(key)
    hand.wait()
    assert hand.game.interruption.moment is not None
    assert hand.game.situation.interrupting is None
    assert done(hand) == ["move m-gk-haus campamento-de-abbas"]
    strokes(key)
    hand.wait()
    assert hand.game.interruption.moment is None


def test_a_key_pressed_while_the_picture_is_drawn_does_not_answer(
    scene: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came before the question was seen, though the loop reads it afterwards; the next stroke counts."""
    hand = scene(THEN_ASKED, "moroccan", "move m-gk-haus campamento-de-abbas")
    struck = late(monkeypatch, lambda: hand.game.interruption.moment is not None)
    strokes(pygame.K_SPACE)
    hand.wait_in_steps(4)
    assert struck
    assert hand.game.interruption.moment is not None
    hand.key("space")
    assert done(hand)[-1] == "done"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_h])
def test_a_banner_is_not_dismissed_unseen(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, key: int) -> None:
    """No key struck before the banner for the next person counts."""
    hand = sit_down(Start("play", "kassala", seed=7), speed=8.0)
    struck = late(monkeypatch, lambda: isinstance(hand.top, HandOver), key)
    hand.game.flow.play("end-movement")
    hand.wait_in_steps(40, 0.15)
    assert struck
    hand.on(HandOver)
    hand.take_over()
    assert hand.top is hand.screen


def test_quitting_does_not_wait_for_the_picture(sit_down: Sit) -> None:
    """Ctrl+Q also counts at the moment the banner appears."""
    hand = sit_down(Start("play", "kassala", seed=7), speed=8.0)
    hand.app.push(HandOver(hand.app, "Christian", "#e2b65c", "#2a2119", "Turn 1", covers=True))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_CTRL, unicode=""))
    hand.wait()
    assert not hand.app.running


def test_view_commands_do_not_wait_for_the_picture(scene: Callable[..., Hand]) -> None:
    """Keys that decide nothing count at once."""
    hand = scene(BOTH_MOVE, "spanish", "move s-cuenca as-salam")
    strokes(pygame.K_SPACE)
    strokes(pygame.K_l)
    hand.wait()
    assert isinstance(hand.top, FullLog)


def click(hand: Hand, pos: tuple[int, int], down: bool = True, up: bool = True) -> None:
    """Post a mouse button press, or part of it, before the loop runs."""
    for kind, wanted in ((pygame.MOUSEBUTTONDOWN, down), (pygame.MOUSEBUTTONUP, up)):
        if wanted:
            pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))


def asked_now(scene: Callable[..., Hand]) -> tuple[Hand, tuple[int, int]]:
    """Before the Space that opens the question; the position of the main button, with the pointer on it."""
    hand = scene(THEN_ASKED, "moroccan", "move m-gk-haus campamento-de-abbas")
    spot = hand.screen.widgets.main.rect.center
    hand.point(spot)
    return hand, spot


@pytest.mark.parametrize("early", [False, True])
def test_a_click_counts_only_if_its_question_was_drawn(scene: Callable[..., Hand], early: bool) -> None:
    """The button is pressed before the question is shown, and released at once or afterwards: the question stays."""
    hand, spot = asked_now(scene)
    if early:
        click(hand, spot, up=False)
        strokes(pygame.K_SPACE)
        hand.wait()
        click(hand, spot, down=False)
    else:
        strokes(pygame.K_SPACE)
        click(hand, spot)
    hand.wait_in_steps(3)
    assert hand.game.interruption.moment is not None
    assert done(hand) == ["move m-gk-haus campamento-de-abbas"]
    assert hand.screen.widgets.main.rect.collidepoint(spot)
    hand.click(spot)
    assert done(hand)[-1] == "done"


def test_a_click_while_the_picture_is_drawn_does_not_answer(
    scene: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for a click."""
    hand, spot = asked_now(scene)
    clicked: list[bool] = []
    draw = App.draw

    def drawn(app: App, target: pygame.Surface) -> None:
        draw(app, target)
        if not clicked and hand.game.interruption.moment is not None:
            clicked.append(True)
            click(hand, spot)

    monkeypatch.setattr(App, "draw", drawn)
    strokes(pygame.K_SPACE)
    hand.wait_in_steps(4)
    assert clicked
    assert hand.game.interruption.moment is not None


@pytest.mark.parametrize("mouse", [False, True])
def test_a_key_stops_a_run_that_went_on_meanwhile(scene: Callable[..., Hand], mouse: bool) -> None:
    """V starts many shots; Stop is no answer to one of them: a press held over several of them stops the run."""
    hand = scene("s-cuenca a, s-luchana a, s-saboya a, s-caz-vergara a, m-gum-uagit playa-del-tarajal, m-gum-arbaa "
                 "playa-del-tarajal, m-gum-hamsa playa-del-tarajal, m-gum-sitta playa-del-tarajal", "spanish", "")
    game = hand.game
    screen = hand.screen
    assert game.match.prompt.phase == "fire"
    hand.key("v")
    assert game.quick_play.running
    spot = screen.widgets.main.rect.center
    steps = len(game.match.plies)
    if mouse:
        hand.point(spot)
        click(hand, spot, up=False)
    for _ in range(40):
        hand.wait(0.05)
        if len(game.match.plies) > steps:
            break
    assert len(game.match.plies) > steps
    assert game.quick_play.running
    if mouse:
        click(hand, spot, down=False)
    else:
        strokes(pygame.K_ESCAPE)
    hand.wait(0.01)
    hand.wait(0.01)
    assert len(game.match.plies) <= steps + 3
    assert not game.quick_play.running
