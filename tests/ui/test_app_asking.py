"""Questions to people: consent, interrupts, the next person's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import catalog
from game.core.event import PhaseBegan
from game.core.message import Message, values_in
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.app.dialogs import HandOver, QuestionSheet
from game.ui.cards.prompt import PromptCard
from game.ui.play.commands import UNDO_ALLOWED
from game.ui.screens import game_contents as contents
from tests.rules.table import units
from tests.ui.hand import Hand
from tests.ui.test_app_advance import to_the_advance

Sit = Callable[..., Hand]
DEFENCE = "m-gk-haus a came=b, s-cuenca a, s-husares playa-del-tarajal, m-bujari-1 campamento-de-abbas"


@pytest.fixture
def scene(sit_down: Sit) -> Callable[..., Hand]:
    """Opens a position of Castillejos."""
    rules = Africa(catalog.board)

    def make(line: str, phase: str, phasing: str = "spanish", players: dict[str, str] | None = None,
             **more: Any) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": phase, "phasing": phasing}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        start = Start("play", "africa", "castillejos", seed=5, position=full, players=players or {})
        return sit_down(start, speed=8.0, **more)

    return make


def notations(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def attack(hand: Hand) -> None:
    """Both Moslem units at Udaka attack and the die is rolled."""
    for unit in ("m-nub1", "m-tinf1", "c-port1"):
        if unit in hand.game.situation.counters:
            hand.click_unit(unit)
    game = hand.game
    game.play(next(a for a in game.rules.candidates(game.match.state)))
    hand.settle()
    hand.key("space")
    hand.settle()


def asked(hand: Hand) -> tuple[str, str, str, str, tuple[str, ...]]:
    """The moment of the interrupt question, its seat, the acting seat, the action, and the units that could act, as on
    the card."""
    interruption = hand.game.interruption
    assert interruption.moment is not None
    assert interruption.question is not None
    pending = interruption.held_action.notation if interruption.held_action is not None else ""
    return (interruption.moment.name, interruption.asked_seat, interruption.cause[0], pending,
            interruption.question.units)


def test_a_computer_is_not_asked_whether_it_consents(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """Backspace past a roll against a computer player undoes at once, and the log says so."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight, players={"christian": "recruit"}), speed=8.0)
    attack(hand)
    assert any(line.startswith("roll") for line in notations(hand))
    hand.key("backspace")
    assert hand.top is hand.screen
    assert notations(hand) == []
    assert UNDO_ALLOWED in (hand.screen.column.log.entries[-1].text.values or {}).values()


def test_the_question_of_consent_names_the_side(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """With two people the question names the side that must agree."""
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight), speed=8.0)
    attack(hand)
    while isinstance(hand.top, HandOver):
        hand.take_over()
    hand.key("backspace")
    title = hand.on(QuestionSheet).title
    assert isinstance(title, Message)
    assert title.values is not None
    assert title.values["side"] == "Christian"


def test_the_question_names_the_side_and_the_move(scene: Callable[..., Hand]) -> None:
    """Before a turn ends it names the ending side, its action, the possible interrupts, and two buttons."""
    hand = scene("s-cuenca b, s-husares a, m-gk-haus al-wahhab", "movement", "moroccan")
    hand.end_phase()
    game = hand.game
    screen = hand.screen
    assert asked(hand) == ("turn-end", "spanish", "moroccan", "done", ("s-husares",))
    assert all(name in str(game.prompt_shown.text) for name in ("Moroccans", "Húsares de la Princesa"))
    question = game.interruption.question
    assert question is not None
    assert (screen.widgets.main.text, screen.widgets.answer.text) == (
        f"{question.refrain_label}   [Enter]", f"{question.act_label}   [B]")
    hand.press(screen.widgets.answer)
    assert game.situation.interrupting == "spanish"
    assert not screen.widgets.answer.visible


