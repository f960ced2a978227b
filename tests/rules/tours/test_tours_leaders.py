"""Deaths of leaders by fire, by shock, alone, and by capture; and the placement of survivors (12.2, ruling 20)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.hazard import Hazard
from game.rules.tours.losses import LEADER_DANGERS
from game.rules.tours.units import name_of_id
from tests.rules.table import Table, facts
from tests.rules.tours.board import acting, marked
from tests.rules.tours.shock_board import fought, reforming, shock

pytestmark = pytest.mark.rule("12.2")


def dead(at: Table) -> list[str]:
    """The leaders who are dead."""
    return list(at.position["dead"])


SHOT = "red-ma1 1513 w, li1 1413 e, charles 1413, abd-ar-rahman 2015"


@pytest.mark.parametrize(("face", "asked"), [(6, False), (7, False), (8, True), (9, True)])
def test_fire_endangers_a_leader_on_9_or_more(face: int, asked: bool) -> None:
    """The adjusted die at range 1 is one higher; on 7 or 8 the unit alone suffers."""
    after = acting(SHOT, "red").play("fire red-ma1 li1", face)
    assert (asked, {"li1"}) == (after.now[2] == "chance", marked(after, "disordered"))


@pytest.mark.parametrize(("face", "dies"), [(0, False), (7, False), (8, True), (9, True)])
def test_by_fire_he_dies_on_8_or_9(face: int, dies: bool) -> None:
    """Otherwise there is no effect."""
    after = acting(SHOT, "red").play("fire red-ma1 li1", 8, face)
    assert ((["charles"], False) if dies else ([], True)) == (dead(after), "charles" in after.units)
    assert "muslim" == after.now[2]


def test_a_leader_who_goes_along_can_die_of_reaction_fire() -> None:
    """His unit's move is not over, and the position can be read again."""
    at = acting("hi1 1704 e, charles 1704, red-ma1 1906 nw, abd-ar-rahman 2112", "hi")
    at = at.play("move hi1 1805-1806 led", "react red-ma1", 9, 9)
    assert (["charles"], "hi1") == (dead(at), at.position["moving"]["unit"])
    assert at.state == at.rules.from_position(at.position)


def test_fire_at_another_hex_does_not_endanger_him() -> None:
    """He must be in the target's hex."""
    after = acting(SHOT.replace("charles 1413", "charles 1412, li2 1412 e"), "red").play("fire red-ma1 li1", 9)
    assert "muslim" == after.now[2]


DEFENDS = "red-hc1 1513 w, li1 1413 e, charles 1413, abd-ar-rahman 2015"
"""+2 -1 is +1."""


@pytest.mark.parametrize(("face", "dies"), [(0, False), (8, False), (9, True)])
def test_by_shock_he_dies_on_9(face: int, dies: bool) -> None:
    """This applies if his unit is disordered in defence."""
    after = fought(shock(DEFENDS, "red"), "red-hc1 li1", face=6)
    assert "chance" == after.now[2]
    assert (["charles"] if dies else []) == dead(after.play(face))


@pytest.mark.parametrize("face", [3, 2])
def test_no_danger_where_the_unit_is_not_disordered(face: int) -> None:
    """Being engaged is no disorder."""
    assert "orders" == fought(shock(DEFENDS, "red"), "red-hc1 li1", face=face).now[1]


def test_by_shock_with_an_attacker() -> None:
    """A leader with an attacker that the table disorders is in the same danger."""
    line = "red-li1 1513 w, abd-ar-rahman 1513, li1 1413 e, charles 1110"
    after = fought(shock(line, "red"), "red-li1 li1", face=5)
    assert "chance" == after.now[2]
    assert ["abd-ar-rahman"] == dead(after.play(9))
    assert [] == dead(after.play(8))


