"""The faces of the counters (2.1): corps bands, type codes, numbers and marks; and the lines of the units' cards."""

from __future__ import annotations

from functools import cache

from game.core.contract import Counter
from game.core.face import DIE_SIGN, CounterFace, Note
from game.core.indices import Slot, slots_in
from game.core.message import Message, Text, joined, plural, say
from game.rules.africa.closing import rally_coins
from game.rules.africa.coin_tables import RALLY_HEADS
from game.rules.africa.shock import shock_areas
from game.rules.africa.state import STACKING_LIMIT, WAITING, AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.theme import CORPS
from game.rules.africa.units import (
    DIE_FACTOR,
    DIE_PLUS,
    GUNS,
    HIDDEN_FACTOR,
    MOROCCAN,
    NO_FACTOR,
    SEATS,
    SPANISH,
    TITLES,
    AfricaUnit,
    Kind,
    rule,
)

CODES = {Kind.ROCKETS: "RKT", Kind.CONVOY: "CON", Kind.SHIP: "NAV"}
"""Kind -> type code if shorter than the kind's own name; 2.1 gives those of infantry, guns and officers."""
SYMBOLS = {
    Kind.IR: "infantry", Kind.NZ: "infantry", Kind.IL: "horn", Kind.GM: "africa/gate", Kind.GK: "africa/muskets",
    Kind.GUM: "africa/gumia", Kind.RIF: "africa/rif", Kind.ENGINEERS: "africa/castle", Kind.FIELD_GUN: "africa/gun",
    Kind.HORSE_GUN: "africa/horse-gun", Kind.MOUNTAIN_GUN: "mountain-gun", Kind.ROCKETS: "africa/rocket",
    Kind.CONVOY: "wagon", Kind.SHIP: "africa/steamer",
}
"""Kind -> picture; officers have portraits, and every cavalry unit names its own picture in the roster."""
_CORPS_OF_KIND = {
    Kind.NZ: "nizam", Kind.IL: "cazadores", Kind.GM: "madina", Kind.GK: "kabila", Kind.GUM: "gum", Kind.RIF: "rif",
    Kind.ENGINEERS: "engineers", Kind.CONVOY: "train", Kind.SHIP: "navy", Kind.CAVALRY: "cavalry",
}
"""Kind -> corps, for units without a corps of their own; all other kinds are ``line``."""
FIRST_TARGET, NEXT_TARGET = say("{where}, first to be fired at"), say("{where}, next to be fired at")
"""Texts on a unit's card if the next fire at its stack would hit it."""


def corps(unit: AfricaUnit) -> str:
    """The key of a unit's corps in the theme's ``CORPS``."""
    if unit.kind in GUNS:
        return "artillery" if unit.seat == SPANISH else "tabiya"
    if unit.kind == Kind.OFFICER:
        return "generals" if unit.seat == SPANISH else "caids"
    return unit.corps or _CORPS_OF_KIND.get(unit.kind, "line")


def type_code(unit: AfricaUnit) -> str:
    """The code of a unit's type as printed, e.g. ``IL``."""
    return CODES.get(unit.kind, unit.kind.value)


def symbol(unit: AfricaUnit) -> str:
    """The picture of a unit: its type, its corps' badge or an officer's portrait."""
    return f"africa/{unit.id[2:]}" if unit.kind == Kind.OFFICER else unit.symbol or SYMBOLS[unit.kind]


def short_name(unit: AfricaUnit) -> str:
    """A unit's name, shortened for the counter's band."""
    if unit.short:
        return unit.short
    if unit.kind in (Kind.NZ, Kind.IL, Kind.GM, Kind.GK, Kind.GUM):
        return unit.name.split()[-1]
    return unit.name.removeprefix("Rif ").replace("Zagir ", "")


def printed_factor(factor: int) -> str:
    """A factor as printed on the counter, e.g. ``?`` for a hidden one."""
    signs = {NO_FACTOR: "0", HIDDEN_FACTOR: "?", DIE_FACTOR: DIE_SIGN, DIE_PLUS: f"{DIE_SIGN}+1"}
    return signs.get(factor, str(factor))


_FACTORS = {
    NO_FACTOR: say("none"), HIDDEN_FACTOR: say("hidden until it fights"), DIE_FACTOR: say("1d6 coins"),
    DIE_PLUS: say("1d6 + 1 coins"),
}
_CUP_FACTORS = _FACTORS | {DIE_FACTOR: say("1d6 markers"), DIE_PLUS: say("1d6 + 1 markers")}


def _factor_text(factor: int, from_cup: bool) -> Message:
    """A factor in words, e.g. ``4 coins``, or ``4 markers`` if they are drawn from the cup."""
    if from_cup:
        return _CUP_FACTORS.get(factor) or plural("{count} marker", "{count} markers", factor)
    return _FACTORS.get(factor) or plural("{count} coin", "{count} coins", factor)


def printed_factors(unit: AfricaUnit, reduced: bool) -> str:
    """Fire and shock factors as printed on a unit's reduced or full-strength face, e.g. ``4-2``."""
    return f"{printed_factor(unit.fire_factor(reduced))}-{printed_factor(unit.shock_factor(reduced))}"


