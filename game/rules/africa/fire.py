"""Fire combat (6.1): the units that may fire, their targets and helping officers, and the reasons for refusals."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.areas import Area, areas_in
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Text, plural, say
from game.core.verdict import Reason
from game.rules.africa.actions import AfricaFire
from game.rules.africa.coin_tables import HIT_HEADS, can_hit, coin_count, fire_factor
from game.rules.africa.sequence import DEFENCE, FIRE
from game.rules.africa.state import STAGE_FIRE, ActivationFrame, AfricaState
from game.rules.africa.units import ADJECTIVES, MOROCCAN, NO_FACTOR, NOBODY, rule


def firing_seat(state: AfricaState) -> Seat | None:
    """The seat whose units fire one by one now; None if none do."""
    acting = state.acting
    if acting is not None:
        return acting.firing
    return state.now.seat if not state.frames and state.now.phase in (FIRE, DEFENCE) else None


def is_defensive(state: AfricaState) -> bool:
    """Whether fire now is defensive: inside the area, without terrain effects (6.1)."""
    acting = state.acting
    return acting.stage == STAGE_FIRE if acting is not None else state.now.phase == DEFENCE


def defended_areas(state: AfricaState) -> int:
    """Mask of the areas in which defensive fire is allowed now."""
    acting = state.acting
    return acting.entered if acting is not None else state.contested()


def with_fire_declared(state: AfricaState, slot: Slot, officer: Slot) -> AfricaState:
    """The state after a unit has declared fire; the roll is still to come.

    :param officer: the officer who helps; ``NOBODY`` for none.
    """
    acting, bit, helper = state.acting, 1 << slot, 1 << officer if officer >= 0 else 0
    if state.setting.guns & bit:  # guns fire one by one only in defence
        state = state._replace(defensive_shots=tuple(sorted((*state.defensive_shots, slot))))
    if acting is None:
        return state._replace(fired=state.fired | bit, supported=state.supported | helper)
    return state.swapped(acting.after_fire(bit, helper))


def why_may_not_fire(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a unit may not fire at all now; None if it may."""
    setting, acting = state.setting, state.acting
    unit = setting.units[slot]
    seat = firing_seat(state)
    bit = 1 << slot
    values = {"unit": unit.id}
    if seat is None:
        return Reason(state.now.rule, say("No unit fires now"), values)
    if unit.seat != seat:
        return Reason(rule("3"), say("{unit} may not fire now; the {side} player fires", unit=unit.name,
                                     side=ADJECTIVES[seat]), values)
    if state.at[slot] < 0:
        return state.unit_reason(slot, rule("6.1"), say("{unit} is not on the map"))
    if setting.ship & bit:
        return state.unit_reason(slot, rule("11.C.3", 24),
                                 say("{unit} fires at an area as guns do, and only when it is activated"))
    if state.aboard & bit:
        return state.unit_reason(slot, setting.ship_rule(24),
                                 say("{unit} is aboard ship: it may fire only after landing"))
    if fire_factor(state, slot) == NO_FACTOR:
        return state.unit_reason(slot, rule("2.1"), say("{unit} has no fire factor"))
    if state.demoralized & bit:
        return state.unit_reason(slot, rule("6.1"), say("{unit} is demoralized and may not fire"))
    if state.fired_units & bit:
        return state.unit_reason(slot, rule("6.1"), say("{unit} has fired"))
    if is_defensive(state):
        if not defended_areas(state) >> state.at[slot] & 1:
            return Reason(rule("6.1"), say("No enemy has entered {area}", area=setting.ground.titles[state.at[slot]]),
                          values)
        return why_spent(state, slot)
    if acting is not None:
        if not acting.units & bit:
            return state.unit_reason(slot, setting.activation_rule(slot), say("{unit} has not been activated"))
        return _why_not_after_moving(state, acting, slot)
    if (setting.cavalry | setting.guns) & bit:
        return state.unit_reason(slot, setting.activation_rule(slot), say("{unit} fires only when it is activated"))
    return None


