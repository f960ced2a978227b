"""What a veteran answers when it is asked within a fight: reactions, retreats, facings, advances, further attacks."""

from __future__ import annotations

from game.rules.tours import fight, shock
from game.rules.tours.actions import (
    DECLINE,
    Advance,
    Again,
    Face,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.ai import odds
from game.rules.tours.ai.course import WORTH_IT, Course
from game.rules.tours.ai.marching import stand
from game.rules.tours.ai.scene import Scene
from game.rules.tours.state import (
    ADVANCING,
    CHOICE,
    Counter,
    Fight,
    Follow,
    Reaction,
    Rescued,
    Retreats,
    Turning,
)
from game.rules.tours.units import (
    SEAT,
    UNITS,
)

STAKE = 0.05
"""What standing before an attack must threaten to cost before one retreats; chosen."""


def answers(scene: Scene) -> list[Course]:
    state, ground = scene.state, scene.ground
    match state.top:
        case Reaction(target, asked):
            shots = sorted(((odds.reaction(state, slot, target), slot) for slot in asked), reverse=True)
            return [Course(gain, (Single("react", UNITS[slot].id),)) for gain, slot in shots]
        case Rescued(leader, places):
            best = sorted(places, key=lambda place: (scene.leader_danger(place), place))
            return [Course(0.0, (Rescue(UNITS[leader].id, ground.hexes[place]),)) for place in best]
        case Retreats():
            return _retreats(scene)
        case Follow() as frame:
            return _follow(scene, frame)
        case Turning(slot):
            held = state.held[scene.seat] & ~(1 << state.at[slot])
            _, vertex = stand(scene, slot, state.at[slot], held)
            return [Course(0.0, (Face(UNITS[slot].id, vertex),))]
        case Fight() as frame if frame.stage == CHOICE:
            sign = -1 if SEAT[frame.attackers[0]] != SEAT[fight.victims(state, frame)[0]] else 1
            victims = fight.victims(state, frame)
            victims.sort(key=lambda slot: (sign * (odds.worth(slot) - odds.hurt(state, slot)), slot))
            return [Course(0.0, (Single("eliminate", UNITS[slot].id),)) for slot in victims]
        case Fight() as frame if frame.stage == ADVANCING:
            return _advances(scene, frame)
        case (Fight() | Counter()) as frame:
            return _again(scene, frame)
    return []


def _retreats(scene: Scene) -> list[Course]:
    """The defender with most at stake decides first: it has the choice of hexes (ruling 11)."""
    state, ground = scene.state, scene.ground
    able = shock.retreaters(state)
    fights = ((one, slot) for one in state.combats for slot in one.defenders if slot in able)
    stake, slot = max((odds.fight(state, one.attackers, one.defenders) / len(one.defenders), slot)
                      for one, slot in fights)
    held = state.held[scene.seat] & ~(1 << state.at[slot])
    found = [Course(stake - WORTH_IT, (Single("stand", UNITS[slot].id),))]
    for place in shock.retreat_hexes(state, slot):
        danger = min(scene.danger(slot, place, vertex, held) for vertex in range(6))
        found.append(Course(-danger, (Retreat(UNITS[slot].id, ground.hexes[place]),)))
    stands, *goes = found
    goes.sort(key=lambda course: -course.gain)
    return [*goes, stands] if stake > STAKE and goes else [stands, *goes]


def _follow(scene: Scene, frame: Follow) -> list[Course]:
    state, ground = scene.state, scene.ground
    found = [Course(0.0, (DECLINE,))]
    for one in frame.vacated:
        for slot in shock.followers(state, one):
            held = state.held[scene.seat] & ~(1 << state.at[slot])
            gain = stand(scene, slot, one.place, held)[0] - stand(scene, slot, state.at[slot], held)[0]
            found.append(Course(gain, (Advance(UNITS[slot].id, ground.hexes[one.place]),)))
    return sorted(found, key=lambda course: -course.gain)


def _advances(scene: Scene, frame: Fight) -> list[Course]:
    state, ground = scene.state, scene.ground
    found = []
    for place in frame.vacated:
        for slot in fight.advancers(state, frame, place):
            held = state.held[scene.seat] & ~(1 << state.at[slot])
            gain = stand(scene, slot, place, held)[0] - stand(scene, slot, state.at[slot], held)[0]
            found.append(Course(gain, (Advance(UNITS[slot].id, ground.hexes[place]),)))
    return sorted(found, key=lambda course: -course.gain)


def _again(scene: Scene, frame: Fight | Counter) -> list[Course]:
    state, ground = scene.state, scene.ground
    previous = frame.previous + 1 if isinstance(frame, Fight) else 0
    found = [Course(WORTH_IT, (DECLINE,))]
    for team, targets in fight.sets_again(state, frame):
        if not all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in team for d in targets):
            continue
        gain = odds.fight(state, team, targets, previous)
        found.append(Course(gain, (Again(tuple(UNITS[s].id for s in team), tuple(UNITS[s].id for s in targets)),)))
    return sorted(found, key=lambda course: -course.gain)
