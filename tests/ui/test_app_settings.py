"""Settings: when they are written, the speed of watching, and the window's size around full screen."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.match.start import Start
from game.ui.app import settings as stored
from game.ui.app.window import Window
from game.ui.kit.theme import Metrics
from game.ui.screens.settings_sheet import SettingsSheet
from tests.match.playing import gone_process
from tests.ui.corners import CORNERS, scaled, thinned
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

WATCHED = {"moslem": "recruit", "christian": "recruit"}


def _f11(hand: Hand) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_F11, mod=0, unicode=""))
    hand.wait_in_steps(6)


def _whole(window: tuple[int, int]) -> bool:
    """Whether a window has the screen's size."""
    return window == pygame.display.get_desktop_sizes()[0]


def test_a_session_that_changes_nothing_writes_no_settings(sit_down: Sit, folders: Path) -> None:
    """Opening a game, moving, viewing the settings and closing the window write no file."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.click_place("0401")
    hand.click_place("0501")
    hand.settle()
    hand.key("escape")
    hand.press(hand.button("Settings"))
    hand.key("escape")
    hand.close()
    path = folders / "config" / "settings.json"
    assert not path.exists()
    path.parent.mkdir()
    path.write_bytes(b'{"volume":0.5}')
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.close()
    assert path.read_bytes() == b'{"volume":0.5}'


def test_a_change_is_written_at_once(sit_down: Sit, folders: Path) -> None:
    """M turns the sound off on disk too; pressed again it turns it on."""
    hand = sit_down(Start("play", "kassala", seed=3))
    for muted in (True, False):
        hand.key("m")
        assert stored.load(folders / "config").muted is muted


def test_watching_and_playing_have_separate_speeds(sit_down: Sit, folders: Path) -> None:
    """A faster speed while watching computer players or a replay does not affect a person's game."""
    hand = sit_down(Start("play", "kassala", seed=3, players=WATCHED))
    for _ in range(2):
        hand.key("]")
    assert hand.game.flow.speed == 4.0
    hand.key("escape")
    hand.press(hand.button("Watch from the start"))
    hand.key("]")
    hand.close()
    kept = stored.load(folders / "config")
    assert (kept.speed, kept.watching_speed) == (1.0, 8.0)
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "human", "christian": "recruit"}))
    assert hand.game.flow.speed == 1.0
    hand.wait()
    assert (hand.game.stage.speed, hand.game.view.options.speed) == (1.0, 1.0)
    hand.key("[")
    assert (hand.game.flow.speed, hand.app.settings.watching_speed) == (0.5, 8.0)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(900, 640), (1000, 700)])
def test_leaving_full_screen_restores_the_window_size(sit_down: Sit, folders: Path, size: tuple[int, int]) -> None:
    """After F11 twice, three times over, the settings only say that it is a window."""
    hand = sit_down(size=size)
    for _ in range(3):
        _f11(hand)
        assert _whole(hand.app.window.get_size())
        _f11(hand)
        assert hand.app.window.get_size() == size == hand.app.metrics.size
    assert stored.load(folders / "config").window is None


