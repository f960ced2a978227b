"""Pending decisions of a bound: what a phase leads to before it goes on. Each is one class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from game.core.action import Action, Faces
from game.core.chance import D6, DiceGroup, Roll
from game.core.decision import Answer, Chance, Decision, Done
from game.core.event import Event, Rolled
from game.core.fields import UnitName
from game.core.message import Message, say
from game.core.preview import Preview
from game.core.verdict import Reason
from game.rules.renaissance.engine import outcomes, shooting
from game.rules.renaissance.engine.actions import Aim, Face, Flee, Lead, LeaveCamp
from game.rules.renaissance.engine.bases import attached_general, camp_attacked, contacts
from game.rules.renaissance.engine.contact import facing_pose
from game.rules.renaissance.engine.events import Recoiled, Slid
from game.rules.renaissance.engine.scoring import (
    Clash,
    fallen,
    garrisoned,
    outcome_key,
    outcome_text,
    preview,
)
from game.rules.renaissance.engine.state import SEATS, State
from game.rules.renaissance.engine.words import refuse, rule


def turned(state: State, slot: int, enemy: int) -> Done[State]:
    """A base turns to face an enemy."""
    piece, before = state.roster[slot], state.standing(slot).pose
    pose = facing_pose(state, slot, enemy)
    event = Slid(rule("14.7.4"), piece.id, piece.name, (before.text, pose.text), 0)  # type: ignore[arg-type]
    return state.put(slot, pose=pose), (event,)


def aimed(state: State, target: int) -> Done[State]:
    """Everybody who shoots at a target is settled: owners choose among equal targets, then the leader."""
    waiting = shooting.undecided(state, target)
    if waiting:
        return state.pushed(ChooseTarget(state.roster[waiting[0]].id, state.roster[target].id)), ()
    leaders = shooting.leaders(state, target)
    if not leaders:
        return state, ()
    if len(leaders) > 1:
        return state.pushed(ChooseLeader(state.roster[target].id)), ()
    return state.pushed(Volley(state.roster[leaders[0]].id, state.roster[target].id)), ()


@dataclass(frozen=True)
class RiverRoll(Chance[State]):
    """The state of the river, rolled at the first move into it (14.3)."""

    name = "moves"
    rule = rule("14.3")

    def roll(self, state: State) -> Roll:
        return Roll((D6,), say("State of the river"), self.rule,
                    {"paltry": Fraction(1, 3), "normal": Fraction(2, 3)}, state.side)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        paltry = faces[0] <= 2
        meaning = say("the river is paltry: no effect") if paltry else say("the river is a normal one")
        event = Rolled(self.rule, (D6,), faces, "paltry" if paltry else "normal", meaning, say("State of the river"))
        return replace(state.popped(), river="paltry" if paltry else "normal"), (event,)


@dataclass(frozen=True)
class ChooseFacing(Decision[State]):
    """A base touched by several enemies in one move turns to face one of them (14.7)."""

    unit: UnitName
    enemies: tuple[UnitName, ...]
    name = "facing"
    rule = rule("14.7")

    def seat(self, state: State) -> str:
        return SEATS[state.roster[state.slots[self.unit]].seat]

    def question(self, state: State) -> Message:
        return say("Choose the enemy that {unit} turns to face", unit=state.roster[state.slots[self.unit]].name)

    def answers(self, state: State) -> Iterator[Answer]:
        for n, enemy in enumerate(self.enemies):
            piece, pose = state.roster[state.slots[enemy]], state.units[state.slots[enemy]].pose
            yield Answer(Face(self.unit, enemy), (self.unit,), pose.text if pose is not None else None,
                         say("Face it"), say("Face {unit}", unit=piece.name), leads=not n)

    def why_not(self, state: State, action: Action) -> Reason | None:
        return refuse("14.7", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Face)
        return turned(state.popped(), state.slots[self.unit], state.slots[action.enemy])


@dataclass(frozen=True)
class ChooseTarget(Decision[State]):
    """The owner of a shooter chooses between equally near targets (14.8)."""

    unit: UnitName
    target: UnitName
    """The target that was named."""
    name = "shooting"
    rule = rule("14.8")

    def seat(self, state: State) -> str:
        return SEATS[state.roster[state.slots[self.unit]].seat]

    def question(self, state: State) -> Message:
        return say("Choose the target of {unit}", unit=state.roster[state.slots[self.unit]].name)

    def answers(self, state: State) -> Iterator[Answer]:
        for target in shooting.targets(state, state.slots[self.unit]):
            piece, pose = state.roster[target], state.units[target].pose
            yield Answer(Aim(self.unit, piece.id), (self.unit,), pose.text if pose is not None else None,
                         say("Shoots at it"), say("Shoot at {unit}", unit=piece.name), leads=piece.id == self.target)

    def why_not(self, state: State, action: Action) -> Reason | None:
        return refuse("14.8", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Aim)
        state = replace(state.popped(), aims=(*state.aims, (self.unit, action.target)))
        return aimed(state, state.slots[self.target])


@dataclass(frozen=True)
class ChooseLeader(Decision[State]):
    """The owner of equal shooters names the one that leads (14.8)."""

    target: UnitName
    name = "shooting"
    rule = rule("14.8")

    def seat(self, state: State) -> str:
        return SEATS[1 - state.roster[state.slots[self.target]].seat]

    def question(self, state: State) -> Message:
        return say("Choose the base that leads the shot at {unit}", unit=state.roster[state.slots[self.target]].name)

    def answers(self, state: State) -> Iterator[Answer]:
        target = state.slots[self.target]
        for n, slot in enumerate(shooting.leaders(state, target)):
            piece = state.roster[slot]
            yield Answer(Lead(piece.id), (piece.id,), None, say("Leads the shot"),
                         say("{unit} leads", unit=piece.name), leads=not n,
                         arithmetic=partial(self._arithmetic, state, target, slot))

    def _arithmetic(self, state: State, target: int, slot: int) -> Preview:
        return preview(state, shooting.volley(state, target, slot))

    def why_not(self, state: State, action: Action) -> Reason | None:
        return refuse("14.8", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Lead)
        return state.popped().pushed(Volley(action.unit, self.target)), ()


class Opposed(Chance[State]):
    """Two opposed dice: first that of the one side, then that of the other."""

    def clash(self, state: State) -> Clash:
        """Who is compared with whom."""
        raise NotImplementedError

    def title(self, state: State) -> Message:
        """What the dice are for."""
        raise NotImplementedError

    def roll(self, state: State) -> Roll:
        clash = self.clash(state)
        found = preview(state, clash)
        sides = (state.roster[clash.one], state.roster[clash.other])
        groups = tuple(DiceGroup(piece.name, (n,), SEATS[piece.seat], piece.id) for n, piece in enumerate(sides))
        return Roll((D6, D6), self.title(state), self.rule, {one.result: one.chance for one in found.outcomes},
                    SEATS[sides[0].seat], groups)

    def preview(self, state: State, action: Action) -> Preview | None:
        return preview(state, self.clash(state)) if isinstance(action, Faces) else None

    def rolled(self, state: State, faces: tuple[int, int]) -> Rolled:
        """The event of the dice."""
        roll = self.roll(state)
        found = fallen(state, self.clash(state), faces)
        return Rolled(self.rule, roll.dice, faces, outcome_key(state, found), outcome_text(state, found), roll.title,
                      groups=roll.groups)


@dataclass(frozen=True)
class Volley(Opposed):
    """A shot: the leader against the target, with those who aid (14.8)."""

    leader: UnitName
    target: UnitName
    name = "shooting"
    rule = rule("14.8")

    def clash(self, state: State) -> Clash:
        return shooting.volley(state, state.slots[self.target], state.slots[self.leader])

    def title(self, state: State) -> Message:
        return say("{unit} shoots at {enemy}", unit=state.roster[state.slots[self.leader]].name,
                   enemy=state.roster[state.slots[self.target]].name)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        shot = self.clash(state)
        event = self.rolled(state, (faces[0], faces[1]))
        found = fallen(state, shot, (faces[0], faces[1]))
        state = state.popped().put_all({slot: {"shot": True} for slot in shooting.spent(state, shot)})
        if found.loser is None:
            return state, (event,)
        return befall(state, found.loser, found.result, (event,), None)


@dataclass(frozen=True)
class Melee(Opposed):
    """A close combat: a base of the side whose bound it is against an enemy (14.9)."""

    unit: UnitName
    enemy: UnitName
    name = "combat"
    rule = rule("14.9")

    def clash(self, state: State) -> Clash:
        return Clash(state.slots[self.unit], state.slots[self.enemy])

    def title(self, state: State) -> Message:
        return say("{unit} fights {enemy}", unit=state.roster[state.slots[self.unit]].name,
                   enemy=state.roster[state.slots[self.enemy]].name)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        event = self.rolled(state, (faces[0], faces[1]))
        found = fallen(state, self.clash(state), (faces[0], faces[1]))
        state = state.popped()
        if found.loser is None or found.result == "none":
            return state, (event,)
        return befall(state, found.loser, found.result, (event,), found.winner)


def befall(state: State, slot: int, result: str, events: tuple[Event, ...], winner: int | None) -> Done[State]:
    """What a result does to the loser, then the winner's pursuit.

    :param winner: of a close combat; None: after a shot, which nobody pursues.
    """
    fronts = winner is not None and _to_its_front(state, winner, slot)
    name = state.roster[winner].id if winner is not None and fronts else None
    if garrisoned(state, slot) and result != "none":
        return _garrison(state, slot, result, events, winner)
    more: tuple[Event, ...] = ()
    if result == "destroyed":
        state, more = outcomes.destroyed(state, slot, say("destroyed"))
    elif result == "recoil":
        state, more = outcomes.recoil(state, slot)
    elif result == "flee":
        state = state.pushed(Flight(state.roster[slot].id, name))
        general = attached_general(state, slot)
        if general is not None:
            state = state.pushed(Flight(state.roster[general].id, None))
        return _run_next(state, events)
    return _pursued(state, (*events, *more), name)


def _to_its_front(state: State, winner: int, loser: int) -> bool:
    """Whether the winner's front is on the loser or on its camp."""
    if state.outlines[winner] is None:
        return False
    if garrisoned(state, loser):
        return camp_attacked(state, winner) is not None
    return any(one.slot == winner and one.enemy == loser for one in contacts(state))


