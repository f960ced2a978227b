"""Drawing the marks on the places of a board: reach with cost, refusal, cursor, hint, keys, dangers, and the path to a
place; and the sides of the unit under the pointer as solid, dashed and dotted lines with a letter on each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin
from statistics import median_low

import pygame

from game.core.layer import Layer
from game.core.message import Text, plural, say
from game.i18n.words import capitalised, translate
from game.ui.board import overlays
from game.ui.board.counters import stretched
from game.ui.board.layers import union_outlines
from game.ui.board.overlay import Arc, Danger, Overlay
from game.ui.board.overlays import BLUE, RED, TEAL
from game.ui.board.place_signs import PlaceSigns
from game.ui.board.places import Geometry
from game.ui.board.trace import dashes
from game.ui.counters.cardboard import symbol_picture
from game.ui.kit.camera import Camera, Point
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings, covered_area
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.planes import sheet_outline
from game.ui.sheets.shapes import clockwise


@picture_cache(32)
def arrow(points: tuple[tuple[int, int], ...], scale: float, short: float = 0.0,
          colour: str = BLUE) -> tuple[pygame.Surface, tuple[int, int]]:
    """A path as an arrow with a dot at each step.

    :param points: in pixels.
    :param scale: pixels per hex radius.
    :param short: the distance before the last point at which the arrow ends, in hex radii.
    :return: the picture and the position of its upper left corner.
    """
    pad = round(0.5 * scale)
    left, top = int(min(x for x, _ in points)) - pad, int(min(y for _, y in points)) - pad
    right, bottom = int(max(x for x, _ in points)) + pad, int(max(y for _, y in points)) + pad
    steps: list[tuple[float, float]] = [(x - left, y - top) for x, y in points]
    (ax, ay), (bx, by) = steps[-2:]
    angle, length = atan2(by - ay, bx - ax), hypot(bx - ax, by - ay) - short * scale
    bx, by = ax + cos(angle) * length, ay + sin(angle) * length
    head = min(0.46 * scale, length * 0.6)
    base = bx - cos(angle) * head * 0.8, by - sin(angle) * head * 0.8
    wings = [(bx - cos(angle + s * 0.5) * head * 1.15, by - sin(angle + s * 0.5) * head * 1.15) for s in (-1, 1)]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in [*steps[:-1], base])
    tip = f"M{bx:.1f} {by:.1f}L{wings[0][0]:.1f} {wings[0][1]:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}Z"
    width = 0.15 * scale
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width * 0.95:.1f}" fill="#f7f3e6" stroke="{colour}" '
        f'stroke-width="{width * 0.45:.1f}"/>' for x, y in steps[:-1]
    )
    size = right - left, bottom - top
    body = (
        f'<path d="{line}" fill="none" stroke="#fff6df" stroke-width="{width * 1.7:.1f}" stroke-linejoin="round"/>'
        f'<path d="{tip}" fill="#fff6df" stroke="#fff6df" stroke-width="{width * 0.7:.1f}" stroke-linejoin="round"/>'
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'
        f'<path d="{tip}" fill="{colour}"/>{dots}'
    )
    return render_elements(size, f"0 0 {size[0]} {size[1]}", body), (left, top)


@picture_cache(32)
def keycap(number: int, scale: float) -> pygame.Surface:
    """The key cap for a place, at ``scale`` pixels per hex radius."""
    return keycap_of(number, max(14, round(0.86 * scale)))


@picture_cache(32)
def keycap_of(number: int, size: int) -> pygame.Surface:
    """A keyboard key seen from above, ``size`` pixels wide: dark with light print, wider at its foot, so that it looks
    neither like a cost nor like an area number."""
    cap = render_elements(
        (size, size), "0 0 40 40",
        '<path d="M8 2 H32 Q35 2 36 6 L39 33 Q39 38 34 38 H6 Q1 38 1 33 L4 6 Q5 2 8 2 Z" fill="#0d151d"/>'
        '<path d="M8 4 H32 Q34 4 34.5 7 L37 33 Q37 36 34 36 H6 Q3 36 3 33 L5.5 7 Q6 4 8 4 Z" fill="#8fb6d6"/>'
        '<path d="M10 5 H30 Q33 5 33 8 L34 26 Q34 30 30 30 H10 Q6 30 6 26 L7 8 Q7 5 10 5 Z" fill="#1f3a52"/>')
    figure = font("counter", max(9, round(0.60 * size))).render(str(number), True, "#ffffff")
    cap.blit(figure, figure.get_rect(center=(size // 2, round(size * 0.44))))
    return cap


STAMP_HEIGHT = 0.56
"""The height of a stamped word, and its distance below a place's cost, in sheet units."""
PART_HEIGHT = 0.46
"""The height of the text that says how many units can go to a place, in sheet units."""
MIN_STAMP_HEIGHT = 16
"""The minimum height of a stamped word or text, in pixels."""
ARROW_GAP = 0.34
"""The distance before a chip at which an arrow ends, in sheet units."""