@pytest.mark.parametrize("answer", ["main", "answer"])
def test_a_computers_move_asks_the_person_not_the_computer(scene: Callable[..., Hand], answer: str) -> None:
    """While a computer player waits, the card names the person's side, the move, the units that could act, and both
    answers."""
    hand = scene("s-cuenca b, s-husares a, m-gk-haus casa-del-morabito, m-bujari-1 campamento-de-abbas", "movement",
                 "spanish", {"spanish": "veteran"})
    game = hand.game
    screen = hand.screen
    game.flow.paused = True
    game.interruption.toggle_moment("moroccan", "near")
    game.flow.play("move s-cuenca casa-de-la-condesa")
    hand.settle()
    game.flow.paused = False
    hand.wait()
    (card,) = contents.prompt_card(game, ()).key
    assert isinstance(card, PromptCard)
    assert (card.status, card.seat and card.seat.name, card.prompt.to_act) == ("", "moroccan", "moroccan")
    assert asked(hand)[:3] == ("near", "moroccan", "spanish")
    named = ("Spaniards", "Cuenca", "Casa de la Condesa", "Bujari 1")
    assert all(name in str(card.prompt.text) for name in named)
    assert game.view.overlay.hint == ("m-bujari-1",)
    hand.press(getattr(screen.widgets, answer))
    assert game.situation.interrupting == ("moroccan" if answer == "answer" else None)
    assert not screen.widgets.answer.visible


def test_a_counter_that_interrupts_is_selected_at_one_click(scene: Callable[..., Hand]) -> None:
    """Clicking a unit that could interrupt, on the map or card, answers yes with that unit."""
    for on_card in (True, False):
        hand = scene("s-cuenca b, s-husares a, m-gk-haus al-wahhab", "movement", "moroccan")
        hand.end_phase()
        game = hand.game
        screen = hand.screen
        if on_card:
            hand.point(screen.layout.track.center)
            middle = screen.column.middle
            x, y, height = screen.layout.column.centerx, middle.rect.top, middle.rect.height
            hand.click(next((x, y + k) for k in range(height) if middle.spot_at((x, y + k)) == "s-husares"))
        else:
            hand.click_unit("s-husares")
        assert (game.situation.interrupting, game.selection.selected) == ("spanish", "s-husares")


def test_the_last_shot_of_a_phase_asks_first(scene: Callable[..., Hand]) -> None:
    """Before the Spanish fire at the only Moroccan unit that entered, B lets them announce the hussars instead."""
    hand = scene(DEFENCE, "defensive-fire", "moroccan", {"moroccan": "recruit"})
    game = hand.game
    hand.key("v")
    hand.wait()
    assert game.prompt_shown.to_act == "spanish"
    assert asked(hand) == ("turn-end", "spanish", "spanish", "fire s-cuenca a", ("s-husares",))
    assert {"Cuenca", "A", "Húsares de la Princesa"} <= set(values_in(game.prompt_shown.text))
    assert notations(hand) == []
    hand.key("b")
    assert not game.interruption.holds
    assert not game.quick_play.running
    hand.click_unit("s-husares")
    assert game.selection.selected == "s-husares"
    hand.key("escape")
    hand.click_unit("s-cuenca")
    hand.click_place("a")
    assert game.interruption.holds
    hand.key("enter")
    assert notations(hand) == ["fire s-cuenca a"]


def test_v_says_that_nothing_is_left_to_automate(scene: Callable[..., Hand]) -> None:
    """In a movement phase V names the open decisions; once all have moved, it says that the phase can be ended, which
    is no refusal."""
    hand = scene("s-cuenca b, m-gk-haus al-wahhab", "movement")
    hand.key("v")
    assert hand.game.selection.refusal is not None
    assert list(values_in(hand.game.selection.refusal.reasons[0].text)) == [1]
    hand.key("escape")
    hand.click_unit("s-cuenca")
    hand.click_place("a")
    hand.settle()
    hand.key("v")
    assert hand.game.selection.refusal is None
    assert isinstance(hand.game.view.notice.text, Message)
    assert hand.game.view.notice.text.values == {"button": hand.game.prompt_shown.main_label}


