"""The state of a battle as an immutable value, and the base of its pending decisions; everything constant is in its
``Setting``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar, NamedTuple, TypeAlias

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.decision import Answer, Decision, Done
from game.core.field_types import Between, Key
from game.core.indices import Seat, Slot, mask_of, other, slots_in
from game.core.message import Message, Text, say
from game.core.offer import Offer
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import Reason, RuleRef, Verdict
from game.rules.africa.actions import AfricaRetreat, Enter
from game.rules.africa.sequence import END, SEQUENCE, AfricaPhaseEntry
from game.rules.africa.setting import Setting
from game.rules.africa.tables import TABLES
from game.rules.africa.units import ADJECTIVES, BOTH, NOBODY, SEATS, Areas, Units, rule

StateAndEvents: TypeAlias = "Done[AfricaState]"
"""A state and the events that led to it."""
AreaOption = tuple[Verdict, Action | None]
"""A verdict, and the action if there is one."""


def fill_in(text: Message, **values: Text) -> Message:
    """A message with those of the values that its template uses."""
    return text.with_values(**{name: value for name, value in values.items() if f"{{{name}}}" in text.template})


OUT, WAITING = Area(-1), Area(-2)
"""Areas of units out of the game, and of reinforcements still to enter."""
STACKING_LIMIT = TABLES.stacking.limit
"""Stacking limit of an area for each side, in points (5)."""


STAGE_ACTION, STAGE_FIRE, STAGE_SHOCK = 0, 1, 2
"""Stages of an activation: the units act, defensive fire at them, shock combat (8, 9)."""


class AfricaPending(Decision["AfricaState"]):
    """A decision or roll of a battle: a frame on the state's stack, or a phase."""

    kind: ClassVar[str] = ""
    """The name of the frame in positions."""
    writes_all: ClassVar[bool] = True
    """Whether positions contain all fields of the frame, also those with default values."""
    opens: ClassVar[bool] = False
    """Whether the frame comes before the first phase of the battle."""
    closes: ClassVar[bool] = False
    """Whether the frame comes at the end of a turn."""
    sets_up: ClassVar[bool] = False
    """Whether units are set up or placed on the map in the frame."""
    place_action: ClassVar[type[Enter | AfricaRetreat] | None] = None
    """The action class that takes a unit to an area, if there is only one."""

    @property
    def activation(self) -> ActivationFrame | None:
        """The frame itself if it is an activation; else None."""
        return None

    @abstractmethod
    def candidates(self, state: AfricaState) -> list[Action]:
        """The legal actions."""

    def answers(self, state: AfricaState) -> Iterable[Answer]:
        return [Answer(action) for action in self.candidates(state)]

    def cited(self, state: AfricaState) -> RuleRef:
        """The rule that the prompt cites."""
        return self.rule

    def phasing_seat(self, state: AfricaState) -> str | None:
        return "" if state.now.phase == END else SEATS[state.now.seat]

    def prompt(self, state: AfricaState, turn: int) -> Prompt:
        action, label = self.main(state) or (None, self.button(state))
        active = state.activation
        aside = active.title(SEATS[active.side] != self.seat(state)) if active is not None else ""
        return Prompt(state.now.phase.value, turn, self.seat(state), self.question(state), self.cited(state),
                      self.duties(state), action, label, self.mode, self.phasing_seat(state), aside=aside)

    def preview(self, state: AfricaState, action: Action) -> Preview | None:
        return None

    def selectable(self, state: AfricaState) -> Iterable[Slot]:
        """The units that can be selected."""
        return ()

    def area_options(self, state: AfricaState, slot: Slot) -> Mapping[str, AreaOption]:
        """Area -> verdict on a unit's move or fire there now, and the action if legal."""
        if self.place_action is None:
            return {}
        orders = {name: self.place_action(state.setting.units[slot].id, name) for name in state.setting.ground.ids}
        return {name: (self.check(state, order), order) for name, order in orders.items()}

    def commands(self, state: AfricaState, slot: Slot) -> list[Action]:
        """A unit's other actions, beyond those in ``area_options``."""
        return []

    def offers_for_chosen(self, state: AfricaState, units: Sequence[str]) -> list[Offer]:
        """In a decision on several units: the offers for the units chosen so far."""
        return []

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        """Why a unit on the map, of the side to decide, has nothing to do."""
        return Reason(self.cited(state), self.question(state))

    def why_before_battle(self, state: AfricaState) -> Reason | None:
        """The reason that the frame must be finished before the battle begins; None if it is part of a turn."""
        return None

    def why_wait(self, state: AfricaState) -> Reason:
        """The event for which a seat must wait before it may interrupt, as a reason (``Interrupts.waits_for``)."""
        return Reason(rule("8", 9), say("the current action is over; no unit is activated while a roll, a retreat "
                                        "or a choice is pending"))

    def resolving_seat(self, state: AfricaState) -> str | None:
        """The seat that resolves the pending combat; None if there is none (``BatchActions.resolving_seat``)."""
        return None

    def is_idle(self, state: AfricaState) -> bool:
        """Whether no unit has anything to do in the phase."""
        return False

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        """The label and the first of several actions that one command carries out (``BatchActions.autoplay_step``)."""
        return None

    def followers_text(self, state: AfricaState, action: Action) -> Text:
        """Text on the number of units that could take the same action as the first; empty for none."""
        return ""

    def repeat_for_next(self, state: AfricaState, action: Action, before: AfricaPending) -> Action | None:
        """The action with which the next unit follows another to its destination (``BatchActions.repeat_for_next``).

        :param before: the frame pending when the first unit's action was chosen.
        """
        return None

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        """The state one step further, and events, if nothing is left to decide or roll; None if something is."""
        return None

    def misfit(self, state: AfricaState) -> Text:
        """Why the frame cannot be pending in a state; empty if it can."""
        raise NotImplementedError


