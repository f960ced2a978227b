"""Positions of Africa as JSON values: ``to_position`` writes and ``from_position`` reads them. An impossible position
is refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, cast

from game.board.areas import Area, areas_in
from game.core.codec import BadPosition
from game.core.field_types import Between, Nothing, Pairs
from game.core.fields import Fields
from game.core.indices import Seat, Slot, mask_of, slots_in
from game.core.message import Text, plural, say
from game.core.position_checks import among, need
from game.core.position_fields import ChoiceField, FieldGroup, MemberField, NumberField, PlacesField, SwitchField
from game.core.position_form import OffMapPlace, PositionForm
from game.rules.africa.artillery import Barrage
from game.rules.africa.closing import Rally, ReinforcementEntry
from game.rules.africa.losses import LossChoice
from game.rules.africa.opening import CampSetUp, TribeRolls
from game.rules.africa.orders import Activation
from game.rules.africa.phases import settle
from game.rules.africa.retreats import RetreatChoice
from game.rules.africa.sequence import SETUP, AfricaPhase, step_of
from game.rules.africa.shock_rolls import ShockRolls
from game.rules.africa.shots import Shot
from game.rules.africa.state import OUT, WAITING, AfricaPending, AfricaState, occupied_areas, stacks_of
from game.rules.africa.tables import TABLES
from game.rules.africa.units import GUNS, HIDDEN_FACTOR, MARINES, SEATS, SYSTEM, Areas, Kind, Units, roster
from game.rules.africa.victory import result_so_far

PendingFrame = (Activation | Shot | Barrage | ShockRolls | LossChoice | RetreatChoice | Rally | ReinforcementEntry
                | TribeRolls | CampSetUp)
"""Every kind of pending frame."""

_GUNS = frozenset(unit.id for unit in roster().values() if unit.kind in GUNS)
_ACTIVATED = _GUNS | {unit.id for unit in roster().values() if unit.kind == Kind.CAVALRY}
_TWO_AREA_UNITS = frozenset(unit.id for unit in roster().values() if unit.allowance == 2)
"""Units with a movement allowance of two areas."""
_TARGETS = frozenset(unit.id for unit in roster().values() if unit.kind not in (Kind.CONVOY, Kind.SHIP))
"""Units that fire and shock can affect."""
FORM = PositionForm(
    marks=(SwitchField("reduced", say("one step left")), SwitchField("demoralized", say("demoralized"), _TARGETS),
           SwitchField("aboard", say("aboard a ship")), SwitchField("moved", say("has moved")),
           SwitchField("fired", say("has fired")), SwitchField("active", say("has been activated")),
           SwitchField("supported", say("has supported"))),
    details=(
        SwitchField("once", say("has moved one area of two"), _TWO_AREA_UNITS),
        SwitchField("struck", say("hit by fire in this phase")),
        SwitchField("topped", say("put on top of its stack in this phase")),
        SwitchField("second", say("activated twice"), _GUNS),
        SwitchField("moved_active", say("moved when activated"), _ACTIVATED),
        NumberField("defensive_shots", say("shots in defence this turn"), _GUNS),
        PlacesField("shots", say("areas fired at this turn"), _GUNS),
        PlacesField("came", say("area it attacked from"), single=True),
        MemberField("/captured", say("captured"), frozenset(u.id for u in roster().values() if u.kind == Kind.CONVOY)),
        ChoiceField("/kabila/{unit}", say("shock factor drawn"),
                    frozenset(unit.id for unit in roster().values() if unit.shock[0] == HIDDEN_FACTOR),
                    ((None, say("hidden")), *((factor, str(factor)) for factor, _ in TABLES.kabila.factors)))),
    groups=(FieldGroup(say("Control"), (PlacesField("spanish_control", say("areas held by the Spaniards")),)),),
    off_map=(OffMapPlace(None, say("Reinforcements")),), in_progress=("pending",), done_in_phase=("captured", "kabila"))
"""Fields of the position editor."""


class AfricaUnitRow(NamedTuple):
    """A unit in a position; a reinforcement still to enter has no place."""

    id: Slot
    place: Annotated[Area, Nothing(WAITING)]
    reduced: bool = False
    demoralized: bool = False
    aboard: bool = False
    moved: bool = False
    once: bool = False
    fired: bool = False
    supported: bool = False
    topped: bool = False
    struck: bool = False
    active: bool = False
    second: bool = False
    moved_active: bool = False
    defensive_shots: Annotated[int, Between(0, 99)] = 0
    """The number of times that a gun has fired defensively this turn."""
    shots: tuple[Area, ...] = ()
    """Areas at which a gun has fired this turn when activated."""
    came: Annotated[Area, Nothing(OUT)] = OUT
    """Area from which an attacker entered."""


UNIT_MARKS = AfricaUnitRow._fields[2:-3]
"""Fields of the state that are masks of units; also the keys of these marks in a unit's row."""
_unit_row = lru_cache(1 << 14)(AfricaUnitRow)
"""Cached constructor of rows; most units are the same from one position to the next."""


