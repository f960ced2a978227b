"""Tooltips for the signs drawn on a screen with a map: on the map, on counters, cards, turn track and dice."""

from __future__ import annotations

import pygame

from game.art import screen_data
from game.board.measuring import inside
from game.core.contract import Counter
from game.core.message import Text, joined, say
from game.i18n.words import capitalised, translate
from game.ui.board.pieces import covers_point, sign_spots
from game.ui.board.view import BoardView
from game.ui.cards.column import CardColumn
from game.ui.cards.turntrack import TurnTrack
from game.ui.counters.bases import base_depth, turned_box
from game.ui.counters.cardboard import MOVED_CORNER
from game.ui.counters.marks import FLAG_HEIGHT, FLAG_RATIO, sign_name, signs_of
from game.ui.counters.pictures import moved_corner_legs
from game.ui.dice.tray import Tray
from game.ui.kit.notice import Tip, topmost_meaning
from game.ui.screens.map_screen import MapScreen
from game.ui.sheets.planes import facing_of

MAX_SIGN_DISTANCE = 1.5
"""The maximum distance of a sign from its counter's centre, in counter widths; no base is deeper than that either."""


class SignTips:
    """Shows tooltips for the signs under the pointer. Buttons have tooltips of their own; the map shows none while
    something is carried over it."""

    def __init__(self, screen: MapScreen, column: CardColumn, track: TurnTrack, tray: Tray) -> None:
        self._screen, self._column, self._track, self._tray = screen, column, track, tray
        self._tip = Tip()
        self._pointer = (-1, -1)
        """The pointer's position; off the window after a click or a key."""

    @property
    def shown(self) -> Text:
        """The tooltip on screen, or empty."""
        return self._tip.shown_text

    def follow_pointer(self, event: pygame.event.Event) -> None:
        """Follow the pointer; a click or a key hides the tooltip."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._pointer = (-1, -1)

    def update(self, dt: float, top: bool, tray_rect: pygame.Rect | None) -> None:
        """Advance by ``dt`` seconds. No tooltip is shown beneath another screen, or while a rules question is shown.

        :param top: whether this is the topmost screen.
        :param tray_rect: the dice tray in window pixels; None if it is not shown.
        """
        if not top or self._screen.rules_question.shown:
            self._pointer = (-1, -1)
        self._tip.set_pointer(self._pointer, self.meaning(self._pointer, tray_rect), self._area_to_avoid(tray_rect))
        self._tip.update(dt)

    def _area_to_avoid(self, tray_rect: pygame.Rect | None) -> pygame.Rect | None:
        """What the tooltip must not cover: the sign on a card, the dice tray, the turn track, or the counters under the
        pointer; None if there is none of these."""
        layout = self._screen.layout
        if self._column.rect.collidepoint(self._pointer):
            return self._column.tip_at(self._pointer)[1]
        for box in (tray_rect, layout.track):
            if box is not None and box.collidepoint(self._pointer):
                return box
        return self._screen.view.box_at(self._pointer) if layout.map.collidepoint(self._pointer) else None

    def meaning(self, pos: tuple[int, int], tray_rect: pygame.Rect | None) -> Text:
        """The meaning of the sign at a point of the window; empty if there is none, or over a button."""
        screen, column = self._screen, self._column
        if any(button.visible and button.rect.collidepoint(pos) for button in screen.buttons):
            return ""
        if (tip := column.tip_at(pos)[0]) or column.rect.collidepoint(pos):
            return tip
        if screen.layout.objectives.collidepoint(pos) and screen.objectives.covers(pos):
            return screen.objectives.tip_at(pos)
        if screen.layout.track.collidepoint(pos):
            return self._track.tip_at(pos)
        if tray_rect is not None and tray_rect.collidepoint(pos):
            return self._tray.tooltip_at((pos[0] - tray_rect.x, pos[1] - tray_rect.y))
        if (tip_of_screen := screen.sign_at(pos)) is not None:
            return tip_of_screen
        carried = screen.view.selected_units
        return meaning_at(screen.view, pos) if screen.layout.map.collidepoint(pos) and not carried else ""

    def draw(self, target: pygame.Surface) -> None:
        """Draw the tooltip on top of everything."""
        self._tip.draw(target, self._screen.metrics)


def mark_at(view: BoardView, pos: tuple[int, int]) -> str | None:
    """The mark whose sign is under a pixel; None if there is none. Signs of counters beneath others are ignored. For a
    block of the far view, the marks are those of its summed counter."""
    view.unit_at(pos)  # brings the layout of counters up to date
    stacks, duties, data = view.stacks, frozenset(view.overlay.duties), screen_data(view.theme.art)
    widths, covered, on_others = stacks.widths(), stacks.covered(), stacks.on_others()
    blocks, inside_blocks = stacks.blocks_by_top, stacks.inside_blocks()
    duties |= stacks.tops_of_blocks_with(duties)
    for unit, centre in reversed(stacks.spots().items()):
        counter = blocks[unit].counter if unit in blocks else view.counters.get(unit)
        if counter is None or unit in inside_blocks:
            continue
        px = max(6, round(stacks.px * widths.get(unit, 1.0)))
        if max(abs(pos[0] - centre[0]), abs(pos[1] - centre[1])) > MAX_SIGN_DISTANCE * px:
            continue
        turn = facing_of(stacks.place_of(unit) or "")
        marks = signs_of(counter.marks, data, duty=unit in duties, covered=unit in covered)
        for mark, _, box in reversed(tuple(sign_spots(counter, marks, centre, px, turn, unit in on_others))):
            if box.collidepoint(pos):
                return mark
        if covers_point(counter, px, turn, centre, pos):
            (x, y), size = _moved_corner(counter, px, turn, centre)
            return "moved" if "moved" in marks and max(abs(pos[0] - x), abs(pos[1] - y)) <= size else None
    return None


def _moved_corner(counter: Counter, px: int, turn: float | None, centre: tuple[int, int]
                  ) -> tuple[tuple[float, float], float]:
    """The corner that shows that a piece has moved (a counter's upper right, a base's rear right), and the distance
    from it up to which its sign reaches across and down, both in pixels.

    :param px: width of the piece, in pixels.
    :param turn: facing of a base; None for a counter.
    """
    if counter.size is None or turn is None:
        return (centre[0] + px / 2, centre[1] - px / 2), moved_corner_legs(counter) * px
    return turned_box(px, base_depth(counter, px), turn, centre)[2], MOVED_CORNER / 2 * px


def meaning_at(view: BoardView, pos: tuple[int, int]) -> Text:
    """The tooltip of the sign under a pixel; empty if there is none."""
    if not view.rect.collidepoint(pos):
        return ""
    mark = mark_at(view, pos)
    if mark is not None:
        return capitalised(translate(sign_name(mark, view.theme)))
    if meaning := topmost_meaning(view.tooltips, pos):
        return meaning
    for place, seat in view.holders.items():
        spot = view.flags.at(place)
        if spot is not None:
            (x, y), share = spot
            height = FLAG_HEIGHT * share * view.camera.scale
            box = pygame.Rect(0, 0, round(height * FLAG_RATIO), round(height))
            box.center = tuple(map(round, view.camera.to_screen((x, y))))
            side = view.theme.side_title(seat)
            if side and box.collidepoint(pos):
                return say("Flag: {place}, held by {side}", side=side, place=view.board.name_of(place))
    return layer_titles_at(view, pos)


def layer_titles_at(view: BoardView, pos: tuple[int, int]) -> Text:
    """The titles of the layers over the place under a pixel, if no counter is there; empty if there are none."""
    if view.unit_at(pos) is not None:
        return ""
    place, spot = view.place_at(pos), view.spot_at(pos)
    titles = [layer.title for layer in view.layers_seen
              if place in layer.places or any(inside(spot, outline) for outline in layer.outlines)]
    return capitalised(translate(joined(dict.fromkeys(titles), " \N{MIDDLE DOT} "))) if titles else ""
