"""Hazards of a planned move next to an enemy: the stop, and the odds of attacks together with adjacent friends."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex, hexes_in
from game.core.hazard import Hazard
from game.core.indices import Slot, other, slots_in
from game.core.message import Text, and_list, say
from game.rules.kassala import movement, odds
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import KassalaState
from game.rules.kassala.terrain import TOWN_NAMES
from game.rules.kassala.units import CANNONS, ROSTER, SIDE_UNITS, rule


def hazards_on(state: KassalaState, movers: Sequence[Slot], place: Hex) -> tuple[Hazard, ...]:
    """The attacks that a move of units to a hex would lead to; for a hex with enemies, the attack on it from the best
    hex next to it.

    :param movers: slots of units of one side; the first one decides which hexes are in reach.
    :param place: the index of the hex.
    """
    if state.now.phase != KassalaPhase.MOVEMENT or not movers or movement.why_immobile(state, movers[0]) is not None:
        return ()
    ground, seat = state.setting.ground, state.now.seat
    enemy = state.occupied[other(seat)]
    reachable = {
        ground.index[name] for name, move in movement.survey_moves(state, movers[0]).items() if move.verdict
    }
    if enemy >> place & 1:
        ends = [end for end in reachable if ground.adjacent[place] >> end & 1]
        best = max(ends, key=lambda end: (odds.column(*_attack_after_move(state, movers, end, place)), -end),
                   default=None)
        return () if best is None else (_odds_hazard(state, movers, best, place),)
    targets = hexes_in(ground.adjacent[place] & enemy)
    if place not in reachable or not targets:
        return ()
    stop = Hazard(say("Next to an enemy: stops in {hex}", hex=ground.ids[place]), rule("II.D.10", 18),
                   say("It must attack this turn, and may not move away while an enemy is adjacent."))
    return (stop, *(_odds_hazard(state, movers, place, target) for target in targets))


def _attack_after_move(state: KassalaState, movers: Sequence[Slot], end: Hex,
                       target: Hex) -> tuple[KassalaState, int, int]:
    """The state after a move to ``end``, the mask of the attackers (the movers, and all friends next to the target but
    cannon), and the mask of the defenders."""
    ground, seat = state.setting.ground, state.now.seat
    at = tuple(end if slot in movers else h for slot, h in enumerate(state.at))
    after = state._replace(at=at)
    friends = after.units_in(ground.adjacent[target]) & SIDE_UNITS[seat] & ~CANNONS
    return after, friends | sum(1 << slot for slot in movers), after.units_in(1 << target) & SIDE_UNITS[other(seat)]


def _odds_hazard(state: KassalaState, movers: Sequence[Slot], end: Hex, target: Hex) -> Hazard:
    """The hazard of an attack on a hex after a move: its attackers and its odds."""
    ground = state.setting.ground
    after, attackers, defenders = _attack_after_move(state, movers, end, target)
    town = ground.town.get(target)
    target_text: Text = ground.ids[target]
    if town:
        target_text = say("{town} ({place})", town=TOWN_NAMES[town], place=target_text)
    friends = [ROSTER[i].name for i in slots_in(attackers) if i not in movers]
    text = say("Together with {units}.", units=and_list(friends)) if friends else say(
        "This unit alone; add others.")
    return Hazard(say("Move to {hex}, then attack {where} in the combat phase", where=target_text,
                       hex=ground.ids[end]), rule("II.E"), text,
                   odds.rolled_preview(after, attackers, defenders))
