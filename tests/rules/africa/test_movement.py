"""Sequence (3), movement (4) with the terrain effects chart, stacking (5), and what demoralization forbids (6.1)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.indices import slots_in
from game.rules.africa import movement
from tests.rules.africa.conftest import Table


def ends(table: Any, unit: str) -> set[str]:
    """Areas that a unit may enter."""
    return {n.split()[-1] for n in table.legal(f"move {unit} ")}


@pytest.mark.rule("3")
def test_the_phases_of_a_turn_in_their_order(scene: Any) -> None:
    """Fire, movement, the other side's defensive fire, shock; twice; then the end of the turn (ruling 1)."""
    line = "s-cuenca a, m-gum-uagit playa-del-tarajal"
    seen = [scene(line).now]
    table = scene(line).play("done")
    seen.append(table.now)
    table = table.play("move s-cuenca playa-del-tarajal", "done")
    seen.append(table.now)
    table = table.play("done")
    seen.append(table.now)
    assert [(1, "fire", "spanish"), (1, "movement", "spanish"), (1, "defensive-fire", "moroccan"),
            (1, "shock", "spanish")] == seen
    table = scene(line, "fire", "moroccan")
    assert "moroccan" == table.now[2]
    table = table.play("done", "move m-gum-uagit a", "done")
    assert (1, "defensive-fire", "spanish") == table.now
    assert "3 (ruling 1)" in table.rules_of("phase")
    table = table.play("done", "shock a", 1, (0, 0))
    assert (2, "fire", "spanish") == table.now


@pytest.mark.rule("3")
def test_only_the_phasing_side_acts(scene: Any) -> None:
    """The other side's foot neither moves nor fires."""
    table = scene("s-cuenca a, m-gum-uagit playa-del-tarajal", "movement")
    assert "3" == table.refusal("move m-gum-uagit castillejos")
    assert "3" == scene("s-cuenca a, m-gum-uagit playa-del-tarajal").refusal("fire m-gum-uagit a")


@pytest.mark.rule("4")
def test_foot_moves_one_area_a_turn(scene: Any) -> None:
    """It moves to an adjacent area, once."""
    table = scene("s-cuenca a, s-luchana castillejos, m-gum-uagit al-wahhab", "movement")
    assert {"b", "playa-del-tarajal"} == ends(table, "s-cuenca")
    assert "4" == table.refusal("move s-cuenca playa-del-tarajal castillejos")
    assert "4" == table.play("move s-cuenca b").refusal("move s-cuenca a")


@pytest.mark.rule("4")
def test_officers_move_two_areas_over_any_terrain(scene: Any) -> None:
    """Mountain and forest do not stop them; two moves of one area are the same."""
    table = scene("s-prim b, m-gum-uagit al-wahhab", "movement")
    near = {"a", "as-salam", "casa-de-la-condesa"}
    far = {"playa-del-tarajal", "al-jabbar", "ar-aziz", "casa-del-morabito"}
    assert near | far == ends(table, "s-prim")
    table = table.play("move s-prim casa-de-la-condesa", "move s-prim casa-del-morabito")
    assert set() == ends(table, "s-prim")


@pytest.mark.rule("4")
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
@pytest.mark.parametrize("phasing", ["spanish", "moroccan"])
def test_reach_equals_single_steps(africa: Any, name: str, phasing: str) -> None:
    """Areas and their costs agree: the search uses masks, the reasons single steps."""
    start = africa.position(africa.initial(name)) | {"phase": "movement", "phasing": phasing, "pending": []}
    state = africa.from_position({key: value for key, value in start.items() if key != "to_act"})
    neighbours, looked = state.setting.ground.neighbours, 0
    for slot in slots_in(movement.movers(state)):
        here, left, found = state.at[slot], movement.areas_left(state, slot), {}
        for there in neighbours[here]:
            if movement.last_step(state, slot, here, there, True) == 1:
                found[there] = 1
        for middle in neighbours[here] if left > 1 else ():
            if movement.step(state, slot, here, middle, True) == 1:
                for there in neighbours[middle]:
                    if there != here and movement.last_step(state, slot, middle, there, False) == 1:
                        found.setdefault(there, 2)
        looked += len(found)
        assert {area: len(way) for area, way in movement.reachable(state, slot).items()} == found
    assert looked > 10


