"""The pen of a card: it also reserves slots for widgets, notes clickable spots and tooltips, and knows how scarce room
is on the card."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace

import pygame

from game.core.message import Text
from game.core.theme import SeatInfo
from game.ui.kit.fonts import Role
from game.ui.kit.pen import LEADING, Pen, TextRun
from game.ui.kit.theme import INK, LINE_INK

PADDING = 18
"""Layout units between a card's edge and its print."""
TWO_COLUMNS_FROM = 600
"""The print width in layout units from which a card has two columns."""
TIGHT, TERSE, LEAN, BARE, PICTURELESS, NAME_ONLY = 1, 2, 3, 4, 5, 6
"""Degrees of scarcity of room on a card. With each one the card prints less than with the one before, as the properties
of :class:`CardPen` of these names say."""
GUTTER = 24
"""Layout units between two columns."""
DASH_PITCH = 4
"""The distance between the beginnings of two dashes of a side's edge, in heights of the edge."""
DASH_SHARE = 0.6
"""The share of that distance that is drawn; the rest is a gap."""


def draw_side_edge(target: pygame.Surface, rect: pygame.Rect, seat: SeatInfo | None, ink: str) -> None:
    """Draw an edge that fills ``rect``: dashed if the pattern of the side is not solid, which tells sides apart without
    their colours.

    :param seat: the side; None for a solid edge.
    """
    if seat is not None and seat.pattern != "solid":
        pitch = rect.height * DASH_PITCH
        for x in range(rect.left, rect.right, pitch):
            pygame.draw.rect(target, ink, (x, rect.top, min(int(pitch * DASH_SHARE), rect.right - x), rect.height))
    else:
        pygame.draw.rect(target, ink, rect)


def unchanged(text: Text) -> Text:
    """The text unchanged."""
    return text


@dataclass
class CardSpot:
    """A named rectangle on a card that can be clicked, such as a unit of the stack."""

    rect: pygame.Rect
    name: str


