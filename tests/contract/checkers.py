"""Checks for every state of every system. Each checker raises AssertionError on failure."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from game.art import screen_data
from game.core.action import Action, Faces
from game.core.branches import representatives
from game.core.capability import SPECTATOR, HiddenInformation, UnitActions, capability, seen_by
from game.core.chance import CHANCE, MAX_ENUMERATED, Roll
from game.core.contract import DRAW, BadPosition, System
from game.core.interrupts import Interrupts, Reactions
from game.core.message import Message
from game.core.offer import Picked
from game.core.verdict import Illegal, IllegalAction, Legal
from game.match.hashing import hash_state
from game.ui.play.choices import offers_by_place
from tests.pointing import pickable

LONGEST = 3000
"""Plies after which a random game counts as endless; no real game comes near it."""


def random_game(rules: System[Any], start: Any, seed: int) -> Iterator[tuple[Any, Sequence[Action], Action]]:
    """(state, candidates, chosen action) until the end; the last state has no candidates and no action.

    One choice in ten picks a kind of action first, so that games do not consist of the commonest kind only. Faces come
    up by their probabilities. In one state of ten a seat that may interrupt does.
    """
    rng = random.Random(seed)
    state = start
    for _ in range(LONGEST):
        choices = rules.candidates(state)
        never_stuck(rules, state, choices)
        if not choices:
            yield state, choices, Faces(())
            return
        action = _chosen(rules, state, choices, rng)
        yield state, choices, action
        state, _ = rules.apply(state, action)
    raise AssertionError(f"no end after {LONGEST} actions: {rules.position(state)}")


def _chosen(rules: System[Any], state: Any, choices: Sequence[Action], rng: random.Random) -> Action:
    roll = rules.pending_roll(state)
    if roll is not None:
        return Faces(random_faces(roll, rng))
    if rng.random() < 0.1 and (seats := capability(rules, Interrupts).may_interrupt(state)):
        choices = capability(rules, Interrupts).interrupts(state, rng.choice(seats)) or choices
    if rng.random() < 0.1:
        kinds = sorted({type(choice).__name__ for choice in choices})
        kind = rng.choice(kinds)
        choices = [choice for choice in choices if type(choice).__name__ == kind]
    return choices[rng.randrange(len(choices))]


def random_faces(roll: Roll, rng: random.Random) -> tuple[int, ...]:
    """Random faces of a roll, by their probabilities."""
    return tuple(rng.choices(die.faces, [die.weight(face) for face in die.faces])[0] for die in roll.dice)


def plies(rules: System[Any], start: Any, seed: int) -> int:
    """The length of a seed's random game."""
    return sum(1 for _ in random_game(rules, start, seed))


def never_stuck(rules: System[Any], state: Any, choices: Sequence[Action]) -> None:
    """Some seat has a legal action until there is a result, and none after it."""
    over = rules.result(state) is not None
    assert over == (rules.to_act(state) is None), "result and to_act disagree"
    assert over == (not choices), f"{len(choices)} actions, but over is {over}"


def candidates_agree(rules: System[Any], state: Any, choices: Sequence[Action], others: Sequence[Action]) -> None:
    """Candidates are distinct, canonical and legal; any other action is legal only if its canonical form is a
    candidate.

    For a roll of many dice the candidates are only representatives; any fitting faces are legal.
    """
    listed = set(choices)
    assert len(listed) == len(choices), "an action is listed twice"
    for action in choices:
        assert rules.check(state, action), f"listed, but refused: {action.notation}"
        assert action == rules.canonical(state, action), f"not canonical: {action.notation}"
    if rules.candidates_complete(state):
        interrupts = capability(rules, Interrupts).interrupts
        out_of_turn = {action for seat in rules.seats for action in interrupts(state, seat)}
        roll = rules.pending_roll(state)
        for action in others:
            if roll is not None and roll.combinations > MAX_ENUMERATED and isinstance(action, Faces):
                assert bool(rules.check(state, action)) == roll.fits(action.faces), action.notation
            elif rules.check(state, action):
                form = rules.canonical(state, action)
                assert (form in listed) + (form in out_of_turn) == 1, f"legal, but not listed once: {action.notation}"
            else:
                assert action not in listed, f"listed, but refused: {action.notation}"


