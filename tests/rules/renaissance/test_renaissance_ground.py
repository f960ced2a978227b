"""The going of elements, crests, and the places of close combats."""

from __future__ import annotations

import pytest

from tests.rules.renaissance.board import table


@pytest.mark.rule("14.3")
@pytest.mark.rule("14.3.2")
@pytest.mark.parametrize(("terrain", "going", "wet"), [
    ("woods 9000,8000 9600,8000 9600,10000 9000,10000", "bad", False),
    ("woods 9500,8000 9900,8000 9900,10000 9500,10000", "good", False),
    ("woods 9497,8000 9900,8000 9900,10000 9497,10000", "bad", False),
    ("woods 9498,8000 9900,8000 9900,10000 9498,10000", "good", False),
    ("gentle-hill 8000,8000 9900,8000 9900,10000 8000,10000", "good", False),
    ("road/300 9000,0 9000,18000;rough 8000,8000 9900,8000 9900,10000 8000,10000", "bad", False),
    ("river/600 9800,0 9800,18000", "good", False),
    ("river/600 9796,0 9796,18000", "good", True),
    ("river/600 9000,0 9000,18000;marsh 8000,8000 9000,8000 9000,10000 8000,10000", "bad", True),
])
def test_going_of_an_element(terrain: str, going: str, wet: bool) -> None:
    """Any part of the base's interior counts, also on a road, but no overlap of less than 3 units (ruling 26); in both
    goings it is in bad going."""
    at = table("red-pk1 9000,9000,0", terrain=terrain)
    outline = at.state.placed_base(at.state.slots["red-pk1"]).corners
    assert (at.state.ground.going(outline), "river" in at.state.ground.kinds_under(outline)) == (going, wet)


@pytest.mark.rule("14.3.2")
def test_dunes_and_oases_are_good_going_for_camels() -> None:
    """Ruling 32."""
    at = table("red-cm1 9000,9000,0", red="moroccan", terrain="oasis 8000,8000 9900,8000 9900,10000 8000,10000")
    outline = at.state.placed_base(at.state.slots["red-cm1"]).corners
    assert at.state.ground.going(outline) == "bad"
    assert at.state.ground.going(outline, camels=True) == "good"


@pytest.mark.rule("14.3.4")
def test_a_crest_is_half_the_longest_axis_about_its_middle() -> None:
    """Each of several equally long axes gives a part, whichever corner comes first (ruling 7)."""
    rectangle = ["4000,4000", "8000,4000", "8000,7000", "4000,7000"]
    for n in range(4):
        hill = "gentle-hill " + " ".join((*rectangle[n:], *rectangle[:n]))
        at = table("red-pk1 9000,9000,0", terrain=f"{hill};woods 10000,4000 12000,4000 12000,7000")
        ((_, crests),) = at.state.ground.crests
        assert sorted(sorted(one) for one in crests) == [[(5000, 4750), (7000, 6250)], [(5000, 6250), (7000, 4750)]]
    long = table("red-pk1 9000,9000,0", terrain="gentle-hill 4000,5000 6000,4000 8000,5001 6000,6000")
    assert [one for _, one in long.state.ground.crests] == [(((5000, 5000), (7000, 5001)),)]


@pytest.mark.rule("14.7.5")
def test_pairs_in_close_combat() -> None:
    """One roll for each pair front to front; a front on a flank or rear only gives aid (ruling 52)."""
    at = table("red-pi1 9000,7000,0, red-pi2 9500,6500,16200, red-pi3 12000,6500,10800, blue-pk1 9000,7000,10800, "
               "blue-pk2 12000,7000,10800")
    assert at.play("end").legal("fight") == {"fight red-pi1 blue-pk1", "fight red-pi3 blue-pk2"}
