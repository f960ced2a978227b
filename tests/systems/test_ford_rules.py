"""Every rule of The Ford at Dusk: set up a position, act, compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from game import catalog
from game.core.action import Faces
from game.core.capability import SPECTATOR, seen_by
from game.core.codec import BadPosition
from game.core.contract import System
from tests.systems.table import AnyTable

KINDS = ["rider"] * 5 + ["dust"] * 3
"""Raiders 1 to 5 are Riders, 6 to 8 Dust."""
FAR = {"wagon-3": "0108"}
"""A wagon far from the action, so that the game goes on."""


def rules() -> System[Any]:
    """The Ford at Dusk from the catalog."""
    return catalog.rules("ford")


class Table(AnyTable):
    """A position of the Column's movement and the steps of a test."""

    def __init__(self, units: Mapping[str, str], **more: Any) -> None:
        """:param units: the places of counters, perhaps followed by marks; all others are out of the game."""
        rows = []
        for name, said in {**FAR, **units}.items():
            place, *marks = said.split()
            rows.append({"id": name, "place": place, **dict.fromkeys(marks, True)})
        super().__init__(rules(), rules().from_position(
            {"phase": "movement", "phasing": "column", "kinds": KINDS, "units": rows, **more}))

    def at(self, unit: str) -> str | None:
        """The place of a counter."""
        return next(counter.place for counter in self.rules.counters(self.state) if counter.unit == unit)

    def marks(self, unit: str) -> tuple[str, ...]:
        """The marks of a counter."""
        return next(counter.marks for counter in self.rules.counters(self.state) if counter.unit == unit)

    def where(self) -> tuple[int, str, str]:
        """Turn, seat to act, and phase."""
        prompt = self.rules.prompt(self.state)
        return prompt.turn, prompt.to_act or "", prompt.phase

    def ended(self) -> tuple[str, str] | None:
        """The winner and the ending."""
        result = self.rules.result(self.state)
        return None if result is None else (result.winner, result.ending)


def start() -> Table:
    """The first state, before the Raiders' secret choice."""
    table = Table({})
    table.state = rules().initial("ford")
    return table


def fight(units: Mapping[str, str], seat: str = "column", **more: Any) -> Table:
    """A position of a side's attacks."""
    return Table(units, phase="combat", phasing=seat, **more)


@pytest.mark.rule("1")
@pytest.mark.rule("2")
@pytest.mark.rule("3")
def test_a_whole_game() -> None:
    """With all fifteen counters, the wagons never move, and the Raiders win."""
    table = start().play("choose raider-1", "choose raider-2").roll(1, 1)
    assert 15 == len(rules().counters(table.state))
    table.play(*["enough"] * 32)
    assert ("raiders", "no-wagon") == table.ended()


@pytest.mark.rule("2.1")
def test_the_map() -> None:
    """The map has ten by eight hexes, a river with two fords, and four woods."""
    terrain = rules().board(start().state).terrain
    assert Counter({"open": 68, "river": 6, "woods": 4, "ford": 2}) == Counter(terrain.values())
    assert {"0603", "0606"} == {place for place, kind in terrain.items() if kind == "ford"}
    assert {"0302", "0305", "0803", "0806"} == {place for place, kind in terrain.items() if kind == "woods"}
    assert {"06"} == {place[:2] for place, kind in terrain.items() if kind == "river"}
    assert ("0101", "1008") == (min(terrain), max(terrain))


@pytest.mark.rule("2.2")
@pytest.mark.rule("2.3")
def test_the_counters() -> None:
    """There are three wagons, four guards, five Riders and three Dust."""
    numbers = [counter.numbers for counter in rules().counters(Table({}, kinds=KINDS).state)]
    assert ["0-2"] * 3 + ["2-4"] * 4 + ["2-5"] * 5 + ["0-5"] * 3 == numbers
    with pytest.raises(BadPosition, match="kinds"):
        Table({}, kinds=["rider"] * 6 + ["dust"] * 2)


@pytest.mark.rule("3.1")
def test_the_column_sets_up() -> None:
    """The Column's counters are in their printed hexes."""
    places = [counter.place for counter in rules().counters(start().state) if counter.seat == "column"]
    assert ["0104", "0204", "0304", "0203", "0205", "0403", "0405"] == places


