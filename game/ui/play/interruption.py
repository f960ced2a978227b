"""Interrupts on screen: the button and key, which are always available, and the moments at which people are asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, replace
from typing import Any

from game.core.action import Action
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.interrupts import Interrupts, MomentInfo, acting_seat
from game.core.message import Message, Text, joined, or_list, plural, say
from game.core.offer import Picked
from game.core.prompt import Prompt
from game.core.verdict import Reason
from game.i18n.words import translate
from game.match.agreements import Agreement
from game.match.history import Ply
from game.ui.app.screen import Host
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.playback import Stage
from game.ui.play.proposals import ShownRefusal, screen_refusal
from game.ui.play.turn_driver import Flow

OWN_TURN = say("It is your own turn: just select a unit")
DECIDE_FIRST = say("Decide this first; then you can interrupt")
"""Why the only person at the screen cannot interrupt."""


class Interruption:
    """Holds the game while a person interrupts, or is asked whether to, and at no other time."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, host: Host,
                 stop_run: Callable[[], None], marching: Callable[[], bool]) -> None:
        """:param stop_run: ends a running series of actions.
        :param marching: whether other units still follow the one that moved; for all of them there is one question, at
            the end."""
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection = controller.selection
        self._rules, self._host = controller.situation.rules, host
        self._interrupts = capability(self._rules, Interrupts)
        self._stop_run, self._marching = stop_run, marching
        self.moment: MomentInfo | None = None
        """The moment at which the game is held now; None if it is not held for a question."""
        self.asked_seat: str = ""
        """The seat that is asked at that moment."""
        self.cause: tuple[str, Text] = ("", "")
        """The seat whose action causes that moment, and the action in words."""
        self.requested = False
        """Whether a person pressed the button during an animation; the interrupt then happens at the next
        opportunity."""
        self._held_action: Action | None = None
        self._questions: list[tuple[str, MomentInfo]] = []
        """The seats still to be asked about the same action, each with its moment."""
        self._after_march = False
        """Whether the questions are about a march in progress and wait for its end."""
        self._causes: tuple[Text, ...] = ()
        """The actions that the questions are about, in words."""
        self._passes: dict[str, Hashable] = {}
        """Seat -> the phase for which it passes: it is not asked while that phase lasts."""
        self._pass_notice: tuple[Text, Hashable] = "", None
        """The notice of the latest pass, and its phase."""
        self._interrupting_seats: tuple[str, ...] = ()
        """The seats that may interrupt in the state shown."""
        self._question_cache: tuple[Any, str, MomentInfo, tuple[str, Text], InterruptQuestion] | None = None
        """The inputs of the latest question, and that question."""

    @property
    def held_action(self) -> Action | None:
        """The action held back until the questions about it are answered; None if there is none."""
        return self._held_action

    @property
    def available(self) -> bool:
        """Whether a person at this screen can ever interrupt in this game."""
        return bool(self._interrupts.moments) and bool(self._flow.people) and not self._course.guided

    @property
    def seat(self) -> str | None:
        """The seat of a person who could interrupt, i.e. is not to act; None if the only person is."""
        acting = self._flow.seat if self._flow.seat != CHANCE else self._flow.roller
        return next((seat for seat in self._flow.people if seat != acting), None)

    @property
    def possible_now(self) -> bool:
        """Whether that person could interrupt now."""
        return self.seat in self._interrupting_seats and not self._stage.busy

    @property
    def holds(self) -> bool:
        """Whether the game waits for a person who interrupts or is asked whether to."""
        return self.moment is not None or self._controller.situation.interrupting is not None

    @property
    def why_barred(self) -> Text:
        """Why the button is disabled; empty if it is not."""
        return self._why_nobody_interrupts if (self.seat is None or self._in_own_phase) and not self.holds else ""

    @property
    def _why_nobody_interrupts(self) -> Message:
        """Why nobody can interrupt: the person who could has the phase, or decides something in the other side's."""
        phasing = self._controller.situation.prompt.phase_key[0]
        return OWN_TURN if self._in_own_phase or self._flow.seat == phasing else DECIDE_FIRST

    @property
    def _in_own_phase(self) -> bool:
        """Whether the person who could interrupt has the phase: the other side only decides something in it."""
        return self.seat is not None and self.seat == self._controller.situation.prompt.phase_key[0]

    @property
    def _reviews_own_turn(self) -> bool:
        """Whether the person who could interrupt still reviews the end of their own turn: they would interrupt the
        phase after it."""
        return self.seat is not None and self.seat == self._course.prompt_shown.to_act != self._flow.match.to_act

    @property
    def label(self) -> str:
        """The button's label."""
        people, to_act = self._flow.people, self._flow.match.to_act
        seat = self.seat or next((person for person in (*people, None) if person != to_act), None)
        after_all = seat is not None and self.passes(seat)
        if not self.requested and self._reviews_own_turn:
            return translate(say("Interrupt the next phase"))
        if len(self._flow.people) > 1 and not self._in_own_phase:
            side = self._title(seat)
            return translate(say("Interrupting as {side} …", side=side) if self.requested
                             else say("Interrupt after all as {side}", side=side) if after_all
                             else say("Interrupt as {side}", side=side))
        return translate(say("Interrupting …") if self.requested else say("Interrupt after all") if after_all
                         else say("Interrupt"))

    @property
    def short_label(self) -> str:
        """The button's label in fewer words, without the side that interrupts."""
        return translate(say("Interrupting …") if self.requested else say("Interrupt"))

    @property
    def pending_interrupt(self) -> Reason | None:
        """When a person's requested interrupt will happen, and why not before; None without a request."""
        seat = self.seat
        if not self.requested or seat is None:
            return None
        alone, title = len(self._flow.people) == 1, self._title(seat)
        waits = self._interrupts.waits_for(self._flow.match.state, seat)
        if waits is None:
            prompt = self._interrupts.interrupt_prompt(self._flow.match.state, seat)
            return Reason((prompt or self._course.prompt_shown).rule,
                          say("You will interrupt when this playback ends") if alone
                          else say("{side} will interrupt when this playback ends", side=title))
        return Reason(waits.rule, say("You will interrupt as soon as {what}", what=waits.text) if alone
                      else say("{side} will interrupt as soon as {what}", side=title, what=waits.text))

    def refuse_before_answer(self) -> bool:
        """Refuse an action of the seat to act while another person is asked whether to interrupt; returns whether that
        is so. Units that were to follow then stay."""
        question = self.question
        if question is None or self.asked_seat == self._flow.seat or (
                self._controller.situation.interrupting is not None):
            return False
        answer_first = say("{side} must first decide whether to interrupt", side=self._title(self.asked_seat))
        self._selection.refusal = ShownRefusal("", (Reason(question.prompt.rule, answer_first),))
        self._controller.followers = ()
        return True

    def _title(self, seat: str | None) -> Text:
        """The title of a seat's side."""
        return self._rules.theme.side_title(seat)

    def update_seats(self, state: Any) -> None:
        """Note the seats that may interrupt in the state now shown."""
        self._interrupting_seats = self._interrupts.may_interrupt(state) if self.available else ()

    def press(self) -> None:
        """Handle the button or its key: end an interrupt; drop the player's own action about which the game asks; start
        an interrupt; request one for the next opportunity, or cancel the request; else show why there is none."""
        seat = self.seat
        self._course.dirty = True
        if not self.available:
            return
        self._passes.pop(self.asked_seat if self.moment is not None else seat or "", None)
        if self._controller.situation.interrupting is not None:
            self.leave()
        elif self.moment is not None and self.asked_seat == self._flow.seat:
            self.cancel()
            self._stop_run()
        elif self.possible_now and seat is not None:
            self._enter(seat)
        elif seat is None or self._in_own_phase:
            self._selection.refusal = screen_refusal("", self._why_nobody_interrupts)
        elif self._flow.seat == CHANCE or self._stage.busy or not self._flow.is_human(self._flow.seat):
            self.requested = not self.requested
        else:
            prompt = self._interrupts.interrupt_prompt(self._flow.match.state, seat)
            assert prompt is not None
            self._selection.refusal = ShownRefusal("", (Reason(prompt.rule, prompt.text),))

    def _enter(self, seat: str) -> None:
        """Let a seat interrupt now."""
        self.requested, self.moment, self._held_action = False, None, None
        self._course.hint = None
        self._stage.rolled = None
        self._controller.interrupt_as(seat)
        self._course.settle(self._controller.situation.state)

    def cancel(self) -> None:
        """Drop questions and requests, because actions were undone or the acting seat chooses another action first."""
        self.requested, self.moment, self._held_action = False, None, None
        self._questions, self._causes, self._after_march = [], (), False
        self._controller.stop_interrupting()

    def withdraw(self) -> bool:
        """Cancel a person's action that is held back for a question; returns whether there was one."""
        if self._held_action is None or not self._flow.is_human(self._flow.seat):
            return False
        self.cancel()
        self._course.settle(self._controller.situation.state)
        return True

    def after_undo(self) -> None:
        """Drop questions, requests and passes after an undo."""
        self.cancel()
        self._passes = {}

    @property
    def _phase(self) -> Hashable:
        """The key of the phase being played."""
        return self._course.match_situation.phase

    def passes(self, seat: str) -> bool:
        """Whether a seat passes on all interrupts in this phase."""
        return bool(self._passes.get(seat) == self._phase)

    def pass_phase(self) -> None:
        """Pass for the seat asked, now and for the rest of this phase; its button or key still interrupts, and ends the
        pass."""
        if self.question is None:
            return
        self._passes[self.asked_seat] = self._phase
        self._questions = [(seat, moment) for seat, moment in self._questions if seat != self.asked_seat]
        notice = say("{side}: no more questions until the phase ends; B still interrupts",
                     side=self._title(self.asked_seat))
        self._pass_notice = notice, self._phase
        self._stage.view.notice.say(notice)
        self.go_on()

    def leave(self) -> None:
        """Cancel the interrupt; play continues."""
        self._controller.interrupt_as(None)
        self._course.settle(self._controller.situation.state)

    def update(self) -> None:
        """Remove the notice of a pass that is over, execute or drop a requested interrupt, ask what has waited for the
        end of a march, and tell the flow whether the game is held."""
        notice, phase = self._pass_notice
        if notice and phase != self._phase:
            self._pass_notice = "", None
            if self._stage.view.notice.text is notice:
                self._stage.view.notice.dismiss()
        if self.requested and not self._stage.busy:
            if self.possible_now and self.seat is not None:
                self._enter(self.seat)
            elif self.seat is None or self._flow.seat is None or self._course.may_act:
                self.requested = False
                self._course.dirty = True
        if self._after_march and not self._marching():
            self._after_march = False
            self._ask_next()
        self._flow.held = self._course.halted

    def active_moments(self, seat: str) -> frozenset[str]:
        """The names of the moments at which a seat is asked: from the settings, else those on by default."""
        rules = self._rules
        stored = self._host.settings.asked_moments.get(f"{rules.name}/{seat}")
        if stored is not None:
            return frozenset(stored)
        return frozenset(info.name for info in self._interrupts.moments if info.on_by_default)

    def toggle_moment(self, seat: str, name: str) -> None:
        """Switch a moment, given by its name, on or off for a seat, and store that."""
        settings = self._host.settings
        settings.asked_moments[f"{self._rules.name}/{seat}"] = tuple(sorted(self.active_moments(seat) ^ {name}))
        self._host.store_settings()

    def _hold_for(self, state: Any, action: Action, after: Any, *, before: bool) -> bool:
        """Hold the game if an action causes moments at which people are asked; returns whether it does. Of several
        moments of one seat, it is asked about the last.

        :param after: the state after the action.
        :param before: whether to look for the moments before the action, not for those after it.
        """
        infos = {info.name: info for info in self._interrupts.moments if info.before == before}
        prompt = self._rules.prompt(state)
        phase = prompt.turn, prompt.phase_key
        not_passing = (seat for seat in self._flow.people if self._passes.get(seat) != phase)
        people = [seat for seat in not_passing if self.active_moments(seat) & infos.keys()]
        if not people:
            return False
        moments = self._interrupts.moments_of(state, action, after)
        earlier_questions, caused = len(self._questions), False
        for seat in people:
            names = [name for name in moments.get(seat, ()) if name in infos and name in self.active_moments(seat)]
            caused = caused or bool(names)
            if names and (seat, infos[names[-1]]) not in self._questions:
                self._questions.append((seat, infos[names[-1]]))
        if caused:
            self._causes = (*self._causes, self._rules.describe(state, action))
            self.cause = acting_seat(self._rules, state, action) or "", joined(self._causes, "; ")
        ask_now = len(self._questions) > earlier_questions if before else not self._after_march
        return ask_now and self._ask_next()

    def _ask_next(self) -> bool:
        """Ask the next seat about the action; returns whether there is one."""
        self.moment = None
        if self._questions:
            self.asked_seat, self.moment = self._questions.pop(0)
        self._course.dirty = True
        return self.moment is not None

    @property
    def question(self) -> InterruptQuestion | None:
        """The question for the person asked, once everything before it has been shown; None until then, and without
        one."""
        all_shown = self._controller.situation.state is self._flow.match.state and not self._stage.busy
        if self.moment is None or not all_shown:
            return None
        key = (self._flow.match.state, self.asked_seat, self.moment, self.cause)
        cache = self._question_cache
        if cache is None or cache[0] is not key[0] or cache[1:4] != key[1:]:
            acting_units = self._held_action.units if self._held_action is not None else ()
            cache = (*key, compose_question(self._rules, *key, acting_units))
            self._question_cache = cache
        return cache[4]

    def interrupt_with(self, unit: str | None) -> bool:
        """Interrupt with a unit if it is one the open question names; returns whether it is."""
        question = self.question
        if question is None or unit not in question.units:
            return False
        self.press()
        self._selection.select(unit)
        return True

    def hold_before(self, action: Action) -> bool:
        """Hold the game before an action if a person is to be asked about it; returns whether it is held. The action is
        then executed when play continues."""
        self.moment = self._held_action = None
        if not self._after_march:
            self._questions, self._causes = [], ()
        if not self.available or not self._course.match_situation.check(action):
            return False
        after, _ = self._rules.apply(self._flow.match.state, action)
        if self._hold_for(self._flow.match.state, action, after, before=True):
            self._held_action = action
            return True
        return False

    def hold_after(self, state: Any, ply: Ply[Any]) -> None:
        """Hold the game after an action if a person is to be asked; an interrupt lasts until its player has acted.

        :param state: the state before the action.
        """
        if isinstance(ply.action, Agreement):
            return
        self.moment = self._held_action = None
        if not self._after_march:
            self._questions, self._causes = [], ()
        self._after_march = self._marching()
        rules = self._rules
        if self._controller.situation.interrupting == ply.actor and rules.to_act(ply.state) == rules.to_act(state):
            self.requested = True
        if self.available and ply.actor != CHANCE:
            self._hold_for(state, ply.action, ply.state, before=False)

    def go_on(self) -> None:
        """Continue without an interrupt: ask the next seat, or execute the action held back."""
        if self._ask_next():
            return
        action, self._held_action = self._held_action, None
        self._flow.held = self._course.halted
        self._course.dirty = True
        if action is not None:
            self._flow.play(action)


