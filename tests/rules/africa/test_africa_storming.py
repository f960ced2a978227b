"""The hold test of Africa: the strongest attack on an area, and the factors of the chance that it falls."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.africa.ai.expected import ShockOdds
from game.rules.africa.ai.features import NAMES
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.marching import MarchPlan
from game.rules.africa.ai.storming import AttackFinder
from game.rules.africa.ai.worth import Worth
from game.rules.africa.units import MOROCCAN, NOBODY, SPANISH
from tests.rules.africa.conftest import Scene
from tests.rules.table import facts

HOLDERS = "s-cuenca castillejos, s-luchana castillejos"


def falls(table: Any, area: str, *units: str) -> float:
    """The chance that the Spanish lose an area with some units to the Moroccans' best attack."""
    setting = table.state.setting
    field = Battlefield(Worth(setting), table.state)
    place = setting.ground.index[area]
    holding = Holding(field, SPANISH)
    return holding.enemy_attack(place, [setting.slot[unit] for unit in units], field.prize(place, SPANISH)).take_chance


def test_more_attackers_and_guns_take_a_place(scene: Scene) -> None:
    """Without enemies near it holds; against one gum it probably holds; against a crowd it falls."""
    alone, few, many = (falls(scene(f"{HOLDERS}, {enemies}", "movement"), "castillejos", "s-cuenca", "s-luchana")
                        for enemies in ("m-gum-uagit casa-de-la-condesa", "m-gum-uagit boca-del-rio",
                                        "m-nizam-nur boca-del-rio, m-nizam-kabir boca-del-rio, "
                                        "m-gum-uagit boca-del-rio, m-gum-hamsa boca-del-rio, m-gum-sitta ar-rahim, "
                                        "m-abbas boca-del-rio"))
    assert alone == 0.0
    assert few < 0.3 < 0.5 < many


def test_attackers_are_limited_by_room(scene: Scene) -> None:
    """Nine gums fill an area: a tenth adds nothing."""
    gums = [f"m-gum-{name} boca-del-rio" for name in (
        "hamsa", "arbaa", "uagit", "sitta", "sabaa", "tamania", "tisaa", "achara", "ignani", "zalaza")]
    eight, nine, ten = (
        len(AttackFinder(Battlefield(Worth(state.setting), state), MOROCCAN).attack_groups(
            state.setting.ground.index["castillejos"]))
        for state in (scene(f"{HOLDERS}, {', '.join(gums[:many])}", "movement").state for many in (8, 9, 10)))
    assert (8, 9, 9) == (eight, nine, ten)


def test_demoralized_units_and_guns_do_not_storm(scene: Scene) -> None:
    """Nor does foot two areas away; cavalry does."""
    shaken, far, near = (falls(scene(f"s-cuenca castillejos, {line}", "movement"), "castillejos", "s-cuenca")
                         for line in ("m-nizam-nur boca-del-rio demoralized, m-nizam-kabir boca-del-rio demoralized",
                                      "m-nizam-nur ar-raham, m-nizam-kabir ar-raham",
                                      "m-nizam-nur boca-del-rio, m-nizam-kabir boca-del-rio"))
    assert shaken == far == 0.0 < near


def test_the_last_mover_faces_no_attack(scene: Scene) -> None:
    """After the Moroccan movement of the last turn no attack can follow."""
    line = "m-gum-uagit castillejos, s-cuenca playa-del-tarajal, s-luchana playa-del-tarajal, s-principe boca-del-rio"
    kept = []
    for turn in (14, 15):
        state = scene(line, "movement", "moroccan", turn=turn).state
        field = Battlefield(Worth(state.setting), state)
        kept.append(Holding(field, MOROCCAN).kept_share(state.setting.ground.index["castillejos"],
                                                   [state.setting.slot["m-gum-uagit"]]))
    assert kept[0] < kept[1] == 1.0


@pytest.mark.parametrize(("phasing", "is_open"), [("spanish", True), ("moroccan", False)])
def test_the_last_mover_faces_the_enemys_last_attack(scene: Scene, phasing: str, is_open: bool) -> None:
    """In the Spanish player turn of the last turn the Spanish can still take what the Moroccans hold."""
    line = "m-gum-uagit castillejos, s-cuenca playa-del-tarajal, s-luchana playa-del-tarajal, s-principe boca-del-rio"
    state = scene(line, "movement", phasing, turn=15).state
    field = Battlefield(Worth(state.setting), state)
    kept = Holding(field, MOROCCAN).kept_share(state.setting.ground.index["castillejos"],
                                               [state.setting.slot["m-gum-uagit"]])
    assert is_open == (kept < 1.0)


