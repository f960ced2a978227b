"""Every rule of the template: set up a position, act, compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from game import catalog
from game.core.capability import SPECTATOR, seen_by
from game.core.codec import BadPosition
from game.core.verdict import Illegal

RULES = catalog.rules("template")
START = RULES.initial("field")


def table(units: Mapping[str, str | None] | None = None, **changed: Any) -> Any:
    """A battle with red-1 and blue-1 as the guards, some units in other places (None: out of the game), and other
    fields changed."""
    there = {unit["id"]: unit["place"] for unit in RULES.position(START)["units"]} | dict(units or {})
    listed = [{"id": unit, "place": place} for unit, place in there.items() if place is not None]
    return RULES.from_position({"phase": "movement", "guards": ["red-1", "blue-1"], "units": listed, **changed})


def after(state: Any, *notations: str) -> Any:
    """The state after these actions."""
    for notation in notations:
        state, _ = RULES.apply(state, RULES.parse(notation))
    return state


def place(state: Any, unit: str) -> str | None:
    """Where a unit is."""
    return next(counter.place for counter in RULES.counters(state) if counter.unit == unit)


def strengths(state: Any) -> list[str]:
    """The strengths printed on the counters."""
    return [counter.numbers for counter in RULES.counters(state)]


def why_not(state: Any, notation: str) -> str:
    """The rule under which an action is refused; empty if it is legal."""
    verdict = RULES.check(state, RULES.parse(notation))
    return str(verdict.reasons[0].rule) if isinstance(verdict, Illegal) else ""


def chances(state: Any, notation: str) -> dict[str, Fraction]:
    """The chance of each result of an attack."""
    preview = RULES.preview(state, RULES.parse(notation))
    assert preview is not None
    return {outcome.result: outcome.chance for outcome in preview.outcomes}


@pytest.mark.rule("1")
@pytest.mark.rule("1.1")
def test_the_map() -> None:
    """The map has twenty hexes, one of them the village, three of them woods."""
    board = RULES.board(START)
    assert 20 == len(board.places)
    assert {"0302"} == board.objectives["Village"]
    assert ["0302"] == [place for place, kind in board.terrain.items() if kind == "village"]
    assert 3 == list(board.terrain.values()).count("woods")


@pytest.mark.rule("1.2")
def test_the_units() -> None:
    """Each side has a guard of strength 2 and a line of strength 1."""
    assert ["red", "red", "blue", "blue"] == [counter.seat for counter in RULES.counters(START)]
    assert ["2", "1", "2", "1"] == strengths(table())


@pytest.mark.rule("1.3")
def test_units_are_hidden_until_the_first_attack() -> None:
    """Until the first attack the other side and onlookers do not see the guard; then everybody does."""
    hidden = table({"blue-2": "0303"}, phase="combat")
    assert ["2", "1", "?", "?"] == strengths(seen_by(RULES, hidden, "red"))
    assert ["?", "?", "2", "1"] == strengths(seen_by(RULES, hidden, "blue"))
    assert ["?", "?", "?", "?"] == strengths(seen_by(RULES, hidden, SPECTATOR))
    assert None is RULES.preview(seen_by(RULES, hidden, "red"), RULES.parse("attack red-1 blue-2"))
    shown, events = RULES.apply(hidden, RULES.parse("attack red-1 blue-2"))
    assert any(event.reveals for event in events)
    assert ["2", "1", "2", "1"] == strengths(seen_by(RULES, shown, SPECTATOR))


@pytest.mark.rule("2")
def test_the_sequence_of_play() -> None:
    """Red's movement and combat, then blue's, four times; no phase is skipped (ruling 1)."""
    state, steps = after(START, "guard red-1", "guard blue-1"), []
    while RULES.to_act(state) is not None:
        prompt = RULES.prompt(state)
        steps.append((prompt.turn, prompt.to_act, prompt.phase))
        state = after(state, "end")
    assert steps == [(turn, seat, phase) for turn in (1, 2, 3, 4) for seat in ("red", "blue")
                     for phase in ("movement", "combat")]


@pytest.mark.rule("2.1")
def test_each_side_chooses_its_guard() -> None:
    """Red chooses first; the choice is hidden from the other side."""
    chosen, events = RULES.apply(START, RULES.parse("guard red-2"))
    assert not any("red-2" in str(event.fields().values()) for event in events)
    assert "2.1" == why_not(START, "guard blue-1") == why_not(chosen, "guard red-1") == why_not(chosen, "end")
    assert ["1", "2", "2", "1"] == strengths(after(chosen, "guard blue-1"))


@pytest.mark.rule("3")
def test_a_unit_moves_one_hex_once() -> None:
    """A unit moves to an adjacent hex, once, in its side's movement phase."""
    start = table()
    state = after(start, "move red-1 0302")
    assert "0302" == place(state, "red-1")
    assert "3" == why_not(start, "move red-1 0401") == why_not(state, "move red-1 0301")
    assert "2" == why_not(start, "move blue-1 0302")
    assert "4" == why_not(after(start, "end"), "move red-1 0302")


