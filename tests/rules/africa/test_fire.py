"""Fire combat (6.1): targets, coins, hits, results; officers who help (10)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from game.core.verdict import Legal
from tests.rules.table import facts

OPEN = "s-cuenca a, m-gum-uagit playa-del-tarajal"
"""A regular with four coins against a gum on open ground."""


@pytest.mark.rule("6.1")
def test_fire_goes_to_adjacent_areas_only(scene: Any) -> None:
    """An adjacent area is a target; one beyond it, or without an enemy, is not."""
    table = scene(f"{OPEN}, m-gum-arbaa castillejos")
    assert {"fire s-cuenca playa-del-tarajal", "done"} == table.legal()
    assert "6.1" == table.refusal("fire s-cuenca castillejos")
    assert "6.1" == table.refusal("fire s-cuenca b")


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("heads", "hit"), [(0, False), (1, False), (2, False), (3, True), (4, True)])
def test_three_heads_are_a_hit(scene: Any, heads: int, hit: bool) -> None:
    """The fire factor is the number of coins; below three heads nothing happens."""
    table = scene(OPEN).play("fire s-cuenca playa-del-tarajal")
    assert [(0, 4)] == table.dice
    assert ([(0, 3)] if hit else []) == table.play(heads).dice


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("heads", "removed", "demoralized", "runs"), [
    (0, False, False, True), (1, False, False, True), (2, False, True, True), (3, True, False, False)])
def test_results_of_a_hit(scene: Any, heads: int, removed: bool, demoralized: bool, runs: bool) -> None:
    """They are retreat, retreat, demoralization with retreat, destroyed."""
    table = scene(OPEN).play("fire s-cuenca playa-del-tarajal", 3, heads)
    assert (["m-gum-uagit"] if removed else []) == table.removed()
    assert ({"m-gum-uagit"} if demoralized else set()) == table.marked("demoralized")
    ways = {f"retreat m-gum-uagit {area}" for area in ("casa-de-la-condesa", "castillejos")}
    assert (ways if runs else set()) == table.legal("retreat")


@pytest.mark.rule("6.1")
def test_destroyed_takes_a_step_of_a_regular_and_then_the_unit(scene: Any) -> None:
    """A nizam loses a step and stays; hit again it is eliminated."""
    table = scene("s-cuenca a, s-luchana a, m-nizam-nur playa-del-tarajal")
    table = table.play("fire s-cuenca playa-del-tarajal", 4, 3)
    assert [] == table.removed()
    assert {"m-nizam-nur"} == table.marked("reduced")
    assert "playa-del-tarajal" == table.units["m-nizam-nur"]
    assert ["m-nizam-nur"] == table.play("fire s-luchana playa-del-tarajal", 4, 3).removed()


@pytest.mark.rule("6.1")
def test_the_top_unit_is_the_target_until_hit(scene: Any) -> None:
    """The result is applied before the next unit fires, at the next of the stack."""
    stack = ("m-abbas", "m-gum-uagit", "m-gk-haus")
    line = "s-cuenca a, s-luchana a, " + ", ".join(f"{unit} playa-del-tarajal" for unit in stack)
    table = scene(line).play("fire s-cuenca playa-del-tarajal", 3, 3)
    assert ["m-gum-uagit"] == table.removed()
    assert ["m-gum-uagit", "m-gk-haus"] == table.play("fire s-luchana playa-del-tarajal", 3, 3).removed()


@pytest.mark.rule("6.1")
def test_a_unit_fires_once(scene: Any) -> None:
    """Each unit fires separately, once a phase."""
    table = scene(f"{OPEN}, s-luchana a").play("fire s-cuenca playa-del-tarajal", 0)
    assert "6.1" == table.refusal("fire s-cuenca playa-del-tarajal")
    assert "fire s-luchana playa-del-tarajal" in table.legal()


@pytest.mark.rule("6.1")
def test_demoralized_units_may_not_fire(scene: Any) -> None:
    """They fire neither offensively nor defensively."""
    table = scene("s-cuenca a demoralized, s-luchana a, m-gum-uagit playa-del-tarajal")
    assert "6.1" == table.refusal("fire s-cuenca playa-del-tarajal")
    table = scene("s-cuenca a demoralized, s-luchana a, m-gum-uagit a", "defensive-fire", "moroccan")
    assert {"fire s-luchana a"} == table.legal("fire")


@pytest.mark.rule("8")
@pytest.mark.rule("9")
def test_cavalry_and_guns_do_not_fire_in_the_fire_phase(scene: Any) -> None:
    """They are activated instead."""
    table = scene(f"{OPEN}, s-husares a, s-montada a")
    assert "8" == table.refusal("fire s-husares playa-del-tarajal")
    assert "9" == table.refusal("fire s-montada playa-del-tarajal")


@pytest.mark.rule("2.1")
def test_units_without_a_fire_factor_may_not_fire(scene: Any) -> None:
    """Lancers have none, in defence either."""
    line = "s-lanceros-farnesio 4, s-zamora 4, m-gum-uagit 4"
    table = scene(line, "defensive-fire", "moroccan", "tetuan")
    assert "2.1" == table.refusal("fire s-lanceros-farnesio 4")


@pytest.mark.rule("11.C.3")
@pytest.mark.parametrize(("phase", "phasing", "entered"), [
    ("fire", "spanish", ""), ("defensive-fire", "moroccan", ", m-gum-arbaa playa-del-tarajal")])
def test_the_gunboat_and_those_aboard_do_not_fire_unit_by_unit(scene: Any, phase: str, phasing: str,
                                                               entered: str) -> None:
    """The gunboat fires as a gun does (9), the marines only once they have landed (ruling 24)."""
    line = ("s-ceres mar-de-los-castillejos, s-marina mar-de-los-castillejos aboard, s-cuenca playa-del-tarajal, "
            "s-prim playa-del-tarajal, m-gum-hamsa castillejos")
    table = scene(line + entered, phase, phasing)
    assert ("11.C.3 (ruling 24)", "11.C.3 (ruling 24)") == tuple(
        table.refusal(f"fire {unit} castillejos") for unit in ("s-ceres", "s-marina"))


@pytest.mark.rule("6.1")
def test_a_reduced_regular_fires_with_its_reduced_factor(scene: Any) -> None:
    """Three coins instead of four."""
    assert [(0, 3)] == scene("s-cuenca a reduced, m-gum-uagit playa-del-tarajal").play(
        "fire s-cuenca playa-del-tarajal").dice


@pytest.mark.rule("6.1")
def test_retreat_distance_of_foot_and_cavalry(scene: Any) -> None:
    """A retreat is as long as the movement allowance, and does not return to the start."""
    table = scene(OPEN).play("fire s-cuenca playa-del-tarajal", 3, 0, "retreat m-gum-uagit castillejos")
    assert "castillejos" == table.units["m-gum-uagit"]
    table = scene("s-cuenca a, m-seyyid-1 playa-del-tarajal").play("fire s-cuenca playa-del-tarajal", 3, 0)
    table = table.play("retreat m-seyyid-1 castillejos")
    assert {"casa-del-morabito", "ar-rahim", "boca-del-rio"} == {n.split()[2] for n in table.legal("retreat")}
    assert "6.1 (ruling 30)" == table.refusal("retreat m-seyyid-1 playa-del-tarajal")


@pytest.mark.rule("5")
@pytest.mark.rule("6.1")
def test_only_a_retreat_that_could_end_in_a_full_area_warns(scene: Any) -> None:
    """Cavalry that retreats two areas leaves the full one anyway; foot would have to retreat farther or be lost."""
    crowd = ", ".join(f"m-{name} castillejos" for name in (
        "gk-anyera", "gk-haus", "gk-tanja", "gum-sabaa", "gum-sitta", "gum-arbaa", "gum-hamsa", "nizam-nur",
        "bujari-1"))
    for unit, is_warned in (("m-seyyid-1", False), ("m-gum-uagit", True)):
        table = scene(f"s-cuenca a, {unit} playa-del-tarajal, {crowd}").play("fire s-cuenca playa-del-tarajal", 3, 0)
        verdict = table.check(f"retreat {unit} castillejos")
        assert isinstance(verdict, Legal)
        assert is_warned == (verdict.note is not None), unit


@pytest.mark.rule("6.1")
@pytest.mark.rule("4")
def test_terrain_closes_but_does_not_slow_a_retreat(scene: Any) -> None:
    """Cavalry goes on through forest, and into mountain as its second area, but not into marsh, where foot may go; a
    field gun cannot enter mountains, and is lost if no other area is left (ruling 31)."""
    table = scene("s-cuenca a, m-seyyid-1 b").play("fire s-cuenca b", 3, 0, "retreat m-seyyid-1 as-salam")
    assert {"retreat m-seyyid-1 ar-aziz", "retreat m-seyyid-1 al-jabbar"} == table.legal("retreat")
    for unit, marsh in (("m-seyyid-1", False), ("m-gum-uagit", True)):
        table = scene(f"s-zamora 4, {unit} al-khaliq", scenario="tetuan").play("fire s-zamora al-khaliq", 3, 0)
        assert (f"retreat {unit} al-bari" in table.legal("retreat")) == marsh
    assert "6.1 (ruling 31)" == scene("s-zamora 4, m-seyyid-1 al-khaliq", scenario="tetuan").play(
        "fire s-zamora al-khaliq", 3, 0).refusal("retreat m-seyyid-1 al-bari")
    line = "m-gk-haus castillejos, m-gk-tanja a, s-montada playa-del-tarajal"
    gone = scene(line, "fire", "moroccan").play("fire m-gk-haus playa-del-tarajal", 3, 0)
    assert ["s-montada"] == gone.removed()


@pytest.mark.rule("6.1")
def test_a_unit_that_cannot_retreat_is_destroyed(scene: Any) -> None:
    """Every adjacent area is sea or has Spanish units."""
    table = scene("m-gum-uagit a, s-cuenca b, s-luchana playa-del-tarajal").play("fire s-cuenca a", 3, 0)
    assert ["m-gum-uagit"] == table.removed()


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("place", "value"), [
    ("playa-del-tarajal", 0), ("casa-de-la-condesa", -2), ("ar-aziz", -1), ("al-mumin", -1), ("castillejos", -2)])
def test_cover_takes_coins_from_offensive_fire(scene: Any, place: str, value: int) -> None:
    """Buildings take two, mountain and forest one; of several only the best counts (ruling 2)."""
    near = {"playa-del-tarajal": "a", "casa-de-la-condesa": "b", "ar-aziz": "as-salam", "al-mumin": "ar-aziz",
            "castillejos": "playa-del-tarajal"}[place]
    table = scene(f"s-principe a, s-cuenca {near}, s-prim {near}, m-gum-uagit {place}, m-gum-sitta playa-del-tarajal"
                  if near != "playa-del-tarajal" else f"s-cuenca {near}, s-prim {near}, m-gum-uagit {place}")
    assert ([value] if value else []) == [m[0] for m in table.mods(f"fire s-cuenca {place}")]
    assert {"6.1"} >= {m[2] for m in table.mods(f"fire s-cuenca {place}")}


@pytest.mark.rule("6.1")
def test_crowds_and_water_in_offensive_fire(scene: Any) -> None:
    """Seven points or a target in a river give a coin, a firer in a river loses one (ruling 2)."""
    crowd = "m-nizam-nur rio-castillejos, m-nizam-kabir rio-castillejos, m-gum-uagit rio-castillejos"
    assert [1, 1] == [m[0] for m in scene(f"s-cuenca ar-rahim, {crowd}").mods("fire s-cuenca rio-castillejos")]
    table = scene("s-cuenca rio-castillejos, m-gum-uagit ar-rahim")
    assert [-1] == [m[0] for m in table.mods("fire s-cuenca ar-rahim")]
    table = scene("s-cuenca ar-rahim, m-gum-uagit boca-del-rio")
    assert [] == table.mods("fire s-cuenca boca-del-rio")


@pytest.mark.rule("6.1")
def test_fire_with_fewer_than_three_coins_is_refused(scene: Any) -> None:
    """If no unit can fire the phase is skipped."""
    table = scene("s-cuenca b, m-gum-uagit casa-de-la-condesa, s-luchana a, m-gum-arbaa playa-del-tarajal")
    assert "6.1" == table.refusal("fire s-cuenca casa-de-la-condesa")
    assert "movement" == scene("s-cuenca b, m-gum-uagit casa-de-la-condesa").now[1]


@pytest.mark.rule("6.1")
def test_defensive_fire_is_within_the_area_and_ignores_terrain(scene: Any) -> None:
    """Units in an area fire at units that entered it, with their basic factor."""
    line = "s-cuenca casa-del-morabito, s-luchana castillejos, m-gum-uagit casa-del-morabito, m-gum-arbaa ar-rahim"
    table = scene(line, "defensive-fire", "moroccan")
    assert (1, "defensive-fire", "spanish") == table.now
    assert {"fire s-cuenca casa-del-morabito", "done"} == table.legal()
    assert [] == table.mods("fire s-cuenca casa-del-morabito")
    assert "6.1" == table.refusal("fire s-luchana ar-rahim")
    assert [(0, 4)] == table.play("fire s-cuenca casa-del-morabito").dice


@pytest.mark.rule("8")
@pytest.mark.rule("9")
def test_cavalry_and_guns_fire_defensively_without_activation(scene: Any) -> None:
    """They fire where they are attacked, and get no activation marker."""
    table = scene("s-husares b, s-2-bateria b, m-gum-uagit b", "defensive-fire", "moroccan")
    assert {"fire s-husares b", "fire s-2-bateria b"} == table.legal("fire")
    assert set() == table.play("fire s-husares b", 0).marked("active")


@pytest.mark.rule("6.1")
def test_an_officer_is_never_on_top(scene: Any) -> None:
    """He is hit only if he is alone."""
    table = scene("s-prim b, s-cuenca b, m-gum-uagit casa-de-la-condesa", "movement")
    assert "6.1" == table.refusal("top s-prim")
    table = scene("s-cuenca a, m-abbas playa-del-tarajal").play("fire s-cuenca playa-del-tarajal", 3, 3)
    assert ["m-abbas"] == table.removed()


@pytest.mark.rule("10")
def test_an_officer_helps_one_unit_a_phase(scene: Any) -> None:
    """He adds his FA in offensive fire to a unit of his stack."""
    table = scene(f"{OPEN}, s-luchana a, s-prim a, s-zabala b")
    assert [(3, "Prim", "10")] == table.mods("fire s-cuenca playa-del-tarajal with s-prim")
    assert ("10", "Zabala", "Cuenca") == table.reason("fire s-cuenca playa-del-tarajal with s-zabala")
    assert ("10", "Luchana") == table.reason("fire s-cuenca playa-del-tarajal with s-luchana")
    assert ("11", "Ríos") == table.reason("fire s-cuenca playa-del-tarajal with s-rios")
    table = table.play("fire s-cuenca playa-del-tarajal with s-prim")
    assert [(0, 7)] == table.dice
    assert "10 (ruling 19)" == table.play(0).refusal("fire s-luchana playa-del-tarajal with s-prim")


@pytest.mark.rule("10")
@pytest.mark.parametrize(("officer", "name"), [("s-prim", "Prim"), ("s-rios", "Ríos")])
def test_a_shot_is_described_with_the_name_of_its_officer(scene: Any, officer: str, name: str) -> None:
    """Also with that of one who takes no part in the battle."""
    table = scene(f"{OPEN}, s-prim a")
    action = table.rules.parse(f"fire s-cuenca playa-del-tarajal with {officer}")
    assert ("Cuenca", name, "Playa del Tarajal") == facts(table.rules.describe(table.state, action))


@pytest.mark.rule("10")
def test_an_officer_helps_in_each_activation_too(scene: Any) -> None:
    """He helps a battalion in the phase, and every gun of his stack in its own activation, but never two cavalry units
    of one activation (ruling 19)."""
    table = scene(f"{OPEN}, s-montada a, s-2-bateria a, s-prim a")
    table = table.play("fire s-cuenca playa-del-tarajal with s-prim", 0)
    for gun in ("s-montada", "s-2-bateria"):
        table = table.play(f"activate {gun}")
        assert f"bombard {gun} playa-del-tarajal with s-prim" in table.legal()
        table = table.play(f"bombard {gun} playa-del-tarajal with s-prim", (0, 1))
    assert ("movement", "spanish") == table.now[1:]
    line = "m-seyyid-1 castillejos, m-seyyid-2 castillejos, m-abbas castillejos, s-cuenca ar-rahim, s-luchana ar-rahim"
    table = scene(line, "movement", "moroccan").play("activate m-seyyid-1", "activate m-seyyid-2")
    table = table.play("fire m-seyyid-1 ar-rahim with m-abbas", 0)
    assert {"fire m-seyyid-2 ar-rahim"} == table.legal("fire m-seyyid-2")


@pytest.mark.rule("6.1")
def test_defenders_fire_in_every_activation(scene: Any) -> None:
    """A unit that has fired defensively at one cavalry unit may fire at the next (ruling 19)."""
    line = ("s-cuenca castillejos, s-luchana castillejos, m-seyyid-1 ar-rahim, m-seyyid-2 boca-del-rio, "
            "m-gum-uagit al-wahhab")
    table = scene(line, "movement", "moroccan").play("activate m-seyyid-1", "move m-seyyid-1 castillejos")
    table = table.play("fire s-cuenca castillejos", 3, 0)
    while table.now[2] == "moroccan" and table.legal("retreat"):
        table = table.play(min(table.legal("retreat")))
    assert ("movement", "moroccan") == table.now[1:]
    table = table.play("activate m-seyyid-2", "move m-seyyid-2 castillejos")
    assert "fire s-cuenca castillejos" in table.legal()


@pytest.mark.rule("10")
def test_an_officer_adds_his_defence_factor_to_defensive_fire(scene: Any) -> None:
    """Prim's FD is 2."""
    table = scene("s-cuenca b, s-prim b, m-gum-uagit b", "defensive-fire", "moroccan")
    assert [(2, "Prim", "10")] == table.mods("fire s-cuenca b with s-prim")