def test_by_shock_when_the_unit_is_disordered_again() -> None:
    """He rolls first, then his unit checks (ruling 20)."""
    after = fought(shock(DEFENDS.replace("1413 e", "1413 e disordered"), "red"), "red-hc1 li1", face=6)
    killed, spared = after.play(9), after.play(8)
    assert (["charles"], []) == (dead(killed), dead(spared))
    for rolled in (killed, spared):
        assert "chance" == rolled.now[2]
        assert "li1" in rolled.play(9).units
    assert "li1" not in killed.play(4).units


def test_a_leader_with_another_unit_is_not_endangered() -> None:
    """Of two defenders only the unit with him matters: one is eliminated, he is with the other, which is disordered."""
    line = "red-hc1 1513 w, li1 1413 w, li2 1414 w, charles 1414, abd-ar-rahman 1513"
    at = fought(shock(line, "red"), "red-hc1 li1,li2", face=6).play("eliminate li1")
    assert (2, "shock", "chance") == at.now
    assert ["charles"] == dead(at.play(9))
    assert [] == dead(at.play(5))


ALONE = "red-li1 1713 w, li1 1311 e, li2 1615 e, charles 1511, abd-ar-rahman 2015"
"""Charles alone; 1311 is two hexes away, 1615 farther."""


@pytest.mark.parametrize(("face", "dies"), [(0, True), (4, True), (5, False), (9, False)])
def test_alone_he_dies_unless_he_rolls_5_or_more(face: int, dies: bool) -> None:
    """An enemy moves next to him; if he survives he is placed with the nearest friends."""
    at = acting(ALONE, "red").play("move red-li1 1712-1612")
    assert "chance" == at.now[2]
    after = at.play(face)
    assert ["charles"] * dies == dead(after)
    assert (None if dies else "1311") == after.units.get("charles")


def test_a_move_next_to_him_shows_his_chances_before_it_is_made() -> None:
    """The roll for his life is the preview of the move, by a whole path and by its end, and of no other move."""
    at = acting(ALONE, "red")
    for notation in ("move red-li1 1712-1612", "move red-li1 1612"):
        shown = at.preview(notation)
        assert [("killed", Fraction(1, 2)), ("spared", Fraction(1, 2))] == [
            (one.result, one.chance) for one in shown.outcomes]
        assert ({"12.2"}, ["red-li1"], ["charles"]) == (
            {str(one.rule) for one in shown.outcomes}, [line.unit for line in shown.attackers],
            [line.unit for line in shown.defenders])
    for idle in (at, acting(ALONE + ", li3 1511 w", "red")):
        notation = "move red-li1 1712" if idle is at else "move red-li1 1712-1612"
        assert idle.rules.preview(idle.state, idle.rules.parse(notation)) is None


@pytest.mark.parametrize(("line", "ruling"), [
    ("red-li1 1713 w, charles 1511, abd-ar-rahman 2015", 27),
    ("red-li1 1713 w, li9 1010 e, charles 1511, abd-ar-rahman 2015, red-li2 1510 w, red-li3 1512 w, blue-li1 1411 e, "
     "blue-li2 1412 e, blue-li3 1611 w", 20),
])
def test_a_move_that_takes_him_without_a_roll_says_so_before(line: str, ruling: int) -> None:
    """No friend is left to him, or the last adjacent hex is taken."""
    at = acting(line, "red")
    (outcome,) = at.preview("move red-li1 1612").outcomes
    assert (Fraction(1), f"12.2 (ruling {ruling})") == (outcome.chance, str(outcome.rule))
    assert ["charles"] == dead(at.play("move red-li1 1612"))


def perils(at: Table, unit: str, place: str) -> list[Hazard]:
    """The hazards for an enemy leader if a unit moves to a hex, as shown before the move."""
    return [one for one in at.rules.hazards_on(at.state, (unit,), place) if one.theirs]


