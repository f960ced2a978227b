"""Randomly played battles, and random moves in them, legal or not, especially near contact."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from game.board.manoeuvre import lined_up, moved_ahead
from game.core.indices import Slot, other
from game.core.pose import FULL_TURN, Pose
from game.rules.renaissance.engine.actions import March, MoveColumn, RenaissanceMove, Step
from game.rules.renaissance.engine.moves import compute_move, why_no_move
from game.rules.renaissance.engine.sampling import group_of, room_ahead
from game.rules.renaissance.engine.state import RenaissanceState
from tests.rules.renaissance.board import RULES

Tried = RenaissanceMove | March | MoveColumn
ARMIES = ("swedish", "imperial", "spanish", "royalist", "parliament", "ottoman", "french", "japanese", "polish",
          "swiss", "scots", "mughal", "moroccan", "aztec", "dutch")
FORWARD = {"south": (0, -1), "north": (0, 1), "east": (-1, 0), "west": (1, 0)}
SCENARIOS = tuple(one.name for one in RULES.scenarios if not one.name.startswith(("open-", "example-")))


def battle_begun(number: int) -> RenaissanceState:
    """The second bound of a side: every army in turn, on every ready-made table, with the lines 1 to 3 MU apart.

    In odd battles the table is bare.
    """
    scenario = SCENARIOS[number % len(SCENARIOS)]
    red, blue = ARMIES[number % 15], ARMIES[(number * 7 + number // 15 + 3) % 15]
    state: RenaissanceState = RULES.initial(scenario, (f"army-red={red}", f"army-blue={blue}"))
    while state.phase not in ("pips", "moves"):
        legal, end = RULES.candidates(state), RULES.parse("end")
        state = RULES.apply(state, end if end in legal else legal[0])[0]
    position = open_position(state, bare=bool(number % 2))
    for row in position["units"]:
        dx, dy = FORWARD[state.base_edges[row["id"].startswith("blue")]]
        row["x"], row["y"] = row["x"] + dx * (3300 + number % 4 * 150), row["y"] + dy * (3300 + number % 4 * 150)
    position["turn"] = 3
    closer: RenaissanceState = RULES.from_position(position)
    return closer


def open_position(state: RenaissanceState, *, bare: bool = False) -> dict[str, Any]:
    """The position of a state as one of an open battle, with or without the terrain of its table."""
    position = RULES.position(state)
    position["scenario"] = "open-battle"
    position["terrain"] = [] if bare else [
        {"kind": piece.kind, "points": [list(spot) for spot in piece.points], "width": piece.width}
        for piece in state.ground.board.terrain]
    return position


def battle(number: int, random: Random) -> Iterator[RenaissanceState]:
    """The states of a random battle in order; after its end the same battle starts again."""
    state = battle_begun(number)
    while True:
        yield state
        if RULES.to_act(state) is None:
            state = battle_begun(number)
        elif _moving(state):
            state = _played(state, random)
        else:
            state = RULES.apply(state, random.choice(RULES.candidates(state)))[0]


def _moving(state: RenaissanceState) -> bool:
    return state.phase == "moves" and not state.stack and state.pips > 0


def states(number: int, count: int) -> Iterator[tuple[RenaissanceState, Random]]:
    """This many states of a random battle in which red or blue may move, and the random generator to continue with."""
    random = Random(number)
    return ((state, random) for state in islice(filter(_moving, battle(number, random)), count))


def _played(state: RenaissanceState, random: Random) -> RenaissanceState:
    """The state after a random move, probably towards the enemy, or after ending the moves."""
    legal = [(action, done) for action in tries(state, random, 12) if (done := compute_move(state, action)).why is None]
    after: RenaissanceState
    if not legal or random.random() < 0.1:
        after = RULES.apply(state, RULES.parse("end"))[0]
    else:
        best, _ = max(legal, key=lambda each: (bool(each[1].contacts), len(each[1].slots) * each[1].length))
        after = RULES.apply(state, best)[0]
    return after


def tries(state: RenaissanceState, random: Random, count: int) -> list[Tried]:
    """This many moves of all kinds, legal or not."""
    movers = [slot for slot in state.bases_on_table(state.seat) if why_no_move(state, slot) is None]
    return [_tried(state, random, movers) for _ in range(count)] if movers else []


def _tried(state: RenaissanceState, random: Random, movers: list[Slot]) -> Tried:
    slot = min((random.choice(movers) for _ in range(3)), key=lambda one: room_ahead(state, (one,)) or 9999)
    body = group_of(state, slot, movers)
    kind = random.choice(("move", "move", "march", "march", "column"))
    if kind == "move" or len(body) == 1:
        legs = random.choice((1, 1, 1, 2, 3))
        return RenaissanceMove(state.roster[slot].id, tuple(_pose(state, random, slot) for _ in range(legs)))
    taken = body[:random.randint(2, len(body))]
    names = tuple(state.roster[one].id for one in taken)
    if kind == "march":
        return March(names, tuple(_step(state, random, taken) for _ in range(random.choice((1, 1, 2)))))
    start = state.placed_base(slot).pose
    facing = start._replace(angle=(start.angle + random.randint(-3000, 3000)) % FULL_TURN)
    return MoveColumn(names, (moved_ahead(facing, random.choice((0, 500, 1500))),))


def _step(state: RenaissanceState, random: Random, body: tuple[Slot, ...]) -> Step:
    room = room_ahead(state, body)
    kinds = ("ahead", "ahead", "ahead", "left", "right", "shift-left", "shift-right", "back")
    kind: Any = random.choice(kinds)
    if kind in ("left", "right"):
        return Step(kind, random.randint(1, 3000))
    if kind == "ahead" and room and room < 4000:
        return Step(kind, max(1, room + random.randint(-4, 4)))
    return Step(kind, random.randint(1, 500 if kind.startswith("shift") else 1500))


def _pose(state: RenaissanceState, random: Random, slot: Slot) -> Pose:
    one = state.placed_base(slot)
    kind, room = random.random(), room_ahead(state, (slot,))
    if kind < 0.3 and room is not None and room < 4000:
        return moved_ahead(one.pose, room + random.choice((-3, 0, 0, 0, 1, 4)))
    if kind < 0.6:
        enemy = min(state.bases_on_table(other(state.seat)),
                    key=lambda each: abs(state.placed_base(each).pose.x - one.pose.x)
                    + abs(state.placed_base(each).pose.y - one.pose.y) + random.randint(0, 800))
        wanted = lined_up(one.base, state.placed_base(enemy), random.randint(0, 3))
        turn, off = random.choice((0, 0, 5, -300, 900, -2000)), random.choice((0, 1, 2, 250, -400))
        down = random.choice((0, 0, -1, 2, 3))
        return Pose(max(0, wanted.x + off), max(0, wanted.y + down), (wanted.angle + turn) % FULL_TURN)
    turn = random.choice((0, 0, 0, 600, -600, 5400, -5400, 10800, random.randint(0, FULL_TURN - 1)))
    spot = moved_ahead(one.pose, random.randint(-1000, 3500))
    return Pose(max(0, spot.x + random.choice((0, 0, 300, -700))), max(0, spot.y), (one.pose.angle + turn) % FULL_TURN)
