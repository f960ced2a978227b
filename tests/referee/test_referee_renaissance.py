"""Renaissance through the protocol: polygons, samples, poses and paths, and the page on its actions."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import catalog
from game.core.action import Action
from tests.referee.talk import Talk, check_spoilt_position

PAGE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8")
SECTION = PAGE.partition("## Renaissance: places and actions")[2].partition("\n## ")[0]
DOCUMENTED = re.findall(r"^\| `([^`]+)` \|", SECTION, re.MULTILINE)


def begun(scenario: str = "swedish-imperial", seed: int = 3) -> tuple[Talk, dict[str, Any]]:
    """A battle at its first tactical moves."""
    talk = Talk()
    asked = talk.ask("new", system="renaissance", scenario=scenario, seed=seed)
    while asked["phase"] != "moves":
        if asked["to_act"] == "chance":
            asked = talk.ask("roll")
        else:
            listed = talk.ask("legal")["actions"]
            asked = talk.ask("play", action="end" if "end" in listed else listed[0])
    return talk, asked


@pytest.mark.parametrize("notation", DOCUMENTED)
def test_every_documented_action_parses(notation: str) -> None:
    """It parses, and writes back the same text; its units and places are those it names."""
    action: Action = catalog.rules("renaissance").parse(notation)
    assert notation == action.notation
    assert list(action.units) == re.findall(r"(?:red|blue)-\w+", notation)


def test_every_action_is_documented() -> None:
    """The page has an example of each verb, and of groups, wheels and paths."""
    refused = Talk()
    refused.ask("new", system="renaissance", scenario="open-battle")
    message = refused.refused("bad-action", "check", action="nonsense")["message"]
    verbs = set(re.findall(r"[a-z-]+", message.partition("begins with")[2].partition(", not")[0])) - {"or"}
    assert {notation.partition(" ")[0] for notation in DOCUMENTED} == verbs
    assert len(verbs) > 25


def test_every_type_is_documented() -> None:
    """Every type is documented with its short name, as in the ids of bases."""
    kinds = {key.rstrip("0123456789").partition("-")[2] for key in _ids()} - {"camp"}
    assert {kind for kind in kinds if f"`{kind}`" not in SECTION} == set()


def _ids() -> set[str]:
    """The ids of all bases of all battles."""
    rules = catalog.rules("renaissance")
    return {counter.unit for info in rules.scenarios for counter in rules.counters(rules.initial(info.name))}


def test_terrain_is_given_as_polygons() -> None:
    """The terrain of a ready-made table and of an open battle is given as polygons."""
    talk, _ = begun("spanish-dutch")
    board = talk.ask("board")
    assert board["size"] == [18000, 18000]
    assert "waterway" in {piece["kind"] for piece in board["terrain"]}
    for piece in board["terrain"]:
        line = piece["kind"] in ("river", "road")
        assert len(piece["points"]) >= (2 if line else 3)
        assert all(0 <= value <= 18000 for point in piece["points"] for value in point)
        assert bool(piece.get("width")) == line
    fresh = Talk()
    fresh.ask("new", system="renaissance", scenario="open-battle", seed=1)
    fresh.ask("play", action="end")
    fresh.ask("play", action="end")
    fresh.ask("roll", faces=[6, 1])
    fresh.ask("play", action="draw road 300 0,12000/18000,12000")
    assert fresh.ask("board")["terrain"] == [
        {"kind": "road", "name": "", "points": [[0, 12000], [18000, 12000]], "width": 300}]
    fresh.ask("play", action="lay woods 3000,4000,0 3000x2000")
    assert [piece["kind"] for piece in fresh.ask("board")["terrain"]] == ["road", "woods"]
    fresh.ask("play", action="lift 1")
    assert [piece["kind"] for piece in fresh.ask("board")["terrain"]] == ["woods"]


def test_open_names_every_base_that_may_be_swapped() -> None:
    talk = Talk()
    asked = talk.ask("new", system="renaissance", scenario="french-swiss", seed=3)
    while asked["phase"] != "swap":
        asked = talk.ask("play", action="end" if "end" in (listed := talk.ask("legal")["actions"]) else listed[0])
    named = {unit for swap in talk.ask("legal")["actions"] for unit in swap.split()[1:]}
    assert len(named) == 12
    assert set(asked["open"][0]["units"]) == named


def test_legal_is_a_sample_even_for_a_unit() -> None:
    """The moves of a base cannot all be listed; dice and phases with few actions are complete."""
    talk, asked = begun()
    assert asked["to_act"] in ("red", "blue")
    assert talk.ask("legal")["complete"] is False
    for row in talk.ask("position")["position"]["units"]:
        listed = talk.ask("legal", unit=row["id"])
        assert listed["complete"] is False
        assert all(row["id"] in action for action in listed["actions"])
        assert all(talk.ask("check", action=action)["legal"] for action in listed["actions"])
    talk.ask("play", action="end")
    assert talk.ask("legal")["complete"] is True


def test_check_answers_for_any_pose_and_path() -> None:
    """One unit straight ahead is legal, one unit too far is not; groups, wheels and paths have verdicts with rule and
    values."""
    talk, asked = begun()
    side = asked["to_act"]
    rows = [row for row in talk.ask("position")["position"]["units"]
            if row["id"].startswith(f"{side}-sh") and row["x"] > 9000]
    ahead = 1 if rows[0]["angle"] == 10800 else -1
    assert rows[0]["angle"] in (0, 10800)

    def pose(units: int, turn: int = 0) -> str:
        return f"{rows[0]['x']},{rows[0]['y'] + ahead * units},{(rows[0]['angle'] + turn) % 21600}"

    name = rows[0]["id"]
    for units in (1, 777, 1499, 1500):
        assert talk.ask("check", action=f"move {name} {pose(units)}")["legal"], units
    (reason,) = talk.ask("check", action=f"move {name} {pose(1501)}")["reasons"]
    assert reason["rule"] == "2.1"
    assert reason["text"]
    assert reason["values"]
    assert talk.ask("check", action=f"move {name} {pose(300)}>{pose(900)}>{pose(900, 600)}")["legal"]
    assert not talk.ask("check", action=f"move {name} {pose(1500)}>{pose(1000)}")["legal"]
    mate = next(row["id"] for row in rows[1:] if abs(row["x"] - rows[0]["x"]) == 1000)
    assert talk.ask("check", action=f"march {name},{mate} ahead:601")["legal"]
    assert talk.ask("check", action=f"march {name},{mate} ahead:700>left:313>ahead:77")["legal"]
    assert not talk.ask("check", action=f"march {name},{mate} ahead:700>left:5400")["legal"]
    assert not talk.ask("check", action=f"move {name} 99999,1,0")["legal"]
    talk.refused("bad-action", "check", action=f"move {name} 100,100")
    moved = talk.ask("play", action=f"move {name} {pose(777)}")
    assert moved["events"]
    where = next(row for row in talk.ask("position")["position"]["units"] if row["id"] == name)
    assert (where["x"], where["y"]) == (rows[0]["x"], rows[0]["y"] + ahead * 777)


def test_a_whole_battle(tmp_path: Path) -> None:
    """A random battle is played, written to a file and read back."""
    talk, chooser = Talk(), random.Random(4)
    path = str(tmp_path / "battle.jsonl")
    asked = talk.ask("new", system="renaissance", scenario="open-battle", seed=2, record=path)
    while asked["to_act"] is not None:
        asked = talk.ask("roll") if asked["to_act"] == "chance" else talk.ask(
            "play", action=chooser.choice(talk.ask("legal")["actions"]))
    assert asked["result"]["winner"] in ("red", "blue", "draw")
    before = talk.ask("hash")
    again = Talk()
    assert again.ask("load", path=path)["result"] == asked["result"]
    assert before == again.ask("hash")


@cache
def positions() -> list[dict[str, Any]]:
    """Every tenth position of a random battle."""
    talk, chooser, found = Talk(), random.Random(9), []
    asked = talk.ask("new", system="renaissance", scenario="open-battle", seed=5)
    for ply in range(120):
        if asked["to_act"] is None:
            break
        if ply % 10 == 0:
            found.append(json.loads(json.dumps(talk.ask("position")["position"])))
        asked = talk.ask("roll") if asked["to_act"] == "chance" else talk.ask(
            "play", action=chooser.choice(talk.ask("legal")["actions"]))
    return found


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_spoilt_positions_are_refused_or_played(data: st.DataObject) -> None:
    """A position with one part replaced by junk is refused or can be played."""
    check_spoilt_position(positions(), data)


def test_a_position_names_its_units_before_any_is_on_the_table() -> None:
    """The list is there, and empty, while the edges are numbered."""
    talk = Talk()
    talk.ask("new", system="renaissance", scenario="open-battle", seed=3)
    assert [] == talk.ask("position")["position"]["units"]
