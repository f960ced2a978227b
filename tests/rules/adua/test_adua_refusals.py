"""Refusals give the true reason with its rule; questions about pieces out of the game are safe."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.codec import BadPosition
from game.core.event import GameOver, PhaseBegan, Retreated, TurnOver
from game.core.offer import Picked
from game.core.verdict import Illegal, Legal
from tests.rules.adua.board import RULES, marked, table
from tests.rules.table import Table, cited


def refused(at: Table, unit: str) -> Any:
    """The rule and values of the refusal for a selected piece that can do nothing."""
    (offer,) = at.rules.offers(at.state, Picked((unit,)))
    assert isinstance(offer.verdict, Illegal)
    return cited(offer.verdict)


# ------------------------------------------------------------------------------------------------- the true reason

@pytest.mark.rule("9.0")
def test_a_piece_that_has_moved_has_that_reason() -> None:
    """The reason is not that it has no destination."""
    at = table("i-ascari 2305, menelik-f1 1010").play("move i-ascari 2306")
    assert refused(at, "i-ascari") == at.reason("move i-ascari 2305")


@pytest.mark.rule("9.0")
def test_a_distant_closed_hex_is_refused_as_closed() -> None:
    """The reason is the enemies in it, not the missing path."""
    at = table("i-ascari 2305, menelik-f1 1010")
    assert "1010" in at.reason("move i-ascari 1010")
    assert "Enemy" in at.why("move i-ascari 1010")


@pytest.mark.rule("4.0")
@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("unit", "path", "why"), [
    ("taitu-f1", "0211", "Needs 8 MP"),  # the way through 0111 ends there, in the ZOC of the Ascari
    ("taitu-f1", "0608", "Needs 6 MP"),
    ("taitu-c1", "0103", "prohibited"),
    ("taitu-f1", "0510", "do not stack"),
    ("taitu-f1", "0211-0212", "not a pass"),
])
def test_a_reinforcement_that_moves_on_is_refused_for_the_true_reason(unit: str, path: str, why: str) -> None:
    """A goal beyond the passes is legal in itself; only a path written out must begin at a pass."""
    at = table("taitu-f1 to-come, taitu-c1 to-come, i-ascari 0112, menelik-f1 0510", phasing="abyssinian", turn=3)
    assert at.check(f"move {unit} 0205")
    assert why in at.why(f"move {unit} {path}")


@pytest.mark.rule("4.0")
def test_a_host_that_waits_is_told_when_it_comes() -> None:
    at = table("i-ascari 2305, taitu to-come", phasing="abyssinian")
    assert refused(at, "taitu") == at.reason("move taitu 0105")
    assert 3 in refused(at, "taitu")


@pytest.mark.rule("12.0")
@pytest.mark.parametrize(("unit", "line"), [
    ("atichim", "atichim 0607, atichim-f1 0607"),  # nobody whom he could bring in
    ("atichim-f1", "atichim 1907, atichim-f1 1907"),  # no commander
])
def test_who_cannot_try_the_initiative_is_told_why(unit: str, line: str) -> None:
    at = table(f"{line}, menelik 1808, menelik-f1 1808, menelik-f2 1708, iii-infantry 1809 engaged, "
               "taitu-f1 1809 engaged, iv-infantry 1608 engaged, taitu-f2 1608 engaged", phase="initiative",
               phasing="abyssinian", turn=8)
    assert refused(at, unit) == at.reason(f"initiative {unit}")


@pytest.mark.rule("12.0")
def test_a_piece_that_is_no_abyssinian_commander_is_named() -> None:
    at = table("iii-infantry 1909 engaged, taitu-f1 1909 engaged, menelik 1907, menelik-f1 1907", phase="initiative",
               phasing="abyssinian", turn=8)
    assert "III Infantry" in at.why("initiative iii-infantry")


@pytest.mark.rule("10.2")
def test_italians_never_leave_a_melee() -> None:
    """This holds in either side's movement; an Abyssinian unit gets the phasing side as its reason."""
    for phasing in ("italian", "abyssinian"):
        at = table("i-ascari 1907 engaged, menelik-f1 1907 engaged", phasing=phasing)
        assert "10.2" == at.refusal("disengage i-ascari 1906")
    at = table("i-ascari 1907 engaged, menelik-f1 1907 engaged", phasing="italian")
    assert "10.2 (ruling 16)" == at.refusal("disengage menelik-f1 1906")


# ------------------------------------------------------------------------------------------------------- citations

@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("guns", "target"), [("3310", "3314"), ("2708", "2706")])
def test_targets_that_guns_cannot_hit_are_refused_by_their_rule(guns: str, target: str) -> None:
    """They are too far away, or hidden by higher ground."""
    at = table(f"quick-guns {guns}, menelik-f1 {target}, iii-infantry 3013, menelik-f2 3012", phase="fire",
               phasing="italian", orders="ellena quick-guns fire, dabormida iii-infantry fire")
    assert "6.0" == at.refusal("attack quick-guns menelik-f1")


