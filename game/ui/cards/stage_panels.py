"""What a presentation shows over the map, legible from the back of the room: the caption band at the foot, and
cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pygame

from game.core.caption import MAX_LINES
from game.core.contract import Counter
from game.core.message import Text, say
from game.core.objective import Objectives
from game.core.theme import Theme
from game.i18n.words import translate
from game.ui.cards.objectives import holder, write_all
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box, draw_sheet, fill
from game.ui.kit.pen import Pen, TextRun, caption_runs, fitting_font, flow_height
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import CREAM, CREAM_FAINT, GOLD, INK, PAPER, Metrics

CAPTION_PRINT = 40
"""The print size of a caption in layout units: a unit is one pixel in a window of 1024x768."""
MIN_CAPTION_PRINT = 36
"""The minimum print size for a long caption, in layout units."""
CAPTION_MARGINS = 10, 32
"""Layout units above and below the caption, and at its sides."""
LINE_SPACING = 1.06
"""The distance of a caption's lines, relative to the height of the print."""
PROGRESS_HEIGHT = 5
"""The height of the progress bar in layout units."""
NUMBER_SIZE, NUMBER_MARGIN = 28, 6
"""The maximum print size of a slide's number, and its distance from the window's edges, in layout units."""
QUESTION_COLOUR = "#f4d58a"
"""The print colour of a question to the audience."""
RULE_COLOUR = "#9ccbf2"
"""The print colour of rule numbers."""
HEAVY_COLOUR = "#ffffff"
"""The print colour of heavy captions."""


def caption_lines(text: Text, metrics: Metrics, size: int = CAPTION_PRINT, *, heavy: bool = False) -> int:
    """The number of lines that a caption takes.

    :param size: its print size in layout units.
    :param heavy: whether it is printed for a projector in a lit room.
    """
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, 0, metrics.width - 2 * metrics.px(CAPTION_MARGINS[1]))
    return round(flow_height(pen, _runs(text, size, CREAM, heavy), leading=LINE_SPACING) / _line_height(metrics, size))


def _runs(text: Text, size: int, colour: str, heavy: bool) -> list[TextRun]:
    """A caption's text runs; heavy print is narrow, so that it takes no more lines. Rule numbers are not links."""
    runs = (replace(run, rule=None, colour=RULE_COLOUR if run.rule else colour) for run in caption_runs(text, "", size))
    if not heavy:
        return [*runs]
    return [replace(run, role="counter", colour=run.colour if run.colour == RULE_COLOUR else HEAVY_COLOUR)
            for run in runs]


def caption_height(captions: Iterable[Text], metrics: Metrics) -> int:
    """The height in pixels of a band with room for each of some captions, counting the lines at the smallest print
    size; 0 if there are none."""
    max_lines = max((caption_lines(text, metrics, MIN_CAPTION_PRINT) for text in captions), default=0)
    if not max_lines:
        return 0
    return min(max_lines, MAX_LINES) * _line_height(metrics, CAPTION_PRINT) + 2 * metrics.px(CAPTION_MARGINS[0])


def draw_caption(target: pygame.Surface, band: pygame.Rect, metrics: Metrics, text: Text, *, asks: bool = False,
                 heavy: bool = False, passed: float = 0.0) -> None:
    """Draw the band with its caption centred vertically; nothing if the band has no height.

    :param asks: whether the caption is a question to the audience.
    :param heavy: whether it is printed for a projector in a lit room.
    :param passed: the share of the presentation shown so far, 0 to 1, for the progress bar at the band's upper edge.
    """
    if band.height:
        target.blit(_picture(band.size, metrics, translate(text), asks, heavy), band)
        pygame.draw.rect(target, GOLD, (band.x, band.y, round(band.width * passed), metrics.px(PROGRESS_HEIGHT)))


