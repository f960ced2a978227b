"""Shock combat (6.2): coins, crosses, losses, retreats; officers in it (10); factors that are rolled or drawn (2.1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import pytest

from game.core.verdict import Legal
from tests.rules.africa.conftest import Table
from tests.rules.table import facts, units

CLEAR = "al-malik"
"""Open terrain with the adjacent areas rio-castillejos, ar-raham, campamento-de-abbas, monte-negron, al-muhaymin."""


def shock(scene: Any, line: str, **more: Any) -> Any:
    """A position in the Moroccan side's shock combat with these units; ``more`` as ``scene`` takes it."""
    return scene(line, "shock", "moroccan", **more)


RIDERS = f"m-bujari-1 {CLEAR} came=ar-raham, m-bujari-2 {CLEAR} came=ar-raham"
"""Six coins and one for cavalry in the open, seven in all."""


@pytest.mark.rule("6.2")
def test_shock_is_mandatory(scene: Any) -> None:
    """The phase continues while both sides are in one area; several may be resolved in any order."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, m-gum-uagit b, s-luchana b")
    assert "6.2" == table.refusal("done")
    assert {f"shock {CLEAR}", "shock b"} == table.legal("shock")


@pytest.mark.rule("6.2")
def test_both_sides_flip_their_combat_factors(scene: Any) -> None:
    """Two cavalry units of 3 with the modifier against a regular of 2 and a battalion of 1."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, s-caz-vergara {CLEAR}").play(f"shock {CLEAR}")
    assert [(0, 7), (0, 3)] == table.dice


@pytest.mark.rule("6.2")
def test_no_crosses_hit_every_unit(scene: Any) -> None:
    """A regular loses a step and retreats, light infantry is destroyed."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, s-caz-vergara {CLEAR}").play(f"shock {CLEAR}", (7, 0))
    assert ["s-caz-vergara"] == table.removed()
    assert {"s-cuenca"} == table.marked("reduced")
    assert set() == table.marked("demoralized")
    assert "retreat s-cuenca rio-castillejos" in table.legal()


THREE = f"{RIDERS}, s-caz-vergara {CLEAR}, s-ingenieros {CLEAR}, s-cuenca {CLEAR}"


@pytest.mark.rule("6.2")
def test_one_cross_costs_half_the_units(scene: Any) -> None:
    """Half of three is two; the loser chooses; the rest retreats demoralized (ruling 10)."""
    table = shock(scene, THREE).play(f"shock {CLEAR}", (6, 0))
    assert "spanish" == table.now[2]
    assert {"lose s-caz-vergara", "lose s-ingenieros", "lose s-cuenca", "lose-steps"} == table.legal()
    table = table.play("lose s-ingenieros")
    assert "6.2" == table.refusal("lose-steps")
    table = table.play("lose s-caz-vergara")
    assert ["s-ingenieros", "s-caz-vergara"] == table.removed()
    assert {"s-cuenca"} == table.marked("demoralized")
    assert table.legal() == table.legal("retreat s-cuenca")


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("line", "count"), [
    ("s-cuenca {0}, s-ingenieros {0}", 1), ("s-cuenca {0}, s-caz-vergara {0}, s-ingenieros {0}", 2)])
def test_rounding_half_up_cites_our_ruling(scene: Any, line: str, count: int) -> None:
    """The prompt for half the units, of two or three, says how many and cites ruling 10."""
    table = shock(scene, f"{RIDERS}, {line.format(CLEAR)}").play(f"shock {CLEAR}", (6, 0))
    prompt = table.rules.prompt(table.state)
    assert ("6.2 (ruling 10)", (count,)) == (str(prompt.rule), facts(prompt.text)[:1])


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("unit", ["m-gum-hamsa", "m-gk-haus"])
def test_a_units_own_roll_or_draw_cites_its_rule(scene: Any, unit: str) -> None:
    """It comes before the coins of the shock, which cite 6.2."""
    table = shock(scene, f"{unit} {CLEAR} came=ar-raham, s-cuenca {CLEAR}").play(f"shock {CLEAR}")
    roll = table.rules.pending_roll
    assert "2.1" == str(roll(table.state).rule)
    assert "6.2" == str(roll(table.play(2).state).rule)


@pytest.mark.rule("6.2")
def test_one_cross_may_cost_steps_instead(scene: Any) -> None:
    """Units without a second step are eliminated then, and there is a choice only with a regular (ruling 10)."""
    table = shock(scene, THREE).play(f"shock {CLEAR}", (6, 0), "lose-steps")
    assert ["s-caz-vergara", "s-ingenieros"] == table.removed()
    assert {"s-cuenca"} == table.marked("reduced") == table.marked("demoralized")
    table = shock(scene, f"{RIDERS}, s-caz-vergara {CLEAR}, s-cuenca {CLEAR} reduced").play(f"shock {CLEAR}", (6, 0))
    assert "6.2" == table.refusal("lose-steps")


@pytest.mark.rule("6.2")
def test_two_crosses_demoralize_and_drive_off(scene: Any) -> None:
    """All units are affected, without losses."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, s-caz-vergara {CLEAR}").play(f"shock {CLEAR}", (5, 0))
    assert [] == table.removed()
    assert {"s-cuenca", "s-caz-vergara"} == table.marked("demoralized")
    table = table.play("retreat s-cuenca ar-raham", "retreat s-caz-vergara rio-castillejos")
    assert ("ar-raham", "rio-castillejos") == (table.units["s-cuenca"], table.units["s-caz-vergara"])


