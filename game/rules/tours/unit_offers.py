"""What a single unit in hand may do, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from game.core.message import Text, say
from game.core.offer import Offer
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.tours import deployment, fight, fire, legality, listing, movement, orders, reform, shock, shock_odds
from game.rules.tours.actions import (
    ANGLES,
    ORDERS,
    Activate,
    Advance,
    Face,
    Fire,
    Go,
    Order,
    Place,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.state import (
    ADVANCING,
    CHOICE,
    SETUP,
    Fight,
    Follow,
    Moving,
    Reaction,
    Rescued,
    Retreats,
    Shot,
    State,
    Turning,
)
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENTS,
    KIND,
    LEADERS,
    SEAT,
    SEATS,
    SIDES,
    UNITS,
    bits,
    brief,
    name_of,
    refuse,
)


def of_unit(state: State, slot: int) -> Iterator[Offer]:
    """What one unit may do."""
    unit = UNITS[slot].id
    if state.top is not None:
        yield from _answers(state, slot)
        return
    match state.phase:
        case "set-up":
            yield from _set_up(state, slot)
        case "who-first":
            for seat in SEATS:
                yield Offer(LEGAL, Go(seat), (unit,), words=say("{side} go first", side=SIDES[SEATS.index(seat)]),
                            leads=SEATS[state.seat] == seat)
        case "orders":
            yield from _orders(state, slot)
        case "leaders":
            yield from _moves(state, slot)
        case "action" if state.acting < 0:
            contingent = CONTINGENT[slot]
            action = Activate(CONTINGENTS[contingent])
            words = (orders.told(state, contingent, state.orders[contingent])
                     if ORDERS[state.orders[contingent]] == "wall" else say("Roll for activation"))
            yield Offer(orders.check_activate(state, action), action, (unit,), words=words, leads=True,
                        arithmetic=partial(orders.preview, state, contingent))
        case "action":
            yield from _moves(state, slot)
        case "shock":
            one = next(one for one in state.combats if slot in one.attackers)
            yield Offer(LEGAL, Single("resolve", UNITS[one.attackers[0]].id), (unit,),
                        state.ground.hexes[state.at[one.defenders[0]]],
                        say("Attack {targets}", targets=tuple(map(name_of, one.defenders))), leads=True,
                        arithmetic=partial(shock_odds.preview, state, one.attackers, one.defenders))
        case "reform":
            yield Offer(LEGAL, Single("reform", unit), (unit,), words=say("Roll to reform"), leads=True,
                        arithmetic=partial(reform.preview, state, slot))


def _set_up(state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    places = ([state.ground.hexes[state.at[other]] for other in range(COMBAT_UNITS) if SEAT[other] == SEAT[slot]]
              if slot in LEADERS else deployment.stretch(slot))
    for place in dict.fromkeys(places):
        action = Place(unit, place)
        yield Offer(deployment.check_place(state, action), action, (unit,), place)
    if slot < COMBAT_UNITS:
        yield from _facings(state, slot)
    sample = next(iter(places))
    yield Offer(refuse("13.1" if not SEAT[slot] else "13.2", say("It is set up elsewhere, e.g. in {place}",
                                                                 place=sample)), elsewhere=True)


def _facings(state: State, slot: int) -> Iterator[Offer]:
    """The ways to face; the one it has now where it must be said, but is not what the main button says."""
    ground = state.ground
    here = state.facing[slot]
    for turn in (1, 5, 2, 4, 3, 0):
        vertex = (here + turn) % 6
        action = Face(UNITS[slot].id, vertex)
        verdict = _check_face(state, action)
        if not turn and (isinstance(state.top, Turning) or not verdict):
            continue
        before = ground.front_mask[state.at[slot]][vertex] & state.held[1 - SEAT[slot]]
        hexes = ground.facing(state.at[slot], vertex)
        enemies = tuple(brief(state.where[place]) for place in bits(before))
        label = (say("Face {hexes}: {enemies}", hexes=hexes, enemies=enemies) if enemies
                 else say("Face {hexes}", hexes=hexes))
        yield Offer(verdict, action, (action.unit,), None, label, angle=ANGLES[vertex])


def _check_face(state: State, action: Face) -> Verdict:
    if isinstance(state.top, Turning):
        return LEGAL
    return deployment.check_face(state, action) if state.phase == SETUP else movement.check_face(state, action)


def _orders(state: State, slot: int) -> Iterator[Offer]:
    contingent = CONTINGENT[slot]
    for n, order in enumerate(ORDERS):
        action = Order(CONTINGENTS[contingent], order)
        verdict = orders.check_order(state, action)
        if n == state.orders[contingent] or (order == "wall" and contingent != 0):
            continue
        words = orders.told(state, contingent, n) if n else say("Cancel the order")
        yield Offer(verdict, action, (UNITS[slot].id,), words=words,
                    arithmetic=partial(orders.preview, state, contingent) if order == "move" else lambda: None)


def _moves(state: State, slot: int) -> Iterator[Offer]:
    """Where a unit may go, alone or with its leader, whom it may fire at, and how it may face."""
    ground = state.ground
    unit = UNITS[slot].id
    start = state.at[slot]
    halted = state.moving is not None and state.moving.slot == slot and state.moving.halted
    if not halted:
        found = movement.ways(state, slot, movement.points_left(state, slot))
        moves = sorted(listing.moves(state, slot), key=lambda move: not move.led)
        leads = any(move.led for move in moves)
        leader = (UNITS[state.leader_of(slot)].id,) if leads else ()
        for move in moves:
            verdict = legality.check(state, move)
            words: Text = (say("With its leader") if move.led else say("Without its leader")) if leads else ""
            hits = _hits(state, slot, ground.index[move.path[-1]], found)
            yield Offer(verdict, move, (unit,), move.path[-1], deed=words, hits=hits,
                        along=leader if move.led else ())
        near = ground.board.within(start, UNITS[slot].move)
        for hex_, name in enumerate(ground.hexes):
            if near >> hex_ & 1 and hex_ not in found and not state.held[1 - SEAT[slot]] >> hex_ & 1:
                yield Offer(movement.why_not(state, slot, hex_, movement.points_left(state, slot)), place=name)
        yield from _enemies(state, slot, near)
        yield Offer(refuse("6.0", say("Out of reach: more than {count} hexes away", count=UNITS[slot].move)),
                    elsewhere=True)
    else:
        yield Offer(refuse("6.1", say("It has come next to an enemy and stops there")), elsewhere=True)
    if slot in LEADERS:
        return
    if KIND[slot] == ARCHER:
        for target in fire.targets(state, slot):
            yield _shot(state, Shot(slot, target, False), Fire(unit, UNITS[target].id))
    yield from _facings(state, slot)


def _hits(state: State, slot: int, place: int, found: movement.Ways) -> Fraction | None:
    """How likely the best shot of archers that have moved to a hex hits; None where they have none."""
    if KIND[slot] != ARCHER or not state.ground.within(place) & state.held[1 - SEAT[slot]]:
        return None
    left = movement.points_left(state, slot) - found[place][0]
    best = fire.best_target(replace(state.put(slot, place), moving=Moving(slot, left)), slot)
    return best[1] if best is not None else None


def _shot(state: State, shot: Shot, action: Fire | Single) -> Offer:
    """A shot at an enemy, as short as his counter is printed; that it cannot hit is said, where it cannot."""
    name = UNITS[shot.target].abbr
    able = any(one.result != "-" for one in fire.preview(state, shot).outcomes)
    words = say("Fire at {target}", target=name) if able else say("Fire at {target}, cannot hit", target=name)
    return Offer(LEGAL, action, (UNITS[shot.unit].id,), state.ground.hexes[state.at[shot.target]], words, words,
                 arithmetic=partial(fire.preview, state, shot))


def _enemies(state: State, slot: int, near: int) -> Iterator[Offer]:
    """Why a unit does nothing to enemies that it could point at in this phase."""
    ground = state.ground
    for hex_ in bits(near & state.held[1 - SEAT[slot]]):
        target = state.where[hex_]
        if KIND[slot] != ARCHER:
            yield Offer(movement.why_closed(state, slot, hex_), place=ground.hexes[hex_])
            continue
        verdict = fire.check_fire(state, Fire(UNITS[slot].id, UNITS[target].id))
        if isinstance(verdict, Illegal):
            yield Offer(verdict, place=ground.hexes[hex_])


def _answers(state: State, slot: int) -> Iterator[Offer]:
    ground = state.ground
    unit = UNITS[slot].id
    match state.top:
        case Reaction(target, asked) if slot in asked:
            yield replace(_shot(state, Shot(slot, target, True), Single("react", unit)), leads=True)
        case Rescued(_, places):
            for place in places:
                yield Offer(LEGAL, Rescue(unit, ground.hexes[place]), (unit,), ground.hexes[place])
        case Retreats():
            for place in shock.retreat_hexes(state, slot):
                yield Offer(LEGAL, Retreat(unit, ground.hexes[place]), (unit,), ground.hexes[place])
            yield Offer(LEGAL, Single("stand", unit), (unit,), words=say("Stand"))
        case Follow(vacated):
            for place in (one.place for one in vacated if slot in shock.followers(state, one)):
                yield Offer(LEGAL, Advance(unit, ground.hexes[place]), (unit,), ground.hexes[place])
        case Turning():
            yield from _facings(state, slot)
        case Fight() as frame if frame.stage == CHOICE:
            yield Offer(LEGAL, Single("eliminate", unit), (unit,), words=say("Eliminate this unit"))
        case Fight() as frame if frame.stage == ADVANCING:
            for place in frame.vacated:
                if slot in fight.advancers(state, frame, place):
                    yield Offer(LEGAL, Advance(unit, ground.hexes[place]), (unit,), ground.hexes[place])
