"""Retreats (5, 6.1, 6.2, 9): units retreat one after the other, area by area, with a choice wherever there are several
areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, get_args

from game.board.areas import Area, areas_in
from game.board.paths import reach
from game.core.action import Action
from game.core.event import Event, Noted
from game.core.field_types import Between, Key
from game.core.indices import Seat, Slot, mask_of, other, slots_in
from game.core.message import Message, Text, both_or_all, plural, say
from game.core.prompt import Prompt
from game.core.verdict import Illegal, Legal, Reason, RuleRef, Verdict
from game.rules.africa.actions import AfricaRetreat
from game.rules.africa.events import RetreatStep, Stranded, remove
from game.rules.africa.sequence import MOVEMENT, phase_began
from game.rules.africa.setting import Setting
from game.rules.africa.stacking import has_room, overstacked, why_full
from game.rules.africa.state import STACKING_LIMIT, AfricaPending, AfricaState, StateAndEvents, with_unit_at
from game.rules.africa.units import NOBODY, SEATS, Areas, Kind, rule

Cause = Literal["fire", "artillery", "shock", "room", "with-troops", "unfought"]
"""Cause of a retreat."""
BY_FIRE, BY_ARTILLERY, BY_SHOCK, FOR_ROOM, WITH_TROOPS, UNFOUGHT = get_args(Cause)
CAUSE_RULES: Mapping[Cause, RuleRef] = {
    BY_FIRE: rule("6.1"), BY_ARTILLERY: rule("9"), BY_SHOCK: rule("6.2"), FOR_ROOM: rule("5", 4),
    WITH_TROOPS: rule("9", 11), UNFOUGHT: rule("10"),
}
"""Cause of a retreat -> its rule. ``WITH_TROOPS`` is for officers along with troops that guns drive off (ruling 11),
``UNFOUGHT`` for officers whose troops were driven off before the shock (10)."""


class RetreatChoice(AfricaPending):
    """Units that must retreat; the first of the queue retreats now."""

    queue: tuple[Slot, ...]
    areas_due: Annotated[int, Between(0, 2), Key("steps")]
    """The number of areas that the first unit must still retreat."""
    seen: Areas
    """Areas that the first unit has been in and may not enter again."""
    far: bool
    """Whether the units must get away from every enemy (6.2, three crosses)."""
    cause: Cause
    """Cause of the retreat."""

    kind = "retreat"
    place_action = AfricaRetreat
    mode = "move"

    @classmethod
    def begin(cls, state: AfricaState, queue: tuple[Slot, ...], cause: Cause, far: bool = False) -> RetreatChoice:
        """The retreat of some units, one after the other. After fire (6.1, 9) cavalry and officers retreat two areas,
        their movement allowance; all other retreats are of one area, also that of an officer along with troops (ruling
        11).

        :param far: whether they must get away from every enemy.
        """
        has_two_areas = state.setting.units[queue[0]].kind in (Kind.CAVALRY, Kind.OFFICER)
        areas_due = 2 if has_two_areas and cause in (BY_FIRE, BY_ARTILLERY) else 1
        return cls(queue, areas_due, 1 << state.at[queue[0]], far, cause)

    def seat(self, state: AfricaState) -> str:
        return SEATS[self._side(state)]

    def phasing_seat(self, state: AfricaState) -> str | None:
        return SEATS[state.now.phasing] if self.cause == FOR_ROOM else super().phasing_seat(state)

    def prompt(self, state: AfricaState, turn: int) -> Prompt:
        """The prompt; the movement phase lasts until all retreats for want of room are over (ruling 4)."""
        prompt = super().prompt(state, turn)
        return replace(prompt, phase=MOVEMENT.value) if self.cause == FOR_ROOM else prompt

    def _side(self, state: AfricaState) -> Seat:
        return state.setting.units[self.queue[0]].seat

    def cited(self, state: AfricaState) -> RuleRef:
        """The rule under which the first unit retreats: that of the cause; lack of room (5) once it has retreated as
        many areas as the cause requires; ruling 10 after three crosses; ruling 27 for a convoy."""
        if state.setting.convoys >> self.queue[0] & 1:
            return rule("11.W.3", 27)
        if self.far:
            return rule("6.2", 10)
        return CAUSE_RULES[self.cause] if self.areas_due else rule("5")

    def question(self, state: AfricaState) -> Message:
        name, count = state.setting.units[self.queue[0]].name, len(self.queue)
        why = self.why_continues(state)
        if why and self.areas_due:
            return plural("{unit} must retreat one more area: choose which",
                          "{unit} must retreat {count} more areas: choose the next", self.areas_due, unit=name)
        if why and count == 1:
            return say("{unit} must retreat farther: {why}. Choose an area", unit=name, why=why)
        if why:
            return say("{unit}, first of {count}, must retreat farther: {why}. Choose an area", unit=name, count=count,
                       why=why)
        if self.cause == FOR_ROOM and count == 1:
            return say("No room: {unit} must retreat. Choose an area", unit=name)
        if self.cause == FOR_ROOM:
            return say("No room: {unit}, first of {count}, must retreat. Choose an area", unit=name, count=count)
        if self.far:
            return say("{unit} must retreat until no enemy is adjacent: choose an area", unit=name)
        if count == 1:
            return say("{unit} must retreat: choose an area", unit=name)
        return say("{unit}, first of {count}, must retreat: choose an area", unit=name, count=count)

    def refuges(self, state: AfricaState) -> Sequence[Area]:
        """The areas to which the first unit may retreat next; dead ends only if there are no others (ruling 31). Of
        one that must get away from every enemy, and of a convoy (ruling 27), only areas in or beyond which its retreat
        can end. Empty if it cannot retreat farther: it then stays where it is, or is lost."""
        setting = state.setting
        slot = self.queue[0]
        unit, here = setting.units[slot], state.at[slot]
        if unit.immobile:
            return []
        closed = state.areas_with_units(other(unit.seat)) | self.seen
        adjacent = areas_in(setting.steps[slot].first[here] & ~closed)
        if not self.far and not setting.convoys >> slot & 1:
            leading_farther = [there for there in adjacent if self._retreats_through(state, there)]
            if not leading_farther and self._has_come_halfway(state) and not self._leads_farther(state, here):
                return []
            return leading_farther or adjacent
        near_enemy = self._areas_near_enemy(state, state.areas_with_units(other(unit.seat)))
        return [there for there in adjacent if _can_end_beyond(state, slot, there, closed, near_enemy)]

    def _retreats_through(self, state: AfricaState, area: Area) -> bool:
        """Whether the first unit must retreat farther than an adjacent area in any case: two areas are due, and the
        area is no dead end (ruling 31)."""
        return self.areas_due > 1 and self._leads_farther(state, area)

    def _leads_farther(self, state: AfricaState, area: Area) -> bool:
        """Whether the first unit can retreat farther from an area, to one with room or towards one (ruling 31)."""
        slot = self.queue[0]
        closed = state.areas_with_units(other(self._side(state))) | self.seen | 1 << area
        return any(_can_end_beyond(state, slot, there, closed, 0)
                   for there in areas_in(state.setting.steps[slot].first[area] & ~closed))

    def _has_come_halfway(self, state: AfricaState) -> bool:
        """Whether the first unit has retreated one of two areas, to one with room for it (ruling 31)."""
        return bool(self.areas_due and not self._has_not_moved(state) and not self._is_overstacked(state))

    def _has_not_moved(self, state: AfricaState) -> bool:
        """Whether the first unit's retreat has not begun: it has been in no area but its present one."""
        return self.seen == 1 << state.at[self.queue[0]]

    def _is_overstacked(self, state: AfricaState) -> bool:
        """Whether the first unit counts for stacking and is in an overstacked area (5)."""
        slot = self.queue[0]
        unit = state.setting.units[slot]
        return bool(unit.points) and overstacked(state, state.at[slot], unit.seat)

    def candidates(self, state: AfricaState) -> list[Action]:
        unit, ids = state.setting.units[self.queue[0]].id, state.setting.ground.ids
        return [AfricaRetreat(unit, ids[area]) for area in self.refuges(state)]

    def check(self, state: AfricaState, action: Action) -> Verdict:
        if isinstance(action, AfricaRetreat) and action in self.candidates(state):
            return Legal(1, self._warning(state, state.setting.ground.index[action.place]))
        return Illegal((self.why_not(state, action),))

    def _warning(self, state: AfricaState, area: Area) -> Reason | None:
        """The warning that the first unit must retreat farther than a refuge because it is full or an enemy is too
        near; None if the retreat may end there, or is to go through it in any case."""
        if self._retreats_through(state, area):
            return None
        slot = self.queue[0]
        refusal = why_full(state, slot, area)
        if refusal is None:
            return self._farther_warning(state, area)
        text = say("{title} is full: {unit} must then retreat farther or be lost",
                   title=state.setting.ground.titles[area], unit=state.setting.units[slot].name)
        return Reason(rule("5"), text, refusal.values, refusal.sign)

    def _farther_warning(self, state: AfricaState, area: Area) -> Reason | None:
        """The warning that an enemy is too near a refuge, with the area, if any, to which the unit must then retreat
        farther without a choice; None if the retreat may end in the refuge."""
        if not self.far:
            return None
        titles = state.setting.ground.titles
        after, _ = self._retreat_to(state, area)
        retreat = after.frame
        if not isinstance(retreat, RetreatChoice) or retreat.areas_due or not retreat._is_too_near(after):
            return None
        why, goal = retreat.why_continues(after), area
        while isinstance(retreat, RetreatChoice) and retreat._must_retreat_farther(after):
            refuges = retreat.refuges(after)
            if len(refuges) != 1:
                break
            goal = refuges[0]
            after, _ = retreat._retreat_to(after, goal)
            retreat = after.frame
        text = say("From {area} the retreat must continue: {why}", area=titles[area], why=why)
        if goal != area:
            text = say("From {area} the retreat must continue to {title}: {why}", area=titles[area], title=titles[goal],
                       why=why)
        return Reason(rule("6.2", 10), text)

    def why_not(self, state: AfricaState, action: Action) -> Reason:
        """Why the pending retreat does not allow an action that is not among the candidates."""
        setting, cited = state.setting, self.cited(state)
        unit, here = setting.units[self.queue[0]], state.at[self.queue[0]]
        if not isinstance(action, AfricaRetreat) or action.unit != unit.id:
            return Reason(cited, say("{unit} must retreat first", unit=unit.name))
        area = setting.area_of(action.place)
        if area < 0 or not setting.ground.adjacent[here] >> area & 1:
            return Reason(cited, say("{unit} retreats to an adjacent area", unit=unit.name))
        title = setting.ground.titles[area]
        if state.occupied[other(unit.seat)] >> area & 1:
            return Reason(cited, say("The enemy is in {title}", title=title))
        for ship in slots_in(setting.ship & setting.side[other(unit.seat)]):
            if state.at[ship] == area:
                return Reason(rule("6.1", 24), say("The {ship}, an enemy unit, is in {title}",
                                                   ship=setting.units[ship].name, title=title))
        step = setting.step(self.queue[0], here, area)
        if isinstance(step, Reason):
            return Reason(rule("6.1", 31), step.text, step.values)
        if self.seen >> area & 1:
            return Reason(rule("6.1", 30), say("{unit} has retreated from {title} and may not return there",
                                               unit=unit.name, title=title))
        if self.far:
            ship = self._barring_ship(state, area)
            if ship >= 0:
                return Reason(rule("6.2", 10), say(
                    "No retreat through {title}: no area beyond has room away from the enemy and the {ship}",
                    title=title, ship=setting.units[ship].name))
            return Reason(rule("6.2", 10), say(
                "No retreat through {title}: no area beyond has room away from the enemy", title=title))
        if self.areas_due > 1:
            return Reason(rule("6.1", 31), say("{title} is a dead end: {unit} must retreat two areas",
                                               title=title, unit=unit.name))
        return Reason(cited, say("{title} leads to no area with room", title=title))

    def _barring_ship(self, state: AfricaState, area: Area) -> Slot:
        """The enemy ship, if it is the only reason that a retreat through an area cannot end away from the enemy
        (ruling 24); else ``NOBODY``."""
        seat = other(self._side(state))
        areas = state.occupied[seat]  # without the ship's, if it is alone there
        if areas == state.areas_with_units(seat) or not _can_end_beyond(
                state, self.queue[0], area, areas | self.seen, self._areas_near_enemy(state, areas)):
            return NOBODY
        return slots_in(state.setting.ship & state.setting.side[seat])[0]

    def _areas_near_enemy(self, state: AfricaState, enemy: int) -> int:
        """Mask of the areas with or next to an enemy, if the units must get away from every enemy; else 0.

        :param enemy: mask of the areas with enemies.
        """
        return enemy | state.setting.ground.around(enemy) if self.far else 0

    def apply(self, state: AfricaState, action: Action) -> StateAndEvents:
        return self._retreat_to(state, state.setting.ground.index[action.places[0]])

    def _retreat_to(self, state: AfricaState, area: Area) -> StateAndEvents:
        """The state after the first unit has retreated to an adjacent area, and the event."""
        slot = self.queue[0]
        unit, ground, here = state.setting.units[slot], state.setting.ground, state.at[slot]
        event = RetreatStep(self.cited(state), unit.id, unit.name, (ground.ids[here], ground.ids[area]),
                            (ground.titles[here], ground.titles[area]), self.why_continues(state))
        state = with_unit_at(state, slot, area)
        state = state._replace(came=tuple(pair for pair in state.came if pair[0] != slot))
        return state.swapped(replace(self, areas_due=max(self.areas_due - 1, 0), seen=self.seen | 1 << area)), (event,)

    def possible_ends(self, state: AfricaState, refuge: Area) -> frozenset[Area]:
        """The areas in which the first unit's retreat may end if it goes to a refuge next; empty if it is then lost."""
        after, _ = self._retreat_to(state, refuge)
        retreat = after.frame
        assert isinstance(retreat, RetreatChoice)
        if not retreat._must_retreat_farther(after):
            return frozenset((refuge,))
        refuges = retreat.refuges(after)
        if not refuges:
            return frozenset() if retreat._is_lost(after) else frozenset((refuge,))
        return frozenset(end for there in refuges for end in retreat.possible_ends(after, there))

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        """The state one step further, and events, while there is no choice; None at a choice."""
        if state.at[self.queue[0]] < 0 or not self._must_retreat_farther(state):
            return self._done_with_unit(state)
        refuges = self.refuges(state)
        if len(refuges) > 1:
            return None
        if refuges:
            return self._retreat_to(state, refuges[0])
        if not self._is_lost(state):
            return self._done_with_unit(state)
        state, events = remove(state, self.queue[0], self._rule_of_loss(state), Stranded)
        after, more = self._done_with_unit(state)
        return after, (*events, *more)

    def _done_with_unit(self, state: AfricaState) -> StateAndEvents:
        """The state after the first unit's retreat, and, after the last retreat for want of room, the event that the
        next phase began (ruling 4)."""
        following = self._next_retreat(state)
        after = state.popped() if following is None else state.swapped(following)
        has_ended = self.cause == FOR_ROOM and not after.frames
        return after, (phase_began(after.turn, after.step),) if has_ended else ()

    def _next_retreat(self, state: AfricaState) -> RetreatChoice | None:
        """The retreat of the next units of the queue, after that of the first one; None if it was the last. An officer
        behind troops that guns drive off retreats along with them (ruling 11)."""
        remaining = tuple(i for i in self.queue[1:] if state.at[i] >= 0)
        if not remaining:
            return None
        officers = state.setting.officers
        goes_with_troops = (self.cause == BY_ARTILLERY and officers >> remaining[0] & 1
                            and not officers >> self.queue[0] & 1)
        cause = WITH_TROOPS if goes_with_troops else self.cause
        return RetreatChoice.begin(state, remaining, cause, self.far)

    def _must_retreat_farther(self, state: AfricaState) -> bool:
        """Whether the first unit must retreat farther: areas are still due, its area is overstacked (5), or an enemy is
        too near."""
        return self.areas_due > 0 or self._is_overstacked(state) or self._is_too_near(state)

    def why_continues(self, state: AfricaState) -> Text:
        """Why the first unit must retreat farther than its present area; empty if it has not retreated yet."""
        here = state.at[self.queue[0]]
        if self._has_not_moved(state):
            return ""
        if self.areas_due:
            return plural("must retreat one more area", "must retreat {count} more areas", self.areas_due)
        if self._is_too_near(state):
            return enemy_near(state, here, other(self._side(state)))
        return say("{title} is over its limit of {limit} points", title=state.setting.ground.titles[here],
                   limit=STACKING_LIMIT)

    def _is_too_near(self, state: AfricaState) -> bool:
        """Whether the first unit must get away from every enemy and is in or next to an area with one (6.2)."""
        return self.far and bool(state.occupied_near(state.at[self.queue[0]], other(self._side(state))))

    def _rule_of_loss(self, state: AfricaState) -> RuleRef:
        """The rule under which the first unit is destroyed: that of the retreat if it has not moved or must get away
        from every enemy, else lack of room (5), with ruling 30 if areas that it has left would be open."""
        here = state.at[self.queue[0]]
        if self._has_not_moved(state) or self.far:
            return self.cited(state)
        left_open = self.seen & ~state.areas_with_units(other(self._side(state)))
        return rule("5", 30) if state.setting.steps[self.queue[0]].first[here] & left_open else rule("5")

    def _is_lost(self, state: AfricaState) -> bool:
        """Whether a unit with nowhere to retreat is destroyed (6.1, 6.2): it has not moved, its area is full, or the
        enemy is too near. A convoy stays (ruling 27)."""
        if state.setting.convoys >> self.queue[0] & 1:
            return False
        return self._has_not_moved(state) or self.far or self._is_overstacked(state)

    def selectable(self, state: AfricaState) -> list[Slot]:
        return [self.queue[0]]

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        first = state.setting.units[self.queue[0]].name
        return Reason(self.cited(state), say("{first} must retreat first", first=first))

    def followers_text(self, state: AfricaState, action: Action) -> Text:
        area = state.setting.ground.index[action.places[0]]
        followers = self._followers(state, area)
        if not followers or area not in self.refuges(state):
            return ""
        if followers + 1 == len(self.queue):
            return both_or_all("The last one", "Both", "All {count}", followers + 1)
        return say("{count} of {number}", count=followers + 1, number=len(self.queue))

    def _followers(self, state: AfricaState, area: Area) -> int:
        """The number of units of the queue that can follow the first one to an area; if their retreat ends there, only
        those for which it has room."""
        count, after = 0, with_unit_at(state, self.queue[0], area)
        following = self._next_retreat(after)
        while following is not None and following._step_behind(self, after, area) is not None:
            count, after = count + 1, with_unit_at(after, following.queue[0], area)
            following = following._next_retreat(after)
        return count

    def _step_behind(self, leading: RetreatChoice, state: AfricaState, area: Area) -> Area | None:
        """The next area of the first unit if it follows the unit that retreats in ``leading`` to an area; None if it
        cannot, or if that retreat ends there and the area is full."""
        if leading._ends_with_next_step and why_full(state, self.queue[0], area) is not None:
            return None
        return self.step_to(state, area, leading.seen)

    @property
    def _ends_with_next_step(self) -> bool:
        """Whether the first unit's retreat ends in the next area if there is room."""
        return self.areas_due <= 1 and not self.far

    def repeat_for_next(self, state: AfricaState, action: Action, before: AfricaPending) -> Action | None:
        if not isinstance(before, RetreatChoice):
            return None
        area = state.setting.ground.index[action.places[0]]
        there = self._step_behind(before, state, area)
        if there is None:
            return None
        return AfricaRetreat(state.setting.units[self.queue[0]].id, state.setting.ground.ids[there])

    def step_to(self, state: AfricaState, area: Area, trail: int) -> Area | None:
        """The next area of the first unit if it follows another to an area: the area itself if it can retreat there
        now, else one on the other's path from which the path leads to the area; None if there is none.

        :param trail: mask of the areas of the other's path (its ``seen``).
        """
        open_areas = self.refuges(state)
        if area in open_areas:
            return area
        on_trail = (there for there in open_areas if trail >> there & 1)
        return next((there for there in on_trail if _leads_to(state, there, area, trail & ~self.seen)), None)

    def misfit(self, state: AfricaState) -> Text:
        setting = state.setting
        seats = {setting.units[i].seat for i in self.queue}
        if (len(seats) != 1 and self.cause != FOR_ROOM) or not self.queue or any(state.at[i] < 0 for i in self.queue):
            return say("its units are not all of one side and on the map")
        never_retreats = setting.ship | state.aboard | _staying_units(setting, self.cause)
        if any(never_retreats >> i & 1 for i in self.queue):
            return say("it names units that do not retreat")
        if not self.seen >> state.at[self.queue[0]] & 1:
            return say("its first unit is not in an area of its retreat path")
        return say("it names a unit twice") if len(set(self.queue)) < len(self.queue) else ""