@pytest.mark.rule("6.1")
def test_markers_from_a_cup(scene: Any) -> None:
    """The option draws without replacement from ten heads and ten crosses."""
    exact = sum(Fraction(comb(10, k) * comb(10, 4 - k), comb(20, 4)) for k in (3, 4))
    for options, hit in (((), Fraction(5, 16)), (("marker-cup",), exact)):
        outcomes = scene(OPEN, options=options).preview("fire s-cuenca playa-del-tarajal").outcomes
        assert 1 - hit == next(o.chance for o in outcomes if o.result == "miss")


@pytest.mark.rule("6.1")
def test_each_side_draws_from_a_full_cup_and_never_more_than_it_holds(scene: Any) -> None:
    """A side draws at most twenty markers, ten of them heads, whatever the other side drew (ruling 29)."""
    names = ("principe", "cuenca", "luchana", "cordoba", "saboya", "leon", "navarra", "castilla", "zamora", "albuera",
             "africa")
    many = ", ".join(f"s-{name} al-wahhab came=al-quddus" for name in names)
    table = scene(f"{many}, m-nizam-nur al-wahhab", "shock", scenario="tetuan", options=["marker-cup"])
    table = table.play("shock al-wahhab")
    assert [(10, 10), (0, 3)] == table.dice
    fallen = next(event for event in table.play((10, 1)).events if event.type == "rolled")
    assert (20, 3) == fallen.coins


