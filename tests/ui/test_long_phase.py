"""Many actions of a computer player in a row are shown faster and faster; rolls, and people's actions, are not."""

from __future__ import annotations

from typing import Any

from game import catalog
from game.core.chance import CHANCE
from game.match.history import Ply
from game.ui.play.stage import FASTEST, SHOWN, LongPhase


def ply(actor: str) -> Ply[Any]:
    rules = catalog.rules("kassala")
    return Ply(actor, rules.parse("end-movement"), (), None, "", 1)


def test_the_first_are_shown_as_usual_and_the_others_ever_faster() -> None:
    phase, paces = LongPhase(), []
    for _ in range(60):
        phase.note(ply("moslem"), computer=True)
        paces.append(phase.pace)
    assert [1.0] * SHOWN == paces[:SHOWN]
    assert paces == sorted(paces)
    assert paces[SHOWN] > 1
    assert FASTEST == paces[-1]


def test_a_roll_another_seat_and_a_person_begin_anew() -> None:
    for actor, computer in ((CHANCE, False), ("christian", True), ("moslem", False)):
        phase = LongPhase()
        for _ in range(60):
            phase.note(ply("moslem"), computer=True)
        phase.note(ply(actor), computer=computer)
        assert 1.0 == phase.pace