@pytest.mark.rule("6.2")
def test_three_crosses_drive_off_beyond_adjacent_areas(scene: Any) -> None:
    """One area is not enough, since every adjacent area is next to the winner. No unit is demoralized."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}").play(f"shock {CLEAR}", (4, 0))
    table = table.play("retreat s-cuenca rio-castillejos")
    assert set() == table.marked("demoralized")
    assert {"retreat s-cuenca ar-rahim", "retreat s-cuenca rio-alto", "retreat s-cuenca boca-del-rio",
            "retreat s-cuenca ar-raham"} == table.legal("retreat")
    assert "ar-rahim" == table.play("retreat s-cuenca ar-rahim").units["s-cuenca"]


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("heads", [(1, 1), (0, 0), (2, 2)])
def test_ties_send_the_attackers_back(scene: Any, heads: tuple[int, int]) -> None:
    """Neither side wins, and the attackers are back where they came from (ruling 10)."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}").play(f"shock {CLEAR}", heads)
    assert "al-malik" == table.units["s-cuenca"]
    assert {"ar-raham"} == {table.units["m-bujari-1"], table.units["m-bujari-2"]}
    assert set() == table.marked("demoralized") | table.marked("reduced")
    assert "6.2 (ruling 10)" in table.rules_of("noted")
    assert 2 * ["6.2 (ruling 10)"] == table.rules_of("went-back")


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("heads", [(3, 0), (2, 1), (1, 0)])
def test_four_crosses_cost_only_the_area(scene: Any, heads: tuple[int, int]) -> None:
    """The loser retreats unharmed to an adjacent area; the winner stays (ruling 10)."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, s-prim {CLEAR}").play(f"shock {CLEAR}", heads)
    assert "spanish" == table.now[2]
    assert "retreat s-cuenca rio-castillejos" in table.legal()
    table = table.play("retreat s-cuenca rio-castillejos", "retreat s-prim rio-castillejos")
    assert {"rio-castillejos"} == {table.units["s-cuenca"], table.units["s-prim"]}
    assert {CLEAR} == {table.units["m-bujari-1"], table.units["m-bujari-2"]}
    assert set() == table.marked("demoralized") | table.marked("reduced")
    assert [] == table.removed()


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("heads", "cited"), [
    (7, "6.2"), (6, "6.2"), (5, "6.2"), (4, "6.2 (ruling 10)"), (3, "6.2 (ruling 10)")])
def test_ruling_10_is_cited_where_it_decides_the_result(scene: Any, heads: int, cited: str) -> None:
    """At three crosses the losers retreat on, at four or more they retreat at all: the log and the card say so."""
    before = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, s-caz-vergara {CLEAR}")
    name = f"moroccan {7 - heads}" if heads > 3 else "moroccan 4+"
    card = next(one for one in before.preview(f"shock {CLEAR}").outcomes if one.result == name)
    assert [cited] == before.play(f"shock {CLEAR}", (heads, 0)).rules_of("rolled")
    assert cited == str(card.rule)


@pytest.mark.rule("6.2")
def test_at_four_crosses_beaten_attackers_retreat_too(scene: Any) -> None:
    """They choose a destination instead of simply going back (ruling 10)."""
    defenders = f"s-cuenca {CLEAR}, s-luchana {CLEAR}, s-principe {CLEAR}, s-odonnell {CLEAR}"
    table = shock(scene, f"m-bujari-1 {CLEAR} came=ar-raham, {defenders}").play(f"shock {CLEAR}")
    table = table.play((0, table.dice[1][1] - 4))
    assert "moroccan" == table.now[2]
    assert {"retreat m-bujari-1 ar-raham", "retreat m-bujari-1 monte-negron"} <= table.legal()


@pytest.mark.rule("6.2")
def test_losers_without_retreat_are_eliminated_at_four_crosses_too(scene: Any) -> None:
    """The enemy surrounds A (ruling 10)."""
    line = "m-bujari-1 a came=b, m-bujari-2 a came=b, m-gum-uagit b, m-gum-arbaa playa-del-tarajal, s-cuenca a"
    assert ["s-cuenca"] == shock(scene, line).play("shock a", (1, 0)).removed()


@pytest.mark.rule("6.2")
def test_at_three_crosses_only_areas_next_to_the_enemy_mean_elimination(scene: Any) -> None:
    """From A paths lead through B and the beach, and gums are near everything beyond (ruling 10)."""
    line = "m-bujari-1 a came=b, m-bujari-2 a came=b, s-cuenca a, m-gum-uagit casa-de-la-condesa, m-gum-arbaa as-salam"
    table = shock(scene, f"{line}, m-gum-sitta castillejos").play("shock a", (4, 0))
    assert ["s-cuenca"] == table.removed()
    assert [] == shock(scene, line).play("shock a", (4, 0)).removed()


@pytest.mark.rule("6.2")
def test_at_three_crosses_no_unit_enters_a_dead_end(scene: Any) -> None:
    """Only steps that can lead to an area away from the enemy are offered (ruling 10)."""
    line = "m-bujari-1 a came=b, m-bujari-2 a came=b, s-cuenca a, m-gum-uagit casa-de-la-condesa, m-gum-arbaa as-salam"
    table = shock(scene, f"{line}, m-gum-sitta al-muhaymin").play("shock a", (4, 0))
    assert "b" != table.units["s-cuenca"]
    assert set() == table.legal("retreat s-cuenca b")


@pytest.mark.rule("6.2")
def test_the_winners_crosses_count(scene: Any) -> None:
    """The defender wins with both coins heads, no crosses: the attackers suffer the result."""
    table = shock(scene, f"m-gk-haus {CLEAR} came=ar-raham, s-cuenca {CLEAR}", kabila={"m-gk-haus": 1})
    assert ["m-gk-haus"] == table.play(f"shock {CLEAR}", (0, 2)).removed()


@pytest.mark.rule("6.2")
def test_losers_without_retreat_are_eliminated(scene: Any) -> None:
    """Every adjacent area of A is the enemy's or sea."""
    line = "m-bujari-1 a came=b, m-bujari-2 a came=b, m-gum-uagit b, m-gum-arbaa playa-del-tarajal, s-cuenca a"
    table = shock(scene, line)
    assert ["s-cuenca"] == table.play("shock a", (5, 0)).removed()


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("line", "place", "found"), [
    ("m-gum-uagit al-mumin came=ar-aziz, s-cuenca al-mumin", "al-mumin", [1]),
    ("m-gum-uagit ar-aziz came=al-mumin, s-cuenca ar-aziz", "ar-aziz", [1]),
    ("m-gum-uagit casa-del-morabito came=al-mumin, s-cuenca casa-del-morabito", "casa-del-morabito", [2]),
    ("m-gum-uagit ar-rahim came=rio-castillejos, s-cuenca ar-rahim", "ar-rahim", [-1]),
    ("m-gum-uagit ar-rahim came=boca-del-rio, s-cuenca ar-rahim", "ar-rahim", [-1]),
    ("m-gum-uagit a came=b, m-gum-arbaa a came=playa-del-tarajal, s-cuenca a", "a", [1]),
    ("m-gum-uagit a came=b, m-gum-arbaa a came=b, s-cuenca a", "a", []),
    ("m-seyyid-1 a came=b, s-cuenca a", "a", [1]),
    ("m-seyyid-1 al-mumin came=ar-aziz, s-cuenca al-mumin", "al-mumin", [-1, 1]),
    ("m-gum-uagit a came=b, s-cuenca a demoralized, s-luchana a demoralized", "a", [-1, -1]),
])
def test_shock_modifiers(scene: Any, line: str, place: str, found: list[int]) -> None:
    """Cover, water, several directions, cavalry (ruling 2), and each demoralized defender (6.1)."""
    mods = shock(scene, line).preview(f"shock {place}").modifiers
    assert found == [m.value for m in mods]
    assert {"6.1", "6.2 (ruling 2)"} >= {str(m.rule) for m in mods}