def test_features_favour_the_stronger_side(scene: Scene) -> None:
    """Control and strength near an objective count for the Spanish where they have them, otherwise against them."""
    judge = scene("s-cuenca castillejos", "movement").rules.evaluator()
    found = []
    for line, control in (("s-cuenca castillejos, s-luchana castillejos, m-gum-uagit ar-raham", ["castillejos"]),
                          ("m-gum-uagit castillejos, m-nizam-nur castillejos, s-cuenca a", [])):
        state = scene(line, "movement", spanish_control=control).state
        found.append(dict(zip(NAMES, judge.features(state), strict=True)))
    for name in ("control", "control_3", "there_3", "one_turn_3", "chance"):
        assert found[0][name] > found[1][name]


def test_the_reason_for_entering_an_objective_has_the_chance_to_hold_it(scene: Scene) -> None:
    """It has it if the enemy is adjacent; otherwise there is no such chance."""
    told = []
    for enemies in ("m-nizam-nur boca-del-rio, m-nizam-kabir boca-del-rio", "m-nizam-nur rio-alto"):
        table = scene(f"s-cuenca playa-del-tarajal, {enemies}", "movement")
        judge = table.rules.evaluator()
        told.append(facts(judge.why(table.state, table.rules.parse("move s-cuenca castillejos"), ())))
    assert [any(str(value).endswith(" %") for value in values) for values in told] == [True, False]


@pytest.mark.rule("10")
@pytest.mark.parametrize(("officer", "coins"), [("m-abbas", 2), ("m-omar", 1)])
def test_a_planned_attack_on_an_officer_alone_counts_the_officers_coins(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, officer: str, coins: int
) -> None:
    """An officer who is attacked alone flips the FD."""
    def shock(field: Battlefield, attack: float, defence: float) -> ShockOdds:
        defences.append(defence)
        return original(field, attack, defence)

    state = scene(f"{officer} ar-raham, s-cuenca castillejos", "movement").state
    plan = MarchPlan(Battlefield(Worth(state.setting), state), SPANISH)
    original, defences = Battlefield.shock, list[float]()
    monkeypatch.setattr(Battlefield, "shock", shock)
    plan.expect(state.setting.ground.index["ar-raham"], (state.setting.slot["s-cuenca"],), NOBODY)
    assert coins == defences[0]


@pytest.mark.rule("11.W.3")
def test_convoys_alone_are_certain_to_be_taken(scene: Scene) -> None:
    """They are captured without a combat (ruling 27), whatever the attackers' coins."""
    state = scene("s-convoy-1 jim, m-gum-uagit qaf", "movement", "moroccan", "wad-ras").state
    field = Battlefield(Worth(state.setting), state)
    assert 1.0 == field.assault(state.setting.ground.index["jim"], SPANISH, 1.0).win


@pytest.mark.rule("11.C.3")
def test_the_gunboat_clears_only_the_coast(scene: Scene) -> None:
    """Before an attack it may fire at the town on the shore, not at Ar Rahim behind it."""
    state = scene("s-ceres mar-de-los-castillejos, s-cuenca a, m-gum-uagit castillejos", "fire").state
    inland = scene("s-ceres castillejos, s-cuenca a, m-gum-uagit ar-rahim", "fire").state
    chances = [AttackFinder(Battlefield(Worth(each.setting), each), SPANISH).clearing_chance(
        each.setting.ground.index[area]) for each, area in ((state, "castillejos"), (inland, "ar-rahim"))]
    assert chances[0] > chances[1] == 0.0


def test_an_empty_objective_is_in_danger_only_while_the_enemy_moves_again(scene: Scene) -> None:
    """In the last Moroccan player turn the Spanish next to the town can no longer enter it."""
    line = "s-cuenca playa-del-tarajal, m-gum-uagit al-wahhab"
    threats = []
    for phasing in ("spanish", "moroccan"):
        table = scene(line, "movement", phasing, turn=15)
        threats.append(dict(zip(NAMES, table.rules.evaluator().features(table.state), strict=True))["threat_3"])
    assert [1.0, 0.0] == threats
