"""Modules 1 and 2: the battle, the map, the counters, the die and the chart of terrain."""

from __future__ import annotations

from collections import Counter

import pytest

from game import catalog, systems
from game.board.hexgrid import HexBoard
from game.core.action import BadNotation
from tests.rules.table import Table, cited
from tests.rules.tours.board import RULES, acting, table

SKETCH = (
    "RRRRRRRRRRRRRRRRRR", "RRRRRRRwwwRRRRwRRR", "RRRwwwwwww.ww..www", "ww.ww.w..w........",
    "ww..w...........w.", "ww..............ww", "w...............w.", ".......h..........",
    "......hhh.........", "......hhh.......mm", ".......h........m.", "..................",
    "..................", "..................", ".........h........", "........hh........",
    ".........h....w...", "w.............ww..", "ww.............w..", "ww................",
    "wwww..............", "www.ww..........w.", "RRwwww..w.....wwww", "RRRRRRRRRRRRRRRRRR",
)
"""The field: rows 01 to 24, columns 10 to 27."""
NAMES = {"R": ("river", 0), "w": ("woods", 0), "h": ("clear", 1), "m": ("marsh", 0), ".": ("clear", 0)}
"""Terrain and level of a sketch's letter; a gentle hill is open ground on level 1."""


@pytest.fixture(scope="module")
def board() -> HexBoard:
    found = catalog.board("tours/tours.tmx")
    assert isinstance(found, HexBoard)
    return found


def neighbours(board: HexBoard, name: str) -> set[str]:
    return {board.places[n] for n in board.neighbours[board.index[name]]}


def shock(line: str, contingent: str) -> Table:
    """Phase IV of the side of a contingent that is active."""
    first = "frankish" if contingent in ("hi", "li", "hc", "lc") else "muslim"
    return table(line, phase="shock", first=first, orders={contingent: "move"}, tried=[contingent], active=[contingent])


@pytest.mark.rule("1.0")
def test_two_armies_between_two_rivers(board: HexBoard) -> None:
    """Charles leads the Franks, Abd ar-Rahman the Muslims, and a river closes either side of the field."""
    start = Table(RULES, RULES.initial("tours")).units
    assert ("frankish", "muslim") == tuple(RULES.seats)
    assert {"charles", "abd-ar-rahman"} <= set(start)
    assert {"river"} == {board.terrain[f"{column}{row}"] for column in range(10, 28) for row in ("01", "24")}


@pytest.mark.rule("1.0.1")
def test_a_unit_is_750_men() -> None:
    """Forty-two Frankish units are 31 500 men, thirty-three Muslim ones 24 750."""
    start = Table(RULES, RULES.initial("tours")).units
    muslim = [name for name in start if name.startswith(("red", "yellow", "blue", "grey", "guard"))]
    frankish = [name for name in start if name.startswith(("hi", "li", "hc", "lc"))]
    assert (31_500, 24_750) == (750 * len(frankish), 750 * len(muslim))


@pytest.mark.rule("2.0")
def test_the_die_has_ten_faces_and_a_zero() -> None:
    """It shows 0 to 9; a ten cannot be rolled."""
    at = table("hi1 1414 e, red-hc1 2014 w", orders={"red": "move"}).play("activate red")
    roll = RULES.pending_roll(at.state)
    assert roll is not None
    assert [tuple(range(10))] == [tuple(die.faces) for die in roll.dice]
    assert {f"roll {face}" for face in range(10)} == at.legal()
    assert ("4.0",) == cited(at.check("roll 10"))
    assert ("4.0", 1, 2) == cited(at.check("roll 3,4")), "the refusal gives the numbers of dice"


@pytest.mark.rule("2.1")
def test_the_field_is_18_columns_by_24_rows(board: HexBoard) -> None:
    """It has columns 10 to 27 and rows 01 to 24, and no other hexes."""
    expected = {f"{column}{row:02}" for column in range(10, 28) for row in range(1, 25)}
    assert expected == set(board.hexes)


@pytest.mark.rule("2.1")
def test_odd_columns_lie_lower(board: HexBoard) -> None:
    """By the example of shock, 1621 and 1622 are in front of a unit in 1721."""
    assert {"1720", "1722", "1621", "1622", "1821", "1822"} == neighbours(board, "1721")
    assert {"2019", "2021", "1919", "1920", "2119", "2120"} == neighbours(board, "2020")


@pytest.mark.rule("2.1")
def test_ground_without_hexes_is_closed() -> None:
    """A unit at the edge of the grid cannot leave it."""
    at = acting("hi1 1414 e, red-hc1 2713 w", "red")
    assert {"2712", "2714", "2613", "2614"} == {
        move.split()[2] for move in at.legal("move") if "-" not in move.split()[2]}


