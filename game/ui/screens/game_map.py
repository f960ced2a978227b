"""What the game screen shows on the map: the overlay with rings, arrows and the like, and the slip, a small note at the
foot of the map."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

import pygame

from game.board.measuring import Outline
from game.core.chance import per_cent
from game.core.message import Text, joined, or_list, say
from game.core.preview import Preview
from game.i18n.words import translate
from game.match.hint import Hint
from game.ui.board.held import placed_base_of
from game.ui.board.overlay import Danger, Ghost, Overlay, PlanArrow
from game.ui.cards import slip as slips
from game.ui.kit.fonts import font
from game.ui.kit.notice import covered_boxes, edge_places
from game.ui.kit.theme import INK, LINE_INK
from game.ui.play import choices
from game.ui.play.game import GameInPlay
from game.ui.play.planning import Planning
from game.ui.play.route import PlannedRoute
from game.ui.play.selection import Selection
from game.ui.play.turn_end import CLICK_AGAIN, ENTER_AGAIN
from game.ui.screens.game_contents import hint_card, pointed_place, refusal_to_show
from game.ui.sheets.planes import on_sheet

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

MAX_STEPS = 12
"""The greatest number of steps of a plan that are drawn on the map, to keep the arrows readable."""
NEXT_STEPS = 5
"""Number of next steps drawn of a longer plan."""
SLIP_WIDTH = 620
"""Greatest width of the slip, in layout units."""
SLIP_GAP = 14
"""Gap between the slip and the edges of the map, or the dice tray, in layout units."""
MIN_HALF_WIDTH = 380
"""Least width in layout units of a slip that leaves half of the map's width free. Chosen by hand."""
STATIC_SLIPS = "refusal", "summary", "note"
"""Kinds of slip that do not follow the pointer: the slip is placed where it covers least, and stays there."""
HELD_BY_KEYS = say("Arrow keys move it (with Shift ten times as far), Q and E turn it, S snaps it, N bends its path, "
                   "T lets you type a position; Enter puts it down")
"""Keyboard instructions for held bases."""
PIECE_BY_KEYS = say("Arrow keys move it (with Shift ten times as far), Q and E turn it; Enter puts it down")
"""Keyboard instructions for a piece that does not move along a path, such as terrain."""
PIECE_BY_MOUSE = say("Click the destination. Mouse wheel: turn")
"""Mouse instructions for such a piece."""
HELD_BY_MOUSE = say("Click the destination. Mouse wheel: turn. Drag a corner: wheel. Ctrl+click: bend the path. "
                    "Shift+click a base: leave it out")
"""Mouse instructions for several held bases."""
ALONE_BY_MOUSE = say("Click the destination. Double-click: select the group. Mouse wheel: turn. Drag a corner: wheel")
"""Mouse instructions for a single held base."""


