"""Computer players are asked whether they interrupt: after every action, once per state, without delaying play."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import pytest

from game import catalog
from game.ai.player_process import Advice
from game.match.history import Ply
from game.match.match import Match
from game.rules.africa.system import Africa
from game.ui.app.settings import Settings
from game.ui.play.turn_driver import Flow
from tests.rules.table import units

LINE = "s-cuenca b, s-husares a, m-gk-haus al-wahhab, m-bujari-1 campamento-de-abbas"


@dataclass
class Worker:
    """A fake worker process: records the questions, gives the prepared answers."""

    asked: list[tuple[str, bool]] = field(default_factory=list)
    """The seat of each question, and whether it was about an interrupt."""
    answers: list[Advice] = field(default_factory=list)
    thinking: bool = False
    is_slow: bool = False
    turns_forgotten: int = 0

    def ask(self, position: dict[str, Any], level: str, seat: str, seed: int, limit: float = 1.0, *,
            interrupt: bool = False, draw: bool = False, system: str = "", turn: Hashable = None) -> int:
        self.asked.append((seat, interrupt))
        self.thinking = True
        return len(self.asked)

    def answer(self) -> Advice | None:
        if not self.answers:
            return None
        self.thinking = False
        return self.answers.pop(0)

    def forget_turns(self) -> None:
        self.turns_forgotten += 1

    def forget(self) -> None:
        self.thinking = False
        self.answers.clear()

    def close(self) -> None:
        self.thinking = False


@dataclass
class Sitting:
    """A match of Castillejos in the Spanish movement phase, its flow, and the results."""

    flow: Flow
    worker: Worker
    steps: list[Ply[Any]]
    errors: list[str]

    def wait(self, times: int = 3) -> None:
        for _ in range(times):
            self.flow.update(0.2, True)


Sit = Callable[..., Sitting]


@pytest.fixture
def sit() -> Sit:
    """Starts a match; by default the Moroccans are a computer player's."""

    def make(line: str = LINE, **players: str) -> Sitting:
        rules = Africa(catalog.board)
        position = {"scenario": "castillejos", "options": [], "turn": 1, "phase": "movement", "phasing": "spanish"}
        match = Match.begin(rules, "castillejos", seed=1, position={**position, "units": units(line)},
                            players=players or {"moroccan": "veteran"})
        steps: list[Ply[Any]] = []
        errors: list[str] = []
        flow = Flow(match, Settings(), steps.append, lambda title, text: errors.append(text))
        worker = Worker()
        flow.players = worker  # type: ignore[assignment]
        return Sitting(flow, worker, steps, errors)

    return make


def test_a_computer_is_asked_once_a_state_while_a_person_is_to_act(sit: Sit) -> None:
    """While the Spanish person thinks, the Moroccan level is asked once, declines, and is asked again after an
    action."""
    at = sit()
    at.wait()
    assert at.worker.asked == [("moroccan", True)]
    at.worker.answers.append(Advice(1, "", ""))
    at.wait(10)
    assert at.worker.asked == [("moroccan", True)]
    at.flow.play("move s-cuenca as-salam")
    at.wait()
    assert at.worker.asked == [("moroccan", True)] * 2
    assert at.errors == []


def test_a_computer_that_interrupts_plays_out_of_turn(sit: Sit) -> None:
    """Its answer is an ordinary action of its seat."""
    at = sit()
    at.wait()
    why = "the foot stands open"
    at.worker.answers.append(Advice(1, "activate m-bujari-1", why))
    at.wait()
    assert [(ply.actor, ply.action.notation) for ply in at.steps] == [("moroccan", "activate m-bujari-1")]
    assert at.flow.seat == "moroccan"


def test_an_answer_about_a_state_that_is_gone_is_dropped(sit: Sit) -> None:
    """If the person acts while the computer player thinks, the answer to the old question has no effect."""
    at = sit()
    at.wait()
    at.flow.play("move s-cuenca as-salam")
    at.worker.answers.append(Advice(1, "", ""))
    assert not at.worker.thinking
    at.wait(1)
    assert [ply.actor for ply in at.steps] == ["spanish"]


def test_a_turn_played_again_has_its_whole_time(sit: Sit) -> None:
    """Thinking time of player turns before an undo does not count."""
    at = sit()
    at.flow.play("move s-cuenca as-salam")
    assert at.worker.turns_forgotten == 0
    at.flow.undo(0)
    assert at.worker.turns_forgotten == 1


def test_a_computer_to_act_waits_for_the_other_computers_answer(sit: Sit) -> None:
    """With two computer players the one out of turn is asked first, then the one to act."""
    at = sit(spanish="recruit", moroccan="veteran")
    at.wait()
    assert at.worker.asked == [("moroccan", True)]
    at.worker.answers.append(Advice(1, "", ""))
    at.wait()
    assert at.worker.asked == [("moroccan", True), ("spanish", False)]
    at.worker.answers.append(Advice(2, "move s-cuenca as-salam", ""))
    at.wait(1)
    assert [ply.actor for ply in at.steps] == ["spanish"]


