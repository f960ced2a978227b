"""The result of the latest roll on its card: it stays until somebody points at something else."""

from __future__ import annotations

from game.core.event import Rolled


class LatestResult:
    """Remembers where the pointer was when a result came up, so that only pointing elsewhere takes the card."""

    def __init__(self) -> None:
        self._rolled: Rolled | None = None
        self._then: str | None = None
        self._left = False
        """Whether something else has been pointed at since."""

    def shown(self, rolled: Rolled | None, pointed: str | None, held: str | None) -> bool:
        """Whether the card shows the result.

        :param pointed: the place under the pointer or the cursor now.
        :param held: the unit in hand.
        """
        if rolled is not self._rolled:
            self._rolled, self._then, self._left = rolled, pointed, False
        elif pointed != self._then and pointed is not None:
            self._left = True
        return rolled is not None and not (self._left and (pointed is not None or held is not None))
