"""9.0 and the calendar of 4.0: terrain costs, zones of control, entering and leaving by the passes."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.offer import Picked
from game.core.verdict import Illegal
from game.rules.adua.units import SLOT, UNITS
from tests.rules.adua.board import BOARD, RULES, entry, marked, table
from tests.rules.table import Table

QUICK_INFANTRY = ("menelik-gr1", "menelik-fv1", "menelik-f1", "menelik-fl1", "i-ascari", "iv-ascari", "vii-ascari",
                  "viii-ascari", "iii-ascari", "militia")
"""Abyssinian infantry and Ascari: five points and more."""
FOOT = ("ii-infantry", "iii-infantry", "iv-infantry", "v-infantry", "vi-infantry", "i-bersaglieri")
MOUNTAIN_GUNS = ("sicilian-guns", "i-guns", "ii-guns")
HEAVY = ("quick-guns", "ascari-guns", "mules1")
COMMANDERS = ("dabormida", "ragni", "menelik", "tecla")
PASSES = ("0105", "0106", "0107", "0111", "0112", "0113", "0117", "0118", "0119")
ARRIVALS = {"taitu": 3, "guangul": 4, "alula": 5, "menelik": 6, "maconnen": 6, "micael": 6}
BESIDE = "dabormida 2613, iii-infantry 2414, tecla-f1 2411"
"""2412 is in the enemy's zone, 2413 is not."""
ATTACK = "dabormida iii-infantry fire"


def on(piece: str, place: str, others: str = "", **keys: Any) -> Table:
    """A piece in its side's movement phase of turn 6, with only these other pieces."""
    abyssinian = piece.partition("-")[0] in (*ARRIVALS, "tecla", "atichim", "gabeiehu")
    line = f"{piece} {place}" + (f", {others}" if others else "")
    return table(line, **{"turn": 6, "phasing": "abyssinian" if abyssinian else "italian"} | keys)


def points(piece: str, path: str) -> int | str | None:
    """The cost of a path that starts with the piece's hex, or the rule that forbids it."""
    start, _, way = path.partition("-")
    at = on(piece, start)
    notation = f"move {piece} {way}"
    return at.cost(notation) if at.check(notation) else at.refusal(notation)


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("pieces", "hill", "two", "high", "high_two"), [
    (QUICK_INFANTRY, 2, 3, 2, 4),
    (("alpini",), 2, 3, 2, 4),
    (("menelik-c1",), 2, 4, "9.0", "9.0"),
    (("menelik-a1",), 3, "9.0 (ruling 8)", "9.0", "9.0"),
    (FOOT, 2, 4, 3, "9.0"),
    (HEAVY, 3, "9.0", "9.0", "9.0"),
    (MOUNTAIN_GUNS, 2, 4, 4, "9.0 (ruling 8)"),
    (COMMANDERS, 1, 2, 1, 2),
])
def test_the_terrain_chart(pieces: tuple[str, ...], hill: int | str, two: int | str, high: int | str,
                           high_two: int | str) -> None:
    """From the valley hex 1309: a hill of the first level with a second one behind it, a hill of the second level with
    another behind it; with ruling 7 for commanders."""
    assert [0, 1, 1, 2, 2] == [BOARD.levels.get(name, 0) for name in ("1309", "1310", "1410", "1308", "1307")]
    for piece in pieces:
        found = [points(piece, f"1309-{way}") for way in ("1310", "1310-1410", "1308", "1308-1307")]
        assert [hill, two, high, high_two] == found, piece


@pytest.mark.rule("9.0")
@pytest.mark.parametrize("piece", ["menelik-f1", "menelik-fl1", "vii-ascari", "alpini", "militia"])
@pytest.mark.parametrize(("path", "cost"), [
    ("1309-1409-1410", 3),
    ("1309-1408-1409-1410", 4),
    ("1310-1410", 2),
    ("1308-1208", 2),
    ("1308-1309", 1),
    ("1307-1308-1208", 4),
])
def test_the_first_hill_of_a_move_counts_double(piece: str, path: str, cost: int) -> None:
    """Only the first hex of the first level does, wherever the move began; after a valley hex the next one costs 1.
    Hills of the second level are counted separately."""
    assert cost == points(piece, path)


