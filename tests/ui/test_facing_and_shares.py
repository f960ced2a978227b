"""Facings by arrows, shared amounts, budgets, declined interrupts: by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.board.counters import ARROW_DISTANCE
from game.ui.screens.between_actions import Shares
from game.ui.screens.moments import Moments
from game.ui.screens.newgame import NewGame
from tests.match.install import install, remove
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture
def post(sit_down: Sit) -> Iterator[Hand]:
    """Two people at the post, with red to act."""
    install()
    hand = sit_down(Start("play", "sentries", seed=1), hand_over=False)
    yield hand
    hand.close()
    remove()


def notations(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def arrow(hand: Hand, angle: int) -> tuple[int, int]:
    """The position of a facing's arrow."""
    view = hand.game.view
    assert view.overlay.facing_at is not None
    assert angle in view.overlay.facings
    middle = pygame.Vector2(view.point_of(view.overlay.facing_at))
    at = middle + pygame.Vector2(0, -ARROW_DISTANCE * view.camera.scale).rotate(angle)
    return round(at.x), round(at.y)


def test_an_arrow_turns_a_counter(post: Hand) -> None:
    """Its current facing has no arrow; the others do, around it; a click on one turns it, and it stays selected."""
    post.click_unit("red")
    assert set(range(60, 360, 60)) == set(post.game.view.overlay.facings)
    post.click(arrow(post, 120))
    post.settle()
    assert notations(post) == ["face red - 120"]
    assert post.game.situation.counters["red"].angle == 120


def test_a_facing_has_a_numbered_button(post: Hand) -> None:
    """By keyboard: Tab, and Shift with the number of the facing; every facing is listed."""
    post.key("tab")
    labels = [p.label for p in post.game.selection.proposals]
    assert labels == ["Face NE", "Face SE", "Face S", "Face SW", "Face NW", "Shoot …"]
    post.key(str(labels.index("Face NE") + 1), pygame.KMOD_SHIFT)
    post.settle()
    assert notations(post) == ["face red - 60"]


def test_shots_are_shared_out(post: Hand) -> None:
    """The sheet shows the rest, refuses to finish before everything is shared out, and then finishes."""
    post.click_unit("red")
    post.key("1")
    post.wait()
    sheet = post.top
    assert isinstance(sheet, Shares)
    post.key("enter")
    assert ["5", "5"] == re.findall(r"\d+", sheet.fault)
    post.key("2")
    post.key("down")
    for _ in range(9):
        post.key("right")
    assert (sheet.amounts, sheet.unassigned) == ([2, 3], 0)
    post.press(post.button("−"))
    assert sheet.amounts == [1, 3]
    post.press(post.button("+"))
    post.key("enter")
    post.settle()
    assert notations(post) == ["shoot red - 2,3"]
    assert post.game.situation.counters["white"].numbers == "3"


def test_the_budget_left_is_shown(post: Hand) -> None:
    """The prompt has the budget, which changes its card's height."""
    (budget,) = post.game.prompt_shown.budgets
    assert (str(budget.title), budget.left, budget.whole) == ("Orders", 4, 4)
    post.game.play(post.game.rules.parse("face red - 120"))
    post.settle()
    assert post.game.prompt_shown.budgets[0].left == 3


def step(hand: Hand, place: str) -> None:
    """Red steps to a hex."""
    hand.game.play(hand.game.rules.parse(f"step red {place} -"))
    hand.settle()


@pytest.mark.parametrize("by_key", [True, False])
def test_an_interrupt_declined_for_a_phase_is_not_offered_again(post: Hand, by_key: bool) -> None:
    """With Shift+Space or with the button; the next phase asks again."""
    step(post, "0203")
    assert post.game.reaction_settings.kind == "reaction fire"
    if by_key:
        post.key("space", pygame.KMOD_SHIFT)
    else:
        post.press(post.screen.widgets.not_this_phase)
    post.settle()
    assert notations(post)[-1] == "pass - - -"
    step(post, "0204")
    assert notations(post)[-2:] == ["step red 0204 -", "pass - - -"]
    assert post.game.situation.prompt.to_act == "red"
    for _ in range(2):
        post.game.play(post.game.rules.parse("end - - -"))
        post.settle()
    step(post, "0203")
    assert post.game.reaction_settings.kind == "reaction fire"


@pytest.mark.every(2)
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_an_interrupt_declined_for_the_game_returns_on_request(post: Hand, by: str) -> None:
    """Shift+P; it holds in the next phase too; the page of moments lists it, and can undo it."""
    step(post, "0203")
    post.key("p", pygame.KMOD_SHIFT)
    post.settle()
    assert post.app.settings.declined == {"sentries/white": ("reaction fire",)}
    for _ in range(2):
        post.game.play(post.game.rules.parse("end - - -"))
        post.settle()
    step(post, "0204")
    assert notations(post)[-1] == "pass - - -"
    if by == "mouse":
        post.press(post.button("Set when to interrupt …"))
        post.press(post.button("Ask again"))
    else:
        post.key("b", pygame.KMOD_SHIFT)
        post.key("tab")
        post.key("enter")
    assert post.app.settings.declined == {}
    assert ["×"] == [button.text for button in post.on(Moments).buttons]
    post.key("escape")
    post.settle()
    step(post, "0203")
    assert post.game.reaction_settings.kind == "reaction fire"


def test_only_levels_that_can_play_are_offered(sit_down: Sit) -> None:
    """For a system without an evaluator, the sheet offers people and the random player."""
    install()
    try:
        hand = sit_down()
        hand.app.push(NewGame(hand.app, catalog.rules("sentries")))
        hand.wait()
        sheet = hand.on(NewGame)
        assert list(sheet.seating.levels) == ["human", "random"]
        assert sheet.seating.players == {"red": "human", "white": "random"}
    finally:
        remove()
