"""The end of a phase or turn: what is left to do in it, its confirmation, and the report of a game turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.art import ScreenData, screen_data
from game.core.batch import StillToDo, TurnEnds, TurnReports
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import Counter, System
from game.core.event import Event, Noted, PhaseBegan, TurnOver
from game.core.message import Message, Text, joined, say
from game.core.prompt import Prompt
from game.core.verdict import Reason, RuleRef
from game.i18n.words import capitalised
from game.match.history import Ply
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.selection import Selection
from game.ui.play.turn_driver import Flow


def _with_turn_marks(counter: Counter, before: Counter, data: ScreenData) -> Counter:
    """A counter after the last combat, with the marks of the turn that it had before."""
    turn_marks = tuple(name for name in before.marks if name not in counter.marks
                       and (data.mark(name).acted or data.mark(name).of_turn))
    return replace(counter, marks=(*turn_marks, *counter.marks)) if turn_marks else counter


CONTINUE = say("Continue")
MAX_ENDED_TURNS = 20
"""The most confirmed ends of turns kept in the settings, for games that are left before their next step; chosen by
hand."""


class TurnEnd:
    """Holds the game after a person's last combat, or after a person's roll that ends the other side's turn, so that
    its result is seen before the next turn begins.

    The match is already in the next phase, and no action is recorded for the confirmation. Events of the next turn in
    the same step are held back until the turn is ended.
    """

    def __init__(self, course: GameCourse, flow: Flow, controller: Controller, host: Host) -> None:
        self.label: Message = CONTINUE
        """The label of the button that lets the game go on."""
        self._course, self._flow, self._controller, self._host = course, flow, controller, host
        self._rules = controller.situation.rules
        self.prompt: Prompt | None = None
        """The prompt shown while the game is held; None if it is not."""
        self.state_before: Any = None
        """The state before the step that ended the turn."""
        self._step: Ply[Any] | None = None
        """That step, or the latest one if the game is not held."""
        self._recall()

    def _recall(self) -> None:
        """Hold a loaded game if its latest step ended a person's turn implicitly, unless it was left after the
        confirmation."""
        steps = self._flow.match.plies
        if steps and self._step_name not in self._host.settings.ended_turns:
            self.note(steps[-2].state if len(steps) > 1 else self._flow.match.history.first_state, steps[-1])

    @property
    def _step_name(self) -> str:
        """The name of the match's latest step in the settings: its number and the hash of the state after it. A copy
        of the game has it as well."""
        return f"{len(self._flow.match.plies)} {self._flow.match.hash}"

    def _remember(self, *, ended: bool) -> None:
        """Store whether the end of the turn after the latest step has been confirmed, for when the game is opened
        again."""
        settings = self._host.settings
        others = tuple(each for each in settings.ended_turns if each != self._step_name)
        settings.ended_turns = (*others, self._step_name)[-MAX_ENDED_TURNS:] if ended else others
        self._host.store_settings()

    @property
    def _by_hand(self) -> bool:
        """Whether only the player ends their turn, never the program."""
        return not self._course.guided and self._host.settings.end_turn_by_hand

    @property
    def holds(self) -> bool:
        """Whether the game is held."""
        return self.prompt is not None

    @property
    def is_shown_turn(self) -> bool:
        """Whether the implicitly ended turn is still the one shown: its last combat has been shown, and no interrupt
        has been executed since."""
        return self.holds and self._controller.situation.state is self._flow.match.state

    @property
    def is_own_turn(self) -> bool:
        """Whether the turn that ends is that of the player who reviews it."""
        return self.holds and self.label is not CONTINUE

    @property
    def shown_prompt(self) -> Prompt | None:
        """The prompt, once the last combat has been shown; None until then, and if the game is not held."""
        return self.prompt if self.is_shown_turn and self._controller.situation.interrupting is None else None

    def note(self, before: Any, ply: Ply[Any]) -> None:
        """Hold the game if a step ended a turn implicitly: a person's own, or another with a person's roll."""
        rules = self._rules
        self.prompt, self.state_before, self._step = None, before, ply
        if not self._by_hand or self._flow.match.history.to_act is None:
            return
        seat = capability(rules, TurnEnds).turn_ended_for(before, ply.action, ply.state)
        if seat is None:
            return
        holder = next((each for each in (seat, self._last_roller(before)) if each in self._flow.people), None)
        if holder is not None:
            own, turn_noun = holder == seat, rules.theme.turn_noun
            has_result = ply.actor == CHANCE or (
                ply.action != rules.prompt(before).main and self._last_roller(before) is not None)
            text = say("Review the result, then continue")
            if own:
                text = (say("Nothing left to do: check the result, then end your {turn_noun}", turn_noun=turn_noun)
                        if has_result else say("Nothing left to do: end your {turn_noun}", turn_noun=turn_noun))
            self.label = say("End {turn_noun}", turn_noun=turn_noun) if own else CONTINUE
            self.prompt = replace(rules.prompt(before), to_act=holder, text=text, rule=self._phase_rule(before),
                                  duties=(), main=None, mode="move", phasing_seat=seat, budgets=())
            self._remember(ended=False)

    def _phase_rule(self, before: Any) -> RuleRef:
        """The rule of the phase that ends, not of the roll or decision that ended it."""
        prompt, match = self._rules.prompt(before), self._flow.match
        began = (event for ply in reversed(match.plies[:-1]) for event in reversed(ply.events)
                 if isinstance(event, PhaseBegan))
        latest = next(began, None)
        if latest is None:
            first_prompt = self._rules.prompt(match.history.first_state)
            return first_prompt.rule if first_prompt.phase == prompt.phase else prompt.rule
        return latest.rule if latest.phase == prompt.phase else prompt.rule

    def _last_roller(self, before: Any) -> str | None:
        """The seat that made the match's latest roll, if that was in the same phase as a state; else None."""
        match, rules = self._flow.match, self._rules
        states = [match.history.first_state, *(ply.state for ply in match.plies)]
        before_roll = next((state for state, ply in zip(reversed(states[:-1]), reversed(match.plies), strict=True)
                            if ply.actor == CHANCE), None)
        if before_roll is None or rules.prompt(before_roll).phase_key != rules.prompt(before).phase_key:
            return None
        return self._flow.roller_in(before_roll)

    def events(self, ply: Ply[Any]) -> tuple[Event, ...]:
        """The events of a step to show now: while the game is held after it, none of the next turn."""
        return ply.events[: self._next_turn_index(ply)] if self.holds and ply is self._step else ply.events

    @property
    def held_events(self) -> tuple[Event, ...]:
        """The events of the next turn in the step that ended the turn, while they are held back."""
        return self._step.events[self._next_turn_index(self._step):] if self.holds and self._step is not None else ()

    @property
    def notes(self) -> tuple[Reason, ...]:
        """Why phases of the turn that ends were skipped, while its end is held back."""
        turn_over = next((k for k, event in enumerate(self.held_events) if isinstance(event, TurnOver)), 0)
        return tuple(Reason(event.rule, event.text) for event in self.held_events[:turn_over]
                     if isinstance(event, Noted))

    @staticmethod
    def _next_turn_index(ply: Ply[Any]) -> int:
        """The index of the first event of the next phase or turn, or the number of events."""
        began = (k for k, event in enumerate(ply.events) if isinstance(event, PhaseBegan | TurnOver))
        return next(began, len(ply.events))

    def counters(self) -> Sequence[Counter] | None:
        """The counters after the last combat, with their marks of the turn that ended; None unless ``shown_prompt`` is
        shown."""
        if not self.shown_prompt or self._step is None:
            return None
        rules, units = self._rules, {getattr(event, "unit", None) for event in self.events(self._step)}
        before = {counter.unit: counter for counter in rules.counters(self.state_before)}
        data = screen_data(rules.theme.art)
        return [c if c.unit in units else _with_turn_marks(c, before[c.unit], data)
                for c in rules.counters(self._step.state)]

    def end(self) -> None:
        """End the turn: show the events that were held back."""
        if self.holds:
            self._remember(ended=True)
        held_events, self.prompt = self.held_events, None
        self._course.catch_up(held_events)


