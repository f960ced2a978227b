"""What a presentation shows, slide by slide: every slide is one stroke of the presenter's key, forth or back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from textwrap import shorten
from typing import Any

from game import catalog
from game.board.hexgrid import HexBoard
from game.core.action import Faces
from game.core.capability import NOBODY, capability
from game.core.contract import ScenarioInfo, System
from game.core.event import Rolled, first_roll
from game.core.message import Message, Text, joined, named, say, several
from game.core.presenter import HeldPlaces
from game.core.preview import Preview
from game.match import agreements
from game.match.demo import Frame, frames
from game.match.lessons import Lesson
from game.match.programmes import ComputerGame, Programme, lesson_of
from game.ui.board.places import plainly
from game.ui.board.trace import Trace
from game.ui.play.recap import RecapItem
from game.ui.play.rolling import fallen
from game.ui.play.situation import shown_to
from game.ui.play.stage import RollResult

LETTERS = 108
"""Letters of a sentence about what happens in a game, at most: two lines on an old projector. Chosen."""
NAMED = 3
"""Units of a side that are named before a combat, at most. Chosen."""
FARTHEST = 4
"""Hexes between two sides that meet in one place: as far as any gun reaches. Chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class SlidePart:
    """What the slides of a lesson or game share: whose rules, which set-up. Two of the same set-up are two."""

    rules: System[Any]
    """Filtered for the audience."""
    info: ScenarioInfo
    game: bool = False
    """Whether they tell of a game: many, each made when it is shown; their captions are cut to ``LETTERS``."""
    lesson: Lesson | None = field(default=None, compare=False)
    """The lesson that they tell, if they do."""


@dataclass(frozen=True, slots=True)
class SlideFight:
    """A combat over the whole picture, as far as it has been told."""

    preview: Preview | None
    shown: int = 0
    """How many parts of the arithmetic are told, as ``parts`` counts them."""
    odds: bool = False
    """Whether the chances are told."""
    fell: RollResult | None = None
    """The dice that have fallen."""
    rolled: Rolled | None = None
    """What they mean, once that is told."""


