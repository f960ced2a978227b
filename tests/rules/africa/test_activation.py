"""Activation of cavalry (8), the Algarabia (8.1) and artillery (9), out of the sequence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import facts


def defensive_shots(table: Any, gun: str) -> int:
    """The number of times that a gun has fired defensively this turn."""
    return next(int(row.get("defensive_shots", 0)) for row in table.position["units"] if row["id"] == gun)


def ends(table: Any, unit: str) -> set[str]:
    """Areas that a unit may enter."""
    return {n.split()[-1] for n in table.legal(f"move {unit} ")}


RIDE = "s-husares a, s-cuenca a, m-seyyid-2 ar-rahim, m-gum-uagit castillejos"


@pytest.mark.rule("8")
def test_cavalry_interrupts_at_any_moment(scene: Any) -> None:
    """Cavalry may be announced in its own and in the enemy's phases; the other side may interrupt too."""
    for phasing in ("spanish", "moroccan"):
        table = scene(RIDE, "movement", phasing)
        offered = table.legal() | {a.notation for a in table.rules.interrupts(table.state, "spanish")}
        assert "activate s-husares" in offered
        assert "spanish" == table.play("activate s-husares").now[2]


@pytest.mark.rule("8")
def test_cavalry_is_activated_once_a_turn(scene: Any) -> None:
    """The marker stays until the end of the turn."""
    table = scene(RIDE, "movement").play("activate s-husares", "move s-husares b")
    assert {"s-husares"} == table.marked("active")
    assert "8" == table.refusal("activate s-husares")
    assert "8" == table.refusal("activate s-cuenca")
    table = scene("s-husares a active, m-gum-uagit al-wahhab, s-cuenca a", "movement", "moroccan").play("done")
    assert (2, set()) == (table.now[0], table.marked("active"))


@pytest.mark.rule("8")
def test_fire_then_move_then_defensive_fire_then_shock(scene: Any) -> None:
    """A whole activation takes place inside another phase."""
    line = "s-husares playa-del-tarajal, m-bujari-1 castillejos, m-gum-uagit castillejos, m-omar castillejos"
    table = scene(line, "movement", "moroccan").play("activate s-husares")
    table = table.play("move s-husares castillejos")
    assert "moroccan" == table.now[2]
    assert {"fire m-bujari-1 castillejos", "fire m-gum-uagit castillejos"} <= table.legal("fire")
    table = table.play("done")
    assert {"shock castillejos"} == table.legal()
    assert "spanish" == table.now[2]
    table = table.play("shock castillejos", 1, (0, 0))
    assert ("movement", "moroccan") == table.now[1:]
    assert "playa-del-tarajal" == table.units["s-husares"]


@pytest.mark.rule("8")
def test_cavalry_fires_before_it_moves(scene: Any) -> None:
    """Spanish hussars have no Algarabia, but cavalry that has fired may attack an enemy."""
    table = scene("s-husares castillejos, m-seyyid-2 ar-rahim, m-gum-uagit a", "movement").play("activate s-husares")
    assert "fire s-husares ar-rahim" in table.legal()
    assert "8" == table.play("move s-husares playa-del-tarajal").refusal("fire s-husares a")
    fired = table.play("fire s-husares ar-rahim", 0)
    assert {"ar-rahim", "a"} <= ends(fired, "s-husares")
    assert "a" in ends(fired.play("move s-husares playa-del-tarajal"), "s-husares")


@pytest.mark.rule("8.1")
def test_an_algarabia_rides_fires_and_rides_on(scene: Any) -> None:
    """One area, fire, another area; no unit fires back."""
    table = scene("m-seyyid-2 ar-rahim, s-cuenca playa-del-tarajal, s-luchana b", "movement")
    table = table.play("activate m-seyyid-2")
    table = table.play("move m-seyyid-2 castillejos", "fire m-seyyid-2 playa-del-tarajal", 0)
    assert "moroccan" == table.now[2]
    assert {"ar-rahim", "casa-del-morabito", "boca-del-rio"} & ends(table, "m-seyyid-2")
    table = table.play("move m-seyyid-2 ar-rahim")
    assert ("movement", "spanish") == table.now[1:]