@pytest.mark.rule("11.T.3")
@pytest.mark.parametrize("place", ["trinchera-derecha", "campamento-de-abbas"])
def test_works_give_their_defenders_a_coin(scene: Any, place: str) -> None:
    """A defender in an encampment or a trench flips a coin more in shock, but not in defensive fire."""
    line = f"s-zamora {place} came=al-quddus, m-nizam-nur {place}"
    table = scene(line, "shock", "spanish", "tetuan")
    assert [(1, "11.T.3 (ruling 32)")] == table.terms(f"shock {place}")
    assert [] == scene(line, "defensive-fire", "spanish", "tetuan").terms(f"fire m-nizam-nur {place}")


@pytest.mark.rule("11.T.3")
def test_works_give_cover_in_every_battle(scene: Any) -> None:
    """The camp of Castillejos too (ruling 32)."""
    place = "campamento-de-abbas"
    table = scene(f"s-cuenca {place}, m-nizam-nur {place}", "shock")
    assert (1, "11.T.3 (ruling 32)") in table.terms(f"shock {place}")


@pytest.mark.rule("6.2")
def test_cavalry_at_an_encampment_has_no_bonus(scene: Any) -> None:
    """It is neither open terrain nor a trench, which costs one."""
    for place, coins in (("campamento-de-abbas", []), ("trinchera-derecha", [-1])):
        table = scene(f"s-husares {place}, m-nizam-nur {place}", "shock", "spanish", "tetuan")
        assert coins == [value for value, cited in table.terms(f"shock {place}") if cited == "6.2 (ruling 2)"]


