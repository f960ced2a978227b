"""Lines of sight (14.8.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rules.renaissance.engine.ground import share_inside
from tests.rules.renaissance.battle import shots
from tests.rules.renaissance.board import table

GUN = "red-gu1 9000,9000,0"
FAR = "blue-pk1 9000,6500,10800"
WITNESS = "red-sh1 2000,9000,0, blue-pk2 2000,8000,10800"
"""Other shooters, so that the phase continues without a shot in the middle."""


def seen(line: str, **keys: object) -> bool:
    """Whether blue's pikes 1 can be shot at; if not, the reason is sight."""
    at = shots(f"{line}, {WITNESS}", **keys)
    if "shoot blue-pk1" in at.legal():
        return True
    assert at.refusal("shoot blue-pk1") == "14.8.4 (ruling 59)"
    return False


@pytest.mark.rule("14.8.4")
@pytest.mark.parametrize(("between", "clear"), [
    ("", True), ("red-pk1 9000,8500,0", False), ("blue-lh1 9900,8200,0", True), ("red-pk1 9250,8200,0", False),
    ("red-pk1 10000,8000,0", True), ("red-pk1 10003,8000,0, red-pk2 7997,8000,0", True), ("red-pk1 9997,8000,0", True)])
def test_bases_block_each_line(between: str, clear: bool) -> None:
    """A friend or enemy blocks unless a line only touches it; a base that fills the space between both lines blocks too
    (ruling 59)."""
    if "blue" in between:
        at = shots(f"{GUN}, {FAR}, {between}")
        assert at.legal() == {"shoot blue-lh1"}
        return
    assert seen(f"{GUN}, {FAR}" + (f", {between}" if between else "")) == clear


@pytest.mark.rule("14.8.4")
def test_one_edge_is_enough() -> None:
    """Here it is that of the target's side. Its sides do not count if they are turned away (ruling 59)."""
    assert seen(f"{GUN}, blue-pk1 8600,6500,13500, red-pk1 8000,7700,0")
    assert not seen(f"{GUN}, {FAR}, red-pk1 9990,8000,0")


@pytest.mark.rule("14.8.4")
def test_camps_block() -> None:
    camps = [{"x": 9000, "y": 7500, "angle": 0}, {"x": 16500, "y": 1000, "angle": 10800}]
    assert not seen(f"{GUN}, blue-pk1 9000,6300,10800", camps=camps)


HILL = "gentle-hill {0},8600 {1},8600 {1},10400 {0},10400"


@pytest.mark.rule("14.8.4")
def test_artillery_on_a_hill_shoots_over_lower_bases() -> None:
    """The middles of the shooter's base and of the other decide (ruling 59)."""
    line = f"{GUN}, {FAR}, red-pk1 9000,8500,0"
    assert seen(line, terrain="gentle-hill 8000,8900 10000,8900 10000,10400 8000,10400")
    assert not seen(line, terrain="gentle-hill 8000,8000 10000,8000 10000,10400 8000,10400")
    assert not seen(line, terrain="gentle-hill 8000,9700 10000,9700 10000,11400 8000,11400")
    shot = "red-sh1 9000,9000,0, blue-pk1 9000,7800,10800, red-pk1 9000,8400,0"
    at = table(shot, terrain="gentle-hill 8000,8900 10000,8900 10000,10400 8000,10400").play("end")
    assert not at.legal("shoot")


@pytest.mark.rule("14.8.4")
@pytest.mark.rule("14.3.4")
@pytest.mark.parametrize(("y", "clear"), [(7750, False), (9000, True), (6500, True)])
def test_a_crest_blocks_unless_shooter_or_target_touches_it(y: int, clear: bool) -> None:
    """Ruling 60: the crest of this hill runs across."""
    hill = f"gentle-hill 7000,{y - 400} 11000,{y - 400} 12000,{y} 11000,{y + 400} 7000,{y + 400} 6000,{y}"
    assert seen(f"{GUN}, {FAR}", terrain=hill) == clear


@pytest.mark.rule("14.8.4")
@pytest.mark.parametrize(("terrain", "clear"), [
    ("woods 8000,8500 10000,8500 10000,8000 8000,8000", False),
    ("rough 8000,8500 10000,8500 10000,8000 8000,8000", True),
    ("dunes 8000,9200 10000,9200 10000,8000 8000,8000", True),
    ("dunes 8000,9200 10000,9200 10000,7999 8000,7999", False),
    ("oasis 8000,7500 10000,7500 10000,6400 8000,6400", True),
    ("woods 8000,7501 10000,7501 10000,6400 8000,6400", False),
    ("woods 9500,9200 12000,9200 12000,6000 9500,6000", True),
    ("dunes 8000,9200 10000,9200 10000,8000 8000,8000;woods 8000,7500 10000,7500 10000,6400 8000,6400", True)])
def test_cover_blocks_beyond_two_mu_of_ones_own(terrain: str, clear: bool) -> None:
    """Any part of the base counts; a line along an edge is not through; 2 MU of each piece (ruling 60)."""
    assert seen(f"{GUN}, {FAR}", terrain=terrain) == clear


@pytest.mark.rule("14.8.4")
def test_no_shooting_within_the_same_woods_or_oasis() -> None:
    """In dunes it is possible (ruling 60)."""
    line = "red-sh2 9000,9000,0, blue-pk1 9000,8300,10800"
    for kind, clear in (("woods", False), ("oasis", False), ("dunes", True)):
        assert seen(line, terrain=f"{kind} 7000,7000 11000,7000 11000,10000 7000,10000") == clear


@pytest.mark.rule("14.8.4")
def test_how_much_of_a_line_runs_through_is_exact() -> None:
    square = ((0, 0), (3, 0), (3, 3), (0, 3))
    assert share_inside(square, ((-1, 1), (6, 1))) == Fraction(3, 7)
    assert share_inside(square, ((0, -5), (0, 5))) == 0
    bent = ((0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9))
    assert share_inside(bent, ((-1, 6), (10, 6))) == Fraction(6, 11)
    assert share_inside(square, ((1, 1), (2, 2))) == 1
