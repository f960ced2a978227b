"""Melee and initiative (10.2, 12.0): entering, the table entry by entry, retreats, the unit that stays, and units
brought in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.event import LeaderFell, Noted
from game.core.offer import Picked
from game.core.verdict import Illegal
from game.rules.adua.melee import NO_BATTERIES
from tests.rules.adua.board import RULES, entry, gun, marked, table, told
from tests.rules.table import Table

# 2813 lies in the valley with all its neighbours: 2812, 2814, 2713, 2714, 2913, 2914.
AROUND = ("2812", "2814", "2713", "2714", "2913", "2914")


def melee(line: str, **keys: Any) -> Table:
    """Phase 8, with a melee in 2813 unless the places say otherwise: ``engaged`` may be left out."""
    parts = [part.strip() for part in line.split(",")]
    return table(", ".join(f"{part} engaged" if " 2813" in part and " free" not in part else part.replace(" free", "")
                           for part in parts), phase="melee", **keys)


def lost(at: Table, unit: str) -> int:
    """Steps a unit has lost; all of them if it is eliminated."""
    return int(entry(at, unit).get("lost", 0)) if entry(at, unit) else 99


def under_way(at: Table) -> list[dict[str, Any]]:
    """The pending decisions, the next last."""
    return list(at.position["under-way"])


# --------------------------------------------------------------------------------------------------------- entering

def charging(line: str, fought: str, orders: str = "", phasing: str = "italian", **keys: Any) -> Table:
    """The end of a small-arms phase, after attacks such as ``iii-infantry gabeiehu-f1``."""
    pairs = [part.split() for part in fought.split(",")]
    return table(line, phase="charge", phasing=phasing, orders=orders,
                 resolved=[{"unit": unit, "target": target, "dice": 1} for unit, target in pairs], **keys)


TWO = "iii-infantry 2813, iv-infantry 2714, gabeiehu-f1 2812, gabeiehu-f2 2814"
ORDERS = "dabormida iii-infantry melee, dabormida iv-infantry fire"


@pytest.mark.rule("10.2")
def test_an_attacker_enters_the_defenders_hex() -> None:
    """Both are engaged there from then on; the origin is recorded."""
    at = charging(TWO, "iii-infantry gabeiehu-f1, iv-infantry gabeiehu-f2", ORDERS).play(
        "charge iii-infantry gabeiehu-f1")
    assert "2812" == at.units["iii-infantry"] == at.units["gabeiehu-f1"]
    assert {"iii-infantry", "gabeiehu-f1"} == marked(at, "engaged")
    assert "2813" == entry(at, "iii-infantry")["origin"]


@pytest.mark.rule("10.2")
def test_only_an_attacked_enemy_is_charged() -> None:
    """A unit charges only adjacent enemies that it attacked (ruling 14)."""
    at = charging(TWO, "iii-infantry gabeiehu-f1, iv-infantry gabeiehu-f2", ORDERS)
    assert "10.2" == at.refusal("charge iii-infantry gabeiehu-f2")
    assert "10.2" == at.refusal("charge gabeiehu-f1 iii-infantry")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("fought", [
    "iii-infantry gabeiehu-f1",  # IV Infantry has not attacked
    "iii-infantry gabeiehu-f1, iv-infantry menelik-gr1",  # and now not an enemy that is adjacent
])
def test_a_selected_unit_without_an_attacked_enemy_is_told_so(fought: str) -> None:
    """The refusal names the unit once, and no enemy."""
    at = charging(f"{TWO}, menelik-gr1 1010", fought, "dabormida iii-infantry melee, dabormida iv-infantry melee")
    (offer,) = at.rules.offers(at.state, Picked(("iv-infantry",)))
    assert isinstance(offer.verdict, Illegal)
    (reason,) = offer.verdict.reasons
    assert "10.2" == reason.rule.number
    assert 1 == str(reason.text).count("Infantry")


@pytest.mark.rule("6.0")
@pytest.mark.rule("10.2")
def test_a_friend_is_not_charged() -> None:
    """Neither infantry nor cavalry charges a unit of its own side; the refusal names only that unit."""
    at = charging(TWO, "iii-infantry gabeiehu-f1", ORDERS)
    assert "10.2" == at.refusal("charge iii-infantry iv-infantry")
    assert 1 == at.why("charge iii-infantry iv-infantry").count("Infantry")
    cavalry = table("iv-ascari 2611, micael-c1 2612, taitu-c1 2610", phase="charge", phasing="abyssinian", turn=6)
    assert "6.0 (ruling 23)" == cavalry.refusal("charge micael-c1 taitu-c1")
    assert "Taitu" in cavalry.why("charge micael-c1 taitu-c1")


@pytest.mark.rule("10.2")
@pytest.mark.rule("8.0")
@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.parametrize(("order", "enters"), [("melee", True), ("offensive", True), ("fire", False), ("hold", False)])
def test_italians_need_the_order_for_melee(order: str, enters: bool) -> None:
    """They need a general's order for melee or a General Offensive; neither small arms alone nor Hold Position is
    enough (ruling 14)."""
    at = charging(TWO, "iii-infantry gabeiehu-f1, iv-infantry gabeiehu-f2",
                  f"ragni iii-infantry {order}, dabormida iv-infantry melee")
    assert enters == bool(at.check("charge iii-infantry gabeiehu-f1"))
    if not enters:
        assert "10.2 (ruling 14)" == at.refusal("charge iii-infantry gabeiehu-f1")


@pytest.mark.rule("10.2")
def test_entering_is_optional() -> None:
    """The phase may be ended instead."""
    assert charging(TWO, "iii-infantry gabeiehu-f1", ORDERS).check("end")


@pytest.mark.rule("10.1")
@pytest.mark.rule("10.2")
def test_a_repulsed_unit_does_not_enter() -> None:
    """It may not, even next to a friend that may."""
    at = charging("iii-infantry 2813, menelik-gr1 2812 repulsed, menelik-gr2 2814",
                  "menelik-gr1 iii-infantry, menelik-gr2 iii-infantry", phasing="abyssinian")
    assert "10.1" == at.refusal("charge menelik-gr1 iii-infantry")
    assert at.check("charge menelik-gr2 iii-infantry")


@pytest.mark.rule("10.2")
def test_several_enter_one_hex() -> None:
    """All attackers of a defender may enter; units of one side share the hex only in a melee."""
    at = charging("iii-infantry 2813, menelik-gr1 2812, menelik-gr2 2814, menelik-fv1 2713",
                  "menelik-gr1 iii-infantry, menelik-gr2 iii-infantry, menelik-fv1 iii-infantry", phasing="abyssinian")
    at = at.play(*(f"charge menelik-{unit} iii-infantry" for unit in ("gr1", "gr2", "fv1")))
    assert {"iii-infantry", "menelik-gr1", "menelik-gr2", "menelik-fv1"} == marked(at, "engaged")


@pytest.mark.rule("5.5")
@pytest.mark.rule("10.2")
def test_entrenchments_are_lost_when_melee_begins() -> None:
    """They have no effect in melee (ruling 5)."""
    at = charging("iii-infantry 2813 entrenched, menelik-gr1 2812, menelik-gr2 2814",
                  "menelik-gr1 iii-infantry, menelik-gr2 iii-infantry", phasing="abyssinian")
    assert set() == marked(at.play("charge menelik-gr1 iii-infantry"), "entrenched")


@pytest.mark.rule("10.2")
def test_batteries_do_not_enter() -> None:
    """They only fight units that enter their hex (ruling 14)."""
    at = charging("ii-guns 2813, iii-infantry 2714, gabeiehu-f1 2814", "ii-guns gabeiehu-f1, iii-infantry gabeiehu-f1",
                  "dabormida ii-guns fire, dabormida iii-infantry melee")
    assert at.refusal("charge ii-guns gabeiehu-f1").startswith("10.2")
    theirs = charging("iii-infantry 2813, menelik-a1 2814, menelik-gr1 2812",
                      "menelik-a1 iii-infantry, menelik-gr1 iii-infantry", phasing="abyssinian")
    assert theirs.refusal("charge menelik-a1 iii-infantry").startswith("10.2")


@pytest.mark.rule("10.0")
@pytest.mark.rule("10.2")
def test_units_in_melee_have_no_zone() -> None:
    """An Italian passes a melee without stopping, and without an order to attack."""
    at = table("i-bersaglieri 2811, iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged")
    assert 3 == at.cost("move i-bersaglieri 2812-2713-2714")
    there = table("i-bersaglieri 2811, gabeiehu-f1 2813")
    assert "8.0 (ruling 4)" == there.refusal("move i-bersaglieri 2812")


@pytest.mark.rule("10.2")
def test_units_in_melee_do_not_move() -> None:
    """Neither Italians nor Abyssinians leave a melee by moving."""
    line = "iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged"
    assert "10.2" == table(line).refusal("move iii-infantry 2812")
    assert "10.2" == table(line).refusal("disengage iii-infantry 2812")
    assert "10.2" == table(line, phasing="abyssinian").refusal("move gabeiehu-f1 2812")


@pytest.mark.rule("10.2")
def test_no_unit_moves_into_a_melee() -> None:
    """Neither side moves into a hex with a melee."""
    line = "iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged, iv-infantry 2815, gabeiehu-f2 2811"
    orders = "dabormida iv-infantry melee"
    assert "9.0" == table(line, orders=orders).refusal("move iv-infantry 2814-2813")
    assert "9.0" == table(line, phasing="abyssinian").refusal("move gabeiehu-f2 2812-2813")


# ---------------------------------------------------------------------------------------------------------- the table

ON_ID, ON_ia, IADR, ADR, AR = "on I D", "on i a D", "I A D R", "A D R", "A R"
TABLE = (
    (ON_ID, ON_ID, ON_ia, IADR),
    (ON_ID, ON_ia, IADR, ADR),
    (ON_ia, IADR, ADR, AR),
    (IADR, ADR, AR, AR),
    (ADR, AR, AR, AR),
    (AR, AR, AR, AR),
)
"""The table die by die: melee continues or over; I, A: all units of a side lose a step; i, a: one does; D:
disorganized; R: the Abyssinians retreat. Columns: difference 0 or less, +1, +2, +3 or more."""
OURS = ("i-ascari", "iv-ascari")
LINES = {
    -4: "menelik-gr1 2813, menelik-gr2 2813, menelik-gr3 2813",
    0: "menelik-gr1 2813, gabeiehu-f1 2813, gabeiehu-f2 2813",
    1: "menelik-fv1 2813, gabeiehu-f1 2813, gabeiehu-f2 2813",
    2: "gabeiehu-f1 2813, gabeiehu-f2 2813, gabeiehu-f3 2813",
    3: "gabeiehu-f1 2813, gabeiehu-f2 2813, atichim-fl1 2813", 6: "gabeiehu-f1 2813"}
"""Difference -> the Abyssinians against two Ascari battalions with two steps lost, 4 and 4."""


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("gap", LINES)
def test_the_melee_table(gap: int, face: int) -> None:
    """Every entry of the table."""
    theirs = [part.split()[0] for part in LINES[gap].split(", ")]
    at = melee(f"i-ascari 2813 lost=2, iv-ascari 2813 lost=2, {LINES[gap]}")
    shown = at.preview("melee 2813")
    assert (8, 8 - gap) == (shown.attack, shown.defence)
    at = at.play("melee 2813", face)
    printed = TABLE[face - 1][max(0, min(3, gap))].split()
    assert (set(OURS) if "D" in printed else set()) == marked(at, "disorganized")
    assert {3 if "I" in printed else 2} == {lost(at, unit) for unit in OURS}
    assert {1 if "A" in printed or ("a" in printed and len(theirs) == 1) else 0} == {lost(at, unit) for unit in theirs}
    if "i" in printed:
        # Each side chooses which of its units loses a step.
        at = at.play("lose iv-ascari")
        assert [2, 3] == [lost(at, unit) for unit in OURS]
        at = at.play(f"lose {theirs[0]}")
        assert [1] + [0] * (len(theirs) - 1) == [lost(at, unit) for unit in theirs]
    if "on" in printed:
        assert (2, "orders", "italian") == at.now
        assert {*OURS, *theirs} == marked(at, "engaged")
    else:
        assert "R" in printed
        assert "retreats" == under_way(at)[-1]["kind"]
        for unit, place in zip(theirs, AROUND, strict=False):
            at = at.play(f"retreat {unit} {place}")
        assert dict(zip(theirs, AROUND, strict=False)) == {unit: at.units[unit] for unit in theirs}
        assert set() == marked(at, "engaged") & set(theirs)


@pytest.mark.rule("10.2")
def test_chances_of_a_melee() -> None:
    """In the column 0 or less two of six faces continue with Italian losses, and one with a loss on each side."""
    at = melee("i-ascari 2813 lost=3, gabeiehu-f1 2813").play("melee 2813")
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    assert sorted([Fraction(2, 6), *[Fraction(1, 6)] * 4]) == sorted(roll.outcomes.values())


@pytest.mark.rule("10.2")
def test_results_of_a_melee_are_headed_by_whether_it_continues() -> None:
    """What a heading says is not repeated below it."""
    outcomes = melee("i-ascari 2813 lost=3, gabeiehu-f1 2813").preview("melee 2813").outcomes
    headings = {each.heading: {other.result.split(":")[0] for other in outcomes if other.heading == each.heading}
                for each in outcomes}
    assert [{"on"}, {"end"}] == list(headings.values())
    assert all(each.detail and len(str(each.detail)) < len(str(each.text)) for each in outcomes)


@pytest.mark.rule("10.2")
def test_values_in_melee() -> None:
    """Values after step losses, -1 disorganized, -1 low on ammunition, +1 for a working machine gun (ruling 26)."""
    at = melee("i-ascari 2813 lost=1 disorganized low-ammo, iv-ascari 2813, menelik-gr1 2813 lost=1, micael-c1 2813",
               guns="i-ascari working, iv-ascari jammed 1", turn=5)
    shown = at.preview("melee 2813")
    assert (6 - 1 - 1 + 1 + 8, 3 + 4) == (shown.attack, shown.defence)
    assert "+3 or more" == shown.column


@pytest.mark.rule("10.2")
def test_terrain_does_not_matter_in_melee() -> None:
    """Nor do quality and entrenchments: Bersaglieri on a height against a Guard are 10 against 4 (ruling 26)."""
    at = table("i-bersaglieri 1107 engaged, menelik-gr1 1107 engaged", phase="melee")
    assert (10, 4) == ((shown := at.preview("melee 1107")).attack, shown.defence)


@pytest.mark.rule("10.2")
def test_bersaglieri_disorganized_before_are_nine() -> None:
    """The sentence under Figure 6 gives this value."""
    assert 9 == melee("i-bersaglieri 2813 disorganized, menelik-gr1 2813").preview("melee 2813").attack


@pytest.mark.rule("10.2")
@pytest.mark.rule("5.1")
def test_a_machine_gun_is_tested_in_melee() -> None:
    """It is tested before the die of its first fight; a working one adds 1 (ruling 18)."""
    at = melee("iii-infantry 2813 lost=3, gabeiehu-f1 2813", guns="iii-infantry").play("melee 2813")
    failed, works = at.play(3), at.play(4)
    assert ("jammed", "working") == (gun(failed, "iii-infantry"), gun(works, "iii-infantry"))
    # On a 1 at 0 the Italian loses a step and goes; at +1 too, but on a 2 at +1 one of each side does.
    assert "gabeiehu-f1" not in failed.play(2).removed()
    assert 0 == lost(failed.play(2), "gabeiehu-f1")
    assert 1 == lost(works.play(2), "gabeiehu-f1")


@pytest.mark.rule("5.4")
@pytest.mark.rule("10.2")
def test_a_unit_is_disorganized_only_once_in_melee() -> None:
    """It has one marker (ruling 28)."""
    at = melee("i-ascari 2813 disorganized, gabeiehu-f1 2813").play("melee 2813", 2)
    assert {"i-ascari"} == marked(at, "disorganized")
    assert 0 == lost(at, "i-ascari")


@pytest.mark.rule("10.2")
def test_the_owner_chooses_the_reduced_unit() -> None:
    """The owner chooses among its own units (ruling 26)."""
    at = melee(f"i-ascari 2813 lost=2, iv-ascari 2813 lost=2, {LINES[0]}").play("melee 2813", 3)
    seats = []
    for _ in range(2):
        seat = at.now[2]
        seats.append(seat)
        own, other = ("i-ascari", "gabeiehu-f1") if seat == "italian" else ("gabeiehu-f1", "i-ascari")
        assert "10.2 (ruling 26)" == at.refusal(f"lose {other}")
        at = at.play(f"lose {own}")
    assert {"italian", "abyssinian"} == set(seats)


@pytest.mark.rule("10.2")
def test_the_last_step_in_melee_eliminates() -> None:
    """An Italian with one step left is eliminated by the first row, and the Abyssinians keep the hex."""
    at = melee("i-ascari 2813 lost=3, gabeiehu-f1 2813").play("melee 2813", 1)
    assert ["i-ascari"] == at.removed()
    assert set() == marked(at, "engaged")


@pytest.mark.rule("10.2")
@pytest.mark.rule("9.0")
def test_of_several_victors_one_stays() -> None:
    """Units do not stack: when the last Italian is eliminated, the Abyssinian player chooses the unit that stays (as
    ruling 15)."""
    at = melee("i-ascari 2813 lost=3, gabeiehu-f1 2813 origin=2812, gabeiehu-f2 2813 origin=2714").play("melee 2813", 1)
    assert "abyssinian" == at.now[2]
    at = at.play("stay gabeiehu-f2")
    assert ("2812", "2813") == (at.units["gabeiehu-f1"], at.units["gabeiehu-f2"])


@pytest.mark.rule("10.2")
def test_each_melee_is_rolled_once() -> None:
    """The turn ends when all are rolled."""
    at = table("i-ascari 2813 engaged, gabeiehu-f1 2813 engaged, iv-ascari 3013 engaged, gabeiehu-f2 3013 engaged",
               phase="melee")
    assert "10.2" == at.refusal("end")
    at = at.play("melee 2813", 2, "retreat gabeiehu-f1 2812")
    assert "10.2" == at.refusal("melee 2813")
    assert (2, "orders", "italian") == at.play("melee 3013", 3, "retreat gabeiehu-f2 3012").now


# --------------------------------------------------------------------------------------------------------- going on

@pytest.mark.rule("10.2")
@pytest.mark.rule("7.0")
def test_a_melee_continues_next_turn() -> None:
    """The units stay engaged, have no small-arms combat, and are rolled again in phase 8."""
    at = melee("i-ascari 2813 lost=2, menelik-gr1 2813").play("melee 2813", 1)
    assert (2, "orders", "italian") == at.now
    assert {"i-ascari", "menelik-gr1"} == marked(at, "engaged")
    at = at.play("end", "end", "end")
    assert (2, "melee") == at.now[:2]
    assert at.check("melee 2813")


@pytest.mark.rule("8.0")
@pytest.mark.rule("5.4")
@pytest.mark.parametrize("order", ["rally", "resupply", "entrench"])
def test_units_in_melee_are_not_ordered_to_recover(order: str) -> None:
    """Orders to entrench, rally or resupply are for units outside melee only."""
    at = table("i-ascari 2813 engaged disorganized low-ammo, albertone 2813, gabeiehu-f1 2813 engaged", phase="orders")
    assert "8.0" == at.refusal(f"order albertone i-ascari {order}")


# ------------------------------------------------------------------------------------------- retreat and elimination

@pytest.mark.rule("10.2")
def test_retreats_are_one_hex_to_free_ground() -> None:
    """A unit retreats neither onto others, nor into an enemy zone, nor farther than a hex; each unit separately."""
    at = melee("i-ascari 2813, gabeiehu-f1 2813, gabeiehu-f2 2812, iv-ascari 2815 free, gabeiehu-f3 2713").play(
        "melee 2813", 6)
    assert {"10.2"} == {at.refusal(f"retreat gabeiehu-f1 {place}") for place in (
        "2812",  # a friend
        "2814",  # the zone of the IV Ascari
        "2811",  # two hexes
        "2713",  # another friend
        "2813")}
    assert {f"retreat gabeiehu-f1 {place}" for place in ("2714", "2913", "2914")} == at.legal("retreat")
    assert "10.2" == at.refusal("end")


@pytest.mark.rule("10.2")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    """Every adjacent hex is occupied or in a zone."""
    at = melee("i-ascari 2813, gabeiehu-f1 2813, iv-ascari 2811 free, iii-infantry 2815 free, vi-infantry 2612 free, "
               "v-infantry 2614 free, alpini 3012 free, vii-ascari 3014 free").play("melee 2813", 6)
    assert ["gabeiehu-f1"] == at.removed()
    assert set() == marked(at, "engaged")


@pytest.mark.rule("10.2")
@pytest.mark.rule("9.0")
def test_cavalry_does_not_retreat_to_prohibited_ground() -> None:
    """From 1208 the second level is at 1207 and 1307."""
    at = table("i-ascari 1208 engaged, micael-c1 1208 engaged", phase="melee").play("melee 1208", 6)
    assert "10.2" == at.refusal("retreat micael-c1 1207")
    assert at.check("retreat micael-c1 1209")


@pytest.mark.rule("10.2")
def test_melee_units_have_no_zone_against_retreats() -> None:
    """The Italians in the hex and in an adjacent melee do not block a retreat."""
    at = table("i-ascari 2813 engaged, gabeiehu-f1 2813 engaged, iv-ascari 2811 engaged, gabeiehu-f2 2811 engaged",
               phase="melee").play("melee 2813", 6)
    assert at.check("retreat gabeiehu-f1 2812")


@pytest.mark.rule("10.2")
def test_the_italian_has_the_hex_afterwards() -> None:
    """The melee is over, and the Italian attacker is in the vacated hex."""
    at = melee("i-ascari 2813 origin=2714, gabeiehu-f1 2813").play("melee 2813", 6, "retreat gabeiehu-f1 2812")
    assert ("2813", set()) == (at.units["i-ascari"], marked(at, "engaged"))


SHARED = "i-ascari 2813 origin=2714, iv-ascari 2813 origin=2814, gabeiehu-f1 2813"


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("stays", "goes", "place"), [
    ("i-ascari", "iv-ascari", "2814"), ("iv-ascari", "i-ascari", "2714")])
def test_one_stays_and_the_others_go_back(stays: str, goes: str, place: str) -> None:
    """The Italian player chooses (ruling 15)."""
    at = melee(SHARED).play("melee 2813", 6, "retreat gabeiehu-f1 2812")
    assert "italian" == at.now[2]
    assert "10.2 (ruling 15)" == at.refusal("stay gabeiehu-f1")
    at = at.play(f"stay {stays}")
    assert ("2813", place) == (at.units[stays], at.units[goes])


@pytest.mark.rule("10.2")
def test_a_unit_that_cannot_go_back_goes_to_an_adjacent_hex() -> None:
    """Its old hex is occupied, so it goes to a free hex next to the melee (ruling 15)."""
    at = melee(SHARED + ", iii-infantry 2814 free").play("melee 2813", 6, "retreat gabeiehu-f1 2812", "stay i-ascari")
    assert at.units["iv-ascari"] in set(AROUND) - {"2814", "2812"}


@pytest.mark.rule("10.2")
def test_a_unit_without_room_is_eliminated() -> None:
    """Every adjacent hex is occupied (ruling 15)."""
    others = ("iii-infantry 2814 free, iii-ascari 2714 free, vi-infantry 2713 free, v-infantry 2913 free, "
              "alpini 2914 free")
    at = melee(f"{SHARED}, {others}").play("melee 2813", 6)
    # The Italians around leave the Abyssinian no hex either.
    assert ["gabeiehu-f1"] == at.removed()
    at = at.play("stay i-ascari")
    assert "2812" == at.units["iv-ascari"]
    full = melee(f"{SHARED}, {others}, vii-ascari 2812 free").play("melee 2813", 6, "stay i-ascari")
    assert ["gabeiehu-f1", "iv-ascari"] == full.removed()


# ------------------------------------------------------------------------------------------------------- disengaging

@pytest.mark.rule("10.2")
def test_abyssinians_leave_a_melee_in_their_movement_phase() -> None:
    """They leave by one hex, as in a retreat; the others continue to fight (ruling 16)."""
    at = table("i-ascari 2813 engaged, gabeiehu-f1 2813 engaged, gabeiehu-f2 2813 engaged, iv-ascari 2815",
               phasing="abyssinian")
    assert {"10.2"} == {at.refusal(f"disengage gabeiehu-f1 {place}") for place in ("2814", "2811", "2813", "9999")}
    at = at.play("disengage gabeiehu-f1 2812")
    assert {"i-ascari", "gabeiehu-f2"} == marked(at, "engaged")
    assert "2812" == at.units["gabeiehu-f1"]
    assert not at.check("move gabeiehu-f1 2811")
    assert set() == marked(at.play("disengage gabeiehu-f2 2713"), "engaged")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("unit", "phase", "phasing"), [
    ("i-ascari", "move", "abyssinian"), ("i-ascari", "move", "italian"), ("gabeiehu-f1", "move", "italian"),
    ("gabeiehu-f1", "melee", "abyssinian"), ("gabeiehu-f2", "move", "abyssinian")])
def test_no_other_unit_disengages(unit: str, phase: str, phasing: str) -> None:
    """Italians, other phases, and units outside melee are refused (ruling 16)."""
    at = table("i-ascari 2813 engaged, gabeiehu-f1 2813 engaged, gabeiehu-f2 2811", phase=phase, phasing=phasing)
    assert at.refusal(f"disengage {unit} 2812").startswith("10.2")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("unit", ["menelik-gr1", "menelik-a1", "menelik-c1"])
@pytest.mark.parametrize("more", [", menelik-f1 2415 engaged", ""])
def test_a_unit_that_leaves_a_melee_fights_no_more_in_that_turn(unit: str, more: str) -> None:
    """It declares no attack, and neither attacks with small arms nor charges; whether the melee goes on without it or
    not (ruling 16). It left into a zone that a declared attack negates."""
    at = table(f"ii-infantry 2415 engaged, {unit} 2415 engaged{more}, iii-infantry 2413, menelik-gr3 2412, "
               "menelik-gr2 2313", phasing="abyssinian", turn=8)
    at = at.play("declare menelik-gr3 iii-infantry", f"disengage {unit} 2414")
    assert {unit} == marked(at, "left-melee")
    assert "10.2 (ruling 16)" == at.refusal(f"declare {unit} iii-infantry")
    at = at.play("end")
    assert at.refusal(f"attack {unit} iii-infantry") == ("6.0" if unit == "menelik-c1" else "10.2 (ruling 16)")
    at = at.play("attack menelik-gr3 iii-infantry", "attack menelik-gr2 iii-infantry", "begin", "resolve iii-infantry",
                 (6,) * 8 + (1,) * 7, "damage menelik-gr2:1")
    assert "10.2 (ruling 16)" == at.refusal(f"charge {unit} iii-infantry")
    assert {"charge menelik-gr3 iii-infantry", "end"} == at.legal()


@pytest.mark.rule("12.0")
def test_a_unit_that_left_a_melee_is_not_brought_into_another() -> None:
    """Initiative brings in units that were not in melee before in this turn; in the next turn this one may come."""
    at = table("ii-infantry 2415 engaged lost=2, menelik-gr1 2415 engaged, menelik-f1 2415 engaged, "
               "iii-infantry 2412 engaged lost=2, menelik-f2 2412 engaged, menelik 2417, menelik-f3 2416",
               phasing="abyssinian", turn=8)
    at = at.play("disengage menelik-gr1 2414", "end", "initiative menelik", 1)
    assert "12.0" == at.refusal("move menelik-gr1 2412")
    assert at.check("move menelik-f3 2412")
    after = at.play("end", "melee 2412", 1, "melee 2415", 1)
    assert (9, set()) == (after.now[0], marked(after, "left-melee"))


@pytest.mark.rule("10.2")
def test_the_last_to_leave_ends_the_melee() -> None:
    """Of two Italians one then stays (rulings 15 and 16)."""
    at = table("i-ascari 2813 engaged, iv-ascari 2813 engaged origin=2814, gabeiehu-f1 2813 engaged",
               phasing="abyssinian").play("disengage gabeiehu-f1 2812")
    assert "italian" == at.now[2]
    at = at.play("stay i-ascari")
    assert "2814" == at.units["iv-ascari"]
    assert (1, "move", "abyssinian") == at.now


# --------------------------------------------------------------------------------------------------------- isolated

@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("line", "gone"), [
    ("dabormida 2812, gabeiehu-f1 2813", ["dabormida"]), ("mules1 2812, gabeiehu-f1 2813", ["mules1"]),
    ("gabeiehu 2812, iii-infantry 2813", ["gabeiehu"]), ("dabormida 2812, iii-infantry 2812, gabeiehu-f1 2813", []),
    ("dabormida 2811, gabeiehu-f1 2813", []),
    ("dabormida 2812, iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged", [])])
def test_isolated_commanders_and_mules(line: str, gone: list[str]) -> None:
    """In an enemy zone without a friendly unit in their hex they are eliminated at the end of the phase (ruling 21)."""
    at = table(f"{line}, militia 3413, atichim-f1 0101").play("end")
    assert gone == at.removed()


@pytest.mark.rule("10.2")
def test_a_commander_whose_unit_is_eliminated_is_cut_off() -> None:
    """Its unit is eliminated in melee and the enemy holds the hex (ruling 21)."""
    at = melee("i-ascari 2813 lost=3, turitto 2813 free, gabeiehu-f1 2813").play("melee 2813", 1)
    assert ["i-ascari", "turitto"] == at.removed()


# -------------------------------------------------------------------------------------------------------- initiative

MELEE = "i-ascari 2813 engaged, maconnen-f1 2813 engaged"


def initiative(line: str, **keys: Any) -> Table:
    """Phase 7."""
    return table(f"{MELEE}, {line}", phase="initiative", **{"turn": 6, **keys})


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("commander", "value"), [("menelik", 3), ("maconnen", 2), ("atichim", 1)])
def test_initiative_is_a_die_of_his_value_or_less(commander: str, value: int) -> None:
    """In Figure 3 Maconnen fails with a 4 and Menelik succeeds with a 2: the die must not exceed the value."""
    for face in range(1, 7):
        at = initiative(f"{commander} 2810, {commander}-f2 2811").play(f"initiative {commander}", face)
        assert (face <= value) == (["bringing"] == [one["kind"] for one in under_way(at)])


@pytest.mark.rule("12.0")
def test_units_are_brought_into_the_melee() -> None:
    """They move as in the movement phase and are then engaged; one success brings any number (ruling 17)."""
    at = initiative("maconnen 2810, maconnen-f2 2811, maconnen-f3 2711, maconnen-fv1 2911").play(
        "initiative maconnen", 2)
    assert {"move maconnen-f2 2812-2813"} <= at.legal("move maconnen-f2")
    (offer,) = at.rules.offers(at.state, Picked(("i-ascari",)))
    assert isinstance(offer.verdict, Illegal)
    assert "12.0" == str(offer.verdict.reasons[0].rule)
    at = at.play("move maconnen-f2 2813", "move maconnen-f3 2813")
    assert {"2813"} == {at.units[f"maconnen-f{n}"] for n in (1, 2, 3)}
    assert {"i-ascari", "maconnen-f1", "maconnen-f2", "maconnen-f3"} == marked(at, "engaged")
    # The veterans stay where they are: no more come, and no other commander has anybody.
    at = at.play("end")
    assert "melee" == at.now[1]
    assert 6 == at.preview("melee 2813").defence


@pytest.mark.rule("12.0")
@pytest.mark.rule("9.0")
def test_they_move_with_their_movement_value() -> None:
    """Infantry has five points: five hexes from 2808, not six from 2807; and only into a melee (ruling 17)."""
    at = initiative("menelik 2809, menelik-f1 2809, menelik-f2 2807, menelik-fl1 2711").play("initiative menelik", 1)
    assert at.check("move menelik-f1 2813")
    assert not at.check("move menelik-f2 2813")
    assert at.refusal("move menelik-f1 2812").startswith("12.0")


@pytest.mark.rule("12.0")
@pytest.mark.rule("9.0")
def test_a_melee_out_of_reach_is_refused_as_too_far() -> None:
    """A unit that can reach one melee is sent to another: the enemies there do not close it (ruling 17)."""
    at = initiative("maconnen 2810, maconnen-f2 2811, iv-ascari 2819 engaged, maconnen-f4 2819 engaged").play(
        "initiative maconnen", 1)
    assert ("9.0", "2819", 11, 5) == at.reason("move maconnen-f2 2819")


@pytest.mark.rule("12.0")
def test_no_unit_passes_through_one_melee_into_another() -> None:
    """It joins the first one. Units in melee have no zone that would stop it (ruling 17)."""
    at = initiative("maconnen 2810, maconnen-f2 2811, iv-ascari 2815 engaged, maconnen-f4 2815 engaged").play(
        "initiative maconnen", 1)
    assert at.check("move maconnen-f2 2812-2813")
    assert "12.0 (ruling 17)" == at.refusal("move maconnen-f2 2812-2813-2814-2815")


@pytest.mark.rule("12.0")
def test_once_a_turn() -> None:
    """A commander may try once, whatever the result."""
    at = initiative("maconnen 2810, maconnen-f2 2811, menelik 2710, menelik-f1 2711").play("initiative maconnen", 6)
    assert "12.0" == at.refusal("initiative maconnen")
    assert at.check("initiative menelik")


@pytest.mark.rule("12.0")
@pytest.mark.parametrize("place", ["2812", "2814", "2713", "2714", "2913", "2914"])
def test_units_next_to_the_melee_are_not_brought_in(place: str) -> None:
    """They must start at least two hexes away."""
    at = initiative(f"maconnen 2712, maconnen-f2 {place}, maconnen-f3 2811").play("initiative maconnen", 1)
    assert "12.0" == at.refusal("move maconnen-f2 2813")
    assert "two or more hexes away" in at.why("move maconnen-f2 2813")
    assert at.check("move maconnen-f3 2813")


@pytest.mark.rule("12.0")
@pytest.mark.parametrize("flag", ["shot", "repulsed", "shot repulsed"])
def test_units_in_small_arms_combat_are_not_brought_in(flag: str) -> None:
    """Units repulsed in it are not either."""
    at = initiative(f"maconnen 2810, maconnen-f2 2811 {flag}, maconnen-f3 2711").play("initiative maconnen", 1)
    assert "12.0" == at.refusal("move maconnen-f2 2813")


@pytest.mark.rule("12.0")
def test_units_in_an_enemy_zone_are_not_brought_in() -> None:
    """Units adjacent to an Italian outside melee do not move in support."""
    at = initiative("maconnen 2810, maconnen-f2 2811, maconnen-f3 2711, iii-infantry 2911").play(
        "initiative maconnen", 1)
    assert "12.0" == at.refusal("move maconnen-f2 2813")
    assert at.check("move maconnen-f3 2813")


@pytest.mark.rule("12.0")
@pytest.mark.rule("3.0")
def test_only_within_the_commanders_range() -> None:
    """Maconnen's range is four: a unit five hexes away stays; the range is traced around enemy units."""
    at = initiative("maconnen 2806, maconnen-f2 2811, maconnen-f3 2810").play("initiative maconnen", 1)
    assert "12.0" == at.refusal("move maconnen-f2 2813")
    assert at.check("move maconnen-f3 2813")


