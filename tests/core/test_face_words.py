"""What dice, coins and markers can show, in words."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import D6, Die, Roll, coins, cup
from game.core.face_words import misfit, possible_faces
from game.core.message import say
from game.core.verdict import RuleRef
from tests.rules.table import facts


def roll_of(*dice: Die) -> Roll:
    """A roll of some dice."""
    return Roll(dice, say("Fire"), RuleRef("toy", "1"), {})


def test_the_number_of_equal_dice_is_said() -> None:
    """It is said once what each shows, not once for each die."""
    assert (11, "d6", 1, 6, ",".join("7" * 11)) == facts(misfit(roll_of(*(D6,) * 11), (7,) * 11))


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3)])
def test_a_wrong_number_of_faces_is_refused_as_such(faces: tuple[int, ...]) -> None:
    """The faces may all be possible: then only their number is wrong."""
    assert (2, 2, "d6", 1, 6, len(faces)) == facts(misfit(roll_of(D6, D6), faces))


@pytest.mark.parametrize(("die", "shown"), [
    (coins(0), (0, "0")), (coins(1), (1, "0", "1")), (coins(4), (4, 0, 4)), (cup(3, 1, 9), (3, "0", "1")),
])
def test_coins_and_markers_show_heads_however_few(die: Die, shown: tuple[Any, ...]) -> None:
    """Coins and markers, even none at all, show a number of heads, each set by itself."""
    assert shown == facts(possible_faces(die))
    assert "heads" in str(possible_faces(die))
    assert (*shown, *shown, "9,9") == facts(misfit(roll_of(die, die), (9, 9)))
