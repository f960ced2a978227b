"""Questions to the rules, by mouse and keys: in games of every system, in replays and lessons, without any action."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.asking import RulesAnswer, ask
from game.match.loading import load
from game.match.start import Start
from game.ui.cards.card import Card
from game.ui.cards.slip import write_answers
from game.ui.kit.theme import Metrics
from game.ui.play.cursor import place_in_direction
from game.ui.screens import rules_question
from game.ui.screens.game import GameScreen
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from tests.ui.corners import crossed
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
ASKED = [
    ("kassala", "example-b", "c-musk1", "m-tinf1"), ("tours", "example-a", "red-hc1", "hi1"),
    ("adua", "figure-3", "menelik-fv1", "i-bersaglieri"), ("africa", "castillejos", "s-principe", "m-gum-uagit"),
    ("renaissance", "quick-battle", "blue-gn1", "red-gn1"),
]
SIZES = [(1024, 768), (1280, 720), (1920, 1080)]


def _ask(hand: Hand, *units: str) -> Any:
    """Strike the key and click the counters, or others of their stacks."""
    top = hand.top
    hand.key("r", pygame.KMOD_SHIFT)
    assert top.rules_question.awaiting_click
    counters = {counter.unit: counter for counter in top.rules.counters(top.state)}
    for unit in units:
        x, y = top.view.point_of(counters[unit].place)
        seat = counters[unit].seat
        near = ((x + dx, y + dy) for far in range(0, 60, 3) for dx in (0, -far, far) for dy in (0, -far, far))
        hand.click(next(at for at in near if (found := top.view.unit_at(at)) and counters[found].seat == seat))
    return top.rules_question


def test_a_question_is_about_the_selected_counter(sit_down: Sit) -> None:
    """The next click is its target; a click on another counter of its side asks about that one instead."""
    hand = sit_down(Start("play", "kassala"))
    hand.settle()
    selection = hand.game.selection
    unit, other = [each for each in selection.eligible if each in hand.game.situation.counters][:2]
    for clicked, asked in (((), unit), ((other,), other)):
        selection.select(unit)
        question = _ask(hand, *clicked)
        assert (question.unit, question.shown) == (asked, False)
        question.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=_enemy_point(hand, unit)))
        assert (question.unit, question.shown) == (asked, True)
        hand.key("escape")


@pytest.mark.parametrize("units", [("s-principe",), ("s-principe", "m-gum-uagit")])
def test_the_rings_are_around_the_counters(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, units: tuple[str, ...]
                                           ) -> None:
    """Not around the middle of their areas."""
    hand = sit_down(Start("play", "africa", "castillejos"))
    hand.settle()
    ringed: list[tuple[int, int]] = []
    monkeypatch.setattr(rules_question, "draw_ring", lambda _, spot, *__: ringed.append(spot))
    question = _ask(hand, *units)
    hand.wait()
    spots = hand.game.view.stacks.spots()
    asked = [spots[unit] for unit in (question.unit, question.target) if unit]
    assert ringed[-len(units):] == asked
    assert asked != [hand.game.view.point_of(place) for place in question.places]


def _enemy_point(hand: Hand, unit: str) -> tuple[int, int]:
    """A point of the window on a counter that is not on the unit's side."""
    counters = hand.game.situation.counters
    points = (hand.game.view.point_of(each.place) for each in counters.values()
              if each.place and each.seat != counters[unit].seat)
    return next(point for point in points if (found := hand.game.view.unit_at(point))
                and counters[found].seat != counters[unit].seat)


