"""What a veteran does at each decision outside the planned movement, weighed by its exact chances; then what else the
same unit might do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.board.areas import Area
from game.core.action import Action
from game.core.indices import Seat, Slot, other, slots_in
from game.rules.africa import shock as melee
from game.rules.africa.actions import AfricaActivate, AfricaLose, AfricaRetreat, Done, Enter, Land, LoseSteps, Shock
from game.rules.africa.activation import ready
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.gunnery import best_bombard, bombards, fires
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.interrupting import SUDDEN, interrupt
from game.rules.africa.ai.riding import best_ride, best_shift, joint_charge, next_step
from game.rules.africa.closing import ReinforcementEntry
from game.rules.africa.landing import landings
from game.rules.africa.losses import LossChoice
from game.rules.africa.opening import CampSetUp
from game.rules.africa.orders import Activation, begun
from game.rules.africa.phases import decision
from game.rules.africa.retreats import RetreatChoice
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, SHOCK
from game.rules.africa.state import LIMIT, AfricaPending, AfricaState
from game.rules.africa.units import SEATS, Kind, seat_of

PATIENCE = {FIRE: 0.006, MOVEMENT: 0.003}
"""Below this a gun's shot waits for something better, by phase."""
LANDING = 0.01
"""What a landing must be worth."""


def actor(state: AfricaState) -> Seat:
    """The seat whose decision it is, chance aside."""
    seat = decision(state).seat(state)
    return seat_of(seat) if seat in SEATS else state.now.seat


class Option(NamedTuple):
    """An action and what it promises beside the position as it is."""

    gain: float
    action: Action


ENDING = [Option(0.0, Done())]


def choose(field: Battlefield) -> list[Option]:
    """The action of the seat that must act, movement plans aside; then others for the same unit or instead of it."""
    state = field.state
    frame = state.frame
    if frame is not None:
        return CHOICES[type(frame)](field, frame)
    seat = state.now.seat
    phase = state.now.phase
    if phase == SHOCK:
        return _shock(field)
    if phase in (FIRE, DEFENCE):
        aims = fires(field)
        if not state.fired or not aims:
            announced = activation(field, seat) if phase == FIRE else interrupt(field, seat)
            if announced:
                return [Option(*announced)]
        if aims:
            return [Option(aim.gain, aim.action) for aim in aims]
        ashore = landing(field)
        if ashore is not None:
            return [Option(0.0, ashore)]
    return ENDING


def activation(field: Battlefield, seat: Seat) -> tuple[float, AfricaActivate] | None:
    """The best activation of a seat now, with what it promises."""
    state, setting = field.state, field.setting
    phase, own_turn = state.now.phase, state.now.phasing == seat
    holding = Holding(field, seat)
    best: tuple[float, AfricaActivate] | None = None
    riders = []
    for slot in ready(state, seat):
        gain = 0.0
        if setting.guns >> slot & 1:
            gain = gun_promise(field, holding, slot)
        elif own_turn and phase in (FIRE, MOVEMENT):
            riders.append(slot)
            ride = best_ride(holding, slot, begun(state, slot))
            if ride is not None and (ride.fights or phase == MOVEMENT):
                gain = ride.gain
        if gain > (best[0] if best else 0.0):
            best = gain, AfricaActivate(setting.units[slot].id)
    if len(riders) > 1:
        gain, area, team = joint_charge(holding, state, riders)
        if area >= 0 and gain > (best[0] if best else 0.0):
            best = gain, AfricaActivate(setting.units[team[0]].id)
    return best


def gun_promise(field: Battlefield, holding: Holding, slot: Slot) -> float:
    """What activating a gun promises now; 0 where it should wait."""
    state = field.state
    phase = state.now.phase
    seat = field.setting.units[slot].seat
    own_turn = state.now.phasing == seat and phase in PATIENCE
    aim = best_bombard(field, slot)
    gain = aim.gain if aim is not None else 0.0
    if gain > (PATIENCE[phase] if own_turn else SUDDEN):
        if phase == FIRE and own_turn and state.active >> slot & 1 and not state.gun_moved >> slot & 1:
            shift = best_shift(holding, slot, begun(state, slot))
            return gain if shift is None or shift.gain < gain else 0.0
        return gain
    if own_turn and phase == MOVEMENT:
        shift = best_shift(holding, slot, begun(state, slot))
        return shift.gain if shift is not None else 0.0
    return 0.0


