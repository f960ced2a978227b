"""The progress of play: the next phase, the next combat, and the removal of units."""

from __future__ import annotations

from functools import cache

from game.core.decision import Done, apply_steps
from game.core.event import Event, GameOver, Noted, PhaseBegan, Removed, TurnOver
from game.core.indices import slots_in
from game.core.message import plural, say
from game.core.verdict import RuleRef
from game.rules.kassala.contact import is_combat_over, obliged_units
from game.rules.kassala.sequence import FIRST_MOVE, GAME_END, LAST_OF_TURN, SEQUENCE, KassalaPhase
from game.rules.kassala.state import OUT, KassalaState, occupation
from game.rules.kassala.units import ROSTER, SEATS, rule, titles
from game.rules.kassala.victory import outcome


def begin_phase(state: KassalaState, turn: int, step: int) -> KassalaState:
    """The state at the beginning of a phase.

    :param step: the index of the phase in ``SEQUENCE``.
    """
    state = KassalaState(state.setting, turn, step, state.at, state.occupied)
    return state._replace(obliged=obliged_units(state)) if state.now.phase == KassalaPhase.COMBAT else state


def next_step(state: KassalaState) -> Done[KassalaState]:
    """The state at the beginning of the next phase with something to decide, and the events on the way (II.B)."""
    turn, step = state.turn, state.step
    events: list[Event] = []
    while True:
        if step == LAST_OF_TURN:
            events.append(_turn_over_event(turn))
            if turn == state.setting.turns:
                over = begin_phase(state, turn, GAME_END)
                result = outcome(over)
                events.append(GameOver(result.rule, result.winner, result.text))
                return over, tuple(events)
            turn, step = turn + 1, FIRST_MOVE
        else:
            step += 1
        state = begin_phase(state, turn, step)
        now = state.now
        if now.phase == KassalaPhase.COMBAT and not state.obliged:
            continue
        events.append(_phase_began_event(turn, step))
        return state, tuple(events)


@cache
def _turn_over_event(turn: int) -> TurnOver:
    return TurnOver(rule("II.B.5"), say("Turn {turn} is over", turn=turn))


@cache
def _phase_began_event(turn: int, step: int) -> PhaseBegan:
    now = SEQUENCE[step]
    sentence = now.sentence
    if now.phase == KassalaPhase.MOVEMENT:
        sentence = say("Turn {turn}: {clause}", turn=turn, clause=now.clause)
    return PhaseBegan(now.rule, turn, now.phase, SEATS[now.seat], sentence)


def finish_combat(state: KassalaState) -> Done[KassalaState]:
    """The state after an attack, and events: in the same combat phase, or in the next phase if no unit can still fight
    (II.E.3, ruling 5), with a notice of units that should have fought."""
    state = state._replace(frame=None)
    if not is_combat_over(state):
        return state, ()
    idle = state.obliged & ~state.fought
    idle &= ~state.absent(idle)
    text = plural("{units} no longer has to fight: no legal attack is left",
                  "{units} no longer have to fight: no legal attack is left", idle.bit_count(), units=titles(idle))
    return apply_steps((state, (Noted(rule("II.E.3", 5), text),) if idle else ()), next_step)


def remove_units(state: KassalaState, mask: int, cited: RuleRef) -> Done[KassalaState]:
    """The state with the units of a mask removed from the map, and an event for each.

    :param cited: the rule that eliminates them.
    """
    at = tuple(OUT if mask >> i & 1 else h for i, h in enumerate(state.at))
    events = tuple(Removed(cited, ROSTER[i].id, ROSTER[i].title, state.place(i) or "") for i in slots_in(mask))
    return state._replace(at=at, occupied=occupation(at), frame=None), events