KEY_AGAIN, CLICK_AGAIN = say("Press Space again: {button}"), say("Click again: {button}")
ENTER_AGAIN = say("Press Enter again: {button}")
WARNING_SECONDS = 20.0
"""Seconds a warning stays without input; chosen by hand."""
NOTHING_LEFT = say("Nothing left to do in this phase")


class EndPhaseWarning:
    """The warning before a phase ends with actions left. It stays for some seconds, in which the next press ends the
    phase, as long as nothing else happens: no action, no change of selection, no refusal, no other screen on top."""

    def __init__(self, rules: System[Any], flow: Flow, selection: Selection) -> None:
        self._rules, self._flow, self._selection = rules, flow, selection
        self.text: Text = ""
        """What is left to do or endangered; empty if no warning is shown."""
        self.label: Text = ""
        """The button's label, which asks for the second press; empty if no warning is shown."""
        self._warned_state: Any = None
        """The state in which it was shown."""
        self._warned_selection: object = None
        """The selection at that time."""
        self._seconds = 0.0
        """Seconds since it was shown."""
        self._undone_cache: tuple[Any, tuple[StillToDo, ...]] = None, ()
        """The latest state, and what the side to act could still do in it."""

    def left_undone(self, state: Any) -> tuple[StillToDo, ...]:
        """What the side to act could still do in a state; cached."""
        if self._undone_cache[0] is not state:
            self._undone_cache = state, tuple(capability(self._rules, TurnEnds).still_to_do(state))
        return self._undone_cache[1]

    def holds_back(self, *, by_key: bool, just_ended: bool) -> bool:
        """Show a warning if actions are left and none was shown before; returns whether the phase must not end yet.

        :param by_key: whether its key was pressed, not the button.
        :param just_ended: whether the press may be meant for the previous phase; it is then held back once in any case.
        """
        state = self._flow.match.state
        if self.is_current:
            return False
        undone = self.left_undone(state)
        if not (undone or just_ended):
            return False
        self._warned_state, self._warned_selection, self._seconds = state, self._selected, 0.0
        self._selection.refusal = None
        dangers = [say("Warning: {danger}", danger=each.text) for each in undone if each.is_loss]
        possible = joined(each.text for each in undone if not each.is_loss)
        warnings: list[Text] = [*dangers, *([capitalised(possible)] if possible else [])]
        self.text = joined(warnings or [NOTHING_LEFT], ". ")
        self.label = (KEY_AGAIN if by_key else CLICK_AGAIN).with_values(button=self._rules.prompt(state).main_label)
        return True

    def remove(self) -> bool:
        """Remove the warning, so that the next press shows it again; returns whether there was one."""
        was_shown = self._warned_state is not None
        self._warned_state, self.text, self.label = None, "", ""
        return was_shown

    def update(self, dt: float) -> bool:
        """Remove the warning after ``WARNING_SECONDS``, or if something else has happened since; returns whether it was
        removed now."""
        self._seconds += dt
        return not (self.is_current and self._seconds < WARNING_SECONDS) and self.remove()

    @property
    def is_current(self) -> bool:
        """Whether the warning was shown in the present state, and nothing else has happened since."""
        unchanged = self._flow.match.state is self._warned_state and self._warned_selection == self._selected
        return self._warned_state is not None and unchanged and self._selection.refusal is None

    @property
    def _selected(self) -> object:
        """The selection, the overview line looked at, and the route planned."""
        selection, route = self._selection, self._selection.route
        return selection.enter_state, selection.lines.looked_at, tuple(route.legs) if route is not None else ()


