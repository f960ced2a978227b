"""The constants of a battle: board, counters, rules, and masks of units and areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from game.board.areas import Area, areas_in
from game.core.field_types import Names
from game.core.fields import Fields
from game.core.indices import Seat, Slot, mask_of
from game.core.message import say
from game.core.verdict import Reason, RuleRef
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import FOOT, MOROCCAN, NO_FACTOR, NOBODY, REGULARS, SEATS, SPANISH, AfricaUnit, Kind, rule


class StepMasks(NamedTuple):
    """Steps that the terrain allows to a kind of unit: for each area, masks of adjacent areas."""

    first: tuple[int, ...]
    """Adjacent areas that it may enter as its first area."""
    later: tuple[int, ...]
    """Adjacent areas that it may enter as a later area."""
    onward: tuple[int, ...]
    """Areas of ``first`` that do not end its move."""
    rows: tuple[tuple[tuple[Area, int], ...], ...]
    """``first`` in the form that ``reach`` needs, each step with a cost of one area."""


def _units(is_included: Callable[[AfricaUnit], bool]) -> cached_property[int]:
    """A cached property of ``Setting``: the mask of units that satisfy a predicate."""
    return cached_property(lambda setting: mask_of(i for i, unit in enumerate(setting.units) if is_included(unit)))


@dataclass(frozen=True, eq=False)
class Setting:
    """The constants of a scenario with options: board, counters and rules."""

    ground: AreaTerrain
    """The board with the effects of its terrain."""
    scenario: str
    """The name of the scenario."""
    options: frozenset[str]
    """The names of the options in play."""
    turns: int
    """The number of turns."""
    units: tuple[AfricaUnit, ...]
    """The units of the battle in roster order; a unit's index is its slot."""
    start: Mapping[Slot, Area]
    """Slot -> area at the start; units of the same area are listed from the top of their stack down."""
    arrivals: Mapping[int, tuple[tuple[Slot, Area | None], ...]]
    """Turn -> slot and area of each unit that enters at its end; the area is None if the owner chooses a coastal
    one."""
    objectives: tuple[Area, ...]
    """The areas that count for victory; empty if none do."""
    needed: int
    """The number of objectives that a victory needs."""
    spanish_at_start: int
    """Mask of the objectives that are Spanish at the start."""
    early_turn: int | None = None
    """The turn at whose end a side can win early (ruling 14); None if there is none."""
    anchored: int = 0
    """Mask of the areas to which the ship is limited (11.T.3); 0 for no such limit."""
    convoy_goal: Area | None = None
    """The area towards which convoys move (11.W.3); None without convoys."""
    starts_reduced: bool = False
    """Whether all Spanish line infantry starts with one step lost (11.C.3, ruling 37)."""
    camp: int = 0
    """Mask of the areas among which units set up in the camp may be distributed (11.T.4)."""

    @cached_property
    def slot(self) -> Mapping[str, Slot]:
        """Unit id -> slot."""
        return {unit.id: Slot(i) for i, unit in enumerate(self.units)}

    def slot_of(self, name: str) -> Slot:
        """The slot of a unit id; ``NOBODY`` if it is not in this battle."""
        return self.slot.get(name, NOBODY)

    def area_of(self, name: str) -> Area:
        """The index of an area id; below 0 if the map has none."""
        return self.ground.index.get(name, Area(-1))

    @cached_property
    def fields(self) -> Fields:
        """Reader and writer for positions of the battle."""
        return Fields(Names({Slot: tuple(self.slot), Area: self.ground.ids, Seat: SEATS}))

    def owner(self, units: int) -> Seat:
        """The seat that owns a mask of units, all of one side."""
        return SPANISH if units & self.side[SPANISH] else MOROCCAN

    def mask(self, names: Iterable[str]) -> int:
        """The mask of units with the given ids."""
        return mask_of(self.slot[name] for name in names)

    foot = _units(lambda unit: unit.kind in FOOT)
    regulars = _units(lambda unit: unit.kind in REGULARS)
    cavalry = _units(lambda unit: unit.kind == Kind.CAVALRY)
    officers = _units(lambda unit: unit.kind == Kind.OFFICER)
    convoys = _units(lambda unit: unit.kind == Kind.CONVOY)
    ship = _units(lambda unit: unit.kind == Kind.SHIP)
    guns = _units(lambda unit: unit.is_gun)
    """Units that can be activated twice, the ship included."""
    immobile = _units(lambda unit: unit.immobile)
    """Units without a movement allowance (11.T.3)."""

    def activation_rule(self, slot: Slot) -> RuleRef:
        """The rule by which a unit is activated, or may not be: that of guns, or for all others that of cavalry."""
        return rule("9" if self.guns >> slot & 1 else "8")

    def ship_rule(self, ruling: int | None = None) -> RuleRef:
        """The rule of the ship and the units aboard: that of Castillejos; at Tetuan its own, by which most of the other
        applies too (ruling 34).

        :param ruling: the ruling on the rule of Castillejos.
        """
        return rule("11.T.3", 34) if self.anchored else rule("11.C.3", ruling)

    @cached_property
    def side(self) -> tuple[int, int]:
        """For each seat the mask of its units."""
        spanish = mask_of(i for i, unit in enumerate(self.units) if unit.seat == SPANISH)
        return spanish, (1 << len(self.units)) - 1 & ~spanish

    @cached_property
    def raiders(self) -> int:
        """Moroccan cavalry with a fire factor, which may move, fire and move on (8.1)."""
        return self.cavalry & self.armed & self.side[MOROCCAN]

    @cached_property
    def end_restricted(self) -> int:
        """Units whose moves may end in fewer areas than stacking allows: convoys, officers, and Moroccan cavalry that
        moves on after fire."""
        return self.convoys | self.officers | self.raiders

    @cached_property
    def camp_units(self) -> int:
        """Units set up in the camp."""
        return mask_of(slot for slot, area in self.start.items() if self.camp >> area & 1)

    @property
    def camp_seat(self) -> Seat:
        """The side that owns the camp."""
        return self.owner(self.camp_units)

    @cached_property
    def armed(self) -> int:
        """Units that can fire individually: those with a fire factor, the ship excepted."""
        return mask_of(i for i, unit in enumerate(self.units) if unit.fire[0] != NO_FACTOR) & ~self.ship

    @cached_property
    def fighters(self) -> int:
        """Units that fight and can be targets: all but officers, convoys and the ship."""
        return (self.side[SPANISH] | self.side[MOROCCAN]) & ~(self.officers | self.convoys | self.ship)

    def step(self, slot: Slot, here: Area, there: Area, is_first: bool = True) -> int | Reason:
        """The cost of a step to another area, always 1, or why a unit may never take it (ruling 3, 11.T.3).

        :param is_first: whether this is the first area of its move.
        """
        unit, ground = self.units[slot], self.ground
        ids, titles = ground.ids, ground.titles
        if not ground.adjacent[here] >> there & 1:
            return Reason(rule("4"), say("{area} does not border on {here}", area=titles[there], here=titles[here]),
                          {"from": ids[here], "to": ids[there]})
        if (barred := ground.why_barred(unit.kind, here, there)) is not None:
            return barred
        if unit.kind == Kind.SHIP and self.anchored and not self.anchored >> there & 1:
            return Reason(rule("11.T.3"), say("The gunboat stays below the anchor; {area} is above it",
                                              area=titles[there]))
        if not is_first and ground.only_as_first_step(unit.kind, here, there):
            return Reason(rule("4", 3), say("{area} is mountain: cavalry enters it only as its first area",
                                            area=titles[there]))
        return 1

    @cached_property
    def steps(self) -> tuple[StepMasks, ...]:
        """For each unit, the steps that the terrain allows."""
        by_kind: dict[Kind, StepMasks] = {}
        for slot, unit in enumerate(self.units):
            if unit.kind not in by_kind:
                by_kind[unit.kind] = self._steps(Slot(slot))
        return tuple([by_kind[unit.kind] for unit in self.units])

    def _steps(self, slot: Slot) -> StepMasks:
        """The steps that the terrain allows to all units of a unit's kind."""
        ground, kind = self.ground, self.units[slot].kind

        def masks(allows: Callable[[Area, Area], bool]) -> tuple[int, ...]:
            return tuple([mask_of(there for there in row if allows(here, there))
                          for here, row in zip(ground.areas, ground.neighbours, strict=True)])

        first = masks(lambda here, there: self.step(slot, here, there) == 1)
        return StepMasks(
            first, masks(lambda here, there: self.step(slot, here, there, False) == 1),
            masks(lambda here, there: first[here] >> there & 1 == 1 and not ground.ends_move(kind, here, there)),
            tuple([tuple([(there, 1) for there in areas_in(mask)]) for mask in first]))

    @cached_property
    def nearer_to_goal(self) -> tuple[int, ...]:
        """For each area, the mask of areas nearer to the convoys' goal along the road (11.W.3)."""
        distances = self.road_distances
        return tuple(mask_of(there for there, distance in enumerate(distances) if distance < distance_here)
                     for distance_here in distances)

    @cached_property
    def allowances(self) -> tuple[int, ...]:
        """For each unit, its movement allowance in areas for a turn (4); for a ship, for an activation (11.C.3)."""
        return tuple(unit.allowance for unit in self.units)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """For each unit, its stacking points (5)."""
        return tuple(unit.points for unit in self.units)

    @cached_property
    def road_distances(self) -> tuple[int, ...]:
        """For each area, its distance along the road to the convoys' goal, in areas (11.W.3)."""
        assert self.convoy_goal is not None
        return self.ground.along_road(self.convoy_goal)

    @property
    def from_cup(self) -> bool:
        """Whether markers are drawn from a cup instead of flipping coins (6.1)."""
        return "marker-cup" in self.options
