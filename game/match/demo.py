"""An example of play, frame by frame: what is said, what the rules answer, what is done.

Built from the steps in the example's scenario file, which the rule tests hold true as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game import catalog
from game.core.action import Action, Faces
from game.core.contract import System
from game.core.event import Event
from game.core.preview import Preview
from game.core.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Frame:
    """One step as it is shown."""

    say: str
    before: Any
    """The state in which things are asked and done; the example's start where it has been taken back."""
    state: Any
    """The state afterwards; the same where nothing is done."""
    events: tuple[Event, ...] = ()
    """What the step did."""
    asked: Action | None = None
    """The action that is checked or previewed."""
    verdict: Verdict | None = None
    """The rules' answer to it, where it is checked."""
    preview: Preview | None = None
    """Its arithmetic, where it is previewed or dice fall."""
    done: Action | None = None
    """What the step does; None where it only shows."""
    rules: tuple[str, ...] = ()
    """Numbers of the rules that it shows."""


def frames(rules: System[Any], scenario: str) -> Sequence[Frame]:
    """Every step of an example of play; none for a battle.

    :raises game.catalog.BrokenSystem: for an unknown scenario, or one that cannot be set up.
    :raises game.core.verdict.IllegalAction: where the example does what the rules refuse.
    """
    state = catalog.set_up(rules, scenario)
    options: tuple[str, ...] = ()
    shown = []
    for step in rules.steps(scenario):
        options = tuple(step.get("options", options))
        if "options" in step or step.get("back"):
            state = catalog.set_up(rules, scenario, options)
        checked = rules.parse(step["check"]) if "check" in step else None
        previewed = rules.parse(step["preview"]) if "preview" in step else None
        done: Action | None = None
        if "play" in step:
            done = rules.parse(step["play"])
        elif "faces" in step:
            done = previewed = Faces(tuple(step["faces"]))
        after, events = rules.apply(state, done) if done else (state, ())
        shown.append(
            Frame(
                step["say"],
                state,
                after,
                events,
                asked=checked or previewed,
                verdict=rules.check(state, checked) if checked else None,
                preview=rules.preview(state, previewed) if previewed else None,
                done=done,
                rules=tuple(step.get("rules", ())),
            )
        )
        state = after
    return shown
