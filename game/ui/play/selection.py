"""What is picked up, and what the rules say about it. Every answer comes from the rules, none is worked out here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.core.message import Text, say
from game.core.offer import Offer, Sharing
from game.core.overview import LineAction, OverviewLine
from game.core.verdict import Reason
from game.ui.play.choices import NOTHING, Choices, choices_of
from game.ui.play.lines import PhaseLines
from game.ui.play.proposals import MANNER, Proposal, ShownRefusal, listed, numbered_ways, proposed
from game.ui.play.route import PlannedRoute
from game.ui.play.situation import Situation, does


class Selection:
    """What is picked up in a situation, and what can be done with it."""

    def __init__(self, situation: Situation, active: bool) -> None:
        """:param active: whether a person at this screen may act now."""
        self.situation, self.active = situation, active
        self.lines = PhaseLines()
        self.able: tuple[str, ...] = ()
        """Units with something to do now; nobody has while no person at this screen may act."""
        self.targets: tuple[str, ...] = ()
        """Units of others that can be aimed at."""
        self.selected: str | None = None
        self.group: tuple[str, ...] = ()
        """Units of the same stack that go along with the selected one."""
        self.stays: Mapping[str, Reason] = {}
        """Units of a stack picked up as a whole that cannot go along, and why."""
        self.picked: tuple[str, ...] = ()
        self.focus: str | None = None
        """A place clicked that can mean several things; ``proposals`` are those then."""
        self.aim: str | None = None
        """The place last pointed at where the selected unit may do something that leads to a roll."""
        self.goal: str | None = None
        """A place clicked into which several units may go: the next click says which."""
        self.cursor: str | None = None
        self.steered = False
        """Whether the cursor was put where it is since something was done last."""
        self.refusal: ShownRefusal | None = None
        self.lifted: str | None = None
        """A placed unit that was clicked to be set up elsewhere; who asks takes it back and clears this."""
        self.sharing: Sharing | None = None
        """What must be shared out before what was chosen is done; who asks takes this over."""
        self.route: PlannedRoute | None = None
        """What is planned for the unit in hand; None with nothing in hand."""
        self.staying: tuple[str, ...] = ()
        """Those who could go along with the unit in hand but are told to stay."""
        self.choices: Choices = NOTHING
        """What the selected unit and its group can do, at the end of what is planned."""
        self.proposals: tuple[Proposal, ...] = ()
        """What is offered as buttons now: what is composed, or what the selected unit may do."""
        self.goals: Mapping[str, tuple[str, ...]] = {}
        """While nothing is picked after combat: place -> the units that may enter it."""
        self.keys: Mapping[str, int] = {}
        """Place -> the key that goes there, while that is all that is due."""
        self.manner = 0
        """Which of the ways to move is chosen for what is held over a table without a grid, e.g. in column."""
        self._manners: tuple[Text, ...] = ()
        self._staying_of: tuple[object, ...] = ()
        """The unit whom those who stay could go along with, and the phase in which they were told."""
        self.show(situation, active)

    def show(self, situation: Situation, active: bool) -> None:
        """Look at another situation. What is no longer possible is put down."""
        if situation.state is not self.situation.state:
            self.steered = False
        self.situation, self.active = situation, active
        self.lines.read(situation)
        self.able, self.targets = (situation.able, situation.targets) if active else ((), ())
        if self.selected not in self.able:
            self.selected = None
        self.group = tuple(unit for unit in self.group if self.stands_with_selected(unit))
        self.stays = {unit: why for unit, why in self.stays.items() if self.stands_with_selected(unit)}
        self.picked = tuple(unit for unit in self.picked if unit in self.able or unit in self.targets)
        self.refusal = self.goal = self.lifted = self.focus = self.aim = None
        if self.line is None or self.in_use:
            self.lines.looked_at = None
        if situation.prompt.mode == "place" and self.selected is None and self.waiting:
            self.selected = self.waiting[0]
        elif self.forced:
            self.selected = self.able[0]
        self.think()

    def put_away(self) -> None:
        """Put down everything at once, also what is the only possible choice: somebody else is asked."""
        self.selected, self.picked, self.group, self.lines.looked_at = None, (), (), None

    # --- who has something to do

    @property
    def forced(self) -> bool:
        """Whether one unit alone has something to do and the phase cannot be ended instead: it is picked up at once."""
        asked = self.situation
        only = len(self.able) == 1 and asked.prompt.main is None and asked.interrupting is None
        if only and asked.composing:
            return not self.targets and sum(bool(offer.actions) for offer in asked.offers(*self.able)) == 1
        return only and asked.prompt.mode in ("move", "place")

    @property
    def waiting(self) -> tuple[str, ...]:
        """Units that wait to be set up by the seat to act."""
        return tuple(unit for unit in self.able if "waiting" in self.situation.counters[unit].marks)

    @property
    def idle(self) -> tuple[str, ...]:
        """Units that could do something and need not, but for those whose attack is announced."""
        busy, counters = set(self.situation.duties), self.situation.counters
        return tuple(u for u in self.able if u not in busy and "attacking" not in counters[u].marks)

    def stands_with_selected(self, unit: str) -> bool:
        """Whether a unit is in the stack of the selected one, or could go along with it from elsewhere."""
        counters = self.situation.counters
        same = self.selected is not None and counters[unit].place == counters[self.selected].place
        return same or unit in self.fellows

    @property
    def fellows(self) -> tuple[str, ...]:
        """Units at other places that could go along with the selected one, by the rules: those they would add to it,
        those they would add to these, and so on."""
        if self.selected is None or self.situation.composing:
            return ()
        found: tuple[str, ...] = (self.selected,)
        while new := [unit for unit in self.mates(*found) if unit not in found]:
            found = (*found, *dict.fromkeys(new))
        return found[1:]

    def mates(self, *units: str) -> list[str]:
        """Units that the rules would add to some."""
        return [unit for offer in self.situation.offers(*units) if offer.verdict and not does(offer)
                for unit in offer.units]

    @property
    def joins(self) -> tuple[str, ...]:
        """Units that could be added to those picked, where enemies are among them."""
        return tuple(self.mates(*self.picked)) if self.situation.composing and self.picked else ()

    @property
    def line(self) -> OverviewLine | None:
        """The line of the overview that is looked at."""
        return self.lines.line

    def look_along(self, name: str | None, *, on_list: bool = False, unfold: bool | None = None) -> None:
        """Put down what is in hand and offer what can be done with a line of the overview; with None nothing of it.

        :param on_list: whether the list was clicked: what is unfolded stays so, and no line moves away.
        :param unfold: whether the lines below it are shown; None: as before, if it was looked at last.
        """
        self.lines.look_along(name, on_list=on_list, unfold=unfold)
        self.clear()
        self.lines.looked_at = name
        self.think()

    def next_line(self, step: int = 1) -> str | None:
        """Go to the next line of the overview."""
        name = self.lines.after(step)
        if name is not None:
            self.look_along(name)
        return name

    # --- picking up

    @property
    def droppable(self) -> bool:
        """Whether something is picked up that may be put down again: not the only possible choice."""
        return self.lines.looked_at is not None or (self.in_use and not self.forced)

    @property
    def in_use(self) -> bool:
        """Whether counters are picked up."""
        return bool(self.picked) or self.selected is not None

    @property
    def in_hand(self) -> tuple[object, ...]:
        """What Enter may change on the map beside the cursor: what is picked up, looked at, or to be shared out."""
        return (self.selected, self.group, self.picked, self.focus, self.goal, self.lifted, self.sharing)

    def select(self, unit: str | None) -> None:
        """Pick a unit up, or put down what is held; what alone is due stays in hand."""
        if unit is None and self.forced and self.active:
            unit = self.able[0]
        self.selected, self.goal, self.focus, self.aim, self.group, self.stays = unit, None, None, None, (), {}
        self.route = self.lines.looked_at = None
        if unit is not None and self.situation.counters[unit].place is not None:
            self.cursor = self.situation.counters[unit].place
        self.refusal = None
        self.think()

    def hold(self, units: Sequence[str]) -> None:
        """Pick up the first of some units of a stack, the others going along with it."""
        self.select(units[0])
        self.group = tuple(units[1:])
        self.think()

    def clear(self) -> None:
        """Put everything down."""
        self.picked = ()
        self.select(None)

    def look_at(self, place: str | None) -> None:
        """Offer only what can be done at a place, or with None everything again."""
        self.focus = place
        self.think()

    def point_at(self, place: str | None) -> None:
        """Note where the pointer is: what it last aimed at stays in view while it goes elsewhere."""
        if place in self.choices.aims:
            self.aim = place

    # --- what can be done with it

    def think(self) -> None:
        """Ask the rules what the selection can do."""
        asked = self.situation
        self.choices = NOTHING
        self.lines.unfold(self.selected or (self.picked[-1] if self.picked else ""))
        if asked.composing and self.forced:
            self.picked = self.able
        self._keep_route()
        ahead = asked if self.route is None else self.route.ahead
        if self.selected is not None and not asked.composing and ahead is not None:
            units = (self.selected, *self.group)
            self._keep_staying()
            self.choices = choices_of(ahead, units, self.stands, self.staying)
            if self.route is not None and not self.route.legs:
                self.route.company = self.choices.company
        self._manners = self._find_manners()
        self.manner = self.manner if len(self._manners) > 1 else 0
        self.keys = {}
        self.goals = self._find_goals() if asked.prompt.mode == "advance" and self.selected is None else {}
        if self.line is not None:
            self.proposals = tuple(self._along(way) for way in self.line.ways) if self.active else ()
        else:
            self.proposals = self._composed() if asked.composing else self._listed()

    def _keep_route(self) -> None:
        """A route belongs to one unit in one state, and nobody goes along with it."""
        asked = self.situation
        alone = self.selected if self.active and not (asked.composing or self.group or asked.interrupting) else None
        if alone is None:
            self.route = None
        elif self.route is None or self.route.unit != alone or self.route.start.state is not asked.state:
            counter = asked.counters[alone]
            self.route = PlannedRoute(asked, alone, (counter.place, counter.angle))

    def _keep_staying(self) -> None:
        """Who was told to stay does so for one unit in one phase."""
        asked = self.situation.prompt.turn, self.situation.prompt.place, self.selected
        if self.selected is not None and asked != self._staying_of:
            self._staying_of, self.staying = asked, ()

    @property
    def company(self) -> tuple[str, ...]:
        """Others who can go along with the unit in hand, from where it stands before anything is planned."""
        return self.route.company if self.route is not None else self.choices.company

    @property
    def coming(self) -> tuple[str, ...]:
        """Those of them who do."""
        return tuple(unit for unit in self.company if unit not in self.staying)

    @property
    def stands(self) -> str | None:
        """Where the selected unit stands, or will at the end of what is planned for it."""
        if self.route is not None:
            return self.route.place
        return self.situation.counters[self.selected].place if self.selected is not None else None

    @staticmethod
    def _along(way: LineAction) -> Proposal:
        """What is done with the line that is looked at, on its button."""
        return Proposal(way.offer, way.offer.preview, way.offer.words)

    def _listed(self) -> tuple[Proposal, ...]:
        asked = self.situation
        found = listed(self.choices.meanings, self.choices.commands, self.focus)
        if self.focus is not None:
            return found
        if self.selected is None and self.active:
            free = [offer for offer in asked.offers() if does(offer) and offer.place is None]
            found = (*found, *(proposed(asked, offer) for offer in free))
        alone = self.forced and asked.prompt.mode == "move"
        ways = numbered_ways(asked.board, self.choices.meanings) if alone else {}
        self.keys = {place: number for number, place in enumerate(ways, 1)}
        return (*ways.values(), *found, *self._alike(), *self._switches())

    def change_manner(self) -> bool:
        """Take the next way to move; whether there is another."""
        if len(self._manners) > 1:
            self.manner = (self.manner + 1) % len(self._manners)
            self.think()
        return len(self._manners) > 1

    def _find_manners(self) -> tuple[Text, ...]:
        """The words of the ways in which those in hand can move together over a table without a grid."""
        if self.selected is None or not self.group or not self.choices.holdable:
            return ()
        return tuple(offer.words for offer in self.situation.offers(self.selected, *self.group) if offer.poses)

    def _switches(self) -> Iterator[Proposal]:
        """For everybody who can go along with the unit in hand, or be left: a button that tells them the other; and a
        button for the next way to move."""
        if len(self._manners) > 1:
            words = self._manners[(self.manner + 1) % len(self._manners)] or say("Move in line")
            yield Proposal(Offer(), None, words, switches=MANNER)
        for unit in self.company:
            name = self.situation.counters[unit].name
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
        found = [offer for offer in self.situation.offers(*self.picked)
                 if does(offer) and (self.picked or offer.verdict)]
        return tuple(Proposal(offer, offer.preview, offer.words) for offer in found)

    def _find_goals(self) -> dict[str, tuple[str, ...]]:
        """Every place some unit may enter, with the units that may."""
        goals: dict[str, tuple[str, ...]] = {}
        for unit in self.able:
            for offer in self.situation.offers(unit):
                if offer.place is not None and offer.verdict and offer.actions:
                    goals[offer.place] = (*goals.get(offer.place, ()), unit)
        return goals

    @property
    def proposal(self) -> Proposal | None:
        """The first proposal that may be done, or the first of all."""
        return next((p for p in self.proposals if p.verdict), self.proposals[0] if self.proposals else None)

    # --- what a place means

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
        counters, stacks = self.situation.counters, self.situation.stacks
        seat = counters[self.selected].seat if self.selected is not None else None
        tops = (
            next((unit for unit in reversed(stacks.get(place, ())) if counters[unit].seat != seat), None)
            for place in self.choices.aims
        )
        return tuple(unit for unit in tops if unit is not None)
