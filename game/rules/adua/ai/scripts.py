"""Scripts: plans for a whole battle that a side follows by simple rules. Computer players choose among them, and a
bench plays against them.

Each follows the veteran's own rules with one decision fixed: the ground to hold, the units that march and their passes,
the units that the host attacks, or the time of the attack.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.evaluator import ProposedCourse, Script
from game.core.indices import Seat, Slot
from game.core.message import Text, say
from game.rules.adua import victory
from game.rules.adua.ai import abyssinian, answers, expected_points, italian
from game.rules.adua.ai.abyssinian import HostPlan
from game.rules.adua.ai.advance import BattlePlan, plan_of
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.ai.strong_ground import assign_posts, hexes_to_hold, posts_to_hold, strongest_clusters
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import FIGHTERS, SLOT

NORTHERN_PASS, CENTRAL_PASS = slice(0, 3), slice(3, 6)
"""The hexes of two passes, as slices of the list of all pass hexes."""
RIDGE_LEVEL = 1
"""The level of hills from which ground is a ridge; chosen by hand, as are all numbers below."""
RIDGE_RADIUS = 5
"""Hexes from the set-up zone within which the nearest ridge is sought."""
RUNNERS = ("i-bersaglieri", "vii-ascari", "viii-ascari", "iii-ascari")
"""Quick units that make for a pass near the end of the battle (``_dash_when_late``)."""
DASH_TURN = 10
"""The turn on which the dash at the end starts."""
DASH_DISTANCE = 7
"""Hexes from the enemy at which the dash starts earlier."""
FLANK_UNITS = 6
"""The number of Italian units in a flank."""
RING_DISTANCE = 4
"""Hexes from the enemy at which an encirclement waits."""
RING_TURN = 11
"""The turn from which the encirclement attacks in any case."""
SURROUNDED_UNITS = 8
"""The number of Italian units with enough units massed around them at which the encirclement attacks."""
PASS_DISTANCE = 6
"""Hexes from a pass at which a waiting host attacks the Italians."""
HOST_COMPLETE_TURN = 9
"""The turn on which the host is complete and attacks in any case."""
COMPARED_FROM = (11, 13)
"""Seat -> the turn from which it compares its plans by playing ahead. Earlier, playing ahead tells the Italians nothing
about the end, and the results of the host's plans differ by less than the luck of its dice."""
SAFE_MARGIN = 2.0
"""The points by which a side's expected result must be better than needed for victory to count as sure."""
PLANS_COMPARED = 3
"""The number of plans that a host compares, from its ``COMPARED_FROM`` on: the attacks. The encirclement comes too
late, and the wait before the passes ends on ``HOST_COMPLETE_TURN``."""
GATHERING_HEX = "0611"
"""The hex in front of the central pass where the host gathers."""


class ScriptedPlan(NamedTuple):
    """A plan for a whole battle, given by its courses in each phase."""

    name: str
    title: Text
    courses: Callable[..., Sequence[ProposedCourse]]
    """The candidate courses of the seat in a state, the best first, as far as they can be foreseen; ``losses`` is the
    factor on own losses (``Personality``)."""
    moves: Callable[[AduaState], Iterable[Action]]
    """The actions of the seat in a movement phase; those of an Abyssinian plan are computed lazily."""

    def course(self, state: AduaState) -> Sequence[Action]:
        """The best course of the seat, as far as it can be foreseen; at least one action."""
        return self.courses(state)[0].actions

    def choose(self, state: AduaState) -> Action:
        """The next action; it depends on the state alone."""
        if state.phase is AduaPhase.MOVE and state.top is None:
            return next(iter(self.moves(state)))
        return self.course(state)[0]

    @property
    def script(self) -> Script:
        """The plan as a script for benches and stances."""
        return Script(self.name, self.title, lru_cache(1)(self.choose), course=self.course)


def italian_plans() -> tuple[ScriptedPlan, ...]:
    """The plans of the Italians."""
    return (
        _italian_plan("stand-in-the-corner", say("the stand in the strongest corner"), posts=_corner_posts),
        _italian_plan("hold-the-ridge", say("the defence of the nearest ridge"), posts=_ridge_posts),
        _italian_plan("march-north", say("the march on the northern pass"), lambda state: BattlePlan.MARCH,
                      gates=NORTHERN_PASS),
        _italian_plan("dash-at-once", say("the dash for the central pass"), lambda state: BattlePlan.DASH,
                      gates=CENTRAL_PASS),
        _italian_plan("dash-at-the-end", say("the dash for the exit"), _dash_when_late, posts=_corner_with_runners),
    )


