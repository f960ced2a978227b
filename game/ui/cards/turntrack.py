"""The strip above the map: the turn track with its marker and the ribbon of phases in the sides' colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

import pygame

from game.core.message import Text, plural, say
from game.core.theme import Theme
from game.i18n.words import capitalised
from game.ui.kit.fonts import Role, font
from game.ui.kit.notice import SignMeanings, topmost_meaning
from game.ui.kit.paper import draw_box, draw_sheet
from game.ui.kit.pen import fitting_font
from game.ui.kit.theme import FAINT, INK, LINE_INK, Metrics

TRACK_HEIGHT = 76
"""The strip's height in layout units, including the space around it."""
PHASE_WIDTH = 96
"""The usual width of a phase, in layout units."""
PHASE_GAP = 18
"""The space between turns and phases, in layout units."""
FOLDED_PHASE_WIDTH = 20
"""The width of a phase folded to a dot, in layout units."""
POINT_STEP, POINT_RADIUS = 5, 1.5
"""The distance and the radius of the three points that stand for several phases, in layout units. Chosen by eye."""
PHASE_PRINT = 22
"""The usual print size of phases, in layout units."""
MIN_TITLED_PRINT = 19
"""The minimum print size at which all phases are shown with their names, in layout units."""
SIDE_PRINT = 15
"""The print size of the sides' names above phases, in layout units."""
MIN_CURRENT_PRINT = 14
"""The minimum print size of the current phase if the others are dots, in layout units."""
TIP_LENGTH = 12
"""The length of an arrow's point in layout units."""
TURN_BOX_WIDTH = 46
"""The usual width of a turn's box, in layout units."""
MIN_TURN_BOX_WIDTH = 30
"""The minimum width of a turn's box, in layout units; if there is less room, the turn is printed as a number."""
TURN_LABEL_WIDTH = 58
"""The width reserved for the word for a turn, in layout units."""
MAX_TURNS_SHARE = 0.5
"""The maximum share of the strip's width for the turns."""
PAST_PAPER = "#e4d8b8"
"""The background of past turns' boxes."""
LIGHT_PAPER = "#f6eed9"
"""The background of the boxes of turns to come, and of the plates below dots."""
MARKER_EDGE, MARKER_COLOUR, MARKER_SHINE = "#6d521f", "#dfbd68", "#f6e3a8"
"""The brass marker on the current turn: its edge, its colour and its bright rim."""
PHASE_PAPER = "#f0e7cf"
"""The background of phases other than the current one."""

Phase = tuple[str, str]
"""A phase as (seat, phase); the seat is empty for a phase of no side."""
Phases = tuple[Phase, ...]
"""Phases in order."""


