"""Hazards of entering an enemy-held area: defensive fire, then the shock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from game.board.areas import Area
from game.core.hazard import Hazard
from game.core.indices import Seat, Slot, other
from game.core.message import Text, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.africa import activation, fire, shock
from game.rules.africa.actions import AfricaFire
from game.rules.africa.coin_tables import coin_count
from game.rules.africa.movement import entered_from, reachable
from game.rules.africa.orders import activate_unit
from game.rules.africa.sequence import DEFENCE, MOVEMENT, step_of
from game.rules.africa.shock_rolls import shock_preview
from game.rules.africa.shots import shot_of
from game.rules.africa.state import STAGE_ACTION, STAGE_FIRE, AfricaState, with_unit_at
from game.rules.africa.units import NOBODY, rule


def hazards_on(state: AfricaState, movers: Sequence[Slot], area: Area) -> tuple[Hazard, ...]:
    """The defensive fire and shock in an area if only these units entered it; empty if the enemy does not hold it.

    :param movers: slots of units of one side; between activations the first of them counts as activated if it may be.
    """
    after = _after_entering(state, movers, area)
    if after is None:
        return ()
    seat = state.setting.units[movers[0]].seat
    hazards = (_fire_hazard(after, seat, area), _shock_hazard(after, seat, area))
    return tuple(hazard for hazard in hazards if hazard is not None)


def shock_if_nobody_is_hit(state: AfricaState, movers: Sequence[Slot], area: Area) -> Preview | None:
    """The arithmetic of the shock in an area if these units entered it and no fire hit them; None if there is no
    shock."""
    after = _after_entering(state, movers, area)
    hazard = _shock_hazard(after, state.setting.units[movers[0]].seat, area) if after is not None else None
    return hazard.preview if hazard is not None else None


def _after_entering(state: AfricaState, movers: Sequence[Slot], area: Area) -> AfricaState | None:
    """The state in which the enemy would fire at units that have entered an area; None if they cannot move now, or the
    area is not enemy-held."""
    setting = state.setting
    if not state.frames and movers and activation.why_not(state, movers[0]) is None:
        state = activate_unit(state, movers[0])
    units_move_now = state.acting.stage == STAGE_ACTION if state.acting is not None else (
        not state.frames and state.now.phase == MOVEMENT)
    if not units_move_now or not movers:
        return None
    seat = setting.units[movers[0]].seat
    if not state.occupied[other(seat)] >> area & 1:
        return None
    return _position_after_entry(state, movers, area)


def _position_after_entry(state: AfricaState, movers: Sequence[Slot], area: Area) -> AfricaState | None:
    """The state in which the enemy would fire at units that have entered an area; None if none of them can enter."""
    has_entered, after = False, state
    for slot in sorted(movers, key=lambda slot: state.setting.officers >> slot & 1):
        if path := reachable(after, slot).get(area):
            came = [*(pair for pair in after.came if pair[0] != slot), (slot, entered_from(path, state.at[slot]))]
            after = with_unit_at(after, slot, area)._replace(came=tuple(sorted(came)))
            has_entered = True
    if not has_entered:
        return None
    acting = state.acting
    if acting is not None:
        area_bit, joins_combat = 1 << area, state.occupied[state.setting.units[movers[0]].seat] >> area & 1
        return after.swapped(replace(acting, stage=STAGE_FIRE, entered=acting.entered | area_bit, supported=0,
                                     joined=acting.joined | (area_bit & ~acting.entered if joins_combat else 0)))
    return after.without_phase_marks()._replace(step=step_of(DEFENCE, state.now.phasing))


def _fire_hazard(state: AfricaState, seat: Seat, area: Area) -> Hazard | None:
    """The hazard of the defensive fire of all units that may fire there, without officers' help and all at the same
    target; None if no unit may."""
    setting = state.setting
    target = state.target(area, seat)
    place = setting.ground.ids[area]
    firing_units = dict.fromkeys(shot.unit for shot in fire.all_fires(state) if shot.place == place)
    if not firing_units or target < 0:
        return None
    chances = [Fraction(1)]
    """Number of hits -> its chance."""
    lines: list[UnitLine] = []
    for unit in firing_units:
        shot = shot_of(state, AfricaFire(unit, place))
        assert shot is not None
        hit = shot.hit_chance(state)
        coins = coin_count(state, shot.unit, area, NOBODY, True)
        lines.append(UnitLine(unit, coins, strength_text=shot.rolled_coins(state)))
        as_many, one_fewer = [*chances, Fraction(0)], [Fraction(0), *chances]
        chances = [same * (1 - hit) + fewer * hit for same, fewer in zip(as_many, one_fewer, strict=True)]
    cited = rule("6.1")
    outcomes = [Outcome("none", chances[0], say("no hit"), cited)]
    outcomes += [Outcome("one", chances[1], say("one hit"), cited)]
    if len(chances) > 2:
        outcomes.append(Outcome("more", sum(chances[2:], Fraction(0)), say("two hits or more"), cited))
    count = len(firing_units)
    officers = fire.helpers(state, setting.slot[next(iter(firing_units))])
    target_text: Text = setting.units[target].name
    targets = shock.fighters(state, area, seat)
    if len(targets) > 1 and target == targets[0]:
        target_text = say("{unit}, on top", unit=target_text)
    if officers:
        text = plural("{count} unit fires at {target}; an officer there may help.",
                      "{count} units fire at {target}; an officer there may help.", count, target=target_text)
    else:
        text = plural("{count} unit fires at {target}.", "{count} units fire at {target}.", count, target=target_text)
    preview = Preview(tuple(lines), (UnitLine(setting.units[target].id, 0),), (), 0, 0,
                      say("{count} to fire", count=count), "", None, tuple(outcomes))
    return Hazard(say("First their defensive fire"), cited, text, preview)


def _shock_hazard(state: AfricaState, seat: Seat, area: Area) -> Hazard | None:
    """The hazard of the shock if the fire hits no unit; None without fighters, or if only convoys are there, which are
    captured (ruling 27). Where the side is already fighting, it is the shock of the phase (8, ruling 9)."""
    if not shock.attackers(state, area, seat) or not shock.least_coins(state, area, other(seat)):
        return None
    acting = state.acting
    attacker = state.now.phasing if acting is not None and acting.joined >> area & 1 else seat
    return Hazard(say("Then the shock, if no unit is hit"), rule("6.2"), "", shock_preview(state, area, attacker))
