"""The referee's answers: values of the rules as JSON. Chances of results are fraction strings, the chance of winning
(``odds``) is a decimal; messages are in English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from game import VERSION
from game.ai.choice import DrawAnswer, PlayerChoice
from game.board.board import Board
from game.board.plane import PlaneBoard
from game.core.action import Action
from game.core.batch import StillToDo, TurnEnds
from game.core.capability import capability
from game.core.chance import Modifier
from game.core.contract import OptionInfo, System
from game.core.event import Event, Rolled
from game.core.interrupts import Interrupts
from game.core.message import Text, plural
from game.core.preview import Outcome, Preview
from game.core.verdict import Legal, Reason, RuleRef
from game.match.agreements import AcceptDraw, DeclineDraw
from game.match.match import Match
from game.match.record import FORMAT

Json = dict[str, Any]
"""A JSON object."""

PROTOCOL = 1
"""The version of the protocol. Within a version, requests and keys are only added."""


def plain(value: Any) -> Any:
    """A value as JSON: citations and fractions as text, sets as sorted arrays, other iterables as arrays, dataclasses
    as objects, anything else as its text."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case RuleRef() | Fraction():
            return str(value)
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case set() | frozenset():
            return sorted(map(plain, value))
        case Iterable():
            return [plain(item) for item in value]
        case _ if is_dataclass(value):
            return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
        case _:
            return str(value)


def citation(rule: RuleRef) -> Json:
    """A citation: the printed rule number, and the ruling on it if one applies."""
    return {"rule": rule.number} if rule.ruling is None else {"rule": rule.number, "ruling": rule.ruling}


def reasons(given: Iterable[Reason]) -> list[Json]:
    """Reasons for a verdict, each with its citation, text and values."""
    return [{**citation(each.rule), "text": str(each.text), "values": plain(each.values)} for each in given]


def warnings(verdict: Legal) -> Json:
    """The warning of a legal action, under the key ``warnings``; an empty object if it has none."""
    return {"warnings": reasons((verdict.note,))} if verdict.note is not None else {}


def events(action_events: Iterable[Event]) -> list[Json]:
    """The events of an action."""
    return [_rolled(event) if isinstance(event, Rolled) else _event(event, event.type, event.fields())
            for event in action_events]


def _event(event: Event, type_: str, values: Mapping[str, Any]) -> Json:
    """An event: its type, text and citation, and the values of that type."""
    return {"type": type_, "text": str(event.text), **citation(event.rule), **plain(values)}


def _rolled(event: Rolled) -> Json:
    """A roll as one of the protocol's two events: ``flipped`` if heads are counted, else ``rolled``. ``die`` is
    the first number rolled or drawn with the coins, 0 if there is none."""
    if event.coins:
        return _event(event, "flipped", {
            "title": event.title, "coins": event.coins, "heads": event.heads, "needed": event.needed,
            "die": next(iter(event.numbers), 0), "result": event.result, "meaning": event.meaning,
            "seats": [group.seat for group in event.groups], "places": event.places,
        })
    optional: Json = {key: value for key, value in (("title", event.title), ("places", event.places)) if value}
    hits = event.hits
    if event.groups:
        optional["groups"] = [{"title": g.title, "seat": g.seat, "unit": g.unit, "dice": g.dice} for g in event.groups]
    if hits is not None:
        optional |= {"hits": hits, "needed": event.needed}
    return _event(event, "rolled", {
        "faces": event.faces, "column": event.column, "row": event.row, "result": event.result,
        "meaning": event.meaning, **optional,
    })


def modifier(term: Modifier) -> Json:
    """A modifier: its value, name and citation, and the unit it belongs to, if any."""
    unit = {} if term.unit is None else {"unit": term.unit}
    return {"value": term.value, "name": str(term.name), **citation(term.rule), **unit}


def chances(outcomes: Iterable[Outcome]) -> Json:
    """Result -> its chance."""
    return {outcome.result: str(outcome.chance) for outcome in outcomes}


def preview(given: Preview) -> Json:
    """The arithmetic of a combat, with the chance of every result."""
    return {
        "attack": given.attack,
        "defence": given.defence,
        "modifiers": [modifier(term) for term in given.modifiers],
        "ratio": str(given.total),
        "rounding": str(given.reading),
        "column": given.column,
        "outcomes": chances(given.outcomes),
        "note": str(given.note),
        **({"risk": str(given.risk)} if given.risk else {}),
    }


def suggestion(choice: PlayerChoice | None) -> Json:
    """A computer player's action, its plan, and its next best choices.

    :param choice: None if the player does not interrupt.
    """
    if choice is None:
        return {"action": None, "why": "lets play continue", "plan": [], **_odds(None), "alternatives": []}
    return {
        "action": choice.action.notation,
        "why": str(choice.why),
        "plan": _plan(choice.plan),
        **_odds(choice.value),
        "alternatives": [{"plan": _plan(other.plan), **_odds(other.value)} for other in choice.alternatives],
    }


def draw_answer(answer: DrawAnswer, seat: str) -> Json:
    """A computer player's answer to a draw offer, in the form of a suggestion."""
    action = AcceptDraw(seat) if answer.accepts else DeclineDraw(seat)
    return {"action": action.notation, "why": str(answer.why), "plan": [], **_odds(answer.value), "alternatives": []}


def _plan(actions: Iterable[Action]) -> list[str]:
    """The notations of the actions of a plan."""
    return [action.notation for action in actions]


