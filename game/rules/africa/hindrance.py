"""Why a unit may not move, or not there (4, 5, 8, 9): the words for what ``movement`` has found illegal."""

from __future__ import annotations

from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.rules.africa import movement
from game.rules.africa.actions import Move
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.stacking import why_full
from game.rules.africa.state import Activation, State
from game.rules.africa.units import SEATS, SHIP, rule


def check_move(state: State, move: Move) -> Verdict:
    """Whether a unit may go along a path; the action of a legal one is complete."""
    done = movement.complete(state, move)
    if done is not None:
        end = state.setting.ground.index[done.path[-1]]
        return Legal(len(done.path), done, crowded(state, state.setting.slot[done.unit], end))
    setting = state.setting
    slot, index = setting.slot.get(move.unit, -1), setting.ground.index
    if slot < 0:
        return Illegal((Reason(rule("4"), f"{move.unit} takes no part in this battle"),))
    for name in move.path:
        if name not in index:
            return Illegal((Reason(rule("4"), f"There is no area {name} on this map", {"place": name}),))
    return Illegal((why_not(state, slot, tuple(index[name] for name in move.path)),))


def survey_moves(state: State, slot: int) -> dict[str, Verdict]:
    """For every area: the legal move there with the areas it takes, or why not."""
    unit, ids = state.setting.units[slot].id, state.setting.ground.ids
    found = movement.ways(state, slot)
    return {
        name: Legal(len(found[area]), Move(unit, tuple(ids[i] for i in found[area])), crowded(state, slot, area))
        if area in found
        else Illegal((why_not(state, slot, (area,)),))
        for area, name in enumerate(ids)
    }


def crowded(state: State, slot: int, area: int) -> Reason | None:
    """That an area a unit may enter is full, and what follows (ruling 4); None where it has room."""
    full = why_full(state, slot, area)
    if full is None:
        return None
    text = f"{state.setting.ground.titles[area]} is full: unless others leave it, the lowest retreats after movement"
    return Reason(full.rule, text, full.values, full.sign)


