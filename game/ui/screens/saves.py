"""The list of saved games with date, turn, players and a small picture; a game can be opened, replayed, renamed or
deleted."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pygame

from game import catalog, files
from game.core.message import error_text, plural, say
from game.i18n.dates import date_of
from game.i18n.words import capitalised
from game.match.errors import MatchError
from game.match.player_titles import player_title
from game.match.store import Listing, SavedFile, Store
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import MIN_SHEET, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit import gui
from game.ui.kit.fonts import font
from game.ui.kit.gui import ScrolledList, UIButton, fit_labels
from game.ui.kit.pen import Pen, TextRun, shorten
from game.ui.kit.theme import ALARM, FAINT, GOOD, LARGE_LIST, LINE_INK, LIST_PRINT
from game.ui.play.main_button import DOUBLE_CLICK
from game.ui.screens.battle_picture import battle_picture, picture_file
from game.ui.screens.save_details import (
    battle_of,
    ending_of,
    fault_of,
    line_of,
    lines_of,
    name_of,
    open_label,
    shortened_options,
    sides_of,
    system_of,
    turn_word,
)
from game.ui.screens.saveas import RenameSheet

WIDE_SHEET = 900
"""Sheet width from which there is room for long lines, in layout units."""
PICTURE_RATIO = 9 / 16
"""Height of a full-width picture above the details, as a multiple of its width."""
MIN_PICTURE_HEIGHT = 90
"""Least height of a picture, in layout units."""
PRINT_SCALES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)
"""Print scales to try for the details beside the list, largest first."""
LARGER_PRINT_SCALES = (1.4, 1.3, 1.2, 1.1)
"""Larger print scales to try before these, if there is room for a full-width picture above the details."""
MAX_LARGE_LIST = 10
"""Most games for which the list is in large print."""
ROW_MARGINS = 28
"""Width of a row outside its text, in layout units, both sides together: a little more than the theme's padding."""
SCROLL_BAR_WIDTH = 22
"""Width of the list's scroll bar, in pixels."""
STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""Number of rows that each key moves the selection."""
READ_SECONDS = 0.1
"""Seconds per frame for reading records that are not in the index."""
MAX_PICTURE_BYTES = 2**22
"""Largest size of a save's picture file, in bytes."""
MAX_PICTURE_SIDE = 2048
"""Largest side of a save's picture that is opened, in pixels, as given in the header of its file."""


