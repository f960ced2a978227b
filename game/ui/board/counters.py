"""Drawing of counters on the board: resting ones with shadows, signs and front bars, held ones, and the arrows that
choose a facing."""

from __future__ import annotations

from collections import Counter as TallyOf
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

import pygame

from game.art import Mark, screen_data
from game.core.contract import Counter
from game.core.message import Text, say
from game.core.theme import Theme
from game.ui.board import overlays
from game.ui.board.animation import HELD_GHOST_OPACITY, CounterPose, Spot
from game.ui.board.banners import draw_banners
from game.ui.board.far_view import (
    block_surface,
    chit_room,
    draw_block_signs,
    draw_common_signs,
    draw_fight_plate,
    leader_disc,
)
from game.ui.board.label_placement import print_names
from game.ui.board.overlay import Overlay
from game.ui.board.overlays import SKY, ghost_frame
from game.ui.board.pieces import (
    INKS,
    LyingPiece,
    badge_at,
    badged,
    base_side,
    draw_outline,
    draw_signs,
    outline_at,
    picture_of,
    piece_shadow,
    ring_of,
    upright,
)
from game.ui.board.stack_layout import BAND_STEP, BANNER_WIDTH
from game.ui.board.stacks import FlagPosition, LyingStacks
from game.ui.counters.marks import signs_of
from game.ui.counters.pictures import BANNER_EXTRA, flag_surface
from game.ui.kit.notice import SignMeanings, frame_sides
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.lettering import MapText
from game.ui.sheets.planes import facing_of

FRONT_BAR_WIDTH = 0.84
"""The width of the bar at a counter's front, in counter widths."""
BAR_DISTANCE = 0.61
"""The bar's distance from the counter's centre, in counter widths."""
BLOCK_BAR_DISTANCE = 0.545
"""The bar's distance from the centre of a far-view block, in block widths."""
ARROW_DISTANCE = 0.98
"""The distance of the facing arrows from their place's centre, in sheet units."""
ARROW_SIZE = 0.46
"""The size of an arrow, in sheet units."""
TOP_OF_STACK = say("Top of its stack")


@picture_cache(256)
def front_bar(angle: int, px: int) -> tuple[pygame.Surface, pygame.Rect]:
    """The front bar of a counter that faces ``angle`` degrees, in a picture ``px`` pixels square, with a point towards
    the gap between the hexes in front; and the bar's rectangle in the picture."""
    picture = render_elements(
        (px, px), "-50 -50 100 100",
        f'<path transform="rotate({angle})" d="M -47 10 L -41 -8 L -18 -8 L 0 -26 L 18 -8 L 41 -8 L 47 10 Z" '
        'fill="#ffd23c" stroke="#20150b" stroke-width="6" stroke-linejoin="round"/>')
    return picture, picture.get_bounding_rect()


@picture_cache(64)
def arrow(angle: int, px: int, chosen: bool) -> pygame.Surface:
    """An arrow that offers a facing; gold for the chosen one."""
    fill, edge = ("#ffce4a", "#20150b") if chosen else ("#1a61ad", "#ffffff")
    return render_elements(
        (px, px), "-50 -50 100 100",
        f'<path transform="rotate({angle})" d="M 0 -40 L 40 34 L 0 16 L -40 34 Z" fill="{fill}" stroke="{edge}" '
        'stroke-width="9" stroke-linejoin="round"/>')


def draw_front_bar(surface: pygame.Surface, angle: int, at: tuple[float, float], px: int,
                   out: float = BAR_DISTANCE) -> pygame.Rect:
    """Draw the bar that shows a counter's facing.

    :param angle: degrees clockwise from the top of the map.
    :param at: the counter's centre in window pixels; ``px`` is its width.
    :param out: the bar's distance from there, in counter widths.
    :return: the pixels of the bar itself.
    """
    picture, bar = front_bar(angle % 360, max(8, round(FRONT_BAR_WIDTH * px)))
    place = picture.get_rect(center=_beside(at, angle, out * px))
    surface.blit(picture, place)
    return bar.move(place.topleft)


