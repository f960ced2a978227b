"""Case 7.4: obstacles to a line of sight, and shower fire over friends."""

from __future__ import annotations

import pytest

from tests.rules.tours.board import acting


def aim(line: str) -> int | str:
    """The modifiers of a shot of red-ma1 at hi1, or the rule that forbids it."""
    at = acting(line, "red")
    if not at.check("fire red-ma1 hi1"):
        return at.refusal("fire red-ma1 hi1").split()[0]
    return sum(modifier.value for modifier in at.preview("fire red-ma1 hi1").modifiers)


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("archer", "target", "found"), [
    ("1811", "1808", "7.4"), ("1808", "1811", "7.4"), ("1817", "1815", "7.4"),
    ("1810", "1808", 0), ("1811", "1809", 0), ("1810", "1807", -1), ("1806", "1809", -1), ("1811", "1810", 1),
])
def test_higher_ground_blocks(archer: str, target: str, found: int | str) -> None:
    """A hill between two hexes of the plain blocks; from and onto it there is sight."""
    assert found == aim(f"red-ma1 {archer} w, hi1 {target} e")


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("archer", "target", "found"), [("1811", "1611", "7.4"), ("1808", "1608", 0)])
def test_a_line_between_two_hexes(archer: str, target: str, found: int | str) -> None:
    """It is blocked if both hexes are higher, and free if one is not (ruling 8)."""
    assert found == aim(f"red-ma1 {archer} w, hi1 {target} e")


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("archer", "target", "between"), [
    ("1711", "1708", "1709"), ("1711", "1714", "1713"), ("1714", "1711", "1713"), ("1708", "1706", "1707")])
def test_ruling_8_units_block_at_any_level(archer: str, target: str, between: str) -> None:
    """Terrain no higher than an end does not block; a unit on it does, even if it is lower than an end."""
    assert aim(f"red-ma1 {archer} w, hi1 {target} e") in (0, -1)
    assert "7.4" == aim(f"red-ma1 {archer} w, hi1 {target} e, hi2 {between} e")


@pytest.mark.rule("7.4")
def test_woods_do_not_block() -> None:
    """Woods count like open terrain (ruling 8)."""
    assert 0 == aim("red-ma1 2517 w, hi1 2317 e")
    assert -1 == aim("red-ma1 2416 w, hi1 2419 e")




@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("between", "target", "found"), [
    ("", "2012", 0), ("", "2011", -1), ("red-li1 2013 w", "2012", -2), ("red-li1 2013 w", "2011", -3),
    ("blue-hc1 2013 w", "2012", -2), ("hi2 2013 e", "2012", "7.4"), ("hi2 2013 e", "2011", "7.4"),
    ("red-li1 2012 w", "2011", "7.4"), ("hi2 2012 e", "2011", "7.4"),
    ("red-li1 2013 w, hi2 2012 e", "2011", "7.4"), ("red-li1 2013 w, red-li2 2012 w", "2011", "7.4"),
])
def test_units_on_the_line(between: str, target: str, found: int | str) -> None:
    """Fire over friends directly in front of the archers has -2; enemies, and friends farther away, block."""
    line = f"red-ma1 2014 w, hi1 {target} e"
    assert found == aim(f"{line}, {between}" if between else line)


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("one", "other", "found"), [
    ("hi2 1913 e", "hi3 1914 e", "7.4"), ("hi2 1913 e", "", 0), ("", "hi2 1914 e", 0),
    ("red-li1 1913 w", "red-li2 1914 w", -2), ("red-li1 1913 w", "", 0),
    ("red-li1 1913 w", "hi2 1914 e", -2), ("hi2 1913 e", "red-li1 1914 w", -2),
])
def test_units_beside_the_line(one: str, other: str, found: int | str) -> None:
    """A line between two hexes uses the one that blocks less (ruling 8)."""
    assert found == aim(", ".join(part for part in ("red-ma1 2014 w", "hi1 1814 e", one, other) if part))


@pytest.mark.rule("7.4")
def test_enemies_next_to_the_archers_do_not_matter() -> None:
    """A unit off the line does not block."""
    assert 0 == aim("red-ma1 2014 w, hi1 1814 e, hi2 2013 e, red-li1 2015 w")
    assert -1 == aim("red-ma1 2014 w, hi1 2017 e, hi2 1914 e, red-li1 2114 w")


@pytest.mark.rule("7.4")
def test_shower_fire_counts_with_the_other_modifiers() -> None:
    """Archers in disorder over friends at three hexes: -1 -1 -2."""
    assert -4 == aim("red-ma1 2014 w disordered, hi1 2011 e, red-li1 2013 w")


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("between", "found"), [
    ("hi2 1913 e", "7.4"), ("hi2 1814 e", "7.4"), ("hi2 1914 e", -1), ("hi2 1813 e", -1),
    ("red-li1 1913 w", -3), ("red-li1 1814 w", "7.4"), ("red-li1 1914 w", -1), ("red-li1 1813 w", -1),
])
def test_an_oblique_line(between: str, found: int | str) -> None:
    """From centre to centre the line from 2014 to 1713 runs through 1913 and 1814 and no other hexes."""
    assert found == aim(f"red-ma1 2014 w, hi1 1713 e, {between}")


@pytest.mark.rule("7.4")
@pytest.mark.parametrize(("between", "found"), [
    ("", 0), ("hi2 1708 e", 0), ("hi2 1707 e", "7.4"), ("red-li1 1707 w", -2)])
def test_a_hill_on_one_side_and_a_unit_on_the_other(between: str, found: int | str) -> None:
    """With the hill of 1708 on one side, the unit in 1707 on the other decides (ruling 8)."""
    assert found == aim(", ".join(part for part in ("red-ma1 1808 w", "hi1 1608 e", between) if part))
