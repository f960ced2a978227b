"""An example of play from the rulebook, frame by frame: what is said, what the rules answer, what is done."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame
from pygame_gui.elements import UIButton

from game.board.hexgrid import HexBoard
from game.core.contract import System
from game.core.event import PhaseBegan, Rolled
from game.core.message import say
from game.core.rules import NOBODY
from game.core.verdict import Illegal, Legal, RuleRef
from game.match.demo import Frame, frames
from game.ui.app.screen import Host
from game.ui.board import places
from game.ui.board.view import BoardView
from game.ui.cards import battle, turntrack
from game.ui.cards.column import Column, Content
from game.ui.cards.log import Entry, entry_of
from game.ui.kit.keytable import things_of
from game.ui.kit.table import draw_table
from game.ui.play.leader_deaths import announce, deaths
from game.ui.play.rolling import fallen, result_title
from game.ui.play.sight import shown_to
from game.ui.play.stage import Stage
from game.ui.screens.demo_words import write_keys, write_step
from game.ui.screens.game_layout import Layout
from game.ui.screens.keys import Keys
from game.ui.screens.replay_cards import STEP_TIPS
from game.ui.screens.roster import look_through
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.sign_tips import SignTips
from game.ui.screens.view_commands import look
from game.ui.screens.wholelog import WholeLog
from game.ui.sheets.hex_numbers import READABLE
from game.words import said

SMALL = 20
"""Places of a board that is seen whole."""
AROUND = 0.34
"""How much of the map's height is shown around the counters of an example, both sides together."""
NEAR, NEAREST = 1.25, 2.2
"""Enlargements of the whole map: smaller ones are not worth it, larger ones show too little."""
READING = (1.5, 0.045)
"""Seconds a frame stays when the example runs by itself: for itself, and for every letter of what is said."""