@pytest.mark.rule("12.0")
@pytest.mark.rule("3.0")
def test_only_menelik_brings_in_any_unit() -> None:
    """Other commanders bring in their own units, Menelik any."""
    line = "maconnen 2810, menelik 2810, maconnen-f2 2811, alula-f1 2711"
    at = initiative(line).play("initiative maconnen", 1)
    assert "12.0" == at.refusal("move alula-f1 2813")
    emperor = initiative(line).play("initiative menelik", 3)
    assert emperor.check("move alula-f1 2813")
    assert emperor.check("move maconnen-f2 2813")


@pytest.mark.rule("12.0")
def test_a_commander_in_melee_may_use_his_initiative() -> None:
    """The commander is in the hex of a melee."""
    at = initiative("maconnen 2813, maconnen-f2 2811")
    assert at.check("initiative maconnen")


@pytest.mark.rule("12.0")
def test_initiative_needs_a_melee() -> None:
    """It brings units into an existing melee; otherwise the phase is skipped."""
    at = table("i-ascari 2813, maconnen 2810, maconnen-f2 2811", phasing="abyssinian", turn=6).play("end")
    assert (7, "orders", "italian") == at.now


@pytest.mark.rule("12.0")
@pytest.mark.rule("10.2")
def test_italians_bring_in_no_units() -> None:
    """Italian commanders have no initiative."""
    at = initiative("maconnen 2810, maconnen-f2 2811, dabormida 3013, iii-infantry 3013")
    assert "12.0" == at.refusal("initiative dabormida")
    assert "12.0" == at.play("initiative maconnen", 1).refusal("move iii-infantry 2813")