@pytest.mark.rule("8.1")
def test_a_rider_that_has_moved_on_may_not_fire(scene: Any) -> None:
    """The refusal is not that of other cavalry, which may not fire after its first area either."""
    table = scene("m-seyyid-2 ar-rahim, m-seyyid-1 ar-rahim, s-cuenca playa-del-tarajal", "movement")
    table = table.play("activate m-seyyid-2", "activate m-seyyid-1")
    rider = table.play("move m-seyyid-2 castillejos boca-del-rio").check("fire m-seyyid-2 castillejos").reasons[0]
    table = scene("s-husares castillejos, m-seyyid-2 ar-rahim, m-gum-uagit a", "movement").play("activate s-husares")
    hussars = table.play("move s-husares playa-del-tarajal").check("fire s-husares a").reasons[0]
    assert ["8.1", "8"] == [str(why.rule) for why in (rider, hussars)]
    assert rider.text.template != hussars.text.template


@pytest.mark.rule("8.1")
def test_an_algarabia_does_not_end_among_the_enemy(scene: Any) -> None:
    """After fire before riding, which is no Algarabia, a rider may attack, also area by area (ruling 9)."""
    table = scene("m-seyyid-2 ar-rahim, s-cuenca playa-del-tarajal, s-luchana b", "movement")
    table = table.play("activate m-seyyid-2")
    table = table.play("move m-seyyid-2 castillejos", "fire m-seyyid-2 playa-del-tarajal", 0)
    assert "8.1 (ruling 9)" == table.refusal("move m-seyyid-2 playa-del-tarajal")
    table = scene("m-seyyid-1 castillejos, s-cuenca ar-rahim, s-luchana a", "movement", "moroccan")
    table = table.play("activate m-seyyid-1", "fire m-seyyid-1 ar-rahim", 0, "move m-seyyid-1 playa-del-tarajal")
    assert "a" in ends(table, "m-seyyid-1")


@pytest.mark.rule("8.1")
def test_without_a_fire_factor_no_algarabia(scene: Any) -> None:
    """Seyyid 4 has none."""
    table = scene("m-seyyid-4 ar-mumin, s-zamora campamento-de-abbas", "movement", "moroccan", "tetuan")
    table = table.play("activate m-seyyid-4")
    assert set() == table.legal("fire")
    assert "2.1" == table.refusal("fire m-seyyid-4 campamento-de-abbas")


@pytest.mark.rule("8")
def test_no_activation_within_an_activation(scene: Any) -> None:
    """Only more of the same cavalry may join (ruling 9)."""
    table = scene("s-husares playa-del-tarajal, s-montada playa-del-tarajal, m-seyyid-2 ar-rahim, m-seyyid-1 al-malik, "
                  "s-cuenca castillejos", "movement", "moroccan").play("activate m-seyyid-2")
    assert {"activate m-seyyid-1"} == table.legal("activate")
    assert "8 (ruling 9)" == table.refusal("activate s-montada")
    assert "8 (ruling 9)" == table.refusal("activate s-husares")
    assert () == table.rules.may_interrupt(table.state)
    table = table.play("activate m-seyyid-1")
    assert ends(table, "m-seyyid-1")
    assert ends(table, "m-seyyid-2")


@pytest.mark.rule("8")
@pytest.mark.rule("9")
def test_engaged_defenders_may_fire_elsewhere_and_leave(scene: Any) -> None:
    """Cavalry and guns that are attacked may fire at other areas and leave; their own area is no target (ruling 9)."""
    line = "s-husares castillejos, s-montada castillejos, m-seyyid-2 castillejos came=ar-rahim, m-gum-uagit ar-rahim"
    table = scene(line, "shock", "moroccan").play("activate s-husares")
    assert {"fire s-husares ar-rahim"} == table.legal("fire s-husares")
    assert {"playa-del-tarajal", "ar-rahim"} <= ends(table, "s-husares")
    table = table.play("move s-husares playa-del-tarajal", "done", "activate s-montada")
    assert {"bombard s-montada ar-rahim"} == table.legal("bombard")
    assert "playa-del-tarajal" in ends(table, "s-montada")


