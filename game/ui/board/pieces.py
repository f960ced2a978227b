"""The picture, shadow, ring, badge and outline of a piece on the board, whether a counter or a base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

import pygame

from game.art import Mark
from game.board.polygon import contains
from game.core.contract import Counter
from game.core.theme import Theme
from game.ui.board import overlays
from game.ui.board.overlays import DARK, GOLD, RED, SKY, TEAL
from game.ui.counters.bases import base_depth, base_edge, base_shadow, base_surface, rounded_turn, turned_box
from game.ui.counters.cardboard import counter_shadow
from game.ui.counters.marks import sign_box, sign_picture
from game.ui.counters.pictures import counter_surface
from game.ui.kit.pictures import picture_cache

RING_GROWTH = 0.055
"""The amount by which a base's ring is larger than the base, in base widths: it hides no print of an adjacent base."""
RING_WIDTH = 0.05
"""The line width of a base's ring, in base widths."""
THIN_RING = 0.03
"""The line width of the ring around a base that can act, in base widths: thinner than that of a selection, so that the
two differ in grey print."""
BOLD_GROWTH_FACTOR = 1.8
"""The factor by which ``RING_GROWTH`` is larger on a projector."""
DASHES_PER_EDGE = 3
"""The number of dashes along each edge of a dashed ring."""
INKS = {"selected": GOLD, "picked": GOLD, "target": RED, "able": SKY, "hint": TEAL}
"""The colour of each kind of ring."""
PALE_EDGES = {"target": "#fff1dc", "hint": "#f4fff8"}
"""The edge of each kind of ring with a pale one; the others have a dark edge."""


def picture_of(counter: Counter, theme: Theme, px: int, turn: float | None, *,
               beneath: bool = False, shown: int | None = None) -> pygame.Surface:
    """The picture of a piece, ``px`` pixels wide; a base is rotated by ``turn`` degrees.

    :param turn: the facing of a base, in degrees clockwise from the top; None for a counter.
    :param beneath: whether other counters lie on it.
    :param shown: the width in pixels to which the picture of a base is stretched afterwards, which decides how much is
        printed on it; None if it is not stretched.
    """
    if counter.size is None or turn is None:
        return counter_surface(counter, theme, px, beneath=beneath)
    return base_surface(counter, theme, px, turn, shown)