@pytest.mark.rule("2.1.1")
@pytest.mark.rule("2.3")
def test_the_terrain_is_that_of_the_sketch(board: HexBoard) -> None:
    """Every hex has the terrain and the level of the reconstructed field."""
    expected = {f"{10 + column}{row:02}": NAMES[letter] for row, line in enumerate(SKETCH, 1)
                for column, letter in enumerate(line)}
    assert expected == {name: (terrain, board.levels.get(name, 0)) for name, terrain in board.terrain.items()}


@pytest.mark.rule("2.2")
def test_five_kinds_of_unit() -> None:
    """The Muslims have no heavy infantry, and only they have mounted archers."""
    start = Table(RULES, RULES.initial("tours")).units
    kinds = Counter(name.rstrip("0123456789") for name in start)
    muslim: Counter[str] = Counter()
    for name, count in kinds.items():
        if "-" in name and name != "abd-ar-rahman":
            muslim[name.split("-")[1]] += count
    assert {"hi": 17, "li": 17, "hc": 4, "lc": 4} == {kind: kinds[kind] for kind in ("hi", "li", "hc", "lc")}
    assert {"hc": 10, "ma": 10, "li": 13} == dict(muslim)
    assert 3 == kinds["wagon"]


STRAIGHT = [f"14{row:02}" for row in range(19, 4, -1)]
ROADS = [("hi1", "hi", 3), ("li1", "li", 4), ("hc1", "hc", 6), ("lc1", "lc", 7), ("red-ma1", "red", 8),
         ("red-hc1", "red", 6), ("red-li1", "red", 4)]


@pytest.mark.rule("2.2.1")
@pytest.mark.parametrize("status", ["", " disordered"])
@pytest.mark.parametrize(("unit", "contingent", "allowance"), ROADS)
def test_a_unit_moves_as_far_as_its_allowance(unit: str, contingent: str, allowance: int, status: str) -> None:
    """Over clear terrain a unit enters as many hexes as it has points, in good order or not."""
    enemy = "hi17 2714 e" if "-" in unit else "red-hc3 2714 w"
    at = acting(f"{unit} 1420 w{status}, {enemy}", contingent)
    far, farther = "-".join(STRAIGHT[:allowance]), "-".join(STRAIGHT[:allowance + 1])
    assert allowance == at.cost(f"move {unit} {far}")
    assert at.refusal(f"move {unit} {farther}") in {"6.0", "6.1"}


@pytest.mark.rule("2.2.1")
def test_archers_shoot_three_hexes() -> None:
    """The target's hex counts, the archers' own does not."""
    at = acting("hi1 2011 e, hi2 2010 e, red-ma1 2014 w", "red")
    assert at.check("fire red-ma1 hi1")
    assert "7.0" == at.refusal("fire red-ma1 hi2")


@pytest.mark.rule("2.2.2")
@pytest.mark.parametrize(("leader", "seat"), [("charles", "frankish"), ("abd-ar-rahman", "muslim")])
def test_a_leader_moves_eight(leader: str, seat: str) -> None:
    """Both leaders have eight points."""
    others = "hi1 2714 e, red-hc1 2718 w"
    at = table(f"{leader} 1420, {others}", phase="leaders", first=seat)
    assert 8 == at.cost(f"move {leader} {'-'.join(STRAIGHT[:8])}")
    assert not at.check(f"move {leader} {'-'.join(STRAIGHT[:9])}")


@pytest.mark.rule("2.2.2")
@pytest.mark.parametrize(("unit", "leader", "reach"), [("hi1", "charles", 5), ("red-hc1", "abd-ar-rahman", 4)])
def test_command_ranges(unit: str, leader: str, reach: int) -> None:
    """Charles helps within five hexes, Abd ar-Rahman within four."""
    contingent, first = ("hi", "frankish") if unit == "hi1" else ("red", "muslim")
    totals = []
    for row in (20 - reach, 20 - reach - 1):
        line = f"{unit} 14{row:02} w disordered, {leader} 1420, {'red-li1' if unit == 'hi1' else 'hi2'} 2714 w"
        at = table(line, phase="reform", first=first, orders={contingent: "reform"})
        totals.append(sum(modifier.value for modifier in at.preview(f"reform {unit}").modifiers))
    assert [-1, 0] == totals


