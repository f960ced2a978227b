"""Why a computer player does what it does, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.chance import per_cent
from game.core.message import Message, Text, named, say, several
from game.rules.africa import shock as melee
from game.rules.africa.actions import (
    Activate,
    Bombard,
    Done,
    Enter,
    Fire,
    Land,
    Lose,
    LoseSteps,
    Move,
    Retreat,
    Shock,
    Top,
)
from game.rules.africa.activation import begun
from game.rules.africa.ai.choosing import actor, choose
from game.rules.africa.ai.field import Field
from game.rules.africa.awaiting import shock_if_nobody_is_hit
from game.rules.africa.forecast import preview
from game.rules.africa.sequence import DEFENCE, MOVEMENT
from game.rules.africa.state import Activation, Clash, State
from game.rules.africa.units import SEATS, SIDES


def reason(field: Field, action: Action, then: Sequence[Action] | None = None) -> Message:
    """One line on what a legal action is for.

    :param then: what is to follow in the same phase; None where that has not been planned.
    """
    state, setting, ground = field.state, field.setting, field.ground
    units, slots = setting.units, setting.slot
    match action:
        case Fire(unit, place):
            slot, area = slots[unit], ground.index[place]
            target = state.target(area, 1 - units[slot].seat)
            aimed: Text = units[target].name
            if state.demoralized >> target & 1:
                aimed = say("the demoralized {unit}", unit=aimed)
            if not field.refuges(target):
                aimed = say("{unit}, which has nowhere to retreat", unit=aimed)
            return say("fires at {target}: {chance} to hit", target=aimed, chance=_hope(state, action))
        case Bombard(place=place):
            return say("shells {area}: {chance} to drive them out", area=ground.titles[ground.index[place]],
                       chance=_hope(state, action))
        case Move():
            return _march(field, action, then)
        case Shock(place):
            return _clash(field, ground.index[place])
        case Activate(unit):
            return _sudden(field, slots[unit])
        case Retreat(unit, place):
            near = ground.adjacent[ground.index[place]] & state.held[1 - units[slots[unit]].seat]
            values = {"unit": units[slots[unit]].name, "area": ground.titles[ground.index[place]]}
            return (say("{unit} falls back to {area}", **values) if near
                    else say("{unit} falls back to {area}, away from the enemy", **values))
        case Lose(unit):
            return say("gives up {unit}, the least loss", unit=units[slots[unit]].name)
        case LoseSteps():
            return say("steps are cheaper than whole units")
        case Top(unit):
            return say("{unit} can best take the next hit", unit=units[slots[unit]].name)
        case Enter(unit, place) | Land(unit, place):
            return say("{unit} is of most use in {area}", unit=units[slots[unit]].name,
                       area=ground.titles[ground.index[place]])
    if state.frame is None and state.now.phase == MOVEMENT:
        return say("everybody else stands where he is worth most")
    if state.frame is None and state.now.phase == DEFENCE:
        return say("nobody is left to fire")
    return say("nothing more is worth doing")


def _hope(state: State, action: Action) -> str:
    """The exact chance of what an action hopes for, as its card prints it."""
    arithmetic = preview(state, action)
    return per_cent(arithmetic.hope()[1] if arithmetic is not None else Fraction(0))


def _sudden(field: Field, slot: int) -> Message:
    """What a unit that is announced does first, and what that is for; others that are announced with it are named."""
    state, setting, ground = field.state, field.setting, field.ground
    unit = setting.units[slot]
    who = (say("{unit} interrupts", unit=unit.name) if unit.seat != state.now.phasing
           else say("{unit} acts", unit=unit.name))
    after = Field(field.worth, begun(state, slot))
    riders = [slot]
    while isinstance(action := choose(after), Activate):
        riders.append(setting.slot[action.unit])
        after = Field(field.worth, begun(after.state, riders[-1]))
    if isinstance(action, Done):
        return say("{who}, though there is little to gain", who=who)
    acting = setting.slot[getattr(action, "unit", unit.id)]
    if isinstance(action, Move):
        end = ground.index[action.path[-1]]
        follow = [Move(setting.units[rider].id, (action.path[-1],)) for rider in riders if rider != acting]
        storms = after.state.held[1 - unit.seat] >> end & 1
        what = reason(after, action, follow if storms else None)
        what = what if storms else say("goes to {area}: {what}", area=ground.titles[end], what=what)
    else:
        what = reason(after, action)
    if len(riders) > 1:
        others = named(setting.units[rider].name for rider in riders[1:])
        return say("{who} with {others}; {unit} {what}", who=who, others=others, unit=setting.units[acting].name,
                   what=what)
    return say("{who} and {what}", who=who, what=what)


def _storm(field: Field, move: Move, then: Sequence[Action] | None) -> Message:
    """Entering an area of the enemy's: the shock it is a step of, with its chance where all that follow are known."""
    state, setting, ground = field.state, field.setting, field.ground
    slot, end = setting.slot[move.unit], ground.index[move.path[-1]]
    seat, title = setting.units[slot].seat, ground.titles[end]
    leads = bool(setting.officers >> slot & 1)
    if then is None and isinstance(state.frame, Activation):
        then = ()
    if then is None:
        return (say("leads the attack on {title}", title=title) if leads
                else say("attacks {title}; others may join before the shock", title=title))
    ways = [move, *(other for other in then if isinstance(other, Move) and other.path[-1] == move.path[-1])]
    fight = shock_if_nobody_is_hit(state, [setting.slot[way.unit] for way in ways], end)
    what = say("leads the attack on {title}", title=title) if leads else say("attacks {title}", title=title)
    if len(ways) > 1:
        what = several("{what}, {count} more to follow", "{what}, {count} more to follow", len(ways) - 1, what=what)
    if fight is None:
        return what
    return say("{what}: {ratio}, {chance} to win the shock", what=what, ratio=fight.total,
               chance=per_cent(fight.hope(SEATS[seat])[1]))


