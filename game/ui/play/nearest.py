"""The nearest legal thing to what was refused: a place within reach, a target, or another counter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.core.message import Text, say
from game.core.offer import Picked
from game.ui.board import places
from game.ui.play.choices import does
from game.ui.play.controller import Controller


@dataclass(frozen=True, slots=True)
class Nearest:
    """What could be done instead: a click that the rules allow."""

    words: Text
    """On its button."""
    place: str
    unit: str | None = None
    """The counter that is clicked there; None: the place."""


def nearest(controller: Controller) -> Nearest | None:
    """The legal click nearest to the place of the refusal that is shown; None where there is none, or no place."""
    refusal = controller.refusal
    board = controller.rules.board(controller.state)
    if refusal is None or not controller.active or not board.knows(refusal.place):
        return None
    if controller.selected is not None and not controller.composing:
        return _place(controller, refusal.place)
    seat = controller.interrupting or controller.prompt.to_act
    theirs = any(controller.counters[unit].seat != seat for unit in controller.stacks.get(refusal.place, ()))
    aimed = bool(controller.composing and controller.picked)
    units = controller.able if not aimed else _attackable(controller) if theirs else tuple(
        unit for unit in controller.joins if controller.counters[unit].seat == seat)
    lying = {unit: controller.counters[unit].place or "" for unit in units if unit not in controller.picked}
    where = {unit: place for unit, place in lying.items() if board.knows(place)}
    found = _closest(controller, refusal.place, where.values())
    unit = next((one for one, place in where.items() if place == found), None)
    if found is None or unit is None:
        return None
    name = controller.counters[unit].name
    return Nearest(say("Attack {unit} instead", unit=name) if theirs and aimed
                   else say("Take {unit} instead", unit=name), found, unit)


def _attackable(controller: Controller) -> tuple[str, ...]:
    """The enemies that those picked could attack together."""
    rules, state = controller.rules, controller.state
    return tuple(unit for unit in controller.targets if any(
        offer.verdict and does(offer) and unit in offer.units
        for offer in rules.offers(state, Picked((*controller.picked, unit), controller.interrupting))))


def _place(controller: Controller, wanted: str) -> Nearest | None:
    """The place nearest to one that was refused to which the selected unit may go, or where it may attack: where an
    enemy was meant, attacks come first."""
    choices, board = controller.choices, controller.rules.board(controller.state)
    able = [place for place in choices.meanings if place not in (wanted, controller.stands) and board.knows(place)]
    seat = controller.counters[controller.selected or ""].seat
    enemy = any(controller.counters[unit].seat != seat for unit in controller.stacks.get(wanted, ()))
    aims = [place for place in able if place in choices.aims]
    found = _closest(controller, wanted, (aims or able) if enemy else [place for place in able if place not in aims])
    if found is None:
        return None
    title = found if controller.rules.traits.board == "hex" else places.title(board, found)
    if found in aims:
        return Nearest(choices.meanings[found][0].words or say("Attack {place} instead", place=title), found)
    cost = choices.costs.get(found)
    return Nearest(say("Go to {place} instead", place=title) if cost is None
                   else say("Go to {place} instead, {cost} MP", place=title, cost=cost), found)


def _closest(controller: Controller, wanted: str, found: Iterable[str]) -> str | None:
    """Of some places the one nearest to another; of equally near ones the cheapest, then the first."""
    board, costs = controller.rules.board(controller.state), controller.choices.costs
    far = {place: board.distance(wanted, place) for place in found}
    return min((place for place, steps in far.items() if steps is not None), default=None,
               key=lambda place: (far[place], costs.get(place) or 0))
