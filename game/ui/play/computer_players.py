"""Computer players in a separate process: positions go out as text, notations come back. The screen never blocks."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Any

import msgspec

from game.ai.protocol import Hurry, PlayerAnswer, PlayerQuestion
from game.core.chance import CHANCE
from game.core.event import Event, GameOver, Moved, Noted, PhaseBegan, Placed, TurnOver
from game.core.message import Text, joined, names_in, say, unpacked
from game.files import PACKAGE
from game.match.history import Ply

HURRY_SECONDS = 5.0
"""Seconds beyond its limit after which a computer player is told to answer at once."""
GRACE_SECONDS = 60.0
"""Seconds beyond its limit after which it is stopped, process start included. A loaded computer takes several times as
long as an idle one."""
MIN_TIME_SHARE = 0.02
"""The least time for each answer, as a share of the player turn's time limit, even if all of that is used up."""
PROGRESS_DELAY = 0.3
"""Seconds after which the screen shows the progress of an answer."""
MIN_EXPECTED_SECONDS = 1.0
"""It does so only for answers that are expected to take, or have taken, at least as many seconds."""
WORKER_COMMAND = (sys.executable, "-P", "-m", "game.ai.worker")
TOO_LONG = say("it took too long to answer and was stopped")


class Advice(PlayerAnswer, frozen=True):
    """A computer player's answer to one question, its reason as text."""

    took: float = 0.0
    """Seconds from the question to the arrival of the answer, regardless of when it was read."""


