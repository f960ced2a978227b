"""Bases on screen: rotated and scaled pictures, hits on rotated boxes, ghosts, sticks, printed tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.art import AssetError
from game.board.plane import PlaneBoard, Terrain
from game.core.contract import Counter
from game.core.layer import Layer
from game.core.message import in_measure, say
from game.core.pose import BASE, DEGREE, Pose, Stick
from game.core.theme import SeatInfo, Theme
from game.systems import SYSTEMS_VARIABLE
from game.ui.board.held import HeldBases, draw_stick, stick_label
from game.ui.board.layers import layer_geometry, print_layers
from game.ui.board.overlay import Overlay
from game.ui.board.pieces import LyingPiece, badge_at, covers_point, picture_of, piece_shadow, ring_of
from game.ui.board.view import BoardView
from game.ui.counters.bases import MIN_FIGURE_WIDTH, base_surface, has_figures, turned_box
from game.ui.kit.camera import Camera
from game.ui.sheets.planes import PlaneGeometry, base_at, base_position, on_sheet, on_table
from tests.ui.pictures import digest

THEME = Theme("Felt", say("Nobody's"), say("Nobody's"), (
    SeatInfo("red", "Red", "#8e2f2a", "#f8ead2", "solid"), SeatInfo("white", "White", "#e6dfcd", "#2b2620", "dashed")),
    (("red", "move"),), art="felt")
STYLE = """
[sheet]
paper = "#efe6cf"
ink = "#33302a"
accent = "#7a3b22"
field = { colour = "#6f8f57" }
[terrain.bog]
tint = "#204060"
opacity = 1.0
[line.road]
draw = "cased"
colour = "#000000"
core = "#ffffff"
[lettering.bog]
role = "text"
colour = "#000000"
"""
BOG = Terrain("bog", ((1000, 1000), (4000, 1000), (4000, 3000), (1000, 3000)), name="The Moss")
ROAD = Terrain("road", ((0, 5000), (9000, 5000)), 600)
BOARD = PlaneBoard("felt", "Felt", (9000, 6000), (BOG, ROAD))


HOME = Pose(6000, 2000, 0)


def base(unit: str = "r1", pose: Pose = HOME, seat: str = "red") -> Counter:
    """A base on the table."""
    return Counter(unit, seat, unit, "F1", "infantry", "4", pose.text, size=(1000, 400))


@pytest.fixture
def window(folders: Path) -> pygame.Surface:
    """An invisible window."""
    pygame.init()
    return pygame.display.set_mode((900, 700))


@pytest.fixture
def view(folders: Path, monkeypatch: pytest.MonkeyPatch, window: pygame.Surface) -> BoardView:
    """A table with two bases."""
    (folders / "felt" / "assets").mkdir(parents=True)
    (folders / "felt" / "__init__.py").write_text("", "utf-8")
    (folders / "felt" / "assets" / "style.toml").write_text(STYLE, "utf-8")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(folders))
    found = BoardView(BOARD, THEME)
    found.resize(pygame.Rect(0, 0, 900, 700))
    found.options.legend = False
    found.set_counters((base(), base("w1", Pose(3000, 5200, 30 * DEGREE), "white")))
    for _ in range(40):
        found.update(0.05)
        found.draw(window)
    return found


def pixel(view: BoardView, spot: tuple[int, int]) -> tuple[int, int]:
    """The window pixel of a point of the table."""
    x, y = view.camera.to_screen(on_sheet(spot))
    return round(x), round(y)


def test_the_sheet_and_the_table_agree() -> None:
    """Units of the table convert to the sheet and back; a base is between its corners."""
    assert (1234, 5678) == on_table(on_sheet((1234, 5678)))
    lies = base_at((1000, 400), Pose(2000, 3000, 90 * DEGREE))
    assert 90 == lies.turn
    assert (1800, 3000) == on_table(lies.middle)
    assert [(2000, 2500), (2000, 3500), (1600, 3500), (1600, 2500)] == [on_table(corner) for corner in lies.corners]
    assert base_position(replace(base(), size=None), base().place) is None
    assert base_position(base(), None) is None


@pytest.mark.usefixtures("window")
def test_pictures_are_turned_and_to_scale() -> None:
    """A base is as deep as its size; rotated by a quarter it is as high as it was wide; the picture is cached."""
    upright, turned = (picture_of(base(), THEME, 100, turn) for turn in (0.0, 90.0))
    assert abs(upright.get_width() - 100) <= 8
    assert abs(upright.get_height() - 40) <= 8
    wide, high = turned.get_size()
    assert max(abs(upright.get_width() - high), abs(upright.get_height() - wide)) <= 2
    assert upright is picture_of(base(), THEME, 100, 0.1)
    assert piece_shadow(base(), 100, 0.0).get_width() > 100
    for kind in ("selected", "picked", "target", "hint"):
        assert ring_of(kind, base(), 100, 30.0).get_width() > 100


@pytest.mark.parametrize("turn", [0.0, 37.0, 90.0, 180.0, 270.0])
def test_a_badge_lies_beside_its_base_and_no_other(turn: float) -> None:
    """Whatever its facing the badge touches the base, and covers neither it nor the one behind it."""
    piece = LyingPiece(base(), 100, turn, (500, 400))
    x, y = piece.point_beside(0, 40)
    behind = LyingPiece(base(unit="behind"), 100, turn, (round(x), round(y)))
    for others in list[tuple[LyingPiece, ...]](((), (piece, behind))):
        place = badge_at(piece, 42, others, ())
        assert 18 <= piece.distance_to(place.center) <= 23
        assert not others or behind.distance_to(place.center) >= 20


def test_badges_do_not_cover_one_another() -> None:
    """Two bases side by side have their badges at different ends."""
    one, other = LyingPiece(base(), 100, 0.0, (500, 400)), LyingPiece(base(unit="other"), 100, 0.0, (600, 400))
    first = badge_at(one, 42, (one, other), ())
    assert not first.colliderect(badge_at(other, 42, (one, other), (first,)))


@pytest.mark.usefixtures("window")
def test_the_front_is_marked() -> None:
    """The bar in the side's print colour is along the front edge, in any facing."""
    for turn, inside in ((0.0, (0.5, 0.1)), (180.0, (0.5, 0.9)), (90.0, (0.9, 0.5)), (270.0, (0.1, 0.5))):
        picture = picture_of(base(), THEME, 200, turn)
        colour = picture.get_at((int(inside[0] * picture.get_width()), int(inside[1] * picture.get_height())))
        assert (colour.r > 220, colour.g > 200) == (True, True), turn


