"""Section II.D, rules 12 to 17: closed hexes, undoing moves, and the advance, which is no movement."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.verdict import Illegal, Legal
from game.match.errors import NotNow
from game.match.match import Match
from game.rules.kassala.system import Kassala
from tests.pointing import offered, survey


@pytest.mark.rule("II.D.12")
@pytest.mark.parametrize(
    ("unit", "path", "town"),
    [("m-mam1 0404", "0304", "Udaka"), ("m-mam1 0704", "0804", "Kassala"), ("m-mam1 0704", "0805", "Kassala"),
     ("m-mam1 0803", "0804-0805", "Kassala"), ("c-res1 0404", "0304-0303", "Udaka")],
)
def test_no_cavalry_in_the_towns(movement: Any, unit: str, path: str, town: str) -> None:
    """Cavalry of either side can neither enter a town nor pass through it."""
    name = unit.split()[0]
    table = movement(unit, "moslem" if name.startswith("m") else "christian")
    assert ("II.D.12", town) == table.reason(f"move {name} {path}")


@pytest.mark.rule("II.D.12")
def test_infantry_may_enter_the_towns(movement: Any) -> None:
    """The ban is on cavalry only; the survey shows both."""
    table = movement("m-nub1 0404, m-mam1 0403")
    assert 1 == table.cost("move m-nub1 0304")
    refused = survey(table.rules, table.state, "m-mam1")["0304"]
    assert isinstance(refused, Illegal)
    assert "II.D.12" == refused.reasons[0].rule.number
    far = movement("m-nub1 0101, m-mam1 0102")
    assert ("II.D.12", "Kassala") == far.reason("move m-mam1 0804")
    assert ("II.D.8", 7, "0804", 2) == far.reason("move m-nub1 0804")


@pytest.mark.rule("II.D.13")
def test_no_cavalry_over_a_wadi(movement: Any) -> None:
    """In neither direction, even with enough points; a longer path is open."""
    table = movement("m-mam1 0203")
    assert ("II.D.13", 14, "0302", 3) == table.reason("move m-mam1 0302")
    assert {"from": "0203", "to": "0302", "needed": 14, "movement": 3} == dict(
        table.check("move m-mam1 0302").reasons[0].values)
    assert "II.D.13" == movement("m-mam1 0302").refusal("move m-mam1 0203")
    assert 2 == movement("m-nub1 0302").cost("move m-nub1 0203")
    detour = movement("m-mam1 0501")
    assert "II.D.13" == detour.refusal("move m-mam1 0402-0401")
    assert 2 == detour.cost("move m-mam1 0402")


@pytest.mark.rule("II.D.13")
def test_cavalry_may_cross_a_trench(movement: Any) -> None:
    """Cavalry crosses at the same two points as infantry."""
    assert 2 == movement("m-mam1 0705").cost("move m-mam1 0706")


@pytest.mark.rule("II.D.14")
@pytest.mark.parametrize("options", [(), ("cannon",)])
def test_cannon_never_move(movement: Any, options: tuple[str, ...]) -> None:
    """Neither side's cannon move, with or without the cannon option."""
    table = movement("m-can1 0302, m-can2 0302", options=options)
    assert ("II.D.14",) == table.reason("move m-can1 0402")
    assert {"unit": "m-can1", "movement": 0} == dict(table.check("move m-can1 0402").reasons[0].values)
    assert set() == table.legal("move")
    assert "II.D.14" == movement("c-can1 0506", "christian", options).refusal("move c-can1 0507")


@pytest.mark.rule("II.D.15")
@pytest.mark.parametrize("off", ["0106", "0209", "0808", "0901", "0001", "0100"])
def test_hexes_only(movement: Any, off: str) -> None:
    """River, margin and nonexistent hexes are refused."""
    table = movement("m-nub1 0105, m-nub2 0208, m-nub3 0807")
    for unit in ("m-nub1", "m-nub2", "m-nub3"):
        assert ("II.D.15", off) == table.reason(f"move {unit} {off}")


@pytest.mark.rule("I.B")
def test_units_out_of_the_game_do_not_move(movement: Any) -> None:
    """A unit that is not on the map is refused."""
    assert "I.B" == movement("m-nub1 0101").refusal("move m-nub2 0102")


