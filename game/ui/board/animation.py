"""Animation of events on the map: position, height and opacity of each moving counter. Counters in the player's hand
follow the pointer and leave a ghost in their place; when put back, they slide home."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.core.event import Advanced, Declared, Event, Moved, Placed, Removed, Retreated, Rolled
from game.ui.kit.camera import Point, ease
from game.ui.sheets.planes import facing_of

HEX_SECONDS = 0.19
"""Seconds for one hex of a path, at speed 1 like all durations here; chosen by eye."""
LIFT_SECONDS = 0.09
"""Seconds to pick up a counter or to put it down."""
SETUP_SECONDS = 0.24
"""Seconds to place a counter at set-up."""
ELIMINATION_SECONDS = 0.42
"""Seconds for an eliminated counter to fade."""
ATTACK_SECONDS = 0.70
"""Seconds for an attack."""
TABLE_RESULT_SECONDS = 0.95
"""Seconds to show a result of the table."""
PLACED_RESULT_SECONDS = 0.60
"""Seconds to show a result at its places."""


@dataclass(frozen=True, slots=True)
class CounterPose:
    """The pose in which a counter is drawn: its centre in sheet units, ``lift`` from 0 (on the map) to 1 (held),
    ``alpha`` 0..1, tilt in degrees."""

    at: Point
    lift: float = 0.0
    alpha: float = 1.0
    tilt: float = 0.0
    turn: float | None = None
    """The facing of a base, in degrees clockwise from the top; None for other counters."""


def _angle_between(start: float | None, end: float | None, share: float) -> float | None:
    """The angle at a share of the shorter turn from ``start`` to ``end``."""
    if start is None or end is None:
        return end
    return (start + ((end - start + 180) % 360 - 180) * share) % 360


def on_map(event: Event, knows: Callable[[str], bool]) -> Event | None:
    """The part of an event that can be shown on the map: a path keeps only the board's places. None if nothing remains.

    :param knows: whether the board has a place.
    """
    match event:
        case Moved() | Advanced() | Retreated():
            path = tuple(place for place in event.path if knows(place))
            return event if path == event.path else replace(event, path=path) if path else None
        case Placed() | Removed():
            return event if knows(event.place) else None
    return event


@dataclass
class EventBatch:
    """Events shown together, and their duration in seconds."""

    events: tuple[Event, ...]
    seconds: float
    elapsed: float = 0.0

    @property
    def share(self) -> float:
        return min(1.0, self.elapsed / self.seconds) if self.seconds else 1.0


@dataclass
class Animator:
    """A queue of events to animate. ``spot_of`` gives the point of a unit in a place, in sheet units."""

    spot_of: Callable[[str, str], Point]
    sound: Callable[[str], None] = field(default=lambda name: None)
    reduced: bool = False
    speed: float = 1.0
    held: dict[str, str | None] = field(default_factory=dict)
    """Unit -> the place where it is still shown while its events are queued, overriding the position."""
    landed: frozenset[str] = frozenset()
    """Units that the player has already dropped at their destination: they settle there without travelling."""
    _queue: deque[EventBatch] = field(default_factory=deque)
    _beside: list[EventBatch] = field(default_factory=list)
    """Moves animated in parallel with the queue."""
    _started: bool = False

    @property
    def busy(self) -> bool:
        return bool(self._queue or self._beside)

    @property
    def moving(self) -> frozenset[str]:
        """Units whose moves have not finished."""
        return frozenset(event.unit for batch in (*self._queue, *self._beside) for event in batch.events
                         if isinstance(event, Moved))

    @property
    def current(self) -> EventBatch | None:
        """The batch now shown."""
        return self._queue[0] if self._queue else None

    def play(self, events: Iterable[Event], *, beside: bool = False) -> None:
        """Queue events for animation; consecutive events of one kind marked ``together`` are shown at once.

        :param beside: whether moves start at once, in parallel with the queue.
        """
        for event in events:
            seconds = self._seconds(event)
            if seconds is None:
                continue
            unit, start = _place_before(event)
            if unit:
                self.held.setdefault(unit, start)
            if beside and isinstance(event, Moved):
                self._beside.append(EventBatch((event,), seconds))
                continue
            running = len(self._queue) == 1 and self._started
            if event.together and self._queue and type(self._queue[-1].events[0]) is type(event) and not running:
                self._queue[-1].events += (event,)
            else:
                self._queue.append(EventBatch((event,), seconds))

    def skip(self) -> None:
        """Clear the queue and show the final position at once."""
        self._queue.clear()
        self._beside.clear()
        self.held.clear()
        self.landed = frozenset()
        self._started = False

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        seconds_left = dt * self.speed
        for batch in tuple(self._beside):
            batch.elapsed += seconds_left
            if batch.elapsed >= batch.seconds:
                self._beside.remove(batch)
                self._finish(batch)
        while self._queue and seconds_left > 0:
            step = self._queue[0]
            if not self._started:
                self._started = True
                self.sound(next((name for kind, name in _SOUNDS if isinstance(step.events[0], kind)), ""))
            used = min(seconds_left, step.seconds - step.elapsed)
            step.elapsed += used
            seconds_left -= used
            if step.elapsed >= step.seconds:
                self._queue.popleft()
                self._started = False
                self._finish(step)

    def _finish(self, batch: EventBatch) -> None:
        """Record where the units of a finished batch ended."""
        for event in batch.events:
            unit, end = _place_after(event)
            if unit:
                self.held[unit] = end
                self.landed -= {unit}
        if not self.busy:
            self.held.clear()

    def poses(self) -> Mapping[str, CounterPose]:
        """The poses of the counters now in motion, by unit."""
        poses = {}
        shown = (*([self._queue[0]] if self._queue else []), *self._beside)
        for step, event in ((batch, batch_event) for batch in shown for batch_event in batch.events):
            if isinstance(event, Moved | Advanced | Retreated) and event.unit in self.landed:
                x, y = self.spot_of(event.unit, event.path[-1])
                fall = 0.0 if self.reduced else 1 - ease(step.share)
                poses[event.unit] = CounterPose((x, y - 0.10 * fall), fall, turn=facing_of(event.path[-1]))
            elif isinstance(event, Moved | Advanced | Retreated):
                path = [self.spot_of(event.unit, place) for place in event.path]
                poses[event.unit] = self._on_path(path, [facing_of(place) for place in event.path], step)
            elif isinstance(event, Placed):
                t = ease(step.share)
                x, y = self.spot_of(event.unit, event.place)
                rise = 0.0 if self.reduced else (1 - t)
                poses[event.unit] = CounterPose((x, y - 0.25 * rise), rise, t, turn=facing_of(event.place))
            elif isinstance(event, Removed):
                t = step.share
                still = self.reduced
                x, y = self.spot_of(event.unit, event.place)
                fall = 0.0 if still else ease(t)
                poses[event.unit] = CounterPose((x + 0.1 * fall, y + 0.22 * fall), 0.4 * fall, 1 - t * t, -24 * fall,
                                                facing_of(event.place))
        return poses

    def _on_path(self, path: Sequence[Point], turns: Sequence[float | None], step: EventBatch) -> CounterPose:
        elapsed, seconds = step.elapsed, step.seconds
        if self.reduced:
            t = elapsed / seconds
            return (CounterPose(path[0], 0, 1 - 2 * t, 0, turns[0]) if t < 0.5 else
                    CounterPose(path[-1], 0, 2 * t - 1, 0, turns[-1]))
        travel = (elapsed - LIFT_SECONDS) / max(0.001, seconds - 2 * LIFT_SECONDS)
        where = ease(travel) * (len(path) - 1)
        k = min(len(path) - 2, int(where))
        (ax, ay), (bx, by) = path[k], path[k + 1]
        t = where - k
        lift = ease(elapsed / LIFT_SECONDS) if travel < 0 else ease((seconds - elapsed) / LIFT_SECONDS)
        turn = _angle_between(turns[k], turns[k + 1], t)
        return CounterPose((ax + (bx - ax) * t, ay + (by - ay) * t - 0.10 * lift), lift, turn=turn)

    def _seconds(self, event: Event) -> float | None:
        """The duration of an event's animation; None if it has none."""
        if isinstance(event, Moved | Advanced | Retreated):
            legs = len(event.path) - 1
            if legs < 1:
                return None
            if event.unit in self.landed:
                return LIFT_SECONDS
            return 0.30 if self.reduced else 2 * LIFT_SECONDS + HEX_SECONDS * legs
        if isinstance(event, Placed):
            return SETUP_SECONDS
        if isinstance(event, Removed):
            return ELIMINATION_SECONDS
        if isinstance(event, Declared):
            return ATTACK_SECONDS
        if isinstance(event, Rolled):
            return PLACED_RESULT_SECONDS if event.places else TABLE_RESULT_SECONDS if event.column else None
        return None


