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
"""Seconds for one hex of a path, at speed 1 like all durations of the animator; chosen by eye."""
LIFT_SECONDS = 0.09
"""Seconds to pick up a counter or to put it down."""
SETUP_SECONDS = 0.24
"""Seconds to place a counter at set-up."""
ELIMINATION_SECONDS = 0.42
"""Seconds for an eliminated counter to fade."""
ATTACK_SECONDS = 0.70
"""Seconds for an attack."""
TABLE_RESULT_SECONDS = 0.95
"""Seconds to show a roll that is read on a table."""
PLACED_RESULT_SECONDS = 0.60
"""Seconds to show a roll whose result is marked on the map (``Rolled.places``)."""
REDUCED_MOVE_SECONDS = 0.30
"""Seconds for a whole move if motion is reduced: the counter fades out and in again."""
LIFT_HEIGHT = 0.10
"""The distance by which a lifted counter is drawn farther up, in sheet units."""
SETUP_HEIGHT = 0.25
"""The distance from above in which a counter drops into its place at set-up, in sheet units."""
ELIMINATION_DRIFT = 0.1, 0.22
"""How far an eliminated counter drifts to the right and down, in sheet units."""
ELIMINATION_LIFT, ELIMINATION_TILT = 0.4, -24
"""The lift and the tilt in degrees of an eliminated counter at the end."""


@dataclass(frozen=True, slots=True)
class CounterPose:
    """The pose in which a counter is drawn."""

    at: Point
    """Its centre in sheet units."""
    lift: float = 0.0
    """From 0 (on the map) to 1 (held)."""
    alpha: float = 1.0
    """Its opacity, 0 to 1."""
    tilt: float = 0.0
    """The angle by which it leans, in degrees."""
    turn: float | None = None
    """The facing of a base, in degrees clockwise from the top; None for other counters."""


def _angle_between(start: float | None, end: float | None, share: float) -> float | None:
    """The angle in degrees at a share of the shorter turn from ``start`` to ``end``; ``end`` if one of them is None."""
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
    """Events shown together."""

    events: tuple[Event, ...]
    seconds: float
    """Their duration in seconds."""
    elapsed: float = 0.0
    """The seconds of it that have passed."""

    @property
    def share(self) -> float:
        """The share of the duration that has passed, 0 to 1."""
        return min(1.0, self.elapsed / self.seconds) if self.seconds else 1.0