def test_no_side_without_possible_interrupts_is_asked(sit: Sit) -> None:
    """Without cavalry and guns there is no question."""
    at = sit("s-cuenca b, m-gk-haus al-wahhab")
    at.wait(10)
    assert at.worker.asked == []


def test_play_waits_while_a_person_decides(sit: Sit) -> None:
    """While held, no level is asked and no answer done; afterwards play continues."""
    at = sit(spanish="recruit", moroccan="human")
    at.wait()
    assert at.worker.asked == [("spanish", False)]
    at.flow.held = True
    at.worker.answers.append(Advice(1, "move s-cuenca as-salam", ""))
    at.wait(10)
    assert at.steps == []
    at.flow.held = False
    at.wait(1)
    assert [ply.action.notation for ply in at.steps] == ["move s-cuenca as-salam"]


def test_a_person_may_hold_a_computers_action_before_it_is_done(sit: Sit) -> None:
    """The holder keeps the action; the computer player is not asked again in the same state."""
    at = sit(spanish="recruit", moroccan="human")
    held: list[str] = []

    def hold(action: Any) -> bool:
        held.append(action.notation)
        at.flow.held = True
        return True

    at.flow.hold_before = hold
    at.wait()
    at.worker.answers.append(Advice(1, "done", ""))
    at.wait(5)
    assert (held, at.steps, at.flow.paused) == (["done"], [], False)


def test_a_computer_that_interrupts_is_held_for_the_question(sit: Sit) -> None:
    """A held answer out of turn is not done, causes no error, and is not asked again; released, it is done with its
    reason."""
    at = sit()
    held: list[Any] = []

    def hold(action: Any) -> bool:
        held.append(action)
        at.flow.held = True
        return True

    at.flow.hold_before = hold
    at.wait()
    why = "the foot stands open"
    at.worker.answers.append(Advice(1, "activate m-bujari-1", why))
    at.wait(10)
    assert [action.notation for action in held] == ["activate m-bujari-1"]
    assert (at.steps, at.errors, at.flow.paused) == ([], [], False)
    assert at.worker.asked == [("moroccan", True)]
    at.flow.held = False
    assert at.flow.play(held[0])
    assert [(ply.actor, ply.why) for ply in at.steps] == [("moroccan", why)]


def test_an_action_of_the_person_cancels_a_held_interrupt(sit: Sit) -> None:
    """If the person moves instead, the reason is dropped, and the computer player is asked anew."""
    at = sit()
    at.flow.hold_before = lambda action: True
    at.wait()
    why = "the foot stands open"
    at.worker.answers.append(Advice(1, "activate m-bujari-1", why))
    at.wait()
    at.flow.play("move s-cuenca as-salam")
    assert [(ply.actor, ply.why) for ply in at.steps] == [("spanish", "")]
    at.wait()
    assert at.worker.asked == [("moroccan", True)] * 2


def test_a_level_that_cannot_answer_is_reported(sit: Sit) -> None:
    """An empty action with a reason is an error, not a decline."""
    at = sit()
    at.wait()
    at.worker.answers.append(Advice(1, "", "its process ended"))
    at.wait()
    assert at.flow.paused
    assert "its process ended" in at.errors[0]


def test_a_hint_asked_meanwhile_comes_first_and_the_computer_is_asked_again(sit: Sit) -> None:
    """The person's question is sent first; the computer player's own is sent again afterwards."""
    at = sit()
    at.wait()
    shown: list[str] = []
    at.flow.ask_hint("veteran", lambda plan, why: shown.append(plan[0].notation))
    at.worker.answers.append(Advice(2, "move s-cuenca as-salam", ""))
    at.wait()
    assert shown == ["move s-cuenca as-salam"]
    assert at.worker.asked == [("moroccan", True), ("spanish", False), ("moroccan", True)]


def test_a_hint_asked_before_a_draw_is_answered_comes_first(sit: Sit) -> None:
    """The hint is not mistaken for the answer of the computer player, who is asked about the draw again afterwards."""
    at = sit()
    assert at.flow.play("offer-draw spanish")
    at.wait()
    assert at.worker.asked == [("moroccan", False)]
    shown: list[str] = []
    at.flow.ask_hint("veteran", lambda plan, why: shown.append(plan[0].notation))
    at.worker.answers.append(Advice(2, "move s-cuenca as-salam", ""))
    at.wait()
    assert at.errors == []
    assert shown == ["move s-cuenca as-salam"]
    assert at.worker.asked == [("moroccan", False), ("spanish", False), ("moroccan", False)]
    at.worker.answers.append(Advice(3, "", "", accepts=False))
    at.wait()
    assert at.flow.match.draw_offer is None

