"""The strip above the map: the turn track with its marker and the ribbon of phases in the sides' colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.core.message import Text, say
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
PHASE_PRINT = 22
"""The usual print size of phases, in layout units."""
MIN_TITLED_PRINT = 19
"""The smallest print size of phases with their sides' names, in layout units."""
SIDE_PRINT = 15
"""The print size of their sides' names, in layout units."""
MIN_CURRENT_PRINT = 14
"""In layout units: the smallest print of the current phase, if not even it and the dots have room otherwise."""
TIP_LENGTH = 12
"""The length of an arrow's point in layout units."""

Phases = tuple[tuple[str, str], ...]
"""Phases as (seat, phase), in order."""


class TurnTrack:
    """Draws the strip; its picture is cached until the turn or the phase changes."""

    def __init__(self) -> None:
        self._key: object = None
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.tips: SignMeanings = []
        """The tooltips of the signs on the strip, with their rectangles relative to it."""
        self._image = pygame.Surface((1, 1))
        self._arrow = pygame.Rect(0, 0, 0, 0)
        """The current phase's arrow, relative to the strip."""
        self._folded: list[pygame.Rect] = []
        """The runs of phases folded to dots, relative to the strip."""
        self.ribbon: Phases = ()
        """All phases of the turn, in order."""
        self.current = "", ""
        """The current one."""

    def draw(self, target: pygame.Surface, rect: pygame.Rect, metrics: Metrics, theme: Theme, turns: int | None,
             turn: int, phases: Phases, current: tuple[str, str]) -> None:
        """Draw the strip.

        :param turns: the number of turns in the scenario; None if it is open-ended.
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

    @property
    def current_box(self) -> pygame.Rect:
        """The window rectangle of the current phase's arrow; empty if there is none."""
        return self._arrow.move(self._rect.topleft) if self._arrow.width else pygame.Rect(0, 0, 0, 0)

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """The tooltip of the sign under a point of the window; empty if there is none."""
        here = pos[0] - self._rect.x, pos[1] - self._rect.y
        return topmost_meaning(self.tips, here)

    def dots_at(self, pos: tuple[int, int]) -> bool:
        """Whether phases folded to dots are under a point of the window."""
        here = pos[0] - self._rect.x, pos[1] - self._rect.y
        return any(run.collidepoint(here) for run in self._folded)

    def _paint(self, image: pygame.Surface, m: Metrics, theme: Theme, turns: int | None, turn: int, ribbon: Phases,
               current: tuple[str, str]) -> None:
        body = image.get_rect().inflate(-m.px(16), -m.px(16))
        draw_sheet(image, body, m.scale)
        inner = body.inflate(-m.px(20), -m.px(14))
        boxes = turns or 0
        track_width = min(round(inner.width * 0.5), boxes * m.px(46) + m.px(58))
        x = inner.left
        label = font("title", m.px(17)).line_picture(theme.turn, INK)
        image.blit(label, label.get_rect(midleft=(x, inner.centery)))
        x += label.get_width() + m.px(12)
        box = (track_width - (x - inner.left)) / max(1, boxes)
        free = inner.width - track_width - m.px(PHASE_GAP)
        boxed = boxes > 0 and box >= m.px(30) and free >= len(ribbon) * m.px(PHASE_WIDTH)
        if not boxed:
            turn_label = font("table-bold", m.px(26)).line_picture(turn_text(turn, turns), INK)
            image.blit(turn_label, turn_label.get_rect(midleft=(x, inner.centery)))
            self.tips.append((turn_label.get_rect(midleft=(x, inner.centery)),
                              _turn_tip(theme.turn, turn, turn, turns)))
            track_width = x - inner.left + turn_label.get_width()
        for number in range(1, boxes + 1) if boxed else ():
            cell = pygame.Rect(round(x + (number - 1) * box), inner.top, round(box) - m.px(3), inner.height)
            _turn_box(image, m, cell, number, turn)
            self.tips.append((cell, _turn_tip(theme.turn, number, turn, turns)))
        start = inner.left + track_width + m.px(PHASE_GAP)
        room = pygame.Rect(start, inner.top, inner.right - start, inner.height)
        tips, self._folded, self._arrow = _draw_ribbon(image, m, room, theme, ribbon, current)
        self.tips += tips


def _turn_tip(name: Text, number: int, turn: int, turns: int | None) -> Text:
    """The tooltip of a turn's box."""
    numbered_turn = turn_text(number, turns)
    if number == turn:
        return say("{name} {turn}: current", name=name, turn=numbered_turn)
    return (say("{name} {turn}: over", name=name, turn=numbered_turn) if number < turn
            else say("{name} {turn}: to come", name=name, turn=numbered_turn))


def turn_text(turn: int, turns: int | None) -> Text:
    """The turn as text, with the number of turns if there is a last one."""
    return say("{turn} of {turns}", turn=turn, turns=turns) if turns is not None else str(turn)


