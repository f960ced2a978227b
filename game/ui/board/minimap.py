"""The small map, shown while only part of the sheet is in view: that part, and where both sides are. It lies beside the
map if there is room, else in the corner with the fewest counters, and never over a unit that can act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import ceil

import pygame

from game.board.hexgrid import HexBoard
from game.core.contract import Counter
from game.core.message import say
from game.i18n.words import translate
from game.ui.board.view import BoardView
from game.ui.kit.camera import Point
from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.kit.theme import GOLD, INK

MAX_WIDTH = 250
"""The small map's maximum width, in layout units."""
MAX_HEIGHT = 190
"""The small map's maximum height, in layout units."""
CORNER_GAP = 12
"""The small map's distance from the map's corner, in layout units."""
FRAME_WIDTH = 6
"""The width of the small map's frame, in layout units."""
FRAME_DARK, FRAME_BRASS = "#2b1d14", "#c6a45c"
"""The colours of the small map's frame."""
MAX_SHARE_IN_VIEW = 0.72
"""The share of the sheet's area in view above which the small map is not shown."""
MAX_MAP_SHARE = 0.25
"""The small map's maximum share of the map's width and height."""
MIN_PIXELS = 56
"""The small map's minimum width and height, in pixels."""
CORNER_SIZES = (1.0, 0.8, 0.64)
"""The sizes tried in a corner, as shares of the maximum: a smaller one is taken if it covers fewer counters."""
MIN_BESIDE_SHARE = 0.7
"""The minimum size for a position beside the map, as a share of the maximum."""
CORNERS = ("bottomleft", "topleft", "topright", "bottomright")
"""The corners tried, the preferred first."""
CORNER_TOLERANCE = 6
"""The number of counters that the small map may cover more than in another corner before it moves there: so it does not
hop from corner to corner. Chosen so that, while counters are large, it leaves its corner only for a unit that can
act."""
SIZE_TOLERANCE = 2
"""The number of counters that it may cover more than at another size in its corner before its size changes there."""
DOT_RADIUS = 0.95
"""The radius of a unit's dot in sheet units, so that adjacent units merge into one mass."""
DOT_OUTLINE = 0.28
"""The width of a dot's outline, as a share of the radius."""
PALE_COLOUR = "#efe5cc"
"""The colour blended over the printed sheet, so that armies stand out."""
PALE_OPACITY = 0.45
"""The opacity of ``PALE_COLOUR``, from 0 to 1."""
OUT_OF_VIEW = (214, 208, 198)
"""The colour, in red, green and blue, by which the part out of view is multiplied to darken it."""
COMPASS_SIDE = 46
"""The diameter of the disc that shows where north lies, in layout units."""
SMALL_MAP = say("The whole map: click or drag to go there")
"""The tooltip of the small map."""


