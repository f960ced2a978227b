"""The recap of the other players' actions on a card over the panel; Page Down and Page Up go through its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.message import joined, say
from game.ui.board.trace import march_arrows
from game.ui.cards.card import Card
from game.ui.cards.card_pen import CardPen, CardSpot
from game.ui.cards.chances import chance_texts
from game.ui.cards.slip import HINT_REDUCTION, PLAYER_PRINT, RING_RADIUS, draw_ring, free_corner
from game.ui.cards.stage_panels import free_spot
from game.ui.kit.notice import frame_sides
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import TextRun, fitting_font
from game.ui.kit.strokes import MODIFIERS, strokes
from game.ui.kit.theme import FAINT, GOLD, INK, PAPER
from game.ui.play.game import GameInPlay
from game.ui.play.recap import RecapItem, first_after_action, last_of_others, recap

if TYPE_CHECKING:
    from game.ui.screens.map_screen import MapScreen

CARD_WIDTH = 620
"""Width of the card, in layout units."""
MAP_GAP = 14
"""The card's gap to the map's edges, in layout units."""
MAP_PRINT_SIZES = range(PLAYER_PRINT - HINT_REDUCTION, 17, -2)
"""Font sizes to try for the card over the map, in layout units, from a caption's small print down; the first at which
the card covers no counter of its step is used."""
PANEL_PRINT_SIZES = range(26, 15, -2)
"""Font sizes to try for the card in the panel, in layout units, where it fills the selection's space."""
STEP_HEIGHT = 46
"""Height of the step buttons, in layout units."""
BACK_SPOT, NEXT_SPOT, CLOSE_SPOT = "before", "after", "away"
"""The names of the card's buttons."""
STEPS = {BACK_SPOT: -1, NEXT_SPOT: 1}
"""Button of the card -> the direction of the step that a click on it shows."""
NUMBERS_TIP = say("Number on an arrow: units that moved together")
"""A line on the card of a step with an arrow that has a number."""
CORNERS = ("bottomleft", "topleft", "bottomright", "topright")
"""Corners of the map for the card, in order of preference."""
FORWARD_KEYS, BACK_KEYS = ("pagedown", "right", "down"), ("pageup", "left", "up")
"""The keys that go to the next and to the previous step."""
MAX_MENTIONS = 2
"""How many times in a game the key of the recap is mentioned."""
MAX_RINGS = 12
"""Most places that are ringed; with more, the arrows are clear enough."""


