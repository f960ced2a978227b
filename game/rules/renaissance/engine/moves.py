"""Tactical moves: single bases, groups, columns (14.6). ``went`` works a move out and says why it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from game.board.manoeuvre import Standing, ahead, ahead_by, beside_by, carried
from game.board.measuring import Outline, distance, gap
from game.core.chance import Modifier, total
from game.core.pose import DEGREE, Pose, Stick
from game.core.verdict import Reason
from game.rules.renaissance.engine import pips
from game.rules.renaissance.engine.actions import Column, March, Move
from game.rules.renaissance.engine.bases import (
    clash,
    held,
    linked,
    meeting,
    side_touched,
    turned_by,
)
from game.rules.renaissance.engine.contact import Conformed, conform, front_on
from game.rules.renaissance.engine.ground import BAD, SANDS, TOUCH
from game.rules.renaissance.engine.routes import Leg, group_leg, in_the_way, on_road, single_leg, trail
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import MU, allowance
from game.rules.renaissance.engine.words import refuse, say, widths
from game.rules.renaissance.engine.zones import answer

ALPHABETICAL = "alphabetical-move-table"
SECOND = 4 * MU
"""No enemy may be nearer than this at the start or the end of a second move of light horse."""
LEGS = 3
"""The most legs or steps of a move."""
BEND = 45 * DEGREE


class Went(NamedTuple):
    """A move worked out, legal or not."""

    slots: tuple[int, ...]
    ends: tuple[Pose, ...]
    """The poses of the movers after it."""
    length: int = 0
    most: int = 0
    pips: tuple[Modifier, ...] = ()
    why: Reason | None = None
    """The reason for a refusal; None: legal."""
    contact: Conformed | None = None
    touched: tuple[tuple[int, int], ...] = ()
    """Mover and enemy of each front that comes on an enemy, in order."""
    shifted: tuple[tuple[int, Pose], ...] = ()
    """Enemies that conform or slide, with their poses."""
    into_river: bool = False
    sticks: tuple[Stick, ...] = ()

    @property
    def price(self) -> int:
        """PIPs that it costs."""
        return total(self.pips)


def went(state: State, action: Move | March | Column) -> Went:
    """A move of a base, a group or a column, legal or not."""
    names = (action.unit,) if isinstance(action, Move) else action.group
    slots = tuple(state.slots[name] for name in names)
    trial = Went(slots, tuple(unit.pose or Pose(0, 0, 0) for unit in (state.units[slot] for slot in slots)))
    why = _bound(state, slots) if len(set(slots)) == len(slots) else refuse("14.6", say("A base is named twice"))
    if why is not None:
        return trial._replace(why=why)
    parts = action.steps if isinstance(action, March) else action.legs
    if len(parts) > LEGS:
        return trial._replace(why=refuse("14.6", say("A move has at most {most} legs", most=LEGS)))
    if isinstance(action, Column):
        return _column(state, action, slots, trial)
    body = [state.standing(slot) for slot in slots]
    legs: list[Leg] = []
    for part in parts:
        now = [Standing(one.base, pose) for one, pose in zip(body, legs[-1].ends, strict=True)] if legs else body
        legs.append(group_leg(now, part) if not isinstance(part, Pose) else single_leg(now[0].base, now[0].pose, part))
    against = state.slots[action.against] if action.against is not None else None
    return _judged(state, trial, legs, against, group=isinstance(action, March))


def _judged(state: State, trial: Went, legs: Sequence[Leg], against: int | None, *, group: bool) -> Went:
    """A move of one body with its verdict."""
    slots = trial.slots
    body = [state.standing(slot) for slot in slots]
    price = pips.cost(state, slots)
    trial = trial._replace(ends=legs[-1].ends, length=sum(leg.cost for leg in legs), pips=price,
                           sticks=tuple(_stick(body, legs)))
    if all(end == one.pose for end, one in zip(trial.ends, body, strict=True)):
        return trial._replace(why=refuse("14.6", say("It already stands there")))
    why = _barred(state, slots, legs)
    if why is not None:
        return trial._replace(why=why)
    most, why, river = _limit(state, slots, legs, group=group)
    trial = trial._replace(most=most, into_river=river)
    if why is None and trial.length > most:
        why = refuse("2.1", say("The move takes {length} MU; {most} allowed", length=widths(trial.length),
                                most=widths(most)))
    if why is None and trial.price > state.pips:
        why = refuse("14.5", say("The move costs {price} PIPs; {left} left", price=trial.price, left=state.pips))
    if why is None:
        trial = _met(state, trial)
        why = trial.why
    if why is None:
        why = _ends(state, trial)
    if why is None:
        chosen = against if against is not None or trial.contact is None else trial.contact.enemy
        why = answer(state, slots, legs, trial.ends, chosen, {enemy for _, enemy in trial.touched})
    if why is None and any(state.units[slot].moved for slot in slots):
        why = _second(state, slots, trial.ends)
    return trial._replace(why=why)


def able(state: State, slot: int) -> Reason | None:
    """Why a base may make no tactical move, whatever the way; None if it may."""
    piece, unit = state.roster[slot], state.units[slot]
    name = piece.name
    if unit.lost or unit.pose is None:
        return refuse("14.6", say("{unit} is not on the table", unit=name))
    if piece.seat != state.seat:
        return refuse("14.4", say("{unit} is an enemy", unit=name))
    if unit.plunders == state.bound:
        return refuse("14.10", say("{unit} plunders the camp in this bound", unit=name))
    if held(state, slot):
        return refuse("14.6", say("{unit} is in contact with the enemy: it may only break off", unit=name))
    if unit.moved > 1 or (unit.moved and piece.kind != "lh"):
        return refuse("14.6", say("{unit} has moved in this bound", unit=name))
    if not state.pips:
        return refuse("14.5", say("No PIPs left"))
    return None


def _bound(state: State, slots: Sequence[int]) -> Reason | None:
    """Why some bases may not move as one."""
    for slot in slots:
        why = able(state, slot)
        if why is not None:
            return why
    if any(state.units[slot].moved for slot in slots) and any(state.roster[slot].kind != "lh" for slot in slots):
        return refuse("14.6", say("Only light horse alone make a second move"))
    if not joined(state, slots):
        return refuse("14.6", say("The bases do not form one group"))
    return None


def joined(state: State, slots: Sequence[int]) -> bool:
    """Whether some bases form one group: each stands level beside, or directly behind, another, or they form one
    column in the order named."""
    found, rest = {slots[0]}, set(slots[1:])
    while rest:
        more = {slot for slot in rest if any(linked(state, slot, mate) for mate in found)}
        if not more:
            return all(follows(state, a, b) for a, b in zip(slots, slots[1:], strict=False))
        found |= more
        rest -= more
    return True


def follows(state: State, one: int, other: int) -> bool:
    """Whether a base follows another in column: the middle of its front within 1 MU of the rear edge ahead, its facing
    at most 45 degrees off (ruling on columns)."""
    ahead_of, mate = state.standing(one), state.standing(other)
    rear = ahead_of.corners[2:]
    return gap((mate.pose.spot,), rear) <= MU and abs(turned_by(ahead_of.pose, mate.pose)) <= BEND


def abreast(state: State, slots: Sequence[int]) -> bool:
    """Whether some bases of a group stand two or more abreast."""
    body = [state.standing(slot) for slot in slots]
    return any(abs(beside_by(body[0].pose, one.pose.spot)) > MU // 2 for one in body[1:])


def _barred(state: State, slots: Sequence[int], legs: Sequence[Leg]) -> Reason | None:
    """What bars the ground gone over: water, a base, a camp."""
    for leg in legs:
        for n, outline in leg.over:
            if state.ground.impassable(outline):
                return refuse("14.3", say("The waterway is impassable"))
            other = in_the_way(state, slots[n], leg.ends[n], outline, slots)
            if other is not None:
                return refuse("13", say("{unit} is in the way", unit=state.roster[other].name))
            for camp in state.camps:
                if camp is not None and clash(outline, camp.outline):
                    return refuse("14.6", say("A camp is in the way"))
    return None


def _ends(state: State, trial: Went) -> Reason | None:
    """Why some bases may not stand where a move ends."""
    shifted = dict(trial.shifted)
    moving = {*trial.slots, *shifted}
    others = {slot: state.element(slot).base.corners(pose) for slot, pose in shifted.items()}
    for slot, end in zip(trial.slots, trial.ends, strict=True):
        outline = state.element(slot).base.corners(end)
        if not state.ground.board.on_table(outline):
            return refuse("14.6", say("It would leave the table"))
        if state.ground.impassable(outline):
            return refuse("14.3", say("The waterway is impassable"))
        over = next(meeting(state, outline, moving), None)
        if over is None:
            over = next((other for other, theirs in others.items() if clash(outline, theirs)), None)
        if over is not None:
            return refuse("14.6", say("It would overlap {unit}", unit=state.roster[over].name))
        for camp in state.camps:
            if camp is not None and clash(outline, camp.outline):
                return refuse("14.6", say("It would overlap a camp"))
        if state.element(slot).wheeled and any(
                gap(outline, state.standing(enemy).corners) <= TOUCH
                for enemy in meeting(state, outline, touching=True) if state.roster[enemy].seat != state.seat):
            return refuse("5", say("{unit} may not move into contact with the enemy", unit=state.roster[slot].name))
    return None


def _limit(state: State, slots: Sequence[int], legs: Sequence[Leg], *, group: bool) -> tuple[int, Reason | None, bool]:
    """How far some bases may go over the ground of their way; why they may not enter it; whether they enter a river."""
    body = [state.standing(slot) for slot in slots]
    alphabetical = ALPHABETICAL in state.options
    most, river, line = 10 ** 6, False, group and abreast(state, slots)
    for n, slot in enumerate(slots):
        kind, base = state.roster[slot].kind, body[n].base
        poses = [body[n].pose, *(leg.ends[n] for leg in legs)]
        if all(on_road(state, base, a, b) for a, b in zip(poses, poses[1:], strict=False)) and not line:
            if state.units[slot].moved:
                return 0, refuse("2.3", say("Only one road move in a bound")), False
            most = min(most, allowance(kind, "road"))
            continue
        outlines = [base.corners(poses[0]), base.corners(poses[-1]),
                    *(outline for leg in legs for k, outline in leg.over if k == n)]
        met: frozenset[str] = frozenset().union(*map(state.ground.under, outlines))
        bad = met & BAD - (SANDS if kind == "cm" else frozenset())
        own = allowance(kind, "open", alphabetical=alphabetical)
        if bad:
            own = min(own, allowance(kind, "bad", alphabetical=alphabetical))
            if not own:
                return 0, refuse("2.2", say("{unit} may not enter bad going off the road",
                                            unit=state.roster[slot].name)), False
        wet = "river" in met and state.river != "paltry"
        if wet:
            own = min(own, allowance(kind, "river"))
            river = True
        if line and ((bad and any(state.roster[each].kind != "sk" for each in slots)) or wet):
            return 0, refuse("14.6", say("Bases abreast may not move as a group in bad going or a river")), False
        most = min(most, own)
    return most, None, river


def _met(state: State, trial: Went) -> Went:
    """A move with its contacts: the first front on an enemy conforms, and the group moves with it (14.7)."""
    slots = trial.slots
    for n, (slot, end) in enumerate(zip(slots, trial.ends, strict=True)):
        one = Standing(state.element(slot).base, end)
        for enemy in meeting(state, one.corners, slots, touching=True):
            if state.roster[enemy].seat == state.seat or not front_on(one, state.standing(enemy)):
                continue
            if state.units[enemy].broke_off:
                return trial._replace(why=refuse("14.6", say("{unit} broke off in this bound",
                                                             unit=state.roster[enemy].name)))
            found = conform(state, slot, end, enemy, slots)
            if found is None:
                return trial._replace(why=refuse("14.7", say("It cannot line up with {unit}",
                                                             unit=state.roster[enemy].name)))
            return _with_contact(state, trial, n, found)
    return trial


def _with_contact(state: State, trial: Went, n: int, found: Conformed) -> Went:
    """The whole body conforms with the base that touched first; the other members touch, or stop a unit short."""
    slots = trial.slots
    moved = [carried(end, trial.ends[n], found.pose) for end in trial.ends]
    shifted = [(found.enemy, found.enemy_pose)] if found.enemy_pose != state.standing(found.enemy).pose else []
    touched = [(slots[n], found.enemy)]
    for k, slot in enumerate(slots):
        if k == n:
            continue
        one = Standing(state.element(slot).base, moved[k])
        for enemy in state.there(1 - state.seat):
            other = Standing(state.element(enemy).base, dict(shifted).get(enemy, state.standing(enemy).pose))
            if enemy == found.enemy or not front_on(one, other):
                if clash(one.corners, other.corners):
                    moved[k] = _short(one, other)
                continue
            if side_touched(one, other) is not None:
                touched.append((slot, enemy))
                continue
            also = conform(replace(state, units=state.units), slot, one.pose, enemy, slots)
            if also is not None and also.pose == one.pose and not held(state, enemy):
                shifted.append((enemy, also.enemy_pose))
                touched.append((slot, enemy))
            else:
                moved[k] = ahead(one.pose, -1 - TOUCH)
    return trial._replace(ends=tuple(moved), contact=found, touched=tuple(touched), shifted=tuple(shifted))


def _short(one: Standing, other: Standing) -> Pose:
    """The pose of a base that stops one unit short of another that lies ahead of it."""
    near = min(ahead_by(one.pose, spot) for spot in other.corners)
    return ahead(one.pose, near - 1 - TOUCH)


def _second(state: State, slots: Sequence[int], ends: Sequence[Pose]) -> Reason | None:
    """Why light horse may not make a second move so near to the enemy."""
    for slot, end in zip(slots, ends, strict=True):
        base = state.element(slot).base
        for pose in (state.standing(slot).pose, end):
            if any(gap(base.corners(pose), state.standing(enemy).corners) < SECOND
                   for enemy in state.there(1 - state.seat)):
                return refuse("14.6", say("A second move starts and ends at least 4 MU from all enemies"))
    return None


def _column(state: State, action: Column, slots: tuple[int, ...], trial: Went) -> Went:
    """A column: its leader's legs, then everybody behind him."""
    body = [state.standing(slot) for slot in slots]
    leader, now = [body[0].pose], body[0]
    legs: list[Leg] = []
    for pose in action.legs:
        legs.append(single_leg(now.base, now.pose, pose))
        leader.append(pose)
        now = Standing(now.base, pose)
    behind = trail(leader, body[1:], body[0].base, [one.base for one in body[1:]])
    whole = [Leg((pose, *(one.pose for one in body[1:])), leg.cost, leg.over, leg.straight)
             for pose, leg in zip(action.legs, legs, strict=True)]
    against = state.slots[action.against] if action.against is not None else None
    head = _judged(state, trial._replace(slots=slots[:1]), legs, against, group=False)
    price = pips.cost(state, slots)
    found = head._replace(slots=slots, ends=(head.ends[0], *behind), pips=price)
    if head.why is not None:
        return found
    del whole
    if total(price) > state.pips:
        return found._replace(why=refuse("14.5", say("The move costs {price} PIPs; {left} left", price=total(price),
                                                     left=state.pips)))
    for slot, one, end in zip(slots[1:], body[1:], behind, strict=True):
        leg = single_leg(one.base, one.pose, end)
        most, why, _ = _limit(state, (slot,), (leg._replace(over=()),), group=False)
        if why is None and leg.cost > most:
            why = refuse("14.6", say("{unit} would move {length} MU; {most} allowed", unit=state.roster[slot].name,
                                     length=widths(leg.cost), most=widths(most)))
        why = why or answer(state, (slot,), (leg._replace(over=()),), (end,), None, set())
        if why is not None:
            return found._replace(why=why)
    return found._replace(why=_ends(state, found))


