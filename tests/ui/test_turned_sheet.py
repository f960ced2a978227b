"""A hex map turned a quarter turn clockwise: what the screen shows, clicks, keys, and the setting that keeps it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Literal

import pygame
import pytest

from game import catalog
from game.board.hexgrid import HexBoard, HexGrid, Label, Outline
from game.match.start import Start
from game.rules.tours.actions import COMPASS, VERTICES
from game.ui.app import settings as stored
from game.ui.board.counters import ARROW_DISTANCE, BAR_DISTANCE
from game.ui.board.places import HexGeometry
from game.ui.play.proposals import digit_of
from game.ui.screens.keys import keys_of
from game.ui.screens.map_commands import TURN_SHEET
from game.ui.screens.replay import ReplayScreen
from game.ui.sheets.hex_plan import HexPlan, sheet_labels, sheet_outlines
from game.ui.sheets.style import load_style
from tests.match.install import install, remove
from tests.rules.tours.board import acting
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]

LINES = "hi1 1812 e, red-hc1 2012 w, red-hc2 2014 w, abd-ar-rahman 2014, charles 1812"


def tours(scenario: str = "tours") -> HexBoard:
    rules = catalog.rules("tours")
    board = rules.board(rules.initial(scenario))
    assert isinstance(board, HexBoard)
    return board


@pytest.mark.parametrize("grid", [HexGrid(turned=True), HexGrid("even", 0, 0, turned=True)])
def test_hexes_are_found_at_their_turned_positions(grid: HexGrid) -> None:
    """At their centres and inside their corners; printed columns become rows, the first at the top."""
    names = tuple(sorted(grid.name(c, r) for c in range(2, 7) for r in range(1, 5)))
    geometry = HexGeometry(HexBoard("b", "B", names, dict.fromkeys(names, "clear"), {}, grid=grid))
    for name in names:
        x, y = geometry.centre(name)
        for cx, cy in ((x, y), *geometry.outline(name)):
            assert name == geometry.place_at((x + 0.9 * (cx - x), y + 0.9 * (cy - y)))
    heights = [geometry.centre(grid.name(c, 2))[1] for c in range(2, 7)]
    assert all(below - above == pytest.approx(1.5) for above, below in pairwise(heights))
    assert geometry.centre(grid.name(2, 2))[0] < geometry.centre(grid.name(2, 1))[0]


def test_a_turned_board_keeps_its_names_and_directions() -> None:
    """Names, adjacent hexes, distances, indices and compass points are those of the printed map."""
    board = tours()
    assert board.hexes == board.turned.hexes
    assert board.neighbours == board.turned.neighbours
    assert board.directions_of("1812") == board.turned.directions_of("1812")
    assert board.turned is board.turned


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "size", "turned"), [
    ("tours", (1920, 1080), True), ("tours", (1280, 720), True), ("tours", (1024, 768), True),
    ("tours", (1200, 1600), False), ("kassala", (1920, 1080), False), ("kassala", (1024, 768), False),
])
def test_north_is_up_unless_the_map_is_much_larger_otherwise(
    sit_down: Sit, system: str, size: tuple[int, int], turned: bool
) -> None:
    """At least 1.2 times; the whole map is in view either way. On the printed sheet of Tours north is on the left."""
    hand = sit_down(Start("play", system, seed=3), size=size)
    view = hand.game.view
    assert view.turned == turned
    before = view.camera.scale
    hand.key("u")
    assert view.turned != turned
    assert view.camera.fitted
    is_north_up = turned if system == "tours" else not turned
    assert (view.camera.scale / before < 1.2) if is_north_up else (before / view.camera.scale >= 1.2)


@pytest.mark.every(6)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
@pytest.mark.parametrize(("system", "screen", "name"), [
    ("tours", "learn", "first-battle"), ("tours", "demo", "example-a"), ("adua", "learn", "first-battle")])
def test_a_lesson_has_north_up(
    sit_down: Sit, system: str, screen: Literal["learn", "demo"], name: str, size: tuple[int, int]
) -> None:
    """Its texts name directions by the compass; a player who turned the map has it turned in lessons too."""
    turned = system == "tours"
    assert sit_down(Start(screen, system, name), size=size).top.view.turned == turned
    other = sit_down(Start(screen, system, name), size=size, turned={system: not turned})
    assert other.top.view.turned != turned


@pytest.mark.usefixtures("unpainted")
def test_the_orientation_of_a_map_is_remembered_for_its_system(sit_down: Sit, folders: Path) -> None:
    """Set by key or button, it applies to the system's next game and its replays, not to other systems."""
    hand = sit_down(Start("play", "tours", seed=3), size=(1920, 1080))
    hand.key("u")
    assert not hand.game.view.turned
    assert stored.load(folders / "config").turned == {"tours": False}
    hand.app.push(ReplayScreen(hand.app, hand.game.match))
    hand.wait()
    assert not hand.on(ReplayScreen).view.turned
    hand.key("u")
    assert hand.on(ReplayScreen).view.turned
    hand.app.pop()
    hand.wait()
    assert hand.game.view.turned
    hand.press(hand.button("Turn the map"))
    assert not hand.game.view.turned
    hand.close()
    other = sit_down(Start("play", "tours", seed=4), size=(1920, 1080))
    assert not other.game.view.turned