@pytest.mark.rule("11.T.3")
def test_the_fort_counts_as_buildings(scene: Any) -> None:
    """Its defenders have two coins."""
    line = "m-nizam-nur fuerte-de-la-estrella came=5, s-zamora fuerte-de-la-estrella"
    table = scene(line, "shock", "moroccan", "tetuan")
    assert [2] == [m[0] for m in table.mods("shock fuerte-de-la-estrella")]


@pytest.mark.rule("10")
def test_the_best_officer_of_each_side_helps(scene: Any) -> None:
    """The attacker's adds its FA, the defender's its FD."""
    line = f"m-bujari-1 {CLEAR} came=ar-raham, m-omar {CLEAR} came=ar-raham, m-abbas {CLEAR} came=ar-raham"
    table = shock(scene, f"{line}, s-cuenca {CLEAR}, s-prim {CLEAR}, s-odonnell {CLEAR}")
    officers = [m for m in table.mods(f"shock {CLEAR}") if m[2] == "10"]
    assert [(2, "Abbas"), (3, "O'Donnell")] == [m[:2] for m in officers]


@pytest.mark.rule("10")
def test_an_officer_alone_flips_its_defence_factor(scene: Any) -> None:
    """Two coins for Prim, against two cavalry units."""
    table = shock(scene, f"{RIDERS}, s-prim {CLEAR}").play(f"shock {CLEAR}")
    assert [(0, 7), (0, 2)] == table.dice


