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
    """Dismisses a refusal after the next key press or click, and the summary of a run after some seconds
    (``GameScreen`` dismisses the summary after an input). A refusal shown for a place that is only pointed at is not
    handled here: it disappears with the pointer.
    """

    def __init__(self, course: GameCourse, controller: Controller, quick_play: QuickPlay) -> None:
        self._course, self._controller, self._quick_play = course, controller, quick_play
        self._selection = controller.selection
        self._shown: ShownRefusal | Brief | None = None
        """The refusal or summary shown; None for none."""
        self._shown_seconds = 0.0
        """The seconds since it appeared."""
        self._alternative_cache: tuple[ShownRefusal | None, NearestClick | None] = None, None
        """The latest refusal, and its alternative."""

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds; a summary is dismissed after ``SUMMARY_SECONDS``."""
        summary = self._quick_play.summary
        shown = self._selection.refusal or (summary if summary.head else None)
        if shown is not self._shown:
            self._shown, self._shown_seconds = shown, 0.0
            return
        self._shown_seconds += dt
        if self._selection.refusal is None and shown and self._shown_seconds >= SUMMARY_SECONDS:
            self._dismiss()

    @property
    def alternative(self) -> NearestClick | None:
        """The nearest legal alternative to what was refused; None if there is none, and in a lesson, whose step says
        what to do."""
        refusal = self._selection.refusal if not self._course.guided else None
        if refusal is not self._alternative_cache[0]:
            self._alternative_cache = refusal, nearest_click(self._selection) if refusal is not None else None
        return self._alternative_cache[1]

    def take_alternative(self) -> None:
        """Do the click that is the alternative, and execute the action that it means."""
        alternative, selection, controller = self.alternative, self._selection, self._controller
        if alternative is not None and self._course.may_act:
            selection.refusal = None
            self._course.play(controller.click(alternative.place, alternative.unit))
        self._course.dirty = True

    def dismiss_after(self, event: pygame.event.Event, before: ShownRefusal | None) -> None:
        """Dismiss the refusal that was shown before an event if the event is a key press or a click, unless it has
        caused another refusal."""
        key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button <= pygame.BUTTON_RIGHT
        if before is not None and self._selection.refusal is before and (key or click):
            self._dismiss()

    def _dismiss(self) -> None:
        """Dismiss the refusal, or else the summary of a run."""
        if self._selection.refusal is not None:
            self._selection.refusal = None
        else:
            self._quick_play.dismiss_summary()
        self._course.dirty = True


@dataclass(frozen=True, slots=True)
class NearestClick:
    """An alternative to a refused action: the nearest legal click."""

    label: Text
    """Its button label."""
    place: str
    unit: str | None = None
    """The counter to click there; None: the place."""


def nearest_click(selection: Selection) -> NearestClick | None:
    """The legal click nearest to the place of the refusal shown; None if there is none, or no place."""
    situation, refusal = selection.situation, selection.refusal
    board = situation.board
    if refusal is None or not selection.active or not board.knows(refusal.place):
        return None
    if selection.selected is not None and refusal.unit is None and not situation.composing:
        return _nearest_place(selection, refusal.place)
    seat = situation.interrupting or situation.prompt.to_act
    has_enemy = any(situation.counters[unit].seat != seat for unit in situation.stacks.get(refusal.place, ()))
    picking_target = bool(situation.composing and selection.participants)
    if not picking_target:
        units = selection.eligible
    elif has_enemy:
        units = _attackable_enemies(selection)
    else:
        units = tuple(unit for unit in selection.addable_participants if situation.counters[unit].seat == seat)
    unit_places = {unit: situation.counters[unit].place or "" for unit in units
                   if unit not in (*selection.participants, selection.selected)}
    on_map = {unit: place for unit, place in unit_places.items() if board.knows(place)}
    closest = _closest(selection, refusal.place, on_map.values())
    unit = next((near_unit for near_unit, place in on_map.items() if place == closest), None)
    if closest is None or unit is None:
        return None
    name = situation.counters[unit].name
    return NearestClick(say("Attack {unit} instead", unit=name) if has_enemy and picking_target
                        else say("Select {unit} instead", unit=name), closest, unit)


def _attackable_enemies(selection: Selection) -> tuple[str, ...]:
    """The enemies that the picked units could attack together."""
    return tuple(unit for unit in selection.targets if any(
        offer.verdict and executes(offer) and unit in offer.units
        for offer in selection.situation.offers(*selection.participants, unit)))


def _nearest_place(selection: Selection, refused: str) -> NearestClick | None:
    """The nearest alternative to a refused place: if that has an enemy, a target of the selected unit; else, or without
    targets, a place that the unit can go to and that is nearer to the refused one than the unit is now. None if there
    is none."""
    situation, choices, board = selection.situation, selection.choices, selection.situation.board
    possible = [place for place in choices.proposals_at
                if place not in (refused, selection.place_after_route) and board.knows(place)]
    seat = situation.counters[selection.selected or ""].seat
    has_enemy = any(situation.counters[unit].seat != seat for unit in situation.stacks.get(refused, ()))
    targets = [place for place in possible if place in choices.target_places]
    others = [place for place in possible if place not in targets and _is_nearer(selection, refused, place)]
    closest = _closest(selection, refused, (targets or others) if has_enemy else others)
    if closest is None:
        return None
    title = closest if situation.rules.traits.board == "hex" else places.title(board, closest)
    if closest in targets:
        label = choices.proposals_at[closest][0].full_label or say("Attack {place} instead", place=title)
        return NearestClick(label, closest)
    cost = choices.costs.get(closest)
    return NearestClick(say("Go to {place} instead", place=title) if cost is None
                        else say("Go to {place} instead, {cost} MP", place=title, cost=cost), closest)


def _is_nearer(selection: Selection, refused: str, place: str) -> bool:
    """Whether the selected unit would be nearer to a refused place in another place than it is now; true if it is not
    on the map."""
    board, start = selection.situation.board, selection.place_after_route or ""
    now, then = board.distance(refused, start) if board.knows(start) else None, board.distance(refused, place)
    return now is None or (then is not None and then < now)


def _closest(selection: Selection, refused: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to a refused place; among equally near ones the cheapest, then the first. None if there is
    none."""
    board, costs = selection.situation.board, selection.choices.costs
    distances = {place: board.distance(refused, place) for place in candidates}
    return min((place for place, steps in distances.items() if steps is not None), default=None,
               key=lambda place: (distances[place], costs.get(place) or 0))
