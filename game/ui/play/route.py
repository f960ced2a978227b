"""The route planned for the selected unit: moves, shots on the way, and its final facing.

Nothing is executed before it is confirmed. The rules are asked about each step in the expected state after the earlier
steps; after dice rolls that is the most likely state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from game.core.action import Action, Faces
from game.core.capability import HiddenInformation
from game.core.chance import CHANCE, TooManyOutcomes, per_cent
from game.core.interrupts import acting_seat
from game.core.message import Text, joined, say
from game.core.offer import Offer
from game.core.verdict import LEGAL
from game.ui.play.proposals import Proposal
from game.ui.play.situation import Situation

MAX_ROLLS = 6
"""The most consecutive rolls to look ahead (chosen); a shot may be followed by a leader's and a unit's check."""


@dataclass(frozen=True, slots=True)
class RouteLeg:
    """One step of a route: a march or a shot."""

    action: Action
    text: Text
    """The destination; or for a shot the target and the chance to hit."""
    places: tuple[str, ...]
    """The places it passes, its start first; or for a shot the places of shooter and target."""
    chance: Text = ""
    """For a shot the chance to hit; empty for a march."""
    is_shot: bool = False


@dataclass
class PlannedRoute:
    """The steps planned for one unit from a state on."""

    start: Situation
    """The situation in which the route begins."""
    unit: str
    start_placement: tuple[str | None, int | None]
    """The unit's present place and facing."""
    legs: list[RouteLeg] = field(default_factory=list)
    companions: tuple[str, ...] = ()
    """Other units that can go along from the unit's present place."""
    turn: int | None = None
    """The facing planned for its end, in degrees clockwise from the top; None: the facing that the unit then has."""
    _situations: list[Situation | None] = field(init=False)
    """The situation expected before each leg, and after the last; None once another side is to decide."""
    _placements: list[tuple[str | None, int | None]] = field(init=False)
    """The unit's place and facing in each of them."""
    _facings_cache: dict[tuple[Action | None, ...], dict[int, Action]] = field(init=False, default_factory=dict)
    """The answers of ``facings``, by the actions of the legs and the additional march."""

    def __post_init__(self) -> None:
        self._situations, self._placements = [self.start], [self.start_placement]

    @property
    def end_situation(self) -> Situation | None:
        """The situation at the end of the route, in which the unit can continue; None if it cannot be predicted."""
        return self._situations[-1]

    @property
    def place(self) -> str | None:
        """The unit's place at the end of the route."""
        return self._placements[-1][0]

    @property
    def angle(self) -> int | None:
        """The unit's facing at the end: as planned, or as it will be otherwise."""
        return self.turn if self.turn is not None else self._placements[-1][1]

    def _placement_in(self, situation: Situation) -> tuple[str | None, int | None]:
        """The unit's place and facing in a situation; None for both if it is lost."""
        counter = situation.counters.get(self.unit)
        return (counter.place, counter.angle) if counter is not None else (None, None)

    @property
    def path(self) -> tuple[str, ...]:
        """Every place on the route, the present one first; empty without a planned march."""
        places: tuple[str, ...] = ()
        for leg in self.legs:
            if not leg.is_shot:
                places = (*places, *(leg.places[1:] if places else leg.places))
        return places

    @property
    def has_plan(self) -> bool:
        """Whether anything is planned."""
        return bool(self.legs) or self.turn is not None

    def add(self, proposal: Proposal, target: str | None) -> bool:
        """Plan one more step; returns whether that was possible.

        :param target: the target place, for a step that does not move the unit.
        """
        if self.end_situation is None or len(proposal.actions) != 1 or self.place is None:
            return False
        action = self.start.rules.canonical(self.end_situation.state, proposal.action)
        is_shot = proposal.preview is not None
        places = (self.place, target or self.place) if is_shot else (self.place, *action.places)
        chance = per_cent(proposal.chance) if is_shot else ""
        text: Text = say("to {place}", place=places[-1])
        if proposal.offer.companions:
            text = say("{march} with {units}", march=text, units=self._names(proposal.offer.companions))
        if is_shot:
            text = proposal.label if proposal.hoped_result else joined((proposal.label, chance), " · ")
        self.legs.append(RouteLeg(action, text, places, chance, is_shot))
        after = situation_after(self.end_situation, action)
        end_place = self.place if is_shot else places[-1]
        same_facing = end_place, self._placements[-1][1]
        self._placements.append(self._placement_in(after) if after is not None else same_facing)
        self._situations.append(after)
        return True

    def _names(self, units: tuple[str, ...]) -> tuple[Text, ...]:
        """The names of some units."""
        return tuple(counter.name for counter in self.start.counters.values() if counter.unit in units)

    def shorten(self) -> None:
        """Remove the planned facing, or else the last step."""
        if self.turn is not None:
            self.turn = None
        elif self.legs:
            self.remove_leg()

    def remove_leg(self) -> None:
        """Remove the last step, of which there must be one; a planned facing stays."""
        self.legs.pop()
        self._situations.pop()
        self._placements.pop()

    def facings(self, last_march: Action | None = None) -> dict[int, Action]:
        """Angle -> the action that faces that way at the end of the route, or after one more march. Here and below,
        angles are in degrees clockwise from the top.

        If the rules cannot tell yet, because another side decides first, the facings in the last known situation.
        """
        key = (*(leg.action for leg in self.legs), last_march)
        if key not in self._facings_cache:
            end = self.end_situation
            if end is not None and last_march is not None:
                end = situation_after(end, last_march)
            actions = self._facing_actions(end) if end is not None else {}
            last_known = next(situation for situation in reversed(self._situations) if situation is not None)
            self._facings_cache[key] = actions or self._facing_actions(last_known)
        return self._facings_cache[key]

    def _facing_actions(self, situation: Situation) -> dict[int, Action]:
        """Angle -> the legal action that faces that way, in a situation."""
        return {offer.angle: offer.action for offer in situation.offers(self.unit)
                if offer.angle is not None and offer.verdict and offer.action is not None}

    def turn_by(self, step: int, last_march: Action | None = None) -> bool:
        """Plan the next facing to the right, or with a negative step to the left; returns whether there is one."""
        current = self.angle
        angles = sorted({*self.facings(last_march), *((current,) if current is not None else ())})
        if current is None or len(angles) < 2:
            return False
        self.turn = angles[(angles.index(current) + step) % len(angles)]
        return True

    def turn_to(self, angle: float, last_march: Action | None = None) -> None:
        """Plan the facing nearest to a direction."""
        current = self._placements[-1][1]
        angles = {*self.facings(last_march), *((current,) if current is not None else ())}
        if angles:
            self.turn = min(angles, key=lambda facing: abs((facing - angle + 180) % 360 - 180))

    def as_proposal(self, last_step: Proposal | None = None) -> Proposal | None:
        """The whole plan, with an optional last step, as one proposal; None if it is empty.

        A planned facing that the unit has at the end anyway is left out.
        """
        actions = [leg.action for leg in self.legs]
        if last_step is not None:
            actions += last_step.actions
        last_march = last_step.action if last_step is not None else None
        facing_action = self.facings(last_march).get(self.turn) if self.turn is not None else None
        if facing_action is not None and not (actions and self.turn == self._placements[-1][1]):
            actions.append(facing_action)
        if not actions:
            return None
        return Proposal(Offer(LEGAL, actions[0], (self.unit,), follow_ups=tuple(actions[1:])), is_route=True)

    def leg_texts(self) -> tuple[Text, ...]:
        """The texts of the steps, in order."""
        return tuple(leg.text for leg in self.legs)


def situation_after(before: Situation, action: Action) -> Situation | None:
    """The situation in which the acting seat continues after an action; None if another side decides first or the rolls
    cannot be predicted."""
    rules, state = before.rules, before.state
    if isinstance(rules, HiddenInformation) or not before.check(action):
        return None
    seat, state = acting_seat(rules, state, action), rules.apply(state, action)[0]
    for _ in range(MAX_ROLLS):
        if rules.to_act(state) != CHANCE:
            return before.for_state(state) if rules.to_act(state) == seat else None
        try:
            branches = rules.branches(state)
        except TooManyOutcomes:
            return None
        chances: list[tuple[Any, Fraction]] = []
        for branch in branches:
            after = rules.apply(state, Faces(branch.faces))[0]
            index = next((k for k, (outcome, _) in enumerate(chances) if outcome == after), None)
            if index is None:
                chances.append((after, branch.chance))
            else:
                chances[index] = after, chances[index][1] + branch.chance
        state = max(chances, key=lambda outcome: outcome[1])[0]
    return None