class Saves(PanelScreen):
    """Every record in the user's folder with at least one action, last played first."""

    key_screens = "saves"
    title = say("Saved games")
    size = (1540, 880)
    min_size = MIN_SHEET

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.store = Store()
        self._listing: Listing | None = self.store.listing()
        """The listing under way; None once all records are read."""
        self.saves: list[SavedFile] = []
        self.index = 0
        """Index of the selected game."""
        self.list: ScrolledList | None = None
        self._since_choice = DOUBLE_CLICK
        """Seconds since a game was selected."""
        self._continue_listing()

    def _continue_listing(self) -> None:
        """Continue reading records, for a limited time; those in the index take none."""
        if self._listing is not None:
            self._listing.read(READ_SECONDS)
            if self._listing.complete:
                self.saves = _with_actions(self._listing.saves())
                self._listing = None

    @property
    def moving(self) -> bool:
        return self._listing is not None

    def update(self, dt: float, top: bool) -> None:
        if self._listing is not None:
            self._continue_listing()
            if self._listing is None:
                self.rebuild()
        self._since_choice += dt
        super().update(dt, top)

    @property
    def save(self) -> SavedFile | None:
        """The selected game; None if there are no games."""
        return self.saves[self.index] if self.saves else None

    def fill(self) -> None:
        body = self.body
        gap = self.px(32 if self.wide else 20)
        width = round(body.width * (0.62 if self.wide else 0.56))
        self._pane = pygame.Rect(body.x + width + gap, body.y, body.width - width - gap, body.height)
        if not self.saves:
            return
        names: list[str | tuple[str, str]] = [(line, str(number)) for number, line in enumerate(self._lines(width))]
        top = self.list.top if self.list is not None else 0.0
        self.list = ScrolledList(pygame.Rect(body.x, body.y, width, body.height), names, self.manager, self.index, top,
                                 large=self._is_large(width))
        open_button, replay, rename, delete = self._buttons()
        fit_labels(replay, rename, delete)
        assert self.save is not None
        if self.save.playing:
            delete.disable()
        if self.save.fault:
            rename.disable()
        if not self.save.system:
            open_button.disable()
            replay.disable()

    @property
    def wide(self) -> bool:
        """Whether there is room for a picture and for long lines beside it."""
        return self.body.width >= self.px(WIDE_SHEET)

    def _is_large(self, width: int) -> bool:
        """Whether to print the list large: it is short, and every line fits unshortened."""
        face, room = font("ui", self.px(LARGE_LIST)), width - self.px(ROW_MARGINS)
        lines = (f"{number}. {line_of(save)}" for number, save in enumerate(self.saves, start=1))
        return len(self.saves) <= MAX_LARGE_LIST and all(face.size(line)[0] <= room for line in lines)

    def _lines(self, width: int) -> list[str]:
        """A line for each save, in its longest form that fits; if none does, its shortest form is cut off. The pane
        beside the list shows everything."""
        face = font("ui", self.px(LARGE_LIST if self._is_large(width) else LIST_PRINT))
        room = width - self.px(ROW_MARGINS) - SCROLL_BAR_WIDTH
        lines = lines_of(self.saves, lambda line: face.size(line)[0] <= room)
        return [shorten(line, face, room) for line in lines]

    def _buttons(self) -> tuple[UIButton, UIButton, UIButton, UIButton]:
        """Create the buttons for the selected game, at the foot of the pane: open, replay, rename, delete."""
        pane, height, gap = self._pane, self.px(52 if self.wide else 44), self.px(12 if self.wide else 8)
        half, y = (pane.width - gap) // 2, pane.bottom - height
        quarter = (pane.width - 2 * gap) // 4 if self.wide else half
        above = y if self.wide else y - height - gap
        open_button = self.button(
            pygame.Rect(pane.x, above - height - gap, pane.width, height + self.px(4) * self.wide),
            open_label(self.save) if self.save is not None else "",
            self.open,
            "#main",
        )
        replay = self.button(pygame.Rect(pane.x, above, pane.width - 2 * (quarter + gap) * self.wide, height),
                             say("Watch from the start"), self.replay,
                             tool_tip_text=say("R: replay it, action by action"))
        rename = self.button(pygame.Rect(pane.right - 2 * quarter - gap, y, quarter, height), say("Rename"),
                             self.rename, tool_tip_text=say("N: rename it in this list"))
        delete = self.button(pygame.Rect(pane.right - quarter, y, quarter, height), say("Delete"), self.ask_delete,
                             tool_tip_text=say("Del: remove it for good"))
        self._details_bottom = open_button.rect.top - gap
        return open_button, replay, rename, delete

    def paint(self, target: pygame.Surface) -> None:
        save = self.save
        if self._listing is not None:
            pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
            pen.line(say("Reading saved games: {known} of {count} …", known=self._listing.read_count,
                         count=len(self._listing)), "text", 23, FAINT)
            return
        if save is None:
            Pen(target, self.metrics, self.body.x, self.body.y, self.body.width).flow(
                [
                    TextRun(
                        say("No games yet. Every game is saved automatically, action by action."),
                        "text",
                        23,
                        FAINT,
                    )
                ]
            )
            return
        full_height = int(self._pane.width * PICTURE_RATIO)
        trials = (*((scale, full_height + self.px(14)) for scale in LARGER_PRINT_SCALES),
                  *((scale, 0) for scale in PRINT_SCALES))
        scale = next((scale for scale, height_above in trials
                      if self._print_details(scale, save).y + height_above <= self._details_bottom), PRINT_SCALES[-1])
        details_height = self._print_details(scale, save).y - self._pane.y
        frame = self._pane.copy()
        frame.height = min(full_height, self._details_bottom - self._pane.y - details_height - self.px(14))
        if scale < 1 or frame.height < self.px(MIN_PICTURE_HEIGHT):
            self._print_details(scale, save, target)
            return
        picture = _picture(save, frame.size) or _battle_picture(save, frame.size)
        if picture is not None:
            target.blit(picture, picture.get_rect(center=frame.center))
        else:
            pygame.draw.rect(target, "#dfd2b1", frame)
        pygame.draw.rect(target, LINE_INK, frame, width=self.px(1))
        self._print_details(scale, save, target, frame.bottom + self.px(14))

    def _print_details(self, scale: float, save: SavedFile, target: pygame.Surface | None = None,
                       top: int | None = None) -> Pen:
        """Print the details of a save in the pane; return the pen used.

        :param scale: print scale; 1 is the full size.
        :param target: None to measure only.
        :param top: upper edge of the details, in window pixels; None: that of the pane.
        """
        pane, m = self._pane, self.metrics
        pen = Pen(target or pygame.Surface((1, 1)), m.at(m.scale * scale), pane.x, pane.y if top is None else top,
                  pane.width)
        pen.flow([TextRun(name_of(save), "text", 26)])
        pen.row(say("Last played"), date_of(save.date))
        if save.system:
            pen.row(say("Game"), system_of(save))
            pen.row(turn_word(save), plural("{turn}, after {count} action", "{turn}, after {count} actions",
                                            save.actions, turn=save.turn or 1))
            battle, options = battle_of(save)
            pen.row(say("Battle"), battle)
            for option in shortened_options(options):
                pen.row(say("Option"), option)
        sides = sides_of(save)
        for seat, player in (save.players or {}).items():
            pen.row(sides[seat], player_title(player))
        if save.result:
            pen.row(say("Result"), capitalised(ending_of(save) or say("over")))
            pen.flow([TextRun(save.result, "ui", 16, FAINT)])
        if save.fault:
            pen.space(6)
            pen.flow([TextRun(fault_of(save), "ui-bold", 18, ALARM)])
            pen.flow([TextRun(save.fault, "ui", 14, FAINT)])
        elif save.playing:
            pen.space(6)
            pen.flow([TextRun(say("Being played now."), "ui-bold", 17, GOOD)])
        elif save.copy and not save.result:
            pen.space(6)
            pen.flow([TextRun(say("A copy. Resuming starts a separate game; the copy stays as it is."), "ui", 16,
                              FAINT)])
        elif save.interrupted:
            pen.flow([TextRun(say("The program stopped unexpectedly here; nothing is lost."), "ui", 16, FAINT)])
        return pen

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_SELECTION_LIST_NEW_SELECTION:
            self.choose(_index_of(event))
            return True
        if event.type == gui.UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION:
            self.open()
            return True
        if event.type == gui.UI_SELECTION_LIST_DROPPED_SELECTION:
            if _index_of(event) != self.index or self.list is None or self.list.get_single_selection() is not None:
                return True  # another game is selected
            # a click on the selected row has deselected it: open it for a double click, else select it again
            if self._since_choice < DOUBLE_CLICK:
                self.open()
            else:
                self._since_choice = 0.0
                self.rebuild()
            return True
        return super().handle(event)

    def choose(self, index: int) -> None:
        """Select a game by index."""
        if 0 <= index < len(self.saves) and index != self.index:
            self.index, self._since_choice = index, 0.0
            self.rebuild()

    def do(self, command: str, key: str) -> bool:
        match command if self.saves else "":
            case "line":
                self.choose(max(0, min(len(self.saves) - 1, self.index + STEPS[key])))
            case "accept" if self.focused is None:
                self.open()
            case "replay":
                self.replay()
            case "rename":
                self.rename()
            case "delete":
                self.ask_delete()
            case _:
                return super().do(command, key)
        return True

    def open(self) -> None:
        """Resume the selected game; if it is finished, show its end as a replay."""
        if self.save is not None and self.save.system:
            if self.save.result:
                self.app.navigator.replay(self.save.path, ended=True)
            else:
                self.app.navigator.resume(self.save.path)

    def replay(self) -> None:
        """Replay the selected game from its start."""
        if self.save is not None and self.save.system:
            self.app.navigator.replay(self.save.path)

    def rename(self) -> None:
        """Ask for a new name of the selected game or copy."""
        if self.save is not None and not self.save.fault:
            self.app.push(RenameSheet(self.app, self.save, self._refresh))

    def _refresh(self) -> None:
        """Read the list again, keeping the selection; if the selected game is gone, select the one now in its row."""
        chosen = self.saves[self.index].path
        self.saves = _with_actions(self.store.saves())
        paths = [save.path for save in self.saves]
        self.index = paths.index(chosen) if chosen in paths else max(0, min(self.index, len(paths) - 1))
        self.rebuild()

    def ask_delete(self) -> None:
        """Ask whether to delete the selected game."""
        save = self.save
        if save is not None and not save.playing:
            self.app.push(
                QuestionSheet(
                    self.app,
                    say("Delete this game?"),
                    say("{game}\nIts record and picture are removed for good.", game=line_of(save)),
                    say("Delete"),
                    lambda: self._delete(save),
                    say("Keep"),
                    irreversible=True,
                )
            )

    def _delete(self, save: SavedFile) -> None:
        """Delete a game, and read the list again."""
        try:
            self.store.delete(save)
        except MatchError as error:
            self.app.error(say("Not deleted"), error_text(error))
            return
        self._refresh()


