"""A lesson on the table: the game's own mouse, keys and cards, but only what the lesson's step asks for is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.action import Action, BadNotation
from game.core.chance import CHANCE, Roll
from game.core.message import Text, say
from game.core.verdict import Reason
from game.i18n.words import said
from game.match.history import Ply
from game.ui.app.screen import Host
from game.ui.cards.log import Log
from game.ui.play.announcements import announce_deaths, deaths
from game.ui.play.flow import Flow
from game.ui.play.game import GameInPlay
from game.ui.play.guide import Guide
from game.ui.play.main_button import MainButton
from game.ui.play.sight import Sight
from game.ui.play.stage import Stage


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
            return f"{super().label}   [Space]"
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
