"""The presentation of Renaissance: theme, counters, texts, and the offers during moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from game.board.manoeuvre import moved_ahead
from game.board.measuring import box_of, boxes_touch, distance
from game.core.action import Action
from game.core.decision import Decision
from game.core.face import Note
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, other
from game.core.message import Message, Text, and_list, in_context, joined, say
from game.core.notation import DeclaredAction
from game.core.objective import Objective, Objectives
from game.core.offer import Offer, Picked, TableOffer
from game.core.pose import Stick
from game.core.presenter import Counter, Matchups
from game.core.preview import Preview
from game.core.theme import SeatInfo, Theme
from game.core.verdict import LEGAL, Illegal, Reason
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import (
    BreakOff,
    EnterCamp,
    LeaveCamp,
    March,
    MoveColumn,
    RenaissanceMove,
    Shoot,
)
from game.rules.renaissance.engine.bases import attached_general, overlapping
from game.rules.renaissance.engine.bound import BREAKING_LOSSES, QUIET_LIMIT, SIDE_BOUND_LIMIT
from game.rules.renaissance.engine.decisions import PHASES_BEFORE_BATTLE, TITLES
from game.rules.renaissance.engine.deployment import bases_to_deploy, given_defender
from game.rules.renaissance.engine.edges import camp_name
from game.rules.renaissance.engine.fighting import after_turning, combats_left, preview
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.results import RESULT_NAMES, combat_result
from game.rules.renaissance.engine.scoring import (
    LITERAL_RESULTS,
    RenaissanceCombat,
    going_of,
    in_river,
    is_garrison,
)
from game.rules.renaissance.engine.special_moves import (
    break_off_move,
    can_break_off,
    enemies_in_front,
    enter_camp_move,
    leave_camp_move,
    pose_in_camp,
)
from game.rules.renaissance.engine.state import BLUE, CAMP_SIZE, RED, SEATS, SIDES, RenaissanceState
from game.rules.renaissance.engine.words import KINDS, MU, TYPE_NAMES, Kind, count_text, in_mu, rule
from game.rules.renaissance.engine.zones import zone
from game.rules.renaissance.engine.zones import zone_boxes as zones_of
from game.rules.renaissance.screen import deploying, dragging

THEME = Theme(
    say("Renaissance"), say("Pike, shot and horse, 1500–1700"),
    say("Two armies of twelve bases on an open table. A die decides how many bases or groups move; in combat the "
        "higher score wins."),
    (SeatInfo("red", SIDES[0], "#8e2f2a", "#f8ead2", "solid"),
     SeatInfo("blue", SIDES[1], "#b2cceb", "#14263c", "dashed")),
    tuple((seat, phase) for seat in SEATS for phase in ("pips", "moves", "shooting", "combat")),
    turn=say("Bound"), turn_noun=say("bound"), measure=MU, measure_name="MU", nudge=MU // 10,
    titles={str(phase): title for phase, title in TITLES.items()})
GOING_TEXTS = {"good": say("good going"), "bad": say("bad going"), "river": say("in the river")}
ENDS_IN_BAD_GOING = say("ends in bad going")
NEARLY_FULL = MU // 10
"""Length in units by which a stopped move may be shorter than its allowance without a note (chosen by hand)."""
MIN_MOVE = MU // 2
"""Length in units below which a move takes a second click if it was meant to go much farther (chosen by hand)."""


def phases(state: RenaissanceState) -> tuple[tuple[str, str], ...]:
    """The phases of this bound, each with the side that acts (14.4); before the battle, the phases that lead to it and
    those of its first bound."""
    before_bound: list[tuple[str, str]] = []
    first_seat = state.seat
    if state.phase in PHASES_BEFORE_BATTLE:
        first_seat = other(state.defender)
        with_aggression = state.terrain_pieces is not None and given_defender(state.options) is None
        before_roll = with_aggression and state.phase in ("muster", "aggression")
        attacker, defender = ("", "") if before_roll else (SEATS[first_seat], SEATS[state.defender])
        before_bound = [("red", "muster"), ("blue", "muster")]
        if with_aggression:
            before_bound.append(("", "aggression"))
        if state.terrain_pieces is not None:
            before_bound += [(defender, "terrain"), (attacker, "modification"), (defender, "edges"),
                             (attacker, "edges")]
        before_bound += [(side, phase) for side in (defender, attacker) for phase in ("camp", "deployment")]
        before_bound.append((defender, "swap"))
        if before_roll:
            return (*dict.fromkeys(before_bound),)
    return (*before_bound, *((SEATS[first_seat], phase) for phase in ("pips", "moves", "shooting", "combat")))


def counters(state: RenaissanceState) -> tuple[Counter, ...]:
    """Every base of both armies as a counter, lost ones included, and the camps."""
    undeployed = bases_to_deploy(state) if state.phase == "deployment" else ()
    bases = (_base_counter(state, slot, is_waiting=slot in undeployed) for slot in state.slots.values())
    return (*bases, *(_camp_counter(state, seat) for seat in (RED, BLUE)))


def _base_counter(state: RenaissanceState, slot: Slot, *, is_waiting: bool) -> Counter:
    """The counter of a base.

    :param is_waiting: whether it is to be deployed.
    """
    base, unit, element = state.roster[slot], state.units[slot], state.element(slot)
    marks = []
    if unit.moves_made and base.seat == state.seat:
        marks.append("moved")
    if unit.shot:
        marks.append("fired")
    if unit.fought:
        marks.append("attacked")
    if is_waiting:
        marks.append("waiting")
    facts: list[tuple[Message, Text]] = [
        (say("Factors"), say("{foot} against foot, {mounted} against mounted", foot=f"+{element.vs[0]}",
                             mounted=f"+{element.vs[1]}")),
        (in_context("noun", "Move"), say("{way} MU", way=in_mu(full_move(state, slot))))]
    if element.shooting is not None:
        facts.append((say("Shooting"), say("{foot} against foot, {mounted} against mounted",
                                           foot=f"+{element.shooting[0]}", mounted=f"+{element.shooting[1]}")))
    if element.range:
        facts.append((say("Range"), say("{way} MU", way=in_mu(element.range))))
    facts += who_beats_whom(base.kind, literal=LITERAL_RESULTS in state.options)
    if unit.pose is not None:
        facts.append((say("Ground"), GOING_TEXTS[going_of(state, slot)]))
        if attached_general(state, slot) is not None:
            facts.append((say("General"), say("attached, +1")))
    elif is_garrison(state, slot):
        facts.append((say("Place"), say("in the camp")))
    return Counter(
        base.id, SEATS[base.seat], base.name, f"{base.kind.title()}{base.number}",
        f"renaissance/{element.symbol}", f"{element.vs[0]}/{element.vs[1]}",
        unit.pose.text if unit.pose is not None else None, tuple(marks), tuple(facts),
        size=(element.base.width, element.base.depth), type_name=TYPE_NAMES[base.kind][1])


def _camp_counter(state: RenaissanceState, seat: Seat) -> Counter:
    """The counter of a side's camp, whether set down or not."""
    camp = state.camps[seat]
    place = camp.pose.text if camp is not None else None
    garrison = camp.garrison if camp is not None else ""
    content: Text = state.roster[state.slots[garrison]].name if garrison else say("nobody")
    if camp is not None and camp.sacked:
        content = say("sacked")
    return Counter(
        camp_name(seat), SEATS[seat], say("{side} camp", side=SIDES[seat]), "Camp", "renaissance/camp", "", place,
        ("waiting",) if camp is None and state.phase == "camp" and seat == state.seat else (),
        ((say("In the camp"), content),), size=(CAMP_SIZE.width, CAMP_SIZE.depth))