@pytest.mark.rule("3.2")
def test_dice_determine_dust_in_secret() -> None:
    """Whatever counters are named, each of the 56 choices comes from one roll; the dice alone reveal nothing
    (ruling 1)."""
    table = start()
    assert [f"100{n}" for n in range(1, 9)] == [
        counter.place for counter in rules().counters(table.state) if counter.seat == "raiders"]
    for named in (("choose raider-1", "choose raider-2"), ("choose raider-8", "choose raider-3")):
        due = start().play(named[0])
        assert "3.2" == due.refused(named[0])
        due.play(named[1])
        assert "chance" == rules().to_act(due.state)
        dealt = [rules().apply(due.state, Faces(faces))[0] for faces in product(range(1, 9), range(1, 8))]
        ways = {tuple(counter.numbers for counter in rules().counters(state)[7:]) for state in dealt}
        assert (56, {3}) == (len(ways), {way.count("0-5") for way in ways})
    one, two = (rules().apply(start().play("choose raider-1", f"choose raider-{n}").state, Faces((4, 4)))[0]
                for n in (2, 7))
    assert rules().position(one) != rules().position(two)
    assert rules().position(seen_by(rules(), one, "column")) == rules().position(seen_by(rules(), two, "column"))


@pytest.mark.rule("3.2")
def test_the_secret_choice_is_hidden() -> None:
    """Neither events nor views reveal it."""
    table = start().play("choose raider-4")
    assert not any("4" in str(event.text) for event in table.events)
    assert [None] == rules().position(seen_by(rules(), table.state, "column"))["cut"]
    assert "raider" not in str(rules().describe(start().state, rules().parse("choose raider-4"))).casefold()


@pytest.mark.rule("3.3")
@pytest.mark.rule("5")
def test_the_sequence_of_play() -> None:
    """Column, then Raiders, move and attack, eight times; no phase is skipped (ruling 2)."""
    table, steps = start().play("choose raider-1", "choose raider-2").roll(1, 1), []
    while table.ended() is None:
        steps.append(table.where())
        table.play("enough")
    assert steps == [(turn, seat, phase) for turn in range(1, 9) for seat in ("column", "raiders")
                     for phase in ("movement", "combat")]
    assert "5" == Table({"guard-1": "0503", "raider-1": "0703"}).refused("move raider-1 0803")


@pytest.mark.rule("4")
@pytest.mark.rule("4.1")
def test_raiders_are_face_down() -> None:
    """The Column and onlookers know neither their kinds nor the sum of an attack on them."""
    table = fight({"guard-1": "0704", "raider-1": "0703", "raider-6": "0705"})
    for seat in ("column", SPECTATOR):
        view = seen_by(rules(), table.state, seat)
        assert ["?-5"] * 2 == [one.numbers for one in rules().counters(view) if one.place in ("0703", "0705")]
        assert None is rules().preview(view, rules().parse("attack guard-1 0703"))
    assert ["2-5", "0-5"] == [one.numbers for one in rules().counters(seen_by(rules(), table.state, "raiders"))
                              if one.place in ("0703", "0705")]


@pytest.mark.rule("4.2")
@pytest.mark.rule("4.3")
def test_raiders_are_revealed() -> None:
    """They are revealed when they attack or are attacked; Dust is removed at once, and a Rider stays face up."""
    table = fight({"guard-1": "0704", "raider-1": "0703", "raider-6": "0703"}).play("attack guard-1 0703")
    assert any(event.reveals for event in table.events)
    assert (None, "0703", ("shown",)) == (table.at("raider-6"), table.at("raider-1"), table.marks("raider-1"))
    table.roll(1, 1).play("enough", "enough", "enough")
    assert (2, "column", "movement") == table.where()
    assert "2-5" == next(one.numbers for one in rules().counters(seen_by(rules(), table.state, "column"))
                         if one.unit == "raider-1")
    table = fight({"guard-1": "0704", "raider-6": "0703"}, "raiders").play("attack raider-6 0704")
    assert (None, "0704", "raiders") == (table.at("raider-6"), table.at("guard-1"), rules().to_act(table.state))


