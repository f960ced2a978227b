"""The card for a pointed-at place stays while the pointer moves to it and is on it; it uses an empty log's room, and
its result is its first line."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.i18n.words import translate
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.screens.game_contents import phase_text, side_of
from game.ui.screens.rulebook import Rulebook
from tests.rules.table import units
from tests.ui.hand import Hand

FIGHT = "casa-de-la-condesa"
LINE = (f"m-bujari-1 {FIGHT}, m-bujari-2 {FIGHT}, m-gum-uagit {FIGHT}, m-gk-haus casa-del-morabito, "
        "s-cuenca b, s-luchana b, s-prim b")
Table = Callable[..., Hand]


@pytest.fixture
def table(sit_down: Table) -> Table:
    """Spanish movement; an enemy stack is next to theirs."""

    def open_it(size: tuple[int, int]) -> Hand:
        position = {"scenario": "castillejos", "options": ["facts-values"], "turn": 1, "phase": "movement",
                    "phasing": "spanish", "units": units(LINE)}
        return sit_down(Start("play", "africa", "castillejos", seed=5, position=position), size=size, hand_over=False)

    return open_it


def sweep(hand: Hand, end: tuple[int, int]) -> None:
    """Move the pointer to a point in half a second, as a hand does, and leave it there."""
    x, y = hand.screen.mouse.pointer
    for k in range(1, 31):
        pos = round(x + (end[0] - x) * k / 30), round(y + (end[1] - y) * k / 30)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0)))
        hand.wait(1 / 60)
    hand.rest()


def kind(hand: Hand) -> object:
    return hand.screen.column.middle.key[0]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_hazards_stay_while_the_pointer_moves_to_their_card(table: Table, size: tuple[int, int]) -> None:
    """It stays over other areas and on the card; resting on another area, or beside the card, ends it."""
    hand = table(size)
    screen = hand.screen
    hand.click_unit("s-luchana")
    game = hand.game
    hand.point(game.view.point_of(FIGHT))
    hand.rest()
    assert kind(hand) == "awaits"
    key = screen.column.middle.key
    sweep(hand, screen.column.middle.rect.center)
    assert screen.column.middle.key == key
    sweep(hand, game.view.point_of("a"))
    assert kind(hand) == "unit"
    sweep(hand, game.view.point_of(FIGHT))
    assert kind(hand) == "awaits"
    sweep(hand, screen.column.prompt.rect.center)
    assert kind(hand) == "unit"


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_rule_on_the_card_of_what_was_pointed_at_can_be_clicked(table: Table, size: tuple[int, int]) -> None:
    """The pointer moves to the number of a rule on the card and clicks it."""
    hand = table(size)
    game = hand.game
    screen = hand.screen
    hand.click_unit("s-luchana")
    hand.point(game.view.point_of(FIGHT))
    hand.rest()
    card = screen.column.middle
    link = card.links[0]
    place = card.window_rect(link.rect)
    assert place is not None
    sweep(hand, place.center)
    hand.click(place.center)
    assert isinstance(hand.top, Rulebook)


def test_a_card_uses_the_room_of_an_empty_log(table: Table) -> None:
    """All hazards of a stack are visible while the log is empty."""
    hand = table((1920, 1080))
    game = hand.game
    screen = hand.screen
    hand.click_unit("s-cuenca")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_g, mod=0, unicode="g"))
    hand.wait()
    assert game.selection.group
    hand.point(game.view.point_of(FIGHT))
    hand.rest()
    assert kind(hand) == "awaits"
    assert screen.column.middle.rect.height >= screen.column.middle.height
    assert screen.column.middle.rect.bottom <= screen.column.tools.top


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1920, 1080)])
def test_the_result_is_the_first_line_of_its_card(sit_down: Table, size: tuple[int, int]) -> None:
    """The loser of a shock sees the result and the retreats without scrolling."""
    rules = Africa(catalog.board)
    line = f"m-bujari-1 {FIGHT} came=ar-aziz, m-bujari-2 {FIGHT} came=ar-aziz, s-cuenca {FIGHT}, s-luchana {FIGHT}"
    position = {"scenario": "castillejos", "options": ["facts-values"], "turn": 1, "phase": "shock",
                "phasing": "moroccan", "units": units(f"{line}, s-prim {FIGHT}, m-gum-uagit casa-del-morabito")}
    state, _ = rules.apply(rules.from_position(position), rules.parse(f"shock {FIGHT}"))
    hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=rules.position(state)), size=size,
                    hand_over=False, speed=8.0)
    for key in "2,0":
        hand.key(key)
    hand.key("enter")
    hand.settle()
    screen = hand.screen
    title = screen.column.middle.key[4]
    assert str(title).startswith("Moroccans win")
    assert "Moroccan shock" == translate(phase_text(hand.game, side_of(hand.game)))
    assert screen.column.middle.offset == 0
    assert len([button for button in screen.widgets.choices if button.visible]) == 6
