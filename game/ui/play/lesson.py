"""An interactive lesson: its current step, and which of the player's actions are accepted; and the game in which it is
played, with the usual mouse, keys and cards, restricted to what the step asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.action import Action, BadNotation, Faces
from game.core.chance import CHANCE, Roll
from game.core.contract import System
from game.core.message import Message, Text, say
from game.core.verdict import Reason
from game.i18n.words import translate
from game.match.agreements import Agreement
from game.match.history import Ply
from game.match.lesson_frames import Frame, accepts, frames
from game.match.lessons import Lesson
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.cards.log import Log
from game.ui.play.game import GameInPlay
from game.ui.play.game_log import announce_deaths, deaths
from game.ui.play.main_button import MainButton
from game.ui.play.playback import Stage
from game.ui.play.situation import Viewer
from game.ui.play.turn_driver import Flow

LESSON_SEED = 0
"""The seed of a lesson's match; its dice are never used, because the lesson sets every roll."""


class Guide:
    """Runs the steps of a lesson on a match in memory.

    A step shows something; or the lesson executes its actions; or the player does; or the player rolls dice, whose
    faces the lesson sets. Questions to an audience are left out: the single player has the odds on the card. The match
    contains exactly the lesson's states: if several actions are accepted, the first is executed.
    """

    def __init__(self, rules: System[Any], lesson: Lesson, step_index: int = 0) -> None:
        """:param step_index: the first step to show, counted from 0.
        :raises game.match.lessons.LessonError: when a step is invalid.
        """
        self.rules, self.lesson = rules, lesson
        self.frames: Sequence[Frame] = frames(rules, lesson)
        self._actions = [_actions(rules, frame) for frame in self.frames]
        """The actions of each step."""
        self.step_index = step_index
        """The current step, counted from 0."""
        self.wrong_try = False
        """Whether the player's latest action was not what the step asks for."""
        self.hint_requested = False
        """Whether the player has asked for the step's hint."""
        self.skipping = False
        """Whether the lesson executes the player's part of the step."""
        self.by_hand = set[int]()
        """The indices of the steps whose part the player played, not the lesson."""
        self.match: Match[Any]
        self._begin()

    def _begin(self) -> None:
        """Start the match of the part of the lesson that the step belongs to, and advance it to the step."""
        state = self.frames[self._part_start(self.step_index)].before
        position = self.rules.position(state)
        self.match = Match.begin(self.rules, position["scenario"], position["options"], seed=LESSON_SEED,
                                 position=position)
        self._advance_to(self._actions_before(self.step_index))
        self._reset_step()

    def _reset_step(self) -> None:
        """Forget what the player tried and requested in a step."""
        self.wrong_try = self.hint_requested = self.skipping = False

    # --- current step

    @property
    def frame(self) -> Frame:
        """The current step."""
        return self.frames[self.step_index]

    @property
    def is_last(self) -> bool:
        """Whether it is the last step."""
        return self.step_index == len(self.frames) - 1

    @property
    def complete(self) -> bool:
        """Whether the lesson is complete."""
        return self.is_last and self.done

    @property
    def _remaining_actions(self) -> tuple[Action, ...]:
        """The remaining actions of the step."""
        return self._actions[self.step_index][len(self.match.plies) - self._actions_before(self.step_index):]

    @property
    def done(self) -> bool:
        """Whether all actions of the step have been executed."""
        return not self._remaining_actions

    @property
    def player_to_act(self) -> bool:
        """Whether the player is to act now."""
        return self.frame.step.yours is not None and not (self.done or self.skipping)

    @property
    def next_action(self) -> Action | None:
        """The next action of the lesson itself; None if there is none, or if the player acts or rolls."""
        remaining = self._remaining_actions
        automatic = remaining and not (self.player_to_act or isinstance(remaining[0], Faces))
        return remaining[0] if automatic else None

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces that the lesson sets for the pending roll, which belongs to this step or, if that is complete,
        begins the next one. None: no roll is pending."""
        remaining = self._remaining_actions
        if not remaining and not self.is_last and not self._begins_part(self.step_index + 1):
            remaining = self._actions[self.step_index + 1]
        first = remaining[0] if remaining else None
        return first.faces if isinstance(first, Faces) else None

    @property
    def caption(self) -> Text:
        """The step's text, in simple Markdown; for a pending roll what is rolled, and the button for it."""
        step, remaining = self.frame.step, self._remaining_actions
        if remaining and isinstance(remaining[-1], Faces):
            roll, prompt = self.rules.pending_roll(self.match.state), self.rules.prompt(self.match.state)
            button = prompt.main_label or say("Roll")
            if step.before:
                return say("{caption} Press **{button}**.", caption=Message(step.before), button=button)
            return say("{title}. Press **{button}**.", title=roll.title if roll is not None else "", button=button)
        return step.caption

    @property
    def hint(self) -> Text:
        """The hint after a wrong try or on request; else empty."""
        return hint_of(self.frame) if self.wrong_try or self.hint_requested else ""

    # --- actions

    def accepts(self, action: Action) -> bool:
        """Whether an action is what the step asks for."""
        legal = self.player_to_act and not isinstance(action, Agreement) and bool(self.match.check(action))
        return legal and accepts(self.rules, self.frame, action)

    def action_for(self, action: Action) -> Action | None:
        """The action to execute when the player chooses one: an illegal action itself, so that the rules refuse it; for
        an accepted action the first of those accepted. None if the step does not ask for a legal action, or for none
        of the player."""
        if not self.player_to_act or isinstance(action, Agreement):
            return None
        if not self.match.check(action):
            return action
        self.wrong_try = not self.accepts(action)
        return None if self.wrong_try else self._remaining_actions[0]

    def go_on(self) -> bool:
        """Go to the next step; returns whether the match stays the same object."""
        return self.is_last or self.go_to(self.step_index + 1)

    def go_back(self) -> bool:
        """Show the previous step with its actions executed, except those of the player, which are to be repeated.
        Returns whether the match stays the same object."""
        index = max(0, self.step_index - 1)
        same_match = self.go_to(index)
        if self.frame.step.yours is None:
            self._advance_to(self._actions_before(index) + len(self._actions[index]))
        return same_match

    def go_to(self, index: int) -> bool:
        """Show a step (clamped to the valid range) before its actions; returns whether the match stays the same
        object."""
        index = max(0, min(index, len(self.frames) - 1))
        same_part = self._part_start(index) == self._part_start(self.step_index)
        self.step_index = index
        if not same_part:
            self._begin()
            return False
        self._advance_to(self._actions_before(index))
        self._reset_step()
        return True

    def _advance_to(self, number: int) -> None:
        """Undo or execute the lesson's actions until ``number`` have been executed."""
        if number < len(self.match.plies):
            self.match.undo(number, consent=True)
        first = self._part_start(self.step_index)
        part_actions = [action for actions in self._actions[first:] for action in actions]
        for action in part_actions[len(self.match.plies):number]:
            self.match.play(action)

    def _begins_part(self, index: int) -> bool:
        """Whether a step begins a new part of the lesson, from the start position."""
        return self.frames[index].step.returns_to_start

    def _part_start(self, index: int) -> int:
        """The index of the first step of the part that a step belongs to."""
        return next((number for number in range(index, 0, -1) if self._begins_part(number)), 0)

    def _actions_before(self, index: int) -> int:
        """The number of actions in a step's part before the step."""
        return sum(map(len, self._actions[self._part_start(index):index]))


