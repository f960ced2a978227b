"""What the odds of a battle are learnt from: break points, the fights at hand, match-ups, flanks, order, command, guns,
ground, camps and time, each as red's less blue's and about one in size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import hypot

from game.core.indices import Seat, Slot, other
from game.rules.renaissance.ai.matchups import odds
from game.rules.renaissance.ai.scene import TableScene
from game.rules.renaissance.ai.volleys import targets
from game.rules.renaissance.ai.worth import ORDERED, OwnClash, breaks, clashes
from game.rules.renaissance.engine.bound import BOUNDS, BROKEN, QUIET
from game.rules.renaissance.engine.scoring import CLOSE
from game.rules.renaissance.engine.state import BLUE, RED, RenaissanceState
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS, factor
from game.rules.renaissance.engine.words import MU

COMMAND = 16 * MU
"""Units from the general beyond which a move costs more (5.2)."""
FIGHTING = ("moves", "facing", "shooting", "combat")
"""The phases in which fights and shots of the bound are still to come."""

OfSide = Callable[[TableScene, Seat], float]


def _lost(scene: TableScene, seat: Seat) -> float:
    return -scene.state.losses(seat) / 2


def _break(scene: TableScene, seat: Seat) -> float:
    """The nearer to its break, the more the next loss means."""
    return -(min(BROKEN, scene.state.losses(seat)) / BROKEN) ** 2


def _last_base(scene: TableScene, seat: Seat) -> float:
    """Whether the next loss may break it."""
    return -float(scene.state.losses(seat) == BROKEN - 1)


def _general(scene: TableScene, seat: Seat) -> float:
    return -float(scene.state.units[scene.state.general(seat)].lost)


def _bases(scene: TableScene, seat: Seat) -> float:
    return len(scene.sides[seat]) / 4


def _horse(scene: TableScene, seat: Seat) -> float:
    return sum(ELEMENTS[one.post.kind].mounted for one in scene.sides[seat].values()) / 3


def _shot(scene: TableScene, seat: Seat) -> float:
    return sum(bool(ELEMENTS[one.post.kind].range) for one in scene.sides[seat].values()) / 3


def _attacks(scene: TableScene, seat: Seat) -> float:
    return sum(chance * gain for chance, (gain, *_) in zip(ORDERED, scene.attacks(seat), strict=False))


def _best_attack(scene: TableScene, seat: Seat) -> float:
    return next((gain for gain, *_ in scene.attacks(seat)), 0.0)


def _matched(scene: TableScene, seat: Seat) -> float:
    return 2 * sum(each.matched for foes in scene.pairs[seat].values() for each in foes.values())


def _army(scene: TableScene, seat: Seat) -> float:
    """How its bases would do against all of the enemy's, in the open."""
    mine, theirs = ([one.post.kind for one in scene.sides[side].values() if one.post.kind not in GENERALS]
                    for side in (seat, other(seat)))
    if not mine or not theirs:
        return 0.0
    return 4 * sum(odds((a, b), (factor(a, b), factor(b, a))).won for a, b in product(mine, theirs)) / (
        len(mine) * len(theirs))


def _beset(scene: TableScene, seat: Seat) -> float:
    """Enemies who could come at a flank."""
    return sum(bool(each.flanks) for foes in scene.pairs[seat].values() for each in foes.values()) / 3


def _closed(scene: TableScene, seat: Seat) -> float:
    """Bases with a friend at a side."""
    return sum((slot in scene.left) + (slot in scene.right) for slot in scene.sides[seat]) / 8


def _supported(scene: TableScene, seat: Seat) -> float:
    return sum(slot in scene.behind for slot in scene.sides[seat]) / 3


def _attached(scene: TableScene, seat: Seat) -> float:
    return float(scene.state.general(seat) in scene.behind.values())


def _command(scene: TableScene, seat: Seat) -> float:
    """Bases too far from their general."""
    general = scene.figures.get(scene.state.general(seat))
    if general is None:
        return -1.0
    return -sum(hypot(one.post.x - general.post.x, one.post.y - general.post.y) > COMMAND
                for one in scene.sides[seat].values()) / 4