def draw_arrows(surface: pygame.Surface, facings: Mapping[int, bool], at: tuple[float, float], scale: float,
                tooltips: SignMeanings) -> None:
    """Draw the facings that can be chosen as arrows around a place.

    :param facings: angle -> whether it is the current choice.
    :param scale: pixels per sheet unit.
    """
    for angle, chosen in facings.items():
        picture = arrow(angle % 360, max(14, round(ARROW_SIZE * scale)), chosen)
        place = surface.blit(picture, picture.get_rect(center=_beside(at, angle, ARROW_DISTANCE * scale)))
        tooltips.append((place, say("It faces this way") if chosen else say("Click: face this way")))


def facing_at(facings: Mapping[int, bool], at: tuple[float, float], scale: float, pos: tuple[int, int]) -> int | None:
    """The angle of the arrow under a point of the window; None if there is none."""
    reach = max(14, round(ARROW_SIZE * scale)) * 0.6
    hits = []
    for angle in facings:
        x, y = _beside(at, angle, ARROW_DISTANCE * scale)
        gap = hypot(pos[0] - x, pos[1] - y)
        if gap <= reach:
            hits.append((gap, angle))
    return min(hits)[1] if hits else None


def _beside(at: tuple[float, float], angle: int, far: float) -> tuple[float, float]:
    turn = radians(angle)
    return at[0] + far * sin(turn), at[1] - far * cos(turn)


FAR_DOT_RADIUS = 0.15
"""The radius of the disc on a block that can act, in block widths, in the far view."""
NEAR_DOT_RADIUS = 0.09
"""The same in the near view."""
GHOST_OPACITY = 0.78
"""Opacity of a counter drawn at its destination, 0..1."""


@dataclass(frozen=True, slots=True)
class RestingCounters:
    """The resting counters and how they are rendered."""

    stacks: LyingStacks
    counters: Mapping[str, Counter]
    theme: Theme
    cut: int
    """The width in pixels at which full-sized counters are rendered."""
    stretch: float
    """The factor by which they are enlarged while zooming."""
    carried: frozenset[str] = frozenset()
    """Units held by the player: a ghost is drawn in each one's place."""
    sheet_turn: int = 0
    """The rotation of the sheet, in degrees clockwise."""
    names: Sequence[MapText] = ()
    """The names printed on the sheet; they are printed again on the grounds of commands."""
    below_flags: Callable[[pygame.Surface], None] = lambda _: None
    """Draws what lies above counters, but below flags of commands."""


def stretched(picture: pygame.Surface, stretch: float) -> pygame.Surface:
    """A picture enlarged; the picture itself if the factor is 1."""
    return picture if stretch == 1.0 else pygame.transform.smoothscale_by(picture, stretch)


