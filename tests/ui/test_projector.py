"""The projector print on real screens of every system, with the contrast left in a lit room.

``game.ui.kit.theme`` describes the model: the room's light leaves 7 : 1 between white and black. Distinct elements keep
3 : 1 after that, as WCAG 2 requires for large shapes and print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from game import catalog
from game.match import lessons
from game.match.programmes import read
from game.match.start import Start
from game.ui.app.settings import load
from game.ui.board.overlay import Overlay
from game.ui.board.overlays import hex_sign
from game.ui.cards import stage_panels
from game.ui.counters.cardboard import blank_counter
from game.ui.kit.theme import AMBIENT_LIGHT, LIT_ROOM_CONTRAST, Metrics, in_lit_room, lit_room_contrast
from game.ui.screens.presentation_screen import PresentationScreen
from tests.ui.corners import thinned
from tests.ui.hand import Hand

SYSTEMS = [system for system in catalog.names() if lessons.paths(system)]
TOLD = 3.0
"""The contrast that distinct elements keep after the loss."""
NEAR = 14
"""The tolerance for red, green and blue around a side's colour in a picture: the lamp shades the map."""


@pytest.fixture
def hand(folders: Path, request: pytest.FixtureRequest) -> Iterator[Hand]:
    """A first battle presented with the projector print."""
    found = Hand(Start("present", request.param, "first-battle"), (1024, 768))
    found.key("c")
    found.wait_for_print()
    yield found
    found.app.close()


SHARES = np.arange(256) / 255.0
LINEAR = np.where(SHARES <= 0.04045, SHARES / 12.92, ((SHARES + 0.055) / 1.055) ** 2.4)
"""How much light each step of a colour is."""


def lights(picture: pygame.Surface) -> Any:
    """The luminances of a picture's pixels in a lit room."""
    linear = LINEAR[pygame.surfarray.pixels3d(picture)]
    return (linear @ np.array((0.2126, 0.7152, 0.0722)) + AMBIENT_LIGHT) / (1 + AMBIENT_LIGHT)


def drawn(screen: PresentationScreen, overlay: Overlay) -> Any:
    """The map with an overlay, in a lit room."""
    target = pygame.Surface((1024, 768))
    screen.view.overlay = overlay
    screen.view.draw(target)
    return lights(target)


def told(screen: PresentationScreen, overlay: Overlay) -> float:
    """The share of an overlay's changed pixels that are distinct from the picture before."""
    before, after = drawn(screen, Overlay()), drawn(screen, overlay)
    changed = np.abs(before - after) > 0.02
    if not changed.any():
        return 0.0
    ratio = np.maximum(before, after) / np.minimum(before, after)
    return float((ratio[changed] >= TOLD).mean())


def show_map(hand: Hand, *, whole: bool = False) -> PresentationScreen:
    """The second slide with a map, as framed; or the whole map, on which both sides have counters."""
    screen = hand.on(PresentationScreen)
    screen.go([at for at, slide in enumerate(screen.slides) if slide.part is not None and slide.fight is None][1])
    if whole:
        hand.key("f")
    hand.wait_in_steps(8, 0.3)
    hand.wait_for_print()
    return screen


def in_view(screen: PresentationScreen, places: Iterable[str]) -> list[str]:
    """Those of some places that are well within the map's part of the window."""
    area = screen.layout.map.inflate(-160, -160)
    return [place for place in places if area.collidepoint(screen.view.point_of(place))]


def test_the_projector_model_dims_and_tints() -> None:
    """White keeps 7 : 1 to black, and equal colours 1 : 1."""
    assert lit_room_contrast("#ffffff", "#000000") == pytest.approx(LIT_ROOM_CONTRAST)
    assert lit_room_contrast("#808080", "#808080") == 1
    assert in_lit_room(1.0) == 1.0


@pytest.mark.every(4)
@pytest.mark.parametrize("hand", SYSTEMS, indirect=True)
def test_the_two_sides_are_told_apart(hand: Hand) -> None:
    """The colours in the picture differ, and in grey the pattern of their edges; the print on them is legible."""
    screen = show_map(hand, whole=True)
    picture = pygame.surfarray.array3d(hand.app.window).astype(int)
    for side in screen.theme.seats:
        paper = np.array(tuple(pygame.Color(side.paper))[:3])
        assert (np.abs(picture - paper).max(axis=2) <= NEAR).sum() > 200, side.name
        assert lit_room_contrast(side.paper, side.print) >= TOLD
    one, other = screen.theme.seats
    assert lit_room_contrast(one.paper, other.paper) >= TOLD
    crossings = []
    for side in (one, other):
        grey = lights(blank_counter(side, 200))[20:180, 14]
        crossings.append(sum((a > grey.mean()) != (b > grey.mean()) for a, b in pairwise(grey)))
    assert min(crossings) + 6 <= max(crossings)