def fill_overlay(game: GameInPlay) -> None:
    """Fill the map's overlay with everything that the game marks on the map now."""
    situation, selection, planning, overlay = game.situation, game.selection, game.planning, game.view.overlay
    view, pointing, hand = game.view, game.pointing, game.hand
    place = pointed_place(game)
    refusal = refusal_to_show(game)
    composing = situation.composing and selection.active
    has_selected = selection.selected is not None and not composing
    goals = selection.goals
    goal_units = goals[selection.goal] if selection.goal else tuple(dict.fromkeys(chain(*goals.values())))
    overlay.selected = selection.selected if has_selected else None
    overlay.participants = selection.participants or (*selection.group, *selection.companions_coming)
    may_add = (*selection.eligible, *selection.targets) if composing and selection.participants else ()
    overlay.addable = frozenset(may_add) - {*selection.participants}
    overlay.targets = selection.targets if composing else selection.topmost_targets if has_selected else ()
    overlay.reach = selection.reach if has_selected or selection.goals else {}
    overlay.hit_chances = selection.choices.hit_chances if has_selected else {}
    overlay.stamps = selection.choices.stamps if has_selected else {}
    overlay.keys = selection.keys if has_selected else {}
    mark_partial_reach(selection, planning, overlay, place)
    show_route(game, place, has_selected=has_selected)
    overlay.refused = refusal.place if refusal is not None and not composing and not hand.away_from_home else None
    overlay.path = planning.path_to(place) if has_selected else ()
    overlay.duties = situation.duties if selection.active and not has_selected else ()
    overlay.eligible = selection.idle if selection.active and not has_selected else ()
    fight = situation.pending_preview if game.stage.dice_rolling or not game.stage.busy else None
    overlay.cursor = selection.cursor if pointing.keyboard and fight is None else None
    question = game.interruption.question
    eligible_interrupters = selection.eligible if situation.interrupting is not None else ()
    interrupters = question.units if question is not None else eligible_interrupters
    addable = selection.addable_participants if composing else ()
    overlay.hint = addable if addable else interrupters if interrupters and not has_selected else goal_units
    hovered_unit = pointing.unit if selection.active and not pointing.keyboard else None
    sticks = game.measuring.stick, selection.choices.stick_to(place)
    view.held = hand.shown_bases(*sticks, box=game.selection_box.outline, over=hovered_unit)
    view.held = replace(view.held, outlines=view.held.outlines or _outlines_of_choice(game))
    overlay.dangers = dangers(game, place) if has_selected and selection.active else ()
    overlay.arcs = game.hover_arcs.arcs if not overlay.facings else ()
    overlay.refused = overlay.refused if not overlay.arcs else None
    _ring_line(game)
    hint = game.hinting.shown
    overlay.plan = shot_arrows(selection.route) if hint is None else (
        plan_arrows(hint, {counter.place for counter in situation.counters.values()}))
    if hint is not None:
        _show_next_step(game, hint)
    else:
        overlay.plan = (*overlay.plan, *_march_arrows(game))
    if fight is not None:
        _ring_fight(game, fight)


def _ring_fight(game: GameInPlay, fight: Preview) -> None:
    """Ring both sides of a combat that is being rolled for, alike if neither attacks; on an area map, also draw an
    arrow from attacker to defender, or the cursor around the area that both are in."""
    counters, overlay = game.situation.counters, game.view.overlay
    attacking, defending = (tuple(line.unit for line in lines if line.unit in counters)
                            for lines in (fight.attackers, fight.defenders))
    if fight.contest:
        attacking, defending = (*attacking, *defending), ()
    elif not defending:
        return
    overlay.participants, overlay.targets = attacking, defending
    overlay.selected, overlay.duties, overlay.eligible, overlay.hint = None, (), (), ()
    overlay.addable = frozenset()
    if game.rules.traits.board == "area":
        pairs = {(counters[attacker].place, counters[defender].place): (attacker, defender)
                 for attacker in attacking for defender in defending}
        overlay.plan = tuple(PlanArrow((start, end), True, "", False, True, pair)
                             for (start, end), pair in pairs.items() if start and end and start != end)
        overlay.cursor = next((start for start, end in pairs if start == end), None)


def _outlines_of_choice(game: GameInPlay) -> tuple[Outline, ...]:
    """Outlines that a choice would place on the table: the choice whose button or area is under the pointer, else that
    of the main button; empty while a unit is selected."""
    number, proposals = game.pointing.choice, game.selection.proposals
    if number is None and game.pointing.place is not None and not game.pointing.keyboard:
        number = game.choosing.choice_at(game.view.spot_at(game.pointing.pixel))
    if number is None:
        number = game.main_button.key_offer
    if number is None or number >= len(proposals) or game.selection.selected is not None or not game.may_act:
        return ()
    return proposals[number].offer.outlines