@pytest.mark.rule("9.0")
def test_first_level_hills_around_one_of_the_second() -> None:
    """The first one costs 2, the high one 2, the next one 1."""
    assert 5 == points("vii-ascari", "1309-1208-1308-1408")
    assert "9.0" == points("alpini", "1309-1208-1308-1408")


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("piece", "path", "cost"), [
    ("ii-guns", "1309-1308", 4), ("ii-guns", "1310-1309-1308", 4), ("ii-guns", "1311-1310-1309-1308", 4),
    ("ii-guns", "1510-1409-1309-1308", 4), ("ii-guns", "1710-1610-1510-1409-1309-1308", "9.0"),
    ("ii-guns", "1309-1308-1309", "9.0 (ruling 8)"), ("ii-guns", "1308-1307", 4), ("ii-guns", "1308-1309-1409", 2),
    ("menelik-a1", "1309-1310", 3), ("menelik-a1", "1509-1409-1410", 3), ("menelik-a1", "1609-1509-1409-1408", 3),
    ("menelik-a1", "1709-1609-1509-1409-1408", "9.0"), ("menelik-a1", "1310-1410", 3),
    ("menelik-a1", "1310-1309-1409-1509", 3), ("menelik-a1", "1309-1310-1309", "9.0 (ruling 8)"),
])
def test_one_such_hex_a_turn_in_adua(piece: str, path: str, cost: int | str) -> None:
    """Such a hex takes all remaining points, at least one, and ends the move (ruling 8): the second level for mountain
    artillery, the first level for Abyssinian batteries."""
    assert cost == points(piece, path)


@pytest.mark.rule("9.0")
@pytest.mark.parametrize("piece", ["menelik-c1", "menelik-a1", "quick-guns", "ascari-guns", "mules1"])
def test_prohibited_ground(piece: str) -> None:
    """Cavalry, batteries, field guns and mules may not enter the second level, and no such action is listed."""
    at = on(piece, "1309")
    assert "prohibited" in at.why(f"move {piece} 1308")
    assert not [notation for notation in at.legal("move") if "1308" in notation]


@pytest.mark.rule("9.0")
def test_a_far_hex_means_the_cheapest_path() -> None:
    """Over 1409 and 1510 in three points, not over the hill of 1410 in four."""
    at = on("iii-infantry", "1309")
    assert 4 == at.cost("move iii-infantry 1310-1410") == at.cost("move iii-infantry 1409-1410-1510")
    assert 3 == at.cost("move iii-infantry 1610")
    assert "1610" == at.play("move iii-infantry 1610").units["iii-infantry"]


@pytest.mark.rule("9.0")
def test_refused_moves() -> None:
    """Refused: off the map, to no hex, with a gap, twice, out of the game, too far."""
    at = table("iii-infantry 2413, ii-guns 2613, tecla-f1 0508")
    assert "9.0" == at.refusal("move iii-infantry 3513")
    assert "9.0" == at.refusal("move iii-infantry 2413")
    assert "9.0" == at.refusal("move iii-infantry 2414-2416")
    assert "9.0" == at.refusal("move iii-infantry 2813-2814")
    assert "9.0" == at.refusal("move v-infantry 2813")
    assert "9.0" == at.refusal("move iii-infantry 2414-2415-2416-2417-2418")
    at = at.play("move iii-infantry 2414")
    assert "9.0" == at.refusal("move iii-infantry 2415")
    assert {"iii-infantry"} == marked(at, "moved")


@pytest.mark.rule("9.0")
def test_no_stacking() -> None:
    """A unit passes through friends but may not end with them; commanders and mules do not count."""
    at = table("iii-infantry 2413, iv-infantry 2414, ragni 2415, mules1 2415, tecla-f1 0508")
    assert "9.0" == at.refusal("move iii-infantry 2414")
    assert 2 == at.cost("move iii-infantry 2414-2415")
    at = at.play("move iii-infantry 2414-2415", "move ragni 2414", "move mules1 2413", "move iv-infantry 2413")
    assert {"2415": ["iii-infantry"], "2414": ["ragni"], "2413": ["iv-infantry", "mules1"]} == {
        place: sorted(one for one, there in at.units.items() if there == place) for place in ("2415", "2414", "2413")}


