"""The arithmetic of a small-arms combat during its resolution: every die has its term, every term its rule (10.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.action import Faces
from game.core.event import Rolled
from game.core.preview import Preview
from game.rules.adua import previews
from game.rules.adua.ground import AduaGround
from game.rules.adua.melee import ENTRIES
from game.rules.adua.tables import MeleeResult
from game.rules.adua.units import SLOT
from tests.rules.adua.board import BOARD, table
from tests.rules.table import Table, facts

GROUND = AduaGround(BOARD)


def rolled(at: Table) -> Preview:
    """The arithmetic of the pending roll."""
    preview: Preview | None = at.rules.preview(at.state, Faces(()))
    assert preview is not None
    return preview


def due(at: Table) -> tuple[dict[str, int], list[tuple[int, str]]]:
    """Unit -> the dice of its line, compared with the dice of the roll, and the terms with their rules."""
    preview, roll = rolled(at), at.rules.pending_roll(at.state)
    assert roll is not None
    lines = {line.unit: line.strength + sum(term.value for term in line.modifiers)
             for line in (*preview.attackers, *preview.defenders)}
    assert {group.unit: len(group.dice) for group in roll.groups} == {unit: n for unit, n in lines.items() if n}
    return lines, [(term.value, str(term.rule)) for term in preview.modifiers]


@pytest.mark.rule("10.1")
def test_split_dice_and_enemies_left_out_have_terms() -> None:
    """A Guard attacks two enemies at its level or lower, leaves out a third, and uses one die against the first, the
    rest against the second."""
    at = table("menelik-gr1 1108, iii-infantry 1109, iv-infantry 1008, v-infantry 1007", phase="fire",
               phasing="abyssinian").play("attack menelik-gr1 iii-infantry:1,iv-infantry", "begin")
    lines, terms = due(at.play("resolve iii-infantry"))
    assert 1 == lines["menelik-gr1"]
    assert {(-2, "10.1"), (-1, "10.1")} <= set(terms)


@pytest.mark.rule("10.1")
def test_later_changes_of_an_attacker_do_not_change_its_dice() -> None:
    """Its dice were counted before the first combat (ruling 30), and the arithmetic says so."""
    at = table("iii-infantry 2813, gabeiehu-fv1 2812, gabeiehu-fv2 2814", phase="fire", phasing="italian",
               orders="dabormida iii-infantry fire").play(
        "attack iii-infantry gabeiehu-fv1:3,gabeiehu-fv2", "begin", "resolve gabeiehu-fv1")
    before, _ = due(at)
    dice = at.rules.pending_roll(at.state)
    assert dice is not None
    at = at.play((2,) * len(dice.dice), "resolve gabeiehu-fv2")  # equal hits: the attackers are disorganized
    lines, terms = due(at)
    assert 3 == before["iii-infantry"]
    assert (-1, "5.4") in terms
    assert (1, "10.1 (ruling 30)") in terms
    assert at.state.value(SLOT["iii-infantry"]) - 3 == lines["iii-infantry"]


@pytest.mark.rule("5.5")
@pytest.mark.rule("10.1")
def test_entrenchment_is_a_term_of_the_row() -> None:
    """The printed example: +1 is read in the row of +2, and preview, card and log say why."""
    at = table("iii-infantry 2813 entrenched, menelik-gr1 2812", phase="fire", phasing="abyssinian").play(
        "attack menelik-gr1 iii-infantry", "begin", "resolve iii-infantry")
    lines, terms = due(at)
    assert (1, "10.1") in terms
    faces = (*(2,) * lines["menelik-gr1"], 6, *(2,) * (lines["iii-infantry"] - 1))
    rolled = next(event for event in at.play(faces).events if isinstance(event, Rolled))
    assert (2, "+2") == (rolled.row, rolled.result)
    assert (1, 0, 4, 1, 7, "+1", "+2", 4) == facts(rolled.text)


@pytest.mark.rule("5.1")
def test_an_untested_machine_gun_counts_both_ways_in_the_odds() -> None:
    """Seven or eight dice are equally likely: the chance of each row is the mean of both, and the card says so
    (ruling 18)."""
    line = "v-infantry 2611, taitu-f1 2511"
    orders = "romero v-infantry fire"

    def chances(guns: str) -> dict[str, Fraction]:
        at = table(line, phase="fire", phasing="italian", orders=orders, guns=guns, turn=6)
        preview = at.preview("attack v-infantry taitu-f1")
        assert ("tested first" in str(preview.note)) == (guns == "v-infantry")
        return {outcome.result: outcome.chance for outcome in preview.outcomes}

    new, works, jammed = (chances(guns) for guns in ("v-infantry", "v-infantry working", "v-infantry jammed 5"))
    assert {name: (works[name] + jammed[name]) / 2 for name in works} == new


@pytest.mark.rule("5.1")
def test_odds_before_a_machine_gun_test_count_both_ways() -> None:
    """During a combat whose dice have been counted, the die that the gun may add still counts both ways."""
    at = table("v-infantry 2611, taitu-f1 2511", phase="fire", phasing="italian", orders="romero v-infantry fire",
               guns="v-infantry", turn=6)
    before = at.preview("attack v-infantry taitu-f1")
    assert before.outcomes == at.play("attack v-infantry taitu-f1", "begin").preview("resolve taitu-f1").outcomes


@pytest.mark.rule("5.1")
@pytest.mark.rule("10.2")
def test_a_melee_before_a_test_counts_two_columns() -> None:
    at = table("v-infantry 2611 engaged lost=3, taitu-f1 2611 engaged", phase="melee", phasing="abyssinian",
               guns="v-infantry", turn=6)
    shares = {ENTRIES[outcome.result]: outcome.chance for outcome in at.preview("melee 2611").outcomes}
    # 2 against 2 is the first column; with the machine gun 3 against 2 the second.
    assert {MeleeResult(italian="all", disorganized=True): Fraction(3, 12),
            MeleeResult(italian="one", abyssinian="one", disorganized=True): Fraction(2, 12),
            MeleeResult(True, "all", "all", disorganized=True): Fraction(2, 12),
            MeleeResult(True, abyssinian="all", disorganized=True): Fraction(2, 12),
            MeleeResult(True, abyssinian="all"): Fraction(3, 12)} == shares


def by_branches(at: Table) -> dict[str, Fraction]:
    """Result -> its exact chance, over the tests of machine guns and then the dice of the combat or melee."""
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    if "machine gun" not in str(roll.title):
        return {name: chance for name, chance in roll.outcomes.items() if chance}
    found: dict[str, Fraction] = {}
    for face in range(1, 7):
        for name, chance in by_branches(at.play(face)).items():
            found[name] = found.get(name, Fraction(0)) + chance / 6
    return found


@pytest.mark.rule("5.1")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("line", "turn", "attacks"), [
    # At the floor of one die, working or not: 4 - 1 - 1 - 2, and the gun makes it 1.
    ("iii-infantry 1907 lost=2 disorganized low-ammo, gabeiehu-f1 1806, gabeiehu-f2 1906",
     9, ["attack iii-infantry gabeiehu-f1"]),
    # One below the floor without the gun, above it with the gun: 2 - 1, and 2.
    ("iii-infantry 1907 lost=3 disorganized, gabeiehu-f1 1806", 3, ["attack iii-infantry gabeiehu-f1"]),
    # Far from it; two guns; both sides of a divided attack.
    ("iii-infantry 1907, gabeiehu-f1 1806", 9, ["attack iii-infantry gabeiehu-f1"]),
    ("iii-infantry 1907 lost=2, v-infantry 1805 lost=2 disorganized low-ammo, gabeiehu-f1 1806, gabeiehu-f2 1705", 9,
     ["attack iii-infantry gabeiehu-f1", "attack v-infantry gabeiehu-f1"]),
    ("iii-infantry 1907 lost=1, gabeiehu-f1 1806, gabeiehu-f2 1906", 9,
     ["attack iii-infantry gabeiehu-f1:2,gabeiehu-f2"]),
])
def test_the_chances_of_a_combat_are_those_of_its_branches(line: str, turn: int, attacks: list[str]) -> None:
    """Machine guns are still untested, before the attacks are resolved and after (ruling 20)."""
    at = table(line, phase="fire", phasing="italian", turn=turn, guns="iii-infantry, v-infantry" if "v-inf" in line
               else "iii-infantry", orders="dabormida iii-infantry fire, ellena v-infantry fire" if "v-inf" in line
               else "dabormida iii-infantry fire")
    announced = at.play(*attacks)
    begun = announced.play("begin")
    for target in sorted({share.target for share in begun.state.shares}):
        name = next(unit for unit, slot in SLOT.items() if slot == target)
        exact = by_branches(begun.play(f"resolve {name}"))
        assert exact == shown(begun, f"resolve {name}")
        before = previews.of_combat(announced.state, target)
        assert exact == {one.result: one.chance for one in before.outcomes if one.chance}


def shown(at: Table, notation: str) -> dict[str, Fraction]:
    """Result -> its chance on the card beforehand."""
    return {one.result: one.chance for one in at.preview(notation).outcomes if one.chance}


@pytest.mark.rule("5.1")
@pytest.mark.rule("10.1")
@pytest.mark.parametrize("line", ["iii-infantry 1907, gabeiehu-fv1 1806", "iii-infantry 1907 lost=2 disorganized "
                                  "low-ammo, gabeiehu-fv1 1806, gabeiehu-fv2 1906"])
def test_the_chances_of_an_attack_on_a_machine_gun_are_those_of_its_branches(line: str) -> None:
    """The defender's gun is tested too."""
    at = table(line, phase="fire", phasing="abyssinian", turn=9, guns="iii-infantry").play(
        "attack gabeiehu-fv1 iii-infantry", "begin")
    assert by_branches(at.play("resolve iii-infantry")) == shown(at, "resolve iii-infantry")


