"""A lesson, frame by frame: what is said, what the rules answer, what is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame
from pygame_gui.elements import UIButton

from game import catalog
from game.board.hexgrid import HexBoard
from game.core.caption import bare
from game.core.contract import System
from game.core.event import PhaseBegan
from game.core.message import Text, say
from game.core.rules import NOBODY
from game.match.demo import Frame, frames
from game.match.lessons import Lesson
from game.ui.app.screen import Host
from game.ui.board import places
from game.ui.board.meeting import box_around
from game.ui.cards import battle
from game.ui.cards.column import Content
from game.ui.cards.log import Entry, entry_of
from game.ui.kit.camera import Point
from game.ui.play.leader_deaths import announce, deaths
from game.ui.play.rolling import fallen, result_title
from game.ui.play.sight import shown_to
from game.ui.play.step_marks import marks_of
from game.ui.screens.demo_words import write_keys, write_step
from game.ui.screens.frame_marks import mark, move_of
from game.ui.screens.roster import look_through
from game.ui.screens.watching import Watching
from game.ui.sheets.hex_numbers import READABLE
from game.ui.sheets.plane_geometry import lying
from game.words import said

SMALL, CROWD = 20, 30
"""Places of a board that is seen whole, and places with counters at most that are all brought into view. Chosen."""
AROUND = 0.34
"""How much of the map's height is shown around the counters of an example, both sides together."""
NEAR, NEAREST = 1.25, 2.2
"""Enlargements of the whole map: smaller ones are not worth it, larger ones show too little."""
AROUND_BASES, BELOW_BASES = 0.6, 2.6
"""Units of the sheet shown around the bases of an example on a table without a grid, and below them, where dice find
room. Chosen."""
READING = (1.5, 0.045)
"""Seconds a frame stays when the example runs by itself: for itself, and for every letter of what is said."""


