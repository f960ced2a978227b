"""The selected and picked units, and what they can do, which the rules alone decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.core.message import Text, say
from game.core.offer import Offer, Sharing
from game.core.overview import LineAction, OverviewLine
from game.core.verdict import Reason
from game.ui.play.choices import NO_CHOICES, Choices, choices_of
from game.ui.play.lines import PhaseLines, SetUpList
from game.ui.play.proposals import NEXT_MANNER, Proposal, ShownRefusal, button_proposals, numbered_moves, proposal_for
from game.ui.play.route import PlannedRoute
from game.ui.play.situation import Situation, executes

MAX_LOOKED_UP = 4
"""If more units than this can be picked, it is not looked up whether all of them have only one action together."""


class Selection:
    """The selection in a situation, and what can be done with it."""

    def __init__(self, situation: Situation, active: bool) -> None:
        """:param active: whether a person at this screen may act now."""
        self.situation, self.active = situation, active
        self.lines, self.set_up = PhaseLines(), SetUpList()
        self.eligible: tuple[str, ...] = ()
        """Units that can act now; empty while no person at this screen may act."""
        self.targets: tuple[str, ...] = ()
        """Units of other sides that can be targeted."""
        self.selected: str | None = None
        self.group: tuple[str, ...] = ()
        """Other units that are selected with it, to go along."""
        self.cannot_join: Mapping[str, Reason] = {}
        """Units of a stack selected as a whole that cannot go along, and why."""
        self.participants: tuple[str, ...] = ()
        """Units picked so far for an action of several units, such as attackers and their target."""
        self.suggested: tuple[str, ...] = ()
        """The units of the only possible action, which is proposed while none are picked."""
        self.focus: str | None = None
        """A clicked place with several possible actions, which are then the ``proposals``."""
        self.last_target: str | None = None
        """The place pointed at last among ``Choices.target_places``."""
        self.goal: str | None = None
        """A clicked place that several units may enter: the next click chooses the unit."""
        self.cursor: str | None = None
        self.cursor_moved = False
        """Whether the cursor was moved since the last change of state."""
        self.refusal: ShownRefusal | None = None
        self.relocating: str | None = None
        """A placed unit that was clicked to set it up elsewhere; the caller undoes its placement and clears this."""
        self.sharing: Sharing | None = None
        """The amount to share out before the chosen action is executed; taken over by the caller."""
        self.route: PlannedRoute | None = None
        """The route planned for the selected unit; None without a selection."""
        self.staying: tuple[str, ...] = ()
        """Units that could go along with the selected one but are to stay behind."""
        self.choices: Choices = NO_CHOICES
        """What the selected unit and its group can do at the end of the planned route."""
        self.proposals: tuple[Proposal, ...] = ()
        """The proposals shown as buttons: for the picked units together, or for the selected unit."""
        self.goals: Mapping[str, tuple[str, ...]] = {}
        """After combat, without a selection: place -> the units that may enter it."""
        self.keys: Mapping[str, int] = {}
        """Place -> the digit key that goes there, if the only possible decision is where to go."""
        self.manner = 0
        """Index of the selected way to move for units held on a table without a grid, e.g. in column."""
        self._manners: tuple[Text, ...] = ()
        self._staying_key: tuple[object, ...] = ()
        """The turn and phase, and the selected unit, for which ``staying`` holds."""
        self.show(situation, active)

    def show(self, situation: Situation, active: bool) -> None:
        """Show another situation. Whatever is no longer possible is deselected."""
        if situation.state is not self.situation.state:
            self.cursor_moved = False
        self.situation, self.active = situation, active
        self.lines.read(situation)
        self.set_up.read(situation)
        self.eligible, self.targets = (situation.eligible, situation.targets) if active else ((), ())
        if self.selected not in self.eligible:
            self.selected = None
        self.group = tuple(unit for unit in self.group if self.stands_with_selected(unit))
        self.cannot_join = {unit: why for unit, why in self.cannot_join.items() if self.stands_with_selected(unit)}
        self.participants = tuple(unit for unit in self.participants if unit in self.eligible or unit in self.targets)
        self.refusal = self.goal = self.relocating = self.focus = self.last_target = None
        if self.line is None or self.in_use:
            self.lines.looked_at = None
        if situation.prompt.mode == "place" and self.selected is None and self.waiting:
            self.selected = self.waiting[0]
        elif self.forced:
            self.selected = self.eligible[0]
        self.ask_rules()

    def deselect_all(self) -> None:
        """Deselect everything, even the only possible choice, because another seat is to decide."""
        self.selected, self.participants, self.group, self.lines.looked_at = None, (), (), None

    # --- units that can act

    @property
    def forced(self) -> bool:
        """Whether exactly one unit can act and the phase cannot be ended instead: it is selected automatically."""
        situation = self.situation
        only = len(self.eligible) == 1 and situation.prompt.main is None and situation.interrupting is None
        if only and situation.composing:
            return not self.targets and sum(bool(offer.actions) for offer in situation.offers(*self.eligible)) == 1
        return only and situation.prompt.mode in ("move", "place")

    @property
    def waiting(self) -> tuple[str, ...]:
        """Units that the seat to act has still to set up; empty while no person at this screen may act."""
        return self.set_up.waiting if self.active else ()

    @property
    def idle(self) -> tuple[str, ...]:
        """Units that may act but need not, except those with an announced attack."""
        busy, counters = set(self.situation.duties), self.situation.counters
        return tuple(u for u in self.eligible if u not in busy and "attacking" not in counters[u].marks)

    def stands_with_selected(self, unit: str) -> bool:
        """Whether a unit is in the stack of the selected one, or could go along with it from elsewhere."""
        counters = self.situation.counters
        same_place = self.selected is not None and counters[unit].place == counters[self.selected].place
        return same_place or unit in self.possible_companions

    @property
    def possible_companions(self) -> tuple[str, ...]:
        """Units at other places that could go along with the selected one: those the rules would add to it, those they
        would add to these, and so on."""
        if self.selected is None or self.situation.composing:
            return ()
        companions: tuple[str, ...] = (self.selected,)
        while more := [unit for unit in self.addable_units(*companions) if unit not in companions]:
            companions = (*companions, *dict.fromkeys(more))
        return companions[1:]

    def addable_units(self, *units: str) -> list[str]:
        """Units that the rules would add to the given ones."""
        return [unit for offer in self.situation.offers(*units) if offer.verdict and not executes(offer)
                for unit in offer.units]

    @property
    def group_bases(self) -> tuple[str, ...]:
        """The bases of the selected group on a table without a grid, the selected one first; empty without a group."""
        return (self.selected, *self.group) if self.selected and self.group and self.choices.holdable else ()

    @property
    def addable_participants(self) -> tuple[str, ...]:
        """Units, enemies included, that could be added to the participants."""
        return tuple(self.addable_units(*self.participants)) if self.situation.composing and self.participants else ()

    @property
    def line(self) -> OverviewLine | None:
        """The overview line that is looked at; None if there is none."""
        return self.lines.line

    def look_at_line(self, name: str | None, *, on_list: bool = False, unfold: bool | None = None) -> None:
        """Clear the selection and offer the actions of an overview line; None shows none.

        :param on_list: whether the list was clicked: then unfolded lines stay unfolded, and no line moves.
        :param unfold: whether to show the lines below it; None: as before, if it was looked at last.
        """
        self.lines.look_at_line(name, on_list=on_list, unfold=unfold)
        self.clear()
        self.lines.looked_at = name
        self.ask_rules()

    def next_line(self, step: int = 1) -> str | None:
        """Look at the next overview line, or at an earlier one with a negative step; returns its name."""
        name = self.lines.after(step)
        if name is not None:
            self.look_at_line(name)
        return name

    # --- selecting

    @property
    def clearable(self) -> bool:
        """Whether there is a selection that may be cleared, i.e. is not the only possible choice."""
        return self.lines.looked_at is not None or (self.in_use and not self.forced)

    @property
    def in_use(self) -> bool:
        """Whether any counters are selected."""
        return bool(self.participants) or self.selected is not None

    @property
    def several(self) -> bool:
        """Whether more than one counter is selected; a right click on a counter, to look at it, keeps them."""
        return len(self.participants) > 1 or bool(self.group)

    @property
    def enter_state(self) -> tuple[object, ...]:
        """Everything that Enter may change apart from the cursor: the selection, the place looked at, the amount to
        share out."""
        return (self.selected, self.group, self.participants, self.focus, self.goal, self.relocating, self.sharing)

    def select(self, unit: str | None) -> None:
        """Select a unit, or deselect (None); the only possible choice stays selected."""
        if unit is None and self.forced and self.active:
            unit = self.eligible[0]
        self.selected, self.group, self.cannot_join = unit, (), {}
        self.goal = self.focus = self.last_target = None
        self.route = self.lines.looked_at = None
        if unit is not None and self.situation.counters[unit].place is not None:
            self.cursor = self.situation.counters[unit].place
        self.refusal = None
        self.ask_rules()

    def select_group(self, units: Sequence[str]) -> None:
        """Select the first of some units of a stack, with the others going along."""
        self.select(units[0])
        self.group = tuple(units[1:])
        self.ask_rules()

    def clear(self) -> None:
        """Clear the selection."""
        self.participants = ()
        self.select(None)

    def look_at(self, place: str | None) -> None:
        """Offer only what can be done at a place; None offers everything again."""
        self.focus = place
        self.ask_rules()

    def point_at(self, place: str | None) -> None:
        """Note the place under the pointer: if it is a target, it stays in view when the pointer moves on."""
        if place in self.choices.target_places:
            self.last_target = place

    # --- possible actions

    def ask_rules(self) -> None:
        """Ask the rules what the selection can do."""
        situation = self.situation
        self.choices, self.suggested = NO_CHOICES, ()
        self.lines.unfold(self.selected or (self.participants[-1] if self.participants else ""))
        if situation.composing and self.forced:
            self.participants = self.eligible
        self._keep_route()
        after_route = situation if self.route is None else self.route.end_situation
        if self.selected is not None and not situation.composing and after_route is not None:
            units = (self.selected, *self.group)
            self._keep_staying()
            self.choices = choices_of(after_route, units, self.place_after_route, self.staying)
            if self.route is not None and not self.route.legs:
                self.route.companions = self.choices.companions
        self._manners = self._find_manners()
        self.manner = self.manner if len(self._manners) > 1 else 0
        self.keys = {}
        self.goals = self._find_goals() if situation.prompt.mode == "advance" and self.selected is None else {}
        if self.line is not None:
            self.proposals = tuple(self._line_proposal(action) for action in self.line.actions) if self.active else ()
        else:
            self.proposals = self._joint_proposals() if situation.composing else self._unit_proposals()

    def _keep_route(self) -> None:
        """Keep the route only for the same single unit in the same state."""
        situation = self.situation
        several = situation.composing or self.group or situation.interrupting
        unit = self.selected if self.active and not several else None
        if unit is None:
            self.route = None
        elif self.route is None or self.route.unit != unit or self.route.start.state is not situation.state:
            counter = situation.counters[unit]
            self.route = PlannedRoute(situation, unit, (counter.place, counter.angle))

    def _keep_staying(self) -> None:
        """Keep the units told to stay only for the same selected unit in the same phase."""
        key = self.situation.prompt.turn, self.situation.prompt.phase_key, self.selected
        if self.selected is not None and key != self._staying_key:
            self._staying_key, self.staying = key, ()

    @property
    def companions(self) -> tuple[str, ...]:
        """Other units that can go along with the selected one from its present place."""
        return self.route.companions if self.route is not None else self.choices.companions

    @property
    def companions_coming(self) -> tuple[str, ...]:
        """The companions that go along: all but those told to stay."""
        return tuple(unit for unit in self.companions if unit not in self.staying)

    @property
    def place_after_route(self) -> str | None:
        """The selected unit's place at the end of its planned route, or now if no route is planned."""
        if self.route is not None:
            return self.route.place
        return self.situation.counters[self.selected].place if self.selected is not None else None

    @staticmethod
    def _line_proposal(action: LineAction) -> Proposal:
        """An action of the overview line looked at, as a proposal."""
        return Proposal(action.offer, action.offer.preview, action.offer.label)

    def _unit_proposals(self) -> tuple[Proposal, ...]:
        """Proposals for the selected unit and its group; without a selection, those that need no unit."""
        situation = self.situation
        proposals = button_proposals(self.choices.proposals_at, self.choices.commands, self.focus)
        if self.focus is not None:
            return proposals
        if self.selected is None and self.active:
            unitless = [offer for offer in situation.offers() if executes(offer) and offer.place is None]
            proposals = (*proposals, *(proposal_for(situation, offer) for offer in unitless))
        only_moves = self.forced and situation.prompt.mode == "move"
        moves = numbered_moves(
            situation.board, self.choices.proposals_at, alone=not proposals) if only_moves else {}
        self.keys = {place: number for number, place in enumerate(moves, 1)}
        return (*moves.values(), *proposals, *self._proposals_for_all(), *self._switches())

    def change_manner(self) -> bool:
        """Switch to the next way to move; returns whether there is another."""
        if len(self._manners) > 1:
            self.manner = (self.manner + 1) % len(self._manners)
            self.ask_rules()
        return len(self._manners) > 1

    def _find_manners(self) -> tuple[Text, ...]:
        """The labels of the ways in which the selected units can move together on a table without a grid."""
        if self.selected is None or not self.group or not self.choices.holdable:
            return ()
        return tuple(offer.label for offer in self.situation.offers(self.selected, *self.group) if offer.poses)

    def _switches(self) -> Iterator[Proposal]:
        """A button for each companion that toggles whether it comes along or stays; and a button for the next way to
        move."""
        if len(self._manners) > 1:
            label = self._manners[(self.manner + 1) % len(self._manners)] or say("Move in line")
            yield Proposal(Offer(), None, label, toggled=NEXT_MANNER)
        for unit in self.companions:
            name = self.situation.counters[unit].name
            label = (say("Take {unit} along", unit=name) if unit in self.staying
                     else say("Leave {unit} behind", unit=name))
            yield Proposal(Offer(units=(unit,)), None, label, toggled=unit)

    def _proposals_for_all(self) -> tuple[Proposal, ...]:
        """Proposals of one decision for all units that must take it."""
        return tuple(Proposal(offer, None, offer.label) for offer in self.choices.joint_offers)

    def _joint_proposals(self) -> tuple[Proposal, ...]:
        """Proposals for the picked units together; with none picked, the only possible one, and those possible without
        units."""
        self.suggested = () if self.participants else self._only_participants
        units = self.participants or self.suggested
        offers = [offer for offer in self.situation.offers(*units) if executes(offer) and (units or offer.verdict)]
        return tuple(Proposal(offer, offer.preview, offer.label) for offer in offers)

    @property
    def _only_participants(self) -> tuple[str, ...]:
        """All units that can be picked, if there is only one action, in which all of them take part; else empty."""
        situation = self.situation
        units = (*self.eligible, *self.targets)
        if not self.active or not self.targets or len(units) > MAX_LOOKED_UP or situation.prompt.main is not None:
            return ()
        rules, state = situation.rules, situation.state
        only_action = rules.candidates_complete(state) and len(rules.candidates(state)) == 1
        takes_all = only_action and any(executes(each) and each.verdict for each in situation.offers(*units))
        return units if takes_all else ()

    def _find_goals(self) -> dict[str, tuple[str, ...]]:
        """Every place some unit may enter, with the units that may."""
        goals: dict[str, tuple[str, ...]] = {}
        for unit in self.eligible:
            for offer in self.situation.offers(unit):
                if offer.place is not None and offer.verdict and offer.actions:
                    goals[offer.place] = (*goals.get(offer.place, ()), unit)
        return goals

    @property
    def proposal(self) -> Proposal | None:
        """The first legal proposal, or the first of all; None if there is none."""
        return next((p for p in self.proposals if p.verdict), self.proposals[0] if self.proposals else None)

    # --- reachable and target places

    @property
    def reach(self) -> dict[str, int | None]:
        """The places the selected unit may go to, or be put at, with the cost; after combat without a selection, those
        any may enter."""
        if self.goals:
            return dict.fromkeys((self.goal,) if self.goal else self.goals)
        costs = self.choices.costs
        return {
            place: costs.get(place) if place not in self.keys else None
            for place, proposals in self.choices.proposals_at.items()
            if any(p.preview is None for p in proposals)
        }

    @property
    def topmost_targets(self) -> tuple[str, ...]:
        """The enemy in each place the selected unit may target: the one that the arithmetic names, else the topmost."""
        counters, stacks = self.situation.counters, self.situation.stacks
        seat = counters[self.selected].seat if self.selected is not None else None
        named = {counters[line.unit].place: line.unit for proposal in self.proposals if proposal.preview is not None
                 for line in proposal.preview.defenders[:1] if line.unit in counters}
        tops = (
            named.get(place) or next((unit for unit in reversed(stacks.get(place, ())) if counters[unit].seat != seat),
                                     None)
            for place in self.choices.target_places
        )
        return tuple(unit for unit in tops if unit is not None)
