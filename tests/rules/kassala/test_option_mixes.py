"""Section IV: every option alone and with the others."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from game.rules.kassala.system import Kassala

OPTIONS = ("cannon", "free-deployment", "mixed-attacks")
SUBSETS = [subset for n in range(4) for subset in combinations(OPTIONS, n)]


@pytest.mark.rule("IV")
def test_the_three_options(kassala: Kassala) -> None:
    """Each is offered under its own rule; an unknown one is refused by name."""
    assert [("cannon", "IV.A"), ("free-deployment", "IV.B"), ("mixed-attacks", "IV.C")] == [
        (o.name, o.rule.number) for o in kassala.options]
    with pytest.raises(KeyError, match="artillery"):
        kassala.initial("kassala", ["artillery"])


@pytest.mark.rule("IV")
@pytest.mark.parametrize("options", SUBSETS, ids="+".join)
def test_every_mix_changes_what_it_should_and_nothing_else(battle: Any, combat: Any, options: tuple[str, ...]) -> None:
    """Set-up, a distant gun and a mixed attack each show which options are on, independently."""
    assert ("setup" if "free-deployment" in options else "movement") == battle(options).now[1]
    line = "m-tcav1 0404, m-tinf1 0504, m-can1 0403, c-eth1 0405"
    table = combat(line, options=options)
    assert ("attack m-tcav1,m-tinf1,m-can1 > c-eth1" in table.legal()) == ("cannon" in options)
    column = "3-1" if "mixed-attacks" in options else "2-1"
    assert column == table.preview("attack m-tcav1,m-tinf1 > c-eth1").column
    assert "II.D.14" == battle_movement(table, options)


def battle_movement(table: Any, options: tuple[str, ...]) -> str:
    """The rule that refuses a cannon's move, whatever the options."""
    position = {"options": list(options), "phase": "movement", "phasing": "moslem",
                "units": [{"id": "m-can1", "place": "0403"}]}
    rules = table.rules
    verdict = rules.check(rules.from_position(position), rules.parse("move m-can1 0402"))
    return str(verdict.reasons[0].rule)
