"""A plan on the map: who goes where and who is attacked from where, in order. The next step stands out."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pygame

from game.core.message import say
from game.ui.board.marked import PlanArrow
from game.ui.board.overlays import RED, TEAL
from game.ui.board.signs import Ruler, arrow
from game.ui.board.trace import dashes
from game.ui.counters.cardboard import rasterise
from game.ui.counters.pictures import SWORDS
from game.ui.kit.fonts import font
from game.ui.kit.notice import Told
from game.ui.kit.pictures import picture_cache

THIN = 0.66
"""The width of a later step's arrow beside that of the next one's."""
STOP = 0.5
"""How far before the middle of a place in which counters lie arrows begin and end, in the sheet's units."""
OPEN = 0.12
"""The same of a march onto open ground."""
STEP_LABEL, LEAST = 0.6, 22
"""The height of a label, in the sheet's units, and in pixels at least."""
AT_FOOT, LONG = (0.0, 0.85), 2.6
"""Where the label of an attack lies about the middle of who is attacked, in the sheet's units, and from how many of
them on there is room for it on the way."""
GOLD, DARK, PALE = "#ffce4a", "#1d1206", "#fff6df"


def draw_marches(surface: pygame.Surface, plan: Sequence[PlanArrow], ruler: Ruler) -> None:
    """Draw the marches that come later, below the counters; the next one has the arrow of a path."""
    for step in plan:
        points = _pixels(step, ruler)
        if not step.attacks and not step.next and len(points) > 1:
            surface.blit(*arrow(points, THIN * ruler.camera.scale, STOP if step.crowded else OPEN, TEAL))


def draw_above(surface: pygame.Surface, plan: Sequence[PlanArrow], ruler: Ruler, told: Told) -> None:
    """Draw attacks and all labels, above the counters: on the last stretch of a way, or where that is short at the foot
    of who is attacked; what goes the same way, or for the same target, has one label."""
    scale = ruler.camera.scale
    labels: dict[tuple[bool, tuple[tuple[int, int], ...]], list[PlanArrow]] = {}
    for step in plan:
        points = _pixels(step, ruler)
        if step.attacks and len(set(points)) > 1:
            _attack(surface, points[0], points[-1], scale, RED)
        if points:
            labels.setdefault((step.attacks, points[-1:] if step.attacks else points[-2:]), []).append(step)
    for (attacks, points), steps in labels.items():
        text = ", ".join(dict.fromkeys(step.label for step in steps if step.label))
        if text or attacks:
            first = any(step.next for step in steps)
            sign = label(text, attacks, first, max(LEAST, round(STEP_LABEL * scale)))
            (ax, ay), (bx, by) = _pixels(steps[0], ruler)[-2:][0], points[-1]
            middle = (ax + bx) // 2, (ay + by) // 2
            if attacks and hypot(bx - ax, by - ay) < LONG * scale:
                middle = bx + round(AT_FOOT[0] * scale), by + round(AT_FOOT[1] * scale)
            place = surface.blit(sign, sign.get_rect(center=middle))
            told.append((place, say("Plan: attack {number}", number=text) if attacks else
                         say("Plan: move {number}", number=text)))


def _pixels(step: PlanArrow, ruler: Ruler) -> tuple[tuple[int, int], ...]:
    """The window pixels of its places; those beside the map have none."""
    return tuple(ruler.pixel(ruler.geometry.centre(p)) for p in step.path if ruler.geometry.knows(p))


def _attack(
    surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], scale: float, colour: str
) -> None:
    """A broken arrow in a pale edge from one counter to another."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    cut = min(STOP * scale, 0.3 * length)
    head = min(0.38 * scale, 0.5 * length)
    first, tip = (ax + ux * cut, ay + uy * cut), (bx - ux * cut, by - uy * cut)
    base = tip[0] - ux * head, tip[1] - uy * head
    wings = [(base[0] - s * uy * head * 0.4, base[1] + s * ux * head * 0.4) for s in (-1, 1)]
    thick = max(3, round(0.1 * scale))
    pygame.draw.line(surface, PALE, first, base, thick + max(2, thick // 2))
    for a, b in dashes(first, base, 0.2 * scale):
        pygame.draw.line(surface, colour, a, b, thick)
    pygame.draw.polygon(surface, colour, [tip, *wings])
    pygame.draw.polygon(surface, PALE, [tip, *wings], max(1, thick // 3))


@picture_cache(96)
def label(text: str, attacks: bool, first: bool, px: int) -> pygame.Surface:
    """A step's number on a round plate, gold for the next step; of an attack behind crossed swords on a square one."""
    ground, print_ = (GOLD, DARK) if first else (RED, PALE) if attacks else (TEAL, PALE)
    word = font("counter", max(10, round(px * 0.8))).render(text, True, print_)
    sign = round(px * 0.8) if attacks else 0
    width = max(px, word.get_width() + sign + round(px * (0.5 if text else 0.2)))
    round_ = px / 2 if not attacks else px * 0.2
    line = max(1.5, px * 0.09)
    swords = (f'<g transform="translate({px * 0.5:.1f} {px / 2:.1f}) scale({px * 0.0088:.4f}) translate(-41 -43)">'
              f'<path d="{SWORDS}" fill="none" stroke="{print_}" stroke-width="11"/></g>') if attacks else ""
    picture = rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{px}" viewBox="0 0 {width} {px}">'
        f'<rect x="{line / 2:.1f}" y="{line / 2:.1f}" width="{width - line:.1f}" height="{px - line:.1f}" '
        f'rx="{round_:.1f}" fill="{ground}" stroke="{print_}" stroke-width="{line:.1f}"/>{swords}</svg>', (width, px),
    )
    ink = word.get_bounding_rect()
    middle = (width + sign) / 2 - (px * 0.05 if attacks else 0)
    picture.blit(word, (round(middle - ink.centerx), round(px / 2 - ink.centery)))
    return picture.convert_alpha()
