"""The figures of ``make shape``: counted rightly in made-up code, and those of the program where they should stay."""

from __future__ import annotations

import ast
from pathlib import Path

from tools.shape import (
    CONTRACT,
    ROOT,
    SYSTEMS,
    Module,
    ancestors,
    bare_indices,
    chains,
    decisions,
    dispatches,
    doubled,
    grounds,
    knowing,
    methods,
    modules,
    subclasses,
)

MOST_SITES = 100
"""How many places of all systems together may ask which decision is pending (issue 33)."""
MOST_METHODS = 25
"""Of what every system answers (issue 33)."""
MOST_ANCESTORS = 3
"""Of a class of the screen: its parts are composed, not stacked (issue 33)."""
MADE_UP = """
class Wait(Decision[State]):
    '''A docstring.'''

class LongWait(Wait):
    pass

class Loss:
    pass

Frame = Loss | Flight

def asked(ground, state, slot: int, count: int):
    # a comment
    match state.frame:
        case Loss(units=units):
            return game.match.state.frame
        case _ if isinstance(state.frame, Wait | Flight):
            return self.game.flow.seat, game.flow
    return isinstance(state, int)
"""


def module(text: str) -> Module:
    return Module(ROOT / "game" / "made_up.py", text, ast.parse(text))


def test_decisions_are_found_by_union_and_by_base() -> None:
    assert decisions([module(MADE_UP)]) == {"Wait", "LongWait", "Loss", "Flight"}


def test_ancestors_are_found_at_any_remove() -> None:
    found = ancestors([module(MADE_UP), module("class Nap(LongWait, Unknown):\n    pass\n")])
    assert sorted(found["Nap"]) == ["LongWait", "Wait"]
    assert not found["Wait"]


def test_every_question_for_the_pending_decision_counts() -> None:
    found = module(MADE_UP)
    assert [name for _, name in sorted(dispatches(found, decisions([found])))] == ["Loss", "Flight", "Wait"]


def test_a_module_knows_what_it_names() -> None:
    other = module("from made_up import Loss\nfound = Loss()\n")
    assert knowing([module(MADE_UP), other], frozenset({"Loss", "Wait"})) == {"Loss": 2, "Wait": 1}


def test_chains_grounds_and_indices() -> None:
    found = module(MADE_UP)
    assert (chains(found), grounds(found), bare_indices(found)) == (2, 1, 1)


def test_lines_of_code_are_told_from_docstrings_and_comments() -> None:
    found = module(MADE_UP)
    assert found.code == sum(bool(line.strip()) for line in MADE_UP.splitlines()) - 2


def test_names_that_are_defined_twice() -> None:
    assert doubled([module(MADE_UP), module("class Loss: pass")]) == {"Loss": 2}


def test_who_is_asked_what_is_known_to_the_decision_alone() -> None:
    """Nobody takes decisions apart from outside again."""
    sites: list[tuple[Path, int, str]] = []
    for name in SYSTEMS:
        system = modules(ROOT / "game" / "rules" / name)
        of = decisions(system)
        assert of, name
        sites += [(each.path, line, kind) for each in system for line, kind in dispatches(each, of)]
    assert len(sites) <= MOST_SITES, sites


def test_what_not_all_systems_have_is_no_part_of_the_contract() -> None:
    """The contract stays small. Every capability in ``core`` is used by a system, here or in a test."""
    core = modules(ROOT / "game" / "core")
    assert sum(methods(each, name) for each in core for name in CONTRACT) <= MOST_METHODS
    systems = [*modules(ROOT / "game" / "rules"), *modules(ROOT / "tests"), *modules(ROOT / "docs")]
    known = subclasses(core, "Capability") - subclasses(core, "System")
    assert known == {name for name in known if subclasses([*core, *systems], name)}


def test_no_tower_of_classes_stands_on_the_screen() -> None:
    """What screens share are objects that they have; no class derives from a row of others."""
    found = ancestors(modules(ROOT / "game" / "ui"))
    assert {name: above for name, above in found.items() if len(above) > MOST_ANCESTORS} == {}
