"""Pictures of battles and lessons, cropped to their frame: the part of the map with the armies, or with the subject of
the lesson. Pictures of the built-in systems are drawn in advance (``python -m assets.build_title_pictures``), others
when they are first shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import catalog, systems
from game.core.capability import SPECTATOR, seen_by
from game.core.contract import Counter, ScenarioInfo, System
from game.core.message import Text, error_text, say
from game.match import lessons
from game.match.dice import first_link
from game.match.lesson_frames import frames
from game.match.lessons import Lesson
from game.ui.kit.camera import Box, Point
from game.ui.kit.pictures import picture_cache
from game.ui.screens.titlecard import TitleCard

if TYPE_CHECKING:
    from game.ui.board.view import BoardView


PICTURE_SIZE = (720, 390)
"""Size in pixels of a picture drawn in advance."""
MIN_WHOLE_HEIGHT = 900
"""Least height in pixels of a picture of a whole field."""
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
"""The same distance for the largest picture that fits the field."""
ENOUGH_COUNTERS = 5
"""Number of counters of each side that must be well inside."""
CARD_RATIO = 0.36
"""Height of the part of a picture that the title's lowest cards show, as a share of its width; counters outside this
part are not well inside (measured: 66 pixels of 192 in a window of 1280x720)."""
CARD_EDGE_DISTANCE = 0.8
"""Least distance in sheet units from the upper and lower edge of this part to the centre of a counter that is well
inside."""
MEETING_WIDTHS = (13.0, 16.0)
"""Once the armies have met, a picture of one of these widths, in sheet units, has enough counters of both sides. Chosen
by eye."""
MAX_APPROACH = 400
"""Most actions, including rolls, until the armies have met. Chosen by hand."""
MAX_CENTRES = 160
"""Most counters that are tried as the centre of a picture."""
MAX_PAIRED = 40
"""Most counters between which midpoints are tried as centres, about; there is one for each pair."""
SMALLER_SIDE_WEIGHT = 2.0
"""Weight of the side with fewer counters in view in a part's score. Chosen by hand."""
MAX_SCORED_COUNTERS = 40
"""Number of counters above which more in view no longer raise a part's score. Chosen by hand."""
DEPLOY_LEVEL = "veteran"
"""Level of the computer players that deploy the armies of a battle that begins without them."""
DEPLOY_EFFORT = 0.02
"""Effort of these computer players, as a share of the usual one."""
DEPLOY_SEED = 1
"""Seed of these computer players' random numbers, and of the dice."""
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
    is_own_lesson = lessons.system_of(path) == rules.name
    file = lesson_file(rules.name, path.stem) if is_own_lesson else None
    return _cropped(_read_or_drawn(rules, file, path.stem, lambda: draw_lesson(rules, lessons.read(path))), size)


@picture_cache(8)
def strips_picture(battles: tuple[tuple[System[Any], str], ...], size: tuple[int, int]) -> pygame.Surface:
    """The pictures of several battles as vertical strips side by side, of a size in pixels.

    :param battles: system and scenario name of each battle.
    """
    picture = pygame.Surface(size).convert()
    edges = [round(size[0] * number / len(battles)) for number in range(len(battles) + 1)]
    for (rules, scenario), left, right in zip(battles, edges, edges[1:], strict=False):
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
    """A picture read from its file, or drawn now if the file is missing or damaged.

    :param file: None to draw it in any case.
    :param name: the name of the scenario or lesson, for the message of an error.
    :raises game.catalog.BrokenSystem: if the system's code fails while drawing it.
    """
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
                                       scenario=name, error=catalog.system_error_text(error))) from error


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
    unit_places = [counter.place for counter in counters if counter.unit in frame.step.show.units and counter.place]
    subject = [place for place in (*places, *frame.step.show.places, *unit_places) if view.geometry.knows(place)]
    if not subject:
        return draw_state(rules, frame.before, counters, VIEW_WIDTHS)
    x, y, least_width, least_height = box_around([view.geometry.centre(place) for place in subject], PLACES_MARGIN)
    width = max(MIN_PICTURE_WIDTH, least_width, least_height * PICTURE_SIZE[0] / PICTURE_SIZE[1])
    height = width * PICTURE_SIZE[1] / PICTURE_SIZE[0]
    part = x + least_width / 2 - width / 2, y + least_height / 2 - height / 2, width, height
    return _rendered(view, _moved_onto(part, view.sheet.layout.folded.paper), PICTURE_SIZE)


