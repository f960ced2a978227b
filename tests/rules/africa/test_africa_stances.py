"""Stances of Africa: the veteran's objectives, how long it keeps a stance, and the effect of its personality."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.ai.choice import PlayerMemory
from game.ai.players import make
from game.core.evaluator import Personality
from game.rules.africa.actions import AfricaEnd
from game.rules.africa.ai import aiming, choosing, endings
from game.rules.africa.ai.campaign import march_moves
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.worth import NO_AIMS, Worth, player_turns_left
from game.rules.africa.state import AfricaState
from game.rules.africa.system import Africa
from game.rules.africa.units import MOROCCAN, SPANISH
from tests.rules.africa.conftest import Scene

BATTLES = ("castillejos", "tetuan", "wad-ras")
CAMPS = ("s-cuenca campamento-de-muley-achmed-sur, s-luchana fuerte-de-la-estrella, m-nizam-nur ar-mumin, "
         "m-gum-uagit ar-malik, m-gum-arbaa ar-malik, m-nizam-din torre-jeleli")
EVEN = "s-cuenca playa-del-tarajal, s-luchana a, m-nizam-nur ar-raham, m-gum-uagit al-wahhab"


@pytest.mark.parametrize("battle", BATTLES)
def test_every_stance_has_as_many_objectives_as_are_needed(africa: Africa, battle: str) -> None:
    """They are its first ones; a script that waits for a dash is no stance."""
    setting = africa.initial(battle).setting
    for seat in (SPANISH, MOROCCAN):
        found = aiming.stances(setting, seat)
        assert found
        assert all(plan.dash < 0 for plan in found)
        assert {len(aiming.first_objectives(setting, plan)) for plan in found} == {setting.needed}


def test_objectives_of_the_stance_raise_the_value_of_places(scene: Scene) -> None:
    """A unit has a higher value on the way to its side's objective, however unlikely it is."""
    state = scene(EVEN, "movement").state
    goals = range(len(state.setting.objectives))
    worth = Worth(state.setting)
    for goal in goals:
        others = frozenset(k for k in goals if k != goal)
        aimed, left = (Battlefield(worth, state, (aims, frozenset())).standing.pulls[SPANISH][goal]
                       for aims in (frozenset({goal}), others))
        assert aimed > left


def test_last_turns_stance_is_kept_unless_another_is_clearly_better(scene: Scene) -> None:
    """With any positive margin the best comes first; with a stubborn personality the previous one does."""
    state = scene(EVEN, "movement").state
    field = Battlefield(Worth(state.setting), state)
    found = aiming.suited_stances(field, SPANISH, "", 1.0)
    for plan in found:
        assert aiming.suited_stances(field, SPANISH, plan.name, 100.0)[0] is plan
    assert aiming.suited_stances(field, SPANISH, found[-1].name, 0.0)[0] is found[0]


def test_the_veteran_names_its_stance_once_a_turn(scene: Scene) -> None:
    """The stance is one of its scripts, in its first turn; the evaluator uses it."""
    table = scene(EVEN, "movement")
    memory = PlayerMemory()
    make("veteran", table.rules, "spanish", 1, memory=memory).choose(table.state)
    stance = memory.stance
    assert stance is not None
    assert stance.turns == 1
    assert stance.name in [plan.name for plan in aiming.stances(table.state.setting, SPANISH)]


def test_a_careful_player_values_its_own_units_higher(scene: Scene) -> None:
    """The enemy's have their usual value."""
    state = scene(EVEN, "movement").state
    judge = scene(EVEN, "movement").rules.evaluator()
    slots = [state.setting.slot[unit] for unit in ("s-cuenca", "m-nizam-nur")]
    usual = [judge.worth_of(state.setting).price(state, slot) for slot in slots]
    judge.personality = Personality("careful", losses=1.5)
    careful = [judge.worth_of(state.setting).price(state, slot) for slot in slots]
    assert careful == pytest.approx([1.5 * usual[0], usual[1]])


def test_a_veteran_marches_by_its_preferred_stance(scene: Scene) -> None:
    """At Tetuan the Moroccans prefer one stance: its march is their first course until the last player turn."""
    table = scene(CAMPS, "movement", "moroccan", "tetuan")
    field = Battlefield(Worth(table.state.setting), table.state)
    preferred = aiming.suited_stances(field, MOROCCAN, "hold-the-towns", 100.0)[0]
    assert {"tetuan"} == preferred.preferred
    judge = table.rules.evaluator()
    judge.stance = preferred.name
    march = march_moves(table.rules, table.state, preferred, judge.field)
    assert march
    assert march == judge.proposed_courses(table.state, 1, lambda: False)[0].actions
    last = scene(CAMPS, "movement", "moroccan", "tetuan", turn=9).state
    assert aiming.preferred_march(judge.field(last), MOROCCAN, judge.stance) is preferred
    assert march != judge.proposed_courses(last, 1, lambda: False)[0].actions