@pytest.mark.rule("6")
@pytest.mark.rule("6.1")
def test_points() -> None:
    """Open ground costs 1, woods and fords 2, the river is closed; a unit moves once."""
    table = Table({"guard-1": "0503"})
    assert ("", "6.1") == (table.refused("move guard-1 0804"), table.refused("move guard-1 0803"))  # open, woods
    assert "6.1" == table.refused("move guard-1 0602") == table.refused("move guard-1 0905")
    table.play("move guard-1 0703")
    assert [3] == [event.fields()["cost"] for event in table.events]
    assert "6" == table.refused("move guard-1 0702")
    assert "6" == Table({"guard-1": "0503"}).refused("move guard-1 0503")
    assert "2.1" == Table({"guard-1": "0503"}).refused("move guard-1 1101")


@pytest.mark.rule("6.2")
def test_wagons_do_not_enter_woods() -> None:
    """Wagons can neither end in woods nor pass through them."""
    table = Table({"wagon-1": "0301", "guard-1": "0402"})
    assert ("6.2", "") == (table.refused("move wagon-1 0302"), table.refused("move guard-1 0302"))
    assert "6.1" == table.refused("move wagon-1 0303")
    with pytest.raises(BadPosition, match="wagon-1"):
        Table({"wagon-1": "0302"})


@pytest.mark.rule("6.3")
def test_stacking() -> None:
    """Two units of a side may share a hex; others may pass through."""
    table = Table({"guard-1": "0501", "guard-2": "0501", "guard-3": "0401", "wagon-1": "0502"})
    assert ("6.3", "", "") == tuple(table.refused(f"move {move}") for move in (
        "guard-3 0501", "guard-3 0502", "guard-3 0503"))
    with pytest.raises(BadPosition, match="two units"):
        Table({"guard-1": "0501", "guard-2": "0501", "guard-3": "0501"})


@pytest.mark.rule("6.4")
def test_no_unit_enters_a_hex_with_an_enemy() -> None:
    """An enemy's hex is closed, whether the enemy is face down or not."""
    table = Table({"guard-1": "0703", "raider-6": "0704"})
    assert "6.4" == table.refused("move guard-1 0704")


@pytest.mark.rule("6.5")
def test_units_stop_next_to_enemies() -> None:
    """A unit that starts next to an enemy may leave, but stops next to another (ruling 3)."""
    table = Table({"guard-1": "0702", "raider-1": "0705"})
    assert ("", "6.5") == (table.refused("move guard-1 0704"), table.refused("move guard-1 0706"))
    table = Table({"guard-1": "0704", "raider-1": "0705"})
    assert "" == table.refused("move guard-1 0804") == table.refused("move guard-1 0703")
    assert "6.5" == table.refused("move guard-1 0806")


def beside() -> Table:
    """A wagon that has moved next to a Rider and Dust."""
    return Table({"wagon-1": "0502", "raider-1": "0504", "raider-6": "0403", "raider-2": "0902"}).play(
        "move wagon-1 0503")


@pytest.mark.rule("7")
def test_a_raider_reacts() -> None:
    """A Rider's 4 halts the wagon, which misses only the next movement; each raider reacts once a turn."""
    assert ("raiders", "7") == (rules().to_act(beside().state), beside().refused("choose raider-2"))
    for face, halted in ((3, False), (4, True)):
        table = beside().play("choose raider-1")
        assert "chance" == rules().to_act(table.state)
        table.roll(face)
        assert (halted, True) == ("halted" in table.marks("wagon-1"), "shown" in table.marks("raider-1"))
        table.play(*["enough"] * 4)
        assert (2, "column", "movement") == table.where()
        assert ("7" if halted else "") == table.refused("move wagon-1 0502")
        table.play(*["enough"] * 4)
        assert "" == table.refused("move wagon-1 0502")
    spent = Table({"wagon-1": "0502", "raider-1": "0504 reacted shown", "raider-3": "0403"}).play("move wagon-1 0503")
    assert "7" == spent.refused("choose raider-1")
    none = Table({"wagon-1": "0502", "raider-1": "0504 reacted shown"}).play("move wagon-1 0503")
    assert "column" == rules().to_act(none.state)


