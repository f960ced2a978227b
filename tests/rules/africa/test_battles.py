"""The three battles (11): length, set-up, reinforcements, victory and their own rules; components (1, 2)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from game.core.action import Faces
from game.core.codec import BadPosition
from game.core.event import Noted, Placed, Removed
from game.core.message import values_in
from game.rules.africa import scenario
from game.rules.africa.events import DieResult
from game.rules.africa.units import Kind, roster
from tests.rules.table import facts

FAR = "s-cuenca a, m-gum-uagit al-wahhab"


def ended(scene: Any, line: str, **more: Any) -> Any:
    """The table after the end of a turn in which nothing else happens."""
    return scene(line, "movement", "moroccan", **more).play("done")


@pytest.mark.rule("1")
@pytest.mark.rule("2")
@pytest.mark.rule("2.2")
@pytest.mark.rule("11")
def test_three_battles_on_three_maps(africa: Any) -> None:
    """Each map is a board of named areas."""
    battles = [info.name for info in africa.scenarios if not info.example]
    assert ["castillejos", "tetuan", "wad-ras"] == battles
    assert [27, 36, 31] == [len(africa.board(africa.initial(name)).ids) for name in battles]


@pytest.mark.parametrize("turn", ["soon", "0", "16"])
def test_a_battle_whose_reinforcements_come_in_no_turn_is_refused(
    turn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file and the key; Castillejos has 15 turns."""
    text = (scenario.FOLDER / "castillejos.toml").read_text("utf-8")
    (tmp_path / "castillejos.toml").write_text(text.replace("[reinforcements.4]", f"[reinforcements.{turn}]"), "utf-8")
    monkeypatch.setattr(scenario, "FOLDER", tmp_path)
    with pytest.raises(BadPosition) as refused:
        scenario.load_all()
    assert [f"castillejos.toml/reinforcements/{turn}", 1, 15] == list(values_in(refused.value.message))


@pytest.mark.rule("2.1")
@pytest.mark.rule("5")
@pytest.mark.parametrize(("kind", "steps", "points", "areas"), [
    ("IR", 2, 3, 1), ("NZ", 2, 3, 1), ("IL", 1, 2, 1), ("GM", 1, 2, 1), ("GK", 1, 1, 1), ("GUM", 1, 1, 1),
    ("RIF", 1, 1, 1),
    ("CAV", 1, 1, 2), ("Of", 1, 0, 2), ("CONVOY", 1, 3, 1), ("AM", 1, 1, 1)])
def test_counters(kind: str, steps: int, points: int, areas: int) -> None:
    """Each type has its steps, stacking points and areas."""
    found = {(unit.steps, unit.points, unit.allowance) for unit in roster().values() if unit.kind == kind}
    assert {(steps, points, areas)} == found


@pytest.mark.rule("2.1")
def test_numbers_of_counters() -> None:
    """There are as many of each Moroccan kind as in the set-up lists."""
    kinds = Counter(unit.kind for unit in roster().values() if unit.seat == 1)
    assert (4, 9, 10, 6, 15) == tuple(kinds[Kind(kind)] for kind in ("NZ", "GK", "GUM", "RIF", "CAV"))


@pytest.mark.rule("11.C.1")
@pytest.mark.rule("11.T.1")
@pytest.mark.rule("11.W.1")
@pytest.mark.parametrize(("name", "line", "turns"), [
    ("castillejos", FAR, 15), ("tetuan", "s-zamora 2, m-gum-uagit tetuan", 9),
    ("wad-ras", "s-rey 1, m-gum-uagit waw", 13)])
def test_length_of_the_battles(scene: Any, name: str, line: str, turns: int) -> None:
    """The last turn ends the battle, the one before does not."""
    assert turns == ended(scene, line, scenario=name, turn=turns - 1).now[0]
    table = ended(scene, line, scenario=name, turn=turns)
    assert table.rules.result(table.state) is not None
    assert "11" == table.refusal("done")


@pytest.mark.rule("11.C")
@pytest.mark.rule("11.C.4")
@pytest.mark.rule("11.T")
@pytest.mark.rule("11.T.4")
@pytest.mark.rule("11.W")
@pytest.mark.rule("11.W.4")
@pytest.mark.parametrize(("name", "place", "expected"), [
    ("castillejos", "a", ["s-2-bateria", "s-husares", "s-caz-vergara", "s-principe"]),
    ("castillejos", "casa-de-la-condesa", ["m-gk-anyera", "m-gum-uagit"]),
    ("tetuan", "trinchera-izquierda", ["m-veneciano", "m-gk-haus", "m-nizam-akbar"]),
    ("tetuan", "8", ["s-cuenca", "s-5-artilleria"]),
    ("wad-ras", "3", ["s-castilla", "s-caz-figueras", "s-caz-simancas", "s-vol-catalanes", "s-prim"]),
    ("wad-ras", "dha", ["m-seyyid-3", "m-seyyid-4", "m-nizam-kabir"]),
])
def test_set_up_of_the_battles(battle: Any, name: str, place: str, expected: list[str]) -> None:
    """Areas are as listed; 5º among the regiments is the 5th artillery (ruling 21)."""
    assert expected == [unit for unit, where in battle(name).units.items() if where == place]


