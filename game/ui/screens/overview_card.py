"""The overview of a phase on the game screen: a click on a line does what its signs stand for, or offers what can be
done with it."""

from __future__ import annotations

from dataclasses import replace

from game.core.message import say
from game.core.overview import Overview
from game.core.verdict import Illegal
from game.ui.cards import overview
from game.ui.cards.column import Content
from game.ui.screens.game_frame import GameFrame
from game.ui.screens.phase_list import listed


def content(screen: GameFrame) -> Content | None:
    """What the card shows; None where the phase has nothing of the kind, or is the other side's who is not called yet.
    """
    game, lines, pointing = screen.game, screen.game.selection.lines, screen.game.pointing
    if game.turn_end.holds:
        return None
    shown = explained(lines.overview, pointing.line, pointing.sign) if game.may_act else lines.overview
    return listed(game.theme, game.situation.counters, shown, screen.lit_line, game.may_act, lines.heads,
                  lines.looked_at or lines.overview.of_unit(game.selection.selected or ""),
                  still=pointing.line is not None)


def explained(shown: Overview, name: str | None, number: int | None) -> Overview:
    """The overview with what a sign that is pointed at does, or the rule that refuses it, below the title of its line.
    """
    line = shown.line(name)
    if line is None or number is None or number >= len(line.ways):
        return shown
    offer = line.ways[number].offer
    told = offer.words
    if isinstance(offer.verdict, Illegal):
        told = say("{order}: refused by {rule}", order=told, rule=offer.verdict.reasons[0].rule.number)
    lines = (replace(one, told=told, rule=None) if one is line else one for one in shown.lines)
    return replace(shown, lines=tuple(lines))


def press(screen: GameFrame, pos: tuple[int, int]) -> bool:
    """A click on the card: do what a sign stands for, or look at a line; whether it was there."""
    card, game = screen.column.overview, screen.game
    spot = card.spot_at(pos) if card.rect.collidepoint(pos) else None
    if spot is None:
        return False
    name, number = overview.meant(spot)
    game.hint, game.dirty = None, True
    game.selection.look_along(name if number is not None or name != game.selection.lines.looked_at else None,
                               on_list=True, unfold=number is None)
    if number is not None:
        game.choosing.choose(number)
    return True