@pytest.mark.usefixtures("unpainted")
def test_area_maps_are_not_turned(sit_down: Sit) -> None:
    """They have no button for it; the key does nothing and is not on the page of keys."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3))
    assert all(button.text != TURN_SHEET for button in hand.top.buttons)
    hand.key("u")
    assert not hand.game.view.turned
    assert hand.app.settings.turned == {}
    listed = {name: [keys for _, rows in keys_of(catalog.rules(name)) for keys, _ in rows]
              for name in ("africa", "tours")}
    assert "U" in listed["tours"]
    assert "U" not in listed["africa"]


@pytest.mark.usefixtures("unpainted")
def test_counters_and_hexes_are_found_where_they_are_drawn(sit_down: Sit) -> None:
    """North, the printed left, is up; a counter moves to the hex that is clicked."""
    start = Start("play", "tours", "tours", seed=5, position=acting(LINES, "red").position)
    hand = sit_down(start, size=(1920, 1080), reduced_motion=True)
    view = hand.game.view
    assert view.turned
    assert view.point_of("1812")[1] < view.point_of("2012")[1]
    assert view.point_of("2014")[0] < view.point_of("2012")[0]
    hand.click_unit("red-hc1")
    hand.click_place("1911")
    hand.settle()
    assert hand.game.situation.counters["red-hc1"].place == "1911"


@pytest.mark.usefixtures("unpainted")
def test_facings_are_named_by_the_compass(sit_down: Sit) -> None:
    """Buttons, the unit's card and texts name the same facing however the map is turned."""
    start = Start("play", "tours", "tours", seed=5, position=acting(LINES, "red").position)
    hand = sit_down(start, size=(1920, 1080), reduced_motion=True)
    hand.click_unit("red-hc1")
    labels = [str(offer.label) for offer in hand.game.selection.proposals]
    way = str(COMPASS[VERTICES.index("sw")])
    number, _ = digit_of(hand.game.selection.proposals, labels.index(f"Face {way}"))
    hand.key(str(number), pygame.KMOD_SHIFT)
    hand.settle()
    assert [step.action.notation for step in hand.game.match.plies] == ["face red-hc1 sw"]
    lines = {str(name): str(value) for name, value in hand.game.situation.counters["red-hc1"].lines}
    assert lines["Faces"] == way


def test_arrows_offer_facings_as_drawn(sit_down: Sit) -> None:
    """The arrow to the right gives the facing that points up on the printed map; the front bar of the counter is drawn
    to match."""
    install()
    hand = sit_down(Start("play", "sentries", seed=1), hand_over=False, turned={"sentries": True})
    hand.click_unit("red")
    view = hand.game.view
    assert view.turned
    middle, angle = pygame.Vector2(view.point_of(view.overlay.facing_at or "")), min(view.overlay.facings)
    at = middle + pygame.Vector2(0, -ARROW_DISTANCE * view.camera.scale).rotate(angle + 90)
    assert view.facing_at((round(at.x), round(at.y))) == angle
    hand.click((round(at.x), round(at.y)))
    hand.settle()
    assert [step.action.notation for step in hand.game.match.plies] == [f"face red - {angle}"]
    hand.wait_for_print()
    bar = pygame.Vector2(view.point_of(hand.game.situation.counters["red"].place or ""))
    bar += pygame.Vector2(0, -BAR_DISTANCE * view.stacks.px).rotate(angle + 90)
    near = [hand.app.window.get_at((round(bar.x) + dx, round(bar.y) + dy)) for dx in (-3, 0, 3) for dy in (-3, 0, 3)]
    assert any(colour[:3] == (255, 210, 60) for colour in near)
    hand.close()
    remove()


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("turned", [False, True])
def test_cursor_keys_follow_the_screen(sit_down: Sit, turned: bool) -> None:
    """The six letters go round clockwise from Q; arrows go up, down, left and right, and repeated arrows keep a
    straight line."""
    hand = sit_down(Start("play", "tours", seed=3), size=(1920, 1080), turned={"tours": turned})
    controller, view = hand.game.controller, hand.game.view
    hand.key("d")

    def way(key: str, start: str = "1812") -> float:
        controller.selection.cursor = start
        hand.key(key)
        (ax, ay), (bx, by) = view.point_of(start), view.point_of(controller.selection.cursor or "")
        assert hypot(bx - ax, by - ay) == pytest.approx(3 ** 0.5 * view.camera.scale, abs=3)
        return degrees(atan2(bx - ax, ay - by)) % 360

    first = 270 if turned else 300
    assert [way(key) for key in "qwedsa"] == pytest.approx([(first + 60 * k) % 360 for k in range(6)], abs=2)
    for key, middle in (("up", 0), ("right", 90), ("down", 180), ("left", 270)):
        for start in ("1812", "1912"):
            assert abs((way(key, start) - middle + 180) % 360 - 180) < 32
        controller.selection.cursor = "1812"
        for _ in range(4):
            hand.key(key)
        (ax, ay), (bx, by) = view.point_of("1812"), view.point_of(controller.selection.cursor)
        assert min(abs(bx - ax), abs(by - ay)) <= 2