@pytest.mark.rule("5.1")
@pytest.mark.rule("10.2")
@pytest.mark.parametrize("ours", ["iii-infantry 1907 engaged",
                                  "iii-infantry 1907 lost=3 disorganized low-ammo engaged"])
def test_the_chances_of_a_melee_are_those_of_its_branches(ours: str) -> None:
    """This also holds if the unit has no dice without its machine gun."""
    at = table(f"{ours}, atichim-fl1 1907 engaged", phase="melee", phasing="abyssinian", turn=9, guns="iii-infantry")
    assert by_branches(at.play("melee 1907")) == shown(at, "melee 1907")


@pytest.mark.rule("10.2")
def test_the_arithmetic_of_a_melee_adds_up_for_a_unit_with_more_markers_than_value() -> None:
    """It counts 0, and does not weaken other units in the hex; the difference has its own term (ruling 26)."""
    at = table("i-guns 1907 engaged lost=3 disorganized low-ammo, v-infantry 1907 engaged lost=1, "
               "menelik-gr1 1907 engaged", phase="melee", phasing="abyssinian", turn=8)
    preview = at.preview("melee 1907")
    sums = {line.unit: line.strength + sum(term.value for term in line.modifiers)
            for line in (*preview.attackers, *preview.defenders)}
    assert {"i-guns": 0, "v-infantry": 5, "menelik-gr1": 4} == sums
    assert (5, 4) == (preview.attack, preview.defence)
    assert [(-1, "5.4"), (-1, "5.2"), (1, "10.2 (ruling 26)")] == [
        (term.value, str(term.rule)) for term in preview.modifiers]


