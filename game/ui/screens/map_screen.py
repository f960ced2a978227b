"""The base class of the screens with a map: games, replays, lessons, presentations and editors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

import pygame

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.contract import System
from game.core.event import Event
from game.core.message import Text, say
from game.core.objective import Objectives
from game.core.overview import OverviewColumn
from game.core.rules import ScenarioInfo
from game.core.theme import SeatInfo, Theme
from game.core.verdict import RuleRef
from game.i18n.words import translate
from game.ui.app.screen import Host, Screen
from game.ui.app.settings import Settings
from game.ui.board.stacks import counter_width
from game.ui.board.trace import trace_of
from game.ui.board.view import BoardView
from game.ui.cards.column import CardColumn
from game.ui.cards.objectives import ObjectivesStrip, readable
from game.ui.cards.turntrack import TurnTrack
from game.ui.kit.camera import Box, CameraMove
from game.ui.kit.gui import UIButton, fit_labels
from game.ui.kit.paper import draw_table
from game.ui.kit.theme import Metrics
from game.ui.play.playback import Stage
from game.ui.screens.drawer import Drawer
from game.ui.screens.keys import key_features_of
from game.ui.screens.map_layout import GAME, MapLayout, Surroundings
from game.ui.screens.map_sheets import LegendSheet, ObjectivesSheet, PhasesSheet
from game.ui.screens.rules_question import AnswerPrint, RulesQuestion
from game.ui.screens.step_view import StepCamera, StepCard

TABLE_MARGIN = 14
"""Margin around legend, small map and tray on the table beside the map, in layout units."""
MIN_COUNTER_MULTIPLE = 2
"""Counter width, with the whole map in view, below which the small map takes the legend's space beside the map; as a
multiple of the smallest readable print. Chosen by hand."""
LARGE_COUNTER = 60
"""Counter width in layout units from which counters are large enough with the whole map in view. Chosen by hand."""
MAX_ANSWER_SHARE = 0.46
"""Largest share of the map's width for an answer of the rules."""
PANEL_AWAY = say("The panel no longer fits: Shift+L shows it, with Undo, Hint and Menu")
"""The notice shown when the window loses its panel, which becomes a closed drawer."""


