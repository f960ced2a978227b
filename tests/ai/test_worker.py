"""The process that thinks for the screen: one JSON line in, one out, and every fault said in the answer."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from game.ai.worker import Worker, serve
from game.core.message import unpacked
from game.rules.kassala.system import Kassala

ROOT = Path(__file__).resolve().parents[2]


def question(**changed: Any) -> bytes:
    """A line that asks the recruit for the first Moslem action."""
    asked = {"number": 7, "level": "recruit", "seat": "moslem", "seed": 3, "limit": 1.0,
             "position": {"system": "kassala", "scenario": "kassala", "options": []}}
    return json.dumps({**asked, **changed}).encode()


def test_an_answer_is_a_legal_action(kassala: Kassala) -> None:
    """The notation parses and passes the rules; the number is the question's."""
    answer = Worker().answer(question())
    assert answer.number == 7
    assert answer.why
    assert kassala.check(kassala.initial("kassala"), kassala.parse(answer.action))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "cannot be read"),
        (b'{"number": "x"}', "cannot be read"),
        (question(level="marshal"), "no player 'marshal'"),
        (question(position={"system": "chess"}), "chess"),
        (question(position={"system": "kassala", "turn": 99}), "'turn' is 99"),
        (question(seat="christian"), "christian has nothing to choose: moslem must act"),
        (question(position={"system": "kassala", "phase": "over"}), "the game is over"),
    ],
)
def test_a_fault_is_an_answer(line: bytes, said: str) -> None:
    """No action, and the reason in words."""
    answer = Worker().answer(line)
    assert answer.action == ""
    assert said in str(unpacked(answer.why))


def test_a_turn_is_planned_once(kassala: Kassala) -> None:
    """Later questions of the same turn go on with the plan, whatever their seeds."""
    asked = 0

    def clock() -> float:
        nonlocal asked
        asked += 1
        return 0.0

    worker = Worker(clock)
    state = kassala.initial("kassala")
    looks = []
    for seed in range(3):
        position = {**kassala.position(state)}
        before = asked
        answer = worker.answer(question(level="veteran", seed=seed, position=position))
        looks.append(asked - before)
        state = kassala.apply(state, kassala.parse(answer.action))[0]
    assert looks[0] > 10
    assert looks[1:] == [0, 0]


def test_every_line_gets_its_line() -> None:
    """In order, until the input ends."""
    sent: list[bytes] = []
    serve(BytesIO(question(number=1) + b"\nrubbish\n" + question(number=2) + b"\n"), sent.append, Worker())
    assert [1, 0, 2] == [json.loads(line)["number"] for line in sent]


def test_the_process_never_draws() -> None:
    """Started as the screen starts it, it answers, ends with its input and has not imported pygame."""
    program = "import sys; from game.ai import worker; worker.main(); assert 'pygame' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", program], input=question() + b"\n", capture_output=True, cwd=ROOT,
                          check=True)
    assert json.loads(done.stdout)["number"] == 7


def test_where_nobody_may_interrupt_the_answer_says_so() -> None:
    """Kassala knows no interrupting: the action is empty and the reason in words."""
    answer = Worker().answer(question(interrupt=True, seat="christian"))
    assert answer.action == ""
    assert str(unpacked(answer.why)) == "christian may not interrupt now"
