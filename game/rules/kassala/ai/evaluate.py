"""The evaluator of Kassala: the values of positions, and the candidate actions of computer players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.contract import Rules
from game.core.evaluator import Evaluator, Script, Weighed
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Text
from game.rules.kassala.actions import (
    KassalaAdvance,
    KassalaAttack,
    KassalaBombard,
    KassalaLose,
    KassalaMove,
    KassalaPlace,
)
from game.rules.kassala.ai import plausible
from game.rules.kassala.ai.combat_value import CombatEstimator
from game.rules.kassala.ai.features import FRESH, NAMES, Parts, features
from game.rules.kassala.ai.prospects import Prospects
from game.rules.kassala.ai.scripts import agrees_with_script, scripts_of
from game.rules.kassala.ai.threats import Threats, views
from game.rules.kassala.reasons import reason
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import OUT, WAITING, KassalaSetting, KassalaState, player_turns_left, zone_of_control
from game.rules.kassala.units import CHRISTIAN, MOSLEM, ROSTER, SEATS, SIDE, SLOT, mask_of

TOWN_PRIOR = 1.0
"""The addition, in log-odds, to the prior of a move into a town (chosen: with this and the next the planner won about
six points in a hundred more)."""
CONTACT_PRIOR = 0.2
"""The same for a move next to an enemy."""
LOSS = 0.3
"""The additional cost in score of losing the whole army when losses count twice; chosen by hand."""
PLAYOUTS_TO_END = 4
"""The number of last player turns in which playouts go to the end of the game."""
EXACT_TURNS = 2
"""The number of last player turns in which the sum of the parts is the score: the holders of the towns at
the end are nearly certain."""
SHORTLIST_SIZE = 14
"""The number of attacks evaluated exactly at each decision."""


class KassalaEstimators:
    """The estimators of one setting, with their caches."""

    def __init__(self, setting: KassalaSetting, printed: tuple[Hex, ...]) -> None:
        self.prospects = Prospects(setting.ground)
        self.skirmish = CombatEstimator(setting, self.prospects)
        self.threats = Threats(self.skirmish)
        self.printed = printed
        """The hexes of the units in the printed set-up."""


REPLY = {0: 0.85, 8: 0.85, 20: 0.45}
"""Player turns to come -> the weight of the enemy's reply in the value of a position; the towns and the acting side's
fights have weight 1. The weights lie between the best constant one by self-play (0.6 to 0.7, 480 games each) and a fit
to 113 games (measured, 2,260 positions), which gives 0.85 to 1 in the second half and 0.1 to 0.4 in the first."""
SQUASH = 5
"""The exponent of the function that limits a sum of parts to scores: the higher, the later the curve flattens. Measured
with those games: a mean square error of 0.288 with 5, 0.295 with 3, 0.300 with the hyperbolic tangent."""


class KassalaEvaluator(Evaluator[KassalaState]):
    """The evaluator of Kassala (``game.core.evaluator``)."""

    names = NAMES

    def __init__(self, rules: Rules[KassalaState], estimators: dict[KassalaSetting, KassalaEstimators]) -> None:
        """:param estimators: setting -> its estimators, shared by all players."""
        self._rules, self._estimators = rules, estimators

    def estimators_of(self, setting: KassalaSetting) -> KassalaEstimators:
        """The estimators of a setting, made on first use."""
        found = self._estimators.get(setting)
        if found is None:
            fixed = [option for option in sorted(setting.options) if option != "free-deployment"]
            printed = self._rules.initial(setting.scenario, fixed).at
            found = self._estimators[setting] = KassalaEstimators(setting, printed)
        return found

    def settled(self, state: KassalaState) -> bool:
        return state.frame is None

    def features(self, state: KassalaState) -> tuple[float, ...]:
        estimators = self.estimators_of(state.setting)
        at = tuple(there if h == WAITING else h for h, there in zip(state.at, estimators.printed, strict=True))
        calm = state if state.frame is None else state._replace(frame=None)
        return features(estimators.prospects, estimators.threats, at, player_turns_left(state), self._parts(calm))

    def _parts(self, state: KassalaState) -> Parts:
        """The parts of the Moslem score: the towns, the acting side's fights and the enemy's reply."""
        estimators = self.estimators_of(state.setting)
        left, seat, at = player_turns_left(state), state.now.seat, state.at
        if state.now.phase == KassalaPhase.COMBAT:
            seen = views(estimators.prospects, at, left - 1)
            combat = estimators.skirmish.combat(list(at), seat, seen[0], state.done, state.duty)
            reply = estimators.threats.reply(at, other(seat), seen[1:], combat.lost) if len(seen) > 1 else 0.0
            return Parts(-estimators.prospects.score(at, seen[0].left), -SIGN[seat] * combat.gain, SIGN[seat] * reply)
        if state.now.phase == KassalaPhase.OVER:
            return Parts(-estimators.prospects.score(at, left), 0.0, 0.0)
        if state.now.phase == KassalaPhase.SETUP:  # a unit yet to deploy counts in its printed hex
            at = tuple(there if h == WAITING else h for h, there in zip(at, estimators.printed, strict=True))
            seat = MOSLEM
        reply = estimators.threats.reply(at, seat, views(estimators.prospects, at, left - 1), {})
        return Parts(-estimators.prospects.score(at, left), 0.0, -SIGN[seat] * reply)

    def worth(self, state: KassalaState, seat: str) -> float:
        if not any(state.at[slot] != OUT for slot in _CHRISTIANS):  # no unit is left to hold a town (III.B.1)
            value = 1.0
        elif player_turns_left(state) <= EXACT_TURNS and state.now.phase != KassalaPhase.SETUP:
            value = max(-1.0, min(1.0, sum(self._parts(state))))
        else:
            towns, combat, reply = self._parts(state)
            left = min(player_turns_left(state), max(REPLY))
            value = towns + combat + _reply_weight(left) * reply
            value /= (1 + abs(value) ** SQUASH) ** (1 / SQUASH)
        if seat != SEATS[MOSLEM]:
            value = -value
        more = self.personality.losses - 1
        return max(-1.0, min(1.0, value - more * self._cost_of_losses(state, seat))) if more else value

    def _cost_of_losses(self, state: KassalaState, seat: str) -> float:
        """The additional cost in score, if losses count twice, of the units that a seat has lost or is expected to lose
        in the combats to come."""
        own, lost = Seat(SEATS.index(seat)), dict[Slot, float]()
        if state.now.phase == KassalaPhase.COMBAT:
            estimators = self.estimators_of(state.setting)
            view = estimators.prospects.view(state.at, player_turns_left(state) - 1)
            lost = estimators.skirmish.combat(list(state.at), state.now.seat, view, state.done, state.duty).lost
        return LOSS * sum(ROSTER[slot].strength * (1.0 if state.at[slot] == OUT else lost.get(slot, 0.0))
                          for slot in slots_in(SIDE[own])) / FRESH[own]

    def plausible(self, state: KassalaState) -> Sequence[Action]:
        return plausible.plausible(self._rules, self.estimators_of(state.setting).skirmish, state)

    def shortlist(self, state: KassalaState) -> Sequence[Weighed]:
        found = self._rules.candidates(state)
        estimators = self.estimators_of(state.setting)
        left = player_turns_left(state) - 1
        if state.frame is not None:
            return [Weighed(action, self._score_after(state, action, estimators, left)) for action in found]
        if state.now.phase != KassalaPhase.COMBAT:
            ground, at, table = state.setting.ground, state.at, estimators.prospects.table(left)
            index, towns, sign = ground.index, ground.town_mask, SIGN[state.now.seat]
            zone = zone_of_control(ground, state.occupied[other(state.now.seat)])

            def gain(action: Action) -> float:
                if not isinstance(action, (KassalaMove, KassalaPlace)):
                    return 0.0
                slot, end = SLOT[action.unit], index[action.places[-1]]
                row = table[slot]
                gained = sign * (row[end][0] + row[end][1])
                if at[slot] >= 0:
                    gained -= sign * (row[at[slot]][0] + row[at[slot]][1])
                return gained + TOWN_PRIOR * (towns >> end & 1) + CONTACT_PRIOR * (zone >> end & 1)

            return [Weighed(action, gain(action)) for action in found]
        view = estimators.prospects.view(state.at, left)

        def promise(action: Action) -> float:
            if isinstance(action, KassalaBombard):
                used = mask_of((action.unit, *action.defenders))
                gain = 0.0
            else:
                assert isinstance(action, KassalaAttack)
                used = mask_of((*action.attackers, *action.defenders))
                team = tuple((SLOT[u], state.at[SLOT[u]]) for u in action.attackers)
                hexes: dict[Hex, list[Slot]] = {}
                for unit in action.defenders:
                    hexes.setdefault(state.at[SLOT[unit]], []).append(SLOT[unit])
                aims = tuple((h, tuple(units)) for h, units in sorted(hexes.items()))
                gain = estimators.skirmish.fights.fight(team, aims, view).gain
            rest = estimators.skirmish.combat(list(state.at), state.now.seat, view, state.done | used, state.duty)
            return gain + rest.gain

        return sorted((Weighed(a, promise(a)) for a in found), key=lambda option: -option.prior)[:SHORTLIST_SIZE]

    @staticmethod
    def _score_after(state: KassalaState, action: Action, estimators: KassalaEstimators, left: int) -> float:
        """The score for the acting side after its losses or its advance."""
        at, ground = list(state.at), state.setting.ground
        if isinstance(action, KassalaLose):
            for unit in action.units:
                at[SLOT[unit]] = OUT
        elif isinstance(action, KassalaAdvance):
            at[SLOT[action.unit]] = ground.index[action.place]
        seat = ROSTER[SLOT[action.units[0]]].seat if action.units else state.now.seat
        return SIGN[seat] * estimators.prospects.score(at, left)

    def plans(self, state: KassalaState) -> bool:
        return state.frame is None and state.now.phase not in (KassalaPhase.COMBAT, KassalaPhase.OVER)

    def phases_to_end(self, state: KassalaState) -> int:
        left = player_turns_left(state)
        return left if left <= PLAYOUTS_TO_END else 0

    def essentials(self, state: KassalaState) -> tuple[int, ...]:
        """For each slot the unit's hex if it is in a town or next to an enemy, else ``OUT``."""
        matters = state.setting.ground.town_mask
        for occupied in state.occupied:
            matters |= zone_of_control(state.setting.ground, occupied) & ~occupied & sum(state.occupied)
        return tuple(h if h >= 0 and matters >> h & 1 else OUT for h in state.at)

    def aims(self, state: KassalaState) -> Sequence[frozenset[str]]:
        """For each enemy the hexes around it; enemies in towns come first."""
        ground = state.setting.ground
        enemies = hexes_in(state.occupied[other(state.now.seat)]) if state.now.phase == KassalaPhase.MOVEMENT else ()
        order = sorted(enemies, key=lambda h: (h not in ground.town, h))
        return [frozenset(ground.ids[h] for h in hexes_in(ground.adjacent[there])) for there in order]

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        return scripts_of(self._rules, lambda state: self.estimators_of(state.setting).threats, self.shortlist,
                          Seat(SEATS.index(seat)))

    def fits_script(self, state: KassalaState, script: str, plan: Sequence[Action]) -> bool:
        return agrees_with_script(state, script, plan)

    def why(self, state: KassalaState, action: Action, then: Sequence[Action] | None = None) -> Text:
        return reason(self._rules, state, action, then, self.estimators_of(state.setting).threats.strongest)


_CHRISTIANS = slots_in(SIDE[CHRISTIAN])
SIGN = (-1, 1)
"""For each seat the sign of the Christian score."""


@cache
def _reply_weight(left: int) -> float:
    """The weight of the enemy's reply with ``left`` player turns to come, interpolated."""
    below, above = max(knot for knot in REPLY if knot <= left), min(knot for knot in REPLY if knot >= left)
    if above == below:
        return REPLY[left]
    return REPLY[below] + (left - below) / (above - below) * (REPLY[above] - REPLY[below])
