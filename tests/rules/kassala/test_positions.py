"""The position notation: complete, readable, and strict about what no game can come to."""

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


def test_what_a_position_says_on_its_way_through_a_battle(combat: Any) -> None:
    """Pending roll, exchange and advance are written out and read back."""
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


def test_what_is_left_out_comes_from_the_scenario(kassala: Kassala) -> None:
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
        ({"system": "chess"}, "'system' is 'chess', expected 'kassala'"),
        ({"scenario": "nowhere"}, "'scenario' is 'nowhere', expected one of kassala"),
        ({"scenario": []}, "'scenario' is"),
        ({"options": "cannon"}, "'options' must be a list"),
        ({"options": ["guns"]}, "no option 'guns'"),
        ({"turn": 0}, "'turn' is 0, expected a whole number from 1 to 10"),
        ({"turn": 11}, "'turn' is 11"),
        ({"turn": True}, "'turn' is True"),
        ({"phase": "tea"}, "'phase' is 'tea', expected setup, movement, combat or over"),
        ({"phase": "setup"}, "needs the option 'free-deployment'"),
        ({"phase": "setup", "scenario": "example-b", "options": ["free-deployment"], "units": []}, "map with zones"),
        ({"phasing": "venice"}, "'phasing' is 'venice', expected moslem or christian"),
        ({"to_act": "christian"}, "'to_act' is 'christian', but 'moslem' must act"),
        ({"unit": []}, "unknown key 'unit'; did you mean 'units'"),
        ({"units": {}}, "'units' must be a list"),
        ({"units": ["m-nub1"]}, "'units' entry 0 must be an object"),
        ({"units": [{"id": "m-nub9", "place": "0101"}]}, "no unit is called 'm-nub9'; did you mean 'm-nub"),
        ({"units": [{"id": "m-nub1", "place": "0106"}]}, "'place' is '0106', expected a hex of the map"),
        ({"units": [{"id": "m-nub1", "place": None}]}, "'place' is None"),
        ({"units": [{"id": "m-nub1", "place": "0101", "hat": 1}]}, "unknown key 'hat'"),
        ({"units": [{"id": "m-nub1", "place": "0101", "moved": "yes"}]}, "'moved' must be true or false"),
        ({"units": [{"id": "m-nub1", "place": "0101"}] * 2}, "m-nub1 is named twice"),
        ({"units": [{"id": "m-mam1", "place": "0304"}]}, "cavalry may never be in Udaka: II.D.12"),
        ({"options": ["free-deployment"], "units": [{"id": "m-nub1", "place": None}]}, "m-nub1 is not placed"),
        ({"done": ["m-mam1"]}, "belong to combat"),
        ({"obliged": ["m-mam1"]}, "belong to combat"),
        ({"pending": {"advance": {}}}, "belong to combat"),
    ],
)
def test_faults_are_named(kassala: Kassala, change: dict[str, Any], message: str) -> None:
    """Key, what was found and what was expected."""
    with pytest.raises(BadPosition) as caught:
        kassala.from_position({**GOOD, **change})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"obliged": "m-mam1"}, "'obliged' must be a list of unit ids"),
        ({"obliged": ["m-mam7"]}, "'obliged' must be a list of unit ids"),
        ({"units": [*MET["units"], {"id": "m-nub1", "place": "0101"}], "obliged": ["m-nub1"]}, "is next to no enemy"),
        ({"pending": "roll"}, "'pending' must be an object with one of the keys"),
        ({"pending": {"roll": {}, "tea": {}}}, "'pending' must be an object with one of the keys"),
        ({"pending": {"roll": {"attackers": [], "defenders": ["c-eth1"]}}}, "attackers and defenders that are on"),
        ({"pending": {"roll": {"attackers": ["m-mam1"], "defenders": ["c-eth2"]}}}, "that are on the map"),
        ({"pending": {"advance": {"attackers": ["c-eth1"], "vacated": []}}}, "must be units of moslem"),
        ({"phasing": "christian", "pending": {"roll": {"attackers": ["c-eth1"], "defenders": ["c-eth2"]}}},
         "the defenders enemies"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam2"], "needed": 3, "attackers": [], "vacated": []}}},
         "cannot pay"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": [], "needed": 1, "attackers": [], "vacated": []}}},
         "a pool of units"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam1"], "needed": True, "attackers": [],
                                   "vacated": []}}}, "the strength needed"),
        ({"pending": {"tea": {}}}, "'pending' must be an object with one of the keys"),
        ({"pending": {"roll": {"attackers": []}}}, "must have exactly the keys attackers, defenders"),
        ({"pending": {"roll": {"attackers": ["m-mam1"], "defenders": []}}}, "attackers and defenders that are on"),
        ({"done": ["m-nub3"]}, "m-nub3 is not among the 'obliged'"),
        ({"obliged": ["m-mam1", "m-mam1"]}, "m-mam1 is named twice"),
        ({"pending": {"roll": {"attackers": ["m-mam2"], "defenders": ["c-eth1"]}}}, "that are on the map"),
        ({"pending": {"roll": {"attackers": ["c-eth1"], "defenders": ["m-mam1"]}}}, "must be units of moslem"),
        ({"pending": {"roll": {"attackers": ["m-mam1"], "defenders": ["m-tcav1"]}}}, "the defenders enemies"),
        ({"pending": {"advance": {"attackers": ["m-mam1"], "vacated": ["0999"]}}}, "'vacated' must be a list of hexes"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam1"], "needed": 4, "attackers": [], "vacated": []}}},
         "cannot pay"),
        ({"pending": {"exchange": {"seat": "rome", "pool": ["m-mam1"], "needed": 3, "attackers": [], "vacated": []}}},
         "needs a seat"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["m-mam1"], "needed": 0, "attackers": [], "vacated": []}}},
         "the strength needed"),
        ({"pending": {"exchange": {"seat": "moslem", "pool": ["c-eth1"], "needed": 3, "attackers": [], "vacated": []}}},
         "the pool must be units of moslem"),
    ],
)
def test_faults_of_a_combat_are_named(kassala: Kassala, change: dict[str, Any], message: str) -> None:
    """What an interrupted combat waits for must be possible."""
    with pytest.raises(BadPosition) as caught:
        kassala.from_position({**MET, **change})
    assert message in str(caught.value)


@pytest.mark.parametrize("pending", [
    {"exchange": {"seat": "moslem", "pool": ["m-nub1"], "needed": 3, "attackers": ["m-nub1"], "vacated": []}},
    {"exchange": {"seat": "moslem", "pool": ["m-nub1"], "needed": 1, "attackers": ["m-nub1"], "vacated": []}},
    {"roll": {"attackers": ["m-nub1"], "defenders": ["c-eth1"]}},
])
def test_the_least_that_is_possible(kassala: Kassala, pending: dict[str, Any]) -> None:
    """A pool worth exactly what is due, or a single point, in the first hex of the map."""
    units = [{"id": "m-nub1", "place": "0101"}, {"id": "c-eth1", "place": "0102"}]
    state = kassala.from_position({"phase": "combat", "phasing": "moslem", "units": units, "pending": pending})
    assert pending == kassala.position(state)["pending"]


def test_dice_alone_do_not_say_whose_combat_it_is(kassala: Kassala) -> None:
    """Where chance is to act, the phasing player must be named."""
    with pytest.raises(BadPosition, match="'phasing' must say whose combat it is"):
        kassala.from_position({"phase": "combat", "to_act": "chance", "units": MET["units"]})
