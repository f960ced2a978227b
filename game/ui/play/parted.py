"""A stack in hand of which only a part can go somewhere: who goes, who stays, and where it parts."""

from __future__ import annotations

from game.core.message import say
from game.i18n.words import said
from game.ui.board.marked import Overlay
from game.ui.play.planning import Planning
from game.ui.play.selection import Selection


def mark_parts(held: Selection, planning: Planning, over: Overlay, place: str | None) -> None:
    """Mark the places that only some of those in hand can go to, and dull those that stay from the one pointed at."""
    over.parts, over.staying = {}, tuple(held.stays)
    if held.selected is None or not held.group:
        return
    whole = (held.selected, *held.group)
    for spot in over.reach:
        left = planning.left_behind(spot)
        if left:
            over.parts[spot] = said(say("{had} of {needed}", had=len(whole) - len(left), needed=len(whole)))
    stay = tuple(unit for unit, _ in planning.left_behind(place))
    over.staying = (*over.staying, *stay)
    over.picked = tuple(unit for unit in over.picked if unit not in stay)
