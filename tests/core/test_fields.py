"""Fields of values that are written by other names: masks as lists of names, keys, enumerations of words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import pytest

from game.core.codec import BadPosition
from game.core.fields import Always, Fields, Key, Members, Named


class Meal(StrEnum):
    """Words of a position."""

    TEA = "tea"
    SUPPER = "supper"


NAMES = ("ann", "bob", "cleo")


class Seats(NamedTuple):
    """Who sits where: numbers with names."""

    head: Annotated[int, Named(NAMES)]
    foot: Annotated[int, Named(NAMES, or_none=True), Always()] = -1
    bench: tuple[Annotated[int, Named(NAMES)], ...] = ()
    meals: Mapping[Annotated[int, Named(NAMES)], Meal] = {}


class Guests(NamedTuple):
    """Who comes to what."""

    meal: Meal
    invited: Annotated[int, Members(("ann", "bob", "cleo"))]
    host: Annotated[str, Key("seat")] = "nobody"
    late: Annotated[int, Members(("ann", "bob", "cleo"))] | None = None


@pytest.mark.parametrize(("value", "written"), [
    (Guests(Meal.TEA, 0b101), {"meal": "tea", "invited": ["ann", "cleo"]}),
    (Guests(Meal.SUPPER, 0, "bob", 0), {"meal": "supper", "invited": [], "seat": "bob", "late": []}),
    (Guests(Meal.TEA, 0b10, late=0b10), {"meal": "tea", "invited": ["bob"], "late": ["bob"]}),
])
def test_names_stand_for_bits_words_and_fields(value: Guests, written: dict[str, Any]) -> None:
    """Written and read back; an enumeration is written as a plain text."""
    found = Fields().write(Guests, value)
    assert written == found
    assert type(found["meal"]) is str
    back = Fields().read(Guests, written, "guests")
    assert value == back
    assert isinstance(back.meal, Meal)


@pytest.mark.parametrize(("change", "message"), [
    ({"meal": "lunch"}, "guests/meal: there is no 'lunch'"),
    ({"meal": 3}, "guests/meal: expected tea or supper"),
    ({"invited": "ann"}, "guests/invited: expected a list"),
    ({"invited": ["ann", "dan"]}, "guests/invited/1: there is no 'dan'"),
    ({"invited": ["ann", "ann"]}, "guests/invited/1: expected each name once"),
    ({"invited": [1]}, "guests/invited/0: expected ann, bob or cleo"),
    ({"host": "bob"}, "guests: there is no key 'host'"),
    ({"seat": 1}, "guests/seat: expected a text"),
])
def test_faults_name_the_key(change: dict[str, Any], message: str) -> None:
    """The place in the position, and what was expected there."""
    with pytest.raises(BadPosition) as caught:
        Fields().read(Guests, {"meal": "tea", "invited": [], **change}, "guests")
    assert message in str(caught.value)


def test_a_key_is_missed_by_its_name() -> None:
    """A field without a default must be given under its key."""
    class Table(NamedTuple):
        """A row."""

        owner: Annotated[str, Key("seat")]

    with pytest.raises(BadPosition, match="expected the key 'seat'"):
        Fields().read(Table, {}, "table")


@pytest.mark.parametrize(("value", "written"), [
    (Seats(2), {"head": "cleo", "foot": None}),
    (Seats(0, 1, (2, 0)), {"head": "ann", "foot": "bob", "bench": ["cleo", "ann"]}),
    (Seats(0, meals={1: Meal.TEA}), {"head": "ann", "foot": None, "meals": {"bob": "tea"}}),
])
def test_names_stand_for_numbers(value: Seats, written: dict[str, Any]) -> None:
    """In fields, tuples and tables; a default is written only if it always is."""
    assert written == Fields().write(Seats, value)
    assert value == Fields().read(Seats, written, "seats")
    assert value == Fields().read(Seats, {key: one for key, one in written.items() if one is not None}, "seats")


@pytest.mark.parametrize(("change", "message"), [
    ({"head": "dan"}, "seats/head: there is no 'dan'"),
    ({"head": None}, "seats/head: expected ann, bob or cleo"),
    ({"head": 1}, "seats/head: expected ann, bob or cleo"),
    ({"bench": ["ann", "ann"]}, "seats/bench: expected each name once"),
    ({"meals": {"dan": "tea"}}, "seats/meals: there is no 'dan'"),
])
def test_a_name_that_there_is_not_is_refused(change: dict[str, Any], message: str) -> None:
    """Nor does null stand for a name, unless the type says so."""
    with pytest.raises(BadPosition) as caught:
        Fields().read(Seats, {"head": "ann", **change}, "seats")
    assert message in str(caught.value)