def _pursued(state: State, events: tuple[Event, ...], winner: UnitName | None) -> Done[State]:
    if winner:
        state, more = outcomes.pursue(state, state.slots[winner])
        events = (*events, *more)
    return state, events


def _garrison(state: State, slot: int, result: str, events: tuple[Event, ...], winner: int | None) -> Done[State]:
    """A garrison that loses: its camp falls to an enemy front, and who must go back is set outside (14.10)."""
    seat = state.roster[slot].seat
    if result == "destroyed":
        state, more = outcomes.destroyed(state, slot, say("destroyed"))
        events = (*events, *more)
        if winner is not None:
            state, more = outcomes.sacked(state, seat, winner)
            events = (*events, *more)
        return state, events
    ways = outcomes.ways_out(state, seat)
    by = state.roster[winner].id if winner is not None else None
    if not ways:
        state, more = outcomes.destroyed(state, slot, say("no room outside the camp"))
        events = (*events, *more)
        if winner is not None:
            state, more = outcomes.sacked(state, seat, winner)
            events = (*events, *more)
        return state, events
    state = state.pushed(DrivenOut(state.roster[slot].id, by))
    if len(ways) == 1:
        decision = state.stack[-1]
        state, more = decision.apply(state, LeaveCamp(state.roster[slot].id, ways[0]))
        return state, (*events, *more)
    return state, events


