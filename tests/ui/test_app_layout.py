"""Content that stays visible in small windows and at large scales."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.start import Start
from game.rules.kassala.system import Kassala
from game.ui.app import settings
from game.ui.app.window import MIN_SIZE, Window, clamped_to
from game.ui.screens.menu import Menu
from tests.ui.hand import Hand, to_result
from tests.ui.pictures import digest


@pytest.mark.every(3)
@pytest.mark.parametrize("scale", [100, 150, 200])
def test_the_commit_button_is_always_in_view(
    sit_down: Callable[..., Hand], arab_fight: dict[str, Any], scale: int
) -> None:
    """It has the main button's place, whichever card shows the battle; with the cards in a drawer, on the strip."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), interface_scale=scale)
    hand.app.apply_settings()
    hand.wait()
    hand.wait()
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
    hand.show_cards()
    screen = hand.screen
    button = screen.widgets.choices[0]
    if scale == 100:
        assert button.rect == screen.column.prompt.slot("main")
    assert hand.app.window.get_rect().contains(button.rect)
    hand.press(button)
    hand.settle()
    assert hand.rolling


def test_the_log_makes_room_for_the_battle_card(sit_down: Callable[..., Hand], arab_fight: dict[str, Any]) -> None:
    """At 1920x1080 the whole battle card is visible; the log is there before and after, otherwise only its heading."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), size=(1920, 1080))
    column = hand.screen.column
    assert column.log_rect.height >= hand.screen.px(100)
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
    assert column.middle.rect.height >= column.middle.height
    assert column.log_folded or column.log_rect.height >= hand.screen.px(100)
    hand.key("escape")
    assert column.log_rect.height >= hand.screen.px(100)


def test_a_battle_card_that_fits_shows_its_lower_end(
    sit_down: Callable[..., Hand], arab_fight: dict[str, Any]
) -> None:
    """With the chances of all results."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), size=(1920, 1080))
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
    card = hand.screen.column.middle
    hand.wait()
    assert all(card.window_rect(place) is not None for place, _ in card.texts)


def test_the_buttons_lie_beside_the_map(sit_down: Callable[..., Hand]) -> None:
    """No button covers the fitted sheet."""
    hand = sit_down(Start("play", "kassala", seed=7))
    row = hand.button("Fit").rect
    assert not row.colliderect(hand.screen.layout.map)
    assert hand.game.view.rect == hand.screen.layout.map


def test_a_window_never_exceeds_the_desktop() -> None:
    """A size stored on a large screen is reduced on a small one."""
    assert clamped_to((2560, 1440), (1280, 720)) == (1280, 720)
    assert clamped_to((1000, 700), (1280, 720)) == (1000, 700)


def test_settings_follow_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If only a data folder is named, settings are inside it."""
    monkeypatch.delenv("DRUMHEAD_CONFIG", raising=False)
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path))
    assert settings.config_folder() == tmp_path / "config"


def test_an_idle_window_rests_and_wakes_at_once(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without animation the next frame waits; an event ends the wait and is handled in order."""
    import pygame

    hand = sit_down(Start("play", "kassala", seed=7))
    hand.wait_for_print()
    assert not hand.game.moving
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: 10_000)
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode=""))
    hand.app.rest()
    hand.wait()
    assert hand.game.selection.selected is not None
    hand.end_phase()
    assert hand.game.match.plies != ()


def test_an_idle_window_is_drawn_twice_a_second(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longer nothing happens the longer it sleeps; a timed notice keeps it awake."""
    import pygame

    hand = sit_down(Start("play", "kassala", seed=7))
    hand.wait_for_print()
    slept: list[int] = []

    def wait(ms: int) -> pygame.event.Event:
        slept.append(ms)
        return pygame.event.Event(pygame.NOEVENT)

    monkeypatch.setattr(pygame.event, "wait", wait)
    monkeypatch.setattr(pygame.event, "peek", lambda: False)
    for quiet in (400, 600, 3500):
        monkeypatch.setattr(pygame.time, "get_ticks", lambda quiet=quiet: quiet)
        hand.app.rest()
    assert slept == [66, 500]
    hand.game.view.notice.say("saved")
    hand.app.rest()
    assert slept == [66, 500]


def test_from_the_map_back_to_the_result(sit_down: Callable[..., Hand], kassala: Kassala) -> None:
    """After the last turn and Look at the map, the main button shows the result again; the menu has no Resume."""
    from game.ui.screens.victory import Victory

    last = {**kassala.position(kassala.initial("kassala")), "turn": 10}
    hand = sit_down(Start("play", "kassala", seed=7, position=last))
    to_result(hand)
    hand.press(hand.button("Look at the map"))
    hand.press(hand.screen.widgets.main)
    assert isinstance(hand.top, Victory)
    hand.press(hand.button("Look at the map"))
    hand.key("escape")
    assert "Resume" not in [button.text for button in hand.top.buttons]
    first = hand.button("Save a copy")
    assert hand.top.body.top == first.rect.top, "there is a gap below the title"


def test_a_window_resized_below_a_menu_keeps_its_buttons(sit_down: Callable[..., Hand]) -> None:
    """Dimmed below the menu, the game looks as if the menu were opened at that size."""
    start = Start("play", "kassala", seed=7, players={"christian": "recruit"})
    hand = sit_down(start, size=(1280, 720))
    hand.wait_for_print()
    hand.key("escape")
    hand.on(Menu)
    hand.resize((1024, 700), 100)
    hand.wait_for_print()
    below = hand.screen.widgets
    assert below.main.visible
    resized = digest(hand.app.window, "RGB")
    hand.key("escape")
    hand.wait_for_print()
    hand.key("escape")
    hand.on(Menu)
    hand.wait_for_print()
    assert resized == digest(hand.app.window, "RGB")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("opened", "least"), [((1280, 720), MIN_SIZE), ((640, 400), (640, 400))])
def test_a_window_cannot_be_made_too_small_for_its_layout(sit_down: Callable[..., Hand], opened: tuple[int, int],
                                                          least: tuple[int, int]) -> None:
    """A window cannot be shrunk below the smallest size for which screens are laid out; a smaller one not at all."""
    hand = sit_down()
    window = Window(hand.app.settings, opened)
    assert opened == window.size == window.surface.get_size()
    assert least == pygame.Window.from_display_module().minimum_size
