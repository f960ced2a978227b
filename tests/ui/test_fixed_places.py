"""The next click targets stay in place: prompt, the card below it and the log keep their places during a phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.match.hint import Hint, HintStep
from game.match.start import Start
from game.rules.kassala.actions import EndMovement
from game.ui.cards.headline import LogEntry
from game.ui.dice.dice_layout import place_tray
from game.ui.screens.game_map import MAX_STEPS, NEXT_STEPS, clear_of, plan_arrows
from tests.ui.hand import Hand, commit_largest
from tests.ui.hints import hinted

Sit = Callable[..., Hand]


def tops(hand: Hand) -> tuple[int, int, int]:
    """The top of the card below the prompt, and the log's top and height."""
    column = hand.screen.column
    return column.middle.rect.top, column.log_rect.top, column.log_rect.height


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_cards_stay_through_an_attack(sit_down: Sit, arab_fight: dict[str, Any], size: tuple[int, int]) -> None:
    """They stay while it is composed, declared, rolled and read."""
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), size=size, hand_over=False)
    hand.screen.column.log.add(*(LogEntry(f"{number} units have moved") for number in range(8)))
    hand.game.dirty = True
    hand.wait()
    card, found = tops(hand)[0], [tops(hand)[1:]]
    for unit in ("m-arab2", "c-galla1"):
        hand.click_unit(unit)
        found.append(tops(hand)[1:])
    commit_largest(hand)
    assert card == tops(hand)[0]
    found.append(tops(hand)[1:])
    assert len(set(found)) == 1, found


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_cards_stay_through_the_orders_of_tours(sit_down: Sit, size: tuple[int, int]) -> None:
    """The button, the card below it and the log stay, in phases with other buttons; at an activation roll the card
    may begin higher, for its arithmetic."""
    hand = sit_down(Start("play", "tours", seed=7), size=size, hand_over=False)
    for _ in range(2):
        hand.game.play(hand.game.situation.prompt.main)
        hand.settle()
    orders, main = tops(hand), hand.screen.widgets.main.rect.topleft
    game = hand.game
    game.play(next(a for a in game.rules.candidates(game.match.state) if a.notation == "order yellow move"))
    hand.settle()
    assert (orders, main) == (tops(hand), hand.screen.widgets.main.rect.topleft)
    while game.prompt_shown.phase_key[1] != "action":
        game.play(game.situation.prompt.main)
        hand.settle()
    game.play(next(a for a in game.rules.candidates(game.match.state) if a.notation == "activate yellow"))
    hand.settle()
    assert hand.rolling
    assert main == hand.screen.widgets.main.rect.topleft
    assert orders[0] >= tops(hand)[0]


def test_a_hint_lies_beside_the_map(sit_down: Sit) -> None:
    """It is on the card below the prompt, with its buttons; on the map only if the cards are a drawer."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.game.hint = hinted(hand.game, "move m-arab1 0603-0703", "end-movement")
    hand.game.dirty = True
    hand.wait()
    shown = [button for button in hand.screen.widgets.hint_buttons.values() if button.visible]
    assert len(shown) == 2
    assert all(hand.screen.column.middle.rect.contains(button.rect) for button in shown)
    assert not hand.screen.slip.rect.colliderect(hand.screen.layout.map)
    hand.resize((1280, 720), 200)
    hand.wait()
    shown = [button for button in hand.screen.widgets.hint_buttons.values() if button.visible]
    assert all(hand.screen.slip.rect.contains(button.rect) for button in shown)


def test_of_a_long_plan_only_the_next_steps_are_drawn() -> None:
    """They are numbered; a short plan is drawn whole."""
    steps = tuple(HintStep(EndMovement(), ((f"01{number:02}", f"02{number:02}"),))
                  for number in range(1, MAX_STEPS + 2))
    long = plan_arrows(Hint("veteran", "moslem", "", steps), set())
    assert [str(number) for number in range(1, NEXT_STEPS + 1)] == [arrow.label for arrow in long]
    assert len(plan_arrows(Hint("veteran", "moslem", "", steps[1:]), set())) == MAX_STEPS


def test_the_button_is_gold_once_nothing_is_left(sit_down: Sit, arab_fight: dict[str, Any]) -> None:
    """In Kassala it is plain while units can move, and the card counts them; at the end of the turn it is gold."""
    hand = sit_down(Start("play", "kassala", seed=7), hand_over=False)
    hand.wait()
    main = hand.screen.widgets.main
    assert ("End movement", "#stay") == (main.text, main.object_ids[-1])
    (left,) = hand.game.end_phase_warning.left_undone(hand.game.match.state)
    assert 10 == len(left.units)
    assert any(str(left.text) in text for _, text in hand.screen.column.prompt.texts)
    hand = sit_down(Start("play", "kassala", seed=7, position=arab_fight), hand_over=False)
    commit_largest(hand)
    assert hand.screen.widgets.main.object_ids[-1] == "#main", "a roll is all that can be done"


def test_what_is_left_is_said_once(sit_down: Sit) -> None:
    """Adua's orders left are a budget of the prompt: the commanders who have them are not counted as well."""
    hand = sit_down(Start("play", "adua", seed=7), hand_over=False)
    while hand.game.prompt_shown.phase != "orders":
        hand.key("space")
        hand.settle()
    (left,) = hand.game.end_phase_warning.left_undone(hand.game.match.state)
    told = [text for _, text in hand.screen.column.prompt.texts]
    assert not any(str(left.text) in text for text in told)
    assert any(str(hand.game.prompt_shown.budgets[0].title) in text for text in told)


def test_a_slip_keeps_off_the_tray_and_then_off_counters() -> None:
    """With the tray at the foot of the map and counters in the middle it is at another edge, not above the tray."""
    area, slip = pygame.Rect(0, 0, 1000, 600), pygame.Rect(300, 530, 400, 60)
    tray, fight = pygame.Rect(350, 400, 240, 180), [pygame.Rect(400, 330, 200, 60)]
    place = clear_of(slip, area, 10, [tray], (), former=slip, keep_visible=fight)
    assert area.contains(place)
    assert place.collidelist([tray, *fight]) < 0


def test_the_tray_keeps_off_the_ground_around_a_fight() -> None:
    """A new place keeps clear of the places of retreats and advances, even if it then covers distant counters; a former
    one is kept, since it covers no counter."""
    area, fight = pygame.Rect(0, 0, 1000, 600), [pygame.Rect(700, 350, 40, 40)]
    near = place_tray(area, (240, 180), [], fight)
    far = place_tray(area, (240, 180), [], fight, margin=100)
    around = fight[0].inflate(200, 200)
    assert (near.colliderect(around), far.colliderect(around)) == (True, False)
    assert place_tray(area, far.size, [], fight, near, margin=100) == near
