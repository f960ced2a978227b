"""The frames of a lesson: what each step shows, with the answers of the rules and the states before and after it; and
the faults of a lesson: everything that is not as its steps expect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from game import catalog
from game.board.fault import MapError
from game.core.action import Action, BadNotation, Faces
from game.core.capability import capability
from game.core.chance import Modifier
from game.core.codec import BadPosition
from game.core.contract import System
from game.core.event import Event, Rolled, first_roll
from game.core.message import Text, error_text, say
from game.core.pose import DEGREE, FULL_TURN, read_pose
from game.core.presenter import MovesAsOffers
from game.core.preview import Preview
from game.core.rules import pending_preview
from game.core.verdict import Illegal, IllegalAction, Legal, Verdict
from game.match.lesson_rules import rule_numbers
from game.match.lessons import Lesson, LessonError, LessonStep, Show
from game.match.setup import read_position

ROUNDING_TOLERANCE = 2
"""The distance, in units of the board, by which a computed pose may differ from an expected one because of rounding."""
HAND_TOLERANCE = (250, 10 * DEGREE)
"""The distance and the angle, in units of the board and of angles, by which a pose set by hand may differ: half an MU
and 10 degrees; chosen."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a lesson as it is shown."""

    step: LessonStep
    before: Any
    """The state in which the step checks, previews and plays; the lesson's start if the step returns to it."""
    state: Any
    """The state after the step; the same if it plays nothing."""
    events: tuple[Event, ...] = ()
    """The events of the step's actions."""
    asked_action: Action | None = None
    """The action that is checked or previewed; if there is neither, the step's roll. None for other steps."""
    verdict: Verdict | None = None
    """The verdict on the action that the step checks; None if it checks none."""
    preview: Preview | None = None
    """The arithmetic of a previewed action or of a roll; None if there is neither."""
    preview_after: Preview | None = None
    """The arithmetic of the roll that is pending after the step, if the step has none of its own or its roll is only a
    part of that arithmetic, e.g. a factor that is drawn; else None."""
    last_action: Action | None = None
    """The step's last action before its roll, or the roll if it is the only action; the first accepted one if the
    audience should act. None if the step only shows something."""
    odds: Fraction | None = None
    """The answer to the question to the audience if it is a chance; else None."""

    @property
    def caption(self) -> Text:
        """The caption, in simple Markdown."""
        return self.step.caption

    @property
    def cited_rules(self) -> tuple[str, ...]:
        """Numbers of the rules the step is about."""
        return self.step.rules


def frames(rules: System[Any], lesson: Lesson) -> Sequence[Frame]:
    """Work out every step of a lesson.

    :raises LessonError: with all faults, each with the number of its step.
    """
    run = _LessonRun(rules, lesson)
    if run.faults:
        raise LessonError(lesson.path, *run.faults)
    return run.frames


def accepts(rules: System[Any], frame: Frame, action: Action) -> bool:
    """Whether a legal action is what the audience should do: it is listed, or leads to the same position.

    On a table without a grid bases may end slightly off.
    """
    yours = frame.step.yours
    if yours is None:
        return False
    wanted = {rules.canonical(frame.before, rules.parse(text)) for text in yours.accept}
    if rules.canonical(frame.before, action) in wanted:
        return True
    after, _ = rules.apply(frame.before, action)
    if after == frame.state:
        return True
    if rules.traits.board != "plane" or rules.to_act(after) != rules.to_act(frame.state):
        return False
    places_before, places_after, places_wanted = ({counter.unit: counter.place or ""
                                                   for counter in rules.counters(state)}
                           for state in (frame.before, after, frame.state))
    # A step that moves nothing must match exactly: within the tolerance, an action that moves nothing would do as well.
    return places_wanted != places_before and all(
        _same_place(places_after.get(unit, ""), place, *HAND_TOLERANCE) for unit, place in places_wanted.items())


