"""Actions whose notation, units and places follow from their fields."""

from __future__ import annotations

from typing import Annotated

import pytest

from game.core.action import Action, BadNotation
from game.core.fields import Named, PlaceName, Slot
from game.core.notation import Deed, Notation

Dog = Annotated[Slot, Named(("rex", "fido", "bello"))]
NEITHER = Slot(-1)


class Walk(Deed, example="walk rex a1-a2"):
    """A dog goes from place to place, on a lead or not."""

    dog: Dog
    path: tuple[PlaceName, ...]
    led: bool = False


class Bark(Deed, example="bark rex,fido bello"):
    """Dogs bark at another."""

    dogs: tuple[Dog, ...]
    at: Dog = NEITHER


NOTATION = Notation((Walk, Bark), {})
REX, FIDO, BELLO = map(Slot, range(3))
PATH = (PlaceName("a1"), PlaceName("b2"))


@pytest.mark.parametrize(("action", "text", "units", "places"), [
    (Walk(REX, PATH), "walk rex a1-b2", ("rex",), ("a1", "b2")),
    (Walk(BELLO, PATH[:1], led=True), "walk bello a1 led", ("bello",), ("a1",)),
    (Bark((FIDO, REX)), "bark fido,rex", ("fido", "rex"), ()),
    (Bark((FIDO,), BELLO), "bark fido bello", ("fido", "bello"), ()),
])
def test_an_action_names_its_units_and_places(action: Action, text: str, units: tuple[str, ...], places: tuple[str, ...]
                                              ) -> None:
    """Units by their names in the system's list, a path with hyphens, a switch by its key."""
    assert (text, units, places) == (action.notation, action.units, action.places)
    assert action == NOTATION.parse(text)


@pytest.mark.parametrize("text", ["walk max a1", "walk rex", "walk rex a1 off", "bark rex,max", "walk  rex a1", "sit"])
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    """Unknown names, words too many or too few, two blanks."""
    with pytest.raises(BadNotation):
        NOTATION.parse(text)
