"""Connected regions of a hex board."""

from __future__ import annotations

from collections.abc import Collection

from game.board.hexgrid import STEPS, HexGrid


def regions(
    grid: HexGrid, hexes: Collection[str], barriers: Collection[frozenset[str]] = ()
) -> list[frozenset[str]]:
    """The connected parts of a set of hexes, in the order of their lowest ids.

    :param barriers: pairs of adjacent hexes whose common side separates them.
    """
    unassigned = set(hexes)
    position_of = {name: grid.axial(name) for name in unassigned}
    name_at = {position: name for name, position in position_of.items()}
    parts: list[frozenset[str]] = []
    for start in sorted(unassigned):
        if start not in unassigned:
            continue
        unassigned.remove(start)
        part, to_visit = {start}, [start]
        while to_visit:
            here = to_visit.pop()
            q, r = position_of[here]
            for dq, dr in STEPS:
                name = name_at.get((q + dq, r + dr))
                if name is not None and name in unassigned and frozenset((here, name)) not in barriers:
                    unassigned.remove(name)
                    part.add(name)
                    to_visit.append(name)
        parts.append(frozenset(part))
    return parts