@pytest.mark.rule("3.1")
def test_a_hex_holds_one_unit() -> None:
    """A hex holds one unit of either side."""
    assert "3.1" == why_not(table(), "move red-1 0203")


@pytest.mark.rule("4")
def test_a_unit_attacks_an_adjacent_enemy_once() -> None:
    """A unit attacks once, in its side's combat phase."""
    near = table({"blue-2": "0303"}, phase="combat")
    assert "" == why_not(near, "attack red-1 blue-2")
    assert "4" == why_not(near, "attack red-1 red-2") == why_not(near, "attack red-1 blue-1")
    fought = after(near, "attack red-1 blue-2", "stand", "roll 1")
    assert "4" == why_not(fought, "attack red-1 blue-2")
    assert "" == why_not(fought, "attack red-2 blue-2")


@pytest.mark.rule("4.1")
def test_the_unit_that_is_attacked_may_withdraw() -> None:
    """The attacked side decides before the die; after a withdrawal the attacker has attacked, and no die is rolled."""
    asked = after(table({"blue-2": "0303"}, phase="combat"), "attack red-1 blue-2")
    assert "blue" == RULES.to_act(asked)
    assert "4.1" == why_not(asked, "withdraw blue-2 0203") == why_not(asked, "withdraw blue-1 0401")
    gone = after(asked, "withdraw blue-2 0304")
    assert ("0304", "red") == (place(gone, "blue-2"), RULES.to_act(gone))
    assert "4" == why_not(gone, "attack red-1 blue-2")
    assert "chance" == RULES.to_act(after(asked, "stand"))


@pytest.mark.rule("4.2")
@pytest.mark.parametrize(("face", "left"), [(3, "0303"), (4, None)])
def test_the_results_table(face: int, left: str | None) -> None:
    """A guard attacks a line at +1: eliminated on 4 or more."""
    near = table({"blue-2": "0303"}, phase="combat")
    assert {"DE": Fraction(1, 2), "-": Fraction(1, 2)} == chances(near, "attack red-1 blue-2")
    assert left == place(after(near, "attack red-1 blue-2", "stand", f"roll {face}"), "blue-2")


@pytest.mark.rule("4.3")
def test_woods() -> None:
    """The line in woods defends with 2: the guard attacks at 0, the line at -1."""
    near = table({"red-1": "0304", "red-2": "0303"}, phase="combat")
    assert Fraction(1, 3) == chances(near, "attack red-1 blue-2")["DE"]
    assert Fraction(1, 6) == chances(near, "attack red-2 blue-2")["DE"]


@pytest.mark.rule("5")
def test_victory() -> None:
    """The village at the end wins, or eliminating all enemy units; otherwise the game is a draw."""
    last = {"turn": 4, "phase": "combat", "phasing": "blue"}
    for units, winner, ending in (({}, "draw", "draw"), ({"red-2": "0302"}, "red", "village")):
        result = RULES.result(after(table(units, **last), "end"))
        assert result is not None
        assert (winner, ending) == (result.winner, result.ending)
    alone = table({"blue-2": "0303", "blue-1": None}, phase="combat")
    result = RULES.result(after(alone, "attack red-1 blue-2", "stand", "roll 6"))
    assert result is not None
    assert ("red", "units") == (result.winner, result.ending)


@pytest.mark.parametrize("pending", [
    {"kind": "battle", "unit": "red-1", "target": "blue-1"}, {"kind": "withdrawal", "unit": "red-1", "target": "red-2"},
])
def test_a_position_that_cannot_stand_is_refused(pending: dict[str, str]) -> None:
    """A position whose pending attack is not on an enemy adjacent to the attacker is refused."""
    with pytest.raises(BadPosition, match="position/pending"):
        table({"blue-2": "0303"}, phase="combat", shown=True, pending=pending)


def test_a_change_in_the_position_editor_leaves_the_attack_out() -> None:
    """Moving an attacked unit in the position editor cancels the attack, and its side has nothing to decide."""
    attacked = after(table({"red-1": "0302"}, phase="combat"), "attack red-1 blue-1")
    changed = RULES.form.put(RULES.position(attacked), "blue-1", "0503")
    assert "red" == RULES.to_act(RULES.from_position(changed))
