"""Section II.E, rules 1 to 7 and 12: each unit must attack and be attacked exactly once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import cited, facts

LINE = "m-tcav1 0301, m-tinf1 0401, m-egy1 0501, c-eth1 0302, c-eth2 0402"
"""Moslem 0301 is adjacent to 0302 and 0402; 0401 to 0402 only; 0501 to 0402 only."""


@pytest.mark.rule("II.E")
def test_combat_is_declared_then_resolved_by_one_die(combat: Any) -> None:
    """The phasing player attacks; the die is pending at once; its result is carried out."""
    table = combat("m-tcav1 0404, c-musk1 0405")
    assert ("II.E", "Portuguese musket infantry") == table.reason("attack c-musk1 > m-tcav1")
    assert ("II.E", "Turkish cavalry") == table.reason("attack m-tcav1 > m-tcav1")
    declared = table.play("attack m-tcav1 > c-musk1")
    assert (1, "combat", "chance") == declared.now
    assert [("declared", ("m-tcav1",), ("c-musk1",))] == [
        (event.type, event.attackers, event.defenders) for event in declared.events]
    assert (4, 2, "2-1") == facts(declared.events[0].text)[-3:]
    assert ["c-musk1"] == declared.play(1).removed()


@pytest.mark.rule("II.E.1")
def test_only_adjacent_units_are_attacked(combat: Any) -> None:
    """Every attacker must be adjacent to every defender (ruling 1, example V.C)."""
    table = combat(LINE)
    assert ("II.E.1", "Turkish infantry", "Ethiopian infantry 1") == table.reason("attack m-tinf1 > c-eth1")
    assert "II.E.1" == table.refusal("attack m-tcav1,m-tinf1 > c-eth1")
    assert "II.E.1" == table.refusal("attack m-tcav1,m-tinf1,m-egy1 > c-eth1,c-eth2")
    reason = table.check("attack m-tcav1,m-tinf1 > c-eth1,c-eth2").reasons[0]
    assert ("m-tinf1", ["c-eth1"]) == (reason.values["unit"], reason.values["not_next_to"])


@pytest.mark.rule("II.E.1")
def test_two_hexes_away_is_not_adjacent(combat: Any) -> None:
    """This holds for cannon too, without the cannon option."""
    table = combat("m-can1 0302, m-tinf1 0403, c-eth1 0404")
    assert ("II.E.1", "Moslem cannon 1", "Ethiopian infantry 1") == table.reason("attack m-tinf1,m-can1 > c-eth1")


@pytest.mark.rule("II.E.2")
def test_attacked_once(combat: Any) -> None:
    """A unit that survived an attack may not be attacked again in the phase, but attacks in its own turn."""
    table = combat("m-tcav1 0404, m-tinf1 0403, m-egy1 0503, c-eth1 0504, c-eth2 0603")
    table = table.play("attack m-tcav1 > c-eth1", 1)
    assert {"c-eth1", "c-eth2"} <= set(table.units)
    assert ("II.E.2", "Ethiopian infantry 1") == table.reason("attack m-egy1 > c-eth1")
    table = table.play("attack m-egy1 > c-eth2", 4)
    assert (1, "movement", "christian") == table.now
    own = table.play("end-movement")
    assert (1, "combat", "christian") == own.now
    assert any("c-eth1 >" in notation for notation in own.legal("attack"))


@pytest.mark.rule("II.E.3")
def test_no_unit_may_be_left_without_an_opponent(combat: Any) -> None:
    """An attack that would leave a unit of either side without its required opponent is refused by name (ruling 1)."""
    table = combat(LINE)
    assert ("II.E.3 (ruling 1)", "Ethiopian infantry 1") == table.reason("attack m-tcav1,m-tinf1,m-egy1 > c-eth2")
    assert ("II.E.3 (ruling 1)", "Egyptian/Sudanese infantry") == table.reason("attack m-tinf1 > c-eth2")
    assert (("II.E.3 (ruling 1)", "Turkish infantry", "Egyptian/Sudanese infantry") == table.reason(
        "attack m-tcav1 > c-eth1,c-eth2"))
    assert {"attack m-tcav1 > c-eth1", "attack m-tinf1,m-egy1 > c-eth2"} == table.legal("attack")


@pytest.mark.rule("II.E.3")
def test_the_phase_cannot_end_before_all_have_fought(combat: Any) -> None:
    """After one of two attacks the duties name the remaining units; the phase ends after the second."""
    table = combat(LINE).play("attack m-tinf1,m-egy1 > c-eth2", 5)
    assert (1, "combat", "moslem") == table.now
    duties = table.rules.prompt(table.state).duties
    assert [("m-tcav1",), ("c-eth1",)] == [duty.units for duty in duties]
    assert ["II.E.3", "II.E.3"] == [duty.rule.number for duty in duties]
    assert {"attack m-tcav1 > c-eth1"} == table.legal()
    assert (1, "movement", "christian") == table.play("attack m-tcav1 > c-eth1", 4).now


@pytest.mark.rule("II.E.3")
def test_a_duty_ends_when_no_opponent_is_left(combat: Any) -> None:
    """If the infantry's only adjacent enemy has been fought without it, the phase is over (ruling 5)."""
    table = combat("m-tcav1 0404, m-tinf1 0403, c-musk1 0503")
    assert (1, "combat", "moslem") == table.now
    fought = {**table.position, "done": ["m-tcav1", "c-musk1"]}
    state = table.rules.from_position(fought)
    assert ("movement", "christian") == (table.rules.prompt(state).phase, table.rules.to_act(state))


