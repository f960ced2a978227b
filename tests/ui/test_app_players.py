"""Computer players on screen: playing, hints, pausing, errors."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from game import catalog
from game.ai import player_process
from game.ai.player_process import TOO_LONG, Advice, PlayerProcess
from game.ai.protocol import OtherPlan
from game.i18n.words import translate
from game.match.start import Start
from game.match.store import Store
from game.systems import SYSTEMS_VARIABLE
from game.ui.app.dialogs import MessageSheet
from game.ui.play import turn_driver
from game.ui.screens.seating import DICE, ChangePlayers
from tests.ai.ponderer import PONDERER
from tests.match.install import SYSTEMS
from tests.ui.hand import Hand
from tests.ui.hints import hinted
from tests.ui.kept import WARM
from tests.ui.pictures import digest
from tests.ui.workers import Workers

Sit = Callable[..., Hand]


def test_computer_players_play_each_other(sit_down: Sit) -> None:
    """Without input, moves are made and reasons logged, and Space pauses."""
    watched = Start("play", "kassala", seed=3, players={"moslem": "recruit", "christian": "recruit"})
    hand = sit_down(watched, watching_speed=8.0)
    hand.until(lambda: len(hand.game.match.plies) >= 3)
    assert any(entry.kind == "remark" for entry in hand.screen.column.log.entries)
    hand.key("space")
    hand.settle()
    done = len(hand.game.match.plies)
    hand.wait_in_steps(20, 0.1)
    assert len(hand.game.match.plies) == done


def test_a_hint_is_shown_and_not_played(sit_down: Sit) -> None:
    """On H the proposal and its reason are on the card below the prompt, and the position is unchanged."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("h")
    hand.until(lambda: hand.game.hint is not None)
    hand.wait()
    assert hand.game.hint is not None
    assert any(str(hand.game.hint.why) in text for _, text in hand.screen.column.middle.texts)
    assert hand.game.match.plies == ()
    assert hand.game.rules.check(hand.game.match.state, hand.game.hint.next_action)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), [("kassala", None), ("africa", "castillejos")])
def test_enter_plays_the_hint(sit_down: Sit, system: str, scenario: str | None) -> None:
    """H and Enter do exactly the hinted action; Esc dismisses a hint and restores Enter."""
    hand = sit_down(Start("play", system, scenario, seed=3))
    game = hand.game
    for key in ("escape", "enter"):
        hand.key("h")
        hand.until(lambda: game.hint is not None)
        hand.wait()
        assert game.hint is not None
        wanted, steps = game.hint.next_action, len(game.hint.steps)
        hand.key(key)
        left = game.hint.steps if game.hint is not None else ()
        assert len(left) == (steps - 1 if key == "enter" else 0)
        assert len(game.match.plies) == (key == "enter")
    assert game.match.plies[0].action == wanted


def test_nothing_can_be_undone_where_computers_play_both_sides(sit_down: Sit) -> None:
    """The button is disabled and its tip says why; with a person it is enabled."""
    for moslem, enabled in (("recruit", False), ("human", True)):
        hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": moslem, "christian": "recruit"}))
        hand.wait_for_print()
        assert hand.button("Undo").is_enabled is enabled
        hand.close()


