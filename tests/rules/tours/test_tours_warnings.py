"""Warnings for players: a side about to break, an attack that can continue, an elimination, the enemies in front."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.message import Message
from game.core.offer import Picked
from game.rules.tours.ai.scene import Scene
from game.rules.tours.losses import RISK_TEXTS
from game.rules.tours.shock_odds import COSTLY_RESULTS, ShockEffect
from game.rules.tours.system import Tours
from game.rules.tours.units import FRANKS, SLOT, name_of_id
from tests.rules.table import facts
from tests.rules.tours.board import RULES, acting, table
from tests.rules.tours.shock_board import fought, shock


def losses(at: Any) -> Message:
    """The objectives' text on the Muslims' losses."""
    told: Message = at.rules.objectives(at.state).entries[1].status
    return told


def risk(danger: str, leader: str, unit: str) -> Message:
    """The warning of one or two dangers to a leader with a unit: ``shock or lost``."""
    texts = {" or ".join(dangers): text for dangers, text in RISK_TEXTS.items()}
    return texts[danger].with_values(leader=name_of_id(leader), unit=name_of_id(unit))


@pytest.mark.rule("14.0")
def test_a_side_that_has_reached_its_number_is_shown_as_breaking() -> None:
    """Of 33 Muslim units 18 are left: 15 are lost."""
    whole = [unit["id"] for unit in RULES.position(RULES.initial("tours"))["units"]]
    muslims = [unit for unit in whole if unit.split("-")[0] in ("red", "yellow", "blue", "grey", "guard")]
    line = ", ".join(f"{unit} {2405 + n % 2 * 100 + n // 2}" for n, unit in enumerate(muslims[:18]))
    line = f"hi1 1606 e, abd-ar-rahman 2405, {line}"
    broken = losses(table(line, phase="orders"))
    holds = losses(table(f"{line}, {muslims[18]} 2620", phase="orders"))
    assert [(15, 15), (14, 15)] == [facts(broken), facts(holds)]
    assert broken.template != holds.template


@pytest.mark.rule("9.0")
def test_giving_up_a_continued_attack_is_said_first() -> None:
    at = fought(shock("red-hc1 1513 w, li1 1413 e", "red"), "red-hc1 li1", face=6)
    assert at.legal("again")
    assert [("red-hc1",)] == [one.units for one in at.rules.still_to_do(at.state)]


@pytest.mark.rule("8.0")
def test_the_line_of_a_combat_names_an_elimination_however_unlikely() -> None:
    """At +3 light infantry alone is eliminated from a die of 7."""
    at = shock("red-hc1 1513 w, li1 1413 w", "red").play("attack red-hc1 li1")
    (line,) = at.rules.overview(at.state).lines
    assert ShockEffect.ELIMINATED.title in [one.group for one in line.preview.outcomes]
    assert str(line.subtitle).startswith(str(ShockEffect.ELIMINATED.title))


@pytest.mark.rule("12.2")
def test_a_dead_leader_is_a_lost_counter() -> None:
    """He counts like every other piece that leaves the map."""
    at = table("hi1 1606 e, red-li1 1706 w, charles 1606", phase="shock", first="muslim", **{
        "under-way": [{"kind": "peril", "unit": "charles", "cause": "shock"}]}).play(9)
    assert [("charles", "1606")] == [
        (event.unit, event.place) for event in at.events if event.type == "removed"]  # type: ignore[attr-defined]


@pytest.mark.rule("12.2")
def test_an_attack_warns_that_a_leader_is_at_risk() -> None:
    """Either side's leader is named; so do arrows if they can be strong enough."""
    at = shock("red-hc1 1513 w, li1 1413 e, charles 1413", "red").play("attack red-hc1 li1")
    (line,) = at.rules.overview(at.state).lines
    assert risk("shock or lost", "charles", "li1") == line.preview.risk
    at = shock("red-hc1 1513 w, li1 1413 e, abd-ar-rahman 1513", "red").play("attack red-hc1 li1")
    (line,) = at.rules.overview(at.state).lines
    assert risk("shock or lost", "abd-ar-rahman", "red-hc1") == line.preview.risk
    at = shock("red-hc1 1513 w, li1 1413 e", "red").play("attack red-hc1 li1")
    assert "" == at.rules.overview(at.state).lines[0].preview.risk