@pytest.mark.rule("11.C.4")
def test_reinforcements_come_at_the_end_of_their_turn(scene: Any) -> None:
    """They do not come earlier; this holds for both sides."""
    line = f"{FAR}, s-cordoba waiting, s-saboya waiting, m-gum-sitta waiting"
    assert (None, None) == tuple(ended(scene, line, turn=1).units[u] for u in ("s-cordoba", "s-saboya"))
    table = ended(scene, line, turn=2)
    assert ("a", None) == (table.units["s-cordoba"], table.units["s-saboya"])
    table = ended(scene, line, turn=3)
    assert ("a", "casa-del-morabito") == (table.units["s-saboya"], table.units["m-gum-sitta"])


@pytest.mark.rule("5")
@pytest.mark.parametrize(("line", "told"), [
    (f"{FAR}, s-cordoba waiting", []),
    (f"{FAR}, s-cordoba waiting, s-principe a, s-luchana a", [{"A", 9, 3}]),
])
def test_reinforcements_that_fill_an_area_too_far_say_so(scene: Any, line: str, told: list[Any]) -> None:
    """The log tells how many points must move on."""
    events = ended(scene, line, turn=2).events
    noted = [set(values_in(event.text)) for event in events if isinstance(event, Noted) and event.rule.number == "5"]
    assert told == noted


@pytest.mark.rule("11.C.4")
def test_reinforcements_wait_while_the_enemy_holds_their_area(scene: Any) -> None:
    """They come when the enemy has left (ruling 15)."""
    line = "s-cuenca b, m-gum-uagit a, s-cordoba waiting"
    assert None is ended(scene, line, turn=2).units["s-cordoba"]
    assert "a" == ended(scene, f"{FAR}, s-cordoba waiting", turn=3).units["s-cordoba"]


@pytest.mark.rule("11.C.3")
def test_spanish_regulars_start_reduced_at_the_castillejos(battle: Any) -> None:
    """This includes their reinforcements, but not the nizam, and no other battle."""
    marked = battle("castillejos").marked("reduced")
    assert {"s-principe", "s-cuenca", "s-luchana", "s-cordoba", "s-saboya", "s-leon", "s-navarra"} == marked
    assert set() == battle("tetuan").marked("reduced") | battle("wad-ras").marked("reduced")


@pytest.mark.rule("11.C.3")
def test_the_road_has_no_effect_at_the_castillejos(scene: Any) -> None:
    """Field guns cannot follow it into the mountains of Monte Negron."""
    table = scene("s-montada ar-raham, m-gum-uagit al-wahhab", "movement").play("activate s-montada")
    assert "4 (ruling 3)" == table.refusal("move s-montada monte-negron")
    assert "road" not in str(table.check("move s-montada monte-negron"))


SHIP = "s-ceres mar-del-tarajal, s-marina mar-del-tarajal aboard, s-cuenca b"


@pytest.mark.rule("11.C.3")
def test_the_gunboat(scene: Any) -> None:
    """It sails two areas of water with the marines aboard, fires at the coast only, and cannot be fired at."""
    table = scene(f"{SHIP}, m-gum-uagit ar-rahim, m-gum-arbaa castillejos", "movement").play("activate s-ceres")
    assert "11.C.3" == table.refusal("bombard s-ceres ar-rahim")
    assert "bombard s-ceres castillejos" in table.legal()
    assert "11.C.3" == table.refusal("move s-ceres b")
    table = table.play("move s-ceres mar-de-los-castillejos mar-de-monte-negron")
    assert {"mar-de-monte-negron"} == {table.units["s-ceres"], table.units["s-marina"]}
    table = scene("s-ceres castillejos, m-gum-uagit ar-rahim, m-nizam-nur al-malik, s-cuenca rio-castillejos", "fire",
                  "moroccan")
    assert ("11.C.3", "Ceres", "Castillejos") == table.reason("fire m-gum-uagit castillejos")


@pytest.mark.rule("11.C.3")
def test_the_marines_land_once(scene: Any) -> None:
    """In the Spanish movement phase they land next to the ship; they attack, and are light infantry from then on."""
    table = scene(f"{SHIP}, m-gum-uagit playa-del-tarajal", "movement")
    assert {"land s-marina a", "land s-marina playa-del-tarajal"} == table.legal("land")
    assert "11.C.3" == table.refusal("move s-marina a")
    table = table.play("land s-marina playa-del-tarajal")
    assert set() == table.marked("aboard")
    assert set() == table.legal("land") | table.legal("move s-marina")
    table = table.play("done", "done")
    assert {"shock playa-del-tarajal"} == table.legal("shock")
    table = scene(f"{SHIP}, m-gum-uagit playa-del-tarajal, m-gum-arbaa a", "fire", "moroccan")
    assert "11.C.3" == table.refusal("land s-marina a")


