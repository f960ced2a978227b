"""Arrows on the map: links of declared attacks with their numbers; lines of command; the steps of a plan (marches and
attacks, the next one highlighted); and a combat with smoke and its stamped result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

import pygame

from game.core.action import Action
from game.core.event import Declared, Rolled
from game.core.layer import Layer
from game.core.message import Text, say
from game.i18n.words import capitalised, translate
from game.ui.board.animation import EventBatch
from game.ui.board.layers import LINK_END_GAP, LINK_START_GAP
from game.ui.board.overlay import PlanArrow
from game.ui.board.overlays import RED, SWORDS, TEAL, puff, stamp
from game.ui.board.signs import Ruler, draw_arrow
from game.ui.board.trace import dashes
from game.ui.kit.camera import Point, ease
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.planes import PlaneGeometry

ARROW_START = 0.24
"""The distance before the midpoint between two places at which an arrow begins, in sheet units."""
ARROW_END = 0.40
"""The distance beyond the midpoint between two places at which an arrow ends, in sheet units."""
HEAD_LENGTH = 0.42
"""The length of an arrow's head, in sheet units."""
HEAD_HALF_WIDTH = 0.36
"""Half the width of an arrow's head, in sheet units."""
SHAFT_HALF_WIDTH = 0.14
"""Half the width of an arrow's shaft, in sheet units."""
LINK_LABEL_SIDE = 0.42
"""The side of a link's label, in sheet units."""
LINK_LABEL_OFFSET = 0.36
"""The distance of a link's label from the link, in sheet units: it hides no number of the counters at its ends."""
MIN_LINK_LABEL = 13
"""The size in pixels below which a link's label is left out."""
TABLE_LABEL = 1.1
"""The side of a link's label on a table without a grid, in sheet units: large enough to read when the whole table is in
view."""
ARROW_RIM = "#1b120a"
"""The dark rim of arrows and labels."""
LABEL_PAPER = "#fff6df"
"""The background of a count, and the pale rim of arrows."""
COST_COLOUR = "#8d1f14"
"""The background of a cost."""
BUTTON_ENABLED, BUTTON_DISABLED = "#ffd257", "#b8ad97"
"""The backgrounds of the minus and plus buttons."""


def draw_attack_arrows(surface: pygame.Surface, layers: Iterable[Layer], ruler: Ruler, tooltips: SignMeanings) -> None:
    """Draw the links of always-shown layers that are arrows between places so close that counters would hide them, and
    the links' numbers. On a table without a grid links run between front edges, so only the numbers are drawn."""
    for layer in layers if not isinstance(ruler.geometry, PlaneGeometry) else ():
        for start, end in layer.links if layer.always and layer.line == "whole" else ():
            if not (ruler.geometry.knows(start) and ruler.geometry.knows(end)):
                continue
            (ax, ay), (bx, by) = ruler.geometry.centre(start), ruler.geometry.centre(end)
            length = hypot(bx - ax, by - ay)
            if 0 < length <= LINK_START_GAP + LINK_END_GAP + HEAD_LENGTH:
                place = _draw_target_arrow(surface, ((ax + bx) / 2, (ay + by) / 2),
                                           ((bx - ax) / length, (by - ay) / length), ruler)
                tooltips.append((place, capitalised(translate(layer.title))))
    for number in _link_numbers(layers, ruler):
        _draw_number(surface, number, tooltips)