def abyssinian_plans() -> tuple[ScriptedPlan, ...]:
    """The plans of the Abyssinians."""
    return (
        _abyssinian_plan("press", say("the general attack")),
        _abyssinian_plan("mass-left", say("the attack on the northern flank"), flank=min),
        _abyssinian_plan("mass-right", say("the attack on the southern flank"), flank=max),
        _abyssinian_plan("encircle", say("the encirclement"), HostPlan(_has_encircled, RING_DISTANCE)),
        _abyssinian_plan("wait", say("the wait before the passes"),
                         HostPlan(_near_passes, gathering_hex=GATHERING_HEX)),
    )


def promising_plans(state: AduaState, seat: Seat, seed: int) -> tuple[ScriptedPlan, ...]:
    """The plans that a seat may choose or continue, the likeliest first. Before the turns of ``COMPARED_FROM``, or if
    the side is sure to win, an Italian army keeps the plan that it drew at random, and the host has only its likeliest
    plan. A side that is not on turn has one plan: the Italians defend their present position, and the host attacks.

    :param seed: the seed of the player on turn, from which the Italian plan was drawn.
    """
    if state.scenario != victory.BATTLE:
        return ()
    if seat != state.seat:
        return (_italian_plan("stay", say("the defence of the present position")) if seat == ITALIANS
                else abyssinian_plans()[0],)
    compares = state.turn >= COMPARED_FROM[seat] and not _is_sure_to_win(state, seat)
    if seat == ITALIANS:
        drawn = plan_of(seed)
        plans_by_kind = dict(zip(BattlePlan, _plans_by_kind(seed), strict=True))
        others = [plans_by_kind[plan] for plan in BattlePlan if plan is not drawn] if compares else []
        return (plans_by_kind[drawn], *others)
    plans = abyssinian_plans()
    return plans[:PLANS_COMPARED] if compares else plans[:1]


def _is_sure_to_win(state: AduaState, seat: Seat) -> bool:
    """Whether a side is sure to win on points, so that it need not compare its plans."""
    margin = expected_points.expected_points(state) - float(victory.PARTIAL_VICTORY)
    return (margin if seat == ABYSSINIANS else -margin) > SAFE_MARGIN


def _plans_by_kind(seed: int) -> tuple[ScriptedPlan, ...]:
    """The Italian plans, in the order of ``BattlePlan``, for a player's seed."""
    posts = partial(posts_to_hold, seed=seed)
    return (
        _italian_plan("hold", say("holding strong ground"), posts=posts),
        _italian_plan("dash", say("the dash of the fast units"), lambda state: BattlePlan.DASH, posts=posts),
        _italian_plan("march", say("the march on the passes"), lambda state: BattlePlan.MARCH),
    )


def scripts(scenario: str, seat: str) -> tuple[Script, ...]:
    """The scripts of a seat; the examples of play have none."""
    if scenario != victory.BATTLE:
        return ()
    return tuple(plan.script for plan in (italian_plans() if seat == SEATS[ITALIANS] else abyssinian_plans()))


PostsFunction = Callable[[AduaGround, tuple[str, ...]], Mapping[Slot, Hex]]
"""Ground and options of the game -> piece -> its hex in the ground to hold."""


