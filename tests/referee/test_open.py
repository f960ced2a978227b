"""``open`` in a prompt lists units that may still act in the phase; ``duties`` lists those that must."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game import catalog
from tests.referee.talk import Talk


def contingents(asked: dict[str, Any]) -> list[str]:
    """The contingents named by the entries of ``open``."""
    return [name for entry in asked["open"] for name in entry.get("groups", ())]


def test_inactive_contingents_are_open() -> None:
    """In Tours a contingent is open until it has an order, then until it has been activated; it is never a duty."""
    talk = Talk()
    asked = talk.ask("new", system="tours", seed=2)
    while asked["phase"] != "orders":
        asked = talk.ask("roll") if asked["to_act"] == "chance" else talk.ask(
            "play", action="end" if asked["phase"] == "setup" else talk.ask("legal")["actions"][0])
    waiting = contingents(asked)
    assert len(waiting) > 2
    assert [] == asked["duties"]
    first, second = waiting[:2]
    for contingent in (first, second):
        asked = talk.ask("play", action=f"order {contingent} move")
    assert waiting[2:] == contingents(asked)
    while asked["phase"] != "action":
        asked = talk.ask("play", action="end")
    assert [first, second] == contingents(asked)
    units = asked["open"][0]["units"]
    assert units
    assert all(talk.ask("legal", unit=unit)["complete"] for unit in units)
    asked = talk.ask("play", action=f"activate {first}")
    while asked["to_act"] == "chance":
        asked = talk.ask("roll")
    while first in contingents(asked) or not contingents(asked):
        asked = talk.ask("play", action="end")
    assert [second] == contingents(asked)


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_open_units_can_act(system: str) -> None:
    """Open units belong to the side to act, and if all actions are listed, a legal action names them."""
    talk, rng = Talk(), random.Random(9)
    scenario = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    asked = talk.ask("new", system=system, scenario=scenario, seed=5)
    looked = 0
    while asked["to_act"] is not None and looked < 25:
        if asked["to_act"] == "chance":
            assert [] == asked["open"]
            asked = talk.ask("roll")
            continue
        match = talk.session.match
        seats = {counter.unit: counter.seat for counter in match.rules.counters(match.state)}
        if rng.random() < 0.2 and asked["open"]:
            looked += 1
            for entry in asked["open"]:
                assert entry["text"]
                assert entry["rule"]
                assert {asked["to_act"]} == {seats[unit] for unit in entry["units"]}
        asked = talk.ask("play", action=rng.choice(talk.ask("legal")["actions"]))
    assert looked
