"""The traces of the other side's last actions on the map: thin arrows for marches, and the counters of eliminated
units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, hypot
from typing import Any

import pygame

from game.core.chance import CHANCE
from game.core.contract import Counter
from game.core.event import Advanced, Event, LeaderFell, Moved, Removed, Retreated
from game.core.message import say
from game.core.theme import Theme
from game.match.history import Ply
from game.ui.board.march_arrows import BEND, MarchArrow, draw_march, draw_number, shared_arrows
from game.ui.board.pieces import picture_of
from game.ui.kit.notice import SignMeanings
from game.ui.sheets.planes import facing_of

Point = tuple[int, int]
"""A point in window pixels."""

SHORT_OF_COUNTER = 0.82
"""The distance before the centre of its last place at which an arrow ends on a hex map, in sheet units, so that a
counter does not hide its head."""
SHORT_OF_STACKS = 1.15
"""That distance on a map of areas, where stacks are wider."""
SHORT_OF_BASES = 0.7
"""That distance on a table without a grid, where a base has little depth."""
ARROW_TIP = say("{count} {side} units moved together", count=0, side="")
"""The tooltip of an arrow's number."""
FADE_SECONDS = 0.6
"""The seconds that the trace takes to fade once the viewer acts."""
FADING_STEPS = 8
"""The number of fading steps; each redraws the whole map."""
IN_A_PILE, IN_A_ROW = (0.62, 0.0, 0.0, (0.34, 0.2)), (0.44, 0.5, 0.62, (0.62, 0.0))
"""The layout of eliminated counters in an empty place, and in an occupied one: their width, and the first one's offset
to the left of and above the centre, in widths of a counter in play; then the step to the next, in their own widths."""
SHIFTS = sorted(product(range(-9, 10), repeat=2), key=lambda shift: hypot(*shift))
"""The positions tried for an eliminated counter, in quarters of its width from the usual one, the nearest first."""
MIN_ELIMINATED_WIDTH = 12
"""The minimum width of an eliminated counter, in pixels."""
ELIMINATED_OPACITY = 200
"""The opacity of an eliminated counter, of 255."""
CROSS_EDGE, CROSS_COLOUR = "#fff1dc", "#a3201a"
"""The colours of the cross over an eliminated counter."""
DASH_SHARE = 0.67
"""The share of a dash in the distance between the starts of two dashes."""


@dataclass(frozen=True, slots=True)
class TracedPath:
    """The path of a unit, beginning with its start."""

    seat: str
    path: tuple[str, ...]
    """The places along it."""
    command: str = ""
    """The unit's command, or the colour of its corps; empty if it has neither."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Marches and losses since a seat's last action."""

    paths: tuple[TracedPath, ...] = ()
    eliminated: tuple[tuple[str, str], ...] = ()
    """Eliminated units and their last places."""
    leaders: frozenset[str] = frozenset()
    """The leaders among them: their counters are drawn at full size."""


class FadingTrace:
    """The trace on the map, which fades when it is replaced by an empty one."""

    def __init__(self) -> None:
        self.shown = Trace()
        """The trace to draw; empty if there is none."""
        self.hides_arrows = False
        """Whether the march arrows give way to something else on the map, such as the dice of a combat."""
        self._fading = False
        self._seconds_left = 0.0
        """The seconds until a fading trace has vanished."""

    def replace(self, trace: Trace, *, at_once: bool) -> None:
        """Show a trace from now on; an empty one makes the previous one fade, or vanish if ``at_once``."""
        if trace != Trace() or at_once:
            self.shown, self._fading, self._seconds_left = trace, False, 0.0
        elif not self._fading and self.shown != trace:
            self._fading, self._seconds_left = True, FADE_SECONDS

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        if self._fading:
            self._seconds_left -= dt
            if self._seconds_left <= 0:
                self.shown, self._fading = Trace(), False

    @property
    def fades(self) -> bool:
        """Whether the trace is fading."""
        return self._fading

    @property
    def opacity(self) -> float:
        """The opacity of the trace, 0 to 1, in steps."""
        return ceil(FADING_STEPS * self._seconds_left / FADE_SECONDS) / FADING_STEPS if self._fading else 1.0


