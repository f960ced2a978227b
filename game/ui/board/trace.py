"""The traces of the other side's last actions on the map: thin arrows for marches, and the counters of eliminated
units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot
from typing import Any

import pygame

from game.core.chance import CHANCE
from game.core.contract import Counter
from game.core.event import Advanced, Event, LeaderFell, Moved, Removed, Retreated
from game.core.message import say
from game.core.theme import Theme
from game.match.history import Ply
from game.ui.board.march_arrows import BEND, MarchArrow, draw_march, shared_arrows
from game.ui.board.pieces import picture_of
from game.ui.kit.notice import SignMeanings
from game.ui.sheets.planes import facing_of

Point = tuple[int, int]

SHORT_OF_COUNTER = 0.82
"""How far before the centre of its last place an arrow ends, in sheet units, so that a counter does not hide its
head."""
SHORT_OF_STACKS = 1.15
"""The same before a stack."""
SHORT_OF_BASES = 0.7
"""The same before a base with its depth."""
ARROW_TIP = say("{count} {side} units marched together", count=0, side="")
"""The tooltip of an arrow's number."""
FADE_SECONDS = 0.6
"""How long the trace takes to fade once the viewer acts."""
FADING_STEPS = 8
"""The number of fading steps; each redraws the whole map."""
IN_A_PILE, IN_A_ROW = (0.62, 0.0, 0.0, (0.34, 0.2)), (0.44, 0.5, 0.62, (0.62, 0.0))
"""Layout of eliminated counters in an empty place, and in an occupied one: their width, and the first one's offset to
the left of and above the centre, in widths of a counter in play; then the step to the next, in their own widths."""


@dataclass(frozen=True, slots=True)
class TracedPath:
    """The path of a unit, beginning with its start."""

    seat: str
    path: tuple[str, ...]
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
        self.hides_arrows = False
        """Whether the march arrows give way to something else on the map, such as the dice of a combat."""
        self._leaving = False
        self._left = 0.0

    def replace(self, trace: Trace, *, at_once: bool) -> None:
        """Show a trace from now on; an empty one makes the previous one fade, or vanish if ``at_once``."""
        if trace != Trace() or at_once:
            self.shown, self._leaving, self._left = trace, False, 0.0
        elif not self._leaving and self.shown != trace:
            self._leaving, self._left = True, FADE_SECONDS

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        if self._leaving:
            self._left -= dt
            if self._left <= 0:
                self.shown, self._leaving = Trace(), False

    @property
    def fades(self) -> bool:
        return self._leaving

    @property
    def strength(self) -> float:
        """The opacity of the trace, 0..1, in steps."""
        return ceil(FADING_STEPS * self._left / FADE_SECONDS) / FADING_STEPS if self._leaving else 1.0


def blend(surface: pygame.Surface, strength: float, draw: Callable[[pygame.Surface], None]) -> None:
    """Call ``draw`` on a surface with a given opacity, 0..1."""
    if strength >= 1.0:
        draw(surface)
        return
    layer = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    layer.set_clip(surface.get_clip())
    draw(layer)
    layer.set_alpha(round(255 * strength))
    surface.blit(layer, (0, 0))


def trace_since(steps: Sequence[Ply[Any]], viewer: str | None, counters: Mapping[str, Counter]) -> Trace:
    """The trace of everything after a seat's last action and the rolls that followed it; of the whole record if the
    seat has not acted. Leaders who died in that action or those rolls are included.

    :param viewer: the seat; None before anybody has acted.
    :param counters: the counter of every unit.
    """
    first = acted = 0
    for k in range(len(steps) - 1, -1, -1):
        if steps[k].actor == viewer:
            acted, first = k, k + 1
            while first < len(steps) and steps[first].actor == CHANCE:
                first += 1
            break
    dead = (event for ply in steps[acted:first] for event in ply.events if isinstance(event, LeaderFell))
    return trace_of((*dead, *(event for ply in steps[first:] for event in ply.events)), counters)