@pytest.mark.rule("12.0")
@pytest.mark.rule("9.0")
def test_cavalry_is_not_brought_where_it_is_prohibited() -> None:
    """A melee may be on the second level of hills (9.0)."""
    at = table("i-ascari 1107 engaged, maconnen-f1 1107 engaged, micael 1109, micael-c1 1109, micael-f1 1110", turn=6,
               phase="initiative").play("initiative micael", 1)
    assert "12.0" == at.refusal("move micael-c1 1107")
    assert at.check("move micael-f1 1107")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("lost", [0, 2, 3])
@pytest.mark.parametrize("die", range(1, 7))
def test_a_melee_reads_back_at_every_step(lost: int, die: int) -> None:
    """Its positions read back, also when the last Italian unit is eliminated and the Abyssinians must still choose a
    step loss, a retreat or the unit that stays."""
    line = f"iii-infantry 2813 engaged lost={lost}, " + ", ".join(
        f"taitu-{name} 2813 engaged" for name in ("fv1", "f1", "f2"))
    at = table(line, phase="melee", turn=8).play("melee 2813", f"roll {die}")
    steps = 0
    while at.state.top is not None:
        assert at.state == RULES.from_position(at.position)
        at = at.play(next(iter(RULES.candidates(at.state))).notation)
        steps += 1
        assert steps < 9
    assert at.state == RULES.from_position(at.position)


