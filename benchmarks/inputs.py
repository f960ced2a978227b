"""How many clicks and keys a player turn of Africa takes: with single clicks and with the commands for many at once.

One side of a game turn is played on the real screen by real events, the other by the program. The same game is then
replayed action by action with single clicks only, so that both counts are of the same actions and the same throws.
Throws fall by themselves in both. ``python -m benchmarks.inputs`` prints the counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pygame

from benchmarks.figure import HEADING, Figure
from benchmarks.frames import quiet_folders
from game import catalog
from game.ai.players import Player, make
from game.core.action import Action
from game.core.chance import CHANCE
from game.match.course import Step
from game.match.match import Match
from game.match.start import Start
from tests.ui.hand import Hand

OURS, THEIRS = "spanish", "moroccan"
SEED = 3
TURNS = (("castillejos", 4), ("tetuan", 3))
"""The battles and the game turns that are measured."""


def position(scenario: str, turn: int) -> dict[str, Any]:
    """Where a game of two veterans stands when a turn begins."""
    rules = catalog.rules("africa")
    match = Match.begin(rules, scenario, seed=SEED)
    players = {seat: make("veteran", rules, seat, SEED) for seat in rules.seats}
    while match.prompt.turn < turn:
        acting = match.to_act
        assert acting is not None
        if acting == CHANCE:
            match.roll()
        else:
            match.play(players[acting].choose(match.state).action)
    return rules.position(match.state)


class Counting(Hand):
    """A hand that counts what it presses. Moving the pointer costs nothing."""

    inputs = 0

    def click(self, pos: tuple[int, int]) -> None:
        self.inputs += 1
        super().click(pos)

    def key(self, name: str, mod: int = 0) -> None:
        self.inputs += 1
        super().key(name, mod)

    def click_with(self, mod: int, unit: str) -> None:
        """Click a counter with a key held down."""
        pygame.key.set_mods(mod)
        self.click_unit(unit)
        pygame.key.set_mods(pygame.KMOD_NONE)

    def rest(self) -> None:
        """Let throws and runs play out until somebody is asked, and a breath more: the main button waits for that."""
        for _ in range(4000):
            self.wait(0.2)
            game = self.game
            over = game.flow.seat != CHANCE and (not game.volley.running or game.volley.waits)
            if game.held or (over and not game.stage.busy):
                self.wait(0.5)
                self.wait(0.5)
                return
        raise AssertionError("the screen never came to rest")


def sit_down(scenario: str, start: dict[str, Any], *, end_turn_by_hand: bool) -> Counting:
    """Both sides are people's, so that nothing is thought out by a clock; nobody asks to be asked."""
    moments = {f"africa/{seat}": () for seat in (OURS, THEIRS)}
    return Counting(Start("play", "africa", scenario, seed=SEED, position=start), (1920, 1080), auto_roll=True,
                    speed=8.0, reduced_motion=True, moments=moments, end_turn_by_hand=end_turn_by_hand)


def single(hand: Counting, action: Action) -> None:
    """One action by the fewest single clicks: the main button, a unit and a place, or a unit and a numbered button."""
    game = hand.game
    if game.controller.prompt.main == action:
        hand.key("space")
        return
    unit, place = getattr(action, "unit", None), getattr(action, "place", None) or next(
        iter(reversed(getattr(action, "path", ()))), None)
    if unit is not None and unit not in (game.controller.selected, *game.controller.picked):
        if game.controller.selected is not None:
            hand.key("escape")
        hand.click_unit(unit)
    found = game.controller.meanings.get(place or "", ())
    if place is not None and (action,) in [proposal.actions for proposal in found]:
        before = len(game.match.steps)
        hand.point((game.map_rect.left + 3, game.map_rect.bottom - 3))
        hand.click_place(place)
        if len(game.match.steps) > before:
            return
    offered = [None if p.alike else p.actions for p in game.controller.proposals]
    hand.key(str(1 + offered.index((action,))))


