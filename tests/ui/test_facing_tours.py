"""Facings of Tours on the screen: the sides of who is pointed at."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from game.ui.play.glance import PATIENCE
from tests.rules.tours.board import acting
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
LINE = "blue-ma1 2510 w, blue-hc1 2511 w, hi1 2110 e, hi2 2109 e, charles 2109, abd-ar-rahman 2511"


def at_table(sit_down: Sit, line: str = LINE, contingent: str = "blue", size: tuple[int, int] = (1280, 720),
             players: dict[str, str] | None = None) -> Hand:
    """A position of Tours on the screen, two people before it."""
    at = acting(line, contingent)
    start = Start("play", "tours", "tours", seed=3, position=dict(at.rules.position(at.state)), players=players or {})
    return sit_down(start, size=size, hand_over=False)


def sides(hand: Hand) -> dict[str, tuple[str, set[str]]]:
    """Letter -> the line and the hexes of the sides that are drawn."""
    return {str(arc.sign): (arc.line, set(arc.beside)) for arc in hand.game.view.overlay.arcs}


@pytest.mark.parametrize("unit", ["hi1", "blue-ma1"])
def test_who_is_pointed_at_shows_its_sides(sit_down: Sit, unit: str) -> None:
    """Own and enemy, told apart by line and letter; not at once, and not for longer than the pointer stays."""
    hand = at_table(sit_down)
    hand.point(hand.spot(unit))
    assert {} == sides(hand)
    hand.wait(PATIENCE)
    hand.wait()
    east = unit == "hi1"
    here = {"hi1": ({"2210", "2209"}, {"2109", "2111"}, {"2010", "2009"}),
            "blue-ma1": ({"2409", "2410"}, {"2509", "2511"}, {"2609", "2610"})}[unit]
    found = sides(hand)
    assert {"F", "Fl", "R"} == set(found)
    assert ["whole", "broken", "dotted"] == [found[letter][0] for letter in ("F", "Fl", "R")]
    assert found["Fl"][1] == here[1]
    assert len(found["F"][1]) == len(found["R"][1]) == 2
    where = hand.game.view.point_of
    own = where("2110" if east else "2510")[0]
    assert all((where(hex_)[0] > own) == east for hex_ in found["F"][1])
    hand.point(hand.game.view.point_of("1715"))
    assert {} == sides(hand)


def test_the_sides_are_seen_and_cover_no_counter(sit_down: Sit) -> None:
    """The picture changes around the counter, and its number stays as it is."""
    hand = at_table(sit_down)
    hand.wait_for_print()
    middle = hand.game.view.point_of("2110")
    number = pygame.Rect(0, 0, 10, 10)
    number.center = middle
    hand.point(hand.game.view.point_of("1715"))
    hand.wait(1)
    before, whole = digest(hand.app.window.subsurface(number), "RGB"), digest(hand.app.window, "RGB")
    hand.point(middle)
    hand.wait(PATIENCE)
    hand.wait()
    hand.wait()
    assert whole != digest(hand.app.window, "RGB")
    assert before == digest(hand.app.window.subsurface(number), "RGB")


def test_the_cursor_shows_them_too(sit_down: Sit) -> None:
    """By keyboard, where the cursor rests."""
    hand = at_table(sit_down)
    hand.key("tab")
    hand.wait(PATIENCE)
    hand.wait()
    assert {"F", "Fl", "R"} == set(sides(hand))
