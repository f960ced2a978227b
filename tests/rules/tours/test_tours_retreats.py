"""Retreat before shock, and the advance of an attacker into the vacated hex (8.1, 8.1.1, rulings 11 and 18)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.contract import BadPosition
from game.rules.tours.state import fresh_turn
from game.rules.tours.units import name_of_id
from tests.rules.table import Table
from tests.rules.tours.board import acting, facing, marked, named
from tests.rules.tours.shock_board import fought, shock, void_attacks

AWAY = {"1312", "1313", "1412", "1414", "1512"}
"""The hexes adjacent to 1413 except that of the attacker in 1513."""


def asked(line: str, *attacks: str, **keys: object) -> Table:
    """The table after the attacks are announced, when defenders may retreat."""
    side = attacks[0].split()[0].partition("-")[0].rstrip("0123456789")
    return shock(line, side, **keys).play(*(f"attack {attack}" for attack in attacks), "begin")


def ways(at: Table, unit: str) -> set[str]:
    """The hexes a unit may retreat to now."""
    return {notation.split()[-1] for notation in at.legal(f"retreat {unit} ")}


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.1.1")
@pytest.mark.parametrize(("attacker", "defender", "may", "die"), [
    ("red-li1", "hc1", True, False), ("red-li1", "lc1", True, False), ("red-li1", "hi1", False, False),
    ("red-li1", "li1", False, False), ("red-hc1", "hc1", False, False), ("red-hc1", "lc1", True, True),
    ("red-hc1", "hi1", False, False), ("red-hc1", "li1", False, False),
    ("hi1", "red-hc1", True, False), ("hi1", "red-ma1", True, False), ("hi1", "red-li1", False, False),
    ("li1", "red-hc1", True, False), ("li1", "red-ma1", True, False), ("li1", "red-li1", False, False),
    ("hc1", "red-hc1", False, False), ("hc1", "red-ma1", True, True), ("hc1", "red-li1", False, False),
    ("lc1", "red-hc1", False, False), ("lc1", "red-ma1", False, False), ("lc1", "red-li1", False, False),
])
def test_units_that_may_retreat(attacker: str, defender: str, may: bool, die: bool) -> None:
    """All cavalry before infantry; light cavalry and archers before heavy cavalry, too, with a die."""
    at = asked(f"{attacker} 1513 w, {defender} 1413 e", f"{attacker} {defender}")
    assert may == bool(at.legal("retreat"))
    if may:
        gone = at.play(f"retreat {defender} 1313")
        assert (die, "1313") == (gone.now[2] == "chance", gone.units[defender])


@pytest.mark.rule("8.1")
def test_a_unit_that_has_retreated_is_marked_for_the_player_turn() -> None:
    """The mark is on the counter and in the position."""
    at = asked("red-li1 1513 w, hc1 1413 e, li9 1005 e", "red-li1 hc1").play("retreat hc1 1313")
    assert {"hc1"} == marked(at, "retreated")
    shown = {counter.unit: counter.marks for counter in at.rules.counters(at.state)}
    assert "retreated" in shown["hc1"]
    assert "retreated" not in shown["li9"]
    assert not fresh_turn(at.state).retreated


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("flag", ["disordered", "engaged"])
@pytest.mark.parametrize("attacker", ["red-li1", "red-hc1"])
def test_neither_disordered_nor_engaged_units_retreat(attacker: str, flag: str) -> None:
    """Light cavalry otherwise may before both kinds of attacker."""
    at = asked(f"{attacker} 1513 w, lc1 1413 e {flag}", f"{attacker} lc1")
    assert {f"resolve {attacker}"} == at.legal()


@pytest.mark.rule("8.1")
def test_it_retreats_one_hex_away_from_enemies() -> None:
    """Of the hexes adjacent to 1413, 1512 and 1414 are next to the attacker."""
    assert AWAY - {"1512", "1414"} == ways(asked("red-li1 1513 w, hc1 1413 e", "red-li1 hc1"), "hc1")
    near = "red-li1 1513 w, hc1 1413 e, red-li2 1311 e"
    assert {"1313"} == ways(asked(near, "red-li1 hc1"), "hc1")
    assert "8.1" == asked(near, "red-li1 hc1").refusal("retreat hc1 1312").partition(" ")[0]
    assert "8.1" == asked(near, "red-li1 hc1").refusal("retreat hc1 1213").partition(" ")[0]


@pytest.mark.rule("8.1")
def test_it_retreats_into_no_occupied_hex() -> None:
    """Friends block it."""
    at = asked("red-li1 1513 w, hc1 1413 e, li1 1312 e, li2 1412 e", "red-li1 hc1")
    assert {"1313"} == ways(at, "hc1")


@pytest.mark.rule("8.1")
def test_a_unit_without_retreat_stands() -> None:
    """All hexes are occupied, or next to enemies."""
    at = asked("red-li1 1513 w, hc1 1413 e, li1 1312 e, li2 1412 e, red-li2 1214 e", "red-li1 hc1")
    assert {"resolve red-li1"} == at.legal()


@pytest.mark.rule("8.1")
def test_it_does_not_go_into_the_river() -> None:
    """1123 and 1224 are river; of the other hexes adjacent to 1223 only 1323 is not next to the attacker."""
    assert {"1323"} == ways(asked("red-li1 1222 se, hc1 1223 ne", "red-li1 hc1"), "hc1")


@pytest.mark.rule("8.1")
def test_it_may_turn_or_stand() -> None:
    """The retreat is its player's choice, with any final facing."""
    at = asked("red-li1 1513 w, hc1 1413 e", "red-li1 hc1")
    assert ((2, "shock", "frankish"), {"resolve red-li1"}) == (at.now, at.play("stand hc1").legal())
    gone = at.play("retreat hc1 1313")
    assert {f"face hc1 {vertex}" for vertex in ("nw", "ne", "e", "se", "sw", "w")} == gone.legal()
    assert "nw" == facing(gone.play("face hc1 nw"), "hc1")


