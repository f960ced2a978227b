"""The sheet's legend can be hidden for a larger map; hex numbers are legible or left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.app import settings as stored
from game.ui.cards.objectives import readable
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.pictures import drop_pictures
from game.ui.screens.game import GameScreen
from game.ui.screens.map_sheets import LegendSheet
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.sheets.lettering import MapText
from tests.ui.corners import corners, crossed
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

HIGH = (("kassala", "kassala"), ("africa", "castillejos"))
BATTLES = (("kassala", "kassala", 1.18), ("africa", "castillejos", 1.06), ("africa", "tetuan", 1.18),
           ("africa", "wad-ras", 1.18))


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle", "larger", "size"), crossed(BATTLES, [(1280, 720), (1920, 1080)]))
def test_without_its_legend_the_map_is_larger(
    sit_down: Sit, system: str, battle: str, larger: float, size: tuple[int, int]
) -> None:
    """It grows by up to a fifth, and all of it is in view; beside a high map strip and buttons give up their height
    in both cases."""
    hand = sit_down(Start("play", system, battle, seed=7), size=size, legend="open")
    view = hand.game.view
    before = view.camera.scale
    hand.key("k")
    assert view.camera.fitted
    assert view.camera.scale / before >= larger
    board = catalog.rules(system).board(hand.game.match.state)
    assert all(view.rect.collidepoint(view.point_of(place)) for place in board.index)
    hand.press(hand.button("Legend"))
    assert view.camera.scale == before


@pytest.mark.usefixtures("unpainted")
def test_the_button_pressed_twice_changes_nothing(sit_down: Sit) -> None:
    """If the legend is on the table beside the map, it returns there, and all buttons stay in place."""
    hand = sit_down(Start("play", "kassala", seed=7), size=(1280, 720))
    before = hand.screen.layout.map, [tuple(each.rect) for each in hand.top.buttons if each.visible]
    assert hand.screen.legend_card is not None
    hand.press(hand.button("Legend"))
    assert hand.screen.legend_card is None
    hand.press(hand.button("Legend"))
    assert hand.screen.legend_card is not None
    assert before == (hand.screen.layout.map, [tuple(each.rect) for each in hand.top.buttons if each.visible])


def test_a_folded_legend_is_hidden_and_stays_folded(sit_down: Sit, folders: Path) -> None:
    """Beside the smaller sheet is table, and the next game begins the same way. To show the legend a zoomed view shows
    the whole sheet."""
    hand = sit_down(Start("play", "kassala", seed=7), legend="open")
    hand.wait_for_print()
    view = hand.game.view
    spot = view.rect.x + 30, view.rect.centery
    with_legend = hand.app.window.get_at(spot)
    hand.key("k")
    hand.wait_for_print()
    assert sum(hand.app.window.get_at(spot)[:3]) < sum(with_legend[:3]) // 2
    view.zoom(2.5, view.point_of("0405"))
    assert not view.camera.fitted
    hand.key("k")
    assert view.camera.fitted
    hand.close()
    assert stored.load(folders / "config").legend == "open"
    other = sit_down(Start("play", "kassala", seed=8))
    assert not other.game.view.sheet.folded
    other.key("k")
    other.close()
    assert stored.load(folders / "config").legend == "folded"


def test_the_first_game_has_its_legend_folded(sit_down: Sit) -> None:
    """Before a choice the map is large, with its key on a card beside it; the button hides that, and then shows the
    legend."""
    hand = sit_down(Start("play", "kassala", seed=7))
    assert hand.game.view.sheet.folded
    hand.wait()
    hand.press(hand.button("Legend"))
    assert hand.screen.legend_card is None
    hand.press(hand.button("Legend"))
    assert hand.game.view.sheet.folded
    assert hand.screen.legend_card is not None


def test_hex_numbers_are_legible_or_left_out(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have at least twelve pixels, at every zoom."""
    printed: list[int] = []

    def spy(role: Role, px: int) -> Typeface:
        printed.append(px)
        return font(role, px)

    monkeypatch.setattr("game.ui.sheets.hex_ground.font", spy)
    drop_pictures()
    hand = sit_down(Start("play", "kassala", seed=7), size=(1024, 768))
    hand.wait_for_print()
    assert min(printed, default=12) >= 12
    for _ in range(6):
        hand.key("+")
        hand.wait_for_print()
    assert printed
    assert min(printed) >= 12


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "battle", "size", "scale"), corners(
    [(*one, *cell) for one in HIGH for cell in (((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 110))],
    [(*HIGH[0], (1920, 1080), 100), (*HIGH[1], (1280, 720), 100), (*HIGH[1], (1920, 1080), 110)],
))
def test_objectives_and_buttons_are_beside_a_high_map(
    sit_down: Sit, system: str, battle: str, size: tuple[int, int], scale: int
) -> None:
    """All of them are on the table at its left, without overlaps, legible and usable."""
    players = {"moroccan": "recruit"} if system == "africa" else {}
    hand = sit_down(Start("play", system, battle, seed=7, players=players), size=size, interface_scale=scale,
                    legend="open")
    hand.resize(size, scale)
    hand.key("k")
    hand.wait()
    game = hand.game
    screen = hand.screen
    side, strip, area = screen.layout.side, screen.layout.objectives, screen.layout.map
    assert side.width > 0
    assert (side.right, side.top, side.height) == (area.left, area.top, area.height)
    assert game.view.rect == screen.layout.map
    assert strip.height > strip.width
    assert screen.objectives.smallest_print >= (14 if size[1] == 1080 else 11)
    row = [button for button in screen.buttons if button.visible and side.collidepoint(button.rect.center)]
    assert {"+", "Fit", "Legend", "Victory"} < {button.text for button in row}
    for button in row:
        assert side.contains(button.rect)
        assert not strip.colliderect(button.rect)
        assert button.rect.collidelistall([other.rect for other in row if other is not button]) == []
    high = screen.layout.map.height
    hand.press(hand.button("Victory"))
    assert (screen.layout.objectives.height, screen.layout.map.height) == (0, high)
    hand.key("o")
    spots = [(x, y) for x in range(strip.left, strip.right, 6) for y in range(strip.top, strip.bottom, 4)
             if screen.rule_of_objectives((x, y)) is not None]
    hand.click(spots[0])
    assert isinstance(hand.top, Rulebook)
    hand.key("escape")
    before = [(button.text, tuple(button.rect)) for button in screen.buttons if button.visible]
    hand.press(hand.button("Legend"))
    assert hand.app.settings.legend == "open"
    assert before == [(button.text, tuple(button.rect)) for button in screen.buttons if button.visible]