class ActivationFrame(AfricaPending):
    """An activation of cavalry or a gun out of sequence (8, 9): the units, and their actions so far. Its subclass
    ``Activation`` is the decision."""

    side: Annotated[Seat, Key("seat")]
    """The side of the activated units."""
    units: Units
    """The activated units: one gun, or one or more cavalry units."""
    gun: bool
    """Whether the unit is a gun."""
    stage: Annotated[int, Between(STAGE_ACTION, STAGE_SHOCK)] = STAGE_ACTION
    fired: Units = 0
    """Activated units that have fired."""
    once: Units = 0
    """Units that have moved at least one area."""
    spent: Units = 0
    """Units that may move no further."""
    entered: Areas = 0
    """Enemy-held areas that were entered."""
    defended: Units = 0
    """Units that have fired defensively."""
    supported: Units = 0
    """Officers who have helped a unit to fire in this stage."""
    galloped: Units = 0
    """Cavalry that moved one area before it fired (8.1)."""
    halted: Units = 0
    """Cavalry stopped by terrain that may still fire and then move on (8.1)."""
    joined: Areas = 0
    """Areas entered in which the side was already fighting, so that the shock there is not the activated units' own."""
    struck: Units = 0
    """Units hit by fire in this activation (6.1, ruling 22)."""

    @property
    def activation(self) -> ActivationFrame:
        return self

    def title(self, with_side: bool) -> Message:
        """What is activated, e.g. ``cavalry activation``.

        :param with_side: whether with the side, e.g. ``Moroccan cavalry activation``.
        """
        if not with_side:
            return say("gun activation") if self.gun else say("cavalry activation")
        side = ADJECTIVES[self.side]
        return (say("{side} gun activation", side=side) if self.gun
                else say("{side} cavalry activation", side=side))

    @property
    def firing(self) -> Seat | None:
        """The seat whose units fire one by one now; None if none do."""
        if self.stage == STAGE_ACTION:
            return None if self.gun else self.side
        return other(self.side) if self.stage == STAGE_FIRE else None

    def after_fire(self, bit: int, helper: int) -> ActivationFrame:
        """The activation after a unit has fired.

        :param bit: the mask of the unit.
        :param helper: the mask of the officer who helped it; 0 without one.
        """
        supported = self.supported | helper
        if self.stage:
            return replace(self, defended=self.defended | bit, supported=supported)
        return replace(self, fired=self.fired | bit, supported=supported, galloped=self.galloped | self.once & bit)


