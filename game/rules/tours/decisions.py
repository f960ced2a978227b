"""The common base of the decisions of Tours: prompts, offers for selected units, and rolls of dice, or draws of chits
from a cup instead (2.0, ruling 23)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar, Literal

from game.core.action import Action, Faces
from game.core.batch import StillToDo
from game.core.chance import CHANCE, D10, DiceGroup, Die, Modifier, Roll, total
from game.core.decision import Chance, Decision, Done
from game.core.event import Rolled, RolledOnTable
from game.core.indices import Slot
from game.core.message import Message, Text, plural, say
from game.core.offer import Offer, Picked
from game.core.preview import Outcome, Preview, UnitLine
from game.core.prompt import Prompt
from game.core.verdict import LEGAL, Illegal, Reason, RuleRef, Verdict
from game.rules.tours.actions import BeginResolution, Decline
from game.rules.tours.state import ToursState
from game.rules.tours.units import SEAT, SEATS, SLOT, UNITS, ids, name_of, reason, refuse

CHITS_OPTION = "chits"
"""The option with which chits are drawn instead of rolling dice."""
CHIT = Die("chit", D10.faces, drawn=True)
"""One of ten chits numbered 0 to 9; it is put back before the next is drawn, so its odds are those of the die."""


def die(state: ToursState) -> Die:
    """The die or chit used in this battle."""
    return CHIT if CHITS_OPTION in state.options else D10


def die_label(state: ToursState) -> Text:
    """The label of the die or chit in the arithmetic before the roll."""
    return say("1 chit") if CHITS_OPTION in state.options else "d10"


def die_noun(state: ToursState) -> Text:
    """The word for the die or chit in a sentence."""
    return say("chit") if CHITS_OPTION in state.options else say("die")


PENDING_CLASSES: dict[tuple[str, str], type[ToursPending]] = {}
"""Kind and stage in positions -> the class of a pending decision."""
REFUSED_UNLESS_PENDING: dict[type[Action], Reason] = {
    Decline: reason("4.0", say("There is nothing to decline")),
    BeginResolution: reason("8.3", say("No announced attack can be resolved now")),
}
"""Class of action -> its refusal while no decision needs it."""
TABLE_NAMES = {
    "Shock": say("the shock table"), "Reform": say("the reform table"), "LI": say("the light infantry column"),
    "LC": say("the light cavalry column"), "HI": say("the heavy infantry column"),
    "HC": say("the heavy cavalry column"),
}
"""Title of a column -> the name of the table or column in the log."""


class ToursDecision(Decision[ToursState]):
    """A decision, or a phase."""

    name = ""  # the prompt takes the phase of the state
    mode: ClassVar[Literal["move", "compose", "place", "advance", "roll", "over"]] = "move"
    own_actions: ClassVar[tuple[type[Action], ...]] = ()
    """The classes of actions that belong to it."""
    refusal_unless_pending: ClassVar[Reason]
    """The refusal of those actions while it is not pending; it cites the rule of the decision."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "refusal_unless_pending" in vars(cls):
            REFUSED_UNLESS_PENDING.update(dict.fromkeys(cls.own_actions, cls.refusal_unless_pending))

    def cited(self, state: ToursState) -> RuleRef:
        """The rule shown with the prompt."""
        return self.rule

    def phasing_seat(self, state: ToursState) -> str:
        return SEATS[state.seat]

    def automatic_step(self, state: ToursState) -> Done[ToursState] | None:
        """The state and events of the next step if nobody has to decide or roll; None if somebody has."""
        return None

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        """The label and the next of several actions that one command carries out (``BatchActions.autoplay_step``)."""
        return None

    def autoplay_label(self, state: ToursState) -> Text:
        """The label of the button for ``autoplay_step``; empty if there is nothing to do, or only one action, which has
        its own button."""
        step = self.autoplay_step(state)
        return step[0] if step is not None else ""

    def reaction_of(self, state: ToursState, unit: str) -> Action | None:
        """The action with which a unit interrupts (``Reactions.reaction_of``)."""
        return None

    def prompt(self, state: ToursState, turn: int) -> Prompt:
        return replace(super().prompt(state, turn), phase=state.phase.value, rule=self.cited(state))

    def selectable(self, state: ToursState) -> Sequence[Slot]:
        """The units that can act; where attacks are composed, also the enemies that can be attacked."""
        return [SLOT[name] for one in self.answers(state) for name in one.units]

    def offers_for_unit(self, state: ToursState, slot: Slot) -> Iterator[Offer]:
        """The offers for the selected unit."""
        for one in self.answers(state):
            if UNITS[slot].id in one.units:
                yield Offer(LEGAL, one.action, (UNITS[slot].id,), one.place, one.short_label, is_default=one.is_default,
                            arithmetic=one.arithmetic)

    def why_idle(self, state: ToursState, slot: Slot) -> Illegal:
        """Why a piece cannot act now."""
        if state.at[slot] < 0:
            return refuse("9.0", say("{unit} is out of the battle", unit=name_of(slot)), unit=UNITS[slot].id)
        return self.why_idle_on_map(state, slot)

    @abstractmethod
    def why_idle_on_map(self, state: ToursState, slot: Slot) -> Illegal:
        """Why a piece on the map cannot act now."""

    def offers(self, state: ToursState, picked: Picked) -> Sequence[Offer]:
        slots = list(dict.fromkeys(self.selectable(state)))
        if not picked.units:
            return [Offer(units=(UNITS[slot].id,)) for slot in slots]
        slot = SLOT[picked.units[0]]
        offers = list(self.offers_for_unit(state, slot)) if slot in slots else []
        if not any(offer.actions for offer in offers):
            return [Offer(self.why_idle(state, slot), units=(UNITS[slot].id,)), *offers]
        return offers


