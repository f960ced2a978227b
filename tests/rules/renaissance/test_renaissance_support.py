"""Rear support and flank support on the table (9, 11, 14.9.2)."""

from __future__ import annotations

import pytest

from tests.rules.renaissance.battle import combat, score, terms

FRONT = "9000,9000,0"
ENEMY = "9000,9000,10800"
BEHIND = "9000,9500,0"


@pytest.mark.rule("9")
@pytest.mark.rule("9.1")
@pytest.mark.rule("14.9.2")
@pytest.mark.parametrize(("enemy", "blue", "expected"), [
    ("sh1", "imperial", ["+3 9.1"]), ("sk1", "french", []), ("bw1", "french", []), ("kn1", "french", ["+2 9.1"]),
    ("pi1", "imperial", ["+2 9.1"]), ("el1", "mughal", ["+2 9.1"]), ("cv1", "mughal", []), ("lh1", "mughal", []),
    ("dr1", "parliament", ["+3 9.1"]), ("gn1", "imperial", []), ("gn1", "swiss", ["+3 9.1"])])
def test_pikes_behind_pikes(enemy: str, blue: str, expected: list[str]) -> None:
    """They have none against other mounted, a mounted general included (rulings 13 and 25)."""
    at = combat(f"red-pk1 {FRONT}, red-pk2 {BEHIND}, blue-{enemy} {ENEMY}", blue=blue)
    assert terms(at, f"fight red-pk1 blue-{enemy}", "red-pk1") == expected


@pytest.mark.rule("14.9.2")
def test_one_rank_supports_directly_behind() -> None:
    enemy = f"blue-pi1 {ENEMY}"
    ranks = combat(f"red-pk1 {FRONT}, red-pk2 {BEHIND}, red-pk3 9000,10000,0, {enemy}", red="dutch")
    assert terms(ranks, "fight red-pk1 blue-pi1", "red-pk1") == ["+2 9.1"]
    for off in ("9010,9500,0", "9000,9510,0", "9000,10000,10800"):
        at = combat(f"red-pk1 {FRONT}, red-pk2 {off}, {enemy}")
        assert terms(at, "fight red-pk1 blue-pi1", "red-pk1") == []


@pytest.mark.rule("9.2")
def test_pistols_behind_pistols() -> None:
    at = combat(f"red-pi1 {FRONT}, red-pi2 9000,9750,0, blue-sh1 {ENEMY}")
    assert terms(at, "fight red-pi1 blue-sh1", "red-pi1") == ["+1 9.2"]


@pytest.mark.rule("9.3")
@pytest.mark.parametrize(("enemy", "blue", "expected"), [
    ("sh1", "imperial", ["+1 9.3"]), ("sk1", "french", []), ("kn1", "french", ["+1 9.3"]), ("cv1", "mughal", [])])
def test_warband_behind_warband(enemy: str, blue: str, expected: list[str]) -> None:
    at = combat(f"red-wb1 {FRONT}, red-wb2 {BEHIND}, blue-{enemy} {ENEMY}", red="scots", blue=blue)
    assert terms(at, f"fight red-wb1 blue-{enemy}", "red-wb1") == expected


@pytest.mark.rule("9.4")
@pytest.mark.parametrize(("enemy", "blue", "expected"), [
    ("pi1", "imperial", ["+1 9.4"]), ("wb1", "scots", ["+1 9.4"]), ("sh1", "imperial", [])])
def test_skirmishers_behind(enemy: str, blue: str, expected: list[str]) -> None:
    """The sheet's Ps are skirmishers; either may be in bad going (ruling 14, 9.5)."""
    for terrain in ("", "rough 8000,9600 10000,9600 10000,11000 8000,11000"):
        at = combat(f"red-ra1 {FRONT}, red-sk1 {BEHIND}, blue-{enemy} {ENEMY}", red="aztec", blue=blue, terrain=terrain,
                    garrisons="red-gn1")
        assert terms(at, f"fight red-ra1 blue-{enemy}", "red-ra1") == expected


