"""The tables of Renaissance agree with the sheet cell by cell."""

from __future__ import annotations

from typing import get_args

import pytest

from game.rules.renaissance.engine.results import Going, Result, combat_result, compare_scores, lines_of
from game.rules.renaissance.engine.tables import (
    DISTANCES,
    ELEMENTS,
    GENERALS,
    TERRAIN,
    allowance,
    factor,
    passing_row,
    support_against,
    support_behind,
    support_beside,
    tables,
)
from game.rules.renaissance.engine.words import KINDS, MU, TERRAIN_NAMES, TYPE_NAMES, Kind, Topography


def kinds(text: str) -> frozenset[Kind]:
    """Element types from their codes."""
    return frozenset(kind for kind in KINDS if kind in text.split())


MOUNTED = kinds("kn pi cv lh cm el gn")
FOOT = kinds("dr ax bd bw pk ra sh sk wb hd gu ca ww cf gf")


@pytest.mark.rule("14.1.3")
def test_dragoons_are_foot_and_move_as_mounted() -> None:
    assert {kind for kind in KINDS if ELEMENTS[kind].mounted} == MOUNTED
    assert set(KINDS) - MOUNTED == FOOT
    assert {kind for kind in KINDS if ELEMENTS[kind].slowed} == MOUNTED | {"dr"}


@pytest.mark.rule("14.1.2")
def test_base_depths() -> None:
    mu = {"ax": 1, "bd": 1, "bw": 1, "pk": 1, "ra": 1, "sh": 1, "sk": 1, "wb": 1, "gf": 1, "cf": 1, "hd": 1.5,
          "kn": 1.5, "pi": 1.5, "cv": 1.5, "lh": 1.5, "dr": 1.5, "cm": 1.5, "gn": 1.5, "el": 2, "ca": 2, "gu": 2,
          "ww": 2}
    assert {kind: ELEMENTS[kind].base.depth / MU for kind in KINDS} == mu
    assert {ELEMENTS[kind].base.width for kind in KINDS} == {1000}


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(("alphabetical", "expected"), [
    (False, {8: "lh", 6: "cv dr gn", 5: "ax cm gf kn", 4: "pi sk", 3: "el ra bd bw ca gu hd sh pk ww wb", 0: "cf"}),
    (True, {8: "lh", 6: "cv dr gn", 5: "ax cm gf kn pi sk", 4: "el ra", 3: "bd bw ca gu hd sh pk ww wb", 0: "cf"}),
])
def test_moves(alphabetical: bool, expected: dict[int, str]) -> None:
    for mu, codes in expected.items():
        for kind in kinds(codes):
            assert allowance(kind, "open", alphabetical=alphabetical) == mu * MU, kind
    assert sum(len(codes.split()) for codes in expected.values()) == len(KINDS)


@pytest.mark.rule("2.2")
def test_bad_going_limits_mounted_and_dragoons_and_bars_guns_and_wagons() -> None:
    for kind in KINDS:
        if kind in ("ca", "gu", "ww"):
            assert allowance(kind, "bad") == 0, kind
        elif kind in MOUNTED or kind == "dr":
            assert allowance(kind, "bad") == 3 * MU, kind
        else:
            assert allowance(kind, "bad") == allowance(kind, "open"), kind
    assert allowance("el", "bad", alphabetical=True) == 3 * MU
    assert allowance("sk", "bad", alphabetical=True) == 5 * MU


@pytest.mark.rule("2.3")
def test_a_river_allows_two_mu_to_everyone() -> None:
    assert {allowance(kind, "river") for kind in KINDS} == {2 * MU}


@pytest.mark.rule("2.4")
def test_road_moves() -> None:
    assert allowance("lh", "road") == 8 * MU
    assert {allowance(kind, "road") for kind in KINDS if kind != "lh"} == {6 * MU}


