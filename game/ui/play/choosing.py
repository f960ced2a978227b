"""Executing offers: one for the selection, one for each of several units (such as all guns), or a move with units that
follow; and which units stay selected afterwards."""

from __future__ import annotations

from typing import Any

from game.board.measuring import inside
from game.core.batch import FireAll
from game.core.capability import capability
from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.pose import Spot
from game.core.presenter import OrderedStacks
from game.core.verdict import Illegal
from game.i18n.words import translate
from game.match.history import Ply
from game.ui.play import choices
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.interruption import Interruption
from game.ui.play.playback import Stage
from game.ui.play.proposals import NEXT_MANNER, Proposal, ShownRefusal, screen_refusal
from game.ui.play.quick_play import QuickPlay
from game.ui.play.selection import Selection
from game.ui.play.situation import Situation
from game.ui.play.turn_driver import Flow


class Choosing:
    """Executes one of the actions offered for the selection."""

    def __init__(self, course: GameCourse, controller: Controller, quick_play: QuickPlay) -> None:
        self._course, self._controller, self._quick_play = course, controller, quick_play
        self._selection = controller.selection

    def choose(self, number: int) -> None:
        """Execute the numbered button, counted from 0; a refused one shows its reason."""
        controller, selection = self._controller, self._selection
        if (self._quick_play.running and not self._quick_play.waits) or not self._course.may_act or (
                number >= len(selection.proposals)):
            return
        self._course.dirty = True
        toggled = selection.proposals[number].toggled
        proposal = selection.proposals[number] if toggled else self._apply_to_route(selection.proposals[number])
        if toggled == NEXT_MANNER:
            selection.change_manner()
        elif toggled:
            controller.planning.toggle_staying(toggled)
        elif proposal is None:
            return
        elif isinstance(proposal.verdict, Illegal):
            selection.refusal = ShownRefusal("", proposal.verdict.reasons)
        elif proposal.offer.sharing is not None:
            selection.sharing = proposal.offer.sharing
        else:
            controller.proposal = proposal
            self._course.play(proposal.action)

    def choice_at(self, spot: Spot) -> int | None:
        """The number (from 0) of the choice whose outline contains a point of the table; None if there is none, or if a
        unit is selected."""
        selection = self._selection
        may_choose = selection.selected is None and self._course.may_act
        return next((number for number, each in enumerate(selection.proposals if may_choose else ())
                     if any(inside(spot, outline) for outline in each.offer.outlines)), None)

    def _apply_to_route(self, proposal: Proposal) -> Proposal | None:
        """Combine the proposal of a button with the route planned for the selected unit, if any; return what to execute
        now, None for nothing.

        A facing ends the route, and the whole route is executed. Any other action is added to the planned steps and not
        executed yet; if only a facing is planned, a move takes that facing at its end.
        """
        route = self._selection.route
        if route is None or not route.has_plan:
            return proposal
        if proposal.offer.angle is not None:
            route.turn = proposal.offer.angle
            return route.as_proposal()
        if route.legs:
            self._controller.planning.plan(proposal.place, proposal)
            return None
        is_single_move = proposal.preview is None and proposal.place is not None and len(proposal.actions) == 1
        return (route.as_proposal(proposal) if is_single_move else None) or proposal


FireAllPlan = tuple[tuple[Offer, ...], ...]
"""For each unit its offers, the best first."""