def why_not(state: State, slot: int, path: tuple[int, ...]) -> Reason:
    """Why a unit cannot take a path, or reach an area by any; the first hindrance on the shortest way."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    stays = why_stays(state, slot)
    if stays is not None:
        return stays
    here, left = state.at[slot], movement.left(state, slot)
    room = movement.making_room(state, unit.seat)
    end = path[-1]
    if end == here:
        return Reason(rule("4"), f"{unit.name} is in {ground.titles[here]} already")
    way = movement.ways(state, slot).get(end)
    if way is not None:
        if len(path) > left:
            return Reason(rule("4"), f"{unit.name} may go {left} {'area' if left == 1 else 'areas'}", {"left": left})
        by = f" by {ground.titles[way[0]]}" if len(way) > 1 else " at once"
        return Reason(rule("4"), f"{unit.name} goes to {ground.titles[end]}{by}; other ways are gone area by area")
    if ground.adjacent[here] >> end & 1:
        fresh = left == unit.areas or movement.galloped(state, slot)
        reason = why_not_step(state, slot, here, end, fresh, room)
        if reason is not None:
            return reason
    far = ground.board.distances[here][end]
    if far > left:
        return Reason(rule("4"), f"{ground.titles[end]} is {far} areas away, {unit.name} may go {left}",
                      {"distance": far, "left": left})
    if len(path) > left:
        return Reason(rule("4"), f"{unit.name} may go {left} {'area' if left == 1 else 'areas'}", {"left": left})
    if not ground.adjacent[here] >> path[0] & 1 and len(path) > 1:
        return Reason(rule("4"), f"{ground.titles[path[0]]} does not border on {ground.titles[here]}")
    enemy = state.held[1 - unit.seat]
    first: Reason | None = None
    for middle in ground.neighbours[here]:
        if not ground.adjacent[middle] >> end & 1 or (len(path) > 1 and path[0] != middle):
            continue
        reason = _why_not_pass(state, slot, here, middle, left == unit.areas)
        if reason is None and enemy >> middle & 1:
            reason = Reason(rule("4", 7), f"{unit.name} must stop in {ground.titles[middle]}: the enemy is there")
        if reason is None and ground.stops(unit, here, middle):
            reason = Reason(rule("4", 3), f"{unit.name} must stop in {ground.titles[middle]}")
        first = first or reason or why_not_step(state, slot, middle, end, False, room)
    return first or Reason(rule("4"), f"{ground.titles[end]} cannot be reached that way")


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
        return Reason(rule("3"), "First what has begun is finished", values)
    if state.now.phase != MOVEMENT:
        return Reason(state.now.rule, f"Nobody moves in {state.now.sentence}", values)
    if unit.seat != state.now.seat:
        return Reason(rule("3"), f"{unit.name} is not the {SEATS[state.now.seat].title()} player's to move", values)
    if state.aboard >> slot & 1:
        return Reason(rule("11.C.3"), f"{unit.name} is aboard: it lands, or goes with the ship", values)
    if not movement.walkers(state) >> slot & 1:
        number = "8" if setting.cavalry >> slot & 1 else "9"
        if state.demoralized >> slot & 1:
            return Reason(rule("4", 5), f"{unit.name} has had its move this turn: it was activated", values)
        return Reason(rule(number), f"{unit.name} moves only when it is activated", values)
    if state.moved >> slot & 1 or not movement.left(state, slot):
        return Reason(rule("4"), f"{unit.name} has moved as far as it may this turn", values)
    if state.contested() >> where & 1:
        return Reason(rule("6.2"), f"{unit.name} is engaged in {setting.ground.titles[where]} and stays", values)
    return None


def _why_no_gallop(state: State, frame: Activation, slot: int) -> Reason | None:
    unit = state.setting.units[slot]
    values = {"unit": unit.id}
    if not frame.units >> slot & 1:
        return Reason(rule("8"), f"{unit.name} has not been activated", values)
    title = state.setting.ground.titles[state.at[slot]]
    if movement.bound_to_fight(state, unit.seat) >> state.at[slot] & 1 and not state.setting.ship >> slot & 1:
        return Reason(rule("6.2", 9), f"{unit.name} has attacked in {title} and must stay and fight", values)
    if (frame.halted & ~frame.galloped) >> slot & 1:
        return Reason(rule("8.1"), f"{unit.name} must stop in {title}; only after firing does it ride on", values)
    if frame.stage or frame.spent >> slot & 1 or not movement.left(state, slot):
        return Reason(rule("9" if frame.gun else "8"), f"{unit.name} has moved as far as it may", values)
    if frame.gun and state.gun_moved >> slot & 1:
        return Reason(rule("9"), f"{unit.name} has moved this turn; only one of its activations may move it", values)
    if frame.gun and not movement.gun_may_move(state, slot):
        return Reason(rule("4"), f"{unit.name} has fired twice; a gun that moves fires once", values)
    return None


def why_not_step(state: State, slot: int, here: int, there: int, first: bool, room: int) -> Reason | None:
    """Why a unit may not go from an area to its neighbour, as the end of its way, or None.

    :param first: whether this is the first area of its turn.
    :param room: units whose points do not count where it ends.
    """
    passing = _why_not_pass(state, slot, here, there, first)
    if passing is not None:
        return passing
    setting = state.setting
    unit = setting.units[slot]
    seat, ground = unit.seat, setting.ground
    enemy = state.held[1 - seat]
    title = ground.titles[there]
    bit = 1 << slot
    if enemy >> there & 1:
        if state.demoralized & bit:
            return Reason(rule("6.1"), f"{unit.name} is demoralized and may not attack", {"unit": unit.id})
        if setting.convoys & bit:
            return Reason(rule("11.W.3"), f"The enemy bars the road at {title}", {"place": ground.ids[there]})
        if movement.galloped(state, slot):
            return Reason(rule("8.1", 9), f"After an Algarabia {unit.name} may not ride into {title}, an enemy's area")
        if setting.officers & bit and not state.fought_in(seat) >> there & 1:
            return Reason(rule("10"), f"An officer alone may not enter {title}, which the enemy holds")
    elif state.demoralized & bit and (ground.adjacent[there] | 1 << there) & state.presence(1 - seat):
        return Reason(rule("6.1", 6), f"{unit.name} is demoralized; {title} is next to the enemy", {"unit": unit.id})
    if setting.convoys & bit and setting.road_left[there] >= setting.road_left[here]:
        return Reason(rule("11.W.3"), f"A convoy goes on towards the Fondak; {title} is no nearer")
    if setting.ship & bit:
        return None
    full = why_full(state, slot, there, room)
    convoy = movement.kept_for(state, slot, there) if full is None else -1
    if convoy < 0:
        return full
    name = setting.units[convoy].name
    return Reason(rule("11.W.3", 25), f"{name} must go on to {title} first: {unit.name} would leave it no room",
                  {"unit": setting.units[convoy].id, "place": ground.ids[there]})


def _why_not_pass(state: State, slot: int, here: int, there: int, first: bool) -> Reason | None:
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
