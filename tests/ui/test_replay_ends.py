"""The end of a finished game in a replay: the card of the result, and no new game from there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.match import loading
from game.match.match import Match
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.seating import BranchSheet
from game.ui.screens.step_screen import GAME_OVER
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = Path("tests/records")
FINISHED = ("kassala/kassala-ending-both-cleared.jsonl", "tours/tours-plunder.jsonl",
            "africa/castillejos-moroccan-3.jsonl", "adua/adua-menelik.jsonl")


def opened(sit_down: Sit, record: str, *, ended: bool) -> Hand:
    """The replay of a golden record."""
    hand = sit_down()
    hand.app.navigator.replay(RECORDS / record, ended=ended)
    hand.until(lambda: isinstance(hand.top, ReplayScreen | Victory))
    hand.wait()
    return hand


@pytest.mark.every(4)
@pytest.mark.parametrize("record", FINISHED)
def test_the_end_of_a_game_is_its_victory_card(sit_down: Sit, record: str) -> None:
    """It is over the replay at its last step; *Watch replay* goes back to the first."""
    hand = opened(sit_down, record, ended=True)
    card = hand.on(Victory)
    assert card.result == card.match.result
    hand.press(hand.button("Look at the map"))
    replay = hand.on(ReplayScreen)
    assert replay.replay.actions_shown == len(replay.replay) > 0
    hand.app.push(Victory(hand.app, replay.match))
    hand.wait()
    depth = len(hand.app.stack)
    hand.press(hand.button("Watch replay"))
    assert hand.on(ReplayScreen).replay.actions_shown == 0
    assert len(hand.app.stack) == depth - 1, "one replay is open, not two"


@pytest.mark.every(4)
@pytest.mark.parametrize("record", FINISHED)
def test_no_new_game_can_begin_at_the_end_of_a_replay(sit_down: Sit, record: str) -> None:
    """The button is disabled at the last step, with the reason on its key; a step earlier both work."""
    hand = opened(sit_down, record, ended=False)
    replay = hand.on(ReplayScreen)
    assert replay.branch_button.is_enabled
    hand.key("end")
    assert not replay.branch_button.is_enabled
    hand.click(replay.branch_button.rect.center)
    assert hand.top is replay
    hand.key("enter")
    assert hand.top is replay
    assert GAME_OVER == replay.view.notice.text
    hand.key("left")
    assert replay.branch_button.is_enabled
    hand.key("enter")
    hand.on(BranchSheet)


def test_a_resigned_game_is_over_too(sit_down: Sit) -> None:
    """An agreed ending counts like one by the rules."""
    match = loading.load(RECORDS / FINISHED[0]).match
    shorter: Match[object] = loading.branch(match, 3)
    shorter.resign("moslem")
    hand = sit_down()
    hand.app.push(ReplayScreen(hand.app, shorter))
    hand.wait()
    hand.key("end")
    assert not hand.top.branch_button.is_enabled
    hand.key("left")
    assert hand.top.branch_button.is_enabled
