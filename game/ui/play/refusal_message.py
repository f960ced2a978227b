"""Refusals and summaries of runs on the slip: how long each stays, and the nearest legal alternative to a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.core.message import Brief, Text, say
from game.ui.board import places
from game.ui.kit.strokes import MODIFIERS
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.proposals import ShownRefusal
from game.ui.play.quick_play import QuickPlay
from game.ui.play.selection import Selection
from game.ui.play.situation import executes

SUMMARY_SECONDS = 8.0
"""Seconds a summary stays without input: it covers a part of the map, and is in the log too."""


class RefusalMessage:
    """Dismisses a refusal at the next click, key or action, and the summary of a run also after some seconds.

    The refusal of a place pointed at disappears with the pointer.
    """

    def __init__(self, course: GameCourse, controller: Controller, quick_play: QuickPlay) -> None:
        self._course, self._controller, self._quick_play = course, controller, quick_play
        self._selection = controller.selection
        self._shown: ShownRefusal | Brief | None = None
        self._shown_seconds = 0.0
        self._asked: tuple[ShownRefusal | None, Nearest | None] = None, None

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        summary = self._quick_play.summary
        shown = self._selection.refusal or (summary if summary.head else None)
        if shown is not self._shown:
            self._shown, self._shown_seconds = shown, 0.0
            return
        self._shown_seconds += dt
        if self._selection.refusal is None and shown and self._shown_seconds >= SUMMARY_SECONDS:
            self._dismiss()

    @property
    def alternative(self) -> Nearest | None:
        """The nearest legal alternative to what was refused, if any; none in a lesson, because its step says what to
        do."""
        refusal = self._selection.refusal if not self._course.guided else None
        if refusal is not self._asked[0]:
            self._asked = refusal, nearest(self._selection) if refusal is not None else None
        return self._asked[1]

    def take(self) -> None:
        """Execute the alternative."""
        alternative, selection, controller = self.alternative, self._selection, self._controller
        if alternative is not None and self._course.may_act:
            selection.refusal = None
            self._course.play(controller.click(alternative.place, alternative.unit))
        self._course.dirty = True

    def dismiss_after(self, event: pygame.event.Event, before: ShownRefusal | None) -> None:
        """Handle an event that came while a refusal was shown: a key or a click dismisses it, unless it causes
        another."""
        key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        if before is not None and self._selection.refusal is before and (key or click):
            self._dismiss()

    def _dismiss(self) -> None:
        if self._selection.refusal is not None:
            self._selection.refusal = None
        else:
            self._quick_play.dismiss_summary()
        self._course.dirty = True


@dataclass(frozen=True, slots=True)
class Nearest:
    """An alternative to a refused action: a legal click."""

    words: Text
    """Its button label."""
    place: str
    unit: str | None = None
    """The counter to click there; None: the place."""


def nearest(held: Selection) -> Nearest | None:
    """The legal click nearest to the place of the refusal shown; None if there is none, or no place."""
    situation, refusal = held.situation, held.refusal
    board = situation.board
    if refusal is None or not held.active or not board.knows(refusal.place):
        return None
    if held.selected is not None and not situation.composing:
        return _nearest_place(held, refusal.place)
    seat = situation.interrupting or situation.prompt.to_act
    theirs = any(situation.counters[unit].seat != seat for unit in situation.stacks.get(refusal.place, ()))
    aimed = bool(situation.composing and held.participants)
    units = held.eligible if not aimed else _attackable_enemies(held) if theirs else tuple(
        unit for unit in held.addable_participants if situation.counters[unit].seat == seat)
    lying = {unit: situation.counters[unit].place or "" for unit in units if unit not in held.participants}
    where = {unit: place for unit, place in lying.items() if board.knows(place)}
    closest = _closest(held, refusal.place, where.values())
    unit = next((near_unit for near_unit, place in where.items() if place == closest), None)
    if closest is None or unit is None:
        return None
    name = situation.counters[unit].name
    return Nearest(say("Attack {unit} instead", unit=name) if theirs and aimed
                   else say("Take {unit} instead", unit=name), closest, unit)


def _attackable_enemies(held: Selection) -> tuple[str, ...]:
    """The enemies that the picked units could attack together."""
    return tuple(unit for unit in held.targets if any(
        offer.verdict and executes(offer) and unit in offer.units
        for offer in held.situation.offers(*held.participants, unit)))


def _nearest_place(held: Selection, wanted: str) -> Nearest | None:
    """The nearest place to a refused one that the selected unit may go to or attack; if the refused place has an enemy,
    attacks are preferred."""
    situation, choices, board = held.situation, held.choices, held.situation.board
    able = [place for place in choices.proposals_at
            if place not in (wanted, held.place_after_route) and board.knows(place)]
    seat = situation.counters[held.selected or ""].seat
    enemy = any(situation.counters[unit].seat != seat for unit in situation.stacks.get(wanted, ()))
    aims = [place for place in able if place in choices.target_places]
    closest = _closest(held, wanted, (aims or able) if enemy else [place for place in able if place not in aims])
    if closest is None:
        return None
    title = closest if situation.rules.traits.board == "hex" else places.title(board, closest)
    if closest in aims:
        return Nearest(choices.proposals_at[closest][0].full_label or say("Attack {place} instead", place=title),
                       closest)
    cost = choices.costs.get(closest)
    return Nearest(say("Go to {place} instead", place=title) if cost is None
                   else say("Go to {place} instead, {cost} MP", place=title, cost=cost), closest)


def _closest(held: Selection, wanted: str, tried: Iterable[str]) -> str | None:
    """The place nearest to ``wanted``; among equally near ones the cheapest, then the first."""
    board, costs = held.situation.board, held.choices.costs
    far = {place: board.distance(wanted, place) for place in tried}
    return min((place for place, steps in far.items() if steps is not None), default=None,
               key=lambda place: (far[place], costs.get(place) or 0))
