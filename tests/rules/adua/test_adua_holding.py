"""What computer players expect of the host's attacks: on units, and in the hexes of Italian commanders."""

from __future__ import annotations

import pytest

from game import catalog
from game.rules.adua import smallarms
from game.rules.adua.actions import MovePiece
from game.rules.adua.ai import guarding, holding, italian, odds
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.units import SLOT
from tests.rules.adua.board import table

RULES = catalog.rules("adua")
BATTERY = "ii-guns 2305, iii-infantry 2205, ragni 2305, menelik-fv1 2407"
"""A colonel with a battery; the enemy is in its range, and not next to a unit."""


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("turn", "orders", "place"), [
    (6, "dabormida ii-guns fire", "2205"), (5, "dabormida ii-guns fire", ""), (6, "", "")])
def test_a_commander_leaves_a_battery_that_fires(turn: int, orders: str, place: str) -> None:
    """From turn 6 commanders can be killed in a combat; the colonel goes to a unit that has no order to attack."""
    at = table(BATTERY, orders=orders, turn=turn)
    moves = [action for action in italian.move_of_commander_or_mule(AduaScene(at.state, ITALIANS))[0].actions
             if isinstance(action, MovePiece)]
    assert ([place] if place else []) == [action.path[-1] for action in moves]
    if moves:
        judge = RULES.evaluator()
        assert judge is not None
        assert "2305" in str(judge.why(at.state, moves[0]))


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("target", ["2504", "1603"])
def test_the_host_expects_the_dice_that_it_gets_for_height(target: str) -> None:
    """A lone unit attacks from the highest hex next to its target."""
    at = table(f"iii-infantry {target}, gabeiehu-fv1 2020", phasing="abyssinian")
    ground, foe, slot = at.state.ground, SLOT["iii-infantry"], SLOT["gabeiehu-fv1"]
    highest = max(ground.adjacent_hexes[at.state.at[foe]], key=lambda hex_: ground.level[hex_])
    there = table(f"iii-infantry {target}, gabeiehu-fv1 {ground.hexes[highest]}", phasing="abyssinian", phase="fire")
    dice = smallarms.attack_dice(there.play("attack gabeiehu-fv1 iii-infantry").state, slot)
    scene = AduaScene(there.state, ABYSSINIANS)
    assert dice == scene.attack_dice(slot, foe)
    assert odds.attack_gain(there.state, [(slot, dice)], foe) == holding.best_attack(scene, foe)


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("other", "place"), [("gabeiehu-f2 2608", "2608"), ("tecla-f1 2608", "2608"),
                                              ("tecla-f1 2405", "")])
def test_a_commander_of_the_host_keeps_away_from_the_enemy(other: str, place: str) -> None:
    """Its unit next to the enemy may be lost, and the commander with it: it goes to another unit of its own, or else to
    one of another command, that is farther away; without such a unit it stays."""
    at = table(f"iii-infantry 2305, gabeiehu-f1 2306, gabeiehu 2306, {other}", phasing="abyssinian")
    move = guarding.commander_move(AduaScene(at.state, ABYSSINIANS))
    assert place == (move.path[-1] if move is not None else "")