class AfricaPosition(NamedTuple):
    """A complete position. Units are listed area by area from the top down."""

    system: str
    scenario: str
    options: tuple[str, ...]
    turn: int
    phase: AfricaPhase
    phasing: Seat
    to_act: str | None
    units: tuple[AfricaUnitRow, ...]
    spanish_control: Areas
    captured: Units
    kabila: Annotated[tuple[tuple[Slot, Annotated[int, Between(1, 4)]], ...], Pairs()]
    """Shock factors already revealed, also those of eliminated units."""
    pending: tuple[PendingFrame, ...]


def to_position(state: AfricaState, to_act: str | None) -> dict[str, Any]:
    """The complete position of a state as JSON values; ``from_position`` reads it back.

    :param to_act: the seat that acts next, or ``chance``; None when the battle is over.
    """
    setting, now, at = state.setting, state.now, state.at
    order = [slot for stack in state.stacks for slot in stack]
    order += [Slot(slot) for slot, area in enumerate(at) if area == WAITING]
    masks = [getattr(state, mark) for mark in UNIT_MARKS]
    shots: dict[Slot, tuple[Area, ...]] = {}
    came, defensive_shots = dict(state.came), Counter(state.defensive_shots)
    for gun, area in state.shots:
        shots[gun] = (*shots.get(gun, ()), area)
    marked = mask_of((*shots, *came, *defensive_shots))
    for mask in masks:
        marked |= mask
    rows = tuple([
        _unit_row(slot, at[slot], *[mask >> slot & 1 == 1 for mask in masks], defensive_shots[slot],
                  shots.get(slot, ()), came.get(slot, OUT)) if marked >> slot & 1 else _unit_row(slot, at[slot])
        for slot in order])
    row: dict[str, Any] = setting.fields.write(AfricaPosition, AfricaPosition(
        SYSTEM, setting.scenario, tuple(sorted(setting.options)), state.turn, now.phase, now.phasing, to_act, rows,
        state.control, state.captured, state.revealed, cast(tuple[PendingFrame, ...], state.frames)))
    return row


