"""The panel of cards as a drawer over the map, used in small windows, and the strip that remains when it is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import pygame

from game.core.message import Text, joined, plural, say
from game.core.theme import SeatInfo
from game.core.verdict import RuleRef
from game.ui.cards.card import Card
from game.ui.cards.card_pen import CardPen, draw_side_edge
from game.ui.cards.column import leather
from game.ui.kit.pen import TextRun, cite, flow_height, sentences
from game.ui.kit.theme import CREAM, Metrics

STRIP_HEIGHT = 62
"""Height of the strip including its margins, in layout units."""
PAPER_MARGIN = 5
"""Margin around the strip's paper, in layout units."""
TEXT_MARGIN = 4
"""Margin above and below the prompt, in layout units."""
TEXT_RISE = 4
"""Layout units by which the prompt is printed higher, because its lines have more blank space above than below."""
BAND_WIDTH = 12
"""Width of the side's band at the strip's left, in layout units."""
MAIN_SHARE = 0.26
"""Share of the strip's width for the main button if it is the only large one."""
ANSWER_SHARE = 0.2
"""Share of the strip's width for each of two large buttons; chosen so that a prompt has room beside them."""
TOGGLE_SHARE = 0.19
"""Share of the strip's width for the drawer's own button."""
MORE_SHARE = 0.08
"""Share of the strip's width for the button that lists what has no room in the window."""
PROMPT_SIZES = range(20, 11, -1)
"""Font sizes to try for the prompt, in layout units, largest first."""
LEAST_SIZES = (17, 14)
"""Font sizes, in layout units, below which a shorter text is tried first: chosen so that a forecast is about as large
as other prompts."""
LEADING = 0.9
"""The leading of the prompt; chosen so that two lines of large print have room."""
SEE_CARDS = say("The cards say what to do now")
"""Text of the strip if even the first sentence of the prompt is too long."""
SLIDE_SECONDS = 0.16
"""Duration of the sliding animation."""
SHOW_LABEL, HIDE_LABEL = say("Show cards   [Shift+L]"), say("Hide cards   [Shift+L]")


class Drawer:
    """The drawer's state, open or closed and how far it has slid, and the strip at the foot of the window."""

    def __init__(self) -> None:
        self.open = False
        self.slid = 0.0
        """0 when closed, 1 when open, between them while sliding."""
        self.hidden_choices = 0
        """The number of places to choose on the map that the open drawer leaves out of view."""
        self.hidden_answers = 0
        """The number of answers that have a button on the cards of the closed drawer and none on the strip."""
        self.strip = Card()
        self._ground: pygame.Surface | None = None

    @property
    def label(self) -> Text:
        """Label of the drawer's button; it counts the choices on the map that only closing the drawer shows, or those
        on the cards that only opening it shows."""
        if self.open and self.hidden_choices:
            return plural("1 choice hidden   [Shift+L]", "{count} choices hidden   [Shift+L]", self.hidden_choices)
        if not self.open and self.hidden_answers:
            return plural("Show 1 choice   [Shift+L]", "Show {count} choices   [Shift+L]", self.hidden_answers)
        return HIDE_LABEL if self.open else SHOW_LABEL

    @property
    def moving(self) -> bool:
        """Whether it is sliding."""
        return self.slid != float(self.open)

    def update(self, dt: float, *, at_once: bool) -> bool:
        """Advance by ``dt`` seconds; return whether the drawer slid.

        :param at_once: whether to open or close without sliding.
        """
        if not self.moving:
            return False
        step = 1.0 if at_once else dt / SLIDE_SECONDS
        self.slid = min(1.0, self.slid + step) if self.open else max(0.0, self.slid - step)
        return True

    def lay(self, room: pygame.Rect, m: Metrics, seat: SeatInfo | None, texts: Sequence[Text], rule: RuleRef | None, *,
            answers: bool = False, more: bool = False, shorter: Sequence[Sequence[Text]] = ()) -> None:
        """Update the strip: the side's band, the prompt, and the slots for the buttons ``main`` and ``drawer``.

        :param room: the strip's rectangle in the window, with its margins.
        :param seat: the side to act; None for a band of no side.
        :param texts: the prompt's texts, the most important first.
        :param rule: the rule cited after the prompt.
        :param answers: whether to add a slot ``answer`` for a second button as large as the main one.
        :param more: whether to add a slot ``more``.
        :param shorter: shorter versions of the texts: one of them is printed, without the rule, rather than the texts
            in small print.
        """
        margin = m.px(PAPER_MARGIN)
        width, height = room.width - 2 * margin, room.height - 2 * margin
        versions = ((tuple(texts), rule), *((tuple(each), None) for each in ((texts, *shorter) if shorter else ())))
        large = (("main", ANSWER_SHARE), ("answer", ANSWER_SHARE)) if answers else (("main", MAIN_SHARE),)
        buttons = ((("more", MORE_SHARE),) if more else ()) + (("drawer", TOGGLE_SHARE), *large)
        self.strip.write(("strip", seat, versions, height, buttons), width, m, _writer(height, seat, versions, buttons))
        self.strip.place(room.x + margin, room.y + margin, height)

    def draw(self, target: pygame.Surface, room: pygame.Rect, m: Metrics) -> None:
        """Draw the strip."""
        if self._ground is None or self._ground.get_size() != room.size:
            self._ground = leather(room.size, m).convert(target)
        target.blit(self._ground, room)
        self.strip.draw(target)


