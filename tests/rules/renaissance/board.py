"""Positions of Renaissance in the tests' notation: lines of bases, terrain, and keys of the position."""

from __future__ import annotations

from typing import Any

from game import catalog
from game.board.measuring import overlap
from game.core.pose import Pose
from game.rules.renaissance import build
from game.rules.renaissance.engine.moves import ComputedMove, compute_move
from game.rules.renaissance.engine.state import RenaissanceState
from tests.rules.table import Table

RULES = build(catalog.board)
SIDE = 18_000
"""Units along an edge of the table."""
CAMPS = ({"x": 1500, "y": 17000, "angle": 0}, {"x": 16500, "y": 1000, "angle": 10800})
"""Both camps in their corners, out of the way of most tests."""
DEFAULT_GENERALS = ("red-gn1 4000,14000,0", "blue-gn1 14000,4000,10800")
"""The generals that ``table`` adds if a test names none: to the left behind their lines, within 16 MU of the middle."""


def area(text: str) -> dict[str, Any]:
    """``woods 2000,2000 4000,2000 4000,4000``, ``river/800 0,9000 18000,9000`` as a piece of terrain of a position."""
    kind, *spots = text.split()
    kind, _, width = kind.partition("/")
    points = [[int(value) for value in spot.split(",")] for spot in spots]
    return {"kind": kind, "points": points} | ({"width": int(width)} if width else {})


def bases(line: str) -> list[dict[str, Any]]:
    """``red-pi1 9000,9000,0, blue-lh1 9000,5000,10800 moved=1 broke_off`` as entries of a position."""
    found = []
    for words in (part.split() for part in line.split(", ") if part.strip()):
        x, y, angle = map(int, words[1].split(","))
        entry: dict[str, Any] = {"id": words[0], "x": x, "y": y, "angle": angle}
        for word in words[2:]:
            key, _, value = word.partition("=")
            entry[key] = int(value) if value else True
        found.append(entry)
    return found


def table(line: str, *, red: str = "swedish", blue: str = "imperial", terrain: str = "", garrisons: str = "",
          pips: int = 6, turn: int = 3, chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()), **keys: Any,
          ) -> Table:
    """A position in the tactical moves of red's second bound, with six PIPs left.

    :param line: the bases on the table, as ``bases`` reads them; those neither in it nor in a camp are lost, except the
        generals, which are at their places of ``DEFAULT_GENERALS`` then.
    :param red: the name of red's army list; ``blue`` that of blue's.
    :param terrain: pieces as ``area`` reads them, with ``;`` between.
    :param garrisons: the bases in camps, e.g. ``red-sh1``.
    :param turn: the number of the bound, counted over both sides: 1 and 3 are red's first and second.
    :param chosen: the names of the options chosen in red's and in blue's army list, e.g. ``elephants``.
    :param keys: other keys of the position, or other values for those set here, e.g. ``phase``.
    """
    given = bases(line)
    for general in bases(", ".join(DEFAULT_GENERALS)):
        if all(entry["id"] != general["id"] for entry in given) and general["id"] not in garrisons.split():
            given.append(general)
    held = {name.partition("-")[0]: name for name in garrisons.split()}
    camps = [dict(camp, garrison=held.get(side, "")) for side, camp in zip(("red", "blue"), CAMPS, strict=True)]
    position: dict[str, Any] = {
        "scenario": "open-battle", "turn": turn, "phase": "moves", "side": "red", "rolled": 6, "pips": pips,
        "options": [f"army-red={red}", f"army-blue={blue}"], "chosen": [list(each) for each in chosen], "units": given,
        "camps": camps, "terrain": [area(piece) for piece in terrain.split(";") if piece.strip()],
        "contacted": [], **keys,
    }
    return Table(RULES, RULES.from_position(position))


def pose(at: Table, unit: str) -> Pose:
    """The pose of a base."""
    return Pose(*next((row["x"], row["y"], row["angle"]) for row in at.position["units"] if row["id"] == unit))


def computed_move(at: Table, notation: str) -> ComputedMove:
    """The computed move, legal or not."""
    return compute_move(at.state, at.rules.parse(notation))


def deepest_overlap(state: RenaissanceState) -> int:
    """The deepest overlap of two bases or camps, in units."""
    outlines = [*(outline for outline in state.outlines if outline is not None),
                *(camp.outline for camp in state.camps if camp is not None)]
    return max((overlap(one, other) for n, one in enumerate(outlines) for other in outlines[:n]), default=0)