class LinkNumber(NamedTuple):
    """The label of a link, and the actions that decrease and increase it."""

    words: str
    place: pygame.Rect
    """Its rectangle in the window."""
    decrease: Action | None
    """The action of its minus button; None if it cannot be decreased."""
    increase: Action | None
    """The action of its plus button; None if it cannot be increased."""
    is_count: bool
    """Whether it is a count; else it is a cost, such as that of an enemy left out of an attack."""
    title: Text
    """The title of its layer."""

    @property
    def has_buttons(self) -> bool:
        """Whether it has minus and plus buttons."""
        return self.decrease is not None or self.increase is not None

    @property
    def buttons(self) -> tuple[tuple[str, pygame.Rect, Action | None], ...]:
        """The minus and plus buttons: symbol, rectangle and action; the action is None for a disabled button."""
        width = self.place.width
        return (("\N{MINUS SIGN}", self.place.move(-width, 0), self.decrease),
                ("+", self.place.move(width, 0), self.increase))

    @property
    def place_with_buttons(self) -> pygame.Rect:
        """The rectangle in the window of the number with its buttons."""
        return self.place.inflate(2 * self.place.width, 0)


def _link_numbers(layers: Iterable[Layer], ruler: Ruler) -> Iterator[LinkNumber]:
    """The labels of the links of always-shown layers; none if they would be too small to read."""
    side = round((TABLE_LABEL if isinstance(ruler.geometry, PlaneGeometry) else LINK_LABEL_SIDE) * ruler.camera.scale)
    for layer in layers:
        if not (layer.always and layer.labels) or side < MIN_LINK_LABEL:
            continue
        steps_of_links = layer.steps or ((None, None),) * len(layer.links)
        for (start, end), words, steps in zip(layer.links, layer.labels, steps_of_links, strict=True):
            if words and ruler.geometry.knows(start) and ruler.geometry.knows(end):
                (ax, ay), (bx, by) = ruler.geometry.centre(start), ruler.geometry.centre(end)
                rect = pygame.Rect(0, 0, side, side)
                on_table = isinstance(ruler.geometry, PlaneGeometry)
                rect.center = ruler.pixel(
                    ((ax + bx) / 2, (ay + by) / 2) if on_table else label_spot((ax, ay), (bx, by)))
                yield LinkNumber(translate(words), rect, *steps, layer.line == "whole", layer.title)


def label_spot(start: Point, end: Point) -> Point:
    """Where the label of a link lies on a map with places: above the middle of the link, or at its right if it is
    vertical. All points in sheet units."""
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    if not length:
        return start
    across, down = (by - ay) / length, (ax - bx) / length
    if down > 0 or (not down and across < 0):
        across, down = -across, -down
    return (ax + bx) / 2 + LINK_LABEL_OFFSET * across, (ay + by) / 2 + LINK_LABEL_OFFSET * down


def number_at(layers: Iterable[Layer], ruler: Ruler, pos: tuple[int, int]) -> LinkNumber | None:
    """The adjustable number, buttons included, under a point of the window; None if there is none."""
    return next((number for number in _link_numbers(layers, ruler)
                 if number.has_buttons and number.place_with_buttons.collidepoint(pos)), None)


