"""What the mouse does on a board, and which part of the board is in view: hit tests, zooming, panning, following
events, fanning out stacks, carrying counters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import dist, hypot
from typing import NamedTuple

import pygame

from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.contract import Counter
from game.core.pose import Spot
from game.ui.board.animation import Animator, Carry, CounterPose
from game.ui.board.auto_view import SHOWN_MARGIN, AutoView, box_around, meeting_boxes, show_whole_names
from game.ui.board.overlay import Overlay
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.board.spread import follow_pointer
from game.ui.board.stacks import LyingStacks
from game.ui.kit.camera import Box, Camera, CameraSpan, Point, View
from game.ui.sheets.planes import on_sheet, on_table
from game.ui.sheets.sheet import AnyBoard

MIN_OPENING_ZOOM = 1.2
"""The minimum enlargement over the whole sheet for a view to open on the armies (chosen by eye)."""
NEAR_RADIUS = 1.5
"""The distance from a place's centre within which the pointer counts as near it, in sheet units."""
KEEP_SECONDS = 4.0
"""The seconds that the map stays where the player moved it, while a game plays by itself; chosen by hand."""
COUNTER_ROOM = 0.9
"""Half the width of the square around a place's centre that its counters occupy, in sheet units."""
READABLE_SHARE = 1 / 11
"""The width from which a counter in a combat can be read, as a share of the map's height in view (chosen by eye)."""
WHEEL_ZOOM = 1.16
"""The zoom factor of one wheel notch."""


class Opening(NamedTuple):
    """How the view was opened on the armies; see ``BoardPointer.open_on_armies``."""

    view: View
    larger: float
    first: tuple[str, ...]
    also: tuple[str, ...]