@pytest.mark.rule("9.4")
def test_skirmishers_behind_against_a_camp() -> None:
    at = combat("red-ra1 16500,1000,0, red-sk1 16500,1500,0, blue-gn1 9000,5000,0", red="aztec",
                garrisons="red-gn1 blue-cf1")
    assert terms(at, "fight red-ra1 blue-cf1", "red-ra1") == ["+1 9.4"]


@pytest.mark.rule("9.5")
def test_the_same_type_supports_only_in_good_going() -> None:
    rough = "rough 8000,9600 10000,9600 10000,11000 8000,11000"
    at = combat(f"red-pk1 {FRONT}, red-pk2 {BEHIND}, blue-pi1 {ENEMY}", terrain=rough)
    assert terms(at, "fight red-pk1 blue-pi1", "red-pk1") == []


@pytest.mark.rule("11")
@pytest.mark.rule("11.1")
@pytest.mark.rule("11.5")
@pytest.mark.parametrize(("enemy", "blue", "expected"), [
    ("pi1", "imperial", ["+1 11.1"]), ("wb1", "scots", ["+1 11.1"]),
    ("pk1", "imperial", []), ("dr1", "parliament", [])])
def test_shot_beside_pikes_and_pistols(enemy: str, blue: str, expected: list[str]) -> None:
    """It is at most +1, also with a friend on each side, engaged or not (ruling 19)."""
    at = combat(f"red-sh1 {FRONT}, red-pk1 8000,9000,0, red-pi1 10000,9000,0, blue-{enemy} {ENEMY}", blue=blue)
    assert terms(at, f"fight red-sh1 blue-{enemy}", "red-sh1") == expected


@pytest.mark.rule("11.2")
@pytest.mark.parametrize(("base", "expected"), [("sh1", ["+1 11.2"]), ("gu2", ["+1 11.2"]), ("pk1", [])])
def test_beside_guns(base: str, expected: list[str]) -> None:
    at = combat(f"red-{base} {FRONT}, red-gu1 8000,9000,0, blue-pk1 {ENEMY}", chosen=(("guns",), ()))
    assert terms(at, f"fight red-{base} blue-pk1", f"red-{base}") == expected


@pytest.mark.rule("11.3")
@pytest.mark.rule("11.5")
def test_mounted_against_flanked_pikes() -> None:
    """It applies in either side's bound and beside an overlap; dragoons are not affected (rulings 18 and 19)."""
    line = f"red-pk1 {FRONT}, red-sh1 8000,9000,0, red-sh2 10000,9000,0, blue-pi1 {ENEMY}"
    for side, fight in (("red", "fight red-pk1 blue-pi1"), ("blue", "fight blue-pi1 red-pk1")):
        at = combat(line, side=side)
        assert sorted(terms(at, fight, "blue-pi1")) == [
            "-1 10.4 (ruling 17)", "-1 10.4 (ruling 17)", "-1 11.3 (ruling 18)"]
    dragoons = combat(line.replace("blue-pi1", "blue-dr1"), blue="parliament")
    assert "-1 11.3 (ruling 18)" not in terms(dragoons, "fight red-pk1 blue-dr1", "blue-dr1")


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("off", ["8000,9100,0", "7990,9000,0", "8000,8500,10800"])
def test_a_supporter_is_level_and_touches(off: str) -> None:
    at = combat(f"red-sh1 {FRONT}, red-pk1 {off}, blue-pi1 {ENEMY}")
    assert terms(at, "fight red-sh1 blue-pi1", "red-sh1") == []


@pytest.mark.rule("14.7.4")
def test_a_base_that_fights_as_if_turned_has_no_support() -> None:
    at = combat("red-lh1 8500,9500,5400, blue-pk1 9000,9000,0, blue-pk2 9000,9500,0, blue-sh1 10000,9000,0")
    assert terms(at, "fight red-lh1 blue-pk1", "blue-pk1") == ["-1 10.4 (ruling 51)"]
    assert terms(at, "fight red-lh1 blue-pk1", "red-lh1") == []
    assert score(at, "fight red-lh1 blue-pk1") == (2, 3)