@pytest.mark.rule("6.1")
def test_markers_are_not_called_coins(scene: Any) -> None:
    """Preview, prompt, refusals and the event of a Rif unit's die name the markers of the cup."""
    table = scene(OPEN, options=["marker-cup"])
    shown = table.preview("fire s-cuenca playa-del-tarajal")
    table = table.play("fire s-cuenca playa-del-tarajal")
    hit = table.play(3)
    line = "m-rif-ifur ba, s-cordoba ba came=1"
    rif = scene(line, "defensive-fire", "spanish", "wad-ras", ["marker-cup"]).play("fire m-rif-ifur ba", 6)
    shock = scene("s-cuenca castillejos came=playa-del-tarajal, m-gum-uagit castillejos", "shock",
                  options=["marker-cup"])
    for text in (shown.total, shown.reading, table.why("done"), hit.rules.prompt(hit.state).text, rif.events[-1].text,
                 shock.preview("shock castillejos").total):
        assert "marker" in str(text)
        assert "coin" not in str(text)


@pytest.mark.rule("3")
@pytest.mark.parametrize(("phasing", "ruling"), [("spanish", None), ("moroccan", 1)])
def test_only_player_a_fires_defensively_by_ruling_1(scene: Any, phasing: str, ruling: int | None) -> None:
    """The list prints Player B's defensive fire as such."""
    move = {"spanish": "move s-cuenca as-salam", "moroccan": "move m-gum-uagit b"}[phasing]
    table = scene("s-cuenca b, m-gum-uagit as-salam", "movement", phasing).play(move, "done")
    began = [event.rule for event in table.events if event.type == "phase"]
    assert ruling == began[0].ruling


