"""Pursuit (14.10.9)."""

from __future__ import annotations

import pytest

from tests.rules.renaissance.battle import combat, events_of, outcome_text
from tests.rules.renaissance.board import pose
from tests.rules.table import Table


def won(more: str = "", **keys: object) -> Table:
    """Red's knights have destroyed blue's shot."""
    line = "red-kn1 9000,9000,0, blue-sh1 9000,9000,10800" + (f", {more}" if more else "")
    return combat(line, red="french", **keys).play("fight red-kn1 blue-sh1", (5, 1))


@pytest.mark.rule("14.10.9")
def test_knights_follow_by_one_mu() -> None:
    at = won()
    assert pose(at, "red-kn1") == (9000, 8500, 0)
    assert events_of(at, "Pursued") == [("14.10.9 (ruling 73)", "red-kn1")]


@pytest.mark.rule("14.6.11")
@pytest.mark.rule("14.10.9")
def test_a_pursuit_stops_short_of_an_enemy_that_broke_off() -> None:
    """It may not be contacted again in this bound (ruling 47)."""
    assert pose(won("blue-lh1 9000,8500,10800"), "red-kn1").y == 8500
    assert pose(won("blue-lh1 9000,8500,10800 broke_off"), "red-kn1").y == 8504


@pytest.mark.rule("14.10.9")
def test_no_pursuit_into_bad_going() -> None:
    """It does not even go the units within which edges touch (ruling 26)."""
    at = won(terrain="woods 7000,7000 11000,7000 11000,9000 7000,9000")
    assert events_of(at, "Destroyed") == [("12.3", "blue-sh1")]
    assert events_of(at, "Pursued") == []
    assert pose(at, "red-kn1") == (9000, 9000, 0)


@pytest.mark.rule("14.10.9")
def test_after_a_recoil_into_contact_again() -> None:
    """Ruling 73: the new contact fights in the next bound."""
    at = combat("red-wb1 9000,9000,0, blue-sh1 9000,9000,10800", red="scots", options=[
        "army-red=scots", "army-blue=imperial", "literal-results"])
    assert "Red warband 1 pursues" in outcome_text(at, "fight red-wb1 blue-sh1", "blue-sh1 beaten recoil")
    after = at.play("fight red-wb1 blue-sh1", (4, 2))
    assert pose(after, "red-wb1") == (9000, 8500, 0)
    assert pose(after, "blue-sh1") == (9000, 8500, 10800)
    assert after.now[1] == "pips"
    assert after.position["contacted"] == [["red-wb1", "blue-sh1", 1]]


@pytest.mark.rule("14.10.9")
@pytest.mark.parametrize(("base", "red", "blue"), [("pi1", "swedish", "imperial"), ("sh1", "swedish", "imperial")])
def test_no_others_pursue(base: str, red: str, blue: str) -> None:
    at = combat(f"red-{base} 9000,9000,0, blue-pk1 9000,9000,10800", red=red, blue=blue)
    assert not events_of(at.play(f"fight red-{base} blue-pk1", (6, 1)), "Pursued")


@pytest.mark.rule("14.10.9")
def test_no_pursuit_of_an_enemy_that_was_not_faced() -> None:
    """Red's knights, touched on the flank without room to turn, win there."""
    line = ("red-kn1 9000,9000,0, blue-pi1 8500,9500,5400, red-pk1 9000,8500,0, red-pk2 9000,9750,0")
    at = combat(line, red="french").play("fight red-kn1 blue-pi1", (6, 1))
    assert at.removed() == ["blue-pi1"]
    assert pose(at, "red-kn1") == (9000, 9000, 0)


@pytest.mark.rule("14.10.9")
@pytest.mark.parametrize(("terrain", "y"), [
    ("rough 8000,8000 10000,8000 10000,8800 8000,8800", 8798), ("waterway 0,0 18000,0 18000,8800 0,8800", 8798),
    ("gentle-hill 8000,8000 10000,8000 10000,8800 8000,8800", 8500)])