@pytest.mark.rule("10.2")
def test_one_retreat_is_proposed() -> None:
    """The main button does it; every other free hex is offered as well."""
    at = melee("iii-infantry 2813, taitu-fv1 2813", turn=8).play("melee 2813", "roll 6")
    found = [offer for offer in RULES.offers(at.state, Picked(("taitu-fv1",))) if offer.verdict and offer.action]
    assert set(AROUND) == {offer.place for offer in found}
    assert 1 == sum(offer.is_default for offer in found)


@pytest.mark.rule("10.2")
def test_lifted_zones_do_not_block_a_disengagement() -> None:
    """A declared attack on the unit with the zone lifts it for a retreat in movement as for moves (ruling 9)."""
    at = table("viii-ascari 2611 engaged, taitu-f1 2611 engaged, i-ascari 2613, taitu-f2 2713", phase="move",
               phasing="abyssinian", turn=5)
    assert at.refusal("disengage taitu-f1 2612").startswith("10.2")
    assert at.play("declare taitu-f2 i-ascari").check("disengage taitu-f1 2612")


@pytest.mark.rule("12.0")
@pytest.mark.rule("6.0")
def test_cavalry_joins_no_older_melee() -> None:
    """Units enter an older melee by initiative only; cavalry may follow others into a new one."""
    old = table("iv-ascari 2611 engaged, taitu-f1 2611 engaged, taitu-c1 2610, micael-c1 2005, i-ascari 2006",
                phase="charge", phasing="abyssinian", turn=6)
    assert "12.0 (ruling 23)" == old.refusal("charge taitu-c1 iv-ascari")
    new = table("iv-ascari 2611, micael-c1 2612, taitu-c1 2610", phase="charge", phasing="abyssinian", turn=6)
    assert new.play("charge micael-c1 iv-ascari").check("charge taitu-c1 iv-ascari")


