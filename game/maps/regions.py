"""Connected regions of a hex board."""

from __future__ import annotations

from collections.abc import Collection

from game.board.hexgrid import STEPS, HexGrid


def regions(
    grid: HexGrid, hexes: Collection[str], barriers: Collection[frozenset[str]] = ()
) -> list[frozenset[str]]:
    """The connected parts of a set of hexes, with barred hexsides as barriers, in ascending order."""
    unassigned = set(hexes)
    spots = {name: grid.axial(name) for name in unassigned}
    name_at = {spot: name for name, spot in spots.items()}
    parts: list[frozenset[str]] = []
    for start in sorted(unassigned):
        if start not in unassigned:
            continue
        unassigned.remove(start)
        part, border = {start}, [start]
        while border:
            here = border.pop()
            q, r = spots[here]
            for dq, dr in STEPS:
                name = name_at.get((q + dq, r + dr))
                if name is not None and name in unassigned and frozenset((here, name)) not in barriers:
                    unassigned.remove(name)
                    part.add(name)
                    border.append(name)
        parts.append(frozenset(part))
    return parts
