"""Parts of a hex board: which hexes hang together, and which are cut off."""

from __future__ import annotations

from collections.abc import Collection

from game.board.hexgrid import HexGrid


def regions(
    grid: HexGrid, hexes: Collection[str], barriers: Collection[frozenset[str]] = ()
) -> list[frozenset[str]]:
    """The parts of a set of hexes that hang together without crossing a barred hex-side, in ascending order."""
    left = set(hexes)
    parts: list[frozenset[str]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        part, border = {start}, [start]
        while border:
            here = border.pop()
            for name in (grid.neighbour(here, d) for d in range(6)):
                if name in left and frozenset((here, name)) not in barriers:
                    left.remove(name)
                    part.add(name)
                    border.append(name)
        parts.append(frozenset(part))
    return parts
