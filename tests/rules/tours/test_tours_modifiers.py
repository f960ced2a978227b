"""The modifiers of shock, each alone and some together (8.4, rulings 3 and 13)."""

from __future__ import annotations

import pytest

from tests.rules.tours.shock_board import begun, drm, fought, shock

pytestmark = pytest.mark.rule("8.4")

WOODED = "hi1 2417 w"
HILLTOP = "hi1 1816 w"


@pytest.mark.parametrize(("vertex", "expected"), [
    ("e", 0), ("se", 0), ("ne", 2), ("sw", 2), ("w", 3), ("nw", 3)])
def test_facing_of_the_defender(vertex: str, expected: int) -> None:
    """Through the front nothing, through a flank +2, through the rear +3."""
    assert expected == drm(shock(f"red-hc1 1513 w, hi1 1413 {vertex}", "red"), "red-hc1 hi1")


@pytest.mark.parametrize(("vertex", "second", "expected"), [
    ("e", "1512 w", 0), ("w", "1512 w", 3), ("ne", "1512 w", 4), ("e", "1412 se", 4), ("e", "1414 ne", 4),
    ("w", "1412 se", 4)])
def test_facing_against_two_attackers(vertex: str, second: str, expected: int) -> None:
    """Two front hexes are one side, and so are two rear hexes; two different sides give +4 and nothing else."""
    at = shock(f"red-hc1 1513 w, red-hc2 {second}, hi1 1413 {vertex}", "red")
    assert expected + 1 == drm(at, "red-hc1 hi1", "red-hc2 hi1")


def test_left_and_right_flank_are_two_sides() -> None:
    """Attackers at both flanks only have +4."""
    at = shock("red-hc1 1412 se, red-hc2 1414 ne, hi1 1413 e", "red")
    assert 1 + 4 == drm(at, "red-hc1 hi1", "red-hc2 hi1")


@pytest.mark.parametrize(("first", "second", "expected"), [
    ("ne", "ne", 2), ("ne", "se", 2), ("e", "se", 2), ("w", "se", 3), ("w", "w", 3), ("e", "e", 0)])
def test_facing_of_two_defenders(first: str, second: str, expected: int) -> None:
    """Only the highest of either counts; a flank of one and the rear of the other are not two sides of one unit."""
    at = shock(f"red-hc1 1513 w, hi1 1413 {first}, hi2 1414 {second}", "red")
    assert expected - 1 == drm(at, "red-hc1 hi1,hi2")


def test_strength_is_the_difference_in_units() -> None:
    """One against one 0, two against one +1, one against two -1, two against two 0; three against one +2."""
    lone = "red-hc1 1513 w, hi1 1413 e"
    assert 0 == drm(shock(lone, "red"), "red-hc1 hi1")
    assert 1 == drm(shock(lone + ", red-hc2 1512 w", "red"), "red-hc1 hi1", "red-hc2 hi1")
    assert -1 == drm(shock(lone + ", hi2 1414 e", "red"), "red-hc1 hi1,hi2")
    even = shock("red-hc1 1513 w, red-hc2 1313 e, hi1 1413 e, hi2 1414 e", "red")
    assert 0 + 4 == drm(even, "red-hc1 hi1,hi2", "red-hc2 hi1,hi2")
    three = shock(lone + ", red-hc2 1512 w, red-hc3 1414 ne", "red")
    assert 2 + 4 == drm(three, "red-hc1 hi1", "red-hc2 hi1", "red-hc3 hi1")


@pytest.mark.parametrize(("line", "attacks", "expected"), [
    ("red-hc1 1715 e, " + HILLTOP, ["red-hc1 hi1"], -1),
    ("red-hc1 1915 w, hi1 1816 ne", ["red-hc1 hi1"], 0),
    ("red-hc1 1816 w, hi1 1715 e", ["red-hc1 hi1"], 0),
    ("red-hc1 1715 e, red-hc2 1915 w, " + HILLTOP, ["red-hc1 hi1", "red-hc2 hi1"], 1 + 4),
    ("red-hc1 1715 e, red-hc2 1716 e, " + HILLTOP, ["red-hc1 hi1", "red-hc2 hi1"], 1 - 1),
])
def test_hill(line: str, attacks: list[str], expected: int) -> None:
    """It is -1 uphill, if every attacker is below; nothing along the hill, downhill, or with one attacker on it."""
    assert expected == drm(shock(line, "red"), *attacks)