BOLD_FACTOR = 1.5
"""The factor by which a path's arrow is bolder on a projector. Chosen by eye."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """The conversion from places of the sheet to window pixels."""

    geometry: Geometry
    camera: Camera
    sharp: float
    """Pixels per sheet unit at which pictures are rendered."""

    @property
    def stretch(self) -> float:
        """The factor by which rendered pictures are enlarged while zooming."""
        return self.camera.scale / self.sharp

    def pixel(self, point: Point) -> tuple[int, int]:
        """The window pixel of a point of the sheet."""
        x, y = self.camera.to_screen(point)
        return round(x), round(y)


def draw_places(surface: pygame.Surface, marks: Overlay, signs: PlaceSigns, ruler: Ruler) -> None:
    """Draw the signs of places and the path, below the counters."""
    geometry = ruler.geometry
    kinds_and_places = [("partly" if place in marks.partial_reach else "reach", place) for place in marks.reach]
    kinds_and_places += [("hint", place) for place in marks.hint]
    kinds_and_places += [("refused", marks.refused or ""), ("cursor", marks.cursor or "")]
    for kind, place in kinds_and_places:
        if geometry.knows(place):
            picture, (dx, dy) = signs.picture(kind, place, ruler.sharp)
            picture = stretched(picture, ruler.stretch)
            x, y = geometry.centre(place)
            surface.blit(picture, picture.get_rect(center=ruler.pixel((x + dx, y + dy))))
    if sum(map(geometry.knows, marks.path)) > 1:
        end = marks.path[-1]
        short = ARROW_GAP if marks.reach.get(end) is not None or end in marks.keys else 0.0
        points = tuple(ruler.pixel(geometry.centre(place)) for place in marks.path if geometry.knows(place))
        factor = BOLD_FACTOR if signs.bold else 1.0
        colour = overlays.DEEP_BLUE if signs.bold else overlays.BLUE
        surface.blit(*arrow(points, ruler.camera.scale * factor, short / factor, colour))


def draw_costs(surface: pygame.Surface, marks: Overlay, ruler: Ruler, cost_at: Callable[[str], tuple[int, int] | None],
               key_at: Callable[[str, float], tuple[int, int] | None], tooltips: SignMeanings) -> None:
    """Draw the costs of places in reach, the keys that choose them, and below the costs how many units can go there and
    the best shot from there.

    :param cost_at: callback for the window pixel of a place's cost; None for the place's centre.
    :param key_at: callback for the window pixel of a key cap, given its place and width in pixels; None for the place's
        centre.
    """
    for place, cost in marks.reach.items():
        if cost is not None and ruler.geometry.knows(place):
            picture = stretched(overlays.chip(str(cost), ruler.sharp), ruler.stretch)
            middle = cost_at(place) or ruler.pixel(ruler.geometry.centre(place))
            tooltips.append((surface.blit(picture, picture.get_rect(center=middle)), plural(
                "Moving there costs {count} movement point", "Moving there costs {count} movement points", cost)))
    for place, number in marks.keys.items():
        if ruler.geometry.knows(place):
            picture = stretched(keycap(number, ruler.sharp), ruler.stretch)
            middle = key_at(place, picture.get_width()) or ruler.pixel(ruler.geometry.centre(place))
            tooltips.append((surface.blit(picture, picture.get_rect(center=middle)),
                             say("Key {number}: choose this", number=number)))
    texts_below: list[tuple[str, str, tuple[str, str, str], Text]] = [
        (place, words, (BLUE, "#eaf4ff", PALE_PAPER),
         say("{share} selected units can move there", share=words))
        for place, words in marks.partial_reach.items()]
    texts_below += [(place, translate(words), (PALE_PAPER, RED, RED),
                     say("Best shot from there: {chance} to hit", chance=words))
                    for place, words in marks.hit_chances.items()]
    for place, words, colours, meaning in texts_below:
        if ruler.geometry.knows(place):
            px = max(MIN_STAMP_HEIGHT, round(PART_HEIGHT * ruler.sharp))
            picture = stretched(overlays.stamp(words, px, *colours), ruler.stretch)
            tooltips.append((_blit_below_cost(surface, picture, place, ruler, cost_at), meaning))


def draw_stamps(surface: pygame.Surface, marks: Overlay, ruler: Ruler,
                cost_at: Callable[[str], tuple[int, int] | None], tooltips: SignMeanings) -> None:
    """Draw the words stamped on places, such as ``full``, below their costs.

    :param cost_at: callback for the window pixel of a place's cost; None for the place's centre.
    """
    for place, word in marks.stamps.items():
        if ruler.geometry.knows(place):
            px = max(MIN_STAMP_HEIGHT, round(STAMP_HEIGHT * ruler.sharp))
            picture = stretched(overlays.stamp(translate(word).upper(), px), ruler.stretch)
            tooltips.append((_blit_below_cost(surface, picture, place, ruler, cost_at), capitalised(translate(word))))


def _blit_below_cost(surface: pygame.Surface, picture: pygame.Surface, place: str, ruler: Ruler,
                     cost_at: Callable[[str], tuple[int, int] | None]) -> pygame.Rect:
    """Draw a picture below the cost of a place; return its rectangle."""
    x, y = cost_at(place) or ruler.pixel(ruler.geometry.centre(place))
    return surface.blit(picture, picture.get_rect(center=(x, y + round(STAMP_HEIGHT * ruler.camera.scale))))


PALE_PAPER = "#fff6df"
"""The background of plates."""
DANGER_HEIGHT, MIN_DANGER_HEIGHT = 0.58, 16
"""The height of a danger's plate in sheet units, and its minimum in pixels."""
DANGER_RISE = 0.95
"""The distance of a danger's plate above the centre of its place, in sheet units, so that an arriving counter stays
visible below."""