def _march_arrows(game: GameInPlay) -> tuple[PlanArrow, ...]:
    """Arrows to the destinations of a command's units, if a click on the place pointed at would move the selected
    command; none if the click would select a counter."""
    situation, selection, controller = game.situation, game.selection, game.controller
    place = selection.cursor if game.pointing.keyboard else game.pointing.place
    if controller.picks_at(place, None if game.pointing.keyboard else game.pointing.unit):
        return ()
    arrows = []
    for action in controller.march_actions(place):
        start = situation.counters[action.units[0]].place
        if start is not None and action.places and situation.board.knows(start):
            arrows.append(PlanArrow((start, action.places[-1]), False, "", False, False))
    return tuple(arrows)


def _ring_line(game: GameInPlay) -> None:
    """Ring the units named by the text line under the pointer, in addition to the marks of the choice; without one,
    ring only those of the overview line under the pointer or selected, with their opponents as targets."""
    situation, selection, overlay = game.situation, game.selection, game.view.overlay
    line = selection.lines.overview.line(game.pointing.line) or selection.line
    overlay.layers_unit = (line.layers_unit or None) if line is not None else None
    if game.pointing.named_units:
        overlay.hint = game.pointing.named_units
        overlay.targets = tuple(unit for unit in overlay.targets if unit not in overlay.hint)
    elif line is not None:
        overlay.participants = tuple(unit for unit in line.units if unit in situation.counters)
        overlay.targets = tuple(unit for unit in line.against if unit in situation.counters)
        overlay.duties, overlay.eligible, overlay.hint = (), (), ()


def plan_arrows(hint: Hint, occupied: Collection[str | None]) -> tuple[PlanArrow, ...]:
    """The rest of a plan as arrows with the numbers of its steps; only the next steps of a long plan.

    :param occupied: places occupied by counters.
    """
    steps = [(number, step) for number, step in enumerate(hint.steps, hint.number) if step.paths]
    shown = steps if len(steps) <= MAX_STEPS else steps[:NEXT_STEPS]
    return tuple(
        PlanArrow(path, step.attacks, str(number) if len(steps) > 1 else "", number == hint.number,
                  path[-1] in occupied)
        for number, step in shown for path in step.paths)


def _show_next_step(game: GameInPlay, hint: Hint) -> None:
    """Ring the units of a hint's next step, enemies as targets, and draw its path."""
    situation, overlay, step = game.situation, game.view.overlay, hint.steps[0]
    units, places = step.action.units, step.action.places
    own_units = tuple(unit for unit in units if situation.counters[unit].seat == hint.seat)
    other_units = tuple(unit for unit in units if unit not in own_units)
    overlay.reach, overlay.keys, overlay.hit_chances, overlay.duties, overlay.eligible = {}, {}, {}, (), ()
    if other_units:
        overlay.participants, overlay.targets = own_units, other_units
    elif len(own_units) == 1:
        overlay.selected = own_units[0]
    else:
        overlay.participants = own_units
    overlay.path = step.paths[0] if step.paths and not step.attacks else ()
    game.view.held = game.hand.poses_after(step.action)
    overlay.hint = () if game.view.held.poses else overlay.path[-1:] or places


def _cost_text(game: GameInPlay) -> Text:
    """What the action at the place pointed at costs, and at a clicked place what another click does; else empty."""
    selection, place = game.selection, pointed_place(game)
    cost = selection.choices.cost(place)
    if not cost or place is None or place != selection.focus or game.pointing.keyboard:
        return cost
    return CLICK_AGAIN.with_values(left=cost, button=selection.choices.proposals_at[place][0].label)