@pytest.mark.parametrize(("line", "attacks", "expected"), [
    ("red-hc1 2316 e, " + WOODED, ["red-hc1 hi1"], -2),
    ("red-li1 2316 e, " + WOODED, ["red-li1 hi1"], -2 - 1),
    ("red-hc1 2316 e, red-li1 2317 e, " + WOODED, ["red-hc1 hi1", "red-li1 hi1"], 1 - 2),
    ("red-hc1 2417 w, hi1 2316 e", ["red-hc1 hi1"], 0),
])
def test_woods(line: str, attacks: list[str], expected: int) -> None:
    """It is -1 into woods, and another -1 if any attacker is mounted; nothing out of them."""
    assert expected == drm(shock(line, "red"), *attacks)


@pytest.mark.parametrize(("line", "attacks", "expected"), [
    ("red-hc1 2510 e, hi1 2610 w", ["red-hc1 hi1"], 1),
    ("red-hc1 2610 w, hi1 2510 e", ["red-hc1 hi1"], -1),
    ("red-hc1 2710 w, hi1 2610 e", ["red-hc1 hi1"], 0),
    ("red-hc1 2609 w, red-hc2 2610 w, hi1 2509 e", ["red-hc1 hi1", "red-hc2 hi1"], 1 - 1),
])
def test_marsh(line: str, attacks: list[str], expected: int) -> None:
    """+1 against a defender in marsh, -1 for an attacker in marsh; from marsh to marsh both."""
    assert expected == drm(shock(line, "red"), *attacks)


@pytest.mark.parametrize(("line", "expected"), [
    ("red-hc1 2509 e, hi1 2609 w, hi2 2610 w", 0), ("red-hc1 2316 e, hi1 2416 w, hi2 2417 w", -2),
    ("red-hc1 1715 e, hi1 1815 w, hi2 1816 w", -1)])
def test_terrain_of_two_defenders(line: str, expected: int) -> None:
    """The terrain that helps the defenders most counts: clear beside marsh, woods or a hill beside clear."""
    assert expected - 1 == drm(shock(line, "red"), "red-hc1 hi1,hi2")


@pytest.mark.parametrize(("attacker", "defender", "expected"), [
    ("red-hc1", "hc1", 0), ("red-hc1", "lc1", 1), ("red-hc1", "hi1", 0), ("red-hc1", "li1", 2),
    ("red-li1", "hc1", -2), ("red-li1", "lc1", -1), ("red-li1", "hi1", -2), ("red-li1", "li1", 0),
    ("hc1", "red-hc1", 0), ("hc1", "red-ma1", 2), ("hc1", "red-li1", 2),
    ("lc1", "red-hc1", -2), ("lc1", "red-ma1", 1), ("lc1", "red-li1", 0),
    ("hi1", "red-hc1", -1), ("hi1", "red-ma1", 1), ("hi1", "red-li1", 1),
    ("li1", "red-hc1", -2), ("li1", "red-ma1", 0), ("li1", "red-li1", 0),
])
def test_weapons_matrix(attacker: str, defender: str, expected: int) -> None:
    """Every possible pair of kinds of the two armies has its value."""
    side = attacker.partition("-")[0].rstrip("0123456789")
    assert expected == drm(shock(f"{attacker} 1513 w, {defender} 1413 e", side), f"{attacker} {defender}")


@pytest.mark.parametrize(("line", "attacks", "expected"), [
    ("red-hc1 1513 w, li1 1413 e, hi1 1414 e", ["red-hc1 hi1,li1"], -1 + 0),
    ("hi1 1513 w, red-hc1 1413 e, red-li1 1414 e", ["hi1 red-hc1,red-li1"], -1 - 1),
    ("red-hc1 1513 w, red-li1 1512 w, hi1 1413 e", ["red-hc1 hi1", "red-li1 hi1"], 1 + 0),
    ("red-hc1 1513 w, red-li1 1512 w, hc1 1413 e", ["red-hc1 hc1", "red-li1 hc1"], 1 + 0),
    ("red-hc1 1513 w, red-li1 1313 e, hi1 1413 e, li1 1414 e", ["red-hc1 hi1,li1", "red-li1 hi1,li1"], 4 + 0),
])
def test_ruling_13_weapons_of_several(line: str, attacks: list[str], expected: int) -> None:
    """Of several defenders the worst column counts, of several attackers the best value."""
    side = attacks[0].partition("-")[0] if attacks[0].startswith("red") else "hi"
    assert expected == drm(shock(line, side), *attacks)


