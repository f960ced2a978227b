"""An error with a message passes between processes unchanged, whatever arguments its constructor takes."""

from __future__ import annotations

import pickle

import pytest

from game import catalog
from game.board.fault import Fault, FaultKind, MapError
from game.core.message import MessageError, error_text, say
from game.core.verdict import IllegalAction


def test_a_map_error_keeps_its_faults() -> None:
    error = MapError([Fault(FaultKind.CLASS, "kassala.tmx", "terrain", 7, "found a hole", "a hex")])
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is MapError
    assert back.faults == error.faults
    assert error_text(back) == error_text(error)
    assert str(back) == str(error)


def test_an_error_keeps_its_message_for_translation() -> None:
    error = MessageError(say("{name}: there is no such user.", name="~anna"))
    assert error_text(pickle.loads(pickle.dumps(error))) == error.message


def test_an_illegal_action_keeps_its_verdict() -> None:
    rules = catalog.rules("kassala")
    with pytest.raises(IllegalAction) as raised:
        rules.apply(rules.initial("kassala"), rules.parse("move m-arab1 0808"))
    back = pickle.loads(pickle.dumps(raised.value))
    assert type(back) is IllegalAction
    assert (back.action, back.verdict) == (raised.value.action, raised.value.verdict)
    assert str(back) == str(raised.value)