def _no_posts(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """The posts of a plan without ground to hold."""
    return italian.NO_POSTS


def _italian_plan(
    name: str, title: Text, plan: Callable[[AduaState], BattlePlan] = lambda state: BattlePlan.HOLD, *,
    posts: PostsFunction = _no_posts, gates: slice = slice(None),
) -> ScriptedPlan:
    """An Italian plan.

    :param plan: which units march to the passes.
    :param posts: the ground that the others hold.
    :param gates: the passes to march to, as a slice of the list of all pass hexes.
    """
    def courses(state: AduaState, losses: float = 1.0) -> Sequence[ProposedCourse]:
        if (action := answers.pending_action(state, losses)) is not None:
            return [ProposedCourse((action,), 0.0)]
        scene = AduaScene(state, ITALIANS, state.ground.passes[gates], loss_factor=losses)
        return italian.choose(scene, plan(state), posts(state.ground, state.options))

    return ScriptedPlan(name, title, courses, lambda state: courses(state)[0].actions)


def _abyssinian_plan(
    name: str, title: Text, plan: HostPlan = abyssinian.PRESS, *, flank: Callable[..., Slot] | None = None
) -> ScriptedPlan:
    """An Abyssinian plan.

    :param plan: the time of the attack.
    :param flank: ``min`` or ``max`` to attack only the northernmost or southernmost units; None: all units.
    """
    def scene(state: AduaState, losses: float = 1.0) -> AduaScene:
        return AduaScene(state, ABYSSINIANS, targets=None if flank is None else _flank_units(state, flank),
                         loss_factor=losses)

    def courses(state: AduaState, losses: float = 1.0) -> Sequence[ProposedCourse]:
        if (action := answers.pending_action(state, losses)) is not None:
            return [ProposedCourse((action,), 0.0)]
        return abyssinian.choose(scene(state, losses), plan)

    return ScriptedPlan(name, title, courses, lambda state: abyssinian.moves(scene(state), plan))


def _flank_units(state: AduaState, outermost: Callable[..., Slot]) -> Collection[Slot]:
    """The ``FLANK_UNITS`` Italian units nearest to the outermost one.

    :param outermost: ``min`` for the northernmost unit, ``max`` for the southernmost one. Hex numbers are column, row;
        rows count from the north, columns from the west.
    """
    ground = state.ground
    units = [slot for slot in FIGHTERS[ITALIANS] if state.at[slot] >= 0]
    if not units:
        return units
    end = state.at[outermost(units, key=lambda slot: (ground.hexes[state.at[slot]][2:], slot))]
    return sorted(units, key=lambda slot: (ground.distance(end, state.at[slot]), slot))[:FLANK_UNITS]


def _has_encircled(scene: AduaScene) -> bool:
    """Whether enough units have massed around the Italians, or it is late."""
    if scene.state.turn >= RING_TURN:
        return True
    surrounded = sum(abyssinian.worth_attacking(scene, slot) for slot in scene.enemies)
    return surrounded >= min(SURROUNDED_UNITS, len(scene.enemies))


def _near_passes(scene: AduaScene) -> bool:
    """Whether Italians are near a pass, or the host is complete."""
    return (scene.state.turn >= HOST_COMPLETE_TURN
            or any(scene.distance_to_enemy(gate) <= PASS_DISTANCE for gate in scene.ground.passes))


@lru_cache(8)
def _corner_posts(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """Piece -> its hex in the least exposed cluster where Italian units give the enemy no points (ruling 43)."""
    return assign_posts(ground, strongest_clusters(ground, hexes_to_hold(ground, options), 1)[0])


@lru_cache(8)
def _ridge_posts(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """Piece -> its hex in the strongest cluster of hills just beyond the blue line."""
    zone = ground.set_up(options)[ITALIANS]
    hills = sum(1 << hex_ for hex_, level in enumerate(ground.level)
                if level >= RIDGE_LEVEL and ground.within(Hex(hex_), RIDGE_RADIUS) & zone)
    clusters = strongest_clusters(ground, hills & hexes_to_hold(ground, options), 1)
    return assign_posts(ground, clusters[0]) if clusters else _corner_posts(ground, options)


@lru_cache(8)
def _corner_with_runners(ground: AduaGround, options: tuple[str, ...]) -> Mapping[Slot, Hex]:
    """``_corner_posts``, but with some quick units in the corner of the set-up zone nearest to the northern pass.
    Hex numbers are column, row; rows count from the north, columns from the west."""
    zone = ground.set_up(options)[ITALIANS]
    return {**_corner_posts(ground, options), **{SLOT[name]: hex_ for name, hex_ in zip(
        RUNNERS, sorted(hexes_in(zone), key=lambda hex_: ground.hexes[hex_]), strict=False)}}


def _dash_when_late(state: AduaState) -> BattlePlan:
    """The plan to hold until it is late or the enemy is near the units of the dash, and then to dash."""
    ground = state.ground
    runners = [state.at[SLOT[name]] for name in RUNNERS if state.at[SLOT[name]] >= 0]
    is_enemy_near = any(ground.distance(state.at[slot], place) <= DASH_DISTANCE for place in runners
                        for slot in FIGHTERS[ABYSSINIANS] if state.at[slot] >= 0)
    return BattlePlan.DASH if is_enemy_near or state.turn >= DASH_TURN else BattlePlan.HOLD