def units_are_named(rules: System[Any], state: Any, choices: Sequence[Action], rng: random.Random) -> None:
    """An action's units are those in its notation; the candidates of a single unit are legal, name it, and include all
    of the general candidates that do."""
    known = {counter.unit for counter in rules.counters(state)}
    for action in choices:
        named = set(re.split(r"[ ,:>]+", action.notation)) & known
        assert named == set(action.units), f"{action.notation} names {named}, its units are {action.units}"
    for unit in rng.sample(sorted(known), min(5, len(known))):
        own = capability(rules, UnitActions).legal_actions_of(state, unit)
        if own is None:
            continue
        assert len(own) == len(set(own)), f"an action of {unit} is listed twice"
        for action in own:
            assert unit in action.units, f"{action.notation} does not name {unit}"
            assert rules.check(state, action), f"listed of {unit}, but refused: {action.notation}"
        assert {action for action in choices if unit in action.units} <= set(own), unit


def refusals_give_reasons(rules: System[Any], state: Any, others: Sequence[Action], numbers: frozenset[str]) -> None:
    """A refused action raises, changes nothing, and cites rules that are in the rulebook."""
    before = json.dumps(rules.position(state))
    for action in others:
        verdict = rules.check(state, action)
        if isinstance(verdict, Illegal):
            for reason in verdict.reasons:
                assert isinstance(reason.text, Message), reason.text
                assert str(reason.text).strip()
                assert (rules.name, True) == (reason.rule.system, reason.rule.number in numbers), str(reason)
            assert str(verdict) == refused_as(rules, state, action), action.notation
    assert before == json.dumps(rules.position(state)), "a refused action changed the state"


def refused_as(rules: System[Any], state: Any, action: Action) -> str:
    """The message of ``apply`` for an action it refuses; empty if it accepts it."""
    try:
        rules.apply(state, action)
    except IllegalAction as error:
        return str(error.verdict)
    return ""


def position_round_trips(rules: System[Any], state: Any, choices: Sequence[Action]) -> None:
    """A position survives JSON and back with the same seat to act and the same actions."""
    position = rules.position(state)
    again = rules.from_position(json.loads(json.dumps(position)))
    assert position == rules.position(again)
    assert rules.to_act(state) == rules.to_act(again)
    assert [a.notation for a in choices] == [a.notation for a in rules.candidates(again)]
    assert rules.prompt(state) == rules.prompt(again)
    assert capability(rules, Interrupts).may_interrupt(state) == capability(rules, Interrupts).may_interrupt(again)
    assert hash_state(rules, state) == hash_state(rules, again)


def notations_round_trip(rules: System[Any], choices: Sequence[Action]) -> None:
    """Every action's notation parses to the action; different actions have different ones."""
    for action in choices:
        assert action == rules.parse(action.notation), action.notation
    assert len({action.notation for action in choices}) == len(choices)


def chance_is_exact(rules: System[Any], state: Any, choices: Sequence[Action]) -> None:
    """For a pending roll of few dice every roll is a candidate, for many dice one of each branch; the chances sum to 1,
    one action's preview agrees, and each die has one owner."""
    roll = rules.pending_roll(state)
    assert (roll is not None) == (rules.to_act(state) == CHANCE)
    if roll is None:
        return
    assert representatives(roll, lambda: rules.branches(state)) == list(choices)
    assert all(die.weight(face) > 0 for die in roll.dice for face in die.faces), "a face that cannot come up"
    if roll.combinations <= MAX_ENUMERATED:
        assert roll.total_weight == sum(roll.weight(faces) for faces in roll.all_faces())
    named = [k for group in roll.groups for k in group.dice]
    assert sorted(set(named)) == sorted(named), "a die lies in two groups"
    assert set(named) <= set(range(len(roll.dice)))
    assert sum(roll.outcomes.values(), Fraction(0)) == 1
    preview = rules.preview(state, choices[0])
    if preview is not None:
        shown = {outcome.result: outcome.chance for outcome in preview.outcomes if outcome.chance}
        assert dict(roll.outcomes) == shown