@pytest.mark.rule("6.2")
@pytest.mark.rule("8")
@pytest.mark.rule("9")
def test_engaged_attackers_may_fire_elsewhere_but_must_fight(scene: Any) -> None:
    """A gun that has joined an attack fires at the next area with its second activation, and stays (ruling 9)."""
    gun = "s-montada castillejos came=playa-del-tarajal active moved_active"
    line = f"{gun}, s-cuenca castillejos came=playa-del-tarajal, m-gk-haus castillejos, m-gum-uagit ar-rahim"
    table = scene(line, "shock").play("activate s-montada")
    assert {"bombard s-montada ar-rahim", "done"} == table.legal()
    assert "6.2 (ruling 9)" == table.refusal("move s-montada playa-del-tarajal")
    after = table.play("bombard s-montada ar-rahim", (0, 1))
    assert {"shock castillejos"} == after.legal()
    rider = "s-husares castillejos came=playa-del-tarajal"
    table = scene(f"{rider}, m-gk-haus castillejos, m-gum-uagit al-wahhab", "shock")
    assert "6.2 (ruling 9)" == table.refusal("activate s-husares")


JOINING = "s-husares playa-del-tarajal, s-cuenca castillejos{}, m-gum-uagit castillejos{}"


@pytest.mark.rule("8")
@pytest.mark.parametrize(("phasing", "spaniard", "moor", "coins"), [
    ("spanish", " came=playa-del-tarajal", "", 2 + 2 - 1), ("moroccan", "", " came=ar-rahim", 2 + 2 + 2)])
def test_cavalry_joins_a_fight_that_has_begun(
    scene: Any, phasing: str, spaniard: str, moor: str, coins: int
) -> None:
    """The enemies there fire at it, but not at the units they already fight; then it waits for the phase's shock
    (ruling 9)."""
    table = scene(JOINING.format(spaniard, moor), "movement", phasing)
    table = table.play("activate s-husares", "move s-husares castillejos")
    assert "moroccan" == table.now[2]
    assert {"fire m-gum-uagit castillejos", "done"} == table.legal()
    hit = table.play("fire m-gum-uagit castillejos", 3, 3)
    assert ["s-husares"] == hit.removed()
    assert ("movement", phasing) == hit.now[1:]
    table = table.play("fire m-gum-uagit castillejos", 0)
    assert ("movement", phasing) == table.now[1:]
    table = table.play("done")
    assert "defensive-fire" == table.now[1]
    assert phasing != table.now[2]
    table = table.play("done", "shock castillejos", 1)
    assert coins == table.dice[phasing == "moroccan"][1]


@pytest.mark.rule("8")
@pytest.mark.rule("9")
def test_a_late_unit_suffers_defensive_fire(scene: Any) -> None:
    """A gun that arrives in the shock phase, when defensive fire is over, still suffers it (ruling 9)."""
    line = "s-montada playa-del-tarajal, s-cuenca castillejos came=playa-del-tarajal, m-gum-uagit castillejos"
    table = scene(line, "shock").play("activate s-montada", "move s-montada castillejos")
    assert {"fire m-gum-uagit castillejos", "done"} == table.legal()
    table = table.play("done")
    assert {"shock castillejos"} == table.legal()
    assert [(0, 2 + 1)] == table.play("shock castillejos", 1).dice[:1]


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("faces", [(0,), (3, 0, "retreat s-cuenca ar-raham")])
def test_an_algarabia_goes_on_from_ground_that_stops_horses(scene: Any, faces: tuple[Any, ...]) -> None:
    """Into the camp, fire, and on to any adjacent area, a mountain too; without fire it must stop in the camp."""
    table = scene("m-seyyid-2 al-khaliq, s-cuenca al-malik", "movement")
    table = table.play("activate m-seyyid-2", "move m-seyyid-2 campamento-de-abbas")
    assert set() == ends(table, "m-seyyid-2")
    assert "8.1" == table.refusal("move m-seyyid-2 al-wahhab")
    table = table.play("fire m-seyyid-2 al-malik", *faces)
    assert {"al-wahhab", "al-muhaymin", "rio-alto", "al-khaliq"} <= ends(table, "m-seyyid-2")
    assert ("movement", "spanish") == table.play("move m-seyyid-2 al-wahhab").now[1:]


@pytest.mark.rule("6.1")
def test_demoralized_cavalry_is_not_activated(scene: Any) -> None:
    """It retreats in its own movement phase."""
    table = scene("s-husares a demoralized, s-cuenca a, m-gum-uagit castillejos", "movement")
    assert "6.1" == table.refusal("activate s-husares")


