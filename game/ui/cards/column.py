"""The panel beside the map: the prompt card, the card of the selection or combat, the list of the phase and the log,
laid out in one column on dark leather."""

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
"""The maximum share of the panel's height for headline and log. Like the numbers below, chosen by eye."""
MIN_OPEN_LOG_SHARE = 0.34
"""The minimum share of the panel's height for headline and log if the log was unfolded by hand."""
LOG_SCALE_EXPONENT = 1.8
"""The log's share is divided by this power of the interface scale, so that the arithmetic of a combat has room to
grow."""
MIN_LOG_LINES = 2
"""The minimum number of lines of a log that has given room to a card; in a larger interface it may fold while the card
is shown."""
LARGE_LINES = 3
"""The minimum number of lines of a log in a larger interface, so that its print grows, too."""
MAX_PROMPT_SHARE = 0.40
"""The maximum share of the panel's height for the prompt card."""
MAX_OVERVIEW_SHARE = 0.40
"""The maximum share of the panel's height for a short overview of a phase, if there is no room beside the map."""
LONG_OVERVIEW_SHARE = 0.475
"""The share of the panel's height for a long overview, which always takes all of it, so that its rows stay in place."""
MIN_SELECTION = 104
"""The minimum height of the card of the selection above a long list, for its title and a button: in layout units of
the smallest print."""
MAX_GROWTH = 1.15
"""The maximum factor by which a short overview's share grows with the interface scale."""
MIN_OVERVIEW_SHARE = 0.15
"""The share of the panel's height left to the overview when it makes room for a card that must be shown whole."""
MIN_LONG_OVERVIEW_SHARE = 0.33
"""The same for a long list beside the result of an earlier step: the player works with the list."""
STEADY_SHARE = 0.38
"""The share of the panel's height for a prompt card whose buttons must stay in place: its scale depends on the room
alone."""
CACHED_SIZES = 8
"""The number of window sizes for which the tallest prompt is cached."""
MAX_STEADY_SHARE = 0.63
"""The maximum of ``STEADY_SHARE``, which grows with the interface scale. It is divided by the interface scale if that
is above 1, because other cards grow as well."""
MAX_RELATIVE_SCALE = 1.25
"""The maximum scale of other cards relative to the prompt, so that their headings are no larger than its own."""
WHEEL_STEP = 48
"""The layout units by which a step of the wheel scrolls a card."""
SEAM_COLOUR = "#6b5238"
"""The thread of the leather's seam."""


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of a card: a key that changes with them, and the function that prints them."""

    key: tuple[Hashable, ...]
    write: Callable[[CardPen], None]
    usual_heights: tuple[int, int] | None = None
    """The usual heights in layout units, narrow and wide, of a card whose scale does not depend on its contents; None
    for other cards."""
    tallest_forms: tuple[Callable[[CardPen], None], ...] = ()
    """Functions that print its tallest forms: room is always reserved for the tallest, so that what lies below stays in
    place."""
    long: bool = False
    """Whether it is a long list."""
    title: Text = ""
    """Its title while it is folded to its heading."""
    makes_room: bool = False
    """Whether prompt, list and log give up room if it would not fit: true of the arithmetic of a roll or a selection,
    never of what is only under the pointer."""
    is_roll: bool = False
    """Whether it is the arithmetic of a roll: a short list gives up lines only for that, unless the interface is larger
    than usual."""
    list_in_use: bool = False
    """Whether the player is working with the list: it then gives up no lines for this card, only its blank foot."""


class CardColumn:
    """The panel. It lays the cards out in fixed regions: the prompt, the selection or combat (the middle card), the
    list of the phase if there is one (the overview), and at the foot the headline with the log below it. They fill the
    panel."""

    def __init__(self) -> None:
        self.prompt, self.overview, self.middle, self.log = Card(), Card(), Card(), Log()
        self._list_in_panel = False
        """Whether the overview is in the panel, not beside the map."""
        self._has_lists = False
        """Whether the overview is in the panel in some phases of the game."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The panel's rectangle in the window."""
        self._ground: pygame.Surface | None = None
        """A picture of the panel's leather."""
        self.log_rect = self.list_rect = pygame.Rect(0, 0, 0, 0)
        self.log_folded = False
        """Whether the log is only its headline."""
        self._log_open: bool | None = None
        """Whether the log was unfolded or folded by hand; None: it is unfolded if there is room."""
        self._list_title: Text = ""
        self._metrics = self.log_metrics = Metrics(1, 1, 1.0)
        self._layout: object = None
        """Everything that the places of the cards depended on at the last layout."""
        self._picture: pygame.Surface | None = None
        """The picture of the panel, cached until ``_picture_key`` changes."""
        self._picture_key: object = None
        self._overflow: tuple[object, int] = (None, 0)
        """The last middle card that had to be shown whole, and by how many pixels it was still too high."""
        self._lent_by_prompt: tuple[object, int] = (None, 0)
        """The last such card with its prompt, and how many pixels of blank paper the prompt gives it."""
        self._latest_room_given: tuple[object, int] = (None, 0)
        """The latest prompt above a long list in a larger interface, and the pixels of blank paper that it gives to the
        list."""
        self._room_given: dict[Hashable, int] = {}
        """Pixels that the prompt has given the list, by scene."""
        self._scene: Hashable = None
        """The scene, and everything that sizes depend on in it."""
        self._given_by_log = 0
        """Pixels that the log has given up for good at this window size; it never gives up its last lines."""
        self._list_height = 0
        """Pixels that a short list has taken so far in the scene."""
        self._given_by_size: dict[Hashable, int] = {}
        """Pixels that the log has given up, by window size."""
        self._list_heights: dict[Hashable, int] = {}
        """Pixels that the list has taken, by scene; it starts with these when the scene comes again."""
        self._tallest_prompts: dict[tuple[int, Metrics], int] = {}
        """The height of the tallest prompt in pixels, by its width and metrics."""
        self._keeps_rows = False
        """Whether the list gives room to a selected line, so that its rows stay in place as far as possible."""
        self._list_place: tuple[int, int] | None = None
        """The height of the overview's print, and the bottom of the overview, at the last layout."""

    def describe_places(self, board: Board, wording: Callable[[Text], Text], *, number: bool) -> None:
        """Set whether cards and log show hex numbers or describe hexes by location.

        :param wording: the callback that rewords a text accordingly.
        """
        self.log.describe_places(board, number=number)
        for card in (self.prompt, self.overview, self.middle):
            card.set_wording(wording, (id(board), number))

    def arrange(self, rect: pygame.Rect, m: Metrics, prompt: Content, middle: Content,
                overview: Content | None = None, scene: Hashable = None, *, has_lists: bool = False) -> bool:
        """Bring the cards up to date; return whether widgets on them may have to move.

        :param rect: the panel's rectangle in the window.
        :param scene: the phase of a side, the same in every turn: its list keeps its upper edge within it.
        :param overview: the list above the headline; given if there is no room for it beside the map.
        :param has_lists: whether phases of this game have such a list: in all of them the log is then only its headline
            until it is unfolded.
        """
        self.rect, self._metrics = rect, m.frame_metrics
        gap, width = self._metrics.px(CARD_GAP), rect.width - 2 * self._metrics.px(CARD_GAP)
        top, bottom = rect.y + gap, self.tools.top - gap
        full_height = _shared_height(rect.height, m)
        usual_heights = prompt.usual_heights
        prompt_metrics = m.at(_steady_scale(m, usual_heights, width, full_height)) if usual_heights is not None else m
        reserved = self._reserved_height(prompt, width, prompt_metrics)
        if m.interface_scale > 1 and reserved * m.interface_scale > MAX_STEADY_SHARE * full_height:
            # leave room for the selection to grow too
            scale = prompt_metrics.scale * MAX_STEADY_SHARE * full_height / m.interface_scale / reserved
            prompt_metrics = m.at(max(m.min_card_scale, scale))
            reserved = self._reserved_height(prompt, width, prompt_metrics)
        cards_key = middle.key, prompt.key, width, full_height, reserved
        if overview is not None and not self._list_in_panel and self._log_open:
            self._log_open = None  # a list that appears is unfolded: the player acts in it
        self._list_in_panel, self._has_lists = overview is not None, has_lists or overview is not None
        sizes = rect.size, m, self._log_open, self._list_in_panel, self.list_folded
        if (scene, sizes) != self._scene:
            self._scene = scene, sizes
            self._given_by_log = self._given_by_size.get(sizes, 0)
            self._list_height = self._list_heights.get(self._scene, 0)
        room_given = 0
        if overview is not None and overview.long and m.interface_scale > 1 and not self.list_folded:
            room_given = self._room_given_to_list(prompt, width, prompt_metrics, reserved)
            reserved -= room_given
        lent = self._lent_by_prompt[1] if self._lent_by_prompt[0] == cards_key else 0
        changed = self.prompt.write(prompt.key, width, prompt_metrics, prompt.write,
                                    reserved - lent or round(MAX_PROMPT_SHARE * full_height),
                                    shrinks=usual_heights is None, fills=bool(reserved))
        prompt_height = max(self.prompt.height, reserved - lent)
        print_metrics = m.at(min(m.scale, self.prompt.scale))
        folded_log_height = head_height(print_metrics, bare=True)
        list_height = 0
        if overview is not None:
            # what the prompt lends is for the selection
            max_height = (full_height - max(prompt_height, reserved) - folded_log_height - 3 * gap
                          - m.at(m.min_card_scale).px(MIN_SELECTION))
            changed |= self._write_list(overview, width, m, full_height, max_height)
            list_height = self._metrics.px(FOLDED_LIST_HEIGHT) if self.list_folded else self._list_height
        log_height = self._log_height(m, print_metrics, full_height)
        middle_metrics = m.at(min(m.scale, MAX_RELATIVE_SCALE * self.prompt.scale))
        free = full_height - prompt_height - 2 * gap - (list_height + gap if list_height else 0)
        overflow_key = cards_key, self.overview.version
        list_may_give = overview is not None and not self.list_folded and middle.makes_room
        gives_lines = list_may_give and overview is not None and (
            middle.is_roll or (not middle.list_in_use and (overview.long or m.interface_scale > 1)))
        gives_blank_foot = list_may_give and self.overview.height < list_height
        if (gives_lines or gives_blank_foot) and self._overflow[0] == overflow_key:
            works_with_list = overview is not None and overview.long and not middle.is_roll
            min_height = round((MIN_LONG_OVERVIEW_SHARE if works_with_list else MIN_OVERVIEW_SHARE) * full_height)
            lower = max(min(list_height, min_height), list_height - self._overflow[1])
            if not gives_lines and self._overflow[1]:
                # The blank foot is given as a whole, and for good: else the list would slide under the pointer whenever
                # the pointer changes the card above it.
                lower = self._list_height = self.overview.height
            list_height, free = lower, free + list_height - lower
        log_gives = middle.makes_room and not self._log_open and not self._has_lists
        min_log_height = least_height(print_metrics.at(print_metrics.min_card_scale), MIN_LOG_LINES)
        keeps_lines = log_height >= min_log_height and m.interface_scale <= 1
        spare = max(0, log_height - (min_log_height if keeps_lines else folded_log_height)) if log_gives else 0
        room = max(0, free - log_height)
        if self.middle.write(middle.key, width, middle_metrics, middle.write, room, spare=spare):
            self.middle.offset = 0
            changed = True
        needs_more = gives_lines or gives_blank_foot or (middle.makes_room and reserved)
        if needs_more and self._overflow[0] != overflow_key:
            # now it is known how much is missing: arrange again with that
            overflow = max(0, self.middle.height - room - spare + lent)
            given_by_list = list_height - self.overview.height if gives_blank_foot else 0
            wanted = overflow - given_by_list
            if m.interface_scale > 1:  # the print should be larger, too
                full_print = round(self.middle.height * middle_metrics.scale / self.middle.scale)
                wanted = max(wanted, full_print - room + lent)
            blank = self._blank_height(prompt, width, prompt_metrics, reserved) if wanted > 0 else 0
            lent = max(0, min(wanted, blank))
            self._overflow, self._lent_by_prompt = (overflow_key, max(0, overflow - lent)), (cards_key, lent)
            self._layout = None  # what has been written here must be placed
            return self.arrange(rect, m, prompt, middle, overview, scene, has_lists=has_lists)
        missing = self.middle.height - room
        if 0 < missing <= spare:
            self._given_by_log += min(missing, max(0, log_height - min_log_height))
            log_height -= missing
        self._given_by_size[sizes], self._list_heights[self._scene] = self._given_by_log, self._list_height
        lines = MIN_LOG_LINES if self._given_by_log else LARGE_LINES if m.interface_scale > 1 else MIN_LINES
        self.log_metrics = largest_print(print_metrics, log_height, lines)
        self.log_folded = self._log_open is False or log_height < least_height(self.log_metrics, lines)
        if self.log_folded:
            log_height = min(log_height, folded_log_height)
            self.log_metrics = print_metrics if log_height == folded_log_height else self.log_metrics
        middle_height = free - log_height
        self._keeps_rows = False
        min_selection = min(self.middle.height, m.at(m.min_card_scale).px(MIN_SELECTION))
        if list_may_give and overview is not None and not overview.long and middle_height < min_selection:
            # the selection is never only its heading
            given = min(min_selection - middle_height, list_height - round(MIN_OVERVIEW_SHARE * full_height))
            list_height, middle_height = list_height - given, middle_height + given
            self._keeps_rows = True
        if middle_height < self._metrics.px(FOLDED_LIST_HEIGHT):
            middle_height = 0  # no more than its heading would be visible
        layout = (rect.x, rect.y, top, bottom, prompt_height, list_height, self.middle.height, middle_height,
                  log_height, m, self.log_folded, self.list_folded)
        if changed or layout != self._layout:
            self._layout = layout
            self._place(top, bottom, prompt_height, middle_height, list_height, log_height)
            changed = True
        self._list_title = overview.title if overview is not None else ""
        return changed

    def _reserved_height(self, prompt: Content, width: int, m: Metrics) -> int:
        """Pixels reserved for the prompt, constant within one game and window size; 0 if none are."""
        if not prompt.tallest_forms:
            return 0
        if (width, m) not in self._tallest_prompts:
            if len(self._tallest_prompts) == CACHED_SIZES:
                self._tallest_prompts.clear()
            self._tallest_prompts[width, m] = max(height_of(width, m, form) for form in prompt.tallest_forms)
        return self._tallest_prompts[width, m]

    def _room_given_to_list(self, prompt: Content, width: int, m: Metrics, reserved: int) -> int:
        """Pixels of the prompt's blank paper that a long list gets in a larger interface: the fewest so far in the
        scene, so that the list's upper edge does not follow each prompt."""
        key = prompt.key, width, m, reserved
        if self._latest_room_given[0] != key:
            blank = self._blank_height(prompt, width, m, reserved)
            self._room_given[self._scene] = min(blank, self._room_given.get(self._scene, blank))
            self._latest_room_given = key, self._room_given[self._scene]
        return min(self._latest_room_given[1], self._room_given.get(self._scene, 0))

    def _blank_height(self, prompt: Content, width: int, m: Metrics, reserved: int) -> int:
        """Pixels reserved for the prompt that its present print leaves blank."""
        return max(0, reserved - height_of(width, m, prompt.write)) if reserved else 0

    def _write_list(self, overview: Content, width: int, m: Metrics, full_height: int, room: int) -> bool:
        """Bring the list up to date and record its height, the maximum so far in the phase. Return whether it was
        drawn.

        :param full_height: that of cards and log together, in pixels.
        :param room: the maximum height in pixels of a long list, which scrolls.
        """
        max_height = min(round(LONG_OVERVIEW_SHARE * full_height), room) if overview.long else round(
            MAX_OVERVIEW_SHARE * max(1.0, min(MAX_GROWTH, m.interface_scale)) * full_height)
        drawn = self.overview.write(overview.key, width, m.at(min(m.scale, self.prompt.scale)), overview.write,
                                    max_height, shrinks=not overview.long)
        self._list_height = max(self._list_height, min(self.overview.height, max_height))
        return drawn

    def _log_height(self, m: Metrics, print_metrics: Metrics, full_height: int) -> int:
        """The height of headline and log in pixels: independent of the cards, except for room given up to one.

        :param print_metrics: those of the log's print.
        :param full_height: that of cards and log together, in pixels.
        """
        folded_height = head_height(print_metrics, bare=True)
        if self._log_open is False:
            return folded_height
        min_height = least_height(m.at(m.min_card_scale))
        share = round(MAX_LOG_SHARE * full_height)
        usual_height = max(round(share / pow(m.interface_scale, LOG_SCALE_EXPONENT)), min(share, min_height))
        if self._log_open:
            return max(round(MIN_OPEN_LOG_SHARE * full_height), min_height)
        if self._has_lists:
            return folded_height  # the list takes the log's room
        return max(folded_height, usual_height - self._given_by_log)

    def _place(self, top: int, bottom: int, prompt_height: int, middle_height: int, list_height: int, log_height: int
               ) -> None:
        """Place the cards from the top down, and the log and the list from the foot up; all in window pixels."""
        gap, x = self._metrics.px(CARD_GAP), self.rect.x + self._metrics.px(CARD_GAP)
        width = self.rect.width - 2 * gap
        self.prompt.place(x, top, min(prompt_height, bottom - top))
        self.middle.place(x, self.prompt.rect.bottom + gap, middle_height)
        self.log_rect = pygame.Rect(x, bottom - log_height, width, log_height)
        list_bottom = self.log_rect.top - gap
        self.list_rect = pygame.Rect(x, list_bottom - list_height, width, list_height)
        if not self._list_in_panel:
            return
        shrinks = self._keeps_rows and 0 < list_height < self.overview.rect.height
        resized = self.overview.rect.height != list_height
        if resized and self._list_place == (self.overview.height, list_bottom) and (self.overview.offset or shrinks):
            # Its height changes at the top: scroll so that the visible lines stay in place, or nearly so. A list that
            # grows and shows its first line keeps it in view.
            self.overview.offset += self.overview.rect.height - list_height
            self.overview.keep_focus_in_view()
        self._list_place = self.overview.height, list_bottom
        if self.list_folded:
            self.overview.place(-2 * width, 0, 0)
        else:
            self.overview.place(*self.list_rect.topleft, list_height)

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
        if self._list_in_panel and self._list_fold_area.collidepoint(pos):
            self._log_open = None if self.list_folded else True
            return True
        return False

    def heading(self, card: pygame.Rect) -> pygame.Rect:
        """The heading of the log or the list, in window pixels.

        :param card: ``log_rect`` or ``list_rect``.
        """
        height = self._metrics.px(FOLDED_LIST_HEIGHT)
        if card is self.log_rect:
            height = head_height(self.log_metrics, bare=is_bare(self.log_metrics, card.height))
        return pygame.Rect(card.x, card.y, card.width, min(card.height, height))

    @property
    def _list_fold_area(self) -> pygame.Rect:
        """The rectangle where a press folds or unfolds the list: the whole bar if folded, else the left half of its
        heading, with the triangle."""
        head = self.heading(self.list_rect)
        return pygame.Rect(head.x, head.y, head.width if self.list_folded else head.width // 2, head.height)

    @property
    def tools(self) -> pygame.Rect:
        """The window rectangle of the row of tool buttons at the bottom."""
        gap, height = self._metrics.px(CARD_GAP), self._metrics.px(TOOLS_HEIGHT)
        return pygame.Rect(self.rect.x + gap, self.rect.bottom - gap - height, self.rect.width - 2 * gap, height)

    @property
    def selection_and_list(self) -> pygame.Rect:
        """The window rectangle from below the prompt down to the headline: the selection, with the list below it."""
        top = self.middle.rect.top
        return pygame.Rect(self.log_rect.x, top, self.log_rect.width,
                           self.log_rect.top - self._metrics.px(CARD_GAP) - top)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the panel; one opaque picture is cached until something in it changes."""
        list_key = (self.overview.version, self.overview.offset) if self._list_in_panel else None
        picture_key = (self._layout, self.prompt.version, self.middle.version, self.middle.offset, self.log.version,
                       list_key, self._list_title)
        if picture_key != self._picture_key:
            self._picture_key = picture_key
            self._paint(target)
        assert self._picture is not None, "the panel was painted before"
        target.blit(self._picture, self.rect)
        for card in (self.prompt, self.overview, self.middle, self.log):
            card.draw_hovered_link(target, pygame.mouse.get_pos())

    def _paint(self, target: pygame.Surface) -> None:
        """Draw the panel on the window and keep a copy as its picture: cards can only be drawn at their places."""
        if self._ground is None or self._ground.get_size() != self.rect.size:
            self._ground = leather(self.rect.size, self._metrics).convert(target)
            self._picture = self._ground.copy()
        target.blit(self._ground, self.rect)
        self.prompt.draw(target)
        if self.list_folded:
            self._draw_folded_list(target, self.list_rect, self._list_title)
        elif self._list_in_panel:
            self.overview.draw(target)
            self._draw_triangle(target, self.list_rect)
        self.middle.draw(target)
        self.log.draw(target, self.log_rect, self.log_metrics, folded=self.log_folded)
        self._draw_triangle(target, self.log_rect, folded=self.log_folded)
        assert self._picture is not None, "the picture is made with the ground"
        self._picture.blit(target, (0, 0), self.rect)

    def _draw_folded_list(self, target: pygame.Surface, rect: pygame.Rect, title: Text) -> None:
        """Draw a list folded to its heading."""
        m = self._metrics
        draw_sheet(target, rect, m.scale)
        margin = m.px(16)
        words = font("title", m.px(19)).line_picture(title, INK)
        target.blit(words, words.get_rect(midleft=(rect.x + margin, rect.centery)))
        self._draw_triangle(target, rect, folded=True)

    def _draw_triangle(self, target: pygame.Surface, rect: pygame.Rect, *, folded: bool = False) -> None:
        """Draw the triangle in the left margin of a foldable heading; it points down if unfolded, right if folded."""
        m = self._metrics
        x = rect.left + m.px(15 if rect is self.log_rect else 9)  # right of the log's coloured edge
        y, r = rect.top + m.px(FOLDED_LIST_HEIGHT) // 2 - m.px(2), m.px(4)
        corners = [(x - r, y - r), (x - r, y + r), (x + r // 2, y)] if folded else [
            (x - r, y - r // 2), (x + r, y - r // 2), (x, y + r)]
        pygame.draw.polygon(target, FAINT, corners)

    def tip_at(self, pos: tuple[int, int]) -> tuple[Text, pygame.Rect | None]:
        """The tooltip of a sign on the cards under a point of the window, and the sign's window rectangle; an empty
        text and None if there is none. The tooltip of the triangle in a heading says what a press does; that of a
        shortened headline is the whole text."""
        for folded, head in ((self.log_folded, self.heading(self.log_rect)),
                             (self.list_folded, self._list_fold_area)):
            triangle = pygame.Rect(head.x, head.y, self._metrics.px(22), head.height)
            if triangle.collidepoint(pos) and (head.y == self.log_rect.y or self._list_in_panel):
                return say("Click: unfold") if folded else say("Click: fold to its heading"), triangle
        if self.heading(self.log_rect).collidepoint(pos):
            return self.log.whole_result, self.heading(self.log_rect)
        for card in (self.overview, self.prompt, self.middle):
            if card.rect.collidepoint(pos):
                return card.tip_at(pos)
        return "", None

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window; None if there is none."""
        return (self.prompt.link_at(pos) or self.overview.link_at(pos) or self.middle.link_at(pos)
                or self.log.link_at(pos))

    def line_at(self, pos: tuple[int, int]) -> int | None:
        """The index of the log entry under a point of the window; None on the log's heading, where a press folds the
        log, and elsewhere."""
        on_heading = self.log.has_headline and self.heading(self.log_rect).collidepoint(pos)
        return None if self.log_folded or on_heading else self.log.line_at(pos)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The line of a card or of the log under a point of the window; empty if there is none."""
        log_text = "" if self.log_folded else self.log.text_at(pos)
        return self.prompt.text_at(pos) or self.middle.text_at(pos) or log_text

    def wheel(self, pos: tuple[int, int], steps: int) -> None:
        """Scroll the card under a point of the window.

        :param steps: of the mouse wheel; positive ones scroll up.
        """
        if self.log_rect.collidepoint(pos):
            self.log.scroll(steps)
        elif self.overview.rect.collidepoint(pos):
            self.overview.scroll(-steps * self._metrics.px(WHEEL_STEP))
        elif self.middle.rect.collidepoint(pos):
            self.middle.scroll(-steps * self._metrics.px(WHEEL_STEP))


def largest_scale(m: Metrics, usual_heights: tuple[int, int], height: int) -> float:
    """The maximum scale of the prompt card in a panel ``height`` pixels high, in pixels per layout unit.

    :param usual_heights: of the card, narrow and wide, in layout units.
    """
    width = m.panel_width - 2 * m.frame_metrics.px(CARD_GAP)
    return min(m.scale, _steady_scale(m, usual_heights, width, _shared_height(height, m)))


def _shared_height(height: int, m: Metrics) -> int:
    """The height in pixels shared by cards and log in a panel of a given height."""
    return height - 3 * m.frame_metrics.px(CARD_GAP) - m.frame_metrics.px(TOOLS_HEIGHT)


def _steady_scale(m: Metrics, usual_heights: tuple[int, int], width: int, full_height: int) -> float:
    """The scale at which a card of the usual height takes its share of the panel; a wide card is lower.

    :param usual_heights: narrow and wide, in layout units.
    :param width: of the card, in pixels.
    :param full_height: that of cards and log together, in pixels.
    """
    room = min(MAX_STEADY_SHARE / max(1.0, m.interface_scale), STEADY_SHARE * max(1.0, m.interface_scale)) * full_height
    narrow, wide = (max(m.min_card_scale, min(m.scale, room / height)) for height in usual_heights)
    return max(narrow, min(wide, width / (TWO_COLUMNS_FROM + 2 * PADDING)))


def leather(size: tuple[int, int], m: Metrics) -> pygame.Surface:
    """A picture of dark leather of a size in pixels, with a stitched seam and a shadow along its left edge."""
    ground = pygame.Surface(size)
    fill(ground, "leather")
    for x in range(m.px(10)):
        shade = pygame.Surface((1, size[1]), pygame.SRCALPHA)
        shade.fill((0, 0, 0, 130 - 13 * x if x < 10 else 0))
        ground.blit(shade, (x, 0))
    seam_x = m.px(5)
    for y in range(m.px(6), size[1] - m.px(6), m.px(12)):
        pygame.draw.line(ground, SEAM_COLOUR, (seam_x, y), (seam_x, y + m.px(7)), m.px(1.5))
    return ground