@pytest.mark.rule("4")
def test_a_unit_stops_with_the_enemy(scene: Any) -> None:
    """Neither officers nor cavalry may pass through (ruling 7)."""
    table = scene("s-prim b, s-cuenca b, s-caz-vergara casa-de-la-condesa, m-gum-uagit casa-de-la-condesa", "movement")
    assert "4 (ruling 7)" == table.refusal("move s-prim casa-de-la-condesa casa-del-morabito")


@pytest.mark.rule("4")
def test_ruling_33_a_named_path_of_two_areas_is_taken(scene: Any) -> None:
    """It need not be the listed one, may pass through a full area, and must lead on and away."""
    line = "s-prim 2, s-rey tha, s-zamora 2, m-gum-uagit waw"
    table = scene(line, "movement", scenario="wad-ras")
    other, = (by for by in ("ta", "3") if f"move s-prim {by} tha" not in table.legal())
    assert "tha" == table.play(f"move s-prim {other} tha").units["s-prim"]
    assert "tha" == table.play(f"move s-prim {other}", "move s-prim tha").units["s-prim"]
    full = f"s-castilla {other} moved, s-cordoba {other} moved, s-saboya {other} moved"
    riders = scene(f"s-husares 2, {full}, m-gum-uagit waw", "movement", "moroccan", scenario="wad-ras")
    assert "tha" == riders.play("activate s-husares", f"move s-husares {other} tha").units["s-husares"]
    assert ("4 (ruling 33)", "Prim", "2") == table.reason(f"move s-prim {other} 2")
    assert "4" == table.refusal("move s-prim ba tha")
    assert "4" == table.refusal("move s-prim nowhere tha")


@pytest.mark.rule("4")
@pytest.mark.parametrize(("way", "came"), [
    ("rio-castillejos", "ar-rahim"), ("boca-del-rio rio-castillejos", "boca-del-rio")])
def test_ruling_33_the_last_area_but_one_decides_where_an_attack_comes_from(scene: Any, way: str, came: str) -> None:
    """Hussars may attack an adjacent area by way of the bridge, and then attack from there."""
    table = scene("s-husares ar-rahim, s-cuenca b, m-gum-uagit rio-castillejos", "movement").play("activate s-husares")
    after = table.play(f"move s-husares {way}")
    assert [came] == [unit.get("came") for unit in after.position["units"] if unit["id"] == "s-husares"]


@pytest.mark.rule("4")
@pytest.mark.parametrize(("line", "unit", "way", "cited"), [
    ("m-seyyid-1 ar-mumin, s-zamora 2", "m-seyyid-1", "ar-malik tetuan", "4 (ruling 3)"),
    ("s-husares al-khaliq, m-gum-uagit 4", "s-husares", "4 1", "4 (ruling 7)"),
])
def test_the_reason_is_the_obstacle_on_the_named_path(scene: Any, line: str, unit: str, way: str, cited: str) -> None:
    """This holds even if another path leads there."""
    phasing = "moroccan" if unit.startswith("m-") else "spanish"
    table = scene(line, "movement", phasing, scenario="tetuan").play(f"activate {unit}")
    assert f"move {unit} {way.split()[1]}" in table.legal()
    assert cited == table.refusal(f"move {unit} {way}")


@pytest.mark.rule("4")
def test_cavalry_and_guns_wait_for_their_activation(scene: Any) -> None:
    """Only demoralized ones move in the movement phase (ruling 5)."""
    line = "s-husares a, s-montada a, m-gum-uagit al-wahhab"
    table = scene(f"{line}, s-cuenca a", "movement")
    assert "8" == table.refusal("move s-husares b")
    assert "9" == table.refusal("move s-montada playa-del-tarajal")
    table = scene("s-husares a demoralized, s-montada a demoralized, m-gum-uagit al-wahhab", "movement")
    assert {"b", "playa-del-tarajal", "castillejos"} <= ends(table, "s-husares")
    assert {"playa-del-tarajal"} == ends(table, "s-montada")


