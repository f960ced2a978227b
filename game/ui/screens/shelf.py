"""The systems there are, read when they are to be seen; the rest of them one after the other."""

from __future__ import annotations

from typing import Any

from game import catalog, systems
from game.core.contract import System
from game.core.message import Text, say, told
from game.ui.kit.pages import Pages


class Shelf:
    """Systems, the easiest game first, a page of them at a time. One that cannot be used leaves the shelf, and a fault
    says why."""

    def __init__(self) -> None:
        self.names = list(systems.easiest_first())
        self.pages = Pages()
        self.faults: list[Text] = []
        """What is wrong with those that cannot be used, not yet told."""
        self._read: dict[str, System[Any]] = {}

    @property
    def unread(self) -> bool:
        """Whether some have not been read yet."""
        return len(self._read) < len(self.names)

    def read_one(self) -> bool:
        """Read the next that has not been; whether it can be used."""
        return self._take(next(name for name in self.names if name not in self._read))

    def _take(self, name: str) -> bool:
        if name in self._read:
            return True
        try:
            self._read[name] = catalog.rules(name)
        except (ValueError, OSError) as error:
            self.faults.append(say("{name}: {error}", name=name, error=told(error)))
            self.names.remove(name)
            return False
        return True

    def page(self, most: int) -> list[System[Any]]:
        """The systems on the page that is shown, where so many fit on one."""
        while True:
            self.pages.lay(len(self.names), most)
            names = [self.names[number] for number in self.pages.shown]
            if all(self._take(name) for name in names):
                return [self._read[name] for name in names]

    @property
    def systems(self) -> list[System[Any]]:
        """All that can be used."""
        while self.unread:
            self.read_one()
        return [self._read[name] for name in self.names]
