"""Rulings that two readers of the rulebook had understood differently."""

from __future__ import annotations

from typing import Any

import pytest

MARINES = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora 2"


@pytest.mark.rule("11.T.3")
@pytest.mark.rule("6.2")
def test_who_came_before_the_marines_landed_attacks_from_where_he_came(scene: Any) -> None:
    """Ruling 12: the coin of attackers from a river; on a tie back to it, where the area is free for all else."""
    line = f"{MARINES}, m-nizam-nur rio-martin-4"
    table = scene(line, "movement", "moroccan", "tetuan").play(
        "move m-nizam-nur rio-martin-3", "done", "land s-marina rio-martin-3", "done")
    assert (-1, "6.2 (ruling 2)") in table.terms("shock rio-martin-3")
    assert table.preview("shock rio-martin-3").attack == 1
    after = table.play("shock rio-martin-3", (1, 1))
    assert "rio-martin-4" == after.units["m-nizam-nur"]


@pytest.mark.rule("11.T.3")
@pytest.mark.rule("6.2")
def test_those_who_came_before_the_marines_have_the_coin_of_two_areas(scene: Any) -> None:
    """Ruling 12: by two ways; an officer who has ridden on, and a move with nobody aboard, leave nothing behind."""
    line = f"{MARINES}, m-nizam-nur rio-martin-4, m-gum-uagit al-razzaq, m-abbas al-razzaq"
    table = scene(line, "movement", "moroccan", "tetuan")
    fought = table.play("move m-nizam-nur rio-martin-3", "move m-gum-uagit rio-martin-3", "done",
                        "land s-marina rio-martin-3", "done")
    assert (1, "6.2 (ruling 2)") in fought.terms("shock rio-martin-3")
    gone = table.play("move m-abbas rio-martin-3", "move m-abbas rio-martin-4")
    assert () == gone.state.came
    ashore = scene(line.replace("rio-martin-3 aboard", "1"), "movement", "moroccan", "tetuan")
    assert () == ashore.play("move m-gum-uagit rio-martin-3").state.came


@pytest.mark.rule("8")
@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("rider", "other", "phase"), [
    ("m-bujari-1 campamento-de-abbas", "s-principe rio-castillejos reduced", "fire"),
    ("m-bujari-1 campamento-de-abbas", "s-principe a reduced", "movement"),
    ("m-bujari-1 campamento-de-abbas active", "s-principe rio-castillejos reduced", "movement"),
])
def test_a_fire_phase_waits_for_an_algarabia(scene: Any, rider: str, other: str, phase: str) -> None:
    """Ruling 26: one area and then a shot that may hit; not where none can, nor for a rider who has been activated."""
    table = scene(f"{rider}, {other}", "movement").play("done")
    assert (1, phase, "moroccan") == table.now


@pytest.mark.rule("8")
def test_a_fire_phase_does_not_wait_for_a_charge(scene: Any) -> None:
    """Ruling 26: hussars, who could ride at an enemy but not fire before it; nor do those without a way ride."""
    table = scene("s-husares a, s-cuenca b, m-gum-uagit castillejos", "movement", "moroccan", turn=2).play("done")
    assert (3, "movement", "spanish") == table.now


@pytest.mark.rule("11.W.3")
def test_convoys_are_no_target(scene: Any) -> None:
    """Ruling 27: neither of fire nor of guns; troops beside them are, and only these take markers."""
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
    """Ruling 27: when all troops retreat; by road, towards an area with room."""
    line = "s-convoy-1 puente-busceja, s-convoy-2 ta, s-caz-navas puente-busceja, m-veneciano jim, s-zamora 1" + more
    table = scene(line, "fire", "moroccan", "wad-ras").play("activate m-veneciano")
    table = table.play("bombard m-veneciano puente-busceja", (3, 4))
    if end == "2":
        table = table.play("retreat s-convoy-1 2")
    assert end == table.units["s-convoy-1"]
    assert "captured" not in table.position or not table.position["captured"]


