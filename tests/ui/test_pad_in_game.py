"""The pad for real dice in a game: opened by its button or key for the pending roll, which it completes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.core.chance import D6, DiceGroup, Roll
from game.core.event import Rolled
from game.core.message import say
from game.core.verdict import RuleRef
from game.match.start import Start
from game.ui.dice import pad
from game.ui.dice.pad import Pad
from game.ui.kit.fonts import Typeface
from game.ui.screens.game import GameScreen
from game.ui.screens.real_dice import RealDice
from tests.match.install import install, remove
from tests.ui.hand import Hand, commit_largest
from tests.ui.pictures import digest
from tests.ui.test_every_screen import Paper

Sit = Callable[..., Hand]


@pytest.fixture
def due(sit_down: Sit, arab_fight: dict[str, Any]) -> Hand:
    """An attack of Kassala is declared and its die is pending."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), hand_over=False)
    commit_largest(hand)
    return hand


@pytest.fixture
def quick_play(sit_down: Sit) -> Iterator[Hand]:
    """Twenty dice of two units are pending in a made-up system."""
    install()
    hand = sit_down(Start("play", "volleys", seed=7), hand_over=False)
    hand.game.play(hand.game.rules.parse("fire"))
    hand.settle()
    assert hand.rolling
    yield hand
    hand.close()
    remove()


def screen(hand: Hand) -> GameScreen:
    return next(each for each in hand.app.stack if isinstance(each, GameScreen))


@pytest.mark.every(4)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
@pytest.mark.parametrize("scale", [100, 200])
def test_the_pad_opens_by_its_button(due: Hand, size: tuple[int, int], scale: int) -> None:
    """The button is beside the box; the clicked faces are the roll, and the keys return to the game."""
    due.resize(size, scale)
    due.show_cards()
    widgets = screen(due).widgets
    row = [widgets.faces.rect, widgets.enter.rect, widgets.pad.rect]
    assert all(a.right < b.left for a, b in pairwise(row))
    assert screen(due).layout.column.contains(row[-1])
    due.press(widgets.pad)
    sheet = due.on(RealDice)
    due.press(sheet.faces[4])
    due.press(sheet.roll)
    due.settle()
    assert "roll 4" == due.game.match.plies[-1].action.notation
    assert due.top is screen(due)


def test_the_pad_opens_by_its_key(due: Hand) -> None:
    """Y, the face, Enter."""
    due.key("y")
    due.key("4")
    due.key("enter")
    due.settle()
    assert "roll 4" == due.game.match.plies[-1].action.notation


def test_the_pad_opens_by_its_key_while_the_box_has_the_keyboard(due: Hand) -> None:
    """The box accepts digits only, so Y is no text; half-typed digits are dropped."""
    due.click(screen(due).widgets.faces.rect.center)
    due.key("3")
    assert screen(due).typing
    due.key("y")
    due.on(RealDice)
    due.key("escape")
    due.wait()
    assert not screen(due).typing
    assert "" == screen(due).widgets.faces.get_text()


def test_a_digit_opens_the_pad_if_the_box_is_in_a_closed_drawer(due: Hand) -> None:
    """The typed digit is on the pad."""
    due.resize((1024, 768), 200)
    due.wait()
    due.key("4")
    due.on(RealDice)
    due.key("enter")
    due.settle()
    assert "roll 4" == due.game.match.plies[-1].action.notation


def print_on(paper: Paper, draw: Callable[[Paper], None]) -> list[pygame.Rect]:
    """The places of print in a drawing."""
    rendered: list[pygame.Surface] = []
    render = Typeface.render

    def spy(face: Typeface, *how: Any) -> pygame.Surface:
        rendered.append(render(face, *how))
        return rendered[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Typeface, "render", spy)
        draw(paper)
    return [place for place, picture in zip(paper.laid, paper.pictures, strict=True)
            if any(picture is each for each in rendered)]


