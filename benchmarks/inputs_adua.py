"""How many inputs a player turn of Adua takes in two stored positions: the approach, and a turn with seven combats.

Both sides are played on the screen by real events. In the approach each force is marched by its line of the list and a
click on the map; in contact the proposed moves and attacks are accepted. Orders are the proposed ones, of which the
player changes three. Every combat is resolved separately, and its damage distributed. Keystrokes that roll dice are not
counted. ``python -m benchmarks.inputs_adua`` prints the counts; with ``store`` it makes the positions again.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.figure import HEADING, Figure
from benchmarks.frames import quiet_folders
from benchmarks.inputs_hand import CountingHand
from benchmarks.positions import first_position
from game.board.hexgrid import HexBoard
from game.core.batch import BatchActions, GroupMarch
from game.core.capability import capability
from game.core.chance import CHANCE
from game.match.match import Match
from game.match.start import Start
from game.ui.cards.overview import action_spot

FOLDER = Path(__file__).parent / "stored"
POSITIONS = ("adua-approach", "adua-combats")
"""The names of the stored positions."""
COMBATS = 7
"""The number of Abyssinian attacks in the second position."""
MOST = {"italian": (60, 60), "abyssinian": (90, 90 + 3 * COMBATS)}
"""The most inputs allowed for a side in each position: 3 more for each combat of the Abyssinians."""
CHANGED = 3
"""The number of proposed orders that are changed by hand."""
SEED = 11
MAX_STEPS = 900
"""The most inputs and rolls in a game turn: more mean an endless loop."""
APPROACH_TURN = 6
"""The game turn of the first position."""
START_HEX = "0112"
"""The hex from which the march of a force off the map is measured."""
MARCH_DISTANCE = 5
"""The farthest that a force is marched by a click, in hexes."""


def store() -> None:
    """Play a game of two veterans and store its positions at the beginning of turn 6 and of the first turn with
    ``COMBATS`` attacks."""
    turn_starts: list[dict[str, Any]] = []

    def has_attacks(match: Match[Any]) -> bool:
        if match.prompt.phase == "orders" and (not turn_starts or turn_starts[-1]["turn"] != match.prompt.turn):
            turn_starts.append(match.rules.position(match.state))
        if match.prompt.phasing_seat != "abyssinian":
            return False
        return len({share.target for share in match.state.shares}) >= COMBATS

    first_position("adua", "adua", "veteran", SEED, has_attacks)
    approach = next(position for position in turn_starts if position["turn"] == APPROACH_TURN)
    for name, position in zip(POSITIONS, (approach, turn_starts[-1]), strict=True):
        (FOLDER / f"{name}.json").write_text(json.dumps(position, separators=(",", ":")) + "\n", "utf-8")


@dataclass(frozen=True, slots=True)
class TurnInputs:
    """The inputs of both sides in one game turn."""

    name: str
    """The name of the position."""
    inputs: dict[str, int]
    """Side -> its inputs."""
    combats: dict[str, int]
    """Side -> the number of its combats."""


class Person:
    """Plays both sides of a turn like a person who accepts most proposals and changes some orders."""

    def __init__(self, hand: CountingHand, *, by_force: bool) -> None:
        """:param by_force: whether whole forces are marched, instead of accepting the proposed moves."""
        self.hand, self.game, self.by_force = hand, hand.game, by_force
        self.inputs = dict.fromkeys(MOST, 0)
        self.combats = dict.fromkeys(MOST, 0)
        self._changed = 0
        """The number of orders changed so far."""
        self._marched: set[str] = set()
        """The forces marched so far, as texts of turn, seat and line."""

    def turn(self) -> None:
        """Play until the next game turn begins."""
        number = self.game.match.prompt.turn
        for _ in range(MAX_STEPS):
            self.hand.come_to_rest()
            if self.game.turn_end.prompt is None and self.game.match.prompt.turn != number:
                return
            to_act, phasing_seat = self.game.prompt_shown.to_act, self.game.match.prompt.phasing_seat
            side = (to_act if to_act in MOST else phasing_seat) or ""
            inputs_before = self.hand.inputs
            if self.game.flow.seat == CHANCE:
                self.hand.key("space")
                self.hand.inputs = inputs_before
            else:
                self._act()
                self.inputs[side] += self.hand.inputs - inputs_before
        raise AssertionError("the turn never ended")

    def _act(self) -> None:
        """Make the inputs of the next decision."""
        prompt, hand, plies_before = self.game.prompt_shown, self.hand, len(self.game.match.plies)
        if self.game.turn_end.prompt is not None:
            hand.key("space")
            return
        if prompt.phase == "move" and self.by_force and prompt.mode == "move" and self._march():
            return
        if prompt.phase == "fire" and self.game.match.state.resolving and prompt.main is not None:
            self.combats[prompt.phasing_seat or ""] += 1
            hand.key("space")
            return
        if prompt.phase == "orders" and self._change_order():
            return
        # Decisions are made one by one, as a person makes them.
        decides = capability(self.game.rules, BatchActions).autoplay_decides(self.game.match.state)
        if self.game.quick_play.label and not decides and not (prompt.phase == "move" and self.by_force):
            hand.key("v")
            hand.come_to_rest()
            if len(self.game.match.plies) != plies_before:
                return
        hand.key("space")
        hand.come_to_rest()
        if len(self.game.match.plies) == plies_before and self.game.selection.proposals:
            hand.key("1")

    def _change_order(self) -> bool:
        """Give some units another order by a click on a chit, once orders have been proposed; returns whether there was
        one to change."""
        if self._changed >= CHANGED or not self.game.match.state.orders:
            return False
        card = self.hand.screen.column.overview
        for line in self.game.selection.lines.overview.unfolded(self.game.selection.lines.heads):
            for index, action in enumerate(line.actions):
                name = action_spot(line.name, index)
                chit = next((card.window_rect(spot.rect) for spot in card.spots if spot.name == name), None)
                if line.indent and action.sign and not action.taken and action.offer.verdict and chit is not None:
                    self._changed += 1
                    self.hand.click(chit.center)
                    return True
        return False

    def _march(self) -> bool:
        """March the next force towards the enemy by its line and a click; returns whether there was one."""
        controller, state = self.game.controller, self.game.match.state
        for line in controller.selection.lines.overview.lines:
            key = f"{state.turn} {state.seat} {line.name}"
            if not line.marches or line.parent or key in self._marched:
                continue
            self._marched.add(key)
            place = self._place_towards_enemy(line.units)
            if place is None:
                continue
            while controller.selection.lines.looked_at != line.name:
                self.hand.key("c")
            self.hand.game.view.show(place)
            self.hand.click_place(place)
            return True
        return False

    def _place_towards_enemy(self, units: tuple[str, ...]) -> str | None:
        """The free hex nearest to the enemy to which a force can march, at most ``MARCH_DISTANCE`` hexes away; None if
        it can march to none."""
        controller = self.game.controller
        board = controller.situation.rules.board(controller.situation.state)
        assert isinstance(board, HexBoard)
        counters = controller.situation.counters
        own = [place for unit in units if (place := counters[unit].place) is not None and board.knows(place)]
        side = counters[units[0]].seat
        enemies = [c.place for c in counters.values() if c.seat != side and c.place and board.knows(c.place)]
        start = own[0] if own else START_HEX
        taken = {counter.place for counter in counters.values()}
        free = [place for place in board.places
                if place not in taken and board.distance(place, start) <= MARCH_DISTANCE]
        for place in sorted(free, key=lambda hex_: (min(board.distance(hex_, enemy) for enemy in enemies), hex_)):
            if capability(controller.situation.rules, GroupMarch).march(controller.situation.state, units, place):
                return place
        return None


def count_inputs(name: str) -> TurnInputs:
    """Play one game turn from a stored position; the folders for settings and saves must be writable."""
    position = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    moments = {f"adua/{seat}": () for seat in MOST}
    hand = CountingHand(Start("play", "adua", "adua", seed=SEED, position=position), asked_moments=moments,
                        end_turn_by_hand=True, hand_over=False)
    person = Person(hand, by_force=name == POSITIONS[0])
    person.turn()
    hand.close()
    return TurnInputs(name, person.inputs, person.combats)


def figures() -> list[Figure]:
    """For each position and side, the inputs of its player turn."""
    results = []
    with quiet_folders():
        for number, name in enumerate(POSITIONS):
            turn = count_inputs(name)
            for side, inputs in turn.inputs.items():
                results.append(Figure(f"inputs of the {side} turn, {name}", inputs, "inputs", MOST[side][number],
                                    "at most", f"{turn.combats[side]} combats, dice not counted"))
    return results


if __name__ == "__main__":
    if sys.argv[1:] == ["store"]:
        store()
    print(HEADING)
    for figure in figures():
        print(figure.line)
