"""Printing the overview card of a phase: a list of contingents with their orders, or of announced combats."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from game.art import Mark, ScreenData, screen_data
from game.core.contract import Counter
from game.core.message import Message, Text, say
from game.core.overview import LineAction, Overview, OverviewLine
from game.core.theme import SeatInfo, Theme
from game.core.verdict import Illegal
from game.i18n.words import capitalised, translate
from game.ui.board.far_view import fighting
from game.ui.cards.card_pen import CardPen, CardSpot
from game.ui.cards.combat_sides import SIDE_ROW_HEIGHT, write_sides
from game.ui.counters.marks import dark_on_light, light_on_dark, sign_name, sign_picture
from game.ui.kit.fonts import Typeface, font
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import TextRun, cite, fitting_font, shorten, wrap
from game.ui.kit.theme import ALARM, AMBER, FAINT, GOLD, GOOD, INK, LINE_INK, PAPER_SHADE

PLATE_WIDTH = 34
"""The width in layout units of the plate with a command's number of units in a long list."""
PLATE_STRIPE = 7
"""The height of the stripe in a command's colour on a plate, in layout units."""
STRIPE_WIDTH = 20
"""The width in layout units of the plate of a command of a single unit: a stripe without a number."""
LINE_HEIGHT = 52
"""The height of a line, in layout units."""
TIGHT_LINE_HEIGHT = 44
"""The height of a line if room is scarce, in layout units."""
LONG_LIST_LINE_HEIGHT = 40
"""The height of a line of a long list, in layout units."""
LOW_WINDOW_LINE_HEIGHT = 36
"""The height of a line of a long list in a low window, in layout units."""
FOLDED_LINE_HEIGHT = 32
"""The height of a line of a long list without signs, where title and text share a row, in layout units."""
LOW_WINDOW_FOLDED_LINE_HEIGHT = 29
"""The height of a line of a long list without signs in a low window, in layout units."""
INDENT = 18
"""The indent of a line below its parent, in layout units."""
CLAUSE_END = re.compile(r"[;,·](?= )")
"""The end of a clause, where a text may be cut."""
PART_SIGN = " · "
"""The sign between parts of a text."""
LONG_LIST = 6
"""The number of lines above which a list without combats is long."""
COLUMN_GAP = 12
"""The gap between columns of figures, in layout units."""
SIGN_SIDE = 36
"""The side of a clickable sign's box, in layout units."""
NARROW_SIGN_SIDE = 32
"""The side of a clickable sign's box in a narrow list, in layout units."""
NARROW_WIDTH = 420
"""The width below which a list is narrow, in layout units."""
STATUS_WIDTH = 94
"""The width reserved at the right for a line's total and status, in layout units; a list without statuses reserves
only what the totals need."""
TITLE_PRINT = 18
"""The print size of a title, in layout units."""
MIN_TITLE_PRINT = 14
"""The minimum print size of a title, in layout units; a title that is too long for it is shortened."""
SUBTITLE_PRINT = 15
"""The print size of the text below a title, in layout units."""
MIN_SUBTITLE_SHARE = 0.9
"""The share of its size down to which the text below a title shrinks before it is wrapped, so that it is as easy to
read as its neighbours. Chosen."""
RAISED_BY = 3
"""The distance by which the text below a title is printed closer to the title than a line of print, in layout units."""
NAMED_SIGN_SIDE = 20
"""The size of a sign beside its name below the heading, in layout units."""
SIGN_NAME_PRINT = 16
"""The print size of a sign's name below the heading, in layout units."""
VALUE_PRINT = 27
"""The print size of a line's value, in layout units."""
MIN_VALUE_PRINT = 14
"""The minimum print size of a line's value, in layout units."""
LINE_GAP = 3
"""The gap between two lines, in layout units."""
TEXT_GAP = 5
"""The gap between a line's print and its first sign or its value, in layout units."""
DUTY_WIDTH = 26
"""The width of the sign of an open duty with the gap after it, in layout units."""
SIGN_SHARE = 0.28
"""The width of an order's sign as a share of the counter that it is drawn for."""
FINISHED_OPACITY = 110
"""The opacity of a finished line, of 255."""
PROGRESS: dict[str, Message] = {
    "acting": say("Acting now"), "done": say("Done"), "failed": say("Failed"), "due": say("Must still be done"),
}
"""The tooltips of the progress signs."""
DIGIT = re.compile(r"\d")
TAKEN_PAPER = "#f2dba0"
"""The background of the line that acts."""
REFUSED_PAPER = "#e7dcc0"
"""The background of the sign of a refused order."""
OPEN_PAPER = "#fbf5e6"
"""The background of the sign of an order that can be chosen."""
TAKEN_SIGN_SHARE = 0.88
"""The share of its box that the sign of a current order takes; the rest is its rim."""
REFUSED_OPACITY = 90
"""The opacity of the sign of a refused order, of 255."""


