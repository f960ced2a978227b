"""``legal`` with a unit, in every system: the same actions as ``legal``, each listed for every unit it names."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from game import catalog
from tests.referee.talk import Talk

STATES = 6
"""The number of states of a random game that are checked; chosen by hand."""


@pytest.mark.every(5)
@pytest.mark.parametrize("system", catalog.names())
def test_every_action_is_listed_for_each_of_its_units(system: str) -> None:
    """If ``legal`` gives only a sample, the units' lists may contain more."""
    talk, rng = Talk(), random.Random(8)
    scenario = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    asked = talk.ask("new", system=system, scenario=scenario, seed=3)
    looked = 0
    while asked["to_act"] is not None and looked < STATES:
        if asked["to_act"] == "chance":
            asked = talk.ask("roll")
            continue
        listed = talk.ask("legal")
        if rng.random() < 0.1:
            looked += 1
            match = talk.session.match
            units = [counter.unit for counter in match.rules.counters(match.state)]
            found = {unit: talk.ask("legal", unit=unit) for unit in units}
            named = {action: set(match.rules.parse(action).units) for action in listed["actions"]}
            for action, its_units in named.items():
                assert its_units == {unit for unit in units if action in found[unit]["actions"]}, action
            if listed["complete"]:
                assert all(answer["complete"] for answer in found.values())
                everything = set(chain.from_iterable(answer["actions"] for answer in found.values()))
                assert {action for action, its_units in named.items() if its_units} == everything
        asked = talk.ask("play", action=rng.choice(listed["actions"]))
    assert looked


def test_shares_of_damage_are_listed_for_every_unit() -> None:
    """In Adua's notation ``UNIT:POINTS`` both units are named."""
    talk, shooting = Talk(), {"maconnen-f10": "2015", "tecla-f3": "2014", "maconnen-fv4": "1911", "iv-ascari": "2115"}
    talk.ask("new", position={
        "system": "adua", "turn": 13, "phase": "fire", "phasing": "abyssinian", "to_act": "abyssinian",
        "resolving": True,
        "attacks": [{"unit": "maconnen-fv4", "target": "ii-infantry", "dice": 3}],
        "resolved": [{"unit": unit, "target": "iv-ascari", "dice": 2} for unit in ("maconnen-f10", "tecla-f3")],
        "under-way": [{"kind": "damage", "points": 3, "units": ["maconnen-f10", "tecla-f3"]}],
        "units": [*({"id": unit, "place": place, "shot": True} for unit, place in shooting.items()),
                  {"id": "ii-infantry", "place": "1910"}, {"id": "menelik", "place": "to-come"}],
    })
    shares = {"damage tecla-f3:3", "damage maconnen-f10:1,tecla-f3:2", "damage maconnen-f10:2,tecla-f3:1",
              "damage maconnen-f10:3"}
    assert shares == set(talk.ask("legal")["actions"])
    assert shares - {"damage maconnen-f10:3"} == set(talk.ask("legal", unit="tecla-f3")["actions"])
    assert shares - {"damage tecla-f3:3"} == set(talk.ask("legal", unit="maconnen-f10")["actions"])


def test_attacks_on_a_unit_are_listed_for_it() -> None:
    """In Adua's movement phase ``legal`` is a sample; for an enemy unit it lists every attack that can be declared on
    it."""
    talk = Talk()
    places = {"menelik-gr1": "2812", "menelik-gr2": "2814", "menelik-gr3": "0310", "menelik-gr4": "0312",
              "iii-infantry": "2813", "menelik": "to-come"}
    talk.ask("new", position={
        "system": "adua", "turn": 5, "phase": "move", "phasing": "abyssinian",
        "units": [{"id": unit, "place": place} for unit, place in places.items()],
    })
    assert not talk.ask("legal")["complete"]
    listed = talk.ask("legal", unit="iii-infantry")
    assert listed["complete"]
    assert {f"declare menelik-gr{number} iii-infantry" for number in (1, 2)} == set(listed["actions"])


def test_in_a_set_up_every_change_of_a_unit_is_listed() -> None:
    """In Tours ``legal`` is a sample; for one unit it lists every hex of its zone and every other facing."""
    talk = Talk()
    talk.ask("new", system="tours", seed=1)
    assert not talk.ask("legal")["complete"]
    for unit in ("hi1", "charles"):
        listed = talk.ask("legal", unit=unit)
        assert listed["complete"]
        assert all(talk.ask("check", action=action)["legal"] for action in listed["actions"])
        assert any(action.startswith("place") for action in listed["actions"])
        assert (unit == "hi1") * 5 == sum(action.startswith("face") for action in listed["actions"])
        assert listed["actions"] == talk.ask("legal", unit=unit, seat="frankish")["actions"]
