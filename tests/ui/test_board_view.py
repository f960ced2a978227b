"""The board on screen: positions, mouse, drawing, and animations."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game import catalog, maps
from game.board.hexgrid import HexBoard
from game.core.chance import D6
from game.core.contract import Counter
from game.core.event import Advanced, Declared, Moved, Noted, Placed, Removed, RolledOnTable
from game.core.layer import Layer
from game.core.message import say
from game.core.verdict import RuleRef
from game.ui.board.label_placement import placed_names
from game.ui.board.overlay import PlanArrow
from game.ui.board.view import BoardView
from game.ui.sheets.lettering import MapText
from game.ui.sheets.tiles import CHANGE_MARGIN, TILE_SIDE
from tests.ui.pictures import digest

THEME = catalog.rules("kassala").theme
MAPS = Path(__file__).resolve().parents[2] / "maps"
RULE = RuleRef("kassala", "II.D.1")
RECT = pygame.Rect(0, 40, 900, 640)


def piece(unit: str, seat: str, place: str | None, numbers: str = "3-2") -> Counter:
    """An infantry counter."""
    return Counter(unit, seat, f"unit {unit}", "N", "infantry", numbers, place)


PIECES = (
    piece("m-1", "moslem", "0202"), piece("m-2", "moslem", "0302"), piece("m-3", "moslem", "0302"),
    piece("c-1", "christian", "0304", "4-2"), piece("c-2", "christian", "0508"),
)


@pytest.fixture
def window() -> pygame.Surface:
    """A window without a screen."""
    pygame.display.init()
    return pygame.display.set_mode((1200, 680))


@pytest.fixture
def view(window: pygame.Surface) -> BoardView:
    """Kassala's board with five counters."""
    shown = BoardView(maps.load(MAPS / "kassala" / "kassala.tmx"), THEME)
    shown.resize(RECT)
    shown.set_counters(PIECES)
    return shown


def hexes(view: BoardView) -> tuple[str, ...]:
    """The hexes of the board shown."""
    assert isinstance(view.board, HexBoard)
    return view.board.hexes


def drawn(view: BoardView, window: pygame.Surface) -> str:
    """The window's pixels after drawing."""
    window.fill("black")
    view.draw(window)
    return digest(window, "RGB")


def motion(pos: tuple[int, int]) -> pygame.event.Event:
    """Move the pointer to a pixel."""
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def finish(view: BoardView) -> None:
    """Let animations finish, a sixtieth of a second at a time."""
    for _ in range(2000):
        if not view.busy:
            return
        view.update(1 / 60)
    raise AssertionError("the animation never ends")


def test_every_hex_is_found_at_its_centre(view: BoardView) -> None:
    """``place_at`` inverts ``point_of`` for every hex, fitted and zoomed in."""
    for factor in (1.0, 3.0):
        view.zoom(factor, view.point_of("0405"))
        for name in hexes(view):
            point = view.point_of(name)
            if view.rect.collidepoint(point):
                assert name == view.place_at(point)


def test_every_hex_is_in_view_when_fitted(view: BoardView) -> None:
    """No part of the board is outside the window's part."""
    assert [] == [name for name in hexes(view) if not view.rect.collidepoint(view.point_of(name))]


def test_off_the_board_there_is_no_place(view: BoardView) -> None:
    """Table and margin are no hexes; nor is anything outside the view."""
    assert view.place_at(RECT.topleft) is None
    assert view.place_at((RECT.right + 50, 300)) is None


def test_the_wheel_zooms_to_the_pointer(view: BoardView) -> None:
    """The hex under the pointer stays under it."""
    point = view.point_of("0405")
    view.handle(motion(point))
    before = view.camera.scale
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2, precise_x=0.0, precise_y=2.0, flipped=False)
    assert view.handle(wheel)
    assert view.camera.scale > before
    x, y = view.point_of("0405")
    assert abs(x - point[0]) <= 1
    assert abs(y - point[1]) <= 1


def test_the_wheel_elsewhere_is_left_alone(view: BoardView) -> None:
    """Scrolling over a panel does not zoom the map."""
    view.handle(motion((RECT.right + 20, 100)))
    assert not view.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_y=1.0, flipped=False))


def test_zooming_out_ends_at_the_whole_sheet(view: BoardView) -> None:
    """The sheet never becomes smaller than the window allows."""
    view.zoom(3, view.point_of("0101"))
    view.zoom(0.001, (10, 60))
    assert view.camera.fitted
    assert view.camera.fit_scale == view.camera.scale


