"""3.0, 7.0 and 8.0 to 8.2: the orders of each commander, and the effect of an order on a unit."""

from __future__ import annotations

import pytest

from game.core.event import PhaseBegan
from tests.rules.adua.board import RULES, marked, table, told
from tests.rules.table import Table

BRIGADE = "dabormida 2613, ragni 2613, airaghi 2613, iii-infantry 2614, ii-guns 2713, iv-infantry 2514, militia 2414"
"""The II Brigade of Figure 2 in the plain."""
BESIDE = "dabormida 2613, ragni 2613, iii-infantry 2413, tecla-f1 2411"
"""A regiment with a free hex, 2412, between it and an enemy."""
GIVERS = {"dabormida": "resupply rally move fire melee entrench", "ragni": "resupply rally move fire entrench"}
"""The possible commanders of each order to a unit."""
STATES = {"resupply": "low-ammo", "rally": "disorganized"}


def ordered(kind: str, line: str = BESIDE, **keys: str) -> Table:
    """The movement phase with an order to the III Infantry; none if empty."""
    state = STATES.get(kind, "")
    line = line.replace("iii-infantry 2413", f"iii-infantry 2413 {state}")
    if kind in ("offensive", "hold"):
        orders = f"dabormida ragni {kind}, ragni iii-infantry {kind}"
    else:
        orders = f"dabormida iii-infantry {kind}" if kind else ""
    return table(line, orders=orders, **keys)


@pytest.mark.rule("7.0")
def test_the_phases_of_a_turn() -> None:
    """If no units can fight, orders and the two movement phases are left; then the next turn begins."""
    at = table(f"{BRIGADE}, tecla-f1 0208", phase="orders", turn=2)
    found = [at.now]
    for _ in range(3):
        at = at.play("end")
        found.append(at.now)
    assert [(2, "orders", "italian"), (2, "move", "italian"), (2, "move", "abyssinian"),
            (3, "orders", "italian")] == found
    began = [(event.phase, event.seat) for event in at.events if isinstance(event, PhaseBegan)]
    assert [("move", "italian"), ("fire", "italian"), ("charge", "italian"), ("clean-up", "italian"),
            ("move", "abyssinian"), ("fire", "abyssinian"), ("charge", "abyssinian"), ("initiative", "abyssinian"),
            ("melee", "abyssinian"), ("orders", "italian")] == began


@pytest.mark.rule("7.0")
def test_everything_has_its_phase() -> None:
    """Orders come first, then movement, the Italians' first."""
    at = table(f"{BRIGADE}, tecla-f1 2411", phase="orders")
    assert "7.0" == at.refusal("move militia 2514")
    assert "7.0" == at.refusal("begin")
    assert "7.0" == at.refusal("attack militia tecla-f1")
    assert "7.0" == at.refusal("roll 1")
    assert ("10.1 (ruling 13)", "10.2", "10.2 (ruling 26)", "10.2 (ruling 15)", "10.2") == tuple(
        at.refusal(action) for action in ("damage tecla-f1:1", "retreat tecla-f1 2410", "lose militia", "stay militia",
                                          "charge militia tecla-f1"))
    at = at.play("end")
    assert "7.0" == at.refusal("order ragni iii-infantry move")
    assert "7.0" == at.refusal("cancel iii-infantry")
    assert "7.0" == at.refusal("move tecla-f1 2410")
    assert "7.0" == at.play("end").refusal("move militia 2415")


@pytest.mark.rule("7.0")
def test_orders_hold_for_one_turn() -> None:
    """The next turn begins without orders, and markers of the turn are removed."""
    at = table(BRIGADE, phase="orders").play("order dabormida ragni hold", "order ragni iii-infantry hold", "end")
    assert 2 == len(at.position["orders"])
    at = at.play("move militia 2415", "end", "end")
    assert [] == at.position["orders"]
    assert set() == marked(at, "moved")
    assert at.check("order ragni iii-infantry move")