def test_what_awaits_him_is_told_before_an_enemy_comes_next_to_him() -> None:
    """It is the roll at his place; there is none farther away, or while a unit is with him."""
    at = acting(ALONE, "red")
    one, = perils(at, "red-li1", "1612")
    assert (at.units["charles"], Fraction(1, 2)) == (one.place, one.chance)
    assert one.preview is not None
    after = at.play("move red-li1 1712-1612")
    roll = after.rules.pending_roll(after.state)
    assert roll is not None
    assert roll.outcomes == {each.result: each.chance for each in one.preview.outcomes}
    assert not perils(at, "red-li1", "1712")
    assert not perils(acting(ALONE + ", li3 1511 w", "red"), "red-li1", "1612")


def test_capture_without_a_roll_is_told_as_certain() -> None:
    """No friendly unit is left."""
    at = acting("charles 1511, red-li1 1713 w, red-li2 1714 w", "red")
    one, = perils(at, "red-li1", "1612")
    assert (None, Fraction(1)) == (one.preview, one.chance)
    assert "charles" in dead(at.play("move red-li1 1712-1612"))


def test_not_while_a_unit_is_with_him() -> None:
    """Movement next to him then has no effect on him."""
    at = acting(ALONE + ", li3 1511 w", "red").play("move red-li1 1712-1612")
    assert ((2, "action", "muslim"), "1511") == (at.now, at.units["charles"])


def test_who_stands_next_to_him_and_moves_to_another_side_endangers_him() -> None:
    """It still moves next to him."""
    at = acting(ALONE.replace("1713 w", "1611 w"), "red")
    assert (2, "action", "muslim") == at.now
    assert "chance" == at.play("move red-li1 1612").now[2]


def test_of_equally_near_friends_his_player_chooses() -> None:
    """The Franks choose, in the Muslims' phase (ruling 20)."""
    at = acting(ALONE + ", li3 1410 e", "red").play("move red-li1 1712-1612", 5)
    assert (2, "action", "frankish") == at.now
    assert {"rescue charles 1311", "rescue charles 1410"} == at.legal()
    after = at.play("rescue charles 1410")
    assert ("1410", "muslim") == (after.units["charles"], after.now[2])


def test_franks_kill_abd_ar_rahman_too() -> None:
    """The same for the Muslims' leader."""
    line = "li1 1413 e, abd-ar-rahman 1615, red-li1 2015 w, charles 1110"
    at = acting(line, "li").play("move li1 1513-1514")
    assert ["abd-ar-rahman"] == dead(at.play(4))
    assert "2015" == at.play(5).units["abd-ar-rahman"]


RING = "red-hc1 1412 se, red-hc2 1414 ne, red-hc3 1312 e, blue-hc1 1313 e, blue-hc2 1512 w, red-li1 1614 w"


@pytest.mark.parametrize(("ring", "captured"), [(True, True), (False, False)])
def test_surrounded_he_is_captured_without_a_roll(ring: bool, captured: bool) -> None:
    """Five enemies surround him, and a sixth closes the ring; with a gap left he rolls."""
    line = RING + ", charles 1413, li1 1110 e, abd-ar-rahman 2015"
    at = acting(line if ring else line.replace("blue-hc1 1313 e", "blue-hc1 1910 e"), "red").play("move red-li1 1513")
    assert captured == (at.now[2] == "muslim")
    assert ["charles"] * captured == dead(at)


def test_ruling_20_river_counts_as_surrounding() -> None:
    """1123 and 1224 cannot be entered: four enemies around 1223 are enough."""
    line = "red-hc1 1222 se, red-hc2 1122 e, red-hc3 1322 w, red-li1 1423 w, charles 1223, li1 1110 e"
    at = acting(line + ", abd-ar-rahman 2015", "red").play("move red-li1 1323")
    assert (["charles"], "muslim") == (dead(at), at.now[2])


KILLED = "hi1 1614 w, red-li1 1513 w, abd-ar-rahman 1513, charles 1110, red-li2 1311 w"
"""+1 +3 -1 is +3: a 7 eliminates the unit."""


