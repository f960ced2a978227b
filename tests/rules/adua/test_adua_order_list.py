"""The list of the order phase: generals, colonels and units, a click for each order, and reasons why one cannot be
given."""

from __future__ import annotations

import pytest

from game.core.message import Message
from game.core.offer import Picked
from game.core.overview import Overview, OverviewLine
from game.core.verdict import Illegal
from game.rules.adua.actions import END_PHASE, GiveOrder, OrderKind
from game.rules.adua.commands import ORDER_TITLES
from game.rules.adua.opening import MachineGunPhase
from game.rules.adua.ordering import NO_COMMANDER, NO_GENERAL
from game.rules.adua.units import SLOT, name_of
from tests.rules.adua.board import RULES, table
from tests.rules.table import Table

BRIGADE = "dabormida 2613, ragni 2613, airaghi 2613, iii-infantry 2614, ii-guns 2713, iv-infantry 2514, militia 2414"
"""The II Brigade of Figure 2 in the plain."""


def shown(at: Table) -> Overview:
    return RULES.overview(at.state)


def line(at: Table, name: str) -> OverviewLine:
    found = shown(at).line(name)
    assert found is not None
    return found


def did(at: Table, name: str, sign: str) -> Table:
    """The board after a click on a chit of a line."""
    way = next(way for way in line(at, name).actions if way.sign == f"ordered-{sign}")
    assert way.offer.verdict
    for action in way.offer.actions:
        at = at.play(action.notation)
    return at


@pytest.mark.rule("3.0")
def test_colonels_and_units_stand_below_their_general() -> None:
    at = table(BRIGADE, phase="orders")
    assert ["dabormida", "ragni", "iii-infantry", "ii-guns", "airaghi", "iv-infantry", "militia"] == [
        each.name for each in shown(at).lines]
    assert {"dabormida"} == {each.parent for each in shown(at).lines} - {""}
    assert "3/3" == line(at, "dabormida").value


@pytest.mark.rule("3.0")
def test_colonels_whose_general_has_fallen_lead_their_own_units() -> None:
    at = table(BRIGADE.removeprefix("dabormida 2613, "), phase="orders")
    assert ("", "ragni") == (line(at, "ragni").parent, line(at, "iii-infantry").parent)


@pytest.mark.rule("3.0")
@pytest.mark.parametrize(("fallen", "levels"), [("", 2), ("dabormida", 1), ("ragni", 1)])
def test_a_unit_is_indented_by_its_living_commanders(fallen: str, levels: int) -> None:
    """No level is left out where a general or a colonel has fallen."""
    at = table(", ".join(piece for piece in BRIGADE.split(", ") if piece.split()[0] != fallen), phase="orders")
    assert levels == line(at, "iii-infantry").indent


@pytest.mark.rule("8.1")
def test_one_click_orders_a_general_offensive_of_all_in_range() -> None:
    """It reaches both colonels, and through them all four units: each has a value of two."""
    at = did(table(BRIGADE, phase="orders"), "dabormida", "offensive")
    assert ["1/3", "0/2", "0/2"] == [line(at, name).value for name in ("dabormida", "ragni", "airaghi")]
    taken = [each.name for each in shown(at).lines if any(way.taken for way in each.actions)]
    assert ["ragni", "iii-infantry", "ii-guns", "airaghi", "iv-infantry", "militia"] == taken


@pytest.mark.rule("3.0")
def test_a_colonel_gives_what_he_can_before_his_general() -> None:
    at = did(table(BRIGADE, phase="orders"), "iii-infantry", "fire")
    assert ("3/3", "1/2") == (line(at, "dabormida").value, line(at, "ragni").value)
    at = did(at, "iv-infantry", "melee")
    assert ("2/3", "2/2") == (line(at, "dabormida").value, line(at, "airaghi").value)


@pytest.mark.rule("8.0")
def test_a_click_on_another_chit_changes_the_order_and_on_the_same_takes_it_back() -> None:
    at = did(did(table(BRIGADE, phase="orders"), "iii-infantry", "fire"), "iii-infantry", "entrench")
    assert ["ordered-entrench"] == [way.sign for way in line(at, "iii-infantry").actions if way.taken]
    assert "1/2" == line(at, "ragni").value
    assert "2/2" == line(did(at, "iii-infantry", "entrench"), "ragni").value


@pytest.mark.rule("3.0")
def test_who_is_out_of_range_is_told_so() -> None:
    at = table(BRIGADE.replace("ii-guns 2713", "ii-guns 3213"), phase="orders")
    verdict = line(at, "ii-guns").actions[0].offer.verdict
    assert isinstance(verdict, Illegal)
    assert "6 hexes" in str(verdict.reasons[0].with_rule)


@pytest.mark.rule("8.0")
def test_an_order_lies_on_the_counter() -> None:
    at = table(BRIGADE, phase="orders").play("order ragni iii-infantry fire")
    marks = {each.unit: each.marks for each in RULES.counters(at.state)}
    assert ("ordered-fire" in marks["iii-infantry"], marks["ii-guns"]) == (True, ())


