"""What can be done with the units that are picked up, as offers to be pointed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.message import Text, say
from game.core.offer import Offer, Picked
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.africa import activation, bulk, fire, forecast, idle, listing, moments, move_refusals, prompts, shock
from game.rules.africa.actions import Activate, Enter, Fire, Lose, LoseSteps, Retreat
from game.rules.africa.said import deed, words
from game.rules.africa.sequence import FIRE, MOVEMENT, step_of
from game.rules.africa.state import Activation, Entry, Flight, Losses, Sharing, State
from game.rules.africa.theme import THEME
from game.rules.africa.units import SEATS

Way = tuple[Verdict, Action | None]
"""Whether something may be done, and what."""


def offers(state: State, picked: Picked, acting: str | None) -> Sequence[Offer]:
    """What can be done with what is picked up, by who must act or by a seat that interrupts (8, 9)."""
    if picked.seat is not None:
        return _interrupting(state, picked.seat, picked.units)
    may = prompts.pickable(state, acting)["act"]
    chosen = _losses(state, state.frame, picked.units) if isinstance(state.frame, Losses) else []
    if not picked.units:
        return [*(Offer(units=(unit,)) for unit in may), *chosen]
    unit = picked.units[-1 if isinstance(state.frame, Losses) else 0]
    slot = state.setting.slot[unit]
    refused = [] if unit in may else [Offer(Illegal((idle.why_idle(state, slot, acting),)), units=(unit,))]
    if isinstance(state.frame, Losses):
        return [*refused, *chosen]
    if acting in (CHANCE, None):
        return refused
    ways = _ways(state, slot)
    found = [_at(state, unit, place, *way) for place, way in ways.items()]
    found += [_plain(state, unit, action) for action in prompts.commands(state, slot)]
    return [*refused, *found, *bulk.combined(state, slot), *_together(state, unit, ways)]


def as_if(state: State, slot: int) -> list[State]:
    """The position in the phases in which a unit's side fires and moves; cavalry and guns as if just activated."""
    setting, bit = state.setting, 1 << slot
    seat = setting.units[slot].seat
    if state.at[slot] < 0 or isinstance(state.frame, Sharing | Entry):
        return []
    fresh = state._replace(moved=0, once=0, fired=0, supported=0, topped=0, struck=0, frames=(), gun_moved=0)
    found = [fresh._replace(step=step_of(phase, seat)) for phase in (FIRE, MOVEMENT)]
    if (setting.cavalry | setting.guns) & bit and not state.demoralized & bit:
        activated = activation.begun(found[0]._replace(active=state.active & ~bit, second=state.second & ~bit), slot)
        return [activated] if setting.guns & bit else [activated, found[1]]
    return found


def _ways(state: State, slot: int) -> Mapping[str, Way]:
    """For every area whether a unit may go there or fire at it now, and what it does if it may."""
    setting, frame = state.setting, state.frame
    unit, ids = setting.units[slot].id, setting.ground.ids
    if isinstance(frame, Flight):
        return {name: _plainly(state, Retreat(unit, name)) for name in ids}
    if isinstance(frame, (Entry, Sharing)):
        return {name: _plainly(state, Enter(unit, name)) for name in ids}
    fires = not isinstance(frame, Activation) or frame.stage == 1
    if fires and fire.firing_seat(state) is not None:
        return {name: (fire.check_fire(state, Fire(unit, name)), Fire(unit, name)) for name in ids}
    return move_refusals.survey_moves(state, slot)


def _plainly(state: State, action: Retreat | Enter) -> Way:
    return listing.check_plain(state, action), action


def _at(state: State, unit: str, place: str, verdict: Verdict, action: Action | None) -> Offer:
    """What pointing at an area means for a unit."""
    if action is None or not verdict:
        return Offer(verdict, None, (unit,), place)
    rolls = isinstance(action, Fire)
    return Offer(verdict, action, (unit,), place, words(state, action) if rolls else "", deed(state, action),
                 arithmetic=partial(forecast.preview, state, action))


def _plain(state: State, unit: str, action: Action) -> Offer:
    """What a unit may do beside going to an area or firing at one."""
    place = action.places[-1] if action.places else None
    return Offer(LEGAL, action, (unit,), place, words(state, action), deed(state, action),
                 arithmetic=partial(forecast.preview, state, action))


def _together(state: State, unit: str, ways: Mapping[str, Way]) -> list[Offer]:
    """The same decision for all who must take it now, e.g. their retreat to one area."""
    titles, index = state.setting.ground.titles, state.setting.ground.index
    found = []
    for place, (verdict, action) in ways.items():
        if verdict and action is not None:
            who = bulk.alike(state, action)
            if who:
                said = say("{units} to {place}", units=who, place=titles[index[place]])
                found.append(Offer(verdict, action, (unit,), place, said, who, together=True))
    return found


def _losses(state: State, frame: Losses, picked: Sequence[str]) -> list[Offer]:
    """Which unit is lost, or a step of each (6.2)."""
    lost = [_chosen(state, Lose(unit), say("Eliminate this unit")) for unit in picked[-1:]]
    steps = [_chosen(state, LoseSteps(), say("Each unit loses a step"))] if shock.can_lose_steps(state, frame) else []
    return [*lost, *steps]


def _chosen(state: State, action: Lose | LoseSteps, said: Text) -> Offer:
    return Offer(listing.check_plain(state, action), action, action.units, words=said)


def _interrupting(state: State, seat: str, picked: Sequence[str]) -> Sequence[Offer]:
    """What a seat that interrupts may announce: its cavalry and guns, and what they do first."""
    setting = state.setting
    if not picked:
        return [Offer(units=(setting.units[slot].id,)) for slot in activation.ready(state, SEATS.index(seat))]
    unit = picked[0]
    slot = setting.slot[unit]
    why = activation.why_not(state, slot)
    if setting.units[slot].seat != SEATS.index(seat):
        title, theirs = (info.title for info in sorted(THEME.seats, key=lambda info: info.name != seat))
        name = setting.units[slot].name
        text = say("{unit} is a {side} unit; now the {acting} side interrupts", unit=name, side=theirs, acting=title)
        return [Offer(Illegal((Reason(moments.asked(state, seat).rule, text),)), units=(unit,))]
    if why is not None:
        return [Offer(Illegal((why,)), units=(unit,))]
    return [_plain(state, unit, Activate(unit)), *bulk.combined(state, slot)]
