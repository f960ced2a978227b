"""What follows from a result: flights, garrisons driven out, pursuit (14.10). Each decision is one class."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.core.decision import Answer, Done, followed
from game.core.event import Event
from game.core.fields import UnitName
from game.core.message import say
from game.core.pose import Pose
from game.rules.renaissance.engine import outcomes
from game.rules.renaissance.engine.actions import Flee, LeaveCamp
from game.rules.renaissance.engine.bases import attached_general, contacts
from game.rules.renaissance.engine.decisions import Owned
from game.rules.renaissance.engine.events import Recoiled
from game.rules.renaissance.engine.running import pursue, ran, runs
from game.rules.renaissance.engine.scoring import Clash, Fallen, garrisoned
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import rule


class DrivenOut(Owned):
    """A garrison that must recoil or flee is set outside its camp (14.10.10)."""

    unit: UnitName
    winner: UnitName | None = None
    """The base that sacks the camp; None after a shot."""
    name = "combat"
    rule = rule("14.10.10", 74)
    asks = say("Choose the side of the camp on which {unit} leaves", unit="")

    def answers(self, state: State) -> Iterator[Answer]:
        for n, pose in enumerate(outcomes.ways_out(state, state.roster[self.slot(state)].seat)):
            yield Answer(LeaveCamp(self.unit, pose), (self.unit,), pose.text, say("Leaves here"),
                         say("Leave the camp, side {number}", number=n + 1), leads=not n,
                         then=partial(self.out, state.popped(), pose))

    def out(self, state: State, pose: Pose) -> Done[State]:
        """The garrison is outside its camp, at a pose."""
        piece = state.roster[self.slot(state)]
        event = Recoiled(self.rule, piece.id, piece.name, (state.camp(piece.seat).pose.text, pose.text))
        state = state.with_camp(piece.seat, garrison="").put(self.slot(state), pose=pose)
        return _sacked((state, (event,)), piece.seat, self.winner)


class Flight(Owned):
    """A base flees: it has still to recoil. If it can swerve to either side as well, its owner chooses (14.10.7,
    ruling 27)."""

    unit: UnitName
    winner: UnitName | None = None
    """The base that pursues afterwards, if one does."""
    name = "combat"
    rule = rule("14.10.7", 71)
    asks = say("Choose the side to which {unit} swerves", unit="")

    def answers(self, state: State) -> Iterator[Answer]:
        back, _ = outcomes.recoil(state, self.slot(state))
        if back.units[self.slot(state)].lost:
            here = state.standing(self.slot(state)).pose
            yield Answer(Flee(self.unit, here), (self.unit,), then=partial(_fled, state))
            return
        for n, run in enumerate(runs(back, self.slot(state))):
            side = say("Swerve to the left") if run.turn < 0 else say("Swerve to the right")
            yield Answer(Flee(self.unit, run.pose), (self.unit,), run.pose.text, say("Flees here"), side, leads=not n,
                         then=partial(_fled, state, run.pose))


def _fled(state: State, chosen: Pose | None = None) -> Done[State]:
    """Run the flights on top of the stack until an owner has a choice; then the pursuit.

    :param chosen: the end of the first run, if its owner has chosen it.
    """
    events: tuple[Event, ...] = ()
    winner: UnitName | None = None
    while state.stack and isinstance(state.stack[-1], Flight):
        flight, after = state.stack[-1], state.popped()
        slot, winner = flight.slot(state), flight.winner
        if not state.units[slot].lost:
            after, more = outcomes.recoil(after, slot)
            ways = () if after.units[slot].lost else runs(after, slot)
            if len(ways) > 1 and chosen is None:
                return state, events
            if ways:
                run = next((run for run in ways if run.pose == chosen), ways[0])
                after, more = followed((after, more), partial(ran, slot=slot, run=run))
            events, chosen = (*events, *more), None
        state = after
    return _pursued((state, events), winner)


def befall(state: State, clash: Clash, found: Fallen) -> Done[State]:
    """What a result does to the loser, then the winner's pursuit (14.10.1, ruling 65)."""
    slot, winner = found.loser, found.winner
    if slot is None or winner is None or found.result == "none":
        return state, ()
    piece, enemy = state.roster[slot], state.roster[winner]
    cause = (say("shot by {enemy}", enemy=enemy.name) if clash.shooting else say("doubled by {enemy}", enemy=enemy.name)
             if found.word == "doubled" else say("beaten by {enemy}", enemy=enemy.name))
    if garrisoned(state, slot):
        by, why = None if clash.shooting else enemy.id, found.rule
        if found.result != "destroyed":
            ways, driven = outcomes.ways_out(state, piece.seat), DrivenOut(piece.id, by)
            if ways:
                return (state.pushed(driven), ()) if len(ways) > 1 else driven.out(state, ways[0])
            cause, why = say("no room outside the camp"), rule("14.10.10", 74)
        return _sacked(outcomes.destroyed(state, slot, cause, why), piece.seat, by)
    fronts = not clash.shooting and any(one.slot == winner and one.enemy == slot for one in contacts(state))
    pursuer = enemy.id if fronts else None
    if found.result == "destroyed":
        done = outcomes.destroyed(state, slot, cause, found.rule)
    elif found.result == "recoil":
        done = outcomes.recoil(state, slot)
    else:
        lost = outcomes.beset(state, slot)
        if lost is None:
            general, state = attached_general(state, slot), state.pushed(Flight(piece.id, pursuer))
            return _fled(state if general is None else state.pushed(Flight(state.roster[general].id)))
        done = lost
    return _pursued(done, pursuer)


def _pursued(done: Done[State], winner: UnitName | None) -> Done[State]:
    return done if winner is None else followed(done, lambda state: pursue(state, state.slots[winner]))


def _sacked(done: Done[State], seat: int, by: UnitName | None) -> Done[State]:
    """A garrison is gone: the base that beat it in close combat sacks the camp; after a shot the camp is empty."""
    return done if by is None else followed(done, lambda state: outcomes.sacked(state, seat, state.slots[by]))
