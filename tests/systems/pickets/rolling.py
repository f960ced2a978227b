"""The pending dice in Pickets, their possible results, and their effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from game.core.action import Faces
from game.core.branches import Branch, every_outcome
from game.core.chance import D10, DiceGroup, Modifier, Roll
from game.core.event import Event, Rolled
from game.core.message import Message, joined, plural
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import RuleRef

from . import fire, movement, pools
from .combat import left_over, sides
from .ground import Ground
from .resolve import lost, shaken
from .sequence import after_combat, initiative_won
from .state import INITIATIVE, LOW, Combat, Reaction, Shot, State
from .units import INDEX, SEATS, TYPES
from .words import rule, say

Done = tuple[State, tuple[Event, ...]]
NUMBERS = {"fire": "6.2", "volley": "6.3", "assault": "6.4"}


def pending(ground: Ground, state: State) -> Roll | None:
    """The pending roll."""
    if state.phase == INITIATIVE:
        groups = tuple(DiceGroup(seat.title(), (n,), seat) for n, seat in enumerate(SEATS))
        chances = {"blue": Fraction(0), "grey": Fraction(0)}
        for branch in every_outcome((D10, D10)):
            chances[SEATS[_first(state, branch.faces)]] += branch.chance
        return Roll((D10, D10), say("Initiative"), rule("2.1"), chances, None, groups)
    shot = _shot(state)
    if shot is not None:
        return fire.roll(fire.preview(ground, state, *shot), shot[0], shot[1])
    if not state.rolling:
        return None
    combat = state.combats[0]
    both = sides(ground, state, combat)
    chances = {_named(fell): branch.chance for fell, branch in pools.branches(both).items()}
    dice = tuple(die for side in both for die in pools.dice_of(side))
    return Roll(dice, _title(combat), _rule(combat), chances, SEATS[state.seat], pools.groups(both))


def branches(ground: Ground, state: State) -> Sequence[Branch]:
    """The branches of the pending roll; those of pools are grouped by losses."""
    if state.phase == INITIATIVE:
        return every_outcome((D10, D10))
    if _shot(state) is not None:
        return every_outcome((D10,))
    return tuple(pools.branches(sides(ground, state, state.combats[0])).values()) if state.rolling else ()


def preview_of(ground: Ground, state: State, combat: Combat) -> Preview:
    """The arithmetic of a combat."""
    if combat.kind == "fire":
        target = fire.victim(state, combat.targets[0])
        assert target is not None
        return fire.preview(ground, state, combat.units[0], target, False)
    both = sides(ground, state, combat)
    lines = [tuple(UnitLine(pool.unit, pool.dice, _terms(combat, pool)) for pool in side.pools) for side in both]
    hit = tuple(UnitLine(TYPES[i].id, state.units[i].steps) for place in combat.targets for i in state.at(place))
    found = pools.branches(both)
    outcomes = tuple(Outcome(_named(fell), branch.chance, _meaning(combat, fell), _rule(combat))
                     for fell, branch in found.items())
    terms = tuple(modifier for line in lines for one in line for modifier in one.modifiers)
    count = joined((plural("{count} die", "{count} dice", side.all_dice) for side in both), say(" to "))
    return Preview(lines[0], lines[1] if len(lines) > 1 else hit, terms, both[0].all_dice,
                   both[1].all_dice if len(both) > 1 else None, count, say("three hits cost a step"), None, outcomes)


def _terms(combat: Combat, pool: pools.PoolDice) -> tuple[Modifier, ...]:
    """The modifiers of a counter's dice by quality and cover."""
    change = 4 - pool.least
    return (Modifier(change, say("quality and cover"), _rule(combat), pool.unit),) if change else ()


def preview(ground: Ground, state: State) -> Preview | None:
    """The arithmetic of the pending roll."""
    shot = _shot(state)
    if shot is not None:
        return fire.preview(ground, state, *shot)
    return preview_of(ground, state, state.combats[0]) if state.rolling else None


