"""A seat's view as numbers agrees with the counters on the table."""

from __future__ import annotations

import numpy as np
import pytest

from game import catalog
from game.adapters.arrays import PRINTED_NUMBERS, UNIT_COLUMNS, Layout
from game.adapters.nodes import Node, Tree
from game.core.capability import SPECTATOR, capability
from game.core.chance import CHANCE
from game.core.presenter import HeldPlaces, OffMapBoxes
from tests.adapters.walking import walk
from tests.match.levies import POWDER, Levies
from tests.match.sentries import Sentries

SEAT, PLACE, FACING, FIRST_NUMBER, SECOND_NUMBER = range(UNIT_COLUMNS + 2)
"""The first columns of a unit; see ``Layout``."""
FIRST_MARK = UNIT_COLUMNS + PRINTED_NUMBERS
"""The column of a unit's first mark."""
NUMBERED = [name for name in catalog.names() if catalog.rules(name).traits.enumerable]
"""Systems whose actions have numbers because all are listed."""
BATTLES = [(name, info.name) for name in NUMBERED for info in catalog.rules(name).scenarios if not info.example]


def test_the_first_position_of_kassala() -> None:
    """The arrays can be read with the layout's lists only."""
    tree = Tree("kassala")
    layout = Layout(tree)
    parts = layout.parts(layout.array(tree.start, "moslem"))
    turn, phase, phasing, deciding, interrupting = parts["moment"]
    assert (1, "moslem", "moslem", 0) == (turn, tree.seats[phasing - 1], tree.seats[deciding - 1], interrupting)
    assert "movement" == layout.phases[phase - 1]
    rows = {unit: parts["units"][number] for number, unit in enumerate(layout.units)}
    for counter in tree.rules.counters(tree.start.state):
        row = rows[counter.unit]
        assert counter.seat == tree.seats[row[SEAT] - 1]
        assert counter.place == (layout.places[row[PLACE] - 1] if row[PLACE] else None)
        assert counter.numbers == f"{row[FIRST_NUMBER]}-{row[SECOND_NUMBER]}"
    assert {"moslem", "christian"} == {tree.seats[row[SEAT] - 1] for row in rows.values()}


def test_the_set_up_is_a_phase() -> None:
    """Its number differs from that of the phases that the layout does not list."""
    tree = Tree("tours")
    layout = Layout(tree)
    _, phase, *_ = layout.parts(layout.array(tree.start, None))["moment"]
    assert phase
    assert layout.phases[phase - 1] == tree.rules.prompt(tree.start.state).phase == "set-up"


def is_compared(node: Node) -> bool:
    """Whether a node is in the sample, to save time: one of 87 nodes, and one of three of the rarer interrupts."""
    return node.depth % (3 if node.interrupting else 87) == 0


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "scenario"), BATTLES)
def test_numbers_agree_with_the_counters(system: str, scenario: str) -> None:
    """In a sample of a random game's nodes the numbers are within bounds, and places, marks, holders and the deciding
    seat agree with the table."""
    tree = Tree(system, scenario)
    layout = Layout(tree)
    highest = layout.highest()
    seen = 0
    for node, _ in walk(tree, 3):
        if not is_compared(node):
            continue
        seen += 1
        array = layout.array(node, None)
        assert (array >= 0).all()
        assert (array <= highest).all()
        parts = layout.parts(array)
        counters = {counter.unit: counter for counter in tree.rules.counters(node.state)}
        assert set(counters) == set(layout.units)
        for unit, row in zip(layout.units, parts["units"], strict=True):
            counter = counters[unit]
            assert counter.place == (layout.places[row[PLACE] - 1] if row[PLACE] else None)
            marks = {mark for mark, shown in zip(layout.marks, row[FIRST_MARK:], strict=True) if shown}
            assert marks == set(counter.marks)
        held = {place: tree.seats[seat - 1] for place, seat in zip(layout.places, parts["places"], strict=True) if seat}
        holders = capability(tree.rules, HeldPlaces).holders(node.state)
        assert held == {place: seat for place, seat in holders.items() if seat in tree.seats}
        *_, deciding, interrupting = parts["moment"]
        assert node.seat == (tree.seats[deciding - 1] if deciding else CHANCE)
        assert node.interrupting == bool(interrupting)
    assert seen > 1


def test_units_and_places_of_actions() -> None:
    """An action's unit, target and destination are numbered; without an action they are empty."""
    tree = Tree("kassala")
    layout = Layout(tree)
    fights = 0
    for node, _ in walk(tree, 1):
        rows = layout.units_and_places(node)
        assert (tree.action_numbers, 3) == rows.shape
        assert not rows[len(node.actions):].any()
        for action, (first, last, place) in zip(node.actions, rows, strict=False):
            word, *rest = action.notation.split()
            if word == "move":
                assert (rest[0], 0, rest[1].split("-")[-1]) == (layout.units[first - 1], last, layout.places[place - 1])
            elif word == "attack":
                fights += 1
                attackers, _, defenders = rest
                named = layout.units[first - 1], layout.units[last - 1]
                assert (attackers.split(",")[0], defenders.split(",")[-1]) == named
    assert fights


def test_facing_and_boxes() -> None:
    """A facing is in degrees; a box beside the map is a place after those of the board."""
    tree = Tree(Sentries(), "post")
    layout = Layout(tree)
    boxes = tuple(box.name for box in capability(tree.rules, OffMapBoxes).boxes(tree.start.state))
    assert boxes
    assert boxes == layout.places[-len(boxes):]
    assert [0, 180] == list(layout.parts(layout.array(tree.start, None))["units"][:, FACING])


def test_no_number_reveals_hidden_information() -> None:
    """Each side sees only its own powder; the true state has both, in whatever order they are read."""
    tree = Tree(Levies(), "post")
    layout = Layout(tree)
    powder = {seat: list(layout.parts(layout.array(tree.start, seat))["units"][:, FIRST_NUMBER])
              for seat in ("red", None, "white", SPECTATOR)}
    assert {"red": [POWDER, 0], None: [POWDER, POWDER], "white": [0, POWDER], SPECTATOR: [0, 0]} == powder


def test_an_array_belongs_to_its_reader() -> None:
    """Changing an array does not affect another reader's."""
    tree = Tree("kassala")
    layout = Layout(tree)
    layout.array(tree.start, None)[:] = 7
    assert layout.parts(layout.array(tree.start, None))["moment"][0] == 1
    assert not np.shares_memory(layout.array(tree.start, None), layout.array(tree.start, None))
