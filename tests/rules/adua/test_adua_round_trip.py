"""Positions in the middle of the battle, reached by computer players, are written and read back."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from game.ai.players import make
from game.core.chance import CHANCE
from game.match.match import Match
from tests.rules.adua.board import RULES
from tests.ui.corners import corners

STORED = Path(__file__).parents[3] / "benchmarks" / "stored"
TURNS = 3


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seed"), corners(product(("adua-approach", "adua-combats"), (1, 2)),
                                                   [("adua-combats", 1)]))
def test_every_position_of_some_turns_can_be_read(name: str, seed: int) -> None:
    """They include combats, damage, charges, melees, retreats and initiative."""
    position = json.loads((STORED / f"{name}.json").read_text("utf-8"))
    match = Match.begin(RULES, "adua", seed=seed, position=position)
    players = {seat: make("veteran", RULES, seat, seed) for seat in RULES.seats}
    last = match.state.turn + TURNS
    kinds = set()
    while match.to_act is not None and match.state.turn < last:
        written = RULES.position(match.state)
        kinds |= {row["kind"] for row in written["under-way"]}
        assert match.state == RULES.from_position(written)
        if match.to_act == CHANCE:
            match.roll()
        else:
            match.play(players[match.to_act].choose(match.state).action)
    if name == "adua-combats":
        assert {"fight", "clash", "damage"} <= kinds
