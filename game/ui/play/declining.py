"""Declining interrupts: for now by the main button, for the rest of the phase, or until one asks for them again."""

from __future__ import annotations

from typing import Any

from game.core.message import say
from game.ui.play.session import Session


class Declining:
    """Declines what a person has said not to be asked about, as soon as it comes up."""

    def __init__(self, game: Session) -> None:
        self.game = game
        self._passed: dict[tuple[str, str], tuple[Any, ...]] = {}
        """Seat and kind of interrupt -> the phase in which it is declined."""

    @property
    def kind(self) -> str:
        """The kind of interrupt a person is asked about now, in English; empty where nobody is."""
        prompt = self.game.controller.prompt
        asked = self.game.flow.is_human(prompt.to_act) and self.game.controller.interrupting is None
        return str(prompt.reaction) if asked and prompt.main is not None else ""

    @property
    def _seat(self) -> str:
        return self.game.controller.prompt.to_act or ""

    @property
    def _key(self) -> str:
        return f"{self.game.rules.name}/{self._seat}"

    @property
    def _phase(self) -> tuple[Any, ...]:
        prompt = self.game.rules.prompt(self.game.match.state)
        return prompt.turn, prompt.place

    def for_phase(self) -> None:
        """Decline this, and what follows of its kind in this phase."""
        if self.kind and self.game.may_act:
            self._passed[self._seat, self.kind] = self._phase
            self.game.play(self.game.controller.prompt.main)

    def for_good(self) -> None:
        """Decline this, and all of its kind from now on; it is remembered beyond this game."""
        if self.kind and self.game.may_act:
            settings = self.game.host.settings
            settings.declined[self._key] = tuple(sorted({*settings.declined.get(self._key, ()), self.kind}))
            self.game.host.store_settings()
            self.game.view.notice.say(say("You are not asked for this any more: {kind}. Shift+B: ask again",
                                           kind=self.game.controller.prompt.reaction))
            self.game.play(self.game.controller.prompt.main)

    @property
    def known(self) -> bool:
        """Whether people here are ever asked about what they may decline."""
        return self.game.rules.traits.reactions and bool(self.game.flow.people)

    def never(self, seat: str) -> tuple[str, ...]:
        """The kinds of interrupts for which a person is not asked any more, in English."""
        return self.game.host.settings.declined.get(f"{self.game.rules.name}/{seat}", ())

    def ask_again(self, seat: str, kind: str) -> None:
        """Ask a person for a kind of interrupts again, from now on."""
        declined, key = self.game.host.settings.declined, f"{self.game.rules.name}/{seat}"
        left = tuple(each for each in self.never(seat) if each != kind)
        if left:
            declined[key] = left
        else:
            declined.pop(key, None)
        self._passed.pop((seat, kind), None)
        self.game.host.store_settings()

    def update(self) -> None:
        """Decline what is declined beforehand, once everything before it has been shown."""
        kind = self.kind
        if not kind or not self.game.may_act or self.game.held:
            return
        passed = self._passed.get((self._seat, kind)) == self._phase
        if passed or kind in self.game.host.settings.declined.get(self._key, ()):
            self.game.play(self.game.controller.prompt.main)
