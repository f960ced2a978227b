"""What a base could do if it were its side's phase, and the offer for its shot at or fight with an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.decision import Decision
from game.core.offer import Offer
from game.core.verdict import LEGAL, Illegal
from game.rules.renaissance.engine import shooting
from game.rules.renaissance.engine.actions import Fight, Shoot
from game.rules.renaissance.engine.state import RenaissanceState

ASSUMED_PIPS = 6
"""PIPs assumed for a side in these answers: the best roll."""


def states_when_acting(state: RenaissanceState, unit: str) -> list[RenaissanceState]:
    """The position in the moves, shooting and close combat of a base's side, with all PIPs; empty if the base is not on
    the table, or before the battle."""
    slot = state.slots.get(unit)
    if slot is None or state.place(slot) is None or not (state.pip_die or state.phase in ("pips", "over")):
        return []
    units = tuple(each._replace(moves_made=0, broke_off=False, shot=False, fought=False) for each in state.units)
    bound_start = replace(state, seat=state.roster[slot].seat, units=units, pips=ASSUMED_PIPS, pip_die=ASSUMED_PIPS,
                          stack=(), chosen_enemies=())
    return [replace(bound_start, phase="moves"), replace(bound_start, phase="shooting", pips=0),
            replace(bound_start, phase="combat", pips=0)]


def offers_between(state: RenaissanceState, decision: Decision[RenaissanceState], unit: str,
                   other: str) -> Iterator[Offer]:
    """An offer for a base's shot at or fight with another, with its arithmetic; empty if either is no base."""
    slots = [state.slots[name] for name in (unit, other) if name in state.slots]
    if len(slots) < 2:
        return
    shooter, enemy = slots
    if decision.name == "combat":
        action: Fight | Shoot = Fight(state.id(shooter), state.id(enemy))
    else:
        action = Shoot(state.id(enemy))
        if enemy not in shooting.targets(state, shooter):
            yield Offer(Illegal((shooting.why_no_shot(state, shooter, enemy),)), action, (unit, other))
            return
    answers = {answer.action: answer for answer in decision.answers(state)}
    if action in answers:
        answer = answers[action]
        yield Offer(LEGAL, action, (unit, other), label=answer.label or answer.short_label,
                    arithmetic=answer.arithmetic)
        return
    why = decision.why_not(state, action)
    if why is not None:
        yield Offer(Illegal((why,)), action, (unit, other))
