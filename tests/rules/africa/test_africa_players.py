"""Recruit and veteran at Africa are legal, deterministic, and sensible in clear positions."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ai.choice import PlayerChoice
from game.ai.deciding import decide
from game.ai.players import make
from game.core.action import Faces
from game.core.chance import CHANCE, whole_per_cent
from game.core.message import Message, Text
from game.rules.africa import system
from game.rules.africa.actions import AfricaActivate, AfricaLose, AfricaMove
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.marching import MarchPlan
from game.rules.africa.ai.reasons import FIXED_REASONS, STRENGTHENS, UNPLANNED
from game.rules.africa.ai.riding import best_ride, joint_charge
from game.rules.africa.ai.worth import Worth
from game.rules.africa.coin_tables import HIT_HEADS
from game.rules.africa.orders import activate_unit
from game.rules.africa.scenario import MIN_SHOCK, load_all
from game.rules.africa.state import OUT
from game.rules.africa.system import Africa
from game.rules.africa.units import SPANISH, roster
from tests.rules.table import facts
from tests.ui.corners import crossed

BATTLES = ("castillejos", "tetuan", "wad-ras")


def faces(rules: Africa, state: Any, lots: Random) -> Faces:
    """A roll of the pending dice."""
    roll = rules.pending_roll(state)
    assert roll is not None
    return Faces(tuple(lots.choices(die.faces, die.weights or None)[0] for die in roll.dice))


def game(rules: Africa, scenario: str, levels: dict[str, str], seed: int, options: tuple[str, ...] = (),
         plies: int = 10_000, checked: bool = True) -> tuple[Any, list[str]]:
    """Play a game; return the last state and the players' actions, with interrupts marked."""
    state = rules.initial(scenario, options)
    players = {seat: make(level, rules, seat, seed) for seat, level in levels.items()}
    lots = Random(seed)
    done: list[str] = []
    while rules.to_act(state) is not None and len(done) < plies:
        if rules.to_act(state) == CHANCE:
            state = rules.apply(state, faces(rules, state, lots))[0]
            continue
        seat, choice = decide(rules, state, players)
        if checked:
            legal = rules.candidates(state) if seat == rules.to_act(state) else rules.interrupts(state, seat)
            assert choice.action in legal, choice.action.notation
            assert choice.why or choice.action == rules.prompt(state).main  # an end may have nothing to say
            assert "\n" not in str(choice.why)
        done.append(f"{seat}: {choice.action.notation}")
        state = rules.apply(state, choice.action)[0]
    return state, done


def chosen(table: Any, seat: str, level: str = "veteran") -> PlayerChoice:
    """The choice of a player in a position."""
    return make(level, table.rules, seat, 1).choose(table.state)


@pytest.mark.every(3)
@pytest.mark.parametrize(("level", "scenario"), crossed(["recruit", "veteran"], BATTLES))
def test_every_choice_is_legal(africa: Africa, scenario: str, level: str) -> None:
    """A whole game of each battle is legal, interrupts included; with markers from the cup too."""
    options = ("marker-cup",) if scenario == "castillejos" else ()
    state, done = game(africa, scenario, {"spanish": level, "moroccan": level}, 3, options)
    assert africa.result(state) is not None
    assert len(done) > 100


@pytest.mark.parametrize("level", ["random", "recruit", "veteran"])
def test_the_same_seed_plays_the_same_game(africa: Africa, level: str) -> None:
    """Only seed, seat and position matter."""
    levels = {"spanish": level, "moroccan": level}
    first, second = (game(africa, "castillejos", levels, 5, plies=120, checked=False)[1] for _ in range(2))
    assert first == second


@pytest.mark.soak
@pytest.mark.parametrize(("games", "least"), [(1, 2), pytest.param(2, 3, marks=pytest.mark.soak)])
def test_the_veteran_beats_the_recruit(africa: Africa, games: int, least: int) -> None:
    """A few games from each side are won, with seeded rolls."""
    won = 0
    for seed in range(games):
        for side, other in (("spanish", "moroccan"), ("moroccan", "spanish")):
            levels = {side: "veteran", other: "recruit"}
            state, _ = game(africa, "castillejos", levels, seed, checked=False)
            result = africa.result(state)
            won += result is not None and result.winner == side
    assert won >= least