@pytest.mark.rule("8.1")
def test_a_retreat_ends_the_combat() -> None:
    """No defender is left; cavalry that did not fight is not disordered (8.6)."""
    after = asked("red-hc1 1513 w, lc1 1413 e", "red-hc1 lc1").play("retreat lc1 1313", 5, "face lc1 e", "decline")
    assert ("orders", set()) == (after.now[1], marked(after, "disordered"))


@pytest.mark.rule("8.1")
def test_one_attacker_may_follow() -> None:
    """Any one of them may enter the vacated hex, with any facing."""
    at = asked("red-li1 1513 w, red-li2 1512 w, hc1 1413 e", "red-li1 hc1", "red-li2 hc1")
    at = at.play("retreat hc1 1313", "face hc1 e")
    assert ((2, "shock", "muslim"), {"advance red-li1 1413", "advance red-li2 1413", "decline"}) == (
        at.now, at.legal())
    after = at.play("advance red-li2 1413", "face red-li2 sw")
    assert ("1413", "1513", "sw") == (after.units["red-li2"], after.units["red-li1"], facing(after, "red-li2"))
    assert "orders" == after.now[1]


@pytest.mark.rule("8.1")
def test_an_attacker_that_follows_does_not_shock() -> None:
    """It is out of the combat with the other defender; the attacker that stays fights on."""
    line = "red-li1 1513 w, hc1 1413 e, li1 1414 e"
    left = asked(line, "red-li1 hc1,li1").play("retreat hc1 1312", "face hc1 e")
    assert {"resolve red-li1"} == left.play("decline").legal()
    assert "0" == str(left.play("decline").preview("resolve red-li1").total).lstrip("+-")
    after = left.play("advance red-li1 1413", "face red-li1 sw")
    assert ("orders", set()) == (after.now[1], after.legal("resolve"))