def piece_shadow(counter: Counter, px: int, turn: float | None, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a piece ``px`` pixels wide.

    :param lift: from 0 (on the map) to 1 (held).
    """
    if counter.size is None or turn is None:
        return counter_shadow(px, lift, standing=upright(counter))
    return base_shadow(counter, px, turn, lift)


def upright(counter: Counter) -> bool:
    """Whether a counter is a standee, which casts a shadow around its foot only."""
    return counter.face is not None and counter.face.portrait


def base_side(counter: Counter, theme: Theme, px: int, turn: float | None) -> pygame.Surface | None:
    """The visible side of a base below its face, in a picture with the same centre; None for a counter, whose picture
    includes it."""
    return None if counter.size is None or turn is None else base_edge(counter, theme, px, turn)


def ring_of(kind: str, counter: Counter, px: int, turn: float | None, *, bold: bool = False) -> pygame.Surface:
    """A ring around a piece ``px`` pixels wide.

    :param kind: ``selected``, ``picked``, ``target``, ``able`` or ``hint``.
    :param bold: whether it is drawn for a projector.
    """
    if counter.size is None or turn is None:
        return overlays.ring(kind, px, bold)
    return _base_ring(kind, px, base_depth(counter, px), rounded_turn(turn), bold)


def outline_at(counter: Counter, px: float, at: tuple[int, int]) -> list[tuple[float, float]]:
    """A counter's outline in the window, scaled to ``px`` pixels wide and centred at a point; for pieces that are part
    of the sheet."""
    xs, ys = [x for x, _ in counter.outline], [y for _, y in counter.outline]
    middle_x, middle_y, scale = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, px / max(1, max(xs) - min(xs))
    return [(at[0] + (x - middle_x) * scale, at[1] + (y - middle_y) * scale) for x, y in counter.outline]


def draw_outline(surface: pygame.Surface, ink: str, outline: Sequence[tuple[float, float]], px: int) -> None:
    """Draw the rim of a piece that is part of the sheet, such as terrain, in a colour between dark lines.

    :param px: the width of a base in pixels.
    """
    width = max(3, round(px * 0.06))
    for colour, line_width in ((DARK, width + 2), (ink, width)):
        pygame.draw.lines(surface, colour, True, outline, line_width)


def covers_point(counter: Counter, px: float, turn: float | None, at: tuple[int, int], pos: tuple[int, int]) -> bool:
    """Whether a piece centred at ``at`` covers the point ``pos`` of the window.

    :param px: its width in pixels.
    :param turn: the facing of a base, in degrees clockwise from the top; None for a counter.
    """
    if counter.size is None or turn is None:
        return abs(pos[0] - at[0]) <= px / 2 and abs(pos[1] - at[1]) <= px / 2
    if counter.outline:
        return contains(outline_at(counter, px, at), pos)
    depth = px * counter.size[1] / counter.size[0]
    (ax, ay), (bx, by), _, (dx, dy) = turned_box(px, depth, turn, at)
    x, y = pos[0] - ax, pos[1] - ay
    across, down = (x * (bx - ax) + y * (by - ay)) / px, (x * (dx - ax) + y * (dy - ay)) / depth
    return 0 <= across <= px and 0 <= down <= depth


def draw_signs(surface: pygame.Surface, counter: Counter, marks: Mapping[str, Mark], at: tuple[int, int], px: int,
               turn: float | None, piled: bool) -> None:
    """Draw the signs of a piece's marks: on a counter's edge, along a base's rear.

    :param at: the piece's centre in window pixels; ``px`` is its width.
    :param piled: whether it lies on counters whose upper edge must stay readable.
    """
    for _, picture, place in sign_spots(counter, marks, at, px, turn, piled):
        surface.blit(picture, place)


def sign_spots(counter: Counter, marks: Mapping[str, Mark], at: tuple[int, int], px: int, turn: float | None,
               piled: bool) -> Iterator[tuple[str, pygame.Surface, pygame.Rect]]:
    """The signs that ``draw_signs`` draws: the name of each mark, its picture and its rectangle in the window."""
    marks_with_sign = [(name, mark) for name, mark in marks.items() if mark.at is not None]
    if counter.size is None or turn is None:
        left, top = round(at[0] - px / 2), round(at[1] - px / 2)
        for name, mark in marks_with_sign:
            picture = sign_picture(mark, px)
            yield name, picture, sign_box(mark, picture, px, piled).move(left, top)
        return
    _, _, right_rear, left_rear = turned_box(px, base_depth(counter, px), turn, at)
    for number, (name, mark) in enumerate(marks_with_sign, 1):
        share = number / (len(marks_with_sign) + 1)
        picture = sign_picture(mark, round(px * BASE_SIGN_SIZE))
        overhang = BASE_SIGN_OVERHANG * picture.get_height()
        spot = (left_rear[0] + (right_rear[0] - left_rear[0]) * share - sin(radians(turn)) * overhang,
                left_rear[1] + (right_rear[1] - left_rear[1]) * share + cos(radians(turn)) * overhang)
        yield name, picture, picture.get_rect(center=(round(spot[0]), round(spot[1])))


@picture_cache(96)
def _base_ring(kind: str, px: int, depth: int, turn: float, bold: bool) -> pygame.Surface:
    """A ring around a base, centred in its picture.

    :param px: the base's width in pixels; ``depth`` is its depth.
    """
    growth = px * RING_GROWTH * (BOLD_GROWTH_FACTOR if bold else 1)
    size = round(hypot(px, depth) + 4 * growth)
    middle = size / 2, size / 2
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    corners = turned_box(px + growth, depth + growth, turn, middle)
    width = max(2, round(px * THIN_RING)) if kind == "able" else max(3, round(px * RING_WIDTH))
    edges = (("#000000", round(2.2 * width)), ("#ffffff", round(1.7 * width))) if bold else (
        (PALE_EDGES.get(kind, DARK), width + (4 if kind in PALE_EDGES else 2)),)
    for ink, line_width in (*edges, (INKS[kind], width)):
        if kind == "hint" and ink == INKS[kind]:
            _draw_dashes(picture, ink, corners, line_width)
            continue
        pygame.draw.polygon(picture, ink, corners, line_width)
        for corner in corners:
            pygame.draw.circle(picture, ink, corner, line_width / 2)
    if kind == "selected":  # a second, pale line inside the ring
        inner = turned_box(px - 0.6 * width, depth - 0.6 * width, turn, middle)
        inner_width = max(2, round(0.4 * width))
        for ink, line_width in ((DARK, inner_width + 2), ("#ffe9a8", inner_width)):
            pygame.draw.polygon(picture, ink, inner, line_width)
    return picture.convert_alpha()


def _draw_dashes(picture: pygame.Surface, ink: str, corners: Sequence[tuple[float, float]], width: int) -> None:
    """Draw dashes ``width`` pixels wide along the edges of a shape."""
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        for k in range(DASHES_PER_EDGE):
            start, end = ((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
                          for share in ((k + 0.15) / DASHES_PER_EDGE, (k + 0.75) / DASHES_PER_EDGE))
            pygame.draw.line(picture, ink, start, end, width)


BASE_SIGN_SIZE = 0.85
"""The width that a counter would have for whose size the signs of a base are drawn, in base widths."""
BASE_SIGN_OVERHANG = 0.4
"""The distance of a sign's centre behind a base's rear, in heights of the sign."""
COUNTER_BADGE_OFFSET = 0.535
"""The distance of a badge's centre right of and above a counter's centre, in counter widths: on the corner, outside the
print."""
BASE_BADGE_OFFSET = 0.72
"""The distance of a badge's centre beyond a base's corner along both edges, in badge radii, so that the badge touches
the corner."""
MIN_BADGE_DEPTH = 12
"""The depth in pixels below which a picked base has no badge, because it would hide the base."""


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """A counter or base at its position in the window."""

    counter: Counter
    px: int
    """Its width in pixels."""
    turn: float | None
    """A base's facing, in degrees clockwise from the top; None for a counter."""
    at: tuple[int, int]
    """Its centre in window pixels."""

    @property
    def depth(self) -> int:
        """Pixels from front to rear."""
        return base_depth(self.counter, self.px)

    def point_beside(self, right: float, rear: float) -> tuple[float, float]:
        """The window point at a distance in pixels right of and behind its centre, relative to its facing."""
        s, c = sin(radians(self.turn or 0)), cos(radians(self.turn or 0))
        return self.at[0] + right * c - rear * s, self.at[1] + right * s + rear * c

    def distance_to(self, point: tuple[float, float]) -> float:
        """The distance in pixels from its edge to a window point; 0 inside."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        s, c = sin(radians(self.turn or 0)), cos(radians(self.turn or 0))
        right, rear = x * c + y * s, y * c - x * s
        return hypot(max(0.0, abs(right) - self.px / 2), max(0.0, abs(rear) - self.depth / 2))


def has_badge(kind: str, piece: LyingPiece) -> bool:
    """Whether a ring of a kind around a piece has a badge."""
    return kind in overlays.BADGED and (kind != "picked" or piece.depth >= MIN_BADGE_DEPTH)


def badge_at(piece: LyingPiece, size: int, others: Iterable[LyingPiece], other_badges: Sequence[pygame.Rect],
             view: pygame.Rect | None = None) -> pygame.Rect:
    """The rectangle of a piece's badge: on the upper right corner of a counter; beside a base, where it covers fewest
    other pieces and badges.

    :param size: the badge's size in pixels.
    :param others: the pieces on the board; the piece itself may be among them.
    :param other_badges: the rectangles of the badges placed before.
    :param view: the visible part of the window; None if all of it is visible.
    """
    place = pygame.Rect(0, 0, size, size)
    if piece.counter.size is None or piece.turn is None:
        offset = COUNTER_BADGE_OFFSET * piece.px
        place.center = round(piece.at[0] + offset), round(piece.at[1] - offset)
        return place
    radius = size / 2
    corner_offset = BASE_BADGE_OFFSET * radius
    side, end = piece.px / 2 + radius, piece.depth / 2 + radius
    corner_side, corner_end = piece.px / 2 + corner_offset, piece.depth / 2 + corner_offset
    points = [piece.point_beside(right, rear) for right, rear in (  # the preferred one first
        (corner_side, corner_end), (-corner_side, corner_end), (side, 0), (-side, 0),
        (corner_side, -corner_end), (-corner_side, -corner_end), (0, end), (0, -end))]
    near_pieces = [each for each in others if each.counter is not piece.counter
                   and hypot(each.at[0] - piece.at[0], each.at[1] - piece.at[1]) < 2 * (each.px + piece.px)]

    def covered_count(point: tuple[float, float]) -> int:
        """The number of other pieces and badges that a badge would cover, plus one if it would be cut off."""
        visible = view is None or view.contains((point[0] - radius, point[1] - radius, size, size))
        return ((not visible) + sum(each.distance_to(point) < radius for each in near_pieces)
                + sum(hypot(point[0] - each.centerx, point[1] - each.centery) < size for each in other_badges))

    x, y = min(points, key=covered_count)
    place.center = round(x), round(y)
    return place