@pytest.mark.rule("6.1")
def test_a_unit_may_be_put_on_top_once_a_phase(scene: Any) -> None:
    """This is possible in its own movement phase; fire then hits it first (ruling 16)."""
    line = "s-cuenca a, s-caz-vergara a, s-ingenieros a, m-gum-uagit castillejos"
    shooting = scene(f"{line}, s-luchana ar-raham, m-gum-arbaa boca-del-rio")
    assert "6.1 (ruling 16)" == shooting.refusal("top s-caz-vergara")
    table = scene(line, "movement").play("top s-caz-vergara")
    assert ["s-caz-vergara", "s-cuenca", "s-ingenieros"] == [
        u["id"] for u in table.position["units"] if u["place"] == "a"]
    table = table.play("top s-cuenca")
    assert set() == table.legal("top s-caz-vergara")
    assert "6.1 (ruling 16)" == table.refusal("top s-caz-vergara")


@pytest.mark.rule("6.1")
def test_after_a_hit_the_next_unit_below_is_the_target(scene: Any) -> None:
    """This holds for the rest of the phase, even if the unit hit stays; then the top one is again (ruling 22)."""
    line = "s-cuenca a, s-luchana a, s-saboya a, m-nizam-nur playa-del-tarajal, m-nizam-kabir playa-del-tarajal"
    table = scene(f"{line}, m-abbas playa-del-tarajal")

    def met(unit: str) -> str:
        return str(table.preview(f"fire {unit} playa-del-tarajal").defenders[0].unit)

    assert "m-nizam-nur" == met("s-cuenca")
    table = table.play("fire s-cuenca playa-del-tarajal", 3, 3)
    assert ({"m-nizam-nur"}, "m-nizam-kabir") == (table.marked("struck"), met("s-luchana"))
    missed = table.play("fire s-luchana playa-del-tarajal", 2)
    assert "m-nizam-kabir" == missed.preview("fire s-saboya playa-del-tarajal").defenders[0].unit
    table = table.play("fire s-luchana playa-del-tarajal", 3, 3)
    assert ({"m-nizam-nur", "m-nizam-kabir"}, "m-nizam-nur") == (table.marked("reduced"), met("s-saboya"))
    assert set() == table.play("done").marked("struck")


