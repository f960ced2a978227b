"""Renaissance as a rule system: the implementation of the rules contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from game.board.plane import PlaneBoard
from game.core.action import Action, Faces
from game.core.batch import BatchActions
from game.core.capability import OwnFiles
from game.core.contract import BadPosition, Counter, Result, Traits
from game.core.decision import Decision, DecisionSystem, Done
from game.core.layer import Layer
from game.core.message import Message, Text, say
from game.core.objective import Objectives
from game.core.offer import Offer, Picked, TableOffer
from game.core.option import distinct, need_known, texts
from game.core.presenter import Matchups, MatchupTable, MovesAsOffers
from game.core.prompt import Prompt
from game.core.verdict import Reason
from game.rules.renaissance.ai.evaluate import RenaissanceEvaluator
from game.rules.renaissance.engine import (
    armies,
    bound,
    deployment,
    edges,
    fighting,
    opening,
    position,
    position_form,
    terrain,
)
from game.rules.renaissance.engine.actions import END, NOTATION, SetCamp, Swap
from game.rules.renaissance.engine.decisions import PHASES_BEFORE_BATTLE
from game.rules.renaissance.engine.ground import RenaissanceGround
from game.rules.renaissance.engine.scenario import army_of, load_all, quick_battle_at_camp_phase
from game.rules.renaissance.engine.scenario import options as scenario_options
from game.rules.renaissance.engine.state import BLUE, RED, SEATS, RenaissanceState, roster_of
from game.rules.renaissance.engine.tables import tables
from game.rules.renaissance.engine.words import Topography, refuse
from game.rules.renaissance.screen import deploying, layers, presentation, terrain_dragging, what_if

PHASES: Mapping[str, Decision[RenaissanceState]] = {one.name: one for one in (
    opening.AggressionRoll(), edges.EdgeNumbering(), deployment.Muster(), edges.SetUpCamp(),
    deployment.Deploy(), deployment.Swaps(), bound.PipRoll(),
    bound.TacticalMoves(), fighting.Shooting(), fighting.CloseCombat(), bound.RenaissanceOver())}
"""Phase -> its decision, except for the laying of terrain, which needs the ready-made tables."""
DRAG_OFFERS: Mapping[str, Callable[[RenaissanceState, Picked], Iterator[Offer]]] = {
    "moves": presentation.move_offers, "deployment": deploying.deployment_offers, "camp": deploying.camp_offers}
"""Phase in which bases are dragged -> its function for offers."""
CAMPS = tuple(edges.camp_name(seat) for seat in (RED, BLUE))
"""The ids of the camps."""


class ReadyTables(dict[str, PlaneBoard]):
    """The ready-made tables by name, each read when it is first looked up."""

    def __init__(self, boards: Callable[[str], PlaneBoard]) -> None:
        """:param boards: returns the board of a map ``renaissance/FILE``."""
        super().__init__()
        self._boards = boards

    def __missing__(self, name: str) -> PlaneBoard:
        self[name] = self._boards(f"renaissance/{name}.tmx")
        return self[name]


class Renaissance(BatchActions[RenaissanceState], MovesAsOffers[RenaissanceState],
                  MatchupTable[RenaissanceState], OwnFiles, DecisionSystem[RenaissanceState]):
    """The rules of Renaissance; stateless except for caches and the players' army lists."""

    name = "renaissance"
    traits = Traits("plane", enumerable=False, layers=True, records_first_position=True, turn_seconds=5)
    form = position_form.FORM
    theme = presentation.THEME
    seats = SEATS

    def __init__(self, boards: Callable[[str], PlaneBoard]) -> None:
        """:param boards: returns the board of a map ``renaissance/FILE``."""
        self._scenarios = load_all()
        self.scenarios = tuple(one.info for one in self._scenarios.values())
        self.reread()
        self._boards = boards
        self._tables = ReadyTables(boards)
        self._phases = {**PHASES, "terrain": opening.LayTerrain(self._tables)}
        self._grounds: dict[str, RenaissanceGround] = {}

    def file_faults(self, path: str) -> Sequence[Text]:
        try:
            armies.own_list(Path(path))
        except armies.ArmyError as error:
            return [error.message]
        return []

    def reread(self) -> None:
        self._own = armies.own_lists(armies.own_folder())
        """The army lists in the player's folder, as last read."""
        self.options = scenario_options(self._own)

    def initial(self, scenario: str, options: Sequence[str] = ()) -> RenaissanceState:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        need_known(options, self.options)
        first, start = self._first_state(scenario, options, None), self._scenarios[scenario].start
        if start is not None:
            return position.read(first, {"scenario": scenario, "options": list(options), **start})
        return self._quick_start(first) if self._scenarios[scenario].quick else first

    def _quick_start(self, state: RenaissanceState) -> RenaissanceState:
        """The state at the first PIP roll, with all decisions before it made as proposed."""
        state = quick_battle_at_camp_phase(state, self._tables)
        while state.phase != "pips":
            decision = self.decision(state)
            main = decision.main(state)
            action = main[0] if main is not None else next(one.action for one in decision.answers(state)
                                                           if one.is_default)
            state, _ = decision.apply(state, action)
        return state

    def _first_state(self, name: str, options: Sequence[str],
                     lists: tuple[armies.ArmyList, armies.ArmyList] | None) -> RenaissanceState:
        """The beginning of a scenario, before any decision.

        :param lists: the army lists; None for those that the scenario and the options name.
        """
        battle = self._scenarios[name]
        if lists is None:
            lists = (army_of(battle, RED, options, self.options, self._own.lists),
                     army_of(battle, BLUE, options, self.options, self._own.lists))
        map_ = battle.info.map
        if map_ not in self._grounds:
            self._grounds[map_] = RenaissanceGround(self._boards(map_))
        chosen_defender = deployment.given_defender(options)
        state = RenaissanceState(name, tuple(options), lists, (), self._grounds[map_], (), phase="muster",
                                 defender=battle.defender if chosen_defender is None else chosen_defender,
                                 terrain_pieces=() if battle.open else None)
        if battle.element_types is not None:
            return replace(state, roster=roster_of(battle.element_types), last_bound=battle.info.turns)
        return deployment.muster_armies(state)

    def board_faults(self, board: PlaneBoard) -> Sequence[Text]:
        """How a table breaks the rules of terrain. A ready-made table has the name of its topography, and must suit it;
        on any other table only the places of the pieces count."""
        is_ready_made = board.name in tables().topography
        state = self._first_state("open-battle", (), None)
        if is_ready_made:
            topography = cast(Topography, board.name)
            red, blue = (replace(army, topography=topography) for army in state.armies)
            state = replace(state, armies=(red, blue))
        state = replace(state, ground=RenaissanceGround(board))
        return list(terrain.table_faults(state, board.terrain, home=is_ready_made))

    def board(self, state: RenaissanceState) -> PlaneBoard:
        return state.ground.board

    def decision(self, state: RenaissanceState) -> Decision[RenaissanceState]:
        if state.stack:
            pending: Decision[RenaissanceState] = state.stack[-1]
            return pending
        return self._phases[state.phase]

    def turn(self, state: RenaissanceState) -> int:
        return state.bound

    def prompt(self, state: RenaissanceState) -> Prompt:
        prompt = super().prompt(state)
        return replace(prompt, phase=state.phase,
                       phasing_seat=prompt.phasing_seat if state.phase in PHASES_BEFORE_BATTLE else state.side)

    def unknown(self, state: RenaissanceState, action: Action) -> Reason | None:
        for name in action.units:
            if name in CAMPS and not isinstance(action, SetCamp):
                return refuse("14.1.1", say("{name} is a camp, not a base", name=name))
            if name not in state.slots and name not in CAMPS:
                return refuse("14.1.1", say("There is no base called {name}", name=name))
        if isinstance(action, Faces):
            roll = self.pending_roll(state)
            if roll is None or not roll.fits(action.faces):
                return refuse("14.4", say("No such roll is pending"))
        return None

    def canonical(self, state: RenaissanceState, action: Action) -> Action:
        if isinstance(action, Swap) and state.slots[action.unit] > state.slots[action.other]:
            return Swap(action.other, action.unit)
        return action

    def apply(self, state: RenaissanceState, action: Action) -> Done[RenaissanceState]:
        after, events = super().apply(state, action)
        return bound.advance_to_decision(after, events)

    def turn_ended_for(self, state: RenaissanceState, action: Action, after: RenaissanceState) -> str | None:
        is_next_bound = after.bound != state.bound and after.phase != "over"
        implicitly = state.phase not in PHASES_BEFORE_BATTLE and action != END
        return state.side if is_next_bound and implicitly else None

    def result(self, state: RenaissanceState) -> Result | None:
        return bound.battle_result(state) if state.phase == "over" else None

    def autoplay_step(self, state: RenaissanceState) -> tuple[Message, Action | None] | None:
        """All remaining rolls for the terrain, up to a change that must be chosen (3). No action begins them: each is
        pending already."""
        if isinstance(self.decision(state), opening.CentreRoll | opening.ShiftRoll):
            return say("Roll for all terrain"), None
        return None

    def position(self, state: RenaissanceState) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, position_: Mapping[str, Any]) -> RenaissanceState:
        name, options = position_.get("scenario"), position_.get("options", [])
        if not isinstance(name, str) or name not in self._scenarios:
            raise BadPosition(say("scenario: expected one of {names}", names=tuple(self._scenarios)))
        lists, option_texts = position_.get("armies"), texts(self.options)
        carried_options = [info.name for info in self.options if info.in_positions] if lists is not None else []
        if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
            raise BadPosition(say("options: expected a list of names, not {chosen!r}", chosen=options))
        for k, option in enumerate(options):
            is_known = option in option_texts or option.partition("=")[0] in carried_options
            if not distinct(options[:k + 1]) or not is_known:
                raise BadPosition(say("options: unknown or repeated option {name!r}", name=option))
        army_lists = None
        if lists is not None:
            if not isinstance(lists, list) or len(lists) != 2:
                raise BadPosition(say("armies: expected two army lists"))
            army_lists = (armies.read(lists[0], "armies/0"), armies.read(lists[1], "armies/1"))
        return position.read(self._first_state(name, options, army_lists), position_)

    def parse(self, text: str) -> Action:
        return NOTATION.parse(text)

    def evaluator(self) -> RenaissanceEvaluator:
        return RenaissanceEvaluator(self)

    def counters(self, state: RenaissanceState) -> tuple[Counter, ...]:
        return (*presentation.counters(state), *terrain_dragging.piece_counters(state, self.decision(state)))

    def offers(self, state: RenaissanceState, picked: Picked) -> Sequence[Offer]:
        decision = self.decision(state)
        if len(picked.units) == 2 and decision.name in ("shooting", "combat"):
            return list(what_if.offers_between(state, decision, *picked.units))
        drag_offers = DRAG_OFFERS.get(decision.name) if decision.mode in ("move", "place") else None
        if drag_offers is not None:
            return list(drag_offers(state, picked))
        if isinstance(decision, opening.TerrainDecision):
            return list(terrain_dragging.terrain_offers(state, picked, decision))
        if picked.units and picked.units[0] in CAMPS:
            return [deploying.camp_refusal(picked)]
        return super().offers(state, picked)

    def states_when_acting(self, state: RenaissanceState, unit: str) -> Sequence[RenaissanceState]:
        return what_if.states_when_acting(state, unit)

    def phases(self, state: RenaissanceState) -> Sequence[tuple[str, str]]:
        return presentation.phases(state)

    def offer_for(self, state: RenaissanceState, action: Action) -> TableOffer | None:
        return presentation.offer_for(state, action)

    def layers(self, state: RenaissanceState, unit: str | None = None) -> Sequence[Layer]:
        return tuple(layers.layers(state, unit))

    def matchups(self, state: RenaissanceState) -> Matchups:
        return presentation.matchups(state)

    def describe(self, state: RenaissanceState, action: Action) -> Text:
        return presentation.describe(state, action, self.decision(state))

    def objectives(self, state: RenaissanceState) -> Objectives:
        return presentation.objectives(state)
