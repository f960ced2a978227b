"""Where track, strip of objectives, map and column lie in the window, in games, replays and examples of play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.contract import System
from game.core.message import Text, say
from game.core.objective import Objectives
from game.core.theme import SeatInfo, Theme
from game.core.verdict import RuleRef
from game.i18n.words import said
from game.ui.app.screen import Host, Screen
from game.ui.app.settings import Settings
from game.ui.cards import objectives, turntrack
from game.ui.cards.column import CardColumn
from game.ui.cards.objectives import ObjectivesStrip
from game.ui.kit.gui import UIButton
from game.ui.kit.labels import fit_labels
from game.ui.kit.paper import draw_table
from game.ui.kit.theme import Metrics
from game.ui.screens.asking import AnswerPrint, Asking
from game.ui.screens.drawer import STRIP, Drawer
from game.ui.screens.to_win import ToWin
from game.ui.sheets.sheet import larger_turned

if TYPE_CHECKING:
    from game.ui.board.view import BoardView

ROW = 52
"""Units: the height of a row of buttons below the map, where there is one."""
SIDE, SIDE_ROW = 264, 330
"""Units: the width of the table beside a high map whose legend is folded away, and the height of the buttons there."""
OVERVIEW, OVERVIEW_LEAST = 470, 340
"""Units: the width of the overview beside the map where there is room, and the least at which it lies there."""

SHARE = 0.46
"""The share of the map's width that an answer of the rules takes at most."""
NUMBERS_ON = say("Hex numbers are on: zoom in to see them (+ or the wheel)")
NUMBERS_OFF = say("Hex numbers are off, and this zoom is too small for them")