@pytest.mark.parametrize("turn", [0.0, 30.0, 90.0, 200.0, 359.5])
def test_hits_are_on_the_turned_box(turn: float) -> None:
    """Just within each corner is a hit, just outside is not."""
    at = (500, 400)
    for x, y in turned_box(100, 40, turn, at):
        near, far = ((at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share) for share in (0.9, 1.1))
        assert covers_point(base(), 100, turn, at, (round(near[0]), round(near[1])))
        assert not covers_point(base(), 100, turn, at, (round(far[0]), round(far[1])))


@pytest.mark.parametrize("turn", [0, 60, 90, 180, 270])
def test_a_shallow_base_lies_where_its_pose_says(view: BoardView, window: pygame.Surface, turn: int) -> None:
    """Its picture fills exactly the box between its corners; its shadow is below its lower right edge, not above its
    upper left one."""
    pose = Pose(6000, 2400, turn * DEGREE)
    view.set_counters(())
    view.draw(window)
    bare = window.copy()
    view.set_counters((base(pose=pose),))
    view.draw(window)

    def change(at: tuple[float, float]) -> int:
        """The difference of a pixel from the bare table."""
        x, y = round(at[0]), round(at[1])
        return sum(abs(a - b) for a, b in zip(window.get_at((x, y))[:3], bare.get_at((x, y))[:3], strict=True))

    lies = base_at((1000, 400), pose)
    x, y = view.camera.to_screen(lies.middle)
    corners = [view.camera.to_screen(corner) for corner in lies.corners]
    for cx, cy in corners:
        assert change((x + (cx - x) * 0.85, y + (cy - y) * 0.85)) > 60
    far = 0.07 * view.stacks.px
    lit, dark = min(corners, key=sum), max(corners, key=sum)
    assert change((lit[0] - far, lit[1] - far)) <= 6
    assert change((dark[0] + 0.4 * far, dark[1] + 0.8 * far)) > 20