def draw_resting(surface: pygame.Surface, lie: RestingCounters, marks: Overlay, over: Callable[[pygame.Surface], None],
                 tooltips: SignMeanings) -> None:
    """Draw the resting counters with their shadows and the signs around them.

    :param over: draws what lies above counters, but below a fanned-out stack.
    """
    stacks, data = lie.stacks, screen_data(lie.theme.art)
    signs = dict.fromkeys(marks.eligible, "able") | dict.fromkeys(marks.hint, "hint")
    signs |= dict.fromkeys(marks.targets, "target")
    signs |= dict.fromkeys(marks.participants, "picked")
    if marks.selected:
        signs[marks.selected] = "selected"
    spread, area = stacks.tray() or (frozenset(), None)
    fanned, widths, duties = stacks.fanned() - spread, stacks.widths(), frozenset(marks.duties)
    covered, flagged, beneath, closed = stacks.covered(), stacks.flagged(), stacks.beneath(), stacks.closed()
    blocks, discs = {block.units[-1]: block for block in stacks.blocks}, stacks.discs()
    within = frozenset(unit for block in blocks.values() for unit in block.units[:-1])
    for top, block in blocks.items():
        kinds = [kind for kind in RING_PRIORITY if any(signs.get(unit) == kind for unit in block.units)]
        signs.pop(top, None)
        if kinds:
            signs[top] = kinds[0]
        if not duties.isdisjoint(block.units):
            duties |= {top}
    able = {top for top, block in blocks.items() if not frozenset(marks.eligible).isdisjoint(block.units)}
    carried = lie.carried - {top for top, block in blocks.items() if not lie.carried.issuperset(block.units)}
    drawn_area = surface.get_clip().inflate(3 * stacks.px, 3 * stacks.px)
    soft: dict[object, pygame.Surface] = {}
    ringed = list[tuple[str, LyingPiece, int]]()
    """Rings whose badges (and on a table, the rings too) are drawn later, above all counters."""

    fights, drawn = stacks.fights(), TallyOf[str]()

    fronts = list[tuple[int, Spot, int, float, Counter, Mapping[str, Mark]]]()
    """Front bars with their counters' signs, drawn later above all counters because they lie in the gaps between
    them."""

    def finish() -> None:
        for angle, at, px, out, *_ in fronts:
            tooltips.append((draw_front_bar(surface, angle, at, px, out), say("Its front: it faces this way")))
        for _, at, px, _, counter, shown in fronts:
            draw_signs(surface, counter, shown, at, px, None, piled=False)
        fronts.clear()
        lying, taken = list[LyingPiece](), list[pygame.Rect]()
        for unit, at in stacks.spots().items() if ringed else ():
            if not lie.counters[unit].outline and (turn := facing_of(stacks.place_of(unit) or "")) is not None:
                lying.append(LyingPiece(lie.counters[unit], max(6, round(stacks.px * widths.get(unit, 1.0))), turn, at))
        for kind, piece, cut in ringed:
            if piece.turn is not None:
                sign = stretched(ring_of(kind, piece.counter, cut, piece.turn, bold=lie.theme.projected), lie.stretch)
                tooltips.extend(ring_tooltips(kind, surface.blit(sign, sign.get_rect(center=piece.at)), piece.px))
        for kind, piece, cut in ringed:
            if badged(kind, piece):
                picture = stretched(overlays.badge(kind, cut), lie.stretch)
                place = badge_at(piece, picture.get_width(), lying, taken, surface.get_clip())
                taken.append(surface.blit(picture, place))
                tooltips.append((taken[-1], RING_MEANINGS[kind]))
        ringed.clear()

    def finish_masses() -> None:
        """Draw everything that lies above the counters, except those of a fanned-out stack."""
        finish()
        lie.below_flags(surface)
        draw_banners(surface, stacks.banners, stacks.camera, tooltips, faint=stacks.faded_flags(),
                     lit=(marks.selected, *marks.participants) if marks.selected else marks.participants)
        over(surface)

    if stacks.masses:
        print_names(surface.subsurface(stacks.camera.rect.clip(surface.get_rect())), lie.names, stacks.camera)
    spots, piles, edges = stacks.spots(), stacks.piles(), stacks.edges()
    ringed_below = {unit for units in piles.values() for unit in units if signs.get(unit) == "able"} - carried

    def ring_pile(units: Sequence[str]) -> None:
        """Draw the rings of a pile's units that can act beneath the pile: above it they would hide the bands."""
        for unit in units:
            if unit in ringed_below:
                px = max(6, round(stacks.px * widths.get(unit, 1.0)))
                cut = max(6, round(lie.cut * widths.get(unit, 1.0)))
                sign = stretched(ring_of("able", lie.counters[unit], cut, None, bold=lie.theme.projected), lie.stretch)
                place = sign.get_rect(center=spots[unit])
                hidden = 0 if unit == units[-1] or unit in edges else px - round(BAND_STEP * px)
                band = pygame.Rect(0, 0, place.w, place.h - hidden)
                tooltips.extend(ring_tooltips("able", surface.blit(sign, place, band), px))

    def cast(unit: str, counter: Counter, turn: float | None) -> None:
        """Draw a resting counter's shadow, below it to the right."""
        share = widths.get(unit, 1.0)
        cut, far = max(6, round(lie.cut * share)), max(6, round(stacks.px * share)) * (0.035 if turn is None else 0.06)
        if (shape := (share, counter.size, turn, upright(counter))) not in soft:
            soft[shape] = stretched(piece_shadow(counter, cut, turn), lie.stretch)
        surface.blit(soft[shape], soft[shape].get_rect(
            center=(round(spots[unit][0] + far), round(spots[unit][1] + 1.5 * far))))

    for unit, at in spots.items():
        turn = facing_of(stacks.place_of(unit) or "")
        if turn is not None and not lie.counters[unit].outline and unit not in carried and drawn_area.collidepoint(at):
            cast(unit, lie.counters[unit], turn)
    for unit, (x, y) in spots.items():
        if unit in within:
            continue
        counter, share = blocks[unit].counter if unit in blocks else lie.counters[unit], widths.get(unit, 1.0)
        px, cut = max(6, round(stacks.px * share)), max(6, round(lie.cut * share))
        if counter.outline:
            if unit in signs and unit not in carried:
                draw_outline(surface, INKS[signs[unit]], outline_at(counter, px, (x, y)), stacks.px)
            continue
        if not drawn_area.collidepoint(x, y):
            continue
        if area is not None and unit in spread:
            finish_masses()
            surface.blit(overlays.plate(area.size), area)
            tooltips[:] = [(rect, text) for rect, text in tooltips if not area.collidepoint(rect.center)]
            area = None
        turn = facing_of(stacks.place_of(unit) or "")
        if unit in piles:
            ring_pile(piles[unit])
        if unit not in carried | edges and unit not in flagged and unit not in discs and turn is None:
            cast(unit, counter, None)
        if unit in flagged:
            end, number = flagged[unit]
            picture = flag_surface(counter, lie.theme, cut, end, BANNER_WIDTH if end else BAND_STEP, number)
        elif unit in discs:
            picture = leader_disc(counter.symbol, lie.theme.side(counter.seat), cut)
        elif unit in blocks:
            picture = block_surface(counter, lie.theme.side(counter.seat), cut, chit_room(blocks[unit], data, cut))
        else:
            picture = picture_of(counter, lie.theme, cut, turn, beneath=unit in beneath, shown=px)
        if unit in blocks and (fight := fights.get(blocks[unit].place)) and not drawn[blocks[unit].place]:
            draw_fight_plate(surface, fight)
        picture = stretched(picture, lie.stretch)
        if unit in marks.staying:
            picture = overlays.dulled(picture)
        if unit in carried:
            picture = picture.copy()
            picture.set_alpha(round(255 * HELD_GHOST_OPACITY))
        place = picture.get_rect(center=(x, y))
        if turn is None:
            place.bottom = y + (picture.get_width() + 1) // 2
        elif unit not in carried and (below := base_side(counter, lie.theme, cut, turn)) is not None:
            below = stretched(below, lie.stretch)
            surface.blit(below, below.get_rect(center=(x, y)))
        surface.blit(picture, place)
        if unit in carried:
            continue
        if unit in flagged and unit in signs:
            tooltips.append((_flag_ring(surface, signs[unit], flagged[unit], (x, y), px), RING_MEANINGS[signs[unit]]))
        elif unit in signs and unit not in ringed_below:
            ringed.append((signs[unit], LyingPiece(counter, px, turn, (x, y)), cut))
            if turn is None:
                sign = stretched(ring_of(signs[unit], counter, cut, turn, bold=lie.theme.projected), lie.stretch)
                tooltips += ring_tooltips(signs[unit], surface.blit(sign, sign.get_rect(center=(x, y))), px)
        shown = signs_of(counter.marks, data, duty=unit in duties, covered=unit in covered)
        if counter.angle is not None:
            fronts.append((marks.turned.get(unit, counter.angle) + lie.sheet_turn, (x, y), px,
                           BLOCK_BAR_DISTANCE if unit in blocks else BAR_DISTANCE, counter, shown))
        elif unit not in edges:
            draw_signs(surface, counter, shown, (x, y), px, turn, unit in fanned)
        if unit in blocks:
            draw_block_signs(surface, blocks[unit], data, (x, y), px, tooltips)
            drawn[blocks[unit].place] += 1
            if drawn[blocks[unit].place] > 1:
                draw_common_signs(surface, blocks[unit], data, fights[blocks[unit].place], tooltips)
        if unit in able and unit not in signs:
            dot = _able_dot(surface, (x, y), px, FAR_DOT_RADIUS if stacks.masses else NEAR_DOT_RADIUS)
            tooltips.append((dot, RING_MEANINGS["able"]))
        if unit in closed:
            lowest, number = closed[unit]
            chip = overlays.count_chip(number, px)
            edge = spots[lowest][1] - px // 2
            tooltips.append((surface.blit(chip, chip.get_rect(midbottom=(x, edge + round(0.16 * px)))),
                             say("Units in this stack: {number}. Point at it to see them", number=number)))
        rank = stacks.rank(unit)
        if rank is not None:
            disc = overlays.rank_disc(rank, px)
            place = surface.blit(disc, disc.get_rect(center=stacks.rank_spot(unit, (x, y), px)))
            tooltips.append((place, TOP_OF_STACK if rank == 1 else
                             say("Number {rank} of its stack, counted from the top", rank=rank)))
    if not spread or area is not None:
        finish_masses()
    finish()


