"""The stances of Tours: when they are chosen, units held back, and the weight of losses."""

from __future__ import annotations

import pytest

from game import catalog
from game.ai.stances import StanceChooser
from game.board.hexgrid import hexes_in
from game.board.paths import reach
from game.core.evaluator import Personality, never
from game.core.indices import Slot
from game.rules.tours.actions import END_PHASE, Order, ToursFire, ToursMove
from game.rules.tours.ai.choosing import choose
from game.rules.tours.ai.evaluate import ToursEvaluator
from game.rules.tours.ai.scene import Scene
from game.rules.tours.ai.scripts import COMPARED, RAID, WAIT, course, promising_scripts, scripts, stance_of
from game.rules.tours.ai.stances import AS_IT_COMES, Stance, Task, Tasks
from game.rules.tours.state import ToursState
from game.rules.tours.units import FRANKS, KIND, MUSLIMS, SEATS, SLOT
from tests.rules.tours.board import RULES, acting, table


@pytest.fixture
def start() -> ToursState:
    """The first orders of the battle, those of the Muslims."""
    state: ToursState = catalog.set_up(RULES, "tours", ())
    while state.phase != "orders":
        state, _ = RULES.apply(state, END_PHASE)
    return state


def test_stances_are_chosen_when_orders_are_given(start: ToursState) -> None:
    """They are not chosen in later phases; without any, the likeliest is used."""
    for seat in (FRANKS, MUSLIMS):
        found = promising_scripts(RULES, start, SEATS[seat])
        assert [script.name for script in found] == [stance.name for stance in COMPARED[seat]]
        assert found[0].name == stance_of(start, seat).name
        assert stance_of(start, seat, found[-1].name).name == found[-1].name
    later, _ = RULES.apply(start, END_PHASE)
    assert promising_scripts(RULES, later, "muslim") == ()


def test_losing_scripts_are_no_stances(start: ToursState) -> None:
    """They are scripts to play against, and use no lines of other stances."""
    weighed = {script.name for seat in SEATS for script in promising_scripts(RULES, start, seat)}
    assert not {"shield-wall", "left", "bows"} & weighed
    assert {"shield-wall", "left", "bows"} <= {script.name for seat in SEATS for script in scripts(RULES, seat)}


def test_the_end_is_seen_three_turns_ahead() -> None:
    """It depends on the last turn of the battle, which an option makes earlier."""
    judge = ToursEvaluator(RULES)
    units = "hi1 1606 e, red-hc1 2019 w"
    for turn, options, left in ((57, [], 0), (58, [], 6), (60, [], 2), (18, ["turn-limit"], 6), (18, [], 0)):
        at = table(units, phase="orders", first="frankish", wall=True, turn=turn, options=options)
        assert judge.phases_to_end(at.state) == left
        if turn == 60:
            found = promising_scripts(RULES, at.state, "frankish")[0], promising_scripts(RULES, at.state, "muslim")[0]
            chooser = StanceChooser(RULES, judge, "frankish", never)
            assert chooser.rehearse(at.state, found, 1) == -1.0  # the Franks have broken


def test_without_cavalry_there_is_no_raid() -> None:
    """Heavy infantry does not raid the camp."""
    at = table("hi1 1606 e, red-hc1 2019 w", phase="orders", first="frankish", wall=True)
    assert RAID.name not in {script.name for script in promising_scripts(RULES, at.state, "frankish")}
    assert stance_of(at.state, FRANKS) is AS_IT_COMES


def test_units_held_back_have_no_order(start: ToursState) -> None:
    """While the Franks wait, contingents behind the wall stay there until an enemy approaches."""
    state = start
    while state.seat != FRANKS or state.phase != "orders":
        state, _ = RULES.apply(state, END_PHASE)
    assert not any(isinstance(action, Order) for action in choose(state, WAIT)[0].actions)
    assert any(isinstance(action, Order) for action in choose(state, AS_IT_COMES)[0].actions)