@pytest.mark.rule("9.0")
def test_a_unit_may_return_to_its_start() -> None:
    """It does not stack with itself; it has moved, and is no longer entrenched (ruling 5)."""
    at = table("iii-infantry 2413 entrenched, tecla-f1 0508").play("move iii-infantry 2414-2413")
    assert {"id": "iii-infantry", "place": "2413", "moved": True} == entry(at, "iii-infantry")


@pytest.mark.rule("9.0")
@pytest.mark.parametrize("piece", ["iii-infantry", "ragni", "mules3"])
def test_hexes_with_enemy_units_are_closed(piece: str) -> None:
    """This holds for passing through, and for commanders and mules (ruling 7)."""
    number = "9.0" if piece == "iii-infantry" else "9.0 (ruling 7)"
    at = on(piece, "2413", "dabormida 2613, tecla-f1 2411", orders=ATTACK if piece == "iii-infantry" else "")
    assert number == at.refusal(f"move {piece} 2412-2411")
    assert number == on(piece, "2412", "dabormida 2613, tecla-f1 2411").refusal(f"move {piece} 2411")


@pytest.mark.rule("9.0")
@pytest.mark.parametrize("piece", ["iii-infantry", "ragni", "mules3"])
def test_all_stop_in_an_enemy_zone(piece: str) -> None:
    """Units with the order to attack, commanders and mules stop (ruling 7); a friend in the hex does not lift the
    zone."""
    orders = ATTACK if piece == "iii-infantry" else ""
    at = on(piece, "2414", "dabormida 2613, iv-infantry 2412, tecla-f1 2411", orders=orders)
    assert 1 == at.cost(f"move {piece} 2413")
    verdict = at.check(f"move {piece} 2413-2412-2313")
    assert isinstance(verdict, Illegal)
    assert ("9.0" if piece == "iii-infantry" else "9.0 (ruling 7)") == str(verdict.reasons[0].rule)
    assert {"unit": UNITS[SLOT[piece]].name, "place": "2412"} == verdict.reasons[0].text.values
    assert not [notation for notation in at.legal(f"move {piece} ") if "2412-" in notation]
    assert bool(at.check(f"move {piece} 2413-2412")) == (piece != "iii-infantry")


@pytest.mark.rule("9.0")
@pytest.mark.rule("10.0")
def test_a_unit_that_starts_in_an_enemy_zone_leaves_freely() -> None:
    """It pays nothing for that, and stops on entering one again."""
    at = table("dabormida 2613, iii-infantry 2412, tecla-f1 2411", orders=ATTACK)
    assert 4 == at.cost("move iii-infantry 2413-2414-2415-2515")
    assert 1 == at.cost("move iii-infantry 2512")
    assert "9.0" == at.refusal("move iii-infantry 2512-2612")


@pytest.mark.rule("10.0")
@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("enemy", "extends"), [("menelik-f1", True), ("menelik-c1", False), ("menelik-a1", False)])
def test_zones_do_not_extend_into_prohibited_ground(enemy: str, extends: bool) -> None:
    """1308 is a hill of the second level next to the enemy's valley hex."""
    at = table(f"alpini 1307, {enemy} 1309")
    assert extends == (not at.check("move alpini 1308"))
    if extends:
        assert "8.0 (ruling 4)" == at.refusal("move alpini 1308")


@pytest.mark.rule("10.0")
@pytest.mark.parametrize(("guns", "cost"), [("quick-guns", 4), ("ii-guns", None), ("v-infantry", None)])
def test_field_guns_have_no_zone_in_the_high_hills(guns: str, cost: int | None) -> None:
    """Mountain artillery and infantry may enter them, so only their zone stops the Abyssinians."""
    at = table(f"menelik-f1 1307, {guns} 1309", phasing="abyssinian", turn=6)
    if cost is None:
        assert "9.0" == at.refusal("move menelik-f1 1308-1208")
    else:
        assert cost == at.cost("move menelik-f1 1308-1208")


@pytest.mark.rule("10.0")
def test_units_in_melee_exert_no_zone() -> None:
    """Commanders exert none either."""
    line = "militia 2414, iii-infantry 2411{}, {}"
    at = table(line.format(" engaged", "tecla-f1 2411 engaged"))
    assert 3 == at.cost("move militia 2413-2412-2312")
    assert "8.0 (ruling 4)" == table("militia 2414, tecla-f1 2411").refusal("move militia 2413-2412")
    assert 3 == table("militia 2414, tecla 2411, tecla-f1 0508").cost("move militia 2413-2412-2312")


