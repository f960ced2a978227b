"""A position on the map, and what is decided in it: that plays out part by part, the roll, the lit result; and the
small picture of it in the list of saved games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import files
from game.art import AssetError
from game.core.capability import NOBODY, HiddenInformation, capability, seen_by
from game.core.chance import Roll
from game.core.contract import Counter, System
from game.core.event import Event, GameOver, Moved, PhaseBegan, Rolled, first_roll
from game.core.message import Text, say, told
from game.core.objective import NONE, Objectives
from game.core.pose import Spot
from game.core.presenter import HeldPlaces
from game.ui.board.view import BoardView
from game.ui.dice import tray as coins_said
from game.ui.dice.dice_layout import groups_of, place_on_table, place_tray
from game.ui.dice.tray import Tray, TrayLines
from game.ui.play.situation import Situation

if TYPE_CHECKING:
    from game.ui.app.settings import Settings
    from game.ui.board.view import BoardView
    from game.ui.kit.sound import Sounds


CELL_SECONDS = 0.9
"""How long the table's cell, or the result, is lit before it plays out on the map."""

LINGER_SECONDS = 1.2
"""How long the last result of a phase stays in view after it has played out."""


SHARE, MANY_GROUPS_SHARE = 0.40, 0.48
"""The shares of the map's width and height that the tray takes at most, and with dice of more than two units."""
EDGE = 10
"""Units between the tray and what lies beside it."""
FRESH_SECONDS = 0.4
"""How long after a roll has been shown a stroke of its key is still taken for a surplus one."""
STAGGER = 0.12
"""Seconds from the beginning of a computer player's march to that of its next; chosen."""


def harm_in(events: Iterable[Event]) -> tuple[Event, ...]:
    """What units suffered, in order."""
    return tuple(event for event in events if event.harms)


@dataclass
class StagePart:
    """One part: what starts it, and whether it still runs."""

    start: Callable[[], None]
    running: Callable[[], bool]
    skip: Callable[[], None]


@dataclass(frozen=True, slots=True)
class RollResult:
    """What fell: the roll that was due, and the face of each of its dice."""

    roll: Roll
    faces: tuple[int, ...]