class _LessonRun:
    """The frames and faults of a lesson, worked out up to its end or to the first step that raises an error."""

    def __init__(self, rules: System[Any], lesson: Lesson) -> None:
        self.rules, self.lesson = rules, lesson
        self.frames: list[Frame] = []
        self.faults: list[Text] = []
        """The faults found, each with the number of its step."""
        self._options: tuple[str, ...] = ()
        """The options of the last step that has any; they are added to those of the lesson."""
        number = 0
        try:
            state = self._start()
            for number, step in enumerate(lesson.steps, 1):
                state = self._add_frame(state, step, number)
        except (BadNotation, BadPosition, IllegalAction, MapError, catalog.BrokenSystem, catalog.UnusableName) as error:
            self._note_fault(number, error_text(error))

    def _note_fault(self, number: int, text: Text) -> None:
        """Note a fault of a step; 0 stands for the lesson as a whole."""
        self.faults.append(say("step {number}: {text}", number=number, text=text) if number else text)

    def _start(self) -> Any:
        """The lesson's first state, with the options chosen so far.

        :raises BadPosition: if the lesson has a position, and options beside it.
        """
        lesson, options = self.lesson, (*self.lesson.options, *self._options)
        if not lesson.position:
            info = catalog.scenario(self.rules, lesson.scenario)
            return catalog.set_up(self.rules, info.name, catalog.options(self.rules, options))
        if options:
            raise BadPosition(say("options: expected none beside a position, which has its own"))
        return self.rules.from_position(read_position(self.rules, lesson.path.parent / lesson.position))

    def _add_frame(self, state: Any, step: LessonStep, number: int) -> Any:
        """Add the frame of a step and note its faults.

        :return: the state after it.
        """
        rules = self.rules
        if step.options is not None:
            self._options = step.options
        if step.returns_to_start:
            state = self._start()
        checked_action = rules.parse(step.check) if step.check else None
        verdict = rules.check(state, checked_action) if checked_action is not None else None
        previewed = rules.parse(step.preview) if step.preview else None
        actions = self._actions(state, step)
        before_roll, events = self._played(state, actions)
        preview = rules.preview(state, previewed) if previewed is not None else None
        faults = [*_verdict_faults(rules, state, step, checked_action, verdict), *_arithmetic_faults(step, preview),
                  *_citation_faults(rules.name, step), *_shown_faults(rules, state, step.show)]
        if step.roll is not None:
            faults += _value_fault("roll", _pending_chances(rules, before_roll), _fractions(step.roll))
        after = before_roll
        if step.faces is not None:
            roll = Faces(step.faces)
            previewed = previewed or roll
            preview = preview or rules.preview(before_roll, roll)
            after, roll_events = self._played(before_roll, [roll])
            actions, events = [*actions, roll], [*events, *roll_events]
        odds = None if step.ask is None else _total_chance(rules, before_roll, step.ask.results, preview)
        if step.ask is not None and step.ask.results and odds is None:
            faults.append(say("ask/results: expected results of the combat or roll of this step"))
        for text in (*faults, *_outcome_faults(rules, after, step, events)):
            self._note_fault(number, text)
        is_part = step.faces is not None and first_roll(events) is None
        preview_after = pending_preview(rules, after) if is_part or (preview is None and events) else None
        self.frames.append(Frame(step, state, after, tuple(events), checked_action or previewed, verdict, preview,
                                 preview_after, _last_action(actions), odds))
        return after

    def _actions(self, state: Any, step: LessonStep) -> list[Action]:
        """The actions that a step plays, without its roll: for a step of the audience, the first that it accepts.

        :raises IllegalAction: if the audience could not take one of the accepted actions.
        """
        if step.yours is None:
            return [self.rules.parse(text) for text in step.play]
        accepted = [self.rules.parse(text) for text in step.yours.accept]
        for action in accepted:
            if isinstance(refusal := self.rules.check(state, action), Illegal):
                raise IllegalAction(action, refusal)
        return accepted[:1]

    def _played(self, state: Any, actions: Sequence[Action]) -> tuple[Any, list[Event]]:
        """The state after actions, and their events."""
        events: list[Event] = []
        for action in actions:
            state, new_events = self.rules.apply(state, action)
            events += new_events
        return state, events


def _last_action(actions: Sequence[Action]) -> Action | None:
    """The last action that is not a roll, or a roll that is the only action; None if there is none."""
    if len(actions) == 1:
        return actions[0]
    return next((action for action in reversed(actions) if not isinstance(action, Faces)), None)


def _value_fault(key: str, actual: object, expected: object) -> Iterator[Text]:
    """A fault if a value is not the expected one.

    :param key: the key of the expected value in the lesson.
    """
    if actual != expected:
        yield say("{key}: expected {expected}, found {found}", key=key, expected=str(expected), found=str(actual))


def _fractions(chances: Mapping[str, str]) -> dict[str, Fraction]:
    """The written chances, e.g. ``5/16``, as numbers.

    :raises BadPosition: for a text that is no fraction.
    """
    try:
        return {name: Fraction(chance) for name, chance in chances.items()}
    except (ValueError, ZeroDivisionError):
        raise BadPosition(say("expected a chance such as 5/16")) from None


def _pending_chances(rules: System[Any], state: Any) -> dict[str, Fraction]:
    """Result -> its chance in the pending roll; empty if no roll is pending."""
    roll = rules.pending_roll(state)
    return {result: chance for result, chance in roll.outcomes.items() if chance} if roll is not None else {}


def _sums_by_rule(modifiers: Iterable[Modifier]) -> dict[str, int]:
    """Rule number -> the sum of its modifiers."""
    sums: Counter[str] = Counter()
    for modifier in modifiers:
        sums[modifier.rule.number] += modifier.value
    return dict(sums)


def _verdict_faults(
    rules: System[Any], state: Any, step: LessonStep, checked_action: Action | None, verdict: Verdict | None
) -> Iterator[Text]:
    """The faults in the rules' answer to the checked action, if any."""
    if checked_action is None or verdict is None:
        return
    yield from _value_fault("legal", bool(verdict), step.legal)
    yield from _value_fault("rule", str(verdict.reasons[0].rule) if isinstance(verdict, Illegal) else None, step.rule)
    if step.cost is not None:
        yield from _value_fault("cost", verdict.cost if isinstance(verdict, Legal) else None, step.cost)
    offer = capability(rules, MovesAsOffers).offer_for(state, checked_action)
    if offer is not None or step.measured is not None:
        yield from _value_fault("measured", str(offer.cost) if offer is not None else None, step.measured or "")


