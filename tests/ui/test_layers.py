"""Layers: the screen draws the rules' layers over the map, on any board, and computes nothing itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game import catalog
from game.core.layer import Layer, LineStyle
from game.core.message import say
from game.match.start import Start
from game.rules.kassala.system import Kassala
from game.ui.board.view import BoardView
from tests.ui.hand import Hand
from tests.ui.pictures import digest

FAR = "0208"
"""A hex of Kassala far from all counters."""


class Sighted(Kassala):
    """A made-up system: Kassala's counters, each of which sees two distant hexes, without zones of control."""

    def layers(self, state: Any, unit: str | None = None) -> tuple[Layer, ...]:
        ground = Layer("ground", say("Bad ground"), (FAR,))
        if unit is None:
            return (ground,)
        return ground, Layer("sight", say("Line of sight"), ("0605",), (("0705", "0505"),), "moslem",
                             while_selected=True)


@pytest.fixture
def view() -> Callable[[str], BoardView]:
    """Makes the view of a system's first battle without counters."""
    pygame.display.init()
    pygame.display.set_mode((900, 640))

    def make(system: str) -> BoardView:
        rules = catalog.rules(system)
        shown = BoardView(rules.board(rules.initial(rules.scenarios[0].name)), rules.theme)
        shown.resize(pygame.Rect(0, 0, 900, 640))
        shown.options.layers = True
        return shown

    return make


def picture(view: BoardView) -> pygame.Surface:
    """The view's picture once everything is printed."""
    window = pygame.display.get_surface()
    assert window is not None
    for _ in range(200):
        view.update(0.05)
        view.draw(window)
        if not view.changes_by_itself:
            break
    return window.copy()


def changed(one: pygame.Surface, other: pygame.Surface) -> pygame.mask.Mask:
    """The pixels in which two pictures visibly differ."""
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (6, 6, 6, 255), other)
    mask.invert()
    return mask


