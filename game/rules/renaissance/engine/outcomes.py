"""What becomes of bases after a combat: recoil, push back, flight, destruction, pursuit, sacked camps (14.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from game.board.manoeuvre import Standing, ahead, ahead_by, swept
from game.board.measuring import Outline, rounded
from game.core.event import Event, Noted
from game.core.message import Message, say
from game.core.pose import DEGREE, TURN, Pose
from game.rules.renaissance.engine.bases import (
    attached_general,
    attached_to,
    behind,
    clash,
    contacts,
    fronts_on,
    same_facing,
    side_touched,
)
from game.rules.renaissance.engine.contact import at, conform
from game.rules.renaissance.engine.events import Destroyed, Fled, Pursued, Recoiled
from game.rules.renaissance.engine.ground import BAD
from game.rules.renaissance.engine.routes import may_pass
from game.rules.renaissance.engine.state import State, Unit
from game.rules.renaissance.engine.tables import MU, Kind, allowance, rule

Done = tuple[State, tuple[Event, ...]]
LEAST = MU
"""The least distance of a recoil."""
PURSUIT = MU


def destroyed(state: State, slot: int, cause: Message, number: str = "14.10") -> Done:
    """A base is lost, and a general attached to it with it."""
    general = attached_general(state, slot) if state.outlines[slot] is not None else None
    found: list[Event] = []
    for each in (slot, general):
        if each is None:
            continue
        piece, unit = state.roster[each], state.units[each]
        place = unit.pose.text if unit.pose is not None else ""
        found.append(Destroyed(rule(number), piece.id, piece.name, place, cause))  # type: ignore[arg-type]
        state = state.put(each, **Unit(lost=True)._asdict())
        state = replace(state, quiet=0, camps=tuple(  # type: ignore[arg-type]
            camp._replace(garrison="") if camp is not None and camp.garrison == piece.id else camp
            for camp in state.camps))
    return state, tuple(found)


class _Back(NamedTuple):
    """A recoil worked out: poses of those who move, and who is destroyed by it."""

    poses: dict[int, Pose]
    trampled: tuple[int, ...] = ()
    cause: Message | None = None
    """Why the recoiler itself is lost; None: it is not."""


def recoil(state: State, slot: int) -> Done:
    """A base recoils by its depth, at least 1 MU, with a general attached to it (14.10)."""
    if fronts_on(state, slot, "left", "right", "rear"):
        return destroyed(state, slot, say("it recoils with an enemy on its flank or rear"))
    general = attached_general(state, slot)
    body = (slot,) if general is None else (slot, general)
    found = _recoiled(state, body, max(LEAST, state.element(slot).depth))
    events: list[Event] = []
    for each in found.trampled:
        state, more = destroyed(state, each, say("trampled by elephants"))
        events += more
    if found.cause is not None:
        state, more = destroyed(state, slot, found.cause)
        return state, (*events, *more)
    for each, pose in found.poses.items():
        piece, before = state.roster[each], state.standing(each).pose
        if before != pose:
            events.append(Recoiled(rule("14.10"), piece.id, piece.name, (before.text, pose.text),  # type: ignore[arg-type]
                                   each not in body))
    return state.put_all({each: {"pose": pose} for each, pose in found.poses.items()}), tuple(events)


def _recoiled(state: State, body: Sequence[int], units: int) -> _Back:
    """The recoil of a base, and of a general behind it, straight back."""
    first = _pass_through(state, body, units)
    return first if first is not None else _push(state, body, units)


def _ground(state: State, slot: int, end: Pose) -> Outline:
    one = state.standing(slot)
    return swept(one.corners, one.base.corners(end))


def _in_path(state: State, body: Sequence[int], units: int) -> list[int]:
    """The bases that a recoil by so much meets."""
    met: list[int] = []
    for slot in body:
        ground = _ground(state, slot, ahead(state.standing(slot).pose, -units))
        met += [other for other, outline in enumerate(state.outlines)
                if outline is not None and other not in body and other not in met and clash(ground, outline)]
    return met


def _pass_through(state: State, body: Sequence[int], units: int) -> _Back | None:
    """A recoil that passes through all friends it meets; None if it meets one that it may not pass, or finds no room
    beyond them."""
    deep, passed = 0, set[int]()
    while True:
        met = [other for other in _in_path(state, body, units + deep) if other not in passed]
        if not met:
            break
        if any(not may_pass(state, body[0], state.standing(body[0]).pose, other, recoiling=True) for other in met):
            return None
        passed.update(met)
        deep = sum(state.element(other).depth for other in passed)
    if not passed:
        return _checked(state, body, {slot: ahead(state.standing(slot).pose, -units) for slot in body})
    for extra in range(deep + 1):
        poses = {slot: ahead(state.standing(slot).pose, -units - extra) for slot in body}
        outlines = [state.element(slot).base.corners(pose) for slot, pose in poses.items()]
        if not any(clash(one, state.outlines[other] or ()) for one in outlines for other in passed):
            found = _checked(state, body, poses)
            return found if found.cause is None else None
    return None


def _checked(state: State, body: Sequence[int], poses: dict[int, Pose]) -> _Back:
    """A recoil held against the table's edge, water and camps."""
    seat = state.roster[body[0]].seat
    for slot, pose in poses.items():
        outline = state.element(slot).base.corners(pose)
        ground = _ground(state, slot, pose)
        if not state.ground.board.on_table(outline):
            return _Back(poses, (), say("it leaves the table"))
        if state.ground.impassable(ground):
            return _Back(poses, (), say("it recoils into the waterway"))
        own, theirs = state.camps[seat], state.camps[1 - seat]
        if theirs is not None and clash(ground, theirs.outline):
            return _Back(poses, (), say("it recoils into the enemy camp"))
        if own is not None and clash(ground, own.outline):
            return _Back(_short_of(state, body, own.outline), (), None)
    return _Back(poses)


