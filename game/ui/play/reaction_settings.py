"""The settings for reactions that are answered without a question: always done; or declined, for the rest of the phase
or always. They hold for all units of a side or for single units."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

from game.core.capability import capability
from game.core.interrupts import ReactionInfo, Reactions
from game.core.message import Message, Text, say
from game.ui.app.screen import Host
from game.ui.play.controller import Controller
from game.ui.play.course import GameCourse
from game.ui.play.playback import Stage
from game.ui.play.turn_driver import Flow

Mode = Literal["always", "ask", "never"]
"""Whether a reaction is always done, asked about, or never done."""
MODES: tuple[Mode, ...] = ("always", "ask", "never")
TITLES: dict[str, Message] = {
    "always": say("always"), "ask": say("ask"), "never": say("never"), "mixed": say("mixed")}
"""The words for the modes; ``mixed`` if units differ."""


class ReactionSettings:
    """Executes or declines reactions for which a person wants no question, as soon as they come up.

    Modes for all units are kept with the program's settings; those for single units last for the game.
    """

    def __init__(self, course: GameCourse, flow: Flow, stage: Stage, controller: Controller, host: Host) -> None:
        self._course, self._flow, self._stage, self._controller = course, flow, stage, controller
        self._selection = controller.selection
        self._rules, self._host = controller.situation.rules, host
        self._declined_phases: dict[tuple[str, str], Hashable] = {}
        """Seat and kind of reaction -> the phase in which it is declined."""
        self._unit_modes: dict[tuple[str, str, str], Mode] = {}
        """Seat, kind and unit -> the mode of that unit alone."""

    @property
    def kind(self) -> str:
        """The English name of the kind of reaction that a person may decide on now; empty if there is none."""
        prompt = self._controller.situation.prompt
        in_turn = self._flow.is_human(prompt.to_act) and self._controller.situation.interrupting is None
        return str(prompt.reaction) if in_turn and prompt.main is not None and not self._course.guided else ""

    @property
    def _seat(self) -> str:
        """The seat to act in the situation shown."""
        return self._controller.situation.prompt.to_act or ""

    @property
    def _phase(self) -> Hashable:
        """The key of the phase being played."""
        return self._course.match_situation.phase

    def decline_for_phase(self) -> None:
        """Decline this reaction, and later ones of its kind in this phase."""
        if self.kind and self._course.may_act:
            self._declined_phases[self._seat, self.kind] = self._phase
            self._course.play(self._controller.situation.prompt.main)

    def decline_always(self) -> None:
        """Decline this reaction and all of its kind from now on, beyond this game."""
        if self.kind and self._course.may_act:
            self.set(self._seat, self.kind, "never")
            self._stage.view.notice.say(say("No longer asked about: {kind}. Shift+B: ask again",
                                            kind=self._controller.situation.prompt.reaction))
            self._course.play(self._controller.situation.prompt.main)

    def accept_always(self) -> None:
        """Do this reaction and all of its kind from now on, beyond this game."""
        if self.can_accept_always and self._course.may_act:
            self.set(self._seat, self.kind, "always")
            self._stage.view.notice.say(say("Now done without asking: {kind}. Shift+B: ask again",
                                            kind=self._controller.situation.prompt.reaction))

    @property
    def can_accept_always(self) -> bool:
        """Whether the pending reaction could be done each time without a question."""
        return bool(self.kind) and any(
            info.seat == self._seat and info.kind == self.kind for info in self.reactions())

    @property
    def available(self) -> bool:
        """Whether there is anything to set: reactions of the people here that can be carried out without a question,
        or kinds that they always decline."""
        return bool(self.reactions()) or any(map(self.declined_kinds, self._flow.people))

    def reactions(self) -> tuple[ReactionInfo, ...]:
        """The kinds of reaction that can be carried out without a question, of the seats that people play here."""
        people = self._flow.people
        return tuple(info for info in self._course.match_situation.reactions if info.seat in people)

    def mode(self, seat: str, kind: str, unit: str = "") -> Mode:
        """The mode of a kind of reaction: of one unit, or without a unit of the whole side."""
        settings, key = self._host.settings, self._key(seat)
        side_mode: Mode = ("never" if kind in settings.declined.get(key, ()) else
                           "always" if kind in settings.always_interrupt.get(key, ()) else "ask")
        return self._unit_modes.get((seat, kind, unit), side_mode)

    def summary(self, info: ReactionInfo) -> str:
        """The common mode of all units, or ``mixed``."""
        modes = {self.mode(info.seat, str(info.kind), unit) for unit in info.units}
        return modes.pop() if len(modes) == 1 else "mixed" if modes else self.mode(info.seat, str(info.kind))

    @property
    def only_kind(self) -> Text:
        """The only kind of reaction that can be set; empty if there are several, or none."""
        kinds = {str(info.kind): info.kind for info in self.reactions()}
        return next(iter(kinds.values())) if len(kinds) == 1 else ""

    @property
    def label(self) -> Text:
        """The label of the button that opens the settings; with the present mode if there is just one kind."""
        reactions, kind = self.reactions(), self.only_kind
        if not kind:
            return say("Set when to interrupt …")
        modes = {self.summary(info) for info in reactions}
        mode = TITLES[modes.pop() if len(modes) == 1 else "mixed"]
        return say("Set {kind}: {mode} …", kind=kind, mode=mode)

    def set(self, seat: str, kind: str, mode: Mode, unit: str = "") -> None:
        """Set the mode of a kind of reaction from now on: for all units, or for one."""
        self._course.dirty = True
        if unit:
            self._unit_modes[seat, kind, unit] = mode
            return
        self._unit_modes = {unit_key: unit_mode for unit_key, unit_mode in self._unit_modes.items()
                            if unit_key[:2] != (seat, kind)}
        settings, key = self._host.settings, self._key(seat)
        for stored, applies in ((settings.declined, mode == "never"), (settings.always_interrupt, mode == "always")):
            kinds = tuple(sorted({*stored.get(key, ()), kind} if applies else {*stored.get(key, ())} - {kind}))
            if kinds:
                stored[key] = kinds
            else:
                stored.pop(key, None)
        self._declined_phases.pop((seat, kind), None)
        self._host.store_settings()

    def declined_kinds(self, seat: str) -> tuple[str, ...]:
        """The kinds of reaction that a seat always declines without a question, as their English names."""
        return self._host.settings.declined.get(self._key(seat), ())

    def ask_again(self, seat: str, kind: str) -> None:
        """Ask a person about a kind of reaction again, from now on."""
        self.set(seat, kind, "ask")

    def _key(self, seat: str) -> str:
        """The key of a seat of this system in the stored settings."""
        return f"{self._rules.name}/{seat}"

    def update(self) -> None:
        """Execute or decline the pending reaction if it needs no question, once everything before it has been shown."""
        kind = self.kind
        if not kind or not self._course.may_act or self._course.halted:
            return
        if self._declined_phases.get((self._seat, kind)) == self._phase:
            self._course.play(self._controller.situation.prompt.main)
            return
        modes = {unit: self.mode(self._seat, kind, unit) for unit in self._selection.eligible}
        for unit, mode in modes.items():
            reaction_of = capability(self._rules, Reactions).reaction_of
            action = reaction_of(self._flow.match.state, unit) if mode == "always" else None
            if action is not None:
                self._course.play(action)
                return
        if all(mode == "never" for mode in modes.values()) and (modes or self.mode(self._seat, kind) == "never"):
            self._course.play(self._controller.situation.prompt.main)