@pytest.mark.rule("6.2")
@pytest.mark.rule("10")
@pytest.mark.parametrize(("heads", "removed", "shaken"), [(7, True, False), (6, True, False), (5, False, True),
                                                          (3, False, False)])
def test_an_officer_alone_suffers_like_troops(scene: Any, heads: int, removed: bool, shaken: bool) -> None:
    """Destroyed, half of one is one, demoralized, driven off (ruling 11)."""
    table = shock(scene, f"{RIDERS}, s-prim {CLEAR}").play(f"shock {CLEAR}", (heads, 0))
    if table.legal("lose"):
        assert {"lose s-prim"} == table.legal()
        table = table.play("lose s-prim")
    assert (["s-prim"] if removed else []) == table.removed()
    assert ({"s-prim"} if shaken else set()) == table.marked("demoralized")
    assert removed == (not table.legal("retreat s-prim"))
    table = shock(scene, f"{RIDERS}, s-prim {CLEAR}, s-zabala {CLEAR}").play(f"shock {CLEAR}", (6, 0), "lose s-zabala")
    assert {"s-prim"} == table.marked("demoralized")


@pytest.mark.rule("6.1")
@pytest.mark.rule("10")
def test_a_demoralized_officer_alone_has_a_coin_less(scene: Any) -> None:
    """Prim's FD of 2 less 1 (ruling 11)."""
    table = shock(scene, f"{RIDERS}, s-prim {CLEAR} demoralized").play(f"shock {CLEAR}")
    assert [(0, 7), (0, 1)] == table.dice


DRIVEN_OFF = f"m-gum-uagit {CLEAR} came=ar-raham, m-abbas {CLEAR} came=ar-raham, s-cuenca {CLEAR}"


@pytest.mark.rule("10")
def test_an_officer_without_troops_fights_no_shock(scene: Any) -> None:
    """Its troops were driven off, and it goes back to the area it came from."""
    table = scene(DRIVEN_OFF, "defensive-fire", "moroccan").play(f"fire s-cuenca {CLEAR}", 3, 0)
    table = table.play("retreat m-gum-uagit campamento-de-abbas")
    assert "ar-raham" == table.units["m-abbas"]
    assert ["10"] == table.rules_of("went-back")
    assert (2, "fire", "spanish") == table.now


@pytest.mark.rule("10")
def test_an_officer_left_behind_retreats_or_is_eliminated(scene: Any) -> None:
    """It retreats if the enemy has occupied the area it came from, and is eliminated if the enemy surrounds it."""
    table = scene(f"{DRIVEN_OFF}, s-luchana ar-raham", "defensive-fire", "moroccan")
    table = table.play(f"fire s-cuenca {CLEAR}", 3, 3)
    assert ("shock", "moroccan") == table.now[1:]
    assert table.legal() == table.legal("retreat m-abbas")
    assert "campamento-de-abbas" == table.play("retreat m-abbas campamento-de-abbas").units["m-abbas"]
    line = "m-gum-uagit a came=b, m-abbas a came=b, s-cuenca a, s-luchana b, s-principe playa-del-tarajal"
    table = scene(line, "defensive-fire", "moroccan").play("fire s-cuenca a", 3, 3)
    assert ["m-gum-uagit", "m-abbas"] == table.removed()


