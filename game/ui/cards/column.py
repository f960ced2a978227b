"""The right column: the prompt card, the card of what is selected or fought, and the log, on dark leather."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import pygame

from game.core.verdict import RuleRef
from game.ui.cards.card import PADDING, WIDE, Card, CardPen
from game.ui.cards.log import Log, bare_height, largest_print, least_height
from game.ui.kit.paper import fill
from game.ui.kit.theme import Metrics

GAP = 12
TOOLS = 44
"""Units: between cards, and the height of the row of tools below them."""
PROMPT, LOG = 0.40, 0.12
"""The shares of the column's height that the prompt card takes at most, and that the log keeps at most, once it
says anything: cards whose print would need more are set smaller, and only one that is too high even so takes room
from the log."""
OVERVIEW, LONG = 0.365, 0.52
"""The shares that the overview of a phase takes at most, where it has no room beside the map: a long one is what is
worked with, has more, and always as much, so that its rows stay where they are."""
FEW = 0.17
"""The share that is left to the overview where it makes room for a card that is to be seen whole."""
STEADY = 0.38
"""The share that a prompt card takes whose buttons must stay where they are: its scale depends on the room alone."""
HEADS = 1.25
"""How much larger than the prompt other cards are set at most, so that their headings are no larger than its own."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a card should show: a key that changes when it does, and what prints it."""

    key: tuple[Hashable, ...]
    write: Callable[[CardPen], None]
    steady: tuple[int, int] | None = None
    """The usual heights in units, narrow and wide, of a card that is never set smaller for what stands on it."""
    long: bool = False
    """Whether it is a long list."""
    whole: bool = False
    """Whether the overview gives up room where it would be cut: the arithmetic of a roll, or what was selected."""


