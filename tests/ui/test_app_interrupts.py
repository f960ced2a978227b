"""Interrupts on screen: the button and its key, the moments of the question, stacks and groups."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pygame
import pytest

from game import catalog
from game.ai.player_process import Advice
from game.core.capability import capability
from game.core.interrupts import Interrupts
from game.core.message import Message, values_in
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.play.choices import split_group_text
from game.ui.play.hinting import PROCEED_TEXT
from game.ui.screens import game_contents as contents
from game.ui.screens.keys import Keys, keys_of
from game.ui.screens.moments import Moments
from tests.rules.table import units
from tests.ui.corners import corners
from tests.ui.hand import Hand
from tests.ui.hints import hinted
from tests.ui.test_every_screen import Paper

WHY = "the foot stands open"
"""The reason of the fake computer player for interrupting."""
Sit = Callable[..., Hand]
LINE = "s-cuenca b, s-luchana b, s-prim b, s-husares a, m-gk-haus al-wahhab, m-bujari-1 campamento-de-abbas"


@pytest.fixture
def table(sit_down: Sit) -> Callable[..., Hand]:
    """Opens a position of Castillejos."""
    rules = Africa(catalog.board)

    def make(line: str = LINE, phase: str = "movement", phasing: str = "spanish", **more: Any) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": phase, "phasing": phasing}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        return sit_down(Start("play", "africa", "castillejos", seed=5, position=full, **more), speed=8.0)

    return make


def notations(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def spread(hand: Hand, unit: str) -> tuple[int, int]:
    """A pixel of a counter in its fanned-out stack."""
    place = hand.game.situation.counters[unit].place
    assert place is not None
    hand.point(hand.game.view.point_of(place))
    hand.rest()
    return hand.spot(unit)


def test_the_interrupt_button_is_lit_and_kassala_has_none(table: Callable[..., Hand], sit_down: Sit) -> None:
    """It names the person who is not to act."""
    hand = table()
    button = hand.screen.widgets.interrupt
    assert button is not None
    assert button.visible
    assert button.text.startswith("Interrupt as Moroccans")
    assert hand.game.interruption.possible_now
    assert sit_down(Start("play", "kassala", seed=3)).screen.widgets.interrupt is None


def test_the_button_is_disabled_in_ones_own_turn(table: Callable[..., Hand]) -> None:
    """With only one person, the tip says why, as B does. With two people either may want to interrupt."""
    button = table(players={"moroccan": "recruit"}).screen.widgets.interrupt
    assert button is not None
    assert not button.is_enabled
    told = button.tool_tip_text
    button = table().screen.widgets.interrupt
    assert button is not None
    assert button.is_enabled
    assert button.tool_tip_text != told


def test_the_button_says_when_and_why_an_interrupt_must_wait(table: Callable[..., Hand]) -> None:
    """If B is pressed during an enemy activation, the slip says what it waits for; B again cancels it, and after the
    activation the person may act."""
    hand = table(phasing="moroccan", players={"moroccan": "random"})
    game = hand.game
    screen = hand.screen
    game.flow.paused = True
    game.flow.play("activate m-bujari-1")
    hand.settle()
    hand.key("b")
    wish = game.interruption.pending_interrupt
    assert wish is not None
    waits = capability(game.rules, Interrupts).waits_for(game.match.state, "spanish")
    assert waits is not None
    assert wish.text.values == {"what": waits.text}
    assert str(wish.rule) == "8 (ruling 9)"
    assert screen.slip.key == ("wish", wish)
    assert screen.slip.rect.height > 0
    hand.key("b")
    assert game.interruption.pending_interrupt is None
    assert screen.slip.rect.height == 0
    hand.key("b")
    for _ in range(20):
        if game.situation.interrupting is not None:
            break
        action = next(a for a in game.rules.candidates(game.match.state) if a.notation.startswith("done"))
        game.flow.play(action)
        hand.settle()
    assert game.situation.interrupting == "spanish"
    assert screen.slip.rect.height == 0


def test_an_interrupt_during_an_animation_says_when_it_follows(table: Callable[..., Hand]) -> None:
    """While an enemy move is shown, the interrupt comes after it."""
    hand = table(phasing="moroccan", players={"moroccan": "random"})
    game = hand.game
    screen = hand.screen
    game.flow.paused = True
    screen.app.settings.speed = 0.25
    move = next(a for a in game.rules.candidates(game.match.state) if a.notation.startswith("move m-gk-haus"))
    game.flow.play(move)
    hand.wait()
    assert game.stage.busy
    game.interruption.press()
    wish = game.interruption.pending_interrupt
    assert wish is not None
    assert capability(game.rules, Interrupts).waits_for(game.match.state, "spanish") is None
    assert not wish.text.values
    hand.settle()
    assert game.situation.interrupting == "spanish"


def test_interrupting_by_the_button_can_be_cancelled(table: Callable[..., Hand]) -> None:
    """The card asks the other side and cites the rule; the main button and Escape go back without any action."""
    hand = table()
    game = hand.game
    screen = hand.screen
    hand.press(screen.widgets.interrupt)
    assert game.situation.prompt.to_act == "moroccan"
    assert str(game.situation.prompt.rule) == "8"
    assert game.view.overlay.hint == ("m-bujari-1",)
    assert game.phase_track.current[0] == "spanish"
    hand.press(screen.widgets.main)
    assert game.situation.prompt.to_act == "spanish"
    hand.key("b")
    assert game.situation.interrupting == "moroccan"
    hand.key("escape")
    assert game.situation.interrupting is None
    assert notations(hand) == []


def test_an_announced_rider_stays_selected(table: Callable[..., Hand]) -> None:
    """After B, Tab, Enter, Bujari 1 is activated and selected; when it is done the Spanish side may act again."""
    hand = table()
    for key in ("b", "tab", "enter"):
        hand.key(key)
    hand.settle()
    assert notations(hand) == ["activate m-bujari-1"]
    assert hand.game.match.plies[0].actor == "moroccan"
    assert hand.game.selection.selected == "m-bujari-1"
    hand.key("space")
    hand.settle()
    assert hand.game.situation.prompt.to_act == "spanish"


def test_foot_that_cannot_interrupt_is_refused_by_rule(table: Callable[..., Hand]) -> None:
    """The slip gives the reason."""
    hand = table()
    hand.key("b")
    hand.click_unit("m-gk-haus")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert str(refusal.reasons[0].rule) == "8"
    assert hand.screen.slip.rect.height > 0


def test_a_side_without_units_to_interrupt_is_told_so(table: Callable[..., Hand]) -> None:
    """The button is not lit; pressing it says so and changes nothing."""
    hand = table("s-cuenca b, m-gk-haus al-wahhab")
    assert not hand.game.interruption.possible_now
    hand.key("b")
    assert hand.game.situation.interrupting is None
    assert hand.game.selection.refusal is not None


def test_the_turn_does_not_end_before_the_other_side_is_asked(table: Callable[..., Hand]) -> None:
    """With the setting on from the start, Space waits, the card asks, Enter continues."""
    hand = table("s-cuenca b, s-husares a, m-gk-haus al-wahhab", phasing="moroccan")
    game = hand.game
    hand.end_phase()
    assert game.interruption.moment is not None
    assert game.interruption.moment.name == "turn-end"
    assert game.prompt_shown.to_act == "spanish"
    assert notations(hand) == []
    hand.key("enter")
    assert notations(hand) == ["done"]
    assert game.interruption.moment is None


@pytest.mark.parametrize("answer", ["", "activate s-husares"])
def test_a_hint_on_an_open_question_says_whether_to_interrupt(
    table: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    """On H the question says that play would continue, or the interrupt begins with its plan shown."""
    hand = table("s-cuenca b, s-husares a, m-gk-haus al-wahhab", phasing="moroccan")
    game = hand.game
    hand.end_phase()
    assert game.interruption.question is not None
    monkeypatch.setattr(game.flow, "ask_hint", lambda level, show, interrupting: show(
        [game.rules.parse(answer)] if answer else (), f"{interrupting} would"))
    hand.key("h")
    if answer:
        assert game.situation.interrupting == "spanish"
        assert game.hint is not None
        hand.key("enter")
        assert notations(hand)[-1] == answer
    else:
        assert str(game.view.notice.text).endswith("would pass")
        assert game.interruption.question is not None


def test_a_hint_on_ones_own_action_says_what_a_computer_player_would_do(
    table: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On H the question whether to act first stays open if the computer player would continue with the action."""
    monkeypatch.setattr(Africa, "moments_of", lambda self, state, action, after: {"spanish": ("turn-end",)})
    hand = table("s-cuenca b, s-husares a, m-gk-haus al-wahhab")
    game = hand.game
    monkeypatch.setattr(game.flow, "ask_hint", lambda level, show, interrupting: show([game.rules.parse("done")], ""))
    hand.end_phase()
    assert game.interruption.question is not None
    assert game.interruption.held_action == game.rules.parse("done")
    hand.key("h")
    assert isinstance(game.view.notice.text, Message)
    assert game.view.notice.text.template == PROCEED_TEXT.template
    assert game.interruption.question is not None