def test_an_empty_objective_is_taken_on_the_last_turn(scene: Any) -> None:
    """Two of five are held; the third is empty in an adjacent area."""
    line = ("s-cuenca playa-del-tarajal, s-luchana casa-del-morabito, s-principe ar-rahim, s-caz-vergara b, "
            "m-gum-uagit al-wahhab")
    table = scene(line, "movement", turn=15, spanish_control=["casa-del-morabito", "ar-rahim"])
    player = make("veteran", table.rules, "spanish", 1)
    while table.state.turn == 15 and table.rules.to_act(table.state) == "spanish":
        table = table.play(player.choose(table.state).action.notation)
    assert {"casa-de-la-condesa", "castillejos"} & {table.units[u] for u in ("s-cuenca", "s-caz-vergara")}


def test_fire_goes_where_there_is_no_way_out(scene: Any) -> None:
    """Of two gums in the open the one that cannot retreat is the target."""
    line = ("s-cuenca castillejos, s-luchana boca-del-rio, s-principe casa-del-morabito, s-navarra rio-castillejos, "
            "s-leon yabal-ar-rahim, m-gum-uagit ar-rahim, m-gum-hamsa ar-raham")
    choice = chosen(scene(line, "fire"), "spanish")
    assert choice.action.notation.split()[2] == "ar-rahim"
    assert ("Gum Uagit", "31 %") == facts(choice.why)


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_a_lone_gun_does_not_march_into_a_shock(scene: Any, level: str) -> None:
    """Activated next to the enemy it fires or stays in place."""
    table = scene("s-montada playa-del-tarajal, s-cuenca a, m-gum-uagit castillejos, m-gum-hamsa castillejos",
                  "movement").play("activate s-montada")
    assert "move s-montada castillejos" in table.legal("move")
    assert chosen(table, "spanish", level).action.notation.startswith("bombard")


def test_a_single_unit_does_not_charge_a_full_stack(scene: Any) -> None:
    """One reduced battalion against four gums and a nizam waits."""
    line = ("s-cuenca playa-del-tarajal reduced, m-nizam-nur castillejos, m-gum-uagit castillejos, "
            "m-gum-hamsa castillejos, m-gum-sitta castillejos")
    assert chosen(scene(line, "movement"), "spanish").action.notation != "move s-cuenca castillejos"


def test_the_cheapest_is_given_up(scene: Any) -> None:
    """Of two Moroccan units the single counter is lost, not the nizam."""
    line = ("s-cuenca castillejos came=playa-del-tarajal, s-luchana castillejos came=playa-del-tarajal, "
            "m-gk-haus castillejos, m-nizam-nur castillejos reduced")
    pending = [{"kind": "losses", "seat": "moroccan", "area": "castillejos", "left": 1, "begun": False}]
    choice = chosen(scene(line, "shock", pending=pending), "moroccan")
    assert choice.action.notation == "lose m-gk-haus"
    assert choice.why == FIXED_REASONS[AfricaLose]


def test_the_demoralized_fall_back_where_they_can_rally(scene: Any) -> None:
    """They move away from the enemy."""
    line = "s-cuenca castillejos demoralized, s-prim playa-del-tarajal, m-gum-uagit ar-rahim, m-gum-hamsa boca-del-rio"
    choice = chosen(scene(line, "movement"), "spanish")
    assert choice.action.notation == "move s-cuenca playa-del-tarajal"


def test_a_bare_convoy_is_ridden_down(scene: Any) -> None:
    """It is two areas away on the road, without an escort."""
    line = ("s-convoy-1 jim, s-rey 2, m-seyyid-3 lam, m-nizam-nur entrada-del-fondak, m-gk-haus aduar-am-sal, "
            "m-abbas aduar-am-sal")
    table = scene(line, "movement", "moroccan", "wad-ras", turn=4)
    player = make("veteran", table.rules, "moroccan", 1)
    while table.rules.to_act(table.state) == "moroccan" and table.state.turn == 4:
        table = table.play(player.choose(table.state).action.notation)
    assert "s-convoy-1" not in table.units


