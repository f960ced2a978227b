"""Why a computer player does what it does, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.chance import per_cent
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
from game.rules.africa.awaiting import shock_if_nobody_is_hit
from game.rules.africa.choosing import actor, choose
from game.rules.africa.forecast import preview
from game.rules.africa.scene import Scene
from game.rules.africa.sequence import DEFENCE, MOVEMENT
from game.rules.africa.state import Activation, Clash, State
from game.rules.africa.units import SEATS


def reason(scene: Scene, action: Action, then: Sequence[Action] | None = None) -> str:
    """One line on what a legal action is for.

    :param then: what is to follow in the same phase; None where that has not been planned.
    """
    state, setting, ground = scene.state, scene.setting, scene.ground
    units, slots = setting.units, setting.slot
    match action:
        case Fire(unit, place):
            slot, area = slots[unit], ground.index[place]
            target = state.target(area, 1 - units[slot].seat)
            shaken = "the demoralized " if state.demoralized >> target & 1 else ""
            trapped = ", which has nowhere to retreat" if not scene.refuges(target) else ""
            return f"fires at {shaken}{units[target].name}{trapped}: {_hope(state, action)} to hit"
        case Bombard(place=place):
            return f"shells {ground.titles[ground.index[place]]}: {_hope(state, action)} to drive them out"
        case Move():
            return _march(scene, action, then)
        case Shock(place):
            return _clash(scene, ground.index[place])
        case Activate(unit):
            return _sudden(scene, slots[unit])
        case Retreat(unit, place):
            near = ground.adjacent[ground.index[place]] & state.held[1 - units[slots[unit]].seat]
            return f"{units[slots[unit]].name} falls back to {ground.titles[ground.index[place]]}" + (
                "" if near else ", away from the enemy")
        case Lose(unit):
            return f"gives up {units[slots[unit]].name}, the least loss"
        case LoseSteps():
            return "steps are cheaper than whole units"
        case Top(unit):
            return f"{units[slots[unit]].name} can best take the next hit"
        case Enter(unit, place) | Land(unit, place):
            return f"{units[slots[unit]].name} is of most use in {ground.titles[ground.index[place]]}"
    if state.frame is None and state.now.phase == MOVEMENT:
        return "everybody else stands where he is worth most"
    if state.frame is None and state.now.phase == DEFENCE:
        return "nobody is left to fire"
    return "nothing more is worth doing"


def _hope(state: State, action: Action) -> str:
    """The exact chance of what an action hopes for, as its card prints it."""
    arithmetic = preview(state, action)
    return per_cent(arithmetic.hope()[1] if arithmetic is not None else Fraction(0))


def _sudden(scene: Scene, slot: int) -> str:
    """What a unit that is announced does first, and what that is for; others that are announced with it are named."""
    state, setting, ground = scene.state, scene.setting, scene.ground
    unit = setting.units[slot]
    who = f"{unit.name} {'breaks in' if unit.seat != state.now.phasing else 'acts'}"
    after = Scene(scene.worth, begun(state, slot))
    riders = [slot]
    while isinstance(action := choose(after), Activate):
        riders.append(setting.slot[action.unit])
        after = Scene(scene.worth, begun(after.state, riders[-1]))
    if isinstance(action, Done):
        return f"{who}, though there is little to gain"
    acting = setting.slot[getattr(action, "unit", unit.id)]
    if isinstance(action, Move):
        end = ground.index[action.path[-1]]
        follow = [Move(setting.units[rider].id, (action.path[-1],)) for rider in riders if rider != acting]
        storms = after.state.held[1 - unit.seat] >> end & 1
        what = reason(after, action, follow if storms else None)
        what = what if storms else f"goes to {ground.titles[end]}: {what}"
    else:
        what = reason(after, action)
    if len(riders) > 1:
        others = " and ".join(setting.units[rider].name for rider in riders[1:])
        return f"{who} with {others}; {setting.units[acting].name} {what}"
    return f"{who} and {what}"


def _storm(scene: Scene, move: Move, then: Sequence[Action] | None) -> str:
    """Entering an area of the enemy's: the shock it is a step of, with its chance where all that follow are known."""
    state, setting, ground = scene.state, scene.setting, scene.ground
    slot, end = setting.slot[move.unit], ground.index[move.path[-1]]
    seat, title = setting.units[slot].seat, ground.titles[end]
    leads = bool(setting.officers >> slot & 1)
    if then is None and isinstance(state.frame, Activation):
        then = ()
    if then is None:
        return f"leads the attack on {title}" if leads else f"attacks {title}; others may join before the shock"
    ways = [move, *(other for other in then if isinstance(other, Move) and other.path[-1] == move.path[-1])]
    fight = shock_if_nobody_is_hit(state, [setting.slot[way.unit] for way in ways], end)
    what = f"leads the attack on {title}" if leads else f"attacks {title}"
    follow = f", {len(ways) - 1} more to follow" if len(ways) > 1 else ""
    if fight is None:
        return f"{what}{follow}"
    return f"{what}{follow}: {fight.ratio}, {per_cent(fight.hope(SEATS[seat])[1])} to win the shock"


def _march(scene: Scene, move: Move, then: Sequence[Action] | None) -> str:
    state, setting, ground = scene.state, scene.setting, scene.ground
    slot, end = setting.slot[move.unit], ground.index[move.path[-1]]
    unit = setting.units[slot]
    seat, here = unit.seat, state.at[slot]
    title = ground.titles[end]
    if state.held[1 - seat] >> end & 1 and not setting.ship >> slot & 1:
        return _storm(scene, move, then)
    if setting.convoys >> slot & 1:
        return "the convoy goes on along the road"
    if state.demoralized >> slot & 1:
        return f"draws off to {title} to rally"
    if setting.officers >> slot & 1:
        return f"joins the troops in {title}" if scene.troops[seat].get(end) else f"rides to {title}"
    if end in setting.objectives:
        held = bool(state.control >> end & 1) == (seat == 0)
        return f"{'strengthens' if held else 'takes'} {title}, an objective"
    nearer = [
        (state.setting.ground.titles[goal], scene.worth.marches[k][end])
        for k, goal in enumerate(setting.objectives) if scene.worth.marches[k][end] < scene.worth.marches[k][here]
    ]
    if nearer:
        name, areas = min(nearer, key=lambda pair: pair[1])
        return f"marches on {name}, {areas} {'area' if areas == 1 else 'areas'} to go"
    return f"stands better in {title}"


def _clash(scene: Scene, area: int) -> str:
    state = scene.state
    attacker = melee.attacking_seat(state)
    fight = melee.preview(state, Clash(area, attacker))
    who = "attacks" if actor(state) == attacker else f"the {SEATS[attacker].title()} attack"
    return f"{who} with {fight.ratio}: {per_cent(fight.hope(SEATS[attacker])[1])} to win the shock"
