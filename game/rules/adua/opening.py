"""The phases before the battle: both sides set up, and the machine guns are assigned (4.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.action import Action
from game.core.event import Placed
from game.core.indices import Slot
from game.core.message import Message, say
from game.core.offer import CatchAll, Offer
from game.core.prompt import Budget
from game.core.verdict import Illegal, Verdict
from game.rules.adua import deployment
from game.rules.adua.actions import END, AssignGun, ReturnGun, SetUpPiece
from game.rules.adua.harm import Done
from game.rules.adua.sequence import SidePhase, noted
from game.rules.adua.sides import ITALIANS, refuse, rule
from game.rules.adua.state import AduaState
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, SEAT, SLOT, SLOTS, UNITS, name_of


class SetUpPhase(SidePhase):
    """A side changes the set-up that is proposed."""

    rule = rule("4.0")
    asks = say("Adjust the set-up, or accept it")
    ends = say("Accept set-up")
    complete = False

    def able(self, state: AduaState) -> Sequence[Slot]:
        return [slot for slot, place in zip(SLOTS, state.at, strict=True) if place >= 0 and SEAT[slot] == state.seat]

    def candidates(self, state: AduaState) -> list[Action]:
        """Some places of one piece, the same in the same state."""
        mine = self.able(state)
        lot = sum(place * (n + 1) for n, place in enumerate(state.at)) % 8191
        return [END, *list(deployment.places(state, mine[lot % len(mine)]))[lot % 7::7]]

    def all_of(self, state: AduaState, slot: Slot) -> Iterator[Action]:
        """Everywhere a piece of the side can be put."""
        return deployment.places(state, slot) if SEAT[slot] == state.seat else iter(())

    def own(self, state: AduaState, action: Action) -> Verdict | None:
        if not isinstance(action, SetUpPiece):
            return None
        return deployment.check_place(state, action)

    def of_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        for action in deployment.places(state, slot):
            yield Offer(action=action, units=action.units, place=action.place)
        yield CatchAll(refuse("4.0", say("Outside the set-up area"), 24))

    def done(self, state: AduaState, action: Action) -> Done:
        assert isinstance(action, SetUpPiece)
        event = Placed(self.rule, action.unit, str(name_of(SLOT[action.unit])), action.place)
        return deployment.placed(state, action), (event,)


class AssigningGuns(SidePhase):
    """The Italian player gives the machine guns to units."""

    rule = rule("5.1")
    ends = say("Accept machine guns")

    def left(self, state: AduaState) -> int:
        """Machine guns that nobody has."""
        return sum(gun.unit < 0 for gun in state.guns)

    def question(self, state: AduaState) -> Message:
        if self.left(state):
            return say("Assign the machine guns")
        return say("All machine guns are assigned: accept or change")

    def budgets(self, state: AduaState) -> tuple[Budget, ...]:
        left = self.left(state)
        return (Budget(say("Machine guns still to assign"), left, len(state.guns)),) if left else ()

    def able(self, state: AduaState) -> Sequence[Slot]:
        return [slot for slot in SLOTS[:COMBAT_UNITS] if deployment.check_gun(state, self.way(state, slot))]

    def way(self, state: AduaState, slot: Slot) -> AssignGun | ReturnGun:
        """The action that gives a unit a machine gun, or takes it back."""
        return (ReturnGun if state.gun_of(slot) >= 0 else AssignGun)(UNITS[slot].id)

    def candidates(self, state: AduaState) -> list[Action]:
        ways = (self.way(state, slot) for slot in FIGHTERS[ITALIANS])
        return [*(way for way in ways if deployment.check_gun(state, way)), END]

    def own(self, state: AduaState, action: Action) -> Verdict | None:
        return deployment.check_gun(state, action) if isinstance(action, AssignGun | ReturnGun) else None

    def of_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        yield self.offer(state, slot)

    def offer(self, state: AduaState, slot: Slot) -> Offer:
        """To give a unit a machine gun, or take it back."""
        way = self.way(state, slot)
        words = say("Take its machine gun back") if isinstance(way, ReturnGun) else say("Assign a machine gun")
        return Offer(deployment.check_gun(state, way), way, way.units, words=words)

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        verdict = deployment.check_gun(state, AssignGun(UNITS[slot].id))
        return verdict if isinstance(verdict, Illegal) else refuse("5.1", say("It has one"), unit=UNITS[slot].id)

    def done(self, state: AduaState, action: Action) -> Done:
        assert isinstance(action, AssignGun | ReturnGun)
        name = name_of(SLOT[action.unit])
        text = (say("{unit} has a machine gun", unit=name) if isinstance(action, AssignGun) else
                say("{unit} has no machine gun", unit=name))
        return deployment.assigned(state, action), noted("5.1", text)