@pytest.mark.parametrize(("stance", "moving", "named"), [
    ("watch", ("red", "yellow", "blue", "grey", "guard"), False), ("watch", ("red", "yellow", "guard"), True),
    ("watch", ("guard",), True), ("frontal", ("red", "yellow", "blue", "grey"), True), ("frontal", ("red",), False),
    ("wing", ("red", "blue"), True), ("wing", ("red",), False)])
def test_a_stance_is_named_only_if_the_orders_follow_it(
    start: ToursState, stance: str, moving: tuple[str, ...], named: bool
) -> None:
    """Tribes ordered to attack are no guard of the camp, and one of them alone is no attack along the line."""
    plan = [*(RULES.parse(f"order {contingent} move") for contingent in moving), END_PHASE]
    assert named is ToursEvaluator(RULES).fits_script(start, stance, plan)


def test_a_raid_is_named_only_if_cavalry_moves(start: ToursState) -> None:
    """It needs an order to move for either contingent of cavalry."""
    state = start
    while state.seat != FRANKS or state.phase != "orders":
        state, _ = RULES.apply(state, END_PHASE)
    judge = ToursEvaluator(RULES)
    assert judge.fits_script(state, "raid", [RULES.parse("order lc move"), END_PHASE])
    assert not judge.fits_script(state, "raid", [RULES.parse("order li move"), END_PHASE])


def test_a_careful_player_weighs_own_losses_more() -> None:
    """It declines an otherwise good attack; for the neutral player nothing changes."""
    at = table("red-hc1 1711 w, hi1 1611 e", phase="shock", first="muslim", wall=False, orders={"red": "move"},
               tried=["red"], active=["red"])
    state = at.state
    one = (SLOT["red-hc1"],), (SLOT["hi1"],)
    neutral, careful, bold = (
        Scene(state, MUSLIMS, losses=losses).shock_gain(state, *one) for losses in (1.0, 1.5, 0.7))
    assert careful < neutral < bold
    judge = ToursEvaluator(RULES)
    judge.personality = Personality("careful", losses=20.0)
    assert judge.proposed_courses(state, 1, lambda: False)[0].actions[-1] == END_PHASE
    judge.personality = Personality("bold", losses=0.0)
    assert judge.proposed_courses(state, 1, lambda: False)[0].actions[-1] != END_PHASE


def test_archers_shoot_before_others_of_their_tribe_move() -> None:
    """The line of sight is free then; the same holds when a stance is played ahead."""
    at = acting("red-ma1 1908 w, red-hc1 1910 w, red-hc2 1911 w, hi1 1606 e, hi2 1607 e, hi3 1608 e", "red", wall=True)
    for actions in (choose(at.state)[0].actions, course(RULES, AS_IT_COMES, at.state)):
        assert any(isinstance(action, ToursFire) for action in actions)
        assert {action.unit for action in actions if isinstance(action, ToursMove | ToursFire)} == {"red-ma1"}


def marching(slot: Slot, aim: int) -> Stance:
    """A stance in which one unit marches to an aim."""
    def tasks(state: ToursState) -> Tasks:
        return {slot: Task(aim)}

    return Stance(tasks=tasks)


@pytest.mark.parametrize("unit", ["li1", "hc1"])
def test_the_way_to_an_aim_costs_what_the_march_there_does(unit: str) -> None:
    """A step uphill, or into woods, is paid on the way there; the way back can cost less."""
    contingent = unit[:2]
    at = acting(f"{unit} 1606 e, charles 1606, red-hc1 2620 w, abd-ar-rahman 2620", contingent)
    ground, slot = at.state.ground, SLOT[unit]
    one_way = 0
    steps, barred, halts = ground.steps(KIND[slot]), at.state.hostile[FRANKS], at.state.enemy_zone(FRANKS)
    for aim in range(0, len(ground.hexes), 19):
        scene = Scene(at.state, FRANKS, marching(slot, 1 << aim))
        back = reach((aim,), steps, 20, barred, halts).points
        for here in hexes_in(ground.around(ground.around(1 << aim)) & ~ground.closed & ~barred):
            there = reach((here,), steps, 20, barred, halts).points
            if aim in there:
                assert there[aim] == scene.points_to_aim(slot, here)
                one_way += there[aim] != back.get(here)
    assert one_way
