"""What clicks and keys mean. Knows the contract only: every answer comes from the rules, none is worked out here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import Counter, Prompt, Rules
from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.ui.proposals import Proposal, Refusal

__all__ = ["Controller", "Proposal", "Refusal"]


@dataclass
class Controller:
    """The selection of one state: what is picked up, what it may do, what is refused."""

    rules: Rules[Any]
    state: Any
    active: bool = True
    """Whether a person at this screen may act now."""
    selected: str | None = None
    picked: tuple[str, ...] = ()
    cursor: str | None = None
    refusal: Refusal | None = None
    prompt: Prompt = field(init=False)
    counters: dict[str, Counter] = field(init=False)
    stacks: dict[str, list[str]] = field(init=False)
    """Place -> the units there, the top one last."""
    able: tuple[str, ...] = field(init=False, default=())
    """Units with something to do now."""
    targets: tuple[str, ...] = field(init=False, default=())
    survey: Mapping[str, Verdict] = field(init=False, default_factory=dict)
    proposals: tuple[Proposal, ...] = field(init=False, default=())
    goals: Mapping[str, tuple[str, ...]] = field(init=False, default_factory=dict)
    """While nothing is picked after combat: place -> the units that may enter it."""
    goal: str | None = None
    """A place clicked into which several units may go: the next click says which."""
    lifted: str | None = None
    """A placed unit that was clicked to be set up elsewhere; who asks takes it back and clears this."""

    def __post_init__(self) -> None:
        self.show(self.state, self.active)

    def show(self, state: Any, active: bool) -> None:
        """Look at another state. What is no longer possible is put down."""
        self.state, self.active = state, active
        self.prompt = self.rules.prompt(state)
        self.counters = {counter.unit: counter for counter in self.rules.counters(state)}
        self.stacks = {}
        for counter in self.counters.values():
            if counter.place is not None:
                self.stacks.setdefault(counter.place, []).append(counter.unit)
        asked = self.active and self.prompt.to_act not in (None, CHANCE)
        may = self.rules.pickable(state) if asked else {}
        self.able, self.targets = tuple(may.get("act", ())), tuple(may.get("target", ()))
        if self.selected not in self.able:
            self.selected = None
        self.picked = tuple(unit for unit in self.picked if unit in self.able or unit in self.targets)
        self.refusal = self.goal = self.lifted = None
        if self.prompt.mode == "place" and self.selected is None and self.waiting:
            self.selected = self.waiting[0]
        self._think()

    @property
    def composing(self) -> bool:
        return self.prompt.mode == "compose"

    def _think(self) -> None:
        """Ask the rules what the selection can do."""
        self.survey = {}
        if self.selected is not None and not self.composing:
            self.survey = self.rules.survey(self.state, self.selected)
        self.goals = self._find_goals() if self.prompt.mode == "advance" and self.selected is None else {}
        self.proposals = ()
        if self.picked:
            actions = self.rules.compose(self.state, self.picked)
            self.proposals = tuple(
                Proposal(
                    action,
                    self.rules.check(self.state, action),
                    self.rules.preview(self.state, action),
                    self.prompt.main_label,
                )
                for action in actions
            )

    def _find_goals(self) -> dict[str, tuple[str, ...]]:
        """Every place some unit may enter, with the units that may."""
        goals: dict[str, tuple[str, ...]] = {}
        for unit in self.able:
            for place, verdict in self.rules.survey(self.state, unit).items():
                if isinstance(verdict, Legal) and verdict.action is not None:
                    goals[place] = (*goals.get(place, ()), unit)
        return goals

    @property
    def proposal(self) -> Proposal | None:
        """The first proposal that may be done, or the first of all."""
        return next((p for p in self.proposals if p.verdict), self.proposals[0] if self.proposals else None)

    @property
    def reach(self) -> dict[str, int | None]:
        """Where the selected unit may go, with the cost; with none picked after combat, where any may go."""
        if self.goals:
            return dict.fromkeys((self.goal,) if self.goal else self.goals)
        return {place: v.cost for place, v in self.survey.items() if isinstance(v, Legal) and v.action is not None}

    @property
    def waiting(self) -> tuple[str, ...]:
        """Units that wait to be set up by the seat to act."""
        return tuple(unit for unit in self.able if "waiting" in self.counters[unit].marks)

    @property
    def duties(self) -> tuple[str, ...]:
        return tuple(unit for duty in self.prompt.duties for unit in duty.units)

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
            self.picked = (*self.picked, unit)
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
        name = self.counters[unit].name
        self.refusal = Refusal(place, (Reason(self.prompt.rule, f"{name} has nothing to do here now"),))

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
        verdict = self.survey.get(place) if place is not None else None
        if isinstance(verdict, Legal) and verdict.action is not None and unit != self.selected:
            return verdict.action
        choice = unit if unit in self.able else self._choice_at(place)
        if choice is not None and choice in self.able:
            self.select(None if choice == self.selected else choice)
        elif isinstance(verdict, Illegal):
            assert place is not None
            self.refusal = Refusal(place, verdict.reasons)
        elif unit is not None and place is not None:
            self._refuse_unit(place, unit)
        else:
            self.select(None)
        return None

    def _refuse_unit(self, place: str, unit: str) -> None:
        """Say why a unit cannot be picked up: the reason its survey gives most often."""
        counter = self.counters[unit]
        if counter.seat == self.prompt.to_act:
            refused = [v.reasons[0] for v in self.rules.survey(self.state, unit).values() if isinstance(v, Illegal)]
            if refused:
                texts = [str(reason) for reason in refused]
                self.refusal = Refusal(place, (max(refused, key=lambda reason: texts.count(str(reason))),))
                return
        text = f"{counter.name} cannot be picked up now"
        self.refusal = Refusal(place, (Reason(self.prompt.rule, text),))

    def _choice_at(self, place: str | None) -> str | None:
        """The unit a click on a place means: its top one with something to do, else its top one."""
        stack = self.stacks.get(place or "", [])
        useful = [unit for unit in stack if unit in self.able or unit in self.targets]
        return useful[-1] if useful else stack[-1] if stack else None

    def select(self, unit: str | None) -> None:
        """Pick a unit up, or put down what is held."""
        self.selected, self.goal = unit, None
        if unit is not None and self.counters[unit].place is not None:
            self.cursor = self.counters[unit].place
        self.refusal = None
        self._think()

    def clear(self) -> None:
        """Put everything down."""
        self.picked = ()
        self.select(None)

    def why_not(self, place: str | None) -> Refusal | None:
        """The refusal of a place under the pointer for the selected unit."""
        verdict = self.survey.get(place) if place is not None else None
        own = (unit for unit in self.stacks.get(place or "", ()) if self.counters[unit].seat == self.prompt.to_act)
        if self.prompt.mode == "place" and any(own):
            return None
        if isinstance(verdict, Illegal) and place is not None and self.selected is not None:
            return Refusal(place, verdict.reasons) if self.counters[self.selected].place != place else None
        return None

    def path_to(self, place: str | None) -> tuple[str, ...]:
        """The places from the selected unit to a reachable one, both included; empty where none."""
        verdict = self.survey.get(place) if place is not None else None
        if self.selected is None or not isinstance(verdict, Legal) or verdict.action is None:
            return ()
        start = self.counters[self.selected].place
        steps: Sequence[str] = getattr(verdict.action, "path", ())
        return (start, *steps) if start is not None and steps else ()

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
        """What Enter means: go to the cursor, or pick what stands there; in composing, commit what cannot grow."""
        if self.cursor is None:
            self.next_unit()
            return None
        stack = self.stacks.get(self.cursor, [])
        if self.composing:
            held = self.selected if self.selected in stack else None
            self._toggle(self.cursor, held or self._choice_at(self.cursor))
            return None
        unit = self._choice_at(self.cursor) if self.selected is None else None
        return self._go_or_pick(self.cursor, unit)

    def main_reason(self) -> str:
        """Why the main button may not be used now; empty where it may."""
        if self.prompt.main is None:
            return ""
        verdict = self.rules.check(self.state, self.prompt.main)
        return "; ".join(str(reason) for reason in verdict.reasons) if isinstance(verdict, Illegal) else ""