@pytest.mark.rule("10.0")
def test_a_unit_that_enters_a_zone_must_attack() -> None:
    """Its small-arms phase cannot end before; a unit that began in the zone need not."""
    at = table(BESIDE, orders=ATTACK).play("move iii-infantry 2413-2412")
    assert {"iii-infantry"} == marked(at, "entered")
    at = at.play("end")
    assert (1, "fire", "italian") == at.now
    assert "10.0" == at.refusal("end")
    assert at.play("attack iii-infantry tecla-f1").check("begin")
    at = table(BESIDE.replace("2414", "2412"), orders=ATTACK).play("end")
    assert at.check("end")


@pytest.mark.rule("10.0")
def test_a_declared_attack_lifts_the_zone_of_its_target() -> None:
    """As in Figure 2 the militia passes the enemy that another unit has declared to attack, and need not attack; the
    declared attack must be made, on that target only (ruling 9)."""
    at = table("dabormida 2613, iv-infantry 2412, militia 2514, tecla-f1 2411, tecla-f2 2312",
               orders="dabormida iv-infantry fire, dabormida militia fire")
    assert 2 == at.cost("move militia 2513-2512")
    assert "9.0" == at.refusal("move militia 2513-2512-2511")
    at = at.play("declare iv-infantry tecla-f1")
    assert 3 == at.cost("move militia 2513-2512-2511")
    at = at.play("move militia 2513-2512-2511")
    assert {"iv-infantry"} == marked(at, "entered")
    at = at.play("end")
    assert "10.0 (ruling 9)" == at.refusal("attack iv-infantry tecla-f2")
    assert "10.0 (ruling 9)" == at.refusal("end")
    assert "10.0 (ruling 9)" == at.play("attack militia tecla-f1").refusal("begin")
    assert at.play("attack iv-infantry tecla-f1").check("begin")


@pytest.mark.rule("10.0")
def test_a_unit_that_has_moved_into_contact_is_offered_its_attack() -> None:
    """It may declare it, so it can be selected for that, until it has declared (ruling 9)."""
    at = table("dabormida 2613, iii-infantry 2412, tecla-f1 2410", orders="dabormida iii-infantry fire").play(
        "move iii-infantry 2411")
    declaration = at.rules.parse("declare iii-infantry tecla-f1")
    for unit in ("iii-infantry", "tecla-f1"):
        assert [declaration] == list(at.rules.legal_actions_of(at.state, unit))
    assert (declaration,) in [offer.actions for offer in at.rules.offers(at.state, Picked(("iii-infantry",)))]
    assert declaration.notation in at.legal()
    after = at.play(declaration.notation)
    assert not any(offer.actions for offer in after.rules.offers(after.state, Picked(("iii-infantry",))))


@pytest.mark.rule("10.0")
@pytest.mark.rule("10.1")
def test_refused_declarations() -> None:
    """An attack is declared in one's own movement phase, with an order, once, on an enemy in the zone or within a
    battery's range (ruling 9)."""
    line = "dabormida 2613, iii-infantry 2412, ii-guns 2414, militia 2513, tecla-f1 2411, tecla-f2 2410, tecla-f3 2409"
    at = table(line, orders="dabormida iii-infantry fire, dabormida ii-guns fire")
    assert "10.1" == at.refusal("declare iii-infantry tecla-f2")
    assert "6.0" == at.refusal("declare ii-guns tecla-f2")
    assert "8.0" == at.refusal("declare militia tecla-f1")
    assert "10.0 (ruling 9)" == at.refusal("declare tecla-f1 iii-infantry")
    assert "10.0 (ruling 9)" == at.refusal("declare iii-infantry ii-guns")
    at = at.play("declare ii-guns tecla-f1")
    assert "10.0 (ruling 9)" == at.refusal("declare ii-guns tecla-f1")
    assert "10.0 (ruling 9)" == at.play("end").refusal("declare iii-infantry tecla-f1")