@dataclass
class Animator:
    """A queue of events to animate."""

    spot_of: Callable[[str, str], Point]
    """Gives the centre of a unit in a place, in sheet units."""
    sound: Callable[[str], None] = field(default=lambda name: None)
    """Plays a sound, given its name."""
    reduced: bool = False
    """Whether motion is reduced: counters fade instead of travelling."""
    speed: float = 1.0
    """The speed of animations; 1 is normal."""
    held: dict[str, str | None] = field(default_factory=dict)
    """Unit -> the place where it is still shown while its events are queued, overriding the position."""
    landed: frozenset[str] = frozenset()
    """Units that the player has already dropped at their destination: they settle there without travelling."""
    _queue: deque[EventBatch] = field(default_factory=deque)
    _parallel: list[EventBatch] = field(default_factory=list)
    """Moves animated in parallel with the queue."""
    _started: bool = False
    """Whether the first batch of the queue has begun, and its sound has been played."""

    @property
    def busy(self) -> bool:
        """Whether anything is being animated."""
        return bool(self._queue or self._parallel)

    @property
    def moving(self) -> frozenset[str]:
        """Units whose moves have not finished."""
        return frozenset(event.unit for batch in (*self._queue, *self._parallel) for event in batch.events
                         if isinstance(event, Moved))

    @property
    def current(self) -> EventBatch | None:
        """The batch of the queue shown now; None if there is none."""
        return self._queue[0] if self._queue else None

    def play(self, events: Iterable[Event], *, in_parallel: bool = False) -> None:
        """Queue events for animation; consecutive events of one kind marked ``together`` are shown at once.

        :param in_parallel: whether moves start at once, in parallel with the queue.
        """
        for event in events:
            seconds = self._seconds(event)
            if seconds is None:
                continue
            unit, start = _place_before(event)
            if unit:
                self.held.setdefault(unit, start)
            if in_parallel and isinstance(event, Moved):
                self._parallel.append(EventBatch((event,), seconds))
                continue
            running = len(self._queue) == 1 and self._started
            if event.together and self._queue and type(self._queue[-1].events[0]) is type(event) and not running:
                self._queue[-1].events += (event,)
            else:
                self._queue.append(EventBatch((event,), seconds))

    def skip(self) -> None:
        """Clear the queue and show the final position at once."""
        self._queue.clear()
        self._parallel.clear()
        self.held.clear()
        self.landed = frozenset()
        self._started = False

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        seconds_left = dt * self.speed
        for batch in tuple(self._parallel):
            batch.elapsed += seconds_left
            if batch.elapsed >= batch.seconds:
                self._parallel.remove(batch)
                self._finish(batch)
        while self._queue and seconds_left > 0:
            batch = self._queue[0]
            if not self._started:
                self._started = True
                self.sound(next((name for kind, name in _SOUNDS if isinstance(batch.events[0], kind)), ""))
            seconds = min(seconds_left, batch.seconds - batch.elapsed)
            batch.elapsed += seconds
            seconds_left -= seconds
            if batch.elapsed >= batch.seconds:
                self._queue.popleft()
                self._started = False
                self._finish(batch)

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
        shown_batches = (*([self._queue[0]] if self._queue else []), *self._parallel)
        for batch, event in [(each, event) for each in shown_batches for event in each.events]:
            if isinstance(event, Moved | Advanced | Retreated) and event.unit in self.landed:
                x, y = self.spot_of(event.unit, event.path[-1])
                lift = 0.0 if self.reduced else 1 - ease(batch.share)
                poses[event.unit] = CounterPose((x, y - LIFT_HEIGHT * lift), lift, turn=facing_of(event.path[-1]))
            elif isinstance(event, Moved | Advanced | Retreated):
                path = [self.spot_of(event.unit, place) for place in event.path]
                poses[event.unit] = self._pose_on_path(path, [facing_of(place) for place in event.path], batch)
            elif isinstance(event, Placed):
                alpha = ease(batch.share)
                x, y = self.spot_of(event.unit, event.place)
                lift = 0.0 if self.reduced else (1 - alpha)
                poses[event.unit] = CounterPose((x, y - SETUP_HEIGHT * lift), lift, alpha, turn=facing_of(event.place))
            elif isinstance(event, Removed):
                x, y = self.spot_of(event.unit, event.place)
                drift = 0.0 if self.reduced else ease(batch.share)
                at = x + ELIMINATION_DRIFT[0] * drift, y + ELIMINATION_DRIFT[1] * drift
                poses[event.unit] = CounterPose(at, ELIMINATION_LIFT * drift, 1 - batch.share * batch.share,
                                                ELIMINATION_TILT * drift, facing_of(event.place))
        return poses

    def _pose_on_path(self, path: Sequence[Point], turns: Sequence[float | None], batch: EventBatch) -> CounterPose:
        """The pose of a counter that moves along a path.

        :param turns: its facing at each point of the path, in degrees; None if it has none.
        """
        elapsed, seconds = batch.elapsed, batch.seconds
        if self.reduced:
            share = elapsed / seconds
            return (CounterPose(path[0], 0, 1 - 2 * share, 0, turns[0]) if share < 0.5 else
                    CounterPose(path[-1], 0, 2 * share - 1, 0, turns[-1]))
        travelled = (elapsed - LIFT_SECONDS) / max(0.001, seconds - 2 * LIFT_SECONDS)
        legs_done = ease(travelled) * (len(path) - 1)
        leg = min(len(path) - 2, int(legs_done))
        (ax, ay), (bx, by) = path[leg], path[leg + 1]
        share = legs_done - leg
        lift = ease(elapsed / LIFT_SECONDS) if travelled < 0 else ease((seconds - elapsed) / LIFT_SECONDS)
        turn = _angle_between(turns[leg], turns[leg + 1], share)
        return CounterPose((ax + (bx - ax) * share, ay + (by - ay) * share - LIFT_HEIGHT * lift), lift, turn=turn)

    def _seconds(self, event: Event) -> float | None:
        """The duration of an event's animation; None if it has none."""
        if isinstance(event, Moved | Advanced | Retreated):
            legs = len(event.path) - 1
            if legs < 1:
                return None
            if event.unit in self.landed:
                return LIFT_SECONDS
            return REDUCED_MOVE_SECONDS if self.reduced else 2 * LIFT_SECONDS + HEX_SECONDS * legs
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
"""The name of the sound for each kind of event."""


