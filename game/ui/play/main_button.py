"""The main button: its action, its label, and when it is shown."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard
from game.core.chance import CHANCE
from game.core.message import Text, joined, say
from game.core.verdict import Illegal, Reason
from game.i18n.words import translate
from game.ui.board import places
from game.ui.play.choosing import Choosing
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.hinting import Hinting
from game.ui.play.interruption import Interruption
from game.ui.play.playback import Stage
from game.ui.play.pointing import Pointing
from game.ui.play.proposals import MAX_KEYS, ShownRefusal, digit_of
from game.ui.play.quick_play import QuickPlay
from game.ui.play.turn_driver import Flow
from game.ui.play.turn_end import EndPhaseWarning, TurnEnd

DOUBLE_CLICK = 0.5
"""Seconds within which a second click may be half of a double click, meant for the button's earlier action: the longest
usual interval of a double click on desktops."""
DOUBLE_TAP = 0.3
"""Seconds within which a second press of the button's key may be an accident: it does not confirm what the first one
asked. Chosen by hand."""
STALE_CLICK = 1.5
"""Seconds after the end of a phase during which a click on the button may still be meant for that phase. Measured: a
player clicked twice 1.3 s apart and lost a turn."""
NO_INTERRUPT = say("Do not interrupt")
DO_IT, NEXT_STEP = say("Do it   [Space]"), say("Next step   [Space]")
"""Labels of the buttons that execute a plan or a hint, or let a computer player act."""


class MainButton:
    """The button that ends the phase, rolls, resolves, declines an interrupt, ends a turn, or pauses the computers."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, pointing: Pointing,
                 quick_play: QuickPlay, choosing: Choosing, hinting: Hinting, interruption: Interruption,
                 turn_end: TurnEnd, end_phase_warning: EndPhaseWarning, show_result: Callable[[], None]) -> None:
        """:param show_result: shows the winner."""
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection = controller.selection
        self._pointing = pointing
        self._quick_play, self._choosing = quick_play, choosing
        self._hinting, self._interruption = hinting, interruption
        self._turn_end, self._end_phase_warning = turn_end, end_phase_warning
        self._show_result = show_result
        self.result_shown = False
        """Whether the end of the game has been announced."""
        self._since_press = DOUBLE_CLICK
        """Seconds since the button was last pressed."""
        self._pressed = False
        """Whether it has been pressed since the last update: the time that then passes was before the press."""
        self._since_end = STALE_CLICK
        """Seconds since it last executed the rules' main action, which ends a phase or answers a question."""
        self._ended_phase: object = None
        """The phase in which it did so."""

    def update(self, dt: float) -> None:
        """Advance the timers by ``dt`` seconds."""
        if not self._pressed:
            self._since_press += dt
            self._since_end += dt
        self._pressed = False
        self._course.dirty |= self._end_phase_warning.update(dt)

    def press(self, *, by_key: bool = False, confirmed: bool = False, by_label: bool = False) -> None:
        """Execute the button's present action. A phase with actions left is ended only by a second press.

        :param by_key: whether its key was pressed, which also takes the next step of a hint. A click shortly after the
            end of another phase is held back even if nothing is left to do, because it may be meant for what the button
            did before. Only a click stops a run.
        :param confirmed: whether the press is unambiguous, e.g. because a command also ends the phase.
        :param by_label: whether the action of the button's label is meant, not the offer for the picked units.
        """
        self._course.dirty = True
        is_double = self._since_press < DOUBLE_CLICK
        is_accident = self._since_press < (DOUBLE_TAP if by_key else DOUBLE_CLICK)
        self._since_press, self._pressed = 0.0, True
        just_ended = self._since_end < STALE_CLICK and (
            self._course.match_situation.turn_prompt.phase_key != self._ended_phase)
        if self._flow.waits and not self._flow.paused and not self._stage.busy:
            self._flow.allow_next_step()
        elif self._pauses:
            self._flow.paused = not self._flow.paused
        elif self._quick_play.running and not self._quick_play.waits:
            if by_key:
                self._stage.skip()
            else:
                self._quick_play.stop()
        elif self._stage.busy:
            self._stage.skip()
        elif self._interruption.moment is not None:
            self._interruption.go_on()
        elif self._controller.situation.interrupting is not None:
            self._interruption.leave()
        elif self._turn_end.holds:
            if confirmed or not (is_double or (just_ended and not by_key)):
                self._turn_end.end()
        elif self._flow.seat is None:
            self._show_result()
        elif self._flow.seat == CHANCE:
            self._course.roll()
        elif by_key and not by_label and self._hinting.leads:
            if not (is_accident or (is_double and self._after_roll)):
                self._hinting.take()
        elif self._has_plan:
            pointed_at = self._selection.cursor if self._pointing.keyboard else self._pointing.place
            route = self._selection.route
            last_place = pointed_at if route is not None and not route.legs else None
            self._course.play(self._controller.execute_plan(last_place))
        elif self._has_choice and (not self._label_ends_phase or (by_key and not by_label)):
            if not (by_key and is_double and self._after_roll):  # that key press was meant for the roll
                self._choosing.choose(self.default_choice or 0)
        else:
            if (is_accident or (is_double and self._after_roll)) and self._end_phase_warning.is_current:
                return
            self._end_phase(confirmed=confirmed, by_key=by_key, just_ended=just_ended)

    @property
    def _has_choice(self) -> bool:
        """Whether there is a choice that the button's key can execute: for units picked together, or by default."""
        return (self._picking and bool(self._selection.proposals)) or self.default_choice is not None

    @property
    def _picking(self) -> bool:
        """Whether the offers are for units picked together."""
        return self._controller.situation.composing and self._selection.line is None

    @property
    def default_choice(self) -> int | None:
        """The index of the choice that the button's key could execute: the rules' default one, else the only legal one
        for the units picked together; None if the key does what the label says."""
        legal = [index for index, proposal in enumerate(self._selection.proposals) if proposal.verdict]
        defaults = (index for index in legal if self._selection.proposals[index].offer.is_default)
        return next(defaults, legal[0] if self._picking and len(legal) == 1 else None)

    @property
    def _label_ends_phase(self) -> bool:
        """Whether the label names an action that ends the phase while units are picked."""
        return not self._selection.forced and self._controller.situation.prompt.main is not None

    @property
    def composes(self) -> bool:
        """Whether its key executes a choice rather than the action of its label, which ends the phase."""
        return self._label_ends_phase and self.default_choice is not None

    @property
    def key_offer(self) -> int | None:
        """The index of the choice that the button's key executes; None if there is none."""
        executes_choice = self.composes or (self._has_choice and not self._label_ends_phase)
        return self.default_choice if executes_choice else None

    @property
    def stand_in(self) -> int | None:
        """The index of the choice whose button takes the main button's place: the one that its key executes, or the
        only one for the picked units though it is not allowed; None if the main button keeps its place."""
        situation, selection = self._controller.situation, self._selection
        held = situation.interrupting is not None or self._interruption.moment is not None or self._turn_end.holds
        only_choice = situation.composing and selection.forced  # the main button has its label already
        if held or only_choice or self._stage.busy or self.stops or self._has_plan or not self._course.may_act:
            return None
        if self.key_offer is not None:
            return self.key_offer
        return 0 if self._picking and len(selection.proposals) == 1 else None

    @property
    def other_answer(self) -> int | None:
        """The index of the choice whose button is below the main button's place because it is the only other answer to
        the prompt; None if there is none."""
        proposals = self._selection.proposals
        if self.stand_in is None or self.shown or len(proposals) != 2:
            return None
        other = proposals[1 - self.stand_in]
        return 1 - self.stand_in if other.verdict and not other.note else None

    @property
    def has_second(self) -> bool:
        """Whether the card has a button below the main button's place: for the only other answer; or the main button
        itself, if a choice is in its place and the main button may be used."""
        return self.other_answer is not None or (self.stand_in is not None and self.shown and not self.reasons)

    @property
    def has_place(self) -> bool:
        """Whether the card keeps the main button's place: for the button, for a choice there, and while units are
        picked to act together."""
        return self.shown or self.stand_in is not None or self._controller.situation.composing

    def key_of(self, index: int) -> str:
        """The key of a choice, as printed after its label; empty if it has none. If there are more choices than digits,
        a choice for all units has the digit of its destination, with Shift."""
        situation, selection = self._controller.situation, self._selection
        proposals, proposal = selection.proposals, selection.proposals[index]
        key = selection.keys.get(proposal.place or "") if proposal.offer.for_all and len(proposals) > MAX_KEYS else None
        if key is not None:
            return translate(say("   [Shift+{way}]", way=key))
        if len(proposals) == 1 and (situation.composing or self.composes):
            return translate(say("   [Space]")) if self.composes else ""
        digit, shift = digit_of(proposals, index)
        if not digit:
            return ""
        if index == self.key_offer and not shift:
            return translate(say("   [{digit} or Space]", digit=digit))
        return translate(say("   [Shift+{way}]", way=digit)) if shift else f"   [{digit}]"

    @property
    def _has_plan(self) -> bool:
        """Whether the button executes the plan of the selected unit."""
        route = self._selection.route
        return route is not None and route.has_plan and self._course.may_act

    @property
    def _after_roll(self) -> bool:
        """Whether the latest ply is a roll: the button was for rolling until then and now ends the phase."""
        plies = self._flow.match.plies
        return bool(plies) and plies[-1].actor == CHANCE

    def _end_phase(self, *, confirmed: bool, by_key: bool, just_ended: bool) -> None:
        """Execute the rules' main action; or show why it is not legal yet, or the prompt again if there is none.

        :param confirmed: whether to execute it at once even if actions are left.
        :param just_ended: whether another phase has only just been ended, so that the press may be meant for that one.
        """
        action = self._controller.situation.prompt.main
        if not self._course.may_act:
            return
        if action is None:
            self.ask_again()
            return
        verdict = self._course.match_situation.check(action)
        if isinstance(verdict, Illegal):
            self._selection.refusal = ShownRefusal("", verdict.reasons)
        elif confirmed or not self._end_phase_warning.holds_back(by_key=by_key, just_ended=just_ended and not by_key):
            self._since_end, self._ended_phase = 0.0, self._controller.situation.prompt.phase_key
            self._course.play(action)

    def ask_again(self) -> None:
        """Show the prompt again, after a key that does not answer it."""
        prompt = self._controller.situation.prompt
        self._selection.refusal = ShownRefusal("", (Reason(prompt.rule, prompt.text),))

    def refuse_cursor_place(self) -> None:
        """Say what is missing in the place under the keyboard cursor, after a key that has no effect there; or show the
        prompt again if that place is no reason."""
        situation, selection = self._controller.situation, self._selection
        place, board, prompt = selection.cursor, situation.board, situation.prompt
        if place is None or board.kind == "plane" or not board.knows(place):
            self.ask_again()
            return
        seats = {situation.counters[unit].seat for unit in situation.stacks.get(place, ())}
        if prompt.to_act in seats:
            self.ask_again()
            return
        is_plain = isinstance(board, HexBoard) and place not in board.landmarks
        title = say("hex {hex}", hex=place) if is_plain else places.title(board, place)
        missing = say("No unit of yours in {place}", place=title) if seats else say("No unit in {place}", place=title)
        selection.refusal = ShownRefusal(place, (Reason(prompt.rule, missing),))

    @property
    def can_enter_faces(self) -> bool:
        """Whether the faces of real dice may be entered now."""
        flow = self._flow
        running = self._quick_play.running and not self._quick_play.waits
        rolls = self._course.prompt_shown.mode == "roll" and not running
        return rolls and bool(flow.people) and not flow.auto_rolls_in(self._controller.situation.state)

    @property
    def roll_shown(self) -> bool:
        """Whether the roll that the card asks for has been made and is still being shown."""
        roll_asked = self._course.prompt_shown.mode == "roll"
        return roll_asked and self._controller.situation.state is not self._flow.match.state and not self.stops

    @property
    def _pauses(self) -> bool:
        """Whether the button pauses and resumes the computers."""
        flow = self._flow
        return flow.seat is not None and (flow.paused or not flow.people)

    @property
    def stops(self) -> bool:
        """Whether the button stops, pauses or resumes automatic play rather than answering."""
        return self._pauses or (self._quick_play.running and not self._quick_play.waits)

    @property
    def shown(self) -> bool:
        """Whether there is a main button; it stays during animations, so that the cards do not move."""
        flow, prompt = self._flow, self._controller.situation.prompt
        if self._controller.situation.interrupting is not None or self._course.prompt_shown is not prompt:
            return True
        if self.stops or flow.waits or (prompt.mode == "over" and self.result_shown):
            return True
        if prompt.mode == "roll":
            return not flow.auto_rolls_in(self._controller.situation.state)
        if (self._controller.situation.composing and self._selection.forced) or self._has_plan:
            return True
        return prompt.main is not None and flow.is_human(prompt.to_act)

    @property
    def label(self) -> str:
        """The button's label."""
        if self._controller.situation.interrupting is not None:
            return translate(NO_INTERRUPT)
        if (question := self._interruption.question) is not None:
            return translate(say("{refrain}   [Enter]", refrain=question.refrain_label))
        if self._flow.waits and not self._flow.paused:
            return translate(NEXT_STEP)
        if self._pauses:
            return translate(say("Resume") if self._flow.paused else say("Pause"))
        if self._quick_play.running and not self._quick_play.waits:
            return translate(say("Stop   [Esc]"))
        if self._turn_end.shown_prompt is not None:
            return translate(self._turn_end.label)
        if self._has_plan:
            return translate(DO_IT)
        prompt = self._controller.situation.prompt
        if prompt.mode == "over":
            return translate(say("The result"))
        if self.warning:
            return translate(self._end_phase_warning.label)
        label = translate(prompt.main_label or (say("Roll") if prompt.mode == "roll" else ""))
        if not label and self._has_choice and self.default_choice is not None:  # the only possible choice
            label = translate(self._selection.proposals[self.default_choice].label)
        return f"{label}   [0]" if label and (self.composes or self._hinting.leads) else label

    @property
    def warning(self) -> Text:
        """What would be left undone if the button were pressed again, after a first press; else empty."""
        return self._end_phase_warning.text if self._end_phase_warning.is_current else ""

    @property
    def premature(self) -> bool:
        """Whether the player probably does not want to press the button yet."""
        if self.warning:
            return False
        return self._controller.situation.prompt.mode == "advance" or self.composes or bool(self.left_undone)

    @property
    def left_undone(self) -> Text:
        """What the side to act could still do, e.g. ``7 units can move``, if the button ends the phase; else empty."""
        prompt = self._controller.situation.prompt
        ends = prompt.main is not None and self._course.prompt_shown is prompt and self._turn_end.shown_prompt is None
        if not ends or self._has_plan or self.stops or not self._flow.is_human(prompt.to_act):
            return ""
        undone = self._end_phase_warning.left_undone(self._controller.situation.state)
        return joined((each.text for each in undone if not each.is_loss), "; ")

    @property
    def left_undone_note(self) -> Text:
        """The counts of units or contingents among ``left_undone``, unless the prompt or a budget already says it."""
        prompt = self._controller.situation.prompt
        counted = any(each.counts_task for each in prompt.budgets)
        if not self.left_undone or prompt.active_unit or counted or prompt.mode == "advance":
            return ""
        undone = self._end_phase_warning.left_undone(self._controller.situation.state)
        counts = joined((each.text for each in undone if each.text.values and not each.is_loss), "; ")
        return "" if translate(counts) in translate(prompt.text) else counts

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the button may not be used now; empty if it may."""
        for_person = self._flow.is_human(self._controller.situation.prompt.to_act)
        ends_phase = for_person and not (self._flow.paused or self._course.halted or self._has_plan)
        return self._controller.situation.main_reasons() if ends_phase else ()
