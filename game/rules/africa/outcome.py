"""What results do to units: steps, markers, removal, retreat (6.1, 6.2, 9, 11.W.3)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.event import Event
from game.core.message import Text
from game.core.verdict import RuleRef
from game.rules.africa.events import Captured, Fled, Lost, Marked
from game.rules.africa.flight import cited, cited_loss, following, is_lost, must_go_on, refuges, start, why_on
from game.rules.africa.masks import bits
from game.rules.africa.state import BY_SHOCK, OUT, Flight, State, put
from game.rules.africa.units import MOROCCAN, SPANISH, rule

Played = tuple[State, tuple[Event, ...]]


def remove(state: State, slot: int, cited: RuleRef, told: type[Lost] = Lost) -> tuple[State, list[Event]]:
    """Take a unit off the map, eliminated unless ``told`` otherwise."""
    unit = state.setting.units[slot]
    ground, here = state.setting.ground, state.at[slot]
    gone = put(state, slot, OUT)
    gone = gone._replace(
        demoralized=gone.demoralized & ~(1 << slot), came=tuple(pair for pair in gone.came if pair[0] != slot)
    )
    return gone, [told(cited, unit.id, unit.name, ground.ids[here], ground.titles[here])]


def strike(state: State, slot: int, cited: RuleRef) -> tuple[State, list[Event]]:
    """Destroyed: a regular at full strength loses a step, any other unit is eliminated (6.1)."""
    unit, bit = state.setting.units[slot], 1 << slot
    if unit.steps == 2 and not state.reduced & bit:
        return state._replace(reduced=state.reduced | bit), [Marked(cited, unit.id, unit.name, "reduced", True)]
    return remove(state, slot, cited)


def demoralize(state: State, slot: int, cited: RuleRef) -> tuple[State, list[Event]]:
    """Put a demoralization marker on a unit; officers among troops never get one (ruling 11)."""
    unit, bit = state.setting.units[slot], 1 << slot
    if state.demoralized & bit:
        return state, []
    return state._replace(demoralized=state.demoralized | bit), [
        Marked(cited, unit.id, unit.name, "demoralized", True)
    ]


def flee(state: State, slots: Sequence[int], cause: str, far: bool = False) -> State:
    """Push the retreat of some units; the guns that cannot move only go where shock drives them (ruling 8), convoys
    only with those whom artillery drives off (ruling 27)."""
    setting = state.setting
    queue = tuple(
        i for i in slots
        if state.at[i] >= 0 and not (setting.convoys if cause == BY_SHOCK else setting.fixed) >> i & 1
    )
    if not queue:
        return state
    return state._replace(frames=(*state.frames, start(state, queue, cause, far)))


def run(state: State, slot: int, area: int, cited: RuleRef, why: Text = "") -> tuple[State, list[Event]]:
    """A retreating unit goes one area; ``why`` says why it must go on from where it has retreated to."""
    unit, ground = state.setting.units[slot], state.setting.ground
    here = state.at[slot]
    moved = put(state, slot, area)
    moved = moved._replace(came=tuple(pair for pair in moved.came if pair[0] != slot))
    event = Fled(cited, unit.id, unit.name, (ground.ids[here], ground.ids[area]),
                      (ground.titles[here], ground.titles[area]), why)
    return moved, [event]


def stepped(state: State, frame: Flight, area: int) -> tuple[State, list[Event]]:
    """The first unit of a retreat takes a step."""
    after, events = run(state, frame.queue[0], area, cited(state, frame), why_on(state, frame))
    ahead = frame._replace(steps=max(frame.steps - 1, 0), seen=frame.seen | 1 << area)
    return after._replace(frames=(*after.frames[:-1], ahead)), events


def driven(state: State) -> tuple[State, list[Event]]:
    """Go on with the retreat on top as far as nobody has a choice."""
    events: list[Event] = []
    while isinstance(frame := state.frame, Flight):
        if state.at[frame.queue[0]] < 0 or not must_go_on(state, frame):
            state = _next(state, frame)
            continue
        open_areas = refuges(state, frame)
        if len(open_areas) > 1:
            break
        if open_areas:
            state, more = stepped(state, frame, open_areas[0])
        elif is_lost(state, frame):
            state, more = remove(state, frame.queue[0], cited_loss(state, frame))
            state = _next(state, frame)
        else:
            state, more = _next(state, frame), []
        events += more
    return state, events


def _next(state: State, frame: Flight) -> State:
    """Drop the first unit of a retreat from its queue."""
    below = state.frames[:-1]
    rest = tuple(i for i in frame.queue[1:] if state.at[i] >= 0)
    after = following(state, frame._replace(queue=(frame.queue[0], *rest))) if rest else None
    return state._replace(frames=(*below, after) if after else below)


def capture(state: State) -> tuple[State, list[Event]]:
    """Convoys alone with the enemy are captured (11.W.3, ruling 27)."""
    setting = state.setting
    events: list[Event] = []
    for slot in bits(setting.convoys):
        area = state.at[slot]
        if area < 0 or not state.held[MOROCCAN] >> area & 1:
            continue
        if any(not setting.convoys >> i & 1 for i in state.own(area, SPANISH)):
            continue
        state, more = remove(state, slot, rule("11.W.3", 27), Captured)
        events += more
        state = state._replace(captured=state.captured | 1 << slot)
    return state, events