@pytest.mark.rule("II.E.3")
def test_advance_creates_no_new_duty(combat: Any) -> None:
    """An enemy reached by an advance is not attacked now, and attacks in its own turn (ruling 13)."""
    table = combat("m-tcav1 0403, m-tinf1 0701, c-musk1 0404, c-eth1 0406, c-eth2 0702")
    table = table.play("attack m-tcav1 > c-musk1", 1, "advance m-tcav1 0404")
    assert "II.E.4" == table.refusal("attack m-tcav1 > c-eth1")
    assert "II.E.1" == table.refusal("attack m-tinf1 > c-eth1")
    table = combat("m-tcav1 0403, m-tinf1 0502, c-musk1 0404, c-eth1 0504, c-eth2 0603")
    table = table.play("attack m-tcav1 > c-musk1", 1, "advance m-tcav1 0404")
    assert "II.E.1" == table.refusal("attack m-tinf1 > c-eth1")
    after = table.play("attack m-tinf1 > c-eth2", 3)
    assert (1, "movement", "christian") == after.now
    assert {"attack c-eth1 > m-tcav1"} <= after.play("end-movement").legal("attack")


@pytest.mark.rule("II.E.3")
def test_a_unit_out_of_contact_at_the_start_may_not_be_attacked(combat: Any) -> None:
    """A defender reached by an advance may not be attacked by an adjacent unit that has not fought yet (ruling 13)."""
    line = "m-tcav1 0403, m-tinf1 0503, c-musk1 0404, c-eth2 0603, c-eth1 0504"
    bound = combat(line)
    assert set(bound.position["obliged"]) == {"m-tcav1", "m-tinf1", "c-musk1", "c-eth1", "c-eth2"}
    position = {**bound.position, "obliged": ["m-tcav1", "m-tinf1", "c-musk1", "c-eth2"]}
    state = bound.rules.from_position(position)
    verdict = bound.rules.check(state, bound.rules.parse("attack m-tinf1 > c-eth1"))
    assert ("II.E.3 (ruling 13)", "Ethiopian infantry 1") == cited(verdict)


@pytest.mark.rule("II.E.3")
def test_a_unit_out_of_contact_at_the_start_may_not_attack(combat: Any) -> None:
    """A friend that came into contact only during the combat may not attack (ruling 13)."""
    table = combat("m-tcav1 0403, m-tinf1 0503, c-eth1 0404")
    state = table.rules.from_position({**table.position, "obliged": ["m-tcav1", "c-eth1"]})
    verdict = table.rules.check(state, table.rules.parse("attack m-tcav1,m-tinf1 > c-eth1"))
    assert ("II.E.3 (ruling 13)", "Turkish infantry") == cited(verdict)


@pytest.mark.rule("II.E.4")
def test_attacks_once(combat: Any) -> None:
    """A unit that has attacked may not attack again in this phase."""
    table = combat("m-tcav1 0404, m-tinf1 0503, c-eth1 0504, c-eth2 0405")
    table = table.play("attack m-tcav1 > c-eth2", 1)
    assert ("II.E.4", "Turkish cavalry") == table.reason("attack m-tcav1 > c-eth1")
    assert "II.E.4" == table.refusal("attack m-tcav1,m-tinf1 > c-eth1")
    assert {"units": ["m-tcav1"]} == dict(table.check("attack m-tcav1,m-tinf1 > c-eth1").reasons[0].values)
    assert {"units": ["c-eth2"]} == dict(table.check("attack m-tinf1 > c-eth1,c-eth2").reasons[0].values)