_SOUNDS: tuple[tuple[type[Event], str], ...] = ((Moved, "march"), (Advanced, "march"), (Retreated, "march"),
                                                (Placed, "click"), (Removed, "elimination"), (Declared, "gun"))


def _place_before(event: Event) -> tuple[str | None, str | None]:
    """The unit that an event moves, and its place before."""
    if isinstance(event, Moved | Advanced | Retreated):
        return event.unit, event.path[0]
    if isinstance(event, Placed):
        return event.unit, None
    if isinstance(event, Removed):
        return event.unit, event.place
    return None, None


def _place_after(event: Event) -> tuple[str | None, str | None]:
    """The unit that an event moves, and its place after."""
    if isinstance(event, Moved | Advanced | Retreated):
        return event.unit, event.path[-1]
    if isinstance(event, Placed):
        return event.unit, event.place
    if isinstance(event, Removed):
        return event.unit, None
    return None, None


RETURN_SECONDS = 0.16
"""Seconds in which dropped counters slide back into their places."""
HELD_GHOST_OPACITY = 0.34
"""Opacity of the ghost left where a held counter was, 0..1."""
HELD_STEP = 0.16
"""Offset of each held counter of a stack to the right of and below the one before, in counter widths."""

Spot = tuple[int, int]


class Carry:
    """The counters in the player's hand. Positions are window pixels."""

    def __init__(self) -> None:
        self.units: tuple[str, ...] = ()
        self.at: Spot = (0, 0)
        self._grip: Spot = (0, 0)
        self._back = 0.0
        self.returning = self.reduced = False

    @property
    def held(self) -> bool:
        """Whether counters follow the pointer."""
        return bool(self.units) and not self.returning

    def lift(self, units: tuple[str, ...], at: Spot, middle: Spot) -> None:
        """Pick up counters.

        :param middle: the centre of the first one: its offset from the pointer is kept.
        """
        self.units, self.at, self.returning = units, at, False
        self._grip = middle[0] - at[0], middle[1] - at[1]

    def move(self, at: Spot) -> None:
        """Follow the pointer."""
        self.at = at

    def rest(self, middle: Spot) -> None:
        """Hold the counters with the first one centred at ``middle``, regardless of the pointer."""
        self.at = middle[0] - self._grip[0], middle[1] - self._grip[1]

    def put_back(self) -> None:
        """Return the counters after a drop without effect: they slide back, or jump back if motion is reduced."""
        self.returning, self._back = bool(self.units), 0.0
        if self.reduced:
            self.put_down()

    def put_down(self) -> None:
        """Empty the hand."""
        self.units, self.returning = (), False

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        if self.returning:
            self._back += dt
            if self._back >= RETURN_SECONDS:
                self.put_down()

    def poses(self, homes: Mapping[str, Spot], px: int) -> dict[str, tuple[CounterPose, tuple[float, float]]]:
        """The held counters with their poses and centres, the first one last so that it is drawn on top."""
        share = ease(self._back / RETURN_SECONDS) if self.returning else 0.0
        poses = {}
        for k, unit in reversed(list(enumerate(self.units))):
            x, y = (a + g + k * HELD_STEP * px for a, g in zip(self.at, self._grip, strict=True))
            u, v = homes.get(unit, (x, y))
            poses[unit] = CounterPose((0.0, 0.0), 1.0 - share), (x + (u - x) * share, y + (v - y) * share)
        return poses
