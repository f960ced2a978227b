"""Positions of Pickets for tests, set up by hand."""

from __future__ import annotations

from typing import Any

from game import catalog
from game.core.contract import System
from game.core.verdict import Illegal
from tests.systems.table import AnyTable


def rules() -> System[Any]:
    """Pickets from the catalog."""
    return catalog.rules("pickets")


def table(*units: str, phase: str = "orders", scenario: str = "ford", **more: Any) -> Any:
    """A state of Blue's player turn with these counters only.

    :param units: ``bf01 3020/n`` or ``bf01 blue-arrivals/n``, perhaps followed by the remaining steps and by statuses.
    """
    rows = []
    for text in units:
        name, where, *rest = text.split()
        place, _, facing = where.partition("/")
        lost = 2 - int(rest.pop(0)) if rest and rest[0].isdigit() else 0
        rows.append({"id": name, "place": place, "facing": facing, "lost": lost, **dict.fromkeys(rest, True)})
    return rules().from_position({"scenario": scenario, "phase": phase, "orders": 5, "units": rows, **more})


class Table(AnyTable):
    """A state of Pickets and the steps of a test."""

    def __init__(self, state: Any) -> None:
        super().__init__(rules(), state)

    def cost(self, notation: str) -> int | None:
        """The cost of a legal action."""
        verdict = self.rules.check(self.state, self.rules.parse(notation))
        assert not isinstance(verdict, Illegal), str(verdict)
        return verdict.cost

    def unit(self, name: str) -> dict[str, Any]:
        """A counter's row of the position; empty if it is out of the game."""
        return next((row for row in self.rules.position(self.state)["units"] if row["id"] == name), {})

    def statuses(self, name: str) -> list[str]:
        """The statuses of a counter."""
        return [key for key, value in self.unit(name).items() if value is True]

    def at(self, name: str) -> str:
        """The place and facing of a counter."""
        row = self.unit(name)
        return f"{row['place']}/{row['facing']}"