def begin_retreat(state: AfricaState, slots: Sequence[Slot], cause: Cause, far: bool = False) -> AfricaState:
    """The state with the retreat of some units pending. Convoys do not retreat after a shock (ruling 27), and immobile
    guns retreat only then, which destroys them (ruling 8).

    :param far: whether the units must get away from every enemy (6.2, three crosses).
    """
    staying = _staying_units(state.setting, cause)
    queue = tuple(i for i in slots if state.at[i] >= 0 and not staying >> i & 1)
    return state.pushed(RetreatChoice.begin(state, queue, cause, far)) if queue else state


def _staying_units(setting: Setting, cause: Cause) -> int:
    """Mask of the units that never retreat for a cause: convoys after a shock (ruling 27), else those that cannot move
    (ruling 8)."""
    return setting.convoys if cause == BY_SHOCK else setting.immobile


def notes_on_staying(state: AfricaState, slots: Sequence[Slot]) -> tuple[Event, ...]:
    """A note for each gun that cannot move and so stays under fire instead of retreating (9, ruling 8)."""
    units = (state.setting.units[i] for i in slots if state.setting.immobile >> i & 1)
    return tuple(Noted(rule("9", 8), say("{unit} cannot move: it stays under fire", unit=unit.name)) for unit in units)


def _can_end_beyond(state: AfricaState, slot: Slot, start_area: Area, closed: int, near_enemy: int) -> bool:
    """Whether a retreat to an area can end, there or farther on, in one with room.

    :param closed: mask of the areas that the unit may not enter.
    :param near_enemy: mask of the areas in which it may not end (``_areas_near_enemy``); 0 unless it must get away from
        every enemy.
    """
    setting = state.setting
    in_reach = reach((start_area,), setting.steps[slot].rows, len(setting.ground.ids), closed).points
    return any(not near_enemy >> area & 1 and has_room(state, slot, area) for area in in_reach)


def enemy_near(state: AfricaState, area: Area, seat: Seat) -> Text:
    """Text that the enemy is next to an area; or that its ship is in or next to the area, if no other of its units is
    near (ruling 24).

    :param seat: the enemy.
    """
    title, ship = state.setting.ground.titles[area], state.near_ship(area, seat)
    if ship < 0:
        return say("the enemy is next to {title}", title=title)
    name = state.setting.units[ship].name
    return (say("the {ship} is in {title}", ship=name, title=title) if state.at[ship] == area
            else say("the {ship} is next to {title}", ship=name, title=title))


def _leads_to(state: AfricaState, start: Area, area: Area, trail: int) -> bool:
    """Whether a unit at ``start`` can get to ``area`` through areas of a trail only.

    :param trail: mask of areas.
    """
    ground = state.setting.ground
    in_reach = mask_of(reach((start,), ground.board.steps, len(ground.ids), ~trail).points)
    return bool(in_reach & ground.adjacent[area])
