"""The board on screen: sheet, counters, signs and animations for a hex board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.board.hexgrid import HexBoard, centre, from_axial, neighbour
from game.core.contract import Counter, Theme
from game.core.event import Declared, Event, Rolled
from game.ui import overlays
from game.ui.animation import Animator, eased
from game.ui.camera import Camera
from game.ui.counters import chevron, counter_surface, shadow
from game.ui.fonts import font
from game.ui.overlays import Overlay
from game.ui.sheet import Sheet
from game.ui.sheet_tiles import SheetTiles

__all__ = ["BoardView", "Overlay", "ViewOptions"]

COUNTER = 1.24
"""A counter's width in hex radii: 0.62 of a hex."""
PILE = 0.13
"""How far each counter of a stack lies above and left of the one beneath, in hex radii."""
SPREAD_SECONDS = 0.13
NUMBERS_FROM = 26.0
"""Pixels a radius below which hex numbers would blur and are left out."""


@dataclass
class ViewOptions:
    """What the player has switched on."""

    zones_of_control: bool = False
    hex_numbers: bool = True
    reduced_motion: bool = False
    speed: float = 1.0


class BoardView:
    """Draws a board with its counters and says what lies under the pointer. Knows no rules."""

    def __init__(self, board: HexBoard, theme: Theme) -> None:
        """:raises AssetError: when the system's style or pictures cannot be used."""
        self.board, self.theme = board, theme
        self.rect = pygame.Rect(0, 0, 960, 640)
        self.options = ViewOptions()
        self.overlay = Overlay()
        self._sheet = Sheet(board, theme)
        x, y, w, h = self._sheet.layout.paper
        self.camera = Camera((x - 0.3, y - 0.3, w + 0.6, h + 0.6), self.rect)
        self._tiles = SheetTiles(self._sheet, self.camera)
        self._animator = Animator(centre)
        self._counters: tuple[Counter, ...] = ()
        self._base: pygame.Surface | None = None
        self._base_key: object = None
        self._arrow: tuple[object, pygame.Surface, tuple[int, int]] | None = None
        self._pointer = (-1, -1)
        self._drag: tuple[int, int] | None = None
        self._dragged = False
        self._spread: str | None = None
        self._spread_for = 0.0

    # ---- looking ----

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
        if rq < 0:
            return None
        name = from_axial(rq, rr)
        return name if name in self.board.index else None

    # ---- counters ----

    def set_counters(self, counters: Sequence[Counter]) -> None:
        """The position: where counters stand when nothing moves."""
        self._counters = tuple(counters)

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The counter under a window pixel: the spread one, else the top of the stack."""
        if not self.rect.collidepoint(pos):
            return None
        half = self._px // 2
        for unit, (x, y) in reversed(list(self._resting().items())):
            if abs(pos[0] - x) <= half and abs(pos[1] - y) <= half:
                return unit
        return None

    def handle(self, event: pygame.event.Event) -> bool:
        """Wheel zooms to the pointer, middle or right drag pans, stacks spread under the pointer."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            if self._drag is not None:
                self.pan(event.pos[0] - self._drag[0], event.pos[1] - self._drag[1])
                self._dragged = self._dragged or event.pos != self._drag
                self._drag = event.pos
                return True
            self._hover(event.pos)
            return False
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self._pointer):
            self.zoom(1.16 ** (event.precise_y or event.y), self._pointer)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) and self.rect.collidepoint(event.pos):
            self._drag, self._dragged = event.pos, False
            return event.button == 2
        if event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3) and self._drag is not None:
            self._drag = None
            return self._dragged or event.button == 2
        return False

    # ---- motion ----

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

    def skip(self) -> None:
        """Show the end at once."""
        self._animator.skip()

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._animator.reduced = self.options.reduced_motion
        self._animator.speed = max(0.1, self.options.speed)
        self._animator.update(dt)
        if self._tiles.update(dt):
            self._base_key = None
        self._spread_for = min(SPREAD_SECONDS, self._spread_for + dt)

    # ---- drawing ----

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything into ``rect`` of the window's surface."""
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        surface.blit(self._base_surface(), self.rect)
        self._draw_places(surface)
        self._draw_path(surface)
        self._draw_counters(surface)
        self._draw_result(surface)
        surface.set_clip(clip)

    def snapshot(self, size: tuple[int, int]) -> pygame.Surface:
        """A small picture of the board's part of the sheet with its counters."""
        whole = self._tiles.whole.copy()
        scale = whole.get_width() / self._sheet.layout.paper[2]
        x0, y0, _, _ = self._sheet.layout.paper
        px = round(COUNTER * scale)
        for counter in self._counters:
            if counter.place is not None:
                x, y = centre(counter.place)
                picture = counter_surface(counter, self.theme, px)
                whole.blit(picture, picture.get_rect(center=(round((x - x0) * scale), round((y - y0) * scale))))
        fx, fy, fw, fh = self._sheet.layout.field
        field = pygame.Rect(round((fx - x0) * scale), round((fy - y0) * scale), round(fw * scale), round(fh * scale))
        field = field.clip(whole.get_rect())
        ratio = min(size[0] / field.w, size[1] / field.h)
        small = pygame.transform.smoothscale(
            whole.subsurface(field), (max(1, round(field.w * ratio)), max(1, round(field.h * ratio)))
        )
        picture = pygame.Surface(size).convert()
        picture.fill("#2b1d14")
        picture.blit(small, small.get_rect(center=(size[0] // 2, size[1] // 2)))
        return picture

    @property
    def _px(self) -> int:
        return max(6, round(COUNTER * self.camera.scale))

    def _base_surface(self) -> pygame.Surface:
        """Table, sheet and hex numbers; drawn anew only when the view changes."""
        camera = self.camera
        key = (camera.scale, camera.centre, tuple(self.rect), self.options.hex_numbers)
        if self._base is None or self._base.get_size() != self.rect.size:
            self._base = pygame.Surface(self.rect.size).convert()
            self._base_key = None
        if key != self._base_key:
            self._tiles.draw(self._base)
            if self.options.hex_numbers and camera.scale >= NUMBERS_FROM:
                self._draw_numbers(self._base)
            self._base_key = key
        return self._base

    def _draw_numbers(self, base: pygame.Surface) -> None:
        face = font("table", max(9, round(0.20 * self.camera.scale)))
        colour = self._sheet.style.sheet["numbers"]
        for name in self.board.hexes:
            x, y = centre(name)
            sx, sy = self.camera.to_screen((x, y - 0.742))
            if self.rect.collidepoint(sx, sy):
                text = face.render(name, True, colour)
                base.blit(text, text.get_rect(center=(round(sx - self.rect.x), round(sy - self.rect.y))))

    def _at(self, surface: pygame.Surface, picture: pygame.Surface, place: str) -> None:
        surface.blit(picture, picture.get_rect(center=self.point_of(place)))

    def _draw_places(self, surface: pygame.Surface) -> None:
        scale, marks = self.camera.scale, self.overlay
        if self.options.zones_of_control:
            self._draw_zones(surface)
        for place, cost in marks.reach.items():
            self._at(surface, overlays.hex_sign("reach", scale), place)
            if cost is not None:
                self._at(surface, overlays.chip(str(cost), scale), place)
        for place in marks.hint:
            if place in self.board.index:
                self._at(surface, overlays.hex_sign("hint", scale), place)
        if marks.refused is not None and marks.refused in self.board.index:
            self._at(surface, overlays.hex_sign("refused", scale), marks.refused)
        if marks.cursor is not None and marks.cursor in self.board.index:
            self._at(surface, overlays.hex_sign("cursor", scale), marks.cursor)

    def _draw_zones(self, surface: pygame.Surface) -> None:
        seats = {info.name: info for info in self.theme.seats}
        drawn = set()
        for counter in self._counters:
            place = self._animator.held.get(counter.unit, counter.place)
            if place is None or (counter.seat, place) in drawn:
                continue
            drawn.add((counter.seat, place))
            info = seats[counter.seat]
            for d in range(6):
                other = neighbour(place, d)
                if other in self.board.index:
                    self._at(surface, overlays.zone_dots((d + 3) % 6, info.paper, info.pattern, self.camera.scale), other)

    def _draw_path(self, surface: pygame.Surface) -> None:
        path = self.overlay.path
        if len(path) < 2:
            self._arrow = None
            return
        key = (path, self.camera.scale, self.camera.centre, tuple(self.rect))
        if self._arrow is None or self._arrow[0] != key:
            picture, corner = overlays.arrow([self.point_of(p) for p in path], self.camera.scale)
            self._arrow = (key, picture, corner)
        surface.blit(self._arrow[1], self._arrow[2])

    def _stacks(self) -> dict[str, list[Counter]]:
        """Counters by place, lowest first, those in motion left out."""
        moving = self._animator.poses()
        stacks: dict[str, list[Counter]] = {}
        for counter in self._counters:
            place = self._animator.held.get(counter.unit, counter.place)
            if place is not None and place in self.board.index and counter.unit not in moving:
                stacks.setdefault(place, []).append(counter)
        return stacks

    def _resting(self) -> dict[str, tuple[int, int]]:
        """Window pixel of every resting counter's centre, in drawing order; the spread stack last."""
        spots: dict[str, tuple[int, int]] = {}
        scale, last = self.camera.scale, []
        for place, stack in sorted(self._stacks().items(), key=lambda item: centre(item[0])[1]):
            x, y = self.point_of(place)
            t = eased(self._spread_for / SPREAD_SECONDS) if place == self._spread and len(stack) > 1 else 0.0
            gap = (COUNTER + 0.10) * scale
            for k, counter in enumerate(stack):
                pile = (k - (len(stack) - 1) / 2) * PILE * scale
                wide = (k - (len(stack) - 1) / 2) * gap
                spot = (round(x + wide * t - pile * (1 - t)), round(y - pile * (1 - t)))
                if t:
                    last.append((counter.unit, spot))
                else:
                    spots[counter.unit] = spot
        spots.update(last)
        return spots

    def _hover(self, pos: tuple[int, int]) -> None:
        """Spread the stack under the pointer; keep it spread while the pointer is on any of its counters."""
        if self._spread is not None:
            stack = self._stacks().get(self._spread, [])
            x, y = self.point_of(self._spread)
            width = len(stack) * (COUNTER + 0.1) * self.camera.scale
            if len(stack) > 1 and abs(pos[0] - x) <= width / 2 and abs(pos[1] - y) <= 0.7 * self.camera.scale:
                return
        place = self.place_at(pos)
        many = place is not None and len(self._stacks().get(place, ())) > 1
        if (place if many else None) != self._spread:
            self._spread, self._spread_for = (place if many else None), 0.0

    def _draw_counters(self, surface: pygame.Surface) -> None:
        by_unit = {counter.unit: counter for counter in self._counters}
        px, marks = self._px, self.overlay
        soft = shadow(px)
        drop = round(px * 0.035)
        signs = {unit: "hint" for unit in marks.hint}
        signs.update({unit: "target" for unit in marks.targets})
        signs.update({unit: "picked" for unit in marks.picked})
        if marks.selected:
            signs[marks.selected] = "selected"
        for unit, spot in self._resting().items():
            surface.blit(soft, soft.get_rect(center=(spot[0] + drop, spot[1] + round(drop * 1.5))))
            picture = counter_surface(by_unit[unit], self.theme, px)
            surface.blit(picture, picture.get_rect(center=spot))
            if unit in signs:
                sign = overlays.ring(signs[unit], px)
                surface.blit(sign, sign.get_rect(center=spot))
            if unit in marks.duties and "must-attack" not in by_unit[unit].marks:
                chevron(surface, (spot[0], spot[1] - round(px * 0.43)), px)
        for unit, pose in self._animator.poses().items():
            if unit not in by_unit:
                continue
            x, y = self.camera.to_screen(pose.at)
            cast = shadow(px, round(pose.lift * 4) / 4)
            low = px * (0.05 + 0.16 * pose.lift)
            if pose.alpha > 0.6:
                surface.blit(cast, cast.get_rect(center=(round(x + low), round(y + low * 1.4))))
            picture = counter_surface(by_unit[unit], self.theme, px)
            if pose.tilt or pose.lift > 0.01:
                picture = pygame.transform.rotozoom(picture, pose.tilt, 1 + 0.07 * pose.lift)
            if pose.alpha < 0.999:
                picture = picture.copy()
                picture.set_alpha(round(255 * max(0.0, pose.alpha)))
            surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

    def _draw_result(self, surface: pygame.Surface) -> None:
        """Attackers lunge as lines of fire; the result is stamped where the fight was."""
        step = self._animator.current
        if step is None:
            return
        event = step.events[0]
        places = {c.unit: self._animator.held.get(c.unit, c.place) for c in self._counters}
        if isinstance(event, Declared):
            self._fight = tuple(p for p in (places.get(u) for u in event.defenders) if p)
            for attacker in event.attackers:
                for target in self._fight:
                    start = places.get(attacker)
                    if start and start in self.board.index:
                        self._shot(surface, start, target, step.share)
        elif isinstance(event, Rolled) and self._fight:
            px = round(0.9 * self.camera.scale)
            picture = overlays.stamp(event.result, px)
            points = [self.point_of(p) for p in self._fight]
            at = (sum(p[0] for p in points) // len(points), sum(p[1] for p in points) // len(points))
            grow = 1.0 if self.options.reduced_motion else 1 + 0.6 * (1 - eased(step.elapsed / 0.16))
            if grow > 1.01:
                picture = pygame.transform.rotozoom(picture, 0, grow)
            surface.blit(picture, picture.get_rect(center=at))

    _fight: tuple[str, ...] = ()

    def _shot(self, surface: pygame.Surface, start: str, target: str, share: float) -> None:
        """A dash of light from attacker to defender."""
        (ax, ay), (bx, by) = self.point_of(start), self.point_of(target)
        head, tail = eased(share * 1.6), eased(share * 1.6 - 0.5)
        if tail >= 1:
            return
        points = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (tail, head)]
        for width, colour in ((0.17, "#2a1206"), (0.11, "#f2a51d"), (0.05, "#fff4d0")):
            pygame.draw.line(surface, colour, *points, max(2, round(width * self.camera.scale)))