def why_spent(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a gun has no shot left this turn; None if it has one, and for any other unit (4, ruling 38)."""
    if not state.spent_guns >> slot & 1:
        return None
    cited = rule("4", 38 if slot in state.defensive_shots else None)
    return state.unit_reason(slot, cited, say("{unit} has moved and fired; a gun that moves fires once"))


def _why_not_after_moving(state: AfricaState, acting: ActivationFrame, slot: Slot) -> Reason | None:
    """Why activated cavalry may not fire after moving; None if it may. It fires before it moves, Moroccan cavalry also
    between two areas (8, 8.1)."""
    bit = 1 << slot
    if state.setting.units[slot].seat == MOROCCAN:
        return None if not acting.spent & bit else state.unit_reason(
            slot, rule("8.1"), say("{unit} has finished its move; it fires before moving or after its first area"))
    return None if not (acting.once | acting.spent) & bit else state.unit_reason(
        slot, rule("8"), say("{unit} has moved; cavalry fires before it moves"))


def helpers(state: AfricaState, slot: Slot, used_officers: int | None = None) -> list[Slot]:
    """The officers who may still help a unit to fire (10): each helps one unit in each phase or activation (ruling 19),
    and no demoralized officer helps (ruling 11).

    :param used_officers: mask of officers who have already helped; by default those of this phase or activation.
    """
    setting = state.setting
    officers = setting.officers & setting.side[setting.units[slot].seat] & ~state.demoralized
    officers &= ~(state.used_officers if used_officers is None else used_officers)
    return [i for i in state.stacks[state.at[slot]] if officers >> i & 1]


def why_not_fire(state: AfricaState, action: AfricaFire) -> Reason | None:
    """Why a shot is illegal; None if it is legal (6.1, 10)."""
    setting = state.setting
    slot, area, officer = setting.slot[action.unit], setting.ground.index[action.place], setting.slot_of(action.officer)
    why = why_may_not_fire(state, slot) or why_no_target(state, slot, area)
    if why is not None:
        return why
    if action.officer and officer not in helpers(state, slot):
        return why_no_help(state, slot, action.officer)
    if can_hit(state, slot, area, officer, is_defensive(state)):
        return None
    return _why_too_few_coins(state, slot, area, officer)


def why_no_help(state: AfricaState, firing: Slot, officer_id: str) -> Reason:
    """Why a unit, named as the officer of a shot, is not among the ``helpers`` of the firing unit."""
    setting, slot = state.setting, state.setting.slot[officer_id]
    if not setting.officers >> slot & 1:
        return state.unit_reason(slot, rule("10"), say("{unit} is not an officer and cannot help"))
    if state.at[slot] != state.at[firing] or setting.units[slot].seat != setting.units[firing].seat:
        unit = setting.units[firing]
        return Reason(rule("10"), say("{officer} is not in the stack of {unit}", officer=setting.units[slot].name,
                                      unit=unit.name), {"unit": setting.units[slot].id})
    if state.demoralized >> slot & 1:
        return state.unit_reason(slot, rule("6.2", 11), say("{unit} is demoralized: no help in fire or attack"))
    return state.unit_reason(slot, rule("10", 19), say("{unit} has helped a unit in this phase already"))


def why_no_target(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """Why a unit has no target in an area; None if it has one."""
    setting = state.setting
    ground, seat = setting.ground, setting.units[slot].seat
    here, title = state.at[slot], ground.titles[area]
    if is_defensive(state):
        if area != here:
            return Reason(rule("6.1"), say("Defensive fire hits only units that entered {area}",
                                           area=ground.titles[here]))
    elif area == here:
        return Reason(rule("6.1"), say("Offensive fire is at an adjacent area, not at the unit's own"))
    elif not ground.adjacent[here] >> area & 1:
        return Reason(rule("6.1"), say("{title} is not adjacent to {area}", title=title, area=ground.titles[here]))
    if state.target(area, other(seat)) < 0:
        nobody = say("There is no enemy to fire at in {title}", title=title)
        return why_only_non_targets(state, area, other(seat)) or Reason(rule("6.1"), nobody)
    return None


def aim_fault(state: AfricaState, slot: Slot, area: Area, officer: Slot) -> Text:
    """What is wrong with the target or the helping officer of a pending fire; empty if nothing is."""
    if state.target(area, other(state.setting.units[slot].seat)) < 0:
        return say("there is no target in its area")
    if officer != NOBODY and officer not in helpers(state, slot, 0):
        return say("its officer is not in the unit's stack, or is demoralized")
    return ""


def why_cannot_fire(state: AfricaState, slot: Slot) -> Reason:
    """Why a unit has no target, or may not fire at all.

    :param slot: a unit of the firing side without a legal shot.
    """
    refusal = why_may_not_fire(state, slot)
    if refusal is not None:
        return refusal
    setting = state.setting
    unit, here = setting.units[slot], setting.ground.titles[state.at[slot]]
    areas = [state.at[slot]] if is_defensive(state) else targets(state, slot, False)
    if areas and (why := why_not_fire(state, AfricaFire(unit.id, setting.ground.ids[areas[0]]))) is not None:
        return why
    return Reason(rule("6.1"), say("No enemy that {unit} could fire at is next to {here}", unit=unit.name, here=here),
                  {"unit": unit.id})


def why_only_non_targets(state: AfricaState, area: Area, seat: Seat) -> Reason | None:
    """The refusal of fire at an area in which a side has only convoys (11.W.3, ruling 27) or the ship (11.C.3; at
    Tetuan 11.T.3, ruling 34), neither of which can be fired at. None if the area has neither."""
    setting = state.setting
    title = setting.ground.titles[area]
    for ship in slots_in(setting.ship & setting.side[seat]):
        if state.at[ship] == area:
            return Reason(setting.ship_rule(),
                          say("The {ship} in {title} may not be fired at", ship=setting.units[ship].name, title=title))
    if not any(setting.convoys >> i & 1 for i in state.units_in(area, seat)):
        return None
    return Reason(rule("11.W.3", 27), say("There are only convoys in {title}: they are captured, not fired at",
                                          title=title))


def _why_too_few_coins(state: AfricaState, slot: Slot, area: Area, officer: Slot) -> Reason:
    """The refusal of a shot whose coins cannot show the heads of a hit."""
    count = coin_count(state, slot, area, officer, is_defensive(state))
    text = (plural("{count} marker cannot show the {hit} heads of a hit",
                   "{count} markers cannot show the {hit} heads of a hit", count, hit=HIT_HEADS)
            if state.setting.from_cup else
            plural("{count} coin cannot show the {hit} heads of a hit",
                   "{count} coins cannot show the {hit} heads of a hit", count, hit=HIT_HEADS))
    return Reason(rule("6.1"), text, {"coins": count, "needed": HIT_HEADS})


def units_that_may_fire(state: AfricaState) -> int:
    """Mask of units allowed to fire one by one now, regardless of targets and of their places: callers check that they
    are on the map and, in defensive fire, that an enemy has entered. ``why_may_not_fire`` gives the reason for any
    other."""
    return allowed_or_fired(state) & ~(state.fired_units | state.spent_guns)


def allowed_or_fired(state: AfricaState) -> int:
    """``units_that_may_fire``, and those units that would be among them if they had not fired."""
    seat = firing_seat(state)
    if seat is None:
        return 0
    setting, acting = state.setting, state.acting
    units = setting.side[seat] & setting.armed & ~state.demoralized & ~state.aboard
    if is_defensive(state):
        return units
    if acting is not None:
        between_areas = acting.once & ~acting.spent if seat == MOROCCAN else 0  # an Algarabia (8.1)
        return units & acting.units & ~((acting.once | acting.spent) & ~between_areas)
    return units & ~(setting.cavalry | setting.guns)


def targets(state: AfricaState, slot: Slot, defensive: bool) -> list[Area]:
    """The areas with a target for a unit; ``why_no_target`` gives the reason for any other."""
    here, seat = state.at[slot], state.setting.units[slot].seat
    if defensive:
        areas = defended_areas(state) & 1 << here
    else:
        areas = state.occupied[other(seat)] & state.setting.ground.adjacent[here]
    return [area for area in areas_in(areas) if state.target(area, other(seat)) >= 0]


def shots(state: AfricaState, slot: Slot, used_officers: int, defensive: bool) -> Iterator[tuple[Area, Slot]]:
    """The possible shots of a unit that may fire, as (area, helping officer or ``NOBODY``).

    :param used_officers: mask of officers who have already helped.
    """
    for area in targets(state, slot, defensive):
        for officer in (NOBODY, *helpers(state, slot, used_officers)):
            if can_hit(state, slot, area, officer, defensive):
                yield area, officer


def fires(state: AfricaState, units: int = -1) -> Iterator[AfricaFire]:
    """The actions of all legal shots, with and without each officer's help.

    :param units: mask of the units; all by default.
    """
    units &= units_that_may_fire(state)
    if not units:
        return
    setting, defensive, used_officers = state.setting, is_defensive(state), state.used_officers
    ids, roster = setting.ground.ids, setting.units
    firing_areas = (defended_areas(state) if defensive
                    else setting.ground.around(state.occupied[other(setting.owner(units))]))
    for slot in slots_in(units):
        if state.at[slot] >= 0 and firing_areas >> state.at[slot] & 1:
            for area, officer in shots(state, slot, used_officers, defensive):
                yield AfricaFire(roster[slot].id, ids[area], roster[officer].id if officer >= 0 else UnitName(""))


def all_fires(state: AfricaState, units: int = -1) -> list[AfricaFire]:
    """The actions of all legal shots as a list.

    :param units: mask of the units; all by default.
    """
    return list(fires(state, units))


def any_fire(state: AfricaState) -> bool:
    """Whether any unit may fire one by one now."""
    return next(fires(state), None) is not None
