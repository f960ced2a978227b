"""What is asked now, and which units it concerns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.message import Message, Text, say, several
from game.core.prompt import Duty, Prompt
from game.core.verdict import RuleRef
from game.rules.africa import activation, camp, fire, fire_coins, muster, shock
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
from game.rules.africa.progress import ends_turn
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
            text, cited = say("Fire with your foot at adjacent enemies, unit by unit"), rule("6.1")
        else:
            text, cited = say("None of your foot can fire; cavalry or guns that are activated still can"), rule("9")
        return Prompt(FIRE, turn, to_act, text, cited, (), done, say("End fire"), "move")
    if now.phase == MOVEMENT:
        duties = moving_duties(state)
        return Prompt(MOVEMENT, turn, to_act, say("Move foot and officers; entering an enemy area attacks it"),
                      rule("4"), duties, done, say("End turn") if ends_turn(state) else say("End movement"), "move")
    if now.phase == DEFENCE:
        ashore = not fire.any_fire(state) and landings(state)
        text = (say("Land the marines against those who have come") if ashore
                else say("Fire at those who have entered your areas"))
        return Prompt(DEFENCE, turn, to_act, text, rule("11.T.3", 12) if ashore else rule("6.1"), (), done,
                      say("End defensive fire"), "move")
    first = shock.clash_areas(state)
    ids = state.setting.ground.ids
    fights = tuple(
        Duty(tuple(state.setting.units[i].id for i in state.own(area, now.phasing)),
             say("Shock combat in {area}", area=state.setting.ground.titles[area]), rule("6.2"))
        for area in first
    )
    main = Shock(ids[first[0]]) if first else None
    return Prompt(SHOCK, turn, to_act, say("Both sides stand in the same area: fight it out"), rule("6.2"), fights,
                  main, say("Resolve the shock"), "move")


def _interrupt(state: State, to_act: str | None) -> Prompt:
    frame, phase, turn = state.frame, state.now.phase, state.turn
    units, titles = state.setting.units, state.setting.ground.titles
    if isinstance(frame, Activation):
        if frame.stage == 1:
            return Prompt(phase, turn, to_act, say("Fire at those who have ridden in"), rule("6.1"), (), Done(),
                          say("End defensive fire"), "move")
        if frame.stage == 2:
            area = shock.clash_areas(state)[0]
            return Prompt(phase, turn, to_act, say("Shock combat in {area}", area=titles[area]), rule("6.2"), (),
                          Shock(state.setting.ground.ids[area]), say("Resolve the shock"), "move")
        armed = any(fire_coins.fire_factor(state, slot) not in (NONE, 0) for slot in bits(frame.units))
        title = activation.title(state, frame)
        if frame.gun:
            text = say("{activation}: fire, or move", activation=title)
        else:
            text = (say("{activation}: fire, then move", activation=title) if armed
                    else say("{activation}: move", activation=title))
        return Prompt(phase, turn, to_act, text, rule("9" if frame.gun else "8"), (), Done(), say("End activation"),
                      "move")
    if isinstance(frame, Sharing):
        return Prompt(SETUP, turn, to_act, say("Set up your camp before anything else"), camp.CITED, (), Done(),
                      say("Accept camp"), "move")
    if isinstance(frame, Losses):
        there = shock.losers(state, frame.area, frame.seat)
        if len(there) == 1 and not shock.can_lose_steps(state, frame):
            name = units[there[0]].name
            duty = Duty((units[there[0]].id,), say("The only unit there"), rule("6.2"))
            return Prompt(phase, turn, to_act, say("{unit} is lost in {area}", unit=name, area=titles[frame.area]),
                          rule("6.2"), (duty,), mode="compose", main_label=say("Eliminate this unit"))
        duty = Duty(pickable(state, to_act)["act"], say("Any of the units there"), rule("6.2"))
        text = several("Choose {count} unit to lose in {area}", "Choose {count} units to lose in {area}", frame.left,
                       area=titles[frame.area])
        return Prompt(phase, turn, to_act, text, rule("6.2"), (duty,), mode="compose",
                      main_label=say("Eliminate this unit"))
    if isinstance(frame, Flight):
        unit = units[frame.queue[0]]
        told = _retreat(unit.name, frame)
        if why := why_on(state, frame):
            told = say("{unit} must go on: {why}. Choose where to", unit=unit.name, why=why)
        return Prompt(phase, turn, to_act, told, cited(state, frame), mode="move")
    if isinstance(frame, Entry):
        return Prompt(phase, turn, to_act, _arrival(state, frame), rule(cite(state, 4)), mode="place")
    return Prompt(phase, turn, to_act, roll_title(state), _why_rolled(frame), mode="roll",
                  main_label=_roll_label(state))


def _retreat(name: str, frame: Flight) -> Message:
    """Who must retreat, and what for, where that is not the roll just seen."""
    if frame.cause == FOR_ROOM:
        return say("{unit} must retreat for want of room: choose where to", unit=name)
    if frame.far:
        return say("{unit} must retreat until no enemy is next to it: choose where to", unit=name)
    return say("{unit} must retreat: choose where to", unit=name)


def _arrival(state: State, frame: Entry) -> Message:
    """Who arrives, who comes aboard her, and whether it is put on land or on the sea (11.C.4)."""
    units = state.setting.units
    first, *others = frame.queue
    if not state.setting.ship >> first & 1:
        return say("{unit} arrives: place it on land, in a coast area without enemies", unit=units[first].name)
    if others:
        return say("{unit} arrives, marines aboard: place her on the sea or at a shore", unit=units[first].name)
    return say("{unit} arrives: place her on the sea or at a shore", unit=units[first].name)


def _why_rolled(frame: Frame | None) -> RuleRef:
    """The rule for which something is rolled."""
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


def _roll_label(state: State) -> Message:
    """The words on the button that lets fall what is due."""
    frame = state.frame
    if isinstance(frame, Clash) and (missing := shock.unknown(state, frame.area, frame.thrown)):
        hidden = state.setting.units[missing[0][0]].shock[0] == HIDDEN
        return say("Draw its factor") if hidden else say("Roll the die")
    if isinstance(frame, Muster):
        return say("Roll the die")
    if isinstance(frame, Shot) and fire_coins.fire_factor(state, frame.unit) < NONE and not frame.factor:
        return say("Roll the die")
    drawn = state.setting.cup and not isinstance(frame, Rally)
    if isinstance(frame, Barrage):
        return say("Draw the markers, roll the die") if drawn else say("Flip the coins, roll the die")
    return say("Draw the markers") if drawn else say("Flip the coins")


def roll_title(state: State) -> Message:
    """What is being rolled for."""
    frame, units, titles = state.frame, state.setting.units, state.setting.ground.titles
    if isinstance(frame, Shot):
        values = {"unit": units[frame.unit].name, "target": units[frame.target].name}
        return say("{unit} at {target}: result of the hit", **values) if frame.hit else say("{unit} at {target}: fire",
                                                                                           **values)
    if isinstance(frame, Barrage):
        return say("{unit} at {area}", unit=units[frame.unit].name, area=titles[frame.area])
    if isinstance(frame, Clash):
        missing = shock.unknown(state, frame.area, frame.thrown)
        if missing:
            return say("Shock factor of {unit}", unit=units[missing[0][0]].name)
        return say("Shock combat in {area}", area=titles[frame.area])
    if isinstance(frame, Muster):
        return say("Does {unit} take part?", unit=units[frame.queue[0]].name)
    assert isinstance(frame, Rally)
    return say("Rally of {unit}", unit=units[frame.queue[0]].name)


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


def describe(state: State, action: object) -> Text:
    """An action as people say it."""
    units, ground = state.setting.units, state.setting.ground
    slot_of = state.setting.slot

    def name(unit: str) -> str:
        return units[slot_of[unit]].name if unit in slot_of else unit

    def area(place: str) -> Text:
        return ground.titles[ground.index[place]] if place in ground.index else place

    match action:
        case Fire(unit, place, leader) | Bombard(unit, place, leader):
            if leader:
                return say("{unit} fires at {area} with {leader}", unit=name(unit), area=area(place),
                           leader=name(leader))
            return say("{unit} fires at {area}", unit=name(unit), area=area(place))
        case Move(unit, path):
            return say("{unit} to {area}", unit=name(unit), area=area(path[-1]))
        case Activate(unit):
            return say("Activate {unit}", unit=name(unit))
        case Top(unit):
            return say("Put {unit} on top of its stack", unit=name(unit))
        case Land(unit, place):
            return say("{unit} lands in {area}", unit=name(unit), area=area(place))
        case Enter(unit, place):
            if isinstance(state.frame, Entry):
                return say("{unit} arrives in {area}", unit=name(unit), area=area(place))
            return say("{unit} is set up in {area}", unit=name(unit), area=area(place))
        case Retreat(unit, place):
            return say("{unit} retreats to {area}", unit=name(unit), area=area(place))
        case Shock(place):
            return say("Shock combat in {area}", area=area(place))
        case Lose(unit):
            return say("Lose {unit}", unit=name(unit))
        case LoseSteps():
            return say("Each unit loses a step")
    return prompt(state, None).main_label
