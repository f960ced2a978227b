"""What computer players know about Kassala: the worth of positions, and which actions deserve a thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from game.core.action import Action
from game.core.contract import Rules
from game.core.message import Text
from game.rules.kassala.actions import Attack, Bombard, EndMovement, EndSetup
from game.rules.kassala.ai import plausible
from game.rules.kassala.ai.combat_value import Skirmish
from game.rules.kassala.ai.foresight import Foresight
from game.rules.kassala.ai.march import March, Places, movement_ends, scatter, setup_ends
from game.rules.kassala.ai.prospects import Prospects
from game.rules.kassala.ai.threats import Threats, Views
from game.rules.kassala.movement import enemy_zone
from game.rules.kassala.reasons import reason
from game.rules.kassala.sequence import COMBAT, MOVEMENT, OVER, SETUP
from game.rules.kassala.state import Setting, State
from game.rules.kassala.units import CHRISTIAN, MOSLEM, SEATS, SIDE, SLOT, mask_of, slots

REPLY = 0.85
"""How much of what the other side might gain in its next turn is counted."""
PLANS = 8
"""Arrangements that are weighed over many rolls."""
SHORT = 14
"""Attacks weighed exactly at each decision."""


class Mind:
    """What has been worked out for one setting."""

    def __init__(self, setting: Setting, printed: tuple[int, ...]) -> None:
        self.prospects = Prospects(setting.ground)
        self.skirmish = Skirmish(setting, self.prospects)
        self.threats = Threats(self.skirmish)
        self.foresight = Foresight(self.skirmish, self.threats, self.prospects)
        self.printed = printed
        """Where the units stand in the printed set-up."""


class Judgement:
    """Kassala's answers to computer players (``game.core.evaluator``)."""

    def __init__(self, rules: Rules[State]) -> None:
        self._rules = rules
        self._minds: dict[Setting, Mind] = {}

    def mind(self, setting: Setting) -> Mind:
        """What is known about a setting."""
        found = self._minds.get(setting)
        if found is None:
            fixed = [option for option in sorted(setting.options) if option != "free-deployment"]
            printed = self._rules.initial(setting.scenario, fixed).at
            found = self._minds[setting] = Mind(setting, printed)
        return found

    def settled(self, state: State) -> bool:
        return state.frame is None

    def worth(self, state: State, seat: str) -> float:
        value = self._worth(state)
        return value if SEATS.index(seat) == CHRISTIAN else -value

    def _worth(self, state: State) -> float:
        """The Christian side's expected score."""
        mind = self.mind(state.setting)
        left = turns_left(state)
        seat = state.now.seat
        if state.now.phase == COMBAT:
            views = self._views(mind, state.at, left - 1)
            return self._after(mind, list(state.at), seat, views, state.done, state.duty)
        value = mind.prospects.score(state.at, left)
        if state.now.phase == MOVEMENT:
            value += SIGN[seat] * REPLY * mind.threats.reply(state.at, seat, self._views(mind, state.at, left - 1), {})
        return value

    @staticmethod
    def _views(mind: Mind, at: Sequence[int], left: int) -> Views:
        """How values look after the present player turn and the next two, as far as the game goes on."""
        return tuple(mind.prospects.view(at, n) for n in range(left, max(-1, left - 3), -1))

    def _after(self, mind: Mind, at: Places, seat: int, views: Views, done: int = 0, duty: int = -1) -> float:
        """The Christian score expected when a seat's combat phase begins or goes on with units in these places."""
        combat = mind.skirmish.combat(at, seat, views[0], done, duty)
        value = mind.prospects.score(at, views[0].left) + SIGN[seat] * combat.gain
        if len(views) > 1:
            value += SIGN[1 - seat] * REPLY * mind.threats.reply(at, 1 - seat, views[1:], combat.lost)
        return value

    def plausible(self, state: State) -> Sequence[Action]:
        return plausible.plausible(self._rules, self.mind(state.setting).skirmish, state)

    def shortlist(self, state: State) -> Sequence[Action]:
        found = self._rules.candidates(state)
        if state.now.phase != COMBAT or state.frame is not None or len(found) <= SHORT:
            return found
        mind = self.mind(state.setting)
        left = turns_left(state) - 1
        view = mind.prospects.view(state.at, left)

        def promise(action: Action) -> float:
            if isinstance(action, Bombard):
                used = mask_of((action.unit, *action.defenders))
                gain = 0.0
            else:
                assert isinstance(action, Attack)
                used = mask_of((*action.attackers, *action.defenders))
                team = tuple((SLOT[u], state.at[SLOT[u]]) for u in action.attackers)
                hexes: dict[int, list[int]] = {}
                for unit in action.defenders:
                    hexes.setdefault(state.at[SLOT[unit]], []).append(SLOT[unit])
                aims = tuple((h, tuple(units)) for h, units in sorted(hexes.items()))
                gain = mind.skirmish.fights.fight(team, aims, view).gain
            rest = mind.skirmish.combat(list(state.at), state.now.seat, view, state.done | used, state.duty)
            return gain + rest.gain

        return sorted(found, key=promise, reverse=True)[:SHORT]

    def plausible_interrupts(self, state: State, seat: str) -> Sequence[Action]:
        return ()

    def plans(self, state: State) -> bool:
        return state.frame is None and state.now.phase not in (COMBAT, OVER)

    def line(self, state: State, seed: int, enough: Callable[[], bool]) -> Sequence[Action]:
        phase, seat = state.now.phase, state.now.seat
        if not self.plans(state):
            return ()
        mind = self.mind(state.setting)
        random = Random(seed)
        if phase == MOVEMENT:
            moves = movement_ends(state)
            views = self._views(mind, state.at, turns_left(state) - 1)

            def hint(at: Places) -> float:
                score = SIGN[seat] * mind.prospects.score(at, views[0].left)
                return score + mind.skirmish.combat(at, seat, views[0]).gain

            def value(at: Places) -> float:
                return SIGN[seat] * self._after(mind, at, seat, views)

            march = March(state, moves, hint, value, random, enough)
            found = march.search(list(state.at), self._targets(state))
            wait = march.wait(list(state.at), enemy_zone(state, seat))
            plans = found[:PLANS] + [plan for plan in (wait, list(state.at)) if plan not in found[:PLANS]]
            places = mind.foresight.best(plans, seat, views[0].left, seed, enough)
            return (*march.order(places), EndMovement())
        moves = setup_ends(state)

        def score(at: Places) -> float:
            return SIGN[seat] * mind.prospects.score(at, 2 * state.setting.turns)

        def deployed(at: Places) -> float:
            return SIGN[seat] * self._deployed(mind, at, seat, state)

        march = March(state, moves, score, deployed, random, enough)
        best: tuple[float, Places] | None = None
        for _ in range(2):
            places = scatter(state, moves, random)
            worth, places = march.climb(places, march.value(places))
            if best is None or worth > best[0]:
                best = worth, places
        assert best is not None
        return (*march.order(best[1]), EndSetup())

    def _deployed(self, mind: Mind, at: Places, seat: int, state: State) -> float:
        """The Christian score of a set-up; a Moslem side that has yet to deploy is supposed in its printed one."""
        places = list(at)
        left = 2 * state.setting.turns
        if seat == CHRISTIAN:
            for slot in slots(SIDE[MOSLEM]):
                places[slot] = mind.printed[slot]
        value = mind.prospects.score(places, left)
        return value - REPLY * mind.threats.reply(places, MOSLEM, self._views(mind, places, left - 1), {})

    def _targets(self, state: State) -> list[int]:
        """Hexes worth concentrating on: enemies, the towns first."""
        ground = state.setting.ground
        enemy = state.occupied[1 - state.now.seat]
        hexes = [h for h in range(len(ground.ids)) if enemy >> h & 1]
        return sorted(hexes, key=lambda h: (h not in ground.town, h))

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        return reason(self._rules, state, action, then)


SIGN = (-1, 1)
"""A seat's interest in the Christian score."""


def turns_left(state: State) -> int:
    """Player turns to come, the present one included."""
    if state.now.phase == OVER:
        return 0
    whole = 2 * (state.setting.turns - state.turn)
    return whole + 2 if state.now.seat == MOSLEM or state.now.phase == SETUP else whole + 1