@pytest.mark.rule("10.2")
def test_the_player_chooses_the_order_of_retreats() -> None:
    """With one free hex for two units, the player chooses which one is saved; the other is eliminated (ruling 15)."""
    line = ("viii-ascari 2611 engaged, taitu-f1 2611 engaged, menelik-gr1 2611 engaged, i-ascari 2510, iv-ascari 2609, "
            "vii-ascari 2613, v-infantry 2812")
    at = table(line, phase="melee", phasing="abyssinian", turn=5).play("melee 2611", 6)
    assert {"taitu-f1", "menelik-gr1"} == {action.split()[1] for action in at.legal("retreat")}
    proposed = [offer.actions[0].notation for offer in at.rules.offers(at.state, Picked()) if offer.is_default]
    assert 1 == len(proposed)
    assert proposed[0] in at.legal("retreat")
    place = next(action.split()[2] for action in at.legal("retreat taitu-f1"))
    at = at.play(f"retreat taitu-f1 {place}")
    assert place == at.units["taitu-f1"]


@pytest.mark.rule("10.2")
def test_a_unit_goes_back_before_others_may_take_its_hex() -> None:
    """Of three in the hex of a finished melee one stays; none is sent to another's old hex (ruling 15)."""
    at = table("i-ascari 2611 engaged lost=3, taitu-fv1 2611 engaged origin=2511, taitu-f1 2611 engaged, "
               "taitu-c1 2611 engaged origin=2610, taitu-f2 2511, v-infantry 2409", phase="melee",
               phasing="abyssinian", turn=5)
    at = at.play("melee 2611", 1, "stay taitu-f1")
    assert "2610" == at.units["taitu-c1"]
    assert at.units["taitu-fv1"] not in ("2610", "2611", "2511")


