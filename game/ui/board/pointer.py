"""What lies where in the window, and what the pointer does to it: zooming, pushing, spreading stacks, carrying."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import hypot

import pygame

from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.contract import Counter
from game.core.pose import Spot
from game.ui.board.animation import Animator, Carry, CounterPose
from game.ui.board.looking import EDGE, Looking, box_around, meetings
from game.ui.board.marked import Overlay
from game.ui.board.places import Geometry
from game.ui.board.spread import hover
from game.ui.board.stacks import LyingStacks
from game.ui.board.view_parts import AnyBoard
from game.ui.kit.camera import Box, Camera, Point
from game.ui.sheets.planes import on_sheet, on_table

WORTH = 1.2
"""How many times as large as on the whole sheet counters are to be where a view opens on the armies (chosen by eye)."""
NEAR = 1.5
"""How far from the middle of a place it is still pointed about it, in the sheet's units."""
BY_HAND = 4.0
"""Seconds for which the map stays where a player has moved it, while a game is shown that runs by itself; chosen."""
COUNTER_ROOM = 0.9
"""Half the width of the square around the middle of a place in which its counters lie, in the sheet's units."""
STEP = 1.16
"""How much one notch of the wheel enlarges."""


class BoardPointer:
    """The part of a board's view that answers the mouse. A subclass sets the attributes without a value."""

    board: AnyBoard
    camera: Camera
    geometry: Geometry
    stacks: LyingStacks
    animator: Animator

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 960, 640)
        self.uncovered: Callable[[], tuple[pygame.Rect, list[pygame.Rect]]] = lambda: (self.rect, [])
        """The part of ``rect`` that no drawer covers, and what else lies on the map, e.g. the small map."""
        self._looking = Looking()
        self._follows = True
        self.overlay = Overlay()
        self.carry = Carry()
        self.counters: dict[str, Counter] = {}
        self._beside: dict[str, Counter] = {}
        """Those in boxes beside the map."""
        self._pointer = (-1, -1)
        self._drag: tuple[int, int] | None = None
        self._dragged = False
        self._pressed = False
        """Whether the left button is down."""
        self._held_still = 0.0
        """Seconds for which the map still stays where a player has moved it."""

    @property
    def steered(self) -> bool:
        """Whether a player moves the map with the mouse, or has done so just now."""
        return self._drag is not None or self._held_still > 0

    def zoom(self, factor: float, at: tuple[int, int]) -> None:
        """Scale by a factor about a window pixel."""
        self.stacks.spread.fold()
        self.camera.zoom(factor, at)

    def zoom_in_hand(self, factor: float) -> None:
        """Scale by a factor about the middle; units in hand, or the keyboard's place, stay in view."""
        self.zoom(factor, self.rect.center)
        units = (self.overlay.selected or "", *self.overlay.picked)
        places = [self.counters[unit].place for unit in units if unit in self.counters]
        self.show_all([place for place in places if place] or [self.overlay.cursor or ""])

    def pan(self, dx: float, dy: float) -> None:
        """Drag the sheet by pixels."""
        self.stacks.spread.fold()
        self.camera.pan(dx, dy)

    def fit(self, told: Box | None = None) -> bool:
        """Show the whole sheet; where that is shown, the parts of it on which the sides meet, one each time.

        :param told: what is looked at before those, e.g. where something has just happened.
        :return: whether the first of the parts is shown.
        """
        on_map = [each for each in self.counters.values() if each.place and self.geometry.knows(each.place)]
        parts = meetings(on_map, self.geometry.centre)
        return self._looking.on(self.camera, parts if told is None else [told, *parts]) == 1

    def open_on_armies(self, larger: float = 1.0, first: Collection[str] = ()) -> None:
        """Look at all counters on a map of hexes, if that makes them larger.

        :param larger: how many times as near as that it opens, as long as all counters of some seats are seen.
        :param first: those seats.
        """
        standing = [(each.seat, self.geometry.centre(each.place)) for each in self.counters.values()
                    if each.place and self.geometry.knows(each.place)]
        if not standing or not self.camera.fitted:
            return
        box, free = box_around([spot for _, spot in standing]), self.camera.free
        if isinstance(self.board, HexBoard) and (
                min(free.width / box[2], free.height / box[3]) >= WORTH * self.camera.fit_scale):
            self.camera.frame(box)
        left, top, wide, high = box_around([spot for seat, spot in standing if seat in first]
                                           or [spot for _, spot in standing], EDGE)
        larger = min(larger, min(free.width / wide, free.height / high) / self.camera.scale)
        if larger > 1:
            self._open_nearer(larger, (left + wide / 2, top + high / 2))

    def _open_nearer(self, factor: float, middle: Point) -> None:
        """Show a part so many times as large; the whole sheet is shown next where one asks.

        :param middle: what comes into the middle, in the sheet's units.
        """
        def move() -> None:
            self.camera.zoom(factor, self.rect.center)
            self.camera.centre_on(middle)

        self.stacks.spread.fold()
        self._looking.enlarge(self.camera, move)

    @property
    def follows(self) -> bool:
        """Whether what happens is brought into view; switched on, a table without a grid is shown whole first."""
        return self._follows

    @follows.setter
    def follows(self, follows: bool) -> None:
        if follows and not self._follows and isinstance(self.board, PlaneBoard):
            self.camera.fit()
            self._looking.forget()
        self._follows = follows

    def follow(self, places: Iterable[str], ground: Sequence[Spot] = ()) -> None:
        """Bring into view where something happens or is asked for. A table without a grid comes near, and is shown
        whole again where nothing is; there a view that a player has chosen stays.

        :param ground: where counters are to be set down on such a table: it is seen, whatever a player has chosen.
        """
        known = [place for place in places if self.geometry.knows(place)]
        if not self.follows:
            return
        if not isinstance(self.board, PlaneBoard):
            self.show_all(known)
            return
        self._looking.follow(self.camera, [self.geometry.centre(place) for place in known])
        if ground:
            self._looking.show_whole(self.camera, [on_sheet(spot) for spot in ground])

    def show(self, place: str) -> None:
        """Pan so that a place is in view."""
        if self.geometry.knows(place):
            self._looking.kept(self.camera, lambda: self.camera.look_at(self.geometry.centre(place)))

    def show_all(self, places: Iterable[str]) -> None:
        """Pan so that places are in view, e.g. those of a fight, with nothing over them; where they lie too far apart,
        the last of them. Where one of them is not, they come into the middle."""
        known = [place for place in places if self.geometry.knows(place)]
        area, over = self.uncovered()
        boxes = [self._counter_room(place) for place in known]
        if not all(area.contains(box) and box.collidelist(over) < 0 for box in boxes):
            self.stacks.spread.fold()
            self._looking.kept(self.camera, lambda: self.camera.look_at_all(
                [self.geometry.centre(place) for place in known], area))

    def _counter_room(self, place: str) -> pygame.Rect:
        """The pixels of the window in which a counter on a place lies."""
        box = pygame.Rect(0, 0, *[round(2 * COUNTER_ROOM * self.camera.scale)] * 2)
        box.center = self.point_of(place)
        return box

    def point_of(self, place: str) -> tuple[int, int]:
        """The window pixel of the centre of a place on the map.

        :raises KeyError: for a place off the map, such as a box of reinforcements.
        """
        x, y = self.camera.to_screen(self.geometry.centre(place))
        return round(x), round(y)

    def spot_at(self, pos: tuple[int, int]) -> Spot:
        """The point of a table without a grid under a window pixel."""
        return on_table(self.camera.to_world(pos))

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The place under a window pixel; that of a stack spread over it, where the board says so."""
        if not self.rect.collidepoint(pos):
            return None
        self._lay()
        return self.stacks.place_at(pos) or self.geometry.place_at(self.camera.to_world(pos))

    def near(self, place: str) -> bool:
        """Whether the pointer is about a place, where the arrows around it lie."""
        at = self.point_on_map(place)
        return at is not None and hypot(self._pointer[0] - at[0], self._pointer[1] - at[1]) <= NEAR * self.camera.scale

    def point_on_map(self, place: str) -> tuple[int, int] | None:
        """As ``point_of``; None for a place off the map, such as a box of reinforcements."""
        return self.point_of(place) if self.geometry.knows(place) else None

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The counter under a window pixel: the spread one, else the top of the stack."""
        if not self.rect.collidepoint(pos):
            return None
        self._lay()
        return self.stacks.unit_at(pos)

    def lift(self, units: tuple[str, ...], at: tuple[int, int]) -> None:
        """Take counters into the hand at a window pixel."""
        self._lay()
        by_flag = self.stacks.flag_at(at) is not None
        self.carry.lift(units, at, at if by_flag else self.stacks.spots().get(units[0], at))

    def land(self, units: Sequence[str] = ()) -> None:
        """Let go of what is carried, or of other units: they land where they are sent next instead of going there step
        by step."""
        self.animator.landed = frozenset(units or self.carry.units)
        self.carry.put_down()

    def counter_boxes(self, places: Sequence[str], around: int) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
        """The boxes of resting counters, ``around`` pixels larger: those in some places, and the others."""
        inside: list[pygame.Rect] = []
        others: list[pygame.Rect] = []
        for unit, box in self.unit_boxes(around).items():
            (inside if self.counters[unit].place in places else others).append(box)
        return inside, others

    def unit_boxes(self, around: int) -> dict[str, pygame.Rect]:
        """The boxes of resting counters, ``around`` pixels larger."""
        self._lay()
        return self.stacks.boxes(around)

    @property
    def choosable(self) -> list[pygame.Rect]:
        """The boxes of what can be chosen now: of a spread stack, of places in reach, and of units that are called."""
        spread, over, boxes = self.stacks.tray(), self.overlay, self.unit_boxes(0)
        found = [spread[1]] if spread is not None else []
        found += [self._counter_room(place) for place in (*over.reach, *over.hint) if self.geometry.knows(place)]
        return [*found, *(boxes[unit] for unit in (*over.hint, *over.targets) if unit in boxes)]

    @property
    def seen_best(self) -> list[pygame.Rect]:
        """The boxes of what paper on the map should cover least: counters, flags of commands, the small map."""
        return [*self.unit_boxes(0).values(), *(each.place for each in self.stacks.banners), *self.uncovered()[1]]

    def about(self, pos: tuple[int, int]) -> pygame.Rect:
        """The box of the counter under a window pixel, else of that pixel alone."""
        unit = self.unit_at(pos)
        return self.unit_boxes(0).get(unit or "", pygame.Rect(pos, (0, 0)))

    def handle(self, event: pygame.event.Event) -> bool:
        """Wheel zooms to the pointer, middle or right drag pans, stacks spread under the pointer.

        :return: whether the event is dealt with; a right click without a drag is not.
        """
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            if self._drag is None:
                self._lay()
                self._fold_beneath(event.pos)
                flag = self.stacks.flag_at(event.pos)
                hover(self.stacks, event.pos, self._below_pointer(),
                      lambda place: flag is None and self._may_open(place))
                return False
            self.pan(event.pos[0] - self._drag[0], event.pos[1] - self._drag[1])
            self._held_still = BY_HAND
            self._dragged = self._dragged or event.pos != self._drag
            self._drag = event.pos
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            self._pressed = event.type == pygame.MOUSEBUTTONDOWN
            self.stacks.spread.stop_waiting()
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self._pointer):
            self._held_still = BY_HAND
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
    def holding(self) -> bool:
        """Whether a counter of the board is in hand."""
        held = self.counters.get(self.overlay.selected or "")
        return held is not None and held.place is not None

    def _may_open(self, place: str) -> bool:
        """Whether a stack may spread: with a counter in hand it would hide where that may go, but with Shift it may."""
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            return True
        return not self.holding and place not in self.overlay.reach

    def _fold_beneath(self, pos: tuple[int, int]) -> None:
        """Fold the stack that what is carried was taken from, once it only hides the ground it is carried to."""
        spread, ground = self.stacks.spread, self._below_pointer()
        if not self.carry.units or self.carry.returning or ground == spread.place:
            return
        if ground in self.overlay.reach or self.stacks.unit_at(pos) in (None, *self.carry.units):
            spread.fold()

    def _below_pointer(self) -> str | None:
        """The place whose ground is under the pointer, whatever is spread over it."""
        inside = self.rect.collidepoint(self._pointer)
        return self.geometry.place_at(self.camera.to_world(self._pointer)) if inside else None

    def _lay(self) -> Mapping[str, CounterPose]:
        """Pile the counters that rest; those in motion are returned."""
        poses, marks = self.animator.poses(), self.overlay
        self.stacks.chosen_from = (*marks.reach, *(place for place in marks.keys if place not in marks.reach))
        self.stacks.carrying = self.carry.held
        self.stacks.lay(tuple(self.counters.values()), self.animator.held, poses.keys())
        return poses
