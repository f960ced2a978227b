"""Option IV.A: cannon with range, stacks, combined attacks, bombardment and individual attacks."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import BadPosition
from game.core.offer import Picked
from tests.pointing import why_idle
from tests.rules.table import cited, facts

CANNON = ("cannon",)
SUPPORTED = "m-tinf1 0404, m-can1 0403, c-eth1 0405"
"""The gun is two hexes from the Ethiopians, the infantry adjacent to them."""


@pytest.mark.rule("IV.A")
@pytest.mark.rule("IV.A.1")
def test_cannon_are_special_only_with_the_option(combat: Any) -> None:
    """Only with the option may a distant cannon join an attack or bombard."""
    act, shot = "attack m-tinf1,m-can1 > c-eth1", "bombard m-can1 > c-eth1"
    basic = combat(SUPPORTED)
    assert {"attack m-tinf1 > c-eth1"} == basic.legal()
    assert "II.E.1" == basic.refusal(act)
    assert ("IV.A",) == basic.reason(shot)
    assert {"attack m-tinf1 > c-eth1", act} == combat(SUPPORTED, options=CANNON).legal()


@pytest.mark.rule("IV.A.2")
def test_three_cannon_and_one_other_unit(movement: Any) -> None:
    """Infantry and cavalry may end a move with cannon; a second such unit may not."""
    line = "m-can1 0302, m-can2 0302, m-can3 0302, m-tinf1 0301, m-mam1 0402"
    assert "II.D.9" == movement(line).refusal("move m-tinf1 0302")
    table = movement(line, options=CANNON).play("move m-tinf1 0302")
    assert ["0302"] * 4 == [place for unit, place in table.units.items() if unit != "m-mam1"]
    assert ("IV.A.2", "Turkish infantry", "0302") == table.reason("move m-mam1 0302")
    assert movement(line, options=CANNON).check("move m-mam1 0302")


@pytest.mark.rule("IV.A.2")
def test_cannon_hold_their_hex_when_others_leave(movement: Any) -> None:
    """Enemies adjacent to it must still stop and fight."""
    table = movement("m-can1 0302, m-nub1 0302, c-eth1 0503", options=CANNON).play("move m-nub1 0301", "end-movement")
    assert ("II.D.10", "0403", "Moslem cannon 1") == table.reason("move c-eth1 0403-0303")
    table = table.play("move c-eth1 0403", "end-movement")
    assert {"attack c-eth1 > m-can1"} == table.legal()


@pytest.mark.rule("IV.A.2")
def test_a_stack_has_one_side_only(movement: Any) -> None:
    """Units never stack with enemies; a position with both sides in one hex is refused."""
    table = movement("m-mam1 0404, c-can1 0406", options=CANNON)
    assert not table.check("move m-mam1 0405-0406")
    with pytest.raises(BadPosition, match=r"Christian cannon 1 .* 0302"):
        movement("m-can1 0302, c-can1 0302", options=CANNON)
    with pytest.raises(BadPosition, match=r"IV\.A\.2"):
        movement("m-tinf1 0302, m-egy1 0302, m-can1 0302", options=CANNON)


@pytest.mark.rule("IV.A.3")
def test_each_cannon_defends_with_its_point(combat: Any) -> None:
    """Infantry and two cannon in one hex have strengths four, one and one."""
    table = combat("m-tinf1 0404, c-eth1 0405, c-can1 0405, c-can2 0405", options=CANNON)
    assert {"attack m-tinf1 > c-eth1,c-can1,c-can2"} == table.legal()
    preview = table.preview("attack m-tinf1 > c-eth1,c-can1,c-can2")
    assert (6, "1-2") == (preview.defence, preview.column)


@pytest.mark.rule("IV.A.3")
def test_a_hex_defends_as_a_whole(combat: Any) -> None:
    """An attack or bombardment names every unit in the hex (ruling 7)."""
    table = combat("m-tinf1 0404, m-can1 0403, c-eth1 0405, c-can1 0405, c-can2 0405", options=CANNON)
    assert ("IV.A.3 (ruling 7)", "Ethiopian infantry 1") == table.reason("attack m-tinf1 > c-can1,c-can2")
    assert ("IV.A.3 (ruling 7)", "Christian cannon 1", "Christian cannon 2") == table.reason("attack m-tinf1 > c-eth1")
    assert ("IV.A.3 (ruling 7)", "Christian cannon 1", "Christian cannon 2") == table.reason("bombard m-can1 > c-eth1")


@pytest.mark.rule("IV.A.4")
def test_contact_eliminates_cannon_alone(combat: Any) -> None:
    """The whole stack is eliminated, and an attacker may advance, as for defender eliminated."""
    table = combat("c-eth1 0402, m-can1 0302, m-can2 0302, m-can3 0302", "christian", CANNON)
    after = table.play("attack c-eth1 > m-can1,m-can2,m-can3", 4)
    assert ["m-can1", "m-can2", "m-can3"] == after.removed()
    assert {"IV.A.4"} == {str(e.rule) for e in after.events if e.type == "removed"}
    assert {"advance c-eth1 0302", "no-advance"} == after.legal()


@pytest.mark.rule("IV.A.4")
def test_contact_spares_cannon_in_company(combat: Any) -> None:
    """Cannon with infantry are not alone in their hex."""
    table = combat("c-eth1 0402, m-can1 0302, m-nub1 0302", "christian", CANNON)
    assert [] == table.play("attack c-eth1 > m-nub1,m-can1", 1).removed()


@pytest.mark.rule("IV.A.5")
@pytest.mark.parametrize("gun", ["0505", "0304", "0403", "0606", "0205"])
def test_cannon_reach_two_hexes(combat: Any, gun: str) -> None:
    """A gun one or two hexes away may join the attack, whatever is between."""
    table = combat(f"m-tinf1 0404, m-can1 {gun}, c-eth1 0405", options=CANNON)
    assert "attack m-tinf1,m-can1 > c-eth1" in table.legal()
    assert 5 == table.preview("attack m-tinf1,m-can1 > c-eth1").attack


@pytest.mark.rule("IV.A.5")
@pytest.mark.parametrize("gun", ["0402", "0607", "0203", "0702"])
def test_cannon_do_not_reach_three_hexes(combat: Any, gun: str) -> None:
    """A gun farther away can neither join an attack nor bombard."""
    table = combat(f"m-tinf1 0404, m-can1 {gun}, c-eth1 0405", options=CANNON)
    assert ("IV.A.7.a", "Ethiopian infantry 1", "Moslem cannon 1") == table.reason(
        "attack m-tinf1,m-can1 > c-eth1")
    assert "IV.A.5" == table.refusal("bombard m-can1 > c-eth1")
    assert "IV.A.5" == table.refusal("attack m-can1 > c-eth1")
    assert {"attack m-tinf1 > c-eth1"} == table.legal()


@pytest.mark.rule("IV.A.6")
def test_only_enemies_next_to_a_friend(combat: Any) -> None:
    """A gun in range of an enemy can do nothing unless a friend is adjacent to that enemy."""
    table = combat("m-tinf1 0404, m-can1 0403, c-eth1 0405, c-eth2 0502", options=CANNON)
    assert "bombard m-can1 > c-eth2" not in table.legal()
    free = combat("m-tinf1 0303, m-can1 0503, c-eth1 0304, c-eth2 0505", options=CANNON)
    assert ("IV.A.6", "Ethiopian infantry 2") == free.reason("bombard m-can1 > c-eth2")
    assert ("IV.A.6", "Ethiopian infantry 2") == free.reason("attack m-can1 > c-eth2")
    assert all("c-eth2" not in notation for notation in free.legal())


@pytest.mark.rule("IV.A.5")
def test_no_unit_joins_an_attack_on_one_that_is_off_the_map(combat: Any) -> None:
    table = combat("m-tinf1 0404, m-can1 0403, c-eth1 0405", options=CANNON)
    assert ("m-tinf1",) in {each.units for each in table.rules.offers(table.state, Picked(("c-eth1",)))}
    assert [] == [each for each in table.rules.offers(table.state, Picked(("c-eth2",))) if each.verdict]


@pytest.mark.rule("IV.A.6")
def test_the_gun_cannot_support_its_own_bombardment(combat: Any) -> None:
    """Bombardment needs another friend adjacent to the enemy."""
    table = combat("m-can1 0404, c-eth1 0405", options=CANNON)
    assert ("IV.A.6", "Ethiopian infantry 1") == table.reason("bombard m-can1 > c-eth1")
    assert {"attack m-can1 > c-eth1"} == table.legal()


@pytest.mark.rule("IV.A.7")
def test_one_attack_a_turn_for_a_cannon(combat: Any) -> None:
    """Once it has fired in any way, it can neither join an attack nor bombard."""
    fired = "II.E.4", "Moslem cannon 1"
    table = combat("m-tinf1 0404, m-can1 0502, c-eth1 0405, c-musk1 0504", options=CANNON)
    assert fired == table.play("bombard m-can1 > c-musk1").reason("attack m-tinf1,m-can1 > c-eth1")
    table = combat("m-tinf1 0404, m-nub1 0604, m-can1 0403, c-eth1 0405, c-eth2 0504", options=CANNON)
    table = table.play("attack m-nub1,m-can1 > c-eth2", 1)
    assert fired == table.reason("attack m-tinf1,m-can1 > c-eth1")
    assert fired == table.reason("bombard m-can1 > c-eth1")
    assert {"attack m-tinf1 > c-eth1"} == table.legal()


@pytest.mark.rule("IV.A.7.a")
def test_combined_attack(combat: Any) -> None:
    """A gun in range of one of several defenders adds its point."""
    table = combat("m-tinf1 0404, m-can1 0502, c-musk1 0405, c-res1 0504", options=CANNON)
    preview = table.preview("attack m-tinf1,m-can1 > c-musk1,c-res1")
    assert table.check("attack m-tinf1,m-can1 > c-musk1,c-res1")
    assert (5, 4, "1-1") == (preview.attack, preview.defence, preview.column)


@pytest.mark.rule("IV.A.7.a")
def test_distant_cannon_suffer_nothing(combat: Any) -> None:
    """AE and EX do not affect them, but do affect a cannon adjacent to a defender."""
    act = "attack m-tinf1,m-can1 > c-eth1"
    distant, close = combat(SUPPORTED, options=CANNON), combat("m-tinf1 0404, m-can1 0504, c-eth1 0405", options=CANNON)
    assert ["m-tinf1"] == distant.play(act, 6).removed()
    assert ["m-tinf1", "m-can1"] == close.play(act, 6).removed()
    assert {"c-eth1", "m-tinf1"} == set(distant.play(act, 2).removed())
    exchange = close.play(act, 2)
    assert ["c-eth1"] == exchange.removed()
    assert {"lose m-tinf1", "lose m-tinf1,m-can1"} == exchange.legal()


@pytest.mark.rule("IV.A.7.a")
@pytest.mark.parametrize(("face", "rule"), [(1, "IV.A.7.a"), (2, "IV.A.7.a (ruling 3)"), (6, "IV.A.7.a")])
def test_a_notice_says_that_distant_cannon_are_spared(combat: Any, face: int, rule: str) -> None:
    """This holds for contact, an exchange and attackers eliminated; there is none for a cannon next to the enemy."""
    act = "attack m-tinf1,m-can1 > c-eth1"
    rolled, notice = combat(SUPPORTED, options=CANNON).play(act, face).events[1:3]
    assert (rule, "Moslem cannon 1") == (str(notice.rule), *facts(notice.text))
    assert (face == 1) == ("Moslem cannon 1" in str(rolled.meaning))
    close = combat("m-tinf1 0404, m-can1 0504, c-eth1 0405", options=CANNON).play(act, face)
    assert "noted" not in {event.type for event in close.events}


@pytest.mark.rule("IV.A.7.a")
def test_a_cannon_next_to_one_of_the_defenders_is_affected(combat: Any) -> None:
    """It is eliminated with the other attackers although it is not next to the other defender (ruling 17)."""
    table = combat("m-tinf1 0404, m-can1 0304, c-musk1 0405, c-res1 0504", options=CANNON)
    assert ["m-tinf1", "m-can1"] == table.play("attack m-tinf1,m-can1 > c-musk1,c-res1", 6).removed()


@pytest.mark.rule("IV.A.7.a")
def test_distant_cannon_cannot_be_lost_in_an_exchange(combat: Any) -> None:
    """The refusal says why; another unit simply takes no part (ruling 3)."""
    line = "m-nub1 0404, m-nub2 0503, m-tinf1 0405, m-can1 0403, c-eth1 0504, m-egy1 0101"
    table = combat(line, options=CANNON).play("attack m-nub1,m-nub2,m-tinf1,m-can1 > c-eth1", 4)
    spared = table.reason("lose m-can1,m-nub1")
    assert "IV.A.7.a (ruling 3)" == spared[0]
    assert spared == cited(why_idle(table.rules, table.state, "m-can1"))
    assert "I.D" == table.refusal("lose m-egy1,m-nub1")


@pytest.mark.rule("IV.A.7.a")
def test_distant_cannon_do_not_count_in_an_exchange(combat: Any) -> None:
    """Three with two distant guns exchange with four: the three are the smaller force, the four pay (ruling 3)."""
    line = "m-nub1 0404, m-can1 0403, m-can2 0403, c-eth1 0405"
    table = combat(line, options=CANNON)
    assert 5 == table.preview("attack m-nub1,m-can1,m-can2 > c-eth1").attack
    after = table.play("attack m-nub1,m-can1,m-can2 > c-eth1", 2)
    assert ["m-nub1", "c-eth1"] == after.removed()
    assert {"m-can1", "m-can2"} == set(after.units)


@pytest.mark.rule("IV.A.7.b")
def test_bombardment(combat: Any) -> None:
    """Bombardment needs no die and has no effect; the enemy counts as attacked and the friend may attack another."""
    table = combat("m-tinf1 0404, m-can1 0502, c-eth1 0405, c-musk1 0504", options=CANNON)
    before = table.units
    after = table.play("bombard m-can1 > c-musk1")
    assert ["IV.A.7.b"] == [str(event.rule) for event in after.events]
    assert before == after.units
    assert (1, "combat", "moslem") == after.now
    assert {"attack m-tinf1 > c-eth1"} == after.legal()
    assert "II.E.2" == after.refusal("attack m-tinf1 > c-musk1")
    preview = table.preview("bombard m-can1 > c-musk1")
    assert (None, ["-"]) == (preview.column, [o.result for o in preview.outcomes])


@pytest.mark.rule("IV.A.7.b")
def test_bombardment_is_solitary_and_aimed_at_one_hex(combat: Any) -> None:
    """Two distant guns alone are no attack; one gun cannot bombard two hexes; infantry cannot bombard."""
    table = combat("m-tinf1 0404, m-can1 0502, m-can2 0502, c-musk1 0503, c-res1 0504", options=CANNON)
    assert "IV.A.7.b" == table.refusal("attack m-can1,m-can2 > c-res1")
    near = combat("m-tinf1 0404, m-can1 0502, c-musk1 0503, c-res1 0504", options=CANNON)
    alone = near.check("attack m-can1 > c-musk1,c-res1").reasons[0]
    assert ("IV.A.7.c", ["c-res1"]) == (alone.rule.number, alone.values["defenders"])
    assert ("IV.A.7.b",) == table.reason("bombard m-can1 > c-musk1,c-res1")
    assert ("IV.A.7.b", "Turkish infantry") == table.reason("bombard m-tinf1 > c-res1")


@pytest.mark.rule("IV.A.7.b")
@pytest.mark.rule("II.E.3")
def test_bombardment_may_not_leave_a_friend_idle(combat: Any) -> None:
    """A gun may not bombard the only enemy of a friend that must attack (ruling 8)."""
    table = combat(SUPPORTED, options=CANNON)
    assert ("II.E.3 (ruling 8)", "Turkish infantry") == table.reason("bombard m-can1 > c-eth1")


@pytest.mark.rule("II.E.3")
def test_an_enemy_may_be_left_to_a_gun(combat: Any) -> None:
    """An attack that leaves an enemy to the gun is legal, and then only the bombardment is left (ruling 8)."""
    table = combat("m-tinf1 0404, m-can1 0502, c-eth1 0405, c-musk1 0504", options=CANNON)
    assert table.check("attack m-tinf1 > c-eth1")
    after = table.play("attack m-tinf1 > c-eth1", 4)
    assert {"bombard m-can1 > c-musk1"} == after.legal()
    assert (1, "movement", "christian") == after.play("bombard m-can1 > c-musk1").now
    without = combat("m-tinf1 0404, c-eth1 0405, c-musk1 0504", options=CANNON)
    assert {"attack m-tinf1 > c-musk1,c-eth1"} == without.legal()


@pytest.mark.rule("II.E.3")
def test_the_gun_that_is_needed_may_not_fire_elsewhere(combat: Any) -> None:
    """Once an enemy has been left to it, the gun joins no other attack; the refusal names that enemy (ruling 8)."""
    table = combat("m-tinf1 0404, m-nub1 0603, m-can1 0502, c-eth1 0405, c-musk1 0504, c-eth2 0602", options=CANNON)
    table = table.play("attack m-tinf1 > c-eth1", 4)
    assert ("II.E.3 (ruling 8)", "Portuguese musket infantry") == table.reason("attack m-nub1,m-can1 > c-eth2")
    assert table.check("attack m-nub1 > c-eth2")


@pytest.mark.rule("II.E.3")
def test_the_needed_gun_may_be_out_of_contact(combat: Any) -> None:
    """Joining an attack from afar uses it up too; enemies that can be attacked otherwise are not named (ruling 8)."""
    line = "m-tinf1 0404, m-nub1 0803, m-can1 0502, c-eth1 0405, c-musk1 0504, c-eth2 0702, m-nub2 0101, c-eth3 0102"
    table = combat(line.replace("c-eth3", "c-port1"), options=CANNON).play("attack m-tinf1 > c-eth1", 4)
    assert ("II.E.3 (ruling 8)", "Portuguese musket infantry") == table.reason("attack m-nub1,m-can1 > c-eth2")
    assert {"attack m-nub1 > c-eth2", "attack m-nub2 > c-port1", "bombard m-can1 > c-musk1"} == table.legal()


@pytest.mark.rule("II.E.3")
def test_the_only_gun_in_range_may_not_be_wasted(combat: Any) -> None:
    """Of two enemies left to two guns, the gun that reaches both must leave the other gun its one target (ruling 8)."""
    table = combat("c-eth1 0404, c-can1 0506, c-can2 0306, m-tcav1 0504, m-nub1 0405, m-nub2 0403", "christian", CANNON)
    table = table.play("attack c-eth1 > m-nub2", 1)
    assert ("II.E.3 (ruling 8)", "Turkish cavalry") == table.reason("bombard c-can1 > m-nub1")
    assert {"bombard c-can1 > m-tcav1", "bombard c-can2 > m-nub1"} == table.legal()


@pytest.mark.rule("II.E.3")
@pytest.mark.rule("II.E.13")
def test_an_advance_may_not_prevent_a_needed_bombardment(combat: Any) -> None:
    """The friend needed for the bombardment may not advance until the gun has fired (ruling 8)."""
    line = "m-tinf1 0101, c-res1 0201, c-port1 0102, m-can1 0104, c-eth1 0305, m-nub1 0306"
    table = combat(line, options=CANNON)
    after = table.play("attack m-tinf1 > c-res1", 1)
    assert {"bombard m-can1 > c-port1", "attack m-nub1 > c-eth1"} == after.legal()
    pair = combat(f"{line}, m-nub2 0301", options=CANNON).play("attack m-tinf1,m-nub2 > c-res1", 1)
    assert ("II.E.3 (ruling 8)", "Portuguese infantry 1", "Turkish infantry") == pair.reason("advance m-tinf1 0201")
    assert {"advance m-nub2 0201", "no-advance"} == pair.legal()
    stay = table.play("bombard m-can1 > c-port1").play("attack m-tinf1 > c-res1", 1)
    assert stay.check("advance m-tinf1 0201")


@pytest.mark.rule("II.E.3")
@pytest.mark.rule("II.E.13")
@pytest.mark.parametrize(("line", "side", "attack", "advance", "bombardment"), [
    ("m-egy1 0404, m-can1 0407, c-can1 0403, c-port1 0405", "moslem", "attack m-egy1 > c-can1", "advance m-egy1 0403",
     "bombard m-can1 > c-port1"),
    ("c-eth1 0504, c-can1 0607, m-can1 0404, m-nub1 0605", "christian", "attack c-eth1 > m-can1",
     "advance c-eth1 0404", "bombard c-can1 > m-nub1")])
def test_an_advance_that_a_bombardment_prevents_is_forfeited(combat: Any, line: str, side: str, attack: str,
                                                             advance: str, bombardment: str) -> None:
    """A notice and the refusal have the reason; after the bombardment the advance is not offered again (ruling 8)."""
    table = combat(line, side, CANNON)
    assert "II.E.13" == table.refusal(advance)
    after = table.play(attack, 1)
    (notice,) = (event for event in after.events if event.type == "noted")
    assert "II.E.3 (ruling 8)" == str(notice.rule)
    assert after.reason(advance) == (str(notice.rule), *facts(notice.text))
    assert {bombardment} == after.legal()
    assert "movement" == after.play(bombardment).now[1]
    assert str(notice.rule) not in {str(event.rule) for event in table.play(attack, 6).events}


@pytest.mark.rule("II.E.3")
@pytest.mark.parametrize(("line", "side", "attack", "units"), [
    ("m-can1 0404, m-nub1 0604, c-port1 0504, c-eth1 0605", "moslem", "attack m-nub1 > c-port1",
     ("Moslem cannon 1", "Ethiopian infantry 1")),
    ("c-can1 0404, c-eth1 0604, m-nub1 0504, m-nub2 0605", "christian", "attack c-eth1 > m-nub1",
     ("Nubian infantry 2", "Christian cannon 1"))])
def test_a_notice_names_the_units_that_no_longer_have_to_fight(combat: Any, line: str, side: str, attack: str,
                                                               units: tuple[str, ...]) -> None:
    """The unit that could have attacked one enemy, or made the other's bombardment possible, is lost (ruling 5)."""
    after = combat(line, side, CANNON).play(attack, 6)
    assert [("II.E.3 (ruling 5)", *units)] == [(str(event.rule), *facts(event.text)) for event in after.events
                                               if event.rule.number == "II.E.3"]
    assert "movement" == after.now[1]


