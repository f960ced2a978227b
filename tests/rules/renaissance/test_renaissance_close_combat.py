"""The factors of close combat and the pairs that fight (7, 10, 14.7.4 to 14.7.8, 14.9)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.chance import D6
from tests.rules.renaissance.battle import combat, results, roll_results, score, terms
from tests.rules.renaissance.board import pose, table
from tests.rules.table import Table

PAIR = "red-pk1 9000,9000,0, blue-pi1 9000,9000,10800"
FIGHT = "fight red-pk1 blue-pi1"
HILL = "gentle-hill 7000,8000 11000,8000 11000,8900 7000,8900"
BACK = "red-sh1 4000,12000,0, red-sh2 6000,12000,0, red-sh3 12000,12000,0"


@pytest.mark.rule("14.9")
@pytest.mark.rule("7.1")
@pytest.mark.rule("14.9.1")
def test_the_basic_factors_meet() -> None:
    at = combat(PAIR)
    assert score(at, FIGHT) == (4, 4)
    assert terms(at, FIGHT, "red-pk1") == terms(at, FIGHT, "blue-pi1") == []


@pytest.mark.rule("7.2")
def test_dragoons_fight_as_foot() -> None:
    at = combat("red-pk1 9000,9000,0, blue-dr1 9000,9000,10800", blue="parliament")
    assert score(at, "fight red-pk1 blue-dr1") == (3, 3)


@pytest.mark.rule("12.2")
def test_chances_are_those_of_two_dice() -> None:
    at = combat(PAIR)
    shown = {one.result: one.chance for one in at.preview(FIGHT).outcomes}
    assert sum(shown.values()) == 1
    assert shown["none"] == Fraction(6, 36)
    rolling = at.play(FIGHT)
    roll = rolling.rules.pending_roll(rolling.state)
    assert roll is not None
    assert dict(roll.outcomes) == shown
    for one in D6.faces:
        for other in D6.faces:
            assert roll_results(rolling.play((one, other)))[-1] in shown


@pytest.mark.rule("14.9")
def test_each_side_has_its_own_chance() -> None:
    """4 to 4: of 36 pairs of dice 15 are good for either side, 6 for neither."""
    sums: dict[str, Fraction] = {}
    for one in combat(PAIR).preview(FIGHT).outcomes:
        sums[str(one.group)] = sums.get(str(one.group), Fraction(0)) + one.chance
    assert sums == {"Red wins": Fraction(15, 36), "Blue wins": Fraction(15, 36), "": Fraction(6, 36)}


@pytest.mark.rule("10.2")
@pytest.mark.rule("14.9.3")
def test_the_attached_general_adds_one() -> None:
    """The general must be exactly behind, with the same facing, and touched by no enemy (ruling 64)."""
    behind = "red-gn1 9000,9500,0"
    assert terms(combat(f"{PAIR}, {behind}"), FIGHT, "red-pk1") == ["+1 10.2 (ruling 64)"]
    for off in ("9100,9500,0", "9000,9600,0", "9000,9510,60"):
        assert terms(combat(f"{PAIR}, red-gn1 {off}"), FIGHT, "red-pk1") == []
    touched = combat(f"{PAIR}, {behind}, blue-lh1 8500,10000,5400")
    assert terms(touched, FIGHT, "red-pk1") == []
    for beside in ("blue-sh1 10000,9800,0", "blue-sh1 10000,9600,10800", "blue-sh1 10000,10250,0"):
        assert "+1 10.2 (ruling 64)" not in terms(combat(f"{PAIR}, {behind}, {beside}"), FIGHT, "red-pk1"), beside


@pytest.mark.rule("10")
@pytest.mark.rule("10.3")
def test_uphill_modifier() -> None:
    """The base with its centre on the hill and nearer the crest has it (ruling 15)."""
    assert terms(combat(PAIR, terrain=HILL), FIGHT, "blue-pi1") == ["+1 10.3 (ruling 15)"]
    both = combat(PAIR, terrain="gentle-hill 7500,7500 10000,7500 10000,11000 7500,11000")
    assert terms(both, FIGHT, "red-pk1") + terms(both, FIGHT, "blue-pi1") == ["+1 10.3 (ruling 15)"]
    equal = combat("red-pk1 9000,9000,0, blue-pk1 9000,9000,10800",
                   terrain="gentle-hill 8000,7000 10000,7000 10000,11000 8000,11000")
    assert score(equal, "fight red-pk1 blue-pk1") == (3, 3)


@pytest.mark.rule("10.3")
@pytest.mark.rule("14.3.5")
def test_bank_of_a_river_modifier() -> None:
    """The base is wholly out of a river that is not paltry, the enemy partly in it (ruling 16)."""
    river = "river/500 0,8600 18000,8600"
    assert terms(combat(PAIR, terrain=river, river="normal"), FIGHT, "red-pk1") == ["+1 10.3 (ruling 16)"]
    assert terms(combat(PAIR, terrain=river, river="paltry"), FIGHT, "red-pk1") == []
    wide = combat(PAIR, terrain="river/1000 0,9000 18000,9000", river="normal")
    assert terms(wide, FIGHT, "red-pk1") == []


LEFT, RIGHT, REAR = "blue-lh1 8500,9500,5400", "blue-lh1 9500,9500,16200", "blue-lh1 9000,9500,0"


@pytest.mark.rule("10.4")
@pytest.mark.rule("14.7.5")
@pytest.mark.parametrize("where", [LEFT, RIGHT, REAR])
def test_an_enemy_on_flank_or_rear(where: str) -> None:
    """It gives aid, and has no combat of its own (ruling 52)."""
    at = combat(f"{PAIR}, {where}")
    assert terms(at, FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]
    assert at.legal("fight") == {FIGHT}
    assert at.refusal("fight red-pk1 blue-lh1") == "14.7.5 (ruling 52)"


@pytest.mark.rule("10.4")
def test_at_most_one_from_each_flank() -> None:
    """A front edge on a flank and an overlap on that side count once (ruling 17)."""
    overlap = "blue-pk1 8000,9000,10800"
    assert terms(combat(f"{PAIR}, {overlap}"), FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]
    both = combat(f"{PAIR}, {overlap}, blue-pk2 10000,9000,10800, blue-lh1 9000,9500,0")
    assert terms(both, FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"] * 3
    beside = "blue-pk1 8000,9400,10800"  # side edge along side edge
    assert terms(combat(f"{PAIR}, {beside}"), FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]
    same_side = combat(f"{PAIR}, {overlap}, blue-pk2 8000,9750,10800")
    assert terms(same_side, FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]


@pytest.mark.rule("14.7.6")
def test_bases_that_overlap() -> None:
    """A base that fights may overlap too, but not with an enemy's front on its own flank or rear
    (rulings 53 and 54)."""
    fighting = combat(f"{PAIR}, blue-pk1 8000,9000,10800, red-pk2 8000,9000,0")
    assert "-1 10.4 (ruling 17)" in terms(fighting, FIGHT, "red-pk1")
    assert terms(fighting, "fight red-pk2 blue-pk1", "red-pk2") == ["-1 10.4 (ruling 17)"]
    aslant = combat(f"{PAIR}, blue-pk1 8000,9000,10820")
    assert terms(aslant, FIGHT, "red-pk1") == []


@pytest.mark.rule("14.7.7")
def test_aid_is_lost_with_an_enemy_on_flank_or_rear() -> None:
    """It has no rear support, flank support or overlap (ruling 54)."""
    overlap = f"{PAIR}, blue-pk1 8000,9000,10800"
    assert terms(combat(f"{overlap}, red-pi1 8000,8500,10800"), FIGHT, "red-pk1") == []
    support = f"{PAIR}, red-pk2 9000,9500,0"
    assert terms(combat(support), FIGHT, "red-pk1") == ["+2 9.1"]
    assert terms(combat(f"{support}, blue-lh1 8500,10000,5400"), FIGHT, "red-pk1") == []
    flush = f"{support}, blue-lh1 9500,9500,16200"
    assert terms(combat(flush), FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]
    shot = "red-sh1 9000,9000,0, blue-pi1 9000,9000,10800, red-pk1 10000,9000,0"
    assert terms(combat(shot), "fight red-sh1 blue-pi1", "red-sh1") == ["+1 11.1"]
    assert terms(combat(f"{shot}, blue-lh1 10500,9500,16200"), "fight red-sh1 blue-pi1", "red-sh1") == []


@pytest.mark.rule("14.7.6")
def test_artillery_overlaps_only_if_the_enemy_made_the_contact() -> None:
    """The side that made contact is recorded, also for later bounds; by default it is the phasing side (ruling 53)."""
    gun = f"{PAIR}, blue-ca1 8000,9000,10800"
    red, blue = ["red-pk1", "blue-pi1", 1], ["blue-pi1", "red-pk1", 1]
    assert terms(combat(gun, contacted=[red]), FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]
    assert terms(combat(gun, contacted=[blue]), FIGHT, "red-pk1") == []
    assert terms(combat(gun), FIGHT, "red-pk1") == ["-1 10.4 (ruling 17)"]
    assert terms(combat(gun, side="blue"), "fight blue-pi1 red-pk1", "red-pk1") == []


@pytest.mark.rule("10.5")
@pytest.mark.rule("10.6")
@pytest.mark.rule("14.3.2")
def test_bad_going() -> None:
    """Any part of the base counts; mounted bases also suffer from the enemy's."""
    ours = "rough 7000,9200 11000,9200 11000,10000 7000,10000"
    at = combat(PAIR, terrain=ours)
    assert terms(at, FIGHT, "red-pk1") == ["-2 10.6"]
    assert terms(at, FIGHT, "blue-pi1") == ["-2 10.5"]
    theirs = combat(PAIR, terrain="rough 7000,8000 11000,8000 11000,8800 7000,8800")
    assert terms(theirs, FIGHT, "red-pk1") == []
    assert terms(theirs, FIGHT, "blue-pi1") == ["-2 10.5"]
    dragoons = combat("red-pk1 9000,9000,0, blue-dr1 9000,9000,10800", blue="parliament", terrain=ours)
    assert terms(dragoons, "fight red-pk1 blue-dr1", "blue-dr1") == []
    road = combat(PAIR, terrain=f"{ours};road/500 9000,0 9000,18000")
    assert terms(road, FIGHT, "red-pk1") == ["-2 10.6"]