@pytest.mark.parametrize(("face", "dies"), [(4, True), (5, False)])
def test_ruling_20_a_leader_whose_unit_is_eliminated(face: int, dies: bool) -> None:
    """He rolls like a leader alone; the victor enters the hex in any case."""
    at = fought(shock(KILLED, "hi"), "hi1 red-li1", face=7)
    assert ("chance", "red-li1" in at.units) == (at.now[2], False)
    after = at.play(face)
    assert (["abd-ar-rahman"] * dies, "1513") == (dead(after), after.units["hi1"])
    assert (None if dies else "1311") == after.units.get("abd-ar-rahman")


def test_ruling_20_surrounded_when_his_unit_is_eliminated() -> None:
    """With enemies on all six sides there is no roll."""
    line = KILLED + ", li1 1512 w, li2 1514 w, li3 1413 w, li4 1414 w, li5 1613 w"
    at = fought(shock(line, "hi"), "hi1 red-li1", face=7)
    assert (["abd-ar-rahman"], "1513") == (dead(at), at.units["hi1"])


def test_ruling_20_with_an_attacker_who_is_eliminated() -> None:
    """A result of -3 leaves the attacker's leader alone."""
    line = "red-li1 1513 w disordered, abd-ar-rahman 1513, hi1 1413 e, red-li2 1714 w, charles 1110"
    at = fought(shock(line, "red"), "red-li1 hi1", face=0)
    assert (["red-li1"], "chance") == (at.removed(), at.now[2])
    assert ["abd-ar-rahman"] == dead(at.play(4))
    assert "1714" == at.play(5).units["abd-ar-rahman"]


def test_fire_that_eliminates_his_unit() -> None:
    """He must survive the check for fire and the roll of a leader alone."""
    at = acting(SHOT.replace("1413 e", "1413 e disordered") + ", li2 1111 e", "red").play("fire red-ma1 li1", 7)
    at = at.play(0)
    assert (["li1"], "chance") == (at.removed(), at.now[2])
    assert ["charles"] == dead(at.play(4))
    assert "1111" == at.play(5).units["charles"]


def test_ruling_20_with_a_unit_that_flees() -> None:
    """A unit eliminated while reforming leaves its leader alone, too."""
    line = "red-li1 2015 w disordered, abd-ar-rahman 2015, red-li2 2017 w, hi1 2616 e, wagon1 2716, charles 1210"
    at = reforming(line, "red").play("reform red-li1", 9)
    assert (["red-li1"], "chance") == (at.removed(), at.now[2])
    assert ["abd-ar-rahman"] == dead(at.play(4))
    assert "2017" == at.play(5).units["abd-ar-rahman"]


def test_an_advance_is_no_movement() -> None:
    """A unit that advances next to a leader alone does not endanger him (6.2)."""
    line = "hi1 1614 w, red-li1 1513 w, abd-ar-rahman 1412, red-li2 2015 w"
    after = fought(shock(line, "hi"), "hi1 red-li1", face=6)
    assert "1513" == after.units["hi1"]
    after = after.play("face hi1 e")
    assert ("1412", []) == (after.units["abd-ar-rahman"], [one for one in dead(after) if one != "charles"])


def test_the_dead_are_not_replaced() -> None:
    """He is out of the game, and his side continues without him."""
    after = acting(ALONE, "red").play("move red-li1 1712-1612", 0)
    assert "charles" not in after.units
    assert set() == after.legal("rescue") | after.legal("place")


LOST = "red-ma1 1513 w, li1 1413 e disordered, charles 1413, li2 1111 e, abd-ar-rahman 2015"


@pytest.mark.parametrize(("check", "place"), [(4, "1111"), (5, "1413")])
def test_ruling_20_one_roll_for_one_result_of_fire(check: int, place: str) -> None:
    """He rolls for the fire; if he survives and the check eliminates his unit he is placed without another roll."""
    at = acting(LOST, "red").play("fire red-ma1 li1", 9, 7, check)
    assert ("muslim", place, []) == (at.now[2], at.units["charles"], dead(at))