@dataclass
class Bulk:
    """Plays one side with the commands for many at once."""

    hand: Counting
    player: Player
    salvos: int = 0
    """How often all guns have been fired; a gun is announced twice at most."""
    moves: list[tuple[str, str, list[str]]] = field(default_factory=list)
    """Where from, where to, and who goes, as the veteran wants."""
    planned: bool = False

    def act(self) -> None:
        hand, game = self.hand, self.hand.game
        prompt = game.controller.prompt
        if prompt.main is None:
            self._decide()
        elif prompt.phase == "fire" and game.salvo.plan and self.salvos < 2:
            self.salvos += 1
            hand.key("a")
            hand.key("enter")
        elif prompt.phase == "movement":
            self._move()
        else:
            hand.key("v" if game.volley.offer else "space")

    def _decide(self) -> None:
        """Losses as the veteran chooses; a retreat together with all who can go there."""
        action = self.player.choose(self.hand.game.match.state).action
        proposals = self.hand.game.controller.proposals
        together = next((n for n, p in enumerate(proposals, 1) if p.alike and p.action == action), None)
        if together is not None:
            self.hand.key(str(together))
        else:
            single(self.hand, action)

    def _move(self) -> None:
        if not self.planned:
            self.planned, self.moves = True, self._plan()
        game = self.hand.game
        while self.moves:
            start, end, units = self.moves.pop(0)
            able = [unit for unit in units if unit in game.controller.able and self._way(unit, end) is not None]
            if able:
                self._march(start, end, able)
                return
        self.hand.key("space")

    def _way(self, unit: str, end: str) -> Action | None:
        rules, state = self.hand.game.rules, self.hand.game.match.state
        return getattr(rules.survey(state, unit).get(end), "action", None)

    def _march(self, start: str, end: str, units: list[str]) -> None:
        hand, controller = self.hand, self.hand.game.controller
        if len(units) > 1:
            hand.click_with(pygame.KMOD_CTRL, units[0])
            if {controller.selected, *controller.group} != set(units):
                hand.key("escape")
                hand.click_unit(units[0])
                for unit in units[1:]:
                    hand.click_with(pygame.KMOD_SHIFT, unit)
            hand.click_place(end)
            for _ in units:
                hand.rest()
            return
        way = self._way(units[0], end)
        assert way is not None
        single(hand, way)

    def _plan(self) -> list[tuple[str, str, list[str]]]:
        """The moves of foot the veteran wants, those between the same two areas taken together."""
        rules, state = self.hand.game.rules, self.hand.game.match.state
        found: dict[tuple[str, str], list[str]] = {}
        while (action := self.player.choose(state).action).notation.split()[0] == "move":
            unit, path = action.unit, action.path  # type: ignore[attr-defined]
            start = next(counter.place for counter in rules.counters(state) if counter.unit == unit)
            found.setdefault((str(start), path[-1]), []).append(unit)
            state, _ = rules.apply(state, action)
        return [(start, end, units) for (start, end), units in found.items()]


def played(scenario: str, turn: int, start: dict[str, Any]) -> tuple[int, tuple[Step[Any], ...]]:
    """The inputs of one side in a whole game turn, and everything that was done in it."""
    hand = sit_down(scenario, start, end_turn_by_hand=True)
    game = hand.game
    ours = Bulk(hand, make("veteran", game.rules, OURS, SEED))
    theirs = make("veteran", game.rules, THEIRS, SEED)
    while game.match.prompt.turn == turn and game.flow.seat is not None:
        hand.rest()
        if game.turn_end.holds:
            asked = game.turn_end.prompt
            hand.inputs -= asked is not None and asked.to_act == THEIRS
            hand.key("space")
        elif game.flow.seat == OURS:
            ours.act()
        elif game.flow.seat == THEIRS and game.match.prompt.turn == turn:
            game.flow.play(theirs.choose(game.match.state).action)
    steps, inputs = game.match.steps, hand.inputs
    hand.close()
    return inputs, steps


def replayed(scenario: str, start: dict[str, Any], steps: tuple[Step[Any], ...]) -> int:
    """The inputs the same actions of one side take with single clicks."""
    hand = sit_down(scenario, start, end_turn_by_hand=False)
    for step in steps:
        if step.actor == CHANCE:
            continue
        hand.rest()
        if step.actor == OURS:
            single(hand, step.action)
        else:
            hand.game.flow.play(step.action)
    hand.rest()
    found = [done.action.notation for done in hand.game.match.steps[: len(steps)]]
    assert found == [step.action.notation for step in steps]
    inputs = hand.inputs
    hand.close()
    return inputs


def figures() -> list[Figure]:
    """For each battle the inputs with the commands for many, which are at most half of those with single clicks."""
    found = []
    with quiet_folders():
        for scenario, turn in TURNS:
            start = position(scenario, turn)
            after, steps = played(scenario, turn, start)
            before = replayed(scenario, start, steps)
            ours = sum(step.actor == OURS for step in steps)
            note = f"{before} with single clicks, for {ours} actions of one side"
            name = f"inputs of one side in turn {turn} of {scenario.title()}"
            found.append(Figure(name, after, "inputs", before / 2, "at most", note))
    return found


if __name__ == "__main__":
    print(HEADING)
    for figure in figures():
        print(figure.line)
