"""Talking to the referee in this process, one request after another."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from game.referee import converse
from game.referee.session import Session


class Talk:
    """A conversation. ``ask`` expects success, ``refused`` an error."""

    def __init__(self) -> None:
        self.session = Session()

    def say(self, line: bytes) -> dict[str, Any]:
        """The reply to a raw line, as a program would read it."""
        import msgspec

        reply: dict[str, Any] = json.loads(msgspec.json.encode(self.session.answer(line)))
        return reply

    def ask(self, do: str, **keys: Any) -> dict[str, Any]:
        """The reply to a request that must succeed."""
        reply = self.say(json.dumps({"do": do, **keys}).encode())
        assert reply["ok"] is True, reply
        return reply

    def refused(self, code: str, do: str, **keys: Any) -> dict[str, Any]:
        """The error of a request that must be refused with this code."""
        reply = self.say(json.dumps({"do": do, **keys}).encode())
        assert reply["ok"] is False, reply
        error: dict[str, Any] = reply["error"]
        assert code == error["code"], error
        assert error["message"]
        return error


def replies(text: bytes) -> list[dict[str, Any]]:
    """What the referee answers to a whole input."""
    out = BytesIO()
    converse(BytesIO(text), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]
