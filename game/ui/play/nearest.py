"""The nearest legal thing to what was refused: a place within reach, a target, or another counter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.core.message import Text, say
from game.ui.board import places
from game.ui.play.selection import Selection
from game.ui.play.situation import does


@dataclass(frozen=True, slots=True)
class Nearest:
    """What could be done instead: a click that the rules allow."""

    words: Text
    """On its button."""
    place: str
    unit: str | None = None
    """The counter that is clicked there; None: the place."""


def nearest(held: Selection) -> Nearest | None:
    """The legal click nearest to the place of the refusal that is shown; None where there is none, or no place."""
    situation, refusal = held.situation, held.refusal
    board = situation.board
    if refusal is None or not held.active or not board.knows(refusal.place):
        return None
    if held.selected is not None and not situation.composing:
        return _place(held, refusal.place)
    seat = situation.interrupting or situation.prompt.to_act
    theirs = any(situation.counters[unit].seat != seat for unit in situation.stacks.get(refusal.place, ()))
    aimed = bool(situation.composing and held.picked)
    units = held.able if not aimed else _attackable(held) if theirs else tuple(
        unit for unit in held.joins if situation.counters[unit].seat == seat)
    lying = {unit: situation.counters[unit].place or "" for unit in units if unit not in held.picked}
    where = {unit: place for unit, place in lying.items() if board.knows(place)}
    found = _closest(held, refusal.place, where.values())
    unit = next((one for one, place in where.items() if place == found), None)
    if found is None or unit is None:
        return None
    name = situation.counters[unit].name
    return Nearest(say("Attack {unit} instead", unit=name) if theirs and aimed
                   else say("Take {unit} instead", unit=name), found, unit)


def _attackable(held: Selection) -> tuple[str, ...]:
    """The enemies that those picked could attack together."""
    return tuple(unit for unit in held.targets if any(
        offer.verdict and does(offer) and unit in offer.units for offer in held.situation.offers(*held.picked, unit)))


def _place(held: Selection, wanted: str) -> Nearest | None:
    """The place nearest to one that was refused to which the selected unit may go, or where it may attack: where an
    enemy was meant, attacks come first."""
    situation, choices, board = held.situation, held.choices, held.situation.board
    able = [place for place in choices.meanings if place not in (wanted, held.stands) and board.knows(place)]
    seat = situation.counters[held.selected or ""].seat
    enemy = any(situation.counters[unit].seat != seat for unit in situation.stacks.get(wanted, ()))
    aims = [place for place in able if place in choices.aims]
    found = _closest(held, wanted, (aims or able) if enemy else [place for place in able if place not in aims])
    if found is None:
        return None
    title = found if situation.rules.traits.board == "hex" else places.title(board, found)
    if found in aims:
        return Nearest(choices.meanings[found][0].words or say("Attack {place} instead", place=title), found)
    cost = choices.costs.get(found)
    return Nearest(say("Go to {place} instead", place=title) if cost is None
                   else say("Go to {place} instead, {cost} MP", place=title, cost=cost), found)


def _closest(held: Selection, wanted: str, found: Iterable[str]) -> str | None:
    """Of some places the one nearest to another; of equally near ones the cheapest, then the first."""
    board, costs = held.situation.board, held.choices.costs
    far = {place: board.distance(wanted, place) for place in found}
    return min((place for place, steps in far.items() if steps is not None), default=None,
               key=lambda place: (far[place], costs.get(place) or 0))