def _moved_onto(part: Box, paper: Box) -> Box:
    """A part of a map moved so that it shows nothing beyond the paper, as far as the paper is large enough."""
    (x, y), size = part[:2], part[2:]
    left, top = (min(max(at, start), start + whole - length) if length <= whole else at
                 for at, start, whole, length in zip((x, y), paper[:2], paper[2:], size, strict=True))
    return left, top, *size


def draw_battle(rules: System[Any], scenario: str, *, met: bool = False) -> pygame.Surface:
    """Draw the picture of a battle: the part of its map with most units of both sides, as set up. If the sides first
    choose armies or positions, computer players do so.

    :param met: draw the armies once they have met instead (``met_state``), which takes up to half a minute.
    """
    state = deployed_state(rules, scenario)
    if met:
        state = met_state(rules, scenario, state)
    return draw_state(rules, state, _seen_counters(rules, state), VIEW_WIDTHS)


def deployed_state(rules: System[Any], scenario: str) -> Any:
    """The first state of a battle after the phases that start before both sides are on the map."""
    state = catalog.set_up(rules, scenario)
    deployment_phases: set[str] = set()

    def is_deploying(state: Any) -> bool:
        sides_on_map = {each.seat for each in _seen_counters(rules, state) if each.place}
        if not sides_on_map.issuperset(rules.seats):
            deployment_phases.add(rules.prompt(state).phase)
        return rules.prompt(state).phase in deployment_phases

    return _play_while(rules, scenario, state, is_deploying)


def met_state(rules: System[Any], scenario: str, deployed: Any) -> Any:
    """The first state in which a small picture has enough counters of both sides, or the deployed state if there is
    none within ``MAX_APPROACH`` actions. Computer players play for both sides."""
    view = _view_of(rules, deployed, _seen_counters(rules, deployed), pygame.Rect((0, 0), PICTURE_SIZE))
    field = view.sheet.layout.field
    actions = count()

    def are_apart(state: Any) -> bool:
        placed = [each for each in _seen_counters(rules, state) if each.place and view.geometry.knows(each.place)]
        centres = [view.geometry.centre(each.place or "") for each in placed]
        return not has_both_sides(placed, centres, field, MEETING_WIDTHS)

    state = _play_while(rules, scenario, deployed, lambda state: next(actions) < MAX_APPROACH and are_apart(state))
    return deployed if are_apart(state) else state


def _seen_counters(rules: System[Any], state: Any) -> Sequence[Counter]:
    """The counters that spectators see."""
    return rules.counters(seen_by(rules, state, SPECTATOR))


def _play_while(rules: System[Any], scenario: str, state: Any, continues: Callable[[Any], bool]) -> Any:
    """The first state, from this one on, in which a condition no longer holds or the game is over."""
    from game.selfplay.simulate import make_players, play_on  # import it only when a picture is drawn

    if not continues(state):
        return state
    players = make_players(rules, scenario, dict.fromkeys(rules.seats, DEPLOY_LEVEL), DEPLOY_SEED, DEPLOY_EFFORT)
    link = first_link(DEPLOY_SEED, rules.name, scenario, (), "")
    return play_on(rules, state, link, players, continues=continues)[0]


def draw_state(rules: System[Any], state: Any, counters: Sequence[Counter], widths: Sequence[float]) -> pygame.Surface:
    """Draw a picture of a position.

    :param widths: widths to try, in sheet units; limited to the largest part of the field with the picture's shape.
    """
    view = _view_of(rules, state, counters, pygame.Rect((0, 0), PICTURE_SIZE))
    on_map = [counter for counter in view.counters.values() if counter.place and view.geometry.knows(counter.place)]
    centres = [view.geometry.centre(counter.place or "") for counter in on_map]
    layout = view.sheet.layout
    part = _moved_onto(best_part(on_map, centres, layout.field, widths), layout.folded.paper)
    return _rendered(view, part, PICTURE_SIZE)


