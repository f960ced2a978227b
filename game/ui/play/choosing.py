"""Doing one of the things that are offered for what is picked up."""

from __future__ import annotations

from game.core.verdict import Illegal
from game.ui.play.proposals import Refusal
from game.ui.play.quick_play import QuickPlay
from game.ui.play.session import Session


def choose(game: Session, quick_play: QuickPlay, number: int) -> None:
    """Do one of the things offered as numbered buttons, counted from 0; one that is refused says why."""
    proposals = game.controller.proposals
    if quick_play.running and not quick_play.waits:
        return
    if number < len(proposals) and game.may_act:
        proposal = proposals[number]
        if isinstance(proposal.verdict, Illegal):
            game.controller.refusal = Refusal("", proposal.verdict.reasons)
            game.dirty = True
        elif proposal.offer.sharing is not None:
            game.controller.sharing = proposal.offer.sharing
            game.dirty = True
        else:
            game.controller.meant = proposal
            game.play(proposal.action)
