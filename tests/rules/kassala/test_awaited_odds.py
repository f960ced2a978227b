"""What awaits a unit beside an enemy, told before it goes: the same odds as the attack has when it has gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import facts

LINE = "m-arab1 0602, m-nub1 0803, c-galla1 0804, c-port1 0304"


@pytest.mark.rule("II.E.8")
@pytest.mark.rule("II.D.10")
def test_the_odds_told_are_those_of_the_attack(movement: Any) -> None:
    """With the friend who stands there already, the town's points counted; before it all the stop."""
    table = movement(LINE)
    stop, attack = table.rules.hazards_on(table.state, ("m-arab1",), "0703")
    assert ("II.D.10", None) == (stop.rule.number, stop.preview)
    assert "Nubian infantry" in str(attack.told)
    gone = table.play("move m-arab1 0703", "end-movement")
    assert gone.preview("attack m-arab1,m-nub1 > c-galla1") == attack.preview


@pytest.mark.rule("II.E.8")
def test_the_enemy_himself_is_answered_from_the_best_hex_beside_him(movement: Any) -> None:
    """Pointing at him says where from."""
    table = movement(LINE)
    (attack,) = table.rules.hazards_on(table.state, ("m-arab1",), "0804")
    assert facts(attack.title)[:2] == ("Kassala", "0804")
    assert attack.preview is not None


def test_nothing_awaits_a_unit_far_from_enemies_or_out_of_reach(movement: Any) -> None:
    """No odds are invented: neither in the open, nor where it cannot go, nor in the other side's movement."""
    table = movement(LINE)
    assert () == table.rules.hazards_on(table.state, ("m-arab1",), "0601")
    assert () == table.rules.hazards_on(table.state, ("m-arab1",), "0305")
    assert () == table.rules.hazards_on(table.state, ("c-port1",), "0404")
    assert () == table.rules.hazards_on(table.state, ("m-arab1",), "9999")
