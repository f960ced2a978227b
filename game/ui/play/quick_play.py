"""Autoplay of all remaining actions of a kind, such as all fire of a phase: in quick succession, with a one-line
summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game.core.action import Action
from game.core.batch import BatchActions, FireAll, TurnEnds
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.event import Event, PhaseBegan
from game.core.message import EMPTY_BRIEF, Brief, Text, joined, say
from game.i18n.words import translate
from game.match.history import Ply
from game.ui.kit.notice import reading_time
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.interruption import Interruption
from game.ui.play.playback import Stage
from game.ui.play.proposals import screen_refusal
from game.ui.play.runs import ActionRun, RemainingActionsRun
from game.ui.play.turn_driver import Flow
from game.ui.play.turn_end import TurnEnd

PATH_UNFINISHED = say("The path was not finished")
ROLL_NEXT = say("Roll first")
DECIDE_KEYS = say("Tab goes through them; H says what the best computer player would do")
"""The keys that help with what is left for the player to decide."""
RUN_SPEED = 6.0
"""The speed of a run's actions, as a factor of the usual pace."""
MARCH_PAUSE = 0.6
"""Seconds after a march of many units during which another press of the key that hurried it starts nothing."""
SUMMARY_TIMES = 2.0
"""How long a summary stays on the map, as a multiple of the time needed to read it; the log keeps it. Chosen by
hand."""
MAX_UPDATES = 400
"""The most updates in which a run is finished at once, so that a run without an end cannot stop the program."""
MAX_REASONS = 3
"""The most reasons in a run's summary for what was not done."""
STEPS_PER_FRAME = 4
"""The steps of a run executed in each frame once its animations are skipped."""


@dataclass
class RunProgress:
    """A run in progress, and what has happened in it so far."""

    run: ActionRun
    resolving_seat: str | None = None
    """The seat that resolves the combats, if the run began during them."""
    end_phase: bool = False
    """Whether to press the main button once nothing is left."""
    events: list[Event] = field(default_factory=list)
    """All events since it began."""
    current_action: Action | None = None
    """Its own latest action."""
    executed: int = 0
    """The number of its own actions executed."""
    rolled: bool = False
    """Whether dice were rolled in it: actions after the roll are not undone with those before."""
    phase_changed: bool = False
    """Whether another phase has begun since its own latest action."""