class AttackComposition(ToursDecision):
    """A decision in which attackers and targets are selected together."""

    mode = "compose"

    @abstractmethod
    def attack_offers(self, state: ToursState, ours: tuple[Slot, ...], theirs: tuple[Slot, ...],
                      names: tuple[str, ...]) -> Iterator[Offer]:
        """The offers for selected units together with selected enemies.

        :param ours: the selected units of the side to decide.
        :param theirs: the selected enemies.
        :param names: the ids of all of them.
        """

    def offers_without_target(self, state: ToursState, ours: tuple[Slot, ...]) -> Iterator[Offer]:
        """The offers for selected own units without a target."""
        yield from ()

    def offers(self, state: ToursState, picked: Picked) -> Sequence[Offer]:
        names = [UNITS[slot].id for slot in dict.fromkeys(self.selectable(state))]
        if not picked.units:
            return [Offer(units=(name,)) for name in names]
        idle = [name for name in picked.units if name not in names][:1]
        offers = [Offer(self.why_idle(state, SLOT[name]), units=(name,)) for name in idle]
        slots = sorted(SLOT[name] for name in picked.units)
        ours = tuple(slot for slot in slots if SEATS[SEAT[slot]] == self.seat(state))
        theirs = tuple(slot for slot in slots if SEATS[SEAT[slot]] != self.seat(state))
        if ours and theirs:
            offers += self.attack_offers(state, ours, theirs, picked.units)
        return [*offers, *self.offers_without_target(state, ours),
                *(Offer(units=(name,)) for name in names if name not in picked.units)]


