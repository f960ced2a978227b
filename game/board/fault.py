"""What is wrong with a map, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.message import Message, MessageError, Text, joined, say


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a map file; ``str`` gives it as one sentence."""

    file: str
    """The file as it was named by whoever asked."""
    layer: str | None
    """The layer's name in Tiled; None where the whole file is meant."""
    object: int | None
    """The object's id in Tiled; None where no single object is meant."""
    found: Text
    expected: Text

    @property
    def text(self) -> Message:
        """What was found and what was expected, without the place."""
        return say("{found}; expected {expected}", found=self.found, expected=self.expected)

    @property
    def told(self) -> Message:
        """The whole sentence."""
        if self.layer is None:
            return say("{file}: {text}.", file=self.file, text=self.text)
        if self.object is None:
            return say("{file}, layer '{layer}': {text}.", file=self.file, layer=self.layer, text=self.text)
        return say("{file}, layer '{layer}', object {object}: {text}.", file=self.file, layer=self.layer,
                   object=self.object, text=self.text)

    def __str__(self) -> str:
        return str(self.told)


class MapError(MessageError, ValueError):
    """A map that cannot be played on. ``faults`` holds every reason, never none."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(joined((fault.told for fault in faults), "\n"))
        self.faults: list[Fault] = list(faults)
