"""A state with its prompt, counters and units that can act, for one seat; and what the people at the screen may see of
it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from inspect import isfunction, signature
from typing import Any, cast

from game.board.board import Board
from game.core.action import Action
from game.core.capability import SPECTATOR, HiddenInformation, capability, seen_by
from game.core.chance import CHANCE, Roll
from game.core.contract import Counter, System
from game.core.face import PlaceCard
from game.core.interrupts import Interrupts, ReactionInfo, Reactions
from game.core.offer import Offer, Picked
from game.core.overview import Overview, OverviewColumn
from game.core.presenter import PlaceCards
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.rules import pending_preview
from game.core.verdict import Illegal, Reason, Verdict
from game.levels import HUMAN
from game.match.match import Match

STATE_PARAMETERS = ("state", "before", "after", "chosen")
"""The names of parameters that are states, in the methods of a system."""
UNFILTERED = ("apply", "view")
"""Methods that receive unfiltered states."""
CACHED_VIEWS = 4
"""The number of cached views: an animation uses two states, an interrupt another."""


@cache
def _state_parameters(system: type[Any]) -> dict[str, tuple[int, ...]]:
    """The methods of a system with state parameters, and the positions of these.

    They are read from the contract and the system's capabilities, whatever names the system itself uses.
    """
    parameters: dict[str, tuple[int, ...]] = {}
    for base in (base for base in system.__mro__ if base.__module__.startswith("game.core.")):
        for name, method in vars(base).items():
            if isfunction(method) and name not in UNFILTERED:
                names = list(signature(method).parameters)[1:]
                positions = tuple(k for k, parameter in enumerate(names) if parameter in STATE_PARAMETERS)
                if positions:
                    parameters.setdefault(name, positions)
    return parameters


class _ViewerProxy:
    """A proxy of a system that answers from the viewer's view of a state. It delegates everything, so that it needs no
    changes when systems gain methods."""

    def __init__(self, rules: System[Any], viewer_seat: Callable[[], str]) -> None:
        self._rules, self._viewer_seat = rules, viewer_seat
        self._views: list[tuple[Any, str, Any]] = []
        """The latest views, the newest first: the state, the viewing seat and its view."""

    def _type(self) -> type[Any]:
        """The system's class."""
        return type(self._rules)

    __class__ = property(_type)
    """The system's own class, so that the proxy has the same capabilities."""

    def _view(self, state: Any) -> Any:
        """The view of a state; cached, so that the same state gives the same object."""
        seat = self._viewer_seat()
        for known_state, known_seat, view in self._views:
            if known_state is state and known_seat == seat:
                return view
        view = seen_by(self._rules, state, seat)
        self._views = [(state, seat, view), *self._views[:CACHED_VIEWS - 1]]
        return view

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._rules, name)
        positions = _state_parameters(type(self._rules)).get(name)
        if positions is None:
            return attribute

        def call_with_views(*args: Any, **kwargs: Any) -> Any:
            views = [self._view(value) if k in positions else value for k, value in enumerate(args)]
            return attribute(*views, **{key: self._view(value) if key in STATE_PARAMETERS else value
                                        for key, value in kwargs.items()})

        return call_with_views


def shown_to(rules: System[Any], viewer_seat: Callable[[], str]) -> System[Any]:
    """The rules filtered for a viewer: ``viewer_seat`` returns the viewing seat, or ``SPECTATOR``."""
    return cast("System[Any]", _ViewerProxy(rules, viewer_seat)) if isinstance(rules, HiddenInformation) else rules


def people_of(match: Match[Any]) -> tuple[str, ...]:
    """The seats played by people."""
    return tuple(seat for seat in match.rules.seats if match.player(seat) == HUMAN)


def viewing_seat(match: Match[Any]) -> str:
    """The seat that views a whole game, e.g. a replay: the person's if there is only one; else ``SPECTATOR``."""
    people = people_of(match)
    return people[0] if len(people) == 1 else SPECTATOR


def may_show_reason(match: Match[Any], seat: str) -> bool:
    """Whether a player's reason for an action may be shown: it may name hidden information."""
    return not isinstance(match.rules, HiddenInformation) or seat == viewing_seat(match)


class Viewer:
    """The viewer of a game in play: the only person; of several people the one asked out of turn, else the one to
    act."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self.shown: Any = match.state
        """The state that is shown."""
        self.seat_asked: Callable[[], str | None] = lambda: None
        """Callback: the seat that interrupts or is asked out of turn."""
        self.rules = shown_to(match.rules, lambda: self.seat)
        self._last = self.seat

    @property
    def seat(self) -> str:
        """The present viewer's seat."""
        people = people_of(self._match)
        if len(people) < 2:
            return viewing_seat(self._match)
        asked = self.seat_asked()
        if asked in people:
            return asked
        rules, acting = self._match.rules, self._match.rules.to_act(self.shown)
        if acting == CHANCE and (roll := rules.pending_roll(self.shown)) is not None:
            acting = roll.seat
        return acting if acting in people else SPECTATOR

    def changed(self) -> bool:
        """Whether the viewer has changed since the last call, in a system with hidden information."""
        if not isinstance(self._match.rules, HiddenInformation):
            return False
        last, self._last = self._last, self.seat
        return last != self._last


