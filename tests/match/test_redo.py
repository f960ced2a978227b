"""Redoing what was undone."""

import random

import pytest

from game.core.action import Faces
from game.core.contract import System
from game.match.errors import NotNow
from game.match.match import Match
from game.match.redo import Redo
from tests.match.playing import play_out
from tests.match.toy import COIN_ROLL, State


@pytest.fixture
def match(rules: System[State]) -> Match[State]:
    """A game of the toy with actions and rolls."""
    return play_out(Match.begin(rules, seed=7), 3, 12)


def test_undone_actions_are_redone_one_undo_at_a_time(match: Match[State]) -> None:
    """Each redo takes back one undo, the latest first, with the same dice."""
    redo, hashes = Redo(match), [match.history.hash_at(number) for number in range(len(match.history) + 1)]
    stops = [len(match.history)]
    chooser = random.Random(1)
    while len(match.history):
        redo.undo(max(0, len(match.history) - chooser.randrange(1, 5)), consent=True)
        stops.append(len(match.history))
    assert len(stops) > 3
    for stop in reversed(stops[:-1]):
        assert redo.possible
        redo.redo()
        assert [match.history.hash_at(number) for number in range(stop + 1)] == hashes[: stop + 1]
        assert len(match.history) == stop
    assert not redo.possible


def test_faces_that_were_typed_come_again(rules: System[State]) -> None:
    """A redo repeats real dice, too."""
    match: Match[State] = Match.begin(rules, seed=7)
    redo = Redo(match)
    match.play("flip")
    typed = next(faces for faces in COIN_ROLL.all_faces() if faces != match.history.faces().faces)
    match.roll(typed)
    redo.undo(0, consent=True)
    assert [ply.action.notation for _, ply in redo.redo()] == [ply.action.notation for ply in match.plies]
    assert match.plies[-1].action == Faces(typed)


def test_nothing_is_redone_after_a_new_action(match: Match[State]) -> None:
    """A new action drops what was undone before it, even if it is undone itself."""
    redo = Redo(match)
    redo.undo(len(match.history) - 3, consent=True)
    kept = len(match.history)
    match.play(match.rules.candidates(match.state)[-1])
    with pytest.raises(NotNow):
        redo.redo()
    redo.undo(kept, consent=True)
    redo.redo()
    assert len(match.history) == kept + 1
    assert not redo.possible


def test_a_refused_undo_leaves_nothing_to_redo(rules: System[State]) -> None:
    """Without consent a roll is not undone."""
    match: Match[State] = Match.begin(rules, seed=7)
    redo = Redo(match)
    match.play("flip")
    match.roll()
    with pytest.raises(NotNow):
        redo.undo(0)
    assert not redo.possible
    assert len(match.history) == 2