@pytest.mark.rule("4")
@pytest.mark.parametrize(("line", "unit", "open_areas", "shut"), [
    ("s-a-caballo 4", "s-a-caballo", {"5", "1", "al-khaliq", "al-fattah"}, {"al-bari": "4 (ruling 3)"}),
    ("s-husares 4", "s-husares", {"5", "1"}, {"al-bari": "4 (ruling 3)"}),
    ("s-a-caballo al-musawwir", "s-a-caballo", {"5", "trinchera-derecha"},
     {"al-quddus": "4 (ruling 3)", "al-wahhab": "4 (ruling 3)"}),
    ("s-montana-1 al-musawwir", "s-montana-1", {"al-quddus", "al-wahhab"}, {"al-bari": "4 (ruling 3)"}),
    ("s-montana-1 2", "s-montana-1", {"1", "3"}, {"rio-martin-2": "4 (ruling 3)"}),
    ("s-husares al-musawwir", "s-husares", {"al-quddus", "al-wahhab", "trinchera-derecha"}, {}),
])
def test_closed_terrain(scene: Any, line: str, unit: str, open_areas: set[str], shut: dict[str, str]) -> None:
    """Marsh is closed to cavalry and guns, mountains to wheels, rivers to guns (ruling 3)."""
    table = scene(f"{line}, m-gum-uagit tetuan", "movement", scenario="tetuan").play(f"activate {unit}")
    assert open_areas <= ends(table, unit)
    for place, cited in shut.items():
        assert cited == table.refusal(f"move {unit} {place}")


@pytest.mark.rule("4")
def test_cavalry_stops_in_broken_ground_and_takes_a_mountain_only_first(scene: Any) -> None:
    """A trench stops it; a mountain may not be its second area (ruling 3)."""
    table = scene("s-husares 5, s-zamora trinchera-derecha, m-gum-uagit tetuan", "movement", scenario="tetuan")
    table = table.play("activate s-husares")
    assert "trinchera-derecha" in ends(table, "s-husares")
    assert "4 (ruling 3)" == table.refusal("move s-husares al-musawwir al-quddus")
    table = table.play("move s-husares al-musawwir", "move s-husares trinchera-derecha")
    assert "trinchera-derecha" == table.units["s-husares"]
    table = scene("s-husares al-musawwir, m-gum-uagit tetuan", "movement", scenario="tetuan").play("activate s-husares")
    assert "4 (ruling 3)" == table.refusal("move s-husares trinchera-derecha campamento-de-abbas")


@pytest.mark.rule("4")
def test_bridges_and_roads_lift_the_limits(scene: Any) -> None:
    """Cavalry crosses a bridge, guns use the road into the mountains of the Fondak (ruling 3)."""
    table = scene("s-husares ta, s-montana-1 ta, s-a-caballo lam, m-gum-uagit waw", "movement", scenario="wad-ras")
    assert "jim" in ends(table.play("activate s-husares"), "s-husares")
    assert "puente-busceja" in ends(table.play("activate s-montana-1"), "s-montana-1")
    assert {"aduar-am-sal", "entrada-del-fondak"} == ends(table.play("activate s-a-caballo"), "s-a-caballo")


@pytest.mark.rule("5")
def test_nine_points_an_area(scene: Any) -> None:
    """Regulars count 3, light infantry 2, officers 0, others 1; a tenth point is refused."""
    line = "s-cuenca b, s-luchana a, s-principe a, s-caz-vergara a, s-prim b, s-ingenieros playa-del-tarajal"
    moved = "s-luchana a moved, s-principe a moved, s-caz-vergara a moved"
    table = scene(f"s-cuenca b, s-prim b, s-ingenieros playa-del-tarajal, {moved}, m-gum-uagit al-wahhab", "movement")
    assert "5 (ruling 4)" == table.refusal("move s-cuenca a")
    assert {"a"} <= ends(table, "s-prim") & ends(table, "s-ingenieros")
    assert "a" in ends(scene(f"{line}, m-gum-uagit al-wahhab", "movement"), "s-cuenca")