class AfricaState(NamedTuple):
    """The whole changing state of a battle. Masks of units are over slots, masks of areas over area indices. The names
    of the masks of units are keys of positions."""

    setting: Setting
    turn: int
    step: int
    """Index into ``SEQUENCE``."""
    at: tuple[Area, ...]
    """Slot -> area index, or ``OUT``, or ``WAITING``."""
    stacks: tuple[tuple[Slot, ...], ...]
    """Area -> slots from the top down, both sides, fighters before officers and convoys."""
    occupied: tuple[int, int]
    """For each seat, the mask of areas with its units, ignoring the ship and units aboard."""
    control: int
    """Mask of areas last held by the Spanish alone; all others are Moroccan."""
    reduced: int = 0
    """Units that have lost a step."""
    demoralized: int = 0
    aboard: int = 0
    """Units aboard the ship."""
    moved: int = 0
    """Units that may move no further in this phase."""
    once: int = 0
    """Units that have moved at least one area in this phase."""
    fired: int = 0
    """Units that have fired in this phase."""
    supported: int = 0
    """Officers who have helped one unit to fire in this phase."""
    topped: int = 0
    """Units that have been put on top of their stacks in this phase (ruling 16)."""
    struck: int = 0
    """Units hit by fire in this phase (6.1, ruling 22)."""
    active: int = 0
    """Cavalry activated this turn, and guns activated at least once."""
    second: int = 0
    """Guns activated twice this turn."""
    moved_active: int = 0
    """Cavalry and guns that have moved in an activation this turn."""
    defensive_shots: tuple[Slot, ...] = ()
    """Guns that have fired defensively this turn, each once for each shot."""
    shots: tuple[tuple[Slot, Area], ...] = ()
    """Guns with the areas at which they fired this turn when activated."""
    came: tuple[tuple[Slot, Area], ...] = ()
    """Attacker -> area from which it entered; also for units that entered an area where marines may still land."""
    revealed: tuple[tuple[Slot, int], ...] = ()
    """Gaix kabila -> its shock factor, once revealed."""
    captured: int = 0
    """Convoys captured by the Moroccans."""
    frames: tuple[AfricaPending, ...] = ()
    """The stack of pending decisions and rolls, the present one last; empty if the phase itself is pending."""

    @property
    def now(self) -> AfricaPhaseEntry:
        """The present phase."""
        return SEQUENCE[self.step]

    @property
    def frame(self) -> AfricaPending | None:
        """The top frame; None if the phase itself is pending."""
        return self.frames[-1] if self.frames else None

    @property
    def acting(self) -> ActivationFrame | None:
        """The activation if it is the top frame; else None."""
        return self.frames[-1].activation if self.frames else None

    @property
    def activation(self) -> ActivationFrame | None:
        """The activation, even with another frame on top; None outside activations."""
        return self.frames[0].activation if self.frames else None

    def pushed(self, frame: AfricaPending) -> AfricaState:
        """The state with a frame pushed on the stack."""
        return self._replace(frames=(*self.frames, frame))

    def popped(self) -> AfricaState:
        """The state without the top frame."""
        return self._replace(frames=self.frames[:-1])

    def swapped(self, frame: AfricaPending) -> AfricaState:
        """The state with the top frame replaced."""
        return self._replace(frames=(*self.frames[:-1], frame))

    def units_in(self, area: Area, seat: Seat) -> tuple[Slot, ...]:
        """The units of a side in an area, from the top down, without the ship and units aboard."""
        side = self.setting.side[seat] & ~self.aboard & ~self.setting.ship
        return tuple([i for i in self.stacks[area] if side >> i & 1])

    def points(self, area: Area, seat: Seat) -> int:
        """Stacking points of a side in an area (5)."""
        points = self.setting.points
        return sum([points[i] for i in self.units_in(area, seat)])

    @property
    def fired_units(self) -> int:
        """Units that have fired in this phase, or in this stage of the activation, which is a phase of its own."""
        activation = self.activation
        if activation is None:
            return self.fired
        return activation.defended if activation.stage else activation.fired

    @property
    def spent_guns(self) -> int:
        """Guns that have moved and fired this turn: they have no shot left (4, ruling 38)."""
        return self.moved_active & mask_of(self.gun_shots)

    @property
    def gun_shots(self) -> tuple[Slot, ...]:
        """Guns that have fired this turn, when activated or defensively, each once for each shot."""
        return (*self.defensive_shots, *[gun for gun, _ in self.shots])

    @property
    def used_officers(self) -> int:
        """Officers who have helped a unit to fire in this phase, or in this stage of the activation."""
        return (self.activation or self).supported

    @property
    def hit_units(self) -> int:
        """Units hit by fire in this phase, or in the activation, which is a phase of its own."""
        return (self.activation or self).struck

    def target(self, area: Area, seat: Seat) -> Slot:
        """The unit that fire at a side in an area would hit; ``NOBODY`` for none.

        The target is the top unit. After a hit it is the next one under it for the rest of the phase (6.1, ruling 22),
        and the top one again once all have been hit. An officer is the target only without troops. Defensive fire at
        activated units hits only these (ruling 9).
        """
        setting = self.setting
        side, hit = setting.side[seat] & ~self.aboard, self.hit_units
        activation = self.activation
        if activation is not None and activation.stage and activation.side == seat:
            side &= activation.units
        top = officer = NOBODY
        for i in self.stacks[area]:
            if side & setting.fighters & 1 << i:
                if not hit >> i & 1:
                    return i
                if top < 0:
                    top = i
            elif officer < 0 and side & setting.officers & 1 << i:
                officer = i
        return top if top >= 0 else officer

    def contested(self) -> int:
        """Mask of areas with units of both sides."""
        return self.occupied[0] & self.occupied[1]

    def areas_with_troops(self, seat: Seat, areas: int = -1) -> int:
        """Mask of the areas in which a side has troops, that is more than officers and convoys.

        :param areas: mask of the areas to consider; all by default.
        """
        troops = self.setting.fighters & self.setting.side[seat] & ~self.aboard
        mask = 0
        for area in areas_in(self.occupied[seat] & areas):
            for i in self.stacks[area]:
                if troops >> i & 1:
                    mask |= 1 << area
                    break
        return mask

    def areas_with_units(self, seat: Seat) -> int:
        """Mask of areas with units of a side, the ship included: an area next to it is next to an enemy (ruling 24)."""
        mask = self.occupied[seat]
        for i in slots_in(self.setting.ship & self.setting.side[seat]):
            if self.at[i] >= 0:
                mask |= 1 << self.at[i]
        return mask

    def occupied_near(self, area: Area, seat: Seat) -> int:
        """Mask of the areas with units of a side, among an area and its neighbours."""
        return (self.setting.ground.adjacent[area] | 1 << area) & self.areas_with_units(seat)

    def near_ship(self, area: Area, seat: Seat) -> Slot:
        """The ship of a side, if it is that side's only unit in or next to an area (ruling 24); else ``NOBODY``."""
        near = self.occupied_near(area, seat)
        if not near or near & self.occupied[seat]:
            return NOBODY
        return slots_in(self.setting.ship & self.setting.side[seat])[0]

    def unit_reason(self, slot: Slot, cited: RuleRef, text: Message) -> Reason:
        """A reason about a unit; the text may use its name as ``{unit}`` and its area as ``{area}``."""
        unit, here = self.setting.units[slot], self.at[slot]
        area = self.setting.ground.titles[here] if here >= 0 else ""
        return Reason(cited, fill_in(text, unit=unit.name, area=area), {"unit": unit.id})

    def without_phase_marks(self) -> AfricaState:
        """The state with the marks of actions in this phase cleared."""
        return self._replace(moved=0, once=0, fired=0, supported=0, topped=0, struck=0)

    def without_turn_marks(self) -> AfricaState:
        """The state with the marks of activations and of guns' fire in this turn cleared."""
        return self._replace(active=0, second=0, moved_active=0, defensive_shots=(), shots=())

    @property
    def has_begun_to_move(self) -> bool:
        """Whether a unit has moved in this phase."""
        return bool(self.moved | self.once)

    def came_from(self, slot: Slot) -> Area:
        """The area from which an attacker entered; ``OUT`` for any other unit."""
        return next((area for i, area in self.came if i == slot), OUT)


