"""Africa 1859-60 as a rule system: the implementation of the rules contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.board.areas import AreaBoard
from game.core.action import Action, Faces
from game.core.contract import Counter, OptionInfo, Result, Traits
from game.core.decision import DecisionSystem, apply_steps
from game.core.face import PlaceCard
from game.core.hazard import Hazard
from game.core.indices import other
from game.core.message import Text, say
from game.core.objective import Objectives
from game.core.offer import Offer, Picked
from game.core.option import need_known
from game.core.position_checks import need
from game.core.presenter import HeldPlaces, PlaceCards
from game.core.preview import Preview
from game.core.verdict import Reason
from game.rules.africa import (
    actions,
    activation,
    descriptions,
    faces,
    hazards,
    movement,
    offering,
    place_cards,
    position,
)
from game.rules.africa.actions import ALL_ACTIONS, AfricaAction, AfricaActivate, AfricaMove, Enter
from game.rules.africa.ai.evaluate import AfricaEvaluator
from game.rules.africa.ai.worth import Worth
from game.rules.africa.bulk import AfricaBatchActions
from game.rules.africa.moments import AfricaInterrupts
from game.rules.africa.opening import ABSENT_TRIBES_OPTION, TRIBES_RULE
from game.rules.africa.orders import all_activations, preview
from game.rules.africa.phases import decision, settle
from game.rules.africa.scenario import UNADJUSTED_OPTION, AfricaScenario, first_state, load_all, setting_of
from game.rules.africa.sequence import OVER
from game.rules.africa.setting import Setting
from game.rules.africa.stacking import AfricaStacks
from game.rules.africa.state import AfricaPending, AfricaState, StateAndEvents
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.theme import THEME
from game.rules.africa.units import SEATS, SYSTEM, name_of, rule, seat_of
from game.rules.africa.victory import holders, objectives, outcome


class Africa(AfricaInterrupts, AfricaBatchActions, AfricaStacks, HeldPlaces[AfricaState], PlaceCards[AfricaState],
             DecisionSystem[AfricaState]):
    """The three battles. Stateless except for caches of constants."""

    name = SYSTEM
    form = position.FORM
    theme = THEME
    seats = SEATS
    edition = 4
    traits = Traits(board="area", enumerable=True)
    options = (
        OptionInfo("marker-cup", say("Draw markers"), rule("6.1"),
                   say("Instead of flipping coins, draw markers from a cup; all go back before each draw")),
        OptionInfo(ABSENT_TRIBES_OPTION, say("Absent tribes"), TRIBES_RULE,
                   say("Roll a die for each tribal unit in the set-up; on a 1 it stays away")),
        OptionInfo(UNADJUSTED_OPTION, say("Unadjusted factors"), rule("2.1"),
                   say("Leaves out the changes for balance (better Spanish officers in every battle; at Wad-Ras "
                       "also better Spanish and weaker Moroccan troops). The Moroccans then win more often")),
    )

    def __init__(self, boards: Callable[[str], AreaBoard]) -> None:
        self._boards = boards
        self._battles: dict[str, AfricaScenario] = load_all()
        self.scenarios = tuple(battle.info for battle in self._battles.values())
        self._grounds: dict[tuple[str, bool], AreaTerrain] = {}
        self._worths: dict[Setting, Worth] = {}
        self._settings: dict[tuple[str, frozenset[str]], Setting] = {}

    def initial(self, scenario: str, options: Sequence[str] = ()) -> AfricaState:
        return settle(first_state(self._setting(scenario, options), self._battles[scenario].start))[0]

    def _setting(self, scenario: str, options: Sequence[str]) -> Setting:
        battle = self._battles[scenario]
        need_known(options, self.options)
        key = (scenario, frozenset(options))
        if key not in self._settings:
            ground_key = (battle.map, battle.rules.roads)
            if ground_key not in self._grounds:
                self._grounds[ground_key] = AreaTerrain(self._boards(battle.map), battle.rules.roads)
            self._settings[key] = setting_of(battle, self._grounds[ground_key], key[1])
        return self._settings[key]

    def board(self, state: AfricaState) -> AreaBoard:
        return state.setting.ground.board

    def decision(self, state: AfricaState) -> AfricaPending:
        return decision(state)

    def turn(self, state: AfricaState) -> int:
        return state.turn

    def may_interrupt(self, state: AfricaState) -> tuple[str, ...]:
        seat_to_act = self.to_act(state)
        if state.frame is not None or seat_to_act not in SEATS:
            return ()
        seat = other(seat_of(seat_to_act))
        return (SEATS[seat],) if activation.units_to_activate(state, seat) else ()

    def interrupter(self, state: AfricaState, action: Action) -> str | None:
        match action:
            case AfricaActivate(unit) | Enter(unit) if unit in state.setting.slot:
                return SEATS[state.setting.units[state.setting.slot[unit]].seat]
        return None

    def unknown(self, state: AfricaState, action: Action) -> Reason | None:
        """The refusal of a roll that is not pending, or of a unit that is not in this battle; None for anything else.

        :raises TypeError: if it is no action of Africa.
        """
        if not isinstance(action, ALL_ACTIONS):
            raise TypeError(f"{action!r} is no action of Africa")
        if decision(state).seat(state) not in SEATS:
            return None
        if isinstance(action, Faces):
            return Reason(rule("6"), say("There is nothing to roll now"))
        absent = next((unit for unit in action.units if unit not in state.setting.slot), None)
        if absent is None:
            return None
        return Reason(rule("11"), say("{unit} takes no part in this battle", unit=name_of(absent)))

    def interrupts(self, state: AfricaState, seat: str) -> Sequence[Action]:
        return all_activations(state, seat_of(seat)) if seat in self.may_interrupt(state) else []

    def describe(self, state: AfricaState, action: Action) -> Text:
        return descriptions.describe(state, action) if isinstance(action, ALL_ACTIONS) else action.notation

    def canonical(self, state: AfricaState, action: Action) -> Action:
        return movement.listed_move(state, action) if isinstance(action, AfricaMove) else action

    def offers(self, state: AfricaState, picked: Picked) -> Sequence[Offer]:
        return offering.offers(state, picked)

    def states_when_acting(self, state: AfricaState, unit: str) -> Sequence[AfricaState]:
        return offering.states_when_acting(state, state.setting.slot[unit])

    def apply(self, state: AfricaState, action: Action) -> StateAndEvents:
        return apply_steps(super().apply(state, action), settle)

    def preview(self, state: AfricaState, action: Action) -> Preview | None:
        return decision(state).preview(state, action) if isinstance(action, Faces) else preview(state, action)

    def hazards_on(self, state: AfricaState, units: Sequence[str], place: str) -> Sequence[Hazard]:
        index, slots = state.setting.ground.index, state.setting.slot
        return hazards.hazards_on(state, tuple(slots[unit] for unit in units), index[place]) if place in index else ()

    def evaluator(self) -> AfricaEvaluator:
        return AfricaEvaluator(self, self._worths)

    def result(self, state: AfricaState) -> Result | None:
        return outcome(state) if state.now.phase == OVER else None

    def counters(self, state: AfricaState) -> tuple[Counter, ...]:
        return faces.counters(state)

    def holders(self, state: AfricaState) -> Mapping[str, str]:
        return holders(state)

    def objectives(self, state: AfricaState) -> Objectives:
        return objectives(state)

    def place_card(self, state: AfricaState, place: str) -> PlaceCard | None:
        index = state.setting.ground.index
        return place_cards.place_card(state, index[place]) if place in index else None

    def position(self, state: AfricaState) -> dict[str, Any]:
        return position.to_position(state, self.to_act(state))

    def from_position(self, values: Mapping[str, Any]) -> AfricaState:
        state = position.from_position([info.name for info in self.scenarios], self.initial, values)
        to_act = self.to_act(state)
        need(values.get("to_act", to_act) == to_act, "position/to_act", say("{seat!r}", seat=to_act))
        return state

    def parse(self, text: str) -> AfricaAction:
        return actions.parse(text)
