"""The figures of ``make shape`` are counted correctly in made-up code, and the program's figures stay within limits."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

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
    duplicate_classes,
    ground_and_state_functions,
    methods,
    modules,
    modules_naming,
    redefined_names,
    sentences,
    subclasses,
)

MOST_SITES = 100
"""The most places in all systems together that may test for the class of the pending decision (issue 33)."""
MOST_METHODS = 25
"""The most methods that every system must have (issue 33)."""
MOST_ANCESTORS = 3
"""The most ancestors of a class of the screen: its parts are composed, not inherited (issue 33)."""
MOST_MODULES = 200
"""The most modules of the screen (issue 33 wanted about 190)."""
MOST_SENTENCES = 60
"""The most assertions that compare a sentence: those about wording itself (issue 33; 884 before)."""
MADE_UP = """
class Wait(Decision[State]):
    '''A docstring.'''

class LongWait(Wait):
    pass

class Loss(LongWait):
    pass

def asked(ground, state, slot: int, count: int):
    # a comment
    match state.frame:
        case Loss(units=units):
            return game.match.state.frame
        case _ if isinstance(state.frame, Wait | LongWait):
            return self.game.flow.seat, game.flow
    return isinstance(state, int)
"""


def module(text: str) -> Module:
    return Module(ROOT / "game" / "made_up.py", text, ast.parse(text))


@pytest.fixture(scope="module")
def program() -> list[Module]:
    """The modules of the program."""
    return modules(ROOT / "game")


@pytest.fixture(scope="module")
def tests() -> list[Module]:
    """The modules of the tests."""
    return modules(ROOT / "tests")


def below(source: list[Module], folder: str) -> list[Module]:
    """The modules below a folder."""
    return [each for each in source if each.name.startswith(f"{folder}/")]


def test_decisions_are_found_by_their_base() -> None:
    assert decisions([module(MADE_UP)]) == {"Wait", "LongWait", "Loss"}


def test_ancestors_are_found_at_any_remove() -> None:
    found = ancestors([module(MADE_UP), module("class Nap(LongWait, Unknown):\n    pass\n")])
    assert sorted(found["Nap"]) == ["LongWait", "Wait"]
    assert not found["Wait"]


def test_every_question_for_the_pending_decision_counts() -> None:
    found = module(MADE_UP)
    assert [name for _, name in sorted(dispatches(found, decisions([found])))] == ["Loss", "LongWait", "Wait"]


def test_a_module_knows_what_it_names() -> None:
    other = module("from made_up import Loss\nfound = Loss()\n")
    assert modules_naming([module(MADE_UP), other], frozenset({"Loss", "Wait"})) == {"Loss": 2, "Wait": 1}


def test_chains_grounds_and_indices() -> None:
    found = module(MADE_UP)
    assert (chains(found), ground_and_state_functions(found), bare_indices(found)) == (2, 1, 1)


def test_lines_of_code_are_told_from_docstrings_and_comments() -> None:
    found = module(MADE_UP)
    assert found.code_lines == sum(bool(line.strip()) for line in MADE_UP.splitlines()) - 2


def test_names_that_are_defined_twice() -> None:
    assert duplicate_classes([module(MADE_UP), module("class Loss: pass")]) == {"Loss": 2}


def test_only_a_decision_itself_knows_its_class(program: list[Module]) -> None:
    """Code outside the decisions rarely tests for their classes."""
    sites: list[tuple[Path, int, str]] = []
    for name in SYSTEMS:
        system = below(program, f"game/rules/{name}")
        of = decisions(system)
        assert of, name
        sites += [(each.path, line, kind) for each in system for line, kind in dispatches(each, of)]
    assert len(sites) <= MOST_SITES, sites


def test_methods_of_some_systems_only_are_capabilities(program: list[Module], tests: list[Module]) -> None:
    """The contract stays small, and every capability in ``core`` is used by a system, here or in a test."""
    core = below(program, "game/core")
    assert sum(methods(each, name) for each in core for name in CONTRACT) <= MOST_METHODS
    systems = [*below(program, "game/rules"), *tests, *modules(ROOT / "docs")]
    known = subclasses(core, "Capability") - subclasses(core, "System")
    assert known <= {above for each in ancestors([*core, *systems]).values() for above in each}


def test_screen_classes_have_few_ancestors(program: list[Module]) -> None:
    """Screens share objects by composition; no class has a long chain of bases."""
    found = ancestors(below(program, "game/ui"))
    assert {name: above for name, above in found.items() if len(above) > MOST_ANCESTORS} == {}


def test_a_class_name_is_defined_once(program: list[Module]) -> None:
    """A class that several systems have carries the name of its system."""
    assert {} == duplicate_classes(program)


def test_the_screen_is_not_cut_into_ever_smaller_modules(program: list[Module]) -> None:
    assert len(below(program, "game/ui")) <= MOST_MODULES


def test_an_assertion_that_compares_a_sentence_is_known() -> None:
    made = module('''assert "It is not the seat to move" == reason, "the message does not count"
assert "move hi1 1706-1707 led" == action
assert ["The game is over"] == texts''')
    assert [1, 3] == list(sentences(made))


def test_few_assertions_compare_sentences(tests: list[Module]) -> None:
    """Tests compare rules, kinds and values, so that rewording a sentence breaks none of them."""
    found = [f"{each.name}:{line}" for each in tests for line in sentences(each)]
    assert len(found) <= MOST_SENTENCES, found


def test_a_redefined_name_is_found() -> None:
    made = module("""
from os import path

LIMIT = 2

class Wait:
    def seat(self): ...
    def turn(self): ...
    def seat(self): ...

@overload
def read(text): ...
def read(text): ...

LIMIT: int = 3
path = ""
""")
    assert {"LIMIT": [4, 15], "path": [2, 16], "seat": [7, 9]} == redefined_names(made)


def test_no_module_defines_a_name_twice(program: list[Module]) -> None:
    """The second definition would hide the first from everything between them."""
    found = {each.name: names for each in program if (names := redefined_names(each))}
    assert {} == found
