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
from game.rules.kassala.ai.features import FEATURE_NAMES, START_STRENGTH, ScoreParts, features
from game.rules.kassala.ai.prospects import Prospects
from game.rules.kassala.ai.scripts import agrees_with_script, scripts_of
from game.rules.kassala.ai.threats import Threats, contexts_ahead
from game.rules.kassala.reasons import reason
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import OUT, WAITING, KassalaSetting, KassalaState, player_turns_left, zone_of_control
from game.rules.kassala.units import CHRISTIAN, MOSLEM, ROSTER, SEATS, SIDE_UNITS, SLOT, mask_of_ids

TOWN_PRIOR = 1.0
"""The addition, in log-odds, to the prior of a move into a town. Chosen: with this and ``CONTACT_PRIOR`` the planner
won about six points in a hundred more."""
CONTACT_PRIOR = 0.2
"""The addition, in log-odds, to the prior of a move next to an enemy."""
LOSS_COST = 0.3
"""The additional cost in score of losing the whole army when losses count twice; chosen by hand."""
PLAYOUTS_TO_END = 4
"""The number of last player turns in which playouts go to the end of the game; chosen."""
EXACT_TURNS = 2
"""The number of last player turns in which the sum of the parts is the score itself: the holders of the towns at the
end are nearly certain."""
SHORTLIST_SIZE = 14
"""The most attacks evaluated exactly at each decision; chosen."""


class KassalaEstimators:
    """The estimators of one setting, with their caches."""

    def __init__(self, setting: KassalaSetting, printed_hexes: tuple[Hex, ...]) -> None:
        """:param printed_hexes: slot -> the unit's hex in the printed set-up."""
        self.prospects = Prospects(setting.ground)
        self.combats = CombatEstimator(setting, self.prospects)
        self.threats = Threats(self.combats)
        self.printed_hexes = printed_hexes


REPLY_WEIGHTS = {0: 0.85, 8: 0.85, 20: 0.45}
"""Player turns to come -> the weight of the enemy's reply in the value of a position; other turns are interpolated. The
towns and the acting side's fights have weight 1. The weights lie between the best constant one by self-play (0.6 to
0.7, 480 games each) and a fit to 113 games (measured, 2,260 positions), which gives 0.85 to 1 in the second half and
0.1 to 0.4 in the first."""
SQUASH_EXPONENT = 5
"""The exponent of the function that limits a sum of parts to scores: the higher, the later the curve flattens. Measured
with those games: a mean square error of 0.288 with 5, 0.295 with 3, 0.300 with the hyperbolic tangent."""


