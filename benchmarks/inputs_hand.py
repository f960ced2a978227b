"""A hand that counts its inputs, and plays one side with single clicks or with the commands for many units."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pygame

from game.ai.choice import Player
from game.core.action import Action
from game.core.chance import CHANCE
from game.core.offer import Picked
from game.match.start import Start
from game.ui.play import choices
from game.ui.screens.game_sheets import LeaderCard
from tests.ui.hand import Hand, Program

MOST = 400
"""The most waits until the screen comes to rest, and the most actions of a turn: more mean an endless loop."""
STACK_SEARCH, STACK_STEP = 160, 8
"""How far around the middle of a place a counter of its stack is looked for, and in which steps, in pixels."""


class Unpainted(Program):
    """The program without drawing: everything is laid out, nothing is painted."""

    def draw(self, target: pygame.Surface) -> None:
        pass


class CountingHand(Hand):
    """Counts its inputs: keys, clicks and drags. Moving the pointer costs nothing, and nothing is painted."""

    program = Unpainted

    def __init__(self, start: Start, **settings: Any) -> None:
        super().__init__(start, (1280, 720), speed=8.0, reduced_motion=True, **settings)
        self.inputs = 0

    def click(self, pos: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        self.inputs += 1
        super().click(pos, button)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag at a person's speed, so that a fanned-out stack has time to close."""
        self.inputs += 1
        self.point(start)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        self.wait()
        for _ in range(3):
            self.point(end)
            self.wait(0.2)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
        self.wait()

    def key(self, name: str, mod: int = 0) -> None:
        self.inputs += 1
        super().key(name, mod)

    def click_with(self, mod: int, unit: str) -> None:
        """Click a counter with a key held down."""
        pygame.key.set_mods(mod)
        self.click_unit(unit)
        pygame.key.set_mods(pygame.KMOD_NONE)

    def click_unit(self, unit: str) -> None:
        self._spread(unit)
        self.click(self.spot(unit))

    def _spread(self, unit: str) -> None:
        """Point at a counter; if others hide it, wait over its stack until the stack fans out."""
        view, counters = self.game.view, self.game.situation.counters
        place = counters[unit].place or ""
        self.look_away()
        self.rest()
        x, y = view.point_of(place)
        steps = range(-STACK_SEARCH, STACK_SEARCH + 1, STACK_STEP)
        offsets = sorted(product(steps, repeat=2), key=lambda d: abs(d[0]) + abs(d[1]))
        pixels = ((x + dx, y + dy) for dx, dy in offsets)
        stack = [other for other in counters if counters[other].place == place]
        self.point(next((pos for pos in pixels if view.unit_at(pos) in stack), (x, y)))
        self.rest()

    def drag_unit(self, unit: str, place: str, mod: int = pygame.KMOD_NONE) -> None:
        """Drag a counter to a place, perhaps with a key held down."""
        self._spread(unit)
        pygame.key.set_mods(mod)
        self.drag(self.spot(unit), self.game.view.point_of(place))
        pygame.key.set_mods(pygame.KMOD_NONE)

    def look_away(self) -> None:
        """Move the pointer off the map, so that every stack closes."""
        self.point((self.screen.layout.map.left + 3, self.screen.layout.map.bottom - 3))

    def come_to_rest(self) -> None:
        """Let rolls and runs play out until a player has to decide, and a moment longer until the main button accepts
        input. The card of a leader's death is dismissed; its key counts."""
        for _ in range(MOST):
            self.wait(0.6)
            if isinstance(self.top, LeaderCard):
                self.key("enter")
                continue
            game = self.game
            between = not game.quick_play.running or game.quick_play.waits
            if (game.halted or between) and not game.stage.busy and not game.following_units.waiting:
                self.wait(0.6)
                return
        raise AssertionError("the screen never came to rest")


def do_by_clicks(hand: CountingHand, action: Action) -> None:
    """Do one action by the fewest single clicks: the main button, a unit and a place, or a unit and a numbered
    button."""
    game = hand.game
    if game.situation.prompt.main == action:
        hand.key("space")
        return
    unit, place = action.units[0] if action.units else None, action.places[-1] if action.places else None
    if unit is not None and unit not in (game.selection.selected, *game.selection.participants):
        if game.selection.selected is not None:
            hand.key("escape")
        hand.click_unit(unit)
    proposals = game.selection.choices.proposals_at.get(place or "", ())
    if place is not None and (action,) in [proposal.actions for proposal in proposals]:
        plies_before = len(game.match.plies)
        hand.look_away()
        hand.click_place(place)
        if len(game.match.plies) > plies_before:
            return
    button_actions = [None if p.offer.for_all else p.actions for p in game.selection.proposals]
    hand.key(str(1 + button_actions.index((action,))))


