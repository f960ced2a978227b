"""The panel: the prompt card, the card of the selection or combat, and the log, on dark leather."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import pow

import pygame

from game.board.board import Board
from game.core.message import Text, say
from game.core.verdict import RuleRef
from game.ui.cards.card import Card, height_of
from game.ui.cards.card_pen import PADDING, TWO_COLUMNS_FROM, CardPen
from game.ui.cards.log import MIN_LINES, Log, head_height, is_bare, largest_print, least_height
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet, fill
from game.ui.kit.theme import FAINT, INK, Metrics

CARD_GAP = 12
"""The gap between cards, in layout units."""
TOOLS_HEIGHT = 44
"""The height of the row of tools below the cards, in layout units."""
FOLDED_LIST_HEIGHT = 38
"""The height of a list folded to its heading, in layout units."""
MAX_LOG_SHARE = 0.24
"""The maximum share of the panel for headline and log. Like the numbers below, chosen by eye."""
MIN_OPEN_LOG_SHARE = 0.34
"""Their minimum share if the log was unfolded by hand."""
LOG_YIELDS = 1.8
"""The log's share is divided by this power of the interface scale, so that the arithmetic of a combat has room to
grow."""
MIN_LOG_LINES = 2
"""The minimum number of lines of a log that has given room to a card; in a larger interface it may fold while the card
is shown."""
LARGE_LINES = 3
"""The minimum number of lines of a log in a larger interface, so that its print grows, too."""
MAX_PROMPT = 0.40
"""The maximum share of the panel's height for the prompt card."""
MAX_OVERVIEW_SHARE = 0.40
"""The maximum share for a short overview of a phase, if there is no room beside the map."""
LONG_OVERVIEW_SHARE = 0.475
"""The maximum share for a long overview, which always takes all of it, so that its rows stay in place."""
MIN_SELECTION = 104
"""The minimum height of the card of the selection above a long list, for its title and a button: in layout units of
the smallest print."""
MAX_GROWTH = 1.15
"""The maximum factor by which a short overview's share grows with the interface scale."""
MIN_OVERVIEW = 0.15
"""The share left to the overview when it makes room for a card that must be shown whole."""
STEADY_SHARE = 0.38
"""The share of a prompt card whose buttons must stay in place: its scale depends on the room alone."""
CACHED_SIZES = 8
"""The number of window sizes for which the tallest prompt is cached."""
MAX_STEADY_SHARE = 0.63
"""The maximum of that share, divided by the interface scale if that is above 1, because other cards grow as well."""
MAX_RELATIVE_SCALE = 1.25
"""The maximum scale of other cards relative to the prompt, so that their headings are no larger than its own."""


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of a card: a key that changes with them, and the function that prints them."""

    key: tuple[Hashable, ...]
    write: Callable[[CardPen], None]
    steady: tuple[int, int] | None = None
    """The usual heights in layout units, narrow and wide, of a card whose scale does not depend on its contents."""
    forms: tuple[Callable[[CardPen], None], ...] = ()
    """Writers of its tallest forms: room is always reserved for the tallest, so that what lies below stays in place."""
    long: bool = False
    """Whether it is a long list."""
    title: Text = ""
    """Its title while it is folded to its heading."""
    makes_room: bool = False
    """Whether prompt, list and log give up room if it would not fit: the arithmetic of a roll or a selection, but never
    what is only under the pointer."""
    roll: bool = False
    """Whether it is the arithmetic of a roll: a short list gives up lines only for that, unless the interface is larger
    than usual."""
    idle: bool = False
    """Whether the player is working with the list: it then gives up no lines for this card, only its blank foot."""


class CardColumn:
    """The panel. It lays the cards out in fixed regions: the prompt, the selection or combat, the list of the phase if
    there is one, and at the foot the headline with the log below it. They fill the panel."""

    def __init__(self) -> None:
        self.prompt, self.overview, self.middle, self.log = Card(), Card(), Card(), Log()
        self._list_in_panel = False
        """Whether the overview is in the panel, not beside the map."""
        self._lists = False
        """Whether it is there in some phases of the game."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._ground: pygame.Surface | None = None
        self.log_rect = self.list_rect = pygame.Rect(0, 0, 0, 0)
        self.log_folded = False
        """Whether the log is only its headline."""
        self._log_open: bool | None = None
        """Whether the log was unfolded or folded by hand; None: it is unfolded if there is room."""
        self._list_title: Text = ""
        self._metrics = self.log_metrics = Metrics(1, 1, 1.0)
        self._layout: object = None
        self._picture: pygame.Surface | None = None
        self._shown: object = None
        self._cut: tuple[object, int] = (None, 0)
        """The last middle card that had to be shown whole, and by how many pixels it was still too high."""
        self._lent: tuple[object, int] = (None, 0)
        """The last such card with its prompt, and how many pixels of blank paper the prompt gives it."""
        self._scene: Hashable = None
        self._given = self._listed = 0
        """Pixels that the log has given up permanently, never its last lines; ``_listed``: pixels that a short list has
        taken in the scene."""
        self._learnt: dict[Hashable, int] = {}
        """Pixels that the log has given up, by window size."""
        self._edges: dict[Hashable, int] = {}
        """Pixels that the list has taken, by scene; it starts with these when the scene comes again."""
        self._tallest: dict[tuple[int, Metrics], int] = {}
        """The height of the tallest prompt, by its width and metrics."""
        self._standing: tuple[int, int] | None = None
        """The height of the overview's print and its foot at the last layout."""

    def describe_places(self, board: Board, words: Callable[[Text], Text], *, number: bool) -> None:
        """Set whether cards and log show hex numbers or describe hexes by location.

        :param words: the callback that words a text accordingly.
        """
        self.log.describe_places(board, number=number)
        for card in (self.prompt, self.overview, self.middle):
            card.set_wording(words, (id(board), number))

    def arrange(self, rect: pygame.Rect, m: Metrics, prompt: Content, middle: Content,
                overview: Content | None = None, scene: Hashable = None, *, lists: bool = False) -> bool:
        """Bring the cards up to date; return whether widgets on them may have to move.

        :param scene: the phase, the same for both sides and every turn: its list keeps its upper edge within it.
        :param overview: the list above the headline; given if there is no room for it beside the map.
        :param lists: whether phases of this game have such a list: in all of them the log is then only its headline
            until it is unfolded.
        """
        self.rect, self._metrics = rect, m.frame_metrics
        gap, width = self._metrics.px(CARD_GAP), rect.width - 2 * self._metrics.px(CARD_GAP)
        top, bottom = rect.y + gap, self.tools.top - gap
        full_height = _shared_height(rect.height, m)
        steady = m.at(_steady_scale(m, prompt.steady, width, full_height)) if prompt.steady is not None else m
        reserved = self._reserved(prompt, width, steady)
        if m.interface_scale > 1 and reserved * m.interface_scale > MAX_STEADY_SHARE * full_height:
            # leave room for the selection to grow too
            steady = m.at(max(m.min_card_scale,
                              steady.scale * MAX_STEADY_SHARE * full_height / m.interface_scale / reserved))
            reserved = self._reserved(prompt, width, steady)
        cards = middle.key, prompt.key, width, full_height, reserved
        lent = self._lent[1] if self._lent[0] == cards else 0
        changed = self.prompt.write(prompt.key, width, steady, prompt.write, reserved - lent
                                    or round(MAX_PROMPT * full_height),
                                    shrinks=prompt.steady is None, fills=bool(reserved))
        self._list_in_panel, self._lists = overview is not None, lists or overview is not None
        sizes = rect.size, m, self._log_open, self._list_in_panel, self.list_folded
        if (scene, sizes) != self._scene:
            self._scene = scene, sizes
            self._given, self._listed = self._learnt.get(sizes, 0), self._edges.get(self._scene, 0)
        asking = max(self.prompt.height, reserved - lent)
        print_ = m.at(min(m.scale, self.prompt.scale))
        folded = head_height(print_, bare=True)
        listed = 0
        if overview is not None:
            max_height = full_height - asking - folded - 3 * gap - m.at(m.min_card_scale).px(MIN_SELECTION)
            changed |= self._list(overview, width, m, full_height, max_height)
            listed = self._metrics.px(FOLDED_LIST_HEIGHT) if self.list_folded else self._listed
        logged = self._logged(m, print_, full_height)
        others = m.at(min(m.scale, MAX_RELATIVE_SCALE * self.prompt.scale))
        free = full_height - asking - 2 * gap - (listed + gap if listed else 0)
        asked = cards, self.overview.version
        asks = overview is not None and not self.list_folded and middle.makes_room and (
            middle.roll or (not middle.idle and (overview.long or m.interface_scale > 1)))
        blank = overview is not None and not self.list_folded and middle.makes_room and self.overview.height < listed
        if (asks or blank) and self._cut[0] == asked:
            # a list's blank foot is always free
            min_height = round(MIN_OVERVIEW * full_height) if asks else self.overview.height
            lower = max(min(listed, min_height), listed - self._cut[1])
            listed, free = lower, free + listed - lower
        gives = middle.makes_room and not self._log_open and not self._lists
        few = least_height(print_.at(print_.min_card_scale), MIN_LOG_LINES)
        kept = few if logged >= few and m.interface_scale <= 1 else folded
        spare = max(0, logged - kept) if gives else 0
        room = max(0, free - logged)
        if self.middle.write(middle.key, width, others, middle.write, room, spare=spare):
            self.middle.offset = 0
            changed = True
        if (asks or blank or (middle.makes_room and reserved)) and self._cut[0] != asked:
            cut = max(0, self.middle.height - room - spare + lent)
            others_give = listed - self.overview.height if blank else 0
            lent = max(0, min(cut - others_give, self._blank(prompt, width, steady, reserved) if cut else 0))
            self._cut, self._lent = (asked, cut - lent), (cards, lent)
            self._layout = None  # what has been written here must be placed
            return self.arrange(rect, m, prompt, middle, overview, scene, lists=lists)
        needs = self.middle.height - room
        if 0 < needs <= spare:
            self._given += min(needs, max(0, logged - few))
            logged -= needs
        self._learnt[sizes], self._edges[self._scene] = self._given, self._listed
        lines = MIN_LOG_LINES if self._given else LARGE_LINES if m.interface_scale > 1 else MIN_LINES
        self.log_metrics = largest_print(print_, logged, lines)
        self.log_folded = self._log_open is False or logged < least_height(self.log_metrics, lines)
        if self.log_folded:
            logged = min(logged, folded)
            self.log_metrics = print_ if logged == folded else self.log_metrics
        used = free - logged
        if used < self._metrics.px(FOLDED_LIST_HEIGHT):
            used = 0  # no more than its heading would show
        layout = (rect.x, rect.y, top, bottom, asking, listed, self.middle.height, used, logged, m,
                  self.log_folded, self.list_folded)
        if changed or layout != self._layout:
            self._layout = layout
            self._place(top, bottom, asking, used, listed, logged)
            changed = True
        self._list_title = overview.title if overview is not None else ""
        return changed

    def _reserved(self, prompt: Content, width: int, m: Metrics) -> int:
        """Pixels reserved for the prompt, constant within one game and window size; 0 if none are."""
        if not prompt.forms:
            return 0
        if (width, m) not in self._tallest:
            if len(self._tallest) == CACHED_SIZES:
                self._tallest.clear()
            self._tallest[width, m] = max(height_of(width, m, form) for form in prompt.forms)
        return self._tallest[width, m]

    def _blank(self, prompt: Content, width: int, m: Metrics, reserved: int) -> int:
        """Pixels reserved for the prompt that its present print leaves blank."""
        return max(0, reserved - height_of(width, m, prompt.write)) if reserved else 0

    def _list(self, overview: Content, width: int, m: Metrics, full_height: int, room: int) -> bool:
        """Bring the list up to date and record its height, the maximum so far in the phase. Return whether it was
        drawn.

        :param room: the maximum height of a long one, which scrolls.
        """
        max_height = min(round(LONG_OVERVIEW_SHARE * full_height), room) if overview.long else round(
            MAX_OVERVIEW_SHARE * max(1.0, min(MAX_GROWTH, m.interface_scale)) * full_height)
        drawn = self.overview.write(overview.key, width, m.at(min(m.scale, self.prompt.scale)), overview.write,
                                    max_height, shrinks=not overview.long)
        self._listed = max(self._listed, min(self.overview.height, max_height))
        return drawn

    def _logged(self, m: Metrics, print_: Metrics, full_height: int) -> int:
        """The height of headline and log in pixels: independent of the cards, except for room given up to one."""
        folded = head_height(print_, bare=True)
        if self._log_open is False:
            return folded
        least = least_height(m.at(m.min_card_scale))
        share = round(MAX_LOG_SHARE * full_height)
        usual = max(round(share / pow(m.interface_scale, LOG_YIELDS)), min(share, least))
        if self._log_open:
            return max(round(MIN_OPEN_LOG_SHARE * full_height), least)
        if self._lists:
            return folded  # the list takes the log's room
        return max(folded, usual - self._given)

    def _place(self, top: int, bottom: int, asking: int, used: int, listed: int, logged: int) -> None:
        """Place the cards from the top down, and the log and the list from the foot up.

        :param used: the height of the middle card; the other heights are those of prompt, list, and headline with log.
        """
        gap, x = self._metrics.px(CARD_GAP), self.rect.x + self._metrics.px(CARD_GAP)
        width = self.rect.width - 2 * gap
        self.prompt.place(x, top, min(asking, bottom - top))
        self.middle.place(x, self.prompt.rect.bottom + gap, used)
        self.log_rect = pygame.Rect(x, bottom - logged, width, logged)
        foot = self.log_rect.top - gap
        self.list_rect = pygame.Rect(x, foot - listed, width, listed)
        if not self._list_in_panel:
            return
        if self._standing == (self.overview.height, foot):
            # Its height changes at the top: scroll so that the visible lines stay in place.
            self.overview.offset += self.overview.rect.height - listed
        self._standing = self.overview.height, foot
        if self.list_folded:
            self.overview.place(-2 * width, 0, 0)
        else:
            self.overview.place(*self.list_rect.topleft, listed)

    @property
    def list_folded(self) -> bool:
        """Whether the list at the foot is folded to its heading because the log was unfolded in its place."""
        return self._list_in_panel and bool(self._log_open)

    def fold_log(self) -> None:
        """Fold the log to its heading, or unfold it; the card above it, or the list, gives it room."""
        self._log_open = self.log_folded

    def press_fold(self, pos: tuple[int, int]) -> bool:
        """Handle a press on the heading of the log or of a foldable list; return whether it was there."""
        if self.heading(self.log_rect).collidepoint(pos) and self.log.link_at(pos) is None:
            self.fold_log()
            return True
        if self._list_in_panel and self._corner(self.list_rect).collidepoint(pos):
            self._log_open = None if self.list_folded else True
            return True
        return False

    def heading(self, card: pygame.Rect) -> pygame.Rect:
        """The rectangle where a press folds or unfolds a card: its heading."""
        height = self._metrics.px(FOLDED_LIST_HEIGHT)
        if card is self.log_rect:
            height = head_height(self.log_metrics, bare=is_bare(self.log_metrics, card.height))
        return pygame.Rect(card.x, card.y, card.width, min(card.height, height))

    def _corner(self, card: pygame.Rect) -> pygame.Rect:
        """The same for a list: the whole bar if folded, else the left half of its heading, with the sign."""
        head = self.heading(card)
        return pygame.Rect(head.x, head.y, head.width if self.list_folded else head.width // 2, head.height)

    @property
    def tools(self) -> pygame.Rect:
        """The row of tool buttons at the bottom."""
        gap, height = self._metrics.px(CARD_GAP), self._metrics.px(TOOLS_HEIGHT)
        return pygame.Rect(self.rect.x + gap, self.rect.bottom - gap - height, self.rect.width - 2 * gap, height)

    @property
    def between(self) -> pygame.Rect:
        """The area from the prompt down to the headline: the selection, with the list below it."""
        top = self.middle.rect.top
        return pygame.Rect(self.log_rect.x, top, self.log_rect.width,
                           self.log_rect.top - self._metrics.px(CARD_GAP) - top)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the panel; one opaque picture is cached until something in it changes."""
        among = (self.overview.version, self.overview.offset) if self._list_in_panel else None
        shown = (self._layout, self.prompt.version, self.middle.version, self.middle.offset, self.log.version, among,
                 self._list_title)
        if shown != self._shown:
            self._shown = shown
            self._paint(target)
        assert self._picture is not None
        target.blit(self._picture, self.rect)
        for card in (self.prompt, self.overview, self.middle, self.log):
            card.light_link(target, pygame.mouse.get_pos())

    def _paint(self, target: pygame.Surface) -> None:
        """Draw the panel's picture; cards are placed in window coordinates."""
        if self._ground is None or self._ground.get_size() != self.rect.size:
            self._ground = leather(self.rect.size, self._metrics).convert(target)
            self._picture = self._ground.copy()
        target.blit(self._ground, self.rect)
        self.prompt.draw(target)
        if self.list_folded:
            self._draw_bar(target, self.list_rect, self._list_title)
        elif self._list_in_panel:
            self.overview.draw(target)
            self._draw_sign(target, self.list_rect)
        self.middle.draw(target)
        self.log.draw(target, self.log_rect, self.log_metrics, folded=self.log_folded)
        self._draw_sign(target, self.log_rect, folded=self.log_folded)
        assert self._picture is not None
        self._picture.blit(target, (0, 0), self.rect)

    def _draw_bar(self, target: pygame.Surface, rect: pygame.Rect, title: Text) -> None:
        """Draw a list folded to its heading."""
        m = self._metrics
        draw_sheet(target, rect, m.scale)
        margin = m.px(16)
        words = font("title", m.px(19)).line_picture(title, INK)
        target.blit(words, words.get_rect(midleft=(rect.x + margin, rect.centery)))
        self._draw_sign(target, rect, folded=True)

    def _draw_sign(self, target: pygame.Surface, rect: pygame.Rect, *, folded: bool = False) -> None:
        """Draw the triangle in the left margin of a foldable heading; it points down if unfolded, right if folded."""
        m = self._metrics
        x, y, r = rect.left + m.px(15 if rect is self.log_rect
                                   else 9), rect.top + m.px(FOLDED_LIST_HEIGHT) // 2 - m.px(2), m.px(4)
        shape = [(x - r, y - r), (x - r, y + r), (x + r // 2, y)] if folded else [
            (x - r, y - r // 2), (x + r, y - r // 2), (x, y + r)]
        pygame.draw.polygon(target, FAINT, shape)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Text, pygame.Rect | None]:
        """The tooltip of a sign on the cards, and the sign's window rectangle; for the triangle in a heading, what a
        press does."""
        for folds, head in ((self.log_folded, self.heading(self.log_rect)),
                            (self.list_folded, self._corner(self.list_rect))):
            sign = pygame.Rect(head.x, head.y, self._metrics.px(22), head.height)
            if sign.collidepoint(pos) and (head.y == self.log_rect.y or self._list_in_panel):
                return say("Click: unfold") if folds else say("Click: fold to its heading"), sign
        if self.heading(self.log_rect).collidepoint(pos):
            return self.log.head_cut, self.heading(self.log_rect)
        for card in (self.overview, self.prompt, self.middle):
            if card.rect.collidepoint(pos):
                return card.tip_at(pos)
        return "", None

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point."""
        return (self.prompt.link_at(pos) or self.overview.link_at(pos) or self.middle.link_at(pos)
                or self.log.link_at(pos))

    def line_at(self, pos: tuple[int, int]) -> int | None:
        """The index of the log entry under a point; None on its heading, where a press folds it."""
        heading = self.log.headed and self.heading(self.log_rect).collidepoint(pos)
        return None if self.log_folded or heading else self.log.line_at(pos)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The line of a card or of the log under a point; empty if there is none."""
        shown_log = "" if self.log_folded else self.log.text_at(pos)
        return self.prompt.text_at(pos) or self.middle.text_at(pos) or shown_log

    def wheel(self, pos: tuple[int, int], steps: int) -> None:
        """Scroll the card under the pointer."""
        if self.log_rect.collidepoint(pos):
            self.log.scroll(steps)
        elif self.overview.rect.collidepoint(pos):
            self.overview.scroll(-steps * self._metrics.px(48))
        elif self.middle.rect.collidepoint(pos):
            self.middle.scroll(-steps * self._metrics.px(48))


def largest_scale(m: Metrics, heights: tuple[int, int], height: int) -> float:
    """The maximum scale of the first card of a panel ``height`` pixels high, if it has its usual heights."""
    width = m.panel_width - 2 * m.frame_metrics.px(CARD_GAP)
    return min(m.scale, _steady_scale(m, heights, width, _shared_height(height, m)))


def _shared_height(height: int, m: Metrics) -> int:
    """The height in pixels shared by cards and log in a panel of a given height."""
    return height - 3 * m.frame_metrics.px(CARD_GAP) - m.frame_metrics.px(TOOLS_HEIGHT)


def _steady_scale(m: Metrics, heights: tuple[int, int], width: int, full_height: int) -> float:
    """The scale at which a card of the usual height takes its share of the panel; a wide card is lower."""
    room = min(MAX_STEADY_SHARE / max(1.0, m.interface_scale), STEADY_SHARE * max(1.0, m.interface_scale)) * full_height
    narrow, wide = (max(m.min_card_scale, min(m.scale, room / height)) for height in heights)
    return max(narrow, min(wide, width / (TWO_COLUMNS_FROM + 2 * PADDING)))


def leather(size: tuple[int, int], m: Metrics) -> pygame.Surface:
    """A picture of dark leather with a stitched seam, and a shadow along the edge of the table."""
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
