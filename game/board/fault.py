"""What is wrong with a map, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
    more: int = 0
    """Further objects of the layer with the same fault."""

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
        place = {"file": self.file, "layer": self.layer, "object": self.object}
        if self.more:
            return say("{file}, layer '{layer}', object {object} and {count} more: {text}.", count=self.more,
                       text=self.text, **place)
        return say("{file}, layer '{layer}', object {object}: {text}.", text=self.text, **place)

    def __str__(self) -> str:
        return str(self.told)


EACH = 3
"""Places with the same fault that are told one by one; of more, only the first and their number."""


def grouped(faults: Iterable[Fault]) -> list[Fault]:
    """Faults in their order; of equal ones of more than ``EACH`` objects of a layer the first, with their number."""
    equal: dict[Fault, list[Fault]] = {}
    for fault in faults:
        one = fault if fault.object is None else replace(fault, object=0)
        equal.setdefault(one, []).append(fault)
    shown: list[Fault] = []
    for those in equal.values():
        many = len(those) > EACH and those[0].object is not None
        shown += [replace(those[0], more=len(those) - 1)] if many else those
    return shown


class MapError(MessageError, ValueError):
    """A map that cannot be played on. ``faults`` holds every reason, never none."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(joined((fault.told for fault in faults), "\n"))
        self.faults: list[Fault] = list(faults)