@pytest.mark.rule("8.1")
def test_heavy_cavalry_that_follows_has_not_attacked() -> None:
    """It is not disordered, since an advance is no attack (8.6)."""
    after = asked("red-hc1 1513 w, lc1 1413 e", "red-hc1 lc1").play(
        "retreat lc1 1313", 5, "face lc1 e", "advance red-hc1 1413", "face red-hc1 w")
    assert ("1413", set()) == (after.units["red-hc1"], marked(after, "disordered"))
    assert "orders" == after.now[1]


@pytest.mark.rule("8.1")
def test_ruling_11_disordered_units_may_follow() -> None:
    """This differs from the advance after shock."""
    at = asked("red-li1 1513 w disordered, hc1 1413 e", "red-li1 hc1").play("retreat hc1 1313", "face hc1 e")
    assert "1413" == at.play("advance red-li1 1413", "face red-li1 w").units["red-li1"]


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.1.1")
@pytest.mark.parametrize(("line", "may", "die"), [
    ("red-li1 1513 w, red-li2 1512 w, hc1 1413 e", True, False),
    ("red-li1 1513 w, red-hc1 1512 w, hc1 1413 e", True, False),
    ("red-hc2 1513 w, red-hc1 1512 w, hc1 1413 e", False, False),
    ("red-li1 1513 w, red-hc1 1512 w, lc1 1413 e", True, True),
    ("red-hc2 1513 w, red-hc1 1512 w, lc1 1413 e", True, True),
    ("li1 1513 w, lc1 1512 w, red-ma1 1413 e", True, False),
    ("lc2 1513 w, lc1 1512 w, red-ma1 1413 e", False, False),
    ("lc2 1513 w, hc1 1512 w, red-ma1 1413 e", True, True),
    ("hc1 1513 w, hi1 1512 w, red-ma1 1413 e", True, True),
    ("hc1 1513 w, hi1 1512 w, red-hc1 1413 e", True, False),
    ("lc1 1513 w, hi1 1512 w, red-hc1 1413 e", True, False),
    ("lc1 1513 w, hc1 1512 w, red-hc1 1413 e", False, False),
])
def test_ruling_11_several_attackers(line: str, may: bool, die: bool) -> None:
    """One attacker before which it may retreat is enough; heavy cavalry among them makes light cavalry roll."""
    first, second, unit = (part.split()[0] for part in line.split(","))
    sides = {name.partition("-")[0].rstrip("0123456789") for name in (first, second)}
    at = shock(line, *sides).play(f"attack {first} {unit}", f"attack {second} {unit}", "begin")
    assert may == bool(at.legal("retreat"))
    if may:
        assert die == (at.play(f"retreat {unit} 1313").now[2] == "chance")


@pytest.mark.rule("8.1.1")
@pytest.mark.parametrize(("face", "disordered"), [(0, set()), (5, set()), (6, {"lc1"}), (9, {"lc1"})])
def test_light_cavalry_rolls(face: int, disordered: set[str]) -> None:
    """It always retreats, and is disordered on 6 or more."""
    at = asked("red-hc1 1513 w, lc1 1413 e", "red-hc1 lc1").play("retreat lc1 1313", face, "face lc1 e", "decline")
    assert ("1313", disordered) == (at.units["lc1"], marked(at, "disordered"))


@pytest.mark.rule("8.1")
def test_ruling_11_a_leader_goes_along() -> None:
    """He may go with the retreating unit, and with the one that follows."""
    at = asked("red-li1 1513 w, abd-ar-rahman 1513, hc1 1413 e, charles 1413", "red-li1 hc1")
    at = at.play("retreat hc1 1313", "face hc1 e", "advance red-li1 1413", "face red-li1 w")
    assert ("1313", "1413") == (at.units["charles"], at.units["abd-ar-rahman"])


@pytest.mark.rule("8.1")
def test_ruling_11_all_retreats_come_before_the_first_combat() -> None:
    """Both defenders decide before any combat can be resolved."""
    at = asked("red-li1 1513 w, hc1 1413 e, red-li2 1517 w, hc2 1417 e", "red-li1 hc1", "red-li2 hc2")
    at = at.play("stand hc1") if at.legal("stand hc1") else at.play("stand hc2")
    assert (set(), 1) == (at.legal("resolve"), len(at.legal("stand")))
    at = at.play(*at.legal("stand"))
    assert {"resolve red-li1", "resolve red-li2"} == at.legal()