def _draw_target_arrow(surface: pygame.Surface, middle: tuple[float, float], direction: tuple[float, float],
                       ruler: Ruler) -> pygame.Rect:
    """Draw an arrow in the red of target rings, with a light and a dark rim that stands out from every counter. Return
    the rectangle of the window that it covers.

    :param middle: of the arrow, in sheet units.
    :param direction: a vector of length 1.
    """
    (mx, my), (ux, uy) = middle, direction
    outline = ((-ARROW_START, SHAFT_HALF_WIDTH), (ARROW_END - HEAD_LENGTH, SHAFT_HALF_WIDTH),
               (ARROW_END - HEAD_LENGTH, HEAD_HALF_WIDTH), (ARROW_END, 0.0),
               (ARROW_END - HEAD_LENGTH, -HEAD_HALF_WIDTH),
               (ARROW_END - HEAD_LENGTH, -SHAFT_HALF_WIDTH), (-ARROW_START, -SHAFT_HALF_WIDTH))
    points = [ruler.pixel((mx + ux * along - uy * across, my + uy * along + ux * across)) for along, across in outline]
    thin = max(1, round(0.03 * ruler.camera.scale))
    pygame.draw.polygon(surface, LABEL_PAPER, points, 4 * thin)
    pygame.draw.polygon(surface, RED, points)
    pygame.draw.polygon(surface, ARROW_RIM, points, thin)
    pygame.draw.aalines(surface, ARROW_RIM, True, points)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _draw_number(surface: pygame.Surface, number: LinkNumber, tooltips: SignMeanings) -> None:
    """Draw a link's label as a small square like a die, between its minus and plus buttons."""
    title = capitalised(translate(number.title))
    tooltips.append((number.place, say("{title}: {number}", title=title, number=number.words)))
    for words, box, action in number.buttons if number.has_buttons else ():
        tooltips.append((box, say("One more") if words == "+" else say("One less")))
        _draw_square(surface, words, box, BUTTON_ENABLED if action is not None else BUTTON_DISABLED)
    if number.is_count:
        _draw_square(surface, number.words, number.place, LABEL_PAPER)
    else:
        wider = number.place.inflate(number.place.width // 3, 0)
        _draw_square(surface, number.words, wider, COST_COLOUR, LABEL_PAPER)


def _draw_square(surface: pygame.Surface, words: str, box: pygame.Rect, paper: str, ink: str = ARROW_RIM) -> None:
    """Draw a box with rounded corners and print in it."""
    side = box.height
    draw_box(surface, box, paper, ARROW_RIM, max(1, side // 12), side // 5)
    picture = font("counter", round(side * 0.82)).render(words, True, ink)
    surface.blit(picture, picture.get_rect(center=box.center))


COMMAND_LINE_GAP = 0.34
"""The distance from the centres of its places at which a line of command begins and ends, in sheet units: at the
counters' edges."""
COMMAND_RING_RADIUS = 0.09
"""The radius of the ring at the end of a line of command, in sheet units."""
COMMAND_LINE_COLOUR = "#f3d27a"
"""The colour of lines of command."""


def draw_lines_of_command(surface: pygame.Surface, layers: Iterable[Layer], ruler: Ruler,
                          tooltips: SignMeanings) -> None:
    """Draw the links of layers that are shown for the selected unit."""
    geometry, scale = ruler.geometry, ruler.camera.scale
    thin, ring = max(2, round(0.05 * scale)), max(4, round(COMMAND_RING_RADIUS * scale))
    for layer in layers:
        for start, end in layer.links if layer.while_selected else ():
            if not (geometry.knows(start) and geometry.knows(end)):
                continue
            (ax, ay), (bx, by) = geometry.centre(start), geometry.centre(end)
            length = hypot(bx - ax, by - ay)
            if length <= 2 * COMMAND_LINE_GAP:
                continue
            ux, uy = (bx - ax) / length * COMMAND_LINE_GAP, (by - ay) / length * COMMAND_LINE_GAP
            first, last = ruler.pixel((ax + ux, ay + uy)), ruler.pixel((bx - ux, by - uy))
            pygame.draw.line(surface, ARROW_RIM, first, last, thin + 2)
            pygame.draw.line(surface, COMMAND_LINE_COLOUR, first, last, thin)
            pygame.draw.circle(surface, ARROW_RIM, last, ring + 1)
            pygame.draw.circle(surface, COMMAND_LINE_COLOUR, last, ring)
            place = pygame.Rect(0, 0, 3 * ring, 3 * ring).move(last[0] - 3 * ring // 2, last[1] - 3 * ring // 2)
            tooltips.append((place, capitalised(translate(layer.title))))


LATER_STEP_WIDTH = 0.66
"""The arrow width of a later step as a share of the next step's."""
COUNTER_ARROW_GAP = 0.5
"""The distance from the centre of a place with counters at which an arrow begins and ends, in sheet units."""
EMPTY_ARROW_GAP = 0.12
"""The distance from the centre of an empty place at which the arrow of a march ends, in sheet units."""
STEP_LABEL_HEIGHT = 0.6
"""The height of a step's label, in sheet units."""
MIN_STEP_LABEL = 22
"""The minimum height of a step's label, in pixels."""
ATTACK_LABEL_OFFSET = (0.0, 0.85)
"""The offset of an attack's label from the target's centre, in sheet units."""
LABEL_ON_ARROW_LENGTH = 2.6
"""The arrow length in sheet units from which an attack's label fits on the arrow instead."""
GOLD, DARK, PALE = "#ffce4a", "#1d1206", "#fff6df"
"""The colours of labels: the next step's plate, its print, and the print of all others."""


def draw_marches(surface: pygame.Surface, plan: Sequence[PlanArrow], ruler: Ruler) -> None:
    """Draw the marches of later steps, below the counters; the next step is drawn as a path arrow elsewhere."""
    for step in plan:
        points = _step_pixels(step, ruler, {})
        if not step.attacks and not step.next and len(points) > 1:
            gap = COUNTER_ARROW_GAP if step.crowded else EMPTY_ARROW_GAP
            draw_arrow(surface, points, LATER_STEP_WIDTH * ruler.camera.scale, gap / LATER_STEP_WIDTH, TEAL)


def draw_plan_above(surface: pygame.Surface, plan: Sequence[PlanArrow], ruler: Ruler,
                    spots: Mapping[str, tuple[int, int]], tooltips: SignMeanings) -> None:
    """Draw a plan's attacks and all its labels, above the counters. A label lies on the last leg of its arrow; that of
    an attack lies below the target if its arrow is short. Steps with the same last leg or the same target share one
    label.

    :param spots: unit -> the centre of its counter, in window pixels.
    """
    scale = ruler.camera.scale
    labels: dict[tuple[bool, tuple[tuple[int, int], ...]], list[PlanArrow]] = {}
    for step in plan:
        points = _step_pixels(step, ruler, spots)
        if step.attacks and len(set(points)) > 1:
            _draw_attack(surface, points[0], points[-1], scale)
        if points:
            labels.setdefault((step.attacks, points[-1:] if step.attacks else points[-2:]), []).append(step)
    for (attacks, _), steps in labels.items():
        text = ", ".join(dict.fromkeys(translate(step.label) for step in steps if step.label))
        if text or attacks:
            is_next = any(step.next for step in steps)
            sign = step_label(text, attacks, is_next, max(MIN_STEP_LABEL, round(STEP_LABEL_HEIGHT * scale)))
            last_leg = _step_pixels(steps[0], ruler, spots)[-2:]
            (ax, ay), (bx, by) = last_leg[0], last_leg[-1]
            middle = (ax + bx) // 2, (ay + by) // 2
            if attacks and hypot(bx - ax, by - ay) < LABEL_ON_ARROW_LENGTH * scale:
                middle = bx + round(ATTACK_LABEL_OFFSET[0] * scale), by + round(ATTACK_LABEL_OFFSET[1] * scale)
            place = surface.blit(sign, sign.get_rect(center=middle))
            tooltips.append((place, say("Attack") if attacks and not text else
                             say("Plan: attack {number}", number=text) if attacks else
                             say("Plan: move {number}", number=text)))


def _step_pixels(step: PlanArrow, ruler: Ruler, spots: Mapping[str, tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The window pixels of a step: its attacker's and target's counters if both are in view, else its places on the
    map."""
    if step.between is not None and all(unit in spots for unit in step.between):
        return tuple(spots[unit] for unit in step.between)
    return tuple(ruler.pixel(ruler.geometry.centre(p)) for p in step.path if ruler.geometry.knows(p))


def _draw_attack(surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], scale: float) -> None:
    """Draw a dashed red arrow with a pale edge from one counter to another.

    :param scale: pixels per sheet unit.
    """
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    gap = min(COUNTER_ARROW_GAP * scale, 0.3 * length)
    head = min(0.38 * scale, 0.5 * length)
    first, tip = (ax + ux * gap, ay + uy * gap), (bx - ux * gap, by - uy * gap)
    base = tip[0] - ux * head, tip[1] - uy * head
    wings = [(base[0] - s * uy * head * 0.4, base[1] + s * ux * head * 0.4) for s in (-1, 1)]
    thick = max(3, round(0.1 * scale))
    pygame.draw.line(surface, PALE, first, base, thick + max(2, thick // 2))
    for a, b in dashes(first, base, 0.2 * scale):
        pygame.draw.line(surface, RED, a, b, thick)
    pygame.draw.polygon(surface, RED, [tip, *wings])
    pygame.draw.polygon(surface, PALE, [tip, *wings], max(1, thick // 3))


@picture_cache(96)
def step_label(text: str, attacks: bool, is_next: bool, px: int) -> pygame.Surface:
    """A step's number on a round plate, gold for the next step; an attack's on a square plate beside crossed swords.

    :param px: its height in pixels.
    """
    ground, ink = (GOLD, DARK) if is_next else (RED, PALE) if attacks else (TEAL, PALE)
    words = font("counter", max(10, round(px * 0.8))).render(text, True, ink)
    sign_width = round(px * 0.8) if attacks else 0
    width = max(px, words.get_width() + sign_width + round(px * (0.5 if text else 0.2)))
    radius = px / 2 if not attacks else px * 0.2
    line = max(1.5, px * 0.09)
    swords = (f'<g transform="translate({px * 0.5:.1f} {px / 2:.1f}) scale({px * 0.0088:.4f}) translate(-41 -43)">'
              f'<path d="{SWORDS}" fill="none" stroke="{ink}" stroke-width="11"/></g>') if attacks else ""
    picture = render_elements(
        (width, px), f"0 0 {width} {px}",
        f'<rect x="{line / 2:.1f}" y="{line / 2:.1f}" width="{width - line:.1f}" height="{px - line:.1f}" '
        f'rx="{radius:.1f}" fill="{ground}" stroke="{ink}" stroke-width="{line:.1f}"/>{swords}')
    letters = words.get_bounding_rect()
    middle = (width + sign_width) / 2 - (px * 0.05 if attacks else 0)
    picture.blit(words, (round(middle - letters.centerx), round(px / 2 - letters.centery)))
    return picture.convert_alpha()


STAMP_HEIGHT = 0.5
"""The height of a stamped result, in sheet units."""
STAMP_OVERHANG = 0.4
"""How far a stamp on the lower edge of a counter reaches below it, as a share of the stamp's height. Chosen by eye."""
STAMP_GAP = 4
"""The distance in pixels between a counter and a stamp beside it."""
STAMP_SECONDS, STAMP_GROWTH = 0.16, 0.6
"""The seconds in which a stamp shrinks into place, and by which share of its size it is larger at first."""
ARROW_FADE_IN, ARROW_FADE_OUT = 0.18, 0.25
"""The shares of a declared attack's animation in which its arrows appear, and at its end disappear."""
PointOnMap = Callable[[str], tuple[int, int] | None]
"""Callback from a place to its window pixel; None for a place off the map."""


class MapFight:
    """Draws combat on the map. It remembers the places of the last declared attack for results that name none; a result
    with places ends that attack."""

    def __init__(self) -> None:
        self._attacked_places: tuple[str, ...] = ()

    def draw(self, surface: pygame.Surface, batch: EventBatch, places: Mapping[str, str | None],
             boxes: Mapping[str, pygame.Rect], point_of: PointOnMap, scale: float, still: bool) -> None:
        """Draw the combat in a batch of events.

        :param places: unit -> its place.
        :param boxes: unit -> the rectangle of its counter, in window pixels.
        :param scale: pixels per sheet unit.
        :param still: whether motion is reduced.
        """
        event = batch.events[0]
        if isinstance(event, Declared):
            self._attacked_places = tuple({place: None for place in map(places.get, event.defenders) if place})
            starts, ends = ({places.get(unit): boxes[unit].center for unit in units
                             if places.get(unit) and unit in boxes}
                            for units in (event.attackers, event.defenders))
            for start in starts.values():
                _draw_strike(surface, start, list(ends.values()), 0.5 if still else batch.share, scale)
        elif isinstance(event, Rolled):
            if event.places:
                self._attacked_places = ()
            hit_places = event.places or self._attacked_places
            struck = {unit: box for unit, box in boxes.items()
                      if (unit in event.units if event.units else places.get(unit) in hit_places)}
            subjects = list(struck.values()) or [pygame.Rect(at, (0, 0)) for at in map(point_of, hit_places)
                                                 if at is not None]
            if subjects:
                others = [box for unit, box in boxes.items() if unit not in struck]
                _draw_stamp(surface, _stamp_text(event), subjects, others, batch, scale, still)


def _stamp_text(event: Rolled) -> str:
    """The text stamped for a roll: its meaning, or both sides' numbers if sides are compared."""
    if len(event.heads) > 1:
        return " : ".join(map(str, event.heads))
    return translate(event.meaning)


def _draw_stamp(surface: pygame.Surface, word: str, subjects: Sequence[pygame.Rect], others: Sequence[pygame.Rect],
                batch: EventBatch, scale: float, still: bool) -> None:
    """Stamp a result on the counters it applies to, where it covers no others; it shrinks into place.

    :param subjects: the rectangles of those counters, or the points of their places.
    :param others: the rectangles of all other counters.
    """
    picture = stamp(word, round(STAMP_HEIGHT * scale))
    middle = stamp_box(picture.get_size(), subjects, others, surface.get_clip()).center
    grow = 1.0 if still else 1 + STAMP_GROWTH * (1 - ease(batch.elapsed / STAMP_SECONDS))
    if grow > 1.01:
        picture = pygame.transform.rotozoom(picture, 0, grow)
    surface.blit(picture, picture.get_rect(center=middle))


def stamp_box(size: tuple[int, int], subjects: Sequence[pygame.Rect], others: Sequence[pygame.Rect],
              view: pygame.Rect) -> pygame.Rect:
    """The rectangle of a stamp: on the lower edge of the counters it applies to, else on or beside them: where it
    covers least of the other counters, and is in view.

    :param size: its width and height.
    """
    box = subjects[0].unionall(subjects[1:])
    low, (width, height) = box.bottom + round(STAMP_OVERHANG * size[1]), size
    corners = [(box.centerx - width // 2, low - height), (box.left, low - height), (box.right - width, low - height),
               (box.centerx - width // 2, box.centery - height // 2),
               (box.right + STAMP_GAP, box.centery - height // 2),
               (box.left - STAMP_GAP - width, box.centery - height // 2),
               (box.centerx - width // 2, box.bottom + STAMP_GAP),
               (box.centerx - width // 2, box.top - STAMP_GAP - height)]
    boxes = [pygame.Rect(corner, size) for corner in corners]
    return min(boxes, key=lambda each: _covered(each, others) + width * height - _covered(each, [view]))


def _covered(box: pygame.Rect, others: Iterable[pygame.Rect]) -> int:
    """The area in pixels that a rectangle has in common with others."""
    clips = (box.clip(other) for other in others)
    return sum(clip.width * clip.height for clip in clips)


def _draw_strike(surface: pygame.Surface, start: tuple[int, int], ends: list[tuple[int, int]], share: float,
                 scale: float) -> None:
    """Draw red arrows from one attacker, with smoke above it; ``share`` is the elapsed part of the animation."""
    opacity = max(0.0, min(1.0, share / ARROW_FADE_IN, (1 - share) / ARROW_FADE_OUT))
    for end in ends:
        if end != start:
            draw_arrow(surface, (start, end), round(scale, 1), 0.30, RED, opacity)
    cloud = puff(max(8, round(scale * (0.6 + 1.5 * ease(share)) / 4) * 4))
    cloud.set_alpha(round(235 * (1 - share) ** 1.3))
    rise = round(scale * (0.25 + 0.35 * share))
    surface.blit(cloud, cloud.get_rect(center=(start[0], start[1] - rise)))
