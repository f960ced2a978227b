"""Interpretation of clicks and keys. Uses the contract only: every answer comes from the rules, none is computed
here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from game.core.action import Action
from game.core.capability import HiddenInformation
from game.core.contract import Counter, System
from game.core.message import say
from game.core.offer import Offer
from game.core.prompt import Prompt
from game.core.verdict import LEGAL, Illegal, Legal
from game.ui.play import choices
from game.ui.play.planning import Planning, StackPicking
from game.ui.play.proposals import Proposal, ShownRefusal, screen_refusal
from game.ui.play.selection import Selection
from game.ui.play.situation import Situation

PICK_FIRST = say("Pick a unit first")


class Controller:
    """The selection in one state, operated by clicks and keys."""

    def __init__(self, rules: System[Any], state: Any, active: bool = True) -> None:
        """:param rules: filtered for the viewer.
        :param active: whether a person at this screen may act now.
        """
        self.selection = Selection(Situation(rules, state), active)
        self._coming = self.selection.situation
        """The latest situation asked for before it was shown."""
        self.planning = Planning(self.selection)
        self.stacks = StackPicking(self.selection, self.planning)
        self.followers: tuple[tuple[str, str], ...] = ()
        """Units and the places they go to after the current action; taken over by ``FollowingUnits``."""
        self.proposal: Proposal | None = None
        """The proposal behind the current action; taken over by ``GameInPlay.play``."""

    @property
    def situation(self) -> Situation:
        """The situation shown, with its prompt."""
        return self.selection.situation

    # --- display

    def show(self, state: Any, active: bool, over: Prompt | None = None) -> None:
        """Show another state, or the same one again; whatever is no longer possible is deselected.

        :param over: the prompt to show instead if the players have ended the game by agreement.
        """
        seat = self.situation.interrupting if state is self.situation.state else None
        now = self.at(state)
        known = (seat, over, None) == (now.interrupting, now.over, now.counters_shown)
        known = known and not isinstance(now.rules, HiddenInformation)  # the viewer may have changed
        self.selection.show(now if known else Situation(now.rules, state, seat, over), active)

    def at(self, state: Any) -> Situation:
        """The situation of a state: the one shown, or one still to be shown."""
        if state is self.situation.state:
            return self.situation
        if state is not self._coming.state:
            self._coming = self.situation.ahead(state)
        return self._coming

    def interrupt_as(self, seat: str | None) -> None:
        """Let a seat interrupt and choose its action; None returns to the seat to act."""
        self.selection.deselect_all()
        self.selection.show(replace(self.situation, interrupting=seat, over=None, counters_shown=None),
                            self.selection.active)

    def show_counters(self, counters: Iterable[Counter]) -> None:
        """Show counters at other places than in the state."""
        self.selection.situation = replace(self.situation, counters_shown=tuple(counters))

    def stop_interrupting(self) -> None:
        """End the interruption; the situation shown changes with it."""
        if self.situation.interrupting is not None:
            self.selection.situation = replace(self.situation, interrupting=None)

    def deactivate(self) -> None:
        """Clear the selection and accept no input while something is being shown."""
        self.selection.clear()
        self.selection.active = False

    # --- clicks

    def click(self, place: str | None, unit: str | None) -> Action | None:
        """Handle a click on a place, on a unit there, or beside the map; returns the action it means, if any."""
        held = self.selection
        held.refusal = None
        if place is None and unit is None:
            held.clear()
            return None
        if place is not None:
            held.cursor, held.cursor_moved = place, True
        if not held.active:
            return None
        if self.situation.composing:
            self._toggle(place, unit)
            return None
        if held.line is not None and held.line.marches and place is not None and not self.picks_at(place, unit):
            return self.send_units(place)
        return self.execute_plan() if self.planning.ends_at(place) else self._go_or_pick(place, unit)

    def picks_at(self, place: str | None, unit: str | None) -> bool:
        """Whether a place holds a counter that can act, so that a click there selects it.

        :param unit: the unit pointed at; None: none in particular.
        """
        return (unit or self._choice_at(place)) in self.selection.eligible

    def march_actions(self, place: str | None) -> tuple[Action, ...]:
        """The actions with which the units of the overview line looked at would march to a place together."""
        return self.selection.lines.march_actions(self.situation, place) if self.selection.active else ()

    def send_units(self, place: str) -> Action | None:
        """Order the units of the overview line looked at to march to a place together; returns the first action."""
        actions = self.march_actions(place)
        if not actions:
            assert self.selection.line is not None
            text = say("No unit of {force} can get closer to {place}", force=self.selection.line.title, place=place)
            self.selection.refusal = screen_refusal(place, text)
            return None
        self.proposal = Proposal(Offer(LEGAL, actions[0], follow_ups=actions[1:]), marches=True)
        return actions[0]

    def execute_plan(self, place: str | None = None) -> Action | None:
        """Execute the plan of the selected unit, followed by a move to a place if one is named; returns the first
        action."""
        route = self.selection.route
        if route is None:
            return None
        self.proposal = route.whole(self.planning.going_to(place) if place is not None else None)
        if self.proposal is None:
            self.selection.select(None)
        return self.proposal.action if self.proposal is not None else None

    def _toggle(self, place: str | None, unit: str | None) -> None:
        held, unit = self.selection, unit or self._choice_at(place)
        held.lines.looked_at = None
        if unit is None:
            held.ask_rules()
            return
        if unit in held.participants:
            held.participants = tuple(u for u in held.participants if u != unit)
        elif unit in held.eligible or unit in held.targets:
            alone = self._meant(unit)
            instead = alone and alone == self._meant(*held.participants, unit)
            held.participants = (unit,) if instead else (*held.participants, unit)
        else:
            self._refuse_pick(place or "", unit)
            return
        held.selected = unit if unit in held.participants else None
        held.ask_rules()

    def _meant(self, *units: str) -> list[tuple[Action, ...]]:
        """The actions that units picked together can mean."""
        return [offer.actions for offer in self.situation.offers(*units) if offer.actions]

    def _refuse_pick(self, place: str, unit: str) -> None:
        """Show why a unit cannot be picked, in the rules' words if they have any."""
        offers = self.situation.offers(*self.selection.participants, unit)
        verdicts = [offer.verdict for offer in offers if offer.actions]
        refusal = next((verdict.reasons for verdict in verdicts if isinstance(verdict, Illegal)), ())
        self.selection.refusal = ShownRefusal(place, refusal or choices.refusal_reasons(offers, unit))

    def _enter(self, place: str | None, unit: str | None) -> Action | None:
        """Advance to a place: at once if only one unit can; else wait for the next click to choose the unit."""
        held, here = self.selection, self._choice_at(place) if unit is None else unit
        if held.goal is not None and here in held.goals[held.goal]:
            return self._entering(here, held.goal)
        units = held.goals.get(place or "", ())
        if len(units) == 1:
            assert place is not None
            return self._entering(units[0], place)
        held.goal = place if units else None
        return None

    def _entering(self, unit: str, place: str) -> Action | None:
        """The action with which a unit enters a place; None if it may not."""
        offer = choices.offers_by_place(self.situation.offers(unit)).get(place)
        return offer.actions[0] if offer is not None and offer.verdict and offer.actions else None

    def _lift_or_ask(self, place: str | None, unit: str | None) -> bool:
        """In a set-up, pick up a placed counter, or ask the player to pick one first; returns whether the click was
        handled."""
        held, asked = self.selection, self.situation
        here = self._choice_at(place) if unit is None else unit
        placed = here is not None and here not in held.eligible and asked.counters[here].seat == asked.prompt.to_act
        if placed and (place is None or not isinstance(held.choices.survey.get(place), Legal)):
            held.relocating = here
            return True
        if held.selected is None and here is None and place is not None and held.waiting:
            held.refusal = screen_refusal(place, PICK_FIRST)
            return True
        return False

    def _go_or_pick(self, place: str | None, unit: str | None) -> Action | None:
        held = self.selection
        if held.goals:
            action = self._enter(place, unit)
            if action is not None or held.goal is not None:
                return action
        if self.situation.prompt.mode == "place" and self._lift_or_ask(place, unit):
            return None
        if place is not None and place in held.choices.proposals_at and not self._means_another(place, unit):
            return self._do_at(place)
        if place is not None and self.planning.plan_shot(place):
            return None
        choice = unit if unit in held.eligible else self._choice_at(place)
        verdict = self.planning.verdict_at(place)
        if choice is not None and choice in held.eligible:
            held.select(None if choice == held.selected else choice)
        elif isinstance(verdict, Illegal):
            assert place is not None
            held.refusal = ShownRefusal(place, verdict.reasons)
        elif unit is not None and place is not None:
            self._refuse_unit(place, unit)
        elif self.situation.interrupting is not None and choice is not None and place is not None:
            self._refuse_unit(place, choice)
        else:
            held.select(None)
        return None

    def _means_another(self, place: str, unit: str | None) -> bool:
        """Whether a click on the selected unit's own place selects another unit there rather than acting there."""
        held = self.selection
        here = held.selected is not None and self.situation.counters[held.selected].place == place
        return here and unit != held.selected and unit in held.eligible

    def _do_at(self, place: str) -> Action | None:
        """Do what a place means; if it means several things, the first click offers them and the second does the first.

        Units of a group follow the selected one.
        """
        held = self.selection
        proposals = held.choices.proposals_at[place]
        if held.route is not None and held.route.legs and self.planning.plan(place):
            return None
        if len(proposals) > 1 and held.focus != place:
            held.look_at(place)
            return None
        if held.route is not None and held.route.turn is not None and proposals[0] == self.planning.going_to(place):
            return self.execute_plan(place)
        if proposals[0].offer.sharing is not None:
            held.sharing = proposals[0].offer.sharing
            return None
        units = (held.selected, *held.group) if held.selected is not None else ()
        first = held.choices.lead_units.get(place, held.selected)
        self.followers = tuple((unit, place) for unit in units if unit != first)
        self.proposal = proposals[0]
        return proposals[0].action

    def face(self, angle: int) -> Action | None:
        """Choose the facing of an arrow."""
        route = self.selection.route
        if route is not None and route.legs:
            route.turn_to(angle)
            return self.execute_plan()
        self.proposal = self.planning.facings.get(angle)
        return self.proposal.action if self.proposal is not None else None

    def drop(self, place: str | None) -> Action | None:
        """Drop the held unit on a place: do what that means, or show why it is put back; it stays selected then."""
        held = self.selection
        held.refusal = None
        if self.planning.ends_at(place):
            return self.execute_plan()
        if place is not None and place in held.choices.proposals_at:
            return self._do_at(place)
        verdict = self.planning.verdict_at(place)
        assert held.selected is not None
        if place == self.situation.counters[held.selected].place:
            return None
        if isinstance(verdict, Illegal):
            held.refusal = ShownRefusal(place or "", verdict.reasons)
        else:
            self.refuse_drop(place or "")
        return None

    def refuse_drop(self, place: str = "") -> None:
        """Show that the held unit returned to its place because it was dropped where it cannot be put."""
        assert self.selection.selected is not None
        name = self.situation.counters[self.selection.selected].name
        idle = say("{unit} returned to where it was: it can do nothing there", unit=name)
        dropped = say("Dropped off the map: {unit} returned to where it was", unit=name)
        self.selection.refusal = screen_refusal(place, idle if place else dropped)

    def _refuse_unit(self, place: str, unit: str) -> None:
        """Show why a unit cannot be selected, or why an interrupting seat cannot use it."""
        self.selection.refusal = ShownRefusal(place, choices.refusal_reasons(self.situation.offers(unit), unit))

    def refuse_to_drag(self, place: str, unit: str, before: str | None) -> None:
        """Show why a dragged counter stays where it is.

        :param before: the unit selected before the counter was pressed; it is selected again.
        """
        self.selection.select(before)
        self._refuse_unit(place, unit)

    def _choice_at(self, place: str | None) -> str | None:
        """The unit meant by a click on a place: the topmost one that can act, else the topmost."""
        held, asked = self.selection, self.situation
        stack = asked.stacks.get(place or "", [])
        useful = [unit for unit in stack if unit in held.eligible or unit in held.targets]
        seat = asked.interrupting
        own = [unit for unit in stack if seat is not None and asked.counters[unit].seat == seat]
        return useful[-1] if useful else own[-1] if own else stack[-1] if stack else None

    # --- keys

    def next_unit(self, step: int = 1) -> str | None:
        """Select the next unit that can act: those with open duties first, then the rest."""
        held, asked = self.selection, self.situation
        order = [u for u in held.eligible if u in asked.duties] + [u for u in held.eligible if u not in asked.duties]
        if asked.composing and held.participants:
            order += [unit for unit in held.targets if unit not in order]
        if not order:
            return None
        current = held.selected if not asked.composing else self._at_cursor(order)
        index = (order.index(current) + step) % len(order) if current in order else 0 if step > 0 else len(order) - 1
        unit = order[index]
        if asked.composing:
            held.cursor = asked.counters[unit].place
            held.selected = unit
        else:
            held.select(unit)
        return unit

    def _at_cursor(self, order: Sequence[str]) -> str | None:
        held = self.selection
        if held.selected in order:
            return held.selected
        return next((unit for unit in order if self.situation.counters[unit].place == held.cursor), None)

    def confirm(self) -> Action | None:
        """Handle Enter: go to the cursor, or select the unit there; when composing, take the only possible choice.

        With the cursor on the selected unit, execute its only offer, if there is just one.
        """
        held, asked = self.selection, self.situation
        if asked.composing and held.forced:
            return held.proposals[0].action
        if self.planning.ends_at(held.cursor):
            return self.execute_plan()
        if held.cursor is None:
            self.next_unit()
            return None
        stack = asked.stacks.get(held.cursor, [])
        if asked.composing:
            mine = held.selected if held.selected in stack else None
            self._toggle(held.cursor, mine or self._choice_at(held.cursor))
            return None
        if held.line is not None and held.line.marches and not self.picks_at(held.cursor, None):
            return self.send_units(held.cursor)
        goes = any(isinstance(verdict, Legal) for verdict in held.choices.survey.values())
        alone = len(held.proposals) == 1 and bool(held.proposals[0].actions) and not goes
        if held.selected in stack and alone and held.focus is None:
            self.proposal = held.proposals[0]
            return self.proposal.action
        unit = self._choice_at(held.cursor) if held.selected is None else None
        return self._go_or_pick(held.cursor, unit)