@pytest.mark.usefixtures("unpainted")
def test_hex_signs_have_the_shape_of_the_hexes(sit_down: Sit) -> None:
    """Higher than wide on a turned map, wider than high on a printed one."""
    hand = sit_down(Start("play", "tours", seed=3), size=(1920, 1080))
    shapes = []
    for _ in range(2):
        picture, _ = hand.game.view.signs.picture("reach", "1812", 40.0)
        shapes.append(picture.get_bounding_rect().size)
        hand.key("u")
    (wide, high), (broad, low) = shapes
    assert wide < high
    assert broad > low


def test_names_stay_upright_except_along_roads_and_waters() -> None:
    """A name keeps its place in its hex with all its lines together; a drawing inside a hex moves with the hex."""
    grid = HexGrid()
    names = tuple(grid.name(c, r) for c in range(1, 6) for r in range(1, 6))
    x, y = grid.centre("0303")
    house = Outline("house", ((x, y), (x + 0.5, y), (x + 0.5, y - 0.2)))
    lake = Outline("water", ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0)))
    board = HexBoard("x", "", names, dict.fromkeys(names, "clear"), {}, grid=grid, outlines=(house, lake), labels=(
        Label("camp of", x, y - 0.3, "note"), Label("Abd", x, y + 0.3, "camp"), Label("Clain", 2.0, 1.0, "water"),
        Label("to Tours", 5.0, 2.0, "road"), Label("aslant", 4.0, 2.0, "place", 30.0),
        Label("up", 1.0, 1.0, "road", 180.0),
    ))
    style = load_style(catalog.rules("tours").theme)
    assert sheet_labels(board, style) == board.labels
    camp, lord, water, road, aslant, over = sheet_labels(board.turned, style)
    u, v = board.turned.grid.centre("0303")
    assert (camp.x, camp.y, camp.angle) == pytest.approx((u, v - 0.3, 0))
    assert (lord.x, lord.y) == pytest.approx((u, v + 0.3))
    assert (water.x, water.y, water.angle) == (-1.0, 2.0, 90)
    assert (road.angle, aslant.angle, over.angle) == (90, -60, -90)
    moved, flowed = sheet_outlines(board.turned)
    assert moved.points[1] == pytest.approx((u + 0.5, v))
    assert flowed.points[1] == (0.0, 3.0)


def test_north_is_up_on_the_turned_map_of_tours() -> None:
    """Its names are upright, except those along the rivers and at the road's ends."""
    plan = HexPlan(tours().turned, load_style(catalog.rules("tours").theme))
    angles = {name.text: name.angle for name in plan.names}
    assert angles["Moussais"] == angles["Abd ar-Rahman"] == 0
    assert angles["Vienne"] == angles["← Tours"] == 90
    assert (270 + plan.turn) % 360 == 0


@pytest.mark.every(2)
@pytest.mark.parametrize(("facing", "covered"), [("w", True), ("e", False), ("nw", False)])
def test_a_hex_number_under_a_front_bar_is_printed_below_the_counter(sit_down: Sit, facing: str, covered: bool) -> None:
    """On the turned map, for a unit that faces straight up; there the number can be read."""
    at = acting(f"blue-ma1 2510 w, hi1 2110 {facing}, abd-ar-rahman 2511", "blue")
    hand = sit_down(Start("play", "tours", "tours", seed=3, position=dict(at.rules.position(at.state))),
                    size=(1280, 720), hand_over=False)
    if not hand.game.view.turned:
        hand.key("u")
    while hand.game.view.camera.scale < 40:
        hand.key("+")
        hand.wait(0.3)
    hand.game.view.show("2110")
    hand.wait(0.5)
    hand.wait_for_print()
    x, y = hand.game.view.point_of("2110")
    foot = pygame.Rect(0, 0, 16, 6)
    foot.center = round(x), round(y + 0.83 * hand.game.view.camera.scale)

    def seen(numbers: bool) -> str:
        hand.app.settings.hex_numbers = numbers
        hand.wait_for_print()
        return digest(hand.app.window.subsurface(foot), "RGB")

    assert covered is (seen(True) != seen(False))


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_list_beside_the_map_does_not_prevent_a_turned_map(sit_down: Sit, size: tuple[int, int]) -> None:
    """A list that would be beside the printed map takes no room from the turned one."""
    hand = sit_down(Start("play", "tours", "tours", seed=5), size=(1200, 1600))
    assert not hand.game.view.turned
    hand.resize(size, 100)
    assert hand.game.view.turned


def test_the_legend_shows_the_river_as_water() -> None:
    """Hexes of a river have no tint of their own; the legend shows the water drawn over them."""
    style = load_style(catalog.rules("tours").theme)
    plan = HexPlan(tours(), style)
    (river,) = (entry for entry in style.legend if entry.get("terrain") == "river")
    drawn, _ = plan.sample(river)
    assert any(style.outline["water"]["colour"] in mark.style for mark in drawn.marks)