@pytest.mark.parametrize(("first", "second", "expected"), [
    (" disordered", None, -2), (" disordered", "", 1 - 2), (" disordered", " disordered", 1 - 2), ("", "", 1)])
def test_disordered_attackers(first: str, second: str | None, expected: int) -> None:
    """The modifier is -2 if any is disordered, once (ruling 13)."""
    line, attacks = f"hi1 1413 e, red-hc1 1513 w{first}", ["red-hc1 hi1"]
    if second is not None:
        line, attacks = f"{line}, red-hc2 1512 w{second}", [*attacks, "red-hc2 hi1"]
    assert expected == drm(shock(line, "red"), *attacks)


def test_disorder_of_the_defender_does_not_matter() -> None:
    """Only the attacker's is considered."""
    assert 0 == drm(shock("red-hc1 1513 w, hi1 1413 e disordered", "red"), "red-hc1 hi1")


@pytest.mark.parametrize(("leaders", "expected"), [
    ("abd-ar-rahman 1513", 1), ("charles 1413", -1), ("abd-ar-rahman 1513, charles 1413", 0),
    ("abd-ar-rahman 1514, charles 1412", 0)])
def test_leaders(leaders: str, expected: int) -> None:
    """It is +1 with an attacker, -1 with a defender; next to them he has no effect."""
    assert expected == drm(shock(f"red-hc1 1513 w, hi1 1413 e, {leaders}", "red"), "red-hc1 hi1")


def test_a_leader_with_one_of_two_units() -> None:
    """He must be with any attacker, or with any defender."""
    two = shock("red-hc1 1513 w, red-hc2 1512 w, hi1 1413 e, abd-ar-rahman 1512", "red")
    assert 1 + 1 == drm(two, "red-hc1 hi1", "red-hc2 hi1")
    against = shock("red-hc1 1513 w, hi1 1413 e, hi2 1414 e, charles 1414", "red")
    assert -1 - 1 == drm(against, "red-hc1 hi1,hi2")


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize(("line", "attacks", "expected"), [
    ("hi1 1413 e", ["red-hc1 hi1"], -2),
    ("hi1 1413 e disordered", ["red-hc1 hi1"], -1),
    ("hi1 1413 ne", ["red-hc1 hi1"], 2),
    ("hi1 1413 w", ["red-hc1 hi1"], 3),
    ("hi1 1413 e, red-hc2 1512 w", ["red-hc1 hi1", "red-hc2 hi1"], 1 - 2),
    ("hi1 1413 e, red-hc2 1412 se", ["red-hc1 hi1", "red-hc2 hi1"], 1 + 4),
    ("hi1 1413 e, hi2 1414 e", ["red-hc1 hi1,hi2"], -1 - 2),
    ("hi1 1413 ne disordered", ["red-hc1 hi1"], 2),
    ("li1 1413 e", ["red-hc1 li1"], 2),
])
def test_ruling_3_the_shield_wall(line: str, attacks: list[str], expected: int) -> None:
    """It is -2 through the front only, -1 if the unit is disordered, nothing if an attacker uses another side; it helps
    the heavy infantry only."""
    walled = line if "hi" in line else line + ", hi17 1214 e"
    assert expected == drm(shock(f"red-hc1 1513 w, {walled}", "red", wall=True), *attacks)


def test_continued_attacks_count_against_the_attacker() -> None:
    """It is -1 for each attack before in the activation: +2 becomes +1, then 0."""
    at = fought(shock("red-hc1 1513 w, li1 1413 e", "red"), "red-hc1 li1", face=6)
    assert 2 - 1 == int(str(at.preview("again red-hc1 li1").total))
    at = at.play("again red-hc1 li1", 7, 9)
    assert 2 - 2 == int(str(at.preview("again red-hc1 li1").total))
    assert "li1" in at.play("again red-hc1 li1", 9, 5).units


def test_modifiers_add_up() -> None:
    """Disordered, uphill and with a leader against light infantry in its rear: -2 -1 +1 +2 +3."""
    line = "red-hc1 1715 e disordered, abd-ar-rahman 1715, li1 1816 e"
    assert -2 - 1 + 1 + 2 + 3 == drm(shock(line, "red"), "red-hc1 li1")
    assert {"resolve red-hc1"} == begun(shock(line, "red"), "red-hc1 li1").legal()
