"""The expected gain of shock attacks and shots, as floats: the value of a unit in good order is about 1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.core.chance import D10
from game.core.indices import Seat, Slot
from game.rules.tours import fire
from game.rules.tours.losses import falls
from game.rules.tours.shock_odds import KEYS, TABLE, drm, in_the_wall
from game.rules.tours.state import ToursState
from game.rules.tours.units import FRANKS, HEAVY, HI, KIND, LIGHT_INFANTRY, MEMBERS, MOUNTED, SEAT
from game.rules.tours.victory import BREAKS

CHECKED = tuple(sum(falls(kind, face) for face in D10.faces) / len(D10.faces) for kind in range(LIGHT_INFANTRY + 1))
"""For each kind the chance that a second disorder eliminates a unit (9.0)."""
VALUE = (BREAKS[1] / BREAKS[0], 1.0)
"""For each seat the cost of the loss of a unit: the Franks can lose more (14.0)."""
BULK = 1.15
"""The value of a heavy unit relative to a light one; chosen by hand."""
UPSET = 0.35
"""The share of a unit's value that disorder costs; this and the two below are chosen."""
GOING_ON = 0.12
"""The value of the right to continue the attack."""
STUCK = 0.05
"""The cost to an attacker of being engaged."""
PLUNDER = 1.0
"""The value to the Franks of a unit in good order next to a wagon train."""
SPENT = 0.22
"""The cost of disorder after shock to cavalry that attacks (8.6)."""


@lru_cache(256)
def rows(modifier: int) -> tuple[tuple[str, float], ...]:
    """The possible results with a modifier, each with its chance."""
    found: dict[str, float] = {}
    for face in D10.faces:
        key = KEYS[TABLE.row_of(face + modifier)]
        found[key] = found.get(key, 0.0) + 1 / len(D10.faces)
    return tuple(found.items())


def worth(slot: Slot) -> float:
    """The value of a unit to its side."""
    return value(SEAT[slot], KIND[slot])


def value(seat: Seat, kind: int) -> float:
    """The value of a unit of a kind to its side."""
    return VALUE[seat] * (BULK if kind in HEAVY else 1.0)


def hurt(state: ToursState, slot: Slot) -> float:
    """The cost of a disorder result to a unit: its order, or with some chance the unit itself (9.0); for a Frank next
    to a wagon train the plunder, too (14.0)."""
    upset = bool(state.disordered >> slot & 1)
    plunders = SEAT[slot] == FRANKS and not upset and state.ground.adjacent[state.at[slot]] & state.wagons
    return loss(slot, upset) + (PLUNDER if plunders else 0.0)


def loss(slot: Slot, upset: bool) -> float:
    """The cost of a disorder result to a unit.

    :param upset: whether the unit is disordered already.
    """
    return (CHECKED[KIND[slot]] if upset else UPSET) * worth(slot)


def wall_of(slot: Slot, upset: bool) -> int:
    """The shield wall's modifier to an attack through the front of one of its units; 0 for other units."""
    return in_the_wall(upset) if slot in MEMBERS[HI] else 0


def _gain(modifier: int, lost: float, ours: float, theirs: float, won: float) -> float:
    """The expected gain of a shock attack.

    :param lost: the attackers' loss if one of them is eliminated.
    :param ours: the attackers' loss if they are disordered.
    :param theirs: the defenders' loss if they are disordered.
    :param won: the defenders' loss if one of them is eliminated.
    """
    values = {"AE": -lost, "AD": -ours, "ADE": -ours - STUCK, "E": -STUCK, "BD": theirs - ours, "DD": theirs,
              "DD+": theirs + GOING_ON, "DE": won, "DE+": won + GOING_ON}
    return sum(chance * values[key] for key, chance in rows(modifier))


@lru_cache(4096)
def promise(modifier: int, ours: float, theirs: float, hurt_: float, mounted: bool) -> float:
    """The expected gain of an attack by one fresh unit on one enemy.

    :param ours: the value of the attacker.
    :param theirs: the value of the defender.
    :param hurt_: the cost of a disorder result to the defender.
    :param mounted: whether the attacker is disordered by the attack itself (8.6).
    """
    return _gain(modifier, ours, UPSET * ours, hurt_, theirs) - SPENT * ours * mounted


def fight(
    state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0, losses: float = 1.0
) -> float:
    """The expected gain of a shock attack for the attackers.

    :param previous: the number of their earlier attacks in this activation (9.0).
    :param losses: the factor on own losses.
    """
    modifier = drm(state, attackers, defenders, previous)
    ours = sum(hurt(state, one) for one in attackers)
    theirs = sum(hurt(state, one) for one in defenders)
    best = max(0.0, *(worth(one) - hurt(state, one) for one in defenders))
    least = max(0.0, min(worth(one) - hurt(state, one) for one in attackers))
    value = _gain(modifier, losses * (ours + least), losses * ours, theirs, theirs + best)
    fresh = sum(worth(one) for one in attackers if KIND[one] in MOUNTED and not state.disordered >> one & 1)
    return value - losses * SPENT * fresh


def shot(state: ToursState, slot: Slot, target: Slot, reaction: bool = False) -> float:
    """The expected gain of a shot."""
    return float(fire.hit(state, slot, target, reaction)) * hurt(state, target)