class Stage:
    """A queue of parts; ``update`` moves it on. ``settle`` is called when a whole step has been shown."""

    def __init__(self, view: BoardView, sounds: Sounds) -> None:
        self.view = view
        self._sound = partial(sounds.play, art=view.theme.art)
        self._ms = 0.0
        self.tray = Tray(clock=lambda: round(self._ms))
        view.sound = self._sound
        self.aims: Objectives = NONE
        """What the battle is fought for, in the position on the map."""
        self.rolled: Rolled | None = None
        """The roll whose result is lit now."""
        self.harmed: tuple[Event, ...] = ()
        """What units suffered by it at once."""
        self.speed = 1.0
        self.pace = 1.0
        """How much faster than that this step plays: runs of like actions, and computers in them."""
        self.places: tuple[str, ...] = ()
        """Where what is rolled for happens."""
        self._awaited: object = None
        """The roll or decision that was turned to last."""
        self._lying: object = None
        """What lies in the tray: with something else in it, it may lie elsewhere."""
        self._placed: tuple[object, pygame.Rect] = (None, pygame.Rect(0, 0, 0, 0))
        self.still = False
        """Whether the map is left where a player has moved it."""
        self.silent = False
        """Whether rolls make no sound, because many are skipped at once."""
        self._parts: list[StagePart] = []
        self._marched: float | None = None
        """Seconds since the last march began; None where none is shown. Others may join it."""
        self._current: StagePart | None = None
        self._wait = 0.0
        self._falling = False
        self._since_roll = FRESH_SECONDS
        """Seconds since everything that came of the latest roll has been shown."""

    @property
    def roll_is_fresh(self) -> bool:
        """Whether a roll is shown or has been a moment ago, so that the key that rolled it means nothing."""
        return self._since_roll < FRESH_SECONDS

    @property
    def busy(self) -> bool:
        return self._current is not None or bool(self._parts)

    @property
    def takes_more(self) -> bool:
        """Whether the next march can begin: one is shown, and has been for a moment."""
        return (self._marched is not None and self.busy and not self._parts
                and self._marched * self._rate >= STAGGER)

    @property
    def falling(self) -> bool:
        """Whether dice are still to come to rest."""
        return self._falling

    @property
    def lingers(self) -> bool:
        """Whether a result is kept in view before what comes next."""
        return self._wait > 0

    @property
    def _rate(self) -> float:
        return self.speed * self.pace

    def lay(self, rules: System[Any], state: Any, counters: Sequence[Counter] | None = None,
            beside: Sequence[Counter] = ()) -> None:
        """Lay a position on the map.

        :param counters: those on the map, where not all of them lie there as the rules have them.
        :param beside: those in boxes beside the map.
        """
        self.view.tiles.put_off()
        self.view.take(rules.board(state))
        self.view.set_counters(rules.counters(state) if counters is None else counters, beside)
        self.view.set_holders(capability(rules, HeldPlaces).holders(state))
        self.view.set_layers(partial(rules.layers, state))
        self.aims = rules.objectives(state)

    def ready(self, roll: Roll | None, needed: Text = "", places: tuple[str, ...] = ()) -> None:
        """Put the pending dice into the tray; if none are pending, keep the last roll while its result shows.

        :param needed: what is needed.
        :param places: where it happens; the tray does not lie there.
        """
        if roll is not None:
            self.turn_to((roll.dice, roll.title, places), places)
            self.places = places
            self._lying = roll.dice, places, self.view.standing
            self.tray.ready(roll.dice, coins_said.due(roll, needed), groups_of(roll))
        elif self.rolled is None:
            self.tray.clear()
        else:
            self.tray.ready(())

    def turn_to(self, asked: object, places: tuple[str, ...], ground: Sequence[Spot] = ()) -> None:
        """Bring into view where something is asked for, once; a player who looks elsewhere later is left there.

        :param asked: what is asked for.
        :param ground: as for the view.
        """
        if asked != self._awaited:
            self._awaited = asked
            if not self.still:
                self.view.follow(places, ground)

    def follow(self, places: Iterable[str]) -> None:
        """Bring into view where something happens, unless a player looks elsewhere."""
        if not self.still and self.view.follows:
            self.view.show_all(places)

    def play(self, events: tuple[Event, ...], settle: Callable[[], None], fell: RollResult | None = None,
             *, marches: bool = False) -> None:
        """Queue the events of one step; ``settle`` puts the counters where they stand afterwards.

        :param fell: what fell in this step, where it is known; without it what the event of it says.
        :param marches: whether it is a march beside which the next may begin.
        """
        self.view.tiles.put_off()
        if marches and self.takes_more and not self.view.animator.moving & {*_marching(events)}:
            self._marched = 0.0
            self.view.play(events, beside=True)
            settle()
            return
        rolled = first_roll(events)
        fell = fell or _told_by(rolled)
        if fell is not None and not self.tray.is_due:
            self._lying = fell, self.view.standing
        if fell is not None:
            lines, hits = coins_said.fell(events), rolled.hits if rolled is not None else None
            self._part(lambda: self._roll_dice(fell, lines, hits), lambda: self.tray.busy, self.tray.skip)
        if rolled is not None or fell is not None:
            self._since_roll, self._falling = 0.0, True
            self._part(lambda: self._light(rolled, events), lambda: self._wait > 0, self._stop_waiting)
        self._part(lambda: self._show(events, settle, marches=marches), lambda: self.view.busy, self.view.skip)
        if rolled is not None and any(isinstance(event, PhaseBegan) for event in events):
            self._part(self._linger, lambda: self._wait > 0, self._stop_waiting)

    def rest(self, events: Iterable[Event], fell: RollResult | None = None) -> None:
        """Show the result of a step that does not play out: its dice lie as they fell."""
        events = tuple(events)
        self.rolled, self.harmed = first_roll(events), harm_in(events)
        if (fell := fell or _told_by(self.rolled)) is not None:
            self._lying = fell, self.view.standing
            self._lay_dice(fell, coins_said.fell(events), self.rolled.hits if self.rolled is not None else None)
            self.tray.skip()

    def _part(self, start: Callable[[], None], running: Callable[[], bool], skip: Callable[[], None]) -> None:
        self._parts.append(StagePart(start, running, skip))

    def _roll_dice(self, fell: RollResult, lines: TrayLines, hits: frozenset[int] | None) -> None:
        if not self.silent:
            self._sound("die")
        self._lay_dice(fell, lines, hits)

    def _lay_dice(self, fell: RollResult, lines: TrayLines, hits: frozenset[int] | None) -> None:
        roll, faces = fell.roll, fell.faces
        groups = groups_of(roll, faces, hits)
        self.tray.roll_due(roll.dice, faces, lines, 1.0 / self._rate, coins_said.due(roll), groups)

    def _light(self, rolled: Rolled | None, events: tuple[Event, ...]) -> None:
        self.rolled, self.harmed, self._falling = rolled, harm_in(events), False
        self._wait = CELL_SECONDS / self._rate

    def _linger(self) -> None:
        """Leave the result of a phase's last roll in view before the next player is called."""
        self._wait = LINGER_SECONDS / self._rate

    def _stop_waiting(self) -> None:
        self._wait = 0.0

    def _show(self, events: tuple[Event, ...], settle: Callable[[], None], *, marches: bool = False) -> None:
        self._marched = 0.0 if marches else None
        self.view.play(events)
        settle()
        if any(isinstance(event, GameOver) for event in events):
            self._sound("victory")

    def obey(self, settings: Settings, switches: Settings, speed: float) -> None:
        """Show and move everything as the player has set it.

        :param switches: what is shown on the map, where that is not for all games.
        :param speed: how many times as fast as usual it plays.
        """
        options = self.view.options
        options.layers, options.hex_numbers = switches.zones_of_control, switches.hex_numbers
        options.legend = settings.legend == "open"
        self.view.use_symbols(switches.unit_symbols)
        self.view.follows = settings.follow_action
        options.reduced_motion, options.speed = settings.reduced_motion, speed * self.pace
        self.speed, self.tray.reduced_motion = speed, settings.reduced_motion

    def update(self, dt: float) -> None:
        """Let time pass; parts that are over make room for the next."""
        if not self.busy:
            self._since_roll += dt
        self._wait = max(0.0, self._wait - dt)
        if self._marched is not None:
            self._marched += dt
        self._ms += 1000 * dt
        while True:
            if self._current is not None and self._current.running():
                return
            self._current = None
            if not self._parts:
                self._marched = None
                return
            self._current = self._parts.pop(0)
            self._current.start()

    def skip(self) -> None:
        """Show everything that is queued as done."""
        while self.busy:
            if self._current is not None:
                self._current.skip()
                self._current = None
            if self._parts:
                self._current = self._parts.pop(0)
                self._current.start()

    def clear(self) -> None:
        """Drop what has not been shown; for taking back."""
        self.skip()
        self.rolled = None

    def tray_rect(self, area: pygame.Rect, px: Callable[[float], int], table: pygame.Rect,
                  taken: Sequence[pygame.Rect]) -> pygame.Rect:
        """The place of the tray: beside the map if there is room, else on it. It stays there until another roll is due
        or the map is moved.

        :param area: the part of the map that nothing covers.
        :param table: the part of the window in which the map and the table beside it are seen.
        :param taken: cards, buttons and boxes on that table.
        """
        width, height = self.tray.units
        most = MANY_GROUPS_SHARE if self.tray.groups > 2 else SHARE
        share = min(1.0, most * area.w / px(width), most * area.h / px(height))
        size = round(px(width) * share), round(px(height) * share)
        camera, edge = self.view.camera, px(EDGE)
        key = (tuple(area), size, camera.scale, camera.centre, self._lying, tuple(map(tuple, taken)))
        if key != self._placed[0]:
            sheet = camera.on_screen(self.view.sheet.layout.paper).clip(self.view.rect)
            place = place_on_table(table.inflate(-2 * edge, -2 * edge), size,
                                   [box.inflate(2 * edge, 2 * edge) for box in (sheet, *taken) if box],
                                   px(self.tray.least_width))
            if place is None:
                fight, others = self.view.counter_boxes(self.places, px(8))
                others += self.view.uncovered()[1]
                place = place_tray(area.inflate(-2 * edge, -2 * edge), size, others, fight, self._placed[1],
                                   margin=self.view.stacks.px)
            self._placed = key, place
        return self._placed[1]


