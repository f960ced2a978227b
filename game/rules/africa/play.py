"""Applying actions: what follows from each, up to the next thing somebody must decide or roll."""

from __future__ import annotations

from game.core.action import Faces
from game.core.event import Declared, Event, Noted
from game.core.message import joined, say
from game.rules.africa import activation, camp, combat, fire, muster, shock
from game.rules.africa.actions import (
    Activate,
    AfricaAction,
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
from game.rules.africa.closing import rallied
from game.rules.africa.events import Marched
from game.rules.africa.fire import is_defensive
from game.rules.africa.flight import start
from game.rules.africa.masks import bits
from game.rules.africa.outcome import Played, remove, stepped, strike
from game.rules.africa.progress import next_phase, settle, staged
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.stacking import excess
from game.rules.africa.state import (
    FOR_ROOM,
    Activation,
    Barrage,
    Clash,
    Entry,
    Flight,
    Losses,
    Muster,
    Rally,
    Sharing,
    Shot,
    State,
    holds,
    put,
)
from game.rules.africa.units import SIDES, rule

Applied = tuple[State, list[Event]]


def apply(state: State, action: AfricaAction) -> Played:
    """The state after a legal, complete action and what happened."""
    state, events = _effect(state, action)
    state, more = settle(state)
    return state, (*events, *more)


def _effect(state: State, action: AfricaAction) -> Applied:
    setting = state.setting
    slot_of, index = setting.slot, setting.ground.index
    match action:
        case Move():
            return _move(state, action)
        case Fire(unit, place, leader):
            return _fire(state, slot_of[unit], index[place], slot_of[leader] if leader else -1)
        case Bombard(unit, place, leader):
            return _bombard(state, slot_of[unit], index[place], slot_of[leader] if leader else -1)
        case Activate(unit):
            slot = slot_of[unit]
            cited = rule("9" if setting.guns >> slot & 1 else "8")
            what = Noted(cited, say("{unit} is activated", unit=setting.units[slot].name))
            return activation.begun(state, slot), [what]
        case Top(unit):
            slot = slot_of[unit]
            after = put(state, slot, state.at[slot], top=True)
            note = Noted(rule("6.1"), say("{unit} goes on top of its stack", unit=setting.units[slot].name))
            return after._replace(topped=after.topped | 1 << slot), [note]
        case Land(unit, place):
            return _land(state, slot_of[unit], index[place])
        case Enter(unit, place):
            return _enter(state, slot_of[unit], index[place])
        case Shock(place):
            return _shock(state, index[place])
        case Lose(unit):
            return _lose(state, slot_of[unit])
        case LoseSteps():
            return _lose_steps(state)
        case Retreat(unit, place):
            frame = state.frame
            assert isinstance(frame, Flight)
            return stepped(state, frame, index[place])
        case Faces(faces):
            return _fell(state, faces)
        case Done():
            return _done(state)


def _move(state: State, action: Move) -> Applied:
    setting = state.setting
    slot = setting.slot[action.unit]
    unit, ground, bit = setting.units[slot], setting.ground, 1 << slot
    path = tuple(ground.index[name] for name in action.path)
    origin, end = state.at[slot], path[-1]
    before = path[-2] if len(path) > 1 else origin
    enemy = state.held[1 - unit.seat] >> end & 1 and not setting.ship & bit
    meets = enemy or (setting.anchored >> end & 1 and state.aboard & setting.side[1 - unit.seat])
    joined = state.held[unit.seat] >> end & 1
    cited = rule("9" if setting.guns & bit else "8" if setting.cavalry & bit and not state.demoralized & bit else "4")
    titles = tuple(ground.titles[i] for i in (origin, *path))
    event = Marched(cited, unit.id, unit.name, (ground.ids[origin], *action.path), len(path), titles)
    cargo = [i for i in bits(state.aboard) if state.at[i] == origin] if setting.ship & bit else []
    state = put(state, slot, end)
    for i in cargo:
        state = put(state, i, end)
    if meets or state.came:
        came = [pair for pair in state.came if pair[0] != slot]
        state = state._replace(came=tuple(sorted([*came, (slot, before)] if meets else came)))
    frame = state.frame
    used = len(path) + ((frame.once if isinstance(frame, Activation) else state.once) >> slot & 1)
    over = enemy or used >= unit.areas
    halt = ground.stops(unit, before, end)
    if isinstance(frame, Activation):
        raids = halt and setting.raiders & ~frame.fired & bit
        there = 1 << end if enemy else 0
        frame = frame._replace(
            once=frame.once | bit, spent=frame.spent | (bit if over or (halt and not raids) else 0),
            halted=frame.halted | (bit if raids and not over else 0), entered=frame.entered | there,
            joined=frame.joined | (there & ~frame.entered if joined else 0),
        )
        moved = state.gun_moved | (bit if frame.gun else 0)
        return state._replace(frames=(*state.frames[:-1], frame), gun_moved=moved), [event]
    return state._replace(once=state.once | bit, moved=state.moved | (bit if over or halt else 0)), [event]


def _fire(state: State, slot: int, area: int, leader: int) -> Applied:
    setting = state.setting
    unit = setting.units[slot]
    target = state.target(area, 1 - unit.seat)
    defensive = is_defensive(state)
    state = fire.marked(state, slot, leader)
    shot = Shot(slot, area, target, leader, defensive)
    values = {"unit": unit.name, "target": setting.units[target].name, "area": setting.ground.titles[area]}
    sentence = (say("{unit} with {leader} fires at {target} in {area}", leader=setting.units[leader].name, **values)
                if leader >= 0 else say("{unit} fires at {target} in {area}", **values))
    event = Declared(rule("6.1"), (unit.id,), (setting.units[target].id,), sentence)
    return state._replace(frames=(*state.frames, shot)), [event]


def _bombard(state: State, slot: int, area: int, leader: int) -> Applied:
    setting = state.setting
    unit, frame = setting.units[slot], state.frame
    assert isinstance(frame, Activation)
    help_bit = 1 << leader if leader >= 0 else 0
    frame = frame._replace(fired=frame.fired | 1 << slot, supported=frame.supported | help_bit)
    ids = tuple(setting.units[i].id for i in state.own(area, 1 - unit.seat))
    event = Declared(rule("9"), (unit.id,), ids, say("{unit} fires at {area}", unit=unit.name,
                                                     area=setting.ground.titles[area]))
    state = state._replace(shots=tuple(sorted((*state.shots, (slot, area)))))
    return state._replace(frames=(*state.frames[:-1], frame, Barrage(slot, area, leader))), [event]


def _land(state: State, slot: int, area: int) -> Applied:
    setting = state.setting
    unit, ground, bit = setting.units[slot], setting.ground, 1 << slot
    origin = state.at[slot]
    state = state._replace(aboard=state.aboard & ~bit)
    state = put(state, slot, area)
    state = state._replace(held=holds(setting, state.stacks, state.aboard), moved=state.moved | bit)
    if state.held[1 - unit.seat] >> area & 1 and state.now.phase == MOVEMENT:
        state = state._replace(came=tuple(sorted((*state.came, (slot, origin)))))
    cited = rule("11.T.3" if setting.anchored else "11.C.3")
    return state, [Noted(cited, say("{unit} lands in {area}", unit=unit.name, area=ground.titles[area]))]


WITH = say(" with ")
"""Between a ship and who is aboard her."""


def _enter(state: State, slot: int, area: int) -> Applied:
    setting, frame = state.setting, state.frame
    if not isinstance(frame, Entry):
        return _share_out(state, slot, area)
    afloat = setting.ship >> slot & 1
    slots = [i for i in frame.queue if i == slot or afloat]
    for i in slots:
        state = put(state, i, area)
        if afloat and i != slot:
            state = state._replace(aboard=state.aboard | 1 << i)
    state = state._replace(held=holds(setting, state.stacks, state.aboard))
    rest = tuple(i for i in frame.queue if i not in slots)
    below = state.frames[:-1]
    names = joined((setting.units[i].name for i in slots), WITH)
    event = Noted(rule("11.C.4"), say("{units} arrives at {area}", units=names, area=setting.ground.titles[area]))
    return state._replace(frames=(*below, Entry(rest)) if rest else below), [event]


def _share_out(state: State, slot: int, area: int) -> Applied:
    """A unit of a camp is set up in another area of it."""
    unit, ground, origin = state.setting.units[slot], state.setting.ground, state.at[slot]
    there = (ground.ids[origin], ground.ids[area]), 1, (ground.titles[origin], ground.titles[area])
    state = put(state, slot, area)
    return state._replace(moved=state.moved | 1 << slot), [Marched(camp.CITED, unit.id, unit.name, *there)]


def _shock(state: State, area: int) -> Applied:
    setting = state.setting
    attacker = shock.attacking_seat(state)
    ours, theirs = (tuple(setting.units[i].id for i in state.own(area, s)) for s in (attacker, 1 - attacker))
    where = setting.ground.titles[area]
    event = Declared(rule("6.2"), ours, theirs,
                     say("{side} units attack in {where}", side=SIDES[attacker], where=where))
    return state._replace(frames=(*state.frames, Clash(area, attacker))), [event]


def _lose(state: State, slot: int) -> Applied:
    frame = state.frame
    assert isinstance(frame, Losses)
    troops = bool(state.setting.fighters >> slot & 1)
    state, events = remove(state, slot, rule("6.2"))
    left = frame.left - 1
    if left > 0 and shock.losers(state, frame.area, frame.seat):
        return state._replace(frames=(*state.frames[:-1], frame._replace(left=left, begun=True))), events
    below = state._replace(frames=state.frames[:-1])
    after, more = combat.beaten(below, frame.area, frame.seat, True, False, destroyed=troops)
    return after, events + more


def _lose_steps(state: State) -> Applied:
    frame = state.frame
    assert isinstance(frame, Losses)
    events: list[Event] = []
    for slot in state.own(frame.area, frame.seat):
        if state.setting.fighters >> slot & 1:
            state, more = strike(state, slot, rule("6.2"))
            events += more
    after, more = combat.beaten(state._replace(frames=state.frames[:-1]), frame.area, frame.seat, True, False, True)
    return after, events + more


def _fell(state: State, faces: tuple[int, ...]) -> Applied:
    frame = state.frame
    if isinstance(frame, Shot):
        return combat.shot_fell(state, frame, faces)
    if isinstance(frame, Barrage):
        return combat.barrage_fell(state, frame, faces)
    if isinstance(frame, Clash):
        return combat.clash_fell(state, frame, faces)
    if isinstance(frame, Muster):
        return muster.fell(state, frame, faces[0])
    assert isinstance(frame, Rally)
    return rallied(state, frame, faces[0])


def _done(state: State) -> Applied:
    frame = state.frame
    if isinstance(frame, Activation):
        return staged(state, frame, frame.stage + 1), []
    if isinstance(frame, Sharing):
        after = state._replace(frames=state.frames[:-1], moved=state.moved & ~state.setting.camped)
        return after, [Noted(camp.CITED, say("The camp is set up"))]
    if state.now.phase == MOVEMENT:
        leaving = (*excess(state, state.now.seat), *excess(state, 1 - state.now.seat))
        state, events = next_phase(state)
        if leaving and not state.frames:
            units = tuple(state.setting.units[i].name for i in leaving)
            state = state._replace(frames=(start(state, leaving, FOR_ROOM),))
            events.append(Noted(rule("5", 4), say("No room for {units}", units=units)))
        return state, events
    return next_phase(state)
