"""What clicks and keys mean. Knows the contract only: every answer comes from the rules, none is worked out here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.action import Action
from game.core.message import say
from game.core.offer import Offer
from game.core.verdict import LEGAL, Illegal, Legal
from game.ui.play import group_move
from game.ui.play.choices import does
from game.ui.play.proposals import Proposal, Refusal, unruled
from game.ui.play.selection import Selection

ACTED = frozenset(("moved", "begun", "fired", "attacked", "activated", "activated-once", "activated-twice"))
"""Marks of a unit that has done something."""


@dataclass
class Controller(Selection):
    """The selection of one state, worked by clicks and keys."""

    march: tuple[tuple[str, str], ...] = ()
    """Units and the places they go to once the action just given is done; who does it takes this over."""

    def click(self, place: str | None, unit: str | None) -> Action | None:
        """A click on a place, on a unit standing there, or beside the map; the action to do, if it means one."""
        self.refusal = None
        if place is None and unit is None:
            self.clear()
            return None
        if place is not None:
            self.cursor, self.steered = place, True
        if not self.active:
            return None
        if self.composing:
            self._toggle(place, unit)
            return None
        if self.line is not None and self.line.marches and place is not None and not self.picks_at(place, unit):
            return self.send(place)
        return self.finish() if self.ends_at(place) else self._go_or_pick(place, unit)

    def picks_at(self, place: str | None, unit: str | None) -> bool:
        """Whether a counter that can do something lies at a place, so that a click there picks it up.

        :param unit: the one that is pointed at; None: nobody in particular.
        """
        return (unit or self._choice_at(place)) in self.able

    def send(self, place: str) -> Action | None:
        """Let the units of the line that is looked at march to a place together; its first action."""
        actions = self.marching(place)
        if not actions:
            assert self.line is not None
            text = say("No unit of {force} can get closer to {place}", force=self.line.title, place=place)
            self.refusal = unruled(place, text)
            return None
        self.meant = Proposal(Offer(LEGAL, actions[0], then=actions[1:]), marches=True)
        return actions[0]

    def finish(self, place: str | None = None) -> Action | None:
        """Do what is planned for the unit in hand, and then go to a place if one is named; its first action."""
        if self.route is None:
            return None
        self.meant = self.route.whole(self.going_to(place) if place is not None else None)
        if self.meant is None:
            self.select(None)
        return self.meant.action if self.meant is not None else None

    def _toggle(self, place: str | None, unit: str | None) -> None:
        unit = unit or self._choice_at(place)
        self.looked_at = None
        if unit is None:
            self._think()
            return
        if unit in self.picked:
            self.picked = tuple(u for u in self.picked if u != unit)
        elif unit in self.able or unit in self.targets:
            alone = self._meant(unit)
            instead = alone and alone == self._meant(*self.picked, unit)
            self.picked = (unit,) if instead else (*self.picked, unit)
        else:
            self._refuse_pick(place or "", unit)
            return
        self.selected = unit if unit in self.picked else None
        self._think()

    def _meant(self, *units: str) -> list[tuple[Action, ...]]:
        """The actions that units picked together can mean."""
        return [offer.actions for offer in self._offers(*units) if offer.actions]

    def _refuse_pick(self, place: str, unit: str) -> None:
        """Say why a unit cannot be picked, in the words of the rules where they have any."""
        offers = self._offers(*self.picked, unit)
        verdicts = [offer.verdict for offer in offers if offer.actions]
        refusal = next((verdict.reasons for verdict in verdicts if isinstance(verdict, Illegal)), ())
        self.refusal = Refusal(place, refusal or group_move.refused(offers, unit))

    def _enter(self, place: str | None, unit: str | None) -> Action | None:
        """Go where units may advance: at once where only one can, else the next click says which."""
        here = self._choice_at(place) if unit is None else unit
        if self.goal is not None and here in self.goals[self.goal]:
            return self._entering(here, self.goal)
        units = self.goals.get(place or "", ())
        if len(units) == 1:
            assert place is not None
            return self._entering(units[0], place)
        self.goal = place if units else None
        return None

    def _entering(self, unit: str, place: str) -> Action | None:
        """The action with which a unit enters a place; None where it may not."""
        offer = group_move.going(self._offers(unit)).get(place)
        return offer.actions[0] if offer is not None and offer.verdict and offer.actions else None

    def _lift_or_ask(self, place: str | None, unit: str | None) -> bool:
        """In a set-up: take up a counter that is placed, or say that one must be picked; whether that was meant."""
        here = self._choice_at(place) if unit is None else unit
        placed = here is not None and here not in self.able and self.counters[here].seat == self.prompt.to_act
        if placed and (place is None or not isinstance(self.choices.survey.get(place), Legal)):
            self.lifted = here
            return True
        if self.selected is None and here is None and place is not None and self.waiting:
            self.refusal = unruled(place, say("Pick a unit first"))
            return True
        return False

    def _go_or_pick(self, place: str | None, unit: str | None) -> Action | None:
        if self.goals:
            action = self._enter(place, unit)
            if action is not None or self.goal is not None:
                return action
        if self.prompt.mode == "place" and self._lift_or_ask(place, unit):
            return None
        if place is not None and place in self.choices.meanings and not self._means_another(place, unit):
            return self._do_at(place)
        if place is not None and self.plan_shot(place):
            return None
        choice = unit if unit in self.able else self._choice_at(place)
        verdict = self.verdict_at(place)
        if choice is not None and choice in self.able:
            self.select(None if choice == self.selected else choice)
        elif isinstance(verdict, Illegal):
            assert place is not None
            self.refusal = Refusal(place, verdict.reasons)
        elif unit is not None and place is not None:
            self._refuse_unit(place, unit)
        elif self.interrupting is not None and choice is not None and place is not None:
            self._refuse_unit(place, choice)
        else:
            self.select(None)
        return None

    def _means_another(self, place: str, unit: str | None) -> bool:
        """Whether a click on the selected unit's own place picks a comrade up rather than doing something there."""
        here = self.selected is not None and self.counters[self.selected].place == place
        return here and unit != self.selected and unit in self.able

    def _do_at(self, place: str) -> Action | None:
        """Do what a place means; where it means several things, the first click offers them, the second does the first.

        Units of a group follow the selected one.
        """
        found = self.choices.meanings[place]
        if self.route is not None and self.route.legs and self.plan(place):
            return None
        if len(found) > 1 and self.focus != place:
            self.look_at(place)
            return None
        if self.route is not None and self.route.turn is not None and found[0] == self.going_to(place):
            return self.finish(place)
        if found[0].offer.sharing is not None:
            self.sharing = found[0].offer.sharing
            return None
        units = (self.selected, *self.group) if self.selected is not None else ()
        first = self.choices.leads.get(place, self.selected)
        self.march = tuple((unit, place) for unit in units if unit != first)
        self.meant = found[0]
        return found[0].action

    def face(self, angle: int) -> Action | None:
        """Choose the facing an arrow offers."""
        if self.route is not None and self.route.legs:
            self.route.turn_to(angle)
            return self.finish()
        self.meant = self.facings.get(angle)
        return self.meant.action if self.meant is not None else None

    def drop(self, place: str | None) -> Action | None:
        """Let go of what is held over a place: what that means, or why it is put back; it stays picked up then."""
        self.refusal = None
        if self.ends_at(place):
            return self.finish()
        if place is not None and place in self.choices.meanings:
            return self._do_at(place)
        verdict = self.verdict_at(place)
        assert self.selected is not None
        if place == self.counters[self.selected].place:
            return None
        if isinstance(verdict, Illegal):
            self.refusal = Refusal(place or "", verdict.reasons)
        else:
            self.refuse_beside(place or "")
        return None

    def refuse_beside(self, place: str = "") -> None:
        """Say that what is held goes back to where it was: it was let go where nothing can be put."""
        assert self.selected is not None
        name = self.counters[self.selected].name
        idle = say("{unit} returned to where it was: it can do nothing there", unit=name)
        dropped = say("Dropped off the map: {unit} returned to where it was", unit=name)
        self.refusal = unruled(place, idle if place else dropped)

    def _refuse_unit(self, place: str, unit: str) -> None:
        """Say why a unit cannot be picked up; to a seat that interrupts why it cannot do so with it."""
        self.refusal = Refusal(place, group_move.refused(self._offers(unit), unit))

    def _choice_at(self, place: str | None) -> str | None:
        """The unit a click on a place means: its top one with something to do, else its top one."""
        stack = self.stacks.get(place or "", [])
        useful = [unit for unit in stack if unit in self.able or unit in self.targets]
        seat = self.interrupting
        own = [unit for unit in stack if seat is not None and self.counters[unit].seat == seat]
        return useful[-1] if useful else own[-1] if own else stack[-1] if stack else None

    def next_unit(self, step: int = 1) -> str | None:
        """Go to the next unit with something to do: open duties first, then the rest."""
        order = [u for u in self.able if u in self.duties] + [u for u in self.able if u not in self.duties]
        if self.composing and self.picked:
            order += [unit for unit in self.targets if unit not in order]
        if not order:
            return None
        current = self.selected if not self.composing else self._at_cursor(order)
        index = (order.index(current) + step) % len(order) if current in order else 0 if step > 0 else len(order) - 1
        unit = order[index]
        if self.composing:
            self.cursor = self.counters[unit].place
            self.selected = unit
        else:
            self.select(unit)
        return unit

    def _at_cursor(self, order: Sequence[str]) -> str | None:
        if self.selected in order:
            return self.selected
        return next((unit for unit in order if self.counters[unit].place == self.cursor), None)

    def confirm(self) -> Action | None:
        """What Enter means: go to the cursor, or pick what stands there; in composing, do what there is no choice of.

        With the cursor on the selected unit it does the one thing that is offered, if there is just one.
        """
        if self.composing and self.forced:
            return self.proposals[0].action
        if self.ends_at(self.cursor):
            return self.finish()
        if self.cursor is None:
            self.next_unit()
            return None
        stack = self.stacks.get(self.cursor, [])
        if self.composing:
            held = self.selected if self.selected in stack else None
            self._toggle(self.cursor, held or self._choice_at(self.cursor))
            return None
        if self.line is not None and self.line.marches and not self.picks_at(self.cursor, None):
            return self.send(self.cursor)
        goes = any(isinstance(verdict, Legal) for verdict in self.choices.survey.values())
        alone = len(self.proposals) == 1 and not goes
        if self.selected in stack and alone and self.focus is None:
            self.meant = self.proposals[0]
            return self.meant.action
        unit = self._choice_at(self.cursor) if self.selected is None else None
        return self._go_or_pick(self.cursor, unit)

    def join(self, unit: str) -> None:
        """Let a unit of the selected one's stack go along with it, or no more; with none selected pick it up."""
        if self.composing or self.interrupting is not None:
            return
        if unit in self.company:
            self.let_stay(unit)
            return
        with_it = self._stands_with_selected(unit) and (bool(self.reach) or self.choices.holdable)
        if not with_it or self.counters[unit].seat != self.prompt.to_act:
            if unit in self.able:
                self.select(unit)
            return
        if unit in self.group:
            self.group = tuple(other for other in self.group if other != unit)
        elif unit != self.selected:
            self.group = (*self.group, *self._chain(unit))
        elif self.group:
            self.selected, self.group = self.group[0], self.group[1:]
        self.focus = None
        self._think()

    def _mates(self, *units: str) -> list[str]:
        """Units at other places that the rules would add to some."""
        return [unit for offer in self._offers(*units) if offer.verdict and not does(offer) for unit in offer.units
                if unit not in units]

    def _chain(self, unit: str) -> tuple[str, ...]:
        """A unit that joins those in hand; over a table without a grid after all that lie between."""
        ways: dict[str, tuple[str, ...]] = dict.fromkeys((self.selected or "", *self.group), ())
        waiting = list(ways) if self.choices.holdable else []
        for one in waiting:  # grows while it is read
            for mate in self._mates(one):
                if mate not in ways:
                    ways[mate] = (*ways[one], mate)
                    waiting.append(mate)
        return ways.get(unit, (unit,))

    def grow(self) -> bool:
        """Over a table without a grid, let one more unit go along with those in hand, a neighbour of the last if there
        is one; after all of them the first alone again. Whether anything is in hand."""
        if self.selected is None or not self.choices.holdable or self.composing:
            return False
        held = (self.selected, *self.group)
        more = [unit for unit in (*self._mates(held[-1]), *self._mates(*held)) if unit not in held]
        self.hold((*held, more[0]) if more else held[:1])
        return True

    def take_stack(self, place: str | None) -> bool:
        """Pick up every unit of a stack that goes somewhere; those that stay are noted. Whether anybody goes."""
        if not self.active or self.composing or self.interrupting is not None:
            return False
        mates = [unit for unit in reversed(self.stacks.get(place or "", ())) if self._own(unit)]
        if mates and mates[0] in self.able and any(offer.poses for offer in self._offers(mates[0])):
            self.select(mates[0])
            self.hold((mates[0], *self.fellows))
            return True
        goers, self.stays = group_move.who_goes(self.rules, self.state, mates)
        stays = self.stays
        if not goers:
            if stays and place is not None:
                self.refusal = Refusal(place, tuple(dict.fromkeys(stays.values())))
            return False
        self.hold(goers)
        self.stays = stays
        return True

    def _own(self, unit: str) -> bool:
        return self.counters[unit].seat == self.prompt.to_act

    def join_all(self) -> None:
        """Pick up a whole stack: the selected one's, or where the cursor was steered; with that in hand, or none, the
        next, those in which somebody has done nothing yet before those with a rest of their move."""
        held = {self.selected, *self.group} if self.selected is not None else set()
        here = self.counters[self.selected].place if self.selected is not None else self.cursor
        if (held or self.steered) and self.take_stack(here) and {self.selected, *self.group} != held:
            return
        stacks = list(dict.fromkeys(self.counters[unit].place for unit in self.able))
        turn = stacks.index(here) + 1 if here in stacks else 0
        order = [*stacks[turn:], *stacks[:turn]]
        for place in sorted(order, key=lambda place: not self._fresh(place)):
            if (place != here or not held) and self.take_stack(place):
                return

    def _fresh(self, place: str | None) -> bool:
        """Whether somebody with something to do at a place has done nothing yet."""
        there = (unit for unit in self.able if self.counters[unit].place == place)
        return any(ACTED.isdisjoint(self.counters[unit].marks) for unit in there)