@pytest.mark.rule("2.1")
@pytest.mark.rule("11.C.4")
@pytest.mark.rule("11.T.4")
@pytest.mark.rule("11.W.4")
@pytest.mark.parametrize(("name", "there", "later"), [("castillejos", 3, 3), ("tetuan", 4, 5), ("wad-ras", 1, 7)])
def test_the_lists_fix_the_number_of_tribes(battle: Any, name: str, there: int, later: int) -> None:
    """It does not depend on a roll, and no tribe has shown its factor (ruling 20)."""
    table = battle(name)
    tribes = [place for unit, place in table.units.items() if unit.startswith("m-gk-")]
    assert (there, later) == (len(tribes) - tribes.count(None), tribes.count(None))
    assert {} == table.position["kabila"]


@pytest.mark.rule("11.C.4")
def test_marines_without_a_ship_arrive_ashore(scene: Any) -> None:
    """In a position in which they arrive later than the ship, they are not aboard."""
    table = ended(scene, f"{FAR}, s-ceres mar-del-tarajal, s-marina waiting", turn=1).play("enter s-marina castillejos")
    assert ("castillejos", set()) == (table.units["s-marina"], table.marked("aboard"))


@pytest.mark.rule("11.C.4")
def test_the_gunboat_arrives_where_its_owner_chooses(scene: Any) -> None:
    """It arrives at sea or on any coast, with the marines aboard, and is reported like other reinforcements."""
    table = ended(scene, f"{FAR}, s-ceres waiting, s-marina waiting", turn=1)
    assert "enter s-ceres mar-del-tarajal" in table.legal()
    assert "enter s-ceres b" not in table.legal()
    table = table.play("enter s-ceres mar-del-tarajal")
    assert ({"s-marina"}, "mar-del-tarajal") == (table.marked("aboard"), table.units["s-marina"])
    assert [("s-ceres", "mar-del-tarajal")] == [
        (event.unit, event.place) for event in table.events if isinstance(event, Placed)][-1:]


@pytest.mark.rule("11.C.3")
@pytest.mark.parametrize("moves", [
    ("mar-de-los-castillejos castillejos",), ("mar-de-los-castillejos", "castillejos")])
def test_the_gunboat_moves_two_areas_an_activation(scene: Any, moves: tuple[str, ...]) -> None:
    """By a named path, or one area and then another; then its activation is over, and the other one may only fire."""
    table = scene(f"{SHIP}, m-gum-uagit boca-del-rio", "movement").play("activate s-ceres")
    for way in moves:
        table = table.play(f"move s-ceres {way}")
    assert {"castillejos"} == {table.units["s-ceres"], table.units["s-marina"]}
    assert not table.legal("move s-ceres")
    again = table.play("activate s-ceres")
    assert not again.legal("move s-ceres")
    assert "9" == again.refusal("move s-ceres mar-de-los-castillejos")


@pytest.mark.rule("11.T.3")
def test_the_gunboat_stays_below_the_anchor(scene: Any) -> None:
    """Rio Martin 3 is its last area upstream."""
    line = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora 2, m-gum-uagit al-razzaq"
    table = scene(line, "movement", scenario="tetuan").play("activate s-ceres")
    assert "11.T.3" == table.refusal("move s-ceres rio-martin-4")
    assert "11.T.3 (ruling 34)" == table.refusal("move s-ceres al-razzaq")
    assert "move s-ceres rio-martin-2 rio-martin-1" in table.legal()


@pytest.mark.rule("11.T.3")
def test_the_gunboat_fires_at_the_river_and_its_banks(scene: Any) -> None:
    """It fires neither beyond them nor at its own area."""
    enemies = "m-gum-uagit rio-martin-4, m-gum-arbaa al-razzaq, m-gum-sitta al-khaliq, m-gum-sabaa rio-martin-3"
    table = scene(f"s-ceres rio-martin-3, s-zamora 2, {enemies}", "movement", scenario="tetuan")
    table = table.play("activate s-ceres")
    assert {"bombard s-ceres rio-martin-4", "bombard s-ceres al-razzaq"} == table.legal("bombard")
    assert "9" == table.refusal("bombard s-ceres rio-martin-3")


@pytest.mark.rule("11.C.3")
@pytest.mark.rule("7")
def test_the_gunboat_counts_as_an_adjacent_enemy(scene: Any) -> None:
    """It does for rally, in its own area too, and for the withdrawal of demoralized units (ruling 24)."""
    for ship, coins in (("mar-de-los-castillejos", 2), ("castillejos", 2), ("mar-del-tarajal", 4)):
        line = f"s-ceres {ship}, s-cuenca b, m-gum-uagit castillejos demoralized moved"
        assert [(0, coins)] == ended(scene, line).dice, ship
    line = "s-ceres mar-de-los-castillejos, s-cuenca b, m-gum-uagit castillejos demoralized, m-gum-arbaa al-wahhab"
    table = scene(line, "movement", "moroccan")
    assert "6.1 (ruling 24)" == table.refusal("done")
    assert "6.1 (ruling 24)" == table.refusal("move m-gum-uagit boca-del-rio")
    assert {"move m-gum-uagit ar-rahim"} <= table.legal("move m-gum-uagit")


