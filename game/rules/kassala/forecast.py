"""The arithmetic of an action before its dice: of an attack, a bombardment, or the roll that is due."""

from __future__ import annotations

from game.core.action import Action, Faces
from game.core.message import say
from game.core.preview import Preview
from game.rules.kassala import odds
from game.rules.kassala.actions import Attack, Bombard
from game.rules.kassala.state import Battle, State
from game.rules.kassala.units import CANNONS, mask_of, slots


def preview(state: State, action: Action) -> Preview | None:
    """The arithmetic of an action that leads to dice; None for any other. The action need not be legal."""
    if isinstance(action, Bombard):
        note = say("a bombardment never has any effect")
        return odds.sure_preview(state, mask_of((action.unit,)), mask_of(action.defenders), "-", note, "IV.A.7.b")
    if isinstance(action, Faces) and isinstance(state.frame, Battle):
        return odds.rolled_preview(state, *state.frame)
    if not isinstance(action, Attack):
        return None
    attackers, defenders = mask_of(action.attackers), mask_of(action.defenders)
    if any(state.at[i] < 0 for i in slots(attackers | defenders)):
        return None
    if state.setting.cannon and not attackers & ~CANNONS:
        return odds.sure_preview(state, attackers, defenders, odds.C, say("always contact"), "IV.A.7.c")
    return odds.rolled_preview(state, attackers, defenders)
