"""Further clauses of the modifiers and the terrain: fire, guns, rally, factors, convoys, the ship."""

from __future__ import annotations

from typing import Any

import pytest

NUMBERS = {"IR": "4-2", "NZ": "4-2", "GM": "3-2", "GUM": "3-⚄", "GK": "3-?", "ENG": "3-1"}


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("name", ["tetuan", "wad-ras"])
def test_factors_by_type(battle: Any, name: str) -> None:
    """The reconstructed factors before balancing are equal within these types; light infantry has three exceptions."""
    table = battle(name, ["facts-values"])
    counters = table.rules.counters(table.state)
    for counter in counters:
        if counter.abbr in NUMBERS:
            assert NUMBERS[counter.abbr] == counter.numbers, counter.unit
    light = {c.unit: c.numbers for c in counters if c.abbr == "IL"}
    special = {"s-vol-catalanes": "4-3", "s-caz-alba-de-tormes": "4-2", "s-marina": "4-2"}
    assert {unit: special.get(unit, "4-1") for unit in light} == light


@pytest.mark.rule("2.1")
def test_reduced_factors(battle: Any) -> None:
    """They are 3 and 1 for the Spanish regulars of Castillejos; the nizam has full strength there."""
    table = battle("castillejos")
    found = {(c.abbr, c.numbers) for c in table.rules.counters(table.state) if c.abbr in ("IR", "NZ")}
    assert {("IR", "3-1"), ("NZ", "4-2")} == found


@pytest.mark.rule("6.1")
@pytest.mark.rule("11.T.3")
@pytest.mark.parametrize(("place", "near", "values"), [
    ("trinchera-derecha", "al-musawwir", [-1]), ("campamento-de-abbas", "trinchera-derecha", [-1]),
    ("al-bari", "5", [1]), ("5", "al-bari", [-1]), ("rio-martin-3", "1", [1]), ("al-musawwir", "5", []),
    ("fuerte-de-la-estrella", "7", [-2])])
def test_fire_at_works_marsh_and_fort(scene: Any, place: str, near: str, values: list[int]) -> None:
    """A trench or camp takes a coin; marsh and river add one for a target in them and take one from a firer in them
    (ruling 2)."""
    table = scene(f"s-vol-catalanes {near}, s-prim {near}, m-gum-uagit {place}", scenario="tetuan")
    assert values == [m[0] for m in table.mods(f"fire s-vol-catalanes {place}")]
    assert [*values, 3] == sorted(m[0] for m in table.mods(f"fire s-vol-catalanes {place} with s-prim"))


@pytest.mark.rule("9")
@pytest.mark.parametrize(("place", "values"), [
    ("al-wahhab", [(-1, "9")]), ("al-musawwir", []), ("al-khaliq", [])])
def test_guns_at_mountain_and_open_terrain(scene: Any, place: str, values: list[tuple[int, str]]) -> None:
    """A mountain takes a coin, open terrain none (ruling 2)."""
    table = scene(f"s-montana-1 al-musawwir, s-zamora 2, m-gum-uagit {place}" if place == "al-wahhab" else
                  f"s-montana-1 5, s-zamora 2, m-gum-uagit {place}", "movement", scenario="tetuan")
    table = table.play("activate s-montana-1")
    assert values == [(m[0], m[2]) for m in table.mods(f"bombard s-montana-1 {place}")]


@pytest.mark.rule("9")
def test_guns_at_a_forest(scene: Any) -> None:
    """A forest has the same effect as a mountain (ruling 2)."""
    table = scene("s-montana-1 jim, s-rey 2, m-gum-uagit bosque-de-am-sal", "movement", scenario="wad-ras")
    table = table.play("activate s-montana-1")
    assert [(-1, "9")] == [(m[0], m[2]) for m in table.mods("bombard s-montana-1 bosque-de-am-sal")]


@pytest.mark.rule("9")
def test_the_worst_result_of_guns_affects_the_whole_area(scene: Any) -> None:
    """With X every regular loses a step, the first of the others is destroyed, the rest demoralized; officers retreat
    with them."""
    line = "m-gum-uagit playa-del-tarajal, m-nizam-nur playa-del-tarajal, m-gk-haus playa-del-tarajal"
    table = scene(f"s-montada a, {line}, m-abbas playa-del-tarajal", "movement").play("activate s-montada")
    table = table.play("bombard s-montada playa-del-tarajal", (5, 6))
    assert ["m-gum-uagit"] == table.removed()
    assert ({"m-nizam-nur"}, {"m-gk-haus"}) == (table.marked("reduced"), table.marked("demoralized"))


