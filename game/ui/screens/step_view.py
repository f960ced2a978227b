"""How a step of a lesson, replay or presentation is shown on the map: the part of the sheet in view, the marks of its
action, its card over the map, and labels of bases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist, hypot
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from game.board.measuring import distance
from game.core.action import Faces
from game.core.capability import capability
from game.core.contract import Counter, System
from game.core.event import Advanced, Moved, Retreated
from game.core.offer import TableOffer
from game.core.pose import BASE, Stick, read_pose
from game.core.presenter import MovesAsOffers
from game.core.verdict import Illegal, Legal
from game.i18n.words import capitalised, translate
from game.match.lesson_frames import Frame
from game.ui.board.auto_view import RecentPoints, box_around
from game.ui.board.held import HeldBases, held_from
from game.ui.board.view import BoardView
from game.ui.cards import stage_panels
from game.ui.cards.stage_panels import NamedBases, StagePanel
from game.ui.kit.camera import Box, Point
from game.ui.kit.theme import Metrics
from game.ui.play.recap import marks_of
from game.ui.screens.slides import Slide
from game.ui.sheets.planes import BASE_WIDTH, BaseOnSheet, base_position

if TYPE_CHECKING:
    from game.ui.screens.map_screen import MapScreen

MIN_MAP_HEIGHT = 9.0
"""Least height in view on maps, in sheet units. Chosen by hand."""
MIN_TABLE_HEIGHT = 6.0
"""Least height in view on tables without a grid, in sheet units. Chosen by hand."""
FRAME_MARGIN = 1.7
"""Margin around a step's places when framed, in sheet units."""
IN_VIEW_MARGIN = 1.0
"""Least margin around a step's places at which they count as in view, in sheet units."""
AREA_MARGIN = 0.9
"""Additional margin in sheet units for areas, which hold several stacks beside their centre. Chosen by hand."""
EDGE_GAP = 0.2
"""Distance between an area's edge and the edge of the view, in sheet units."""
MAX_REACH = 1.5
"""Greatest distance from the centre of an area at which points near its edges are framed, in sheet units: a view would
else show little but a large sea. Chosen by hand."""
ACTIONS_PER_FRESH_FRAMING = 6
"""Every so many actions of a game, framing starts afresh instead of from the previous slide, so that not all earlier
slides need framing. Chosen by hand."""
KEPT_VIEW_FACTOR = 1.3
"""How much larger than needed, as a factor, the previous view may be and still be kept. Chosen by hand."""
NEW_VIEW_FACTOR = 1.25
"""How much larger than needed, as a factor, a new view may be to include later steps. Chosen by hand."""
MIN_PART_FACTOR = 1.25
"""Least scale at which a part of the sheet is shown, as a multiple of the scale that shows the whole sheet; at a
smaller scale the whole sheet is shown. Chosen by hand."""
MAX_SHARED_SLIDES = 6
"""Most following slides that share a view. Chosen by hand."""
MAX_LABEL_GAP = 1.3
"""Greatest distance between the middles of adjacent bases of a kind that share a label, in base widths."""
ADJACENT_DISTANCE = 1.8
"""Greatest distance of adjacent hexes, in sheet units."""
NEAREST_BASES = 3
"""Number of bases of each side in view with a step of a game on a table without a grid. Chosen by hand."""
CLEARANCE = 0.8
"""Margin around a place of the step that no card may cover, in sheet units. Chosen by hand."""