@pytest.mark.rule("8")
@pytest.mark.rule("9")
def test_demoralized_cavalry_gets_no_second_move(scene: Any) -> None:
    """Nor do guns that have moved; others retreat, and must if the enemy is near, even if they were activated to fire
    (ruling 5)."""
    line = "s-husares playa-del-tarajal demoralized{}, s-cuenca a, m-gum-uagit castillejos"
    table = scene(line.format(" active moved_active"), "movement")
    assert "4 (ruling 5)" == table.refusal("move s-husares a")
    assert "done" in table.legal()
    for marks in ("", " active"):
        table = scene(line.format(marks), "movement")
        assert "done" not in table.legal()
        assert "a" == table.play("move s-husares a").units["s-husares"]
    line = "s-montada a demoralized{}, s-cuenca b, m-gum-uagit al-wahhab"
    assert "4 (ruling 5)" == scene(line.format(" active moved_active"), "movement").refusal("move s-montada b")
    assert scene(line.format(" active"), "movement").check("move s-montada playa-del-tarajal")


@pytest.mark.rule("9")
def test_the_fire_phase_waits_for_guns_and_cavalry_that_can_hit(scene: Any) -> None:
    """If no foot can fire, a gun or cavalry with a chance of a result keeps the phase open."""
    target = "m-gum-uagit castillejos"
    for line, phase in (
        (f"s-montada playa-del-tarajal, {target}", "fire"),
        (f"s-montada b, {target}", "fire"),
        (f"s-2-bateria b, {target}", "movement"),
        ("s-husares ar-rahim, m-gum-uagit boca-del-rio", "fire"),
        (f"s-husares a, {target}", "movement"),
        (f"s-montada playa-del-tarajal active moved_active second, {target}", "movement"),
        (f"s-montada playa-del-tarajal demoralized, {target}", "movement"),
        (f"s-husares playa-del-tarajal, {target}", "movement"),
    ):
        table = scene(line, "fire")
        assert phase == table.now[1], line
        cited = "4" if phase == "movement" else "8 (ruling 26)" if "s-husares" in line else "9 (ruling 26)"
        assert cited == str(table.rules.prompt(table.state).rule)


GUN = "s-montada playa-del-tarajal, m-gum-uagit ar-rahim, m-gk-haus castillejos, m-nizam-nur boca-del-rio"


@pytest.mark.rule("9")
def test_guns_are_activated_twice_and_fire_at_two_targets(scene: Any) -> None:
    """They never fire twice at the same area in a turn, nor a third time."""
    table = scene(GUN, "movement").play("activate s-montada", "bombard s-montada castillejos", (0, 1))
    table = table.play("activate s-montada")
    assert "9" == table.refusal("bombard s-montada castillejos")
    table = table.play("bombard s-montada ar-rahim", (0, 1))
    assert "9" == table.refusal("activate s-montada")
    assert {"s-montada"} == table.marked("active") & table.marked("second")


@pytest.mark.rule("9")
def test_an_activation_without_fire_is_reported(scene: Any) -> None:
    """A shot left counts as something still to do, and the log names the gun if it is given up."""
    table = scene(GUN, "movement").play("activate s-montada")
    assert [("s-montada",)] == [each.units for each in table.rules.still_to_do(table.state)]
    gun = table.state.setting.units[table.state.setting.slot["s-montada"]]
    _, events = table.rules.apply(table.state, table.rules.parse("done"))
    assert (gun.name,) == facts(events[0].text)


@pytest.mark.rule("9")
def test_a_gun_moves_with_one_of_its_activations(scene: Any) -> None:
    """It moves and fires once, in either order, but cannot move twice."""
    table = scene(GUN, "movement").play("activate s-montada", "move s-montada a", "activate s-montada")
    assert set() == ends(table, "s-montada")
    assert "9" == table.refusal("move s-montada playa-del-tarajal")
    assert "bombard s-montada castillejos" in table.legal()


@pytest.mark.rule("4")
@pytest.mark.rule("9")
def test_a_gun_moves_or_fires_in_one_activation(scene: Any) -> None:
    """One activation allows one of them."""
    table = scene(GUN, "movement").play("activate s-montada")
    assert {"a"} <= ends(table, "s-montada")
    assert table.legal("bombard")
    table = table.play("move s-montada a")
    assert set() == table.legal("bombard")