@pytest.mark.rule("14.3.1")
def test_dunes_are_good_going_for_camelry() -> None:
    """This also holds if only the enemy is there (ruling 32)."""
    dunes = "dunes 7000,8000 11000,8000 11000,11000 7000,11000"
    line = "red-cv1 9000,9000,0, blue-cm1 9000,9000,10800"
    at = combat(line, red="ottoman", blue="moroccan", terrain=dunes)
    assert terms(at, "fight red-cv1 blue-cm1", "red-cv1") == ["-2 10.5"]
    assert terms(at, "fight red-cv1 blue-cm1", "blue-cm1") == []
    theirs = combat(line, red="ottoman", blue="moroccan", terrain=dunes.replace("11000,11000 7000,11000",
                                                                                "11000,8900 7000,8900"))
    assert terms(theirs, "fight red-cv1 blue-cm1", "red-cv1") == []
    rough = combat(line, red="ottoman", blue="moroccan", terrain=dunes.replace("dunes", "rough"))
    assert terms(rough, "fight red-cv1 blue-cm1", "blue-cm1") == ["-2 10.5"]


@pytest.mark.rule("14.7")
@pytest.mark.rule("14.7.5")
def test_one_roll_for_each_pair() -> None:
    """Each base fights once (ruling 52)."""
    at = combat(f"{PAIR}, red-sh1 8000,9000,0, blue-pk1 8000,9000,10800")
    assert at.legal("fight") == {FIGHT, "fight red-sh1 blue-pk1"}
    after = at.play(FIGHT, (3, 3))
    assert after.refusal(FIGHT) == "14.7.5 (ruling 52)"
    assert after.legal("fight") == {"fight red-sh1 blue-pk1"}
    over = after.play("fight red-sh1 blue-pk1", (3, 3))
    assert over.now[1] != "combat"