def line_spot(line: str) -> str:
    """The name of the spot for a line of the overview."""
    return f"line:{line}"


def action_spot(line: str, number: int) -> str:
    """The name of the spot for one of the actions offered with a line."""
    return f"way:{number}:{line}"


def line_and_action(spot: str) -> tuple[str, int | None]:
    """The line that a spot belongs to, and the index of its action; None if the spot is the line itself."""
    kind, rest = spot.split(":", 1)
    if kind == "line":
        return rest, None
    number, line = rest.split(":", 1)
    return line, int(number)


def is_long(shown: Overview) -> bool:
    """Whether an overview has so many lines that they are printed close together."""
    return len(shown.lines) > LONG_LIST and not any(line.against for line in shown.lines)


@dataclass(frozen=True, slots=True)
class ListForm:
    """How the lines of a list are printed."""

    long: bool
    """Whether the lines are close together."""
    folded: bool
    """Whether title and text share a row."""
    value_width: int
    """The width in pixels reserved at the right for values."""
    columns: tuple[int, ...]
    """The right edges of the columns of figures, in pixels."""

    @classmethod
    def of(cls, pen: CardPen, shown: Overview) -> ListForm:
        """The form of an overview's list: folded if it is long and nothing on it is clicked but its lines."""
        long, value_width = is_long(shown), _value_width(pen, shown)
        has_signs = any(action.sign for line in shown.lines for action in line.actions)
        return cls(long, long and not has_signs, value_width, _column_edges(pen, shown, value_width))

    def height(self, pen: CardPen, line: OverviewLine) -> int:
        """The usual height of a line in pixels."""
        px, low = pen.metrics.px, pen.metrics.is_low
        if line.against:
            return 2 * px(SIDE_ROW_HEIGHT) + px(4) + pen.font("ui", SUBTITLE_PRINT).get_linesize()
        if self.folded:
            return px(LOW_WINDOW_FOLDED_LINE_HEIGHT if low else FOLDED_LINE_HEIGHT)
        if self.long:
            return px(LOW_WINDOW_LINE_HEIGHT if low else LONG_LIST_LINE_HEIGHT)
        return px(TIGHT_LINE_HEIGHT if pen.tight else LINE_HEIGHT)