@dataclass
class CardPen(Pen):
    """A pen that also reserves slots for widgets and notes clickable spots and tooltips.

    All rectangles and heights are in pixels of its surface.
    """

    slots: dict[str, pygame.Rect] = field(default_factory=dict)
    """Rectangles reserved for widgets, by the name of the widget."""
    labels: dict[str, str] = field(default_factory=dict)
    """The labels of buttons that depend on the room, by the name of the button's slot."""
    spots: list[CardSpot] = field(default_factory=list)
    tips: list[tuple[pygame.Rect, Text]] = field(default_factory=list)
    """Rectangles of signs and their tooltips."""
    heading_ends: list[int] = field(default_factory=list)
    """Possible ends of the heading that stays in view when the rest scrolls, the shortest first."""
    list_lines: list[tuple[int, int]] = field(default_factory=list)
    """Top and bottom of each line of a list; the card tells how many of them are out of view."""
    pinned: tuple[int, int] = (0, 0)
    """Top and bottom of the print that stays at the card's foot, however much is printed above it."""
    foot: int = 0
    """The pixel at which the print must end on a card of given height; 0 if it may end anywhere."""
    scarcity: int = 0
    """The scarcity of room: 0 if there is enough, else ``TIGHT``, ``TERSE``, ``LEAN``, ``BARE``, ``PICTURELESS`` or
    ``NAME_ONLY``."""
    focus: list[tuple[Hashable, pygame.Rect]] = field(default_factory=list)
    """Names and areas of print in focus, the most important last: an area is brought into view if its name was not in
    focus before."""
    still: bool = False
    """Whether the card keeps its scroll position, so that nothing is brought into view."""
    wording: Callable[[Text], Text] = field(default_factory=lambda: unchanged)
    """Callback that rewords a text, for example to describe hexes by location."""
    probed: set[int] = field(default_factory=set)
    """The degrees of scarcity that the print has asked for so far, and so depends on; shared by the pens for parts of
    the card."""

    @property
    def tight(self) -> bool:
        """Whether to use one line if that is possible."""
        return self._as_scarce_as(TIGHT)

    @property
    def terse(self) -> bool:
        """Whether to use fewer words if that is possible."""
        return self._as_scarce_as(TERSE)

    @property
    def lean(self) -> bool:
        """Whether to leave out what is beside the card's subject, such as the other units of a stack."""
        return self._as_scarce_as(LEAN)

    @property
    def bare(self) -> bool:
        """Whether to print only the most important things."""
        return self._as_scarce_as(BARE)

    @property
    def pictureless(self) -> bool:
        """Whether to leave out the picture of the card's subject."""
        return self._as_scarce_as(PICTURELESS)

    @property
    def name_only(self) -> bool:
        """Whether to print only what the card is about, in one line."""
        return self._as_scarce_as(NAME_ONLY)

    def _as_scarce_as(self, degree: int) -> bool:
        """Whether room is at least as scarce as a degree; notes that the print depends on it."""
        self.probed.add(degree)
        return self.scarcity >= degree

    def flow(self, runs: Sequence[TextRun], *, indent: int = 0, leading: float = LEADING) -> None:
        worded = [run if run.rule is not None else replace(run, text=self.wording(run.text)) for run in runs]
        super().flow(worded, indent=indent, leading=leading)

    def line(self, text: Text, role: Role = "ui", size: int = 17, colour: str = INK, *, centre: bool = False,
             right: bool = False, x: int | None = None, width: int | None = None) -> pygame.Rect:
        return super().line(self.wording(text), role, size, colour, centre=centre, right=right, x=x, width=width)

    def row(self, label: Text, value: Text, size: int = 17) -> None:
        super().row(label, self.wording(value), size)

    def heading(self, text: Text, right: Text = "") -> None:
        """Print a card's small heading; the first one stays in view when the rest scrolls."""
        super().heading(self.wording(text), right)
        if not self.heading_ends:
            self.heading_ends.append(self.y)

    def add_list_line(self, top: int, bottom: int) -> None:
        """Register the top and bottom of a printed line of a list, which is shown as a whole or not at all."""
        self.line_extents.append((top, bottom))
        self.list_lines.append((top, bottom))

    def bring_into_view(self, area: pygame.Rect) -> None:
        """Bring an area of print into view on a scrolling card whenever the card is redrawn."""
        self.focus.append((object(), area))  # a name that was never in focus before

    @property
    def wide(self) -> bool:
        """Whether there is room for two columns."""
        return self.width >= self.metrics.px(TWO_COLUMNS_FROM)

    def halves(self, share: float = 0.5) -> tuple[CardPen, CardPen]:
        """Pens for two columns that start at the present height.

        :param share: the share of the width that the left column takes, from 0 to 1.
        """
        room = self.width - self.metrics.px(GUTTER)
        left_width = round(room * share)
        right = self.x + self.width - (room - left_width)
        return replace(self, width=left_width), replace(self, x=right, width=room - left_width)

    def continue_below(self, left: CardPen, right: CardPen) -> None:
        """Continue below two columns, and draw a thin line between them."""
        middle, bottom = right.x - self.metrics.px(GUTTER) // 2, max(left.y, right.y)
        pygame.draw.line(self.surface, LINE_INK, (middle, self.y), (middle, bottom), self.metrics.px(1))
        self.y = bottom

    def slot(self, name: str, height: int, *, left: float = 0.0, right: float = 1.0, move: bool = True) -> None:
        """Reserve the rectangle of a widget over a part of the column's width.

        :param height: in layout units.
        :param left: the left edge, as a share of the column's width.
        :param right: the right edge, likewise.
        :param move: whether to continue below it; else the next slot is beside it.
        """
        x = self.x + round(self.width * left)
        self.slots[name] = room = pygame.Rect(x, self.y, round(self.width * (right - left)), self.metrics.px(height))
        self.line_extents.append((room.top, room.bottom))
        if move:
            self.y += self.metrics.px(height)