def from_position(
    scenarios: Sequence[str], initial: Callable[[str, Sequence[str]], AfricaState], values: Mapping[str, Any]
) -> AfricaState:
    """The state of a position; missing values are taken from the battle's start.

    :param scenarios: the names of the battles; the first is the default.
    :param initial: a function that returns the first state of a battle with options.
    :raises BadPosition: naming the key and what was expected.
    """
    start = _start_state(scenarios, initial, values)
    setting = start.setting
    defaults = {
        "system": SYSTEM, "scenario": setting.scenario, "options": [], "turn": start.turn, "phase": start.now.phase,
        "phasing": SEATS[start.now.phasing], "to_act": None, "units": [], "captured": [], "kabila": {}, "pending": [],
        "spanish_control": setting.fields.write(Areas, start.control)}
    row: AfricaPosition = setting.fields.read(AfricaPosition, {**defaults, **values}, "position")
    if set(values) <= {"system", "scenario", "options"}:
        return settle(start)[0]
    need(1 <= row.turn <= setting.turns, "position/turn", say(
        "a whole number from {least} to {most}", least=1, most=setting.turns))
    need(row.phase != SETUP, "position/phase", say("the first phase, while a camp is set up"))
    state = (_with_units(start, row.units) if "units" in values else start)._replace(
        turn=row.turn, step=step_of(row.phase, row.phasing), control=row.spanish_control, captured=row.captured,
        revealed=tuple(sorted(row.kabila)), frames=())
    _check_parts(state)
    for n, frame in enumerate(row.pending):
        _refuse(_frame_fault(state, frame), f"position/pending/{n}")
        state = state.pushed(frame)
    need(state.now.phase != AfricaPhase.END or state.frames, "position/pending", say("the rally at the end of a turn"))
    _check_contested(state)
    if state.now.phase != AfricaPhase.OVER:
        state = settle(state)[0]
        _check_contested(state)
        return state
    is_early_victory = state.turn == setting.early_turn and result_so_far(state, True)
    need(state.turn == setting.turns or is_early_victory, "position/phase", say(
        "{over!r} after turn {turns}", over=AfricaPhase.OVER.value, turns=setting.turns))
    return state


def _start_state(
    names: Sequence[str], initial: Callable[[str, Sequence[str]], AfricaState], values: Mapping[str, Any]
) -> AfricaState:
    """The first state of a position's battle with its options.

    :raises BadPosition: for an unknown system, battle or option.
    """
    scenario = str(values.get("scenario", names[0]))
    among(str(values.get("system", SYSTEM)), (SYSTEM,), "position/system")
    among(scenario, names, "position/scenario")
    options: tuple[str, ...] = Fields().read(tuple[str, ...], values.get("options", []), "position/options")
    try:
        return initial(scenario, options)
    except KeyError as error:
        raise BadPosition(say("{where}: {fault}", where="position/options", fault=error.args[0])) from None


def _with_units(start: AfricaState, rows: Sequence[AfricaUnitRow]) -> AfricaState:
    """The state with units as their rows say; units without a row are out of the game.

    :raises BadPosition: for a unit with two rows.
    """
    setting = start.setting
    at = [OUT] * len(setting.units)
    for row in rows:
        need(at[row.id] == OUT, f"position/units/{setting.units[row.id].id}", say("each unit once"))
        at[row.id] = row.place
    masks: dict[str, Any] = {mark: mask_of(row.id for row in rows if getattr(row, mark)) for mark in UNIT_MARKS}
    stacks = stacks_of(setting, ((row.id, row.place) for row in rows))
    return start._replace(
        at=tuple(at), stacks=stacks, occupied=occupied_areas(setting, stacks, masks["aboard"]),
        defensive_shots=tuple(sorted(row.id for row in rows for _ in range(row.defensive_shots))),
        shots=tuple(sorted((row.id, area) for row in rows for area in row.shots)),
        came=tuple(sorted((row.id, row.came) for row in rows if row.came >= 0)), **masks)


def _check_parts(state: AfricaState) -> None:
    """:raises BadPosition: for impossible units, captures or factors."""
    setting = state.setting
    for slot, unit in enumerate(setting.units):
        _refuse(_placement_fault(state, Slot(slot)), f"position/units/{unit.id}")
    need(not state.captured & ~setting.convoys and all(state.at[slot] == OUT for slot in slots_in(state.captured)),
         "position/captured", say("convoys, none of which is among the units"))
    for slot, _ in state.revealed:
        need(setting.units[slot].shock[0] == HIDDEN_FACTOR, f"position/kabila/{setting.units[slot].id}", say(
            "a unit with a hidden factor"))
    for factor, count in TABLES.kabila.factors:
        need(sum(revealed == factor for _, revealed in state.revealed) <= count, "position/kabila", plural(
            "the factor {factor} only once", "the factor {factor} at most {count} times", count, factor=factor))


