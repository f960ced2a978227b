"""Positions as JSON values: writing, reading, and refusing impossible ones with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Annotated, Any, NamedTuple, cast

from game.board.plane import Terrain
from game.core.codec import BadPosition
from game.core.field_types import Between
from game.core.fields import Fields
from game.core.indices import Seat, by_seat, by_slot
from game.core.message import say
from game.core.pose import FULL_TURN, Pose
from game.core.position_checks import need
from game.rules.renaissance.engine import armies, bound, edges, fighting, opening, terrain, terrain_shapes
from game.rules.renaissance.engine.bases import overlapping
from game.rules.renaissance.engine.consequences import DrivenOut, Flight
from game.rules.renaissance.engine.decisions import PHASES_BEFORE_BATTLE
from game.rules.renaissance.engine.state import (
    BLUE,
    RED,
    SEAT_OF_NAME,
    SEATS,
    BaseState,
    Camp,
    Phase,
    RenaissanceState,
    River,
    roster_of,
)
from game.rules.renaissance.engine.words import Edge, TerrainKind

Coordinate = Annotated[int, Between(0, 999_999)]
Pending = (bound.RiverRoll | fighting.ChooseFacing | fighting.ChooseTarget | fighting.ChooseLeader
           | fighting.ChooseAttacker | fighting.Volley | fighting.Melee | DrivenOut | Flight | edges.ChooseFollowers
           | opening.CentreRoll | opening.CentrePiece | opening.ShiftRoll | opening.ShiftPiece | edges.EdgeRoll
           | edges.EdgeChoice)
"""Every kind of pending decision."""


OPENING_PHASES = ("aggression", "terrain", "modification", "edges")
"""The phases of an open battle before its camps."""


class RenaissanceUnitRow(NamedTuple):
    """A base on the table in a position."""

    id: str
    x: Coordinate
    y: Coordinate
    angle: Annotated[int, Between(0, FULL_TURN - 1)]
    moved: Annotated[int, Between(0, 2)] = 0
    """Tactical moves in this bound."""
    broke_off: bool = False
    shot: bool = False
    fought: bool = False
    plunders: Annotated[int, Between(0, 99)] = 0
    """The bound in which it plunders a camp; 0 for none."""


class CampRow(NamedTuple):
    """A camp in a position."""

    x: Coordinate
    y: Coordinate
    angle: Annotated[int, Between(0, FULL_TURN - 1)]
    garrison: str = ""
    sacked: bool = False
    moved: Annotated[int, Between(0, 2)] = 0
    """Tactical moves of the garrison in this bound."""
    shot: bool = False
    fought: bool = False


class TerrainRow(NamedTuple):
    """A laid piece of terrain in a position."""

    kind: TerrainKind
    points: tuple[tuple[Coordinate, Coordinate], ...]
    width: Annotated[int, Between(0, 9999)] = 0
    name: str = ""


class RenaissancePosition(NamedTuple):
    """A complete position. ``STATE_FIELDS`` names the field of the state for keys that are not explained here."""

    scenario: str
    turn: Annotated[int, Between(1, 99)]
    """The bound."""
    phase: Phase
    side: str
    """The phasing side; before the battle, the side to decide."""
    options: tuple[str, ...] = ()
    to_act: str | None = None
    """The seat to decide. It is written for readers, but follows from the rest."""
    defender: str = "blue"
    pips: Annotated[int, Between(0, 6)] = 0
    rolled: Annotated[int, Between(0, 6)] = 0
    river: River = "unrolled"
    quiet: Annotated[int, Between(-1, bound.QUIET_LIMIT)] = 0
    terrain: tuple[TerrainRow, ...] | None = None
    """The terrain laid in an open battle; None for a ready-made table."""
    numbered: tuple[Edge, ...] = ()
    shifting: tuple[Annotated[int, Between(0, 9)], ...] = ()
    edges: tuple[Edge, Edge] = ("south", "north")
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    swapped: tuple[str, ...] = ()
    units: tuple[RenaissanceUnitRow, ...] = ()
    """The bases on the table."""
    waiting: tuple[str, ...] = ()
    """The bases to be deployed."""
    camps: tuple[CampRow | None, CampRow | None] = (None, None)
    contacted: tuple[tuple[str, str, int], ...] = ()
    aims: tuple[tuple[str, str], ...] = ()
    pending: tuple[Pending, ...] = ()
    """The stack of decisions; the last is the next to decide."""
    ending: str = ""


STATE_FIELDS = {
    "phase": "phase", "pips": "pips", "rolled": "pip_die", "river": "river", "quiet": "bounds_without_loss",
    "numbered": "edges_by_number", "shifting": "pieces_to_modify", "edges": "base_edges", "chosen": "army_options",
    "swapped": "swapped_bases", "contacted": "contacts_made", "aims": "chosen_enemies", "ending": "ending",
}
"""Key of a position -> the field of the state with the same value."""


def written(state: RenaissanceState, to_act: str | None) -> dict[str, Any]:
    """The complete position; a base that is neither on the table, nor waiting, nor in a camp is lost."""
    state_fields: dict[str, Any] = {key: getattr(state, name) for key, name in STATE_FIELDS.items()}
    units = list(zip(state.roster, state.units, strict=True))
    garrisons = [state.units[state.slots[camp.garrison]] if camp is not None and camp.garrison else BaseState()
                 for camp in state.camps]
    red, blue = (None if camp is None else CampRow(
        *camp.pose, camp.garrison, camp.sacked, unit.moves_made, unit.shot, unit.fought)
        for camp, unit in zip(state.camps, garrisons, strict=True))
    position = RenaissancePosition(
        state.scenario, state.bound, side=state.side, defender=SEATS[state.defender], camps=(red, blue),
        units=tuple(RenaissanceUnitRow(base.id, *unit.pose, unit.moves_made, unit.broke_off, unit.shot, unit.fought,
                                       unit.plunder_bound)
                    for base, unit in units if unit.pose is not None),
        waiting=tuple(base.id for slot, (base, unit) in by_slot(units)
                      if unit.pose is None and not unit.lost and state.camp_of(slot) is None),
        terrain=None if state.terrain_pieces is None else tuple(
            TerrainRow(cast(TerrainKind, piece.kind), piece.points, piece.width, piece.name)
            for piece in state.terrain_pieces),
        pending=state.stack, **state_fields)
    return {**Fields().write(RenaissancePosition, position), "options": list(state.options), "to_act": to_act,
            "armies": [armies.as_json(army) for army in state.armies]}


def read(first: RenaissanceState, position: Mapping[str, Any]) -> RenaissanceState:
    """The state of a position.

    :param first: the beginning of its scenario, with the army lists that the position carries.
    :raises BadPosition: naming the key and what was expected.
    """
    values = {key: value for key, value in position.items() if key != "armies"}
    for key, value in (("turn", 1), ("phase", "pips"), ("side", "red")):
        values.setdefault(key, value)
    fields: RenaissancePosition = Fields().read(RenaissancePosition, values, "position")
    for seat in (RED, BLUE):
        option_names = [option.name for option in first.armies[seat].options]
        for name in fields.chosen[seat]:
            need(name in option_names, "position/chosen", say("options of the army list"))
        in_list_order = [name for name in option_names if name in fields.chosen[seat]]
        need(list(fields.chosen[seat]) == in_list_order, "position/chosen",
             say("options in the order of the list, each once"))
    roster = first.roster if first.last_bound is not None else roster_of(
        [*army.army(chosen), "cf"] for army, chosen in zip(first.armies, fields.chosen, strict=True))
    need(fields.side in SEATS, "position/side", say("red or blue"))
    need(fields.defender in SEATS, "position/defender", say("red or blue"))
    state = replace(
        first, **{name: getattr(fields, key) for key, name in STATE_FIELDS.items()}, roster=roster,
        seat=SEAT_OF_NAME[fields.side], defender=SEAT_OF_NAME[fields.defender], bound=fields.turn, stack=fields.pending)
    need((fields.terrain is None) == (first.terrain_pieces is None), "position/terrain",
         say("terrain only in open battles"))
    rows = fields.terrain or ()
    for n, row in enumerate(rows):
        is_line = row.kind in terrain_shapes.LINE_KINDS
        need(len(row.points) >= (2 if is_line else 3), f"position/terrain/{n}", say("an outline"))
        need((row.width > 0) == is_line, f"position/terrain/{n}/width", say("a width for lines only"))
    if fields.terrain is not None:
        state = terrain.with_pieces(state, tuple(Terrain(*row) for row in rows))
    need(all(n < len(rows) for n in fields.shifting), "position/shifting", say("pieces of terrain"))
    need(len(fields.numbered) in (0, 4) and len(set(fields.numbered)) == len(fields.numbered), "position/numbered",
         say("each edge once"))
    state = _with_units(state, fields)
    _check(state)
    return state


def _with_units(state: RenaissanceState, fields: RenaissancePosition) -> RenaissanceState:
    """The state with the bases and camps of a position.

    :raises BadPosition: for an unknown or repeated base, or an impossible garrison.
    """
    units = dict.fromkeys(state.slots, BaseState(lost=True))
    names_seen: set[str] = set()

    def set_unit(name: str, key: str, unit: BaseState) -> None:
        need(name in units, key, say("a base of the armies, not {name!r}", name=name))
        need(name not in names_seen, key, say("each base once"))
        names_seen.add(name)
        units[name] = unit

    for row in fields.units:
        set_unit(row.id, f"position/units/{row.id}", BaseState(Pose(row.x, row.y, row.angle), False, *row[4:]))
    for name in fields.waiting:
        set_unit(name, "position/waiting", BaseState())
    for seat, camp in by_seat(fields.camps):
        if camp is not None and camp.garrison:
            garrison = BaseState(moves_made=camp.moved, shot=camp.shot, fought=camp.fought)
            set_unit(camp.garrison, "position/camps", garrison)
            base = state.roster[state.slots[camp.garrison]]
            need(base.seat == seat and not base.element.mounted, "position/camps", say("foot of the side"))
            need(not camp.sacked, "position/camps", say("no garrison in a sacked camp"))
        elif camp is not None:
            need(not (camp.moved or camp.shot or camp.fought), "position/camps",
                 say("a garrison, if the camp has moved, shot or fought"))
    red, blue = (None if camp is None else Camp(Pose(camp.x, camp.y, camp.angle), camp.garrison, camp.sacked)
                 for camp in fields.camps)
    return replace(state, units=tuple(units.values()), camps=(red, blue))


def _check(state: RenaissanceState) -> None:
    """:raises BadPosition: for an impossible position."""
    outlines = [(str(base.id), outline) for base, outline in zip(state.roster, state.outlines, strict=True)
            if outline is not None]
    outlines += [("camp", outline) for outline in state.camp_outlines]
    for name, outline in outlines:
        need(state.ground.board.on_table(outline), f"position/{name}", say("a place on the table"))
    for (name, first), (_, second) in combinations(outlines, 2):
        need(not overlapping(first, second), f"position/{name}", say("no base on another"))
    before_battle, deployed = state.phase in PHASES_BEFORE_BATTLE, _seats_deployed(state)
    need(state.pip_die >= state.pips, "position/pips", say("no more than were rolled"))
    need(state.phase == "moves" or not state.pips, "position/pips", say("PIPs only during tactical moves"))
    need((state.pip_die > 0) == (state.phase in ("moves", "facing", "shooting", "combat")), "position/rolled",
         say("the face of the PIP die from the moves to the end of the bound"))
    need(state.terrain_pieces is not None or state.phase not in OPENING_PHASES, "position/phase",
         say("a phase of laying terrain in open battles only"))
    not_begun = {RED, BLUE} - {*deployed, *((state.seat,) if state.phase == "deployment" else ())}
    need(not any(state.bases_on_table(seat) for seat in not_begun), "position/units", say("no bases before deployment"))
    need(all(unit.pose is not None or unit.lost or state.camp_of(slot) is not None
             for slot, unit in by_slot(state.units) if state.roster[slot].seat in deployed),
         "position/waiting", say("no bases after deployment"))
    with_camps = {*deployed, *((state.seat,) if state.phase == "deployment" else ())}
    need(all(state.camps[seat] is not None for seat in with_camps), "position/camps",
         say("both camps") if len(with_camps) > 1 else say("the camp of the side that deploys first"))
    need((state.phase == "over") == bool(state.ending), "position/ending",
         say("an ending if, and only if, the battle is over"))
    need(state.bound <= bound.BOUND_LIMIT, "position/turn",
         say("a whole number from 1 to {most}", most=bound.BOUND_LIMIT))
    need(not before_battle or state.bound == 1, "position/turn", say("1 before the battle"))
    unit_names = {name for mover, enemy, _ in state.contacts_made for name in (mover, enemy)}
    unit_names |= {name for pair in state.chosen_enemies for name in pair}
    need(unit_names <= state.slots.keys(), "position/contacted", say("bases of the armies"))
    need(set(state.swapped_bases) <= state.slots.keys(), "position/swapped", say("bases of the armies"))
    for decision in state.stack:
        _check_pending(state, decision)
    need(state.phase != "modification" or state.stack, "position/pending", say("the change to the terrain to decide"))
    if state.phase in ("facing", "shooting", "combat") and not state.stack:
        after, _ = bound.advance_to_decision(state)
        need(after == state, "position/phase", say("a phase with something to decide"))
    if state.phase == "over":
        result = bound.battle_result(state)
        need(result is not None and result.ending == state.ending, "position/ending",
             say("an ending that fits the position"))


def _seats_deployed(state: RenaissanceState) -> tuple[Seat, ...]:
    """The sides that have ended their deployment: the defender's is first (14.2.6)."""
    if state.phase == "swap" or state.phase not in PHASES_BEFORE_BATTLE:
        return RED, BLUE
    return (state.defender,) if state.phase in ("camp", "deployment") and state.seat != state.defender else ()


def _check_pending(state: RenaissanceState, decision: Any) -> None:
    """:raises BadPosition: for a pending decision that cannot be made in the position."""
    names = [value for key in ("unit", "enemy", "target", "leader") if (value := getattr(decision, key, ""))]
    need(all(name in state.slots for name in names), "position/pending", say("bases of the armies"))
    need(all(not state.units[state.slots[name]].lost for name in names), "position/pending", say(
        "bases that are not lost"))
    try:
        legal = list(decision.answers(state))
    except (AssertionError, LookupError, ValueError, StopIteration) as error:
        raise BadPosition(say("{where}: expected {expected}", where="position/pending",
                              expected=say("a decision that can be made here"))) from error
    need(legal, "position/pending", say("a decision that can be made here"))