@pytest.mark.rule("8.0")
@pytest.mark.parametrize("giver", GIVERS)
@pytest.mark.parametrize("kind", ["resupply", "rally", "move", "fire", "melee", "entrench", "offensive", "hold"])
def test_orders_of_generals_and_colonels(giver: str, kind: str) -> None:
    """Generals give all orders except the two for subordinates; colonels give all except melee, and the two if they
    were given them."""
    line = BRIGADE.replace("iii-infantry 2614", "iii-infantry 2614 low-ammo disorganized")
    at, notation = table(line, phase="orders"), f"order {giver} iii-infantry {kind}"
    if kind in GIVERS[giver].split():
        assert notation in at.legal("order")
        assert {"giver": giver, "target": "iii-infantry", "order": kind} in at.play(notation).position["orders"]
        return
    assert notation not in at.legal("order")
    assert {"offensive": "8.1", "hold": "8.2"}.get(kind, "8.0") == at.refusal(notation) if giver == "ragni" else (
        "8.0" == at.refusal(notation))


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.parametrize("kind", ["offensive", "hold"])
def test_only_a_general_orders_an_offensive_or_to_hold(kind: str) -> None:
    """They give it to a subordinate only, which is marked and passes it on, each time for one of its own orders."""
    at = table(BRIGADE, phase="orders")
    assert "8.0" == at.refusal(f"order dabormida iii-infantry {kind}")
    assert "3.0" == at.refusal(f"order ragni airaghi {kind}")
    assert "3.0" == at.refusal(f"order ragni dabormida {kind}")
    assert {"offensive": "8.1", "hold": "8.2"}[kind] == at.refusal(f"order ragni iii-infantry {kind}")
    at = at.play(f"order dabormida ragni {kind}")
    assert {f"order ragni {unit} {one}" for unit in ("iii-infantry", "ii-guns")
            for one in (kind, "move", "fire", "entrench")} == at.legal("order ragni")
    assert at.check(f"order ragni iii-infantry {kind}")
    other = {"offensive": ("hold", "8.2"), "hold": ("offensive", "8.1")}[kind]
    assert other[1] == at.refusal(f"order ragni iii-infantry {other[0]}")
    at = at.play(f"order ragni iii-infantry {kind}", f"order ragni ii-guns {kind}")
    assert set() == at.legal("order ragni")
    assert at.check(f"order dabormida airaghi {kind}")


@pytest.mark.rule("8.0")
@pytest.mark.parametrize("kind", ["resupply", "rally", "move", "fire", "melee", "entrench"])
def test_other_orders_go_straight_to_units(kind: str) -> None:
    """A colonel can be ordered only an offensive or to hold."""
    assert "8.0" == table(BRIGADE, phase="orders").refusal(f"order dabormida ragni {kind}")


@pytest.mark.rule("8.0")
def test_the_orders_of_figure_2() -> None:
    """Two offensives and an attack of the artillery are Dabormida's three orders; enemies block Ragni's."""
    at = table("dabormida 2513, ragni 2412, airaghi 2513, iii-infantry 2412, ii-guns 2410, iv-infantry 2613, "
               "militia 2614, tecla-f1 2411, tecla-f2 2512, tecla-f3 2311", phase="orders")
    at = at.play("order dabormida ragni offensive", "order dabormida airaghi offensive",
                 "order airaghi militia offensive", "order airaghi iv-infantry offensive",
                 "order ragni iii-infantry offensive")
    assert "3.0 (ruling 35)" == at.refusal("order ragni ii-guns offensive")
    at = at.play("order dabormida ii-guns fire")
    assert set() == at.legal("order")
    assert 6 == len(at.position["orders"])


@pytest.mark.rule("8.0")
def test_refused_orders() -> None:
    """A unit gets one order, must be on the map, and needs an Italian commander on the map."""
    at = table(f"{BRIGADE}, tecla 2313, tecla-f1 2313".replace(", militia 2414", ""), phase="orders")
    at = at.play("order ragni iii-infantry fire")
    assert "8.0" == at.refusal("order dabormida iii-infantry melee")
    assert ("8.0",) == at.reason("order dabormida iii-infantry melee")
    assert "8.0" == at.refusal("order dabormida militia move")
    assert "8.0" == at.refusal("order albertone i-ascari move")
    assert "8.0" == at.refusal("order tecla tecla-f1 move")
    assert "8.0" == at.refusal("order iii-infantry ii-guns move")
    assert "3.0" == at.refusal("order dabormida mules3 move")