def test_no_tip_lies_over_an_answer(sit_down: Sit) -> None:
    """While an answer is on screen the signs say nothing; once it is dismissed they do again."""
    hand = sit_down(Start("play", "kassala", "example-b"))
    hand.settle()
    box = hand.screen.layout.track
    told = []
    for step in (lambda: _ask(hand, "c-musk1", "m-tinf1"), lambda: hand.key("escape")):
        step()
        hand.point((box.x + 3, box.y + 3))
        hand.point((box.x + 3 * box.height // 2, box.centery))
        hand.wait_in_steps(4, 0.6)
        told.append(bool(hand.screen.tips.shown))
    assert told == [False, True]


@pytest.mark.every(5)
@pytest.mark.parametrize(("system", "scenario", "unit", "target", "size"), crossed(ASKED, SIZES))
def test_two_clicks_are_answered_and_nothing_is_done(
    sit_down: Sit, system: str, scenario: str, unit: str, target: str, size: tuple[int, int]
) -> None:
    """The answer is on a card on the map, whole, until Esc; no unit is selected, and the game is unchanged."""
    hand = sit_down(Start("play", system, scenario), size=size)
    hand.settle()
    state, chosen = hand.game.match.state, hand.game.selection.selected
    asked = _ask(hand, unit, target)
    assert asked.answers
    assert asked.shown
    hand.wait()
    assert hand.screen.layout.map.contains(asked.card.rect)
    assert hand.game.match.state is state
    assert (hand.game.selection.selected, hand.game.match.plies) == (chosen, ())
    hand.wait(20.0)
    assert asked.shown, "it went by itself"
    hand.key("escape")
    assert not asked.shown
    assert hand.top is hand.screen, "the same key opened the menu"


def test_a_hint_or_an_action_closes_the_answer(sit_down: Sit) -> None:
    """The answer belongs to its moment, and its rings are in the hint's place."""
    hand = sit_down(Start("play", "kassala"))
    hand.settle()
    asked = _ask(hand, "m-tinf1", "c-port1")
    hand.key("h")
    hand.until(lambda: hand.game.hint is not None)
    hand.wait()
    assert not asked.shown
    _ask(hand, "m-tinf1", "c-port1")
    hand.wait()
    assert asked.shown
    hand.key("enter")
    hand.wait()
    assert hand.game.match.plies
    assert not asked.shown


def test_the_button_does_what_the_key_does(sit_down: Sit) -> None:
    """The button below the map asks a question, and cancels it when pressed again."""
    hand = sit_down(Start("play", "kassala", "example-b"))
    hand.press(hand.button("Ask"))
    assert hand.screen.rules_question.awaiting_click
    hand.press(hand.button("Ask"))
    assert not hand.screen.rules_question.awaiting_click


def test_a_rule_on_the_card_opens_the_rulebook(sit_down: Sit) -> None:
    """A click on a rule number opens the rulebook there, one beside it dismisses the card."""
    hand = sit_down(Start("play", "adua", "figure-3"))
    hand.settle()
    asked = _ask(hand, "menelik-fv1", "i-bersaglieri")
    hand.wait()
    link = asked.card.links[0]
    hand.click(asked.card.rect.move(link.rect.center).topleft)
    assert hand.on(Rulebook).number == link.rule.number
    hand.key("escape")
    assert asked.shown
    hand.click((asked.card.rect.centerx, asked.card.rect.bottom - 3))
    assert not asked.shown


def test_a_lesson_and_a_replay_can_be_asked(sit_down: Sit) -> None:
    """In an example and in a replay the same two clicks are answered; the shown step stays."""
    lesson = sit_down(Start("demo", "kassala", "example-b"))
    assert _ask(lesson, "c-musk1", "m-tinf1").answers
    assert lesson.top.step == 0
    replay = sit_down()
    replay.app.push(ReplayScreen(replay.app, load(Path("tests/records/kassala/kassala.jsonl")).match))
    replay.wait()
    asked = _ask(replay, "m-tcav1", "c-port1")
    assert asked.answers
    replay.key("escape")
    assert isinstance(replay.top, ReplayScreen)


def test_the_keyboard_asks_at_its_cursor(sit_down: Sit) -> None:
    """Enter names the counter at the cursor, then the target; it selects nothing."""
    hand = sit_down(Start("play", "kassala", "example-b"))
    hand.settle()
    hand.key("tab")
    hand.key("r", pygame.KMOD_SHIFT)
    hand.key("enter")
    asked = hand.screen.rules_question
    assert asked.unit is not None
    before = hand.game.selection.participants
    hand.key("d")
    hand.key("enter")
    assert asked.shown
    assert hand.game.selection.participants == before


REPLAYED = {
    "hex": ("kassala/kassala", "c-port1"), "area": ("africa/castillejos", "m-gum-uagit"),
    "plane": ("renaissance/quick-battle", "blue-gn1"), "facings": ("tours/tours", "abd-ar-rahman"),
}


def _way(top: Any, start: str, end: str) -> list[str]:
    """The fewest keys that move the cursor from a place to another."""
    board = top.rules.board(top.state)
    taken = {each.place for each in top.rules.counters(top.state) if each.place is not None}
    found: dict[str, list[str]] = {start: []}
    for place in (queue := [start]):
        for key in ("left", "right", "up", "down", *("wedsaq" if board.kind == "hex" else "")):
            there = place_in_direction(top.view, board, place, key, taken)
            if there is not None and there not in found:
                found[there] = [*found[place], key]
                queue.append(there)
    return found[end]


@pytest.mark.every(4)
@pytest.mark.parametrize("board", REPLAYED)
def test_a_replay_is_asked_by_keys_alone(sit_down: Sit, board: str) -> None:
    """Arrows lead to a counter, Tab cycles its stack, Enter names it, then one of the other side; the step stays."""
    hand = sit_down(size=(1024, 768))
    record, unit = REPLAYED[board]
    hand.app.push(ReplayScreen(hand.app, load(Path(f"tests/records/{record}.jsonl")).match))
    hand.wait()
    top, asked, cursor = hand.top, hand.top.rules_question, hand.top.rules_question.cursor
    hand.key("r", pygame.KMOD_SHIFT)
    hand.key("down")
    counters = {each.unit: each for each in top.rules.counters(top.state)}
    first = cursor.counter
    assert first is not None
    hand.key("enter")
    assert asked.unit == first.unit
    assert cursor.place is not None
    place = counters[unit].place
    assert place is not None
    for key in _way(top, cursor.place, place):
        hand.key(key)
    stack = [each.unit for each in cursor.stack]
    seen = []
    for _ in stack if len(stack) > 1 else ():
        assert cursor.counter is not None
        seen.append(cursor.counter.unit)
        hand.key("tab")
    assert not seen or seen == stack
    while cursor.counter is not None and cursor.counter.unit != unit:
        hand.key("tab")
    hand.key("enter")
    assert asked.shown
    assert asked.target == (unit if counters[unit].seat != first.seat else None)
    assert hand.on(ReplayScreen).step == 0
    hand.key("escape")
    assert not hand.on(ReplayScreen).rules_question.shown


def test_the_cursor_goes_down_a_stack_from_its_top(sit_down: Sit) -> None:
    """The first Tab places the cursor at the top counter of a stack, the next one goes to the counter below it."""
    hand = sit_down(size=(1024, 768))
    hand.app.push(ReplayScreen(hand.app, load(Path("tests/records/africa/castillejos.jsonl")).match))
    hand.wait()
    hand.key("r", pygame.KMOD_SHIFT)
    top, cursor, seen = hand.top, hand.top.rules_question.cursor, []
    for _ in range(2):
        hand.key("tab")
        seen.append(cursor.counter.unit)
    from_below = [each.unit for each in top.rules.counters(top.state) if each.place == cursor.place]
    assert seen == from_below[:-3:-1]


def test_a_lesson_is_asked_about_a_place_by_keys_alone(sit_down: Sit) -> None:
    """Enter on an empty hex asks about the hex; the keys control the lesson again once the answer is dismissed."""
    hand = sit_down(Start("demo", "kassala", "example-b"))
    asked = hand.top.rules_question
    hand.key("r", pygame.KMOD_SHIFT)
    for _ in range(30):
        hand.key("tab")
        if asked.cursor.counter is not None and asked.cursor.counter.unit == "c-musk1":
            break
    hand.key("enter")
    assert asked.unit == "c-musk1"
    for key in "wedsaq":
        hand.key(key)
        if not asked.cursor.stack:
            break
    assert not asked.cursor.stack
    hand.key("enter")
    assert asked.shown
    assert asked.target is None
    assert asked.place == asked.cursor.place
    hand.key("escape")
    assert hand.top.step == 0
    hand.key("right")
    hand.wait()
    assert hand.top.step == 1


def test_odds_are_right_below_the_allowed_action(sit_down: Sit) -> None:
    """They are never below a refusal on the same card."""
    sit_down()
    match = load(Path("tests/records/kassala/kassala.jsonl")).match
    rules, state = match.rules, match.plies[31].state
    (fight,) = (each for each in ask(rules, state, "m-tcav1", None, "c-port1") if each.legal)
    (refusal,) = (each for each in ask(rules, match.plies[3].state, "m-tcav1", None, "c-musk1") if not each.legal)
    preview = fight.offer.preview
    assert preview is not None
    counters = {counter.unit: counter for counter in rules.counters(state)}

    def told(*answers: RulesAnswer) -> list[str]:
        card = Card()
        card.write(("answers",), 420, Metrics.of((1280, 720)),
                   lambda pen: write_answers(pen, rules, counters, "Q", answers))
        return [text for _, text in sorted(card.texts, key=lambda each: each[0].top)]

    both, alone = told(fight, refusal), told(refusal)
    no = next(number for number, text in enumerate(both) if text.startswith("No"))
    assert max(number for number, text in enumerate(both) if str(preview.reading) in text or "%" in text) < no
    assert not [text for text in alone if "%" in text]


@pytest.mark.every(2)
@pytest.mark.parametrize("key", ["a", "h", "m", "v", "space", "enter", "u"])
def test_keys_that_play_do_nothing_while_a_question_awaits_a_click(sit_down: Sit, key: str) -> None:
    """Somebody may begin to type the question. Keys of the view work, and so do all keys after Esc."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3), hand_over=False)
    hand.settle()
    hand.key("r", pygame.KMOD_SHIFT)
    screen = hand.on(GameScreen)
    before = screen.game.match.state
    hand.key(key)
    hand.settle()
    assert hand.top is screen
    assert screen.rules_question.awaiting_click
    assert (before, None, "") == (screen.game.match.state, screen.game.hint, screen.game.end_phase_warning.text)
    assert not hand.app.settings.muted
    scale = screen.view.camera.scale
    hand.key("+")
    assert screen.view.camera.scale > scale
    hand.key("escape")
    assert not screen.rules_question.awaiting_click
