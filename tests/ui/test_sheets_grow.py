"""Title and sheets at every scale: print grows with it, nothing is cut, nothing overlaps, on any page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pygame
import pytest
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton

from game.match.start import Start
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import PagedPanel, PanelScreen
from game.ui.kit.strokes import MODIFIERS
from game.ui.screens import game_sheets as sheets
from game.ui.screens.examples import ExamplesSheet
from game.ui.screens.keys import MIN_PRINT, Keys
from game.ui.screens.newgame import NewGame
from game.ui.screens.saves import Saves
from game.ui.screens.seating import BranchSheet
from game.ui.screens.settings_sheet import INTERFACE_SCALES, SettingsSheet
from game.ui.screens.title import Title
from tests.ui.corners import corners
from tests.ui.hand import Hand, font_of
from tests.ui.test_every_screen import Paper, cut, outside

Sit = Callable[..., Hand]
WINDOWS = ((1024, 768), (1280, 720), (1920, 1080))
STEPS = (100, 125, 150, 175, 200)
CORNERS = [(100, WINDOWS[0]), (200, WINDOWS[0]), (125, WINDOWS[1]), (175, WINDOWS[1]), (150, WINDOWS[2]),
           (200, WINDOWS[2])]
"""Cases that are always tested: each step, each window, and the smallest at its worst."""


def opened(hand: Hand) -> Iterator[PanelScreen]:
    """One sheet after the other over a game, laid out for the current scale."""
    app, game = hand.app, hand.game
    openings: tuple[Callable[[], None], ...] = (
        lambda: app.push(SettingsSheet(app)), lambda: app.push(Saves(app)), lambda: app.push(Keys(app, game.rules)),
        lambda: sheets.open_menu(game), lambda: app.push(NewGame(app, game.rules)),
        lambda: app.push(ExamplesSheet(app, game.rules)), lambda: app.push(BranchSheet(app, game.match, 0)),
        lambda: app.push(QuestionSheet(app, "Restart this battle?", "It begins again. " * 6, "Restart", app.pop)),
        lambda: sheets.open_rulebook(game, game.situation.prompt.rule), lambda: sheets.open_log(game),
        lambda: sheets.open_roster(game), lambda: sheets.save_as(game),
    )
    for open_it in openings:
        open_it()
        hand.wait()
        yield hand.top
        app.pop()


def paged(hand: Hand) -> Iterator[None]:
    """Every page of the top sheet, turned by its key."""
    top = hand.top
    yield
    while isinstance(top, PagedPanel) and top.pages.page + 1 < top.pages.count:
        before = top.pages.page
        hand.key("page down")
        assert before + 1 == top.pages.page
        yield


def overlapping(screen: Any) -> list[str]:
    """Lines of print that touch each other, or a button; a line's own leading is ignored."""
    paper = Paper(screen.app.window.get_size())
    screen.paint(paper)
    lines = [place.inflate(-2, -round(0.4 * place.height)) for place in paper.laid if 0 < place.height < 70]
    buttons = [each.rect for each in screen.manager.get_sprite_group().sprites()
               if isinstance(each, UIButton) and each.visible]
    found = [f"print {line} and {lines[n]}" for number, line in enumerate(lines)
             for n in range(number + 1, len(lines)) if line.colliderect(lines[n])]
    return found + [f"print {line} below a button" for line in lines if line.collidelist(buttons) >= 0]


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("scale", "size"), corners(product(STEPS, WINDOWS), CORNERS))
def test_sheets_take_the_whole_scale(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Their layout unit grows like the game's; no page has print or buttons that are cut or overlap."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), size=size)
    hand.resize(size, scale)
    for sheet in opened(hand):
        name = type(sheet).__name__
        assert sheet.metrics.scale >= hand.app.sheet_metrics.scale - 1e-6, f"{name}: {sheet.metrics.scale}"
        for _ in paged(hand):
            assert [] == cut(hand) + outside(hand)
            assert [] == overlapping(sheet), name


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", WINDOWS)
def test_labels_and_print_grow_in_pixels(sit_down: Sit, size: tuple[int, int]) -> None:
    """The label of a button and the smallest line of each sheet are about twice as high at 200 per cent as at 100; a
    short list of saved games is in larger print at 100 already."""
    hand = sit_down(Start("play", "kassala", seed=7), size=size)
    seen: dict[int, dict[str, tuple[int, int]]] = {}
    for scale in (100, 200):
        hand.resize(size, scale)
        seen[scale] = {}
        for sheet in opened(hand):
            if not isinstance(sheet, SettingsSheet | Saves | Keys | ExamplesSheet | BranchSheet | QuestionSheet):
                continue
            paper = Paper(size)
            sheet.paint(paper)
            heights = [place.height for place in paper.laid if 5 < place.height < 70]
            sizes = [font_of(button).get_point_size() for button in sheet.buttons if len(button.text) > 1]
            seen[scale][type(sheet).__name__] = min(heights, default=1), min(sizes, default=1)
    for name, (print_, label) in seen[100].items():
        if name != "Keys":  # its print is never smaller than can be read, and it has no labels
            assert seen[200][name][0] >= (1.3 if name == "Saves" else 1.8) * print_, name
            assert seen[200][name][1] >= 1.6 * label, name


@pytest.mark.every(6)
@pytest.mark.parametrize(("scale", "size"), corners(product(STEPS, WINDOWS), CORNERS))
def test_the_title_grows_too(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Cards, their rows and the buttons grow, on more pages if there is no room; the line below the cards is
    separate."""
    hand = sit_down()
    hand.resize(size, scale)
    hand.wait_in_steps(6)
    title, units = hand.on(Title), hand.app.sheet_metrics
    assert title.metrics.scale == units.scale
    names: list[str] = []
    for _ in range(title.shelf.pages.count):
        assert [] == cut(hand)
        boxes = [*(card.rect for card in title.cards), *(button.rect for button in title.buttons)]
        assert all(box.collidelist(boxes[number + 1:]) < 0 for number, box in enumerate(boxes))
        assert max(card.rect.bottom for card in title.cards) < min(button.rect.top for button in title.buttons)
        for card in title.cards:
            inside = [*([card.picture_area] if card.picture_area.height else []), *card.rows]
            assert all(row.height >= units.px(36) for row in card.rows)
            assert all(card.rect.contains(box) for box in inside)
            assert all(box.collidelist(inside[n + 1:]) < 0 for n, box in enumerate(inside))
        assert 1 >= len({card.rows[-1].bottom for card in title.cards if card.more is None})
        names += [card.rules.name for card in title.cards]
        hand.key("page down")
        hand.wait()
    assert names == [rules.name for rules in title.systems]
    if scale == 100:
        assert title.shelf.pages.count == 1
        assert all(card.more is None for card in title.cards if len(card.rules.scenarios) < 20)


def test_headings_and_sides_of_cards_stand_on_one_line(sit_down: Sit) -> None:
    """A title in smaller print because of its length keeps its base line and the sides' counters in place."""
    for size in WINDOWS:
        hand = sit_down(size=size)
        hand.wait_in_steps(12)
        assert 1 == len({card.sides[0][0].y for card in hand.on(Title).cards})
        assert 1 == len({card.rows[-1].y for card in hand.on(Title).cards if card.more is None})
        hand.close()


def test_the_page_of_keys_can_be_read_from_a_projector(sit_down: Sit) -> None:
    """At 1024x768 its print has at least 16 pixels, also at smaller scales; every page is reached, and a key that turns
    no page closes it."""
    for scale in (80, 100):
        hand = sit_down(Start("play", "kassala", seed=7), size=(1024, 768), interface_scale=scale)
        hand.app.apply_settings()
        hand.wait()
        hand.key("?")
        page = hand.on(Keys)
        assert page.px(19) >= MIN_PRINT >= 16
        assert page.pages.count > 1
        told = [row.keys for _ in paged(hand) for row in page.placed if row.keys]
        assert [str(row) for _, rows in page.groups for row, _ in rows] == [str(each) for each in told]
        assert pygame.K_x not in MODIFIERS
        hand.key("x")
        assert hand.top is hand.screen
        hand.close()


def _sign(hand: Hand, text: str) -> UIButton:
    """The button of the interface scale, the first setting."""
    buttons: tuple[UIButton, ...] = hand.top.buttons
    return next(button for button in buttons if button.text == text)


@pytest.mark.every(2)
@pytest.mark.parametrize(("size", "most"), [((1024, 768), 200), ((1280, 720), 200), ((800, 600), 150)])
def test_the_scale_ends_where_the_window_has_no_more_room(sit_down: Sit, size: tuple[int, int], most: int) -> None:
    """Every click up to there counts, without moving the button; then it is disabled with the reason. The page itself
    has the new scale when it is opened again."""
    hand = sit_down(size=size)
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    place = _sign(hand, "+").rect.copy()
    for _ in range(INTERFACE_SCALES.index(most) - INTERFACE_SCALES.index(100)):
        assert place == _sign(hand, "+").rect
        hand.click(place.center)
    assert most == hand.app.settings.interface_scale
    assert place == _sign(hand, "+").rect
    plus = _sign(hand, "+")
    assert not plus.is_enabled
    assert str(most) in str(plus.tool_tip_text)
    hand.click(place.center)
    assert most == hand.app.settings.interface_scale
    hand.app.pop()
    hand.wait_in_steps(4, 0.4)
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    assert hand.top.metrics.scale == pytest.approx(hand.app.sheet_metrics.scale)
    assert place != _sign(hand, "+").rect


def test_a_disabled_button_says_why(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tip is shown like that of any button."""
    hand = sit_down(interface_scale=200)
    hand.app.apply_settings()
    hand.wait()
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    plus = _sign(hand, "+")
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: plus.rect.center)
    hand.wait_in_steps(20, 0.2)
    assert plus.tool_tip is not None
    assert "200 %" in str(plus.tool_tip_text)


@pytest.mark.every(4)
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("scale", [100, 150, 200])
def test_the_tip_of_a_step_does_not_lie_over_the_value(sit_down: Sit, monkeypatch: pytest.MonkeyPatch,
                                                       window: tuple[int, int], scale: int) -> None:
    hand = sit_down(size=window, interface_scale=scale)
    hand.app.apply_settings()
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    plus, body = _sign(hand, "+"), hand.top.body
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: plus.rect.center)
    hand.wait_in_steps(6, 0.4)
    assert isinstance(plus.tool_tip, UIElement)
    assert hand.app.window.get_rect().contains(plus.tool_tip.rect)
    assert not plus.tool_tip.rect.colliderect((body.x, plus.rect.y, body.width, plus.rect.height))