@pytest.mark.rule("7")
def test_rulings_on_reactions() -> None:
    """A reaction needs a wagon's movement (ruling 4); Dust may be the one reaction (ruling 5); declining is
    possible."""
    table = beside().play("choose raider-6")
    assert (None, "column", ()) == (table.at("raider-6"), rules().to_act(table.state), table.marks("raider-1"))
    assert "column" == rules().to_act(beside().play("enough").state)
    guard = Table({"guard-1": "0502", "raider-1": "0504"}).play("move guard-1 0503")
    assert "column" == rules().to_act(guard.state)
    still = Table({"wagon-1": "0503", "raider-1": "0504"})
    assert "column" == rules().to_act(still.state)


@pytest.mark.rule("8")
@pytest.mark.rule("8.1")
def test_who_may_attack() -> None:
    """Units attack adjacent hexes, each once, and wagons never do; a unit left out of its hex's attack cannot attack
    later (ruling 7)."""
    table = fight({"guard-1": "0704", "guard-2": "0704", "guard-3": "0805", "wagon-1": "0805", "raider-1": "0804",
                   "raider-2": "0703"})
    assert "8.1" == table.refused("attack wagon-1 0804") == table.refused("attack guard-3 0703")
    table.play("attack guard-1 0703", "enough").roll(1, 1)
    assert "8.1" == table.refused("attack guard-2 0804") == table.refused("attack guard-1 0804")
    table.play("attack guard-3 0804").roll(1, 1)
    assert "8.1" == table.refused("attack guard-3 0804")


@pytest.mark.rule("8.2")
def test_strengths_are_added() -> None:
    """Units of several hexes add up; Dust is removed first; without defenders the attackers have won."""
    table = fight({"guard-1": "0704", "guard-2": "0804", "guard-3": "0803", "raider-1": "0703", "raider-6": "0703"})
    table.play("attack guard-1 0703", "attack guard-3 0703")
    assert "8.1" == table.refused("attack guard-2 0703")
    assert "8.2" == table.refused("attack guard-1 0703") == table.refused("choose guard-1")
    table.play("enough")
    preview = rules().preview(table.state, Faces((1, 1)))
    assert preview is not None
    assert (4, 2) == (preview.attack, preview.defence)
    empty = fight({"guard-1": "0704", "raider-6": "0703"}).play("attack guard-1 0703")
    assert ("column", None) == (rules().to_act(empty.state), empty.at("raider-6"))


@pytest.mark.rule("8.3")
def test_the_dice() -> None:
    """Each side adds a die, the defender 1 in woods, once per hex (ruling 8); equal sums do nothing."""
    table = fight({"guard-1": "0703", "raider-1": "0803", "raider-2": "0803"}).play("attack guard-1 0803")
    preview = rules().preview(table.state, Faces((1, 1)))
    assert preview is not None
    assert (2, 5) == (preview.attack, preview.defence)
    table.roll(4, 1)
    assert ("0803", "0803", "0703") == tuple(map(table.at, ("raider-1", "raider-2", "guard-1")))
    even = fight({"guard-1": "0704", "raider-1": "0703"}).play("attack guard-1 0703")
    preview = rules().preview(even.state, Faces((1, 1)))
    assert preview is not None
    assert {"all": Fraction(3, 36), "one": Fraction(12, 36), "-": Fraction(15, 36), "repulse": Fraction(6, 36)} == {
        outcome.result: outcome.chance for outcome in preview.outcomes}


@pytest.mark.rule("8.4")
def test_losses() -> None:
    """The loser loses one unit by 1 to 3, wagons last, and all by 4; the attacker one by -3 (ruling 9); the owner
    chooses."""
    units = {"guard-1": "0704", "wagon-1": "0704", "raider-1": "0703", "raider-2": "0703", "raider-3": "0804"}
    for faces, left in (((2, 2), ("0704", "0704")), ((4, 1), (None, "0704")), ((6, 2), (None, None))):
        table = fight(units, "raiders").play("attack raider-1 0704", "enough").roll(*faces)
        assert left == (table.at("guard-1"), table.at("wagon-1"))
    table = fight(units, "raiders").play("attack raider-1 0704", "attack raider-3 0704", "enough").roll(1, 6)
    assert ("raiders", "8.4") == (rules().to_act(table.state), table.refused("choose raider-2"))
    table.play("choose raider-3")
    assert ("0703", "0703", None) == tuple(map(table.at, ("raider-1", "raider-2", "raider-3")))
    table = fight({"guard-1": "0704", "guard-2": "0704", "raider-1": "0703", "raider-2": "0703"}, "raiders")
    table.play("attack raider-1 0704", "attack raider-2 0704", "enough").roll(5, 3)
    assert "column" == rules().to_act(table.state)
    table.play("choose guard-2")
    assert ("0704", None) == (table.at("guard-1"), table.at("guard-2"))