def after_march(table: Any, seat: str) -> Any:
    """The table after the veteran ends a side's movement."""
    player = make("veteran", table.rules, seat, 1)
    while table.rules.to_act(table.state) == seat and table.now[1] == "movement":
        table = table.play(player.choose(table.state).action.notation)
    return table


def test_convoys_go_on_one_at_a_time_behind_their_escort(scene: Any) -> None:
    """Two would need three points too many on the bridge: foot goes ahead, one convoy follows, and there is no more
    room."""
    line = ("s-convoy-1 ta, s-convoy-2 ta, s-rey ta, s-zamora ta, s-albuera ba, s-caz-navas tha, s-caz-baza ta, "
            "m-nizam-nur jim, m-gum-uagit jim, m-gum-sitta qaf, m-abbas jim")
    table = after_march(scene(line, "movement", scenario="wad-ras", turn=4), "spanish")
    assert ["puente-busceja", "ta"] == sorted(table.units[convoy] for convoy in ("s-convoy-1", "s-convoy-2"))
    assert {"s-rey", "s-zamora"} <= {unit for unit, area in table.units.items() if area == "puente-busceja"}


def test_the_escort_stays_with_its_convoy(scene: Any) -> None:
    """A gum in Aduar Am Sal is an easy target; the convoy's foot leaves it to others, and an officer joins."""
    line = ("s-convoy-1 jim, s-vol-catalanes jim, s-rey jim, s-zamora rio-busceja-3, s-prim ta, "
            "m-gum-uagit aduar-am-sal, m-gum-hamsa bosque-de-am-sal, m-gum-sitta bosque-de-am-sal, m-nizam-nur qaf")
    table = after_march(scene(line, "movement", scenario="wad-ras", turn=6), "spanish")
    assert {"s-vol-catalanes", "s-rey", "s-prim"} <= {unit for unit, area in table.units.items() if area == "jim"}


def test_a_rider_comes_to_a_convoy_that_has_lost_its_escort(scene: Any) -> None:
    """It moves in the enemy's fire phase, before the enemy's cavalry can capture the convoy; not while foot is with
    it."""
    line = ("s-convoy-1 jim, s-lanceros-villaviciosa puente-busceja, s-rey puente-busceja, m-bujari-3 aduar-am-sal, "
            "m-kabul aduar-am-sal, m-gk-haus lam")
    table = scene(line, "fire", "moroccan", "wad-ras", turn=5)
    player = make("veteran", table.rules, "spanish", 1)
    choice = player.interrupt(table.state)
    assert choice is not None
    assert choice.action.notation == "activate s-lanceros-villaviciosa"
    table = table.play(choice.action.notation)
    assert player.choose(table.state).action.notation == "move s-lanceros-villaviciosa jim"
    guarded = scene(f"{line}, s-zamora jim", "fire", "moroccan", "wad-ras", turn=5)
    assert make("veteran", table.rules, "spanish", 1).interrupt(guarded.state) is None


def test_a_gun_interrupts_before_it_is_shot_at(scene: Any) -> None:
    """The enemy is about to fire from a crowded area in the open; the gun is announced first."""
    line = ("s-montada playa-del-tarajal, s-cuenca playa-del-tarajal, s-luchana playa-del-tarajal, "
            "m-nizam-nur castillejos, m-nizam-kabir castillejos, m-gum-uagit castillejos, m-gum-hamsa castillejos")
    table = scene(line, "fire", "moroccan")
    choice = make("veteran", table.rules, "spanish", 1).interrupt(table.state)
    assert choice is not None
    assert choice.action.notation == "activate s-montada"
    assert facts(choice.why)[0] == "Castillejos"


