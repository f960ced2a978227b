"""The march on Adua by computer players: the units that make for a pass, and their moves when enemies are in the
way."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from benchmarks import adua_clusters
from benchmarks.inputs_adua import FOLDER as STORED
from game import catalog
from game.ai.players import make
from game.board.hexgrid import hexes_in
from game.core.indices import mask_of
from game.rules.adua import smallarms
from game.rules.adua.actions import AnnounceAttack, GiveOrder, MovePiece
from game.rules.adua.ai import abyssinian, italian, odds, scripts
from game.rules.adua.ai.advance import BattlePlan, marches_to_pass, must_fight_through, plan_of, turns_to_exit
from game.rules.adua.ai.guarding import guards
from game.rules.adua.ai.reasons import (
    ALL_ORDERED,
    CLIMBS,
    CLOSES_UP,
    MARCHES,
    NO_BETTER,
    NO_ENEMY_NEAR,
    NO_ORDERS,
    STAYS_CLEAR,
)
from game.rules.adua.ai.scene import HOST_ENTRY_TURN, AduaScene, costs_from, costs_to
from game.rules.adua.ai.strong_ground import FROM_EDGE, HOST_ALLOWANCE, posts_to_hold, set_up, strongest_clusters
from game.rules.adua.autoplay import VETERAN_SEED
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, WARRIORS
from game.rules.adua.units import FIGHTERS, GENERALS, KIND, SLOT, UNITS, UNITS_OF_BRIGADE
from game.rules.adua.victory import LAST_TURN
from game.ui.play.turn_driver import HINT_SEED
from tests.rules.adua.board import BOARD, RULES, table

GROUND = AduaGround(BOARD)
ARMY = ", ".join(f"{unit.id} 34{row:02}" for row, unit in enumerate(UNITS[6:18], 1) if unit.id != "ii-infantry")
"""Eleven units far from the battle: with them the victory points are not lost."""


def scene(line: str, phase: str = "move", **keys: Any) -> AduaScene:
    """A position as the Italian computer player sees it."""
    return AduaScene(table(line, phase=phase, **keys).state, ITALIANS)


def test_every_plan_is_chosen_and_kept_for_a_game() -> None:
    """Every plan is that of some seed, and to hold that of most; a seed always has the same plan."""
    found = Counter(plan_of(seed) for seed in range(200))
    assert set(BattlePlan) == set(found)
    assert found[BattlePlan.HOLD] == max(found.values())
    assert plan_of(7) == plan_of(7)


def test_an_open_pass_is_marched_through() -> None:
    """From 0812 a battalion of Ascari can exit on the turn after this one; it marches to the pass, and then exits."""
    at = scene("i-ascari 0812, albertone 0812")
    assert 1 < turns_to_exit(at, SLOT["i-ascari"], GROUND.index["0812"]) < 2.2
    assert marches_to_pass(at, SLOT["i-ascari"], BattlePlan.DASH)
    action = italian.choose(at, BattlePlan.DASH)[0].actions[0]
    assert isinstance(action, MovePiece)
    near = GROUND.index[action.path[-1]]
    leaving = italian.choose(scene(f"i-ascari {GROUND.hexes[near]}"), BattlePlan.DASH)[0].actions[0]
    assert isinstance(leaving, MovePiece)
    assert leaving.off


@pytest.mark.parametrize(("line", "turn", "plan"), [
    ("i-ascari 1412", 1, BattlePlan.HOLD), ("ii-infantry 0812", 1, BattlePlan.DASH),
    ("sicilian-guns 0812", 1, BattlePlan.MARCH), ("i-ascari 0812 lost=2", 1, BattlePlan.MARCH),
    ("i-ascari 0812 disorganized", 1, BattlePlan.MARCH), ("i-ascari 2012", 14, BattlePlan.MARCH),
])
def test_units_that_do_not_march(line: str, turn: int, plan: BattlePlan) -> None:
    """Units that hold or are slow, guns, weak or disordered units, and units that would come too late do not march."""
    assert not marches_to_pass(scene(f"{line}, {ARMY}", turn=turn), SLOT[line.split()[0]], plan)


def test_a_weak_unit_decides_the_battle_once_others_have_exited() -> None:
    """After three points have exited, a battalion with two left marches to the pass, and the host guards the pass."""
    for exited, marches in ((0, False), (3, True)):
        at = scene(f"i-ascari 0812 lost=2, {ARMY}", exited=exited)
        assert marches_to_pass(at, SLOT["i-ascari"], BattlePlan.MARCH) == marches
        host = table("i-ascari 0812 lost=2, taitu-f1 0505", phasing="abyssinian", exited=exited).state
        assert bool(guards(AduaScene(host, ABYSSINIANS))) == marches


@pytest.mark.parametrize("line", ["i-ascari 1412", f"i-ascari 0412, {ARMY}"])
def test_a_holding_unit_marches_if_the_points_are_lost_or_the_way_is_short(line: str) -> None:
    """Without the army the victory points are lost; and from 0412 the pass is near."""
    assert marches_to_pass(scene(line), SLOT["i-ascari"], BattlePlan.HOLD)


@pytest.mark.rule("10.1")
def test_a_unit_with_too_few_dice_announces_its_attack_again() -> None:
    """A player has divided its dice, and then withdrawn the attack on a third enemy: one die is left for two targets
    (ruling 33). The course attacks one of them and can be carried out; the button of the phase begins it."""
    at = table("iii-infantry 2813 lost=3, iv-infantry 2914 lost=3, gabeiehu-f1 2812, gabeiehu-f2 2713, "
               "gabeiehu-f3 2814", phase="fire", orders="dabormida iii-infantry fire, dabormida iv-infantry fire").play(
        "attack iv-infantry gabeiehu-f3", "attack iii-infantry gabeiehu-f1:1,gabeiehu-f2", "withdraw iv-infantry")
    assert "10.1 (ruling 33)" == at.refusal("begin")
    course = italian.choose(AduaScene(at.state, ITALIANS))[0]
    step = RULES.autoplay_step(at.state)
    assert step is not None
    assert course.actions[0] == step[1]
    assert at.play(*(action.notation for action in course.actions)).state.resolving


@pytest.mark.rule("10.1")
def test_a_unit_of_the_host_with_too_few_dice_announces_its_attack_again() -> None:
    """As above, with an Abyssinian unit (ruling 33)."""
    at = table("gabeiehu-f1 2813, gabeiehu-f2 2914, iii-infantry 2812, iv-infantry 2713, vi-infantry 2814",
               phase="fire", phasing="abyssinian").play(
        "attack gabeiehu-f2 vi-infantry", "attack gabeiehu-f1 iii-infantry:1,iv-infantry", "withdraw gabeiehu-f2")
    assert "10.1 (ruling 33)" == at.refusal("begin")
    course = abyssinian.choose(AduaScene(at.state, ABYSSINIANS))[0]
    assert at.play(*(action.notation for action in course.actions)).state.resolving


@pytest.mark.rule("8.0")
@pytest.mark.parametrize("colonel", ["2606", "2709"])
def test_an_order_goes_to_a_colonel_that_can_pass_it_on(colonel: str) -> None:
    """A unit that attacks and entrenches gets Hold Position by its colonel if it is within the colonel's range of three
    hexes; else the general uses no order on the colonel."""
    army = ARMY.replace("i-bersaglieri 3401, ", "")
    at = scene(f"i-bersaglieri 2305, arimondi 2507, stevani {colonel}, menelik-f1 2304, {army}", "orders")
    action = italian.choose(at)[0].actions[0]
    assert isinstance(action, GiveOrder)
    in_range = GROUND.distance(GROUND.index[colonel], GROUND.index["2305"]) <= 3
    assert ("stevani" if in_range else "i-bersaglieri") == action.target


@pytest.mark.rule("10.1")
def test_an_adjacent_enemy_costs_a_battery_dice_against_a_distant_one() -> None:
    """A battery expects as many dice as the rules give it for its attack alone."""
    at = table("ii-guns 2305, menelik-fv1 2304, tecla-f1 2307", phase="fire", orders="dabormida ii-guns fire")
    course = italian.choose(AduaScene(at.state, ITALIANS))[0]
    attack = course.actions[0]
    assert isinstance(attack, AnnounceAttack)
    guns, target = SLOT["ii-guns"], SLOT[attack.shares[0].target]
    dice = smallarms.attack_dice(at.play(attack.notation).state, guns)
    assert odds.attack_gain(at.state, [(guns, dice)], target) == course.value


def test_an_attack_is_ordered_if_zones_bar_the_way() -> None:
    """If enemies block the whole way to a pass, only the order to attack opens it."""
    wall = ", ".join(f"menelik-f{n} 06{row:02}" for n, row in enumerate((9, 11, 13), 1))
    wall += ", " + ", ".join(f"maconnen-f{n} 06{row:02}" for n, row in enumerate((5, 7, 15, 17, 19, 21, 23, 3, 1), 1))
    at = scene(f"i-ascari 0812, albertone 0812, {wall}", "orders")
    assert must_fight_through(at, SLOT["i-ascari"])
    action = italian.choose(at, BattlePlan.DASH)[0].actions[0]
    assert isinstance(action, GiveOrder)
    assert ("i-ascari", "melee") == (action.target, action.kind)
    assert not must_fight_through(scene("i-ascari 0812, albertone 0812, menelik-f1 2012", "orders"), SLOT["i-ascari"])


def test_marching_units_begin_farther_forward() -> None:
    """They begin five columns west of the proposed set-up, as far as the zone allows; with the plan of a dash only the
    quick units do."""
    at = AduaScene(catalog.rules("adua").initial("adua"), ITALIANS)
    quick, every = ({str(action.unit): action.place for action in set_up(at, plan, {})}
                    for plan in (BattlePlan.DASH, BattlePlan.MARCH))
    assert "1911" == quick["i-ascari"] == every["i-ascari"]
    assert "ii-infantry" not in quick
    assert "1909" == every["ii-infantry"]


def test_an_army_that_holds_takes_ground_beyond_the_blue_line() -> None:
    """All pieces have a hex there, no two units the same, and begin in the set-up zone as near to it as possible; if
    the line does not count they stay behind it (ruling 43)."""
    rules = catalog.rules("adua")
    for options, beyond in ((), True), (("behind-the-line=printed",), False):
        state = rules.initial("adua", options)
        held = posts_to_hold(GROUND, options, 7)
        units = [held[slot] for slot in FIGHTERS[ITALIANS]]
        assert len(set(units)) == len(units) == len(FIGHTERS[ITALIANS])
        zone = GROUND.set_up(options)[ITALIANS]
        assert {beyond} == {not zone >> hex_ & 1 for hex_ in units}
        for action in set_up(AduaScene(state, ITALIANS), BattlePlan.HOLD, held):
            assert rules.check(state, action)
            state, _ = rules.apply(state, action)
        assert all(zone >> state.at[slot] & 1 for slot in FIGHTERS[ITALIANS])


def test_an_army_takes_no_ground_at_the_edge_of_the_map() -> None:
    """With no seed of the player; nor do the slow units of an army whose fast units march to a pass."""
    for seed in range(20):
        held = posts_to_hold(GROUND, (), seed)
        assert not {hex_ for hex_ in held.values() if GROUND.margin(FROM_EDGE) >> hex_ & 1}
    at = scene(f"ii-infantry 2708, arimondi 2708, {ARMY}")
    plan = scripts.promising_plans(at.state, ITALIANS, seed_of(BattlePlan.DASH))[0]
    action = plan.choose(at.state)
    assert isinstance(action, MovePiece)
    post = posts_to_hold(GROUND, (), seed_of(BattlePlan.DASH))[SLOT[action.unit]]
    away = costs_to(GROUND, KIND[SLOT[action.unit]], post)
    assert away[GROUND.index[action.path[-1]]] < away[at.state.at[SLOT[action.unit]]]


@pytest.mark.parametrize("seed", range(4))
def test_an_army_that_holds_keeps_its_brigades_together(seed: int) -> None:
    """At the posts each brigade is one connected group of hexes with its commanders in it; the set-up splits at most
    one unit off."""
    rules = catalog.rules("adua")
    held = posts_to_hold(GROUND, (), seed)
    state = rules.initial("adua")
    for action in set_up(AduaScene(state, ITALIANS), BattlePlan.HOLD, held):
        state, _ = rules.apply(state, action)
    starts = {slot: state.at[slot] for slot in held}
    for places, most in ((held, 0), (starts, 1)):
        for brigade in UNITS_OF_BRIGADE:
            hexes = {places[slot] for slot in brigade}
            groups = [GROUND.traced(hex_, ~sum(1 << one for one in hexes), len(hexes)) for hex_ in hexes]
            assert max(group.bit_count() for group in groups) >= len(hexes) - most
        assert all(places[general] in {places[slot] for slot in UNITS_OF_BRIGADE[UNITS[general].brigade]}
                   for general in GENERALS)


def test_the_margin_of_the_map_is_as_wide_as_asked() -> None:
    """Two hexes: the rows and columns at the edge and those next to them."""
    inner = {GROUND.hexes[hex_] for hex_ in range(len(GROUND.hexes)) if not GROUND.margin(2) >> hex_ & 1}
    assert {"0303", "0323", "3203", "3223"} <= inner
    assert not inner & {"0101", "0212", "3312", "1001", "1002", "1024", "1025"}


@pytest.mark.soak
@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_an_army_that_never_moves_loses(level: str) -> None:
    """One game of the script in the strongest cluster of the zone, even against the recruit (ruling 43)."""
    zone = GROUND.set_up(())[ITALIANS]
    strong, *_ = strongest_clusters(GROUND, zone, 1)
    assert {"3101", "3203", "3304", "3401"} <= {GROUND.hexes[hex_] for hex_ in strong.hexes}
    assert not adua_clusters.play((), strong, 0, level)[0]


def why(line: str, action: str, seed: int = HINT_SEED, phase: str = "move", **keys: Any) -> str:
    """The reason of a player with a seed for an action."""
    judge = RULES.evaluator()
    assert judge is not None
    judge.seed = seed
    return str(judge.why(table(line, phase=phase, **keys).state, RULES.parse(action)))


def seed_of(plan: BattlePlan) -> int:
    """A seed of a player that chooses a plan."""
    return next(seed for seed in range(99) if plan_of(seed) is plan)


def test_a_march_is_the_reason_of_its_moves() -> None:
    """The reason of a move names the pass."""
    line = f"i-ascari 1412, albertone 1412, {ARMY}"
    assert why(line, "move i-ascari 1312", seed_of(BattlePlan.MARCH)) == str(MARCHES)


def test_a_move_to_the_ground_to_hold_names_the_post() -> None:
    """The hint of turn 1 names the post, away from the line and over the blue line, as planned; for the way back the
    reason claims no purpose."""
    post = GROUND.hexes[posts_to_hold(GROUND, (), HINT_SEED)[SLOT["i-ascari"]]]
    line = f"i-ascari 2208, ii-infantry 2113, albertone 2208, {ARMY}"
    assert why(line, "move i-ascari 2108-2007-1907").endswith(str(post))
    assert why(f"i-ascari 1907, albertone 2113, {ARMY}", "move i-ascari 1908") == str(NO_BETTER)


@pytest.mark.parametrize(("line", "action", "reason"), [
    ("sicilian-guns 2410, i-ascari 2412", "move sicilian-guns 2411", CLOSES_UP),
    ("sicilian-guns 2410, menelik-f1 2108", "move sicilian-guns 2510-2610-2710-2810", STAYS_CLEAR),
    ("sicilian-guns 2410, i-ascari 2411", "move sicilian-guns 2409", CLIMBS),
])
def test_an_army_without_ground_to_hold_claims_what_a_move_does(line: str, action: str, reason: Any) -> None:
    """Closer to friends, out of the enemy's reach, or higher; the guns of an army on the march hold no ground."""
    assert why(f"{line}, {ARMY}", action, seed_of(BattlePlan.MARCH)) == str(reason)