@pytest.mark.rule("6.1")
def test_an_activation_is_its_own_phase_for_hit_units(scene: Any) -> None:
    """Cavalry fires at the top unit again, and its hits do not count in the surrounding phase; a position keeps both
    (ruling 22)."""
    line = ("s-cuenca a, s-luchana a, s-husares a, m-nizam-nur playa-del-tarajal, m-nizam-kabir playa-del-tarajal")
    table = scene(line).play("fire s-cuenca playa-del-tarajal", 3, 3, "activate s-husares")
    assert "m-nizam-nur" == table.preview("fire s-husares playa-del-tarajal").defenders[0].unit
    assert table.state == table.rules.from_position(table.position)
    table = table.play("fire s-husares playa-del-tarajal", 2, "done")
    assert "m-nizam-kabir" == table.preview("fire s-luchana playa-del-tarajal").defenders[0].unit


@pytest.mark.rule("6.1")
def test_a_crowd_counts_in_defensive_fire(scene: Any) -> None:
    """Seven points of entering units give a coin there too; six do not."""
    crowd = "m-nizam-nur casa-del-morabito, m-nizam-kabir casa-del-morabito"
    for more, coins in ((", m-gum-uagit casa-del-morabito", [(1, "stack of 7 or more points", "6.1")]), ("", [])):
        table = scene(f"s-cuenca casa-del-morabito, {crowd}{more}", "defensive-fire", "moroccan")
        assert coins == table.mods("fire s-cuenca casa-del-morabito")
        assert [(0, 4 + len(coins))] == table.play("fire s-cuenca casa-del-morabito").dice


