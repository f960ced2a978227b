"""The entries of a log, and its headline: the last action and its result, chosen from the entries and printed in a
field of given height."""

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

HEADLINE_SIZES, BARE_HEADLINE_SIZES = (18, 15), (17, 14)
"""The print size of the result in layout units, and that of one that is too long for it, in a field below a line with
the time and in one without. Chosen so that few results need the second: print that jumps between sizes is restless."""
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
    """The colour of the side whose phase begins; empty for other entries."""
    places: tuple[str, ...] = ()
    """The places where it happened, the last one first."""
    result: Text = ""
    """The result of a roll, in words; empty for other entries."""
    action: Text = ""
    """The purpose of a roll, such as who attacked whom; empty if the result says it."""
    time: Text = ""
    """The turn and the phase that begins; empty for other entries."""


def entry_of(event: Event, theme: Theme) -> LogEntry:
    """The log entry of an event."""
    rule = event.rule if event.rule.in_rulebook else None
    match event:
        case PhaseBegan():
            paper = next((info.paper for info in theme.seats if info.name == event.seat), "")
            time = time_text(theme, event.turn, event.seat, event.phase)
            return LogEntry(event.text, event.rule, "phase", paper, time=time)
        case Rolled():
            action = "" if translate(event.title) == translate(event.meaning) else event.title
            return LogEntry(event.text, rule, "result", places=_places(event), result=event.meaning, action=action)
        case GameOver():
            return LogEntry(event.text, rule, "result")
        case Removed():
            return LogEntry(event.text, rule, "loss", places=_places(event))
        case Moved() | Placed() | Declared():
            return LogEntry(event.text, rule, "action", places=_places(event))
    return LogEntry(event.text, rule, places=_places(event))


def time_text(theme: Theme, turn: int, seat: str, phase: str) -> Text:
    """The text for a turn and a phase, such as ``Turn 3: Italian small arms``."""
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
    """The headline of a log: its last roll, or losses with the roll that caused them, or a later move or announced
    attack; before any of these, the last event of another kind, or None. Retreats and advances count as part of the
    roll before them."""
    last = next((number for kinds in (("result", "loss", "action"), ("event",))
                 for number in reversed(range(len(entries))) if entries[number].kind in kinds), -1)
    if last < 0:
        return None
    phase_start = next((number for number in reversed(range(last)) if entries[number].kind == "phase"), -1)
    phase_over = any(entry.kind == "phase" for entry in entries[last + 1:]) and phase_start >= 0
    time = entries[phase_start].time if phase_over else ""
    latest = entries[last]
    if latest.kind != "loss":
        action = "" if _is_named_like_action(time, latest.action) else latest.action
        return Headline(latest.result or latest.text, action, latest.rule, time)
    in_phase = entries[phase_start + 1:last + 1]
    cause_number = next((number for number in reversed(range(len(in_phase)))
                         if in_phase[number].kind in ("result", "action")), -1)
    cause = in_phase[cause_number] if cause_number >= 0 else None
    cause_text: Text = "" if cause is None else cause.action or cause.text
    losses = joined((entry.text for entry in in_phase[cause_number + 1:] if entry.kind == "loss"), "; ")
    return Headline(losses, cause_text, latest.rule, time)


def _is_named_like_action(time: Text, action: Text) -> bool:
    """Whether the phase of a time has the name of an action, such as *Initiative* in ``Turn 2: initiative``."""
    return translate(time).casefold().endswith(f": {translate(action).casefold()}")


def print_headline(pen: Pen, latest: Headline, max_height: int, sizes: Sequence[int]) -> Text:
    """Print a headline: the action, and below it the result in the largest print that fits; both in one row if there is
    no room for that, else only the result. Return the whole result if it had to be cut, else an empty text.

    :param latest: with translated action and result; its time is printed first.
    :param max_height: in pixels.
    :param sizes: the print sizes tried for the result in layout units, the largest first.
    """
    top = pen.y
    shorter_forms = (latest, replace(latest, action=""), replace(latest, action="", time=""))
    for form, size in product(shorter_forms, sizes):
        for paragraphs in _layouts(form, size):
            if sum(flow_height(pen, runs, leading=1.0) for runs in paragraphs) <= max_height:
                for runs in paragraphs:
                    pen.flow(runs, leading=1.0)
                return ""
    (all_runs,) = _layouts(shorter_forms[-1], sizes[-1])[-1]
    result_index = next(number for number, run in enumerate(all_runs) if run.role == "ui-bold")
    before, result, rule = all_runs[:result_index], all_runs[result_index], all_runs[result_index + 1:]
    words = translate(latest.result).split()
    shorter_results = [TextRun(f"{' '.join(words[:count])}…", result.role, result.size)
                       for count in reversed(range(1, len(words)))]
    fitting_result = next((run for run in shorter_results
                           if flow_height(pen, [*before, run, *rule], leading=1.0) <= max_height), result)
    pen.surface.set_clip(pygame.Rect(0, 0, pen.surface.get_width(), top + max_height + pen.metrics.px(2)))
    pen.flow([*before, fitting_result, *rule], leading=1.0)
    pen.surface.set_clip(None)
    return latest.result


def _layouts(latest: Headline, size: int) -> list[list[list[TextRun]]]:
    """The layouts of a headline with its result at a print size in layout units, each a list of paragraphs: action
    above result, and both in a row."""
    rule = [cite(latest.rule, size)] if latest.rule is not None else []
    time = [TextRun(say("{time}:", time=latest.time), "ui", 14, FAINT)] if latest.time else []
    action_size = min(MAX_ACTION_PRINT, size)
    result = TextRun(capitalised(latest.result), "ui-bold", size)
    if not latest.action:
        return [[[*time, result, *rule]]]
    above = [[*time, TextRun(capitalised(latest.action), "ui", action_size)], [result, *rule]]
    in_a_row = [*time, TextRun(say("{deed}:", deed=capitalised(latest.action)), "ui", action_size),
                TextRun(latest.result, "ui-bold", size), *rule]
    return [above, [in_a_row]]
