"""The choice of the cases that run in ``make test``."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.daily_cases import spread


@pytest.mark.parametrize(("counts", "chosen"), [((4, 3), 4), ((3, 4, 2), 4), ((5, 3, 2), 6), ((6,), 2), ((2, 2), 9)])
def test_every_value_of_every_parameter_occurs(counts: tuple[int, ...], chosen: int) -> None:
    """So it does in as few cases as the parameter with the most values has; with fewer, no value occurs twice."""
    cases = {str(values): {f"p{number}": value for number, value in enumerate(values)}
             for values in product(*map(range, counts))}
    daily = spread(cases, chosen)
    assert len(set(daily)) == len(daily) == min(chosen, len(cases))
    for parameter, values in enumerate(counts):
        assert len({cases[name][f"p{parameter}"] for name in daily}) == min(values, chosen)


def test_tests_begin_at_different_values() -> None:
    """Each system occurs in about as many of the tests that have one daily case."""
    systems = [spread({f"test_{number}[{system}]": {"system": system} for system in ("adua", "africa", "tours")}, 1)[0]
               .partition("[")[2] for number in range(60)]
    assert min(systems.count(system) for system in set(systems)) >= 10
    assert len(set(systems)) == 3


def test_files_are_from_different_folders() -> None:
    """A system's records or lessons are in a folder of its own."""
    files = [Path(folder) / f"{number}.jsonl" for folder in ("adua", "africa", "tours") for number in range(5)]
    for cases in ({str(file): {"path": file} for file in files}, {str(file): {"record": str(file)} for file in files}):
        assert {"adua", "africa", "tours"} == {name.partition("/")[0] for name in spread(cases, 3)}