class StepCamera:
    """Frames the places of steps, keeping the previous view where possible."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._views: dict[int, Box | None] = {}
        """Index of a slide -> the part of the sheet in view, as far as computed; None: the whole sheet."""
        self._cached_points: dict[int, list[Point]] = {}
        """Index of a slide -> the points of its places, as far as computed."""
        self._last_view: Box | None = None
        """The view of the last step framed by ``follow``; None: the whole sheet, or no step yet."""
        self._recent = RecentPoints()

    def pass_time(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._recent.pass_time(dt)

    def forget(self, first: int = 0) -> None:
        """Discard the framings, from a slide on."""
        self._last_view = self._last_view if first else None
        self._views = {index: box for index, box in self._views.items() if index < first}
        self._cached_points = {index: points for index, points in self._cached_points.items() if index < first}

    def keep_clear_of_drawer(self) -> bool:
        """Restrict the camera to the map not covered by the open drawer; return whether that has changed."""
        layout, view = self._screen.layout, self._screen.view
        covered = layout.map.width - layout.free.width
        if covered == view.camera.covered:
            return False
        view.cover(covered)
        self.forget()
        return True

    def places(self, frame: Frame | None) -> list[str]:
        """The places on the map that a step points out or acts on; none without a step."""
        if frame is None:
            return []
        show, rules = frame.step.show, self._screen.rules
        places: list[str | None] = [*self._unit_places(frame, show.units), *show.places, *show.arrow]
        places += marks_of(rules, frame.before, frame.asked_action or frame.last_action, frame.events).places
        return [place for place in dict.fromkeys(places) if place and self._screen.view.geometry.knows(place)]

    def places_of_slide(self, slide: Slide) -> list[str]:
        """The places of a slide: those of its step, those named in its caption, and those of a turn it sums up."""
        further = [*slide.named_places, *(slide.turn_summary.places if slide.turn_summary is not None else ())]
        places = [*self.places(slide.frame), *(place for place in further if self._screen.view.geometry.knows(place))]
        return list(dict.fromkeys(places))

    def _unit_places(self, frame: Frame, units: Sequence[str]) -> list[str | None]:
        """The places of units before and after a step."""
        states = [frame.before, frame.state] if units else []
        return [counter.place for state in states for counter in self._screen.rules.counters(state)
                if counter.unit in units]

    def follow(self, frame: Frame, *, hurried: bool = False) -> Box | None:
        """The part of the sheet for the step after the last one framed. A step without places keeps the last view; if
        it is the first, all counters are in view. None: the whole sheet.

        :param hurried: whether steps follow each other so fast that those of the last moments stay in view, too.
        """
        places = self.places(frame)
        points = self._points(places) + self._enemies_beside(frame.state, places)
        points += self._nearest_bases(frame.state, points)
        if not points and self._last_view is None:
            points = self._counter_points(frame.state)
        if hurried and points:
            points = self._recent.with_recent(points)
        self._last_view = self._next_view(self._last_view, points)
        return self._last_view

    def around(self, places: Iterable[str]) -> Box | None:
        """The part of the sheet around some places. None: the whole sheet."""
        return self._next_view(None, self._points(place for place in places if self._screen.view.geometry.knows(place)))

    def target(self, slides: Sequence[Slide], index: int) -> Box | None:
        """The part of the sheet for a slide of the current part: around its places, or the previous slide's view if it
        includes them. None: the whole sheet."""
        unframed = list[tuple[int, list[Point]]]()
        uses_previous = True
        while uses_previous and index not in self._views:
            points, uses_previous = self._slide_points(slides, index)
            unframed.append((index, points))
            index -= 1
        box = self._views[index] if uses_previous else None
        for number, points in reversed(unframed):
            box = self._views[number] = self._next_view(box, points, self._following_points(slides, number))
        return box

    def _following_points(self, slides: Sequence[Slide], index: int) -> Iterator[list[Point]]:
        """The points of the slides of a lesson that follow a slide, the next first; none for a game, which is still
        being played."""
        part = slides[index].part
        if part is None or part.lesson is None:
            return
        for number in range(index + 1, min(index + 1 + MAX_SHARED_SLIDES, len(slides))):
            if slides[number].part is not part:
                return
            yield self._points_of_slide(slides, number)

    def beside(self, places: Sequence[str], share: float) -> Box:
        """The part of the sheet that shows some places in the middle of the area left free by a card at the right.

        :param share: the card's share of the width.
        """
        box = self._box(self._points(places))
        _, y, width, height = self._framed((*box[:2], box[2] / (1 - share), box[3]))
        return box[0] + box[2] / 2 - width * (1 - share) / 2, y, width, height

    def _slide_points(self, slides: Sequence[Slide], index: int) -> tuple[list[Point], bool]:
        """The points of a slide, and whether its view depends on the previous slide's. An example of play opens on all
        its places, anything else on all counters."""
        slide = slides[index]
        points = self._points_of_slide(slides, index)
        part, is_first = slide.part, not index or slides[index - 1].part is not slide.part
        assert part is not None
        if is_first and not points and part.info.example and not part.game:
            points = self._points(place for each in slides if each.part is part for place in self.places_of_slide(each))
        if is_first and not points:
            points = self._counter_points(slide.state)
        starts_afresh = part.game and slide.step % ACTIONS_PER_FRESH_FRAMING == 0
        return points, not is_first and not (points and starts_afresh)

    def _points_of_slide(self, slides: Sequence[Slide], index: int) -> list[Point]:
        """The points of the places of a slide of the current part, with the enemies near them."""
        if index not in self._cached_points:
            slide = slides[index]
            places = self.places_of_slide(slide)
            points = self._points(places)
            if slide.frame is not None:
                points += self._enemies_beside(slide.frame.state, places)
            if slide.part is not None and slide.part.game:
                points += self._nearest_bases(slide.state, points)
            self._cached_points[index] = points
        return self._cached_points[index]

    def _enemies_beside(self, state: Any, places: Sequence[str]) -> list[Point]:
        """Points of the enemies adjacent to the units in some places, on a hex map; empty on other maps."""
        if self._screen.rules.traits.board != "hex":
            return []
        knows, centre = self._screen.view.geometry.knows, self._screen.view.geometry.centre
        counters = [(counter.seat, centre(counter.place), counter.place in places)
                    for counter in self._screen.rules.counters(state) if counter.place and knows(counter.place)]
        subjects = [(seat, point) for seat, point, in_places in counters if in_places]
        return list(dict.fromkeys(point for seat, point, in_places in counters if not in_places and any(
            seat != other_seat and dist(point, other) <= ADJACENT_DISTANCE for other_seat, other in subjects)))

    def _nearest_bases(self, state: Any, points: Sequence[Point]) -> list[Point]:
        """Points of the bases of each side nearest to some points on a table without a grid, so that the enemy's
        distance is visible; empty on other maps."""
        if not points or self._screen.rules.traits.board != "plane":
            return []
        x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
        nearest = list[Point]()
        for seat in self._screen.rules.seats:
            bases = self._points(counter.place for counter in self._screen.rules.counters(state)
                                 if counter.seat == seat and counter.place
                                 and self._screen.view.geometry.knows(counter.place))
            nearest += sorted(bases, key=lambda point: hypot(point[0] - x, point[1] - y))[:NEAREST_BASES]
        return nearest

    def _counter_points(self, state: Any) -> list[Point]:
        """Points of all counters."""
        places = {counter.place for counter in self._screen.rules.counters(state)}
        return self._points(place for place in places if place and self._screen.view.geometry.knows(place))

    def _points(self, places: Iterable[str]) -> list[Point]:
        """The centres of places in sheet units; for areas also points so near their edges that, with the margin around
        them, a view that shows them shows the areas whole, except far parts of large ones."""
        geometry, names = self._screen.view.geometry, tuple(places)
        centres = [geometry.centre(place) for place in names]
        if self._screen.view.board.kind != "area":
            return centres
        inset = IN_VIEW_MARGIN + AREA_MARGIN - EDGE_GAP
        edges = list[Point]()
        for place, (x, y) in zip(names, centres, strict=True):
            left, top, width, height = box_around(geometry.outline(place), -inset)
            edges += [(min(x, max(left, x - MAX_REACH)), min(y, max(top, y - MAX_REACH))),
                      (max(x, min(left + width, x + MAX_REACH)), max(y, min(top + height, y + MAX_REACH)))]
        return [*centres, *edges]

    def _box(self, points: Sequence[Point], margin: float = FRAME_MARGIN) -> Box:
        """The part of the sheet around some points, with a margin."""
        return box_around(points, margin + (AREA_MARGIN if self._screen.view.board.kind == "area" else 0))

    def _next_view(self, previous: Box | None, points: Sequence[Point],
                   later: Iterable[Sequence[Point]] = ()) -> Box | None:
        """The view for some points after a previous view: that same view if it includes them and is not much larger
        than needed. None: the whole sheet.

        :param later: points of the following steps, included as long as the view grows little.
        """
        if not points:
            return previous
        view = self._framed(self._box(points))
        if (previous is not None and previous[3] <= KEPT_VIEW_FACTOR * view[3]
                and _contains(previous, self._box(points, IN_VIEW_MARGIN))):
            return previous
        max_height = NEW_VIEW_FACTOR * view[3]
        for points_of_step in later:
            points = [*points, *points_of_step]
            wider = self._framed(self._box(points))
            if wider[3] > max_height:
                break
            view = wider
        return None if self._nearly_whole(view) else view

    def _framed(self, box: Box) -> Box:
        """A box extended to the window's shape, and to a least height that shows the counters around it; that height is
        less with larger print."""
        (x, y, width, height), rect = box, self._screen.view.camera.uncovered
        usual = MIN_TABLE_HEIGHT if self._screen.rules.traits.board == "plane" else MIN_MAP_HEIGHT
        min_height = self._screen.min_view * usual / self._screen.step_zoom
        scale = min(rect.height / min_height, rect.width / width, rect.height / height)
        size = rect.width / scale, rect.height / scale
        return x + width / 2 - size[0] / 2, y + height / 2 - size[1] / 2, *size

    def _nearly_whole(self, box: Box) -> bool:
        """Whether the whole sheet is shown instead of a part of it: of a part nearly as large, or any part of a map
        with large counters, on screens that show such a map whole."""
        camera = self._screen.view.camera
        if self._screen.prefers_whole_map and self._screen.has_large_counters:
            return True
        return camera.uncovered.height / box[3] <= MIN_PART_FACTOR * camera.fit_scale


def _contains(outer: Box, inner: Box) -> bool:
    """Whether a box lies within another."""
    return (outer[0] <= inner[0] and outer[1] <= inner[1] and outer[0] + outer[2] >= inner[0] + inner[2]
            and outer[1] + outer[3] >= inner[1] + inner[3])


class StepCard:
    """The card that a step puts over the map: an enlarged counter, or the objectives."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self.shown: StagePanel | None = None
        """The current card; None if none is shown."""
        self._key: object = None
        """The values from which the current card was drawn."""

    def draw(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, slide: Slide, *,
             seen_before: bool) -> None:
        """Draw a step's card where it covers none of the step's places.

        :param seen_before: whether the places were shown on a slide of their own, so that the objectives may cover
            them; otherwise they are left out if there is no room.
        """
        if slide.frame is None or slide.frame.step.show.panel not in ("counter", "objectives"):
            self.shown = self._key = None
            return
        screen, show, spots = self._screen, slide.frame.step.show, self._spots(slide)
        counter = screen.view.counters.get(show.units[0]) if show.panel == "counter" else None
        objectives = screen.stage.objectives if show.panel == "objectives" else None
        key = screen.theme, metrics, tuple(area), tuple(map(tuple, spots)), counter, objectives, seen_before
        if key != self._key:
            self.shown, self._key = None, key
            if counter is not None:
                self.shown = stage_panels.counter_panel(area, metrics, screen.theme, counter, spots)
            elif objectives is not None:
                self.shown = stage_panels.objectives_panel(area, metrics, screen.theme, objectives, spots,
                                                           always=seen_before)
        if self.shown is not None:
            target.blit(*self.shown)

    def _spots(self, slide: Slide) -> list[pygame.Rect]:
        """Rectangles of a slide's places in the window, once the camera has stopped."""
        screen, side = self._screen, 2 * CLEARANCE
        camera = screen.view.camera
        scale, (x, y) = screen.glide.end(camera)
        places = dict.fromkeys((*screen.camera.places_of_slide(slide), *slide.landmarks))
        points = (screen.view.geometry.centre(place) for place in places)
        return [pygame.Rect(round(camera.rect.centerx + (px - x - CLEARANCE) * scale),
                            round(camera.rect.centery + (py - y - CLEARANCE) * scale), round(side * scale),
                            round(side * scale)) for px, py in points]