ATTACKED_GUN = ("s-montada ar-rahim{}, s-cuenca ar-rahim, m-gk-haus ar-rahim came=yabal-ar-rahim, "
                "m-gk-aros boca-del-rio, m-gum-uagit casa-del-morabito")
MOVED, SHOT_TWICE = " active moved_active", " active second shots=boca-del-rio/casa-del-morabito"


@pytest.mark.rule("4")
@pytest.mark.rule("9")
def test_a_gun_that_has_moved_and_fired_does_not_fire_defensively(scene: Any) -> None:
    """Its one shot may be of either kind (ruling 38)."""
    table = scene(ATTACKED_GUN.format(f"{MOVED} second shots=boca-del-rio"), "defensive-fire", "moroccan")
    assert {"fire s-cuenca ar-rahim"} == table.legal("fire")
    assert "4" == table.refusal("fire s-montada ar-rahim")
    assert [(1,)] == [facts(item.text) for item in table.rules.still_to_do(table.state)]
    (gun,) = (piece for piece in table.rules.counters(table.state) if piece.unit == "s-montada")
    assert "4 (ruling 38)" in [str(note.rule) for note in gun.notes]
    moved = scene(ATTACKED_GUN.format(MOVED), "defensive-fire", "moroccan").play("fire s-montada ar-rahim", 0)
    assert 1 == defensive_shots(moved, "s-montada")
    assert "4 (ruling 38)" == moved.refusal("activate s-montada")


@pytest.mark.rule("4")
@pytest.mark.rule("9")
def test_a_gun_that_stays_fires_defensively_besides_its_two_shots(scene: Any) -> None:
    """Defensive fire takes no activation (ruling 38)."""
    table = scene(ATTACKED_GUN.format(SHOT_TWICE), "defensive-fire", "moroccan").play("fire s-montada ar-rahim", 0)
    assert 1 == defensive_shots(table, "s-montada")
    fresh = scene(ATTACKED_GUN.format(""), "defensive-fire", "moroccan").play("fire s-montada ar-rahim", 0)
    fresh = fresh.play("activate s-montada")
    assert ends(fresh, "s-montada")
    fresh = fresh.play("bombard s-montada boca-del-rio", (0, 1), "activate s-montada")
    assert set() == ends(fresh, "s-montada")
    assert "4 (ruling 38)" == fresh.refusal("move s-montada yabal-ar-rahim")
    assert {"bombard s-montada casa-del-morabito"} == fresh.legal("bombard")


@pytest.mark.rule("4")
@pytest.mark.rule("9")
def test_a_gun_that_has_fired_twice_in_defence_does_not_move(scene: Any) -> None:
    """Two cavalry charges in one turn draw two shots (ruling 38)."""
    gun = "s-montada castillejos defensive_shots=2, s-cuenca castillejos, m-gk-haus playa-del-tarajal"
    table = scene(gun, "movement").play("activate s-montada")
    assert set() == ends(table, "s-montada")
    charge = "s-montada castillejos defensive_shots=1, s-cuenca castillejos, m-seyyid-2 boca-del-rio"
    table = scene(charge, "movement", "moroccan").play("activate m-seyyid-2", "move m-seyyid-2 castillejos")
    assert 2 == defensive_shots(table.play("fire s-montada castillejos", 0), "s-montada")


@pytest.mark.rule("9")
def test_a_gun_may_enter_an_enemy_area_and_fight(scene: Any) -> None:
    """It suffers defensive fire and fights its shock."""
    table = scene(GUN, "movement").play("activate s-montada", "move s-montada castillejos", "done")
    assert {"shock castillejos"} == table.legal()


@pytest.mark.rule("9")
def test_guns_reach_three_areas(scene: Any) -> None:
    """The fourth area is too far. Rockets reach two (11.T.3)."""
    line = "m-gum-uagit al-khaliq, m-gum-arbaa trinchera-izquierda, m-gum-sitta campamento-de-muley-achmed-sur"
    table = scene(f"s-a-caballo 2, {line}", "movement", scenario="tetuan").play("activate s-a-caballo")
    assert {"al-khaliq", "trinchera-izquierda"} == {n.split()[2] for n in table.legal("bombard")}
    assert "9" == table.refusal("bombard s-a-caballo campamento-de-muley-achmed-sur")


