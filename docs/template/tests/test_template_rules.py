"""Every rule of the template: set up a position, act, compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from game import catalog
from game.core.verdict import Illegal

RULES = catalog.rules("template")
START = RULES.initial("field")


def table(units: Mapping[str, str | None] | None = None, **changed: Any) -> Any:
    """The set-up with some units elsewhere, or out of the game with None, and other things changed."""
    there = {unit["id"]: unit["place"] for unit in RULES.position(START)["units"]} | dict(units or {})
    listed = [{"id": unit, "place": place} for unit, place in there.items() if place is not None]
    return RULES.from_position({"units": listed, **changed})


def after(state: Any, *notations: str) -> Any:
    """The state when these actions have been done."""
    for notation in notations:
        state, _ = RULES.apply(state, RULES.parse(notation))
    return state


def place(state: Any, unit: str) -> str | None:
    """Where a unit is."""
    return next(counter.place for counter in RULES.counters(state) if counter.unit == unit)


def why_not(state: Any, notation: str) -> str:
    """The rule under which an action is refused; nothing where it is legal."""
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
    """Twenty hexes, one of them the village, three of them woods."""
    board = RULES.board(START)
    assert 20 == len(board.places)
    assert {"0302"} == board.objectives["Village"]
    assert ["0302"] == [place for place, kind in board.terrain.items() if kind == "village"]
    assert 3 == list(board.terrain.values()).count("woods")


@pytest.mark.rule("1.2")
def test_the_units() -> None:
    """A guard of strength 2 and a line of strength 1 a side."""
    assert [("red", "2"), ("red", "1"), ("blue", "2"), ("blue", "1")] == [
        (counter.seat, counter.numbers) for counter in RULES.counters(START)]


@pytest.mark.rule("2")
def test_the_sequence_of_play() -> None:
    """Movement and combat of red, then of blue, four times; ruling 1: no phase is passed over."""
    state, steps = START, []
    while RULES.to_act(state) is not None:
        prompt = RULES.prompt(state)
        steps.append((prompt.turn, prompt.to_act, prompt.phase))
        state = after(state, "end")
    assert steps == [(turn, seat, phase) for turn in (1, 2, 3, 4) for seat in ("red", "blue")
                     for phase in ("movement", "combat")]


@pytest.mark.rule("3")
def test_a_unit_moves_one_hex_once() -> None:
    """To an adjacent hex, in its side's movement phase."""
    state = after(START, "move red-guard 0302")
    assert "0302" == place(state, "red-guard")
    assert "3" == why_not(START, "move red-guard 0401") == why_not(state, "move red-guard 0301")
    assert "2" == why_not(START, "move blue-guard 0302") == why_not(after(START, "end"), "move red-guard 0302")


@pytest.mark.rule("3.1")
def test_a_hex_holds_one_unit() -> None:
    """Of either side."""
    assert "3.1" == why_not(START, "move red-guard 0203")


@pytest.mark.rule("4")
def test_a_unit_attacks_an_adjacent_enemy_once() -> None:
    """In its side's combat phase."""
    near = table({"blue-line": "0303"}, phase="combat")
    assert "" == why_not(near, "attack red-guard blue-line")
    assert "4" == why_not(near, "attack red-guard red-line") == why_not(near, "attack red-guard blue-guard")
    fought = after(near, "attack red-guard blue-line", "roll 1")
    assert "4" == why_not(fought, "attack red-guard blue-line")
    assert "" == why_not(fought, "attack red-line blue-line")


@pytest.mark.rule("4.1")
@pytest.mark.parametrize(("face", "left"), [(3, "0303"), (4, None)])
def test_the_results_table(face: int, left: str | None) -> None:
    """Guard against line is +1: eliminated on 4 or more."""
    near = table({"blue-line": "0303"}, phase="combat")
    assert {"DE": Fraction(1, 2), "-": Fraction(1, 2)} == chances(near, "attack red-guard blue-line")
    assert left == place(after(near, "attack red-guard blue-line", f"roll {face}"), "blue-line")


@pytest.mark.rule("4.2")
def test_woods() -> None:
    """The line in woods defends with 2: the guard attacks at 0, the line at -1."""
    near = table({"red-guard": "0304", "red-line": "0303"}, phase="combat")
    assert Fraction(1, 3) == chances(near, "attack red-guard blue-line")["DE"]
    assert Fraction(1, 6) == chances(near, "attack red-line blue-line")["DE"]


@pytest.mark.rule("5")
def test_victory() -> None:
    """The village at the end, or the last unit of the enemy; else a draw."""
    last = {"turn": 4, "phase": "combat", "phasing": "blue"}
    for units, winner, ending in (({}, "draw", "draw"), ({"red-line": "0302"}, "red", "village")):
        result = RULES.result(after(table(units, **last), "end"))
        assert result is not None
        assert (winner, ending) == (result.winner, result.ending)
    alone = table({"blue-line": "0303", "blue-guard": None}, phase="combat")
    result = RULES.result(after(alone, "attack red-guard blue-line", "roll 6"))
    assert result is not None
    assert ("red", "units") == (result.winner, result.ending)
