"""Small-arms combat (10.0, 10.1, 5.1, 5.2): attackers, number of dice, both columns of the table, and the results."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game.core.chance import total
from game.core.codec import BadPosition
from game.core.event import RolledOnTable
from game.core.message import say
from game.core.offer import Offer, Picked, SharingOffer
from game.core.verdict import Illegal
from game.i18n.words import set_language, translate
from game.rules.adua import announcing
from game.rules.adua.actions import END_PHASE
from game.rules.adua.units import SLOT, STEPS, name_in_command, name_of, short_name_of
from tests.rules.adua.board import entry, gun, marked, table
from tests.rules.table import Table, facts

# 2813 lies in the valley with all its neighbours: 2812, 2814, 2713, 2714, 2913, 2914. 1108 stands on the first level
# of hills: 1107 and 1207 beside it on the second, 1007, 1008 and 1208 on the first, 1109 in the valley.
HIT, MISS = 6, 2
ORDER = "dabormida iii-infantry fire"
BOTH = "dabormida iii-infantry melee, dabormida iv-infantry melee"


def italians(line: str, orders: str = ORDER, **keys: Any) -> Table:
    """The Italian small-arms phase."""
    return table(line, phase="fire", phasing="italian", orders=orders, **keys)


def abyssinians(line: str, **keys: Any) -> Table:
    """The Abyssinian small-arms phase."""
    return table(line, phase="fire", phasing="abyssinian", **keys)


def fell(hits: int, dice: int) -> tuple[int, ...]:
    """A roll of this many dice with this many hits; a 6 hits with any weapon, a 2 with none, and no ones are
    adjacent."""
    return (HIT,) * hits + (MISS,) * (dice - hits)


def lost(at: Table, unit: str) -> int:
    """Steps a unit has lost."""
    return int(entry(at, unit).get("lost", 0))


def terms(at: Table, notation: str, unit: str) -> list[int]:
    """The modifiers of a unit's dice in order, without the dice against other targets."""
    return [term.value for term in at.preview(notation).modifiers if term.unit == unit
            and term.name != "rolled at other targets"]


def thrown(at: Table, notation: str) -> tuple[Any, Any]:
    """The dice of both sides."""
    preview = at.preview(notation)
    return preview.attack, preview.defence


def groups(at: Table) -> dict[str, int]:
    """Unit -> its dice in the pending roll."""
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    return {group.unit: len(group.dice) for group in roll.groups}


# ------------------------------------------------------------------------------------------------- who attacks whom

@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("place", "reached"), [
    ("2812", True), ("2814", True), ("2713", True), ("2714", True), ("2913", True), ("2914", True), ("2811", False),
    ("2815", False), ("3013", False)])
def test_targets_are_in_the_zone(place: str, reached: bool) -> None:
    """A unit may attack the six hexes around it, and none farther away."""
    at = italians(f"iii-infantry 2813, gabeiehu-f1 {place}, iv-infantry 2611, gabeiehu-f2 2612", BOTH)
    if reached:
        assert at.check("attack iii-infantry gabeiehu-f1")
    else:
        assert "10.1" == at.refusal("attack iii-infantry gabeiehu-f1")


@pytest.mark.rule("10.1")
def test_friends_and_commanders_are_not_attacked() -> None:
    """Only enemy combat units are attacked."""
    at = italians("iii-infantry 2813, iv-infantry 2814, gabeiehu-f1 2812, gabeiehu 2812")
    assert {"10.1"} == {at.refusal("attack iii-infantry iv-infantry"), at.refusal("attack iii-infantry gabeiehu")}


@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("order", "fires"), [
    ("fire", True), ("melee", True), ("offensive", True), ("hold", True), ("move", False), ("rally", False),
    ("resupply", False), ("entrench", False)])
def test_italians_attack_by_order(order: str, fires: bool) -> None:
    """An attack with small arms needs an order that allows it; the other orders do not."""
    at = italians("iii-infantry 2813 disorganized low-ammo, iv-infantry 2912, gabeiehu-f1 2812",
                  f"dabormida iv-infantry fire, ragni iii-infantry {order}")
    assert fires == bool(at.check("attack iii-infantry gabeiehu-f1"))
    if not fires:
        assert "8.0" == at.refusal("attack iii-infantry gabeiehu-f1")


@pytest.mark.rule("8.0")
def test_without_an_order_italians_do_not_attack() -> None:
    """They defend, but may not attack."""
    at = italians("iii-infantry 2813, iv-infantry 2912, gabeiehu-f1 2812", "dabormida iv-infantry fire")
    assert "8.0" == at.refusal("attack iii-infantry gabeiehu-f1")


@pytest.mark.rule("3.0")
def test_abyssinians_need_no_order() -> None:
    """Command has no effect on their combat."""
    assert abyssinians("iii-infantry 2813, gabeiehu-f1 2812").check("attack gabeiehu-f1 iii-infantry")


@pytest.mark.rule("7.0")
def test_each_side_attacks_in_its_own_phase() -> None:
    """A side attacks neither in the other's phase nor in a movement phase."""
    both = "iii-infantry 2813, gabeiehu-f1 2812"
    assert {"7.0"} == {italians(both).refusal("attack gabeiehu-f1 iii-infantry"),
                       abyssinians(both).refusal("attack iii-infantry gabeiehu-f1"),
                       table(both, orders=ORDER).refusal("attack iii-infantry gabeiehu-f1")}


@pytest.mark.rule("10.0")
def test_a_unit_that_entered_a_zone_must_attack() -> None:
    """A unit that began the turn in it need not."""
    entered = italians("iii-infantry 2813 entered, gabeiehu-f1 2812")
    assert "10.0" == entered.refusal("end")
    assert entered.play("attack iii-infantry gabeiehu-f1").check("begin")
    assert italians("iii-infantry 2813, gabeiehu-f1 2812").check("end")


@pytest.mark.rule("10.0")
def test_other_attacks_do_not_replace_a_required_one() -> None:
    """The attacks do not begin before every unit that must attack has declared."""
    at = italians("iii-infantry 2813 entered, iv-infantry 2912, gabeiehu-f1 2812", BOTH)
    assert "10.0" == at.play("attack iv-infantry gabeiehu-f1").refusal("begin")


@pytest.mark.rule("10.2")
@pytest.mark.rule("6.0")
def test_melees_are_left_alone() -> None:
    """Units in melee neither attack nor are attacked: friends could be hit."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, iv-infantry 2713 engaged, gabeiehu-f2 2713 engaged", BOTH)
    assert "10.2" == at.refusal("attack iv-infantry gabeiehu-f1")
    assert "10.2" == at.refusal("attack iii-infantry gabeiehu-f2")


# ---------------------------------------------------------------------------------------------------------- dice

@pytest.mark.rule("2.0")
@pytest.mark.rule("10.1")
def test_dice_are_combat_values() -> None:
    """Attacker and defender roll as many dice as their combat value; after step losses, those of the weaker side."""
    assert (7, 2) == thrown(italians("iii-infantry 2813, gabeiehu-f1 2812"), "attack iii-infantry gabeiehu-f1")
    weak = italians("iii-infantry 2813 lost=2, gabeiehu-fv1 2812 lost=1")
    assert (4, 2) == thrown(weak, "attack iii-infantry gabeiehu-fv1")


@pytest.mark.rule("2.0")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("unit", "faces"), [("gabeiehu-f1", {6}), ("gabeiehu-fv1", {5, 6}), ("menelik-gr1", {5, 6})])
def test_quality_is_added_to_each_die(unit: str, faces: set[int]) -> None:
    """A sum of 6 or more hits: +2 of the Italian line on 4, +1 on 5, 0 on 6."""
    at = italians(f"iii-infantry 2813, {unit} 2812").play(f"attack iii-infantry {unit}", "begin", f"resolve {unit}")
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    assert [{4, 5, 6}, faces] == [set(group.hits or ()) for group in roll.groups]


@pytest.mark.rule("5.4")
@pytest.mark.rule("5.2")
@pytest.mark.rule("10.1")
def test_markers_cost_a_die_each() -> None:
    """Disorganized and low on ammunition cost one each, in attack and defence."""
    line = "iii-infantry 2813 disorganized low-ammo, gabeiehu-f1 2812"
    at = italians(line)
    assert (5, 2) == thrown(at, "attack iii-infantry gabeiehu-f1")
    assert [-1, -1] == terms(at, "attack iii-infantry gabeiehu-f1", "iii-infantry")
    assert (2, 5) == thrown(abyssinians(line), "attack gabeiehu-f1 iii-infantry")


@pytest.mark.rule("10.1")
def test_enemies_left_out_cost_two_dice_each() -> None:
    """Two of three left out: 7 - 4; one left out: 7 - 2; none: all 7."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814, gabeiehu-f3 2713")
    assert 3 == at.preview("attack iii-infantry gabeiehu-f1").attack
    two = at.play("attack iii-infantry gabeiehu-f1:2,gabeiehu-f2", "begin")
    assert {"gabeiehu-f1": 2, "iii-infantry": 2} == groups(two.play("resolve gabeiehu-f1"))
    assert {"gabeiehu-f2": 2, "iii-infantry": 3} == groups(two.play("resolve gabeiehu-f2"))
    all_three = at.play("attack iii-infantry gabeiehu-f1:2,gabeiehu-f2:2,gabeiehu-f3", "begin", "resolve gabeiehu-f3")
    assert {"gabeiehu-f3": 2, "iii-infantry": 3} == groups(all_three)


