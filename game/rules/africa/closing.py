"""The end of a turn (3, 7): markers off, reinforcements, rally, and whether the battle is over (11)."""

from __future__ import annotations

from game.core.event import Event, GameOver, Noted, PhaseBegan, Rolled
from game.core.message import say
from game.rules.africa import rally
from game.rules.africa.coin_tables import RALLIED, flipped
from game.rules.africa.events import Arrived, Marked
from game.rules.africa.sequence import END, GONE, SEQUENCE
from game.rules.africa.state import WAITING, Entry, Rally, State, put
from game.rules.africa.units import SEATS, rule
from game.rules.africa.victory import cite, outcome, updated, verdict

Applied = tuple[State, list[Event]]


def begin_end(state: State) -> Applied:
    """Take the activation markers off, bring up reinforcements and begin to rally."""
    state = state._replace(active=0, second=0, gun_moved=0, shots=())
    events: list[Event] = [PhaseBegan(rule("3"), state.turn, END, "", say("End of turn {turn}", turn=state.turn))]
    choice = choosing(state)
    state, more = _reinforce(state)
    events += more
    frames: list[Rally | Entry] = [Rally(rally.shaken(state))]
    if choice:
        frames.append(Entry(choice))
    return state._replace(frames=tuple(frames)), events


def due(state: State) -> list[tuple[int, int | None]]:
    """Reinforcements of this turn and those an enemy has kept out until now, with their areas."""
    found = []
    for turn, arrivals in state.setting.arrivals.items():
        if turn <= state.turn:
            found += [(slot, area) for slot, area in arrivals if state.at[slot] == WAITING]
    return found


def choosing(state: State) -> tuple[int, ...]:
    """Reinforcements whose owner chooses where they come, the ship first (11.C.4)."""
    waiting = (slot for slot, area in due(state) if area is None)
    return tuple(sorted(waiting, key=lambda slot: not state.setting.ship >> slot & 1))


def _reinforce(state: State) -> tuple[State, list[Event]]:
    setting = state.setting
    events: list[Event] = []
    for slot, area in due(state):
        unit = setting.units[slot]
        if area is None:
            continue
        if state.held[1 - unit.seat] >> area & 1:
            title = setting.ground.titles[area]
            events.append(Noted(rule(cite(state, 4), 15), say("{unit} waits: the enemy holds {title}", unit=unit.name,
                                                              title=title)))
        else:
            state = put(state, slot, area)
            place, title = setting.ground.ids[area], setting.ground.titles[area]
            events.append(Arrived(rule(cite(state, 4)), unit.id, unit.name, place, title))
    return state, events


def rallied(state: State, frame: Rally, heads: int) -> Applied:
    """A unit's coins have fallen."""
    setting = state.setting
    slot = frame.queue[0]
    unit = setting.units[slot]
    good = heads >= RALLIED
    event = Rolled(rule("7"), (flipped(rally.coins(state, slot), False),), (heads,), "rallied" if good else "-",
                   say("rallies") if good else say("stays demoralized"), say("Rally of {unit}", unit=unit.name),
                   needed=RALLIED)
    events: list[Event] = [event]
    if good:
        state = state._replace(demoralized=state.demoralized & ~(1 << slot))
        events.append(Marked(rule("7"), unit.id, unit.name, "demoralized", False))
    return state._replace(frames=(*state.frames[:-1], Rally(frame.queue[1:]))), events


def finish_turn(state: State) -> Applied:
    """The battle is over, or the next turn begins (11)."""
    state = state._replace(control=updated(state))
    setting = state.setting
    if state.turn == setting.turns or (state.turn == setting.early and verdict(state, True) is not None):
        state = state._replace(step=GONE)
        result = outcome(state)
        return state, [GameOver(result.rule, result.winner, result.text)]
    now = SEQUENCE[0]
    state = state._replace(
        turn=state.turn + 1, step=0, moved=0, once=0, fired=0, supported=0, topped=0, struck=0, came=()
    )
    began = say("Turn {turn}: {phase}", turn=state.turn, phase=now.sentence)
    return state, [PhaseBegan(now.rule, state.turn, now.phase, SEATS[now.seat], began)]
