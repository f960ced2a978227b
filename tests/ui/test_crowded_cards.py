"""Full cards in a small window: nothing overlaps, and nothing is out of view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from game.core.message import say
from game.core.prompt import Budget
from game.match.loading import load
from game.match.start import Start
from game.ui.cards.card_pen import CardPen
from game.ui.cards.prompt import AMBER, write
from game.ui.kit.theme import INK, Metrics
from tests.rules.tours.board import RULES
from tests.rules.tours.shock_board import shock
from tests.ui.hand import Hand
from tests.ui.test_facing_tours import at_table
from tests.ui.test_prompt_card import asked

LINE = ("blue-hc1 2510 w, blue-hc2 2511 w, blue-ma2 2610 w, abd-ar-rahman 2510, hi1 2110 e, hi2 2109 e, charles 2109, "
        "red-hc1 2014 w, yellow-hc1 2018 w")


def columns(surface: pygame.Surface, colour: str, rows: range) -> set[int]:
    """The columns in which a colour is found in some rows."""
    wanted = pygame.Color(colour)
    return {x for x in range(surface.get_width()) for y in rows if surface.get_at((x, y)) == wanted}


@pytest.mark.parametrize("width", [284, 390, 420])
@pytest.mark.parametrize("whole", [6, 8])
def test_the_discs_of_a_budget_lie_beside_its_words(width: int, whole: int) -> None:
    """They are closer together with little room, and left out if they could not be counted."""
    surface = pygame.Surface((width + 36, 600))
    surface.fill("#efe5cc")
    card = asked(())
    budget = Budget(say("MA 1: movement points"), whole, whole)
    pen = CardPen(surface, Metrics(1280, 720, 1.0), 18, 14, width)
    write(pen, replace(card, prompt=replace(card.prompt, budgets=(budget,), duties=()), button=True))
    rows = range(pen.y - 30, pen.y)
    discs, words = columns(surface, AMBER, rows), columns(surface, INK, rows)
    assert words
    assert not discs or min(discs) > max(words)
    assert bool(discs) is (width > 300)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_the_selected_unit_is_named_above_its_facings(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    """Its name and its state are in view with all its buttons; the tooltip has all of its values."""
    match = load(Path("tests/records/tours/tours-chits-facts-values.jsonl")).match
    hand = sit_down(Start("play", "tours", match.header.scenario, seed=3, options=match.header.options,
                          position=match.rules.position(match.plies[64].state)), size=size, hand_over=False)
    hand.settle()
    hand.key("tab")
    hand.wait()
    card, unit = hand.screen.column.middle, hand.game.selection.selected
    assert unit is not None
    counter = hand.game.situation.counters[unit]
    seen = [text for print_, text in card.texts if card.window_rect(print_) is not None]
    assert any(str(counter.name).casefold() in text.casefold() for text in seen)
    assert any(str(counter.lines[-1][1]) in text for text in seen)
    assert all(card.slot(name) is not None for name in card.slots)


@pytest.mark.every(2)
@pytest.mark.parametrize("scale", [100, 120])
def test_six_facings_have_room(sit_down: Callable[..., Hand], scale: int) -> None:
    """Every button is in view, none over another or over print; the card need not be scrolled."""
    hand = at_table(sit_down, LINE)
    hand.resize((1280, 720), scale)
    hand.click_unit("blue-hc1")
    hand.click_place("2209")
    hand.settle()
    hand.point(hand.game.view.point_of("1810"))
    hand.wait()
    card = hand.screen.column.middle
    shown = [button.rect for button in hand.screen.widgets.choices if button.visible]
    assert 6 == len(shown)
    assert card.height <= card.rect.height
    assert all(card.rect.contains(rect) for rect in shown)
    assert not any(a.colliderect(b) for a, b in combinations(shown, 2))
    assert 3 == len({rect.top for rect in shown})


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1280, 720), 150), ((1920, 1080), 150)])
def test_every_chance_of_an_attack_is_in_view(
    sit_down: Callable[..., Hand], size: tuple[int, int], scale: int
) -> None:
    """With others announced and listed below, the next one's card shows all modifiers and results without scrolling."""
    horse = "red-hc1", "red-hc2", "red-hc3", "red-li1"
    line = ", ".join(f"{unit} 15{2 * n + 10} w, hi{n} 14{2 * n + 10} e" for n, unit in enumerate(horse, 1))
    at = shock(f"{line}, abd-ar-rahman 1520", "red").play(*(f"attack red-hc{n} hi{n}" for n in (1, 2, 3)))
    start = Start("play", "tours", "tours", position=RULES.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False, size=size, interface_scale=scale)
    hand.click_unit("red-li1")
    hand.click_unit("hi4")
    card = hand.screen.column.middle
    preview = hand.game.selection.proposals[0].preview
    assert preview is not None
    assert len(preview.outcomes) > 4
    assert card.height <= card.rect.height
