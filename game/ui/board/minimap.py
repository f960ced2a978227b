"""The small map while only a part of the sheet is in view: where that is, and where both sides stand. It lies beside
the map where there is room, else in the corner with the fewest counters, and never over one that can act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pygame

from game.board.hexgrid import HexBoard
from game.core.contract import Counter
from game.core.message import say
from game.i18n.words import said
from game.ui.board.view import BoardView
from game.ui.kit.camera import Point
from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache, sketch
from game.ui.kit.theme import GOLD, INK

WIDE, HIGH, EDGE, FRAME = 250, 190, 12, 6
"""Units: the most it takes, its distance from the map's corner, and the width of its frame."""
SHOWN = 0.72
"""The share of the sheet, across or down, that must be out of view for it to lie there: less is seen at most."""
SHARE, LEAST = 0.25, 56
"""The most of the map's width and height that it takes, and the pixels below which it is no use."""
SIZES, ON_TABLE = (1.0, 0.8, 0.64), 0.7
"""How large it may be in a corner, as shares of that, a smaller one where it covers less; and the least share at which
it lies beside the map."""
CORNERS = ("bottomleft", "topleft", "topright", "bottomright")
MASS, OUTLINE = 0.95, 0.28
"""The radius of the ground a unit holds, in the sheet's units, so that neighbours run into one mass; and the line
around a mass, as a share of it."""
PALE, PALED = "#efe5cc", 0.45
"""What the printed sheet is paled to, and by how much, so that armies stand out."""
OUT_OF_VIEW = (214, 208, 198)
"""What the part out of view is darkened by."""
NORTH = 46
"""Units: the disc that shows where north lies."""
SMALL_MAP = say("The whole map: click or drag to go there")