def write(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], shown: Overview, lit: str | None,
          active: bool, unfolded: Collection[str] = (), line_in_view: str | None = None, *, still: bool = False,
          next_key: bool = True) -> None:
    """Print the card.

    :param lit: the name of the line under the pointer or selected; None if there is none.
    :param active: whether the player at the screen can do something with the list now.
    :param unfolded: the names of the lines that are unfolded; a scrolling card shows the block of the last one, if it
        can.
    :param line_in_view: the name of the line that a scrolling card brings into view, with the lines below it as far as
        they fit; None: the one that is acting.
    :param still: whether the card brings no line into view.
    :param next_key: whether C goes to the next line, rather than plans a path.
    """
    pen.heading(shown.title, say("C: next in the list") if active and next_key else "")
    data = screen_data(theme.art)
    form = ListForm.of(pen, shown)
    _write_sign_key(pen, shown, data, form.columns)
    pen.heading_ends.append(pen.y)
    tops: dict[str, int] = {}
    block_focus: tuple[Hashable, pygame.Rect] | None = None
    line_focus: tuple[Hashable, pygame.Rect] | None = None
    *_, last_unfolded = (None, *unfolded)
    visible = shown.unfolded(unfolded)
    parents, open_parents = ({line.parent for line in lines} for lines in (shown.lines, visible))
    for line in visible:
        tops[line.name] = top = pen.y
        unfolds = line.name in open_parents if line.name in parents else None
        _write_line(pen, theme, data, counters, line, line.name == lit, active, form, unfolds)
        pen.add_list_line(top, pen.y)
        if last_unfolded is not None and last_unfolded in (line.name, line.parent):
            block_top = tops[last_unfolded]
            block_focus = ("unfolded", last_unfolded), pygame.Rect(pen.x, block_top, pen.width, pen.y - block_top)
        if line_in_view is None and line.progress == "acting" and not line.placeholder:
            line_focus = ("acting", line.name), pygame.Rect(pen.x, top, pen.width, pen.y - top)
        if line_in_view is not None and line_in_view in (line.name, line.parent):
            block_top = tops[line_in_view]
            line_focus = ("line", line_in_view), pygame.Rect(pen.x, block_top, pen.width, pen.y - block_top)
    pen.still = still
    pen.focus = [focus for focus in (block_focus, line_focus) if focus is not None]


def _column_edges(pen: CardPen, shown: Overview, value_width: int) -> tuple[int, ...]:
    """The right edge in pixels of each column of figures.

    :param value_width: the pixels at the right of the lines that are reserved for their values.
    """
    face, gap = pen.font("ui", SIGN_NAME_PRINT), pen.metrics.px(COLUMN_GAP)
    edges, right = list[int](), pen.x + pen.width - (value_width + gap if value_width else 0)
    for heading in reversed(shown.headings):
        edges.insert(0, right)
        right -= face.size(heading)[0] + gap
    return tuple(edges)