@pytest.mark.rule("11.T.3")
@pytest.mark.parametrize(("line", "coins"), [
    ("m-seyyid-1 5, m-gum-uagit 5", [1]), ("m-gum-uagit 5, m-seyyid-1 5", []), ("m-gum-uagit 5", [])])
def test_rockets_in_defensive_fire(scene: Any, line: str, coins: list[int]) -> None:
    """They have a coin more against cavalry (ruling 23)."""
    table = scene(f"s-cohetes 5, s-castilla 5, {line}", "defensive-fire", "moroccan", "tetuan")
    assert coins == [m[0] for m in table.mods("fire s-cohetes 5")]
    assert {"11.T.3 (ruling 23)"} >= {cited for _, cited in table.terms("fire s-cohetes 5")}
    assert [] == table.mods("fire s-castilla 5")


@pytest.mark.rule("11.T.3")
@pytest.mark.parametrize(("line", "coins"), [("m-gum-uagit 4, m-seyyid-1 4", [1]), ("m-gum-uagit 4", [])])
def test_rockets_fire_at_cavalry_anywhere_in_an_area(scene: Any, line: str, coins: list[int]) -> None:
    """The cavalry need not be on top (ruling 23)."""
    table = scene(f"s-cohetes 5, {line}", "movement", "spanish", "tetuan").play("activate s-cohetes")
    assert coins == [m[0] for m in table.mods("bombard s-cohetes 4")]


