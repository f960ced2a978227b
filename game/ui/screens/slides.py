"""The slides of a presentation, made from lessons and programmes; each press of the presenter's key goes one slide
forward or back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from textwrap import shorten
from typing import Any, NamedTuple

from game import catalog
from game.board.hexgrid import HexBoard
from game.core.action import Faces
from game.core.capability import SPECTATOR, capability
from game.core.contract import ScenarioInfo, System
from game.core.event import Rolled, first_roll
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.presenter import HeldPlaces
from game.core.preview import Preview
from game.match import captions
from game.match.lesson_frames import Frame, frames
from game.match.lessons import Lesson
from game.match.programmes import ComputerGame, Programme, lesson_of
from game.ui.board.places import plainly
from game.ui.board.trace import Trace
from game.ui.play.playback import RollResult
from game.ui.play.recap import RecapItem
from game.ui.play.rolling import roll_result_of
from game.ui.play.situation import shown_to

MAX_LETTERS = 108
"""Most letters of a game's caption: two lines on a projector of low resolution. Chosen by hand."""
MIN_NAME_LETTERS = 3
"""Fewest letters of an area's name that is looked for in captions: a shorter one could be part of the sentence."""
MAX_NAMES = 3
"""Most units of a side named before a combat. Chosen by hand."""
MAX_COMBAT_RANGE = 4
"""Greatest distance in hexes between two sides whose combat is named by one place: the range of the longest gun.
Chosen by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class SlidePart:
    """What the slides of a lesson or game share: rules and scenario. Parts are compared by identity."""

    rules: System[Any]
    """The rules, filtered for the audience."""
    info: ScenarioInfo
    game: bool = False
    """Whether the slides are of a game: many, each created when first shown, with captions cut to ``MAX_LETTERS``."""
    lesson: Lesson | None = None
    """The lesson of the slides; None for those of a game."""


@dataclass(frozen=True, slots=True)
class SlideFight:
    """A full-screen combat, as far as it has been explained."""

    preview: Preview | None
    shown: int = 0
    """Number of parts of the arithmetic shown, as counted by ``arithmetic_parts``."""
    odds: bool = False
    """Whether the chances are shown."""
    roll_result: RollResult | None = None
    """The dice, once rolled."""
    rolled: Rolled | None = None
    """The event with the result of the roll, once announced."""


@dataclass(frozen=True, slots=True)
class Slide:
    """What the audience sees between two presses of the presenter's key."""

    caption: Text = ""
    """In simple Markdown."""
    title: Text = ""
    """The title of a title slide; empty if the map is shown."""
    pictured_lesson: Lesson | None = field(default=None, compare=False)
    """The lesson whose picture is above the title; None for no picture."""
    part: SlidePart | None = None
    """The lesson or game that it belongs to; None for a title slide."""
    frame: Frame | None = None
    """The step that it belongs to; None for a title slide."""
    step: int = 0
    """Number of the lesson step, or of the game's action, from 1."""
    done: bool = True
    """Whether the map shows the position after the step's action."""
    plays: bool = False
    """Whether the action is animated when the slide is reached from the previous one."""
    fight: SlideFight | None = None
    """The combat that fills the screen; None if the map is shown."""
    asks: bool = False
    """Whether the caption is a question to the audience."""
    yours: bool = False
    """Whether the audience is to play the step."""
    notes: str = ""
    """The speaker's notes."""
    end_minute: int | None = None
    """The minute, from the beginning of the programme, at which its part of the programme is planned to end; None if
    that part or one before it has no planned duration."""
    chapter: Text = ""
    """The title of the chapter of a programme that begins with it; empty if none does."""
    game: ComputerGame | None = None
    """The live game that follows it; None if none does."""
    system: str = ""
    """The system of that game, unless the game names its own."""
    turn_summary: RecapItem | None = None
    """The summary of a side's turn, on a slide that gives one."""
    trace: Trace = field(default_factory=Trace)
    """In a game, the arrows of moves and the counters struck."""
    hides_card: bool = False
    """Whether the step's card is not shown yet, so that all places on the map are seen first."""

    @property
    def named_places(self) -> tuple[str, ...]:
        """The places named in a lesson's caption: hexes by number, areas by name. Areas named in its first step, which
        describes the situation, are left out."""
        if self.part is None or self.frame is None or self.part.game:
            return ()
        board, caption = self.part.rules.board(self.frame.before), str(self.caption)
        if board.kind == "hex":
            return tuple(number for number in dict.fromkeys(re.findall(r"\d+", caption)) if board.knows(number))
        names = {board.name_of(place): place for place in board.places if self.step > 1}
        longest = sorted((name for name in names if len(name) >= MIN_NAME_LETTERS and not name.isdigit()), key=len,
                         reverse=True)
        mentions = re.findall("|".join(rf"\b{re.escape(name)}\b" for name in longest), caption) if longest else ()
        return tuple(dict.fromkeys(names[name] for name in mentions))

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The hexes whose names are in its caption; no card may cover them, but they need not be in view."""
        board = self.part.rules.board(self.frame.before) if self.part is not None and self.frame is not None else None
        if not isinstance(board, HexBoard):
            return ()
        caption = str(self.caption)
        return tuple(place for place, name in board.landmarks.items()
                     if re.search(rf"\b{re.escape(name)}\b", caption, re.IGNORECASE))

    @property
    def guess_key(self) -> tuple[SlidePart | None, int]:
        """Its part and step, as the key of the audience's guess."""
        return self.part, self.step

    @property
    def state(self) -> Any:
        """The position on the map; None for a title slide."""
        if self.frame is None:
            return None
        return self.frame.state if self.done else self.frame.before


