"""Shock combat (6.2): the number of coins of each side, and the results by the winner's crosses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from game.board.areas import Area, areas_in
from game.core.chance import Die, Modifier, total
from game.core.indices import Seat, Slot, mask_of
from game.core.message import say
from game.core.verdict import RuleRef
from game.rules.africa.coin_tables import MOST_CROSSES, factor_die
from game.rules.africa.sequence import SHOCK
from game.rules.africa.state import OUT, STAGE_SHOCK, AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import BOTH, NOBODY, SEATS, rule

RETREAT_AWAY_CROSSES = 3
"""The winner's crosses at which the losers retreat until no enemy is next to them (6.2)."""
MEANING = (
    say("every losing unit is destroyed or loses a step; survivors retreat"),
    say("the loser eliminates half its units or loses a step from each; the rest retreat demoralized"),
    say("all losing units retreat demoralized"),
    say("all losing units retreat until no enemy is next to them"),
    say("all losing units retreat"),
)
"""Text of a shock's result by the winner's crosses, four and more last (6.2, ruling 10)."""
TIE_TEXT = say("no winner: the attackers must fall back")
BRIEF_RESULTS = (
    say("0 crosses: destroyed or a step lost"),
    say("1 cross: half lost or a step each, rest demoralized"),
    say("2 crosses: retreat demoralized"),
    say("3 crosses: retreat away from any enemy"),
    say("4+ crosses: retreat"),
)
"""The same results in short form for a card, worded alike for both sides."""


def result_rule(row: int) -> RuleRef:
    """The rule of a result.

    :param row: the winner's crosses; from three on, ruling 10 decides how the loser retreats.
    """
    return rule("6.2", 10 if row >= RETREAT_AWAY_CROSSES else None)


def attacking_seat(state: AfricaState) -> Seat:
    """The seat that attacks in shock combat now."""
    activation = state.activation
    return activation.side if activation is not None else state.now.phasing


def open_shock_combats(state: AfricaState) -> int:
    """Mask of the areas with a shock combat that may be resolved now."""
    acting = state.acting
    if acting is not None:
        return acting.entered & ~acting.joined & state.contested() if acting.stage == STAGE_SHOCK else 0
    return state.contested() if not state.frames and state.now.phase == SHOCK else 0


def fighters(state: AfricaState, area: Area, seat: Seat) -> tuple[Slot, ...]:
    """The units of a side that fight in an area: all but officers and convoys."""
    return tuple(i for i in state.units_in(area, seat) if state.setting.fighters >> i & 1)


def attackers(state: AfricaState, area: Area, seat: Seat) -> tuple[Slot, ...]:
    """The units of the attacking side that attack in an area: its fighters that are not demoralized (6.1).

    :param seat: the attacking side.
    """
    return tuple(i for i in fighters(state, area, seat) if not state.demoralized >> i & 1)


def units_with_coins(state: AfricaState, area: Area, seat: Seat, attacker: Seat) -> tuple[Slot, ...]:
    """The units of a side that give it coins in a shock combat: the attackers of one side, all fighters of the
    other."""
    return (attackers if seat == attacker else fighters)(state, area, seat)


def losers(state: AfricaState, area: Area, seat: Seat) -> tuple[Slot, ...]:
    """The units of a side that a lost shock or a gun's fire affects: its fighters, or officers who are alone (ruling
    11)."""
    return fighters(state, area, seat) or tuple(
        i for i in state.units_in(area, seat) if state.setting.officers >> i & 1)


def shock_factor(state: AfricaState, slot: Slot, values: tuple[tuple[Slot, int], ...]) -> int:
    """The coins of a unit's shock factor; 0 while unknown.

    :param values: factors rolled for this combat.
    """
    for unit, factor in (*values, *state.revealed):
        if unit == slot:
            return factor
    return max(state.setting.units[slot].shock_factor(state.reduced >> slot & 1), 0)


def undetermined_factors(state: AfricaState, area: Area, attacker: Seat,
                         values: tuple[tuple[Slot, int], ...]) -> list[tuple[Slot, Die]]:
    """Units in an area whose shock factor must still be rolled or drawn, each with its die.

    :param values: factors rolled for this combat.
    """
    with_factor = {slot for slot, _ in values}
    undetermined = []
    for seat in BOTH:
        for slot in units_with_coins(state, area, seat, attacker):
            die = factor_die(state, slot) if slot not in with_factor else None
            if die is not None:
                undetermined.append((slot, die))
    return undetermined


def _officer_modifier(state: AfricaState, area: Area, seat: Seat, attacking: bool) -> Modifier | None:
    """Modifier for a side's best officer; None without one."""
    officers = [i for i in state.units_in(area, seat) if state.setting.officers >> i & 1]
    best = best_officer(state, officers, attacking)
    if best == NOBODY:
        return None
    unit = state.setting.units[best]
    return Modifier(_coins_of_officer(state, best, attacking), unit.name, rule("10"), unit.id)


