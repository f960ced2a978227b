"""Where the unit in hand may go, step after step, which way it shall face, and why it may not go elsewhere; what is
done with a stack: its order, and taking several of its counters along."""

from __future__ import annotations

from game.art import additions
from game.core.action import Action
from game.core.capability import capability
from game.core.message import say
from game.core.presenter import OrderedStacks
from game.core.verdict import Illegal, Reason, Verdict
from game.ui.play import choices
from game.ui.play.choices import NOTHING, Choices, choices_of
from game.ui.play.proposals import Proposal, ShownRefusal, unruled
from game.ui.play.selection import Selection

PICK_UP = say("Pick up a counter, or point at one, to put it on top of its stack")


class Planning:
    """Plans the way of what is selected."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._left: tuple[Choices, dict[str, tuple[tuple[str, Reason], ...]]] = NOTHING, {}
        """Place -> who of the group stays, while the choices are the same; see ``left_behind``."""

    def let_stay(self, unit: str) -> None:
        """Tell one of the company to stay, or to come along after all; the plan is made again with it."""
        held = self.selection
        if unit not in held.company:
            return
        staying = tuple(other for other in held.staying if other != unit)
        held.staying = staying if unit in held.staying else (*staying, unit)
        before, held.route, held.focus = held.route, None, None
        held.think()
        if before is None or held.route is None:
            return
        for leg in before.legs:
            there = held.choices.meanings.get(leg.way[-1], ())
            again = next((p for p in there if p.action == leg.action or not (leg.shot or p.preview)), None)
            if again is None or not held.route.add(again, leg.way[-1]):
                break
            held.think()
        held.route.turn = before.turn

    # --- facing

    @property
    def facings(self) -> dict[int, Proposal]:
        """Angle -> facing that way: at the place looked at, else where the selected unit stands."""
        held = self.selection
        if held.selected is None:
            return {}
        there = (*held.choices.meanings.get(self.facing_place or "", ()),
                 *(p for p in held.choices.commands if p.place is None and held.focus is None))
        return {p.offer.angle: p for p in there if p.offer.angle is not None and p.verdict}

    @property
    def facing_place(self) -> str | None:
        """Where a facing can be chosen now."""
        return self.selection.focus or self.selection.stands

    def going_to(self, place: str | None) -> Proposal | None:
        """The march that a place means for the unit in hand, where it may be faced at its end, too."""
        found = self.selection.choices.meanings.get(place or "", ())
        march = next((p for p in found if p.preview is None and p.offer.angle is None and len(p.actions) == 1), None)
        return march if march is not None and march.verdict else None

    @property
    def turns(self) -> bool:
        """Whether a facing can be chosen for the unit in hand, here or where it goes."""
        route = self.selection.route
        return route is not None and not self.selection.choices.holdable and (
            route.turn is not None or bool(self.facings))

    def turns_at(self, place: str | None) -> bool:
        """Whether it can be at a place: where the unit stands, or may go."""
        return self.turns and place is not None and (
            place == self.selection.stands or self.going_to(place) is not None)

    def turn(self, step: int, place: str | None) -> bool:
        """Turn the unit in hand, here or for its arrival at a place; whether there is any choice."""
        route = self.selection.route
        return route is not None and self.turns and route.turn_by(step, self._go(place))

    def turn_to(self, angle: float, place: str | None) -> None:
        """As ``turn``, to the facing nearest to a direction (degrees clockwise from the top)."""
        if self.selection.route is not None:
            self.selection.route.turn_to(angle, self._go(place))

    def _go(self, place: str | None) -> Action | None:
        march = self.going_to(place) if place != self.selection.stands else None
        return march.action if march is not None else None

    # --- step after step

    def plan(self, place: str | None, meant: Proposal | None = None) -> bool:
        """Add what a place means, or one thing of it, to what is planned for the unit in hand; whether it could be.

        A plan begins only with what more can follow.
        """
        held = self.selection
        found = (meant,) if meant is not None else held.choices.meanings.get(place or "", ())
        if held.route is None or not found or place == held.stands or not held.route.add(found[0], place):
            return False
        held.focus = held.aim = held.refusal = None
        held.think()
        if len(held.route.legs) == 1 and not (held.choices.meanings or held.choices.commands):
            held.route.shorten()
            held.think()
            return False
        return True

    def plan_shot(self, place: str) -> bool:
        """Plan to go where an enemy out of reach can be shot at for the least cost, and the shot; whether it can be."""
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
            held.choices = choices_of(ahead, (held.route.unit,), stand) if ahead is not None else NOTHING
            if place in held.choices.aims and self.plan(place):
                return True
            held.route.shorten()
            held.choices = able
        return False

    def shorten(self) -> bool:
        """Take the last thing planned back; whether there was any."""
        held = self.selection
        if held.route is None or not held.route.open:
            return False
        held.route.shorten()
        held.refusal = None
        held.think()
        return True

    def ends_at(self, place: str | None) -> bool:
        """Whether a click on a place, or Enter there, does what is planned."""
        route = self.selection.route
        return route is not None and route.open and place is not None and place == self.selection.stands

    # --- where it goes

    def path_to(self, place: str | None) -> tuple[str, ...]:
        """The places from the selected unit to a reachable one, both included; empty where none."""
        steps, start = self.selection.choices.places_on(place), self.selection.stands
        planned = self.selection.route.path if self.selection.route is not None else ()
        if not steps or start is None:
            return planned
        return (*(planned or (start,)), *steps)

    def verdict_at(self, place: str | None) -> Verdict | None:
        """Whether the selected unit may go to a place; None where nothing is said of it."""
        can = self.selection.choices
        if place is None or place in can.survey or can.otherwhere is None:
            return can.survey.get(place or "")
        return can.otherwhere if self.selection.situation.board.knows(place) else None

    def why_not(self, place: str | None) -> ShownRefusal | None:
        """The refusal of a place under the pointer for the selected unit."""
        held, asked = self.selection, self.selection.situation
        if held.route is not None and held.route.legs and place in held.route.legs[-1].way:
            return None
        verdict = self.verdict_at(place)
        own = (unit for unit in asked.stacks.get(place or "", ()) if asked.counters[unit].seat == asked.prompt.to_act)
        if (asked.prompt.mode == "place" and any(own)) or place in held.choices.meanings:
            return None
        if isinstance(verdict, Illegal) and place is not None and held.selected is not None:
            return ShownRefusal(place, verdict.reasons) if held.stands != place else None
        return None

    def left_behind(self, place: str | None) -> tuple[tuple[str, Reason], ...]:
        """Who of a group stays when the others go to a place some of them may go to, and why."""
        held = self.selection
        if not held.group or held.selected is None or place is None or place not in held.reach:
            return ()
        if self._left[0] is not held.choices:
            self._left = held.choices, {}
        known = self._left[1]
        if place not in known:
            asked, units = held.situation, (held.selected, *held.group)
            found = choices.left_behind(asked.rules, asked.state, units, place)
            known[place] = tuple((unit, choices.stays(asked.counters[unit].name, why)) for unit, why in found)
        return known[place]


class StackPicking:
    """Picks up several counters at once, and orders their stacks."""

    def __init__(self, selection: Selection, planning: Planning) -> None:
        self.selection, self._planning = selection, planning

    def join(self, unit: str) -> None:
        """Let a unit of the selected one's stack go along with it, or no more; with none selected pick it up."""
        held, asked = self.selection, self.selection.situation
        if asked.composing or asked.interrupting is not None:
            return
        if unit in held.company:
            self._planning.let_stay(unit)
            return
        with_it = held.stands_with_selected(unit) and (bool(held.reach) or held.choices.holdable)
        if not with_it or asked.counters[unit].seat != asked.prompt.to_act:
            if unit in held.able:
                held.select(unit)
            return
        if unit in held.group:
            held.group = tuple(other for other in held.group if other != unit)
        elif unit != held.selected:
            held.group = (*held.group, *self._chain(unit))
        elif held.group:
            held.selected, held.group = held.group[0], held.group[1:]
        held.focus = None
        held.think()

    def _chain(self, unit: str) -> tuple[str, ...]:
        """A unit that joins those in hand; over a table without a grid after all that lie between."""
        held = self.selection
        ways: dict[str, tuple[str, ...]] = dict.fromkeys((held.selected or "", *held.group), ())
        waiting = list(ways) if held.choices.holdable else []
        for one in waiting:  # grows while it is read
            for mate in held.mates(one):
                if mate not in ways:
                    ways[mate] = (*ways[one], mate)
                    waiting.append(mate)
        return ways.get(unit, (unit,))

    def grow(self) -> bool:
        """Over a table without a grid, let one more unit go along with those in hand, a neighbour of the last if there
        is one; after all of them the first alone again. Whether anything is in hand."""
        held = self.selection
        if held.selected is None or not held.choices.holdable or held.situation.composing:
            return False
        hand = (held.selected, *held.group)
        more = [unit for unit in (*held.mates(hand[-1]), *held.mates(*hand)) if unit not in hand]
        held.hold((*hand, more[0]) if more else hand[:1])
        return True

    def take(self, place: str | None) -> bool:
        """Pick up every unit of a stack that goes somewhere; those that stay are noted. Whether anybody goes."""
        held, asked = self.selection, self.selection.situation
        if not held.active or asked.composing or asked.interrupting is not None:
            return False
        mates = [unit for unit in reversed(asked.stacks.get(place or "", ()))
                 if asked.counters[unit].seat == asked.prompt.to_act]
        if mates and mates[0] in held.able and any(offer.poses for offer in asked.offers(mates[0])):
            held.select(mates[0])
            held.hold((mates[0], *held.fellows))
            return True
        goers, held.stays = choices.who_goes(asked, mates)
        stays = held.stays
        if not goers:
            if stays and place is not None:
                held.refusal = ShownRefusal(place, tuple(dict.fromkeys(stays.values())))
            return False
        held.hold(goers)
        held.stays = stays
        return True

    def join_all(self) -> None:
        """Pick up a whole stack: the selected one's, or where the cursor was steered; with that in hand, or none, the
        next, those in which somebody has done nothing yet before those with a rest of their move."""
        held, counters = self.selection, self.selection.situation.counters
        hand = {held.selected, *held.group} if held.selected is not None else set()
        here = counters[held.selected].place if held.selected is not None else held.cursor
        if (hand or held.steered) and self.take(here) and {held.selected, *held.group} != hand:
            return
        stacks = list(dict.fromkeys(counters[unit].place for unit in held.able))
        turn = stacks.index(here) + 1 if here in stacks else 0
        order = [*stacks[turn:], *stacks[:turn]]
        for place in sorted(order, key=lambda place: not self._fresh(place)):
            if (place != here or not hand) and self.take(place):
                return

    def _fresh(self, place: str | None) -> bool:
        """Whether somebody with something to do at a place has done nothing yet."""
        asked = self.selection.situation
        known, counters = additions(asked.rules.theme.art), asked.counters
        there = (unit for unit in self.selection.able if counters[unit].place == place)
        return any(not any(known.mark(mark).acted for mark in counters[unit].marks) for unit in there)

    def on_top(self, unit: str | None) -> Action | None:
        """The action that puts a unit on top of its stack; what the rules refuse is said.

        :param unit: None: nobody is in hand or pointed at.
        """
        held, asked = self.selection, self.selection.situation
        if unit is None:
            held.refusal = unruled("", PICK_UP)
            return None
        action = capability(asked.rules, OrderedStacks).on_top(asked.state, unit)
        if action is None:
            return None
        verdict = asked.check(action)
        place = asked.counters[unit].place or ""
        if isinstance(verdict, Illegal):
            held.refusal = ShownRefusal(place, verdict.reasons)
        elif asked.interrupting is not None:
            held.refusal = unruled(place, say("Stacks keep their order while the other side interrupts"))
        else:
            return action
        return None

    def dropped_on_top(self, onto: str | None) -> bool:
        """Whether the counter in hand was dragged onto the uppermost one of its own side in its stack, which puts it on
        top of that."""
        unit, asked = self.selection.selected, self.selection.situation
        counters = asked.counters
        if unit is None or onto is None or onto == unit or counters[onto].place != counters[unit].place:
            return False
        stack = asked.stacks.get(counters[unit].place or "", ())
        own = [mate for mate in stack if counters[mate].seat == counters[unit].seat]
        return onto == own[-1] and capability(asked.rules, OrderedStacks).on_top(asked.state, unit) is not None