@pytest.mark.rule("11.C.3")
def test_the_enemy_in_the_gunboats_area(scene: Any) -> None:
    """The enemy may enter and controls the area without combat; the gunboat acts, but not against this area
    (ruling 24)."""
    line = "s-ceres castillejos, s-cuenca b, m-gum-uagit ar-rahim, m-gum-arbaa boca-del-rio"
    table = scene(line, "movement", "moroccan", spanish_control=["castillejos"])
    table = table.play("move m-gum-uagit castillejos", "done")
    assert "castillejos" not in table.position["spanish_control"]
    assert 2 == table.now[0]
    table = scene(line.replace("ar-rahim", "castillejos"), "movement").play("activate s-ceres")
    assert {"bombard s-ceres boca-del-rio"} == table.legal("bombard")


@pytest.mark.rule("11.T.3")
def test_the_marines_of_tetuan_land_only_against_new_enemies(scene: Any) -> None:
    """They land in Spanish movement or defensive fire (ruling 12)."""
    line = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora 2, m-gum-uagit"
    assert "11.T.3" == scene(f"{line} al-razzaq", "movement", scenario="tetuan").refusal("land s-marina rio-martin-3")
    for phase, phasing in (("movement", "spanish"), ("defensive-fire", "moroccan")):
        table = scene(f"{line} rio-martin-3 came=al-razzaq", phase, phasing, "tetuan")
        assert {"land s-marina rio-martin-3"} == table.legal("land")
        assert (1, phase, "spanish") == table.now
    table = scene(f"{line} rio-martin-3, m-gum-arbaa al-khaliq, s-cuenca 1", "fire", "spanish", "tetuan")
    assert "11.T.3 (ruling 12)" == table.refusal("land s-marina rio-martin-3")


@pytest.mark.rule("11.T.3")
def test_the_marines_of_tetuan_land_only_in_the_ships_area(scene: Any) -> None:
    """With the enemy there, that is the reason that they do not land on the bank (ruling 12)."""
    line = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora 2, m-gum-uagit rio-martin-3"
    table = scene(line, "movement", scenario="tetuan")
    assert ("11.T.3 (ruling 12)", "Río Martin 3") == table.reason("land s-marina al-razzaq")


@pytest.mark.rule("5")
@pytest.mark.rule("11.C.3")
@pytest.mark.parametrize(("ship", "enemy", "way", "scenario"), [
    ("castillejos", "playa-del-tarajal", "playa-del-tarajal", "castillejos"),
    ("boca-del-rio", "castillejos", "castillejos playa-del-tarajal", "castillejos"),
    ("rio-martin-1", "rio-martin-2", "rio-martin-2", "tetuan"),
    ("rio-martin-1", "rio-martin-2", "rio-martin-2 rio-martin-3", "tetuan"),
])
def test_the_gunboat_sails_neither_to_the_enemy_nor_past_him(
    scene: Any, ship: str, enemy: str, way: str, scenario: str
) -> None:
    """Both sides share an area for shock only; it may leave an area that an enemy has entered (ruling 24)."""
    troops = "s-cuenca 1, m-gk-haus" if scenario == "tetuan" else "s-cuenca b, m-gk-haus"
    table = scene(f"s-ceres {ship}, {troops} {enemy}", "movement", scenario=scenario).play("activate s-ceres")
    assert "5 (ruling 24)" == table.refusal(f"move s-ceres {way}")
    assert enemy not in {place for move in table.legal("move s-ceres") for place in move.split()[2:]}
    beside = scene(f"s-ceres {ship}, {troops} {ship}", "movement", scenario=scenario).play("activate s-ceres")
    assert beside.legal("move s-ceres")


@pytest.mark.rule("5")
@pytest.mark.rule("11.C.4")
def test_the_gunboat_arrives_without_enemies(scene: Any) -> None:
    """It cannot arrive at a coast that the enemy holds (ruling 15)."""
    table = ended(scene, f"{FAR}, s-ceres waiting, s-marina waiting, m-gum-hamsa castillejos", turn=1)
    assert "enter s-ceres castillejos" not in table.legal()
    assert ("11.C.4 (ruling 15)", "Castillejos") == table.reason("enter s-ceres castillejos")
    assert "11.C.4" == table.refusal("enter s-ceres b")
    assert "enter s-ceres mar-de-los-castillejos" in table.legal()