@dataclass(frozen=True)
class DrivenOut(Decision[State]):
    """A garrison that must recoil or flee is set outside its camp (14.10)."""

    unit: UnitName
    winner: UnitName | None
    """Whoever takes the camp; None: nobody, after a shot."""
    name = "combat"
    rule = rule("14.10")

    def seat(self, state: State) -> str:
        return SEATS[state.roster[state.slots[self.unit]].seat]

    def question(self, state: State) -> Message:
        return say("Choose the side of the camp on which {unit} leaves",
                   unit=state.roster[state.slots[self.unit]].name)

    def answers(self, state: State) -> Iterator[Answer]:
        for n, pose in enumerate(outcomes.ways_out(state, state.roster[state.slots[self.unit]].seat)):
            yield Answer(LeaveCamp(self.unit, pose), (self.unit,), pose.text, say("Leaves here"),
                         say("Leave the camp, side {number}", number=n + 1), leads=not n)

    def why_not(self, state: State, action: Action) -> Reason | None:
        return refuse("14.10", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, LeaveCamp)
        slot = state.slots[self.unit]
        piece = state.roster[slot]
        camp = state.camps[piece.seat]
        assert camp is not None
        camps = list(state.camps)
        camps[piece.seat] = camp._replace(garrison="")
        state = replace(state.popped(), camps=(camps[0], camps[1])).put(slot, pose=action.pose)
        event = Recoiled(rule("14.10"), piece.id, piece.name,  # type: ignore[arg-type]
                                  (camp.pose.text, action.pose.text))
        events: tuple[Event, ...] = (event,)
        if self.winner:
            state, more = outcomes.sacked(state, piece.seat, state.slots[self.winner])
            events = (*events, *more)
        return state, events