def launch() -> subprocess.Popen[bytes]:
    """Start the worker process with pipes to and from it, in this process's folder, with this program on its path.

    :raises OSError: if it cannot be started.
    """
    path = os.pathsep.join(filter(None, (str(PACKAGE.parent), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(WORKER_COMMAND, env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))


class Players:
    """The worker process, started at the first question and restarted if it has died."""

    def __init__(self, clock: Callable[[], float] = monotonic,
                 start: Callable[[], subprocess.Popen[bytes]] = launch) -> None:
        """:param clock: seconds since some fixed moment.
        :param start: starts a worker process.
        """
        self._start = start
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Advice] = queue.SimpleQueue()
        self._number = 0
        self._open = False
        self._clock = clock
        self._asked = self._due = 0.0
        self._hurried = False
        """Whether the open question has been told to be answered at once."""
        self._limit = self._left = self._used_before = 0.0
        """Seconds of the player turn that the awaited answer belongs to: its limit, what was left when asked, and what
        was used by then."""
        self._turn: tuple[str, str, Hashable] = "", "", None
        """Level, seat and player turn of the awaited answer."""
        self._used: dict[tuple[str, str], tuple[Hashable, float]] = {}
        """Level and seat -> the latest player turn and the seconds of thinking used in it."""

    def ask(self, position: dict[str, Any], level: str, seat: str, seed: int, limit: float = 1.0, *,
            interrupt: bool = False, draw: bool = False, system: str = "", turn: Hashable = None) -> int:
        """Ask what a level would do in a position, dropping earlier questions. Returns the question's number.

        :param limit: thinking time in seconds.
        :param interrupt: whether the seat may interrupt; an answer with neither action nor reason means it does not.
        :param draw: whether the question is to accept an offered draw; the answer is in ``accepts``.
        :param system: the position's system; empty if the position names it.
        :param turn: the player turn that the limit is for: the time of earlier answers in it is subtracted; None if the
            limit is for this answer alone.
        """
        self.forget()
        self._number += 1
        self._open = True
        self._turn = level, seat, turn
        last, used = self._used.get((level, seat), (None, 0.0))
        self._used_before = used if turn is not None and turn == last else 0.0
        self._limit, self._left = limit, max(limit - self._used_before, MIN_TIME_SHARE * limit)
        self._asked = self._clock()
        self._due, self._hurried = self._asked + self._left, False
        try:
            self._send(PlayerQuestion(self._number, level, seat, seed, self._left, position, interrupt, draw, system))
        except OSError as error:
            self._process = None
            why = say("the computer player's process cannot be reached: {error}", error=error)
            self._answers.put(Advice(self._number, "", why))
        return self._number

    def _send(self, line: PlayerQuestion | Hurry) -> None:
        self._stream().write(msgspec.json.encode(line) + b"\n")
        self._stream().flush()

    def hurry(self) -> None:
        """Ask for an immediate answer to the open question, with the best action found so far."""
        self._press(dropped=False)

    def _press(self, *, dropped: bool) -> None:
        """Tell the process to stop thinking; if it has died, ``answer`` reports that."""
        self._hurried = True
        if self._open and self._process is not None and self._process.poll() is None:
            with suppress(OSError):
                self._send(Hurry(self._number, dropped))

    def start_early(self) -> None:
        """Start the process before the first question."""
        try:
            self._stream()
        except OSError as error:
            why = say("the computer player's process cannot start: {error}", error=error)
            self._answers.put(Advice(self._number, "", why))

    def _stream(self) -> IO[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = self._start()
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        assert self._process.stdin is not None
        return self._process.stdin

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Pass answers on until the process ends; then report why it ended."""
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            try:
                advice = msgspec.json.decode(line, type=Advice)
                took = self._clock() - self._asked
                self._answers.put(msgspec.structs.replace(advice, why=unpacked(advice.why), took=took))
            except msgspec.MsgspecError as error:
                why = say("the computer player's answer cannot be read: {error}", error=error)
                self._answers.put(Advice(self._number, "", why))
        last = process.stderr.read().decode(errors="replace").strip().splitlines()
        if process.wait() and process is self._process:
            what: Text = last[-1] if last else say("exit status {status}", status=process.returncode)
            self._answers.put(Advice(self._number, "", say("the computer player's process ended: {what}", what=what)))

    def answer(self) -> Advice | None:
        """The answer to the latest question, returned once; None until it has arrived."""
        while not self._answers.empty():
            advice = self._answers.get()
            if advice.number == self._number and self._open:
                self._open = False
                level, seat, turn = self._turn
                if turn is not None:
                    self._used[level, seat] = turn, self._used_before + advice.took
                return advice
        late = self._clock() - self._due if self._open else 0.0
        if late > GRACE_SECONDS:
            self.close()
            return Advice(self._number, "", TOO_LONG)
        if late > HURRY_SECONDS and not self._hurried:
            self.hurry()
        return None

    def forget(self) -> None:
        """Drop the latest question; its answer will be discarded."""
        self._press(dropped=True)
        self._open = False

    @property
    def thinking(self) -> bool:
        return self._open

    @property
    def is_slow(self) -> bool:
        """Whether the answer takes so long that the screen should show progress."""
        spent = self._clock() - self._asked
        return self._open and spent >= PROGRESS_DELAY and max(spent, self._left) >= MIN_EXPECTED_SECONDS

    @property
    def share(self) -> float:
        """The used share of the player turn's time, from 0 to 1, while an answer is awaited."""
        used = self._used_before + self._clock() - self._asked
        return min(1.0, used / self._limit) if self._limit > 0 else 1.0

    def forget_turns(self) -> None:
        """Reset the thinking time used, because actions were undone."""
        self._used.clear()

    def close(self) -> None:
        """End the process at once, even while it thinks: nobody reads its answer, and it keeps nothing."""
        process, self._process = self._process, None
        self._open = False
        if process is None:
            return
        process.kill()
        if process.stdin is not None:
            with suppress(BrokenPipeError):
                process.stdin.close()
        process.wait()


MAX_REASONS = 5
"""The most reasons kept for one plan: about that many lines of the log. Chosen by hand."""

REPEATED_NAMES = 2
"""A reason with at least this many names and numbers, all of them in earlier reasons, counts as a repetition; a single
one, e.g. a town, may have many reasons."""


class Reasons:
    """Holds back the reasons of multi-action plans until the plan is complete or its phase is over."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[Text, Text]] = {}
        """Seat -> the reasons of its plans not shown yet, each with its step."""
        self._rest: dict[str, Sequence[str]] = {}
        """Seat -> the planned actions after its latest one."""

    def text_with(self, seat: str, advice: Advice, what: Text) -> Text:
        """The text to show with an action. With the last step of a plan: all reasons kept so far. With a single action,
        even between two steps, e.g. an answer to an interrupt: its own reason. With other steps: nothing.

        Each reason names its step, because it is shown after it. The reason of the last step is left out, and so are
        those that say nothing new.

        :param what: the action in words.
        """
        why: Text = advice.why
        plan, kept = advice.plan, self._kept.setdefault(seat, {})
        goes_on = bool(plan and kept) and tuple(plan) == tuple(self._rest.get(seat, ()))
        if len(plan) < 2 and not goes_on:
            return why
        if not goes_on or (len(plan) > 1 and len(kept) < MAX_REASONS and _adds_something(why, kept)):
            kept.setdefault(why, say("{action}: {why}", action=what, why=why) if why else "")
        if len(plan) < 2:
            return self._take_reasons(seat)
        self._rest[seat] = plan[1:]
        return ""

    def remaining(self, events: Sequence[Event]) -> list[tuple[str, Text]]:
        """Seats and the reasons of their plans still to show when a step has ended a phase; empty while the phase
        lasts."""
        if not any(isinstance(event, PhaseBegan | TurnOver | GameOver) for event in events):
            return []
        return [(seat, text) for seat in tuple(self._kept) if (text := self._take_reasons(seat))]

    def forget(self) -> None:
        """Forget all plans, because actions were undone."""
        self._kept.clear()
        self._rest.clear()

    def _take_reasons(self, seat: str) -> Text:
        self._rest.pop(seat, None)
        return joined(self._kept.pop(seat, {}).values(), "; ")


def _adds_something(why: Text, kept: Mapping[Text, Text]) -> bool:
    """Whether a reason says something new, rather than repeating attackers, targets and chances.

    :param kept: the earlier reasons, each with its step.
    """
    names = set(names_in(why))
    known = {name for text in kept.values() for name in names_in(text)}
    return bool(why) and why not in kept and (len(names) < REPEATED_NAMES or not names <= known)


UNHURRIED_STEPS = 2
"""Consecutive steps shown at the usual pace; like the numbers below chosen so that a turn of some fifty steps takes
about 15 seconds."""
STEP_SPEED_UP = 0.75
"""The speed-up for each further step, as a share of the usual pace."""
MAX_SPEED_UP = 4.0
"""The highest speed, as a multiple of the usual pace."""


def marches(ply: Ply[Any]) -> bool:
    """Whether a step only moves units."""
    return ply.actor != CHANCE and bool(ply.events) and all(isinstance(event, Moved) for event in ply.events)


def deploys(ply: Ply[Any]) -> bool:
    """Whether a step only sets units up."""
    return ply.actor != CHANCE and bool(ply.events) and all(isinstance(event, Placed) for event in ply.events)


def shows_nothing(ply: Ply[Any]) -> bool:
    """Whether a step changes nothing visible on the map, e.g. an order."""
    return ply.actor != CHANCE and all(isinstance(event, Noted | PhaseBegan) and not isinstance(event, TurnOver)
                                       for event in ply.events)


class ComputerTurnPace:
    """Counts the consecutive visible steps of one computer player, its rolls included."""

    def __init__(self) -> None:
        self._seat, self._count = "", 0

    def note(self, ply: Ply[Any], *, computer: bool) -> None:
        """Count a step that is about to be shown.

        :param computer: whether a computer player made it.
        """
        if ply.actor != CHANCE and (not computer or ply.actor != self._seat):
            self._seat, self._count = ply.actor if computer else "", 0
        if self._seat and not shows_nothing(ply):
            self._count += 1

    @property
    def pace(self) -> float:
        """The speed of the latest step, as a factor of the usual pace."""
        return min(MAX_SPEED_UP, 1.0 + STEP_SPEED_UP * max(0, self._count - UNHURRIED_STEPS))