def test_without_an_order_the_end_does_not_claim_any() -> None:
    """Checked with no enemy near, an enemy near, and an order given."""
    far, near = "i-ascari 2410, albertone 2410, menelik-f1 0612", "i-ascari 2410, albertone 2410, menelik-f1 2005"
    assert why(far, "end", phase="orders") == str(NO_ENEMY_NEAR)
    assert why(near, "end", phase="orders") == str(NO_ORDERS)
    at = table(near, phase="orders").state
    order = next(one for one in RULES.candidates(at) if isinstance(one, GiveOrder))
    judge = RULES.evaluator()
    assert judge is not None
    assert judge.why(RULES.apply(at, order)[0], RULES.parse("end")) == ALL_ORDERED


def test_a_charge_of_infantry_is_not_called_forced() -> None:
    """Only cavalry in an enemy ZOC must charge."""
    line = "iii-infantry 2813, gabeiehu-f1 2812, micael-c1 2713 {}"
    keys: dict[str, Any] = {"phase": "charge", "phasing": "abyssinian", "turn": 6,
                            "resolved": [{"unit": "gabeiehu-f1", "target": "iii-infantry", "dice": 1}]}
    assert why(line.format(""), "charge gabeiehu-f1 iii-infantry", **keys).startswith("to fight ")
    assert why(line.format(""), "charge micael-c1 iii-infantry", **keys).startswith("to fight ")
    assert why(line.format("entered"), "charge micael-c1 iii-infantry", **keys).endswith(" must charge")


