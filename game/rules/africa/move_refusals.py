"""Refusals of moves (4, 5, 8, 9): the reasons against moves that ``movement`` finds illegal; and the landing of marines
from the gunboat (11.C.3, 11.T.3)."""

from __future__ import annotations

from collections import Counter

from game.board.areas import Area
from game.core.indices import Slot, slots_in
from game.core.message import plural, say
from game.core.verdict import Illegal, Legal, Reason, Verdict
from game.rules.africa import movement
from game.rules.africa.actions import AfricaMove, Land
from game.rules.africa.movement import units_making_room
from game.rules.africa.sequence import DEFENCE, MOVEMENT
from game.rules.africa.stacking import why_full
from game.rules.africa.state import ActivationFrame, AfricaState
from game.rules.africa.units import ADJECTIVES, MOROCCAN, SPANISH, rule
from game.rules.africa.victory import section


def check_move(state: AfricaState, move: AfricaMove) -> Verdict:
    """The verdict on a move, given by its whole path or by its destination only."""
    completed = movement.completed_move(state, move)
    if completed is not None:
        end = state.setting.ground.index[completed.path[-1]]
        return Legal(len(completed.path), crowding_warning(state, state.setting.slot[completed.unit], end))
    setting = state.setting
    slot, index = setting.slot_of(move.unit), setting.ground.index
    for name in move.path:
        if name not in index:
            return Illegal((Reason(rule("4"), say("There is no area {name} on this map", name=name), {"place": name}),))
    path = tuple(index[name] for name in move.path)
    return Illegal((why_no_move(state, slot) or _why_not(state, slot, path),))


def survey_moves(state: AfricaState, slot: Slot) -> dict[str, tuple[Verdict, AfricaMove | None]]:
    """Area id -> verdict on a unit's move there, and the move with its path if legal."""
    setting, paths, immobile = state.setting, movement.reachable(state, slot), why_no_move(state, slot)
    return {
        name: (Legal(len(paths[area]), crowding_warning(state, slot, area)),
               movement.move_by(setting, slot, paths[area]))
        if area in paths else (Illegal((immobile or _why_not(state, slot, (area,)),)), None)
        for name, area in setting.ground.index.items()
    }


