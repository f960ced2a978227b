"""How many inputs a player turn of Africa takes: with single clicks and with the commands for many units at once.

One side of a game turn is played on the screen by real events, the other by the program. The same game is then replayed
action by action with single clicks, so that both counts cover the same actions and the same rolls. The settings are
those of a new user. An input is a keystroke, or a press of the mouse button and its release: a click or a drag. Moving
the pointer costs nothing. ``python -m benchmarks.inputs`` prints the counts.

With single clicks a unit is selected and its place clicked, a gun is announced by a button and aimed, every roll that
is not part of a run takes a keystroke, and the remaining fire takes one key (V), as in the program before it had the
commands for many units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmarks.figure import HEADING, Figure
from benchmarks.frames import quiet_folders
from benchmarks.inputs_hand import MOST, BatchPlayer, CountingHand, do_by_clicks
from benchmarks.positions import first_position
from game.ai.players import make
from game.core.action import Action
from game.core.batch import BatchActions
from game.core.capability import capability
from game.core.chance import CHANCE
from game.match.history import Ply
from game.match.start import Start
from game.ui.play.game import GameInPlay

OURS, THEIRS = "spanish", "moroccan"
"""The seat whose inputs are counted, and the other."""
SEED = 3
TURNS = {"castillejos": 4, "tetuan": 3}
"""The battles and the game turns that are measured."""


def position(scenario: str, turn: int) -> dict[str, Any]:
    """The position at the start of a turn in a game between two veterans."""
    return first_position("africa", scenario, "veteran", SEED, lambda match: match.prompt.turn >= turn)


def sit_down(scenario: str, start: dict[str, Any], *, end_turn_by_hand: bool) -> CountingHand:
    """A game from a position with people on both sides, so that no computer player thinks by the clock, and without
    questions about interrupts."""
    moments = {f"africa/{seat}": () for seat in (OURS, THEIRS)}
    opening = Start("play", "africa", scenario, seed=SEED, position=start)
    return CountingHand(opening, asked_moments=moments, end_turn_by_hand=end_turn_by_hand, hand_over=False)


def play_turn(scenario: str, turn: int, start: dict[str, Any]) -> tuple[int, tuple[Ply[Any], ...]]:
    """The inputs of one side in a whole game turn, and all actions of that turn."""
    hand = sit_down(scenario, start, end_turn_by_hand=True)
    game = hand.game
    ours = BatchPlayer(hand, make("veteran", game.rules, OURS, SEED))
    theirs = make("veteran", game.rules, THEIRS, SEED)
    for _ in range(MOST):
        hand.come_to_rest()
        turn_end_prompt = game.turn_end.prompt
        if turn_end_prompt is not None:
            if turn_end_prompt.to_act == OURS:
                hand.key("space")
            else:
                game.turn_end.end()
        elif game.match.prompt.turn != turn or game.flow.seat is None:
            break
        elif (game.flow.roller if game.flow.seat == CHANCE else game.flow.seat) == OURS:
            ours.act()
        elif game.flow.seat == CHANCE:
            game.flow.roll()
        else:
            game.flow.play(theirs.choose(game.match.state).action)
    else:
        raise AssertionError("the turn never ended")
    steps, inputs = game.match.plies, hand.inputs
    hand.close()
    return inputs, steps


def replay_with_clicks(scenario: str, start: dict[str, Any], steps: tuple[Ply[Any], ...]) -> int:
    """The inputs the same actions of one side take with single clicks."""
    hand = sit_down(scenario, start, end_turn_by_hand=False)
    game = hand.game
    for _ in range(MOST):
        hand.come_to_rest()
        executed = len(game.match.plies)
        if executed >= len(steps):
            break
        step = steps[executed]
        if step.actor == CHANCE:
            if game.flow.roller == OURS:
                hand.key("space")
            else:
                game.flow.roll()
        elif step.actor != OURS:
            game.flow.play(step.action)
        elif step.action.notation.startswith("fire ") and _is_autoplay_step(game, step.action):
            hand.key("v")
        else:
            do_by_clicks(hand, step.action)
    replayed = [step.action.notation for step in game.match.plies[: len(steps)]]
    assert replayed == [step.action.notation for step in steps]
    inputs = hand.inputs
    hand.close()
    return inputs


def _is_autoplay_step(game: GameInPlay, action: Action) -> bool:
    """Whether an action is the next of the remaining ones that one command executes."""
    step = capability(game.rules, BatchActions).autoplay_step(game.match.state)
    return step is not None and step[1] == action


@dataclass(frozen=True, slots=True)
class Turn:
    """The inputs of one side in one game turn."""

    number: int
    """The game turn."""
    before: int
    """Inputs with single clicks."""
    dragged: int
    """Inputs with single clicks when every move of a counter is a drag."""
    after: int
    """Inputs with the commands for many units."""
    actions: int
    """Number of actions of that side."""


def measure_turn(scenario: str) -> Turn:
    """Play a turn of a battle and replay it; the folders for settings and saves must be writable."""
    number = TURNS[scenario]
    start = position(scenario, number)
    after, steps = play_turn(scenario, number, start)
    before = replay_with_clicks(scenario, start, steps)
    ours = [step.action.notation for step in steps if step.actor == OURS]
    dragged = before - sum(notation.startswith("move ") for notation in ours)
    return Turn(number, before, dragged, after, len(ours))


def figures() -> list[Figure]:
    """For each battle the inputs with the commands for many units; the target is half of those with single clicks."""
    results = []
    with quiet_folders():
        for scenario in TURNS:
            turn = measure_turn(scenario)
            name = f"inputs of one side in turn {turn.number} of {scenario.title()}"
            note = f"{turn.before} with single clicks, {turn.dragged} with drags, for {turn.actions} actions"
            results.append(Figure(name, turn.after, "inputs", turn.before / 2, "at most", note))
    return results


if __name__ == "__main__":
    print(HEADING)
    for figure in figures():
        print(figure.line)
