"""Pictures of battles and lessons, cropped to their frame: the part of the map with the armies, or with the subject of
the lesson. Pictures of the built-in systems are drawn in advance (``python -m assets.build_title_pictures``), others
when they are first shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import catalog, systems
from game.core.capability import SPECTATOR, seen_by
from game.core.contract import Counter, ScenarioInfo, System
from game.core.message import Text, error_text, say
from game.match import lessons
from game.match.demo import frames
from game.match.dice import first_link
from game.match.lessons import Lesson
from game.ui.kit.camera import Box, Point
from game.ui.kit.pictures import picture_cache
from game.ui.screens.titlecard import TitleCard

if TYPE_CHECKING:
    from game.ui.board.view import BoardView


PICTURE_SIZE = (720, 390)
"""Size in pixels of a picture drawn in advance."""
WHOLE_HEIGHT = 900
"""Height in pixels of a picture of a whole field."""
BATTLE_FOLDER = "title"
"""The folder of pictures of battles, below a system's assets."""
LESSON_FOLDER = "lessons"
"""The folder of pictures of lessons, below a system's assets."""
PLACES_MARGIN = 1.9
"""Margin around a lesson's places in its picture, in sheet units."""
MIN_PICTURE_WIDTH = 8.0
"""The least width of a lesson's picture, in sheet units."""
VIEW_WIDTHS = (13.0, 16.0, 20.0, 25.0, 32.0)
"""Widths to try for a picture, in sheet units; the first with enough counters of both sides well inside is used."""
EDGE_DISTANCE = 1.3
"""Least distance in sheet units from the picture's edge to the centre of a counter that counts as well inside."""
FIELD_EDGE_DISTANCE = 0.6
"""The same for the largest picture that fits the field."""
WIDER_STEPS = (0.25, 0.5, 0.75, 1.0)
"""Wider pictures, which include the table beside the field, are tried if no part of the field shows both sides well:
steps towards the whole field, as shares."""
MAX_FIELD_RATIO = 2.0
"""The largest whole field for which they are tried, as a multiple of the widest part's width."""
WELL_INSIDE = 5
"""Counters of each side that must be well inside."""
DEPLOY_LEVEL = "veteran"
"""Level of the computer players that deploy the armies of a battle that begins without them."""
DEPLOY_EFFORT = 0.02
"""Their share of the usual effort."""
DEPLOY_SEED = 1
"""The seed of their random numbers."""
MAX_UPDATES = 400
"""Most updates to wait for the map to finish loading."""


def picture_file(system: str, scenario: str) -> Path:
    """Path of a battle's picture drawn in advance."""
    return systems.assets(system) / BATTLE_FOLDER / f"{scenario}.jpg"


def lesson_file(system: str, lesson: str) -> Path:
    """Path of a lesson's picture drawn in advance."""
    return systems.assets(system) / LESSON_FOLDER / f"{lesson}.jpg"


@picture_cache(32)
def battle_picture(rules: System[Any], size: tuple[int, int], scenario: str) -> pygame.Surface:
    """The picture of a battle, cropped to a size in pixels.

    :raises game.catalog.BrokenSystem: if the system's code fails while drawing it.
    """
    return _cropped(_whole_picture(rules, scenario), size)


@picture_cache(64)
def lesson_picture(rules: System[Any], size: tuple[int, int], path: Path) -> pygame.Surface:
    """The picture of a lesson, given by its file, cropped to a size in pixels.

    :raises game.match.lessons.LessonError: if the lesson is invalid.
    :raises game.catalog.BrokenSystem: if the system's code fails while drawing it.
    """
    ahead = lessons.system_of(path) == rules.name
    return _cropped(_read_or_drawn(rules, lesson_file(rules.name, path.stem) if ahead else None, path.stem,
                      lambda: draw_lesson(rules, lessons.read(path))), size)


