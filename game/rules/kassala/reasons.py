"""The purpose of an action of Kassala, such as ``to threaten Udaka``, and its description, such as ``Turkish cavalry
moves 0402-0403``, in one line each. They are shown together, so neither repeats the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import Rules
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, Text, and_list, plural, say
from game.core.preview import Preview
from game.core.verdict import IllegalAction
from game.rules.kassala.actions import (
    EndMovement,
    EndSetup,
    KassalaAdvance,
    KassalaAttack,
    KassalaBombard,
    KassalaLose,
    KassalaMove,
    KassalaPlace,
    NoAdvance,
)
from game.rules.kassala.contact import contact_graph, provides_for_all
from game.rules.kassala.odds import CRT, DE, EX, C, attack_preview, column, doomed_guns
from game.rules.kassala.results import AttackRoll
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import KassalaState, names_with_hexes, occupation
from game.rules.kassala.terrain import KASSALA, TOWN_NAMES, UDAKA, HexTerrain
from game.rules.kassala.units import INFANTRY, MOSLEM, ROSTER, SIDE_UNITS, SLOT, mask_of_ids, strength, titles

NOBODY_MOVES, STAYS = say("no unit can move"), say("no better move found: all units stay in place")
NO_PURPOSE = say("a change of position")

StrongestColumn = Callable[[Sequence[Hex], Hex, Seat], int]
"""A function of the places of all units, a hex and a seat. It returns the index of the column of the strongest attack
that the seat can make on the hex in its next player turn; -1 for none."""


def reason(rules: Rules[KassalaState], state: KassalaState, action: Action, then: Sequence[Action] | None,
           strongest_column: StrongestColumn) -> Text:
    """The purpose of a legal action; empty for the end of a movement in which units have moved.

    :param then: the actions planned after it in the same movement; None if there is no plan.
    """
    match action:
        case KassalaAttack():
            return _attack_purpose(rules, state, action)
        case KassalaBombard():
            return say("so that others need not attack it")
        case KassalaLose():
            return say("the cheapest way to pay for the exchange")
        case KassalaAdvance():
            return say("to hold the vacated hex")
        case NoAdvance():
            return say("no unit gains by advancing")
        case KassalaMove():
            return _move_purpose(rules, state, action, then, strongest_column)
        case KassalaPlace():
            return say("the best place left for it")
        case EndMovement():
            return _why_staying(rules, state)
        case EndSetup():
            return say("everything is in place")
    return say("the only thing to do")


def describe(state: KassalaState, action: Action) -> Text:
    """The text of an action, with units by name and hex."""
    match action:
        case KassalaMove(unit, path):
            route = "-".join((state.place(SLOT[unit]) or "", *path))
            return say("{unit} moves {path}", unit=ROSTER[SLOT[unit]].title, path=route)
        case KassalaAttack(attackers, defenders):
            ours = mask_of_ids(attackers)
            return plural("{attackers} attacks {defenders}", "{attackers} attack {defenders}", ours.bit_count(),
                           attackers=names_with_hexes(state, ours),
                           defenders=names_with_hexes(state, mask_of_ids(defenders)))
        case KassalaBombard(unit, defenders):
            return say("{cannon} bombards {defenders}", cannon=names_with_hexes(state, mask_of_ids((unit,))),
                       defenders=names_with_hexes(state, mask_of_ids(defenders)))
        case KassalaLose(units):
            return say("remove {units}", units=names_with_hexes(state, mask_of_ids(units)))
        case KassalaAdvance(unit, place):
            return say("{unit} advances to {place}", unit=names_with_hexes(state, mask_of_ids((unit,))),
                       place=_place_name(state, place))
        case KassalaPlace(unit, place):
            return say("{unit} in {place}", unit=ROSTER[SLOT[unit]].title, place=_place_name(state, place))
        case EndMovement():
            return say("end movement")
        case EndSetup():
            return say("end set-up")
        case NoAdvance():
            return say("no advance")
    return action.notation


def _place_name(state: KassalaState, place: str) -> Text:
    """The id of a hex, after the name of its town if there is one: ``Udaka (0304)``."""
    town = state.setting.ground.town.get(state.setting.ground.index[place])
    return say("{town} ({place})", town=TOWN_NAMES[town], place=place) if town else place


def _attack_purpose(rules: Rules[KassalaState], state: KassalaState, action: KassalaAttack) -> Message:
    preview = rules.preview(state, action)
    assert preview is not None
    if preview.column is None:
        return say("no die: the cannon must attack")
    chance_to_clear = _chance_to_clear(state, mask_of_ids(action.attackers), mask_of_ids(action.defenders), preview)
    if not chance_to_clear:
        helped = _attack_helped_by(rules, state, mask_of_ids(action.attackers), mask_of_ids(action.defenders))
        if helped is None:
            return say("{column}: units next to an enemy must attack", column=preview.column)
        return say("{column}: must attack too (II.E.3), so that the attack on {where} has {odds}",
                   column=preview.column, where=_places_cleared(state, helped.defenders), odds=helped.preview.column)
    values = {"column": preview.column, "chance": per_cent(chance_to_clear)}
    towns = _towns_cleared(state, mask_of_ids(action.defenders))
    only_by_exchange = _only_by_exchange(preview, chance_to_clear)
    if towns and only_by_exchange:
        return say("{column}: {chance} to clear {where}, but only by exchange", **values, where=towns)
    if towns:
        return say("{column}: {chance} to clear {where}", **values, where=towns)
    hexes = len({state.at[SLOT[unit]] for unit in action.defenders})
    if only_by_exchange:
        return plural("{column}: {chance} to clear the hex, but only by exchange",
                       "{column}: {chance} to clear the hexes, but only by exchange", hexes, **values)
    return plural("{column}: {chance} to clear the hex", "{column}: {chance} to clear the hexes", hexes, **values)


def _towns_cleared(state: KassalaState, defenders: int) -> Text:
    """The towns, or hexes of towns, that an attack would clear of enemies; empty if some defenders are outside the
    towns."""
    hexes, ground = {state.at[i] for i in slots_in(defenders)}, state.setting.ground
    town, enemies = ground.town, state.occupied[ROSTER[slots_in(defenders)[0]].seat]
    if not hexes <= town.keys():
        return ""
    cleared = {kind for kind, there in ground.towns.items() if not there & enemies & ~sum(1 << h for h in hexes)}
    return and_list(dict.fromkeys(TOWN_NAMES[town[h]] if town[h] in cleared else
                                  say("{place} in {town}", place=ground.ids[h], town=TOWN_NAMES[town[h]])
                                  for h in sorted(hexes)))


def _places_cleared(state: KassalaState, defenders: int) -> Text:
    """The places that an attack would clear: towns, or hexes by number."""
    ids, hexes = state.setting.ground.ids, sorted({state.at[i] for i in slots_in(defenders)})
    return _towns_cleared(state, defenders) or and_list(ids[h] for h in hexes)


def _only_by_exchange(preview: Preview, chance_to_clear: Fraction) -> bool:
    """Whether an attack clears its hexes only by an exchange, which costs units of its own."""
    return chance_to_clear == next(outcome.chance for outcome in preview.outcomes if outcome.result == EX)


def _chance_to_clear(state: KassalaState, attackers: int, defenders: int, preview: Preview) -> Fraction:
    """The chance that an attack on the table eliminates all defenders."""
    chances = {outcome.result: outcome.chance for outcome in preview.outcomes}
    ours, theirs = strength(AttackRoll(attackers, defenders).affected_attackers(state)), strength(defenders)
    weakest_defender = min(ROSTER[slot].strength for slot in slots_in(defenders))
    exchange_clears = ours >= theirs or theirs - weakest_defender < ours
    contact_clears = doomed_guns(state, defenders) == defenders
    return chances[DE] + (chances[EX] if exchange_clears else 0) + (chances[C] if contact_clears else 0)


class _PossibleAttack(NamedTuple):
    """An attack that becomes possible after a movement."""

    chance_to_clear: Fraction
    """The chance to clear the hexes of the defenders."""
    attackers: int
    """The mask of its units; ``defenders`` likewise."""
    defenders: int
    preview: Preview


@lru_cache(maxsize=4)
def _attacks_by_chance(rules: Rules[KassalaState], state: KassalaState) -> tuple[_PossibleAttack, ...]:
    """Every attack that may be announced now in a combat phase, except cannon's individual attacks; the likeliest to
    clear its hexes comes first. None in another phase."""
    attacks = []
    for action in rules.candidates(state) if state.now.phase == KassalaPhase.COMBAT else ():
        if isinstance(action, KassalaAttack):
            attackers, defenders = mask_of_ids(action.attackers), mask_of_ids(action.defenders)
            preview = attack_preview(state, attackers, defenders)
            if preview is not None and preview.column is not None:
                chance_to_clear = _chance_to_clear(state, attackers, defenders, preview)
                attacks.append(_PossibleAttack(chance_to_clear, attackers, defenders, preview))
    return tuple(sorted(attacks, key=lambda attack: (
        -attack.chance_to_clear, -attack.attackers.bit_count(), attack.defenders.bit_count(), -attack.attackers)))


def _best_attack(rules: Rules[KassalaState], state: KassalaState, moves: Sequence[Action], ours: int,
                 theirs: int) -> _PossibleAttack | None:
    """The attack most likely to clear its hexes after some moves and the end of movement; None if there is none.

    :param ours: the mask of units of which at least one attacks.
    :param theirs: the mask of units of which at least one is attacked.
    """
    return next((attack for attack in _attacks_by_chance(rules, _after_movement(rules, state, moves))
                 if attack.attackers & ours and attack.defenders & theirs), None)


def _after_movement(rules: Rules[KassalaState], state: KassalaState, moves: Sequence[Action]) -> KassalaState:
    """The state after some moves and the end of movement; moves that have become illegal are left out."""
    now = state.now
    for move in (*moves, EndMovement()):
        if state.now is not now:
            break
        with suppress(IllegalAction):
            state = rules.apply(state, move)[0]
    return state


def _attack_helped_by(rules: Rules[KassalaState], state: KassalaState, attackers: int,
                      defenders: int) -> _PossibleAttack | None:
    """The best other attack that has better odds thanks to this one; None if there is none.

    Without this attack, one of its defenders could only be attacked by units of the other attack, and the column of the
    other attack would be worse if any one of these units did not take part in it.
    """
    graph = contact_graph(state)
    reach = {slot: graph.adjacent_targets.get(slot, 0) | graph.targets_in_range.get(slot, 0)
             for slot in slots_in(graph.fighters & ~attackers)}

    def is_worse_without(attack: _PossibleAttack, slot: Slot) -> bool:
        rest = attack.attackers & ~(1 << slot)
        return not rest or column(state, rest, attack.defenders) < column(state, attack.attackers, attack.defenders)

    for attack in _attacks_by_chance(rules, state):
        if (attack.chance_to_clear and not attack.attackers & attackers and not attack.defenders & defenders
                and provides_for_all(graph, attackers | attack.attackers, defenders | attack.defenders)):
            for enemy in slots_in(defenders):
                able = [slot for slot, enemies in reach.items() if enemies >> enemy & 1]
                if able and all(attack.attackers >> slot & 1 and is_worse_without(attack, slot) for slot in able):
                    return attack
    return None


def _moving_units(moves: Sequence[Action]) -> int:
    return mask_of_ids(tuple(move.unit for move in moves if isinstance(move, KassalaMove)))


def _odds_text(state: KassalaState, attack: _PossibleAttack) -> Text:
    """The column of an attack, and the chance to clear its hexes if there is one."""
    assert attack.preview.column is not None
    if not attack.chance_to_clear:
        return attack.preview.column
    values = {"column": attack.preview.column, "chance": per_cent(attack.chance_to_clear),
              "where": _places_cleared(state, attack.defenders)}
    if _only_by_exchange(attack.preview, attack.chance_to_clear):
        return say("{column}, {chance} to clear {where}, but only by exchange", **values)
    return say("{column}, {chance} to clear {where}", **values)


def _approach_purpose(rules: Rules[KassalaState], state: KassalaState, action: KassalaMove, near: Sequence[int],
                      then: Sequence[Action] | None) -> Message:
    """The purpose of a move next to enemies: the attack that it prepares. If the rest of the movement is known, also
    the other attackers and the odds, or the units already moved up for the attack.

    :param near: slots of the enemies next to the end of the move.
    :param then: the actions planned after it; None if there is no plan.
    """
    mover, enemies = 1 << SLOT[action.unit], sum(1 << i for i in near)
    best = _best_attack(rules, state, (action, *then), mover, enemies) if then is not None else None
    if best is None:
        return say("to attack {units}", units=titles(enemies))
    if then is not None and not best.chance_to_clear:
        combat = _after_movement(rules, state, (action, *then))
        pairs = [(helped, attack) for attack in _attacks_by_chance(rules, combat) if attack.attackers == mover
                 and (helped := _attack_helped_by(rules, combat, mover, attack.defenders)) is not None]
        if pairs:
            helped, attack = max(pairs, key=lambda pair: pair[0].chance_to_clear)
            return say("to attack {defenders}: {column}, so that the attack on {where} has {odds}",
                       defenders=titles(attack.defenders), column=attack.preview.column,
                       where=_places_cleared(combat, helped.defenders), odds=helped.preview.column)
    other_attackers = best.attackers & ~mover
    if other_attackers & state.moved:
        return say("to join {others} against {defenders}", others=titles(other_attackers & state.moved),
                   defenders=titles(best.defenders))
    if other_attackers:
        return say("to attack {defenders} with {others}: {odds}", defenders=titles(best.defenders),
                   others=titles(other_attackers), odds=_odds_text(state, best))
    return say("to attack {defenders}: {odds}", defenders=titles(best.defenders), odds=_odds_text(state, best))


def _with_plan(rules: Rules[KassalaState], state: KassalaState, action: KassalaMove, purpose: Message,
               then: Sequence[Action] | None) -> Message:
    """The purpose of a move; for the first move of a movement also the best attack that the moves lead to."""
    moves = (action, *then) if then and not state.moved else ()
    best = _best_attack(rules, state, moves, _moving_units(moves), SIDE_UNITS[other(state.now.seat)]) if moves else None
    if best is None or not best.chance_to_clear:
        return purpose
    return plural("{purpose}; then {attackers} attacks {defenders}: {odds}",
                   "{purpose}; then {attackers} attack {defenders}: {odds}", best.attackers.bit_count(),
                   purpose=purpose, attackers=titles(best.attackers), defenders=titles(best.defenders),
                   odds=_odds_text(state, best))


def _move_purpose(rules: Rules[KassalaState], state: KassalaState, action: KassalaMove,
                  then: Sequence[Action] | None, strongest_column: StrongestColumn) -> Message:
    ground = state.setting.ground
    slot, end = SLOT[action.unit], ground.index[action.path[-1]]
    enemies = slots_in(SIDE_UNITS[other(ROSTER[slot].seat)])
    near = [i for i in enemies if state.at[i] >= 0 and ground.adjacent[end] >> state.at[i] & 1]
    if near and end not in ground.town:
        return _approach_purpose(rules, state, action, near, then)
    purpose = _quiet_move_purpose(state, slot, end, then, strongest_column)
    return _with_plan(rules, state, action, purpose, then)


def _quiet_move_purpose(state: KassalaState, slot: Slot, end: Hex, then: Sequence[Action] | None,
                        strongest_column: StrongestColumn) -> Message:
    """The purpose of a move to a hex that is not next to an enemy, or into a town.

    :param then: the moves planned after it; None if there is no plan.
    """
    ground, seat, here = state.setting.ground, ROSTER[slot].seat, state.at[slot]
    places = list(state.at)
    places[slot] = end
    for move in then or ():
        if isinstance(move, KassalaMove):
            places[SLOT[move.unit]] = ground.index[move.path[-1]]
    occupied = occupation(tuple(places))
    if end in ground.town and ground.town.get(here) != ground.town[end]:
        town_entered = TOWN_NAMES[ground.town[end]]
        if seat != MOSLEM:
            return say("to hold {town}", town=town_entered)
        open_hexes = _empty_hexes(ground, ground.towns[ground.town[end]], occupied)
        return say("into {town}, with {places} still open", town=town_entered,
                   places=and_list(open_hexes)) if open_hexes else say("to occupy {town}", town=town_entered)
    for kind in (UDAKA, KASSALA) if end not in ground.town else ():
        town, title = ground.towns[kind], TOWN_NAMES[kind]
        if ground.adjacent[end] & town and here not in ground.town:
            if state.occupied[other(seat)] & town:
                return say("to threaten {town}", town=title)
            if not occupied[seat] & town:
                return say("to support {town}", town=title)
            open_hexes = _empty_hexes(ground, town, occupied) if seat == MOSLEM else ()
            return say("to cover {town}, with {places} still open", town=title,
                       places=and_list(open_hexes)) if open_hexes else say("to defend {town}", town=title)
    march = _march_purpose(state, slot, end, places, then is not None, strongest_column)
    if here not in ground.town or end in ground.town:
        return march or NO_PURPOSE
    town_left = TOWN_NAMES[ground.town[here]]
    return (say("out of {town}, {purpose}", town=town_left, purpose=march) if march
            else say("out of {town}", town=town_left))


def _empty_hexes(ground: HexTerrain, town: int, occupied: tuple[int, int]) -> tuple[str, ...]:
    """The ids of the empty hexes of a town.

    :param occupied: for each seat the mask of hexes with its units.
    """
    return tuple(ground.ids[h] for h in hexes_in(town & ~(occupied[0] | occupied[1])))


def _march_purpose(state: KassalaState, slot: Slot, end: Hex, places: Sequence[Hex], planned: bool,
                   strongest_column: StrongestColumn) -> Message | None:
    """The purpose of a march that ends neither at a town nor next to an enemy, or from one hex of a town to another:
    what it approaches, the attack that it avoids, or the unit that it makes room for. None if it has no such purpose.

    The purpose ``on the way`` is given only to a town that the unit may enter (II.D.12) and that its side does not
    hold.

    :param places: the places of all units after the whole movement.
    :param planned: whether the move belongs to a plan; if not, ``on the way`` is only to the nearest town.
    """
    ground, here, enemy = state.setting.ground, state.at[slot], other(ROSTER[slot].seat)
    before, after = ({kind: _distance_to(state, h, town) for kind, town in ground.towns.items()} for h in (here, end))
    occupied = occupation(tuple(places))
    held = {kind for kind, town in ground.towns.items()
            if occupied[other(enemy)] & town and not occupied[enemy] & town}
    goals = [kind for kind in (UDAKA, KASSALA) if ROSTER[slot].arm == INFANTRY and kind not in held
             and after[kind] < before[kind] and (planned or after[kind] == min(after.values()))]
    if goals:
        best = max(goals, key=lambda kind: before[kind] - after[kind])
        return say("on the way to {town}", town=TOWN_NAMES[best])
    enemy_distances = [_distance_to(state, h, state.occupied[enemy]) for h in (here, end)]
    if enemy_distances[1] < enemy_distances[0]:
        return say("towards the enemy")
    places_without_move = list(places)
    places_without_move[slot] = here
    staying, moving = strongest_column(places_without_move, here, enemy), strongest_column(places, end, enemy)
    if moving < staying:
        return say("to a hex where no enemy can attack it next turn") if moving < 0 else say(
            "to a hex where the strongest attack on it is {column}, not {before}", column=CRT.column_heading(moving),
            before=CRT.column_heading(staying))
    follower = next((unit for unit, h in zip(ROSTER, places, strict=True) if h == here), None)
    if follower is not None:
        return say("to make room for {unit}", unit=follower.title)
    return say("away from the enemy") if enemy_distances[1] > enemy_distances[0] else None


def _why_staying(rules: Rules[KassalaState], state: KassalaState) -> Text:
    """Why a side ends its movement without a move: no unit can move, or the side stays and holds its towns. Empty after
    a move."""
    if state.moved:
        return ""
    if not any(isinstance(action, KassalaMove) for action in rules.candidates(state)):
        return NOBODY_MOVES
    towns, own = state.setting.ground.towns, state.occupied[state.now.seat]
    held = and_list(TOWN_NAMES[kind] for kind, town in towns.items() if town & own)
    return say("no better move found: all units stay in place and hold {towns}", towns=held) if held else STAYS


def _distance_to(state: KassalaState, start: Hex, goals: int) -> int:
    """The distance in hexes from a hex to the nearest hex of a mask; 0 for an empty mask."""
    ground = state.setting.ground
    return min((ground.board.distance(ground.ids[start], ground.ids[h]) for h in hexes_in(goals)), default=0)