class TurnTrack:
    """Draws the strip; its picture is cached until the turn or the phase changes."""

    def __init__(self) -> None:
        self._key: object = None
        """Everything that the picture depends on."""
        self._rect = pygame.Rect(0, 0, 0, 0)
        """The rectangle in the window where it was last drawn."""
        self.tips: SignMeanings = []
        """The tooltips of the signs on the strip, with their rectangles relative to it."""
        self._image = pygame.Surface((1, 1))
        self._plates: list[pygame.Rect] = []
        """The plates with phases folded to dots, relative to the strip."""
        self.ribbon: Phases = ()
        """All phases of the turn, in order."""
        self.current: Phase = "", ""
        """The current phase."""

    def draw(self, target: pygame.Surface, rect: pygame.Rect, metrics: Metrics, theme: Theme, turns: int | None,
             turn: int, phases: Phases, current: Phase) -> None:
        """Draw the strip.

        :param turns: the number of turns in the scenario; None if it is open-ended.
        :param turn: the current turn, from 1.
        :param phases: the phases of the turn in order; ``current`` is the one being played.
        """
        ribbon = phases_shown(theme, tuple(phases), current)
        key = (rect.size, metrics, theme.title, turns, turn, ribbon, current)
        self._rect = rect
        if key != self._key:
            self._key, self.tips, self.ribbon, self.current = key, [], ribbon, current
            self._image = pygame.Surface(rect.size, pygame.SRCALPHA)
            self._paint(self._image, metrics, theme, turns, turn, ribbon, current)
        target.blit(self._image, rect)

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """The tooltip of the sign under a point of the window; empty if there is none."""
        return topmost_meaning(self.tips, (pos[0] - self._rect.x, pos[1] - self._rect.y))

    def dots_at(self, pos: tuple[int, int]) -> bool:
        """Whether phases folded to dots are under a point of the window."""
        on_strip = pos[0] - self._rect.x, pos[1] - self._rect.y
        return any(plate.collidepoint(on_strip) for plate in self._plates)

    def _paint(self, image: pygame.Surface, m: Metrics, theme: Theme, turns: int | None, turn: int, ribbon: Phases,
               current: Phase) -> None:
        """Draw the strip's picture, and note its tooltips and areas."""
        body = image.get_rect().inflate(-m.px(16), -m.px(16))
        draw_sheet(image, body, m.scale)
        inner = body.inflate(-m.px(20), -m.px(14))
        boxes = turns or 0
        track_width = min(round(inner.width * MAX_TURNS_SHARE), boxes * m.px(TURN_BOX_WIDTH) + m.px(TURN_LABEL_WIDTH))
        x = inner.left
        label = font("title", m.px(17)).line_picture(theme.turn, INK)
        image.blit(label, label.get_rect(midleft=(x, inner.centery)))
        x += label.get_width() + m.px(12)
        box_width = (track_width - (x - inner.left)) / max(1, boxes)
        free = inner.width - track_width - m.px(PHASE_GAP)
        has_boxes = boxes > 0 and box_width >= m.px(MIN_TURN_BOX_WIDTH) and free >= len(ribbon) * m.px(PHASE_WIDTH)
        if not has_boxes:
            turn_label = font("table-bold", m.px(26)).line_picture(turn_text(turn, turns), INK)
            image.blit(turn_label, turn_label.get_rect(midleft=(x, inner.centery)))
            self.tips.append((turn_label.get_rect(midleft=(x, inner.centery)),
                              _turn_tip(theme.turn, turn, turn, turns)))
            track_width = x - inner.left + turn_label.get_width()
        for number in range(1, boxes + 1) if has_boxes else ():
            box = pygame.Rect(round(x + (number - 1) * box_width), inner.top, round(box_width) - m.px(3), inner.height)
            _draw_turn_box(image, m, box, number, turn)
            self.tips.append((box, _turn_tip(theme.turn, number, turn, turns)))
        start = inner.left + track_width + m.px(PHASE_GAP)
        room = pygame.Rect(start, inner.top, inner.right - start, inner.height)
        tips, self._plates = _draw_ribbon(image, m, room, theme, ribbon, current)
        self.tips += tips


def _turn_tip(name: Text, number: int, turn: int, turns: int | None) -> Text:
    """The tooltip of the box of a turn with a number: whether it is over, current or to come.

    :param name: the theme's word for a turn.
    :param turn: the current turn.
    """
    numbered_turn = turn_text(number, turns)
    if number == turn:
        return say("{name} {turn}: current", name=name, turn=numbered_turn)
    return (say("{name} {turn}: over", name=name, turn=numbered_turn) if number < turn
            else say("{name} {turn}: to come", name=name, turn=numbered_turn))


def turn_text(turn: int, turns: int | None) -> Text:
    """The number of a turn as text, with the number of turns if there is a last one."""
    return say("{turn} of {turns}", turn=turn, turns=turns) if turns is not None else str(turn)


def phases_shown(theme: Theme, phases: Phases, current: Phase) -> Phases:
    """The phases of the ribbon: those of the turn, preceded by the opening phases while one of them is played. A
    current phase of a side that is none of these comes first."""
    ribbon = (*(theme.opening if current in theme.opening else ()), *phases)
    seats = {seat.name for seat in theme.seats}
    return ribbon if current in ribbon or current[0] not in seats else (current, *ribbon)


def _draw_turn_box(image: pygame.Surface, m: Metrics, box: pygame.Rect, number: int, turn: int) -> None:
    """Draw the box of a turn with a number: struck out if it is over, with the marker if it is the current one.

    :param turn: the current turn.
    """
    draw_box(image, box, PAST_PAPER if number < turn else LIGHT_PAPER, LINE_INK, m.px(1), m.px(3))
    is_current = number == turn
    if is_current:
        radius = min(box.width, box.height) // 2 - m.px(1)
        pygame.draw.circle(image, MARKER_EDGE, box.center, radius + m.px(2))
        pygame.draw.circle(image, MARKER_COLOUR, box.center, radius)
        pygame.draw.circle(image, MARKER_SHINE, box.center, radius, width=m.px(2))
    face = font("table-bold" if is_current else "table", m.px(22))
    text = face.line_picture(str(number), INK if number >= turn else FAINT)
    image.blit(text, text.get_rect(center=box.center))
    if number < turn:
        inner = box.inflate(-m.px(14), -m.px(16))
        pygame.draw.line(image, FAINT, inner.bottomleft, inner.topright, m.px(2))


