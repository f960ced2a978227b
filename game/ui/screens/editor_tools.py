"""The position editor's map tools: one picks places, one places terrain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame

from game.board.measuring import inside
from game.core.message import Text, joined, say
from game.core.pose import Pose, Spot
from game.core.position_fields import PlacesField
from game.core.position_terrain import TerrainForm
from game.i18n.words import capitalised, translate
from game.ui.board.overlay import Overlay
from game.ui.kit.theme import GOLD, INK
from game.ui.play.cursor import ARROW_KEYS

if TYPE_CHECKING:
    from game.ui.screens.editor import PositionEditor


GRIP_DISTANCE = 400
"""Distance in thousandths of a base within which a line of terrain, such as a road, is gripped, however thin it is.
Chosen by hand."""
NUDGE_STEPS = {"cursor": 2, "stride": 10}
"""Keyboard command -> number of nudges that it moves a piece of terrain."""


class Tool:
    """A mode of the position editor that takes mouse events on the map, and keys, until it is closed."""

    title: Text
    """Heading of the tool on the panel."""

    def __init__(self, screen: PositionEditor) -> None:
        self.screen = screen

    @property
    def hint(self) -> Text:
        """Instructions for the tool."""
        raise NotImplementedError

    @property
    def summary(self) -> Text:
        """The tool's current contents as text."""
        return ""

    @property
    def chips(self) -> Sequence[tuple[Text, bool]]:
        """The labels of the choices on the panel, each with whether it is chosen."""
        return ()

    def choose(self, number: int) -> None:
        """Choose the chip with this number, counted from 0."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event on the map; return whether it was used."""
        return False

    def do(self, command: str, key: str) -> bool:
        """Do a keyboard command; return whether this tool uses it."""
        return False

    def mark(self, overlay: Overlay) -> None:
        """Mark the tool's places in the map's overlay."""

    def draw(self, target: pygame.Surface) -> None:
        """Draw over the map."""


class PlacesTool(Tool):
    """Picks the places of a field: a click adds or removes one."""

    def __init__(self, screen: PositionEditor, field: PlacesField, unit: str) -> None:
        super().__init__(screen)
        self.field, self._unit = field, unit
        title = capitalised(translate(field.title))
        self.title = say("{unit}: {field}", unit=screen.counters[unit].name, field=field.title) if unit else title

    @property
    def _places(self) -> tuple[str, ...]:
        """The places picked so far."""
        return self.field.places(self.screen.draft.value(self.field, self._unit))

    @property
    def hint(self) -> Text:
        return say("Click a place, or go to it with the arrows and press Enter. Repeat to remove it.")

    @property
    def summary(self) -> Text:
        board = self.screen.view.board
        return joined((board.title_of(place) for place in self._places if board.knows(place)), ", ") or say("None yet")

    def _toggle(self, place: str) -> None:
        """Add a place to the field, or remove it."""
        draft = self.screen.draft
        draft.set(self.field, self.field.toggled(draft.value(self.field, self._unit), place), self._unit)
        self.screen.app.sounds.play("click")
        self.screen.show_changes()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        place = self.screen.view.place_at(event.pos)
        if place is not None:
            self.screen.cursor = place
            self._toggle(place)
        return True

    def do(self, command: str, key: str) -> bool:
        if command == "confirm" and self.screen.cursor is not None:
            self._toggle(self.screen.cursor)
            return True
        return command in ("turn", "mark", "remove", "next-counter")  # they would change the selected unit

    def mark(self, overlay: Overlay) -> None:
        overlay.reach = dict.fromkeys(self._places)
        overlay.hint = self._places