def _marching(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(event.unit for event in events if isinstance(event, Moved))


def _told_by(rolled: Rolled | None) -> RollResult | None:
    """What fell, as the event of a roll says; coins are not told by theirs."""
    if rolled is None or rolled.coins:
        return None
    roll = Roll(rolled.dice, say("{title}", title=rolled.title), rolled.rule, {}, groups=rolled.groups)
    return RollResult(roll, rolled.faces)


PICTURE = (384, 216)
"""Its width and height in pixels."""


def write_picture(picture: Callable[[], pygame.Surface], record: Path) -> Text:
    """Write the picture beside a game's record; a disk that refuses costs only the picture. What went wrong, if it did.
    """
    path = record.with_suffix(".png")
    fresh = files.beside(path, ".png")
    try:
        pygame.image.save(picture(), fresh)
        fresh.replace(path)
    except (pygame.error, OSError, AssetError) as error:
        return say("{name}: no picture for the list of saves ({error})", name=path.name, error=told(error))
    return ""


def picture_of(view: BoardView, rules: System[Any], shown: Situation, lay_out: Callable[[Iterable[Counter]], None]
               ) -> pygame.Surface:
    """The map as it stands; as nobody in particular sees it, since anybody may look at the list.

    :param lay_out: lays counters on the map.
    """
    if not isinstance(rules, HiddenInformation):
        return view.snapshot(PICTURE)
    lay_out(rules.counters(seen_by(rules, shown.state, NOBODY)))
    picture = view.snapshot(PICTURE)
    lay_out(shown.counters.values())
    return picture