@cache
def who_beats_whom(kind: Kind, *, literal: bool = False) -> tuple[tuple[Message, Text], ...]:
    """Label and value pairs: types that an element destroys by merely beating them in close combat in good going, and
    types that destroy it. Camp followers are left out, and generals as those who are destroyed.

    :param literal: by the results as printed.
    """
    winners = [each for each in KINDS if each != "cf"]
    kinds = [each for each in winners if each not in ("gn", "gf")]

    def is_destroyed(loser: Kind, winner: Kind) -> bool:
        return combat_result(loser, winner, doubled=False, shooting=False, literal=literal).result == "destroyed"

    destroys = [each for each in kinds if is_destroyed(each, kind)]
    destroyed_by = [each for each in winners if is_destroyed(kind, each)]
    return tuple((title, _all_but(among, types)) for title, among, types in (
        (say("Destroys"), kinds, destroys), (say("Destroyed by"), winners, destroyed_by)) if types)


def matchups(state: RenaissanceState) -> Matchups:
    """Table of results for beaten and doubled losers of close combat in good going, for the types of both armies
    (12)."""
    present = {piece.kind for piece in state.roster}
    kinds = [kind for kind in KINDS if kind in present and kind != "cf"]
    results = tuple(tuple(tuple(_result_text(state, loser, winner, doubled=doubled) for doubled in (False, True))
                        for winner in kinds) for loser in kinds)
    note = say("Cannon and guns beaten by cannon or guns are destroyed, but recoil if doubled: as printed (ruling 22)")
    return Matchups((
        say("Rows: the loser. Columns: the winner. Close combat, with the loser in good going"),
        say("First line: beaten (the lower score). Second line: doubled (half the winner's score or less)"),
        *([note] if any(pair[0][1] and not pair[1][1] for row in results for pair in row) else ()),
    ), tuple(TYPE_NAMES[kind][1] for kind in kinds), results)


