"""5.0 to 5.5 and 11.0: machine guns, ammunition, mules, disorganized and entrenched units, the clean-up phase."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.contract import BadPosition
from game.rules.adua.losses import UnitMarked
from tests.rules.adua.board import RULES, entry, gun, marked, table, told
from tests.rules.table import Table

FIGHT = "dabormida 2613, iii-infantry 2413{}, tecla-f1 2412"
"""A regiment of seven dice next to infantry of two."""
FIRE = "dabormida iii-infantry fire"
ATTACK = ("attack iii-infantry tecla-f1", "begin", "resolve tecla-f1")
SUPPLY = "dabormida iii-infantry resupply"
GUNNERS = ("ii-infantry", "iii-infantry", "iv-infantry", "v-infantry", "vi-infantry", "i-ascari", "iv-ascari",
           "vii-ascari", "viii-ascari", "iii-ascari", "militia", "alpini")
OTHERS = ("i-bersaglieri", "quick-guns", "ascari-guns", "sicilian-guns", "i-guns", "ii-guns")


def fighting(guns: str = "", flags: str = "", turn: int = 4) -> Table:
    """The Italian small-arms phase before an attack of the III Infantry."""
    return table(FIGHT.format(f" {flags}"), phase="fire", orders=FIRE, guns=guns, turn=turn)


def dice(at: Table) -> int:
    """The number of dice in the pending roll; 0 if there is none."""
    roll = RULES.pending_roll(at.state)
    return len(roll.dice) if roll is not None else 0


def chances(at: Table) -> dict[str, Fraction]:
    """The chances of the pending roll."""
    roll = RULES.pending_roll(at.state)
    assert roll is not None
    return dict(roll.outcomes)


def dry(others: str, turn: int = 4, unit: str = "2415") -> Table:
    """The end of the Italian movement phase with a unit that is low on ammunition and has the order to resupply."""
    return table(f"dabormida 2613, iii-infantry {unit} low-ammo, {others}", orders=SUPPLY, turn=turn).play("end")


@pytest.mark.rule("5.1")
def test_units_that_may_have_a_machine_gun() -> None:
    """Infantry, Ascari and Alpini may; Bersaglieri, artillery and Abyssinians may not."""
    at = table(", ".join(f"{unit} {22 + n}13" for n, unit in enumerate((*GUNNERS[:6], *OTHERS))) + ", "
               + ", ".join(f"{unit} {22 + n}14" for n, unit in enumerate(GUNNERS[6:])) + ", tecla-f1 0508",
               phase="machine-guns")
    assert {f"gun {unit}" for unit in GUNNERS} == at.legal("gun")
    for unit in (*OTHERS, "tecla-f1"):
        assert "5.1" == at.refusal(f"gun {unit}")


@pytest.mark.rule("5.1")
@pytest.mark.rule("5.0")
def test_four_machine_guns_are_assigned_before_the_first_turn() -> None:
    """A unit gets at most one; they can be taken back until the battle begins."""
    at = table(", ".join(f"{unit} {22 + n}13" for n, unit in enumerate(GUNNERS)), phase="machine-guns")
    assert "5.1" == at.refusal("no-gun militia")
    at = at.play("gun militia", "gun alpini", "gun i-ascari")
    assert "5.1" == at.refusal("gun militia")
    at = at.play("gun v-infantry")
    assert "5.1" == at.refusal("gun ii-infantry")
    at = at.play("no-gun alpini", "gun ii-infantry")
    assert ["new"] * 4 == [gun(at, unit) for unit in ("militia", "i-ascari", "v-infantry", "ii-infantry")]
    assert "none" == gun(at, "alpini")
    at = at.play("end")
    assert (1, "orders", "italian") == at.now
    assert "5.1" == at.refusal("gun alpini")
    assert "5.1" == at.refusal("no-gun militia")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("status", "value"), [("new", 7), ("working", 8), ("jammed", 7), ("lost", 7)])
def test_a_working_machine_gun_adds_a_die(status: str, value: int) -> None:
    """An untested, jammed or lost one adds nothing."""
    assert value == fighting(f"iii-infantry {status}").preview(ATTACK[0]).attack


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_machine_gun_is_tested_when_it_is_first_used(face: int) -> None:
    """It is tested before the roll; on 4 to 6 it works and adds its die at once, on 1 to 3 it jams (ruling 18)."""
    at = fighting("iii-infantry").play(*ATTACK)
    assert {"works": Fraction(1, 2), "fails": Fraction(1, 2)} == chances(at)
    assert 1 == dice(at)
    at = at.play(face)
    assert ("working" if face >= 4 else "jammed") == gun(at, "iii-infantry")
    assert (10 if face >= 4 else 9) == dice(at)


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("status", ["working", "jammed", "lost"])
def test_a_machine_gun_is_tested_once(status: str) -> None:
    """Later the dice of the combat are pending at once."""
    at = fighting(f"iii-infantry {status}").play(*ATTACK)
    assert (10 if status == "working" else 9) == dice(at)


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("face", [3, 4])
def test_the_machine_gun_of_a_defender_is_tested(face: int) -> None:
    """Its unit rolls dice too (ruling 18)."""
    at = table(FIGHT.format(""), phase="fire", phasing="abyssinian", guns="iii-infantry")
    at = at.play("attack tecla-f1 iii-infantry", "begin", "resolve iii-infantry")
    assert 1 == dice(at)
    assert (2 + 7 if face == 3 else 2 + 8) == dice(at.play(face))


@pytest.mark.rule("5.1")
def test_a_bombarded_unit_does_not_test_its_machine_gun() -> None:
    """It rolls no dice (rulings 12 and 18)."""
    at = table("iii-infantry 2413, menelik-a1 2410", phase="fire", phasing="abyssinian", guns="iii-infantry", turn=6)
    at = at.play("attack menelik-a1 iii-infantry", "begin", "resolve iii-infantry")
    assert 3 == dice(at)
    assert "new" == gun(at.play((1, 1, 1)), "iii-infantry")


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("face", "column"), [(3, "+2"), (4, "+3 or more")])
def test_a_machine_gun_is_tested_in_melee(face: int, column: str) -> None:
    """A reduced regiment has 5 points against 3 of veterans, or 6 with the machine gun (ruling 18)."""
    at = table("iii-infantry 2413 engaged lost=1, tecla-fv1 2413 engaged", phase="melee", guns="iii-infantry")
    at = at.play("melee 2413")
    assert {"works", "fails"} == set(chances(at))
    assert column == RULES.preview(at.play(face).state, RULES.parse("roll 1")).column  # type: ignore[union-attr]


@pytest.mark.rule("5.1")
@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("face", "after"), [
    (1, "lost"), (2, "jammed"), (3, "jammed"), (4, "jammed"), (5, "working"), (6, "working")])
def test_a_jammed_machine_gun_is_repaired_with_a_die(face: int, after: str) -> None:
    """It is repaired on 5 and 6, and out of the game on 1. No order is needed."""
    at = table("iii-infantry 2413, tecla-f1 0508", guns="iii-infantry jammed 3", turn=4).play("end")
    assert (4, "clean-up") == at.now[:2]
    assert [Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)] == [*chances(at).values()]
    at = at.play(face)
    assert after == gun(at, "iii-infantry")
    assert (4, "move", "abyssinian") == at.now


@pytest.mark.rule("5.1")
def test_a_machine_gun_is_not_repaired_in_the_turn_in_which_it_jams() -> None:
    """It is repaired from the next turn on, in the clean-up phase, once a turn (ruling 18)."""
    at = fighting("iii-infantry").play(*ATTACK, 1, (4, 4, *[2] * 5, 2, 2))
    assert "jammed" == gun(at, "iii-infantry")
    assert (4, "move", "abyssinian") == at.now
    at = at.play("move tecla-f1 2411-2410", "end", "end", "end")
    assert (5, "clean-up") == at.now[:2]
    at = at.play(3)
    assert (5, "move", "abyssinian") == at.now
    at = at.play("end", "end", "end").play(6)
    assert (6, "move", "abyssinian") == at.now
    assert "working" == gun(at, "iii-infantry")


@pytest.mark.rule("5.1")
def test_a_machine_gun_that_is_out_of_the_game_is_not_repaired() -> None:
    """No die is rolled for it."""
    at = table("iii-infantry 2413, tecla-f1 0508", guns="iii-infantry lost", turn=4).play("end")
    assert (4, "move", "abyssinian") == at.now


@pytest.mark.rule("5.1")
def test_a_machine_gun_is_lost_with_its_unit() -> None:
    """Captured machine guns are eliminated."""
    at = fighting("iii-infantry working", "lost=3").play(*ATTACK, (2, 2, 2, 6, 1))
    assert ["iii-infantry"] == at.removed()
    assert "lost" == gun(at, "iii-infantry")


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(("turn", "guns", "faces", "low"), [
    (4, "", (1, 1, 1, 2, 2, 2, 2), True),
    (4, "", (2, 2, 2, 2, 1, 1, 1), True),
    (4, "", (1, 1, 2, 1, 1, 2, 1), False),
    (3, "", (1, 1, 1, 1, 1, 1, 1), False),
    (1, "", (1, 1, 1, 1, 1, 1, 1), False),
    (4, "iii-infantry working", (2, 2, 1, 1, 2, 2, 2, 2), True),
    (4, "iii-infantry working", (1, 2, 1, 2, 1, 2, 1, 2), False),
    (3, "iii-infantry working", (1, 1, 1, 1, 2, 2, 2, 2), False),
    (4, "iii-infantry jammed", (1, 1, 2, 2, 2, 2, 2), False),
    (4, "iii-infantry jammed", (1, 1, 1, 2, 2, 2, 2), True),
    (15, "", (2, 1, 1, 1, 2, 2, 2), True),
])
def test_ones_in_a_row_leave_a_unit_low_on_ammunition(turn: int, guns: str, faces: tuple[int, ...], low: bool) -> None:
    """Three matter from turn 4 on, two with a working machine gun, in the order rolled (ruling 19)."""
    at = fighting(guns, turn=turn).play(*ATTACK, (*faces, 2, 2))
    assert low == ("low-ammo" in entry(at, "iii-infantry"))


@pytest.mark.rule("5.2")
@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("face", "low"), [(6, True), (2, False)])
def test_a_machine_gun_counts_from_the_roll_for_which_it_was_tested(face: int, low: bool) -> None:
    """Two ones in a row matter if it works, not if it has just jammed."""
    at = fighting("iii-infantry").play(*ATTACK, face, (1, 1, *[2] * (6 if face == 6 else 5), 2, 2))
    assert low == ("low-ammo" in entry(at, "iii-infantry"))


@pytest.mark.rule("5.2")
def test_ascari_and_defenders_run_low_and_abyssinians_do_not() -> None:
    """Each unit counts separately; two ones of one and two of another do nothing (ruling 19)."""
    line = "albertone 2613, vii-ascari 2413, viii-ascari 2512, menelik-gr1 2412"
    orders = "albertone vii-ascari fire, albertone viii-ascari fire"
    at = table(line, phase="fire", orders=orders, turn=6)
    at = at.play("attack vii-ascari menelik-gr1", "attack viii-ascari menelik-gr1", "begin", "resolve menelik-gr1")
    two = at.play((*[2] * 6, 1, 1, 1, 1, *[2] * 6, 1, 1, 1, 1))
    assert set() == marked(two, "low-ammo")
    three = at.play((*[2] * 5, 1, 1, 1, *[2] * 8, 1, 1, 1, 1))
    assert {"vii-ascari"} == marked(three, "low-ammo")
    at = table(line, phase="fire", phasing="abyssinian", turn=6)
    at = at.play("attack menelik-gr1 vii-ascari", "begin", "resolve vii-ascari", (1, 1, *[1] * 8))
    assert {"vii-ascari"} == marked(at, "low-ammo")


@pytest.mark.rule("5.2")
@pytest.mark.rule("5.4")
@pytest.mark.parametrize(("flags", "guns", "value"), [
    ("low-ammo", "", 6), ("disorganized", "", 6), ("low-ammo disorganized", "", 5),
    ("low-ammo disorganized", "iii-infantry working", 6), ("low-ammo disorganized lost=2", "", 2)])
def test_markers_reduce_the_combat_value(flags: str, guns: str, value: int) -> None:
    """Each costs one, from the reduced value, in attack and defence."""
    assert value == fighting(guns, flags).preview(ATTACK[0]).attack
    at = table(FIGHT.format(f" {flags}"), phase="fire", phasing="abyssinian", guns=guns)
    assert value == at.preview("attack tecla-f1 iii-infantry").defence


@pytest.mark.rule("5.2")
@pytest.mark.rule("5.4")
def test_a_unit_is_marked_only_once() -> None:
    """A repeated marker costs no further die (ruling 28)."""
    at = fighting("", "low-ammo disorganized").play(*ATTACK, (1, 1, 1, 2, 2, 2, 2))
    assert {"id": "iii-infantry", "place": "2413", "low-ammo": True, "disorganized": True} == {
        key: value for key, value in entry(at, "iii-infantry").items() if key not in ("shot", "repulsed")}
    assert not [event for event in at.events if isinstance(event, UnitMarked) and event.mark != "repulsed"]


@pytest.mark.rule("5.3")
def test_mules_move_four() -> None:
    """They move four hexes in the valley; hills are in the terrain chart."""
    at = table("mules1 2213, tecla-f1 0508")
    assert 4 == at.cost("move mules1 2613")
    assert "9.0" == at.refusal("move mules1 2713")


@pytest.mark.rule("5.3")
@pytest.mark.rule("11.0")
@pytest.mark.parametrize("turn", [4, 5, 6])
def test_until_turn_6_a_unit_is_resupplied_without_a_roll(turn: int) -> None:
    """The mules still have two."""
    at = dry("mules1 2414, tecla-f1 0508", turn)
    assert (turn, "move", "abyssinian") == at.now
    assert set() == marked(at, "low-ammo")
    assert "lost" not in entry(at, "mules1")


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("others", "supplied"), [
    ("mules1 2410", True),
    ("mules6 2415", True),
    ("mules1 2409", False),
    ("albertone 2414", False),
    ("mules1 2410, tecla-f1 2512", False),
    ("mules1 2410, ii-guns 2411, iv-infantry 2412, tecla-f1 2512", False),
    ("mules1 2410, tecla-f1 2612", True),
    ("mules1 2410, ii-guns 2410, tecla-f1 2310", True),
    ("mules1 2410, tecla-f1 2516", True),
    ("mules1 2410, iv-infantry 2512 engaged, tecla-f1 2512 engaged", True),
    ("mules1 2410, tecla 2512, tecla-f1 0508", True),
])
def test_mules_reach_five_hexes_outside_enemy_zones(others: str, supplied: bool) -> None:
    """From 2410 to 2415 the only path of five hexes is the column: an adjacent enemy blocks it, with or without friends
    there. Units in melee and commanders have no zone. The mules and the unit may be in one: the hexes between count
    (ruling 35)."""
    at = dry(others if "tecla" in others else f"{others}, tecla-f1 0508")
    assert supplied == (set() == marked(at, "low-ammo"))


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("mule", "supplied"), [("2410", True), ("2409", False)])
def test_the_path_of_the_mules_may_bend(mule: str, supplied: bool) -> None:
    """An enemy in 2512 has 2411 and 2412 in its zone; around them it is five hexes to 2414 from 2410, six from 2409."""
    at = dry(f"mules1 {mule}, tecla-f1 2512", unit="2414")
    assert supplied == (set() == marked(at, "low-ammo"))


@pytest.mark.rule("5.3")
def test_resupply_needs_an_order() -> None:
    """Mules in the hex alone do nothing."""
    at = table("dabormida 2613, iii-infantry 2413 low-ammo, mules1 2413", turn=4).play("end")
    assert {"iii-infantry"} == marked(at, "low-ammo")


@pytest.mark.rule("5.3")
@pytest.mark.rule("11.0")
@pytest.mark.parametrize("face", range(1, 7))
def test_from_turn_7_resupply_needs_a_die(face: int) -> None:
    """On 1 to 3 the unit is resupplied and one of two mules is used up, on 4 to 6 nothing happens."""
    at = dry("mules1 2414, tecla-f1 0508", 7)
    assert (7, "clean-up") == at.now[:2]
    assert {"resupplied": Fraction(1, 2), "nothing": Fraction(1, 2)} == chances(at)
    at = at.play(face)
    assert (7, "move", "abyssinian") == at.now
    assert (set() if face <= 3 else {"iii-infantry"}) == marked(at, "low-ammo")
    assert (1 if face <= 3 else None) == entry(at, "mules1").get("lost")


@pytest.mark.rule("5.3")
def test_the_second_loss_eliminates_the_mules() -> None:
    """They then resupply no other unit: there is no die for the next one."""
    line = "dabormida 2613, iii-infantry 2415 low-ammo, iv-infantry 2416 low-ammo, mules1 2414 lost=1, tecla-f1 0508"
    at = table(line, orders=f"{SUPPLY}, dabormida iv-infantry resupply", turn=7).play("end")
    again = at.play(4)
    assert (7, "clean-up") == again.now[:2]
    assert ["mules1"] == again.play(1).removed()
    assert {"iii-infantry"} == marked(again.play(1), "low-ammo")
    at = at.play(3)
    assert ["mules1"] == at.removed()
    assert (7, "move", "abyssinian") == at.now
    assert {"iv-infantry"} == marked(at, "low-ammo")


@pytest.mark.rule("5.3")
def test_no_die_is_rolled_without_mules_in_range() -> None:
    """This holds from turn 7 on, too."""
    assert (7, "move", "abyssinian") == dry("mules1 2409, tecla-f1 0508", 7).now


@pytest.mark.rule("5.4")
def test_a_unit_rallies_by_order_only() -> None:
    """It rallies in the clean-up phase, without a roll, also in an enemy zone."""
    line = "dabormida 2613, iii-infantry 2413 disorganized, iv-infantry 2414 disorganized, tecla-f1 2412"
    at = table(line, orders="dabormida iii-infantry rally").play("end")
    assert {"iv-infantry"} == marked(at, "disorganized")
    assert (1, "move", "abyssinian") == at.now


@pytest.mark.rule("5.5")
def test_only_italians_entrench() -> None:
    """No order reaches an Abyssinian, and no position has an entrenched one."""
    with pytest.raises(BadPosition, match="an Italian unit"):
        table("tecla-f1 2413 entrenched")
    at = table("dabormida 2613, iii-infantry 2413, tecla-f1 2313", phase="orders")
    assert {"order dabormida iii-infantry entrench"} == {one for one in at.legal("order") if one.endswith("entrench")}


@pytest.mark.rule("5.5")
def test_entrenchments_help_in_small_arms_combat() -> None:
    """A difference of +1 would disorganize; for an entrenched unit it is read as +2, which does not."""
    for flags, disorganized in (("", {"iii-infantry"}), (" entrenched", set())):
        at = table(FIGHT.format(flags) + ", tecla-f2 2513", phase="fire", phasing="abyssinian")
        at = at.play("attack tecla-f1 iii-infantry", "attack tecla-f2 iii-infantry", "begin", "resolve iii-infantry",
                     (1, 1, 1, 1, 4, *[1] * 6))
        assert disorganized == marked(at, "disorganized")


@pytest.mark.rule("5.5")
def test_entrenchments_are_lost_when_the_unit_leaves_or_melee_begins() -> None:
    """A unit that is attacked only with small arms keeps them (ruling 5)."""
    at = table("iii-infantry 2413 entrenched, tecla-f1 0508")
    assert set() == marked(at.play("move iii-infantry 2414"), "entrenched")
    at = table(FIGHT.format(" entrenched") + ", tecla-f2 2313", phase="fire", phasing="abyssinian")
    at = at.play("attack tecla-f1 iii-infantry", "attack tecla-f2 iii-infantry", "begin", "resolve iii-infantry",
                 (6, 1, 6, 1, *[1] * 7), "damage tecla-f2:2")
    assert {"iii-infantry"} == marked(at, "entrenched")
    assert {"iii-infantry"} == marked(at.play("end"), "entrenched")
    at = at.play("charge tecla-f1 iii-infantry")
    assert set() == marked(at, "entrenched")
    assert {"iii-infantry", "tecla-f1"} == marked(at, "engaged")


@pytest.mark.rule("5.5")
def test_each_lost_entrenchment_is_reported() -> None:
    """When a unit moves, charges or is charged, once for each (ruling 5)."""
    def reports(at: Table) -> int:
        """The number of reports so far."""
        return [str(event.rule) for event in at.events].count("5.5 (ruling 5)")

    moved = table("iii-infantry 2413 entrenched, iv-infantry 2513, tecla-f1 0508")
    assert [1, 0] == [reports(moved.play(f"move {unit} 2414")) for unit in ("iii-infantry", "iv-infantry")]
    for phasing, unit, target in (("italian", "iii-infantry", "tecla-f1"), ("abyssinian", "tecla-f1", "iii-infantry")):
        at = table(FIGHT.format(" entrenched"), phase="charge", phasing=phasing, orders="dabormida iii-infantry melee",
                   resolved=[{"unit": unit, "target": target, "dice": 1}])
        assert 1 == reports(at.play(f"charge {unit} {target}"))


@pytest.mark.rule("11.0")
def test_the_clean_up_phase() -> None:
    """Units rally, are resupplied, and machine guns are repaired in one phase, after the Italian small-arms combat and
    before the Abyssinians move; units without orders keep their markers."""
    line = ("dabormida 2613, iii-infantry 2413 disorganized, iv-infantry 2414 low-ammo, "
            "militia 2514 disorganized low-ammo, mules3 2515, tecla-f1 0508")
    orders = "dabormida iii-infantry rally, dabormida iv-infantry resupply"
    at = table(line, orders=orders, guns="militia jammed 5", turn=6).play("end")
    assert (6, "clean-up") == at.now[:2]
    at = at.play(5)
    assert {"militia"} == marked(at, "disorganized") == marked(at, "low-ammo")
    assert "working" == gun(at, "militia")
    assert (6, "move", "abyssinian") == at.now
    assert (7, "orders", "italian") == at.play("end").now


@pytest.mark.rule("5.3")
def test_the_counter_with_more_mules_supplies() -> None:
    """This holds though the other is closer, so that its last mule is not used up (ruling 31)."""
    at = table("i-ascari 2613 low-ammo, turitto 2613, mules1 2613 lost=1, mules2 2713, taitu-f1 1013", phase="move",
               orders="turitto i-ascari resupply", turn=7).play("end", 1)
    assert "mules1" in at.units
    assert {1} == {row.get("lost", 0) for row in at.position["units"] if row["id"] == "mules2"}


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("turn", [6, 7])
def test_it_is_said_that_no_mules_reach_a_unit(turn: int) -> None:
    at = table("i-ascari 2613 low-ammo, turitto 2613, taitu-f1 1013", phase="move",
               orders="turitto i-ascari resupply", turn=turn).play("end")
    assert "No mules reach I Ascari" in told(at)


@pytest.mark.rule("5.3")
def test_used_up_mules_are_reported() -> None:
    """The first unit uses up the last mule; the others stay low on ammunition, and each is named."""
    at = table("iii-infantry 1907 low-ammo, iv-infantry 1908 low-ammo, ii-guns 1808 low-ammo, mules1 2107 lost=1, "
               "dabormida 1907, gabeiehu-f1 0101", phase="move", turn=8,
               orders="dabormida iii-infantry resupply, dabormida iv-infantry resupply, dabormida ii-guns resupply")
    at = at.play("end", 2)
    assert ["No mules reach II Mountain Artillery", "No mules reach IV Infantry"] == sorted(told(at))
    assert {"iv-infantry", "ii-guns"} == marked(at, "low-ammo")
    assert (8, "move", "abyssinian") == at.now


@pytest.mark.rule("5.3")
def test_units_roll_for_resupply_in_the_order_of_the_list() -> None:
    """Whatever the order in which they were ordered to (ruling 46)."""
    at = table("i-ascari 2414 low-ammo, vi-infantry 2417 low-ammo, mules1 2416 lost=1, turitto 2414, nava 2417, "
               "gabeiehu-f1 0101", phase="orders", turn=9)
    at = at.play("order nava vi-infantry resupply", "order turitto i-ascari resupply", "end", "end")
    assert "5.3 (ruling 46)" == str(at.rules.prompt(at.state).rule)
    assert {"vi-infantry"} == marked(at.play(1), "low-ammo")


@pytest.mark.rule("5.3")
def test_while_mules_are_left_the_next_unit_rolls() -> None:
    """A failed roll uses up no mule, and there is no report."""
    at = table("iii-infantry 1907 low-ammo, iv-infantry 1908 low-ammo, mules1 2107 lost=1, dabormida 1907, "
               "gabeiehu-f1 0101", phase="move", turn=8,
               orders="dabormida iii-infantry resupply, dabormida iv-infantry resupply").play("end", 5)
    assert "chance" == at.now[2]
    assert [] == told(at)
    assert {"iii-infantry"} == marked(at.play(1), "low-ammo")
