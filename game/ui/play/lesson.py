"""A lesson played by hand: which step it is at, what that step does, which actions of the player are accepted; and the
lesson on the table, with the game's own mouse, keys and cards, where only what the step asks for is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.core.action import Action, BadNotation, Faces
from game.core.chance import CHANCE, Roll
from game.core.contract import System
from game.core.message import Message, Text, say
from game.core.verdict import Reason
from game.i18n.words import said
from game.match.agreements import Agreement
from game.match.demo import Frame, accepts, frames
from game.match.history import Ply
from game.match.lessons import Lesson
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.cards.log import Log
from game.ui.play.flow import Flow
from game.ui.play.game import GameInPlay
from game.ui.play.game_log import announce_deaths, deaths
from game.ui.play.main_button import MainButton
from game.ui.play.situation import Sight
from game.ui.play.stage import Stage

SEED = 0
"""Of a lesson's match: its dice are never used, as the lesson says what they show."""


class Guide:
    """Runs the steps of a lesson on a match in memory.

    A step shows something; or the lesson itself does what it names; or the player does it; or the player lets the dice
    fall, which show what the lesson says. What it asks a room is left out: one player has the odds on the card. The
    match holds exactly the lesson's states: of several actions that are accepted the first is done.
    """

    def __init__(self, rules: System[Any], lesson: Lesson, at: int = 0) -> None:
        """:param at: the step that is shown first, counted from 0.
        :raises game.match.lessons.LessonError: where a step does not hold.
        """
        self.rules, self.lesson = rules, lesson
        self.frames: Sequence[Frame] = frames(rules, lesson)
        self._actions = [_actions(rules, frame) for frame in self.frames]
        self.at = at
        self.missed = False
        """Whether the player has just done something that is not what the step asks for."""
        self.wished = False
        """Whether the player has asked for the step's hint."""
        self.skipping = False
        """Whether the lesson does what the player should."""
        self.match: Match[Any]
        self._begin()

    def _begin(self) -> None:
        """Begin the match of the step's part, and bring it to the step."""
        state = self.frames[self._first(self.at)].before
        position = self.rules.position(state)
        self.match = Match.begin(self.rules, position["scenario"], position["options"], seed=SEED, position=position)
        self._bring_to(self._before(self.at))
        self._enter()

    def _enter(self) -> None:
        self.missed = self.wished = self.skipping = False

    # --- where it is

    @property
    def frame(self) -> Frame:
        """The step that is shown."""
        return self.frames[self.at]

    @property
    def last(self) -> bool:
        """Whether it is the last step."""
        return self.at == len(self.frames) - 1

    @property
    def over(self) -> bool:
        """Whether nothing is left of the lesson."""
        return self.last and self.done

    @property
    def _left(self) -> tuple[Action, ...]:
        """What the step still does."""
        return self._actions[self.at][len(self.match.plies) - self._before(self.at):]

    @property
    def done(self) -> bool:
        """Whether all that the step does has been done."""
        return not self._left

    @property
    def asks(self) -> bool:
        """Whether the player is to do something now."""
        return self.frame.step.yours is not None and not (self.done or self.skipping)

    @property
    def acts(self) -> Action | None:
        """What the lesson itself does now; None: nothing, or the player acts or rolls."""
        left = self._left
        mine = left and not (self.asks or isinstance(left[0], Faces))
        return left[0] if mine else None

    @property
    def faces(self) -> tuple[int, ...] | None:
        """What the dice show that are rolled now: of this step, or, if it is done, of the next one that begins with
        that. None: no dice are due."""
        left = self._left
        if not left and not self.last and not self._parts(self.at + 1):
            left = self._actions[self.at + 1]
        first = left[0] if left else None
        return first.faces if isinstance(first, Faces) else None

    @property
    def caption(self) -> Text:
        """What is said now, in simple Markdown: of a roll that is due what is rolled, and by which button."""
        step, left = self.frame.step, self._left
        if left and isinstance(left[-1], Faces):
            roll, prompt = self.rules.pending_roll(self.match.state), self.rules.prompt(self.match.state)
            button = prompt.main_label or say("Roll")
            if step.before:
                return say("{caption} Press **{button}**.", caption=Message(step.before), button=button)
            return say("{title}. Press **{button}**.", title=roll.title if roll is not None else "", button=button)
        return step.caption

    @property
    def hint(self) -> Text:
        """What helps after a wrong try or when it was asked for; else empty."""
        return hint_of(self.frame) if self.missed or self.wished else ""

    # --- what is done

    def accepts(self, action: Action) -> bool:
        """Whether an action is what the step asks for."""
        legal = self.asks and not isinstance(action, Agreement) and bool(self.match.check(action))
        return legal and accepts(self.rules, self.frame, action)

    def judged(self, action: Action) -> Action | None:
        """What is done for an action of the player: one that the rules refuse itself, so that they say why; the first
        that is accepted for all that are. None: nothing, it is legal and not meant."""
        if not self.asks or isinstance(action, Agreement):
            return None
        if not self.match.check(action):
            return action
        self.missed = not self.accepts(action)
        return None if self.missed else self._left[0]

    def go_on(self) -> bool:
        """Go to the next step; whether the match stays the same one."""
        return self.last or self.go(self.at + 1)

    def go_back(self) -> bool:
        """Show the step before with what it has done; one that the player does is to be done again. Whether the match
        stays the same one."""
        at = max(0, self.at - 1)
        kept = self.go(at)
        if self.frame.step.yours is None:
            self._bring_to(self._before(at) + len(self._actions[at]))
        return kept

    def go(self, at: int) -> bool:
        """Show a step, or the nearest there is, as it is before anything is done; whether the match stays the same."""
        at = max(0, min(at, len(self.frames) - 1))
        same = self._first(at) == self._first(self.at)
        self.at = at
        if not same:
            self._begin()
            return False
        self._bring_to(self._before(at))
        self._enter()
        return True

    def _bring_to(self, number: int) -> None:
        """Undo or do what the lesson does until so many actions are done."""
        if number < len(self.match.plies):
            self.match.undo(number, consent=True)
        first = self._first(self.at)
        whole = [action for actions in self._actions[first:] for action in actions]
        for action in whole[len(self.match.plies):number]:
            self.match.play(action)

    def _parts(self, at: int) -> bool:
        """Whether a step returns to the start."""
        step = self.frames[at].step
        return step.back or step.options is not None

    def _first(self, at: int) -> int:
        """The first step of the part that a step belongs to: the start, or the one that returned to it last."""
        return next((number for number in range(at, 0, -1) if self._parts(number)), 0)

    def _before(self, at: int) -> int:
        """How many actions the part of a step does before it."""
        return sum(map(len, self._actions[self._first(at):at]))


