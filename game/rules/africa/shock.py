"""Shock combat (6.2): whose coins, how many, and what the winner's crosses mean."""

from __future__ import annotations

from game.board.areas import Area, areas_in
from game.core.chance import Die, Modifier, total
from game.core.indices import Seat, Slot
from game.core.message import say
from game.rules.africa.coin_tables import factor_die
from game.rules.africa.sequence import SHOCK
from game.rules.africa.state import State
from game.rules.africa.terrain import DEFENDS_WORKS, MARSH, RIVER, WORKS
from game.rules.africa.units import BOTH, CAVALRY, SEATS, rule

MEANING = (
    say("all losing units are destroyed or lose a step, the rest retreat"),
    say("half the losing units are eliminated, the rest retreat demoralized"),
    say("all losing units retreat demoralized"),
    say("all losing units retreat until no enemy is next to them"),
    say("all losing units retreat"),
)
"""By the winner's crosses (6.2, ruling 10)."""
TIE = say("nobody wins: the attackers go back")
BRIEF = (
    say("0 crosses: the losers are destroyed or lose a step"),
    say("1 cross: half the losers go, the rest demoralized"),
    say("2 crosses: the losers retreat demoralized"),
    say("3 crosses: the losers retreat until no enemy is next to them"),
    say("4 or more crosses: the losers retreat"),
)
"""The same for a card, the same words for both sides."""


def attacking_seat(state: State) -> Seat:
    """The seat that attacks hand to hand now."""
    activation = state.activation
    return activation.side if activation is not None else state.now.phasing


def open_clashes(state: State) -> int:
    """Areas in which a shock combat is due and may be chosen now."""
    acting = state.acting
    if acting is not None:
        return acting.entered & ~acting.joined & state.contested() if acting.stage == 2 else 0
    return state.contested() if not state.frames and state.now.phase == SHOCK else 0


def fighters(state: State, area: Area, seat: Seat) -> tuple[Slot, ...]:
    """The units of a side that fight in an area: all but officers and convoys."""
    return tuple(i for i in state.own(area, seat) if state.setting.fighters >> i & 1)


def losers(state: State, area: Area, seat: Seat) -> tuple[Slot, ...]:
    """The units of a side a lost shock falls upon: those that fight; officers who are alone (ruling 11)."""
    own = state.own(area, seat)
    troops = tuple(i for i in own if state.setting.fighters >> i & 1)
    return troops or tuple(i for i in own if state.setting.officers >> i & 1)


def shock_factor(state: State, slot: Slot, values: tuple[tuple[Slot, int], ...]) -> int:
    """The coins a unit brings; 0 while they are not known.

    :param values: what was rolled for this combat.
    """
    for known, factor in (*values, *state.revealed):
        if known == slot:
            return factor
    factors = state.setting.units[slot].shock
    return max(factors[min(state.reduced >> slot & 1, len(factors) - 1)], 0)


def unknown(state: State, area: Area, values: tuple[tuple[Slot, int], ...]) -> list[tuple[Slot, Die]]:
    """Units in an area that must still roll or draw for their shock factor, with what they roll."""
    known = {slot for slot, _ in values}
    found = []
    for seat in BOTH:
        for slot in fighters(state, area, seat):
            die = factor_die(state, slot) if slot not in known else None
            if die is not None:
                found.append((slot, die))
    return found


def _officer(state: State, area: Area, seat: Seat, attacking: bool) -> Modifier | None:
    """The best officer of a side (10, ruling 19); a demoralized one helps only in defence (ruling 11)."""
    units = state.setting.units
    best = max(
        ((units[i].attack if attacking else units[i].defence, i) for i in state.own(area, seat)
         if state.setting.officers >> i & 1 and not (attacking and state.demoralized >> i & 1)),
        default=None,
    )
    return Modifier(best[0], units[best[1]].name, rule("10"), units[best[1]].id) if best else None


def modifiers(state: State, area: Area, seat: Seat, attacker: Seat) -> list[Modifier]:
    """What adds to or takes from a side's coins (shock modifiers: reconstructed but where cited)."""
    setting = state.setting
    ground = setting.ground
    attacking = seat == attacker
    officer = _officer(state, area, seat, attacking)
    found = [officer] if officer is not None else []
    cited = rule("6.2", 2)
    if not attacking:
        value, name = ground.shock_cover(area)
        if value:
            works = ground.flags[area] & WORKS and name is DEFENDS_WORKS
            found.append(Modifier(value, name, rule("11.T.3") if works else cited))
        found += [
            Modifier(-1, say("{unit} is demoralized", unit=setting.units[i].name), rule("6.1"), setting.units[i].id)
            for i in state.own(area, seat) if state.demoralized >> i & 1
        ]
        return found
    from_areas = {state.came_from(i) for i in fighters(state, area, seat)} - {-1}
    if any(ground.terrain[a] in (RIVER, MARSH) or "bridge" in ground.flags[a] for a in from_areas):
        found.append(Modifier(-1, say("attacks from water, marsh or bridge"), cited))
    if len(from_areas) > 1:
        found.append(Modifier(1, say("attacks from several areas"), cited))
    if any(setting.units[i].kind == CAVALRY for i in fighters(state, area, seat)):
        if ground.is_open(area):
            found.append(Modifier(1, say("cavalry in open ground"), cited))
        elif ground.shock_cover(area)[0] and "encampment" not in ground.flags[area]:
            found.append(Modifier(-1, say("cavalry against cover"), cited))
    return found


def known_coins(state: State, area: Area, seat: Seat, attacker: Seat, values: tuple[tuple[Slot, int], ...]) -> int:
    """A side's coins as far as they are known, modifiers included."""
    own = fighters(state, area, seat)
    return sum(shock_factor(state, i, values) for i in own) + total(modifiers(state, area, seat, attacker))


def least(state: State, area: Area, seat: Seat) -> int:
    """The fewest coins a side flips: one if anybody fights for it (facts 4.2), none for a convoy alone."""
    return 1 if any(not state.setting.convoys >> i & 1 for i in state.own(area, seat)) else 0


def result_name(winner: Seat | None, row: int) -> str:
    """The name of a result: who won and the winner's crosses."""
    return "tie" if winner is None else f"{SEATS[winner]} {row if row < 4 else '4+'}"


def winner_of(name: str) -> Seat | None:
    """The winner of a result that ``result_name`` named; None of a tie."""
    return next((seat for seat in BOTH if name.startswith(SEATS[seat])), None)


def clash_areas(state: State) -> tuple[Area, ...]:
    """The areas of ``open_clashes``, ascending."""
    return areas_in(open_clashes(state))
