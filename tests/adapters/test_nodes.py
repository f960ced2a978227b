"""The game as a tree of numbered choices, without external tools."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.adapters.nodes import MAX_OUTCOMES, PASS, CannotBeNumbered, Node, NoSuchChoice, Tree
from game.catalog import UnknownName
from game.core.action import Action
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.interrupts import Interrupts
from tests.adapters.walking import end, walk
from tests.match.levies import Levies
from tests.match.sentries import Sentries
from tests.match.toy import Pebbles, State, Word

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
PEEK, FLIP = Word("peek"), Word("flip")
SCENARIOS = [("kassala", info.name) for info in catalog.rules("kassala").scenarios]
SCENARIOS += [("africa", info.name) for info in catalog.rules("africa").scenarios if info.example]
SCENARIOS += [("africa", "castillejos")]


class Meddlers(Interrupts[Any], Pebbles):
    """Pebbles with two interrupting seats: any may peek, and then the umpire may have the coin flipped."""

    seats = ("left", "right", "umpire")  # type: ignore[assignment]

    def may_interrupt(self, state: State) -> tuple[str, ...]:
        acting = self.to_act(state)
        if acting is None or state.flips:
            return ()
        return ("umpire",) if state.peeked else tuple(seat for seat in ("right", "umpire") if seat != acting)

    def interrupts(self, state: State, seat: str) -> Sequence[Action]:
        return [FLIP] if state.peeked else [PEEK]


class Secretive(Meddlers):
    """Pebbles without the full list of actions."""

    traits = Meddlers.traits.__class__("hex", enumerable=False)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_random_play_follows_the_rules(system: str, scenario: str) -> None:
    """At every node the choices are the rules', in order; the same actions lead through the same states."""
    tree = Tree(system, scenario)
    rules, state = tree.rules, tree.start.state
    for node, number in walk(tree):
        assert state == node.state
        if node.seat == CHANCE:
            assert () == node.actions
            assert 1 == sum((branch.chance for branch in node.branches), Fraction(0))
            assert len(node.branches) <= MAX_OUTCOMES
            assert node.choices[number] in rules.candidates(state)
        elif node.interrupting:
            assert node.seat in capability(rules, Interrupts).may_interrupt(state)
            assert PASS == node.actions[0]
            listed = capability(rules, Interrupts).interrupts(state, node.seat)
            assert sorted(a.notation for a in listed) == _notations(node.actions[1:])
        else:
            assert node.seat == rules.to_act(state)
            assert sorted(a.notation for a in rules.candidates(state)) == _notations(node.actions)
        action = node.choices[number]
        if action != PASS:
            state = rules.apply(state, action)[0]
    assert state == end(tree).state
    assert rules.result(state) is not None


def test_interrupts_are_offered_at_the_castillejos() -> None:
    """Both sides may interrupt with cavalry and guns; some do, some decline."""
    asked = [(node.seat, node.actions[number] == PASS) for node, number in walk(Tree("africa", "castillejos"))
             if node.interrupting]
    assert {(seat, passed) for seat in ("spanish", "moroccan") for passed in (True, False)} == set(asked)


def test_every_seat_that_may_interrupt_decides_in_turn() -> None:
    """Each may decline; then the seat to act acts."""
    first = Tree(Meddlers(), "ring").start
    assert ("right", True, (PASS, PEEK)) == (first.seat, first.interrupting, first.actions)
    second = first.after(0)
    assert ("umpire", True, (PASS, PEEK)) == (second.seat, second.interrupting, second.actions)
    third = second.after(0)
    assert ("left", False) == (third.seat, third.interrupting)
    assert first.state is third.state
    assert _notations(third.actions) == sorted(_notations(third.actions))
    assert PASS not in third.actions


def test_after_an_interrupt_all_are_asked_again_but_nobody_while_a_coin_is_in_the_air() -> None:
    """After the umpire peeks, every seat may interrupt again, except during a pending flip."""
    peeked = Tree(Meddlers(), "ring").start.after(0).after(1)
    assert ("umpire", (PASS, FLIP)) == (peeked.seat, peeked.actions)
    flipped = peeked.after(1)
    assert (CHANCE, False, 2) == (flipped.seat, flipped.interrupting, len(flipped.branches))
    landed = flipped.after(1)
    assert ("right", False) == (landed.seat, landed.interrupting)


def test_numbers_without_an_action_are_refused() -> None:
    """Numbers below the first, above the last, and after the end are refused."""
    tree = Tree("kassala")
    for number in (-1, len(tree.start.actions)):
        with pytest.raises(NoSuchChoice, match=f"number {number}: there are {len(tree.start.actions)},"):
            tree.start.after(number)
    with pytest.raises(NoSuchChoice, match="there are 0"):
        end(tree).after(0)