@pytest.mark.rule("9")
@pytest.mark.rule("11.W.3")
def test_a_retreat_cites_what_drives_the_unit_off(scene: Any) -> None:
    """Guns: 9, and ruling 27 for the convoy that goes along; fire: 6.1; want of room: 5."""
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
def test_officers_alone_retreat_two_areas_and_along_with_troops_one(scene: Any) -> None:
    """Ruling 11: 6.1 asks for the movement allowance, an officer's is two areas; with troops he goes as foot does."""
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
    """His troops were driven off by defensive fire; there was no shock that 6.2 could be about."""
    line = "s-castilla jim, m-gum-sabaa aduar-am-sal, m-abbas aduar-am-sal, s-husares ghain, s-saboya puente-busceja"
    table = scene(line, "movement", "moroccan", "wad-ras").play(
        "move m-gum-sabaa jim", "move m-abbas jim", "activate s-husares", "move s-husares aduar-am-sal", "done", "done",
        "fire s-castilla jim", 3, 3)
    assert "10" == str(table.rules.prompt(table.state).rule)
    assert "10" == table.refusal("retreat m-abbas puente-busceja")


@pytest.mark.rule("5")
def test_who_goes_on_for_want_of_room_goes_under_5(scene: Any) -> None:
    """One area was due after fire; the next and the end for want of another are those of the full area."""
    line = ("s-caz-navas puente-busceja, s-caz-baza puente-busceja, m-nizam-nur jim, s-zamora ta, s-leon ta, "
            "s-albuera ta, m-gum-arbaa rio-busceja-2, m-gum-hamsa rio-busceja-3, m-gum-achara ba, m-gum-ignani tha, "
            "m-gum-uagit 3")
    for more, on in (("", ["6.1", "5"]), (", m-gum-tamania 2", ["6.1"])):
        table = scene(line + more, "fire", "moroccan", "wad-ras").play("fire m-nizam-nur puente-busceja", 4, 0)
        assert on == table.rules_of("retreated")
        assert (["5"] if more else []) == table.rules_of("removed")


@pytest.mark.rule("9")
@pytest.mark.rule("11.W.3")
def test_a_convoy_stays_where_troops_stay(scene: Any) -> None:
    """Ruling 27: foot is destroyed, the regulars lose a step and stand."""
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
    """Ruling 11: his FD counts, and so does his marker."""
    for flag, cost in (("", 0), (" demoralized", 1)):
        table = scene(f"{SHAKEN}{flag}", "shock", "moroccan", "wad-ras")
        found = table.preview("shock puente-busceja").modifiers
        assert [(3, "10"), (-1, "6.1")][:1 + cost] == [(m.value, str(m.rule)) for m in found if m.unit == "s-odonnell"]


@pytest.mark.rule("6.2")
@pytest.mark.rule("10")
def test_a_demoralized_officer_helps_neither_in_fire_nor_in_attack(scene: Any) -> None:
    """Ruling 11: the coins of the attack without him; fire and guns refuse him."""
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
def test_three_crosses_drive_off_beyond_the_gunboats_neighbours(scene: Any) -> None:
    """Ruling 24: al-malik is no end of the retreat while she lies in ar-raham beside it."""
    line = "m-nizam-kabir ar-rahim, s-cuenca ar-rahim came=castillejos, s-luchana ar-rahim came=castillejos"
    for ship, goes_on in (("mar-del-tarajal", False), ("ar-raham", True)):
        table = scene(f"{line}, s-ceres {ship}", "shock").play("shock ar-rahim", (1, 0))
        table = table.play("retreat m-nizam-kabir rio-castillejos", "retreat m-nizam-kabir al-malik")
        assert goes_on == bool(table.legal("retreat m-nizam-kabir"))


@pytest.mark.rule("11.C.3")
@pytest.mark.rule("5")
def test_the_gunboat_takes_no_room(scene: Any) -> None:
    """Ruling 24: nine points go where she lies, with the marines aboard."""
    line = ("s-ceres castillejos, s-marina castillejos aboard, s-cuenca castillejos, s-luchana castillejos, "
            "s-principe playa-del-tarajal, m-gum-uagit al-wahhab")
    table = scene(line, "movement").play("move s-principe castillejos")
    assert 9 == table.state.points(table.state.setting.ground.index["castillejos"], 0)


