"""Draws every sign that a board can lay over its map, one after the other on the first position of a battle, and
records the pixels that each changes. A new kind of sign that is not described here makes tests fail."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
import pygame
from numpy.typing import NDArray

from game import catalog
from game.core.contract import Counter
from game.core.layer import Layer
from game.core.message import say
from game.core.pose import read_pose
from game.ui.board.overlay import Arc, Danger, Ghost, Overlay, PlanArrow
from game.ui.board.trace import Trace, TracedPath
from game.ui.board.view import BoardView
from tests.access.vision import Values, difference, lab, linear, pixels

WINDOW = pygame.Rect(0, 0, 1000, 700)
ROOM = 280
"""Pixels around the middle of a sign that are compared with other signs."""
CHANGED = 3.0
"""The least change of a pixel (CIE 1976) that belongs to a sign."""

INDIRECT = {
    "layers_unit": "shows layers, which are described beside overlays",
    "turned": "turns a counter, and is no sign",
    "facing_at": "where `facings` lie",
    "addable": "decides which fanned-out stacks fold",
}
"""Fields of an overlay that draw nothing themselves."""


@dataclass(frozen=True)
class Spots:
    """The places where signs are drawn."""

    place: str
    """A place without counters."""
    other: str
    """Another place, the end of arrows."""
    far: str
    """A place farther away, with room for thin arrows."""
    unit: str
    """A unit alone in its place."""
    home: str
    """The place of ``unit``."""


@dataclass
class Sign:
    """A sign and its pictures."""

    name: str
    ground: Values
    """The picture without the sign, around its middle."""
    seen: Values
    """The picture with the sign, around its middle."""

    @cached_property
    def lightness(self) -> Values:
        """L* of each pixel of the picture with the sign."""
        return np.asarray(lab(linear(self.seen))[..., 0])

    @cached_property
    def ink(self) -> NDArray[np.bool_]:
        """The pixels of the sign: those that change by at least half as much as the strongest, so that neither a wash
        under a border nor the border's background counts."""
        apart = np.linalg.norm(lab(linear(self.seen)) - lab(linear(self.ground)), axis=-1)
        strong = np.percentile(apart[apart >= CHANGED], 95) if (apart >= CHANGED).any() else 2 * CHANGED
        found: NDArray[np.bool_] = apart >= max(CHANGED, 0.5 * float(strong))
        return found


def overlays(s: Spots) -> dict[str, dict[str, Overlay]]:
    """Field of an overlay -> its signs."""
    one, way = (s.unit,), (s.place, s.other)
    step = PlanArrow(way, attacks=False, label="1", next=True)
    return {
        "selected": {"selected": Overlay(selected=s.unit)},
        "participants": {"picked": Overlay(participants=one)},
        "targets": {"target": Overlay(targets=one)},
        "eligible": {"able": Overlay(eligible=one)},
        "staying": {"staying": Overlay(staying=one)},
        "duties": {"duty": Overlay(duties=one)},
        "hint": {"hint of a unit": Overlay(hint=one), "hint of a place": Overlay(hint=(s.place,))},
        "ghost": {"ghost": Overlay(ghost=Ghost(s.unit, s.place, None))},
        "reach": {"reach": Overlay(reach={s.place: None}), "reach with its cost": Overlay(reach={s.place: 3})},
        "keys": {"key": Overlay(keys={s.place: 1})},
        "hit_chances": {"hits": Overlay(hit_chances={s.place: "40 %"})},
        "partial_reach": {"partly": Overlay(reach={s.place: None}, partial_reach={s.place: "1 of 3"})},
        "facings": {"facing": Overlay(facings={0: False}, facing_at=s.place),
                    "facing taken": Overlay(facings={0: True}, facing_at=s.place)},
        "stamps": {"stamp": Overlay(stamps={s.place: say("full")})},
        "refused": {"refused": Overlay(refused=s.place)},
        "path": {"path": Overlay(path=way)},
        "cursor": {"cursor": Overlay(cursor=s.place)},
        "dangers": {"danger": Overlay(dangers=(Danger(s.place, "infantry", "30 %"),))},
        "arcs": {f"arc, {line}": Overlay(arcs=(Arc(s.home, (s.place,), line, "F"),))
                 for line in ("whole", "broken", "dotted")},
        "plan": {"march next": Overlay(plan=(step,), path=way),
                 "march later": Overlay(plan=(replace(step, next=False),)),
                 "attack next": Overlay(plan=(replace(step, attacks=True),)),
                 "attack later": Overlay(plan=(replace(step, attacks=True, next=False),))},
    }


