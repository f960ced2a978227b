"""Hints on screen: asking a computer player for one, and executing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.action import Action
from game.core.capability import seen_by
from game.core.chance import CHANCE
from game.core.message import Message, Text, say
from game.core.verdict import Illegal
from game.match.captions import ends_phase
from game.match.hint import Hint, hint_of_plan
from game.match.history import Ply
from game.match.player_titles import player_title
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.interruption import Interruption
from game.ui.play.playback import Stage
from game.ui.play.proposals import ShownRefusal
from game.ui.play.turn_driver import Flow
from game.ui.play.turn_end import EndPhaseWarning, TurnEnd

ROLL_FIRST = say("There is nothing to decide: Space or Enter rolls")
NOT_YOURS = say("Not your turn")
PROCEED_TEXT, PASS_TEXT = say("{level} would proceed"), say("{level} would pass")


class Hinting:
    """Asks for a hint and executes it, one step or all. The execution of all steps stops at a roll, at a question, when
    a person acts, when the next step is illegal, with the reason shown, and before a step that ends the phase."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, interruption: Interruption,
                 turn_end: TurnEnd, end_phase_warning: EndPhaseWarning) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection = controller.selection
        self._interruption, self._turn_end, self._rules = interruption, turn_end, controller.situation.rules
        self._end_phase_warning = end_phase_warning
        self.running = False
        """Whether all steps are being executed."""
        self._hints_shown: dict[int, Hint] = {}
        """The hint before and after each of its steps, by the number of plies then."""

    def ask(self) -> None:
        """Ask the best computer level for a hint: on whether to interrupt, if that question is open, else on the next
        action. Remove a warning before the end of the phase: else the next press of the main button would end the phase
        without the hint."""
        self._end_phase_warning.remove()
        question = self._interruption.question
        out_of_turn = question is not None and self._interruption.asked_seat != self._flow.seat
        asked_seat = self._interruption.asked_seat if out_of_turn else None
        if not self._course.may_act and asked_seat is None:
            self._stage.view.notice.say(self._why_no_hint())
            self._course.dirty = True
            return

        from game.ai.players import usual_level  # imported lazily, when a hint is first requested

        level, state = usual_level(self._rules), self._flow.match.state
        interrupting = asked_seat or self._controller.situation.interrupting
        seat = interrupting or self._flow.seat or ""

        def show(plan: Sequence[Action], why: Text) -> None:
            self._course.dirty = True
            adviser = player_title(level)
            if not plan or plan[0] == self._interruption.held_action:
                self._stage.view.notice.say((PROCEED_TEXT if plan else PASS_TEXT).with_values(level=adviser))
                return
            if self._interruption.question is not None:
                self._interruption.press()
            self._selection.clear()
            rules = self._flow.match.rules
            self._course.hint = hint_of_plan(rules, seen_by(rules, state, seat), level, seat, plan, why)

        self._flow.ask_hint(level, show, interrupting)
        self._course.dirty = True

    def _why_no_hint(self) -> Message:
        """Why there is no hint: what play is waiting for instead of a decision."""
        if self._flow.seat is None:
            return say("The game is over; there is nothing to decide")
        if self._turn_end.holds:
            return say("There is nothing to decide: Space ends your turn")
        if self._flow.seat == CHANCE and self._flow.auto_rolls:
            return say("There is nothing to decide: the roll is automatic")
        if self._flow.seat == CHANCE:
            return ROLL_FIRST
        if not self._flow.people:
            return say("Computers play both sides")
        return NOT_YOURS

    @property
    def shown(self) -> Hint | None:
        """The hint, unless dice are pending or another player is to decide or interrupts; None if there is none."""
        hint = self._course.hint
        if hint is None or self._flow.seat == CHANCE or self._interruption.moment is not None:
            return None
        return hint if self._controller.situation.interrupting in (None, hint.seat) else None

    @property
    def leads(self) -> bool:
        """Whether the hint's button is the one to press, not the main button: it can be taken, and the main button has
        not been pressed since."""
        can_take = self.shown is not None and not self._covered and not self.running and self._course.may_act
        return can_take and not self._end_phase_warning.is_current

    @property
    def _covered(self) -> bool:
        """Whether a refusal or a goal is shown in place of the hint."""
        return self._selection.refusal is not None or self._selection.goal is not None

    def take(self, *, all_steps: bool = False) -> bool:
        """Execute the next step of the hint shown, or all that can be executed together; return whether the input was
        used. While a hint is still being worked out, a notice says so, which uses the input, too. While a refusal, a
        goal or a question is shown, nothing happens."""
        if self._flow.hinting:
            self._stage.view.notice.say(say("The hint is still being worked out"))
            return True
        interrupts = self._interruption.moment is not None
        if self._course.hint is None or self._covered or interrupts or not self._course.may_act:
            return False
        if all_steps and self._course.hint.steps_at_once > 1:
            self.begin()
        else:
            self._take_next()
        return True

    def drop(self) -> None:
        """Discard the hint."""
        self._course.hint, self._course.dirty = None, True
        self._hints_shown.clear()

    def note(self, before: Any, ply: Ply[Any]) -> None:
        """Go on to the rest of the hint after a ply that the match has just made, or drop it if that was something
        else.

        :param before: the state before the ply.
        """
        number, hint = len(self._flow.match.plies) - 1, self._course.hint
        rest = hint.after(self._flow.match.rules, before, ply) if hint is not None else None
        self._hints_shown = {count: each for count, each in self._hints_shown.items() if count < number}
        self._hints_shown |= {count: each for count, each in ((number, hint), (number + 1, rest)) if each is not None}
        self._course.hint = rest

    def after_undo(self) -> None:
        """Show the hint as it was before the step undone, or after the step redone; none if no hint was shown then."""
        self.running = False
        self._course.hint = self._hints_shown.get(len(self._flow.match.plies))

    def begin(self) -> None:
        """Execute the steps of the hint shown, each as soon as possible."""
        self.running = self._course.hint is not None

    def stop(self) -> None:
        """Stop executing; the remaining steps stay as a hint."""
        self.running, self._course.dirty = False, True

    def update(self) -> None:
        """Execute the next step once the previous one has been shown."""
        course = self._course
        if not self.running or self._stage.busy:
            return
        interrupted = course.halted and self._controller.situation.interrupting is None
        if course.hint is None or interrupted or self._flow.seat == CHANCE:
            self.stop()
        elif course.may_act and self._selection.active:
            if self._ends_phase(course.hint.next_action):
                self.stop()
            else:
                self.running = self._take_next() and course.hint is not None

    def _ends_phase(self, action: Action) -> bool:
        """Whether an action is legal now and ends the phase by the main button."""
        state, rules = self._flow.match.state, self._flow.match.rules
        return bool(self._course.match_situation.check(action)) and ends_phase(
            rules, state, action, rules.apply(state, action)[0])

    def _take_next(self) -> bool:
        """Execute the next step of the hint shown, or show why it is no longer legal; returns whether it was
        executed."""
        course, hint = self._course, self._course.hint
        assert hint is not None
        verdict = course.match_situation.check(hint.next_action)
        if isinstance(verdict, Illegal):
            course.hint, course.dirty = None, True
            self._selection.refusal = ShownRefusal("", verdict.reasons)
            return False
        course.play(hint.next_action)
        return True
