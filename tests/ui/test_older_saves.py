"""Games and settings from before the second edition, on screen: found, resumed, replayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copy

from game.ui.app.dialogs import QuestionSheet
from game.ui.screens.game import GameScreen
from game.ui.screens.newgame import NewGame
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.saves import Saves
from tests.match.test_migration import FILES, OLDER
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def brought(folders: Path) -> Path:
    """The folder of saved games, with the older games and settings in place."""
    games, config = folders / "data" / "games", folders / "config"
    games.mkdir(parents=True)
    config.mkdir()
    for path in FILES:
        copy(path, games)
    copy(OLDER / "settings.json", config)
    return games


def test_older_games_are_listed_and_can_be_resumed(sit_down: Sit, folders: Path) -> None:
    """The interrupted one is offered at once; the others are in the list, and can be resumed and replayed."""
    brought(folders)
    hand = sit_down(auto_roll=False)
    hand.wait()
    hand.on(QuestionSheet)
    hand.press(hand.button("Resume"))
    hand.settle()
    assert 83 == len(hand.game.match.plies)
    assert "wad-ras" == hand.on(GameScreen).game.match.header.scenario
    hand.app.return_to_title()
    hand.wait()
    hand.key("l")
    saves = hand.on(Saves)
    assert {path.stem for path in FILES} == {save.path.stem for save in saves.saves}
    assert not any(save.fault or save.barred for save in saves.saves)
    saves.choose([save.path.stem for save in saves.saves].index("kassala-left"))
    hand.wait()
    hand.press(hand.button("Resume"))
    hand.settle()
    assert ("kassala", 57) == (hand.game.match.rules.name, len(hand.game.match.plies))
    hand.app.return_to_title()
    hand.key("l")
    saves = hand.on(Saves)
    saves.choose([save.path.stem for save in saves.saves].index("kassala-over"))
    hand.wait()
    hand.press(hand.button("Watch from the start"))
    assert 61 == len(hand.on(ReplayScreen).replay)


def test_older_settings_still_apply(sit_down: Sit, folders: Path) -> None:
    """Volume, scale, choices, and the last new game settings are kept."""
    brought(folders)
    hand = sit_down()
    settings = hand.app.settings
    assert "" == hand.app.trouble
    assert (0.3, 110, True) == (settings.volume, settings.interface_scale, settings.auto_roll)
    assert {"africa/spanish": ("near", "shock"), "africa/moroccan": ()} == settings.asked_moments
    hand.wait()
    hand.key("escape")
    hand.app.stack[0].set_up(hand.card("kassala"))  # type: ignore[attr-defined]
    hand.wait()
    assert {"cannon", "mixed-attacks"} == hand.on(NewGame).chosen
    assert {"moslem": "human", "christian": "recruit"} == hand.top.seating.players
