"""Zones of control: the bases that have one, its limits, and the moves within it."""

from __future__ import annotations

import pytest

from game.rules.renaissance.engine.zones import zone, zone_owners_at
from tests.rules.renaissance.board import computed_move, table
from tests.rules.table import Table


def deep(at: Table, unit: str) -> int:
    """The depth of the zone of a base that faces south or north."""
    ys = [y for _, y in zone(at.state, at.state.slots[unit])]
    return max(ys) - min(ys)


def inside(at: Table, unit: str) -> set[str]:
    """The enemies whose zones a base is in."""
    return {at.state.roster[slot].id for slot in zone_owners_at(at.state, (at.state.slots[unit],))}


@pytest.mark.rule("14.6.10")
def test_a_zone_is_2_by_2_mu_without_its_boundary() -> None:
    assert inside(table("red-pi1 9000,7900,0, blue-pk1 9000,7000,10800"), "red-pi1") == {"blue-pk1"}
    assert inside(table("red-pi1 9000,8000,0, blue-pk1 9000,7000,10800"), "red-pi1") == set()
    assert inside(table("red-pi1 10000,7500,0, blue-pk1 9000,7000,10800"), "red-pi1") == set()
    assert inside(table("red-pi1 9990,7500,0, blue-pk1 9000,7000,10800"), "red-pi1") == {"blue-pk1"}


@pytest.mark.rule("14.6.10")
def test_a_zone_ends_at_the_first_element_camp_or_water() -> None:
    """The first base in the zone is in it; a base behind that one is not (ruling 44)."""
    at = table("red-pi1 9000,7400,0, red-pi2 9000,8150,0, blue-pk1 9000,7000,10800")
    assert inside(at, "red-pi1") == {"blue-pk1"}
    assert inside(at, "red-pi2") == set()
    assert deep(at, "blue-pk1") == 400
    sea = table("blue-pk1 9000,7000,10800", terrain="waterway 0,7600 18000,7600 18000,12000 0,12000")
    assert deep(sea, "blue-pk1") == 600
    beside = table("red-pi1 10000,7400,0, blue-pk1 9000,7000,10800")
    assert deep(beside, "blue-pk1") == 1000


@pytest.mark.rule("14.6.10")
def test_a_base_that_fights_to_its_front_has_no_zone() -> None:
    at = table("red-pi1 9000,7000,0, red-lh1 11000,9000,0, blue-pk1 9000,7000,10800, blue-pk2 11000,8500,10800")
    assert inside(at, "red-pi1") == set()
    assert inside(at, "red-lh1") == {"blue-pk2"}
    assert at.refusal("move red-lh1 11000,9400,0") == "14.6.10 (ruling 45)"


@pytest.mark.rule("14.6.10")
def test_moves_within_a_zone() -> None:
    at = table("red-pi1 9200,7800,0, blue-pk1 9000,7000,10800")
    assert computed_move(at, "move red-pi1 9200,7500,0").why is None
    assert computed_move(at, "move red-pi1 9000,7800,0").why is None
    assert computed_move(at, "move red-pi1 9000,7000,0").why is None
    assert computed_move(at, "move red-pi1 9200,8100,0").why is None
    assert at.refusal("move red-pi1 9200,7950,0") == "14.6.10 (ruling 45)"
    assert at.refusal("move red-pi1 9400,7900,0") == "14.6.10 (ruling 45)"
    assert at.refusal("move red-pi1 9200,7500,600") == "14.6.10 (ruling 45)"
    assert at.refusal("move red-pi1 9300,8100,0") == "14.6.10 (ruling 45)"
    assert "blue pikes 1" in at.why("move red-pi1 9300,8100,0").lower()


@pytest.mark.rule("14.6.10")
def test_an_advance_may_go_backwards() -> None:
    """The front edges come closer, and the facing stays as far from opposite as it was (ruling 45)."""
    at = table("red-pi1 9000,7950,0, blue-pk1 9000,9500,0")
    assert inside(at, "red-pi1") == {"blue-pk1"}
    assert computed_move(at, "move red-pi1 9000,8200,0").why is None
    assert at.refusal("move red-pi1 9000,7900,0") == "14.6.10 (ruling 45)"


