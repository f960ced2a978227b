"""The notation of actions: the forms of the protocol page, and errors for other text."""

from __future__ import annotations

from dataclasses import MISSING, fields

import pytest

from game.core.action import BadNotation
from game.rules.kassala.actions import KassalaLose
from game.rules.kassala.system import Kassala


@pytest.mark.parametrize(
    "text",
    ["move m-nub1 0203-0204", "move m-nub1 0204", "end-movement", "attack m-tcav1,m-arab1 > c-res1",
     "bombard m-can1 > c-port2", "lose m-nub1,m-nub2", "advance m-nub1 0304", "no-advance", "place m-nub1 0102",
     "end-setup", "roll 4"],
)
def test_every_form_of_the_protocol(kassala: Kassala, text: str) -> None:
    """Each form parses, and its notation is the same text."""
    assert text == kassala.parse(text).notation


def test_units_come_in_the_order_of_the_roster(kassala: Kassala) -> None:
    """Equal attacks are equal, whatever the order in which units are written."""
    assert kassala.parse("attack m-tcav1,m-arab1 > c-port1,c-res1") == kassala.parse(
        "attack  m-arab1,m-tcav1 >  c-res1,c-port1 ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty line is not an action"),
        ("fly m-nub1 0203", "'fly' is not an action; expected one of move, attack"),
        ("move m-nub1", "expected 'move UNIT HEX-HEX', not 'move m-nub1'"),
        ("move m-nub4 0203", "no unit is called 'm-nub4'; did you mean 'm-nub"),
        ("move m-nub1 203", "a hex is four digits CCRR, not '203'"),
        ("move m-nub1 0203-", "a hex is four digits CCRR, not ''"),
        ("attack m-nub1 c-res1", "expected 'attack UNIT,UNIT > UNIT'"),
        ("attack m-nub1,m-nub1 > c-res1", "a unit is named twice in 'm-nub1,m-nub1'"),
        ("bombard m-can1,m-can2 > c-res1", "no unit is called 'm-can1,m-can2'"),
        ("end-movement now", "expected 'end-movement', not 'end-movement now'"),
        ("move", "expected 'move UNIT HEX-HEX', not 'move'"),
        ("lose m-nub1 m-nub2", "expected 'lose UNIT,UNIT'"),
        ("lose m-nub1 > c-res1", "expected 'lose UNIT,UNIT'"),
        ("attack m-nub1 > c-res1 now", "expected 'attack UNIT,UNIT > UNIT'"),
        ("attack m-nub1 < c-res1", "expected 'attack UNIT,UNIT > UNIT'"),
        ("roll six", "expected 'roll' and faces"),
    ],
)
def test_text_that_is_no_action(kassala: Kassala, text: str, message: str) -> None:
    """The error has the wrong word and the expected form."""
    with pytest.raises(BadNotation) as caught:
        kassala.parse(text)
    assert message in str(caught.value)


def test_losses_must_be_named() -> None:
    """An action of losses has no default for its units."""
    assert [field.name for field in fields(KassalaLose) if field.default is not MISSING] == []