@pytest.mark.rule("11.T.3")
def test_the_marines_of_tetuan_land_only_after_an_enemy_arrives(scene: Any) -> None:
    """Enemies in the ship's area before its player turn are not attacked; in the marines' own area they attack them
    (ruling 12)."""
    line = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora al-khaliq, m-gum-uagit"
    table = scene(f"{line} rio-martin-3, m-gum-arbaa al-razzaq came=rio-martin-4, s-albuera al-razzaq",
                  "defensive-fire", "moroccan", "tetuan")
    assert set() == table.legal("land")
    assert ("11.T.3 (ruling 12)", "Río Martin 3") == table.reason("land s-marina rio-martin-3")
    own = scene(f"{line} rio-martin-3", "movement", "spanish", "tetuan")
    assert {"land s-marina rio-martin-3"} == own.legal("land")


@pytest.mark.rule("11.T.3")
def test_the_defensive_fire_phase_waits_for_the_marines(scene: Any) -> None:
    """Only the ship is where the Moroccans enter; after landing the marines fire, and are attacked (ruling 12)."""
    line = "s-ceres rio-martin-3, s-marina rio-martin-3 aboard, s-zamora 2, m-gum-uagit al-razzaq"
    table = scene(line, "movement", "moroccan", "tetuan").play("move m-gum-uagit rio-martin-3", "done")
    assert (1, "defensive-fire", "spanish") == table.now
    assert "11.T.3 (ruling 12)" == str(table.rules.prompt(table.state).rule)
    assert "end" == table.play("done").now[1] or 2 == table.play("done").now[0]
    table = table.play("land s-marina rio-martin-3")
    assert {"fire s-marina rio-martin-3"} == table.legal("fire")
    assert {"shock rio-martin-3"} == table.play("done").legal("shock")


@pytest.mark.rule("11.W.3")
def test_a_convoy_moves_along_the_road(scene: Any) -> None:
    """Every turn it moves one area nearer to the Fondak, on the road only; it has three points."""
    table = scene("s-convoy-1 ta, s-rey 2, m-gum-uagit waw", "movement", scenario="wad-ras")
    assert {"move s-convoy-1 puente-busceja"} == table.legal("move s-convoy-1")
    assert "11.W.3" == table.refusal("done")
    for place in ("2", "ba"):
        assert "11.W.3" == table.refusal(f"move s-convoy-1 {place}")
    assert "done" in table.play("move s-convoy-1 puente-busceja").legal()


@pytest.mark.rule("11.W.3")
def test_a_convoys_room_is_kept_until_it_has_moved(scene: Any) -> None:
    """Six points there do not block it, a further unit would; once the convoy has moved, the limit is 5 again
    (ruling 25)."""
    line = ("s-convoy-1 ta, s-rey ta, s-zamora ta, s-albuera ta, s-prim ta, s-caz-navas puente-busceja moved, "
            "s-caz-baza puente-busceja moved, s-montana-1 ta, m-gum-uagit waw")
    table = scene(line, "movement", scenario="wad-ras")
    assert "11.W.3 (ruling 25)" == table.refusal("move s-rey puente-busceja")
    assert "s-rey" not in {text.split()[1] for text in table.legal("move") if text.endswith("puente-busceja")}
    assert {"move s-convoy-1 puente-busceja", "move s-prim puente-busceja"} <= table.legal("move")
    assert "5 (ruling 4)" == table.play("move s-convoy-1 puente-busceja").refusal("move s-rey puente-busceja")
    free = scene(line.replace(" moved", ""), "movement", scenario="wad-ras")
    assert "move s-rey puente-busceja" in free.legal()
    assert "11.W.3 (ruling 25)" == free.play("move s-rey puente-busceja", "move s-zamora puente-busceja").refusal(
        "move s-albuera puente-busceja")


@pytest.mark.rule("11.W.3")
def test_convoys_do_not_block_each_other(scene: Any) -> None:
    """With room for one, either may go, and the other then need not (ruling 25)."""
    line = ("s-convoy-1 ta, s-convoy-2 ta, s-caz-navas puente-busceja moved, s-caz-baza puente-busceja moved, "
            "m-gum-uagit waw")
    table = scene(line, "movement", scenario="wad-ras")
    assert {"move s-convoy-1 puente-busceja", "move s-convoy-2 puente-busceja"} == table.legal("move")
    assert "done" in table.play("move s-convoy-2 puente-busceja").legal()


@pytest.mark.rule("11.W.3")
def test_a_convoy_is_captured_without_its_escort(scene: Any) -> None:
    """The escort is destroyed or driven off, with an enemy in the area."""
    line = "s-convoy-1 lam, s-caz-navas lam, m-bujari-3 lam came=kaf, m-bujari-4 lam came=kaf"
    table = scene(line, "shock", "moroccan", "wad-ras").play("shock lam", (7, 0))
    assert ["s-convoy-1"] == table.position["captured"]
    assert "s-convoy-1" not in table.units
    assert {"s-caz-navas", "s-convoy-1"} == {event.unit for event in table.events if isinstance(event, Removed)}
    table = scene(line, "shock", "moroccan", "wad-ras").play("shock lam", (3, 0))
    assert [] == table.position["captured"]