@pytest.mark.rule("IV.A.7.c")
def test_individual_attack(combat: Any) -> None:
    """A cannon alone next to an enemy must attack; the result is always contact, without a die."""
    table = combat("m-can1 0404, c-eth1 0405, c-eth2 0503", options=CANNON)
    assert {"attack m-can1 > c-eth1,c-eth2"} == table.legal()
    preview = table.preview("attack m-can1 > c-eth1,c-eth2")
    assert (None, [("C", 1)]) == (preview.column, [(o.result, o.chance) for o in preview.outcomes])
    after = table.play("attack m-can1 > c-eth1,c-eth2")
    assert [] == after.removed()
    assert (1, "movement", "christian") == after.now
    assert "IV.A.7.c" == after.events[0].rule.number
    assert "fight" in str(after.events[0].text), "the report says what contact means"
    last = combat("c-can1 0405, m-nub1 0404", "christian", CANNON, 10).play("attack c-can1 > m-nub1")
    assert "fight" not in str(last.events[0].text)


@pytest.mark.rule("IV.A.7.c")
def test_individual_attack_on_cannon_leaves_them(combat: Any) -> None:
    """Its contact does not eliminate cannon as in IV.A.4; several cannon may make one such attack (ruling 11)."""
    table = combat("m-can1 0404, m-can2 0404, c-can1 0405", options=CANNON)
    assert table.check("attack m-can1,m-can2 > c-can1")
    assert [] == table.play("attack m-can1,m-can2 > c-can1").removed()
    basic = combat("m-can1 0404, c-can1 0405")
    assert ["c-can1"] == basic.play("attack m-can1 > c-can1", 1).removed()


