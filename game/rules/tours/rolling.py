"""The die that is due, what it may come to, and what it does when it has fallen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from game.core.action import Faces
from game.core.chance import D10, DiceGroup, Modifier, Roll, total
from game.core.event import Event, Rolled
from game.core.message import Message, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import RuleRef
from game.rules.tours import fight, fire, harm, initiative, orders, reform, shock_odds
from game.rules.tours.chits import die, word
from game.rules.tours.sequence import Done
from game.rules.tours.state import (
    INITIATIVE,
    ROLL,
    Check,
    Fight,
    Nerve,
    Obeying,
    Peril,
    Reforming,
    Shot,
    State,
)
from game.rules.tours.units import (
    CONTINGENT_TITLES,
    FRANKS,
    HEAVY,
    KIND,
    OF_SEAT,
    SEAT,
    SEATS,
    SIDES,
    UNITS,
    name_of,
    rule,
)

FEARED = ("eliminated", "disordered", "killed")
"""What rolls without a table are feared for."""
DANGERS: dict[str, Message] = {
    "fire": say("{leader} in danger: arrows have hit his hex", leader=""),
    "shock": say("{leader} in danger: his unit is disordered in shock", leader=""),
    "alone": say("{leader} in danger: an enemy comes next to him, alone", leader=""),
    "lost": say("{leader} in danger: his unit is eliminated", leader=""),
}
"""What a roll for a leader's life is called, by its cause (12.2, ruling 20)."""
NERVE = 6
"""From this die on light cavalry that retreats before heavy is disordered (8.1.1)."""


READ_IN = {
    "Shock": say("the shock table"), "Reform": say("the reform table"), "LI": say("the light infantry column"),
    "LC": say("the light cavalry column"), "HI": say("the heavy infantry column"),
    "HC": say("the heavy cavalry column"),
}
"""Title of a column -> what the log says that a die is read in."""


def due(state: State) -> bool:
    """Whether a die is to fall."""
    top = state.top
    if top is None:
        return state.phase == INITIATIVE
    return isinstance(top, (Obeying, Reforming, Shot, Check, Peril, Nerve)) or (
        isinstance(top, Fight) and top.stage == ROLL)


def preview(state: State) -> Preview | None:
    """The arithmetic of the die that is due, where it has any."""
    top = state.top
    if top is None and due(state):
        return initiative.preview(state)
    if isinstance(top, Obeying):
        return orders.preview(state, top.contingent)
    if isinstance(top, Reforming):
        return reform.preview(state, top.slot)
    if isinstance(top, Shot):
        return fire.preview(state, top)
    if isinstance(top, Fight) and top.stage == ROLL:
        return shock_odds.preview(state, top.attackers, top.defenders, top.previous)
    return _told_simply(state) if isinstance(top, (Check, Peril, Nerve)) else None


def _told_simply(state: State) -> Preview:
    """The arithmetic of a roll that is read without a table."""
    top = state.top
    _, cited, unit, results, texts, _ = _simple(state)
    heavy = isinstance(top, Check) and KIND[top.slot] in HEAVY
    terms = (Modifier(harm.HEAVY_BONUS, say("heavy"), rule("9.0"), unit),) if heavy else ()
    outcomes = tuple(Outcome(result, Fraction(sum(one == result for one in results.values()), 10), text, cited)
                     for result, text in texts.items())
    feared = next(result for result in texts if result in FEARED)
    faces = [face for face, result in results.items() if result == feared]
    reading = (say("{text} on {first}", text=texts[feared], first=faces[0]) if len(faces) == 1 else
               say("{text} on {first}–{last}", text=texts[feared], first=faces[0], last=faces[-1]))
    units = (UnitLine(unit, 0, words=word(state)),)
    return Preview(units, (), terms, None, None, f"{total(terms):+d}", reading, None, outcomes)