def test_more_actions_than_numbers() -> None:
    """The error gives the required size, and that size is enough."""
    few = Tree("kassala", action_numbers=10).start
    with pytest.raises(CannotBeNumbered, match="action_numbers=") as caught:
        few.after(0)
    wanted = int(str(caught.value).partition("action_numbers=")[2].split()[0])
    assert wanted == len(Tree("kassala", action_numbers=wanted).start.actions)


def test_an_abandoned_game_has_no_winner() -> None:
    """A game is abandoned after so many nodes; one that ends by rule at that node counts."""
    whole = len(list(walk(Tree("kassala"))))
    cut = end(Tree("kassala", max_nodes=whole - 1))
    assert (True, None, {"moslem": 0.0, "christian": 0.0}) == (cut.called_off, cut.seat, cut.returns())
    assert () == cut.actions
    over = end(Tree("kassala", max_nodes=whole))
    assert not over.called_off
    assert {1.0, -1.0} == set(over.returns().values())


def test_returns() -> None:
    """The winner's point comes from all others together; a draw or an unfinished game gives nothing."""
    tree = Tree(Meddlers(), "lesson")
    node = tree.start
    assert {"left": 0.0, "right": 0.0, "umpire": 0.0} == node.returns()
    for _ in range(2):
        node = node.after(0)
    over = node.after(_notations(node.actions).index("take 2 0101"))
    assert {"left": 1.0, "right": -0.5, "umpire": -0.5} == over.returns()
    drawn = next(node for seed in range(50) if (node := end(Tree(Sentries(), "post"), seed)).depth
                 and _winner(node.tree, node.state) == "draw")
    assert {"red": 0.0, "white": 0.0} == drawn.returns()


def test_a_system_that_does_not_list_every_action_is_refused() -> None:
    """A system that does not list every action is refused at once, not during a game."""
    with pytest.raises(CannotBeNumbered, match="does not list"):
        Tree(Secretive(), "ring")


NEVER = "not at all"
"""The page's entry for a system that cannot be played."""


@pytest.mark.every(4)
@pytest.mark.parametrize("system", catalog.names())
def test_the_page_lists_the_playable_systems(system: str) -> None:
    """A system with numbers lists every action after the set-up, in the same order for the same position."""
    rows = [row for row in PAGE.read_text("utf-8").splitlines() if row.startswith("|") and f"`{system}`" in row]
    assert 1 == len(rows)
    assert (NEVER in rows[0]) is not catalog.rules(system).traits.enumerable
    if NEVER in rows[0]:
        with pytest.raises(CannotBeNumbered, match="does not list"):
            Tree(system, catalog.rules(system).scenarios[0].name)
        return
    tree = Tree(system, catalog.rules(system).scenarios[0].name)
    for number, (node, _) in enumerate(walk(tree, 3)):
        setting_up = tree.rules.position(node.state)["phase"] in ("setup", "set-up")
        assert tree.rules.candidates_complete(node.state) or (setting_up and "sample" in rows[0])
        if number % 40 == 0:
            again = tree.rules.from_position(tree.rules.position(node.state))
            assert _notations(node.choices) == _notations(Node(tree, again, node.passed, node.depth).choices)


def test_unknown_names_are_refused() -> None:
    """System, scenario and option have the names of the command line, and the errors are the same."""
    for wrong in (("kasala", None), ("kassala", "khartoum"), ("africa", None), ("kassala", None, ("canon",))):
        with pytest.raises(UnknownName):
            Tree(*wrong)


def test_no_seat_reads_hidden_information() -> None:
    """Neither side sees the other's powder, and onlookers see neither's."""
    node = Tree(Levies(), "post").start
    assert '"powder": [7300, 7300]' in node.text()
    assert '"powder": [7300, -1]' in node.text("red")
    assert '"powder": [-1, 7300]' in node.text("white")
    assert '"powder": [-1, -1]' in node.text("")


def test_a_node_is_a_value() -> None:
    """A copy of a node equals it; one from a pickle continues the same way, with the installed rules."""
    node = next(node for node, _ in walk(Tree("africa", "castillejos"), 6) if node.passed and node.depth > 300)
    assert node is deepcopy(node)
    other = pickle.loads(pickle.dumps(node))
    assert (node.text(), node.depth, node.actions) == (other.text(), other.depth, other.actions)
    assert (1, False) == (other.passed, other.interrupting)
    assert node.after(0).text() == other.after(0).text()
    assert node.tree.rules is other.tree.rules


def _notations(actions: Sequence[Action]) -> list[str]:
    return [action.notation for action in actions]


def _winner(tree: Tree, state: Any) -> str:
    result = tree.rules.result(state)
    return result.winner if result is not None else ""
