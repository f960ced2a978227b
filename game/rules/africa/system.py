"""Africa 1859-60 as a rule system: the contract, answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.board.areas import AreaBoard
from game.core.action import Action, Faces
from game.core.awaited import Awaited
from game.core.branches import Branch, representatives
from game.core.chance import CHANCE, Roll
from game.core.contract import BadPosition, Counter, OptionInfo, Result, System, Traits
from game.core.event import Event
from game.core.face import PlaceCard
from game.core.message import Text, named, say
from game.core.objective import Objectives
from game.core.offer import Offer, Picked
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import LEGAL, Illegal, IllegalAction, Verdict
from game.rules.africa import (
    actions,
    activation,
    artillery,
    awaiting,
    branching,
    faces,
    fire,
    forecast,
    listing,
    move_refusals,
    movement,
    muster,
    offering,
    place_cards,
    play,
    position,
    position_form,
    prompts,
)
from game.rules.africa.actions import (
    CONCRETE,
    Activate,
    AfricaAction,
    Bombard,
    Enter,
    Fire,
    Move,
)
from game.rules.africa.ai.evaluate import Judgement
from game.rules.africa.bulk import InOneGo
from game.rules.africa.moments import AfricaInterrupts
from game.rules.africa.progress import settle
from game.rules.africa.scenario import FACTS, Scenario, first_state, load_all, setting_of
from game.rules.africa.sequence import OVER
from game.rules.africa.setting import Setting
from game.rules.africa.state import (
    Activation,
    Entry,
    Flight,
    Losses,
    Sharing,
    State,
)
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.theme import THEME
from game.rules.africa.units import SEATS, SYSTEM, rule
from game.rules.africa.victory import holders, objectives, outcome


class Africa(AfricaInterrupts, InOneGo, System[State]):
    """The three battles. Stateless but for caches of constants."""

    name = SYSTEM
    form = position_form.FORM
    theme = THEME
    seats = SEATS
    edition = 3
    traits = Traits(board="area", enumerable=True, hidden=False)
    options = (
        OptionInfo("marker-cup", say("Markers from a cup"), rule("6.1"),
                   say("Heads and crosses are drawn without replacement")),
        OptionInfo(muster.OPTION, say("Tribes that stay away"), muster.CITED,
                   say("Each gaix kabila of the set-up rolls a die; on a 1 it is absent (reconstructed)")),
        OptionInfo(FACTS, say("Untuned factors"), rule("2.1"),
                   say("Factors as first reconstructed, the same in every battle")),
    )

    def __init__(self, boards: Callable[[str], AreaBoard]) -> None:
        self._boards = boards
        self._battles: dict[str, Scenario] = load_all()
        self.scenarios = tuple(battle.info for battle in self._battles.values())
        self._grounds: dict[tuple[str, bool], AreaTerrain] = {}
        self._judgement = Judgement(self)
        self._settings: dict[tuple[str, frozenset[str]], Setting] = {}

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        return settle(first_state(self._setting(scenario, options), self._battles[scenario].start))[0]

    def _setting(self, scenario: str, options: Sequence[str]) -> Setting:
        battle = self._battles[scenario]
        known = {option.name for option in self.options}
        for option in options:
            if option not in known:
                raise KeyError(f"Africa has no option {option!r}; it has {', '.join(sorted(known))}")
        key = (scenario, frozenset(options))
        if key not in self._settings:
            land = (battle.info.map, battle.roads)
            if land not in self._grounds:
                self._grounds[land] = AreaTerrain(self._boards(battle.info.map), battle.roads)
            self._settings[key] = setting_of(battle, self._grounds[land], key[1])
        return self._settings[key]

    def board(self, state: State) -> AreaBoard:
        return state.setting.ground.board

    def to_act(self, state: State) -> str | None:
        frame = state.frame
        if frame is None:
            return None if state.now.phase == OVER else SEATS[state.now.seat]
        if isinstance(frame, Activation):
            return SEATS[1 - frame.seat if frame.stage == 1 else frame.seat]
        if isinstance(frame, (Losses, Sharing)):
            return SEATS[frame.seat]
        if isinstance(frame, (Flight, Entry)):
            return SEATS[state.setting.units[frame.queue[0]].seat]
        return CHANCE

    def may_interrupt(self, state: State) -> tuple[str, ...]:
        acting = self.to_act(state)
        if state.frame is not None or acting not in SEATS:
            return ()
        other = 1 - SEATS.index(acting)
        return (SEATS[other],) if activation.ready(state, other) else ()

    def actor(self, state: State, action: Action) -> str | None:
        match action:
            case Activate(unit) | Enter(unit) if unit in state.setting.slot:
                return SEATS[state.setting.units[state.setting.slot[unit]].seat]
        return self.to_act(state)

    def prompt(self, state: State) -> Prompt:
        return prompts.prompt(state, self.to_act(state))

    def _before(self, state: State, action: AfricaAction) -> Verdict | None:
        """The verdict on an action that does not depend on what it is; None where that decides."""
        if state.now.phase == OVER:
            return listing.refused("11", say("The battle is over"))
        if isinstance(action, Faces):
            return self._check_faces(state, action)
        if self.to_act(state) == CHANCE:
            due = say("The coins must be flipped first: {roll_title}", roll_title=prompts.roll_title(state))
            return listing.refused("6", due)
        foreign = listing.unknown(state, action)
        if foreign is not None:
            return foreign
        if state.frame is not None and not isinstance(state.frame, Activation):
            return listing.check_plain(state, action)
        return None

    def check(self, state: State, action: Action) -> Verdict:
        if not isinstance(action, CONCRETE):
            raise TypeError(f"{action!r} is no action of Africa")
        before = self._before(state, action)
        if before is not None:
            return before
        match action:
            case Move():
                return move_refusals.check_move(state, action)
            case Fire():
                return fire.check_fire(state, action)
            case Bombard():
                return artillery.check_bombard(state, action)
            case Activate(unit):
                why = activation.why_not(state, state.setting.slot[unit])
                return Illegal((why,)) if why is not None else LEGAL
            case _:
                return listing.check_plain(state, action)

    def _check_faces(self, state: State, action: Faces) -> Verdict:
        roll = self.pending_roll(state)
        if roll is None:
            return listing.refused("6", say("Nothing is rolled now"))
        if not roll.fits(action.faces):
            due = named(die.title for die in roll.dice)
            return listing.refused("6", say("{dice} cannot show {faces}", dice=due, faces=action.faces))
        return LEGAL

    def candidates(self, state: State) -> Sequence[Action]:
        frame = state.frame
        if frame is None:
            return listing.phase_actions(state) if state.now.phase != OVER else []
        if isinstance(frame, Activation):
            return listing.activation_actions(state, frame)
        if isinstance(frame, (Losses, Flight, Entry, Sharing)):
            return listing.choices(state)
        roll = self.pending_roll(state)
        assert roll is not None
        return representatives(roll, lambda: self.branches(state))

    def interrupts(self, state: State, seat: str) -> Sequence[Action]:
        if seat not in self.may_interrupt(state):
            return []
        own = SEATS.index(seat)
        return [Activate(state.setting.units[slot].id) for slot in activation.ready(state, own)]

    def describe(self, state: State, action: Action) -> Text:
        return prompts.describe(state, action) if isinstance(action, CONCRETE) else action.notation

    def canonical(self, state: State, action: Action) -> Action:
        if isinstance(action, Move):
            return movement.complete(state, action) or action
        return action

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return offering.offers(state, picked, self.to_act(state))

    def as_if(self, state: State, unit: str) -> Sequence[State]:
        return offering.as_if(state, state.setting.slot[unit])

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        moves = isinstance(action, Move) and self._before(state, action) is None
        move = movement.complete(state, action) if moves and isinstance(action, Move) else None
        verdict = self.check(state, action) if move is None else LEGAL
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        done = move or action
        assert isinstance(done, CONCRETE)
        return play.apply(state, done)

    def pending_roll(self, state: State) -> Roll | None:
        return forecast.due(state)

    def branches(self, state: State) -> Sequence[Branch]:
        return branching.branches(state)

    def preview(self, state: State, action: Action) -> Preview | None:
        return forecast.preview(state, action)

    def awaits(self, state: State, units: Sequence[str], place: str) -> Sequence[Awaited]:
        index, slots = state.setting.ground.index, state.setting.slot
        return awaiting.awaits(state, tuple(slots[unit] for unit in units), index[place]) if place in index else ()

    def evaluator(self) -> Judgement:
        return self._judgement

    def result(self, state: State) -> Result | None:
        return outcome(state) if state.now.phase == OVER else None

    def counters(self, state: State) -> tuple[Counter, ...]:
        return faces.counters(state)

    def holders(self, state: State) -> Mapping[str, str]:
        return holders(state)

    def objectives(self, state: State) -> Objectives:
        return objectives(state)

    def place_card(self, state: State, place: str) -> PlaceCard | None:
        index = state.setting.ground.index
        return place_cards.place_card(state, index[place]) if place in index else None

    def position(self, state: State) -> dict[str, Any]:
        return position.to_position(state, self.to_act(state))

    def from_position(self, values: Mapping[str, Any]) -> State:
        state = position.from_position([info.name for info in self.scenarios], self.initial, values)
        acts = self.to_act(state)
        if values.get("to_act", acts) != acts:
            raise BadPosition(say("'to_act' is {given!r}, expected {acts!r}", given=values["to_act"], acts=acts))
        return state

    def parse(self, text: str) -> AfricaAction:
        return actions.parse(text)
