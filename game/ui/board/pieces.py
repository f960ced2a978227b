"""Picture, shadow, ring, badge and outline of a piece on the board, whether a counter or a base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

import pygame

from game.art import Mark
from game.core.contract import Counter
from game.core.theme import Theme
from game.ui.board import overlays
from game.ui.board.overlays import GOLD, RED, SKY, TEAL
from game.ui.counters.bases import base_depth, base_edge, base_shadow, base_surface, turned_box
from game.ui.counters.cardboard import counter_shadow
from game.ui.counters.marks import sign_box, sign_picture
from game.ui.counters.pictures import counter_surface
from game.ui.kit.pictures import picture_cache
from game.ui.sheets.shapes import contains

RING_GROWTH = 0.055
"""How much larger than a base its ring is, as a share of the base's width: it hides no print of an adjacent base."""
RING_WIDTH = 0.05
"""The ring's line width, as a share of the base's width."""
THIN_RING = 0.03
"""The line width of the ring around a unit that can act, in counter widths: thinner than that of a selection, so that
the two differ in grey print."""
INKS = {"selected": GOLD, "picked": GOLD, "target": RED, "able": SKY, "hint": TEAL}

PALE_EDGES = {"target": "#fff1dc", "hint": "#f4fff8"}
"""Kinds of rings with a pale edge, as around counters; the others have a dark edge."""


def picture_of(counter: Counter, theme: Theme, px: int, turn: float | None, *,
               beneath: bool = False, shown: int | None = None) -> pygame.Surface:
    """The picture of a piece, ``px`` pixels wide; a base is rotated by ``turn`` degrees.

    :param shown: the width to which the picture is stretched; None if it is not.
    :param beneath: whether other counters lie on it.
    """
    if counter.size is None or turn is None:
        return counter_surface(counter, theme, px, beneath=beneath)
    return base_surface(counter, theme, px, turn, shown)


def piece_shadow(counter: Counter, px: int, turn: float | None, lift: float = 0.0) -> pygame.Surface:
    """The soft shadow of a piece."""
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
    """A sign around a piece: ``selected``, ``picked``, ``target``, ``able``, ``hint``.

    :param bold: whether it is drawn for a projector.
    """
    if counter.size is None or turn is None:
        return overlays.ring(kind, px, bold)
    return _base_ring(kind, px, base_depth(counter, px), round(turn * 2) / 2 % 360, bold)


def outline_at(counter: Counter, px: float, at: tuple[int, int]) -> list[tuple[float, float]]:
    """A counter's outline in the window, scaled to ``px`` pixels wide and centred at a point; for pieces that are part
    of the sheet."""
    xs, ys = [x for x, _ in counter.outline], [y for _, y in counter.outline]
    left, top, scale = min(xs) + max(xs), min(ys) + max(ys), px / max(1, max(xs) - min(xs))
    return [(at[0] + (x - left / 2) * scale, at[1] + (y - top / 2) * scale) for x, y in counter.outline]


def draw_outline(surface: pygame.Surface, ink: str, outline: Sequence[tuple[float, float]], px: int) -> None:
    """Draw the rim of a piece that is part of the sheet, such as terrain, in a colour between dark lines.

    :param px: the width of a base in pixels.
    """
    width = max(3, round(px * 0.06))
    for colour, thick in (("#1d1206", width + 2), (ink, width)):
        pygame.draw.lines(surface, colour, True, outline, thick)


def covers_point(counter: Counter, px: float, turn: float | None, at: tuple[int, int], pos: tuple[int, int]) -> bool:
    """Whether a piece centred at ``at`` covers the point ``pos`` of the window."""
    if counter.size is None or turn is None:
        return abs(pos[0] - at[0]) <= px / 2 and abs(pos[1] - at[1]) <= px / 2
    if counter.outline:
        return contains(outline_at(counter, px, at), pos)
    deep = px * counter.size[1] / counter.size[0]
    (ax, ay), (bx, by), _, (dx, dy) = turned_box(px, deep, turn, at)
    x, y = pos[0] - ax, pos[1] - ay
    along, down = (x * (bx - ax) + y * (by - ay)) / px, (x * (dx - ax) + y * (dy - ay)) / deep
    return 0 <= along <= px and 0 <= down <= deep


def draw_signs(surface: pygame.Surface, counter: Counter, marks: Mapping[str, Mark], at: tuple[int, int], px: int,
               turn: float | None, piled: bool) -> None:
    """Draw the signs of a piece's marks: on a counter's edge, along a base's rear.

    :param piled: whether it lies on counters whose upper edge must stay readable.
    """
    for _, picture, place in sign_spots(counter, marks, at, px, turn, piled):
        surface.blit(picture, place)


def sign_spots(counter: Counter, marks: Mapping[str, Mark], at: tuple[int, int], px: int, turn: float | None,
               piled: bool) -> Iterator[tuple[str, pygame.Surface, pygame.Rect]]:
    """The signs that ``draw_signs`` draws: each mark with its picture and its rectangle in the window."""
    shown = [(name, mark) for name, mark in marks.items() if mark.at is not None]
    if counter.size is None or turn is None:
        left, top = round(at[0] - px / 2), round(at[1] - px / 2)
        for name, mark in shown:
            picture = sign_picture(mark, px)
            yield name, picture, sign_box(mark, picture, px, piled).move(left, top)
        return
    _, _, right, rear = turned_box(px, base_depth(counter, px), turn, at)
    for number, (name, mark) in enumerate(shown, 1):
        share = number / (len(shown) + 1)
        picture = sign_picture(mark, round(px * 0.85))
        out = 0.4 * picture.get_height()
        spot = (rear[0] + (right[0] - rear[0]) * share - sin(radians(turn)) * out,
                rear[1] + (right[1] - rear[1]) * share + cos(radians(turn)) * out)
        yield name, picture, picture.get_rect(center=(round(spot[0]), round(spot[1])))


