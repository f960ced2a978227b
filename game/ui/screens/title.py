"""The title screen: the program's name, the systems as cards, and buttons for saved games, settings and more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.core.contract import ScenarioInfo, System
from game.core.message import Text, joined, say
from game.ui.app.screen import Host, Screen
from game.ui.kit.fonts import font
from game.ui.kit.notice import Tip
from game.ui.kit.paper import draw_sheet, draw_table
from game.ui.kit.pen import Pen, fitting_font
from game.ui.kit.theme import CREAM, CREAM_FAINT, Metrics
from game.ui.screens.battle_picture import CardPictures
from game.ui.screens.save_details import SaveReader, resume_text
from game.ui.screens.shelf import Shelf, card_places, most_cards
from game.ui.screens.splash import MIN_ROOM, below_name, draw_name, too_low_for_motto, top_of_name
from game.ui.screens.titlecard import BATTLE_HEIGHT, TWO_LINE_BATTLE_HEIGHT, TitleCard, button_widths, entries_of

HOVER_SECONDS = 0.2
"""Seconds that the pointer rests on a battle before its picture is drawn, unless it was drawn in advance."""
MAX_DIGIT = 9
"""Most games that have a digit key of their own on all pages together."""
FIRST_WORK_FRAME, LAST_WORK_FRAME = 2, 4
"""Number of drawn frames from which pictures and systems are loaded, so that the title appears first, and at which the
title counts as drawn."""
PRESENT_TIP = say("F5: show a lesson, a game or a whole evening to an audience")
LINE_HEIGHT = 36
"""Height of the line of text below the cards, in layout units."""


class Title(Screen):
    """The first screen. A click on a system's card opens its new-game sheet."""

    key_screens = "title"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.shelf = Shelf()
        self._picture: pygame.Surface | None = None
        """The title as last painted, without buttons; None to paint it again."""
        self.cards: list[TitleCard] = []
        """The cards on the current page."""
        self.hovered_card = -1
        """Index of the card under the pointer; -1 if there is none."""
        self.hovered_scenario: ScenarioInfo | None = None
        """The scenario whose row is under the pointer."""
        self._hovered_side: str | None = None
        """The seat whose counter is under the pointer."""
        self._ready = False
        """Whether systems may be read; the first frame shows blank cards."""
        self._shown_before = False
        """Whether the title has been the topmost screen before."""
        self._blank_cards: list[pygame.Rect] = []
        """Rectangles of the blank cards shown until systems may be read."""
        self._frames = 0
        """Number of frames drawn since the page was opened."""
        self.pictures = CardPictures()
        self._hover_time = 0.0
        """Seconds that the pointer has rested on a row."""
        self._tip = Tip()
        self.save_reader = SaveReader()
        self._line_room = pygame.Rect(0, 0, 0, 0)
        """Rectangle of the line below the cards, with instructions or page number."""
        self._resume_room = pygame.Rect(0, 0, 0, 0)
        """Space below the Resume button for the name of the game."""

    @property
    def metrics(self) -> Metrics:
        return self.app.sheet_metrics.fitted(MIN_ROOM)

    def build(self) -> None:
        m = self.metrics
        self._picture = None
        height, low = self.px(54), too_low_for_motto(m)
        labels: list[tuple[Text, Callable[[], None]]] = [
            (say("Saved games"), self.saves), (say("Position editor"), self.positions),
            (say("Presentations"), self.present), (say("Settings"), self.settings), (say("Keys"), self.keys),
            (say("Quit"), self.app.quit)]
        y = m.height - height - self.px(36 if low else 44)
        self._line_room = pygame.Rect(0, y - self.px(LINE_HEIGHT + 6), m.width, self.px(LINE_HEIGHT))
        top = below_name(m) + self.px(10 if low else 18)
        self._lay_cards(top, self._line_room.top - self.px(4) - top)
        self._add_page_turners()
        can_resume = self.save_reader.may_find_game
        widths, gap = button_widths(m, [label for label, _ in labels], can_resume=can_resume)
        x = (m.width - sum(widths) - gap * (len(widths) - 1)) // 2
        if can_resume:
            button = self.button(pygame.Rect(x, y, widths[0], height), say("Resume"), self.resume, "#main")
            if self.save_reader.latest is None:
                button.disable()
            self._resume_room = pygame.Rect(x, y + height + self.px(5), widths[0], self.px(26))
            x += widths.pop(0) + gap
        for width, (label, action) in zip(widths, labels, strict=True):
            self.button(pygame.Rect(x, y, width, height), label, action, "#dark",
                        tool_tip_text=PRESENT_TIP if action == self.present else None)
            x += width + gap

    def _add_page_turners(self) -> None:
        """Create the buttons that turn the pages of cards, on the line below them."""
        if self.shelf.pages.count == 1:
            return
        reach = self._page_text_width // 2 + self.px(20)
        for step, sign, tip in ((-1, "‹", say("Page Up: other games")), (1, "›", say("Page Down: more games"))):
            rect = pygame.Rect(0, self._line_room.y, self.px(60), self._line_room.height)
            rect.centerx = self._line_room.centerx + step * (reach + self.px(30))
            is_page = 0 <= self.shelf.pages.page + step < self.shelf.pages.count
            button = self.button(rect, sign, partial(self.turn, step), "#sign", tool_tip_text=tip if is_page else None)
            if not is_page:
                button.disable()

    @property
    def _keeps_digits(self) -> bool:
        """Whether there are enough digits for every game, which then keeps its digit on every page."""
        return len(self.shelf.names) <= MAX_DIGIT

    @property
    def _first(self) -> int:
        """Index of the first card on the page among all games, if games keep their digits; else 0."""
        return next(iter(self.shelf.pages.items), 0) if self._keeps_digits else 0

    @property
    def _page_text_width(self) -> int:
        """Width in pixels for the text between the page buttons."""
        text_width, room = font("ui", self.px(18)).size(self._page_text)[0], self.metrics.width - 2 * self.px(96)
        return min(text_width, room)

    @property
    def _page_text(self) -> Text:
        """The page number and the keys, as text."""
        pages = self.shelf.pages
        count = len(self.shelf.names) if self._keeps_digits else len(self.cards)
        return say("Page {page} of {pages}: Page Up and Page Down for other pages, 1 to {last} for a game",
                   page=pages.page + 1, pages=pages.count, last=count)

    def _lay_cards(self, top: int, height: int) -> None:
        """Lay out the cards of the page side by side, as many as fit, alike in print and rows.

        :param top: upper edge of the cards, in window pixels.
        :param height: height available for them, in pixels.
        """
        m = self.metrics
        max_cards = most_cards(m)
        systems = self.shelf.page(max_cards) if self._ready else []
        self.shelf.pages.split(len(self.shelf.names), max_cards)
        count = max(1, len(self.shelf.names)) if self.shelf.pages.count == 1 else max_cards
        places = card_places(m, count, min(count, len(self.shelf.pages.items) or count), top, height)
        self._blank_cards = [] if self._ready else places[:len(self.shelf.pages.items)]
        card_pages = {card.rules.name: card.pages.page for card in self.cards}
        max_entries = max((len(entries_of(rules)) for rules in systems), default=0)

        def cards(row_height: int) -> list[TitleCard]:
            return [TitleCard(rules, place, m, str(self._first + i + 1), card_pages.get(rules.name, 0), max_entries,
                              self.app.settings.learnt, row_height)
                    for i, (rules, place) in enumerate(zip(systems, places, strict=False))]

        self.cards = cards(BATTLE_HEIGHT)
        if not all(card.lengths_beside for card in self.cards):
            taller = cards(TWO_LINE_BATTLE_HEIGHT)
            if all(len(a.rows) == len(b.rows) and bool(a.story_size) == bool(b.story_size)
                   for a, b in zip(self.cards, taller, strict=True)):
                self.cards = taller
        # headlines and the names of sides are equally large on every page
        sizes = [card.fitting_headline_sizes(rules) for card in self.cards[:1] for rules in self.shelf.systems_so_far]
        side_names = [seat.title for rules in self.shelf.systems_so_far for seat in rules.theme.seats]
        for card in self.cards:
            card.headline_sizes = min(title for title, _ in sizes), min(subtitle for _, subtitle in sizes)
            card.side_face = card.fitting_side_face(side_names)
        story_size = min((card.story_size for card in self.cards), default=0)
        has_narrow_names = any(card.has_narrow_names for card in self.cards)
        lengths_beside = all(card.lengths_beside for card in self.cards)
        for card in self.cards:
            card.story_size, card.has_narrow_names = story_size, has_narrow_names
            card.lengths_beside = lengths_beside
        self.pictures.load(self.cards)

    @property
    def _battle(self) -> ScenarioInfo | None:
        """The battle whose row is under the pointer; None on the row of lessons."""
        scenario = self.hovered_scenario
        return None if scenario is None or scenario.example else scenario

    @property
    def systems(self) -> list[System[Any]]:
        """All usable systems."""
        return self.shelf.systems

    @property
    def moving(self) -> bool:
        """Whether there are still pictures to draw, or systems or saved games to read."""
        if self.app.stack[-1] is not self:
            return self._visible and not self.pictures.complete
        is_reading = self.shelf.has_unread or not self.save_reader.complete
        return not self.pictures.complete or self._frames < LAST_WORK_FRAME or is_reading

    @property
    def _visible(self) -> bool:
        """Whether the title is visible: topmost, or below sheets that do not cover it."""
        return not any(screen.covers for screen in self.app.stack[self.app.stack.index(self) + 1:])

    def turn(self, pages: int) -> None:
        """Go forward by a number of pages of cards, or back if negative."""
        if self.shelf.pages.turn(pages):
            self._set_hovered(-1, None)
            self._frames, self.pictures.complete = 0, False
            self.rebuild()

    def becomes_top(self) -> None:
        self._point_at(pygame.mouse.get_pos())
        self.save_reader.restart()
        if self._shown_before:
            self._ready = True
            self.rebuild()
        self._shown_before = True

    def _paint(self) -> pygame.Surface:
        """The picture of the title without its buttons."""
        m = self.metrics
        picture = pygame.Surface(m.size)
        draw_table(picture)
        pen = Pen(picture, m, 0, top_of_name(m), m.width)
        draw_name(pen)
        if self._blank_cards or self.cards:
            room = m.width - m.px(32) if self.shelf.pages.count == 1 else self._page_text_width
            line = fitting_font(self._line_text(), "ui", m.px(18), room).line_picture(self._line_text(), CREAM_FAINT)
            picture.blit(line, line.get_rect(center=self._line_room.center))
        if self.save_reader.latest is not None:
            text, room = resume_text(self.save_reader.latest), m.width - 2 * m.px(16)
            image = fitting_font(text, "ui", m.px(18), room).line_picture(text, CREAM)
            place = image.get_rect(midtop=self._resume_room.midtop)
            picture.blit(image, place.clamp(pygame.Rect(m.px(16), place.y, room, place.height)))
        for place in self._blank_cards:
            draw_sheet(picture, place, m.scale)
        for number, card in enumerate(self.cards):
            hover = number == self.hovered_card
            battle_picture = self.pictures.picture_of(card, self._battle if hover else None)
            card.draw(picture, battle_picture, hover, self.hovered_scenario if hover else None,
                      self._hovered_side if hover else None)
        return picture

    def _line_text(self) -> Text:
        """The line below the cards: progress of loading, else the page number or instructions."""
        if self._blank_cards:
            return say("Reading the games …")
        if not self.pictures.complete:
            return say("Drawing the pictures …")
        if self.shelf.pages.count > 1:
            return self._page_text
        return say("Click a battle or the side to play, or press 1 to {last}", last=len(self.cards))

    def draw(self, target: pygame.Surface) -> None:
        self._picture = self._picture or self._paint()
        target.blit(self._picture, (0, 0))
        self.draw_widgets(target)
        self._tip.draw(target, self.metrics)
        self._frames += 1

    @property
    def tip(self) -> Text:
        """The current tooltip."""
        return self._tip.shown_text

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        self._tip.update(dt)
        if self._visible and self._frames and not self._ready:
            self._ready = True
            self.rebuild()
        if self._visible and self._frames:
            if self.save_reader.read_more():
                self.rebuild()
            self.save_reader.report_complete()
        is_waiting = self.app.stack[-1] is self or (self._visible and not self.pictures.complete)
        if self._frames >= FIRST_WORK_FRAME and is_waiting:
            self._load_more()
        if top and self._battle is not None:
            before, self._hover_time = self._hover_time, self._hover_time + dt
            if before < HOVER_SECONDS <= self._hover_time:
                self._repaint(self.pictures.draw(self.cards[self.hovered_card], self._battle.name))

    def _load_more(self) -> None:
        """Do a piece of background loading: the pictures on this page, then the other systems one by one; finally
        report what cannot be used."""
        if not self.pictures.complete:
            self._frames = max(self._frames, LAST_WORK_FRAME - 1)
            self._repaint(self.pictures.draw_next(self.cards))
        elif self.shelf.has_unread:
            self._frames = LAST_WORK_FRAME - 1
            if not self.shelf.read_one() or not self.shelf.has_unread:
                self.rebuild()
        if self.pictures.complete and not self.shelf.has_unread and self.shelf.faults and self.app.stack[-1] is self:
            faults, self.shelf.faults = joined(self.shelf.faults, "\n"), []
            self.app.error(say("Something here cannot be used"), faults)

    def _repaint(self, fault: Text) -> None:
        """Repaint after a picture was drawn; a fault is reported later with the others."""
        if fault:
            self.shelf.faults.append(fault)
        self._picture = None

    def clear_hover(self) -> None:
        super().clear_hover()
        self._set_hovered(-1, None)
        self._tip.set_pointer((-1, -1), "")

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            number = self._card_at(event.pos)
            if number >= 0 and (step := self.cards[number].turns_at(event.pos)):
                self._turn_rows(number, step, wraps=step > 0)
                return True
            if number >= 0:
                card = self.cards[number]
                self._set_up(card.rules, card.entry_at(event.pos), card.side_at(event.pos))
                return True
        elif (event.type == pygame.MOUSEWHEEL and self.hovered_card >= 0
              and self.cards[self.hovered_card].pages.count > 1):
            self._turn_rows(self.hovered_card, -1 if event.y > 0 else 1)
            return True
        elif event.type in (pygame.MOUSEWHEEL, pygame.KEYDOWN):
            return self._turn_page(event)
        return False

    def _turn_page(self, event: pygame.event.Event) -> bool:
        """Turn the page of cards if the event is a key or wheel movement for it; return whether it was."""
        before = self.shelf.pages.page
        self.shelf.pages.handle(event)
        step, self.shelf.pages.page = self.shelf.pages.page - before, before
        self.turn(step)
        return step != 0

    def _turn_rows(self, number: int, pages: int, *, wraps: bool = False) -> None:
        """Turn the page of a card's battles.

        :param number: index of the card.
        :param wraps: whether the first page follows the last.
        """
        card_pages = self.cards[number].pages
        if not card_pages.turn(pages) and wraps:
            card_pages.page = 0
        self.rebuild()

    def do(self, command: str, key: str) -> bool:
        match command:
            case "start" if self.cards and self.focused is None:
                if self.save_reader.latest is not None:
                    self.resume()
                else:
                    self._set_up(self.cards[max(0, self.hovered_card)].rules)
            case "set-up" if 0 <= (number := int(key) - 1 - self._first) < len(self.cards):
                self._set_up(self.cards[number].rules)
            case "set-up" if self.cards and self._keeps_digits and int(key) <= len(self.systems):
                self._set_up(self.systems[int(key) - 1])
            case "turn-battles" if (number := self._card_with_pages) >= 0:
                self._turn_rows(number, -1 if key == "," else 1)
            case "resume":
                self.resume()
            case "present":
                self.present()
            case "saves":
                self.saves()
            case "positions":
                self.positions()
            case "settings":
                self.settings()
            case "keys":
                self.keys()
            case _:
                return super().do(command, key)
        return True

    @property
    def _card_with_pages(self) -> int:
        """Index of the card whose battles the keys turn: the one under the pointer, else the first with pages of
        battles; -1 if there is none."""
        with_pages = [number for number, card in enumerate(self.cards) if card.pages.count > 1]
        return self.hovered_card if self.hovered_card in with_pages else next(iter(with_pages), -1)

    def _card_at(self, pos: tuple[int, int]) -> int:
        """Index of the card at a point of the window; -1 if there is none."""
        return next((i for i, card in enumerate(self.cards) if card.rect.collidepoint(pos)), -1)

    def _point_at(self, pos: tuple[int, int]) -> None:
        """Update what is under the pointer."""
        number = self._card_at(pos)
        card = self.cards[number] if number >= 0 else None
        self._set_hovered(number, card.entry_at(pos) if card else None, card.side_at(pos) if card else None)
        self._tip.set_pointer(pos, card.tip_at(pos) if card else "")

    def _set_hovered(self, number: int, scenario: ScenarioInfo | None, side: str | None = None) -> None:
        """Note the card, scenario and side under the pointer, and repaint the title if they have changed."""
        if (number, scenario, side) != (self.hovered_card, self.hovered_scenario, self._hovered_side):
            self.hovered_card, self.hovered_scenario, self._hovered_side = number, scenario, side
            self._hover_time, self._picture = 0.0, None

    def escape(self) -> None:
        """Do nothing: the program is left with the Quit button."""

    def set_up(self, number: int, scenario: ScenarioInfo | None = None) -> None:
        """Open the new-game sheet of a system, given by its index among all."""
        self._set_up(self.systems[number], scenario)

    def _set_up(self, rules: System[Any], scenario: ScenarioInfo | None = None, side: str | None = None) -> None:
        """Open the new-game sheet of a system, with a scenario or the person's side already chosen; for the row of
        lessons, their list."""
        from game.ui.screens.examples import ExamplesSheet
        from game.ui.screens.newgame import NewGame

        self.app.sounds.play("click")
        if scenario is not None and scenario.example:
            self.app.push(ExamplesSheet(self.app, rules))
            return
        self.app.push(NewGame(self.app, rules, scenario, side))

    def present(self) -> None:
        """Open the list of presentations."""
        from game.ui.screens.presentations import Presentations

        self.app.busy(say("Reading the lessons …"))
        self.app.push(Presentations(self.app))

    def saves(self) -> None:
        """Open the list of saved games."""
        from game.ui.screens.saves import Saves

        self.app.push(Saves(self.app))

    def positions(self) -> None:
        """Open the list of positions, to set one up or open a saved one."""
        from game.ui.screens.own_file import Positions

        self.app.push(Positions(self.app))

    def settings(self) -> None:
        """Open the settings."""
        from game.ui.screens.settings_sheet import SettingsSheet

        self.app.push(SettingsSheet(self.app))

    def keys(self) -> None:
        """Open the keys of all systems."""
        from game.ui.screens.keys import Keys

        self.app.push(Keys(self.app, *self.systems))

    def resume(self) -> None:
        """Resume the game played last."""
        if self.save_reader.latest is not None:
            self.app.navigator.resume(self.save_reader.latest.path)