class BoardPointer:
    """The mouse handling of a board view. A subclass sets the attributes without a value."""

    board: AnyBoard
    camera: Camera
    geometry: Geometry
    stacks: LyingStacks
    """The resting counters."""
    animator: Animator
    """The counters in motion."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 960, 640)
        """The rectangle of the board in the window."""
        self.uncovered: Callable[[], tuple[pygame.Rect, list[pygame.Rect]]] = lambda: (self.rect, [])
        """Callback for the part of ``rect`` that no drawer covers, and the rectangles of other things over the map,
        such as the small map."""
        self._auto_view = AutoView()
        self._action_places: tuple[tuple[str, ...], bool] = (), False
        """The places of the last action or combat brought into view, and whether to zoom to them."""
        self._follows = True
        """The value of ``follows``."""
        self.overlay = Overlay()
        """What is marked on the board."""
        self.carry = Carry()
        """The counters in the player's hand."""
        self.counters: dict[str, Counter] = {}
        """The counters of the board, by unit."""
        self._beside: dict[str, Counter] = {}
        """The counters in boxes beside the map, by unit."""
        self._pointer = (-1, -1)
        """The pointer's position in window pixels."""
        self._drag: tuple[int, int] | None = None
        """The last position of the pointer while the map is dragged; None if it is not."""
        self._dragged = False
        """Whether the pointer has moved since the drag began."""
        self._pressed = False
        """Whether the left button is down."""
        self._opening: Opening | None = None
        """How the view was opened last; None if it was not, or there was nothing to open it on."""
        self._whole_sides: dict[str, View] = {}
        """The sides all of whose counters were in view when last checked, and the camera's view then."""
        self.camera_span: CameraSpan | None = None
        """The camera's current automatic movement; None if there is none."""
        self._keep_seconds_left = 0.0
        """The seconds left for which the map stays where the player moved it."""

    @property
    def moved_by_player(self) -> bool:
        """Whether the player is moving the map with the mouse, or did so a moment ago."""
        return self._drag is not None or self._keep_seconds_left > 0

    def zoom(self, factor: float, at: tuple[int, int]) -> None:
        """Zoom by a factor around a window pixel; a fanned-out stack is folded."""
        self.stacks.spread.fold()
        self.camera.zoom(factor, at)

    def zoom_on_selection(self, factor: float) -> None:
        """Zoom by a factor around the middle; selected units, or the keyboard cursor's place, stay in view."""
        self.zoom(factor, self.rect.center)
        units = (self.overlay.selected or "", *self.overlay.participants)
        places = [self.counters[unit].place for unit in units if unit in self.counters]
        self.show_all([place for place in places if place] or [self.overlay.cursor or ""])

    @property
    def held_by_player(self) -> bool:
        """Whether the left button is down on the map, or counters are carried."""
        return self._pressed or self.carry.held

    def cover(self, width: int) -> None:
        """Let a panel cover this many pixels of the map at its right; the map can be moved from under it."""
        self._auto_view.move_automatically(self.camera, lambda: self.camera.cover(width))

    def pan(self, dx: float, dy: float) -> None:
        """Move the sheet by a number of pixels; a fanned-out stack is folded."""
        self.stacks.spread.fold()
        self.camera.pan(dx, dy)

    def fit(self, first: Box | None = None) -> bool:
        """Show the whole sheet; if it is already shown, the next part where the sides meet.

        :param first: a part to show before the others, such as where something has just happened, if any.
        :return: whether the first of the parts is shown.
        """
        on_map = [each for each in self.counters.values() if each.place and self.geometry.knows(each.place)]
        parts = meeting_boxes(on_map, self.geometry.centre)
        return self._auto_view.show_next(self.camera, parts if first is None else [first, *parts]) == 1

    @property
    def _located(self) -> list[tuple[Counter, Point]]:
        """Each counter on the map with the centre of its place, in sheet units."""
        return [(each, self.geometry.centre(each.place)) for each in self.counters.values()
                if each.place and self.geometry.knows(each.place)]

    @property
    def armies_box(self) -> Box | None:
        """The part of a hex map around all counters, if it is so small that showing it alone enlarges them
        noticeably; None for the whole sheet."""
        spots, room = [spot for _, spot in self._located], self.camera.uncovered
        if not spots or not isinstance(self.board, HexBoard):
            return None
        box = box_around(spots)
        scale = min(room.width / box[2], room.height / box[3])
        return box if scale >= MIN_OPENING_ZOOM * self.camera.fit_scale else None

    def open_on_armies(self, larger: float = 1.0, first: Collection[str] = (), also: Collection[str] = ()) -> None:
        """If the whole sheet of a hex map is in view, open the view on all counters, if that enlarges them noticeably.
        It cuts no printed name if a little more of the map avoids that.

        :param larger: an extra zoom factor, limited so that the counters of ``first`` and ``also`` stay in view; if
            there are none, all counters.
        :param first: seats whose counters stay in view.
        :param also: further units that stay in view.
        """
        with self._usual_view():
            self._open_on_armies(larger, first, also)

    def _resize_camera(self, rect: pygame.Rect, *, keep_scale: bool) -> None:
        """Give the camera another rectangle; parameters as for ``AutoView.resize``. A view of a part of the sheet that
        nobody has moved since it was opened on the armies is opened on them again, because the same part of the sheet
        need not fit a rectangle of another shape."""
        opening, camera = self._opening, self.camera
        reopens = (opening is not None and opening.view == (camera.scale, camera.centre) and not camera.fitted
                   and rect != camera.rect and not keep_scale)
        self._auto_view.resize(camera, rect, keep_scale=keep_scale)
        if opening is not None and reopens:
            self._auto_view.move_automatically(camera, camera.fit)
            self._open_on_armies(opening.larger, opening.first, opening.also)

    def _open_on_armies(self, larger: float, first: Collection[str], also: Collection[str]) -> None:
        """Open the view on all counters if the whole sheet is in view; parameters as for ``open_on_armies``."""
        located = self._located
        if not located or not self.camera.fitted:
            return
        box, room = self.armies_box, self.camera.uncovered
        if box is not None:
            self._auto_view.enlarge(self.camera, lambda: self.camera.frame(box))
        to_keep = [spot for each, spot in located if each.seat in first or each.unit in also]
        left, top, width, height = box_around(to_keep or [spot for _, spot in located], SHOWN_MARGIN)
        factor = min(larger, min(room.width / width, room.height / height) / self.camera.scale)
        if factor > 1:
            self._open_nearer(factor, (left + width / 2, top + height / 2))
        names = self.stacks.flag_obstacles()[0]
        self._auto_view.move_automatically(self.camera, lambda: show_whole_names(
            self.camera, names, [spot for _, spot in located]))
        self._opening = Opening((self.camera.scale, self.camera.centre), larger, tuple(first), tuple(also))

    def keep_side_in_view(self, seat: str, larger: float = 1.0, also: Collection[str] = ()) -> None:
        """Open the view again if any counter of a side is out of it, or any of some other units. A view that the player
        has chosen is kept, unless all of these counters were in it before.

        :param larger: an extra zoom factor, as for ``open_on_armies``.
        :param also: the other units, such as those that the side may attack.
        """
        if not self.follows or not isinstance(self.board, HexBoard):
            return
        view = self.camera.scale, self.camera.centre
        if all(self.camera.uncovered.contains(self._counter_room(each.place or "")) for each, _ in self._located
               if each.seat == seat or each.unit in also):
            self._whole_sides[seat] = view
        elif self._whole_sides.get(seat) == view or not self._auto_view.chosen(self.camera):
            self._auto_view.move_automatically(self.camera, self.camera.fit)
            self.open_on_armies(larger, [seat], also)

    def _open_nearer(self, factor: float, middle: Point) -> None:
        """Zoom in without the player's command; the next Fit shows the whole sheet.

        :param middle: the new centre of the view, in sheet units.
        """
        def move() -> None:
            self.camera.zoom(factor, self.rect.center)
            self.camera.centre_on(middle)

        self.stacks.spread.fold()
        self._auto_view.enlarge(self.camera, move)

    @property
    def follows(self) -> bool:
        """Whether the view follows events. When switched on, a table without a grid is first shown whole."""
        return self._follows

    @follows.setter
    def follows(self, follows: bool) -> None:
        if follows and not self._follows and isinstance(self.board, PlaneBoard):
            self.camera.fit()
            self._auto_view.forget()
        self._follows = follows

    def follow(self, places: Iterable[str], ground: Sequence[Spot] = (), *, near: bool = False) -> None:
        """Bring places into view where something happens or a decision is needed. On a table without a grid, zoom to
        them, or show the whole table if there are none, unless the player has chosen the view. On a map, return to the
        view before the last action or combat if there are none.

        :param ground: where counters can be set up on such a table: shown even if the player has chosen the view.
        :param near: whether to zoom to places on a map if their counters are too small to be read from afar.
        """
        known = [place for place in places if self.geometry.knows(place)]
        if not self.follows:
            return
        if not isinstance(self.board, PlaneBoard):
            if known:
                self.bring_action_into_view(known, near=near)
                self.show_all(known)
            else:
                self._auto_view.return_to_usual(self.camera)
            return
        self._auto_view.follow(self.camera, [self.geometry.centre(place) for place in known])
        if ground:
            self._auto_view.show_whole(self.camera, [on_sheet(spot) for spot in ground])

    def bring_action_into_view(self, places: Iterable[str], *, near: bool = False) -> None:
        """Bring the places of an action on a map into view, with those of actions just before it.

        :param near: whether to zoom to the places if their counters are too small to be read from afar.
        """
        known = [place for place in places if self.geometry.knows(place)]
        if not known or not self.follows or isinstance(self.board, PlaneBoard):
            return
        self._action_places = tuple(known), near
        area, _ = self.uncovered()
        min_scale = area.h * READABLE_SHARE / COUNTER_WIDTH if near and isinstance(self.board, HexBoard) else 0.0
        before = self.camera.scale, self.camera.centre
        self._auto_view.show_action(self.camera, [self.geometry.centre(place) for place in known], area, min_scale)
        if before != (self.camera.scale, self.camera.centre):
            self.stacks.spread.fold()

    @contextmanager
    def _usual_view(self) -> Iterator[None]:
        """Within a ``with`` block, return to the view before the last action or combat, so that it can be changed; then
        show the action again."""
        action = self._action_places if self.shows_action and self._auto_view.may_move(self.camera) else None
        self._auto_view.return_to_usual(self.camera)
        yield
        if action is not None:
            self.bring_action_into_view(action[0], near=action[1])

    @property
    def shows_action(self) -> bool:
        """Whether the view has been moved to an action or a combat."""
        return self._auto_view.shows_action

    def release_view(self) -> None:
        """Let a map follow events again after the player has chosen a view."""
        if not isinstance(self.board, PlaneBoard):
            self._auto_view.release(self.camera)

    def show(self, place: str) -> None:
        """Pan so that a place is in view."""
        if self.geometry.knows(place):
            self._auto_view.move_automatically(self.camera, lambda: self.camera.look_at(self.geometry.centre(place)))

    def show_all(self, places: Iterable[str]) -> None:
        """Pan so that places, such as those of a combat, are in view and not covered; if they are too far apart, at
        least the last one. They are centred if any is out of view."""
        known = [place for place in places if self.geometry.knows(place)]
        area, over = self.uncovered()
        boxes = [self._counter_room(place) for place in known]
        if not all(area.contains(box) and box.collidelist(over) < 0 for box in boxes):
            self.stacks.spread.fold()
            self._auto_view.move_automatically(self.camera, lambda: self.camera.look_at_all(
                [self.geometry.centre(place) for place in known], area))

    @property
    def choice_places(self) -> list[str]:
        """The places of what can be chosen on the map now, the farthest from the selected unit first: its own place,
        those in reach and those of targets. Without a selected unit those of the units that must or can act, the
        farthest from their middle first."""
        overlay = self.overlay
        selected = (overlay.selected,) if overlay.selected is not None else overlay.participants
        units = (*selected, *overlay.targets, *overlay.hint, *overlay.duties, *overlay.eligible)
        places = [counter.place for unit in units if (counter := self.counters.get(unit)) is not None]
        points = {place: self.geometry.centre(place) for place in (*places, *overlay.hint, *overlay.reach)
                  if place is not None and self.geometry.knows(place)}
        if not points:
            return []
        own = [points[place] for place in places[:len(selected)] if place in points] or list(points.values())
        middle = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
        return sorted(points, key=lambda place: -dist(points[place], middle))

    def uncover_choices(self, seat: str) -> None:
        """Move the map so that what can be chosen is not covered, or as much of it as has room. If no unit is selected,
        a view that the player has chosen is kept as long as it shows anything that can be chosen.

        :param seat: the side whose counters are uncovered if nothing can be chosen.
        """
        own_places = [each.place or "" for each, _ in self._located if each.seat == seat]
        places, (area, _) = self.choice_places or own_places, self.uncovered()
        if not self.follows or not places:
            return
        keeps_some = any(area.contains(self._counter_room(place)) for place in places)
        if self.has_selection or not (keeps_some and self._auto_view.chosen(self.camera)):
            self.show_all(places)

    def _counter_room(self, place: str) -> pygame.Rect:
        """The window rectangle that counters in a place occupy, without what would lie beyond the sheet."""
        box = pygame.Rect(0, 0, *[round(2 * COUNTER_ROOM * self.camera.scale)] * 2)
        box.center = self.point_of(place)
        return box.clip(self.camera.on_screen(self.camera.world).inflate(-2, -2))

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
        """The place under a window pixel, or that of a fanned-out stack or counter covering the pixel; None if there is
        none."""
        if not self.rect.collidepoint(pos):
            return None
        self._lay()
        return self.stacks.place_at(pos) or self.geometry.place_at(self.camera.to_world(pos))

    def near_pointer(self, place: str) -> bool:
        """Whether the pointer is near a place, within the arrows around it."""
        at = self.point_on_map(place)
        return at is not None and hypot(self._pointer[0] - at[0],
                                        self._pointer[1] - at[1]) <= NEAR_RADIUS * self.camera.scale

    def point_on_map(self, place: str) -> tuple[int, int] | None:
        """The window pixel of the centre of a place; None for a place off the map, such as a box of reinforcements."""
        return self.point_of(place) if self.geometry.knows(place) else None

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit under a window pixel: one of a fanned-out stack, else the top of a stack; None if there is none."""
        if not self.rect.collidepoint(pos):
            return None
        self._lay()
        return self.stacks.unit_at(pos)

    def lift(self, units: tuple[str, ...], at: tuple[int, int]) -> None:
        """Pick up counters at a window pixel."""
        self._lay()
        by_flag = self.stacks.flag_at(at) is not None
        self.carry.lift(units, at, at if by_flag else self.stacks.spots().get(units[0], at))

    def land(self, units: Sequence[str] = ()) -> None:
        """Drop the carried units, or the given ones: their next move shows them landing at the destination, not
        travelling."""
        self.animator.landed = frozenset(units or self.carry.units)
        self.carry.put_down()

    def space_middles(self) -> list[pygame.Rect]:
        """A pixel in the middle of every hex or area; none on a table without a grid."""
        places = self.board.places if self.board.kind != "plane" else ()
        return [pygame.Rect(at, (1, 1)) for at in map(self.point_on_map, places) if at is not None]

    def counter_boxes(self, places: Sequence[str], around: int) -> tuple[list[pygame.Rect], list[pygame.Rect]]:
        """The rectangles of resting counters, ``around`` pixels larger on each side: those in some places, and the
        others."""
        inside: list[pygame.Rect] = []
        others: list[pygame.Rect] = []
        for unit, box in self.unit_boxes(around).items():
            (inside if self.counters[unit].place in places else others).append(box)
        return inside, others

    def unit_boxes(self, around: int) -> dict[str, pygame.Rect]:
        """The rectangles of resting counters by unit, ``around`` pixels larger on each side."""
        self._lay()
        return self.stacks.boxes(around)

    @property
    def choice_boxes(self) -> list[pygame.Rect]:
        """The rectangles of what can be chosen now: a fanned-out stack, places in reach, targets, and what the hint is
        about."""
        spread, overlay, boxes = self.stacks.tray(), self.overlay, self.unit_boxes(0)
        choices = [spread[1]] if spread is not None else []
        choices += [self._counter_room(place) for place in (*overlay.reach, *overlay.hint)
                    if self.geometry.knows(place)]
        return [*choices, *(boxes[unit] for unit in (*overlay.hint, *overlay.targets) if unit in boxes)]

    @property
    def to_keep_visible(self) -> list[pygame.Rect]:
        """The rectangles that cards over the map should cover least: counters, flags of commands, the small map."""
        return [*self.unit_boxes(0).values(), *(each.rect for each in self.stacks.banners), *self.uncovered()[1]]

    def box_at(self, pos: tuple[int, int]) -> pygame.Rect:
        """The rectangle of the counter under a window pixel, else an empty one at the pixel."""
        unit = self.unit_at(pos)
        return self.unit_boxes(0).get(unit or "", pygame.Rect(pos, (0, 0)))

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event: the wheel zooms at the pointer, a middle or right drag pans, a stack under the pointer
        fans out.

        :return: whether the event is handled; a right click without a drag is not.
        """
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self.stacks.pointed = self.unit_at(event.pos) if self.stacks.masses else None
            if self._drag is None:
                self._lay()
                self._fold_beneath(event.pos)
                on_sign = self.stacks.flag_at(event.pos) is not None or self.stacks.on_rank(event.pos)
                follow_pointer(self.stacks, event.pos, self._below_pointer(),
                               lambda place: not on_sign and self._may_open(place))
                return False
            self.pan(event.pos[0] - self._drag[0], event.pos[1] - self._drag[1])
            self._keep_seconds_left = KEEP_SECONDS
            self._dragged = self._dragged or event.pos != self._drag
            self._drag = event.pos
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1:
            self._pressed = event.type == pygame.MOUSEBUTTONDOWN
            self.stacks.spread.stop_waiting()
        if event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(self._pointer):
            self._keep_seconds_left = KEEP_SECONDS
            self.zoom(WHEEL_ZOOM ** (getattr(event, "precise_y", 0.0) or event.y), self._pointer)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) and self.rect.collidepoint(event.pos):
            self._drag, self._dragged = event.pos, False
            return bool(event.button == 2)
        if event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3) and self._drag is not None:
            self._drag = None
            return bool(self._dragged or event.button == 2)
        return False

    @property
    def has_selection(self) -> bool:
        """Whether a counter on the board is selected."""
        selected = self.counters.get(self.overlay.selected or "")
        return selected is not None and selected.place is not None

    def _may_open(self, place: str) -> bool:
        """Whether a stack may fan out: while Shift is held, always; else not while a counter is selected, as it would
        hide possible destinations, nor in a place that can be chosen as one. While an attack is composed, only if a
        unit of the stack can be added, as it would hide the targets."""
        if pygame.key.get_mods() & pygame.KMOD_SHIFT:
            return True
        if self.has_selection or place in self.overlay.reach:
            return False
        to_add = self.overlay.addable
        return not to_add or not to_add.isdisjoint(self.stacks.units_in(place))

    def _fold_beneath(self, pos: tuple[int, int]) -> None:
        """Fold the stack that the carried counters come from, or the attackers of an attack, once it only hides the
        ground below the pointer."""
        spread, ground, to_add = self.stacks.spread, self._below_pointer(), self.overlay.addable
        carried = self.carry.units if not self.carry.returning else ()
        if ground == spread.place or not (carried or to_add):
            return
        unit = self.stacks.unit_at(pos)
        if carried:
            hides = ground in self.overlay.reach or unit in (None, *carried)
        else:
            hides = unit not in to_add and not to_add.isdisjoint(self.stacks.units_in(ground))
        if hides:
            spread.fold()

    def _below_pointer(self) -> str | None:
        """The place whose ground is under the pointer, regardless of counters over it; None if there is none."""
        inside = self.rect.collidepoint(self._pointer)
        return self.geometry.place_at(self.camera.to_world(self._pointer)) if inside else None

    def _lay(self) -> Mapping[str, CounterPose]:
        """Stack the resting counters, for the scale at which a moving camera will stop; return the poses of those in
        motion, by unit."""
        poses, marks = self.animator.poses(), self.overlay
        self.stacks.choosable_places = (*marks.reach, *(place for place in marks.keys if place not in marks.reach))
        self.stacks.carrying = self.carry.held
        final_scale = self.camera_span[1][0] if self.camera_span is not None else None
        self.stacks.lay(tuple(self.counters.values()), self.animator.held, poses.keys(), final_scale)
        return poses