READING_SECONDS = 6.0
"""Seconds the result of a turn's last roll stays in view before the report replaces it."""

Rows = tuple[tuple[Text, Text], ...]
"""Labels, each with its value."""


class TurnReport:
    """The rules' report after a game turn, and when to show it."""

    def __init__(self, match: Match[Any], rules: System[Any]) -> None:
        """:param rules: filtered for the viewer."""
        self._match, self._rules = match, rules
        self.title: Text = ""
        self.rows: Rows = ()
        """The report; empty once it has been dismissed, or if the system makes none."""
        self._wait = 0.0
        """Seconds until it is shown."""

    @property
    def shown(self) -> bool:
        """Whether it is on the table: not while the turn's last roll is still in view."""
        return bool(self.rows) and not self._wait

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds; returns whether the report appears now."""
        waited, self._wait = self._wait > 0, max(0.0, self._wait - dt)
        return waited and not self._wait

    def note(self, ply: Ply[Any], *, rolled: bool = False) -> bool:
        """Register a step; returns whether it ended a game turn with a report.

        :param rolled: whether the result of a roll is in view that is to be read first.
        """
        if not any(isinstance(event, TurnOver) for event in ply.events):
            return False
        steps = self._match.plies
        first = next((n for n, step in enumerate(steps) if step.turn == ply.turn), None)
        if first is None:
            return False
        before = steps[first - 1].state if first else self._match.history.first_state
        self.rows = capability(self._rules, TurnReports).report(before, ply.state)
        self.title = say("{turn_title} {turn} is over", turn_title=self._rules.theme.turn, turn=ply.turn)
        self._wait = READING_SECONDS if rolled else 0.0
        return bool(self.rows)

    def dismiss(self) -> None:
        """Handle a click or key: show a report that waits for the roll in view to be read, else drop the report."""
        if self._wait:
            self._wait = 0.0
        else:
            self.drop()

    def drop(self) -> None:
        """Drop the report, because something newer is to be read."""
        self.rows, self._wait = (), 0.0
