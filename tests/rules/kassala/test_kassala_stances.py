"""What own scripts would do is weighed with what a search finds, and the likest is named as the stance."""

from __future__ import annotations

from random import Random

from game.ai.budget import WorkBudget
from game.ai.phase_search import PhaseSearch
from game.ai.players import make
from game.ai.seated import Judging
from game.ai.valuation import Valuation
from game.core.action import Action
from game.rules.kassala.system import Kassala
from tests.ai.boards import place


def test_the_courses_of_scripts_are_weighed(kassala: Kassala) -> None:
    """Each script that leads through the phase has its course, action by action as it would play it."""
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


def test_the_likest_script_is_the_stance(kassala: Kassala) -> None:
    """A lone unit that marches on Udaka follows the attack on Udaka, this turn and the next; a side that cannot move
    takes up no plan."""
    rules, seat = kassala, "christian"
    state = place(kassala, {"c-musk1": "0305", "m-can1": "0302"}, turn=10, phase="movement", phasing=seat)
    player = make("veteran", rules, seat, 1)
    assert isinstance(player, Judging)
    player.choose(state)
    assert player.planned.stance is not None
    assert player.planned.stance.turns == 1
    held = place(kassala, {"c-musk1": "0303", "m-nub1": "0304"}, phase="movement", phasing=seat)
    idle = make("veteran", rules, seat, 1)
    assert isinstance(idle, Judging)
    idle.choose(held)
    assert idle.planned.stance is None