COSTS = [("1412", "1413", 1, 1), ("1412", "1512", 1, 1), ("2317", "2417", 2, 3), ("1608", "1609", 2, 2),
         ("1609", "1610", 1, 1), ("1609", "1608", 1, 1), ("2612", "2611", 2, 4)]


@pytest.mark.rule("2.3")
@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("origin", "goal", "foot", "mounted"), COSTS)
def test_what_a_hex_costs(origin: str, goal: str, foot: int, mounted: int) -> None:
    """Clear ground and road 1; a hill 1 more going up; woods 2 or 3; marsh 2 or 4."""
    costs = [acting(f"{unit} {origin} e, red-li3 2720 w, hi2 1020 e", contingent).cost(f"move {unit} {goal}")
             for unit, contingent in (("hi1", "hi"), ("red-li1", "red"), ("red-hc1", "red"), ("red-ma1", "red"),
                                      ("lc1", "lc"))]
    assert [foot, foot, mounted, mounted, mounted] == costs


@pytest.mark.rule("2.3")
@pytest.mark.parametrize(("origin", "goal"), [("2317", "2417"), ("1608", "1609"), ("2612", "2611"), ("1412", "1413")])
def test_leaders_pay_one_point_anywhere(origin: str, goal: str) -> None:
    """A leader pays one point for woods, marsh and hill, too."""
    at = table(f"charles {origin}, hi1 1020 e, red-li1 2720 w", phase="leaders", first="frankish")
    assert 1 == at.cost(f"move charles {goal}")


SHOCKS = [
    ("hc1 2317 e", "red-hc1 2417 w", -2, "woods, attacked by horse"),
    ("hi1 2317 e", "red-hc1 2417 w", -1 - 1, "woods, attacked by foot, whose weapons give -1"),
    ("hc1 1909 w", "red-hc1 1809 e", -1, "a hill, attacked from below"),
    ("hc1 1810 ne", "red-hc1 1809 se", 0, "a hill, attacked along it"),
    ("hc1 1809 e", "red-hc1 1909 w", 0, "from the hill downwards"),
    ("hc1 2612 ne", "red-hc1 2611 se", 1, "into a marsh"),
    ("hc1 2611 se", "red-hc1 2612 ne", -1, "out of a marsh"),
    ("hc1 2611 ne", "red-hc1 2610 se", 0, "from marsh to marsh"),
    ("hc1 1414 e", "red-hc1 1514 w", 0, "over clear ground"),
]


@pytest.mark.rule("2.3")
@pytest.mark.parametrize(("attacker", "defender", "total", "what"), SHOCKS)
def test_terrain_in_shock(attacker: str, defender: str, total: int, what: str) -> None:
    """A shock between two units has the terrain's modifier."""
    unit = attacker.split()[0]
    at = shock(f"{attacker}, {defender}", unit[:2])
    assert total == sum(m.value for m in at.preview(f"attack {unit} red-hc1").modifiers), what


@pytest.mark.rule("2.3")
@pytest.mark.parametrize(("second", "total"), [("1908 w", 1 - 1), ("1810 ne", 1 + 4)])
def test_a_hill_helps_only_against_attackers_all_below(second: str, total: int) -> None:
    """One attacker on the hill cancels the -1; two attackers bring +1, two sides +4."""
    at = shock(f"hc1 1909 w, hc2 {second}, red-hc1 1809 e", "hc").play("attack hc1 red-hc1")
    assert total == sum(m.value for m in at.preview("attack hc2 red-hc1").modifiers)


@pytest.mark.rule("2.3")
def test_woods_protect_from_arrows() -> None:
    """Fire at a target in woods has -1; at one on a hill, in a marsh or in the open nothing."""
    found = {}
    for target, archer in (("2417", "2217"), ("1809", "2009"), ("2611", "2411"), ("1414", "1614")):
        at = acting(f"hi1 {target} e, red-ma1 {archer} w", "red")
        found[target] = sum(m.value for m in at.preview("fire red-ma1 hi1").modifiers)
    assert {"2417": -1, "1809": 0, "2611": 0, "1414": 0} == found


@pytest.mark.rule("2.0")
def test_only_faces_of_the_die_are_valid() -> None:
    """Other numbers cannot be written as a roll."""
    with pytest.raises(BadNotation):
        RULES.parse("roll ten")


@pytest.mark.rule("14.0")
@pytest.mark.rule("2.0")
def test_the_rulebook_uses_the_options_titles() -> None:
    """Each option has the title under which it is chosen."""
    book = " ".join((systems.folder("tours") / "rulebook.md").read_text("utf-8").split())
    assert [] == [str(one.title) for one in RULES.options if f'"{one.title}"' not in book]