@pytest.mark.every(3)
@pytest.mark.parametrize("hand", thinned(SYSTEMS, 2), indirect=True)
def test_rings_arrows_reach_and_targets_are_told_from_the_map(hand: Hand) -> None:
    """Each is, anywhere on the map."""
    screen = show_map(hand)
    rules, view = screen.rules, screen.view
    counters = [one for one in rules.counters(screen.slide.state) if one.place and view.geometry.knows(one.place)]
    places = list(dict.fromkeys(one.place for one in counters if one.place))
    known = in_view(screen, rules.board(screen.slide.state).index if rules.traits.board != "plane" else places)
    spots = known[::max(1, len(known) // 4)]
    assert len(spots) > 1
    for place in spots:
        assert told(screen, Overlay(hint=(place,))) >= 0.25, place
        assert told(screen, Overlay(reach={place: None})) >= 0.12, place
    assert told(screen, Overlay(path=(spots[0], spots[-1]))) >= 0.25
    seen = [one.unit for one in counters if one.place in in_view(screen, places)]
    for overlays in ([Overlay(targets=(unit,)) for unit in seen], [Overlay(hint=(unit,)) for unit in seen]):
        assert max(told(screen, each) for each in overlays[:6]) >= 0.2  # a ring may lie below another counter


@pytest.mark.usefixtures("hand")
@pytest.mark.parametrize("hand", SYSTEMS[:1], indirect=True)
def test_a_ring_and_reach_have_borders_of_their_own() -> None:
    """A ring has a broken border, reach a whole one, also in grey."""
    found = {}
    for kind in ("hint", "reach"):
        picture = pygame.Surface((220, 200))
        picture.fill("#ebd2a0")
        picture.blit(hex_sign(kind, 100.0, False, True), (0, 0))
        row = lights(picture)[70:150, 100 - 74]
        found[kind] = sum((a > 0.6) != (b > 0.6) for a, b in pairwise(row))
    assert found["reach"] <= 1 < 3 <= found["hint"]


@pytest.mark.every(4)
@pytest.mark.parametrize("hand", SYSTEMS, indirect=True)
def test_captions_are_readable_on_a_projector(hand: Hand) -> None:
    """They take no more room than in the usual print."""
    screen = show_map(hand)
    band = lights(hand.app.window.subsurface(screen.band))
    assert np.percentile(band, 97) / np.median(band) >= TOLD
    metrics = Metrics(1024, 768, 1.0)
    for slide in screen.slides:
        usual = stage_panels.caption_lines(slide.caption, metrics, stage_panels.MIN_CAPTION_PRINT)
        assert stage_panels.caption_lines(slide.caption, metrics, stage_panels.MIN_CAPTION_PRINT, heavy=True) <= usual


@pytest.mark.parametrize("hand", SYSTEMS[:1], indirect=True)
def test_projector_colours_are_remembered_and_switched_back(hand: Hand) -> None:
    """The usual print is unchanged afterwards."""
    screen = hand.on(PresentationScreen)
    assert load().projector
    strong = screen.theme
    assert screen.theme is strong is not screen.rules.theme
    hand.key("c")
    assert screen.theme is screen.rules.theme
    assert not load().projector


def test_the_print_is_changed_on_the_map_of_a_later_part(folders: Path, tmp_path: Path) -> None:
    """The parts of a programme may be of different systems, and each has a map of its own."""
    path = tmp_path / "evening.toml"
    path.write_text('title = "Two games"\nsummary = "A lesson each"\nsystem = "kassala"\n'
                    '[[entries]]\nlesson = "example-b"\n[[entries]]\nlesson = "adua/first-battle"\n')
    hand = Hand(None, (1024, 768))
    hand.app.navigator.present(read(path))
    screen = hand.on(PresentationScreen)
    screen.go(len(screen.slides) - 1)
    hand.wait()
    places = {counter.place for counter in screen.view.counters.values()}
    hand.key("c")
    hand.wait()
    assert screen.rules.name == "adua"
    assert screen.view.board == screen.rules.board(screen.slide.state)
    assert places == {counter.place for counter in screen.view.counters.values()}
    hand.app.close()
