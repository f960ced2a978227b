"""A replay's text of the displayed step: the action with its side, or the result of a roll; every label fits its
button."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.event import Rolled
from game.match.match import Match
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from tests.ui.hand import Hand


@pytest.fixture
def replay(sit_down: Callable[..., Hand]) -> Hand:
    """An example of Africa played up to a fire that hits."""
    match = Match.begin(catalog.rules("africa"), "example-a", (), seed=1)
    for action in ("fire s-cuenca playa-del-tarajal with s-prim", "roll 4", "roll 3"):
        match.play(action)
    hand = sit_down()
    hand.app.push(ReplayScreen(hand.app, match))
    hand.wait()
    return hand


def test_actions_and_rolls_are_described_in_words(replay: Hand) -> None:
    """The set-up, then the side and its action, then the result of the coins."""
    screen = replay.top
    said = []
    for at in range(1, 4):
        screen.go(at)
        said.append(screen.action_text())
    fired, *rolled = said
    assert all(name in str(fired) for name in ("Spaniards", "Cuenca", "Playa del Tarajal", "Prim"))
    falls = [event for ply in screen.match.plies for event in ply.events if isinstance(event, Rolled)]
    assert [((4,), (7,), 3), ((3,), (3,), 0)] == [(each.heads, each.coins, each.needed) for each in falls]
    assert [str(each.text) for each in falls] == list(map(str, rolled))


@pytest.mark.every(2)
@pytest.mark.parametrize("scale", [80, 200])
def test_labels_that_change_are_fitted_again(replay: Hand, scale: int) -> None:
    """Checked for Play and Pause, and every speed."""
    replay.app.settings.interface_scale = scale
    replay.app.apply_settings()
    replay.wait()
    screen = replay.top
    for _ in range(7):
        screen.next_speed()
        screen.toggle()
        for button in (screen.play_button, screen.speed_button):
            assert button.font.size(button.text)[0] <= button.rect.width


@pytest.mark.parametrize("scale", [100, 200])
def test_the_buttons_of_a_replay_are_of_one_size(replay: Hand, scale: int) -> None:
    """The highlighted ones are no larger than the others, nor is their print."""
    replay.resize((1920, 1080), scale)
    rows = replay.top.rows
    assert len({button.rect.height for row in rows for button in row}) == 1
    assert len({button.font.get_point_size() for button in (*rows[0], *rows[2])}) == 1


def test_a_click_on_the_bar_goes_there(replay: Hand) -> None:
    """It goes to the end, to the middle and back to the start, with the thumb there."""
    screen = replay.top
    bar = screen.scrubber.get_abs_rect()
    for share, at in ((0.95, 3), (0.05, 0), (0.63, 2)):
        replay.click((round(bar.left + share * bar.width), bar.centery))
        replay.wait()
        assert at == screen.replay.actions_shown == screen.scrubber.get_current_value()


def test_a_press_on_the_bar_can_be_dragged(replay: Hand) -> None:
    """Pressed beside the thumb, it moves there, and follows until the release."""
    screen = replay.top
    bar = screen.scrubber.get_abs_rect()
    start, end = ((round(bar.left + share * bar.width), bar.centery) for share in (0.95, 0.05))
    pygame.mouse.set_pos(start)
    replay.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    replay.wait()
    replay.wait()
    assert screen.replay.actions_shown == 3
    for x in range(start[0], end[0], -8):
        pygame.mouse.set_pos((x, bar.centery))
        replay.point((x, bar.centery))
    replay.wait()
    assert screen.replay.actions_shown == 0
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    replay.wait()


def test_r_opens_the_rulebook(replay: Hand) -> None:
    replay.key("r")
    assert isinstance(replay.top, Rulebook)
