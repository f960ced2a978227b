"""The sheets of the position editor: scenario and options, other details of the position, players of a game from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pygame

from game import catalog
from game.core.contract import ScenarioInfo, System
from game.core.message import Text, error_text, plural, say
from game.core.option import Alternative
from game.core.position_fields import ChoiceField, PlacesField, PositionField, SwitchField
from game.i18n.words import capitalised, translate
from game.match.draft import Draft
from game.ui.app.panel import MIN_SHEET, PagedPanel, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit import gui
from game.ui.kit.gui import DropDown, UIButton
from game.ui.kit.pen import Pen, TextRun, fitting_font, flow_height
from game.ui.kit.theme import ALARM, FAINT, GOOD, INK
from game.ui.screens.editor_panel import NOT_LEGAL, fault_text
from game.ui.screens.option_rows import ChoiceSheet, OptionRows
from game.ui.screens.seating import Seating, usual_opponent


class PositionOptions(PanelScreen):
    """The sheet of scenario and options. Another scenario, or an option that changes the armies, restarts from the
    set-up; other options keep the position."""

    key_screens = "position-options"
    title = say("Battle and options")
    size = (940, 760)
    min_size = MIN_SHEET

    def __init__(self, app: Host, draft: Draft[Any], changed: Callable[[], None]) -> None:
        """:param changed: called after each change of the draft."""
        super().__init__(app)
        self.draft, self._changed = draft, changed
        self.rows = OptionRows(draft.rules, self._on_choice, self.rebuild)
        self._read_draft()

    def _read_draft(self) -> None:
        """Take over the draft's scenario and options."""
        self._info = catalog.scenario(self.draft.rules, self.draft.position["scenario"])
        self.rows.example, self.rows.default_meanings = self._info.example, dict(self._info.option_meanings)
        self.rows.set_options(self.draft.position.get("options", ()))
        self._chosen_armies = self._position_options()

    def _position_options(self) -> list[str]:
        """The current choices of options that are part of a position, such as armies."""
        return [info.chosen(self.rows.chosen) for info in self.draft.rules.options if info.in_positions]

    def _on_choice(self) -> None:
        """Take over the chosen options, restarting from the set-up if one of them is part of a position."""
        if self._position_options() != self._chosen_armies:
            self._begin(self._info.name)
        else:
            self.draft.set_options(self.rows.chosen)
        self._changed()
        self.rebuild()

    def _begin(self, scenario: str) -> None:
        """Restart from a scenario's set-up with the chosen options, or say why there is none."""
        try:
            self.draft.begin(scenario, self.rows.chosen)
        except (ValueError, OSError) as error:
            self.app.error(say("This battle cannot be set up"), error_text(error))
        self._read_draft()

    def fill(self) -> None:
        body, px = self.body, self.px
        titles: list[str | tuple[str, str]] = [translate(info.title) for info in self.draft.rules.scenarios]
        rect = pygame.Rect(body.x, body.y + px(34), body.width, px(46))
        self.scenarios = DropDown(titles, translate(self._info.title), rect, self.manager)
        top = px(100)
        self.rows.fill(self, pygame.Rect(body.x, body.y + top, body.width, body.height - top))

    def paint(self, target: pygame.Surface) -> None:
        Pen(target, self.metrics, self.body.x, self.body.y, self.body.width).line(say("Battle"), "title", 21)
        self.rows.paint(target, self)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_DROP_DOWN_MENU_CHANGED and event.ui_element is self.scenarios:
            chosen = next(info for info in self.draft.rules.scenarios if translate(info.title) == event.text)
            self._change_scenario(chosen)
            return True
        return super().handle(event)

    def _change_scenario(self, info: ScenarioInfo) -> None:
        """Restart with another scenario and its usual options."""
        if info.name != self._info.name:
            self.rows.set_options(())
            self._begin(info.name)
            self._changed()
            self.rebuild()

    def do(self, command: str, key: str) -> bool:
        if command == "scenario":
            infos = self.draft.rules.scenarios
            self._change_scenario(infos[(infos.index(self._info) + 1) % len(infos)])
            return True
        return super().do(command, key)

    def on_event(self, event: pygame.event.Event) -> bool:
        return self.rows.handle(event) or super().on_event(event)