@pytest.mark.rule("10.1")
def test_abyssinians_lose_dice_for_enemies_left_out_too() -> None:
    """A Royal Guard between two Italians: 4 - 2."""
    at = abyssinians("iii-infantry 2812, iv-infantry 2814, menelik-gr1 2813")
    assert 2 == at.preview("attack menelik-gr1 iii-infantry").attack


@pytest.mark.rule("10.1")
def test_an_enemy_attacked_by_a_friend_is_not_left_out() -> None:
    """The IV attacks the second enemy: the III has all its dice again (ruling 20)."""
    at = italians("iii-infantry 2813, iv-infantry 2714, gabeiehu-f1 2812, gabeiehu-f2 2814", BOTH)
    assert 5 == at.preview("attack iii-infantry gabeiehu-f1").attack
    assert 7 == at.play("attack iv-infantry gabeiehu-f2").preview("attack iii-infantry gabeiehu-f1").attack


@pytest.mark.rule("10.1")
def test_a_bombarded_enemy_is_not_left_out() -> None:
    """The same holds for a battery three hexes away (ruling 20)."""
    at = italians("iii-infantry 2813, ii-guns 2817, gabeiehu-f1 2812, gabeiehu-f2 2814",
                  "dabormida iii-infantry fire, dabormida ii-guns fire").play("attack ii-guns gabeiehu-f2")
    assert 7 == at.preview("attack iii-infantry gabeiehu-f1").attack


@pytest.mark.rule("10.1")
def test_the_order_of_combats_does_not_change_dice() -> None:
    """Dice are counted when the attacks begin: the order in which they are resolved does not matter (ruling 20)."""
    at = italians("iii-infantry 2813, iv-infantry 2714, gabeiehu-f1 2812, gabeiehu-f2 2814", BOTH).play(
        "attack iv-infantry gabeiehu-f2", "attack iii-infantry gabeiehu-f1", "begin", "resolve gabeiehu-f2",
        fell(0, 7) + fell(0, 2), "resolve gabeiehu-f1")
    assert {"iii-infantry": 7, "gabeiehu-f1": 2} == groups(at)


@pytest.mark.rule("10.1")
def test_enemies_in_melee_are_not_left_out() -> None:
    """No unit could attack them (ruling 20)."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, iv-infantry 2814 engaged, gabeiehu-f2 2814 engaged")
    assert 7 == at.preview("attack iii-infantry gabeiehu-f1").attack


@pytest.mark.rule("10.0")
def test_zones_do_not_reach_into_prohibited_ground() -> None:
    """For quick-fire guns on a hill, an enemy on the second level above them is not in their zone; one below is."""
    orders = "ellena quick-guns fire"
    above = italians("quick-guns 1108, gabeiehu-f1 1208, gabeiehu-f2 1107", orders)
    below = italians("quick-guns 1108, gabeiehu-f1 1208, gabeiehu-f2 1109", orders)
    assert (6, 4) == (above.preview("attack quick-guns gabeiehu-f1").attack,
                      below.preview("attack quick-guns gabeiehu-f1").attack)


@pytest.mark.rule("10.1")
def test_one_die_is_always_left() -> None:
    """Light infantry among three Italians, 1 - 4, still has 1 die (ruling 20); so has a defender downhill, 1 - 1."""
    at = abyssinians("iii-infantry 2812, iv-infantry 2814, v-infantry 2713, atichim-fl1 2813")
    assert 1 == at.preview("attack atichim-fl1 iii-infantry").attack
    below = italians("iii-infantry 1107, atichim-fl1 1108")
    assert (7, 1) == thrown(below, "attack iii-infantry atichim-fl1")


@pytest.mark.rule("10.1")
def test_dice_are_divided_freely() -> None:
    """Any division is legal with at least one die for each target; the last gets the rest."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814")
    for number in range(1, 7):
        split = at.play(f"attack iii-infantry gabeiehu-f1:{number},gabeiehu-f2", "begin")
        assert number == groups(split.play("resolve gabeiehu-f1"))["iii-infantry"]
        assert 7 - number == groups(split.play("resolve gabeiehu-f2"))["iii-infantry"]
    for number in (0, 7, 8):
        assert "10.1 (ruling 33)" == at.refusal(f"attack iii-infantry gabeiehu-f1:{number},gabeiehu-f2")
    assert "10.1" == at.refusal("attack iii-infantry gabeiehu-f1,gabeiehu-f2")
    assert "10.1" == at.refusal("attack iii-infantry gabeiehu-f1:3,gabeiehu-f2:4")


@pytest.mark.rule("10.1")
def test_several_attack_one_together() -> None:
    """Their dice are added: 7 and 7 against the 2 of one defender, which rolls once."""
    at = italians("iii-infantry 2813, iv-infantry 2912, gabeiehu-f1 2812", BOTH).play(
        "attack iii-infantry gabeiehu-f1", "attack iv-infantry gabeiehu-f1", "begin", "resolve gabeiehu-f1")
    assert {"iii-infantry": 7, "iv-infantry": 7, "gabeiehu-f1": 2} == groups(at)


