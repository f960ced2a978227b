"""Tables of sizes, scales and battles, of which only the corners are tested in ``make test`` (of a test marked
``every(n)``, only some of them), and the rest in ``make soak``."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import pytest
from _pytest.mark import ParameterSet

WINDOWS = ((1024, 768), (1280, 720), (1920, 1080), (3840, 2160))
CORNERS = (
    ((1024, 768), 100), ((1024, 768), 200), ((1280, 720), 150), ((1920, 1080), 200), ((3840, 2160), 150),
)
"""Windows and scales between which layouts change gradually: the smallest, the largest without room, and between."""


def corners(cells: Iterable[tuple[Any, ...]], always: Collection[tuple[Any, ...]]) -> list[Any]:
    """Every cell of a table as a parameter; cells outside the corners are tested only in ``make soak``."""
    found = list(cells)
    assert set(always) <= set(found)
    return [pytest.param(*cell, marks=() if cell in always else pytest.mark.soak) for cell in found]


def crossed(rows: Iterable[Any], cells: Iterable[Any]) -> list[Any]:
    """Every row with every cell of a table as parameters, e.g. systems and windows; each row with one of the cells,
    and each cell with one of the rows, are always tested, the rest in ``make soak``."""
    one, other = list(rows), list(cells)
    return [pytest.param(*_parts(row), *_parts(cell),
                         marks=() if j == i % len(other) or i == j % len(one) else pytest.mark.soak)
            for i, row in enumerate(one) for j, cell in enumerate(other)]


def thinned(rows: Iterable[Any], step: int, first: int = 0) -> list[Any]:
    """Rows as parameters, of which every ``step``-th, counted from ``first``, is always tested, the rest in ``make
    soak``. Marks and ids of a row are kept."""
    found = []
    for number, row in enumerate(rows):
        param = row if isinstance(row, ParameterSet) else pytest.param(*_parts(row))
        soak = () if number % step == first else (pytest.mark.soak,)
        found.append(pytest.param(*param.values, id=param.id, marks=(*param.marks, *soak)))
    return found


def _parts(value: Any) -> tuple[Any, ...]:
    """The parameters of a row or a cell: a size counts as one, like a name."""
    return value if isinstance(value, tuple) and not all(isinstance(each, int) for each in value) else (value,)


def scaled(scales: Iterable[int], always: Collection[tuple[Any, ...]] = CORNERS) -> list[Any]:
    """Every window at each of some scales."""
    return corners(product(WINDOWS, scales), always)
