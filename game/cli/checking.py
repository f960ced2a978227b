"""The command ``check``: what is wrong with a file.

All faults of a map, and the scenarios that cannot be played on it; the first bad line of a record; every faulty step of
a lesson, or of the lessons of a programme; the first faulty key of a player's own army list.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game import catalog, maps
from game.core.capability import OwnFiles, capability
from game.core.message import Text, error_text, say
from game.match import lesson_frames, lessons, programmes
from game.match.errors import RecordError
from game.match.loading import RecordReading

ShowProgress = Callable[[int, int], None]
"""A function called with the number of lines of a record read so far, and the total."""


def faults(path: Path, show_progress: ShowProgress = lambda *_: None) -> list[Text]:
    """The faults of a map, record, lesson, programme or army list; empty if there are none.

    :param show_progress: called again and again while a record is read.
    """
    if maps.is_map(path):
        return [fault.sentence for fault in maps.check(path)] or _rule_faults(path)
    if path.suffix == ".toml":
        if lessons.is_lesson_file(path):
            return _lesson_faults(path)
        usable_systems, _ = catalog.usable()
        for rules in usable_systems:  # the first system that has files of this kind judges it
            faults_found = capability(rules, OwnFiles).file_faults(str(path))
            if faults_found is not None:
                return list(faults_found)
    return _record_faults(path, show_progress)


def _rule_faults(path: Path) -> list[Text]:
    """What the rules refuse in a well-formed map, and why scenarios cannot be set up on it."""
    texts: list[Text] = []
    try:
        rules = catalog.rules(maps.system_of(path))
        board_faults = capability(rules, OwnFiles).board_faults(maps.load(path))
        texts += [say("{path}: {fault}", path=path, fault=fault) for fault in board_faults]
        for system, scenario in catalog.scenarios_on(path):
            try:
                catalog.set_up(catalog.rules(system), scenario)
            except catalog.BrokenSystem as error:
                texts.append(_error_with_path(path, error))
    except catalog.BrokenSystem as error:
        texts.append(_error_with_path(path, error))
    return texts


def _error_with_path(path: Path, error: catalog.BrokenSystem) -> Text:
    """Why a system or a scenario cannot be used with a map, after the path of the map."""
    return say("{path}: {error}", path=path, error=error_text(error))


def _lesson_faults(path: Path) -> list[Text]:
    """The faults of a lesson, or of a programme and its lessons."""
    try:
        content = programmes.read_either(path)
        if isinstance(content, lessons.Lesson):
            lesson_frames.frames(catalog.rules(content.system), content)
            return []
        lesson_paths = [programmes.lesson_of(content, entry).path for entry in content.entries if entry.lesson]
        return [fault for lesson_path in dict.fromkeys(lesson_paths) for fault in _lesson_faults(lesson_path)]
    except lessons.LessonError as error:
        return list(error.lines)


def _record_faults(path: Path, show_progress: ShowProgress) -> list[Text]:
    """The first fault of a record, at which reading stops, as a list of one; empty if there is none."""
    try:
        reading = RecordReading(path)

        def report_without_pause() -> bool:
            show_progress(reading.lines_read, reading.lines)
            return False

        reading.read_on(report_without_pause)
    except RecordError as error:
        return [error_text(error)]
    return [error_text(reading.fault)] if reading.fault else []
