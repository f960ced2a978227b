"""What fights and shots are worth, as floating numbers: a unit in good order counts as about 1, however it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.core.chance import D10
from game.core.indices import Seat, Slot
from game.rules.tours import fire
from game.rules.tours.harm import falls
from game.rules.tours.shock_odds import KEYS, TABLE, drm, in_the_wall
from game.rules.tours.state import ToursState
from game.rules.tours.units import FRANKS, HEAVY, HI, KIND, LIGHT_INFANTRY, MEMBERS, MOUNTED, SEAT
from game.rules.tours.victory import BREAKS

CHECKED = tuple(sum(falls(kind, face) for face in D10.faces) / len(D10.faces) for kind in range(LIGHT_INFANTRY + 1))
"""Kind -> how likely a second disorder eliminates it (9.0)."""
VALUE = (BREAKS[1] / BREAKS[0], 1.0)
"""What losing a unit costs its side: the Franks can lose more (14.0)."""
BULK = 1.15
"""What a heavy unit counts beside a light one; chosen."""
UPSET = 0.35
"""What disorder costs of a unit's value; this and the two below are chosen."""
GOING_ON = 0.12
"""What the right to attack again is worth."""
STUCK = 0.05
"""What being engaged costs an attacker."""
PLUNDER = 1.0
"""What a Frank in good order beside a wagon train is worth to his side."""
SPENT = 0.22
"""What disorder after shock costs cavalry that attacks (8.6)."""


@lru_cache(256)
def rows(modifier: int) -> tuple[tuple[str, float], ...]:
    """The results a modifier leads to, each with its chance."""
    found: dict[str, float] = {}
    for face in D10.faces:
        key = KEYS[TABLE.row_of(face + modifier)]
        found[key] = found.get(key, 0.0) + 1 / len(D10.faces)
    return tuple(found.items())


def worth(slot: Slot) -> float:
    """What a unit is worth to its side."""
    return value(SEAT[slot], KIND[slot])


def value(seat: Seat, kind: int) -> float:
    """What a side's unit of a kind is worth to it."""
    return VALUE[seat] * (BULK if kind in HEAVY else 1.0)


def hurt(state: ToursState, slot: Slot) -> float:
    """What disorder costs a unit: its order, or with some chance itself (9.0); a Frank beside a wagon train the plunder
    (14.0)."""
    upset = bool(state.disordered >> slot & 1)
    plunders = SEAT[slot] == FRANKS and not upset and state.ground.adjacent[state.at[slot]] & state.wagons
    return loss(slot, upset) + (PLUNDER if plunders else 0.0)


def loss(slot: Slot, upset: bool) -> float:
    """What disorder costs a unit that is disordered already, or is not."""
    return (CHECKED[KIND[slot]] if upset else UPSET) * worth(slot)


def wall_of(slot: Slot, upset: bool) -> int:
    """What the shield wall does for one of its units that is attacked through its front; nothing for others."""
    return in_the_wall(upset) if slot in MEMBERS[HI] else 0


def _gain(modifier: int, lost: float, ours: float, theirs: float, won: float) -> float:
    """What a shock attack promises.

    :param lost: what the attackers lose if one of them is eliminated; ``ours``: if they are disordered.
    :param won: what the defenders lose if one of them is eliminated; ``theirs``: if they are disordered.
    """
    values = {"AE": -lost, "AD": -ours, "ADE": -ours - STUCK, "E": -STUCK, "BD": theirs - ours, "DD": theirs,
              "DD+": theirs + GOING_ON, "DE": won, "DE+": won + GOING_ON}
    return sum(chance * values[key] for key, chance in rows(modifier))


@lru_cache(4096)
def promise(modifier: int, ours: float, theirs: float, hurt_: float, mounted: bool) -> float:
    """What an attack of one fresh unit on one enemy promises.

    :param ours: what the attacker is worth.
    :param theirs: what the defender is worth.
    :param hurt_: what disorder costs the defender.
    :param mounted: whether the attacker is disordered by attacking (8.6).
    """
    return _gain(modifier, ours, UPSET * ours, hurt_, theirs) - SPENT * ours * mounted


def fight(
    state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0, losses: float = 1.0
) -> float:
    """What a shock attack promises those who make it.

    :param previous: how many they have made before in this activation (9.0).
    :param losses: what an own loss counts beside the usual.
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
    """What a shot promises."""
    return float(fire.hit(state, slot, target, reaction)) * hurt(state, target)

