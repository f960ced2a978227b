"""The new-game sheet: scenario, options, players of the sides, seed of the dice."""

from __future__ import annotations

from typing import Any

import pygame

from game import catalog
from game.core.capability import OwnFiles, capability
from game.core.contract import ScenarioInfo, System
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.verdict import RuleRef
from game.i18n.words import capitalised, translate
from game.match.dice import SEEDS
from game.ui.app.panel import PagedPanel
from game.ui.app.screen import Host
from game.ui.app.settings import SetUpChoices
from game.ui.kit import gui
from game.ui.kit.gui import DropDown, UITextEntryLine, text_entry
from game.ui.kit.pen import Link, Pen, TextRun
from game.ui.kit.strokes import means, strokes
from game.ui.kit.theme import ALARM, FAINT, GOLD, LINK
from game.ui.screens.battle_picture import PICTURE_SIZE, battle_picture
from game.ui.screens.option_rows import OptionRows
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rulepages import SOURCES
from game.ui.screens.seating import Seating, print_keys, usual_opponent

SOURCE_SIZES = (17, 16, 15, 14, 13, 12, 11, 10)
"""Font sizes to try for the scenario's sources, in layout units, largest first."""
MAX_SEED_DIGITS = len(str(SEEDS[-1]))
"""Most digits of a seed."""
OPTIONS_TOP = 172
"""Distance of the options from the top of the sheet's body if everything is on one page, in layout units."""
FOOT_HEIGHT = 42
"""Space below the options for the line of keys, in layout units."""
MIN_ONE_PAGE_SIZE = (1000, 700)
"""Least size in layout units of a sheet with everything on one page. On a smaller one, options, seed and sources have a
page of their own."""
MAP_DELAY = 0.15
"""Seconds before a newly chosen scenario's map is drawn, to keep stepping through scenarios quick."""
ORIGINS = {"rulebook": say("the printed rules"), "designer": say("the designer"),
           "figure": say("published pictures of the game"), "history": say("history books"),
           "reconstructed": say("our own reconstruction"), "measured": say("test games")}
"""Kinds of source -> their names for players."""
TOO_LARGE = say("This seed is too large")
"""The title of the message for a seed that is too large."""
MIN_MAP_HEIGHT = 100
"""Least height of the space in which a scenario's map is drawn, in layout units."""