def _exposed(scene: TableScene, seat: Seat) -> float:
    """Enemies who could attack the general at once."""
    general = scene.state.general(seat)
    return -sum(foes[general].front is not None or bool(foes[general].flanks)
                for foes in scene.pairs[other(seat)].values() if general in foes) / 2


def _bogged(scene: TableScene, seat: Seat) -> float:
    """Bases that fight worse where they are."""
    rows = CLOSE["bad-going"], CLOSE["bad-going-either"]
    return -sum(one.post.bad and any(row.applies(one.post.kind) for row in rows)
                for one in scene.sides[seat].values()) / 3


def _uphill(scene: TableScene, seat: Seat) -> float:
    return sum(one.post.height is not None for one in scene.sides[seat].values()) / 3


def _turned(scene: TableScene, seat: Seat) -> float:
    """Bases that look away from every enemy."""
    return -sum(all(one.post.ahead(foe.post.x, foe.post.y) < 0 for foe in scene.sides[other(seat)].values())
                for one in scene.sides[seat].values()) / 3


def _camp(scene: TableScene, seat: Seat) -> float:
    camp = scene.state.camps[seat]
    return 0.0 if camp is None else -1.0 if camp.sacked else 0.3 if camp.garrison else 0.0


def _raiders(scene: TableScene, seat: Seat) -> float:
    """Its bases that could be at the enemy's camp in their next move."""
    camp = scene.state.camps[other(seat)]
    if camp is None or camp.sacked:
        return 0.0
    x, y = camp.pose.spot
    return sum(hypot(one.post.x - x, one.post.y - y) < one.reach + 2 * MU and not one.held
               for one in scene.sides[seat].values()) / 2


SIDES: Mapping[str, OfSide] = {
    "losses": _lost, "near_break": _break, "last_base": _last_base, "general_lost": _general, "bases": _bases,
    "horse": _horse, "shot": _shot, "attacks": _attacks, "best_attack": _best_attack, "matched": _matched,
    "army": _army, "flank_attacks": _beset, "closed": _closed, "supported": _supported,
    "general_attached": _attached, "out_of_command": _command, "general_exposed": _exposed, "bogged": _bogged,
    "uphill": _uphill, "turned_away": _turned, "camp": _camp, "raiders": _raiders,
}
"""The features that are one side's less the other's."""
WHOLE = ("fights", "shots", "win_now", "aiming", "guns_aiming", "pips", "moving_attacks", "lead_late", "lead_quiet",
         "big_lead")
"""The other features."""
NAMES = (*SIDES, *WHOLE)


def features(state: RenaissanceState) -> tuple[float, ...]:
    """The features of a state, for red; all 0 before both armies are on the table."""
    if not (state.there(RED) and state.there(BLUE)) or state.phase not in ("pips", "over", *FIGHTING):
        return (0.0,) * len(NAMES)
    scene = TableScene(state)
    sided = [of(scene, RED) - of(scene, BLUE) for of in SIDES.values()]
    sign = 1 if state.seat == RED else -1
    to_come = clashes(state, RED, scene) if state.phase in FIGHTING and not state.stack else []
    fights, shots = ([one for one in to_come if one.shooting == shooting] for shooting in (False, True))
    win, defeat = breaks(state, RED, to_come)
    aims = targets(scene)
    lead = state.losses(BLUE) - state.losses(RED)
    return (*sided, _gain(fights), _gain(shots), 2 * (win - defeat), _aiming(state, aims, guns=False),
            _aiming(state, aims, guns=True), sign * (state.pips / 3 if state.phase == "moves" else 0.5),
            sign * max(0.0, sided[list(SIDES).index("attacks")] * sign), lead / 2 * state.bound / BOUNDS,
            lead / 2 * max(0, state.quiet) / QUIET, (lead > 1) - (lead < -1))


def _gain(found: list[OwnClash]) -> float:
    """What fights or shots may cost blue, less what they may cost red."""
    return sum(one.odds.gain for one in found)


def _aiming(state: RenaissanceState, aims: Mapping[Slot, Slot], *, guns: bool) -> float:
    """Red's bases with a target, less blue's."""
    return sum(1 if state.roster[slot].seat == RED else -1 for slot in aims
               if state.element(slot).artillery == guns) / 2