def apply(ground: Ground, state: State, faces: Faces) -> Done:
    """The state after the dice."""
    due = pending(ground, state)
    assert due is not None
    if state.phase == INITIATIVE:
        first = _first(state, faces.faces)
        meaning = say("{side} goes first", side=SEATS[first].title())
        event = Rolled(rule("2.1"), due.dice, faces.faces, SEATS[first], meaning, due.title, groups=due.groups)
        after, events = initiative_won(state, first)
        return after, (event, *events)
    shot = _shot(state)
    if shot is not None:
        place = state.unit(shot[1]).place or ""
        event = fire.rolled(fire.preview(ground, state, *shot), due, faces.faces[0], (place,))
        hurt, events = _hit(state, shot[1], event.result)
        after, more = _reacted(ground, hurt, event.result) if isinstance(state.top(), Shot) else _fought(ground, hurt)
        return after, (event, *events, *more)
    combat = state.combats[0]
    both = sides(ground, state, combat)
    fell = pools.read(both, faces.faces)
    event = Rolled(_rule(combat), due.dice, faces.faces, _named(fell), _meaning(combat, fell), due.title,
                   needed=pools.PER_STEP, groups=due.groups, places=combat.targets)
    state, events = _volleyed(state, combat, fell) if combat.kind == "volley" else _assaulted(state, combat, fell)
    after, more = _fought(ground, state)
    return after, (event, *events, *more)


def _first(state: State, faces: tuple[int, ...]) -> int:
    """The side that goes first: the higher die; on a tie the previous second side (2.1)."""
    return 1 - state.first if faces[0] == faces[1] else int(faces[1] > faces[0])


def _shot(state: State) -> tuple[str, str, bool] | None:
    """The shooter, the target, and whether the target is moving; None if no single die is pending."""
    top, order = state.top(), state.ordered
    if isinstance(top, Shot) and order is not None:
        return top.unit, order.unit, True
    if state.rolling and state.combats[0].kind == "fire":
        target = fire.victim(state, state.combats[0].targets[0])
        assert target is not None
        return state.combats[0].units[0], target, False
    return None


def _hit(state: State, target: str, result: str) -> Done:
    if result == "S":
        return shaken(state, target)
    return lost(state, (target,), int(result)) if result.isdigit() else (state, ())


def _reacted(ground: Ground, state: State, result: str) -> Done:
    """A hit stops the moving counter (4.2); otherwise the other reactors may fire, or the move goes on."""
    state = replace(state, frames=state.frames[:-1])
    assert isinstance(state.top(), Reaction)
    order = state.ordered
    assert order is not None
    if state.unit(order.unit).place is None:
        return replace(state, frames=()), ()
    return (movement.finish(state), ()) if result != "-" else movement.asked(ground, state)


def _fought(ground: Ground, state: State) -> Done:
    return after_combat(left_over(ground, state))


def _volleyed(state: State, combat: Combat, fell: Sequence[pools.HitsRolled]) -> Done:
    events: tuple[Event, ...] = ()
    for place, steps in zip(combat.targets, fell[0].lost, strict=True):
        state, more = lost(state, [TYPES[i].id for i in state.at(place)], steps)
        events += more
    return (state.mark(combat.units[0], LOW) if fell[0].mishap else state), events


def _assaulted(state: State, combat: Combat, fell: Sequence[pools.HitsRolled]) -> Done:
    defenders = [TYPES[i].id for i in state.at(combat.targets[0])]
    beaten = fell[0].lost[0] > fell[1].lost[0]
    state, events = lost(state, defenders, fell[0].lost[0])
    state, more = lost(state, combat.units, fell[1].lost[0])
    events += more
    upset = [*combat.units[: fell[0].mishap], *(defenders if beaten else defenders[: fell[1].mishap])]
    for name in upset:
        state, more = shaken(state, name)
        events += more
    return state, events


def _named(fell: Sequence[pools.HitsRolled]) -> str:
    return " to ".join(map(str, fell))


def _meaning(combat: Combat, fell: Sequence[pools.HitsRolled]) -> Message:
    shares = joined(say("{steps} in {place}", steps=steps, place=place)
                   for place, steps in zip(combat.targets, fell[0].lost, strict=True))
    own = say("{steps} of the attackers", steps=fell[1].lost[0]) if len(fell) > 1 else ""
    mishap = say("a mishap") if any(side.mishap for side in fell) else ""
    return say("steps lost: {lost}", lost=joined((shares, own, mishap)))


def _title(combat: Combat) -> Message:
    return say("{unit}: {kind}", unit=TYPES[INDEX[combat.units[0]]].name, kind=combat.kind)


def _rule(combat: Combat) -> RuleRef:
    return rule(NUMBERS[combat.kind])