class Minimap:
    """A small picture of the board's sheet, cached until a unit changes place; a press on it moves the view."""

    def __init__(self, view: BoardView, free_room: Callable[[], pygame.Rect]) -> None:
        """:param free_room: callback for the free room beside the map, in window pixels."""
        self._view = view
        self.on = True
        """Whether it is switched on."""
        self.held = False
        """Whether the button was pressed on it and is still down."""
        self._free_room = free_room
        self._placed: tuple[object, pygame.Rect] = (None, pygame.Rect(0, 0, 0, 0))
        """Everything that its place in a corner depends on, and its rectangle there."""
        self._corner: tuple[str, float] | None = None
        """Its last corner, and its size there as a share of the maximum."""
        self._paper: tuple[object, pygame.Surface] | None = None
        """The picture without units, after everything that it depends on."""
        self._with_units: tuple[object, pygame.Surface] | None = None
        """The picture with units, after everything that it depends on."""

    def place(self, unit: float) -> pygame.Rect:
        """Its rectangle in the window; empty if it is not shown.

        :param unit: pixels per layout unit.
        """
        camera, area = self._view.camera, self._view.rect
        _, _, world_width, world_height = camera.world
        max_scale = self._max_scale(unit)
        if not max_scale:
            return pygame.Rect(0, 0, 0, 0)
        frame = round(FRAME_WIDTH * unit)
        room = self._free_room()
        scale = min(max_scale, (room.width - 2 * frame) / world_width, (room.height - 2 * frame) / world_height)
        if scale >= MIN_BESIDE_SHARE * max_scale and min(world_width, world_height) * scale >= MIN_PIXELS:
            beside_map = pygame.Rect(0, 0, round(world_width * scale), round(world_height * scale))
            beside_map.midbottom = room.centerx, room.bottom - frame
            return beside_map
        overlay = self._view.overlay
        acting = frozenset((*overlay.eligible, *overlay.duties))
        key = tuple(area), unit, camera.world, camera.scale, camera.centre, self._view.standing, acting
        if key != self._placed[0] and not (self._view.moved_by_player or self._view.camera_span):
            max_size = pygame.Vector2(world_width, world_height) * max_scale
            self._placed = key, self._in_a_corner(max_size, round(CORNER_GAP * unit), acting)
        return self._placed[1]

    def height_beside(self, unit: float) -> int:
        """The least height in pixels that it needs beside the map; 0 if it is not shown.

        :param unit: pixels per layout unit.
        """
        scale = MIN_BESIDE_SHARE * self._max_scale(unit)
        return ceil(scale * self._view.camera.world[3]) + 2 * round(FRAME_WIDTH * unit) if scale else 0

    def _max_scale(self, unit: float) -> float:
        """Its maximum scale in pixels per sheet unit; 0 if it is not shown."""
        camera, area = self._view.camera, self._view.rect
        _, _, width, height = camera.world
        share_in_view = min(1.0, area.width / camera.scale / width) * min(1.0, area.height / camera.scale / height)
        scale = min(MAX_WIDTH * unit / width, MAX_HEIGHT * unit / height, MAX_MAP_SHARE * area.width / width,
                    MAX_MAP_SHARE * area.height / height)
        shown = self.on and share_in_view <= MAX_SHARE_IN_VIEW and min(width, height) * scale >= MIN_PIXELS
        return scale if shown else 0.0

    def _in_a_corner(self, max_size: pygame.Vector2, edge: int, acting: frozenset[str]) -> pygame.Rect:
        """The rectangle in the corner of the map where it covers the fewest counters, and none that can act; the last
        corner is kept, if necessary at another size, unless it covers ``CORNER_TOLERANCE`` more than the best. Empty if
        there is none.

        :param max_size: its maximum width and height in pixels.
        :param edge: pixels between it and the map's edges.
        :param acting: the units that can act.
        """
        area, boxes = self._view.rect.inflate(-2 * edge, -2 * edge), self._view.unit_boxes(edge // 2)
        candidates = []
        for order, (size, corner) in enumerate((size, corner) for size in CORNER_SIZES for corner in CORNERS):
            place = pygame.Rect(0, 0, round(max_size.x * size), round(max_size.y * size))
            setattr(place, corner, getattr(area, corner))
            covered = {unit for unit, box in boxes.items() if place.colliderect(box)}
            if min(place.size) >= MIN_PIXELS and not covered & acting:
                stays = self._corner is not None and corner == self._corner[0]
                tolerance = CORNER_TOLERANCE * stays + SIZE_TOLERANCE * ((corner, size) == self._corner)
                candidates.append((len(covered) - tolerance, order, (corner, size), place))
        if not candidates:
            return pygame.Rect(0, 0, 0, 0)
        *_, self._corner, place = min(candidates, key=lambda each: each[:2])
        return place

    def draw(self, target: pygame.Surface, unit: float) -> None:
        """Draw it with a frame around the part in view."""
        place = self.place(unit)
        if not place.width:
            return
        camera, (area, _), edge = self._view.camera, self._view.uncovered(), max(1, round(2 * unit))
        target.fill(FRAME_DARK, place.inflate(6 * edge, 6 * edge))
        target.fill(FRAME_BRASS, place.inflate(4 * edge, 4 * edge))
        target.fill(FRAME_DARK, place.inflate(2 * edge, 2 * edge))
        target.blit(self._picture(place.size), place)
        (left, top), (right, bottom) = (self._pixel(place, camera.to_world(at))
                                        for at in (area.topleft, area.bottomright))
        frame = pygame.Rect(left, top, right - left, bottom - top).clip(place)
        for part in _parts_around(frame, place):
            target.fill(OUT_OF_VIEW, part, special_flags=pygame.BLEND_MULT)
        pygame.draw.rect(target, INK, frame.inflate(2 * edge, 2 * edge).clip(place), 3 * edge)
        pygame.draw.rect(target, GOLD, frame, edge + 1)

    def draw_north(self, target: pygame.Surface, unit: float) -> None:
        """Draw a compass needle in a corner of the uncovered map if north does not lie at its top: directions in words
        are those of the compass. A notice in that corner hides it.

        :param unit: pixels per layout unit.
        """
        board, (area, _), side = self._view.board, self._view.uncovered(), round(COMPASS_SIDE * unit)
        north = (board.north + 90 * self._view.turned) % 360 if isinstance(board, HexBoard) else 0
        if not north:
            return
        gap = round(CORNER_GAP * unit)
        disc = pygame.Rect(0, 0, side, side)
        disc.bottomright = area.right - gap, area.bottom - gap
        if disc.colliderect(self.place(unit)):
            disc.topright = area.right - gap, area.top + gap
        if not disc.colliderect(self._view.notice.rect):
            target.blit(_needle_picture(north, side), disc)

    def press(self, pos: tuple[int, int], unit: float) -> bool:
        """Handle a button press: on the small map, move the view there and follow the pointer until release. Return
        whether the view moved."""
        self.held = self.place(unit).collidepoint(pos)
        return self.held and self.drag(pos, unit)

    def drag(self, pos: tuple[int, int], unit: float) -> bool:
        """Handle pointer motion with the button down; return whether the view moved."""
        place = self.place(unit)
        if not self.held or not place.width:
            return False
        x, y, across, down = self._view.camera.world
        self._view.camera.centre_on((x + (pos[0] - place.x) * across / place.width,
                                     y + (pos[1] - place.y) * down / place.height))
        return True

    def release(self) -> bool:
        """Handle the release of the button; return whether it had been pressed here."""
        held, self.held = self.held, False
        return held

    def _pixel(self, place: pygame.Rect, point: Point) -> tuple[int, int]:
        """The pixel of a point of the sheet on the small map in a place."""
        x, y, across, down = self._view.camera.world
        return (round(place.x + (point[0] - x) * place.width / across),
                round(place.y + (point[1] - y) * place.height / down))

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        """Its picture with units, of a size in pixels."""
        view = self._view
        sheet_picture = view.tiles.preview
        if self._paper is None or self._paper[0] != (size, sheet_picture):
            self._paper = (size, sheet_picture), self._pale_sheet(sheet_picture, size)
        key = self._paper[1], view.standing
        if self._with_units is None or self._with_units[0] != key:
            picture = self._paper[1].copy()
            self._draw_units(picture, view.counters.values())
            self._with_units = key, picture
        return self._with_units[1]

    def _pale_sheet(self, sheet_picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        """The part of the printed sheet that the camera can show, paled so that the dots stand out."""
        left, top, width, _ = self._view.sheet.layout.paper
        x, y, world_width, world_height = self._view.camera.world
        scale = sheet_picture.get_width() / width
        part = pygame.Rect(round((x - left) * scale), round((y - top) * scale), round(world_width * scale),
                           round(world_height * scale))
        picture = pygame.Surface(part.size).convert()
        picture.fill(FRAME_DARK)
        picture.blit(sheet_picture, (-part.x, -part.y))
        small = pygame.transform.smoothscale(picture, size)
        pale = pygame.Surface(size)
        pale.fill(PALE_COLOUR)
        pale.set_alpha(round(255 * PALE_OPACITY))
        small.blit(pale, (0, 0))
        return small

    def _draw_units(self, picture: pygame.Surface, counters: Iterable[Counter]) -> None:
        """Draw both sides' units as masses of their colour with a dark outline: square for the first side, round for
        the second."""
        view, area = self._view, picture.get_rect()
        sides = {seat.name: (seat.paper, number) for number, seat in enumerate(view.theme.seats)}
        spots = {
            (*sides[counter.seat], self._pixel(area, view.geometry.centre(counter.place))) for counter in counters
            if counter.place is not None and view.geometry.knows(counter.place) and counter.seat in sides
        }
        dot_radius = max(3, round(DOT_RADIUS * area.width / view.camera.world[2]))
        outline_width = max(1, round(DOT_OUTLINE * dot_radius))
        for growth in (outline_width, 0):
            for colour, side_number, (x, y) in sorted(spots, key=lambda spot: spot[1:]):
                ink, radius = INK if growth else colour, dot_radius + growth
                box = pygame.Rect(x - radius, y - radius, 2 * radius + 1, 2 * radius + 1)
                pygame.draw.rect(picture, ink, box, border_radius=radius if side_number else max(1, radius // 4))


def _parts_around(inner: pygame.Rect, outer: pygame.Rect) -> Iterator[pygame.Rect]:
    """The parts of a rectangle outside another one within it."""
    yield pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top)
    yield pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom)
    yield pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height)
    yield pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height)


@picture_cache(4)
def _needle_picture(north: int, side: int) -> pygame.Surface:
    """A needle that points to an N in the north of a disc of paper.

    :param north: degrees clockwise from the top.
    """
    needle = ('<circle cx="0" cy="0" r="0.48" fill="#efe5cc" stroke="#2a2119" stroke-width="0.03"/>'
              f'<g transform="rotate({north})"><path d="M0 -0.14L0.15 0.38L0 0.27L-0.15 0.38Z" fill="#2a2119"/></g>')
    picture = render_elements((side, side), "-0.5 -0.5 1 1", needle).convert_alpha()
    letter = font("ui-bold", max(11, round(0.3 * side))).render(translate(say("N")), True, INK)
    offset = pygame.Vector2(0, -0.29 * side).rotate(north)
    picture.blit(letter, letter.get_rect(center=pygame.Vector2(side / 2, side / 2) + offset))
    return picture