class NewGame(PagedPanel):
    """The new-game sheet. Every choice has a default, so that one click starts a game."""

    key_screens = "new-game seating"
    size = (1180, 830)
    scenarios: DropDown
    """The scenario menu, on the first page."""
    seed_field: UITextEntryLine
    """The seed's text field, on the second page if there are two."""
    _shows_scenario = _shows_options = False
    """Whether scenario and players are on the current page, and whether options, seed and sources are."""

    def __init__(
        self, app: Host, rules: System[Any], scenario: ScenarioInfo | None = None, side: str | None = None
    ) -> None:
        """:param scenario: None: the system's first battle.
        :param side: the seat for a person, against the computer; None: the players of the last game."""
        super().__init__(app)
        self.rules = rules
        capability(rules, OwnFiles).reread()
        self.title = say("{theme}: a new game", theme=rules.theme.title)
        first_battle = next((info for info in rules.scenarios if not info.example), rules.scenarios[0])
        self.scenario: ScenarioInfo = scenario or first_battle
        self.options = OptionRows(rules, self._on_choice, self._rebuild_with_seed)
        self.seating = Seating(rules, {}, usual_opponent(rules, app.settings.last_setups))
        self._by_hand = False
        """Whether seats or options were chosen on this sheet; another scenario then keeps them."""
        self._restore_choices()
        if side is not None:
            self.seating.seat_person(side)
            self._by_hand = True
        self.seed = ""
        """The seed as typed; empty for a random one."""
        self.seed_refused = False
        """Whether the seed's text field refused a character since the last deletion."""
        self.links: list[Link] = []
        """The links of the current page."""
        self._source_size = SOURCE_SIZES[0]
        """Font size of the scenario's sources, in layout units."""
        self._summary_bottom = 0
        """Lower edge of the scenario's summary, in window pixels."""
        self._shown_for = 0.0
        """Seconds that the scenario has been shown; its map is drawn after a short delay."""

    @property
    def _settings_key(self) -> str:
        """The key in the settings of this scenario's last set-up."""
        return f"{self.rules.name}/{self.scenario.name}"

    def _restore_choices(self) -> None:
        """Restore the seats and options of the scenario's last game, unless some were chosen on this sheet."""
        last = self.app.settings.last_setups.get(self._settings_key)
        self.options.example, self.options.default_meanings = self.scenario.example, dict(self.scenario.option_meanings)
        if not self._by_hand:
            self.seating.set_players(last.players if last is not None else {})
            if last is None and (first_seat := self._first_to_act()) in self.rules.seats:
                self.seating.seat_person(first_seat)
            self.options.set_options(last.options if last is not None else ())

    @property
    def one_page(self) -> bool:
        """Whether everything is on one page."""
        width, height = MIN_ONE_PAGE_SIZE
        return self.sheet.width >= self.px(width) and self.sheet.height >= self.px(height)

    def _first_to_act(self) -> str:
        """The seat that acts first in an example of play; empty for a battle, or if the example cannot be set up, which
        is reported when it is started."""
        if not self.scenario.example:
            return ""
        try:
            return self.rules.to_act(catalog.set_up(self.rules, self.scenario.name)) or ""
        except (ValueError, OSError):
            return ""

    def fill(self) -> None:
        body, row, one_page = self.body, self.px(46), self.one_page
        self._column_width = half = (body.width - self.px(40)) // 2
        """Width of either column, in pixels."""
        self._right_column = body.x + half + self.px(40)
        """Left edge of the right column, in window pixels."""
        self.pages.split(2, 2 if one_page else 1)
        self._shows_scenario, self._shows_options = (0 in self.pages.items), (1 in self.pages.items)
        self._button_height = self.px(64 if one_page else 54)
        """Height of the start button, in pixels."""
        self._left_bottom = body.bottom - (self.px(FOOT_HEIGHT) if one_page else self._button_height + self.px(10))
        """Lower edge of the left column, in window pixels."""
        y = body.y + self.px(40)
        if self._shows_scenario:
            titles: list[str | tuple[str, str]] = [translate(info.title) for info in self.rules.scenarios]
            self.scenarios = DropDown(titles, translate(self.scenario.title), pygame.Rect(body.x, y, half, row),
                                      self.manager)
            self._seed_top = self.seating.fill(self, self._right_column, y, half) + self.px(4)
            width = self.px(150)
            self.button(pygame.Rect(self._right_column + half - width, body.y - self.px(4), width, self.px(36)),
                        say("Swap sides"), self._swap)
        if self._shows_options:
            top = body.y + self.px(OPTIONS_TOP if one_page else 0)
            self.options.fill(self, pygame.Rect(body.x, top, half, self._left_bottom - top))
            self._seed_top = self._seed_top if one_page else body.y
            """Upper edge of the seed's text field, in window pixels."""
            label_width = self.px(150 if one_page else 70)
            self._seed_left = self._right_column + label_width
            """Left edge of that field, in window pixels."""
            room = pygame.Rect(self._seed_left, self._seed_top, half - label_width, row)
            self.seed_field = text_entry(room, self.manager, MAX_SEED_DIGITS, text=self.seed,
                                         placeholder=translate(say("random")))
            self.seed_field.set_allowed_characters("numbers")
        self._add_buttons()
        self.add_page_buttons()
        self._source_size = next((size for size in SOURCE_SIZES if self._sources_fit(size)), SOURCE_SIZES[-1])

    def _add_buttons(self) -> None:
        """Create the buttons that start the game or leave the sheet."""
        body, width = self.body, self.px(320 if self.one_page else 240)
        start = pygame.Rect(body.right - width, body.bottom - self._button_height, width, self._button_height)
        self.button(start, say("Start the game"), self.start, "#main")
        width, height = self.px(200 if self.one_page else 150), self._button_height - self.px(8)
        self.button(
            pygame.Rect(start.left - self.px(16) - width, body.bottom - height - self.px(4), width, height),
            say("Watch it") if self.scenario.example else say("Back"),
            self.watch if self.scenario.example else self.app.pop,
        )
        self._keys_right = body.x + self._column_width if self.one_page else start.left - self.px(32) - width
        """Right edge of the line of keys, in window pixels."""

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        self.links = []
        if self._shows_scenario:
            pen = Pen(target, self.metrics, body.x, body.y, self._column_width)
            pen.line(say("Battle"), "title", 21)
            pen.y = body.y + self.px(96)
            pen.flow([TextRun(self.scenario.summary, "text", 20)])
            self._summary_bottom = pen.y
            pen = Pen(target, self.metrics, self._right_column, body.y, self._column_width)
            pen.line(say("Who plays"), "title", 21)
            self.seating.paint(target, self)
        if self._shows_options:
            self.links = self.options.paint(target, self)
            pen = Pen(target, self.metrics, self._right_column, self._seed_top + self.px(12), self._column_width)
            pen.line(say("Seed"), "ui-bold", 17)
            self._print_seed_note(target)
            pen = self._source_pen(target)
            self._print_sources(pen, self._source_size)
            self.links += pen.links
        if self._shows_scenario:
            self._draw_map(target)
        page_keys = self.options.keys if self._shows_options else [say("Page Down: options, seed")]
        enter = say("Enter starts") if self.focused is None else say("Enter accepts it")
        keys = (*page_keys, *self.seating.keys, say("F6 battle"), enter)
        print_keys(target, self, keys, self._keys_right - body.x, small=self.one_page)

    def _print_seed_note(self, target: pygame.Surface) -> Pen:
        """Print the explanation of the seed below its text field; return the pen used."""
        left = self._seed_left if self.one_page else self._right_column
        width = self._right_column + self._column_width - left
        pen = Pen(target, self.metrics, left, self._seed_top + self.px(54), width)
        digits = plural("Up to {count} digit, or leave it random.", "Up to {count} digits, or leave it random.",
                        MAX_SEED_DIGITS)
        note = "" if self.seed_refused else say("The same seed and the same moves give the same rolls.")
        colour = ALARM if self.seed_refused else FAINT
        pen.flow([TextRun(digits, "ui", 16, colour), TextRun(note, "ui", 16, FAINT)], leading=1.0)
        return pen

    @property
    def map_room(self) -> pygame.Rect:
        """The space for the scenario's map in window pixels, below the options or, on two pages, the summary."""
        body = self.body
        top = (self.options.bottom if self.one_page else self._summary_bottom) + self.px(12)
        return pygame.Rect(body.x, top, self._column_width, self._left_bottom - self.px(8) - top)

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        self._shown_for += dt if top else 0.0

    def _draw_map(self, target: pygame.Surface) -> None:
        """Draw the scenario's map with its units, if there is room."""
        room = self.map_room
        if self._shown_for < MAP_DELAY or room.height < self.px(MIN_MAP_HEIGHT):
            return
        try:
            height = min(room.height, round(room.width * PICTURE_SIZE[1] / PICTURE_SIZE[0]))
            picture = battle_picture(self.rules, (room.width, height), self.scenario.name)
        except (ValueError, OSError):
            return  # the title screen has already reported the fault
        place = picture.get_rect(center=room.center)
        for size, colour in ((10, "#3a281c"), (4, GOLD)):
            pygame.draw.rect(target, colour, place.inflate(self.px(size), self.px(size)))
        target.blit(picture, place)

    def _source_pen(self, target: pygame.Surface) -> Pen:
        """A pen at the start of the text on the scenario's sources."""
        top = self._print_seed_note(pygame.Surface((1, 1))).y + self.px(8)
        return Pen(target, self.metrics, self._right_column, top, self._column_width)

    def _sources_fit(self, size: int) -> bool:
        """Whether the text on the scenario's sources fits above the buttons at a font size."""
        if not self._shows_options:
            return True
        pen = self._source_pen(pygame.Surface((1, 1)))
        self._print_sources(pen, size)
        return pen.y <= self.body.bottom - self._button_height - self.px(8)

    def _print_sources(self, pen: Pen, size: int) -> None:
        """Print the source of each part of the scenario in brief; the linked page has the details."""
        if not self.scenario.provenance:
            return
        page = RuleRef(self.rules.name, SOURCES)
        pen.flow([TextRun(say("Where the numbers come from"), "ui-bold", 16, LINK, page)])
        for what, source in self.scenario.sources(self.options.chosen):
            runs = [TextRun(f"{capitalised(Message(what))}:", "ui-bold", size, FAINT),
                    TextRun(origin(source), "ui", size, FAINT)]
            pen.flow(runs, leading=1.0)

    @property
    def sources(self) -> list[tuple[Text, Text]]:
        """The full source of each part of the battle with the chosen options, preceded by the battle's name."""
        names = {text.partition("=")[0] for text in self.chosen}
        titles = [info.title for info in self.options.infos if info.name in names]
        options = joined(titles, ", ") if titles else say("no options")
        sources: list[tuple[Text, Text]] = [(say("This game"), joined((self.scenario.title, options), " · "))]
        return sources + [(capitalised(Message(what)), Message(source)) for what, source in
                          self.scenario.sources(self.options.chosen)]

    @property
    def _typed(self) -> str:
        """The seed as typed."""
        return self.seed_field.get_text() if self._shows_options else self.seed

    @property
    def chosen(self) -> set[str]:
        """The options that differ from the default, as their texts in a record."""
        return set(self.options.chosen)

    def _on_choice(self) -> None:
        """Note that seats or options were chosen on this sheet, and rebuild it."""
        self._by_hand = True
        self._rebuild_with_seed()

    def _swap(self) -> None:
        """Move every player to the next seat."""
        self.seating.swap()
        self._on_choice()

    def _show_scenario(self, scenario: ScenarioInfo) -> None:
        """Show another scenario on the sheet."""
        self.scenario, self._shown_for = scenario, 0.0
        self._restore_choices()
        self._rebuild_with_seed()

    def _rebuild_with_seed(self) -> None:
        """Rebuild the sheet, keeping the typed seed."""
        self.seed = self._typed
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_DROP_DOWN_MENU_CHANGED:
            if self._shows_scenario and event.ui_element is self.scenarios:
                self._show_scenario(next(info for info in self.rules.scenarios if translate(info.title) == event.text))
            elif self.seating.handle(event):
                self._on_choice()
            return True
        if means(event, "start", "new-game") and not self.open_menus and (self.typing or self.focused is None):
            self.start()
            return True
        if self.typing and event.type == pygame.KEYDOWN and event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.seed_refused = False
        if self.typing and _is_typing(event):
            before = self._typed
            used = super().handle(event)
            text = getattr(event, "text", "")
            was_refused = self._typed == before or (len(text) > 1 and not text.isdecimal())
            self.seed_refused = self.seed_refused or was_refused
            return used
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            link = next((link for link in self.links if link.rect.collidepoint(event.pos)), None)
            if link is not None:
                facts = self.sources if link.rule.number == SOURCES else ()
                self.app.push(Rulebook(self.app, link.rule.system, link.rule.number, facts))
                return True
        if self.typing:
            return False
        self.seed = self._typed
        return (self._shows_options and self.options.handle(event)) or super().on_event(event)

    def turn(self, pages: int) -> None:
        self.seed = self._typed
        super().turn(pages)

    def do(self, command: str, key: str) -> bool:
        if command == "player" and self.seating.next_player(key):
            self._on_choice()
        elif command == "scenario":
            self._show_scenario(_value_after(list(self.rules.scenarios), self.scenario))
        elif command == "present":
            from game.ui.screens.presentations import Presentations

            self.app.busy(say("Reading the lessons …"))
            self.app.push(Presentations(self.app))
        else:
            return super().do(command, key)
        return True

    def watch(self) -> None:
        """Show the example of play as a lesson."""
        self.app.navigator.demo(self.rules, self.scenario.name)

    def start(self) -> None:
        """Start the game and open it."""
        text = self._typed.strip()
        seed = int(text) if text else None
        if seed is not None and seed not in SEEDS:
            self.app.error(TOO_LARGE, say("A seed is a whole number up to {most}.", most=SEEDS[-1]))
            return
        options = self.options.chosen
        if self._by_hand:
            last_setups = self.app.settings.last_setups
            last_setups.pop(self._settings_key, None)
            # removed and added again, because the latest set-up is the last entry
            last_setups[self._settings_key] = SetUpChoices(dict(self.seating.players), options)
            self.app.store_settings()
        self.app.navigator.begin(self.rules, self.scenario.name, options, self.seating.players, seed)


def origin(source: str) -> Text:
    """A source as text for players: the kinds of source it names, or else its own text."""
    return and_list([title for name, title in ORIGINS.items() if name in source]) or Message(source)


def _is_typing(event: pygame.event.Event) -> bool:
    """Whether an event types or pastes characters into a text field."""
    if event.type == pygame.TEXTINPUT:
        return True
    return event.type == pygame.KEYDOWN and "ctrl+v" in strokes(event)


def _value_after(values: list[Any], value: Any) -> Any:
    """The value that follows another one in a list, wrapping round."""
    return values[(values.index(value) + 1) % len(values)]