MAX_NAMED = 3
"""The most units listed by name; more are counted."""


@dataclass(frozen=True, slots=True)
class InterruptQuestion:
    """The question for a person at a moment, and the labels of its two buttons."""

    prompt: Prompt
    units: tuple[str, ...]
    """The units that may interrupt."""
    refrain_label: Text
    """The label of the button that lets play continue."""
    act_label: Text
    """The label of the button that interrupts."""


def compose_question(rules: System[Any], state: Any, seat: str, moment: MomentInfo, cause: tuple[str, Text],
                     acting_units: Collection[str]) -> InterruptQuestion:
    """The question whether a seat interrupts at a moment.

    :param seat: the seat asked.
    :param cause: the seat whose action causes the moment, and that action in words.
    :param acting_units: the units of an action held back: they cannot act before it.
    """
    (actor, action_text), own_action = cause, cause[0] == seat
    titles = {info.name: info.title for info in rules.theme.seats}
    own_units = [counter for counter in rules.counters(state) if counter.seat == seat]
    able = {unit for offer in rules.offers(state, Picked(seat=seat)) if offer.verdict for unit in offer.units}
    interrupters = [c for c in own_units if c.unit in able and c.unit not in acting_units]
    values = {"what": action_text, "moment": moment.meaning, "units": _unit_names([c.name for c in interrupters])}
    text = (say("{what}. {moment}. Act first with {units}?", **values) if own_action
            else say("{side}: {what}. {moment}. Interrupt with {units}?", side=titles[actor], **values))
    interrupt_prompt = capability(rules, Interrupts).interrupt_prompt(state, seat)
    assert interrupt_prompt is not None
    turn_prompt = rules.prompt(state)
    prompt = replace(turn_prompt, to_act=seat, text=text, rule=interrupt_prompt.rule, duties=(), main=None, mode="move",
                     phasing_seat=turn_prompt.phase_key[0])
    labels = (say("Proceed"), say("Act first")) if own_action else (say("Pass"), say("Interrupt"))
    return InterruptQuestion(prompt, tuple(counter.unit for counter in interrupters), *labels)


def _unit_names(names: list[Text]) -> Text:
    """A few units by name with "or", many by number."""
    if len(names) > MAX_NAMED:
        return plural("your unit", "one of your {count} units", len(names))
    return or_list(names)
