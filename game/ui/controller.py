"""What clicks and keys mean. Knows the contract only: every answer comes from the rules, none is worked out here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.action import Action
from game.core.verdict import Illegal, Legal, Reason
from game.ui.proposals import Proposal, Refusal
from game.ui.selection import Selection

__all__ = ["Controller", "Proposal", "Refusal"]


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
            self.cursor = place
        if not self.active:
            return None
        if self.composing:
            self._toggle(place, unit)
            return None
        return self._go_or_pick(place, unit)

    def _toggle(self, place: str | None, unit: str | None) -> None:
        unit = unit or self._choice_at(place)
        if unit is None:
            return
        if unit in self.picked:
            self.picked = tuple(u for u in self.picked if u != unit)
        elif unit in self.able or unit in self.targets:
            alone = self.rules.compose(self.state, (unit,))
            instead = alone and alone == self.rules.compose(self.state, (*self.picked, unit))
            self.picked = (unit,) if instead else (*self.picked, unit)
        else:
            self._refuse_pick(place or "", unit)
            return
        self.selected = unit if unit in self.picked else None
        self._think()

    def _refuse_pick(self, place: str, unit: str) -> None:
        """Say why a unit cannot be picked, in the words of the rules where they have any."""
        for action in self.rules.compose(self.state, (*self.picked, unit)):
            verdict = self.rules.check(self.state, action)
            if isinstance(verdict, Illegal):
                self.refusal = Refusal(place, verdict.reasons)
                return
        self.refusal = Refusal(place, (self.rules.why_idle(self.state, unit),))

    def _enter(self, place: str | None, unit: str | None) -> Action | None:
        """Go where units may advance: at once where only one can, else the next click says which."""
        here = self._choice_at(place) if unit is None else unit
        if self.goal is not None and here in self.goals[self.goal]:
            verdict = self.rules.survey(self.state, here)[self.goal]
            return verdict.action if isinstance(verdict, Legal) else None
        units = self.goals.get(place or "", ())
        if len(units) == 1:
            assert place is not None
            verdict = self.rules.survey(self.state, units[0])[place]
            return verdict.action if isinstance(verdict, Legal) else None
        self.goal = place if units else None
        return None

    def _lift_or_ask(self, place: str | None, unit: str | None) -> bool:
        """In a set-up: take up a counter that is placed, or say that one must be picked; whether that was meant."""
        here = self._choice_at(place) if unit is None else unit
        placed = here is not None and here not in self.able and self.counters[here].seat == self.prompt.to_act
        if placed and (place is None or not isinstance(self.survey.get(place), Legal)):
            self.lifted = here
            return True
        if self.selected is None and here is None and place is not None and self.waiting:
            self.refusal = Refusal(place, (Reason(self.prompt.rule, "Pick a counter first"),))
            return True
        return False

    def _go_or_pick(self, place: str | None, unit: str | None) -> Action | None:
        if self.goals:
            action = self._enter(place, unit)
            if action is not None or self.goal is not None:
                return action
        if self.prompt.mode == "place" and self._lift_or_ask(place, unit):
            return None
        if place is not None and place in self.meanings and not self._means_another(place, unit):
            return self._do_at(place)
        choice = unit if unit in self.able else self._choice_at(place)
        verdict = self.survey.get(place) if place is not None else None
        if choice is not None and choice in self.able:
            self.select(None if choice == self.selected else choice)
        elif isinstance(verdict, Illegal):
            assert place is not None
            self.refusal = Refusal(place, verdict.reasons)
        elif unit is not None and place is not None:
            self._refuse_unit(place, unit)
        elif self.aside is not None and choice is not None and place is not None:
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
        found = self.meanings[place]
        if len(found) > 1 and self.focus != place:
            self.look_at(place)
            return None
        self.march = tuple((unit, place) for unit in self.group)
        return found[0].action

    def _refuse_unit(self, place: str, unit: str) -> None:
        """Say why a unit cannot be picked up; to a seat that breaks in why it cannot do so with it."""
        counter = self.counters[unit]
        if self.aside is None:
            self.refusal = Refusal(place, (self.rules.why_idle(self.state, unit),))
            return
        asked = self.rules.break_in(self.state, unit)
        if counter.seat == self.aside and isinstance(asked, Illegal):
            self.refusal = Refusal(place, asked.reasons)
            return
        titles = {seat.name: seat.title for seat in self.rules.theme.seats}
        text = f"{counter.name} is a {titles[counter.seat]} unit; now the {titles[self.aside]} side breaks in"
        self.refusal = Refusal(place, (Reason(self.prompt.rule, text),))

    def _choice_at(self, place: str | None) -> str | None:
        """The unit a click on a place means: its top one with something to do, else its top one."""
        stack = self.stacks.get(place or "", [])
        useful = [unit for unit in stack if unit in self.able or unit in self.targets]
        own = [unit for unit in stack if self.aside is not None and self.counters[unit].seat == self.aside]
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
        """What Enter means: go to the cursor, or pick what stands there; in composing, commit what cannot grow.

        With the cursor on the selected unit it does the one thing that is offered, if there is just one.
        """
        if self.cursor is None:
            self.next_unit()
            return None
        stack = self.stacks.get(self.cursor, [])
        if self.composing:
            held = self.selected if self.selected in stack else None
            self._toggle(self.cursor, held or self._choice_at(self.cursor))
            return None
        alone = len(self.proposals) == 1 and not self.reach
        if self.selected in stack and alone and self.focus is None:
            return self.proposals[0].action
        unit = self._choice_at(self.cursor) if self.selected is None else None
        return self._go_or_pick(self.cursor, unit)

    def join(self, unit: str) -> None:
        """Let a unit of the selected one's stack go along with it, or no more; with none selected pick it up."""
        if self.composing or self.aside is not None or unit not in self.able:
            return
        if self.selected is None or self.counters[unit].place != self.counters[self.selected].place or not self.reach:
            self.select(unit)
        elif unit in self.group:
            self.group = tuple(other for other in self.group if other != unit)
        elif unit != self.selected:
            self.group = (*self.group, unit)
        elif self.group:
            self.selected, self.group = self.group[0], self.group[1:]
        self.focus = None
        self._think()

    def join_all(self) -> None:
        """Let every unit of a stack that may go somewhere go together: the selected one's stack, or the cursor's."""
        first = self.selected or self._choice_at(self.cursor)
        if first is None or first not in self.able or self.composing or self.aside is not None:
            return
        self.select(first)
        mates = self.stacks.get(self.counters[first].place or "", [])
        legal = set(self.reach)
        for unit in reversed(mates):
            if unit != first and unit in self.able and legal:
                theirs = self.rules.survey(self.state, unit)
                if any(isinstance(theirs.get(place), Legal) for place in legal):
                    self.group = (*self.group, unit)
        self._think()