@pytest.mark.rule("4.0")
@pytest.mark.parametrize("chief", ARRIVALS)
def test_the_turns_of_arrival(chief: str) -> None:
    """A commander and its units may arrive on their turn or later, not earlier (ruling 1 for Maconnen and Micael)."""
    for turn in range(1, 9):
        at = table(f"{chief} to-come, {chief}-f1 to-come", phasing="abyssinian", turn=turn)
        for piece in (chief, f"{chief}-f1"):
            if turn < ARRIVALS[chief]:
                found = at.reason(f"move {piece} 0112")
                assert ("4.0", ARRIVALS[chief]) == (found[0], found[-1])
            else:
                assert 1 == at.cost(f"move {piece} 0112")


@pytest.mark.rule("4.0")
def test_the_battle_has_fifteen_turns() -> None:
    """It continues after the fourteenth and is over after the fifteenth."""
    at = table("iii-infantry 2413, tecla-f1 0508", phasing="abyssinian", turn=14).play("end")
    assert (15, "orders", "italian") == at.now
    assert "over" == at.play("end", "end", "end").now[1]


@pytest.mark.rule("4.0")
def test_reinforcements_enter_by_the_passes() -> None:
    """They enter by the valley hexes of the west edge only, each for one point (ruling 2)."""
    edge = [name for name in BOARD.hexes if name.startswith("01")]
    assert list(PASSES) == sorted(name for name in edge if not BOARD.levels.get(name, 0))
    at = table("taitu-f1 to-come", phasing="abyssinian", turn=3)
    assert set(PASSES) == {name for name in BOARD.hexes if at.check(f"move taitu-f1 {name}")
                           and at.cost(f"move taitu-f1 {name}") == 1}
    for name in set(edge) - set(PASSES):
        assert "4.0" == at.refusal(f"move taitu-f1 {name}-{name}")
    assert "4.0" == at.refusal("move taitu-f1 0211-0311")


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.0")
def test_the_pass_hex_costs_a_point() -> None:
    """It is one of five hexes, not a sixth (ruling 2)."""
    at = table("taitu-f1 to-come, taitu-f2 to-come", phasing="abyssinian", turn=3)
    (entered,) = (event for event in at.play("move taitu-f1 0105").events if event.type == "placed")
    assert "enters" in str(entered.text), "Reinforcements do not set up."
    assert 5 == at.cost("move taitu-f1 0111-0211-0311-0410-0510")
    assert "9.0" == at.refusal("move taitu-f1 0111-0211-0311-0410-0510-0609")
    at = at.play("move taitu-f1 0111-0211-0311-0410-0510")
    assert {"taitu-f1": "0510", "taitu-f2": "to-come", "menelik": "to-come"} == at.units


@pytest.mark.rule("4.0")
def test_a_pass_with_an_enemy_is_closed_and_with_a_friend_no_place_to_stop() -> None:
    """Ruling 2, and 9.0: a unit may pass through friends, but not end its move with one; a commander may."""
    at = table("taitu to-come, taitu-f1 to-come, taitu-f2 0112, i-ascari 0117", phasing="abyssinian", turn=3)
    assert "9.0" == at.refusal("move taitu-f1 0112")
    assert 2 == at.cost("move taitu-f1 0112-0212")
    assert "0212" == at.play("move taitu-f1 0112-0212").units["taitu-f1"]
    assert "9.0" == at.refusal("move taitu-f1 0117")
    assert not [notation for notation in at.legal("move taitu-f1 ") if notation.split()[2].startswith("0117")]
    assert "move taitu-f1 0112" not in at.legal("move taitu-f1 ")
    assert 1 == at.cost("move taitu 0112")
    assert 1 == at.play("move taitu-f2 0212").cost("move taitu-f1 0112")


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.0")
def test_a_unit_that_enters_into_an_enemy_zone_stops() -> None:
    """0118 is adjacent to 0117."""
    at = table("taitu-f1 to-come, i-ascari 0117", phasing="abyssinian", turn=3)
    assert 1 == at.cost("move taitu-f1 0118")
    assert "9.0" == at.refusal("move taitu-f1 0118-0119")
    assert 1 == at.cost("move taitu-f1 0119")