@pytest.mark.rule("2.6")
def test_ranges() -> None:
    shoot = {"dr": 3, "sk": 3, "bw": 3, "ca": 12, "gu": 6, "sh": 3, "ww": 3}
    assert {kind: ELEMENTS[kind].range // MU for kind in KINDS if ELEMENTS[kind].range} == shoot


@pytest.mark.rule("5.1")
def test_types_that_cost_an_extra_pip() -> None:
    assert {kind for kind in KINDS if ELEMENTS[kind].extra_pip} == {"ca", "el", "hd", "ww"}


@pytest.mark.rule("5.4")
def test_guns_and_wagons_never_move_into_contact() -> None:
    assert {kind for kind in KINDS if ELEMENTS[kind].wheeled} == {"ca", "gu", "ww"}


@pytest.mark.rule("14.10.5")
def test_types_that_are_not_pushed_back() -> None:
    assert {kind for kind in KINDS if not ELEMENTS[kind].pushed} == {"el", "ca", "gu", "ww"}


@pytest.mark.rule("14.10.9")
def test_types_that_pursue() -> None:
    assert {kind for kind in KINDS if ELEMENTS[kind].pursues} == {"kn", "wb", "el"}


@pytest.mark.rule("4.1")
@pytest.mark.rule("4.2")
@pytest.mark.rule("3.1")
@pytest.mark.rule("3.2")
@pytest.mark.rule("5.2")
def test_single_distances() -> None:
    mu = {"bad_going": 3, "river": 2, "road": 6, "road_light_horse": 8, "zone_depth": 10, "zone_side": 4,
          "general_far": 16, "general_hidden": 8, "centre": 8, "new_piece": 4, "shift": 4}
    assert {name: getattr(DISTANCES, name) / MU for name in mu} == mu
    assert DISTANCES.turn == 45 * 60


FACTORS = {
    "ax": (3, 2), "bd": (5, 3), "bw": (2, 4), "cm": (3, 2), "cf": (1, 1), "ca": (2, 2), "cv": (3, 3), "dr": (3, 2),
    "el": (5, 4), "gn": (2, 2), "gf": (2, 2), "gu": (2, 2), "hd": (3, 2), "kn": (3, 4), "lh": (2, 2), "pk": (3, 4),
    "pi": (4, 4), "ra": (4, 2), "sh": (4, 4), "sk": (2, 2), "ww": (3, 4), "wb": (3, 2),
}


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.2")
def test_basic_factors_of_every_pair() -> None:
    """Against dragoons the factor against foot counts; cannon and guns have +4 in shooting."""
    assert set(FACTORS) == set(KINDS)
    for one in KINDS:
        for other in KINDS:
            value = FACTORS[one][other in MOUNTED]
            assert factor(one, other) == value, (one, other)
            assert factor(one, other, shooting=True) == (4 if one in ("ca", "gu") else value), (one, other)


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.rule("8.3")
@pytest.mark.rule("8.4")
def test_shooting_factors() -> None:
    rows = {one.rule: one for one in tables().shooting}
    assert {number: (one.factor, one.most) for number, one in rows.items()} == {
        "8.1": (-1, 0), "8.2": (2, 0), "8.3": (1, 0), "8.4": (-1, -2)}
    assert {kind for kind in KINDS if rows["8.1"].applies(kind)} == {"bd", "el", "ra"}
    assert {kind for kind in KINDS if rows["8.2"].applies(kind)} == FOOT
    assert {kind for kind in KINDS if rows["8.3"].applies(kind)} == set(KINDS)
    assert {kind for kind in KINDS if rows["8.4"].applies(kind)} == set(KINDS)
    assert all(str(one.label) for one in rows.values())


@pytest.mark.rule("10.1")
@pytest.mark.rule("10.2")
@pytest.mark.rule("10.3")
@pytest.mark.rule("10.4")
@pytest.mark.rule("10.5")
@pytest.mark.rule("10.6")
def test_close_combat_factors() -> None:
    rows = {one.rule: one for one in tables().close_combat}
    assert {number: one.factor for number, one in rows.items()} == {
        "10.1": 2, "10.2": 1, "10.3": 1, "10.4": -1, "10.5": -2, "10.6": -2}
    assert {kind for kind in KINDS if rows["10.1"].applies(kind)} == FOOT
    for number in ("10.2", "10.3", "10.4"):
        assert {kind for kind in KINDS if rows[number].applies(kind)} == set(KINDS)
    assert {kind for kind in KINDS if rows["10.5"].applies(kind)} == MOUNTED
    assert {kind for kind in KINDS if rows["10.6"].applies(kind)} == {"bd", "ca", "gu", "hd", "pk", "sh", "ww"}
    assert all(str(one.label) for one in rows.values())


FOOT_BUT_BOWS = FOOT - kinds("bw sk")
REAR: dict[Kind, dict[Kind, dict[Kind, tuple[str, int]]]] = {
    "pk": {"pk": {**dict.fromkeys(FOOT_BUT_BOWS, ("9.1", 3)), **dict.fromkeys(kinds("el kn pi"), ("9.1", 2))}},
    "pi": {"pi": dict.fromkeys(MOUNTED | FOOT, ("9.2", 1))},
    "wb": {"wb": dict.fromkeys(FOOT_BUT_BOWS | kinds("el kn pi"), ("9.3", 1))},
    **{front: {"sk": dict.fromkeys(MOUNTED | kinds("wb"), ("9.4", 1))} for front in kinds("ax bd ra")},
}


@pytest.mark.rule("9.1")
@pytest.mark.rule("9.2")
@pytest.mark.rule("9.3")
@pytest.mark.rule("9.4")
@pytest.mark.rule("14.1.4")
def test_rear_support_of_every_triple() -> None:
    """Pikes have no support against a mounted general, who is neither knights nor pistols."""
    for front in KINDS:
        for behind in KINDS:
            for enemy in KINDS:
                found = support_behind(front, behind, enemy)
                told = (found.rule, found.factor) if found else None
                assert told == REAR.get(front, {}).get(behind, {}).get(enemy), (front, behind, enemy)


@pytest.mark.rule("9.4")
def test_skirmishers_support_against_an_enemy_in_its_camp() -> None:
    for front in kinds("ax bd ra"):
        for enemy in kinds("cf sh pk bw"):
            assert support_behind(front, "sk", enemy) is None
            found = support_behind(front, "sk", enemy, camp=True)
            assert found is not None
            assert (found.rule, found.factor) == ("9.4", 1)
    assert support_behind("wb", "wb", "bw", camp=True) is None
    assert support_behind("sh", "sk", "cf", camp=True) is None


@pytest.mark.rule("9.5")
def test_bad_going_ends_rear_support_by_the_same_type_alone() -> None:
    for one in kinds("pk pi wb"):
        assert support_behind(one, one, "ax") is not None
        assert support_behind(one, one, "ax", bad_going=True) is None
    assert support_behind("ax", "sk", "kn", bad_going=True) is not None


@pytest.mark.rule("11.1")
@pytest.mark.rule("11.2")
def test_flank_support_of_every_triple() -> None:
    for fighter in KINDS:
        for beside in KINDS:
            for enemy in KINDS:
                expected = None
                if fighter == "sh" and beside in ("pk", "pi") and enemy in MOUNTED | {"wb"}:
                    expected = ("11.1", 1)
                elif fighter in ("ca", "gu", "sh") and beside == "gu":
                    expected = ("11.2", 1)
                found = support_beside(fighter, beside, enemy)
                assert (found and (found.rule, found.factor)) == expected, (fighter, beside, enemy)


@pytest.mark.rule("11.3")
def test_mounted_suffer_from_shot_and_dragoons_beside_pikes_and_pistols() -> None:
    for attacker in KINDS:
        for enemy in KINDS:
            for beside in KINDS:
                hit = attacker in MOUNTED and enemy in ("pk", "pi") and beside in ("dr", "sh")
                found = support_against(attacker, enemy, beside)
                assert (found and (found.rule, found.factor)) == (("11.3", -1) if hit else None)


ANY = frozenset(KINDS)
MOVING = [
    ("13.1", MOUNTED, kinds("sk dr")),
    ("13.2", kinds("dr sk"), ANY),
    ("13.3", kinds("bd dr pk sh sk"), kinds("sh")),
    ("13.3", kinds("sh"), kinds("bd dr pk sh sk")),
]
RECOILING = [
    ("13.4", MOUNTED, ANY - kinds("el pk")),
    ("13.5", kinds("bd bw pk sh"), kinds("bd")),
    ("13.6", kinds("sk"), ANY - kinds("sk")),
]


@pytest.mark.rule("13.1")
@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3")
@pytest.mark.rule("13.4")
@pytest.mark.rule("13.5")
@pytest.mark.rule("13.6")
@pytest.mark.parametrize(("recoiling", "rows"), [(False, MOVING), (True, RECOILING)])
def test_interpenetration(recoiling: bool, rows: list[tuple[str, frozenset[Kind], frozenset[Kind]]]) -> None:
    """Every pair agrees with the sheet."""
    for mover in KINDS:
        for through in KINDS:
            expected = [number for number, movers, passed in rows if mover in movers and through in passed]
            found = passing_row(mover, through, recoiling=recoiling)
            assert (found.rule if found else None) == (expected[0] if expected else None), (mover, through)


WORDS: dict[str, Result] = {"D": "destroyed", "R": "recoil", "F": "flee", "N": "none"}
BEATEN = {
    "ax": "good kn D D; R R",
    "bd ra": "good kn D D; free wb D R; R R",
    "bw": "mtd D D; R R",
    "cm": "cv,kn,lh,pi N N; bad F F; R R",
    "cf": "D D",
    "ca gu": "close D D; N N",
    "cv": "cm F F; bad F R; R R",
    "dr": "good kn,pi D D; R R",
    "el": "ax,lh,sk D D; shot ca,gu D F; shot sh F R; R R",
    "gn gf": "R R",
    "hd": "good el,kn D D; free wb D D; camp R R; shot R R; N N",
    "kn": "cm,el,lh D D; bad D R; R R",
    "lh": "shot ca,gu F F; bad F R; R R",
    "pk": "good kn,pi D D; free wb D R; R R",
    "pi": "kn D D; R R",
    "sh": "good mtd D D; free wb D R; R R",
    "sk": "good cv,dr,kn,pi D D; sands cm D R; R R",
    "ww": "shot ca,gu D D; el D D; camp D N; N N",
    "wb": "good kn D D; R R",
}
DOUBLED = {
    "cv": "good hd,pk F F; close ca,gu R D; D D",
    "dr": "good bd,pk,wb F F; close ca,gu R R; D D",
    "lh": "mtd,bw,sk D D; shot ca,gu D D; bad D F; F F",
    "sk": "ax,bw,sk D D; good cv,dr,kn,lh,pi D D; sands cm D F; F F",
    "kn pi cm el ax bd bw pk ra sh wb hd gu ca ww cf gn gf": "close ca,gu R R; D D",
}
GROUNDS: tuple[tuple[Going, bool], ...] = (("good", False), ("bad", False), ("bad", True), ("river", False))
SITUATIONS = ("good", "bad", "free", "camp", "shot", "close", "sands")


def expected_result(text: str, winner: str, facts: set[str], literal: bool) -> Result:
    """Reads a row of the tables above: conditions, enemies, the result and the printed one."""
    for line in text.split("; "):
        *asked, resolved, printed = line.split()
        enemies = [word for word in asked if word not in SITUATIONS]
        words = {word for word in asked if word in SITUATIONS}
        hit = not enemies or any(
            winner == one or (one == "mtd" and winner in MOUNTED) for one in enemies[0].split(","))
        fits = all("good" in facts or "in-sands" in facts if word == "sands" else word in facts for word in words)
        if hit and fits:
            return WORDS[printed if literal else resolved]
    raise AssertionError(text)


@pytest.mark.rule("12.1")
@pytest.mark.rule("12.3")
@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("doubled", [False, True])
def test_every_result(doubled: bool, literal: bool) -> None:
    """Every loser against every winner in every situation agrees with the sheet."""
    table = {kind: text for codes, text in (DOUBLED if doubled else BEATEN).items() for kind in codes.split()}
    assert set(table) == set(KINDS)
    for loser in KINDS:
        for winner in KINDS:
            for shooting in (False, True):
                for going, sands in GROUNDS:
                    for camp in (False, True):
                        facts = {going, "shot" if shooting else "close", "camp" if camp else "free"}
                        facts |= {"in-sands"} if sands else set()
                        found = combat_result(loser, winner, doubled=doubled, shooting=shooting, going=going,
                                              sands=sands, camp=camp, literal=literal)
                        assert found.result == expected_result(table[loser], winner, facts, literal), (
                            loser, winner, facts)
                        assert found.number == ("12.3" if doubled else "12.1")


@pytest.mark.rule("12.2")
def test_scores_compared() -> None:
    told = {(4, 4): "equal", (3, 4): "beaten", (5, 9): "beaten", (5, 10): "doubled", (9, 4): "doubled",
            (0, 1): "doubled", (-1, 2): "doubled", (0, 0): "equal"}
    assert {pair: compare_scores(*pair) for pair in told} == told


@pytest.mark.rule("12.1")
def test_result_lines_ask_for_going_place_and_winner() -> None:
    assert [(line.going, line.camp, line.against) for line in lines_of("pk", doubled=False)] == [
        ("good", None, ("kn", "pi")), (None, False, ("wb",)), (None, None, ("any",))]
    line = lines_of("sk", doubled=True)[2]
    assert (line.going, line.sands, line.against) == ("good", True, ("cm",))


@pytest.mark.rule("1.1")
def test_topography() -> None:
    chart = {
        "arable": ("road", "gentle-hill steep-hill rough woods river waterway"),
        "dry": ("rough", "dunes oasis steep-hill"),
        "forest": ("woods", "gentle-hill marsh river"), "hilly": ("steep-hill", "woods river road"),
        "littoral": ("waterway", "dunes/woods steep-hill/marsh river"), "steppe": ("gentle-hill", "rough river"),
        "tropical": ("woods", "marsh rough river road"),
    }
    found = {name: (one.compulsory, " ".join("/".join(each) for each in one.optional))
             for name, one in tables().topography.items()}
    assert found == chart
    assert set(found) == set(get_args(Topography))


@pytest.mark.rule("1.2")
@pytest.mark.rule("1.3")
def test_numbers_of_pieces() -> None:
    pieces = tables().piece_limits
    assert (pieces.least, pieces.most) == (3, 5)
    assert pieces.compulsory == (1, 3)
    assert pieces.optional == (0, 3)
    assert pieces.of_one_optional == 2
    assert (pieces.quadrants, pieces.quadrants_difficult) == (3, 2)


@pytest.mark.rule("14.3.1")
def test_terrain() -> None:
    assert {one.kind for one in TERRAIN.values() if one.bad_going} == {
        "woods", "marsh", "rough", "steep-hill", "dunes", "oasis"}
    assert {one.kind for one in TERRAIN.values() if one.camels} == {"dunes", "oasis"}
    assert {one.kind for one in TERRAIN.values() if one.hides} == {"woods", "oasis", "dunes"}
    assert {one.kind for one in TERRAIN.values() if one.crest} == {"gentle-hill", "steep-hill"}
    assert {one.kind for one in TERRAIN.values() if not one.area} == {"river", "road", "waterway"}
    assert {one.kind for one in TERRAIN.values() if one.impassable} == {"waterway"}
    assert set(TERRAIN_NAMES) == set(TERRAIN)


@pytest.mark.rule("5.3")
def test_terrain_that_hampers_a_general() -> None:
    assert {one.kind for one in TERRAIN.values() if one.slows_orders} == {"marsh", "woods", "oasis"}


def test_every_type_has_a_name() -> None:
    assert set(TYPE_NAMES) == set(KINDS)
    assert {"gn", "gf"} == GENERALS
