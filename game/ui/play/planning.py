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
        held = self.selection
        if unit not in held.companions:
            return
        staying = tuple(other for other in held.staying if other != unit)
        held.staying = staying if unit in held.staying else (*staying, unit)
        before, held.route, held.focus = held.route, None, None
        held.ask_rules()
        if before is None or held.route is None:
            return
        for leg in before.legs:
            there = held.choices.proposals_at.get(leg.way[-1], ())
            again = next((p for p in there if p.action == leg.action or not (leg.shot or p.preview)), None)
            if again is None or not held.route.add(again, leg.way[-1]):
                break
            held.ask_rules()
        held.route.turn = before.turn

    # --- facing

    @property
    def facings(self) -> dict[int, Proposal]:
        """Angle -> the proposal to face that way, at the place looked at, or else at the selected unit's own."""
        held = self.selection
        if held.selected is None:
            return {}
        there = (*held.choices.proposals_at.get(self.facing_place or "", ()),
                 *(p for p in held.choices.commands if p.place is None and held.focus is None))
        return {p.offer.angle: p for p in there if p.offer.angle is not None and p.verdict}

    @property
    def facing_place(self) -> str | None:
        """The place at which a facing can be chosen now."""
        return self.selection.focus or self.selection.place_after_route

    def going_to(self, place: str | None) -> Proposal | None:
        """The move to a place that a planned facing can be added to."""
        found = self.selection.choices.proposals_at.get(place or "", ())
        march = next((p for p in found if p.preview is None and p.offer.angle is None and len(p.actions) == 1), None)
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
        held = self.selection
        proposals = (meant,) if meant is not None else held.choices.proposals_at.get(place or "", ())
        if (held.route is None or not proposals or place == held.place_after_route
            or not held.route.add(proposals[0], place)):
            return False
        held.focus = held.last_target = held.refusal = None
        held.ask_rules()
        if len(held.route.legs) == 1 and not (held.choices.proposals_at or held.choices.commands):
            held.route.shorten()
            held.ask_rules()
            return False
        return True

    def plan_shot(self, place: str) -> bool:
        """Plan a move to the cheapest place from which an enemy out of range can be shot at, and the shot; returns
        whether there is such a place."""
        held, asked = self.selection, self.selection.situation
        if held.route is None or all(asked.counters[unit].seat == asked.prompt.to_act
                                     for unit in asked.stacks.get(place, ())):
            return False
        able, costs = held.choices, held.choices.costs
        for stand in sorted(able.hits, key=lambda stand: costs.get(stand) or 0):
            march = self.going_to(stand)
            if march is None or not held.route.add(march, stand):
                continue
            ahead = held.route.ahead
            held.choices = choices_of(ahead, (held.route.unit,), stand) if ahead is not None else NO_CHOICES
            if place in held.choices.target_places and self.plan(place):
                return True
            held.route.shorten()
            held.choices = able
        return False

    def shorten(self) -> bool:
        """Remove the last planned step; returns whether there was one."""
        held = self.selection
        if held.route is None or not held.route.has_plan:
            return False
        held.route.shorten()
        held.refusal = None
        held.ask_rules()
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
        held, asked = self.selection, self.selection.situation
        if held.route is not None and held.route.legs and place in held.route.legs[-1].way:
            return None
        verdict = self.verdict_at(place)
        own = (unit for unit in asked.stacks.get(place or "", ()) if asked.counters[unit].seat == asked.prompt.to_act)
        if (asked.prompt.mode == "place" and any(own)) or place in held.choices.proposals_at:
            return None
        if isinstance(verdict, Illegal) and place is not None and held.selected is not None:
            return ShownRefusal(place, verdict.reasons) if held.place_after_route != place else None
        return None

    def left_behind(self, place: str | None) -> tuple[tuple[str, Reason], ...]:
        """The units of a group that stay when the others go to a place some of them may go to, and why."""
        held = self.selection
        if not held.group or held.selected is None or place is None or place not in held.reach:
            return ()
        if self._left[0] is not held.choices:
            self._left = held.choices, {}
        known = self._left[1]
        if place not in known:
            asked, units = held.situation, (held.selected, *held.group)
            stayers = choices.left_behind(asked.rules, asked.state, units, place)
            known[place] = tuple((unit, choices.stay_reason(asked.counters[unit].name, why)) for unit, why in stayers)
        return known[place]


