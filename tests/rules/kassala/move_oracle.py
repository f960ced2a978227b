"""A second computation of movement from the facts page, by brute force; it shares no code with the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from math import hypot, sqrt
from pathlib import Path
from typing import Any

FACTS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "facts" / "kassala.toml").read_text("utf-8"))
HEXES = [f"{column}{row:02d}" for column, (first, last) in FACTS["grid"]["rows"].items()
         for row in range(first, last + 1)]
TOWNS = set(FACTS["terrain"]["udaka"]) | set(FACTS["terrain"]["kassala"])
WADI = {frozenset(side) for side in FACTS["terrain"]["wadi"]}
TRENCH = {frozenset(side) for side in FACTS["terrain"]["trench"]}
FACTOR = {"infantry": 2, "cavalry": 3, "cannon": 0}


def _point(name: str) -> tuple[float, float]:
    """The centre of a hex by the formula of the facts page."""
    column, row = int(name[:2]), int(name[2:])
    return 1.5 * column, sqrt(3) * (row + 0.5 * (column % 2))


NEAR = {a: [b for b in HEXES if a != b and hypot(_point(a)[0] - _point(b)[0], _point(a)[1] - _point(b)[1]) < 1.8]
        for a in HEXES}
"""The hexes adjacent to each: those with centres less than 1.8 hex radii apart (neighbours are at the square root of
3)."""

ARMS = {"m-tcav": "cavalry", "m-mam": "cavalry", "m-arab": "cavalry", "c-res": "cavalry", "m-can": "cannon",
        "c-can": "cannon"}


def arm(unit: str) -> str:
    """The arm of a unit id."""
    return ARMS.get(unit.rstrip("123"), "infantry")


def ends(unit: str, places: Mapping[str, str], cannon: bool = False) -> set[str]:
    """Every hex a unit may end its move in, by II.D alone.

    :param places: every unit on the map and its hex.
    :param cannon: whether cannon may share a hex (IV.A.2).
    """
    enemies = {h for u, h in places.items() if u[0] != unit[0]}
    held = {n for h in enemies for n in NEAR[h]}
    full = {h for u, h in places.items() if u[0] == unit[0] and not (cannon and arm(u) == "cannon")}
    start = places[unit]
    if start in held:
        return set()
    reached = set()
    front = [(start, FACTOR[arm(unit)])]
    while front:
        here, left = front.pop()
        if here in held:
            continue
        for there in NEAR[here]:
            side = frozenset((here, there))
            if arm(unit) == "cavalry" and (there in TOWNS or side in WADI):
                continue
            cost = 2 if side in WADI or side in TRENCH else 1
            if cost <= left and there not in enemies:
                reached.add(there)
                front.append((there, left - cost))
    return reached - full - {start}
