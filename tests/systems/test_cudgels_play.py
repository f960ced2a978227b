"""Cudgels in play: computer players, records, the referee, its map and rulebook."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import maps
from game.ai.players import make
from game.board.plane import PlaneBoard
from game.core.action import Faces
from game.core.contract import BadPosition
from game.match.loading import load
from game.selfplay.simulate import SimulationPlan, simulate
from tests.referee.talk import Talk
from tests.systems.cudgels_table import rules

FOLDER = Path(__file__).parent / "cudgels"
RECORDS = sorted((FOLDER / "records").glob("*.jsonl"))


@pytest.mark.soak
@pytest.mark.parametrize("levels", [
    ("recruit", "random"), *(pytest.param(levels, marks=pytest.mark.soak) for levels in (
        ("random", "random"), ("random", "recruit")))])
def test_computer_players_play_to_the_end(levels: tuple[str, str]) -> None:
    """Simulated battles are played to the end."""
    plan = SimulationPlan("cudgels", "green", (), dict(zip(("red", "white"), levels, strict=True)), 5)
    assert 1 == simulate(plan, 1, 1).games


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_levels_move_shoot_and_fight(level: str) -> None:
    """Each level plays a few player turns with legal choices only."""
    state, lots, kinds = rules().initial("green"), Random(4), set()
    for _ in range(40):
        actor = rules().to_act(state)
        if actor is None:
            break
        due = rules().pending_roll(state)
        action = Faces(tuple(lots.choice(die.faces) for die in due.dice)) if due is not None else make(
            level, rules(), actor, 1).choose(state).action
        kinds.add(action.notation.split()[0])
        state = rules().apply(state, action)[0]
    assert kinds >= {"roll", "move"}


def test_golden_records_hold_what_there_is() -> None:
    """They have every ending and the option, moves of groups, wheels, shots, fights, and an undo."""
    assert {"losses", "draw", "nightfall"} == {result.ending for path in RECORDS
                                               if (result := load(path).match.result) is not None}
    assert {"green", "green-draw", "green-nightfall", "green-long-sticks"} == {path.stem for path in RECORDS}
    text = "".join(path.read_text("utf-8") for path in RECORDS)
    deeds = {found.split()[0] for found in re.findall(r'"action":"([^"]*)"', text)}
    assert deeds >= {"move", "shoot", "fight", "end", "roll"}
    assert re.search(r'"action":"move [^" ]*,', text), "a group"
    assert re.search(r'"action":"move \S+ \d+,\d+,(?!0"|10800")', text), "a wheel"
    assert '"line":"undo"' in text


@pytest.mark.soak
def test_a_game_through_the_referee() -> None:
    """A game is played line by line to the end: sampled actions are legal, and other poses can be checked."""
    talk, lots, plies = Talk(), Random(8), 0
    talk.ask("new", system="cudgels", seed=4)
    while (legal := talk.ask("legal"))["actions"]:
        plies += 1
        actions = legal["actions"]
        if actions[0].startswith("roll"):
            talk.ask("roll")
            continue
        assert not legal["complete"]
        talk.ask("play", action=lots.choice(actions))
    assert plies > 30
    assert talk.ask("check", action="end")["legal"] is False
    talk.refused("bad-action", "check", action="move rf1 6000,9000")
    talk.ask("new", system="cudgels", seed=4)
    talk.ask("roll")
    assert talk.ask("check", action="move rf1,rf2,rf3,rf4 6000,8123,0")["legal"] is True
    assert "3.1" in str(talk.ask("check", action="move rf1 6100,8123,0"))


def test_a_position_has_the_differences_from_the_scenario() -> None:
    """Missing keys are as in the scenario; a base that is not listed is lost; marks are true or absent."""
    system = rules()
    assert system.initial("green") == system.from_position({"scenario": "green"})
    units: list[dict[str, Any]] = [
        {"id": "rf1", "x": 6000, "y": 9000, "angle": 300, "moved": True}, {"id": "rf2"}, {"id": "rb1"},
        {"id": "rh1"}, {"id": "rh2"}, *({"id": f"wf{n}"} for n in (1, 2, 3, 4)), {"id": "wb1"}]
    state = system.from_position({"scenario": "green", "phase": "move", "pips": 4, "units": units})
    found = system.position(state)
    assert [row["id"] for row in units] == [row["id"] for row in found["units"]]
    assert units[0] == found["units"][0]
    assert {"id": "rf2", "x": 7000, "y": 9500, "angle": 0} == found["units"][1]
    assert (1, "red", 4, 4) == tuple(found[key] for key in ("turn", "side", "pips", "rolled"))
    spoilt: list[dict[str, Any]] = [{"id": "rf1", "pose": "6000,9000,0"}, {"id": "rf1", "angle": 21600},
                                    {"id": "rf1", "moved": 1}, {"x": 5}]
    for row in spoilt:
        with pytest.raises(BadPosition):
            system.from_position({"scenario": "green", "units": [row, *units[1:]]})


def test_the_map() -> None:
    """A table of 16 by 12 base widths with two patches of rough ground and a road."""
    board = maps.load(FOLDER / "maps" / "green.tmx")
    assert isinstance(board, PlaneBoard)
    assert ((16000, 12000), ["road", "rough", "rough"]) == (board.size, [piece.kind for piece in board.terrain])