def undescribed() -> set[str]:
    """Fields of an overlay that are neither drawn here nor listed as drawing nothing."""
    known = overlays(Spots("", "", "", "", ""))
    return {field.name for field in fields(Overlay)} - set(known) - set(INDIRECT)


class Bench:
    """The board of a battle, on which signs are laid one after the other."""

    def __init__(self, system: str, battle: str) -> None:
        pygame.display.init()
        self.window = pygame.display.set_mode(WINDOW.size)
        rules = catalog.rules(system)
        state = rules.initial(battle)
        self.theme = rules.theme
        self.view = BoardView(rules.board(state), self.theme)
        self.view.resize(WINDOW)
        self.view.options.hex_numbers, self.view.options.layers = False, True
        knows = self.view.geometry.knows
        self.counters = [each for each in rules.counters(state) if each.place and knows(each.place)]
        self.view.set_counters(self.counters)
        alone = self._alone()
        self._come_near(alone)
        self.spots = self._spots(alone)
        self._grounds: dict[str, pygame.Surface] = {}

    def _alone(self) -> Counter:
        """A unit alone in its place; if every place holds several, all but one of the smallest stack leave the map."""
        many = Tally(each.place for each in self.counters)
        self.view.unit_at((0, 0))  # counters are laid where they lie
        covered = self.view.stacks.covered()
        shown = [each for each in self.counters if not each.outline]
        found = next((each for each in shown if many[each.place] == 1 and each.unit not in covered), None)
        if found is None:
            found = min(shown, key=lambda each: many[each.place])
            self.counters = [each for each in self.counters if each.place != found.place or each is found]
            self.view.set_counters(self.counters)
        return found

    def _far(self, one: str, other: str) -> float:
        (ax, ay), (bx, by) = map(self.view.geometry.centre, (one, other))
        return float(np.hypot(ax - bx, ay - by))

    def _come_near(self, counter: Counter) -> None:
        assert counter.place
        at = self.view.geometry.centre(counter.place)
        self.view.camera.frame((at[0] - 7, at[1] - 5, at[0] + 7, at[1] + 5))
        for _ in range(100):
            self.view.update(0.1)
            if not self.view.changes_by_itself:
                break

    def _spots(self, alone: Counter) -> Spots:
        """Free places near a unit and well within the window, the nearest to the window's middle first."""
        assert alone.place
        view, taken, home = self.view, [each.place for each in self.counters if each.place], alone.place
        pose = read_pose(home)
        if pose is not None:
            near = [pose._replace(x=pose.x + 1000 * x, y=pose.y + 1000 * y).text
                    for x in range(-5, 6) for y in range(-3, 4)]
            near = [each for each in near if view.geometry.knows(each)]
        else:
            near = list(view.board.places)
        free = [each for each in near if WINDOW.inflate(-240, -240).collidepoint(view.point_of(each))
                and all(self._far(each, other) > 1.2 for other in taken)]
        free.sort(key=lambda each: self._far(each, home))
        first = free[0]
        other, far = (next(each for each in free if self._far(each, first) > least) for least in (1.5, 3.0))
        return Spots(first, other, far, alone.unit, home)

    def picture(self) -> pygame.Surface:
        """The board's current picture."""
        self.view.draw(self.window)
        return self.window.copy()

    def signs(self) -> Iterator[Sign]:
        """Every sign in turn: overlays, layers of the rules, and traces of the last turn."""
        s, view, bare = self.spots, self.view, self.picture()
        middle = dict.fromkeys(("selected", "picked", "target", "able", "staying", "duty", "hint of a unit"), s.home)
        middle |= dict.fromkeys(("march next", "march later", "path"), s.other)
        for field, meanings in overlays(s).items():
            if field == "arcs" and read_pose(s.place) is not None:
                continue  # poses share no borders
            for name, overlay in meanings.items():
                view.overlay = overlay
                yield self._sign(name, middle.get(name, s.place), bare, s.other if name.startswith("attack") else "")
        view.overlay = Overlay()
        for info in (*self.theme.seats, None):
            seat, whose = (info.name, info.name) if info is not None else (None, "nobody's")
            for name, layer in (("ground", replace(self._ground(), seat=seat)),
                                ("link", Layer("a", say("A"), links=((s.place, s.far),), seat=seat))):
                view.set_layers(lambda _, layer=layer: (layer,))  # type: ignore[misc]
                yield self._sign(f"{name}, {whose}", s.place, bare)
            view.set_layers(lambda _: ())
            if info is not None:
                view.set_trace(Trace((TracedPath(info.name, (s.place, s.other)),)))
                yield self._sign(f"march, {whose}", s.other, bare)
                view.set_trace(Trace())
                view.trace.update(9.0)
                view.set_holders({s.place: info.name})
                if self.picture().get_buffer().raw != bare.get_buffer().raw:  # some boards have no room for flags
                    yield self._sign(f"flag, {whose}", s.place, bare)
                view.set_holders({})
        gone = next(each for each in self.counters if each.unit == s.unit)
        view.set_counters([replace(each, place=None) if each is gone else each for each in self.counters])
        empty = self.picture()
        view.set_trace(Trace(eliminated=((gone.unit, s.place),)))
        yield self._sign("struck", s.place, empty)
        view.set_trace(Trace())
        view.trace.update(9.0)
        view.set_counters(self.counters)

    def _ground(self) -> Layer:
        """A layer over a place; on a table over a square."""
        pose = read_pose(self.spots.place)
        if pose is None:
            return Layer("a", say("A"), (self.spots.place,), always=True)
        square = tuple((pose.x + x, pose.y + y) for x, y in ((-900, -900), (900, -900), (900, 900), (-900, 900)))
        return Layer("a", say("A"), always=True, outlines=(square,))

    def _sign(self, name: str, place: str, bare: pygame.Surface, until: str = "") -> Sign:
        """The sign drawn around the middle of a place, or of the edge between two."""
        room = pygame.Rect(0, 0, ROOM, ROOM)
        (ax, ay), (bx, by) = map(self.view.point_of, (place, until or place))
        room.center = (ax + bx) // 2, (ay + by) // 2
        room.clamp_ip(WINDOW)
        return Sign(name, pixels(bare.subsurface(room)), pixels(self.picture().subsurface(room)))

    def sides(self) -> Mapping[str, Values]:
        """The commonest colour on the lower half of each side's counters, with the whole map in view; the upper half
        may have a command's colour."""
        self.view.camera.fit()
        self.view.update(5.0)
        picture, found = self.picture(), dict[str, list[Values]]()
        side = max(5, round(0.8 * self.view.stacks.px))
        room = pygame.Rect(0, 0, side, side // 2)
        for each in self.counters:
            at = self.view.stacks.spots().get(each.unit, (-99, -99))
            room.midtop = at
            if not each.outline and self.view.unit_at(at) == each.unit and WINDOW.contains(room):
                found.setdefault(each.seat, []).append(pixels(picture.subsurface(room)).reshape(-1, 3))
        return {seat: _commonest(np.concatenate(rows)) for seat, rows in found.items()}


    def edges(self, sight: str) -> Mapping[str, float]:
        """The colour difference between each counter's edge and the ground beneath it, with the whole map in view: of
        the upper and the left edge, whichever differs less. Counters under others, standees and bases are left out.

        :param sight: a kind of sight, as in ``vision.MATRICES``.
        """
        grounds, seen = self._whole
        found = {}
        for unit, box in self.view.stacks.boxes(0).items():
            counter = self.view.counters[unit]
            standee = counter.face is not None and counter.face.portrait
            far = max(2, box.w // 8)
            room = box.inflate(2 * far, 2 * far)
            above = all(self.view.unit_at(at) == unit for at in (
                box.center, (box.left + 3, box.centery), (box.centerx, box.top + 3)))
            if standee or counter.size is not None or not above or not WINDOW.contains(room):
                continue
            ground = np.median(pixels(grounds.subsurface(box)).reshape(-1, 3), axis=0)
            apart = difference(pixels(seen.subsurface(room)), ground, sight)[far:-far, far:-far]
            found[unit] = float(min(np.median(apart[:far], axis=1).max(), np.median(apart[:, :far], axis=0).max()))
        return found

    @cached_property
    def _whole(self) -> tuple[pygame.Surface, pygame.Surface]:
        """The whole map without counters, and with them."""
        self.view.camera.fit()
        pictures = []
        for counters in ([], self.counters):
            self.view.set_counters(counters)
            self.view.update(5.0)
            pictures.append(self.picture())
        return pictures[0], pictures[1]


def _commonest(rows: Values) -> Values:
    """The colour closest to the most of some pixels."""
    _, which, many = np.unique(rows // 24, axis=0, return_inverse=True, return_counts=True)
    found: Values = np.median(rows[which.reshape(-1) == many.argmax()], axis=0)
    return found
