"""Fields whose values are written in another form: masks as lists of names, renamed keys, enumerations as words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, NewType

import pytest

from game.core.action import BadNotation
from game.core.codec import BadPosition
from game.core.field_types import Between, Key, Members, Names, Nothing, Pairs, UnitName
from game.core.fields import Fields
from game.core.message import Message, say
from game.core.notation import After, DeclaredAction, Joined, Notation, PlaceName


class Meal(StrEnum):
    """Meals, written as words in a position."""

    TEA = "tea"
    SUPPER = "supper"


class Guests(NamedTuple):
    """The guests at each meal."""

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
    """Masks, enumerations and renamed fields are written as names and read back; an enumeration becomes plain text."""
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
    """A fault names the place in the position and the expected value."""
    with pytest.raises(BadPosition) as caught:
        Fields().read(Guests, {"meal": "tea", "invited": [], **change}, "guests")
    assert message in str(caught.value)


class Course(NamedTuple):
    """A dish as a file describes it."""

    name: Message


def test_a_text_of_a_file_is_read_as_a_message() -> None:
    assert Course(Message("Soup")) == Fields().read(Course, {"name": "Soup"}, "menu")
    with pytest.raises(BadPosition, match="menu/name"):
        Fields().read(Course, {"name": 3}, "menu")


def test_a_key_is_missed_by_its_name() -> None:
    """A missing field without a default is reported under its key."""
    class Table(NamedTuple):
        """A row."""

        owner: Annotated[str, Key("seat")]

    with pytest.raises(BadPosition, match="expected the key 'seat'"):
        Fields().read(Table, {}, "table")


Piece = NewType("Piece", int)
Field = NewType("Field", int)
BOARD = Fields(Names({Piece: ("king", "pawn"), Field: ("a1", "b2", "c3")}))


@dataclass(frozen=True)
class Leap:
    """A leap action."""

    writes_all: ClassVar[bool] = True
    piece: Piece
    over: Annotated[int, Members(Field)]
    helper: Annotated[Piece, Nothing(-1)] = Piece(-1)
    rolled: Annotated[tuple[tuple[Piece, int], ...], Pairs()] = ()
    row: tuple[Field, ...] = ()


@dataclass(frozen=True)
class Rest:
    """A rest action."""

    kind: ClassVar[str] = "nap"
    where: Field


@pytest.mark.parametrize(("value", "written"), [
    (Leap(Piece(1), 0b101), {"kind": "leap", "piece": "pawn", "over": ["a1", "c3"], "helper": None, "rolled": {},
                             "row": []}),
    (Leap(Piece(0), 0, Piece(1), ((Piece(1), 6),), (Field(2), Field(0))),
     {"kind": "leap", "piece": "king", "over": [], "helper": "pawn", "rolled": {"pawn": 6}, "row": ["c3", "a1"]}),
    (Rest(Field(1)), {"kind": "nap", "where": "b2"}),
])
def test_names_stand_for_indices(value: Leap | Rest, written: dict[str, Any]) -> None:
    """Indices are written as the codec's names; a class may have its own kind, and may write its defaults."""
    assert written == BOARD.write(Leap | Rest, value)
    assert value == BOARD.read(Leap | Rest, written, "now")


@pytest.mark.parametrize(("change", "message"), [
    ({"piece": "queen"}, "now/piece: there is no 'queen'"),
    ({"piece": None}, "now/piece: expected king or pawn"),
    ({"over": ["a1", "z9"]}, "now/over/1: there is no 'z9'"),
    ({"rolled": []}, "now/rolled: expected a table"),
    ({"rolled": {"queen": 1}}, "now/rolled: there is no 'queen'"),
])
def test_a_name_that_is_unknown_is_refused(change: dict[str, Any], message: str) -> None:
    """An unknown name is refused with its place in the position and the known names."""
    with pytest.raises(BadPosition) as caught:
        BOARD.read(Leap | Rest, {"kind": "leap", "piece": "king", "over": [], **change}, "now")
    assert message in str(caught.value)


class Everything(NamedTuple):
    """A field of each kind of type."""

    pair: tuple[int, str] = (0, "")
    number: Annotated[int, Between(0, 6)] = 0
    meal: Literal["tea", "supper"] = "tea"
    open: Mapping[str, bool] = {}
    name: int | str = 0
    over: Annotated[int, Members(Field)] = 0
    rows: tuple[Rest, ...] = ()
    last: Leap | Rest | None = None
    heading: Piece = Piece(0)


def test_every_kind_of_field_is_read() -> None:
    """Every kind of field is read, and written back unchanged."""
    value = {"pair": [1, "x"], "number": 6, "meal": "supper", "open": {"x": True}, "name": "x",
             "over": ["b2"], "rows": [{"where": "a1"}], "last": {"kind": "nap", "where": "c3"}, "heading": "pawn"}
    found = BOARD.read(Everything, value, "all")
    assert (Everything((1, "x"), 6, "supper", {"x": True}, "x", 0b10, (Rest(Field(0)),), Rest(Field(2)),
                       Piece(1))) == found
    assert value == BOARD.write(Everything, found)


