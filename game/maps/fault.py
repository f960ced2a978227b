"""What is wrong with a map, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a map file; ``str`` gives it as one sentence."""

    file: str
    """The file as it was named by whoever asked."""
    layer: str | None
    """The layer's name in Tiled; None where the whole file is meant."""
    object: int | None
    """The object's id in Tiled; None where no single object is meant."""
    found: str
    expected: str

    @property
    def text(self) -> str:
        """What was found and what was expected, without the place."""
        return f"{self.found}; expected {self.expected}"

    def __str__(self) -> str:
        layer = "" if self.layer is None else f", layer '{self.layer}'"
        thing = "" if self.object is None else f", object {self.object}"
        return f"{self.file}{layer}{thing}: {self.text}."


class MapError(ValueError):
    """A map that cannot be played on. ``faults`` holds every reason, never none."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults: list[Fault] = list(faults)