def blend(surface: pygame.Surface, opacity: float, draw: Callable[[pygame.Surface], None]) -> None:
    """Call ``draw`` so that its drawing appears on a surface with an opacity, 0 to 1."""
    if opacity >= 1.0:
        draw(surface)
        return
    layer = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    layer.set_clip(surface.get_clip())
    draw(layer)
    layer.set_alpha(round(255 * opacity))
    surface.blit(layer, (0, 0))


def trace_since(steps: Sequence[Ply[Any]], viewer: str | None, counters: Mapping[str, Counter]) -> Trace:
    """The trace of everything after a seat's last action and the rolls that followed it; of the whole record if the
    seat has not acted. Leaders who died in that action or those rolls are included.

    :param viewer: the seat; None before anybody has acted.
    :param counters: the counter of every unit.
    """
    last_action = first_after = 0
    for number in range(len(steps) - 1, -1, -1):
        if steps[number].actor == viewer:
            last_action, first_after = number, number + 1
            while first_after < len(steps) and steps[first_after].actor == CHANCE:
                first_after += 1
            break
    deaths = (event for ply in steps[last_action:first_after] for event in ply.events if isinstance(event, LeaderFell))
    return trace_of((*deaths, *(event for ply in steps[first_after:] for event in ply.events)), counters)


def trace_of(events: Iterable[Event], counters: Mapping[str, Counter]) -> Trace:
    """The trace of some events.

    :param counters: the counter of every unit.
    """
    paths: dict[str, tuple[str, ...]] = {}
    leaders, eliminated = set[str](), dict[str, str]()
    for event in events:
        if isinstance(event, Moved | Advanced | Retreated):
            before = paths.pop(event.unit, None)
            paths[event.unit] = (*before, *event.path[1:]) if before else event.path
        elif isinstance(event, LeaderFell):
            leaders.add(event.unit)
            eliminated[event.unit] = event.place
        elif isinstance(event, Removed):
            eliminated[event.unit] = event.place
    traced_paths = tuple(TracedPath(counters[unit].seat, path, _command(counters[unit]))
                         for unit, path in paths.items() if len(path) > 1 and path[0] != path[-1])
    return Trace(traced_paths, tuple(eliminated.items()), frozenset(leaders))


def _command(counter: Counter) -> str:
    """The command of a unit, or the colour of its corps; empty for leaders and trains, whose arrows are not shared."""
    return str(counter.face.command or counter.face.band) if counter.face is not None and not counter.off_stack else ""


def march_arrows(trace: Trace, point_of: Callable[[str], Point | None], scale: float) -> list[MarchArrow]:
    """The arrows of a trace: one for each march, or one for several units that moved together.

    :param point_of: callback from a place to its centre; None if the board lacks the place.
    :param scale: units of these points per sheet unit.
    """
    points_of_paths = [(path, tuple(point for place in path.path if (point := point_of(place)) is not None))
                       for path in trace.paths]
    return shared_arrows([MarchArrow(path.seat, points, command=path.command)
                          for path, points in points_of_paths if len(points) > 1], scale)


def draw_trace_arrows(surface: pygame.Surface, trace: Trace, theme: Theme, pixel_of: Callable[[str], Point | None],
                      scale: float, short: float = SHORT_OF_COUNTER, boxes: Sequence[pygame.Rect] = (),
                      tooltips: SignMeanings | None = None, bend: float = BEND) -> None:
    """Draw the march arrows, below the counters: in the side's colour with a dark edge, dashed if its pattern is. Their
    numbers lie above all arrows, and clear of one another; if there is no room, that of the latest arrow is drawn.

    :param pixel_of: callback from a place to the window pixel of its centre; None if the board lacks the place.
    :param scale: pixels per sheet unit.
    :param short: the distance before the centre of its last place at which an arrow ends, in sheet units.
    :param boxes: rectangles of counters and flags, which the arrows' numbers avoid.
    :param tooltips: receives the tooltips of the arrows' numbers.
    :param bend: the bend of straight marches, see ``march_arrows.BEND``.
    """
    seats = {info.name: info for info in theme.seats}
    lines = [(arrow, draw_march(surface, arrow, scale, short, seats[arrow.seat].paper,
                                broken=seats[arrow.seat].pattern != "solid", boxes=boxes, bend=bend))
             for arrow in march_arrows(trace, pixel_of, scale)]
    chips = list[pygame.Rect]()
    for arrow, line in reversed(lines):
        chip = draw_number(surface, line, arrow.units, scale, [*boxes, *chips])
        if chip is not None:
            chips.append(chip)
            if tooltips is not None:
                tooltips.append((chip, ARROW_TIP.with_values(count=arrow.units, side=seats[arrow.seat].described)))


