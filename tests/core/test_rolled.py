"""One event for every kind of roll: the counted faces, its text in the log, and the referee's two names for it."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.chance import D6, D10, DiceGroup, Die, coins, cup
from game.core.event import Rolled, RolledOnTable
from game.core.message import say
from game.core.verdict import RuleRef
from game.referee import answers

RULE = RuleRef("toy", "1", 2)
CITED = {"rule": "1", "ruling": 2}
HITS = frozenset((5, 6))
SIDES = (DiceGroup("Spanish", (0,), "spanish"), DiceGroup("Moroccan", (1,), "moroccan"))
UNITS = (DiceGroup("Guard", (0, 2), "french", "f-1", HITS), DiceGroup("Line", (1, 3, 4), "french", "f-2", HITS))
CLASH = Rolled(RULE, (coins(5), cup(4, 10, 10)), (3, 1), "spanish 3", say("all retreat"), "Shock", groups=SIDES)
POOL = Rolled(RULE, (D6,) * 5, (6, 1, 4, 5, 5), "3", say("three step losses"), "Volley", needed=2, groups=UNITS)


@pytest.mark.parametrize(("event", "said"), [
    (RolledOnTable(RULE, (D6,), (4,), "EX", say("exchange"), column="2-1", row=4), "Die 4 on column 2-1: exchange"),
    (Rolled(RULE, (coins(4),), (3,), "hit", say("a hit"), "A at B", needed=3),
     "A at B: 3 heads on 4 coins (3 needed): a hit"),
    (Rolled(RULE, (cup(5, 10, 10), D6), (2, 5), "R", say("all retreat"), "Gun"),
     "Gun: 2 heads on 5 markers, die 5: all retreat"),
    (Rolled(RULE, (coins(0),), (0,), "miss", say("no hit"), "A at B"), "A at B: 0 heads on 0 coins: no hit"),
    (CLASH, "Shock: 3 heads on 5 coins against 1 on 4 markers: all retreat"),
    (Rolled(RULE, (D10,), (0,), "miss", say("no effect"), "Fire at 0305"), "Fire at 0305: die 0: no effect"),
    (Rolled(RULE, (D6, D6), (3, 6), "9", say("they stand")), "dice 3, 6: they stand"),
    (Rolled(RULE, (coins(4),), (3,), "hit", say("a hit")), "3 heads on 4 coins: a hit"),
    (RolledOnTable(RULE, (D6,) * 2, (6, 1), "1", say("retreat"), column="A", row=1, counted=frozenset((0,))),
     "1 of 2 hit; row 1 (A): retreat"),
    (POOL, "Volley: Guard: 1 of 2, Line: 2 of 3 hit (2 needed): three step losses"),
])
def test_every_roll_reads_well(event: Rolled, said: str) -> None:
    """The log text of each kind of roll reads well: a table die, coins of one side and of two, markers with a die, a
    d10, several dice, a pool by unit."""
    assert said == event.text


@pytest.mark.parametrize("more", [{}, {"counted": frozenset((0,))}])
def test_the_column_is_translated(more: dict[str, Any]) -> None:
    """In rolls of one die, and in those with hits."""
    event = RolledOnTable(RULE, (D6,), (4,), "D", say("demoralized"), column="First attack", row=4, **more)
    assert "FIRST ATTACK" in event.text.translated(lambda text, _, __: text.replace("First attack", "FIRST ATTACK"))


def test_counted_faces_are_marked() -> None:
    """Counted faces are marked if the group defines them or the rules name the dice; otherwise nothing is marked."""
    assert frozenset((0, 3, 4)) == POOL.hits
    ones = Rolled(RULE, (D6,) * 5, (1, 1, 3, 1, 1), "2", say("two in a row, twice"), counted=frozenset((0, 1)))
    assert frozenset((0, 1)) == ones.hits
    assert "2 of 5 hit: two in a row, twice" == ones.text
    assert CLASH.hits is None
    nothing = (DiceGroup("Guard", (0,), hits=HITS), DiceGroup("Line", (1,)))
    assert frozenset() == Rolled(RULE, (D6, D6), (1, 6), "0", say("nobody"), groups=nothing).hits


@pytest.mark.parametrize(("event", "expected"), [
    (RolledOnTable(RULE, (D6,), (4,), "EX", say("exchange"), column="2-1", row=4),
     {"type": "rolled", "faces": [4], "column": "2-1", "row": 4, "result": "EX", "meaning": "exchange"}),
    (Rolled(RULE, (coins(5), D6), (2, 4), "R", say("all retreat"), "Gun", places=("ceuta",)),
     {"type": "flipped", "title": "Gun", "coins": [5], "heads": [2], "needed": 0, "die": 4, "result": "R",
      "meaning": "all retreat", "seats": [], "places": ["ceuta"]}),
    (CLASH, {"type": "flipped", "title": "Shock", "coins": [5, 4], "heads": [3, 1], "needed": 0, "die": 0,
             "result": "spanish 3", "meaning": "all retreat", "seats": ["spanish", "moroccan"], "places": []}),
    (POOL, {"type": "rolled", "faces": [6, 1, 4, 5, 5], "column": "", "row": None, "result": "3",
            "meaning": "three step losses", "title": "Volley", "hits": [0, 3, 4], "needed": 2,
            "groups": [{"title": "Guard", "seat": "french", "unit": "f-1", "dice": [0, 2]},
                       {"title": "Line", "seat": "french", "unit": "f-2", "dice": [1, 3, 4]}]}),
])
def test_the_referee_has_two_words_for_it(event: Rolled, expected: dict[str, Any]) -> None:
    """The referee writes ``flipped`` if heads are counted and ``rolled`` if not, with the fields that each always
    had."""
    (told,) = answers.events((event,))
    assert {**CITED, "text": event.text, **expected} == told


@pytest.mark.parametrize(("die", "counts"), [
    (D6, False), (D10, False), (coins(1), True), (coins(0), True), (cup(3, 2, 2), True),
    (Die("marker", (1, 2, 4), (3, 3, 1), drawn=True), False),
])
def test_heads_are_counted_among_coins_and_markers(die: Die, counts: bool) -> None:
    """A drawn number counts as a number, and an empty set of coins shows no heads."""
    assert counts is die.counts_heads