@pytest.mark.parametrize("button", [2, 3])
def test_dragging_pans(view: BoardView, button: int) -> None:
    """Middle and right button drag the sheet, pixel by pixel."""
    view.zoom(3, view.point_of("0405"))
    x, y = view.point_of("0405")
    view.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=button))
    assert view.handle(motion((430, 280)))
    assert view.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(430, 280), button=button))
    assert (x + 30, y - 20) == view.point_of("0405")


def test_a_right_click_without_a_drag_is_not_consumed(view: BoardView) -> None:
    """The screen may use right clicks itself."""
    assert not view.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 300), button=3))
    assert not view.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(400, 300), button=3))


def test_resizing_keeps_what_is_looked_at(view: BoardView) -> None:
    """A zoomed view stays on its hex; a fitted one stays fitted."""
    view.resize(pygame.Rect(0, 0, 500, 500))
    assert view.camera.fitted
    view.zoom(4, view.point_of("0304"))
    view.show("0304")
    seen = view.camera.centre
    view.resize(pygame.Rect(0, 0, 700, 700))
    assert seen == pytest.approx(view.camera.centre)


def test_show_brings_a_hex_into_view(view: BoardView) -> None:
    """A distant hex is panned to."""
    view.zoom(6, view.point_of("0101"))
    assert not view.rect.collidepoint(view.point_of("0806"))
    view.show("0806")
    assert view.rect.collidepoint(view.point_of("0806"))


def test_the_top_counter_is_picked(view: BoardView) -> None:
    """The last counter of a stack is on top."""
    x, y = view.point_of("0302")
    assert view.unit_at((x - 6, y - 6)) == "m-3"
    assert view.unit_at(view.point_of("0202")) == "m-1"
    assert view.unit_at(view.point_of("0503")) is None


def test_stacks_spread_under_the_pointer(view: BoardView) -> None:
    """Hovering fans out a stack's counters, each to be picked; leaving closes it."""
    x, y = view.point_of("0302")
    view.handle(motion((x, y)))
    view.update(1.0)
    view.update(1.0)
    (u, v), (a, b) = (view.stacks.spots()[unit] for unit in ("m-2", "m-3"))
    assert abs(u - a) > view.stacks.px
    assert v == b
    assert (view.unit_at((u, v)), view.unit_at((a, b))) == ("m-2", "m-3")
    view.handle(motion(view.point_of("0506")))
    view.update(1.0)
    assert view.unit_at(max((u, v), (a, b))) is None


def test_counters_are_drawn_in_their_colours(view: BoardView, window: pygame.Surface) -> None:
    """Much of a counter's picture has its side's paper colour, and none of the other's."""
    drawn(view, window)
    size = round(view.camera.scale)
    for place, own, other in (("0304", 1, 0), ("0202", 0, 1)):
        area = pygame.Rect(0, 0, size, size)
        area.center = view.point_of(place)
        papers = [
            sum(1 for x in range(area.w) for y in range(area.h)
                if max(abs(a - b) for a, b in zip(window.get_at((area.x + x, area.y + y))[:3],
                                                  pygame.Color(seat.paper)[:3], strict=True)) < 16)
            for seat in THEME.seats
        ]
        assert papers[own] > area.w * area.h / 4
        assert papers[other] == 0


OVERLAYS: dict[str, dict[str, object]] = {
    "selected": {"selected": "m-1"}, "participants": {"participants": ("m-1",)}, "targets": {"targets": ("c-1",)},
    "reach": {"reach": {"0201": 2}}, "refused": {"refused": "0303"}, "path": {"path": ("0202", "0203", "0204")},
    "duties": {"duties": ("m-1",)}, "eligible": {"eligible": ("m-1",)}, "cursor": {"cursor": "0505"},
    "hint unit": {"hint": ("c-1",)},
    "hint place": {"hint": ("0607",)},
}


@pytest.mark.every(11)
@pytest.mark.parametrize("name", OVERLAYS)
def test_every_overlay_is_seen_and_seen_without_colour(view: BoardView, window: pygame.Surface, name: str) -> None:
    """Each mark changes the picture, and its grey version too."""
    drawn(view, window)
    before = pygame.transform.grayscale(window)
    for key, value in OVERLAYS[name].items():
        setattr(view.overlay, key, value)
    drawn(view, window)
    after = pygame.transform.grayscale(window)
    strong = sum(
        1 for x in range(0, RECT.right, 2) for y in range(RECT.top, RECT.bottom, 2)
        if abs(before.get_at((x, y)).r - after.get_at((x, y)).r) > 24
    )
    assert strong > 25