@pytest.mark.rule("9")
@pytest.mark.rule("10")
@pytest.mark.parametrize(("faces", "removed", "shaken"), [
    ((5, 6), ["m-abbas"], {"m-omar"}), ((5, 5), [], {"m-abbas", "m-omar"}), ((5, 3), [], set())])
def test_officers_alone_under_artillery(
    scene: Any, faces: tuple[int, int], removed: list[str], shaken: set[str]
) -> None:
    """X destroys the first of them and demoralizes the other; demoralization affects both (ruling 11)."""
    line = "s-montada a, m-abbas playa-del-tarajal, m-omar playa-del-tarajal"
    table = scene(line, "movement").play("activate s-montada", "bombard s-montada playa-del-tarajal", faces)
    assert removed == table.removed()
    assert shaken == table.marked("demoralized")
    assert table.legal("retreat")


@pytest.mark.rule("9")
@pytest.mark.rule("10")
@pytest.mark.parametrize(("more", "runs"), [("", True), (", m-nizam-nur playa-del-tarajal", False)])
def test_an_officer_retreats_with_his_last_troops(scene: Any, more: str, runs: bool) -> None:
    """After an X a kabila is destroyed and the next retreats: the officer goes along, unless a regular stays."""
    line = "m-gum-uagit playa-del-tarajal, m-gk-haus playa-del-tarajal, m-abbas playa-del-tarajal"
    table = scene(f"s-montada a, {line}{more}", "movement")
    table = table.play("activate s-montada", "bombard s-montada playa-del-tarajal", (5, 6))
    table = table.play("retreat m-gk-haus castillejos")
    assert runs == bool(table.legal("retreat m-abbas"))
    assert {"m-gk-haus"} == table.marked("demoralized")


@pytest.mark.rule("6.1")
@pytest.mark.rule("10")
def test_an_officer_alone_is_demoralized_by_fire(scene: Any) -> None:
    """This applies to him as to troops (ruling 11)."""
    table = scene("s-cuenca a, m-abbas playa-del-tarajal").play("fire s-cuenca playa-del-tarajal", 3, 2)
    assert {"m-abbas"} == table.marked("demoralized")


@pytest.mark.rule("10")
@pytest.mark.rule("11.C.3")
@pytest.mark.parametrize(("place", "helps"), [("castillejos", True), ("mar-de-los-castillejos", False)])
def test_an_officer_helps_the_gunboat_on_his_coast(scene: Any, place: str, helps: bool) -> None:
    """The gunboat is in a coast area or at sea; he helps it only in his own area (ruling 19)."""
    table = scene(f"s-ceres {place}, s-prim castillejos, s-cuenca castillejos, m-gum-uagit boca-del-rio", "movement")
    table = table.play("activate s-ceres")
    assert "bombard s-ceres boca-del-rio" in table.legal()
    assert helps == ("bombard s-ceres boca-del-rio with s-prim" in table.legal())
