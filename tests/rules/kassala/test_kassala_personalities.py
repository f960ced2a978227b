"""Personality at Kassala: the value of own losses, and that players do not share it."""

from __future__ import annotations

from game.ai.base_players import EvaluatingPlayer
from game.ai.players import make
from game.rules.kassala.system import Kassala
from tests.ai.boards import place

UNITS = {"m-nub1": "0304", "m-tcav1": "0403", "c-eth1": "0606", "c-musk1": "0804", "c-res1": "0705"}


def worth(kassala: Kassala, level: str, seat: str) -> float:
    player = make(level, kassala, seat, 1)
    assert isinstance(player, EvaluatingPlayer)
    return player.evaluator.worth(place(kassala, UNITS, phase="movement", phasing="moslem"), seat)


def test_own_losses_count_as_the_personality_says(kassala: Kassala) -> None:
    """If both sides have lost most of their armies, the careful player values that less than the balanced, the bold
    more."""
    for seat in kassala.seats:
        bold, balanced, careful = (worth(kassala, level, seat)
                                   for level in ("veteran:bold", "veteran", "veteran:careful"))
        assert careful < balanced < bold


def test_players_do_not_share_a_personality(kassala: Kassala) -> None:
    """A careful player for the other seat does not affect the balanced one."""
    player = make("veteran", kassala, "moslem", 1)
    make("veteran:careful", kassala, "christian", 1)
    assert isinstance(player, EvaluatingPlayer)
    assert player.evaluator.personality.losses == 1
