"""Combats: all are declared and can be changed before the first roll, then resolved one by one (6.1 and 6.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from game.core.action import Action
from game.core.event import Noted
from game.core.message import Text
from game.core.verdict import LEGAL, Verdict

from . import fire
from .actions import BEGIN, END, Assault, Fire, Simple, Volley
from .ground import HIDES, Ground
from .pools import PoolDice, Side, least
from .resolve import Done
from .state import LOW, SHAKEN, Combat, State
from .units import INDEX, OF_SEAT, SEATS, TYPES
from .words import refused, rule, say

BATTERY_RANGE = (2, 8)
"""The least and the greatest range of batteries in hexes."""
MAX_VOLLEY_TARGETS = 4
"""The most hexes at which a battery may fire in one volley (6.3)."""
BATTERY_ASSAULT_DICE = 2
"""The dice of a battery in an assault: it does not attack, but defends itself."""


def pool(state: State, name: str) -> int:
    """The dice of a battery's volley: half if it is low on ammunition (6.5)."""
    dice = TYPES[INDEX[name]].dice
    return dice // 2 if LOW in state.unit(name).marks else dice


def check(ground: Ground, state: State, action: Action) -> Verdict:
    """The verdict on an action of the combat phase."""
    if isinstance(action, Simple) and action.deed == "resolve":
        first = any(combat.units[0] == action.unit for combat in state.combats)
        return LEGAL if state.begun and first else refused("6.5", "{unit} leads no combat to resolve", unit=action.unit)
    if state.begun:
        return refused("6.5", "The combats are resolved now, one by one")
    if action == BEGIN:
        return LEGAL if state.combats else refused("6.5", "No combat is declared")
    if action == END:
        return refused("6.1", "Combats are declared: resolve or withdraw them") if state.combats else LEGAL
    if isinstance(action, Simple) and action.deed == "withdraw":
        return LEGAL if combat_of(state, action.unit) else refused(
            "6.1", "{unit} has declared no combat", unit=action.unit)
    combat = declared(action)
    return verdict_on(ground, without(state, combat.units), combat) if combat is not None else refused(
        "2.2", "Combats are declared in this phase")


def combat_of(state: State, name: str) -> Combat | None:
    """The combat in which a counter takes part."""
    return next((combat for combat in state.combats if name in combat.units), None)


def without(state: State, units: Sequence[str]) -> State:
    """The state without the combats in which some counters take part."""
    kept = tuple(combat for combat in state.combats if not set(combat.units) & set(units))
    return state if kept == state.combats else replace(state, combats=kept)


def others(state: State, units: Sequence[str]) -> tuple[str, ...]:
    """The other counters that lose their declared combat if some counters change or withdraw their declarations."""
    return tuple(name for combat in state.combats if _parted(combat, units)
                 for name in combat.units if name not in units)


def _parted(combat: Combat, units: Sequence[str]) -> bool:
    """Whether some but not all of the participants are among these counters."""
    return 0 < len(set(combat.units) & set(units)) < len(combat.units)


def declared(action: Action) -> Combat | None:
    """The combat that an action declares; None if it declares none."""
    match action:
        case Fire(unit, path):
            return Combat("fire", (unit,), path[-1:])
        case Volley(unit, shares):
            shares = tuple(sorted(shares, key=lambda share: share[1]))
            return Combat("volley", (unit,), tuple(place for _, place in shares), tuple(n for n, _ in shares))
        case Assault(units, place):
            return Combat("assault", tuple(sorted(units)), (place,))
    return None


def action_of(ground: Ground, state: State, combat: Combat) -> Action:
    """The action that declares a combat, in full."""
    unit, place = combat.units[0], combat.targets[0]
    if combat.kind == "fire":
        return Fire(unit, ground.sighted(state.unit(unit).place or "", place) or (place,))
    if combat.kind == "volley":
        return Volley(unit, tuple(zip(combat.dice, combat.targets, strict=True)))
    return Assault(combat.units, place)


def canonical(ground: Ground, state: State, action: Action) -> Action:
    """A complete declaration: the line of a shot, targets and counters in order."""
    combat = declared(action)
    return action if combat is None else action_of(ground, state, combat)