@pytest.mark.rule("8.0")
def test_who_has_no_commander_left_is_listed_all_the_same() -> None:
    """The reason says why they cannot have orders; a colonel whose general is dead says so."""
    at = table("ragni 2613, iii-infantry 2614, iv-infantry 2514", phase="orders")
    assert NO_GENERAL == line(at, "ragni").subtitle
    assert NO_COMMANDER == line(at, "iv-infantry").subtitle
    assert () == line(at, "iv-infantry").actions
    assert "iii-infantry" in [each.name for each in shown(at).lines]


@pytest.mark.rule("5.1")
def test_who_may_have_a_machine_gun_is_listed() -> None:
    """All infantry except the Bersaglieri are listed, with or without a gun; a gun too many is refused."""
    state = RULES.apply(RULES.apply(RULES.initial("adua"), RULES.parse("end"))[0], RULES.parse("end"))[0]
    lines = {line.name: line for line in RULES.overview(state).lines}
    assert {"v-infantry", "iii-infantry"} <= set(lines)
    assert not {"i-bersaglieri", "quick-guns"} & set(lines)
    ways = {name: line.actions[0] for name, line in lines.items()}
    assert sum(way.taken for way in ways.values()) == 4
    for name, way in ways.items():
        assert way.taken == bool(way.offer.verdict), name
        assert way.offer.action is not None
        assert way.offer.action.notation.split()[0] == ("no-gun" if way.taken else "gun")


@pytest.mark.rule("8.1")
def test_a_general_may_order_melee_of_a_unit_whose_colonel_holds_from_map_and_list() -> None:
    """Both offer it while the colonel holds, beside the colonel's own order (ruling 34)."""
    at = did(table(BRIGADE, phase="orders"), "ragni", "hold")
    buttons = {action.kind for offer in RULES.offers(at.state, Picked(("iii-infantry",))) for action in offer.actions
               if isinstance(action, GiveOrder)}
    signs = {way.sign.removeprefix("ordered-") for way in line(at, "iii-infantry").actions if way.offer.verdict}
    assert {"melee", "hold"} <= buttons
    assert {"melee", "hold"} <= signs <= buttons
    assert ["ordered-melee"] == [way.sign for way in line(did(at, "iii-infantry", "melee"), "iii-infantry").actions
                                 if way.taken]


def test_buttons_say_who_orders_what() -> None:
    at = table(BRIGADE, phase="orders")
    words = [offer.label.values for offer in RULES.offers(at.state, Picked(("iii-infantry",)))
             if isinstance(offer.label, Message)]
    assert {"order": ORDER_TITLES[OrderKind.MARCH], "giver": name_of(SLOT["ragni"])} in words
    assert {"order": ORDER_TITLES[OrderKind.ASSAULT], "giver": name_of(SLOT["dabormida"])} in words


def test_numbers_of_commanders_are_explained() -> None:
    """The orders they have left are at the right of such a line."""
    at = table(BRIGADE, phase="orders")
    assert "general; orders left" == str(line(at, "dabormida").subtitle)
    assert "colonel; orders left" == str(line(at, "ragni").subtitle)
    at = did(did(at, "iii-infantry", "entrench"), "ii-guns", "entrench")
    assert ("0/2", "colonel; all orders given") == (str(line(at, "ragni").value), str(line(at, "ragni").subtitle))


def test_machine_guns_that_are_all_assigned_are_not_counted_as_none() -> None:
    """If one is taken back there is one to assign."""
    state = RULES.apply(RULES.apply(RULES.initial("adua"), END_PHASE)[0], END_PHASE)[0]
    assert MachineGunPhase.all_assigned == RULES.prompt(state).text
    assert () == RULES.prompt(state).budgets
    state = RULES.apply(state, RULES.parse("no-gun iii-infantry"))[0]
    (budget,) = RULES.prompt(state).budgets
    assert (1, 4) == (budget.left, budget.whole)


def test_the_sign_of_an_order_in_force_takes_it_back() -> None:
    """Its text is an action, not a statement that the order was cancelled."""
    at = did(table(BRIGADE, phase="orders"), "iii-infantry", "entrench")
    (way,) = (one for one in line(at, "iii-infantry").actions if one.taken)
    assert str(way.offer.label) == "Cancel its order"


@pytest.mark.rule("8.0")
@pytest.mark.parametrize("unit", ["iii-infantry", "ii-guns"])
@pytest.mark.parametrize("colonel", ["", "dabormida ragni offensive", "dabormida ragni hold"])
def test_the_order_in_force_is_lit_on_the_line_of_its_unit(unit: str, colonel: str) -> None:
    """Whatever order the unit's colonel has received."""
    at = table(BRIGADE, phase="orders", orders=colonel)
    for order in sorted(at.legal(f"order ragni {unit}") | at.legal(f"order dabormida {unit}")):
        lit = [chit.sign for chit in line(at.play(order), unit).actions if chit.taken]
        assert [f"ordered-{order.split()[-1]}"] == lit