def arithmetic_parts(preview: Preview) -> int:
    """Number of parts in which a combat's arithmetic is shown: both sides, each modifier, the total."""
    return len(preview.modifiers) + 2


def lesson_slides(rules: System[Any], lesson: Lesson) -> list[Slide]:
    """Slides of a lesson: its title, then its steps.

    :raises game.match.lessons.LessonError: if a step is invalid.
    """
    steps = frames(rules, lesson)
    info = catalog.scenario(rules, rules.position(steps[0].before).get("scenario"))
    part = SlidePart(shown_to(rules, lambda: SPECTATOR), info, lesson=lesson)
    slides = [Slide(Message(lesson.summary), Message(lesson.title), lesson)]
    for number, frame in enumerate(steps):
        slide = Slide(frame.caption, part=part, frame=frame, step=number + 1, notes=frame.step.notes)
        slides += _slides_of_step(slide, steps[:number], steps[number:])
    return slides


class Chapter(NamedTuple):
    """A chapter of a programme."""

    title: Text
    first: int
    """Index of its first slide."""
    end: int
    """Index after its last slide."""


def chapters(slides: Sequence[Slide]) -> list[Chapter]:
    """The chapters of a programme in order; none for a lesson or a match, whose slides are one story."""
    if not isinstance(slides, list):  # a match's slides are created only when they are shown
        return []
    starts = [number for number, slide in enumerate(slides) if slide.chapter]
    return [Chapter(slides[first].chapter, first, end) for first, end in pairwise([*starts, len(slides)])]


def slide_number(slides: Sequence[Slide], index: int) -> Text:
    """The number of a slide and the number of slides, as text. If there are chapters, the slides of its chapter are
    counted and the chapter's title is added; a chapter of a single slide is given by its title alone."""
    for chapter in chapters(slides):
        if chapter.first <= index < chapter.end:
            if chapter.end == chapter.first + 1:
                return chapter.title
            return say("{chapter}: slide {number} of {whole}", chapter=chapter.title, number=index - chapter.first + 1,
                       whole=chapter.end - chapter.first)
    return say("Slide {number} of {whole}", number=index + 1, whole=len(slides))