def verdict_on(ground: Ground, state: State, combat: Combat) -> Verdict:
    """The verdict on a combat beside those declared already."""
    for name in combat.units:
        if name not in INDEX or TYPES[INDEX[name]].seat != state.seat:
            return refused("6.1", "{unit} is no counter of this side", unit=name)
        if state.unit(name).place not in ground.board.index:
            return refused("6.1", "{unit} is not on the map", unit=name)
    kind = TYPES[INDEX[combat.units[0]]].kind
    if combat.kind == "fire":
        shot = fire.aim(ground, state, combat.units[0], combat.targets[0], (1, fire.RANGE), "6.2")
        return shot if kind == "f" else refused("6.2", "Only foot fires")
    if combat.kind == "volley":
        return _volley_verdict(ground, state, combat) if kind == "g" else refused("6.3", "Only batteries fire volleys")
    return _assault_verdict(ground, state, combat)


def _volley_verdict(ground: Ground, state: State, combat: Combat) -> Verdict:
    whole = pool(state, combat.units[0])
    if len(set(combat.targets)) < len(combat.targets) or len(combat.targets) > MAX_VOLLEY_TARGETS:
        return refused("6.3", "It fires at one to {most} hexes, each named once", most=MAX_VOLLEY_TARGETS)
    if min(combat.dice) < 1 or sum(combat.dice) != whole:
        return refused("6.3", "Its {whole} dice are shared out among its targets", whole=whole)
    for place in combat.targets:
        verdict = fire.aim(ground, state, combat.units[0], place, BATTERY_RANGE, "6.3")
        if not verdict:
            return verdict
    return LEGAL


def _assault_verdict(ground: Ground, state: State, combat: Combat) -> Verdict:
    if len(set(combat.units)) < len(combat.units):
        return refused("6.4", "Each counter is named once")
    if any(other.kind == "assault" and other.targets == combat.targets for other in state.combats):
        return refused("6.4", "{place} is assaulted already", place=combat.targets[0])
    for name in combat.units:
        if TYPES[INDEX[name]].kind == "g":
            return refused("6.4", "Batteries do not assault")
        if SHAKEN in state.unit(name).marks:
            return refused("6.4", "{unit} is shaken", unit=name)
        verdict = fire.aim(ground, state, name, combat.targets[0], fire.BESIDE, "6.4")
        if not verdict:
            return verdict
    return LEGAL