@pytest.mark.rule("9")
def test_guns_do_not_fire_at_a_shock(scene: Any) -> None:
    """Both sides are in that area; another area in range is a target, and this one before the attack (ruling 17)."""
    enemies = "m-gum-uagit castillejos, m-gum-arbaa ar-rahim"
    table = scene(f"s-montada playa-del-tarajal, s-cuenca castillejos came=playa-del-tarajal, {enemies}", "shock")
    table = table.play("activate s-montada")
    assert {"bombard s-montada ar-rahim"} == table.legal("bombard")
    assert "9 (ruling 17)" == table.refusal("bombard s-montada castillejos")
    table = scene(f"s-montada playa-del-tarajal, s-cuenca playa-del-tarajal, {enemies}", "movement")
    assert "bombard s-montada castillejos" in table.play("activate s-montada").legal()


@pytest.mark.rule("11.T.3")
def test_rockets_reach_two_areas_and_frighten_horses(scene: Any) -> None:
    """They get one coin more against cavalry."""
    line = "m-seyyid-1 al-khaliq, m-gum-arbaa trinchera-izquierda"
    table = scene(f"s-cohetes 2, {line}", "movement", scenario="tetuan").play("activate s-cohetes")
    assert "11.T.3" == table.refusal("bombard s-cohetes trinchera-izquierda")
    assert [(1, "11.T.3 (ruling 23)")] == table.terms("bombard s-cohetes al-khaliq")


@pytest.mark.rule("11.T.3")
def test_spanish_guns_at_works_lose_a_coin(scene: Any) -> None:
    """Moroccan guns do not."""
    table = scene("s-reserva 1, m-gum-arbaa trinchera-izquierda", "movement", scenario="tetuan")
    table = table.play("activate s-reserva")
    assert [(-1, "11.T.3 (ruling 32)")] == table.terms("bombard s-reserva trinchera-izquierda")
    table = scene("m-okla campamento-de-abbas, s-zamora trinchera-izquierda", "movement", "moroccan", "tetuan")
    assert [] == table.play("activate m-okla").mods("bombard m-okla trinchera-izquierda")


@pytest.mark.rule("9")
def test_mountains_block_guns_that_are_not_on_one(scene: Any) -> None:
    line = "m-gum-uagit campamento-de-abbas, m-gum-arbaa al-musawwir"
    table = scene(f"s-bateria-estrella fuerte-de-la-estrella, {line}", "movement", scenario="tetuan")
    table = table.play("activate s-bateria-estrella")
    assert "bombard s-bateria-estrella al-musawwir" in table.legal()
    table = scene("s-bateria-estrella fuerte-de-la-estrella, m-gum-uagit al-quddus, m-gum-sitta torre-jeleli",
                  "movement", scenario="tetuan").play("activate s-bateria-estrella")
    assert "9 (ruling 8)" == table.refusal("bombard s-bateria-estrella torre-jeleli")
    table = scene("s-montana-1 al-wahhab, m-gum-uagit torre-jeleli", "movement", scenario="tetuan")
    assert "bombard s-montana-1 torre-jeleli" in table.play("activate s-montana-1").legal()


@pytest.mark.rule("9")
@pytest.mark.parametrize(("faces", "result"), [
    ((5, 6), "X"), ((5, 5), "D"), ((5, 2), "R"), ((5, 1), "-"), ((3, 4), "R"), ((3, 6), "D"), ((1, 6), "R"),
    ((1, 5), "-"), ((0, 6), "-"), ((2, 5), "R"), ((4, 3), "R"), ((4, 2), "-")])
def test_the_artillery_table(scene: Any, faces: tuple[int, int], result: str) -> None:
    """Heads are compared with the die, at range 1 (ruling 2)."""
    enemies = ", ".join(f"{unit} playa-del-tarajal" for unit in ("m-gum-uagit", "m-gk-haus", "m-nizam-nur"))
    table = scene(f"s-montada a, {enemies}", "movement").play("activate s-montada")
    table = table.play("bombard s-montada playa-del-tarajal")
    assert [(0, 5), (1, 6)] == table.dice
    table = table.play(faces)
    everybody = {"m-gum-uagit", "m-gk-haus", "m-nizam-nur"}
    found = {"-": (set(), set(), set()), "R": (set(), set(), set()), "D": (set(), everybody, set()),
             "X": ({"m-gum-uagit"}, {"m-gk-haus"}, {"m-nizam-nur"})}[result]
    assert found == (set(table.removed()), table.marked("demoralized"), table.marked("reduced"))
    fleeing = [] if result == "-" else ["m-gk-haus" if result == "X" else "m-gum-uagit"]
    assert fleeing == sorted({n.split()[1] for n in table.legal("retreat")})