@pytest.mark.rule("7")
@pytest.mark.parametrize(("place", "coins"), [("al-bari", 3), ("al-wahhab", 5), ("ar-malik", 3), ("5", 4)])
def test_rally_by_terrain(scene: Any, place: str, coins: int) -> None:
    """Without an enemy within one area there are four coins, plus or minus one for the terrain (ruling 3)."""
    table = scene(f"s-zamora {place} demoralized, s-cuenca 8, m-gum-uagit al-jabbar", "movement", "moroccan", "tetuan")
    assert [(0, coins)] == table.play("done").dice


@pytest.mark.rule("7")
def test_a_rally_that_cannot_succeed_is_announced_as_such(scene: Any) -> None:
    """It is flipped all the same; the prompt names the coins and the heads needed."""
    table = scene("s-zamora al-bari demoralized, s-cuenca 8, m-gum-uagit al-khaliq", "movement", "moroccan", "tetuan")
    table = table.play("done")
    ((_, coins),) = table.dice
    values = table.rules.prompt(table.state).text.values
    assert coins < values["needed"]
    assert coins == values["coins"].values["count"]


@pytest.mark.rule("11.W.3")
def test_a_convoy_neither_fires_nor_fights(scene: Any) -> None:
    """It has no factors: it does not fire, adds no coin, and alone with an enemy it is captured without a roll."""
    table = scene("s-convoy-1 lam, s-rey lam, m-bujari-3 lam", "defensive-fire", "moroccan", "wad-ras")
    assert {"fire s-rey lam"} == table.legal("fire")
    assert "2.1" == table.refusal("fire s-convoy-1 lam")
    line = "s-convoy-1 lam, s-rey lam, m-bujari-3 lam came=kaf, m-bujari-4 lam came=kaf"
    both = scene(line, "shock", "moroccan", "wad-ras").play("shock lam").dice
    alone = scene(line.replace("s-convoy-1 lam, ", ""), "shock", "moroccan", "wad-ras").play("shock lam").dice
    assert alone == both
    table = scene("s-convoy-1 lam, s-rey 2, m-bujari-3 kaf, m-gum-uagit waw", "movement", "moroccan", "wad-ras")
    table = table.play("activate m-bujari-3", "move m-bujari-3 lam")
    assert ["s-convoy-1"] == table.position["captured"]
    assert not table.legal("shock")


@pytest.mark.rule("11.W.3")
@pytest.mark.rule("5")
def test_a_convoy_has_three_points(scene: Any) -> None:
    """Two regulars and a convoy fill an area."""
    line = "s-convoy-1 ta moved, s-rey ta moved, s-castilla ta moved, s-zamora 2, m-gum-uagit waw"
    assert "5 (ruling 4)" == scene(line, "movement", scenario="wad-ras").refusal("move s-zamora ta")


@pytest.mark.rule("11.T.3")
def test_ruling_34_the_ship_fires_at_areas_on_the_river(scene: Any) -> None:
    """Tetuan has no coast; two areas inland is too far from the bank."""
    line = "s-ceres rio-martin-3, s-zamora 2, m-gum-uagit al-razzaq, m-gum-arbaa al-khaliq"
    table = scene(line, "movement", scenario="tetuan").play("activate s-ceres")
    assert {"bombard s-ceres al-razzaq"} == table.legal("bombard")
    assert ("11.T.3 (ruling 34)", "Al Khaliq") == table.reason("bombard s-ceres al-khaliq")


@pytest.mark.rule("4")
def test_guns_placed_on_closed_terrain_may_leave_but_not_return(scene: Any) -> None:
    """Field guns on a mountain without a road (ruling 3)."""
    table = scene("s-montada b, m-gum-uagit al-wahhab", "movement").play("activate s-montada", "move s-montada a")
    assert "a" == table.units["s-montada"]
    table = scene("s-montada a, m-gum-uagit al-wahhab", "movement").play("activate s-montada")
    assert "4 (ruling 3)" == table.refusal("move s-montada b")


@pytest.mark.rule("11.C.3")
@pytest.mark.rule("6.2")
def test_repelled_marines_do_not_return_aboard(scene: Any) -> None:
    """On a tie attackers go back where they came from; from the beach the marines retreat by land (ruling 10)."""
    line = "s-ceres mar-del-tarajal, s-marina mar-del-tarajal aboard, s-cuenca b, m-gum-uagit playa-del-tarajal"
    table = scene(line, "movement").play("land s-marina playa-del-tarajal", "done", "done", "shock playa-del-tarajal")
    table = table.play(1, (0, 0))
    assert "retreat s-marina mar-del-tarajal" not in table.legal()
    table = table.play("retreat s-marina a")
    assert ("a", set()) == (table.units["s-marina"], table.marked("aboard"))
