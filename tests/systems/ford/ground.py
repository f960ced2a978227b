"""The map as units move over it (6.1, 6.2)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.hexgrid import Hex, HexBoard

from .units import Kind

COSTS = {"open": 1, "woods": 2, "ford": 2}
"""Movement points; what is not named cannot be entered."""
EXIT = "10"
"""The column from which wagons leave the map (9.1)."""


class Ground:
    """The board with the steps of wagons and of all others."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self._riding, self._driving = (
            tuple(tuple((there, COSTS[kind]) for there in row if there >= 0 and (
                kind := board.terrain[board.hexes[there]]) in COSTS and kind not in closed) for row in board.neighbours)
            for closed in ((), ("woods",)))

    def steps(self, kind: Kind | None) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """For each hex where a unit may go from it, and the points."""
        return self._driving if kind == Kind.WAGON else self._riding

    def mask(self, places: Iterable[str | None]) -> int:
        """Hexes as a mask."""
        return sum(1 << self.board.index[place] for place in set(places) if place is not None)

    def around(self, mask: int) -> int:
        """The hexes adjacent to some."""
        found = 0
        for at, near in enumerate(self.board.adjacent):
            found |= near if mask >> at & 1 else 0
        return found

    def enters(self, kind: Kind | None, place: str) -> bool:
        """Whether such a unit may ever be in a hex (6.1, 6.2)."""
        terrain = self.board.terrain[place]
        return terrain in COSTS and not (kind == Kind.WAGON and terrain == "woods")
