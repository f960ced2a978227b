"""A game in memory: actions, dice and undo."""

import pytest

from game.core.action import BadNotation, Faces
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.verdict import IllegalAction
from game.match.dice import first_link, next_link, roll_faces
from game.match.errors import BadRoll, NotNow
from game.match.match import Match
from tests.match.toy import COIN_ROLL, State


@pytest.fixture
def match(rules: System[State]) -> Match[State]:
    """A game of the toy with seed 7."""
    return Match.begin(rules, seed=7)


def flips(match: Match[State], count: int) -> list[tuple[int, ...]]:
    """The faces of several coins in a row."""
    faces = []
    for _ in range(count):
        match.play("flip")
        step = match.roll()
        assert isinstance(step.action, Faces)
        faces.append(step.action.faces)
    return faces


def test_only_battle_is_the_default_scenario(match: Match[State]) -> None:
    """If only one scenario is not an example, it is the default."""
    assert match.header.scenario == "ring"


def test_play_changes_the_state_and_keeps_the_old_one(match: Match[State]) -> None:
    """Each step has its own state; the first state stays unchanged."""
    before = match.state
    step = match.play("take 2 0101")
    assert before.cups == (4, 4, 4)
    assert step.state.cups == (2, 4, 4)
    assert step.actor == "left"
    assert step.turn == 1


def test_illegal_action_changes_nothing(match: Match[State]) -> None:
    """A refusal has its verdict; state, hash and record stay unchanged."""
    before = (match.state, match.hash, match.lines)
    with pytest.raises(IllegalAction) as refused:
        match.play("take 9 0101")
    assert "2" == refused.value.verdict.reasons[0].rule.number
    assert before == (match.state, match.hash, match.lines)


def test_invalid_notation_is_refused(match: Match[State]) -> None:
    with pytest.raises(BadNotation):
        match.play("jump")


def test_same_seed_and_actions_give_the_same_dice(rules: System[State]) -> None:
    """The dice depend only on seed and actions."""
    assert flips(Match.begin(rules, seed=7), 9) == flips(Match.begin(rules, seed=7), 9)


def test_other_seeds_give_other_dice(rules: System[State]) -> None:
    """Eight seeds do not all give the same nine coins."""
    assert len({tuple(flips(Match.begin(rules, seed=seed), 9)) for seed in range(8)}) > 1


def test_dice_depend_on_the_options(rules: System[State]) -> None:
    """The chain of hashes starts from the whole set-up, options included."""
    plain = first_link(7, "pebbles", "ring", (), "00")
    assert plain != first_link(7, "pebbles", "ring", ("misere",), "00")


def test_coins_are_fair(rules: System[State]) -> None:
    """About half of 4000 derived coins are heads (five standard deviations allowed)."""
    link, heads = b"start", 0
    for _ in range(4000):
        link = next_link(link, "flip")
        heads += roll_faces(link, COIN_ROLL)[0]
    assert abs(heads - 2000) < 5 * 31.7


def test_undo_never_changes_a_roll(match: Match[State]) -> None:
    """After an undo the same action gives the same face, however often."""
    match.play("take 1 0102")
    match.play("flip")
    first = match.roll().action
    for _ in range(5):
        match.undo(1, consent=True)
        match.play("flip")
        assert first == match.roll().action


def test_moves_can_be_undone_freely_until_a_roll(match: Match[State]) -> None:
    """Undo before a roll needs no consent; past a roll it does."""
    match.play("take 1 0101")
    match.play("take 1 0101")
    match.undo()
    match.undo()
    assert (4, 4, 4) == match.state.cups
    match.play("flip")
    match.roll()
    match.play("take 1 0101")
    match.undo()
    with pytest.raises(NotNow, match="past a roll"):
        match.undo()
    match.undo(consent=True)
    assert CHANCE == match.to_act


def test_undo_past_a_reveal_needs_consent(match: Match[State]) -> None:
    """Revealed information is hidden again only with consent."""
    match.play("peek")
    with pytest.raises(NotNow, match="a reveal"):
        match.undo()
    match.undo(consent=True)
    assert not match.state.peeked


def test_nothing_to_undo_at_the_start(match: Match[State]) -> None:
    """At the start there is nothing to undo, with or without consent."""
    with pytest.raises(NotNow, match="nothing"):
        match.undo(consent=True)


def test_real_dice_may_be_entered(match: Match[State]) -> None:
    """Entered faces count as given."""
    match.play("flip")
    assert (3, 4, 4) == match.roll([1]).state.cups


@pytest.mark.parametrize("faces", [[], [2], [-1], [1, 1]])
def test_impossible_faces_are_refused(match: Match[State], faces: list[int]) -> None:
    """Impossible faces are refused and the roll stays pending."""
    match.play("flip")
    with pytest.raises(BadRoll, match="0 or 1"):
        match.roll(faces)
    assert CHANCE == match.to_act


def test_rolling_without_a_pending_roll(match: Match[State]) -> None:
    """A roll that is not pending is refused."""
    with pytest.raises(NotNow):
        match.roll()
    with pytest.raises(NotNow):
        match.play("roll 1")


def test_acting_during_a_pending_roll(match: Match[State]) -> None:
    """No seat can act before the pending roll."""
    match.play("flip")
    with pytest.raises(NotNow, match="dice"):
        match.play("take 1 0101")


def test_acting_after_the_end(rules: System[State]) -> None:
    """When the game is over no action is legal, but the last one can be undone."""
    match = Match.begin(rules, "lesson", seed=1)
    match.play("take 2 0101")
    assert match.result is not None
    assert "left" == match.result.winner
    with pytest.raises(NotNow, match="over"):
        match.play("take 1 0101")
    match.undo()
    assert "left" == match.to_act


def test_seed_out_of_range(rules: System[State]) -> None:
    """A seed that does not fit into a record is refused."""
    with pytest.raises(ValueError, match="seed"):
        Match.begin(rules, seed=-1)


def test_past_states_never_change(match: Match[State], rules: System[State]) -> None:
    """At the end, every step's hash still equals its state's hash."""
    from game.match.hashing import hash_state

    flips(match, 5)
    assert [step.hash for step in match.plies] == [hash_state(rules, step.state) for step in match.plies]