@pytest.mark.rule("8.1")
def test_ruling_11_no_retreat_before_a_continued_attack() -> None:
    """Light cavalry behind the first enemy is attacked at once."""
    at = fought(shock("red-hc1 1513 w, li1 1413 e, abd-ar-rahman 1513, lc1 1313 e", "red"), "red-hc1 li1", face=9)
    struck = at.play("face red-hc1 w", "again red-hc1 lc1")
    assert (2, "shock", "chance") == struck.now
    assert "lc1" in marked(struck.play(7), "disordered")


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("first", "second", "place"), [("hc1", "hc2", "1412"), ("hc2", "hc1", "1415")])
def test_a_defender_whose_only_attacker_has_followed_is_not_attacked(first: str, second: str, place: str) -> None:
    """One attacker of two enemies follows the first after the second has decided: the second does not fight."""
    at = asked("red-li1 1513 w, hc1 1413 e, hc2 1414 e", "red-li1 hc1,hc2")
    left = at.units[first]
    at = at.play(f"retreat {first} {place}", f"face {first} e")
    assert (set(), "frankish") == (at.legal("advance"), at.now[2])
    after = at.play(f"stand {second}", f"advance red-li1 {left}", "face red-li1 w")
    assert (2, "orders", "frankish") == after.now


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("first", "second"), [("hc1", "hc2"), ("hc2", "hc1")])
def test_two_cannot_retreat_into_one_hex(first: str, second: str) -> None:
    """It is the only hex for both: either may take it; the other then has none, as the reason says, and fights."""
    friends = "li1 1312 e, li2 1412 e, li3 1415 e, li4 1314 e"
    at = asked(f"red-li1 1513 w, hc1 1413 e, hc2 1414 e, {friends}", "red-li1 hc1,hc2")
    assert {"retreat hc1 1313", "retreat hc2 1313", "stand hc1", "stand hc2"} == at.legal()
    after = at.play(f"retreat {first} 1313", f"face {first} e")
    assert [("8.1", 11, {"unit": name_of_id(second)})] == [
        (event.rule.number, event.rule.ruling, event.text.values) for event in after.events if event.type == "noted"]
    assert {"resolve red-li1"} == after.play("decline").legal()


@pytest.mark.rule("9.0")
@pytest.mark.rule("8.1")
def test_an_engaged_attacker_does_not_follow() -> None:
    """It stays in place (9.0); another attacker may enter the hex. Without an adjacent enemy it may follow."""
    line = "red-li1 1513 w engaged, red-li2 1512 w, hc1 1413 e, hi1 1613 w engaged"
    at = asked(line, "red-li1 hc1", "red-li2 hc1").play("retreat hc1 1313", "face hc1 e")
    assert {"advance red-li2 1413", "decline"} == at.legal()
    assert ("9.0", True) == (at.refusal("advance red-li1 1413"), ("9.0", 1) == at.reason("advance red-li1 1413"))
    alone = asked(line.partition(", hi1")[0], "red-li1 hc1").play("retreat hc1 1313", "face hc1 e")
    assert {"advance red-li1 1413", "decline"} <= alone.legal()


def notes(at: Table) -> list[str]:
    """The notes under 8.1 since the position was set up."""
    return [str(event.text) for event in at.events if event.type == "noted" and event.rule.number == "8.1"]


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("line", "attacks", "told"), [
    ("red-hc2 1513 w, red-hc1 1512 w, hc1 1413 e", ("red-hc2 hc1", "red-hc1 hc1"),
     ["Frankish heavy cavalry 1 may not retreat before Arab heavy cavalry 1 and Arab heavy cavalry 2"]),
    ("red-li1 1513 w, hc1 1413 e, li1 1312 e, li2 1412 e, red-li2 1214 e", ("red-li1 hc1",),
     ["Frankish heavy cavalry 1 has no hex to retreat to"]),
    ("red-li1 1513 w, hc1 1413 e", ("red-li1 hc1",), []),
    ("red-hc1 1513 w, li1 1413 e", ("red-hc1 li1",), [])])