def test_the_chance_of_a_planned_shot_lies_upon_the_costs(view: BoardView, window: pygame.Surface) -> None:
    """A place on its path could be reached: the plate is still whole."""
    view.overlay.plan = (PlanArrow(("0502", "0504"), True, "40 %", False, True),)
    place = pygame.Rect(0, 0, 20, 12)
    place.center = view.point_of("0503")
    drawn(view, window)
    alone = window.subsurface(place).copy()
    view.overlay.reach = {"0503": 2}
    drawn(view, window)
    assert pygame.image.tobytes(alone, "RGB") == pygame.image.tobytes(window.subsurface(place), "RGB")


@pytest.mark.parametrize("option", ["layers", "hex_numbers"])
def test_toggles_change_the_map(view: BoardView, window: pygame.Surface, option: str) -> None:
    """Layers of the rules and hex numbers are switched on and off; twice is as before."""
    view.set_layers(lambda _: (Layer("zone", say("Zone"), ("0405", "0406"), seat="moslem"),))
    view.zoom(2, view.point_of("0405"))
    before = drawn(view, window)
    setattr(view.options, option, not getattr(view.options, option))
    assert before != drawn(view, window)
    setattr(view.options, option, not getattr(view.options, option))
    assert before == drawn(view, window)


def test_drawing_is_deterministic(view: BoardView, window: pygame.Surface) -> None:
    """Two views of one board draw the same pixels."""
    other = BoardView(view.board, THEME)
    other.resize(RECT)
    other.set_counters(PIECES)
    assert drawn(view, window) == drawn(other, window)


def test_nothing_is_drawn_outside_the_rectangle(view: BoardView, window: pygame.Surface) -> None:
    """Panels keep their pixels."""
    window.fill("magenta")
    view.draw(window)
    assert (255, 0, 255) == window.get_at((RECT.right + 1, 300))[:3]
    assert (255, 0, 255) == window.get_at((300, RECT.top - 1))[:3]


def test_zoomed_in_the_sheet_becomes_sharp(view: BoardView, window: pygame.Surface) -> None:
    """After the wheel rests, everything in view is reprinted at its size."""
    view.zoom(4, view.point_of("0405"))
    first = drawn(view, window)
    for _ in range(60):
        view.update(1 / 20)
        view.draw(window)
    assert view.tiles.settled
    assert first != drawn(view, window)


def test_a_part_that_changed_out_of_view_becomes_sharp(view: BoardView, window: pygame.Surface) -> None:
    """Its tiles were dropped in a window of another size before they were reprinted."""
    def settle() -> None:
        for _ in range(60):
            view.tiles.update(1 / 20)
            view.tiles.draw(window)
            view.tiles.apply_lamplight(window)

    view.zoom(4, view.point_of("0405"))
    settle()
    near = view.camera.scale, view.camera.centre
    view.tiles.replace_sheet(view.sheet, [view.sheet.layout.paper])
    view.camera.fit()
    view.camera.rect = RECT.inflate(-100, -100)
    settle()
    view.camera.rect = RECT
    view.camera.scale, view.camera.centre = near
    settle()
    assert view.tiles.settled


@pytest.mark.parametrize("beyond", ["tile", "sheet"])
def test_a_tile_that_a_change_only_touches_is_not_reprinted(view: BoardView, beyond: str) -> None:
    """Neither the next tile, at whose edge the changed part ends, nor what lies beyond the sheet."""
    tiles = view.tiles
    view.camera.scale, scale = 32.0, 32.0
    for _ in range(60):
        tiles.update(1 / 20)
    assert tiles.settled
    left, top, _, _ = view.sheet.layout.paper
    start = (TILE_SIDE - 64 if beyond == "tile" else view.sheet.pixels(scale)[0] + 8) / scale
    width = (64 - CHANGE_MARGIN if beyond == "tile" else 8) / scale
    tiles.replace_sheet(view.sheet, [(left + start, top + 1.0, width, 1.0)])
    assert (beyond == "sheet") == tiles.settled
    assert (beyond == "sheet") == (tiles.update(1 / 20) is None)
    assert tiles.settled


