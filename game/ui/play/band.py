"""A band drawn around bases on a table without a grid: all that can act in it are picked up as a group."""

from __future__ import annotations

from game.board.manoeuvre import ahead_by
from game.board.measuring import Outline, distance
from game.core.pose import Spot
from game.ui.board.held import standing_of
from game.ui.play.selection import Selection


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