@pytest.mark.rule("9")
def test_a_line_of_fire_goes_round_a_mountain(scene: Any) -> None:
    """Ruling 8: any way within the range without mountains in between; the range is that of the way."""
    table = scene("s-2-bateria casa-de-la-condesa, m-gum-uagit al-mumin", "fire")
    ground = table.state.setting.ground
    far = ground.board.distances
    for a in range(len(ground.ids)):
        for b, distance in enumerate(ground.ranges(a)):
            if distance > far[a][b]:
                assert not ground.mountains >> a & 1
    index = ground.index
    assert 2 == far[index["castillejos"]][index["casa-de-la-condesa"]]
    assert 2 == ground.ranges(index["castillejos"])[index["casa-de-la-condesa"]]
    assert 2 == far[index["castillejos"]][index["al-mumin"]] < ground.ranges(index["castillejos"])[index["al-mumin"]]


@pytest.mark.rule("5")
@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("enemy", "free"), [("aduar-am-sal", False), ("lam", True)])
def test_a_convoy_that_cannot_go_on_makes_no_room(scene: Any, enemy: str, free: bool) -> None:
    """Ruling 25: two of them and a regular that has moved fill the area, and the third convoy need not enter it."""
    line = ("s-convoy-1 jim, s-convoy-2 jim, s-rey jim moved, s-convoy-3 puente-busceja, s-zamora 2 moved, "
            f"m-gum-uagit {enemy}")
    table = scene(line, "movement", scenario="wad-ras")
    assert free == ("move s-convoy-3 jim" in table.legal("move"))
    assert free != ("done" in table.legal())


@pytest.mark.rule("11.W.3")
def test_room_is_kept_for_one_convoy_at_a_time(scene: Any) -> None:
    """Ruling 25: two could go on to the bridge; foot may take the room of one of them, and then no more."""
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
    """Ruling 8: R or D; with other troops too, which do retreat."""
    for more, gone in (("", False), (", m-gum-uagit tetuan", True)):
        line = f"s-reserva ar-malik, m-jorge-iii tetuan, m-omar tetuan{more}"
        table = scene(line, "fire", scenario="tetuan").play("activate s-reserva", "bombard s-reserva tetuan", faces)
        assert [] == [text for text in table.legal("retreat") if "m-omar" in text]
        if gone:
            assert table.legal() == table.legal("retreat m-gum-uagit")
            table = table.play("retreat m-gum-uagit al-jabbar")
        assert ("tetuan", "tetuan") == (table.units["m-jorge-iii"], table.units["m-omar"])


@pytest.mark.rule("10")
def test_other_troops_may_join_an_officer_before_the_shock(scene: Any) -> None:
    """Ruling 28: he goes back when the shock phase begins, but not where riders have come to him."""
    line = ("s-prim castillejos came=playa-del-tarajal, s-husares playa-del-tarajal, m-gum-uagit castillejos, "
            "m-gum-arbaa castillejos")
    alone = scene(line, "defensive-fire").play("done")
    assert "playa-del-tarajal" == alone.units["s-prim"]
    table = scene(line, "defensive-fire").play("activate s-husares", "move s-husares castillejos", "done", "done")
    assert {"shock castillejos"} == table.legal("shock")
    assert "castillejos" == table.units["s-prim"]


@pytest.mark.rule("10")
@pytest.mark.rule("6.1")
def test_in_fire_only_the_unit_hit_retreats(scene: Any) -> None:
    """Ruling 11: its officer stays behind alone."""
    table = scene("s-cuenca a, m-gum-uagit playa-del-tarajal, m-omar playa-del-tarajal")
    after = table.play("fire s-cuenca playa-del-tarajal", 3, 0)
    assert after.legal() == after.legal("retreat m-gum-uagit")
    after = after.play("retreat m-gum-uagit castillejos")
    assert "playa-del-tarajal" == after.units["m-omar"]