def test_ruling_20_one_roll_for_one_result_of_shock() -> None:
    """The same holds if the table has disordered his unit again."""
    line = DEFENDS.replace("1413 e", "1413 e disordered") + ", li2 1111 e"
    at = fought(shock(line, "red"), "red-hc1 li1", face=6).play(8, 4)
    assert (["li1"], "1111", []) == (at.removed(), at.units["charles"], dead(at))


TWO = "grey-hc1 1814 w, hc3 1714 e disordered, lc4 1713 se disordered, li1 1110 e, abd-ar-rahman 2015, red-li1 2015 w"


@pytest.mark.parametrize("charles", ["1714", "1713"])
@pytest.mark.parametrize("other", [0, 9])
def test_ruling_20_one_roll_where_two_units_check(charles: str, other: int) -> None:
    """Both defenders are disordered again: he rolls once, whichever unit he is with."""
    at = fought(shock(f"{TWO}, charles {charles}", "grey"), "grey-hc1 hc3,lc4", face=7)
    rolls = 0
    while at.now[2] == "chance":
        due = at.rules.pending_roll(at.state)
        assert due is not None
        his = "in danger" in str(due.title)
        rolls += his
        at = at.play(5 if his else other if rolls == 0 else 0)
    assert (1, []) == (rolls, dead(at))
    assert at.units["charles"] == ("1714" if charles == "1713" and other else "1110")


def test_ruling_20_surrounded_after_his_roll() -> None:
    """A leader that survived the fire and is then alone among enemies is captured."""
    ring = "red-hc1 1412 se, red-hc2 1414 ne, red-hc3 1312 e, blue-hc1 1313 e, blue-hc2 1512 w"
    at = acting(f"{LOST}, {ring}", "red").play("fire red-ma1 li1", 9, 7, 4)
    assert (["charles"], "muslim") == (dead(at), at.now[2])


def roll(at: Table) -> tuple[str, str, str]:
    """The danger to a leader, the leader, and the rule of the roll for his life, from the roll's title."""
    due, peril = at.rules.pending_roll(at.state), at.position["under-way"][-1]
    assert due is not None
    assert due.title == LEADER_DANGERS[peril["cause"]].title.with_values(leader=name_of_id(peril["unit"]))
    return peril["cause"], peril["unit"], str(due.rule)


def test_the_rolls_say_what_threatens_him() -> None:
    """Arrows, disorder in shock, an enemy next to him, his unit lost: each has its name, the last its ruling."""
    arrows = acting(SHOT, "red").play("fire red-ma1 li1", 9)
    melee = fought(shock(DEFENDS, "red"), "red-hc1 li1", face=6)
    alone = acting(ALONE, "red").play("move red-li1 1712-1612")
    lost = fought(shock(KILLED, "hi"), "hi1 red-li1", face=7)
    assert ("fire", "charles", "12.2") == roll(arrows)
    assert ("shock", "charles", "12.2") == roll(melee)
    assert ("alone", "charles", "12.2") == roll(alone)
    assert ("lost", "abd-ar-rahman", "12.2 (ruling 20)") == roll(lost)
    assert 4 == len({one.title.template for one in LEADER_DANGERS.values()})
    assert {"12.2 (ruling 20)"} == {str(one.rule) for one in lost.preview("roll 0").outcomes}
    assert (9,) == facts(melee.preview("roll 0").reading)


LAST = "hi1 1614 w, red-li1 1513 w, abd-ar-rahman 1513, charles 1110"
"""The last unit of the Muslims: a 7 eliminates it."""


def test_ruling_27_captured_when_his_last_unit_is_eliminated() -> None:
    """There is no unit with which to place him: no roll, and the ruling is cited."""
    at = fought(shock(LAST, "hi"), "hi1 red-li1", face=7)
    assert (["abd-ar-rahman"], "1513") == (dead(at), at.units["hi1"])
    assert "12.2 (ruling 27)" in [str(event.rule) for event in at.events if event.type == "noted"]


