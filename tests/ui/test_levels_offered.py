"""A new computer level is offered wherever levels are, without further changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from game import catalog
from game.ai.players import levels_for, usual_level
from game.cli.naming import listing, parse_players
from game.core.message import say
from game.levels import LEVELS, PERSONALITIES, LevelInfo, player_names
from game.match.loading import load
from game.match.match import Match
from game.match.player_titles import player_title
from game.referee import converse
from game.ui.app.settings import SetUpChoices
from game.ui.screens.newgame import NewGame
from game.ui.screens.seating import Seating, player_descriptions, usual_opponent
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture
def general(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more level, the last, that takes ten times as long as usual."""
    info = LevelInfo("general", say("General"), say("Takes its time"), 10.0)
    monkeypatch.setitem(LEVELS, "general", info)


@pytest.mark.usefixtures("general")
def test_wherever_levels_are_listed(tmp_path: Path) -> None:
    """New games, the command line, the referee's texts, records and their titles list it."""
    rules = catalog.rules("kassala")
    assert list(player_descriptions(rules))[-2:] == ["general", "random"]
    assert list(levels_for(rules))[-1] == "general"
    assert {"general", "general:bold"} <= set(player_names())
    assert player_title("general") == "General"
    assert "general" in listing()
    assert "Takes its time" in listing()
    assert parse_players(rules, {"moslem": ["general"]}, people=True)["moslem"] == "general"
    out = BytesIO()
    converse(BytesIO(b'{"do": "systems"}\n'), out)
    assert json.loads(out.getvalue())["systems"][0]["players"][-4] == "general"
    Match.begin(rules, seed=1, players={"moslem": "general"}).save(tmp_path / "game")
    assert load(tmp_path / "game").match.player("moslem") == "general"


def test_a_personality_is_part_of_a_players_name(tmp_path: Path) -> None:
    """Records, requests and the command line accept it; a wrong one suggests the most similar right one."""
    rules = catalog.rules("kassala")
    assert player_title("veteran:bold") == "Veteran (bold)"
    assert parse_players(rules, {"moslem": ["veteran:bold"]}, people=True)["moslem"] == "veteran:bold"
    Match.begin(rules, seed=1, players={"moslem": "veteran:bold"}).save(tmp_path / "game")
    assert load(tmp_path / "game").match.player("moslem") == "veteran:bold"
    with pytest.raises(catalog.UnknownName) as wrong:
        parse_players(rules, {"moslem": ["veteran:bald"]}, people=True)
    assert (wrong.value.name, "veteran:bold" in wrong.value.known) == ("veteran:bald", True)


@pytest.mark.usefixtures("general")
def test_an_experimental_level_is_no_default_opponent_or_adviser() -> None:
    """A newcomer is offered the weakest opponent; hints come from the best level that takes no longer than usual."""
    rules = catalog.rules("kassala")
    assert usual_opponent(rules, {}) == "recruit"
    assert usual_level(rules) == "veteran"


def test_the_opponent_of_the_latest_game_is_offered() -> None:
    """This applies to every game with that level; a game of two people leaves it unchanged."""
    tables = {
        "africa/tetuan": SetUpChoices({"spanish": "human", "moroccan": "regular"}),
        "adua/adua": SetUpChoices({"italian": "veteran:bold", "abyssinian": "human"}),
        "tours/tours": SetUpChoices({"frankish": "human", "muslim": "human"}),
        "kassala/kassala": SetUpChoices({"moslem": "human", "christian": "gone"}),
    }
    assert usual_opponent(catalog.rules("kassala"), tables) == "veteran:bold"


@pytest.mark.usefixtures("general")
def test_the_new_game_screen_offers_levels(sit_down: Sit) -> None:
    """The key of a seat cycles through all regular players, with every personality, from the weakest on."""
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    screen = hand.on(NewGame)
    seating = screen.seating
    seen, order = [], []
    for _ in range(len(seating.levels)):
        hand.key("f3")
        order.append(seating.players["christian"])
        for _ in PERSONALITIES:
            seen.append(seating.players["christian"])
            hand.key("f3", pygame.KMOD_SHIFT)
        seen.append(seating.players["christian"])
        hand.key("f3", pygame.KMOD_SHIFT)
    assert set(seen) == set(player_names()) - {"random"}
    assert order == ["regular", "veteran", "general", "human", "recruit", "regular"]


def test_a_level_for_experiments_is_asked_for(sit_down: Sit) -> None:
    """Ctrl, which cycles backwards through all players, reaches it; the plain key changes it to a person, and does not
    return."""
    hand = sit_down()
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    seating = hand.on(NewGame).seating
    seen = []
    for _ in seating.levels:
        hand.key("f3", pygame.KMOD_CTRL)
        seen.append(seating.players["christian"])
    assert seen == ["human", "random", "veteran", "regular", "recruit"]
    hand.key("f2", pygame.KMOD_CTRL)
    assert seating.players["moslem"] == "random"
    hand.key("f2")
    assert seating.players["moslem"] == "human"


def test_a_personality_is_kept_while_the_level_takes_none() -> None:
    """After a full cycle through people and recruit the seat has it again; another set-up has its own."""
    seating = Seating(catalog.rules("kassala"), {"moslem": "human", "christian": "veteran:bold"}, "recruit")
    seen = []
    for _ in range(4):
        seating.next_player("f3")
        seen.append(seating.players["christian"])
    assert seen == ["human", "recruit", "regular:bold", "veteran:bold"]
    seating.next_player("f3")
    seating.set_players({"moslem": "human", "christian": "recruit"})
    seating.next_player("f3")
    assert seating.players["christian"] == "regular"