@dataclass(frozen=True)
class Flight(Decision[State]):
    """A base flees; if it can swerve to either side as well, its owner chooses (14.10)."""

    unit: UnitName
    winner: UnitName | None
    """The base that pursues afterwards; None: none."""
    name = "combat"
    rule = rule("14.10")

    def seat(self, state: State) -> str:
        return SEATS[state.roster[state.slots[self.unit]].seat]

    def question(self, state: State) -> Message:
        return say("Choose the side to which {unit} swerves", unit=state.roster[state.slots[self.unit]].name)

    def answers(self, state: State) -> Iterator[Answer]:
        _, _, ways = outcomes.flee(state, state.slots[self.unit])
        for n, way in enumerate(ways):
            yield Answer(Flee(self.unit, way.pose), (self.unit,), way.pose.text, say("Flees here"),
                         say("Swerve to the left") if way.turn and n == 0 else say("Swerve to the right"), leads=not n)

    def why_not(self, state: State, action: Action) -> Reason | None:
        return refuse("14.10", self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Flee)
        slot = state.slots[self.unit]
        state, events, ways = outcomes.flee(state.popped(), slot)
        way = next(way for way in ways if way.pose == action.pose)
        state, more = outcomes.ran(state, slot, way)
        return _fled(state, (*events, *more), self.winner)


def _run_next(state: State, events: tuple[Event, ...]) -> Done[State]:
    """The flights on top of the stack are run, as far as nobody chooses."""
    top = state.stack[-1]
    assert isinstance(top, Flight)
    slot = state.slots[top.unit]
    after, more, ways = outcomes.flee(state.popped(), slot)
    if len(ways) > 1:
        return state, events
    if ways:
        after, ran = outcomes.ran(after, slot, ways[0])
        more = (*more, *ran)
    return _fled(after, (*events, *more), top.winner)


def _fled(state: State, events: tuple[Event, ...], winner: UnitName | None) -> Done[State]:
    """After a flight: the next on the stack, else the pursuit."""
    if state.stack and isinstance(state.stack[-1], Flight):
        top = state.stack[-1]
        if state.units[state.slots[top.unit]].lost:
            return _fled(state.popped(), events, top.winner)
        return _run_next(state, events)
    return _pursued(state, events, winner)


Pending = RiverRoll | ChooseFacing | ChooseTarget | ChooseLeader | Volley | Melee | DrivenOut | Flight
"""Every pending decision there is."""