@dataclass(frozen=True, eq=False)
class Situation:
    """One state, for the seat to act or one that interrupts. Answers of the rules are cached."""

    rules: System[Any]
    state: Any
    interrupting: str | None = None
    """The seat that interrupts; None for the seat to act."""
    final_prompt: Prompt | None = None
    """The prompt to show instead if the players have ended the game by agreement."""
    counters_shown: tuple[Counter, ...] | None = None
    """The counters at the places where they are shown; None: those of the state."""
    _offers_cache: dict[tuple[str, ...], Sequence[Offer]] = field(init=False, repr=False, default_factory=dict)
    _verdict_cache: dict[Action, Verdict] = field(init=False, repr=False, default_factory=dict)
    _place_card_cache: dict[str, PlaceCard | None] = field(init=False, repr=False, default_factory=dict)

    def for_state(self, state: Any) -> Situation:
        """The situation of another state, for its seat to act."""
        return Situation(self.rules, state)

    @cached_property
    def turn_prompt(self) -> Prompt:
        """The prompt for the seat to act."""
        return self.rules.prompt(self.state)

    @cached_property
    def prompt(self) -> Prompt:
        """The prompt for the seat that interrupts, else for the seat to act."""
        out_of_turn = None
        if self.interrupting is not None:
            out_of_turn = capability(self.rules, Interrupts).interrupt_prompt(self.state, self.interrupting)
        return self.final_prompt or out_of_turn or self.turn_prompt

    @property
    def seat(self) -> str | None:
        """The seat to decide; ``chance`` while a roll is pending."""
        return self.interrupting or self.prompt.to_act

    @property
    def phase(self) -> Hashable:
        """A key of the phase: its turn, seat and name."""
        return self.turn_prompt.turn, self.turn_prompt.phase_key

    @cached_property
    def pending_roll(self) -> Roll | None:
        """The pending roll; None if there is none."""
        return self.rules.pending_roll(self.state)

    @cached_property
    def pending_preview(self) -> Preview | None:
        """The arithmetic of the pending roll; None without a roll or without arithmetic."""
        return pending_preview(self.rules, self.state)

    @cached_property
    def phases(self) -> tuple[tuple[str, str], ...]:
        """The phases of the turn as pairs (seat, phase)."""
        return tuple(self.rules.phases(self.state))

    @cached_property
    def reactions(self) -> tuple[ReactionInfo, ...]:
        """Reactions that may be done each time without a question."""
        return tuple(capability(self.rules, Reactions).reactions(self.state))

    def place_card(self, place: str) -> PlaceCard | None:
        """The card of a place; None if it has none."""
        if place not in self._place_card_cache:
            self._place_card_cache[place] = capability(self.rules, PlaceCards).place_card(self.state, place)
        return self._place_card_cache[place]

    @cached_property
    def board(self) -> Board:
        """The board as it is in the state."""
        board: Board = self.rules.board(self.state)
        return board

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """Unit -> its counter, at the place where it is shown."""
        counters = self.counters_shown if self.counters_shown is not None else self.rules.counters(self.state)
        return {counter.unit: counter for counter in counters}

    @cached_property
    def stacks(self) -> dict[str, list[str]]:
        """Place -> the units there, the top one last."""
        stacks: dict[str, list[str]] = {}
        for counter in self.counters.values():
            if counter.place is not None:
                stacks.setdefault(counter.place, []).append(counter.unit)
        return stacks

    @cached_property
    def overview(self) -> Overview:
        """The overview of the phase."""
        return capability(self.rules, OverviewColumn).overview(self.state)

    @cached_property
    def _pickable_units(self) -> tuple[str, ...]:
        """Units that can start an action, and their possible targets."""
        if self.prompt.to_act in (None, CHANCE):
            return ()
        return tuple(unit for offer in self.offers() if not executes(offer) for unit in offer.units)

    @cached_property
    def eligible(self) -> tuple[str, ...]:
        """Units that can act now."""
        return tuple(unit for unit in self._pickable_units if self.counters[unit].seat == self.seat)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Units of other sides that can be targeted."""
        return tuple(unit for unit in self._pickable_units if self.counters[unit].seat != self.seat)

    def offers(self, *units: str) -> Sequence[Offer]:
        """The rules' offers for some selected units."""
        if units not in self._offers_cache:
            self._offers_cache[units] = self.rules.offers(self.state, Picked(units, self.interrupting))
        return self._offers_cache[units]

    def check(self, action: Action) -> Verdict:
        """Whether an action is legal."""
        if action not in self._verdict_cache:
            self._verdict_cache[action] = self.rules.check(self.state, action)
        return self._verdict_cache[action]

    def actor(self, action: Action) -> str | None:
        """The seat whose action it is: the seat to act, or one that interrupts; None if the game is over."""
        return capability(self.rules, Interrupts).interrupter(self.state, action) or self.turn_prompt.to_act

    @property
    def composing(self) -> bool:
        """Whether units are picked to act together."""
        return self.prompt.mode == "compose"

    @property
    def duties(self) -> tuple[str, ...]:
        """Units that must act."""
        return tuple(unit for duty in self.prompt.duties for unit in duty.units)

    def main_reasons(self) -> tuple[Reason, ...]:
        """Why the main button may not be used now; empty if it may."""
        if self.prompt.main is None:
            return ()
        verdict = self.check(self.prompt.main)
        return verdict.reasons if isinstance(verdict, Illegal) else ()


def executes(offer: Offer) -> bool:
    """Whether an offer executes something, at once or after sharing out; else it only offers units to pick."""
    return bool(offer.actions) or offer.sharing is not None
