"""The sequence of play, the common part of its decisions, and the end (5, 9)."""

from __future__ import annotations

from dataclasses import replace

from game.core.action import Action
from game.core.contract import DRAW, Result
from game.core.decision import Answer, Decision, Done
from game.core.event import Event, GameOver, Noted, PhaseBegan
from game.core.message import say
from game.core.verdict import Reason

from .state import LAST_TURN, Phase, State
from .units import ALL_RAIDERS, COLUMN, GUARDS, RAIDERS, SIDES, STRENGTH, UNITS, WAGONS, Kind, other, refuse, rule


class Step(Decision[State]):
    """A decision of the phasing side, unless a class says otherwise."""

    mode = "move"

    def seat(self, state: State) -> str | None:
        return state.seat

    def phasing_seat(self, state: State) -> str | None:
        return state.seat

    def why_not(self, state: State, action: Action) -> Reason | None:
        return self.why_unable(state, action.units[0]) if action.units else super().why_not(state, action)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.safe:
            return refuse("9.1", say("{unit} is safe", unit=name))
        if state.at[unit] is None:
            return refuse("8.4", say("{unit} is out of the game", unit=name))
        if UNITS[unit].seat != self.seat(state):
            return refuse("5", say("{unit} is not of the side that is asked", unit=name))
        return self.unable(state, unit)

    def unable(self, state: State, unit: str) -> Reason:
        """The reason why a unit of the deciding side, on the map, can do nothing."""
        return Reason(self.rule, self.question(state))


class Over(Decision[State]):
    """The game has ended (9.2)."""

    name = Phase.OVER
    rule = rule("9.2")
    mode = "over"
    asks = say("The game is over")

    def seat(self, state: State) -> None:
        return None

    def answers(self, state: State) -> tuple[Answer, ...]:
        return ()


def begun(state: State, turn: int, seat: str, phase: Phase) -> Done[State]:
    """The event that a phase begins."""
    after = replace(state, turn=turn, seat=seat, phase=phase, done=frozenset(), struck=frozenset())
    told = say("{side}: movement", side=SIDES[seat]) if phase == Phase.MOVEMENT else (
        say("{side}: attacks", side=SIDES[seat]))
    return after, (PhaseBegan(rule("5"), turn, phase, seat, told),)


def next_phase(state: State) -> Done[State]:
    """The next phase of the sequence of play (5, ruling 2)."""
    if state.phase == Phase.COMBAT:
        if state.seat == COLUMN:
            return begun(state, state.turn, RAIDERS, Phase.MOVEMENT)
        return ended(state) if state.turn == LAST_TURN else begun(
            replace(state, reacted=frozenset()), state.turn + 1, other(state.seat), Phase.MOVEMENT)
    # Halted or not, a wagon in column 10 leaves (ruling 6). Those that have missed this movement are free again (7).
    leaving = [wagon for wagon in WAGONS if state.seat == COLUMN and (state.at[wagon] or "").startswith("10")]
    events: list[Event] = []
    after = replace(state, halted=state.halted & state.done) if state.seat == COLUMN else state
    for wagon in leaving:
        after = replace(after.put(wagon, None), safe=after.safe | {wagon}, halted=after.halted - {wagon})
        events.append(Noted(rule("9.1"), say("{unit} leaves the map and is safe", unit=UNITS[wagon].name)))
    after, more = begun(after, state.turn, state.seat, Phase.COMBAT) if after.wagons else ended(after)
    return after, (*events, *more)


def killed(state: State) -> tuple[int, int]:
    """The enemy strength that the Column and the Raiders have eliminated (9.2)."""
    riders = sum(state.at[raider] is None and state.kind(raider) == Kind.RIDER for raider in ALL_RAIDERS)
    guards = sum(state.at[guard] is None for guard in GUARDS)
    return riders * STRENGTH[Kind.RIDER], guards * STRENGTH[Kind.GUARD]


def result(state: State) -> Result | None:
    """The game's ending; None while it goes on (9.2, ruling 10)."""
    safe, (ours, theirs) = len(state.safe), killed(state)
    if state.phase != Phase.OVER:
        return None
    if safe > 1:
        return Result(COLUMN, say("The Column wins: {count} wagons are safe", count=safe), rule("9.2"), "wagons")
    if not safe:
        return Result(RAIDERS, say("The Raiders win: no wagon is safe"), rule("9.2"), "no-wagon")
    if ours == theirs:
        return Result(DRAW, say("One wagon is safe, and losses are equal: a draw"), rule("9.2"), "draw")
    text = say("One wagon is safe; the Column has eliminated {ours}, the Raiders {theirs}", ours=ours, theirs=theirs)
    return Result(COLUMN if ours > theirs else RAIDERS, text, rule("9.2"), "losses")


def ended(state: State) -> Done[State]:
    """The state when the game is over, and the result."""
    after = State(state.ground, state.places, state.kinds, state.shown, state.safe, turn=state.turn, seat=state.seat,
                  phase=Phase.OVER)
    found = result(after)
    assert found is not None
    return after, (GameOver(found.rule, found.winner, found.text),)
