"""Ctrl+Q closes the program from the title and a game, but not during a question or a half-written text; ? opens the
keys from the menu as from the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.app.dialogs import QuestionSheet
from game.ui.screens.game import GameScreen
from game.ui.screens.keys import Keys, key_features_in, keys_of
from game.ui.screens.menu import Menu
from game.ui.screens.newgame import NewGame
from game.ui.screens.saveas import SaveAs
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def test_from_title_and_table(sit_down: Sit) -> None:
    """It closes at once, with everything saved."""
    for start in (None, Start("play", "kassala", seed=7)):
        hand = sit_down(start)
        hand.key("q", pygame.KMOD_CTRL)
        assert not hand.app.running


def test_not_while_a_name_is_being_typed(sit_down: Sit) -> None:
    """The text stays, and a strip says how to close the program; it disappears by itself."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.key("s", pygame.KMOD_CTRL)
    hand.on(SaveAs)
    before = digest(hand.app.window, "RGB")
    hand.key("q", pygame.KMOD_CTRL)
    assert hand.app.running
    hand.on(SaveAs)
    assert before != digest(hand.app.window, "RGB")
    hand.wait(5.0)
    hand.key("escape")
    if hand.top is not hand.screen:
        hand.key("escape")
    hand.on(GameScreen)
    hand.key("q", pygame.KMOD_CTRL)
    assert not hand.app.running


def test_not_while_something_is_asked(sit_down: Sit) -> None:
    """It neither answers nor drops a question, and a new game being set up stays."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.app.push(QuestionSheet(hand.app, "Sure?", "It cannot be undone", "Yes", lambda: None))
    hand.key("q", pygame.KMOD_CTRL)
    hand.on(QuestionSheet)
    assert hand.app.running
    hand = sit_down()
    hand.top.set_up(0)
    hand.wait()
    hand.key("q", pygame.KMOD_CTRL)
    hand.on(NewGame)
    assert hand.app.running


@pytest.mark.parametrize("key", ["?", "f1"])
def test_the_menu_opens_the_keys(sit_down: Sit, key: str) -> None:
    """They are those of the game below it; closed, the menu is back."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=7))
    hand.key("escape")
    hand.on(Menu)
    hand.key(key)
    page = hand.on(Keys)
    assert page.groups == Keys(hand.app, features=key_features_in(hand.game.flow)).groups
    hand.key("escape")
    hand.on(Menu)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_the_golden_button_of_the_menu(sit_down: Sit, key: str) -> None:
    """Space and Enter both resume the game; with another button framed both press that one."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.key("escape")
    hand.on(Menu)
    hand.key(key)
    hand.on(GameScreen)
    hand.key("escape")
    for _ in range(3):
        hand.key("down")
    framed = hand.top.focused
    assert framed is not None
    assert str(framed.text) != "Resume"
    hand.key(key)
    assert not isinstance(hand.top, Menu | GameScreen)


def test_the_title_shows_the_keys_of_what_is_there(sit_down: Sit) -> None:
    """Bases are included, as there is a table without a grid; the keys of hexes and areas do not mention them."""
    hand = sit_down()
    hand.wait_in_steps(8, 0.1)
    hand.key("?")
    page = hand.on(Keys)
    told = [str(row) for _, rows in page.groups for row in rows]
    assert {rules.traits.board for rules in hand.app.stack[0].systems} == {  # type: ignore[attr-defined]
        "hex", "area", "plane"}
    assert [row for row in told if "base" in row]
    gridded = [str(row) for _, rows in keys_of(catalog.rules("kassala"), catalog.rules("africa")) for row in rows]
    assert not [row for row in gridded if "base" in row or "measuring" in row]
    assert 1 == sum("'Arrows" in row or '"Arrows' in row for row in gridded)
    assert any("Ctrl+Q" in row for row in told)
    assert any("base" in str(rows) for _, rows in keys_of())
    assert any("hex cursor" in str(rows) for _, rows in keys_of(catalog.rules("kassala")))


def test_the_arrows_turn_the_pages_of_the_keys(sit_down: Sit) -> None:
    """They stop at the first and the last page; another key closes them."""
    hand = sit_down(Start("play", "adua", seed=7), size=(1024, 768))
    hand.key("f1")
    page = hand.on(Keys)
    last = page.pages.count - 1
    assert last > 0
    for key, end in (("right", last), ("left", 0)):
        for _ in range(last + 1):
            hand.key(key)
        assert hand.on(Keys) is page
        assert page.pages.page == end
    hand.key("x")
    hand.on(GameScreen)


def test_an_arrow_closes_no_keys_that_have_one_page(sit_down: Sit) -> None:
    """Where there is nothing to turn it does nothing."""
    hand = sit_down(Start("play", "kassala", seed=7, players={"moslem": "random", "christian": "random"}),
                    size=(1920, 1080))
    hand.game.flow.paused = True
    hand.key("f1")
    page = hand.on(Keys)
    assert page.pages.count == 1
    hand.key("right")
    assert hand.on(Keys) is page