def test_the_banner_hides_the_earlier_selection(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """A click that skips the last advance causes no refusal for the next player and selects nothing."""
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight), speed=0.25)
    game = hand.game
    screen = hand.screen
    to_the_advance(hand)
    place, able = next(iter(game.selection.goals.items()))
    hand.click_place(place)
    if game.selection.goal is not None:
        hand.click_unit(able[-1])
    assert game.stage.busy
    hand.click_place("0304")
    hand.settle()
    assert game.turn_end.holds
    assert not game.may_act
    hand.key("space")
    hand.wait()
    assert isinstance(hand.top, HandOver)
    assert game.selection.refusal is None
    assert game.selection.selected is None
    assert screen.slip.rect.height == 0


def win_the_last_fight(hand: Hand) -> None:
    """The attack, a roll that vacates a hex, the advance."""
    to_the_advance(hand)
    game = hand.game
    place, able = next(iter(game.selection.goals.items()))
    hand.click_place(place)
    if game.selection.goal is not None:
        hand.click_unit(able[-1])
    hand.settle()


def test_the_turn_waits_for_its_end_after_the_last_fight(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """Against a computer player, which would start at once, the turn waits for the button; the combat can still be
    undone."""
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight, players={"christian": "random"}), speed=8.0)
    win_the_last_fight(hand)
    game = hand.game
    screen = hand.screen
    done = len(notations(hand))
    hand.wait_in_steps(20, 0.2)
    assert len(notations(hand)) == done
    assert screen.widgets.main.text == "End turn"
    assert game.phase_track.current == ("moslem", "combat")
    hand.key("backspace")
    assert not game.turn_end.holds
    assert len(notations(hand)) == done - 1


@pytest.mark.every(2)
@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_key_ends_the_turn(sit_down: Sit, last_fight: dict[str, Any], key: str) -> None:
    """The other side's turn begins."""
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight, players={"christian": "random"}), speed=8.0)
    win_the_last_fight(hand)
    done = len(notations(hand))
    assert hand.game.turn_end.shown_prompt is not None
    hand.key(key)
    assert not hand.game.turn_end.holds
    hand.until(lambda: len(notations(hand)) > done)


def test_turns_end_automatically_by_a_setting(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """With the setting off, the other side begins at once, as after an explicit end of the phase."""
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight), speed=8.0, end_turn_by_hand=False)
    win_the_last_fight(hand)
    hand.wait()
    assert isinstance(hand.top, HandOver)
    other = sit_down(Start("play", "kassala", seed=7), speed=8.0)
    other.end_phase()
    other.settle()
    assert isinstance(other.top, HandOver)