def _arithmetic_faults(step: LessonStep, preview: Preview | None) -> Iterator[Text]:
    """The faults in the arithmetic of the previewed action, if any."""
    if not step.preview:
        return
    if preview is None:
        yield say("preview: there is nothing to calculate")
        return
    chances = {outcome.result: outcome.chance for outcome in preview.outcomes if outcome.chance}
    actual: Mapping[str, object] = {
        "attack": preview.attack, "defence": preview.defence, "total": str(preview.total),
        "column": preview.column or "", "modifiers": _sums_by_rule(preview.modifiers),
        "attackers": _sums_by_rule(one for line in preview.attackers for one in line.modifiers),
        "defenders": _sums_by_rule(one for line in preview.defenders for one in line.modifiers),
    }
    for key, value in actual.items():
        if (expected := getattr(step, key)) is not None:
            yield from _value_fault(key, value, expected)
    if step.chances is not None:
        yield from _value_fault("chances", chances, _fractions(step.chances))
    if chances:
        yield from _value_fault("sum of the chances", sum(chances.values()), 1)


def _total_chance(rules: System[Any], state: Any, results: Sequence[str], preview: Preview | None) -> Fraction | None:
    """The total chance of some results of the preview, or of the pending roll; None if it has none of them.

    :param state: the state before the step's roll.
    """
    if preview is not None and preview.outcomes:
        chances = [one.chance for one in preview.outcomes if one.result in results or str(one.group) in results]
    else:
        chances = [chance for result, chance in _pending_chances(rules, state).items() if result in results]
    return sum(chances, Fraction(0)) if chances else None


def _citation_faults(system: str, step: LessonStep) -> Iterator[Text]:
    """A fault for each rule and ruling that a step cites and the rulebook does not have."""
    numbers = rule_numbers(system)
    for rule in dict.fromkeys((*step.rules, *(span.rule for span in step.links))):
        if rule not in numbers:
            yield say("the rulebook has no {number}", number=rule)
    for span in step.links:
        if span.ruling is not None and span.ruling not in numbers:
            yield say("the rulebook has no ruling {number}", number=span.ruling)


def _shown_faults(rules: System[Any], state: Any, show: Show) -> Iterator[Text]:
    """A fault for each unit and place to show that does not exist, and for the panel of a counter without a unit."""
    units = {counter.unit for counter in rules.counters(state)}
    board = rules.board(state)
    yield from (say("show/units: there is no {name!r}", name=name) for name in show.units if name not in units)
    for name in (*show.places, *show.arrow):
        if not board.knows(name):
            yield say("show: there is no place {name!r}", name=name)
    if show.panel == "counter" and not show.units:
        yield say("show/panel: expected a unit for the counter")


def _outcome_faults(rules: System[Any], state: Any, step: LessonStep, events: Sequence[Event]) -> Iterator[Text]:
    """The faults in the results of a step and in the position after it.

    :param state: the state after the step.
    """
    results = [event.result for event in events if isinstance(event, Rolled)]
    if step.faces is not None or results:
        yield from _value_fault("result", results, [step.result] if step.result is not None else [])
    counters = {counter.unit: counter for counter in rules.counters(state)}
    for unit, place in (step.places or {}).items():
        actual = counters[unit].place or "" if unit in counters else ""
        if not _same_place(actual, place):
            yield from _value_fault(f"places/{unit}", actual, place)
    for unit, marks in (step.marks or {}).items():
        actual_marks = sorted(counters[unit].marks) if unit in counters else None
        yield from _value_fault(f"marks/{unit}", actual_marks, sorted(marks))
    if step.position is not None:
        position = rules.position(state)
        for path, value in step.position.items():
            yield from _value_fault(f"position/{path}", _value_at(position, path.split("/")), value)
    if step.to_act is not None:
        yield from _value_fault("to_act", rules.to_act(state), step.to_act)


def _same_place(actual: str, wanted: str, distance_tolerance: int = ROUNDING_TOLERANCE,
                angle_tolerance: int = 0) -> bool:
    """Whether two places are the same; poses may differ within the tolerances, in units of the board and of angles."""
    one, other = read_pose(actual), read_pose(wanted)
    if one is None or other is None:
        return actual == wanted
    angle = abs(one.angle - other.angle)
    distance = max(abs(one.x - other.x), abs(one.y - other.y))
    return distance <= distance_tolerance and min(angle, FULL_TURN - angle) <= angle_tolerance


def _value_at(value: Any, path: Sequence[str]) -> Any:
    """The value at a path of keys in a position; None if there is none. A key of a list is the ``id`` of a row, or an
    index."""
    for key in path:
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list):
            rows = [row for row in value if isinstance(row, Mapping) and row.get("id") == key]
            value = rows[0] if rows else value[int(key)] if key.isdecimal() and int(key) < len(value) else None
        else:
            return None
    return value