@pytest.mark.rule("10.1")
def test_an_attack_can_be_changed_and_withdrawn() -> None:
    """This is possible until the attacks begin."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814").play("attack iii-infantry gabeiehu-f1")
    assert at.play("attack iii-infantry gabeiehu-f2").legal("resolve") == set()
    assert at.play("withdraw iii-infantry").check("end")
    begun = at.play("begin")
    assert {"10.1"} == {begun.refusal("withdraw iii-infantry"), begun.refusal("attack iii-infantry gabeiehu-f2"),
                        begun.refusal("resolve gabeiehu-f2"), at.refusal("resolve gabeiehu-f1"), at.refusal("end")}


# ------------------------------------------------------------------------------------------------------ elevation

@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("targets", "height"), [
    ("1109", [1]), ("1008", []), ("1107", [-1]), ("1109 1008", []), ("1109 1107", [-1]), ("1008 1107", [-1]),
    ("1107 1207", [-1])])
def test_height_of_an_abyssinian_attacker(targets: str, height: list[int]) -> None:
    """A Royal Guard in 1108, first level, gets +1 if every target is lower, -1 if any is higher (ruling 10)."""
    units = ("iii-infantry", "iv-infantry")
    places = dict(zip(units, targets.split(), strict=False))
    at = abyssinians("menelik-gr1 1108, " + ", ".join(f"{unit} {place}" for unit, place in places.items()))
    shares = "iii-infantry" if len(places) == 1 else "iii-infantry:1,iv-infantry"
    assert height == terms(at, f"attack menelik-gr1 {shares}", "menelik-gr1")
    begun = at.play(f"attack menelik-gr1 {shares}", "begin")
    whole = sum(groups(begun.play(f"resolve {unit}"))["menelik-gr1"] for unit in places)
    assert 4 + sum(height) == whole


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("attackers", "height"), [
    ("1109", [1]), ("1008", []), ("1107", [-1]), ("1109 1008", []), ("1109 1107", []), ("1008 1107", []),
    ("1107 1207", [-1])])
def test_height_of_an_abyssinian_defender(attackers: str, height: list[int]) -> None:
    """It gets +1 if it is higher than every attacker, -1 if lower than every one (ruling 11)."""
    units = ("iii-infantry", "iv-infantry")
    places = dict(zip(units, attackers.split(), strict=False))
    at = italians("menelik-gr1 1108, " + ", ".join(f"{unit} {place}" for unit, place in places.items()), BOTH)
    for unit in list(places)[:-1]:
        at = at.play(f"attack {unit} menelik-gr1")
    preview = at.preview(f"attack {list(places)[-1]} menelik-gr1")
    assert height == [term.value for term in preview.modifiers if term.unit == "menelik-gr1"]
    assert 4 + sum(height) == preview.defence


@pytest.mark.rule("10.1")
def test_a_unit_that_does_not_attack_is_ignored_for_height() -> None:
    """The IV is level with the Guard but does not attack it: the Guard is above all its attackers (ruling 11)."""
    at = italians("menelik-gr1 1108, iii-infantry 1109, iv-infantry 1008", BOTH)
    assert 5 == at.preview("attack iii-infantry menelik-gr1").defence


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("place", ["1107", "1109", "1008"])
def test_italians_have_no_height_modifier(place: str) -> None:
    """Italians get none in attack or defence."""
    assert [] == terms(italians(f"iii-infantry {place}, gabeiehu-f1 1108"), "attack iii-infantry gabeiehu-f1",
                       "iii-infantry")
    assert [] == terms(abyssinians(f"iii-infantry {place}, gabeiehu-f1 1108"), "attack gabeiehu-f1 iii-infantry",
                       "iii-infantry")


# ---------------------------------------------------------------------------------------------- an Italian attack

ITALIAN_ATTACK = {-3: "-1", -2: "-1", -1: "-1", 0: "0", 1: "+1", 2: "+2", 3: "+3", 4: "+3", 7: "+3"}


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("gap", "row"), ITALIAN_ATTACK.items())
def test_italian_attack(gap: int, row: str) -> None:
    """The right column, line by line, with two attackers: results for "all units that participated" affect both."""
    at = italians("iii-infantry 2813, iv-infantry 2912, v-infantry 2914, gabeiehu-fv1 2812", BOTH).play(
        "attack iii-infantry gabeiehu-fv1", "attack iv-infantry gabeiehu-fv1", "begin", "resolve gabeiehu-fv1",
        fell(max(gap, 0), 7) + fell(0, 7) + fell(max(-gap, 0), 3))
    both = {"iii-infantry", "iv-infantry"}
    assert (both if row in ("-1", "0") else set()) == marked(at, "repulsed")
    assert (both if row in ("0", "+1") else set()) == marked(at, "disorganized")
    assert {1 if row == "-1" else 0} == {lost(at, unit) for unit in both}
    assert (1 if row == "+3" else 0) == lost(at, "gabeiehu-fv1")
    assert row == next(event.result for event in at.events if event.type == "rolled")  # type: ignore[attr-defined]
    # Who is not repulsed can go on into melee; otherwise the phase is over.
    assert ("move" if row in ("-1", "0") else "charge") == at.now[1]
    assert (0, set()) == (lost(at, "v-infantry"), marked(at, "entrenched"))


@pytest.mark.rule("2.0")
@pytest.mark.rule("10.1")
def test_the_last_step_eliminates() -> None:
    """A reduced unit that loses its second step is eliminated, and cannot be charged."""
    at = italians("iii-infantry 2813, gabeiehu-fv1 2812 lost=1", BOTH).play(
        "attack iii-infantry gabeiehu-fv1", "begin", "resolve gabeiehu-fv1", fell(3, 7) + fell(0, 2))
    assert ["gabeiehu-fv1"] == at.removed()
    assert "move" == at.now[1]


@pytest.mark.rule("10.1")
def test_a_mixed_difference_counts() -> None:
    """Five Italian hits less three Abyssinian hits are +2."""
    at = italians("iii-infantry 2813, gabeiehu-fv1 2812", BOTH).play(
        "attack iii-infantry gabeiehu-fv1", "begin", "resolve gabeiehu-fv1", fell(5, 7) + fell(3, 3))
    assert (set(), 0, 0) == (marked(at, "disorganized"), lost(at, "gabeiehu-fv1"), lost(at, "iii-infantry"))


@pytest.mark.rule("5.5")
@pytest.mark.rule("10.1")
def test_entrenched_attackers_have_no_other_row() -> None:
    """Entrenchment helps only the attacked unit."""
    at = italians("iii-infantry 2813 entrenched, gabeiehu-fv1 2812", BOTH).play(
        "attack iii-infantry gabeiehu-fv1", "begin", "resolve gabeiehu-fv1", fell(0, 7) + fell(0, 3))
    assert {"iii-infantry"} == marked(at, "disorganized") == marked(at, "repulsed")


# ------------------------------------------------------------------------------------------- an Abyssinian attack

LINE = "iii-infantry 2813{how}, menelik-gr1 2812, v-infantry 3113, menelik-gr4 3112"
"""The combat, and another unresolved one that keeps the phase open."""
DIFFERENCES = range(-4, 8)
"""Hits of seven Italian dice less those of four Abyssinian ones."""
PRINTED = {-1: ("disorganized", 1), 0: ("step", 2), 1: ("disorganized", 3), 2: ("", 4), 3: ("", 5)}
SWAPPED = {**PRINTED, -1: ("step", 1), 0: ("disorganized", 2)}


def attacked(gap: int, how: str = "", **keys: Any) -> Table:
    """A Royal Guard attacks the III Infantry with this difference of hits."""
    return abyssinians(LINE.format(how=how), **keys).play(
        "attack menelik-gr1 iii-infantry", "attack menelik-gr4 v-infantry", "begin", "resolve iii-infantry",
        fell(max(-gap, 0), 4) + fell(max(gap, 0), 7))


def outcome(at: Table) -> tuple[str, int]:
    """The result for the Italian unit, and the Guard's lost steps; the Guard is repulsed in any case."""
    assert {"menelik-gr1"} == marked(at, "repulsed")
    italian = "disorganized" if marked(at, "disorganized") else "step" if lost(at, "iii-infantry") else ""
    return italian, lost(at, "menelik-gr1")


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("gap", DIFFERENCES)
def test_abyssinian_attack(gap: int) -> None:
    """The left column is as printed (ruling 25). Each second point takes a step, at most two per unit."""
    italian, points = PRINTED[max(-1, min(3, gap))]
    assert (italian, min(2, points // 2)) == outcome(attacked(gap))


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("gap", DIFFERENCES)
def test_abyssinian_attack_with_rows_swapped(gap: int) -> None:
    """With the option the Italian results of -1 and 0 are exchanged, and the points stay (ruling 25)."""
    italian, points = SWAPPED[max(-1, min(3, gap))]
    assert (italian, min(2, points // 2)) == outcome(attacked(gap, options=["rows-swapped"]))


@pytest.mark.rule("5.5")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize("gap", DIFFERENCES)
def test_entrenched_defenders_use_the_next_row(gap: int) -> None:
    """+1 is read as +2 (the printed example); the row of -1 or less as that of 0, whatever the difference within it."""
    italian, points = PRINTED[min(3, max(-1, gap) + 1)]
    assert (italian, min(2, points // 2)) == outcome(attacked(gap, " entrenched"))


@pytest.mark.rule("5.5")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize("gap", DIFFERENCES)
def test_entrenchments_change_the_row_and_not_the_difference(gap: int) -> None:
    """The log gives the term as one of the row, and none where the table ends."""
    event = next(one for one in attacked(gap, " entrenched").events if isinstance(one, RolledOnTable))
    assert event.row == max(-1, min(3, gap)) + total(event.modifiers)
    assert [True] == ["row" in str(term.name) for term in event.modifiers]


@pytest.mark.rule("10.1")
def test_each_fault_of_pending_damage_has_its_own_text() -> None:
    """A single unit, units in another order, and more points than the units can take."""
    at = abyssinians("iii-infantry 2813, menelik-gr1 2812, menelik-gr2 2814").play(
        "attack menelik-gr1 iii-infantry", "attack menelik-gr2 iii-infantry", "begin", "resolve iii-infantry",
        fell(0, 4) + fell(0, 4) + fell(3, 7))
    (damage,), texts = at.position["under-way"], set[str]()
    units = damage["units"]
    for fault in ({"units": units[:1], "points": 1}, {"units": units[::-1]}, {"units": units, "points": 5}):
        weak = [row | ({"lost": STEPS[SLOT[row["id"]]] - 1} if row["id"] in units else {})
                for row in at.position["units"]]
        with pytest.raises(BadPosition) as raised:
            at.rules.from_position({**at.position, "units": weak, "under-way": [{**damage, **fault}]})
        texts.add(str(raised.value))
    assert 3 == len(texts)


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("gap", DIFFERENCES)
def test_points_are_as_printed(gap: int) -> None:
    """One to five points are distributed between two attackers."""
    at = abyssinians("iii-infantry 2813, menelik-gr1 2812, menelik-gr2 2814").play(
        "attack menelik-gr1 iii-infantry", "attack menelik-gr2 iii-infantry", "begin", "resolve iii-infantry",
        fell(max(-gap, 0), 4) + fell(0, 4) + fell(max(gap, 0), 7))
    points = PRINTED[max(-1, min(3, gap))][1]
    assert points == at.position["under-way"][0]["points"]
    assert "abyssinian" == at.now[2]


@pytest.mark.rule("10.1")
def test_the_abyssinian_player_distributes_damage() -> None:
    """Of three points, one repulses a unit, two take a step (ruling 13)."""
    at = abyssinians("iii-infantry 2813, gabeiehu-fv1 2812, gabeiehu-fv2 2814, gabeiehu-f1 2713, gabeiehu-f2 2712, "
                     "v-infantry 3113, menelik-gr4 3112").play(
        *(f"attack gabeiehu-{unit} iii-infantry" for unit in ("fv1", "fv2", "f1")), "attack menelik-gr4 v-infantry",
        "begin", "resolve iii-infantry", fell(0, 8) + fell(1, 7))
    assert "10.1 (ruling 13)" == at.refusal("damage gabeiehu-f2:3")
    for wrong in ("gabeiehu-fv1:2", "gabeiehu-fv1:4", "gabeiehu-fv1:2,gabeiehu-fv2:2", "gabeiehu-fv1:0,gabeiehu-fv2:3",
                  "iii-infantry:3"):
        assert "10.1 (ruling 13)" == at.refusal(f"damage {wrong}")
    told = str(at.rules.describe(at.state, at.rules.parse("damage gabeiehu-fv1:2,gabeiehu-f1:1")))
    assert told.index("2 to ") < told.index("1 to ")
    spread = at.play("damage gabeiehu-fv1:1,gabeiehu-fv2:1,gabeiehu-f1:1")
    assert {"gabeiehu-fv1", "gabeiehu-fv2", "gabeiehu-f1"} == marked(spread, "repulsed")
    assert {0} == {lost(spread, unit) for unit in ("gabeiehu-fv1", "gabeiehu-fv2", "gabeiehu-f1")}
    heaped = at.play("damage gabeiehu-fv1:3")
    assert ({"gabeiehu-fv1"}, 1) == (marked(heaped, "repulsed"), lost(heaped, "gabeiehu-fv1"))
    mixed = at.play("damage gabeiehu-fv1:1,gabeiehu-f1:2")
    assert ({"gabeiehu-fv1", "gabeiehu-f1"}, 0, 1) == (
        marked(mixed, "repulsed"), lost(mixed, "gabeiehu-fv1"), lost(mixed, "gabeiehu-f1"))


@pytest.mark.rule("10.1")
def test_no_unit_takes_more_than_four_points() -> None:
    """With five points on two units, four and one is the most for one of them."""
    at = abyssinians("iii-infantry 2813, menelik-gr1 2812, menelik-gr2 2814").play(
        "attack menelik-gr1 iii-infantry", "attack menelik-gr2 iii-infantry", "begin", "resolve iii-infantry",
        fell(0, 8) + fell(7, 7))
    assert "10.1 (ruling 13)" == at.refusal("damage menelik-gr1:5")
    done = at.play("damage menelik-gr1:4,menelik-gr2:1")
    assert (2, 0) == (lost(done, "menelik-gr1"), lost(done, "menelik-gr2"))


@pytest.mark.rule("10.1")
def test_a_unit_of_two_steps_dies_of_four_points() -> None:
    """Four points on one attacker take two steps."""
    at = abyssinians("iii-infantry 2813, gabeiehu-fv1 2812").play(
        "attack gabeiehu-fv1 iii-infantry", "begin", "resolve iii-infantry", fell(0, 3) + fell(2, 7))
    assert ["gabeiehu-fv1"] == at.removed()


@pytest.mark.rule("10.1")
def test_a_repulsed_unit_does_not_charge() -> None:
    """The Guard that took the point stays in place and does not charge; the other may."""
    at = abyssinians("iii-infantry 2813, menelik-gr1 2812, menelik-gr2 2814").play(
        "attack menelik-gr1 iii-infantry", "attack menelik-gr2 iii-infantry", "begin", "resolve iii-infantry",
        fell(2, 8) + fell(0, 7), "damage menelik-gr1:1")
    assert "charge" == at.now[1]
    assert "2812" == at.units["menelik-gr1"]
    assert "10.1" == at.refusal("charge menelik-gr1 iii-infantry")
    assert at.check("charge menelik-gr2 iii-infantry")


@pytest.mark.rule("10.1")
@pytest.mark.rule("5.4")
def test_a_unit_is_disorganized_only_once() -> None:
    """A disorganized unit that is disorganized again has one marker and loses nothing else (ruling 28)."""
    at = abyssinians("iii-infantry 2813 disorganized, menelik-gr1 2812").play(
        "attack menelik-gr1 iii-infantry", "begin", "resolve iii-infantry", fell(0, 4) + fell(1, 6))
    assert ({"iii-infantry"}, 0) == (marked(at, "disorganized"), lost(at, "iii-infantry"))


# -------------------------------------------------------------------------------------------------------- chances

def by_hand(unit: tuple[int, int, int], defender: tuple[int, int]) -> dict[tuple[int, bool], Fraction]:
    """Every roll enumerated: the difference of hits up to four either way, and whether enough ones are in a row.

    :param unit: the Italian attacker's dice, its least face that hits, and the number of ones in a row that matters; 0
        for none. :param defender: the defender's dice and its least face.
    """
    dice, least, row = unit
    found: dict[tuple[int, bool], int] = {}
    for faces in product(range(1, 7), repeat=dice + defender[0]):
        mine, his = faces[:dice], faces[dice:]
        gap = sum(face >= least for face in mine) - sum(face >= defender[1] for face in his)
        low = bool(row) and "1" * row in "".join(map(str, mine))
        key = max(-4, min(4, gap)), low
        found[key] = found.get(key, 0) + 1
    return {key: Fraction(count, 6 ** (dice + defender[0])) for key, count in found.items()}


@pytest.mark.rule("10.1")
@pytest.mark.rule("5.2")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("line", "guns", "turn", "unit", "defender"), [
    ("iii-infantry 2813 lost=2, gabeiehu-fv1 2812 lost=1", "", 4, (4, 4, 3), (2, 5)),
    ("iii-infantry 2813 lost=2, gabeiehu-fv1 2812 lost=1", "", 3, (4, 4, 0), (2, 5)),
    ("iii-infantry 2813 lost=2, gabeiehu-f1 2812 lost=1", "iii-infantry working", 4, (5, 4, 2), (1, 6)),
    ("iii-infantry 2813 lost=2, gabeiehu-f1 2812 lost=1", "iii-infantry jammed 2", 4, (4, 4, 3), (1, 6)),
    ("iii-infantry 2813 lost=1 low-ammo, gabeiehu-f1 2812", "", 9, (4, 4, 0), (2, 6)),
])
def test_chances_are_exact(line: str, guns: str, turn: int, unit: tuple[int, int, int],
                           defender: tuple[int, int]) -> None:
    """Every result has its chance as counted over all rolls (rulings 19 and 28)."""
    at = italians(line, guns=guns, turn=turn)
    target = line.split(", ")[1].split()[0]
    at = at.play(f"attack iii-infantry {target}", "begin", f"resolve {target}")
    hand = by_hand(unit, defender)
    dice, least, row = unit
    found: dict[tuple[int, bool], Fraction] = {}
    for branch in at.rules.branches(at.state):
        mine, his = branch.faces[:dice], branch.faces[dice:]
        gap = sum(face >= least for face in mine) - sum(face >= defender[1] for face in his)
        key = max(-4, min(4, gap)), bool(row) and "1" * row in "".join(map(str, mine))
        assert key not in found
        found[key] = branch.chance
        marked_low = marked(at.play(tuple(branch.faces)), "low-ammo")
        assert (key[1] or "low-ammo" in line) == ("iii-infantry" in marked_low)
    assert hand == found
    rows: dict[str, Fraction] = {}
    for (gap, _), chance in hand.items():
        name = f"{max(-1, min(3, gap)):+d}" if gap else "0"
        rows[name] = rows.get(name, Fraction(0)) + chance
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    assert rows == roll.outcomes


@pytest.mark.rule("10.1")
def test_chances_with_two_attackers_are_exact() -> None:
    """Units of different quality: reduced Ascari hit on 5, reduced line on 4, light infantry on 6."""
    at = italians("i-ascari 2813 lost=3, iii-infantry 2912 lost=3, atichim-fl1 2812",
                  "albertone i-ascari fire, dabormida iii-infantry fire").play(
        "attack i-ascari atichim-fl1", "attack iii-infantry atichim-fl1", "begin", "resolve atichim-fl1")
    rows: dict[str, Fraction] = {}
    for faces in product(range(1, 7), repeat=5):
        gap = sum(f >= 5 for f in faces[:2]) + sum(f >= 4 for f in faces[2:4]) - (faces[4] == 6)
        name = f"{max(-1, min(3, gap)):+d}" if gap else "0"
        rows[name] = rows.get(name, Fraction(0)) + Fraction(1, 6 ** 5)
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    assert rows == roll.outcomes


# ------------------------------------------------------------------------------------------------------- low ammo

ATTACK = ("attack iii-infantry gabeiehu-f1", "begin", "resolve gabeiehu-f1")


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(("faces", "low"), [
    ((1, 1, 1, 6, 6, 6, 6), True), ((6, 6, 1, 1, 1, 6, 6), True), ((6, 6, 6, 6, 1, 1, 1), True),
    ((1, 1, 1, 1, 1, 1, 1), True), ((1, 1, 6, 1, 1, 6, 1), False), ((1, 6, 1, 6, 1, 6, 1), False)])
def test_three_ones_in_a_row(faces: tuple[int, ...], low: bool) -> None:
    """From turn 4 the dice count as rolled, and only adjacent ones count (ruling 19)."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812", turn=4).play(*ATTACK, (*faces, 2, 2))
    assert ({"iii-infantry"} if low else set()) == marked(at, "low-ammo")


@pytest.mark.rule("5.2")
def test_low_ammo_begins_with_turn_4() -> None:
    """Three ones on turn 3 do nothing."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812", turn=3).play(*ATTACK, (1,) * 7 + (2, 2))
    assert set() == marked(at, "low-ammo")


@pytest.mark.rule("5.2")
def test_defenders_run_low_too_and_abyssinians_never() -> None:
    """Ones of an Italian defender count; those of the Abyssinian attacker do not."""
    at = abyssinians("i-ascari 2813, menelik-gr1 2812", turn=5).play(
        "attack menelik-gr1 i-ascari", "begin", "resolve i-ascari", (1,) * 7 + (6,) * 5)
    assert {"i-ascari"} == marked(at, "low-ammo")


@pytest.mark.rule("5.2")
def test_ones_of_two_units_are_not_added() -> None:
    """Two at the end of one unit's dice and one at the start of the next's are not in a row (ruling 19)."""
    at = italians("iii-infantry 2813, iv-infantry 2912, gabeiehu-f1 2812", BOTH, turn=4).play(
        "attack iii-infantry gabeiehu-f1", "attack iv-infantry gabeiehu-f1", "begin", "resolve gabeiehu-f1",
        (6,) * 5 + (1,) * 3 + (6,) * 6 + (2, 2))
    assert set() == marked(at, "low-ammo")


@pytest.mark.rule("5.2")
def test_ones_of_two_combats_are_not_added() -> None:
    """A unit that divides its dice is counted separately in each combat (ruling 19)."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814", turn=4).play(
        "attack iii-infantry gabeiehu-f1:3,gabeiehu-f2", "begin", "resolve gabeiehu-f1", (6, 1, 1, 2, 2),
        "resolve gabeiehu-f2", (1, 6, 6, 6, 2, 2))
    assert set() == marked(at, "low-ammo")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("status", "low"), [("working", True), ("jammed 2", False)])
def test_two_ones_are_enough_with_a_machine_gun(status: str, low: bool) -> None:
    """This needs a working gun; a jammed one does not count."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812", turn=4, guns=f"iii-infantry {status}").play(
        *ATTACK, (1, 1) + (6,) * (6 if low else 5) + (2, 2))
    assert ({"iii-infantry"} if low else set()) == marked(at, "low-ammo")


# -------------------------------------------------------------------------------------------------- machine guns

@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("face", "dice", "status"), [
    (1, 7, "jammed"), (2, 7, "jammed"), (3, 7, "jammed"), (4, 8, "working"), (5, 8, "working"), (6, 8, "working")])
def test_a_machine_gun_is_tested_before_its_first_roll(face: int, dice: int, status: str) -> None:
    """On 4 to 6 it works and adds a die to this roll; on 1 to 3 it adds nothing (ruling 18)."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812", guns="iii-infantry").play(*ATTACK)
    assert {"iii-infantry": 1} == groups(at)
    at = at.play(face)
    assert {"iii-infantry": dice, "gabeiehu-f1": 2} == groups(at)
    assert status == gun(at, "iii-infantry")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("face", "dice"), [(3, 7), (4, 8)])
def test_a_defender_tests_its_machine_gun(face: int, dice: int) -> None:
    """The defender rolls dice too (ruling 18)."""
    at = abyssinians("iii-infantry 2813, gabeiehu-f1 2812", guns="iii-infantry").play(
        "attack gabeiehu-f1 iii-infantry", "begin", "resolve iii-infantry", face)
    assert dice == groups(at)["iii-infantry"]


@pytest.mark.rule("5.1")
def test_a_working_machine_gun_is_not_tested_again() -> None:
    """It adds its die at once; a jammed one neither adds a die nor is tested."""
    line = "iii-infantry 2813, gabeiehu-f1 2812"
    assert 8 == groups(italians(line, guns="iii-infantry working").play(*ATTACK))["iii-infantry"]
    assert 7 == groups(italians(line, guns="iii-infantry jammed 1").play(*ATTACK))["iii-infantry"]


@pytest.mark.rule("5.1")
def test_a_machine_gun_of_two_combats_is_tested_once() -> None:
    """Its die goes to the combat before which it was tested; the other shares stay."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814", guns="iii-infantry").play(
        "attack iii-infantry gabeiehu-f1:3,gabeiehu-f2", "begin", "resolve gabeiehu-f2", 4)
    assert 5 == groups(at)["iii-infantry"]
    at = at.play((6,) * 5 + (2, 2), "resolve gabeiehu-f1")
    assert {"iii-infantry": 3, "gabeiehu-f1": 2} == groups(at)


@pytest.mark.rule("5.1")
def test_a_machine_guns_die_is_added_to_a_fixed_share() -> None:
    """This holds if that combat is resolved first; the target with the rest gets no more than declared (ruling 18)."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2814", guns="iii-infantry").play(
        "attack iii-infantry gabeiehu-f1:3,gabeiehu-f2", "begin", "resolve gabeiehu-f1", 4)
    assert 4 == groups(at)["iii-infantry"]
    assert 4 == groups(at.play((6,) * 4 + (2, 2), "resolve gabeiehu-f2"))["iii-infantry"]


# --------------------------------------------------------------------------------------------- commanders, cavalry

@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("turn", "face", "dead"), [(6, 6, True), (6, 5, False), (6, 1, False), (15, 6, True)])
def test_commanders_in_danger(turn: int, face: int, dead: bool) -> None:
    """From turn 6 a die is rolled for the commander with a unit that attacked: on a 6 it is killed."""
    at = italians("iii-infantry 2813, dabormida 2813, ragni 2714, gabeiehu-f1 2812", turn=turn).play(
        *ATTACK, fell(2, 7) + fell(0, 2))
    assert {"dabormida": 1} == groups(at)
    at = at.play(face)
    assert (["dabormida"] if dead else []) == at.removed()


@pytest.mark.rule("10.1")
def test_a_commander_at_a_distant_battery_is_not_said_to_be_under_fire() -> None:
    """It rolls because its battery takes part, though nothing fires back (rulings 12 and 32)."""
    at = italians("ii-guns 2412, dabormida 2412, menelik-f1 2415", "dabormida ii-guns fire", turn=6).play(
        "attack ii-guns menelik-f1", "begin", "resolve menelik-f1")
    pending = at.rules.pending_roll(at.state)
    assert pending is not None
    at = at.play((MISS,) * len(pending.dice))
    casualty = at.rules.pending_roll(at.state)
    assert casualty is not None
    assert "under fire" not in str(casualty.groups[0].title)


@pytest.mark.rule("10.1")
def test_no_commander_is_in_danger_before_turn_6() -> None:
    """On turn 5 no die is rolled."""
    at = italians("iii-infantry 2813, dabormida 2813, gabeiehu-f1 2812", turn=5).play(*ATTACK, fell(2, 7) + fell(0, 2))
    assert None is at.rules.pending_roll(at.state)


@pytest.mark.rule("10.1")
def test_a_die_for_every_commander_of_a_defender() -> None:
    """One die each, for Italians only: Abyssinian commanders are in no danger."""
    at = abyssinians("iii-infantry 2813, dabormida 2813, ragni 2813, gabeiehu-f1 2812, gabeiehu 2812", turn=6).play(
        "attack gabeiehu-f1 iii-infantry", "begin", "resolve iii-infantry", fell(0, 2) + fell(2, 7))
    assert ["dabormida"] == list(groups(at))
    at = at.play(1)
    assert ["ragni"] == list(groups(at))
    assert ["ragni"] == [name for name in at.play(6).removed() if name in ("dabormida", "ragni")]


@pytest.mark.rule("6.0")
def test_cavalry_does_not_attack_with_small_arms() -> None:
    """It has no firearms (ruling 23)."""
    at = abyssinians("iii-infantry 2813, gabeiehu-f1 2812, micael-c1 2814")
    assert "6.0" == at.refusal("attack micael-c1 iii-infantry")


@pytest.mark.rule("6.0")
def test_cavalry_rolls_no_dice_when_attacked() -> None:
    """Whatever the terrain, its four dice are for melee only (ruling 23)."""
    at = italians("iii-infantry 1109, micael-c1 1108")
    assert (7, 0) == thrown(at, "attack iii-infantry micael-c1")
    at = at.play("attack iii-infantry micael-c1", "begin", "resolve micael-c1")
    assert {"iii-infantry": 7} == groups(at)
    assert 1 == lost(at.play(fell(3, 7)), "micael-c1")


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.1")
def test_cavalry_may_be_left_out_too() -> None:
    """It is an enemy unit in the zone like any other."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, micael-c1 2814")
    assert 5 == at.preview("attack iii-infantry gabeiehu-f1").attack


