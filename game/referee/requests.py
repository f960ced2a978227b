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
    pass


class NewRequest(Struct, tag_field="do", tag="new", forbid_unknown_fields=True):
    system: str | None = None
    scenario: str | None = None
    options: tuple[str, ...] | None = None
    seed: Annotated[int, Meta(ge=0, le=SEEDS[-1])] | None = None
    record: str | None = None
    replace: bool = False
    """Whether another game's record, or a damaged one, in the file of ``record`` may be overwritten."""
    position: dict[str, Any] | None = None


class BoardRequest(Struct, tag_field="do", tag="board", forbid_unknown_fields=True):
    pass


class PositionRequest(Struct, tag_field="do", tag="position", forbid_unknown_fields=True):
    pass


class PromptRequest(Struct, tag_field="do", tag="prompt", forbid_unknown_fields=True):
    pass


class LegalRequest(Struct, tag_field="do", tag="legal", forbid_unknown_fields=True):
    seat: str | None = None
    """The seat whose actions to list: the seat to act (default), or one that may interrupt."""
    unit: str | None = None
    limit: Annotated[int, Meta(ge=0)] | None = None


class CheckRequest(Struct, tag_field="do", tag="check", forbid_unknown_fields=True):
    action: str


class PreviewRequest(Struct, tag_field="do", tag="preview", forbid_unknown_fields=True):
    action: str


class PlayRequest(Struct, tag_field="do", tag="play", forbid_unknown_fields=True):
    action: str
    seat: str | None = None
    """The seat that should be acting; the request is refused if the action is another seat's."""


class RollRequest(Struct, tag_field="do", tag="roll", forbid_unknown_fields=True):
    faces: tuple[int, ...] | None = None


class UndoRequest(Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    consent: bool = False


class SuggestRequest(Struct, tag_field="do", tag="suggest", forbid_unknown_fields=True):
    player: str
    seat: str | None = None
    """The seat to advise: the seat to act (default), or one that may interrupt."""
    limit_s: Annotated[float, Meta(gt=0)] | None = None


class SaveRequest(Struct, tag_field="do", tag="save", forbid_unknown_fields=True):
    path: str
    replace: bool = False
    """Whether another game's record, or a damaged one, in that file may be overwritten."""


class LoadRequest(Struct, tag_field="do", tag="load", forbid_unknown_fields=True):
    path: str
    recover: bool = False
    """Whether to continue from the last valid line of a damaged record instead of refusing it."""
    record: str | None = None
    """The file to record the game in from now on: a new one, or the one that is loaded; by default none."""
    replace: bool = False
    """Whether another game's record, or a damaged one, in the file of ``record`` may be overwritten."""


class HashRequest(Struct, tag_field="do", tag="hash", forbid_unknown_fields=True):
    pass


class VersionRequest(Struct, tag_field="do", tag="version", forbid_unknown_fields=True):
    pass


class QuitRequest(Struct, tag_field="do", tag="quit", forbid_unknown_fields=True):
    pass


Request = (
    SystemsRequest | NewRequest | BoardRequest | PositionRequest | PromptRequest | LegalRequest | CheckRequest
    | PreviewRequest | PlayRequest | RollRequest | UndoRequest | SuggestRequest | SaveRequest | LoadRequest
    | HashRequest | VersionRequest | QuitRequest
)

REQUEST_NAMES = tuple(str(kind.__struct_config__.tag) for kind in get_args(Request))
"""All values of ``do``."""

MAX_DEPTH = 32
"""The maximum nesting depth of a request; a position needs four levels."""


def read(line: bytes) -> Request:
    """Parse a line as a request.

    :raises BadRequest: if it is not JSON, or no valid request.
    """
    try:
        value = msgspec.json.decode(line)
    except msgspec.ValidationError as error:
        raise BadRequest("bad-json", f"not JSON with valid values: {error}") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRequest("bad-json", f"not JSON: {error}") from None
    except RecursionError:
        value = None
        deep = True
    else:
        deep = _is_nested_deeper(value, MAX_DEPTH)
    if deep:
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
    inside = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_nested_deeper(item, levels - 1) for item in inside)