def test_undo_takes_back_only_the_action_that_waits_for_the_question(table: Callable[..., Hand]) -> None:
    """After Backspace at the question, the phase is not ended, and no earlier action is lost."""
    hand = table("s-cuenca b, s-husares a, m-gk-haus al-wahhab", phasing="moroccan")
    game = hand.game
    board = game.rules.board(game.match.state)
    hand.click_unit("m-gk-haus")
    hand.click_place(max(game.selection.reach, key=lambda place: board.distance(place, "b") or 0))
    hand.settle()
    done = notations(hand)
    assert len(done) == 1
    hand.end_phase()
    assert game.interruption.question is not None
    hand.key("backspace")
    assert game.interruption.moment is None
    assert done == notations(hand)
    assert (game.may_act, "movement") == (True, game.situation.prompt.phase)
    hand.end_phase()
    assert game.interruption.question is not None


def test_the_asked_side_interrupts_between_two_actions(table: Callable[..., Hand]) -> None:
    """After B instead of Enter, the waiting action is not done, and the hussars are announced."""
    hand = table("s-cuenca b, s-husares a, m-gk-haus al-wahhab", phasing="moroccan")
    hand.key("space")
    for key in ("b", "tab", "enter"):
        hand.key(key)
    assert notations(hand) == ["activate s-husares"]