def test_what_would_be_lost_when_the_turn_ends_is_used(scene: Any) -> None:
    """A gun whose player turn is over fires before the enemy does and after its movement; meanwhile more targets may
    come."""
    line = "s-montada playa-del-tarajal, s-cuenca boca-del-rio, m-nizam-nur castillejos, m-gum-uagit castillejos"
    attacked = f"{line}, m-gum-hamsa boca-del-rio came=rio-castillejos"
    asked = {}
    for phase in ("fire", "movement", "shock"):
        table = scene(line if phase == "fire" else attacked, phase, "moroccan")
        asked[phase] = make("veteran", table.rules, "spanish", 1).interrupt(table.state)
    assert asked["movement"] is None
    for phase in ("fire", "shock"):
        choice = asked[phase]
        assert choice is not None
        assert choice.action.notation == "activate s-montada"
        assert facts(choice.why)[0] == "Castillejos"


@pytest.mark.parametrize("level", ["recruit", "veteran"])
def test_nobody_interrupts_for_nothing(scene: Any, level: str) -> None:
    """No enemy is in range and no objective is empty."""
    table = scene("s-montada a, s-husares a, s-cuenca a, m-gum-uagit al-wahhab, m-bujari-1 al-wahhab",
                  "movement", "moroccan")
    assert "spanish" in table.rules.may_interrupt(table.state)
    assert make(level, table.rules, "spanish", 1).interrupt(table.state) is None


def test_reasons_name_the_odds(scene: Any) -> None:
    """A shock is announced with both sides' coins and the chance."""
    line = ("s-cuenca castillejos came=playa-del-tarajal, s-luchana castillejos came=playa-del-tarajal, "
            "s-prim castillejos came=playa-del-tarajal, m-seyyid-2 castillejos, m-bujari-1 castillejos")
    choice = chosen(scene(line, "shock"), "spanish")
    assert ("40 %", 7, "7") == facts(choice.why)


@pytest.mark.parametrize("scenario", BATTLES)
def test_the_values_before_balancing_are_an_option(africa: Africa, scenario: str) -> None:
    """With it every factor is the roster's; without it exactly those in the scenario file are changed."""
    printed = africa.initial(scenario, ["facts-values"]).setting.units
    played = africa.initial(scenario).setting.units
    assert tuple(roster()[unit.id] for unit in printed) == printed
    changed = {unit.seat for unit, other in zip(played, printed, strict=True) if unit != other}
    assert {"castillejos": {0}, "tetuan": {0}, "wad-ras": {0, 1}}[scenario] == changed


@pytest.mark.rule("2.1")
def test_what_is_added_for_balance_is_told_number_by_number() -> None:
    """For the battles and their sides in order, the page lists every change of a scenario file to the factors."""
    page = Path(system.__file__).with_name("rulebook.md").read_text("utf-8")
    rows = page.partition("| Spanish wins |")[2].partition("\n\n")[0]
    told = [int(number.replace("−", "-")) for number in re.findall(r"[+−]\d", rows)]
    tuned = [load_all()[name].tuned for name in BATTLES]
    given = [tuple(tuning) for battle in tuned for tuning in battle.values()]
    assert told == [value for values in given for value in values if value]


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(("factor", "least", "kinds"), [
    ("fire", HIT_HEADS, {"nizam", "bujari", "guns"}), ("shock", MIN_SHOCK, {"nizam", "gm", "bujari", "seyyid"}),
])
def test_what_is_lowered_at_wad_ras(africa: Africa, factor: str, least: int, kinds: set[str]) -> None:
    """The factors of these units, by 1, but not below the least value."""
    lowered = set()
    for before, unit in zip(*(africa.initial("wad-ras", extra).setting.units for extra in (["facts-values"], [])),
                            strict=True):
        old, new = getattr(before, factor), getattr(unit, factor)
        if unit.seat and old != new:
            assert all(value == max(was - 1, least) for was, value in zip(old, new, strict=True))
            lowered.add("guns" if unit.is_gun else "gm" if unit.kind == "GM" else unit.id.split("-")[1])
    assert kinds == lowered