def _place_before(event: Event) -> tuple[str | None, str | None]:
    """The unit that an event moves, and its place before; None for each if there is none."""
    if isinstance(event, Moved | Advanced | Retreated):
        return event.unit, event.path[0]
    if isinstance(event, Placed):
        return event.unit, None
    if isinstance(event, Removed):
        return event.unit, event.place
    return None, None


def _place_after(event: Event) -> tuple[str | None, str | None]:
    """The unit that an event moves, and its place after; None for each if there is none."""
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
"""The opacity of the ghost left where a held counter was, 0 to 1."""
HELD_STEP = 0.16
"""The offset of each held counter of a stack to the right of and below the one before, in counter widths."""

Spot = tuple[int, int]
"""A point in window pixels."""


class Carry:
    """The counters in the player's hand."""

    def __init__(self) -> None:
        self.units: tuple[str, ...] = ()
        """The units in the hand, the one that is gripped first."""
        self.at: Spot = (0, 0)
        """The position of the pointer."""
        self._grip: Spot = (0, 0)
        """The offset of the first counter's centre from the pointer, in pixels."""
        self._seconds_back = 0.0
        """The seconds for which the counters have been sliding back."""
        self.returning = False
        """Whether the counters are sliding back into their places."""
        self.reduced = False
        """Whether motion is reduced: counters jump back instead."""

    @property
    def held(self) -> bool:
        """Whether counters follow the pointer."""
        return bool(self.units) and not self.returning

    def lift(self, units: tuple[str, ...], at: Spot, middle: Spot) -> None:
        """Pick up counters.

        :param at: the position of the pointer.
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
        self.returning, self._seconds_back = bool(self.units), 0.0
        if self.reduced:
            self.put_down()

    def put_down(self) -> None:
        """Empty the hand."""
        self.units, self.returning = (), False

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        if self.returning:
            self._seconds_back += dt
            if self._seconds_back >= RETURN_SECONDS:
                self.put_down()

    def poses(self, homes: Mapping[str, Spot], px: int) -> dict[str, tuple[CounterPose, tuple[float, float]]]:
        """The held counters with their poses and their centres in window pixels, the first one last so that it is drawn
        on top.

        :param homes: the centre of each counter's place, in window pixels.
        :param px: the width of a counter in pixels.
        """
        share = ease(self._seconds_back / RETURN_SECONDS) if self.returning else 0.0
        poses = {}
        for number, unit in reversed(list(enumerate(self.units))):
            x = self.at[0] + self._grip[0] + number * HELD_STEP * px
            y = self.at[1] + self._grip[1] + number * HELD_STEP * px
            home_x, home_y = homes.get(unit, (x, y))
            poses[unit] = CounterPose((0.0, 0.0), 1.0 - share), (x + (home_x - x) * share, y + (home_y - y) * share)
        return poses
