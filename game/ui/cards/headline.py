"""The entries of a log, and its headline: the last action and its result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import pygame

from game.core.event import (
    Advanced,
    Declared,
    Event,
    GameOver,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Retreated,
    Rolled,
)
from game.core.message import Text, joined, say
from game.core.theme import Theme
from game.core.verdict import RuleRef
from game.i18n.words import capitalised, translate
from game.ui.kit.pen import Pen, TextRun, cite, flow_height
from game.ui.kit.theme import FAINT

HEADLINE_SIZES = range(26, 13, -1)
"""The print sizes tried for the result in layout units, the largest first."""
MAX_ACTION_PRINT = 16
"""The maximum print size for the action, in layout units."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log."""

    text: Text
    rule: RuleRef | None = None
    kind: str = "event"
    """``event``, ``action``, ``phase``, ``result``, ``loss``, ``report``, ``remark`` or ``undone``."""
    paper: str = ""
    """The colour of the side whose phase begins."""
    places: tuple[str, ...] = ()
    """The places where it happened."""
    result: Text = ""
    """The result of a roll, in words."""
    action: Text = ""
    """The purpose of a roll: who attacked whom."""
    time: Text = ""
    """The turn and the phase that begins."""


def entry_of(event: Event, theme: Theme) -> LogEntry:
    """The log entry of an event."""
    rule = event.rule if event.rule.printed else None
    match event:
        case PhaseBegan():
            paper = next((info.paper for info in theme.seats if info.name == event.seat), "")
            time = time_text(theme, event.turn, event.seat, event.phase)
            return LogEntry(event.text, event.rule, "phase", paper, time=time)
        case Rolled():
            deed = "" if translate(event.title) == translate(event.meaning) else event.title
            return LogEntry(event.text, rule, "result", places=_places(event), result=event.meaning, action=deed)
        case GameOver():
            return LogEntry(event.text, rule, "result")
        case Removed():
            return LogEntry(event.text, rule, "loss", places=_places(event))
        case Moved() | Placed() | Declared():
            return LogEntry(event.text, rule, "action", places=_places(event))
    return LogEntry(event.text, rule, places=_places(event))


def time_text(theme: Theme, turn: int, seat: str, phase: str) -> Text:
    """The text for a turn and a phase, e.g. ``Turn 3: Italian small arms``."""
    return say("{name} {turn}: {text}", name=theme.turn, turn=turn, text=theme.phase_of(seat, phase))


def _places(event: Event) -> tuple[str, ...]:
    """The places of an event, the last one first."""
    match event:
        case Moved() | Advanced() | Retreated():
            return event.path[::-1]
        case Placed() | Removed():
            return (event.place,)
        case Rolled():
            return event.places
    return ()


@dataclass(frozen=True, slots=True)
class Headline:
    """The last thing that happened."""

    result: Text
    """The action, or its result."""
    action: Text = ""
    """The action, if ``result`` is not the whole of it."""
    rule: RuleRef | None = None
    time: Text = ""
    """The turn and the phase in which it happened; empty if that is the present one."""


def headline(entries: Sequence[LogEntry]) -> Headline | None:
    """The last roll, or losses with the roll that caused them, or a later move or announced attack; None before any of
    these. Retreats and advances count as part of the roll before them."""
    last = next((number for number in reversed(range(len(entries)))
                 if entries[number].kind in ("result", "loss", "action")), -1)
    if last < 0:
        return None
    began = next((number for number in reversed(range(last)) if entries[number].kind == "phase"), -1)
    past = any(entry.kind == "phase" for entry in entries[last + 1:]) and began >= 0
    time = entries[began].time if past else ""
    latest = entries[last]
    if latest.kind != "loss":
        action = "" if _is_named_like_action(time, latest.action) else latest.action
        return Headline(latest.result or latest.text, action, latest.rule, time)
    chapter = entries[began + 1:last + 1]
    start = next((number for number in reversed(range(len(chapter)))
                  if chapter[number].kind in ("result", "action")), -1)
    cause = chapter[start] if start >= 0 else None
    deed: Text = "" if cause is None else cause.action or cause.text
    lost = joined((entry.text for entry in chapter[start + 1:] if entry.kind == "loss"), "; ")
    return Headline(lost, deed, latest.rule, time)


def _is_named_like_action(time: Text, deed: Text) -> bool:
    """Whether the phase of a time is called like an action, e.g. *Initiative* in ``Turn 2: initiative``."""
    return translate(time).casefold().endswith(f": {translate(deed).casefold()}")


def print_headline(pen: Pen, shown: Headline, field: int) -> Text:
    """Print a headline in a field ``field`` pixels high: the action, and below it the result in the largest print that
    fits; both in one row if there is no room for that, else only the result. Return the whole result if it had to be
    cut, else an empty text.

    :param shown: with translated action and result; its time is printed first.
    """
    top = pen.y
    shorter = (shown, replace(shown, action=""), replace(shown, action="", time=""))
    for each, size in product(shorter, HEADLINE_SIZES):
        for parts in _layouts(each, size):
            if sum(flow_height(pen, part, leading=1.0) for part in parts) <= field:
                for part in parts:
                    pen.flow(part, leading=1.0)
                return ""
    (runs_of_all,) = _layouts(shorter[-1], HEADLINE_SIZES[-1])[-1]
    at = next(number for number, run in enumerate(runs_of_all) if run.role == "ui-bold")
    begun, last, rule = runs_of_all[:at], runs_of_all[at], runs_of_all[at + 1:]
    words = translate(shown.result).split()
    runs = [TextRun(f"{' '.join(words[:count])}…", last.role, last.size) for count in reversed(range(1, len(words)))]
    shortened = next((run for run in runs if flow_height(pen, [*begun, run, *rule], leading=1.0) <= field), last)
    pen.surface.set_clip(pygame.Rect(0, 0, pen.surface.get_width(), top + field + pen.metrics.px(2)))
    pen.flow([*begun, shortened, *rule], leading=1.0)
    pen.surface.set_clip(None)
    return shown.result


def _layouts(shown: Headline, size: int) -> list[list[list[TextRun]]]:
    """Layouts of a headline with its result at a print size, each a list of paragraphs: action above result, and both
    in a row."""
    rule = [cite(shown.rule, size)] if shown.rule is not None else []
    time = [TextRun(say("{time}:", time=shown.time), "ui", 14, FAINT)] if shown.time else []
    small = min(MAX_ACTION_PRINT, size)
    if not shown.action:
        return [[[*time, TextRun(capitalised(shown.result), "ui-bold", size), *rule]]]
    return [[[*time, TextRun(capitalised(shown.action), "ui", small)], [TextRun(capitalised(shown.result), "ui-bold",
                                                                                size), *rule]],
            [[*time, TextRun(say("{deed}:", deed=capitalised(shown.action)), "ui", small),
              TextRun(shown.result, "ui-bold", size), *rule]]]