def announcement(table: Any, unit: str) -> Text:
    """The reason for announcing a unit, with its planned next actions."""
    evaluator, action = table.rules.evaluator(), table.rules.parse(f"activate {unit}")
    why: Text = evaluator.why(table.state, action, evaluator.follow_ups(table.state, action))
    return why


@pytest.mark.parametrize(("line", "phasing", "unit"), [
    ("s-ceres mar-de-los-castillejos, s-cuenca b, m-gk-haus castillejos, m-abbas al-malik", "spanish", "s-ceres"),
    ("s-montada b, m-gk-haus castillejos, s-cuenca a", "moroccan", "s-montada"),
])
def test_an_announcement_says_what_is_fired_at_and_the_chance(scene: Any, line: str, phasing: str, unit: str) -> None:
    """The chance is that of the following shot."""
    table = scene(line, "movement", phasing)
    area, chance = facts(announcement(table, unit))
    found = table.play(f"activate {unit}").preview(f"bombard {unit} castillejos").hope()[1]
    assert ("Castillejos", whole_per_cent(found)) == (area, chance)


def test_an_announcement_says_where_a_rider_goes_and_why(scene: Any) -> None:
    """Nothing is attacked there, so there is no chance."""
    table = scene("s-cuenca castillejos, m-seyyid-2 boca-del-rio, m-gk-haus ar-rahim", "movement")
    why = announcement(table, "m-seyyid-2")
    assert isinstance(why, Message)
    assert why.values is not None
    assert ("Ar Rahim", STRENGTHENS) == (why.values["area"], why.values["what"])


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("riders", "others", "many"), [
    ("yabal-ar-rahim", "ar-rahim", 0), ("ar-rahim", "casa-del-morabito", 2)])
def test_riders_that_are_announced_together_charge_together(scene: Any, riders: str, others: str, many: int) -> None:
    """Units from one area get no coin for several directions, and do not attack that way; no unit is left alone in a
    charge, and the reported chance is that of the units that go."""
    table = scene(f"s-husares castillejos, m-feras-zagir-1 {riders}, m-feras-zagir-2 {riders}, m-seyyid-2 {others}",
                  "fire", "moroccan")
    judge, action = table.rules.evaluator(), table.rules.parse("activate m-seyyid-2")
    plan = [action, *judge.follow_ups(table.state, action)]
    charge = [k for k, each in enumerate(plan) if isinstance(each, AfricaMove) and each.path[-1] == "castillejos"]
    assert len(charge) == many
    if many:
        for each in plan[:charge[0]]:
            table = table.play(each.notation)
        told = facts(judge.why(table.state, plan[charge[0]], plan[charge[0] + 1:]))
        for each in plan[charge[0]:]:
            table = table.play(each.notation)
        while table.rules.prompt(table.state).phase == "fire" and table.state.acting.stage < 2:
            table = table.play("done")
        fight = table.rules.preview(table.state, table.rules.parse("shock castillejos"))
        assert whole_per_cent(fight.hope("moroccan")[1]) in told


def test_what_is_announced_is_done(africa: Africa) -> None:
    """The announcement has the plan up to the next roll, and the veteran follows it. The recruit, which has no plan,
    promises nothing."""
    state, done = africa.initial("castillejos"), 0
    dice = Random(4)
    players = {str(seat): make("veteran", africa, seat, 4) for seat in africa.seats}
    while done < 6:
        actor = africa.to_act(state)
        assert actor is not None
        if actor == CHANCE:
            state = africa.apply(state, faces(africa, state, dice))[0]
            continue
        choice = players[actor].choose(state)
        if isinstance(choice.action, AfricaActivate):
            judge = africa.evaluator()
            assert judge is not None
            assert judge.why(state, choice.action) in UNPLANNED
            assert len(choice.plan) > 1
            for action in choice.plan:
                assert players[actor].choose(state).action == action
                state = africa.apply(state, action)[0]
            done += 1
        else:
            state = africa.apply(state, choice.action)[0]