def _draw_ribbon(image: pygame.Surface, m: Metrics, room: pygame.Rect, theme: Theme, phases: Phases, current: Phase
                 ) -> tuple[SignMeanings, list[pygame.Rect]]:
    """Draw the phases of a turn as arrows with their whole names, with the current one filled and bold, and those
    without room as dots. Return their tooltips with rectangles, and the plates of the dots."""
    tips: SignMeanings = []
    if not phases:
        return tips, []
    sides = {seat.name: seat for seat in theme.seats}
    current_index = phases.index(current) if current in phases else 0
    size, widths, named, with_side = _ribbon_layout(m, room.width, theme, phases, current_index)
    spare = (room.width - sum(widths)) / len(named)
    edge: float = room.left
    dots: dict[int, pygame.Rect] = {}
    tip = m.px(TIP_LENGTH)
    for index, (seat, phase) in enumerate(phases):
        notch = tip if index - 1 in named else 0
        left = round(edge)
        edge += widths[index] + (spare if index in named else 0)
        title = _phase_title(theme, seat, phase)
        if index not in named:
            if widths[index]:
                dots[index] = pygame.Rect(left, room.top, round(edge) - left, room.height)
                tips.append((dots[index], say("{phase}. Click: list the whole turn", phase=title)))
            continue
        right = round(edge) - m.px(4)
        points = [(left, room.top), (right - tip, room.top), (right, room.centery), (right - tip, room.bottom - 1),
                  (left, room.bottom - 1), (left + notch, room.centery)]
        is_current = (seat, phase) == current
        side = sides.get(seat)
        # Other phases are printed in ink, too: paler thin print is illegible.
        paper, ink = (MARKER_COLOUR if is_current else PHASE_PAPER), INK
        if side and is_current:
            paper, ink = side.paper, side.print
        pygame.draw.polygon(image, paper, points)
        pygame.draw.aalines(image, INK if is_current else LINE_INK, True, points)
        if side and not is_current:
            pygame.draw.rect(image, side.paper,
                             (left + notch + m.px(4), room.bottom - m.px(4), right - left - 3 * tip, m.px(3)))
        words = capitalised(theme.title_of(phase))
        tips.append((pygame.Rect(left, room.top, right - left, room.height),
                     say("{phase} (current)", phase=title) if is_current else title))
        free = right - left - round(1.5 * tip)
        middle = (left + right) // 2
        if side is None:
            width = right - left - notch - tip // 2 - m.px(8)
            name_room = pygame.Rect(left + notch + m.px(4), room.top, width, room.height)
            _print_name(image, m, words, name_room, ink, size, is_current=is_current)
            continue
        name_picture = fitted_name(words, "table-bold" if is_current else "table", m.px(size), free, ink)
        if index not in with_side:
            image.blit(name_picture, name_picture.get_rect(center=(middle, room.centery)))
            continue
        side_name = capitalised(side.title)
        face = fitting_font(side_name, "ui-bold" if is_current else "ui", m.px(SIDE_PRINT), free)
        side_picture = face.line_picture(side_name, ink)
        image.blit(side_picture, side_picture.get_rect(midbottom=(middle, room.centery - m.px(1))))
        image.blit(name_picture, name_picture.get_rect(midtop=(middle, room.centery - m.px(5))))
    left_out = _left_out(widths, dots)
    for index, count in left_out.items():
        tips.append((dots[index], plural("1 more phase. Click: list the whole turn",
                                         "{count} more phases. Click: list the whole turn", count)))
    return tips, _draw_dots(image, m, theme, phases, dots, current_index, left_out)