@pytest.mark.rule("II.E.5")
def test_one_attack_on_several_enemies(combat: Any) -> None:
    """Two and three adjacent enemies may be attacked at once, with their strengths added."""
    table = combat("m-tcav1 0404, c-eth1 0503, c-eth2 0504, c-musk1 0405")
    assert {"attack m-tcav1 > c-musk1,c-eth1,c-eth2"} == table.legal("attack")
    preview = table.preview("attack m-tcav1 > c-eth1,c-eth2,c-musk1")
    assert (4, 10, "1-3") == (preview.attack, preview.defence, preview.column)


@pytest.mark.rule("II.E.6")
def test_strength_is_never_split(combat: Any) -> None:
    """A unit adjacent to two enemies uses its whole strength against one and may not attack the other."""
    table = combat("m-tcav1 0404, m-tinf1 0403, c-eth1 0503, c-eth2 0504")
    assert 8 == table.preview("attack m-tcav1,m-tinf1 > c-eth1").attack
    table = table.play("attack m-tinf1 > c-eth1", 1)
    assert "II.E.4" == table.refusal("attack m-tcav1,m-tinf1 > c-eth2")
    assert {"attack m-tcav1 > c-eth2"} == table.legal("attack")


@pytest.mark.rule("II.E.7")
def test_free_pairing(combat: Any) -> None:
    """Two against two, all adjacent: every pairing that leaves no unit over is legal."""
    table = combat("m-tcav1 0404, m-tinf1 0503, c-eth1 0504, c-eth2 0403")
    assert {
        "attack m-tcav1 > c-eth1", "attack m-tcav1 > c-eth2", "attack m-tinf1 > c-eth1", "attack m-tinf1 > c-eth2",
        "attack m-tcav1,m-tinf1 > c-eth1,c-eth2",
    } == table.legal("attack")


@pytest.mark.rule("II.E.7")
def test_single_cannon_of_the_printed_stack(combat: Any) -> None:
    """Without the cannon option each of the three may be attacked alone, or several together (ruling 7)."""
    table = combat("m-can1 0302, m-can2 0302, m-can3 0302, c-eth1 0402, c-eth2 0403", "christian")
    assert table.check("attack c-eth1 > m-can2")
    assert 1 == table.preview("attack c-eth1 > m-can2").defence
    assert 3 == table.preview("attack c-eth1,c-eth2 > m-can1,m-can2,m-can3").defence
    after = table.play("attack c-eth1 > m-can2", 1)
    assert ["m-can2"] == after.removed()
    assert {"m-can1", "m-can3"} <= set(after.units)
    assert {"attack c-eth2 > m-can1,m-can3"} == after.legal("attack")


@pytest.mark.rule("II.E.12")
def test_any_order_and_each_at_once(combat: Any) -> None:
    """Two separate combats may be fought in either order; nothing is possible between declaration and result."""
    line = "m-tcav1 0404, c-eth1 0405, m-tinf1 0701, c-eth2 0702"
    one, other = "attack m-tcav1 > c-eth1", "attack m-tinf1 > c-eth2"
    for first, second in ((one, other), (other, one)):
        table = combat(line).play(first)
        assert ("II.E.12",) == table.reason(second)
        assert {f"roll {face}" for face in range(1, 7)} == table.legal()
        assert {second} == table.play(6).legal()


@pytest.mark.rule("II.E.3")
def test_eliminated_units_have_no_duty(combat: Any) -> None:
    """Units off the map are not in combat, even if they were when the phase began (ruling 5)."""
    table = combat("m-tcav1 0404, c-eth1 0405, m-nub1 0706, c-eth2 0806")
    bound = {**table.position, "obliged": [*table.position["obliged"], "m-tinf1", "c-galla1"]}
    state = table.rules.from_position(bound)
    assert table.legal() == {action.notation for action in table.rules.candidates(state)}
    assert table.rules.prompt(table.state).duties == table.rules.prompt(state).duties


def test_unavailable_units_are_named(combat: Any) -> None:
    """Units out of the game, on either side of an attack, are refused by name."""
    table = combat("m-tcav1 0404, c-eth1 0405")
    assert ("I.B", "Mamluk cavalry 1") == table.reason("attack m-mam1 > c-eth1")
    assert ("I.B", "Ethiopian infantry 2") == table.reason("attack m-tcav1 > c-eth2")