def _result_text(state: RenaissanceState, loser: Kind, winner: Kind, *, doubled: bool) -> tuple[Text, bool]:
    """The result for a loser of close combat in words, and whether it is destroyed."""
    literal = LITERAL_RESULTS in state.options
    result = combat_result(loser, winner, doubled=doubled, shooting=False, literal=literal).result
    return RESULT_NAMES[result], result == "destroyed"


def _all_but(kinds: Sequence[Kind], listed: Sequence[Kind]) -> Text:
    """Some of the given types in words; as "all but" the missing ones if those are at most half as many."""
    missing = [kind for kind in kinds if kind not in listed]
    if len(missing) * 2 > len(listed):
        return and_list(TYPE_NAMES[kind][1] for kind in listed)
    return say("all but {units}", units=and_list(TYPE_NAMES[kind][1] for kind in missing)) if missing else say("all")


def _leave_camp_offers(state: RenaissanceState, picked: Picked) -> Iterator[Offer]:
    """The offers for a garrison to leave its camp; the camp may be selected instead of it."""
    camp = state.camps[state.seat]
    if camp is None or not camp.garrison:
        return
    if picked.units and picked.units[0] not in (camp.garrison, camp_name(state.seat)):
        return
    slot = state.slots[camp.garrison]
    pose = picked.pose or moved_ahead(pose_in_camp(state, slot), CAMP_SIZE.depth)
    why = leave_camp_move(state, slot, pose).why
    if not picked.units:
        if why is None:
            yield from (Offer(units=(unit,)) for unit in (camp.garrison, camp_name(state.seat)))
        return
    yield Offer(Illegal((why,)), units=picked.units[:1]) if why is not None else Offer(
        LEGAL, LeaveCamp(UnitName(camp.garrison), pose), picked.units[:1], label=say("Leave the camp"))


def move_offers(state: RenaissanceState, picked: Picked) -> Iterator[Offer]:
    """The offers during tactical moves."""
    leaving = tuple(_leave_camp_offers(state, picked))
    yield from leaving
    if leaving and picked.units:
        return
    if picked.units and picked.units[0] not in state.slots:
        yield deploying.camp_refusal(picked)
        return
    if not picked.units:
        for slot in state.bases_on_table(state.seat):
            if moves.why_no_move(state, slot) is None or can_break_off(state, slot):
                yield Offer(units=(state.roster[slot].id,))
        return
    slots = tuple(state.slots[name] for name in picked.units)
    selected = slots[0]
    if state.roster[selected].seat == state.seat and enemies_in_front(state, selected):
        break_off = break_off_move(state, selected)
        if break_off.why is None:
            offer = _move_offer(state, BreakOff(state.roster[selected].id), break_off)
            yield from (offer, replace(offer, poses=(), place=None, stick=None))
            return
        yield Offer(Illegal((break_off.why,)), units=picked.units[:1])
        return
    why = moves.why_no_move(state, selected)
    if why is not None:
        yield Offer(Illegal((why,)), units=picked.units[:1])
        return
    start = state.placed_base(selected).pose
    pose = picked.pose or start
    for drag_move in dragging.drag_moves(state, slots, pose, picked.waypoints, picked.manner, exact=picked.exact):
        barely_moves = (drag_move.move.length < MIN_MOVE
                 and distance(drag_move.move.ends[0].spot, pose.spot) > 2 * MIN_MOVE)
        yield replace(_move_offer(state, drag_move.action, drag_move.move, drag_move.stopped, drag_move.gap,
                                  barely_moves=barely_moves),
                      snapping=partial(dragging.snap_poses, state, slots, picked.pose))
    yield from (Offer(units=(state.roster[mate].id,)) for mate in dragging.bases_to_add(state, slots))
    if len(slots) == 1 and enter_camp_move(state, selected).why is None:
        yield Offer(LEGAL, EnterCamp(state.roster[selected].id), picked.units[:1], label=say("Enter the camp"))


