"""What follows from a result: flights, garrisons driven out, pursuit (14.10). Each decision is one class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core.action import Action
from game.core.decision import Answer, Decision, Done
from game.core.event import Event
from game.core.fields import UnitName
from game.core.message import Message, Text, say
from game.rules.renaissance.engine import outcomes
from game.rules.renaissance.engine.actions import Flee, LeaveCamp
from game.rules.renaissance.engine.bases import attached_general, contacts
from game.rules.renaissance.engine.events import Recoiled
from game.rules.renaissance.engine.running import pursue, ran, runs
from game.rules.renaissance.engine.scoring import Clash, Fallen, garrisoned
from game.rules.renaissance.engine.state import SEATS, State
from game.rules.renaissance.engine.words import rule


class Owned(Decision[State]):
    """A choice of the owner of a base."""

    unit: UnitName

    def slot(self, state: State) -> int:
        """The base."""
        return state.slots[self.unit]

    def seat(self, state: State) -> str:
        return SEATS[state.roster[self.slot(state)].seat]

    def called(self, state: State) -> Message:
        """The name of the base."""
        return state.roster[self.slot(state)].name

    def named(self, state: State, unit: UnitName, action: Action, words: Text, label: Text, *, leads: bool) -> Answer:
        """An answer that points at another base."""
        pose = state.units[state.slots[unit]].pose
        return Answer(action, (self.unit,), pose.text if pose is not None else None, words, label, leads=leads)


def befall(state: State, clash: Clash, found: Fallen) -> Done[State]:
    """What a result does to the loser, then the winner's pursuit (14.10.1, ruling 65)."""
    slot, winner = found.loser, found.winner
    if slot is None or winner is None or found.result == "none":
        return state, ()
    events: tuple[Event, ...]
    enemy = state.roster[winner].name
    cause = (say("shot by {enemy}", enemy=enemy) if clash.shooting else say("doubled by {enemy}", enemy=enemy)
             if found.word == "doubled" else say("beaten by {enemy}", enemy=enemy))
    if garrisoned(state, slot):
        ways = outcomes.ways_out(state, state.roster[slot].seat) if found.result != "destroyed" else ()
        by = None if clash.shooting else state.roster[winner].id
        out = DrivenOut(state.roster[slot].id, by)
        if len(ways) > 1:
            return state.pushed(out), ()
        if ways:
            return out.apply(state.pushed(out), LeaveCamp(out.unit, ways[0]))
        why = found.rule
        if found.result != "destroyed":
            cause, why = say("no room outside the camp"), rule("14.10.10", 74)
        state, events = outcomes.destroyed(state, slot, cause, why)
        return _sacked(state, state.roster[slot].seat, by, events)
    fronts = not clash.shooting and any(one.slot == winner and one.enemy == slot for one in contacts(state))
    pursuer = state.roster[winner].id if fronts else None
    if found.result == "destroyed":
        state, events = outcomes.destroyed(state, slot, cause, found.rule)
    elif found.result == "recoil":
        state, events = outcomes.recoil(state, slot)
    else:
        lost = outcomes.beset(state, slot)
        if lost is None:
            general = attached_general(state, slot)
            state = state.pushed(Flight(state.roster[slot].id, pursuer))
            return _flown(state if general is None else state.pushed(Flight(state.roster[general].id)))
        state, events = lost
    return _pursued(state, events, pursuer)


def _pursued(state: State, events: tuple[Event, ...], winner: UnitName | None) -> Done[State]:
    if winner is None:
        return state, events
    state, more = pursue(state, state.slots[winner])
    return state, (*events, *more)


def _sacked(state: State, seat: int, by: UnitName | None, events: tuple[Event, ...]) -> Done[State]:
    """A garrison is gone: the base that beat it in close combat sacks the camp; after a shot the camp is empty."""
    if by is None:
        return state, events
    state, more = outcomes.sacked(state, seat, state.slots[by])
    return state, (*events, *more)


@dataclass(frozen=True)
class DrivenOut(Owned):
    """A garrison that must recoil or flee is set outside its camp (14.10.10)."""

    unit: UnitName
    winner: UnitName | None = None
    """The base that sacks the camp; None after a shot."""
    name = "combat"
    rule = rule("14.10.10", 74)

    def question(self, state: State) -> Message:
        return say("Choose the side of the camp on which {unit} leaves", unit=self.called(state))

    def answers(self, state: State) -> Iterator[Answer]:
        for n, pose in enumerate(outcomes.ways_out(state, state.roster[self.slot(state)].seat)):
            yield Answer(LeaveCamp(self.unit, pose), (self.unit,), pose.text, say("Leaves here"),
                         say("Leave the camp, side {number}", number=n + 1), leads=not n)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, LeaveCamp)
        slot = self.slot(state)
        piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
        assert camp is not None
        event = Recoiled(self.rule, piece.id, piece.name, (camp.pose.text, action.pose.text))
        state = state.popped().with_camp(piece.seat, garrison="").put(slot, pose=action.pose)
        return _sacked(state, piece.seat, self.winner, (event,))


@dataclass(frozen=True)
class Flight(Owned):
    """A base flees: it has still to recoil. If it can swerve to either side as well, its owner chooses (14.10.7,
    ruling 27)."""

    unit: UnitName
    winner: UnitName | None = None
    """The base that pursues afterwards, if one does."""
    name = "combat"
    rule = rule("14.10.7", 71)

    def question(self, state: State) -> Message:
        return say("Choose the side to which {unit} swerves", unit=self.called(state))

    def answers(self, state: State) -> Iterator[Answer]:
        back, _ = outcomes.recoil(state, self.slot(state))
        if back.units[self.slot(state)].lost:
            yield Answer(Flee(self.unit, state.standing(self.slot(state)).pose), (self.unit,))
            return
        for n, run in enumerate(runs(back, self.slot(state))):
            side = say("Swerve to the left") if run.turn < 0 else say("Swerve to the right")
            yield Answer(Flee(self.unit, run.pose), (self.unit,), run.pose.text, say("Flees here"), side, leads=not n)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Flee)
        slot = self.slot(state)
        state, events = outcomes.recoil(state.popped(), slot)
        more: tuple[Event, ...] = ()
        if not state.units[slot].lost:
            state, more = ran(state, slot, next(run for run in runs(state, slot) if run.pose == action.pose))
        return _flown(state, (*events, *more), self.winner)


def _flown(state: State, events: tuple[Event, ...] = (), winner: UnitName | None = None) -> Done[State]:
    """Run the flights on top of the stack until an owner has a choice; then the pursuit."""
    while state.stack and isinstance(state.stack[-1], Flight):
        top, slot = state.stack[-1], state.slots[state.stack[-1].unit]
        winner = top.winner
        if state.units[slot].lost:
            state = state.popped()
            continue
        after, more = outcomes.recoil(state.popped(), slot)
        if not after.units[slot].lost:
            ways = runs(after, slot)
            if len(ways) > 1:
                return state, events
            after, last = ran(after, slot, ways[0])
            more = (*more, *last)
        state, events = after, (*events, *more)
    return _pursued(state, events, winner)
