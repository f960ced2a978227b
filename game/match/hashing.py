"""The hash of a state, which makes a replay verifiable."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from game.core.contract import State, System


def hash_position(position: Mapping[str, Any]) -> str:
    """16 bytes of BLAKE2b over the canonical JSON (sorted keys, no spaces, UTF-8) of a position, in hex."""
    text = json.dumps(position, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def hash_state(rules: System[State], state: State) -> str:
    """The hash of a state's position."""
    return hash_position(rules.position(state))