@pytest.mark.usefixtures("window")
def test_the_edges_of_a_base_are_lit_from_the_upper_left() -> None:
    """In any rotation its upper edge on the screen is lighter than its lower one."""
    side = THEME.seats[0]
    plain = pygame.Color(side.paper)
    for turn in (0.0, 180.0):
        picture = picture_of(base(), THEME, 80, turn)
        box = picture.get_bounding_rect(min_alpha=250)
        left, right = (picture.get_at((x, box.centery)) for x in (box.left + 1, box.right - 2))
        assert sum(left[:3]) > sum(plain[:3]) > sum(right[:3])


def test_the_view_finds_bases_and_terrain(view: BoardView) -> None:
    """The base under a pixel, its place, and a piece of terrain are found; nothing on the open table."""
    assert "r1" == view.unit_at(pixel(view, (6000, 2200)))
    assert base().place == view.place_at(pixel(view, (6000, 2200)))
    assert view.unit_at(pixel(view, (6000, 2450))) is None
    bog = view.place_at(pixel(view, (2000, 2000)))
    assert bog is not None
    assert ("The Moss", ("bog",)) == (BOARD.title_of(bog), BOARD.ground_of(bog))
    assert view.place_at(pixel(view, (8000, 3500))) is None
    assert (6000, 2200) == tuple(round(each, -1) for each in view.spot_at(pixel(view, (6000, 2200))))


def test_terrain_is_printed_where_it_lies(view: BoardView, window: pygame.Surface) -> None:
    """The bog's tint is within its outline, the road's light core along its middle, cloth elsewhere."""
    bog, road, cloth = (window.get_at(pixel(view, spot)) for spot in ((1500, 2600), (7000, 5000), (7500, 3500)))
    assert bog.b > bog.r
    assert min(road[:3]) > 200
    assert cloth.g > max(cloth.r, cloth.b)


