"""Pending decisions of a bound: what a phase leads to before it goes on. Each is one class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from game.core.action import Action, Faces
from game.core.chance import D6, DiceGroup, Roll
from game.core.decision import Answer, Chance, Decision, Done
from game.core.event import Rolled
from game.core.fields import UnitName
from game.core.message import Message, joined, say
from game.core.offer import no_preview
from game.core.preview import Outcome, Preview
from game.rules.renaissance.engine import outcomes, shooting
from game.rules.renaissance.engine.actions import Aim, Face, Lead
from game.rules.renaissance.engine.aftermath import DrivenOut, Flight, Owned, befall
from game.rules.renaissance.engine.contact import can_face, facing_pose
from game.rules.renaissance.engine.events import Destroyed, Pursued, Recoiled, Sacked, Slid
from game.rules.renaissance.engine.scoring import Clash, Fallen, attackers, fallen, lines, prospects, scores
from game.rules.renaissance.engine.state import SEATS, SIDES, State
from game.rules.renaissance.engine.words import rule


def aimed(state: State, target: int, leader: UnitName | None = None) -> Done[State]:
    """A shot at a base before its dice: owners choose among equally near targets and leaders of equal factor; then the
    owners of bases that may shoot back choose their targets (rulings 61 to 63)."""
    name = state.roster[target].id
    if leader is None:
        waiting = shooting.undecided(state, target)
        if waiting:
            return state.pushed(ChooseTarget(state.roster[waiting[0]].id, name)), ()
        leaders = shooting.leaders(state, target)
        if len(leaders) != 1:
            return (state.pushed(ChooseLeader(name)) if leaders else state), ()
        leader = state.roster[leaders[0]].id
    slot = state.slots[leader]
    back = shooting.targets(state, target)
    waiting = shooting.undecided(state, slot) if back == (slot,) else ()
    if len(back) > 1 and slot in back:
        waiting = (target,)
    if waiting:
        return state.pushed(ChooseTarget(state.roster[waiting[0]].id, name, leader)), ()
    return state.pushed(Volley(leader, name)), ()


@dataclass(frozen=True)
class RiverRoll(Chance[State]):
    """The state of the river, rolled at the first move into it (14.3.5)."""

    name = "moves"
    rule = rule("14.3.5", 33)

    def roll(self, state: State) -> Roll:
        return Roll((D6,), say("State of the river"), self.rule,
                    {"paltry": Fraction(1, 3), "normal": Fraction(2, 3)}, state.side)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        paltry = faces[0] <= 2
        meaning = say("the river is paltry: no effect") if paltry else say("the river is normal")
        event = Rolled(self.rule, (D6,), faces, "paltry" if paltry else "normal", meaning, say("State of the river"))
        return replace(state.popped(), river="paltry" if paltry else "normal"), (event,)


@dataclass(frozen=True)
class ChooseFacing(Owned):
    """A base touched by several enemies in one move turns to face one of them (14.7.4)."""

    unit: UnitName
    enemies: tuple[UnitName, ...]
    name = "facing"
    rule = rule("14.7.4", 51)

    def question(self, state: State) -> Message:
        return say("Choose the enemy that {unit} turns to face", unit=self.called(state))

    def answers(self, state: State) -> Iterator[Answer]:
        for n, enemy in enumerate(self.enemies):
            yield self.named(state, enemy, Face(self.unit, enemy), say("Face it"), say(
                "Face {unit}", unit=state.roster[state.slots[enemy]].name), leads=not n)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Face)
        return turned(state.popped(), self.slot(state), state.slots[action.enemy])


def turned(state: State, slot: int, enemy: int) -> Done[State]:
    """A base turns to face an enemy; with no room it stays as it is, and fights that enemy (14.7.4)."""
    piece, before = state.roster[slot], state.standing(slot).pose
    state = replace(state, aims=(*state.aims, (piece.id, state.roster[enemy].id)))
    if not can_face(state, slot, enemy):
        return state, ()
    pose = facing_pose(state, slot, enemy)
    return state.put(slot, pose=pose), (Slid(rule("14.7.4", 51), piece.id, piece.name, (before.text, pose.text), 0),)


@dataclass(frozen=True)
class ChooseTarget(Owned):
    """The owner of a shooter chooses between equally near targets (14.8.5)."""

    unit: UnitName
    target: UnitName
    """The target that was named."""
    leader: UnitName | None = None
    """The base that leads the shot at it, if that is settled: the choice is then about shooting back."""
    name = "shooting"
    rule = rule("14.8.5", 61)

    def question(self, state: State) -> Message:
        return say("Choose the target of {unit}", unit=self.called(state))

    def answers(self, state: State) -> Iterator[Answer]:
        proposed = self.leader or self.target
        for target in shooting.targets(state, self.slot(state)):
            piece = state.roster[target]
            yield self.named(state, piece.id, Aim(self.unit, piece.id), say("Shoots at it"),
                             say("Shoot at {unit}", unit=piece.name), leads=piece.id == proposed)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Aim)
        state = replace(state.popped(), aims=(*state.aims, (self.unit, action.target)))
        return aimed(state, state.slots[self.target], self.leader)


@dataclass(frozen=True)
class ChooseLeader(Decision[State]):
    """The owner of equal shooters names the one that leads (14.8.6)."""

    target: UnitName
    name = "shooting"
    rule = rule("14.8.6", 62)

    def seat(self, state: State) -> str:
        return SEATS[1 - state.roster[state.slots[self.target]].seat]

    def question(self, state: State) -> Message:
        return say("Choose the base that leads the shot at {unit}", unit=state.roster[state.slots[self.target]].name)

    def answers(self, state: State) -> Iterator[Answer]:
        target = state.slots[self.target]
        for n, slot in enumerate(shooting.leaders(state, target)):
            piece = state.roster[slot]
            yield Answer(Lead(piece.id), (piece.id,), None, say("Leads the shot"), say("{unit} leads", unit=piece.name),
                         leads=not n, arithmetic=partial(_volley, state, target, slot))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Lead)
        return aimed(state.popped(), state.slots[self.target], action.unit)


def _volley(state: State, target: int, leader: int) -> Preview:
    return preview(state, shooting.volley(state, target, leader))


@dataclass(frozen=True)
class ChooseAttacker(Decision[State]):
    """The owner of several bases at a camp names the one that fights its garrison, or that sacks it (14.7.8)."""

    camp: int
    """The seat whose camp it is."""
    name = "combat"
    rule = rule("14.7.8", 55)

    def seat(self, state: State) -> str:
        return SEATS[1 - self.camp]

    def question(self, state: State) -> Message:
        return say("Choose the base that takes the camp, or fights for it")

    def answers(self, state: State) -> Iterator[Answer]:
        camp = state.camps[self.camp]
        assert camp is not None
        for n, slot in enumerate(at_camp(state, self.camp)):
            piece = state.roster[slot]
            sums = partial(preview, state, Clash(state.slots[camp.garrison], slot)) if camp.garrison else no_preview
            yield Answer(Lead(piece.id), (piece.id,), None, say("Attacks the camp"),
                         say("{unit} attacks the camp", unit=piece.name), leads=not n, arithmetic=sums)

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Lead)
        camp, state = state.camps[self.camp], state.popped()
        assert camp is not None
        if camp.garrison:
            return fought(state, state.slots[camp.garrison], state.slots[action.unit])
        return outcomes.sacked(state, self.camp, state.slots[action.unit])


def at_camp(state: State, seat: int) -> tuple[int, ...]:
    """The enemies with their fronts on a camp that have not fought in this bound."""
    return tuple(enemy for enemy in attackers(state, seat) if not state.units[enemy].fought)


def fought(state: State, one: int, other: int) -> Done[State]:
    """A close combat begins: both bases count as having fought, and the roll is pending."""
    state = state.put_all({one: {"fought": True}, other: {"fought": True}})
    return state.pushed(Melee(state.roster[one].id, state.roster[other].id)), ()


class Opposed(Chance[State]):
    """Two opposed dice: first that of the one side, then that of the other."""

    def clash(self, state: State) -> Clash:
        """The two bases that are compared."""
        raise NotImplementedError

    def roll(self, state: State) -> Roll:
        clash = self.clash(state)
        sides = (state.roster[clash.one], state.roster[clash.other])
        groups = tuple(DiceGroup(piece.name, (n,), SEATS[piece.seat], piece.id) for n, piece in enumerate(sides))
        names = {"unit": sides[0].name, "enemy": sides[1].name}
        title = say("{unit} shoots at {enemy}", **names) if clash.shooting else say("{unit} fights {enemy}", **names)
        chances = {key: chance for key, (_, chance) in prospects(state, clash).items()}
        return Roll((D6, D6), title, self.rule, chances, SEATS[sides[0].seat], groups)

    def preview(self, state: State, action: Action) -> Preview | None:
        return preview(state, self.clash(state)) if isinstance(action, Faces) else None

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        roll, clash = self.roll(state), self.clash(state)
        found = fallen(state, clash, (faces[0], faces[1]))
        event = Rolled(self.rule, roll.dice, faces, found.key(state), found.text(state), roll.title, groups=roll.groups)
        state = state.popped()
        if clash.shooting:
            state = state.put_all({slot: {"shot": True} for slot in shooting.spent(state, clash)})
        state, more = befall(state, clash, found)
        return state, (event, *more)


@dataclass(frozen=True)
class Volley(Opposed):
    """A shot: the leader against the target, with bases that aid (14.8.7)."""

    leader: UnitName
    target: UnitName
    name = "shooting"
    rule = rule("14.8.7")

    def clash(self, state: State) -> Clash:
        return shooting.volley(state, state.slots[self.target], state.slots[self.leader])


@dataclass(frozen=True)
class Melee(Opposed):
    """A close combat: a base of the side whose bound it is against an enemy (14.9.1)."""

    unit: UnitName
    enemy: UnitName
    name = "combat"
    rule = rule("14.9.1")

    def clash(self, state: State) -> Clash:
        return Clash(state.slots[self.unit], state.slots[self.enemy])


def preview(state: State, clash: Clash) -> Preview:
    """The arithmetic of a shot or a close combat, the exact chance of each outcome, and what it does on the table."""
    one, other = lines(state, clash)
    mine, theirs = scores((one, other))
    found = tuple(Outcome(key, chance, _told(state, clash, each), each.rule, **_winner(state, clash, each))
                  for key, (each, chance) in prospects(state, clash).items())
    text = say("{attack} to {defence}", attack=mine, defence=theirs)
    reading = (say("each side adds a die; half or less is doubled") if clash.mutual
               else say("each side adds a die; only the target can suffer"))
    return Preview((one,), (other,), (*one.modifiers, *other.modifiers), mine, theirs, text, reading, None, found,
                   first=len(one.modifiers))


def _winner(state: State, clash: Clash, found: Fallen) -> dict[str, Any]:
    """The side for which an outcome is good, and in a roll that either can lose, that it wins."""
    if found.winner is None:
        return {}
    seat = state.roster[found.winner].seat
    return {"seat": SEATS[seat]} | ({"group": say("{side} wins", side=SIDES[seat])} if clash.mutual else {})


def _told(state: State, clash: Clash, found: Fallen) -> Message:
    """An outcome in words, with what it does to others and what it leads to."""
    _, events = befall(replace(state, stack=()), clash, found)
    plain = found.result == "destroyed"
    more = joined((event.text for event in events if isinstance(event, Pursued | Sacked)
                   or (isinstance(event, Recoiled) and event.pushed)
                   or (isinstance(event, Destroyed) and not (plain and event is events[0]))), "; ")
    return say("{outcome}; {more}", outcome=found.text(state), more=more) if more else found.text(state)


Pending = RiverRoll | ChooseFacing | ChooseTarget | ChooseLeader | ChooseAttacker | Volley | Melee | DrivenOut | Flight
"""Every pending decision there is."""