@pytest.mark.rule("11.W.3")
def test_the_rif_roll_for_their_fire(scene: Any) -> None:
    """They roll a die, and another for X+1; fewer than three coins cannot hit."""
    table = scene("m-rif-ammant dal, m-rif-bu-yahi dal, s-rey haria", "fire", "moroccan", "wad-ras")
    first = table.play("fire m-rif-ammant haria")
    assert [(1, 6)] == first.dice
    assert [(0, 5)] == first.play(5).dice
    assert "fire m-rif-bu-yahi haria" in first.play(2).legal()
    assert [(0, 6)] == table.play("fire m-rif-bu-yahi haria", 5).dice


@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("line", "order", "terms"), [
    ("m-rif-bu-yahi haria, s-rey dal", "fire m-rif-bu-yahi dal", (4, 1)),
    ("m-rif-ammant jim, s-rey aduar-am-sal", "fire m-rif-ammant aduar-am-sal", (4, -2))])
def test_the_modifiers_of_a_rolled_fire_factor_are_told(scene: Any, line: str, order: str, terms: Any) -> None:
    """Face and modifiers add up to the coins."""
    table = scene(line, "fire", "moroccan", "wad-ras").play(order, 4)
    found = next(event for event in table.events if isinstance(event, DieResult))
    numbers = re.findall(r"(?<= )(?:[+-] )?\d(?= )", str(found.rolls).replace("\N{MINUS SIGN}", "-"))
    assert terms == tuple(int(number.replace(" ", "")) for number in numbers)
    assert sum(terms) in facts(found.result)


@pytest.mark.rule("11.W.3")
def test_guns_cross_the_busceja_by_the_bridge_only(scene: Any) -> None:
    """The adjacent river areas are closed to them."""
    table = scene("s-montana-1 tha, m-gum-uagit waw, s-rey tha", "movement", scenario="wad-ras")
    table = table.play("activate s-montana-1")
    assert "4 (ruling 3)" == table.refusal("move s-montana-1 rio-busceja-3")


def result(scene: Any, line: str, **more: Any) -> tuple[str, str]:
    """Winner and rule if the battle ends with this turn."""
    table = ended(scene, line, **more)
    found = table.rules.result(table.state)
    assert found is not None
    return found.winner, str(found.rule)


@pytest.mark.rule("11.C.2")
@pytest.mark.rule("11")
@pytest.mark.parametrize(("held", "winner"), [
    ([], "moroccan"), (["castillejos", "ar-rahim"], "moroccan"),
    (["castillejos", "ar-rahim", "casa-del-morabito"], "spanish")])
def test_castillejos_goes_to_the_side_with_three(scene: Any, held: list[str], winner: str) -> None:
    """Three of five; control outlasts the units that took it (ruling 13)."""
    assert (winner, "11.C.2") == result(scene, FAR, turn=15, spanish_control=held)


@pytest.mark.rule("11")
@pytest.mark.rule("11.C.2")
def test_the_result_counts_control_not_presence(scene: Any) -> None:
    """An enemy officer alone in one of the areas takes nothing (ruling 13)."""
    held = ["castillejos", "ar-rahim", "casa-del-morabito"]
    table = ended(scene, "m-abbas castillejos, m-gum-uagit al-wahhab, s-cuenca a", turn=15, spanish_control=held)
    text = str(table.rules.result(table.state).text)
    setting = table.state.setting
    assert {setting.ground.index[place] for place in held} == {
        area for area in setting.objectives if str(setting.ground.titles[area]) in text}


@pytest.mark.rule("11")
def test_control_goes_to_the_only_side_in_an_area(scene: Any) -> None:
    """This is checked at the end of a phase; an area with both keeps its controller (ruling 13)."""
    table = ended(scene, "s-cuenca castillejos, m-gum-uagit al-wahhab")
    assert "castillejos" in table.position["spanish_control"]
    table = scene("s-cuenca a, m-gum-uagit castillejos", "movement", "moroccan", spanish_control=["castillejos"])
    assert "castillejos" not in table.play("done").position["spanish_control"]


@pytest.mark.rule("11")
@pytest.mark.rule("10")
@pytest.mark.parametrize(("line", "held"), [
    ("s-prim castillejos", False), ("s-prim castillejos, s-husares castillejos", True),
    ("s-montada castillejos", True)])
def test_a_lone_officer_controls_nothing(scene: Any, line: str, held: bool) -> None:
    """Guns and cavalry do control; a side keeps its area while only an enemy officer is there (ruling 13)."""
    table = ended(scene, f"{line}, m-gum-uagit al-wahhab")
    assert held == ("castillejos" in table.position["spanish_control"])
    table = ended(scene, "m-abbas castillejos, m-gum-uagit al-wahhab, s-cuenca a", spanish_control=["castillejos"])
    assert "castillejos" in table.position["spanish_control"]