class StackPicking:
    """Selects several counters at once, and changes the order of their stacks."""

    def __init__(self, selection: Selection, planning: Planning) -> None:
        self.selection, self._planning = selection, planning

    def toggle_unit(self, unit: str) -> None:
        """Toggle whether a unit of the selected one's stack goes along; without a selection, select it."""
        held, asked = self.selection, self.selection.situation
        if asked.composing or asked.interrupting is not None:
            return
        if unit in held.companions:
            self._planning.let_stay(unit)
            return
        with_it = held.stands_with_selected(unit) and (bool(held.reach) or held.choices.holdable)
        if not with_it or asked.counters[unit].seat != asked.prompt.to_act:
            if unit in held.eligible:
                held.select(unit)
            return
        if unit in held.group:
            held.group = tuple(other for other in held.group if other != unit)
        elif unit != held.selected:
            held.group = (*held.group, *self._chain(unit))
        elif held.group:
            held.selected, held.group = held.group[0], held.group[1:]
        held.focus = None
        held.ask_rules()

    def _chain(self, unit: str) -> tuple[str, ...]:
        """The units to add when a unit joins those selected; on a table without a grid with all units in between."""
        held = self.selection
        ways: dict[str, tuple[str, ...]] = dict.fromkeys((held.selected or "", *held.group), ())
        waiting = list(ways) if held.choices.holdable else []
        for one in waiting:  # grows during iteration
            for mate in held.addable_units(one):
                if mate not in ways:
                    ways[mate] = (*ways[one], mate)
                    waiting.append(mate)
        return ways.get(unit, (unit,))

    def add_next_unit(self) -> bool:
        """On a table without a grid, add one more unit to those selected, preferably one next to the last; after all of
        them return to the first alone. Returns whether any unit is selected."""
        held = self.selection
        if held.selected is None or not held.choices.holdable or held.situation.composing:
            return False
        hand = (held.selected, *held.group)
        more = [unit for unit in (*held.addable_units(hand[-1]), *held.addable_units(*hand)) if unit not in hand]
        held.select_group((*hand, more[0]) if more else hand[:1])
        return True

    def select_stack(self, place: str | None) -> bool:
        """Select every unit of a stack that can move, and note why the others stay; returns whether any can move."""
        held, asked = self.selection, self.selection.situation
        if not held.active or asked.composing or asked.interrupting is not None:
            return False
        mates = [unit for unit in reversed(asked.stacks.get(place or "", ()))
                 if asked.counters[unit].seat == asked.prompt.to_act]
        if mates and mates[0] in held.eligible and any(offer.poses for offer in asked.offers(mates[0])):
            held.select(mates[0])
            held.select_group((mates[0], *held.possible_companions))
            return True
        goers, held.cannot_join = choices.movable_units(asked, mates)
        stays = held.cannot_join
        if not goers:
            if stays and place is not None:
                held.refusal = ShownRefusal(place, tuple(dict.fromkeys(stays.values())))
            return False
        held.select_group(goers)
        held.cannot_join = stays
        return True

    def select_whole_stack(self) -> None:
        """Select a whole stack: the selected unit's, or that at the steered cursor. If that is selected already, or
        there is none, select the next stack; those with a unit that has not acted come before those with the rest of a
        move."""
        held, counters = self.selection, self.selection.situation.counters
        hand = {held.selected, *held.group} if held.selected is not None else set()
        here = counters[held.selected].place if held.selected is not None else held.cursor
        if (hand or held.cursor_moved) and self.select_stack(here) and {held.selected, *held.group} != hand:
            return
        stacks = list(dict.fromkeys(counters[unit].place for unit in held.eligible))
        turn = stacks.index(here) + 1 if here in stacks else 0
        order = [*stacks[turn:], *stacks[:turn]]
        for place in sorted(order, key=lambda place: not self._has_unmoved_unit(place)):
            if (place != here or not hand) and self.select_stack(place):
                return

    def _has_unmoved_unit(self, place: str | None) -> bool:
        """Whether a unit at a place that can act has not acted yet."""
        asked = self.selection.situation
        known, counters = screen_data(asked.rules.theme.art), asked.counters
        there = (unit for unit in self.selection.eligible if counters[unit].place == place)
        return any(not any(known.mark(mark).acted for mark in counters[unit].marks) for unit in there)

    def on_top(self, unit: str | None) -> Action | None:
        """The action that puts a unit on top of its stack; None with a refusal shown if it is illegal.

        :param unit: None: no unit is selected or pointed at.
        """
        held, asked = self.selection, self.selection.situation
        if unit is None:
            held.refusal = screen_refusal("", PICK_UP)
            return None
        action = capability(asked.rules, OrderedStacks).on_top(asked.state, unit)
        if action is None:
            return None
        verdict = asked.check(action)
        place = asked.counters[unit].place or ""
        if isinstance(verdict, Illegal):
            held.refusal = ShownRefusal(place, verdict.reasons)
        elif asked.interrupting is not None:
            held.refusal = screen_refusal(place, say("Stacks keep their order while the other side interrupts"))
        else:
            return action
        return None

    def dropped_on_top(self, onto: str | None) -> bool:
        """Whether the selected counter was dragged onto the top one of its own side in its stack, which puts it on
        top."""
        unit, asked = self.selection.selected, self.selection.situation
        counters = asked.counters
        if unit is None or onto is None or onto == unit or counters[onto].place != counters[unit].place:
            return False
        stack = asked.stacks.get(counters[unit].place or "", ())
        own = [mate for mate in stack if counters[mate].seat == counters[unit].seat]
        return onto == own[-1] and capability(asked.rules, OrderedStacks).on_top(asked.state, unit) is not None