class TerrainTool(Tool):
    """Places, moves, turns, resizes and removes pieces of terrain."""

    title = say("Terrain")

    def __init__(self, screen: PositionEditor, form: TerrainForm) -> None:
        super().__init__(screen)
        self.form = form
        self._kind = 0
        """Index of the chosen kind of terrain."""
        self.piece: int | None = None
        """Number of the selected piece; None if none is selected."""
        self._grip: Spot | None = None
        """Spot on the table at which the selected piece is gripped; None if it is not dragged."""
        self._drag = (0, 0)
        """Offset of the current drag, in table coordinates."""

    @property
    def hint(self) -> Text:
        return say("Click the table to place a piece of the chosen kind. Drag a piece to move it, turn it with the "
                   "wheel, size it with Shift+wheel. Delete removes it.")

    @property
    def chips(self) -> Sequence[tuple[Text, bool]]:
        return [(title, number == self._kind) for number, (_, title) in enumerate(self.form.kinds)]

    def choose(self, number: int) -> None:
        if number < len(self.form.kinds):
            self._kind = number

    def _piece_at(self, spot: Spot) -> int | None:
        """The number of the topmost piece at a spot on the table; None if there is none. A line, such as a road, is
        also gripped beside its course."""
        piece = None
        for number, (_, points, width) in enumerate(self.form.outlines(self.screen.draft.position)):
            if width:
                is_gripped = any(_distance(*ends, spot) <= max(width, GRIP_DISTANCE) for ends in pairwise(points))
            else:
                is_gripped = inside(spot, points)
            piece = number if is_gripped else piece
        return piece

    def _apply(self, position: dict[str, object]) -> None:
        """Take over a position with changed terrain."""
        self.screen.draft.lay_terrain(position)
        self.screen.show_changes()

    def _add(self, spot: Spot) -> None:
        """Place a piece of the chosen kind, and select it."""
        draft = self.screen.draft
        self._apply(self.form.add_piece(draft.state, draft.position, self.form.kinds[self._kind][0], spot))
        self.piece = len(self.form.outlines(draft.position)) - 1
        self.screen.app.sounds.play("click")

    def _move(self, offset: Spot) -> None:
        """Move the selected piece by an offset."""
        if self.piece is not None and offset != (0, 0):
            self._apply(self.form.move_piece(self.screen.draft.state, self.screen.draft.position, self.piece, offset))

    def _turn(self, steps: int) -> None:
        """Turn the selected piece, clockwise if positive."""
        if self.piece is not None:
            self._apply(self.form.rotate_piece(self.screen.draft.state, self.screen.draft.position, self.piece, steps))

    def _resize(self, steps: int) -> None:
        """Enlarge the selected piece, or make it smaller if negative."""
        if self.piece is not None:
            self._apply(self.form.resize_piece(self.screen.draft.state, self.screen.draft.position, self.piece, steps))

    def _remove(self) -> None:
        """Remove the selected piece."""
        if self.piece is not None:
            piece, self.piece = self.piece, None
            self._apply(self.form.remove_piece(self.screen.draft.position, piece))

    def handle(self, event: pygame.event.Event) -> bool:
        view = self.screen.view
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            spot = view.spot_at(event.pos)
            self.piece, self._drag = self._piece_at(spot), (0, 0)
            self._grip = spot if self.piece is not None else None
            if self.piece is None:
                self._add(spot)
            return True
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            x, y = view.spot_at(event.pos)
            self._drag = x - self._grip[0], y - self._grip[1]
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            offset, self._grip, self._drag = self._drag, None, (0, 0)
            self._move(offset)
            return True
        if event.type == pygame.MOUSEWHEEL and self.piece is not None and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            resizes = pygame.key.get_mods() & pygame.KMOD_SHIFT
            (self._resize if resizes else self._turn)(event.y or event.x)  # some systems report Shift+wheel sideways
            return True
        return False

    def do(self, command: str, key: str) -> bool:
        count = len(self.form.outlines(self.screen.draft.position))
        match command:
            case "next-counter" if count:
                step = -1 if key.startswith("shift") else 1
                self.piece = ((self.piece if self.piece is not None else -1 if step > 0 else 0) + step) % count
            case "mark":
                self.choose(int(key) - 1 if key != "0" else 9)  # the key 0 stands for the tenth
            case "confirm":
                self._add(self.screen.view.spot_at(self.screen.view.rect.center))
            case "cursor" | "stride" if key.removeprefix("shift+") in ARROW_KEYS:
                x, y = ARROW_KEYS[key.removeprefix("shift+")]
                distance = self.screen.rules.theme.nudge * NUDGE_STEPS[command]
                self._move((x * distance, y * distance))
            case "turn" | "cursor":  # a cursor key that is no arrow is Q or E
                self._turn(-1 if key in (",", "q") else 1)
            case "size":
                self._resize(1 if key == "]" else -1)
            case "remove":
                self._remove()
            case _:
                return False
        return True

    def draw(self, target: pygame.Surface) -> None:
        """Draw the outline of the selected piece at its dragged position."""
        pieces, px = self.form.outlines(self.screen.draft.position), self.screen.px
        if self.piece is None or self.piece >= len(pieces):
            self.piece = None
            return
        _, points, width = pieces[self.piece]
        dx, dy = self._drag
        pixels = [self.screen.view.point_of(Pose(x + dx, y + dy, 0).text) for x, y in points]
        clip = target.get_clip()
        target.set_clip(self.screen.layout.map)
        for colour, line_width in ((INK, 7), (GOLD, 4)):
            pygame.draw.lines(target, colour, not width, pixels, px(line_width))
        target.set_clip(clip)


def _distance(start: Spot, end: Spot, spot: Spot) -> float:
    """Distance of a spot from a line segment."""
    line = pygame.Vector2(end) - pygame.Vector2(start)
    share = (pygame.Vector2(spot) - pygame.Vector2(start)).dot(line) / (line.length_squared() or 1)
    return (pygame.Vector2(start) + max(0.0, min(1.0, share)) * line).distance_to(spot)