def write_slip(screen: GameScreen) -> None:
    """Write and place the slip at the foot of the map, or remove it."""
    game = screen.game
    situation, selection, planning = game.situation, game.selection, game.planning
    hand, flow, pointing, quick_play = game.hand, game.flow, game.pointing, game.quick_play
    refusal = refusal_to_show(game)
    m, area = screen.metrics, screen.layout.free
    gap = m.px(SLIP_GAP)
    width = full_width = min(m.px(SLIP_WIDTH), area.width - m.px(40))
    key_before, rect_before = screen.slip.key, screen.slip.rect.copy()
    half = area.width // 2 - gap - game.view.stacks.px
    if hand.units and half >= m.px(MIN_HALF_WIDTH):  # beside a camp in the middle of the table's edge
        width = min(width, half)
    text: Text
    if refusal is not None:
        message = refusal
        has_alternative = refusal is selection.refusal and game.refusal_message.alternative is not None
        screen.slip.write(
            ("refusal", refusal.place, refusal.reasons, has_alternative),
            width,
            m,
            lambda pen: slips.write_refusal(pen, message.reasons, instead=has_alternative),
        )
    elif plan := planned_text(game):
        screen.slip.write(("planned", plan), width, m, lambda pen: slips.write_note(pen, plan))
    elif interrupt := game.interruption.pending_interrupt:
        screen.slip.write(("wish", interrupt), width, m, lambda pen: slips.write_pending_interrupt(pen, interrupt))
    elif warning := selection.choices.warning(pointed_place(game)):
        text = warning.with_rule
        screen.slip.write(("warning", text), width, m, lambda pen: slips.write_note(pen, text))
    elif question := hand.question:
        text = (ENTER_AGAIN if pointing.keyboard else CLICK_AGAIN).with_values(button=question)
        stop = hand.stopped
        screen.slip.write(("question", text, stop), width, m, lambda pen: slips.write_warning(pen, text, stop))
    elif stop := hand.stopped:
        text = hand.cost
        screen.slip.write(("stopped", stop, text), width, m, lambda pen: slips.write_warning(pen, stop, text))
    elif cost := hand.cost or _cost_text(game):
        if hand.units:
            width = min(width, font("ui-bold", m.px(19)).size(translate(cost))[0] + m.px(48))
        screen.slip.write(("cost", cost), width, m, lambda pen: slips.write_note(pen, cost))
    elif not hand.away_from_home and game.last_stop:
        text = game.last_stop
        screen.slip.write(("told", text), width, m, lambda pen: slips.write_warning(pen, text))
    elif hand.units and not hand.away_from_home and game.may_act:
        text = hand.piece_tip or ((PIECE_BY_KEYS if hand.sets_up else HELD_BY_KEYS) if pointing.keyboard else (
            PIECE_BY_MOUSE if hand.sets_up else HELD_BY_MOUSE if len(hand.units) > 1 else ALONE_BY_MOUSE))
        screen.slip.write(("held", text), width, m, lambda pen: slips.write_note(pen, text))
    elif left_behind := planning.left_behind(pointed_place(game)):
        group = {unit: situation.counters[unit].name for unit in (selection.selected or "", *selection.group)}
        text = choices.split_group_text(group, left_behind)
        screen.slip.write(("left", text), width, m, lambda pen: slips.write_note(pen, text))
    elif selection.goal is not None:
        names = or_list(situation.counters[unit].name for unit in selection.goals[selection.goal])
        text = say("Into {place}: click the counter that advances, {units}.", place=selection.goal, units=names)
        screen.slip.write(("note", text), width, m, lambda pen: slips.write_note(pen, text))
    elif flow.hinting and flow.is_slow:
        text = flow.status(flow.seat)
        screen.slip.write(("thinking", text), width, m, lambda pen: slips.write_thinking(pen, text))
    elif screen.app.metrics.has_drawer and (hint := game.hinting.shown) is not None:
        content, width = hint_card(game, hint), full_width  # also while a step holds bases
        screen.slip.write(content.key, width, m, content.write)
    elif quick_play.summary.head:
        summary = quick_play.summary
        screen.slip.write(("summary", summary), width, m, lambda pen: slips.write_summary(pen, summary))
    else:
        screen.slip.place(0, 0, 0)
        return
    tray = [screen.tray_rect] if game.tray_shown else []
    rect = pygame.Rect(0, 0, width, screen.slip.height)
    rect.midbottom = area.centerx, area.bottom - gap
    is_static = screen.slip.key[0] in STATIC_SLIPS
    if hand.units:
        boxes = [*tray, *_held_boxes(game, m.px(24))]
        rect = clear_of(rect, area, gap, boxes, _base_boxes(game), former=screen.slip.rect)
    elif refusal is not None and refusal is selection.refusal:
        rect = clear_of(rect, area, gap, _refused_box(game, refusal.place), (), former=rect,
                        keep_visible=game.view.to_keep_visible)
    elif screen.slip.key[0] == "hint":
        rect = clear_of(rect, area, gap, tray, [*game.view.choice_boxes, *_plan_boxes(game)], former=rect,
                        keep_visible=game.view.to_keep_visible)
    elif game.interruption.pending_interrupt is None:
        keep_visible, former = (game.view.to_keep_visible, rect_before or rect) if is_static else ((), rect)
        rect = clear_of(rect, area, gap, tray, game.view.choice_boxes, former=former, keep_visible=keep_visible)
    is_unchanged = (key_before, rect_before.size) == (screen.slip.key, rect.size)
    if key_before[:1] == screen.slip.key[:1] == ("hint",):  # its buttons stay in place from step to step
        is_static, is_unchanged = True, rect_before.size == rect.size
    if is_static and is_unchanged and area.contains(rect_before) and rect_before.collidelist(tray) < 0:
        rect = rect_before  # a stack that fans out must not move a slip that is being read
    if rect.collidelist(tray) >= 0:
        rect = beside_tray(rect, tray[0], area, gap)
    screen.slip.place(*rect.topleft)


