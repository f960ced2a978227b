"""Area boards on screen: positions, mouse, drawing, and animations."""

from __future__ import annotations

import os
from dataclasses import replace

from game.core.capability import capability
from game.core.presenter import HeldPlaces

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game import catalog
from game.art import AssetError
from game.board.areas import AreaBoard, AreaLettering, MapArea
from game.core.contract import Counter, System
from game.core.event import Moved, Removed
from game.core.verdict import RuleRef
from game.ui.board import stack_layout
from game.ui.board.overlay import Overlay
from game.ui.board.view import BoardView
from tests.ui.pictures import digest

BATTLES = ("castillejos", "tetuan", "wad-ras")
RULE = RuleRef("africa", "4")
RECT = pygame.Rect(0, 40, 900, 640)
AREAS = (
    MapArea("west", "West", "clear", frozenset(), ((0, 0), (300, 0), (280, 100), (300, 300), (0, 300)), (140, 170)),
    MapArea("east", "East", "mountain", frozenset({"building"}),
            ((300, 0), (600, 0), (600, 300), (300, 300), (280, 100)), (450, 160)),
)
BOARD = AreaBoard(
    "two", "Two Areas", (600, 300), AREAS, {"west": ("east",), "east": ("west",)},
    (AreaLettering("West", 140, 40, "area"), AreaLettering("East", 450, 30, "hill")),
    objectives={"east": frozenset({"east"})},
)


@pytest.fixture
def window() -> pygame.Surface:
    """A window without a screen."""
    pygame.display.init()
    return pygame.display.set_mode((1200, 680))


@pytest.fixture
def rules() -> System[object]:
    """Africa's rules."""
    return catalog.rules("africa")


def piece(unit: str, seat: str, place: str | None, *, beside: bool = False) -> Counter:
    """An infantry counter."""
    return Counter(unit, seat, f"unit {unit}", "IL", "infantry", "3-2", place, off_stack=beside)


PIECES = (
    piece("s-1", "spanish", "west"), piece("s-2", "spanish", "west"), piece("s-of", "spanish", "west", beside=True),
    piece("m-1", "moroccan", "east"), piece("m-out", "moroccan", None),
)


@pytest.fixture
def view(window: pygame.Surface, rules: System[object]) -> BoardView:
    """Two areas with five counters, one of them off the map."""
    shown = BoardView(BOARD, rules.theme)
    shown.resize(RECT)
    shown.set_counters(PIECES)
    return shown


def battle(name: str, rules: System[object]) -> BoardView:
    """A battle's board with its set-up."""
    state = rules.initial(name)
    shown = BoardView(rules.board(state), rules.theme)
    shown.resize(RECT)
    shown.set_counters(rules.counters(state))
    shown.set_holders(capability(rules, HeldPlaces).holders(state))
    return shown


def ids(view: BoardView) -> tuple[str, ...]:
    """The areas of a view's board."""
    assert isinstance(view.board, AreaBoard)
    return view.board.ids


def finished_window(view: BoardView, window: pygame.Surface) -> str:
    """The window's pixels once printing is complete."""
    for _ in range(200):
        view.update(0.05)
        window.fill("black")
        view.draw(window)
        if not view.changes_by_itself:
            break
    return digest(window, "RGB")


def point(view: BoardView, pos: tuple[int, int]) -> None:
    """Move the pointer to a pixel and wait until a stack fans out."""
    view.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
    view.update(0.5)
    view.update(0.5)


@pytest.mark.parametrize("name", BATTLES)
def test_every_area_is_found_at_the_place_of_its_counters(
    name: str, window: pygame.Surface, rules: System[object]
) -> None:
    """``place_at`` inverts ``point_of`` for every area, fitted and zoomed in."""
    view = battle(name, rules)
    for factor in (1.0, 3.0):
        view.zoom(factor, RECT.center)
        for place in ids(view):
            view.show(place)
            assert place == view.place_at(view.point_of(place))


@pytest.mark.every(2)
@pytest.mark.parametrize("name", BATTLES)
def test_every_unit_can_be_clicked(name: str, window: pygame.Surface, rules: System[object]) -> None:
    """Once its stack fans out, each counter is found under some pixel, in its area."""
    view = battle(name, rules)
    counters = {c.unit: c for c in rules.counters(rules.initial(name)) if c.place is not None}
    finished_window(view, window)
    for place in dict.fromkeys(c.place for c in counters.values()):
        assert place is not None
        there = [unit for unit, counter in counters.items() if counter.place == place]
        point(view, (5, 45))
        point(view, view.stacks.spots()[there[-1]])
        spots = view.stacks.spots()
        for unit in there:
            assert unit == view.unit_at(spots[unit])
            assert RECT.collidepoint(spots[unit])
            assert place == view.place_at(spots[unit])