def test_a_hint_that_takes_too_long_can_be_asked_for_again(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dialog reports it; H asks again and is answered."""
    now = [100.0]
    monkeypatch.setattr(turn_driver, "PlayerProcess", lambda: PlayerProcess(lambda: now[0]))
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.key("h")
    now[0] += 1000
    hand.until(lambda: isinstance(hand.top, MessageSheet))
    assert str(hand.top.text) == translate(turn_driver.LATE_HINT)
    hand.key("enter")
    hand.key("h")
    hand.until(lambda: hand.game.hint is not None)


def test_the_players_can_be_changed_during_a_game(sit_down: Sit) -> None:
    """The menu starts a new game with all actions so far, and leaves this record unchanged."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.game.play(next(a for a in hand.game.rules.candidates(hand.game.match.state)))
    hand.settle()
    before = hand.game.match
    hand.key("escape")
    hand.press(hand.button("Change players"))
    sheet = hand.on(ChangePlayers)
    assert not any(button.text == translate(DICE[0][0]) for button in sheet.buttons)
    sheet.seating.players = {"moslem": "human", "christian": "regular:bold"}
    sheet.start()
    hand.wait()
    after = hand.game.match
    assert after is not before
    assert after.header.players == {"moslem": "human", "christian": "regular:bold"}
    assert [ply.action for ply in after.plies] == [ply.action for ply in before.plies]


def test_a_game_continued_with_other_players_is_not_offered_a_second_time(sit_down: Sit) -> None:
    """Once it is over in its new record, the old one is only in the list of saved games."""
    hand = sit_down(Start("play", "kassala", seed=3))
    hand.game.play(next(a for a in hand.game.rules.candidates(hand.game.match.state)))
    hand.settle()
    hand.key("escape")
    hand.press(hand.button("Change players"))
    hand.on(ChangePlayers).start()
    hand.wait()
    hand.game.match.resign("moslem")
    hand.close()
    listing = Store().listing()
    listing.read()
    assert len(list(listing.saves())) == 2
    assert listing.latest() is None
    assert not list(listing.unfinished())


def test_a_computer_player_that_fails_is_reported_not_hidden(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a nonexistent level a dialog has the error, and the game is paused and intact."""
    monkeypatch.setattr("game.match.match.player_names", lambda: ("human", "nobody"))
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "nobody"}))
    hand.until(lambda: isinstance(hand.top, MessageSheet))
    assert "nobody" in str(hand.top.text)
    hand.key("enter")
    assert hand.game.flow.paused
    assert hand.game.match.plies == ()


def test_a_slow_computer_player_is_named_by_its_title(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dialog names the level and the side by their titles, and describes the event in plain words."""
    now = [100.0]
    monkeypatch.setattr(turn_driver, "PlayerProcess", lambda: PlayerProcess(lambda: now[0]))
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "veteran"}))
    hand.until(lambda: hand.game.flow.players.thinking)
    now[0] += 1000
    hand.until(lambda: isinstance(hand.top, MessageSheet))
    assert all(told in str(hand.top.text) for told in ("Veteran", "Moslem", str(TOO_LONG)))
    hand.key("enter")
    assert hand.game.flow.paused
    assert hand.game.match.plies == ()


def test_their_process_starts_with_the_game(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """It starts before the first question; with two people it is not needed."""
    monkeypatch.setattr(PlayerProcess, "start_early", WARM)
    for other, number in ("human", 0), ("recruit", 1):
        workers = Workers()
        monkeypatch.setattr(turn_driver, "PlayerProcess", lambda workers=workers: PlayerProcess(start=workers))
        hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "human", "christian": other}))
        assert (number, []) == (len(workers.started), workers.sent)
        hand.close()


def test_the_players_process_ends_with_the_program(folders: Path) -> None:
    """Closed while it thinks, it leaves no process."""
    rules = catalog.rules("kassala")
    workers = Workers()
    players = PlayerProcess(start=workers)
    players.ask(rules.position(rules.initial("kassala")), "veteran", "moslem", 1, 5.0)
    players.close()
    assert [True] == [process.poll() is not None for process in workers.started]