def test_riders_announced_together_are_named(scene: Any) -> None:
    """The reason has the companions, the first to act, and the odds with all of them."""
    table = scene("s-cuenca castillejos demoralized, m-seyyid-1 boca-del-rio, m-seyyid-2 boca-del-rio, "
                  "m-bujari-2 boca-del-rio, m-gk-haus ar-rahim", "movement", "moroccan")
    found = facts(announcement(table, "m-seyyid-2"))
    assert ("Bujari 2", "Seyyid 1", "Bujari 2", "Castillejos", 2, "Cuenca") == found[:6]
    assert any(str(each).endswith(" %") for each in found)


def test_an_officer_goes_with_an_attack(scene: Any) -> None:
    """Prim, whose coins are needed in the shock, moves with the attackers from his area."""
    line = ("s-cuenca playa-del-tarajal, s-luchana playa-del-tarajal, s-principe playa-del-tarajal, "
            "s-prim playa-del-tarajal, m-gum-hamsa castillejos, m-gk-haus castillejos, m-gum-uagit ar-raham")
    plan = chosen(scene(line, "movement", turn=8), "spanish").plan
    assert {"s-prim", "s-cuenca"} <= {action.units[0] for action in plan if action.places[-1:] == ("castillejos",)}


@pytest.mark.rule("6.2")
def test_a_charge_counts_the_area_from_which_the_cavalry_enters(scene: Any) -> None:
    """The hussars ride through the mouth of the river: the attack out of it is not worth a charge, alone as in a
    joint charge."""
    state = scene("s-husares castillejos, m-seyyid-1 ar-raham, m-gum-hamsa casa-del-morabito", turn=15).state
    hussars = state.setting.slot["s-husares"]
    holding = Holding(Battlefield(Worth(state.setting), state), SPANISH)
    assert joint_charge(holding, state, [hussars])[1] == OUT
    assert best_ride(holding, hussars, activate_unit(state, hussars)) is None


@pytest.mark.rule("8")
def test_attacked_cavalry_does_not_continue_a_charge(scene: Any) -> None:
    """Activated in an area that the enemy has entered, while other cavalry could join it."""
    table = scene("m-seyyid-1 castillejos, m-bujari-1 boca-del-rio, m-bujari-2 boca-del-rio, "
                  "s-cordoba castillejos came=playa-del-tarajal", "defensive-fire").play("activate m-seyyid-1")
    choice = chosen(table, "moroccan")
    assert choice.action in table.rules.candidates(table.state)


def test_captured_convoys_do_not_spoil_a_victory_in_every_area(scene: Any) -> None:
    """With two convoys captured the Moroccans lack an area: the Spanish, alone in all three, win (11.W.2)."""
    line = ("s-rey puente-busceja, s-zamora puente-busceja, s-albuera aduar-am-sal, s-caz-baza aduar-am-sal, "
            "s-caz-navas entrada-del-fondak, s-vol-catalanes entrada-del-fondak, m-abbas lam")
    scores = []
    for captured in ([], ["s-convoy-1", "s-convoy-2"]):
        table = scene(line, "movement", "spanish", "wad-ras", turn=13, captured=captured,
                      spanish_control=["puente-busceja", "aduar-am-sal", "entrada-del-fondak"])
        scores.append(table.rules.evaluator().worth(table.state, "spanish"))
    assert scores[1] > 0.8 * scores[0] > 0.4


@pytest.mark.rule("6.2")
def test_a_retreat_that_would_go_on_counts_where_it_ends(scene: Any) -> None:
    """From Castillejos the unit would have to go on, past the enemy; from A it need not."""
    line = ("s-luchana b reduced, s-principe playa-del-tarajal reduced, s-caz-vergara playa-del-tarajal, "
            "s-2-bateria playa-del-tarajal, s-ingenieros playa-del-tarajal, s-husares castillejos, "
            "m-gk-anyera casa-de-la-condesa, m-gum-uagit casa-de-la-condesa, m-gk-tanja ar-aziz, m-gum-arbaa ar-aziz, "
            "m-gk-haus casa-del-morabito, m-gum-hamsa casa-del-morabito, m-seyyid-2 ar-rahim, "
            "m-feras-zagir-1 yabal-ar-rahim, m-feras-zagir-2 yabal-ar-rahim, m-abbas campamento-de-abbas")
    pending = [{"kind": "retreat", "queue": ["s-ingenieros"], "steps": 0, "far": True, "cause": "shock",
                "seen": ["playa-del-tarajal", "casa-de-la-condesa"]}]
    table = scene(line, "shock", pending=pending)
    assert {"retreat s-ingenieros a", "retreat s-ingenieros castillejos"} <= table.legal("retreat")
    assert chosen(table, "spanish").action.notation == "retreat s-ingenieros a"


