"""Positions of Cudgels for tests, set up by hand."""

from __future__ import annotations

from typing import Any

from game import catalog
from game.core.contract import System
from game.core.offer import Offer, Picked
from game.core.pose import Pose, read_pose
from tests.systems.table import AnyTable

NORTH, EAST, SOUTH, WEST = 0, 5400, 10800, 16200
"""Facings in sixtieths of a degree."""


def rules() -> System[Any]:
    """Cudgels from the catalog."""
    return catalog.rules("cudgels")


def position(*units: str, phase: str = "move", spare: bool = True, **more: Any) -> dict[str, Any]:
    """A position of Red's player turn with these bases.

    :param units: ``rf1 6000,9000,0``, perhaps followed by marks.
    :param spare: whether the other bases are in a column near the right edge, so that neither side has lost; else they
        are lost.
    :param more: other keys of the position.
    """
    found = rules().position(rules().initial("green"))
    said = {text.split()[0]: text.split()[1:] for text in units}
    rows = []
    for number, row in enumerate(found["units"]):
        text, *marks = said.get(row["id"], [""])
        pose = read_pose(text) or (Pose(15000, 500 + 700 * number, 0) if spare else None)
        if pose is not None:
            rows.append({"id": row["id"], **pose._asdict(), **dict.fromkeys(marks, True)})
    pips = {"pips": 6, "rolled": 6} if phase == "move" else {"pips": 0, "rolled": 6}
    return {**found, "phase": phase, "units": rows, **pips, **more}


class Table(AnyTable):
    """A state of Cudgels and the steps of a test."""

    def __init__(self, *units: str, **more: Any) -> None:
        super().__init__(rules(), rules().from_position(position(*units, **more)))

    def offer_at(self, *units: str, at: Pose) -> Offer:
        """The rules' offer for bases that a hand holds at a pose."""
        found = self.rules.offers(self.state, Picked(units, pose=at))
        return next(offer for offer in found if offer.poses)

    def at(self, unit: str) -> str:
        """The pose of a base; empty if it is lost."""
        found = self.rules.position(self.state)["units"]
        return next((f"{row['x']},{row['y']},{row['angle']}" for row in found if row["id"] == unit), "")