@pytest.mark.parametrize("name", BATTLES)
def test_a_click_to_fire_at_a_stack_means_its_top_counter(
    name: str, window: pygame.Surface, rules: System[object]
) -> None:
    """In a closed stack the counter that is wholly visible is the last in the state's order, no officer; if others are
    wholly visible too, the top is marked 1."""
    view = battle(name, rules)
    counters = rules.counters(rules.initial(name))
    finished_window(view, window)
    point(view, (5, 45))
    spots = view.stacks.spots()
    for place in ids(view):
        for seat in rules.seats:
            order = [c.unit for c in counters if c.place == place and c.seat == seat and not c.off_stack]
            if len(order) > 1:
                assert order[-1] == view.unit_at(spots[order[-1]])
                several = any(unit == view.unit_at(spots[unit]) for unit in order[:-1])
                mark = 1 if several else None
                assert [mark, *[None] * (len(order) - 1)] == [view.stacks.rank(unit) for unit in reversed(order)]


def test_a_spread_stack_numbers_its_counters_from_the_top(view: BoardView, window: pygame.Surface) -> None:
    """Hovering shows each counter's place in the order; counters beside the stack have none."""
    finished_window(view, window)
    point(view, view.point_of("west"))
    assert {"s-2": 1, "s-1": 2, "s-of": None} == {unit: view.stacks.rank(unit) for unit in ("s-2", "s-1", "s-of")}


def test_the_cursor_spreads_the_stack_in_its_area(view: BoardView, window: pygame.Surface) -> None:
    """With the cursor on an area its stack is fanned out; at a unit's destination it is not."""
    finished_window(view, window)
    view.overlay.cursor = "west"
    view.update(0.5)
    assert {"s-1", "s-2", "s-of"} == set(view.stacks.tray()[0])  # type: ignore[index]
    view.overlay.cursor = "east"
    view.update(0.5)
    assert view.stacks.tray() is None
    view.overlay.reach, view.overlay.cursor = {"west": 1}, "west"
    view.update(0.5)
    assert view.stacks.tray() is None


def test_a_stack_in_a_possible_destination_does_not_spread(view: BoardView, window: pygame.Surface) -> None:
    """Fanned out it would cover other destinations, and clicks would go to the wrong place."""
    finished_window(view, window)
    view.overlay.reach = {"west": 1}
    point(view, view.point_of("west"))
    assert view.stacks.tray() is None
    view.overlay.reach = {"east": 1}
    point(view, view.point_of("west"))
    assert {"s-1", "s-2", "s-of"} == set(view.stacks.tray()[0])  # type: ignore[index]


@pytest.fixture
def banded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stacks show bands of their lower counters, as in an area without room for all of them."""
    monkeypatch.setattr(stack_layout, "MIN_SIDE_BY_SIDE_SHARE", 2.0)


@pytest.mark.usefixtures("banded")
def test_a_duty_is_shown_on_the_top_of_a_stack_only(view: BoardView, window: pygame.Surface) -> None:
    """Lower counters show only their band, which a chevron would hide."""
    point(view, (5, 45))
    bare = finished_window(view, window)
    view.overlay.duties = ("s-1",)
    assert bare == finished_window(view, window)
    view.overlay.duties = ("s-1", "s-2")
    assert bare != finished_window(view, window)


def test_a_duty_is_shown_on_every_fully_visible_counter(view: BoardView, window: pygame.Surface) -> None:
    """Side by side they hide no other's mark."""
    point(view, (5, 45))
    bare = finished_window(view, window)
    view.overlay.duties = ("s-1",)
    assert bare != finished_window(view, window)


def test_units_off_the_map_are_not_drawn(view: BoardView, window: pygame.Surface) -> None:
    """A counter without a place changes nothing."""
    before = finished_window(view, window)
    assert "m-out" not in view.stacks.spots()
    view.set_counters(PIECES[:-1])
    assert before == finished_window(view, window)


def test_a_stack_stays_spread_while_the_pointer_moves_over_it(view: BoardView, window: pygame.Surface) -> None:
    """Moving over the plate keeps it, even above another area; a jump to another area fans out that one."""
    view.set_counters((*PIECES, piece("m-2", "moroccan", "east")))
    finished_window(view, window)
    x, y = view.point_of("west")
    point(view, (x, y))
    tray = view.stacks.tray()
    assert tray is not None
    for step in range(x, tray[1].right - 2, 20):
        point(view, (step, y))
    assert "west" == view.place_at((tray[1].right - 2, y))
    point(view, view.point_of("east"))
    assert {"m-1", "m-2"} == set(view.stacks.tray()[0])  # type: ignore[index]


@pytest.mark.parametrize("overlay", [
    Overlay(reach={"west": None}), Overlay(reach={"west": 2}), Overlay(refused="east"), Overlay(cursor="east"),
    Overlay(hint=("west",)), Overlay(path=("west", "east")), Overlay(selected="s-1"), Overlay(participants=("s-2",)),
    Overlay(targets=("m-1",)), Overlay(duties=("s-2",)),
], ids=["reach", "cost", "refused", "cursor", "hint", "path", "selected", "participants", "target", "duty"])
def test_every_sign_is_drawn_and_removed(overlay: Overlay, view: BoardView, window: pygame.Surface) -> None:
    """Each kind of mark changes the picture, differs from the others, and leaves no trace when removed."""
    bare = finished_window(view, window)
    view.overlay = overlay
    marked = finished_window(view, window)
    assert marked != bare
    view.overlay = replace(overlay, cursor="west" if overlay.cursor != "west" else None)
    assert finished_window(view, window) not in (bare, marked)
    view.overlay = Overlay()
    assert bare == finished_window(view, window)