class MapLayout(Screen, ABC):
    """The rectangles of a screen with a map, in window pixels, and the strip of objectives on it."""

    view: BoardView
    column: CardColumn
    strip_units = STRIP
    """Units: the height of the strip that is left of the panel while it is a drawer."""
    row_lines = 1
    """Rows of buttons below the map."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.objectives = ObjectivesStrip()
        self.drawer = Drawer()
        self.asking_rules = Asking(self)
        self._toggle: UIButton | None = None
        """The drawer's button in replays and examples."""
        self._map_room: tuple[object, pygame.Rect] = None, pygame.Rect(0, 0, 0, 0)
        """The map's part of the window, and what it was worked out from."""

    @property
    def answer_print(self) -> AnswerPrint:
        """How an answer of the rules is printed, and where."""
        return AnswerPrint(self.app.metrics, SHARE, self.in_view(self.map_rect), brief=False)

    @property
    def cursor_place(self) -> str | None:
        """The place of the keyboard's cursor, where there is one."""
        return None

    def handle(self, event: pygame.event.Event) -> bool:
        return self.asking_rules.handle(event) or super().handle(event)

    def sign_at(self, pos: tuple[int, int]) -> Text | None:
        """The meaning of the sign at a point of a card, sheet or tray over the board; empty if there is no sign at that
        point, None if only the board is there."""
        return None

    @property
    @abstractmethod
    def aims(self) -> Objectives:
        """What the battle is fought for, in the state shown."""

    @property
    def metrics(self) -> Metrics:
        """Those of everything but the print of the cards in the column."""
        return self.app.metrics.furniture

    @property
    def boxes_height(self) -> int:
        """Pixels kept free below the map for boxes beside it."""
        return 0

    @property
    def row(self) -> int:
        """Units that are kept free below the map for rows of buttons."""
        return self.row_lines * ROW

    @property
    def lists_phase(self) -> bool:
        """Whether what belongs to the phase is listed here."""
        return False

    @property
    def overview_width(self) -> int:
        """Pixels for the overview beside the map; none where there is none, or the map would lose room."""
        return self._overview_beside(self.side_rect, self._shape)

    def _overview_beside(self, side: pygame.Rect, shape: float) -> int:
        """The same beside a sheet whose width is such a share of its height: of the table that is left when all of the
        sheet is in view."""
        if not self.lists_phase:
            return 0
        high = side.height if side.width else self.floor - self._objectives_beside(side).bottom - self.px(
            self.row)
        spare = round(self.track_rect.width - side.width - (high - self.boxes_height) * shape)
        m = self.app.metrics
        return min(spare, self.px(OVERVIEW)) if spare >= m.at(m.least).px(OVERVIEW_LEAST) else 0

    @property
    def _shape(self) -> float:
        """The width of the sheet as it lies, as a share of its height."""
        _, _, across, down = self.view.sheet.with_rim
        return across / down

    @property
    def overview_rect(self) -> pygame.Rect:
        """The table beside the map on which the overview lies; no width where it lies in the column."""
        area, width = self.map_rect, self.overview_width
        return pygame.Rect(area.right, area.top, width, area.height)

    @property
    def column_rect(self) -> pygame.Rect:
        """The panel of cards: at the right of the window; as a drawer it is beyond the edge while it is closed."""
        m = self.app.metrics
        slid = self.drawer.slid if m.drawn else 1.0
        return pygame.Rect(m.width - round(slid * m.column), 0, m.column, self.floor)

    @property
    def strip_rect(self) -> pygame.Rect:
        """The strip at the foot of a window whose panel is a drawer; else no height."""
        m = self.app.metrics
        high = m.px(self.strip_units) if m.drawn else 0
        return pygame.Rect(0, m.height - high, m.width, high)

    @property
    def floor(self) -> int:
        """The pixel below which nothing but the strip lies."""
        return self.strip_rect.top

    def in_view(self, area: pygame.Rect) -> pygame.Rect:
        """The part of an area of the window that the drawer does not cover, once it has slid."""
        m, found = self.app.metrics, area.copy()
        if m.drawn and self.drawer.open:
            found.width = max(0, min(area.right, m.width - m.column) - area.left)
        return found

    def on_map(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on the map, with no drawer over it."""
        return self.map_rect.collidepoint(pos) and not self.column_rect.collidepoint(pos)

    def to_map(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event as the map gets it: what is pointed or pressed at on the open drawer is not over the map."""
        kinds = pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN
        if event.type in kinds and self.app.metrics.drawn and self.column_rect.collidepoint(event.pos):
            return pygame.event.Event(event.type, {**event.dict, "pos": (-1, -1)})
        return event

    def work_panel(self, event: pygame.event.Event) -> bool:
        """Take a click that folds a card or shows all objectives; whether it was one."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        return self.column.press_fold(event.pos) or self.press_objectives(event.pos)

    def toggle_panel(self) -> None:
        """Open the drawer or close it; beside the map, unfold the log or fold it."""
        if self.app.metrics.drawn:
            self.drawer.open = not self.drawer.open
            if self._toggle is not None:
                self._toggle.set_text(said(self.drawer.label))
                self.fit_strip()
        else:
            self.column.fold_log()

    def lay_strip(self, seat: SeatInfo | None, texts: Sequence[Text], rule: RuleRef | None = None, *,
                  answers: bool = False) -> None:
        """Bring the strip beside a closed drawer up to date.

        :param seat: whose turn it is.
        :param texts: what to do now, the most important first.
        """
        if self.app.metrics.drawn:
            self.drawer.lay(self.strip_rect, self.app.metrics, seat, texts, rule, answers=answers)

    def strip_slot(self, name: str) -> pygame.Rect | None:
        """Where ``main``, ``answer`` or ``drawer`` lies on the strip; None where there is no strip."""
        return self.drawer.strip.slot(name) if self.app.metrics.drawn else None

    @property
    def strip_row(self) -> Sequence[UIButton]:
        """The buttons on the strip beside the drawer's own, in replays and examples."""
        return ()

    def fit_strip(self) -> None:
        """Print the labels on the strip in one size."""
        fit_labels(*self.strip_row, *((self._toggle,) if self._toggle is not None else ()))

    def lay_toggle(self, look: str) -> None:
        """Make the drawer's button on the strip, where there is one, in a look of the theme."""
        room, self._toggle = self.strip_slot("drawer"), None
        if room is not None:
            self._toggle = self.button(room, self.drawer.label, self.toggle_panel, look)

    def draw_panel(self, target: pygame.Surface) -> None:
        """Draw the cards, and the strip where there is one."""
        self.column.log.tell_by(self.view.board, number=self.view.numbered)
        if self.column_rect.left < self.app.metrics.width:
            self.column.draw(target)
        if self.app.metrics.drawn:
            self.drawer.draw(target, self.strip_rect, self.app.metrics)

    @property
    def track_rect(self) -> pygame.Rect:
        m = self.app.metrics
        return pygame.Rect(0, 0, m.width - (0 if m.drawn else m.column), self.px(turntrack.HEIGHT))

    @property
    def side_rect(self) -> pygame.Rect:
        """Table at the left of a map without its legend: strip and buttons lie there where the map is larger if it has
        the whole height. No width where it is not, or the legend is laid out."""
        return self._side(self.view.sheet.bare_shape)

    def _side(self, shape: float) -> pygame.Rect:
        """The same beside a map whose width is such a share of its height."""
        top, whole = self.track_rect.bottom, self.track_rect.width
        wide = self.app.metrics.at(self.app.metrics.least).px(SIDE)
        high = self.floor - top
        beside = min(high, (whole - wide) / shape)
        below = min(high - self.px(self.row) - self._strip, whole / shape)
        return pygame.Rect(0, top, wide if beside > below and not self.app.settings.legend else 0, high)

    @property
    def _strip(self) -> int:
        """Pixels that the strip of objectives takes of the map's height where it lies above it and is shown."""
        return min(self.px(objectives.HEIGHT), self.metrics.height // 11) if self.aims.held else 0

    @property
    def objectives_rect(self) -> pygame.Rect:
        """The strip of objectives below the turn track; no height where it is folded away or says nothing."""
        return self._objectives_beside(self.side_rect)

    def _objectives_beside(self, side: pygame.Rect) -> pygame.Rect:
        shown = self.app.settings.objectives and bool(self.aims.held)
        if side.width:
            buttons = self.px(SIDE_ROW) if self.row else 0
            return pygame.Rect(side.topleft, (side.width, side.height - buttons if shown else 0))
        return pygame.Rect(0, self.track_rect.bottom, self.track_rect.width, self._strip if shown else 0)

    @property
    def map_rect(self) -> pygame.Rect:
        """The map's part of the window; a row of buttons lies on the table below it, where there is one."""
        settings, sheet = self.app.settings, self.view.sheet
        basis = (self.app.metrics, settings.legend, settings.objectives, self.row, self.boxes_height,
                 bool(self.aims.held), sheet.bare_shape, sheet.with_rim)
        if basis != self._map_room[0]:
            self._map_room = basis, self._map_beside(self.side_rect, self._shape)
        return self._map_room[1].copy()

    def _map_beside(self, side: pygame.Rect, shape: float) -> pygame.Rect:
        """The room of a sheet whose width is such a share of its height."""
        across = self.track_rect.width - self._overview_beside(side, shape)
        if side.width:
            return pygame.Rect(side.right, side.top, across - side.width, side.height - self.boxes_height)
        top = self._objectives_beside(side).bottom
        bottom = self.floor - self.px(self.row) - self.boxes_height
        return pygame.Rect(0, top, across, bottom - top)

    @property
    def row_rect(self) -> pygame.Rect:
        """The part of the table with the map's buttons."""
        area, side = self.map_rect, self.side_rect
        if side.width:
            high = self.px(SIDE_ROW)
            return pygame.Rect(side.left, side.bottom - high, side.width, high)
        below = area.bottom + self.boxes_height
        return pygame.Rect(area.x, below, self.track_rect.width, self.floor - below)

    def lay_out_map(self) -> None:
        """Give the map its room, with its legend or without; what is seen near keeps its size when that changes."""
        folded = not self.app.settings.legend
        changed = folded != self.view.sheet.folded
        self.view.turn(self.lies_turned(self.rules.name, self.view.board))
        self.view.fold(folded)
        self.view.resize(self.map_rect, keep=changed)

    @property
    @abstractmethod
    def rules(self) -> System[Any]:
        """The system whose map is shown, as the player may see it; the sheet's lie is remembered by its name."""

    @property
    @abstractmethod
    def state(self) -> Any:
        """The position shown."""

    @property
    @abstractmethod
    def switches(self) -> Settings:
        """What the keys and buttons of the map switch on and off: for the player's games from then on, and for those
        that are watched on their own screen alone."""

    def lies_turned(self, system: str, board: Board, *, first: bool = False) -> bool:
        """Whether a board's sheet lies a quarter turn clockwise: as the player has said, else where it is shown much
        larger then. Only sheets of hexes do.

        :param first: before it is known what lies beside the map: as if nothing did.
        """
        if not isinstance(board, HexBoard):
            return False
        said, legend = self.app.settings.turned.get(system), self.app.settings.legend
        whole = pygame.Rect(self.track_rect.bottomleft, self.track_rect.size)
        whole.height = self.floor - whole.top

        def room(bare: float, shape: float) -> pygame.Rect:
            return whole if first else self._map_beside(self._side(bare), shape)

        return larger_turned(board, room, folded=not legend) if said is None else said

    def fit(self) -> None:
        """Show the whole sheet; where that is shown, the parts of it on which the sides meet, one each time."""
        self.view.fit()

    def turn_sheet(self) -> None:
        """Lay the sheet a quarter turn clockwise, or as it is printed, and remember it."""
        if isinstance(self.view.board, HexBoard):
            self.app.turn_sheet(self.rules.name, not self.view.turned)

    @abstractmethod
    def whole_log(self) -> None:
        """Everything that has happened on one page."""

    @abstractmethod
    def open_rulebook(self) -> None:
        """The rulebook, at the rule of what is asked."""

    @abstractmethod
    def open_roster(self) -> None:
        """Every unit with its place and condition."""

    def present(self) -> None:
        """Show an audience what is told here, or has happened."""

    def changed(self) -> None:
        """Something that is shown has been switched on or off."""

    def switch_numbers(self) -> None:
        """Switch the hex numbers on or off; those that the small scale left out are printed then. Where the map is
        too far away for them that is said."""
        settings, options = self.switches, self.view.options
        missing = settings.hex_numbers and not self.view.near_enough_for_numbers
        options.numbers_asked = True
        if not (missing and self.view.near_enough_for_numbers):
            settings.hex_numbers = not settings.hex_numbers
            options.hex_numbers = options.numbers_asked = settings.hex_numbers
        self.app.store_settings()
        self.changed()
        if not self.view.near_enough_for_numbers:
            self.view.notice.say(NUMBERS_ON if settings.hex_numbers else NUMBERS_OFF)

    def draw_objectives(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the strip of objectives where it is laid out."""
        room, side = self.objectives_rect, self.side_rect
        if side.width or room.height:
            draw_table(target, side if side.width else room)
        if room.height:
            self.objectives.draw(target, room, self.metrics, theme, self.aims)

    def press_objectives(self, pos: tuple[int, int]) -> bool:
        """A press on the strip beside its rule numbers shows all that it says on a sheet; whether it was there."""
        if not self.objectives_rect.collidepoint(pos) or self.rule_of_objectives(pos) is not None:
            return False
        if not self.objectives.covers(pos):
            return False
        self.app.push(ToWin(self.app, self.view.theme, self.aims))
        return True

    def rule_of_objectives(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number on the strip is under a point of the window."""
        return self.objectives.link_at(pos) if self.objectives_rect.collidepoint(pos) else None

    def fold_objectives(self) -> None:
        """Fold the strip of objectives away, or lay it out again; the map takes or gives its room."""
        self.app.settings.objectives = not self.app.settings.objectives
        self.app.store_settings()
        self.rebuild()