class ToursPending(ToursDecision):
    """A decision or roll that came up within a phase and must be settled before the phase continues."""

    kind: ClassVar[str]
    """Its name in positions; several stages of one thing share it (``PENDING_CLASSES``)."""
    stages: ClassVar[tuple[str, ...]] = ("",)
    """The stages, by their names in positions, at which it is pending. One empty name: it has no stages. No name: it is
    only the base class of the stages."""
    refusal_while_pending: ClassVar[Reason]
    """The refusal of all other actions while it is pending; a roll has its own (``Dice.why_wait``)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "kind"):
            PENDING_CLASSES.update({(cls.kind, stage): cls for stage in cls.stages})

    def why_wait(self, state: ToursState) -> Reason:
        """The refusal of all other actions while it is pending."""
        return self.refusal_while_pending

    def why_not(self, state: ToursState, action: Action) -> Reason | None:
        return self.why_wait(state)

    def why_idle_on_map(self, state: ToursState, slot: Slot) -> Illegal:
        return Illegal((self.why_wait(state),))

    @abstractmethod
    def check_fits(self, state: ToursState, where: str) -> None:
        """Check that it can be pending in a position.

        :param where: its place in the position, for the message.
        :raises BadPosition: if it cannot.
        """


class Dice(ToursDecision, Chance[ToursState]):
    """A roll of dice, or a draw of chits."""

    mode = "roll"
    count: ClassVar[int] = 1
    """The number of dice or chits."""

    @abstractmethod
    def roll_preview(self, state: ToursState) -> Preview:
        """The arithmetic of the roll."""

    def seat(self, state: ToursState) -> str:
        return CHANCE

    def cited(self, state: ToursState) -> RuleRef:
        return self.roll(state).rule

    def why_wait(self, state: ToursState) -> Reason:
        """The refusal of all other actions while it is pending."""
        return reason("4.0", say("Draw the chits first") if die(state).drawn else say("Roll the dice first"))

    def button(self, state: ToursState) -> Text:
        return say("Draw") if CHITS_OPTION in state.options else say("Roll")

    def check(self, state: ToursState, action: Action) -> Verdict:
        if not isinstance(action, Faces):
            return Illegal((self.why_wait(state),))
        if len(action.faces) != self.count:
            return refuse("4.0", plural("This roll has {count} number, not {given}",
                                        "This roll has {count} numbers, not {given}", self.count,
                                        given=len(action.faces)))
        return LEGAL if all(face in D10.faces for face in action.faces) else refuse(
            "4.0", say("Each die or chit shows 0 to 9"))

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        return self.roll_preview(state) if isinstance(action, Faces) else None

    def offers(self, state: ToursState, picked: Picked) -> Sequence[Offer]:
        return [Offer(Illegal((self.why_wait(state),)), units=(unit,)) for unit in picked.units]


class DieRoll(Dice, ToursPending):
    """The roll of one die within a phase."""

    @abstractmethod
    def title(self, state: ToursState) -> Message:
        """The purpose of the roll."""

    @abstractmethod
    def roller(self, state: ToursState) -> tuple[str, str]:
        """The id of the unit that rolls, empty for none, and the seat that rolls."""

    @abstractmethod
    def result_of_face(self, state: ToursState, face: int, adjusted: int) -> str:
        """The result of a face; ``adjusted`` is the face with its modifiers."""

    @abstractmethod
    def apply_result(self, state: ToursState, face: int, result: str) -> Done[ToursState]:
        """The state after the result, and events.

        :param state: the state without the roll.
        """

    def affected_units(self, state: ToursState) -> tuple[Slot, ...]:
        """The units that the result affects."""
        return ()

    def roll(self, state: ToursState) -> Roll:
        shown = self.roll_preview(state)
        return Roll((die(state),), self.title(state), shown.outcomes[0].rule,
                    {one.result: one.chance for one in shown.outcomes}, self.roller(state)[1], self.dice_groups(state))

    def dice_groups(self, state: ToursState) -> tuple[DiceGroup, ...]:
        """The die in the tray."""
        unit, seat = self.roller(state)
        return (DiceGroup("", (0,), seat, unit),)

    def event(self, state: ToursState, shown: Preview, face: int, result: str) -> Rolled:
        """The event of the roll for the log.

        :param shown: the arithmetic of the roll.
        """
        meaning = next(one.text for one in shown.outcomes if one.result == result)
        column = shown.column or ""
        row = None if shown.table is None else face + total(shown.modifiers)
        affected = [slot for slot in self.affected_units(state) if state.at[slot] >= 0]
        places = tuple(state.ground.hexes[state.at[slot]] for slot in affected)
        return RolledOnTable(shown.outcomes[0].rule, (die(state),), (face,), result, meaning, self.title(state),
                             groups=self.dice_groups(state), places=places, column=column, row=row,
                             table=TABLE_NAMES.get(column, ""), units=tuple(UNITS[slot].id for slot in affected))

    def resolve(self, state: ToursState, faces: tuple[int, ...]) -> Done[ToursState]:
        shown, face = self.roll_preview(state), faces[0]
        result = self.result_of_face(state, face, face + total(shown.modifiers))
        after, events = self.apply_result(state.popped(), face, result)
        return after, (self.event(state, shown, face, result), *events)


class UnitRoll(DieRoll):
    """The roll of one die by or for a unit."""

    unit: Slot

    def roller(self, state: ToursState) -> tuple[str, str]:
        return UNITS[self.unit].id, SEATS[SEAT[self.unit]]

    def affected_units(self, state: ToursState) -> tuple[Slot, ...]:
        return (self.unit,)


class PlainRoll(UnitRoll):
    """A roll without a table, and without modifiers other than those of heavy units."""

    results: ClassVar[tuple[tuple[str, Message], tuple[str, Message]]]
    """Its two results, each with its text, which names the unit as ``{unit}``; the first is the bad one."""

    @abstractmethod
    def is_bad_face(self, face: int) -> bool:
        """Whether a face, with the modifiers counted in, gives the first result, the bad one. At least one face does,
        and the bad faces are consecutive."""

    def terms(self) -> tuple[Modifier, ...]:
        """The modifiers, only to be shown: ``is_bad_face`` counts them in."""
        return ()

    def result_rule(self) -> RuleRef:
        """The rule that decides the result."""
        return self.rule

    def result_of_face(self, state: ToursState, face: int, adjusted: int) -> str:
        return self.results[not self.is_bad_face(face)][0]

    def roll_preview(self, state: ToursState) -> Preview:
        terms, faces = self.terms(), [face for face in D10.faces if self.is_bad_face(face)]
        bad_chance = Fraction(len(faces), len(D10.faces))
        outcomes = tuple(Outcome(result, chance, text.with_values(unit=name_of(self.unit)), self.result_rule())
                         for (result, text), chance in zip(self.results, (bad_chance, 1 - bad_chance), strict=True))
        bad_text = outcomes[0].text
        if terms:
            reading = say("{text} on a natural {first}–{last}", text=bad_text, first=faces[0], last=faces[-1])
        else:
            reading = (say("{text} on {first}", text=bad_text, first=faces[0]) if len(faces) == 1 else
                       say("{text} on {first}–{last}", text=bad_text, first=faces[0], last=faces[-1]))
        units = (UnitLine(UNITS[self.unit].id, 0, strength_text=die_label(state)),)
        return Preview(units, (), terms, None, None, f"{total(terms):+d}", reading, None, outcomes)


def units_still_to_do(text: Message, *slots: Slot) -> tuple[StillToDo, ...]:
    """The notice that some units could still act."""
    return (StillToDo(text, ids(slots)),)
