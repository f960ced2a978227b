"""Drawing the marks on the places of a board: reach with cost, refusal, cursor, hint, keys, stamped words, dangers, and
the path to a place; the sides of the unit under the pointer as lines with a letter on each; and signs on the outlines
of the selected unit's layers. ``Ruler`` converts points of the sheet to window pixels, here and elsewhere."""

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
from game.ui.board.trace import dashes, dots
from game.ui.counters.cardboard import symbol_picture
from game.ui.kit.camera import Camera, Point
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings, covered_area
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.planes import sheet_outline
from game.ui.sheets.shapes import clockwise, rounded_edges


def draw_arrow(surface: pygame.Surface, points: tuple[tuple[int, int], ...], size: float, short: float = 0.0,
               colour: str = BLUE, opacity: float = 1.0) -> None:
    """Draw a path as an arrow with a dot at each step.

    :param points: in pixels.
    :param size: the pixels of one sheet unit; more for a bolder arrow, less for a thinner one.
    :param short: the distance before the last point at which the arrow ends, as a multiple of ``size``.
    :param opacity: 0 to 1.
    """
    view = surface.get_clip()
    arrow = _arrow_picture(points, size, short, colour, (view.x, view.y, view.w, view.h))
    if arrow is not None:
        picture, corner = arrow
        picture.set_alpha(round(255 * opacity))
        surface.blit(picture, corner)


@picture_cache(32)
def _arrow_picture(points: tuple[tuple[int, int], ...], size: float, short: float, colour: str,
                   view: tuple[int, int, int, int]) -> tuple[pygame.Surface, tuple[int, int]] | None:
    """The picture of the part of an arrow in view, and the position of its upper left corner; None if no part is. From
    near, the whole of a long one would take hundreds of megabytes.

    :param view: left, top, width and height in pixels; other parameters as for ``draw_arrow``.
    """
    pad = round(0.5 * size)
    left, top = int(min(x for x, _ in points)) - pad, int(min(y for _, y in points)) - pad
    right, bottom = int(max(x for x, _ in points)) + pad, int(max(y for _, y in points)) + pad
    steps: list[tuple[float, float]] = [(x - left, y - top) for x, y in points]
    (ax, ay), (bx, by) = steps[-2:]
    angle, length = atan2(by - ay, bx - ax), hypot(bx - ax, by - ay) - short * size
    bx, by = ax + cos(angle) * length, ay + sin(angle) * length
    head = min(0.46 * size, length * 0.6)
    base = bx - cos(angle) * head * 0.8, by - sin(angle) * head * 0.8
    wings = [(bx - cos(angle + s * 0.5) * head * 1.15, by - sin(angle + s * 0.5) * head * 1.15) for s in (-1, 1)]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in [*steps[:-1], base])
    tip = f"M{bx:.1f} {by:.1f}L{wings[0][0]:.1f} {wings[0][1]:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}Z"
    width = 0.15 * size
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width * 0.95:.1f}" fill="#f7f3e6" stroke="{colour}" '
        f'stroke-width="{width * 0.45:.1f}"/>' for x, y in steps[:-1]
    )
    seen = pygame.Rect(left, top, right - left, bottom - top).clip(view)
    if not (seen.w and seen.h):
        return None
    body = (
        f'<path d="{line}" fill="none" stroke="#fff6df" stroke-width="{width * 1.7:.1f}" stroke-linejoin="round"/>'
        f'<path d="{tip}" fill="#fff6df" stroke="#fff6df" stroke-width="{width * 0.7:.1f}" stroke-linejoin="round"/>'
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'
        f'<path d="{tip}" fill="{colour}"/>{dots}'
    )
    return render_elements(seen.size, f"{seen.x - left} {seen.y - top} {seen.w} {seen.h}", body), seen.topleft