@pytest.mark.rule("6.2")
@pytest.mark.rule("10")
def test_officers_retreat_with_their_troops_or_are_captured(scene: Any) -> None:
    """They are never demoralized, and are captured if all troops are destroyed in shock (ruling 11)."""
    table = shock(scene, f"{RIDERS}, s-caz-vergara {CLEAR}, s-prim {CLEAR}").play(f"shock {CLEAR}")
    assert ["s-caz-vergara", "s-prim"] == table.play((7, 0)).removed()
    fled = table.play((5, 0))
    assert {"s-caz-vergara"} == fled.marked("demoralized")
    fled = fled.play("retreat s-caz-vergara ar-raham")
    assert fled.legal("retreat s-prim")


@pytest.mark.rule("2.1")
def test_a_gum_rolls_for_its_coins_at_every_shock(scene: Any) -> None:
    """It rolls one die, then flips that many coins."""
    table = shock(scene, f"m-gum-uagit {CLEAR} came=ar-raham, s-cuenca {CLEAR}").play(f"shock {CLEAR}")
    assert [(1, 6)] == table.dice
    table = table.play(5)
    assert [(0, 5), (0, 2)] == table.dice
    assert {} == table.position["kabila"]


@pytest.mark.rule("2.1")
def test_the_hidden_factor_of_a_kabila_is_drawn_once(scene: Any) -> None:
    """It comes from the pool of nine, less the factors already shown, and stays known."""
    table = shock(scene, f"m-gk-haus {CLEAR} came=ar-raham, s-cuenca {CLEAR}", kabila={"m-gk-tanja": 4})
    table = table.play(f"shock {CLEAR}")
    assert [(1, 3)] == table.dice
    table = table.play(3)
    assert {"m-gk-haus": 3, "m-gk-tanja": 4} == table.position["kabila"]
    assert [(0, 3), (0, 2)] == table.dice


@pytest.mark.rule("2.1")
def test_the_pool_of_hidden_factors(scene: Any) -> None:
    """There are three 1s, three 2s, two 3s, and one 4."""
    table = shock(scene, f"m-gk-haus {CLEAR} came=ar-raham, s-cuenca {CLEAR}").play(f"shock {CLEAR}")
    (die,) = table.rules.pending_roll(table.state).dice
    assert [3, 3, 2, 1] == [die.weight(face) for face in (1, 2, 3, 4)]


@pytest.mark.rule("2.1")
@pytest.mark.rule("6.2")
def test_chances_of_two_hidden_kabila_are_exact(scene: Any) -> None:
    """Over all 72 ordered draws of two of the nine, against four coins, Moroccan 4+ is 0.0247."""
    line = "s-cuenca a came=b, s-luchana a came=b, m-gk-haus a, m-gk-tanja a"
    table = scene(line, "shock", "spanish")
    chance = Fraction(0)
    pool = (1, 1, 1, 2, 2, 2, 3, 3, 4)
    for i, j in permutations(range(9), 2):
        coins = pool[i] + pool[j]
        for heads in range(coins - 3):
            won = sum(comb(4, fewer) for fewer in range(min(heads, 5)))
            chance += Fraction(comb(coins, heads) * won, 72 * 2 ** (coins + 4))
    shown = {o.result: o.chance for o in table.preview("shock a").outcomes}
    assert chance == shown["moroccan 4+"]
    assert "0.0247" == f"{float(chance):.4f}"
    table = table.play("shock a")
    roll = table.rules.pending_roll(table.state)
    assert {name: share for name, share in shown.items() if share} == dict(roll.outcomes)


