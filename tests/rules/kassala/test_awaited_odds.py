"""The odds shown before a unit moves next to an enemy are those of its attack afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import facts

LINE = "m-arab1 0602, m-nub1 0803, c-galla1 0804, c-port1 0304"


@pytest.mark.rule("II.E.8")
@pytest.mark.rule("II.D.10")
def test_the_odds_shown_are_those_of_the_attack(movement: Any) -> None:
    """They include the friend already there and the town's points; the stop in the zone of control comes first."""
    table = movement(LINE)
    stop, attack = table.rules.hazards_on(table.state, ("m-arab1",), "0703")
    assert ("II.D.10 (ruling 18)", None) == (str(stop.rule), stop.preview)
    assert "Nubian infantry" in str(attack.details)
    gone = table.play("move m-arab1 0703", "end-movement")
    assert gone.preview("attack m-arab1,m-nub1 > c-galla1") == attack.preview


@pytest.mark.rule("II.E.8")
def test_an_enemy_is_answered_from_the_best_adjacent_hex(movement: Any) -> None:
    """Pointing at the enemy names the hex."""
    table = movement(LINE)
    (attack,) = table.rules.hazards_on(table.state, ("m-arab1",), "0804")
    assert facts(attack.title)[:2] == ("Kassala", "0804")
    assert attack.preview is not None


def test_no_hazard_far_from_enemies_or_out_of_reach(movement: Any) -> None:
    """There are no odds in the open, out of reach, or in the other side's movement."""
    table = movement(LINE)
    assert () == table.rules.hazards_on(table.state, ("m-arab1",), "0601")
    assert () == table.rules.hazards_on(table.state, ("m-arab1",), "0305")
    assert () == table.rules.hazards_on(table.state, ("c-port1",), "0404")
    assert () == table.rules.hazards_on(table.state, ("m-arab1",), "9999")
