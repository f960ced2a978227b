"""Fields of positions are read, stepped through and written without changing anything else in the position."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.message import say
from game.core.position_fields import (
    ChoiceField,
    MemberField,
    NumberField,
    PlacesField,
    PositionField,
    SwitchField,
)

TITLE = say("what it is")
POSITION: dict[str, Any] = {"turn": 3, "orders": {"left": "hold"}, "guns": [{"since": 1}, {"since": 2}], "held": ["a"]}


@pytest.mark.parametrize(("field", "unit", "before", "after", "changed"), [
    (NumberField("turn", TITLE, most=9), "", 3, 4, {"turn": 4}),
    (NumberField("turn", TITLE, most=3), "", 3, 0, {"turn": 0}),
    (NumberField("guns/1/since", TITLE, most=9), "", 2, 3, {"guns": [{"since": 1}, {"since": 3}]}),
    (SwitchField("wall", TITLE), "", None, True, {"wall": True}),
    (SwitchField("wall", TITLE, explicit=True), "", None, True, {"wall": True}),
    (ChoiceField("/orders/{unit}", TITLE, choices=((None, TITLE), ("hold", TITLE))), "left", "hold", None,
     {"orders": {}}),
    (ChoiceField("/orders/{unit}", TITLE, choices=((None, TITLE), ("hold", TITLE))), "right", None, "hold",
     {"orders": {"left": "hold", "right": "hold"}}),
    (MemberField("/held", TITLE), "b", False, True, {"held": ["a", "b"]}),
    (MemberField("held", TITLE, name="a"), "", True, None, {"held": []}),
])
def test_the_next_value_is_written(field: PositionField, unit: str, before: Any, after: Any, changed: Any) -> None:
    """Stepping writes the next value into a copy; the original position stays unchanged."""
    assert before == field.value(POSITION, unit)
    assert after == field.after(field.value(POSITION, unit))
    assert {**POSITION, **changed} == field.written(POSITION, after, unit)
    assert POSITION["turn"] == 3


@pytest.mark.parametrize(("single", "first", "second"), [(False, ["a", "b"], ["b"]), (True, "b", None)])
def test_places_are_added_and_removed(single: bool, first: Any, second: Any) -> None:
    """Places are added to and removed from a list, or a field of at most one."""
    field = PlacesField("held", TITLE, single=single)
    value = field.toggled(["a"] if not single else "a", "b")
    assert first == value
    assert second == field.toggled(value, "a" if not single else "b")


def test_a_number_goes_round_both_ways() -> None:
    """A number wraps around in both directions, also below 0."""
    field = NumberField("turn", TITLE, most=2, least=-1)
    assert [field.after(value) for value in (-1, 0, 1, 2)] == [0, 1, 2, -1]
    assert [field.after(value, -1) for value in (-1, 0, 1, 2)] == [2, -1, 0, 1]