def test_an_attack_that_cannot_succeed_is_not_called_forced() -> None:
    """Guns low on ammunition that leave out an enemy have two dice, but need three hits from afar."""
    line = "albertone 2017, sicilian-guns 2015 low-ammo, atichim-fl1 2013, atichim-f1 2016"
    keys: dict[str, Any] = {"phase": "fire", "phasing": "italian", "orders": "albertone sicilian-guns fire"}
    attack = "attack sicilian-guns atichim-fl1"
    assert why(line, attack, **keys).startswith("to attack ")
    judge = RULES.evaluator()
    assert judge is not None
    begun = table(line, **keys).play(attack, "begin").state
    assert str(judge.why(begun, RULES.parse("resolve atichim-fl1"))).startswith("every attack ")


def test_a_unit_threatens_the_hexes_next_to_those_in_its_reach() -> None:
    """Foot with 5 movement points can come next to a hex six hexes away."""
    at = scene("menelik-f1 1010, ii-infantry 2510")
    assert 5 == UNITS[SLOT["menelik-f1"]].move
    threats = [at.threatened.get(GROUND.index[hex_], 0) for hex_ in ("1510", "1610", "1710")]
    assert [2, 2, 0] == threats


@pytest.mark.parametrize(("path", "named"), [("1111", "Infantry"), ("1010", ""), ("1011-0911", "distance")])
def test_only_a_move_nearer_to_the_enemy_closes_in(path: str, named: str) -> None:
    """A move that keeps the distance claims no purpose."""
    reason = why("ii-infantry 1610, menelik-f1 1011", f"move menelik-f1 {path}", phasing="abyssinian", turn=8)
    assert named in reason if named else reason == str(NO_BETTER)


