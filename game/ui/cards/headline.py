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
"""The print sizes of a headline's main text in layout units, the usual one and that for long texts: in a field below a
line with the time, and in a bare field without that line. Chosen so that few texts need the second: print that jumps
between sizes is restless."""
MAX_LEAD_PRINT = 16
"""The maximum print size of the lead, in layout units."""


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
    purpose: Text = ""
    """The purpose of a roll, such as who attacked whom; empty if the result says it."""
    time: Text = ""
    """The turn and the phase that begins; empty for other entries."""


def entry_of(event: Event, theme: Theme) -> LogEntry:
    """The log entry of an event."""
    rule = event.rule
    match event:
        case PhaseBegan():
            paper = next((info.paper for info in theme.seats if info.name == event.seat), "")
            time = time_text(theme, event.turn, event.seat, event.phase)
            return LogEntry(event.text, rule, "phase", paper, time=time)
        case Rolled():
            purpose = "" if translate(event.title) == translate(event.meaning) else event.title
            return LogEntry(event.text, rule, "result", places=_places(event), result=event.meaning, purpose=purpose)
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

    main: Text
    """The result, or the action if it has none."""
    lead: Text = ""
    """The action that led to the result; empty if ``main`` says it."""
    rule: RuleRef | None = None
    time: Text = ""
    """The turn and the phase in which it happened; empty if that is the present one."""


def headline(entries: Sequence[LogEntry]) -> Headline | None:
    """The headline of a log: its last roll, or losses with the roll that caused them, or a later move or announced
    attack. If there has been none of these yet, the last other event; None if there is none. Retreats and advances
    count as part of the roll before them."""
    last = next((number for kinds in (("result", "loss", "action"), ("event",))
                 for number in reversed(range(len(entries))) if entries[number].kind in kinds), -1)
    if last < 0:
        return None
    phase_start = next((number for number in reversed(range(last)) if entries[number].kind == "phase"), -1)
    phase_over = any(entry.kind == "phase" for entry in entries[last + 1:]) and phase_start >= 0
    time = entries[phase_start].time if phase_over else ""
    latest = entries[last]
    if latest.kind != "loss":
        lead = "" if _is_named_like(time, latest.purpose) else latest.purpose
        return Headline(latest.result or latest.text, lead, latest.rule, time)
    in_phase = entries[phase_start + 1:last + 1]
    cause_number = next((number for number in reversed(range(len(in_phase)))
                         if in_phase[number].kind in ("result", "action")), -1)
    cause = in_phase[cause_number] if cause_number >= 0 else None
    cause_text: Text = "" if cause is None else cause.purpose or cause.text
    losses = joined((entry.text for entry in in_phase[cause_number + 1:] if entry.kind == "loss"), "; ")
    return Headline(losses, cause_text, latest.rule, time)


def _is_named_like(time: Text, purpose: Text) -> bool:
    """Whether the phase of a time has the name of a roll's purpose, such as *Initiative* in ``Turn 2: initiative``."""
    return translate(time).casefold().endswith(f": {translate(purpose).casefold()}")


def print_headline(pen: Pen, latest: Headline, max_height: int, sizes: Sequence[int]) -> Text:
    """Print a headline: the lead, and below it the main text in the largest print that fits; both in one row if there
    is no room for that, else only the main text. The time is printed first if there is room. Return the whole main
    text if it had to be cut, else an empty text.

    :param max_height: in pixels.
    :param sizes: the print sizes tried for the main text in layout units, the largest first.
    """
    top = pen.y
    shorter_forms = (latest, replace(latest, lead=""), replace(latest, lead="", time=""))
    for form, size in product(shorter_forms, sizes):
        for paragraphs in _layouts(form, size):
            if sum(flow_height(pen, runs, leading=1.0) for runs in paragraphs) <= max_height:
                for runs in paragraphs:
                    pen.flow(runs, leading=1.0)
                return ""
    ((main, *rule),) = _layouts(shorter_forms[-1], sizes[-1])[-1]
    words = translate(latest.main).split()
    cut_texts = (TextRun(f"{' '.join(words[:count])}…", main.role, main.size)
                 for count in reversed(range(1, len(words))))
    fitting_text = next((run for run in cut_texts if flow_height(pen, [run, *rule], leading=1.0) <= max_height), main)
    pen.surface.set_clip(pygame.Rect(0, 0, pen.surface.get_width(), top + max_height + pen.metrics.px(2)))
    pen.flow([fitting_text, *rule], leading=1.0)
    pen.surface.set_clip(None)
    return latest.main


def _layouts(latest: Headline, size: int) -> list[list[list[TextRun]]]:
    """The layouts of a headline with its main text at a print size in layout units, each a list of paragraphs: the lead
    above the main text, and both in a row; a single one without a lead."""
    rule = [cite(latest.rule, size)] if latest.rule is not None else []
    time = [TextRun(say("{time}:", time=latest.time), "ui", 14, FAINT)] if latest.time else []
    lead_size = min(MAX_LEAD_PRINT, size)
    main = TextRun(capitalised(latest.main), "ui-bold", size)
    if not latest.lead:
        return [[[*time, main, *rule]]]
    above = [[*time, TextRun(capitalised(latest.lead), "ui", lead_size)], [main, *rule]]
    in_a_row = [*time, TextRun(say("{text}:", text=capitalised(latest.lead)), "ui", lead_size),
                TextRun(latest.main, "ui-bold", size), *rule]
    return [above, [in_a_row]]