@picture_cache(96)
def _base_ring(kind: str, px: int, deep: int, turn: float, bold: bool) -> pygame.Surface:
    """A ring around a base, centred in its picture."""
    grown = px * RING_GROWTH * (1.8 if bold else 1)
    size = round((px**2 + deep**2) ** 0.5 + 4 * grown)
    middle = size / 2, size / 2
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    outer = turned_box(px + grown, deep + grown, turn, middle)
    width = max(2, round(px * THIN_RING)) if kind == "able" else max(3, round(px * RING_WIDTH))
    edges = (("#000000", round(2.2 * width)), ("#ffffff", round(1.7 * width))) if bold else (
        (PALE_EDGES.get(kind, "#1d1206"), width + (4 if kind in PALE_EDGES else 2)),)
    for ink, thick in (*edges, (INKS[kind], width)):
        broken = kind == "hint" and ink == INKS[kind]
        for a, b in zip(outer, (*outer[1:], outer[0]), strict=True) if broken else ():
            for k in range(3):
                start, end = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                              for t in ((k + 0.15) / 3, (k + 0.75) / 3))
                pygame.draw.line(picture, ink, start, end, thick)
        if broken:
            continue
        pygame.draw.polygon(picture, ink, outer, thick)
        for corner in outer:
            pygame.draw.circle(picture, ink, corner, thick / 2)
    if kind == "selected":
        inner, thin = turned_box(px - 0.6 * width, deep - 0.6 * width, turn, middle), max(2, round(0.4 * width))
        for ink, thick in (("#1d1206", thin + 2), ("#ffe9a8", thin)):
            pygame.draw.polygon(picture, ink, inner, thick)
    return picture.convert_alpha()


COUNTER_BADGE_OFFSET = 0.535
"""The badge centre's distance right of and above a counter's centre, in counter widths: on the corner, outside the
print."""
BASE_BADGE_OFFSET = 0.72
"""The badge centre's distance beyond a base's corner along both edges, in badge radii, so that it touches the
corner."""
MIN_BADGE_DEPTH = 12
"""The depth in pixels below which a picked base has no badge, because it would hide the base."""


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """A counter or base at its position in the window."""

    counter: Counter
    px: int
    """Its width."""
    turn: float | None
    """A base's facing, in degrees clockwise from the top; None for a counter."""
    at: tuple[int, int]

    @property
    def deep(self) -> int:
        """Pixels from front to rear."""
        return base_depth(self.counter, self.px)

    def out(self, right: float, rear: float) -> tuple[float, float]:
        """The window point at a distance right of and behind its centre, relative to its facing."""
        s, c = sin(radians(self.turn or 0)), cos(radians(self.turn or 0))
        return self.at[0] + right * c - rear * s, self.at[1] + right * s + rear * c

    def off(self, point: tuple[float, float]) -> float:
        """The distance in pixels from its edge to a window point; 0 inside."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        s, c = sin(radians(self.turn or 0)), cos(radians(self.turn or 0))
        right, rear = x * c + y * s, y * c - x * s
        return hypot(max(0.0, abs(right) - self.px / 2), max(0.0, abs(rear) - self.deep / 2))


def badged(kind: str, piece: LyingPiece) -> bool:
    """Whether a ring around a piece has a badge."""
    return kind in overlays.BADGED and (kind != "picked" or piece.deep >= MIN_BADGE_DEPTH)


def badge_at(piece: LyingPiece, size: int, others: Iterable[LyingPiece], taken: Sequence[pygame.Rect],
             view: pygame.Rect | None = None) -> pygame.Rect:
    """The rectangle of a piece's badge: on the upper right corner of a counter; beside a base, clear of other bases.

    :param size: the badge's size in pixels.
    :param taken: the rectangles of other badges.
    :param view: the visible part of the window; None if all of it is visible.
    """
    place = pygame.Rect(0, 0, size, size)
    if piece.counter.size is None or piece.turn is None:
        place.center = round(piece.at[0]
                             + COUNTER_BADGE_OFFSET * piece.px), round(piece.at[1] - COUNTER_BADGE_OFFSET * piece.px)
        return place
    radius = size / 2
    width, deep, out = piece.px / 2, piece.deep / 2, BASE_BADGE_OFFSET * radius
    points = [piece.out(right, rear) for right, rear in (
        (width + out, deep + out), (-width - out, deep + out), (width + radius, 0), (-width - radius, 0),
        (width + out, -deep - out), (-width - out, -deep - out), (0, deep + radius), (0, -deep - radius))]
    near = [each for each in others if each.counter is not piece.counter
            and hypot(each.at[0] - piece.at[0], each.at[1] - piece.at[1]) < 2 * (each.px + piece.px)]

    def crowded(point: tuple[float, float]) -> int:
        """The number of other pieces and badges that a badge would cover, plus one if it would be cut off."""
        seen = view is None or view.contains((point[0] - radius, point[1] - radius, size, size))
        return ((not seen) + sum(each.off(point) < radius for each in near)
                + sum(hypot(point[0] - each.centerx, point[1] - each.centery) < size for each in taken))

    x, y = min(points, key=crowded)
    place.center = round(x), round(y)
    return place
