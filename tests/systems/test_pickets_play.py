"""Pickets in play: computer players, records, the referee, an example, its map and rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import maps
from game.ai.choice import PlayerMemory
from game.ai.players import make
from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.evaluator import Weighed, unranked
from game.core.event import Rolled
from game.match.lesson_frames import frames
from game.match.lessons import find_lesson
from game.match.loading import load
from game.match.match import Match
from game.match.start import Start
from game.selfplay.simulate import SimulationPlan, simulate
from game.ui.screens.game import GameScreen
from tests.referee.talk import Talk
from tests.rules.table import facts
from tests.systems.pickets_table import rules, table
from tests.ui.hand import Hand

FOLDER = Path(__file__).parent / "pickets"
RECORDS = sorted((FOLDER / "records").glob("*.jsonl"))


@pytest.mark.parametrize("levels", [
    ("recruit", "random"), pytest.param(("random", "random"), marks=pytest.mark.soak)])
def test_computer_players_play_to_the_end(levels: tuple[str, str]) -> None:
    """A simulated battle ends without a last turn."""
    report = simulate(SimulationPlan("pickets", "ford", (), dict(zip(("blue", "grey"), levels, strict=True)), 5), 1, 1)
    assert 1 == report.games
    assert 1 == sum(report.wins.values())


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_levels_choose_in_every_phase(level: str) -> None:
    """Levels choose orders, moves, reactions, declarations and combats."""
    game = table("bf07 3021/n", "bf08 3121/n", "bg01 3022/n", "gf07 3018/s", "gf08 3119/s", scenario="example")
    lots, seen = Random(4), set()
    memory = {seat: PlayerMemory() for seat in rules().seats}
    for _ in range(60):
        actor = rules().to_act(game)
        if actor is None:
            break
        seen.add(str(rules().prompt(game).text))
        due = rules().pending_roll(game)
        action = Faces(tuple(lots.choice(die.faces) for die in due.dice)) if due is not None else make(
            level, rules(), actor, 1, memory=memory[actor]).choose(game).action
        game = rules().apply(game, action)[0]
    assert rules().result(game) is not None
    assert len(seen) >= 2


@pytest.mark.soak
def test_a_veteran_of_the_big_battle_decides_quickly() -> None:
    """In two whole player turns of the ford each decision ends long before the limit, with a reason; there are orders
    that move counters closer, and combats."""
    system, looks = rules(), [0]

    def clock() -> float:
        looks[0] += 1
        return float(looks[0])

    state, lots, done = system.initial("ford"), Random(3), list[Action]()
    players = {seat: make("veteran", system, seat, 1, clock=clock) for seat in system.seats}
    while system.position(state)["turn"] == 1:
        actor = system.to_act(state)
        if actor not in players:
            due = system.pending_roll(state)
            assert due is not None
            state, _ = system.apply(state, Faces(tuple(lots.choice(die.faces) for die in due.dice)))
            continue
        looks[0] = 0
        choice = players[actor].choose(state, 1000.0)
        assert looks[0] < 300, choice
        assert str(choice.why) not in ("", choice.action.notation)
        done.append(choice.action)
        state, _ = system.apply(state, choice.action)
    deeds = {action.notation.split()[0] for action in done}
    assert deeds >= {"order", "move", "volley", "fire", "begin", "resolve", "end"}
    assert len([one for one in done if one.notation.startswith(("order", "enter"))]) >= 6
    assert len(done) < 120


def test_a_veteran_fires_at_good_odds() -> None:
    """Next to an enemy with its back turned it fires; without an enemy in reach it says so."""
    near = table("bf07 3021/n", "gf07 3020/n", phase="combat")
    choice = make("veteran", rules(), "blue", 1).choose(near)
    assert choice.action.notation == "fire bf07 3020"
    assert "Grey foot 7" in facts(choice.why)
    nobody = table("bf07 3021/n", "gf07 3010/s", phase="combat")
    choice = make("veteran", rules(), "blue", 1).choose(nobody)
    assert ("end", ()) == (choice.action.notation, facts(choice.why))
    assert choice.why


class Undecided:
    """A player that declares if nothing is declared, and withdraws otherwise."""

    def __init__(self) -> None:
        self._judge = rules().evaluator()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._judge, name)

    def plausible(self, state: Any) -> Sequence[Action]:
        found = [action for action in rules().candidates(state) if action != rules().prompt(state).main]
        return [action for action in found if action.notation.startswith("withdraw")] or found

    def shortlist(self, state: Any) -> Sequence[Weighed]:
        return unranked(self.plausible(state))


@pytest.mark.parametrize("level", ["recruit", "veteran"])
@pytest.mark.parametrize("anew", [False, True])
def test_no_level_repeats_itself_for_ever(monkeypatch: pytest.MonkeyPatch, level: str, anew: bool) -> None:
    """A level that would declare and withdraw for ever starts the combats instead, even if it is made anew for each
    choice."""
    system, state = rules(), table("bf07 3021/n", "gf07 3019/s", phase="combat")
    undecided = Undecided()
    monkeypatch.setattr(system, "evaluator", lambda: undecided)
    memory, done = PlayerMemory(), list[str]()
    player = make(level, system, "blue", 1, memory=memory)
    while system.to_act(state) == "blue" and len(done) < 9:
        player = make(level, system, "blue", 1, memory=memory) if anew else player
        done.append(player.choose(state).action.notation)
        state, _ = system.apply(state, system.parse(done[-1]))
    assert ["fire bf07 3020-3019", "withdraw bf07"] == done[:2]
    assert "end" == done[2]


def test_the_same_position_gives_the_same_answer() -> None:
    """Only a level's own consecutive steps count as repetition: a repeated hint, also after an undo, is the same."""
    system, state = rules(), table("bf07 3021/n", "bf08 3121/n", "gf07 3019/s", phase="combat")
    player = make("recruit", system, "blue", 7)
    first = player.choose(state)
    after, _ = system.apply(state, first.action)
    assert first == player.choose(state)
    assert "blue" == system.to_act(after)
    assert state != system.apply(after, player.choose(after).action)[0], "its own step back would be a circle"
    assert first == player.choose(state)