@pytest.mark.rule("10.1")
def test_figure_6_bersaglieri() -> None:
    """The printed arithmetic has 9 dice against 4, 3, 1 and 4."""
    at = abyssinians("i-bersaglieri 1108 disorganized, menelik-fv1 1107, menelik-f1 1207, menelik-f2 1109, "
                     "menelik-gr1 1008")
    for unit, dice in (("fv1", 4), ("f1", 3), ("f2", 1), ("gr1", 4)):
        shown = at.preview(f"attack menelik-{unit} i-bersaglieri")
        assert (dice, 9) == (shown.attack, shown.defence)


@pytest.mark.rule("10.1")
def test_a_die_is_moved_from_one_target_to_another() -> None:
    """It comes from the other target with most dice and goes back there; each target keeps a die."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2713, gabeiehu-f3 2814")
    at = at.play("attack iii-infantry gabeiehu-f1:1,gabeiehu-f2:2,gabeiehu-f3")
    unit, first, third = SLOT["iii-infantry"], SLOT["gabeiehu-f1"], SLOT["gabeiehu-f3"]
    more = announcing.with_die_moved(at.state, unit, first, 1)
    assert more is not None
    assert "attack iii-infantry gabeiehu-f1:2,gabeiehu-f2:2,gabeiehu-f3" == more.notation
    assert announcing.with_die_moved(at.state, unit, first, -1) is None
    less = announcing.with_die_moved(at.play(more.notation).state, unit, third, -1)
    assert less is not None
    assert at.play(more.notation).check(less.notation)
    alone = italians("iii-infantry 2813, gabeiehu-f1 2812").play("attack iii-infantry gabeiehu-f1")
    assert announcing.with_die_moved(alone.state, unit, first, 1) is None


@pytest.mark.rule("10.1")
def test_an_announced_attack_may_be_split_only_among_enemies_in_reach() -> None:
    """Its own even split is offered again; one with an enemy out of reach is not."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2713, gabeiehu-f3 1003")
    at = at.play("attack iii-infantry gabeiehu-f1:3,gabeiehu-f2")
    for other, is_split in (("f2", True), ("f3", False)):
        offers = at.rules.offers(at.state, Picked(("iii-infantry", "gabeiehu-f1", f"gabeiehu-{other}")))
        assert is_split is any(isinstance(offer, SharingOffer) for offer in offers)


