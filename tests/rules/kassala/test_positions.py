"""The position notation is complete, readable, and strict about impossible values."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.contract import BadPosition
from game.rules.kassala.system import Kassala

GOOD: dict[str, Any] = {
    "phase": "movement", "phasing": "moslem",
    "units": [{"id": "m-mam1", "place": "0602"}, {"id": "c-eth1", "place": "0604"}, {"id": "c-eth2", "place": "0804"}],
}
MET: dict[str, Any] = {
    "phase": "combat", "phasing": "moslem",
    "units": [{"id": "m-tcav1", "place": "0404"}, {"id": "m-mam1", "place": "0504"}, {"id": "c-eth1", "place": "0405"}],
}


def test_a_position_within_a_battle_reads_back(combat: Any) -> None:
    """Pending roll, exchange and advance are written and read back."""
    table = combat("m-tcav1 0404, m-mam1 0504, c-eth1 0405")
    rolling = table.play("attack m-tcav1,m-mam1 > c-eth1")
    assert {"roll": {"attackers": ["m-tcav1", "m-mam1"], "defenders": ["c-eth1"]}} == rolling.position["pending"]
    assert ("chance", "moslem") == (rolling.position["to_act"], rolling.position["phasing"])
    paying = rolling.play(2)
    assert {"exchange": {"seat": "moslem", "pool": ["m-tcav1", "m-mam1"], "needed": 4, "vacated": ["0405"],
                         "attackers": ["m-tcav1", "m-mam1"]}} == paying.position["pending"]
    entering = paying.play("lose m-tcav1")
    assert {"advance": {"attackers": ["m-mam1"], "vacated": ["0405"]}} == entering.position["pending"]
    for stage in (table, rolling, paying, entering):
        assert stage.position == stage.rules.position(stage.rules.from_position(stage.position))


@pytest.mark.rule("II.D.9")
@pytest.mark.parametrize(("options", "citation"), [([], r"\(II\.D\.9\)"), (["free-deployment"], r"II\.D\.9, ruling 9")])
@pytest.mark.parametrize("unit", ["m-nub1", "m-can1"])
def test_two_units_in_a_hex_are_refused(kassala: Kassala, options: list[str], citation: str, unit: str) -> None:
    """The ruling on free deployment is cited only if that option is in play."""
    units = [{"id": name, "place": "0303"} for name in (unit, "m-nub2")]
    with pytest.raises(BadPosition, match=citation):
        kassala.from_position({"options": options, "units": units})


def test_missing_keys_come_from_the_scenario(kassala: Kassala) -> None:
    """An empty position is the printed set-up."""
    assert kassala.position(kassala.initial("kassala")) == kassala.position(kassala.from_position({}))


def test_moved_units_are_remembered(movement: Any) -> None:
    """A unit marked as moved may not move again."""
    table = movement("m-mam1 0602 moved, m-mam2 0701")
    assert "II.D.16 (ruling 16)" == table.refusal("move m-mam1 0603")
    assert table.check("move m-mam2 0702")
    assert [{"id": "m-mam1", "place": "0602", "moved": True}, {"id": "m-mam2", "place": "0701"}] == (
        table.position["units"])
    assert table.position == table.rules.position(table.rules.from_position(table.position))
    met = movement("m-mam1 0602 moved, m-tcav1 0701, c-eth1 0603").play("end-movement")
    assert (1, "combat", "moslem") == met.now
    assert not [u for u in met.position["units"] if u.get("moved")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"system": "chess"}, "position/system: expected kassala, not 'chess'"),
        ({"scenario": "nowhere"}, "position/scenario: expected kassala, example-a"),
        ({"scenario": []}, "position/scenario: expected kassala, example-a"),
        ({"options": "cannon"}, "position/options: expected a list of cannon, free-deployment, mixed-attacks"),
        ({"options": ["guns"]}, "position/options: expected a list of cannon, free-deployment, mixed-attacks"),
        ({"turn": 0}, "position/turn: expected a whole number from 1 to 10"),
        ({"turn": 11}, "position/turn: expected a whole number from 1 to 10"),
        ({"turn": True}, "position/turn: expected a whole number"),
        ({"phase": "tea"}, "position/phase: there is no 'tea'"),
        ({"phase": "setup"}, "position/phase: expected no set-up without the option 'free-deployment'"),
        ({"phase": "setup", "scenario": "example-b", "options": ["free-deployment"], "units": []}, "map with zones"),
        ({"phasing": "venice"}, "position/phasing: there is no 'venice'"),
        ({"to_act": "christian"}, "position/to_act: expected moslem"),
        ({"unit": []}, "position: there is no key 'unit'; did you mean 'units'"),
        ({"units": {}}, "position/units: expected a list"),
        ({"units": ["m-nub1"]}, "position/units/0: expected a table"),
        ({"units": [{"id": "m-nub9", "place": "0101"}]},
         "position/units/0/id: there is no unit 'm-nub9'; did you mean 'm-nub"),
        ({"units": [{"id": "m-nub1", "place": "0106"}]}, "position/units/m-nub1/place: expected a hex of the map"),
        ({"units": [{"id": "m-nub1", "place": None}]}, "position/units/m-nub1/place: expected a hex of the map"),
        ({"units": [{"id": "m-nub1", "place": "0101", "hat": 1}]}, "position/units/0: there is no key 'hat'"),
        ({"units": [{"id": "m-nub1", "place": "0101", "moved": "yes"}]},
         "position/units/0/moved: expected true or false"),
        ({"units": [{"id": "m-nub1", "place": "0101"}] * 2}, "position/units/m-nub1: expected each unit once"),
        ({"units": [{"id": "m-mam1", "place": "0304"}]},
         "position/units/m-mam1: cavalry may never be in Udaka (II.D.12)"),
        ({"options": ["free-deployment"], "units": [{"id": "m-nub1", "place": None}]},
         "position/units/m-nub1: it is not placed"),
        ({"done": ["m-mam1"]}, "position/phase: expected a combat phase with 'obliged', 'done' or 'pending'"),
        ({"obliged": ["m-mam1"]}, "position/phase: expected a combat phase with 'obliged', 'done' or 'pending'"),
        ({"pending": {"advance": {"attackers": [], "vacated": []}}}, "position/phase: expected a combat phase with"),
        ({"pending": {"advance": {}}}, "position/pending/advance: expected the key 'attackers'"),
    ],
)
def test_faults_are_named(kassala: Kassala, change: dict[str, Any], message: str) -> None:
    """A fault has the key and the expected value."""
    with pytest.raises(BadPosition) as caught:
        kassala.from_position({**GOOD, **change})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"obliged": "m-mam1"}, "position/obliged: expected a list"),
        ({"obliged": ["m-mam7"]}, "position/obliged/0: there is no 'm-mam7'"),
        ({"units": [*MET["units"], {"id": "m-nub1", "place": "0101"}], "obliged": ["m-nub1"]},
         "position/obliged: expected units next to an enemy, not 'm-nub1'"),
        ({"pending": "roll"}, "position/pending: expected a table"),
        ({"pending": {}}, "position/pending: expected one of the keys 'roll', 'exchange', 'advance'"),
        ({"pending": {"roll": {}, "tea": {}}}, "position/pending: there is no key 'tea'"),
        ({"pending": {"roll": {"attackers": [], "defenders": ["c-eth1"]}}},
         "position/pending/roll: expected attackers and defenders that are on the map"),
        ({"pending": {"roll": {"attackers": ["m-mam1"], "defenders": ["c-eth2"]}}},
         "position/pending/roll: expected attackers and defenders that are on the map"),
        ({"pending": {"advance": {"attackers": ["c-eth1"], "vacated": []}}},
         "position/pending/advance: expected attackers of the moslem side"),
        ({"phasing": "christian", "pending": {"roll": {"attackers": ["c-eth1"], "defenders": ["c-eth2"]}}},
         "position/pending/roll: expected defenders of the other side"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam2"], "needed": 3, "attackers": [], "vacated": []}}},
         "position/pending/exchange: expected a pool on the map that can pay the strength needed"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": [], "needed": 1, "attackers": [], "vacated": []}}},
         "position/pending/exchange: expected a pool of units of the moslem side"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam1"], "needed": True, "attackers": [],
                                   "vacated": []}}}, "position/pending/exchange/needed: expected a whole number"),
        ({"pending": {"tea": {}}}, "position/pending: there is no key 'tea'"),
        ({"pending": {"roll": {"attackers": []}}}, "position/pending/roll: expected the key 'defenders'"),
        ({"pending": {"roll": {"attackers": ["m-mam1"], "defenders": []}}},
         "position/pending/roll: expected attackers and defenders that are on the map"),
        ({"done": ["m-nub3"]}, "position/done: expected only units among the 'obliged'"),
        ({"obliged": ["m-mam1", "m-mam1"]}, "position/obliged/1: expected each name once"),
        ({"pending": {"roll": {"attackers": ["m-mam2"], "defenders": ["c-eth1"]}}},
         "position/pending/roll: expected attackers and defenders that are on the map"),
        ({"pending": {"roll": {"attackers": ["c-eth1"], "defenders": ["m-mam1"]}}},
         "position/pending/roll: expected attackers of the moslem side"),
        ({"pending": {"roll": {"attackers": ["m-mam1"], "defenders": ["m-tcav1"]}}},
         "position/pending/roll: expected defenders of the other side"),
        ({"pending": {"advance": {"attackers": ["m-mam1"], "vacated": ["0999"]}}},
         "position/pending/advance: expected vacated hexes of the map"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam1"], "needed": 4, "attackers": [], "vacated": []}}},
         "position/pending/exchange: expected a pool on the map that can pay the strength needed"),
        ({"pending": {"exchange": {"seat": "rome", "pool": ["m-mam1"], "needed": 3, "attackers": [], "vacated": []}}},
         "position/pending/exchange/seat: there is no 'rome'"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam1"], "needed": 0, "attackers": [], "vacated": []}}},
         "position/pending/exchange/needed: expected a whole number"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["c-eth1"], "needed": 3, "attackers": [], "vacated": []}}},
         "position/pending/exchange: expected a pool of units of the moslem side"),
    ],
)
def test_faults_of_a_combat_are_named(kassala: Kassala, change: dict[str, Any], message: str) -> None:
    """A pending combat must be possible."""
    with pytest.raises(BadPosition) as caught:
        kassala.from_position({**MET, **change})
    assert message in str(caught.value)


@pytest.mark.parametrize("pending", [
    {"exchange": {"seat": "moslem", "pool": ["m-nub1"], "needed": 3, "attackers": ["m-nub1"], "vacated": []}},
    {"exchange": {"seat": "moslem", "pool": ["m-nub1"], "needed": 1, "attackers": ["m-nub1"], "vacated": []}},
    {"roll": {"attackers": ["m-nub1"], "defenders": ["c-eth1"]}},
])
def test_minimal_values_are_accepted(kassala: Kassala, pending: dict[str, Any]) -> None:
    """A pool worth exactly the loss, or a single point, in the first hex of the map."""
    units = [{"id": "m-nub1", "place": "0101"}, {"id": "c-eth1", "place": "0102"}]
    state = kassala.from_position({"phase": "combat", "phasing": "moslem", "units": units, "pending": pending})
    assert pending == kassala.position(state)["pending"]


def test_a_pending_die_needs_the_phasing_side(kassala: Kassala) -> None:
    """While a roll is pending, the phasing player must be named."""
    with pytest.raises(BadPosition, match="position/phasing: expected the side whose combat phase it is"):
        kassala.from_position({"phase": "combat", "to_act": "chance", "units": MET["units"]})
