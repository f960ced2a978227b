"""Matches with interrupts: the actor, the dice, undo, and the record."""

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
    """The battle of Castillejos at the first moment at which the Moroccans may interrupt."""
    match = Match.begin(catalog.rules("africa"), "castillejos", seed=4)
    while not capability(match.rules, Interrupts).may_interrupt(match.state):
        match.play("done")
    return match


def announced(match: Match[Any]) -> Action:
    """The first legal action of the seat that may interrupt."""
    (seat,) = capability(match.rules, Interrupts).may_interrupt(match.state)
    return capability(match.rules, Interrupts).interrupts(match.state, seat)[0]


def played(match: Match[Any], seed: int, most: int) -> Match[Any]:
    """Random play in which either side acts whenever it may, with some undone actions."""
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


def test_an_interrupt_is_an_action_of_its_seat(match: Match[Any]) -> None:
    """The Moroccans interrupt the Spanish, continue, and then the Spanish phase resumes."""
    assert "spanish" == match.to_act
    phase = match.prompt.phase
    step = match.play(announced(match))
    assert "moroccan" == step.actor
    assert "moroccan" == match.to_act
    assert () == capability(match.rules, Interrupts).may_interrupt(match.state)
    match.play("done")
    assert ("spanish", phase) == (match.to_act, match.prompt.phase)


def test_an_interrupt_can_be_undone_without_consent(match: Match[Any]) -> None:
    """Undo is free because no coin has been flipped and nothing has been revealed."""
    before, steps = match.hash, len(match.plies)
    match.play(announced(match))
    match.undo()
    assert (before, steps) == (match.hash, len(match.plies))


def test_an_illegal_interrupt_changes_nothing(match: Match[Any]) -> None:
    """A second activation, and one during a pending flip, are refused."""
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
    """The announcement of a unit of the other side, whatever the state."""
    return match.rules.parse("activate m-bujari-1")


def test_dice_depend_on_the_interrupt(match: Match[Any]) -> None:
    """With and without an interrupt the same roll depends on different chains; repeated, it is the same."""

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


@pytest.mark.every(3)
@pytest.mark.parametrize(("scenario", "options"), [("castillejos", ()), ("tetuan", ("marker-cup",)), ("wad-ras", ())])
def test_its_record_reads_back(path: Path, scenario: str, options: tuple[str, ...]) -> None:
    """Every state, hash and actor reads back, and the game continues in the same file."""
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
    assert 0 < replay.actions_shown <= len(replay)
    again = resume(path).match
    played(again, 8, 20).release()
    assert load(path).match.hash == again.hash


def states(match: Match[Any]) -> list[Any]:
    """The state before every action, and the last state."""
    return [match.history.first_state, *(step.state for step in match.plies)]


class Scripted:
    """A player that always or never interrupts, and otherwise takes a fixed action."""

    def __init__(self, rules: System[Any], seat: str, bold: bool) -> None:
        self.rules, self.seat, self.bold = rules, seat, bold
        self.asked: list[Any] = []

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        """The first possible announcement, if the player is bold."""
        self.asked.append(view_state)
        found = capability(self.rules, Interrupts).interrupts(view_state, self.seat)
        return PlayerChoice(found[0], "") if self.bold and found else None

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        """The last candidate, which is ``done`` if legal."""
        return PlayerChoice(self.rules.candidates(view_state)[-1], "")


def test_each_seat_may_interrupt_once_per_state(match: Match[Any]) -> None:
    """A seat that declines is not asked again before the next action; a seat that interrupts acts first."""
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
    """A seat without a computer player is not asked here: people are asked by the screen."""
    seat, _ = decide(match.rules, match.state, {"spanish": Scripted(match.rules, "spanish", False)})
    assert "spanish" == seat


def test_constant_interrupts_end_with_the_turn() -> None:
    """If two players announce whenever they can, the turn still ends, because each unit has limited activations."""
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
