"""Twelve systems with up to nine battles: the title shows them in pages and does not wait for hidden ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame_gui.elements import UIButton

from game import catalog
from game.systems import SYSTEMS_VARIABLE, by_difficulty
from game.ui.app.dialogs import MessageSheet
from game.ui.kit.gui import label_room
from game.ui.screens.newgame import NewGame
from game.ui.screens.title import Title
from tests.copies import copy_template
from tests.ui.hand import Hand, font_of
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
COUNT = 10
SIZES = [((1024, 768), 80), ((1024, 768), 200), ((1280, 720), 100), ((1920, 1080), 80), ((1920, 1080), 200)]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ten more systems, of one battle to nine, with short titles and long ones."""
    folder = tmp_path_factory.mktemp("systems")
    for number in range(COUNT):
        title = f"The Wars of the Roses, part {number}" if number % 2 else f"Gaul {number}"
        copy_template(folder, f"many{number:02d}", title, 9 if number == COUNT - 1 else 1 + number % 9)
    return folder


@pytest.fixture
def title(sit_down: Sit, many: Path, monkeypatch: pytest.MonkeyPatch) -> Hand:
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(many))
    return sit_down()


def all_done(hand: Hand) -> None:
    hand.wait_in_steps(30)
    assert not hand.on(Title).shelf.has_unread
    assert not hand.top.moving


def seen(hand: Hand) -> list[str]:
    """The systems on the page, whose cards are in the window side by side and above the buttons, uncut."""
    top, room = hand.on(Title), hand.app.window.get_rect()
    boxes = [card.rect for card in top.cards] + [button.rect for button in top.buttons]
    for number, box in enumerate(boxes):
        assert room.contains(box)
        assert box.collidelist(boxes[number + 1:]) < 0
    for button in top.buttons:
        assert font_of(button).size(button.text)[0] <= label_room(button)
    for card in top.cards:
        rows = [*card.rows, *([card.more] if card.more else [])]
        assert all(card.text_area.contains(row) for row in rows)
        assert rows[0].top - card.text_area.top > 4 * rows[0].height
    return [card.rules.name for card in top.cards]


def test_the_title_page_waits_only_for_visible_cards(title: Hand) -> None:
    """While the first page is shown, other systems are read one per frame; then it rests."""
    top = title.on(Title)
    assert top.shelf.has_unread
    assert len(top.cards) < len(catalog.names()) == COUNT + 5
    all_done(title)
    assert COUNT + 5 == len(top.systems)


def test_the_first_picture_waits_for_no_system(title: Hand) -> None:
    """It has blank cards; the next one has their content."""
    title.app.push(Title(title.app))
    blank = digest(title.app.window)
    title.app.show()
    assert [] == title.on(Title).cards
    assert blank != digest(title.app.window)
    title.wait()
    assert title.on(Title).cards


@pytest.mark.every(5)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_every_system_is_on_a_page(title: Hand, size: tuple[int, int], scale: int) -> None:
    """By key, wheel and button; every card is whole, at any window size and scale."""
    title.resize(size, scale)
    all_done(title)
    found = seen(title)
    pages = title.top.shelf.pages.count
    assert pages > 1
    turns: list[Callable[[], None]] = [
        lambda: title.key("page down"), lambda: title.wheel(-1), lambda: title.press(title.button("›"))]
    for number in range(1, pages):
        turns[number % 3]()
        found += seen(title)
    assert list(by_difficulty()) == found
    title.key("page down")
    assert seen(title)[-1] == found[-1], "there is no page after the last"
    for _ in range(pages):
        title.key("page up")
    assert seen(title)[0] == found[0]


def test_every_card_has_its_map_on_a_fuller_page(title: Hand) -> None:
    """The maps of systems that fit onto it at a smaller scale are drawn, too."""
    title.resize((1280, 720), 200)
    all_done(title)
    before = len(title.top.cards)
    title.resize((1280, 720), 80)
    all_done(title)
    assert len(title.top.cards) > before
    assert all((card.rules.name, card.entries[0].scenario.name) in title.top.pictures.drawn for card in title.top.cards)


def test_every_battle_can_be_reached(title: Hand) -> None:
    """On a card with more battles than room: by click and by wheel; a click sets up the last of nine."""
    title.resize((1024, 768), 150)
    all_done(title)
    last = f"many{COUNT - 1:02d}"
    while last not in seen(title):
        title.key("page down")
    number = [card.rules.name for card in title.top.cards].index(last)

    def here() -> list[str]:
        card = title.top.cards[number]
        return [card.entries[n].scenario.name for n in card.pages.items]

    names = here()
    while len(names) < 9:
        title.click(title.top.cards[number].more.center)
        assert not set(here()) & set(names)
        names += here()
    assert ["field", *(f"field-{n}" for n in range(1, 9))] == names
    pages = title.top.cards[number].pages.count - 1
    assert pages
    for _ in range(pages):
        title.wheel(1)
    assert names[:len(here())] == here()
    for _ in range(pages):
        title.wheel(-1)
    title.click(title.top.cards[number].rows[len(here()) - 1].center)
    assert "field-8" == title.on(NewGame).scenario.name


def test_digits_mean_the_visible_cards(title: Hand) -> None:
    """After turning the page, 1 sets up a game of its first card."""
    all_done(title)
    title.key("page down")
    name = title.top.cards[0].rules.name
    assert name != by_difficulty()[0]
    title.key("1")
    assert name == title.on(NewGame).rules.name


@pytest.mark.every(4)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_nine_battles_in_the_list_of_a_new_game(title: Hand, size: tuple[int, int], scale: int) -> None:
    """The drop-down list stays in the window; the last battle can be reached in it, and by F5."""
    title.resize(size, scale)
    title.app.push(NewGame(title.app, catalog.rules(f"many{COUNT - 1:02d}")))
    title.wait()
    sheet = title.on(NewGame)
    title.click(sheet.scenarios.rect.center)
    title.wait()
    items = [each for each in sheet.manager.get_sprite_group().sprites()
             if isinstance(each, UIButton) and str(each.text).startswith("The long field") and each.alive()]
    room = title.app.window.get_rect()
    lowest = max((each for each in items), key=lambda each: each.rect.bottom)
    assert room.contains(lowest.rect)
    title.key("escape")
    for _ in range(8):
        title.key("f6")
    assert "field-8" == sheet.scenario.name


def test_an_unusable_system_leaves_the_others(
    sit_down: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named once the title is shown, and has no card."""
    copy_template(tmp_path, "sound", "Sound")
    (copy_template(tmp_path, "unsound", "Unsound") / "maps" / "field.tmx").unlink()
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path))
    hand = sit_down()
    hand.wait_in_steps(12)
    assert "unsound" in str(hand.on(MessageSheet).text)
    hand.key("enter")
    all_done(hand)
    left = [rules.name for rules in hand.on(Title).systems]
    assert ["kassala", "tours", "africa", "renaissance", "adua", "sound"] == left
    pygame.event.clear()
