"""Computer players in a process of their own: questions in, answers out, one JSON object a line. Never draws.

A question is ``{"number", "system", "level", "seat", "seed", "limit", "position"}``: ``limit`` in seconds, ``position``
the complete one of a game; ``system`` may stand in it instead. The answer is ``{"number", "action",
"why"}``, the reason as ``packed``; where the question cannot be answered, ``action`` is empty and ``why`` says what
is wrong. With ``"interrupt": true`` the question is whether a seat that is not to act interrupts; then an empty
``action`` with an empty ``why`` means that it lets play go on. The end of input ends the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any, BinaryIO

import msgspec

from game import catalog
from game.ai.players import CannotPlay, Clock, PlannedPhase, Player, make
from game.core.chance import CHANCE
from game.core.contract import BadPosition, System
from game.core.message import packed, say, told


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """One line in."""

    number: int
    level: str
    seat: str
    seed: int
    limit: float
    position: dict[str, Any]
    interrupt: bool = False
    system: str = ""
    """Empty: the one that the position names."""


class Answer(msgspec.Struct):
    """One line out."""

    number: int
    action: str
    why: Any
    """As ``message.packed`` puts it."""


class Worker:
    """Answers questions; remembers what each player meant to do next, so that turns are planned once."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._planned: dict[tuple[str, str, str], PlannedPhase] = {}

    def answer(self, line: bytes) -> Answer:
        """The answer to a line; never raises for what the line says."""
        number = 0
        try:
            question = msgspec.json.decode(line, type=Question)
            number = question.number
            return self._choose(question)
        except msgspec.MsgspecError as error:
            return Answer(number, "", packed(say("the question cannot be read: {error}", error=str(error))))
        except (BadPosition, CannotPlay, catalog.UnknownName) as error:
            return Answer(number, "", packed(told(error)))

    def _choose(self, question: Question) -> Answer:
        rules = catalog.rules(question.system or str(question.position.get("system", "")))
        state = rules.from_position(question.position)
        if question.interrupt:
            return self._interrupt(question, rules, state)
        actor = rules.to_act(state)
        if actor != question.seat:
            who = say("dice are due") if actor == CHANCE else (
                say("{seat} must act", seat=actor) if actor else say("the game is over"))
            why = say("{seat} has nothing to choose: {who}", seat=question.seat, who=who)
            return Answer(question.number, "", packed(why))
        choice = self._player(question, rules).choose(rules.view(state, question.seat), question.limit)
        return Answer(question.number, choice.action.notation, packed(choice.why))

    def _interrupt(self, question: Question, rules: System[Any], state: Any) -> Answer:
        player = self._player(question, rules)
        if question.seat not in rules.may_interrupt(state):
            return Answer(question.number, "", packed(say("{seat} may not interrupt now", seat=question.seat)))
        choice = player.interrupt(rules.view(state, question.seat), question.limit)
        return Answer(question.number, choice.action.notation if choice else "", packed(choice.why) if choice else "")

    def _player(self, question: Question, rules: System[Any]) -> Player:
        planned = self._planned.setdefault((rules.name, question.level, question.seat), PlannedPhase())
        return make(question.level, rules, question.seat, question.seed, clock=self._clock, planned=planned)


def serve(source: BinaryIO, sink: Callable[[bytes], None], worker: Worker) -> None:
    """Answer every line until the input ends."""
    for line in source:
        sink(msgspec.json.encode(worker.answer(line)) + b"\n")


def main() -> None:
    """Serve standard input and output."""

    def send(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    serve(sys.stdin.buffer, send, Worker())


if __name__ == "__main__":
    main()