def test_a_commander_far_from_any_enemy_stays_with_its_units() -> None:
    """On turn 1 no help is needed anywhere."""
    line = "gabeiehu 0411, gabeiehu-f1 0512, i-ascari 2410, albertone 2410"
    assert "units" in why(line, "move gabeiehu 0512", phasing="abyssinian")


def test_a_hint_and_the_key_for_all_moves_lead_to_the_same_ground() -> None:
    """Both follow the plan of one seed."""
    assert VETERAN_SEED == HINT_SEED
    at = table(f"i-ascari 2213, ii-infantry 2113, albertone 2113, {ARMY}").state
    left = RULES.autoplay_step(at)
    assert left is not None
    assert make("veteran", RULES, "italian", HINT_SEED).choose(at).action == left[1]


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize("stored", ["approach", "combats"])
def test_a_hint_begins_what_the_key_for_all_orders_does(stored: str) -> None:
    """A player that gives advice has no plan of its own, so the hint starts the orders that one key gives."""
    state = RULES.from_position(json.loads((STORED / f"adua-{stored}.json").read_text("utf-8")))
    left = RULES.autoplay_step(state)
    assert left is not None
    assert make("veteran", RULES, "italian", HINT_SEED).choose(state).action == left[1]


def test_the_exposure_of_ground_counts_the_way_of_the_host_to_it() -> None:
    """From the passes to the hexes next to it without own units; the way back costs less from high ground."""
    costs = costs_from(GROUND, WARRIORS, GROUND.passes)
    for cluster in strongest_clusters(GROUND, GROUND.set_up(())[ITALIANS], 2):
        exposure = 0.0
        for hex_ in cluster.hexes:
            for beside in hexes_in(GROUND.adjacent[hex_] & ~mask_of(cluster.hexes)):
                way = min(costs_to(GROUND, WARRIORS, beside)[gate] for gate in GROUND.passes)
                assert way == costs[beside]
                exposure += max(0.0, LAST_TURN - HOST_ENTRY_TURN - way / HOST_ALLOWANCE + 1)
        assert exposure == pytest.approx(cluster.exposure)
