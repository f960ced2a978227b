"""Targets of continued attacks and counter-attacks: 9.0, 8.2, rulings 15 and 17."""

from __future__ import annotations

import pytest

from game.core.contract import BadPosition
from game.core.offer import Picked
from tests.rules.table import Table
from tests.rules.tours.board import marked
from tests.rules.tours.shock_board import begun, fought, shock

pytestmark = pytest.mark.rule("9.0")

PAIR = "li1 2307 w, li2 2306 e, red-li1 2408 w, red-li2 2407 sw"


def gone_on() -> Table:
    """Two units have attacked the first enemy; one of them has advanced and attacks the second, alone."""
    at = begun(shock(PAIR, "red"), "red-li1 li1", "red-li2 li1").play("resolve red-li1", 9)
    return at.play("advance red-li1 2307", "face red-li1 ne", "again red-li1 li2")


def told(at: Table) -> bool:
    """Whether the text says that a natural 1 allows a counter-attack."""
    return any("natural 1" in str(getattr(event, "text", "")) for event in at.events)


def test_ruling_15_a_unit_that_did_not_attack_is_not_counter_attacked() -> None:
    """The natural 1 is in the continued attack of one unit; the other unit is in front of the defender, too."""
    after = gone_on().play(1)
    assert set() == after.legal("again")
    assert ("orders", False) == (after.now[1], told(after))


def test_ruling_15_a_unit_that_attacked_is_counter_attacked() -> None:
    """With both in front of the defender the one that attacked alone is the target."""
    at = begun(shock(PAIR.replace("2306 e", "2306 se"), "red"), "red-li1 li1", "red-li2 li1").play("resolve red-li1", 9)
    after = at.play("advance red-li1 2307", "face red-li1 ne", "again red-li1 li2", 1)
    assert ({"again li2 red-li1", "decline"}, True) == (after.legal(), told(after))


def test_a_natural_1_is_mentioned_only_if_a_counter_attack_is_possible() -> None:
    """It is not for the shield wall, but for others."""
    line = "red-hc1 1513 w, hi1 1413 e"
    assert told(fought(shock(line, "red"), "red-hc1 hi1", face=1))
    assert not told(fought(shock(line, "red", wall=True), "red-hc1 hi1", face=1))
    assert not told(fought(shock("li1 1513 w, red-ma1 1413 e", "li"), "li1 red-ma1", face=1))


def test_a_position_keeps_the_targets_of_a_counter_attack() -> None:
    """A combat with a natural 1 reads back; without its attackers the position is refused."""
    line = "red-hc1 1412 se, red-hc2 1513 w, abd-ar-rahman 1513, hi1 1413 e disordered"
    at = fought(shock(line, "red"), "red-hc1 hi1", "red-hc2 hi1", face=1)
    position = at.position
    fight = position["under-way"][0]
    assert [{"attackers": ["red-hc1", "red-hc2"], "defenders": ["hi1"]}] == fight["provoked"]
    assert position == at.rules.position(at.rules.from_position(position))
    fight["provoked"] = [{"attackers": ["red-hc3"], "defenders": ["hi1"]}]
    with pytest.raises(BadPosition, match="natural 1"):
        at.rules.from_position(position)


TWICE = "hc1 1810 e, hc2 1909 se, charles 1206, li1 1206 e, red-li1 1910 w, red-li2 2206 w, abd-ar-rahman 2206"
"""Of the two attackers one is in front of the defender, one at its flank: a 1 is an 8, and the attack may continue."""


def test_ruling_15_each_natural_1_gives_a_counter_attack() -> None:
    """One is in the attack of both units, one in the continued attack of one: two counter-attacks, one after the
    other."""
    at = fought(shock(TWICE, "hc"), "hc1 red-li1", "hc2 red-li1", face=1).play("again hc1 red-li1", 1)
    told = [event.text.values or {} for event in at.events if event.type == "noted" and event.rule.ruling == 15]
    assert [{"count": 2}] == told
    assert at.position == at.rules.position(at.rules.from_position(at.position))
    for first in (at.play("decline"), at.play("again red-li1 hc1", 5, 9)):
        assert ("muslim", {"again red-li1 hc1", "decline"}) == (first.now[2], first.legal())
        second = first.play("again red-li1 hc1")
        assert (2, "shock", "chance") == second.now
        assert "orders" == first.play("decline").now[1]


def test_ruling_15_only_possible_counter_attacks_are_counted() -> None:
    """The defender faces the one attacker, not the other, which alone continues the attack."""
    line = TWICE.replace("red-li1 1910 w", "red-li1 1910 ne")
    at = fought(shock(line, "hc"), "hc1 red-li1", "hc2 red-li1", face=1).play("again hc1 red-li1", 1)
    told = [event.text.values or {} for event in at.events if event.type == "noted" and event.rule.ruling == 15]
    assert ([{"count": 1}], {"again red-li1 hc2", "decline"}) == (told, at.legal())