@pytest.mark.rule("13.0")
@pytest.mark.rule("9.0")
def test_leaving_by_a_pass_costs_one_point_more() -> None:
    """It is paid from the pass hex (ruling 22)."""
    at = table("i-ascari 0410 lost=2")
    assert 5 == at.cost("move i-ascari 0311-0211-0111-0112 off")
    assert 4 == at.cost("move i-ascari 0311-0211-0111 off")
    assert "move i-ascari 0311-0211-0111 off" in at.legal("move")
    assert 1 == table("i-ascari 0112").cost("move i-ascari off")
    far = table("i-ascari 0609")
    assert 5 == far.cost("move i-ascari 0510-0410-0311-0211-0111")
    assert "13.0 (ruling 22)" == far.refusal("move i-ascari 0510-0410-0311-0211-0111 off")


@pytest.mark.rule("13.0")
def test_a_unit_that_exits_counts_its_printed_value() -> None:
    """It counts as reduced, without markers and without its machine gun (ruling 22)."""
    at = table("i-ascari 0112 lost=2 disorganized low-ammo entrenched", guns="i-ascari working")
    at = at.play("move i-ascari off")
    assert 4 == at.position["exited"]
    assert {"id": "i-ascari", "place": "out", "lost": 2, "moved": True} == entry(at, "i-ascari")
    assert at.state == RULES.from_position(at.position)
    assert "13.0 (ruling 22)" in [str(event.rule) for event in at.events]


@pytest.mark.rule("13.0")
def test_illegal_exits() -> None:
    """From other hexes, from a zone just entered, and by Abyssinians; a friend in the pass hex is no obstacle."""
    assert "13.0" == table("i-ascari 0211").refusal("move i-ascari off")
    assert "13.0" == table("i-ascari 0211").refusal("move i-ascari 0311 off")
    at = table("albertone 0411, i-ascari 0211, tecla-f1 0112", orders="albertone i-ascari fire")
    assert 1 == at.cost("move i-ascari 0111")
    assert "9.0" == at.refusal("move i-ascari 0111 off")
    assert 1 == table("i-ascari 0111, tecla-f1 0112").cost("move i-ascari off")
    assert "13.0 (ruling 22)" == table("tecla-f1 0112", phasing="abyssinian").refusal("move tecla-f1 off")
    at = table("i-ascari 0311, iv-ascari 0111, albertone 0111")
    assert "9.0" == at.refusal("move i-ascari 0111")
    assert 3 == at.cost("move i-ascari 0111 off")
    assert "move i-ascari 0211-0111 off" in at.legal("move")


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("giver", ["ragni", "dabormida"])
def test_a_units_own_order_overrides_its_colonels(giver: str) -> None:
    """A unit ordered to attack moves, although its colonel holds; a unit with the Hold passed on does not
    (ruling 34)."""
    line = ("dabormida 2010, ragni 2010, airaghi 2010, iii-infantry 2010, iv-infantry 2011, menelik-f1 1810, "
            "menelik-f2 1811")
    orders = f"dabormida ragni hold, {giver} iii-infantry fire, airaghi iv-infantry fire"
    at = table(line, orders=orders)
    assert at.check("move iii-infantry 1910")
    assert at.check("move iv-infantry 1911")
    held = table(line, orders="dabormida ragni hold, ragni iii-infantry hold")
    assert held.refusal("move iii-infantry 1910").startswith("8.2")


@pytest.mark.rule("6.0")
def test_cavalry_enters_no_zone_of_an_enemy_it_cannot_charge() -> None:
    """The second level is closed to it: next to an enemy there it could not fight."""
    line = "v-infantry 0204, taitu-c1 0206"
    at = table(line, phase="move", phasing="abyssinian", turn=6)
    assert "6.0 (ruling 23)" == at.refusal("move taitu-c1 0205")
    assert table(line.replace("c1", "f1"), phase="move", phasing="abyssinian", turn=6).check("move taitu-f1 0205")
    assert table(line + ", vi-infantry 0305", phase="move", phasing="abyssinian", turn=6).check("move taitu-c1 0205")


@pytest.mark.rule("9.0")
def test_a_hex_too_far_is_refused_for_its_distance() -> None:
    """The reason is not that the hex is not adjacent."""
    at = table("taitu-f1 0812", phase="move", phasing="abyssinian", turn=6)
    assert ("9.0", "1812", 11, 5) == at.reason("move taitu-f1 1812")
