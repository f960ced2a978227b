"""Shooting and close combat as phases: the next target, and the combats (14.7 to 14.9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from game.core.action import Action
from game.core.decision import Answer, Decision, Done
from game.core.message import Message, say
from game.core.preview import Preview
from game.core.prompt import Duty
from game.core.verdict import Reason
from game.rules.renaissance.engine import shooting
from game.rules.renaissance.engine.actions import Fight, Shoot
from game.rules.renaissance.engine.bases import camp_attacked, contacts, fronts_on, opponent
from game.rules.renaissance.engine.pending import ChooseAttacker, aimed, at_camp, fought, preview
from game.rules.renaissance.engine.scoring import Clash, garrisoned
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import refuse, rule


class Shooting(Decision[State]):
    """Distant shooting of both sides: the player whose bound it is names the next target (14.8.6)."""

    name = "shooting"
    rule = rule("14.8.6", 62)

    def seat(self, state: State) -> str:
        return state.side

    def question(self, state: State) -> Message:
        return say("Choose the next target, of either side")

    def answers(self, state: State) -> Iterator[Answer]:
        for n, target in enumerate(shooting.left(state)):
            piece, pose = state.roster[target], state.units[target].pose
            yield Answer(Shoot(piece.id), (piece.id,), pose.text if pose is not None else None, say("Shoot at it"),
                         say("Shoot at {unit}", unit=piece.name), leads=not n,
                         arithmetic=partial(self.arithmetic, state, target))

    def arithmetic(self, state: State, target: int) -> Preview | None:
        """The arithmetic of the shot at a target, as if no choice came before it."""
        leaders = shooting.leaders(state, target)
        return preview(state, shooting.volley(state, target, leaders[0])) if leaders else None

    def duties(self, state: State) -> tuple[Duty, ...]:
        return (Duty(tuple(state.roster[slot].id for slot in shooting.left(state)),
                     say("Every base that can shoot must shoot"), rule("14.8.1")),)

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Shoot):
            return shooting.why_not(state, state.slots[action.target])
        return refuse("14.8.1", say("Shooting is not optional: choose the next target"))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Shoot)
        return aimed(state, state.slots[action.target])


class Combat(Decision[State]):
    """Close combat: the player whose bound it is chooses the order (14.9.1)."""

    name = "combat"
    rule = rule("14.9.1")

    def seat(self, state: State) -> str:
        return state.side

    def question(self, state: State) -> Message:
        return say("Choose the next close combat")

    def answers(self, state: State) -> Iterator[Answer]:
        for n, (one, other) in enumerate(fights(state)):
            mine, theirs = state.roster[one], state.roster[other]
            pose = state.units[other].pose
            yield Answer(Fight(mine.id, theirs.id), (mine.id, theirs.id), pose.text if pose is not None else None,
                         say("Fight"), say("{unit} fights {enemy}", unit=mine.name, enemy=theirs.name), leads=not n,
                         arithmetic=partial(preview, state, Clash(one, other)))

    def duties(self, state: State) -> tuple[Duty, ...]:
        return (Duty(tuple(state.roster[one].id for one, _ in fights(state)), say("Every contact is fought"),
                     rule("14.7.5")),)

    def why_not(self, state: State, action: Action) -> Reason | None:
        if not isinstance(action, Fight):
            return refuse("14.7.5", say("Every close combat is fought: choose the next"))
        one, other = state.slots[action.unit], state.slots[action.enemy]
        names = {"unit": state.roster[one].name, "enemy": state.roster[other].name}
        if state.roster[one].seat != state.seat or state.roster[other].seat == state.seat:
            return refuse("14.9.1", say("A base of the side whose bound it is fights one of the enemy's"))
        for slot in (one, other):
            if state.units[slot].fought:
                return refuse("14.7.5", say("{unit} has fought in this bound", unit=state.roster[slot].name), 52)
        if any({one, other} == {each.slot, each.enemy} for each in contacts(state)):
            told = say("{unit} and {enemy} do not fight each other: one of them fights another enemy", **names)
            return refuse("14.7.5", told, 52)
        return refuse("14.7.5", say("The front of neither {unit} nor {enemy} is on the other", **names))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Fight)
        one, other = state.slots[action.unit], state.slots[action.enemy]
        if garrisoned(state, one) and len(at_camp(state, state.seat)) > 1:
            return state.pushed(ChooseAttacker(state.seat)), ()
        return fought(state, one, other)


def unturned(state: State) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The bases that an enemy's front touches only on flank or rear, in order of contact, each with the enemies that
    touched it first: it turns to face one of them, or with no room fights it as it is (14.7.4)."""
    order = {(mover, enemy): n for mover, enemy, n in state.contacted}
    found = []
    for slot, piece in enumerate(state.roster):
        if state.outlines[slot] is None or fights_ahead(state, slot):
            continue
        touching = [(order.get((state.roster[one.slot].id, piece.id), 0), one.slot)
                    for one in fronts_on(state, slot, "left", "right", "rear") if opponent(state, one.slot) is None]
        if touching:
            first = min(n for n, _ in touching)
            found.append((first, slot, tuple(enemy for n, enemy in sorted(touching) if n == first)))
    return tuple((slot, enemies) for _, slot, enemies in sorted(found))


def fights_ahead(state: State, slot: int) -> bool:
    """Whether a base has an enemy, or an enemy camp, to its front."""
    return opponent(state, slot) is not None or camp_attacked(state, slot) is not None


def faced(state: State, slot: int) -> int | None:
    """The enemy on its flank or rear that a base's owner has chosen for it in this bound, if it is still there."""
    chosen = {state.slots[enemy] for unit, enemy in state.aims if unit == state.roster[slot].id}
    return next((one.slot for one in fronts_on(state, slot) if one.slot in chosen), None)


def fights(state: State) -> tuple[tuple[int, int], ...]:
    """The close combats still to be fought: a base of the side whose bound it is, and its enemy (14.7.5, ruling 52).

    One for each front-to-front pair; one for a base that had no room to turn, against the enemy that it would have
    faced; one for each garrison, with any of those at its camp.
    """
    pairs = [(one.slot, one.enemy) for one in contacts(state) if one.side == "front" and one.slot < one.enemy]
    for slot, enemies in unturned(state):
        enemy = faced(state, slot)
        pairs.append((slot, enemies[0] if enemy is None else enemy))
    for seat, camp in enumerate(state.camps):
        if camp is not None and camp.garrison:
            pairs += ((state.slots[camp.garrison], enemy) for enemy in at_camp(state, seat)
                      if opponent(state, enemy) is None)
    found = (pair if state.roster[pair[0]].seat == state.seat else pair[::-1] for pair in pairs)
    return tuple(pair for pair in found if not any(state.units[slot].fought for slot in pair))
