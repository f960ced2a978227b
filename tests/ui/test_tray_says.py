"""The slip below the coins has every result before and during the roll, and the actual one afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from game import catalog
from game.match.start import Start
from game.rules.africa.system import Africa
from tests.rules.table import units
from tests.ui.hand import Hand


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_effect_of_a_hit_is_printed_in_full(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    """No single result of a hit is shown under coins that still fall; two heads of three are then read correctly."""
    rules = Africa(catalog.board)
    line = "s-cuenca a, s-luchana b, m-gum-uagit playa-del-tarajal"
    position = {"scenario": "castillejos", "options": ["facts-values"], "turn": 2, "phase": "fire",
                "phasing": "spanish", "units": units(line)}
    state = rules.from_position(position)
    for notation in ("fire s-cuenca playa-del-tarajal", "roll 3"):
        state, _ = rules.apply(state, rules.parse(notation))
    hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=rules.position(state)), size=size,
                    hand_over=False)
    tray = hand.game.stage.tray
    before = tray.slip_line
    assert hand.game.situation.pending_preview is not None
    assert str(hand.game.situation.pending_preview.reading) in before
    hand.key("2")
    hand.key("enter")
    said = []
    while tray.busy:
        said.append(tray.slip_line)
        hand.wait(1 / 60)
    assert said[0] == before
    assert len(set(said)) > 1
    assert all(words == before or words.endswith("…") for words in said)
    hand.wait()
    assert ["2", "3"] == re.findall(r"\d+", tray.slip_line)
    assert "demoral" in tray.slip_line
