"""Prospects in later turns: the value of a place for an attack, and its distance."""

from __future__ import annotations

from itertools import pairwise

from game.core.indices import Seat
from game.rules.tours import shock_odds
from game.rules.tours.ai.prospects import RAID_VALUE, prospects
from game.rules.tours.ai.scene import Scene
from game.rules.tours.system import Tours
from game.rules.tours.units import FRANKS, HEAVY_CAVALRY, LIGHT_INFANTRY, MUSLIMS, SLOT
from tests.rules.table import Table
from tests.rules.tours.board import RULES, table

assert isinstance(RULES, Tours)
GROUND = RULES.ground
CAMP = "wagon1 2717, wagon2 2718, wagon3 2720"
WALL = ", ".join(f"hi{n} 16{5 + n:02} e" for n in range(1, 10))


def field(line: str, *, wall: bool = False) -> Table:
    """A position before orders, with one Muslim unit far from the camp."""
    return table(f"{line}, red-hc3 2704 w", phase="orders", wall=wall)


def promised(at: Table, seat: Seat, place: str, kind: int = HEAVY_CAVALRY) -> float:
    """The expectation of a side's units of a kind from a hex."""
    return prospects(at.state, seat, kind).get(GROUND.index[place], 0.0)


def test_the_end_of_a_wall_has_better_prospects_than_its_front() -> None:
    """1605 is at the flank of the last unit of the wall, 1707 in front of it."""
    at = field(WALL, wall=True)
    assert promised(at, MUSLIMS, "1605") > promised(at, MUSLIMS, "1710") + 0.1


def test_a_prospect_decreases_with_distance() -> None:
    """It increases all the way down a column that leads to a unit's rear."""
    at = field("li1 1413 e")
    found = [promised(at, MUSLIMS, place) for place in ("1313", "1213", "1113", "1013")]
    assert all(near > far > 0 for near, far in pairwise(found)), found


def test_the_camp_is_worth_a_raid_to_franks_only() -> None:
    """A hex next to a wagon train, with no enemy near."""
    at = field(f"hc1 1212 e, {CAMP}")
    assert RAID_VALUE == promised(at, FRANKS, "2618")
    assert promised(at, MUSLIMS, "2618") < RAID_VALUE


def test_a_prospect_is_discounted_by_the_way_to_it() -> None:
    """Out of 2518 and out of 2517 a hex next to the wagons is one movement point away; back into 2518 it is three."""
    at = field(f"hc1 1212 e, {CAMP}")
    aim, near, rough = (GROUND.index[place] for place in ("2618", "2517", "2518"))
    assert (1, 1, 3) == (dict(GROUND.mounted[near])[aim], dict(GROUND.mounted[rough])[aim],
                         dict(GROUND.mounted[aim])[rough])
    assert promised(at, FRANKS, "2517") == promised(at, FRANKS, "2518")


def test_a_unit_next_to_the_wagons_is_a_better_target() -> None:
    """The same unit is worth more there than without the wagons."""
    raider = "hc1 2617 e, charles 1212"
    with_, without = field(f"{raider}, {CAMP}"), field(raider)
    assert promised(with_, MUSLIMS, "2517", LIGHT_INFANTRY) > promised(without, MUSLIMS, "2517", LIGHT_INFANTRY)


def test_no_attack_is_expected_from_the_hex_of_a_wagon_train() -> None:
    """No unit may enter it (ruling 9): not to attack a raider beside it, nor on the way to another train."""
    at = field(f"hc1 2617 e, charles 1212, {CAMP}")
    assert [0.0] * 4 == [promised(at, seat, place) for seat in (FRANKS, MUSLIMS) for place in ("2717", "2718")]


def test_terrain_counts_as_in_the_rules() -> None:
    """This holds for every pair of adjacent open hexes."""
    at = field("red-hc1 2012 w, hi1 1612 e")
    attacker, defender = SLOT["red-hc1"], SLOT["hi1"]
    for place in GROUND.index.values():
        for there, _ in GROUND.mounted[place]:
            if place in GROUND.river:
                continue
            state = at.state.with_unit_at(defender, place).with_unit_at(attacker, there)
            told = shock_odds.terrain_drm(state, (attacker,), defender)[0]
            below = GROUND.level[there] < GROUND.level[place]
            expected = shock_odds.ground_drm(GROUND, place, mounted=True, below=below)[0]
            assert told == expected, (GROUND.hexes[place], GROUND.hexes[there])


def test_archers_blocked_by_friends_cannot_move_away() -> None:
    """In the open they fear infantry little; with every hex behind them occupied they do."""
    line = "red-ma1 2012 w, hi1 1812 e, hi2 1811 e, hi3 1813 e"
    behind = "red-li1 2112 w, red-li2 2111 w, red-li3 2013 w, yellow-li1 2011 w"
    alone, hemmed = (field(text) for text in (line, f"{line}, {behind}"))
    slot, place = SLOT["red-ma1"], GROUND.index["2012"]
    fears = []
    for at in (alone, hemmed):
        held = at.state.occupied[MUSLIMS] & ~(1 << place)
        fears.append(Scene(at.state, MUSLIMS).danger(slot, place, at.state.facing[slot], held))
    assert fears[0] == 0.0 < fears[1]