def test_a_stick_has_a_notch_at_every_measure(view: BoardView, window: pygame.Surface,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    """However small the table is drawn, the last notch of a stick of whole measures is at its end."""
    stick = Stick((1000, 2000), (9000, 2000), 8000)
    notches: list[float] = []
    monkeypatch.setattr(pygame.draw, "line", lambda _surface, _colour, start, *_: notches.append(start[0]))
    for scale in (3.0, 9.9, 10.6, 31.7):
        notches.clear()
        view.camera.scale = scale
        draw_stick(window, stick, view.camera, view.stacks.px)
        assert len(notches) == 8
        assert abs(notches[-1] - view.camera.to_screen(on_sheet(stick.end))[0]) < 0.01


def test_ghosts_and_sticks_are_drawn(view: BoardView, window: pygame.Surface) -> None:
    """A held base shows its destination, with the original pale; refused it has a red rim and a cross at its corner,
    and its face can be read as before; a stick is on the table."""

    def shot() -> pygame.Surface:
        view.draw(window)
        return window.copy()

    bare = shot()
    view.held = HeldBases((("r1", Pose(6000, 3500, 0)),), True, (Stick((5500, 2000), (5500, 3500), 1500, 3000),))
    held = shot()
    view.held = replace(view.held, allowed=False)
    refused = shot()
    for spot in ((6000, 3600), (5500, 2800), (6000, 2200)):
        assert bare.get_at(pixel(view, spot)) != held.get_at(pixel(view, spot)), spot
    reds = [sum(each.get_at((x, y)).r > 150 and each.get_at((x, y)).g < 60 for x in range(0, 900, 2)
                for y in range(0, 700, 2)) for each in (held, refused)]
    assert reds[1] > reds[0]
    face = pygame.Rect(pixel(view, (5700, 3600)), (0, 0)).union(pygame.Rect(pixel(view, (6250, 3900)), (1, 1)))
    assert face.width > 10
    assert digest(held.subsurface(face), "RGB") == digest(refused.subsurface(face), "RGB")
    stick = view.held.sticks[0]
    assert ("1.5 / 3", "1.5") == (stick_label(stick), stick_label(replace(stick, most=None)))
    assert ["0.01", "1", "1.24", "12.5"] == [in_measure(units, BASE) for units in (1, 1000, 1231, 12500)]


def test_a_ring_covers_no_sign_of_a_base(view: BoardView, window: pygame.Surface) -> None:
    """The chevron of a base that must act is whole, though the base is also a target."""

    def amber(targets: tuple[str, ...]) -> int:
        view.overlay = Overlay(duties=("r1",), targets=targets)
        view.draw(window)
        found = (window.get_at((x, y)) for x in range(900) for y in range(700))
        return sum(colour.r > 200 and 120 < colour.g < 190 and colour.b < 90 for colour in found)

    assert 0 < amber(()) == amber(("r1",))


def test_a_base_that_moves_turns_on_the_way(view: BoardView) -> None:
    """It turns from one facing to the other by the shorter way."""
    from game.core.event import Moved
    from game.core.verdict import RuleRef

    path = (Pose(6000, 2000, 350 * DEGREE).text, Pose(6500, 3000, 20 * DEGREE).text)
    view.play([Moved(RuleRef("felt", "1"), "r1", "r1", path, 0)])
    turns = set()
    while view.busy:
        turns |= {round(pose.turn) for pose in view.animator.poses().values() if pose.turn is not None}
        view.update(0.01)
    assert turns <= {*range(350, 361), *range(21)}
    assert len(turns) > 3


def test_a_class_without_a_look_is_named(view: BoardView) -> None:
    """Terrain or a line that is not in the style is reported."""
    for piece in (Terrain("fen", BOG.points), Terrain("canal", ROAD.points, 300)):
        with pytest.raises(AssetError, match=piece.kind):
            BoardView(replace(BOARD, terrain=(piece,)), THEME)


def test_a_small_picture_shows_the_bases(view: BoardView) -> None:
    """The picture for lists of saved games."""
    small = view.snapshot((300, 200))
    assert small.get_size() == (300, 200)
    assert any(small.get_at((i, j)).r > 120 and small.get_at((i, j)).g < 80 for i in range(300) for j in range(200))


def test_a_camp_has_tents_where_figures_are_shown() -> None:
    """It has its own picture from above, not the symbol of a small base."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    rules = catalog.rules("renaissance")
    camp = next(each for each in rules.counters(rules.initial("quick-battle")) if each.unit == "red-camp")
    assert has_figures(camp.symbol)
    plain = replace(rules.theme, symbols=True)
    figures, symbols = (pygame.image.tobytes(base_surface(camp, theme, MIN_FIGURE_WIDTH + 6, 0), "RGBA")
                        for theme in (rules.theme, plain))
    assert figures != symbols


def test_a_base_that_is_still_stretched_after_a_zoom_has_the_print_of_its_size() -> None:
    """Drawn large and shown small, it has the symbol of a small base; drawn small and shown large, figures."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    rules = catalog.rules("renaissance")
    pikes = next(each for each in rules.counters(rules.initial("quick-battle")) if each.unit == "red-pk1")
    large, small = MIN_FIGURE_WIDTH + 40, MIN_FIGURE_WIDTH - 20

    def drawn(px: int, shown: int | None = None, *, symbols: bool = False) -> bytes:
        theme = replace(rules.theme, symbols=symbols)
        return pygame.image.tobytes(base_surface(pikes, theme, px, 0, shown), "RGBA")

    assert drawn(small, large) != drawn(small) == drawn(small, symbols=True)
    assert drawn(large, small) != drawn(large)


def test_outlines_on_a_table_are_broad(window: pygame.Surface) -> None:
    """There is no grid beside them, and the cloth is dark."""
    window.fill("#000000")
    corners = (1000, 1000), (4000, 1000), (4000, 3000), (1000, 3000)
    zone = Layer("zone", say("Zone"), seat="red", outlines=(corners,))
    camera = Camera((0.0, 0.0, 12.0, 8.0), pygame.Rect(0, 0, 480, 320))
    print_layers(window, [layer_geometry(zone, 0, PlaneGeometry(BOARD), THEME)], camera, camera.scale)
    marks = pygame.mask.from_threshold(window, THEME.seats[0].paper, (40, 40, 40)).connected_components()
    assert marks
    assert min(max(mark.get_bounding_rects()[0].size) for mark in marks) >= 0.12 * camera.scale