class PlayFrom(PanelScreen):
    """Asks for the players, then starts a game from the position. The editor stays open below it."""

    key_screens = "fork seating"
    title = say("A game from this position")
    size = (860, 560)
    min_size = MIN_SHEET

    def __init__(self, app: Host, rules: System[Any], state: Any) -> None:
        super().__init__(app)
        self.rules, self._state = rules, state
        self.seating = Seating(rules, {}, usual_opponent(rules, app.settings.last_setups))

    def fill(self) -> None:
        body, px = self.body, self.px
        self.seating.fill(self, body.x, body.y + px(46), body.width)
        width, height, gap = px(250), px(56), px(16)
        start = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(start, say("Start the game"), self.start, "#main")
        self.button(start.move(-width - gap, 0), say("Cancel"), self.app.pop)

    def paint(self, target: pygame.Surface) -> None:
        Pen(target, self.metrics, self.body.x, self.body.y, self.body.width).line(say("Who plays"), "title", 21)
        self.seating.paint(target, self)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.seating.handle(event):
            self.rebuild()
            return True
        return super().handle(event)

    def do(self, command: str, key: str) -> bool:
        if command == "start" and self.focused is None and not self.open_menus:
            self.start()
        elif command == "player" and self.seating.next_player(key):
            self.rebuild()
        else:
            return super().do(command, key)
        return True

    def start(self) -> None:
        """Start the game, recorded like any other."""
        self.app.pop()
        self.app.navigator.play_on(self.rules.name, self._state, self.seating.players)


ROW_HEIGHT = 50
"""Height of a row, in layout units."""
HEADING_HEIGHT = 40
"""Height of a heading, in layout units."""
VERDICT_HEIGHT = 74
"""Height of the verdict at the foot, in layout units."""
BOTH_MARGINS = 130
"""Height of the margins above and below together, in layout units."""
BUTTON_HEIGHT = 42
"""Height of a row's buttons, in layout units."""
BUTTONS_WIDTH = 330
"""Total width of a row's buttons, in layout units."""
MAX_STEPPED = 4
"""Most choices of a field with buttons for the previous and next one; longer lists open on a sheet of their own."""
VERDICT_SIZES = (19, 17, 15, 13)
"""Font sizes to try for the verdict, in layout units, largest first."""
SHEET_WIDTH, MIN_SHEET_HEIGHT, MAX_SHEET_HEIGHT = 860, 320, 760
"""Width of the sheet, and least and greatest height, in layout units."""


class FieldRow(NamedTuple):
    """A row of the sheet: a field or a command."""

    title: Text
    heading: Text = ""
    """The heading above it; empty for none."""
    field: PositionField | None = None
    """The field; None for a command."""
    unit: str = ""
    """The unit that the field belongs to; empty for a field of the battle."""
    command: Callable[[], None] | None = None
    label: Text = ""
    """Label of the command's button."""
    why_not: Text = ""
    """Why the command is not available; empty if it is."""