def phases_shown(theme: Theme, phases: Phases, current: tuple[str, str]) -> Phases:
    """The phases of the ribbon: those of the turn, preceded by the opening phases while one of them is played."""
    ribbon = (*(theme.opening if current in theme.opening else ()), *phases)
    seats = {seat.name for seat in theme.seats}
    return ribbon if current in ribbon or current[0] not in seats else (current, *ribbon)


def _turn_box(image: pygame.Surface, m: Metrics, cell: pygame.Rect, number: int, turn: int) -> None:
    draw_box(image, cell, "#e4d8b8" if number < turn else "#f6eed9", LINE_INK, m.px(1), m.px(3))
    here = number == turn
    if here:
        radius = min(cell.width, cell.height) // 2 - m.px(1)
        pygame.draw.circle(image, "#6d521f", cell.center, radius + m.px(2))
        pygame.draw.circle(image, "#dfbd68", cell.center, radius)
        pygame.draw.circle(image, "#f6e3a8", cell.center, radius, width=m.px(2))
    text = font("table-bold" if here else "table", m.px(22)).line_picture(str(number), INK if number >= turn else FAINT)
    image.blit(text, text.get_rect(center=cell.center))
    if number < turn:
        pygame.draw.line(image, FAINT, cell.inflate(-m.px(14), -m.px(16)).bottomleft,
                         cell.inflate(-m.px(14), -m.px(16)).topright, m.px(2))


def _draw_ribbon(image: pygame.Surface, m: Metrics, room: pygame.Rect, theme: Theme, phases: Phases,
                 current: tuple[str, str]) -> tuple[SignMeanings, list[pygame.Rect], pygame.Rect]:
    """Draw the phases of a turn as arrows with their whole names, with the current one filled and bold, and those
    without room as dots. Return their tooltips with rectangles, the rectangles of the runs of dots, and that of the
    current phase."""
    tips: SignMeanings = []
    arrow = pygame.Rect(0, 0, 0, 0)
    if not phases:
        return tips, [], arrow
    info = {seat.name: seat for seat in theme.seats}
    at = phases.index(current) if current in phases else 0
    size, widths, named, titled = _laid_out(m, room.width, theme, phases, at)
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
            dots[index] = pygame.Rect(left, room.top, round(edge) - left, room.height)
            tips.append((dots[index], say("{phase}. Click: list the whole turn", phase=title)))
            continue
        right = round(edge) - m.px(4)
        points = [(left, room.top), (right - tip, room.top), (right, room.centery), (right - tip, room.bottom - 1),
                  (left, room.bottom - 1), (left + notch, room.centery)]
        here = (seat, phase) == current
        if here:
            arrow = pygame.Rect(left, room.top, right - left, room.height)
        colours = info.get(seat)
        paper, ink = ("#dfbd68" if here else "#f0e7cf"), INK  # thin print must not be paler
        if colours and here:
            paper, ink = colours.paper, colours.print
        pygame.draw.polygon(image, paper, points)
        pygame.draw.aalines(image, INK if here else LINE_INK, True, points)
        if colours and not here:
            pygame.draw.rect(image, colours.paper,
                             (left + notch + m.px(4), room.bottom - m.px(4), right - left - 3 * tip, m.px(3)))
        words = capitalised(theme.title_of(phase))
        tips.append((pygame.Rect(left, room.top, right - left, room.height),
                     say("{phase} (current)", phase=title) if here else title))
        free = right - left - round(1.5 * tip)
        middle = (left + right) // 2
        if colours is None:
            width = right - left - notch - tip // 2 - m.px(8)
            clear = pygame.Rect(left + notch + m.px(4), room.top, width, room.height)
            _print_block(image, m, words, here, clear, ink, size)
            continue
        bottom = fitted_name(words, "table-bold" if here else "table", m.px(size), free, ink)
        if index not in titled:
            image.blit(bottom, bottom.get_rect(center=(middle, room.centery)))
            continue
        side = capitalised(colours.described)
        face = fitting_font(side, "ui-bold" if here else "ui", m.px(SIDE_PRINT), free)
        top = face.line_picture(side, ink)
        image.blit(top, top.get_rect(midbottom=(middle, room.centery - m.px(1))))
        image.blit(bottom, bottom.get_rect(midtop=(middle, room.centery - m.px(5))))
    return tips, _draw_dots(image, m, theme, phases, dots, at), arrow


def _phase_title(theme: Theme, seat: str, phase: str) -> Text:
    """A phase with its side, if it has one."""
    side = next((info for info in theme.seats if info.name == seat), None)
    return (say("{side}: {phase}", side=side.title, phase=theme.title_of(phase)) if side
            else capitalised(theme.title_of(phase)))