@pytest.mark.parametrize(("key", "value", "place"), [
    ("pair", [1], ""), ("pair", [1, 2], "/1"), ("pair", {}, ""), ("pair", True, ""),
    ("number", 7, ""), ("number", -1, ""), ("number", True, ""), ("number", None, ""),
    ("meal", "lunch", ""), ("meal", 1, ""),
    ("open", [], ""), ("open", {"x": 1}, "/x"), ("name", True, ""), ("name", None, ""),
    ("over", {}, ""), ("over", "", ""), ("over", ["a1", "a1"], "/1"), ("over", [1], "/0"),
    ("rows", {}, ""), ("rows", [[]], "/0"), ("rows", [{}], "/0"), ("rows", [{"where": "a1"}, {"where": 1}], "/1/where"),
    ("rows", [{"where": "a1", "when": 1}], "/0"), ("last", {"where": "a1"}, "/kind"), ("last", [], ""),
    ("last", {"kind": "nap", "where": []}, "/where"), ("heading", 1, ""), ("heading", [], ""),
])
def test_values_of_another_type_are_refused_at_their_place(key: str, value: Any, place: str) -> None:
    """A value of the wrong type, such as a boolean for a number, is refused at its place."""
    with pytest.raises(BadPosition) as caught:
        BOARD.read(Everything, {key: value}, "all")
    assert str(caught.value).startswith(f"all/{key}{place}: ")


class Ride(DeclaredAction, example="ride king a1 b2", description=say("{unit} rides to {place}")):
    """A ride over several places."""

    unit: UnitName
    path: Annotated[tuple[PlaceName, ...], Joined(" ")]


class Shoot(DeclaredAction, example="shoot king a1 with pawn", description=say("{unit} and {helper} shoot")):
    """A shot at a place, perhaps with a helper."""

    unit: UnitName
    place: PlaceName
    helper: Annotated[UnitName, After("with")] = UnitName("")


class Pace(StrEnum):
    """A speed."""

    WALK = "walk"
    RUN = "run"


class Share(NamedTuple):
    """One recipient's share."""

    unit: UnitName
    number: Annotated[int, Between(0, 9)] = -1


class Feed(DeclaredAction, example="feed run king:3,pawn"):
    """Several recipients, each with an amount."""

    pace: Pace
    shares: Annotated[tuple[Share, ...], Joined(",")]


class Dig(DeclaredAction, example="dig king 3 left"):
    """A number, an optional word and switch, and a list."""

    unit: UnitName
    depth: Annotated[int, Between(0, 9)]
    side: Literal["", "left", "right"] = ""
    open: bool = False
    helpers: tuple[UnitName, ...] = ()


ACTIONS = Notation((Ride, Shoot, Feed, Dig), {})


@pytest.mark.parametrize(("text", "units", "places"), [
    ("ride king a1 b2", ("king",), ("a1", "b2")),
    ("ride king a1", ("king",), ("a1",)),
    ("shoot king a1", ("king",), ("a1",)),
    ("shoot king a1 with pawn", ("king", "pawn"), ("a1",)),
    ("feed run king:3,pawn", ("king", "pawn"), ()),
    ("feed walk pawn:0", ("pawn",), ()),
])
def test_actions_are_read_by_their_fields(text: str, units: tuple[str, ...], places: tuple[str, ...]) -> None:
    """An action's words are read into its fields: some in a row, some after a keyword; then the unit and the place."""
    action = ACTIONS.parse(text)
    assert text == action.notation
    assert (units, places) == (action.units, action.places)


@pytest.mark.parametrize(("text", "values"), [
    ("ride king a1 b2", {"unit": "KING", "place": "b2"}),
    ("shoot king a1 with pawn", {"unit": "KING", "helper": "PAWN"}),
])
def test_actions_are_said_with_the_names_of_units(text: str, values: dict[str, str]) -> None:
    """The text of an action contains only the units it names, and the place where a path ends."""
    action: Any = ACTIONS.parse(text)
    assert values == action.describe(str.upper).values


@pytest.mark.parametrize("text", ["ride king", "shoot king a1 pawn", "shoot king a1 with", "shoot king a1 by pawn",
                                  "shoot king a1 with pawn pawn", "feed hop king", "feed run king:10", "feed run king:",
                                  "feed run king:1:2", "feed run"])
def test_other_words_are_no_action(text: str) -> None:
    """Too few words, too many, or an unexpected word between are refused."""
    with pytest.raises(BadNotation, match="expected an action such as"):
        ACTIONS.parse(text)


@pytest.mark.parametrize(("text", "values"), [
    ("dig king 3", (3, "", False, ())), ("dig king 0 left", (0, "left", False, ())),
    ("dig king 9 open", (9, "", True, ())), ("dig king 3 pawn,rook", (3, "", False, ("pawn", "rook"))),
    ("dig king 3 right open pawn", (3, "right", True, ("pawn",))),
])
def test_fields_with_their_default_are_left_out(text: str, values: tuple[Any, ...]) -> None:
    """A field with its default is left out, whatever the other fields; an action's units are those of all fields."""
    action = ACTIONS.parse(f"  {text.replace(' ', '  ')} ")
    assert Dig(UnitName("king"), *values) == action
    assert (text, ("king", *values[-1]), ()) == (action.notation, action.units, action.places)


@pytest.mark.parametrize("text", [
    "dig king", "dig king 10", "dig king 03", "dig king -1", "dig king x", "dig king 3 Left",
    "dig king 3 open left pawn", "dig king 3 pawn rook", "dig king 3 a,", "dug king 3", ""])
def test_misspelt_notations_are_refused(text: str) -> None:
    """Numbers out of bounds or with leading zeros, words in another order, and unknown verbs are refused."""
    with pytest.raises(BadNotation):
        ACTIONS.parse(text)