def _simple(state: State) -> tuple[Message, RuleRef, str, dict[int, str], dict[str, Message], str]:
    """Of a roll without modifiers worth a preview: title, rule, unit, face -> result, result -> meaning, whose."""
    top = state.top
    if isinstance(top, Check):
        name = name_of(top.slot)
        results = {face: "eliminated" if harm.checked(top.slot, face)[0] else "stays" for face in D10.faces}
        texts = {"eliminated": say("{unit} is eliminated", unit=name),
                 "stays": say("{unit} stays, disordered", unit=name)}
        return (say("{unit}: disordered again", unit=name), rule("9.0"), UNITS[top.slot].id, results, texts,
                SEATS[SEAT[top.slot]])
    if isinstance(top, Nerve):
        name = name_of(top.slot)
        results = {face: "disordered" if face >= NERVE else "steady" for face in D10.faces}
        texts = {"disordered": say("{unit} is disordered", unit=name),
                 "steady": say("{unit} keeps its order", unit=name)}
        return (say("{unit}: retreat before heavy cavalry", unit=name), rule("8.1.1"), UNITS[top.slot].id, results,
                texts, SEATS[SEAT[top.slot]])
    assert isinstance(top, Peril)
    name = name_of(top.leader)
    results = {face: "killed" if face in harm.FATAL[top.cause] else "spared" for face in D10.faces}
    texts = {"killed": say("{leader} is killed", leader=name), "spared": say("{leader} survives", leader=name)}
    cited = rule("12.2", 20) if top.cause == "lost" else rule("12.2")
    return (DANGERS[top.cause].given(leader=name), cited, UNITS[top.leader].id, results, texts,
            SEATS[SEAT[top.leader]])


def pending(state: State) -> Roll | None:
    """The roll that is due."""
    if not due(state):
        return None
    top = state.top
    if top is None:
        groups = tuple(DiceGroup(SIDES[n], (n,), seat) for n, seat in enumerate(SEATS))
        return Roll((die(state), die(state)), say("Initiative"), rule("4.1"), initiative.chances(state), None, groups)
    shown = preview(state)
    assert shown is not None
    if isinstance(top, (Check, Peril, Nerve)):
        title, cited, unit, _, _, seat = _simple(state)
        chances = {one.result: one.chance for one in shown.outcomes}
        return Roll((die(state),), title, cited, chances, seat, (DiceGroup("", (0,), seat, unit),))
    chances = {one.result: one.chance for one in shown.outcomes}
    unit, seat_index = _whose(state)
    return Roll((die(state),), _title(state), shown.outcomes[0].rule, chances, SEATS[seat_index],
                (DiceGroup("", (0,), SEATS[seat_index], unit),))


def _whose(state: State) -> tuple[str, int]:
    top = state.top
    if isinstance(top, Obeying):
        return "", FRANKS if top.contingent in OF_SEAT[FRANKS] else 1 - FRANKS
    slot = (top.slot if isinstance(top, Reforming) else top.unit if isinstance(top, Shot)
            else top.attackers[0] if isinstance(top, Fight) else 0)
    return UNITS[slot].id, SEAT[slot]


def _title(state: State) -> Message:
    top = state.top
    if isinstance(top, Obeying):
        return say("{contingent}: activation roll", contingent=CONTINGENT_TITLES[top.contingent])
    if isinstance(top, Reforming):
        return say("{unit} reforms", unit=name_of(top.slot))
    if isinstance(top, Shot):
        return say("{unit} fire at {target}", unit=name_of(top.unit), target=name_of(top.target))
    assert isinstance(top, Fight)
    return say("{units} against {others}", units=tuple(map(name_of, top.attackers)),
               others=tuple(map(name_of, top.defenders)))