def _refused_box(game: GameInPlay, place: str) -> list[pygame.Rect]:
    """The rectangle of the sign on a refused place, in window pixels; none if the place is not on the map."""
    spot = game.view.point_on_map(place) if place else None
    return [pygame.Rect(spot, (0, 0)).inflate(*[game.view.stacks.px] * 2)] if spot is not None else []


def _held_boxes(game: GameInPlay, margin: int) -> list[pygame.Rect]:
    """Rectangles of the held bases in window pixels, and of the pointer if it moves them, with a margin in pixels on
    each side."""
    camera, width = game.view.camera, game.view.stacks.px
    spots = [camera.to_screen(on_sheet(pose.spot)) for _, pose in game.view.held.poses]
    if not game.pointing.keyboard:
        spots.append(game.pointing.pixel)
    return [pygame.Rect(round(x), round(y), 0, 0).inflate(*[width + 2 * margin] * 2) for x, y in spots]


def _plan_boxes(game: GameInPlay) -> list[pygame.Rect]:
    """Rectangles of the places to which a hint's next steps lead, in window pixels."""
    width = game.view.stacks.px
    spots = (game.view.point_on_map(arrow.path[-1]) for arrow in game.view.overlay.plan)
    return [pygame.Rect(spot, (0, 0)).inflate(width, width) for spot in spots if spot is not None]


def _base_boxes(game: GameInPlay) -> list[pygame.Rect]:
    """Rectangles of the bases on the table, in window pixels."""
    camera, width = game.view.camera, game.view.stacks.px
    bases = filter(None, map(placed_base_of, game.situation.counters.values()))
    spots = [camera.to_screen(on_sheet(base.pose.spot)) for base in bases]
    return [pygame.Rect(round(x), round(y), 0, 0).inflate(width, width) for x, y in spots]