def hint_of(frame: Frame) -> Text:
    """The hint of a step; empty if it has none."""
    yours = frame.step.yours
    return Message(yours.hint) if yours is not None and yours.hint else ""


def _actions(rules: System[Any], frame: Frame) -> tuple[Action, ...]:
    """The actions of a step, its dice last."""
    step = frame.step
    texts = step.play if step.yours is None else step.yours.accept[:1]
    dice = (Faces(step.faces),) if step.faces is not None else ()
    return (*(rules.parse(text) for text in texts), *dice)


class GuidedFlow(Flow):
    """A flow that executes only actions the lesson accepts, and rolls the faces it sets."""

    guide: Guide

    def auto_rolls_in(self, state: Any) -> bool:
        return False

    @property
    def waits(self) -> bool:
        return False

    def play(self, action: Action | str) -> bool:
        try:
            expected = self.guide.action_for(self.match.parse(action) if isinstance(action, str) else action)
        except BadNotation:
            return False
        step_index = self.guide.step_index
        if expected is None or not super().play(expected):
            return False
        self.guide.by_hand.add(step_index)
        return True

    def roll(self, faces: tuple[int, ...] | None = None) -> bool:
        lesson_faces = self.guide.faces
        return lesson_faces is not None and super().roll(lesson_faces)

    def play_lesson_action(self, action: Action) -> bool:
        """Execute an action of the lesson itself; returns whether that worked."""
        return super().play(action)