def test_an_overlay_changed_in_place_is_drawn(view: BoardView, window: pygame.Surface) -> None:
    """Cached drawings are dropped when the overlay's own mapping changes."""
    reach: dict[str, int | None] = {"west": 1}
    view.overlay.reach = reach
    one = finished_window(view, window)
    reach["east"] = 2
    assert one != finished_window(view, window)


def test_reach_is_lit_inside_its_outline_only(view: BoardView, window: pygame.Surface) -> None:
    """The wash covers the area's own ground and nothing of the adjacent area's middle."""
    finished_window(view, window)
    spots = [view.camera.to_screen(p) for p in ((0.6, 5.6), (12.0, 5.6))]
    bare = [tuple(window.get_at((round(x), round(y)))) for x, y in spots]
    view.overlay.reach = {"west": None}
    finished_window(view, window)
    washed = [tuple(window.get_at((round(x), round(y)))) for x, y in spots]
    assert bare[0] != washed[0]
    assert bare[1] == washed[1]


def test_a_flag_shows_who_holds_a_place(view: BoardView, window: pygame.Surface) -> None:
    """Nobody, one side and the other give three pictures, also in grey."""
    pictures = []
    for holders in ({}, {"east": "spanish"}, {"east": "moroccan"}):
        view.set_holders(holders)
        finished_window(view, window)
        pictures.append(digest(pygame.transform.grayscale(window)))
    assert 3 == len(set(pictures))


def test_a_move_is_animated_between_the_places_of_counters(view: BoardView, window: pygame.Surface) -> None:
    """A moving counter leaves its stack, travels, and ends in the other area."""
    finished_window(view, window)
    view.set_counters((PIECES[0], replace(PIECES[1], place="east"), *PIECES[2:]))
    view.play([Moved(RULE, "s-2", "unit s-2", ("west", "east"), 1)])
    assert view.busy
    seen = set()
    while view.busy:
        view.draw(window)
        seen |= {round(pose.at[0], 1) for pose in view.animator.poses().values()}
        view.update(1 / 30)
    assert len(seen) > 3
    view.draw(window)
    assert "east" == view.place_at(view.stacks.spots()["s-2"])
    view.play([Removed(RULE, "m-1", "unit m-1", "east")])
    view.skip()
    assert not view.busy


def test_a_preview_shows_the_field(view: BoardView) -> None:
    """A snapshot has the requested size and changes with the position."""
    one = view.snapshot((320, 200))
    view.set_counters(())
    assert (320, 200) == one.get_size()
    assert digest(one) != digest(view.snapshot((320, 200)))


def test_drawing_is_deterministic(window: pygame.Surface, rules: System[object]) -> None:
    """The same battle gives the same pixels in every frame and view."""
    one = battle("wad-ras", rules)
    first = finished_window(one, window)
    for _ in range(3):
        assert first == finished_window(one, window)
    assert first == finished_window(battle("wad-ras", rules), window)


def test_nothing_is_drawn_outside_the_rectangle(view: BoardView, window: pygame.Surface) -> None:
    """Above and beside the view the window stays black, also zoomed in."""
    view.zoom(4.0, view.point_of("west"))
    point(view, view.point_of("west"))
    finished_window(view, window)
    outside = {tuple(window.get_at((x, y)))[:3] for x, y in ((5, 5), (600, 39), (901, 300), (1190, 670))}
    assert {(0, 0, 0)} == outside


def test_a_map_without_artwork_prints_on_paper(window: pygame.Surface, rules: System[object]) -> None:
    """The background picture is not needed."""
    view = BoardView(BOARD, rules.theme)
    view.resize(RECT)
    finished_window(view, window)
    light = window.get_at((round(view.camera.to_screen((2, 5))[0]), round(view.camera.to_screen((2, 5))[1])))
    assert min(light.r, light.g) > 170


def test_missing_artwork_is_named(window: pygame.Surface, rules: System[object]) -> None:
    """The error names the unreadable file and its expected content."""
    with pytest.raises(AssetError, match=r"nowhere\.jpg: cannot be read as a picture"):
        BoardView(replace(BOARD, artwork="nowhere.jpg", artwork_box=(0, 0, 600, 300)), rules.theme)


def test_a_style_of_lettering_without_a_look_is_named(window: pygame.Surface, rules: System[object]) -> None:
    """A label whose style is not in the system's style file is reported."""
    board = replace(BOARD, lettering=(AreaLettering("Where", 10, 10, "runes"),))
    with pytest.raises(AssetError, match=r"style\.toml: \[lettering\.runes\] is missing"):
        BoardView(board, rules.theme)
