"""Movement (4): who moves now, where to, and why not elsewhere; the gallop of activated cavalry (8) and guns (9)."""

from __future__ import annotations

from typing import NamedTuple

from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.rules.africa.actions import Land, Move
from game.rules.africa.sequence import DEFENCE, MOVEMENT
from game.rules.africa.stacking import why_full
from game.rules.africa.state import Activation, State
from game.rules.africa.units import MOROCCAN, SEATS, SHIP, SPANISH, rule


class Way(NamedTuple):
    """A way to an area: every area entered."""

    path: tuple[int, ...]


def enemies(state: State, seat: int) -> int:
    """Areas in which the other side stands."""
    return state.held[1 - seat]


def walkers(state: State) -> int:
    """Units that move in the phasing side's movement phase: all but cavalry, guns and those aboard (ruling 5)."""
    setting = state.setting
    seat = state.now.seat
    special = (setting.cavalry | setting.guns) & ~state.demoralized
    return setting.side[seat] & ~special & ~setting.ship & ~state.aboard


def free_walkers(state: State) -> int:
    """Walkers on the map that may still go somewhere in this phase, as far as they themselves are concerned."""
    engaged = state.contested()
    mask = walkers(state) & ~state.moved
    return sum(1 << i for i in bits(mask) if state.at[i] >= 0 and not engaged >> state.at[i] & 1)


def bits(mask: int) -> list[int]:
    """The slots of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def why_stays(state: State, slot: int) -> Reason | None:
    """Why a unit may not move at all now, or None."""
    setting, frame = state.setting, state.frame
    unit = setting.units[slot]
    where = state.at[slot]
    values = {"unit": unit.id}
    if where < 0:
        return Reason(rule("4"), f"{unit.name} is not on the map", values)
    if unit.fixed:
        return Reason(rule("11.T.3"), f"{unit.name} has no movement allowance", values)
    if isinstance(frame, Activation):
        return _why_no_gallop(state, frame, slot)
    if frame is not None:
        return Reason(rule("6"), "First what has begun is finished", values)
    if state.now.phase != MOVEMENT:
        return Reason(state.now.rule, f"Nobody moves in {state.now.sentence}", values)
    if unit.seat != state.now.seat:
        return Reason(rule("3"), f"{unit.name} is not the {SEATS[state.now.seat].title()} player's to move", values)
    if state.aboard >> slot & 1:
        return Reason(rule("11.C.3"), f"{unit.name} is aboard: it lands, or goes with the ship", values)
    if not walkers(state) >> slot & 1:
        number = "8" if setting.cavalry >> slot & 1 else "9"
        return Reason(rule(number), f"{unit.name} moves only when it is activated", values)
    if state.moved >> slot & 1:
        return Reason(rule("4"), f"{unit.name} has moved as far as it may this turn", values)
    if state.contested() >> where & 1:
        return Reason(rule("6.2"), f"{unit.name} is engaged in {setting.ground.titles[where]} and stays", values)
    return None


def _why_no_gallop(state: State, frame: Activation, slot: int) -> Reason | None:
    unit = state.setting.units[slot]
    values = {"unit": unit.id}
    if not frame.units >> slot & 1:
        return Reason(rule("8"), f"{unit.name} has not been activated", values)
    if frame.stage or frame.spent >> slot & 1:
        return Reason(rule("9" if frame.gun else "8"), f"{unit.name} has moved as far as it may", values)
    if frame.gun and state.gun_moved >> slot & 1:
        return Reason(rule("9"), f"{unit.name} has moved this turn; only one of its activations may move it", values)
    if frame.gun and sum(1 for gun, _ in state.shots if gun == slot) > 1:
        return Reason(rule("4"), f"{unit.name} has fired twice; a gun that moves fires once", values)
    return None


def _left(state: State, slot: int) -> int:
    """Areas a unit may still go."""
    unit = state.setting.units[slot]
    frame = state.frame
    once = frame.once if isinstance(frame, Activation) else state.once
    return unit.areas - (once >> slot & 1)


def _galloped(state: State, slot: int) -> bool:
    """Whether a rider has gone one area and fired: what follows is the way back of an Algarabia (8.1)."""
    frame = state.frame
    return isinstance(frame, Activation) and bool(frame.galloped >> slot & 1)


def why_not_step(state: State, slot: int, here: int, there: int, first: bool, room: int) -> Reason | None:
    """Why a unit may not go from an area to its neighbour, as the end of its way, or None.

    :param first: whether this is the first area of its turn.
    :param room: units whose points do not count where it ends.
    """
    passing = why_not_pass(state, slot, here, there, first)
    if passing is not None:
        return passing
    setting = state.setting
    unit = setting.units[slot]
    seat, ground = unit.seat, setting.ground
    enemy = enemies(state, seat)
    title = ground.titles[there]
    bit = 1 << slot
    if enemy >> there & 1:
        if state.demoralized & bit:
            return Reason(rule("6.1"), f"{unit.name} is demoralized and may not attack", {"unit": unit.id})
        if setting.convoys & bit:
            return Reason(rule("11.W.3"), f"The enemy bars the road at {title}", {"place": ground.ids[there]})
        if _galloped(state, slot):
            return Reason(rule("8.1", 9), f"After an Algarabia {unit.name} may not ride into {title}, an enemy's area")
        if setting.officers & bit and not any(setting.fighters >> i & 1 for i in state.own(there, seat)):
            return Reason(rule("10"), f"An officer alone may not enter {title}, which the enemy holds")
    elif state.demoralized & bit and ground.adjacent[there] & enemy:
        return Reason(rule("6.1", 6), f"{unit.name} is demoralized; {title} is next to the enemy", {"unit": unit.id})
    if setting.convoys & bit and setting.road_left[there] >= setting.road_left[here]:
        return Reason(rule("11.W.3"), f"A convoy goes on towards the Fondak; {title} is no nearer")
    return None if setting.ship & bit else why_full(state, slot, there, room)


def why_not_pass(state: State, slot: int, here: int, there: int, first: bool) -> Reason | None:
    """Why a unit can never take a step, whoever stands there, or None."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    if not ground.adjacent[here] >> there & 1:
        return Reason(rule("4"), f"{ground.titles[there]} does not border on {ground.titles[here]}",
                      {"from": ground.ids[here], "to": ground.ids[there]})
    barred = ground.barred(unit, here, there)
    if barred is not None:
        return barred
    if unit.kind == SHIP and setting.anchored and not setting.anchored >> there & 1:
        return Reason(rule("11.T.3"), f"The gunboat stays below the anchor; {ground.titles[there]} is above it")
    if not first and ground.far_step(unit, here, there):
        return Reason(rule("4", 3), f"{ground.titles[there]} is mountain: cavalry enters it only as its first area")
    return None