@pytest.mark.rule("3.0")
@pytest.mark.rule("8.0")
@pytest.mark.parametrize(("order", "cites"), [("rally", "8.0"), ("entrench", "8.0"), ("resupply", "8.0"),
                                              ("move", "3.0 (ruling 35)"), ("fire", "3.0 (ruling 35)"),
                                              ("melee", "3.0 (ruling 35)")])
def test_a_unit_in_melee_gets_no_order(order: str, cites: str) -> None:
    """Three orders are forbidden by the printed rule, the others by a ruling."""
    at = table("iii-infantry 1907 engaged disorganized low-ammo, menelik-f1 1907 engaged, dabormida 1906",
               phase="orders", phasing="italian")
    assert cites == at.refusal(f"order dabormida iii-infantry {order}")


@pytest.mark.rule("7.0")
@pytest.mark.rule("10.1")
def test_resolving_begins_once_and_in_its_phase() -> None:
    at = table("iii-infantry 2813, gabeiehu-fv1 2812", phase="move", phasing="italian")
    assert "7.0" == at.refusal("begin")
    at = table("iii-infantry 2813, gabeiehu-fv1 2812", phase="fire", phasing="italian",
               orders="dabormida iii-infantry fire").play("attack iii-infantry gabeiehu-fv1", "begin")
    assert "10.1" == at.refusal("begin")


@pytest.mark.rule("10.1")
def test_a_selected_attacker_is_not_told_that_it_has_no_enemy() -> None:
    """While combats are resolved only their targets can be selected: an attacker asks for one, another unit gets the
    refusal of new attacks."""
    at = table("iii-infantry 2813, gabeiehu-fv1 2812, gabeiehu-fv2 2713, iv-infantry 2914", phase="fire",
               orders="dabormida iii-infantry fire").play("attack iii-infantry gabeiehu-fv1:1,gabeiehu-fv2", "begin")
    (offer,) = at.rules.offers(at.state, Picked(("iii-infantry",)))
    assert "resolve" in str(offer.verdict)
    assert refused(at, "iv-infantry") == at.reason("begin")


@pytest.mark.rule("10.1")
def test_no_withdrawal_is_advised_where_none_is_possible() -> None:
    """Before the phase ends, announced attacks can be resolved or withdrawn; once they are being resolved, only
    resolved."""
    at = table("iii-infantry 2813, gabeiehu-fv1 2812", phase="fire", phasing="italian",
               orders="dabormida iii-infantry fire").play("attack iii-infantry gabeiehu-fv1")
    for table_then in (at, at.play("begin")):
        can_withdraw = bool(table_then.check("withdraw iii-infantry"))
        assert can_withdraw == ("withdraw" in table_then.why("end"))


@pytest.mark.rule("5.3")
@pytest.mark.parametrize("lost", ["", " lost=1"])
def test_used_up_mules_cite_their_rule(lost: str) -> None:
    """Checked for one of two, and the last."""
    at = table(f"iii-infantry 2305 low-ammo, ragni 2305, mules1 2304{lost}, menelik-f1 1010", phase="orders",
               phasing="italian", turn=8).play("order ragni iii-infantry resupply", "end", "end").play(1)
    assert {"5.3"} == {event.rule.number for event in at.events if getattr(event, "unit", "") == "mules1"}


# ---------------------------------------------------------------------------------------------------------- duties

@pytest.mark.rule("10.1")
def test_a_unit_with_too_few_dice_is_a_separate_duty() -> None:
    """It has declared an attack and is not one of the units that must attack (ruling 33)."""
    at = table("i-ascari 2611, iv-ascari 2512, vii-ascari 2410, taitu-fv1 2511, taitu-f2 2409, taitu-f3 1706 entered, "
               "v-infantry 1707", phase="move", phasing="abyssinian", turn=5).play("declare taitu-fv1 iv-ascari",
                                                                                   "declare taitu-f3 v-infantry", "end")
    at = at.play("attack taitu-f2 vii-ascari", "attack taitu-fv1 i-ascari:1,iv-ascari", "withdraw taitu-f2")
    duties = [(duty.units, str(duty.rule)) for duty in at.rules.prompt(at.state).duties]
    assert [(("taitu-f3",), "10.0 (ruling 9)"), (("taitu-fv1",), "10.1 (ruling 33)")] == duties


# ------------------------------------------------------------------------------------------------------- who is gone