def options(ground: Ground, state: State, names: Sequence[str]) -> Iterator[Combat]:
    """The legal combats that some counters could declare together in place of those that they have declared.

    A battery alone has a volley with all its dice at each target, and two more in which the first two and the first
    three targets share the dice as equally as possible. Other shares are legal, too.
    """
    state = without(state, names)
    found: list[Combat] = []
    if len(names) == 1:
        kind, place = TYPES[INDEX[names[0]]].kind, state.unit(names[0]).place
        near = sorted(ground.near(place, BATTERY_RANGE[1] if kind == "g" else fire.RANGE) & state.held[1 - state.seat]
                      if place in ground.board.index else ())
        if kind == "f":
            found = [Combat("fire", (names[0],), (hex_,)) for hex_ in near]
        elif kind == "g":
            whole = pool(state, names[0])
            near = [h for h in near if fire.aim(ground, state, names[0], h, BATTERY_RANGE, "6.3")]
            found = [Combat("volley", (names[0],), (hex_,), (whole,)) for hex_ in near]
            for parts in (2, 3):
                if len(near) >= parts:
                    dice = [whole // parts + (n < whole % parts) for n in range(parts)]
                    found.append(Combat("volley", (names[0],), tuple(near[:parts]), tuple(dice)))
    fronts = [set(ground.front(unit.place, unit.facing)) if unit.place in ground.board.index and unit.place else set()
              for unit in map(state.unit, names)]
    shared = set.intersection(*fronts) & state.held[1 - state.seat]
    found += [Combat("assault", tuple(sorted(names)), (hex_,)) for hex_ in sorted(shared)]
    return (combat for combat in found if verdict_on(ground, state, combat))


def candidates(ground: Ground, state: State) -> Iterator[Action]:
    """The possible declarations of every counter alone, and of all together that can assault a hex."""
    assaulting: dict[str, list[str]] = {}
    for name in active(ground, state):
        for combat in options(ground, state, (name,)):
            yield action_of(ground, state, combat)
            if combat.kind == "assault":
                assaulting.setdefault(combat.targets[0], []).append(name)
    for place, names in assaulting.items():
        combat = Combat("assault", tuple(sorted(names)), (place,))
        if len(names) > 1 and verdict_on(ground, without(state, names), combat):
            yield Assault(combat.units, place)


def active(ground: Ground, state: State) -> Iterator[str]:
    """The phasing side's counters on the map."""
    return (TYPES[i].id for i in OF_SEAT[state.seat] if state.units[i].place in ground.board.index)


def sides(ground: Ground, state: State, combat: Combat) -> tuple[Side, ...]:
    """The dice of a volley or an assault, in order (6.3 and 6.4)."""
    there = [[TYPES[i].id for i in state.at(place)] for place in combat.targets]
    steps = tuple(sum(state.unit(name).steps for name in names) for names in there)
    covers = [ground.board.terrain[place] in HIDES for place in combat.targets]
    if combat.kind == "volley":
        name = combat.units[0]
        pools = (_pool_dice(name, dice, names, cover, n,
                            say("{unit} at {place}", unit=TYPES[INDEX[name]].name, place=place))
                for n, (dice, names, cover, place) in enumerate(
                    zip(combat.dice, there, covers, combat.targets, strict=True)))
        return (Side(tuple(pools), steps),)
    attackers = (_pool_dice(name, _assault_dice(state, name), there[0], covers[0]) for name in combat.units)
    defenders = (_pool_dice(name, _assault_dice(state, name), combat.units, False) for name in there[0])
    own_steps = sum(state.unit(name).steps for name in combat.units)
    return Side(tuple(attackers), steps), Side(tuple(defenders), (own_steps,))


def _assault_dice(state: State, name: str) -> int:
    """The number of dice of a counter in an assault, on either side (6.4)."""
    type_ = TYPES[INDEX[name]]
    return BATTERY_ASSAULT_DICE if type_.kind == "g" else type_.dice * state.unit(name).steps


def _pool_dice(
    name: str, dice: int, enemies: Sequence[str], cover: bool, target: int = 0, title: Text = "",
) -> PoolDice:
    """The dice of a counter against enemies, of whom the best quality counts.

    :param cover: whether the enemies are in terrain that makes them harder to hit.
    :param target: the number of the enemies' hex among the side's targets.
    :param title: the title of the dice; by default the counter's name.
    """
    type_, best = TYPES[INDEX[name]], max((TYPES[INDEX[enemy]].quality for enemy in enemies), default=0)
    return PoolDice(title or type_.name, SEATS[type_.seat], name, dice, least(type_.quality, best, cover), target)


def apply(ground: Ground, state: State, action: Action) -> Done:
    """Declare, change, withdraw, begin, or choose the next combat to resolve."""
    if action == BEGIN:
        return replace(state, begun=True), ()
    if isinstance(action, Simple) and action.deed == "resolve":
        chosen = [combat for combat in state.combats if combat.units[0] == action.unit]
        waiting = (combat for combat in state.combats if combat.units[0] != action.unit)
        return replace(state, combats=tuple(chain(chosen, waiting)), rolling=True), ()
    parted = tuple(
        Noted(rule("6.1"), say("{units}: the assault on {place} is withdrawn", place=combat.targets[0],
                               units=tuple(TYPES[INDEX[name]].name for name in combat.units)))
        for combat in state.combats if _parted(combat, action.units))
    state, combat = without(state, action.units), declared(action)
    return state if combat is None else replace(state, combats=(*state.combats, combat)), parted


def left_over(ground: Ground, state: State) -> State:
    """After a combat: the others that can still be fought, without lost or shaken counters (6.5)."""
    kept: list[Combat] = []
    for combat in state.combats[1:]:
        able = tuple(name for name in combat.units if verdict_on(
            ground, replace(state, combats=tuple(kept)), combat._replace(units=(name,))))
        if able:
            kept.append(combat._replace(units=able))
    return replace(state, combats=tuple(kept), rolling=False)