def test_ruling_27_captured_when_an_enemy_comes_next_to_him() -> None:
    """Alone on the map he is captured without a roll; with a unit of his anywhere he rolls."""
    line = "red-li1 1713 w, charles 1511, abd-ar-rahman 2015"
    at = acting(line, "red").play("move red-li1 1712-1612")
    assert ("muslim", ["charles"]) == (at.now[2], dead(at))
    assert "chance" == acting(line + ", li9 1010 e", "red").play("move red-li1 1712-1612").now[2]


def notes(at: Table, leader: str) -> list[str]:
    """The rules that the card of a leader's counter cites."""
    (counter,) = (one for one in at.rules.counters(at.state) if one.unit == leader)
    return [str(note.rule) for note in counter.notes]


def test_a_leader_alone_is_told_what_that_means() -> None:
    """It names his danger, no fire at him, the wagons, and that no unit of his is left; nothing while a unit is with
    him."""
    line = "red-li1 2006 w, abd-ar-rahman 2006, wagon1 2716"
    beside = acting(f"{line}, charles 2616, li1 1010 e", "red")
    assert ["12.2", "7.2 (ruling 25)", "10.1 (ruling 24)"] == notes(beside, "charles")
    assert [] == notes(beside, "abd-ar-rahman")
    assert ["12.2", "7.2 (ruling 25)", "12.2 (ruling 27)"] == notes(acting(f"{line}, charles 1616", "red"), "charles")
    assert [] == notes(acting(f"{line}, charles 1010, li1 1010 e", "red"), "charles")


@pytest.mark.rule("12.2")
@pytest.mark.parametrize(("start", "told"), [("1513", True), ("1713", False)])
def test_ruling_34_each_move_next_to_him_makes_him_roll(start: str, told: bool) -> None:
    """This includes moves from another hex next to him, and the text says so, because he has already rolled for the
    unit."""
    at = acting(f"red-li1 {start} w, charles 1413, li1 1110 e", "red").play("move red-li1 1512")
    assert "chance" == at.now[2]
    assert told == ("12.2 (ruling 34)" in [str(event.rule) for event in at.events])
    assert "charles" in at.play(4).position["dead"]
    assert "charles" not in at.play(5).position["dead"]


@pytest.mark.rule("12.2")
@pytest.mark.rule("8.6")
def test_ruling_40_disorder_after_an_attack_endangers_no_leader() -> None:
    """The defender alone is disordered by the table; the attacking cavalry is so afterwards."""
    at = fought(shock("red-hc1 1721 w, abd-ar-rahman 1721, hi1 1622 e", "red"), "red-hc1 hi1", face=6)
    assert ({"red-hc1", "hi1"}, "frankish") == (marked(at, "disordered"), at.now[2])


@pytest.mark.rule("12.2")
@pytest.mark.rule("8.1.1")
def test_ruling_40_disorder_after_a_retreat_endangers_no_leader() -> None:
    """After its roll the unit chooses its facing at once."""
    at = shock("red-hc1 1513 w, lc1 1413 e, charles 1413", "red").play("attack red-hc1 lc1", "begin")
    at = at.play("retreat lc1 1313", 6)
    assert ({"lc1"}, "frankish", "1313") == (marked(at, "disordered"), at.now[2], at.units["charles"])


@pytest.mark.rule("7.2")
@pytest.mark.rule("12.2")
def test_ruling_43_a_lone_leader_rolls_before_the_archers_fire() -> None:
    """One move brings cavalry in front of archers and next to their leader, which escapes to them."""
    at = acting("hc1 1709 e, red-ma1 1911 nw, abd-ar-rahman 1812", "hc").play("move hc1 1811")
    assert "peril" == at.position["under-way"][-1]["kind"]
    at = at.play(5)
    assert "1911" == at.units["abd-ar-rahman"]
    assert {"react red-ma1", "decline"} == at.legal()
