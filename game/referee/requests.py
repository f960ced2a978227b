"""The referee's requests, one struct each. The structs themselves refuse unknown keys and wrong types."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

from game.catalog import UnknownName
from game.match.dice import SEEDS


class BadRequest(ValueError):
    """A line that is not a valid request. ``code`` is ``bad-json`` or ``bad-request``."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class SystemsRequest(Struct, tag_field="do", tag="systems", forbid_unknown_fields=True):
    """List the systems."""


class NewRequest(Struct, tag_field="do", tag="new", forbid_unknown_fields=True):
    """Begin a game."""

    system: str | None = None
    """None: that of ``position``."""
    scenario: str | None = None
    """None: that of ``position``, or else the system's only battle."""
    options: tuple[str, ...] | None = None
    """None: those of ``position``, or else none."""
    seed: Annotated[int, Meta(ge=0, le=SEEDS[-1])] | None = None
    """The seed of the program's dice; None: a random one."""
    record: str | None = None
    """The file to record the game in; None: it is not recorded."""
    replace: bool = False
    """Whether another game's record, or a damaged one, in the file of ``record`` may be overwritten."""
    position: dict[str, Any] | None = None
    """The position to begin with, in the form that a ``PositionRequest`` returns; None: the set-up of the scenario."""


class BoardRequest(Struct, tag_field="do", tag="board", forbid_unknown_fields=True):
    """Describe the board."""


class PositionRequest(Struct, tag_field="do", tag="position", forbid_unknown_fields=True):
    """Return the position, in the form in which ``new`` takes it."""


class PromptRequest(Struct, tag_field="do", tag="prompt", forbid_unknown_fields=True):
    """Return what the game waits for."""


class LegalRequest(Struct, tag_field="do", tag="legal", forbid_unknown_fields=True):
    """List legal actions."""

    seat: str | None = None
    """The seat whose actions to list: the seat to act (default), or one that may interrupt."""
    unit: str | None = None
    """List only the actions that name this unit."""
    limit: Annotated[int, Meta(ge=0)] | None = None
    """The most actions to list; None for all."""


class CheckRequest(Struct, tag_field="do", tag="check", forbid_unknown_fields=True):
    """Say whether an action is legal."""

    action: str


class PreviewRequest(Struct, tag_field="do", tag="preview", forbid_unknown_fields=True):
    """Return the arithmetic of an action that leads to a roll."""

    action: str


class PlayRequest(Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Play an action."""

    action: str
    seat: str | None = None
    """The seat that should be acting; the request is refused if the action is another seat's."""


class RollRequest(Struct, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """Resolve the pending roll."""

    faces: tuple[int, ...] | None = None
    """The faces that real dice showed; None for the program's dice."""


class UndoRequest(Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Undo the last action."""

    consent: bool = False
    """Whether the other side consents, which undoing a roll or a reveal needs."""


class SuggestRequest(Struct, tag_field="do", tag="suggest", forbid_unknown_fields=True):
    """Ask a computer player what it would do."""

    player: str
    """The name of a computer player, e.g. ``veteran`` or ``veteran:bold``."""
    seat: str | None = None
    """The seat to advise: the seat to act (default), or one that may interrupt."""
    limit_s: Annotated[float, Meta(gt=0)] | None = None
    """The seconds it may think; None for no limit."""


class SaveRequest(Struct, tag_field="do", tag="save", forbid_unknown_fields=True):
    """Write a copy of the record."""

    path: str
    replace: bool = False
    """Whether another game's record, or a damaged one, in that file may be overwritten."""


class LoadRequest(Struct, tag_field="do", tag="load", forbid_unknown_fields=True):
    """Continue the game of a record."""

    path: str
    recover: bool = False
    """Whether to continue from the last valid line of a damaged record instead of refusing it."""
    record: str | None = None
    """The file to record the game in from now on: a new one, or the one that is loaded; by default none."""
    replace: bool = False
    """Whether another game's record, or a damaged one, in the file of ``record`` may be overwritten."""


class HashRequest(Struct, tag_field="do", tag="hash", forbid_unknown_fields=True):
    """Return the hash of the state."""


class VersionRequest(Struct, tag_field="do", tag="version", forbid_unknown_fields=True):
    """Return the versions of the program and the protocol."""


class QuitRequest(Struct, tag_field="do", tag="quit", forbid_unknown_fields=True):
    """End the session."""


Request = (
    SystemsRequest | NewRequest | BoardRequest | PositionRequest | PromptRequest | LegalRequest | CheckRequest
    | PreviewRequest | PlayRequest | RollRequest | UndoRequest | SuggestRequest | SaveRequest | LoadRequest
    | HashRequest | VersionRequest | QuitRequest
)
"""Any request."""

REQUEST_NAMES = tuple(str(kind.__struct_config__.tag) for kind in get_args(Request))
"""All values of ``do``."""

MAX_DEPTH = 32
"""The maximum nesting depth of a request; chosen by hand. A position needs four levels."""


def read(line: bytes) -> Request:
    """Parse a line as a request.

    :raises BadRequest: if it is not JSON, or not a valid request.
    """
    try:
        value = msgspec.json.decode(line)
    except msgspec.ValidationError as error:
        raise BadRequest("bad-json", f"not JSON with valid values: {error}") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRequest("bad-json", f"not JSON: {error}") from None
    except RecursionError:
        value = None
        is_too_deep = True
    else:
        is_too_deep = _is_nested_deeper(value, MAX_DEPTH)
    if is_too_deep:
        raise BadRequest("bad-json", f"nested too deeply: at most {MAX_DEPTH} levels")
    if not isinstance(value, dict):
        raise BadRequest("bad-request", 'a request is a JSON object such as {"do": "prompt"}')
    if isinstance(request_name := value.get("do"), str) and request_name not in REQUEST_NAMES:
        raise BadRequest("bad-request", str(UnknownName("request", request_name, REQUEST_NAMES)))
    try:
        request: Request = msgspec.convert(value, Request)
    except msgspec.ValidationError as error:
        raise BadRequest("bad-request", str(error).replace("`", "'")) from None
    return request


def _is_nested_deeper(value: Any, levels: int) -> bool:
    """Whether a value is nested deeper than this many levels."""
    if not isinstance(value, dict | list):
        return False
    items = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_nested_deeper(item, levels - 1) for item in items)