@pytest.mark.rule("IV.A.7.c")
def test_without_the_option_cannon_attack_like_others(combat: Any) -> None:
    """They roll, and can be eliminated."""
    table = combat("m-can1 0404, c-eth1 0405").play("attack m-can1 > c-eth1", 6)
    assert ["m-can1"] == table.removed()


@pytest.mark.rule("IV.A.8")
def test_terrain_does_not_reduce_cannon(combat: Any) -> None:
    """Neither wadi nor trench reduces a cannon, adjacent or distant; a town's bonus still counts against it."""
    wadi = combat("m-can1 0202, m-nub1 0303, c-eth1 0302", options=CANNON).preview("attack m-nub1,m-can1 > c-eth1")
    assert 3 + 1 == wadi.attack
    trench = combat("m-can1 0505, m-egy1 0507, c-eth1 0506", options=CANNON).preview("attack m-egy1,m-can1 > c-eth1")
    assert 4 + 1 == trench.attack
    town = combat("m-can1 0403, m-egy1 0404, c-eth1 0304", options=CANNON).preview("attack m-egy1,m-can1 > c-eth1")
    assert (5, 5) == (town.attack, town.defence)
    inside = combat("m-egy1 0404, c-can1 0304", options=CANNON).preview("attack m-egy1 > c-can1")
    assert 1 + 1 == inside.defence