@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("kind", "rule"), [("move", "8.0 (ruling 4)"), ("fire", "8.0")])
def test_the_order_to_move_keeps_out_of_enemy_zones_by_a_ruling(kind: str, rule: str) -> None:
    assert rule == str(table(BRIGADE, phase="orders").play(f"order ragni iii-infantry {kind}").events[-1].rule)


@pytest.mark.rule("8.0")
def test_a_general_gives_the_orders_of_colonels_to_colonels_only() -> None:
    """A unit gets them from its colonel."""
    at = table(BRIGADE, phase="orders")
    assert "8.0" == at.refusal("order dabormida iii-infantry hold")
    assert at.play("order dabormida ragni hold").check("order ragni iii-infantry hold")


@pytest.mark.rule("8.0")
def test_an_order_is_cancelled() -> None:
    """Its commander's point returns, with the orders a colonel has passed on from it, but not the colonel's own."""
    at = table(BRIGADE, phase="orders")
    assert "8.0" == at.refusal("cancel iii-infantry")
    at = at.play("order dabormida ragni offensive", "order ragni iii-infantry offensive", "order ragni ii-guns fire")
    assert set() == at.legal("order ragni")
    after = at.play("cancel ragni")
    assert [{"giver": "ragni", "target": "ii-guns", "order": "fire"}] == after.position["orders"]
    assert "8.1" == after.refusal("order ragni iii-infantry offensive")
    assert ["Ragni" in told(after)[0], "III Infantry" in told(after)[1]] == [True, True]
    after = at.play("cancel ii-guns")
    assert 1 == len(told(after))
    assert after.check("order ragni ii-guns offensive")
    assert {"ragni", "iii-infantry"} == {notation.split()[1] for notation in after.legal("cancel")}


@pytest.mark.rule("8.0")
@pytest.mark.rule("5.4")
@pytest.mark.parametrize("kind", ["entrench", "rally", "resupply"])
@pytest.mark.parametrize("giver", ["dabormida", "ragni"])
def test_units_in_melee_do_not_entrench_rally_or_resupply(kind: str, giver: str) -> None:
    """This holds wherever the commander is; without the melee the order is legal."""
    unit = "iii-infantry 2613 low-ammo disorganized"
    at = table(f"{giver} 2613, {unit} engaged, tecla-f1 2613 engaged", phase="orders")
    assert "8.0" == at.refusal(f"order {giver} iii-infantry {kind}")
    assert ("8.0",) == at.reason(f"order {giver} iii-infantry {kind}")
    away = table(f"{giver} 2612, {unit} engaged, tecla-f1 2613 engaged", phase="orders")
    assert "8.0" == away.refusal(f"order {giver} iii-infantry {kind}")
    assert table(f"{giver} 2613, {unit}, tecla-f1 2413", phase="orders").check(f"order {giver} iii-infantry {kind}")


@pytest.mark.rule("5.2")
@pytest.mark.rule("5.4")
@pytest.mark.rule("5.5")
@pytest.mark.parametrize(("kind", "flag", "rule"), [
    ("rally", "", "5.4"), ("resupply", "", "5.2"), ("entrench", "entrenched", "5.5")])
def test_orders_without_effect_are_refused(kind: str, flag: str, rule: str) -> None:
    """Rally, resupply and entrench are refused for units that are not disorganized, not low on ammunition, or
    entrenched already."""
    assert rule == table(f"ragni 2613, iii-infantry 2614 {flag}", phase="orders").refusal(
        f"order ragni iii-infantry {kind}")


@pytest.mark.rule("8.0")
def test_batteries_get_no_order_to_melee() -> None:
    """They do not enter the defender's hex (ruling 14)."""
    assert "10.2 (ruling 14)" == table(BRIGADE, phase="orders").refusal("order dabormida ii-guns melee")


