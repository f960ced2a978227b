"""A stack of which only part can move somewhere: the map shows the place, the number, and the units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.board.overlay import Overlay
from game.ui.board.overlays import dulled
from game.ui.board.signs import Ruler, draw_places, draw_texts_below_costs
from game.ui.kit.notice import SignMeanings
from tests.ui.hand import Hand
from tests.ui.pictures import digest

PLACES = {
    "s-cuenca": "b", "s-luchana": "b", "s-prim": "b", "s-principe": "as-salam", "s-caz-vergara": "as-salam",
    "m-gk-haus": "al-wahhab",
}


@pytest.fixture
def stack(sit_down: Callable[..., Hand]) -> Hand:
    """Two battalions, which move one area, and an officer, who moves two, in one selected stack."""
    rules = Africa(catalog.board)
    units = [{"id": unit, "place": place} for unit, place in PLACES.items()]
    start: dict[str, Any] = {"scenario": "castillejos", "turn": 2, "phase": "movement", "phasing": "spanish"}
    position = rules.position(rules.from_position({**start, "options": [], "units": units}))
    hand = sit_down(Start("play", "africa", "castillejos", position=position, seed=3))
    hand.click_unit("s-cuenca")
    hand.key("g")
    hand.point((hand.screen.layout.map.right - 4, hand.screen.layout.map.bottom - 4))
    hand.rest()
    return hand


def test_places_for_part_of_a_stack_say_for_how_many_units(stack: Hand) -> None:
    """Adjacent areas are open to all three; areas two away to the officer only."""
    over, controller = stack.game.view.overlay, stack.game.controller
    assert set(over.partial_reach.values()) == {"1 of 3"}
    near = {place for place, cost in over.reach.items() if cost == 1}
    assert near
    assert set(over.partial_reach) == set(over.reach) - near
    assert set(over.partial_reach) == {place for place in over.reach if controller.planning.left_behind(place)}
    assert over.staying == ()


def test_a_place_for_part_of_a_stack_looks_different(stack: Hand) -> None:
    """On areas and without colour: a broken border if some stay, a whole one if all go."""
    view = stack.game.view
    place = next(iter(view.overlay.partial_reach))
    shown = []
    for partial_reach in ({place: "1 of 3"}, {}):
        surface = pygame.Surface(stack.app.window.get_size())
        ruler = Ruler(view.geometry, view.camera, view.camera.scale)
        draw_places(surface, Overlay(reach={place: 2}, partial_reach=partial_reach), view.signs, ruler)
        shown.append(digest(pygame.transform.grayscale(surface), "RGB"))
    assert shown[0] != shown[1]


def test_only_the_signs_of_places_in_view_are_rendered(stack: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """From near, those of large areas elsewhere would take seconds."""
    view, rendered = stack.game.view, set[str]()
    picture = view.signs.picture

    def spy(kind: str, place: str, scale: float) -> tuple[pygame.Surface, tuple[float, float]]:
        rendered.add(place)
        return picture(kind, place, scale)

    view.zoom(4.0, view.rect.center)
    monkeypatch.setattr(view.signs, "picture", spy)
    surface = pygame.Surface(stack.app.window.get_size())
    surface.set_clip(view.rect)
    over = Overlay(reach=dict.fromkeys(view.board.places))
    draw_places(surface, over, view.signs, Ruler(view.geometry, view.camera, 8.0))
    in_view = {place for place in view.board.places if any(
        view.rect.collidepoint(view.camera.to_screen(point)) for point in view.geometry.outline(place))}
    assert in_view <= rendered
    assert 0 < len(rendered) < len(view.board.places) / 2


def test_the_tooltip_of_such_a_place_has_the_share_once(stack: Hand) -> None:
    """It counts the units once: ``1 of 3``, which is not followed by another *of*. Other texts are drawn below it."""
    view, tooltips = stack.game.view, SignMeanings()
    place = next(iter(view.overlay.partial_reach))
    over = Overlay(partial_reach={place: "1 of 3"}, hit_chances={place: "40 %"}, stamps={place: "full"})
    draw_texts_below_costs(stack.app.window, over, Ruler(view.geometry, view.camera, view.camera.scale),
                           lambda _: None, tooltips)
    assert 1 == str(tooltips[0][1]).split().count("of")
    for (box, _), (lower, _) in pairwise(tooltips):
        assert lower.top == box.bottom
        assert lower.centerx in (box.centerx - 1, box.centerx, box.centerx + 1)


def test_units_that_stay_are_dimmed(stack: Hand) -> None:
    """Pointing where only the officer can go rings him and greys the battalions; elsewhere none is grey."""
    view, game = stack.game.view, stack.game

    def colour(unit: str) -> int:
        """The colourfulness of a counter on the map."""
        x, y = view.stacks.spots()[unit]
        box = pygame.Rect(0, 0, 12, 12)
        box.center = x, y - 6
        spots = [(u, v) for u in range(box.left, box.right) for v in range(box.top, box.bottom)]
        pixels = [stack.app.window.get_at(spot) for spot in spots]
        return max(max(pixel[:3]) - min(pixel[:3]) for pixel in pixels)

    before = colour("s-cuenca")
    stack.point(view.point_of("playa-del-tarajal"))
    stack.wait()
    assert set(view.overlay.staying) == {"s-cuenca", "s-luchana"}
    assert "s-prim" in view.overlay.participants
    assert "s-luchana" not in view.overlay.participants
    assert colour("s-cuenca") < 40 < before
    stack.point(view.point_of("casa-de-la-condesa"))
    stack.wait()
    assert view.overlay.staying == ()
    assert {game.selection.selected, *view.overlay.participants} == {"s-cuenca", "s-luchana", "s-prim"}


def test_units_that_cannot_move_are_dimmed_on_card_and_map(
    sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guns and cavalry in a stack stay in the movement phase: two of four go."""
    dull: set[pygame.Surface] = set()

    def dulling(picture: pygame.Surface) -> pygame.Surface:
        dull.add(picture)
        return dulled(picture)

    monkeypatch.setattr("game.ui.cards.selection.dulled", dulling)
    hand = sit_down(Start("play", "africa", "castillejos", seed=7))
    game = hand.game
    screen = hand.screen
    for _ in range(3):
        if game.phase_track.current[1] != "movement":
            hand.press(screen.widgets.main)
            hand.settle()
    hand.click_unit("s-caz-vergara")
    hand.key("g")
    hand.wait()
    assert set(game.view.overlay.staying) == {"s-2-bateria", "s-husares"}
    assert {2} == set(Counter(picture.get_size() for picture in dull).values())
