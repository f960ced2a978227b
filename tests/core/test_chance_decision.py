"""A roll as a decision: the faces that its dice can show are legal, and no others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core.action import Faces
from game.core.branches import Branch, grouped
from game.core.chance import D6, MAX_ENUMERATED, Roll
from game.core.decision import Chance, Done
from game.core.message import say
from game.core.verdict import IllegalAction, RuleRef

RULE = RuleRef("toy", "1")


class Volley(Chance[int]):
    """Five dice, too many to list all their faces; the state is the number of sixes so far."""

    name = "fire"
    rule = RULE

    def roll(self, state: int) -> Roll:
        return Roll((D6,) * 5, say("Fire"), RULE, {})

    def branches(self, state: int) -> Sequence[Branch]:
        return tuple(grouped((D6,) * 5, 0, lambda sixes, _, face: sixes + (face == 6)).values())

    def resolve(self, state: int, faces: tuple[int, ...]) -> Done[int]:
        return state + faces.count(6), ()


def test_all_faces_of_many_dice_are_legal() -> None:
    """Also those that do not represent a branch."""
    volley, faces = Volley(), Faces((1, 6, 3, 6, 5))
    assert volley.roll(0).combinations > MAX_ENUMERATED
    assert 6 == len(volley.candidates(0))
    assert faces not in volley.candidates(0)
    assert (2, ()) == volley.play(0, faces)


@pytest.mark.parametrize("faces", [(1, 2, 3, 4), (1, 2, 3, 4, 7), ()])
def test_faces_that_the_dice_cannot_show_are_refused(faces: tuple[int, ...]) -> None:
    """A face that is on no die, or a wrong number of faces."""
    with pytest.raises(IllegalAction):
        Volley().play(0, Faces(faces))
