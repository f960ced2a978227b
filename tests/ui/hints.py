"""Scripted hints, without a computer player."""

from __future__ import annotations

from game.core.message import Text
from game.match.hint import Hint, hint_of_plan
from game.ui.play.game import GameInPlay


def hinted(game: GameInPlay, *plan: str, why: Text = "a reason") -> Hint:
    """A plan of actions, by their notations, for the seat to act."""
    state, rules = game.match.state, game.match.rules
    return hint_of_plan(rules, state, "veteran", game.match.to_act or "", [rules.parse(each) for each in plan], why)