class RecapCard:
    """The card of the recap: its steps, and the one shown."""

    def __init__(self, screen: MapScreen, find_items: Callable[[], tuple[RecapItem, ...]],
                 restore_view: Callable[[], None]) -> None:
        """:param find_items: returns the steps; empty if no recap can be shown now.
        :param restore_view: restores the map's usual view."""
        self._screen, self._find_items, self._restore_view = screen, find_items, restore_view
        self.items: tuple[RecapItem, ...] = ()
        """The steps; empty while no recap is shown."""
        self.at = 0
        """Index of the step shown."""
        self.card = Card()
        self._layout_key: object = None
        """The values from which the card was last laid out."""

    @property
    def shown(self) -> bool:
        """Whether a recap is on screen."""
        return bool(self.items)

    def step(self, direction: int) -> bool:
        """Show the next step, or the previous one for a direction of -1; if no recap is shown, open it at the first.
        Return whether a recap is shown now."""
        if not self.items:
            self.items, self.at = self._find_items(), 0
        else:
            self.at = max(0, min(len(self.items) - 1, self.at + direction))
        if self.items:
            self._show()
        return bool(self.items)

    def _show(self) -> None:
        """Show the step's arrows and places on the map."""
        item, view = self.items[self.at], self._screen.view
        view.notice.dismiss()
        view.set_trace(item.trace)
        self._screen.show_places(item.places)
        self._screen.changed()

    def dismiss(self) -> bool:
        """Close the recap and restore the map's arrows; return whether one was shown."""
        was_shown, self.items = self.shown, ()
        if was_shown:
            self._restore_view()
        return was_shown

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event while the recap is shown: its keys step through it, Esc closes it, a click on the card is
        consumed; any other key or click closes it and keeps its usual meaning."""
        if not self.shown:
            return False
        if event.type == pygame.KEYDOWN and event.key not in MODIFIERS:
            keys = strokes(event)
            direction = 1 if set(keys) & set(FORWARD_KEYS) else -1 if set(keys) & set(BACK_KEYS) else 0
            if direction:
                return self.step(direction)
            self.dismiss()
            return "escape" in keys
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.card.rect.collidepoint(event.pos):
                spot = self.card.spot_at(event.pos)
                if spot == CLOSE_SPOT:
                    return self.dismiss()
                return self.step(STEPS[spot]) if spot in STEPS else True
            self.dismiss()
        return False

    @property
    def rings(self) -> list[tuple[int, int]]:
        """The centres of the step's rings in window pixels: the last places of units that acted or were acted on,
        without places passed through; none if there would be more than ``MAX_RINGS``."""
        ringed = self.items[self.at].ringed if self.shown else []
        points = [point for place in ringed if (point := self._screen.view.point_on_map(place)) is not None]
        return points if len(points) <= MAX_RINGS else []

    def draw(self, target: pygame.Surface) -> None:
        """Draw the rings of the step, and the card."""
        if not self.shown:
            return
        screen, item = self._screen, self.items[self.at]
        area, clip = screen.layout.free, target.get_clip()
        room = area if screen.app.metrics.has_drawer else screen.column.selection_and_list
        target.set_clip(area)
        spots = [point for place in item.places if (point := screen.view.point_on_map(place)) is not None]
        for spot in self.rings:
            draw_ring(target, spot, screen.view.stacks.px, screen.px(4))
        wording = id(screen.view.board), screen.view.shows_numbers
        key = self.at, id(self.items), tuple(area), tuple(room), tuple(spots), screen.app.metrics, wording
        if self._layout_key != key:
            self._layout_key = key
            self.card.set_wording(screen.view.worded, wording)
            self._lay(area, spots)
        target.set_clip(clip)
        self.card.draw(target)
        for edge in frame_sides(self.card.rect, screen.px(4)):
            target.fill(GOLD, edge)

    def _lay(self, area: pygame.Rect, spots: Sequence[tuple[int, int]]) -> None:
        """Place the card over the selection in the panel. If the panel is a drawer, place it on the map, in the largest
        print in which it covers no counter of the step; if there is none, in the smallest, where it covers fewest.

        :param area: the part of the map that is free for the card.
        :param spots: the places of the step, in window pixels.
        """
        gap, m, counter = self._screen.px(MAP_GAP), self._screen.app.metrics, self._screen.view.stacks.px
        if not m.has_drawer:
            room = self._screen.column.selection_and_list
            for size in PANEL_PRINT_SIZES:
                self.card.write((self.at, id(self.items), size), room.width, m, partial(self._write, size))
                if self.card.height <= room.height:
                    break
            else:
                self.card.write((self.at, id(self.items)), room.width, m, partial(self._write, size), room.height)
            self.card.place(*room.topleft, room.height)
            return
        ring_size = round(2 * RING_RADIUS * counter)
        rings = [pygame.Rect(x - ring_size // 2, y - ring_size // 2, ring_size, ring_size) for x, y in spots]
        for size in MAP_PRINT_SIZES:
            width = min(m.px(CARD_WIDTH * size / MAP_PRINT_SIZES[0]), area.width - 2 * gap)
            self.card.write((self.at, id(self.items), size), width, m, partial(self._write, size),
                            area.height - 2 * gap)
            box = free_spot(area, (width, self.card.height), gap, rings, corners_first=True)
            if box is not None:
                break
        else:
            box = free_corner(area.inflate(-2 * gap, -2 * gap), (width, self.card.height), spots, counter, CORNERS)
        self.card.place(box.x, box.y)

    def _write(self, size: int, pen: CardPen) -> None:
        """Print the step shown, at a font size in layout units."""
        item = self.items[self.at]
        pen.heading(item.title, say("Part {number} of {whole}", number=self.at + 1, whole=len(self.items)))
        self._print_buttons(pen)
        for line in item.lines:
            pen.flow([TextRun(line, "ui", size)], leading=1.05)
        view = self._screen.view
        if any(arrow.units > 1 for arrow in march_arrows(item.trace, view.point_on_map, view.camera.scale)):
            pen.flow([TextRun(NUMBERS_TIP, "ui", 16, FAINT)], leading=1.0)
        if item.preview is not None:
            pen.separator()
            preview = item.preview
            pen.flow([TextRun(joined((preview.total, preview.reading), ": "), "ui", size, FAINT)], leading=1.0)
            pen.flow([TextRun(joined(chance_texts(preview.outcomes), " · "), "ui", size)], leading=1.0)
        if item.result:
            pen.space(4)
            pen.flow([TextRun(item.result, "ui-bold", size + 4)], leading=1.05)
        pen.space(4)

    def _print_buttons(self, pen: CardPen) -> None:
        """Print the buttons Back, Next and Close with their keys, always at the same place below the heading."""
        px = pen.metrics.px
        gap = px(6)
        width, height = (pen.width - 2 * gap) // 3, px(STEP_HEIGHT)
        last = self.at == len(self.items) - 1
        for k, (name, text, key, enabled) in enumerate(((BACK_SPOT, say("Back"), say("Page Up"), self.at > 0),
                                                     (NEXT_SPOT, say("Next"), say("Page Down"), not last),
                                                     (CLOSE_SPOT, say("Close"), say("Esc"), True))):
            box = pygame.Rect(pen.x + k * (width + gap), pen.y, width, height)
            is_main = name == (CLOSE_SPOT if last else NEXT_SPOT)
            paper, ink = (INK, PAPER) if is_main else (PAPER, INK if enabled else FAINT)
            draw_box(pen.surface, box, paper, INK if enabled else FAINT, px(1), px(5))
            label = fitting_font(text, "ui-bold", px(18), width - gap).line_picture(text, ink)
            pen.surface.blit(label, label.get_rect(center=(box.centerx, box.y + height * 3 // 10)))
            label = fitting_font(key, "ui", px(14), width - gap).line_picture(key, ink)
            pen.surface.blit(label, label.get_rect(center=(box.centerx, box.y + height * 7 // 10)))
            if enabled:
                pen.spots.append(CardSpot(box, name))
        pen.y += height
        pen.space(8)
        pen.heading_ends.append(pen.y)


class GameRecapCard(RecapCard):
    """The recap of a game in play: the others' actions since the last action of the person to act."""

    def __init__(self, screen: MapScreen, game: GameInPlay) -> None:
        super().__init__(screen, self._items_now, lambda: game.settle(game.situation.state))
        self._game = game
        self._announced = -1
        """Number of actions in the game when ``announce`` last looked for a recap."""
        self._mentions = 0
        """How many times the key of the recap has been mentioned."""

    def _items_now(self) -> tuple[RecapItem, ...]:
        """The recap's steps now; empty while something moves, or in a game without people."""
        game, flow = self._game, self._game.flow
        if game.stage.busy or not flow.people:
            return ()
        viewers = (flow.seat,) if flow.seat in flow.people else flow.people
        return recap(game.rules, game.match.history.first_state, game.match.plies, viewers)

    def announce(self) -> None:
        """Say that there is a recap, when a person is to act after a computer's turn; at most ``MAX_MENTIONS`` times
        in a game."""
        game, plies, notice = self._game, self._game.match.plies, self._game.view.notice
        is_known = self._mentions >= MAX_MENTIONS or len(plies) == self._announced
        if is_known or not game.may_act or game.situation.interrupting is not None:
            return
        self._announced = len(plies)
        last = last_of_others(plies, game.flow.people)
        new_plies = plies[last.start:] if last.start >= first_after_action(plies, game.flow.people) else ()
        if any(game.flow.is_computer(ply.actor) for ply in new_plies) and not notice.detail:
            self._mentions += 1
            words = say("Page Down: what happened, step by step")
            if notice.text:
                notice.add(words)
            else:
                notice.say(words)
