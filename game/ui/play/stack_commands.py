"""What is done with a stack: its order, and taking several of its counters along."""

from __future__ import annotations

from game.core.capability import capability
from game.core.message import say
from game.core.presenter import OrderedStacks
from game.core.verdict import Illegal
from game.ui.play.proposals import Refusal, unruled
from game.ui.play.session import Session


def put_on_top(game: Session, unit: str | None = None) -> None:
    """Put a unit, the selected one or the one pointed at on top of its stack; what the rules refuse is said."""
    controller = game.controller
    unit = unit or controller.selected or _pointed_at(game)
    if not game.may_act:
        return
    if unit is None:
        text = say("Pick a counter up, or point at one: it is put on top of its stack")
        controller.refusal = unruled("", text)
        return
    action = capability(game.rules, OrderedStacks).on_top(game.match.state, unit)
    if action is None:
        return
    verdict = game.rules.check(game.match.state, action)
    place = controller.counters[unit].place or ""
    if isinstance(verdict, Illegal):
        controller.refusal = Refusal(place, verdict.reasons)
    elif controller.interrupting is not None:
        text = say("Stacks keep their order while the other side interrupts")
        controller.refusal = unruled(place, text)
    else:
        game.play(action)
    game.dirty = True


def drop_on_top(game: Session, onto: str | None) -> bool:
    """Whether the counter in hand was dragged onto the uppermost one of its own side in its stack, and so put there."""
    unit, counters = game.controller.selected, game.controller.counters
    if unit is None or onto is None or onto == unit or counters[onto].place != counters[unit].place:
        return False
    stack = game.controller.stacks.get(counters[unit].place or "", ())
    own = [mate for mate in stack if counters[mate].seat == counters[unit].seat]
    if capability(game.rules, OrderedStacks).on_top(game.match.state, unit) is None or onto != own[-1]:
        return False
    put_on_top(game, unit)
    return True


def _pointed_at(game: Session) -> str | None:
    """The counter under the pointer, or the uppermost one at the keyboard's cursor."""
    if not game.pointing.keyboard:
        return game.pointing.over
    stack = game.controller.stacks.get(game.controller.cursor or "", ())
    return stack[-1] if stack else None


def join(game: Session, pos: tuple[int, int]) -> None:
    """A click with Shift: the counter there goes along, or its whole stack where nothing is picked up yet."""
    controller = game.controller
    unit, place = game.view.unit_at(pos), game.view.place_at(pos)
    game.dirty = True
    if not controller.active or unit is None:
        return
    if place is not None:
        controller.cursor, controller.steered = place, True
    if controller.selected is None and not any(one in controller.able for one in controller.stacks.get(
            place or "", (unit,))):
        game.play(controller.click(place, unit))  # it says why nothing there is picked up
    elif controller.selected is None:
        controller.join_all()
    else:
        controller.join(unit)
