"""A game without a last turn whose player turns swap: title, turn track and replay of Pickets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import catalog
from game.match.match import Match
from game.match.start import Start
from game.ui.cards.turntrack import turn_text
from game.ui.screens.newgame import NewGame
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.title import Title
from game.ui.screens.titlecard import TitleCard
from tests.rules.table import facts
from tests.systems.pickets_table import rules, table
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
BLUE, GREY = ((("blue", "orders"), ("blue", "combat")), (("grey", "orders"), ("grey", "combat")))


def late(first: str) -> dict[str, Any]:
    """Initiative of the seventh turn; a side went first in the sixth."""
    return rules().position(table("bf07 2025/n", "gf07 2020/s", phase="initiative", orders=0, turn=7, first=first))


@pytest.mark.every(2)
@pytest.mark.parametrize(("faces", "order"), [("1,0", (*BLUE, *GREY)), ("0,9", (*GREY, *BLUE))])
def test_the_ribbon_follows_the_initiative(sit_down: Sit, faces: str, order: tuple[tuple[str, str], ...]) -> None:
    """The first side comes first on the strip, and the current phase is highlighted, step by step."""
    hand = sit_down(Start("play", system="pickets", scenario="ford", seed=3, position=late("blue")), hand_over=False)
    game = hand.game
    for key in (*faces, "enter"):
        hand.key(key)
    hand.settle()
    assert f"roll {faces}" == game.match.plies[-1].action.notation
    assert (("", "initiative"), *order) == game.phase_track.phases
    for now in order:
        assert now == game.phase_track.current
        hand.end_phase()
        hand.settle()
    assert (8, ("", "initiative")) == (game.prompt_shown.turn, game.phase_track.current)


def test_a_replay_shows_each_turn_in_its_own_order(sit_down: Sit) -> None:
    """A replay shows it forward and back."""
    match: Match[Any] = Match.begin(rules(), "ford", seed=1, position=late("blue"))
    for deed in ("roll 0,9", "end", "end", "end", "end", "roll 9,0"):
        match.play(deed)
    hand = sit_down()
    hand.app.push(ReplayScreen(hand.app, match))
    screen = hand.on(ReplayScreen)
    seen = []
    for at in range(len(match.plies) + 1):
        screen.go(at)
        hand.wait()
        seen.append(rules().phases(screen.replay.state)[1][0])
    assert ["blue", *["grey"] * 5, "blue"] == seen


def test_no_last_turn_is_named(sit_down: Sit) -> None:
    """Turn 7 is not "7 of" a number; the title shows a battle without a length; the new game sheet opens."""
    hand = sit_down()
    hand.wait_for_print()
    assert isinstance(hand.top, Title)
    lengths = {info.name: length for info, length in (
        (entry.scenario, facts(entry.length)) for name in catalog.names()
        for entry in TitleCard(catalog.rules(name), hand.app.window.get_rect(), hand.app.metrics, "1").entries)}
    assert ((), (10,)) == (lengths["ford"], lengths["kassala"])
    hand.app.push(NewGame(hand.app, rules(), rules().scenarios[0]))
    hand.wait()
    hand = sit_down(Start("play", system="pickets", scenario="ford", seed=3, position=late("grey")))
    assert (7, None) == (hand.game.prompt_shown.turn, hand.game.phase_track.turns)
    assert (("7",), (7, 10)) == (facts(turn_text(7, None)), facts(turn_text(7, 10)))