def clear_of(slip: pygame.Rect, area: pygame.Rect, gap: int, boxes: Sequence[pygame.Rect],
             others: Sequence[pygame.Rect], *, former: pygame.Rect,
             keep_visible: Sequence[pygame.Rect] = ()) -> pygame.Rect:
    """The best rectangle for a slip at the foot or head of an area, in the middle, left or right: one that covers none
    of ``boxes``, the fewest of ``others`` and the least of ``keep_visible``; among equally good ones its former place,
    else the first.

    :param slip: the slip in the middle of the area's foot.
    :param gap: gap to the area's edges, in pixels.
    """
    at_foot = [slip, slip.move(area.left + gap - slip.left, 0), slip.move(area.right - gap - slip.right, 0)]
    places = [*at_foot, *(place.move(0, area.top + gap - slip.top) for place in at_foot)]
    if keep_visible:  # also try along the left and right edges
        tops = range(area.top + gap, area.bottom - gap - slip.height, max(1, slip.height // 2))
        places += [place.move(0, y - slip.top) for y in tops for place in at_foot[1:]]
    return min(places, key=lambda place: (
        place.collidelist(boxes) >= 0, len(place.collidelistall(others)), covered_boxes(place, keep_visible),
        not former.collidepoint(place.center)))


def beside_tray(slip: pygame.Rect, tray: pygame.Rect, area: pygame.Rect, gap: int) -> pygame.Rect:
    """A slip moved off the dice tray: to its left, to its right, or above it, the first that fits into the area; where
    it is, if none fits.

    :param gap: gap between slip and tray, in pixels.
    """
    for moved in (
        slip.move(tray.left - gap - slip.right, 0),
        slip.move(tray.right + gap - slip.left, 0),
        slip.move(0, tray.top - gap - slip.bottom),
    ):
        if area.contains(moved):
            return moved
    return slip


def show_route(game: GameInPlay, place: str | None, *, has_selected: bool) -> None:
    """Mark the facings to choose from, and the unit as it will be placed.

    :param place: the place pointed at.
    :param has_selected: whether a unit is selected.
    """
    situation, selection, planning, overlay = game.situation, game.selection, game.planning, game.view.overlay
    overlay.facing_at, overlay.facings, overlay.turned, overlay.ghost = None, {}, {}, None
    unit, route = selection.selected, selection.route
    if not has_selected or unit is None or not selection.active:
        return
    facings, facing_place = planning.facings, planning.facing_place
    current = route.angle if route is not None else situation.counters[unit].angle
    at_cursor = game.pointing.keyboard and place in (facing_place, None)
    shows_facings = facing_place is not None and (
        selection.focus or at_cursor or game.view.near_pointer(facing_place) or selection.forced)
    if facings and shows_facings:
        planned = (current,) if route is not None and route.has_plan and current is not None else ()
        overlay.facing_at = facing_place
        overlay.facings = {angle: angle == current for angle in (*facings, *planned)}
    if route is None or not route.has_plan:
        return
    place_after = selection.place_after_route or ""
    if not route.legs and place is not None and place != place_after and planning.move_to(place) is not None:
        place_after = place
    if place_after == situation.counters[unit].place and route.turn is not None and not game.view.carry.held:
        overlay.turned = {unit: route.turn}
    elif game.view.carry.held or place_after != situation.counters[unit].place:
        overlay.ghost = Ghost(unit, place_after, route.angle)


def dangers(game: GameInPlay, place: str | None) -> tuple[Danger, ...]:
    """Hazards of the selected unit's path to a place: one sign for each place and kind, with the chance that at least
    one of them strikes."""
    safe_chances: dict[tuple[str, str, bool], Fraction] = {}
    for hazard in game.hazard_cards.hazards_at(place):
        if hazard.place is not None and hazard.sign:
            key = hazard.place, hazard.sign, hazard.theirs
            safe_chances[key] = safe_chances.get(key, Fraction(1)) * (1 - hazard.chance)
    return tuple(Danger(hazard_place, sign, per_cent(1 - safe_chance), theirs)
                 for (hazard_place, sign, theirs), safe_chance in safe_chances.items())


def shot_arrows(route: PlannedRoute | None) -> tuple[PlanArrow, ...]:
    """Arrows for the shots of a planned route, each with its chance."""
    shots = (leg for leg in route.legs if leg.is_shot) if route else ()
    return tuple(PlanArrow(leg.places, True, leg.chance, False, True) for leg in shots)


def planned_text(game: GameInPlay) -> Text:
    """The planned route as text, and how to execute or shorten it; empty if nothing is planned."""
    route = game.selection.route
    if route is None or not route.has_plan or not game.may_act:
        return ""
    if not route.legs:
        return say("New facing: click its hex or its destination, or press Space, to confirm. Esc turns it back")
    remaining: Text = ""
    if route.end_situation is not None and (budgets := route.end_situation.turn_prompt.budgets):
        remaining = say("{title}: {left} left", title=budgets[0].title, left=budgets[0].left)
    plan = joined((joined(route.leg_texts(), " – "), remaining), ". ")
    return say("Planned: {plan}. Space executes it, Esc removes a step", plan=plan)


NOTE_CORNERS = ("topright", "topleft", "bottomright", "bottomleft")
"""The corners of the map for the note on the wheel, the preferred first."""
MIN_NOTE_PRINT = 14
"""Least font size of the note on the wheel, in pixels."""


def draw_wheel_note(target: pygame.Surface, screen: GameScreen) -> None:
    """Draw a note at the map's edge with what the mouse wheel does, while the selected unit can change facing; not if
    it would cover a counter or a flag wherever it is."""
    game = screen.game
    if not game.planning.can_turn or not game.may_act:
        return
    wheel_text = say("Turn the unit: mouse wheel over it or a destination, or  [,]  [.]")
    size = max(MIN_NOTE_PRINT, screen.px(16))
    can_move = any(cost is not None for cost in game.selection.choices.costs.values())
    texts = (wheel_text, say("Ctrl+click or  [C]: plan a path")) if can_move else (wheel_text,)
    lines = [font("ui-bold", size).render(text, True, INK) for text in texts]
    height, width = sum(line.get_height() for line in lines), max(line.get_width() for line in lines)
    paper = wheel_note_place(screen, (width + size, height + size // 2), size // 2)
    if paper is None:
        return
    screen.wheel_note = paper
    pygame.draw.rect(target, "#efe5cc", paper, border_radius=size // 3)
    pygame.draw.rect(target, LINE_INK, paper, width=max(1, size // 9), border_radius=size // 3)
    y = paper.top + size // 4
    for line in lines:
        target.blit(line, (paper.left + size // 2, y))
        y += line.get_height()


def wheel_note_place(screen: GameScreen, size: tuple[int, int], gap: int) -> pygame.Rect | None:
    """The rectangle of the note on the wheel at the map's edge: where it covers no counter, flag, slip, tray or small
    map, and the fewest destinations, if possible where it was last; None if there is no such place.

    :param size: its width and height in pixels, like the gap to the map's edge.
    """
    game, stacks = screen.game, screen.game.view.stacks
    clear = [*stacks.boxes(0).values(), *(flag.rect for flag in stacks.flags), screen.slip.rect,
             screen.minimap.place(screen.layout_unit), *([screen.tray_rect] if game.tray_shown else ())]
    spots = filter(None, map(game.view.point_on_map, game.view.overlay.reach))
    destinations = [pygame.Rect(spot, (0, 0)).inflate(stacks.px, stacks.px) for spot in spots]
    area = screen.layout.map.inflate(-2 * gap, -2 * gap)
    former = [pygame.Rect(screen.wheel_note.topleft, size).clamp(area)] if screen.wheel_note is not None else []
    places = (place for place in (*former, *edge_places(size, area, NOTE_CORNERS)) if place.collidelist(clear) < 0)
    return min(places, key=lambda place: len(place.collidelistall(destinations)), default=None)


def mark_partial_reach(selection: Selection, planning: Planning, overlay: Overlay, place: str | None) -> None:
    """Mark the places that only some of the selected units can reach, and dim the units that would stay behind if the
    others went to the place pointed at."""
    overlay.partial_reach, overlay.staying = {}, tuple(selection.cannot_join)
    if selection.selected is None or not selection.group:
        return
    count = 1 + len(selection.group)
    overlay.partial_reach = {
        destination: translate(say("{had} of {needed}", had=count - len(left_behind), needed=count))
        for destination in overlay.reach if (left_behind := planning.left_behind(destination))}
    staying = tuple(unit for unit, _ in planning.left_behind(place))
    overlay.staying = (*overlay.staying, *staying)
    overlay.participants = tuple(unit for unit in overlay.participants if unit not in staying)