class QuickPlay:
    """Plays a run of actions: the remaining ones by the rules, or those chosen together. A person can stop it.

    It waits for a person's decision and then continues, even if that decision starts another run, e.g. that all units
    retreat to the same area. It stops when the other side begins an interrupt, or its own combat after the fire of an
    activation. A run that stands for one click (``quick`` is not set) ends at a pending roll, which is then made as
    usual: automatically or by the person.
    """

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, interruption: Interruption,
                 turn_end: TurnEnd, proceed: Callable[[], None], sum_up: Callable[[Text], None]) -> None:
        """:param proceed: presses the main button.
        :param sum_up: takes the one-line summary of a run."""
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection = controller.selection
        self._rules, self._sum_up = controller.situation.rules, sum_up
        self._interruption, self._turn_end, self._proceed = interruption, turn_end, proceed
        self.summary = EMPTY_BRIEF
        """The summary of the last run, until the next click or key, or until it has been read."""
        self._summary_age = 0.0
        """Seconds since the summary was shown."""
        self._runs: list[RunProgress] = []
        """The nested runs: the last is being played, the others wait for it."""
        self._at_once = False
        """Whether animations are skipped until the run ends."""
        self._label_cache: tuple[Any, Text] = (None, "")
        """The latest state, and the button's label in it."""
        self._only_action_cache: tuple[Any, Action | None] = (None, None)
        """A state, and the only possible action in it, as a cache."""
        self._since_march = MARCH_PAUSE
        """Seconds since the end of a run that the autoplay key can hurry but did not start."""

    @property
    def _run(self) -> ActionRun | None:
        """The innermost run; None if none is in progress."""
        return self._runs[-1].run if self._runs else None

    @property
    def summary_line(self) -> str:
        """The summary of the last run, as one line in the reader's language."""
        return translate(self.summary.text)

    def dismiss_summary(self) -> None:
        """Drop the summary after a click or key."""
        self.summary = EMPTY_BRIEF

    @property
    def running(self) -> bool:
        """Whether a run is in progress, even if it waits."""
        return bool(self._runs)

    @property
    def waits(self) -> bool:
        """Whether the run waits for a person's decision or roll."""
        return not self._stage.busy and self.will_wait

    @property
    def goes_on_after_decision(self) -> bool:
        """Whether the remaining combats of a run wait for a person's decision and then continue by themselves."""
        if not self.waits or self._flow.seat == CHANCE:
            return False
        return isinstance(self._runs[0].run, RemainingActionsRun) and self._runs[0].resolving_seat is not None

    @property
    def will_wait(self) -> bool:
        """Whether the run will wait for a person once all animations have ended."""
        flow, run = self._flow, self._run
        if run is None:
            return False
        if self._interruption.holds:
            return True
        if run.patient and flow.seat != run.seat:
            return flow.is_human(flow.roller if flow.seat == CHANCE else flow.seat)
        if flow.seat == CHANCE:
            own_roll = run.seat in (flow.roller, capability(self._rules, BatchActions).resolving_seat(self._state))
            return flow.is_human(flow.roller) and not own_roll
        if not flow.is_human(flow.seat) or self._course.match_situation.turn_prompt.main is not None:
            return False
        return run.next(self._state) is None and self._only_action is None

    @property
    def _only_action(self) -> Action | None:
        """The only possible action of the person to act, which a quick run executes itself; None if there are several,
        and in other runs."""
        state, rules = self._state, self._rules
        if self._run is None or not self._run.quick or not self._flow.is_human(self._flow.seat):
            return None
        if self._only_action_cache[0] is not state:
            all_listed = rules.candidates_complete(state) and self._course.match_situation.turn_prompt.main is None
            candidates = rules.candidates(state) if all_listed else ()
            self._only_action_cache = (state, candidates[0] if len(candidates) == 1 else None)
        return self._only_action_cache[1]

    @property
    def _state(self) -> Any:
        """The state of the match, which may not be shown yet."""
        return self._flow.match.state

    @property
    def label(self) -> str:
        """The button's label; empty if there is nothing to autoplay."""
        if self._run is not None and not self.waits:
            if not self._run.quick:
                return ""
            return "…" if self._at_once else translate(say("Skip to the end"))
        state = self._controller.situation.state
        human = self._flow.is_human(self._starting_seat)
        if not human or self._flow.seat is None or self._flow.paused or self._course.halted or self._course.guided:
            return ""
        if self._label_cache[0] is not state:
            self._label_cache = (state, capability(self._rules, BatchActions).autoplay_label(state))
        return translate(self._label_cache[1])

    @property
    def _starting_seat(self) -> str | None:
        """The seat whose run would start now; if a roll is pending, the person who resolves the combat, or who
        rolls."""
        shown, flow = self._controller.situation, self._flow
        if shown.turn_prompt.to_act != CHANCE:
            return shown.turn_prompt.to_act
        resolving_seat = capability(shown.rules, BatchActions).resolving_seat(shown.state)
        return resolving_seat if flow.is_human(resolving_seat) else flow.roller_in(shown.state)

    def press(self, *, end_phase: bool = False) -> None:
        """Handle the button or its key: start a run, or skip the animations of a running one. An animation in progress
        is skipped, and the run then starts unless another one is on offer by now.

        :param end_phase: whether to end the phase, as by the main button, once nothing is left.
        """
        self._course.dirty = True
        if self.running and not self.waits:
            if self.will_wait:
                self._course.skip()
            else:
                self._at_once = True
            return
        label_before = self.label if self._stage.busy else None
        if self._stage.busy:
            self._course.skip()
        label, seat = self.label, self._starting_seat
        if self._since_march < MARCH_PAUSE:
            return  # meant for the march that has just ended
        if not label:
            self._say_why_not()
        elif label_before in (None, label) and seat is not None:
            self.start(RemainingActionsRun(self._rules, seat, self._controller.situation.state))
            self._runs[-1].end_phase = end_phase

    def _say_why_not(self) -> None:
        """Show why nothing can be autoplayed: pending decisions, with the keys that help with them, or that only the
        main button is left."""
        state = self._controller.situation.state
        prompt = self._controller.situation.turn_prompt
        human = self._flow.is_human(prompt.to_act)
        undone = capability(self._rules, TurnEnds).still_to_do(state) if human else ()
        left_undone = joined((each.text for each in undone if not each.is_loss), "; ")
        if left_undone:
            why = capability(self._rules, BatchActions).why_no_autoplay(state)
            if why:
                self._stage.view.notice.say(say("{why}: {left}. {keys}", why=why, left=left_undone, keys=DECIDE_KEYS))
            else:
                text = say("Decide this yourself: {left}. {keys}", left=left_undone, keys=DECIDE_KEYS)
                self._selection.refusal = screen_refusal("", text)
        elif human and prompt.main is not None and prompt.main_label and not self._course.halted:
            self._stage.view.notice.say(say("Nothing left to do here. Space: {button}", button=prompt.main_label))
        else:
            nothing = ROLL_NEXT if prompt.mode == "roll" else say("Nothing left to do here")
            self._selection.refusal = screen_refusal("", nothing)

    def start(self, run: ActionRun) -> None:
        """Start a run; a waiting one continues after it. It ends an interruption or a turn still to be ended, because
        the run takes their place."""
        if self._controller.situation.interrupting is not None:
            self._interruption.leave()
        if self._turn_end.holds:
            self._turn_end.end()
        self._selection.clear()
        self.summary = EMPTY_BRIEF
        self._runs.append(RunProgress(run, capability(self._rules, BatchActions).resolving_seat(self._state)))
        self._at_once = False
        self._course.dirty = True

    def note(self, ply: Ply[Any]) -> None:
        """Register a step of the match."""
        if self._runs:
            progress = self._runs[-1]
            progress.events += ply.events
            progress.rolled = progress.rolled or ply.actor == CHANCE
            if ply.action is progress.current_action:
                if progress.run.undone_together and progress.executed and not progress.rolled:
                    self._flow.undo_with_previous(ply)
                progress.executed += 1
                progress.run.note_executed(ply.action)
                progress.phase_changed = progress.phase_changed and progress.run.one_phase
            phase_began = any(isinstance(event, PhaseBegan) for event in ply.events)
            progress.phase_changed = progress.phase_changed or phase_began

    @property
    def goes_on(self) -> bool:
        """Whether the run has more to do."""
        run = self._run
        return run is not None and (not run.patient or bool(run.not_executed))

    def continues_route(self, ply: Ply[Any]) -> bool:
        """Whether a ply is a further step of a route, so that the dice rolled on it stay visible."""
        progress = self._runs[-1] if self._runs else None
        if progress is None or not progress.run.patient:
            return False
        return ply.action is progress.current_action and progress.executed > 1

    @property
    def pace(self) -> float:
        """The speed of animations, as a factor of the usual pace: only quick runs are faster."""
        return RUN_SPEED if self._run is not None and self._run.quick else 1.0

    def pass_time(self, dt: float) -> None:
        """Advance the timer by ``dt`` seconds."""
        self._since_march += dt
        self._summary_age += dt
        if self.summary.head and self._summary_age > SUMMARY_TIMES * reading_time(self.summary_line):
            self.summary, self._course.dirty = EMPTY_BRIEF, True

    def update(self) -> None:
        """Execute the next action of the run once the previous one has been shown."""
        stage = self._stage
        for _ in range(STEPS_PER_FRAME if self._at_once else 1):
            if self._at_once:
                stage.silent = True
                stage.skip()
                stage.silent = False
            if not self._runs or stage.busy or self._interruption.holds:
                return
            if self._turn_end.holds:
                self._finish()
                return
            self._step(self._runs[-1])

    def finish_at_once(self) -> None:
        """Finish at once a run without dice, e.g. a march, because a person acts before it is shown."""
        if self._run is None or self._run.rolls:
            return
        self._at_once = True
        for _ in range(MAX_UPDATES):
            if not self.running or self.waits:
                return
            self.update()

    def _step(self, progress: RunProgress) -> None:
        """Execute the next action or roll of a run, wait for others, or end it."""
        flow, run = self._flow, progress.run
        if flow.seat is None or (progress.phase_changed and (run.one_phase or run.patient or flow.seat == CHANCE)):
            self._end()
        elif run.patient and run.not_executed and flow.seat != run.seat:
            return
        elif flow.seat == CHANCE:
            if not run.rolls or (not self.waits and not flow.roll()):
                self._end()
        elif (action := run.next(self._state) or self._only_action) is not None:
            progress.current_action = action
            if not (self._interruption.hold_before(action) or flow.play(action)):
                self.stop()
        elif self._combats_continue(progress) and flow.seat != run.seat and not flow.is_human(flow.seat):
            return
        elif self._course.match_situation.turn_prompt.main is not None or flow.seat in self._nested_seats:
            self._finish()

    def _combats_continue(self, progress: RunProgress) -> bool:
        """Whether the combats that a run rolls for still continue: then it waits for a computer player's decisions in
        them, such as a retreat."""
        resolving_seat = capability(self._rules, BatchActions).resolving_seat
        return progress.resolving_seat is not None and progress.resolving_seat == resolving_seat(self._state)

    @property
    def _nested_seats(self) -> tuple[str, ...]:
        """Seats of the two innermost runs, at whose decision the inner run ends; empty without nested runs."""
        return tuple(progress.run.seat for progress in self._runs[-2:]) if len(self._runs) > 1 else ()

    def _finish(self) -> None:
        """End the run, which has nothing more to do, and, if requested, the phase of its seat."""
        progress = self._runs[-1]
        self._end()
        if isinstance(progress.run, RemainingActionsRun) and self._flow.seat == progress.run.seat and not (
                capability(self._rules, BatchActions).autoplay_decides(self._state)):
            self._label_cache = (self._state, "")
        prompt = self._turn_end.prompt or self._controller.situation.prompt
        if progress.end_phase and prompt.to_act == progress.run.seat:
            self._proceed()

    def stop(self) -> None:
        """End all runs before they are complete, and show the summary."""
        if self._runs:
            while len(self._runs) > 1:
                self._remove_innermost()
            self._end(stopped=True)

    def forget(self) -> None:
        """Drop all runs because actions were undone."""
        self._runs, self._at_once = [], False

    def _remove_innermost(self) -> Brief:
        """Remove the innermost run and return its summary. Without a summary, or if the outer run is quick and of the
        same side, its events count for the outer run."""
        progress = self._runs.pop()
        goes_on = bool(self._runs) and self._runs[-1].run.quick and self._runs[-1].run.seat == progress.run.seat
        batch = capability(self._rules, BatchActions)
        summary = batch.summary(progress.events) if progress.run.quick and not goes_on else EMPTY_BRIEF
        if self._runs and not summary.head:
            self._runs[-1].events += progress.events
            self._runs[-1].phase_changed = self._runs[-1].phase_changed or progress.phase_changed
        return summary

    def _end(self, *, stopped: bool = False) -> None:
        """End the innermost run and show its summary, with the number of units that did not do what was chosen for
        them."""
        progress = self._runs[-1]
        if progress.run.quick and not isinstance(progress.run, RemainingActionsRun):
            self._since_march = 0.0
        summary = self._remove_innermost()
        left_undone: Text = ""
        if progress.run.quick and progress.run.not_executed:
            left_undone = capability(self._rules, FireAll).fire_all_rest(progress.run.not_executed)
        if isinstance(progress.run, RemainingActionsRun) and progress.events and not (
                stopped or progress.phase_changed) and self._flow.seat == progress.run.seat:
            left_undone = capability(self._rules, BatchActions).autoplay_rest(self._state)
        if not self._runs:
            self._at_once = False
        if stopped and progress.run.quick:
            left_undone = say("Stopped: {unspent}", unspent=left_undone) if left_undone else say("Stopped")
        elif left_undone:
            left_undone = joined((left_undone, *(reason.text for reason in progress.run.obstacles[:MAX_REASONS])), ". ")
        if progress.run.stop_reasons:
            self.summary = Brief(PATH_UNFINISHED, progress.run.stop_reasons[0].with_rule)
        elif progress.run.quick and not (progress.events or left_undone or stopped) and (
                self._flow.seat == progress.run.seat):
            self.summary = Brief(say("Stopped: no useful action left"))
            self._label_cache = (self._state, "")
        elif summary.more:
            self.summary = Brief(summary.head, joined((summary.more, left_undone), ". "))
        else:
            self.summary = Brief(joined((summary.head, left_undone), ". "))
        if self.summary.head:
            self._summary_age = 0.0
            self._sum_up(self.summary.text)
        self._course.dirty = True