def test_a_melee_on_the_list_says_where_it_is_and_what_its_number_means() -> None:
    at = table("iii-infantry 1907 engaged, menelik-f1 1907 engaged, menelik-f2 1907 engaged", phase="melee",
               phasing="abyssinian", turn=8)
    (line,) = at.rules.overview(at.state).lines
    assert ("1907", 7, 4) == facts(line.subtitle)
    assert ("+3", "difference") == (line.value, str(line.status))
    even = table("iii-infantry 1907 engaged lost=2, menelik-f1 1907 engaged, menelik-f2 1907 engaged", phase="melee",
                 phasing="abyssinian", turn=8)
    assert "0" == even.rules.overview(even.state).lines[0].value


@pytest.mark.rule("12.0")
def test_a_single_face_is_needed_not_a_range() -> None:
    """An initiative of 1 needs "a 1", not "1 to 1"; one of 3 needs 1 to 3."""
    told = {}
    for chief in ("atichim", "menelik"):
        at = table(f"{chief} 1907, {chief}-f1 1907, {chief}-f2 1908, iii-infantry 1909 engaged, taitu-f1 1909 engaged",
                   phase="initiative", phasing="abyssinian", turn=8).play(f"initiative {chief}")
        shown = rolled(at)
        assert shown is not None
        told[chief] = facts(shown.needed), str(shown.total)
    assert {"atichim": (("1",), "1"), "menelik": ((1, 3), "1\N{EN DASH}3")} == told
