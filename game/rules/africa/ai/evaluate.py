"""The computer players' evaluator for Africa: the value of states, and which actions to consider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import atanh, tanh

from game.core.action import Action
from game.core.capability import capability
from game.core.contract import Rules
from game.core.evaluator import Evaluator, ProposedCourse, Script, Weighed, unranked
from game.core.indices import Seat, slots_in
from game.core.interrupts import Interrupts
from game.core.message import Text
from game.rules.africa.actions import AfricaActivate, AfricaEnd, AfricaMove
from game.rules.africa.ai import aiming, choosing, endings, features, plausible
from game.rules.africa.ai.campaign import Campaign, march_moves, obligatory_move
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.fire_options import best_bombard
from game.rules.africa.ai.holding import holding_of
from game.rules.africa.ai.marching import MarchPlan
from game.rules.africa.ai.reasons import reason
from game.rules.africa.ai.riding import best_ride
from game.rules.africa.ai.scripts import PLANS, scripts
from game.rules.africa.ai.worth import Aims, BattleStanding, Worth, player_turns_left, standing, turns_left
from game.rules.africa.movement import must_move
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.setting import Setting
from game.rules.africa.state import STAGE_ACTION, ActivationFrame, AfricaState
from game.rules.africa.units import SEATS, SPANISH, seat_of

DEFAULT_WEIGHTS = (1.0, 1.0, 0.0)
"""Default weights of objectives, strength and time in the value of a state, in half log-odds; chosen by hand."""
FITTED_WEIGHTS = {
    "castillejos": (0.3886, 1.274, 0.6668),
    "tetuan": (0.2785, 0.1127, 0.1765),
    "wad-ras": (0.2954, 0.2386, 1.082),
}
"""Battle -> fitted weights; measured: each fit used 300 games of the veteran against itself at a tenth of its budget,
and scored 50 of 100 points against the default weights."""
LOSS_FACTORS = {"tetuan": (0.5, 1.0)}
"""Battle -> for each seat, the factor on its own losses when it decides, besides that of its personality; 1 without an
entry. Measured: at a tenth of the budget the Spanish at Tetuan scored 30 % of 80 games against the concentration on the
heights and the raid on the rear with 1, and 55 % with 0.5."""
MAX_VARIANTS = 2
"""The most variants of a march to consider, each without one of its attacks; chosen by hand."""
MAX_SCORE = 0.98
"""Limit on a score by the objectives, since the model does not cover everything that may happen; chosen by hand."""


class AfricaEvaluator(Evaluator[AfricaState]):
    """Africa's evaluator (``game.core.evaluator``). Actions outside searches are chosen by fixed rules."""

    names: tuple[str, ...] = features.NAMES

    def __init__(self, rules: Rules[AfricaState], worths: dict[Setting, Worth]) -> None:
        """Create the evaluator of one player.

        :param worths: the constants of each setting, shared by all players.
        """
        self._rules, self._shared = rules, worths
        self._worths: dict[Setting, Worth] = {}
        self._seat: Seat = SPANISH
        """The seat that this evaluator decides for."""
        self._aims_by_stance: dict[tuple[Setting, str], Aims] = {}
        self._last_field: Battlefield | None = None
        """Cache of the last field: a choice and its reason are requested one after the other."""
        self._last_loss_factors = (1.0, 1.0)
        """The factors on both sides' losses with which ``_last_field`` was made."""

    def worth_of(self, setting: Setting) -> Worth:
        """The constants of a setting, cached. Their factors on losses are set anew each time, for the seat and the
        personality that decide now."""
        worth = self._worths.get(setting)
        if worth is None:
            shared = self._shared.get(setting)
            if shared is None:
                shared = self._shared[setting] = Worth(setting)
            worth = self._worths[setting] = shared.for_player()
        own_factor = self.personality.losses * LOSS_FACTORS.get(setting.scenario, (1.0, 1.0))[self._seat]
        worth.loss_factors = (own_factor, 1.0) if self._seat == SPANISH else (1.0, own_factor)
        return worth

    def field(self, state: AfricaState) -> Battlefield:
        """The field of a state, as the player sees it; the last one is cached."""
        aims, worth, last = self._aims(state.setting), self.worth_of(state.setting), self._last_field
        if last is None or last.state is not state or last.aims is not aims or (
                self._last_loss_factors != worth.loss_factors):
            last = self._last_field = Battlefield(worth, state, aims)
            self._last_loss_factors = worth.loss_factors
        return last

    def _aims(self, setting: Setting) -> Aims:
        """Both sides' aims as the stance sets them; cached."""
        key = setting, self.stance
        aims = self._aims_by_stance.get(key)
        if aims is None:
            aims = self._aims_by_stance[key] = aiming.aims_of(setting, self.stance)
        return aims

    def settled(self, state: AfricaState) -> bool:
        return not state.frames or (state.acting is not None and _is_fresh(state.acting))

    def features(self, state: AfricaState) -> tuple[float, ...]:
        return features.features(self.field(state))

    def _standing_score(self, state: AfricaState) -> float:
        """The Spanish score from -1 to 1: by the objectives, the surplus of strength and the share of turns to come."""
        standing = self._standing(state)
        objectives, strength, time = FITTED_WEIGHTS.get(state.setting.scenario, DEFAULT_WEIGHTS)
        objective_odds = atanh(max(-MAX_SCORE, min(MAX_SCORE, standing.score)))
        turns_share = turns_left(state) / state.setting.turns
        return tanh(objectives * objective_odds + strength * standing.strength + time * turns_share)

    def _standing(self, state: AfricaState) -> BattleStanding:
        """The expected outcome from a state; taken from the last field if that is the field of this state."""
        last_field = self._last_field
        if last_field is not None and last_field.state is state:
            return last_field.standing
        return standing(self.worth_of(state.setting), state)

    def worth(self, state: AfricaState, seat: str) -> float:
        score = self._standing_score(state)
        value = score if seat == SEATS[SPANISH] else -score
        acting = state.acting
        if acting is not None:
            gain = self._activation_gain(state, acting)
            value += gain if SEATS[acting.side] == seat else -gain
        return max(-1.0, min(1.0, value))

    def _activation_gain(self, state: AfricaState, acting: ActivationFrame) -> float:
        """The gain in score expected from an activation that has just begun, for the side that made it."""
        field = self.field(state)
        slot = slots_in(acting.units)[0]
        if acting.gun:
            aim = best_bombard(field, slot)
            return aim.gain if aim is not None else 0.0
        ride = best_ride(holding_of(field, acting.side), slot, state)
        return ride.gain if ride is not None else 0.0

    def plausible(self, state: AfricaState) -> Sequence[Action]:
        return plausible.plausible(self._rules, self.field(state))

    def shortlist(self, state: AfricaState) -> Sequence[Weighed]:
        return unranked(self._rules.candidates(state))

    def plausible_interrupts(self, state: AfricaState, seat: str) -> Sequence[Action]:
        self._seat = seat_of(seat)
        return self._interrupts(state, seat)

    def _interrupts(self, state: AfricaState, seat: str) -> Sequence[Action]:
        """The best interrupt of a seat now; empty if there is none."""
        asked_seat = seat_of(seat)
        if not choosing.may_interrupt_usefully(state, asked_seat):
            return ()
        option = choosing.interrupt(self.field(state), asked_seat)
        return (option.action,) if option is not None else ()

    def proposed_courses(self, state: AfricaState, seed: int, enough: Callable[[], bool]) -> Sequence[ProposedCourse]:
        self._seat = choosing.seat_to_decide(state)
        if state.frame is None and state.now.phase == MOVEMENT:
            march = MarchPlan(self.field(state), state.now.seat)
            march.search()
            marches = self._marches(state, march)
            marches = [*self._preferred_march(state, marches), *marches]
            if marches and not state.has_begun_to_move and endings.can_decide(self._late_work(state)):
                marches = self._ranked_by_play_outs(state, marches, seed, enough)
            return marches or [ProposedCourse((self._movement_end(state),), self._score(state))]
        options = self._options(state)
        best = options[0]
        return [ProposedCourse((option.action,), self._score(state, min(option.gain, best.gain)))
                for option in options]

    def _late_work(self, state: AfricaState) -> float:
        """Share of the usual work (0 to 1) for play-outs to the end of the battle; 0 while the end is too far off."""
        if player_turns_left(state) > endings.LAST_TURNS:
            return 0.0
        return min(endings.LATE_WORK_FACTOR * self.work_share, 1.0)

    def _options(self, state: AfricaState) -> list[choosing.Option]:
        """The options outside the planned movement, the best first; the first is legal."""
        options = choosing.choose(self.field(state))
        if self._rules.check(state, options[0].action):
            return options
        return [choosing.Option(0.0, self._rules.candidates(state)[0])]

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        def field(state: AfricaState) -> Battlefield:
            self._seat = seat_of(seat)  # a script decides for its own seat from the first action on
            return self.field(state)

        def otherwise(state: AfricaState) -> Action:
            if state.frame is None and state.now.phase == MOVEMENT:
                return self._movement_end(state)
            return self._options(state)[0].action

        def interrupt(state: AfricaState) -> Action | None:
            return next(iter(self.plausible_interrupts(state, seat)), None)

        return scripts(scenario, seat, field, otherwise, interrupt)

    def promising_scripts(self, state: AfricaState, seat: str) -> Sequence[Script]:
        asked_seat, hold = seat_of(seat), self.personality.persistence
        campaigns = aiming.suited_stances(self.field(state), asked_seat, self.stance, hold)
        return [self._stance_script(campaign, seat) for campaign in campaigns[:1]]

    def _stance_script(self, campaign: Campaign, seat: str) -> Script:
        """A script that plays a stance like the veteran but without play-outs."""
        def steps(state: AfricaState) -> tuple[Action, ...]:
            own_stance, self.stance = self.stance, campaign.name
            try:
                return self._act(state)
            finally:
                self.stance = own_stance

        def interrupt(state: AfricaState) -> Action | None:
            return next(iter(self._interrupts(state, seat)), None)

        return Script(campaign.name, campaign.title, lambda state: steps(state)[0], interrupt, steps)

    def _score(self, state: AfricaState, gain: float = 0.0) -> float:
        """The score of the seat to decide, from -1 to 1, plus an expected gain."""
        score = self._standing_score(state)
        value = score if choosing.seat_to_decide(state) == SPANISH else -score
        return max(-1.0, min(1.0, value + gain))

    def _marches(self, state: AfricaState, march: MarchPlan) -> list[ProposedCourse]:
        """The planned march, variants without one of its two weakest attacks, and no move at all if that is legal."""
        moves: list[Action] = [*march.moves(), *march.tops()]
        if not moves:
            return []
        after = endings.after_plan(self._rules, state, tuple(moves))
        score = self.worth(after, SEATS[state.now.seat]) if self.settled(after) else self._score(state)
        courses = [ProposedCourse(tuple(moves), score, is_complete=True)]
        ids = {slot: unit.id for slot, unit in enumerate(state.setting.units)}
        for assault in sorted(march.assaults, key=lambda assault: assault.gain)[:MAX_VARIANTS]:
            team = {ids[slot] for slot in (*assault.team, assault.officer) if slot >= 0}
            other_moves = tuple(move for move in moves if not (isinstance(move, AfricaMove) and move.unit in team))
            if other_moves:
                courses.append(ProposedCourse(other_moves, max(-1.0, score - assault.gain), is_complete=True))
        if not must_move(state):
            courses.append(ProposedCourse((AfricaEnd(),), min(score, self._score(state)), is_complete=True))
        return courses

    def _preferred_march(self, state: AfricaState, marches: Sequence[ProposedCourse]) -> list[ProposedCourse]:
        """The march of the stance if it is preferred in this battle, as valuable as the best of the planned marches.
        Empty if there is none, once the side has begun to move, and in the last player turn, when the planned marches
        are better."""
        campaign = aiming.preferred_march(self.field(state), state.now.seat, self.stance)
        if campaign is None or state.has_begun_to_move or player_turns_left(state) == 1:
            return []
        moves = march_moves(self._rules, state, campaign, self.field)
        value = max((course.value for course in marches), default=self._score(state))
        return [ProposedCourse(moves, value, is_complete=True)] if moves else []

    def _ranked_by_play_outs(
        self, state: AfricaState, courses: list[ProposedCourse], seed: int, enough: Callable[[], bool]
    ) -> list[ProposedCourse]:
        """The planned marches and those of the scripts, compared by play-outs to the end of the battle: the best first,
        then the others in the order tried."""
        seat = state.now.seat
        campaigns = [campaign for campaign in PLANS[seat] if state.setting.scenario in campaign.posts]
        campaign_marches = (march_moves(self._rules, state, campaign, self.field) for campaign in campaigns)
        marches = [course.actions for course in courses if course.actions != (AfricaEnd(),)]
        # Perhaps only some are tried. The last marches come last, as they differ from the first by one attack only.
        plans = endings.distinct_plans(self._rules, state, chain(marches[:2], campaign_marches, marches[2:]))
        trials = endings.Trials(self._rules, plans, SEATS[seat], self._act)
        trials.run(seed, self._late_work(state), enough)
        means = trials.means(courses[0].value)
        ranked = [ProposedCourse(plan, mean, is_complete=True)
                   for (plan, _), mean in zip(trials.plans, means, strict=True)]
        best = ranked.pop(trials.best())
        return [best, *ranked]

    def _act(self, state: AfricaState) -> tuple[Action, ...]:
        """The next actions of either side in a play-out: an interrupt, a whole march, or the best action."""
        for seat in capability(self._rules, Interrupts).may_interrupt(state):
            if actions := self._interrupts(state, seat):
                return (actions[0],)
        if state.frame is not None or state.now.phase != MOVEMENT:
            return (self._options(state)[0].action,)
        if not state.has_begun_to_move:
            march = MarchPlan(self.field(state), state.now.seat)
            march.search()
            if moves := (*march.moves(), *march.tops()):
                return moves
        return (self._movement_end(state),)

    def follow_ups(self, state: AfricaState, action: Action) -> Sequence[Action]:
        actions: list[Action] = []
        while isinstance(action, AfricaActivate | AfricaMove):
            state = self._rules.apply(state, action)[0]
            if state.acting is None or state.acting.stage:
                break
            action = choosing.choose(self.field(state))[0].action
            if not self._rules.check(state, action):
                break
            actions.append(action)
        return actions

    def _movement_end(self, state: AfricaState) -> Action:
        """The next action after the march: a landing, an activation, an obligatory move, or the end of the phase."""
        field = self.field(state)
        landing_action = choosing.landing(field)
        if landing_action is not None:
            return landing_action
        option = choosing.activation(field, state.now.seat)
        if option is not None:
            return option.action
        slots = must_move(state)
        return obligatory_move(holding_of(field, state.now.seat), slots[0]) if slots else AfricaEnd()

    def why(self, state: AfricaState, action: Action, then: Sequence[Action] | None = None) -> Text:
        return reason(self.field(state), action, then)


def _is_fresh(acting: ActivationFrame) -> bool:
    """Whether nothing has been done in an activation yet."""
    return acting.stage == STAGE_ACTION and not (acting.fired | acting.once | acting.spent)