@pytest.mark.rule("II.D.16")
def test_a_move_is_undone_freely_until_the_roll(kassala: Kassala) -> None:
    """Undo is free until the next roll; past it, it needs the opponent's consent."""
    position = {
        "phase": "movement", "phasing": "moslem",
        "units": [{"id": "m-mam1", "place": "0601"}, {"id": "c-eth1", "place": "0603"},
                  {"id": "c-eth2", "place": "0807"}],
    }
    match = Match.begin(kassala, "kassala", seed=1, position=position)
    match.play("move m-mam1 0602")
    first = match.hash
    match.undo()
    match.play("move m-mam1 0602")
    assert first == match.hash
    match.play("end-movement")
    match.play("attack m-mam1 > c-eth1")
    match.undo(0)
    for act in ("move m-mam1 0602", "end-movement", "attack m-mam1 > c-eth1"):
        match.play(act)
    fell = match.roll([2])
    with pytest.raises(NotNow, match="consent"):
        match.undo()
    with pytest.raises(NotNow, match="consent"):
        match.undo(0)
    assert fell.hash == match.hash
    match.undo(0, consent=True)
    assert "0601" == {u["id"]: u["place"] for u in kassala.position(match.state)["units"]}["m-mam1"]


@pytest.mark.rule("II.D.16")
def test_undo_goes_back_over_the_opponents_moves_and_attacks_without_a_die(kassala: Kassala) -> None:
    """Only a roll needs consent, neither an individual attack by cannon nor the opponent's move (ruling 16)."""
    position = {"phase": "combat", "phasing": "moslem", "options": ["cannon"],
                "units": [{"id": "m-can1", "place": "0404"}, {"id": "c-eth1", "place": "0504"},
                          {"id": "c-eth2", "place": "0807"}]}
    match = Match.begin(kassala, "kassala", ("cannon",), seed=1, position=position)
    start = match.hash
    match.play("attack m-can1 > c-eth1")
    match.play("move c-eth2 0806")
    match.undo(0)
    assert start == match.hash


@pytest.mark.rule("II.D.16")
def test_undo_gives_the_same_roll(kassala: Kassala) -> None:
    """If a roll is undone by consent and repeated, the program's die shows the same."""
    position = {"phase": "combat", "phasing": "moslem",
                "units": [{"id": "m-mam1", "place": "0602"}, {"id": "c-eth1", "place": "0603"}]}
    for seed in range(6):
        match = Match.begin(kassala, "kassala", seed=seed, position=position)
        match.play("attack m-mam1 > c-eth1")
        first = match.roll().action
        match.undo(0, consent=True)
        match.play("attack m-mam1 > c-eth1")
        assert first == match.roll().action


@pytest.mark.rule("II.D.17")
def test_an_advance_is_not_part_of_movement(combat: Any) -> None:
    """A held unit advances after combat, and still has its whole factor in its next movement."""
    table = combat("m-tcav1 0602, c-musk1 0603").play("attack m-tcav1 > c-musk1", 1)
    assert {"advance m-tcav1 0603", "no-advance"} == table.legal()
    table = table.play("advance m-tcav1 0603", "end-movement")
    assert (2, "movement", "moslem") == table.now
    assert 3 == table.cost("move m-tcav1 0606")


def test_survey_agrees_with_check(movement: Any) -> None:
    """For every unit and hex the survey and the move's refusal agree."""
    table = movement("m-mam1 0601, m-nub1 0203, m-arab1 0602, c-eth1 0604, c-res1 0404, m-can1 0302, m-tinf1 0303")
    for unit in ("m-mam1", "m-nub1", "m-arab1", "m-can1", "m-tinf1", "c-eth1"):
        found = survey(table.rules, table.state, unit)
        ways = {way.places[-1]: way for (way,) in offered(table.rules, table.state, unit)}
        assert set(table.rules.board(table.state).hexes) == set(found)
        for place, verdict in found.items():
            checked = table.check(f"move {unit} {place}")
            assert bool(checked) == bool(verdict), (unit, place)
            if isinstance(verdict, Legal):
                assert verdict.cost == checked.cost
                assert ways[place].notation in table.legal("move")
            elif table.units[unit] != place:
                assert str(checked) == str(verdict), (unit, place)


@pytest.mark.rule("II.D.5")
def test_a_path_may_name_the_hex_it_starts_from(kassala: Kassala) -> None:
    """The path may include the first hex, which must be the unit's."""
    state = kassala.initial("kassala")
    assert kassala.apply(state, kassala.parse("move m-nub3 0203-0303")) == kassala.apply(
        state, kassala.parse("move m-nub3 0303")
    )
    verdict = kassala.check(state, kassala.parse("move m-nub3 0202-0303"))
    assert not verdict