def _short_of(state: State, body: Sequence[int], outline: Outline) -> dict[int, Pose]:
    """The poses of a recoil that stops short of a camp."""
    low, high = 0, 4 * MU
    while low < high:
        middle = (low + high + 1) // 2
        if any(clash(_ground(state, slot, ahead(state.standing(slot).pose, -middle)), outline) for slot in body):
            high = middle - 1
        else:
            low = middle
    return {slot: ahead(state.standing(slot).pose, -low) for slot in body}


def _push(state: State, body: Sequence[int], units: int) -> _Back:
    """A recoil that pushes friends back; elephants trample them."""
    poses = {slot: ahead(state.standing(slot).pose, -units) for slot in body}
    seat, kind = state.roster[body[0]].seat, state.roster[body[0]].kind
    met = _in_path(state, body, units)
    barred = [other for other in met
              if not may_pass(state, body[0], state.standing(body[0]).pose, other, recoiling=True)] or met
    enemies = [other for other in barred if state.roster[other].seat != seat]
    if enemies:
        return _Back(poses, (), say("it recoils into an enemy"))
    if kind == "el":
        trampled = tuple(barred)
        both = any(state.roster[other].kind == "el" for other in trampled)
        found = _checked(state, body, poses)
        return found._replace(trampled=trampled, cause=say("it recoils into an elephant") if both else found.cause)
    moved = dict(poses)
    waiting = list(barred)
    while waiting:
        other = waiting.pop(0)
        pose = _pushed(state, other, moved)
        if pose is None:
            return _Back(poses, (), say("friends behind it cannot be pushed back"))
        moved[other] = pose
        ground = _ground(state, other, pose)
        for mate, outline in enumerate(state.outlines):
            if outline is None or mate in moved or mate in waiting or not clash(ground, outline):
                continue
            if state.roster[mate].seat != seat:
                return _Back(poses, (), say("friends behind it cannot be pushed back"))
            waiting.append(mate)
        if _checked(state, (other,), {other: pose}).cause is not None:
            return _Back(poses, (), say("friends behind it cannot be pushed back"))
    return _checked(state, body, poses)._replace(poses=moved)


def _pushed(state: State, slot: int, moved: dict[int, Pose]) -> Pose | None:
    """The pose of a friend that makes room for those who have moved; None if it cannot be pushed (14.10)."""
    if not state.element(slot).pushed or any(slot in (one.slot, one.enemy) for one in contacts(state)):
        return None
    one = state.standing(slot)
    pushers = [(other, pose) for other, pose in moved.items()
               if clash(_ground(state, other, pose), one.corners)]
    if any(not same_facing(pose, one.pose) for _, pose in pushers):
        return None
    need = 0
    for other, pose in pushers:
        rear = state.element(other).base.corners(pose)[2:]
        need = max(need, *(-ahead_by(one.pose, spot) for spot in rear))
    return ahead(one.pose, -need)


class Flight(NamedTuple):
    """A way to flee."""

    pose: Pose
    lost: Message | None
    """Why the base is lost by it; None: it is not."""
    turn: int
    """Degrees by which it swerves."""


