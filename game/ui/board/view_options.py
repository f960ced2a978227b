"""What a player has switched on for the board on screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class ViewOptions:
    """What the player has switched on."""

    layers: bool = False
    """Whether what the rules lay over the map is shown, e.g. zones of control."""
    hex_numbers: bool = True
    numbers_asked: bool = False
    """Whether hex numbers were asked for: they are printed then wherever they can be read at all."""
    legend: bool = True
    """Whether the sheet's title and legend are laid out beside the map."""
    reduced_motion: bool = False
    speed: float = 1.0
    """How fast animations run; 1 is as meant."""
