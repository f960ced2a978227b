"""The map layers of Kassala: both sides' zones of control."""

from __future__ import annotations

from game.core.layer import Layer
from game.core.message import say
from game.rules.kassala.state import KassalaState, zone_of_control
from game.rules.kassala.theme import THEME


def zones_of_control(state: KassalaState) -> tuple[Layer, ...]:
    """A layer for each side: the hexes of its units and all hexes adjacent to them, across any hexside (II.C.1)."""
    ground = state.setting.ground
    layers = []
    for info, occupied in zip(THEME.seats, state.occupied, strict=True):
        mask = occupied | zone_of_control(ground, occupied)
        places = tuple(place for k, place in enumerate(ground.ids) if mask >> k & 1)
        layers.append(Layer(f"zone-{info.name}", say("Zones of control"), places, seat=info.name))
    return tuple(layers)