@pytest.mark.rule("10.1")
def test_no_die_is_moved_to_a_resolved_combat() -> None:
    """The target of a declared bombardment has been fought, and another combat of the battery is pending."""
    at = abyssinians("v-infantry 2512, quick-guns 2511, menelik-a1 2111", turn=6,
                     declared=[{"unit": "menelik-a1", "target": "v-infantry"}])
    at = at.play("attack menelik-a1 quick-guns:2,v-infantry", "begin", "resolve v-infantry")
    while at.rules.to_act(at.state) == "chance":
        at = at.play(at.rules.branches(at.state)[0].faces)
    assert at.rules.layers(at.state)


@pytest.mark.rule("10.1")
def test_a_combat_without_attackers_is_not_fought() -> None:
    """This also holds if its only attacker is lost by a choice: its dice against another enemy are lost too."""
    at = abyssinians("vi-infantry 2611, v-infantry 2512, taitu-fv1 2511, taitu-f2 2610", turn=6)
    at = at.play("attack taitu-fv1 vi-infantry:1,v-infantry", "attack taitu-f2 vi-infantry", "begin",
                 "resolve vi-infantry", (1, 1, 1, *fell(7, 7)), "damage taitu-fv1:4,taitu-f2:1")
    assert entry(at, "taitu-fv1") == {}
    assert set() == at.legal("resolve")
    assert at.now[1] != "fire"


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("unit", "place", "target", "rule"), [
    ("iii-ascari", "0801", "taitu-a1", "10.1"), ("iii-ascari", "0801", "taitu-f1", ""),
    ("quick-guns", "0903", "taitu-a1", "")])
