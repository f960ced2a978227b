"""Examples of play on a table without a grid: the camera, ghosts with rulers, and dice that cover nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import catalog
from game.match.start import Start
from game.ui.screens.demo import DemoScreen
from game.ui.screens.newgame import NewGame
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.title import Title
from game.ui.sheets.planes import base_at, base_position
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]


def opened(sit: Sit, example: str, size: tuple[int, int] = (1280, 720)) -> tuple[Hand, DemoScreen]:
    """An example of play without motion, with its first frame complete."""
    hand = sit(Start("demo", "renaissance", example), size=size, reduced_motion=True)
    hand.resize(size, 100)
    return hand, hand.on(DemoScreen)


def rest(hand: Hand) -> None:
    """Let the frame's animations finish."""
    hand.top.stage.skip()
    hand.wait(0.1)


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", SIZES)
def test_all_that_happens_is_in_view(sit_down: Sit, size: tuple[int, int]) -> None:
    """Every base that a frame moves or names is in view at its start and end; no dice cover a base."""
    for letter in "abcdefghijkl":
        hand, screen = opened(sit_down, f"example-{letter}", size)
        for _ in screen.frames:
            rest(hand)
            view, area = screen.view, screen.view.rect.inflate(4, 4)
            ends = [base_at((1000, 500), pose).corners for _, pose in view.held.poses]
            units = screen.frame.last_action.units if screen.frame.last_action is not None else ()
            ends += [base.corners for unit in units
                     if (base := base_position(view.counters[unit], view.counters[unit].place)) is not None]
            for corner in (corner for corners in ends for corner in corners):
                assert area.collidepoint(view.camera.to_screen(corner)), (letter, screen.at)
            if screen.stage.rolled is not None:
                tray = screen.tray_rect
                boxes = [box.clip(view.rect) for box in view.counter_boxes((), 0)[1]]  # what of them is seen
                assert not any(map(tray.colliderect, boxes)), (letter, screen.at)
            hand.key("right")
        hand.close()


def test_a_move_is_shown_with_its_ruler_and_price(sit_down: Sit) -> None:
    """A legal wheel, and one that is too long; the bases are held over the table."""
    hand, screen = opened(sit_down, "example-g")
    rest(hand)
    assert screen.view.held.poses == ()
    hand.key("right")
    rest(hand)
    assert len(screen.view.held.poses) == 4
    assert screen.view.held.allowed
    assert screen.view.held.sticks[0].length == 1048
    hand.key("right")
    rest(hand)
    assert not screen.view.held.allowed
    hand.key("left")
    rest(hand)
    assert screen.view.held.allowed


def test_the_distance_of_a_shot_is_measured(sit_down: Sit) -> None:
    """It is measured from shooter to target during the question about the shot; not to an enemy in contact."""
    hand, screen = opened(sit_down, "example-e")
    rest(hand)
    hand.key("right")
    rest(hand)
    assert [stick.length for stick in screen.view.held.sticks] == [2062]
    hand, screen = opened(sit_down, "example-b")
    for _ in screen.frames:
        rest(hand)
        assert screen.view.held.sticks == ()
        hand.key("right")


def test_rules_of_a_step_are_links(sit_down: Sit) -> None:
    """A click on the number opens the rulebook there."""
    hand, screen = opened(sit_down, "example-g")
    rest(hand)
    card = screen.layout.column
    found = {rule.number: (x, y) for y in range(card.top, card.centery, 6) for x in range(card.left, card.right, 6)
             if (rule := screen.column.link_at((x, y))) is not None}
    assert {"14.6.3", "2.1"} <= found.keys()
    hand.click(found["14.6.3"])
    hand.on(Rulebook)


def test_examples_are_on_every_page_of_a_card(sit_down: Sit) -> None:
    """A card with more battles than room keeps the row of its examples of play."""
    hand = sit_down(Start(), size=(1280, 720))
    hand.resize((1280, 720), 100)
    title = hand.on(Title)
    seen: set[str] = set()
    for _ in range(9):
        card = next(card for card in title.cards if card.rules.name == "renaissance")
        assert card.more is not None
        names = [info.name for row in card.rows if (info := card.entry_at(row.center)) is not None]
        assert names[-1] == "example-a"
        seen |= set(names)
        hand.click(card.more.center)
    assert seen == {info.name for info in card.rules.scenarios if not info.example} | {"example-a"}


def test_an_example_has_no_choice_of_armies(sit_down: Sit) -> None:
    """Its position has the bases; variants of the rules can be chosen."""
    hand = sit_down(Start(), size=(1280, 720))
    rules = catalog.rules("renaissance")
    found = {}
    for name in ("example-d", "french-swiss"):
        info = next(info for info in rules.scenarios if info.name == name)
        hand.app.push(NewGame(hand.app, rules, info))
        hand.wait()
        found[name] = {option.name for option in hand.on(NewGame).options.infos}
        hand.key("escape")
    assert found["french-swiss"] - found["example-d"] == {"army-red", "army-blue"}
    assert {"literal-results", "alphabetical-move-table"} <= found["example-d"]