@pytest.mark.usefixtures("unpainted")
def test_a_legend_hidden_on_one_map_is_shown_on_another_with_one_click(sit_down: Sit) -> None:
    """Kassala's legend is shown beside the map. Tetuan's has no room there: a click opens it on a sheet over the map,
    and the setting is as before."""
    kassala = sit_down(Start("play", "kassala", seed=7))
    kassala.wait()
    kassala.press(kassala.button("Legend"))
    app = kassala.app
    assert app.settings.legend == "folded"
    app.navigator.begin(catalog.rules("africa"), "tetuan", (), {})
    for _ in range(20):
        kassala.wait(0.2)
    kassala.press(kassala.button("Legend"))
    kassala.on(LegendSheet)
    kassala.key("k")
    kassala.on(GameScreen)
    assert app.settings.legend == "folded"


SHEETS = [(*one, size, scale) for one in (("tours", "tours"), ("adua", "adua"), ("africa", "wad-ras"))
          for size, scale in (((1280, 720), 100), ((1024, 768), 100), ((900, 700), 150), ((1920, 1080), 100))]


@pytest.mark.every(3)
@pytest.mark.parametrize(("system", "battle", "size", "scale"), SHEETS)
def test_a_legend_without_room_beside_the_map_opens_over_it(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, system: str, battle: str, size: tuple[int, int], scale: int
) -> None:
    """It is readable, the map keeps its size, and Escape closes the legend before it opens the menu."""
    hand = sit_down(Start("play", system, battle, seed=7), size=size, hand_over=False)
    hand.resize(size, scale)
    hand.settle()
    settings, view = hand.app.settings.legend, hand.game.view
    before = view.camera.scale, tuple(view.rect)
    hand.wait_for_print()
    printed: dict[str, float] = {}
    print_on = MapText.print_on
    monkeypatch.setattr(MapText, "print_on", lambda text, surface, part, unit: (
        printed.update({text.text: text.size * unit}), print_on(text, surface, part, unit)))
    hand.key("k")
    sheet = hand.on(LegendSheet)
    assert min(printed.values()) >= readable(hand.app.metrics) * scale / 100 - 1
    names = {str(entry["name"]) for entry in view.sheet.style.legend}
    assert len(names & set(printed)) >= 3
    assert sheet.pages.count == 1
    hand.key("escape")
    hand.on(GameScreen)
    assert (view.camera.scale, tuple(view.rect)) == before
    assert hand.app.settings.legend == settings