def test_a_unit_in_no_enemy_zone_does_not_attack(unit: str, place: str, target: str, rule: str) -> None:
    """The zone of a battery does not reach the second level, which is closed to it (10.0); guns bombard without one."""
    at = italians(f"{unit} {place}, {target} 0802, ellena 0901, iii-infantry 2813, taitu-f2 2814, dabormida 2813",
                  orders=f"ellena {unit} fire, {ORDER}")
    if rule:
        assert rule == at.refusal(f"attack {unit} {target}")
    else:
        assert at.check(f"attack {unit} {target}")


@pytest.mark.rule("10.1")
def test_a_unit_that_has_lost_dice_divides_the_rest_again() -> None:
    """An attack on an adjacent enemy was withdrawn: the one die left after the -2 is not enough for two (ruling 33)."""
    at = table("i-ascari 2611, iv-ascari 2512, vii-ascari 2410, taitu-fv1 2511, taitu-f2 2409", phase="move",
               phasing="abyssinian", turn=5).play("declare taitu-fv1 iv-ascari", "end")
    at = at.play("attack taitu-f2 vii-ascari", "attack taitu-fv1 i-ascari:1,iv-ascari", "withdraw taitu-f2")
    assert "10.1 (ruling 33)" == at.refusal("begin")
    at = at.play("attack taitu-fv1 iv-ascari", "begin")
    assert {"resolve iv-ascari"} == at.legal("resolve")


