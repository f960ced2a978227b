"""A program's session with the referee: its game, and the effect of each request."""

from __future__ import annotations

from functools import singledispatchmethod
from pathlib import Path
from reprlib import repr as short
from typing import Any

from game import catalog
from game.ai.choice import PlayerMemory
from game.ai.players import make
from game.core.action import Action, Faces
from game.core.capability import UnitActions, capability, seen_by
from game.core.chance import CHANCE, MAX_ENUMERATED
from game.core.contract import BadPosition, System
from game.core.interrupts import Interrupts
from game.core.message import say
from game.core.nearest import with_nearest
from game.core.verdict import Illegal, IllegalAction
from game.levels import computer_player, computer_players
from game.match.errors import JournalError, NotNow
from game.match.loading import load
from game.match.match import Match
from game.referee import answers, requests
from game.referee.answers import Json
from game.referee.refusals import REFUSALS, refusal
from game.referee.requests import BadRequest


class Session:
    """A session with at most one game. A refused request changes nothing."""

    def __init__(self) -> None:
        self._match: Match[Any] | None = None
        self._memories: dict[str, tuple[str, PlayerMemory]] = {}
        """Seat -> the level that was last asked for advice, and its plan."""
        self.over = False
        """Whether the program has sent ``quit``."""

    def answer(self, line: bytes) -> Json:
        """The reply to a request line."""
        try:
            reply = self._do(requests.read(line))
        except REFUSALS as error:
            return refusal(error)
        if self._match and self._match.trouble:
            reply["warning"] = str(self._match.trouble)
        return {"ok": True, **reply}

    def close(self) -> str:
        """Close the record properly. Return what went wrong; empty if nothing did."""
        if self._match is None:
            return ""
        self._match.release()
        return str(self._match.trouble or "")

    @property
    def match(self) -> Match[Any]:
        """The game.

        :raises NotNow: if there is none.
        """
        if self._match is None:
            raise NotNow("there is no game yet; begin one with 'new' or 'load'")
        return self._match

    @singledispatchmethod
    def _do(self, request: Any) -> Json:
        """The reply to a request, without ``ok``; one method below for each class of requests."""
        raise BadRequest("bad-request", f"unknown request {request!r}")

    @_do.register
    def _(self, request: requests.SystemsRequest) -> Json:
        usable_rules, errors = catalog.usable()
        faults = {"faults": [str(error) for error in errors]} if errors else {}
        return {"systems": [answers.system(rules, computer_players()) for rules in usable_rules], **faults}

    @_do.register
    def _(self, request: requests.NewRequest) -> Json:
        given_position = dict(request.position or {})
        system = _common_value("system", request.system, given_position.pop("system", None))
        if not isinstance(system, str):
            raise BadRequest("bad-request", f"no system is given; the systems are {', '.join(catalog.names())}")
        rules = catalog.rules(system)
        scenario = catalog.scenario(rules, _common_value("scenario", request.scenario, given_position.get("scenario")))
        options = _options(rules, request.options, given_position.get("options"))
        position = None
        if request.position is not None:
            position = {**given_position, "scenario": scenario.name, "options": list(options)}
        try:
            match: Match[Any] = Match.begin(
                rules,
                scenario.name,
                options,
                seed=request.seed,
                position=position,
                record=None if request.record is None else _path(request.record),
                replace=request.replace,
            )
        except JournalError as error:
            raise JournalError(error.path, say("{text}; no game was started", text=error.text)) from None
        return self._switch_to(match)

    @_do.register
    def _(self, request: requests.BoardRequest) -> Json:
        return answers.ground(self.match.rules.board(self.match.state))

    @_do.register
    def _(self, request: requests.PositionRequest) -> Json:
        match = self.match
        header = {"system": match.rules.name, "scenario": match.header.scenario, "options": list(match.header.options),
                  "units": []}  # a position may leave them out if there are none yet
        return {"position": {**header, **answers.plain(match.rules.position(match.state))}}

    @_do.register
    def _(self, request: requests.PromptRequest) -> Json:
        return answers.prompt(self.match)

    @_do.register
    def _(self, request: requests.LegalRequest) -> Json:
        match, rules, state = self.match, self.match.rules, self.match.state
        if request.seat is not None and self._interrupts(request.seat):
            actions, complete = capability(rules, Interrupts).interrupts(state, request.seat), True
        else:
            roll = rules.pending_roll(state) if match.to_act == CHANCE else None
            actions = rules.candidates(state) if match.to_act else ()
            complete = (roll.combinations <= MAX_ENUMERATED if roll else
                        not match.to_act or rules.candidates_complete(state))
        if request.unit is None:
            notations = [action.notation for action in actions]
        else:
            unit_names = [counter.unit for counter in rules.counters(state)]
            if request.unit not in unit_names:
                fault = with_nearest(f"no unit is called {request.unit!r}", request.unit, unit_names)
                raise BadRequest("bad-request", str(fault))
            is_seat_to_act = match.to_act in rules.seats and request.seat in (None, match.to_act)
            if is_seat_to_act and (
                    unit_actions := capability(rules, UnitActions).legal_actions_of(state, request.unit)) is not None:
                actions, complete = unit_actions, True
            notations = [action.notation for action in actions if request.unit in action.units]
        limited = notations[: request.limit]
        return {"actions": limited, "complete": complete and len(limited) == len(notations)}

    @_do.register
    def _(self, request: requests.CheckRequest) -> Json:
        verdict = self.match.check(self._action(request.action))
        if isinstance(verdict, Illegal):
            return {"legal": False, "reasons": answers.reasons(verdict.reasons)}
        return {"legal": True, **answers.warnings(verdict)}

    @_do.register
    def _(self, request: requests.PreviewRequest) -> Json:
        match, action = self.match, self._action(request.action)
        verdict = match.check(action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        preview = match.rules.preview(match.state, action)
        if preview is None:
            raise BadRequest("bad-request", f"{request.action!r} is not followed by a roll")
        return answers.preview(preview)

    @_do.register
    def _(self, request: requests.PlayRequest) -> Json:
        match, action = self.match, self.match.parse(request.action, request.seat)
        if request.seat is not None:
            actor = self._seat(request.seat) and match.actor(action)
            if match.to_act is not None and actor != request.seat:
                raise NotNow(f"{request.action!r} is not for {request.seat} to do; {_waiting_text(match)}")
        return {"events": answers.events(match.play(action).events), **self._prompt()}

    @_do.register
    def _(self, request: requests.RollRequest) -> Json:
        ply = self.match.roll(request.faces)
        assert isinstance(ply.action, Faces), "the action of a roll is its faces"
        return {"faces": list(ply.action.faces), "events": answers.events(ply.events), **self._prompt()}

    @_do.register
    def _(self, request: requests.UndoRequest) -> Json:
        self.match.undo(consent=request.consent)
        self._memories.clear()
        return self._prompt()

    @_do.register
    def _(self, request: requests.SuggestRequest) -> Json:
        match = self.match
        if computer_player(request.player) is None:
            raise catalog.UnknownName("player", request.player, computer_players())
        seat = request.seat if request.seat not in (None, "") else match.to_act
        if seat is None or (seat == CHANCE and not request.seat):
            raise NotNow("the game is over" if seat is None else "a roll is pending; no seat has a choice")
        seed, view = match.player_seed(self._seat(seat), request.player), seen_by(match.rules, match.state, seat)
        level, memory = self._memories.get(seat, ("", PlayerMemory()))
        if level != request.player or not memory.leads_to(view):
            memory = PlayerMemory()
        player = make(request.player, match.rules, seat, seed, memory=memory)
        self._memories[seat] = request.player, memory
        if match.draw_offer not in (None, seat):
            draw = player.answer_draw(view, request.limit_s)
            if draw.accepts or seat != match.to_act:
                return answers.draw_answer(draw, seat)
        choice = (player.interrupt if self._interrupts(seat) else player.choose)(view, request.limit_s)
        return answers.suggestion(choice)

    @_do.register
    def _(self, request: requests.SaveRequest) -> Json:
        self.match.save(_path(request.path), replace=request.replace)
        return self._prompt()

    @_do.register
    def _(self, request: requests.LoadRequest) -> Json:
        path = _path(request.path)
        loaded = load(path)
        if loaded.fault and not request.recover:
            raise loaded.fault
        match = loaded.match
        if request.record is not None:
            record = _path(request.record)
            if not (loaded.fault or loaded.migrated) and _is_same_file(record, path):
                match.reopen(path)
            else:
                match.continue_in(record, replace=request.replace)
        warning = "" if match.record or match.result else _unrecorded(path)
        reply = self._switch_to(match, str(loaded.fault or ""), warning)
        return {**reply, "record": None if match.record is None else str(match.record)}

    @_do.register
    def _(self, request: requests.HashRequest) -> Json:
        return {"hash": self.match.hash}

    @_do.register
    def _(self, request: requests.VersionRequest) -> Json:
        return answers.version()

    @_do.register
    def _(self, request: requests.QuitRequest) -> Json:
        self.over = True
        return {}

    def _action(self, text: str) -> Action:
        """The action that a text notates."""
        return self.match.parse(text)

    def _seat(self, name: str) -> str:
        """Check that a seat is in the game, and return it.

        :raises UnknownName: if it is not.
        """
        seats = self.match.rules.seats
        if name not in seats:
            raise catalog.UnknownName("seat", name, seats)
        return name

    def _interrupts(self, seat: str) -> bool:
        """Whether an action of a seat would be an interrupt now.

        :raises UnknownName: for an unknown seat.
        :raises NotNow: if it may not act at all.
        """
        match = self.match
        if self._seat(seat) == match.to_act:
            return False
        if match.result or seat not in capability(match.rules, Interrupts).may_interrupt(match.state):
            raise NotNow(f"{seat} may not act now; {_waiting_text(match)}")
        return True

    def _prompt(self) -> Json:
        """The prompt of the game."""
        return answers.prompt(self.match)

    def _switch_to(self, match: Match[Any], *warnings: str) -> Json:
        """Switch to another game, closing the record of the last one; return the prompt and any warnings."""
        warning = "; ".join(filter(None, (self.close(), *warnings)))
        self._match = match
        self._memories.clear()
        return {**self._prompt(), **({"warning": warning} if warning else {})}


def _common_value(key: str, in_request: str | None, in_position: Any) -> str | None:
    """The value of a key given in the request, in its position, or in both; None if in neither.

    :raises BadRequest: if they differ.
    :raises BadPosition: if the position's value is not a name.
    """
    if in_position is not None and not isinstance(in_position, str):
        raise BadPosition(f"{key}: expected a name, not {short(in_position)}")
    if in_request is not None and in_position is not None and in_request != in_position:
        raise BadRequest("bad-request", f"{key} is {in_request!r} in the request and {in_position!r} in its position")
    return in_position if in_request is None else in_request


def _options(rules: System[Any], in_request: tuple[str, ...] | None, in_position: Any) -> tuple[str, ...]:
    """The options given in the request, in its position, or in both.

    :raises BadRequest: if they differ.
    :raises BadPosition: if the position's options are not a list of names.
    :raises game.catalog.UnusableName: for an unknown or unusable option.
    """
    if in_position is not None and not (
            isinstance(in_position, list) and all(isinstance(name, str) for name in in_position)):
        raise BadPosition(f"options: expected a list of names, not {short(in_position)}")
    names = in_position or () if in_request is None else in_request
    options = catalog.options(rules, names, position=in_position is not None)
    if (in_request is not None and in_position is not None
            and options != catalog.options(rules, in_position, position=True)):
        raise BadRequest("bad-request",
                         f"options are {list(in_request)} in the request and {in_position} in its position")
    return options


def _path(text: str) -> Path:
    """The path that a request names.

    :raises BadRequest: if it cannot be the name of a file.
    """
    if not text or "\0" in text:
        raise BadRequest("bad-request", f"a path is a file's name, not {text!r}")
    return Path(text)


def _is_same_file(path: Path, other: Path) -> bool:
    """Whether two paths name one file."""
    try:
        return path.samefile(other)
    except OSError:
        return False


def _unrecorded(path: Path) -> str:
    """The warning that a loaded game is not recorded."""
    return f"what is played from here on is not recorded; 'record' in 'load' names a file for it, a new one or {path}"


def _waiting_text(match: Match[Any]) -> str:
    """What the game is waiting for."""
    if match.to_act is None:
        return "the game is over"
    return "a roll is pending" if match.to_act == CHANCE else f"{match.to_act} must act"
