"""Fields of values that are written by other names: masks as lists of names, keys, enumerations of words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple, NewType

import pytest

from game.core.action import BadNotation
from game.core.codec import BadPosition
from game.core.fields import Always, Deed, Fields, Key, Members, Names, Notation, PlaceName, UnitName


class Meal(StrEnum):
    """Words of a position."""

    TEA = "tea"
    SUPPER = "supper"


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


Chair = NewType("Chair", int)
HERE, THERE = Names({Chair: ("near", "far")}), Names({Chair: ("left", "right", "middle")})


@dataclass(frozen=True)
class Sits:
    """Somebody on a chair, perhaps beside others."""

    chair: Chair
    others: tuple[Chair, ...] = ()
    own: Chair | None = None


@dataclass(frozen=True)
class Stands:
    """Somebody who stands, by another name in positions."""

    kind: ClassVar[str] = "up"
    minutes: Annotated[int, Always()] = 0


class Room(NamedTuple):
    """Who is in it."""

    first: Sits | Stands


@pytest.mark.parametrize(("names", "value", "written"), [
    (HERE, Sits(Chair(1)), {"kind": "sits", "chair": "far"}),
    (THERE, Sits(Chair(1), (Chair(0), Chair(2)), Chair(1)),
     {"kind": "sits", "chair": "right", "others": ["left", "middle"], "own": "right"}),
    (HERE, Stands(), {"kind": "up", "minutes": 0}),
])
def test_numbers_are_written_by_the_names_that_are_given(names: Names, value: object, written: dict[str, Any]) -> None:
    """The names belong to the codec, not to the type; a kind may have a name of its own; some defaults are written."""
    assert {"first": written} == Fields(names).write(Room, Room(value))  # type: ignore[arg-type]
    assert value == Fields(names).read(Room, {"first": written}, "room").first


def test_a_number_without_such_a_name_is_refused() -> None:
    """The place and the name are told."""
    with pytest.raises(BadPosition, match="room/first/chair: there is no 'middle'"):
        Fields(HERE).read(Room, {"first": {"kind": "sits", "chair": "middle"}}, "room")


class Walk(Deed, example="walk ann a-b"):
    """Somebody walks, perhaps out."""

    unit: UnitName
    path: tuple[PlaceName, ...] = ()
    out: bool = False


WALKS = Notation((Walk,), {PlaceName: lambda text: None if text == "out" else text})


@pytest.mark.parametrize(("walk", "notation"), [
    (Walk(UnitName("ann"), (PlaceName("a"), PlaceName("b"))), "walk ann a-b"),
    (Walk(UnitName("ann"), (), out=True), "walk ann out"),
    (Walk(UnitName("ann"), (PlaceName("a"),), out=True), "walk ann a out"),
])
def test_paths_are_written_with_dashes_and_switches_by_their_names(walk: Walk, notation: str) -> None:
    """Both are read back; the places of an action are those of its path."""
    assert notation == walk.notation
    assert walk == WALKS.parse(notation)
    assert walk.path == walk.places


def test_no_other_word_stands_for_a_switch() -> None:
    """A word too many is refused."""
    with pytest.raises(BadNotation, match="walk ann a-b"):
        WALKS.parse("walk ann a off")