@pytest.mark.every(4)
@pytest.mark.parametrize("size", [(408, 404), (300, 300), (620, 480), (1200, 900)])
@pytest.mark.parametrize("counts", [(8, 8, 1), (2, 2, 2, 2), (12, 3), (20, 20), (1, 1)])
def test_no_print_lies_outside_the_felt(due: Hand, size: tuple[int, int], counts: tuple[int, ...]) -> None:
    """With any number of rows and any names, captions stay inside the felt, at a moderate size."""
    assert due.rolling  # there is a window
    groups, first = [], 0
    for number, count in enumerate(counts):
        name = say("Tecla Haimanot's light infantry {number}", number=number)
        groups.append(DiceGroup(name, tuple(range(first, first + count))))
        first += count
    roll = Roll((D6,) * first, say("Attack"), RuleRef("adua", "10.1"), {}, groups=tuple(groups))
    printed = print_on(Paper(size), lambda paper: pad.draw_entered(paper, paper.get_rect(), Pad(roll)))
    room = pygame.Rect((0, 0), size)
    assert len(printed) >= len(counts)
    assert all(room.contains(each) for each in printed)
    assert max(each.height for each in printed) <= size[1] / 8


def test_after_closing_the_pad_the_roll_is_still_pending(due: Hand) -> None:
    """Escape returns; box and program's dice are as before."""
    steps = len(due.game.match.plies)
    for key in ("y", "4", "escape"):
        due.key(key)
    assert (steps, True) == (len(due.game.match.plies), due.rolling)
    due.key("2")
    assert "2" == screen(due).widgets.faces.get_text()
    due.key("enter")
    due.settle()
    assert "roll 2" == due.game.match.plies[-1].action.notation


def test_no_pad_opens_if_no_person_may_enter_faces(sit_down: Sit) -> None:
    """Without a pending roll the key has no meaning, and there is no button."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.key("y")
    assert hand.top is screen(hand)
    assert not screen(hand).widgets.pad.visible


def test_no_pad_opens_while_a_roll_is_shown(due: Hand) -> None:
    """The die is already rolled and tumbling: it cannot be entered any more."""
    due.key("3")
    due.key("enter")
    steps = len(due.game.match.plies)
    due.key("y")
    assert not isinstance(due.top, RealDice)
    assert steps == len(due.game.match.plies)


def test_many_dice_have_no_box(quick_play: Hand) -> None:
    """The first digit opens the pad and counts there; after two units, Enter completes the roll."""
    assert not screen(quick_play).widgets.faces.visible
    assert screen(quick_play).widgets.pad.visible
    quick_play.key("6")
    sheet = quick_play.top
    assert isinstance(sheet, RealDice)
    assert 6 == sheet.pad.chosen_face
    for key in ("9", "space", "1", "3", "space", "5", "8"):
        quick_play.key(key)
    assert [(12, 12), (8, 8)] == [sheet.pad.entered_and_needed(number) for number in (0, 1)]
    quick_play.key("enter")
    quick_play.settle()
    step = quick_play.game.match.plies[-1]
    assert "roll " + ",".join("6" * 9 + "1" * 3 + "5" * 8) == step.action.notation
    (rolled,) = (event for event in step.events if isinstance(event, Rolled))
    assert rolled.hits is not None
    assert ([9, 8], 3) == ([len(rolled.hits & set(group.dice)) for group in rolled.groups], rolled.needed)


def test_many_dice_are_rolled_by_the_program(quick_play: Hand) -> None:
    """Space rolls twenty dice; they are in the tray by unit, with hits ringed."""
    before = digest(quick_play.app.window, "RGB")
    quick_play.key("space")
    quick_play.settle()
    (event,) = quick_play.game.match.plies[-1].events
    assert 20 == len(getattr(event, "faces", ()))
    assert before != digest(quick_play.app.window, "RGB")


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_entered_faces_are_used_instead_of_a_roll(due: Hand, size: tuple[int, int]) -> None:
    """The button that ends it says so, for any faces."""
    due.resize(size, 100)
    due.key("y")
    sheet = due.on(RealDice)
    assert str(sheet.roll.text).split() == ["Accept", "[Enter]"]
    assert not [button.text for button in sheet.buttons if "Roll" in button.text]


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
def test_captions_of_the_pad_avoid_the_frame(quick_play: Hand, size: tuple[int, int]) -> None:
    """Their owner and number are well inside the felt."""
    quick_play.resize(size, 100)
    quick_play.key("y")
    felt = quick_play.on(RealDice).felt
    frame = min(felt.size) // 24
    printed = print_on(Paper(size), quick_play.top.draw)
    laid = [head for head in printed if felt.contains(head)]
    assert laid == [head for head in printed if felt.colliderect(head)] != []
    for head in laid:
        assert felt.x + frame * 1.6 <= head.x
        assert head.right <= felt.right - frame * 1.6
