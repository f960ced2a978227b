"""The number of reachable end hexes, one and two moves deep, agrees with an independent brute force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.kassala.actions import KassalaMove
from game.rules.kassala.state import KassalaState
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import ROSTER
from tests.rules.kassala.move_oracle import HEXES, TOWNS, arm, ends

IDS = [unit.id for unit in ROSTER]


def places_of(rules: Kassala, state: KassalaState) -> dict[str, str]:
    return {u["id"]: u["place"] for u in rules.position(state)["units"]}


def counted(rules: Kassala, state: KassalaState) -> dict[str, set[str]]:
    """Unit -> end hexes by the rules; each is offered once."""
    moves = [a for a in rules.candidates(state) if isinstance(a, KassalaMove)]
    found: dict[str, set[str]] = {}
    for move in moves:
        found.setdefault(move.unit, set()).add(move.path[-1])
    assert len(moves) == sum(map(len, found.values()))
    return found


def expected(places: dict[str, str], seat: str, moved: frozenset[str], cannon: bool = False) -> dict[str, set[str]]:
    """Unit -> end hexes by brute force."""
    found = {u: ends(u, places, cannon) for u in places if u[0] == seat[0] and u not in moved}
    return {unit: hexes for unit, hexes in found.items() if hexes}


def difference(told: dict[str, set[str]], true: dict[str, set[str]]) -> str:
    """The counts of every unit on which the two disagree."""
    lines = [f"{u}: rules {len(told.get(u, ()))}, brute force {len(true.get(u, ()))}; "
             f"too many {sorted(told.get(u, set()) - true.get(u, set()))}, "
             f"missing {sorted(true.get(u, set()) - told.get(u, set()))}"
             for u in sorted({*told, *true}) if told.get(u, set()) != true.get(u, set())]
    return "\n".join(lines)


@pytest.mark.rule("II.D")
@pytest.mark.parametrize(("seat", "options", "total"), [
    ("moslem", (), 78), ("christian", (), 58), ("moslem", ("cannon",), 84), ("christian", ("cannon",), 66)])
def test_first_moves_from_the_set_up(kassala: Kassala, seat: str, options: tuple[str, ...], total: int) -> None:
    """At depth 1 for either side; the totals are those of the brute force, as numbers to compare with."""
    start = kassala.initial("kassala", options)
    if seat == "christian":
        start, _ = kassala.apply(start, kassala.parse("end-movement"))
    told = counted(kassala, start)
    true = expected(places_of(kassala, start), seat, frozenset(), "cannon" in options)
    assert "" == difference(told, true)
    assert total == sum(map(len, told.values()))


@pytest.mark.rule("II.D")
@pytest.mark.parametrize(("options", "total"), [((), 5346), (("cannon",), 6228)])
def test_first_two_moves_from_the_set_up(kassala: Kassala, options: tuple[str, ...], total: int) -> None:
    """At depth 2 for the first player, with a line for each first move that disagrees."""
    start = kassala.initial("kassala", options)
    wrong, nodes = [], 0
    for action in kassala.candidates(start):
        if isinstance(action, KassalaMove):
            state, _ = kassala.apply(start, action)
            told = counted(kassala, state)
            true = expected(places_of(kassala, state), "moslem", frozenset({action.unit}), "cannon" in options)
            nodes += sum(map(len, told.values()))
            if told != true:
                wrong.append(f"after {action.notation}:\n{difference(told, true)}")
    assert [] == wrong
    assert total == nodes


@st.composite
def scattered(draw: st.DrawFn) -> dict[str, str]:
    """Up to twelve units in separate hexes, cavalry never in a town."""
    chosen = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=12, unique=True))
    hexes = draw(st.permutations(HEXES))
    places: dict[str, str] = {}
    for unit in chosen:
        free = [h for h in hexes if h not in places.values() and not (arm(unit) == "cavalry" and h in TOWNS)]
        places[unit] = free[0]
    return places


@pytest.mark.rule("II.D")
@settings(max_examples=150, deadline=None, derandomize=True)
@given(places=scattered(), seat=st.sampled_from(["moslem", "christian"]), cannon=st.booleans())
def test_moves_in_random_positions(kassala: Kassala, places: dict[str, str], seat: str, cannon: bool) -> None:
    """In random positions the rules and the brute force agree."""
    position: dict[str, Any] = {
        "phase": "movement", "phasing": seat, "options": ["cannon"] if cannon else [],
        "units": [{"id": u, "place": h} for u, h in places.items()],
    }
    state = kassala.from_position(position)
    assert "" == difference(counted(kassala, state), expected(places, seat, frozenset(), cannon))