@pytest.mark.rule("6.1")
def test_demoralized_units_make_no_offensive_shock(scene: Any) -> None:
    """They may not enter an enemy area."""
    table = scene(f"m-nizam-nur ar-raham demoralized, m-gum-uagit ar-raham, s-cuenca {CLEAR}", "movement", "moroccan")
    assert "6.1" == table.refusal(f"move m-nizam-nur {CLEAR}")
    assert f"move m-gum-uagit {CLEAR}" in table.legal()


@pytest.mark.rule("6.1")
def test_no_side_draws_more_markers_than_the_cup_holds(africa: Any) -> None:
    """The preview of 21 has a modifier that makes it 20, like the roll (ruling 29)."""
    line = ("s-vol-catalanes ba came=1, s-prim ba came=2, s-husares ba came=1, s-coraceros-del-rey ba came=ta, "
            "s-lanceros-villaviciosa ba came=ta, m-nizam-nur ba")
    given = {"scenario": "wad-ras", "turn": 1, "phase": "shock", "phasing": "spanish", "units": units(line)}
    shown = {}
    for options in ((), ("marker-cup",)):
        table = Table(africa, africa.from_position({**given, "options": [*options]}))
        shown[options] = table.preview("shock ba").attack, table.terms("shock ba").count((-1, "6.1 (ruling 29)"))
    assert {(): (21, 0), ("marker-cup",): (20, 1)} == shown


@pytest.mark.rule("6.2")
def test_only_rivers_and_marshes_cost_those_who_land(scene: Any) -> None:
    """A landing from the sea costs no coin, one from the river's mouth does, and the modifier names the river."""
    line = "s-ceres {0}, s-marina {0} aboard, m-gum-uagit castillejos"
    for ship, cost in (("mar-de-los-castillejos", []), ("boca-del-rio", [-1])):
        table = scene(line.format(ship), "movement").play("land s-marina castillejos", "done", "done")
        found = [value for value, name, _ in table.mods("shock castillejos") if "river" in name]
        assert cost == found


@pytest.mark.rule("6.1")
def test_a_demoralized_gun_that_cannot_move_is_lost_where_it_cannot_attack(scene: Any) -> None:
    """It would have to retreat, and is lost as after any shock (ruling 8)."""
    line = "m-jorge-iii tetuan demoralized, s-zamora tetuan, s-cuenca 4"
    table = scene(line, "defensive-fire", "moroccan", "tetuan").play("done")
    assert ["m-jorge-iii"] == table.removed()


@pytest.mark.rule("6")
def test_fire_comes_before_shock(scene: Any) -> None:
    """Attackers driven off by defensive fire fight no shock; and no action is possible during a pending flip."""
    line = f"m-gum-uagit {CLEAR} came=ar-raham, s-cuenca {CLEAR}"
    table = scene(line, "defensive-fire", "moroccan").play(f"fire s-cuenca {CLEAR}")
    assert "6" == table.refusal("done")
    table = table.play(3, 0)
    assert table.legal() == table.legal("retreat m-gum-uagit")
    table = table.play("retreat m-gum-uagit ar-raham")
    assert (2, "fire", "spanish") == table.now