@pytest.mark.rule("10.2")
def test_of_two_units_from_one_hex_the_first_in_the_list_goes_back() -> None:
    """The other goes to a free hex next to the melee; both are described as going back, not retreating
    (rulings 15 and 44)."""
    at = table("i-ascari 2611 engaged lost=3, taitu-f2 2611 engaged origin=2511, taitu-f3 2611 engaged origin=2511, "
               "taitu-c1 2611 engaged", phase="melee", phasing="abyssinian", turn=5)
    at = at.play("melee 2611", 1, "stay taitu-c1")
    assert "2511" == at.units["taitu-f2"]
    assert at.units["taitu-f3"] not in ("2511", "2611")
    assert ["10.2 (ruling 15)", "10.2 (ruling 44)"] == [
        str(event.rule) for event in at.events if event.type == "went-back"]
    assert not [event for event in at.events if "retreat" in str(event.text)]


@pytest.mark.rule("10.2")
def test_a_unit_sent_to_a_hex_it_never_held_goes_there() -> None:
    """It does not return: another unit holds the hex from which both came (ruling 44)."""
    at = melee("iii-infantry 2813 lost=3, menelik-gr1 2813 origin=2812, menelik-gr2 2813 origin=2812, menelik-f1 2812",
               phasing="abyssinian").play("melee 2813", 2)
    note = getattr(at.check("stay menelik-gr1"), "note", None)
    assert note is not None
    went = next(event for event in at.play("stay menelik-gr1").events if event.type == "went-back")
    assert "10.2 (ruling 44)" == str(went.rule)
    assert "returns" not in str(went.text)
    assert str(note.text).endswith(str(went.text))


@pytest.mark.rule("10.2")
@pytest.mark.rule("12.0")
def test_a_unit_brought_in_goes_to_the_hex_that_it_passed_through() -> None:
    """It does not return there: it entered the melee from 2413, but had come from 2416 (rulings 15 and 17)."""
    at = table("iii-infantry 2412 engaged lost=3, maconnen-f1 2412 engaged, menelik-gr1 2416, menelik 2417",
               phase="initiative", phasing="abyssinian", turn=8).play(
        "initiative menelik", 1, "move menelik-gr1 2415-2414-2413-2412", "melee 2412", 1, "stay maconnen-f1")
    went = next(event for event in at.events if event.type == "went-back")
    assert ("2413", "10.2 (ruling 15)") == (at.units["menelik-gr1"], str(went.rule))
    assert "returns" not in str(went.text)


@pytest.mark.rule("10.2")
@pytest.mark.rule("7.0")
def test_the_abyssinian_player_chooses_the_order_of_melees() -> None:
    """The retreat from the first is barred by the zone of the victor of the second only if that one is rolled first
    (rulings 39 and 47)."""
    at = table("iii-infantry 2413 engaged, menelik-f1 2413 engaged, iv-infantry 2415 engaged, menelik-f2 2415 engaged",
               phase="melee", turn=8)
    assert {"melee 2413", "melee 2415"} == at.legal()
    assert "10.2 (ruling 47)" == str(at.rules.prompt(at.state).rule)
    first = at.play("melee 2413", 6)
    assert first.check("retreat menelik-f1 2414")
    other = at.play("melee 2415", 6, "retreat menelik-f2 2416", "melee 2413", 6)
    assert "10.2 (ruling 39)" == other.refusal("retreat menelik-f1 2414")


