"""The optional die for tribes that may stay away (11.C.3, ruling 20), rolled before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from game.core.action import Action
from game.core.chance import D6, Die
from game.core.indices import Slot
from game.core.message import Message, Text, say, several
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.africa.events import DieResult
from game.rules.africa.rolling import Rolling, owner
from game.rules.africa.state import OUT, AfricaState, Applied, put
from game.rules.africa.tables import TABLES
from game.rules.africa.units import GK, rule

OPTION = "absent-kabila"
AWAY = TABLES.kabila.away
"""The face on which a tribe stays away."""
CITED = rule("11.C.3", 20)
ABSENT, PRESENT = "absent", "present"


def tribes(state: AfricaState) -> tuple[Slot, ...]:
    """The tribes that the set-up puts on the map, in the order in which they roll; none without the option."""
    setting = state.setting
    if OPTION not in setting.options:
        return ()
    return tuple(slot for slot in sorted(setting.start) if setting.units[slot].kind == GK)


class TribeRolls(Rolling):
    """Tribes that still roll for whether they take part."""

    queue: tuple[Slot, ...]

    kind = "muster"
    opens = True
    rule = CITED

    def question(self, state: AfricaState) -> Message:
        return say("Does {unit} take part?", unit=state.setting.units[self.queue[0]].name)

    def button(self, state: AfricaState) -> Message:
        return say("Roll the die")

    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        return (D6,)

    def chances(self, state: AfricaState) -> Mapping[str, Fraction]:
        away = Fraction(1, len(D6.faces))
        return {ABSENT: away, PRESENT: 1 - away}

    def roller(self, state: AfricaState) -> str:
        return owner(state, self.queue[0])

    def fallen(self, state: AfricaState, faces: tuple[int, ...]) -> Applied:
        slot, face = self.queue[0], faces[0]
        state = state.swapped(TribeRolls(self.queue[1:]))
        rolls = say("{name} rolls {face}", name=state.setting.units[slot].name, face=face)
        if face == AWAY:
            return put(state, slot, OUT), (DieResult(CITED, rolls, say("it stays away from the battle")),)
        return state, (DieResult(CITED, rolls, say("it has come")),)

    def arithmetic(self, state: AfricaState) -> Preview:
        line = UnitLine(state.setting.units[self.queue[0]].id, 0, words="1d6")
        texts = {ABSENT: say("it stays away"), PRESENT: say("it takes part")}
        outcomes = tuple(Outcome(name, chance, texts[name], CITED) for name, chance in self.chances(state).items())
        return Preview((line,), (), (), 0, 0, "1d6", say("on a {away} it stays away", away=AWAY), None, outcomes)

    def remaining(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        count = len(self.queue)
        return (several("Roll for the tribe", "Roll for all {count} tribes", count), None) if count > 1 else None

    def onward(self, state: AfricaState) -> Applied | None:
        return None if self.queue else (state.popped(), ())

    def misfit(self, state: AfricaState) -> Text:
        able = {slot for slot in tribes(state) if state.at[slot] >= 0}
        if not able >= set(self.queue) or len(set(self.queue)) < len(self.queue):
            return say("only gaix kabila of the set-up roll, with the option")
        below = state.frame
        return "" if below is None or below.opens else say("something else comes first")
