"""The panel of cards at every window size and scale: a third of the width, or a drawer; cards fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pygame
import pytest

from game import catalog
from game.i18n.words import translate
from game.match.start import Start
from game.ui.cards.objectives import ObjectivesStrip, readable
from game.ui.kit.pen import sentences
from game.ui.kit.theme import Metrics
from game.ui.screens.demo import DemoScreen
from game.ui.screens.map_sheets import FullLog, ObjectivesSheet
from game.ui.screens.menu import Menu
from game.ui.screens.replay import ReplayScreen
from tests.lessons import lesson
from tests.ui.corners import CORNERS, WINDOWS
from tests.ui.hand import Hand
from tests.ui.test_column_fit import tell

Sit = Callable[..., Hand]

SCALES = (80, 100, 150, 200)
SOME_OR_ALL = pytest.mark.parametrize("cells", [
    pytest.param(CORNERS, id="corners"),
    pytest.param(tuple(product(WINDOWS, SCALES)), id="all", marks=pytest.mark.soak),
])
"""Windows and scales."""
Cells = Sequence[tuple[tuple[int, int], int]]

pytestmark = pytest.mark.usefixtures("unpainted")


def begun(sit_down: Sit, system: str, **more: Any) -> Hand:
    """The first battle of a system at its start, with some lines in the log."""
    battle = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    hand = sit_down(Start("play", system, battle, seed=7), **more)
    hand.settle()
    tell(hand)
    return hand


def faults(hand: Hand) -> list[str]:
    """The faults of the displayed panel, strip and objectives."""
    screen, m = hand.top, hand.app.metrics
    column, window = screen.column, hand.app.window.get_rect()
    found = []
    if not m.has_drawer and screen.layout.column.width > window.width // 3:
        found.append("the panel has more than a third")
    larger = m.scale / Metrics.of(m.size).scale
    needed = max(260 * max(m.scale, larger), 426 * m.scale if larger > 1 else 0)
    if m.has_drawer is not (window.width // 3 < needed):
        found.append("a drawer where there is room, or none where there is not")
    parts = [column.prompt.rect, column.middle.rect, column.log_rect, column.tools]
    parts += [column.list_rect] if column.list_rect.height else []
    if any(a.colliderect(b) for a, b in combinations(parts, 2)):
        found.append("cards lie on one another")
    if column.prompt.height > column.prompt.rect.height:
        found.append("what to do now is cut")
    if not all(column.rect.contains(part) for part in parts):
        found.append("a card leaves the panel")
    if m.has_drawer and not window.contains(screen.layout.strip):
        found.append("the strip leaves the window")
    if not column.log_folded:
        column.log.draw(hand.app.window, column.log_rect, column.log_metrics)
    if not column.log_folded and column.log.lines < min(3, len(column.log.entries)):
        found.append("the log has fewer than three lines")
    return found


@pytest.mark.every(4)
@SOME_OR_ALL
@pytest.mark.parametrize("system", catalog.names())
def test_the_panel_has_a_third_of_the_width_or_is_a_drawer(sit_down: Sit, system: str, cells: Cells) -> None:
    """The main button is in view at every size and scale, the log is visible or a click away, and nothing overlaps."""
    hand = begun(sit_down, system)
    found = []
    for size, scale in cells:
        hand.resize(size, scale)
        hand.wait()
        wrong = faults(hand)
        main, window = hand.screen.widgets.main, hand.app.window.get_rect()
        if hand.game.main_button.shown and not (main.visible and window.contains(main.rect)):
            wrong.append("the main button is out of view")
        hand.show_cards()
        wrong += faults(hand)
        if not window.contains(hand.screen.column.heading(hand.screen.column.log_rect)):
            wrong.append("the log is out of reach")
        if hand.app.metrics.has_drawer:
            hand.key("l", pygame.KMOD_SHIFT)
            hand.wait(0.5)
        found += [f"{size} at {scale} %: {what}" for what in wrong]
    assert found == []


@pytest.mark.every(5)
@SOME_OR_ALL
@pytest.mark.parametrize("system", catalog.names())
def test_replays_and_examples_have_the_same_panel(sit_down: Sit, system: str, cells: Cells) -> None:
    """This holds at every size and scale, with the drawer closed and open; their step buttons are always in view."""
    hand = begun(sit_down, system)
    rules = hand.game.rules
    example = next(info.name for info in rules.scenarios if info.example)
    found = []
    told = lesson(system, example)
    for opened in (lambda: ReplayScreen(hand.app, hand.game.match), lambda: DemoScreen(hand.app, rules, told)):
        hand.app.push(opened())
        for size, scale in cells:
            hand.resize(size, scale)
            hand.wait()
            wrong = faults(hand)
            button, window = hand.top.play_button, hand.app.window.get_rect()
            if not (button.visible and window.contains(button.rect)):
                wrong.append("Play is out of view")
            hand.show_cards()
            wrong += faults(hand)
            if hand.app.metrics.has_drawer:
                hand.key("l", pygame.KMOD_SHIFT)
                hand.wait(0.5)
            found += [f"{type(hand.top).__name__} {size} at {scale} %: {what}" for what in wrong]
        hand.app.pop()
    assert found == []


def test_the_drawer_slides_over_the_map_and_closes(sit_down: Sit) -> None:
    """Its key, its button and Escape work; the map keeps its size, and a click on a card does not reach the map."""
    hand = begun(sit_down, "kassala", size=(1024, 768))
    hand.resize((1024, 768), 200)
    hand.wait()
    hand.key("f")
    hand.wait(1.0)
    screen, window = hand.screen, hand.app.window.get_rect()
    area = screen.layout.map
    assert hand.app.metrics.has_drawer
    assert not window.colliderect(screen.column.prompt.rect)
    hand.key("l", pygame.KMOD_SHIFT)
    hand.wait(0.5)
    hand.wait()
    assert window.contains(screen.column.prompt.rect)
    assert screen.layout.map == area
    covered = next(unit for unit in hand.game.selection.eligible
                   if screen.layout.column.collidepoint(hand.game.view.point_of(
                       hand.game.situation.counters[unit].place or "")))
    place = hand.game.situation.counters[covered].place or ""
    hand.click(hand.game.view.point_of(place))
    assert hand.game.selection.selected is None
    hand.key("escape")
    hand.wait(0.5)
    hand.wait()
    assert not isinstance(hand.top, Menu)
    assert not window.colliderect(screen.column.prompt.rect)
    hand.click(hand.game.view.point_of(place))
    assert hand.game.selection.selected is not None
    hand.press(hand.button("Show cards   [Shift+L]"))
    hand.wait(0.5)
    hand.wait()
    assert window.contains(screen.column.middle.rect)
    hand.press(hand.button("Hide cards   [Shift+L]"))
    hand.wait(0.5)
    hand.wait()
    assert not window.colliderect(screen.column.middle.rect)


def test_the_main_button_on_the_strip_works(sit_down: Sit) -> None:
    """It works with the drawer closed and open, in the same place."""
    hand = begun(sit_down, "kassala", size=(1024, 768))
    hand.resize((1024, 768), 200)
    hand.wait()
    main = hand.screen.widgets.main
    place = main.rect.copy()
    hand.show_cards()
    assert main.rect == place
    hand.press(main)
    hand.wait(1.0)
    hand.press(main)
    hand.settle()
    assert hand.game.match.plies != ()


@pytest.mark.every(2)
@pytest.mark.parametrize("scale", [100, 150])
def test_the_log_unfolds_in_place_of_the_list(sit_down: Sit, scale: int) -> None:
    """A press on its heading, or I, folds the list to its heading, and a press on that brings it back."""
    hand = sit_down(Start("play", "tours", "tours", seed=7), size=(1280, 720), hand_over=False)
    hand.resize((1280, 720), scale)
    hand.settle()
    hand.end_phase()
    hand.settle()
    hand.end_phase()
    hand.settle()
    tell(hand)
    hand.wait()
    column = hand.screen.column
    if not hand.screen.layout.overview.width:
        assert column.list_rect.height > column.heading(column.list_rect).height
        if column.log_folded:
            hand.click(column.heading(column.log_rect).center)
        else:
            hand.click(column.heading(column.list_rect).move(20, 0).midleft)
        assert column.list_folded
        assert not column.log_folded
        hand.click(column.heading(column.list_rect).center)
        assert not column.list_folded
    hand.key("l")
    assert isinstance(hand.top, FullLog)


def test_a_list_that_appears_is_unfolded(sit_down: Sit) -> None:
    """The log was unfolded before, and stays so only until the list of orders needs its room."""
    hand = sit_down(Start("play", "tours", "tours", seed=7), size=(1280, 720), hand_over=False)
    hand.settle()
    column = hand.screen.column
    assert column.log_folded
    hand.click(column.heading(column.log_rect).center)
    assert not column.log_folded
    hand.end_phase()
    hand.settle()
    hand.end_phase()
    hand.settle()
    assert hand.game.selection.lines.overview.lines
    assert not column.list_folded


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_log_stays_where_it_is(sit_down: Sit, arab_fight: dict[str, Any], size: tuple[int, int]) -> None:
    """While counters are pointed at and selected, its heading does not move from under the pointer."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), size=size)
    tell(hand)
    hand.wait()
    tops = set()
    for unit in list(hand.game.selection.eligible)[:4]:
        hand.click_unit(unit)
        hand.wait()
        if not hand.game.selection.proposals:
            tops.add(hand.screen.column.log_rect.top)
        hand.key("escape")
        hand.wait()
        tops.add(hand.screen.column.log_rect.top)
    assert len(tops) == 1


