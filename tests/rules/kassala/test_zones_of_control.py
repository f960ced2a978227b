"""Section II.C: the hexes that a unit controls, and their layer on the map."""

from __future__ import annotations

from typing import Any

import pytest


def zone(table: Any, seat: str) -> set[str]:
    """The hexes of a side's layer."""
    (layer,) = [layer for layer in table.rules.layers(table.state) if layer.seat == seat]
    return set(layer.places)


@pytest.mark.rule("II.C.1")
def test_a_unit_controls_every_adjacent_hex(movement: Any) -> None:
    """A unit controls its own hex and each adjacent hex of the board."""
    table = movement("m-mam1 0602, c-eth1 0807")
    assert {"0602", "0601", "0603", "0501", "0502", "0701", "0702"} == zone(table, "moslem")
    assert {"0807"} | set(table.rules.board(table.state).neighbours_of("0807")) == zone(table, "christian")


@pytest.mark.rule("II.C.1")
@pytest.mark.parametrize("here", ["0205", "0304", "0406", "0605", "0805"])
def test_hexsides_and_towns_do_not_stop_it(movement: Any, here: str) -> None:
    """Up and down a wadi, across a trench and into towns, every adjacent hex is controlled, by cannon too."""
    table = movement(f"c-can1 {here}, m-mam1 0601")
    board = table.rules.board(table.state)
    assert {here, *board.neighbours_of(here)} == zone(table, "christian")


@pytest.mark.rule("II.C.1")
def test_a_zone_moves_with_its_units(movement: Any) -> None:
    """After a move the hexes left behind are no longer controlled."""
    table = movement("m-mam1 0601").play("move m-mam1 0603")
    assert "0601" not in zone(table, "moslem")
    assert "0604" in zone(table, "moslem")
    assert set() == zone(table, "christian")