def test_where_knights_do_not_follow(terrain: str, y: int) -> None:
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 16500, "y": 16000, "angle": 10800}]
    line = "blue-gn1 16500,14000,10800"
    assert pose(won(line, terrain=terrain, camps=camps), "red-kn1").y == y


@pytest.mark.rule("14.10.9")
def test_a_river_does_not_stop_a_pursuit() -> None:
    """Of all water only the waterway does (ruling 73)."""
    at = combat("red-kn1 9000,9000,0, blue-sh1 9000,9000,10800", red="french", river="normal",
                terrain="river/400 0,8500 18000,8500").play("fight red-kn1 blue-sh1", (6, 1))
    assert at.removed() == ["blue-sh1"]
    assert pose(at, "red-kn1").y == 8500


@pytest.mark.rule("14.10.9")
def test_warbands_go_into_bad_going_and_those_behind_follow() -> None:
    """A warband directly behind follows (ruling 73), and the attached general (ruling 72)."""
    line = "red-wb1 9000,9000,0, red-wb2 9000,9500,0, red-gn1 9000,10000,0, blue-pk1 9000,9000,10800"
    at = combat(line, red="scots", terrain="rough 8000,8000 10000,8000 10000,8800 8000,8800")
    after = at.play("fight red-wb1 blue-pk1", (4, 1))
    assert [pose(after, name).y for name in ("red-wb1", "red-wb2", "red-gn1")] == [8500, 9000, 9500]
    assert events_of(after, "Pursued")[2][0] == "14.10.8 (ruling 72)"


@pytest.mark.rule("14.10.9")
def test_it_stops_on_touching_an_enemy_and_conforms() -> None:
    """Ruling 73: by up to 1 MU."""
    assert pose(won("blue-pk1 9000,8500,10800"), "red-kn1") == (9000, 8500, 0)
    slid = won("blue-pk1 9300,8500,10800")
    assert pose(slid, "red-kn1") == (9300, 8500, 0)
    assert slid.position["contacted"] == [["red-kn1", "blue-pk1", 1]]
    far = won("blue-pk1 9600,8500,10800")
    assert pose(far, "red-kn1") == (9000, 8504, 0)
    assert "contacted" not in far.position


@pytest.mark.rule("14.10.9")
def test_between_two_enemies_it_stops_short() -> None:
    """No rule says with which of them it would line up (ruling 73)."""
    assert pose(won("blue-pk1 8500,8500,10800, blue-pk2 9500,8500,10800"), "red-kn1") == (9000, 8504, 0)


@pytest.mark.rule("14.10.9")
def test_one_unit_short_of_friends_and_camps() -> None:
    """Ruling 73: one unit short of touching, which is 3 units."""
    assert pose(won("red-pk1 9000,8000,0"), "red-kn1").y == 8504
    camps = [{"x": 1500, "y": 17000, "angle": 0}, {"x": 9000, "y": 8500, "angle": 10800}]
    at = won("blue-gn1 16500,14000,10800", camps=camps)
    assert pose(at, "red-kn1").y == 8504


@pytest.mark.rule("14.10.9")
def test_not_from_a_camp() -> None:
    at = combat("blue-kn1 1500,17000,10800, red-gn1 9000,5000,0", red="scots", blue="french", garrisons="red-wb1")
    after = at.play("fight red-wb1 blue-kn1", (6, 1))
    assert not events_of(after, "Pursued")
    assert after.position["camps"][0]["garrison"] == "red-wb1"


@pytest.mark.rule("14.10.9")
def test_in_bad_going_already_it_continues_in_it() -> None:
    rough = "rough 8000,8000 10000,8000 10000,9100 8000,9100"
    assert pose(won(terrain=rough), "red-kn1").y == 8500
    other = "rough 8000,9200 10000,9200 10000,9700 8000,9700"
    assert pose(won(terrain=f"woods 8000,8000 10000,8000 10000,8800 8000,8800;{other}"), "red-kn1").y == 8798