def test_a_move_is_shown_along_its_path(view: BoardView, window: pygame.Surface) -> None:
    """The counter leaves, passes, arrives; only then is it at its place in the position."""
    resting = drawn(view, window)
    view.play((Moved(RULE, "m-1", "unit m-1", ("0202", "0203", "0204"), 2),))
    view.set_counters(tuple(replace(c, place="0204") if c.unit == "m-1" else c for c in PIECES))
    assert view.busy
    seen = set()
    for _ in range(400):
        view.update(1 / 60)
        if not view.busy:
            break
        seen.add(round(view.animator.poses()["m-1"].at[1], 1))
    assert len(seen) > 8
    assert view.unit_at(view.point_of("0204")) == "m-1"
    assert resting != drawn(view, window)


def test_waiting_events_hold_their_counters(view: BoardView) -> None:
    """A counter that will move later stays in its old place, whatever the position says."""
    view.play((
        Moved(RULE, "m-1", "", ("0202", "0203"), 1), Removed(RULE, "c-1", "", "0304"),
        Advanced(RULE, "m-1", "", ("0203", "0304")),
    ))
    view.set_counters(tuple(
        replace(c, place={"m-1": "0304", "c-1": None}.get(c.unit, c.place)) for c in PIECES
    ))
    view.update(0.01)
    assert view.unit_at(view.point_of("0304")) == "c-1"
    finish(view)
    assert view.unit_at(view.point_of("0304")) == "m-1"
    assert view.unit_at(view.point_of("0203")) is None


def test_units_eliminated_together_fall_together(view: BoardView) -> None:
    """A stack does not fade one unit after the other."""
    view.play((Removed(RULE, "m-2", "", "0302"), Removed(RULE, "m-3", "", "0302")))
    view.update(0.05)
    assert view.animator.poses().keys() == {"m-2", "m-3"}


def test_skip_shows_the_end(view: BoardView) -> None:
    """One call puts everything in its final place."""
    view.play((Moved(RULE, "m-1", "", ("0202", "0203"), 1), Placed(RULE, "c-2", "", "0508")))
    view.set_counters(tuple(replace(c, place="0203") if c.unit == "m-1" else c for c in PIECES))
    view.skip()
    assert not view.busy
    assert view.unit_at(view.point_of("0203")) == "m-1"


@pytest.mark.every(2)
@pytest.mark.parametrize("reduced", [False, True])
def test_a_whole_fight_plays_out(view: BoardView, window: pygame.Surface, reduced: bool) -> None:
    """Attack, result, loss and advance are drawn at every moment, with and without motion."""
    view.options.reduced_motion = reduced
    heard: list[str] = []
    view.sound = heard.append
    view.play((
        Declared(RULE, ("m-2", "m-3"), ("c-1",), say("they attack")), Noted(RULE, say("nothing to see")),
        RolledOnTable(RULE, (D6,), (1,), "DE", say("defender eliminated"), column="2-1", row=1),
        Removed(RULE, "c-1", "", "0304"), Advanced(RULE, "m-2", "", ("0303", "0304")), Placed(RULE, "m-1", "", "0203"),
    ))
    pictures = set()
    while view.busy:
        view.update(1 / 20)
        pictures.add(hash(drawn(view, window)))
    assert len(pictures) > 20
    assert heard[0] == "gun"
    assert "elimination" in heard


def test_speed_shortens_motion(view: BoardView) -> None:
    """At double speed, half the time."""
    view.options.speed = 2.0
    view.play((Moved(RULE, "m-1", "", ("0202", "0203"), 1),))
    view.update(0.2)
    assert not view.busy


def test_snapshot_shows_the_counters(view: BoardView) -> None:
    """The small picture has the requested size and changes with the position."""
    full = view.snapshot((160, 120))
    view.set_counters(())
    assert full.get_size() == (160, 120)
    assert digest(full, "RGB") != digest(view.snapshot((160, 120)), "RGB")


def test_the_examples_have_sheets_of_their_own(window: pygame.Surface) -> None:
    """Small boards fill the window too."""
    for path in sorted((MAPS / "kassala").glob("example-*.tmx")):
        view = BoardView(maps.load(path), THEME)
        view.resize(RECT)
        drawn(view, window)
        assert [] == [name for name in hexes(view) if view.place_at(view.point_of(name)) != name]