def test_ruling_11_cavalry_that_is_not_asked_is_told_why(line: str, attacks: tuple[str, ...], told: list[str]) -> None:
    """Its attackers do not allow it, or no hex is free."""
    assert told == notes(asked(line, *attacks))


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("unit", "flag", "cited"), [
    ("hc1", "disordered", "8.1"), ("hc1", "engaged", "9.0"), ("lc1", "disordered", "8.1"), ("lc1", "engaged", "9.0"),
    ("li1", "disordered", None)])
@pytest.mark.parametrize("attacker", ["red-li1", "red-hc1"])
def test_disordered_or_engaged_cavalry_is_told_why_it_is_not_asked(
    attacker: str, unit: str, flag: str, cited: str | None
) -> None:
    """The log has the state that prevents the retreat; infantry never retreats and has no such line."""
    at = asked(f"{attacker} 1513 w, {unit} 1413 e {flag}", f"{attacker} {unit}")
    told = [event for event in at.events if event.type == "noted"]
    assert [(cited, {"unit": name_of_id(unit)})] * bool(cited) == [
        (str(event.rule), event.text.values) for event in told]
    assert all(flag in str(event.text) for event in told)


OBLIGED = "hi1 1621 e, hc1 1622 e, hi2 1012 e, red-li1 1721 w"
"""An attacker of an enemy that may retreat and of one that may not."""


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.0")
@pytest.mark.parametrize("other", ["", ", red-li2 1720 w engaged"])
def test_ruling_41_nobody_must_attack_the_targets_of_an_attacker_that_advances(other: str) -> None:
    """A unit engaged with one of them was excused by that attack and remains engaged; the log has the void attack."""
    at = shock(OBLIGED + other, "red")
    assert bool(other) == (not at.check("end"))
    at = at.play("attack red-li1 hi1,hc1", "begin", "retreat hc1 1522", "face hc1 e")
    assert [] == void_attacks(at)
    after = at.play("advance red-li1 1622")
    assert [("8.1 (ruling 41)", name_of_id("red-li1"), name_of_id("hi1"))] == void_attacks(after)
    after = after.play("face red-li1 w")
    assert ("orders", {"red-li2"} if other else set()) == (after.now[1], marked(after, "engaged"))
    assert {"resolve red-li1"} == at.play("decline").legal()


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
def test_ruling_41_other_announced_attacks_go_on() -> None:
    """A unit that attacks one of the two enemies in front of it need not attack the one that is left to it."""
    at = shock(f"{OBLIGED}, li1 1620 e, red-li2 1720 w", "red").play("attack red-li1 hi1,hc1", "attack red-li2 li1")
    at = at.play("begin", "retreat hc1 1522", "face hc1 e", "advance red-li1 1622", "face red-li1 w")
    assert {"resolve red-li2"} == at.legal()


@pytest.mark.rule("8.1")
def test_ruling_41_the_other_attackers_of_the_same_targets_attack() -> None:
    """Only the attack of the unit that advances is void."""
    at = shock("red-li1 1513 w, red-li2 1313 e, hc1 1413 e, li1 1414 e", "red")
    at = at.play("attack red-li1 hc1,li1", "attack red-li2 hc1,li1", "begin", "retreat hc1 1412", "face hc1 e",
                 "advance red-li1 1413")
    assert [("8.1 (ruling 41)", name_of_id("red-li1"), name_of_id("li1"))] == void_attacks(at)
    assert {"resolve red-li2"} == at.play("face red-li1 w").legal()


@pytest.mark.rule("8.1")
def test_ruling_41_no_attack_is_void_without_targets() -> None:
    """If its only target retreats, an attacker that advances gives up nothing."""
    at = asked("red-li1 1513 w, hc1 1413 e", "red-li1 hc1").play("retreat hc1 1313", "face hc1 e")
    assert [] == void_attacks(at.play("advance red-li1 1413"))


