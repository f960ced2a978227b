"""Talks to the referee in this process, one request after another."""

from __future__ import annotations

import json
from copy import deepcopy
from io import BytesIO
from typing import Any

import msgspec
from hypothesis import strategies as st

from game.referee import converse
from game.referee.session import Session


class Talk:
    """A conversation. ``ask`` expects success, ``refused`` an error."""

    def __init__(self) -> None:
        self.session = Session()

    def reply_to(self, line: bytes) -> dict[str, Any]:
        """The reply to a raw line, as a program would receive it."""
        reply: dict[str, Any] = json.loads(msgspec.json.encode(self.session.answer(line)))
        return reply

    def ask(self, do: str, **keys: Any) -> dict[str, Any]:
        """The reply to a request that must succeed."""
        reply = self.reply_to(json.dumps({"do": do, **keys}).encode())
        assert reply["ok"] is True, reply
        return reply

    def refused(self, code: str, do: str, **keys: Any) -> dict[str, Any]:
        """The error of a request that must be refused with this code."""
        reply = self.reply_to(json.dumps({"do": do, **keys}).encode())
        assert reply["ok"] is False, reply
        error: dict[str, Any] = reply["error"]
        assert code == error["code"], error
        assert error["message"]
        return error


def replies(text: bytes) -> list[dict[str, Any]]:
    """The referee's replies to a whole input."""
    out = BytesIO()
    converse(BytesIO(text), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


WORDS = ["", "0304", "moslem", "c-res1", "combat", "spanish", "s-prim", "serrallo", "x"]
KEYS = ["id", "place", "moved", "roll", "advance", "seat", "unit", "kind", "x"]
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)
"""JSON values that are parts of no position, made of words and keys that occur in positions."""


def spoil(value: Any, data: st.DataObject) -> Any:
    """The same value with one part of it, at any depth, replaced by junk."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 3)):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: spoil(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.integers(0, 3)):
        index = data.draw(st.integers(0, len(value) - 1))
        return [*value[:index], spoil(value[index], data), *value[index + 1 :]]
    return data.draw(JUNK)


def check_spoilt_position(sample: list[dict[str, Any]], data: st.DataObject) -> None:
    """Spoil a position and check that it is either refused with a known code, or reads back the same and can be played.

    :param sample: the positions, one of which is spoilt.
    """
    position = deepcopy(data.draw(st.sampled_from(sample)))
    key = data.draw(st.sampled_from(sorted(position)))
    position[key] = spoil(position[key], data)
    talk = Talk()
    reply = talk.reply_to(json.dumps({"do": "new", "position": position}).encode())
    if not reply["ok"]:
        assert reply["error"]["code"] in ("bad-position", "bad-request", "unknown-system")
        return
    before = talk.ask("hash")
    asked = talk.ask("new", position=talk.ask("position")["position"])
    assert before == talk.ask("hash")
    if asked["to_act"] == "chance":
        talk.ask("roll")
    elif asked["to_act"] is not None:
        talk.ask("play", action=talk.ask("legal")["actions"][-1])