def trace_of(events: Iterable[Event], counters: Mapping[str, Counter]) -> Trace:
    """The trace of some events.

    :param counters: the counter of every unit.
    """
    paths: dict[str, tuple[str, ...]] = {}
    fallen, struck = dict[str, str](), dict[str, str]()
    for event in events:
        if isinstance(event, Moved | Advanced | Retreated):
            before = paths.pop(event.unit, None)
            paths[event.unit] = (*before, *event.path[1:]) if before else event.path
        elif isinstance(event, LeaderFell):
            fallen[event.unit] = struck[event.unit] = event.place
        elif isinstance(event, Removed):
            struck[event.unit] = event.place
    ways = tuple(TracedPath(counters[unit].seat, path, _command(counters[unit])) for unit, path in paths.items()
                 if len(path) > 1 and path[0] != path[-1])
    return Trace(ways, tuple(struck.items()), frozenset(fallen))


def _command(counter: Counter) -> str:
    """The command of a unit, or the colour of its corps; empty for leaders and trains, whose arrows are not shared."""
    return str(counter.face.command or counter.face.band) if counter.face is not None and not counter.off_stack else ""


def draw_trace_arrows(surface: pygame.Surface, trace: Trace, theme: Theme, pixel_of: Callable[[str], Point | None],
                      scale: float, short: float = SHORT_OF_COUNTER, boxes: Sequence[pygame.Rect] = (),
                      tooltips: SignMeanings | None = None, bow: float = BEND) -> None:
    """Draw the march arrows, below the counters: in the side's colour with a dark edge, dashed if its pattern is.

    :param pixel_of: callback from a place to the window pixel of its centre; None if the board lacks the place.
    :param scale: pixels per sheet unit.
    :param short: how far before the centre of its last place an arrow ends, in sheet units.
    :param boxes: rectangles of counters and flags, which the arrows' numbers avoid.
    :param tooltips: receives the tooltips of the arrows' numbers.
    :param bow: how far straight marches are bent, see ``march_arrows.BEND``.
    """
    seats = {info.name: info for info in theme.seats}
    ways = [(path, tuple(point for place in path.path if (point := pixel_of(place)) is not None))
            for path in trace.paths]
    marches = [MarchArrow(path.seat, points, command=path.command) for path, points in ways if len(points) > 1]
    for arrow in shared_arrows(marches, scale):
        info = seats[arrow.seat]
        chip = draw_march(surface, arrow, scale, short, info.paper, broken=info.pattern != "solid", boxes=boxes,
                          bow=bow)
        if chip is not None and tooltips is not None:
            text = ARROW_TIP.with_values(count=arrow.units, side=info.described)
            tooltips.append((chip, text))


def dashes(start: tuple[float, float], end: tuple[float, float],
           step: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """A line as dashes of about ``step`` pixels with gaps of half of that."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    many = max(1, round(length / (1.5 * step)))

    def at(share: float) -> tuple[float, float]:
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    return [(at(k / many), at((k + 0.67) / many)) for k in range(many)]


def draw_eliminated(surface: pygame.Surface, trace: Trace, theme: Theme, counters: Mapping[str, Counter],
                pixel_of: Callable[[str], Point | None], px: int, tooltips: SignMeanings) -> None:
    """Draw the counters of eliminated units small, pale and crossed out: where they were lost, or in a row above the
    counters there now.

    :param px: the width of a counter in play in pixels.
    """
    many: dict[str, int] = {}
    taken = {counter.place for counter in counters.values()}
    for unit, place in trace.eliminated:
        middle, counter = pixel_of(place), counters.get(unit)
        if middle is None or counter is None or counter.place is not None:
            continue
        width, aside, above, step = IN_A_ROW if place in taken else IN_A_PILE
        size = max(12, round(px * (width if unit not in trace.leaders else 1.0)))
        before = many.get(place, 0)
        many[place] = before + 1
        x = middle[0] - round(aside * px) + before * round(step[0] * size)
        y = middle[1] - round(above * px) + before * round(step[1] * size)
        picture = picture_of(counter, theme, size, facing_of(place)).copy()
        picture.set_alpha(200)
        spot = picture.get_rect(center=(x, y))
        surface.blit(picture, spot)
        tooltips.append((spot, say("{unit} was eliminated here", unit=counter.name)))
        inner = spot.inflate(-size // 6, -size // 6)
        for a, b in ((inner.topleft, inner.bottomright), (inner.topright, inner.bottomleft)):
            pygame.draw.line(surface, "#fff1dc", a, b, max(4, size // 7))
            pygame.draw.line(surface, "#a3201a", a, b, max(2, size // 12))