class DemoScreen(Layout):
    """Shows an example of play on its own map. Nothing can be changed here."""

    keyboard = "example"
    moving = True
    strip_units = 92

    def __init__(self, app: Host, rules: System[Any], scenario: str, *, autoplay: bool = False) -> None:
        super().__init__(app)
        self.rules = shown_to(rules, lambda: NOBODY)
        self.info = next(info for info in rules.scenarios if info.name == scenario)
        self.frames = frames(rules, scenario)
        self.at = 0
        self.running = autoplay
        board = rules.board(self.frames[0].before)
        self.view = BoardView(board, rules.theme, turned=self.lies_turned(rules.name, board, first=True))
        self.stage = Stage(self.view, app.sounds)
        self.column, self.track = Column(), turntrack.TurnTrack()
        self.tips = SignTips(self, self.column, self.track, self.stage.tray)
        self._papers = {seat.name: seat.paper for seat in rules.theme.seats}
        self._wait = 0.0
        self._looked = False
        self._enter(animate=True)

    @property
    def system(self) -> str:
        return self.rules.name

    @property
    def frame(self) -> Frame:
        """What is shown now."""
        return self.frames[self.at]

    def build(self) -> None:
        turned = self.view.turned
        self.lay_out_map()
        if not self._looked or turned is not self.view.turned:
            self._look()
        self._arrange()
        tools, gap = self.strip_slot("main") or self.column.tools, self.px(8)
        buttons = (
            ("<", self.back, 1.0),
            (say("Play"), self.toggle, 1.6),
            (">", self.forward, 1.0),
            (say("Leave"), self.app.pop, 1.6),
        )
        unit = (tools.width - gap * (len(buttons) - 1)) / sum(weight for *_, weight in buttons)
        x = float(tools.x)
        self._row: list[UIButton] = []
        for label, action, weight in buttons:
            place = pygame.Rect(round(x), tools.y, round(unit * weight), tools.height)
            self._row.append(self.button(place, label, action, "#dark", tool_tip_text=STEP_TIPS.get(label)))
            x += unit * weight + gap
        self.lay_toggle("#dark")
        self._label()

    @property
    def play_button(self) -> UIButton:
        return next(button for button in self._row if button.text in (said(say("Play")), said(say("Pause"))))

    def _look(self) -> None:
        """Come close to the part of a large map where the example plays; a board of its own is seen whole."""
        self._looked = True
        if len(self.rules.board(self.frame.before).index) <= SMALL:
            return
        states = [state for frame in self.frames for state in (frame.before, frame.state)]
        found = {counter.place for state in states for counter in self.rules.counters(state)} - {None}
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

    def _follow(self) -> None:
        """Bring into view what the frame asks about or does, where all of the example is not."""
        frame = self.frame
        shown = frame.asked or frame.done
        if shown is None or not self._looked:
            return
        places = {counter.unit: counter.place for counter in self.rules.counters(frame.before)}
        self.view.show_all(place for place in (*(places.get(unit) for unit in shown.units), *shown.places) if place)

    def _label(self) -> None:
        self.play_button.set_text(said(say("Pause") if self.running else say("Play")))
        self.fit_strip()

    @property
    def strip_row(self) -> list[UIButton]:
        return self._row

    def _enter(self, *, animate: bool) -> None:
        """Show the frame reached; what it does plays out on the map, or has happened already."""
        frame = self.frame
        self.stage.clear()
        rolled = next((e for e in frame.events if isinstance(e, Rolled)), None)
        self.stage.rolled = None if animate else rolled
        self._wait = READING[0] + READING[1] * len(frame.say)
        self.view.take(self.rules.board(frame.before if animate else frame.state))
        self.view.set_counters(self.rules.counters(frame.before if animate else frame.state))
        self.view.set_holders(self.rules.holders(frame.before if animate else frame.state))
        self.view.set_layers(partial(self.rules.layers, frame.before if animate else frame.state))
        self._aims = self.rules.objectives(frame.before if animate else frame.state)
        self._mark(frame)
        self._follow()
        entries = [entry for shown in self.frames[: self.at] for entry in self._entries(shown)]
        if animate and frame.events:
            self.column.log.show(entries)
            self.stage.play(frame.events, self._settle, fallen(self.rules, frame.before, frame.done))
        else:
            self.column.log.show([*entries, *self._entries(frame)])

    def _settle(self) -> None:
        before = {counter.unit: counter for counter in self.rules.counters(self.frame.before)}
        announce(self.view.notice, deaths(self.rules.theme, before, self.frame.events))
        frame = self.frame
        self.view.set_counters(self.rules.counters(frame.state))
        self.view.set_holders(self.rules.holders(frame.state))
        self.view.set_layers(partial(self.rules.layers, frame.state))
        self._aims = self.rules.objectives(frame.state)
        self.column.log.show([entry for shown in self.frames[: self.at + 1] for entry in self._entries(shown)])

    def _entries(self, frame: Frame) -> list[Entry]:
        return [entry_of(event, self._papers) for event in frame.events]

    def _mark(self, frame: Frame) -> None:
        """Mark on the map what the frame asks about or does."""
        over = self.view.overlay
        counters = {counter.unit: counter for counter in self.rules.counters(frame.before)}
        shown = frame.asked or frame.done
        units, named = (shown.units, shown.places) if shown is not None else ((), ())
        over.refused = named[-1] if named and isinstance(frame.verdict, Illegal) else None
        start = counters[units[0]].place if units else None
        goes = isinstance(frame.verdict, Legal) and frame.verdict.cost is not None
        over.path = (start, *named) if start and named and goes else ()
        over.hint = units if goes or over.refused else (*units, *named)

    def _arrange(self) -> None:
        frame = self.frame
        steps = say("{at} of {number}", at=self.at + 1, number=len(self.frames))
        noun = places.noun(self.rules.board(frame.before))
        self.column.arrange(
            self.column_rect,
            self.app.metrics,
            Content(("say", self.at), lambda pen: write_step(pen, self.info.heading, steps, frame, noun)),
            self._middle(frame),
        )
        self.lay_strip(None, frame.say)

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

    def forward(self) -> None:
        """The next frame; at the end the running stops."""
        if self.stage.busy:
            self.stage.skip()
        elif self.at + 1 < len(self.frames):
            self.at += 1
            self._enter(animate=True)
        else:
            self.running = False
            self._label()

    def back(self) -> None:
        """The frame before, as it ended."""
        self.running = False
        self._label()
        self.at = max(0, self.at - 1)
        self._enter(animate=False)

    def toggle(self) -> None:
        """Run by itself, from the start where the end is reached, or stop."""
        self.running = not self.running
        if self.running and self.at + 1 == len(self.frames):
            self.at = 0
            self._enter(animate=True)
        self._label()

    def whole_log(self) -> None:
        """Everything that has happened so far on one page."""
        self.app.push(WholeLog(self.app, self.column.log.entries, self.rules.name))

    def update(self, dt: float, top: bool) -> None:
        options, settings = self.view.options, self.app.settings
        options.layers, options.hex_numbers = settings.zones_of_control, settings.hex_numbers
        options.legend = settings.legend
        self.view.use_symbols(settings.unit_symbols)
        options.reduced_motion, options.speed = settings.reduced_motion, settings.watching_speed
        self.stage.speed = settings.watching_speed
        self.stage.tray.reduced_motion = settings.reduced_motion
        self.view.update(dt)
        self.stage.update(dt)
        if top and self.running and not self.stage.busy:
            self._wait -= dt * settings.watching_speed
            if self._wait <= 0:
                self.forward()
        self.drawer.update(dt, at_once=settings.reduced_motion)
        self._arrange()
        tray = self.stage.tray_rect(self.map_rect, self.px)
        self.tips.update(dt, top, tray if self.stage.tray.busy or self.stage.rolled is not None else None)
        super().update(dt, top)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.work_panel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            rule = self.column.link_at(event.pos) or self.rule_of_objectives(event.pos)
            if rule is not None:
                self.app.push(Rulebook(self.app, rule.system, rule.number))
                return True
        if event.type == pygame.MOUSEWHEEL and self.column.rect.collidepoint(pygame.mouse.get_pos()):
            self.column.wheel(pygame.mouse.get_pos(), event.y)
            return True
        return self.view.handle(self.to_map(event))

    def handle(self, event: pygame.event.Event) -> bool:
        self.tips.note(event)
        return super().handle(event)

    def do(self, command: str, key: str) -> bool:
        match command:
            case "forward":
                self.forward()
            case "back-step":
                self.back()
            case "run":
                self.toggle()
            case "roster":
                self.open_roster()
            case "keys":
                self.app.push(Keys(self.app, on="example", things=self.things))
            case _:
                return look(self, command, key) or super().do(command, key)
        return True

    @property
    def things(self) -> frozenset[str]:
        return things_of(self.rules)

    def open_roster(self) -> None:
        """Every unit with its place and condition; Enter or a click goes to one."""
        self.stage.skip()
        look_through(self.app, self.rules, self.view, self.frames[0].before, self._state)

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self._asked.number))

    @property
    def _asked(self) -> RuleRef:
        """The rule of what is asked at the step shown."""
        return self.rules.prompt(self._state).rule

    @property
    def _state(self) -> Any:
        """What the map shows: what the step does has happened once it has been played out."""
        return self.frame.before if self.stage.busy else self.frame.state

    def phase(self) -> tuple[str, str]:
        """The phase that began last, as (seat, phase); before any has, that in which the example starts."""
        later = self._state
        for frame in reversed(self.frames[: self.at if self.stage.busy else self.at + 1]):
            if frame.state is not later:
                break
            for event in reversed(frame.events):
                if isinstance(event, PhaseBegan):
                    return event.seat, event.phase
            later = frame.before
        return self.rules.prompt(later).place

    def draw(self, target: pygame.Surface) -> None:
        prompt = self.rules.prompt(self._state)
        draw_table(target, self.track_rect)
        self.view.draw(target)
        theme, turns = self.rules.theme, self.info.turns
        phases = tuple(self.rules.phases(self._state))
        self.track.draw(target, self.track_rect, self.metrics, theme, turns, prompt.turn, phases, self.phase())
        self.draw_objectives(target, self.rules.theme)
        if self.stage.tray.busy or self.stage.rolled is not None:
            self.stage.tray.draw(target, self.stage.tray_rect(self.in_view(self.map_rect), self.px))
        self.draw_panel(target)
        self.manager.draw_ui(target)
        self.tips.draw(target)
