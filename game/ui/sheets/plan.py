"""What the printer asks of a board, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pygame

from game.ui.kit.camera import Box, Point
from game.ui.sheets.ink import Ink
from game.ui.sheets.lettering import MapText


@dataclass(frozen=True, slots=True)
class Painting:
    """A picture of the ground that lies under the ink."""

    picture: pygame.Surface
    box: Box
    """Where it lies, in the sheet's units."""


class SheetPlan(Protocol):
    """Where things lie on a board's sheet and how they are drawn there. A counter is 1.24 units wide on every board."""

    @property
    def title(self) -> str:
        """The board's own title."""

    @property
    def field(self) -> Box:
        """The part of the sheet that the map takes."""

    @property
    def edge(self) -> float:
        """How much of the field's top and foot is bare paper, cut off where the legend is folded away."""

    @property
    def turn(self) -> int:
        """Degrees clockwise by which the sheet lies turned from as it is printed."""

    @property
    def flag_spots(self) -> Mapping[str, Point]:
        """Where the flags of places stand."""

    @property
    def painting(self) -> Painting | None:
        """The ground as a picture; None where it is all in ink."""

    @property
    def names(self) -> Sequence[MapText]:
        """The lettering of places and waters; printed over the sheet, since it keeps clear of counters."""

    def draw(self, ink: Ink) -> None:
        """Draw the board.

        :raises AssetError: when the style lacks something that is on it, or cannot be used.
        """

    def shows(self, entry: Mapping[str, Any]) -> bool:
        """Whether what an entry of the key explains is on the board."""

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """What an entry of the key explains, drawn about the origin as on the map, and half its width and height."""