def flee(state: State, slot: int) -> tuple[State, tuple[Event, ...], tuple[Flight, ...]]:
    """The first part of a flight, the recoil; and the ways to run from there, two where both sides are as good.

    :return: no ways if the base is lost by the recoil.
    """
    if fronts_on(state, slot, "left", "right", "rear"):
        state, events = destroyed(state, slot, say("it flees with an enemy on its flank or rear"))
        return state, events, ()
    before = state.standing(slot).pose
    state, events = recoil(state, slot)
    if state.units[slot].lost:
        return state, events, ()
    return state, events, _runs(state, slot, before)


def _runs(state: State, slot: int, before: Pose) -> tuple[Flight, ...]:
    del before
    one = state.standing(slot)
    straight = _run(state, slot, one, 0)
    if straight.lost is None and straight.turn == 0:
        return (straight,)
    for turn in range(1, 91):
        found = tuple(run for run in (_run(state, slot, one, sign * turn) for sign in (-1, 1)) if run.turn != 999)
        if found:
            return found
    return (_stopped(state, slot, one),)


def _turned(one: Standing, turn: int) -> Pose:
    """A base that has turned about, and so many degrees more, on its middle."""
    middle = at(one.pose, 0, -one.base.depth // 2)
    angle = (one.pose.angle + TURN // 2 + turn * DEGREE) % TURN
    return Pose(*at(Pose(*middle, angle), 0, one.base.depth - one.base.depth // 2), angle)


def _allowed(state: State, slot: int, ground: Outline) -> int:
    kind = state.roster[slot].kind
    alphabetical = "alphabetical-move-table" in state.options
    met = state.ground.under(ground) & BAD
    if kind == "cm":
        met = met - {"dunes", "oasis"}
    return allowance(kind, "bad" if met else "open", alphabetical=alphabetical)


def _run(state: State, slot: int, one: Standing, turn: int) -> Flight:
    """A run in a direction, by the full move; ``turn`` is 999 if the way is barred."""
    pose = _turned(one, turn)
    base = one.base
    units = _allowed(state, slot, one.corners)
    end = ahead(pose, units)
    ground = swept(base.corners(pose), base.corners(end))
    slower = _allowed(state, slot, ground)
    if slower < units:
        units = slower
        end = ahead(pose, units)
        ground = swept(base.corners(pose), base.corners(end))
    if not state.ground.board.on_table(base.corners(end)):
        if _bars(state, slot, pose, ground):
            return Flight(end, None, 999)
        return Flight(end, say("it flees off the table"), turn)
    if _bars(state, slot, pose, ground) or any(
            outline is not None and other != slot and clash(base.corners(end), outline)
            for other, outline in enumerate(state.outlines)):
        return Flight(end, None, 999)
    return Flight(end, None, turn)


def _bars(state: State, slot: int, pose: Pose, ground: Outline) -> bool:
    """Whether a base, a camp or water bars a run; friends that may be passed do not."""
    if state.ground.impassable(ground) or any(camp is not None and clash(ground, camp.outline) for camp in state.camps):
        return True
    return any(outline is not None and other != slot and clash(ground, outline)
               and not may_pass(state, slot, pose, other) for other, outline in enumerate(state.outlines))


def _stopped(state: State, slot: int, one: Standing) -> Flight:
    """A run straight on that stops at what bars it: lost if that is an enemy."""
    pose = _turned(one, 0)
    low, high = 0, _allowed(state, slot, one.corners)

    def free(units: int) -> bool:
        ground = swept(one.base.corners(pose), one.base.corners(ahead(pose, units)))
        return not _bars(state, slot, pose, ground)

    while low < high:
        middle = (low + high + 1) // 2
        if free(middle):
            low = middle
        else:
            high = middle - 1
    end = ahead(pose, low)
    beyond = swept(one.base.corners(pose), one.base.corners(ahead(pose, low + 8)))
    enemy = any(outline is not None and clash(beyond, outline) and state.roster[other].seat != state.roster[slot].seat
                for other, outline in enumerate(state.outlines))
    while low and any(outline is not None and other != slot and clash(one.base.corners(end), outline)
                      for other, outline in enumerate(state.outlines)):
        low -= 1  # no room where a friend that may be passed lies: short of it
        end = ahead(pose, low)
    return Flight(end, say("it flees into an enemy") if enemy else None, 0)


def ran(state: State, slot: int, flight: Flight) -> Done:
    """A base has run."""
    if flight.lost is not None:
        return destroyed(state, slot, flight.lost)
    piece, before = state.roster[slot], state.standing(slot).pose
    event = Fled(rule("14.10"), piece.id, piece.name, (before.text, flight.pose.text))  # type: ignore[arg-type]
    return state.put(slot, pose=flight.pose), (event,)


def pursue(state: State, slot: int) -> Done:
    """A base that has beaten an enemy to its front follows straight up by 1 MU, with those behind it (14.10)."""
    if state.units[slot].lost or state.outlines[slot] is None or not state.element(slot).pursues:
        return state, ()
    body = [slot, *_followers(state, slot)]
    one = state.standing(slot)
    units, touched = PURSUIT, None
    for enemy in state.there(1 - state.roster[slot].seat):
        if clash(swept(one.corners, one.base.corners(ahead(one.pose, PURSUIT))), state.standing(enemy).corners):
            near = min(ahead_by(one.pose, spot) for spot in state.standing(enemy).corners)
            if near < units:
                units, touched = max(0, near), enemy
    units, blocked = _pursuit_room(state, body, units)
    pose = ahead(one.pose, units)
    if touched is not None and not blocked:
        trial = state.put(slot, pose=pose)
        found = conform(trial, slot, pose, touched, tuple(body))
        if found is not None and found.enemy_pose == state.standing(touched).pose:
            pose = found.pose
        elif side_touched(Standing(one.base, pose), state.standing(touched)) is None:
            units = max(0, units - 4)
            pose = ahead(one.pose, units)
    if not units and pose == one.pose:
        return state, ()
    changes, events = {slot: {"pose": pose}}, [_pursued(state, slot, pose)]
    for mate in body[1:]:
        after = ahead(state.standing(mate).pose, units)
        changes[mate] = {"pose": after}
        events.append(_pursued(state, mate, after))
    return state.put_all(changes), tuple(events)


def _pursued(state: State, slot: int, pose: Pose) -> Event:
    piece = state.roster[slot]
    return Pursued(rule("14.10"), piece.id, piece.name, (state.standing(slot).pose.text, pose.text))  # type: ignore[arg-type]


def _followers(state: State, slot: int) -> Iterator[int]:
    """Those directly behind a pursuer who go with it: a warband behind a warband, a general attached to it."""
    one = state.standing(slot)
    for mate in state.there(state.roster[slot].seat):
        if mate == slot or not behind(one, state.standing(mate)):
            continue
        if attached_to(state, mate) == slot or (state.roster[slot].kind == state.roster[mate].kind == "wb"):
            yield mate


def _pursuit_room(state: State, body: Sequence[int], units: int) -> tuple[int, bool]:
    """How far a pursuit goes before a friend, a camp, water, bad going or the table's edge stops it."""
    kind: Kind = state.roster[body[0]].kind
    one = state.standing(body[0])

    def free(way: int) -> bool:
        end = one.base.corners(ahead(one.pose, way))
        ground = swept(one.corners, end)
        if not state.ground.board.on_table(end) or state.ground.impassable(ground):
            return False
        if kind != "wb" and state.ground.under(ground) & BAD - (state.ground.under(one.corners) & BAD):
            return False
        if any(camp is not None and clash(ground, camp.outline) for camp in state.camps):
            return False
        return not any(outline is not None and other not in body and clash(ground, outline)
                       for other, outline in enumerate(state.outlines))

    if free(units):
        return units, False
    low, high = 0, units
    while low < high:
        middle = (low + high + 1) // 2
        if free(middle):
            low = middle
        else:
            high = middle - 1
    return low, low < units - 8


def ways_out(state: State, seat: int) -> tuple[Pose, ...]:
    """Where the garrison of a camp may be set outside it: touching the camp, facing away, on a side without an enemy."""
    camp = state.camps[seat]
    assert camp is not None
    slot = state.slots[camp.garrison]
    base = state.element(slot).base
    found = []
    corners = camp.outline
    for n in range(4):
        a, b = corners[n], corners[(n + 1) % 4]
        angle = (camp.pose.angle + n * (TURN // 4)) % TURN
        middle = (rounded(a[0] + b[0], 2), rounded(a[1] + b[1], 2))
        pose = ahead(Pose(*middle, angle), base.depth)
        outline = base.corners(pose)
        if not state.ground.board.on_table(outline) or state.ground.impassable(outline):
            continue
        if any(other is not None and clash(outline, other) for other in state.outlines):
            continue
        found.append(pose)
    return tuple(found)


def sacked(state: State, seat: int, by: int) -> Done:
    """A camp falls; the base that took it plunders in its next bound."""
    camps = list(state.camps)
    camp = camps[seat]
    assert camp is not None
    camps[seat] = camp._replace(garrison="", sacked=True)
    state = replace(state, camps=(camps[0], camps[1]), quiet=0).put(by, plunders=state.bound + _next(state, by))
    return state, (Noted(rule("14.10"), say("{unit} sacks the camp", unit=state.roster[by].name)),)


def _next(state: State, slot: int) -> int:
    """Bounds until the next bound of a base's side."""
    return 2 if state.roster[slot].seat == state.seat else 1