def _go_on(field: Battlefield, frame: Activation) -> list[Option]:
    """The next action within an activation."""
    state = field.state
    if frame.stage == 2:
        return _shock(field)
    if frame.stage == 1:
        return [Option(aim.gain, aim.action) for aim in fires(field)] or ENDING
    holding = Holding(field, frame.side)
    if not frame.gun:
        step = next_step(holding)
        return [Option(0.0, step)] if step is not None else ENDING
    slot = slots_in(frame.units)[0]
    shots = bombards(field, slot)
    shift = best_shift(holding, slot, state)
    own_turn = state.now.phasing == frame.side and state.now.phase in PATIENCE
    if shots and (shift is None or shots[0].gain >= (PATIENCE[state.now.phase] if own_turn else 0.0)):
        return [*(Option(aim.gain, aim.action) for aim in shots), *ENDING]
    return [Option(shift.gain, shift.step), *ENDING] if shift is not None else ENDING


def _shock(field: Battlefield) -> list[Option]:
    """The shock to resolve first: any, in the order of the areas."""
    found = melee.clash_areas(field.state)
    return [Option(0.0, Shock(field.ground.ids[found[0]]))]


def _give_up(field: Battlefield, frame: LossChoice) -> list[Option]:
    """The ways to pay for a lost shock (6.2), the cheapest first: a unit after the other, or steps of all."""
    state, setting, worth = field.state, field.setting, field.worth
    own = [*frame.losers(state)]
    own.sort(key=lambda i: (worth.strength(state, i), i))
    found = [Option(-worth.price(state, i), AfricaLose(setting.units[i].id)) for i in own]
    if frame.can_lose_steps(state):
        full = setting.regulars & ~state.reduced
        steps = sum(worth.price(state, i) * (0.34 if full >> i & 1 else 1.0) for i in own)
        if steps < sum(worth.price(state, i) for i in own[:frame.left]):
            return [Option(max(-steps, found[0].gain), LoseSteps()), *found]
    return found


def _retreat(field: Battlefield, frame: RetreatChoice) -> list[Option]:
    """The refuges, the best first."""
    state, setting = field.state, field.setting
    slot = frame.queue[0]
    seat = setting.units[slot].seat
    holding = Holding(field, seat)

    def value(area: Area) -> float:
        team = [i for i in field.troops[seat].get(area, ()) if i != slot]
        worth = field.pull(slot, area)
        if setting.fighters >> slot & 1:
            worth += holding.gain(area, slot)
            if sum(setting.points[i] for i in (*team, slot)) > LIMIT:
                worth -= 0.02
        elif not team and holding.danger(area)[0]:
            worth -= 0.03
        if state.demoralized >> slot & 1:
            worth += field.rallying(slot, area)
        if frame.far and state.near(area, other(seat)):
            worth -= 0.01
        return worth

    found = [(value(area), -area) for area in frame.refuges(state)]
    unit, ids = setting.units[slot].id, field.ground.ids
    return [Option(gain, AfricaRetreat(unit, ids[-area])) for gain, area in sorted(found, reverse=True)]


def _enter(field: Battlefield, frame: ReinforcementEntry) -> list[Option]:
    """The places to enter at, the best first: the ship where her guns weigh most; others where their weight does."""
    slot = frame.queue[0]
    index = field.ground.index

    def value(action: Action) -> float:
        assert isinstance(action, Enter)
        area = index[action.place]
        if field.setting.units[slot].kind != Kind.SHIP:
            return field.pull(slot, area)
        shore = max((field.pull(slot, a) for a in field.ground.neighbours[area]), default=0.0)
        return field.pull(slot, area) + 0.5 * shore + (0.001 if field.ground.sea >> area & 1 else 0.0)

    found = [Option(value(action), action) for action in frame.candidates(field.state)]
    return sorted(found, key=lambda option: option.gain, reverse=True)


CHOICES: Mapping[type[AfricaPending], Callable[[Battlefield, Any], list[Option]]] = {
    LossChoice: _give_up, RetreatChoice: _retreat, ReinforcementEntry: _enter, Activation: _go_on,
    CampSetUp: lambda field, frame: ENDING,
}
"""What has begun -> how its answers are weighed."""


def landing(field: Battlefield) -> Land | None:
    """The landing worth making now, if any."""
    state, setting = field.state, field.setting
    best: Land | None = None
    score = LANDING
    for action in landings(state):
        slot, area = setting.slot[action.unit], field.ground.index[action.place]
        seat = setting.units[slot].seat
        if state.held[other(seat)] >> area & 1 and not state.held[seat] >> area & 1:
            continue
        holding = Holding(field, seat)
        value = field.pull(slot, area) + holding.gain(area, slot)
        if value > score:
            best, score = action, value
    return best
