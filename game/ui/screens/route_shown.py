"""What is planned for the unit in hand, as the screen shows it: its ghost, the arrows of facings, shots, and words."""

from __future__ import annotations

from fractions import Fraction

import pygame

from game.core.chance import per_cent
from game.core.message import Text, joined, say
from game.ui.board.marked import Danger, Ghost, PlanArrow
from game.ui.kit.fonts import font
from game.ui.kit.theme import INK, LINE
from game.ui.play.game import GameInPlay
from game.ui.play.route import Route
from game.ui.screens.game_frame import GameFrame


def show_route(game: GameInPlay, place: str | None, held: bool) -> None:
    """Mark the facings that can be chosen and the unit as it will stand.

    :param place: the place pointed at.
    :param held: whether a unit is in hand.
    """
    situation, selection, planning, over = game.situation, game.selection, game.planning, game.view.overlay
    over.facing_at, over.facings, over.turned, over.ghost = None, {}, {}, None
    unit, route = selection.selected, selection.route
    if not held or unit is None or not selection.active:
        return
    facings, about = planning.facings, planning.facing_place
    now = route.angle if route is not None else situation.counters[unit].angle
    at_cursor = game.pointing.keyboard and place in (about, None)
    if facings and about is not None and (selection.focus or at_cursor or game.view.near(about) or selection.forced):
        chosen = (now,) if route is not None and route.open and now is not None else ()
        over.facing_at, over.facings = about, {angle: angle == now for angle in (*facings, *chosen)}
    if route is None or not route.open:
        return
    stands = selection.stands or ""
    goes = not route.legs and place is not None and place != stands and planning.going_to(place) is not None
    there = place if goes and place is not None else stands
    if there == situation.counters[unit].place and route.turn is not None and not game.view.carry.held:
        over.turned = {unit: route.turn}
    elif game.view.carry.held or there != situation.counters[unit].place:
        over.ghost = Ghost(unit, there, route.angle)


def dangers(game: GameInPlay, place: str | None) -> tuple[Danger, ...]:
    """What awaits the unit in hand on its way to a place, one sign for each place and kind."""
    safe: dict[tuple[str, str], Fraction] = {}
    for one in game.awaiting.at(place):
        if one.place is not None and one.sign:
            key = one.place, one.sign
            safe[key] = safe.get(key, Fraction(1)) * (1 - one.chance)
    return tuple(Danger(where, sign, per_cent(1 - share)) for (where, sign), share in safe.items())


def shots(route: Route | None) -> tuple[PlanArrow, ...]:
    """The shots of a route, each with its chance."""
    return tuple(PlanArrow(leg.way, True, leg.chance, False, True) for leg in route.legs if leg.shot) if route else ()


def told(game: GameInPlay) -> Text:
    """What is planned, and how it is done or taken back; empty where nothing is."""
    route = game.selection.route
    if route is None or not route.open or not game.may_act:
        return ""
    if not route.legs:
        return say("Turned: a click on its hex, or on where it goes, does it, and so does Space. Esc turns it back")
    left: Text = ""
    if route.ahead is not None and (budgets := route.ahead.asked.budgets):
        left = say("{title}: {left} left", title=budgets[0].title, left=budgets[0].left)
    plan = joined((joined(route.told(), " – "), left), ". ")
    return say("Planned: {plan}. Space does it all, Esc takes a step back", plan=plan)


def draw_wheel(target: pygame.Surface, screen: GameFrame, *, turns: bool) -> None:
    """Say in the map's corner what the wheel does while a unit is in hand that can be faced.

    :param turns: whether it would turn it where the pointer is.
    """
    game = screen.game
    if not game.planning.turns or not game.may_act:
        return
    words = say("Wheel  [,]  [.]: turn · Ctrl+wheel: zoom") if turns else say("Wheel: zoom · [,]  [.]: turn")
    size = max(14, screen.px(16))
    goes = any(cost is not None for cost in game.selection.choices.costs.values())
    said = (words, say("Ctrl+click  [C]: plan its way")) if goes else (words,)
    lines = [font("ui-bold", size).render(line, True, INK) for line in said]
    high, wide = sum(line.get_height() for line in lines), max(line.get_width() for line in lines)
    paper = pygame.Rect(0, 0, wide + size, high + size // 2)
    paper.topright = screen.map_rect.right - size // 2, screen.map_rect.top + size // 2
    pygame.draw.rect(target, "#efe5cc", paper, border_radius=size // 3)
    pygame.draw.rect(target, LINE, paper, width=max(1, size // 9), border_radius=size // 3)
    y = paper.top + size // 4
    for line in lines:
        target.blit(line, (paper.left + size // 2, y))
        y += line.get_height()
