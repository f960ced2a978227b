"""What is asked now, and what of it must still be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.bulk import Undone
from game.core.message import Message, Text, say, several
from game.core.prompt import Budget, Duty, Prompt
from game.rules.tours import fight, initiative, movement, orders, reform, rolling, sequence, shock
from game.rules.tours.actions import BEGIN, DECLINE, END, Face, Single
from game.rules.tours.chits import verb, word
from game.rules.tours.orders import waiting
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    GOING_ON,
    INITIATIVE,
    LEADERS_MOVE,
    ORDERS,
    OVER,
    REFORM_PHASE,
    SETUP,
    SHOCK,
    Counter,
    Fight,
    Follow,
    Frame,
    Reaction,
    Rescued,
    Retreats,
    State,
    Turning,
)
from game.rules.tours.units import (
    ARCHER,
    CONTINGENT_TITLES,
    CONTINGENTS,
    FIGHTERS,
    KIND,
    LEADERS,
    MEMBERS,
    OF_SEAT,
    SEATS,
    SHORT_TITLES,
    UNITS,
    name_of,
    rule,
)
from game.rules.tours.victory import result

REACTION = say("reaction fire")


def prompt(state: State, to_act: str | None) -> Prompt:
    """What is asked of whom, under which rule."""
    side = SEATS[state.seat]
    blank = Prompt(state.phase, state.turn, to_act, say("Nothing is asked"), rule("4.0"), whose=side)
    if state.phase == OVER:
        found = result(state)
        assert found is not None
        return replace(blank, text=found.text, rule=found.rule, mode="over", whose="")
    if rolling.due(state):
        roll = rolling.pending(state)
        assert roll is not None
        whose = "" if state.phase == INITIATIVE else side
        return replace(blank, text=roll.title, rule=roll.rule, mode="roll", main_label=verb(state), whose=whose)
    if state.top is not None:
        return _framed(state, blank, state.top)
    return _of_phase(state, blank)


def _framed(state: State, blank: Prompt, frame: Frame) -> Prompt:
    match frame:
        case Reaction(target, asked):
            text = say("{unit} is in front of your archers: choose who fires", unit=name_of(target))
            return replace(blank, text=text, goes_on=UNITS[asked[0]].id,
                           rule=rule("7.2"), main=DECLINE, main_label=say("Hold fire"), reaction=REACTION)
        case Rescued(leader, _):
            return replace(blank, text=say("Choose where to place {leader}", leader=name_of(leader)), rule=rule("12.2"),
                           goes_on=UNITS[leader].id)
        case Retreats():
            return _retreating(state, blank)
        case Follow():
            return _following(state, blank, frame)
        case Turning(slot):
            hexes = state.ground.facing(state.at[slot], state.facing[slot])
            return replace(blank, text=say("{unit} may turn", unit=name_of(slot)), rule=rule("3.3"),
                           goes_on=UNITS[slot].id, main=Face(UNITS[slot].id, state.facing[slot]),
                           main_label=say("Keep facing {hexes}", hexes=hexes))
        case Fight(stage=stage) if stage == CHOICE:
            return replace(blank, text=say("Choose the unit to eliminate"), rule=rule("9.0"))
        case Fight(stage=stage) if stage == ADVANCING:
            able = fight.advancers(state, frame, frame.vacated[0])
            return replace(blank, text=say("One attacker must advance: choose it, then the hex"), rule=rule("8.5"),
                           mode="advance", goes_on=UNITS[able[0]].id if able else "")
        case Fight():
            return replace(blank, text=say("Continued attack: choose attackers and targets"), rule=rule("9.0"),
                           main=DECLINE, main_label=say("No further attack"), mode="compose")
    assert isinstance(frame, Counter)
    return replace(blank, text=say("Counter-attack: choose attackers and targets"), rule=rule("9.0"), main=DECLINE,
                   main_label=say("No counter-attack"), mode="compose")


def _retreating(state: State, blank: Prompt) -> Prompt:
    able = shock.retreaters(state)
    if len(able) == 1:
        return replace(blank, text=say("{unit} is attacked: retreat or stand?", unit=name_of(able[0])),
                       rule=rule("8.1"), goes_on=UNITS[able[0]].id)
    return replace(blank, text=say("{count} units may retreat before shock: choose one", count=len(able)),
                   rule=rule("8.1", 11))


def _following(state: State, blank: Prompt, frame: Follow) -> Prompt:
    found = [(one.place, slot) for one in frame.vacated for slot in shock.followers(state, one)]
    places, units = ({place for place, _ in found}, {slot for _, slot in found})
    text = (say("Advance one attacker into {place}?", place=state.ground.hexes[min(places)]) if len(places) == 1
            else say("Advance attackers into the vacated hexes?"))
    return replace(blank, text=text, goes_on=UNITS[min(units)].id if len(units) == 1 else "", rule=rule("8.1", 11),
                   main=DECLINE, main_label=say("No advance") if len(places) == 1 else say("End advances"),
                   mode="advance")


def _of_phase(state: State, blank: Prompt) -> Prompt:
    """What is asked in a phase; a main button that would end the whole player turn says so."""
    found = _asked(state, blank)
    if found.main == END and state.phase != SETUP and sequence.ends_turn(state):
        return replace(found, main_label=say("End turn"))
    return found


def _asked(state: State, blank: Prompt) -> Prompt:
    ask = _Ask(blank)
    match state.phase:
        case "set-up":
            return replace(ask(say("Adjust the set-up, or accept it"), "13.0", say("Accept set-up")),
                           rule=rule("13.0", 26))
        case "who-first":
            return replace(blank, text=say("You won the initiative: choose the first player"), rule=rule("4.1"),
                           goes_on=UNITS[initiative.chooser(state)].id, whose="")
        case "orders":
            return ask(_first_turn(state, say("Give each contingent an order")), "5.2", say("End orders"))
        case "leaders":
            return ask(say("Move your leader"), "4.0", say("End leader move"), 1)
        case "action":
            return _action(state, ask)
        case "shock":
            return _shock(state, blank)
    return ask(several("{count} unit may reform", "{count} units may reform", len(reform.able(state))),
               "10.0", say("End turn"))


def _first_turn(state: State, text: Message) -> Message:
    """A question, and on turn 1 why contingents may do nothing (5.2.2, 5.2.4)."""
    if state.turn > 1:
        return text
    return say("{text}. Each activates on {sum} on a {die} of 0 to 9; if not, it does nothing this turn", text=text,
               sum=orders.limit(OF_SEAT[state.seat][0]), die=word(state))


class _Ask:
    """A question whose main button ends something."""

    def __init__(self, blank: Prompt) -> None:
        self.blank = blank

    def __call__(self, text: Message, number: str, label: Text, ruling: int | None = None) -> Prompt:
        return replace(self.blank, text=text, rule=rule(number, ruling), main=END, main_label=label)


def _action(state: State, ask: _Ask) -> Prompt:
    if state.acting < 0:
        left = waiting(state)
        text = several("{count} contingent still to activate: pick one", "{count} contingents still to activate: pick "
                       "one", len(left))
        return ask(_first_turn(state, text), "5.2.2", say("End movement"))
    title = CONTINGENT_TITLES[state.acting]
    fires = any(KIND[slot] == ARCHER and state.at[slot] >= 0 for slot in MEMBERS[state.acting])
    text = (say("{contingent}: move, fire and turn its units", contingent=title) if fires
            else say("{contingent}: move and turn its units", contingent=title))
    found = ask(text, "6.1.1", say("End {contingent}'s move", contingent=SHORT_TITLES[state.acting]))
    able, whole = len(_able(state)), sum(state.at[slot] >= 0 for slot in MEMBERS[state.acting])
    budgets: tuple[Budget, ...] = (Budget(say("Not moved yet"), able, whole),)
    moving = state.moving
    if moving is not None:
        title = say("{unit}: movement points", unit=UNITS[moving.slot].abbr)
        budgets = (Budget(title, moving.left, UNITS[moving.slot].move), *budgets)
        found = replace(found, goes_on=UNITS[moving.slot].id)
    return replace(found, budgets=budgets)


def _shock(state: State, blank: Prompt) -> Prompt:
    if state.resolving:
        one = state.combats[0]
        text = say("Choose the next combat to resolve")
        return replace(blank, text=text, rule=rule("8.3"), main=Single("resolve", UNITS[one.attackers[0]].id),
                       main_label=say("Resolve {unit} vs {targets}", unit=UNITS[one.attackers[0]].abbr,
                                      targets=tuple(UNITS[slot].abbr for slot in one.defenders)))
    duties = tuple(
        Duty((UNITS[slot].id, *(UNITS[target].id for target in targets)),
             say("{unit}, or another unit, must attack {targets}", unit=name_of(slot),
                 targets=tuple(map(name_of, targets))),
             rule("8.0")) for slot, targets in shock.uncovered(state))
    if state.combats:
        return replace(blank, text=say("Announce attacks, or resolve them"), rule=rule("8.3"), duties=duties,
                       main=BEGIN, main_label=say("Resolve the attacks"), mode="compose")
    return replace(blank, text=say("Announce attacks: choose attackers and targets"), rule=rule("8.3"),
                   duties=duties, main=END, main_label=say("End shock combat"), mode="compose")


def _able(state: State) -> list[int]:
    """Who of the contingent that acts has not done anything and could."""
    return [slot for slot in MEMBERS[state.acting] if state.at[slot] >= 0 and not state.moved >> slot & 1
            and not state.engaged >> slot & 1]


def _without_order(state: State) -> tuple[Undone, ...]:
    """The contingents that have no order yet."""
    left = [c for c in OF_SEAT[state.seat] if state.alive(c) and not state.orders[c]]
    text = (several("{count} contingent has no order", "{count} contingents have no order", len(left))
            if any(state.orders) else say("no contingent has an order"))
    return (_of_contingents(state, text, left),) if left else ()


def _of_contingents(state: State, text: Message, left: Sequence[int]) -> Undone:
    units = tuple(UNITS[slot].id for c in left for slot in MEMBERS[c] if state.at[slot] >= 0)
    return Undone(text, units, tuple(CONTINGENTS[c] for c in left))


def _of_units(text: Message, *slots: int) -> Undone:
    return Undone(text, tuple(UNITS[slot].id for slot in slots))


def undone(state: State) -> tuple[Undone, ...]:
    """What ending the phase now would give up."""
    if rolling.due(state):
        return ()
    match state.top:
        case Fight(stage=stage, attackers=attackers) if stage == GOING_ON:
            return (_of_units(say("the attack can continue"), *(slot for slot in attackers if state.at[slot] >= 0)),)
        case Counter(defenders=defenders):
            return (_of_units(say("a counter-attack is possible"), *defenders),)
        case Follow(vacated=vacated):
            followers = {slot for one in vacated for slot in shock.followers(state, one)}
            return (_of_units(say("an attacker can advance"), *sorted(followers)),)
    if state.top is not None:
        return ()
    if state.phase == ACTION and state.acting < 0 and (left := waiting(state)):
        return (_of_contingents(state, several("{count} contingent still to activate",
                                               "{count} contingents still to activate", len(left)), left),)
    if state.phase == ACTION and state.acting >= 0 and (left := _able(state)):
        return (_of_units(several("{count} unit can still move", "{count} units can still move", len(left)), *left),)
    if state.phase == ORDERS:
        return _without_order(state)
    if state.phase == LEADERS_MOVE:
        leader = LEADERS[state.seat]
        free = len(movement.ways(state, leader, movement.points_left(state, leader))) > 1
        return (_of_units(say("{leader} has not moved", leader=name_of(leader)), leader),) if free else ()
    if state.phase == SHOCK and not state.resolving:
        idle = [slot for slot in FIGHTERS[state.seat] if state.at[slot] >= 0 and shock.attacks(state, slot)]
        text = several("{count} unit could attack", "{count} units could attack", len(idle))
        return (_of_units(text, *idle),) if idle else ()
    if state.phase == REFORM_PHASE and (left := reform.able(state)):
        return (_of_units(several("{count} unit may reform", "{count} units may reform", len(left)), *left),)
    return ()

