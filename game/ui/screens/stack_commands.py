"""What is done with a stack: its order, and taking several of its counters along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.verdict import Illegal
from game.ui.controller import Refusal

if TYPE_CHECKING:
    from game.ui.screens.game import Game


def put_on_top(game: Game, unit: str | None = None) -> None:
    """Put a unit, or the selected one, on top of its stack; what the rules refuse is said on the slip."""
    controller = game.controller
    unit = unit or controller.selected
    if unit is None or not game.may_act or controller.aside is not None:
        return
    action = game.rules.on_top(game.match.state, unit)
    if action is None:
        return
    verdict = game.rules.check(game.match.state, action)
    if isinstance(verdict, Illegal):
        controller.refusal = Refusal(controller.counters[unit].place or "", verdict.reasons)
        game.dirty = True
    else:
        game.play(action)


def join(game: Game, pos: tuple[int, int]) -> None:
    """A click with Shift: the counter there goes along, or its whole stack where nothing is picked up yet."""
    controller = game.controller
    unit, place = game.view.unit_at(pos), game.view.place_at(pos)
    game.dirty = True
    if not controller.active or unit is None:
        return
    if place is not None:
        controller.cursor = place
    if controller.selected is None:
        controller.join_all()
    else:
        controller.join(unit)