@pytest.mark.rule("11")
@pytest.mark.parametrize(("line", "told"), [
    ("s-prim castillejos, s-zabala castillejos", [{"Prim", "Zabala", "Castillejos"}]),
    ("s-prim castillejos, s-husares castillejos", []), ("s-prim b", [])])
def test_ruling_13_the_objectives_tell_of_officers_alone(scene: Any, line: str, told: list[set[str]]) -> None:
    """Beside the victory conditions, as long as the enemy controls the area."""
    table = scene(f"{line}, m-gum-uagit al-wahhab")
    notes = [note for note in table.rules.objectives(table.state).victory if str(note.rule) == "11 (ruling 13)"]
    assert told == [{name for name in facts(note.text) if name != 2} for note in notes]


@pytest.mark.rule("11.W.2")
@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("escort", "winner"), [("s-prim", "moroccan"), ("s-rey", "spanish")])
def test_a_lone_convoy_controls_nothing(scene: Any, escort: str, winner: str) -> None:
    """Convoys and officers alone do not take the road at the end of turn 9 either (rulings 13 and 14)."""
    line = f"s-convoy-1 aduar-am-sal, {escort} aduar-am-sal, s-cordoba puente-busceja, m-gum-uagit nun"
    table = scene(line, "shock", "moroccan", "wad-ras", turn=13)
    assert winner == table.rules.result(table.state).winner
    assert (winner == "spanish") == ("aduar-am-sal" in table.position["spanish_control"])
    table = scene(line, "shock", "moroccan", "wad-ras", turn=9)
    assert (None if winner == "moroccan" else "spanish") == getattr(table.rules.result(table.state), "winner", None)


@pytest.mark.rule("11.W.2")
def test_turn_9_counts_troops_alone_not_control(scene: Any) -> None:
    """The victory conditions and the result say so (ruling 14)."""
    line = "s-rey aduar-am-sal, s-cordoba puente-busceja, m-gum-uagit nun"
    table = scene(line, "shock", "moroccan", "wad-ras", turn=9)
    early = next(note for note in table.rules.objectives(table.state).victory if note.rule.ruling == 14)
    assert 9 in facts(early.text)
    for text in (str(early.text), str(table.rules.result(table.state).text)):
        assert "alone" in text
        assert "control" not in text


@pytest.mark.rule("11.T.2")
@pytest.mark.parametrize(("held", "winner"), [
    (["fuerte-de-la-estrella"], "moroccan"), (["fuerte-de-la-estrella", "campamento-de-muley-achmed-sur"], "spanish")])
def test_tetuan_goes_to_the_side_with_two(scene: Any, held: list[str], winner: str) -> None:
    """Two of three."""
    line = "s-zamora 2, m-gum-uagit tetuan"
    assert (winner, "11.T.2") == result(scene, line, scenario="tetuan", turn=9, spanish_control=held)


@pytest.mark.rule("11.W.2")
def test_wad_ras_may_end_with_turn_nine(scene: Any) -> None:
    """Then only areas occupied by one side count; otherwise the game continues (ruling 14)."""
    assert 10 == ended(scene, "s-rey 1, m-gum-uagit waw", scenario="wad-ras", turn=9).now[0]
    line = "s-rey puente-busceja, s-zamora aduar-am-sal, m-gum-uagit waw"
    assert ("spanish", "11.W.2 (ruling 14)") == result(scene, line, scenario="wad-ras", turn=9)
    line = "s-rey 1, m-gum-uagit aduar-am-sal, m-gum-arbaa entrada-del-fondak"
    assert ("moroccan", "11.W.2 (ruling 14)") == result(scene, line, scenario="wad-ras", turn=9)


@pytest.mark.rule("11.W.2")
def test_captured_convoys_count_as_an_area(scene: Any) -> None:
    """Two of them do; in a tie the third decides."""
    line = "s-rey puente-busceja, s-zamora aduar-am-sal, m-gum-uagit entrada-del-fondak"
    held = ["puente-busceja", "aduar-am-sal"]
    two = ["s-convoy-1", "s-convoy-2"]
    for captured, winner in (([], "spanish"), (two, "spanish"), ([*two, "s-convoy-3"], "moroccan")):
        assert winner == result(scene, line, scenario="wad-ras", turn=13, spanish_control=held, captured=captured)[0]
    line = "s-rey puente-busceja, m-gum-uagit entrada-del-fondak"
    assert "moroccan" == result(scene, line, scenario="wad-ras", turn=9, captured=two)[0]


@pytest.mark.rule("11")
@pytest.mark.parametrize(("name", "count", "needed", "turns"), [
    ("castillejos", 5, 3, 15), ("tetuan", 3, 2, 9), ("wad-ras", 3, 2, 13)])
def test_the_table_says_what_it_takes_to_win(battle: Any, name: str, count: int, needed: int, turns: int) -> None:
    """Every objective has its flag's holder, the number a side needs to win, and the time."""
    table = battle(name)
    said = table.rules.objectives(table.state)
    owners = list(table.rules.holders(table.state).values())
    assert owners == [one.seat for one in said.entries if one.title != "Convoys"]
    assert count == len(owners)
    goal = next(note.text for note in said.victory if "turns" in (note.text.values or {}))
    assert ((needed, count, turns) if name != "wad-ras" else (needed, turns)) == facts(goal)


