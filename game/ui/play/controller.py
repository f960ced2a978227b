"""What clicks and keys mean: they select units and choose actions. Whether an action is legal is asked of the rules
only, through the contract."""

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
from game.core.verdict import LEGAL, Illegal, Legal, Reason
from game.ui.play import choices
from game.ui.play.planning import Planning, StackPicking
from game.ui.play.proposals import Proposal, ShownRefusal, screen_refusal
from game.ui.play.selection import Selection
from game.ui.play.situation import Situation

PICK_FIRST = say("Pick a unit first: click it in the list, or press Tab")


class Controller:
    """The selection in one state, operated by clicks and keys."""

    def __init__(self, rules: System[Any], state: Any, active: bool = True) -> None:
        """:param rules: filtered for the viewer.
        :param active: whether a person at this screen may act now.
        """
        self.selection = Selection(Situation(rules, state), active)
        self._next_situation = self.selection.situation
        """The situation asked for last that was not on screen yet."""
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

    def show(self, state: Any, active: bool, final_prompt: Prompt | None = None) -> None:
        """Show another state, or the same one again; whatever is no longer possible is deselected.

        :param final_prompt: the prompt to show instead if the players have ended the game by agreement.
        """
        seat = self.situation.interrupting if state is self.situation.state else None
        situation = self.situation_for(state)
        unchanged = (seat, final_prompt, None) == (
            situation.interrupting, situation.final_prompt, situation.counters_shown)
        unchanged = unchanged and not isinstance(situation.rules, HiddenInformation)  # the viewer may have changed
        self.selection.show(situation if unchanged else Situation(situation.rules, state, seat, final_prompt), active)

    def situation_for(self, state: Any) -> Situation:
        """The situation of a state: the one shown, or one still to be shown."""
        if state is self.situation.state:
            return self.situation
        if state is not self._next_situation.state:
            self._next_situation = self.situation.for_state(state)
        return self._next_situation

    def interrupt_as(self, seat: str | None) -> None:
        """Let a seat interrupt and choose its action; None returns to the seat to act."""
        self.selection.deselect_all()
        self.selection.show(replace(self.situation, interrupting=seat, final_prompt=None, counters_shown=None),
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
        selection = self.selection
        selection.refusal = None
        if place is None and unit is None:
            selection.clear()
            return None
        if place is not None:
            selection.cursor, selection.cursor_moved = place, True
        if not selection.active:
            return None
        if self.situation.composing:
            self._toggle(place, unit)
            return None
        line = selection.line
        if line is not None and line.marches and place is not None and not self.picks_at(place, unit):
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
        action, or None without a plan."""
        route = self.selection.route
        if route is None:
            return None
        self.proposal = route.as_proposal(self.planning.move_to(place) if place is not None else None)
        if self.proposal is None:
            self.selection.select(None)
        return self.proposal.action if self.proposal is not None else None

    def _toggle(self, place: str | None, unit: str | None) -> None:
        """Add a unit to those picked to act together, or remove it; or show why it cannot be picked."""
        selection, unit = self.selection, unit or self._choice_at(place)
        selection.lines.looked_at = None
        if unit is None:
            selection.ask_rules()
            return
        if unit in selection.participants:
            selection.participants = tuple(u for u in selection.participants if u != unit)
        elif unit in selection.eligible or unit in selection.targets:
            actions_alone = self._joint_actions(unit)
            replaces = actions_alone and actions_alone == self._joint_actions(*selection.participants, unit)
            selection.participants = (unit,) if replaces else (*selection.participants, unit)
        else:
            self._refuse_pick(place or "", unit)
            return
        selection.selected = unit if unit in selection.participants else None
        selection.ask_rules()

    def _joint_actions(self, *units: str) -> list[tuple[Action, ...]]:
        """The actions, one or several in a row, that units picked together can do."""
        return [offer.actions for offer in self.situation.offers(*units) if offer.actions]

    def _refuse_pick(self, place: str, unit: str) -> None:
        """Show why a unit cannot be picked, in the rules' words if they have any."""
        offers = self.situation.offers(*self.selection.participants, unit)
        verdicts = [offer.verdict for offer in offers if offer.actions]
        refusal = next((verdict.reasons for verdict in verdicts if isinstance(verdict, Illegal)), ())
        self.selection.refusal = ShownRefusal(place, refusal or choices.refusal_reasons(offers, unit))

    def _enter(self, place: str | None, unit: str | None) -> Action | None:
        """Advance to a place: at once if only one unit can; else wait for the next click to choose the unit."""
        selection, clicked_unit = self.selection, self._choice_at(place) if unit is None else unit
        if selection.goal is not None and clicked_unit in selection.goals[selection.goal]:
            return self._advance_action(clicked_unit, selection.goal)
        units = selection.goals.get(place or "", ())
        if len(units) == 1:
            assert place is not None
            return self._advance_action(units[0], place)
        selection.goal = place if units else None
        return None

    def _advance_action(self, unit: str, place: str) -> Action | None:
        """The action with which a unit enters a place; None if it may not."""
        offer = choices.offers_by_place(self.situation.offers(unit)).get(place)
        return offer.actions[0] if offer is not None and offer.verdict and offer.actions else None

    def _lift_or_ask(self, place: str | None, unit: str | None) -> bool:
        """In a set-up, pick up a placed counter, or ask the player to pick one first; returns whether the click was
        handled."""
        selection, situation = self.selection, self.situation
        clicked_unit = self._choice_at(place) if unit is None else unit
        placed = (clicked_unit is not None and clicked_unit not in selection.eligible
                  and situation.counters[clicked_unit].seat == situation.prompt.to_act)
        if placed and (place is None or not isinstance(selection.choices.survey.get(place), Legal)):
            selection.relocating = clicked_unit
            return True
        if selection.selected is None and clicked_unit is None and place is not None and selection.waiting:
            selection.refusal = screen_refusal(place, PICK_FIRST)
            return True
        return False

    def _go_or_pick(self, place: str | None, unit: str | None) -> Action | None:
        """Handle a click while no units are picked to act together: do what the place means for the selected unit, or
        else select the clicked unit, or show why neither is possible; returns the action to execute, if any."""
        selection = self.selection
        if selection.goals:
            action = self._enter(place, unit)
            if action is not None or selection.goal is not None:
                return action
        if self.situation.prompt.mode == "place" and self._lift_or_ask(place, unit):
            return None
        if place is not None and place in selection.choices.proposals_at and not self._selects_another(place, unit):
            return self._do_at(place)
        if place is not None and self.planning.plan_shot(place):
            return None
        choice = unit if unit in selection.eligible else self._choice_at(place)
        verdict = self.planning.verdict_at(place)
        if choice is not None and choice in selection.eligible:
            selection.select(None if choice == selection.selected else choice)
        elif isinstance(verdict, Illegal):
            assert place is not None
            idle = self._why_idle(place, choice)
            selection.refusal = ShownRefusal(place, idle, choice) if idle else ShownRefusal(place, verdict.reasons)
        elif unit is not None and place is not None:
            self._refuse_unit(place, unit)
        elif self.situation.interrupting is not None and choice is not None and place is not None:
            self._refuse_unit(place, choice)
        else:
            selection.select(None)
        return None

    def _selects_another(self, place: str, unit: str | None) -> bool:
        """Whether a click on the selected unit's own place selects another unit there rather than acting there."""
        selection = self.selection
        own_place = selection.selected is not None and self.situation.counters[selection.selected].place == place
        return own_place and unit != selection.selected and unit in selection.eligible

    def _do_at(self, place: str) -> Action | None:
        """The action that a click on a place means for the selected unit; None if the click only adds to a plan or
        shows something. If a place means several actions, the first click offers them and the second does the first.

        Units of a group follow the selected one.
        """
        selection = self.selection
        proposals = selection.choices.proposals_at[place]
        if selection.route is not None and selection.route.legs and self.planning.plan(place):
            return None
        if len(proposals) > 1 and selection.focus != place:
            selection.look_at(place)
            return None
        route = selection.route
        if route is not None and route.turn is not None and proposals[0] == self.planning.move_to(place):
            return self.execute_plan(place)
        if proposals[0].offer.sharing is not None:
            selection.sharing = proposals[0].offer.sharing
            return None
        units = (selection.selected, *selection.group) if selection.selected is not None else ()
        leader = selection.choices.lead_units.get(place, selection.selected)
        self.followers = tuple((unit, place) for unit in units if unit != leader)
        self.proposal = proposals[0]
        return proposals[0].action

    def face(self, angle: int) -> Action | None:
        """Choose the facing of an arrow, in degrees clockwise from the top; returns the action it means, if any."""
        route = self.selection.route
        if route is not None and route.legs:
            route.turn_to(angle)
            return self.execute_plan()
        self.proposal = self.planning.facings.get(angle)
        return self.proposal.action if self.proposal is not None else None

    def drop(self, place: str | None) -> Action | None:
        """Drop the held unit on a place; returns the action that means. None: the refusal says why the unit is put
        back, and it stays selected."""
        selection = self.selection
        selection.refusal = None
        if self.planning.ends_at(place):
            return self.execute_plan()
        if place is not None and place in selection.choices.proposals_at:
            return self._do_at(place)
        verdict = self.planning.verdict_at(place)
        assert selection.selected is not None
        if place == self.situation.counters[selection.selected].place:
            return None
        if isinstance(verdict, Illegal):
            selection.refusal = ShownRefusal(place or "", verdict.reasons)
        else:
            self.refuse_drop(place or "")
        return None

    def refuse_drop(self, place: str = "") -> None:
        """Show that the held unit returned to its place because it was dropped where it cannot be put."""
        assert self.selection.selected is not None
        name = self.situation.counters[self.selection.selected].name
        on_map = say("{unit} returned to where it was: it can do nothing there", unit=name)
        off_map = say("Dropped off the map: {unit} returned to where it was", unit=name)
        self.selection.refusal = screen_refusal(place, on_map if place else off_map)

    def _refuse_unit(self, place: str, unit: str) -> None:
        """Show why a unit cannot be selected, or why an interrupting seat cannot use it."""
        self.selection.refusal = ShownRefusal(place, choices.refusal_reasons(self.situation.offers(unit), unit))

    def _why_idle(self, place: str, unit: str | None) -> tuple[Reason, ...]:
        """Why the player's own unit cannot act, if it was clicked at a place that is refused only as all other places
        are; else empty: the reason why the selected unit cannot go there matters more."""
        situation = self.situation
        if unit is None or place in self.selection.choices.survey or (
                situation.counters[unit].seat != situation.prompt.to_act):
            return ()
        return choices.refusal_reasons(situation.offers(unit), unit)

    def refuse_to_drag(self, place: str, unit: str, before: str | None) -> None:
        """Show why a dragged counter stays where it is.

        :param before: the unit selected before the counter was pressed; it is selected again.
        """
        self.selection.select(before)
        self._refuse_unit(place, unit)

    def _choice_at(self, place: str | None) -> str | None:
        """The unit meant by a click on a place: the topmost one that can be picked, else the topmost one of a seat that
        interrupts, else the topmost; None if there is none."""
        selection, situation = self.selection, self.situation
        stack = situation.stacks.get(place or "", [])
        pickable = [unit for unit in stack if unit in selection.eligible or unit in selection.targets]
        seat = situation.interrupting
        own_units = [unit for unit in stack if seat is not None and situation.counters[unit].seat == seat]
        return pickable[-1] if pickable else own_units[-1] if own_units else stack[-1] if stack else None

    # --- keys

    def next_unit(self, step: int = 1) -> str | None:
        """Select the next unit that can act, and return it; units that must act come first. None: no unit can.

        :param step: 1 for the next unit, -1 for the previous one.
        """
        selection, situation = self.selection, self.situation
        order = sorted(selection.eligible, key=lambda unit: unit not in situation.duties)
        if situation.composing and selection.participants:
            order += [unit for unit in selection.targets if unit not in order]
        if not order:
            return None
        current = selection.selected if not situation.composing else self._at_cursor(order)
        index = (order.index(current) + step) % len(order) if current in order else 0 if step > 0 else len(order) - 1
        unit = order[index]
        if situation.composing:
            selection.cursor = situation.counters[unit].place
            selection.selected = unit
        else:
            selection.select(unit)
        return unit

    def _at_cursor(self, order: Sequence[str]) -> str | None:
        """The selected unit, or else the one at the cursor, if it is among some units."""
        selection = self.selection
        if selection.selected in order:
            return selection.selected
        return next((unit for unit in order if self.situation.counters[unit].place == selection.cursor), None)

    def confirm(self) -> Action | None:
        """Handle Enter: go to the cursor, or select the unit there; when composing, take the only possible choice.

        With the cursor on the selected unit, execute its offer if it has only one. Returns the action to execute, if
        any.
        """
        selection, situation = self.selection, self.situation
        if situation.composing and selection.forced:
            return selection.proposals[0].action
        if self.planning.ends_at(selection.cursor):
            return self.execute_plan()
        if selection.cursor is None:
            self.next_unit()
            return None
        stack = situation.stacks.get(selection.cursor, [])
        if situation.composing:
            own_unit = selection.selected if selection.selected in stack else None
            self._toggle(selection.cursor, own_unit or self._choice_at(selection.cursor))
            return None
        if selection.line is not None and selection.line.marches and not self.picks_at(selection.cursor, None):
            return self.send_units(selection.cursor)
        can_move = any(isinstance(verdict, Legal) for verdict in selection.choices.survey.values())
        one_offer = len(selection.proposals) == 1 and bool(selection.proposals[0].actions) and not can_move
        if selection.selected in stack and one_offer and selection.focus is None:
            self.proposal = selection.proposals[0]
            return self.proposal.action
        unit = self._choice_at(selection.cursor) if selection.selected is None else None
        return self._go_or_pick(selection.cursor, unit)