def test_the_switches_for_interrupts_are_per_side_and_saved(table: Callable[..., Hand]) -> None:
    """Shift+B opens them; with one off and one on, the game asks accordingly."""
    hand = table()
    hand.key("b", pygame.KMOD_SHIFT)
    assert isinstance(hand.top, Moments)
    switches = [button for button in hand.top.buttons if button.text in ("On", "Off")]
    known = capability(hand.game.rules, Interrupts).moments_here(hand.game.match.state)
    assert [button.text for button in switches] == ["On" if info.on_by_default else "Off" for info in known] * 2
    hand.press(switches[len(known) + [info.name for info in known].index("near")])
    hand.key("escape")
    asked = {info.name for info in capability(hand.game.rules, Interrupts).moments if info.on_by_default}
    assert hand.app.settings.asked_moments == {"africa/moroccan": tuple(sorted(asked | {"near"}))}
    hand.click_unit("s-husares")
    game = hand.game
    hand.key("1")
    hand.settle()
    assert game.interruption.moment is None
    assert game.interruption.active_moments("spanish") == asked


def test_a_move_next_to_the_enemy_is_held_if_the_switch_is_on(table: Callable[..., Hand]) -> None:
    """The question comes after the action; declining changes nothing."""
    hand = table("s-cuenca b, m-gk-haus casa-del-morabito, m-bujari-1 campamento-de-abbas")
    hand.game.interruption.toggle_moment("moroccan", "near")
    hand.click_unit("s-cuenca")
    hand.click_place("casa-de-la-condesa")
    hand.settle()
    assert notations(hand) == ["move s-cuenca casa-de-la-condesa"]
    assert hand.game.interruption.moment is not None
    hand.key("enter")
    assert hand.game.interruption.moment is None
    assert len(notations(hand)) == 1


def test_a_question_stops_a_plan_that_runs_at_once(table: Callable[..., Hand]) -> None:
    """The other person is asked after the first step; the rest stays as a hint, and continues step by step."""
    hand = table("s-cuenca b, s-luchana b, m-gk-haus casa-del-morabito, m-bujari-1 campamento-de-abbas")
    game = hand.game
    game.interruption.toggle_moment("moroccan", "near")
    game.hint = hinted(game, "move s-cuenca casa-de-la-condesa", "move s-luchana casa-de-la-condesa")
    game.dirty = True
    hand.wait()
    hand.key("enter", pygame.KMOD_SHIFT)
    hand.wait_in_steps(20, 0.2)
    assert notations(hand) == ["move s-cuenca casa-de-la-condesa"]
    assert game.interruption.question is not None
    assert not game.hinting.running
    hand.key("enter")
    assert game.interruption.question is None
    assert len(notations(hand)) == 1
    assert game.hint is not None
    hand.key("enter")
    hand.settle()
    assert len(notations(hand)) == 2