@pytest.mark.rule("10.2")
def test_a_unit_without_a_hex_to_go_to_is_eliminated_by_that_rule() -> None:
    """Its friends hold all hexes around the melee that is over; first this is said (ruling 15)."""
    around = ", ".join(f"menelik-f{n} {place}" for n, place in enumerate(AROUND, 1))
    at = melee(f"iii-infantry 2813 lost=3, menelik-gr1 2813, menelik-gr2 2813, {around}", phasing="abyssinian").play(
        "melee 2813", 1)
    assert "10.2 (ruling 15)" == str(at.rules.prompt(at.state).rule)
    done = at.play("stay menelik-gr2").events[len(at.events):]
    assert [("noted", "10.2 (ruling 15)"), ("removed", "10.2 (ruling 15)")] == [
        (event.type, str(event.rule)) for event in done[:2]]


@pytest.mark.rule("10.2")
def test_a_unit_without_a_retreat_is_eliminated_by_that_rule() -> None:
    """Not by the rule on steps."""
    around = ", ".join(f"menelik-f{n} {place}" for n, place in enumerate(AROUND, 1))
    at = melee(f"iii-infantry 2813, menelik-gr1 2813, {around}", phasing="abyssinian").play("melee 2813", 6)
    gone = next(event for event in at.events if event.type == "removed")
    assert ("menelik-gr1", "10.2") == (getattr(gone, "unit", ""), str(gone.rule))


@pytest.mark.rule("10.2")
def test_a_commander_alone_does_not_leave_a_melee() -> None:
    """It goes along with the last unit; it is not refused as an Italian is (ruling 36)."""
    at = table("iii-infantry 2813 engaged, menelik-gr1 2813 engaged, maconnen 2813", phasing="abyssinian")
    assert "10.2 (ruling 36)" == at.refusal("disengage maconnen 2812")
    assert "10.2" == at.refusal("disengage iii-infantry 2812")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("line", "die"), [
    ("i-ascari 2611 engaged lost=3, taitu-fv1 2611 engaged", 1),
    ("i-ascari 2611 engaged lost=3, taitu-f1 2611 engaged lost=1", 2),
    ("i-ascari 2611 engaged lost=3, taitu-f1 2611 engaged, taitu-f2 2611 engaged", 3)])
def test_a_melee_is_reported_over_with_the_last_unit_of_a_side(line: str, die: int) -> None:
    """This holds even if the result of the die continues it."""
    at = table(line, phase="melee", phasing="abyssinian", turn=5).play("melee 2611", die)
    if at.state.top is not None:
        at = at.play(next(iter(at.legal("lose"))))
    assert 1 == sum("The melee in 2611 is over" in text for text in told(at))
    on = table("i-ascari 2611 engaged, taitu-fv1 2611 engaged, taitu-fv2 2611 engaged, taitu-fv3 2611 engaged",
               phase="melee", phasing="abyssinian", turn=5).play("melee 2611", 1)
    assert not any("is over" in text for text in told(on) if "melee" in text)


# ------------------------------------------------------------------------------------------------ alone with the enemy

@pytest.mark.rule("10.2")
def test_a_commander_alone_with_the_enemy_is_cut_off() -> None:
    """The enemy's own hex counts like its zone (ruling 21); the reason is reported before the loss."""
    at = table("iv-ascari 2611 engaged lost=3, albertone 2611, taitu-fv1 2611 engaged", phase="melee",
               phasing="abyssinian", turn=5).play("melee 2611", 1)
    assert "albertone" in at.removed()
    kinds = [type(event) for event in at.events]
    assert isinstance(at.events[kinds.index(LeaderFell) - 1], Noted)
    assert 1 == kinds.count(LeaderFell)


@pytest.mark.rule("10.2")
def test_commanders_of_both_sides_in_one_hex_are_safe() -> None:
    """Their last units were eliminated together, and commanders have no zone (ruling 21)."""
    at = table("iv-ascari 2611 engaged lost=3, albertone 2611, menelik-f1 2611 engaged lost=1, menelik 2611",
               phase="melee", phasing="abyssinian", turn=7).play("melee 2611", 2)
    assert (8, "orders", "italian") == at.now
    assert "2611" == at.units["albertone"] == at.units["menelik"]


@pytest.mark.rule("10.2")
def test_a_unit_enters_the_hex_of_lone_mules_and_commanders() -> None:
    """They are cut off at the end of the phase (ruling 21)."""
    at = table("menelik-f1 2611, mules1 2612, ellena 2612, v-infantry 3011", phasing="abyssinian", turn=7).play(
        "move menelik-f1 2612")
    assert [] == at.removed()
    assert {"mules1", "ellena"} == set(at.play("end").removed())


@pytest.mark.rule("10.2")
def test_commanders_retreat_with_the_last_unit() -> None:
    """While another unit of its side stays they stay too; a die of 6 repels both, one after the other (ruling 36)."""
    line = "iv-ascari 2611 engaged, menelik-f1 2611 engaged, menelik-f2 2611 engaged, menelik 2611"
    at = table(line, phase="melee", phasing="abyssinian", turn=6).play("melee 2611", 6)
    one = at.play("retreat menelik-f1 2610")
    assert "2611" == entry(one, "menelik")["place"]
    both = one.play(min(one.legal("retreat")))
    assert "2611" != entry(both, "menelik")["place"] == entry(both, "menelik-f2")["place"]
    assert both.rules.result(both.state) is None
    assert 36 in [event.rule.ruling for event in both.events if event.type == "retreated"]


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("goes", "dies"), [("menelik-f6", "menelik-f7"), ("menelik-f7", "menelik-f6")])
def test_commanders_go_with_the_last_unit_that_can_retreat(goes: str, dies: str) -> None:
    """The other unit has no hex left and is eliminated; Menelik is not left among the enemy (ruling 36)."""
    around = ", ".join(f"menelik-f{n} {hex_}" for n, hex_ in enumerate(("2414", "2416", "2315", "2316", "2515"), 1))
    at = table(f"alpini 2415 engaged, menelik-f6 2415 engaged, menelik-f7 2415 engaged, menelik 2415, {around}", turn=8,
               phase="melee").play("melee 2415", 6)
    note = getattr(at.check(f"retreat {goes} 2516"), "note", None)
    assert note is not None
    assert "10.2 (ruling 36)" == str(note.rule)
    after = at.play(f"retreat {goes} 2516")
    assert [dies] == after.removed()
    assert "2516" == after.units["menelik"] == after.units[goes]


@pytest.mark.rule("10.2")
def test_commanders_stay_while_another_unit_can_retreat() -> None:
    """With two hexes free for three units, they go with the second unit (ruling 36)."""
    around = ", ".join(f"menelik-f{n} {hex_}" for n, hex_ in enumerate(("2414", "2416", "2315", "2316"), 1))
    at = table("alpini 2415 engaged, menelik-f6 2415 engaged, menelik-f7 2415 engaged, menelik-f5 2415 engaged, "
               f"menelik 2415, {around}", turn=8, phase="melee").play("melee 2415", 6, "retreat menelik-f7 2516")
    assert "2415" == at.units["menelik"]
    assert "2515" == at.play("retreat menelik-f5 2515").units["menelik"]


@pytest.mark.rule("12.0")
def test_lifted_zones_count_again_for_units_brought_in() -> None:
    """The attack was fought in the previous phase: the unit brought in stops adjacent to its target (ruling 21)."""
    line = ("iv-infantry 3414 engaged, menelik-fv1 3414 engaged, militia 3410, airaghi 3410, menelik-f3 3310, "
            "menelik-f2 3210, menelik 3210")
    at = table(line, phasing="abyssinian", turn=3)
    fought = at.play("declare menelik-f3 militia", "end", "attack menelik-f3 militia", "begin", "resolve militia",
                     (2,) * 8)
    assert "initiative" != fought.rules.prompt(fought.state).phase


