"""What is drawn over a table without a grid: the measuring stick, and a band around bases to be picked up."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.manoeuvre import ahead_by
from game.board.measuring import Edge, Outline, distance, edges, rounded
from game.core.contract import Counter
from game.core.pose import Spot, Stick
from game.ui.board.held import standing_of
from game.ui.play.selection import Selection


class Measuring:
    """A stick between two points or bases, while it is out. An end is a point, or the corners of a base."""

    def __init__(self) -> None:
        self.out = False
        """Whether the pointer lays the stick now."""
        self._from: Outline | None = None
        self._to: Outline | None = None
        self.laying = False
        """Whether its far end follows the pointer."""

    def toggle(self) -> None:
        """Take the stick out, or put it away."""
        self.out, self.laying = not self.out, False
        self._from = self._to = None

    def begin(self, at: Outline) -> None:
        """Lay its near end down."""
        self._from = self._to = at
        self.laying = True

    def move(self, at: Outline) -> None:
        """Its far end follows while it is being laid."""
        if self.laying:
            self._to = at

    def end(self) -> None:
        """Leave it where it lies."""
        self.laying = False

    def press(self, at: Outline) -> None:
        """Lay its near end down, or leave it where it lies: what a key does."""
        if self.laying:
            self.end()
        else:
            self.begin(at)

    @property
    def stick(self) -> Stick | None:
        """The stick as it lies, between the nearest points of its ends; None where it does not."""
        if self._from is None or self._to is None or self._from == self._to:
            return None
        start, end = _nearest(self._from, self._to)
        return Stick(start, end, distance(start, end))


def outline_of(counter: Counter | None, spot: Spot) -> Outline:
    """The corners of a base; a point where there is none."""
    standing = standing_of(counter) if counter is not None else None
    return standing.corners if standing is not None else (spot,)


def _nearest(one: Outline, other: Outline) -> tuple[Spot, Spot]:
    """The nearest points of two outlines that do not overlap."""
    pairs = [(a, foot) for a in one for foot in _feet(a, other)] + [(foot, b) for b in other for foot in _feet(b, one)]
    return min(pairs, key=lambda pair: distance(*pair))


def _feet(spot: Spot, outline: Outline) -> Iterator[Spot]:
    """The point of each edge of an outline that is nearest to a point."""
    sides: tuple[Edge, ...] = edges(outline) if len(outline) > 1 else ((outline[0], outline[0]),)
    for (ax, ay), (bx, by) in sides:
        long = (bx - ax) ** 2 + (by - ay) ** 2
        along = min(long, max(0, (spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)))
        yield (ax + rounded((bx - ax) * along, long), ay + rounded((by - ay) * along, long)) if long else (ax, ay)


class Band:
    """A box between the point where the button went down and the pointer."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._from: Spot | None = None
        self._to: Spot = (0, 0)

    def begin(self, at: Spot) -> None:
        """Put its first corner down."""
        self._from = self._to = at

    def move(self, at: Spot) -> None:
        """Its other corner follows the pointer."""
        self._to = at

    @property
    def drawn(self) -> bool:
        """Whether the button is down."""
        return self._from is not None

    @property
    def outline(self) -> Outline:
        """Its corners; none while there is no box."""
        if self._from is None or self._from == self._to:
            return ()
        (ax, ay), (bx, by) = self._from, self._to
        return (ax, ay), (bx, ay), (bx, by), (ax, by)

    def end(self) -> bool:
        """Pick up the bases whose middles lie in it, the foremost first, of those level the nearest to the pointer;
        whether there are any."""
        box, self._from = self.outline, None
        if not box:
            return False
        found = []
        for unit in self._selection.able:
            standing = standing_of(self._selection.situation.counters[unit])
            if standing is None:
                continue
            x, y = ((a + b) // 2 for a, b in zip(standing.corners[0], standing.corners[2], strict=True))
            if min(box[0][0], box[2][0]) <= x <= max(box[0][0], box[2][0]) and (
                    min(box[0][1], box[2][1]) <= y <= max(box[0][1], box[2][1])):
                found.append((distance((x, y), self._to), unit, standing))
        found.sort(key=lambda each: each[:2])
        if found:
            pose, base = found[0][2].pose, found[0][2].base
            found.sort(key=lambda each: -round(ahead_by(pose, each[2].pose.spot) / base.depth))
            self._selection.hold([unit for _, unit, _ in found])
        return bool(found)