@dataclass
class BatchPlayer:
    """Plays one side with the commands for many units at once."""

    hand: CountingHand
    player: Player
    """The veteran who chooses what to do."""
    fired: bool = False
    """Whether the guns have been fired."""
    moves: list[tuple[str, list[str]]] = field(default_factory=list)
    """The veteran's moves from a stack: each destination with its units."""
    planned: bool = False
    """Whether ``moves`` have been planned."""

    def act(self) -> None:
        """Make the next input, or the inputs of the next command."""
        hand, game = self.hand, self.hand.game
        prompt = game.situation.prompt
        if game.flow.seat == CHANCE:
            hand.key("v" if game.quick_play.label else "space")
        elif prompt.main is None:
            self._decide()
        elif prompt.phase == "fire" and game.fire_all_button.plan and not self.fired:
            self.fired = True
            hand.key("a")
            hand.key("enter", pygame.KMOD_SHIFT)
        elif prompt.phase == "movement":
            self._move()
        elif game.quick_play.label:
            hand.key("v", pygame.KMOD_SHIFT)
        else:
            hand.key("space")

    def _decide(self) -> None:
        """Distribute losses as the veteran chooses, and retreat together with all units that can go to the same
        place."""
        action = self.player.choose(self.hand.game.match.state).action
        proposals = self.hand.game.selection.proposals
        for_all = next((n for n, p in enumerate(proposals, 1) if p.offer.for_all and p.action == action), None)
        if for_all is not None:
            self.hand.key(str(for_all))
        else:
            do_by_clicks(self.hand, action)

    def _move(self) -> None:
        """Make the veteran's next move, or end the phase."""
        if not self.planned:
            self.planned, self.moves = True, self._plan()
        game = self.hand.game
        while self.moves:
            end, units = self.moves.pop(0)
            able = [unit for unit in units if unit in game.selection.eligible and self._may_go(unit, end)]
            if able:
                self._march(end, able)
                return
        action = self.player.choose(game.match.state).action
        if action.notation.startswith("move "):
            self._march(action.places[-1], list(action.units[:1]))
        elif game.situation.prompt.duties:
            do_by_clicks(self.hand, action)
        else:
            self.hand.key("space")

    def _may_go(self, unit: str, end: str) -> bool:
        """Whether a unit may go to a place now."""
        rules, state = self.hand.game.rules, self.hand.game.match.state
        return any(o.verdict and o.place == end for o in rules.offers(state, Picked((unit,))))

    def _march(self, end: str, units: list[str]) -> None:
        """Move a whole stack by one drag with Ctrl, or the counters of part of a stack by a drag each."""
        hand, controller = self.hand, self.hand.game.controller
        game = hand.game
        place = controller.situation.counters[units[0]].place
        situation = game.situation
        stack = [unit for unit in situation.stacks[str(place)] if situation.counters[unit].seat == game.flow.seat]
        movable, _ = choices.movable_units(situation, stack)
        if len(units) > 1 and set(units) == set(movable):
            hand.drag_unit(units[0], end, pygame.KMOD_CTRL)
            self._await_arrival(end)
            return
        for unit in units:
            if self._may_go(unit, end):
                hand.drag_unit(unit, end)
                self._await_arrival(end)

    def _await_arrival(self, end: str) -> None:
        """Choose the first meaning if the place is ambiguous, and wait until all units arrive."""
        if self.hand.game.selection.focus == end:
            self.hand.key("1")
        self.hand.come_to_rest()

    def _plan(self) -> list[tuple[str, list[str]]]:
        """The veteran's moves of foot, with those between the same two areas combined."""
        rules, state = self.hand.game.rules, self.hand.game.match.state
        units_by_move: dict[tuple[str | None, str], list[str]] = {}
        for _ in range(MOST):
            action = self.player.choose(state).action
            if action.notation.split()[0] != "move":
                break
            unit, end = action.units[0], action.places[-1]
            origin = next(counter.place for counter in rules.counters(state) if counter.unit == unit)
            units_by_move.setdefault((origin, end), []).append(unit)
            state, _ = rules.apply(state, action)
        return [(end, units) for (_, end), units in units_by_move.items()]