def damage_offered(hits: int) -> list[Offer]:
    """The buttons for the damage after four units have attacked one that hit them this often."""
    at = abyssinians("v-infantry 2611, taitu-fv1 2610, taitu-f1 2511, taitu-f2 2512, taitu-f3 2612")
    at = at.play(*(f"attack taitu-{unit} v-infantry" for unit in ("fv1", "f1", "f2", "f3")), "begin",
                 "resolve v-infantry", (*fell(0, 9), *fell(hits, 7)))
    return [offer for offer in at.rules.offers(at.state, Picked()) if offer.label]


@pytest.mark.rule("10.1")
def test_the_effect_of_damage_is_shown_before_the_choice() -> None:
    """It says how many units are eliminated, lose steps or are repulsed, the worst first; many are counted, one is
    named, without its chief where that is clear."""
    *ways, shared = damage_offered(hits=7)
    assert isinstance(shared, SharingOffer)
    told = {way.action.notation: way.label for way in ways if way.action is not None}
    assert (1, 1, 3) == facts(told["damage taitu-fv1:2,taitu-f1:1,taitu-f2:1,taitu-f3:1"])
    gone = say("{units} eliminated", units=name_in_command(SLOT["taitu-f1"]))
    assert [str(gone) in str(words) for words in told.values()] == ["taitu-f1:4" in notation for notation in told]


@pytest.mark.rule("10.1")
def test_two_units_of_one_name_have_short_names_on_the_buttons_for_damage() -> None:
    """Each with its chief; their full names would leave only tiny print for the button."""
    at = abyssinians("v-infantry 2611, gabeiehu-f2 2610, atichim-f2 2511")
    at = at.play("attack gabeiehu-f2 v-infantry", "attack atichim-f2 v-infantry", "begin", "resolve v-infantry",
                 (*fell(0, 4), *fell(2, 7)))
    labels = [str(offer.label) for offer in at.rules.offers(at.state, Picked())]
    short_names, names = ([str(name(SLOT[unit])) for unit in ("gabeiehu-f2", "atichim-f2")]
                          for name in (short_name_of, name_of))
    assert any(name in label for label in labels for name in short_names)
    assert not any(name in label for label in labels for name in names)


@pytest.mark.rule("10.0")
def test_the_refusal_to_end_is_the_duty_itself() -> None:
    """So a card prints it once, in full."""
    at = italians("iii-infantry 2813 entered, gabeiehu-f1 2812", BOTH)
    verdict, duties = at.rules.check(at.state, END_PHASE), at.rules.prompt(at.state).duties
    assert isinstance(verdict, Illegal)
    assert [duty.text for duty in duties] == [reason.text for reason in verdict.reasons]


@pytest.mark.rule("10.1")
def test_a_line_of_an_attack_says_what_its_chances_depend_on() -> None:
    """Each side's dice, the faces that hit, which differ with quality, and the printed strengths."""
    at = abyssinians("alpini 2611, iii-ascari 2910, v-infantry 2912, taitu-f1 2612, taitu-f2 2911").play(
        "attack taitu-f1 alpini", "attack taitu-f2 iii-ascari")
    lines = {line.name: line for line in at.rules.overview(at.state).lines}
    assert lines["alpini"].figures == (("2", "6", "2"), ("9", "4+", "9"))
    assert lines["iii-ascari"].figures == (("1", "6", "2"), ("8", "5+", "8"))


@pytest.mark.rule("10.1")
def test_damage_is_proposed_on_the_weakest_unit_as_it_is_now() -> None:
    """A Guard that has lost steps is weaker than a fresh unit of lower full strength."""
    at = abyssinians("iii-infantry 2813, menelik-gr1 2812 lost=3, menelik-f1 2814").play(
        *(f"attack menelik-{unit} iii-infantry" for unit in ("gr1", "f1")), "begin", "resolve iii-infantry",
        (*fell(2, 3), *fell(0, 7)))
    proposed = [offer.action.notation for offer in at.rules.offers(at.state, Picked()) if offer.is_default
                if offer.action is not None]
    assert ["damage menelik-gr1:1"] == proposed


@pytest.mark.rule("10.1")
def test_no_two_damage_buttons_have_the_same_label() -> None:
    """Of two that repulse three units each, one is offered; the other needs manual distribution."""
    told = [facts(offer.label) for offer in damage_offered(hits=1)]
    assert told.count((3,)) == 1


@pytest.mark.rule("10.1")
def test_damage_on_the_clicked_unit_is_offered_beside_equal_counts() -> None:
    """Four points eliminate two of three weakened units; a click on the third offers it as one of the two, by name."""
    units = ("taitu-f1", "taitu-f2", "taitu-f3")
    at = abyssinians("v-infantry 2611, taitu-f1 2511 lost=1, taitu-f2 2512 lost=1, taitu-f3 2612 lost=1").play(
        *(f"attack {unit} v-infantry" for unit in units), "begin", "resolve v-infantry", (*fell(0, 3), *fell(2, 7)))
    labels = {offer.action.notation: str(offer.label) for offer in at.rules.offers(at.state, Picked(units[2:]))
              if offer.action is not None}
    assert len(labels) == len(set(labels.values()))
    on_third = labels["damage taitu-f1:2,taitu-f3:2"]
    assert all(str(name_of(SLOT[unit])) in on_third for unit in ("taitu-f1", "taitu-f3"))


def test_only_units_that_could_join_an_attack_are_offered_for_it() -> None:
    """Another attacker must reach every selected target, and another target must be in reach of every attacker."""
    at = table("iii-infantry 2813, iv-infantry 2011, tecla-f1 2812, tecla-f2 2010, tecla-f3 2814", phase="fire",
               orders=BOTH)

    def joining(*units: str) -> set[str]:
        return {name for offer in at.rules.offers(at.state, Picked(units)) if not offer.actions for name in offer.units}

    assert {"tecla-f1", "tecla-f3"} == joining("iii-infantry") - {"iv-infantry"}
    assert {"tecla-f3"} == joining("iii-infantry", "tecla-f1")
    assert {"iv-infantry"} == joining("tecla-f2") - {"tecla-f1", "tecla-f3"}


@pytest.mark.rule("10.1")
def test_an_even_division_of_dice_is_offered_with_its_odds() -> None:
    """Nine dice against two enemies are five and four, with the odds of each; other divisions show their own."""
    at = table("iv-ascari 1309, tecla-f2 1209, tecla-f3 1308", phase="fire", guns="iv-ascari working",
               orders="turitto iv-ascari fire")
    offers = at.rules.offers(at.state, Picked(("iv-ascari", "tecla-f2", "tecla-f3")))
    sharing = next(offer.sharing for offer in offers if offer.sharing is not None)
    assert sharing.proposed == (5, 4)
    assert sharing.effects is not None
    proposed, others = sharing.effects((5, 4)), sharing.effects((8, 1))
    assert [str(text) for text in proposed] != [str(text) for text in others]
    after = at.play(sharing.action(sharing.proposed).notation)
    lines = after.rules.overview(after.state).lines
    assert all(str(text).startswith(str(line.subtitle)) for line, text in zip(lines, proposed, strict=True))