def _able_dot(surface: pygame.Surface, at: Spot, px: int, size: float) -> pygame.Rect:
    """Draw the disc at the upper right corner of a block with a unit that can act; return its rectangle.

    :param size: its radius as a share of the block's width.
    """
    middle, radius = (round(at[0] + 0.44 * px), round(at[1] - 0.44 * px)), max(3, round(size * px))
    pygame.draw.circle(surface, "#1d1206", middle, radius + 2)
    pygame.draw.circle(surface, "#ffffff", middle, radius + 1)
    return pygame.draw.circle(surface, SKY, middle, radius)


def _flag_ring(surface: pygame.Surface, kind: str, flown: FlagPosition, at: Spot, px: int) -> pygame.Rect:
    """Draw a ring around a counter's flag at a stack; return its rectangle."""
    if flown.end:
        box = pygame.Rect(0, 0, round(BANNER_WIDTH * px), round((1 + BANNER_EXTRA / 100) * px))
        box.midbottom = round(at[0] + flown.end * (1 - BANNER_WIDTH) / 2 * px), at[1] + px // 2
    else:
        box = pygame.Rect(0, 0, round(px / flown.number), round(BAND_STEP * px))
        box.midtop = at[0], at[1] - px // 2
    thin = kind == "able"
    width = max(2, round(px * (0.04 if thin else 0.08)))
    for ink, far in (("#1d1206", width + 2), (INKS[kind], width)):
        pygame.draw.rect(surface, ink, box.inflate(far, far), far, border_radius=max(2, px // 12))
    return box


RING_PRIORITY = ("selected", "picked", "target", "hint")
"""Priority of rings on a block: it shows the first that one of its counters has. Units that can act get a disc instead
of a ring, because rings this close would hide the side colours."""
RING_MEANINGS: dict[str, Text] = {
    "selected": say("Selected"), "picked": say("Picked"), "target": say("Can be attacked"), "able": say("Can act"),
    "hint": say("The hint is about this unit")}
"""The tooltips of the rings around counters."""


def ring_tooltips(kind: str, place: pygame.Rect, px: int) -> SignMeanings:
    """Tooltips for the parts of a ring outside its counter."""
    inner = place.inflate(px - place.width, px - place.height)
    width = max(3, round(0.1 * px))
    return [(side, RING_MEANINGS[kind]) for side in frame_sides(inner.inflate(width, width), width)]


def draw_ghost(surface: pygame.Surface, counter: Counter, theme: Theme, angle: int | None, at: Spot, px: int) -> None:
    """Draw a counter at its destination: pale, in a dashed frame, with its front bar; ``at`` is in window pixels."""
    picture = picture_of(counter, theme, px, None).copy()
    picture.set_alpha(round(255 * GHOST_OPACITY))
    frame = ghost_frame(px)
    surface.blit(picture, picture.get_rect(center=at))
    surface.blit(frame, frame.get_rect(center=at))
    if angle is not None:
        draw_front_bar(surface, angle, at, px)


def draw_moving(surface: pygame.Surface, counter: Counter, theme: Theme, pose: CounterPose, at: tuple[float, float],
                px: int) -> None:
    """Draw a moving counter: raised, with its shadow farther off, faded if its pose says so; ``at`` is in window
    pixels."""
    x, y = at
    low = px * (0.05 + 0.16 * pose.lift)
    if pose.alpha > 0.6:
        cast = piece_shadow(counter, px, pose.turn, round(pose.lift * 4) / 4)
        surface.blit(cast, cast.get_rect(center=(round(x + low), round(y + 1.4 * low))))
    picture = picture_of(counter, theme, px, pose.turn)
    below = base_side(counter, theme, px, pose.turn)
    if below is not None and not pose.tilt and pose.alpha > 0.6:
        surface.blit(below, below.get_rect(center=(round(x), round(y))))
    if pose.tilt or pose.lift > 0.01:
        picture = pygame.transform.rotozoom(picture, pose.tilt, 1 + 0.07 * pose.lift)
    if pose.alpha < 0.999:
        picture = picture.copy()
        picture.set_alpha(round(255 * max(0.0, pose.alpha)))
    surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