@pytest.mark.rule("9")
@pytest.mark.parametrize(("place", "hit"), [("playa-del-tarajal", True), ("castillejos", True), ("ar-rahim", False)])
def test_range_is_subtracted_from_the_die(scene: Any, place: str, hit: bool) -> None:
    """Four heads and a four have a result at range 1 and 2, none at range 3."""
    table = scene(f"s-montada a, m-gum-uagit {place}", "movement")
    table = table.play("activate s-montada", f"bombard s-montada {place}")
    assert hit == bool(table.play((3, 5) if place == "castillejos" else (3, 4)).legal("retreat"))


@pytest.mark.rule("9")
@pytest.mark.rule("10")
def test_artillery_modifiers(scene: Any) -> None:
    """Ruling 2: officer, buildings, crowds."""
    crowd = "m-nizam-nur castillejos, m-nizam-kabir castillejos, m-gum-uagit castillejos"
    table = scene(f"s-montada playa-del-tarajal, s-prim playa-del-tarajal, {crowd}", "movement")
    table = table.play("activate s-montada")
    assert [(3, "10"), (-2, "9"), (1, "9")] == [
        (m[0], m[2]) for m in table.mods("bombard s-montada castillejos with s-prim")]


@pytest.mark.rule("11.T.3")
def test_the_gun_of_the_medina_never_moves(scene: Any) -> None:
    """It fires but never moves, not even by fire (ruling 8); losing a shock destroys it."""
    table = scene("m-jorge-iii tetuan, s-zamora ar-mumin, s-albuera al-jabbar", "movement", "moroccan", "tetuan")
    table = table.play("activate m-jorge-iii")
    assert "11.T.3" == table.refusal("move m-jorge-iii ar-malik")
    assert table.legal("bombard")
    line = "m-jorge-iii tetuan, s-reserva ar-mumin"
    table = scene(line, "movement", "spanish", "tetuan").play("activate s-reserva", "bombard s-reserva tetuan", (4, 4))
    assert "tetuan" == table.units["m-jorge-iii"]
    assert [("9 (ruling 8)", "Jorge III")] == [
        (str(event.rule), *facts(event.text)) for event in table.events if event.rule.ruling == 8]
    table = scene("m-jorge-iii tetuan, s-zamora ar-mumin, s-prim ar-mumin", "fire", "spanish", "tetuan")
    table = table.play("fire s-zamora tetuan with s-prim", 3, 0)
    assert ("tetuan", "9 (ruling 8)") == (table.units["m-jorge-iii"], table.rules_of("noted")[-1])
    line = "m-jorge-iii tetuan, s-zamora tetuan came=ar-mumin, s-albuera tetuan came=ar-mumin"
    table = scene(line, "shock", "spanish", "tetuan").play("shock tetuan", (2, 0))
    assert ["m-jorge-iii"] == table.removed()
    joined = scene(f"{line}, m-omar tetuan", "shock", "spanish", "tetuan").play("shock tetuan", (2, 0))
    assert ["m-jorge-iii"] == joined.removed()
    assert {"retreat m-omar ar-malik"} <= joined.legal("retreat")


@pytest.mark.rule("9")
def test_a_gun_without_a_chance_does_not_fire(scene: Any) -> None:
    """Two coins at range 3 have no effect on buildings, whatever the roll; with an officer's coins they may."""
    table = scene("s-2-bateria a, m-gk-haus casa-del-morabito", "movement").play("activate s-2-bateria")
    preview = table.preview("bombard s-2-bateria casa-del-morabito")
    assert {"-"} == {outcome.result for outcome in preview.outcomes if outcome.chance}
    assert set() == table.legal("bombard")
    assert ("9 (ruling 17)", 2, 3) == table.reason("bombard s-2-bateria casa-del-morabito")
    helped = scene("s-2-bateria a, s-prim a, m-gk-haus casa-del-morabito", "movement").play("activate s-2-bateria")
    assert {"bombard s-2-bateria casa-del-morabito with s-prim"} == helped.legal("bombard")