def draw_dangers(surface: pygame.Surface, dangers: Sequence[Danger], ruler: Ruler, tooltips: SignMeanings) -> None:
    """Draw a plate for each danger at its place."""
    scale = ruler.camera.scale
    for danger in dangers:
        if ruler.geometry.knows(danger.place):
            x, y = ruler.pixel(ruler.geometry.centre(danger.place))
            ink = TEAL if danger.theirs else RED
            px = max(MIN_DANGER_HEIGHT, round(DANGER_HEIGHT * scale))
            picture = danger_plate(danger.sign, translate(danger.words), px, ink)
            place = surface.blit(picture, picture.get_rect(center=(x, y - round(DANGER_RISE * scale))))
            theirs = say("The move endangers the enemy here: {chance} chance of harm", chance=danger.words)
            ours = say("An enemy can react to the move here: {chance} chance of harm", chance=danger.words)
            tooltips.append((place, theirs if danger.theirs else ours))


@picture_cache(24)
def danger_plate(sign: str, words: str, px: int, ink: str = RED) -> pygame.Surface:
    """A unit symbol and a chance on a pale plate with a coloured rim, ``px`` pixels high."""
    chance = font("counter", max(12, round(px * 0.78))).render(words, True, ink)
    symbol_room = round(px * 1.15)
    picture = pygame.Surface((symbol_room + chance.get_width() + round(px * 0.45), px), pygame.SRCALPHA)
    box, rim = picture.get_rect(), max(2, px // 11)
    draw_box(picture, box, PALE_PAPER, ink, rim, px // 4)
    symbol_width = symbol_room - 2 * rim
    symbol = symbol_picture(sign, DARK_INK, symbol_width, round(symbol_width * 0.7), PALE_PAPER)
    picture.blit(symbol, symbol.get_rect(center=(rim + symbol_room // 2, px // 2)))
    letters = chance.get_bounding_rect()
    picture.blit(chance, (symbol_room + rim, round(px / 2 - letters.centery)))
    return picture.convert_alpha()


LINE_COLOURS = {"whole": "#ffd23c", "broken": "#ffffff", "dotted": "#ff8f6b"}
"""The colour of each kind of line along the sides of a unit."""
DARK_INK = "#20150b"
"""The colour of symbols, letters and rims."""
LINE_WIDTH, MIN_LINE_WIDTH = 0.13, 4
"""The width of these lines in sheet units, and its minimum in pixels."""
LETTER_DISTANCE = 1.24
"""The distance of the letters from the centre of the unit's place, as a multiple of the distance to the border."""
LETTER_HEIGHT, MIN_LETTER_HEIGHT = 0.5, 15
"""The height of a letter's plate in sheet units, and its minimum in pixels."""
OUTLINE_SIGN_HEIGHT = 0.028
"""The height of the plate at an outline, as a share of the view's height."""


def draw_arcs(surface: pygame.Surface, arcs: Sequence[Arc], ruler: Ruler, tooltips: SignMeanings,
              flags: Sequence[pygame.Rect] = ()) -> None:
    """Draw every border between a unit's place and the adjacent ones, then the letters on them.

    :param flags: the rectangles of flags, in pixels: no letter is drawn over one of them.
    """
    scale, letters = ruler.camera.scale, []
    for arc in arcs:
        for beside in arc.beside:
            for start, end in borders(ruler.geometry, arc.place, beside):
                a, b = ruler.pixel(start), ruler.pixel(end)
                _draw_line(surface, a, b, arc.line, scale)
                x, y = ruler.pixel(ruler.geometry.centre(arc.place))
                middle = x + LETTER_DISTANCE * ((a[0] + b[0]) / 2 - x), y + LETTER_DISTANCE * ((a[1] + b[1]) / 2 - y)
                letters.append((arc, middle))
    for arc, middle in letters:
        picture = letter_plate(translate(arc.sign), arc.line, max(MIN_LETTER_HEIGHT, round(LETTER_HEIGHT * scale)))
        place = picture.get_rect(center=middle)
        if place.collidelist(list(flags)) < 0:
            tooltips.append((surface.blit(picture, place), capitalised(translate(arc.title))))


def draw_outline_signs(surface: pygame.Surface, layers: Iterable[Layer], ruler: Ruler, counters: Sequence[pygame.Rect],
                       tooltips: SignMeanings) -> None:
    """Write the sign of each layer of the selected unit once: on the widest of its outlines in view, of which adjacent
    ones are one, at the top, or at the foot if it covers less there.

    :param counters: the window rectangles of counters, which the signs should not cover.
    """
    height = max(MIN_LETTER_HEIGHT, round(OUTLINE_SIGN_HEIGHT * ruler.camera.rect.h))
    view, written = ruler.camera.rect.inflate(-2 * height, -2 * height), list[pygame.Rect]()
    for layer in layers:
        rings = union_outlines(clockwise(sheet_outline(outline)) for outline in layer.outlines
                               ) if layer.sign and layer.while_selected else []
        in_view = [[point for point in map(ruler.pixel, ring) if view.collidepoint(point)] for ring in rings]
        points = max(in_view, key=lambda ring: max(ring)[0] - min(ring)[0] if ring else -1, default=[])
        if points:
            picture = letter_plate(translate(layer.sign), layer.line, height)
            ends = [choose(y for _, y in points) for choose in (min, max)]
            boxes = [picture.get_rect(center=(median_low(x for x, y in points if y == end), end)) for end in ends]
            place = min(boxes, key=lambda box: covered_area(box, [*counters, *written]))
            written.append(surface.blit(picture, place))
            tooltips.append((place, capitalised(translate(layer.title))))


def borders(geometry: Geometry, place: str, beside: str) -> list[tuple[Point, Point]]:
    """The edges that the outlines of two places share; none if the board lacks one of them."""
    if not (geometry.knows(place) and geometry.knows(beside)):
        return []
    edges_beside = {frozenset(edge) for edge in _edges(geometry.outline(beside))}
    return [edge for edge in _edges(geometry.outline(place)) if frozenset(edge) in edges_beside]


def _edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges of an outline, rounded so that those of adjacent places are equal."""
    points = [(round(x, 4), round(y, 4)) for x, y in outline]
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _draw_line(surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], line: str, scale: float) -> None:
    """Draw a line of one of the three kinds, with a dark rim that stands out from any ground.

    :param line: ``whole``, ``broken`` or ``dotted``.
    :param scale: pixels per sheet unit.
    """
    width = max(MIN_LINE_WIDTH, round(LINE_WIDTH * scale))
    rim_width = width + max(2, width // 2)
    (ax, ay), (bx, by) = start, end
    if line == "dotted":
        count = max(3, round(hypot(bx - ax, by - ay) / (2.6 * width)))
        dots = [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1)]
        for radius, colour in ((rim_width * 0.55, DARK_INK), (width * 0.5, LINE_COLOURS[line])):
            for dot in dots:
                pygame.draw.aacircle(surface, colour, dot, radius)
        return
    pieces = [(start, end)] if line == "whole" else dashes(start, end, 3.4 * width)
    for line_width, colour in ((rim_width, DARK_INK), (width, LINE_COLOURS[line])):
        for piece_start, piece_end in pieces:
            pygame.draw.line(surface, colour, piece_start, piece_end, line_width)


@picture_cache(24)
def letter_plate(text: str, line: str, px: int) -> pygame.Surface:
    """One or two letters on a plate ``px`` pixels high whose shape (square, lozenge or disc) depends on the kind of
    line."""
    print_picture = font("counter", max(11, round(px * 0.74))).render(text, True, DARK_INK)
    width = max(px, print_picture.get_width() + round(px * 0.5))
    rim = f'fill="{LINE_COLOURS[line]}" stroke="{DARK_INK}" stroke-width="{max(1.5, px * 0.09):.1f}"'
    edge = max(1.0, px * 0.06)
    w, h = width - edge, px - edge
    box = f'<rect x="{edge}" y="{edge}" width="{w - edge:.1f}" height="{h - edge:.1f}" {rim}'
    cut = px * 0.28
    shape = {
        "whole": f'{box} rx="{px * 0.12:.1f}"/>',
        "broken": f'<path d="M{edge} {px / 2}L{cut:.1f} {edge}H{width - cut:.1f}L{w} {px / 2}L{width - cut:.1f} {h}'
                  f'H{cut:.1f}Z" {rim}/>',
        "dotted": f'{box} rx="{px / 2:.1f}"/>',
    }[line]
    picture = render_elements((width, px), f"0 0 {width} {px}", shape)
    letters = print_picture.get_bounding_rect()
    picture.blit(print_picture, (round(width / 2 - letters.centerx), round(px / 2 - letters.centery)))
    return picture.convert_alpha()