@dataclass(frozen=True, slots=True)
class Slide:
    """What the audience sees between two strokes of the presenter's key."""

    caption: Text = ""
    """In simple Markdown."""
    title: Text = ""
    """A title; empty: the map is shown."""
    pictured: Lesson | None = field(default=None, compare=False)
    """The lesson whose picture stands above a title; None: nothing does."""
    part: SlidePart | None = None
    """None for a title."""
    frame: Frame | None = None
    """The step it belongs to; None for a title."""
    step: int = 0
    """The number of the step, or of the action of a game, from 1."""
    done: bool = True
    """Whether what the step does has happened."""
    plays: bool = False
    """Whether it plays out on the map when one comes from the slide before."""
    fight: SlideFight | None = None
    asks: bool = False
    """Whether the caption is a question to the audience."""
    yours: bool = False
    """Whether the audience is to play the step by hand."""
    notes: str = ""
    """What only the speaker sees."""
    game: ComputerGame | None = None
    """The game that is played after it."""
    system: str = ""
    """Whose game that is."""
    turn: RecapItem | None = None
    """What a side's turn came to, where the slide sums one up."""
    trace: Trace = field(default_factory=Trace)
    """In a game, the arrows of what was moved and the counters that were struck."""
    bare: bool = False
    """Whether the card of its step is kept back, so that all places on the map are seen first."""

    @property
    def named(self) -> tuple[str, ...]:
        """The places that its caption names: hexes by number; areas by name, but for those of a lesson's first step:
        that says where it all happens."""
        if self.part is None or self.frame is None or self.part.game:
            return ()
        board, told = self.part.rules.board(self.frame.before), str(self.caption)
        if board.kind == "hex":
            return tuple(number for number in dict.fromkeys(re.findall(r"\d+", told)) if board.knows(number))
        names = {board.name_of(place): place for place in board.places if self.step > 1}
        longest = sorted((name for name in names if len(name) > 2 and not name.isdigit()), key=len, reverse=True)
        found = re.findall("|".join(rf"\b{re.escape(name)}\b" for name in longest), told) if longest else ()
        return tuple(dict.fromkeys(names[name] for name in found))

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The hexes that its caption names by their names: no card covers them, but they need not be in view."""
        board = self.part.rules.board(self.frame.before) if self.part is not None and self.frame is not None else None
        if not isinstance(board, HexBoard):
            return ()
        told = str(self.caption)
        return tuple(place for place, name in board.landmarks.items() if re.search(rf"\b{re.escape(name)}\b", told,
                                                                                       re.IGNORECASE))

    @property
    def asked(self) -> tuple[SlidePart | None, int]:
        """Its lesson and step: the room guesses once a step."""
        return self.part, self.step

    @property
    def state(self) -> Any:
        """The position that lies on the map."""
        if self.frame is None:
            return None
        return self.frame.state if self.done else self.frame.before


def parts(preview: Preview) -> int:
    """Into how many parts the arithmetic of a combat is told: both sides, every modifier, what it comes to."""
    return len(preview.modifiers) + 2


def of_lesson(rules: System[Any], lesson: Lesson) -> list[Slide]:
    """A lesson: its title, then its steps.

    :raises game.match.lessons.LessonError: where a step does not hold.
    """
    told = frames(rules, lesson)
    seen = shown_to(rules, lambda: NOBODY)
    part = SlidePart(seen, catalog.scenario(rules, rules.position(told[0].before).get("scenario")), lesson=lesson)
    found = [Slide(Message(lesson.summary), Message(lesson.title), lesson)]
    for number, frame in enumerate(told):
        slide = Slide(frame.say, part=part, frame=frame, step=number + 1, notes=frame.step.notes)
        found += _of_step(slide, told[:number], told[number:])
    return found


def of_programme(programme: Programme) -> list[Slide]:
    """A programme: titles and lessons, in order; of a game its title, after which it is played.

    :raises game.match.lessons.LessonError: where a lesson does not hold.
    """
    found = list[Slide]()
    for entry in programme.entries:
        if entry.slide is not None:
            found.append(Slide(Message(entry.slide.say), Message(entry.slide.title), notes=entry.notes))
        elif entry.lesson:
            lesson = lesson_of(programme, entry)
            first, *rest = of_lesson(catalog.rules(lesson.system), lesson)
            found += [replace(first, notes=entry.notes), *rest]
        elif entry.game is not None:
            rules: Any = catalog.rules(entry.game.system or programme.system)
            info = catalog.scenario(rules, entry.game.scenario)
            found.append(Slide(Message(entry.game.say), info.title, notes=entry.notes, game=entry.game,
                               system=programme.system))
    return found


def brief(text: str) -> Text:
    """What happens in a game, in so many letters at most."""
    return shorten(text, LETTERS, placeholder=" …")


def _of_step(slide: Slide, earlier: Sequence[Frame], later: Sequence[Frame]) -> list[Slide]:
    """The slides of a step of a lesson.

    :param earlier: the steps before.
    :param later: this step and those after it.
    """
    frame, part = later[0], slide.part
    assert part is not None
    found = list[Slide]()
    changes = _standing(part.rules, frame.before) != _standing(part.rules, frame.state)
    fight = SlideFight(frame.preview) if frame.preview is not None else None
    rolled, fell = first_roll(frame.events), None
    if frame.step.faces is not None:
        fell = fallen(part.rules, _before_roll(part.rules, frame), Faces(frame.step.faces))
    due = _before_it(part.rules, frame, fell)
    if fight is not None and frame.preview is not None:
        whole = parts(frame.preview)
        goes_on = any(_alike(each.preview, frame.preview) for each in _since_roll(earlier))
        asked = any(each.step.ask is not None for each in _run(later))
        known = any(outcome.chance for outcome in frame.preview.outcomes)
        show = frame.step.show
        if not goes_on and (not earlier or show.units or show.places or slide.named
                            or replace(slide, caption=due).named):
            found.append(replace(slide, caption=due, done=False))
        if not goes_on:
            found += [replace(slide, caption=due, done=False, fight=replace(fight, shown=shown))
                      for shown in range(1, whole)]
        fight = replace(fight, shown=whole)
        if not goes_on and (fell is not None or frame.step.ask is None):
            found.append(replace(slide, caption=due if fell is not None else slide.caption, done=False, fight=fight))
        if frame.step.ask is not None:
            found.append(replace(slide, caption=Message(frame.step.ask.question), done=False, asks=True, fight=fight))
        if not asked or frame.step.ask is not None or fell is not None:
            fight = replace(fight, odds=known)
        if fell is None and (goes_on or fight.odds):
            found.append(replace(slide, done=False, fight=fight))
    elif frame.step.ask is not None:
        found.append(replace(slide, caption=Message(frame.step.ask.question), done=False, asks=True))
    if fell is not None:
        fight = replace(fight or SlideFight(None), fell=fell)
        found.append(replace(slide, caption=due, done=False, fight=fight))
        found.append(replace(slide, done=False, fight=replace(fight, rolled=rolled)))
    if frame.step.yours is not None:
        found.append(replace(slide, done=False, yours=True))
        slide = replace(slide, caption=_done(part.rules, frame) or slide.caption)
    if fight is None or changes:
        found.append(replace(slide, plays=True))
        show = frame.step.show
        if show.panel == "turn" or (show.panel == "objectives" and (show.places or show.units)):
            found[-1:] = [replace(slide, plays=True, bare=True), slide]
    return [*found[:-1], replace(found[-1], done=True)]


def _done(rules: System[Any], frame: Frame) -> Text:
    """What is done in a step that the audience plays, without the orders to it; nothing where that is no move."""
    if frame.done is None:
        return ""
    side = rules.theme.side_title(rules.prompt(frame.before).place[0])
    told = joined((side, agreements.describe(rules, frame.before, frame.done)), ": ")
    return brief(plainly(rules.board(frame.before), told))


def _before_it(rules: System[Any], frame: Frame, fell: RollResult | None) -> Text:
    """What is said while the arithmetic of a step is built up, and until its dice have fallen: nothing of what it comes
    to."""
    if frame.step.before:
        return Message(frame.step.before)
    title = plainly(rules.board(frame.before), fell.roll.title) if fell is not None else frame.say
    return meeting(rules, frame.before, frame.preview) or title


def _since_roll(earlier: Sequence[Frame]) -> Iterator[Frame]:
    """The steps since dice fell last, the latest first."""
    for frame in reversed(earlier):
        if frame.step.faces is not None:
            return
        yield frame
        if frame.step.back:
            return


def _run(frames: Sequence[Frame]) -> Iterator[Frame]:
    """The first frame, and those after it that show the same combat."""
    for frame in frames:
        if not _alike(frames[0].preview, frame.preview):
            return
        yield frame


def _alike(one: Preview | None, other: Preview | None) -> bool:
    """Whether two previews are of the same combat."""
    if one is None or other is None:
        return False
    return (one.attackers, one.defenders, one.modifiers, one.total, one.column) == (
        other.attackers, other.defenders, other.modifiers, other.total, other.column)


def _before_roll(rules: System[Any], frame: Frame) -> Any:
    """The state in which the dice of a step fall: after what it plays first."""
    state = frame.before
    for text in frame.step.play:
        state, _ = rules.apply(state, rules.parse(text))
    return state


def _standing(rules: System[Any], state: Any) -> object:
    """What can be seen of a position on the map."""
    return rules.counters(state), capability(rules, HeldPlaces).holders(state)


def meeting(rules: System[Any], state: Any, preview: Preview | None) -> Text:
    """Who meets whom in a combat, and where; empty where there are not two sides."""
    board = rules.board(state)
    counters = {counter.unit: counter for counter in rules.counters(state)}
    sides = [] if preview is None else [[counters[line.unit] for line in lines if line.unit in counters]
                                        for lines in (preview.attackers, preview.defenders)]
    if not all(sides) or not sides:
        return ""
    attackers, defenders = (_few([counter.name for counter in side]) for side in sides)
    (start, *_), (place, *_) = ([counter.place or "" for counter in side] for side in sides)
    apart = not board.knows(start) or not board.knows(place) or (
        isinstance(board, HexBoard) and board.distance(start, place) > FARTHEST)
    if board.kind == "plane" or apart:
        return say("{attackers} against {defenders}.", attackers=attackers, defenders=defenders)
    return plainly(board, say("{attackers} against {defenders}, in {place}.", attackers=attackers, defenders=defenders,
                              place=place if board.kind == "hex" else board.name_of(place)))


def _few(names: Sequence[str]) -> Text:
    """Some names, or the first of them and how many more there are."""
    if len(names) <= NAMED:
        return named(names)
    return several("{names} and {count} more", "{names} and {count} more", len(names) - NAMED + 1,
                   names=joined(names[:NAMED - 1], ", "))