class FieldsSheet(PagedPanel):
    """A row for each field of the position, those of the selected unit first; the rules' verdict is shown below
    them."""

    key_screens = "position-fields"
    title = say("Status")
    size = (SHEET_WIDTH, MAX_SHEET_HEIGHT)

    def __init__(self, app: Host, draft: Draft[Any], unit: tuple[str, Text] | None, changed: Callable[[], None],
                 pick_places: Callable[[PlacesField, str], None], lay_terrain: Callable[[], None]) -> None:
        """:param unit: the selected unit and its name; None if none is selected.
        :param changed: called after each change of the draft.
        :param pick_places: callback to pick a field's places on the map; its unit is empty for a field of the battle.
        :param lay_terrain: callback to place terrain on the map."""
        super().__init__(app)
        self.draft, self._unit, self._changed = draft, unit, changed
        self._pick_on_map, self._lay_on_map = pick_places, lay_terrain
        self.shown_rows: list[tuple[FieldRow, pygame.Rect, list[UIButton]]] = []
        """The rows of the current page, each with the rectangle of its buttons and the buttons."""

    def rows(self) -> list[FieldRow]:
        """All fields and commands; marks of units are on the panel instead."""
        form, position, rows = self.draft.rules.form, self.draft.position, list[FieldRow]()
        if self._unit is not None:
            unit, title = self._unit
            fields = [each for each in form.details if form.allows(each, position, unit)]
            rows += [FieldRow(each.title, "" if n else title, each, unit) for n, each in enumerate(fields)]
        for group in form.groups:
            rows += [FieldRow(each.title, "" if n else group.title, each) for n, each in enumerate(group.fields)]
        if form.terrain is not None:
            count = len(form.terrain.outlines(position))
            rows.append(FieldRow(plural("{count} piece", "{count} pieces", count), say("Terrain"),
                                 command=self._lay_terrain, label=say("Change on the table"),
                                 why_not=form.terrain.why_none(position)))
        return rows

    def build(self) -> None:
        """Build the sheet, as high as its rows need."""
        rows_height = sum(ROW_HEIGHT + (HEADING_HEIGHT if row.heading else 0) for row in self.rows())
        height = rows_height + VERDICT_HEIGHT + BOTH_MARGINS
        self.size = (SHEET_WIDTH, min(MAX_SHEET_HEIGHT, max(MIN_SHEET_HEIGHT, height)))
        super().build()

    def fill(self) -> None:
        body, px, rows = self.body, self.px, self.rows()
        self.break_rows([px(ROW_HEIGHT) + (px(HEADING_HEIGHT) if row.heading else 0) for row in rows],
                        body.height - px(VERDICT_HEIGHT))
        self.shown_rows, y = [], body.y
        for number in self.pages.items if rows else ():
            row = rows[number]
            y += px(HEADING_HEIGHT) if row.heading else 0
            room = pygame.Rect(body.right - px(BUTTONS_WIDTH), y, px(BUTTONS_WIDTH), px(BUTTON_HEIGHT))
            self.shown_rows.append((row, room, self._lay_buttons(row, room)))
            y += px(ROW_HEIGHT)

    def _lay_buttons(self, row: FieldRow, room: pygame.Rect) -> list[UIButton]:
        """Create a row's buttons: a single one, or previous and next; return them."""
        field, size = row.field, room.height
        if field is None:
            button = self.button(room, row.label, row.command or self.app.pop, "#plain")
            if row.why_not:
                self.disable(button, row.why_not)
            return [button]
        value = self.draft.value(field, row.unit)
        if isinstance(field, SwitchField):
            box = pygame.Rect(room.x, room.y, size, size)
            return [self.button(box, "✓" if value else " ", partial(self._step, row, 1),
                                "#check" if value else "#plain")]
        if isinstance(field, PlacesField):
            return [self.button(room, self._places_label(field, value), partial(self._pick_places, field, row.unit),
                                "#plain")]
        if isinstance(field, ChoiceField) and len(field.choices) > MAX_STEPPED:
            return [self.button(room, say("{value} …", value=capitalised(translate(field.value_text(value)))),
                                partial(self._choose, row), "#plain")]
        right = pygame.Rect(room.right - size, room.y, size, size)
        return [self.button(pygame.Rect(room.topleft, (size, size)), "‹", partial(self._step, row, -1), "#sign"),
                self.button(right, "›", partial(self._step, row, 1), "#sign")]

    @staticmethod
    def _places_label(field: PlacesField, value: Any) -> Text:
        """Label of a button that picks places."""
        count = len(field.places(value))
        if count == 1:
            return say("{value} …", value=field.value_text(value))
        return plural("{count} place …", "{count} places …", count) if count else say("None: pick on the map …")

    def paint(self, target: pygame.Surface) -> None:
        px, body = self.px, self.body
        for row, room, _ in self.shown_rows:
            if row.heading:
                pen = Pen(target, self.metrics, body.x, room.y - px(HEADING_HEIGHT - 8), body.width)
                pen.line(capitalised(translate(row.heading)), "title", 21)
            title = capitalised(translate(row.title))
            image = fitting_font(title, "ui", px(19), room.x - body.x - px(16)).line_picture(title, INK)
            target.blit(image, image.get_rect(midleft=(body.x + px(10), room.centery)))
            if row.field is not None and not self._shows_value(row.field):
                value = capitalised(translate(row.field.value_text(self.draft.value(row.field, row.unit))))
                image = fitting_font(value, "ui-bold", px(19),
                                     room.width - px(2 * BUTTON_HEIGHT + 16)).line_picture(value, INK)
                target.blit(image, image.get_rect(center=room.center))
        if not self.shown_rows:
            Pen(target, self.metrics, body.x, body.y, body.width).flow([TextRun(
                say("Select a unit first: nothing can be set for the battle as a whole."), "ui", 19, INK)])
        self._draw_verdict(target)

    @staticmethod
    def _shows_value(field: PositionField) -> bool:
        """Whether a field's button already shows its value."""
        return isinstance(field, SwitchField | PlacesField) or (
            isinstance(field, ChoiceField) and len(field.choices) > MAX_STEPPED)

    def _draw_verdict(self, target: pygame.Surface) -> None:
        """Draw the rules' verdict on the position at the foot of the sheet."""
        body, px = self.body, self.px
        fault = fault_text(self.draft.fault, self.draft.counters(), self.draft.board)
        pen = Pen(target, self.metrics, body.x, body.bottom - px(VERDICT_HEIGHT - 14), body.width)
        for size in VERDICT_SIZES:
            runs = ([TextRun(NOT_LEGAL, "ui-bold", size, ALARM), TextRun(fault, "ui", size, INK)] if fault
                    else [TextRun(say("Legal."), "ui-bold", size, GOOD),
                          TextRun(say("The rules accept the position."), "ui", size, FAINT)])
            if flow_height(pen, runs) <= px(VERDICT_HEIGHT - 14):
                break
        pen.flow(runs, leading=1.0)

    # --- changes

    def _step(self, row: FieldRow, step: int) -> None:
        """Set a row's field to the next value, or the previous one for a step of -1."""
        if row.field is not None:
            self._set(row.field, row.unit, row.field.after(self.draft.value(row.field, row.unit), step))

    def _set(self, field: PositionField, unit: str, value: Any) -> None:
        """Set a field in the draft, and show the change."""
        self.draft.set(field, value, unit)
        self._changed()
        self.rebuild()

    def _choose(self, row: FieldRow) -> None:
        """Open a sheet with all values of a field."""
        field = row.field
        assert isinstance(field, ChoiceField)
        value = self.draft.value(field, row.unit)
        choices = [Alternative(str(number), capitalised(translate(title)))
                   for number, (_, title) in enumerate(field.choices)]
        self.app.push(ChoiceSheet(self.app, capitalised(translate(row.title)), choices, str(field.number(value)),
                                  lambda name: self._set(field, row.unit, field.choices[int(name)][0])))

    def _pick_places(self, field: PlacesField, unit: str) -> None:
        """Close the sheet, and pick a field's places on the map."""
        self.app.pop()
        self._pick_on_map(field, unit)

    def _lay_terrain(self) -> None:
        """Close the sheet, and place terrain on the map."""
        self.app.pop()
        self._lay_on_map()

    def do(self, command: str, key: str) -> bool:
        if command == "close":
            self.escape()
            return True
        return super().do(command, key)
