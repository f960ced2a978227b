"""What a veteran decides about what is under way: what the program proposes, and who is brought into melees."""

from __future__ import annotations

from game.core.action import Action
from game.rules.adua import melee
from game.rules.adua.actions import END, Move
from game.rules.adua.ai import abyssinian
from game.rules.adua.initiative import Bringing
from game.rules.adua.state import State
from game.rules.adua.units import UNITS


def answer(state: State) -> Action:
    """What is done about what is under way."""
    top = state.top
    if not isinstance(top, Bringing):
        proposed: Action = top.proposed(state)
        return proposed
    found = top.supporters(state)
    needy = abyssinian.outweighed(state)
    useful = {one: [hex_ for hex_ in needy if hex_ in ways.points] for one, ways in found.items()}
    able = [one for one in found if useful[one]]
    if not able:
        return END
    slot = max(able, key=lambda one: (melee.value(state, one), -one))
    return Move(UNITS[slot].id, tuple(state.ground.hexes[hex_] for hex_ in found[slot].path(useful[slot][0])))