def _draw_dots(image: pygame.Surface, m: Metrics, theme: Theme, phases: Phases, dots: Mapping[int, pygame.Rect],
               current: int) -> list[pygame.Rect]:
    """Draw the phases folded to dots on plates, one plate for each run; return the plates' rectangles. The first side's
    dots are round, the second's square; past ones are hollow."""
    plates: list[pygame.Rect] = []
    for index, box in dots.items():
        if index - 1 in dots:
            plates[-1].union_ip(box)
        else:
            plates.append(box.copy())
    plates = [plate.inflate(-m.px(4), -m.px(16)) for plate in plates]
    for plate in plates:
        draw_box(image, plate, "#f6eed9", LINE_INK, m.px(1.5), m.px(6))
    seats = {seat.name: (number, seat.paper) for number, seat in enumerate(theme.seats)}
    for index, box in dots.items():
        number, paper = seats.get(phases[index][0], (len(seats), LINE_INK))
        mark = pygame.Rect(0, 0, m.px(FOLDED_PHASE_WIDTH) * 3 // 5, m.px(FOLDED_PHASE_WIDTH) * 3 // 5)
        mark.center = box.center
        corners = 0 if number == 1 else mark.width
        pygame.draw.rect(image, INK, mark, border_radius=corners)
        inner = mark.inflate(-2 * max(1, m.px(1.5)), -2 * max(1, m.px(1.5)))
        pygame.draw.rect(image, paper, inner, border_radius=corners)
        if index < current:
            pygame.draw.rect(image, "#f6eed9", inner.inflate(-inner.width // 2, -inner.width // 2),
                             border_radius=corners)
    return plates


def _indices_with_side(phases: Phases, current: int) -> frozenset[int]:
    """The indices of the phases whose arrows also name their side: the first of several in a row, and the current one.
    The others have only the colour, so that their names can be larger."""
    return frozenset(k for k, (seat, _) in enumerate(phases) if not k or k == current or seat != phases[k - 1][0])


def _laid_out(m: Metrics, room: int, theme: Theme, phases: Phases, current: int) -> tuple[
        int, list[int], frozenset[int], frozenset[int]]:
    """The size of the print in layout units, the width of each phase, the indices of the phases shown with their whole
    names (all of them if a size of print allows it), and the indices of those that name their side."""
    everywhere, few = frozenset(range(len(phases))), _indices_with_side(phases, current)
    for size, titled in ((PHASE_PRINT, everywhere),
                         *((size, few) for size in range(PHASE_PRINT, MIN_TITLED_PRINT - 1, -1))):
        widths = [_needed(m, theme, each, size, titled=k in titled) for k, each in enumerate(phases)]
        if sum(widths) <= room:
            return size, widths, everywhere, titled
    dot = m.px(FOLDED_PHASE_WIDTH)
    for size in range(PHASE_PRINT, MIN_CURRENT_PRINT - 1, -1):
        widths = [_needed(m, theme, each, size, titled=k in few) for k, each in enumerate(phases)]
        if named := named_phases(widths, current, room, dot):
            break
    named = named or frozenset((current,))
    return size, [width if k in named else dot for k, width in enumerate(widths)], named, few


def _needed(m: Metrics, theme: Theme, phase: tuple[str, str], size: int, *, titled: bool) -> int:
    """The width in pixels of an arrow with the whole name of a phase, and its side's if ``titled``."""
    side = next((seat for seat in theme.seats if seat.name == phase[0]), None)
    words, print_ = capitalised(theme.title_of(phase[1])), font("table-bold", m.px(size))
    if side is None:
        first, _, rest = words.partition(" ")
        return max(print_.size(first)[0], print_.size(rest)[0]) + round(1.5 * m.px(TIP_LENGTH)) + m.px(14)
    width = print_.size(words)[0]
    if titled:
        width = max(width, font("ui-bold", m.px(SIDE_PRINT)).size(capitalised(side.described))[0])
    return width + round(1.5 * m.px(TIP_LENGTH)) + m.px(6)


def named_phases(widths: Sequence[int], current: int, room: int, dot: int) -> frozenset[int]:
    """The indices of the phases shown with their names within ``room`` pixels, while the others are dots: the current
    one, those after it as far as there is room, then those before it; none if there is no room for the current phase
    and the next.

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


def _print_block(image: pygame.Surface, m: Metrics, words: str, here: bool, clear: pygame.Rect, ink: str,
                 size: int) -> None:
    """Print the name of a phase without a side, between the notch and the point of its arrow, in two lines if one does
    not fit."""
    role: Role = "table-bold" if here else "table"
    first, _, rest = words.partition(" ")
    lines = (first, rest) if rest and font(role, m.px(size)).size(words)[0] > clear.width else (words,)
    printed = [fitted_name(line, role, m.px(size), clear.width, ink) for line in lines]
    printed = [each.subsurface(each.get_bounding_rect()) for each in printed] if len(printed) > 1 else printed
    gap = m.px(4) if len(printed) > 1 else 0
    y = clear.centery - (sum(each.get_height() for each in printed) + gap * (len(printed) - 1)) // 2
    for each in printed:
        image.blit(each, each.get_rect(midtop=(clear.centerx, y)))
        y += each.get_height() + gap


def fitted_name(words: str, role: Role, px: int, room: int, ink: str) -> pygame.Surface:
    """A phase's name in ``room`` pixels, if need be in smaller type."""
    size = px
    while size > px * 2 // 3 and font(role, size).size(words)[0] > room:
        size -= 1
    return font(role, size).line_picture(words, ink)
