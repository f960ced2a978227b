"""Scripts' courses are compared with those of the search, and the most similar script is named as the stance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from game.ai.budget import WorkBudget
from game.ai.phase_search import PhaseCourse, PhaseSearch
from game.ai.planner import Planner
from game.ai.players import make
from game.ai.valuation import Valuation
from game.core.action import Action
from game.core.evaluator import Script
from game.core.message import say
from game.rules.kassala.actions import EndMovement, KassalaMove
from game.rules.kassala.system import Kassala
from tests.ai.boards import place


def test_scripts_courses_are_considered(kassala: Kassala) -> None:
    """Each script that leads through the phase gives its course, action by action."""
    state, judge = kassala.initial("kassala"), kassala.evaluator()
    scripts = judge.scripts("kassala", "moslem")
    search = PhaseSearch(Valuation(kassala, judge), state, "moslem", Random(1), WorkBudget(20))
    search.search(scripts)
    assert [script.name for script in scripts] == [script.name for script, _ in search.scripted]
    for script, course in search.scripted:
        here, played = state, list[Action]()
        while kassala.to_act(here) == "moslem" and kassala.prompt(here).phase == "movement":
            played.append(script.choose(here))
            here = kassala.apply(here, played[-1])[0]
        assert tuple(played) == course.actions
        assert here == course.after


def marches(kassala: Kassala, *units: str) -> tuple[Action, ...]:
    """A course in which this many units move; its other actions are the same."""
    return (*(kassala.parse(f"move {unit} 0203") for unit in units), EndMovement())


FIRST, SECOND = ("m-nub1", "m-nub2", "m-nub3"), ("m-arab1", "m-arab2", "m-mam1", "m-mam2")
"""The units that move in two plans."""


def turns_named(kassala: Kassala, *courses: tuple[int, tuple[str, ...]],
                more: Sequence[tuple[str, tuple[str, ...]]] = ()) -> list[tuple[str, int]]:
    """The stance after each of some turns, and the number of turns it has been followed; scripts ``one`` and ``two``
    move the units of the first and the second plan.

    :param more: more scripts with the units that they move.
    """
    player = make("veteran", kassala, "moslem", 1)
    assert isinstance(player, Planner)
    state, found = kassala.initial("kassala"), list[tuple[str, int]]()
    for turn, units in courses:
        here = state._replace(turn=turn)
        scripted = [(Script(name, say("a plan"), lambda state: EndMovement()),
                     PhaseCourse(marches(kassala, *moved), 0.0, here))
                    for name, moved in (("one", FIRST), ("two", SECOND), ("lone", ("m-tcav1",)), *more)]
        player.name_stance(here, PhaseCourse(marches(kassala, *units), 0.0, here), scripted)
        stance = player.memory.stance
        found.append((stance.name, stance.turns) if stance is not None else ("", 0))
    return found


def test_the_most_similar_script_is_the_stance(kassala: Kassala) -> None:
    """It must be similar enough and move several units: a single unit that moves may fit any plan."""
    assert turns_named(kassala, (1, FIRST), (2, FIRST)) == [("one", 1), ("one", 2)]
    assert turns_named(kassala, (1, SECOND)) == [("two", 1)]
    assert turns_named(kassala, (1, SECOND[:3])) == [("", 0)]  # one in four does something else
    assert turns_named(kassala, (1, ("m-tcav1",))) == turns_named(kassala, (1, SECOND[:1])) == [("", 0)]


def test_a_course_common_to_several_scripts_names_none(kassala: Kassala) -> None:
    """It does continue the previous stance if that is one of them."""
    assert turns_named(kassala, (1, FIRST), more=[("three", FIRST)]) == [("", 0)]
    five = (*SECOND, "m-nub1")
    alike = [("three", (*five, "m-nub2")), ("four", (*five, "m-nub3"))]
    assert turns_named(kassala, (1, (*five, "m-tinf1")), more=alike) == [("", 0)]
    assert turns_named(kassala, (1, alike[1][1]), (2, (*five, "m-tinf1")), more=alike) == [("four", 1), ("four", 2)]


@pytest.mark.parametrize(("to", "more", "agrees"), [
    ({"c-musk1": "0706"}, {}, True),
    ({"c-galla1": "0803"}, {}, False),  # leaves Kassala
    ({"c-musk1": "0305"}, {}, False),  # goes to Udaka
    ({"c-musk1": "0706"}, {"c-port2": "0305"}, True),
    ({"c-musk1": "0706"}, {"c-port2": "0305", "m-nub1": "0304"}, False),  # attacks at Udaka
])
def test_what_units_do_may_contradict_a_plan(kassala: Kassala, to: dict[str, str], more: dict[str, str],
                                        agrees: bool) -> None:
    """Some moves contradict a plan for Kassala with all units; none contradicts one for both towns."""
    units = {"c-galla1": "0804", "c-musk1": "0506", "m-arab1": "0703", **more}
    state = place(kassala, units, phase="movement", phasing="christian")
    moves = [KassalaMove(unit, (end,)) for unit, end in to.items()]
    assert kassala.evaluator().fits_script(state, "all-in-kassala", moves) == agrees
    assert kassala.evaluator().fits_script(state, "hold-both", moves)


def test_a_pause_of_a_turn_does_not_restart_a_plan(kassala: Kassala) -> None:
    """A turn without a plan, or with another, does not; a longer pause does."""
    assert turns_named(kassala, (1, FIRST), (2, ()), (3, FIRST))[-1] == ("one", 2)
    assert turns_named(kassala, (1, FIRST), (2, SECOND), (3, FIRST), (4, SECOND))[1:] == [
        ("two", 1), ("one", 2), ("two", 2)]
    assert turns_named(kassala, (1, FIRST), (2, ()), (3, ()), (4, FIRST))[-1] == ("one", 1)


def test_a_side_without_moves_has_no_stance(kassala: Kassala) -> None:
    """A side that cannot move starts no plan."""
    held = place(kassala, {"c-musk1": "0303", "m-nub1": "0304"}, phase="movement", phasing="christian")
    idle = make("veteran", kassala, "christian", 1)
    assert isinstance(idle, Planner)
    idle.choose(held)
    assert idle.memory.stance is None