@pytest.mark.rule("6.1")
def test_only_units_that_remain_are_put_on_top(scene: Any) -> None:
    """The engineers would suffer least from the fire at area B, but the plan sends them into an attack, where no stack
    may be reordered (ruling 16)."""
    line = ("s-luchana b reduced, s-ingenieros b, s-cuenca b reduced, s-principe a reduced, s-prim b, "
            "m-gk-tanja casa-de-la-condesa, m-gk-aros casa-de-la-condesa, m-gk-lait casa-de-la-condesa, "
            "m-gk-anyera casa-del-morabito, m-gum-uagit casa-del-morabito")
    table = scene(line, "movement", turn=3, spanish_control=["a", "b", "playa-del-tarajal"])
    plan = MarchPlan(Battlefield(Worth(table.state.setting), table.state), SPANISH)
    plan.search()
    moves = [move.notation for move in plan.moves()]
    assert "move s-ingenieros casa-de-la-condesa" in moves
    after = table.play(*moves)
    assert all(after.check(action.notation) for action in plan.tops())


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("state", ["", " demoralized"])
def test_a_beginner_counts_on_no_demoralized_companion(scene: Any, state: str) -> None:
    """Two nizams are a match for two battalions; one of them is not, and a demoralized one may not attack."""
    table = scene(f"m-nizam-nur castillejos, m-nizam-kabir castillejos{state}, s-cuenca playa-del-tarajal, "
                  "s-luchana playa-del-tarajal", "movement", "moroccan")
    found = {action.notation for action in table.rules.evaluator().plausible(table.state)}
    assert (not state) == ("move m-nizam-nur playa-del-tarajal" in found)


@pytest.mark.rule("8")
@pytest.mark.parametrize(("unit", "is_fair"), [("m-nizam-nur", False), ("m-seyyid-2", True)])
def test_a_beginner_charges_with_cavalry_only(scene: Any, unit: str, is_fair: bool) -> None:
    """The infantry of the same area does not ride along."""
    table = scene(f"m-seyyid-1 castillejos, {unit} castillejos, s-cuenca playa-del-tarajal, "
                  "s-luchana playa-del-tarajal", "movement", "moroccan")
    table = table.play("activate m-seyyid-1", "fire m-seyyid-1 playa-del-tarajal", 0)
    found = {action.notation for action in table.rules.evaluator().plausible(table.state)}
    assert is_fair == ("move m-seyyid-1 playa-del-tarajal" in found)


@pytest.mark.rule("11.W.2")
@pytest.mark.parametrize(("turn", "rides"), [(9, True), (8, False)])
def test_cavalry_occupies_an_objective_before_the_early_check(scene: Any, turn: int, rides: bool) -> None:
    """The Spanish control the bridge and the village, but win at the end of turn 9 only with troops in both (ruling
    14)."""
    table = scene("s-husares ta, s-cordoba aduar-am-sal, m-nizam-nur entrada-del-fondak, m-seyyid-3 sin", "movement",
                  "moroccan", "wad-ras", turn=turn, spanish_control=["aduar-am-sal", "puente-busceja"])
    judge = table.rules.evaluator()
    announced = judge.plausible_interrupts(table.state, "spanish")
    assert (["activate s-husares"] if rides else []) == [action.notation for action in announced]
    plan = [action.places for action in announced for action in judge.follow_ups(table.state, action)]
    assert rides == (("puente-busceja",) in plan)