def dashes(start: tuple[float, float], end: tuple[float, float],
           step: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """A line as dashes of about ``step`` pixels with gaps of half of that: the two ends of each dash."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    count = max(1, round(length / (1.5 * step)))

    def point_at(share: float) -> tuple[float, float]:
        """The point at a share of the line."""
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    return [(point_at(k / count), point_at((k + DASH_SHARE) / count)) for k in range(count)]


def dots(start: tuple[float, float], end: tuple[float, float], spacing: float,
         least: int = 1) -> list[tuple[float, float]]:
    """The centres of dots about ``spacing`` pixels apart along a line, from its start to its end.

    :param least: the least number of spaces between them.
    """
    (ax, ay), (bx, by) = start, end
    count = max(least, round(hypot(bx - ax, by - ay) / spacing))
    return [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1)]


def draw_eliminated(surface: pygame.Surface, trace: Trace, theme: Theme, counters: Mapping[str, Counter],
                    pixel_of: Callable[[str], Point | None], px: int, tooltips: SignMeanings,
                    boxes: Sequence[pygame.Rect] = ()) -> None:
    """Draw the counters of eliminated units small, pale and crossed out: where they were lost, or in a row above the
    counters there now, or beside them where they cover none.

    :param pixel_of: callback from a place to the window pixel of its centre; None if the board lacks the place.
    :param px: the width of a counter in play in pixels.
    :param boxes: the rectangles of the counters in play.
    """
    drawn_in: dict[str, int] = {}
    occupied = {counter.place for counter in counters.values()}
    for unit, place in trace.eliminated:
        middle, counter = pixel_of(place), counters.get(unit)
        if middle is None or counter is None or counter.place is not None:
            continue
        width, left, above, step = IN_A_ROW if place in occupied else IN_A_PILE
        size = max(MIN_ELIMINATED_WIDTH, round(px * (width if unit not in trace.leaders else 1.0)))
        before = drawn_in.get(place, 0)
        drawn_in[place] = before + 1
        x = middle[0] - round(left * px) + before * round(step[0] * size)
        y = middle[1] - round(above * px) + before * round(step[1] * size)
        picture = picture_of(counter, theme, size, facing_of(place)).copy()
        picture.set_alpha(ELIMINATED_OPACITY)
        spot = picture.get_rect(center=(x, y))
        if place in occupied:
            spot = _beside_counters(spot, size, boxes)
        surface.blit(picture, spot)
        tooltips.append((spot, say("{unit} was eliminated here", unit=counter.name)))
        inner = spot.inflate(-size // 6, -size // 6)
        for a, b in ((inner.topleft, inner.bottomright), (inner.topright, inner.bottomleft)):
            pygame.draw.line(surface, CROSS_EDGE, a, b, max(4, size // 7))
            pygame.draw.line(surface, CROSS_COLOUR, a, b, max(2, size // 12))


def _beside_counters(spot: pygame.Rect, size: int, boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    """The rectangle nearest to another that covers no counter; that rectangle itself if there is none among ``SHIFTS``.

    :param size: the width of the eliminated counter in pixels.
    :param boxes: the rectangles of the counters in play.
    """
    shifted = (spot.move(dx * size // 4, dy * size // 4) for dx, dy in SHIFTS)
    return next((each for each in shifted if each.collidelist(boxes) < 0), spot)