class GuidedButton(MainButton):
    """The main button in a lesson: next step or roll; while the player is to act, the game's own."""

    def __init__(self, game: GuidedGame, show_result: Callable[[], None]) -> None:
        super().__init__(game, game.flow, game.stage, game.controller, game.pointing, game.quick_play, game.choosing,
                         game.hinting, game.interruption, game.turn_end, game.end_phase_warning, show_result)
        self.result_shown = True
        self._game = game
        self._accepted_cache: tuple[object, bool] = None, False
        """For ``premature``: its inputs, and whether the step accepts the main button's action."""

    @property
    def can_enter_faces(self) -> bool:
        return False

    @property
    def roll_shown(self) -> bool:
        return False

    @property
    def shown(self) -> bool:
        return super().shown if self._game.guide.player_to_act else True

    @property
    def label(self) -> str:
        guide = self._game.guide
        if guide.player_to_act:
            return super().label
        if self._game.pending_roll is not None:
            return (super().label or translate(say("Roll"))) + translate(say("   [Space]"))
        return translate(say("Leave the lesson   [Space]") if guide.complete else say("Continue   [Space]"))

    @property
    def premature(self) -> bool:
        guide, action = self._game.guide, self._controller.situation.prompt.main
        key = guide.step_index, guide.player_to_act, action
        if key != self._accepted_cache[0]:
            self._accepted_cache = key, action is not None and guide.accepts(action)
        return guide.player_to_act and (self.composes or not self._accepted_cache[1])

    @property
    def left_undone(self) -> Text:
        return ""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return ()

    def press(self, *, by_key: bool = False, confirmed: bool = False, by_label: bool = False) -> None:
        game = self._game
        if game.guide.player_to_act or game.stage.busy:
            super().press(by_key=by_key, confirmed=True, by_label=by_label)
        else:
            game.next_step()


class GuidedGame(GameInPlay):
    """A game that executes the steps of a lesson, and lets the player do their own."""

    guided = True
    flow: GuidedFlow

    def __init__(self, host: Host, guide: Guide, viewer: Viewer, stage: Stage, log: Log,
                 leave: Callable[[], None]) -> None:
        """:param leave: called when the player continues from the last step."""
        self.guide, self._leave = guide, leave
        super().__init__(host, guide.match, viewer, stage, log, show_result=lambda: None)

    def _new_flow(self) -> Flow:
        flow = GuidedFlow(self.match, self.host.settings, self._on_step, self.host.error)
        flow.guide = self.guide
        return flow

    def _new_button(self, show_result: Callable[[], None]) -> MainButton:
        return GuidedButton(self, show_result)

    @property
    def lesson_shows(self) -> bool:
        return not self.guide.player_to_act

    @property
    def may_act(self) -> bool:
        return super().may_act and self.guide.player_to_act

    @property
    def pending_roll(self) -> Roll | None:
        """The roll that the player is to make now; None if there is none."""
        is_pending = self.guide.faces is not None and self.flow.seat == CHANCE
        return self.guide.rules.pending_roll(self.guide.match.state) if is_pending else None

    def play(self, action: Action | None) -> None:
        self.selection.relocating = None  # placed counters cannot be picked up again in a lesson
        super().play(action)

    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        if self.stage.busy or self.pending_roll is None:
            return
        if self.guide.done:
            self.guide.go_on()  # the next step begins with this roll
        self.flow.roll()

    def next_step(self) -> None:
        """Continue: roll, show the next step, or leave after the last."""
        self.dirty = True
        if self.stage.busy:
            self.skip()
        elif self.pending_roll is not None:
            self.roll()
        elif self.guide.complete:
            self._leave()
        elif self.guide.next_action is None:
            self.guide.go_on()

    def skip_step(self) -> None:
        """Continue; if the player is to act, the lesson does so instead."""
        if self.guide.player_to_act and not self.stage.busy:
            self.guide.skipping = self.dirty = True
            self.settle()
        else:
            self.next_step()

    def step_back(self) -> None:
        """Show the previous step, after its actions unless they are the player's."""
        self.stage.clear()
        plies_before = len(self.match.plies)
        self.guide.go_back()
        if self.guide.match is self.match and len(self.match.plies) < plies_before:
            self.after_undo(say("One step back"))
        else:
            self.settle()

    def advance_game(self, dt: float) -> None:
        super().advance_game(dt)
        guide = self.guide
        if self.stage.busy or guide.match is not self.match:
            return
        if (action := guide.next_action) is not None:
            self.flow.play_lesson_action(action)
        elif guide.frame.step.yours is not None and guide.done and not guide.complete:
            guide.go_on()
            self.settle()

    def _on_step(self, ply: Ply[Any]) -> None:
        self.quick_play.forget()
        self.following_units.stop()
        super()._on_step(ply)

    def _report_deaths(self, ply: Ply[Any]) -> None:
        announce_deaths(self.view.notice, deaths(self.theme, self.situation.counters, ply.events))
