"""The cost of a move in PIPs (rule 5, 14.5)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.measuring import Outline, distance, gap, rounded
from game.core.chance import Modifier
from game.core.indices import Seat, Slot
from game.core.message import Text, and_list, in_context, say
from game.core.pose import Spot
from game.rules.renaissance.engine.state import SEATS, RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES, TERRAIN
from game.rules.renaissance.engine.words import TYPE_NAMES, rule

BLOCKING_TERRAIN = tuple(kind for kind, terrain in TERRAIN.items() if terrain.hides)
"""Kinds of terrain that block command at a distance. They also block sight, except over a short stretch of a piece that
contains shooter or target."""
SLOWING_TERRAIN = frozenset(kind for kind, terrain in TERRAIN.items() if terrain.slows_orders)
"""Kinds of terrain in which a general makes its side's moves cost an extra PIP (5.3)."""


def cost(state: RenaissanceState, slots: Sequence[Slot]) -> tuple[Modifier, ...]:
    """The PIPs that a move of some bases costs, each with its rule; their sum is the price (14.5.2, ruling 34)."""
    key = "pips", tuple(slots)
    terms: tuple[Modifier, ...] | None = state.memo.get(key)
    if terms is None:
        terms = state.memo[key] = _cost(state, slots)
    return terms


def _cost(state: RenaissanceState, slots: Sequence[Slot]) -> tuple[Modifier, ...]:
    terms = [Modifier(1, in_context("noun", "Move"), rule("14.5.1"))]
    seat = state.roster[slots[0]].seat
    if state.bound <= len(SEATS):  # the first bound of either side (14.5.2)
        return tuple(terms)
    slow = dict.fromkeys(TYPE_NAMES[state.kind(slot)][1] for slot in slots if state.element(slot).extra_pip)
    if slow:
        terms.append(Modifier(1, and_list(slow), rule("5.1", 8)))
    terms += [Modifier(1, text, rule(number, ruling)) for number, ruling, text in (
        ("5.2", 9, why_far(state, seat, slots)), ("5.3", 10, why_badly_placed(state, seat))) if text]
    return tuple(terms)


def why_far(state: RenaissanceState, seat: Seat, slots: Sequence[Slot]) -> Text:
    """Why the general's distance makes a move cost more: too far from some bases, or lost; empty if near enough (5.2,
    ruling 9)."""
    general = state.general(seat)
    if state.units[general].lost:
        return say("General lost")
    general_outline = state.outline(general)
    if general_outline is None:
        return ""
    others = [slot for slot in slots if slot != general]
    front_corners = [(state.outline(slot) or general_outline)[0] for slot in others]
    if all(distance(general_outline[0], corner) <= DISTANCES.general_hidden for corner in front_corners):
        return ""  # the gap between the outlines is at most the distance between these corners
    gaps = {slot: _distance_to_general(state, general_outline, slot) for slot in others}
    widest_gap = max(gaps.values(), default=0)
    if widest_gap > DISTANCES.general_far:
        return say("More than 16 MU from the general")
    if widest_gap > DISTANCES.general_hidden and all(
            line_blocked(state, middle(general_outline), middle(state.outline(slot) or general_outline))
            for slot, units in gaps.items() if units == widest_gap):
        return say("More than 8 MU from the general, beyond a camp or blocking terrain")
    return ""


def _distance_to_general(state: RenaissanceState, general_outline: Outline, slot: Slot) -> int:
    """Distance in units between the general and a base of its side, between their nearest points."""
    units: int | None = state.memo.get(("general", slot))
    if units is None:
        units = state.memo["general", slot] = gap(general_outline, state.outline(slot) or general_outline)
    return units


def why_badly_placed(state: RenaissanceState, seat: Seat) -> Text:
    """Why the general's place makes a move cost more: a camp, marsh, woods or oasis; empty if it does not (5.3,
    ruling 10)."""
    general = state.general(seat)
    if state.camp_of(general) is not None:
        return say("General in the camp")
    outline = state.outlines[general]
    if outline is not None and state.ground.kinds_under(outline) & SLOWING_TERRAIN:
        return say("General in marsh, woods or oasis")
    return ""


def middle(outline: Outline) -> Spot:
    """The middle of a base or camp from its corners, front corners first; rounded from its front edge."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    x, y = (ax + bx) // 2, (ay + by) // 2
    return x + rounded(cx + dx - ax - bx, 4), y + rounded(cy + dy - ay - by, 4)


def line_blocked(state: RenaissanceState, start: Spot, end: Spot) -> bool:
    """Whether a camp, a crest, dunes, an oasis or woods lie on the line between two points."""
    line = (start, end)
    return (any(gap(line, outline) == 0 for outline in state.camp_outlines) or state.ground.crosses_crest(line)
            or state.ground.crosses(line, BLOCKING_TERRAIN))
