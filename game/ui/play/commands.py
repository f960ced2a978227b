"""What buttons and keys do with a game in play."""

from __future__ import annotations

from game.core.message import say
from game.ui.app.screen import Host
from game.ui.app.settings import SPEEDS, next_value
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.flow import Flow
from game.ui.play.interruption import Interruption
from game.ui.play.proposals import unruled
from game.ui.play.stage import Stage

NOBODY_THINKS = say("No computer is thinking now")
NO_COMPUTER = say("There is no computer player to pause")


class Commands:
    """Does what a button or key means, beside what the main button does."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, interruption: Interruption,
                 host: Host) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection, self._interruption, self._host = controller.selection, interruption, host

    def pick_spot(self, unit: str) -> None:
        """A click on a counter printed on a card."""
        situation, held, planning = self._controller.situation, self._selection, self._controller.planning
        if self._interruption.call_on(unit):
            return
        if held.active:
            self._course.hint = None
            if situation.composing:
                self._controller.click(situation.counters[unit].place, unit)
            elif unit in held.company:
                planning.let_stay(unit)
            elif unit in held.able:
                keep = held.selected != unit or situation.prompt.mode == "place"
                held.select(unit if keep else None)
            self._host.sounds.play("click")
        self._course.dirty = True

    def plan(self, place: str | None) -> None:
        """Plan the way of the unit in hand step by step: go to a place, or fire at it; or say why that cannot be."""
        held, planning = self._selection, self._controller.planning
        if not planning.plan(place) and place is not None:
            refusal = planning.why_not(place)
            text = say("Point at a hex to move to, or at a target to fire at, to add it to the plan")
            held.refusal = refusal or unruled(place, text)
        self._course.dirty = True

    def move_now(self) -> None:
        """Let the computer that thinks answer at once; where none does, say so."""
        self._flow.players.hurry()
        if not self._flow.players.thinking:
            self._selection.refusal = unruled("", NOBODY_THINKS)
        self._course.dirty = True

    def pause(self) -> None:
        """Let the computers wait, or go on; where none plays there is nothing to wait."""
        if len(self._flow.people) == len(self._flow.match.rules.seats) and not self._flow.paused:
            self._selection.refusal = unruled("", NO_COMPUTER)
        else:
            self._flow.paused = not self._flow.paused
        self._course.dirty = True

    def change_speed(self, step: int) -> None:
        """The next faster or slower speed of this game: the person's own, or that of watching where nobody plays."""

        speed = next_value(SPEEDS, self._flow.speed, step)
        setattr(self._host.settings, self._flow.speed_setting, speed)
        self._stage.view.notice.say(say("Speed {speed}", speed=f"{speed:g}×"))
        self._course.dirty = True
        self._host.store_settings()