@pytest.mark.rule("8")
@pytest.mark.rule("8.1")
@pytest.mark.rule("9")
@pytest.mark.parametrize(("line", "orders", "left"), [
    ("m-jorge-iii tetuan, s-zamora ar-mumin", ("activate m-jorge-iii",), ": fire"),
    ("s-5-artilleria 8, m-gum-uagit 4", ("activate s-5-artilleria",), ": fire, or move"),
    ("s-5-artilleria 1 active moved_active, m-gum-uagit 4", ("activate s-5-artilleria",), ": fire"),
    ("m-seyyid-3 5, s-zamora 4, s-cuenca 8", ("activate m-seyyid-3",),
     ": fire, then move; or move, fire and move on"),
    ("m-seyyid-3 5, s-zamora 1, s-cuenca 8", ("activate m-seyyid-3",), ": move; may fire after one area"),
    ("m-bujari-3 al-ghaffar, s-zamora 5", ("activate m-bujari-3",), ": move"),
    ("m-seyyid-3 al-fattah, s-zamora 1", ("activate m-seyyid-3", "move m-seyyid-3 4"), ": fire, then move"),
    ("s-husares al-khaliq, m-gum-uagit 4", ("activate s-husares",), ": fire, then move"),
    ("s-husares al-khaliq, m-gum-uagit tetuan", ("activate s-husares",), ": move"),
    ("s-husares 4, m-gum-uagit trinchera-izquierda", ("activate s-husares", "move s-husares 5"), ": move"),
    ("s-lanceros-farnesio al-khaliq, m-gum-uagit 4", ("activate s-lanceros-farnesio",), ": move"),
])
def test_the_question_tells_what_those_activated_may_still_do(
    scene: Any, line: str, orders: tuple[str, ...], left: str
) -> None:
    """Checked for guns that cannot move any more, cavalry that has moved or has no target, and the Algarabia."""
    phasing = "spanish" if line.startswith("s-") else "moroccan"
    table = scene(line, "movement", phasing, "tetuan").play(*orders)
    assert str(table.rules.prompt(table.state).text).endswith(left)


@pytest.mark.rule("9")
def test_defensive_fire_is_directed_at_a_gun_that_enters(scene: Any) -> None:
    """The gun has no Algarabia."""
    for unit, words in (("s-montana-1", "Fire at the gun that moved in"),
                        ("s-husares", "Fire at the cavalry that rode in")):
        table = scene(f"{unit} 5, m-gum-uagit 4", "movement", scenario="tetuan")
        table = table.play(f"activate {unit}", f"move {unit} 4")
        assert words == str(table.rules.prompt(table.state).text)


@pytest.mark.rule("9")
def test_guns_fire_at_an_area_in_which_the_gunboat_lies(scene: Any) -> None:
    """Neither the gunboat nor the marines aboard count there; after landing the marines do (ruling 17)."""
    line = "s-montada a, m-gum-uagit playa-del-tarajal, s-ceres playa-del-tarajal, s-marina playa-del-tarajal"
    aboard = scene(f"{line} aboard", "movement").play("activate s-montada")
    assert "bombard s-montada playa-del-tarajal" in aboard.legal()
    table = scene(line, "movement").play("activate s-montada")
    assert "9 (ruling 17)" == table.refusal("bombard s-montada playa-del-tarajal")


@pytest.mark.rule("8")
@pytest.mark.rule("9")
@pytest.mark.parametrize(("order", "cited"), [
    ("move s-montana-1 4", "9"), ("fire s-montana-1 4", "9"), ("move s-lanceros-farnesio 4", "8")])
def test_a_unit_that_was_not_activated_cites_its_own_rule(scene: Any, order: str, cited: str) -> None:
    """During the hussars' activation a gun is refused by the rule of guns."""
    line = "s-husares 5, s-montana-1 5, s-lanceros-farnesio 5, m-gum-uagit 4"
    assert cited == scene(line, "movement", scenario="tetuan").play("activate s-husares").refusal(order)