@pytest.mark.parametrize("enemies", [("iii-infantry",), ("iii-infantry", "iv-infantry")])
def test_a_selected_eliminated_unit_is_refused(enemies: tuple[str, ...]) -> None:
    """E.g. a unit that was selected when it was eliminated."""
    at = table("menelik-f1 1108, iii-infantry 1109, iv-infantry 1008", phase="fire", phasing="abyssinian")
    offers = at.rules.offers(at.state, Picked(("taitu-f1", *enemies)))
    assert any(isinstance(offer.verdict, Illegal) for offer in offers)
    assert all(isinstance(offer.verdict, Illegal) for offer in offers if offer.action is not None)


# ------------------------------------------------------------------------------------------------ the end, a position

@pytest.mark.rule("13.0")
def test_nothing_follows_meneliks_death_in_a_melee() -> None:
    """The battle is over, not only the turn."""
    at = table("iii-infantry 1907 engaged, menelik-f1 1907 engaged lost=1, menelik 1907", phase="melee",
               phasing="abyssinian", turn=8).play("melee 1907", 5)
    assert isinstance(at.events[-1], GameOver)
    assert not [event for event in at.events if isinstance(event, TurnOver | PhaseBegan)]
    assert 8 == at.position["turn"]


@pytest.mark.rule("13.0")
@pytest.mark.rule("11.0")
def test_no_unit_rallies_after_meneliks_death() -> None:
    """It ends the battle with the charges, before the clean-up."""
    at = table("iii-infantry 2813, gabeiehu-f1 2812, iv-infantry 2613 disorganized, dabormida 2613, v-infantry 2010, "
               "menelik 2009", phase="charge", orders="dabormida iii-infantry melee, dabormida iv-infantry rally",
               resolved=[{"unit": "iii-infantry", "target": "gabeiehu-f1", "dice": 7}]).play("end")
    assert isinstance(at.events[-1], GameOver)
    assert {"iv-infantry"} == marked(at, "disorganized")


@pytest.mark.parametrize("to_act", ["chance", "abyssinian", None])
def test_a_position_with_the_wrong_seat_to_act_is_refused(to_act: str | None) -> None:
    """In the orders phase the Italians act, not the dice."""
    at = table("i-ascari 2305, albertone 2305, menelik-f1 1010", phase="orders")
    assert RULES.from_position({**at.position, "to_act": "italian"}) == at.state
    with pytest.raises(BadPosition, match="position/to_act"):
        RULES.from_position({**at.position, "to_act": to_act})


@pytest.mark.parametrize(("phase", "keys", "expected"), [
    ("clean-up", {"under_way": [{"kind": "supplying", "units": []}]}, "one or more"),
    ("clean-up", {"under_way": [{"kind": "repairing", "guns": []}]}, "one or more"),
    ("fire", {"under_way": [{"kind": "danger", "units": ["dabormida", "dabormida"]}]}, "each once"),
    ("clean-up", {"under_way": [{"kind": "supplying", "units": ["iii-infantry"]}]}, "range of mules"),
    ("orders", {"orders": "ellena iii-infantry fire"}, "those they command"),
    ("orders", {"orders": "airaghi iii-infantry fire"}, "those they command"),
    ("orders", {"orders": "dabormida ragni move"}, "General Offensive"),
    ("orders", {"orders": ", ".join(f"dabormida {unit} fire" for unit in (
        "iii-infantry", "iv-infantry", "ii-guns", "militia"))}, "no more orders than dabormida"),
])
def test_rolls_and_orders_that_cannot_be_in_a_position(phase: str, keys: dict[str, Any], expected: str) -> None:
    """A roll for no unit, for a unit twice, or for one without mules; an order to a unit under another commander, one
    that no colonel receives, or one too many."""
    line = "iii-infantry 2813 low-ammo, dabormida 2813, ellena 2813, ragni 2813, airaghi 2813"
    with pytest.raises(BadPosition, match=expected):
        table(line, phase=phase, turn=8, **keys)


# ------------------------------------------------------------------------------------------------------ ruling 44

@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("blocked", "place"), [("", "1906"), (", v-infantry 1906", "2006"),
                                                (", v-infantry 1906, vi-infantry 2006", "2007")])
def test_a_unit_without_a_way_back_goes_to_the_first_free_hex_clockwise_from_the_north(blocked: str,
                                                                                       place: str) -> None:
    """The choice of the unit that stays says so before, and the event cites the ruling."""
    at = table(f"iii-infantry 1907 engaged, iv-infantry 1907 engaged, taitu-f1 1907 engaged lost=1{blocked}",
               phase="melee", phasing="abyssinian", turn=8).play("melee 1907", 5)
    verdict = at.check("stay iii-infantry")
    assert isinstance(verdict, Legal)
    assert verdict.note is not None
    assert place in str(verdict.note.text)
    assert "10.2 (ruling 44)" == str(verdict.note.rule)
    went = next(event for event in at.play("stay iii-infantry").events if isinstance(event, Retreated))
    assert ((place,), "10.2 (ruling 44)") == (went.path, str(went.rule))
