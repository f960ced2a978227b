"""The examples of play: every step of every example file holds.

The rulebook prints none, so the positions are ours; the expected results are computed by hand in the files, and here
again by counting rolls, never taken from the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import pytest

from game.rules.africa.system import Africa
from tests.lessons import lesson, untrue

EXAMPLES = ["example-a", "example-b", "example-c", "example-d", "example-e"]


def _fractions(written: Mapping[str, str]) -> dict[str, Fraction]:
    return {name: Fraction(chance) for name, chance in written.items()}


def test_there_is_an_example_of_each_mechanism(africa: Africa) -> None:
    """Fire, shock, rally, Algarabia and artillery are listed after the battles."""
    found = [info.name for info in africa.scenarios]
    assert ["castillejos", "tetuan", "wad-ras", *EXAMPLES] == found


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("example-a", marks=[pytest.mark.rule("6.1"), pytest.mark.rule("10")]),
        pytest.param("example-b", marks=[pytest.mark.rule("6.2"), pytest.mark.rule("10")]),
        pytest.param("example-c", marks=[pytest.mark.rule("6.1"), pytest.mark.rule("7")]),
        pytest.param("example-d", marks=[pytest.mark.rule("8"), pytest.mark.rule("8.1")]),
        pytest.param("example-e", marks=pytest.mark.rule("9")),
    ],
)
def test_every_step_holds(name: str) -> None:
    """The texts and expectations of the lesson agree with the rules."""
    assert [] == untrue(lesson("africa", name))


def all_heads(coins: int) -> Iterator[int]:
    """The number of heads in each of the equally likely rolls of this many coins."""
    return (sum(flips) for flips in product((0, 1), repeat=coins))


def counted(results: Iterator[str]) -> dict[str, Fraction]:
    """The share of each in a list of equally likely results."""
    found = Counter(results)
    return {result: Fraction(number, found.total()) for result, number in found.items()}


def fire(coins: int) -> dict[str, Fraction]:
    """The fire results with this many coins (6.1; the table: facts 4.1)."""
    table = ("retreat", "retreat", "demoralization", "destroyed")
    return counted(table[three] if heads >= 3 else "miss" for heads in all_heads(coins) for three in all_heads(3))


def barrage_result_chances(coins: int, distance: int) -> dict[str, Fraction]:
    """The results of a gun (9; the table: facts 4.3), by die less the range beyond 1."""
    table = ("------", "-----R", "----RR", "---RRD", "--RRDD", "-RRDDX")
    return counted(
        table[min(heads, 5)][max(die - distance + 1, 1) - 1] for heads in all_heads(coins) for die in range(1, 7)
    )


def shock(ours: int, theirs: int) -> dict[str, Fraction]:
    """Winner and crosses of a Spanish attack (6.2)."""
    def read(a: int, d: int) -> str:
        if a == d:
            return "tie"
        crosses = ours - a if a > d else theirs - d
        return f"{'spanish' if a > d else 'moroccan'} {crosses if crosses < 4 else '4+'}"

    return counted(read(a, d) for a in all_heads(ours) for d in all_heads(theirs))


def rally_chance(coins: int) -> dict[str, Fraction]:
    """Whether this many coins rally, with two heads needed (7)."""
    return counted("rallied" if heads >= 2 else "-" for heads in all_heads(coins))


def expected(name: str, key: str) -> list[dict[str, Fraction]]:
    """The expected previews or rolls in an example's steps."""
    return [_fractions(written) for step in lesson("africa", name).steps if (written := getattr(step, key)) is not None]


def test_the_chances_in_the_files_are_exact() -> None:
    """Every expected chance equals the count over all rolls of its coins."""
    assert [fire(3), fire(7), fire(4), fire(4)] == expected("example-a", "chances")
    assert [fire(4)] == expected("example-b", "chances")
    assert [shock(7, 5)] == expected("example-b", "roll")
    assert [fire(6)] == expected("example-c", "chances")
    assert [rally_chance(6), rally_chance(4)] == expected("example-c", "roll")[1:]
    assert [fire(4)] == expected("example-d", "chances")
    assert [barrage_result_chances(7, 2), barrage_result_chances(7, 3)] == expected("example-e", "chances")