def test_a_computer_is_held_between_two_of_its_actions(table: Callable[..., Hand]) -> None:
    """After B while the computer player thinks or moves, the person is asked at the next moment, and play waits."""
    hand = table(players={"spanish": "random"})
    hand.key("b")
    hand.until(lambda: hand.game.situation.interrupting == "moroccan")
    done = len(notations(hand))
    hand.wait_in_steps(30, 0.1)
    assert len(notations(hand)) == done
    hand.key("tab")
    hand.key("enter")
    assert notations(hand)[-1] == "activate m-bujari-1"


def test_undoing_an_interrupt_leaves_no_trace(table: Callable[..., Hand]) -> None:
    """After Backspace past the announcement the Spanish are asked as before."""
    hand = table()
    for key in ("b", "tab", "enter"):
        hand.key(key)
    hand.settle()
    hand.key("escape")
    hand.key("backspace")
    assert notations(hand) == []
    assert hand.game.situation.prompt.to_act == "spanish"
    assert hand.game.interruption.possible_now


def test_a_counter_is_put_on_top_by_key_by_button_and_by_dragging(table: Callable[..., Hand]) -> None:
    """T, the numbered button, or dropping on the top of its stack do it; a second time is refused with the rule."""
    hand = table()
    hand.click_unit("s-luchana")
    hand.key("t")
    hand.settle()
    assert notations(hand) == ["top s-luchana"]
    hand.key("escape")
    hand.drag(spread(hand, "s-cuenca"), hand.spot("s-luchana"))
    hand.settle()
    assert notations(hand) == ["top s-luchana", "top s-cuenca"]
    hand.click_unit("s-luchana")
    hand.key("t")
    game = hand.game
    assert game.selection.refusal is not None
    assert str(game.selection.refusal.reasons[0].rule).startswith("6.1")


def test_a_stack_moves_together_and_names_units_that_stay(table: Callable[..., Hand]) -> None:
    """G selects the stack; each unit that can goes separately; the slip names the ones that stay and why."""
    hand = table("s-cuenca b, s-luchana b, s-prim b, s-principe as-salam, s-caz-vergara as-salam, m-gk-haus al-wahhab")
    hand.click_unit("s-cuenca")
    hand.key("g")
    group = {hand.game.selection.selected, *hand.game.selection.group}
    assert group == {"s-cuenca", "s-luchana", "s-prim"}
    hand.point(hand.game.view.point_of("playa-del-tarajal"))
    names = {unit: hand.game.situation.counters[unit].name for unit in ("s-cuenca", "s-luchana", "s-prim")}
    said = split_group_text(names, hand.game.planning.left_behind("playa-del-tarajal"))
    assert set(values_in(said)) == {"Prim", "Playa del Tarajal", 2, "Cuenca", 1, "4", "Luchana"}
    assert hand.screen.slip.rect.height > 0
    hand.click_place("playa-del-tarajal")
    hand.settle()
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert [(reason.rule.number, set(values_in(reason.text))) for reason in refusal.reasons] == [
        ("4", {"Playa del Tarajal", 2, name, 1}) for name in ("Cuenca", "Luchana")]
    assert notations(hand) == ["move s-prim a playa-del-tarajal"]
    hand.key("backspace")
    hand.settle()
    hand.click_unit("s-cuenca")
    hand.key("g")
    hand.click_place("casa-de-la-condesa")
    for _ in range(4):
        hand.settle()
    assert {line.split()[1] for line in notations(hand)} == {"s-cuenca", "s-luchana", "s-prim"}
    assert {line.split()[2] for line in notations(hand)} == {"casa-de-la-condesa"}


def test_no_text_on_an_area_map_mentions_hexes(table: Callable[..., Hand]) -> None:
    """Buttons, advice and the keys page of an area board do not mention hexes; nor are there Zones and Numbers."""
    hand = table()
    labels = [button.text for button in hand.screen.buttons]
    assert not {"Zones", "Numbers"} & set(labels)
    tips = [button.tool_tip_text or "" for button in hand.screen.buttons]
    pages = [word for _, rows in keys_of(hand.game.rules) for row in rows for word in row]
    advice = [str(contents.middle_card(hand.game).key)]
    for text in (*labels, *tips, *pages, *advice):
        assert not re.search(r"\bhex", str(text), re.IGNORECASE), text