class Minimap:
    """A small picture of the board's sheet, kept until something stands elsewhere; a press on it moves the view."""

    def __init__(self, view: BoardView, table: Callable[[], pygame.Rect]) -> None:
        """:param table: the free room beside the map, in window pixels."""
        self._view = view
        self.on = True
        self.held = False
        """Whether the button went down on it and has not been let go."""
        self._table = table
        self._placed: tuple[object, pygame.Rect] = (None, pygame.Rect(0, 0, 0, 0))
        self._corner = CORNERS[0], SIZES[0]
        """The corner in which it lay last, and its size there."""
        self._paper: tuple[object, pygame.Surface] | None = None
        self._dotted: tuple[object, pygame.Surface] | None = None

    def place(self, unit: float) -> pygame.Rect:
        """Where it lies in the window; empty where it does not.

        :param unit: pixels of a unit of the interface.
        """
        camera, area = self._view.camera, self._view.rect
        _, _, across, down = camera.world
        seen = min(1.0, area.width / camera.scale / across) * min(1.0, area.height / camera.scale / down)
        ratio = min(WIDE * unit / across, HIGH * unit / down, SHARE * area.width / across, SHARE * area.height / down)
        if not self.on or seen > SHOWN or min(across, down) * ratio < LEAST:
            return pygame.Rect(0, 0, 0, 0)
        frame = round(FRAME * unit)
        table = self._table()
        wide, high = table.width - 2 * frame, table.height - 2 * frame
        beside = min(ratio, wide / across, high / down)
        if beside >= ON_TABLE * ratio and min(across, down) * beside >= LEAST:
            found = pygame.Rect(0, 0, round(across * beside), round(down * beside))
            found.midbottom = table.centerx, table.bottom - frame
            return found
        over = self._view.overlay
        acting = frozenset((*over.able, *over.duties))
        key = tuple(area), unit, camera.scale, camera.centre, self._view.standing, acting
        if key != self._placed[0] and not (self._view.steered or self._view.way):
            self._placed = key, self._in_a_corner(pygame.Vector2(across, down) * ratio, round(EDGE * unit), acting)
        return self._placed[1]

    def _in_a_corner(self, most: pygame.Vector2, edge: int, acting: frozenset[str]) -> pygame.Rect:
        """The place in the corner of the map where it covers the fewest counters, and none that can act; it stays where
        it was as long as that is as good. Empty where there is none.

        :param edge: pixels between it and the map's edges.
        """
        area, boxes = self._view.rect.inflate(-2 * edge, -2 * edge), self._view.unit_boxes(edge // 2)
        found = []
        for order, (size, corner) in enumerate((size, corner) for size in SIZES for corner in CORNERS):
            place = pygame.Rect(0, 0, round(most.x * size), round(most.y * size))
            setattr(place, corner, getattr(area, corner))
            under = {unit for unit, box in boxes.items() if place.colliderect(box)}
            if min(place.size) >= LEAST and not under & acting:
                found.append((len(under), (corner, size) != self._corner, order, (corner, size), place))
        if not found:
            return pygame.Rect(0, 0, 0, 0)
        *_, self._corner, place = min(found, key=lambda each: each[:3])
        return place

    def draw(self, target: pygame.Surface, unit: float) -> None:
        """Draw it with the part in view framed."""
        place = self.place(unit)
        if not place.width:
            return
        camera, area, edge = self._view.camera, self._view.rect, max(1, round(2 * unit))
        target.fill("#2b1d14", place.inflate(6 * edge, 6 * edge))
        target.fill("#c6a45c", place.inflate(4 * edge, 4 * edge))
        target.fill("#2b1d14", place.inflate(2 * edge, 2 * edge))
        target.blit(self._picture(place.size), place)
        corners = [self._onto(place, camera.to_world(at)) for at in (area.topleft, area.bottomright)]
        frame = pygame.Rect(*corners[0], corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]).clip(place)
        for out in _around(frame, place):
            target.fill(OUT_OF_VIEW, out, special_flags=pygame.BLEND_MULT)
        pygame.draw.rect(target, INK, frame.inflate(2 * edge, 2 * edge).clip(place), 3 * edge)
        pygame.draw.rect(target, GOLD, frame, edge + 1)

    def draw_north(self, target: pygame.Surface, unit: float) -> None:
        """Draw a compass needle in a corner of the map where north does not lie at its top: directions in words are
        those of the compass."""
        board, area, side = self._view.board, self._view.rect, round(NORTH * unit)
        north = (board.north + 90 * self._view.turned) % 360 if isinstance(board, HexBoard) else 0
        if not north:
            return
        gap = round(EDGE * unit)
        disc = pygame.Rect(0, 0, side, side)
        disc.bottomright = area.right - gap, area.bottom - gap
        if disc.colliderect(self.place(unit)):
            disc.topright = area.right - gap, area.top + gap
        target.blit(_needle(north, side), disc)

    def press(self, pos: tuple[int, int], unit: float) -> bool:
        """The button goes down: on the small map the view goes there, and follows until it is let go."""
        self.held = self.place(unit).collidepoint(pos)
        return self.held and self.pull(pos, unit)

    def pull(self, pos: tuple[int, int], unit: float) -> bool:
        """The pointer moves with the button down; whether the view followed."""
        place = self.place(unit)
        if not self.held or not place.width:
            return False
        x, y, across, down = self._view.camera.world
        self._view.camera.centre_on((x + (pos[0] - place.x) * across / place.width,
                                     y + (pos[1] - place.y) * down / place.height))
        return True

    def release(self) -> bool:
        """The button is let go; whether it was held here."""
        held, self.held = self.held, False
        return held

    def _onto(self, place: pygame.Rect, point: Point) -> tuple[int, int]:
        """The pixel of a point of the sheet."""
        x, y, across, down = self._view.camera.world
        return (round(place.x + (point[0] - x) * place.width / across),
                round(place.y + (point[1] - y) * place.height / down))

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        view = self._view
        printed = view.tiles.preview
        if self._paper is None or self._paper[0] != (size, printed):
            self._paper = (size, printed), self._small(printed, size)
        key = self._paper[1], view.standing
        if self._dotted is None or self._dotted[0] != key:
            picture = self._paper[1].copy()
            self._dot(picture, view.counters.values())
            self._dotted = key, picture
        return self._dotted[1]

    def _small(self, printed: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        """The part of the printed sheet that the camera can look at, paled so that dots stand out."""
        left, top, wide, _ = self._view.sheet.layout.paper
        x, y, across, down = self._view.camera.world
        scale = printed.get_width() / wide
        part = pygame.Rect(round((x - left) * scale), round((y - top) * scale), round(across * scale),
                           round(down * scale))
        whole = pygame.Surface(part.size).convert()
        whole.fill("#2b1d14")
        whole.blit(printed, (-part.x, -part.y))
        small = pygame.transform.smoothscale(whole, size)
        pale = pygame.Surface(size)
        pale.fill(PALE)
        pale.set_alpha(round(255 * PALED))
        small.blit(pale, (0, 0))
        return small

    def _dot(self, picture: pygame.Surface, counters: Iterable[Counter]) -> None:
        """The ground each side holds as masses of its colour in a dark line, of one side round, of the other square."""
        view, area = self._view, picture.get_rect()
        looks = {seat.name: (seat.paper, number) for number, seat in enumerate(view.theme.seats)}
        spots = {
            (*looks[counter.seat], self._onto(area, view.geometry.centre(counter.place))) for counter in counters
            if counter.place is not None and view.geometry.knows(counter.place) and counter.seat in looks
        }
        radius = max(3, round(MASS * area.width / view.camera.world[2]))
        line = max(1, round(OUTLINE * radius))
        for grow in (line, 0):
            for colour, round_, (x, y) in sorted(spots, key=lambda spot: spot[1:]):
                ink, far = INK if grow else colour, radius + grow
                box = pygame.Rect(x - far, y - far, 2 * far + 1, 2 * far + 1)
                pygame.draw.rect(picture, ink, box, border_radius=far if round_ else max(1, far // 4))


def _around(inner: pygame.Rect, outer: pygame.Rect) -> Iterator[pygame.Rect]:
    """The rest of a rectangle around one within it."""
    yield pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top)
    yield pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom)
    yield pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height)
    yield pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height)


@picture_cache(4)
def _needle(north: int, side: int) -> pygame.Surface:
    """A needle that points to an N in the north of a disc of paper.

    :param north: degrees clockwise from the top.
    """
    needle = ('<circle cx="0" cy="0" r="0.48" fill="#efe5cc" stroke="#2a2119" stroke-width="0.03"/>'
              f'<g transform="rotate({north})"><path d="M0 -0.14L0.15 0.38L0 0.27L-0.15 0.38Z" fill="#2a2119"/></g>')
    picture = sketch((side, side), "-0.5 -0.5 1 1", needle).convert_alpha()
    letter = font("ui-bold", max(11, round(0.3 * side))).render(said(say("N")), True, INK)
    way = pygame.Vector2(0, -0.29 * side).rotate(north)
    picture.blit(letter, letter.get_rect(center=pygame.Vector2(side / 2, side / 2) + way))
    return picture
