"""Section III: the three endings, which depend on the places of Christian units after turn ten."""

from __future__ import annotations

from typing import Any

import pytest


def ending(movement: Any, line: str) -> tuple[str, str, str]:
    """Winner, rule and key if the tenth turn ends with these units."""
    table = movement(line, "christian", turn=10).play("end-movement")
    result = table.rules.result(table.state)
    assert result is not None
    over = [e for e in table.events if e.type == "game-over"]
    assert [(result.winner, result.rule)] == [(e.winner, e.rule) for e in over]
    return result.winner, result.rule.number, result.ending


@pytest.mark.rule("III.A")
@pytest.mark.parametrize("turn", range(1, 10))
def test_nothing_is_decided_before_the_tenth_turn_ends(movement: Any, turn: int) -> None:
    """Not even if both towns are empty, or no enemy is left."""
    table = movement("m-nub1 0101", "christian", turn=turn).play("end-movement")
    assert table.rules.result(table.state) is None
    assert (turn + 1, "movement", "moslem") == table.now


@pytest.mark.rule("III.A")
def test_the_tenth_turn_is_played_to_its_end(movement: Any) -> None:
    """The Christian phases of turn ten still count: infantry re-enters Kassala."""
    table = movement("m-nub1 0101, c-eth1 0304, c-galla1 0703", turn=10).play("end-movement")
    assert table.rules.result(table.state) is None
    result = table.rules.result(table.play("move c-galla1 0804", "end-movement").state)
    assert result is not None
    assert "christian" == result.winner


@pytest.mark.rule("III")
@pytest.mark.rule("III.B")
@pytest.mark.parametrize(
    ("towns", "winner"),
    [((), "moslem"), (("0304",), "draw"), (("0804",), "draw"), (("0805",), "draw"), (("0804", "0805"), "draw"),
     (("0304", "0804"), "christian"), (("0304", "0805"), "christian"), (("0304", "0804", "0805"), "christian")],
)
def test_every_way_the_towns_can_be_held(movement: Any, towns: tuple[str, ...], winner: str) -> None:
    """Udaka, and one or both hexes of Kassala, give eight cases."""
    names = ("c-eth1", "c-eth2", "c-galla1")
    line = ", ".join(["m-nub1 0101", "c-musk1 0507", *(f"{n} {t}" for n, t in zip(names, towns, strict=False))])
    assert winner == ending(movement, line)[0]


@pytest.mark.rule("III.B.1")
def test_moslem_victory(movement: Any) -> None:
    """No Christian unit is in any of the three hexes; Moslem units need not be there."""
    assert ("moslem", "III.B.1", "both-cleared") == ending(movement, "m-nub1 0101, c-eth1 0404, c-eth2 0704")
    assert ("moslem", "III.B.1", "both-cleared") == ending(movement, "m-nub1 0304, m-nub2 0804")


@pytest.mark.rule("III.B.2")
def test_christian_victory(movement: Any) -> None:
    """Both towns are held; one hex of Kassala is enough even if Moslem units are in the other."""
    line = "m-nub1 0101, c-eth1 0304, c-eth2 0805"
    assert ("christian", "III.B.2", "both-held") == ending(movement, line)
    held = movement("m-nub1 0804, c-eth1 0304, c-eth2 0805", "christian", turn=10).play(
        "end-movement", "attack c-eth2 > m-nub1", 4)
    result = held.rules.result(held.state)
    assert result is not None
    assert "christian" == result.winner


@pytest.mark.rule("III.B.2")
def test_cannon_hold_a_town(movement: Any) -> None:
    """Any Christian unit counts, cannon too."""
    assert "christian" == ending(movement, "m-nub1 0101, c-can1 0304, c-can2 0804")[0]


@pytest.mark.rule("III.B.3")
def test_draw(movement: Any) -> None:
    """One town is held, the other not; the ending says which."""
    assert ("draw", "III.B.3", "only-udaka-held") == ending(movement, "m-nub1 0101, c-eth1 0304")
    assert ("draw", "III.B.3", "only-kassala-held") == ending(movement, "m-nub1 0101, c-eth1 0804")


@pytest.mark.rule("III.B.3")
def test_moslem_units_in_a_town_do_not_hold_it(movement: Any) -> None:
    """A Moslem garrison does not count as a Christian one."""
    assert "only-kassala-held" == ending(movement, "m-nub1 0304, c-eth1 0804")[2]


@pytest.mark.rule("III.B")
def test_the_objectives_name_the_holders(movement: Any) -> None:
    """A Christian unit in either hex of Kassala holds it; nobody holds an empty town."""
    table = movement("m-nub1 0101, c-eth1 0804, c-musk1 0507")
    said = table.rules.objectives(table.state)
    assert [("Udaka", ""), ("Kassala", "christian")] == [(one.title, one.seat) for one in said.entries]
    assert ["empty", ""] == [str(one.status) for one in said.entries]
    assert ["III.B.2", "III.B.1", "III.B.3"] == [note.rule.number for note in said.victory]
    assert () == table.rules.objectives(table.rules.initial("example-a")).entries


@pytest.mark.rule("III.B")
def test_a_flag_over_each_town_shows_who_holds_it(movement: Any) -> None:
    """The flag is over the northern hex of each town; a Christian unit anywhere in it holds it, and an empty town has
    no flag."""
    table = movement("m-nub1 0101, c-eth1 0805")
    assert {"0804": "christian"} == dict(table.rules.holders(table.state))
    table = movement("m-nub1 0304, c-eth1 0805")
    assert {"0304": "moslem", "0804": "christian"} == dict(table.rules.holders(table.state))