@pytest.mark.rule("12.2")
@pytest.mark.parametrize(("line", "leader", "unit", "danger"), [
    ("red-li1 1911 w disordered, hi1 1811 e, charles 1811", "charles", "hi1", ""),
    ("red-li1 1911 w disordered, hi1 1811 e, abd-ar-rahman 1911", "abd-ar-rahman", "red-li1", "shock or lost"),
    ("red-hc1 1911 w, hi1 1811 e, charles 1811", "charles", "hi1", "shock"),
    ("red-hc1 1911 w, hi1 1811 e, abd-ar-rahman 1911", "abd-ar-rahman", "red-hc1", "shock"),
])
def test_an_attack_warns_of_the_possible_results_only(line: str, leader: str, unit: str, danger: str) -> None:
    """On a unit in the wall, which makes no counter-attack: at -7 no result hurts it, at -3 none eliminates it. At -1
    with a leader no result eliminates the attacker."""
    at = shock(line, "red", wall=True).play("attack red-li1 hi1" if "red-li1" in line else "attack red-hc1 hi1")
    assert (risk(danger, leader, unit) if danger else "") == at.rules.overview(at.state).lines[0].preview.risk


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("facing", "danger"), [("e", "shock or lost"), ("sw", "")])
def test_an_attack_warns_of_a_counter_attack(facing: str, danger: str) -> None:
    """At more than +6 no result hurts the attackers; a natural 1 lets light infantry that has one of them in front of
    it counter-attack."""
    at = shock(f"red-hc1 1911 w, red-hc2 1710 e, li1 1811 {facing}, abd-ar-rahman 1911", "red")
    at = at.play("attack red-hc1 li1", "attack red-hc2 li1")
    shown = at.rules.overview(at.state).lines[0].preview
    assert not shown.chance_of(*COSTLY_RESULTS)
    assert (risk(danger, "abd-ar-rahman", "red-hc1") if danger else "") == shown.risk


@pytest.mark.rule("12.2")
@pytest.mark.parametrize(("place", "mark", "danger"), [
    ("1413", "", "fire"), ("1213", "", ""), ("1413", " disordered", "fire or lost"),
    ("1213", " disordered", "lost")])
def test_a_shot_warns_of_each_danger_to_a_leader(place: str, mark: str, danger: str) -> None:
    """At range 1 the result can be D*; at range 3 it cannot, but a disordered unit may be eliminated (ruling 20)."""
    at = acting(f"red-ma1 1513 w, li1 {place} e{mark}, charles {place}, hi1 1606 e", "red")
    assert (risk(danger, "charles", "li1") if danger else "") == at.preview("fire red-ma1 li1").risk


def test_enemies_in_front_are_distinguished_by_their_stripes() -> None:
    """Each tribe numbers its heavy cavalry from 1."""
    at = acting("hi1 1813 e, red-hc1 1913 w, yellow-hc1 1912 w", "hi")
    offers = at.rules.offers(at.state, Picked(("hi1",)))
    words = " ".join(str(offer.label) for offer in offers if offer.angle is not None)
    assert "red HC 1" in words
    assert "yellow HC 1" in words


@pytest.mark.rule("7.2")
def test_a_veteran_counts_reaction_fire_at_a_hex() -> None:
    """Two archers face 1913; a unit that stays, or moves out of their front, is not fired at."""
    rules = RULES
    assert isinstance(rules, Tours)
    at = acting("hi1 1813 e, blue-ma1 2013 w, blue-ma2 2014 nw", "hi")
    scene = Scene(at.state, FRANKS)
    cost = {name: scene.arrows(SLOT["hi1"], rules.ground.index[name]) for name in ("1913", "1713")}
    assert 0.0 == cost["1713"] < cost["1913"]
    assert {2} == {scene.archers_covering[rules.ground.index["1913"]]}