def branches_are_exact(rules: System[Any], state: Any) -> None:
    """Every outcome of the pending roll leads to one of the branches, with the stated probability.

    If there are too many outcomes to try them all, enough are sampled to reveal a clearly wrong branch.
    """
    roll = rules.pending_roll(state)
    if roll is None:
        assert not rules.branches(state)
        return
    found: dict[str, Fraction] = {}
    for branch in rules.branches(state):
        assert roll.fits(branch.faces)
        after = hash_state(rules, rules.apply(state, Faces(branch.faces))[0])
        found[after] = found.get(after, Fraction(0)) + branch.chance
    assert sum(found.values(), Fraction(0)) == 1
    if roll.combinations > MAX_ENUMERATED:
        _sampled(rules, state, roll, found)
        return
    brute: dict[str, Fraction] = {}
    for faces in roll.all_faces():
        after = hash_state(rules, rules.apply(state, Faces(faces))[0])
        brute[after] = brute.get(after, Fraction(0)) + Fraction(roll.weight(faces), roll.total_weight)
    assert brute == found


SAMPLE = 400
"""The number of sampled rolls of many dice."""


def _sampled(rules: System[Any], state: Any, roll: Roll, found: Mapping[str, Fraction]) -> None:
    """Sampled rolls lead only to branches, each within five standard deviations of its probability."""
    rng = random.Random(roll.total_weight)
    fell = Counter(hash_state(rules, rules.apply(state, Faces(random_faces(roll, rng)))[0]) for _ in range(SAMPLE))
    assert fell.keys() <= found.keys(), "a roll that no branch stands for"
    for after, chance in found.items():
        spread = (SAMPLE * float(chance * (1 - chance))) ** 0.5
        assert abs(fell[after] - SAMPLE * float(chance)) <= 5 * spread + 1, (fell[after], float(chance))


def screen_is_told_the_truth(rules: System[Any], state: Any) -> None:
    """Prompt, pickable units, survey, main button and view agree with check."""
    prompt = rules.prompt(state)
    assert prompt.to_act == rules.to_act(state)
    assert prompt.to_act is None or prompt.phase_key in (*rules.phases(state), *rules.theme.opening)
    declined = isinstance(rules, Reactions) and prompt.main is not None
    assert not prompt.reaction or declined, "a reaction nobody can decline"
    assert all(0 <= budget.left <= budget.whole for budget in prompt.budgets)
    counters = {counter.unit: counter for counter in rules.counters(state)}
    for counter in counters.values():
        assert all(isinstance(words, str | Message) for line in counter.lines for words in line), counter.lines
        assert set(counter.marks) <= screen_data(rules.theme.art).marks.keys(), counter.marks
    picks = pickable(rules, state)
    assert {*picks["act"], *picks["target"]} <= counters.keys()
    for duty in prompt.duties:
        assert set(duty.units) <= counters.keys()
    if prompt.mode in ("move", "place", "advance"):
        for unit in picks["act"]:
            for place, offer in offers_by_place(rules.offers(state, Picked((unit,)))).items():
                if isinstance(offer.verdict, Legal):
                    assert offer.actions, f"no way of {unit} to {place}"
                    assert rules.check(state, offer.actions[0]), offer.actions[0].notation
                else:
                    assert offer.verdict.reasons
    if isinstance(rules, HiddenInformation):
        views_keep_to_the_rules(rules, state)
    else:
        assert all(rules.position(seen_by(rules, state, seat)) == rules.position(state) for seat in rules.seats)