def test_a_window_manager_that_is_late_does_not_keep_the_screens_size(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the window still has the screen's size when measured, it is measured again, not stored."""
    hand = sit_down(size=(900, 640))
    _f11(hand)
    screen, whole = pygame.display.get_desktop_sizes()[0], pygame.display.set_mode
    late = [True]

    def set_mode(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        return whole(screen if late and late.pop() else size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    _f11(hand)
    assert hand.app.window.get_size() == (900, 640)
    assert hand.app.settings.window is None


def test_a_window_drawn_larger_is_remembered(sit_down: Sit, folders: Path) -> None:
    """The user's own size is kept for the next start, and restored after full screen."""
    hand = sit_down(size=(900, 640))
    pygame.display.set_mode((960, 660), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=960, y=660))
    hand.wait_in_steps(6)
    for _ in range(2):
        _f11(hand)
    assert hand.app.window.get_size() == (960, 660)
    hand.close()
    assert stored.load(folders / "config").window == (960, 660)


def test_several_scale_clicks_cause_one_layout(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four clicks on + are four steps on the page at once; the game below follows after the last."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game, laid = hand.top, list[int]()
    hand.key("escape")
    hand.press(hand.button("Settings"))
    rebuild = game.rebuild

    def counted() -> None:
        laid.append(1)
        rebuild()

    monkeypatch.setattr(game, "rebuild", counted)
    for scale in (110, 125, 150, 175):
        plus = next(button for button in hand.top.buttons if button.text == "+")
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=plus.rect.center))
        hand.wait(0.01)
        hand.wait(0.01)
        assert (scale, []) == (hand.app.settings.interface_scale, laid)
    hand.wait(0.4)
    hand.wait(0.4)
    assert [1] == laid


@pytest.mark.parametrize("size", thinned([(1024, 768), (1280, 720), (1920, 1080)], 3))
def test_the_settings_page_stays_still_while_the_scale_changes(sit_down: Sit, size: tuple[int, int]) -> None:
    """A click on + moves no button; reopened, the page has the chosen scale."""
    hand = sit_down(Start("play", "kassala", seed=3), size=size)
    scales = []
    for _ in range(3):
        hand.key("escape")
        hand.press(hand.button("Settings"))
        scales.append(hand.top.metrics.scale)
        seen = [tuple(button.rect) for button in hand.top.buttons]
        for _ in range(3):
            hand.press(next(button for button in hand.top.buttons if button.text == "+"))
        assert seen == [tuple(button.rect) for button in hand.top.buttons[:len(seen)]]
        while hand.top is not hand.screen:
            hand.key("escape")
    assert hand.app.settings.interface_scale == 200
    assert [scales[0], scales[0] * 1.5, scales[0] * 2] == pytest.approx(scales)


def test_the_settings_page_keeps_its_scale_until_its_button_is_pressed(sit_down: Sit) -> None:
    """Wherever the pointer goes next, no control moves, so that the next click hits what it aims at."""
    hand = sit_down(Start("play", "tours", seed=3), size=(1280, 720))
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    for _ in range(6):
        hand.press(next(button for button in hand.top.buttons if button.text == "+"))
    seen = [tuple(button.rect) for button in hand.top.buttons]
    hand.point((500, 400))
    hand.wait(1)
    hand.key("left shift")
    hand.wait(1)
    assert hand.top.metrics.scale == pytest.approx(0.72)
    assert seen == [tuple(button.rect) for button in hand.top.buttons]
    shows_new_scale = hand.top.buttons[-1]
    hand.press(shows_new_scale)
    assert hand.top.metrics.scale == pytest.approx(1.44)
    assert all(button.text != shows_new_scale.text for button in hand.top.buttons)
    hand.wait(1)
    assert hand.top.metrics.scale == pytest.approx(1.44)
    hand.key("escape")
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    assert hand.top.metrics.scale == pytest.approx(1.44)


@pytest.mark.every(8)
@pytest.mark.parametrize(("size", "scale"), scaled(
    (80, 100, 110, 150, 200), (*CORNERS, ((1280, 720), 80))
))
def test_the_settings_say_how_much_of_the_scale_applies(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """If a game has no room for the scale, the scale of its first card is given beside the value at once."""
    hand = sit_down(Start("play", "kassala", seed=3), size=size)
    hand.resize(size, scale)
    reached = round(100 * hand.screen.column.prompt.scale / Metrics.of(size).scale)
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    capped = f"{scale} % (games: {reached} %)" if reached < scale else f"{scale} %"
    assert capped == str(hand.top.scale_shown)


def test_a_file_of_an_older_version_is_read_and_keeps_its_keys(tmp_path: Path) -> None:
    """The names of some settings have changed since, their keys in the file have not."""
    older = {"always": {"tours/muslim": ["reaction fire"]}, "moments": {"africa/spanish": ["near"]},
             "tables": {"kassala/kassala": {"players": {"moslem": "human"}, "options": ["cannon"]}},
             "left": {"kassala/first-battle": 4}}
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(older))
    settings = stored.load(tmp_path)
    assert {"tours/muslim": ("reaction fire",)} == settings.always_interrupt
    assert {"africa/spanish": ("near",)} == settings.asked_moments
    assert {"kassala/kassala": stored.SetUpChoices({"moslem": "human"}, ("cannon",))} == settings.last_setups
    assert {"kassala/first-battle": 4} == settings.unfinished_lessons
    stored.save(settings, tmp_path)
    written = json.loads(path.read_bytes())
    assert older == {key: written[key] for key in older}
    assert not stored.KEYS_IN_FILE.keys() & written.keys()


def test_temporary_settings_files_of_a_killed_program_are_deleted(tmp_path: Path) -> None:
    """The next change removes them; only the settings are left."""
    for name in (f".settings.json.{gone_process()}.new", "settings.new"):
        (tmp_path / name).write_bytes(b"{")
        os.utime(tmp_path / name, (0, 0))
    stored.save(stored.Settings(), tmp_path)
    assert [tmp_path / "settings.json"] == list(tmp_path.iterdir())


@pytest.mark.parametrize(("stored_size", "asked", "maximised"), [
    (None, None, True), ((300, 200), None, False), (None, (640, 480), False)])
def test_the_first_start_is_maximised(sit_down: Sit, monkeypatch: pytest.MonkeyPatch,
                                      stored_size: tuple[int, int] | None, asked: tuple[int, int] | None,
                                      maximised: bool) -> None:
    """Later the window has the size that the user gave it; a size that a caller asks for is kept."""
    done: list[bool] = []

    class Display:
        """The window of the display module."""

        @classmethod
        def from_display_module(cls) -> Display:
            return cls()

        def maximize(self) -> None:
            done.append(True)

    sit_down()
    monkeypatch.setattr(pygame, "Window", Display)
    window = Window(stored.Settings(window=stored_size), asked)
    assert bool(done) == maximised
    assert window.size == (asked or stored_size or window.size)


@pytest.mark.parametrize(("size", "limited"), [((1920, 1080), True), ((1280, 720), False)])
def test_a_smaller_scale_in_games_has_a_reason(sit_down: Sit, size: tuple[int, int], limited: bool) -> None:
    """It is below the name of the setting, when the page is opened at the scale chosen, too."""
    hand = sit_down(size=size, interface_scale=150)
    hand.resize(size, 150)
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    assert limited == bool(hand.top.scale_note)
    assert limited == ("(" in str(hand.top.scale_shown))


def test_the_reason_for_a_smaller_scale_depends_on_where_the_cards_are(sit_down: Sit) -> None:
    """Cards beside the map and cards in a drawer limit it for different reasons."""
    reasons = set()
    for size, scale in (((1920, 1080), 150), ((1280, 720), 175)):
        hand = sit_down(size=size, interface_scale=scale)
        hand.resize(size, scale)
        hand.app.push(SettingsSheet(hand.app))
        hand.wait()
        reasons.add(str(hand.top.scale_note))
        hand.close()
    assert len(reasons) == 2
    assert all(reasons)
