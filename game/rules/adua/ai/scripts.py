"""Plans for a whole battle that either side carries out by rules alone: players weigh them, a bench plays against them.

They are the veteran's own rules with one thing fixed that he decides himself: where the army stands, who marches by
which pass, whom the host attacks, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.evaluator import Script
from game.core.indices import Slot
from game.core.message import Text, say
from game.rules.adua import victory
from game.rules.adua.ai import abyssinian, answers, italian
from game.rules.adua.ai.abyssinian import HostPlan
from game.rules.adua.ai.advance import BattlePlan, posts, strongest, uncounted
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import FIGHTERS, SLOT

NORTHERN, CENTRAL = slice(0, 3), slice(3, 6)
"""The hexes of two of the passes, among all of them."""
RIDGE = 1
"""The level from which ground is a ridge; with ``FOREMOST`` and all numbers below chosen."""
FOREMOST = 5
"""Hexes from the blue line within which the nearest ridge is sought."""
RUNNERS = ("i-bersaglieri", "vii-ascari", "viii-ascari", "iii-ascari")
"""Quick units that are kept back for a dash."""
STARTS, CLOSE = 10, 7
"""The turn on which the dash at the end starts, and hexes from the enemy at which it starts earlier."""
BESIDE = 6
"""Italian units that are one flank."""
RING, CLOSED = 4, 11
"""Hexes from the enemy at which an encirclement waits, and the turn from which it attacks in any case."""
SURROUNDED = 8
"""Italian units around which enough have massed, and the encirclement attacks."""
MET, COMPLETE = 6, 9
"""Hexes from a pass at which Italians are met by who waits, and the turn on which his host is complete and attacks."""
MIDDLE = "0611"
"""The hex before the central pass where the host gathers."""


class Idea(NamedTuple):
    """A plan by what it comes to in a phase."""

    name: str
    title: Text
    course: Callable[[AduaState], Iterable[Action]]
    """What the seat does next, as far as it can be said now: at least one action, each thought of when asked for."""

    def choose(self, state: AduaState) -> Action:
        """The next action, by the state alone."""
        return next(iter(self.course(state)))


def italian_ideas() -> tuple[Idea, ...]:
    """The plans of the Italians."""
    return (
        _italian("stand-in-the-corner", say("the stand in the strongest corner"), held=_corner),
        _italian("hold-the-ridge", say("the defence of the nearest ridge"), held=_ridge),
        _italian("march-north", say("the march on the northern pass"), lambda state: BattlePlan.MARCH, gates=NORTHERN),
        _italian("dash-at-once", say("the dash for the central pass"), lambda state: BattlePlan.DASH, gates=CENTRAL),
        _italian("dash-at-the-end", say("the dash for the exit"), _late, held=_divided),
    )


def abyssinian_ideas() -> tuple[Idea, ...]:
    """The plans of the Abyssinians."""
    return (
        _abyssinian("mass-left", say("the attack on the northern flank"), flank=min),
        _abyssinian("mass-right", say("the attack on the southern flank"), flank=max),
        _abyssinian("encircle", say("the encirclement"), HostPlan(_encircled, RING)),
        _abyssinian("wait", say("the wait before the passes"), HostPlan(_met, rally=MIDDLE)),
    )


def scripts(scenario: str, seat: str) -> tuple[Script, ...]:
    """The plans of a seat; the examples of play have none."""
    if scenario != victory.BATTLE:
        return ()
    ideas = italian_ideas() if seat == SEATS[ITALIANS] else abyssinian_ideas()
    return tuple(Script(idea.name, idea.title, lru_cache(1)(idea.choose)) for idea in ideas)


Posts = Callable[[AduaGround, tuple[str, ...]], Mapping[Slot, Hex]]


def _nowhere(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    return italian.NOWHERE


def _italian(
    name: str, title: Text, plan: Callable[[AduaState], BattlePlan] = lambda state: BattlePlan.HOLD, *,
    held: Posts = _nowhere, gates: slice = slice(None),
) -> Idea:
    """A plan of the Italians: who marches, by which passes, and where the others stand."""
    def course(state: AduaState) -> Iterable[Action]:
        if (action := answers.forced(state)) is not None:
            return (action,)
        scene = AduaScene(state, ITALIANS, state.ground.passes[gates])
        return italian.choose(scene, plan(state), held(state.ground, state.options))[0].actions

    return Idea(name, title, course)


def _abyssinian(
    name: str, title: Text, plan: HostPlan = abyssinian.PRESS, *, flank: Callable[..., Slot] | None = None
) -> Idea:
    """A plan of the Abyssinians: whom they attack, and when."""
    def course(state: AduaState) -> Iterable[Action]:
        if (action := answers.forced(state)) is not None:
            return (action,)
        scene = AduaScene(state, ABYSSINIANS, quarry=None if flank is None else _flank(state, flank))
        if state.phase is AduaPhase.MOVE:
            return abyssinian.moves(scene, plan)
        return abyssinian.choose(scene, plan)[0].actions

    return Idea(name, title, course)


def _flank(state: AduaState, outermost: Callable[..., Slot]) -> Collection[Slot]:
    """The Italian units nearest to the one that stands outermost: ``min`` is north, ``max`` south."""
    ground = state.ground
    units = [slot for slot in FIGHTERS[ITALIANS] if state.at[slot] >= 0]
    if not units:
        return units
    end = state.at[outermost(units, key=lambda slot: (ground.hexes[state.at[slot]][2:], slot))]
    return sorted(units, key=lambda slot: (ground.distance(end, state.at[slot]), slot))[:BESIDE]


def _encircled(scene: AduaScene) -> bool:
    """Whether enough have massed all around, or the time presses."""
    if scene.state.turn >= CLOSED:
        return True
    return sum(abyssinian.ripe(scene, slot) for slot in scene.enemies) >= min(SURROUNDED, len(scene.enemies))


def _met(scene: AduaScene) -> bool:
    """Whether Italians come near a pass, or the whole host is there."""
    return scene.state.turn >= COMPLETE or any(scene.near(gate) <= MET for gate in scene.ground.passes)


@lru_cache(8)
def _corner(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """Piece -> its hex in the place that the host can attack least, where no points are counted for it."""
    return posts(ground, strongest(ground, uncounted(ground, options), 1)[0])


@lru_cache(8)
def _ridge(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """Piece -> its hex in the strongest place of hills just beyond the blue line."""
    zone = ground.set_up(options)[ITALIANS]
    hills = sum(1 << hex_ for hex_, level in enumerate(ground.level)
                if level >= RIDGE and ground.within(Hex(hex_), FOREMOST) & zone)
    found = strongest(ground, hills & uncounted(ground, options), 1)
    return posts(ground, found[0]) if found else _corner(ground, options)


@lru_cache(8)
def _divided(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """The same with some quick units in the corner of the set-up zone that is nearest to the northern pass."""
    zone = ground.set_up(options)[ITALIANS]
    return {**_corner(ground, options), **{SLOT[name]: hex_ for name, hex_ in zip(
        RUNNERS, sorted(hexes_in(zone), key=lambda hex_: ground.hexes[hex_]), strict=False)}}


def _late(state: AduaState) -> BattlePlan:
    """Hold, and dash once the time has come or the enemy is near those who will."""
    ground = state.ground
    runners = [state.at[SLOT[name]] for name in RUNNERS if state.at[SLOT[name]] >= 0]
    near = any(ground.distance(state.at[slot], place) <= CLOSE for place in runners
               for slot in FIGHTERS[ABYSSINIANS] if state.at[slot] >= 0)
    return BattlePlan.DASH if near or state.turn >= STARTS else BattlePlan.HOLD
