"""The board on screen: sheet, counters, signs and animations for a hex board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.board.hexgrid import HexBoard, centre, from_axial
from game.core.contract import Counter, Theme
from game.core.event import Event
from game.ui import overlays
from game.ui.animation import Animator, Pose
from game.ui.camera import Camera
from game.ui.counters import counter_surface, shadow
from game.ui.fight import Fight
from game.ui.ground import Ground
from game.ui.marks import draw_marks
from game.ui.notice import Notice
from game.ui.overlays import Overlay
from game.ui.sheet import Sheet
from game.ui.sheet_tiles import SheetTiles
from game.ui.snapshot import snapshot
from game.ui.stacks import Stacks, counter_width

__all__ = ["BoardView", "Overlay", "ViewOptions"]

TABLE = 0.16
"""How much table is seen around the fitted sheet, in hex radii."""
STEP = 1.16
"""How much one notch of the wheel enlarges."""


@dataclass
class ViewOptions:
    """What the player has switched on."""

    zones_of_control: bool = False
    hex_numbers: bool = True
    reduced_motion: bool = False
    speed: float = 1.0
    """How fast animations run; 1 is as meant."""


class BoardView:
    """Draws a board with its counters and says what lies under the pointer. Knows no rules."""

    def __init__(self, board: HexBoard, theme: Theme) -> None:
        """:raises AssetError: when the system's style or pictures cannot be used."""
        self.board, self.theme = board, theme
        self.rect = pygame.Rect(0, 0, 960, 640)
        self.options = ViewOptions()
        self.overlay = Overlay()
        self.notice = Notice()
        self._sheet = Sheet(board, theme)
        x, y, w, h = self._sheet.layout.paper
        self.camera = Camera((x - TABLE, y - TABLE, w + 2 * TABLE, h + 2 * TABLE), self.rect.copy())
        self._tiles = SheetTiles(self._sheet, self.camera)
        self._animator = Animator(centre)
        self._stacks = Stacks(board, self.camera)
        self._fight = Fight()
        self._counters: dict[str, Counter] = {}
        self._ground = Ground(board, theme, self._sheet, self._tiles, self.camera)
        self._sharp = 0.0
        """Pixels a hex radius at which everything is cut: the camera's scale, while zooming the last one before."""
        self._pointer = (-1, -1)
        self._drag: tuple[int, int] | None = None
        self._dragged = False

    def resize(self, rect: pygame.Rect) -> None:
        """Draw into another rectangle of the window; what is looked at stays."""
        self.rect = rect.copy()
        self.camera.resize(rect)

    def fit(self) -> None:
        """Show the whole sheet."""
        self.camera.fit()

    def zoom(self, factor: float, at: tuple[int, int]) -> None:
        """Scale by a factor about a window pixel."""
        self.camera.zoom(factor, at)

    def pan(self, dx: float, dy: float) -> None:
        """Drag the sheet by pixels."""
        self.camera.pan(dx, dy)

    def show(self, place: str) -> None:
        """Pan so that a place is in view."""
        self.camera.look_at(centre(place))

    def point_of(self, place: str) -> tuple[int, int]:
        """The window pixel of a place's centre."""
        x, y = self.camera.to_screen(centre(place))
        return round(x), round(y)

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The hex under a window pixel."""
        if not self.rect.collidepoint(pos):
            return None
        x, y = self.camera.to_world(pos)
        q, r = x / 1.5, y / 3**0.5 - x / 3
        rq, rr, rs = round(q), round(r), round(-q - r)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs + q + r)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        name = from_axial(rq, rr) if rq >= 0 else ""
        return name if name in self.board.index else None

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The counter under a window pixel: the spread one, else the top of the stack."""
        if not self.rect.collidepoint(pos):
            return None
        self._lay()
        return self._stacks.unit_at(pos)

    def set_counters(self, counters: Sequence[Counter]) -> None:
        """The position: where counters stand when nothing moves."""
        self._counters = {counter.unit: counter for counter in counters}

    def handle(self, event: pygame.event.Event) -> bool:
        """Wheel zooms to the pointer, middle or right drag pans, stacks spread under the pointer.

        :return: whether the event is dealt with; a right click without a drag is not.
        """
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            if self._drag is None:
                self._lay()
                self._stacks.hover(event.pos, self.place_at(event.pos))
                return False
            self.pan(event.pos[0] - self._drag[0], event.pos[1] - self._drag[1])
            self._dragged = self._dragged or event.pos != self._drag
            self._drag = event.pos
            return True
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self._pointer):
            self.zoom(STEP ** (getattr(event, "precise_y", 0.0) or event.y), self._pointer)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) and self.rect.collidepoint(event.pos):
            self._drag, self._dragged = event.pos, False
            return bool(event.button == 2)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3) and self._drag is not None:
            self._drag = None
            return bool(self._dragged or event.button == 2)
        return False

    @property
    def sound(self) -> Callable[[str], None]:
        """Called with a sound's name when an animation begins."""
        return self._animator.sound

    @sound.setter
    def sound(self, play: Callable[[str], None]) -> None:
        self._animator.sound = play

    def play(self, events: Sequence[Event]) -> None:
        """Show what happened, after what is already being shown."""
        self._animator.play(events)

    @property
    def busy(self) -> bool:
        """Whether something is being shown."""
        return self._animator.busy

    @property
    def unrest(self) -> bool:
        """Whether the picture changes by itself: something is shown, said or still being printed."""
        return self.busy or bool(self.notice.text) or not (self._tiles.resting and self._tiles.settled)

    def skip(self) -> None:
        """Show the end at once."""
        self._animator.skip()

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._animator.reduced = self.options.reduced_motion
        self._animator.speed = max(0.1, self.options.speed)
        self._animator.update(dt)
        self._stacks.update(dt)
        self.notice.update(dt)
        printed = self._tiles.update(dt)
        if printed is not None:
            self._ground.print_anew(printed)
        if self._tiles.resting and self._tiles.settled:
            self._sharp = self.camera.scale

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything into ``rect`` of the window's surface."""
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        poses = self._lay()
        surface.blit(self._ground_picture(), self.rect)
        self._draw_places(surface)
        self._draw_resting(surface)
        for unit, pose in poses.items():
            if unit in self._counters:
                self._draw_moving(surface, self._counters[unit], pose)
        if self._animator.current is not None:
            self._fight.draw(surface, self._animator.current, self._standing(), self.point_of, self.camera.scale,
                             self.options.reduced_motion)
        self.notice.draw(surface, self.rect)
        surface.set_clip(clip)

    def snapshot(self, size: tuple[int, int]) -> pygame.Surface:
        """A small picture of the board's part of the sheet with its counters."""
        return snapshot(self._tiles.preview, self._sheet.layout, self._counters.values(), self.theme, size)

    def _standing(self) -> dict[str, str | None]:
        """Where every unit is shown to stand."""
        held = self._animator.held
        return {unit: held.get(unit, counter.place) for unit, counter in self._counters.items()}

    def _lay(self) -> Mapping[str, Pose]:
        """Pile the counters that rest; those in motion are returned."""
        poses = self._animator.poses()
        self._stacks.lay(tuple(self._counters.values()), self._animator.held, poses.keys())
        return poses

    def _ground_picture(self) -> pygame.Surface:
        """Table, sheet, zones of control and hex numbers."""
        stands: tuple[tuple[str, str], ...] = ()
        if self.options.zones_of_control:
            places = ((self._counters[u].seat, p) for u, p in self._standing().items())
            stands = tuple(sorted((seat, place) for seat, place in places if place in self.board.index))
        return self._ground.picture(stands, self.options.hex_numbers, self._sharp or self.camera.scale)

    @property
    def _cut(self) -> int:
        """The width in pixels at which counters are cut."""
        return counter_width(self._sharp or self.camera.scale)

    def _stretched(self, picture: pygame.Surface) -> pygame.Surface:
        """A picture cut at the sharp scale as large as the camera shows it."""
        if not self._sharp or self._sharp == self.camera.scale:
            return picture
        return pygame.transform.smoothscale_by(picture, self.camera.scale / self._sharp)

    def _draw_places(self, surface: pygame.Surface) -> None:
        """Reach, hint, refusal, cursor and path, below the counters."""
        marks, scale = self.overlay, self.camera.scale
        sharp = self._sharp or scale
        signs = [("reach", place) for place in marks.reach] + [("hint", place) for place in marks.hint]
        signs += [("refused", marks.refused or ""), ("cursor", marks.cursor or "")]
        for kind, place in signs:
            if place in self.board.index:
                picture = self._stretched(overlays.hex_sign(kind, sharp))
                surface.blit(picture, picture.get_rect(center=self.point_of(place)))
        if len(marks.path) > 1:
            self._draw_path(surface, marks.path)
        for place, cost in marks.reach.items():
            if cost is not None:
                picture = self._stretched(overlays.chip(str(cost), sharp))
                surface.blit(picture, picture.get_rect(center=self.point_of(place)))

    def _draw_path(self, surface: pygame.Surface, path: tuple[str, ...]) -> None:
        short = 0.34 if self.overlay.reach.get(path[-1]) is not None else 0.0
        points = tuple(self.point_of(place) for place in path)
        surface.blit(*overlays.arrow(points, self.camera.scale, short))

    def _draw_resting(self, surface: pygame.Surface) -> None:
        """Counters that lie, each with its shadow and the signs around it."""
        marks, px = self.overlay, self._stacks.px
        signs = dict.fromkeys(marks.hint, "hint") | dict.fromkeys(marks.targets, "target")
        signs |= dict.fromkeys(marks.picked, "picked")
        if marks.selected:
            signs[marks.selected] = "selected"
        cut = self._cut
        soft, drop = self._stretched(shadow(cut)), px * 0.035
        spread, area = self._stacks.tray() or (frozenset(), None)
        fanned = self._stacks.fanned() - spread
        for unit, (x, y) in self._stacks.spots().items():
            counter = self._counters[unit]
            if area is not None and unit in spread:
                surface.blit(overlays.plate(area.size), area)
                area = None
            surface.blit(soft, soft.get_rect(center=(round(x + drop), round(y + 1.5 * drop))))
            picture = self._stretched(counter_surface(counter, self.theme, cut))
            surface.blit(picture, picture.get_rect(center=(x, y)))
            if unit in signs:
                sign = self._stretched(overlays.ring(signs[unit], cut))
                surface.blit(sign, sign.get_rect(center=(x, y)))
            duty = ("must-attack",) if unit in marks.duties else ()
            draw_marks(surface, dict.fromkeys(counter.marks + duty), (x, y), px, unit in fanned)

    def _draw_moving(self, surface: pygame.Surface, counter: Counter, pose: Pose) -> None:
        """A counter in the hand: higher, with its shadow further off, perhaps fading."""
        px = self._stacks.px
        x, y = self.camera.to_screen(pose.at)
        low = px * (0.05 + 0.16 * pose.lift)
        if pose.alpha > 0.6:
            cast = shadow(px, round(pose.lift * 4) / 4)
            surface.blit(cast, cast.get_rect(center=(round(x + low), round(y + 1.4 * low))))
        picture = counter_surface(counter, self.theme, px)
        if pose.tilt or pose.lift > 0.01:
            picture = pygame.transform.rotozoom(picture, pose.tilt, 1 + 0.07 * pose.lift)
        if pose.alpha < 0.999:
            picture = picture.copy()
            picture.set_alpha(round(255 * max(0.0, pose.alpha)))
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