def draw_number(target: pygame.Surface, metrics: Metrics, number: int, whole: int, *, beside_caption: bool) -> None:
    """Draw a slide's number in the lower right corner of the window, with the number of slides if there is room.

    :param whole: the number of slides; 0 if more are still to come.
    :param beside_caption: whether it must fit the margin beside the caption, whose progress bar stands for ``whole``.
    """
    margin = metrics.px(NUMBER_MARGIN)
    text = f"{number}/{whole}" if whole and not beside_caption else str(number)
    room = metrics.px(CAPTION_MARGINS[1]) - margin if beside_caption else target.get_width()
    image = fitting_font(text, "table-bold", metrics.px(NUMBER_SIZE), room).line_picture(text, CREAM_FAINT)
    target.blit(image, image.get_rect(bottomright=(target.get_width() - margin, target.get_height() - margin // 2)))


def _line_height(metrics: Metrics, size: int) -> int:
    """The height in pixels of a caption's line at a print size in layout units."""
    return round(max(font(role, metrics.px(size)).get_linesize() for role in ("text", "text-italic", "ui-bold"))
                 * LINE_SPACING)


@picture_cache(8)
def _picture(size: tuple[int, int], metrics: Metrics, text: str, asks: bool, heavy: bool) -> pygame.Surface:
    """A picture of a band, of a size in pixels, with its caption."""
    picture = pygame.Surface(size)
    if heavy:
        picture.fill("black")
    else:
        fill(picture, "leather")
    pygame.draw.line(picture, GOLD, (0, 0), (size[0], 0), metrics.px(3))
    colour = QUESTION_COLOUR if asks else CREAM
    for print_size in range(CAPTION_PRINT, MIN_CAPTION_PRINT - 1, -1):
        pen = Pen(picture, metrics, metrics.px(CAPTION_MARGINS[1]), 0, size[0] - 2 * metrics.px(CAPTION_MARGINS[1]))
        runs = _runs(text, print_size, colour, heavy)
        height = flow_height(pen, runs, leading=LINE_SPACING)
        if height <= size[1] - metrics.px(CAPTION_MARGINS[0]):
            break
    pen.y = max(metrics.px(4), (size[1] - height) // 2)
    pen.flow(runs, leading=LINE_SPACING)
    return picture


COUNTER_SIZES = (260, 220, 180)
"""Sizes tried for a large counter in layout units, in order."""
OBJECTIVES_WIDTHS = (560, 760, 460, 380, 340)
"""Widths tried for the objectives in layout units, in order. The last fits between Udaka and Kassala at 1024 x 768."""
PANEL_MARGIN = 24
"""The margin between a panel and the map's edges, in layout units."""
OBJECTIVES_SIZES = (34, 31, 28, 26, 24, 22, 20, 18)
"""The print sizes tried for objectives in layout units, the largest first: few, because each needs a trial layout.
Chosen by hand."""
MIN_CLEAR_PRINT = 24
"""The minimum print size in layout units of objectives that leave spots uncovered. Chosen by hand."""
HEX_NUMBER_PRINT = 26
"""The print size of a hex number that a caption names, in layout units."""
HEX_NUMBER_ABOVE = 0.86
"""The distance of a hex number above the hex's centre, in hex radii."""
TRACK_SCALE = 1.5
"""The factor by which the turn track is larger than in a game."""


class StagePanel(NamedTuple):
    """A card and its position."""

    picture: pygame.Surface
    """The card, with a margin for its shadow."""
    at: tuple[int, int]
    """The window pixel of the picture's upper left corner."""


def counter_panel(area: pygame.Rect, metrics: Metrics, theme: Theme, counter: Counter, spots: Sequence[pygame.Rect],
                  ) -> StagePanel:
    """A card with a counter large enough to point at its details, clear of some spots if there is room.

    :param area: the part of the window for the card.
    :param spots: window rectangles.
    """
    edge = metrics.px(PANEL_MARGIN)
    for size in map(metrics.px, COUNTER_SIZES):
        sheet = free_spot(area, (size + 2 * edge, size + 2 * edge), edge, spots)
        if sheet is not None:
            break
    else:
        sheet = _beside(area, (size + 2 * edge, size + 2 * edge), edge, spots)
    panel, inner = _blank(sheet, metrics)
    picture = plain_counter(counter, theme, size)
    panel.picture.blit(picture, picture.get_rect(center=inner.center))
    return panel


def objectives_panel(area: pygame.Rect, metrics: Metrics, theme: Theme, shown: Objectives,
                     spots: Sequence[pygame.Rect], *, always: bool) -> StagePanel | None:
    """A card with the holders of all objectives and the victory conditions, in the largest print that covers no spot.

    :param area: the part of the window for the card.
    :param spots: window rectangles that it must not cover.
    :param always: whether to draw it at one side even if it covers a spot at every print size; else None is returned.
    """
    edge = metrics.px(PANEL_MARGIN)
    min_height = metrics.px(MIN_CLEAR_PRINT) * (len(shown.entries) + 1) + 2 * edge
    widths = [metrics.px(OBJECTIVES_WIDTHS[0])]
    if spots:
        widths = [width for width in map(metrics.px, OBJECTIVES_WIDTHS)
                  if free_spot(area, (width, min_height), edge, spots)]
    fitting = next(((size, room) for size in OBJECTIVES_SIZES if size >= MIN_CLEAR_PRINT for width in widths
                    if _fits(metrics, theme, shown, size, width)
                    and (room := free_spot(area, _sheet_size(metrics, theme, shown, size, width), edge, spots))), None)
    if fitting is None and spots and not always:
        return None
    if fitting is None:
        width = metrics.px(OBJECTIVES_WIDTHS[0])
        sheet_sizes = ((size, _sheet_size(metrics, theme, shown, size, width)) for size in OBJECTIVES_SIZES)
        size, sheet_size = next(
            ((size, sheet_size) for size, sheet_size in sheet_sizes if sheet_size[1] <= area.height - 2 * edge),
            (OBJECTIVES_SIZES[-1], (width, area.height - 2 * edge)))
        fitting = size, _beside(area, sheet_size, edge, spots)
    size, sheet = fitting
    panel, inner = _blank(sheet, metrics)
    write_all(Pen(panel.picture, metrics, inner.x + edge, inner.y + edge, inner.width - 2 * edge), theme, shown, size)
    return panel


def _blank(sheet: pygame.Rect, metrics: Metrics) -> tuple[StagePanel, pygame.Rect]:
    """A panel with an empty sheet, and the sheet's rectangle in its picture, which includes the shadow."""
    panel = sheet.inflate(2 * metrics.px(PANEL_MARGIN), 2 * metrics.px(PANEL_MARGIN))
    picture, inner = pygame.Surface(panel.size, pygame.SRCALPHA), sheet.move(-panel.x, -panel.y)
    draw_sheet(picture, inner, metrics.scale)
    return StagePanel(picture, panel.topleft), inner


def _fits(metrics: Metrics, theme: Theme, shown: Objectives, size: int, width: int) -> bool:
    """Whether the holder of every objective fits in one line with its title, on a sheet of a width in pixels.

    :param size: the print size in layout units.
    """
    face = font("ui", metrics.px(size))
    room = width - 3 * metrics.px(PANEL_MARGIN)  # a margin at each side, and one between title and holder
    return all(face.size(translate(each.title))[0] + face.size(translate(holder(theme, each)))[0] <= room
               for each in shown.entries)


def _sheet_size(metrics: Metrics, theme: Theme, shown: Objectives, size: int, width: int) -> tuple[int, int]:
    """The width and height in pixels of a sheet of a width with the objectives.

    :param size: the print size in layout units.
    """
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, 0, width - 2 * metrics.px(PANEL_MARGIN))
    write_all(pen, theme, shown, size)
    return width, pen.y + 2 * metrics.px(PANEL_MARGIN)


def draw_numbers(target: pygame.Surface, area: pygame.Rect, metrics: Metrics, spots: Mapping[str, tuple[int, int]],
                 radius: float) -> None:
    """Draw the numbers of the hexes that a caption names, on tags at their tops.

    :param area: the window rectangle in which all tags are kept.
    :param spots: the hexes' centres, in window pixels, by number.
    :param radius: pixels from a hex's centre to a corner.
    """
    for number, (x, y) in spots.items():
        image = font("counter", metrics.px(HEX_NUMBER_PRINT)).render(number, True, INK)
        tag = image.get_rect(center=(x, round(y - HEX_NUMBER_ABOVE * radius)))
        tag = tag.inflate(metrics.px(14), metrics.px(2)).clamp(area)
        draw_box(target, tag, PAPER, INK, metrics.px(2), metrics.px(5))
        target.blit(image, image.get_rect(center=tag.center))


BASE_NAME_PRINT = 22
"""The print size of the names of bases, in layout units."""
TURN_TAG_SIZE = (230, 52)
"""The width and height of the corner that shows turn and side, in layout units."""


class NamedBases(NamedTuple):
    """Bases of one kind that are together on a table."""

    name: str
    """Their kind and numbers."""
    seat: str
    """Their side."""
    boxes: Sequence[pygame.Rect]
    """Their window rectangles."""
    upwards: bool
    """Whether they face up, so that their rear is below them."""


def name_plates(area: pygame.Rect, metrics: Metrics, names: Sequence[NamedBases], avoid: Sequence[pygame.Rect],
                ) -> list[tuple[NamedBases, pygame.Rect]]:
    """The window rectangles for the names of bases: each beside its own bases, at their rear if there is room, and
    covering no others; a name without room is left out.

    :param area: the window rectangle in which all names are kept.
    :param names: the most important first.
    :param avoid: other window rectangles that no name may cover.
    """
    face, gap = font("ui-bold", metrics.px(BASE_NAME_PRINT)), metrics.px(3)
    plates: list[tuple[NamedBases, pygame.Rect]] = []
    avoided = [*avoid, *(box for each in names for box in each.boxes)]
    for each in names:
        bounds = each.boxes[0].unionall(list(each.boxes[1:]))
        plate = pygame.Rect((0, 0), face.size(each.name)).inflate(metrics.px(12), 0)
        below, above = plate.copy(), plate.copy()
        below.midtop, above.midbottom = (bounds.centerx, bounds.bottom + gap), (bounds.centerx, bounds.top - gap)
        right, left = plate.copy(), plate.copy()
        right.midleft, left.midright = (bounds.right + gap, bounds.centery), (bounds.left - gap, bounds.centery)
        rear_and_front = (below, above) if each.upwards else (above, below)
        room = next((place for place in (*rear_and_front, right, left)
                     if area.contains(place) and place.collidelist(avoided) < 0), None)
        if room is not None:
            avoided.append(room)
            plates.append((each, room))
    return plates


def draw_names(target: pygame.Surface, area: pygame.Rect, metrics: Metrics, theme: Theme,
               names: Sequence[NamedBases]) -> None:
    """Draw the names of bases in their sides' colours, clear of the corner that shows turn and side."""
    face = font("ui-bold", metrics.px(BASE_NAME_PRINT))
    corner = pygame.Rect(0, 0, *map(metrics.px, TURN_TAG_SIZE))
    corner.topright = area.topright
    for each, room in name_plates(area, metrics, names, [corner]):
        side = theme.side(each.seat)
        draw_box(target, room, side.paper, side.print, metrics.px(2), metrics.px(5))
        image = face.line_picture(each.name, side.print)
        target.blit(image, image.get_rect(center=room.center))


def draw_your_move(target: pygame.Surface, area: pygame.Rect, metrics: Metrics) -> None:
    """Tell the audience that it is to move, and the keys, on a golden tag in the lower left corner of the map.

    :param area: the map's window rectangle.
    """
    text = say("Your move: Enter to play it yourself, Page Down to watch it")
    image = font("ui-bold", metrics.px(HEX_NUMBER_PRINT)).line_picture(text, INK)
    tag = image.get_rect(bottomleft=(area.left + metrics.px(32), area.bottom - metrics.px(12))).inflate(
        metrics.px(24), metrics.px(8))
    draw_box(target, tag, GOLD, INK, metrics.px(2), metrics.px(6))
    target.blit(image, image.get_rect(center=tag.center))


def free_spot(area: pygame.Rect, size: tuple[int, int], edge: int, spots: Sequence[pygame.Rect], *,
              corners_first: bool = False) -> pygame.Rect | None:
    """The first rectangle of a size in an area that covers none of some spots: at a side, in a corner, or in between;
    None if there is none. All in pixels.

    :param edge: the margin to the area's edges, and the step between the places tried in between.
    :param corners_first: whether corners are tried first, starting with the lower ones.
    """
    inner = area.inflate(-2 * edge, -2 * edge)
    (width, height), (spare_width, spare_height) = size, (inner.width - size[0], inner.height - size[1])
    if spare_width < 0 or spare_height < 0:
        return None
    left, right = inner.left, inner.right - width
    sides = (right, left) if _mean_x(area, spots) < area.centerx else (left, right)
    between = range(inner.left + edge, inner.right - width, edge)
    tops = [inner.top + spare_height // 2, inner.top, inner.top + spare_height]
    for lefts in (sides, between):
        for top, left in product(reversed(tops) if corners_first else tops, lefts):
            sheet = pygame.Rect(left, top, width, height)
            if sheet.collidelist(list(spots)) < 0:
                return sheet
    return None


def _beside(area: pygame.Rect, size: tuple[int, int], edge: int, spots: Sequence[pygame.Rect]) -> pygame.Rect:
    """The rectangle of a sheet at the side of an area with fewer of the spots, ``edge`` pixels from it."""
    sheet = pygame.Rect((0, 0), size)
    sheet.midright = area.right - edge, area.centery
    if _mean_x(area, spots) >= area.centerx:
        sheet.left = area.left + edge
    return sheet


def _mean_x(area: pygame.Rect, spots: Sequence[pygame.Rect]) -> float:
    """The mean horizontal position of some spots; the left edge of the area if there are none."""
    return sum(spot.centerx for spot in spots) / len(spots) if spots else area.left
