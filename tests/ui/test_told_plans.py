"""A computer player's plan is logged when it is done, in one line, not with the first step."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from game.ai import player_process
from game.ai.player_process import Advice
from game.core.event import PhaseBegan
from game.core.message import Text, say
from game.core.verdict import RuleRef
from game.match.plan_reasons import MAX_REASONS, PlanReasons
from game.match.start import Start
from tests.ai.ponderer import scripted
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
MARCH = ("move m-tcav1 0501-0502-0603", "move m-arab1 0603-0703", "end-movement")


def entries(hand: Hand) -> list[tuple[str, str]]:
    return [(entry.kind, str(entry.text)) for entry in hand.screen.column.log.entries]


def test_the_log_gives_a_plan_after_its_last_step(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is logged during the moves; then one line has the reasons of its steps, before the next phase. The record
    and a resumed game have it there too."""
    monkeypatch.setattr(player_process, "WORKER_COMMAND", (sys.executable, "-c", scripted(*MARCH)))
    hand = sit_down(Start("play", "kassala", seed=3, players={"moslem": "veteran"}), speed=8.0)
    game = hand.game
    hand.until(lambda: len(game.match.plies) == 2)
    assert "remark" not in [kind for kind, _ in entries(hand)]
    hand.until(lambda: game.prompt_shown.phase == "combat" and not game.stage.busy)
    told = entries(hand)
    remarks = [text for kind, text in told if kind == "remark"]
    steps = ("Turkish cavalry moves 0401-0501-0502-0603: reason 1; "
             "Arab cavalry 1 moves 0602-0603-0703: reason 2")
    assert remarks == [f"Veteran: {steps}"]
    assert told.index(("remark", remarks[0])) < [k for k, (kind, _) in enumerate(told) if kind == "phase"][1]
    assert [str(ply.why) for ply in game.match.plies[:3]] == ["", "", steps]
    game.game_log.read()
    assert entries(hand) == told


def test_reasons_are_kept_while_steps_remain() -> None:
    """A continued plan logs those of its steps except the last; one made anew after a roll logs both; a single action
    is logged with its reason, and reveals nothing of a plan that it interrupts."""
    reasons = PlanReasons()

    def said(why: str, *plan: str) -> str:
        action = plan[0] if plan else "x"
        return str(reasons.text_with("moslem", Advice(1, action, why, plan), action))

    assert said("alone") == "alone"
    assert said("", "one", "two") == ""
    assert said("last", "two") == ""
    assert said("single", "one") == "single"
    assert said("all", "one", "two", "three") == ""
    assert said("second", "two", "three") == ""
    assert said("last", "three").split("; ") == ["one: all", "two: second"]
    assert said("first", "one", "two") == ""
    assert said("safe", "retreat") == "safe"
    assert said("then", "four", "two") == ""
    assert said("then", "five", "six") == ""
    assert said("end", "six").split("; ") == ["one: first", "four: then"]
    assert said("again", "six") == "again"


def test_a_reason_that_says_nothing_new_is_left_out() -> None:
    """A repeated or empty one, one without new names, and some of very many are left out."""
    reasons, steps = PlanReasons(), ("one", "two", "three", "four", "five")

    def said(why: Text, step: int) -> str:
        return str(reasons.text_with("moslem", Advice(1, steps[step], why, steps[step:]), steps[step]))

    attack = say("to attack {enemy} with {friend}: {odds}", enemy="A", friend="two", odds="1-1")
    assert said(attack, 0) == said(say("to join {friend} against {enemy}", friend="one", enemy="A"), 1) == ""
    assert said("", 2) == said(attack, 3) == ""
    assert said("last", 4) == f"one: {attack}"
    town = say("to support {town}", town="A")
    assert said(attack, 0) == said(say("to attack {enemy} with {friend}", enemy="B", friend="two"), 1) == ""
    assert said(town, 2) == said("", 3) == ""
    assert said("last", 4).split("; ") == [f"one: {attack}", "two: to attack B with two", f"three: {town}"]
    long = [str(number) for number in range(3 * MAX_REASONS)]
    for number in range(len(long) - 1):
        reasons.text_with("christian", Advice(1, long[number], f"reason {number}", tuple(long[number:])), long[number])
    shown = str(reasons.text_with("christian", Advice(1, long[-1], "", (long[-1],)), long[-1]))
    assert shown.count("reason") == MAX_REASONS


def test_a_plan_ended_by_its_phase_is_logged_then() -> None:
    """It is logged once, not before the end of the phase, and not after an undo."""
    reasons = PlanReasons()
    rule = RuleRef("kassala", "II.D.1")
    over = (PhaseBegan(rule=rule, turn=1, phase="combat", seat="moslem", sentence=say("Combat")),)
    reasons.text_with("moslem", Advice(1, "one", "all", ("one", "two")), "it")
    assert reasons.remaining(()) == []
    assert reasons.remaining(over) == [("moslem", "it: all")]
    assert reasons.remaining(over) == []
    reasons.text_with("moslem", Advice(1, "one", "all", ("one", "two")), "it")
    reasons.forget()
    assert reasons.remaining(over) == []


def test_the_rest_of_a_plan_is_logged_before_the_next_phase(sit_down: Sit) -> None:
    """This holds in the log as written and as rebuilt."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"christian": "veteran"}))
    game = hand.game
    game.flow.reasons.text_with("christian", Advice(1, "one", "all", ("one", "two")), "it")
    game.flow.play("end-movement")
    hand.settle()
    told = entries(hand)
    remark = ("remark", "Veteran: it: all")
    assert remark in told
    assert told.index(remark) < [k for k, (kind, _) in enumerate(told) if kind == "phase"][1]
    game.game_log.read()
    assert entries(hand) == told
