"""The map with a position, and the animation queue on it: parts of a step, dice rolls, highlighted results; and the
small picture for the list of saved games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import files
from game.art import AssetError
from game.core.capability import SPECTATOR, HiddenInformation, capability, seen_by
from game.core.chance import Roll
from game.core.contract import Counter, System
from game.core.event import Event, GameOver, Moved, PhaseBegan, Rolled, first_roll
from game.core.message import Text, error_text, say
from game.core.objective import NO_OBJECTIVES, Objectives
from game.core.pose import Spot
from game.core.presenter import HeldPlaces
from game.ui.board.view import BoardView
from game.ui.dice.dice_layout import groups_of, is_free_place, kept_place, place_on_table, place_tray
from game.ui.dice.tray import SlipText, Tray, pending_slip_text, result_slip_text
from game.ui.play.situation import Situation

if TYPE_CHECKING:
    from game.ui.app.settings import Settings
    from game.ui.kit.sound import Sounds


CELL_SECONDS = 0.9
"""Seconds during which a roll's cell of the results table, or its result, is highlighted before the map shows its
effects."""

LINGER_SECONDS = 1.2
"""Seconds the last result of a phase stays in view after its animation."""


MAX_TRAY_SHARE = 0.40
"""The largest share of the map's width and height for the tray."""
MAX_GROUPS_TRAY_SHARE = 0.48
"""This share for rolls with more than two groups of dice."""
TRAY_MARGIN = 10
"""Layout units between the tray and things beside it."""
COUNTER_MARGIN = 8
"""Layout units around the counters on the map from which the tray keeps clear if it can."""
FRESH_SECONDS = 0.4
"""Seconds after a roll has been shown during which another press of its key is ignored."""
MARCH_STAGGER = 0.12
"""Seconds between the starts of consecutive marches of a computer player; chosen by hand."""