@pytest.mark.rule("8.1")
def test_under_an_offensive_entrenched_units_do_not_rally() -> None:
    """Others may be resupplied and rally, and so may an entrenched unit under another order."""
    line = "dabormida 2613, ragni 2613, iii-infantry 2614 disorganized low-ammo entrenched, ii-guns 2713 disorganized"
    at = table(line, phase="orders")
    assert at.check("order ragni iii-infantry rally")
    assert at.play("order dabormida ragni hold").check("order ragni iii-infantry rally")
    at = at.play("order dabormida ragni offensive")
    assert "8.1" == at.refusal("order ragni iii-infantry rally")
    assert at.check("order ragni iii-infantry resupply")
    assert at.check("order ragni ii-guns rally")


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("kind", ["rally", "resupply", "entrench"])
def test_under_hold_position_units_rally_and_resupply(kind: str) -> None:
    """They may, as without that order."""
    at = table("dabormida 2613, ragni 2613, iii-infantry 2614 disorganized low-ammo", phase="orders")
    assert at.play("order dabormida ragni hold").check(f"order ragni iii-infantry {kind}")


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.parametrize(("kind", "refusal"), [
    ("", "8.0 (ruling 4)"), ("move", "8.0 (ruling 4)"), ("resupply", "8.0 (ruling 5)"), ("hold", "8.2"),
    ("fire", ""), ("melee", ""), ("offensive", "")])
def test_units_that_may_enter_an_enemy_zone(kind: str, refusal: str) -> None:
    """Entering obliges to attack, so only units ordered to attack may; all of these may move elsewhere
    (rulings 4 and 5)."""
    at = ordered(kind)
    assert at.check("move iii-infantry 2414")
    if refusal:
        assert refusal == at.refusal("move iii-infantry 2412")
        assert "move iii-infantry 2412" not in at.legal("move")
    else:
        assert "2412" == at.play("move iii-infantry 2412").units["iii-infantry"]


@pytest.mark.rule("8.0")
@pytest.mark.rule("5.4")
@pytest.mark.parametrize(("kind", "refusal"), [("rally", "5.4 (ruling 5)"), ("entrench", "8.0 (ruling 5)")])
def test_units_that_rally_or_entrench_do_not_move(kind: str, refusal: str) -> None:
    assert refusal == ordered(kind).refusal("move iii-infantry 2414")
    assert set() == ordered(kind).legal("move iii-infantry")


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.parametrize("kind", ["", "move", "resupply", "rally", "entrench", "fire", "melee", "offensive", "hold"])
def test_who_may_attack(kind: str) -> None:
    """In an enemy zone from the start, a unit ordered to attack or to hold may attack; none must, and all may stay."""
    line = BESIDE.replace("tecla-f1 2411", "tecla-f1 2412, vii-ascari 2411, albertone 2411")
    at = ordered(kind, line) if kind else table(line)
    orders = [f"{one['giver']} {one['target']} {one['order']}" for one in at.position["orders"]]
    state = table(line.replace("iii-infantry 2413", f"iii-infantry 2413 {STATES.get(kind, '')}"), phase="fire",
                  orders=", ".join(["albertone vii-ascari fire", *orders]))
    may = kind in ("fire", "melee", "offensive", "hold")
    assert may == bool(state.check("attack iii-infantry tecla-f1"))
    assert may == bool(at.check("declare iii-infantry tecla-f1"))
    if not may:
        assert "8.0" == state.refusal("attack iii-infantry tecla-f1")
        assert "8.0" == at.refusal("declare iii-infantry tecla-f1")
    assert state.check("end")


@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("kind", "dice"), [("", 7), ("move", 7), ("rally", 6), ("resupply", 6), ("entrench", 7)])
def test_a_unit_without_an_attack_order_defends_normally(kind: str, dice: int) -> None:
    """It has all its dice; a unit that is to rally or be resupplied has one less for its state."""
    line = BESIDE.replace("tecla-f1 2411", "tecla-f1 2412").replace("2413", f"2413 {STATES.get(kind, '')}")
    at = table(line, phase="fire", phasing="abyssinian", orders=f"dabormida iii-infantry {kind}" if kind else "")
    assert dice == at.preview("attack tecla-f1 iii-infantry").defence


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("kind", "may"), [("fire", False), ("hold", False), ("melee", True), ("offensive", True)])
def test_units_that_may_go_on_to_melee(kind: str, may: bool) -> None:
    """Entering the defender's hex needs the order for melee, which the adjacent Ascari have (ruling 14)."""
    line = BESIDE.replace("tecla-f1 2411", "tecla-f1 2412, vii-ascari 2411, albertone 2411")
    orders = (f"dabormida ragni {kind}, ragni iii-infantry {kind}" if kind in ("hold", "offensive")
              else f"dabormida iii-infantry {kind}")
    at = table(line, phase="fire", orders=f"albertone vii-ascari melee, {orders}")
    at = at.play("attack iii-infantry tecla-f1", "attack vii-ascari tecla-f1", "begin", "resolve tecla-f1",
                 (*[1] * 8, *[1] * 5, 4, 4, 2, 2))
    assert "charge" == at.now[1]
    assert at.check("charge vii-ascari tecla-f1")
    if may:
        assert "2412" == at.play("charge iii-infantry tecla-f1").units["iii-infantry"]
    else:
        assert "10.2 (ruling 14)" == at.refusal("charge iii-infantry tecla-f1")