def programme_slides(programme: Programme) -> list[Slide]:
    """Slides of a programme: titles and lessons in order; a game has a title, after which it is played live. Each title
    of the programme begins a chapter, as does its first entry, whatever it is.

    :raises game.match.lessons.LessonError: if a lesson is invalid.
    """
    slides = list[Slide]()
    end_minute: int | None = 0
    for entry in programme.entries:
        first_index = len(slides)
        end_minute = None if end_minute is None or entry.minutes is None else end_minute + entry.minutes
        if entry.slide is not None:
            title = Message(entry.slide.title)
            slides.append(Slide(Message(entry.slide.say), title, notes=entry.notes, chapter=title))
        elif entry.lesson:
            lesson = lesson_of(programme, entry)
            first, *rest = lesson_slides(catalog.rules(lesson.system), lesson)
            slides += [replace(first, notes=entry.notes, chapter="" if slides else first.title), *rest]
        elif entry.game is not None:
            rules: Any = catalog.rules(entry.game.system or programme.system)
            info = catalog.scenario(rules, entry.game.scenario)
            slides.append(Slide(Message(entry.game.say), info.title, notes=entry.notes, game=entry.game,
                                system=programme.system, chapter="" if slides else info.title))
        slides[first_index:] = [replace(slide, end_minute=end_minute) for slide in slides[first_index:]]
    return slides


def cut_caption(text: str) -> Text:
    """A caption of a game, cut to ``MAX_LETTERS`` letters."""
    return shorten(text, MAX_LETTERS, placeholder=" …")


def _slides_of_step(slide: Slide, earlier: Sequence[Frame], later: Sequence[Frame]) -> list[Slide]:
    """The slides of a lesson's step: for a combat its arithmetic part by part, the question to the audience, the roll,
    the task for the audience, and the action on the map, as far as the step has them.

    :param slide: the slide of the whole step, with its caption.
    :param earlier: the steps before it.
    :param later: this step and those after it.
    """
    frame, part = later[0], slide.part
    assert part is not None
    slides = list[Slide]()
    changes_map = _map_contents(part.rules, frame.before) != _map_contents(part.rules, frame.state)
    fight = SlideFight(frame.preview) if frame.preview is not None else None
    rolled, roll_result = first_roll(frame.events), None
    if frame.step.faces is not None:
        roll_result = roll_result_of(part.rules, _before_roll(part.rules, frame), Faces(frame.step.faces))
    early_caption = _caption_before_roll(part.rules, frame, roll_result)
    if fight is not None and frame.preview is not None:
        parts = arithmetic_parts(frame.preview)
        continues = any(_same_combat(each.preview, frame.preview) for each in _since_roll(earlier))
        asks_later = any(each.step.ask is not None for each in _frames_of_combat(later))
        has_odds = any(outcome.chance for outcome in frame.preview.outcomes)
        show = frame.step.show
        if not continues and (not earlier or show.units or show.places or slide.named_places
                              or replace(slide, caption=early_caption).named_places):
            slides.append(replace(slide, caption=early_caption, done=False))
        if not continues:
            slides += [replace(slide, caption=early_caption, done=False, fight=replace(fight, shown=shown))
                       for shown in range(1, parts)]
        fight = replace(fight, shown=parts)
        if not continues and (roll_result is not None or frame.step.ask is None):
            caption = early_caption if roll_result is not None else slide.caption
            slides.append(replace(slide, caption=caption, done=False, fight=fight))
        if frame.step.ask is not None:
            slides.append(replace(slide, caption=Message(frame.step.ask.question), done=False, asks=True, fight=fight))
        if not asks_later or frame.step.ask is not None or roll_result is not None:
            fight = replace(fight, odds=has_odds)
        if roll_result is None and (continues or fight.odds):
            slides.append(replace(slide, done=False, fight=fight))
    elif frame.step.ask is not None:
        slides.append(replace(slide, caption=Message(frame.step.ask.question), done=False, asks=True))
    if roll_result is not None:
        fight = replace(fight or SlideFight(None), roll_result=roll_result)
        slides.append(replace(slide, caption=early_caption, done=False, fight=fight))
        slides.append(replace(slide, done=False, fight=replace(fight, rolled=rolled,
                                                               preview=frame.preview_after or fight.preview)))
    if frame.step.yours is not None:
        slides.append(replace(slide, done=False, yours=True))
        slide = replace(slide, caption=_action_text(part.rules, frame) or slide.caption)
    if fight is None or changes_map:
        slides.append(replace(slide, plays=True))
        show = frame.step.show
        if show.panel == "turn" or (show.panel == "objectives" and (show.places or show.units)):
            slides[-1:] = [replace(slide, plays=True, hides_card=True), slide]
    return [*slides[:-1], replace(slides[-1], done=True)]


