"""One key for many actions: the remaining orders, all combats, all melees."""

from __future__ import annotations

from typing import Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.match.match import Match
from game.rules.adua.actions import GiveOrder
from tests.rules.adua.board import RULES, table


def run(match: Match[Any]) -> list[Action]:
    """Execute the remaining actions until a player must decide or all are done; return them."""
    done: list[Action] = []
    while (rest := RULES.autoplay_step(match.state)) is not None:
        if rest[1] is None:
            assert CHANCE == match.to_act
            match.roll()
        else:
            done.append(rest[1])
            match.play(rest[1])
    return done


def begun(at: Any) -> Match[Any]:
    return Match.begin(RULES, "adua", seed=4, position=dict(at.position))


def test_remaining_orders_are_given_by_one_key() -> None:
    """Each is legal and for another unit: both disorganized units are ordered to rally."""
    at = table("v-infantry 2010 disorganized, vi-infantry 2012 disorganized, romero 2010, nava 2012, ellena 2011, "
               "menelik-fv1 2020", phase="orders")
    match = begun(at)
    done = run(match)
    assert [("v-infantry", "rally"), ("vi-infantry", "rally")] == sorted(
        (one.target, one.kind) for one in done if isinstance(one, GiveOrder))
    assert "orders" == match.prompt.phase


def test_all_combats_are_resolved_one_after_the_other() -> None:
    """Dice are rolled between; at the end no combat is left."""
    at = table("v-infantry 2010, vi-infantry 2014, menelik-fv1 2009, menelik-fv2 2013", phase="fire",
               orders="romero v-infantry fire, nava vi-infantry fire")
    match = begun(at.play("attack v-infantry menelik-fv1", "attack vi-infantry menelik-fv2", "begin"))
    done = [one.notation for one in run(match)]
    assert ["resolve menelik-fv1", "resolve menelik-fv2"] == [one for one in done if one.startswith("resolve")]
    assert () == match.state.shares


def test_attacks_are_declared_like_a_veterans() -> None:
    """Each is declared at most once, and no combat is resolved."""
    at = table("v-infantry 2010, vi-infantry 2014, menelik-fv1 2009, menelik-fv2 2013", phase="fire",
               orders="romero v-infantry fire, nava vi-infantry fire")
    done = [one.notation for one in run(begun(at))]
    assert ["attack v-infantry menelik-fv1", "attack vi-infantry menelik-fv2"] == sorted(done)


def test_the_key_for_orders_claims_no_more_once_all_are_given() -> None:
    """Stevani has one order to give."""
    at = table("i-bersaglieri 2010, stevani 2010, menelik-fv1 2020", phase="orders")
    assert RULES.why_no_autoplay(at.state)
    assert not RULES.why_no_autoplay(at.play("order stevani i-bersaglieri entrench").state)
