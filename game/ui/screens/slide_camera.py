"""Which part of the sheet each slide of a presentation shows."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.board.meeting import box_around
from game.ui.kit.camera import Box, Point
from game.ui.play.step_marks import marks_of
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.slides import Slide

HIGH, TABLE = 9.0, 6.0
"""Units of the sheet that are seen from top to bottom where a step needs no more; on a table without a grid. Chosen."""
AROUND, INSIDE = 1.7, 1.0
"""Units of the sheet shown around the places that a step is about, and within which they count as in view."""
AFRESH = 6
"""Every so many actions of a game the map looks afresh, not from where it was: a slide can be shown without framing all
slides before it. Chosen."""
FAR = 1.3
"""How much more of the sheet than a step needs may stay in view when it comes."""


class SlideCamera:
    """Frames what slides are about, each by those before it."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._seen: dict[int, Box | None] = {}
        """The parts of the sheet that slides show, as far as they have been worked out."""

    def forget(self, first: int = 0) -> None:
        """Work out again what slides show, from a slide on."""
        self._seen = {at: box for at, box in self._seen.items() if at < first}

    def told(self, slide: Slide) -> list[str]:
        """The places that a slide is about."""
        frame = slide.frame
        if frame is None:
            return []
        show, rules = frame.step.show, self._screen.rules
        named = [*self._screen.places_of(show.units), *show.places, *show.arrow, *slide.named]
        named += marks_of(rules, frame.before, frame.asked or frame.done, frame.events).places
        named += slide.turn.places if slide.turn is not None else []
        return [place for place in dict.fromkeys(named) if self._screen.view.geometry.knows(place)]

    def target(self, slides: Sequence[Slide], at: int) -> Box | None:
        """The part of the sheet that a slide of the part on the table shows: what it is about, or where the slide
        before looks, if that has all of it in view. None: the whole sheet."""
        unseen = list[tuple[int, list[Point]]]()
        follows = True
        while follows and at not in self._seen:
            points, follows = self._points(slides, at)
            unseen.append((at, points))
            at -= 1
        box = self._seen[at] if follows else None
        for number, points in reversed(unseen):
            if points:
                wanted = self._framed(box_around(points, AROUND))
                if box is None or box[3] > FAR * wanted[3] or not _holds(box, box_around(points, INSIDE)):
                    box = wanted
            self._seen[number] = box
        return box

    def beside(self, places: Sequence[str], share: float) -> Box:
        """The part of the sheet in which some places lie in the middle of what a card at the right leaves free.

        :param share: that of the width which the card covers.
        """
        geometry = self._screen.view.geometry
        box = box_around([geometry.centre(place) for place in places], AROUND)
        _, y, wide, high = self._framed((*box[:2], box[2] / (1 - share), box[3]))
        return box[0] + box[2] / 2 - wide * (1 - share) / 2, y, wide, high

    def _points(self, slides: Sequence[Slide], at: int) -> tuple[list[Point], bool]:
        """The points that a slide is about, and whether what it shows depends on the slide before."""
        slide, geometry = slides[at], self._screen.view.geometry
        points = [geometry.centre(place) for place in self.told(slide)]
        first = not at or slides[at - 1].part is not slide.part
        if first and not points:
            places = {counter.place for counter in self._screen.rules.counters(slide.state)}
            points = [geometry.centre(place) for place in places if place is not None and geometry.knows(place)]
        assert slide.part is not None
        afresh = slide.part.game and slide.step % AFRESH == 0
        return points, not first and not (points and afresh)

    def _framed(self, box: Box) -> Box:
        """A box of the sheet as the window shows it, no nearer than lets the counters around be seen."""
        (x, y, wide, high), rect = box, self._screen.view.camera.rect
        least = TABLE if self._screen.rules.traits.board == "plane" else HIGH
        scale = min(rect.height / least, rect.width / wide, rect.height / high)
        seen = rect.width / scale, rect.height / scale
        return x + wide / 2 - seen[0] / 2, y + high / 2 - seen[1] / 2, *seen


def _holds(outer: Box, inner: Box) -> bool:
    """Whether a box lies within another."""
    return (outer[0] <= inner[0] and outer[1] <= inner[1] and outer[0] + outer[2] >= inner[0] + inner[2]
            and outer[1] + outer[3] >= inner[1] + inner[3])