def _left_out(widths: Sequence[int], dots: Collection[int]) -> dict[int, int]:
    """The indices of the outermost dots that stand for several phases, because not every phase has room for a dot, with
    the number of phases of each.

    :param widths: the widths of all phases in pixels; 0 for a phase that is not shown.
    :param dots: the indices of the dots.
    """
    shown = [index for index, width in enumerate(widths) if width]
    ends = {shown[0]: shown[0], shown[-1]: len(widths) - 1 - shown[-1]}
    return {index: hidden + 1 for index, hidden in ends.items() if hidden and index in dots}


def _phase_title(theme: Theme, seat: str, phase: str) -> Text:
    """The name of a phase, after that of its side if it has one."""
    side = next((info for info in theme.seats if info.name == seat), None)
    return (say("{side}: {phase}", side=side.title, phase=theme.title_of(phase)) if side
            else capitalised(theme.title_of(phase)))


def _draw_dots(image: pygame.Surface, m: Metrics, theme: Theme, phases: Phases, dots: Mapping[int, pygame.Rect],
               current: int, left_out: Collection[int]) -> list[pygame.Rect]:
    """Draw the phases folded to dots on plates, one plate for each run of them; return the plates' rectangles. The
    first side's dots are round, the second's square; past ones are hollow.

    :param dots: the room of each dot, by the index of its phase.
    :param current: the index of the current phase.
    :param left_out: the indices of the dots that stand for several phases: drawn as three points.
    """
    plates: list[pygame.Rect] = []
    for index, box in dots.items():
        if index - 1 in dots:
            plates[-1].union_ip(box)
        else:
            plates.append(box.copy())
    plates = [plate.inflate(-m.px(4), -m.px(16)) for plate in plates]
    for plate in plates:
        draw_box(image, plate, LIGHT_PAPER, LINE_INK, m.px(1.5), m.px(6))
    seats = {seat.name: (number, seat.paper) for number, seat in enumerate(theme.seats)}
    for index, box in dots.items():
        number, paper = seats.get(phases[index][0], (len(seats), LINE_INK))
        dot = pygame.Rect(0, 0, m.px(FOLDED_PHASE_WIDTH) * 3 // 5, m.px(FOLDED_PHASE_WIDTH) * 3 // 5)
        dot.center = box.center
        if index in left_out:
            for x in (-1, 0, 1):
                pygame.draw.circle(image, INK, (box.centerx + x * m.px(POINT_STEP), box.centery), m.px(POINT_RADIUS))
            continue
        radius = 0 if number == 1 else dot.width
        pygame.draw.rect(image, INK, dot, border_radius=radius)
        inner = dot.inflate(-2 * max(1, m.px(1.5)), -2 * max(1, m.px(1.5)))
        pygame.draw.rect(image, paper, inner, border_radius=radius)
        if index < current:
            pygame.draw.rect(image, LIGHT_PAPER, inner.inflate(-inner.width // 2, -inner.width // 2),
                             border_radius=radius)
    return plates


def _indices_with_side(phases: Phases, current: int) -> frozenset[int]:
    """The indices of the phases whose arrows also name their side if room is scarce: the first of several of a side in
    a row, and the current one. The others have only the side's colour, so that their names can be larger."""
    return frozenset(k for k, (seat, _) in enumerate(phases) if not k or k == current or seat != phases[k - 1][0])


def _ribbon_layout(m: Metrics, room: int, theme: Theme, phases: Phases, current: int) -> tuple[
        int, list[int], frozenset[int], frozenset[int]]:
    """The size of the print in layout units, the width of each phase in pixels, the indices of the phases shown with
    their whole names (all of them if a size of print allows it), and the indices of those that name their side. If only
    the current phase has room for its name, and not all others for dots, the farthest are not shown and have no width.

    :param room: the width of the ribbon in pixels.
    :param current: the index of the current phase.
    """
    all_indices, few_with_side = frozenset(range(len(phases))), _indices_with_side(phases, current)
    for size, with_side in product(range(PHASE_PRINT, MIN_TITLED_PRINT - 1, -1), (all_indices, few_with_side)):
        widths = [_arrow_width(m, theme, each, size, with_side=k in with_side) for k, each in enumerate(phases)]
        if sum(widths) <= room:
            return size, widths, all_indices, with_side
    dot = m.px(FOLDED_PHASE_WIDTH)
    for size in range(PHASE_PRINT, MIN_CURRENT_PRINT - 1, -1):
        widths = [_arrow_width(m, theme, each, size, with_side=k in few_with_side) for k, each in enumerate(phases)]
        all_widths = [_arrow_width(m, theme, each, size, with_side=True) for each in phases]
        with_side = all_indices if all_widths == widths else few_with_side
        if named := named_phases(widths, current, room, dot):
            break
    if named:
        return size, [width if k in named else dot for k, width in enumerate(widths)], named, with_side
    for size in range(PHASE_PRINT, MIN_CURRENT_PRINT - 1, -1):
        width = _arrow_width(m, theme, phases[current], size, with_side=True)
        if width + dot * (len(phases) - 1) <= room:
            break
    kept = dots_kept(len(phases), current, (room - width) // dot)
    return size, [width if k == current else dot if k in kept else 0 for k in range(len(phases))], frozenset(
        (current,)), frozenset((current,))


def _arrow_width(m: Metrics, theme: Theme, phase: Phase, size: int, *, with_side: bool) -> int:
    """The width in pixels of an arrow with the whole name of a phase at a print size in layout units.

    :param with_side: whether it also has the name of the phase's side.
    """
    side = next((seat for seat in theme.seats if seat.name == phase[0]), None)
    words, face = capitalised(theme.title_of(phase[1])), font("table-bold", m.px(size))
    if side is None:
        first, _, rest = words.partition(" ")
        return max(face.size(first)[0], face.size(rest)[0]) + round(1.5 * m.px(TIP_LENGTH)) + m.px(14)
    width = face.size(words)[0]
    if with_side:
        width = max(width, font("ui-bold", m.px(SIDE_PRINT)).size(capitalised(side.title))[0])
    return width + round(1.5 * m.px(TIP_LENGTH)) + m.px(6)


def named_phases(widths: Sequence[int], current: int, room: int, dot: int) -> frozenset[int]:
    """The indices of the phases shown with their names within ``room`` pixels, while the others are dots: the current
    one, those after it as far as there is room, then those before it; none if there is no room for the current phase
    and the next.

    :param widths: the widths of the phases with their names, in pixels.
    :param current: the index of the current phase.
    :param dot: the width of a dot, in pixels.
    """
    spare = room - dot * len(widths)
    named: set[int] = set()
    for order in (range(current, len(widths)), range(current - 1, -1, -1)):
        for k in order:
            spare -= widths[k] - dot
            if spare < 0:
                return frozenset(named if len(named) > 1 or len(widths) == 1 or current == len(widths) - 1 else ())
            named.add(k)
    return frozenset(named)


def dots_kept(count: int, current: int, slots: int) -> range:
    """The indices of the phases shown, the current one with its name and the others as dots, if there is room for only
    some dots: the nearest to the current one, on both sides of it.

    :param count: the number of phases.
    :param current: the index of the current phase.
    :param slots: the number of dots that have room.
    """
    slots = max(0, slots)
    before = min(current, slots // 2)
    after = min(count - 1 - current, slots - before)
    return range(current - min(current, slots - after), current + after + 1)


def _print_name(image: pygame.Surface, m: Metrics, words: str, room: pygame.Rect, ink: str, size: int, *,
                is_current: bool) -> None:
    """Print the name of a phase without a side, between the notch and the point of its arrow, in two lines if one does
    not fit.

    :param size: the print size in layout units.
    """
    role: Role = "table-bold" if is_current else "table"
    first, _, rest = words.partition(" ")
    lines = (first, rest) if rest and font(role, m.px(size)).size(words)[0] > room.width else (words,)
    pictures = [fitted_name(line, role, m.px(size), room.width, ink) for line in lines]
    pictures = [each.subsurface(each.get_bounding_rect()) for each in pictures] if len(pictures) > 1 else pictures
    gap = m.px(4) if len(pictures) > 1 else 0
    y = room.centery - (sum(each.get_height() for each in pictures) + gap * (len(pictures) - 1)) // 2
    for each in pictures:
        image.blit(each, each.get_rect(midtop=(room.centerx, y)))
        y += each.get_height() + gap


def fitted_name(words: str, role: Role, px: int, room: int, ink: str) -> pygame.Surface:
    """A picture of a phase's name of at most ``px`` pixels' print size; smaller, down to two thirds of that, if it is
    otherwise wider than ``room`` pixels."""
    size = px
    while size > px * 2 // 3 and font(role, size).size(words)[0] > room:
        size -= 1
    return font(role, size).line_picture(words, ink)