PAIR = "hi1 1811 e, hi2 1812 se, red-hc1 1911 w, yellow-hc1 1912 w, yellow-li1 2013 w, yellow-li2 1913 w"
"""Two attackers, with a defender in front of each: the second has one hex for its retreat, next to the first attacker's
possible advance."""


@pytest.mark.rule("8.3")
def test_ruling_11_an_advance_blocks_no_retreat() -> None:
    """Attackers advance after the last retreat: 2012 is next to 1911, which the first attacker may enter only then."""
    at = asked(PAIR, "hi1 red-hc1", "hi2 yellow-hc1").play("retreat red-hc1 2011", "face red-hc1 w")
    assert {"retreat yellow-hc1 2012", "stand yellow-hc1"} == at.legal()
    assert "8.1" == at.refusal("advance hi1 1911")
    at = at.play("retreat yellow-hc1 2012", "face yellow-hc1 w")
    assert {"advance hi1 1911", "advance hi2 1912", "decline"} <= at.legal()


@pytest.mark.rule("8.3")
def test_ruling_11_a_hex_freed_by_an_advance_is_too_late() -> None:
    """The second attacker keeps 1622 closed; its advance would have made room for the other defender."""
    line = ("hi1 1621 ne, hi2 1520 se, li1 1421 e, hi3 1422 e, red-ma1 1720 sw, red-ma2 1521 nw")
    at = asked(line, "hi1 red-ma1", "hi2 red-ma2")
    assert set() == at.legal("retreat red-ma2")
    after = at.play("retreat red-ma1 1820", "face red-ma1 w", "advance hi1 1720", "face hi1 ne")
    assert {"resolve hi2"} == after.legal()


@pytest.mark.rule("8.3")
def test_ruling_11_defenders_retreat_in_any_order() -> None:
    """All decide in one phase; the position keeps the units that stand and the vacated hexes."""
    line = "hi1 1810 e, hi2 1814 e, red-hc1 1910 w, yellow-hc1 1914 w"
    at = asked(line, "hi1 red-hc1", "hi2 yellow-hc1")
    for first, second in (("red-hc1 2010", "yellow-hc1 2014"), ("yellow-hc1 2014", "red-hc1 2010")):
        one = at.play(f"retreat {first}", f"face {first.split()[0]} w")
        both = one.play(f"retreat {second}", f"face {second.split()[0]} w")
        assert {"advance hi1 1910", "advance hi2 1914", "decline"} == both.legal()
        assert {"advance hi1 1910", "decline"} == both.play("advance hi2 1914", "face hi2 e").legal()
        stays = one.play(f"stand {second.split()[0]}")
        for table in (one, both, stays):
            assert table.position == table.rules.position(table.rules.from_position(table.position))
    stood = at.play("stand red-hc1")
    assert ("8.1 (ruling 11)", 1) == stood.reason("retreat red-hc1 2010")
    assert stood.position == stood.rules.position(stood.rules.from_position(stood.position))


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("tried", "why"), [
    ("retreat red-li1 2013", "Only cavalry retreats before shock (8.1)"),
    ("retreat red-hc2 2016", "Arab heavy cavalry 2 is not attacked (8.1)"),
    ("retreat red-ma1 2022", "Arab mounted archers 1 is disordered and may not retreat (8.1)"),
    ("retreat red-ma2 2008", "Arab mounted archers 2 is engaged and stays where it is (9.0)"),
    ("retreat red-hc1 1811", "A retreat before shock is one hex, to a free hex not next to an enemy (8.1)"),
    ("resolve hi1", "Defenders may retreat before shock first (8.1)")])
def test_a_refused_retreat_has_its_reason(tried: str, why: str) -> None:
    """Each cause has its own sentence."""
    line = ("hi1 1810 e, hi2 1812 e, li1 1820 e, red-hc1 1910 w, red-li1 1912 w, red-hc2 1915 w, "
            "red-ma1 1920 w disordered, li2 1806 e engaged, red-ma2 1906 w engaged")
    attacks = ("hi1 red-hc1", "hi2 red-li1", "li1 red-ma1", "li2 red-ma2")
    assert why == asked(line, *attacks, orders={"hi": "move", "li": "move"}, tried=["hi", "li"],
                        active=["hi", "li"]).why(tried)


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("line", "cited"), [
    ("hi1 1810 e, red-hc1 1910 w, charles 2110", "8.1 (ruling 7)"), ("hi1 1810 e, red-hc1 1910 w, hi2 2110 e", "8.1")])