@pytest.mark.rule("IV.A.8")
def test_cannon_fire_over_a_wadi(combat: Any) -> None:
    """Nothing between hinders a bombardment."""
    over = combat("m-can1 0205, m-nub1 0404, c-eth1 0405, c-musk1 0304", options=CANNON)
    assert over.check("bombard m-can1 > c-musk1")


@pytest.mark.rule("IV.A.7.b")
@pytest.mark.rule("II.E.3")
def test_a_cannon_whose_neighbour_survives_must_join_elsewhere(combat: Any) -> None:
    """Its neighbour has been fought, with contact; the gun must still join another attack in its range (ruling 5)."""
    line = "m-tinf1 0604, c-eth1 0603, m-can1 0601, c-res1 0501, m-nub1 0401"
    table = combat(line, options=CANNON)
    assert "attack m-nub1 > c-res1" in table.legal()
    table = table.play("attack m-nub1 > c-res1")
    faces = [face for face in range(1, 7) if not table.play(face).removed()]
    table = table.play(faces[0])
    assert {"attack m-tinf1,m-can1 > c-eth1"} == table.legal()
    assert ("II.E.3 (ruling 8)", "Moslem cannon 1") == table.reason("attack m-tinf1 > c-eth1")
    assert "m-can1" in table.rules.prompt(table.state).duties[0].units
    gone = combat(line.replace("m-nub1 0401", "m-nub1 0401, m-tcav1 0502"), options=CANNON)
    gone = gone.play("attack m-nub1,m-tcav1 > c-res1")
    fallen = next(gone.play(face) for face in range(1, 7) if "c-res1" in gone.play(face).removed())
    while "attack m-tinf1 > c-eth1" not in fallen.legal():
        fallen = fallen.play(min(fallen.legal()))
    assert "m-can1" not in fallen.rules.prompt(fallen.state).duties[0].units
