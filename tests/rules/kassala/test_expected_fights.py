"""The computer players' estimate of one attack: its chances of losses are those of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from game.rules.kassala.ai.evaluate import KassalaEvaluator
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import ROSTER, SLOT
from tests.rules.kassala.conftest import SetUp
from tests.rules.table import Table


def estimated(kassala: Kassala, at: Table, attackers: Sequence[str], defender: str) -> dict[str, float]:
    """Unit of an attack on one unit -> its estimated chance of being lost."""
    judge, state = kassala.evaluator(), at.state
    assert isinstance(judge, KassalaEvaluator)
    estimators = judge.estimators_of(state.setting)
    team = tuple((SLOT[unit], state.at[SLOT[unit]]) for unit in attackers)
    slot = SLOT[defender]
    fight = estimators.combats.fights.fight(team, ((state.at[slot], (slot,)),),
                                            estimators.prospects.context(state.at, 19))
    return {ROSTER[slot].id: chance for slot, chance in fight.lost}


@pytest.mark.rule("I.D")
@pytest.mark.rule("IV.A.4")
@pytest.mark.parametrize("options", [[], ["cannon"]])
@pytest.mark.parametrize("line", ["m-nub1 0203, c-can1 0204", "m-nub1 0203, c-eth1 0204", "m-nub1 0203, c-musk1 0204"])
def test_chances_of_losses_are_those_of_the_rolls(
    kassala: Kassala, combat: SetUp, line: str, options: list[str]
) -> None:
    """Contact eliminates cannon alone in a hex, with the cannon option and without it."""
    at = combat(f"{line}, c-eth2 0806", options=options)
    attacker, defender = (part.split()[0] for part in line.split(", "))
    lost = Counter(unit for face in range(1, 7)
                   for unit in at.play(f"attack {attacker} > {defender}", face).removed())
    assert estimated(kassala, at, [attacker], defender) == pytest.approx(
        {unit: lost[unit] / 6 for unit in (attacker, defender)})


@pytest.mark.rule("IV.A.7.a")
def test_cannon_that_fire_from_afar_are_expected_to_survive(kassala: Kassala, combat: SetUp) -> None:
    """Of the attackers only the infantry next to the target counts in an exchange, and only it can be lost."""
    at = combat("m-nub1 0203, m-can1 0202, c-eth1 0204, c-eth2 0806", options=["cannon"])
    lost = Counter(unit for face in range(1, 7)
                   for unit in at.play("attack m-nub1,m-can1 > c-eth1", face).removed())
    assert 0 < lost["m-nub1"] < 6
    assert estimated(kassala, at, ["m-nub1", "m-can1"], "c-eth1") == pytest.approx(
        {unit: lost[unit] / 6 for unit in ("m-nub1", "m-can1", "c-eth1")})


@pytest.mark.rule("IV.A.7.c")
def test_cannon_alone_are_expected_to_eliminate_nobody(kassala: Kassala, combat: SetUp) -> None:
    """The contact of an individual attack has no effect, on cannon alone in a hex either (ruling 11)."""
    at = combat("m-can1 0203, c-can1 0204, c-eth2 0806", options=["cannon"])
    assert [] == at.play("attack m-can1 > c-can1").removed()
    assert {"m-can1": 0.0, "c-can1": 0.0} == estimated(kassala, at, ["m-can1"], "c-can1")
