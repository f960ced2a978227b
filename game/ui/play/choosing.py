"""Doing one of the things that are offered for what is picked up."""

from __future__ import annotations

from game.board.measuring import inside
from game.core.pose import Spot
from game.core.verdict import Illegal
from game.ui.play.proposals import MANNER, Proposal, Refusal
from game.ui.play.quick_play import QuickPlay
from game.ui.play.session import Session


def choose(game: Session, quick_play: QuickPlay, number: int) -> None:
    """Do one of the things offered as numbered buttons, counted from 0; one that is refused says why."""
    proposals = game.selection.proposals
    if quick_play.running and not quick_play.waits:
        return
    if number < len(proposals) and game.may_act and proposals[number].switches == MANNER:
        game.selection.change_manner()
        game.dirty = True
    elif number < len(proposals) and game.may_act and proposals[number].switches:
        game.planning.let_stay(proposals[number].switches)
        game.dirty = True
    elif number < len(proposals) and game.may_act:
        proposal = _with_route(game, proposals[number])
        if proposal is None:
            game.dirty = True
            return
        if isinstance(proposal.verdict, Illegal):
            game.selection.refusal = Refusal("", proposal.verdict.reasons)
            game.dirty = True
        elif proposal.offer.sharing is not None:
            game.selection.sharing = proposal.offer.sharing
            game.dirty = True
        else:
            game.controller.meant = proposal
            game.play(proposal.action)


def outlined(game: Session, spot: Spot) -> int | None:
    """The number from 0 of the choice whose ground holds a point of the table; None if there is none, or something is
    in hand."""
    free = game.selection.selected is None and game.may_act
    return next((number for number, each in enumerate(game.selection.proposals if free else ())
                 if any(inside(spot, outline) for outline in each.offer.outlines)), None)


def _with_route(game: Session, proposal: Proposal) -> Proposal | None:
    """What a button does while something is planned for the unit in hand: it joins that, which is not done yet (None);
    where only a facing has been chosen, it is the march to its place and that facing."""
    route = game.selection.route
    if route is None or not route.open:
        return proposal
    if proposal.offer.angle is not None:
        route.turn = proposal.offer.angle
        return route.whole()
    if route.legs:
        game.planning.plan(proposal.place, proposal)
        return None
    marches = proposal.preview is None and proposal.place is not None and len(proposal.actions) == 1
    return (route.whole(proposal) if marches else None) or proposal
