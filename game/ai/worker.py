"""Computer players in a separate process without a screen: it reads questions and writes answers, one JSON object per
line.

The lines are those of ``game.ai.protocol``. If a question cannot be answered, the answer's ``action`` is empty and
``why`` says what is wrong. In the answer to a question about an interruption, an empty ``action`` with an empty ``why``
means that the player lets play continue.

``{"now": NUMBER}`` requests an immediate answer to the question of that number, with the best found so far. A newer
question has the same effect, and so has ``{"now": NUMBER, "dropped": true}``: the question is then cancelled, and its
plan is forgotten. Only questions get answers. At the end of input the program exits once all questions are answered, or
soon if its parent process has ended.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, FileIO
from queue import SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import Any

import msgspec

from game import catalog
from game.ai.choice import Clock, Opponent, PlayerChoice, PlayerMemory
from game.ai.players import make
from game.ai.protocol import Hurry, OtherPlan, PlayerAnswer, PlayerQuestion
from game.core.action import Action
from game.core.capability import capability, seen_by
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.evaluator import Enough, never
from game.core.interrupts import Interrupts
from game.core.message import MessageError, error_text, packed, say

PARENT_CHECK = 0.2
"""Seconds between two checks, after the end of input, whether the parent process is still running."""


class Inbox:
    """The queue of questions in order of arrival. A separate thread reads ahead, so a request to hurry reaches the
    search in progress at once."""

    def __init__(self, source: Iterable[bytes]) -> None:
        self._source = source
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        """The lines of the questions not yet handed out; None marks the end of input."""
        self._read = self._taken = 0
        """How many questions were read, and how many of these were handed out."""
        self._now = self._dropped = -1
        """The numbers of the latest question to be answered at once and of the latest cancelled one."""

    def __iter__(self) -> Iterator[bytes]:
        Thread(target=self._listen, daemon=True).start()
        while (line := self._waiting.get()) is not None:
            self._taken += 1
            yield line

    def _listen(self) -> None:
        """Read all lines, and sort requests to hurry from questions."""
        for line in self._source:
            try:
                request = msgspec.json.decode(line, type=Hurry)
            except (msgspec.MsgspecError, ValueError, RecursionError):
                self._read += 1
                self._waiting.put(line)
            else:
                self._now = request.now
                if request.dropped:
                    self._dropped = request.now
        self._waiting.put(None)

    def must_hurry(self, number: int) -> bool:
        """Whether the question of this number, which is in progress, must be answered at once."""
        return self._now >= number or self._read > self._taken

    def is_cancelled(self, number: int) -> bool:
        """Whether the question of this number, which is in progress, is cancelled."""
        return self._dropped >= number or self._read > self._taken


class Worker:
    """Answers questions and remembers each player's plan, so that a turn is planned only once."""

    def __init__(self, clock: Clock = monotonic, inbox: Inbox | None = None) -> None:
        """:param inbox: the queue of questions, which also says when one must be answered at once."""
        self._clock, self._inbox = clock, inbox
        self._memories: dict[tuple[str, str, str], PlayerMemory] = {}

    def answer(self, line: bytes) -> PlayerAnswer:
        """The answer to an input line: the error if the line is invalid, or its system or a file of it cannot be
        used."""
        try:
            question = msgspec.json.decode(line, type=PlayerQuestion)
        except (msgspec.MsgspecError, RecursionError) as error:
            return PlayerAnswer(0, "", packed(say("the question cannot be read: {error}", error=str(error))))
        try:
            return self._choose(question)
        except MessageError as error:
            return PlayerAnswer(question.number, "", packed(error_text(error)))

    def _choose(self, question: PlayerQuestion) -> PlayerAnswer:
        """The answer to a question that could be read."""
        rules = catalog.rules(question.system or str(question.position.get("system", "")))
        state = rules.from_position(question.position)
        number, actor = question.number, rules.to_act(state)
        if question.draw:
            draw_answer = self._player(question, rules).answer_draw(seen_by(rules, state, question.seat),
                                                                    question.limit)
            return PlayerAnswer(number, "", packed(draw_answer.why), value=draw_answer.value,
                                accepts=draw_answer.accepts)
        if question.interrupt:
            player = self._player(question, rules)
            if question.seat not in capability(rules, Interrupts).may_interrupt(state):
                return PlayerAnswer(number, "", packed(say("{seat} may not interrupt now", seat=question.seat)))
            return _answer(number, player.interrupt(seen_by(rules, state, question.seat), question.limit))
        if actor != question.seat:
            who = say("a roll is pending") if actor == CHANCE else (
                say("{seat} must act", seat=actor) if actor else say("the game is over"))
            why = say("{seat} has no choice to make: {who}", seat=question.seat, who=who)
            return PlayerAnswer(number, "", packed(why))
        choice = self._player(question, rules).choose(seen_by(rules, state, question.seat), question.limit)
        if self._inbox is not None and self._inbox.is_cancelled(number):
            del self._memories[_memory_key(question, rules)]
        return _answer(number, choice)

    def _player(self, question: PlayerQuestion, rules: System[Any]) -> Opponent:
        """The player asked, with the memory of its earlier answers."""
        memory = self._memories.setdefault(_memory_key(question, rules), PlayerMemory())
        return make(question.level, rules, question.seat, question.seed, clock=self._clock, memory=memory,
                    hurry=self._hurry(question.number))

    def _hurry(self, number: int) -> Enough:
        """A function that returns whether the question of this number must be answered at once."""
        inbox = self._inbox
        return never if inbox is None else lambda: inbox.must_hurry(number)


def _memory_key(question: PlayerQuestion, rules: System[Any]) -> tuple[str, str, str]:
    """The key of the memory of the player asked: system, level and seat."""
    return rules.name, question.level, question.seat


def _answer(number: int, choice: PlayerChoice | None) -> PlayerAnswer:
    """The answer with a player's choice; without an action if it lets play continue."""
    if choice is None:
        return PlayerAnswer(number, "", "")
    others = tuple(OtherPlan(_notations(other.plan), other.value) for other in choice.alternatives)
    return PlayerAnswer(number, choice.action.notation, packed(choice.why), _notations(choice.plan), choice.value,
                        others)


def _notations(plan: Iterable[Action]) -> tuple[str, ...]:
    return tuple(action.notation for action in plan)


def serve(source: Iterable[bytes], sink: Callable[[bytes], None], clock: Clock = monotonic) -> None:
    """Answer every question until the input ends."""
    inbox = Inbox(source)
    worker = Worker(clock, inbox)
    for line in inbox:
        sink(msgspec.json.encode(worker.answer(line)) + b"\n")


def _end_without(parent: int) -> None:
    """End this process, even during a search, once its parent process has ended."""
    while os.getppid() == parent:
        sleep(PARENT_CHECK)
    os._exit(1)


def main() -> None:
    """Serve standard input and output."""
    parent = os.getppid()

    def lines() -> Iterator[bytes]:
        # A separate reader, never closed: at exit no other thread may be using that of ``sys.stdin``.
        yield from BufferedReader(FileIO(0, closefd=False))
        Thread(target=_end_without, args=(parent,), daemon=True).start()

    def send(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        gc.collect(1)

    # With the cached positions a full garbage collection takes half a second, in the middle of a search. So only the
    # objects made during a search are collected, after the answer; the older objects are in no reference cycles.
    gc.disable()
    serve(lines(), send)


if __name__ == "__main__":
    main()
