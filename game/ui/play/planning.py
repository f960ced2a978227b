"""The unit in hand and what is planned for it: which way it shall face, and step after step of its way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from game.core.action import Action
from game.ui.play.choices import NOTHING, Choices, choices_of
from game.ui.play.proposals import Proposal, Refusal
from game.ui.play.route import Route
from game.ui.play.situation import Situation


@dataclass
class Planning(Situation, ABC):
    """A situation with a unit in hand; a subclass fills ``choices`` in ``_think``."""

    selected: str | None = None
    group: tuple[str, ...] = ()
    """Units of the same stack that go along with the selected one."""
    focus: str | None = None
    """A place clicked that can mean several things; ``proposals`` are those then."""
    aim: str | None = None
    """The place last pointed at where the selected unit may do something that leads to a roll."""
    refusal: Refusal | None = None
    choices: Choices = field(init=False, default=NOTHING)
    """What the selected unit and its group can do, at the end of what is planned."""
    route: Route | None = field(init=False, default=None)
    """What is planned for the unit in hand; None with nothing in hand."""
    staying: tuple[str, ...] = ()
    """Those who could go along with the unit in hand but are told to stay."""
    _staying_of: tuple[object, ...] = ()
    """The unit whom they could go along with, and the phase in which they were told."""

    @abstractmethod
    def _think(self) -> None:
        """Work out again what can be done."""

    def _keep_route(self) -> None:
        """A route belongs to one unit in one state, and nobody goes along with it."""
        alone = self.selected if self.active and not (self.composing or self.group or self.interrupting) else None
        if alone is None:
            self.route = None
        elif self.route is None or self.route.unit != alone or self.route.state is not self.state:
            counter = self.counters[alone]
            self.route = Route(self.rules, self.state, alone, (counter.place, counter.angle))

    def _keep_staying(self) -> None:
        """Who was told to stay does so for one unit in one phase."""
        asked = self.prompt.turn, self.prompt.place, self.selected
        if self.selected is not None and asked != self._staying_of:
            self._staying_of, self.staying = asked, ()

    @property
    def company(self) -> tuple[str, ...]:
        """Others who can go along with the unit in hand, from where it stands before anything is planned."""
        return self.route.company if self.route is not None else self.choices.company

    @property
    def coming(self) -> tuple[str, ...]:
        """Those of them who do."""
        return tuple(unit for unit in self.company if unit not in self.staying)

    def let_stay(self, unit: str) -> None:
        """Tell one of the company to stay, or to come along after all; the plan is made again with it."""
        if unit not in self.company:
            return
        staying = tuple(other for other in self.staying if other != unit)
        self.staying = staying if unit in self.staying else (*staying, unit)
        before, self.route, self.focus = self.route, None, None
        self._think()
        if before is None or self.route is None:
            return
        for leg in before.legs:
            there = self.choices.meanings.get(leg.way[-1], ())
            again = next((p for p in there if p.action == leg.action or not (leg.shot or p.preview)), None)
            if again is None or not self.route.add(again, leg.way[-1]):
                break
            self._think()
        self.route.turn = before.turn

    @property
    def stands(self) -> str | None:
        """Where the selected unit stands, or will at the end of what is planned for it."""
        if self.route is not None:
            return self.route.place
        return self.counters[self.selected].place if self.selected is not None else None

    @property
    def facings(self) -> dict[int, Proposal]:
        """Angle -> facing that way: at the place looked at, else where the selected unit stands."""
        if self.selected is None:
            return {}
        there = (*self.choices.meanings.get(self.facing_place or "", ()),
                 *(p for p in self.choices.commands if p.place is None and self.focus is None))
        return {p.offer.angle: p for p in there if p.offer.angle is not None and p.verdict}

    @property
    def facing_place(self) -> str | None:
        """Where a facing can be chosen now."""
        return self.focus or self.stands

    def going_to(self, place: str | None) -> Proposal | None:
        """The march that a place means for the unit in hand, where it may be faced at its end, too."""
        found = self.choices.meanings.get(place or "", ())
        march = next((p for p in found if p.preview is None and p.offer.angle is None and len(p.actions) == 1), None)
        return march if march is not None and march.verdict else None

    @property
    def turns(self) -> bool:
        """Whether a facing can be chosen for the unit in hand, here or where it goes."""
        held = self.route is not None and not self.choices.holdable
        return held and self.route is not None and (self.route.turn is not None or bool(self.facings))

    def turns_at(self, place: str | None) -> bool:
        """Whether it can be at a place: where the unit stands, or may go."""
        return self.turns and place is not None and (place == self.stands or self.going_to(place) is not None)

    def turn(self, step: int, place: str | None) -> bool:
        """Turn the unit in hand, here or for its arrival at a place; whether there is any choice."""
        if self.route is None or not self.turns:
            return False
        return self.route.turn_by(step, self._go(place))

    def turn_to(self, angle: float, place: str | None) -> None:
        """As ``turn``, to the facing nearest to a direction (degrees clockwise from the top)."""
        if self.route is not None:
            self.route.turn_to(angle, self._go(place))

    def _go(self, place: str | None) -> Action | None:
        march = self.going_to(place) if place != self.stands else None
        return march.action if march is not None else None

    def plan(self, place: str | None, meant: Proposal | None = None) -> bool:
        """Add what a place means, or one thing of it, to what is planned for the unit in hand; whether it could be.

        A plan begins only with what more can follow.
        """
        found = (meant,) if meant is not None else self.choices.meanings.get(place or "", ())
        if self.route is None or not found or place == self.stands or not self.route.add(found[0], place):
            return False
        self.focus = self.aim = self.refusal = None
        self._think()
        if len(self.route.legs) == 1 and not (self.choices.meanings or self.choices.commands):
            self.route.shorten()
            self._think()
            return False
        return True

    def plan_shot(self, place: str) -> bool:
        """Plan to go where an enemy out of reach can be shot at for the least cost, and the shot; whether it can be."""
        if self.route is None or all(self.counters[unit].seat == self.prompt.to_act
                                     for unit in self.stacks.get(place, ())):
            return False
        choices, costs = self.choices, self.choices.costs
        for stand in sorted(choices.hits, key=lambda stand: costs.get(stand) or 0):
            march = self.going_to(stand)
            if march is None or not self.route.add(march, stand):
                continue
            self.choices = choices_of(self.rules, self.route.ahead, (self.route.unit,), stand) if (
                self.route.ahead is not None) else NOTHING
            if place in self.choices.aims and self.plan(place):
                return True
            self.route.shorten()
            self.choices = choices
        return False

    def shorten(self) -> bool:
        """Take the last thing planned back; whether there was any."""
        if self.route is None or not self.route.open:
            return False
        self.route.shorten()
        self.refusal = None
        self._think()
        return True

    def ends_at(self, place: str | None) -> bool:
        """Whether a click on a place, or Enter there, does what is planned."""
        return self.route is not None and self.route.open and place is not None and place == self.stands