@pytest.mark.rule("14.6.10")
def test_straight_back_through_a_zone() -> None:
    """A base that only enters the zone on its way may go on until it is out of it (ruling 45)."""
    at = table("red-lh1 9000,7000,0, blue-pk1 9900,8300,16200")
    assert inside(at, "red-lh1") == set()
    assert computed_move(at, "move red-lh1 9000,9800,0").why is None
    for way in ("9100,9800,0", "9000,9800,600", "9000,7100,0>9000,9800,0"):
        assert at.refusal(f"move red-lh1 {way}") == "14.6.10 (ruling 45)"
    two = table("red-lh1 9000,7000,0, blue-pk1 9900,8300,16200, blue-pk2 8100,9500,5400")
    assert two.refusal("move red-lh1 9000,11000,0") == "14.6.10 (ruling 46)"


@pytest.mark.rule("14.6.10")
def test_straight_back_by_the_full_move_in_a_river() -> None:
    """In a river 2 MU are the full move."""
    river = "river/3000 0,9000 18000,9000"
    at = table("red-pi1 9000,7950,0, blue-pk1 9000,7000,10800", terrain=river)
    assert at.refusal("move red-pi1 9000,7990,0") == "14.6.10 (ruling 45)"
    assert computed_move(at, "move red-pi1 9000,8950,0").why is None


@pytest.mark.rule("14.6.10")
def test_entering_a_zone_is_judged_from_the_leg_that_enters_it() -> None:
    at = table("red-lh1 8000,9000,0, blue-pk1 9000,7000,10800")
    assert at.refusal("move red-lh1 9200,8500,0>9200,7900,5400") == "14.6.10 (ruling 45)"
    assert computed_move(at, "move red-lh1 9000,8500,0>9000,7900,0").why is None
    assert computed_move(at, "move red-lh1 9800,7600,0").why is None


@pytest.mark.rule("14.6.10")
def test_in_several_zones_the_move_responds_to_one_enemy() -> None:
    at = table("red-pi1 9500,7800,0, blue-pk1 9000,7000,10800, blue-pk2 10000,7000,10800")
    assert inside(at, "red-pi1") == {"blue-pk1", "blue-pk2"}
    assert computed_move(at, "move red-pi1 9000,7800,0").why is None
    assert computed_move(at, "move red-pi1 9000,7800,0 blue-pk1").why is None
    assert at.refusal("move red-pi1 9000,7800,0 blue-pk2") == "14.6.10 (ruling 45)"
    assert ("14.6.10 (ruling 46)", 1) == at.reason("move red-pi1 9000,7800,0 blue-gn1")


@pytest.mark.rule("14.6.10")
def test_no_further_zone_is_entered_but_by_a_straight_advance_or_contact() -> None:
    """Ruling 46."""
    at = table("red-lh1 9000,9000,0, blue-pk1 9000,7000,10800, blue-sh1 10400,7500,16200")
    assert computed_move(at, "move red-lh1 9000,7200,0").why is None
    assert at.refusal("move red-lh1 9000,7800,0>9000,7200,0") == "14.6.10 (ruling 46)"
    assert computed_move(at, "move red-lh1 9000,7800,0>9000,7000,0").why is None
    assert computed_move(at, "move red-lh1 9000,7000,0").why is None


@pytest.mark.rule("14.6.10")
def test_a_group_responds_with_one_of_its_bases() -> None:
    """One member of the group is chosen (ruling 45)."""
    at = table("red-pk1 9000,7900,0, red-pk2 10000,7900,0, blue-pk1 9400,7000,10800")
    assert computed_move(at, "march red-pk1,red-pk2 ahead:300").why is None
    assert computed_move(at, "march red-pk1,red-pk2 shift-right:400").why is None
    assert at.refusal("march red-pk1,red-pk2 left:300") == "14.6.10 (ruling 45)"


@pytest.mark.rule("14.6.10")
def test_a_zone_is_entered_by_any_part_of_a_base() -> None:
    """Ground covered sideways counts; ground that the base never covers does not (ruling 36)."""
    aside = table("red-pi1 9768,10064,0, blue-pk1 9000,9000,10800")
    assert aside.refusal("move red-pi1 11500,9350,0") == "14.6.10 (ruling 45)"
    outside = table("red-lh1 7442,9206,0, blue-pk1 9000,9000,10800")
    assert computed_move(outside, "move red-lh1 8154,10343,0").why is None
