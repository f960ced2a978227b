"""Shooting, fighting, recoiling, and the end of the game, on a table without a grid."""

from __future__ import annotations

import pytest

from game.core.action import Faces
from game.core.batch import TurnEnds
from game.core.capability import capability
from game.core.event import Removed, Retreated, Rolled
from tests.systems.cudgels_table import Table, rules

FRONTS = ("rf1 6000,7000,0", "wf1 6000,7000,10800")


@pytest.mark.rule("1", "1.1")
def test_every_base_has_its_size() -> None:
    """Each side has eight bases; horse is deeper; a lost base is not counted."""
    counters = rules().counters(rules().initial("green"))
    assert [8, 8] == [sum(counter.seat == seat for counter in counters) for seat in ("red", "white")]
    assert {(1000, 400), (1000, 600)} == {counter.size for counter in counters}
    assert "1.1" == Table(FRONTS[0]).refused("move rf9 6000,6000,0")


@pytest.mark.rule("2", "2.1")
def test_the_die_gives_pips() -> None:
    """The die gives the number of moves."""
    state, events = rules().apply(rules().initial("green"), Faces((2,)))
    assert isinstance(events[0], Rolled)
    (budget,) = rules().prompt(state).budgets
    assert (2, 2) == (budget.left, budget.whole)
    for unit, x in (("rf1", 6000), ("rf2", 7000)):
        state, _ = rules().apply(state, rules().parse(f"move {unit} {x},8000,0"))
    assert "red" != rules().to_act(state), "the phase is over with the last PIP, and nobody can shoot or fight"


@pytest.mark.rule("2.2")
def test_phases_without_actions_are_skipped() -> None:
    """Ending the moves leads to the fights if no base can shoot, and to White if none can fight either."""
    assert "fight" == rules().prompt(Table(*FRONTS).play("end").state).phase
    table = Table("rf1 6000,9000,0").play("end")
    assert ("pips", "white") == (rules().prompt(table.state).phase, rules().prompt(table.state).phasing_seat)
    assert capability(rules(), TurnEnds).turn_ended_for(table.state, rules().parse("end"), table.state) is None


@pytest.mark.rule("4", "4.1")
def test_legal_targets_of_a_shot() -> None:
    """Within three base widths, in front, neither base in a fight, once a turn; foot does not shoot."""
    near, side, far = "wf1 6000,6500,10800", "wf2 9500,8000,10800", "wf3 6000,5400,10800"
    table = Table("rb1 6000,9000,0", "rb2 7500,9000,0", near, side, far, "rf1 2000,9000,0", phase="shoot")
    assert ["", "4.1", "4.1", "4.1"] == [
        table.refused(f"shoot {pair}") for pair in ("rb1 wf1", "rb1 wf2", "rb1 wf3", "rf1 wf1")]
    table.play("shoot rb1 wf1").roll(3, 3)
    assert "4.1" == table.refused("shoot rb1 wf1")
    engaged = Table("rb1 6000,9000,0", "rf2 6000,6900,0", near.replace("6500", "6900"), phase="shoot")
    assert "4.1" == engaged.refused("shoot rb1 wf1")


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("faces", "result", "place"), [
    ((6, 3), "beaten", "6000,6100,10800"), ((6, 6), "equal", "6000,6500,10800"), ((1, 6), "equal", "6000,6500,10800"),
])
def test_shots(faces: tuple[int, int], result: str, place: str) -> None:
    """2 and a die against 4 and a die: the lower score recoils; the bows suffer nothing whatever the roll."""
    table = Table("rb1 6000,9000,0", "wf1 6000,6500,10800", phase="shoot").play("shoot rb1 wf1").roll(*faces)
    rolled = next(event for event in table.events if isinstance(event, Rolled))
    assert (result, place, "6000,9000,0") == (rolled.result, table.at("wf1"), table.at("rb1"))