def test_ruling_7_no_retreat_to_a_hex_next_to_a_leader_alone(line: str, cited: str) -> None:
    """The refusal cites it if only the leader is next to the hex."""
    assert cited == asked(line, "hi1 red-hc1").refusal("retreat red-hc1 2010")


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("tried", "why"), [
    ("advance hi1 1911", "No defender has left 1911, or an attacker has entered it (8.1)"),
    ("advance hi2 1910", "Frankish heavy infantry 2 did not attack the unit that left 1910 (8.1)"),
    ("resolve hi1", "Attackers may advance into vacated hexes first (8.1)")])
def test_a_refused_advance_has_its_reason(tried: str, why: str) -> None:
    """Each cause has its own sentence."""
    line = "hi1 1810 e, hi2 1812 e, red-hc1 1910 w, red-li1 1912 w"
    at = asked(line, "hi1 red-hc1", "hi2 red-li1").play("retreat red-hc1 2010", "face red-hc1 w")
    assert why == at.why(tried)


def test_all_remaining_defenders_can_stand_at_one_input() -> None:
    """The label has their number."""
    line = "hi1 1810 e, hi2 1814 e, red-hc1 1910 w, yellow-hc1 1914 w"
    at = asked(line, "hi1 red-hc1", "hi2 yellow-hc1")
    found = at.rules.autoplay_step(at.state)
    assert found is not None
    assert found[1] is not None
    assert ({"count": 2}, "stand red-hc1") == (found[0].values, found[1].notation)


@pytest.mark.parametrize("fault", [
    {"stood": ["hi1"], "vacated": []}, {"stood": [], "vacated": [{"place": "1910", "attackers": ["hi1"]}]},
    {"stood": [], "vacated": [{"place": "1901", "attackers": ["hi1"]}]},
    {"stood": [], "vacated": [{"place": "2010", "attackers": ["red-hc1"]}]},
    {"stood": [], "vacated": [{"place": "2010", "attackers": ["hi1"]}] * 2}])
def test_a_position_with_impossible_retreats_is_refused(fault: dict[str, object]) -> None:
    """Units that stand are defenders; vacated hexes are free, different, and have attackers of the phasing side."""
    at = asked("hi1 1810 e, hi2 1814 e, red-hc1 1910 w, yellow-hc1 1914 w", "hi1 red-hc1", "hi2 yellow-hc1")
    position = {**at.position, "under-way": [{"kind": "retreats", **fault}]}
    with pytest.raises(BadPosition, match="under-way"):
        at.rules.from_position(position)


@pytest.mark.rule("8.1")
def test_a_unit_that_has_chosen_to_stand_does_not_retreat() -> None:
    """This also holds after the last decision, when the first combat is to be chosen."""
    at = asked("red-li1 1513 w, lc1 1413 e", "red-li1 lc1").play("stand lc1")
    assert {"resolve red-li1"} == at.legal()
    assert ("8.1 (ruling 11)", {"unit": "lc1"}) == named(at, "retreat lc1 1313")
    assert ("8.1", {"unit": "red-li1"}) == named(at, "retreat red-li1 1613")


@pytest.mark.rule("4.0")
@pytest.mark.parametrize(("tried", "why"), [
    ("decline", "4.0"), ("stand hi1", "8.1"), ("advance hi1 1413", "8.5"), ("react red-ma1", "7.2"),
    ("again hi1 red-li1", "9.0"), ("eliminate hi1", "9.0"), ("rescue charles 1413", "12.2"), ("begin", "8.3")])
