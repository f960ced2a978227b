"""Several units of a stack go to the same place: one action after the other, each checked by itself."""

from __future__ import annotations

from game.core.offer import Picked
from game.ui.play import group_move
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.flow import Flow
from game.ui.play.proposals import ShownRefusal
from game.ui.play.stage import Stage


class FollowingUnits:
    """The units that still follow the first one. Who may go goes; when nobody may any more it is said who stays."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._rules = controller.situation.rules
        self._selection = controller.selection
        self._rest: tuple[tuple[str, str], ...] = ()
        self._seat: str | None = None

    def begin(self) -> None:
        """Take over who follows the action that is about to be done."""
        controller = self._controller
        self._rest, controller.march = controller.march, ()
        self._seat = self._flow.seat

    @property
    def waiting(self) -> bool:
        """Whether somebody still follows."""
        return bool(self._rest)

    def stop(self) -> None:
        """Let nobody follow any more."""
        self._rest = ()

    def update(self) -> None:
        """Let the next unit go once the one before has arrived."""
        if not self._rest or self._stage.busy or self._course.held:
            return
        if self._flow.seat != self._seat:
            self.stop()
            return
        if not self._selection.active:
            return
        for k, (unit, place) in enumerate(self._rest):
            offer = group_move.going(self._rules.offers(self._flow.match.state, Picked((unit,)))).get(place)
            if offer is not None and offer.verdict and offer.actions:
                rest = (*self._rest[:k], *self._rest[k + 1 :])
                self._controller.march = rest
                self._course.play(offer.actions[0])
                return
        self._say_who_stays()

    def _say_who_stays(self) -> None:
        """Nobody else may go: name those who stay, each with the rule that keeps it."""
        rest = self._rest
        self.stop()
        counters, state = self._controller.situation.counters, self._flow.match.state
        found = group_move.left_behind(self._rules, state, [unit for unit, _ in rest], rest[0][1])
        if found:
            reasons = tuple(group_move.stays(counters[unit].name, reason) for unit, reason in found)
            self._selection.refusal = ShownRefusal("", reasons)
        self._course.dirty = True