Version = tuple[tuple[Text, ...], RuleRef | None]
"""Texts of the strip, and the rule cited after them."""


def _writer(height: int, seat: SeatInfo | None, versions: Sequence[Version], buttons: Sequence[tuple[str, float]]
            ) -> Callable[[CardPen], None]:
    """A function that prints the strip on paper of a height in pixels.

    :param versions: of its text, the preferred first.
    :param buttons: the slots of buttons from the right, each with its share of the width.
    """

    def write(pen: CardPen) -> None:
        px, width = pen.metrics.px, pen.surface.get_width()
        band = pygame.Rect(px(1), px(1), px(BAND_WIDTH), height - px(2))
        paper, ink = (seat.paper, seat.print) if seat else ("#4d3a2a", CREAM)
        pygame.draw.rect(pen.surface, paper, band)
        draw_side_edge(pen.surface, pygame.Rect(band.left, band.bottom - px(5), band.width, px(3)), seat, ink)
        gap, button_height = px(8), min(px(48), height - px(8))
        top, right = (height - button_height) // 2, width - gap
        for name, share in buttons:
            slot = pygame.Rect(0, top, round(share * width), button_height)
            slot.right = right
            pen.slots[name], right = slot, slot.left - gap
        pen.x, pen.width = band.right + gap, right - band.right - 2 * gap
        runs, used = _best_version(pen, versions, height - 2 * px(TEXT_MARGIN))
        pen.y = max(0, (height - used) // 2 - px(TEXT_RISE))
        pen.flow(runs, leading=LEADING)
        pen.y = height - px(12)  # the card adds this much margin at its foot

    return write


def _best_version(pen: CardPen, versions: Sequence[Version], height: int) -> tuple[list[TextRun], int]:
    """The first version of the text that fits a height in pixels in large print, else in smaller print, and the height
    that it takes; if none fits, the last one is cut to the first few texts and the number of the others."""
    (first, rule), *shorter = versions
    if shorter:
        last = shorter[-1][0]
        tried = [(joined(texts, "; "), cited, least) for least in LEAST_SIZES for texts, cited in versions]
        tried += [(_first_few(last, number), None, LEAST_SIZES[-1]) for number in range(len(last) - 1, 0, -1)]
        for text, cited, least in tried:
            for size in range(PROMPT_SIZES[0], least - 1, -1):
                runs, used = _set_text(pen, text, cited, size)
                if used <= height:
                    return runs, used
    return _fitting(pen, first, rule, height)


def _fitting(pen: CardPen, texts: Sequence[Text], rule: RuleRef | None, height: int) -> tuple[list[TextRun], int]:
    """The prompt in the largest print that fits a height in pixels, and the height it takes. A prompt that is too long
    is cut: to the first few texts and the number of the others, then to the first sentences of the first text. The
    cards show all of it."""
    first_text = sentences(texts[0]) if texts else []
    shorter = [" ".join(first_text[:number]) + " …" for number in range(len(first_text) - 1, 0, -1)]
    fewer = (_first_few(texts, number) for number in range(len(texts), 0, -1))
    for text in chain(fewer, shorter, (SEE_CARDS,)):
        smallest, used = _set_text(pen, text, rule, PROMPT_SIZES[-1])
        if used > height:
            continue
        for size in PROMPT_SIZES:
            runs, used = _set_text(pen, text, rule, size)
            if used <= height:
                return runs, used
    return smallest, used


def _set_text(pen: CardPen, text: Text, rule: RuleRef | None, size: int) -> tuple[list[TextRun], int]:
    """A text with its rule number at a font size, and its height."""
    runs = [TextRun(text, "text", size), *([] if rule is None else [cite(rule, size)])]
    return runs, flow_height(pen, runs, leading=LEADING)


def _first_few(texts: Sequence[Text], number: int) -> Text:
    """The first few texts, and the number of the others."""
    shown, more = joined(texts[:number], "; "), len(texts) - number
    return plural("{shown}; and {count} more", "{shown}; and {count} more", more, shown=shown) if more else shown
