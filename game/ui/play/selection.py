"""What is picked up, and what the rules say about it. Every answer comes from the rules, none is worked out here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.action import Action
from game.core.batch import GroupMarch
from game.core.capability import capability
from game.core.message import Text, say
from game.core.offer import Offer, Sharing
from game.core.overview import Line, Way
from game.core.prompt import Prompt
from game.core.verdict import Illegal, Reason, Verdict
from game.ui.play import group_move, numbered_ways
from game.ui.play.choices import NOTHING, choices_of, does
from game.ui.play.planning import Planning
from game.ui.play.proposals import MANNER, Proposal, Refusal, listed, proposed


@dataclass
class Selection(Planning):
    """What is picked up in a situation, and what can be done with it."""

    stays: Mapping[str, Reason] = field(default_factory=dict)
    """Units of a stack picked up as a whole that cannot go along, and why."""
    picked: tuple[str, ...] = ()
    looked_at: str | None = None
    """The line of the overview whose ways are offered."""
    heads: tuple[str, ...] = ()
    """The lines of the overview whose lines are unfolded: that of what was looked at or picked up last, and those that
    were unfolded on the list before it."""
    _unfolds: bool = True
    """Whether what is looked at is unfolded: not where only one of its signs was clicked."""
    cursor: str | None = None
    steered: bool = False
    """Whether the cursor was put where it is since something was done last."""
    proposals: tuple[Proposal, ...] = field(init=False, default=())
    """What is offered as buttons now: what is composed, or what the selected unit may do."""
    goals: Mapping[str, tuple[str, ...]] = field(init=False, default_factory=dict)
    """While nothing is picked after combat: place -> the units that may enter it."""
    goal: str | None = None
    """A place clicked into which several units may go: the next click says which."""
    _left: dict[str, tuple[tuple[str, Reason], ...]] = field(init=False, default_factory=dict)
    """Place -> who of the group stays; see ``left_behind``."""
    _latest_line: str | None = field(init=False, default=None)
    """The line that was looked at last."""
    _marching: tuple[tuple[Any, str, str] | None, tuple[Action, ...]] = field(init=False, default=(None, ()))
    """Where it was asked last how a line's units march, and the answer."""
    lifted: str | None = None
    """A placed unit that was clicked to be set up elsewhere; who asks takes it back and clears this."""
    keys: Mapping[str, int] = field(init=False, default_factory=dict)
    """Place -> the key that goes there, while that is all that is due."""
    manner: int = 0
    """Which of the ways to move is chosen for what is held over a table without a grid, e.g. in column."""
    _manners: tuple[Text, ...] = field(init=False, default=())
    sharing: Sharing | None = None
    """What must be shared out before what was chosen is done; who asks takes this over."""
    meant: Proposal | None = None
    """What the action just given stands for; who does it takes this over."""

    def __post_init__(self) -> None:
        self.show(self.state, self.active)

    def show(self, state: Any, active: bool, over: Prompt | None = None) -> None:
        """Look at another state; as ``look``. What is no longer possible is put down."""
        if state is not self.state:
            self.interrupting, self.steered = None, False
        self.look(state, active, over)
        if self.selected not in self.able:
            self.selected = None
        self.group = tuple(unit for unit in self.group if self._stands_with_selected(unit))
        self.stays = {unit: why for unit, why in self.stays.items() if self._stands_with_selected(unit)}
        self.picked = tuple(unit for unit in self.picked if unit in self.able or unit in self.targets)
        self.refusal = self.goal = self.lifted = self.focus = self.aim = None
        if self.line is None or self.in_use:
            self.looked_at = None
        if self.prompt.mode == "place" and self.selected is None and self.waiting:
            self.selected = self.waiting[0]
        elif self.forced:
            self.selected = self.able[0]
        self._think()

    def _stands_with_selected(self, unit: str) -> bool:
        same = self.selected is not None and self.counters[unit].place == self.counters[self.selected].place
        return same or unit in self.fellows

    @property
    def line(self) -> Line | None:
        """The line of the overview that is looked at."""
        return self.overview.line(self.looked_at)

    def marching(self, place: str | None) -> tuple[Action, ...]:
        """What the units of the line that is looked at do to march to a place together, where they do that."""
        line = self.line
        if line is None or not line.marches or place is None or not self.active:
            return ()
        asked = self.state, line.name, place
        if self._marching[0] != asked:
            self._marching = asked, capability(self.rules, GroupMarch).march(self.state, line.units, place)
        return self._marching[1]

    def look_along(self, name: str | None, *, on_list: bool = False, unfold: bool | None = None) -> None:
        """Put down what is in hand and offer what can be done with a line of the overview; with None nothing of it.

        :param on_list: whether the list was clicked: what is unfolded stays so, and no line moves away.
        :param unfold: whether the lines below it are shown; None: as before, if it was looked at last.
        """
        self._unfolds = unfold if unfold is not None else self._unfolds or name != self._latest_line
        head = self.overview.head(name) if self._unfolds else None
        if on_list and head is not None:
            before = dict.fromkeys(line.under for line in self.overview.unfolded(self.heads) if line.under)
            self.heads = (*(one for one in before if one != head), head)
        self.clear()
        self.looked_at = name
        self._latest_line = name or self._latest_line
        self._think()

    def next_line(self, step: int = 1) -> str | None:
        """Go to the next line of the overview."""
        names = [line.name for line in self.overview.unfolded(self.heads) if not line.gone]
        if not names:
            return None
        last = self.looked_at or self._latest_line
        at = names.index(last) + step if last in names else 0 if step > 0 else -1
        self.look_along(names[at % len(names)])
        return self.looked_at

    @property
    def fellows(self) -> tuple[str, ...]:
        """Units at other places that could go along with the selected one, by the rules: those they would add to it,
        those they would add to these, and so on."""
        if self.selected is None or self.composing:
            return ()
        found: tuple[str, ...] = (self.selected,)
        while new := [unit for offer in self._offers(*found) if offer.verdict and not does(offer)
                      for unit in offer.units if unit not in found]:
            found = (*found, *dict.fromkeys(new))
        return found[1:]

    def step_in(self, seat: str | None) -> None:
        """Ask a seat that interrupts what it does, or with None again the one that must act."""
        self.interrupting, self.selected, self.picked, self.group = seat, None, (), ()
        self.looked_at = None
        self.show(self.state, self.active)

    @property
    def droppable(self) -> bool:
        """Whether something is picked up that may be put down again: not the only possible choice."""
        return self.looked_at is not None or (self.in_use and not self.forced)

    @property
    def in_use(self) -> bool:
        """Whether counters are picked up."""
        return bool(self.picked) or self.selected is not None

    def _think(self) -> None:
        """Ask the rules what the selection can do."""
        self.choices, self._left = NOTHING, {}
        unit = self.selected or (self.picked[-1] if self.picked else "")
        along = self.looked_at if self._unfolds else None
        head = self.overview.head(along or (self.overview.of_unit(unit) if self.looked_at is None else None))
        if head is not None and head not in self.heads:
            self.heads = (head,)
        if self.composing and self.forced:
            self.picked = self.able
        self._keep_route()
        if self.selected is not None and not self.composing and (self.route is None or self.route.ahead is not None):
            units = (self.selected, *self.group)
            state = self.state if self.route is None else self.route.ahead
            self._keep_staying()
            self.choices = choices_of(self.rules, state, units, self.stands, self.interrupting, self.staying)
            if self.route is not None and not self.route.legs:
                self.route.company = self.choices.company
        self._manners = self._find_manners()
        self.manner = self.manner if len(self._manners) > 1 else 0
        self.keys = {}
        self.goals = self._find_goals() if self.prompt.mode == "advance" and self.selected is None else {}
        if self.line is not None:
            self.proposals = tuple(self._along(way) for way in self.line.ways) if self.active else ()
        else:
            self.proposals = self._composed() if self.composing else self._listed()

    @staticmethod
    def _along(way: Way) -> Proposal:
        """What is done with the line that is looked at, on its button."""
        return Proposal(way.offer, way.offer.preview, way.offer.words)

    def _listed(self) -> tuple[Proposal, ...]:
        found = listed(self.choices.meanings, self.choices.commands, self.focus)
        if self.focus is not None:
            return found
        if self.selected is None and self.active:
            free = [offer for offer in self._offers() if does(offer) and offer.place is None]
            found = (*found, *(proposed(self.rules, self.state, offer) for offer in free))
        alone = self.forced and self.prompt.mode == "move"
        ways = numbered_ways.ways(self.rules, self.state, self.choices.meanings) if alone else {}
        self.keys = {place: number for number, place in enumerate(ways, 1)}
        return (*ways.values(), *found, *self._alike(), *self._switches())

    def change_manner(self) -> bool:
        """Take the next way to move; whether there is another."""
        if len(self._manners) > 1:
            self.manner = (self.manner + 1) % len(self._manners)
            self._think()
        return len(self._manners) > 1

    def _find_manners(self) -> tuple[Text, ...]:
        """The words of the ways in which those in hand can move together over a table without a grid."""
        if self.selected is None or not self.group or not self.choices.holdable:
            return ()
        return tuple(offer.words for offer in self._offers(self.selected, *self.group) if offer.poses)

    def _switches(self) -> Iterator[Proposal]:
        """For everybody who can go along with the unit in hand, or be left: a button that tells them the other; and a
        button for the next way to move."""
        if len(self._manners) > 1:
            words = self._manners[(self.manner + 1) % len(self._manners)] or say("Move in line")
            yield Proposal(Offer(), None, words, switches=MANNER)
        for unit in self.company:
            name = self.counters[unit].name
            words = say("Take {unit} along", unit=name) if unit in self.staying else say("Leave {unit} behind",
                                                                                         unit=name)
            yield Proposal(Offer(units=(unit,)), None, words, switches=unit)

    def _alike(self) -> tuple[Proposal, ...]:
        """What the selected unit must decide, for all who must decide the same; where it has a key, beside that."""
        return tuple(
            Proposal(offer, None, offer.deed if offer.place in self.keys else offer.words)
            for offer in self.choices.together
        )

    def _composed(self) -> tuple[Proposal, ...]:
        """What the picked units can mean together; with none picked, only what may be done without any."""
        found = [offer for offer in self._offers(*self.picked) if does(offer) and (self.picked or offer.verdict)]
        return tuple(Proposal(offer, offer.preview, offer.words) for offer in found)

    @property
    def in_hand(self) -> tuple[object, ...]:
        """What Enter may change on the map beside the cursor: what is picked up, looked at, or to be shared out."""
        return (self.selected, self.group, self.picked, self.focus, self.goal, self.lifted, self.sharing)

    @property
    def joins(self) -> tuple[str, ...]:
        """Units that could be added to those picked, where enemies are among them."""
        if not self.composing or not self.picked:
            return ()
        return tuple(unit for offer in self._offers(*self.picked) if offer.verdict and not does(offer)
                     for unit in offer.units)

    def _find_goals(self) -> dict[str, tuple[str, ...]]:
        """Every place some unit may enter, with the units that may."""
        goals: dict[str, tuple[str, ...]] = {}
        for unit in self.able:
            for offer in self._offers(unit):
                if offer.place is not None and offer.verdict and offer.actions:
                    goals[offer.place] = (*goals.get(offer.place, ()), unit)
        return goals

    @property
    def proposal(self) -> Proposal | None:
        """The first proposal that may be done, or the first of all."""
        return next((p for p in self.proposals if p.verdict), self.proposals[0] if self.proposals else None)

    @property
    def reach(self) -> dict[str, int | None]:
        """Where the selected unit may go or be put, with the cost; with none picked after combat, where any may go."""
        if self.goals:
            return dict.fromkeys((self.goal,) if self.goal else self.goals)
        costs = self.choices.costs
        return {
            place: costs.get(place) if place not in self.keys else None
            for place, found in self.choices.meanings.items()
            if any(p.preview is None for p in found)
        }

    @property
    def aimed(self) -> tuple[str, ...]:
        """The uppermost enemy of each place the selected unit may aim at."""
        seat = self.counters[self.selected].seat if self.selected is not None else None
        tops = (
            next((unit for unit in reversed(self.stacks.get(place, ())) if self.counters[unit].seat != seat), None)
            for place in self.choices.aims
        )
        return tuple(unit for unit in tops if unit is not None)

    def select(self, unit: str | None) -> None:
        """Pick a unit up, or put down what is held; what alone is due stays in hand."""
        if unit is None and self.forced and self.active:
            unit = self.able[0]
        self.selected, self.goal, self.focus, self.aim, self.group, self.stays = unit, None, None, None, (), {}
        self.route = self.looked_at = None
        if unit is not None and self.counters[unit].place is not None:
            self.cursor = self.counters[unit].place
        self.refusal = None
        self._think()

    def hold(self, units: Sequence[str]) -> None:
        """Pick up the first of some units of a stack, the others going along with it."""
        self.select(units[0])
        self.group = tuple(units[1:])
        self._think()

    def clear(self) -> None:
        """Put everything down."""
        self.picked = ()
        self.select(None)

    def look_at(self, place: str | None) -> None:
        """Offer only what can be done at a place, or with None everything again."""
        self.focus = place
        self._think()

    def point_at(self, place: str | None) -> None:
        """Note where the pointer is: what it last aimed at stays in view while it goes elsewhere."""
        if place in self.choices.aims:
            self.aim = place

    def verdict_at(self, place: str | None) -> Verdict | None:
        """Whether the selected unit may go to a place; None where nothing is said of it."""
        can = self.choices
        if place is None or place in can.survey or can.otherwhere is None:
            return can.survey.get(place or "")
        return can.otherwhere if self.rules.board(self.state).knows(place) else None

    def why_not(self, place: str | None) -> Refusal | None:
        """The refusal of a place under the pointer for the selected unit."""
        if self.route is not None and self.route.legs and place in self.route.legs[-1].way:
            return None
        verdict = self.verdict_at(place)
        own = (unit for unit in self.stacks.get(place or "", ()) if self.counters[unit].seat == self.prompt.to_act)
        if (self.prompt.mode == "place" and any(own)) or place in self.choices.meanings:
            return None
        if isinstance(verdict, Illegal) and place is not None and self.selected is not None:
            return Refusal(place, verdict.reasons) if self.stands != place else None
        return None

    def left_behind(self, place: str | None) -> tuple[tuple[str, Reason], ...]:
        """Who of a group stays when the others go to a place some of them may go to, and why."""
        if not self.group or self.selected is None or place is None or place not in self.reach:
            return ()
        if place not in self._left:
            units = (self.selected, *self.group)
            found = group_move.left_behind(self.rules, self.state, units, place)
            self._left[place] = tuple((unit, group_move.stays(self.counters[unit].name, why)) for unit, why in found)
        return self._left[place]

    def path_to(self, place: str | None) -> tuple[str, ...]:
        """The places from the selected unit to a reachable one, both included; empty where none."""
        steps, start = self.choices.places_on(place), self.stands
        planned = self.route.path if self.route is not None else ()
        if not steps or start is None:
            return planned
        return (*(planned or (start,)), *steps)