@picture_cache(32)
def keycap(number: int, px: int) -> pygame.Surface:
    """The keyboard key of a digit from above, ``px`` pixels wide: dark with light print, wider at its foot, so that it
    looks neither like a cost nor like an area number."""
    cap = render_elements(
        (px, px), "0 0 40 40",
        '<path d="M8 2 H32 Q35 2 36 6 L39 33 Q39 38 34 38 H6 Q1 38 1 33 L4 6 Q5 2 8 2 Z" fill="#0d151d"/>'
        '<path d="M8 4 H32 Q34 4 34.5 7 L37 33 Q37 36 34 36 H6 Q3 36 3 33 L5.5 7 Q6 4 8 4 Z" fill="#8fb6d6"/>'
        '<path d="M10 5 H30 Q33 5 33 8 L34 26 Q34 30 30 30 H10 Q6 30 6 26 L7 8 Q7 5 10 5 Z" fill="#1f3a52"/>')
    figure = font("counter", max(9, round(0.60 * px))).render(str(number), True, "#ffffff")
    cap.blit(figure, figure.get_rect(center=(px // 2, round(px * 0.44))))
    return cap


KEYCAP_SIDE, MIN_KEYCAP_SIDE = 0.86, 14
"""The width of a key cap in sheet units, and its minimum in pixels."""
STAMP_HEIGHT = 0.56
"""The height of a stamped word, and its distance below a place's cost, in sheet units."""
PART_HEIGHT = 0.46
"""The height of the text that says how many units can go to a place, in sheet units."""
MIN_STAMP_HEIGHT = 16
"""The minimum height of a stamped word or text, in pixels."""
ARROW_GAP = 0.34
"""The distance before a chip at which an arrow ends, in sheet units."""


SIGN_MARGIN = 1.0
"""More than a sign extends beyond the outline of its place, in sheet units."""
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


def _is_near_view(surface: pygame.Surface, place: str, ruler: Ruler) -> bool:
    """Whether the sign of a place may be in view: from near, that of a large area takes long to render."""
    xs, ys = zip(*ruler.geometry.outline(place), strict=True)
    box = (min(xs) - SIGN_MARGIN, min(ys) - SIGN_MARGIN, max(xs) - min(xs) + 2 * SIGN_MARGIN,
           max(ys) - min(ys) + 2 * SIGN_MARGIN)
    return bool(ruler.camera.on_screen(box).colliderect(surface.get_clip()))


def draw_places(surface: pygame.Surface, marks: Overlay, signs: PlaceSigns, ruler: Ruler) -> None:
    """Draw the signs of places and the path, below the counters."""
    geometry = ruler.geometry
    kinds_and_places = [("partly" if place in marks.partial_reach else "reach", place) for place in marks.reach]
    kinds_and_places += [("hint", place) for place in marks.hint]
    kinds_and_places += [("refused", marks.refused or ""), ("cursor", marks.cursor or "")]
    for kind, place in kinds_and_places:
        if geometry.knows(place) and _is_near_view(surface, place, ruler):
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
        draw_arrow(surface, points, ruler.camera.scale * factor, short / factor, colour)


def draw_costs(surface: pygame.Surface, marks: Overlay, ruler: Ruler, cost_at: Callable[[str], tuple[int, int] | None],
               key_at: Callable[[str, float], tuple[int, int] | None], tooltips: SignMeanings) -> None:
    """Draw the costs of places in reach, and the keys that choose them.

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
    keycap_px = max(MIN_KEYCAP_SIDE, round(KEYCAP_SIDE * ruler.sharp))
    for place, number in marks.keys.items():
        if ruler.geometry.knows(place):
            picture = stretched(keycap(number, keycap_px), ruler.stretch)
            middle = key_at(place, picture.get_width()) or ruler.pixel(ruler.geometry.centre(place))
            tooltips.append((surface.blit(picture, picture.get_rect(center=middle)),
                             say("Key {number}: choose this", number=number)))


def draw_texts_below_costs(surface: pygame.Surface, marks: Overlay, ruler: Ruler,
                           cost_at: Callable[[str], tuple[int, int] | None], tooltips: SignMeanings) -> None:
    """Draw below the costs of places how many units can go there, the best shot from there, and the words stamped on
    them, such as ``full``; below one another if a place has several.

    :param cost_at: callback for the window pixel of a place's cost; None for the place's centre.
    """
    small, large = (max(MIN_STAMP_HEIGHT, round(height * ruler.sharp)) for height in (PART_HEIGHT, STAMP_HEIGHT))
    texts: list[tuple[str, pygame.Surface, Text]] = [
        (place, overlays.stamp(share, small, BLUE, "#eaf4ff", PALE_PAPER),
         say("{share} selected units can move there", share=share)) for place, share in marks.partial_reach.items()]
    texts += [(place, overlays.stamp(translate(chance), small, PALE_PAPER, RED, RED),
               say("Best shot from there: {chance} to hit", chance=chance))
              for place, chance in marks.hit_chances.items()]
    texts += [(place, overlays.stamp(translate(word).upper(), large), capitalised(translate(word)))
              for place, word in marks.stamps.items()]
    last_drawn: dict[str, pygame.Rect] = {}
    for place, picture, meaning in texts:
        if ruler.geometry.knows(place):
            x, y = cost_at(place) or ruler.pixel(ruler.geometry.centre(place))
            picture = stretched(picture, ruler.stretch)
            box = picture.get_rect(center=(x, y + round(STAMP_HEIGHT * ruler.camera.scale)))
            if place in last_drawn:
                box.top = last_drawn[place].bottom
            last_drawn[place] = box
            tooltips.append((surface.blit(picture, box), meaning))


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
    """Write the sign of each layer of the selected unit once, at the top or the foot of the widest of its outlines in
    view, whichever covers less. Adjacent outlines count as one.

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
    edges_beside = {frozenset(edge) for edge in rounded_edges(geometry.outline(beside))}
    return [edge for edge in rounded_edges(geometry.outline(place)) if frozenset(edge) in edges_beside]


def _draw_line(surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], line: str, scale: float) -> None:
    """Draw a line of one of the three kinds, with a dark rim that stands out from any ground.

    :param line: ``whole``, ``broken`` or ``dotted``.
    :param scale: pixels per sheet unit.
    """
    width = max(MIN_LINE_WIDTH, round(LINE_WIDTH * scale))
    rim_width = width + max(2, width // 2)
    if line == "dotted":
        for radius, colour in ((rim_width * 0.55, DARK_INK), (width * 0.5, LINE_COLOURS[line])):
            for dot in dots(start, end, 2.6 * width, least=3):
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
