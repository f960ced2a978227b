"""The planned route of the selected unit, with its steps, facing and refusals; and stacks of counters: how several of
them are selected, and their order."""

from __future__ import annotations

from game.art import screen_data
from game.core.action import Action
from game.core.capability import capability
from game.core.message import say
from game.core.presenter import OrderedStacks
from game.core.verdict import Illegal, Reason, Verdict
from game.ui.play import choices
from game.ui.play.choices import NO_CHOICES, Choices, choices_of
from game.ui.play.proposals import Proposal, ShownRefusal, screen_refusal
from game.ui.play.selection import Selection

PICK_UP = say("Pick up a counter, or point at one, to put it on top of its stack")


class Planning:
    """Plans the route of the selected unit."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._left: tuple[Choices, dict[str, tuple[tuple[str, Reason], ...]]] = NO_CHOICES, {}
        """Cache for ``left_behind``: place -> the units of the group that stay, for the present choices."""

    def let_stay(self, unit: str) -> None:
        """Toggle whether a companion stays or comes along; the plan is rebuilt with that."""
        selection = self.selection
        if unit not in selection.companions:
            return
        staying = tuple(other for other in selection.staying if other != unit)
        selection.staying = staying if unit in selection.staying else (*staying, unit)
        before, selection.route, selection.focus = selection.route, None, None
        selection.ask_rules()
        if before is None or selection.route is None:
            return
        for leg in before.legs:
            proposals = selection.choices.proposals_at.get(leg.way[-1], ())
            again = next((p for p in proposals if p.action == leg.action or not (leg.shot or p.preview)), None)
            if again is None or not selection.route.add(again, leg.way[-1]):
                break
            selection.ask_rules()
        selection.route.turn = before.turn

    # --- facing

    @property
    def facings(self) -> dict[int, Proposal]:
        """Angle -> the proposal to face that way, at the place looked at, or else at the selected unit's own."""
        selection = self.selection
        if selection.selected is None:
            return {}
        proposals = (*selection.choices.proposals_at.get(self.facing_place or "", ()),
                     *(p for p in selection.choices.commands if p.place is None and selection.focus is None))
        return {p.offer.angle: p for p in proposals if p.offer.angle is not None and p.verdict}

    @property
    def facing_place(self) -> str | None:
        """The place at which a facing can be chosen now."""
        return self.selection.focus or self.selection.place_after_route

    def going_to(self, place: str | None) -> Proposal | None:
        """The move to a place that a planned facing can be added to."""
        proposals = self.selection.choices.proposals_at.get(place or "", ())
        march = next((each for each in proposals
                      if each.preview is None and each.offer.angle is None and len(each.actions) == 1), None)
        return march if march is not None and march.verdict else None

    @property
    def turns(self) -> bool:
        """Whether a facing can be chosen for the selected unit, here or at its destination."""
        route = self.selection.route
        return route is not None and not self.selection.choices.holdable and (
            route.turn is not None or bool(self.facings))

    def turns_at(self, place: str | None) -> bool:
        """Whether a facing can be chosen at a place: the unit's own, or one it may go to."""
        return self.turns and place is not None and (
            place == self.selection.place_after_route or self.going_to(place) is not None)

    def turn(self, step: int, place: str | None) -> bool:
        """Rotate the selected unit, here or for its arrival at a place; returns whether there is any choice."""
        route = self.selection.route
        return route is not None and self.turns and route.turn_by(step, self._go(place))

    def turn_to(self, angle: float, place: str | None) -> None:
        """Like ``turn``, to the facing nearest to a direction (degrees clockwise from the top)."""
        if self.selection.route is not None:
            self.selection.route.turn_to(angle, self._go(place))

    def _go(self, place: str | None) -> Action | None:
        march = self.going_to(place) if place != self.selection.place_after_route else None
        return march.action if march is not None else None

    # --- planned steps

    def plan(self, place: str | None, meant: Proposal | None = None) -> bool:
        """Add what a place means, or one proposal for it, to the selected unit's plan; returns whether that was
        possible.

        A plan is only started if further steps can follow.
        """
        selection = self.selection
        proposals = (meant,) if meant is not None else selection.choices.proposals_at.get(place or "", ())
        if (selection.route is None or not proposals or place == selection.place_after_route
            or not selection.route.add(proposals[0], place)):
            return False
        selection.focus = selection.last_target = selection.refusal = None
        selection.ask_rules()
        if len(selection.route.legs) == 1 and not (selection.choices.proposals_at or selection.choices.commands):
            selection.route.shorten()
            selection.ask_rules()
            return False
        return True

    def plan_shot(self, place: str) -> bool:
        """Plan a move to the cheapest place from which an enemy out of range can be shot at, and the shot; returns
        whether there is such a place."""
        selection, situation = self.selection, self.selection.situation
        if selection.route is None or all(situation.counters[unit].seat == situation.prompt.to_act
                                          for unit in situation.stacks.get(place, ())):
            return False
        able, costs = selection.choices, selection.choices.costs
        for stand in sorted(able.hits, key=lambda stand: costs.get(stand) or 0):
            march = self.going_to(stand)
            if march is None or not selection.route.add(march, stand):
                continue
            ahead = selection.route.ahead
            selection.choices = choices_of(ahead, (selection.route.unit,), stand) if ahead is not None else NO_CHOICES
            if place in selection.choices.target_places and self.plan(place):
                return True
            selection.route.shorten()
            selection.choices = able
        return False

    def shorten(self) -> bool:
        """Remove the last planned step; returns whether there was one."""
        selection = self.selection
        if selection.route is None or not selection.route.has_plan:
            return False
        selection.route.shorten()
        selection.refusal = None
        selection.ask_rules()
        return True

    def ends_at(self, place: str | None) -> bool:
        """Whether a click on a place, or Enter there, executes the plan."""
        route = self.selection.route
        return route is not None and route.has_plan and place is not None and place == self.selection.place_after_route

    # --- paths and refusals

    def path_to(self, place: str | None) -> tuple[str, ...]:
        """The places from the selected unit to a reachable one, both included; the planned path if that is not
        reachable."""
        steps, start = self.selection.choices.path_to(place), self.selection.place_after_route
        planned = self.selection.route.path if self.selection.route is not None else ()
        if not steps or start is None:
            return planned
        return (*(planned or (start,)), *steps)

    def verdict_at(self, place: str | None) -> Verdict | None:
        """Whether the selected unit may go to a place; None if the rules do not say."""
        can = self.selection.choices
        if place is None or place in can.survey or can.refusal_elsewhere is None:
            return can.survey.get(place or "")
        return can.refusal_elsewhere if self.selection.situation.board.knows(place) else None

    def why_not(self, place: str | None) -> ShownRefusal | None:
        """Why the selected unit may not go to the place under the pointer."""
        selection, situation = self.selection, self.selection.situation
        if selection.route is not None and selection.route.legs and place in selection.route.legs[-1].way:
            return None
        verdict = self.verdict_at(place)
        own_units = (unit for unit in situation.stacks.get(place or "", ())
                     if situation.counters[unit].seat == situation.prompt.to_act)
        if (situation.prompt.mode == "place" and any(own_units)) or place in selection.choices.proposals_at:
            return None
        if isinstance(verdict, Illegal) and place is not None and selection.selected is not None:
            return ShownRefusal(place, verdict.reasons) if selection.place_after_route != place else None
        return None

    def left_behind(self, place: str | None) -> tuple[tuple[str, Reason], ...]:
        """The units of a group that stay when the others go to a place some of them may go to, and why."""
        selection = self.selection
        if not selection.group or selection.selected is None or place is None or place not in selection.reach:
            return ()
        if self._left[0] is not selection.choices:
            self._left = selection.choices, {}
        known = self._left[1]
        if place not in known:
            situation, units = selection.situation, (selection.selected, *selection.group)
            stayers = choices.left_behind(situation.rules, situation.state, units, place)
            known[place] = tuple((unit, choices.stay_reason(situation.counters[unit].name, why))
                                 for unit, why in stayers)
        return known[place]