def _action_text(rules: System[Any], frame: Frame) -> Text:
    """The action of a step played by the audience, as text without the instructions; empty if it has none."""
    if frame.last_action is None:
        return ""
    seat = rules.prompt(frame.before).phase_key[0]
    action = captions.caption(rules, frame.before, frame.last_action, frame.state, seat)
    return cut_caption(plainly(rules.board(frame.before), action))


def _caption_before_roll(rules: System[Any], frame: Frame, roll_result: RollResult | None) -> Text:
    """The caption while a step's arithmetic is shown and until its dice have been rolled, without the result: the
    step's own, else the sides of the combat, else the title of the roll, else the caption of the step."""
    if frame.step.before:
        return Message(frame.step.before)
    title = plainly(rules.board(frame.before), roll_result.roll.title) if roll_result is not None else frame.caption
    return sides_text(rules, frame.before, frame.preview) or title


def _since_roll(earlier: Sequence[Frame]) -> Iterator[Frame]:
    """The steps since the last roll, or since the lesson last returned to its start; latest first."""
    for frame in reversed(earlier):
        if frame.step.faces is not None:
            return
        yield frame
        if frame.step.returns_to_start:
            return


def _frames_of_combat(frames: Sequence[Frame]) -> Iterator[Frame]:
    """The first of some frames, and those that follow it as long as they show the same combat."""
    for frame in frames:
        if not _same_combat(frames[0].preview, frame.preview):
            return
        yield frame


def _same_combat(preview: Preview | None, other: Preview | None) -> bool:
    """Whether two previews show the same combat."""
    if preview is None or other is None:
        return False
    return (preview.attackers, preview.defenders, preview.modifiers, preview.total, preview.column) == (
        other.attackers, other.defenders, other.modifiers, other.total, other.column)


def _before_roll(rules: System[Any], frame: Frame) -> Any:
    """The state in which a step's dice are rolled, after the actions it plays first."""
    state = frame.before
    for text in frame.step.play:
        state, _ = rules.apply(state, rules.parse(text))
    return state


def _map_contents(rules: System[Any], state: Any) -> object:
    """What a position looks like on the map: counters and holders of places."""
    return rules.counters(state), capability(rules, HeldPlaces).holders(state)


def sides_text(rules: System[Any], state: Any, preview: Preview | None) -> Text:
    """The two sides of a combat and its place, as text; empty if there are not two sides."""
    board = rules.board(state)
    counters = {counter.unit: counter for counter in rules.counters(state)}
    sides = [] if preview is None else [[counters[line.unit] for line in lines if line.unit in counters]
                                        for lines in (preview.attackers, preview.defenders)]
    if not all(sides) or not sides:
        return ""
    attackers, defenders = (_few_names([counter.name for counter in side]) for side in sides)
    (origin, *_), (place, *_) = ([counter.place or "" for counter in side] for side in sides)
    is_far = not board.knows(origin) or not board.knows(place) or (
        isinstance(board, HexBoard) and board.distance(origin, place) > MAX_COMBAT_RANGE)
    if board.kind == "plane" or is_far:
        return say("{attackers} against {defenders}.", attackers=attackers, defenders=defenders)
    return plainly(board, say("{attackers} against {defenders}, in {place}.", attackers=attackers, defenders=defenders,
                              place=place if board.kind == "hex" else board.name_of(place)))


def _few_names(names: Sequence[Text]) -> Text:
    """Some names as text; if there are more than ``MAX_NAMES``, the first few and the number of the others."""
    if len(names) <= MAX_NAMES:
        return and_list(names)
    return plural("{names} and {count} more", "{names} and {count} more", len(names) - MAX_NAMES + 1,
                  names=joined(names[:MAX_NAMES - 1], ", "))