# ------------------------------------------------------------------------- commanders who leave a melee with their unit

@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("more", "there"), [("", "1806"), (", menelik-f2 1907 engaged", "1907")])
def test_a_commander_disengages_with_the_last_unit(more: str, there: str) -> None:
    """This follows ruling 36, as in a retreat; with a friend still in the hex it stays. It has then moved."""
    at = table(f"iii-infantry 1907 engaged, menelik-f1 1907 engaged, menelik 1907, dabormida 1907{more}", turn=5,
               phasing="abyssinian").play("disengage menelik-f1 1806")
    assert there == at.units["menelik"]
    assert (there == "1806") == ("menelik" in marked(at, "moved"))
    rules = [str(event.rule) for event in at.events if event.type == "retreated"]
    assert (["10.2", "10.2 (ruling 36)"] if there == "1806" else ["10.2"]) == rules
    after = at.play("end")
    assert "menelik" in after.units
    assert after.rules.result(after.state) is None


@pytest.mark.rule("10.2")
def test_all_commanders_in_the_hex_disengage_with_the_last_unit() -> None:
    """This includes one of another unit; the enemy's commander stays."""
    at = table("iii-infantry 1907 engaged, menelik-f1 1907 engaged, menelik 1907, tecla 1907, dabormida 1907", turn=5,
               phasing="abyssinian").play("disengage menelik-f1 1806")
    assert {"menelik": "1806", "tecla": "1806", "dabormida": "1907"} == {
        name: at.units[name] for name in ("menelik", "tecla", "dabormida")}


# ------------------------------------------------------------------------------ cavalry brought in beside closed ground

CLOSED = "quick-guns 0706 engaged, micael-f1 0706 engaged, i-ascari 0705, menelik 0506, menelik-c2 0506"


@pytest.mark.rule("12.0")
@pytest.mark.rule("6.0")
def test_cavalry_is_brought_in_through_the_zone_of_an_enemy_on_closed_ground() -> None:
    """I Ascari is on the second level, closed to cavalry; the adjacent melee is not."""
    at = table(CLOSED, turn=8, phase="initiative", phasing="abyssinian").play("initiative menelik", 1)
    assert {"move menelik-c2 0606-0706", "end"} == at.legal()
    assert at.check("move menelik-c2 0507-0606-0706")
    at = at.play("move menelik-c2 0706")
    assert "0706" == at.units["menelik-c2"]
    assert "menelik-c2" in marked(at, "engaged")


@pytest.mark.rule("6.0")
def test_cavalry_enters_no_zone_of_enemies_only_on_closed_ground() -> None:
    """This holds in movement and on the way into a melee (ruling 23)."""
    at = table("i-ascari 0705, menelik 0506, menelik-c2 0606", turn=8, phasing="abyssinian")
    assert "6.0 (ruling 23)" == at.refusal("move menelik-c2 0706")
    at = table("quick-guns 0807 engaged, micael-f1 0807 engaged, i-ascari 0705, menelik 0506, menelik-c2 0606", turn=8,
               phase="initiative", phasing="abyssinian").play("initiative menelik", 1)
    assert "6.0 (ruling 23)" == at.refusal("move menelik-c2 0706-0807")
    assert at.check("move menelik-c2 0807")


# ------------------------------------------------------------------------------------------------ why not, truthfully

@pytest.mark.rule("10.2")
@pytest.mark.parametrize("phasing", ["italian", "abyssinian"])
def test_a_battery_is_refused_a_charge_as_artillery(phasing: str) -> None:
    """The reason is not a missing order: Abyssinians need none, and a General Offensive would not help (ruling 14)."""
    unit, target = ("ii-guns", "menelik-a1") if phasing == "italian" else ("menelik-a1", "ii-guns")
    other = "iii-infantry gabeiehu-f1" if phasing == "italian" else "gabeiehu-f1 iii-infantry"
    at = charging("ii-guns 2813, menelik-a1 2812, iii-infantry 2613, gabeiehu-f1 2612", f"{unit} {target}, {other}",
                  "ragni ii-guns offensive, ragni iii-infantry offensive", phasing)
    assert "10.2 (ruling 14)" == at.refusal(f"charge {unit} {target}")
    verdict = at.check(f"charge {unit} {target}")
    assert isinstance(verdict, Illegal)
    assert NO_BATTERIES.template == verdict.reasons[0].text.template


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("line", "unit", "words"), [
    ("alula-f1 2711", "alula-f1", "Maconnen does not command"),
    ("maconnen-f2 2711 shot", "maconnen-f2", "was involved"),
    ("maconnen-f2 2711 left-melee", "maconnen-f2", "has left a melee"),
    ("maconnen-f2 2805", "maconnen-f2", "outside the command range"),
    ("maconnen-f2 2711, v-infantry 2611", "maconnen-f2", "is in an enemy ZOC"),
    ("maconnen-f2 2812", "maconnen-f2", "can reach no melee"), ("i-guns 3013", "maconnen-f1", "is already in melee")])
def test_why_a_unit_is_not_brought_in(line: str, unit: str, words: str) -> None:
    at = initiative(f"maconnen 2810, maconnen-f3 2811, {line}").play("initiative maconnen", 1)
    assert "12.0" == at.refusal(f"move {unit} 2813")
    assert words in at.why(f"move {unit} 2813")


@pytest.mark.rule("3.0")
@pytest.mark.rule("12.0")
def test_a_line_of_hexes_around_enemies_is_named_in_the_refusal() -> None:
    """The unit is four hexes away, but the line passes the Italian unit in the melee (ruling 35)."""
    line = ("iii-infantry 2410 engaged, tecla-f2 2410 engaged, tecla-f1 2408, tecla 2412, gabeiehu 2412, "
            "gabeiehu-f1 2414")
    at = table(line, phase="initiative", turn=6)
    assert "without enemies" in at.why("initiative tecla")
    at = table(f"{line}, tecla-f3 2413", phase="initiative", turn=6).play("initiative tecla", 1)
    assert "between Tecla" in at.why("move tecla-f1 2410")
    assert "12.0 (ruling 35)" == at.refusal("move tecla-f1 2410")


@pytest.mark.rule("10.2")
def test_an_enemy_that_marches_past_eliminates_no_commander() -> None:
    """Isolation is tested at the end of the phase, not at each hex of a move (ruling 21)."""
    at = table("i-bersaglieri 2411, arimondi 2411, menelik 2413, menelik-f1 0205",
               orders="arimondi i-bersaglieri move", turn=7).play("move i-bersaglieri 2412-2413-2414-2415-2416", "end")
    assert "2413" == at.units["menelik"]


@pytest.mark.rule("10.0")
def test_a_unit_declares_one_target_and_does_not_move_again() -> None:
    """In the small-arms phase it may attack others as well (ruling 9)."""
    at = table("i-bersaglieri 2412, menelik-f1 2413, menelik-f2 2513", orders="arimondi i-bersaglieri fire").play(
        "declare i-bersaglieri menelik-f1")
    assert "10.0 (ruling 9)" == at.refusal("declare i-bersaglieri menelik-f2") == at.refusal("move i-bersaglieri 2411")
    assert at.play("end").check("attack i-bersaglieri menelik-f1:5,menelik-f2")


def test_the_list_marks_the_melee_being_rolled() -> None:
    """Its line is the acting one, which the list brings into view."""
    at = melee("iii-infantry 2813, gabeiehu-f1 2813, iv-infantry 2512 engaged, gabeiehu-f2 2512 engaged")
    rolling = at.rules.apply(at.state, at.rules.parse("melee 2813"))[0]
    assert {"2813": "acting", "2512": ""} == {line.name: line.progress for line in at.rules.overview(rolling).lines}
