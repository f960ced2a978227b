"""Paper on the map: the slip at its foot, with a refusal or a proposal; cards in a corner, and rings around places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.core.message import Brief, Text, say
from game.core.verdict import Reason
from game.ui.cards.card import CardPen
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import ALARM, FAINT, GOLD, INK

RING = 0.75
"""The radius of a ring, in widths of a counter."""


def free_corner(area: pygame.Rect, size: tuple[int, int], spots: Iterable[tuple[int, int]], counter: int,
                corners: Sequence[str]) -> pygame.Rect:
    """Where a card of a size covers least of the counters at some spots and the rings around them.

    :param counter: pixels of a counter's width.
    :param corners: attributes of a rectangle, the preferred first.
    """
    across = round(2 * RING * counter)
    near = [pygame.Rect(x, y, 0, 0).inflate(across, across) for x, y in spots]
    boxes = []
    for corner in corners:
        box = pygame.Rect((0, 0), size)
        setattr(box, corner, getattr(area, corner))
        boxes.append(box)
    return min(boxes, key=lambda box: sum(part.width * part.height for part in map(box.clip, near)))


def draw_ring(target: pygame.Surface, spot: tuple[int, int], counter: int, width: int) -> None:
    """Draw a golden ring with a dark edge around a counter.

    :param counter: pixels of its width.
    """
    radius = round(counter * RING)
    pygame.draw.circle(target, INK, spot, radius + 2, width + 3)
    pygame.draw.circle(target, GOLD, spot, radius, width)


ROW = 500
"""Units: from so wide on the buttons of a hint lie in one row."""


def write_refusal(pen: CardPen, place: str, reasons: Sequence[Reason], *, instead: bool = False) -> None:
    """Print the reasons with their rules beside a crossed sign.

    :param instead: whether there is room for a button below that does something else.
    """
    px = pen.metrics.px
    centre, radius = (pen.x + px(16), pen.y + px(18)), px(14)
    pygame.draw.circle(pen.surface, ALARM, centre, radius, width=px(3))
    reach = round(radius * 0.62)
    pygame.draw.line(
        pen.surface, ALARM, (centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach), px(3)
    )
    pen.tips.append((pygame.Rect(0, 0, 2 * radius, 2 * radius).move(centre[0] - radius, centre[1] - radius),
                     say("Not allowed")))
    pen.x, pen.width = pen.x + px(44), pen.width - px(44)
    pen.y += px(3)
    for reason in reasons[:4]:
        _reason(pen, reason)
    if instead:
        pen.space(6)
        pen.slot("instead", 44)
        pen.space(4)


def _reason(pen: CardPen, reason: Reason) -> None:
    """A sentence with the rule behind it; one that no rule makes stands alone."""
    text = say("{text}:", text=reason.text) if reason.rule.printed else reason.text
    pen.flow([TextRun(text, "ui-bold", 19), cite(reason.rule, 19, "ui-bold")], leading=1.05)


def write_note(pen: CardPen, text: Text) -> None:
    """Print what the next click should say."""
    pen.flow([TextRun(text, "ui-bold", 19)], leading=1.05)


def write_wish(pen: CardPen, wish: Reason) -> None:
    """Print when a player will interrupt, with the rule that allows the wait."""
    _reason(pen, wish)
    pen.flow([TextRun(say("B: not after all"), "ui", 17, FAINT)], leading=1.05)


def write_summary(pen: CardPen, brief: Brief) -> None:
    """Print what a run of actions came to: the count large, what became of it below."""
    head = say("{text}:", text=brief.head) if brief.more else brief.head
    pen.flow([TextRun(head, "text", 28), TextRun(brief.more, "text", 24)], leading=1.05)


def write_hint(pen: CardPen, text: Text, steps: int = 1) -> None:
    """Print a computer player's proposal and its reason, with room for the buttons that take it.

    :param steps: how many are left; with more than one there is a button for all of them.
    """
    px, left, width = pen.metrics.px, pen.x, pen.width
    centre = (pen.x + px(16), pen.y + px(18))
    pygame.draw.circle(pen.surface, GOLD, centre, px(14))
    pygame.draw.circle(pen.surface, INK, centre, px(14), width=px(1.5))
    mark = pen.font("title", 20).printed("!", INK)
    pen.surface.blit(mark, mark.get_rect(center=centre))
    pen.tips.append((pygame.Rect(0, 0, px(28), px(28)).move(centre[0] - px(14), centre[1] - px(14)),
                     say("A hint from the computer")))
    pen.x, pen.width = pen.x + px(44), pen.width - px(44)
    pen.y += px(3)
    pen.flow([TextRun(text, "ui-bold", 19)], leading=1.05)
    pen.space(6)
    if width >= px(ROW):
        pen.slot("hint-next", 44, right=0.36, move=False)
        if steps > 1:
            pen.slot("hint-all", 44, left=0.375, right=0.735, move=False)
        pen.slot("hint-away", 44, left=0.75)
        return
    pen.x, pen.width = left, width
    pen.slot("hint-next", 46)
    pen.space(6)
    if steps > 1:
        pen.slot("hint-all", 44, right=0.59, move=False)
    pen.slot("hint-away", 44, left=0.61 if steps > 1 else 0.0)
    pen.space(6)
