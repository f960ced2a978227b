"""Stances are compared by playing ahead, kept by a margin, remembered, and named in a turn's first reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from game.ai.choice import FollowedStance, PlayerMemory
from game.ai.planner import Planner
from game.ai.stances import ORDINALS, StanceChooser, with_stance_name
from game.core.action import Action
from game.core.evaluator import Evaluator, Script, Weighed, never
from game.core.message import Message, Text, say
from game.core.prompt import Prompt
from tests.match.toy import Pebbles, State, Take

RULES = Pebbles()
TEN, TURN = len(ORDINALS), RULES.theme.turn_noun


def lost(state: State) -> bool:
    """Whether the seat to act loses against good play: the counts modulo four have an exclusive or of 0."""
    first, second, third = (count % 4 for count in state.cups)
    return first ^ second ^ third == 0


def takes(state: State) -> list[Action]:
    return [action for action in RULES.candidates(state) if isinstance(action, Take)]


def good(state: State) -> Action:
    """Leaves a lost game to the other side if possible."""
    return next((action for action in takes(state) if lost(RULES.apply(state, action)[0])), takes(state)[0])


def poor(state: State) -> Action:
    """Leaves a won game to the other side if possible."""
    return next((action for action in takes(state) if not lost(RULES.apply(state, action)[0])), takes(state)[0])


GOOD, POOR = Script("good", say("the good play"), good), Script("poor", say("the poor play"), poor)


class Watched(Evaluator[State]):
    """Judges cups and pebbles exactly, and records every stance the player sets."""

    def __init__(self, names: Sequence[Script] = (POOR, GOOD)) -> None:
        self.names_, self.told, self.asked = names, list[str](), 0

    def settled(self, state: State) -> bool:
        return not state.flipping

    def worth(self, state: State, seat: str) -> float:
        self.asked += 1
        return 1.0 if lost(state) == (state.seat != seat) else -1.0

    def promising_scripts(self, state: State, seat: str) -> Sequence[Script]:
        return self.names_

    def plausible(self, state: State) -> Sequence[Action]:
        return takes(state)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        self.told.append(self.stance)
        return [Weighed(takes(state)[0], 0.0)]

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        return say("why not")


def chooser(judge: Watched, seat: str = "left", enough: Callable[[], bool] = never) -> StanceChooser:
    return StanceChooser(RULES, judge, seat, enough)


def begun(name: str, turns: int = 1, turn: int = 0) -> FollowedStance:
    return FollowedStance(name, say("a plan"), turns, (turn, "left"))


START: Any = RULES.from_position({"scenario": "ring", "options": [], "cups": {"0101": 3, "0102": 2, "0201": 0}})
"""The seat to act, on the left in turn 1, wins by taking one pebble from the first cup."""


def test_the_better_stance_is_found_by_playing_ahead() -> None:
    """The order of the scripts does not matter; the enemy plays well."""
    for names in ((POOR, GOOD), (GOOD, POOR)):
        found = chooser(Watched(names)).chosen(START, None, 1)
        assert found is not None
        assert (found.name, found.turns, found.turn) == ("good", 1, (1, "left"))


def test_the_same_seed_finds_the_same() -> None:
    """The same seed finds the same stance from the same lines."""
    assert chooser(Watched()).chosen(START, None, 3) == chooser(Watched()).chosen(START, None, 3)


def test_last_turns_stance_is_left_only_for_a_clear_gain() -> None:
    """With a large enough factor the gain is below the margin; then the turns are counted on."""
    judge = Watched((GOOD, POOR))
    left = chooser(judge).chosen(START, begun("poor"), 1)
    assert left is not None
    assert left.name == "good"
    held = chooser(judge).chosen(START, begun("poor", 2), 1, persistence=1000)
    assert held is not None
    assert (held.name, held.turns, held.turn) == ("poor", 3, (1, "left"))


def test_last_turns_stance_is_kept_without_time() -> None:
    """Without time and a previous stance, the likeliest is chosen."""
    found = chooser(Watched((GOOD, POOR)), enough=lambda: True).chosen(START, begun("poor"), 1)
    assert found is not None
    assert found.name == "poor"
    first = chooser(Watched((POOR, GOOD)), enough=lambda: True).chosen(START, None, 1)
    assert first is not None
    assert first.name == "poor"


def test_an_unpromising_stance_is_replaced() -> None:
    """Such a stance is replaced even without time."""
    found = chooser(Watched((GOOD,)), enough=lambda: True).chosen(START, begun("poor", 5), 1)
    assert found is not None
    assert (found.name, found.turns) == ("good", 1)


def test_undo_to_an_earlier_turn_restarts_the_count() -> None:
    """A stance remembered from a later turn is forgotten."""
    found = chooser(Watched((GOOD, POOR))).chosen(START, begun("good", 4, turn=9), 1)
    assert found is not None
    assert found.turns == 1


def test_another_game_starts_without_a_stance() -> None:
    """The stance of the previous game is forgotten."""
    judge, memory = Watched(()), PlayerMemory(stance=begun("good", 4, turn=9))
    Planner(RULES, "left", 1, memory=memory, evaluator=judge).choose(START)
    assert judge.told == [""]
    assert memory.stance is None


def test_a_stance_is_chosen_once_in_each_own_player_turn() -> None:
    """It is not chosen in the other side's turn, nor again in the same turn."""
    judge = Watched()
    assert chooser(judge).is_due(START, None)
    assert chooser(judge).is_due(START, begun("good", turn=0))
    assert not chooser(judge).is_due(START, begun("good", turn=1))
    assert not chooser(judge, "right").is_due(START, None)


