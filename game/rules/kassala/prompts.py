"""What is asked now, which units it concerns, and what their counters show."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.bulk import Undone
from game.core.contract import Counter
from game.core.message import Message, Text, named, say, several
from game.core.prompt import Duty, Prompt
from game.rules.kassala.actions import EndMovement, EndSetup, NoAdvance
from game.rules.kassala.combat import all_advances
from game.rules.kassala.contact import contact, obliged
from game.rules.kassala.deployment import waiting
from game.rules.kassala.movement import all_moves, why_fixed
from game.rules.kassala.odds import CRT, column, totals
from game.rules.kassala.sequence import COMBAT, MOVEMENT, OVER, SETUP
from game.rules.kassala.state import WAITING, Battle, Exchange, Pursuit, State
from game.rules.kassala.terrain import BONUS, TOWN_NAMES
from game.rules.kassala.units import ROSTER, SEATS, SIDE, Unit, ids, rule, slots, titles
from game.rules.kassala.victory import outcome


def prompt(state: State, to_act: str | None) -> Prompt:
    """What is asked of whom, under which rule, and what must happen first."""
    now, frame = state.now, state.frame
    phase, turn = now.phase, state.turn
    if frame is not None:
        return _interrupt(state, to_act)
    if phase == OVER:
        result = outcome(state)
        return Prompt(phase, turn, None, result.text, result.rule, mode="over")
    if phase == SETUP:
        left = waiting(state)
        text = (say("Place your units south of the dotted line") if SEATS[now.seat] == "christian"
                else say("Place your units north of the dotted line"))
        duties = (Duty(ids(left), several("{count} unit to place", "{count} units to place", left.bit_count()),
                       now.rule),) if left else ()
        return Prompt(phase, turn, to_act, text, now.rule, duties, EndSetup(), say("End set-up"), "place")
    if phase == MOVEMENT:
        return Prompt(phase, turn, to_act, say("Move as many units as you wish, each once"), rule("II.D.1"), (),
                      EndMovement(), say("End movement") if obliged(state) else say("End turn"), "move")
    text = say("Every unit next to an enemy must attack, and every such enemy must be attacked")
    return Prompt(phase, turn, to_act, text, rule("II.E.3"), _combat_duties(state), mode="compose")


def _combat_duties(state: State) -> tuple[Duty, ...]:
    graph = contact(state)
    attackers = sum(1 << slot for slot in graph.near)
    defenders = sum(target for target in graph.targets if _can_be_fought(state, target))
    duties = []
    if attackers:
        duties.append(Duty(ids(attackers), several("{count} unit must still attack", "{count} units must still attack",
                                                   attackers.bit_count()), rule("II.E.3")))
    if defenders:
        count = len(slots(defenders))
        duties.append(Duty(ids(defenders), several(
            "{count} enemy unit must still be attacked", "{count} enemy units must still be attacked", count),
                           rule("II.E.3")))
    return tuple(duties)


def _can_be_fought(state: State, target: int) -> bool:
    graph = contact(state)
    return any(target & near for near in graph.near.values()) or any(target & s for s in graph.supported.values())


def _interrupt(state: State, to_act: str | None) -> Prompt:
    frame, phase, turn = state.frame, state.now.phase, state.turn
    if isinstance(frame, Battle):
        attack, defence = totals(state, *frame)
        text = say("{attack}-{defence}: roll on column {column}", attack=attack, defence=defence,
                   column=CRT.title(column(state, *frame)))
        return Prompt(phase, turn, to_act, text, rule("II.E"), mode="roll", main_label=say("Roll the die"))
    if isinstance(frame, Exchange):
        duty = Duty(ids(frame.pool), say("Choose losses worth at least {needed}", needed=frame.needed), rule("I.D"))
        text = say("Exchange: choose units worth at least {needed} to lose", needed=frame.needed)
        return Prompt(phase, turn, to_act, text, rule("I.D"), (duty,), None,
                      say("Remove these units"), "compose")
    assert isinstance(frame, Pursuit)
    names = [name for i, name in enumerate(state.setting.ground.ids) if frame.vacated >> i & 1]
    return Prompt(phase, turn, to_act, say("One surviving attacker may advance into {hexes}",
                                                hexes=named(names)),
                  rule("II.E.13"), (), NoAdvance(), say("No advance"), "advance")


def undone(state: State) -> tuple[Undone, ...]:
    """The units that could still move in a movement phase (II.D)."""
    if state.frame is not None or state.now.phase != MOVEMENT:
        return ()
    free = tuple(dict.fromkeys(move.unit for move in all_moves(state)))
    return (Undone(several("{count} unit can move", "{count} units can move", len(free)), free),) if free else ()


def pickable(state: State) -> Mapping[str, tuple[str, ...]]:
    """Units that can be picked up or added now (``act``) and units that can be aimed at (``target``)."""
    frame, now = state.frame, state.now
    if isinstance(frame, Exchange):
        return {"act": ids(frame.pool), "target": ()}
    if isinstance(frame, Pursuit):
        return {"act": tuple(dict.fromkeys(a.unit for a in all_advances(state, frame))), "target": ()}
    if frame is not None or now.phase == OVER:
        return {"act": (), "target": ()}
    if now.phase == SETUP:
        return {"act": ids(waiting(state)), "target": ()}
    if now.phase == MOVEMENT:
        free = sum(1 << i for i in slots(SIDE[now.seat]) if why_fixed(state, i) is None)
        return {"act": ids(free), "target": ()}
    graph = contact(state)
    guns = sum(1 << slot for slot, reach in graph.guns.items() if reach)
    return {
        "act": ids(sum(1 << slot for slot in graph.near) | guns),
        "target": ids(sum(target for target in graph.targets if _can_be_fought(state, target))),
    }


def counters(state: State) -> tuple[Counter, ...]:
    """Every unit of the scenario with what marks it now."""
    must = 0
    if state.now.phase == COMBAT and state.frame is None:
        graph = contact(state)
        must = sum(1 << slot for slot in graph.near)
        must |= sum(target for target in graph.targets if _can_be_fought(state, target))
    return tuple(_counter(state, unit, must) for unit in ROSTER)


def _counter(state: State, unit: Unit, must: int) -> Counter:
    bit = unit.bit
    marks = []
    if state.at[unit.slot] == WAITING:
        marks.append("waiting")
    if state.moved & bit:
        marks.append("moved")
    if must & bit:
        marks.append("must-attack" if unit.seat == state.now.seat else "must-be-attacked")
    if state.done & bit and state.at[unit.slot] >= 0:
        marks.append("attacked")
    place = state.place(unit.slot)
    return Counter(unit.id, SEATS[unit.seat], unit.title, unit.abbr, unit.arm, f"{unit.strength}-{unit.movement}",
                   place, tuple(marks), _lines(state, unit) if place else ())


def _lines(state: State, unit: Unit) -> tuple[tuple[Message, Text], ...]:
    ground = state.setting.ground
    here = state.at[unit.slot]
    hex_ = ground.ids[here]
    if here in ground.town:
        where = say("{hex}, {town}, defends at +{bonus}", hex=hex_, town=TOWN_NAMES[ground.town[here]],
                    bonus=BONUS[ground.town[here]])
    else:
        where = say("{hex}, plain", hex=hex_)
    lines: list[tuple[Message, Text]] = [
        (say("Strength"), str(unit.strength)),
        (say("Movement"), _movement_left(state, unit)),
        (say("Hex"), where),
    ]
    stack = state.units_in(1 << here) & ~unit.bit
    if stack:
        lines.append((say("Stacked with"), titles(stack)))
    return tuple(lines)


def _movement_left(state: State, unit: Unit) -> Message:
    if state.now.phase != MOVEMENT or state.now.seat != unit.seat:
        return say("{movement} MP", movement=unit.movement)
    fixed = why_fixed(state, unit.slot)
    if fixed is not None:
        if state.moved >> unit.slot & 1:
            return say("{movement} MP: has moved ({rule})", movement=unit.movement, rule=fixed.rule)
        return say("{movement} MP: may not move ({rule})", movement=unit.movement, rule=fixed.rule)
    return say("{left} of {movement} MP left", left=unit.movement, movement=unit.movement)
