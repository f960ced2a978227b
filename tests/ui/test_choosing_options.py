"""Options that are choices, on the new game sheet: by mouse and by keys, in any window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from game import catalog
from game.core.contract import OptionInfo
from game.core.message import say
from game.core.verdict import RuleRef
from game.i18n.words import translate
from game.match.start import Start
from game.systems import SYSTEMS_VARIABLE
from game.ui.kit.gui import label_room
from game.ui.kit.pen import Pen, TextRun
from game.ui.screens.newgame import NewGame
from game.ui.screens.option_rows import ChoiceSheet
from tests.match.install import SYSTEMS
from tests.match.levies import ARMIES, TITLES
from tests.ui.hand import Hand, font_of

Sit = Callable[..., Hand]


@pytest.fixture
def sheet(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Hand:
    """The new game sheet of levies."""
    copytree(Path(SYSTEMS, "levies"), tmp_path / "systems" / "levies")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path / "systems"))
    hand = sit_down(Start())
    begin(hand)
    return hand


def begin(hand: Hand) -> None:
    hand.app.push(NewGame(hand.app, catalog.rules("levies")))
    hand.wait()


def test_an_army_by_mouse(sheet: Hand) -> None:
    """A switch is ticked, an army chosen from the list; dependent options appear and disappear with it."""
    hand = sheet
    hand.press(next(button for button in hand.top.buttons if button.text == " "))
    hand.press(hand.button(f"{TITLES['feudal']} …"))
    assert [f"› {TITLES['feudal']} ‹", *(TITLES[name] for name in ARMIES[1:])] == [
        button.text for button in hand.on(ChoiceSheet).buttons[:-1]]
    hand.press(hand.button(TITLES["gothic"]))
    hand.press(hand.button("Horses …"))
    hand.press(hand.button("More powder"))
    assert {"rain", "army-red=gothic", "gothic-red=powder"} == hand.on(NewGame).chosen
    hand.press(hand.button(f"{TITLES['gothic']} …"))
    hand.press(hand.button(TITLES["timurid"]))
    assert {"rain", "army-red=timurid"} == hand.on(NewGame).chosen
    hand.press(hand.button(f"{TITLES['timurid']} …"))
    hand.key("escape")
    hand.press(hand.button("Start the game"))
    assert ("rain", "army-red=timurid") == hand.game.match.header.options


def test_an_army_by_keys(sheet: Hand) -> None:
    """Its number opens the list; letters, arrows and Enter choose. The choice is kept for the next time."""
    hand = sheet
    hand.key("2")
    hand.key("m")
    hand.key("right")
    hand.key("up")
    hand.key("left")
    hand.key("enter")
    assert set() == hand.on(NewGame).chosen, "back in the first column is the usual army"
    hand.key("3")
    hand.key("h")
    hand.key("h")
    hand.key("enter")
    assert {"army-white=hungarian"} == hand.on(NewGame).chosen
    hand.key("enter")
    assert ("army-white=hungarian",) == hand.game.match.header.options
    hand.app.return_to_title()
    begin(hand)
    assert {"army-white=hungarian"} == hand.on(NewGame).chosen


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 80), ((1024, 768), 200), ((1920, 1080), 200)])
def test_fifteen_armies_fit_every_window(sheet: Hand, size: tuple[int, int], scale: int) -> None:
    """No button of the list leaves the window, overlaps another, or has its label cut."""
    hand = sheet
    hand.resize(size, scale)
    if hand.top.pages.count > 1:  # the options stand on the second page
        hand.key("page down")
    hand.key("2")
    buttons = hand.on(ChoiceSheet).buttons
    assert len(ARMIES) + 1 == len(buttons)
    room = hand.app.window.get_rect()
    for number, button in enumerate(buttons):
        assert room.contains(button.rect)
        assert font_of(button).size(button.text)[0] <= label_room(button)
        assert button.rect.collidelist([other.rect for other in buttons[number + 1:]]) < 0
    hand.press(hand.button(TITLES["timurid"]))
    assert {"army-red=timurid"} == hand.on(NewGame).chosen


def test_options_that_do_not_fit_come_in_pages(sheet: Hand) -> None:
    """Buttons, keys and wheel turn them; the digits apply to the shown page."""
    hand = sheet
    rules = copy(hand.on(NewGame).rules)
    rules.options = tuple(OptionInfo(f"rule-{n}", say("Rule {n}", n=n), RuleRef("levies", "1")) for n in range(1, 13))
    hand.key("escape")
    hand.app.push(NewGame(hand.app, rules))
    hand.resize((1024, 768), 200)
    hand.key("page down")
    pages = hand.top.options.pages
    assert range(4) == pages.items
    before = next(button for button in hand.top.buttons if button.text == "‹")
    assert not before.is_enabled
    assert before.tool_tip_text
    hand.press(hand.button("›"))
    hand.key("1")
    assert {"rule-5"} == hand.top.chosen
    hand.key("page down")
    hand.key("4")
    hand.key("5")
    assert {"rule-5", "rule-12"} == hand.top.chosen
    hand.key("page up")
    hand.wheel(1)
    assert range(4) == pages.items
    hand.wheel(-1)
    assert range(4, 8) == pages.items
    foot = hand.top.body.bottom
    assert all(button.rect.bottom <= foot for button in hand.top.buttons)


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1024, 768), 150), ((1024, 768), 200)])
def test_names_of_choices_are_printed_whole(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int],
                                            scale: int) -> None:
    """They are beside the button or above it, never wrapped letter by letter."""
    lines: list[float] = []
    flow = Pen.flow

    def flowed(pen: Pen, runs: Sequence[TextRun], **more: Any) -> None:
        top = pen.y
        flow(pen, runs, **more)
        if any("army" in translate(run.text) and run.role == "ui-bold" for run in runs):
            lines.append((pen.y - top) / pen.font("ui-bold", 19).get_linesize())

    monkeypatch.setattr(Pen, "flow", flowed)
    hand = sit_down(Start())
    hand.resize(size, scale)
    hand.app.push(NewGame(hand.app, catalog.rules("renaissance")))
    hand.wait()
    hand.key("pagedown")
    hand.wait()
    assert lines
    assert max(lines) < 2.2