def _known_shock_factor(state: AfricaState, slot: Slot) -> int:
    """A unit's shock factor as publicly known now."""
    revealed = dict(state.revealed).get(slot)
    if revealed is not None:
        return revealed
    return state.setting.units[slot].shock_factor(state.reduced >> slot & 1)


def numbers(state: AfricaState, slot: Slot) -> str:
    """The numbers on the counter now: fire and shock factors, or an officer's support."""
    unit = state.setting.units[slot]
    if unit.kind == Kind.OFFICER:
        return f"{unit.attack}-{unit.defence}"
    if unit.kind == Kind.CONVOY:
        return ""
    fire = unit.fire_factor(state.reduced >> slot & 1)
    return f"{printed_factor(fire)}-{printed_factor(_known_shock_factor(state, slot))}"


@cache
def face(unit: AfricaUnit, reduced: bool) -> CounterFace:
    """The reduced or the full-strength face of a unit."""
    band, ink = CORPS[corps(unit)]
    return CounterFace(short_name(unit), band, ink, str(unit.allowance), reduced, unit.kind == Kind.OFFICER)


def marks(state: AfricaState, slot: Slot) -> tuple[str, ...]:
    """Names of the marks on a counter: actions of this phase or turn, and states."""
    bit, is_gun = 1 << slot, state.setting.guns >> slot & 1
    must_attack = not state.demoralized & bit and any(
        slot in state.units_in(area, state.now.phasing) for area in shock_areas(state))
    conditions = (
        ("waiting", state.at[slot] == WAITING), ("reduced", state.reduced & bit),
        ("demoralized", state.demoralized & bit), ("activated", state.active & bit and not is_gun),
        ("activated-once", state.active & bit and is_gun and not state.second & bit),
        ("activated-twice", state.second & bit), ("aboard", state.aboard & bit), ("moved", state.moved & bit),
        ("begun", state.once & ~state.moved & bit), ("fired", state.fired_units & bit), ("must-attack", must_attack))
    return tuple(name for name, is_met in conditions if is_met)


CONDITIONS = {
    "demoralized": say("demoralized"), "aboard": say("aboard the Ceres"), "activated": say("activated"),
    "activated-twice": say("activated twice"), "activated-once": say("activated once"), "moved": say("moved"),
    "begun": say("moved one area, may continue"), "fired": say("has fired"), "hit": say("hit in this phase"),
    "helped": say("has helped a unit to fire"),
}
"""Mark -> its text; also for "hit" and "helped", which have no marks."""


def counters(state: AfricaState) -> tuple[Counter, ...]:
    """Every unit of the battle as a counter; those of a stack from the bottom up."""
    rank = {slot: -k for stack in state.stacks for k, slot in enumerate(stack)}
    rank.update(dict.fromkeys(slots_in(state.setting.ship), 1))
    order = sorted(state.setting.slot.values(), key=lambda slot: (state.at[slot], rank.get(slot, 0)))
    return tuple(counter(state, slot) for slot in order)


def counter(state: AfricaState, slot: Slot) -> Counter:
    """A unit's counter with its present numbers, place and marks."""
    unit = state.setting.units[slot]
    on_map, is_reduced = state.at[slot] >= 0, state.reduced >> slot & 1
    return Counter(
        unit.id, SEATS[unit.seat], unit.name, type_code(unit), symbol(unit), numbers(state, slot),
        state.setting.ground.ids[state.at[slot]] if on_map else None, marks=marks(state, slot),
        lines=_lines(state, slot) if on_map else (), face=face(unit, bool(is_reduced)),
        notes=_notes(state, slot) if on_map else (),
        off_stack=not state.setting.fighters & ~state.aboard & 1 << slot,
        at_sea=bool((state.setting.ship | state.aboard) >> slot & 1), steps=unit.steps - is_reduced,
    )


