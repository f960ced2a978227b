"""Section I: the map, the counters, the die, the results table and the terrain key agree with the published facts."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.board.hexgrid import COMMON_GRID, HexBoard
from game.rules.kassala.odds import CRT, TABLE
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import ROSTER

FACTS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "facts" / "kassala.toml").read_text("utf-8"))

PRINTED_TABLE = """
1 C  EX EX C  DE DE DE DE
2 C  C  EX EX C  DE DE DE
3 AE C  C  EX EX C  DE DE
4 AE AE C  C  EX EX C  DE
5 AE AE AE C  C  EX EX C
6 AE AE AE AE AE C  EX EX
"""
HEADINGS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
CELLS = [
    (int(row.split()[0]), heading, cell)
    for row in PRINTED_TABLE.split("\n")[1:-1]
    for heading, cell in zip(HEADINGS, row.split()[1:], strict=True)
]


@pytest.fixture(scope="module")
def board() -> HexBoard:
    board = catalog.board("kassala/kassala.tmx")
    assert isinstance(board, HexBoard)
    return board


@pytest.mark.rule("I")
@pytest.mark.rule("I.A")
def test_the_map_has_the_printed_hexes(board: HexBoard) -> None:
    """The map has 58 hexes in eight columns."""
    expected = [f"{column}{row:02d}" for column, (first, last) in FACTS["grid"]["rows"].items()
                for row in range(first, last + 1)]
    assert sorted(expected) == list(board.hexes)
    assert len(board.hexes) == 58


@pytest.mark.rule("I.A.1")
def test_two_kinds_of_special_hex(board: HexBoard) -> None:
    """Three hexes are special; all others are plain."""
    assert Counter(plain=55, kassala=2, udaka=1) == Counter(board.terrain.values())


@pytest.mark.rule("I.A.1.a")
def test_kassala_hexes(board: HexBoard) -> None:
    """Kassala is 0804 and 0805."""
    assert FACTS["terrain"]["kassala"] == [h for h in board.hexes if board.terrain[h] == "kassala"]


@pytest.mark.rule("I.A.1.b")
def test_udaka_hex(board: HexBoard) -> None:
    """Udaka is 0304; the hex with its printed name is plain."""
    assert FACTS["terrain"]["udaka"] == [h for h in board.hexes if board.terrain[h] == "udaka"]
    assert board.terrain["0404"] == "plain"


def marked(board: HexBoard, kind: str) -> list[list[str]]:
    """Sides of a kind as [marked hex, other hex]."""
    return [[a, b] for (a, b), features in board.sides.items() for f in features if f.kind == kind and f.on_marked_side]


@pytest.mark.rule("I.A.2")
def test_two_kinds_of_special_hex_side(board: HexBoard) -> None:
    """There are 19 wadi and 9 trench sides and no others; each belongs to both hexes and is marked in one."""
    assert Counter(wadi=38, trench=18) == Counter(f.kind for features in board.sides.values() for f in features)
    for (a, b), features in board.sides.items():
        assert COMMON_GRID.distance(a, b) == 1
        assert {(f.kind, not f.on_marked_side) for f in features} == {
            (f.kind, f.on_marked_side) for f in board.between(b, a)}


@pytest.mark.rule("I.A.2.a")
def test_wadi_sides_and_their_low_hexes(board: HexBoard) -> None:
    """Every wadi side is listed, low hex first."""
    assert sorted(FACTS["terrain"]["wadi"]) == sorted(marked(board, "wadi"))


@pytest.mark.rule("I.A.2.b")
def test_trench_sides_and_their_barbed_hexes(board: HexBoard) -> None:
    """Every trench side is listed, barbed hex first."""
    assert sorted(FACTS["terrain"]["trench"]) == sorted(marked(board, "trench"))


@pytest.mark.rule("I.B")
def test_twenty_three_counters(kassala: Kassala) -> None:
    """There are 13 Moslem and 10 Christian counters with different ids, all in the battle."""
    counters = kassala.counters(kassala.initial("kassala"))
    assert Counter(moslem=13, christian=10) == Counter(c.seat for c in counters)
    assert len({c.unit for c in counters}) == 23


def army(kassala: Kassala, seat: str) -> list[tuple[str, str]]:
    """Arm and printed values of every counter of a seat, with its set-up hex."""
    counters = kassala.counters(kassala.initial("kassala"))
    return sorted((c.symbol, f"{c.numbers} in {c.place}") for c in counters if c.seat == seat)


def printed(seat: str) -> list[tuple[str, str]]:
    return sorted((arm, f"{cf}-{mf} in {place}") for _, arm, cf, mf, place in FACTS["setup"][seat])


@pytest.mark.rule("I.B.1")
def test_the_moslem_army(kassala: Kassala) -> None:
    """Arms, strengths, movement factors and numbers of the Moslem counters are as printed."""
    assert printed("moslem") == army(kassala, "moslem")


@pytest.mark.rule("I.B.2")
def test_the_christian_army(kassala: Kassala) -> None:
    """Arms, strengths, movement factors and numbers of the Christian counters are as printed."""
    assert printed("christian") == army(kassala, "christian")


@pytest.mark.rule("I.B.3")
def test_three_arms(kassala: Kassala) -> None:
    """The arms are infantry, cavalry and cannon, as shown by the symbols."""
    counters = kassala.counters(kassala.initial("kassala"))
    assert Counter(infantry=12, cavalry=6, cannon=5) == Counter(c.symbol for c in counters)


@pytest.mark.rule("I.B.4")
def test_abbreviations(kassala: Kassala) -> None:
    """The letters in the upper right are on as many counters as published."""
    abbreviations = Counter((c.seat, c.abbr) for c in kassala.counters(kassala.initial("kassala")))
    moslem = {"T": 2, "M": 2, "A": 2, "E/S": 1, "N": 3, "MOS.": 3}
    christian = {"P": 3, "G/E": 2, "E": 2, "RES.": 1, "CHR.": 2}
    assert {("moslem", a): n for a, n in moslem.items()} | {("christian", a): n for a, n in christian.items()} == dict(
        abbreviations)


@pytest.mark.rule("I.B.5")
def test_combat_strengths(kassala: Kassala) -> None:
    """Cannon have strength 1; none is above 4; the printed number is that of a preview."""
    assert {"cannon": {1}, "infantry": {2, 3, 4}, "cavalry": {2, 3, 4}} == {
        arm: {u.strength for u in ROSTER if u.arm == arm} for arm in ("cannon", "infantry", "cavalry")}
    for counter in kassala.counters(kassala.initial("kassala")):
        unit = next(u for u in ROSTER if u.id == counter.unit)
        assert f"{unit.strength}-{unit.movement}" == counter.numbers


@pytest.mark.rule("I.B.6")
def test_movement_factors() -> None:
    """Cannon have 0, infantry 2, cavalry 3, without exception."""
    assert {("cannon", 0), ("infantry", 2), ("cavalry", 3)} == {(u.arm, u.movement) for u in ROSTER}


@pytest.mark.rule("I.C")
def test_one_die_and_only_in_combat(kassala: Kassala, combat: Any) -> None:
    """Movement has no roll; combat has one die with faces 1 to 6 only."""
    start = kassala.initial("kassala")
    assert kassala.pending_roll(start) is None
    assert "I.C" == combat("m-nub1 0404, c-eth1 0405").refusal("roll 3")
    rolling = combat("m-nub1 0404, c-eth1 0405").play("attack m-nub1 > c-eth1")
    roll = kassala.pending_roll(rolling.state)
    assert roll is not None
    assert [(1,), (2,), (3,), (4,), (5,), (6,)] == list(roll.all_faces())
    assert "moslem" == roll.seat
    assert {f"roll {face}" for face in range(1, 7)} == rolling.legal()
    for wrong in ("roll 0", "roll 7", "roll 1,2"):
        assert "I.C" == rolling.refusal(wrong)


@pytest.mark.rule("I.D")
@pytest.mark.parametrize(("face", "heading", "result"), CELLS)
def test_every_cell_of_the_results_table(kassala: Kassala, face: int, heading: str, result: str) -> None:
    """All 48 cells are as printed, in the displayed table and in combat."""
    assert TABLE.columns == HEADINGS
    assert result == TABLE.result(heading, face)
    assert result == CRT.result(HEADINGS.index(heading), face)


@pytest.mark.rule("I.D")
@pytest.mark.parametrize("heading", HEADINGS)
def test_exact_odds_of_a_column(heading: str) -> None:
    """The chance of each result is the number of its faces over six."""
    cells = Counter(cell for _, column, cell in CELLS if column == heading)
    assert {cell: Fraction(n, 6) for cell, n in cells.items()} == CRT.chances(HEADINGS.index(heading))


TERRAIN_KEY = [
    # terrain, from, to, infantry's cost, cavalry's cost or the rule against it, attack lost, defence won
    ("plain", "0602", "0603", 1, 1, 0, 0),
    ("udaka", "0404", "0304", 1, "II.D.12", 0, 1),
    ("kassala", "0703", "0804", 1, "II.D.12", 0, 2),
    ("wadi up", "0203", "0302", 2, "II.D.13", -1, 0),
    ("wadi down", "0302", "0203", 2, "II.D.13", 0, 0),
    ("trench, barbed side", "0705", "0706", 2, 2, -1, 0),
    ("trench, plain side", "0706", "0705", 2, 2, 0, 0),
]


@pytest.mark.rule("I.E")
@pytest.mark.rule("I.A.3")
@pytest.mark.parametrize(("terrain", "a", "b", "foot", "horse", "lost", "won"), TERRAIN_KEY)
def test_terrain_key(movement: Any, combat: Any, terrain: str, a: str, b: str, foot: int, horse: int | str,
                     lost: int, won: int) -> None:
    """Every line of the key has its movement cost and its effect in combat."""
    table = movement(f"m-egy1 {a}")
    assert foot == table.cost(f"move m-egy1 {b}")
    table = movement(f"m-mam1 {a}")
    if isinstance(horse, int):
        assert horse == table.cost(f"move m-mam1 {b}")
    else:
        assert horse == table.refusal(f"move m-mam1 {b}")
    preview = combat(f"m-egy1 {a}, c-eth1 {b}").preview("attack m-egy1 > c-eth1")
    assert (4 + lost, 4 + won) == (preview.attack, preview.defence)