def draw_whole(rules: System[Any], state: Any, counters: Sequence[Counter], height: int = MIN_WHOLE_HEIGHT
               ) -> pygame.Surface:
    """Draw a picture of the whole field in a position, in its own shape.

    :param height: height in pixels; raised to ``MIN_WHOLE_HEIGHT`` if less.
    """
    view = _view_of(rules, state, counters, pygame.Rect((0, 0), PICTURE_SIZE))
    field = view.sheet.layout.folded.paper
    height = max(height, MIN_WHOLE_HEIGHT)
    size = round(height * field[2] / field[3]), height
    view.resize(pygame.Rect((0, 0), size))
    return _rendered(view, field, size)


def _view_of(rules: System[Any], state: Any, counters: Sequence[Counter], rect: pygame.Rect) -> BoardView:
    """A map view of a position without animation and legend, turned as a rectangle suggests (``is_best_turned``)."""
    from game.board.hexgrid import HexBoard
    from game.ui.board.view import BoardView
    from game.ui.sheets.sheet import is_best_turned

    board = rules.board(state)
    turned = isinstance(board, HexBoard) and is_best_turned(board, lambda *_: rect)
    view = BoardView(board, rules.theme, turned=turned)
    view.options.reduced_motion, view.options.legend = True, False
    view.fold(True)
    view.resize(rect)
    view.set_counters(counters)
    return view


def _rendered(view: BoardView, part: Box, size: tuple[int, int]) -> pygame.Surface:
    """A picture of a part of a map, of a size in pixels."""
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
    """The part of a map, in the picture's shape, with the most counters of both sides: the smallest part with enough
    counters of each side well inside, else the largest one tried.

    :param centres: the centres of the counters, in sheet units.
    :param field: the field of the map, in sheet units.
    :param widths: widths to try, in sheet units, from the smallest.
    """
    left, top, field_width, field_height = field
    ratio = PICTURE_SIZE[1] / PICTURE_SIZE[0]
    widest_inside = min(field_width, field_height / ratio)
    part: Box = (left + field_width / 2 - widest_inside / 2, top + field_height / 2 - widest_inside * ratio / 2,
                 widest_inside, widest_inside * ratio)
    for width, edge in (*((width, EDGE_DISTANCE) for width in widths if width < widest_inside),
                        (widest_inside, FIELD_EDGE_DISTANCE)):
        part, enough = _best_part_of_width(counters, centres, field, width, edge)
        if enough:
            break
    return part


def has_both_sides(counters: Sequence[Counter], centres: Sequence[Point], field: Box, widths: Sequence[float]) -> bool:
    """Whether a part of a map, of one of these widths, has enough counters of each side well inside; the parameters are
    those of ``best_part``."""
    return any(_best_part_of_width(counters, centres, field, width, EDGE_DISTANCE)[1] for width in widths)


def _best_part_of_width(counters: Sequence[Counter], centres: Sequence[Point], field: Box, width: float, edge: float
                        ) -> tuple[Box, bool]:
    """The part of a map, of a width in sheet units, with the most counters of both sides at least ``edge`` sheet units
    from its edge, and whether they are enough of each side."""
    left, top, field_width, field_height = field
    height = width * PICTURE_SIZE[1] / PICTURE_SIZE[0]
    seats = sorted({counter.seat for counter in counters})
    choices = [(_centre_within(x, width, left, field_width), _centre_within(y, height, top, field_height))
               for x, y in _candidate_centres(centres)]
    x, y = max(choices, key=lambda centre: _part_score(counters, centres, seats, centre, (width, height), edge),
               default=(left + field_width / 2, top + field_height / 2))
    counts = _counts(counters, centres, seats, (x, y), (width, height), edge)
    enough = all(count >= min(ENOUGH_COUNTERS, sum(each.seat == seat for each in counters))
                 for count, seat in zip(counts, seats, strict=True))
    return (x - width / 2, y - height / 2, width, height), enough


def _centre_within(point: float, size: float, start: float, length: float) -> float:
    """The centre of an interval on a line: as near to a point as keeps the interval inside the line. An interval longer
    than the line is centred on it."""
    return start + length / 2 if size >= length else min(max(point, start + size / 2), start + length - size / 2)