def test_ruling_15_each_counter_attack_meets_the_attackers_of_its_natural_1() -> None:
    """The first meets all three, as far as they are in front of the defender; the second only the unit that
    continued."""
    line = TWICE.replace("hc2 1909 se", "hc2 1811 ne, hc3 1909 se")
    at = fought(shock(line, "hc"), "hc1 red-li1", "hc2 red-li1", "hc3 red-li1", face=1).play("again hc2 red-li1", 1)
    assert {"again red-li1 hc1,hc2", "decline"} == at.legal()
    assert {"again red-li1 hc2", "decline"} == at.play("decline").legal()


CROWD = ("li1 2307 e, hi3 2207 w disordered, hc4 2208 w, red-hc1 2408 w, abd-ar-rahman 2408, red-hc3 2306 se, "
         "yellow-li1 2106 e")


def crowd() -> Table:
    """A unit has advanced and has two enemies in front of it, one of which another combat will attack."""
    at = begun(shock(CROWD, "red", "yellow"), "red-hc1 li1", "red-hc3 li1", "yellow-li1 hi3").play("resolve red-hc1", 9)
    return at.play("advance red-hc1 2307", "face red-hc1 w")


@pytest.mark.rule("8.2")
def test_ruling_15_enemies_of_another_combat_may_be_met_or_left_out() -> None:
    """Both sets are offered; an attack on the other combat's enemy alone is not."""
    at = crowd()
    assert {"again red-hc1 hc4", "again red-hc1 hi3,hc4"} == at.legal("again")
    assert "9.0 (ruling 15)" == at.refusal("again red-hc1 hi3")


@pytest.mark.parametrize(("tried", "why"), [
    ("red-hc1 hi3", "Arab heavy cavalry 1 must attack all enemies in front of it, Frankish heavy cavalry 4 too"),
    ("red-hc3 hc4", "Frankish heavy cavalry 4 is not in front of Arab heavy cavalry 3"),
    ("yellow-li1 hi3", "Syrian light infantry 1 was not in the attack that continues"),
    ("red-hc1,red-hc1 hc4", "Each unit is named once")])
def test_a_refused_continued_attack_has_its_reason(tried: str, why: str) -> None:
    """Each cause has its own sentence."""
    assert f"{why} (9.0, ruling 15)" == crowd().why(f"again {tried}")


@pytest.mark.parametrize(("line", "attack", "tried", "why"), [
    ("red-hc1 1513 w, red-li1 1512 w, hi1 1413 e", "red-hc1 hi1", "hi1 red-li1",
     "Arab light infantry 1 was not in the attack that rolled the natural 1"),
    ("red-hc1 1513 w, hi1 1413 e, hi2 1512 se", "red-hc1 hi1", "hi2 red-hc1",
     "Frankish heavy infantry 2 was not attacked with a natural 1")])
def test_a_refused_counter_attack_has_its_reason(line: str, attack: str, tried: str, why: str) -> None:
    """Each cause has its own sentence."""
    assert f"{why} (9.0, ruling 15)" == fought(shock(line, "red"), attack, face=1).why(f"again {tried}")


@pytest.mark.rule("8.2")
def test_ruling_15_an_eliminated_enemy_leaves_its_announced_combat() -> None:
    """If the continued attack eliminates the combat's only defender, it is over."""
    at = crowd().play("again red-hc1 hi3,hc4", 9)
    gone = at.play("eliminate hi3")
    assert [] == gone.position["combats"]
    kept = at.play("eliminate hc4", 9)
    assert [{"attackers": ["yellow-li1"], "defenders": ["hi3"]}] == kept.position["combats"]
    assert "hi3" in marked(kept, "disordered")


@pytest.mark.rule("8.5")
def test_ruling_15_an_advanced_unit_leaves_its_announced_combat() -> None:
    """An enemy of that combat wins its counter-attack and leaves its hex: no attacker is left in front of it."""
    line = CROWD.replace("2207 w disordered", "2207 e") + ", red-li1 2614 w"
    at = begun(shock(line, "red", "yellow"), "red-hc1 li1", "red-hc3 li1", "yellow-li1 hi3").play("resolve red-hc1", 9)
    at = at.play("advance red-hc1 2307", "face red-hc1 w", "again red-hc1 hi3,hc4", 1, "again hi3 red-hc1", 9, 8, 0)
    assert (["li1", "red-hc1"], "2307", []) == (at.removed(), at.units["hi3"], at.position["combats"])
    assert at.position == at.rules.position(at.rules.from_position(at.position))
    assert "orders" == at.play("face hi3 e").now[1]


