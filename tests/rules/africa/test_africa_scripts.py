"""Scripts at Africa: legal through whole games, the same again, and true to their names."""

from __future__ import annotations

from random import Random

import pytest

from game.ai.deciding import decide
from game.ai.players import make
from game.core.chance import CHANCE
from game.rules.africa.system import Africa
from game.rules.africa.units import SEATS
from tests.rules.africa.test_africa_players import BATTLES, faces

LINE_UP = [(battle, seat) for battle in BATTLES for seat in SEATS]


def names(africa: Africa, battle: str, seat: str) -> list[str]:
    return [script.name for script in africa.evaluator().scripts(battle, seat)]


@pytest.mark.parametrize(("battle", "seat"), LINE_UP)
def test_each_side_has_scripts_in_each_battle(africa: Africa, battle: str, seat: str) -> None:
    """At least three, none twice."""
    found = names(africa, battle, seat)
    assert len(found) == len({*found}) >= 3


@pytest.mark.parametrize("pair", range(5))
@pytest.mark.parametrize("battle", BATTLES)
def test_scripts_play_whole_games(africa: Africa, battle: str, pair: int) -> None:
    """Each plays to the end, every action legal; asked again, it does the same."""
    chosen = [names(africa, battle, seat) for seat in SEATS]
    if pair >= max(map(len, chosen)):
        pytest.skip("no more scripts in this battle")
    players = {seat: make(f"script:{found[pair % len(found)]}", africa, seat, 1, scenario=battle)
               for seat, found in zip(SEATS, chosen, strict=True)}
    state, lots, plies = africa.initial(battle), Random(pair), 0
    while africa.to_act(state) is not None:
        if africa.to_act(state) == CHANCE:
            state = africa.apply(state, faces(africa, state, lots))[0]
            continue
        seat, choice = decide(africa, state, players)
        assert africa.check(state, choice.action), f"{seat}: {choice.action.notation}"
        if plies % 50 == 0 and seat == africa.to_act(state):
            assert choice.action == players[seat].choose(state).action
        state, plies = africa.apply(state, choice.action)[0], plies + 1
        assert plies < 6000
