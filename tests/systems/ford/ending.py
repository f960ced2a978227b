"""Safe wagons, who has won, and what counts (9)."""

from __future__ import annotations

from game.core.contract import DRAW, Result
from game.core.decision import Done
from game.core.event import GameOver
from game.core.face import Note
from game.core.message import say
from game.core.objective import Objective, Objectives

from .state import Phase, State
from .units import ALL_RAIDERS, COLUMN, GUARDS, RAIDERS, SIDES, STRENGTH, Kind, rule


def killed(state: State) -> dict[str, int]:
    """The enemy strength that each side has eliminated (9.2)."""
    riders = sum(state.at[raider] is None and state.kind(raider) == Kind.RIDER for raider in ALL_RAIDERS)
    guards = sum(state.at[guard] is None for guard in GUARDS)
    return {COLUMN: riders * STRENGTH[Kind.RIDER], RAIDERS: guards * STRENGTH[Kind.GUARD]}


def result(state: State) -> Result | None:
    """How the game ended; None while it goes on (9.2, ruling 10)."""
    if state.phase != Phase.OVER:
        return None
    safe, at = len(state.safe), rule("9.2")
    if safe > 1:
        return Result(COLUMN, say("{side} wins: {count} wagons are safe", side=SIDES[COLUMN], count=safe), at, "wagons")
    if not safe:
        return Result(RAIDERS, say("{side} win: no wagon is safe", side=SIDES[RAIDERS]), at, "no-wagon")
    ours, theirs = killed(state).values()
    if ours == theirs:
        return Result(DRAW, say("One wagon is safe, and the losses are equal: a draw"), at, "draw")
    winner = COLUMN if ours > theirs else RAIDERS
    text = say("One wagon is safe; {side} eliminated more: {most} to {least}", side=SIDES[winner],
               most=max(ours, theirs), least=min(ours, theirs))
    return Result(winner, text, at, "losses")


def ended(state: State) -> Done[State]:
    """The state when the game is over, and the result."""
    after = State(state.ground, state.places, state.kinds, state.shown, state.safe, turn=state.turn, seat=state.seat,
                  phase=Phase.OVER)
    found = result(after)
    assert found is not None
    return after, (GameOver(found.rule, found.winner, found.text),)


def objectives(state: State) -> Objectives:
    """What counts for victory."""
    killed_ = killed(state)
    held = (Objective(say("Safe wagons"), COLUMN, say("{count} of 3", count=len(state.safe)), tally=True),
            Objective(say("Riders' strength eliminated"), COLUMN, str(killed_[COLUMN]), tally=True),
            Objective(say("Guards' strength eliminated"), RAIDERS, str(killed_[RAIDERS]), tally=True))
    notes = (
        Note(say("A wagon in column 10 at the end of the Column's movement is safe"), rule("9.1")),
        Note(say("Two safe wagons win for the Column, none for the Raiders"), rule("9.2")),
        Note(say("With one, who has eliminated more enemy strength wins"), rule("9.2")),
    )
    return Objectives(held, notes)