def _stick(body: Sequence[Standing], legs: Sequence[Leg]) -> list[Stick]:
    """Measuring sticks along the way of the front corner that goes farthest."""
    starts = [one.pose for one in body]
    found = []
    for leg in legs:
        far, spots = max(((distance(a, b), (a, b)) for one, start, end in zip(body, starts, leg.ends, strict=True)
                          for a, b in zip(one.base.corners(start)[:2], one.base.corners(end)[:2], strict=True)),
                         key=lambda each: each[0])
        if far:
            found.append(Stick(spots[0], spots[1], leg.cost))
        starts = list(leg.ends)
    return found


def moved(state: State, done: Went) -> State:
    """The state after a legal move: poses, PIPs, marks and contacts."""
    changes = {slot: {"pose": end, "moved": state.units[slot].moved + 1}
               for slot, end in zip(done.slots, done.ends, strict=True)}
    changes |= {slot: {"pose": pose} for slot, pose in done.shifted}
    number = 1 + max((n for *_, n in state.contacted), default=0)
    touched = tuple((state.roster[a].id, state.roster[b].id, number) for a, b in done.touched)
    return replace(state.put_all(changes), pips=state.pips - done.price, contacted=(*state.contacted, *touched))


def break_off(state: State, slot: int) -> Went:
    """The move of a base that breaks off straight back, legal or not."""
    from game.rules.renaissance.engine.bases import fronts_on, opponent

    one, unit = state.standings[slot], state.units[slot]
    trial = Went((slot,), (unit.pose or Pose(0, 0, 0),))
    piece = state.roster[slot]
    enemy = opponent(state, slot) if one is not None else None
    if piece.seat != state.seat or one is None or enemy is None:
        return trial._replace(why=refuse("14.6", say("{unit} has no enemy to its front", unit=piece.name)))
    if fronts_on(state, slot, "left", "right", "rear"):
        return trial._replace(why=refuse("14.6", say("{unit} has an enemy on its flank or rear", unit=piece.name)))
    if unit.moved:
        return trial._replace(why=refuse("14.6", say("{unit} has moved in this bound", unit=piece.name)))
    most, theirs = _in_going(state, slot), _in_going(state, enemy)
    trial = trial._replace(most=most, pips=pips.cost(state, (slot,)))
    if most <= theirs:
        return trial._replace(why=refuse("14.6", say("{unit} is no faster than {enemy}", unit=piece.name,
                                                     enemy=state.roster[enemy].name)))
    if trial.price > state.pips:
        return trial._replace(why=refuse("14.5", say("The move costs {price} PIPs; {left} left", price=trial.price,
                                                     left=state.pips)))
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if _back(state, slot, one, middle) is None:
            low = middle
        else:
            high = middle - 1
    low = low if low == most else low - 1
    if low < one.base.depth:
        return trial._replace(why=refuse("14.6", say("{unit} has no room to go back by its depth", unit=piece.name)))
    return trial._replace(ends=(ahead(one.pose, -low),), length=low)