def offer_for(state: RenaissanceState, action: Action) -> TableOffer | None:
    """The offer for a tactical move, legal or not; None for any other action."""
    match action:
        case RenaissanceMove() | March() | MoveColumn():
            return _move_offer(state, action, moves.compute_move(state, action))
        case BreakOff(unit):
            return _move_offer(state, action, break_off_move(state, state.slots[unit]))
    return None


def _move_offer(state: RenaissanceState, action: RenaissanceMove | March | MoveColumn | BreakOff,
                move: moves.ComputedMove, stopped: Reason | None = None, gap: int | None = None, *,
                barely_moves: bool = False) -> TableOffer:
    """The offer for a computed move.

    :param stopped: why the move goes no farther.
    :param gap: units by which it ends short of an enemy close ahead.
    :param barely_moves: whether it ends so far from the held pose that it takes a second click if it is stopped.
    """
    label: Text = say("Break off") if isinstance(action, BreakOff) else say("Form column") if (
        isinstance(action, MoveColumn) and moves.are_abreast(state, move.slots)) else ""
    ends = tuple((state.roster[slot].id, end) for slot, end in zip(move.slots, move.ends, strict=False))
    stop_text: Text = ""
    if stopped is not None and move.why is None and move.length < move.allowance - NEARLY_FULL:
        stop_text = say("Stops after {way} of {most} MU. {why}", way=in_mu(move.length), most=in_mu(move.allowance),
                   why=stopped.with_rule)
    second_click_text: Text = say("Move only {way} MU", way=in_mu(move.length)) if stop_text and barely_moves else ""
    cost = _cost_text(state, move, stopped, gap, stops=bool(stop_text)) if move.why is None else ""
    return TableOffer(Illegal((move.why,)) if move.why is not None else LEGAL, action, action.units, move.ends[0].text,
                      label, poses=ends, cost=cost, arithmetic=partial(_combat_ahead, state, move),
                      stick=_last_stick(move), stopped=stop_text, second_click_text=second_click_text)


def _last_stick(move: moves.ComputedMove) -> Stick | None:
    """The measuring stick along the last leg; for a move of one leg with its allowance."""
    if len(move.sticks) != 1:
        return move.sticks[-1] if move.sticks else None
    return replace(move.sticks[0], most=move.allowance or None)


def _combat_ahead(state: RenaissanceState, move: moves.ComputedMove) -> Preview | None:
    """The arithmetic of the first close combat that a move leads to, with bases turned to face as after the moves."""
    if move.why is not None or not move.contacts:
        return None
    after, in_contact = after_turning(moves.apply_move(state, move)), set(move.contacts[0])
    pairs = sorted(combats_left(after), key=lambda pair: -len(in_contact & set(pair)))
    return preview(after, RenaissanceCombat(*pairs[0])) if pairs and in_contact & set(pairs[0]) else None