@pytest.mark.rule("8.3")
def test_any_attacker_names_its_combat() -> None:
    """The second attacker does as well as the first; a unit in no combat is refused by name; both can be selected."""
    line = "red-hc1 1513 w, red-hc2 1512 w, hi1 1413 e, red-li1 1520 w"
    at = begun(shock(line, "red"), "red-hc1 hi1", "red-hc2 hi1")
    assert {"resolve red-hc1"} == at.legal("resolve")
    first, second = (at.play(f"resolve {unit}", 7) for unit in ("red-hc1", "red-hc2"))
    assert first.position == second.position
    assert ("8.3", 1) == at.reason("resolve red-li1")
    offered = at.rules.offers(at.state, Picked(("red-hc2",), "muslim"))
    assert ["resolve red-hc1"] == [offer.action.notation for offer in offered if offer.action is not None]


@pytest.mark.parametrize(("change", "told"), [
    ({"stage": "pending"}, "a stage of a fight"), ({"stage": "concluded"}, "a stage of a fight"),
    ({"result": "XX"}, "there is no 'XX'"), ({"attackers": ["nobody"]}, "there is no 'nobody'"),
    ({"defenders": ["hi1", "hi1"]}, "each unit once"), ({"places": ["9999"]}, "there is no '9999'"),
    ({"attackers": None}, "the key 'attackers'"), ({"unit": "hi1"}, "no key 'unit'"),
    ({"stage": "hurt"}, "a hex for each defender")])
def test_a_position_with_an_impossible_fight_is_refused(change: dict[str, object], told: str) -> None:
    """A combat's fields must be consistent, and name existing pieces, hexes, results and stages."""
    at = begun(shock("red-hc1 1412 se, hi1 1413 e", "red"), "red-hc1 hi1").play("resolve red-hc1")
    fight = {key: value for key, value in {**at.position["under-way"][0], **change}.items() if value is not None}
    with pytest.raises(BadPosition, match=told):
        at.rules.from_position({**at.position, "under-way": [fight]})


def test_the_arrows_of_a_counter_attack_are_those_of_its_side() -> None:
    """Its attacker is not of the phasing side."""
    at = fought(shock("red-hc1 1813 w, hi1 1712 e, hi2 1713 e", "red"), "red-hc1 hi1,hi2", face=1)
    at = at.play("again hi1 red-hc1")
    assert [("frankish", (("1712", "1813"),))] == [
        (layer.seat, layer.links) for layer in at.rules.layers(at.state) if layer.links]


def able(at: Table) -> list[tuple[str, ...]]:
    """The units of the notice that an attack is still possible."""
    return [one.units for one in at.rules.still_to_do(at.state)]


def test_only_units_that_can_counter_attack_are_listed_as_able_to() -> None:
    """Not mounted archers, nor a defender that its second disorder has eliminated."""
    line = "hi1 1712 e, red-ma1 1812 e, red-li2 1813 w"
    archers = fought(shock(line, "hi"), "hi1 red-ma1,red-li2", face=1)
    line = "hi1 1712 e, red-li1 1812 e disordered, red-li2 1813 w, charles 1712"
    lost = fought(shock(line, "hi"), "hi1 red-li1,red-li2", face=1).play(0, 0)
    assert ["red-li1"] == lost.removed()
    assert [[("red-li2",)]] * 2 == [able(at) for at in (archers, lost)]
    assert [{"again red-li2 hi1", "decline"}] * 2 == [at.legal() for at in (archers, lost)]


def test_only_units_with_an_enemy_in_front_are_listed_as_able_to_continue() -> None:
    """One of two attackers has advanced and faces the next enemy; nobody is in front of the other."""
    at = begun(shock(PAIR, "red"), "red-li1 li1", "red-li2 li1").play("resolve red-li1", 9)
    at = at.play("advance red-li1 2307", "face red-li1 ne")
    assert ([("red-li1",)], {"again red-li1 li2", "decline"}) == (able(at), at.legal())


@pytest.mark.rule("5.2.6")
@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("line", "attack", "answer", "cited"), [
    ("red-hc1 1721 w, hi1 1622 e, hc1 1621 e", "red-hc1 hc1,hi1", "again hi1 red-hc1", "5.2.6"),
    ("hc1 1621 e, red-ma1 1721 w, red-li1 1720 w", "hc1 red-ma1,red-li1", "again red-ma1 hc1", "8.0")])
def test_units_that_never_attack_do_not_counter_attack(line: str, attack: str, answer: str, cited: str) -> None:
    """The refusal has the rule of the shield wall or of archers, as that of an attack has."""
    active = "red" if attack.startswith("red") else "hc"
    at = fought(shock(line, active, wall=active == "red"), attack, face=1)
    assert at.legal("again")
    assert cited == at.refusal(answer)