@pytest.mark.rule("6")
def test_only_possible_faces_are_accepted(scene: Any) -> None:
    """There are at most as many heads as coins, and no flip without a pending one."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}")
    assert "6" == table.refusal("roll 1,1")
    assert "6" == table.play(f"shock {CLEAR}").refusal("roll 8,0")


@pytest.mark.rule("6.2")
def test_attackers_that_cannot_go_back_retreat_elsewhere(scene: Any) -> None:
    """The enemy has entered their origin (ruling 10)."""
    table = shock(scene, f"{RIDERS}, s-cuenca {CLEAR}, s-luchana ar-raham").play(f"shock {CLEAR}", (0, 0))
    assert "moroccan" == table.now[2]
    assert "retreat m-bujari-1 campamento-de-abbas" in table.legal()
    assert "retreat m-bujari-1 ar-raham" not in table.legal()


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("enemy", "refuge", "end"), [
    ("as-salam", "b", "casa-de-la-condesa"), ("casa-de-la-condesa", "playa-del-tarajal", "castillejos"),
])
def test_a_retreat_that_goes_on_says_where_it_ends(scene: Any, enemy: str, refuge: str, end: str) -> None:
    """After three crosses the unit may not stop next to an enemy; where there is no choice it goes on at once (ruling
    10)."""
    pending = {"kind": "retreat", "queue": ["s-cuenca"], "steps": 1, "seen": ["a"], "far": True, "cause": "shock"}
    at = scene(f"s-cuenca a, m-gum-arbaa {enemy}", phase="movement", pending=[pending])
    verdict = at.check(f"retreat s-cuenca {refuge}")
    assert isinstance(verdict, Legal)
    assert verdict.note is not None
    ground = at.state.setting.ground
    assert ground.titles[ground.index[end]] in facts(verdict.note.text)
    after = at.play(f"retreat s-cuenca {refuge}")
    assert after.state.at[after.state.setting.slot["s-cuenca"]] == ground.index[end]


@pytest.mark.rule("11.W.3")
@pytest.mark.parametrize(("unit", "cited"), [("m-rif-ifur", "11.W.3"), ("m-gum-uagit", "2.1")])
def test_a_factor_that_is_rolled_cites_the_units_rule(scene: Any, unit: str, cited: str) -> None:
    """Units of the Rif fight like gums by a rule of their own."""
    table = scene(f"{unit} ba, s-cordoba ba came=1", "shock", scenario="wad-ras").play("shock ba")
    roll = table.rules.pending_roll(table.state)
    assert roll is not None
    assert cited == str(roll.rule)
    assert table.why("done").partition(":")[0] != table.play(3).why("done").partition(":")[0]  # a die, then coins
    assert [cited] == table.play(3).rules_of("revealed")


@pytest.mark.rule("6.2")
def test_one_cross_offers_steps_in_words(scene: Any) -> None:
    """The result always says that units may lose a step each; the prompt offers it only if one has a step to lose."""
    line = "s-cordoba ar-rahim came=castillejos, m-nizam-nur ar-rahim{0}, m-nizam-kabir ar-rahim{0}"
    for state, offered in (("", True), (" reduced", False)):
        table = scene(line.format(state), "shock").play("shock ar-rahim", (1, 0))
        assert offered == ("lose-steps" in table.legal())
        assert offered == ("step" in str(table.rules.prompt(table.state).text))
        assert "step" in str(table.events[-1].text)


@pytest.mark.rule("6.2")
def test_a_defence_below_one_coin_is_not_hidden_while_dice_are_to_come(scene: Any) -> None:
    """A reduced nizam flips one coin, less three for demoralized defenders: -2, to which two gums add their dice."""
    line = ("s-cordoba ar-rahim came=castillejos, m-nizam-nur ar-rahim demoralized reduced, "
            "m-gum-hamsa ar-rahim demoralized, m-gum-sitta ar-rahim demoralized")
    shown = scene(line, "shock").preview("shock ar-rahim")
    assert (-2, "2 coins against 1d6 + 1d6 − 2") == (shown.defence, str(shown.total))


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("options", [(), ("marker-cup",)])
def test_the_last_coin_of_a_side_is_a_term_of_its_sum(scene: Any, options: tuple[str, ...]) -> None:
    """A reduced battalion attacks out of the river: 1 - 1, and the one coin that each side flips at least (ruling
    2)."""
    table = scene("s-cuenca castillejos reduced came=boca-del-rio, m-nizam-nur castillejos", "shock", options=options)
    preview = table.preview("shock castillejos")
    own = preview.modifiers[:preview.attacker_modifiers]
    assert [(-1, "6.2 (ruling 2)"), (1, "6.2 (ruling 2)")] == [(term.value, str(term.rule)) for term in own]
    assert preview.attack == sum(line.strength for line in preview.attackers) + sum(term.value for term in own) == 1
