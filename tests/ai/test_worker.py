"""The process that thinks for the screen: one JSON line in, one out, with every fault in the answer."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from game.ai import estimate
from game.ai.worker import Inbox, Worker, serve
from game.core.message import unpacked
from game.rules.kassala.system import Kassala
from tests.ai.ponderer import PONDERER
from tests.rules.table import facts

ROOT = Path(__file__).resolve().parents[2]


def question(**changed: Any) -> bytes:
    """A line that asks the recruit for the first Moslem action."""
    asked = {"number": 7, "level": "recruit", "seat": "moslem", "seed": 3, "limit": 1.0,
             "position": {"system": "kassala", "scenario": "kassala", "options": []}}
    return json.dumps({**asked, **changed}).encode()


def test_an_answer_is_a_legal_action(kassala: Kassala) -> None:
    """The notation parses and is legal; the number is the question's."""
    answer = Worker().answer(question())
    assert answer.number == 7
    assert answer.why
    assert kassala.check(kassala.initial("kassala"), kassala.parse(answer.action))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "cannot be read"),
        (b'{"number": "x"}', "cannot be read"),
        (b'{"position": ' + b'{"a": ' * 100_000, "cannot be read"),
        (question(level="marshal"), "no player 'marshal'"),
        (question(position={"system": "chess"}), "chess"),
        (question(position={"system": "kassala", "turn": 99}), "position/turn: expected a whole number from 1 to 10"),
        (question(seat="christian"), "christian has no choice to make: moslem must act"),
        (question(position={"system": "kassala", "phase": "over"}), "the game is over"),
    ],
)
def test_a_fault_is_an_answer(line: bytes, said: str) -> None:
    """The answer has no action, and the reason in words."""
    answer = Worker().answer(line)
    assert answer.action == ""
    assert said in str(unpacked(answer.why))


def test_weights_that_cannot_be_used_are_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds of a draw are learnt; the answer names the damaged file."""
    path = tmp_path / "weights.toml"
    path.write_text("[", "utf-8")
    monkeypatch.setattr(estimate, "weights_file", lambda rules: path)
    answer = Worker().answer(question(draw=True))
    assert answer.accepts is None
    assert str(path) in str(unpacked(answer.why))


def test_a_turn_is_planned_once(kassala: Kassala) -> None:
    """Later questions of the same turn continue the plan, whatever their seeds."""
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


def test_every_line_gets_an_answer() -> None:
    """Answers come in order, until the input ends."""
    sent: list[bytes] = []
    serve(BytesIO(question(number=1) + b"\nrubbish\n" + question(number=2) + b"\n"), sent.append)
    assert [1, 0, 2] == [json.loads(line)["number"] for line in sent]


def test_a_hurried_player_answers_at_once_and_forgets_unwanted_plans(kassala: Kassala) -> None:
    """If hurried before it starts, it never reads the clock. Its plan is continued only if the answer was wanted."""
    state = kassala.initial("kassala")
    for dropped, kept in ((False, True), (True, False)):
        asked: list[None] = []
        hurry = json.dumps({"now": 7, "dropped": dropped}).encode()
        inbox = Inbox([hurry, question(level="veteran", limit=1e6)])
        worker = Worker(lambda asked=asked: asked.append(None) or 0.0, inbox)  # type: ignore[misc]
        answer = worker.answer(next(iter(inbox)))
        assert answer.plan[0] == answer.action
        assert kassala.check(state, kassala.parse(answer.action))
        assert len(asked) <= 1
        after = kassala.apply(state, kassala.parse(answer.action))[0]
        worker.answer(question(number=8, level="veteran", limit=1e6, position={**kassala.position(after)}))
        assert (len(asked) <= 1) == kept


def test_the_process_reads_while_it_thinks(kassala: Kassala) -> None:
    """A question is answered at once on a hurry, on another question and when dropped: with the plan, its value and the
    alternatives."""
    with subprocess.Popen([sys.executable, "-c", PONDERER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          cwd=ROOT) as process:
        late = Timer(60, process.kill)
        late.start()
        assert process.stdin is not None
        assert process.stdout is not None

        def tell(*lines: bytes) -> None:
            assert process.stdin is not None
            process.stdin.write(b"".join(line + b"\n" for line in lines))
            process.stdin.flush()

        tell(question(number=1), b'{"now": 1}')
        answer = json.loads(process.stdout.readline())
        first, second = answer["plan"]
        assert (answer["number"], answer["action"], answer["value"]) == (1, first, 0.5)
        assert answer["alternatives"] == [{"plan": [second], "value": 0.25}]
        assert kassala.check(kassala.initial("kassala"), kassala.parse(first))
        tell(question(number=2))
        tell(question(number=3))
        assert json.loads(process.stdout.readline())["number"] == 2
        tell(b'{"now": 3, "dropped": true}')
        assert json.loads(process.stdout.readline())["number"] == 3
        process.stdin.close()
        assert process.wait() == 0
        late.cancel()


def test_a_crashing_process_reports_the_error() -> None:
    """If an answer cannot be sent, the process ends with the error as the last line, with or without a reader."""
    broken = PONDERER.replace("while not self.hurry():", "while True:").replace("            pass", "            1 / 0")
    with subprocess.Popen([sys.executable, "-c", broken], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(question() + b"\n")
        process.stdin.flush()
        assert process.wait(60) == 1
        assert process.stderr.read().decode().strip().splitlines()[-1].startswith("ZeroDivisionError")


def test_the_process_never_imports_pygame() -> None:
    """Started as the screen starts it, it answers, ends with its input and has not imported pygame."""
    program = "import sys; from game.ai import worker; worker.main(); assert 'pygame' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", program], input=question() + b"\n", capture_output=True, cwd=ROOT,
                          check=True)
    assert json.loads(done.stdout)["number"] == 7


def test_the_answer_says_if_no_interrupt_is_possible() -> None:
    """Kassala has no interrupts: the action is empty and the reason in words."""
    answer = Worker().answer(question(interrupt=True, seat="christian"))
    assert answer.action == ""
    assert facts(unpacked(answer.why)) == ("christian",)