@pytest.mark.rule("14.9.1")
def test_the_phasing_side_chooses_the_order_and_the_phase_ends_by_itself() -> None:
    at = combat(PAIR, side="blue")
    assert at.now[2] == "blue"
    assert at.legal() == {"fight blue-pi1 red-pk1"}
    assert at.refusal("end") == "14.7.5"
    assert at.refusal("fight red-pk1 blue-pi1") == "14.9.1"


def moves(line: str, *contacted: list[object], **keys: object) -> Table:
    return table(line, contacted=list(contacted), **keys)  # type: ignore[arg-type]


@pytest.mark.rule("14.7.4")
def test_a_base_touched_on_a_flank_turns_to_face() -> None:
    """It turns by the least move that puts front to front (ruling 51)."""
    at = moves("red-lh1 8500,9500,5400, blue-pk1 9000,9000,0", ["red-lh1", "blue-pk1", 1]).play("end")
    assert pose(at, "blue-pk1") == (8500, 9500, 16200)
    assert at.legal() == {"fight red-lh1 blue-pk1"}
    assert [str(event.rule) for event in at.events if event.type == "moved"] == ["14.7.4 (ruling 51)"]


@pytest.mark.rule("14.7.4")
def test_it_faces_the_first_enemy_or_its_owner_chooses() -> None:
    """The owner chooses among enemies of the same move (ruling 51)."""
    line = "red-lh1 8500,9500,5400, red-pi1 9500,9500,16200, blue-pk1 9000,9000,0"
    first = moves(line, ["red-pi1", "blue-pk1", 1], ["red-lh1", "blue-pk1", 2]).play("end")
    assert first.legal() == {"fight red-pi1 blue-pk1"}
    at = moves(line, ["red-pi1", "blue-pk1", 1], ["red-lh1", "blue-pk1", 1]).play("end")
    assert at.now[2] == "blue"
    assert at.legal() == {"face blue-pk1 red-lh1", "face blue-pk1 red-pi1"}
    assert at.refusal("end") == "14.7.4 (ruling 51)"
    assert at.play("face blue-pk1 red-lh1").legal() == {"fight red-lh1 blue-pk1"}


