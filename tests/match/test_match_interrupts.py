"""Matches in which the side that is not to act interrupts: whose action it is, its dice, taking it back, its record."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import catalog
from game.ai.choice import PlayerChoice
from game.ai.deciding import decide
from game.core.action import Action
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.interrupts import Interrupts
from game.core.verdict import IllegalAction
from game.match.errors import NotNow
from game.match.loading import load, resume
from game.match.match import Match
from game.match.replay import Replay


@pytest.fixture
def match() -> Match[Any]:
    """Castillejos at the first moment at which the Moroccans may interrupt."""
    match = Match.begin(catalog.rules("africa"), "castillejos", seed=4)
    while not capability(match.rules, Interrupts).may_interrupt(match.state):
        match.play("done")
    return match


def announced(match: Match[Any]) -> Action:
    """What the side that may interrupt can do first."""
    (seat,) = capability(match.rules, Interrupts).may_interrupt(match.state)
    return capability(match.rules, Interrupts).interrupts(match.state, seat)[0]


def played(match: Match[Any], seed: int, most: int) -> Match[Any]:
    """Play by lot in which either side acts whenever it may, with some taking back."""
    lots, rules = Random(seed), match.rules
    for _ in range(most):
        seat = match.to_act
        if seat is None:
            break
        if match.plies and lots.random() < 0.05:
            match.undo(consent=True)
        elif seat == CHANCE:
            match.roll()
        else:
            seat = lots.choice([seat, seat, *capability(rules, Interrupts).may_interrupt(match.state)])
            found = rules.candidates(match.state) if seat == match.to_act else (
                capability(rules, Interrupts).interrupts(match.state, seat))
            assert seat == match.play(lots.choice(found)).actor
    return match


def test_a_interrupt_is_its_seats_action(match: Match[Any]) -> None:
    """The Spanish must act, the Moroccans do; then it is theirs to go on, and then the Spanish phase goes on."""
    assert "spanish" == match.to_act
    phase = match.prompt.phase
    step = match.play(announced(match))
    assert "moroccan" == step.actor
    assert "moroccan" == match.to_act
    assert () == capability(match.rules, Interrupts).may_interrupt(match.state)
    match.play("done")
    assert ("spanish", phase) == (match.to_act, match.prompt.phase)


def test_a_interrupt_can_be_taken_back_without_consent(match: Match[Any]) -> None:
    """No coin has fallen and nothing was shown."""
    before, steps = match.hash, len(match.plies)
    match.play(announced(match))
    match.undo()
    assert (before, steps) == (match.hash, len(match.plies))


def test_a_interrupt_that_may_not_be_changes_nothing(match: Match[Any]) -> None:
    """A second activation, and one while coins are due."""
    action = announced(match)
    match.play(action)
    match.play("done")
    before = (match.hash, match.lines)
    with pytest.raises(IllegalAction):
        match.play(action)
    assert before == (match.hash, match.lines)
    fires = [a for a in match.rules.candidates(match.state) if a.notation.startswith("fire")]
    match.play(fires[0])
    with pytest.raises(NotNow):
        match.play(announced_anyway(match))


def announced_anyway(match: Match[Any]) -> Action:
    """A unit of the other side that is announced whatever the state."""
    return match.rules.parse("activate m-bujari-1")


def test_dice_depend_on_the_interrupt(match: Match[Any]) -> None:
    """The same roll with and without it hangs on different chains; repeated, it is the same."""

    def first_roll(interrupts: bool, seed: int) -> Action:
        game = Match.begin(match.rules, "castillejos", seed=seed)
        for step in match.plies:
            game.play(step.action)
        if interrupts:
            game.play(announced(game))
            game.play("done")
        game.play(next(a for a in game.rules.candidates(game.state) if a.notation.startswith("fire")))
        return game.roll().action

    seeds = range(12)
    with_it = [first_roll(True, seed) for seed in seeds]
    assert with_it == [first_roll(True, seed) for seed in seeds]
    assert with_it != [first_roll(False, seed) for seed in seeds]


@pytest.mark.parametrize(("scenario", "options"), [("castillejos", ()), ("tetuan", ("marker-cup",)), ("wad-ras", ())])
def test_its_record_comes_back(path: Path, scenario: str, options: tuple[str, ...]) -> None:
    """Every state, hash and actor; and the game goes on in the same file."""
    rules = catalog.rules("africa")
    match = played(Match.begin(rules, scenario, options, seed=7, record=path), 7, 250)
    assert any(step.actor != rules.to_act(state) for step, state in zip(match.plies, states(match), strict=False))
    match.release()
    loaded = load(path)
    assert loaded.fault is None
    assert [step.hash for step in match.plies] == [step.hash for step in loaded.match.plies]
    assert [step.actor for step in match.plies] == [step.actor for step in loaded.match.plies]
    replay = Replay(loaded.match)
    replay.next_turn()
    assert 0 < replay.at <= len(replay)
    again = resume(path).match
    played(again, 8, 20).release()
    assert load(path).match.hash == again.hash


def states(match: Match[Any]) -> list[Any]:
    """The state before every action, and the last one."""
    return [match.history.first, *(step.state for step in match.plies)]


class Scripted:
    """A player that interrupts whenever it is asked, or never, and else takes the first action there is."""

    def __init__(self, rules: System[Any], seat: str, bold: bool) -> None:
        self.rules, self.seat, self.bold = rules, seat, bold
        self.asked: list[Any] = []

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        """The first announcement there is, for the bold."""
        self.asked.append(view_state)
        found = capability(self.rules, Interrupts).interrupts(view_state, self.seat)
        return PlayerChoice(found[0], "") if self.bold and found else None

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        """The last candidate: done, where that may be."""
        return PlayerChoice(self.rules.candidates(view_state)[-1], "")


def test_each_seat_is_asked_once_a_state(match: Match[Any]) -> None:
    """One that declines is not asked again before something has happened; one that does not acts first."""
    rules = match.rules
    players = {"spanish": Scripted(rules, "spanish", False), "moroccan": Scripted(rules, "moroccan", False)}
    seat, _ = decide(rules, match.state, players)
    assert "spanish" == seat
    assert [match.state] == players["moroccan"].asked
    assert [] == players["spanish"].asked
    players["moroccan"].bold = True
    seat, choice = decide(rules, match.state, players)
    assert ("moroccan", announced(match)) == (seat, choice.action)


def test_a_seat_without_a_player_does_not_interrupt(match: Match[Any]) -> None:
    """People are asked elsewhere."""
    seat, _ = decide(match.rules, match.state, {"spanish": Scripted(match.rules, "spanish", False)})
    assert "spanish" == seat


def test_always_interrupting_ends() -> None:
    """Two players who announce whatever they can: every unit has only so many activations, so a turn passes."""
    rules = catalog.rules("africa")
    state, lots = rules.initial("castillejos"), Random(1)
    players = {seat: Scripted(rules, seat, True) for seat in rules.seats}
    for _ in range(2000):
        if rules.prompt(state).turn > 1 or rules.to_act(state) is None:
            break
        if rules.to_act(state) == CHANCE:
            action: Action = lots.choice(rules.candidates(state))
        else:
            action = decide(rules, state, players)[1].action
        state = rules.apply(state, action)[0]
    assert 2 == rules.prompt(state).turn