def hint_of(frame: Frame) -> Text:
    """What helps with a step; empty where there is nothing."""
    yours = frame.step.yours
    return Message(yours.hint) if yours is not None and yours.hint else ""


def _actions(rules: System[Any], frame: Frame) -> tuple[Action, ...]:
    """What a step does, the dice last."""
    step = frame.step
    texts = step.play if step.yours is None else step.yours.accept[:1]
    dice = (Faces(step.faces),) if step.faces is not None else ()
    return (*(rules.parse(text) for text in texts), *dice)


class GuidedFlow(Flow):
    """Does only what the lesson accepts, and lets the dice show what it says."""

    guide: Guide

    def falls_by_itself(self, state: Any) -> bool:
        return False

    @property
    def waits(self) -> bool:
        return False

    def play(self, action: Action | str) -> bool:
        try:
            meant = self.guide.judged(self.match.parse(action) if isinstance(action, str) else action)
        except BadNotation:
            return False
        return meant is not None and super().play(meant)

    def roll(self, faces: tuple[int, ...] | None = None) -> bool:
        shown = self.guide.faces
        return shown is not None and super().roll(shown)

    def do(self, action: Action) -> bool:
        """Do what the lesson itself does; whether it was done."""
        return super().play(action)


class GuidedButton(MainButton):
    """Goes on to the next step, or rolls; while the player is to act it is the game's own."""

    def __init__(self, game: GuidedGame, show_result: Callable[[], None]) -> None:
        super().__init__(game, game.flow, game.stage, game.controller, game.pointing, game.quick_play, game.choosing,
                         game.interruption, game.turn_end, game.leaving, show_result)
        self.result_shown = True
        self._guided = game
        self._judged: tuple[object, bool] = None, False
        """What it was last worked out from whether the button is meant, and the answer."""

    @property
    def can_enter_faces(self) -> bool:
        return False

    @property
    def fallen(self) -> bool:
        return False

    @property
    def shown(self) -> bool:
        return super().shown if self._guided.guide.asks else True

    @property
    def label(self) -> str:
        guide = self._guided.guide
        if guide.asks:
            return super().label
        if self._guided.due is not None:
            return f"{super().label or said(say('Roll'))}   [Space]"
        return said(say("Leave the lesson   [Space]") if guide.over else say("Go on   [Space]"))

    @property
    def early(self) -> bool:
        guide, action = self._guided.guide, self._controller.situation.prompt.main
        key = guide.at, guide.asks, action
        if key != self._judged[0]:
            self._judged = key, action is not None and guide.accepts(action)
        return guide.asks and (self.composes or not self._judged[1])

    @property
    def left(self) -> Text:
        return ""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return ()

    def press(self, *, by_key: bool = False, sure: bool = False, said_so: bool = False) -> None:
        game = self._guided
        if game.guide.asks or game.stage.busy:
            super().press(by_key=by_key, sure=True, said_so=said_so)
        else:
            game.next_step()


