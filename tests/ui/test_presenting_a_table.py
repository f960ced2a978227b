"""A presented game on a table without a grid: both armies are in view, and bases have names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.core.action import Faces
from game.i18n.words import translate
from game.match.loading import load
from game.match.match import Match
from game.ui.cards.stage_panels import NamedBases, name_plates
from game.ui.screens.live_game import GameSlides
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.step_view import named_bases
from game.ui.sheets.planes import base_position
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORD = Path(__file__).parents[1] / "records" / "renaissance" / "quick-battle.jsonl"


def presented(sit_down: Sit, at: int, size: tuple[int, int] = (1280, 720)) -> PresentationScreen:
    """A running game, presented from one of its actions."""
    match = load(RECORD).match
    hand = sit_down(size=size)
    slides = GameSlides(match)
    hand.app.push(PresentationScreen(hand.app, slides, slides.slide_of_action(at)))
    hand.wait(1.0)
    hand.wait(1.0)
    return hand.on(PresentationScreen)


def moves(match: Match[object]) -> list[int]:
    """The numbers of the actions, counted from 1, that move something and are no rolls."""
    return [number for number, ply in enumerate(match.plies, 1)
            if not isinstance(ply.action, Faces) and ply.action.units]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_both_armies_are_in_view(sit_down: Sit, size: tuple[int, int]) -> None:
    """At the start and after every move, at least some bases of each are in view, even if far apart."""
    screen = presented(sit_down, 0, size)
    numbers = [0, *moves(load(RECORD).match)[:24:3]]
    assert len(numbers) > 5
    slides = screen.slides
    assert isinstance(slides, GameSlides)
    for number in numbers:
        screen.go(slides.slide_of_action(number))
        screen.update(2.0, True)
        area = screen.free_rect
        seen = {counter.seat for counter in screen.view.counters.values()
                if (base := base_position(counter, counter.place)) is not None
                and area.collidepoint(screen.view.camera.to_screen(base.middle))}
        assert seen == {"red", "blue"}, number


def test_bases_that_lie_together_are_named_together(sit_down: Sit) -> None:
    """They have kind and numbers, without codes and side, which the colours show; a single one of its kind has no
    number."""
    screen = presented(sit_down, 0)
    named = named_bases(screen.view, ())
    assert {"Pikes 1, 3", "Knights 1–3", "Cannon", "General"} <= {each.name for each in named if each.seat == "blue"}
    assert {"Pikes 1–4", "Shot 1–3", "Pistols 2", "Light horse"} <= {each.name for each in named if each.seat == "red"}
    codes = {translate(counter.abbr) for counter in screen.view.counters.values() if counter.abbr[-1:].isdigit()}
    assert codes
    assert codes.isdisjoint({each.name for each in named})
    shown = [counter for counter in screen.view.counters.values() if base_position(counter, counter.place)]
    assert len(shown) == sum(len(each.boxes) for each in named)


def test_the_units_of_a_slide_are_named_first(sit_down: Sit) -> None:
    """It has precedence over the others."""
    screen = presented(sit_down, 0)
    last = named_bases(screen.view, ())[-1]
    place = next(counter.place for counter in screen.view.counters.values()
                 if counter.seat == last.seat and translate(counter.name).endswith(last.name.lower()))
    assert named_bases(screen.view, [place or ""])[0] == last


@pytest.mark.every(3)
@pytest.mark.parametrize("number", [0, 20, 60])
def test_names_cover_no_base_and_no_other_name(sit_down: Sit, number: int) -> None:
    """They are within the map, clear of the text in its corner."""
    screen = presented(sit_down, number)
    area, corner = screen.free_rect, pygame.Rect(1000, 0, 280, 60)
    found = named_bases(screen.view, ())
    placed = name_plates(area, screen.stage_metrics, found, [corner])
    assert len(placed) >= 6
    rooms, boxes = [room for _, room in placed], [box for each in found for box in each.boxes]
    for k, room in enumerate(rooms):
        assert area.contains(room)
        assert room.collidelist([corner, *boxes, *rooms[:k]]) < 0


def test_a_name_without_room_is_left_out(sit_down: Sit) -> None:
    """In a narrow area a name that would cover its own base is not drawn."""
    screen = presented(sit_down, 0)
    area = pygame.Rect(0, 0, 60, 60)
    found = [NamedBases("Pikes 1–4", "red", [area.copy()], upwards=True)]
    assert name_plates(area, screen.stage_metrics, found, []) == []