def test_a_system_is_found_by_a_name_relative_to_the_folder_one_is_in(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name relative to the current folder works wherever the program itself is."""
    monkeypatch.setenv(SYSTEMS_VARIABLE, SYSTEMS)
    rules = catalog.rules("pebbles")
    position = rules.position(rules.initial(rules.scenarios[0].name))
    monkeypatch.chdir(Path(SYSTEMS).parent)
    monkeypatch.setenv(SYSTEMS_VARIABLE, Path(SYSTEMS).name)
    players, end = PlayerProcess(), monotonic() + 60
    players.ask(position, "random", rules.seats[0], 1, system="pebbles")
    while (advice := players.answer()) is None:
        assert monotonic() < end
        sleep(0.005)
    players.close()
    assert rules.parse(advice.action).notation == advice.action


def test_a_computer_player_that_dies_is_reported_and_can_be_asked_again(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If its process is killed while thinking, a dialog appears; its button starts another one."""
    workers = Workers()
    monkeypatch.setattr(turn_driver, "PlayerProcess", lambda: PlayerProcess(start=workers))
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "recruit"}), speed=8.0)
    hand.until(lambda: bool(workers.started))
    workers.started[0].kill()
    hand.until(lambda: isinstance(hand.top, MessageSheet) or len(hand.game.match.plies) > 0)
    if isinstance(hand.top, MessageSheet):
        assert hand.game.flow.paused
        hand.key("enter")
        hand.key("space")
    hand.until(lambda: len(hand.game.match.plies) > 0)


def test_a_computer_player_that_thinks_can_be_hurried_and_stopped(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told to finish it answers with its plan; a dropped or superseded question does not delay a later one."""
    monkeypatch.setattr(player_process, "WORKER_COMMAND", (sys.executable, "-c", PONDERER))
    rules = catalog.rules("kassala")
    position, players = rules.position(rules.initial("kassala")), PlayerProcess()

    def answered() -> Advice:
        late = monotonic() + 60
        while (advice := players.answer()) is None:
            assert monotonic() < late
            sleep(0.005)
        return advice

    players.ask(position, "veteran", "moslem", 1, 1e6)
    players.hurry()
    advice = answered()
    assert (advice.number, advice.plan[0], advice.value) == (1, advice.action, 0.5)
    assert advice.alternatives == (OtherPlan(advice.plan[1:], 0.25),)
    players.ask(position, "veteran", "moslem", 1, 1e6)
    players.forget()
    assert not players.thinking
    players.ask(position, "veteran", "moslem", 1, 1e6)
    players.ask(position, "veteran", "moslem", 1, 1e6)
    players.hurry()
    assert answered().number == 4
    players.close()
    players.hurry()


def test_a_computer_player_that_never_answers_is_ended(folders: Path) -> None:
    """After its limit and the grace period the process is ended and the answer says so."""
    now, workers = [0.0], Workers()
    rules = catalog.rules("kassala")
    players = PlayerProcess(clock=lambda: now[0], start=workers)
    players.ask(rules.position(rules.initial("kassala")), "veteran", "moslem", 1, 1.0)
    (process,) = workers.started
    process.send_signal(signal.SIGSTOP)
    now[0] = 120.0
    answer = players.answer()
    assert answer is not None
    assert (answer.action, process.poll() is not None) == ("", True)


def test_a_hint_deselects_units_and_marks_the_end_of_its_move(sit_down: Sit) -> None:
    """After H with a selected counter, that is deselected, the hinted one ringed, its path drawn, its last hex
    marked."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    hand.click_place("0701")
    held = game.selection.selected
    assert held is not None
    hand.key("h")
    hand.until(lambda: game.hint is not None)
    hand.wait()
    assert game.selection.selected is None
    game.hint = hinted(game, "move m-tcav1 0501-0502")
    game.dirty = True
    hand.wait_for_print()
    over, before = game.view.overlay, digest(hand.app.window)
    assert (over.selected, over.path, over.hint) == ("m-tcav1", ("0401", "0501", "0502"), ("0502",))
    assert over.reach == {}
    over.hint = ()
    hand.wait()
    assert digest(hand.app.window) != before


def test_a_hint_disappears_when_a_counter_is_selected_by_keyboard(sit_down: Sit) -> None:
    """After Tab the next counter shows its own reach."""
    hand = sit_down(Start("play", "kassala", seed=3))
    game = hand.game
    game.hint = hinted(game, "move m-tcav1 0501-0502")
    hand.key("tab")
    assert game.hint is None
    assert game.view.overlay.selected == game.selection.selected
    assert game.view.overlay.reach == game.selection.reach