@pytest.mark.rule("11.W.2")
def test_the_objectives_show_convoys_and_turn_nine(scene: Any) -> None:
    """Two captured convoys are the Moroccans'; after turn 9 its condition is removed; a contested area says so."""
    line = "s-rey puente-busceja, m-gum-uagit puente-busceja, s-cordoba 2"

    def said(**more: Any) -> Any:
        table = scene(line, "shock", scenario="wad-ras", **more)
        return table.rules.objectives(table.state)

    before = said(turn=9)
    assert ["contested", "", "", "0 captured"] == [one.status for one in before.entries]
    assert 14 in [note.rule.ruling for note in before.victory]
    after = said(turn=10, captured=["s-convoy-1", "s-convoy-2"])
    assert ("moroccan", "2 captured") == (after.entries[-1].seat, after.entries[-1].status)
    assert 14 not in [note.rule.ruling for note in after.victory]


@pytest.mark.rule("11.C.3")
def test_the_gunboat_sails_on_water_only(scene: Any) -> None:
    """Where there is no water that is the reason, whatever units are in between."""
    table = scene("s-ceres mar-de-los-castillejos, s-cuenca a, m-gk-haus ar-raham", "movement").play("activate s-ceres")
    assert "11.C.3" == table.refusal("move s-ceres rio-castillejos")
    behind_the_enemy = "s-ceres mar-de-los-castillejos, s-cuenca a, m-gk-haus castillejos"
    table = scene(behind_the_enemy, "movement").play("activate s-ceres")
    assert ("11.C.3", "Ar Rahim") == table.reason("move s-ceres ar-rahim")[:2]
    assert "5 (ruling 24)" == table.refusal("move s-ceres castillejos")


@pytest.mark.rule("11.T.3")
def test_the_gunboat_at_tetuan_is_no_target(scene: Any) -> None:
    """Neither for fire nor for guns (11.C.3, ruling 34)."""
    line = "s-ceres rio-martin-3, s-cordoba 1, m-nizam-nur al-razzaq, m-kabul al-razzaq"
    table = scene(line, "fire", "moroccan", "tetuan")
    assert "11.T.3 (ruling 34)" == table.refusal("fire m-nizam-nur rio-martin-3")
    assert "11.T.3 (ruling 34)" == table.play("activate m-kabul").refusal("bombard m-kabul rio-martin-3")


@pytest.mark.rule("11.C.3")
def test_refusals_name_the_gunboat(scene: Any) -> None:
    """If it is the only enemy near an area, the refusal names it (ruling 24)."""
    line = "s-cuenca b, m-gum-uagit ar-rahim demoralized, m-gum-arbaa al-wahhab, s-ceres"
    beside = scene(f"{line} mar-de-los-castillejos", "movement", "moroccan")
    move = "move m-gum-uagit castillejos"
    assert ("6.1 (ruling 24)", "Gum Uagit", "Ceres", "Castillejos") == beside.reason(move)
    inside = scene(f"{line} castillejos", "movement", "moroccan")
    assert ("6.1 (ruling 24)", "Gum Uagit", "Ceres", "Castillejos") == inside.reason(move)
    assert ("6.1 (ruling 24)", "Gum Uagit", "Ceres") == inside.reason("done")
    both = scene(f"{line} castillejos, s-luchana castillejos", "movement", "moroccan")
    assert ("6.1 (ruling 6)", "Gum Uagit") == both.reason("done")
    rally = ended(scene, "s-ceres castillejos, s-cuenca b, m-gum-uagit ar-rahim demoralized moved")
    terms = rally.rules.preview(rally.state, Faces((0,))).modifiers
    assert ("Ceres", "7 (ruling 24)") in [(*facts(term.name), str(term.rule)) for term in terms]


@pytest.mark.rule("11.C.3")
def test_retreats_name_the_gunboat_as_the_obstacle(scene: Any) -> None:
    """At three crosses the beach leads only to A, next to the gunboat (ruling 24)."""
    line = ("s-cuenca castillejos came=boca-del-rio, s-luchana castillejos came=boca-del-rio, "
            "s-principe castillejos came=boca-del-rio, m-nizam-nur castillejos, "
            "s-saboya casa-de-la-condesa, s-cordoba as-salam, s-ceres")
    free = scene(f"{line} mar-de-monte-negron", "shock").play("shock castillejos", (2, 0))
    assert "retreat m-nizam-nur playa-del-tarajal" in free.legal()
    barred = scene(f"{line} mar-del-tarajal", "shock").play("shock castillejos", (2, 0))
    assert (("6.2 (ruling 10)", "Playa del Tarajal", "Ceres") == barred.reason("retreat m-nizam-nur playa-del-tarajal"))