@pytest.mark.rule("10.1")
def test_a_unit_takes_no_more_damage_than_its_steps() -> None:
    """Two points for each remaining step: five on such a unit and a fresh one are two and three (ruling 13)."""
    at = abyssinians("iii-infantry 2813, gabeiehu-f1 2812 lost=1, gabeiehu-fv1 2814").play(
        *(f"attack gabeiehu-{unit} iii-infantry" for unit in ("f1", "fv1")), "begin", "resolve iii-infantry",
        fell(0, 4) + fell(7, 7))
    assert "10.1 (ruling 13)" == at.refusal("damage gabeiehu-f1:4,gabeiehu-fv1:1")
    assert {"damage gabeiehu-fv1:4,gabeiehu-f1:1", "damage gabeiehu-fv1:3,gabeiehu-f1:2"} == at.legal("damage")
    both = abyssinians("iii-infantry 2813, gabeiehu-f1 2812 lost=1, gabeiehu-f2 2814 lost=1").play(
        *(f"attack gabeiehu-{unit} iii-infantry" for unit in ("f1", "f2")), "begin", "resolve iii-infantry",
        fell(0, 2) + fell(7, 7))
    assert {"gabeiehu-f1", "gabeiehu-f2"} == set(both.removed())


@pytest.mark.rule("10.1")
def test_an_eliminated_unit_rolls_no_more() -> None:
    """The combat at its second target does not take place (ruling 30)."""
    at = abyssinians("iii-infantry 2812, iv-infantry 2814, gabeiehu-fv1 2813").play(
        "attack gabeiehu-fv1 iii-infantry:1,iv-infantry", "begin", "resolve iii-infantry", fell(0, 1) + fell(7, 7))
    assert ["gabeiehu-fv1"] == at.removed()
    assert not at.legal("resolve")
    (void,) = [event.text for event in at.events if str(event.rule) == "10.1 (ruling 30)"]
    assert str(name_of(SLOT["iv-infantry"])) in str(void)


@pytest.mark.rule("6.0")
def test_cavalry_declares_no_fire() -> None:
    """It is not in small-arms combat, whatever the terrain (ruling 23)."""
    at = table("menelik-c1 2008, ii-infantry 1908", phasing="abyssinian", turn=7)
    assert "6.0 (ruling 23)" == at.refusal("declare menelik-c1 ii-infantry")


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("target", "why"), [
    ("dabormida", "Dabormida is not a combat unit and cannot be attacked"),
    ("mules1", "Mule train 1 is not a combat unit and cannot be attacked"),
    ("tecla-f2", "Tecla Haimanot's infantry 2 is on the same side as Tecla Haimanot's infantry 1"),
    ("iv-infantry", "IV Infantry is not on the map"),
])
def test_what_is_never_attacked_is_refused_for_what_it_is(target: str, why: str) -> None:
    """Commanders and mules next to the enemy, friends, and units out of the battle are refused, also in declaring an
    attack."""
    line = "tecla-f1 2813, tecla-f2 2814, iii-infantry 2812, dabormida 2713, mules1 2914"
    assert f"{why} (10.1)" == abyssinians(line).why(f"attack tecla-f1 {target}")
    assert f"{why} (10.0, ruling 9)" == table(line, phasing="abyssinian").why(f"declare tecla-f1 {target}")


def test_the_card_shows_hitting_faces_and_no_ambiguous_dash() -> None:
    """The card shows a side's hitting faces, unit by unit if they differ; in the table a dash is always a minus
    sign."""
    at = table("iii-infantry 2813, militia 2912, gabeiehu-f1 2812", phase="fire",
               orders="dabormida iii-infantry fire, dabormida militia fire")
    at = at.play("attack iii-infantry gabeiehu-f1", "begin")
    preview = at.preview("resolve gabeiehu-f1")
    assert (4,) == facts(preview.reading)  # a six alone hits: of that side no number is named
    assert preview.table is not None
    assert not any("-" in str(cell) for row in preview.table.rows for cell in row)


@pytest.mark.rule("10.1")
def test_the_table_and_the_odds_name_a_result_alike() -> None:
    """What a row of an Italian attack does to the attackers has the same words in both, if all of them may charge."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2814", "dabormida iii-infantry melee").play(
        "attack iii-infantry gabeiehu-f1", "begin")
    shown = at.preview("resolve gabeiehu-f1")
    assert shown.table is not None
    cells = [str(cells[0]) for cells in shown.table.rows]
    for name, cell in (("0", cells[1]), ("+1", cells[2]), ("+2", cells[3])):
        (text,) = (str(one.text) for one in shown.outcomes if one.result == name)
        assert text.endswith(cell)


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("line", "order", "charging"), [
    ("menelik-gr1 2814", "melee", {"+1", "+2", "+3"}),
    ("menelik-gr1 2814", "fire", set()),
    ("menelik-gr1 2814 lost=3", "melee", {"+1", "+2"}),
    ("ii-guns 2812, menelik-gr1 2814", "melee", {"+1", "+2", "+3"})])
def test_only_attackers_that_may_charge_are_said_to(line: str, order: str, charging: set[str]) -> None:
    """They need the order and a target that survives, and do not bombard from afar; a distant battery is spared the
    result for attackers, too (rulings 12 and 14)."""
    at = italians(f"iii-infantry 2813, {line}", f"dabormida iii-infantry {order}, dabormida ii-guns fire")
    at = at.play("attack iii-infantry menelik-gr1", *(["attack ii-guns menelik-gr1"] if "ii-guns" in line else []))
    told = {one.result: str(one.text) for one in at.play("begin").preview("resolve menelik-gr1").outcomes}
    assert charging == {result for result, text in told.items()
                        if text.endswith("may charge") and "some" not in text}
    assert not any("attackers" in text for text in told.values())  # one unit alone suffers the result
    assert all(("adjacent" in told[result]) == ("ii-guns" in line) for result in ("-1", "0", "+1"))


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("order", "ending"), [
    ("melee", "attackers disorganized, may charge"), ("fire", "attackers disorganized, some may charge")])
def test_several_attackers_of_which_not_all_may_charge(order: str, ending: str) -> None:
    """Each needs its own order for melee (ruling 14)."""
    at = italians("iii-infantry 2813, iv-infantry 2914, menelik-gr1 2814",
                  f"dabormida iii-infantry melee, dabormida iv-infantry {order}").play(
        "attack iii-infantry menelik-gr1", "attack iv-infantry menelik-gr1", "begin")
    told = {one.result: str(one.text) for one in at.preview("resolve menelik-gr1").outcomes}
    assert told["+1"].endswith(ending)
    assert "each loses" in told["-1"]


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("distant", ["", "menelik-a1 2811, "])
def test_a_distant_battery_takes_no_damage_in_words_either(distant: str) -> None:
    """It is not among the attackers that take damage (ruling 12)."""
    at = abyssinians(f"iii-infantry 2813, {distant}menelik-gr1 2814")
    at = at.play("attack menelik-gr1 iii-infantry", *(["attack menelik-a1 iii-infantry"] if distant else []), "begin")
    told = {one.result: one.text for one in at.preview("resolve iii-infantry").outcomes}
    assert ((2,), bool(distant)) == (facts(told["0"]), "adjacent" in str(told["0"]))


@pytest.mark.rule("10.1")
def test_the_words_of_the_table_are_translated() -> None:
    """Each cell of the small-arms table is a message with a Spanish text of its own."""
    at = italians("iii-infantry 2813, gabeiehu-f1 2814").play("attack iii-infantry gabeiehu-f1", "begin")
    table = at.preview("resolve gabeiehu-f1").table
    assert table is not None
    set_language("es")
    try:
        assert not {translate(cell) for row in table.rows for cell in row} & {
            str(cell) for row in table.rows for cell in row}
    finally:
        set_language("en")