@pytest.mark.parametrize("system", ["kassala", "africa"])
def test_a_layer_tints_its_places_and_nothing_else(view: Callable[[str], BoardView], system: str) -> None:
    """On hexes and on areas the drawing is within the places named by the rules."""
    shown = view(system)
    bare = picture(shown)
    place = shown.board.places[len(shown.board.places) // 2]
    shown.set_layers(lambda _: (Layer("a", say("A"), (place,), seat=catalog.rules(system).seats[0]),))
    mask = changed(bare, picture(shown))
    assert mask.get_at(shown.point_of(place))
    assert mask.count() > 500
    for x in range(0, 900, 2):
        for y in range(0, 640, 2):
            if mask.get_at((x, y)):
                near = ((x, y), (x - 2, y), (x + 2, y), (x, y - 2), (x, y + 2))
                assert place in map(shown.place_at, near), (x, y)


def test_sides_are_told_apart_without_colour(view: Callable[[str], BoardView]) -> None:
    """Dots, dashes, and neutral ones give three pictures, also in grey."""
    shown = view("kassala")
    seen = set()
    for seat in ("moslem", "christian", None):
        shown.set_layers(lambda _, seat=seat: (Layer("a", say("A"), ("0405",), seat=seat),))  # type: ignore[misc]
        seen.add(digest(pygame.transform.grayscale(picture(shown))))
    assert len(seen) == 3


@pytest.mark.parametrize("system", ["kassala", "africa"])
def test_a_link_is_an_arrow_from_place_to_place(view: Callable[[str], BoardView], system: str) -> None:
    """It runs between the two, ends short of both, and shows its direction."""
    shown = view(system)
    bare = picture(shown)
    places = shown.board.places
    one, other = places[0], max(places, key=lambda place: abs(shown.point_of(place)[0] - shown.point_of(places[0])[0]))
    pictures = []
    for link in ((one, other), (other, one)):
        shown.set_layers(lambda _, link=link: (Layer("a", say("A"), links=(link,)),))  # type: ignore[misc]
        pictures.append(picture(shown))
        mask = changed(bare, pictures[-1])
        (ax, ay), (bx, by) = shown.point_of(one), shown.point_of(other)
        spots = [(round(ax + (bx - ax) * k / 40), round(ay + (by - ay) * k / 40)) for k in range(41)]
        assert not mask.get_at(spots[0])
        assert not mask.get_at(spots[-1])
        assert sum(any(mask.get_at((x + d, y + d)) for d in (-1, 0, 1)) for x, y in spots[4:-4]) > 20
    assert changed(*pictures).count() > 20


@pytest.mark.parametrize("line", ["broken", "dotted"])
def test_a_link_that_is_not_whole_has_no_head(view: Callable[[str], BoardView], line: LineStyle) -> None:
    """It is a line as thin at its ends as elsewhere, with gaps; a dotted one ends as near to its place as it begins."""
    shown = view("kassala")
    bare = picture(shown)
    heights, pieces = [], []
    for style in ("whole", line):
        layer = Layer("a", say("A"), links=(("0205", "0805"),), line=style)
        shown.set_layers(lambda _, layer=layer: (layer,))  # type: ignore[misc]
        boxes = changed(bare, picture(shown)).get_bounding_rects()
        heights.append(max(box.height for box in boxes))
        pieces.append(len(boxes))
    assert heights[1] < heights[0] - 2
    assert pieces[1] > 5 * pieces[0]
    gaps = boxes[0].unionall(boxes).left - shown.point_of("0205")[0], shown.point_of("0805")[0] - (
        boxes[0].unionall(boxes).right)
    assert line == "broken" or abs(gaps[0] - gaps[1]) <= 2


def test_layers_about_the_selected_unit_are_shown_while_it_is_selected(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line of sight appears on selection and disappears afterwards; other layers appear with Z only."""
    rules = Sighted(catalog.board)
    rules.theme = catalog.rules("kassala").theme
    monkeypatch.setattr(catalog, "rules", lambda name: rules)
    hand = sit_down(Start("play", "kassala", seed=7), hand_over=False, hex_numbers=False)
    hand.settle()
    view = hand.game.view
    far, seen = view.point_of(FAR), view.point_of("0605")

    def pixels() -> tuple[tuple[int, ...], tuple[int, ...]]:
        hand.point((5, 700))
        hand.wait_for_print()
        return tuple(hand.app.window.get_at(far)), tuple(hand.app.window.get_at(seen))

    bare = pixels()
    hand.click_unit("m-arab2")
    held = pixels()
    assert (held[0] == bare[0], held[1] == bare[1]) == (True, False)
    hand.key("z")
    both = pixels()
    assert (both[0] == bare[0], both[1] == held[1]) == (False, True)
    hand.key("escape")
    assert pixels() == (both[0], bare[1])
    hand.key("z")
    assert pixels() == bare


def test_declared_attacks_are_shown_even_with_layers_off(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a layer is on the map without a selection, and disappears with its position."""
    rules, found = Sighted(catalog.board), (Layer("declared", say("Declared"), (FAR,), always=True),)
    rules.theme = catalog.rules("kassala").theme
    monkeypatch.setattr(catalog, "rules", lambda name: rules)
    monkeypatch.setattr(rules, "layers", lambda state, _=None: found * (rules.to_act(state) == "moslem"))
    hand = sit_down(Start("play", "kassala", seed=7), hand_over=False, hex_numbers=False)
    hand.settle()

    def pixel() -> tuple[int, ...]:
        hand.point((5, 700))
        hand.wait_for_print()
        return tuple(hand.app.window.get_at(hand.game.view.point_of(FAR)))

    declared = pixel()
    hand.end_phase()
    hand.settle()
    assert "christian" == hand.to_act
    assert declared != pixel()


def test_the_screen_computes_no_layers(view: Callable[[str], BoardView]) -> None:
    """Without layers from the rules, counters have no zones: switched on or off, the map is the same."""
    shown = view("kassala")
    rules = catalog.rules("kassala")
    shown.set_counters(rules.counters(rules.initial("kassala")))
    on = digest(picture(shown))
    shown.options.layers = False
    assert on == digest(picture(shown))