def _index_of(event: pygame.event.Event) -> int:
    """The index of the game whose row an event of the list is about: rows begin with a number from 1."""
    return int(event.text.split(".")[0]) - 1


def _with_actions(saves: Iterable[SavedFile]) -> list[SavedFile]:
    """The saves with at least one action."""
    return [save for save in saves if not save.untouched]


def _picture(save: SavedFile, size: tuple[int, int]) -> pygame.Surface | None:
    """A save's own picture, scaled to fit a size in pixels; None if it is missing, unreadable or too large."""
    try:
        raw = files.read(save.thumbnail, MAX_PICTURE_BYTES)
        width, height = int.from_bytes(raw[16:20], "big"), int.from_bytes(raw[20:24], "big")  # of a PNG file's header
        if max(width, height) > MAX_PICTURE_SIDE:
            return None
        image = pygame.image.load(io.BytesIO(raw), "saved.png").convert()
    except (files.FileRefused, pygame.error):
        return None
    scale = min(size[0] / image.get_width(), size[1] / image.get_height())
    return pygame.transform.smoothscale_by(image, scale)


def _battle_picture(save: SavedFile, size: tuple[int, int]) -> pygame.Surface | None:
    """The battle's picture drawn in advance, for a save without its own; None if there is none."""
    try:
        if picture_file(save.system, save.scenario).is_file():
            return battle_picture(catalog.rules(save.system), size, save.scenario)
    except (ValueError, OSError, catalog.UnusableName, catalog.BrokenSystem):
        pass  # the system is no longer installed or its picture is unreadable
    return None