def apply(state: State, faces: Faces) -> Done:
    """What the die does."""
    roll = pending(state)
    assert roll is not None
    face = faces.faces[0]
    top = state.top
    if top is None:
        return initiative.rolled(state, roll, faces.faces)
    shown = preview(state)
    assert shown is not None
    if isinstance(top, (Check, Peril, Nerve)):
        _, cited, _, results, texts, _ = _simple(state)
        event = Rolled(cited, roll.dice, faces.faces, results[face], texts[results[face]], roll.title,
                       groups=roll.groups, places=_places(state))
        after, events = _simple_done(state, face)
        return after, (event, *events)
    adjusted = face + total(shown.modifiers)
    result = _result(state, face, adjusted)
    if isinstance(top, Obeying):
        return _obeyed(state, top.contingent, roll, face, result)
    row = adjusted if shown.table is not None else None
    meaning = next(one.text for one in shown.outcomes if one.result == result)
    event = Rolled(shown.outcomes[0].rule, roll.dice, faces.faces, result, meaning, roll.title,
                   shown.column or "", row, groups=roll.groups, places=_places(state),
                   table=READ_IN.get(shown.column or "", ""))
    after, events = _read_done(state, face, adjusted, result)
    return after, (event, *events)


def _places(state: State) -> tuple[str, ...]:
    top = state.top
    slots = ((top.target,) if isinstance(top, Shot) else top.defenders if isinstance(top, Fight)
             else (top.slot,) if isinstance(top, (Reforming, Check, Nerve))
             else (top.leader,) if isinstance(top, Peril) else ())
    return tuple(state.ground.hexes[state.at[slot]] for slot in slots if state.at[slot] >= 0)


def _result(state: State, face: int, adjusted: int) -> str:
    top = state.top
    if isinstance(top, Obeying):
        return "obeys" if orders.obeys(state, top.contingent, face) else "fails"
    if isinstance(top, Shot):
        return fire.result_of(state, top.target, adjusted)
    table, column = (reform.TABLE, "Reform") if isinstance(top, Reforming) else (shock_odds.TABLE, "Shock")
    result = table.result(column, adjusted)
    assert result is not None
    return result


def _obeyed(state: State, contingent: int, roll: Roll, face: int, result: str) -> Done:
    """A contingent obeys and acts, or does nothing (5.2.2, 5.2.4)."""
    cited = rule("5.2.2") if result == "obeys" else rule("5.2.4")
    event = Rolled(cited, roll.dice, (face,), result, orders.MEANING[result],
                   CONTINGENT_TITLES[contingent], groups=roll.groups, modifiers=orders.modifiers(state, contingent),
                   limit=orders.limit(contingent))
    state = state.popped()
    if result == "obeys":
        state = replace(state, acting=contingent, active=state.active | 1 << contingent)
    return state, (event,)


def _read_done(state: State, face: int, adjusted: int, result: str) -> Done:
    top = state.top
    if isinstance(top, Shot):
        state = state.popped()
        events: tuple[Event, ...] = ()
        if result != "-":
            state, events = harm.disorder(state, top.target, rule("7.3"), "fire" if result == "D*" else "")
        return state, events
    if isinstance(top, Reforming):
        state = state.popped()
        if result == reform.REFORMED:
            return replace(state, disordered=state.disordered & ~(1 << top.slot)), ()
        return harm.eliminate(state, top.slot, rule("10.2")) if result == reform.FLED else (state, ())
    assert isinstance(top, Fight)
    return fight.rolled(state, top, face, shock_odds.TABLE.row_of(adjusted)), ()


def _simple_done(state: State, face: int) -> Done:
    top = state.top
    state = state.popped()
    if isinstance(top, Check):
        gone, _ = harm.checked(top.slot, face)
        return harm.eliminate(state, top.slot, rule("9.0"), rolled=top.rolled) if gone else (state, ())
    if isinstance(top, Nerve):
        return harm.flipped(state, top.slot, rule("8.1.1")) if face >= NERVE else (state, ())
    assert isinstance(top, Peril)
    if face in harm.FATAL[top.cause]:
        return harm.killed(state, top.leader)
    return harm.spared(state, top.leader, top.cause)