def test_a_smaller_budget_plays_fewer_lines() -> None:
    """At least one line for each stance is played, to a worth or to the game's end."""
    counts = []
    for work in (1.0, 0.01):
        judge = Watched()
        judge.work_share, judge.turns_ahead = work, 1
        chooser(judge).chosen(START, None, 1)
        counts.append(judge.asked)
    assert counts == [judge.rehearsals, 2]


def test_a_course_is_followed_as_far_as_it_is_legal() -> None:
    """An illegal action, or the other side's turn, ends it."""
    script = Script("course", say("the course"), good, course=lambda state: (good(state), Take(1, "0101")))
    judge = Watched((script,))
    judge.turns_ahead = 1
    assert chooser(judge).rehearse(START, (script, GOOD), 1) == 1.0


def test_the_player_sets_the_stance_and_names_it_once() -> None:
    """The first action of a player turn names it, also when repeated; without time the stance stays."""
    judge, memory = Watched(), PlayerMemory()
    player = Planner(RULES, "left", 1, memory=memory, evaluator=judge)
    first = player.choose(START)
    assert judge.told == ["good"]
    assert first.why == with_stance_name(say("why not"), FollowedStance("good", GOOD.title, 1, (1, "left")), TURN)
    assert player.choose(START).why == first.why
    later = RULES.from_position({"scenario": "ring", "options": [], "turn": 3})
    hurried = Planner(RULES, "left", 1, memory=memory, evaluator=judge, hurry=lambda: True)
    second = FollowedStance("good", GOOD.title, 2, (3, "left"))
    assert hurried.choose(later).why == with_stance_name(say("why not"), second, TURN)


def test_a_stance_that_does_not_show_is_not_named() -> None:
    """It is still followed."""
    class Hidden(Watched):
        def fits_script(self, state: State, script: str, plan: Sequence[Action]) -> bool:
            return False

    judge = Hidden()
    assert Planner(RULES, "left", 1, evaluator=judge).choose(START).why == say("why not")
    assert judge.told == ["good"]


class Prepared(Pebbles):
    """Cups and pebbles with a set-up before the second turn: the first is a deployment."""

    theme = replace(Pebbles.theme, opening=(("left", "set-up"),))

    def prompt(self, state: State) -> Prompt:
        asked = super().prompt(state)
        return replace(asked, phase="set-up") if state.turn == 1 else asked


def test_the_first_turn_of_a_stance_is_the_first_of_the_battle() -> None:
    """During the deployment a stance is followed, but neither counted nor named."""
    rules, memory = Prepared(), PlayerMemory()
    player = Planner(rules, "left", 1, memory=memory, evaluator=Watched())
    assert player.choose(START).why == say("why not")
    assert memory.stance == FollowedStance("good", GOOD.title, 0, (1, "left"))
    later = RULES.from_position({"scenario": "ring", "options": [], "turn": 3})
    named = with_stance_name(say("why not"), FollowedStance("good", GOOD.title, 1, (3, "left")), TURN)
    assert player.choose(later).why == named


def test_a_stance_of_the_deployment_is_named_when_its_turn_goes_on_in_battle() -> None:
    """If both turns have the same number, the stance is not chosen again."""
    battle = StanceChooser(RULES, Watched(), "left", never)
    taken = begun("good", 0, turn=1)
    assert battle.with_first_turn(START, taken) == begun("good", 1, turn=1)
    assert StanceChooser(Prepared(), Watched(), "left", never).with_first_turn(START, taken) == taken
    assert battle.with_first_turn(START, begun("good", 3, turn=1)) == begun("good", 3, turn=1)


def test_a_system_without_stances_names_none() -> None:
    judge = Watched(())
    assert Planner(RULES, "left", 1, evaluator=judge).choose(START).why == say("why not")
    assert judge.told == [""]


@pytest.mark.parametrize("turns", [1, TEN, TEN + 1, 30])
def test_any_number_of_turns_can_be_named(turns: int) -> None:
    """The first ten are words; a stance without a title is not named."""
    named = with_stance_name(say("why not"), FollowedStance("good", GOOD.title, turns, (turns, "left")), TURN)
    assert isinstance(named, Message)
    assert named.values is not None
    stance = named.values["stance"]
    assert stance.template in {words.template for words in ORDINALS} or stance.values["number"] == turns > TEN
    assert with_stance_name(say("why not"), FollowedStance("none", "", turns, (turns, "left")), TURN) == say("why not")
