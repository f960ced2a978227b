"""The rules of Tours as the contract asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.awaited import Awaited
from game.core.branches import representatives
from game.core.bulk import Undone
from game.core.chance import CHANCE, Roll
from game.core.contract import BadPosition, Counter, Result, System, Traits
from game.core.event import Event
from game.core.interrupts import ReactionInfo
from game.core.layer import Layer
from game.core.message import Message, Text, say
from game.core.objective import NONE, Objectives
from game.core.offer import Offer, Picked
from game.core.overview import Overview
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import Illegal, IllegalAction, Verdict
from game.rules.tours import (
    actions,
    awaiting,
    deployment,
    fire,
    legality,
    listing,
    offering,
    orders,
    overview,
    position,
    progress,
    prompts,
    reform,
    remaining,
    rolling,
    scenario,
    sequence,
    shock,
    shock_odds,
    showing,
    theme,
    victory,
)
from game.rules.tours.actions import END, Activate, Again, Attack, Fire, Single
from game.rules.tours.ai.evaluate import Judgement
from game.rules.tours.ground import Ground
from game.rules.tours.position_form import FORM
from game.rules.tours.scenario import OPTIONS
from game.rules.tours.state import INITIATIVE, OVER, SETUP, WHO_FIRST, Fight, Reaction, Shot, State
from game.rules.tours.units import ARCHER, CONTINGENTS, MUSLIMS, SEATS, SLOT, SYSTEM, UNITS


class Tours(System[State]):
    """The Battle of Tours; stateless."""

    name = SYSTEM
    edition = 4
    form = FORM
    traits = Traits("hex", enumerable=True, hidden=False, layers=True, overview=True, reactions=True, facings=True,
                    turn_seconds=5)
    theme = theme.THEME
    seats = SEATS
    options = OPTIONS

    def __init__(self, boards: Callable[[str], HexBoard]) -> None:
        self._scenarios = scenario.load_all()
        self.scenarios = tuple(one.info for one in self._scenarios.values())
        self.ground = Ground(boards(scenario.MAP))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        if strange := set(options) - {info.name for info in self.options}:
            raise KeyError(f"no option {min(strange)!r}")
        first = deployment.first(self.ground, scenario, tuple(options))
        start = self._scenarios[scenario].start
        return position.read(self.ground, first, start) if start else first

    def board(self, state: State) -> HexBoard:
        return self.ground.board

    def to_act(self, state: State) -> str | None:
        if state.phase == OVER:
            return None
        return CHANCE if rolling.due(state) else SEATS[legality.actor(state)]

    def prompt(self, state: State) -> Prompt:
        return prompts.prompt(state, self.to_act(state))

    def check(self, state: State, action: Action) -> Verdict:
        return legality.check(state, action)

    def lists_all(self, state: State) -> bool:
        return state.phase != SETUP

    def candidates(self, state: State) -> Sequence[Action]:
        """Every legal action; of changes to the set-up a sample."""
        roll = rolling.pending(state)
        if roll is not None:
            return representatives(roll, lambda: self.branches(state))
        return () if state.phase == OVER else tuple(listing.candidates(state))

    def actions_of(self, state: State, unit: str) -> Sequence[Action] | None:
        return tuple(deployment.choices(state, SLOT[unit])) if state.phase == SETUP else None

    def canonical(self, state: State, action: Action) -> Action:
        return legality.canonical(state, action)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        return progress.apply(state, action)

    def as_if(self, state: State, unit: str) -> Sequence[State]:
        return offering.as_if(state, SLOT[unit])

    def pending_roll(self, state: State) -> Roll | None:
        return rolling.pending(state)

    def preview(self, state: State, action: Action) -> Preview | None:
        if isinstance(action, Faces):
            return rolling.preview(state)
        if not self.check(state, action):
            return None
        match action:
            case Activate(contingent) if state.orders[CONTINGENTS.index(contingent)] == actions.MOVE:
                return orders.preview(state, CONTINGENTS.index(contingent))
            case Fire(unit, target):
                return fire.preview(state, Shot(SLOT[unit], SLOT[target], False))
            case Attack():
                known = shock.combat_of(shock.announce(state, action)[0], SLOT[action.unit])
                assert known is not None
                return overview.with_variants(state, *known)
            case Again(units, targets):
                top = state.top
                previous = top.previous + 1 if isinstance(top, Fight) else 0
                return shock_odds.preview(state, tuple(SLOT[u] for u in units), tuple(SLOT[t] for t in targets),
                                     previous)
            case Single("resolve", unit):
                one = shock.combat_of(state, SLOT[unit])
                assert one is not None
                return shock_odds.preview(state, *one)
            case Single("reform", unit):
                return reform.preview(state, SLOT[unit])
            case Single("react", unit):
                assert isinstance(state.top, Reaction)
                return fire.preview(state, Shot(SLOT[unit], state.top.target, True))
        return None

    def evaluator(self) -> Judgement:
        return Judgement(self, self.ground)

    def result(self, state: State) -> Result | None:
        return victory.result(state)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> State:
        name, options = found.get("scenario", self.scenarios[0].name), found.get("options", [])
        known = [info.name for info in self.scenarios]
        if not isinstance(name, str) or name not in known:
            raise BadPosition(say("scenario: expected one of {names}", names=tuple(known)))
        names = [option.name for option in self.options]
        if not isinstance(options, list) or any(one not in names or options.count(one) > 1 for one in options):
            raise BadPosition(say("options: expected a list of {names}", names=tuple(names)))
        return position.read(self.ground, self.initial(name, options), found)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def ran_out(self, state: State, action: Action, after: State) -> str | None:
        begun = state.phase not in (SETUP, INITIATIVE, WHO_FIRST, OVER) and action != END
        over = (after.turn, after.second) != (state.turn, state.second)
        return SEATS[state.seat] if begun and over and after.phase != OVER else None

    def counters(self, state: State) -> tuple[Counter, ...]:
        return showing.counters(state)

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return offering.offers(state, picked)

    def phases(self, state: State) -> Sequence[tuple[str, str]]:
        if state.phase == INITIATIVE:
            return theme.phases_of(state.first)
        if state.phase == WHO_FIRST:
            return theme.phases_of(state.first, chosen=False)
        return theme.phases_of(MUSLIMS if state.phase == SETUP else state.first, state.turn)

    def describe(self, state: State, action: Action) -> Text:
        return showing.describe(state, action)

    def layers(self, state: State, unit: str | None = None) -> Sequence[Layer]:
        return tuple(showing.layers(state, unit))

    def overview(self, state: State) -> Overview:
        return overview.overview(state)

    def objectives(self, state: State) -> Objectives:
        return NONE if state.scenario != sequence.BATTLE else victory.objectives(state)

    def awaits(self, state: State, units: Sequence[str], place: str) -> Sequence[Awaited]:
        if len(units) != 1 or place not in self.ground.index:
            return ()
        return tuple(awaiting.awaits(state, SLOT[units[0]], self.ground.index[place]))

    def reactions(self, state: State) -> Sequence[ReactionInfo]:
        archers = tuple(unit.id for slot, unit in enumerate(UNITS) if unit.kind == ARCHER and state.at[slot] >= 0)
        return (ReactionInfo(SEATS[MUSLIMS], prompts.REACTION, archers),)

    def reacts(self, state: State, unit: str) -> Action | None:
        top = state.top
        return Single("react", unit) if isinstance(top, Reaction) and SLOT[unit] in top.asked else None

    def remaining(self, state: State) -> tuple[Message, Action | None] | None:
        return remaining.remaining(state)

    def undone(self, state: State) -> tuple[Undone, ...]:
        return prompts.undone(state)
