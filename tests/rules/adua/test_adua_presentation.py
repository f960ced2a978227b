"""The display of Adua: marks on counters, the next reinforcements, and the cost of enemies left out."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.adua.ground import AduaGround
from tests.rules.adua.board import BOARD, RULES, table
from tests.rules.table import facts

GROUND = AduaGround(BOARD)
ORDER = "dabormida iii-infantry fire"


def marks(line: str, unit: str, guns: str = "") -> tuple[str, ...]:
    state = table(line, guns=guns).state
    return next(counter.marks for counter in RULES.counters(state) if counter.unit == unit)


def test_a_machine_gun_shows_whether_it_works() -> None:
    """A lost one is not shown."""
    line = "iii-infantry 2813"
    assert "machine-gun" in marks(line, "iii-infantry", "iii-infantry")
    assert "machine-gun" in marks(line, "iii-infantry", "iii-infantry working")
    jammed = marks(line, "iii-infantry", "iii-infantry jammed 1")
    assert "jammed" in jammed
    assert "machine-gun" not in jammed
    assert not {"jammed", "machine-gun"} & set(marks(line, "iii-infantry"))


def test_low_ammunition_is_seen_and_is_no_shot_fired() -> None:
    found = marks("iii-infantry 2813 low-ammo", "iii-infantry")
    assert "low-ammo" in found
    assert "fired" not in found


@pytest.mark.rule("10.0")
def test_a_unit_must_attack_until_it_has() -> None:
    """Neither after its combat nor in the phases after the charges is it marked any more (ruling 23)."""
    line = "gabeiehu-f1 2812 entered"
    share = {"unit": "gabeiehu-f1", "target": "iii-infantry", "dice": 2}
    other = {"unit": "gabeiehu-f2", "target": "iii-infantry", "dice": 2}
    fire: dict[str, Any] = {"phase": "fire", "phasing": "abyssinian", "resolving": True}
    states = [
        table(f"iii-infantry 2813, {line}", phasing="abyssinian"),
        table(f"iii-infantry 2813, {line}, gabeiehu-f2 2713", **fire, attacks=[share, other]),
        table(f"iii-infantry 2813, {line}, gabeiehu-f2 2713", **fire, resolved=[share], attacks=[other]),
        table(f"iii-infantry 2813 engaged, {line}, gabeiehu-f2 2813 engaged", phase="melee"),
    ]
    marked = [next(counter.marks for counter in RULES.counters(at.state) if counter.unit == "gabeiehu-f1")
              for at in states]
    assert [True, True, False, False] == ["must-attack" in marks_then for marks_then in marked]


@pytest.mark.rule("6.0")
def test_the_card_of_cavalry_has_no_weapons_quality() -> None:
    """It has one line less than that of a unit with firearms."""
    state = table("menelik-c1 2812, menelik-f1 2813").state
    lines = {counter.unit: counter.lines for counter in RULES.counters(state)}
    assert len(lines["menelik-f1"]) - len(lines["menelik-c1"]) == 1


def test_the_box_names_the_next_reinforcements() -> None:
    """It names Taitu, and once she has arrived with her units the next."""
    state = table("taitu to-come, taitu-f1 to-come, alula-f1 to-come", turn=2).state
    assert (3,) == facts(RULES.boxes(state)[0].title)
    state = table("taitu 0105, alula to-come", turn=6).state
    assert (1, 6) == facts(RULES.boxes(state)[0].title)
    assert "Reinforcements" == str(RULES.boxes(table("menelik 0105").state)[0].title)


def test_enemies_left_out_are_marked_with_their_cost() -> None:
    """The mark is between the attacker and each of them; there is none once every enemy in its zone is attacked."""
    at = table("iii-infantry 2813, gabeiehu-f1 2812, gabeiehu-f2 2713", phase="fire", orders=ORDER)

    def left(*notations: str) -> dict[tuple[str, str], str]:
        layers = RULES.layers(at.play(*notations).state, None)
        return {link: str(words) for layer in layers if layer.name == "left-out"
                for link, words in zip(layer.links, layer.labels, strict=True)}

    assert {("2813", "2713"): "\N{MINUS SIGN}2"} == left("attack iii-infantry gabeiehu-f1")
    assert not left("attack iii-infantry gabeiehu-f1:3,gabeiehu-f2")
    assert not left()


@pytest.mark.rule("11.0")
def test_the_clean_up_is_on_the_turn_track_if_it_has_a_roll() -> None:
    """It comes after the Italians' small arms; in other turns it is skipped."""
    at = table("v-infantry 2611, romero 2611, taitu-f1 1013", phase="move", guns="v-infantry jammed 5", turn=7)
    assert "clean-up" not in [phase for _, phase in RULES.phases(at.state)]
    at = at.play("end")
    assert "clean-up" == at.now[1]
    assert ["orders", "move", "fire", "charge", "clean-up", "move"] == [
        phase for _, phase in RULES.phases(at.state)][:6]


@pytest.mark.rule("10.2")
def test_a_card_says_who_may_leave_a_melee() -> None:
    """Only the Abyssinians may, in their movement phase (ruling 16)."""
    state = table("iii-infantry 1907 engaged, menelik-f1 1907 engaged").state
    notes = {counter.unit: [str(note.rule) for note in counter.notes] for counter in RULES.counters(state)}
    assert ["10.2"] == notes["iii-infantry"]
    assert ["10.2 (ruling 16)"] == notes["menelik-f1"]
