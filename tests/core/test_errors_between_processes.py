"""An error with a message passes between processes unchanged, whatever arguments its constructor takes."""

from __future__ import annotations

import pickle

from game.board.fault import Fault, FaultKind, MapError
from game.core.message import MessageError, error_text, say


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
