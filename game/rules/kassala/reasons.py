"""One line on what an action of Kassala is for, and one on what it is: what one says the other does not repeat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from game.core.action import Action
from game.core.contract import Rules
from game.core.message import Message, Text, named, say, several
from game.core.preview import Preview
from game.rules.kassala.actions import Advance, Attack, Bombard, EndMovement, EndSetup, Lose, Move, NoAdvance, Place
from game.rules.kassala.odds import doomed_guns, rolled_preview
from game.rules.kassala.state import State
from game.rules.kassala.terrain import KASSALA, TOWN_NAMES, UDAKA
from game.rules.kassala.units import CANNONS, CHRISTIAN, MOSLEM, ROSTER, SIDE, SLOT, mask_of, slots, titles


def reason(rules: Rules[State], state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
    """What a legal action is for.

    :param then: what is to follow in the same movement; None where that has not been planned.
    """
    match action:
        case Attack():
            return _attack(rules, state, action)
        case Bombard():
            return say("so that others need not attack it")
        case Lose():
            return say("the cheapest way to pay for the exchange")
        case Advance():
            return say("the vacated hex is worth it")
        case NoAdvance():
            return say("the vacated hex is not worth it")
        case Move():
            return _move(state, action, then)
        case Place():
            return say("the best place left for it")
        case EndMovement():
            return say("no further move makes things better")
        case EndSetup():
            return say("everything is in place")
    return say("the only thing to do")


def describe(state: State, action: Action) -> Text:
    """An action as people say it: units by name and hex."""
    match action:
        case Move(unit, path):
            return say("{unit}, {start} to {end}", unit=ROSTER[SLOT[unit]].name, start=state.place(SLOT[unit]),
                       end=path[-1])
        case Attack(attackers, defenders):
            ours = mask_of(attackers)
            return several("{attackers} attacks {defenders}", "{attackers} attack {defenders}", ours.bit_count(),
                           attackers=located(state, ours), defenders=located(state, mask_of(defenders)))
        case Bombard(unit, defenders):
            return say("{cannon} bombards {defenders}", cannon=located(state, mask_of((unit,))),
                       defenders=located(state, mask_of(defenders)))
        case Lose(units):
            return say("remove {units}", units=located(state, mask_of(units)))
        case Advance(unit, place):
            return say("{unit} advances to {place}", unit=located(state, mask_of((unit,))), place=_at(state, place))
        case Place(unit, place):
            return say("{unit} in {place}", unit=ROSTER[SLOT[unit]].name, place=_at(state, place))
        case EndMovement():
            return say("end movement")
        case EndSetup():
            return say("end set-up")
        case NoAdvance():
            return say("no advance")
    return action.notation


def located(state: State, mask: int) -> Text:
    """Names with their hexes for a sentence: ``Arab cavalry (0703) and Mamluk cavalry (0803)``."""
    return named(f"{ROSTER[i].name} ({state.place(i)})" if state.at[i] >= 0 else ROSTER[i].title for i in slots(mask))


def _at(state: State, place: str) -> str:
    town = state.setting.ground.town.get(state.setting.ground.index[place])
    return f"{TOWN_NAMES[town]} ({place})" if town else place


def _percent(chance: Fraction | float) -> str:
    return f"{round(float(chance) * 100)} %"


def _attack(rules: Rules[State], state: State, action: Attack) -> Message:
    preview = rules.preview(state, action)
    assert preview is not None
    if preview.column is None:
        return say("without a die, because the cannon must")
    clear = _to_clear(state, mask_of(action.defenders), preview)
    hexes, town = {state.at[SLOT[unit]] for unit in action.defenders}, state.setting.ground.town
    if hexes <= town.keys():
        held = named(dict.fromkeys(TOWN_NAMES[town[h]] for h in sorted(hexes)))
        return say("{column}: {chance} to clear {where}", column=preview.column, chance=_percent(clear), where=held)
    return several("{column}: {chance} to clear the hex", "{column}: {chance} to clear the hexes", len(hexes),
                   column=preview.column, chance=_percent(clear))


def _to_clear(state: State, defenders: int, preview: Preview) -> Fraction:
    """The chance that an attack on the table leaves no defender."""
    chances = {outcome.result: outcome.chance for outcome in preview.outcomes}
    ours, theirs = (sum(line.face for line in lines) for lines in (preview.attackers, preview.defenders))
    cheapest = min(line.face for line in preview.defenders)
    gone = doomed_guns(state, defenders) == defenders
    paid = ours >= theirs or theirs - cheapest < ours
    return chances["DE"] + (chances["EX"] if paid else 0) + (chances["C"] if gone else 0)


def _approach(state: State, action: Move, near: Sequence[int], then: Sequence[Action] | None) -> Message:
    """Coming next to enemies: the attack it is a step of, with its odds where all that is to follow is known."""
    ground, slot = state.setting.ground, SLOT[action.unit]
    plain = say("to attack {units}", units=titles(sum(1 << i for i in near)))
    if then is None:
        return plain
    ends = {SLOT[move.unit]: ground.index[move.path[-1]] for move in then if isinstance(move, Move)}
    ends[slot] = ground.index[action.path[-1]]
    after = state._replace(at=tuple(ends.get(i, h) for i, h in enumerate(state.at)))

    def odds_of(target: int) -> tuple[Fraction, int, Preview]:
        friends = after.units_in(ground.adjacent[after.at[target]]) & SIDE[ROSTER[slot].seat] & ~CANNONS | 1 << slot
        defenders = after.units_in(1 << after.at[target]) & SIDE[ROSTER[target].seat]
        preview = rolled_preview(after, friends, defenders)
        return _to_clear(after, defenders, preview), target, preview

    clear, target, preview = max((odds_of(target) for target in near), key=lambda found: found[:2])
    more = sum(1 for i, end in ends.items() if i != slot and ground.adjacent[after.at[target]] >> end & 1)
    where = _at(state, ground.ids[after.at[target]])
    assert preview.column is not None
    values = {"column": preview.column, "chance": _percent(clear), "where": where}
    if more:
        return several("to attack, {count} more to follow: {column}, {chance} to clear {where}",
                       "to attack, {count} more to follow: {column}, {chance} to clear {where}", more,
                       **values)
    return say("to attack: {column}, {chance} to clear {where}", **values)


def _move(state: State, action: Move, then: Sequence[Action] | None) -> Message:
    ground = state.setting.ground
    slot, end = SLOT[action.unit], ground.index[action.path[-1]]
    unit = ROSTER[slot]
    if end in ground.town:
        into = TOWN_NAMES[ground.town[end]]
        return say("to hold {town}", town=into) if unit.seat == CHRISTIAN else say("to shut {town}", town=into)
    near = [i for i in slots(SIDE[1 - unit.seat]) if state.at[i] >= 0 and ground.adjacent[end] >> state.at[i] & 1]
    if near:
        return _approach(state, action, near, then)
    for kind in (UDAKA, KASSALA):
        town = ground.towns[kind]
        if any(ground.adjacent[end] >> h & 1 for h in ground.town if town >> h & 1):
            return (say("to threaten {town}", town=TOWN_NAMES[kind]) if unit.seat == MOSLEM
                    else say("to defend {town}", town=TOWN_NAMES[kind]))
    return say("to come closer")
