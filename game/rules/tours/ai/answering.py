"""What a veteran answers when it is asked within a fight: reactions, retreats, facings, advances, further attacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.rules.tours.actions import (
    DECLINE,
    ChangeFacing,
    ContinueAttack,
    Eliminate,
    React,
    Rescue,
    Stand,
    ToursAdvance,
    ToursRetreat,
)
from game.rules.tours.ai import odds
from game.rules.tours.ai.marching import WORTH_IT, ToursCourse, stand
from game.rules.tours.ai.scene import Scene
from game.rules.tours.continued import FurtherAttack
from game.rules.tours.facing import FacingChoice
from game.rules.tours.fight import AdvanceAfterShock, ContinuedAttack, CounterAttack, VictimChoice
from game.rules.tours.fire import ReactionFire
from game.rules.tours.harm import LeaderPlaced
from game.rules.tours.retreats import AdvanceBeforeShock, RetreatsBeforeShock, retreat_hexes
from game.rules.tours.units import SEAT, UNITS, ids

STAKE = 0.05
"""What standing before an attack must threaten to cost before one retreats; chosen."""


def answers(scene: Scene) -> list[ToursCourse]:
    """What is answered to the pending decision, the best first."""
    frame = scene.state.frames[-1]
    return ANSWERS[type(frame)](scene, frame)


def _reaction(scene: Scene, asked: ReactionFire) -> list[ToursCourse]:
    shots = sorted(((odds.shot(scene.state, slot, asked.target, True), slot) for slot in asked.units), reverse=True)
    return [ToursCourse(gain, (React(UNITS[slot].id),)) for gain, slot in shots]


def _placed(scene: Scene, asked: LeaderPlaced) -> list[ToursCourse]:
    best = sorted(asked.places, key=lambda place: (scene.leader_danger(place), place))
    return [ToursCourse(0.0, (Rescue(UNITS[asked.unit].id, scene.ground.hexes[place]),)) for place in best]


def _facing(scene: Scene, asked: FacingChoice) -> list[ToursCourse]:
    place = scene.state.at[asked.unit]
    _, vertex = stand(scene, asked.unit, place)
    return [ToursCourse(0.0, (ChangeFacing(UNITS[asked.unit].id, vertex),))]


def _victim(scene: Scene, asked: VictimChoice) -> list[ToursCourse]:
    victims = list(asked.victims())
    sign = -1 if SEAT[asked.attackers[0]] != SEAT[victims[0]] else 1
    victims.sort(key=lambda slot: (sign * (odds.worth(slot) - odds.hurt(scene.state, slot)), slot))
    return [ToursCourse(0.0, (Eliminate(UNITS[slot].id),)) for slot in victims]


def _retreats(scene: Scene, asked: RetreatsBeforeShock) -> list[ToursCourse]:
    """The defender with most at stake decides first: it has the choice of hexes (ruling 11)."""
    state, ground = scene.state, scene.ground
    able = asked.able(state)
    fights = ((one, slot) for one in state.combats for slot in one.defenders if slot in able)
    stake, slot = max((odds.fight(state, one.attackers, one.defenders) / len(one.defenders), slot)
                      for one, slot in fights)
    held = scene.others(slot)
    found = [ToursCourse(stake - WORTH_IT, (Stand(UNITS[slot].id),))]
    for place in retreat_hexes(state, slot):
        danger = min(scene.danger(slot, place, vertex, held) for vertex in range(6))
        found.append(ToursCourse(-danger, (ToursRetreat(UNITS[slot].id, ground.hexes[place]),)))
    stands, *goes = found
    goes.sort(key=lambda course: -course.gain)
    return [*goes, stands] if stake > STAKE and goes else [stands, *goes]


def _advances(scene: Scene, asked: AdvanceBeforeShock | AdvanceAfterShock) -> list[ToursCourse]:
    state = scene.state
    found = [ToursCourse(0.0, (DECLINE,))] if asked.main(state) is not None else []
    for place, slot in asked.open(state):
        gain = stand(scene, slot, place)[0] - stand(scene, slot, state.at[slot])[0]
        found.append(ToursCourse(gain, (ToursAdvance(UNITS[slot].id, scene.ground.hexes[place]),)))
    return sorted(found, key=lambda course: -course.gain)


def _again(scene: Scene, asked: FurtherAttack) -> list[ToursCourse]:
    state, ground = scene.state, scene.ground
    found = [ToursCourse(WORTH_IT, (DECLINE,))]
    for team, targets in asked.sets(state):
        if not all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in team for d in targets):
            continue
        gain = odds.fight(state, team, targets, asked.before())
        found.append(ToursCourse(gain, (ContinueAttack(ids(team), ids(targets)),)))
    return sorted(found, key=lambda course: -course.gain)


ANSWERS: dict[type, Callable[[Scene, Any], list[ToursCourse]]] = {
    ReactionFire: _reaction, LeaderPlaced: _placed, RetreatsBeforeShock: _retreats, FacingChoice: _facing,
    VictimChoice: _victim, AdvanceBeforeShock: _advances, AdvanceAfterShock: _advances, ContinuedAttack: _again,
    CounterAttack: _again,
}
