"""Automatic views of the map: the groups of counters where enemies meet, one after the other, and the points where
something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist, hypot

import numpy as np
import pygame

from game.core.contract import Counter
from game.ui.kit.camera import Box, Camera, Point, View

MEETING_DISTANCE = 5.5
"""The distance in sheet units within which two enemies meet: three hexes."""
POINT_MARGIN = 3.0
"""The margin around followed points, in sheet units."""
TABLE_MARGIN = 4.6
"""The margin around followed points on a table without a grid, in sheet units (chosen by eye)."""
MIN_SCALE_SHARE = 0.7
"""The view is kept if its scale is at least this share of the largest that shows the followed points (chosen by
eye)."""
SHOWN_MARGIN = 0.95
"""The minimum distance in sheet units between a point and the view's edge for the point to count as shown: half a
counter and a ring around it."""
WIDENINGS = 1.0, 1.04, 1.08, 1.12, 1.16
"""The factors tried by which a view shows more of the map, so that its edges cut no name."""
_SHIFTS = [(dx / 4, dy / 4) for dx in range(-8, 9) for dy in range(-8, 9)]
"""The shifts of the view tried so that its edges cut no name, in sheet units."""
SHIFT_COST = 0.02
"""The cost of a shift by one sheet unit, if a cut name costs 1. Chosen by hand."""
HALVED_COST = 0.5
"""The cost of showing the map at half its size, if a cut name costs 1. Chosen by hand."""
RECENT_SECONDS = 1.5
"""The seconds for which the points of an action stay in view together with those of the next actions (chosen by
eye)."""
NO_MEETING = 99
"""A number beyond that of the last meeting: the whole sheet is shown next."""


def meeting_boxes(counters: Iterable[Counter], centre_of: Callable[[str], Point]) -> list[Box]:
    """Boxes in sheet units around groups of counters near enemies, the largest group first; if no enemies are near each
    other, one box around all counters; none if there are no counters.

    :param centre_of: callback from a place to its centre in sheet units.
    """
    spots = {(counter.seat, counter.place): centre_of(counter.place) for counter in counters if counter.place}
    near_enemies = [
        spot for (seat, _), spot in spots.items() if any(
            other_seat != seat and dist(spot, other) <= MEETING_DISTANCE for (other_seat, _), other in spots.items())]
    if not near_enemies:
        return [box_around(list(spots.values()))] if spots else []
    groups: list[list[Point]] = []
    for spot in near_enemies:
        touching = [group for group in groups if any(dist(spot, other) <= MEETING_DISTANCE for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([spot, *(other for group in touching for other in group)])
    return [box_around(group) for group in sorted(groups, key=len, reverse=True)]


def box_around(points: Sequence[Point], margin: float = POINT_MARGIN) -> Box:
    """The bounding box of some points, at least one, plus a margin on every side."""
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    top, bottom = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    return left, top, right - left, bottom - top


def _in_view(camera: Camera, points: Sequence[Point], margin: float) -> bool:
    """Whether points are already in view, with half of a margin around them and almost at the largest possible
    scale."""
    left, top, width, height = box_around(points, margin / 2)
    area = pygame.Rect(camera.rect)
    (x, y), (right, bottom) = camera.to_screen((left, top)), camera.to_screen((left + width, top + height))
    max_scale = min(area.w / (width + margin), area.h / (height + margin))
    inside = area.left <= x and right <= area.right and area.top <= y and bottom <= area.bottom
    return inside and camera.scale >= MIN_SCALE_SHARE * max_scale


def show_whole_names(camera: Camera, names: Sequence[Box], points_to_keep: Sequence[Point]) -> None:
    """Move a view as little as possible, or let it show a little more, until its edges cut no name, or as few as
    possible. A view of the whole sheet stays.

    :param names: the boxes of printed names in sheet units.
    :param points_to_keep: points that stay in view if they are in view now.
    """
    if camera.fitted or not names:
        return
    scale, (x, y), view = camera.scale, camera.centre, camera.uncovered
    boxes = np.array(names, dtype=float)
    starts, ends = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]

    def is_shown(point: Point) -> bool:
        """Whether a point is in view, with a margin around it."""
        return view.inflate(*[-round(2 * SHOWN_MARGIN * camera.scale)] * 2).collidepoint(camera.to_screen(point))

    shown_points = [point for point in points_to_keep if is_shown(point)]
    views, corners, shift_costs, widening_costs = [], [], [], []
    for widening in WIDENINGS:
        for dx, dy in _SHIFTS:
            camera.scale, camera.centre = max(camera.fit_scale, scale / widening), (x, y)
            camera.pan(dx * camera.scale, dy * camera.scale)
            views.append((camera.scale, camera.centre))
            corners.append((camera.to_world(view.topleft), camera.to_world(view.bottomright)))
            shift_costs.append(SHIFT_COST * hypot(dx, dy))
            widening_costs.append(HALVED_COST * (widening - 1))
    start, end = np.array(corners)[:, :, None].transpose(1, 0, 2, 3)
    inside = ((starts >= start) & (ends <= end)).all(axis=2)
    cut = ((ends > start) & (starts < end)).all(axis=2) & ~inside
    costs = cut.sum(axis=1) + np.array(shift_costs) + np.array(widening_costs)
    for number in np.argsort(costs, kind="stable").tolist():
        camera.scale, camera.centre = views[number]
        if all(map(is_shown, shown_points)):
            return
    camera.scale, camera.centre = scale, (x, y)


class RecentPoints:
    """The points of the actions of the last seconds: showing all of them keeps the map still while actions follow each
    other fast."""

    def __init__(self) -> None:
        self._seconds = 0.0
        """The time that has passed, in seconds."""
        self._recent: list[tuple[float, Sequence[Point]]] = []
        """The time of each recent action, and its points."""

    def pass_time(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._seconds += dt
        self._recent = [(time, points) for time, points in self._recent if self._seconds - time <= RECENT_SECONDS]

    def with_recent(self, points: Sequence[Point]) -> list[Point]:
        """Note the points of an action; return the recent points, the oldest first, and these last."""
        recent_points = [point for _, before in self._recent for point in before]
        self._recent.append((self._seconds, points))
        return list(dict.fromkeys([*recent_points, *points]))

    def forget(self) -> None:
        """Forget all points."""
        self._recent = []


class AutoView:
    """Moves the view in turn from the whole sheet through each meeting and back, and follows events; a view chosen by
    the player is kept."""

    def __init__(self) -> None:
        self._number = 0
        """The number of the meeting shown, from 1; 0: the whole sheet."""
        self._last_set: View | None = None
        """The camera's view after the last change made here; if the player has moved the map since, the whole sheet is
        shown first."""
        self._points: Sequence[Point] = ()
        """The followed points; none while the view is the player's own or shows the whole sheet."""
        self._chosen = False
        """Whether the player has chosen the view."""
        self._recent = RecentPoints()
        self._usual: View | None = None
        """The camera's view before the map was moved to an action; None if it was not."""
        self._released: View | None = None
        """The camera's view chosen by the player in an earlier phase, or shown since without the player's command; None
        if there is none."""

    def pass_time(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._recent.pass_time(dt)

    def show_action(self, camera: Camera, points: Sequence[Point], area: pygame.Rect, min_scale: float = 0.0) -> None:
        """Show the points of an action on a map, together with those of the last moments; a view that shows them well
        is kept. A scale chosen by the player is kept, too.

        :param area: the part of the window that nothing covers.
        :param min_scale: the least scale at which the players can follow, in pixels per unit; 0: the usual scale.
        """
        points_to_show, chosen = self._recent.with_recent(points), not self.may_move(camera)
        usual = self._usual or (camera.scale, camera.centre)
        _, _, width, height = box_around(points_to_show, POINT_MARGIN)
        fitting_scale = max(camera.fit_scale, min(area.w / width, area.h / height))
        scale = camera.scale if chosen else min(max(usual[0], min_scale), fitting_scale)
        inner = area.inflate(*[-round(2 * SHOWN_MARGIN * camera.scale)] * 2)
        in_view = all(inner.collidepoint(camera.to_screen(point)) for point in points)
        if in_view and camera.scale >= MIN_SCALE_SHARE * scale:
            return

        def move() -> None:
            camera.scale = scale
            camera.look_at_all(points_to_show, area)

        self.move_automatically(camera, move)
        self._usual = self._usual or usual
        if not chosen:
            self._released = self._last_set

    @property
    def shows_action(self) -> bool:
        """Whether the map has been moved to an action, and not back yet."""
        return self._usual is not None

    def return_to_usual(self, camera: Camera) -> None:
        """Return to the view before the map was moved to an action, unless the player has chosen another one since."""
        if self._usual is not None and self.may_move(camera):
            scale, centre = self._usual

            def move() -> None:
                camera.scale = max(camera.fit_scale, scale)
                camera.centre_on(centre)

            self.move_automatically(camera, move)
            self._released = self._last_set
        self._usual = None
        self._recent.forget()

    def may_move(self, camera: Camera) -> bool:
        """Whether the map may be moved to actions: the player has not chosen the view in this phase."""
        return not self.chosen(camera) or (camera.scale, camera.centre) == self._released

    def release(self, camera: Camera) -> None:
        """Let the map be moved to actions from now on, and then back to the view that the player has chosen."""
        if not self.may_move(camera):
            self._usual, self._released = None, (camera.scale, camera.centre)

    def show_next(self, camera: Camera, boxes: Sequence[Box]) -> int:
        """Show the next meeting, or the whole sheet after the last. Return the number of the box shown, from 1; 0: the
        whole sheet."""
        unchanged = (camera.scale, camera.centre) == self._last_set and not self._points
        self._number = self._number + 1 if unchanged and self._number else 1 if camera.fitted else 0
        self._points, self._chosen = (), True
        if 0 < self._number <= len(boxes):
            camera.frame(boxes[self._number - 1])
        else:
            self._number = 0
            camera.fit()
        self._last_set = camera.scale, camera.centre
        return self._number

    def chosen(self, camera: Camera) -> bool:
        """Whether the player has chosen the view: by Fit, or by zooming or moving the map."""
        unchanged = (camera.scale, camera.centre) == self._last_set
        self._chosen = self._chosen or not (unchanged or (camera.fitted and not self._points))
        return self._chosen

    def follow(self, camera: Camera, points: Sequence[Point]) -> None:
        """Show the points where something happens, or the whole sheet if there are none, unless the player has chosen
        the view."""
        if self.chosen(camera):
            return
        if not points and self._points:
            camera.fit()
        elif points and not (self._points and _in_view(camera, points, TABLE_MARGIN)):
            camera.frame(box_around(points, TABLE_MARGIN))
        self._points, self._last_set, self._number = points, (camera.scale, camera.centre), NO_MEETING

    def show_whole(self, camera: Camera, points: Sequence[Point]) -> None:
        """Show the whole sheet if less than half of the box around some points is in view, and that part fills less
        than half of the window."""
        x, y, width, height = box_around([camera.to_screen(point) for point in points], 0.0)
        box = pygame.Rect(x, y, width, height)
        visible = box.clip(camera.rect)
        if 2 * visible.w * visible.h < min(box.w * box.h, camera.rect.w * camera.rect.h):
            camera.fit()
            self._points = ()

    def move_automatically(self, camera: Camera, move: Callable[[], None]) -> None:
        """Move the map without the player's command; the view does not count as chosen by the player."""
        chosen = self.chosen(camera)
        move()
        self._chosen, self._last_set = chosen, (camera.scale, camera.centre)

    def enlarge(self, camera: Camera, move: Callable[[], None]) -> None:
        """Move the map to a closer view without the player's command; the next call of ``show_next`` shows the whole
        sheet."""
        self.move_automatically(camera, move)
        self._number = NO_MEETING

    def forget(self) -> None:
        """Forget the view that the player has chosen."""
        self._chosen, self._points, self._last_set, self._usual = False, (), None, None
        self._recent.forget()

    def resize(self, camera: Camera, rect: pygame.Rect, *, keep_scale: bool = False) -> None:
        """Give the camera another rectangle. Followed points stay in view, and the view does not count as chosen by the
        player unless it did before.

        :param keep_scale: whether the scale in pixels per unit is kept if no points are followed.
        """
        chosen, points = self.chosen(camera), self._points
        camera.resize(rect, keep_scale=keep_scale)
        if points and not chosen:
            camera.fit()
            self._points = ()
            self.follow(camera, points)
        elif not chosen and not camera.fitted:
            self._last_set = camera.scale, camera.centre