def _lines(state: AfricaState, slot: Slot) -> tuple[tuple[Message, Text], ...]:
    """Label and value pairs for the card of a unit on the map."""
    unit, ground, here = state.setting.units[slot], state.setting.ground, state.at[slot]
    reduced, bit = bool(state.reduced >> slot & 1), 1 << slot
    lines: list[tuple[Message, Text]] = [
        (say("Type"), say("{type} ({code})", type=TITLES[unit.kind], code=type_code(unit))),
    ]
    if unit.kind == Kind.OFFICER:
        lines.append((say("Support"), say("{attack} attacking, {defence} defending", attack=unit.attack,
                                          defence=unit.defence)))
    elif unit.kind != Kind.CONVOY:
        from_cup = state.setting.from_cup
        lines.append((say("Fire"), _factor_text(unit.fire_factor(reduced), from_cup)))
        lines.append((say("Shock"), _factor_text(_known_shock_factor(state, slot), from_cup)))
    if unit.steps == 2:
        other_side = printed_factors(unit, not reduced)
        lines.append((say("Steps"), say("1 of 2; at full strength {numbers}", numbers=other_side) if reduced
                      else say("2 of 2; reduced {numbers}", numbers=other_side)))
    lines.append((say("Moves"), plural("{count} area", "{count} areas", unit.allowance) if unit.allowance
                  else say("not at all")))
    stacking = plural("{count} point; an area holds {limit}", "{count} points; an area holds {limit}", unit.points,
                      limit=STACKING_LIMIT)
    lines.append((say("Stacking"), stacking))
    unmarked = ("hit", state.hit_units), ("helped", state.used_officers)
    names = {*marks(state, slot), *(name for name, units in unmarked if units & bit)}
    conditions = [text for name, text in CONDITIONS.items() if name in names]
    if conditions:
        lines.append((say("State"), joined(conditions)))
    if state.demoralized & bit:
        rally_text = plural("{count} coin, {heads} heads", "{count} coins, {heads} heads", rally_coins(state, slot),
                            heads=RALLY_HEADS)
        lines.append((say("Rally"), rally_text))
    lines.append((say("Area"), ground.board.areas[here].title))
    own = state.units_in(here, unit.seat)
    if len(own) > 1 and slot in own and state.setting.fighters & bit:
        place = own.index(slot) + 1
        place_text: Text = say("on top") if place == 1 else say("{place} of {number}", place=place, number=len(own))
        if state.target(here, unit.seat) == slot:
            place_text = (FIRST_TARGET if place == 1 else NEXT_TARGET).with_values(where=place_text)
        lines.append((say("Position in stack"), place_text))
    return tuple(lines)


_ROCKETS_NOTE = (say("Range {range}; one extra coin against cavalry."),
                 say("Range {range}; one extra marker against cavalry."))
"""Text of a note with coins, and with the cup."""


def _is_passed_over(state: AfricaState, slot: Slot) -> bool:
    """Whether fire spares a unit that it has hit, and hits one under it in the stack. Once all troops of the area have
    been hit, the top one is the target again (ruling 22)."""
    seat, here = state.setting.units[slot].seat, state.at[slot]
    own = state.units_in(here, seat)
    if slot not in own or not state.hit_units >> slot & 1:
        return False
    return state.target(here, seat) in own[own.index(slot) + 1:]


def _notes(state: AfricaState, slot: Slot) -> tuple[Note, ...]:
    """The rules that a unit's card reminds the player of."""
    setting, bit = state.setting, 1 << slot
    unit = setting.units[slot]
    conditional_notes = (
        (state.demoralized & bit,
         Note(say("May not fire or attack; must move away from the enemy."), rule("6.1", 6))),
        (unit.kind == Kind.GK and _known_shock_factor(state, slot) == HIDDEN_FACTOR,
         Note(say("Its shock factor is drawn in its first shock combat."), rule("2.1", 20))),
        (unit.kind == Kind.GUM, Note(say("Rolls a die for its shock factor."), rule("2.1"))),
        (unit.kind == Kind.RIF,
         Note(say("Rolls a die for its fire factor and another for its shock factor."), rule("11.W.3"))),
        (unit.kind == Kind.CAVALRY, Note(say("Acts once a turn, at any time."), rule("8"))),
        (unit.kind == Kind.CAVALRY and unit.seat == MOROCCAN and unit.fire[0] != NO_FACTOR,
         Note(say("Algarabia: may move one area, fire and move on."), rule("8.1"))),
        (unit.is_gun, Note(say("Acts twice a turn, at any time; its fire hits a whole area."), rule("9"))),
        (state.spent_guns & bit,
         Note(say("Has moved and fired: no shot left this turn, not even in defence."), rule("4", 38))),
        (unit.id == "s-5-artilleria",
         Note(say("Listed as 5º, among the regiments, in the rosters of Tetuan and Wad-Ras."), rule("11", 21))),
        (unit.immobile, Note(say("The gun in the city of Tetuan may not move."), rule("11.T.3"))),
        (unit.kind == Kind.ROCKETS, Note(_ROCKETS_NOTE[setting.from_cup].with_values(
            range=TABLES.artillery.rocket_range), rule("11.T.3"))),
        (_is_passed_over(state, slot),
         Note(say("Has been hit: for the rest of this phase fire hits the unit under it."), rule("6.1", 22))),
        (unit.kind == Kind.SHIP,
         Note(say("Counts as an adjacent enemy for units next to it."), rule("11.C.3", 24))),
        (unit.kind == Kind.SHIP, Note(
            say("Moves on the river only; fires at the river and its banks; cannot be fired at.") if setting.anchored
            else say("Moves on water only; fires at the coast; cannot be fired at."), setting.ship_rule())),
        (state.aboard & bit, Note(say("May land once; may not re-embark."), setting.ship_rule())),
        (unit.kind == Kind.CONVOY,
         Note(say("Advances along the road each turn; captured if alone with the enemy."), rule("11.W.3"))),
        (unit.kind == Kind.OFFICER,
         Note(say("Helps one unit to fire in each phase or activation, and its side in shock."), rule("10", 19))),
    )
    return tuple(note for applies, note in conditional_notes if applies)
