"""What a veteran decides about what is under way: damage, losses, who stays, who is brought in, who retreats where."""

from __future__ import annotations

from game.core.action import Action
from game.rules.adua import initiative, melee, retreats
from game.rules.adua.actions import END, AtPlace, Move, Single
from game.rules.adua.ai import abyssinian
from game.rules.adua.ground import Ground
from game.rules.adua.state import Bringing, Damage, Loss, Retreats, State, Staying
from game.rules.adua.units import UNITS


def answer(ground: Ground, state: State) -> Action:
    """What is done about what is under way."""
    match state.top:
        case Damage():
            return abyssinian.damage(state)
        case Bringing(commander):
            found = initiative.supporters(ground, state, commander)
            needy = abyssinian.outweighed(state)
            useful = {one: [hex_ for hex_ in needy if hex_ in ways.points] for one, ways in found.items()}
            able = [one for one in found if useful[one]]
            if not able:
                return END
            slot = max(able, key=lambda one: (melee.value(state, one), -one))
            ways, place = found[slot], useful[slot][0]
            return Move(UNITS[slot].id, tuple(ground.hexes[hex_] for hex_ in ways.path(place)))
        case Loss(place, seat):
            slot = min(melee.sides(state, place)[seat], key=lambda one: (state.lost[one], -state.value(one), one))
            return Single("lose", UNITS[slot].id)
        case Staying(place):
            slot = max(state.there[place], key=lambda one: (state.value(one), -one))
            return Single("stay", UNITS[slot].id)
        case Retreats(_, units):
            hex_ = retreats.refuges(ground, state, units[0])[0]
            return AtPlace("retreat", UNITS[units[0]].id, ground.hexes[hex_])
    raise AssertionError("nothing is under way")