@picture_cache(8)
def strips_picture(shown: tuple[tuple[System[Any], str], ...], size: tuple[int, int]) -> pygame.Surface:
    """The pictures of several battles as vertical strips side by side; each battle is a system and a scenario name."""
    picture = pygame.Surface(size).convert()
    edges = [round(size[0] * number / len(shown)) for number in range(len(shown) + 1)]
    for (rules, scenario), left, right in zip(shown, edges, edges[1:], strict=False):
        picture.blit(battle_picture(rules, (right - left, size[1]), scenario), (left, 0))
        pygame.draw.line(picture, "#3a281c", (left, 0), (left, size[1]), 1 + size[1] // 80)
    return picture


def _cropped(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of a picture, cropped and scaled to another size."""
    scale = max(size[0] / picture.get_width(), size[1] / picture.get_height())
    part = pygame.Rect(0, 0, min(picture.get_width(), round(size[0] / scale)),
                       min(picture.get_height(), round(size[1] / scale)))
    part.center = picture.get_rect().center
    return pygame.transform.smoothscale(picture.subsurface(part), size)


@lru_cache(16)
def _whole_picture(rules: System[Any], scenario: str) -> pygame.Surface:
    """The uncropped picture of a battle, read from its file or drawn now."""
    return _read_or_drawn(rules, picture_file(rules.name, scenario), scenario, lambda: draw_battle(rules, scenario))


def _read_or_drawn(rules: System[Any], file: Path | None, name: str, draw: Callable[[], pygame.Surface]
                   ) -> pygame.Surface:
    """A picture read from its file, or drawn now if the file is missing or damaged."""
    if file is not None and file.is_file():
        try:
            return pygame.image.load(file).convert()
        except pygame.error:
            pass  # the picture is damaged: draw it again
    try:
        return draw()
    except (ValueError, OSError):
        raise
    except Exception as error:
        raise catalog.BrokenSystem(say("system {name} cannot show {scenario}: {error}", name=rules.name,
                                       scenario=name, error=catalog.complaint(error))) from error


def draw_lesson(rules: System[Any], lesson: Lesson) -> pygame.Surface:
    """Draw the picture of a lesson: the scene of its first combat, else of its first move, else its starting position.

    :raises game.match.lessons.LessonError: if the lesson is invalid.
    """
    from game.ui.board.auto_view import box_around
    from game.ui.play.recap import marks_of

    steps = frames(rules, lesson)
    frame = next((each for each in steps if each.preview is not None),
                 next((each for each in steps if each.last_action is not None), steps[0]))
    counters = rules.counters(seen_by(rules, frame.before, SPECTATOR))
    view = _view_of(rules, frame.before, counters, pygame.Rect((0, 0), PICTURE_SIZE))
    places = marks_of(rules, frame.before, frame.asked_action or frame.last_action, frame.events).places
    standing = [counter.place for counter in counters if counter.unit in frame.step.show.units and counter.place]
    named = [place for place in (*places, *frame.step.show.places, *standing) if view.geometry.knows(place)]
    if not named:
        return draw_state(rules, frame.before, counters, VIEW_WIDTHS)
    x, y, wide, high = box_around([view.geometry.centre(place) for place in named], PLACES_MARGIN)
    width = max(MIN_PICTURE_WIDTH, wide, high * PICTURE_SIZE[0] / PICTURE_SIZE[1])
    height = width * PICTURE_SIZE[1] / PICTURE_SIZE[0]
    return _rendered(view, (x + wide / 2 - width / 2, y + high / 2 - height / 2, width, height), PICTURE_SIZE)


def draw_battle(rules: System[Any], scenario: str) -> pygame.Surface:
    """Draw the picture of a battle: the part of its map with most units of both sides, as set up or, if the sides first
    choose armies or positions, as deployed by computer players."""
    state = deployed_state(rules, scenario)
    return draw_state(rules, state, rules.counters(seen_by(rules, state, SPECTATOR)), VIEW_WIDTHS)


def deployed_state(rules: System[Any], scenario: str) -> Any:
    """The first state of a battle after the phases that start before both sides are on the map."""
    from game.selfplay.simulate import make_players, play_on  # read only where a picture is drawn

    state = catalog.set_up(rules, scenario)
    phases: set[str] = set()

    def goes_on(now: Any) -> bool:
        here = {each.seat for each in rules.counters(seen_by(rules, now, SPECTATOR)) if each.place}
        if not here.issuperset(rules.seats):
            phases.add(rules.prompt(now).phase)
        return rules.prompt(now).phase in phases

    if not goes_on(state):
        return state
    players = make_players(rules, scenario, dict.fromkeys(rules.seats, DEPLOY_LEVEL), DEPLOY_SEED, DEPLOY_EFFORT)
    return play_on(rules, state, first_link(DEPLOY_SEED, rules.name, scenario, (), ""), players, continues=goes_on)[0]


def draw_state(rules: System[Any], state: Any, counters: Sequence[Counter], widths: Sequence[float]) -> pygame.Surface:
    """Draw a picture of a position.

    :param widths: widths to try, in sheet units; limited to the largest part of the field with the picture's shape.
    """
    view = _view_of(rules, state, counters, pygame.Rect((0, 0), PICTURE_SIZE))
    on_map = [counter for counter in view.counters.values() if counter.place and view.geometry.knows(counter.place)]
    centres = [view.geometry.centre(counter.place or "") for counter in on_map]
    return _rendered(view, best_part(on_map, centres, view.sheet.layout.field, widths), PICTURE_SIZE)


def draw_whole(rules: System[Any], state: Any, counters: Sequence[Counter], high: int = WHOLE_HEIGHT) -> pygame.Surface:
    """Draw a picture of the whole field in a position, in its own shape.

    :param high: height in pixels; smaller values than ``WHOLE_HEIGHT`` are raised to it.
    """
    view = _view_of(rules, state, counters, pygame.Rect((0, 0), PICTURE_SIZE))
    field = view.sheet.layout.folded.paper
    high = max(high, WHOLE_HEIGHT)
    size = round(high * field[2] / field[3]), high
    view.resize(pygame.Rect((0, 0), size))
    return _rendered(view, field, size)


def _view_of(rules: System[Any], state: Any, counters: Sequence[Counter], rect: pygame.Rect) -> BoardView:
    """A motionless map view of a position, with its sheet turned whichever way is larger in a rectangle."""
    from game.board.hexgrid import HexBoard
    from game.ui.board.view import BoardView
    from game.ui.sheets.sheet import is_larger_turned

    board = rules.board(state)
    turned = isinstance(board, HexBoard) and is_larger_turned(board, lambda *_: rect)
    view = BoardView(board, rules.theme, turned=turned)
    view.options.reduced_motion, view.options.legend = True, False
    view.fold(True)
    view.resize(rect)
    view.set_counters(counters)
    return view


def _rendered(view: BoardView, part: Box, size: tuple[int, int]) -> pygame.Surface:
    """A picture of a part of a map."""
    view.camera.world = part
    view.camera.scale = size[0] / part[2]
    view.camera.centre = part[0] + part[2] / 2, part[1] + part[3] / 2
    picture = pygame.Surface(size).convert()
    for _ in range(MAX_UPDATES):
        view.update(0.2)
        view.draw(picture)
        if view.tiles.resting and view.tiles.settled:
            break
    view.draw(picture)
    return picture


def best_part(counters: Sequence[Counter], centres: Sequence[Point], field: Box,
              widths: Sequence[float] = VIEW_WIDTHS) -> Box:
    """The part of a map, in the picture's shape, with the most counters of both sides; the smallest that shows enough
    of each well."""
    left, top, wide, high = field
    shape = PICTURE_SIZE[1] / PICTURE_SIZE[0]
    smallest = min(wide, high / shape)
    seats = sorted({counter.seat for counter in counters})
    wanted = [min(WELL_INSIDE, sum(each.seat == seat for each in counters)) for seat in seats]
    middle = left + wide / 2, top + high / 2
    part: Box = (middle[0] - smallest / 2, middle[1] - smallest * shape / 2, smallest, smallest * shape)
    largest = max(wide, high / shape)
    wider = WIDER_STEPS if largest <= MAX_FIELD_RATIO * smallest else ()
    beyond = (smallest + (largest - smallest) * share for share in wider)
    for width, edge in (*((width, EDGE_DISTANCE if width in VIEW_WIDTHS else FIELD_EDGE_DISTANCE) for width in widths
                          if width < smallest),
                        (smallest, FIELD_EDGE_DISTANCE), *((width, EDGE_DISTANCE) for width in beyond)):
        height = width * shape
        choices = [(_centre_within(x, width, left, wide), _centre_within(y, height, top, high)) for x,
                   y in _middles(centres)]
        best = max(choices, key=lambda at: _view_score(counters, centres, seats, at, (width, height), edge),
                   default=middle)
        part = best[0] - width / 2, best[1] - height / 2, width, height
        if all(seen >= least for seen, least in zip(_counts(counters, centres, seats, best, (width, height), edge),
                                                    wanted, strict=True)):
            break
    return part


def _centre_within(at: float, size: float, start: float, length: float) -> float:
    """The centre of an interval on a line: as near to a point as keeps the interval inside the line. An interval longer
    than the line is centred on it."""
    return start + length / 2 if size >= length else min(max(at, start + size / 2), start + length - size / 2)


def _middles(centres: Sequence[Point]) -> list[Point]:
    """Candidate centres of a picture: the counters, and the midpoints between pairs of them."""
    spots = sorted(set(centres))[:160]
    step = max(1, len(spots) // 40)
    some = spots[::step]
    return [*spots, *(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a in some for b in some if a < b)]


def _counts(counters: Sequence[Counter], centres: Sequence[Point], seats: Sequence[str], at: Point,
            size: tuple[float, float], edge: float) -> list[int]:
    """Number of counters of each side within a part around a point, at least ``edge`` from its edge."""
    width, height = size[0] / 2 - edge, size[1] / 2 - edge
    inside = [counter.seat for counter, (x, y) in zip(counters, centres, strict=True)
              if abs(x - at[0]) <= width and abs(y - at[1]) <= height]
    return [inside.count(seat) for seat in seats]


def _view_score(counters: Sequence[Counter], centres: Sequence[Point], seats: Sequence[str], at: Point,
          size: tuple[float, float], edge: float) -> tuple[float, float]:
    """Score of a part around a point: the counters seen of both sides, the smaller number weighing more; then their
    nearness to its centre."""
    counts = _counts(counters, centres, seats, at, size, edge)
    near = [abs(x - at[0]) + abs(y - at[1]) for x, y in centres
            if abs(x - at[0]) <= size[0] / 2 and abs(y - at[1]) <= size[1] / 2]
    return 2.0 * min(counts, default=0) + min(sum(counts), 40) / 2, -sum(near) / max(1, len(near))


class CardPictures:
    """The pictures of the title screen's cards. A card shows its first battle, or the row pointed at. Pictures drawn in
    advance are ready at once; those of systems added by a user are drawn one at a time."""

    def __init__(self) -> None:
        self.complete = False
        """Whether every card in view has the picture of its first battle, or cannot have one."""
        self.drawn: set[tuple[str, str]] = set()
        """(System, scenario) pairs whose pictures are ready."""
        self._tried: set[tuple[str, str]] = set()
        """The same pairs, plus those whose picture could not be drawn."""

    def load(self, cards: Sequence[TitleCard]) -> None:
        """Load pictures for the cards now in view; another interface scale may show more of them."""
        for card in cards:
            self._take(card, _first(card))
        self.complete = not self._missing(cards)

    def _take(self, card: TitleCard, scenario: str) -> None:
        """Load a picture drawn in advance."""
        key = card.rules.name, scenario
        if key not in self._tried and picture_file(*key).is_file() and self.draw(card, scenario):
            self._tried.discard(key)  # the fault is reported by draw_next

    def _missing(self, cards: Sequence[TitleCard]) -> list[TitleCard]:
        """The cards for whose first battle no picture has been tried yet."""
        return [card for card in cards if (card.rules.name, _first(card)) not in self._tried]

    def draw(self, card: TitleCard, scenario: str) -> Text:
        """Draw the picture of a scenario; return the error text, or empty."""
        self._tried.add((card.rules.name, scenario))
        try:
            battle_picture(card.rules, card.picture.size, scenario)
        except (ValueError, OSError) as error:
            return say("{name}: {error}", name=card.rules.name, error=error_text(error))
        self.drawn.add((card.rules.name, scenario))
        return ""

    def draw_next(self, cards: Sequence[TitleCard]) -> Text:
        """Draw the picture of the next card without one; return the error text, or empty."""
        missing = self._missing(cards)
        self.complete = len(missing) < 2
        return self.draw(missing[0], _first(missing[0])) if missing else ""

    def of(self, card: TitleCard, chosen: ScenarioInfo | None) -> pygame.Surface | None:
        """A card's picture: that of the row pointed at, or of the first battle until that one is ready."""
        if chosen is not None:
            self._take(card, chosen.name)
        names = [info.name for info in (chosen, card.entries[0][2]) if info is not None]
        name = next((name for name in names if (card.rules.name, name) in self.drawn), None)
        return battle_picture(card.rules, card.picture.size, name) if name is not None else None


def _first(card: TitleCard) -> str:
    """The name of a card's first battle."""
    return card.entries[0][2].name
