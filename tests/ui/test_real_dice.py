"""The sheet for real dice, by mouse only and by keyboard only at every size, for every kind of roll."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pygame
import pytest

from game.core.chance import COIN, D6, D10, DiceGroup, Die, Roll, coins
from game.core.message import plural, say
from game.core.verdict import RuleRef
from game.i18n.words import set_language, translate
from game.match.start import Start
from game.ui.dice import pad
from game.ui.kit.fonts import font
from game.ui.screens.real_dice import RealDice
from tests.ui.corners import corners
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
RULE = RuleRef("kassala", "II.E")
SIDES = (DiceGroup("French: 2nd Grenadiers", tuple(range(22))), DiceGroup("Russian: Jaegers", tuple(range(22, 40))))


def roll(*dice: Die, groups: tuple[DiceGroup, ...] = (), ordered: bool = True) -> Roll:
    return Roll(dice, say("A roll of some kind or other"), RULE, {}, groups=groups, ordered=ordered)


ROLLS = {
    "1d6": roll(D6), "2d6": roll(D6, D6), "d10": roll(D10), "coins": roll(COIN, COIN, COIN),
    "battery": roll(coins(9), D6), "shock": roll(coins(7), coins(24), groups=(DiceGroup("Spanish", (0,)),
                                                                           DiceGroup("Moroccan", (1,)))),
    "20d6": roll(*[D6] * 20, ordered=False), "20d10": roll(*[D10] * 20, ordered=False), "in order": roll(*[D6] * 20),
    "40d6": roll(*[D6] * 40, groups=SIDES, ordered=False),
    "eight units": roll(*[D6] * 56, groups=tuple(DiceGroup(f"Unit {k}", tuple(range(7 * k, 7 * k + 7)))
                                               for k in range(8)), ordered=False),
}


BY_MOUSE = {
    "1d6": (4,), "2d6": (3, 5), "d10": (0,), "coins": (1, 0, 1), "battery": (5, 4), "shock": (3, 12),
    "in order": (6, 1, 2, 3, 4, 5) * 3 + (6, 1),
}


class Table:
    """The sheet open over a game, and the resulting roll."""

    def __init__(self, hand: Hand, due: Roll) -> None:
        self.hand, self.fell = hand, list[tuple[int, ...]]()
        self.sheet = RealDice(hand.app, due, self.fell.append)
        hand.app.push(self.sheet)
        hand.wait()

    def keys(self, text: str) -> None:
        """Strike keys: ``<`` is Backspace, a blank the space bar, ``>`` Tab, ``!`` Enter."""
        for key in text:
            self.hand.key({"<": "backspace", " ": "space", ">": "tab", "!": "enter"}.get(key, key))

    def wheel(self, pos: tuple[int, int], notches: int) -> None:
        pygame.mouse.set_pos(pos)
        self.hand.point(pos)
        wheel = {"x": 0, "y": notches, "precise_y": float(notches), "flipped": False}
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, wheel))
        self.hand.wait()

    @property
    def picture(self) -> str:
        self.hand.wait()
        return digest(self.hand.app.window, "RGB")


@pytest.fixture
def table(sit_down: Sit) -> Callable[[str], Table]:
    """Opens the sheet for a kind of roll."""
    hand = sit_down(Start("play", "kassala", seed=1))
    return lambda name: Table(hand, ROLLS[name])


@pytest.mark.every(8)
@pytest.mark.parametrize(("name", "keys", "faces"), [
    ("1d6", "4!", (4,)),
    ("2d6", "36<5!", (3, 5)),
    ("d10", "0!", (0,)),
    ("coins", "hch!", (1, 0, 1)),
    ("battery", "54!", (5, 4)),
    ("shock", "3 12!", (3, 12)),
    ("20d6", "612 58!", (6,) * 12 + (5,) * 8),
    ("20d10", "912 08!", (9,) * 12 + (0,) * 8),
    ("in order", "61234561234561234561!", (6, 1, 2, 3, 4, 5) * 3 + (6, 1)),
    ("40d6", "622 518!", (6,) * 22 + (5,) * 18),
    ("40d6", ">118>622!", (6,) * 22 + (1,) * 18),
])
def test_by_keyboard_alone(table: Callable[[str], Table], name: str, keys: str, faces: tuple[int, ...]) -> None:
    """Digits, Space, Tab, Backspace and Enter are enough; then the sheet closes."""
    open_ = table(name)
    open_.keys(keys)
    assert [faces] == open_.fell
    assert open_.sheet not in open_.hand.app.stack


@pytest.mark.every(5)
@pytest.mark.parametrize(("size", "scale", "name", "faces"), corners(
    [(size, scale, name, faces) for size, scale in (((1280, 720), 100), ((1280, 720), 200), ((1024, 768), 100))
     for name, faces in BY_MOUSE.items()],
    [((1280, 720), 100, name, faces) for name, faces in BY_MOUSE.items()]
    + [(size, scale, name, BY_MOUSE[name]) for size, scale, name in (
        ((1280, 720), 200, "in order"), ((1024, 768), 100, "shock"), ((1280, 720), 200, "battery"))],
))
def test_faces_by_mouse_alone(table: Callable[[str], Table], name: str, faces: tuple[int, ...],
                              size: tuple[int, int], scale: int) -> None:
    """A click on each face, one of them undone, and one on the main button."""
    open_ = table(name)
    open_.hand.resize(size, scale)
    for k, face in enumerate(faces):
        open_.hand.press(open_.sheet.faces[face])
        if k == 0:
            open_.hand.press(open_.sheet.back)
            open_.hand.press(open_.sheet.faces[face])
    open_.hand.press(open_.sheet.roll)
    assert [faces] == open_.fell


@pytest.mark.every(2)
@pytest.mark.parametrize("scale", [100, 200])
def test_counters_by_mouse_alone(table: Callable[[str], Table], scale: int) -> None:
    """Plus, five more, minus, the wheel and the fields of two groups; no keystroke."""
    open_ = table("40d6")
    open_.hand.resize((1280, 720), scale)
    sheet, press = open_.sheet, open_.hand.press
    for _ in range(4):
        press(sheet.counters[6][3])
    press(sheet.counters[6][2])
    press(sheet.counters[6][1])
    press(sheet.counters[5][2])
    open_.wheel(sheet.counters[2][0].center, 1)
    assert (22, 22) == sheet.pad.entered_and_needed(0)
    press(sheet.tabs[1])
    for face in (1, 2, 3):
        press(sheet.counters[face][3])
    open_.wheel(sheet.counters[4][0].center, 1)
    open_.wheel(sheet.counters[4][0].center, 1)
    open_.wheel(sheet.counters[3][0].center, -1)
    assert not sheet.roll.is_enabled
    press(sheet.counters[3][2])
    press(sheet.counters[1][2])
    press(sheet.roll)
    assert [(6,) * 20 + (5, 2) + (4,) * 2 + (3,) * 5 + (2,) * 5 + (1,) * 6] == open_.fell


@pytest.mark.every(8)
@pytest.mark.parametrize(("size", "scale", "name"), corners(
    product(((1280, 720), (1024, 768)), (100, 150, 200), ROLLS),
    [((1280, 720), 200, name) for name in ROLLS]
    + [(size, scale, name) for size, scale in (((1280, 720), 100), ((1024, 768), 150))
       for name in ("2d6", "shock", "40d6", "eight units")],
))
def test_nothing_overlaps_or_leaves_the_sheet(table: Callable[[str], Table], name: str, size: tuple[int, int],
                                              scale: int) -> None:
    """Buttons, felt and counters are separate, within the sheet, and large enough to click, in every field."""
    open_ = table(name)
    open_.hand.resize(size, scale)
    sheet = open_.sheet
    for number in range(len(sheet.pad.fields)):
        sheet.pad.switch_to(number)
        sheet.rebuild()
        open_.hand.wait()
        boxes = [button.rect for button in sheet.buttons if button.visible]
        boxes += [sheet.felt]
        assert all(sheet.sheet.contains(box) for box in boxes)
        assert all(box.w >= 24 and box.h >= 24 for box in boxes)
        assert not [(a, b) for a, b in combinations(boxes, 2) if a.colliderect(b)]


def test_an_incomplete_roll_says_why(table: Callable[[str], Table]) -> None:
    """Enter on it rolls nothing; its text becomes a warning, until the next input."""
    open_ = table("20d6")
    open_.keys("612 ")
    before = open_.picture
    open_.keys("!")
    assert [] == open_.fell
    assert before != open_.picture
    assert open_.sheet in open_.hand.app.stack
    open_.keys("58!")
    assert 1 == len(open_.fell)


def test_entered_faces_are_shown_in_the_tray(table: Callable[[str], Table]) -> None:
    """Each further die changes the felt; Backspace restores the previous one."""
    open_ = table("in order")

    def felt() -> str:
        open_.hand.wait()
        return digest(open_.hand.app.window.subsurface(open_.sheet.felt), "RGB")

    seen = [felt()]
    for key in "6123":
        open_.keys(key)
        seen.append(felt())
    assert 5 == len(set(seen))
    for was in reversed(seen[:-1]):
        open_.keys("<")
        assert was == felt()


@pytest.mark.parametrize(("name", "title"), [("40d6", "Your own dice"), ("battery", "Your own coins and dice"),
                                             ("shock", "Your own coins"), ("coins", "Your own coins")])
def test_the_button_names_dice_or_coins(table: Callable[[str], Table], name: str, title: str) -> None:
    """Coins are not called dice."""
    assert title == table(name).sheet.title


def test_progress_is_in_the_language_of_the_player(table: Callable[[str], Table],
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """On the tabs, and in the line that decides the size of a caption on the felt."""
    measured: list[str] = []

    class Typeface:
        """A font that notes the texts whose size is asked."""

        def __init__(self, *args: Any) -> None:
            self._font = font(*args)

        def size(self, text: str) -> tuple[int, int]:
            measured.append(text)
            return self._font.size(text)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._font, name)

    monkeypatch.setattr(pad, "font", Typeface)
    set_language("es")
    open_ = table("shock")
    open_.keys("3")
    heads = plural("{count} head", "{count} heads", 3)
    assert translate(heads) != str(heads)
    assert translate(heads) in open_.sheet.tabs[0].text
    assert any(translate(heads) in line for line in measured)


def test_escape_leaves_everything_as_it_was(table: Callable[[str], Table]) -> None:
    """Nothing is rolled, and the game below continues unchanged."""
    open_ = table("2d6")
    open_.keys("35")
    open_.hand.key("escape")
    assert [] == open_.fell
    assert open_.sheet not in open_.hand.app.stack


def test_entered_faces_survive_a_resized_window(table: Callable[[str], Table]) -> None:
    """A window of another size, or another scale, keeps the dice and the field."""
    open_ = table("40d6")
    open_.keys("622 53")
    open_.hand.resize((1600, 900), 150)
    assert [(22, 22), (3, 18)] == [open_.sheet.pad.entered_and_needed(number) for number in (0, 1)]
    open_.keys("<18!")
    assert [(6,) * 22 + (5,) * 18] == open_.fell