@pytest.mark.rule("5")
def test_excess_points_retreat_from_the_bottom(scene: Any) -> None:
    """At the end of movement this applies to a stack that could not leave (ruling 4)."""
    line = "s-cuenca a, s-luchana a, s-principe a, s-caz-vergara b, m-gum-uagit al-wahhab"
    table = scene(line, "movement").play("move s-caz-vergara a")
    assert "5 (ruling 4)" == table.refusal("done")
    stuck = "s-cuenca a moved, s-luchana a moved, s-principe a moved, s-caz-vergara a moved, m-gum-uagit al-wahhab"
    table = scene(stuck, "movement").play("done")
    assert {"retreat s-caz-vergara b", "retreat s-caz-vergara playa-del-tarajal"} == table.legal()
    assert "5 (ruling 4)" == str(table.rules.prompt(table.state).rule)
    assert "5 (ruling 4)" == table.refusal("retreat s-cuenca b") == table.refusal("done")
    assert ["5 (ruling 4)"] == table.play("retreat s-caz-vergara b").rules_of("retreated")


FULL_B = "s-cuenca b{0}, s-luchana b{0}, s-principe b{0}, s-husares a, s-montada a, m-gum-uagit al-wahhab"
"""Nine points in B, with cavalry and a gun adjacent."""


@pytest.mark.rule("5")
@pytest.mark.rule("8")
def test_cavalry_enters_a_full_area_while_foot_can_leave(scene: Any) -> None:
    """It may in its own fire and movement phase; then the foot must make room, or the bottom unit retreats
    (ruling 4)."""
    table = scene(FULL_B.format(""), "movement").play("activate s-husares", "move s-husares b")
    assert "5 (ruling 4)" == table.refusal("done")
    assert "done" in table.play("move s-cuenca a").legal()
    full = scene(FULL_B.format(" moved"), "movement").play("activate s-husares")
    assert "5 (ruling 4)" == full.refusal("move s-husares b")
    enemys = scene(FULL_B.format(""), "movement", "moroccan").play("activate s-husares")
    assert "5 (ruling 4)" == enemys.refusal("move s-husares b")


@pytest.mark.rule("5")
def test_points_count_for_both_sides_at_the_end_of_either_movement_phase(scene: Any) -> None:
    """At the end of the Moroccan movement an excess Spanish battery retreats, after the movers' own (ruling 4)."""
    spaniards = "s-cuenca b, s-luchana b, s-principe b, s-2-bateria b"
    line = f"{spaniards}, m-nizam-nur al-malik moved, m-nizam-kabir al-malik moved"
    table = scene(line, "movement", "moroccan").play("done")
    assert "spanish" == table.now[2]
    assert table.legal() == table.legal("retreat s-2-bateria")
    gums = ", ".join(f"m-gum-{name} al-malik moved" for name in ("uagit", "arbaa", "hamsa", "sitta"))
    table = scene(f"{line}, {gums}", "movement", "moroccan").play("done")
    assert table.legal() == table.legal("retreat m-gum-sitta")
    assert table.position == Table(table.rules, table.rules.from_position(table.position)).position
    table = table.play("retreat m-gum-sitta ar-raham")
    assert table.legal() == table.legal("retreat s-2-bateria")


@pytest.mark.rule("5")
def test_a_retreat_ends_where_there_is_room(scene: Any) -> None:
    """A unit driven into a full area must go on."""
    full = "m-nizam-nur castillejos, m-nizam-kabir castillejos, m-gum-hamsa castillejos, m-gum-sitta castillejos"
    line = f"s-cuenca a, m-gum-uagit playa-del-tarajal, {full}, m-gum-arbaa castillejos"
    table = scene(line).play("fire s-cuenca playa-del-tarajal", 3, 0, "retreat m-gum-uagit castillejos")
    assert table.legal("retreat m-gum-uagit")
    assert "retreat m-gum-uagit playa-del-tarajal" not in table.legal()