def _candidate_centres(centres: Sequence[Point]) -> list[Point]:
    """Candidate centres of a picture: those of the counters, and the midpoints between pairs of them."""
    points = sorted(set(centres))[:MAX_CENTRES]
    paired = points[::max(1, len(points) // MAX_PAIRED)]
    return [*points, *(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a in paired for b in paired if a < b)]


def _counts(counters: Sequence[Counter], centres: Sequence[Point], seats: Sequence[str], centre: Point,
            size: tuple[float, float], edge: float) -> list[int]:
    """Number of counters of each side within a part around a centre, at least ``edge`` sheet units from its left and
    right edge, and in what a low card shows of its height."""
    width, height = size[0] / 2 - edge, min(size[1] / 2 - edge, size[0] * CARD_RATIO / 2 - CARD_EDGE_DISTANCE)
    inside = [counter.seat for counter, (x, y) in zip(counters, centres, strict=True)
              if abs(x - centre[0]) <= width and abs(y - centre[1]) <= height]
    return [inside.count(seat) for seat in seats]


def _part_score(counters: Sequence[Counter], centres: Sequence[Point], seats: Sequence[str], centre: Point,
                size: tuple[float, float], edge: float) -> tuple[float, float]:
    """Score of a part around a centre, the better the higher: first the counters of both sides well inside, of which
    those of the side with fewer weigh more; then how near all counters in the part are to its centre."""
    counts = _counts(counters, centres, seats, centre, size, edge)
    distances = [abs(x - centre[0]) + abs(y - centre[1]) for x, y in centres
                 if abs(x - centre[0]) <= size[0] / 2 and abs(y - centre[1]) <= size[1] / 2]
    count_score = SMALLER_SIDE_WEIGHT * min(counts, default=0) + min(sum(counts), MAX_SCORED_COUNTERS) / 2
    return count_score, -sum(distances) / max(1, len(distances))


class CardPictures:
    """The pictures of the title screen's cards. A card shows its first battle, or the row pointed at. Pictures drawn in
    advance are ready at once; those of systems added by a user are drawn one at a time."""

    def __init__(self) -> None:
        self.complete = False
        """Whether every card in view has the picture of its first battle, or cannot have one."""
        self.drawn: set[tuple[str, str]] = set()
        """(System, scenario) pairs whose pictures are ready."""
        self._tried: set[tuple[str, str]] = set()
        """The pairs whose pictures are ready or could not be drawn."""

    def load(self, cards: Sequence[TitleCard]) -> None:
        """Load the pictures drawn in advance for the cards now in view; another interface scale may show more cards."""
        for card in cards:
            self._load_prepared(card, _first_battle(card))
        self.complete = not self._missing(cards)

    def _load_prepared(self, card: TitleCard, scenario: str) -> None:
        """Load a scenario's picture if it was drawn in advance."""
        key = card.rules.name, scenario
        if key not in self._tried and picture_file(*key).is_file() and self.draw(card, scenario):
            self._tried.discard(key)  # the fault is reported by draw_next

    def _missing(self, cards: Sequence[TitleCard]) -> list[TitleCard]:
        """The cards for whose first battle no picture has been tried yet."""
        return [card for card in cards if (card.rules.name, _first_battle(card)) not in self._tried]

    def draw(self, card: TitleCard, scenario: str) -> Text:
        """Draw the picture of a scenario; return what is wrong with it, or an empty text."""
        self._tried.add((card.rules.name, scenario))
        try:
            battle_picture(card.rules, card.picture_area.size, scenario)
        except (ValueError, OSError) as error:
            return say("{name}: {error}", name=card.rules.name, error=error_text(error))
        self.drawn.add((card.rules.name, scenario))
        return ""

    def draw_next(self, cards: Sequence[TitleCard]) -> Text:
        """Draw the picture of the next card without one; return what is wrong with it, or an empty text."""
        missing = self._missing(cards)
        self.complete = len(missing) < 2
        return self.draw(missing[0], _first_battle(missing[0])) if missing else ""

    def picture_of(self, card: TitleCard, battle: ScenarioInfo | None) -> pygame.Surface | None:
        """A card's picture: that of a battle or, without one or until its picture is ready, of the first battle; None
        if neither is ready.

        :param battle: the battle whose row is pointed at.
        """
        if battle is not None:
            self._load_prepared(card, battle.name)
        names = [info.name for info in (battle, card.entries[0].scenario) if info is not None]
        name = next((name for name in names if (card.rules.name, name) in self.drawn), None)
        return battle_picture(card.rules, card.picture_area.size, name) if name is not None else None


def _first_battle(card: TitleCard) -> str:
    """The name of a card's first battle."""
    return card.entries[0].scenario.name