@pytest.mark.usefixtures("unpainted")
def test_a_long_legend_is_split_into_pages(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page key turns them, and any other key closes the sheet."""
    hand = sit_down(Start("play", "africa", "wad-ras", seed=7), hand_over=False)
    legend = hand.game.view.sheet.legend
    assert len(legend.pages((800, 600), 14)) == 1
    number = len(legend.pages((300, 80), 14))
    assert number > 3
    monkeypatch.setattr(LegendSheet, "body", pygame.Rect(0, 0, 300, 80))
    hand.key("k")
    sheet = hand.on(LegendSheet)
    assert sheet.pages.count == number
    hand.key("page down")
    assert list(sheet.pages.items) == [1]
    hand.key("k")
    hand.on(GameScreen)


def test_a_replay_and_the_game_below_it_take_the_same_room(sit_down: Sit) -> None:
    """A legend hidden in a replay is hidden in its game, with strip and map in their places."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), size=(1920, 1080), legend="open")
    hand.app.push(ReplayScreen(hand.app, hand.game.match))
    hand.wait()
    hand.key("k")
    replay = hand.top
    assert replay.layout.side.width > 0
    assert replay.view.rect == replay.layout.map
    hand.app.pop()
    hand.wait()
    assert hand.screen.layout.side == replay.layout.side
    assert hand.game.view.rect == hand.screen.layout.map
    assert hand.game.view.camera.fitted


@pytest.mark.parametrize("turned", [False, True])
def test_the_printed_legend_ends_before_the_map(sit_down: Sit, turned: bool) -> None:
    """The longest effect of a terrain is printed smaller instead of over the frame."""
    hand = sit_down(Start("play", "kassala", seed=7), size=(1280, 720), legend="open")
    if turned:
        hand.key("u")
    sheet = hand.game.view.sheet
    x, _, wide, _ = sheet.layout.column
    lines = [each for each in sheet.letters if isinstance(each, MapText) and each.anchor == "left"]
    assert any("attacking" in each.text for each in lines)
    assert all(each.at[0] + each.size * font(each.role, 100).size(each.text)[0] / 100 < x + wide for each in lines)


def test_with_larger_print_a_small_legend_gives_way_to_the_small_map(sit_down: Sit) -> None:
    """It would not grow like everything else; the small map then stays beside the map, whatever the view shows."""
    hand = sit_down(Start("play", "kassala", seed=7), size=(1600, 900))
    assert hand.screen.legend_card is not None
    hand.resize((1600, 900), 150)
    assert hand.screen.legend_card is None
    view, unit = hand.game.view, hand.screen.px(100) / 100
    for place in ("0202", "0707"):
        view.zoom(2.0, view.point_of(place))
        hand.wait()
        assert hand.screen.minimap.place(unit).width
        assert not hand.screen.minimap.place(unit).colliderect(view.rect)
