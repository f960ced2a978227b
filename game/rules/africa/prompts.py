"""What is asked now, and which units it concerns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.prompt import Duty, Prompt
from game.core.verdict import RuleRef
from game.rules.africa import activation, camp, fire, muster, shock
from game.rules.africa.actions import (
    Activate,
    Bombard,
    Done,
    Enter,
    Fire,
    Land,
    Lose,
    LoseSteps,
    Move,
    Retreat,
    Shock,
    Top,
)
from game.rules.africa.artillery import all_bombards
from game.rules.africa.duties import moving_duties
from game.rules.africa.flight import cited, why_on
from game.rules.africa.landing import landings
from game.rules.africa.masks import bits
from game.rules.africa.movement import movers, ways
from game.rules.africa.sequence import DEFENCE, END, FIRE, MOVEMENT, OVER, SETUP, SHOCK
from game.rules.africa.stacking import toppable
from game.rules.africa.state import (
    FOR_ROOM,
    Activation,
    Barrage,
    Clash,
    Entry,
    Flight,
    Frame,
    Losses,
    Muster,
    Rally,
    Sharing,
    Shot,
    State,
)
from game.rules.africa.units import HIDDEN, NONE, SEATS, rule
from game.rules.africa.victory import cite, outcome

AfricaCommand = Fire | Bombard | Activate | Land | Shock | Top | Enter


def prompt(state: State, to_act: str | None) -> Prompt:
    """What is asked of whom, under which rule, and what must happen first."""
    now = state.now
    if now.phase == OVER:
        result = outcome(state)
        return Prompt(OVER, state.turn, None, result.text, result.rule, mode="over")
    if state.frame is not None:
        whose = now.seat if not isinstance(state.frame, Sharing) else state.frame.seat
        return replace(_interrupt(state, to_act), whose="" if now.phase == END else SEATS[whose])
    turn, done = state.turn, Done()
    if now.phase == FIRE:
        if fire.any_fire(state):
            text, cited = "Fire with your foot at adjacent enemies, unit by unit", rule("6.1")
        else:
            text, cited = "None of your foot can fire; cavalry or guns that are activated still can", rule("9")
        return Prompt(FIRE, turn, to_act, text, cited, (), done, "End fire", "move")
    if now.phase == MOVEMENT:
        duties = moving_duties(state)
        return Prompt(MOVEMENT, turn, to_act, "Move foot and officers; entering an enemy area attacks it", rule("4"),
                      duties, done, "End movement", "move")
    if now.phase == DEFENCE:
        ashore = not fire.any_fire(state) and landings(state)
        text = "Land the marines against those who have come" if ashore else "Fire at those who have entered your areas"
        return Prompt(DEFENCE, turn, to_act, text, rule("11.T.3", 12) if ashore else rule("6.1"), (), done,
                      "End defensive fire", "move")
    first = shock.clash_areas(state)
    ids = state.setting.ground.ids
    fights = tuple(
        Duty(tuple(state.setting.units[i].id for i in state.own(area, now.phasing)),
             f"Shock combat in {state.setting.ground.titles[area]}", rule("6.2"))
        for area in first
    )
    main = Shock(ids[first[0]]) if first else None
    return Prompt(SHOCK, turn, to_act, "Both sides stand in the same area: fight it out", rule("6.2"), fights, main,
                  "Resolve the shock", "move")


def _interrupt(state: State, to_act: str | None) -> Prompt:
    frame, phase, turn = state.frame, state.now.phase, state.turn
    units, titles = state.setting.units, state.setting.ground.titles
    if isinstance(frame, Activation):
        if frame.stage == 1:
            return Prompt(phase, turn, to_act, "Fire at those who have ridden in", rule("6.1"), (), Done(),
                          "End defensive fire", "move")
        if frame.stage == 2:
            area = shock.clash_areas(state)[0]
            return Prompt(phase, turn, to_act, f"Shock combat in {titles[area]}", rule("6.2"), (),
                          Shock(state.setting.ground.ids[area]), "Resolve the shock", "move")
        armed = any(fire.fire_factor(state, slot) not in (NONE, 0) for slot in bits(frame.units))
        what = "fire, or move" if frame.gun else "fire, then move" if armed else "move"
        return Prompt(phase, turn, to_act, f"{activation.title(state, frame)}: {what}", rule("9" if frame.gun else "8"),
                      (), Done(), "End activation", "move")
    if isinstance(frame, Sharing):
        return Prompt(SETUP, turn, to_act, "Share out your camp before anything is done", camp.CITED, (), Done(),
                      "The camp is shared out", "move")
    if isinstance(frame, Losses):
        noun = "unit" if frame.left == 1 else "units"
        there = shock.losers(state, frame.area, frame.seat)
        if len(there) == 1 and not shock.can_lose_steps(state, frame):
            name = units[there[0]].name
            duty = Duty((units[there[0]].id,), "The only unit there", rule("6.2"))
            return Prompt(phase, turn, to_act, f"{name} is lost in {titles[frame.area]}", rule("6.2"), (duty,),
                          mode="compose", main_label="Eliminate this unit")
        duty = Duty(pickable(state, to_act)["act"], "Any of the units there", rule("6.2"))
        return Prompt(phase, turn, to_act, f"Choose {frame.left} {noun} to lose in {titles[frame.area]}", rule("6.2"),
                      (duty,), mode="compose", main_label="Eliminate this unit")
    if isinstance(frame, Flight):
        unit = units[frame.queue[0]]
        told = f"{unit.name} must retreat{_how_far(frame)}: choose where to"
        if why := why_on(state, frame):
            told = f"{unit.name} must go on: {why}. Choose where to"
        return Prompt(phase, turn, to_act, told, cited(state, frame), mode="move")
    if isinstance(frame, Entry):
        return Prompt(phase, turn, to_act, _arrival(state, frame), rule(cite(state, 4)), mode="place")
    return Prompt(phase, turn, to_act, roll_title(state), _why_thrown(frame), mode="roll",
                  main_label=_throw_label(state))


def _how_far(frame: Flight) -> str:
    """What a retreat is for, where that is not the throw just seen."""
    if frame.cause == FOR_ROOM:
        return " for want of room"
    return " until no enemy is next to it" if frame.far else ""


def _arrival(state: State, frame: Entry) -> str:
    """Who arrives, who comes aboard her, and whether it is put on land or on the sea (11.C.4)."""
    units = state.setting.units
    first, *others = frame.queue
    if not state.setting.ship >> first & 1:
        return f"{units[first].name} arrives: place it on land, in a coast area without enemies"
    aboard = ", marines aboard" if others else ""
    return f"{units[first].name} arrives{aboard}: place her on the sea or at a shore"


def _why_thrown(frame: Frame | None) -> RuleRef:
    """The rule for which something is thrown."""
    match frame:
        case Muster():
            return muster.CITED
        case Rally():
            return rule("7")
        case Barrage():
            return rule("9")
        case Clash():
            return rule("6.2")
        case _:
            return rule("6.1")


def _throw_label(state: State) -> str:
    """The words on the button that lets fall what is due."""
    frame = state.frame
    if isinstance(frame, Clash) and (missing := shock.unknown(state, frame.area, frame.thrown)):
        return "Draw its factor" if state.setting.units[missing[0][0]].shock[0] == HIDDEN else "Throw the die"
    if isinstance(frame, Muster):
        return "Throw the die"
    if isinstance(frame, Shot) and fire.fire_factor(state, frame.unit) < NONE and not frame.factor:
        return "Throw the die"
    what = "Draw the markers" if state.setting.cup and not isinstance(frame, Rally) else "Flip the coins"
    return f"{what}, throw the die" if isinstance(frame, Barrage) else what


def roll_title(state: State) -> str:
    """What is being thrown for."""
    frame, units, titles = state.frame, state.setting.units, state.setting.ground.titles
    if isinstance(frame, Shot):
        what = "result of the hit" if frame.hit else "fire"
        return f"{units[frame.unit].name} at {units[frame.target].name}: {what}"
    if isinstance(frame, Barrage):
        return f"{units[frame.unit].name} at {titles[frame.area]}"
    if isinstance(frame, Clash):
        missing = shock.unknown(state, frame.area, frame.thrown)
        if missing:
            return f"Shock factor of {units[missing[0][0]].name}"
        return f"Shock combat in {titles[frame.area]}"
    if isinstance(frame, Muster):
        return f"Does {units[frame.queue[0]].name} take part?"
    assert isinstance(frame, Rally)
    return f"Rally of {units[frame.queue[0]].name}"


def pickable(state: State, seat: str | None) -> Mapping[str, tuple[str, ...]]:
    """Units that can be picked up now (``act``); those that can only be put on top of their stacks come last."""
    setting, frame = state.setting, state.frame
    slots: list[int] = []
    if isinstance(frame, Losses):
        slots = [*shock.losers(state, frame.area, frame.seat)]
    elif isinstance(frame, (Flight, Entry)):
        slots = [frame.queue[0]]
    elif isinstance(frame, Sharing):
        slots = [setting.slot[elsewhere.unit] for elsewhere in camp.choices(state)]
    elif isinstance(frame, Activation) and frame.stage == 0:
        slots = [*bits(frame.units), *activation.ready(state, frame.seat)]
    elif frame is None or isinstance(frame, Activation):
        slots = [setting.slot[fired.unit] for fired in fire.all_fires(state)]
        if frame is None and seat in SEATS:
            slots += activation.ready(state, SEATS.index(seat))
            slots += [setting.slot[landing.unit] for landing in landings(state)]
            if state.now.phase == MOVEMENT:
                slots += [slot for slot in bits(movers(state)) if ways(state, slot)]
            for area in shock.clash_areas(state):
                slots += state.own(area, state.now.phasing)
    found = sorted(set(slots))
    found += [slot for slot in bits(toppable(state)) if slot not in found]
    return {"act": tuple(setting.units[i].id for i in found), "target": ()}


def commands(state: State, slot: int) -> list[AfricaCommand]:
    """What a unit may do beyond going to or firing at a place its survey shows."""
    setting = state.setting
    name = setting.units[slot].id
    found: list[AfricaCommand] = []
    if isinstance(state.frame, Sharing):
        return [elsewhere for elsewhere in camp.choices(state) if elsewhere.unit == name]
    if state.frame is not None and not isinstance(state.frame, Activation):
        return found
    if activation.why_not(state, slot) is None:
        found.append(Activate(name))
    fires = fire.all_fires(state, 1 << slot)
    found += fires if isinstance(state.frame, Activation) else [f for f in fires if f.leader]
    if isinstance(state.frame, Activation) and setting.guns >> slot & 1:
        found += all_bombards(state, slot)
    found += [landing for landing in landings(state) if landing.unit == name]
    if toppable(state) >> slot & 1:
        found.append(Top(name))
    found += [Shock(setting.ground.ids[area]) for area in shock.clash_areas(state) if state.at[slot] == area]
    return found


def describe(state: State, action: object) -> str:
    """An action as people say it."""
    units, ground = state.setting.units, state.setting.ground
    slot_of = state.setting.slot

    def name(unit: str) -> str:
        return units[slot_of[unit]].name if unit in slot_of else unit

    def area(place: str) -> str:
        return ground.titles[ground.index[place]] if place in ground.index else place

    match action:
        case Fire(unit, place, leader) | Bombard(unit, place, leader):
            return f"{name(unit)} fires at {area(place)}" + (f" with {name(leader)}" if leader else "")
        case Move(unit, path):
            return f"{name(unit)} to {area(path[-1])}"
        case Activate(unit):
            return f"Activate {name(unit)}"
        case Top(unit):
            return f"Put {name(unit)} on top of its stack"
        case Land(unit, place):
            return f"{name(unit)} lands in {area(place)}"
        case Enter(unit, place):
            return f"{name(unit)} {'arrives' if isinstance(state.frame, Entry) else 'is set up'} in {area(place)}"
        case Retreat(unit, place):
            return f"{name(unit)} retreats to {area(place)}"
        case Shock(place):
            return f"Shock combat in {area(place)}"
        case Lose(unit):
            return f"Lose {name(unit)}"
        case LoseSteps():
            return "Each unit loses a step"
    return prompt(state, None).main_label