def ways(state: State, slot: int) -> dict[int, Way]:
    """Every area a unit may go to now, with the shortest way there."""
    if why_stays(state, slot) is not None:
        return {}
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    here, left = state.at[slot], _left(state, slot)
    fresh = left == unit.areas
    room = free_walkers(state) if not isinstance(state.frame, Activation) else 0
    found: dict[int, Way] = {}
    enemy = enemies(state, unit.seat)
    onward: list[int] = []
    for there in ground.neighbours[here]:
        if why_not_pass(state, slot, here, there, fresh) is not None:
            continue
        if why_not_step(state, slot, here, there, fresh, room) is None:
            found[there] = Way((there,))
        stopped = ground.stops(unit, here, there) or (enemy >> there & 1 and not setting.ship >> slot & 1)
        if left > 1 and not stopped:
            onward.append(there)
    for middle in onward:
        for there in ground.neighbours[middle]:
            if there != here and there not in found and why_not_step(state, slot, middle, there, False, room) is None:
                found[there] = Way((middle, there))
    return found


def check_move(state: State, move: Move) -> Verdict:
    """Whether a unit may go along a path."""
    found = find_way(state, move)
    return found if isinstance(found, Illegal) else Legal(len(found.path), move)


def find_way(state: State, move: Move) -> Way | Illegal:
    """The way a legal move takes, or why there is none."""
    setting = state.setting
    ground = setting.ground
    slot = setting.slot.get(move.unit)
    if slot is None:
        return Illegal((Reason(rule("4"), f"{move.unit} takes no part in this battle"),))
    stays = why_stays(state, slot)
    if stays is not None:
        return Illegal((stays,))
    for name in move.path:
        if name not in ground.index:
            return Illegal((Reason(rule("4"), f"There is no area {name} on this map", {"place": name}),))
    path = tuple(ground.index[name] for name in move.path)
    found = ways(state, slot)
    if path[-1] in found and (len(path) == 1 or found[path[-1]].path == path):
        return found[path[-1]]
    return Illegal((why_not(state, slot, path),))


