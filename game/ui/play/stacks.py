"""What is done with a stack: its order, and taking several of its counters along."""

from __future__ import annotations

from game.art import additions
from game.core.action import Action
from game.core.capability import capability
from game.core.message import say
from game.core.presenter import OrderedStacks
from game.core.verdict import Illegal
from game.ui.play import group_move
from game.ui.play.planning import Planning
from game.ui.play.proposals import ShownRefusal, unruled
from game.ui.play.selection import Selection

PICK_UP = say("Pick a counter up, or point at one: it is put on top of its stack")


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
        goers, held.stays = group_move.who_goes(asked, mates)
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
