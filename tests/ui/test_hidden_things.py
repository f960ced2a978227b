"""Information hidden from the viewer never reaches the screen: counters, cards, tips, log, hints, replays, pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pygame
import pytest

from game.match.start import Start
from game.systems import SYSTEMS_VARIABLE
from game.ui.app.dialogs import HandOver
from game.ui.kit.fonts import Typeface
from game.ui.kit.pictures import drop_pictures
from game.ui.screens.replay import ReplayScreen
from tests.match.install import SYSTEMS
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
RED, WHITE = re.compile(r"\b7[0-3]00\b"), re.compile(r"\b9[0-3]00\b")
"""Each side's powder: red's is normal, white's more."""
OPTIONS = ("army-white=gothic", "gothic-white=powder")


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Every printed text, with the cache of earlier tests cleared; levies are installed."""
    copytree(Path(SYSTEMS, "levies"), tmp_path / "systems" / "levies")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path / "systems"))
    drop_pictures()
    found: list[str] = []
    plain = Typeface.render

    def render(self: Any, text: Any, *how: Any, **more: Any) -> pygame.Surface:
        found.append(str(text))
        return plain(self, text, *how, **more)

    monkeypatch.setattr(Typeface, "render", render)
    return found


def has(printed: list[str], powder: re.Pattern[str]) -> bool:
    return any(powder.search(text) for text in printed)


def look_around(hand: Hand) -> None:
    """Point at both counters and select them; open questions to the rules, a hint, the whole log and the roster."""
    for unit in ("red", "white"):
        place = hand.game.situation.counters[unit].place
        assert place is not None
        hand.point(hand.game.view.point_of(place))
        hand.wait_in_steps(8, 0.2)
        hand.click_place(place)
        hand.settle()
    hand.key("escape")
    hand.key("h")
    hand.wait_in_steps(3, 0.2)
    for sheet in "li":
        hand.key(sheet)
        hand.wait()
        hand.key("escape")
    hand.settle()


def play_on(hand: Hand, plies: int) -> None:
    """A person takes the main button, computer players choose freely, until enough has been done or the game is
    over."""
    until = len(hand.game.match.plies) + plies
    for _ in range(3000):
        game = hand.game
        if game.match.to_act is None or (len(game.match.plies) >= until and not game.stage.busy):
            return
        if game.may_act:
            game.play(game.situation.prompt.main)
        pygame.time.wait(5 if game.flow.players.thinking else 0)
        hand.wait(0.2)
    raise AssertionError("the game does not go on")


def test_a_person_against_a_computer_sees_their_own_hidden_values(sit_down: Sit, printed: list[str]) -> None:
    """The person sees only their own powder, whichever seat is to act; also in the replay from the menu and the list of
    saved games."""
    players = {"red": "human", "white": "random"}
    hand = sit_down(Start("play", "levies", options=OPTIONS, players=players, seed=5), watching_speed=8.0, speed=8.0)
    hand.settle()
    look_around(hand)
    hand.game.play(hand.game.rules.parse("shoot red - 3,2"))
    hand.settle()
    assert "7200" in " ".join(printed)
    play_on(hand, 12)
    look_around(hand)
    assert "white" in {ply.actor for ply in hand.game.match.plies}
    hand.app.push(ReplayScreen(hand.app, hand.game.match))
    for _ in range(len(hand.game.match.plies)):
        hand.wait(0.3)
        hand.top.forward()
    hand.wait()
    assert has(printed, RED)
    assert not has(printed, WHITE)


def test_two_people_each_see_their_own_hidden_values(sit_down: Sit, printed: list[str]) -> None:
    """The acting person sees their own powder, nobody the other's; a sheet covers the table during the hand-over."""
    hand = sit_down(Start("play", "levies", options=OPTIONS, seed=5))
    hand.settle()
    look_around(hand)
    assert has(printed, RED)
    assert not has(printed, WHITE)
    hand.key("space")
    if hand.game.end_phase_warning.text:
        hand.key("space")
    for _ in range(20):
        hand.wait(0.1)
        if isinstance(hand.top, HandOver):
            break
    before = digest(hand.app.window)
    hand.game.lay_out(())
    hand.wait(0)
    assert digest(hand.app.window) == before, "the table is seen behind the sheet"
    hand.game.lay_out(hand.game.situation.counters.values())
    printed.clear()
    drop_pictures()
    hand.press(hand.button("Ready"))
    hand.settle()
    look_around(hand)
    assert has(printed, WHITE)
    assert not has(printed, RED)


def test_a_side_asked_to_interrupt_sees_its_own_hidden_values(sit_down: Sit, printed: list[str]) -> None:
    """A reaction is the other person's decision: their counter then shows its powder, and the other's does not."""
    hand = sit_down(Start("play", "levies", options=OPTIONS, seed=5), hand_over=False)
    hand.settle()
    assert ("7300", "?") == tuple(each.numbers for each in hand.game.situation.counters.values())
    hand.click_unit("red")
    hand.click_place("0203")
    hand.settle()
    assert "white" == hand.to_act
    assert ("?", "9300") == tuple(each.numbers for each in hand.game.situation.counters.values())
    hand.game.play(hand.game.situation.prompt.main)
    hand.settle()
    assert ("7300", "?") == tuple(each.numbers for each in hand.game.situation.counters.values())


def test_spectators_of_computer_players_see_no_hidden_values(sit_down: Sit, printed: list[str]) -> None:
    """Neither side's is shown, nor on the small maps of title and new game, nor in the saved picture."""
    players = {"red": "random", "white": "random"}
    hand = sit_down(Start("play", "levies", options=OPTIONS, players=players, seed=5))
    play_on(hand, 10)
    hand.app.return_to_title()
    hand.wait_in_steps(4)
    hand.top.set_up(hand.card("levies"))
    hand.wait_in_steps(4, 0.2)
    assert not has(printed, RED)
    assert not has(printed, WHITE)


def test_the_picture_in_the_list_shows_no_hidden_values(sit_down: Sit, printed: list[str]) -> None:
    """The saved picture is the same, whoever was the viewer."""
    pictures = []
    for players in ({"red": "human", "white": "random"}, {"red": "random", "white": "human"}):
        hand = sit_down(Start("play", "levies", options=OPTIONS, players=players, seed=5))
        hand.game.flow.paused = True
        hand.settle()
        record = hand.game.match.record
        assert record is not None
        hand.close()
        pictures.append(digest(pygame.image.load(record.with_suffix(".png"))))
    assert pictures[0] == pictures[1]