def why_not(state: State, slot: int, path: tuple[int, ...]) -> Reason:
    """Why a unit that may move cannot take a path, or reach an area by any."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    here, left = state.at[slot], _left(state, slot)
    room = free_walkers(state) if not isinstance(state.frame, Activation) else 0
    end = path[-1]
    if end == here:
        return Reason(rule("4"), f"{unit.name} is in {ground.titles[here]} already")
    if ground.adjacent[here] >> end & 1:
        reason = why_not_step(state, slot, here, end, left == unit.areas, room)
        if reason is not None:
            return reason
    far = ground.board.distances[here][end]
    if far > left:
        return Reason(rule("4"), f"{ground.titles[end]} is {far} areas away, {unit.name} may go {left}",
                      {"distance": far, "left": left})
    enemy = enemies(state, unit.seat)
    first: Reason | None = None
    for middle in ground.neighbours[here]:
        if not ground.adjacent[middle] >> end & 1 or (len(path) > 1 and path[0] != middle):
            continue
        reason = why_not_pass(state, slot, here, middle, left == unit.areas)
        if reason is None and enemy >> middle & 1:
            reason = Reason(rule("4", 7), f"{unit.name} must stop in {ground.titles[middle]}: the enemy is there")
        if reason is None and ground.stops(unit, here, middle):
            reason = Reason(rule("4", 3), f"{unit.name} must stop in {ground.titles[middle]}")
        reason = reason or why_not_step(state, slot, middle, end, False, room)
        first = first or reason
    return first or Reason(rule("4"), f"{ground.titles[end]} cannot be reached that way")


def all_moves(state: State, units: int) -> list[Move]:
    """Every legal move of some units, one to each area."""
    ids, ground = state.setting.units, state.setting.ground.ids
    return [
        Move(ids[slot].id, tuple(ground[i] for i in way.path))
        for slot in bits(units)
        for way in ways(state, slot).values()
    ]


def survey_moves(state: State, slot: int) -> dict[str, Verdict]:
    """For every area: the legal move there with the areas it takes, or why not."""
    setting = state.setting
    ids = setting.ground.ids
    stays = why_stays(state, slot)
    if stays is not None:
        return dict.fromkeys(ids, Illegal((stays,)))
    found = ways(state, slot)
    verdicts: dict[str, Verdict] = {}
    for area, name in enumerate(ids):
        way = found.get(area)
        if way is not None:
            verdicts[name] = Legal(len(way.path), Move(setting.units[slot].id, tuple(ids[i] for i in way.path)))
        else:
            verdicts[name] = Illegal((why_not(state, slot, (area,)),))
    return verdicts


def landings(state: State) -> list[Land]:
    """Where the marines may go ashore now."""
    setting = state.setting
    if state.frame is not None:
        return []
    return [
        Land(setting.units[slot].id, setting.ground.ids[area])
        for slot in bits(state.aboard)
        for area in _shores(state, slot)
        if why_no_landing(state, slot, area) is None
    ]


def _shores(state: State, slot: int) -> tuple[int, ...]:
    here = state.at[slot]
    return (here, *state.setting.ground.neighbours[here])


def why_no_landing(state: State, slot: int, area: int) -> Reason | None:
    """Why the marines may not land in an area, or None (11.C.3, 11.T.3)."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    if not state.aboard >> slot & 1:
        return Reason(rule("11.C.3"), f"{unit.name} is not aboard")
    if area not in _shores(state, slot):
        return Reason(rule("11.C.3"), f"{ground.titles[area]} is not next to the ship")
    now = state.now
    if setting.anchored:
        if area != state.at[slot] or not state.held[MOROCCAN] >> area & 1:
            return Reason(rule("11.T.3"), "The marines land only where the enemy has come to the ship's own area")
        if not (now.phase == DEFENCE or now.phase == MOVEMENT) or now.seat != SPANISH:
            return Reason(rule("11.T.3", 12), "The marines land in the Spanish movement or defensive fire phase")
    else:
        if now.phase != MOVEMENT or now.seat != SPANISH:
            return Reason(rule("11.C.3"), "The marines land in the Spanish movement phase")
        if not ground.coast >> area & 1:
            return Reason(rule("11.C.3"), f"{ground.titles[area]} is no coast")
    return why_full(state, slot, area, free_walkers(state) if now.phase == MOVEMENT else 0)


def must_move(state: State) -> tuple[int, ...]:
    """Units whose side may not end its movement before they have moved: demoralized ones next to the enemy (6.1),
    convoys (11.W.3) and those in overstacked areas (5), wherever they can."""
    setting, seat = state.setting, state.now.seat
    free = free_walkers(state)
    enemy = enemies(state, seat)
    due = []
    for slot in bits(free):
        here = state.at[slot]
        bit = 1 << slot
        shaken = state.demoralized & bit and setting.ground.adjacent[here] & enemy
        crowded = setting.points[slot] and state.points(here, seat) > 9
        if (shaken or crowded or setting.convoys & bit) and not state.once & bit and ways(state, slot):
            due.append(slot)
    return tuple(due)
