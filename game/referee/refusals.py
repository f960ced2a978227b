"""Replies to refused requests: a code for programs, and the reason in words."""

from __future__ import annotations

from game import catalog
from game.ai.players import CannotPlay
from game.board.fault import MapError
from game.core.action import BadNotation
from game.core.contract import BadPosition
from game.core.verdict import IllegalAction
from game.match.errors import BadRoll, JournalError, NotNow, RecordError
from game.referee import answers
from game.referee.answers import Json
from game.referee.requests import BadRequest

_CODES: dict[type[Exception], str] = {  # error -> the code in the reply
    BadNotation: "bad-action",
    BadPosition: "bad-position",
    BadRoll: "bad-roll",
    CannotPlay: "bad-request",
    IllegalAction: "illegal",
    JournalError: "bad-file",
    MapError: "bad-file",
    NotNow: "not-now",
    RecordError: "bad-file",
    catalog.BrokenSystem: "bad-file",
    catalog.UnusableName: "bad-request",
}
REFUSALS: tuple[type[Exception], ...] = (BadRequest, *_CODES)
"""All errors that mean a request is refused."""


def refusal(error: Exception) -> Json:
    """The reply to a refused request."""
    reply: Json = {"code": "", "message": str(error)}
    match error:
        case BadRequest():
            reply["code"] = error.code
        case catalog.UnknownName(kind="system"):
            reply["code"] = "unknown-system"
        case _:
            reply["code"] = next(code for kind, code in _CODES.items() if isinstance(error, kind))
    if isinstance(error, IllegalAction):
        reply["reasons"] = answers.reasons(error.verdict.reasons)
    if isinstance(error, RecordError | JournalError):
        reply["file"] = str(error.path)
    if isinstance(error, RecordError):
        reply["line"] = error.line
    return {"ok": False, "error": reply}
