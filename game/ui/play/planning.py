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
"""The refusal if no counter is selected or pointed at."""


class Planning:
    """Plans the route of the selected unit."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._left_behind_cache: tuple[Choices, dict[str, tuple[tuple[str, Reason], ...]]] = NO_CHOICES, {}
        """Cache for ``left_behind``: place -> the units of the group that stay, for the present choices."""

    def toggle_staying(self, unit: str) -> None:
        """Toggle whether a companion stays or comes along; the plan is rebuilt with that."""
        selection = self.selection
        if unit not in selection.companions:
            return
        staying = tuple(other for other in selection.staying if other != unit)
        selection.staying = staying if unit in selection.staying else (*staying, unit)
        old_route, selection.route, selection.focus = selection.route, None, None
        selection.ask_rules()
        if old_route is None or selection.route is None:
            return
        for leg in old_route.legs:
            proposals = selection.choices.proposals_at.get(leg.places[-1], ())
            same_step = next((p for p in proposals if p.action == leg.action or not (leg.is_shot or p.preview)), None)
            if same_step is None or not selection.route.add(same_step, leg.places[-1]):
                break
            selection.ask_rules()
        selection.route.turn = old_route.turn

    # --- facing

    @property
    def facings(self) -> dict[int, Proposal]:
        """Angle (degrees clockwise from the top) -> the proposal to face that way, at the place looked at, or else at
        the selected unit's own."""
        selection = self.selection
        if selection.selected is None:
            return {}
        proposals = (*selection.choices.proposals_at.get(self.facing_place or "", ()),
                     *(p for p in selection.choices.commands if p.place is None and selection.focus is None))
        return {p.offer.angle: p for p in proposals if p.offer.angle is not None and p.verdict}

    @property
    def facing_place(self) -> str | None:
        """The place at which a facing can be chosen now; None without a selection on the map."""
        return self.selection.focus or self.selection.place_after_route

    def move_to(self, place: str | None) -> Proposal | None:
        """The legal move to a place, to which a planned facing can be added; None if there is none."""
        proposals = self.selection.choices.proposals_at.get(place or "", ())
        march = next((each for each in proposals
                      if each.preview is None and each.offer.angle is None and len(each.actions) == 1), None)
        return march if march is not None and march.verdict else None

    @property
    def can_turn(self) -> bool:
        """Whether a facing can be chosen for the selected unit, here or at its destination."""
        route = self.selection.route
        return route is not None and not self.selection.choices.holdable and (
            route.turn is not None or bool(self.facings))

    def can_turn_at(self, place: str | None) -> bool:
        """Whether a facing can be chosen at a place: the unit's own, or one it may go to."""
        return self.can_turn and place is not None and (
            place == self.selection.place_after_route or self.move_to(place) is not None)

    def turn(self, step: int, place: str | None) -> bool:
        """Plan the next facing of the selected unit, here or for its arrival at a place; returns whether there is one.

        :param step: 1 for the next facing to the right, -1 to the left.
        """
        route = self.selection.route
        return route is not None and self.can_turn and route.turn_by(step, self._move_action(place))

    def turn_to(self, angle: float, place: str | None) -> None:
        """Plan the facing nearest to a direction, in degrees clockwise from the top, for the same place as ``turn``."""
        if self.selection.route is not None:
            self.selection.route.turn_to(angle, self._move_action(place))

    def _move_action(self, place: str | None) -> Action | None:
        """The move to a place after the planned route; None if the unit is there already, or may not go there."""
        march = self.move_to(place) if place != self.selection.place_after_route else None
        return march.action if march is not None else None

    # --- planned steps

    def plan(self, place: str | None, proposal: Proposal | None = None) -> bool:
        """Add a proposal for a place, by default the first one, to the selected unit's plan; returns whether that was
        possible.

        A plan is only started if further steps can follow.
        """
        selection = self.selection
        proposals = (proposal,) if proposal is not None else selection.choices.proposals_at.get(place or "", ())
        if (selection.route is None or not proposals or place == selection.place_after_route
            or not selection.route.add(proposals[0], place)):
            return False
        selection.focus = selection.last_target = selection.refusal = None
        selection.ask_rules()
        if len(selection.route.legs) == 1 and not (selection.choices.proposals_at or selection.choices.commands):
            selection.route.remove_leg()
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
        choices_here, costs = selection.choices, selection.choices.costs
        for firing_place in sorted(choices_here.hit_chances, key=lambda firing_place: costs.get(firing_place) or 0):
            march = self.move_to(firing_place)
            if march is None or not selection.route.add(march, firing_place):
                continue
            end = selection.route.end_situation
            selection.choices = choices_of(end, (selection.route.unit,), firing_place) if end else NO_CHOICES
            if place in selection.choices.target_places and self.plan(place):
                return True
            selection.route.remove_leg()
            selection.choices = choices_here
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
        planned_path = self.selection.route.path if self.selection.route is not None else ()
        if not steps or start is None:
            return planned_path
        return (*(planned_path or (start,)), *steps)

    def verdict_at(self, place: str | None) -> Verdict | None:
        """Whether the selected unit may go to a place; None if the rules do not say."""
        survey, elsewhere = self.selection.choices.survey, self.selection.choices.refusal_elsewhere
        if place is None or place in survey or elsewhere is None:
            return survey.get(place or "")
        return elsewhere if self.selection.situation.board.knows(place) else None

    def why_not(self, place: str | None) -> ShownRefusal | None:
        """Why the selected unit may not go to the place under the pointer; None if it may, or if the place means
        something else."""
        selection, situation = self.selection, self.selection.situation
        if selection.route is not None and selection.route.legs and place in selection.route.legs[-1].places:
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
        if self._left_behind_cache[0] is not selection.choices:
            self._left_behind_cache = selection.choices, {}
        by_place = self._left_behind_cache[1]
        if place not in by_place:
            situation, units = selection.situation, (selection.selected, *selection.group)
            stayers = choices.left_behind(situation.rules, situation.state, units, place)
            by_place[place] = tuple((unit, choices.stay_reason(situation.counters[unit].name, why))
                                    for unit, why in stayers)
        return by_place[place]


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
            self._planning.toggle_staying(unit)
            return
        can_join = selection.stands_with_selected(unit) and (bool(selection.reach) or selection.choices.holdable)
        if not can_join or situation.counters[unit].seat != situation.prompt.to_act:
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
        chains: dict[str, tuple[str, ...]] = dict.fromkeys((selection.selected or "", *selection.group), ())
        queue = list(chains) if selection.choices.holdable else []
        for next_unit in queue:  # grows during iteration
            for neighbour in selection.addable_units(next_unit):
                if neighbour not in chains:
                    chains[neighbour] = (*chains[next_unit], neighbour)
                    queue.append(neighbour)
        return chains.get(unit, (unit,))

    def add_next_unit(self) -> bool:
        """On a table without a grid, add one more unit to those selected, preferably one next to the last; if no more
        can be added, select the first one alone again. Returns whether any unit is selected."""
        selection = self.selection
        if selection.selected is None or not selection.choices.holdable or selection.situation.composing:
            return False
        units = (selection.selected, *selection.group)
        addable = (*selection.addable_units(units[-1]), *selection.addable_units(*units))
        next_unit = next((unit for unit in addable if unit not in units), None)
        selection.select_group((*units, next_unit) if next_unit is not None else units[:1])
        return True

    def select_stack(self, place: str | None) -> bool:
        """Select every unit of a stack that can move, and note why the others stay; returns whether any can move."""
        selection, situation = self.selection, self.selection.situation
        if not selection.active or situation.composing or situation.interrupting is not None:
            return False
        own_units = [unit for unit in reversed(situation.stacks.get(place or "", ()))
                     if situation.counters[unit].seat == situation.prompt.to_act]
        if own_units and own_units[0] in selection.eligible and (
                any(offer.poses for offer in situation.offers(own_units[0]))):
            selection.select(own_units[0])
            selection.select_group((own_units[0], *selection.possible_companions))
            return True
        movable, stay_reasons = choices.movable_units(situation, own_units)
        if not movable:
            selection.cannot_join = stay_reasons
            if stay_reasons and place is not None:
                selection.refusal = ShownRefusal(place, tuple(dict.fromkeys(stay_reasons.values())))
            return False
        selection.select_group(movable)
        selection.cannot_join = stay_reasons
        return True

    def select_whole_stack(self) -> None:
        """Select a whole stack: the selected unit's, or the one at the cursor if the cursor was moved. If that is
        selected already, or there is none, select the next stack; stacks with a unit that has not acted come first."""
        selection, counters = self.selection, self.selection.situation.counters
        units = {selection.selected, *selection.group} if selection.selected is not None else set()
        here = counters[selection.selected].place if selection.selected is not None else selection.cursor
        stack_selected = (units or selection.cursor_moved) and self.select_stack(here)
        if stack_selected and {selection.selected, *selection.group} != units:
            return
        places = list(dict.fromkeys(counters[unit].place for unit in selection.eligible))
        start = places.index(here) + 1 if here in places else 0
        order = [*places[start:], *places[:start]]
        for place in sorted(order, key=lambda place: not self._has_unmoved_unit(place)):
            if (place != here or not units) and self.select_stack(place):
                return

    def _has_unmoved_unit(self, place: str | None) -> bool:
        """Whether any of the units at a place that can act has not acted yet."""
        situation = self.selection.situation
        data, counters = screen_data(situation.rules.theme.art), situation.counters
        units = (unit for unit in self.selection.eligible if counters[unit].place == place)
        return any(not any(data.mark(mark).acted for mark in counters[unit].marks) for unit in units)

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
        """Whether dragging the selected counter onto another puts it on top of its stack: the other is the top counter
        of its own side there."""
        unit, situation = self.selection.selected, self.selection.situation
        counters = situation.counters
        if unit is None or onto is None or onto == unit or counters[onto].place != counters[unit].place:
            return False
        stack = situation.stacks.get(counters[unit].place or "", ())
        own_units = [other for other in stack if counters[other].seat == counters[unit].seat]
        on_top = capability(situation.rules, OrderedStacks).on_top
        return onto == own_units[-1] and on_top(situation.state, unit) is not None