@pytest.mark.every(5)
@SOME_OR_ALL
@pytest.mark.parametrize("system", catalog.names())
def test_objectives_end_with_a_whole_sentence(sit_down: Sit, system: str, cells: Cells) -> None:
    """This holds at every size and scale, in legible print; if some had no room a click shows all."""
    hand = begun(sit_down, system)
    whole = [each for note in hand.screen.shown_objectives.victory for each in sentences(note.text)]
    if not hand.screen.shown_objectives.entries:
        return
    for size, scale in cells:
        hand.resize(size, scale)
        hand.wait()
        hand.screen.draw_objectives(hand.app.window, hand.game.theme)
        strip = hand.screen.objectives
        assert scale < 100 or strip.smallest_print >= readable(hand.screen.metrics)
        assert strip.printed == whole[:len(strip.printed)]
        assert strip.shortened is (len(strip.printed) < len(whole))
        assert strip.bottom <= hand.screen.layout.objectives.height
        rect = hand.screen.layout.objectives
        at = (rect.left + 40, rect.top + 12) if rect.height > rect.width else (rect.left + 60, rect.centery)
        hand.click(at)
        assert isinstance(hand.top, ObjectivesSheet)
        hand.key("escape")


def test_sentences_are_parted_at_full_stops() -> None:
    assert sentences("One. Two; three: four! Five") == ["One.", "Two; three: four!", "Five"]
    assert [translate("Nothing")] == sentences("Nothing")


def test_objectives_that_fit_are_not_shortened(sit_down: Sit) -> None:
    """Kassala in a large window has every clause."""
    hand = begun(sit_down, "kassala", size=(1920, 1080))
    assert isinstance(hand.screen.objectives, ObjectivesStrip)
    assert not hand.screen.objectives.shortened
    pygame.event.clear()