def modifiers(state: AfricaState, area: Area, seat: Seat, attacker: Seat) -> list[Modifier]:
    """Modifiers to a side's coins (6.2, ruling 2; reconstructed except where cited)."""
    setting = state.setting
    ground = setting.ground
    attacking = seat == attacker
    officer = _officer_modifier(state, area, seat, attacking)
    terms = [officer] if officer is not None else []
    cited = rule("6.2", 2)
    if not attacking:
        value, name = ground.shock_cover(area)
        if value:
            is_works = ground.covers[area] is TABLES.cover.works
            terms.append(Modifier(value, name, rule("11.T.3", 32) if is_works else cited))
        terms += [
            Modifier(TABLES.shock.demoralized, say("{unit} is demoralized", unit=setting.units[i].name), rule("6.1"),
                     setting.units[i].id)
            for i in state.units_in(area, seat) if state.demoralized >> i & 1
        ]
        return terms
    team = attackers(state, area, seat)
    return [*terms, *_attack_modifiers(ground, area, mask_of({state.came_from(i) for i in team} - {OUT}),
                                       any(setting.cavalry >> i & 1 for i in team))]


def _attack_modifiers(ground: AreaTerrain, area: Area, origins: int, with_cavalry: bool) -> list[Modifier]:
    """Modifiers of the terrain to the attackers' coins.

    :param origins: mask of the areas from which they attack.
    :param with_cavalry: whether cavalry is among them.
    """
    values, cited = TABLES.shock, rule("6.2", 2)
    terms: list[Modifier] = []
    if origins & (ground.rivers_and_marshes | ground.bridges):
        terms.append(Modifier(values.from_water, say("attacks from river, marsh or bridge"), cited))
    if origins.bit_count() > 1:
        terms.append(Modifier(values.several, say("attacks from several areas"), cited))
    if with_cavalry and ground.is_open(area):
        terms.append(Modifier(values.open, say("cavalry in open ground"), cited))
    elif with_cavalry and ground.covers[area] is not None and "encampment" not in ground.flags[area]:
        terms.append(Modifier(values.against_cover, say("cavalry against cover"), cited))
    return terms


@lru_cache(4096)
def attack_coins(ground: AreaTerrain, area: Area, origins: int, with_cavalry: bool) -> int:
    """The coins that terrain adds to the attackers', negative if it takes some (ruling 2).

    :param origins: mask of the areas from which they attack.
    :param with_cavalry: whether cavalry is among them.
    """
    return total(_attack_modifiers(ground, area, origins, with_cavalry))


def best_officer(state: AfricaState, officers: Iterable[Slot], attacking: bool) -> Slot:
    """The officer who adds most to a shock combat, the last one if several do; ``NOBODY`` for none (10, ruling 19). A
    demoralized officer helps only in defence (ruling 11)."""
    return max((i for i in officers if not (attacking and state.demoralized >> i & 1)),
               key=lambda i: (_coins_of_officer(state, i, attacking), i), default=NOBODY)


def _coins_of_officer(state: AfricaState, officer: Slot, attacking: bool) -> int:
    """The coins that an officer adds to a shock combat (10)."""
    unit = state.setting.units[officer]
    return unit.attack if attacking else unit.defence


def officer_coins(state: AfricaState, officers: Iterable[Slot], *, attacking: bool) -> int:
    """Coins of the best of the given officers; 0 without one."""
    best = best_officer(state, officers, attacking)
    return 0 if best == NOBODY else _coins_of_officer(state, best, attacking)


def known_coins(state: AfricaState, area: Area, seat: Seat, attacker: Seat,
                values: tuple[tuple[Slot, int], ...]) -> int:
    """A side's coins known so far, modifiers included.

    :param values: factors rolled for this combat.
    """
    own = units_with_coins(state, area, seat, attacker)
    return sum(shock_factor(state, i, values) for i in own) + total(modifiers(state, area, seat, attacker))


def least_coins(state: AfricaState, area: Area, seat: Seat) -> int:
    """The fewest coins of a side (6.2, reconstructed): one if any unit but convoys is there, none for convoys alone."""
    return 1 if any(not state.setting.convoys >> i & 1 for i in state.units_in(area, seat)) else 0


def result_name(winner: Seat | None, row: int) -> str:
    """The key of a result: the winner and the winner's crosses, e.g. ``spanish 4+``, or ``tie``."""
    return "tie" if winner is None else f"{SEATS[winner]} {row if row < MOST_CROSSES else '4+'}"


WINNERS: Mapping[str, Seat | None] = {
    result_name(None, 0): None, **{result_name(seat, row): seat for seat in BOTH for row in range(len(MEANING))}}
"""Key of a result -> winner; None for a tie."""


def shock_areas(state: AfricaState) -> tuple[Area, ...]:
    """The areas of ``open_shock_combats``, ascending."""
    return areas_in(open_shock_combats(state))