def test_an_action_out_of_its_phase_is_refused_by_its_rule(tried: str, why: str) -> None:
    """In phase III units cannot retreat, advance, decline or be placed."""
    assert why == acting("hi1 1413 e, red-li1 1613 w, charles 1413", "hi").refusal(tried)


@pytest.mark.rule("8.6")
@pytest.mark.parametrize(("line", "attack", "told"), [
    ("red-hc1 1513 w, lc1 1413 e", "red-hc1 lc1", ["Arab heavy cavalry 1"]),
    ("red-hc1 1513 w disordered, lc1 1413 e", "red-hc1 lc1", []), ("red-li1 1513 w, lc1 1413 e", "red-li1 lc1", [])])
def test_ruling_32_cavalry_whose_only_target_retreated_is_not_disordered(
    line: str, attack: str, told: list[str]
) -> None:
    """It has rolled no die; a note says so for cavalry in good order."""
    at = asked(line, attack).play("retreat lc1 1313")
    noted = [event.text for event in at.events if str(event.rule) == "8.6 (ruling 32)"]
    assert told == [str((text.values or {})["units"]) for text in noted]
    while at.now[1] == "shock":
        at = at.play(5) if at.now[2] == "chance" else at.play("face lc1 e" if "face lc1 e" in at.legal() else "decline")
    assert ("disordered" in line) == ("red-hc1" in marked(at, "disordered"))


@pytest.mark.rule("8.6")
def test_ruling_32_cavalry_with_another_target_has_attacked() -> None:
    """One of two defenders retreats; the other is fought, and the cavalry is disordered."""
    at = asked("red-hc1 1513 w, lc1 1413 e, hi1 1414 e", "red-hc1 lc1,hi1").play("retreat lc1 1313", 5, "face lc1 e")
    assert "8.6 (ruling 32)" not in [str(event.rule) for event in at.events]
    assert "red-hc1" in marked(at.play("decline", "resolve red-hc1", 5), "disordered")


@pytest.mark.rule("8.1.1")
@pytest.mark.parametrize(("line", "odds"), [
    ("red-hc1 1513 w, lc1 1413 e", {"disordered": Fraction(4, 10), "steady": Fraction(6, 10)}),
    ("red-li1 1513 w, lc1 1413 e", None),
])
def test_the_odds_of_the_roll_are_shown_before_the_retreat(line: str, odds: dict[str, Fraction] | None) -> None:
    """They are shown if heavy cavalry attacks; before infantry there is no roll."""
    at = asked(line, f"{line.split()[0]} lc1")
    shown = at.rules.preview(at.state, at.rules.parse("retreat lc1 1313"))
    assert odds == (shown and {one.result: one.chance for one in shown.outcomes})


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(("unit", "told"), [("red-ma1", True), ("red-li2", False)])
def test_ruling_11_no_retreat_from_a_continued_attack(unit: str, told: bool) -> None:
    """The log says so for cavalry that could retreat from an announced attack."""
    at = shock(f"hi1 1813 e, charles 1813, red-li1 1913 e, {unit} 2013 w", "hi")
    at = at.play("attack hi1 red-li1", "begin", "resolve hi1", 9, "face hi1 e", f"again hi1 {unit}")
    assert told == any(event.rule is not None and event.rule.ruling == 11 for event in at.events)


@pytest.mark.rule("8.1")
@pytest.mark.rule("3.3")
@pytest.mark.parametrize(("facing", "told"), [("w", []), ("nw", ["red-ma1"])])
def test_a_turn_after_a_retreat_is_in_the_log(facing: str, told: list[str]) -> None:
    """A unit that keeps its facing has no event; one that advances and turns has one, too."""
    at = asked("hi1 1810 e, red-ma1 1910 w, charles 1010", "hi1 red-ma1").play("retreat red-ma1 2010")
    at = at.play(f"face red-ma1 {facing}", "advance hi1 1910", "face hi1 se")
    turned = [event.text.values for event in at.events if event.type == "noted" and str(event.rule) == "3.3"]
    assert [name_of_id(unit) for unit in (*told, "hi1")] == [(values or {})["unit"] for values in turned]