def test_the_next_turn_is_not_shown_before_this_one_ends(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """The next turn is neither in the log nor on the counters, which keep the combat's marks; once the turn is ended,
    all of it is shown."""
    hand = sit_down(Start("play", "kassala", seed=7, position=last_fight, players={"christian": "random"}), speed=8.0)
    win_the_last_fight(hand)
    game = hand.game
    screen = hand.screen
    game.flow.paused = True
    began = next(e.text for e in game.match.plies[-1].events if isinstance(e, PhaseBegan) and e.seat == "christian")
    fought = [event.text for step in game.match.plies for event in step.events]
    fought = fought[: fought.index(began)]
    assert [entry.text for entry in screen.column.log.entries] == ["Turn 1: Moslem combat", *fought]
    fighters = [counter for counter in game.situation.counters.values() if "attacked" in counter.marks]
    assert fighters
    game.flow.paused = False
    hand.key("space")
    hand.wait()
    assert began in [entry.text for entry in screen.column.log.entries]
    assert not any("attacked" in counter.marks for counter in game.situation.counters.values())


def test_a_rally_is_not_pending_before_the_turn_ends(scene: Callable[..., Hand]) -> None:
    """The last shock leads to the end of the turn with pending coins: no tray and no roll until the turn is ended."""
    line = "m-gk-haus a came=b, s-cuenca a, s-luchana as-salam demoralized"
    hand = scene(line, "shock", "moroccan", auto_roll=True)
    game = hand.game
    screen = hand.screen
    hand.key("v")
    for _ in range(60):
        hand.wait(0.2)
        if game.turn_end.shown_prompt is not None or game.match.to_act is None:
            break
    assert game.turn_end.shown_prompt is not None
    hand.settle()
    assert hand.rolling
    done = len(notations(hand))
    assert not game.stage.tray.has_pending_roll
    assert game.prompt_shown.mode == "move"
    assert not screen.widgets.faces.visible
    hand.click(screen.tray_rect.center)
    hand.wait_in_steps(10, 0.2)
    assert len(notations(hand)) == done
    assert "end" not in {event.phase for event in hand.told(PhaseBegan)}
    hand.key("space")
    hand.settle()
    assert "end" in {event.phase for event in hand.told(PhaseBegan)}
    hand.wait_in_steps(10, 0.2)
    assert len(notations(hand)) > done


def test_riders_whose_activation_may_end_the_turn_are_asked_about(scene: Callable[..., Hand]) -> None:
    """The hussars could drive off the only Moroccan: other units that could act are named before the announcement."""
    line = "m-gk-haus a came=b, s-cuenca a, s-husares playa-del-tarajal, s-montada b, m-bujari-1 campamento-de-abbas"
    hand = scene(line, "defensive-fire", "moroccan", {"moroccan": "recruit"})
    game = hand.game
    hand.click_unit("s-husares")
    number = next(n for n, p in enumerate(game.selection.proposals, 1) if str(p.label).startswith("Activate"))
    hand.key(str(number))
    assert notations(hand) == []
    assert asked(hand)[:4] == ("turn-end", "spanish", "spanish", "activate s-husares")
    assert "s-montada" in asked(hand)[4]
    assert "s-husares" not in asked(hand)[4]
    assert {"Húsares de la Princesa", "Art. Montada"} <= set(values_in(game.prompt_shown.text))
    hand.key("enter")
    assert notations(hand) == ["activate s-husares"]


def test_a_clicked_area_lists_what_can_be_done_there_and_the_slip_names_the_next_click(
    scene: Callable[..., Hand]
) -> None:
    """Hussars could fire at the area or enter it: the first click shows both, and that another one fires."""
    line = "s-luchana playa-del-tarajal, m-gum-uagit playa-del-tarajal came=castillejos, s-husares a"
    hand = scene(line, "shock", "moroccan", {"moroccan": "recruit"})
    hand.game.flow.paused = True
    hand.key("b")
    hand.click_unit("s-husares")
    hand.click_place("playa-del-tarajal")
    hand.rest()
    card = contents.middle_card(hand.game).key
    assert isinstance(card, tuple)
    assert card[0] == "battle"
    offered = card[3]
    assert isinstance(offered, tuple)
    assert len(offered) == 2
    assert "Click again: Fire" in str(hand.screen.slip.key)
    hand.click_place("playa-del-tarajal")
    hand.settle()
    assert notations(hand) == ["activate s-husares", "fire s-husares playa-del-tarajal"]


def test_a_computer_players_turn_is_not_undone_without_a_question(sit_down: Sit) -> None:
    """An extra stroke asks for confirmation; Escape changes nothing, yes undoes that turn."""
    hand = sit_down(Start("play", "kassala", seed=7, players={"christian": "random"}), speed=8.0)
    game = hand.game
    while game.match.prompt.turn == 1 and game.flow.is_human(game.flow.seat):
        hand.end_phase()
        hand.settle()
    hand.until(lambda: game.match.prompt.turn == 2 and not game.stage.busy and game.flow.is_human(game.flow.seat))
    done = len(notations(hand))
    hand.key("backspace")
    assert isinstance(hand.top, QuestionSheet)
    hand.key("escape")
    assert done == len(notations(hand))
    hand.key("backspace")
    hand.key("enter")
    assert len(notations(hand)) < done
    assert 1 == game.match.prompt.turn