def _write_sign_key(pen: CardPen, shown: Overview, data: ScreenData, columns: Sequence[int]) -> None:
    """Print the key to the signs, each once with its name; and the headings of the values and of the figures.

    :param columns: the right edges of the columns of figures, in pixels.
    """
    named_signs = _named_signs(shown)
    px, face, x, top = pen.metrics.px, pen.font("ui", SIGN_NAME_PRINT), pen.x, pen.y
    right = pen.x + pen.width
    if shown.values:
        words = face.line_picture(translate(shown.values), FAINT)
        pen.surface.blit(words, words.get_rect(midright=(right, top + px(NAMED_SIGN_SIDE) // 2)))
        right -= words.get_width() + px(14)
    for heading, edge in zip(shown.headings, columns, strict=True):
        words = face.line_picture(translate(heading), FAINT)
        pen.surface.blit(words, words.get_rect(midright=(edge, top + px(NAMED_SIGN_SIDE) // 2)))
    for mark, name in named_signs:
        words = face.line_picture(translate(name), INK)
        entry_width = px(NAMED_SIGN_SIDE + 5) + words.get_width()
        if x > pen.x and x + entry_width > right:
            x, pen.y = pen.x, pen.y + px(NAMED_SIGN_SIDE + 4)
        pen.tips.append((pygame.Rect(x, pen.y, px(NAMED_SIGN_SIDE), px(NAMED_SIGN_SIDE)), capitalised(translate(name))))
        picture = _scaled_sign(data.mark(mark), px(NAMED_SIGN_SIDE))
        pen.surface.blit(picture,
                         picture.get_rect(center=(x + px(NAMED_SIGN_SIDE) // 2, pen.y + px(NAMED_SIGN_SIDE) // 2)))
        pen.surface.blit(words, words.get_rect(midleft=(x + px(NAMED_SIGN_SIDE + 5), pen.y + px(NAMED_SIGN_SIDE) // 2)))
        x += entry_width + px(14)
    if named_signs or shown.values or shown.headings:
        pen.y += px(NAMED_SIGN_SIDE + 6)
        pen.line_extents.append((top, pen.y))


def _named_signs(shown: Overview) -> list[tuple[str, Text]]:
    """Each sign once with its name, in an order consistent with that of every line, whatever signs other lines have
    now."""
    if shown.signs:
        return list(shown.signs)
    named_signs: list[tuple[str, Text]] = []
    for line in shown.lines:
        of_line = [(action.sign, action.name) for action in line.actions if action.sign and action.name
                   and not line.placeholder]
        for number, named_sign in enumerate(of_line):
            if named_sign not in named_signs:
                before = next((named_signs.index(later) for later in of_line[number + 1:] if later in named_signs),
                              len(named_signs))
                index = named_signs.index(of_line[number - 1]) + 1 if number else before
                named_signs.insert(index, named_sign)
    return named_signs


def _scaled_sign(mark: Mark, width: int) -> pygame.Surface:
    """The picture of a sign, ``width`` pixels wide."""
    picture = sign_picture(mark, round(width / SIGN_SHARE))
    return pygame.transform.smoothscale_by(picture, width / picture.get_width())


def _value_width(pen: CardPen, shown: Overview) -> int:
    """The width in pixels reserved at the right of every line, independent of the present figures."""
    px, face = pen.metrics.px, pen.font("counter", VALUE_PRINT)
    if any(line.status for line in shown.lines):
        return px(STATUS_WIDTH)
    widest = max((face.size(DIGIT.sub("8", translate(line.value)))[0] for line in shown.lines), default=0)
    return min(px(STATUS_WIDTH), widest + px(10)) if widest or not shown.headings else 0


def _write_line(pen: CardPen, theme: Theme, data: ScreenData, counters: Mapping[str, Counter], line: OverviewLine,
                lit: bool, active: bool, form: ListForm, unfolds: bool | None) -> None:
    """Print a line of the list: its plate, title and text, its signs, and its value.

    :param lit: whether it is under the pointer or selected.
    :param active: whether the player at the screen can do something with it now.
    :param unfolds: whether the lines below it are unfolded; None if there are none.
    """
    px, top, value_width = pen.metrics.px, pen.y, form.value_width
    height = form.height(pen, line)
    if not line.placeholder and not form.long:
        height = max(height, _line_height(pen, line, counters, value_width))
    box = pygame.Rect(pen.x - px(8), top, pen.width + px(16), height)
    if line.placeholder:
        _draw_finished_line(pen, theme, counters, line, box, form)
        pen.y = box.bottom + px(LINE_GAP)
        return
    _draw_background(pen, box, line, lit)
    x, right = pen.x + px(INDENT) * line.indent, pen.x + pen.width
    if line.colour:
        count = _plate_number(line, counters, form.long)
        edge = px(4 if form.folded else 6)
        stripe = pygame.Rect(x, box.y + edge, _plate_width(pen, count), box.height - 2 * edge)
        owner = next((theme.side(counters[unit].seat) for unit in line.units if unit in counters), None)
        _draw_plate(pen, line.colour, owner, stripe)
        if count > 1 and owner is not None:
            _draw_count(pen, count, owner, stripe)
        elif unfolds is not None:
            _draw_fold_sign(pen, stripe, open_=unfolds)
        x = stripe.right + px(9)
    if line.progress == "due":
        start, x = x, _draw_duty_sign(pen, x, box)
        pen.tips.append((pygame.Rect(start, box.y, x - start, box.height), PROGRESS["due"]))
    row_height = 2 * px(SIDE_ROW_HEIGHT) if line.against else box.height
    _write_value(pen, line, pygame.Rect(right - value_width, box.y, value_width, row_height))
    right -= value_width + px(6)
    side, gap = _sign_room(pen)
    actions_with_sign = [(number, action) for number, action in enumerate(line.actions) if action.sign
                         and (active or action.taken)]
    for number, action in reversed(actions_with_sign):
        place = pygame.Rect(right - side, box.y + (row_height - side) // 2, side, side)
        _draw_action_sign(pen, data, action, place, active)
        pen.tips.append((place, _action_tip(action, theme, active)))
        if active:
            pen.spots.append(CardSpot(place, action_spot(line.name, number)))
        right = place.left - gap
    room = pygame.Rect(x, box.y, max(1, right - px(TEXT_GAP) - x), box.height)
    _write_title_and_text(pen, theme, counters, line, room, form)
    pen.spots.append(CardSpot(box, line_spot(line.name)))
    pen.y = box.bottom + px(LINE_GAP)


def _draw_fold_sign(pen: CardPen, stripe: pygame.Rect, *, open_: bool) -> None:
    """Draw a triangle on the stripe of a line with further lines below it: it points down while they are unfolded, else
    to the right."""
    side = 2 * min(stripe.width, stripe.height) // 5
    x, y = stripe.center
    corners = [(x - side, y - side // 2), (x + side, y - side // 2), (x, y + side // 2 + 1)] if open_ else [
        (x - side // 2, y - side), (x - side // 2, y + side), (x + side // 2 + 1, y)]
    pygame.draw.polygon(pen.surface, PAPER_SHADE, corners)
    pygame.draw.polygon(pen.surface, INK, corners, pen.metrics.px(1))


def _plate_number(line: OverviewLine, counters: Mapping[str, Counter], long: bool) -> int:
    """The number on a line's plate, as on the command's flag on the map: of its fighting units, or of all its units if
    none of them fights. 0 in a long list, where the plate is a stripe without a number."""
    units = [counters[unit] for unit in line.units if unit in counters]
    return 0 if long else len(fighting(units) or units)


def _plate_width(pen: CardPen, count: int) -> int:
    """The width in pixels of a line's plate with a number of units, or of its stripe."""
    return pen.metrics.px(PLATE_WIDTH if count > 1 else STRIPE_WIDTH)


def _sign_room(pen: CardPen) -> tuple[int, int]:
    """The side in pixels of the box of a clickable sign, and the gap beside it."""
    narrow = pen.width < pen.metrics.px(NARROW_WIDTH)
    return pen.metrics.px(NARROW_SIGN_SIDE if narrow else SIGN_SIDE), pen.metrics.px(3 if narrow else 6)


def _line_height(pen: CardPen, line: OverviewLine, counters: Mapping[str, Counter], value_width: int) -> int:
    """The height in pixels that a line's print needs, the same whichever of its signs are shown.

    :param value_width: the pixels reserved at the right for its value.
    """
    px, width = pen.metrics.px, pen.width - pen.metrics.px(INDENT) * line.indent
    width -= _plate_width(pen, _plate_number(line, counters, long=False)) + px(9) if line.colour else 0
    width -= px(DUTY_WIDTH) if line.progress == "due" else 0
    if not line.against:
        width -= value_width + px(6) + px(TEXT_GAP)
        width -= sum(_sign_room(pen)) * sum(bool(action.sign) for action in line.actions)
    face, lines = _subtitle(pen, line.subtitle, max(1, width))
    if line.against:
        return 2 * px(SIDE_ROW_HEIGHT) + px(4) + len(lines) * face.get_linesize()
    return pen.font("ui-bold", TITLE_PRINT).get_linesize() + len(lines) * face.get_linesize() - px(RAISED_BY)


def _subtitle(pen: CardPen, text: Text, width: int) -> tuple[Typeface, list[str]]:
    """The font and the lines of the text below a title: on one line if it fits a width in pixels, if need be in smaller
    print, else in several, between its parts if they fit."""
    usual, px, words = pen.font("ui", SUBTITLE_PRINT), pen.metrics.px, translate(text)
    small = fitting_font(words, "ui", px(SUBTITLE_PRINT), width)
    if small.px >= MIN_SUBTITLE_SHARE * usual.px and small.size(words)[0] <= width:
        return small, [words] if words else []
    lines: list[str] = []
    for part in words.split(PART_SIGN):
        longer = f"{lines[-1]}{PART_SIGN}{part}" if lines else part
        if lines and usual.size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return usual, lines if all(usual.size(line)[0] <= width for line in lines) else wrap(words, usual, width)


def _draw_plate(pen: CardPen, colour: str, side: SeatInfo | None, box: pygame.Rect) -> None:
    """Draw the plate of a line as a counter: a stripe in the command's colour on that of its side; all of it in the
    command's if there is no side."""
    px = pen.metrics.px
    draw_box(pen.surface, box, side.paper if side is not None else colour, INK, px(1), px(2))
    if side is not None:
        stripe = pygame.Rect(box.x + px(1), box.y + px(1), box.width - 2 * px(1), px(PLATE_STRIPE))
        pygame.draw.rect(pen.surface, colour, stripe)
        pygame.draw.line(pen.surface, INK, stripe.bottomleft, (stripe.right - 1, stripe.bottom), px(1))


def _draw_count(pen: CardPen, count: int, side: SeatInfo, stripe: pygame.Rect) -> None:
    """Draw a command's number of units in its side's colours, as on its flag on the map."""
    px = pen.metrics.px
    plate = pygame.Rect(stripe.x + px(2), stripe.y + px(8), stripe.width - px(4), stripe.height - px(10))
    figure = font("counter", round(plate.height * 1.15)).line_picture(str(count), side.print)
    figure = figure.subsurface(figure.get_bounding_rect())
    pen.surface.blit(figure, figure.get_rect(center=plate.center))


def _draw_background(pen: CardPen, box: pygame.Rect, line: OverviewLine, lit: bool) -> None:
    """Draw the background of a line (gold while it acts) and the line below it."""
    px = pen.metrics.px
    if line.progress == "acting":
        draw_box(pen.surface, box, TAKEN_PAPER, GOLD, px(2), px(4))
    elif lit:
        pygame.draw.rect(pen.surface, PAPER_SHADE, box, border_radius=px(4))
    _draw_line_below(pen, box)
    if lit:
        pygame.draw.rect(pen.surface, INK, box, width=px(2), border_radius=px(4))


def _draw_finished_line(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], line: OverviewLine,
                   box: pygame.Rect, form: ListForm) -> None:
    """Draw a finished line: pale, without its values; nothing in it can be clicked."""
    picture = pygame.Surface(box.size, pygame.SRCALPHA)
    room = pygame.Rect(pen.x - box.x, 0, pen.width, box.height)
    line_pen = replace(pen, surface=picture, x=room.x, y=0, line_extents=[], tips=[])
    title_only = replace(line, subtitle="", rule=None, value="", status=say("over"), progress="", figures=((), ()))
    width = pen.metrics.px(STATUS_WIDTH)
    title_room = pygame.Rect(room.x, 0, room.width - width, room.height)
    _write_value(line_pen, title_only, pygame.Rect(room.right - width, 0, width, room.height))
    _write_title_and_text(line_pen, theme, counters, title_only, title_room, form)
    picture.set_alpha(FINISHED_OPACITY)
    pen.surface.blit(picture, box)
    _draw_line_below(pen, box)


def _draw_line_below(pen: CardPen, box: pygame.Rect) -> None:
    """Draw a thin line below a line of the list."""
    y = box.bottom + pen.metrics.px(1)
    pygame.draw.line(pen.surface, LINE_INK, (box.left, y), (box.right, y), pen.metrics.px(1))


def _write_title_and_text(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], line: OverviewLine,
                    room: pygame.Rect, form: ListForm) -> None:
    """Print the title, or both sides of a combat, and the text below it or, in a folded list, beside it. Except in a
    long list the text may take several lines; an explanation takes no more than the text it replaces."""
    px, text_width = pen.metrics.px, room.width
    text_colour = FAINT if line.progress != "due" else INK
    if form.folded:
        _write_title_beside_text(pen, line, room, text_colour)
        return
    if line.against:
        text_top = write_sides(pen, theme, counters, line, room.move(0, px(2)), form.columns)
        text_width = pen.x + pen.width - room.x
    else:
        face = pen.font("ui-bold", TITLE_PRINT)
        if face.size(line.title)[0] > room.width:
            face = fitting_font(line.title, "table-bold", px(TITLE_PRINT), room.width)
        if face.get_height() < pen.font("table-bold", MIN_TITLE_PRINT).get_height():
            face = pen.font("table-bold", MIN_TITLE_PRINT)
        title = shorten(line.title, face, room.width)
        text_top = room.y
    text_face, lines = _subtitle(pen, line.subtitle, text_width)
    max_lines = min(1, len(lines)) if form.long else len(lines)
    if line.explanation:
        max_lines = max(1, max_lines)
        text_face, lines = _subtitle(pen, line.explanation, text_width)
    if len(lines) > max_lines == 1:
        text_face, lines = pen.font("table", SUBTITLE_PRINT), [" ".join(lines)]
    if len(lines) > max_lines or any(text_face.size(words)[0] > text_width for words in lines):
        pen.tips.append((room, " ".join(lines)))
        lines = [*lines[:max_lines - 1], shorten(" ".join(lines[max_lines - 1:]), text_face, text_width)]
    if not line.against:
        height = face.get_linesize() + (len(lines) * text_face.get_linesize() - px(RAISED_BY) if lines else 0)
        top = room.centery - height // 2
        colour = FAINT if line.progress == "failed" or line.barred else INK
        pen.surface.blit(face.line_picture(title, colour), (room.x, top))
        text_top = top + face.get_linesize() - px(RAISED_BY)
    if line.rule is not None and not line.explanation:
        runs = [TextRun(line.subtitle, "ui", SUBTITLE_PRINT, text_colour), cite(line.rule, SUBTITLE_PRINT)]
        left, y, width = pen.x, pen.y, pen.width
        pen.x, pen.y, pen.width = room.x, text_top, text_width
        pen.flow(runs, leading=1.0)
        pen.x, pen.y, pen.width = left, y, width
        return
    for number, words in enumerate(lines):
        pen.surface.blit(text_face.line_picture(words, text_colour),
                         (room.x, text_top + number * text_face.get_linesize()))


def _write_title_beside_text(pen: CardPen, line: OverviewLine, room: pygame.Rect, colour: str) -> None:
    """Print the title of a line and, in a colour, as many clauses of its text as fit beside it; the tooltip has all of
    the text."""
    face, text = pen.font("ui-bold", TITLE_PRINT), translate(line.explanation or line.subtitle)
    title = shorten(line.title, face, room.width)
    title_colour = FAINT if line.progress == "failed" or line.barred else INK
    picture = face.line_picture(title, title_colour)
    title_place = pen.surface.blit(picture, picture.get_rect(midleft=(room.x, room.centery)))
    text_face, left = pen.font("ui", SUBTITLE_PRINT), title_place.right + pen.metrics.px(10)
    ends = (len(text), *(clause_end.start() for clause_end in reversed([*CLAUSE_END.finditer(text)])))
    fitting_text = next((text[:end] for end in ends if left + text_face.size(text[:end])[0] <= room.right), "")
    words = text_face.line_picture(fitting_text, colour)
    pen.surface.blit(words, words.get_rect(midleft=(left, room.centery)))
    if fitting_text != text:
        pen.tips.append((room, text))


def _write_value(pen: CardPen, line: OverviewLine, room: pygame.Rect) -> None:
    """Print the line's value, and its status in words after a sign of its progress."""
    px = pen.metrics.px
    figure = translate(line.value).replace("-", "−")
    colour = {"failed": ALARM, "done": GOOD}.get(line.progress, INK)
    status = None
    if line.status:
        sign_width = px(13) + px(5) if line.progress in ("acting", "done", "failed") else 0
        face = fitting_font(line.status, "ui-bold", px(15), room.width - sign_width)
        status = face.line_picture(translate(line.status), colour)
    free = room.height - px(4) - (status.get_height() if status is not None else 0)  # keep it above the thin line
    sizes = range(VALUE_PRINT - 3 if line.status else VALUE_PRINT, MIN_VALUE_PRINT - 1, -1)
    value_face = next((pen.font("counter", size) for size in sizes if pen.font("counter", size).get_height() <= free),
                      pen.font("counter", sizes[-1]))
    value = value_face.line_picture(figure, INK) if figure else None
    height = sum(image.get_height() for image in (value, status) if image is not None)
    y = room.centery - height // 2
    if value is not None:
        pen.surface.blit(value, value.get_rect(topright=(room.right, y)))
        y += value.get_height()
    if status is not None:
        place = status.get_rect(topright=(room.right, y))
        pen.surface.blit(status, place)
        _draw_progress(pen, line, (place.left - px(12), place.centery), colour)
        if line.progress in PROGRESS:
            pen.tips.append((place.inflate(px(36), 0), PROGRESS[line.progress]))


def _draw_progress(pen: CardPen, line: OverviewLine, at: tuple[int, int], colour: str) -> None:
    """Draw the sign of a line's progress with its centre at ``at``: an arrowhead, a tick or a cross."""
    px, (x, y) = pen.metrics.px, at
    r = px(6)
    if line.progress == "acting":
        pygame.draw.polygon(pen.surface, colour, [(x - r, y - r), (x + r, y), (x - r, y + r)])
    elif line.progress == "done":
        pygame.draw.lines(pen.surface, colour, False, [(x - r, y), (x - r // 3, y + r), (x + r, y - r)], px(3))
    elif line.progress == "failed":
        pygame.draw.line(pen.surface, colour, (x - r, y - r), (x + r, y + r), px(3))
        pygame.draw.line(pen.surface, colour, (x - r, y + r), (x + r, y - r), px(3))


def _draw_action_sign(pen: CardPen, data: ScreenData, action: LineAction, place: pygame.Rect, active: bool) -> None:
    """Draw the sign of an action: light on dark with a gold rim if it is the current order, dark on light if it can be
    chosen, faint and struck out if it is refused."""
    px = pen.metrics.px
    refused = active and not action.offer.verdict and not action.taken
    if action.taken:
        draw_box(pen.surface, place, INK, GOLD, px(2), px(5))
    elif active:
        draw_box(pen.surface, place, REFUSED_PAPER if refused else OPEN_PAPER, LINE_INK if refused else INK, px(1),
                 px(5))
    picture = _scaled_sign(data.mark(action.sign), round(place.width * (TAKEN_SIGN_SHARE if action.taken else 1.0)))
    if active or action.taken:
        picture = light_on_dark(picture) if action.taken else dark_on_light(picture)
    if refused:
        picture.set_alpha(REFUSED_OPACITY)
    pen.surface.blit(picture, picture.get_rect(center=place.center))
    if refused:
        inner = place.inflate(-px(8), -px(8))
        pygame.draw.line(pen.surface, ALARM, inner.bottomleft, inner.topright, px(3))


def _action_tip(action: LineAction, theme: Theme, active: bool) -> Text:
    """The tooltip of an action's sign: what a click does, or why it is not allowed, or that it is the current order."""
    name = action.offer.label or action.name or sign_name(action.sign, theme)
    if active and isinstance(action.offer.verdict, Illegal):
        return say("{order}: {why}", order=capitalised(translate(name)), why=action.offer.verdict.reasons[0].with_rule)
    return say("{order}: current order",
               order=capitalised(translate(name))) if action.taken else capitalised(translate(name))


def _draw_duty_sign(pen: CardPen, x: int, box: pygame.Rect) -> int:
    """Draw the amber chevron of an open duty, as on the map, at the left end ``x`` of a line's box; return the x where
    the line continues."""
    px, y, w = pen.metrics.px, box.centery - pen.metrics.px(10), pen.metrics.px(18)
    points = [(x, y + px(14)), (x + w // 2, y), (x + w, y + px(14)), (x + w, y + px(20)), (x + w // 2, y + px(7)),
              (x, y + px(20))]
    pygame.draw.polygon(pen.surface, AMBER, points)
    pygame.draw.aalines(pen.surface, INK, True, points)
    return x + w + px(DUTY_WIDTH - 18)