def views_keep_to_the_rules(rules: System[Any], state: Any) -> None:
    """The seat to act has the same prompt and legal actions in its own view; a view is a complete state, and all views
    agree on the seat to act, the pending roll and the end of the game."""
    for seat in (*rules.seats, SPECTATOR):
        view = seen_by(rules, state, seat)
        place = rules.position(view)
        assert rules.position(seen_by(rules, view, seat)) == place
        assert rules.position(rules.from_position(json.loads(json.dumps(place)))) == place
        assert rules.to_act(view) == rules.to_act(state)
        assert rules.pending_roll(view) == rules.pending_roll(state)
        assert rules.result(view) == rules.result(state)
        if seat == rules.to_act(state):
            assert list(rules.candidates(view)) == list(rules.candidates(state))
            assert rules.prompt(view) == rules.prompt(state)
            for unit in (counter.unit for counter in rules.counters(view)[:4]):
                seen, true = (rules.offers(each, Picked((unit,))) for each in (view, state))
                assert [(o.action, o.place, o.verdict) for o in seen] == [(o.action, o.place, o.verdict) for o in true]


def result_is_one_of_the_seats(rules: System[Any], state: Any, numbers: frozenset[str]) -> None:
    """A result names a winner or a draw, a rule of the rulebook, and a key for statistics."""
    result = rules.result(state)
    assert result is not None
    assert result.winner in (*rules.seats, DRAW)
    assert result.rule.number in numbers
    assert result.ending
    assert result.text


def past_is_unchanged(rules: System[Any], past: Sequence[tuple[Any, str]]) -> None:
    """Every earlier state still has its original hash."""
    for number, (state, was) in enumerate(past):
        assert was == hash_state(rules, state), f"state {number} has changed"


def words_of(value: Any) -> list[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        return [*value, *chain.from_iterable(map(words_of, value.values()))]
    return list(chain.from_iterable(map(words_of, value))) if isinstance(value, list) else (
        [value] if isinstance(value, str) else [])


def spoilt(rng: random.Random, value: Any, words: Sequence[str]) -> Any:
    """A copy of a JSON value with one part changed to a value that may not fit, or to one of the words."""
    junk: list[Any] = [None, -1, 0, 99, True, "", "zz", [], {}, 1.5, rng.choice(words), [rng.choice(words)]]
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        if rng.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: spoilt(rng, value[key], words)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.15:
            return value[:at] + value[at + 1:]
        return [*value, value[at]] if kind < 0.3 else [*value[:at], spoilt(rng, value[at], words), *value[at + 1:]]
    return rng.choice(junk)


def spoilt_positions_are_refused(rules: System[Any], state: Any, seed: int, times: int, words: Sequence[str]) -> None:
    """A position with up to three faults is refused as a bad position, or can be played; no other error is raised."""
    rng = random.Random(seed)
    position = json.loads(json.dumps(rules.position(state)))
    for _ in range(times):
        bad = position
        for _ in range(rng.choice((1, 1, 2, 3))):
            bad = spoilt(rng, bad, words)
        if not isinstance(bad, dict):
            continue
        try:
            found = rules.from_position(bad)
        except BadPosition:
            continue
        never_stuck(rules, found, rules.candidates(found))
        position_round_trips(rules, found, rules.candidates(found))


def preview_of(rules: System[Any], state: Any, action: Action) -> None:
    """A preview has lines that add up to its totals, chances that sum to 1, and modifiers with name and rule."""
    preview = rules.preview(state, action)
    if preview is None:
        return
    assert sum((outcome.chance for outcome in preview.outcomes), Fraction(0)) == 1
    assert all(modifier.name and modifier.rule.number for modifier in preview.modifiers)
    own = [modifier for line in (*preview.attackers, *preview.defenders) for modifier in line.modifiers]
    assert all(modifier in preview.modifiers for modifier in own)


def layers_lie_on_the_board(rules: System[Any], state: Any) -> None:
    """Layers have places of the board, a seat of the game and their own name; a system without layers in its traits has
    none, with or without a selected unit."""
    board = rules.board(state)
    for unit in (None, *(counter.unit for counter in rules.counters(state)[:3])):
        layers = rules.layers(state, unit)
        assert not layers or rules.traits.layers, layers
        assert len({layer.name for layer in layers}) == len(layers)
        for layer in layers:
            assert layer.title
            assert layer.seat is None or layer.seat in rules.seats
            assert all(board.knows(place) for place in (*layer.places, *(end for link in layer.links for end in link)))