@pytest.mark.rule("14.7.4")
def test_without_room_it_fights_as_if_turned() -> None:
    """It has -1 for that side; adjacent bases do not support it (ruling 51)."""
    line = ("red-lh1 8500,9500,5400, blue-pk1 9000,9000,0, blue-pk2 9000,9500,0, blue-pk3 9000,8500,0, "
            "red-pi1 9500,9500,16200")
    at = moves(line, ["red-lh1", "blue-pk1", 1], ["red-pi1", "blue-pk1", 2]).play("end")
    assert pose(at, "blue-pk1") == (9000, 9000, 0)
    assert at.legal() == {"fight red-lh1 blue-pk1"}
    assert sorted(terms(at, "fight red-lh1 blue-pk1", "blue-pk1")) == ["-1 10.4 (ruling 17)", "-1 10.4 (ruling 51)"]
    assert at.refusal("fight red-pi1 blue-pk1") == "14.7.5 (ruling 52)"


@pytest.mark.rule("14.7.4")
def test_the_owner_also_chooses_without_room() -> None:
    line = ("red-lh1 8500,9500,5400, blue-pk1 9000,9000,0, blue-pk2 9000,9500,0, blue-pk3 9000,8500,0, "
            "red-pi1 9500,9500,16200")
    at = moves(line, ["red-lh1", "blue-pk1", 1], ["red-pi1", "blue-pk1", 1]).play("end")
    assert at.legal() == {"face blue-pk1 red-lh1", "face blue-pk1 red-pi1"}
    assert at.play("face blue-pk1 red-pi1").legal() == {"fight red-pi1 blue-pk1"}


@pytest.mark.rule("14.7.4")
def test_who_fights_to_its_front_does_not_turn() -> None:
    at = moves(f"{PAIR}, blue-lh1 8500,9500,5400", ["blue-lh1", "red-pk1", 1], side="blue").play("end")
    assert pose(at, "red-pk1") == (9000, 9000, 0)


@pytest.mark.rule("14.10.1")
def test_a_pair_that_no_longer_touches_is_not_fought() -> None:
    """The horde is trampled before its turn (ruling 65)."""
    line = ("red-el1 9000,9000,0, blue-pi1 9000,9000,10800, red-hd1 9504,10500,5400, blue-lh1 9504,10500,16200")
    at = combat(line, red="mughal")
    assert at.legal("fight") == {"fight red-el1 blue-pi1", "fight red-hd1 blue-lh1"}
    after = at.play("fight red-el1 blue-pi1", (1, 3))
    assert after.removed() == ["red-hd1"]
    assert after.now[1] != "combat"


@pytest.mark.rule("14.9.1")
def test_results_of_the_preview_name_both_sides() -> None:
    found = results(combat(PAIR), FIGHT)
    assert {"none", "red-pk1 beaten destroyed", "blue-pi1 beaten recoil"} <= found
