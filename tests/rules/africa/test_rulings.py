"""Rulings on passages that two readers of the rulebook had understood differently."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.event import Declared
from tests.rules.table import facts

MARINES = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora 2"
ATTACKER = "m-nizam-nur rio-martin-3 came=rio-martin-4"


@pytest.mark.rule("6.1")
@pytest.mark.rule("11.T.3")
@pytest.mark.parametrize("idle", ["m-gum-hamsa", "m-nizam-din"])
def test_demoralized_units_alone_with_the_marines_retreat(scene: Any, idle: str) -> None:
    """The marines drive off the only attackers; the demoralized unit makes no attack and retreats."""
    table = scene(f"{MARINES}, {ATTACKER}, {idle} rio-martin-3 demoralized", "defensive-fire", "moroccan", "tetuan")
    table = table.play("land s-marina rio-martin-3", "fire s-marina rio-martin-3", 4, 0,
                       "retreat m-nizam-nur al-razzaq")
    assert ("shock", "moroccan") == table.now[1:]
    assert table.legal() == table.legal(f"retreat {idle}")
    assert "6.2" == str(table.rules.prompt(table.state).rule)
    retreated = table.play(f"retreat {idle} al-razzaq")
    assert ["6.1"] == retreated.rules_of("noted")[-1:]
    assert ("al-razzaq", "rio-martin-3") == (retreated.units[idle], retreated.units["s-marina"])
    assert "end" == retreated.now[1]


@pytest.mark.rule("6.1")
@pytest.mark.rule("11.T.3")
def test_a_demoralized_unit_beside_attackers_gives_no_coins(scene: Any) -> None:
    """It is not in the preview, does not roll its die, and retreats on a tie."""
    line = f"{MARINES.replace(' aboard', '')}, m-gum-hamsa rio-martin-3 demoralized, {ATTACKER}"
    table = scene(line, "shock", "moroccan", "tetuan")
    shown = table.preview("shock rio-martin-3")
    assert (["m-nizam-nur"], 1, "") == ([line.unit for line in shown.attackers], shown.attack, shown.note)
    assert [("m-nizam-nur",)] == [duty.units for duty in table.rules.prompt(table.state).duties]
    pieces = table.rules.counters(table.state)
    assert {"m-nizam-nur"} == {piece.unit for piece in pieces if "must-attack" in piece.marks}
    fought = table.play("shock rio-martin-3")
    assert [("m-nizam-nur",)] == [event.attackers for event in fought.events[-1:] if isinstance(event, Declared)]
    assert [(0, 1), (0, 2)] == fought.dice
    tied = fought.play((1, 1))
    assert "rio-martin-4" == tied.units["m-nizam-nur"]
    assert tied.legal() == tied.legal("retreat m-gum-hamsa")


@pytest.mark.rule("6.1")
@pytest.mark.rule("11.T.3")
def test_no_unit_retreats_into_the_gunboats_area(scene: Any) -> None:
    """The gunboat is an enemy unit: the gum has another way out, or is lost (ruling 24)."""
    gun, other_ways = "s-reserva 3, m-gum-hamsa 1", "s-zamora 4, s-cuenca 2, s-leon al-khaliq, s-africa al-razzaq"
    ship = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard"
    order = ("activate s-reserva", "bombard s-reserva 1", (5, 5))
    free = scene(f"{gun}, {ship}", "movement", "moroccan", "tetuan").play(*order)
    assert ("6.1 (ruling 24)", "Ceres", "Río Martin 3") == free.reason("retreat m-gum-hamsa rio-martin-3")
    assert {"2", "4", "al-khaliq", "al-razzaq"} == {action.split()[2] for action in free.legal("retreat")}
    shut = scene(f"{gun}, {ship}, {other_ways}", "movement", "moroccan", "tetuan").play(*order)
    assert ["m-gum-hamsa"] == shut.removed()


@pytest.mark.rule("6.2")
@pytest.mark.rule("11.C.3")
@pytest.mark.parametrize(("ship", "orders", "back"), [
    ("castillejos", ("retreat m-nizam-nur casa-de-la-condesa",), "casa-de-la-condesa"),
    ("mar-de-los-castillejos", (), "castillejos"),
])
def test_attackers_do_not_go_back_into_the_gunboats_area(
    scene: Any, ship: str, orders: tuple[str, ...], back: str
) -> None:
    """On a tie they retreat elsewhere if the gunboat has come to the area they left (rulings 10 and 24)."""
    line = (f"m-nizam-nur playa-del-tarajal came=castillejos, s-caz-vergara playa-del-tarajal, "
            f"m-gk-haus casa-de-la-condesa, s-ceres {ship}, s-marina {ship} aboard")
    tied = scene(line, "shock", "moroccan").play("shock playa-del-tarajal", (1, 1))
    assert "retreat m-nizam-nur castillejos" not in tied.legal("retreat")
    assert back == tied.play(*orders).units["m-nizam-nur"]


@pytest.mark.rule("6.2")
@pytest.mark.rule("11.T.3")
def test_units_that_were_there_before_the_marines_landed_attack_too(scene: Any) -> None:
    """Unless demoralized they are targets, give coins, and retreat on a tie because they came from no area
    (ruling 12)."""
    line = f"{MARINES}, m-nizam-din rio-martin-3, {ATTACKER}"
    table = scene(line, "defensive-fire", "moroccan", "tetuan").play("land s-marina rio-martin-3")
    assert {"m-nizam-din"} == {line.unit for line in table.preview("fire s-marina rio-martin-3").defenders}
    table = table.play("done")
    assert 3 == table.preview("shock rio-martin-3").attack
    tied = table.play("shock rio-martin-3", (1, 1))
    assert "rio-martin-4" == tied.units["m-nizam-nur"]
    assert tied.legal() == tied.legal("retreat m-nizam-din")


@pytest.mark.rule("11.T.3")
@pytest.mark.rule("11.C.3")
def test_units_aboard_cite_their_battle(scene: Any) -> None:
    """Refusals of fire and moves cite ruling 34 at Tetuan; a landing where the Ceres lies cites ruling 39."""
    fire = scene(f"{MARINES}, {ATTACKER}", "defensive-fire", "moroccan", "tetuan")
    assert "11.T.3 (ruling 34)" == fire.refusal("fire s-marina rio-martin-3")
    assert "11.T.3 (ruling 34)" == scene(f"{MARINES}, m-nizam-nur al-razzaq", "movement", "spanish", "tetuan").refusal(
        "move s-marina rio-martin-4")
    coast = scene("s-ceres castillejos, s-marina castillejos aboard, m-gum-uagit al-wahhab", "movement")
    assert ["11.C.3 (ruling 39)"] == coast.play("land s-marina castillejos").rules_of("noted")[:1]
    assert ["11.C.3"] == coast.play("land s-marina playa-del-tarajal").rules_of("noted")[:1]


HUSSARS = ("s-husares 8, s-cordoba aduana, s-leon aduana, s-saboya aduana, m-nizam-nur 6, m-gum-hamsa 7, "
           "m-nizam-din 3, m-gk-haus rio-martin-1")
"""Hussars under fire in area 8; beyond Playa there is only Aduana, which is full."""


@pytest.mark.rule("5")
@pytest.mark.rule("6.1")
def test_an_area_that_leads_only_to_a_full_one_is_a_dead_end(scene: Any) -> None:
    """Cavalry stops before it, and may not enter the dead end while another area leads on (ruling 31)."""
    shut = scene(f"{HUSSARS}, m-gk-tanja fuerte-de-la-estrella", "fire", "moroccan", "tetuan").play(
        "fire m-nizam-nur 8", 3, 0)
    assert ("playa", []) == (shut.units["s-husares"], shut.removed())
    way_out = scene(HUSSARS, "fire", "moroccan", "tetuan").play("fire m-nizam-nur 8", 3, 0)
    assert "fuerte-de-la-estrella" == way_out.units["s-husares"]
    room = scene(HUSSARS.replace("s-saboya aduana, ", ""), "fire", "moroccan", "tetuan").play(
        "fire m-nizam-nur 8", 3, 0)
    assert {"playa", "fuerte-de-la-estrella"} == {action.split()[2] for action in room.legal("retreat")}
    choice = HUSSARS.replace("m-nizam-nur 6, m-gum-hamsa 7", "m-nizam-nur 7")
    refused = scene(choice, "fire", "moroccan", "tetuan").play("fire m-nizam-nur 8", 3, 0)
    assert "6.1 (ruling 31)" == refused.refusal("retreat s-husares playa")
    assert {"6", "fuerte-de-la-estrella"} == {action.split()[2] for action in refused.legal("retreat")}


@pytest.mark.rule("5")
def test_the_next_phase_is_announced_after_retreats_for_want_of_room(scene: Any) -> None:
    """First the lack of room, then the retreats, then the phase (ruling 4)."""
    line = "s-cordoba a, s-saboya a, s-leon a, s-navarra a, s-luchana playa-del-tarajal, m-gum-uagit castillejos"
    table = scene(line, "movement", "moroccan", turn=4).play("done")
    assert table.legal() == table.legal("retreat s-navarra")
    assert "phase" not in {event.type for event in table.events}
    after = [event.type for event in table.play("retreat s-navarra b").events]
    assert ["noted", "retreated", "phase"] == after[:3]


@pytest.mark.rule("11.T.3")
@pytest.mark.rule("6.2")
def test_enemies_before_the_landing_attack_from_their_origin(scene: Any) -> None:
    """They have the modifier of attackers from a river; on a tie they return there, and the area is otherwise free
    (ruling 12)."""
    line = f"{MARINES}, m-nizam-nur rio-martin-4"
    table = scene(line, "movement", "moroccan", "tetuan").play(
        "move m-nizam-nur rio-martin-3", "done", "land s-marina rio-martin-3", "done")
    assert (-1, "6.2 (ruling 2)") in table.terms("shock rio-martin-3")
    assert table.preview("shock rio-martin-3").attack == 1
    after = table.play("shock rio-martin-3", (1, 1))
    assert "rio-martin-4" == after.units["m-nizam-nur"]


@pytest.mark.rule("11.T.3")
@pytest.mark.rule("6.2")
def test_enemies_before_the_landing_count_their_two_directions(scene: Any) -> None:
    """They used two paths; an officer who has moved on, and a move with no marines aboard, leave no trace
    (ruling 12)."""
    line = f"{MARINES}, m-nizam-nur rio-martin-4, m-gum-uagit al-razzaq, m-abbas al-razzaq"
    table = scene(line, "movement", "moroccan", "tetuan")
    fought = table.play("move m-nizam-nur rio-martin-3", "move m-gum-uagit rio-martin-3", "done",
                        "land s-marina rio-martin-3", "done")
    assert (1, "6.2 (ruling 2)") in fought.terms("shock rio-martin-3")
    gone = table.play("move m-abbas rio-martin-3", "move m-abbas rio-martin-4")
    assert () == gone.state.came
    landed = scene(line.replace("rio-martin-3 aboard", "1"), "movement", "moroccan", "tetuan")
    assert () == landed.play("move m-gum-uagit rio-martin-3").state.came


@pytest.mark.rule("8")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("rider", "other", "phase"), [
    ("m-bujari-1 campamento-de-abbas", "s-principe rio-castillejos reduced", "fire"),
    ("m-bujari-1 campamento-de-abbas", "s-principe a reduced", "movement"),
    ("m-bujari-1 campamento-de-abbas active", "s-principe rio-castillejos reduced", "movement"),
])
def test_a_fire_phase_waits_for_an_algarabia(scene: Any, rider: str, other: str, phase: str) -> None:
    """It waits for one area and then a shot that may hit, but not without such a shot, nor for activated cavalry
    (ruling 26)."""
    table = scene(f"{rider}, {other}", "movement").play("done")
    assert (1, phase, "moroccan") == table.now


@pytest.mark.rule("8")
def test_a_fire_phase_does_not_wait_for_a_charge(scene: Any) -> None:
    """Hussars could attack an enemy but not fire before it; and cavalry without a path does not count (ruling 26)."""
    table = scene("s-husares a, s-cuenca b, m-gum-uagit castillejos", "movement", "moroccan", turn=2).play("done")
    assert (3, "movement", "spanish") == table.now


@pytest.mark.rule("11.W.3")
def test_convoys_are_no_targets(scene: Any) -> None:
    """Neither fire nor guns may target them; adjacent troops may be, and only these get markers (ruling 27)."""
    line = "s-convoy-1 lam, s-zamora 1, m-nizam-nur kaf, m-veneciano aduar-am-sal, s-rey nun"
    table = scene(line, "fire", "moroccan", "wad-ras")
    assert "11.W.3 (ruling 27)" == table.refusal("fire m-nizam-nur lam")
    assert "11.W.3 (ruling 27)" == table.play("activate m-veneciano").refusal("bombard m-veneciano lam")
    table = scene(f"{line}, s-caz-navas lam", "fire", "moroccan", "wad-ras").play("activate m-veneciano")
    struck = table.play("bombard m-veneciano lam", (4, 6))
    assert {"s-caz-navas"} == struck.marked("demoralized")


@pytest.mark.rule("9")
@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("more", "end"), [
    ("", "ta"),
    (", s-rey ta, s-leon ta", "2"),  # nine points with the other convoy: on from there
    (", s-rey ta demoralized, m-gum-uagit 2, m-gum-sitta 3, s-leon ta", "puente-busceja"),  # no room that way: it stays
])
def test_artillery_drives_off_convoys_with_their_escort(scene: Any, more: str, end: str) -> None:
    """If all troops retreat the convoy does too, by road, towards an area with room (ruling 27)."""
    line = "s-convoy-1 puente-busceja, s-convoy-2 ta, s-caz-navas puente-busceja, m-veneciano jim, s-zamora 1" + more
    table = scene(line, "fire", "moroccan", "wad-ras").play("activate m-veneciano")
    table = table.play("bombard m-veneciano puente-busceja", (3, 4))
    if end == "2":
        table = table.play("retreat s-convoy-1 2")
    assert end == table.units["s-convoy-1"]
    assert "captured" not in table.position or not table.position["captured"]


@pytest.mark.rule("9")
@pytest.mark.rule("11.W.3")
def test_a_retreat_cites_its_cause(scene: Any) -> None:
    """Guns: 9, and ruling 27 for the convoy; fire: 6.1; lack of room: 5."""
    line = "s-convoy-1 puente-busceja, s-caz-navas puente-busceja, m-veneciano jim, s-zamora 1"
    table = scene(line, "fire", "moroccan", "wad-ras").play("activate m-veneciano")
    table = table.play("bombard m-veneciano puente-busceja", (3, 4))
    assert "11.W.3 (ruling 27)" == table.rules_of("retreated")[0]
    assert "9" == str(table.rules.prompt(table.state).rule)
    assert "9" == table.play("retreat s-caz-navas ta").rules_of("retreated")[-1]
    shot = scene("s-cuenca a, m-gum-uagit playa-del-tarajal").play("fire s-cuenca playa-del-tarajal", 4, 0)
    assert "6.1" == str(shot.rules.prompt(shot.state).rule)


@pytest.mark.rule("6.1")
@pytest.mark.rule("9")
def test_retreats_of_officers_alone_and_with_troops(scene: Any) -> None:
    """Alone an officer retreats his movement allowance of two areas (6.1); with troops he goes as far as foot
    (ruling 11)."""
    alone = scene("m-achmet jim, s-castilla puente-busceja", "fire", scenario="wad-ras")
    shot = alone.play("fire s-castilla jim", 3, 0)
    first = next(iter(sorted(shot.legal("retreat"))))
    assert {"retreat m-achmet"} == {n.rsplit(" ", 1)[0] for n in shot.play(first).legal("retreat")}
    shelled = scene("m-achmet jim, s-a-caballo puente-busceja", "fire", scenario="wad-ras").play(
        "activate s-a-caballo", "bombard s-a-caballo jim", (3, 5))
    assert {"retreat m-achmet"} == {n.rsplit(" ", 1)[0] for n in shelled.play(first).legal("retreat")}
    line = "m-nizam-nur jim, m-achmet jim, s-a-caballo puente-busceja"
    both = scene(line, "fire", scenario="wad-ras").play("activate s-a-caballo", "bombard s-a-caballo jim", (4, 4))
    both = both.play(first.replace("m-achmet", "m-nizam-nur"), first)
    assert set() == both.legal("retreat")
    assert both.units["m-nizam-nur"] == both.units["m-achmet"]
    assert ["9", "9 (ruling 11)"] == both.rules_of("retreated")


@pytest.mark.rule("10")
def test_an_officer_who_cannot_go_back_retreats_under_10(scene: Any) -> None:
    """His troops were driven off by defensive fire, so there was no shock under 6.2."""
    line = "s-castilla jim, m-gum-sabaa aduar-am-sal, m-abbas aduar-am-sal, s-husares ghain, s-saboya puente-busceja"
    table = scene(line, "movement", "moroccan", "wad-ras").play(
        "move m-gum-sabaa jim", "move m-abbas jim", "activate s-husares", "move s-husares aduar-am-sal", "done", "done",
        "fire s-castilla jim", 3, 3)
    assert "10" == str(table.rules.prompt(table.state).rule)
    assert "10" == table.refusal("retreat m-abbas puente-busceja")


@pytest.mark.rule("5")
def test_a_retreat_for_lack_of_room_cites_5(scene: Any) -> None:
    """One area was required after fire; the next one, and elimination for lack of another, are due to the full area;
    the unit could only go back to the area that it has left (ruling 30)."""
    line = ("s-caz-navas puente-busceja, s-caz-baza puente-busceja, m-nizam-nur jim, s-zamora ta, s-leon ta, "
            "s-albuera ta, m-gum-arbaa rio-busceja-2, m-gum-hamsa rio-busceja-3, m-gum-achara ba, m-gum-ignani tha, "
            "m-gum-uagit 3")
    for more, on in (("", ["6.1", "5"]), (", m-gum-tamania 2", ["6.1"])):
        table = scene(line + more, "fire", "moroccan", "wad-ras").play("fire m-nizam-nur puente-busceja", 4, 0)
        assert on == table.rules_of("retreated")
        assert (["5 (ruling 30)"] if more else []) == table.rules_of("removed")


@pytest.mark.rule("9")
@pytest.mark.rule("11.W.3")
def test_a_convoy_stays_with_remaining_troops(scene: Any) -> None:
    """Foot is destroyed, the regulars lose a step and stay (ruling 27)."""
    line = ("s-convoy-1 puente-busceja, s-caz-navas puente-busceja, s-caz-baza puente-busceja, s-rey puente-busceja, "
            "m-veneciano jim, s-zamora 1")
    table = scene(line, "fire", "moroccan", "wad-ras").play("activate m-veneciano")
    table = table.play("bombard m-veneciano puente-busceja", (5, 6))
    assert "s-caz-navas" not in table.units
    assert {"puente-busceja"} == {table.units["s-convoy-1"], table.units["s-rey"]}
    assert {"retreat s-caz-baza ta"} <= table.legal("retreat")


SHAKEN = "m-seyyid-5 puente-busceja came=jim, s-castilla puente-busceja, s-odonnell puente-busceja"


@pytest.mark.rule("6.2")
@pytest.mark.rule("10")
def test_a_demoralized_officer_among_troops_defends(scene: Any) -> None:
    """His FD counts, and so does his marker (ruling 11)."""
    for flag, cost in (("", 0), (" demoralized", 1)):
        table = scene(f"{SHAKEN}{flag}", "shock", "moroccan", "wad-ras")
        found = table.preview("shock puente-busceja").modifiers
        assert [(3, "10"), (-1, "6.1")][:1 + cost] == [(m.value, str(m.rule)) for m in found if m.unit == "s-odonnell"]


@pytest.mark.rule("6.2")
@pytest.mark.rule("10")
def test_a_demoralized_officer_helps_neither_in_fire_nor_in_attack(scene: Any) -> None:
    """The attack has its coins without him; fire and guns refuse him (ruling 11)."""
    line = "s-castilla jim, s-montana-1 jim, s-odonnell jim demoralized, m-gk-haus aduar-am-sal"
    table = scene(line, "fire", scenario="wad-ras")
    assert "6.2 (ruling 11)" == table.refusal("fire s-castilla aduar-am-sal with s-odonnell")
    assert ("6.2 (ruling 11)", "O'Donnell") == table.reason("fire s-castilla aduar-am-sal with s-odonnell")
    assert not {text for text in table.legal("fire") if "s-odonnell" in text}
    bombard = table.play("activate s-montana-1")
    assert "6.2 (ruling 11)" == bombard.refusal("bombard s-montana-1 aduar-am-sal with s-odonnell")
    line = "s-castilla jim came=puente-busceja, s-odonnell jim demoralized, m-gk-haus jim"
    mods = scene(line, "shock", scenario="wad-ras").mods("shock jim")
    assert not [name for _, name, _ in mods if "Donnell" in str(name)]


@pytest.mark.rule("11.C.3")
@pytest.mark.rule("6.2")
def test_three_crosses_drive_off_beyond_the_gunboats_adjacent_areas(scene: Any) -> None:
    """The retreat cannot end in al-malik while the gunboat is in adjacent ar-raham (ruling 24)."""
    line = "m-nizam-kabir ar-rahim, s-cuenca ar-rahim came=castillejos, s-luchana ar-rahim came=castillejos"
    for ship, goes_on in (("mar-del-tarajal", False), ("ar-raham", True)):
        table = scene(f"{line}, s-ceres {ship}", "shock").play("shock ar-rahim", (1, 0))
        table = table.play("retreat m-nizam-kabir rio-castillejos", "retreat m-nizam-kabir al-malik")
        assert goes_on == bool(table.legal("retreat m-nizam-kabir"))


@pytest.mark.rule("11.C.3")
@pytest.mark.rule("5")
def test_the_gunboat_takes_no_room(scene: Any) -> None:
    """Nine points fit into its area, with the marines aboard (ruling 24)."""
    line = ("s-ceres castillejos, s-marina castillejos aboard, s-cuenca castillejos, s-luchana castillejos, "
            "s-principe playa-del-tarajal, m-gum-uagit al-wahhab")
    table = scene(line, "movement").play("move s-principe castillejos")
    assert 9 == table.state.points(table.state.setting.ground.index["castillejos"], 0)


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("unit", ["s-husares", "s-prim"])
def test_a_retreat_of_two_areas_avoids_a_dead_end(scene: Any, unit: str) -> None:
    """Aduana leads nowhere, area 8 leads on; without such an area the unit stops after one (ruling 31)."""
    line = f"{unit} playa, m-nizam-nur 7, m-gum-hamsa 3, m-nizam-din rio-martin-1"
    table = scene(line, "fire", "moroccan", "tetuan").play("fire m-nizam-nur playa", 3, 0)
    assert "8" == table.units[unit]
    assert "aduana" not in {action.split()[2] for action in table.legal("retreat")}
    shut = scene(f"{line}, m-nizam-kabir 8", "fire", "moroccan", "tetuan").play("fire m-nizam-nur playa", 3, 0)
    assert ("aduana", []) == (shut.units[unit], shut.removed())


@pytest.mark.rule("6.1")
def test_a_dead_end_is_refused_to_cavalry(scene: Any) -> None:
    """With the enemy in B, A leads nowhere; infantry, which retreats one area, may enter it (ruling 31)."""
    for unit, why in (("m-bujari-1", "6.1 (ruling 31)"), ("m-gum-uagit", None)):
        table = scene(f"s-montada b, {unit} playa-del-tarajal").play(
            "activate s-montada", "bombard s-montada playa-del-tarajal", (3, 5))
        assert {"casa-de-la-condesa", "castillejos", *([] if why else ["a"])} == {
            action.split()[2] for action in table.legal("retreat")}
        assert why is None or why == table.refusal(f"retreat {unit} a")


@pytest.mark.rule("6.1")
def test_a_unit_without_an_area_to_retreat_to_is_said_to_be_unable(scene: Any) -> None:
    """The line for the log gives the reason of its elimination."""
    line = ("s-cordoba b, s-caz-vergara al-jabbar, s-caz-arapiles ar-aziz, m-gum-hamsa as-salam, m-nizam-nur al-malik")
    table = scene(line).play("fire s-cordoba as-salam", 3, 0)
    lost = next(event for event in table.events if event.type == "removed")
    assert "6.1" == str(lost.rule)
    assert "retreat" in str(lost.text)


@pytest.mark.rule("9")
@pytest.mark.rule("10")
def test_a_gun_is_said_to_fire_with_its_officer(scene: Any) -> None:
    """The event of the declared fire and the title of the roll name the officer who helps."""
    table = scene("s-montada castillejos, s-prim castillejos, m-nizam-nur ar-rahim").play(
        "activate s-montada", "bombard s-montada ar-rahim with s-prim")
    roll = table.rules.pending_roll(table.state)
    assert roll is not None
    for text in (roll.title, table.events[-1].text):
        assert {"Art. Montada", "Prim", "Ar Rahim"} == {*facts(text)}


@pytest.mark.rule("9")
def test_a_line_of_fire_goes_around_a_mountain(scene: Any) -> None:
    """Any path within range without mountains between counts; the range is its length (ruling 8)."""
    table = scene("s-2-bateria casa-de-la-condesa, m-gum-uagit al-mumin", "fire")
    ground = table.state.setting.ground
    far = ground.board.distances
    for a in range(len(ground.ids)):
        for b, distance in enumerate(ground.fire_distances[a]):
            if distance > far[a][b]:
                assert not ground.mountains >> a & 1
    index = ground.index
    assert 2 == far[index["castillejos"]][index["casa-de-la-condesa"]]
    from_castillejos = ground.fire_distances[index["castillejos"]]
    assert 2 == from_castillejos[index["casa-de-la-condesa"]]
    assert 2 == far[index["castillejos"]][index["al-mumin"]] < from_castillejos[index["al-mumin"]]


@pytest.mark.rule("5")
@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("enemy", "free"), [("aduar-am-sal", False), ("lam", True)])
def test_a_convoy_that_cannot_move_makes_no_room(scene: Any, enemy: str, free: bool) -> None:
    """Two of them and a regular that has moved fill the area, and the third convoy need not enter it (ruling 25)."""
    line = ("s-convoy-1 jim, s-convoy-2 jim, s-rey jim moved, s-convoy-3 puente-busceja, s-zamora 2 moved, "
            f"m-gum-uagit {enemy}")
    table = scene(line, "movement", scenario="wad-ras")
    assert free == ("move s-convoy-3 jim" in table.legal("move"))
    assert free != ("done" in table.legal())


@pytest.mark.rule("11.W.3")
def test_room_is_reserved_for_one_convoy_at_a_time(scene: Any) -> None:
    """Two could enter the bridge; foot may take the room of one of them only (ruling 25)."""
    line = ("s-convoy-1 ta, s-convoy-2 ta, s-rey puente-busceja moved, s-saboya rio-busceja-3, "
            "s-ingenieros rio-busceja-3, m-gk-haus jim")
    table = scene(line, "movement", scenario="wad-ras").play("move s-saboya puente-busceja")
    assert "11.W.3 (ruling 25)" == table.refusal("move s-ingenieros puente-busceja")
    assert "11.W.3" == table.refusal("done")
    assert "done" in table.play("move s-convoy-1 puente-busceja").legal()
    table = scene(line, "movement", scenario="wad-ras").play("move s-convoy-1 puente-busceja")
    assert "11.W.3 (ruling 25)" == table.refusal("move s-saboya puente-busceja")


@pytest.mark.rule("9")
@pytest.mark.parametrize("faces", [(4, 4), (4, 5)])
def test_artillery_does_not_drive_an_officer_from_a_gun_that_stays(scene: Any, faces: tuple[int, int]) -> None:
    """With R or D he stays, also if other troops retreat (ruling 8)."""
    for more, gone in (("", False), (", m-gum-uagit tetuan", True)):
        line = f"s-reserva ar-malik, m-jorge-iii tetuan, m-omar tetuan{more}"
        table = scene(line, "fire", scenario="tetuan").play("activate s-reserva", "bombard s-reserva tetuan", faces)
        assert [] == [text for text in table.legal("retreat") if "m-omar" in text]
        if gone:
            assert table.legal() == table.legal("retreat m-gum-uagit")
            table = table.play("retreat m-gum-uagit al-jabbar")
        assert ("tetuan", "tetuan") == (table.units["m-jorge-iii"], table.units["m-omar"])


@pytest.mark.rule("10")
def test_troops_may_join_an_officer_before_the_shock(scene: Any) -> None:
    """He goes back when the shock phase begins, but not if cavalry has joined him (ruling 28)."""
    line = ("s-prim castillejos came=playa-del-tarajal, s-husares playa-del-tarajal, m-gum-uagit castillejos, "
            "m-gum-arbaa castillejos")
    alone = scene(line, "defensive-fire").play("done")
    assert "playa-del-tarajal" == alone.units["s-prim"]
    table = scene(line, "defensive-fire").play("activate s-husares", "move s-husares castillejos", "done", "done")
    assert {"shock castillejos"} == table.legal("shock")
    assert "castillejos" == table.units["s-prim"]


@pytest.mark.rule("10")
@pytest.mark.rule("6.1")
def test_fire_makes_only_the_hit_unit_retreat(scene: Any) -> None:
    """Its officer stays behind alone (ruling 11)."""
    table = scene("s-cuenca a, m-gum-uagit playa-del-tarajal, m-omar playa-del-tarajal")
    after = table.play("fire s-cuenca playa-del-tarajal", 3, 0)
    assert after.legal() == after.legal("retreat m-gum-uagit")
    after = after.play("retreat m-gum-uagit castillejos")
    assert "playa-del-tarajal" == after.units["m-omar"]
