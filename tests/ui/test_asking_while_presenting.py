"""Questions to the rules in front of an audience: the answer in large print, the slide unchanged afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import catalog
from game.match import lessons
from game.match.start import Start
from game.ui.screens.presentation_screen import PresentationScreen
from tests.ui.hand import Hand
from tests.ui.pictures import digest

LARGE = 1.35
"""The least ratio of an answer's font size to that of units for the audience."""


@pytest.fixture
def hand(folders: Path, request: pytest.FixtureRequest) -> Iterator[Hand]:
    found = Hand(Start("present", request.param, "first-battle"), (1024, 768))
    found.wait(10.0)  # what is said at the beginning has gone
    yield found
    found.app.close()


def rest(hand: Hand) -> str:
    hand.wait_in_steps(12, 0.4)
    hand.wait_for_print()
    return digest(hand.app.window, "RGB")


def in_view(screen: PresentationScreen) -> list[tuple[str, tuple[int, int]]]:
    """Visible counters and their positions."""
    units = [counter.unit for counter in screen.rules.counters(screen.slide.state)]
    spots = [(x, y) for x in range(60, 960, 12) for y in range(60, screen.layout.map.bottom - 60, 12)]
    found = {screen.view.unit_at(spot): spot for spot in spots}
    return [(unit, found[unit]) for unit in units if unit in found]


@pytest.mark.every(4)
@pytest.mark.parametrize("hand", [system for system in catalog.names() if lessons.paths(system)], indirect=True)
def test_an_answer_leaves_the_slide_as_it_was(hand: Hand) -> None:
    """Two clicks ask; the answer is large and within the map; Esc or the next slide dismisses it."""
    screen = hand.on(PresentationScreen)
    screen.go([at for at, slide in enumerate(screen.slides) if slide.part is not None and slide.fight is None][1])
    hand.point((10, 10))
    before, at = rest(hand), screen.at
    hand.key("r", 1)
    (unit, first), *others = in_view(screen)
    seats = {each.unit: each.seat for each in screen.rules.counters(screen.slide.state)}
    second = next((spot for one, spot in others if seats[one] != seats[unit]), (first[0] + 90, first[1]))
    hand.click(first)
    hand.click(second)
    asking = screen.rules_question
    assert (asking.unit, asking.shown, screen.at) == (unit, True, at)
    assert hand.app.window.get_rect().contains(asking.card.rect)
    assert screen.answer_print.metrics.scale >= LARGE * screen.stage_metrics.scale
    hand.key("escape")
    hand.point((10, 10))
    assert rest(hand) == before
    assert hand.top is screen
    hand.key("r", 1)
    hand.click(first)
    hand.click(second)
    hand.key("pagedown")
    assert (screen.at, asking.busy) == (at + 1, False)


@pytest.mark.parametrize("hand", ["kassala"], indirect=True)
def test_during_a_combat_the_map_is_shown_for_the_question(hand: Hand) -> None:
    """The combat is shown again afterwards."""
    screen = hand.on(PresentationScreen)
    screen.go(next(at for at, slide in enumerate(screen.slides) if slide.fight is not None))
    before = rest(hand)
    hand.key("r", 1)
    assert rest(hand) != before
    hand.click(in_view(screen)[0][1])
    hand.key("escape")
    hand.point((10, 10))
    assert rest(hand) == before
