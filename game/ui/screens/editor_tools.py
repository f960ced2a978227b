"""The position editor's map tools: picking places, and placing terrain."""

from __future__ import annotations

from collections.abc import Sequence
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


class Tool:
    """A mode of the position editor that takes mouse events on the map and keys until it is closed."""

    title: Text

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
        """Choices on the panel, each with whether it is on."""
        return ()

    def choose(self, number: int) -> None:
        """Choose the chip with this number."""

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
        return self.field.places(self.screen.draft.value(self.field, self._unit))

    @property
    def hint(self) -> Text:
        return say("Click a place, or go to it with the arrows and press Enter. Repeat to remove it.")

    @property
    def summary(self) -> Text:
        board = self.screen.view.board
        return joined((board.title_of(place) for place in self._places if board.knows(place)), ", ") or say("None yet")

    def _toggle(self, place: str) -> None:
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
        return command in ("turn", "mark", "remove", "next-counter")

    def mark(self, overlay: Overlay) -> None:
        overlay.reach = dict.fromkeys(self._places)
        overlay.hint = self._places


class TerrainTool(Tool):
    """Places, moves, turns, resizes and removes pieces of terrain."""

    title = say("Terrain")

    def __init__(self, screen: PositionEditor, form: TerrainForm) -> None:
        super().__init__(screen)
        self.form, self._kind = form, 0
        self.piece: int | None = None
        """Number of the selected piece."""
        self._held: Spot | None = None
        """Spot on the table at which the selected piece was gripped."""
        self._moved = (0, 0)
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
        """The topmost piece at a point; linear pieces, such as roads, count near their course too."""
        piece = None
        for number, (_, points, width) in enumerate(self.form.outlines(self.screen.draft.position)):
            if width:
                near = max(width, 400)  # thousandths of a base, to grip thin roads too
                is_gripped = any(_gap(points[n], points[n + 1], spot) <= near for n in range(len(points) - 1))
            else:
                is_gripped = inside(spot, points)
            piece = number if is_gripped else piece
        return piece

    def _apply(self, position: dict[str, object]) -> None:
        self.screen.draft.lay_terrain(position)
        self.screen.show_changes()

    def _lay(self, spot: Spot) -> None:
        draft = self.screen.draft
        self._apply(self.form.add_piece(draft.state, draft.position, self.form.kinds[self._kind][0], spot))
        self.piece = len(self.form.outlines(draft.position)) - 1
        self.screen.app.sounds.play("click")

    def _shift(self, by: Spot) -> None:
        if self.piece is not None and by != (0, 0):
            self._apply(self.form.move_piece(self.screen.draft.state, self.screen.draft.position, self.piece, by))

    def _turn(self, steps: int) -> None:
        if self.piece is not None:
            self._apply(self.form.rotate_piece(self.screen.draft.state, self.screen.draft.position, self.piece, steps))

    def _size(self, steps: int) -> None:
        if self.piece is not None:
            self._apply(self.form.resize_piece(self.screen.draft.state, self.screen.draft.position, self.piece, steps))

    def _remove(self) -> None:
        if self.piece is not None:
            piece, self.piece = self.piece, None
            self._apply(self.form.remove_piece(self.screen.draft.position, piece))

    def handle(self, event: pygame.event.Event) -> bool:
        view = self.screen.view
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            spot = view.spot_at(event.pos)
            self.piece, self._moved = self._piece_at(spot), (0, 0)
            self._held = spot if self.piece is not None else None
            if self.piece is None:
                self._lay(spot)
            return True
        if event.type == pygame.MOUSEMOTION and self._held is not None:
            x, y = view.spot_at(event.pos)
            self._moved = x - self._held[0], y - self._held[1]
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            moved, self._held, self._moved = self._moved, None, (0, 0)
            self._shift(moved)
            return True
        if event.type == pygame.MOUSEWHEEL and self.piece is not None and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            (self._size if pygame.key.get_mods() & pygame.KMOD_SHIFT else self._turn)(event.y or event.x)
            return True
        return False

    def do(self, command: str, key: str) -> bool:
        count = len(self.form.outlines(self.screen.draft.position))
        match command:
            case "next-counter" if count:
                step = -1 if key.startswith("shift") else 1
                self.piece = ((self.piece if self.piece is not None else -1 if step > 0 else 0) + step) % count
            case "mark":
                self.choose(int(key) - 1 if key != "0" else 9)
            case "confirm":
                self._lay(self.screen.view.spot_at(self.screen.view.rect.center))
            case "cursor" | "stride" if key.removeprefix("shift+") in ARROW_KEYS:
                x, y = ARROW_KEYS[key.removeprefix("shift+")]
                far = self.screen.rules.theme.nudge * (10 if command == "stride" else 2)
                self._shift((x * far, y * far))
            case "turn" | "cursor":
                self._turn(-1 if key in ",q" else 1)
            case "size":
                self._size(1 if key == "]" else -1)
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
        dx, dy = self._moved
        spots = [self.screen.view.point_of(Pose(x + dx, y + dy, 0).text) for x, y in points]
        clip = target.get_clip()
        target.set_clip(self.screen.layout.map)
        for colour, wide in ((INK, 7), (GOLD, 4)):
            pygame.draw.lines(target, colour, not width, spots, px(wide))
        target.set_clip(clip)


def _gap(a: Spot, b: Spot, spot: Spot) -> float:
    """Distance of a spot from a line segment."""
    line = pygame.Vector2(b) - pygame.Vector2(a)
    along = (pygame.Vector2(spot) - pygame.Vector2(a)).dot(line) / (line.length_squared() or 1)
    return (pygame.Vector2(a) + max(0.0, min(1.0, along)) * line).distance_to(spot)