class StackPicking:
    """Selects several counters at once, and changes the order of their stacks."""

    def __init__(self, selection: Selection, planning: Planning) -> None:
        self.selection, self._planning = selection, planning

    def toggle_unit(self, unit: str) -> None:
        """Toggle whether a unit of the selected one's stack goes along; without a selection, select it."""
        selection, situation = self.selection, self.selection.situation
        if situation.composing or situation.interrupting is not None:
            return
        if unit in selection.companions:
            self._planning.let_stay(unit)
            return
        with_it = selection.stands_with_selected(unit) and (bool(selection.reach) or selection.choices.holdable)
        if not with_it or situation.counters[unit].seat != situation.prompt.to_act:
            if unit in selection.eligible:
                selection.select(unit)
            return
        if unit in selection.group:
            selection.group = tuple(other for other in selection.group if other != unit)
        elif unit != selection.selected:
            selection.group = (*selection.group, *self._chain(unit))
        elif selection.group:
            selection.selected, selection.group = selection.group[0], selection.group[1:]
        selection.focus = None
        selection.ask_rules()

    def _chain(self, unit: str) -> tuple[str, ...]:
        """The units to add when a unit joins those selected; on a table without a grid with all units in between."""
        selection = self.selection
        ways: dict[str, tuple[str, ...]] = dict.fromkeys((selection.selected or "", *selection.group), ())
        waiting = list(ways) if selection.choices.holdable else []
        for next_unit in waiting:  # grows during iteration
            for mate in selection.addable_units(next_unit):
                if mate not in ways:
                    ways[mate] = (*ways[next_unit], mate)
                    waiting.append(mate)
        return ways.get(unit, (unit,))

    def add_next_unit(self) -> bool:
        """On a table without a grid, add one more unit to those selected, preferably one next to the last; after all of
        them return to the first alone. Returns whether any unit is selected."""
        selection = self.selection
        if selection.selected is None or not selection.choices.holdable or selection.situation.composing:
            return False
        hand = (selection.selected, *selection.group)
        addable = (*selection.addable_units(hand[-1]), *selection.addable_units(*hand))
        next_unit = next((unit for unit in addable if unit not in hand), None)
        selection.select_group((*hand, next_unit) if next_unit is not None else hand[:1])
        return True

    def select_stack(self, place: str | None) -> bool:
        """Select every unit of a stack that can move, and note why the others stay; returns whether any can move."""
        selection, situation = self.selection, self.selection.situation
        if not selection.active or situation.composing or situation.interrupting is not None:
            return False
        mates = [unit for unit in reversed(situation.stacks.get(place or "", ()))
                 if situation.counters[unit].seat == situation.prompt.to_act]
        if mates and mates[0] in selection.eligible and any(offer.poses for offer in situation.offers(mates[0])):
            selection.select(mates[0])
            selection.select_group((mates[0], *selection.possible_companions))
            return True
        goers, selection.cannot_join = choices.movable_units(situation, mates)
        stays = selection.cannot_join
        if not goers:
            if stays and place is not None:
                selection.refusal = ShownRefusal(place, tuple(dict.fromkeys(stays.values())))
            return False
        selection.select_group(goers)
        selection.cannot_join = stays
        return True

    def select_whole_stack(self) -> None:
        """Select a whole stack: the selected unit's, or that at the steered cursor. If that is selected already, or
        there is none, select the next stack; those with a unit that has not acted come before those with the rest of a
        move."""
        selection, counters = self.selection, self.selection.situation.counters
        hand = {selection.selected, *selection.group} if selection.selected is not None else set()
        here = counters[selection.selected].place if selection.selected is not None else selection.cursor
        selected = (hand or selection.cursor_moved) and self.select_stack(here)
        if selected and {selection.selected, *selection.group} != hand:
            return
        stacks = list(dict.fromkeys(counters[unit].place for unit in selection.eligible))
        turn = stacks.index(here) + 1 if here in stacks else 0
        order = [*stacks[turn:], *stacks[:turn]]
        for place in sorted(order, key=lambda place: not self._has_unmoved_unit(place)):
            if (place != here or not hand) and self.select_stack(place):
                return

    def _has_unmoved_unit(self, place: str | None) -> bool:
        """Whether a unit at a place that can act has not acted yet."""
        situation = self.selection.situation
        data, counters = screen_data(situation.rules.theme.art), situation.counters
        there = (unit for unit in self.selection.eligible if counters[unit].place == place)
        return any(not any(data.mark(mark).acted for mark in counters[unit].marks) for unit in there)

    def on_top(self, unit: str | None) -> Action | None:
        """The action that puts a unit on top of its stack; None with a refusal shown if it is illegal.

        :param unit: None: no unit is selected or pointed at.
        """
        selection, situation = self.selection, self.selection.situation
        if unit is None:
            selection.refusal = screen_refusal("", PICK_UP)
            return None
        action = capability(situation.rules, OrderedStacks).on_top(situation.state, unit)
        if action is None:
            return None
        verdict = situation.check(action)
        place = situation.counters[unit].place or ""
        if isinstance(verdict, Illegal):
            selection.refusal = ShownRefusal(place, verdict.reasons)
        elif situation.interrupting is not None:
            selection.refusal = screen_refusal(place, say("Stacks keep their order while the other side interrupts"))
        else:
            return action
        return None

    def dropped_on_top(self, onto: str | None) -> bool:
        """Whether the selected counter was dragged onto the top one of its own side in its stack, which puts it on
        top."""
        unit, situation = self.selection.selected, self.selection.situation
        counters = situation.counters
        if unit is None or onto is None or onto == unit or counters[onto].place != counters[unit].place:
            return False
        stack = situation.stacks.get(counters[unit].place or "", ())
        own = [mate for mate in stack if counters[mate].seat == counters[unit].seat]
        return onto == own[-1] and capability(situation.rules, OrderedStacks).on_top(situation.state, unit) is not None