class DemoScreen(Watching):
    """Shows a lesson on its map. Nothing can be changed here."""

    keyboard = "example"
    strip_units = 92

    def __init__(self, app: Host, rules: System[Any], lesson: Lesson, *, autoplay: bool = False) -> None:
        """:raises game.match.lessons.LessonError: where a step does not hold."""
        self.lesson, self.frames = lesson, frames(rules, lesson)
        info = catalog.scenario(rules, rules.position(self.frames[0].before).get("scenario"))
        self.at = 0
        super().__init__(app, shown_to(rules, lambda: NOBODY), info, self.frames[0].before, running=autoplay)
        self._papers = {seat.name: seat.paper for seat in rules.theme.seats}
        self._looked = False
        self._uncovered = -1
        """The step after which dice were last put where they cover no counter that has come to lie below them."""
        self._enter(animate=True)

    @property
    def frame(self) -> Frame:
        """What is shown now."""
        return self.frames[self.at]

    @property
    def state(self) -> Any:
        """What the map shows: what the step does has happened once it has been played out."""
        return self.frame.before if self.stage.busy else self.frame.state

    @property
    def step(self) -> int:
        return self.at

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    def build(self) -> None:
        turned = self.view.turned
        self.lay_map_row()
        if not self._looked or turned is not self.view.turned:
            self._look()
        self._arrange()
        strip = self.strip_slot("main")
        row: list[tuple[Text, Callable[[], None], float]] = [
            ("<", self.back, 1.0), (say("Play"), self.toggle, 1.6), (">", self.forward, 1.0),
            (say("Leave"), self.app.pop, 1.6)]
        if strip is None:  # on the strip there is no room for the ends
            row = [("|<", lambda: self.go(0), 1.0), *row[:3], (">|", lambda: self.go(self.last), 1.0), *row[3:]]
        self._row = self.lay_row(strip or self.column.tools, row, "#dark")
        self.lay_toggle("#dark")
        self.label()

    @property
    def play_button(self) -> UIButton:
        return self._row[1 if self.app.metrics.drawn else 2]

    def _look(self) -> None:
        """Come close to the part of a large map where the example plays; a board of its own is seen whole."""
        self._looked = True
        if self.rules.traits.board == "plane":
            self._look_at_bases()
            return
        if len(self.rules.board(self.frame.before).index) <= SMALL:
            return
        found = self._told_of()
        points = [at for place in found if place is not None and (at := self.view.point_on_map(place)) is not None]
        if not points:
            return
        area = self.view.rect
        left, top = min(x for x, _ in points), min(y for _, y in points)
        box = pygame.Rect(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)
        box.inflate_ip(*[round(AROUND * area.height)] * 2)
        factor = min(area.width / box.width, area.height / box.height, NEAREST)
        # Hex numbers are to be read: where not all of the example fits then, the view follows what is told.
        least = READABLE / self.view.camera.scale if isinstance(self.view.board, HexBoard) else 0.0
        factor = max(factor, 1.01 * least)
        if factor >= NEAR or factor > least > 1:
            self.view.zoom(factor, box.center)
            self.view.pan(area.centerx - box.centerx, area.centery - box.centery)
            self._follow()

    def _told_of(self) -> set[str | None]:
        """The places of the counters of a small example; of a whole battle only those that the steps tell of."""
        found, named = set[str | None](), set[str | None]()
        for frame in self.frames:
            show = frame.step.show
            told = [action for action in (frame.asked, frame.done) if action is not None]
            units = {unit for action in told for unit in action.units} | {*show.units}
            named |= {*show.places, *show.arrow, *(place for action in told for place in action.places)}
            for state in (frame.before, frame.state):
                for counter in self.rules.counters(state):
                    found.add(counter.place)
                    named |= {counter.place} if counter.unit in units else set()
        return (found if len(found) <= CROWD or not named - {None} else named) - {None}

    def _look_at_bases(self) -> None:
        """Come as close to the bases that the steps name, where they end, and the bases beside them as shows all."""
        corners, lain = list[Point](), list[Sequence[Point]]()
        for frame in self.frames:
            action = frame.asked or frame.done
            marks = marks_of(self.rules, frame.before, action, frame.events)
            move = self.rules.worked_out(frame.before, action) if action is not None else None
            ends = [pose.text for _, pose in move.poses] if move is not None else []
            for counter in self.rules.counters(frame.before):
                if (base := lying(counter, counter.place)) is not None:
                    lain.append(base.corners)
                    if counter.unit in (*marks.actors, *marks.targets):
                        corners += [point for place in (counter.place, *marks.places, *ends)
                                    if (end := lying(counter, place)) is not None for point in end.corners]
        if corners:
            around = pygame.FRect(box_around(corners, AROUND_BASES))
            near = [point for base in lain if around.colliderect(box_around(base, 0)) for point in base]
            left, top, wide, high = box_around([*corners, *near], AROUND_BASES)
            self.look_at((left, top, wide, high - AROUND_BASES + BELOW_BASES), at_once=True)

    def _follow(self, *, asked: bool = True) -> None:
        """Bring into view what the frame asks about or does, where all of the example is not."""
        frame = self.frame
        if self._looked and self.rules.traits.board != "plane":
            self.stage.still = self.view.steered and not asked
            self.stage.follow(marks_of(self.rules, frame.before, frame.asked or frame.done, frame.events).places)

    @property
    def strip_row(self) -> list[UIButton]:
        return self._row

    def _enter(self, *, animate: bool, asked: bool = True) -> None:
        """Show the frame reached; what it does plays out on the map, or has happened already."""
        frame, self._uncovered = self.frame, -1
        self.stage.clear()
        fell = fallen(self.rules, frame.before, frame.done)
        if not animate:
            self.stage.rest(frame.events, fell)
        self._wait = READING[0] + READING[1] * len(said(frame.say))
        self.lay(frame.before if animate else frame.state)
        mark(self.view, self.rules, frame)
        self._follow(asked=asked)
        if animate and frame.events:
            self.column.log.show(self._told(self.at))
            self.stage.play(frame.events, self._settle, fell)
        else:
            self.column.log.show(self._told(self.at + 1))

    def _settle(self) -> None:
        frame = self.frame
        before = {counter.unit: counter for counter in self.rules.counters(frame.before)}
        announce(self.view.notice, deaths(self.rules.theme, before, frame.events))
        self.lay(frame.state)
        self.column.log.show(self._told(self.at + 1))

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if not self.stage.busy and self._uncovered != self.at:
            self._uncovered, tray, frame = self.at, self._tray, self.frame
            if tray is not None and any(map(tray.colliderect, self.view.counter_boxes((), 0)[1])):
                self.stage.rest(frame.events, fallen(self.rules, frame.before, frame.done))

    def _told(self, frames: int) -> list[Entry]:
        """The log after so many frames."""
        return [entry_of(event, self._papers) for frame in self.frames[:frames] for event in frame.events
                if not event.folded]

    def step_of(self, line: int) -> int:
        return next(at for at in range(len(self.frames)) if len(self._told(at + 1)) > line)

    def _arrange(self) -> None:
        frame, move = self.frame, move_of(self.rules, self.frame)
        steps = say("{at} of {number}", at=self.at + 1, number=len(self.frames))
        noun = places.noun(self.rules.board(frame.before))
        self.column.arrange(
            self.column_rect,
            self.app.metrics,
            Content(("say", self.at), lambda pen: write_step(
                pen, self.lesson.heading, steps, frame, noun, self.rules.name, move.cost if move is not None else "")),
            self._middle(frame),
            scene=self.at,
        )
        self.lay_strip(None, (bare(said(frame.say)),))

    def _middle(self, frame: Frame) -> Content:
        preview = frame.preview
        if preview is None:
            return Content(("keys",), write_keys)
        counters = {counter.unit: counter for counter in self.rules.counters(frame.before)}
        rolled = self.stage.rolled
        title = result_title(rolled) if rolled else say("The arithmetic")
        brief = result_title(rolled, brief=True) if rolled else ""
        theme, lit = self.rules.theme, rolled.result if rolled else ""
        row = rolled.row if rolled else None
        return Content(
            ("battle", self.at, row, lit),
            lambda pen: battle.write(pen, theme, counters, preview, (), title, row, lit, brief),
        )

    def forward(self, *, asked: bool = True) -> None:
        if self.stage.busy:
            self.stage.skip()
        elif not self.at_end:
            self.at += 1
            self._enter(animate=True, asked=asked)
        else:
            self.running = False
            self.label()

    def go(self, at: int) -> None:
        self.at = max(0, min(at, self.last))
        self._enter(animate=False)

    def present(self) -> None:
        self.stage.skip()
        self.app.ways.present(self.lesson, self.at + 1)

    def open_roster(self) -> None:
        """Every unit with its place and condition; Enter or a click goes to one."""
        self.stage.skip()
        look_through(self.app, self.rules, self.view, self.frames[0].before, self.state)

    def phase(self) -> tuple[str, str]:
        """The phase that began last, as (seat, phase); before any has, that in which the example starts."""
        later = self.state
        for frame in reversed(self.frames[: self.at if self.stage.busy else self.at + 1]):
            if frame.state is not later:
                break
            for event in reversed(frame.events):
                if isinstance(event, PhaseBegan):
                    return event.seat, event.phase
            later = frame.before
        return self.rules.prompt(later).place