def _back(state: State, slot: int, one: Standing, units: int) -> Reason | None:
    """What bars a way straight back."""
    end = ahead(one.pose, -units)
    leg = Leg((end,), units, ((0, _back_ground(one, end)),), True)
    why = _barred(state, (slot,), (leg,))
    if why is None and not state.ground.board.on_table(one.base.corners(end)):
        why = refuse("14.6", say("It would leave the table"))
    most, going, _ = _limit(state, (slot,), (leg,), group=False)
    if why is None and going is None and units > most:
        going = refuse("2.1", say("The move takes {length} MU; {most} allowed", length=widths(units),
                                  most=widths(most)))
    return why or going


def _back_ground(one: Standing, end: Pose) -> Outline:
    from game.board.manoeuvre import swept

    return swept(one.corners, one.base.corners(end))


def _in_going(state: State, slot: int) -> int:
    """How far a base moves in the going in which it stands."""
    kind, outline = state.roster[slot].kind, state.standing(slot).corners
    alphabetical = ALPHABETICAL in state.options
    going = state.ground.going(outline, camels=kind == "cm")
    most = allowance(kind, "bad" if going == "bad" else "open", alphabetical=alphabetical)
    if state.ground.in_river(outline) and state.river != "paltry":
        most = min(most, allowance(kind, "river"))
    return most