def test_the_referee_does_not_repeat_itself_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that follows its suggestions makes progress."""
    system, state = rules(), table("bf07 3021/n", "gf07 3019/s", phase="combat")
    undecided = Undecided()
    monkeypatch.setattr(system, "evaluator", lambda: undecided)
    talk, done = Talk(), list[str]()
    talk.ask("new", system="pickets", scenario="ford", seed=4, position=system.position(state))
    while len(done) < 9 and talk.ask("prompt")["to_act"] == "blue":
        done.append(talk.ask("suggest", player="recruit")["action"])
        talk.ask("play", action=done[-1])
    assert 3 == len(done)


def test_golden_records_hold_what_there_is() -> None:
    """They have all scenarios and the option, moves, reactions, all combats, pools of twenty, arrivals, and an undo."""
    assert {"example", "ford", "ford-few-couriers", "patrol"} == {path.stem for path in RECORDS}
    text = "".join(path.read_text("utf-8") for path in RECORDS)
    deeds = {found.split()[0] for found in re.findall(r'"action":"([^"]*)"', text)}
    assert deeds >= {"order", "move", "enter", "react", "decline", "fire", "volley", "assault", "resolve", "withdraw"}
    assert '"line":"undo"' in text
    assert max(found.count(",") for found in re.findall(r'"action":"roll ([^"]*)"', text)) >= 19


@pytest.mark.soak
def test_a_game_through_the_referee() -> None:
    """A game is played line by line to the end: legal actions are requested, dice are rolled by the referee or
    entered."""
    talk, lots, plies, complete = Talk(), Random(8), 0, set[tuple[str, bool]]()
    talk.ask("new", system="pickets", scenario="ford", seed=4, options=["few-couriers"])
    while (legal := talk.ask("legal"))["actions"]:
        plies += 1
        actions = legal["actions"]
        complete.add((actions[0].split()[0], legal["complete"]))
        if actions[0].startswith("roll"):
            talk.ask("roll")
        else:
            few = [a for a in actions if a.split()[0] not in ("volley", "enter", "withdraw")] or actions
            talk.ask("play", action=lots.choice(few))
    assert plies > 100
    assert {("react", True), ("resolve", True), ("move", False)} <= complete
    assert talk.ask("check", action="end")["legal"] is False
    talk.refused("bad-action", "check", action="charge bf01")


def test_a_match_takes_any_faces_and_keeps_them(tmp_path: Path) -> None:
    """From a position in mid-combat, twenty faces are entered, and the record loads again."""
    state = table("bg01 3021/n", "gf07 3018/s", phase="combat")
    path = tmp_path / "game.jsonl"
    match: Match[Any] = Match.begin(rules(), "ford", seed=1, position=rules().position(state), record=path)
    for notation in ("volley bg01 20@3018", "begin", "resolve bg01"):
        match.play(notation)
    match.roll([4, 1] * 10)
    event = next(event for event in match.plies[-1].events if isinstance(event, Rolled))
    assert ("2", 10) == (event.result, len(event.hits or ()))
    match.undo(1, consent=True)
    match.play("withdraw bg01")
    assert match.hash == load(path).match.hash


@pytest.mark.rule("9")
def test_the_example_of_play_holds() -> None:
    """Every step holds, and the last one ends the game."""
    system = rules()
    shown = frames(system, find_lesson(system, "example"))
    result = system.result(shown[-1].state)
    assert result is not None
    assert "example" == result.ending


def test_the_map() -> None:
    """The map has 34 by 25 hexes from 1010, even columns low, two levels, roads and a stream."""
    board = maps.load(FOLDER / "maps" / "ford.tmx")
    assert isinstance(board, HexBoard)
    assert ("even", 10, 10, 850) == (
        board.grid.low, board.grid.first_column, board.grid.first_row, len(board.hexes))
    assert {1, 2} == set(board.levels.values())
    assert {"road", "track"} == {road.kind for road in board.roads}
    assert board.sides


def test_it_opens_on_the_real_screen(sit_down: Callable[..., Hand]) -> None:
    """Its style and art are complete: no message covers the table, and the map is printed."""
    hand = sit_down(Start("play", system="pickets", scenario="ford", seed=3))
    assert isinstance(hand.top, GameScreen)
    hand.wait_for_print()
    assert "pickets" == hand.game.rules.name
