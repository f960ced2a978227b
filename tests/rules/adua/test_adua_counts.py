"""Counts of the same units agree in the slip, the lists, the prompt and the button, through random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from game.core.action import Faces
from game.core.chance import CHANCE, D6
from game.core.event import Removed, RolledOnTable
from game.core.message import say
from game.core.overview import OverviewLine
from game.rules.adua.losses import UnitMarked
from game.rules.adua.sides import SIDES, rule
from tests.rules.adua.board import RULES, table
from tests.rules.table import facts

TURNS = 900
"""The number of actions of a random game that are checked."""


def states(seed: int) -> Iterator[Any]:
    """The states of a random game that goes on through its phases."""
    dice, state = random.Random(seed), RULES.initial("adua")
    for _ in range(TURNS):
        yield state
        if RULES.result(state) is not None:
            return
        roll = RULES.pending_roll(state)
        if RULES.to_act(state) == CHANCE and roll is not None:
            action: Any = Faces(tuple(dice.choice(die.faces) for die in roll.dice))
        else:
            found, main = list(RULES.candidates(state)), RULES.prompt(state).main
            action = main if main is not None and RULES.check(state, main) and dice.random() < 0.12 else dice.choice(
                found or [main])
        state = RULES.apply(state, action)[0]


def number(text: object) -> int:
    found = re.search(r"\d+", str(text))
    return int(found[0]) if found else 0


def top(lines: tuple[OverviewLine, ...]) -> list[OverviewLine]:
    return [line for line in lines if not line.parent]


@pytest.mark.every(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_counts_of_the_same_units_agree(seed: int) -> None:
    """Units that can move: the slip, and the sum of the forces. Attacks and melees: the list, the prompt and the
    button. Orders: the prompt's number, and the generals and colonels of the list."""
    seen: dict[str, int] = {}
    for state in states(seed):
        shown, prompt = RULES.overview(state), RULES.prompt(state)
        left = {str(each.text).split(" ", 1)[1]: each for each in RULES.still_to_do(state) if not each.is_loss}
        title = str(shown.title)
        if title == "Forces" and state.top is None:
            able = [number(text.text) for kind, text in left.items() if kind.endswith("can move")]
            parts = [str(line.value).split("/") for line in top(shown.lines) if line.value]
            assert sum(able) == sum(int(part) for part, _ in parts)
            assert all(int(whole) == number(line.subtitle) for line in top(shown.lines)
                       for _, whole in [str(line.value).split("/")] if line.value)
        elif title == "Attacks" and state.resolving and state.top is None:
            assert len(shown.lines) == number(prompt.text)
            button = str(RULES.autoplay_label(state))
            assert len(shown.lines) == (number(button) or 1)
        elif title == "Melees" and state.top is None:
            waiting = [line for line in shown.lines if not line.progress]
            assert len(waiting) == number(prompt.text)
            assert not waiting or len(waiting) == (number(RULES.autoplay_label(state)) or 1)
        elif title == "Orders":
            (budget,) = prompt.budgets
            commanders = [str(line.value).split("/") for line in shown.lines if "/" in str(line.value)]
            assert (budget.left, budget.whole) == tuple(sum(map(int, part)) for part in zip(*commanders, strict=True))
        else:
            continue
        seen[title] = seen.get(title, 0) + 1
    assert {"Forces", "Orders"} <= set(seen)


def test_declared_attacks_are_counted_as_in_the_list() -> None:
    """Two units against one enemy are one attack; one unit against two enemies makes two."""
    at = table("menelik-f1 2511, menelik-f2 2412, iii-infantry 2411, vi-infantry 2410", phase="fire", turn=3,
               phasing="abyssinian")
    events: list[Any] = []
    for unit in ("menelik-f1", "menelik-f2"):
        attacks = [action for action in RULES.candidates(at.state) if action.units[:1] == (unit,)]
        if attacks:
            at = at.play(max(attacks, key=lambda action: len(action.notation)).notation)
            events += at.events
    assert len({unit for event in events for unit in event.attackers}) == 2
    assert number(RULES.summary(events).head) == len(RULES.overview(at.state).lines) > 0


def test_the_pieces_moved_are_counted_by_kind() -> None:
    """A unit counts once however often it moves, and a commander is no unit: those moved and those that stay are
    together those that could move."""
    at = table("menelik-f1 2511, menelik-f2 2412, menelik 2511, iii-infantry 2001", phase="move", turn=3,
               phasing="abyssinian")
    able = len(RULES.still_to_do(at.state)[0].units)
    events: list[Any] = []
    for unit in ("menelik-f1", "menelik"):
        move = next(action for action in RULES.candidates(at.state) if action.units == (unit,)
                    and action.notation.startswith("move"))
        at = at.play(move.notation)
        events += at.events
    assert facts(RULES.summary(events).more) == (1, 1)
    assert able == 1 + number(RULES.autoplay_rest(at.state))


def test_the_losses_of_each_side_are_told_apart() -> None:
    """One Italian unit loses two steps, two Abyssinian ones are eliminated."""
    lost = UnitMarked(rule("10.1"), say("loses steps"), "iii-infantry", "disorganized", 2)
    gone = [Removed(rule("10.1"), unit, unit, "2511") for unit in ("menelik-f1", "menelik-f2")]
    rolled = RolledOnTable(rule("10.1"), (D6,), (4,), "hits", say("hits"), column="3")
    told = RULES.summary([rolled, lost, *gone]).more
    assert facts(told) == (2, 1, 2)
    assert all(str(side) in str(told) for side in SIDES)
