"""``suggest`` keeps its plan while the game follows it, and drops it otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from game import catalog
from tests.referee.talk import Talk

Replies = list[dict[str, Any]]


def begun(system: str) -> tuple[Talk, list[str]]:
    """A game in which a veteran plans several actions, and the actions of the plan."""
    talk = Talk()
    scenario = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    asked = talk.ask("new", system=system, scenario=scenario, seed=11)
    for _ in range(300):
        if asked["to_act"] == "chance":
            asked = talk.ask("roll")
            continue
        reply = talk.ask("suggest", player="veteran")
        if len(reply["plan"]) > 2:
            return talk, reply["plan"]
        asked = talk.ask("play", action=reply["action"])
    raise AssertionError(f"no plan of three actions in {system}")


@pytest.mark.parametrize("system", ["kassala", "africa"])
def test_a_plan_is_carried_out(system: str) -> None:
    """Each suggestion is the next step of the same plan; asked twice it is the same."""
    talk, plan = begun(system)
    for number, action in enumerate(plan):
        reply = talk.ask("suggest", player="veteran")
        assert reply == talk.ask("suggest", player="veteran")
        assert (action, plan[number:]) == (reply["action"], reply["plan"] or [action])
        if talk.ask("play", action=action)["to_act"] == "chance":
            break
    else:
        number += 1
    assert number


def test_the_same_requests_get_the_same_answers() -> None:
    """Two programs with the same requests give the same answers, plan included."""
    found: list[Replies] = []
    for _ in range(2):
        talk = Talk()
        talk.ask("new", system="kassala", seed=12)
        replies: Replies = []
        for _ in range(6):
            replies.append(talk.ask("suggest", player="veteran"))
            talk.ask("play", action=replies[-1]["action"])
        found.append(replies)
    assert found[0] == found[1]


def followed(talk: Talk, *actions: str) -> None:
    """Play actions in order."""
    for action in actions:
        talk.ask("play", action=action)


@pytest.mark.every(4)
@pytest.mark.parametrize("way", ["another action", "undo", "new", "load", "another player"])
def test_a_plan_is_dropped_when_the_game_departs_from_it(way: str, tmp_path: Any) -> None:
    """The answer then equals that of a program without a previous request."""
    talk = Talk()
    talk.ask("new", system="kassala", seed=11)
    plan = talk.ask("suggest", player="veteran")["plan"]
    played = [plan[0]]
    if way == "another action":
        unit = plan[1].split()[1]
        played = [next(action for action in talk.ask("legal", unit=unit)["actions"] if action not in plan)]
    followed(talk, *played)
    if way == "undo":
        followed(talk, plan[1])
        talk.ask("undo")
    elif way == "new":
        talk.ask("new", system="kassala", seed=11)
        followed(talk, *played)
    elif way == "load":
        talk.ask("save", path=str(tmp_path / "game.jsonl"))
        talk.ask("load", path=str(tmp_path / "game.jsonl"))
    elif way == "another player":
        talk.ask("suggest", player="recruit")
    fresh = Talk()
    fresh.ask("new", system="kassala", seed=11)
    followed(fresh, *played)
    found = talk.ask("suggest", player="veteran")
    assert fresh.ask("suggest", player="veteran") == found
    assert found["plan"] != plan[1:]