class NumberedBase(NamedTuple):
    """A base of a kind of which there may be several."""

    number: str
    """Its number within the kind; empty if it has none."""
    counter: Counter
    position: BaseOnSheet


def named_bases(view: BoardView, first: Sequence[str]) -> list[NamedBases]:
    """Labels for the bases on a table; bases of a kind that are close together share a label.

    :param first: places whose bases come first in the list.
    """
    kinds: dict[tuple[str, str], list[NumberedBase]] = {}
    for counter in view.counters.values():
        if (position := base_position(counter, counter.place)) is not None:
            kind, number = _kind_and_number(translate(counter.name), translate(view.theme.side_title(counter.seat)))
            kinds.setdefault((counter.seat, kind), []).append(NumberedBase(number, counter, position))
    labels = list[tuple[bool, NamedBases]]()
    for (seat, kind), bases in kinds.items():
        is_single = len(bases) == 1
        while bases:
            group, bases = _connected_bases(bases)
            numbers = "" if is_single else _ranges([int(base.number) for base in group if base.number])
            boxes = [_box_of(view, base.position) for base in group]
            upright = not 90 < group[0].position.turn < 270
            label = NamedBases(f"{capitalised(kind)} {numbers}".strip(), seat, boxes, upright)
            labels.append((not any(base.counter.place in first for base in group), label))
    return [label for _, label in sorted(labels, key=lambda pair: pair[0])]