def stacks_of(setting: Setting, places: Iterable[tuple[Slot, Area]]) -> tuple[tuple[Slot, ...], ...]:
    """Area -> its stack from the top down: troops above officers and convoys, otherwise in the given order.

    :param places: units with their areas, each stack from the top down.
    """
    stacks: list[list[Slot]] = [[] for _ in setting.ground.ids]
    for slot, area in places:
        if area >= 0:
            stacks[area].append(slot)
    return tuple(tuple(sorted(stack, key=lambda i: not setting.fighters >> i & 1)) for stack in stacks)


def occupied_areas(setting: Setting, stacks: tuple[tuple[Slot, ...], ...], aboard: int) -> tuple[int, int]:
    """For each seat, the mask of areas with its units, ignoring the ship and units aboard."""
    masks = []
    for side in setting.side:
        units = side & ~aboard & ~setting.ship
        masks.append(mask_of(area for area, stack in enumerate(stacks) if any(units >> i & 1 for i in stack)))
    return masks[0], masks[1]


def with_unit_at(state: AfricaState, slot: Slot, area: Area, top: bool = False) -> AfricaState:
    """The state with a unit in an area: below the fighters there, officers and convoys at the bottom.

    :param top: whether the unit goes on top of the stack instead.
    """
    setting, origin = state.setting, state.at[slot]
    stacks = list(state.stacks)
    if origin >= 0:
        stacks[origin] = tuple(i for i in stacks[origin] if i != slot)
    if area >= 0:
        former_stack = stacks[area]
        index = 0 if top else len(former_stack)
        if not top and setting.fighters >> slot & 1:
            index = next((k for k, i in enumerate(former_stack) if not setting.fighters >> i & 1), len(former_stack))
        stacks[area] = (*former_stack[:index], slot, *former_stack[index:])
    at = (*state.at[:slot], area, *state.at[slot + 1:])
    occupied = list(state.occupied)
    for seat in BOTH:
        units = setting.side[seat] & ~state.aboard & ~setting.ship
        for changed in (origin, area):
            if changed >= 0:
                bit = 1 << changed
                occupied[seat] = occupied[seat] & ~bit | (bit if any(units >> i & 1 for i in stacks[changed]) else 0)
    return state._replace(at=at, stacks=tuple(stacks), occupied=(occupied[0], occupied[1]))
