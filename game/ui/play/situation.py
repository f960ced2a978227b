"""A state as it is put to a seat: what it is asked, where the counters lie, who has something to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import Counter, System
from game.core.interrupts import Interrupts
from game.core.offer import Offer, Picked
from game.core.overview import EMPTY, Overview, OverviewColumn
from game.core.prompt import Prompt
from game.core.verdict import Illegal, Reason
from game.ui.play.choices import does
from game.ui.play.steady import SteadyLines


@dataclass
class Situation:
    """One state, for the seat that must act or one that interrupts."""

    rules: System[Any]
    state: Any
    active: bool = True
    """Whether a person at this screen may act now."""
    interrupting: str | None = None
    """The seat that interrupts; None while who must act is asked."""
    prompt: Prompt = field(init=False)
    counters: dict[str, Counter] = field(init=False)
    stacks: dict[str, list[str]] = field(init=False)
    """Place -> the units there, the top one last."""
    able: tuple[str, ...] = field(init=False, default=())
    """Units with something to do now."""
    targets: tuple[str, ...] = field(init=False, default=())
    """Units of others that can be aimed at."""
    overview: Overview = field(init=False, default=EMPTY)
    """What belongs to the phase at a glance, every line where it was."""
    _steady: SteadyLines = field(init=False, default_factory=SteadyLines)

    def look(self, state: Any, active: bool, over: Prompt | None = None) -> None:
        """Look at a state: ask the rules what is asked, where the counters lie and who has something to do.

        :param over: what is said instead of asking, where the players have ended the game at the table.
        """
        self.state, self.active = state, active
        asked = None
        if self.interrupting is not None:
            asked = capability(self.rules, Interrupts).interrupt_prompt(state, self.interrupting)
        self.prompt = over or asked or self.rules.prompt(state)
        self.lay(self.rules.counters(state))
        phase = self.rules.prompt(state)
        overview = capability(self.rules, OverviewColumn).overview(state)
        self.overview = self._steady.keep((phase.turn, phase.place), overview)
        self._find_able()

    def lay(self, counters: Iterable[Counter]) -> None:
        """Take note of where the counters lie."""
        self.counters = {counter.unit: counter for counter in counters}
        self.stacks = {}
        for counter in self.counters.values():
            if counter.place is not None:
                self.stacks.setdefault(counter.place, []).append(counter.unit)

    def _find_able(self) -> None:
        """Ask the rules which units have something to do for the seat that is asked, and which can be aimed at."""
        self.able = self.targets = ()
        if self.active and self.prompt.to_act not in (None, CHANCE):
            seat = self.interrupting or self.prompt.to_act
            units = [unit for offer in self._offers() if not does(offer) for unit in offer.units]
            self.able = tuple(unit for unit in units if self.counters[unit].seat == seat)
            self.targets = tuple(unit for unit in units if self.counters[unit].seat != seat)

    def _offers(self, *units: str) -> Sequence[Offer]:
        """What the rules offer for some units in hand."""
        return self.rules.offers(self.state, Picked(units, self.interrupting))

    @property
    def composing(self) -> bool:
        return self.prompt.mode == "compose"

    @property
    def forced(self) -> bool:
        """Whether one unit alone has something to do and the phase cannot be ended instead: it is picked up at once."""
        only = len(self.able) == 1 and self.prompt.main is None and self.interrupting is None
        if only and self.composing:
            return not self.targets and sum(bool(offer.actions) for offer in self._offers(*self.able)) == 1
        return only and self.prompt.mode in ("move", "place")

    @property
    def waiting(self) -> tuple[str, ...]:
        """Units that wait to be set up by the seat to act."""
        return tuple(unit for unit in self.able if "waiting" in self.counters[unit].marks)

    @property
    def duties(self) -> tuple[str, ...]:
        return tuple(unit for duty in self.prompt.duties for unit in duty.units)

    @property
    def idle(self) -> tuple[str, ...]:
        """Units that could do something and need not, but for those whose attack is announced."""
        busy = set(self.duties)
        return tuple(u for u in self.able if u not in busy and "attacking" not in self.counters[u].marks)

    def main_reasons(self) -> tuple[Reason, ...]:
        """Why the main button may not be used now; empty where it may."""
        if self.prompt.main is None:
            return ()
        verdict = self.rules.check(self.state, self.prompt.main)
        return verdict.reasons if isinstance(verdict, Illegal) else ()
