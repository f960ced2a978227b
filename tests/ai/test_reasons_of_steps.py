"""A player's reason for a first step has the chance of the whole attack, or none."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from game import catalog
from game.ai.players import make
from game.core.action import Action
from game.core.chance import CHANCE
from game.rules.africa.ai.reasons import AWAY, REFUGE
from tests.rules.table import facts

WITH = re.compile(r"together with ([^:]+), to ")


def africa_attack() -> tuple[Any, Any]:
    """Four Spanish units next to a lone gum: a movement in which the veteran attacks with several."""
    rules = catalog.rules("africa")
    units = [{"id": unit, "place": "playa-del-tarajal"} for unit in ("s-cuenca", "s-luchana", "s-caz-vergara")]
    units += [{"id": "s-prim", "place": "playa-del-tarajal"}, {"id": "m-gum-uagit", "place": "castillejos"}]
    start = {"scenario": "castillejos", "turn": 14, "phase": "movement", "phasing": "spanish", "options": []}
    return rules, rules.from_position({**start, "units": units})


def said(rules: Any, state: Any, seat: str) -> list[tuple[Action, str]]:
    """The veteran's actions and reasons for the rest of its movement."""
    player, found = make("veteran", rules, seat, 1), []
    phase = rules.prompt(state).phase
    while rules.to_act(state) == seat and rules.prompt(state).phase == phase:
        choice = player.choose(state)
        found.append((choice.action, str(choice.why)))
        state = rules.apply(state, choice.action)[0]
        assert rules.to_act(state) != CHANCE
    return found


def test_every_step_of_an_attack_has_the_chance_of_the_whole() -> None:
    """In Africa the chance is the same from the first unit to the last, and the units still to come are named."""
    rules, state = africa_attack()
    steps = [(action, why) for action, why in said(rules, state, "spanish") if "attack" in why]
    assert len(steps) >= 2
    odds = [re.search(r"\d+ % to win: \d+ coins against 2 and a die roll", why) for _, why in steps]
    assert all(odds)
    assert 1 == len({found.group() for found in odds if found is not None})
    named = [found.group(1) if (found := WITH.search(why)) else "" for _, why in steps]
    left = [len(re.split(", | and ", names)) if names else 0 for names in named]
    assert list(range(len(steps) - 1, -1, -1)) == left
    assert all("Gum Uagit" in why for _, why in steps)


def test_a_step_without_a_plan_has_no_chance() -> None:
    """Without a plan, as with a recruit, the reason has no number that later units could change."""
    rules, state = africa_attack()
    judge = rules.evaluator()
    why = judge.why(state, rules.parse("move s-cuenca castillejos"))
    assert why != judge.why(state, rules.parse("move s-prim castillejos")), "officers lead, others attack"
    assert facts(why) == ()


def test_a_move_next_to_an_enemy_has_the_odds_of_the_attack(kassala: Any) -> None:
    """In Kassala the reason has the column and all planned attackers, also for a move to another hex."""
    position = kassala.position(kassala.initial("kassala"))
    for unit in position["units"]:
        unit["place"] = {"m-arab1": "0602", "m-arab2": "0702"}.get(unit["id"], unit["place"])
    state = kassala.from_position(position)
    judge = kassala.evaluator()
    first, second = kassala.parse("move m-arab1 0603-0703"), kassala.parse("move m-arab2 0803")
    alone = judge.why(state, first)
    galla = "Galla-Ethiopian infantry 1"
    assert facts(alone) == (galla,)
    both = facts(judge.why(state, first, (second, kassala.parse("end-movement"))))
    assert both[:3] == (galla, "Arab cavalry 2", "1-1")
    elsewhere = facts(judge.why(state, kassala.parse("move m-nub1 0203"), (first, second)))
    assert elsewhere[-len(both) - 1:][:4] == ("Arab cavalry 1", "Arab cavalry 2", galla, "1-1")
    later = kassala.apply(state, first)[0]
    assert facts(judge.why(later, second, ())) == ("Arab cavalry 1", galla)


@pytest.fixture
def kassala() -> Any:
    return catalog.rules("kassala")


VERBS = {"fires", "moves", "attacks", "bombards", "retreats", "advances", "lands", "arrives", "remove", "lose"}


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "scenario"), [
    ("africa", "castillejos"), ("africa", "tetuan"), ("africa", "wad-ras"), ("kassala", "kassala")])
