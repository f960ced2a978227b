"""What a step of a lesson marks on the map: what it asks about, what it does, what the rules forbid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.board.measuring import distance
from game.core.action import Faces
from game.core.capability import capability
from game.core.contract import Counter, System
from game.core.offer import TableOffer
from game.core.pose import BASE, Stick, read_pose
from game.core.presenter import FreeMeasurement
from game.core.verdict import Illegal, Legal
from game.match.demo import Frame
from game.ui.board.held import Held, held_as
from game.ui.board.view import BoardView
from game.ui.screens.slides import Slide


def mark(view: BoardView, rules: System[Any], frame: Frame) -> None:
    """Mark on the map what a step asks about or does."""
    over = view.overlay
    counters = {counter.unit: counter for counter in rules.counters(frame.before)}
    shown = frame.asked or frame.done
    units, named = (shown.units, shown.places) if shown is not None else ((), ())
    over.refused = named[-1] if named and isinstance(frame.verdict, Illegal) else None
    start = counters[units[0]].place if units and units[0] in counters else None
    goes = isinstance(frame.verdict, Legal) and frame.verdict.cost is not None
    over.path = (start, *named) if start and named and goes else ()
    view.held, move = Held(sticks=_shot(frame, counters)), move_of(rules, frame)
    if move is not None:
        goes_on = [(unit, pose) for unit, pose in move.poses if pose.text != counters[unit].place]
        view.held = held_as(replace(move, poses=tuple(goes_on) or move.poses))
        over.refused, over.hint = None, ()
        return
    over.hint = units if goes or over.refused else (*units, *named)


def mark_slide(view: BoardView, rules: System[Any], slide: Slide) -> None:
    """Ring what a slide points out, and mark what its step asks about or does."""
    frame, over = slide.frame, view.overlay
    if frame is None:
        return
    show = frame.step.show
    if frame.asked is not None or slide.done or slide.yours:
        mark(view, rules, frame)
    if show.places or show.units:
        over.hint = (*show.units, *show.places, *slide.named)
    elif over.path:
        over.hint = (*over.hint, *over.path[-1:], *slide.named)
    else:
        over.hint = (*over.hint, *slide.named)
    if show.arrow:
        over.path = show.arrow
    if slide.done and frame.events and over.refused is None and not show.units:
        over.hint = slide.named


def move_of(rules: System[Any], frame: Frame) -> TableOffer | None:
    """On a table without a grid, the move that a step asks about or makes, worked out."""
    action = frame.asked or frame.done
    return capability(rules, FreeMeasurement).worked_out(frame.before, action) if action is not None else None


def _shot(frame: Frame, counters: Mapping[str, Counter]) -> tuple[Stick, ...]:
    """The measuring stick to the target of a shot over a table without a grid, where the step asks about one."""
    preview, asked = frame.preview, frame.asked
    if preview is None or asked is None or isinstance(asked, Faces):
        return ()
    ends = [read_pose(counters[line.unit].place or "") for lines in (preview.attackers, preview.defenders)
            for line in lines[:1]]
    start, end = ends if len(ends) == 2 else (None, None)
    if start is None or end is None or distance(start.spot, end.spot) < BASE // 2:
        return ()
    return (Stick(start.spot, end.spot, distance(start.spot, end.spot)),)