@pytest.mark.rule("8.5")
def test_wagons_alone_still_roll() -> None:
    """Wagons without escort have strength 0."""
    table = fight({"wagon-1": "0704", "raider-1": "0703"}, "raiders").play("attack raider-1 0704")
    assert "chance" == rules().to_act(table.state)
    table.roll(1, 3)
    assert "0704" == table.at("wagon-1")
    table = fight({"wagon-1": "0704", "raider-1": "0703"}, "raiders").play("attack raider-1 0704").roll(1, 2)
    assert None is table.at("wagon-1")


@pytest.mark.rule("9")
@pytest.mark.rule("9.1")
def test_safe_wagons() -> None:
    """Wagons leave from column 10 at the end of the Column's movement, halted ones too (ruling 6)."""
    table = Table({"wagon-1": "1001", "wagon-2": "1005 halted", "wagon-3": "0905"}).play("enough")
    assert ("safe", "safe", "0905") == tuple(map(table.at, ("wagon-1", "wagon-2", "wagon-3")))
    assert (1, "column", "combat") == table.where()
    assert "8.1" != table.refused("attack wagon-1 0905")


@pytest.mark.rule("9.2")
@pytest.mark.parametrize(("safe", "units", "ended"), [
    (["wagon-1", "wagon-2"], {}, ("column", "wagons")),
    ([], {"wagon-1": "1001"}, ("raiders", "no-wagon")),
    (["wagon-1"], {"guard-1": "0101", "guard-2": "0102", "guard-3": "0103", "guard-4": "0104"}, ("column", "losses")),
    (["wagon-1"], {f"raider-{n}": f"090{n}" for n in range(1, 9)}, ("raiders", "losses")),
    (["wagon-1"], {"raider-1": "0901"}, ("draw", "draw")),
])
def test_the_end_of_turn_eight(safe: list[str], units: dict[str, str], ended: tuple[str, str]) -> None:
    """Two safe wagons, none, or one with the losses decide; a wagon still on the map is not safe (ruling 10)."""
    table = Table(units, safe=safe, turn=8, phasing="raiders", phase="combat")
    assert None is table.ended()
    assert ended == table.play("enough").ended()


@pytest.mark.rule("9.2")
def test_the_last_wagon_ends_the_game() -> None:
    """The game ends whether the last wagon is safe or lost."""
    assert ("column", "wagons") == Table({"wagon-3": "1001"}, safe=["wagon-1"]).play("enough").ended()
    table = Table({"wagon-3": "0704", "raider-1": "0703"}, phasing="raiders", phase="combat")
    assert ("raiders", "no-wagon") == table.play("attack raider-1 0704").roll(6, 1).ended()


@pytest.mark.parametrize("more", [
    {"pending": {"kind": "reaction", "wagon": "wagon-1"}},
    {"phase": "combat", "pending": {"kind": "gathering", "place": "0703", "units": ["guard-1"]}},
    {"phase": "combat", "pending": {"kind": "battle", "place": "0702", "units": ["guard-1"]}},
    {"phase": "combat", "pending": {"kind": "loss", "units": ["guard-1"]}},
    {"phase": "over"}, {"phase": "setup"}, {"safe": ["guard-1"]}, {"struck": ["0703"]}, {"cut": ["raider-1"]},
])
def test_a_position_that_cannot_stand_is_refused(more: dict[str, Any]) -> None:
    """The error names the key."""
    with pytest.raises(BadPosition, match="position/"):
        Table({"guard-1": "0701", "wagon-1": "0104", "raider-1": "0703"}, **more)
