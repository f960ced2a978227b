"""The cards on the title: each game has one number; elements in a row look alike; tips."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame_gui.elements import UITooltip

from game import catalog
from game.core.message import Message
from game.match.start import Start
from game.rules.renaissance.engine.bound import SIDE_BOUND_LIMIT
from game.ui.screens.examples import ExamplesSheet
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.menu import Menu
from game.ui.screens.newgame import NewGame
from game.ui.screens.settings_sheet import SettingsSheet
from game.ui.screens.title import Title
from game.ui.screens.titlecard import TitleCard, entries_of
from tests.ui.hand import Hand, font_of

Sit = Callable[..., Hand]


@pytest.fixture
def paged(sit_down: Sit) -> Hand:
    """The title with two cards on a page."""
    hand = sit_down(size=(1024, 768))
    hand.resize((1024, 768), 200)
    hand.wait_in_steps(6)
    return hand


def test_a_game_keeps_its_number_on_every_page(paged: Hand) -> None:
    """Its key sets it up from any page."""
    title = paged.on(Title)
    seen = {card.rules.name: card.key for card in title.cards}
    for _ in range(title.shelf.pages.count - 1):
        paged.key("page down")
        paged.wait()
        seen |= {card.rules.name: card.key for card in title.cards}
    assert seen == {rules.name: str(number) for number, rules in enumerate(title.systems, start=1)}
    for name, key in seen.items():
        paged.key(key)
        assert paged.on(NewGame).rules.name == name
        paged.key("escape")


@pytest.mark.every(2)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1024, 768), 200), ((1920, 1080), 150)])
def test_titles_in_a_row_are_of_one_size(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.wait()
    cards = hand.on(Title).cards
    assert len(cards) > 1
    assert len({card.headline_sizes for card in cards}) == 1


def test_every_battle_says_how_long_it_is(sit_down: Sit) -> None:
    """This includes Tours, which has no limit of turns."""
    hand = sit_down()
    assert all(str(length) for rules in hand.on(Title).systems for _, length, _ in entries_of(rules))


def _rest_on(hand: Hand, monkeypatch: pytest.MonkeyPatch, spot: tuple[int, int]) -> None:
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: spot)
    hand.point(spot)
    hand.wait_in_steps(8, 0.2)


def test_a_tip_is_as_wide_as_its_text(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """One word has a small box, a sentence one of several lines, each whole."""
    hand = sit_down(size=(1280, 720))
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    plus = next(button for button in hand.top.buttons if button.text == "+")
    _rest_on(hand, monkeypatch, plus.rect.center)
    tip, = (each for each in hand.top.manager.get_sprite_group().sprites() if isinstance(each, UITooltip))
    assert 30 < tip.rect.width < 80
    assert tip.rect.height < 40


def test_a_tip_goes_with_its_screen(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """No tip of the title is beside the new game sheet."""
    hand = sit_down()
    title = hand.on(Title)
    hand.wait_in_steps(6)
    spot = title.cards[0].sides[0][0].center
    _rest_on(hand, monkeypatch, spot)
    assert title.tip
    hand.click(spot)
    hand.on(NewGame)
    hand.wait(1.0)
    assert not title.tip


def test_enter_plays_the_first_lesson(sit_down: Sit) -> None:
    """The highlighted button of the list is the one that Enter presses."""
    hand = sit_down()
    hand.app.push(ExamplesSheet(hand.app, catalog.rules("kassala")))
    hand.wait()
    golden = [button for button in hand.top.buttons if button.object_ids[-1] == "#main"]
    assert [button.text for button in golden] == ["Play it"]
    first = hand.on(ExamplesSheet).lessons[0]
    hand.key("enter")
    hand.wait()
    assert hand.on(LessonScreen).guide.lesson == first


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), [("africa", "castillejos"), ("tours", None)])
def test_slower_and_faster_share_a_line(sit_down: Sit, system: str, scenario: str | None) -> None:
    """They are with the pause button in the line of the turn track."""
    first, second = (seat.name for seat in catalog.rules(system).theme.seats)
    players = {first: "human", second: "recruit"}
    hand = sit_down(Start("play", system, scenario, seed=3, players=players), size=(1280, 720))
    for size, scale in (((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 125), ((1024, 768), 100)):
        hand.resize(size, scale)
        hand.wait()
        lie = {button.text: button.rect for button in hand.screen.buttons if button.object_ids[-1] == "#tool"}
        assert lie["«"].y == lie["»"].y == lie["Pause"].y
        assert lie["»"].bottom <= hand.screen.layout.pace.bottom == hand.screen.layout.track.bottom


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 200), ((1280, 720), 200), ((1920, 1080), 100)])
def test_the_menus_buttons_are_of_one_type(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """A long label makes them all smaller; only the highlighted one is larger."""
    hand = sit_down(Start("play", "kassala", seed=3), size=size)
    hand.resize(size, scale)
    hand.key("escape")
    menu = hand.on(Menu)
    plain = [button for button in menu.buttons if len(button.text) > 3 and button.text != "Resume"]
    assert len(plain) > 8
    assert len({font_of(button).get_point_size() for button in plain}) == 1


@pytest.mark.parametrize("scale", [100, 150])
def test_lessons_are_no_battle(sit_down: Sit, scale: int) -> None:
    """A card counts the battles it can set up, at every scale, and turns through all of them."""
    hand = sit_down()
    hand.resize((1280, 720), scale)
    cards = {card.rules.name: card for card in hand.on(Title).cards}
    while hand.on(Title).shelf.pages.page + 1 < hand.on(Title).shelf.pages.count:
        hand.key("page down")
        cards |= {card.rules.name: card for card in hand.on(Title).cards}
    paged = [card for card in cards.values() if card.more is not None]
    assert paged
    for card in paged:
        battles = sum(not info.example for info in card.rules.scenarios)
        seen = set[int]()
        for page in range(card.pages.count):
            turned = TitleCard(card.rules, card.rect, card.metrics, card.key, page)
            assert turned.more is not None
            first, last, count = turned.battle_numbers
            assert count == battles
            seen |= set(range(first, last + 1)) - {0}
        assert seen == set(range(1, battles + 1))


@pytest.mark.parametrize("by_key", [False, True])
def test_pages_of_battles_turn_back_too(sit_down: Sit, by_key: bool) -> None:
    """A click at the left of the row, or the comma, goes back a page, and not beyond the first."""
    hand = sit_down()
    hand.wait_in_steps(6)
    number = next(number for number, card in enumerate(hand.on(Title).cards) if card.more is not None)

    def turn(*, back: bool) -> int:
        row = hand.on(Title).cards[number].more
        assert row is not None
        if by_key:
            hand.key("," if back else ".")
        else:
            hand.click((row.left + 8 if back else row.centerx, row.centery))
        return hand.on(Title).cards[number].pages.page

    assert [1, 2, 1, 0] == [turn(back=back) for back in (False, False, True, True)]
    if by_key:
        assert turn(back=True) == 0


@pytest.mark.parametrize(("size", "scale"), [((1100, 640), 100), ((1100, 640), 150), ((1024, 768), 100),
                                             ((1280, 720), 150), ((1920, 1080), 100)])
def test_sides_and_subtitles_are_readable(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """All sides' names on a page are in one font, at least 12 px high, and each fits its button."""
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.until(lambda: not hand.app.stack[0].moving)
    cards = hand.on(Title).cards
    assert len({id(card.side_face) for card in cards}) == 1
    assert min(card.side_face.px for card in cards) >= 12
    assert min(card.headline_sizes[1] for card in cards) >= 12
    for card in cards:
        titles = {seat.name: seat.title for seat in card.rules.theme.seats}
        assert all(card.side_face.size(titles[name])[0] <= box.width for box, name in card.sides)


def test_a_battle_of_renaissance_says_when_it_ends(sit_down: Sit) -> None:
    """Its length is in bounds of each side, from the number at which the rules end it (ruling 77)."""
    hand = sit_down()
    lengths = [length for rules in hand.on(Title).systems if rules.name == "renaissance"
               for _, length, info in entries_of(rules) if not info.example]
    assert all(isinstance(length, Message) and length.values == {"count": SIDE_BOUND_LIMIT} for length in lengths)