class MapScreen(Screen, ABC):
    """The map, its dice and its camera. Subclasses differ in who acts: a game, replay, lesson, presentation or
    editor."""

    surroundings: Surroundings = GAME
    """The parts around the map."""
    min_view = 1.0
    """Least part of the sheet in view for a step, as a multiple of that in a presentation."""
    fit_tip: Text = say("F: fit the map; again: zoom to combats, one after another")
    """The tip of the button that fits the map."""
    column: CardColumn
    """The panel of cards beside the map, if there is one."""

    def __init__(self, app: Host, rules: System[Any], info: ScenarioInfo, first: Any) -> None:
        """:param rules: filtered for the viewer.
        :param first: the state shown first."""
        super().__init__(app)
        self._rules, self.info = rules, info
        self._switches = copy(app.settings)
        self.objectives, self.drawer, self.rules_question = ObjectivesStrip(), Drawer(), RulesQuestion(self)
        self.track = TurnTrack()
        self._had_panel = False
        """Whether the previous layout had a panel beside the map."""
        self._drawer_button: UIButton | None = None
        """The drawer's button in replays and lessons."""
        self.row_lines = 0
        """Number of button rows below the map."""
        self.boxes_height = 0
        """Height in pixels reserved below the map for boxes."""
        self._cached_layout: tuple[object, MapLayout] | None = None
        """The cached layout, preceded by the values it was computed from."""
        self.glide = CameraMove()
        """The camera's animated movement."""
        self.camera = StepCamera(self)
        """Chooses the part of the sheet for each step; the map's own camera is ``view.camera``."""
        self.step_card = StepCard(self)
        self._create_view(first)

    def _create_view(self, state: Any) -> None:
        """Create the map view of a state's board, and its playback."""
        board = self._rules.board(state)
        empty = MapLayout(self.surroundings, self.app.metrics, foot=self.foot)
        self.view = BoardView(board, self.theme, turned=self.sheet_turned(board, empty))
        self.view.follows = self.app.settings.follow_action
        self.stage = Stage(self.view, self.app.sounds)

    # --- layout

    @property
    def layout_unit(self) -> float:
        """Length of a layout unit in pixels, to a hundredth."""
        return self.px(100) / 100

    @property
    def layout(self) -> MapLayout:
        """The current layout."""
        settings, sheet, drawer = self.app.settings, self.view.sheet, self.drawer
        _, _, width, height = sheet.with_rim
        has_objectives = self.surroundings.objectives and bool(self.shown_objectives.entries)
        has_overview = self.surroundings.overview and isinstance(self._rules, OverviewColumn)
        values = (self.surroundings, self.app.metrics, settings.legend == "open", settings.objectives,
                  has_objectives, sheet.map_ratio, width / height, self.row_lines, self.boxes_height, has_overview,
                  self.foot, drawer.slid, drawer.open, self.computers)
        if self._cached_layout is None or self._cached_layout[0] != values:
            self._cached_layout = values, MapLayout(*values)
        return self._cached_layout[1]

    @property
    def computers(self) -> bool:
        """Whether there are computer players whose speed can be changed beside the turn track."""
        return False

    @property
    def foot(self) -> int:
        """Height in pixels of a caption at the foot of the window."""
        return 0

    def sheet_turned(self, board: Board, layout: MapLayout) -> bool:
        """Whether a board's sheet is turned a quarter clockwise: as the player has set it, else by default
        (``is_best_turned``). Only hex maps are turned."""
        if not isinstance(board, HexBoard):
            return False
        setting = self.app.settings.turned.get(self._rules.name)
        if setting is not None:
            return setting
        return layout.turns_by_default(board, folded=self.app.settings.legend != "open")

    def lay_out_map(self) -> None:
        """Set the map's rectangle and orientation, with or without its legend; a zoomed-in view keeps its scale when
        the legend changes."""
        has_drawer = self.layout.is_drawer
        if has_drawer and self._had_panel and self.drawer.slid < 1:
            self.view.notice.say(PANEL_AWAY)
        self._had_panel = not has_drawer
        folded = self.app.settings.legend != "open"
        changed = folded != self.view.sheet.folded
        self.view.turn(self.sheet_turned(self.view.board, self.layout))
        self.view.fold(folded)
        self.view.resize(self.layout.map, keep_scale=changed)
        self.view.camera.pixel_density = self.app.metrics.pixel_density
        self.view.print_larger(self.step_zoom * self.app.metrics.pixel_density)
        self.view.uncovered = lambda: (self.layout.free, self.covering)

    @property
    def metrics(self) -> Metrics:
        """Metrics of everything but the cards in the panel."""
        return self.app.metrics.frame_metrics

    @property
    def step_zoom(self) -> float:
        """Zoom factor for showing steps: above 1 with a larger interface scale, so that counters and names on the map
        are larger, too."""
        return max(1.0, self.app.metrics.interface_scale)

    @property
    def opening_zoom(self) -> float:
        """Zoom factor for opening the map: as for steps, but 1 if counters are large with the whole map in view."""
        return 1.0 if self.has_large_counters else self.step_zoom

    @property
    def has_large_counters(self) -> bool:
        """Whether counters are large with the whole map in view."""
        return counter_width(self.view.camera.fit_scale) >= self.px(LARGE_COUNTER)

    @property
    def prefers_whole_map(self) -> bool:
        """Whether steps are shown on the whole map rather than on a part, if its counters are large even so."""
        return False

    @property
    def answer_print(self) -> AnswerPrint:
        """How and where an answer of the rules is printed."""
        return AnswerPrint(self.app.metrics, MAX_ANSWER_SHARE, self.layout.free, brief=False)

    @property
    def covering(self) -> list[pygame.Rect]:
        """Rectangles covering the map besides the drawer, in window pixels."""
        return []

    @property
    def small_map_height(self) -> int:
        """Height in pixels for the small map, below the objectives on the table; 0 if it is not shown."""
        return 0

    @property
    def side_table(self) -> pygame.Rect:
        """The table to the left of the map between objectives and buttons; empty if there is no such table."""
        side, gap = self.layout.side, self.px(TABLE_MARGIN)
        if not side.width:
            return pygame.Rect(0, 0, 0, 0)
        button_tops = [each.rect.top for each in self.buttons if each.visible and side.collidepoint(each.rect.center)]
        top = side.top + (self.objectives.foot + gap if self.layout.objectives.height else 0)
        height = max(0, min([side.bottom, *button_tops]) - gap - top)
        return pygame.Rect(side.left + gap, top, side.width - 2 * gap, height)

    @property
    def tray_rect(self) -> pygame.Rect:
        """Rectangle of the dice tray, in window pixels: beside the map if there is room, else on it."""
        layout, side, table, taken = self.layout, self.layout.side, self.layout.free, list[pygame.Rect]()
        if side.width:
            free, table = self.free_table.inflate(0, 2 * self.px(TABLE_MARGIN)), table.union(side)
            taken = [pygame.Rect(side.left, top, side.width, bottom - top)
                     for top, bottom in ((side.top, free.top), (free.bottom, side.bottom))]
        return self.stage.tray_rect(layout.free, self.px, table, [*taken, layout.boxes, *self.covering])

    @property
    def legend_card(self) -> pygame.Surface | None:
        """The map's legend for the side table, if the legend's setting is automatic and it is readable there at the
        interface scale. None if not, or if counters are small while the whole map is in view; the small map then takes
        that space."""
        return self._legend_beside if self.app.settings.legend == "automatic" else None

    @property
    def _legend_beside(self) -> pygame.Surface | None:
        """The legend for the side table, whatever the legend's setting is."""
        min_print = readable(self.app.metrics)
        has_small_counters = counter_width(self.view.camera.fit_scale) < MIN_COUNTER_MULTIPLE * min_print
        return None if has_small_counters else self._legend_on(self.side_table)

    def _legend_on(self, table: pygame.Rect) -> pygame.Surface | None:
        """The map's legend for a table, if it is readable there."""
        if not table.height:
            return None
        min_print = round(readable(self.app.metrics) * self.step_zoom)
        return self.view.sheet.legend.picture(table.size, min_print, self.metrics.scale)

    @property
    def list_table(self) -> pygame.Rect:
        """The table to the right of the map while the phase has no overview to show there; else empty."""
        room, margin = self.layout.overview, 2 * self.px(TABLE_MARGIN)
        is_free = room.width and not self.column.overview.rect.width
        return room.inflate(-margin, -margin) if is_free else pygame.Rect(0, 0, 0, 0)

    @property
    def list_legend(self) -> pygame.Surface | None:
        """The map's legend on ``list_table``, if the legend's setting is automatic; None if the table is empty, or the
        legend is shown to the left of the map."""
        is_missing = self.app.settings.legend == "automatic" and self.legend_card is None
        return self._legend_on(self.list_table) if is_missing else None

    @property
    def free_table(self) -> pygame.Rect:
        """The part of the side table below the legend."""
        table, card = self.side_table, self.legend_card
        if card is not None:
            legend_height = min(table.height, card.get_height() + self.px(TABLE_MARGIN))
            table.top, table.height = table.top + legend_height, table.height - legend_height
        return table

    def fold_legend(self) -> None:
        """Hide the legend if it is visible, else show it: as before if it was hidden on the map's own sheet, beside the
        map if there is room for it, else on a sheet over the map, which leaves the setting as it is."""
        shown = self.app.settings.legend == "open" or any(
            legend is not None for legend in (self.legend_card, self.list_legend))
        has_room = any(legend is not None for legend in (self._legend_beside, self._legend_on(self.list_table)))
        if not (shown or has_room or self.app.legend_before == "open"):
            self.app.push(LegendSheet(self.app, self.view.sheet.legend))
            return
        self.app.fold_legend(folded=shown)
        if self.app.settings.legend == "open":
            self.view.fold(False)
            self.view.camera.fit()

    # --- what is shown

    @property
    def rules(self) -> System[Any]:
        """The system whose map is shown, filtered for the viewer."""
        return self._rules

    @property
    @abstractmethod
    def state(self) -> Any:
        """The position shown."""

    @property
    def theme(self) -> Theme:
        """The look of map and counters on this screen."""
        return self._rules.theme

    @property
    def switches(self) -> Settings:
        """The view settings that the map's keys and buttons change: the stored ones in the player's games, a copy for
        this screen alone when watching."""
        return self._switches

    @property
    def shown_objectives(self) -> Objectives:
        """The objectives in the state shown."""
        return self.stage.objectives

    @property
    def cursor_place(self) -> str | None:
        """The place of the keyboard's cursor; None without one."""
        return None

    @property
    def selected_unit(self) -> str | None:
        """The selected counter; None without one."""
        return None

    def sign_at(self, pos: tuple[int, int]) -> Text | None:
        """The meaning of the sign at a point of a card, sheet or tray over the map; empty if there is no sign at that
        point, None if only the map is there."""
        return None

    def explain_refused_key(self, reason: Text) -> None:
        self.view.notice.say(reason)

    def handle(self, event: pygame.event.Event) -> bool:
        return self.rules_question.handle(event) or super().handle(event)

    # --- the panel beside the map, and its strip while it is a drawer

    def handle_panel_click(self, event: pygame.event.Event) -> bool:
        """Handle a click that folds a card or opens the objectives or the list of phases; return whether it was one."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        return (self.column.press_fold(event.pos) or self._press_objectives(event.pos)
                or self._press_track(event.pos))

    def toggle_panel(self) -> None:
        """Open or close the drawer; with the panel beside the map, fold or unfold the log."""
        if self.app.metrics.has_drawer:
            self.drawer.open = not self.drawer.open
            if self.view.notice.text == PANEL_AWAY:
                self.view.notice.dismiss()
            if self._drawer_button is not None:
                self._drawer_button.set_text(translate(self.drawer.label))
                self.fit_strip()
        else:
            self.column.fold_log()

    def lay_strip(self, seat: SeatInfo | None, texts: Sequence[Text], rule: RuleRef | None = None, *,
                  answers: bool = False, more: bool = False, shorter: Sequence[Sequence[Text]] = ()) -> None:
        """Update the strip beside a closed drawer.

        :param seat: the side to act; None for no side.
        :param texts: the prompt's texts, the most important first.
        :param rule: the rule cited after them.
        :param answers: whether there is a second button as large as the main one.
        :param more: whether there is a button that lists what has no room in the window.
        :param shorter: shorter versions of the texts.
        """
        if self.app.metrics.has_drawer:
            self.drawer.lay(self.layout.strip, self.app.metrics, seat, texts, rule, answers=answers, more=more,
                            shorter=shorter)

    def strip_slot(self, name: str) -> pygame.Rect | None:
        """Rectangle of ``main``, ``answer``, ``drawer`` or ``more`` on the strip; None without a strip."""
        return self.drawer.strip.slot(name) if self.app.metrics.has_drawer else None

    @property
    def strip_row(self) -> Sequence[UIButton]:
        """The buttons on the strip besides the drawer's, in replays and lessons."""
        return ()

    def fit_strip(self) -> None:
        """Print the strip's labels at the same font size."""
        fit_labels(*self.strip_row, *((self._drawer_button,) if self._drawer_button is not None else ()))

    def lay_drawer_button(self, look: str) -> None:
        """Create the drawer's button on the strip, if there is one, with an object id of the theme."""
        room, self._drawer_button = self.strip_slot("drawer"), None
        if room is not None:
            self._drawer_button = self.button(room, self.drawer.label, self.toggle_panel, look)

    @property
    def printed_areas(self) -> tuple[pygame.Rect, ...]:
        return (self.layout.column,)

    def draw_panel(self, target: pygame.Surface) -> None:
        """Draw the cards, and the strip if there is one."""
        self.column.describe_places(self.view.board, self.view.worded, number=self.view.shows_numbers)
        if self.layout.column.left < self.app.metrics.width:
            self.column.draw(target)
        if self.app.metrics.has_drawer:
            self.drawer.draw(target, self.layout.strip, self.app.metrics)

    # --- the strip of objectives

    def draw_objectives(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the strip of objectives and the legend beside the map, where shown."""
        room, side = self.layout.objectives, self.layout.side
        if side.width or room.height:
            draw_table(target, side if side.width else room)
        if room.height:
            map_height = self.small_map_height
            reserved = map_height + 2 * self.px(TABLE_MARGIN) if map_height else 0
            self.objectives.draw(target, room, self.metrics, theme, self.shown_objectives, reserved)
        if (card := self.legend_card) is not None:
            target.blit(card, self.side_table)

    def _press_track(self, pos: tuple[int, int]) -> bool:
        """Handle a press on the phases folded to dots on the turn track: list all phases; return whether it was
        one."""
        if not self.track.dots_at(pos):
            return False
        self.app.push(PhasesSheet(self.app, self.view.theme, self.track.ribbon, self.track.current))
        return True

    def _press_objectives(self, pos: tuple[int, int]) -> bool:
        """Handle a press on the strip, other than on its rule numbers: open the sheet of objectives; return whether it
        was one."""
        if not self.layout.objectives.collidepoint(pos) or self.rule_of_objectives(pos) is not None:
            return False
        if not self.objectives.covers(pos):
            return False
        self.app.push(ObjectivesSheet(self.app, self.view.theme, self.shown_objectives))
        return True

    def rule_of_objectives(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is at a point of the strip; None if there is none."""
        return self.objectives.link_at(pos) if self.layout.objectives.collidepoint(pos) else None

    # --- commands

    def fit(self) -> None:
        """Show the whole sheet; if it is already shown, show the next part where the sides meet."""
        self.view.fit()

    def open_log(self) -> None:
        """Open the full log, on screens that have one."""

    @abstractmethod
    def open_rulebook(self) -> None:
        """Open the rulebook at the current rule."""

    @abstractmethod
    def open_roster(self) -> None:
        """Open the list of all units with place and condition."""

    def present(self) -> None:
        """Present the lesson or game of this screen to an audience."""

    def changed(self) -> None:
        """Called when something shown has changed: a view setting, a question to the rules, a summary on the map."""

    # --- events and time

    @property
    def speed(self) -> float:
        """Playback speed, as a multiple of the usual."""
        return self.app.settings.watching_speed

    @property
    def moving(self) -> bool:
        return True

    @property
    def features(self) -> frozenset[str]:
        return key_features_of(self.rules)

    def show_position(self, state: Any) -> None:
        """Show a position on the map."""
        self.stage.show_position(self.rules, state)

    def look_at(self, box: Box | None, *, at_once: bool) -> None:
        """Move the camera to a part of the sheet; None: to the whole sheet."""
        self.glide.start(self.view.camera, box, at_once=at_once or self.app.settings.reduced_motion)

    def show_places(self, places: Sequence[str]) -> None:
        """Bring the places of an event into view."""
        self.view.show_all(places)

    def leave_trace(self, before: Any, events: Iterable[Event]) -> None:
        """Show the trace of the last action on the map: arrows, and counters struck out.

        :param before: the position before it.
        """
        self.view.set_trace(trace_of(events, {counter.unit: counter for counter in self.rules.counters(before)}))

    def apply_settings(self) -> None:
        """Apply the player's settings to map and playback."""
        self.stage.apply_settings(self.app.settings, self.switches, self.speed)

    def update(self, dt: float, top: bool) -> None:
        self.pass_time(dt, top)
        super().update(dt, top)

    def pass_time(self, dt: float, top: bool) -> None:
        """Advance the map's animations by ``dt`` seconds.

        :param top: whether this is the topmost screen.
        """
        self.glide.update(dt)
        self.view.camera_span = self.glide.span
        self.apply_settings()
        self.view.update(dt)
        if not self.glide.moving:
            self.stage.update(dt)