def _kind_and_number(name: str, side: str) -> tuple[str, str]:
    """A base's name without its side, split into kind and number; the number is empty if it has none."""
    kind, _, number = name.removeprefix(side).strip().rpartition(" ")
    return (kind, number) if kind and number.isdecimal() else (name.removeprefix(side).strip(), "")


def _connected_bases(bases: Sequence[NumberedBase]) -> tuple[list[NumberedBase], list[NumberedBase]]:
    """The first base with those connected to it, directly or by others between them, and all other bases."""
    group, others, size = [bases[0]], list(bases[1:]), 0
    while size != len(group):
        size = len(group)
        group += [each for each in others if any(
            dist(each.position.middle, member.position.middle) <= MAX_LABEL_GAP * BASE_WIDTH for member in group)]
        others = [each for each in others if each not in group]
    return group, others


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers as text with ranges: ``1–3, 5``."""
    parts = list[list[int]]()
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in parts)


def _box_of(view: BoardView, base: BaseOnSheet) -> pygame.Rect:
    """Bounding box of a base in window pixels."""
    corners = [view.camera.to_screen(corner) for corner in base.corners]
    return pygame.Rect(box_around(corners, 0.0))


def mark_step(view: BoardView, rules: System[Any], frame: Frame) -> None:
    """Mark the action that a step asks about or plays on the map."""
    overlay = view.overlay
    counters = {counter.unit: counter for counter in rules.counters(frame.before)}
    action = frame.asked_action or frame.last_action
    units, places = (action.units, action.places) if action is not None else ((), ())
    overlay.refused = places[-1] if places and isinstance(frame.verdict, Illegal) else None
    start = counters[units[0]].place if units and units[0] in counters else None
    is_move = isinstance(frame.verdict, Legal) and frame.verdict.cost is not None
    overlay.path = (start, *places) if start and places and is_move else ()
    view.held, move = HeldBases(sticks=_shot_stick(frame, counters)), move_of(rules, frame)
    if move is not None:
        moved = [(unit, pose) for unit, pose in move.poses if pose.text != counters[unit].place]
        view.held = held_from(replace(move, poses=tuple(moved) or move.poses))
        overlay.refused, overlay.hint = None, ()
        return
    overlay.hint = units if is_move or overlay.refused else (*units, *places)


def mark_slide(view: BoardView, rules: System[Any], slide: Slide) -> None:
    """Ring the units and places a slide points out, and mark the action its step asks about or plays."""
    frame = slide.frame
    if frame is None:
        return
    if frame.asked_action is not None or slide.done or slide.yours:
        mark_step(view, rules, frame)
    point_out(view, frame, slide.named_places, moved=slide.done)


def point_out(view: BoardView, frame: Frame, named_places: Sequence[str] = (), *, moved: bool) -> None:
    """Ring the units and places that a step points out, in place of those of its action, and draw its arrow.

    :param named_places: places to ring as well.
    :param moved: whether its action has been shown: the moves are then seen by their trace.
    """
    show, overlay = frame.step.show, view.overlay
    has_moved = moved and any(isinstance(event, Moved | Advanced | Retreated) for event in frame.events)
    if show.places or show.units:
        overlay.hint = (*show.units, *show.places, *named_places)
    else:
        overlay.hint = (*overlay.hint, *(() if has_moved else overlay.path[-1:]), *named_places)
    if has_moved:
        overlay.path = ()
    elif show.arrow:
        overlay.path = show.arrow


def move_of(rules: System[Any], frame: Frame) -> TableOffer | None:
    """The computed move that a step asks about or plays, on a table without a grid; else None."""
    action = frame.asked_action or frame.last_action
    return capability(rules, MovesAsOffers).offer_for(frame.before, action) if action is not None else None


def _shot_stick(frame: Frame, counters: Mapping[str, Counter]) -> tuple[Stick, ...]:
    """The measuring stick to the target of a shot that a step asks about, on a table without a grid; empty if there is
    no shot, or its target is in contact."""
    preview, action = frame.preview, frame.asked_action
    if preview is None or action is None or isinstance(action, Faces):
        return ()
    ends = [read_pose(counters[line.unit].place or "") for lines in (preview.attackers, preview.defenders)
            for line in lines[:1]]
    start, end = ends if len(ends) == 2 else (None, None)
    if start is None or end is None or distance(start.spot, end.spot) < BASE // 2:
        return ()
    return (Stick(start.spot, end.spot, distance(start.spot, end.spot)),)
