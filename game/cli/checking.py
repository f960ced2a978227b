"""The command ``check``: everything that is wrong with a file. For a map that includes scenarios that cannot be played
on it; for a record the first bad line; for a lesson every faulty step; for a player's own army list the first faulty
key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game import catalog, maps
from game.core.capability import OwnFiles, capability
from game.core.message import Text, error_text, say
from game.match import demo, lessons, programmes
from game.match.errors import RecordError
from game.match.loading import RecordReading

OnLine = Callable[[int, int], None]
"""Progress callback: the number of lines of a record read so far, and the total."""


def faults(path: Path, on_line: OnLine = lambda *_: None) -> list[Text]:
    """The faults of a map, record, lesson, programme or army list; empty if there are none."""
    if maps.is_map(path):
        return [fault.sentence for fault in maps.check(path)] or _rule_faults(path)
    if path.suffix == ".toml":
        if lessons.is_lesson_file(path):
            return _lesson_faults(path)
        for rules in catalog.usable()[0]:
            faults_found = capability(rules, OwnFiles).file_faults(str(path))
            if faults_found is not None:
                return list(faults_found)
    return _record_faults(path, on_line)


def _rule_faults(path: Path) -> list[Text]:
    """What the rules refuse in a well-formed map, and the scenarios that cannot be set up on it."""
    texts: list[Text] = []
    try:
        rules = catalog.rules(maps.system_of(path))
        board_faults = capability(rules, OwnFiles).board_faults(maps.load(path))
        texts += [say("{path}: {fault}", path=path, fault=fault) for fault in board_faults]
        for system, scenario in catalog.scenarios_on(path):
            try:
                catalog.set_up(catalog.rules(system), scenario)
            except catalog.BrokenSystem as error:
                texts.append(say("{path}: {error}", path=path, error=error_text(error)))
    except catalog.BrokenSystem as error:
        texts.append(say("{path}: {error}", path=path, error=error_text(error)))
    return texts


def _lesson_faults(path: Path) -> list[Text]:
    """The faults of a lesson, or of a programme and its lessons."""
    try:
        content = programmes.read_either(path)
        if isinstance(content, lessons.Lesson):
            demo.frames(catalog.rules(content.system), content)
            return []
        lesson_paths = [programmes.lesson_of(content, entry).path for entry in content.entries if entry.lesson]
        return [fault for each in dict.fromkeys(lesson_paths) for fault in _lesson_faults(each)]
    except lessons.LessonError as error:
        return list(error.lines)


def _record_faults(path: Path, on_line: OnLine) -> list[Text]:
    """The first fault of a record, where reading it stops; empty if there is none."""
    try:
        reading = RecordReading(path)

        def report_progress() -> bool:
            on_line(reading.lines_read, reading.lines)
            return False

        reading.read_on(report_progress)
    except RecordError as error:
        return [error_text(error)]
    return [error_text(reading.fault)] if reading.fault else []
