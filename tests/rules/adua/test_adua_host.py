"""The veteran's play of the Abyssinian host, in small positions."""

from __future__ import annotations

import pytest

from game.rules.adua.actions import END_PHASE, ChargeUnit
from game.rules.adua.ai import abyssinian
from game.rules.adua.ai.scene import AduaScene
from tests.rules.adua.test_adua_melee import charging


@pytest.mark.parametrize(("turn", "losses", "charges"), [(2, 1.0, True), (2, 3.0, False), (15, 3.0, True)])
def test_a_charge_is_weighed_with_the_worth_of_own_steps(turn: int, losses: float, charges: bool) -> None:
    """A weak unit does not charge for a player who spares its units; in the last turn steps are worth nothing."""
    state = charging("iii-infantry 2813, gabeiehu-f1 2812", "gabeiehu-f1 iii-infantry", phasing="abyssinian",
                     turn=turn).state
    (course,) = abyssinian.choose(AduaScene(state, state.seat, loss_factor=losses))
    assert course.actions == ((ChargeUnit("gabeiehu-f1", "iii-infantry"),) if charges else (END_PHASE,))
