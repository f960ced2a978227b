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
        return [fault.sentence for fault in maps.check(path)] or _unplayable(path)
    if path.suffix == ".toml":
        if lessons.is_lesson_file(path):
            return _lesson_faults(path)
        for rules in catalog.usable()[0]:
            faults_found = capability(rules, OwnFiles).file_faults(str(path))
            if faults_found is not None:
                return list(faults_found)
    return _broken(path, on_line)


def _unplayable(path: Path) -> list[Text]:
    """What the rules reject in a well-formed map, and the scenarios that cannot be set up on it."""
    rejected: list[Text] = []
    try:
        rules = catalog.rules(maps.system_of(path))
        faults = capability(rules, OwnFiles).board_faults(maps.load(path))
        rejected += [say("{path}: {fault}", path=path, fault=fault) for fault in faults]
        for system, scenario in catalog.scenarios_on(path):
            try:
                catalog.set_up(catalog.rules(system), scenario)
            except catalog.BrokenSystem as error:
                rejected.append(say("{path}: {error}", path=path, error=error_text(error)))
    except catalog.BrokenSystem as error:
        rejected.append(say("{path}: {error}", path=path, error=error_text(error)))
    return rejected


def _lesson_faults(path: Path) -> list[Text]:
    """The faults of a lesson, or of a programme and its lessons."""
    try:
        read = programmes.read_either(path)
        if isinstance(read, lessons.Lesson):
            demo.frames(catalog.rules(read.system), read)
            return []
        named = [programmes.lesson_of(read, entry).path for entry in read.entries if entry.lesson]
        return [fault for each in dict.fromkeys(named) for fault in _lesson_faults(each)]
    except lessons.LessonError as error:
        return list(error.lines)


def _broken(path: Path, on_line: OnLine) -> list[Text]:
    """The fault at which the reading of a record stops, if any."""
    try:
        reading = RecordReading(path)

        def report_progress() -> bool:
            on_line(reading.lines_read, reading.lines)
            return False

        reading.read_on(report_progress)
    except RecordError as error:
        return [error_text(error)]
    return [error_text(reading.fault)] if reading.fault else []