def test_a_reason_repeats_nothing_of_the_action_it_is_for(system: str, scenario: str) -> None:
    """In random games, for every legal action, the reason does not repeat the unit, place or verb of the action in
    words. The consequences of an announcement are named only there; areas of one letter or digit are left out."""
    rules = catalog.rules(system)
    judge, lots, seen = rules.evaluator(), Random(3), set()
    assert judge is not None
    state = rules.initial(scenario)
    for _ in range(250):
        if rules.to_act(state) is None:
            break
        found = list(rules.candidates(state))
        if rules.to_act(state) != CHANCE:
            names = {counter.unit: str(counter.name) for counter in rules.counters(state)}
            board = rules.board(state)
            for action in lots.sample(found, min(6, len(found))):
                kind = action.notation.split()[0]
                why, said = str(judge.why(state, action)), str(rules.describe(state, action))
                named = [names[word] for word in action.notation.split()[1:2] if word in names]
                named += [str(board.title_of(place)) for place in action.places[-1:] if kind != "activate"]
                assert why or not action.units, "what ends a phase may need no reason"
                named = [name for name in named if len(name) > 1]
                assert not [name for name in named if re.search(rf"\b{re.escape(name)}\b", why)], (said, why)
                assert not VERBS & set(re.findall(r"\w+", said.lower())) & set(re.findall(r"\w+", why.lower()))
                seen.add(kind)
        state = rules.apply(state, lots.choice(found))[0]
    assert len(seen) >= 4


@pytest.mark.parametrize("position", [
    {"scenario": "castillejos", "turn": 3, "phasing": "spanish", "units": {
        "s-2-bateria": "playa-del-tarajal", "s-marina": "playa-del-tarajal", "m-bujari-1": "casa-de-la-condesa"}},
    {"scenario": "castillejos", "turn": 14, "phasing": "moroccan", "units": {
        "s-husares": "casa-del-morabito", "s-prim": "casa-del-morabito", "m-gum-sabaa": "al-mumin",
        "m-gk-tanja": "al-mumin"}},
    {"scenario": "tetuan", "turn": 8, "phasing": "spanish", "options": ["facts-values"], "units": {
        "m-nizam-kabir": "al-ghaffar", "s-cordoba": "al-ghaffar", "s-caz-ciudad-rodrigo": "al-ghaffar",
        "s-caz-figueras": "al-razzaq", "s-africa": "al-razzaq", "s-almansa": "rio-martin-4"}},
])
def test_a_plan_can_be_done_as_described(position: dict[str, Any]) -> None:
    """The plan handles counters already on top, an order that the enemy prevents, and a stack that would be too high
    (5, 6.1)."""
    rules = catalog.rules("africa")
    units = [{"id": unit, "place": place} for unit, place in position["units"].items()]
    for unit in units:
        if unit["id"] in ("s-cordoba", "s-caz-ciudad-rodrigo"):
            unit.update(moved=True, once=True, came="rio-martin-4")
    state = rules.from_position({"options": [], **position, "phase": "movement", "units": units})
    seat = position["phasing"]
    choice = make("veteran", rules, seat, 1).choose(state)
    assert choice.plan
    assert choice.value is not None
    for action in choice.plan:
        assert rules.check(state, action), action.notation
        state = rules.apply(state, action)[0]


@pytest.mark.soak
def test_every_plan_of_a_battle_can_be_done() -> None:
    """At Tetuan, for three turns, each movement follows the description at its start."""
    seed, rules = 4, catalog.rules("africa")
    lots = Random(seed)
    state: Any = rules.initial("tetuan", ())
    players = {seat: make("veteran", rules, seat, seed) for seat in rules.seats}
    checked = 0
    while (seat := rules.to_act(state)) is not None and rules.prompt(state).turn <= 3:
        if seat == CHANCE:
            action = lots.choice(rules.candidates(state))
        else:
            choice = players[seat].choose(state)
            action, there = choice.action, state
            for step in choice.plan:
                assert rules.check(there, step), step.notation
                there = rules.apply(there, step)[0]
            checked += len(choice.plan) > 5
        state = rules.apply(state, action)[0]
    assert checked > 5


def test_a_retreat_is_away_from_the_enemy_only_where_it_is() -> None:
    """From area 1 at Tetuan, with the nearest Moroccans two areas away, a move forward to Al Khaliq next to them is no
    retreat."""
    rules = catalog.rules("africa")
    units = [{"id": "s-reserva", "place": "1"}, {"id": "m-gum-uagit", "place": "trinchera-izquierda"}]
    state = rules.from_position({"scenario": "tetuan", "turn": 1, "phase": "fire", "phasing": "moroccan", "options": [],
                                 "units": units})
    judge: Any = rules.evaluator()
    said = {area: judge.why(state, rules.parse(f"retreat s-reserva {area}")) for area in ("al-khaliq", "2")}
    assert said == {"al-khaliq": REFUGE, "2": AWAY}
