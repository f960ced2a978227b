"""Plans for a whole battle that either side carries out by rules alone: players weigh them, a bench plays against them.

They are the veteran's own rules with one thing fixed that he decides himself: where the army stands, who marches by
which pass, whom the host attacks, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.evaluator import Considered, Script
from game.core.indices import Seat, Slot
from game.core.message import Text, say
from game.rules.adua import victory
from game.rules.adua.ai import abyssinian, answers, italian, outlook
from game.rules.adua.ai.abyssinian import HostPlan
from game.rules.adua.ai.advance import BattlePlan, ground_to_hold, plan_of, posts, strongest, uncounted
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
WEIGHED_FROM = (11, 13)
"""Seat -> the turn from which it weighs its plans by playing two turns ahead, or to the end. Before, that tells nothing
of the end for the Italians; and the attacks of the host differ less than its dice."""
SAFE = 2.0
"""Points beside those that decide with which a side is sure to win."""
OPEN = 3
"""The plans that a host weighs then: all attacks but the encirclement, which comes too late."""
MIDDLE = "0611"
"""The hex before the central pass where the host gathers."""


class Idea(NamedTuple):
    """A plan by what it comes to in a phase."""

    name: str
    title: Text
    courses: Callable[..., Sequence[Considered]]
    """What the seat may do next in a state, the best first, as far as it can be said now; ``losses`` is what own losses
    count beside the usual (``Temper``)."""
    moves: Callable[[AduaState], Iterable[Action]]
    """What it does in a movement phase, each action thought of when asked for."""

    def course(self, state: AduaState) -> Sequence[Action]:
        """What the seat does as far as it can be said now; at least one action."""
        return self.courses(state)[0].actions

    def choose(self, state: AduaState) -> Action:
        """The next action, by the state alone."""
        if state.phase is AduaPhase.MOVE and state.top is None:
            return next(iter(self.moves(state)))
        return self.course(state)[0]

    @property
    def script(self) -> Script:
        """The plan as benches and stances take it."""
        return Script(self.name, self.title, lru_cache(1)(self.choose), course=self.course)


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
        _abyssinian("press", say("the general attack")),
        _abyssinian("mass-left", say("the attack on the northern flank"), flank=min),
        _abyssinian("mass-right", say("the attack on the southern flank"), flank=max),
        _abyssinian("encircle", say("the encirclement"), HostPlan(_encircled, RING)),
        _abyssinian("wait", say("the wait before the passes"), HostPlan(_met, rally=MIDDLE)),
    )


def promising(state: AduaState, seat: Seat, seed: int) -> tuple[Idea, ...]:
    """The plans that a seat may take up or go on with, the likeliest first. Until the battle is near its end an Italian
    army keeps the plan it drew by lot; the host weighs its plans from when most of it is there.

    :param seed: of the player whose turn it is; of the other side it expects that it goes on from where it is.
    """
    if state.scenario != victory.BATTLE:
        return ()
    if seat != state.seat:
        return _italian("stay", say("the stand where the army is")) if seat == ITALIANS else abyssinian_ideas()[0],
    weighs = state.turn >= WEIGHED_FROM[seat] and not _sure(state, seat)
    if seat == ITALIANS:
        drawn = plan_of(seed)
        found = dict(zip(BattlePlan, _drawn(seed), strict=True))
        others = [found[plan] for plan in BattlePlan if plan is not drawn] if weighs else []
        return (found[drawn], *others)
    ideas = abyssinian_ideas()
    return ideas[:OPEN] if weighs else ideas[:1]


def _sure(state: AduaState, seat: Seat) -> bool:
    """Whether a side may be sure to win by points, so that it need not weigh its plans."""
    ahead = outlook.expected(state) - float(victory.PARTIAL)
    return (ahead if seat == ABYSSINIANS else -ahead) > SAFE


def _drawn(seed: int) -> tuple[Idea, ...]:
    """What each of the plans that the Italians draw one of comes to, in their order."""
    return (
        _italian("hold", say("the stand on strong ground"), held=partial(ground_to_hold, seed=seed)),
        _italian("dash", say("the dash of the quick units"), lambda state: BattlePlan.DASH),
        _italian("march", say("the march on the passes"), lambda state: BattlePlan.MARCH),
    )


def scripts(scenario: str, seat: str) -> tuple[Script, ...]:
    """The plans of a seat; the examples of play have none."""
    if scenario != victory.BATTLE:
        return ()
    return tuple(idea.script for idea in (italian_ideas() if seat == SEATS[ITALIANS] else abyssinian_ideas()))


Posts = Callable[[AduaGround, tuple[str, ...]], Mapping[Slot, Hex]]


def _nowhere(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    return italian.NOWHERE


def _italian(
    name: str, title: Text, plan: Callable[[AduaState], BattlePlan] = lambda state: BattlePlan.HOLD, *,
    held: Posts = _nowhere, gates: slice = slice(None),
) -> Idea:
    """A plan of the Italians: who marches, by which passes, and where the others stand."""
    def courses(state: AduaState, losses: float = 1.0) -> Sequence[Considered]:
        if (action := answers.forced(state, losses)) is not None:
            return [Considered((action,), 0.0)]
        scene = AduaScene(state, ITALIANS, state.ground.passes[gates], losses=losses)
        return italian.choose(scene, plan(state), held(state.ground, state.options))

    return Idea(name, title, courses, lambda state: courses(state)[0].actions)


def _abyssinian(
    name: str, title: Text, plan: HostPlan = abyssinian.PRESS, *, flank: Callable[..., Slot] | None = None
) -> Idea:
    """A plan of the Abyssinians: whom they attack, and when."""
    def scene(state: AduaState, losses: float = 1.0) -> AduaScene:
        return AduaScene(state, ABYSSINIANS, quarry=None if flank is None else _flank(state, flank), losses=losses)

    def courses(state: AduaState, losses: float = 1.0) -> Sequence[Considered]:
        if (action := answers.forced(state, losses)) is not None:
            return [Considered((action,), 0.0)]
        return abyssinian.choose(scene(state, losses), plan)

    return Idea(name, title, courses, lambda state: abyssinian.moves(scene(state), plan))


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