class KassalaEvaluator(Evaluator[KassalaState]):
    """The evaluator of Kassala (``game.core.evaluator``)."""

    names = FEATURE_NAMES

    def __init__(self, rules: Rules[KassalaState], estimators: dict[KassalaSetting, KassalaEstimators]) -> None:
        """:param estimators: setting -> its estimators, shared by all players."""
        self._rules, self._estimators = rules, estimators

    def estimators_of(self, setting: KassalaSetting) -> KassalaEstimators:
        """The estimators of a setting, made on first use."""
        estimators = self._estimators.get(setting)
        if estimators is None:
            options = [option for option in sorted(setting.options) if option != "free-deployment"]
            printed_hexes = self._rules.initial(setting.scenario, options).at
            estimators = self._estimators[setting] = KassalaEstimators(setting, printed_hexes)
        return estimators

    def settled(self, state: KassalaState) -> bool:
        return state.frame is None

    def features(self, state: KassalaState) -> tuple[float, ...]:
        estimators = self.estimators_of(state.setting)
        at = tuple(there if h == WAITING else h for h, there in zip(state.at, estimators.printed_hexes, strict=True))
        settled = state if state.frame is None else state._replace(frame=None)
        return features(estimators.prospects, estimators.threats, at, player_turns_left(state), self._parts(settled))

    def _parts(self, state: KassalaState) -> ScoreParts:
        """The parts of the value of a position without a pending decision."""
        estimators = self.estimators_of(state.setting)
        turns_left, seat, at = player_turns_left(state), state.now.seat, state.at
        if state.now.phase == KassalaPhase.COMBAT:
            contexts = contexts_ahead(estimators.prospects, at, turns_left - 1)
            combat = estimators.combats.expected(list(at), seat, contexts[0], state.fought, state.obliged)
            reply = estimators.threats.reply(at, other(seat), contexts[1:], combat.lost) if len(contexts) > 1 else 0.0
            towns = -estimators.prospects.score(at, contexts[0].turns_left)
            return ScoreParts(towns, -SIGN[seat] * combat.gain, SIGN[seat] * reply)
        if state.now.phase == KassalaPhase.OVER:
            return ScoreParts(-estimators.prospects.score(at, turns_left), 0.0, 0.0)
        if state.now.phase == KassalaPhase.SETUP:  # a unit yet to deploy counts in its printed hex
            at = tuple(there if h == WAITING else h for h, there in zip(at, estimators.printed_hexes, strict=True))
            seat = MOSLEM
        reply = estimators.threats.reply(at, seat, contexts_ahead(estimators.prospects, at, turns_left - 1), {})
        return ScoreParts(-estimators.prospects.score(at, turns_left), 0.0, -SIGN[seat] * reply)

    def worth(self, state: KassalaState, seat: str) -> float:
        if not any(state.at[slot] != OUT for slot in _CHRISTIANS):  # no unit is left to hold a town (III.B.1)
            value = 1.0
        elif player_turns_left(state) <= EXACT_TURNS and state.now.phase != KassalaPhase.SETUP:
            value = max(-1.0, min(1.0, sum(self._parts(state))))
        else:
            towns, combat, reply = self._parts(state)
            turns_left = min(player_turns_left(state), max(REPLY_WEIGHTS))
            value = towns + combat + _reply_weight(turns_left) * reply
            value /= (1 + abs(value) ** SQUASH_EXPONENT) ** (1 / SQUASH_EXPONENT)
        if seat != SEATS[MOSLEM]:
            value = -value
        loss_weight = self.personality.losses - 1
        if not loss_weight:
            return value
        return max(-1.0, min(1.0, value - loss_weight * self._cost_of_losses(state, seat)))

    def _cost_of_losses(self, state: KassalaState, seat: str) -> float:
        """The additional cost in score, if losses count twice, of the units that a seat has lost or is expected to lose
        in the combats to come."""
        own, lost = Seat(SEATS.index(seat)), dict[Slot, float]()
        if state.now.phase == KassalaPhase.COMBAT:
            estimators = self.estimators_of(state.setting)
            context = estimators.prospects.context(state.at, player_turns_left(state) - 1)
            combat = estimators.combats.expected(list(state.at), state.now.seat, context, state.fought, state.obliged)
            lost = combat.lost
        return LOSS_COST * sum(ROSTER[slot].strength * (1.0 if state.at[slot] == OUT else lost.get(slot, 0.0))
                          for slot in slots_in(SIDE_UNITS[own])) / START_STRENGTH[own]

    def plausible(self, state: KassalaState) -> Sequence[Action]:
        return plausible.plausible(self._rules, self.estimators_of(state.setting).combats, state)

    def shortlist(self, state: KassalaState) -> Sequence[Weighed]:
        actions = self._rules.candidates(state)
        estimators = self.estimators_of(state.setting)
        turns_left = player_turns_left(state) - 1
        if state.frame is not None:
            return [Weighed(action, self._score_after(state, action, estimators, turns_left)) for action in actions]
        if state.now.phase != KassalaPhase.COMBAT:
            ground, at, table = state.setting.ground, state.at, estimators.prospects.table(turns_left)
            index, towns, sign = ground.index, ground.town_mask, SIGN[state.now.seat]
            zone = zone_of_control(ground, state.occupied[other(state.now.seat)])

            def move_prior(action: Action) -> float:
                """The log-odds of the towns that a move or placement gains, with the additions for its end hex."""
                if not isinstance(action, (KassalaMove, KassalaPlace)):
                    return 0.0
                slot, end = SLOT[action.unit], index[action.places[-1]]
                row = table[slot]
                gain = sign * (row[end][0] + row[end][1])
                if at[slot] >= 0:
                    gain -= sign * (row[at[slot]][0] + row[at[slot]][1])
                return gain + TOWN_PRIOR * (towns >> end & 1) + CONTACT_PRIOR * (zone >> end & 1)

            return [Weighed(action, move_prior(action)) for action in actions]
        context = estimators.prospects.context(state.at, turns_left)

        def attack_prior(action: Action) -> float:
            """The expected gain in score of an attack or bombardment and of the attacks that remain."""
            if isinstance(action, KassalaBombard):
                used = mask_of_ids((action.unit, *action.defenders))
                gain = 0.0
            else:
                assert isinstance(action, KassalaAttack)
                used = mask_of_ids((*action.attackers, *action.defenders))
                team = tuple((SLOT[u], state.at[SLOT[u]]) for u in action.attackers)
                hexes: dict[Hex, list[Slot]] = {}
                for unit in action.defenders:
                    hexes.setdefault(state.at[SLOT[unit]], []).append(SLOT[unit])
                targets = tuple((h, tuple(units)) for h, units in sorted(hexes.items()))
                gain = estimators.combats.fights.fight(team, targets, context).gain
            fought = state.fought | used
            rest = estimators.combats.expected(list(state.at), state.now.seat, context, fought, state.obliged)
            return gain + rest.gain

        options = (Weighed(action, attack_prior(action)) for action in actions)
        return sorted(options, key=lambda option: -option.prior)[:SHORTLIST_SIZE]

    @staticmethod
    def _score_after(state: KassalaState, action: Action, estimators: KassalaEstimators, turns_left: int) -> float:
        """The score for the acting side after its losses or its advance."""
        at, ground = list(state.at), state.setting.ground
        if isinstance(action, KassalaLose):
            for unit in action.units:
                at[SLOT[unit]] = OUT
        elif isinstance(action, KassalaAdvance):
            at[SLOT[action.unit]] = ground.index[action.place]
        seat = ROSTER[SLOT[action.units[0]]].seat if action.units else state.now.seat
        return SIGN[seat] * estimators.prospects.score(at, turns_left)

    def plans(self, state: KassalaState) -> bool:
        return state.frame is None and state.now.phase not in (KassalaPhase.COMBAT, KassalaPhase.OVER)

    def phases_to_end(self, state: KassalaState) -> int:
        turns_left = player_turns_left(state)
        return turns_left if turns_left <= PLAYOUTS_TO_END else 0

    def essentials(self, state: KassalaState) -> tuple[int, ...]:
        """For each slot the unit's hex if it is in a town or next to an enemy, else ``OUT``."""
        essential_hexes = state.setting.ground.town_mask
        for occupied in state.occupied:
            essential_hexes |= zone_of_control(state.setting.ground, occupied) & ~occupied & sum(state.occupied)
        return tuple(h if h >= 0 and essential_hexes >> h & 1 else OUT for h in state.at)

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
        return reason(self._rules, state, action, then, self.estimators_of(state.setting).threats.strongest_column)


_CHRISTIANS = slots_in(SIDE_UNITS[CHRISTIAN])
SIGN = (-1, 1)
"""For each seat the sign of the Christian score."""


@cache
def _reply_weight(turns_left: int) -> float:
    """The weight of the enemy's reply with ``turns_left`` player turns to come, interpolated."""
    below = max(knot for knot in REPLY_WEIGHTS if knot <= turns_left)
    above = min(knot for knot in REPLY_WEIGHTS if knot >= turns_left)
    if above == below:
        return REPLY_WEIGHTS[turns_left]
    return REPLY_WEIGHTS[below] + (turns_left - below) / (above - below) * (REPLY_WEIGHTS[above] - REPLY_WEIGHTS[below])
