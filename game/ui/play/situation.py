"""A state as it is put to a seat: what it is asked, where the counters lie, who has something to do."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from game.board.board import Board
from game.core.action import Action, Faces
from game.core.capability import capability
from game.core.chance import CHANCE, Roll
from game.core.contract import Counter, System
from game.core.face import PlaceCard
from game.core.interrupts import Interrupts, ReactionInfo, Reactions
from game.core.offer import Offer, Picked
from game.core.overview import Overview, OverviewColumn
from game.core.presenter import PlaceCards
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import Illegal, Reason, Verdict


@dataclass(frozen=True, eq=False)
class Situation:
    """One state, for the seat that must act or one that interrupts. Everything is asked of the rules once."""

    rules: System[Any]
    state: Any
    interrupting: str | None = None
    """The seat that interrupts; None while the seat to act is asked."""
    over: Prompt | None = None
    """What is said instead of asking, where the players have ended the game at the table."""
    laid: tuple[Counter, ...] | None = None
    """The counters where they are shown; None: where they lie in the state."""
    _offered: dict[tuple[str, ...], Sequence[Offer]] = field(init=False, repr=False, default_factory=dict)
    _judged: dict[Action, Verdict] = field(init=False, repr=False, default_factory=dict)
    _cards: dict[str, PlaceCard | None] = field(init=False, repr=False, default_factory=dict)

    def ahead(self, state: Any) -> Situation:
        """Another state, for the seat that must act then."""
        return Situation(self.rules, state)

    @cached_property
    def asked(self) -> Prompt:
        """What the rules ask the seat that must act."""
        return self.rules.prompt(self.state)

    @cached_property
    def prompt(self) -> Prompt:
        """What is asked: of the seat that interrupts, else of the one that must act."""
        out_of_turn = None
        if self.interrupting is not None:
            out_of_turn = capability(self.rules, Interrupts).interrupt_prompt(self.state, self.interrupting)
        return self.over or out_of_turn or self.asked

    @property
    def seat(self) -> str | None:
        """Who is asked; ``chance`` while dice are due."""
        return self.interrupting or self.prompt.to_act

    @property
    def phase(self) -> Hashable:
        """The phase, frames within it included."""
        return self.asked.turn, self.asked.place

    @cached_property
    def pending_roll(self) -> Roll | None:
        """The dice that are due."""
        return self.rules.pending_roll(self.state)

    @cached_property
    def due_preview(self) -> Preview | None:
        """The arithmetic of the roll that is due."""
        roll = self.pending_roll
        if roll is None:
            return None
        return self.rules.preview(self.state, Faces(tuple(die.faces[0] for die in roll.dice)))

    @cached_property
    def phases(self) -> tuple[tuple[str, str], ...]:
        """The phases of the turn: seats and phases."""
        return tuple(self.rules.phases(self.state))

    @cached_property
    def reactions(self) -> tuple[ReactionInfo, ...]:
        """What may be done each time without a question."""
        return tuple(capability(self.rules, Reactions).reactions(self.state))

    def place_card(self, place: str) -> PlaceCard | None:
        """What a card says of a place."""
        if place not in self._cards:
            self._cards[place] = capability(self.rules, PlaceCards).place_card(self.state, place)
        return self._cards[place]

    @cached_property
    def board(self) -> Board:
        found: Board = self.rules.board(self.state)
        return found

    @cached_property
    def counters(self) -> dict[str, Counter]:
        found = self.laid if self.laid is not None else self.rules.counters(self.state)
        return {counter.unit: counter for counter in found}

    @cached_property
    def stacks(self) -> dict[str, list[str]]:
        """Place -> the units there, the top one last."""
        found: dict[str, list[str]] = {}
        for counter in self.counters.values():
            if counter.place is not None:
                found.setdefault(counter.place, []).append(counter.unit)
        return found

    @cached_property
    def overview(self) -> Overview:
        """What belongs to the phase at a glance."""
        return capability(self.rules, OverviewColumn).overview(self.state)

    @cached_property
    def _units(self) -> tuple[str, ...]:
        """Units with which something can be begun, and those at which they can be aimed."""
        if self.prompt.to_act in (None, CHANCE):
            return ()
        return tuple(unit for offer in self.offers() if not does(offer) for unit in offer.units)

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Units with something to do now."""
        return tuple(unit for unit in self._units if self.counters[unit].seat == self.seat)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Units of others that can be aimed at."""
        return tuple(unit for unit in self._units if self.counters[unit].seat != self.seat)

    def offers(self, *units: str) -> Sequence[Offer]:
        """What the rules offer for some units in hand."""
        if units not in self._offered:
            self._offered[units] = self.rules.offers(self.state, Picked(units, self.interrupting))
        return self._offered[units]

    def check(self, action: Action) -> Verdict:
        """Whether an action is legal."""
        if action not in self._judged:
            self._judged[action] = self.rules.check(self.state, action)
        return self._judged[action]

    def actor(self, action: Action) -> str | None:
        """The seat whose action it is: the seat to act, or one that interrupts."""
        return capability(self.rules, Interrupts).interrupter(self.state, action) or self.asked.to_act

    @property
    def composing(self) -> bool:
        """Whether units are picked that take part together."""
        return self.prompt.mode == "compose"

    @property
    def duties(self) -> tuple[str, ...]:
        """Units that must do something."""
        return tuple(unit for duty in self.prompt.duties for unit in duty.units)

    def main_reasons(self) -> tuple[Reason, ...]:
        """Why the main button may not be used now; empty where it may."""
        if self.prompt.main is None:
            return ()
        verdict = self.check(self.prompt.main)
        return verdict.reasons if isinstance(verdict, Illegal) else ()


def does(offer: Offer) -> bool:
    """Whether an offer does something, at once or when something has been shared out; else it offers units."""
    return bool(offer.actions) or offer.sharing is not None