class Column:
    """Lays the cards out from the top down; the log takes what is left."""

    def __init__(self) -> None:
        self.prompt, self.overview, self.middle, self.log = Card(), Card(), Card(), Log()
        self._among = False
        """Whether the overview lies among the cards of the column, not beside the map."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._ground: pygame.Surface | None = None
        self.log_rect = pygame.Rect(0, 0, 0, 0)
        self._metrics = self.log_metrics = Metrics(1, 1, 1.0)
        self._layout: object = None
        self._picture: pygame.Surface | None = None
        self._shown: object = None
        self._cut: tuple[object, int] = (None, 0)
        """A middle card that is to be seen whole beside an overview, and how many pixels of it found no room."""
        self._standing: tuple[int, int] | None = None
        """The height of the overview's print and the column's foot when it was last laid."""

    def arrange(self, rect: pygame.Rect, m: Metrics, prompt: Content, middle: Content,
                overview: Content | None = None) -> bool:
        """Bring the cards up to date; whether widgets on them may have to move.

        :param overview: what is listed at the foot, where that has no room beside the map: it stays there whatever the
            cards above it say. The log has what is left.
        """
        self.rect, self._metrics = rect, m.furniture
        gap = self._metrics.px(GAP)
        width = rect.width - 2 * gap
        top, bottom = rect.y + gap, self.tools.top - gap
        above = whole = _whole(rect.height, m)
        kept = min(least_height(m), max(round(LOG * whole), least_height(m.at(m.least))))
        steady = m.at(_steady(m, prompt.steady, width, STEADY * whole)) if prompt.steady is not None else m
        changed = self.prompt.write(
            prompt.key, width, steady, prompt.write, round(PROMPT * whole), shrinks=prompt.steady is None)
        kept = kept if self.log.entries and overview is None else 0
        listed, self._among = 0, overview is not None
        asked: object = None
        if overview is not None:
            most = round((LONG if overview.long else OVERVIEW) * whole)
            changed |= self.overview.write(overview.key, width, m.at(min(m.scale, self.prompt.scale)), overview.write,
                                           most, shrinks=not overview.long)
            listed = most if overview.long else min(self.overview.height, most)
            asked = middle.key, width, whole, self.prompt.height, self.overview.version
            if middle.whole and not overview.long and self._cut[0] == asked:
                listed = max(min(listed, round(FEW * whole)), listed - self._cut[1])
            whole -= listed + gap
        room = max(0, whole - self.prompt.height - kept - (2 if kept else 1) * gap)
        others = m.at(min(m.scale, HEADS * self.prompt.scale))
        spare = max(0, whole - self.prompt.height - gap) - room
        if self.middle.write(middle.key, width, others, middle.write, room, spare=spare):
            self.middle.offset = 0
            changed = True
        if overview is not None and middle.whole and not overview.long and self._cut[0] != asked:
            self._cut = asked, max(0, self.middle.height - room - spare)
            return self.arrange(rect, m, prompt, middle, overview)
        if self.middle.height <= room + spare:
            room = max(room, self.middle.height)
        if overview is not None and not overview.long:
            free = max(0, whole - self.prompt.height - min(self.middle.height, room) - 2 * gap)
            if free < least_height(largest_print(m.at(min(m.scale, self.prompt.scale)), free)):
                listed = min(self.overview.height, listed + free)  # no room for the log: the list has it
        layout = (rect.x, rect.y, top, bottom, self.prompt.height, listed, self.middle.height, kept, m)
        if changed or layout != self._layout:
            self._layout = layout
            self.prompt.place(rect.x + gap, top, min(self.prompt.height, above))
            top = self.prompt.rect.bottom + gap
            if overview is not None:
                bottom -= listed
                if self._standing == (self.overview.height, rect.bottom):
                    # It loses or gains room at its top: what is read or about to be clicked stays where it is.
                    self.overview.offset += self.overview.rect.height - listed
                self._standing = self.overview.height, rect.bottom
                self.overview.place(rect.x + gap, bottom, listed)
                bottom -= gap
            self.middle.place(rect.x + gap, top, min(self.middle.height, room))
            top = self.middle.rect.bottom + gap
            rest = max(0, bottom - top)
            self.log_metrics = largest_print(m.at(min(m.scale, self.prompt.scale)), rest)
            shown = rest >= (bare_height(self.log_metrics) if kept else least_height(self.log_metrics))
            self.log_rect = pygame.Rect(rect.x + gap, top, width, rest if shown else 0)
            changed = True
        return changed

    @property
    def tools(self) -> pygame.Rect:
        """The row of tool buttons at the bottom."""
        gap, height = self._metrics.px(GAP), self._metrics.px(TOOLS)
        return pygame.Rect(self.rect.x + gap, self.rect.bottom - gap - height, self.rect.width - 2 * gap, height)

    def draw(self, target: pygame.Surface) -> None:
        """Lay everything on a surface; one opaque picture is kept until something on it changes."""
        among = (self.overview.version, self.overview.offset) if self._among else None
        shown = (self._layout, self.prompt.version, self.middle.version, self.middle.offset, self.log.version, among)
        if shown != self._shown:
            self._shown = shown
            self._paint(target)
        assert self._picture is not None
        target.blit(self._picture, self.rect)

    def _paint(self, target: pygame.Surface) -> None:
        """Draw the column's picture; cards are laid in the window's own coordinates."""
        if self._ground is None or self._ground.get_size() != self.rect.size:
            self._ground = _leather(self.rect.size, self._metrics).convert(target)
            self._picture = self._ground.copy()
        target.blit(self._ground, self.rect)
        self.prompt.draw(target)
        if self._among:
            self.overview.draw(target)
        self.middle.draw(target)
        if self.log_rect.height:
            self.log.draw(target, self.log_rect, self.log_metrics)
        assert self._picture is not None
        self._picture.blit(target, (0, 0), self.rect)

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point."""
        shown_log = self.log.link_at(pos) if self.log_rect.height else None
        return self.prompt.link_at(pos) or self.overview.link_at(pos) or self.middle.link_at(pos) or shown_log

    def wheel(self, pos: tuple[int, int], steps: int) -> None:
        """Turn the wheel over the column: the card under the pointer scrolls."""
        if self.log_rect.collidepoint(pos):
            self.log.scroll(steps)
        elif self.overview.rect.collidepoint(pos):
            self.overview.scroll(-steps * self._metrics.px(48))
        elif self.middle.rect.collidepoint(pos):
            self.middle.scroll(-steps * self._metrics.px(48))


def largest_scale(m: Metrics, heights: tuple[int, int]) -> float:
    """The scale at which cards are set at most in a window, below a prompt of usual heights."""
    width = m.column - 2 * m.furniture.px(GAP)
    return min(m.scale, HEADS * _steady(m, heights, width, STEADY * _whole(m.height, m)))


def _whole(height: int, m: Metrics) -> int:
    """Pixels that cards and log share in a column so high."""
    return height - 3 * m.furniture.px(GAP) - m.furniture.px(TOOLS)


def _steady(m: Metrics, heights: tuple[int, int], width: int, room: float) -> float:
    """The scale at which a card of a usual height fits into the room; a wide card is lower."""
    narrow, wide = (max(m.least, min(m.scale, room / height)) for height in heights)
    return max(narrow, min(wide, width / (WIDE + 2 * PADDING)))


def _leather(size: tuple[int, int], m: Metrics) -> pygame.Surface:
    """Dark leather with a stitched seam and a shadow where the table begins."""
    ground = pygame.Surface(size)
    fill(ground, "leather")
    for x in range(m.px(10)):
        shade = pygame.Surface((1, size[1]), pygame.SRCALPHA)
        shade.fill((0, 0, 0, 130 - 13 * x if x < 10 else 0))
        ground.blit(shade, (x, 0))
    seam = m.px(5)
    for y in range(m.px(6), size[1] - m.px(6), m.px(12)):
        pygame.draw.line(ground, "#6b5238", (seam, y), (seam, y + m.px(7)), m.px(1.5))
    return ground