def _refuse(fault: Text, where: str) -> None:
    """Refuse a position that has a fault.

    :param where: the key in the position.
    :raises BadPosition: if the fault is not empty.
    """
    if fault:
        raise BadPosition(say("{where}: {fault}", where=where, fault=fault))


def _placement_fault(state: AfricaState, slot: Slot) -> Text:
    """Why a unit's place or marks are impossible; empty if they are not."""
    setting, bit, here = state.setting, 1 << slot, state.at[slot]
    unit, ground = setting.units[slot], setting.ground
    shots, origin = [area for gun, area in state.shots if gun == slot], state.came_from(slot)
    fired = state.gun_shots.count(slot)
    if here < 0:
        marks = [mark for mark in UNIT_MARKS if getattr(state, mark) & bit and mark != "reduced"]
        if marks:
            return say("it is not on the map and cannot be {flag!r}", flag=marks[0])
        values = (("defensive_shots", fired > len(shots)), ("shots", shots), ("came", origin >= 0))
        keys = [key for key, given in values if given]
        return say("it is not on the map and cannot have {key!r}", key=keys[0]) if keys else ""
    title = ground.ids[here]
    if state.reduced & bit and not setting.regulars & bit:
        return say("it has no step to lose")
    if state.demoralized & bit & (setting.convoys | setting.ship | state.aboard):
        return say("it cannot be 'demoralized': neither fire nor shock affects it (11.C.3, 11.W.3)")
    if unit.kind == Kind.SHIP and not (setting.anchored or ground.ship_areas) >> here & 1:
        return say("it cannot sail to {area}", area=title)
    if state.aboard & bit and (unit.id != MARINES or all(state.at[i] != here for i in slots_in(setting.ship))):
        return say("it is not aboard a ship in its area")
    if ground.sea >> here & 1 and not (setting.ship | state.aboard) & bit:
        return say("it cannot be in {area}, which is sea", area=title)
    if state.active & bit and not (setting.cavalry | setting.guns) & bit:
        return say("it is neither cavalry nor a gun and cannot be 'active' (8, 9)")
    if state.second & bit and not (setting.guns & state.active) & bit:
        return say("it cannot be 'second': only a gun that is 'active' acts a second time (9)")
    if len(set(shots)) < len(shots):
        return say("it cannot have fired at one area twice (9)")
    if state.moved_active & bit & ~state.active:
        return say("it cannot be 'moved_active': only a unit that is 'active' has moved so (8, 9)")
    if len(shots) > 2 or (state.moved_active & bit and fired > 1) or (fired and not setting.guns & bit):
        return say("it cannot have fired so often")
    if origin >= 0 and not (ground.adjacent[here] | (1 << here if unit.id == MARINES else 0)) >> origin & 1:
        return say("it cannot have come from {area}", area=ground.ids[origin])
    return ""


def _frame_fault(state: AfricaState, frame: AfricaPending) -> Text:
    """Why a frame cannot be pending on top of a state; empty if it can."""
    phase = state.now.phase
    if frame.closes != (phase == AfricaPhase.END) or phase == AfricaPhase.OVER:
        return say("it has no place in the phase {phase!r}", phase=phase.value)
    if frame.opens and (state.turn > 1 or state.step or not state.setting.objectives):
        return say("the battle has begun")
    if state.frames and state.acting is None and not frame.opens and not frame.closes:
        return say("another action must be finished first")
    return frame.misfit(state)


def _check_contested(state: AfricaState) -> None:
    """:raises BadPosition: if units of both sides share an area, except between entering and the shock (3, 5)."""
    phase = state.now.phase
    nothing_entered = state.frame is None or state.frame.sets_up
    if phase == AfricaPhase.END or (phase == AfricaPhase.FIRE and nothing_entered):
        for area in areas_in(state.contested()):
            raise BadPosition(say("{where}: both sides are in {area}; in the phase {phase!r} the shock there is over "
                                  "(3)", where="position/units", area=state.setting.ground.ids[area],
                                  phase=phase.value))
