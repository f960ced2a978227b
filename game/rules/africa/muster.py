"""The optional die for tribes that may stay away (11.C.3, ruling 20), rolled before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from game.core.chance import D6
from game.core.event import Event
from game.core.message import say
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.africa.events import Decided
from game.rules.africa.state import OUT, Muster, State, put
from game.rules.africa.units import GK, rule

OPTION = "absent-kabila"
AWAY = 1
"""The face on which a tribe stays away: reconstructed (facts 4.5)."""
CITED = rule("11.C.3", 20)
ABSENT, PRESENT = "absent", "present"


def chances() -> Mapping[str, Fraction]:
    """The exact chance of both results."""
    away = Fraction(1, len(D6.faces))
    return {ABSENT: away, PRESENT: 1 - away}


def queue(state: State) -> tuple[int, ...]:
    """The tribes that the set-up puts on the map, in the order in which they roll."""
    setting = state.setting
    return tuple(slot for slot in sorted(setting.start) if setting.units[slot].kind == GK)


def fell(state: State, frame: Muster, face: int) -> tuple[State, list[Event]]:
    """The die of the first tribe has fallen."""
    slot = frame.queue[0]
    name = state.setting.units[slot].name
    state = state._replace(frames=(*state.frames[:-1], Muster(frame.queue[1:])))
    rolls = say("{name} rolls {face}", name=name, face=face)
    if face == AWAY:
        return put(state, slot, OUT), [Decided(CITED, rolls, say("it stays away from the battle"))]
    return state, [Decided(CITED, rolls, say("it has come"))]


def preview(state: State, frame: Muster) -> Preview:
    """What the die of the first tribe may bring."""
    line = UnitLine(state.setting.units[frame.queue[0]].id, 0, words="1d6")
    texts = {ABSENT: say("it stays away"), PRESENT: say("it takes part")}
    outcomes = tuple(Outcome(name, chance, texts[name], CITED) for name, chance in chances().items())
    return Preview((line,), (), (), 0, 0, "1d6", say("on a {away} it stays away", away=AWAY), None, outcomes)