def test_spanish_losses_count_less_at_tetuan(scene: Scene) -> None:
    """Only for a Spanish player, and only its own."""
    state = scene(CAMPS, "movement", "spanish", "tetuan").state
    worth = scene(CAMPS, "movement", "spanish", "tetuan").rules.evaluator().worth_of(state.setting)
    slots = [state.setting.slot[unit] for unit in ("s-cuenca", "m-nizam-nur")]
    usual = [Worth(state.setting).price(state, slot) for slot in slots]
    assert [worth.price(state, slot) for slot in slots] == pytest.approx([0.5 * usual[0], usual[1]])


def test_the_moroccans_move_last(scene: Scene) -> None:
    """Two player turns are left in the Spanish half of the last turn, one in the Moroccan half."""
    left = [player_turns_left(scene(EVEN, "movement", seat, turn=turn).state)
            for turn, seat in ((14, "moroccan"), (15, "spanish"), (15, "moroccan"))]
    assert left == [3, 2, 1]


def test_scripts_are_played_out_only_as_far_as_the_budget_allows(scene: Scene) -> None:
    """At least two are, so that there is a choice; not more with a smaller budget."""
    table = scene(EVEN, "movement", "moroccan", turn=15)
    asked = []

    def plans() -> Iterator[tuple[endings.Plan, AfricaState]]:
        for number in range(5):
            asked.append(number)
            yield (), table.state

    def end(state: AfricaState) -> endings.Plan:
        return (table.rules.prompt(state).main or AfricaEnd(),)

    endings.Trials(table.rules, plans(), "moroccan", end).run(1, 0.25, lambda: False)
    cheap = len(asked)
    asked.clear()
    endings.Trials(table.rules, plans(), "moroccan", end).run(1, 0.125, lambda: False)
    assert 2 <= len(asked) <= cheap


@pytest.mark.parametrize("seat", ["spanish", "moroccan"])
def test_a_script_counts_losses_for_its_own_seat(scene: Scene, seat: str) -> None:
    """From its first action on, also at Tetuan, where the Spanish count their own less: a script depends on the state
    only."""
    table = scene(CAMPS, "movement", seat, "tetuan")
    state, judge = table.state, table.rules.evaluator()
    judge.scripts("tetuan", seat)[0].choose(state)
    first, second = judge.worth_of(state.setting).loss_factors
    assert (first < second) == (seat == "spanish")


def test_announced_actions_are_chosen_with_the_aims_of_the_stance(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the announcement itself is."""
    table = scene("s-cuenca castillejos, m-seyyid-2 boca-del-rio, m-gk-haus ar-rahim", "movement", "moroccan")
    judge, chosen = table.rules.evaluator(), list[Battlefield]()
    judge.stance = aiming.stances(table.state.setting, MOROCCAN)[0].name

    def choose(field: Battlefield) -> list[choosing.Option]:
        chosen.append(field)
        return original(field)

    original = choosing.choose
    monkeypatch.setattr(choosing, "choose", choose)
    assert judge.follow_ups(table.state, table.rules.parse("activate m-seyyid-2"))
    assert {judge.field(table.state).aims} == {field.aims for field in chosen}
    assert judge.field(table.state).aims != NO_AIMS


@pytest.mark.rule("6.1")
def test_only_a_unit_that_must_move_does_so_after_the_march(scene: Scene) -> None:
    """The demoralized gum must leave (ruling 6); the nizam stays in the house, which counts for victory."""
    line = ("m-nizam-kabir casa-del-morabito, m-nizam-nur al-mumin moved once, m-gum-sitta ar-rahim demoralized, "
            "s-cuenca playa-del-tarajal, s-luchana castillejos")
    table = scene(line, "movement", "moroccan")
    script = table.rules.evaluator().promising_scripts(table.state, "moroccan")[0]
    assert ("m-gum-sitta",) == script.choose(table.state).units


def test_a_plan_with_an_illegal_action_is_tried_without_it(scene: Scene) -> None:
    """It differs from a plan with another legal action, but not from the same without the illegal one; a plan that does
    nothing is not tried."""
    table = scene(EVEN, "movement", "moroccan")
    moves = sorted(table.legal("move m-nizam-nur"))[:2]
    first, second, illegal = (table.rules.parse(action) for action in (*moves, "move s-cuenca a"))
    assert not table.check("move s-cuenca a")
    plans: list[endings.Plan] = [(first, illegal), (), (illegal,), (first,), (second,)]
    found = endings.distinct_plans(table.rules, table.state, plans)
    assert [(plan, table.play(move).state) for plan, move in zip(plans[::4], moves, strict=True)] == [*found]


def test_a_plan_dropped_early_replaces_none(scene: Scene) -> None:
    """Its sum is of fewer play-outs than that of the first plan, which went on to lose; a plan still tried does."""
    table = scene(EVEN, "movement", "moroccan", turn=15)
    trials = endings.Trials(table.rules, iter(()), "moroccan", lambda state: ())
    trials.sums, trials.rounds = [-6.0, -1.0, -4.0], [8, 1, 8]
    assert trials.best() == 0
    trials.sums[2] += endings.CLEAR_LEAD
    assert trials.best() == 2