def harm_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that harm units, in order."""
    return tuple(event for event in events if event.harms)


@dataclass
class StagePart:
    """One part of the animation queue: functions to start it, to tell whether it still runs, and to skip it."""

    start: Callable[[], None]
    running: Callable[[], bool]
    skip: Callable[[], None]


@dataclass(frozen=True, slots=True)
class RollResult:
    """A roll with the face of each of its dice."""

    roll: Roll
    faces: tuple[int, ...]


class Stage:
    """A queue of animation parts, advanced by ``update``. ``settle`` is called when a whole step has been shown."""

    def __init__(self, view: BoardView, sounds: Sounds) -> None:
        self.view = view
        self._sound = partial(sounds.play, art=view.theme.art)
        self._ms = 0.0
        self.tray = Tray(clock=lambda: round(self._ms))
        view.sound = self._sound
        self.objectives: Objectives = NO_OBJECTIVES
        """The battle's objectives in the position shown."""
        self.rolled: Rolled | None = None
        """The roll whose result is highlighted now."""
        self.harmed: tuple[Event, ...] = ()
        """The events of harm that it caused directly."""
        self.speed = 1.0
        """The speed of animations, as a factor of the usual one."""
        self.pace = 1.0
        """Another such factor, for this step: runs of like actions and long computer turns are faster."""
        self.places: tuple[str, ...] = ()
        """The places of the pending roll."""
        self._viewed_subject: object = None
        """What identifies the latest roll or decision that was brought into view."""
        self.phase: object = None
        """The phase of the latest roll or decision."""
        self._tray_contents: object = None
        """What the tray contains: when that changes, the tray may move. None before the first roll."""
        self._tray_cache: tuple[object, pygame.Rect] = (None, pygame.Rect(0, 0, 0, 0))
        """What the latest rectangle of the tray depends on, and that rectangle."""
        self._tray_home: tuple[pygame.Rect, pygame.Rect | None] = (pygame.Rect(0, 0, 0, 0), None)
        """The area of the map in which the tray last had its place, and that place; None before the first roll."""
        self.tray_keeps_place = True
        """Whether the tray keeps its place over counters outside the combat, as in a game; not in examples."""
        self.view_kept = False
        """Whether the map is left where a player has moved it."""
        self.silent = False
        """Whether rolls make no sound, because many are skipped at once."""
        self._parts: list[StagePart] = []
        self._march_seconds: float | None = None
        """Seconds since the last march began; None if none is shown. Others may join it."""
        self._current: StagePart | None = None
        """The part being shown."""
        self._wait = 0.0
        """Seconds for which a result is still kept in view."""
        self._dice_rolling = False
        self._since_roll = FRESH_SECONDS
        """Seconds since the effects of the latest roll have all been shown."""

    @property
    def roll_is_fresh(self) -> bool:
        """Whether a roll is being shown or was shown just now, so that another press of its key is ignored."""
        return self._since_roll < FRESH_SECONDS

    @property
    def busy(self) -> bool:
        """Whether anything is being shown or queued."""
        return self._current is not None or bool(self._parts)

    @property
    def can_begin_march(self) -> bool:
        """Whether the next march can begin beside the one being shown."""
        return (self._march_seconds is not None and self.busy and not self._parts
                and self._march_seconds * self._rate >= MARCH_STAGGER)

    @property
    def dice_rolling(self) -> bool:
        """Whether dice are still rolling."""
        return self._dice_rolling

    @property
    def lingers(self) -> bool:
        """Whether a result is kept in view before the next part."""
        return self._wait > 0

    @property
    def _rate(self) -> float:
        """The present speed, as a factor of the usual one."""
        return self.speed * self.pace

    def show_position(self, rules: System[Any], state: Any, counters: Sequence[Counter] | None = None,
                      beside: Sequence[Counter] = ()) -> None:
        """Put a position on the map.

        :param counters: the counters on the map, if not all at the places the rules give.
        :param beside: the counters in boxes beside the map.
        """
        self.view.tiles.skip_next_update()
        self.view.show_board(rules.board(state))
        self.view.set_counters(rules.counters(state) if counters is None else counters, beside)
        self.view.set_holders(capability(rules, HeldPlaces).holders(state))
        self.view.set_layers(partial(rules.layers, state))
        self.objectives = rules.objectives(state)

    def prepare_tray(self, roll: Roll | None, needed: Text = "", places: tuple[str, ...] = (), *,
                     near: bool = False) -> None:
        """Put the pending dice into the tray; if none are pending, keep the last roll while its result shows.

        :param needed: text on what is needed.
        :param places: the places of the roll; the tray keeps clear of them.
        :param near: whether to zoom to them, as for ``BoardView.follow``.
        """
        if roll is not None:
            self.bring_into_view((roll.dice, roll.title, places), places, near=near)
            self.places = places
            self._tray_contents = roll.dice, places, self.view.standing
            self.tray.set_pending(roll.dice, pending_slip_text(roll, needed), groups_of(roll))
        elif self.rolled is None:
            self.tray.clear()
        else:
            self.tray.set_pending(())

    def bring_into_view(self, subject: object, places: tuple[str, ...], ground: Sequence[Spot] = (), *,
                        near: bool = False) -> None:
        """Bring the places of a roll or decision into view, once: a player may move the map away from them.

        :param subject: identifies the roll or decision.
        :param ground: as for ``BoardView.follow``; likewise ``near``.
        """
        if subject != self._viewed_subject:
            self._viewed_subject = subject
            if not self.view_kept:
                self.view.follow(places, ground, near=near)

    def follow_action(self, places: Iterable[str]) -> None:
        """Bring the places of an action into view, unless the screen's own camera follows or the player is moving the
        map."""
        if not (self.view_kept or self.view.moved_by_player):
            self.view.bring_action_into_view(places)

    def follow(self, places: Iterable[str]) -> None:
        """Bring places into view, unless a player has moved the map or the setting is off."""
        if not self.view_kept and self.view.follows:
            self.view.show_all(places)

    def play(self, events: tuple[Event, ...], settle: Callable[[], None], result: RollResult | None = None,
             *, marches: bool = False) -> None:
        """Queue the events of one step; ``settle`` puts the counters at their final places.

        :param result: the roll made in this step with all its faces; by default it is taken from its event.
        :param marches: whether it is a march during which the next may begin.
        """
        self.view.tiles.skip_next_update()
        if marches and self.can_begin_march and not self.view.animator.moving & {*_moved_units(events)}:
            self._march_seconds = 0.0
            self.view.play(events, in_parallel=True)
            settle()
            return
        rolled = first_roll(events)
        result = result or _roll_result(rolled)
        if result is not None and not self.tray.has_pending_roll:
            self._tray_contents = result, self.view.standing
        if result is not None:
            lines, hits = result_slip_text(events), rolled.hits if rolled is not None else None
            self._add_part(lambda: self._roll_dice(result, lines, hits), lambda: self.tray.busy, self.tray.skip)
        if rolled is not None or result is not None:
            self._since_roll, self._dice_rolling = 0.0, True
            self._add_part(lambda: self._highlight(rolled, events), lambda: self._wait > 0, self._stop_waiting)
        self._add_part(lambda: self._show(events, settle, marches=marches), lambda: self.view.busy, self.view.skip)
        if rolled is not None and any(isinstance(event, PhaseBegan) for event in events):
            self._add_part(self._linger, lambda: self._wait > 0, self._stop_waiting)

    def show_result(self, events: Iterable[Event], result: RollResult | None = None) -> None:
        """Show the result of a step without animation, with its dice in the tray."""
        events = tuple(events)
        self.rolled, self.harmed = first_roll(events), harm_events(events)
        if (result := result or _roll_result(self.rolled)) is not None:
            self._tray_contents = result, self.view.standing
            self._lay_dice(result, result_slip_text(events), self.rolled.hits if self.rolled is not None else None)
            self.tray.skip()

    def _add_part(self, start: Callable[[], None], running: Callable[[], bool], skip: Callable[[], None]) -> None:
        """Queue a part."""
        self._parts.append(StagePart(start, running, skip))

    def _roll_dice(self, result: RollResult, lines: SlipText, hits: frozenset[int] | None) -> None:
        """Let the dice roll in the tray, with their sound; ``lines`` and ``hits`` as for ``_lay_dice``."""
        if not self.silent:
            self._sound("die")
        self._lay_dice(result, lines, hits)

    def _lay_dice(self, result: RollResult, lines: SlipText, hits: frozenset[int] | None) -> None:
        """Put dice into the tray, where they roll until their faces show.

        :param lines: the text of the result.
        :param hits: the indices of the dice that hit; None if dice do not hit singly.
        """
        roll, faces = result.roll, result.faces
        groups = groups_of(roll, faces, hits)
        self.tray.roll_pending(roll.dice, faces, lines, 1.0 / self._rate, pending_slip_text(roll), groups)

    def _highlight(self, rolled: Rolled | None, events: tuple[Event, ...]) -> None:
        """Highlight the result of a roll, for ``CELL_SECONDS`` at the usual speed."""
        self.rolled, self.harmed, self._dice_rolling = rolled, harm_events(events), False
        self._wait = CELL_SECONDS / self._rate

    def _linger(self) -> None:
        """Keep the result of a phase's last roll in view before the next player's turn."""
        self._wait = LINGER_SECONDS / self._rate

    def _stop_waiting(self) -> None:
        """Keep a result in view no longer."""
        self._wait = 0.0

    def _show(self, events: tuple[Event, ...], settle: Callable[[], None], *, marches: bool = False) -> None:
        """Animate events on the map."""
        self._march_seconds = 0.0 if marches else None
        self.view.play(events)
        settle()
        if any(isinstance(event, GameOver) for event in events):
            self._sound("victory")

    def apply_settings(self, settings: Settings, switches: Settings, speed: float) -> None:
        """Apply the player's settings to display and animation.

        :param switches: the settings for what the map shows, which may be this game's own.
        :param speed: animation speed as a factor of the usual one.
        """
        options = self.view.options
        options.layers, options.hex_numbers = switches.zones_of_control, switches.hex_numbers
        options.legend = settings.legend == "open"
        self.view.use_symbols(switches.unit_symbols)
        self.view.follows = settings.follow_action
        options.reduced_motion, options.speed = settings.reduced_motion, speed * self.pace
        self.speed, self.tray.reduced_motion = speed, settings.reduced_motion

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds and start the next part when one is over."""
        if not self.busy:
            self._since_roll += dt
        self._wait = max(0.0, self._wait - dt)
        if self._march_seconds is not None:
            self._march_seconds += dt
        self._ms += 1000 * dt
        while True:
            if self._current is not None and self._current.running():
                return
            self._current = None
            if not self._parts:
                self._march_seconds = None
                return
            self._current = self._parts.pop(0)
            self._current.start()

    def skip(self) -> None:
        """Finish all queued parts at once."""
        while self.busy:
            if self._current is not None:
                self._current.skip()
                self._current = None
            if self._parts:
                self._current = self._parts.pop(0)
                self._current.start()

    def clear(self) -> None:
        """Finish the queue and drop the shown result, before an undo."""
        self.skip()
        self.rolled = None

    def tray_rect(self, area: pygame.Rect, px: Callable[[float], int], table: pygame.Rect,
                  taken: Sequence[pygame.Rect]) -> pygame.Rect:
        """The rectangle of the tray: beside the map if there is room, else on it. During a game it keeps its place,
        unless it would cover a combat there, or cards and the drawer leave another part of the map free.

        :param area: the unobstructed part of the map.
        :param px: turns layout units into pixels.
        :param table: the part of the window that shows the map and the table beside it.
        :param taken: cards, buttons and boxes on that table.
        """
        width, height = self.tray.wanted_size
        max_share = MAX_GROUPS_TRAY_SHARE if self.tray.group_count > 2 else MAX_TRAY_SHARE
        share = min(1.0, max_share * area.w / px(width), max_share * area.h / px(height))
        size = round(px(width) * share), round(px(height) * share)
        camera, edge = self.view.camera, px(TRAY_MARGIN)
        key = (tuple(area), size, camera.scale, camera.centre, self._tray_contents, tuple(map(tuple, taken)))
        if key != self._tray_cache[0]:
            room, (before, last) = area.inflate(-2 * edge, -2 * edge), self._tray_home
            sheet = camera.on_screen(self.view.sheet.layout.paper).clip(self.view.rect)
            roll_boxes, others = self.view.counter_boxes(self.places, px(COUNTER_MARGIN))
            signs, tray = self.view.uncovered()[1], None
            if last is not None and before != room:
                moved = kept_place(last, before, room, size)
                last = moved if is_free_place(moved, room, size, [*roll_boxes, *others, *signs]) else None
            if last is None or not last.colliderect(sheet):
                tray = place_on_table(table.inflate(-2 * edge, -2 * edge), size,
                                      [box.inflate(2 * edge, 2 * edge) for box in (sheet, *taken) if box],
                                      px(self.tray.least_width))
            if tray is None:
                tray = place_tray(room, size, others, roll_boxes, last, margin=self.view.stacks.px,
                                  spaces=self.view.space_middles(),
                                  kept_clear=signs if self.tray_keeps_place else [*signs, *others])
            self._tray_cache = key, tray
            if self._tray_contents is not None:
                self._tray_home = room, tray
        return self._tray_cache[1]


def _moved_units(events: Iterable[Event]) -> tuple[str, ...]:
    """The units that move in some events."""
    return tuple(event.unit for event in events if isinstance(event, Moved))


def _roll_result(rolled: Rolled | None) -> RollResult | None:
    """The roll of an event with its faces; None for coins, which the event does not contain."""
    if rolled is None or rolled.coins:
        return None
    roll = Roll(rolled.dice, say("{title}", title=rolled.title), rolled.rule, {}, groups=rolled.groups)
    return RollResult(roll, rolled.faces)


SAVE_PICTURE = (384, 216)
"""The width and height in pixels of the picture in the list of saved games."""


def write_picture(picture: Callable[[], pygame.Surface], record: Path) -> Text:
    """Write the picture beside a game's record; returns the text of an error, which costs only the picture, or an empty
    text."""
    path = record.with_suffix(".png")
    temporary = files.temporary_path(path, ".png")
    try:
        pygame.image.save(picture(), temporary)
        temporary.replace(path)
    except (pygame.error, OSError, AssetError) as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        return say("{name}: no picture for the list of saves ({error})", name=path.name, error=error_text(error))
    return ""


def picture_of(view: BoardView, rules: System[Any], shown: Situation, lay_out: Callable[[Iterable[Counter]], None]
               ) -> pygame.Surface:
    """The map as shown; in systems with hidden information as a spectator sees it, because anybody may look at the list
    of saved games.

    :param lay_out: places counters on the map.
    """
    if not isinstance(rules, HiddenInformation):
        return view.snapshot(SAVE_PICTURE)
    lay_out(rules.counters(seen_by(rules, shown.state, SPECTATOR)))
    picture = view.snapshot(SAVE_PICTURE)
    lay_out(shown.counters.values())
    return picture