@pytest.mark.rule("8.1")
@pytest.mark.rule("10.2")
def test_batteries_do_not_charge_under_an_offensive() -> None:
    """They continue to fire (ruling 14)."""
    at = table("dabormida 2613, ragni 2613, iii-infantry 2413, ii-guns 2511, tecla-f1 2412", phase="fire",
               orders="dabormida ragni offensive, ragni iii-infantry offensive, ragni ii-guns offensive")
    at = at.play("attack iii-infantry tecla-f1", "attack ii-guns tecla-f1", "begin", "resolve tecla-f1",
                 (*[1] * 11, 4, 4, 2, 2))
    assert at.check("charge iii-infantry tecla-f1")
    assert "10.2 (ruling 14)" == at.refusal("charge ii-guns tecla-f1")


@pytest.mark.rule("8.2")
def test_units_that_hold_may_stay_in_an_enemy_zone() -> None:
    """They need not attack, and may leave it, but may not move from hex to hex within zones."""
    at = ordered("hold", BESIDE.replace("tecla-f1 2411", "tecla-f1 2412"))
    assert "8.2" == at.refusal("move iii-infantry 2513")
    assert "2414" == at.play("move iii-infantry 2414").units["iii-infantry"]
    after = at.play("end")
    assert (1, "fire", "italian") == after.now
    assert after.check("end")
    assert "2413" == after.play("end").units["iii-infantry"]


@pytest.mark.rule("8.2")
@pytest.mark.rule("5.5")
@pytest.mark.parametrize(("actions", "entrenched"), [
    (("end",), True), (("move iii-infantry 2414", "end"), False), (("move iii-infantry 2414-2413", "end"), False)])
def test_a_holding_unit_that_did_not_move_is_entrenched(actions: tuple[str, ...], entrenched: bool) -> None:
    """This happens in the clean-up phase, without an order to entrench (ruling 6)."""
    at = ordered("hold").play(*actions)
    assert (1, "move", "abyssinian") == at.now
    assert ({"iii-infantry"} if entrenched else set()) == marked(at, "entrenched")


@pytest.mark.rule("8.2")
@pytest.mark.rule("5.5")
@pytest.mark.parametrize("declared", [False, True])
def test_a_holding_unit_that_attacked_in_place_is_entrenched(declared: bool) -> None:
    """Ruling 6 requires only that it did not move; a declared attack is no move (ruling 9)."""
    at = ordered("hold", BESIDE.replace("tecla-f1 2411", "tecla-f1 2412"))
    at = at.play("declare iii-infantry tecla-f1") if declared else at
    at = at.play("end", "attack iii-infantry tecla-f1", "begin", "resolve tecla-f1", (4, 4, *[1] * 5, 2, 2))
    assert (1, "move", "abyssinian") == at.now
    assert {"iii-infantry"} == marked(at, "entrenched")


@pytest.mark.rule("8.2")
@pytest.mark.rule("9.0")
def test_a_unit_that_has_declared_does_not_move() -> None:
    """Its attack must be made (ruling 9)."""
    at = ordered("fire", BESIDE.replace("tecla-f1 2411", "tecla-f1 2412")).play("declare iii-infantry tecla-f1")
    assert "10.0 (ruling 9)" == at.refusal("move iii-infantry 2414")
    assert set() == at.legal("move iii-infantry")
    at = at.play("end")
    assert "10.0 (ruling 9)" == at.refusal("end")
    assert RULES.parse("attack iii-infantry tecla-f1") in RULES.candidates(at.state)


