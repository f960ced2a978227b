"""Africa 1859-60 as a rule system: the contract, answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from game.board.areas import AreaBoard
from game.core.action import Action, Faces
from game.core.chance import CHANCE, D6, Roll
from game.core.contract import Counter, OptionInfo, Preview, Prompt, Result, Rules, Traits
from game.core.event import Event
from game.core.verdict import Illegal, IllegalAction, Legal, Verdict
from game.rules.africa import (
    actions,
    activation,
    artillery,
    fire,
    forecast,
    listing,
    movement,
    play,
    position,
    prompts,
    rally,
)
from game.rules.africa import shock as melee
from game.rules.africa.actions import (
    CONCRETE,
    Activate,
    AfricaAction,
    Bombard,
    Enter,
    Fire,
    Lose,
    LoseSteps,
    Move,
    Retreat,
    Shock,
)
from game.rules.africa.ground import Ground
from game.rules.africa.scenario import Scenario, first_state, load_all, setting_of
from game.rules.africa.sequence import OVER
from game.rules.africa.state import (
    Activation,
    Barrage,
    Clash,
    Entry,
    Flight,
    Losses,
    Rally,
    Setting,
    Shot,
    State,
)
from game.rules.africa.theme import THEME
from game.rules.africa.throws import (
    RALLIED,
    barrage_chances,
    fire_chances,
    heads,
    thrown,
)
from game.rules.africa.units import NONE, SEATS, SYSTEM, rule
from game.rules.africa.victory import outcome


class Africa(Rules[State]):
    """The three battles. Stateless but for caches of constants."""

    name = SYSTEM
    theme = THEME
    seats = SEATS
    traits = Traits(board="area", enumerable=True, hidden=False)
    options = (
        OptionInfo("marker-cup", "Markers from a cup", rule("6.1"), "Heads and crosses are drawn without replacement"),
    )

    def __init__(self, boards: Callable[[str], AreaBoard]) -> None:
        self._boards = boards
        self._battles: dict[str, Scenario] = load_all()
        self.scenarios = tuple(battle.info for battle in self._battles.values())
        self._grounds: dict[str, Ground] = {}
        self._settings: dict[tuple[str, frozenset[str]], Setting] = {}

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        return play.settle(first_state(self._setting(scenario, options)))[0]

    def _setting(self, scenario: str, options: Sequence[str]) -> Setting:
        battle = self._battles[scenario]
        known = {option.name for option in self.options}
        for option in options:
            if option not in known:
                raise KeyError(f"Africa has no option {option!r}; it has {', '.join(sorted(known))}")
        key = (scenario, frozenset(options))
        if key not in self._settings:
            if battle.info.map not in self._grounds:
                self._grounds[battle.info.map] = Ground(self._boards(battle.info.map), battle.roads)
            self._settings[key] = setting_of(battle, self._grounds[battle.info.map], key[1])
        return self._settings[key]

    def board(self, state: State) -> AreaBoard:
        return state.setting.ground.board

    def to_act(self, state: State) -> str | None:
        frame = state.frame
        if frame is None:
            return None if state.now.phase == OVER else SEATS[state.now.seat]
        if isinstance(frame, Activation):
            return SEATS[1 - frame.seat if frame.stage == 1 else frame.seat]
        if isinstance(frame, Losses):
            return SEATS[frame.seat]
        if isinstance(frame, (Flight, Entry)):
            return SEATS[state.setting.units[frame.queue[0]].seat]
        return CHANCE

    def may_interject(self, state: State) -> tuple[str, ...]:
        acting = self.to_act(state)
        if state.frame is not None or acting not in SEATS:
            return ()
        other = 1 - SEATS.index(acting)
        return (SEATS[other],) if activation.ready(state, other) else ()

    def actor(self, state: State, action: Action) -> str | None:
        if isinstance(action, Activate) and action.unit in state.setting.slot:
            return SEATS[state.setting.units[state.setting.slot[action.unit]].seat]
        return self.to_act(state)

    def prompt(self, state: State) -> Prompt:
        return prompts.prompt(state, self.to_act(state))

    def check(self, state: State, action: Action) -> Verdict:
        if not isinstance(action, CONCRETE):
            raise TypeError(f"{action!r} is no action of Africa")
        if state.now.phase == OVER:
            return listing.refused("11", "The battle is over")
        if isinstance(action, Faces):
            return self._check_faces(state, action)
        if self.to_act(state) == CHANCE:
            return listing.refused("6", f"First the coins fall: {prompts.roll_title(state)}")
        foreign = listing.unknown(state, action)
        if foreign is not None:
            return foreign
        match action:
            case Move():
                return movement.check_move(state, action)
            case Fire():
                return fire.check_fire(state, action)
            case Bombard():
                return artillery.check_bombard(state, action)
            case Activate(unit):
                why = activation.why_not(state, state.setting.slot[unit])
                return Illegal((why,)) if why is not None else Legal(None, action)
            case _:
                return listing.listed(state, action)

    def _check_faces(self, state: State, action: Faces) -> Verdict:
        roll = self.pending_roll(state)
        if roll is None:
            return listing.refused("6", "Nothing is thrown now")
        if not roll.fits(action.faces):
            due = " and ".join(die.name for die in roll.dice)
            return listing.refused("6", f"{due} cannot show {', '.join(map(str, action.faces))}")
        return Legal(None, action)

    def candidates(self, state: State) -> Sequence[Action]:
        frame = state.frame
        if frame is None:
            return listing.phase_actions(state) if state.now.phase != OVER else []
        if isinstance(frame, Activation):
            return listing.activation_actions(state, frame)
        if isinstance(frame, (Losses, Flight, Entry)):
            return listing.choices(state)
        roll = self.pending_roll(state)
        assert roll is not None
        return [Faces(faces) for faces in roll.all_faces()]

    def interjections(self, state: State, seat: str) -> Sequence[Action]:
        if seat not in self.may_interject(state):
            return []
        return [Activate(state.setting.units[slot].id) for slot in activation.ready(state, SEATS.index(seat))]

    def commands(self, state: State, unit: str) -> Sequence[Action]:
        if unit not in state.setting.slot or self.to_act(state) in (CHANCE, None):
            return []
        return prompts.commands(state, state.setting.slot[unit])

    def describe(self, state: State, action: Action) -> str:
        return prompts.describe(state, action) if isinstance(action, CONCRETE) else action.notation

    def canonical(self, state: State, action: Action) -> Action:
        if isinstance(action, Move):
            way = movement.find_way(state, action)
            if not isinstance(way, Illegal):
                ids = state.setting.ground.ids
                return Move(action.unit, tuple(ids[i] for i in way.path))
        return action

    def survey(self, state: State, unit: str) -> Mapping[str, Verdict]:
        setting = state.setting
        slot, ids = setting.slot[unit], setting.ground.ids
        frame = state.frame
        if isinstance(frame, Flight):
            return {name: self._listed_or_not(state, Retreat(unit, name)) for name in ids}
        if isinstance(frame, Entry):
            return {name: self._listed_or_not(state, Enter(unit, name)) for name in ids}
        if fire.firing_seat(state) is not None and not isinstance(frame, Activation):
            return {name: self.check(state, Fire(unit, name)) for name in ids}
        if isinstance(frame, Activation) and frame.stage == 1:
            return {name: self.check(state, Fire(unit, name)) for name in ids}
        return movement.survey_moves(state, slot)

    def _listed_or_not(self, state: State, action: AfricaAction) -> Verdict:
        return self.check(state, action)

    def compose(self, state: State, picked: Sequence[str]) -> tuple[Action, ...]:
        if not isinstance(state.frame, Losses):
            return ()
        steps = (LoseSteps(),) if listing.can_lose_steps(state, state.frame) else ()
        return (*(Lose(unit) for unit in picked[-1:]), *steps)

    def pickable(self, state: State) -> Mapping[str, tuple[str, ...]]:
        return prompts.pickable(state, self.to_act(state))

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        assert isinstance(action, CONCRETE)
        return play.apply(state, action)

    def pending_roll(self, state: State) -> Roll | None:
        frame = state.frame
        cup = state.setting.cup
        title = prompts.roll_title(state) if isinstance(frame, (Shot, Barrage, Clash, Rally)) else ""
        if isinstance(frame, Shot):
            if fire.fire_factor(state, frame.unit) < NONE and not frame.factor:
                return Roll((D6,), title, rule("11.W.3"), forecast.evenly())
            if frame.hit:
                three = {f"{face} heads": chance for face, chance in heads(3, cup).items()}
                return Roll((thrown(3, cup),), title, rule("6.1"), three)
            count = fire.throw_count(state, frame.unit, frame.area, frame.leader, frame.defensive, frame.factor)
            return Roll((thrown(count, cup),), title, rule("6.1"), fire_chances(count, cup))
        if isinstance(frame, Barrage):
            count = artillery.throw_count(state, frame.unit, frame.area, frame.leader)
            distance = state.setting.ground.ranges(state.at[frame.unit])[frame.area]
            return Roll((thrown(count, cup), D6), title, rule("9"), barrage_chances(count, distance, cup))
        if isinstance(frame, Clash):
            return Roll(melee.dice(state, frame), title, rule("6.2"), forecast.named(state, frame))
        if isinstance(frame, Rally):
            count = rally.coins(state, frame.queue[0])
            good = sum((c for face, c in heads(count, cup).items() if face >= RALLIED), Fraction(0))
            return Roll((thrown(count, cup),), title, rule("7"), {"rallied": good, "-": 1 - good})
        return None

    def preview(self, state: State, action: Action) -> Preview | None:
        if isinstance(action, Faces) and isinstance(state.frame, Clash):
            return melee.preview(state, state.frame)
        if isinstance(action, Faces) and isinstance(state.frame, Shot):
            frame = state.frame
            return forecast.fire_preview(state, frame.unit, frame.area, frame.leader, frame.defensive, frame.factor)
        if not isinstance(action, (Fire, Bombard, Shock)):
            return None
        area = state.setting.ground.index.get(action.place, -1)
        if area < 0:
            return None
        if isinstance(action, Shock):
            attacker = melee.attacking_seat(state)
            both = all(state.own(area, seat) for seat in (0, 1))
            return melee.preview(state, Clash(area, attacker)) if both else None
        slot = state.setting.slot.get(action.unit, -1)
        leader = state.setting.slot.get(action.leader, -1) if action.leader else -1
        if slot < 0 or state.at[slot] < 0 or state.target(area, 1 - state.setting.units[slot].seat) < 0:
            return None
        if isinstance(action, Fire):
            return forecast.fire_preview(state, slot, area, leader, fire.is_defensive(state), 0)
        return forecast.barrage_preview(state, slot, area, leader) if state.setting.guns >> slot & 1 else None

    def result(self, state: State) -> Result | None:
        return outcome(state) if state.now.phase == OVER else None

    def counters(self, state: State) -> tuple[Counter, ...]:
        return prompts.counters(state)

    def position(self, state: State) -> dict[str, Any]:
        return position.to_position(state, self.to_act(state))

    def from_position(self, values: Mapping[str, Any]) -> State:
        return position.from_position(self, values)

    def parse(self, text: str) -> AfricaAction:
        return actions.parse(text)
