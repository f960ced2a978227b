"""Sentences: names, hexes and verbs agree, and the effect of contact on cannon is described."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from game.core.event import RolledOnTable
from game.core.verdict import RuleRef
from game.rules.kassala.odds import MEANING, C
from game.rules.kassala.state import names_with_hexes
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import SLOT, mask_of_ids
from tests.rules.table import facts

GUNS = {
    "turn": 1,
    "phase": "combat",
    "to_act": "moslem",
    "units": [
        {"id": "m-tcav1", "place": "0503"},
        {"id": "m-arab1", "place": "0604"},
        {"id": "c-can1", "place": "0504"},
    ],
}


@pytest.mark.rule("I.D")
def test_the_odds_say_that_contact_eliminates_cannon_alone(kassala: Kassala) -> None:
    """Against cannon only, contact clears the hex: outcome, reason and roll all say so."""
    state = kassala.from_position(GUNS)
    attack = kassala.parse("attack m-tcav1,m-arab1 > c-can1")
    preview = kassala.preview(state, attack)
    assert preview is not None
    contact = next(outcome for outcome in preview.outcomes if outcome.result == C)
    assert Fraction(1, 6) == contact.chance
    assert contact.text != MEANING[C]
    assert ("Christian cannon 1",) == facts(preview.note)
    evaluator = kassala.evaluator()
    assert evaluator is not None
    assert ("5-1", "100 %") == facts(evaluator.why(state, attack))
    committed, _ = kassala.apply(state, attack)
    _, (rolled, *_) = kassala.apply(committed, kassala.parse("roll 5"))
    assert isinstance(rolled, RolledOnTable)
    assert ("5-1", (5,)) == (rolled.column, facts(rolled.text))


def test_several_attackers_attack_and_one_attacks(kassala: Kassala) -> None:
    """The verb agrees with its subject, and every unit has its hex."""
    state = kassala.from_position(GUNS)
    words: list[Any] = [
        kassala.describe(state, kassala.parse(text))
        for text in ("attack m-tcav1 > c-can1", "attack m-tcav1,m-arab1 > c-can1", "move m-tcav1 0502", "end-movement")
    ]
    assert [
        "Turkish cavalry (0503) attacks Christian cannon (0504)",
        "Turkish cavalry (0503) and Arab cavalry (0604) attack Christian cannon (0504)",
        "Turkish cavalry moves 0503-0502",
        "end movement",
    ] == words


def test_cannon_stacked_in_a_hex_are_counted(kassala: Kassala) -> None:
    """Their name and hex are not repeated."""
    state = kassala.initial("kassala", ("cannon",))
    guns = names_with_hexes(state, mask_of_ids(("m-can1", "m-can2", "m-can3")))
    assert (3, "Moslem cannon", state.place(SLOT["m-can1"])) == facts(guns)


def test_a_ruling_between_brackets_has_no_brackets_of_its_own(kassala: Kassala) -> None:
    """For a unit that has moved, rule and ruling are in one pair of brackets."""
    state, _ = kassala.apply(kassala.initial("kassala"), kassala.parse("move m-tinf1 0301-0302-0303"))
    (moved,) = (counter for counter in kassala.counters(state) if counter.unit == "m-tinf1")
    told = {str(label): str(text) for label, text in moved.lines}
    assert told["Movement"].endswith(f"({RuleRef('kassala', 'II.D.16', 16).citation})")
    assert "II.D.16" == str(RuleRef("kassala", "II.D.16").citation)