@pytest.mark.rule("5", "5.1")
def test_the_side_fights_all_its_contacts() -> None:
    """A base must fight before the turn can end, once, against the enemy with the longest contact."""
    table = Table("rf1 6000,7000,0", "wf1 5300,7000,10800", "wf2 6300,7000,10800", phase="fight")
    assert ["5.1", "", "5.1"] == [table.refused(what) for what in ("fight rf1 wf1", "fight rf1 wf2", "end")]
    assert ("rf1",) == rules().prompt(table.state).duties[0].units
    table.play("fight rf1 wf2").roll(3, 3)
    assert "white" == rules().prompt(table.state).phasing_seat


@pytest.mark.rule("5.2")
def test_modifiers_of_a_score() -> None:
    """Horse that has moved gets +1; a second enemy in contact costs 1; rough ground costs horse 2."""
    table = Table("rh1 6000,7000,0 moved", "wf1 6000,7000,10800", "rf1 5300,6600,5400", phase="fight")
    shown = rules().preview(table.state, rules().parse("fight rh1 wf1"))
    assert shown is not None
    assert (4, 4) == (shown.attack, shown.defence)
    two = Table("rf1 5500,7000,0", "wf1 5500,7000,10800", "wf2 6000,7300,16200", phase="fight")
    shown = rules().preview(two.state, rules().parse("fight rf1 wf1"))
    assert shown is not None
    assert [(-1, "5.2")] == [(each.value, each.rule.number) for each in shown.modifiers]
    rough = Table("rh1 12000,7400,0", "wf1 12000,7400,10800", phase="fight")
    shown = rules().preview(rough.state, rules().parse("fight rh1 wf1"))
    assert shown is not None
    assert (1, 3) == (shown.attack, shown.defence)


@pytest.mark.rule("5.3")
def test_recoils_and_losses() -> None:
    """A lower score recoils straight back by its depth; half or less is destroyed; equal scores do nothing; the same
    applies in reverse."""
    def fought(*faces: int) -> Table:
        return Table(*FRONTS, phase="fight").play("fight rf1 wf1").roll(*faces)

    assert ("6000,7000,0", "6000,6600,10800") == (fought(5, 3).at("rf1"), fought(5, 3).at("wf1"))
    assert ("6000,7400,0", "6000,7000,10800") == (fought(2, 4).at("rf1"), fought(2, 4).at("wf1"))
    assert ("", True) == (fought(6, 1).at("wf1"), any(isinstance(e, Removed) for e in fought(6, 1).events))
    assert "" == fought(1, 6).at("rf1")
    assert not [e for e in fought(4, 4).events if isinstance(e, Removed | Retreated)]


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("what", ["wf2 6000,6400,10800", "rf2 5500,6600,5400"])
def test_a_base_that_cannot_recoil_is_lost(what: str) -> None:
    """Another base behind it, or an enemy on its flank, prevents the recoil."""
    table = Table(*FRONTS, what, phase="fight").play("fight rf1 wf1").roll(5, 3)
    assert "" == table.at("wf1")


@pytest.mark.rule("6", "6.1")
def test_four_losses_lose_the_battle() -> None:
    """The fourth lost base ends the battle at once."""
    few = ("wf1 6000,7000,10800", "wf2 9000,2000,10800", "wf3 10000,2000,10800", "wf4 11000,2000,10800",
           "wb1 12000,2000,10800", *(f"rf{n} {2000 + 1200 * n},10000,0" for n in (2, 3, 4)),
           "rf1 6000,7000,0", "rb1 1000,10000,0")
    table = Table(*few, spare=False, phase="fight").play("fight rf1 wf1").roll(6, 1)
    result = rules().result(table.state)
    assert result is not None
    assert ("red", "losses", "6.1") == (result.winner, result.ending, result.rule.number)


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("lost", "winner", "ending"), [((), "draw", "draw"), (("wf1",), "red", "nightfall")])
def test_nightfall(lost: tuple[str, ...], winner: str, ending: str) -> None:
    """After White's eighth turn the side with more bases wins."""
    found = rules().position(rules().initial("green"))
    found |= {"turn": 8, "side": "white", "phase": "move", "pips": 1, "rolled": 1}
    found["units"] = [row for row in found["units"] if row["id"] not in lost]
    state, _ = rules().apply(rules().from_position(found), rules().parse("end"))
    result = rules().result(state)
    assert result is not None
    assert (winner, ending) == (result.winner, result.ending)
