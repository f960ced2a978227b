"""The cases of a test with many cases that run in ``make test``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from zlib import crc32


def spread(cases: Mapping[str, Mapping[str, object]], count: int) -> list[str]:
    """The names of some cases that together have as many values of each parameter as possible, each about equally
    often; files from as many folders. Among equals, the choice differs from test to test, so that all systems and sizes
    occur.

    :param cases: name of a case, different from those of other tests -> name of a parameter -> its value.
    """
    values = {name: [(parameter, text) for parameter, value in parameters.items() for text in _texts(value)]
              for name, parameters in cases.items()}
    times = Counter[tuple[str, str]]()
    chosen: list[str] = []

    def urgency(name: str) -> tuple[int, int, int]:
        occurred = [times[value] for value in values[name]]
        return -occurred.count(0), sum(occurred), crc32(name.encode())

    while values and len(chosen) < count:
        chosen.append(min(values, key=urgency))
        times.update(values.pop(chosen[-1]))
    return chosen


def _texts(value: object) -> Iterator[str]:
    """The value as text; before it the folder of a file, such as ``kassala`` of ``kassala/first-battle.jsonl``."""
    if isinstance(value, PurePath) or (isinstance(value, str) and "/" in value):
        yield str(PurePath(value).parent)
    yield repr(value)