def _odds(value: float | None) -> Json:
    """A score from -1 to 1, also as the chance of winning, in which a draw counts half; both None without a score."""
    if value is None:
        return {"value": None, "odds": None}
    return {"value": round(value, 4), "odds": round((1 + value) / 2, 2)}


def still_open(match: Match[Any]) -> list[Json]:
    """What can still be done in the phase, by kind, with the units. If the phase cannot be ended yet and the system
    names no kinds, the units that can act. What would be lost by ending the phase is not listed; the action that ends
    it warns of it."""
    rules, state, current_prompt = match.rules, match.state, match.prompt
    if current_prompt.to_act not in rules.seats:
        return []
    open_tasks = tuple(each for each in capability(rules, TurnEnds).still_to_do(state) if not each.is_loss)
    if not open_tasks and (current_prompt.main is None or not rules.check(state, current_prompt.main)):
        own_units = {counter.unit for counter in rules.counters(state) if counter.seat == current_prompt.to_act}
        acting_units = dict.fromkeys(unit for action in rules.candidates(state) for unit in action.units)
        units = tuple(unit for unit in acting_units if unit in own_units)
        text = plural("{count} unit can act", "{count} units can act", len(units))
        open_tasks = (StillToDo(text, units),) if units else ()
    return [{"units": list(each.units), "text": str(each.text), **citation(current_prompt.rule),
             **({"groups": list(each.groups)} if each.groups else {})} for each in open_tasks]


def prompt(match: Match[Any]) -> Json:
    """A prompt in the protocol's form: the seat to act, interrupts, phase, duties, open actions, pending roll, draw
    offer, agreements and result."""
    current_prompt, result = match.prompt, match.result
    roll = match.rules.pending_roll(match.state) if result is None else None
    return {
        "to_act": match.to_act,
        "may_interject": [] if result else list(capability(match.rules, Interrupts).may_interrupt(match.state)),
        "phase": current_prompt.phase,
        "turn": current_prompt.turn,
        "text": str(current_prompt.text),
        **citation(current_prompt.rule),
        "duties": [{"units": list(duty.units), "text": str(duty.text), **citation(duty.rule)}
                   for duty in current_prompt.duties],
        "open": still_open(match),
        "roll": roll and {
            "title": str(roll.title),
            "seat": roll.seat,
            **citation(roll.rule),
            "dice": [{"name": die.name, "faces": list(die.faces)} for die in roll.dice],
            "outcomes": plain(roll.outcomes),
        },
        "draw_offer": match.draw_offer,
        "match_actions": [action.notation for action in match.agreements],
        "result": result and {
            "winner": result.winner, "text": str(result.text), **citation(result.rule), "ending": result.ending,
        },
    }


def version() -> Json:
    """The versions of the protocol, the program and the records it writes."""
    return {"protocol": PROTOCOL, "program": f"Drumhead {VERSION}", "record_format": FORMAT}


def summary(text: Text) -> Json:
    """A summary, under the key ``summary``; an empty object if the text is empty."""
    return {"summary": str(text)} if text else {}


def option(info: OptionInfo) -> Json:
    """An option; one with alternatives also lists these, requested as ``NAME=CHOICE``."""
    entry: Json = {"name": info.name, "title": str(info.title), **citation(info.rule)}
    if info.alternatives:
        entry["choices"] = [
            {"name": each.name, "title": str(each.title), **summary(each.summary)} for each in info.alternatives]
        entry["default"] = info.default
    optional = {**summary(info.summary), "needs": info.needs, "seat": info.seat}
    return entry | {key: value for key, value in optional.items() if value}


def system(rules: System[Any], players: Iterable[str]) -> Json:
    """A system with its scenarios, options, seats and players."""
    return {
        "name": rules.name,
        "title": str(rules.theme.title),
        "scenarios": [scenario.name for scenario in rules.scenarios],
        "options": [option(info) for info in rules.options],
        "seats": list(rules.seats),
        "players": list(players),
    }


def ground(board: Board) -> Json:
    """The places of a board; for a table without a grid, its size and its terrain, in thousandths of a base width:
    ``points`` are an outline, or the course of a line if ``width`` is not 0."""
    if not isinstance(board, PlaneBoard):
        return {"places": places(board)}
    return {
        "size": list(board.size),
        "terrain": [
            {"kind": piece.kind, "name": piece.name, "points": list(map(list, piece.points)), "width": piece.width}
            for piece in board.terrain
        ],
    }


def places(board: Board) -> Json:
    """Every place of a board: its name, terrain, flags and level, its neighbours with the features between, their
    directions and the roads to them, its zones, and whether it is an objective.

    ``terrain`` is a list in this version of the protocol, although a place has only one.
    For a feature with two unlike sides, ``here`` says whether this place is on the side that the map marks, e.g. the
    low side of a slope.
    """
    objective_places = {place for members in board.objectives.values() for place in members}
    answer: Json = {}
    for place in board.places:
        terrain, *flags = board.ground_of(place)
        neighbours = board.neighbours_of(place)
        answer[place] = {
            "name": board.name_of(place),
            "terrain": [terrain],
            "flags": flags,
            "level": board.level_of(place),
            "neighbours": {n: [{"kind": f.kind, "here": f.on_marked_side} for f in board.between(place, n)]
                           for n in neighbours},
            "directions": dict(board.directions_of(place)),
            "roads": {n: list(kinds) for n, kinds in board.roads_of(place).items()},
            "zones": [zone for zone, members in board.zones.items() if place in members],
            "objective": place in objective_places,
        }
    return answer