def _march(field: Field, move: Move, then: Sequence[Action] | None) -> Message:
    state, setting, ground = field.state, field.setting, field.ground
    slot, end = setting.slot[move.unit], ground.index[move.path[-1]]
    unit = setting.units[slot]
    seat, here = unit.seat, state.at[slot]
    title = ground.titles[end]
    if state.held[1 - seat] >> end & 1 and not setting.ship >> slot & 1:
        return _storm(field, move, then)
    if setting.convoys >> slot & 1:
        return say("the convoy goes on along the road")
    if state.demoralized >> slot & 1:
        return say("draws off to {title} to rally", title=title)
    if setting.officers >> slot & 1:
        return (say("joins the troops in {title}", title=title) if field.troops[seat].get(end)
                else say("rides to {title}", title=title))
    if end in setting.objectives:
        held = bool(state.control >> end & 1) == (seat == 0)
        return (say("strengthens {title}, an objective", title=title) if held
                else say("takes {title}, an objective", title=title))
    nearer = [
        (state.setting.ground.titles[goal], field.worth.marches[k][end])
        for k, goal in enumerate(setting.objectives) if field.worth.marches[k][end] < field.worth.marches[k][here]
    ]
    if nearer:
        name, areas = min(nearer, key=lambda pair: pair[1])
        return several("marches on {title}, {count} area to go", "marches on {title}, {count} areas to go", areas,
                       title=name)
    return say("stands better in {title}", title=title)


def _clash(field: Field, area: int) -> Message:
    state = field.state
    attacker = melee.attacking_seat(state)
    fight = melee.preview(state, Clash(area, attacker))
    values = {"ratio": fight.total, "chance": per_cent(fight.hope(SEATS[attacker])[1])}
    if actor(state) == attacker:
        return say("attacks with {ratio}: {chance} to win the shock", **values)
    return say("the {side} attack with {ratio}: {chance} to win the shock", side=SIDES[attacker], **values)
