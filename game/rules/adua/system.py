"""The rules of Adua as the contract asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.awaited import Awaited
from game.core.branches import Branch, representatives
from game.core.bulk import Undone
from game.core.chance import CHANCE, Roll
from game.core.contract import BadPosition, Counter, Result, System, Traits
from game.core.event import Event
from game.core.layer import Layer
from game.core.message import Brief, Message, Text, say
from game.core.objective import NONE, Objectives
from game.core.offer import Offer, Picked
from game.core.option import distinct, texts
from game.core.overview import Overview
from game.core.presenter import Box
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import Illegal, IllegalAction, Verdict
from game.rules.adua import (
    actions,
    deployment,
    forces,
    hazards,
    legality,
    listing,
    offering,
    overview,
    position,
    position_form,
    previews,
    progress,
    prompts,
    remaining,
    report,
    rolling,
    scenario,
    showing,
    smallarms,
    theme,
    victory,
)
from game.rules.adua.actions import Against, Attack, Clash, Single
from game.rules.adua.ai.evaluate import Judgement
from game.rules.adua.ground import Ground
from game.rules.adua.scenario import OPTIONS
from game.rules.adua.state import CLEAN_UP, GUNS, MOVE, OVER, SETUP, State, Trying
from game.rules.adua.summary import summary
from game.rules.adua.units import SEATS, SLOT, SYSTEM


class Adua(System[State]):
    """Adua 1896; stateless."""

    name = SYSTEM
    edition = 3
    form = position_form.FORM
    traits = Traits("hex", enumerable=False, hidden=False, layers=True, overview=True, turn_seconds=8)
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
        if strange := set(options) - set(texts(self.options)):
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
        return prompts.prompt(self.ground, state, self.to_act(state))

    def check(self, state: State, action: Action) -> Verdict:
        return hazards.warned(self.ground, state, action, legality.check(self.ground, state, action))

    def lists_all(self, state: State) -> bool:
        return listing.lists_all(state)

    def candidates(self, state: State) -> Sequence[Action]:
        roll = rolling.pending(self.ground, state)
        if roll is not None:
            return representatives(roll, lambda: self.branches(state))
        return () if state.phase == OVER else tuple(listing.candidates(self.ground, state))

    def actions_of(self, state: State, unit: str) -> Sequence[Action] | None:
        sampled = state.phase in (SETUP, MOVE) and state.top is None and not rolling.due(state)
        return listing.actions_of(self.ground, state, SLOT[unit]) if sampled else None

    def canonical(self, state: State, action: Action) -> Action:
        return legality.canonical(self.ground, state, action)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = legality.check(self.ground, state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        return progress.apply(self.ground, state, action)

    def pending_roll(self, state: State) -> Roll | None:
        return rolling.pending(self.ground, state)

    def branches(self, state: State) -> Sequence[Branch]:
        return rolling.branches(self.ground, state)

    def preview(self, state: State, action: Action) -> Preview | None:
        ground = self.ground
        if isinstance(action, Faces):
            return previews.of_due(ground, state)
        if not legality.check(ground, state, action):
            return None
        match action:
            case Attack():
                after = smallarms.announced(state, action)
                return previews.of_combat(ground, after, SLOT[action.shares[0][0]])
            case Single("resolve", unit):
                return previews.of_combat(ground, state, SLOT[unit])
            case Clash(place):
                return previews.of_melee(state, ground.index[place])
            case Against("charge", _, _):
                note = hazards.note_on(ground, state, action)
                return replace(previews.of_charge(ground, state, action), risk=note.told if note is not None else "")
            case Single("initiative", unit):
                return previews.of_due(ground, state.pushed(Trying(SLOT[unit])))
        return None

    def evaluator(self) -> Judgement:
        return Judgement(self, self.ground)

    def result(self, state: State) -> Result | None:
        return victory.result(state)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(self.ground, state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> State:
        name, options = found.get("scenario", self.scenarios[0].name), found.get("options", [])
        known = [info.name for info in self.scenarios]
        if not isinstance(name, str) or name not in known:
            raise BadPosition(say("scenario: expected one of {names}", names=tuple(known)))
        names = texts(self.options)
        if not isinstance(options, list) or any(one not in names for one in options) or not distinct(options):
            raise BadPosition(say("options: expected a list of {names}", names=names))
        return position.read(self.ground, self.initial(name, options), found)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def ran_out(self, state: State, action: Action, after: State) -> str | None:
        begun = state.phase not in (SETUP, GUNS, OVER) and action != actions.END
        over = (after.turn, after.seat) != (state.turn, state.seat)
        return SEATS[state.seat] if begun and over and after.phase != OVER else None

    def counters(self, state: State) -> tuple[Counter, ...]:
        return showing.counters(self.ground, state)

    def boxes(self, state: State) -> Sequence[Box]:
        return showing.boxes(state)

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return offering.offers(self.ground, state, picked)

    def as_if(self, state: State, unit: str) -> Sequence[State]:
        return offering.as_if(state, SLOT[unit])

    def phases(self, state: State) -> Sequence[tuple[str, str]]:
        return theme.TURN_WITH_CLEAN_UP if state.phase == CLEAN_UP else theme.THEME.phases

    def describe(self, state: State, action: Action) -> Text:
        return showing.describe(self.ground, state, action)

    def awaits(self, state: State, units: Sequence[str], place: str) -> Sequence[Awaited]:
        return hazards.awaits(self.ground, state, units, place) if place in self.ground.index else ()

    def layers(self, state: State, unit: str | None = None) -> Sequence[Layer]:
        return tuple(showing.layers(self.ground, state, unit))

    def overview(self, state: State) -> Overview:
        return overview.overview(self.ground, state)

    def objectives(self, state: State) -> Objectives:
        return NONE if state.scenario != victory.BATTLE else victory.objectives(self.ground, state)

    def remaining(self, state: State) -> tuple[Message, Action | None] | None:
        return remaining.remaining(self.ground, state)

    def decides(self, state: State) -> bool:
        return remaining.decides(state)

    def fought_by(self, state: State) -> str | None:
        return remaining.fought_by(state)

    def summary(self, events: Sequence[Event]) -> Brief:
        return summary(events)

    def remaining_words(self, state: State) -> Text:
        return remaining.words(self.ground, state)

    def march(self, state: State, units: Sequence[str], place: str) -> tuple[Action, ...]:
        return forces.march(self.ground, state, units, place) if state.phase == MOVE and state.top is None else ()

    def report(self, before: State, after: State) -> tuple[tuple[Text, Text], ...]:
        return tuple(report.report(self.ground, before, after)) if before.scenario == victory.BATTLE else ()

    def undone(self, state: State) -> tuple[Undone, ...]:
        return prompts.undone(self.ground, state)
