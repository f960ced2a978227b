"""What a computer player says names the chances that the cards print."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import per_cent
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.reasons import reason
from game.rules.africa.ai.worth import Worth

LINE = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, m-gum-uagit casa-de-la-condesa"


def said(table: Any, notation: str) -> str:
    state = table.state
    return str(reason(Battlefield(Worth(state.setting), state), table.rules.parse(notation), ()))


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("line", "phase", "notation"), [
    (LINE, "shock", "shock casa-de-la-condesa"),
    ("s-cuenca casa-de-la-condesa came=b, m-gk-haus casa-de-la-condesa", "shock", "shock casa-de-la-condesa"),
    ("s-cuenca a, m-gum-uagit playa-del-tarajal, m-gum-arbaa playa-del-tarajal", "fire",
     "fire s-cuenca playa-del-tarajal"),
])
def test_the_chance_said_is_the_card_s(scene: Any, line: str, phase: str, notation: str) -> None:
    """A shock with a die still to fall and one with a hidden factor, and a fire: exact, and rounded alike."""
    table = scene(line, phase)
    chance = per_cent(table.preview(notation).hope("spanish")[1])
    assert chance in said(table, notation)


@pytest.mark.rule("6.2")
def test_the_chance_of_an_attack_is_the_one_awaited(scene: Any) -> None:
    """Before anybody has gone: that of the card of what awaits who goes there."""
    table = scene("s-cuenca playa-del-tarajal, m-gum-uagit castillejos", "movement")
    _, shock = table.rules.awaits(table.state, ("s-cuenca",), "castillejos")
    assert per_cent(shock.preview.hope("spanish")[1]) in said(table, "move s-cuenca castillejos")
    assert str(shock.preview.attack) in said(table, "move s-cuenca castillejos")