class GuidedGame(GameInPlay):
    """Plays the steps of a lesson out, and lets the player do the others."""

    guided = True
    flow: GuidedFlow

    def __init__(self, host: Host, guide: Guide, sight: Sight, stage: Stage, log: Log,
                 leave: Callable[[], None]) -> None:
        """:param leave: called when the player goes on from the last step."""
        self.guide, self._leave = guide, leave
        super().__init__(host, guide.match, sight, stage, log, lambda: None)

    def _new_flow(self) -> Flow:
        flow = GuidedFlow(self.match, self.host.settings, self._on_step, self.host.error)
        flow.guide = self.guide
        return flow

    def _new_button(self, show_result: Callable[[], None]) -> MainButton:
        return GuidedButton(self, show_result)

    @property
    def tells(self) -> bool:
        return not self.guide.asks

    @property
    def may_act(self) -> bool:
        return super().may_act and self.guide.asks

    @property
    def due(self) -> Roll | None:
        """What the player is to roll now."""
        rolls = self.guide.faces is not None and self.flow.seat == CHANCE
        return self.guide.rules.pending_roll(self.guide.match.state) if rolls else None

    def play(self, action: Action | None) -> None:
        self.selection.lifted = None  # nothing that was set up is taken up again here
        super().play(action)

    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        if self.stage.busy or self.due is None:
            return
        if self.guide.done:
            self.guide.go_on()  # the next step begins with this roll
        self.flow.roll()

    def next_step(self) -> None:
        """Go on: roll, show the next step, or leave after the last."""
        self.dirty = True
        if self.stage.busy:
            self.skip()
        elif self.due is not None:
            self.roll()
        elif self.guide.over:
            self._leave()
        elif self.guide.acts is None:
            self.guide.go_on()

    def skip_step(self) -> None:
        """Go on; what the player should do is done by the lesson."""
        if self.guide.asks and not self.stage.busy:
            self.guide.skipping = self.dirty = True
            self.settle()
        else:
            self.next_step()

    def step_back(self) -> None:
        """Show the step before as it was."""
        self.stage.clear()
        done = len(self.match.plies)
        self.guide.go_back()
        if self.guide.match is self.match and len(self.match.plies) < done:
            self.undone(say("One step back"))
        else:
            self.settle()

    def go_on(self, dt: float) -> None:
        super().go_on(dt)
        guide = self.guide
        if self.stage.busy or guide.match is not self.match:
            return
        if (action := guide.acts) is not None:
            self.flow.do(action)
        elif guide.frame.step.yours is not None and guide.done and not guide.over:
            guide.go_on()
            self.settle()

    def _on_step(self, ply: Ply[Any]) -> None:
        self.quick_play.forget()
        self.march.stop()
        super()._on_step(ply)

    def _mourn(self, ply: Ply[Any]) -> None:
        announce_deaths(self.view.notice, deaths(self.theme, self.situation.counters, ply.events))
