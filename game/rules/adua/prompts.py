"""What is asked of who must act, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.bulk import Undone
from game.core.message import Message, say, several
from game.core.prompt import Budget, Duty, Prompt
from game.rules.adua import commands, hazards, initiative, legality, melee, movement, rolling, smallarms
from game.rules.adua.actions import BEGIN, END, Clash, Single
from game.rules.adua.ground import Ground
from game.rules.adua.sequence import NUMBERS
from game.rules.adua.state import (
    CHARGE,
    FIRE,
    INITIATIVE,
    MOVE,
    ORDERS,
    OVER,
    Bringing,
    Damage,
    Loss,
    Retreats,
    State,
    Staying,
)
from game.rules.adua.units import COMMANDERS, ITALIANS, SEATS, UNITS, bits, rule
from game.rules.adua.victory import result


def prompt(ground: Ground, state: State, to_act: str | None) -> Prompt:
    """What is asked now."""
    whose = SEATS[state.seat]
    if state.phase == OVER:
        found = result(state)
        assert found is not None
        return Prompt(state.phase, state.turn, None, found.text, rule("13.0"), mode="over", whose="")
    roll = rolling.pending(ground, state)
    if roll is not None:
        return Prompt(state.phase, state.turn, to_act, roll.title if isinstance(roll.title, Message) else say("Dice"),
                      roll.rule, mode="roll", whose=whose)
    if state.top is not None:
        return _answer(ground, state, to_act, whose)
    return _phase(ground, state, to_act, whose)


def _answer(ground: Ground, state: State, to_act: str | None, whose: str) -> Prompt:
    text = legality.asked(ground, state)
    number, units, main = "10.2", tuple[int, ...](), None
    match state.top:
        case Damage():
            number = "10.1"
        case Bringing():
            number, main = "12.0", END
        case Loss(place, seat):
            units = melee.sides(state, place)[seat]
        case Staying(place):
            units = state.there[place]
        case Retreats(_, retreating):
            units = retreating
    names = tuple(UNITS[slot].id for slot in units)
    duties = (Duty(names, text, rule(number)),) if names else ()
    return Prompt(state.phase, state.turn, to_act, text, rule(number), duties, main,
                  say("End commitment") if main is not None else "", whose=whose,
                  goes_on=names[0] if len(names) == 1 else "")


def _phase(ground: Ground, state: State, to_act: str | None, whose: str) -> Prompt:
    number = rule(NUMBERS[state.phase])
    duties: tuple[Duty, ...] = ()
    budgets: tuple[Budget, ...] = ()
    main, label = END, say("Done")
    match state.phase:
        case "set-up":
            text, label = say("Adjust the set-up, or accept it"), say("Accept set-up")
        case "machine-guns":
            text, label = say("All machine guns are assigned: accept or change"), say("Accept machine guns")
            left = sum(gun.unit < 0 for gun in state.guns)
            if left:
                text = say("Assign the machine guns")
                budgets = (Budget(say("Machine guns still to assign"), left, len(state.guns)),)
        case "orders":
            text, label = say("Give orders to colonels and units"), say("End orders")
            whole = sum(UNITS[slot].value for slot in COMMANDERS[ITALIANS] if state.alive(slot))
            budgets = (Budget(say("Orders left"), whole - len(state.orders), whole),)
        case "move":
            label = say("End movement")
            text = (say("Move units, commanders and mules") if state.seat == ITALIANS else
                    say("Move your units and commanders"))
        case "fire":
            return _fire(ground, state, to_act, whose)
        case "charge":
            text, label = say("Choose units to charge"), say("End charges")
            bound = melee.bound(ground, state)
            if bound:
                names = tuple(UNITS[slot].id for slot in bound)
                duties = (Duty(names, several("{count} cavalry unit must charge", "{count} cavalry units must charge",
                                              len(names)), rule("6.0", 23)),)
        case "initiative":
            text, label = say("Choose a commander to roll"), say("End initiative")
        case _:
            waiting = bits(state.melees & ~state.clashed)
            text = several("{count} melee to roll", "{count} melees to roll", len(waiting))
            main = Clash(ground.hexes[waiting[0]]) if waiting else END  # type: ignore[assignment]
            label = say("Roll the melee in {place}", place=ground.hexes[waiting[0]]) if waiting else say("Done")
    return Prompt(state.phase, state.turn, to_act, text, number, duties, main, label, budgets=budgets, whose=whose)


def _fire(ground: Ground, state: State, to_act: str | None, whose: str) -> Prompt:
    if state.resolving:
        waiting = smallarms.targets(state)
        text = several("{count} combat to resolve", "{count} combats to resolve", len(waiting))
        unit = UNITS[waiting[0]]
        return Prompt(state.phase, state.turn, to_act, text, rule("10.1"), (), Single("resolve", unit.id),
                      say("Resolve: {unit}", unit=unit.name), whose=whose)
    owing = tuple(UNITS[slot].id for slot in smallarms.owing(ground, state))
    duties = (Duty(owing, several("{count} unit must attack", "{count} units must attack", len(owing)), rule("10.0")),
              ) if owing else ()
    if state.shares:
        return Prompt(state.phase, state.turn, to_act, say("Announce or change attacks"), rule("10.1"),
                      duties, BEGIN, say("Resolve the attacks"), "compose", whose)
    return Prompt(state.phase, state.turn, to_act, say("Choose attackers and a target"), rule("10.1"), duties, END,
                  say("End small arms"), "compose", whose)


def undone(ground: Ground, state: State) -> tuple[Undone, ...]:
    """What could still be done in the phase that is to be ended."""
    if state.top is not None:
        return ()
    lost = hazards.at_the_end(ground, state)
    doomed = (Undone(lost.text, tuple(lost.values["units"]), hazard=True),) if lost is not None else ()
    able: Sequence[int] = ()
    text: Message | None = None
    if state.phase == ORDERS:
        able = [slot for slot in COMMANDERS[ITALIANS] if any(True for _ in commands.possible(ground, state, slot))]
        text = several("{count} commander has orders left", "{count} commanders have orders left", len(able))
    elif state.phase == MOVE:
        able = movement.able_to_move(state)
        text = several("{count} unit can move", "{count} units can move", len(able))
    elif state.phase == FIRE and not state.resolving:
        busy = {share.unit for share in state.shares}
        able = [slot for slot in smallarms.able(ground, state) if slot not in busy]
        text = several("{count} unit can attack", "{count} units can attack", len(able))
    elif state.phase == CHARGE:
        able = list(melee.chargers(ground, state))
        text = several("{count} unit can enter melee", "{count} units can enter melee", len(able))
    elif state.phase == INITIATIVE:
        able = initiative.willing(ground, state)
        text = several("{count} commander can try his initiative", "{count} commanders can try their initiative",
                       len(able))
    return (*doomed, Undone(text, tuple(UNITS[slot].id for slot in able))) if text is not None and able else doomed

