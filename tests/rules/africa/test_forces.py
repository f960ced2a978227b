"""Set-ups and reinforcements (11) agree with the rulebook's lists, copied by hand into ``tests/facts``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LISTS = (Path(__file__).parents[2] / "facts" / "africa-forces.txt").read_text("utf-8")
CAMP = "campamento-de-muley-achmed"
FEW = {
    "castillejos": "s-cuenca b, m-gum-uagit casa-de-la-condesa",
    "tetuan": f"s-zamora 2, m-nizam-nur {CAMP}-norte",
    "wad-ras": "s-rey 2, m-nizam-nur dha",
}
"""Units of the set-up that do not affect others."""

FORCES = [
    *(pytest.param(name, marks=pytest.mark.rule(number)) for name, number in zip(FEW, ("11.C.4", "11.T.4", "11.W.4"),
                                                                                 strict=True)),
]


def listed(battle: str) -> Iterator[tuple[int, str, list[str]]]:
    """(turn, area, units from the top down) of a battle."""
    part = LISTS.split(f"\n{battle}\n")[1].split("\n\n")[0]
    for line in part.splitlines():
        when, units = line.split(": ")
        turn, area = when.split(" ")
        yield int(turn), area, units.split()


@pytest.mark.parametrize("battle_name", FORCES)
def test_set_up_as_listed(battle: Any, battle_name: str) -> None:
    """Troops are in stacks from the top down, then officers; the ship of Tetuan is where 11.T.3 allows it."""
    found: dict[str, list[str]] = {}
    for unit, place in battle(battle_name).units.items():
        if place is not None and unit not in ("s-ceres", "s-marina"):
            found.setdefault(CAMP if place.startswith(CAMP) else place, []).append(unit)
    wanted = {area: units for turn, area, units in listed(battle_name) if turn == 0}
    assert {area: sorted(units) for area, units in wanted.items()} == {a: sorted(u) for a, u in found.items()}
    officers = {c.unit for c in _counters(battle(battle_name)) if c.abbr == "Of"}
    for area in wanted.keys() - {CAMP}:
        assert [u for u in wanted[area] if u not in officers] == [u for u in found[area] if u not in officers]


@pytest.mark.parametrize("battle_name", FORCES)
@pytest.mark.parametrize("turn", range(1, 6))
def test_reinforcements_as_listed(scene: Any, battle_name: str, turn: int) -> None:
    """At the end of a turn every unit due by then is where the list says, and no other."""
    due = {unit: (when, area) for when, area, units in listed(battle_name) if when for unit in units
           if area != "coast"}
    waiting = ", ".join(f"{unit} waiting" for unit in due)
    table = scene(f"{FEW[battle_name]}, {waiting}", "movement", "moroccan", battle_name, turn=turn).play("done")
    come = {unit: place for unit, place in table.units.items() if unit in due and place is not None}
    assert {unit: area for unit, (when, area) in due.items() if when <= turn} == come


@pytest.mark.parametrize("battle_name", FORCES)
def test_no_other_units_take_part(battle: Any, battle_name: str) -> None:
    """The counters of a battle are those of its lists, and the ship with its marines at Tetuan."""
    wanted = {unit for _, _, units in listed(battle_name) for unit in units}
    if battle_name == "tetuan":
        wanted |= {"s-ceres", "s-marina"}
    assert wanted == {counter.unit for counter in _counters(battle(battle_name))}


def _counters(table: Any) -> Any:
    return table.rules.counters(table.state)
