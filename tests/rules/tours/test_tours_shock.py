"""Shock: units that may and must attack, their targets, and the order (8.0, 8.2, 8.3, ruling 18)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.event import Noted, TurnOver
from game.core.offer import Picked
from game.rules.tours.announcing import why_no_combat
from game.rules.tours.units import SLOT
from tests.rules.tours.board import idle, marked, table
from tests.rules.tours.shock_board import begun, drm, fought, shock

ONE = "red-hc1 1513 w, hi1 1413 e"
"""The cavalry has 1413 and 1414 in front of it."""
TWO = "red-hc1 1513 w, hi1 1413 e, hi2 1414 e"
PAIR = "red-hc1 1513 w, red-hc2 1512 w, hi1 1413 e, hi2 1414 e"
"""The second cavalry unit has 1412 and 1413 in front of it."""
EXAMPLE = "red-hc1 1721 w, red-li1 1722 w, red-ma1 1720 w, hi14 1620 e, hi15 1621 e, hi16 1622 e"


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.4")
def test_the_printed_example_of_shock() -> None:
    """Heavy cavalry in 1721 against two heavy infantry: 8 less 1 is 7, both are disordered, and so is the cavalry."""
    at = shock(EXAMPLE, "red")
    assert -1 == drm(at, "red-hc1 hi15,hi16")
    after = fought(at, "red-hc1 hi15,hi16", face=8)
    assert [8] == [event.faces[0] for event in after.events if event.type == "rolled"]  # type: ignore[attr-defined]
    assert {"hi15", "hi16", "red-hc1"} == marked(after, "disordered")
    assert set() == marked(after, "engaged")
    assert at.units == after.units


@pytest.mark.rule("8.0")
def test_in_the_printed_example_no_unit_retreats_or_attacks_otherwise() -> None:
    """Infantry does not retreat before shock; the archers cannot attack; 1620 is not attacked."""
    at = shock(EXAMPLE, "red")
    assert "8.0" == at.refusal("attack red-ma1 hi14")
    assert "8.0" == at.refusal("attack red-hc1 hi14")
    assert {"resolve red-hc1"} == at.play("attack red-hc1 hi15,hi16", "begin").legal()


@pytest.mark.rule("8.0")
def test_shock_is_voluntary() -> None:
    """An activated unit with enemies in front of it need not attack."""
    after = shock(TWO, "red").play("end")
    assert "shock" != after.now[1]
    assert set() == marked(after, "disordered")


@pytest.mark.rule("8.0")
def test_an_attacker_must_have_all_enemies_in_front_attacked() -> None:
    """One of two enemies in front of a unit cannot be left out; both together can be attacked."""
    at = shock(TWO, "red")
    for one in ("hi1", "hi2"):
        assert "8.0" == at.play(f"attack red-hc1 {one}").refusal("begin")
    assert "resolve red-hc1" in begun(at, "red-hc1 hi1,hi2").legal()


@pytest.mark.rule("8.0")
@pytest.mark.rule("8.2")
def test_a_friend_may_take_over_an_enemy() -> None:
    """An enemy that another unit attacks need not be attacked."""
    at = begun(shock(PAIR, "red"), "red-hc1 hi2", "red-hc2 hi1")
    assert {"resolve red-hc1", "resolve red-hc2"} == at.legal("resolve")


@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("target", "why"), [
    ("wagon1", "Wagon trains cannot be attacked (11.0)"),
    ("abd-ar-rahman", "Abd ar-Rahman is a leader: leaders are not attacked (12.2)"),
    ("charles", "Charles is on the same side as Frankish heavy infantry 1 (8.0)"),
    ("li1", "Frankish light infantry 1 is on the same side as Frankish heavy infantry 1 (8.0)"),
])
def test_what_is_never_attacked_is_refused_for_what_it_is(target: str, why: str) -> None:
    """Wagons, leaders and friends in front of a unit are refused as such, not as being elsewhere."""
    line = ("hi1 2617 e, li1 2616 w, charles 2616, wagon1 2716, wagon2 2720, wagon3 2721, abd-ar-rahman 2717,"
            " li2 2515 e, red-li1 2615 w, red-li2 1010 w")
    at = shock(line, "hi", "li")
    assert why == at.why(f"attack hi1 {target}")


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("engaged", ["", " engaged"])
def test_ruling_28_all_attackers_have_all_defenders_in_front(engaged: str) -> None:
    """A unit next to two enemies, one of them at its flank, may not join the attack on both; nor need it attack,
    engaged or not, if the enemy in front of it is attacked."""
    line = f"red-hc1 1313 e, red-hc2 1513 nw{engaged}, hi1 1413 e, hi2 1414 e"
    at = shock(line, "red").play("attack red-hc1 hi1,hi2")
    assert "8.2 (ruling 28)" == at.refusal("attack red-hc2 hi1,hi2")
    assert at.refusal("attack red-hc2 hi1").startswith("8.2")
    assert {"resolve red-hc1"} == at.play("begin").legal()


@pytest.mark.rule("8.0")
def test_only_enemies_in_the_two_front_hexes_are_attacked() -> None:
    """Those at flank and rear may not be."""
    around = "red-hc1 1513 w, hi1 1512 e, hi2 1514 e, hi3 1613 e, hi4 1614 e, hi5 1413 e"
    at = shock(around, "red")
    assert {"attack red-hc1 hi5"} == at.legal("attack")
    for enemy in ("hi1", "hi2", "hi3", "hi4"):
        assert "8.0" == at.refusal(f"attack red-hc1 {enemy}")


@pytest.mark.rule("8.0")
def test_only_activated_units_attack() -> None:
    """Other contingents do not, except engaged units."""
    line = "red-hc1 1513 w, blue-hc1 1413 w, hi1 1312 e, hi2 1414 e"
    at = shock(line, "red")
    assert {"attack red-hc1 hi2"} == at.legal("attack")
    assert "8.0" == at.refusal("attack blue-hc1 hi1")
    assert "attack blue-hc1 hi1" in shock(line.replace("1413 w", "1413 w engaged"), "red").legal()


@pytest.mark.rule("8.0")
def test_archers_never_attack_by_shock() -> None:
    """Mounted archers defend only."""
    at = shock("red-ma1 1513 w, red-hc1 1512 w, hi1 1413 e", "red")
    assert {"attack red-hc1 hi1"} == at.legal("attack")
    assert "8.0" == at.refusal("attack red-ma1 hi1")


@pytest.mark.rule("8.0")
def test_frankish_light_cavalry_attacks() -> None:
    """It differs from mounted archers."""
    assert "attack lc1 red-li1" in shock("lc1 1413 e, red-li1 1513 w", "lc").legal()


@pytest.mark.rule("8.0")
@pytest.mark.parametrize("active", [("red",), ("blue",)])
def test_engaged_units_must_attack(active: tuple[str, ...]) -> None:
    """They must attack all enemies in front of them, activated or not: the phase cannot end before."""
    at = shock("red-hc1 1513 w engaged, hi1 1413 e engaged, hi2 1414 e, blue-li1 2015 w", *active)
    assert "8.0" == at.refusal("end")
    assert "8.0" == at.play("attack red-hc1 hi1").refusal("begin")
    assert "resolve red-hc1" in begun(at, "red-hc1 hi1,hi2").legal()


@pytest.mark.rule("8.0")
def test_friends_may_take_over_for_the_engaged() -> None:
    """An engaged unit need not attack an enemy that friends attack."""
    at = shock("red-hc1 1513 w engaged, red-hc2 1512 w, hi1 1413 e engaged", "red")
    assert {"resolve red-hc2"} == begun(at, "red-hc2 hi1").legal()


@pytest.mark.rule("8.0")
def test_engaged_archers_need_not_attack() -> None:
    """They never attack by shock."""
    at = shock("red-ma1 1513 w engaged, hi1 1413 e engaged, red-hc1 1517 w, li1 1417 e", "red")
    assert "shock" != at.play("end").now[1]


@pytest.mark.rule("8.0")
def test_the_shield_wall_does_not_attack() -> None:
    """It may not even if engaged; out of the wall it must."""
    line = "hi1 1413 e engaged, red-li1 1513 w engaged, lc1 1210 e, lc2 1214 e, red-hc1 1314 e"
    walled = shock(line, "lc", wall=True)
    assert "5.2.6" == walled.refusal("attack hi1 red-li1")
    assert "shock" != walled.play("end").now[1]
    assert "8.0" == shock(line, "lc").refusal("end")


@pytest.mark.rule("8.2")
def test_all_attackers_are_adjacent_to_all_defenders() -> None:
    """A unit with only one of two enemies in front of it can neither join an attack on both, nor attack that one
    separately."""
    at = shock(PAIR, "red").play("attack red-hc1 hi1,hi2")
    assert "attack red-hc2 hi1" not in at.legal()
    assert "8.2" == at.refusal("attack red-hc2 hi1").partition(" ")[0]
    assert "8.2 (ruling 28)" == at.refusal("attack red-hc2 hi1,hi2")


@pytest.mark.rule("8.2")
def test_an_enemy_is_attacked_in_one_combat() -> None:
    """Two units that name the same enemy make one attack with one die."""
    at = shock("red-hc1 1513 w, red-hc2 1512 w, hi1 1413 e", "red")
    ready = begun(at, "red-hc1 hi1", "red-hc2 hi1")
    assert 1 == len(ready.legal("resolve"))
    assert {"red-hc1", "red-hc2", "hi1"} == marked(ready.play("resolve red-hc1", 5), "disordered")


@pytest.mark.rule("8.2")
def test_a_unit_attacks_once() -> None:
    """It can neither announce a second attack, nor attack again after its combat."""
    at = shock(TWO + ", red-hc2 1515 w, hi3 1415 e", "red").play("attack red-hc1 hi1")
    assert "8.3" == at.refusal("attack red-hc1 hi2").partition(" ")[0]
    both = begun(shock(TWO + ", red-hc2 1515 w, hi3 1415 e", "red"), "red-hc1 hi1,hi2", "red-hc2 hi3")
    later = both.play("resolve red-hc1", 4)
    assert {"resolve red-hc2"} == later.legal()


@pytest.mark.rule("8.3")
def test_announce_then_retreat_then_resolve_in_any_order() -> None:
    """After the first die no attack can be announced; the attacker chooses the first combat."""
    at = shock("red-li1 1513 w, lc1 1413 e, red-li2 1517 w, li1 1417 e, red-hc1 1520 w, li2 1420 e", "red")
    asked = at.play("attack red-li1 lc1", "attack red-li2 li1", "begin")
    assert (2, "shock", "frankish") == asked.now
    assert set() == asked.legal("resolve")
    ready = asked.play("stand lc1")
    assert {"resolve red-li1", "resolve red-li2"} == ready.legal()
    assert "8.3" == ready.refusal("attack red-hc1 li2")
    assert {"resolve red-li1"} == ready.play("resolve red-li2", 4).legal()


@pytest.mark.rule("8.3")
def test_ruling_18_an_announcement_can_be_withdrawn() -> None:
    """This is possible until the announcements end; the unit may then attack others or none."""
    at = shock(PAIR, "red").play("attack red-hc1 hi1,hi2", "withdraw red-hc1")
    assert {"attack red-hc1 hi2", "attack red-hc2 hi1"} <= at.legal()
    assert "shock" != at.play("end").now[1]
    ready = begun(at, "red-hc1 hi2", "red-hc2 hi1")
    assert "8.3" == ready.refusal("withdraw red-hc1")
    asked = shock("red-li1 1513 w, lc1 1413 e", "red").play("attack red-li1 lc1", "begin")
    assert "8.1" == asked.refusal("withdraw red-li1")
    joined = shock(PAIR, "red").play("attack red-hc1 hi1", "attack red-hc2 hi1", "withdraw red-hc1")
    assert {"resolve red-hc2"} == joined.play("begin").legal()


@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("unit", "why"), [
    ("red-ma1", "Mounted archers never attack by shock"), ("red-li1", "No enemy is in front of {unit}"),
    ("blue-hc1", "{unit} was not activated and is not engaged")])
def test_a_unit_without_an_attack_has_its_reason(unit: str, why: str) -> None:
    """Each cause has its own reason, not that no enemy is in front of it."""
    at = shock(f"{ONE}, red-ma1 1512 w, blue-hc1 1510 w, hi2 1410 e, red-li1 1516 w", "red")
    assert ("8.0", why) == idle(at, unit)


@pytest.mark.rule("8.3")
def test_a_unit_in_no_remaining_combat_has_that_reason() -> None:
    """While combats are resolved it does not matter whether an enemy is in front of it."""
    at = begun(shock(f"{ONE}, red-hc2 1516 w, hi3 1416 e", "red"), "red-hc1 hi1")
    assert why_no_combat(SLOT["red-hc2"]) == at.rules.offers(at.state, Picked(("red-hc2",)))[0].verdict


@pytest.mark.rule("8.2")
def test_ruling_39_an_enemy_is_attacked_in_one_combat() -> None:
    """A unit with one of two attacked enemies in front cannot attack it in a combat of its own."""
    at = shock("red-hc1 1721 w, red-hc2 1720 w, hi1 1621 e, hi2 1622 e", "red").play("attack red-hc1 hi1,hi2")
    assert "8.2 (ruling 39)" == at.refusal("attack red-hc2 hi1")


@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("line", "keys", "cited"), [
    (ONE, {"wall": True}, ["5.2.6"]),
    (ONE, {}, ["8.0"]),
    ("hi1 1413 e, red-hc1 1813 w", {}, []),
])
def test_a_phase_without_attacks_says_why(line: str, keys: dict[str, Any], cited: list[str]) -> None:
    """If units have enemies in front of them, the log says why none of them attacks."""
    at = table(f"{line}, li1 1020 e", first="frankish", orders={"li": "move"}, **keys)
    _, events = at.rules.apply(at.state, at.rules.parse("end"))
    assert cited == [str(event.rule) for event in events if isinstance(event, Noted) and type(event) is not TurnOver]


@pytest.mark.rule("8.0")
@pytest.mark.parametrize("picked", [("red-ma1", "li1"), ("red-hc1", "charles"), ("abd-ar-rahman", "li1"),
                                    ("red-hc1", "hi9"), ("red-hc1", "wagon1")])
def test_an_attack_that_no_piece_can_make_is_refused_without_arithmetic(picked: tuple[str, ...]) -> None:
    """Neither archers nor leaders attack by shock; leaders, trains and units off the map are not attacked."""
    line = "red-ma1 1513 w, red-hc1 1512 w, li1 1413 w, charles 1413, abd-ar-rahman 1512, wagon1 1511"
    at = shock(line, "red")
    offers = [offer for offer in at.rules.offers(at.state, Picked(picked)) if not offer.verdict]
    assert offers
    assert [None] * len(offers) == [offer.preview for offer in offers]