@pytest.mark.every(4)
@pytest.mark.parametrize(("size", "scale"), corners(
    product([(1024, 700), (1280, 720), (1920, 1080)], [80, 100, 200]),
    [((1024, 700), 80), ((1024, 700), 200), ((1280, 720), 100), ((1920, 1080), 200)]))
def test_the_keys_page_fits_for_every_system(table: Callable[..., Hand], size: tuple[int, int], scale: int) -> None:
    """No row leaves the sheet or its column, from a game or from the title; each key is there once."""
    hand = table()
    hand.resize(size, scale)
    for systems in ((hand.game.rules,), (catalog.rules("kassala"),), ()):
        page = Keys(hand.app, *systems)
        page.rebuild()
        seen = []
        for number in range(page.pages.count):
            assert number == page.pages.page
            paper = Paper(size)
            page.paint(paper)
            assert [] == [place for place in paper.laid if not page.body.contains(place)]
            assert [] == [place for n, place in enumerate(paper.laid) if place.collidelist(paper.laid[n + 1:]) >= 0]
            seen += [row for row in page.placed if row.lines]
            page.turn(1)
        assert [str(row) for _, rows in keys_of(*systems) for row, _ in rows] == [str(row.keys) for row in seen]
        keys = [key for _, rows in keys_of(*systems) for keys, _ in rows for key in str(keys).split("  ")]
        assert len(keys) == len(set(keys))


def test_a_click_with_shift_takes_the_stack_and_then_leaves_one_behind(table: Callable[..., Hand]) -> None:
    """The first click selects all that can move, another on one of its counters leaves it behind; a right click
    deselects all."""
    hand = table()
    spot = spread(hand, "s-luchana")
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    hand.click(spot)
    selection = hand.game.selection
    assert {selection.selected, *selection.group} == {"s-cuenca", "s-luchana", "s-prim"}
    stays = selection.group[0]
    hand.click(spread(hand, stays))
    pygame.key.set_mods(pygame.KMOD_NONE)
    assert stays not in (selection.selected, *selection.group)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=hand.screen.layout.map.center, button=3))
        hand.wait()
    assert selection.selected is None
    assert len(selection.group) == 0


@pytest.mark.parametrize("key", ["enter", "b"])
def test_a_computer_that_interrupts_waits_for_the_question(
    table: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """A moment before its announcement the person may act: otherwise it is done, with its reason in the log; if the
    person acts first, it is not."""
    monkeypatch.setattr(Africa, "moments_of", lambda self, state, action, after: (
        {"spanish": ("turn-end",)} if action.notation == "activate m-bujari-1" else {}))
    hand = table(players={"moroccan": "recruit"})
    game = hand.game
    screen = hand.screen
    asked: list[bool] = []

    class Worker:
        """A fake computer player's process: it announces Bujari 1 at the first question."""

        thinking = is_slow = False

        def ask(self, *_: Any, interrupt: bool = False, **__: Any) -> int:
            asked.append(interrupt)
            return len(asked)

        def answer(self) -> Advice | None:
            first = len(asked) == 1 and asked[0] and not notations(hand)
            return Advice(1, "activate m-bujari-1" if first else "", WHY if first else "")

        def forget(self) -> None:
            pass

        def start_early(self) -> None:
            pass

        def close(self) -> None:
            pass

    game.flow.players.close()
    game.flow.players = Worker()  # type: ignore[assignment]
    hand.until(lambda: game.interruption.moment is not None)
    hand.wait_in_steps(10, 0.2)
    assert (notations(hand), asked) == ([], [True])
    question = game.interruption.question
    assert question is not None
    assert str(question.prompt.text).startswith("Moroccans: Activate Bujari 1. ")
    hand.key(key)
    if key == "enter":
        assert notations(hand)[0] == "activate m-bujari-1"
        assert any(WHY in str(entry.text) for entry in screen.column.log.entries)
    else:
        assert notations(hand) == []
        assert game.interruption.moment is None
        hand.click_unit("s-cuenca")
        hand.click_place("as-salam")
        assert notations(hand) == ["move s-cuenca as-salam"]