def _cost_text(state: RenaissanceState, move: moves.ComputedMove, stopped: Reason | None = None,
               gap: int | None = None, *, stops: bool = False) -> Text:
    """Text of a move's costs, with its gap to an enemy close ahead and the most important note: why it goes no farther,
    else zones at its end, else its going.

    :param stops: whether another text says where it stops: this one then begins with the PIPs.
    """
    values = {"way": in_mu(move.length), "most": in_mu(move.allowance)}
    extra = joined((say("{text} ({rule})", text=each.name, rule=each.rule.citation) for each in move.pips[1:]), "; ")
    pips_text: Text = say("Costs 1 PIP") if len(move.pips) == 1 else say(
        "Costs {pips} PIPs, {more} extra: {extra}", pips=move.price, more=move.price - 1, extra=extra)
    parts: list[Text] = [pips_text]
    if not stops:
        parts = [say("{way} of {most} MU, 1 PIP", **values)] if len(move.pips) == 1 else [
            joined((say("{way} of {most} MU", **values), pips_text), ". ")]
    ends = [state.element(slot).base.corners(end) for slot, end in zip(move.slots, move.ends, strict=True)]
    in_bad_going = any(state.ground.going(end, camels=state.roster[slot].kind == "cm") == "bad"
              for slot, end in zip(move.slots, ends, strict=True))
    notes: list[Text] = []
    if in_bad_going or move.into_river:
        notes.append(ENDS_IN_BAD_GOING if in_bad_going else GOING_TEXTS["river"] if any(
            in_river(state, slot) for slot in move.slots) else say("into the river"))
    boxes = [box_of(end) for end in ends]
    enemies_near = [enemy for enemy, area in zones_of(state, other(state.seat)).items()
            if any(boxes_touch(box, area) for box in boxes)]
    zones_entered = [state.roster[enemy].name for enemy in enemies_near
           if (area := zone(state, enemy, move.slots)) and any(overlapping(end, area) for end in ends)]
    if zones_entered and not move.contacts:
        notes.append(say("in the zone of {units}", units=and_list(zones_entered)))
    if stopped is not None and not stops:
        notes.append(say("the farthest it can go. {why}", why=stopped.with_rule))
    if gap is not None:
        parts.append(say("{way} MU short of contact: no close combat", way=in_mu(gap)))
    return joined((*parts, *notes[-1:]), "; ")


ACTION_TEXTS: dict[str, Message] = {
    "move": say("{unit} moves", unit=""), "march": say("{bases} move as a group", bases=""),
    "column": say("{bases} form a column", bases=""), "break-off": say("{unit} breaks off", unit=""),
    "enter": say("{unit} enters the camp", unit=""), "leave": say("{unit} leaves the camp", unit=""),
    "face": say("{unit} turns to face {enemy}", unit="", enemy=""),
    "shoot": say("Resolve the shooting at {target}", target=""),
    "aim": say("{unit} shoots at {target}", unit="", target=""), "flee": say("{unit} flees", unit=""),
    "choose": say("Army option: {option}", option=""), "camp": say("Camp on the base edge"),
    "place": say("{unit} is deployed", unit=""), "swap": say("{unit} and {other} swap places", unit="", other=""),
}
"""Verb of an action -> its description; other actions are described by their button labels."""


def describe(state: RenaissanceState, action: Action, decision: Decision[RenaissanceState]) -> Text:
    """The description of an action."""
    if not isinstance(action, DeclaredAction):
        return action.notation
    if action.verb not in ACTION_TEXTS or isinstance(action, Shoot):
        # the label of a shot names the bases that shoot, of either side
        labels = [(answer.action, answer.label) for answer in decision.answers(state)]
        main = decision.main(state)
        if main is not None:
            labels.append(main)
        label = next((label for offered, label in labels if offered == action and label), "")
        if label or action.verb not in ACTION_TEXTS:
            return label or action.notation
    units = {key: state.roster[state.slots[name]].name for key in ("unit", "enemy", "target", "other")
             if (name := getattr(action, key, None)) in state.slots}
    kinds = [state.roster[state.slots[name]].kind for name in action.units if name in state.slots]
    bases = and_list([count_text(kinds.count(kind), kind) for kind in dict.fromkeys(kinds)])
    return ACTION_TEXTS[action.verb].with_values(bases=bases, option=getattr(action, "option", ""), **units)


def objectives(state: RenaissanceState) -> Objectives:
    """Losses of both sides and the conditions of victory."""
    tallies = tuple(Objective(say("{side} losses", side=SIDES[seat]), SEATS[seat],
                           say("{lost} (limit {most})", lost=state.losses(seat), most=BREAKING_LOSSES), tally=True)
                 for seat in (RED, BLUE))
    if state.bounds_without_loss > 0:
        tallies += (Objective(say("Bounds without a loss"), "",
                           say("{lost} of {most}", lost=state.bounds_without_loss, most=QUIET_LIMIT), tally=True),)
    return Objectives(tallies, (
        Note(say("A side loses when its general or {most} bases are lost, and it has lost more than the enemy",
                 most=BREAKING_LOSSES),
             rule("14.11.1")),
        Note(say("A sacked camp counts as 2 lost bases"), rule("14.11.2", 76)),
        Note(say("A draw after {count} bounds a side, or {quiet} bounds in a row without a loss",
                 count=SIDE_BOUND_LIMIT, quiet=QUIET_LIMIT), rule("14.11.3", 77))))