@pytest.mark.rule("6.1")
def test_demoralized_units_move_away_from_the_enemy(scene: Any) -> None:
    """They must move away if they can, and may not move closer (ruling 6)."""
    table = scene("s-cuenca playa-del-tarajal demoralized, m-gum-uagit castillejos", "movement")
    assert "6.1 (ruling 6)" == table.refusal("done")
    assert {"a"} <= ends(table, "s-cuenca")
    assert "6.1 (ruling 6)" == scene("s-cuenca a demoralized, m-gum-uagit castillejos", "movement").refusal(
        "move s-cuenca playa-del-tarajal")
    assert "done" in table.play("move s-cuenca a").legal()


@pytest.mark.rule("10")
def test_an_officer_alone_does_not_attack(scene: Any) -> None:
    """He enters an enemy area only with troops of his side."""
    table = scene("s-prim b, s-cuenca b, m-gum-uagit casa-de-la-condesa", "movement")
    assert "10" == table.refusal("move s-prim casa-de-la-condesa")
    assert "move s-prim casa-de-la-condesa" in table.play("move s-cuenca casa-de-la-condesa").legal()


FLEEING = "m-feras-zagir-2 yabal-ar-rahim demoralized, m-nizam-nur al-malik, s-cordoba a"


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("enemy", "acts", "duty"), [
    ("s-husares playa-del-tarajal", ("activate s-husares", "move s-husares castillejos", "done"),
     "Feras Zagir 2 must move"),
    ("s-ceres mar-del-tarajal", ("activate s-ceres", "move s-ceres castillejos"),
     "Feras Zagir 2 must move away from the Ceres"),
])
def test_a_demoralized_unit_goes_on_from_an_enemy_who_arrives(scene: Any, enemy: str, acts: tuple[str, ...],
                                                              duty: str) -> None:
    """It uses the second of its two areas like a unit that has not moved (ruling 6)."""
    table = scene(f"{FLEEING}, {enemy}", "movement", "moroccan", turn=2).play("move m-feras-zagir-2 ar-rahim")
    assert "done" in table.legal()
    table = table.play(*acts)
    assert [duty] == [due.text for due in table.rules.prompt(table.state).duties]
    assert "done" not in table.legal()
    assert ("6.1 (ruling 24)" if "Ceres" in duty else "6.1 (ruling 6)") == table.refusal("done")
    assert {"move m-feras-zagir-2 rio-castillejos"} == table.legal("move m-feras-zagir-2")
    assert "done" in table.play("move m-feras-zagir-2 rio-castillejos").legal()


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("line", [
    "m-feras-zagir-2 ar-rahim demoralized moved once",
    "m-feras-zagir-2 ar-rahim demoralized once, s-cuenca rio-castillejos",
])
def test_a_demoralized_unit_that_cannot_move_on_stays(scene: Any, line: str) -> None:
    """Terrain has stopped it, or no area is left: its side may end the phase (ruling 6)."""
    table = scene(f"{line}, m-nizam-nur al-malik, s-cordoba a, s-husares castillejos", "movement", "moroccan", turn=2)
    assert () == table.rules.prompt(table.state).duties
    assert "done" in table.legal()


@pytest.mark.rule("5")
def test_a_unit_of_a_crowded_area_moves_on(scene: Any) -> None:
    """Cavalry that has moved one of its two areas counts like a unit that has not moved (ruling 4)."""
    crowd = "m-nizam-nur ar-rahim, m-nizam-kabir ar-rahim, m-gum-uagit ar-rahim, m-gum-arbaa ar-rahim moved, "
    table = scene(f"{crowd}m-gum-hamsa ar-rahim moved, m-feras-zagir-2 ar-rahim demoralized once, s-cordoba a",
                  "movement", "moroccan", turn=2)
    crowded = {unit for due in table.rules.prompt(table.state).duties for unit in due.units}
    assert "m-feras-zagir-2" in crowded
    assert "5 (ruling 4)" == table.refusal("done")
