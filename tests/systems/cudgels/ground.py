"""The table of Cudgels and its rough ground."""

from __future__ import annotations

from game.board.measuring import Outline
from game.board.plane import PlaneBoard, Terrain

ROUGH = "rough"


class Ground:
    """A table, with the boxes of its rough ground worked out once."""

    def __init__(self, board: PlaneBoard) -> None:
        self.board = board
        self._rough = [(piece, _box(piece.points, piece.width)) for piece in board.terrain if piece.kind == ROUGH]

    def is_in_rough(self, outline: Outline) -> bool:
        """Whether a convex outline, e.g. that of a base, is at least partly in rough ground."""
        left, top, right, bottom = _box(outline)
        return any(left <= r and x <= right and top <= b and y <= bottom and piece.meets(outline)
                   for piece, (x, y, r, b) in self._rough)

    def rough_pieces(self) -> tuple[Terrain, ...]:
        """All rough ground."""
        return tuple(piece for piece, _ in self._rough)


def _box(outline: Outline, width: int = 0) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of an outline, widened by a width on all sides."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs) - width, min(ys) - width, max(xs) + width, max(ys) + width