def test_a_name_in_the_middle_of_a_hex_is_laid_beside_it() -> None:
    """If a counter would cover it, a name is moved just far enough; other names stay."""
    names = [MapText("Udaka", (3, 3), 0.4, "title", "#000000"), MapText("Lake", (8, 8), 0.4, "title", "#000000")]
    counter = [pygame.Rect(240, 240, 120, 120)]
    moved = placed_names(names, counter, [], (0, 0, 10, 10))
    assert moved[1] is names[1]
    assert moved[0].text == "Udaka"
    near = abs(moved[0].at[0] - 3), abs(moved[0].at[1] - 3)
    assert 0.6 < max(near) < 1.7


def test_a_name_at_the_edge_of_the_map_is_laid_inside_it() -> None:
    """It neither leaves the sheet, nor ends right at the edge."""
    (moved,) = placed_names([MapText("Entiscio", (9.7, 5), 0.4, "title", "#000000")], [], [], (0, 0, 10, 10))
    assert moved.at[1] == 5
    assert 9.0 < max(x for x, _ in moved.letters(60.0)) + 0.16 <= 9.5


def test_overlapping_names_are_moved_apart() -> None:
    """A moved name never overlaps another."""
    names = [MapText(text, at, 0.4, "title", "#000000") for text, at in (("Udaka", (3, 3)), ("Kassala", (3, 3.8)))]
    first, second = placed_names(names, [pygame.Rect(240, 240, 120, 120)], [], (0, 0, 10, 10))
    assert abs(first.at[1] - second.at[1]) > 0.3 or abs(first.at[0] - second.at[0]) > 1.0


@pytest.mark.every(3)
@pytest.mark.parametrize("system", ["kassala", "tours", "adua"])
def test_names_keep_their_place_whatever_moves(window: pygame.Surface, system: str) -> None:
    """With no counter, with one in every hex, zoomed and panned, names have the same places."""
    view = BoardView(maps.load(MAPS / system / f"{system}.tmx"), catalog.rules(system).theme)
    view.resize(RECT)
    view.set_counters([])
    drawn(view, window)
    names = view.names
    assert names
    seat = catalog.rules(system).theme.seats[0].name
    view.set_counters([piece(f"u-{place}", seat, place) for place in hexes(view)[::2]])
    drawn(view, window)
    assert names == view.names
    view.zoom(2.0, RECT.center)
    view.pan(40, -30)
    drawn(view, window)
    assert names == view.names


@pytest.mark.parametrize("place", ["KASSALA", "UDAKA"])
def test_town_names_lie_on_no_counter(window: pygame.Surface, place: str) -> None:
    """With a counter in every hex the names of towns are legible."""
    view = BoardView(maps.load(MAPS / "kassala" / "kassala.tmx"), THEME)
    view.resize(RECT)
    view.set_counters([piece(f"m-{name}", "moslem", name) for name in hexes(view)])
    drawn(view, window)
    name = next(each for each in view.names if each.text == place)
    for letter in name.letters(view.camera.scale):
        x, y = view.camera.to_screen(letter)
        assert view.unit_at((round(x), round(y))) is None


def test_hex_numbers_show_on_the_whole_sheet_of_a_small_window(window: pygame.Surface) -> None:
    """With the sheet fitted into a window 1280 pixels wide, numbers are twelve pixels high."""
    view = BoardView(maps.load(MAPS / "kassala" / "kassala.tmx"), THEME)
    view.resize(pygame.Rect(0, 100, 950, 580))
    drawn(view, window)
    shown = window.copy()
    view.options.hex_numbers = False
    drawn(view, window)
    x, y = view.point_of("0503")
    top = pygame.Rect(0, 0, 30, 12)
    top.center = x, y - round(0.8 * view.camera.scale)
    assert digest(shown.subsurface(top), "RGB") != digest(window.subsurface(top), "RGB")


def test_the_frame_of_a_step_prints_nothing_of_the_map(view: BoardView) -> None:
    """Missing parts are printed in the next frame, so that a step is visible at once."""
    view.zoom(4, view.point_of("0405"))
    while view.tiles.update(1 / 20) is None:
        assert not view.tiles.settled
    view.tiles.discard()
    view.tiles.skip_next_update()
    assert view.tiles.update(1 / 20) is None
    assert view.tiles.update(1 / 20) is not None