def crowding_warning(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """The warning that an area a unit may enter is full (ruling 4); None if it has room."""
    refusal = why_full(state, slot, area)
    if refusal is None:
        return None
    text = say("{area} is full: unless others leave it, the bottom unit of the stack retreats after movement",
               area=state.setting.ground.titles[area])
    return Reason(refusal.rule, text, refusal.values, refusal.sign)


def _too_far(name: str, areas_left: int) -> Reason:
    text = plural("{unit} may move {count} area", "{unit} may move {count} areas", areas_left, unit=name)
    return Reason(rule("4"), text, {"left": areas_left})


def _why_not(state: AfricaState, slot: Slot, path: tuple[Area, ...]) -> Reason:
    """Why a unit that may move cannot take a path, or cannot reach an area: the first obstacle on the shortest path.

    :param path: all areas of the path, or the destination only.
    """
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    here, areas_left = state.at[slot], movement.areas_left(state, slot)
    end = path[-1]
    if end == here and len(path) > 1:
        return Reason(rule("4", 33), say("The path of {unit} leads back to {area}, where it began", unit=unit.name,
                                         area=ground.titles[here]))
    if end == here:
        return Reason(rule("4"), say("{unit} is in {area} already", unit=unit.name, area=ground.titles[here]))
    if ground.adjacent[here] >> end & 1 and len(path) == 1:
        is_first = areas_left == unit.allowance or movement.is_riding_back(state, slot)
        cost = movement.last_step(state, slot, here, end, is_first)
        if isinstance(cost, Reason):
            return cost
    if setting.ship >> slot & 1 and (barred := ground.why_barred(unit.kind, here, end)) is not None:
        return barred
    distance = ground.board.distances[here][end]
    if distance > areas_left:
        return Reason(rule("4"), plural(
            "{area} is {count} area away, {unit} may move {left}",
            "{area} is {count} areas away, {unit} may move {left}",
            distance, area=ground.titles[end], unit=unit.name, left=areas_left),
                      {"distance": distance, "left": areas_left})
    if len(path) > areas_left:
        return _too_far(unit.name, areas_left)
    if not ground.adjacent[here] >> path[0] & 1 and len(path) > 1:
        return Reason(rule("4"), say("{area} does not border on {here}", area=ground.titles[path[0]],
                                     here=ground.titles[here]))
    for middle in ground.neighbours[here]:
        if ground.adjacent[middle] >> end & 1 and (len(path) == 1 or path[0] == middle):
            cost = movement.step(state, slot, here, middle, is_first=areas_left == unit.allowance)
            if not isinstance(cost, Reason):
                cost = movement.last_step(state, slot, middle, end, is_first=False)
            if isinstance(cost, Reason):
                return cost
    return Reason(rule("4"), say("{area} cannot be reached that way", area=ground.titles[end]))


def why_no_move(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a unit may not move at all now; None if it may."""
    setting, acting = state.setting, state.acting
    unit = setting.units[slot]
    here = state.at[slot]
    values = {"unit": unit.id}
    if here < 0:
        return state.unit_reason(slot, rule("4"), say("{unit} is not on the map"))
    if unit.immobile:
        return state.unit_reason(slot, rule("11.T.3"), say("{unit} has no movement allowance"))
    if acting is not None:
        return _why_no_activated_move(state, acting, slot)
    if state.frames:
        return Reason(rule("3"), say("Finish the current action first"), values)
    if state.now.phase != MOVEMENT:
        return Reason(state.now.rule, say("No unit moves in this phase: {phase}", phase=state.now.title), values)
    if unit.seat != state.now.seat:
        return Reason(rule("3"), say("{unit} is not a {side} unit and may not move now", unit=unit.name,
                                     side=ADJECTIVES[state.now.seat]), values)
    if state.aboard >> slot & 1:
        cited = setting.ship_rule()
        return state.unit_reason(slot, cited, say("{unit} is aboard ship: it moves with the ship, or lands"))
    if not movement.phase_movers(state) >> slot & 1:
        if state.demoralized >> slot & 1:
            return state.unit_reason(slot, rule("4", 5), say("{unit} has moved this turn and may not move again"))
        return state.unit_reason(slot, setting.activation_rule(slot), say("{unit} moves only when it is activated"))
    if state.moved >> slot & 1 or not movement.areas_left(state, slot):
        return state.unit_reason(slot, rule("4"), say("{unit} has moved as far as it may this turn"))
    if state.contested() >> here & 1:
        return state.unit_reason(slot, rule("6.2"), say("{unit} is engaged in {area} and stays"))
    return None


def _why_no_activated_move(state: AfricaState, acting: ActivationFrame, slot: Slot) -> Reason | None:
    """Why a unit may not move during an activation; None if it may."""
    unit, special = state.setting.units[slot], state.setting.activation_rule(slot)
    if not acting.units >> slot & 1:
        return state.unit_reason(slot, special, say("{unit} has not been activated"))
    if movement.bound_to_fight(state, unit.seat) >> state.at[slot] & 1 and not state.setting.ship >> slot & 1:
        return state.unit_reason(slot, rule("6.2", 9), say("{unit} has attacked in {area} and must stay and fight"))
    if (acting.halted & ~acting.galloped) >> slot & 1:
        return state.unit_reason(slot, rule("8.1"), say("{unit} must stop in {area}; it may move on only after firing"))
    if acting.stage or acting.spent >> slot & 1 or not movement.areas_left(state, slot):
        return state.unit_reason(slot, special, say("{unit} has moved as far as it may"))
    if acting.gun and state.moved_active >> slot & 1 and not acting.once:
        return state.unit_reason(slot, rule("9"),
                                 say("{unit} has moved this turn; only one of its activations may move it"))
    if acting.gun and not acting.once and not movement.gun_may_move(state, slot):
        cited = rule("4", 38 if slot in state.defensive_shots else None)
        return state.unit_reason(slot, cited, say("{unit} has fired twice; a gun that moves fires once"))
    return None


def why_unmoved(state: AfricaState, slot: Slot) -> Reason:
    """Why a unit has no move: why it may not move, else the commonest obstacle to the adjacent areas."""
    refusal = why_no_move(state, slot)
    if refusal is not None:
        return refusal
    reasons = [_why_not(state, slot, (area,)) for area in state.setting.ground.neighbours[state.at[slot]]]
    counts = Counter(reason.rule for reason in reasons)
    return max(reasons, key=lambda reason: counts[reason.rule])


def landings(state: AfricaState) -> list[Land]:
    """The legal landings of the marines now."""
    setting = state.setting
    if not state.aboard or state.frames or state.now.phase not in (MOVEMENT, DEFENCE):
        return []
    return [
        Land(setting.units[slot].id, setting.ground.ids[area])
        for slot in slots_in(state.aboard)
        for area in _shores(state, slot)
        if why_no_landing(state, slot, area) is None
    ]


def _shores(state: AfricaState, slot: Slot) -> tuple[Area, ...]:
    """The area of a unit aboard and the adjacent ones."""
    here = state.at[slot]
    return (here, *state.setting.ground.neighbours[here]) if here >= 0 else ()


def why_no_landing(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """Why the marines may not land in an area; None if they may (11.C.3, 11.T.3)."""
    setting = state.setting
    unit, ground = setting.units[slot], setting.ground
    special = rule(section(state, 3))
    if not state.aboard >> slot & 1:
        return Reason(special, say("{unit} is not aboard", unit=unit.name))
    if state.frames:
        return Reason(rule("8", 9), say("Finish the current action first"))
    if area not in _shores(state, slot):
        return Reason(special, say("{area} is not next to the ship", area=ground.titles[area]))
    now = state.now
    if setting.anchored:
        if area != state.at[slot]:
            return Reason(rule("11.T.3", 12), say("The marines land only in the ship's area, {area}",
                                                  area=ground.titles[state.at[slot]]))
        if not state.occupied[MOROCCAN] >> area & 1:
            return Reason(rule("11.T.3"), say("The marines land only if the enemy has entered the ship's own area"))
        if now.phase not in (DEFENCE, MOVEMENT) or now.seat != SPANISH:
            return Reason(rule("11.T.3", 12), say("The marines land in the Spanish movement or defensive fire phase"))
        if now.phase == DEFENCE and not any(state.at[i] == area for i, _ in state.came):
            return Reason(rule("11.T.3", 12), say("No enemy has moved into {area} in this player turn",
                                                  area=ground.titles[area]))
    else:
        if now.phase != MOVEMENT or now.seat != SPANISH:
            return Reason(rule("11.C.3"), say("The marines land in the Spanish movement phase"))
        if not ground.coast >> area & 1:
            return Reason(rule("11.C.3"), say("{area} is not on the coast", area=ground.titles[area]))
    return why_full(state, slot, area, units_making_room(state, SPANISH))