class FireAllButton:
    """The button that lets several units act at one input, e.g. all guns fire: for the person to act, or one who
    interrupts."""

    def __init__(self, course: GameCourse, flow: Flow, controller: Controller, quick_play: QuickPlay,
                 interruption: Interruption) -> None:
        self._course, self._flow, self._controller = course, flow, controller
        self._selection = controller.selection
        self._quick_play, self._interruption, self._rules = quick_play, interruption, controller.situation.rules
        self._plan_cache: tuple[object, str, FireAllPlan] = (None, "", ())
        """The state and the seat of the latest plan, and that plan."""

    @property
    def seat(self) -> str:
        """The seat of those units; empty if no person is to decide."""
        if self._interruption.moment is not None:
            return self._interruption.asked_seat if self._interruption.question is not None else ""
        seat = self._controller.situation.interrupting or self._controller.situation.prompt.to_act
        return seat if seat is not None and self._course.may_act and self._flow.is_human(seat) else ""

    @property
    def plan(self) -> FireAllPlan:
        """What the units can do now; empty if none can act."""
        seat = self.seat
        available = bool(seat and capability(self._rules, FireAll).fire_all_title)
        if not available or self._quick_play.running or self._course.guided:
            return ()
        state = self._controller.situation.state
        if self._plan_cache[0] is not state or self._plan_cache[1] != seat:
            self._plan_cache = state, seat, capability(self._rules, FireAll).fire_all(state, seat)
        return self._plan_cache[2]

    @property
    def label(self) -> str:
        """The button's label; empty if no unit can act."""
        plan = self.plan
        title = capability(self._rules, FireAll).fire_all_title
        if len(plan) == 1:
            return translate(say("{title} …", title=title))
        return translate(say("{title} ({count}) …", title=title, count=len(plan))) if plan else ""

    def take(self) -> FireAllPlan:
        """Return the plan to choose from; if the pending question is whether to interrupt, interrupt first."""
        plan = self.plan
        if plan and self._interruption.moment is not None and self._interruption.possible_now:
            self._interruption.press()
        return plan

    def refuse(self) -> None:
        """Show why no units can act at one input."""
        if self.seat and capability(self._rules, FireAll).fire_all_title:
            selection = self._selection
            reasons = capability(self._rules, FireAll).why_no_fire_all(self._controller.situation.state, self.seat)
            selection.refusal = ShownRefusal("", reasons) if reasons else screen_refusal(
                "", say("None of your units can do this now"))
            self._course.dirty = True


class FollowingUnits:
    """Units that follow the first one to its destination. Each goes as soon as it may; if none of the rest can go, the
    screen names those that stay."""

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._rules = controller.situation.rules
        self._selection = controller.selection
        self._rest: tuple[tuple[str, str], ...] = ()
        """The units that have still to go, each with its destination."""
        self._seat: str | None = None
        """The seat whose units they are."""

    def begin(self) -> None:
        """Take over the followers of the action about to be executed."""
        controller = self._controller
        self._rest, controller.followers = controller.followers, ()
        self._seat = self._flow.seat

    @property
    def waiting(self) -> bool:
        """Whether any unit still follows."""
        return bool(self._rest)

    def stop(self) -> None:
        """Cancel all followers."""
        self._rest = ()

    def update(self) -> None:
        """Move the next unit once the previous one has arrived."""
        if not self._rest or self._stage.busy or self._course.halted:
            return
        if self._flow.seat != self._seat:
            self.stop()
            return
        if not self._selection.active:
            return
        for k, (unit, place) in enumerate(self._rest):
            offer = choices.offers_by_place(self._rules.offers(self._flow.match.state, Picked((unit,)))).get(place)
            if offer is not None and offer.verdict and offer.actions:
                rest = (*self._rest[:k], *self._rest[k + 1 :])
                self._controller.followers = rest
                self._course.play(offer.actions[0])  # calls ``begin``, which takes the rest over
                return
        self._say_who_stays()

    def _say_who_stays(self) -> None:
        """Name the units that stay, each with the rule that keeps it."""
        rest = self._rest
        self.stop()
        counters, state = self._controller.situation.counters, self._flow.match.state
        staying = choices.left_behind(self._rules, state, [unit for unit, _ in rest], rest[0][1])
        if staying:
            reasons = tuple(choices.stay_reason(counters[unit].name, reason) for unit, reason in staying)
            self._selection.refusal = ShownRefusal("", reasons)
        self._course.dirty = True


def units_still_selected(selection: Selection, after: Situation, before: Any, ply: Ply[Any]) -> tuple[str, ...]:
    """The units that stay selected after a ply: the selected ones if the ply moved nothing, and either the prompt has
    changed or the ply put the unit on top of its stack; else none. A piece printed on the sheet, such as terrain, stays
    selected until a piece is removed, which renumbers the others.

    :param after: the situation after the ply; ``selection.situation`` is still the one shown before it.
    :param before: the state before the ply.
    """
    unit, shown = selection.selected, selection.situation
    if unit is not None and shown.counters[unit].outline:
        return (unit,) if after.counters.keys() >= shown.counters.keys() else ()
    if unit is None or ply.action.places:
        return ()
    prompt_changed = after.turn_prompt.text != shown.prompt.text
    if prompt_changed or ply.action == capability(shown.rules, OrderedStacks).on_top(before, unit):
        return (unit, *selection.group)
    return ()
