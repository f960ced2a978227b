"""Legal attacks agree with exhaustive search, and no choice leads to a dead end (rulings 1, 5 and 8)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.action import Faces
from game.core.chance import CHANCE
from game.rules.kassala.actions import KassalaAttack, KassalaBombard
from game.rules.kassala.state import KassalaState
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import ROSTER
from tests.rules.kassala.attack_oracle import Act, legal_attacks, subsets
from tests.rules.kassala.move_oracle import HEXES, NEAR, TOWNS, arm

MOSLEMS = [u.id for u in ROSTER if u.seat == 0]
CHRISTIANS = [u.id for u in ROSTER if u.seat == 1]
KNOTS = [["0402", "0403", "0502", "0503", "0302", "0303", "0404"], ["0505", "0506", "0606", "0607", "0405", "0406"],
         ["0303", "0304", "0305", "0404", "0405", "0204", "0205", "0403"],
         ["0703", "0704", "0705", "0804", "0805", "0806", "0603", "0604", "0706", "0605"]]
"""Clusters of hexes in which units are in contact; ruling 8 needs room for guns two hexes away."""


@st.composite
def close_units(draw: st.DrawFn, cannon: bool) -> dict[str, str]:
    """Up to five units against four, close together; cannon stack with other units if the option is on."""
    knot = draw(st.sampled_from(KNOTS))
    ours = draw(st.lists(st.sampled_from(MOSLEMS), min_size=1, max_size=5, unique=True))
    theirs = draw(st.lists(st.sampled_from(CHRISTIANS), min_size=1, max_size=4, unique=True))
    places: dict[str, str] = {}
    for unit in ours + theirs:
        open_hexes = [h for h in knot if not (arm(unit) == "cavalry" and h in TOWNS) and all(
            cannon and other[0] == unit[0] and "cannon" in (arm(other), arm(unit))
            for other, place in places.items() if place == h)]
        if open_hexes:
            places[unit] = draw(st.sampled_from(open_hexes))
    return places


def state_of(rules: Kassala, places: dict[str, str], seat: str, cannon: bool) -> KassalaState:
    position: dict[str, Any] = {
        "phase": "combat", "phasing": seat, "options": ["cannon"] if cannon else [],
        "units": [{"id": u, "place": h} for u, h in places.items()],
    }
    return rules.from_position(position)


def offered_attacks(rules: Kassala, state: KassalaState) -> set[Act]:
    """The attacks that the rules offer in a combat phase, each once."""
    found: set[Act] = set()
    choices = rules.candidates(state) if rules.prompt(state).phase == "combat" else ()
    assert len(set(choices)) == len(choices)
    for action in choices:
        if isinstance(action, KassalaAttack):
            found.add(("attack", frozenset(action.attackers), frozenset(action.defenders)))
        elif isinstance(action, KassalaBombard):
            found.add(("bombard", frozenset([action.unit]), frozenset(action.defenders)))
    return found


def as_text(acts: set[Act]) -> list[str]:
    """Attacks and bombardments in words, sorted, so that a difference is readable."""
    return sorted(f"{verb} {','.join(sorted(a))} > {','.join(sorted(d))}" for verb, a, d in acts)


def every_act(places: dict[str, str], seat: str) -> list[Act]:
    """Every attack and bombardment that has a notation."""
    ours = [u for u in places if u[0] == seat[0]]
    theirs = [u for u in places if u[0] != seat[0]]
    attacks: list[Act] = [("attack", a, d) for a, d in product(list(subsets(ours)), list(subsets(theirs)))]
    return attacks + [("bombard", frozenset([u]), d) for u in ours for d in subsets(theirs)]


def check_agreement(rules: Kassala, places: dict[str, str], seat: str, cannon: bool) -> None:
    """``candidates``, ``check`` and exhaustive search give the same legal attacks."""
    state = state_of(rules, places, seat, cannon)
    true = legal_attacks(places, seat, cannon)
    assert as_text(true) == as_text(offered_attacks(rules, state))
    passed: set[Act] = set()
    for verb, attackers, defenders in every_act(places, seat):
        if verb == "attack":
            action: KassalaAttack | KassalaBombard = KassalaAttack(tuple(sorted(attackers)), tuple(sorted(defenders)))
        else:
            action = KassalaBombard(next(iter(attackers)), tuple(sorted(defenders)))
        if rules.check(state, action):
            passed.add((verb, attackers, defenders))
    assert as_text(true) == as_text(passed)


@pytest.mark.rule("II.E.3")
@pytest.mark.rule("II.E.7")
@settings(max_examples=120, deadline=None, derandomize=True)
@given(places=close_units(cannon=False), seat=st.sampled_from(["moslem", "christian"]))
def test_legal_attacks_are_those_of_the_search(kassala: Kassala, places: dict[str, str], seat: str) -> None:
    """The basic game follows ruling 1."""
    check_agreement(kassala, places, seat, cannon=False)


@pytest.mark.rule("IV.A")
@pytest.mark.rule("II.E.3")
@settings(max_examples=120, deadline=None, derandomize=True)
@given(places=close_units(cannon=True), seat=st.sampled_from(["moslem", "christian"]))
def test_legal_attacks_with_guns_are_those_of_the_search(kassala: Kassala, places: dict[str, str], seat: str) -> None:
    """The game with the cannon option follows ruling 8."""
    check_agreement(kassala, places, seat, cannon=True)


@pytest.mark.rule("II.E.3")
@pytest.mark.rule("IV.A.7")
@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("m-nub1 0101, c-eth1 0102", "moslem"),
        ("m-nub1 0101, c-eth1 0102", "christian"),
        ("m-can1 0101, m-nub1 0101, m-mam1 0202, c-eth1 0102, c-eth2 0103", "moslem"),
        ("m-can1 0101, m-nub1 0102, m-mam1 0203, c-eth1 0103, c-eth2 0202", "moslem"),
        ("m-can1 0705, c-eth1 0706", "moslem"),
        ("m-nub1 0101, m-can1 0104, c-eth1 0102, c-eth2 0202", "moslem"),
        ("m-tcav1 0404, m-nub1 0701, m-nub2 0703, m-can1 0101, c-eth1 0405, c-eth2 0702", "moslem"),
        ("m-tinf1 0404, m-can1 0503, m-nub1 0605, c-eth1 0504, c-eth2 0705", "moslem"),
        ("m-tinf1 0404, m-can1 0604, m-can2 0802, m-nub1 0101, c-eth1 0504, c-eth2 0803, c-musk1 0102", "moslem"),
        ("m-tinf1 0404, m-can1 0604, m-nub3 0802, c-eth1 0504, c-eth2 0803", "moslem"),
        ("m-tinf1 0102, m-can1 0103, c-eth1 0101, c-eth2 0202", "moslem"),
        ("m-tcav1 0404, m-mam1 0406, c-eth1 0405, c-can1 0402", "christian"),
        ("m-tcav1 0404, c-eth1 0405, c-galla1 0504, c-can1 0807", "christian"),
        ("m-tcav1 0404, c-eth1 0405, c-can1 0504", "christian"),
        ("m-tcav1 0404, m-mam1 0406, c-eth1 0405, c-can1 0807", "christian"),
        ("m-tcav1 0404, m-nub1 0504, c-eth1 0405, m-can1 0101", "moslem"),
        ("m-tinf1 0404, m-can1 0403, m-nub1 0802, c-eth1 0405, c-eth2 0803", "moslem"),
        ("m-tinf1 0404, m-can1 0604, m-can2 0802, c-eth1 0504, c-eth2 0803", "moslem"),
        ("m-tinf1 0404, m-can1 0604, m-nub1 0802, c-eth1 0504, c-eth2 0803", "moslem"),
        ("m-tinf1 0404, m-can1 0604, m-can2 0802, c-eth1 0504, c-eth2 0803, c-musk1 0801", "moslem"),
    ],
)
def test_legal_attacks_in_chosen_positions(kassala: Kassala, line: str, seat: str) -> None:
    """First unit of the roster, first and last hex of the map, guns in range of one combat only, or still needed."""
    places = {entry.split()[0]: entry.split()[1] for entry in line.split(", ")}
    check_agreement(kassala, places, seat, cannon=True)
    if all(list(places.values()).count(h) == 1 for h in places.values()):
        check_agreement(kassala, places, seat, cannon=False)


@pytest.mark.rule("II.E.3")
@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data(), cannon=st.booleans(), seat=st.sampled_from(["moslem", "christian"]))
def test_no_choice_leads_to_a_dead_end(kassala: Kassala, data: st.DataObject, cannon: bool, seat: str) -> None:
    """After any choice and any roll, an action is possible until the phase is over.

    At the end no unit still has to attack; with guns, only units that are not adjacent may be left (ruling 5), if a
    friend needed for a bombardment has been lost.
    """
    places = data.draw(close_units(cannon=cannon))
    state = state_of(kassala, places, seat, cannon)
    if kassala.prompt(state).phase != "combat":
        return
    bound, fought = set(kassala.position(state)["obliged"]), set[str]()
    steps = 0
    while kassala.prompt(state).phase == "combat" and kassala.position(state)["phasing"] == seat:
        choices = kassala.candidates(state)
        assert choices, kassala.position(state)
        action = choices[data.draw(st.integers(0, len(choices) - 1))]
        assert isinstance(action, Faces) == (kassala.to_act(state) == CHANCE)
        if isinstance(action, KassalaAttack):
            assert not fought & {*action.attackers, *action.defenders}
            fought |= {*action.attackers, *action.defenders}
        elif isinstance(action, KassalaBombard):
            assert not fought & {action.unit, *action.defenders}
            fought |= {action.unit, *action.defenders}
        state, _ = kassala.apply(state, action)
        steps += 1
        assert steps < 60
    left = {u["id"]: u["place"] for u in kassala.position(state)["units"] if u["id"] in bound - fought}
    assert cannon or not left
    assert not [(a, b) for a in left for b in left if a[0] != b[0] and left[b] in NEAR[left[a]]]


def test_the_knots_are_hexes_of_the_map() -> None:
    """The clusters of the random positions are hexes of the map."""
    assert {h for knot in KNOTS for h in knot} <= set(HEXES)


@pytest.mark.rule("IV.A.7.b")
@pytest.mark.rule("II.E.3")
@settings(max_examples=120, deadline=None, derandomize=True)
@given(places=close_units(cannon=True), seat=st.sampled_from(["moslem", "christian"]), lot=st.integers(0, 50))
def test_the_next_attack_is_one_of_the_search(kassala: Kassala, places: dict[str, str], seat: str, lot: int) -> None:
    """The next attack in a phase agrees with the search too: after contact, which removes no unit, or after a
    bombardment (ruling 5)."""

    def standing(state: KassalaState) -> dict[str, str]:
        return {u["id"]: u["place"] for u in kassala.position(state)["units"]}

    state = state_of(kassala, places, seat, cannon=True)
    acts = [a for a in kassala.candidates(state) if isinstance(a, (KassalaAttack, KassalaBombard))]
    if not acts:
        return
    act = acts[lot % len(acts)]
    after, _ = kassala.apply(state, act)
    if kassala.to_act(after) == CHANCE:
        fallen = [kassala.apply(after, Faces((face,)))[0] for face in range(1, 7)]
        after = next((each for each in fallen if standing(each) == places), state)
    if standing(after) == places and after is not state:
        attackers = act.attackers if isinstance(act, KassalaAttack) else (act.unit,)
        true = legal_attacks(places, seat, True, frozenset(attackers) | frozenset(act.defenders))
        assert as_text(true) == as_text(offered_attacks(kassala, after))
