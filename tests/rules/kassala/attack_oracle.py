"""A second computation of the legal attacks, by exhaustive search (rulings 1 and 8); it shares no code with the rules.

An attack is legal if it does not worsen the best possible result of the phase: the least number of units required to be
attacked (single enemies, or enemy hexes with the cannon option) that are never attacked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, combinations

from tests.rules.kassala.move_oracle import NEAR, arm

Act = tuple[str, frozenset[str], frozenset[str]]
"""``attack`` or ``bombard``, attackers, defenders."""


def subsets(items: Iterable[str]) -> Iterator[frozenset[str]]:
    """Every subset but the empty one."""
    pool = sorted(items)
    return map(frozenset, chain.from_iterable(combinations(pool, n) for n in range(1, len(pool) + 1)))


def legal_attacks(
    places: Mapping[str, str], seat: str, cannon: bool, fought: frozenset[str] = frozenset()
) -> set[Act]:
    """Every legal attack and bombardment in a combat phase in which no unit has moved or been lost so far.

    :param places: every unit on the map and its hex.
    :param seat: the attacking side.
    :param cannon: whether the cannon option is in play.
    :param fought: units that have attacked or been attacked.
    """
    ours = {u: h for u, h in places.items() if u[0] == seat[0]}
    theirs = {u: h for u, h in places.items() if u[0] != seat[0]}
    bound = frozenset(u for u, h in ours.items() if any(g in NEAR[h] for g in theirs.values()))
    facing = [u for u, h in theirs.items() if any(g in NEAR[h] for g in ours.values())]
    groups: dict[str, frozenset[str]] = {u: frozenset([u]) for u in facing}
    if cannon:
        groups = {h: frozenset(u for u in facing if theirs[u] == h) for h in {theirs[u] for u in facing}}
    at = {name: theirs[next(iter(group))] for name, group in groups.items()}
    guns = frozenset(u for u in ours if cannon and arm(u) == "cannon")
    near = {(u, t) for u in ours for t in groups if at[t] in NEAR[ours[u]]}
    two = {(u, t) for u in guns for t in groups if (u, t) in near or any(at[t] in NEAR[h] for h in NEAR[ours[u]])}
    backed = {(u, t) for u, t in two if any((v, t) in near for v in ours if v != u)}

    @cache
    def acts(free: frozenset[str], left: frozenset[str]) -> tuple[Act, ...]:
        found: list[Act] = []
        for targets in subsets(left):
            fighters = [u for u in free & bound - guns if all((u, t) in near for t in targets)]
            close = [u for u in free & guns if all((u, t) in near for t in targets)]
            distant = [u for u in free & guns if any((u, t) in two for t in targets)]
            for first in subsets(fighters):
                found += [("attack", first | more, targets) for more in (frozenset[str](), *subsets(distant))]
            found += [("attack", alone, targets) for alone in subsets(close)]
        found += [("bombard", frozenset([u]), frozenset([t])) for u, t in backed if u in free and t in left]
        return tuple(found)

    @cache
    def best(free: frozenset[str], left: frozenset[str]) -> int:
        least = len(free & bound) + len(left)
        for _, attackers, targets in acts(free, left):
            if least == 0:
                break
            least = min(least, best(free - attackers, left - targets))
        return least

    everybody = frozenset(ours) - fought
    everything = frozenset(t for t, group in groups.items() if not group & fought)
    limit = best(everybody, everything)
    return {
        (verb, attackers, frozenset().union(*(groups[t] for t in targets)))
        for verb, attackers, targets in acts(everybody, everything)
        if best(everybody - attackers, everything - targets) <= limit
    }