@pytest.mark.rule("8.0")
@pytest.mark.rule("5.4")
@pytest.mark.rule("5.5")
@pytest.mark.parametrize(("kind", "before", "after"), [
    ("rally", {"iii-infantry"}, set()), ("entrench", set(), {"iii-infantry"})])
def test_orders_are_carried_out_in_the_clean_up_phase(kind: str, before: set[str], after: set[str]) -> None:
    """They are not carried out earlier (ruling 5)."""
    flag = {"rally": "disorganized", "entrench": "entrenched"}[kind]
    at = ordered(kind)
    assert before == marked(at, flag)
    assert after == marked(at.play("end"), flag)


@pytest.mark.rule("3.0")
def test_a_unit_in_melee_can_be_reached() -> None:
    """The hexes between count: enemies in its own hex do not block, enemies in one between do (ruling 35)."""
    line = "iv-infantry 1807 engaged, airaghi 1807, gabeiehu-f1 1807 engaged, militia {0}, dabormida {0}"
    for place in ("1907", "2007"):
        at = table(line.format(place), phase="orders", turn=3)
        assert at.check("order dabormida airaghi offensive")
        assert "order dabormida airaghi hold" in at.legal("order")
    ring = "gabeiehu-f2 1906, gabeiehu-f3 1907, gabeiehu-f4 1908, gabeiehu-fv1 2006, gabeiehu-fv2 2008"
    shut = table(f"{line.format('2007')}, {ring}, menelik-f1 2106, menelik-f2 2107", phase="orders", turn=3)
    assert "3.0 (ruling 35)" == shut.refusal("order dabormida airaghi offensive")


@pytest.mark.rule("8.1")
def test_an_entrenched_unit_cannot_rally_under_an_offensive_in_any_sequence() -> None:
    """A colonel with the order cannot order it to rally, and a colonel with a rallying unit cannot get the order
    (ruling 34)."""
    line = "iv-infantry 2008 entrenched disorganized, airaghi 2007, dabormida 2007"
    first = table(line, phase="orders", turn=3).play("order dabormida airaghi offensive")
    assert "8.1" == first.refusal("order airaghi iv-infantry rally")
    second = table(line, phase="orders", turn=3).play("order airaghi iv-infantry rally")
    assert "8.1 (ruling 34)" == second.refusal("order dabormida airaghi offensive")
    assert "order dabormida airaghi offensive" not in second.legal("order")
    assert second.check("order dabormida airaghi hold")


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("given", "words"), [
    ("", "Only a general gives the order to attack in melee"),
    ("dabormida ragni hold", "Only a general gives the order to attack in melee"),
    ("dabormida ragni offensive", "Ragni passes on the General Offensive, which includes melee")])
def test_why_a_colonel_cannot_order_a_melee(given: str, words: str) -> None:
    """It passes on the General Offensive instead, which is legal."""
    at = table(BESIDE, phase="orders", orders=given)
    assert "8.0" == at.refusal("order ragni iii-infantry melee")
    assert words in at.why("order ragni iii-infantry melee")
    assert ("offensive" in given) == bool(at.check("order ragni iii-infantry offensive"))


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(("order", "rule", "words"), [
    ("", "8.0 (ruling 4)", "has no order to attack"), ("dabormida iii-infantry move", "8.0 (ruling 4)", "order, move"),
    ("ragni iii-infantry hold", "8.2", "order, Hold Position")])
def test_why_a_unit_cannot_enter_a_zone(order: str, rule: str, words: str) -> None:
    """The reason names its order: a unit that holds has an order that allows attacks."""
    at = table("iii-infantry 2413, dabormida 2613, ragni 2613, tecla-f1 2411", phase="move", orders=order)
    assert rule == at.refusal("move iii-infantry 2412")
    assert words in at.why("move iii-infantry 2412")


@pytest.mark.rule("8.0")
def test_a_commander_off_the_map_gives_no_orders() -> None:
    """The refusal says that it is not on the map; mules never give orders."""
    at = table("iii-infantry 2812, dabormida 2812", phase="orders")
    assert ("8.0",) == at.reason("order albertone iii-infantry move")
    assert ("8.0", 1) == at.reason("order mules1 iii-infantry move")
